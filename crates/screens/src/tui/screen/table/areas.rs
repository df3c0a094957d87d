//! The layout of the table. At 80×24, the board has 56 columns, and the cards beside it have 24 columns.

use super::rule;
use crate::tui::prelude::*;
use elenchus_kit::card::Card;

/// The smallest number of rows of the board, including its frame.
const LEAST_BOARD: u16 = 9;

/// The smallest number of rows of the card of moves.
const LEAST_MOVES: u16 = 7;

/// The fewest columns of a board, and the fewest rows of a screen, with room for pictures.
const LARGE: (u16, u16) = (78, 38);

/// The rows that each part needs.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::tui::screen) struct Needs {
    /// Rows of the claim.
    pub claim: u16,
    /// The rows of the hint above the answer.
    pub aside: u16,
    /// The rows of the answer, without its frame.
    pub answer: u16,
    /// The rows of the rule, without its frame.
    pub rule: u16,
    /// The rows of the cost, without its frame.
    pub cost: u16,
    /// `true` if the evaluation is shown.
    pub evaluation: bool,
}

/// The areas of the parts, including their frames.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::tui::screen) struct Areas {
    pub title: Rect,
    pub claim: Rect,
    pub board: Rect,
    /// The rows of the board, in the whole width of the screen.
    pub body: Rect,
    pub rule: Rect,
    pub evaluation: Rect,
    pub cost: Rect,
    pub moves: Rect,
    pub aside: Rect,
    pub answer: Rect,
}

impl Areas {
    /// Divides a screen.
    pub(in crate::tui::screen) fn new(size: Rect, needs: Needs) -> Self {
        let aside = needs.aside.min(if size.height < 30 { 3 } else { 8 });
        let most = Self::most_answer(size, needs.claim + aside);
        let rows = [
            Constraint::Length(1),
            Constraint::Length(needs.claim),
            Constraint::Fill(1),
            Constraint::Length(aside),
            Constraint::Length(needs.answer.clamp(1, most) + 2),
            Constraint::Length(1),
        ];
        let [title, claim, body, aside, answer, _] = Layout::vertical(rows).areas(size);
        let side = 24 + (size.width.saturating_sub(80) / 5).min(20);
        let [board, side] =
            Layout::horizontal([Constraint::Fill(1), Constraint::Length(side)]).areas(body);
        let evaluation = if needs.evaluation && body.height >= 13 { 3 } else { 0 };
        let cost = (needs.cost + 2).min(body.height / 2);
        let rule = (needs.rule + 2).min(body.height.saturating_sub(cost + evaluation));
        // The remaining rows go to the card of moves. If they are too few for a card, the rule gets them.
        let left = body.height.saturating_sub(rule + cost + evaluation);
        let (rule, moves) = if left < LEAST_MOVES { (rule + left, 0) } else { (rule, left) };
        let rows = [rule, evaluation, cost, moves].map(Constraint::Length);
        let [rule, evaluation, cost, moves] = Layout::vertical(rows).areas(side);
        Self { title, claim, board, body, rule, evaluation, cost, moves, aside, answer }
    }

    /// Divides a screen, with as many of these sentences of the rule as fit. Returns also their lines, and `true`
    /// if more sentences follow.
    pub(super) fn beside_rule(
        size: Rect,
        needs: Needs,
        sentences: &[String],
    ) -> (Self, (Vec<String>, bool)) {
        let first = Self::new(size, needs);
        let others = first.cost.height + first.evaluation.height + 2;
        let rows = first.body.height.saturating_sub(others);
        let columns = first.rule.width.saturating_sub(4);
        let rule = rule::fitting(sentences, columns.into(), rows.into());
        (Self::new(size, Needs { rule: rule.0.len() as u16, ..needs }), rule)
    }

    /// The area of the board inside its card. Its last row is the lower line of the frame, for the legend.
    pub(super) fn inside_board(&self) -> Rect {
        let inner = Card::inner(self.board);
        Rect { height: inner.height + 1, ..inner }.intersection(self.board)
    }

    /// Returns `true` if a board on a screen of this size has room for pictures, however long the answer is.
    pub(super) fn is_large(size: Rect) -> bool {
        let board = Self::new(size, Needs::default()).board;
        board.width >= LARGE.0 && size.height >= LARGE.1
    }

    /// The largest number of rows that the answer can have, without its frame. `others` is the rows of claim and hint.
    pub(in crate::tui::screen) fn most_answer(size: Rect, others: u16) -> u16 {
        let rows = size.height.saturating_sub(2 + others);
        let board = LEAST_BOARD.max(rows * 9 / 20);
        rows.saturating_sub(board + 2).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn at_80_columns_the_board_has_56_and_the_answer_leaves_it_nine_rows() {
        let needs = Needs { claim: 1, answer: 30, rule: 5, cost: 2, ..Needs::default() };
        let a = Areas::new(Rect::new(0, 0, 80, 24), needs);
        assert_eq!((a.board.width, a.rule.width, a.board.height), (56, 24, 9));
        assert_eq!((a.answer.bottom(), a.moves.height), (23, 0));
        let a = Areas::new(Rect::new(0, 0, 150, 45), Needs { answer: 5, ..needs });
        assert!(a.moves.height > 10 && a.board.height > 30, "{a:?}");
    }

    proptest! {
        #[test]
        fn parts_stay_on_the_screen(w in 0u16..320, h in 0u16..120, answer in 0u16..40, aside in 0u16..9) {
            let size = Rect::new(0, 0, w, h);
            let needs = Needs { claim: 2, answer, aside, rule: 9, cost: 3, evaluation: true };
            let a = Areas::new(size, needs);
            for part in [a.title, a.claim, a.board, a.rule, a.evaluation, a.cost, a.moves, a.aside, a.answer] {
                prop_assert_eq!(part.intersection(size).area(), part.area());
            }
        }
    }
}
