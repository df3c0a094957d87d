//! Starts new variations from the move that is shown, and opens other variations.

use super::ReviewScreen;
use crate::tui::prelude::*;
use crate::tui::screen::library;
use crate::tui::screen::table::TableScreen;

impl ReviewScreen {
    /// Opens the lab for this debate.
    pub(super) fn try_many(&mut self, context: &mut Context) -> Transition {
        library::lab_of(&self.sitting, context)
    }

    /// The move that a new variation replaces. This is the first of these moves that exists: the move that is shown, if
    /// a player made it; the next move, if a player made it; the player's last move before; the player's first move
    /// after. `None` at the end of a debate, unless a player made its last move.
    pub(super) fn retried(&self) -> Option<usize> {
        let mine = |i: &usize| self.judged.moves.get(*i).is_some_and(|own| own.is_mine);
        let last = self.judged.moves.len().saturating_sub(1);
        if self.at >= last && self.judged.outcome.is_some() && !mine(&self.at) {
            return None;
        }
        [self.at, self.at + 1]
            .into_iter()
            .find(mine)
            .or_else(|| (1..self.at).rev().find(mine))
            .or_else(|| (self.at..=last).find(mine))
            .or_else(|| (!self.judged.people.is_empty()).then_some(self.at + 1))
    }

    /// The move of [`Self::retried`], if a variation may replace it.
    pub(super) fn may_be_retried(&self) -> Option<usize> {
        let from = |mine: usize| self.judged.moves[mine.saturating_sub(1)].made.node;
        self.retried().filter(|&mine| self.sitting.may_go_back_to(from(mine)).is_ok())
    }

    /// Starts a variation that replaces the move of [`Self::retried`].
    pub(super) fn retry(&mut self, context: &mut Context) -> Transition {
        let mine = self.retried();
        if self.judged.people.is_empty() {
            return context.stay("programs play all seats; to play, take a seat in the library");
        }
        let Some(mine) = mine else {
            return context.stay("the debate is over here: go back to a move to start a variation");
        };
        let from = self.judged.moves[mine.saturating_sub(1)].made.node;
        let sitting = &mut self.sitting;
        if sitting.journal().is_none() {
            crate::tui::screen::keep_journal(context, sitting);
        }
        let over = sitting.outcome().is_some();
        let gone = sitting.may_go_back_to(from).and_then(|()| sitting.go_to(from));
        let noted = gone.and_then(|()| match over {
            true => sitting.note(|attempt| attempt.retries += 1),
            false => Ok(()),
        });
        match noted {
            Ok(()) => Transition::becoming(|review: Self| {
                TableScreen::new(review.sitting, review.options)
            }),
            Err(reason) => context.stay(reason),
        }
    }

    /// Opens the list of variations.
    pub(super) fn list_lines(&mut self) {
        self.playing = None;
        let (leaves, here) = (self.sitting.lines(), self.sitting.here());
        let at = leaves.iter().position(|&leaf| leaf == here).unwrap_or(0);
        self.lines = (!leaves.is_empty()).then_some((leaves, at));
    }

    pub(super) fn choose_line(&mut self, action: Action, _: &mut Context) {
        if let Some((leaves, at)) = &mut self.lines {
            *at = moved(*at, action, 1, leaves.len());
        }
    }

    pub(super) fn open_line(&mut self, context: &mut Context) {
        let Some((leaves, at)) = self.lines.take() else { return };
        match self.sitting.go_to(leaves[at]) {
            Ok(()) => {
                self.at = usize::MAX;
                self.take_in(context);
            }
            Err(reason) => context.notify(reason),
        }
    }
}
