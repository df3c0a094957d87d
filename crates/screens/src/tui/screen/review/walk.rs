//! From move to move.

use super::ReviewScreen;
use super::layout::ReviewLayout;
use super::state::ReviewPanel;
use crate::debate::NodeId;
use crate::rules::Viewer;
use crate::tui::board::BoardState;
use crate::tui::clock::Instant;
use crate::tui::prelude::*;

impl ReviewScreen {
    pub(super) fn node(&self) -> NodeId {
        self.judged.moves.get(self.at).map_or(NodeId::START, |own| own.made.node)
    }

    /// Where the parts of the screen lie: what is covered has the board.
    pub(super) fn parts(&self, size: Rect) -> ReviewLayout {
        ReviewLayout::new(size, self.covers() || self.on_board, self.judged.moves.len())
    }

    /// Takes in the move shown.
    pub(super) fn show(&mut self, context: &Context) {
        let parts = self.parts(context.size);
        self.scroll.at = self.at;
        self.scroll.settle(self.judged.moves.len(), parts.table.height.into());
        let ends = self.ends();
        let place = if ends { self.ending.frames.place() } else { self.node() };
        self.position = self.sitting.game().position_at(place);
        let (eye, area) = match self.covers() {
            _ if ends => (self.ending_eye(), self.ending_anatomy(context.size).board),
            true => (Viewer::Room, parts.upper),
            false => (Viewer::All, parts.upper),
        };
        self.board.adopt(&self.position.board(eye), area);
    }

    /// Shows the review or its ending.
    pub(super) fn turn_to(&mut self, shown: ReviewPanel, context: &Context) {
        (self.shown, self.side_shift, self.board) = (shown, 0, BoardState::default());
        self.show(context);
    }

    /// To another move; or a page of the side panel, where there is more of it.
    pub(super) fn move_cursor(&mut self, action: Action, context: &mut Context) {
        self.playing = None;
        match action {
            Action::PageUp | Action::PageDown if self.turned(action, context).is_some() => {
                self.turn_page(action, context);
            }
            _ => self.step(by(action, 10), context),
        }
    }

    /// The board in place of the curve, and back.
    pub(super) fn turn_upper(&mut self, context: &mut Context) {
        self.playing = None;
        self.on_board = !self.on_board;
        self.show(context);
    }

    /// Back to the ending that came before it, or out of the debate.
    pub(super) fn back(&mut self, context: &mut Context) -> Transition {
        match self.shown {
            ReviewPanel::AfterEnding => self.back_to_ending(context),
            _ => self.leave(),
        }
    }

    pub(super) fn step(&mut self, by: isize, context: &Context) {
        let last = self.judged.moves.len().saturating_sub(1);
        self.at = self.at.saturating_add_signed(by).min(last);
        self.show(context);
    }

    /// Where a page of the side panel leads, if there is more of it this way.
    pub(super) fn turned(&self, action: Action, context: &Context) -> Option<usize> {
        let area = self.parts(context.size).side;
        let panel = self.panel().1;
        let shift = panel.paged(action, self.side_shift, area);
        (shift != self.side_shift).then_some(shift)
    }

    /// A page of the side panel, where there is more of it this way.
    pub(super) fn turn_page(&mut self, action: Action, context: &mut Context) {
        self.side_shift = self.turned(action, context).unwrap_or(self.side_shift);
    }

    /// Starts to play the moves one by one, from the start if the end is shown; or stops.
    pub(super) fn play(&mut self, context: &mut Context) {
        if self.playing.take().is_some() {
            return;
        }
        if self.at + 1 >= self.judged.moves.len() {
            self.at = 0;
        }
        self.playing = Some(Instant::now());
        self.show(context);
    }

    /// The next move of a person's after the one shown, from the start again after the last.
    pub(super) fn following_mine(&self) -> Option<usize> {
        let n = self.judged.moves.len();
        (1..n).map(|i| (self.at + i) % n).find(|&i| self.judged.moves[i].is_mine)
    }

    pub(super) fn next_mine(&mut self, context: &mut Context) {
        self.playing = None;
        if let Some(i) = self.following_mine() {
            self.at = i;
            self.show(context);
        }
    }
}
