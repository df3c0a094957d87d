//! The ending as a screen: keys, and what it waits for.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::card::Way;
use super::frames::Frames;
use super::{card, draw};
use crate::rules::Eye;
use crate::show::Show;
use crate::tui::board::BoardState;
use crate::tui::canvas::Canvas;
use crate::tui::keys::{Action, KeyScope};
use crate::tui::layout::Anatomy;
use crate::tui::offer::Offer;
use crate::tui::screen::side::Panel;
use crate::tui::screen::{Context, Edit, Review, Screen, Step, library};
use crate::tui::sitting::Sitting;

/// The ending of a debate that a person played.
pub struct Ending {
    /// The review, in which the debate is; it is kept and evaluated while the ending plays.
    pub(super) review: Option<Box<Review>>,
    pub(super) frames: Frames,
    pub(super) position: Arc<dyn Show>,
    pub(super) board: BoardState,
    /// Why it ended so, for the card.
    pub(super) reason: String,
    pub(super) ways: Vec<Way>,
    pub(super) at: usize,
    pub(super) side_shift: usize,
    since: Instant,
    /// Is one of the ways chosen? None is when the card came up by itself: an Enter pressed to skip
    /// what has just ended chooses one, and leads nowhere.
    pub(super) chosen: bool,
}

impl Ending {
    /// The ending that comes before this review; the review itself if there is nothing to play.
    pub fn before(review: Box<Review>, context: &Context) -> Box<dyn Screen> {
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
            chosen: true,
            review: Some(review),
        };
        ending.show(context);
        Box::new(ending)
    }

    pub(super) fn sitting(&self) -> Option<&Sitting> {
        self.review.as_ref()?.sitting()
    }

    /// Whose eyes the board is for: the person's until the ruling, then everything is shown.
    pub(super) fn eye(&self) -> Eye {
        let seat = self.sitting().and_then(|sitting| sitting.people().first().copied());
        match seat {
            Some(seat) if !self.frames.is_over() => Eye::Seat(seat),
            _ => Eye::All,
        }
    }

    fn show(&mut self, context: &Context) {
        let Some(sitting) = self.review.as_ref().and_then(|review| review.sitting()) else {
            return;
        };
        self.position = sitting.game().at(self.frames.place());
        let mut state = std::mem::take(&mut self.board);
        let area = Anatomy::of(context.size, false).board;
        state.adopt(&self.position.board(self.eye()), area);
        self.board = state;
        self.since = Instant::now();
    }

    /// What stands beside the board: the goal, what it cost, this debate's numbers.
    pub(super) fn panel(&self) -> Panel {
        let Some(review) = &self.review else { return Panel::default() };
        let Some(sitting) = review.sitting() else { return Panel::default() };
        let outcome = sitting.outcome().filter(|_| self.frames.is_over());
        let goal = outcome.as_ref().and_then(|outcome| review.goal_words(sitting, outcome));
        let paragraphs = goal
            .into_iter()
            .chain(card::paragraphs(&*self.position, sitting, self.eye(), outcome.is_some()))
            .collect();
        Panel { paragraphs, last: String::new() }
    }

    fn skip(&mut self, context: &mut Context) {
        self.frames.skip();
        self.show(context);
        context.changed = true;
    }

    fn go(&mut self, context: &mut Context) -> Step {
        let Some(way) = self.ways.get(self.at).cloned() else { return Step::Stay };
        let Some(review) = &self.review else { return Step::Stay };
        match way {
            Way::Next(id, _) => {
                let Some(review) = &mut self.review else { return Step::Stay };
                context.course.left = review.sitting().map(|sitting| sitting.id.clone());
                context.course.open = Some(id);
                review.leave();
                Step::Home
            }
            Way::Review => self.review.take().map_or(Step::Pop, |review| Step::Replace(review)),
            Way::Again => review.sitting().map_or(Step::Stay, |s| library::again(s, context)),
            Way::Lab => review.sitting().map_or(Step::Stay, |s| library::lab_of(s, context)),
        }
    }
}

impl Screen for Ending {
    fn scope(&self) -> KeyScope {
        KeyScope::Review
    }

    fn offers(&self, context: &Context) -> Vec<Offer> {
        use Action::*;
        if !self.frames.is_over() {
            return vec![
                Offer::typing("any key", "skips to the end"),
                Offer::new(&[Confirm, Cancel, Focus], "skip").quietly(),
            ];
        }
        let mut offers = Vec::new();
        if self.ways.len() > 1 && self.chosen {
            offers.push(Offer::new(&[Left, Right], "choose"));
        }
        offers.push(Offer::new(&[Confirm], if self.chosen { "go there" } else { "choose" }));
        offers.push(Offer::new(&[Board], "review"));
        if self.panel().overflows(Anatomy::of(context.size, false).side) {
            offers.push(Offer::new(&[PageUp, PageDown], "a page").quietly());
        }
        offers.push(Offer::new(&[Help], "help"));
        offers.push(Offer::new(&[Back], "back"));
        offers
    }

    fn act(&mut self, action: Action, context: &mut Context) -> Step {
        if !self.frames.is_over() {
            self.skip(context);
            return Step::Stay;
        }
        match action {
            Action::Left | Action::Right | Action::Confirm if !self.chosen => self.chosen = true,
            Action::Left => self.at = self.at.saturating_sub(1),
            Action::Right => self.at = (self.at + 1).min(self.ways.len().saturating_sub(1)),
            Action::Confirm => return self.go(context),
            Action::Board => {
                return self.review.take().map_or(Step::Pop, |review| Step::Replace(review));
            }
            Action::PageUp | Action::PageDown => {
                let area = Anatomy::of(context.size, false).side;
                self.side_shift = self.panel().paged(action, self.side_shift, area);
            }
            _ => {
                if let Some(review) = &mut self.review {
                    review.leave();
                }
                return Step::Pop;
            }
        }
        Step::Stay
    }

    /// While it plays, any key skips it.
    fn takes(&self, _edit: &Edit) -> bool {
        !self.frames.is_over()
    }

    fn edit(&mut self, _edit: Edit, context: &mut Context) {
        self.skip(context);
    }

    fn poll(&mut self, context: &mut Context) -> Step {
        if let Some(review) = &mut self.review {
            // It takes in what was evaluated meanwhile.
            let _ = review.poll(context);
        }
        if !self.frames.is_over() && self.since.elapsed() >= self.frames.beat() {
            self.frames.next();
            self.show(context);
            self.chosen = !self.frames.is_over();
            context.changed = self.frames.is_over();
        }
        Step::Stay
    }

    fn wants_poll_in(&self) -> Option<Duration> {
        let stays = (!self.frames.is_over()).then(|| self.frames.beat());
        let frame = stays.map(|stays| stays.saturating_sub(self.since.elapsed()));
        let review = self.review.as_ref().and_then(|review| review.wants_poll_in());
        frame.into_iter().chain(review).min()
    }

    fn is_playing(&self) -> bool {
        !self.frames.is_over()
    }

    fn returned(&mut self, context: &mut Context) {
        self.show(context);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, context: &Context) {
        draw::draw(self, canvas, context.notice.is_some());
    }
}
