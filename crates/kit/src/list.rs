//! A list with a cursor, between the heading and the footer.

use ratatui::layout::{Position, Rect};

use super::canvas::Canvas;
use super::layout::ScreenLayout;
use super::scroll::{Scroll, Window};
use super::theme::Role;

/// Draws a list from column `x` on, with the cursor at index `at`. Shows `empty` if the list is empty.
pub fn list<R: Role>(
    canvas: &mut Canvas<'_, R>,
    x: usize,
    texts: &[(String, R)],
    at: usize,
    empty: &str,
) {
    let area = rows_of(canvas.area());
    let mut list = canvas.part(area);
    if texts.is_empty() {
        list.print(x + 3, 0, empty, R::TEXT);
    }
    for (y, i) in window(area, texts.len(), at).draw(&mut list, (x + 2, 0), R::TEXT) {
        let here = i == at;
        list.print(x, y, if here { "▸" } else { " " }, R::CHOSEN);
        let (text, role) = &texts[i];
        list.print(x + 2, y, text, if here { R::CURSOR } else { *role });
    }
}

/// The index of the list item at a position. `None` if there is none. `at` is the index of the cursor.
pub fn clicked(area: Rect, texts: usize, at: usize, place: Position) -> Option<usize> {
    let rows = rows_of(area);
    let row = usize::from(place.y.checked_sub(rows.y)?);
    window(rows, texts, at).hit(row).filter(|_| rows.contains(place))
}

fn window(rows: Rect, texts: usize, at: usize) -> Window {
    Scroll::at(at).window(texts, rows.height.into())
}

fn rows_of(area: Rect) -> Rect {
    let a = ScreenLayout::new(area, false);
    let height = a.footer.y.saturating_sub(a.board.y + 1);
    Rect { width: area.width, height, ..a.board }
}
