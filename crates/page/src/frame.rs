//! Frames for a page: the changed rows, in runs of cells with the same style.

use std::collections::HashMap;

use ratatui::buffer::Buffer;
use ratatui::style::Modifier;
use serde::Serialize;

use crate::tui::svg::{CellStyle, SvgPage, runs};
use crate::tui::text::width;

/// A row of the screen: its number and its runs. A run has its text, the number of its style, and its number of
/// columns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DrawnRow(pub u16, pub Vec<(String, usize, u16)>);

/// The style of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RunStyle {
    /// The colour of the letters.
    pub ink: String,
    /// The colour of the background.
    pub paper: String,
    /// Bold.
    pub bold: bool,
    /// Dim.
    pub dim: bool,
    /// Italic.
    pub italic: bool,
    /// Underlined.
    pub underlined: bool,
}

/// The picture that the page shows now.
#[derive(Debug, Default)]
pub struct PageFrame {
    buffer: Buffer,
    styles: HashMap<CellStyle, usize>,
}

impl PageFrame {
    /// Forgets the picture, so that the next frame is complete.
    pub fn clear(&mut self) {
        self.buffer = Buffer::default();
    }

    /// Returns the rows that differ from the picture, and the styles that the page does not know yet.
    pub fn next(&mut self, frame: Buffer) -> (Vec<DrawnRow>, Vec<RunStyle>) {
        let columns = usize::from(frame.area.width).max(1);
        let same_size = self.buffer.area == frame.area;
        let mut new = Vec::new();
        let mut rows = Vec::new();
        for y in 0..frame.area.height {
            let row = usize::from(y) * columns..(usize::from(y) + 1) * columns;
            if same_size && self.buffer.content[row.clone()] == frame.content[row] {
                continue;
            }
            let parts = runs(&frame, y, SvgPage::DARK).map(|run| {
                let next = self.styles.len();
                let style = *self.styles.entry(run.look).or_insert_with_key(|look| {
                    new.push(styled(look));
                    next
                });
                debug_assert!(width(&run.text) <= usize::from(run.columns));
                (run.text, style, run.columns)
            });
            rows.push(DrawnRow(y, parts.collect()));
        }
        self.buffer = frame;
        (rows, new)
    }
}

fn styled(look: &CellStyle) -> RunStyle {
    let CellStyle { ink, paper, marks } = look.clone();
    let [bold, dim, italic, underlined] =
        [Modifier::BOLD, Modifier::DIM, Modifier::ITALIC, Modifier::UNDERLINED]
            .map(|mark| marks.contains(mark));
    RunStyle { ink, paper, bold, dim, italic, underlined }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    #[test]
    fn rows_that_changed_are_sent_and_styles_once() {
        let mut drawn = PageFrame::default();
        let mut frame = Buffer::empty(Rect::new(0, 0, 12, 3));
        frame.set_string(0, 1, "a 契約 b", Style::new().add_modifier(Modifier::BOLD));
        let (rows, styles) = drawn.next(frame.clone());
        assert_eq!((rows.len(), styles.len()), (3, 2));
        let row: Vec<_> = rows[1].1.iter().map(|(text, _, columns)| (&**text, *columns)).collect();
        assert_eq!(row, [("a ", 2), ("契", 2), ("約", 2), (" b", 2), ("    ", 4)]);
        assert!(styles.iter().any(|style| style.bold));
        assert_eq!(drawn.next(frame.clone()), (Vec::new(), Vec::new()));
        frame.set_string(0, 2, "x", Style::new());
        let (rows, styles) = drawn.next(frame.clone());
        assert_eq!((rows.len(), rows[0].0, styles.len()), (1, 2, 0));
        drawn.clear();
        assert_eq!(drawn.next(frame).0.len(), 3);
    }
}
