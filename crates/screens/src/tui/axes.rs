//! The axes of a plot: lines, labels at their numbers, and what the plot draws between them.

use ratatui::symbols::Marker;
use ratatui::widgets::{Axis, Block, Borders, Chart, Dataset, GraphType, Widget};

use super::board::ColumnScale;
use super::drawing::*;

/// Two axes. Each label has its number.
#[derive(Clone, Debug, Default)]
pub struct Axes {
    /// The numbers at the left and at the right end.
    pub across: [f64; 2],
    /// The numbers at the lower and at the upper end.
    pub up: [f64; 2],
    /// The labels below the plot.
    pub below: Vec<(f64, String)>,
    /// The labels at the left of the plot.
    pub left: Vec<(f64, String)>,
    /// The name of the horizontal axis. If it is empty, it takes no row.
    pub name: String,
    /// A number that is marked on the horizontal axis.
    pub pointer: Option<f64>,
}

/// Points of a plot, or lines through them.
#[derive(Clone, Debug)]
pub struct PlotMarks {
    /// The points.
    pub points: Vec<(f64, f64)>,
    /// The sign of a point, or of a piece of the line.
    pub sign: Marker,
    /// `true` if a line joins each point and the next.
    pub is_line: bool,
    /// The colour.
    pub role: Role,
}

/// The cell of a number on an axis with this many cells.
fn cell(value: f64, [from, to]: [f64; 2], cells: u16) -> u16 {
    let part = if to == from { 0.0 } else { ((value - from) / (to - from)).clamp(0.0, 1.0) };
    (part * f64::from(cells.saturating_sub(1))).round() as u16
}

impl Axes {
    /// The area of the plot in an area, without the axes and their labels.
    pub fn inside(&self, area: Rect) -> Rect {
        self.areas(area).0
    }

    /// The areas of the plot, of its labels at the left and below, and of the name of the horizontal axis.
    fn areas(&self, area: Rect) -> (Rect, [Rect; 3]) {
        let labels = self.left.iter().map(|(_, label)| width(label)).max().unwrap_or(0) as u16;
        let columns = [Constraint::Length(labels + 1), Constraint::Length(1), Constraint::Fill(1)];
        let name = u16::from(!self.name.is_empty());
        // The axis, its labels and its name are below the plot.
        let rows = [
            Constraint::Fill(1),
            Constraint::Length(1),
            Constraint::Length(1),
            Constraint::Length(name),
        ];
        let [left, _, body] = Layout::horizontal(columns).areas(area);
        let [plot, _, below, name] = Layout::vertical(rows).areas(body);
        let left = Rect { height: plot.height, width: left.width.saturating_sub(1), ..left };
        // A label at an end may stand over the end.
        let below = Rect { x: area.x, width: area.width, ..below };
        (plot, [left, below, name])
    }

    /// Moves a point to the cell through which a line of dots runs there. Such a line has two dots in each column and
    /// four in each row, so its cell can differ from the nearest one.
    pub fn on_line(&self, area: Rect, (x, y): (f64, f64)) -> (f64, f64) {
        let plot = self.inside(area);
        let moved = |value: f64, [from, to]: [f64; 2], cells: u16, dots: u16| {
            let at = cell(value, [from, to], cells * dots) / dots;
            from + (to - from) * f64::from(at) / f64::from(cells.saturating_sub(1).max(1))
        };
        let [low, high] = self.up;
        // Rows are counted from the top.
        (moved(x, self.across, plot.width, 2), moved(y, [high, low], plot.height, 4))
    }

