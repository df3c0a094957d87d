//! Shows how an interval of steps is halved: each round's interval on a bar. If an interval becomes too small to see,
//! the next rows zoom in, and lines show the interval that they magnify.

use super::legend::{BoardSign, Legend};
use super::pane::{PaneContext, PaneKind, PaneState};
use crate::rules::Half;
use crate::text::board::{IntervalRow, IntervalsPane};
use crate::tui::drawing::*;

/// The columns before the bars, for the number of the round.
const LEFT: usize = 8;
/// The next rows zoom in on an interval with fewer columns than this.
const SMALL: u64 = 6;

/// The largest height of a bar, in rows.
const THICKEST: usize = 6;

/// A row of the picture.
enum HalvingRow {
    /// The first and last step of the bars below.
    Scale(u64, u64),
    /// Lines from an interval on the old scale to the whole width of the next scale.
    Closer { outer: (u64, u64), inner: (u64, u64) },
    /// The bar of a round: the number of the round, its interval, and the scale.
    Round(usize, IntervalRow, (u64, u64)),
}

impl PaneKind for IntervalsPane {
    fn rows(&self, _: &PaneState, columns: usize, _: bool) -> (usize, usize) {
        (2, total_rows(&rows(self, columns.saturating_sub(LEFT + 1) as u64), THICKEST))
    }

    /// Draws all rounds. If there is too little room, draws only the newest rounds, and only the last bar has its
    /// numbers below.
    fn draw(&self, canvas: &mut Canvas<'_>, look: PaneContext<'_>, legend: &mut Legend) {
        let room = canvas.width().saturating_sub(LEFT + 1);
        if room < 20 {
            return;
        }
        let rows = rows(self, room as u64);
        // If there is room, each bar has its numbers below, and bars can have several rows.
        let thick = (1..=THICKEST).rev().find(|&thick| total_rows(&rows, thick) <= canvas.height());
        // The note on hidden rows has a row of its own.
        let fit = canvas.height().saturating_sub(2).max(1);
        let hidden = rows.len().saturating_sub(if thick.is_some() { rows.len() } else { fit });
        let skip = hidden.saturating_add_signed(look.state.shift.min(0));
        let shown = rows.iter().skip(skip).take(rows.len() - hidden);
        let last = shown.clone().rposition(|row| matches!(row, HalvingRow::Round(..)));
        canvas.print(LEFT, 0, &more(skip, 0), Role::Dim);
        let mut y = usize::from(skip > 0);
        for (n, row) in shown.enumerate() {
            match row {
                HalvingRow::Scale(from, to) => ends(canvas, y, room, (*from, *to)),
                HalvingRow::Closer { outer, inner } => closer(canvas, y, room, *outer, *inner),
                HalvingRow::Round(at, round, scale) => {
                    let thickness = thick.unwrap_or(1);
                    for line in 0..thickness {
                        bar(canvas, y + line, room, round, *scale, legend);
                    }
                    number(canvas, y + (thickness - 1) / 2, *at, round);
                    if thick.is_some() || last == Some(n) {
                        y += thickness;
                        numbers(canvas, y, room, round, *scale);
                    }
                }
            }
            y += 1;
        }
    }

    fn scrolls(&self, columns: usize, rows: usize) -> (isize, isize) {
        let all = self::rows(self, columns.saturating_sub(LEFT + 1) as u64);
        let hidden = (all.len() + 1).saturating_sub(rows);
        (if total_rows(&all, 1) > rows { -(hidden as isize) } else { 0 }, 0)
    }
}

/// The number of rows if each bar has `thick` rows and its numbers below.
fn total_rows(rows: &[HalvingRow], thick: usize) -> usize {
    rows.len() + thick * rows.iter().filter(|row| matches!(row, HalvingRow::Round(..))).count()
}

/// Draws the numbers of a round under its bar: its ends and its middle.
fn numbers(canvas: &mut Canvas<'_>, y: usize, room: usize, round: &IntervalRow, scale: (u64, u64)) {
    let [from, middle, to] = [round.from, round.middle, round.to].map(count);
    let words = format!("{from} to {to}, middle {middle}");
    let x = column(round.from, scale, room).min(LEFT + room - width(&words).min(room));
    canvas.print(x, y, &words, Role::Dim);
}

fn rows(halving: &IntervalsPane, room: u64) -> Vec<HalvingRow> {
    let mut scale = (0, halving.steps.max(1));
    let mut rows = vec![HalvingRow::Scale(scale.0, scale.1)];
    let small = |(from, to): (u64, u64), scale: (u64, u64)| {
        (to - from).saturating_mul(room) < SMALL * (scale.1 - scale.0)
            && to - from < scale.1 - scale.0
    };
    // Before the first round, the interval has all steps.
    let (from, middle, to) = (0, halving.steps / 2, halving.steps);
    let whole = [IntervalRow { from, middle, to, kept: None, lie: None }];
    let rounds = if halving.rounds.is_empty() { &whole[..] } else { &halving.rounds };
    for (at, &round) in rounds.iter().enumerate() {
        let span = (round.from, round.to);
        if small(span, scale) {
            rows.push(HalvingRow::Closer { outer: scale, inner: span });
            scale = span;
            rows.push(HalvingRow::Scale(scale.0, scale.1));
        }
        rows.push(HalvingRow::Round(at, round, scale));
    }
    if small(halving.left, scale) {
        rows.push(HalvingRow::Closer { outer: scale, inner: halving.left });
        rows.push(HalvingRow::Scale(halving.left.0, halving.left.1));
    }
    rows
}

