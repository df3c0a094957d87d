//! Plots of points with 95 % intervals, and curves between them.

use ratatui::buffer::Buffer;
use ratatui::symbols::Marker;

use super::axes::{Axes, PlotMarks, ticks};
use super::board::ColumnScale;
use super::drawing::*;
use super::text;
use super::theme::Theme;
use crate::analysis::{PayoffGuarantee, ResponseSummary};
use crate::batch::Tally;

/// The sign of an upper bound from a theorem.
pub const AT_MOST: char = '▾';
/// The sign of a lower bound from a theorem.
pub const AT_LEAST: char = '▴';
/// The signs of the measured points, one for each series.
pub const MARKS: [char; 8] = ['●', '○', '■', '□', '▲', '△', '◆', '◇'];

/// A point of a plot.
#[derive(Clone, Debug, Default)]
pub struct PlotPoint {
    /// The value of the parameter that the series varies. `None` if the series varies nothing.
    pub value: Option<f64>,
    /// The results. `None` until the debates have ended.
    pub tally: Option<Tally>,
    /// The exact mean of Alice's payment. `None` if it is unknown or hidden.
    pub exact: Option<f64>,
    /// The guarantee of a theorem. `None` if there is none, or if it is hidden.
    pub promise: Option<PayoffGuarantee>,
    /// The best Alice and the best Bob against the opposite strategy. `None` if they were not computed.
    pub best: Option<[ResponseSummary; 2]>,
}

impl PlotPoint {
    fn shown(&self) -> Option<(f64, f64, f64)> {
        self.tally.as_ref().map(Tally::shown)
    }

    /// The bound of a theorem: a lower bound if `at_least` is true, else an upper bound.
    pub fn limit(&self, at_least: bool) -> Option<f64> {
        let promise =
            self.promise.as_ref().filter(|promise| promise.limit.is_lower() == at_least)?;
        Some(promise.limit.get())
    }
}

/// Series of points over one axis.
#[derive(Clone, Copy)]
pub struct Plot<'a> {
    /// The series, each in the order of its values.
    pub series: &'a [Vec<PlotPoint>],
    /// The names of the values. Used if the values are indices of these names.
    pub names: &'a [String],
    /// The name of what varies. It may be empty.
    pub varied: &'a str,
    /// The selected point of the first series.
    pub at: Option<usize>,
}

/// Half the length of a bound or of an exact value that no line joins to another, in parts of the axis.
const HALF: f64 = 0.03;

impl Plot<'_> {
    /// Draws the plot.
    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let all = || self.series.iter().flatten();
        let values = || all().filter_map(|point| point.value).filter(|value| value.is_finite());
        let (from, to) = (values().reduce(f64::min), values().reduce(f64::max));
        let (from, to) = match (from, to) {
            (Some(from), Some(to)) if to > from => (from, to),
            (Some(from), _) => (from - 0.5, from + 0.5),
            _ => (0.0, 1.0),
        };
        let up = self.ends();
        let up = [up.0, up.1];
        let margin = (to - from) * 0.05;
        let mut axes = Axes {
            across: [from - margin, to + margin],
            up,
            left: ticks(up, area.height.saturating_sub(3)),
            name: self.varied.to_owned(),
            ..Axes::default()
        };
        if !self.names.is_empty() {
            let names = self.names.iter().enumerate();
            axes.below = names.map(|(at, name)| (at as f64, name.clone())).collect();
        } else if values().next().is_some() {
            let columns = usize::from(axes.inside(area).width);
            axes.below = ColumnScale::new(from, to, 0, columns).labels();
        }
        let column = |point: &PlotPoint| point.value.unwrap_or(f64::midpoint(from, to));
        let half = (axes.across[1] - axes.across[0]) * HALF;
        let mut marks: Vec<PlotMarks> = Vec::new();
        let mut add = |points: Vec<(f64, f64)>, sign: char, is_line: bool, role: Role| {
            marks.push(PlotMarks { points, sign: Marker::Custom(sign), is_line, role });
        };
        // Names have no order, so no line joins their points. No line joins an upper and a lower bound.
        let is_joined = self.names.is_empty();
        type Height = fn(&PlotPoint) -> Option<f64>;
        let kinds: [(Height, char); 3] = [
            (|point| point.limit(false), AT_MOST),
            (|point| point.limit(true), AT_LEAST),
            (|point| point.exact, '·'),
        ];
        for (points, (of, sign)) in
            self.series.iter().flat_map(|points| kinds.iter().map(move |kind| (points, *kind)))
        {
            let place = |point: &PlotPoint| Some((column(point), of(point)?));
            for (x, y) in points.iter().filter_map(place) {
                add(vec![(x - half, y), (x + half, y)], sign, true, Role::Dim);
            }
            for pair in points.windows(2).filter(|_| is_joined) {
                if let (Some(from), Some(to)) = (place(&pair[0]), place(&pair[1])) {
                    add(vec![from, to], sign, true, Role::Dim);
                }
            }
        }
        for (points, mark) in self.series.iter().zip(MARKS.iter().cycle()) {
            for point in points {
                if let Some((mid, low, high)) = point.shown() {
                    let x = column(point);
                    add(vec![(x, low), (x, high)], '│', true, Role::Dim);
                    add(vec![(x, mid)], *mark, false, Role::Text);
                }
            }
        }
        let looked_at = self.at.and_then(|at| self.series.first()?.get(at));
        if let Some(point) = looked_at {
            if let Some((mid, ..)) = point.shown() {
                add(vec![(column(point), mid)], MARKS[0], false, Role::Notice);
            }
            axes.pointer = Some(column(point));
        }
        axes.draw(canvas, area, &marks);
    }

    /// The plot as text of this many columns and rows.
    pub fn text(&self, columns: u16, rows: u16) -> String {
        let area = Rect::new(0, 0, columns, rows);
        let mut buffer = Buffer::empty(area);
        self.draw(&mut Canvas::new(&mut buffer, area, &Theme::default()), area);
        text::rows(&buffer).map(|row| format!("{}\n", row.trim_end())).collect()
    }

    /// The ends of the vertical axis: 0 and a round number above all values, or the smallest and the largest payment.
    fn ends(&self) -> (f64, f64) {
        let (mut low, mut high, mut payoff) = (f64::INFINITY, f64::NEG_INFINITY, false);
        for point in self.series.iter().flatten() {
            let (_, from, to) = point.shown().unwrap_or((0.0, f64::NAN, f64::NAN));
            let limit = point.promise.as_ref().map(|promise| promise.limit.get());
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
