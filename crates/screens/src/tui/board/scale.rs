//! An axis of numbers: round ticks, and the column of a value.

use crate::tui::prelude::*;

/// An axis over some columns of a pane.
#[derive(Clone, Debug, PartialEq)]
pub struct Scale {
    from: f64,
    to: f64,
    /// The first column.
    pub left: usize,
    /// The last column.
    pub right: usize,
    step: f64,
}

impl Scale {
    /// An axis from one number to another over these columns; an empty range is widened.
    pub fn new(from: f64, to: f64, left: usize, right: usize) -> Self {
        let (from, to) =
            if to > from && from.is_finite() && to.is_finite() { (from, to) } else { (0.0, 1.0) };
        let right = right.max(left + 1);
        // A label of four to six characters and some air between.
        let most = ((right - left) / 9).max(1) as f64;
        Self { from, to, left, right, step: round_step((to - from) / most) }
    }

    /// An axis whose ends are the next ticks outside these numbers, inside [0, 1].
    pub fn around(from: f64, to: f64, left: usize, right: usize) -> Self {
        let rough = Self::new(from, to, left, right);
        let lo = (rough.from / rough.step).floor() * rough.step;
        let hi = (rough.to / rough.step).ceil() * rough.step;
        Self { from: lo.max(0.0), to: hi.min(1.0), ..rough }
    }

    /// The column of a number; none outside the axis.
    pub fn column(&self, value: f64) -> Option<usize> {
        if !(self.from..=self.to).contains(&value) {
            return None;
        }
        Some(self.nearest(value))
    }

    /// The column of a number, or the end nearest to it.
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

    /// Draws the line with its ticks, and the labels below it.
    pub fn draw(&self, canvas: &mut Canvas<'_>, y: usize) {
        let columns = self.right - self.left + 1;
        canvas.say(self.left, y, &"─".repeat(columns), Role::Dim);
        let decimals = (-self.step.log10() - 1e-9).ceil().max(1.0) as usize;
        let mut free = 0;
        for tick in self.ticks() {
            let x = self.nearest(tick);
            canvas.say(x, y, "┴", Role::Dim);
            let label = format!("{tick:.decimals$}");
            let start = x.saturating_sub(width(&label) / 2);
            let start = start.min(canvas.width().saturating_sub(width(&label)));
            if start >= free {
                canvas.say(start, y + 1, &label, Role::Dim);
                free = start + width(&label) + 1;
            }
        }
    }
}

/// The next of 1, 2, 5 × 10^k.
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
        let ticks = Scale::new(0.0, 1.0, 2, 47).ticks();
        assert_eq!(
            ticks.iter().map(|t| format!("{t:.1}")).collect::<Vec<_>>(),
            ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]
        );
    }

    #[test]
    fn an_axis_around_numbers_ends_on_ticks() {
        let scale = Scale::around(0.7432, 0.7568, 0, 50);
        assert!(scale.from <= 0.7432 && scale.to >= 0.7568);
        assert!(scale.to - scale.from < 0.03, "{scale:?}");
    }

    proptest! {
        #[test]
        fn every_number_on_the_axis_has_a_column_of_it(a in 0.0f64..1.0, b in 0.0f64..1.0, v in 0.0f64..1.0, w in 2usize..200) {
            let scale = Scale::around(a.min(b), a.max(b), 1, w);
            if let Some(x) = scale.column(v) {
                prop_assert!((scale.left..=scale.right).contains(&x));
            }
            prop_assert!(scale.ticks().len() <= 100);
        }
    }
}
