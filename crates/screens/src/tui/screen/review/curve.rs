//! Draws the evaluation over the moves as a stepped line.

use ratatui::symbols::Marker;

use crate::tui::axes::{Axes, PlotMarks, ticks};
use crate::tui::prelude::*;

/// The most columns of a move. Many moves share columns.
const WIDEST: f64 = 5.0;

/// Draws the values over the moves. `at` is the move shown. An unknown value leaves a gap.
pub fn draw(canvas: &mut Canvas<'_>, area: Rect, values: &[Option<f64>], at: usize, payoff: bool) {
    if values.is_empty() {
        return;
    }
    let up = ends(values, payoff);
    let mut left = ticks(up, area.height.saturating_sub(2));
    for (value, label) in left.iter_mut().filter(|(_, label)| width(label) > 6) {
        *label = in_columns(*value, 0, 6);
    }
    let mut axes = Axes { up, left, ..Axes::default() };
    let last = (values.len() - 1) as f64;
    let columns = f64::from(axes.inside(area).width.max(1));
    axes.across = [-0.4, (last + 0.4).max(columns / WIDEST)];
    let gap = columns / (axes.across[1] - axes.across[0]);
    axes.below = numbers(values.len() - 1, gap);
    let known: Vec<(usize, f64)> =
        values.iter().enumerate().filter_map(|(i, value)| Some((i, (*value)?))).collect();
    let is_dense = gap < 2.0;
    // A line through all known values, with a gap where a value is unknown.
    let mut lines: Vec<Vec<(f64, f64)>> = Vec::new();
    for pair in known.windows(2) {
        let [(from, value), (to, next)] = [pair[0], pair[1]];
        // Among many moves, only some are evaluated.
        if to > from + 1 && !is_dense {
            continue;
        }
        let (from, to) = (from as f64, to as f64);
        let turn = if is_dense { to } else { f64::midpoint(from, to) };
        if lines.last().and_then(|line| line.last()) != Some(&(from, value)) {
            lines.push(vec![(from, value)]);
        }
        if let Some(line) = lines.last_mut() {
            line.extend([(turn, value), (turn, next), (to, next)]);
        }
    }
    let line =
        |points| PlotMarks { points, sign: Marker::Braille, is_line: true, role: Role::Text };
    let mut marks: Vec<PlotMarks> = lines.into_iter().map(line).collect();
    let mut point = |all: Vec<(usize, f64)>, sign: char, role: Role| {
        let points = all.into_iter().map(|(i, value)| axes.on_line(area, (i as f64, value)));
        let points = points.collect();
        marks.push(PlotMarks { points, sign: Marker::Custom(sign), is_line: false, role });
    };
    // The move shown, or the last move before it with a known value.
    let shown = known.iter().copied().rfind(|&(i, _)| i == at || is_dense && i < at);
    if !is_dense {
        point(known, '●', Role::Text);
    }
    point(shown.into_iter().collect(), '◆', Role::Notice);
    axes.draw(canvas, area, &marks);
}

/// The ends of the axis: 0 and 1. Payments outside this range widen it.
fn ends(values: &[Option<f64>], payoff: bool) -> [f64; 2] {
    if !payoff {
        return [0.0, 1.0];
    }
    let known = values.iter().flatten();
    let (low, high) = known.fold((0.0f64, 1.0f64), |(l, h), v| (l.min(*v), h.max(*v)));
    [low, if high > low { high } else { low + 1.0 }]
}

/// A payment with this many decimals. If it does not fit into `columns`, it loses its decimals or is written in
/// thousands.
pub(super) fn in_columns(value: f64, decimals: usize, columns: usize) -> String {
    let whole = fixed(value, 0);
    [fixed(value, decimals), whole.clone(), format!("{}k", fixed(value / 1e3, 0))]
        .into_iter()
        .find(|text| width(text) <= columns)
        .unwrap_or(whole)
}

/// The numbers of the moves at round distances, as many as fit.
fn numbers(last: usize, gap: f64) -> Vec<(f64, String)> {
    let wide = last.to_string().len() + 2;
    let stride = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 10_000, 100_000, 1_000_000]
        .into_iter()
        .find(|s| *s as f64 * gap >= wide as f64)
        .unwrap_or(1_000_000);
    (0..=last).step_by(stride).map(|i| (i as f64, i.to_string())).collect()
}

#[cfg(test)]
mod tests {
    use ratatui::buffer::Buffer;

    use super::*;
    use crate::tui::theme::Theme;

    /// The curve of these values in a review of 80 columns and 24 rows.
    fn drawn(values: &[Option<f64>], at: usize) -> Vec<Vec<char>> {
        let area = Rect::new(0, 0, 51, 9);
        let mut buffer = Buffer::empty(area);
        let theme = Theme::default();
        draw(&mut Canvas::new(&mut buffer, area, &theme), area, values, at, false);
        let symbol = |at: (u16, u16)| buffer[at].symbol().chars().next().unwrap_or(' ');
        (0..9).map(|y| (0..51).map(|x| symbol((x, y))).collect()).collect()
    }

    #[test]
    fn every_column_of_a_long_debate_has_its_line() {
        for moves in [46, 2_000, 100_000] {
            // A long review evaluates only some of its moves. Here it evaluates every tenth move.
            let known = |i: usize| moves < 100 || i.is_multiple_of(10) || i + 1 == moves;
            let value = |i: usize| known(i).then_some(if i < moves / 2 { 0.25 } else { 0.75 });
            let values: Vec<Option<f64>> = (0..moves).map(value).collect();
            let rows = drawn(&values, moves - 1);
            let marked = |row: usize, x: usize| rows[row][x] != ' ';
            // Seven rows. The value 0.25 is at three quarters of them from the top, and 0.75 at one quarter.
            let row = |rows: [usize; 2], x: usize| rows.iter().any(|&row| marked(row, x));
            assert!((9..27).all(|x| row([4, 5], x)), "{moves}: {rows:?}");
            assert!((31..48).all(|x| row([1, 2], x)), "{moves}: {rows:?}");
            assert!(rows[1..3].concat().contains(&'◆'), "{moves}: {rows:?}");
        }
    }
}
