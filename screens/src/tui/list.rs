//! A list with a cursor, on the rows between the heading and the footer.

use ratatui::layout::Rect;

use super::canvas::Canvas;
use super::layout::Anatomy;
use super::scroll::Scroll;
use super::theme::Role;

/// Draws it from column `x` on, with the cursor at one of the texts; `empty` is said if there are none.
pub fn list(canvas: &mut Canvas<'_>, x: usize, texts: &[(String, Role)], at: usize, empty: &str) {
    let a = Anatomy::of(canvas.area(), false);
    let height = a.footer.y.saturating_sub(a.board.y + 1);
    let width = canvas.area().width;
    let mut list = canvas.part(Rect { width, height, ..a.board });
    if texts.is_empty() {
        list.say(x + 3, 0, empty, Role::Text);
    }
    let mut scroll = Scroll::at(at);
    scroll.settle(texts.len(), list.height());
    let window = scroll.plain_window(texts.len(), list.height());
    for (y, i) in (window.first..window.first + window.count).enumerate() {
        let here = i == at;
        list.say(x, y, if here { "▸" } else { " " }, Role::Chosen);
        let (text, role) = &texts[i];
        list.say(x + 2, y, text, if here { Role::Cursor } else { *role });
    }
}
