//! The curve of Alice's average pay over the number that Bob is about to state.

use crate::machine::claims::{ClaimId, Odds};
use crate::protocol::ProverEstimator;
use crate::protocol::prover_estimator::Phase;
use crate::rules::{Seat, View, Viewer};
use crate::text::number::fixed;

/// The curve has a column for each multiple of 1/40.
const STEPS: usize = 40;
/// The rows of the curve. A row has eight levels.
const ROWS: usize = 3;
/// The columns left of the curve.
const MARGIN: usize = 6;
const LEVELS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

impl<'a> View<'a, ProverEstimator> {
    /// The lines of the curve, if this scenario shows it and Bob is asked for a number. `None` otherwise.
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

    /// What Alice is paid on average over the draws if Bob states this number now and all his later
    /// numbers fit what he knew at the start. She knows as little as he does, names the right direction
    /// of every error, and goes on with the subclaim of the largest one. `None` if Bob is not asked.
    pub fn average_pay(&self, stated: f64) -> Option<f64> {
        let worlds = self.case().worlds();
        let chance = |claim: ClaimId| worlds.chance(claim);
        let so_far = self.alice_is_paid()?;
        match self.phase() {
            Phase::First => {
                let yes = chance(ClaimId::ROOT);
                let right = if self.answer()? { yes } else { 1.0 - yes };
                Some(stated + self.ratio().stake(0) * (right - stated).abs())
            }
            Phase::Estimating => {
                let round = self.round()?;
                let asked = self.asked()?;
                let argument = self.argument_of(round)?;
                let at = self.played().len() - 1;
                let number = |place: usize, claim: ClaimId| match round.parts.get(place) {
                    Some((p, _)) => p.get(),
                    None if claim == asked => stated,
                    None => chance(claim),
                };
                // An answer that was drawn is known.
                let odds: Vec<Odds> = argument
                    .parts
                    .iter()
                    .enumerate()
                    .map(|(place, claim)| match round.parts.get(place) {
                        Some((_, Some(drawn))) => Odds::certain(*drawn),
                        _ => Odds::from_probability(number(place, claim)),
                    })
                    .collect();
                let yes = argument.rule.chances(odds.into_iter()).yes;
                let outcome = if self.turned(round.claim) { 1.0 - yes } else { yes };
                let sign = f64::from(round.said?.sign());
                let this_round = self.ratio().stake(at) * sign * (outcome - round.stated.get());
                let errors = argument.parts.iter().enumerate();
                let largest = errors
                    .map(|(place, claim)| (chance(claim) - number(place, claim)).abs())
                    .fold(0.0, f64::max);
                Some(so_far + this_round + self.ratio().stake(at + 1) * largest)
            }
            _ => None,
        }
    }
}
