//! Moves the cursor through a review.

use super::ReviewScreen;
use super::layout::{Lower, ReviewLayout, inner};
use super::state::ReviewPanel;
use crate::debate::NodeId;
use crate::rules::Viewer;
use crate::tui::board::BoardState;
use crate::tui::clock::Instant;
use crate::tui::prelude::*;
use crate::tui::screen::cards;
use crate::tui::screen::table::EndingFrame;

impl ReviewScreen {
    pub(super) fn node(&self) -> NodeId {
        self.judged.moves.get(self.at).map_or(NodeId::START, |own| own.made.node)
    }

    /// The areas of the screen. While later moves are covered, the lower card shows the board.
    pub(super) fn parts(&self, size: Rect) -> ReviewLayout {
        let lower = if self.covers() { Lower::Board } else { self.lower };
        ReviewLayout::new(size, lower, self.judged.moves.len())
    }

    /// Updates the screen for the move that is shown.
    pub(super) fn show(&mut self, context: &Context) {
        let parts = self.parts(context.size);
        self.scroll.at = self.at;
        self.scroll.settle(self.judged.moves.len(), parts.table_area().height.into());
        let ends = self.ends();
        let place = if ends { self.ending.frames.place() } else { self.node() };
        self.position = self.sitting.game().position_at(place);
        let (eye, area) = match self.covers() {
            _ if ends && self.plays_ending() => {
                (self.ending_eye(), self.ending_frame().board_area(context.size))
            }
            _ if ends => {
                let board = self.ending_parts(context.size).board;
                (Viewer::All, board.map_or(Rect::ZERO, inner))
            }
            true => (Viewer::Room, parts.board_area()),
            false => (Viewer::All, parts.board_area()),
        };
        let is_frame = ends && self.plays_ending();
        self.board.set_large(is_frame.then(|| EndingFrame::is_large(context.size)));
        self.board.adopt(&self.position.board(eye), area);
    }

    /// Shows the review or its ending.
    pub(super) fn turn_to(&mut self, shown: ReviewPanel, context: &Context) {
        (self.shown, self.side_shift, self.board) = (shown, 0, BoardState::default());
        self.show(context);
    }

    /// Moves to another move. If the side panel has several pages, the page keys turn these instead.
    pub(super) fn move_cursor(&mut self, action: Action, context: &mut Context) {
        self.playing = None;
        match action {
            Action::PageUp | Action::PageDown if self.has_pages(context) => {
                self.turn_page(action, context);
            }
            _ => self.step(by(action, 10), context),
        }
    }

    /// Shows the moves in place of the board, or the board in place of the moves.
    pub(super) fn turn_lower(&mut self, context: &mut Context) {
        self.playing = None;
        self.lower = if self.lower == Lower::Board { Lower::Moves } else { Lower::Board };
        self.show(context);
    }

    /// Goes back to the ending if the review came from it, or leaves the debate.
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

    /// Returns `true` if the side panel does not fit on one page.
    pub(super) fn has_pages(&self, context: &Context) -> bool {
        [Action::PageUp, Action::PageDown].iter().any(|&page| self.turned(page, context).is_some())
    }

    /// The new scroll position of the side panel. `None` if there is no page in this direction.
    pub(super) fn turned(&self, action: Action, context: &Context) -> Option<usize> {
        let area = cards::inside_panel(self.parts(context.size).side);
        let panel = if self.covers() { self.covered_panel() } else { self.panel().1 };
        let shift = panel.paged(action, self.side_shift, area);
        (shift != self.side_shift).then_some(shift)
    }

    /// Turns a page of the side panel if there is one in this direction.
    pub(super) fn turn_page(&mut self, action: Action, context: &mut Context) {
        self.side_shift = self.turned(action, context).unwrap_or(self.side_shift);
    }

    /// Starts automatic play, or stops it if it runs. If the end is shown, play starts from the beginning.
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

    /// The player's next move after the move that is shown. After the last one, the first one follows.
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
