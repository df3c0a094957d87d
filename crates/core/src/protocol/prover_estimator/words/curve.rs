//! A curve with Alice's average pay for each number that Bob may state next.

use crate::protocol::ProverEstimator;
use crate::rules::{Seat, View, Viewer};
use crate::text::number::fixed;

/// The curve has one column for each multiple of 1/40.
const STEPS: usize = 40;
/// The number of rows of the curve. Each row has eight levels.
const ROWS: usize = 3;
/// The number of columns to the left of the curve.
const MARGIN: usize = 6;
const LEVELS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

impl<'a> View<'a, ProverEstimator> {
    /// The lines of the curve. `None` unless the scenario shows the curve and Bob is asked for a
    /// number.
    pub(super) fn curve(&self) -> Option<Vec<String>> {
        if !self.shows_pay() || self.eye() != Viewer::Seat(Seat::Bob) {
            return None;
        }
        let pay: Option<Vec<f64>> =
            (0..=STEPS).map(|at| self.average_pay(at as f64 / STEPS as f64)).collect();
        let pay = pay?;
        let most = pay.iter().copied().fold(0.0, f64::max);
        let level = |paid: f64| (paid.max(0.0) / most * (8 * ROWS) as f64).round() as usize;
        let mut lines = vec!["Her average pay, by the number that you state".to_owned()];
        for row in (0..ROWS).rev() {
            let label = if row + 1 == ROWS { fixed(most, 2) } else { String::new() };
            let bars = pay.iter().map(|&paid| LEVELS[level(paid).saturating_sub(8 * row).min(8)]);
            lines.push(format!("{label:>width$} ", width = MARGIN - 1) + &bars.collect::<String>());
        }
        let tenth = STEPS / 10;
        let tick = |at: usize| {
            if at.is_multiple_of(10) { (at / 10).to_string() } else { format!(".{at}") }
        };
        let ticks: String = (0..=10).map(|at| format!("{:<tenth$}", tick(at))).collect();
        lines.push(" ".repeat(MARGIN) + ticks.trim_end());
        Some(lines)
    }
}
