//! Draws the evaluation over the moves as a stepped line.

use crate::tui::board::{RowScale, stepped};
use crate::tui::prelude::*;

/// The columns for the labels of the axis, to the left of the line.
const LEFT: usize = 7;

/// Draws the values over the moves. `at` is the move shown. An unknown value leaves a gap.
pub fn draw(canvas: &mut Canvas<'_>, values: &[Option<f64>], at: usize, payoff: bool) {
    let (columns, rows) = (canvas.width(), canvas.height());
    if rows < 3 || columns < LEFT + 8 || values.is_empty() {
        return;
    }
    let (low, high) = ends(values, payoff);
    let bottom = rows - 1;
    let heights = RowScale { low, high, bottom };
    let row = |v: f64| heights.row(v);
    heights.draw(canvas, LEFT - 1, if bottom >= 8 { 4 } else { 2 }, |value| match payoff {
        true => in_columns(value, 1, LEFT - 2),
        false => format!("{value:.2}"),
    });
    let room = columns - LEFT - 4;
    let last = values.len() - 1;
    // Few moves have five columns each; many moves share columns.
    let gap = if last == 0 { 1.0 } else { (room as f64 / last as f64).min(5.0) };
    let column = |i: usize| LEFT + 2 + (i as f64 * gap).round() as usize;
    canvas.print(LEFT, bottom, &"─".repeat(columns - LEFT), Role::Dim);
    canvas.print(LEFT - 1, bottom, "┼", Role::Dim);
    if gap < 2.0 {
        dense(canvas, values, at, (&column, &row));
    } else {
        let place = |i: usize| Some((column(i), row((*values.get(i)?)?)));
        for i in 1..values.len() {
            if let (Some(from), Some(to)) = (place(i - 1), place(i)) {
                let turn = usize::midpoint(from.0, to.0);
                stepped(from, to, turn, |x, y, sign| _ = canvas.print(x, y, sign, Role::Text));
            }
        }
        for (x, y) in (0..values.len()).filter_map(place) {
            canvas.print(x, y, "●", Role::Text);
        }
        if let Some((x, y)) = place(at) {
            canvas.print(x, y, "◆", Role::Notice);
        }
    }
    numbers(canvas, last, gap, bottom, column);
}

/// Draws more moves than there is room for signs: a line through the known values, and a sign only
/// for the move shown.
fn dense(
    canvas: &mut Canvas<'_>,
    values: &[Option<f64>],
    at: usize,
    (column, row): (&impl Fn(usize) -> usize, &impl Fn(f64) -> usize),
) {
    let known = values.iter().enumerate().filter_map(|(i, v)| Some((column(i), row((*v)?))));
    let mut before: Option<(usize, usize)> = None;
    for (x, y) in known {
        if let Some((from, level)) = before {
            for along in from + 1..x {
                canvas.print(along, level, "─", Role::Text);
            }
            for between in level.min(y) + 1..level.max(y) {
                canvas.print(x, between, "│", Role::Text);
            }
        }
        let flat = before.is_some_and(|(_, level)| level == y);
        canvas.print(x, y, if flat { "─" } else { "●" }, Role::Text);
        before = Some((x, y));
    }
    // The move shown, or the last move before it with a known value.
    let shown = (0..=at.min(values.len() - 1)).rev().find_map(|i| Some((i, values[i]?)));
    if let Some((i, v)) = shown {
        canvas.print(column(i), row(v), "◆", Role::Notice);
    }
}

/// The ends of the axis: 0 and 1. Payments outside this range widen it.
fn ends(values: &[Option<f64>], payoff: bool) -> (f64, f64) {
    if !payoff {
        return (0.0, 1.0);
    }
    let known = values.iter().flatten();
    let (low, high) = known.fold((0.0f64, 1.0f64), |(l, h), v| (l.min(*v), h.max(*v)));
    (low, if high > low { high } else { low + 1.0 })
}

/// A payment with this many decimals. If that is too wide, it has none, or it counts thousands.
pub(super) fn in_columns(value: f64, decimals: usize, columns: usize) -> String {
    let whole = fixed(value, 0);
    [fixed(value, decimals), whole.clone(), format!("{}k", fixed(value / 1e3, 0))]
        .into_iter()
        .find(|text| width(text) <= columns)
        .unwrap_or(whole)
}

/// The numbers of the moves at round distances, as many as fit.
fn numbers(
    canvas: &mut Canvas<'_>,
    last: usize,
    gap: f64,
    y: usize,
    column: impl Fn(usize) -> usize,
) {
    let wide = last.to_string().len() + 2;
    let stride = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 10_000, 100_000, 1_000_000]
        .into_iter()
        .find(|s| *s as f64 * gap >= wide as f64)
        .unwrap_or(1_000_000);
    for i in (0..=last).step_by(stride) {
        let label = i.to_string();
        // A number may not cover a point or a corner of the line.
        if (column(i)..column(i) + label.len()).all(|x| canvas.symbol(x, y) == "─") {
            canvas.print(column(i), y, &label, Role::Dim);
        }
    }
}

#[cfg(test)]
mod tests {
    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;

    use super::*;
    use crate::tui::theme::Theme;

    /// The curve of these values in a review of 80 columns and 24 rows.
    fn drawn(values: &[Option<f64>], at: usize) -> Vec<Vec<char>> {
        let area = Rect::new(0, 0, 51, 9);
        let mut buffer = Buffer::empty(area);
        let theme = Theme::default();
        draw(&mut Canvas::new(&mut buffer, area, &theme), values, at, false);
        let symbol = |at: (u16, u16)| buffer[at].symbol().chars().next().unwrap_or(' ');
        (0..9).map(|y| (0..51).map(|x| symbol((x, y))).collect()).collect()
    }

    #[test]
    fn every_column_of_a_long_debate_has_its_line() {
        for moves in [46, 2_000, 100_000] {
            // A long review evaluates only some of its moves. Here it is every tenth.
            let known = |i: usize| moves < 100 || i.is_multiple_of(10) || i + 1 == moves;
            let value = |i: usize| known(i).then_some(if i < moves / 2 { 0.25 } else { 0.75 });
            let values: Vec<Option<f64>> = (0..moves).map(value).collect();
            let rows = drawn(&values, moves - 1);
            let marked = |row: usize, x: usize| matches!(rows[row][x], '─' | '●' | '◆');
            // The value 0.25 is at three quarters of the height from the top, and 0.75 at one
            // quarter.
            let (low, high) = (6, 2);
            assert!((10..26).all(|x| marked(low, x)), "{moves}: {rows:?}");
            assert!((31..46).all(|x| marked(high, x)), "{moves}: {rows:?}");
            assert!(rows[high].contains(&'◆'), "{moves}: {rows:?}");
        }
    }
}
