//! What a review keeps between frames.

use std::sync::Arc;

use super::ending::Ending;
use super::honest::Beside;
use super::values::Values;
use crate::analysis::review::{Better, Loss, ReviewedMove, at_stake, points, stake};
use crate::debate::NodeId;
use crate::review::{self, People, Prices};
use crate::rules::Outcome;
use crate::text::Show;
use crate::tui::board::BoardState;
use crate::tui::clock::Instant;
use crate::tui::goal;
use crate::tui::prelude::*;
use crate::tui::screen::table::Options;
use crate::tui::screen::typing::Typing;
use crate::tui::scroll::Scroll;

/// Honest play beside the line, once it is played, or why it cannot be.
pub(super) type Honest = Option<Result<Beside, String>>;

/// What of a debate that is over is on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReviewPart {
    /// The review alone.
    Review,
    /// The ending, played before the review, and its card.
    Ending,
    /// The review, whose way back is the card.
    AfterEnding,
}

/// How fast moves follow each other at first, as a place among the beats.
const USUAL: usize = 3;

/// A finished or recorded debate.
pub struct Review {
    pub(super) sitting: Sitting,
    pub(super) options: Options,
    pub(super) shown: ReviewPart,
    pub(super) ending: Ending,
    pub(super) outcome: Option<Outcome>,
    /// Why it ended so.
    pub(super) why: String,
    pub(super) points: Vec<ReviewedMove>,
    pub(super) at: usize,
    /// Is it to open on the move that lost the debate?
    pub(super) opens: bool,
    pub(super) scroll: Scroll,
    pub(super) position: Arc<dyn Show>,
    pub(super) board: BoardState,
    /// Does the board stand above the table of moves, in place of the curve?
    pub(super) on_board: bool,
    pub(super) values: Pending<Values>,
    /// What was better than people's mistakes.
    pub(super) better: Pending<Vec<Better>>,
    /// What lost it, if no one move did.
    pub(super) loss: Pending<Option<Loss>>,
    /// What the best players of people's seats would have come to.
    pub(super) answers: Pending<Vec<Prices>>,
    /// What does not fit among everything that the judge read.
    pub(super) misfits: Pending<Vec<String>>,
    pub(super) playing: Option<Instant>,
    /// How long a move stays when they are played one by one, as a place among the beats.
    pub(super) beat: usize,
    /// Is what later moves tell covered until they are shown?
    pub(super) covered: bool,
    /// The lines of play, while one is chosen.
    pub(super) lines: Option<(Vec<NodeId>, usize)>,
    pub(super) typing: Option<Typing>,
    /// Is it asked whether the line shown is to be removed?
    pub(super) removing: bool,
    /// How honest programs play it, once that was asked for.
    pub(super) honest: Option<Pending<Honest>>,
    /// Rulings of people that rest on bits which were not read.
    pub(super) guesses: Vec<NodeId>,
    /// By how much what was paid missed the goal.
    pub(super) missed_by: Option<f64>,
    /// Why the goal does not count, though it was reached.
    pub(super) doubt: Option<String>,
    /// The values that the goal asks for are not known yet.
    pub(super) unfinished: bool,
    pub(super) side_shift: usize,
    pub(super) people: Vec<Seat>,
}

impl Review {
    /// A record to step through, from its start.
    pub fn new(sitting: Sitting, options: Options, context: &Context) -> Self {
        let mut review = Self {
            outcome: sitting.outcome(),
            why: sitting.game().now().why(),
            position: sitting.position(),
            people: sitting.owners(),
            ending: Ending::of(&sitting, context),
            sitting,
            options,
            shown: ReviewPart::Review,
            points: Vec::new(),
            at: 0,
            opens: false,
            scroll: Scroll::default(),
            board: BoardState::default(),
            on_board: false,
            values: Pending::default(),
            better: Pending::default(),
            loss: Pending::default(),
            answers: Pending::default(),
            misfits: Pending::default(),
            playing: None,
            beat: USUAL,
            covered: false,
            lines: None,
            typing: None,
            removing: false,
            honest: None,
            guesses: Vec::new(),
            missed_by: None,
            doubt: None,
            unfinished: false,
            side_shift: 0,
        };
        review.take_in(context);
        review
    }

    /// Takes in the line that the record now stands on, and starts to evaluate it.
    pub(super) fn take_in(&mut self, context: &Context) {
        let sitting = &self.sitting;
        self.outcome = sitting.outcome();
        self.why = sitting.game().now().why();
        self.missed_by =
            self.outcome.as_ref().and_then(|outcome| goal::missed_by(sitting, outcome));
        self.points = self.valued_points();
        let people = People::of(&sitting.scenario, sitting.game());
        self.guesses = review::guesses(sitting.game(), &people);
        let also = goal::to_evaluate(sitting);
        self.values.evaluate(sitting.game(), &self.people, &also, context);
        self.at = self.at.min(self.points.len().saturating_sub(1));
        // Quick ones are there in the first frame.
        self.take_values();
        self.loss = Pending::default();
        if !self.values.is_working() {
            self.look_for_better(context);
            self.look_for_cause(context);
            self.look_for_answers(context);
        }
        self.compare(context);
        if self.honest.take().is_some() {
            self.play_honest(context);
        }
        self.show(context);
    }

    /// Takes in the values, if they are there.
    pub(super) fn take_values(&mut self) -> bool {
        let taken = self.values.poll();
        if taken {
            self.points = self.valued_points();
        }
        taken
    }

    /// The line with what is known of its values, costs measured by what the goal was missed by.
    fn valued_points(&self) -> Vec<ReviewedMove> {
        let game = self.sitting.game();
        at_stake(points(game, |node| self.values.of(node)), game, stake(game, self.missed_by))
    }
}
