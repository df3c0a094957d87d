//! What the keys do while nothing is typed.

use super::Review;
use super::notes::lines_of;
use super::state::ReviewPart;
use crate::tui::prelude::*;
use crate::tui::screen::file_name;
use crate::tui::screen::typing::TypedFor;

impl Review {
    /// To another move; or a page of the side panel, where there is more of it.
    pub(super) fn travel(&mut self, action: Action, context: &mut Context) {
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

    /// Lists the lines of play.
    pub(super) fn list_lines(&mut self) {
        self.playing = None;
        let (leaves, here) = (lines_of(&self.sitting), self.sitting.here());
        let at = leaves.iter().position(|&leaf| leaf == here).unwrap_or(0);
        self.lines = (!leaves.is_empty()).then_some((leaves, at));
    }

    pub(super) fn choose_line(&mut self, action: Action, _: &mut Context) {
        if let Some((leaves, at)) = &mut self.lines {
            *at = moved(*at, action, 1, leaves.len());
        }
    }

    pub(super) fn begin_export(&mut self) {
        let name = file_name(&self.sitting.scenario.title).replace(".yaml", ".html");
        self.typing = Some(TypedFor::Export.with(Field::new(name)));
    }

    /// Asks for a file; whoever gets it may want to know whose it is, so for a name before it.
    pub(super) fn ask_to_save(&mut self, context: &mut Context) {
        match context.player.is_none() && self.sitting.is_archived() {
            true => self.typing = Some(TypedFor::Name.with(Field::default())),
            false => self.begin_save(),
        }
    }

    /// Back to the ending that came before it, or out of the debate.
    pub(super) fn back(&mut self, context: &mut Context) -> Step {
        match self.shown {
            ReviewPart::AfterEnding => self.back_to_ending(context),
            _ => self.leave(),
        }
    }
}
