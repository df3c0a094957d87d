//! The link between a prompt and the board: the cells that the player chooses, reads or picks
//! there.

use super::PromptState;
use crate::machine::Ordinal;
use crate::rules::{Move, Verb};
use crate::text::board::Pane;
use crate::text::{Board, StripCells};

impl PromptState {
    /// The verb of the open answer, if the player can fill it in on the board.
    pub fn input(&self) -> Option<Verb> {
        Some(self.current()?.input()?.0)
    }

    /// Fills in an item after the cursor of the linked pane moved to it.
    pub fn follow(&mut self, item: usize) {
        if let Some(answer) = self.current_mut() {
            answer.follow(item);
        }
    }

    /// The item to which the cursor of the linked pane must move after the player typed something.
    pub fn item(&self) -> Option<usize> {
        self.current()?.input()?.1
    }

    /// The move that reads the cell under the cursor. `None` if the cell cannot be read.
    pub fn reading(&self, board: &Board<'_>, pane: usize, item: usize) -> Option<Move> {
        self.cell_read(board, pane, item).filter(|mv| self.prompt.admit(mv).is_ok())
    }

    /// The first readable cell to which the cursor of a pane can go. Searched in this order: the disputed cell, its
    /// inputs, marked cells, the cell under the cursor, and the first 64 cells.
    pub fn to_read(&self, board: &Board<'_>, pane: usize, cursor: usize) -> Option<usize> {
        self.prompt.offer(Verb::Read)?;
        let Pane::Strip(strip) = board.panes.get(pane)? else { return None };
        let reads = |at: usize| (strip.detail)(at).relevant;
        let asked = strip.focus.into_iter().flat_map(|at| [at].into_iter().chain(reads(at)));
        asked
            .chain(strip.marked.iter().copied())
            .chain([cursor])
            .chain((0..strip.len).take(64))
            .find(|&item| self.reading(board, pane, item).is_some())
    }

    fn cell_read(&self, board: &Board<'_>, pane: usize, item: usize) -> Option<Move> {
        self.prompt.offer(Verb::Read)?;
        let Pane::Strip(strip) = board.panes.get(pane)? else { return None };
        strip.cells.cell(item).map(Move::Read)
    }

    /// The reason why Space does nothing at the item under the cursor of a pane.
    pub fn idle(&self, board: &Board<'_>, pane: usize, item: usize) -> String {
        match self.cell_read(board, pane, item).map(|mv| self.prompt.admit(&mv).err()) {
            Some(Some(why)) => {
                format!("{why}{}", self.instead(board, pane))
            }
            _ if self.prompt.offer(Verb::Read).is_some() => {
                format!("nothing to read here{}", self.instead(board, pane))
            }
            _ => "you cannot read bits now".into(),
        }
    }

    /// A hint about other readable cells, as the end of a sentence. Empty if there are none.
    fn instead(&self, board: &Board<'_>, here: usize) -> &'static str {
        let unread = |at: usize| match &board.panes[at] {
            Pane::Strip(strip) => {
                let read = |item: usize| self.reading(board, at, item).is_some();
                (0..strip.len.min(256)).any(read)
            }
            _ => false,
        };
        if unread(here) {
            "; the arrows lead to unread bits"
        } else if (0..board.panes.len()).any(unread) {
            "; other bits of the board are unread"
        } else {
            ""
        }
    }

    /// Returns `true` if the items of a pane are steps. The pane's cursor can then choose a step.
    pub fn counts_steps(board: &Board<'_>, pane: usize) -> bool {
        match board.panes.get(pane) {
            Some(Pane::Strip(strip)) => {
                matches!(strip.cells, StripCells::Steps | StripCells::Turns)
            }
            Some(Pane::Table(table)) => table.answers.contains(&Verb::Point),
            _ => false,
        }
    }

    /// The move that picks the claim under the cursor. `None` if the prompt does not offer this
    /// claim.
    pub fn picking(&self, board: &Board<'_>, pane: usize, node: usize) -> Option<Move> {
        let Pane::Tree(tree) = board.panes.get(pane)? else { return None };
        self.prompt.offer(Verb::Pick)?;
        let place = tree.choices.iter().position(|&choice| choice == node)?;
        Some(Move::Pick(Ordinal::at(place)))
    }
}
