//! What is kept of an ending between frames.

use super::card::{self, Way};
use super::frames::Frames;
use crate::rules::Eye;
use crate::tui::clock::Instant;
use crate::tui::screen::Context;
use crate::tui::screen::review::Review;
use crate::tui::screen::review::state::ReviewPart;
use crate::tui::screen::side::Panel;
use crate::tui::sitting::Sitting;

/// The ending of the line that a debate stands on, and where its card leads.
pub struct Ending {
    pub frames: Frames,
    /// Why it ended so, for the card.
    pub reason: String,
    pub ways: Vec<Way>,
    pub at: usize,
    /// Since when the frame is shown.
    pub since: Instant,
    /// Is one of the ways chosen? None is when the card came up by itself: an Enter pressed to skip
    /// what has just ended chooses one, and leads nowhere.
    pub chosen: bool,
}

impl Ending {
    /// The ending of a debate, from its first frame.
    pub fn of(sitting: &Sitting, context: &Context) -> Self {
        Self {
            frames: Frames::of(sitting.game()),
            reason: card::reason(&*sitting.position()),
            ways: Way::all(sitting, context),
            at: 0,
            since: Instant::now(),
            chosen: false,
        }
    }
}

impl Review {
    /// The same, its ending played first.
    #[must_use]
    pub fn after_its_ending(mut self, context: &Context) -> Self {
        self.ending = Ending::of(&self.sitting, context);
        self.turn_to(ReviewPart::Ending, context);
        self
    }

    /// Is the ending on the screen?
    pub(in crate::tui::screen::review) fn ends(&self) -> bool {
        self.shown == ReviewPart::Ending
    }

    /// Are the frames of the ending played?
    pub(in crate::tui::screen::review) fn plays_ending(&self) -> bool {
        self.ends() && !self.ending.frames.is_over()
    }

    /// Whose eyes the board of the ending is for: the person's until the ruling, then everything is
    /// shown.
    pub(in crate::tui::screen::review) fn ending_eye(&self) -> Eye {
        match self.people.first() {
            Some(&seat) if !self.ending.frames.is_over() => Eye::Seat(seat),
            _ => Eye::All,
        }
    }

    /// What stands beside the board of the ending: the goal, what it cost, this debate's numbers.
    pub(super) fn ending_panel(&self) -> Panel {
        let over = self.ending.frames.is_over();
        let outcome = self.outcome.as_ref().filter(|_| over);
        let pays = outcome.is_some_and(|outcome| outcome.payoff.is_some());
        let goal = outcome.and_then(|_| self.goal_words());
        let doubt = outcome.and_then(|_| self.doubt());
        let prices = if pays { self.prices() } else { Vec::new() };
        let eye = self.ending_eye();
        let costs = card::paragraphs(&*self.position, &self.sitting, eye, outcome.is_some());
        let paragraphs = goal.into_iter().chain(doubt).chain(prices).chain(costs).collect();
        Panel { paragraphs, last: String::new() }
    }
}