    /// Draws the axes and the marks, the first ones behind the others.
    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, marks: &[PlotMarks]) {
        let (plot, [left, below, name]) = self.areas(area);
        if plot.width < 3 || plot.height < 2 {
            return;
        }
        let theme = canvas.theme;
        let dim = theme.style(Role::Dim);
        let frame = Rect { x: plot.x - 1, width: plot.width + 1, height: plot.height + 1, ..plot };
        let lines = Block::new().borders(Borders::LEFT | Borders::BOTTOM).border_style(dim);
        lines.render(frame, canvas.buffer());
        for (value, label) in &self.left {
            let y = left.bottom() - 1 - cell(*value, self.up, left.height);
            let line = theme.line(label, Role::Dim).right_aligned();
            canvas.lines(Rect { y, height: 1, ..left }, [line]);
        }
        let mut free = below.x;
        for (value, label) in &self.below {
            let wide = width(label) as u16;
            let x = plot.x + cell(*value, self.across, plot.width);
            let x = x.saturating_sub(wide / 2).min(below.right().saturating_sub(wide));
            if x >= free {
                canvas.lines(Rect { x, width: wide, ..below }, [theme.line(label, Role::Dim)]);
                free = x + wide + 1;
            }
        }
        canvas.lines(name, [theme.line(&self.name, Role::Dim).right_aligned()]);
        let sets = marks.iter().map(|marks| {
            let graph = if marks.is_line { GraphType::Line } else { GraphType::Scatter };
            let set = Dataset::default().data(&marks.points).marker(marks.sign);
            set.graph_type(graph).style(theme.page.patch(theme.style(marks.role)))
        });
        let chart = Chart::new(sets.collect())
            .style(theme.page)
            .x_axis(Axis::default().bounds(self.across))
            .y_axis(Axis::default().bounds(self.up));
        chart.render(plot, canvas.buffer());
        if let Some(value) = self.pointer {
            let x = plot.x + cell(value, self.across, plot.width);
            let sign = Rect { x, y: plot.bottom(), width: 1, height: 1 };
            canvas.lines(sign, [theme.line("▲", Role::Notice)]);
        }
    }
}

/// The labels of a vertical axis of this many rows: quarters or halves from 0 to 1, and round numbers elsewhere.
pub fn ticks(up: [f64; 2], rows: u16) -> Vec<(f64, String)> {
    if up == [0.0, 1.0] {
        let parts = if rows >= 9 { 4 } else { 2 };
        let values = (0..=parts).map(|at| f64::from(at) / f64::from(parts));
        return values.map(|value| (value, format!("{value:.2}"))).collect();
    }
    // The scale has a tick for nine of its cells; here it has one for three rows.
    ColumnScale::new(up[0], up[1], 0, 3 * usize::from(rows)).labels()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::text::rows;
    use crate::tui::theme::Theme;
    use ratatui::buffer::Buffer;

    #[test]
    fn a_point_is_on_its_line() {
        let axes = Axes { across: [0.0, 9.0], up: [0.0, 1.0], ..Axes::default() };
        let area = Rect::new(0, 0, 12, 8);
        for value in (0..=20).map(|n| f64::from(n) / 20.0) {
            let line = PlotMarks {
                points: vec![(0.0, value), (9.0, value)],
                sign: Marker::Braille,
                is_line: true,
                role: Role::Text,
            };
            let point = PlotMarks {
                points: vec![axes.on_line(area, (4.0, value))],
                sign: Marker::Custom('●'),
                is_line: false,
                role: Role::Text,
            };
            let mut buffer = Buffer::empty(area);
            let theme = Theme::default();
            axes.draw(&mut Canvas::new(&mut buffer, area, &theme), area, &[line, point]);
            let row = rows(&buffer).find(|row| row.contains('●')).expect("the point");
            assert!(row.contains(|c| ('\u{2801}'..'\u{28ff}').contains(&c)), "{value}: {row}");
        }
    }

    #[test]
    fn labels_are_at_their_numbers_and_never_touch() {
        let axes = Axes {
            across: [0.0, 20.0],
            up: [0.0, 1.0],
            below: (0..=20).map(|n| (f64::from(n), format!("{n}"))).collect(),
            left: ticks([0.0, 1.0], 5),
            name: "moves".into(),
            pointer: Some(10.0),
        };
        let area = Rect::new(0, 0, 30, 8);
        let mut buffer = Buffer::empty(area);
        let point = PlotMarks {
            points: vec![(10.0, 0.5)],
            sign: Marker::Custom('●'),
            is_line: false,
            role: Role::Text,
        };
        axes.draw(&mut Canvas::new(&mut buffer, area, &Theme::default()), area, &[point]);
        let drawn: Vec<String> = rows(&buffer).collect();
        assert_eq!(drawn[0], "1.00 │                        ");
        let column = |row: &str, sign: char| row.chars().position(|c| c == sign);
        assert!(drawn[2].starts_with("0.50 │") && column(&drawn[2], '●').is_some(), "{drawn:?}");
        assert_eq!(column(&drawn[2], '●'), column(&drawn[5], '▲'), "{drawn:?}");
        assert!(
            drawn[6].split_whitespace().all(|label| label.parse::<u32>().is_ok_and(|n| n <= 20))
        );
        assert!(drawn[7].ends_with("moves"), "{drawn:?}");
        axes.draw(
            &mut Canvas::new(&mut buffer, area, &Theme::default()),
            Rect::new(0, 0, 4, 2),
            &[],
        );
    }
}
