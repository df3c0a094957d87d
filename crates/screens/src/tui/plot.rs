//! Plots of points with 95 % intervals, and curves between them.

use ratatui::buffer::Buffer;

use super::board::{ColumnScale, RowScale};
use super::drawing::*;
use super::text;
use super::theme::Theme;
use crate::analysis::{PayoffGuarantee, ResponseSummary};
use crate::batch::Tally;

/// The columns of the axis labels.
const LEFT: usize = 7;

/// The sign of an upper bound from a theorem.
pub const AT_MOST: &str = "▾";
/// The sign of a lower bound from a theorem.
pub const AT_LEAST: &str = "▴";
/// The signs of the measured points, one for each series.
pub const MARKS: [&str; 8] = ["●", "○", "■", "□", "▲", "△", "◆", "◇"];

/// A point of a plot.
#[derive(Clone, Debug, Default)]
pub struct PlotPoint {
    /// The value that the series varies. `None` if it varies nothing.
    pub value: Option<f64>,
    /// The results. `None` until the debates are done.
    pub tally: Option<Tally>,
    /// Alice's exact expectation, if it is known and not hidden.
    pub exact: Option<f64>,
    /// The guarantee of a theorem, if there is one and it is not hidden.
    pub promise: Option<PayoffGuarantee>,
    /// The best Alice and the best Bob against the opposite strategy, if they were computed.
    pub best: Option<[ResponseSummary; 2]>,
}

impl PlotPoint {
    fn shown(&self) -> Option<(f64, f64, f64)> {
        self.tally.as_ref().map(Tally::shown)
    }

    /// The lower or upper bound of a theorem.
    pub fn limit(&self, at_least: bool) -> Option<f64> {
        let promise = self.promise.as_ref().filter(|promise| promise.at_least == at_least)?;
        Some(promise.limit)
    }
}

/// Series of points over one axis.
#[derive(Clone, Copy)]
pub struct Plot<'a> {
    /// The series, each in the order of its values.
    pub series: &'a [Vec<PlotPoint>],
    /// The names of the values, if the values are no numbers but indices.
    pub names: &'a [String],
    /// The selected point of the first series.
    pub at: Option<usize>,
}

impl Plot<'_> {
    /// Draws the plot.
    pub fn draw(&self, canvas: &mut Canvas<'_>) {
        let (columns, rows) = (canvas.width(), canvas.height());
        if columns < LEFT + 12 || rows < 6 {
            return;
        }
        // The axis and its labels are below the plot.
        let bottom = rows - 3;
        let (low, high) = self.ends();
        let heights = RowScale { low, high, bottom };
        heights.draw(canvas, LEFT - 1, 3, |value| fixed(value, 2));
        let all = || self.series.iter().flatten();
        let values = || all().filter_map(|point| point.value).filter(|value| value.is_finite());
        let (from, to) = (values().reduce(f64::min), values().reduce(f64::max));
        let (from, to) = match (from, to) {
            (Some(from), Some(to)) if to > from => (from, to),
            (Some(from), _) => (from - 0.5, from + 0.5),
            _ => (0.0, 1.0),
        };
        let scale = ColumnScale::new(from, to, LEFT + 2, columns.saturating_sub(4));
        let middle = usize::midpoint(scale.left, scale.right);
        let column = |point: &PlotPoint| point.value.map_or(middle, |value| scale.nearest(value));
        canvas.print(LEFT - 1, bottom + 1, "└", Role::Dim);
        canvas.print(LEFT, bottom + 1, &"─".repeat(columns - LEFT), Role::Dim);
        let mut free = 0;
        for (place, name) in self.names.iter().enumerate() {
            let x = scale.nearest(place as f64).saturating_sub(width(name) / 2);
            if x >= free {
                free = canvas.print(x, bottom + 2, name, Role::Dim) + 1;
            }
        }
        if self.names.is_empty() && values().next().is_some() {
            scale.draw(canvas, bottom + 1);
        }
        for points in self.series {
            curves(canvas, points, &heights, column);
        }
        for (points, mark) in self.series.iter().zip(MARKS.iter().cycle()) {
            for point in points {
                if let Some((mid, low, high)) = point.shown() {
                    let x = column(point);
                    for y in heights.row(high)..=heights.row(low) {
                        canvas.print(x, y, "│", Role::Dim);
                    }
                    canvas.print(x, heights.row(mid), mark, Role::Text);
                }
            }
        }
        let looked_at = self.at.and_then(|at| self.series.first()?.get(at));
        if let Some(point) = looked_at {
            canvas.print(column(point), bottom + 1, "▲", Role::Notice);
            if let Some((mid, ..)) = point.shown() {
                canvas.print(column(point), heights.row(mid), MARKS[0], Role::Notice);
            }
        }
    }

    /// The plot as text of this size.
    pub fn text(&self, columns: u16, rows: u16) -> String {
        let area = Rect::new(0, 0, columns, rows);
        let mut buffer = Buffer::empty(area);
        self.draw(&mut Canvas::new(&mut buffer, area, &Theme::default()));
        text::rows(&buffer).map(|row| format!("{}\n", row.trim_end())).collect()
    }

    /// The ends of the axis: from 0 to a round number above everything, or the payments.
    fn ends(&self) -> (f64, f64) {
        let (mut low, mut high, mut payoff) = (f64::INFINITY, f64::NEG_INFINITY, false);
        for point in self.series.iter().flatten() {
            let (_, from, to) = point.shown().unwrap_or((0.0, f64::NAN, f64::NAN));
            let limit = point.promise.as_ref().map(|promise| promise.limit);
            let all = [Some(from), Some(to), point.exact, limit];
            for value in all.into_iter().flatten().filter(|value| value.is_finite()) {
                (low, high) = (low.min(value), high.max(value));
            }
            payoff |= point.tally.as_ref().is_some_and(|tally| tally.payoff().is_some());
        }
        if !payoff {
            let top = if high.is_finite() { (high / 0.15).ceil() * 0.15 } else { 1.0 };
            return (0.0, top.clamp(0.15, 1.0));
        }
        if low.is_finite() && high > low { (low.min(0.0), high.max(0.0)) } else { (-1.0, 1.0) }
    }
}

/// Draws the exact curve and the bounds of the theorem, also between the points. No line joins an upper bound
/// and a lower bound.
fn curves(
    canvas: &mut Canvas<'_>,
    points: &[PlotPoint],
    heights: &RowScale,
    column: impl Fn(&PlotPoint) -> usize,
) {
    type Height = fn(&PlotPoint) -> Option<f64>;
    let kinds: [(Height, &str); 3] = [
        (|point| point.limit(false), AT_MOST),
        (|point| point.limit(true), AT_LEAST),
        (|point| point.exact, "·"),
    ];
    for (of, mark) in kinds {
        let place = |point: &PlotPoint| Some((column(point), of(point)?));
        for pair in points.windows(2) {
            let (Some((from, start)), Some((to, end))) = (place(&pair[0]), place(&pair[1])) else {
                continue;
            };
            for x in from..=to {
                let part = (x - from) as f64 / (to - from).max(1) as f64;
                canvas.print(x, heights.row(start + (end - start) * part), mark, Role::Dim);
            }
        }
        // A bound without a neighbour of its kind is a short line.
        for (x, y) in points.iter().filter_map(place) {
            for x in x.saturating_sub(2)..=x + 2 {
                if canvas.symbol(x, heights.row(y)) == " " {
                    canvas.print(x, heights.row(y), mark, Role::Dim);
                }
            }
        }
    }
}
