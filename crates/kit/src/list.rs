//! A list with a cursor. If rows are out of view, a bar shows where the visible ones are.

use ratatui::layout::{Position, Rect};
use ratatui::text::Line;
use ratatui::widgets::{HighlightSpacing, List, ListState, StatefulWidget};

use super::canvas::Canvas;
use super::card::bar;
use super::scroll::{Scroll, Window};
use super::text::fit;
use super::theme::Role;

/// The sign before the row of the cursor.
const SIGN: &str = "▸ ";

/// Draws a list of `total` rows. The row of the cursor has the style of the role `cursor`; if that is `None`, no row
/// is marked. `row` makes the text of a row, and only of visible rows. The last column is for the bar: in a card,
/// [`Card::list_area`](super::card::Card::list_area) puts it on the frame.
pub fn draw<'t, R: Role>(
    canvas: &mut Canvas<'_, R>,
    area: Rect,
    (total, scroll): (usize, Scroll),
    cursor: Option<R>,
    row: impl FnMut(usize) -> Line<'t>,
) {
    let area = area.intersection(canvas.area());
    let window = window(area, (total, scroll));
    bar(canvas, area, total, window.first);
    let rows = Rect { width: area.width.saturating_sub(1), ..area };
    let columns = usize::from(rows.width).saturating_sub(2);
    let visible = window.first..window.first + window.count;
    let list = List::new(visible.map(row).map(|line| fit(line, columns)))
        .highlight_symbol(SIGN)
        .highlight_spacing(HighlightSpacing::Always)
        .highlight_style(cursor.map(|role| canvas.style(role)).unwrap_or_default());
    let at = scroll.at.checked_sub(window.first).filter(|_| total > 0 && cursor.is_some());
    StatefulWidget::render(
        list,
        rows,
        canvas.buffer(),
        &mut ListState::default().with_selected(at),
    );
}

/// The index of the row at a position. `None` if there is none.
pub fn hit(area: Rect, list: (usize, Scroll), place: Position) -> Option<usize> {
    let row = usize::from(place.y.checked_sub(area.y)?);
    let window = window(area, list);
    (row < window.count && area.contains(place)).then_some(window.first + row)
}

fn window(area: Rect, (total, scroll): (usize, Scroll)) -> Window {
    scroll.plain_window(total, area.height.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::sample::Role;
    use crate::text::rows;
    use crate::theme::Theme;
    use ratatui::buffer::Buffer;

    #[test]
    fn the_cursor_is_in_view_and_a_click_finds_its_row() {
        let area = Rect::new(0, 0, 10, 3);
        let mut buffer = Buffer::empty(area);
        let theme = Theme::<Role>::default();
        let list = (9, Scroll::at(4));
        let row = |at: usize| Line::from(format!("{} is a row", b"abcdefghi"[at] as char));
        draw(&mut Canvas::new(&mut buffer, area, &theme), area, list, Some(Role::Cursor), row);
        let drawn: Vec<String> = rows(&buffer).collect();
        let at = drawn.iter().position(|row| row.starts_with("▸ e is a…")).expect("the cursor");
        assert!(
            drawn.iter().all(|row| row.contains('…')) && drawn.concat().contains('█'),
            "{drawn:?}"
        );
        assert_eq!(hit(area, list, Position::new(2, at as u16)), Some(4));
        assert_eq!(hit(area, list, Position::new(2, 3)), None);
        assert_eq!(hit(area, (0, Scroll::default()), Position::new(2, 0)), None);
    }
}
