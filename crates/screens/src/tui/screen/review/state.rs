//! The state of a review, and its changes.

use std::sync::Arc;

use super::comparison::LineComparison;
use super::ending::EndingView;
use super::layout::Lower;
use crate::debate::NodeId;
use crate::review::{self, Crossroads, Findings};
use crate::text::Presentation;
use crate::tui::board::BoardState;
use crate::tui::clock::Instant;
use crate::tui::prelude::*;
use crate::tui::screen::table::TableOptions;
use crate::tui::screen::text_entry::TextEntry;
use crate::tui::scroll::Scroll;

/// Honest play for the comparison with the line, or the reason why there is none. `None` until honest play has ended.
pub(super) type HonestComparison = Option<Result<LineComparison, String>>;

/// The page of a finished debate that is on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReviewPanel {
    /// The review, opened without an ending.
    Review,
    /// The ending. It plays first and then shows its cards.
    Ending,
    /// The review after the ending. Back leads to the cards of the ending.
    AfterEnding,
}

/// The index of the pace at which automatic play starts.
const USUAL: usize = 3;

/// A finished or recorded debate.
pub struct ReviewScreen {
    pub(super) sitting: DebateSession,
    pub(super) options: TableOptions,
    pub(super) shown: ReviewPanel,
    pub(super) ending: EndingView,
    /// The reason why the debate ended.
    pub(super) why: String,
    /// The values computed so far, and the review that follows from them.
    pub(super) found: Pending<Findings>,
    pub(super) judged: review::Review,
    pub(super) at: usize,
    pub(super) scroll: Scroll,
    pub(super) position: Arc<dyn Presentation>,
    pub(super) board: BoardState,
    /// The content of the lower card.
    pub(super) lower: Lower,
    /// The results of other choices of the players. Empty while the search runs.
    pub(super) crossroads: Pending<Vec<Crossroads>>,
    /// `true` if only choices decided the debate. The chart then shows choices instead of values.
    pub(super) is_tried: bool,
    /// The contradictions among everything that the judge read.
    pub(super) misfits: Pending<Vec<String>>,
    pub(super) playing: Option<Instant>,
    /// The index of the pace of automatic play.
    pub(super) beat: usize,
    /// `true` while later moves are covered.
    pub(super) covered: bool,
    /// The variations and the index of the selected one, while the list is open.
    pub(super) lines: Option<(Vec<NodeId>, usize)>,
    pub(super) typing: Option<TextEntry>,
    /// `true` while Elenchus asks whether to remove the selected line.
    pub(super) removing: bool,
    /// Honest play. `None` until the player asks for it.
    pub(super) honest: Option<Pending<HonestComparison>>,
    /// `true` if values that the goal needs are still unknown.
    pub(super) unfinished: bool,
    pub(super) side_shift: usize,
}

impl ReviewScreen {
    /// The review of a record, from its start.
    pub fn new(sitting: DebateSession, options: TableOptions, context: &Context) -> Self {
        let mut found: Pending<Findings> = Pending::default();
        *found = Findings::new(&sitting.scenario, sitting.game());
        let judged =
            review::review(&sitting.scenario, sitting.game(), &found, &CancelToken::for_frame());
        let mut review = Self {
            found,
            why: sitting.game().position().outcome_reason(),
            position: sitting.position(),
            ending: EndingView::new(&sitting, &judged, context),
            judged,
            sitting,
            options,
            shown: ReviewPanel::Review,
            at: 0,
            scroll: Scroll::default(),
            board: BoardState::default(),
            lower: Lower::Board,
            crossroads: Pending::default(),
            is_tried: false,
            misfits: Pending::default(),
            playing: None,
            beat: USUAL,
            covered: context.covers,
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

    /// Shows the current line of the record, and starts to evaluate it.
    pub(super) fn take_in(&mut self, context: &Context) {
        self.why = self.sitting.game().position().outcome_reason();
        self.found.stop();
        self.found.turn_to(&self.sitting.scenario, self.sitting.game());
        self.judge();
        self.at = self.at.min(self.judged.moves.len().saturating_sub(1));
        // The first frame already shows the values that are quick to compute.
        self.search(context);
        self.compare(context);
        self.try_choices(context);
        if self.honest.take().is_some() {
            self.play_honest(context);
        }
        self.show(context);
    }

    /// Reviews the line with the values that are computed so far.
    pub(super) fn judge(&mut self) {
        let sitting = &self.sitting;
        let token = CancelToken::for_frame();
        self.judged = review::review(&sitting.scenario, sitting.game(), &self.found, &token);
    }
}
