//! The rows of every screen: the title, the subject, the body and the keys.

use ratatui::layout::Rect;

use super::canvas::Canvas;
use super::text::{clean, width};
use super::theme::Role;

/// The smallest size of a screen in columns and rows.
pub const LEAST: (u16, u16) = (80, 24);

/// The largest size of a screen in columns and rows. A terminal may report any size, and a screen of 65,535 by 65,535
/// characters does not fit into the memory.
pub const LARGEST: (u16, u16) = (640, 200);

/// The least number of blanks between the left and the right words of a title. With fewer, they would read as
/// one phrase.
const APART: usize = 3;

/// Limits the size of a terminal to the largest size that is drawn.
pub fn bounded((columns, rows): (u16, u16)) -> (u16, u16) {
    (columns.min(LARGEST.0), rows.min(LARGEST.1))
}

/// The rows between the subject and the keys.
pub fn body(size: Rect) -> Rect {
    Rect { y: size.y + 2, height: size.height.saturating_sub(3), ..size }.intersection(size)
}

/// The last row. It shows the keys.
pub fn footer(size: Rect) -> Rect {
    Rect { y: size.bottom().saturating_sub(1), height: 1, ..size }.intersection(size)
}

/// Draws the title bar on the first row, with words on the left and on the right. If there is too little room,
/// the left words are cut.
pub fn title_bar<R: Role>(canvas: &mut Canvas<'_, R>, left: &str, right: &str) {
    let style = canvas.style(R::TITLE);
    canvas.tint_row(0, style);
    let row = Rect {
        x: canvas.area().x + 1,
        width: canvas.area().width.saturating_sub(2),
        ..canvas.area()
    };
    let room = row.width.saturating_sub((width(&clean(right)) + APART) as u16);
    let (left, right) = (canvas.line(left, R::TITLE), canvas.line(right, R::TITLE));
    canvas.lines(Rect { width: room, ..row }, [left]);
    canvas.lines(row, [right.right_aligned()]);
}

/// Draws the first two rows of a screen: the title, words on the right, and the subject.
pub fn header<R: Role>(canvas: &mut Canvas<'_, R>, [title, right]: [&str; 2], subject: &str) {
    title_bar(canvas, title, right);
    let area = canvas.area();
    let row = Rect { x: area.x + 1, y: area.y + 1, width: area.width.saturating_sub(2), height: 1 };
    let subject = canvas.line(subject, R::TEXT);
    canvas.lines(row, [subject]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::sample::Role;
    use crate::text::rows;
    use crate::theme::Theme;
    use proptest::prelude::*;
    use ratatui::buffer::Buffer;

    fn drawn(columns: u16, words: [&str; 2]) -> String {
        let area = Rect::new(0, 0, columns, 2);
        let mut buffer = Buffer::empty(area);
        header(&mut Canvas::new(&mut buffer, area, &Theme::<Role>::default()), words, "a claim");
        rows(&buffer).map(|row| format!("{row}\n")).collect()
    }

    #[test]
    fn the_title_is_cut_before_the_words_on_the_right() {
        assert_eq!(
            drawn(24, ["a list", "item 3"]),
            " a list          item 3 \n a claim                \n"
        );
        assert_eq!(
            drawn(24, ["a very long list", "item 3"]).lines().next(),
            Some(" a very long…    item 3 ")
        );
    }

    proptest! {
        #[test]
        fn parts_stay_on_the_screen_at_any_size(w in 0u16..320, h in 0u16..120) {
            let size = Rect::new(0, 0, w, h);
            for part in [body(size), footer(size)] {
                prop_assert_eq!(part.intersection(size).area(), part.area());
            }
            let mut buffer = Buffer::empty(size);
            header(&mut Canvas::new(&mut buffer, size, &Theme::<Role>::default()), ["left", "right"], "about");
        }
    }
}
