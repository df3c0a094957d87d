//! A move of the person, from the prompt or from the board.

use super::TableScreen;
use super::form::Form;
use crate::rules::Move;
use crate::show::Board;
use crate::tui::prelude::*;
use crate::tui::prompt::Desk;

impl TableScreen {
    pub(super) fn play(&mut self, mv: Move, context: &mut Context) -> Step {
        if self.asks_to_predict(&mv) {
            self.form = Some(Form::Predict(mv));
            return Step::Stay;
        }
        let Some(sitting) = self.debate.here_mut() else { return Step::Stay };
        let offer = self.desk.prompt().offer(mv.verb());
        let ends_turn = offer.is_some_and(|offer| offer.ends_turn);
        match sitting.play(self.seat, mv) {
            Ok(()) => {
                // The next choice starts empty, even if it is put in the same words.
                if ends_turn {
                    self.desk = Desk::default();
                }
                self.run(context)
            }
            Err(reason) => context.stay(reason),
        }
    }

    /// The move that the item under a pane's cursor stands for: reading a cell, picking a claim.
    pub(super) fn on_board(&self, board: &Board<'_>, pane: usize) -> Option<Move> {
        let cursor = self.board.pane(pane).cursor;
        self.desk.reading(board, pane, cursor).or_else(|| {
            let node = self.board.node(board, pane)?;
            self.desk.picking(board, pane, node)
        })
    }

    /// Why Enter does nothing: with the item under the cursor of the board, or where nothing is chosen.
    pub(super) fn why_idle(&self) -> Option<String> {
        if !self.desk.asks() {
            return None;
        }
        let Some(pane) = self.board.focus.filter(|f| Some(*f) != self.linked()) else {
            return self.desk.submit().err();
        };
        let board = self.position.board(self.eye());
        Some(self.desk.idle(&board, pane, self.board.pane(pane).cursor, self.board.on_trial))
    }

    pub(super) fn confirm(&mut self, context: &mut Context) -> Step {
        // Programs that were stopped, or could not write the journal, go on.
        if !self.desk.asks() {
            return self.run(context);
        }
        let on_board = self.board.focus.filter(|f| Some(*f) != self.linked());
        if on_board.is_none() && self.desk.enters() {
            self.desk.enter();
            self.board.focus = self.linked();
            return Step::Stay;
        }
        let mv = match on_board {
            Some(pane) => {
                let board = self.position.board(self.eye());
                let cursor = self.board.pane(pane).cursor;
                let mv = self.on_board(&board, pane);
                mv.ok_or_else(|| self.desk.idle(&board, pane, cursor, self.board.on_trial))
            }
            None if !self.desk.takes_form() => {
                let words =
                    "this is a form to fill in: change it, or Enter again names it as it is";
                return context.stay(words);
            }
            None => self.desk.submit(),
        };
        match mv {
            Ok(mv) => self.play(mv, context),
            Err(reason) => context.stay(reason),
        }
    }
}
