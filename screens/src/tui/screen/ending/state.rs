//! What the ending keeps between frames.

use std::sync::Arc;

use super::card::{self, Way};
use super::draw::anatomy;
use super::frames::Frames;
use crate::rules::Eye;
use crate::show::Show;
use crate::tui::board::BoardState;
use crate::tui::clock::Instant;
use crate::tui::screen::side::Panel;
use crate::tui::screen::{Context, Playground, Review, Screen};
use crate::tui::sitting::Sitting;

/// The ending of a debate that a person played.
pub struct Ending {
    /// The review, in which the debate is; it is kept and evaluated while the ending plays.
    pub(super) review: Option<Box<Review>>,
    /// Is the review shown in this place?
    pub(super) reviewing: bool,
    pub(super) frames: Frames,
    pub(super) position: Arc<dyn Show>,
    pub(super) board: BoardState,
    /// Why it ended so, for the card.
    pub(super) reason: String,
    pub(super) ways: Vec<Way>,
    pub(super) at: usize,
    pub(super) side_shift: usize,
    pub(super) since: Instant,
    /// Is one of the ways chosen? None is when the card came up by itself: an Enter pressed to skip
    /// what has just ended chooses one, and leads nowhere.
    pub(super) chosen: bool,
}

impl Ending {
    /// The ending that comes before this review; the review itself if there is nothing to play.
    pub fn before(mut review: Box<Review>, context: &Context) -> Box<dyn Screen<Playground>> {
        let Some(sitting) = review.sitting() else { return review };
        let frames = Frames::of(sitting.game());
        let position = sitting.game().at(frames.place());
        let ways = Way::all(sitting, context);
        let mut ending = Self {
            frames,
            position,
            reason: card::reason(&*sitting.position()),
            ways,
            board: BoardState::default(),
            at: 0,
            side_shift: 0,
            since: Instant::now(),
            chosen: false,
            reviewing: false,
            review: None,
        };
        review.in_ending = true;
        ending.review = Some(review);
        ending.show(context);
        Box::new(ending)
    }

    /// Takes in the line that the review left the debate on; false if that line has no end.
    pub(super) fn take_in(&mut self, context: &Context) -> bool {
        let Some(sitting) = self.sitting() else { return false };
        if sitting.outcome().is_none() {
            return false;
        }
        let mut frames = Frames::of(sitting.game());
        frames.skip();
        let reason = card::reason(&*sitting.position());
        let ways = Way::all(sitting, context);
        (self.frames, self.reason, self.ways) = (frames, reason, ways);
        self.at = self.at.min(self.ways.len().saturating_sub(1));
        self.show(context);
        true
    }

    pub(super) fn sitting(&self) -> Option<&Sitting> {
        self.review.as_ref()?.sitting()
    }

    /// The review, while it is shown.
    pub(super) fn reviewed(&self) -> Option<&Review> {
        self.review.as_deref().filter(|_| self.reviewing)
    }

    pub(super) fn reviewed_mut(&mut self) -> Option<&mut Review> {
        self.review.as_deref_mut().filter(|_| self.reviewing)
    }

    /// Whose eyes the board is for: the person's until the ruling, then everything is shown.
    pub(super) fn eye(&self) -> Eye {
        let seat = self.sitting().and_then(|sitting| sitting.people().first().copied());
        match seat {
            Some(seat) if !self.frames.is_over() => Eye::Seat(seat),
            _ => Eye::All,
        }
    }

    pub(super) fn show(&mut self, context: &Context) {
        let Some(sitting) = self.review.as_ref().and_then(|review| review.sitting()) else {
            return;
        };
        self.position = sitting.game().at(self.frames.place());
        let mut state = std::mem::take(&mut self.board);
        let area = anatomy(self, context.size).board;
        state.adopt(&self.position.board(self.eye()), area);
        self.board = state;
        self.since = Instant::now();
    }

    /// What stands beside the board: the goal, what it cost, this debate's numbers.
    pub(super) fn panel(&self) -> Panel {
        let Some(review) = &self.review else { return Panel::default() };
        let Some(sitting) = review.sitting() else { return Panel::default() };
        let outcome = sitting.outcome().filter(|_| self.frames.is_over());
        let goal = outcome.as_ref().and_then(|_| review.goal_words(sitting));
        let pays = outcome.as_ref().is_some_and(|outcome| outcome.payoff.is_some());
        let prices = if pays { review.prices() } else { Vec::new() };
        let doubt = outcome.as_ref().and_then(|_| review.doubt());
        let paragraphs = goal
            .into_iter()
            .chain(doubt)
            .chain(prices)
            .chain(card::paragraphs(&*self.position, sitting, self.eye(), outcome.is_some()))
            .collect();
        Panel { paragraphs, last: String::new() }
    }
}
