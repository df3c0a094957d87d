//! Plots: points with their 95 % intervals, and curves between them.

use ratatui::buffer::Buffer;

use super::board::{ColumnScale, RowScale};
use super::drawing::*;
use super::text;
use super::theme::Theme;
use crate::analysis::{PayoffGuarantee, ResponseSummary};
use crate::batch::Tally;

/// Columns before a plot: the labels of its axis.
const LEFT: usize = 7;

/// The sign of what a theorem lets be at most, which bears down on what is measured.
pub const AT_MOST: &str = "▾";
/// The sign of what a theorem promises at least, which bears it up.
pub const AT_LEAST: &str = "▴";
/// The signs of the measured points, a series each.
pub const MARKS: [&str; 8] = ["●", "○", "■", "□", "▲", "△", "◆", "◇"];

/// A point of a plot.
#[derive(Clone, Debug, Default)]
pub struct PlotPoint {
    /// The value that was varied; none if nothing was.
    pub value: Option<f64>,
    /// What came out, once it is there.
    pub tally: Option<Tally>,
    /// What Alice can expect, exactly, where that is known and not hidden.
    pub exact: Option<f64>,
    /// What a theorem promises, where one does and it is not hidden.
    pub promise: Option<PayoffGuarantee>,
    /// The best Alice and the best Bob against who sits opposite, once somebody asked.
    pub best: Option<[ResponseSummary; 2]>,
}

impl PlotPoint {
    fn shown(&self) -> Option<(f64, f64, f64)> {
        self.tally.as_ref().map(Tally::shown)
    }

    /// What a theorem promises at least, or at most.
    pub fn limit(&self, at_least: bool) -> Option<f64> {
        let promise = self.promise.as_ref().filter(|promise| promise.at_least == at_least)?;
        Some(promise.limit)
    }
}

/// Series of points over one axis.
#[derive(Clone, Copy)]
pub struct Plot<'a> {
    /// Each in the order of its values.
    pub series: &'a [Vec<PlotPoint>],
    /// What the values stand for, where they are the places of what is no number.
    pub names: &'a [String],
    /// The point of the first series that is looked at.
    pub at: Option<usize>,
    /// Are they of other settings, and dim?
    pub is_stale: bool,
}

impl Plot<'_> {
    /// Draws it.
    pub fn draw(&self, canvas: &mut Canvas<'_>) {
        let (columns, rows) = (canvas.width(), canvas.height());
        if columns < LEFT + 12 || rows < 6 {
            return;
        }
        // Below the plot: the axis and its labels.
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
        let role = |role| if self.is_stale { Role::Dim } else { role };
        for (points, mark) in self.series.iter().zip(MARKS.iter().cycle()) {
            for point in points {
                if let Some((mid, low, high)) = point.shown() {
                    let x = column(point);
                    for y in heights.row(high)..=heights.row(low) {
                        canvas.print(x, y, "│", Role::Dim);
                    }
                    canvas.print(x, heights.row(mid), mark, role(Role::Text));
                }
            }
        }
        let looked_at = self.at.and_then(|at| self.series.first()?.get(at));
        if let Some(point) = looked_at {
            canvas.print(column(point), bottom + 1, "▲", Role::Notice);
            if let Some((mid, ..)) = point.shown() {
                canvas.print(column(point), heights.row(mid), MARKS[0], role(Role::Notice));
            }
        }
    }

    /// As a text of so many columns and rows.
    pub fn text(&self, columns: u16, rows: u16) -> String {
        let area = Rect::new(0, 0, columns, rows);
        let mut buffer = Buffer::empty(area);
        self.draw(&mut Canvas::new(&mut buffer, area, &Theme::default()));
        text::rows(&buffer).map(|row| format!("{}\n", row.trim_end())).collect()
    }

    /// The ends of the axis: from 0 to a round number above everything, or what was paid.
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

/// The exact curve and the theorem's bounds, between the points too: not from a bound above to one
/// below.
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
        // One that has no neighbour of its kind is a short line.
        for (x, y) in points.iter().filter_map(place) {
            for x in x.saturating_sub(2)..=x + 2 {
                if canvas.symbol(x, heights.row(y)) == " " {
                    canvas.print(x, heights.row(y), mark, Role::Dim);
                }
            }
        }
    }
}
