//! What a review keeps between frames.

use std::sync::Arc;

use super::comparison::LineComparison;
use super::ending::EndingView;
use crate::debate::NodeId;
use crate::review::{self, Findings};
use crate::text::Presentation;
use crate::tui::board::BoardState;
use crate::tui::clock::Instant;
use crate::tui::prelude::*;
use crate::tui::screen::table::TableOptions;
use crate::tui::screen::text_entry::TextEntry;
use crate::tui::scroll::Scroll;

/// Honest play beside the line, once it is played, or why it cannot be.
pub(super) type HonestComparison = Option<Result<LineComparison, String>>;

/// What of a debate that is over is on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReviewPanel {
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
pub struct ReviewScreen {
    pub(super) sitting: DebateSession,
    pub(super) options: TableOptions,
    pub(super) shown: ReviewPanel,
    pub(super) ending: EndingView,
    /// Why it ended so.
    pub(super) why: String,
    /// What was found out so far, and how the line is judged by it.
    pub(super) found: Pending<Findings>,
    pub(super) judged: review::Review,
    pub(super) at: usize,
    /// Is it to open on the move that lost the debate?
    pub(super) opens: bool,
    pub(super) scroll: Scroll,
    pub(super) position: Arc<dyn Presentation>,
    pub(super) board: BoardState,
    /// Does the board stand above the table of moves, in place of the curve?
    pub(super) on_board: bool,
    /// What does not fit among everything that the judge read.
    pub(super) misfits: Pending<Vec<String>>,
    pub(super) playing: Option<Instant>,
    /// How long a move stays when they are played one by one, as a place among the beats.
    pub(super) beat: usize,
    /// Is what later moves tell covered until they are shown?
    pub(super) covered: bool,
    /// The lines of play, while one is chosen.
    pub(super) lines: Option<(Vec<NodeId>, usize)>,
    pub(super) typing: Option<TextEntry>,
    /// Is it asked whether the line shown is to be removed?
    pub(super) removing: bool,
    /// How honest programs play it, once that was asked for.
    pub(super) honest: Option<Pending<HonestComparison>>,
    /// The values that the goal asks for are not known yet.
    pub(super) unfinished: bool,
    pub(super) side_shift: usize,
}

impl ReviewScreen {
    /// A record to step through, from its start.
    pub fn new(sitting: DebateSession, options: TableOptions, context: &Context) -> Self {
        let mut found: Pending<Findings> = Pending::default();
        *found = Findings::new(&sitting.scenario, sitting.game());
        let mut review = Self {
            judged: review::review(
                &sitting.scenario,
                sitting.game(),
                &found,
                &CancelToken::for_frame(),
            ),
            found,
            why: sitting.game().position().outcome_reason(),
            position: sitting.position(),
            ending: EndingView::new(&sitting, context),
            sitting,
            options,
            shown: ReviewPanel::Review,
            at: 0,
            opens: false,
            scroll: Scroll::default(),
            board: BoardState::default(),
            on_board: false,
            misfits: Pending::default(),
            playing: None,
            beat: USUAL,
            covered: false,
            lines: None,
            typing: None,
            removing: false,
            honest: None,
            unfinished: false,
            side_shift: 0,
        };
        review.take_in(context);
        review
    }

    /// Takes in the line that the record now stands on, and starts to evaluate it.
    pub(super) fn take_in(&mut self, context: &Context) {
        self.why = self.sitting.game().position().outcome_reason();
        self.found.stop();
        self.found.turn_to(&self.sitting.scenario, self.sitting.game());
        self.judge();
        self.at = self.at.min(self.judged.moves.len().saturating_sub(1));
        // What is found quickly is there in the first frame.
        self.search(context);
        self.compare(context);
        if self.honest.take().is_some() {
            self.play_honest(context);
        }
        self.show(context);
    }

    /// Judges the line by what was found.
    pub(super) fn judge(&mut self) {
        let sitting = &self.sitting;
        let token = CancelToken::for_frame();
        self.judged = review::review(&sitting.scenario, sitting.game(), &self.found, &token);
    }
}
