//! What the seat at the table sees, and the board's state worked on with the board at hand.

use ratatui::layout::Rect;

use super::TableScreen;
use crate::show::Board;
use crate::show::board::{Mark, Pane, Value};
use crate::tui::board::BoardState;
use crate::tui::prompt::Desk;
use crate::tui::screen::Context;

impl TableScreen {
    pub(super) fn area(&self, context: &Context) -> Rect {
        self.parts(context.size).0
    }

    /// The board as this seat sees it, with the bits that are being written on it.
    pub(super) fn view(&self) -> Board<'_> {
        let mut board = self.position.board(self.eye());
        let Some(draft) = self.desk.as_ref().and_then(Desk::draft) else { return board };
        let linked = self.desk.as_ref().and_then(|d| d.linked(&board));
        if let Some(Pane::Strip(strip)) = linked.and_then(|i| board.panes.get_mut(i)) {
            let below = std::mem::replace(&mut strip.mark, Box::new(|_| Mark::default()));
            strip.mark = Box::new(move |at| {
                let mark = below(at);
                match (draft.get(at), &mark.value) {
                    (Some(bit), _) => Mark { value: Value::Is(u8::from(bit).to_string()), ..mark },
                    (None, _) => Mark { value: Value::Blank, ..mark },
                }
            });
        }
        board
    }

    pub(super) fn linked(&self) -> Option<usize> {
        self.desk.as_ref().and_then(|d| d.linked(&self.position.board(self.eye())))
    }

    /// Works on the board's state with the board at hand.
    pub(super) fn with_board<T>(
        &mut self,
        work: impl FnOnce(&mut BoardState, &Board<'_>, Option<&Desk>) -> T,
    ) -> T {
        let mut state = std::mem::take(&mut self.board);
        let result = work(&mut state, &self.view(), self.desk.as_ref());
        self.board = state;
        result
    }
}
