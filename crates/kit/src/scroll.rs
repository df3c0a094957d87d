//! Long lists: which rows are visible, and how keys move the cursor.

use super::canvas::Canvas;
use super::keys::Action;
use super::text::more;
use super::theme::Role;

/// The number of rows by which an action moves a cursor.
pub fn by<A: Action>(action: A, page: usize) -> isize {
    match action {
        action if action == A::UP || action == A::LEFT => -1,
        action if action == A::DOWN || action == A::RIGHT => 1,
        action if action == A::PAGE_UP => -(page as isize),
        action if action == A::PAGE_DOWN => page as isize,
        action if action == A::FIRST => isize::MIN / 2,
        action if action == A::LAST => isize::MAX / 2,
        _ => 0,
    }
}

/// The index of the cursor after an action, in a list of `total` rows.
pub fn moved<A: Action>(at: usize, action: A, page: usize, total: usize) -> usize {
    at.saturating_add_signed(by(action, page)).min(total.saturating_sub(1))
}

/// The first row in view after an action, of a page of `total` rows of which `rows` are visible.
pub fn scrolled<A: Action>(top: usize, action: A, total: usize, rows: usize) -> usize {
    let last = total.saturating_sub(rows);
    moved(top.min(last), action, rows.saturating_sub(2).max(1), last + 1)
}

/// The scroll state of a list: its cursor and its first visible row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scroll {
    /// The row of the cursor.
    pub at: usize,
    /// The first visible row after the last move. [`Scroll::window`] corrects it while drawing.
    top: usize,
}

/// The visible rows, and the numbers of hidden rows on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The first visible row.
    pub first: usize,
    /// The number of visible rows.
    pub count: usize,
    /// The number of hidden rows above.
    pub above: usize,
    /// The number of hidden rows below.
    pub below: usize,
}

impl Window {
    /// The visible rows around a cursor, without notes on the hidden rows.
    pub fn around(at: usize, total: usize, rows: usize) -> Self {
        let mut scroll = Scroll::at(at);
        scroll.settle(total, rows);
        scroll.plain_window(total, rows)
    }

    /// Writes the numbers of hidden rows above and below the visible rows. Returns the screen row and the list
    /// row of each visible row. The list starts at row `y`, and text starts at column `x`.
    pub fn draw<R: Role>(
        &self,
        canvas: &mut Canvas<'_, R>,
        (x, y): (usize, usize),
        role: R,
    ) -> impl Iterator<Item = (usize, usize)> + use<R> {
        let y = y + usize::from(self.above > 0);
        // Without hidden rows, the note is empty.
        canvas.print(x, y.saturating_sub(1), &more(self.above, 0), role);
        canvas.print(x, y + self.count, &more(0, self.below), role);
        (y..).zip(self.first..self.first + self.count)
    }

    /// The list row at row `y` below the top of the drawn list.
    pub fn hit(&self, y: usize) -> Option<usize> {
        let y = y.checked_sub(usize::from(self.above > 0))?;
        (y < self.count).then_some(self.first + y)
    }
}

impl Scroll {
    /// A scroll state with the cursor on this row.
    pub fn at(row: usize) -> Self {
        Self { at: row, top: row }
    }

    /// Moves the cursor to a row of a list of `total` rows, or to the nearest row that exists.
    pub fn to(&mut self, row: usize, total: usize) {
        self.at = row.min(total.saturating_sub(1));
    }

    /// The visible rows, without notes on the hidden rows.
    pub fn plain_window(&self, total: usize, rows: usize) -> Window {
        let rows = rows.max(1);
        if total <= rows {
            return Window { first: 0, count: total, above: 0, below: 0 };
        }
        let at = self.at.min(total - 1);
        let first = self.top.clamp((at + 1).saturating_sub(rows), at).min(total - rows);
        Window { first, count: rows, above: first, below: total - first - rows }
    }

    /// Makes the row `first` the first visible row.
    pub fn show_from(&mut self, first: usize) {
        self.top = first;
    }

    /// The first visible row after the last call of [`Scroll::settle`].
    pub fn first(&self) -> usize {
        self.top
    }

    /// Remembers the visible rows, so that the next move scrolls as little as possible.
    pub fn settle(&mut self, total: usize, rows: usize) {
        self.top = self.window(total, rows).first;
    }

    /// The visible rows of a list of `total` rows on a screen of `rows` rows. The cursor is always visible. The
    /// notes `↑ 9 more` and `↓ 9 more` take one row each if they are needed. The list scrolls only if it must.
    pub fn window(&self, total: usize, rows: usize) -> Window {
        if total <= rows {
            return Window { first: 0, count: total, above: 0, below: 0 };
        }
        let at = self.at.min(total - 1);
        let mut first = self.top.min(total - 1);
        // Hidden rows need notes, and the notes hide more rows. Two passes are enough to settle both.
        let mut count = rows;
        for _ in 0..3 {
            let above = usize::from(first > 0);
            let below = usize::from(first + rows - above < total);
            count = rows.saturating_sub(above + below).max(1);
            if at < first {
                first = at;
            } else if at >= first + count {
                first = at + 1 - count;
            }
            if first + count > total {
                first = total - count;
            }
            // A note about a single hidden row would take the place of that row.
            if first == 1 {
                first = if at + 1 < rows { 0 } else { 1 };
            }
        }
        Window { first, count, above: first, below: total - first - count }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_short_list_is_all_in_view() {
        let w = Scroll::default().window(5, 5);
        assert_eq!(w, Window { first: 0, count: 5, above: 0, below: 0 });
    }

    #[test]
    fn a_long_list_says_how_much_more_there_is() {
        let w = Scroll::default().window(29, 13);
        assert_eq!(w, Window { first: 0, count: 12, above: 0, below: 17 });
        let w = Scroll::at(28).window(29, 13);
        assert_eq!((w.above, w.count, w.below), (17, 12, 0));
    }

    #[test]
    fn nothing_moves_while_the_cursor_stays_in_view() {
        let mut s = Scroll::default();
        for _ in 0..20 {
            s.to(s.at + 1, 50);
            s.settle(50, 10);
        }
        let first = s.window(50, 10).first;
        s.to(s.at - 1, 50);
        assert_eq!(s.window(50, 10).first, first);
    }

    proptest! {
        #[test]
        fn the_cursor_is_in_view_and_the_notes_fit(total in 1usize..2000, rows in 3usize..60, moves in proptest::collection::vec(-70isize..70, 0..20)) {
            let mut s = Scroll::default();
            for by in moves {
                s.to(s.at.saturating_add_signed(by), total);
                s.settle(total, rows);
                let w = s.window(total, rows);
                prop_assert!(w.first <= s.at && s.at < w.first + w.count, "{s:?} {w:?}");
                prop_assert_eq!(w.above + w.count + w.below, total);
                prop_assert!(w.count + usize::from(w.above > 0) + usize::from(w.below > 0) <= rows, "{:?}", w);
            }
        }
    }
}
