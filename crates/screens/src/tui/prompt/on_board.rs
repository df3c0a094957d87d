//! What the desk has to do with the board: which cell is meant, read or picked.

use super::PromptState;
use crate::machine::Ordinal;
use crate::rules::{Move, Verb};
use crate::text::board::Pane;
use crate::text::{Board, StripCells};

impl PromptState {
    /// The answer being filled in, if a pane of the board can be its input.
    pub fn input(&self) -> Option<Verb> {
        Some(self.current()?.input()?.0)
    }

    /// The cursor of the linked pane went to this item.
    pub fn follow(&mut self, item: usize) {
        if let Some(answer) = self.current_mut() {
            answer.follow(item);
        }
    }

    /// Where the cursor of the linked pane belongs, after something was typed.
    pub fn item(&self) -> Option<usize> {
        self.current()?.input()?.1
    }

    /// The move of the cell under the cursor, where it can be read.
    pub fn reading(&self, board: &Board<'_>, pane: usize, item: usize) -> Option<Move> {
        self.cell_read(board, pane, item).filter(|mv| self.prompt.admit(mv).is_ok())
    }

    /// Where the cursor of a pane starts that is read from: the cell in question, one that it reads,
    /// another that is marked, the one under the cursor, or one of the first, whichever can be read.
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

    /// Why nothing is done with the item under the cursor of a pane of the board; `trial`: the arrows
    /// lead through the cells on trial alone.
    pub fn idle(&self, board: &Board<'_>, pane: usize, item: usize, trial: bool) -> String {
        match self.cell_read(board, pane, item).map(|mv| self.prompt.admit(&mv).err()) {
            Some(Some(why)) => {
                format!("{why}{}", self.instead(board, pane, trial))
            }
            _ if self.prompt.offer(Verb::Read).is_some() => {
                format!("nothing to read here{}", self.instead(board, pane, trial))
            }
            _ => "nothing to do here: the question is below".into(),
        }
    }

    /// Where something else can be read, as words that follow others.
    fn instead(&self, board: &Board<'_>, here: usize, trial: bool) -> &'static str {
        let unread = |at: usize| match &board.panes[at] {
            Pane::Strip(strip) => {
                let read = |item: usize| self.reading(board, at, item).is_some();
                match strip.on_trial() {
                    places if trial && !places.is_empty() => places.into_iter().any(read),
                    _ => (0..strip.len.min(256)).any(read),
                }
            }
            _ => false,
        };
        if unread(here) {
            "; the arrows lead to unread bits"
        } else if (0..board.panes.len()).any(unread) {
            "; another part of the board has unread bits"
        } else {
            ""
        }
    }

    /// Whether the items of a pane are steps, so that its cursor says which step is meant.
    pub fn counts_steps(board: &Board<'_>, pane: usize) -> bool {
        match board.panes.get(pane) {
            Some(Pane::Strip(strip)) => {
                matches!(strip.cells, StripCells::Steps | StripCells::Turns)
            }
            Some(Pane::Table(table)) => table.answers.contains(&Verb::Point),
            _ => false,
        }
    }

    /// The move that picks the claim under the cursor, where it is one of those asked for.
    pub fn picking(&self, board: &Board<'_>, pane: usize, node: usize) -> Option<Move> {
        let Pane::Tree(tree) = board.panes.get(pane)? else { return None };
        self.prompt.offer(Verb::Pick)?;
        let place = tree.choices.iter().position(|&choice| choice == node)?;
        Some(Move::Pick(Ordinal::at(place)))
    }
}
