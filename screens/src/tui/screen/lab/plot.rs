//! The plot: a rate for every point, with its 95 % interval.

use super::run::Point;
use crate::lab::Tally;
use crate::show::number::fixed;
use crate::tui::board::Scale;
use crate::tui::prelude::*;

/// Columns before the plot: the labels of its axis.
const LEFT: usize = 7;

/// The sign of what a theorem lets be at most, which bears down on what is measured.
pub const AT_MOST: &str = "▾";
/// The sign of what a theorem promises at least, which bears it up.
pub const AT_LEAST: &str = "▴";

fn limit(point: &Point, at_least: bool) -> Option<f64> {
    let promise = point.promise.as_ref().filter(|promise| promise.at_least == at_least)?;
    Some(promise.limit)
}

fn shown(point: &Point) -> Option<(f64, f64, f64)> {
    point.tally.as_ref().map(Tally::shown)
}

/// The most that a theorem allows at a point.
pub fn at_most(point: &Point) -> Option<f64> {
    limit(point, false)
}

/// The least that a theorem promises at a point.
pub fn at_least(point: &Point) -> Option<f64> {
    limit(point, true)
}

/// Draws the points; `at` is the one looked at. Stale ones, of other settings, are dim.
pub fn draw(canvas: &mut Canvas<'_>, points: &[Point], at: usize, stale: bool) {
    let (columns, rows) = (canvas.width(), canvas.height());
    if columns < LEFT + 12 || rows < 6 {
        return;
    }
    // Below the plot: the axis and its labels.
    let bottom = rows - 3;
    let known: Vec<_> = points
        .iter()
        .flat_map(|point| {
            let limit = point.promise.as_ref().map(|promise| promise.limit);
            let single = [point.exact, limit].into_iter().flatten().map(|x| (x, x, x));
            shown(point).into_iter().chain(single)
        })
        .collect();
    let payoff = points.iter().any(|p| p.tally.as_ref().is_some_and(|t| t.payoff().is_some()));
    let (low, high) = ends(&known, payoff);
    let row = |v: f64| {
        let part = ((v - low) / (high - low)).clamp(0.0, 1.0);
        ((1.0 - part) * bottom as f64).round() as usize
    };
    for y in 0..=bottom {
        canvas.say(LEFT - 1, y, "│", Role::Dim);
    }
    for i in 0..=3 {
        let v = low + (high - low) * f64::from(i) / 3.0;
        let label = fixed(v, 2);
        canvas.say((LEFT - 2).saturating_sub(width(&label)), row(v), &label, Role::Dim);
        canvas.say(LEFT - 1, row(v), "┤", Role::Dim);
    }
    let values: Vec<f64> = points.iter().filter_map(|p| p.value).collect();
    let (from, to) = match (values.first(), values.last()) {
        (Some(a), Some(b)) if b > a => (*a, *b),
        (Some(a), _) => (*a - 0.5, *a + 0.5),
        _ => (0.0, 1.0),
    };
    let scale = Scale::new(from, to, LEFT + 2, columns.saturating_sub(4));
    let middle = usize::midpoint(scale.left, scale.right);
    let column = |p: &Point| p.value.map_or(middle, |v| scale.nearest(v));
    canvas.say(LEFT - 1, bottom + 1, "└", Role::Dim);
    canvas.say(LEFT, bottom + 1, &"─".repeat(columns - LEFT), Role::Dim);
    if points.iter().any(|p| p.value.is_some()) {
        scale.draw(canvas, bottom + 1);
    }
    // The exact curve and the theorem's bounds, between the points too: not from a bound above to
    // one below.
    type Height = fn(&Point) -> Option<f64>;
    let curves: [(Height, &str); 3] =
        [(at_most, AT_MOST), (at_least, AT_LEAST), (|point| point.exact, "·")];
    for (of, mark) in curves {
        let place = |point: &Point| Some((column(point), of(point)?));
        for pair in points.windows(2) {
            let (Some((from, start)), Some((to, end))) = (place(&pair[0]), place(&pair[1])) else {
                continue;
            };
            for x in from..=to {
                let part = (x - from) as f64 / (to - from).max(1) as f64;
                canvas.say(x, row(start + (end - start) * part), mark, Role::Dim);
            }
        }
        // One that has no neighbour of its kind is a short line.
        for (x, y) in points.iter().filter_map(place) {
            for x in x.saturating_sub(2)..=x + 2 {
                if canvas.symbol(x, row(y)) == " " {
                    canvas.say(x, row(y), mark, Role::Dim);
                }
            }
        }
    }
    for point in points {
        if let Some((mid, low, high)) = shown(point) {
            let x = column(point);
            for y in row(high)..=row(low) {
                canvas.say(x, y, "│", Role::Dim);
            }
            canvas.say(x, row(mid), "●", if stale { Role::Dim } else { Role::Text });
        }
    }
    if let Some(point) = points.get(at) {
        canvas.say(column(point), bottom + 1, "▲", Role::Notice);
        if let Some((mid, ..)) = shown(point) {
            canvas.say(column(point), row(mid), "●", if stale { Role::Dim } else { Role::Notice });
        }
    }
}

/// The ends of the axis: from 0 to a round number above everything, or what was paid.
fn ends(known: &[(f64, f64, f64)], payoff: bool) -> (f64, f64) {
    let low = known.iter().map(|k| k.1).fold(f64::INFINITY, f64::min);
    let high = known.iter().map(|k| k.2).fold(f64::NEG_INFINITY, f64::max);
    if !payoff {
        let top = if high.is_finite() { (high / 0.15).ceil() * 0.15 } else { 1.0 };
        return (0.0, top.clamp(0.15, 1.0));
    }
    if low.is_finite() && high > low { (low.min(0.0), high.max(0.0)) } else { (-1.0, 1.0) }
}