/// The column of a step on a scale.
fn column(time: u64, (from, to): (u64, u64), room: usize) -> usize {
    let part = u128::from(time.clamp(from, to) - from) * (room as u128 - 1);
    LEFT + (part / u128::from((to - from).max(1))) as usize
}

/// Draws the ends of a scale: `├ 0 ────── 1,048,556 ┤`.
fn ends(canvas: &mut Canvas<'_>, y: usize, room: usize, (from, to): (u64, u64)) {
    canvas.print(1, y, "steps", Role::Dim);
    let last = LEFT + room - 1;
    canvas.print(LEFT, y, &format!("├{}┤", "─".repeat(room - 2)), Role::Dim);
    let left = format!(" {} ", count(from));
    let right = format!(" {} ", count(to));
    canvas.print(LEFT + 1, y, &left, Role::Text);
    canvas.print(last - width(&right), y, &right, Role::Text);
    let middle = format!(" {} of them ", count(to - from));
    canvas.print(LEFT + (room - width(&middle).min(room)) / 2, y, &middle, Role::Dim);
}

/// Draws lines from the ends of an interval to the ends of the next scale.
fn closer(canvas: &mut Canvas<'_>, y: usize, room: usize, outer: (u64, u64), inner: (u64, u64)) {
    let (a, b) = (column(inner.0, outer, room), column(inner.1, outer, room).max(LEFT + 1));
    let last = LEFT + room - 1;
    let join = |canvas: &mut Canvas<'_>, near: usize, far: usize| match near.cmp(&far) {
        std::cmp::Ordering::Equal => _ = canvas.print(near, y, "│", Role::Dim),
        std::cmp::Ordering::Less => {
            canvas.print(near, y, &format!("└{}┐", "─".repeat(far - near - 1)), Role::Dim);
        }
        std::cmp::Ordering::Greater => {
            canvas.print(far, y, &format!("┌{}┘", "─".repeat(near - far - 1)), Role::Dim);
        }
    };
    join(canvas, a, LEFT);
    join(canvas, b.max(a + 1), last);
    let words = "enlarged";
    let x = LEFT + (room - width(words).min(room)) / 2;
    if (x..x + width(words)).all(|x| canvas.symbol(x, y) == " ") {
        canvas.print(x, y, words, Role::Dim);
    }
}

/// Draws the number of a round beside its bar.
fn number(canvas: &mut Canvas<'_>, y: usize, at: usize, round: &IntervalRow) {
    let here = round.kept.is_none();
    let number = format!("{}{:>4}", if here { '▸' } else { ' ' }, at + 1);
    canvas.print(1, y, &number, if here { Role::Chosen } else { Role::Dim });
}

/// Draws a round's interval: the kept half is filled, the other half is shaded, and a mark is at the middle.
fn bar(
    canvas: &mut Canvas<'_>,
    y: usize,
    room: usize,
    round: &IntervalRow,
    scale: (u64, u64),
    legend: &mut Legend,
) {
    let here = round.kept.is_none();
    canvas.print(LEFT, y, &"·".repeat(room), Role::Dim);
    let [from, middle, to] = [round.from, round.middle, round.to].map(|t| column(t, scale, room));
    let half = |kept: Half| match round.kept {
        None => ("▒", Role::Text),
        Some(half) if half == kept => ("█", Role::Text),
        Some(_) => ("░", Role::Dim),
    };
    for (half, (a, b)) in [(half(Half::First), (from, middle)), (half(Half::Second), (middle, to))]
    {
        canvas.print(a, y, &half.0.repeat(b - a + 1), half.1);
    }
    if here {
        canvas.print(middle, y, "│", Role::Notice);
        legend.explain("▒ in dispute");
    } else {
        legend.explain("█ kept  ░ gone");
    }
    if let Some(lie) = round.lie.filter(|lie| round.kept != Some(*lie)) {
        let (a, b) = if lie == Half::First { (from, middle) } else { (middle, to) };
        canvas.print(usize::midpoint(a, b), y, "✗", Role::Wrong);
        legend.see(BoardSign::Wrong);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_round_is_wide_enough_to_be_seen() {
        let (mut from, to) = (0u64, 1 << 20);
        let mut rounds = Vec::new();
        while to - from > 1 {
            let middle = u64::midpoint(from, to);
            rounds.push(IntervalRow { from, middle, to, kept: Some(Half::Second), lie: None });
            from = middle;
        }
        let steps = 1 << 20;
        let halving = IntervalsPane { steps, rounds, left: (from, to) };
        let rows = rows(&halving, 100);
        let seen = rows.iter().filter_map(|row| match row {
            HalvingRow::Round(_, round, scale) => {
                Some(column(round.to, *scale, 100) - column(round.from, *scale, 100))
            }
            _ => None,
        });
        let seen: Vec<usize> = seen.collect();
        assert_eq!(seen.len(), 20);
        assert!(seen.iter().all(|&wide| wide >= 4), "{seen:?}");
        assert!(rows.len() < 40, "{}", rows.len());
    }
}
