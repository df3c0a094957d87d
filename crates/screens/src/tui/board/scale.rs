//! Axes of numbers: a horizontal one with round ticks, and a vertical one.

use std::cmp::Ordering;

use crate::tui::drawing::*;

/// A horizontal axis over some columns of a pane.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnScale {
    from: f64,
    to: f64,
    /// The first column of the axis.
    pub left: usize,
    /// The last column of the axis.
    pub right: usize,
    step: f64,
}

impl ColumnScale {
    /// An axis from `from` to `to` over these columns. If the range is empty or infinite, the axis goes from 0 to 1.
    pub fn new(from: f64, to: f64, left: usize, right: usize) -> Self {
        let (from, to) =
            if to > from && from.is_finite() && to.is_finite() { (from, to) } else { (0.0, 1.0) };
        let right = right.max(left + 1);
        // A label has four to six characters, and blanks separate the labels.
        let most = ((right - left) / 9).max(1) as f64;
        Self { from, to, left, right, step: round_step((to - from) / most) }
    }

    /// An axis that contains these numbers. It ends at the next ticks outside them, but inside [0, 1].
    pub fn around(from: f64, to: f64, left: usize, right: usize) -> Self {
        let rough = Self::new(from, to, left, right);
        let lo = (rough.from / rough.step).floor() * rough.step;
        let hi = (rough.to / rough.step).ceil() * rough.step;
        Self { from: lo.max(0.0), to: hi.min(1.0), ..rough }
    }

    /// The column of a number. `None` if the number is outside the axis.
    pub fn column(&self, value: f64) -> Option<usize> {
        if !(self.from..=self.to).contains(&value) {
            return None;
        }
        Some(self.nearest(value))
    }

    /// The column of a number. A number outside the axis gets the nearest end.
    pub fn nearest(&self, value: f64) -> usize {
        let part = ((value - self.from) / (self.to - self.from)).clamp(0.0, 1.0);
        self.left + (part * (self.right - self.left) as f64).round() as usize
    }

    /// The numbers with a tick.
    pub fn ticks(&self) -> Vec<f64> {
        let first = (self.from / self.step - 1e-9).ceil() as i64;
        (first..)
            .map(|i| i as f64 * self.step)
            .take_while(|t| *t <= self.to + self.step * 1e-9)
            .take(100)
            .collect()
    }

    /// The ticks, each with its label.
    pub fn labels(&self) -> Vec<(f64, String)> {
        let decimals = (-self.step.log10() - 1e-9).ceil().max(1.0) as usize;
        self.ticks().into_iter().map(|tick| (tick, format!("{tick:.decimals$}"))).collect()
    }

    /// Draws the line with its ticks, and the labels below it.
    pub fn draw(&self, canvas: &mut Canvas<'_>, y: usize) {
        let columns = self.right - self.left + 1;
        canvas.print(self.left, y, &"─".repeat(columns), Role::Dim);
        let mut free = 0;
        for (tick, label) in self.labels() {
            let x = self.nearest(tick);
            canvas.print(x, y, "┴", Role::Dim);
            let start = x.saturating_sub(width(&label) / 2);
            let start = start.min(canvas.width().saturating_sub(width(&label)));
            if start >= free {
                canvas.print(start, y + 1, &label, Role::Dim);
                free = start + width(&label) + 1;
            }
        }
    }
}

/// A vertical axis from the top row to the bottom row.
#[derive(Clone, Copy)]
pub struct RowScale {
    /// The number in the bottom row.
    pub low: f64,
    /// The number in the top row.
    pub high: f64,
    /// The bottom row.
    pub bottom: usize,
}

impl RowScale {
    /// The row of a number. A number outside the axis gets the nearest end.
    pub fn row(&self, value: f64) -> usize {
        let part = ((value - self.low) / (self.high - self.low).max(1e-12)).clamp(0.0, 1.0);
        ((1.0 - part) * self.bottom as f64).round() as usize
    }

    /// Draws the axis in a column, with `parts` equal parts. Each end has a label at its left.
    pub fn draw(
        &self,
        canvas: &mut Canvas<'_>,
        x: usize,
        parts: u32,
        label: impl Fn(f64) -> String,
    ) {
        for y in 0..=self.bottom {
            canvas.print(x, y, "│", Role::Dim);
        }
        for i in 0..=parts {
            let value = self.low + (self.high - self.low) * f64::from(i) / f64::from(parts);
            let (label, y) = (label(value), self.row(value));
            canvas.print((x - 1).saturating_sub(width(&label)), y, &label, Role::Dim);
            canvas.print(x, y, "┤", Role::Dim);
        }
    }
}

/// Draws a line from a point to a point on its right. The line changes its row in the column `turn`.
pub fn stepped(
    (x0, y0): (usize, usize),
    (x1, y1): (usize, usize),
    turn: usize,
    mut put: impl FnMut(usize, usize, &str),
) {
    (x0 + 1..turn).for_each(|x| put(x, y0, "─"));
    (turn + 1..x1).for_each(|x| put(x, y1, "─"));
    (y0.min(y1) + 1..y0.max(y1)).for_each(|y| put(turn, y, "│"));
    let (first, second) = match y1.cmp(&y0) {
        Ordering::Equal => ("─", "─"),
        Ordering::Less => ("┘", "┌"),
        Ordering::Greater => ("┐", "└"),
    };
    put(turn, y0, first);
    put(turn, y1, second);
}

/// The smallest number of the form 1, 2 or 5 × 10^k that is not below `rough`.
fn round_step(rough: f64) -> f64 {
    let power = 10f64.powf(rough.log10().floor());
    let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|f| f * power >= rough * (1.0 - 1e-9));
    factor.unwrap_or(10.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ticks_are_round_numbers() {
        let ticks = ColumnScale::new(0.0, 1.0, 2, 47).ticks();
        assert_eq!(
            ticks.iter().map(|t| format!("{t:.1}")).collect::<Vec<_>>(),
            ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]
        );
    }

    #[test]
    fn an_axis_around_numbers_ends_on_ticks() {
        let scale = ColumnScale::around(0.7432, 0.7568, 0, 50);
        assert!(scale.from <= 0.7432 && scale.to >= 0.7568);
        assert!(scale.to - scale.from < 0.03, "{scale:?}");
    }

    proptest! {
        #[test]
        fn every_number_on_the_axis_has_a_column_of_it(a in 0.0f64..1.0, b in 0.0f64..1.0, v in 0.0f64..1.0, w in 2usize..200) {
            let scale = ColumnScale::around(a.min(b), a.max(b), 1, w);
            if let Some(x) = scale.column(v) {
                prop_assert!((scale.left..=scale.right).contains(&x));
            }
            prop_assert!(scale.ticks().len() <= 100);
        }
    }
}
