//! What people said before the first move of how debates would end, against how they ended.

use std::collections::BTreeMap;

use super::people::judge_queries;
use crate::analysis::Game;
use crate::rules::{Side, Turn};
use crate::scenario::{Forecast, Percent, Scenario, open};

/// The quadratic loss of a probability stated for something: (p − 1)² if it came, p² if not. On average
/// nothing costs less than saying how likely it is, which is why estimates are trained by it.
pub fn loss(stated: f64, came: bool) -> f64 {
    (stated - f64::from(came)).powi(2)
}

/// What every probability of one half costs, whatever comes.
pub const LOSS_OF_HALF: f64 = 0.25;

/// A forecast beside what came.
#[derive(Clone, Debug, PartialEq)]
pub struct Foreseen {
    /// What was said.
    pub forecast: Forecast,
    /// The chapter of the debate; empty if it has none.
    pub chapter: String,
    /// Whether Alice won; where she is paid, whether that is more than 0.
    pub alice_won: bool,
    /// The queries that the judge made on the line that ended.
    pub queries: u64,
}

impl Foreseen {
    /// What the probability cost; none if only queries were foreseen.
    pub fn loss(&self) -> Option<f64> {
        Some(loss(self.forecast.alice?.part(), self.alice_won))
    }

    /// By what factor the queries were off, 1 at least, none of either counting as one; none if they were
    /// not foreseen.
    pub fn factor(&self) -> Option<f64> {
        let [said, made] = [self.forecast.queries?, self.queries].map(|n| n.max(1) as f64);
        Some(said.max(made) / said.min(made))
    }
}

/// How the debate that is over here came out, beside what was said of it first. What is played after an
/// end is played by somebody who has seen it, and no forecast is of that.
pub fn foreseen(scenario: &Scenario, game: &dyn Game) -> Option<Foreseen> {
    let forecast = scenario.attempt.as_ref()?.forecast?;
    let Turn::Over(outcome) = game.now().turn() else { return None };
    Some(Foreseen {
        forecast,
        chapter: scenario.chapter.to_string(),
        alice_won: outcome.winner == Side::Alice,
        queries: judge_queries(game).0,
    })
}

/// How the first line of a record that ended came out, beside what was said of it first; none if nothing
/// was, none ended, or it cannot be played.
pub fn foreseen_in(record: &Scenario) -> Option<Foreseen> {
    record.attempt.as_ref()?.forecast?;
    let mut game = open(record).ok()?;
    for line in record.moves.iter().flatten() {
        game.apply(&line.value.0).ok()?;
        if let Some(found) = foreseen(record, &*game) {
            return Some(found);
        }
    }
    None
}

/// How often something came of all times that it was said with this probability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CalibrationBin {
    /// What was said.
    pub percent: Percent,
    /// How often.
    pub of: u64,
    /// How often it came.
    pub came: u64,
}

/// How well people foresaw who wins.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Calibration {
    /// How often each probability was stated and how often it came, the smallest first.
    pub stated: Vec<CalibrationBin>,
    /// The mean loss of all of them; none if there is none.
    pub loss: Option<f64>,
    /// The factor by which queries were off, that of the middle one; none if none were foreseen.
    pub factor: Option<f64>,
}

impl Calibration {
    /// Of these forecasts.
    pub fn of<'a>(all: impl IntoIterator<Item = &'a Foreseen>) -> Self {
        let (mut stated, mut losses, mut factors) = (BTreeMap::new(), Vec::new(), Vec::new());
        for foreseen in all {
            factors.extend(foreseen.factor());
            let Some(percent) = foreseen.forecast.alice else { continue };
            let own = stated.entry(percent).or_insert(CalibrationBin { percent, of: 0, came: 0 });
            own.of += 1;
            own.came += u64::from(foreseen.alice_won);
            losses.extend(foreseen.loss());
        }
        factors.sort_by(f64::total_cmp);
        Self {
            stated: stated.into_values().collect(),
            loss: (!losses.is_empty()).then(|| losses.iter().sum::<f64>() / losses.len() as f64),
            factor: factors.get(factors.len().saturating_sub(1) / 2).copied(),
        }
    }

    /// How many probabilities were stated.
    pub fn forecasts(&self) -> u64 {
        self.stated.iter().map(|stated| stated.of).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A forecast in percent, and whether it came.
    fn said(percent: u8, alice_won: bool) -> Foreseen {
        let alice = Some(Percent::at_most_all(percent));
        let forecast = Forecast { alice, queries: None };
        Foreseen { forecast, chapter: String::new(), alice_won, queries: 20 }
    }

    #[test]
    fn on_average_nothing_costs_less_than_what_is_so() {
        for so in 0..=10 {
            let cost = |stated: u8| {
                let p = f64::from(so) / 10.0;
                let stated = f64::from(stated) / 10.0;
                p * loss(stated, true) + (1.0 - p) * loss(stated, false)
            };
            assert!((0..=10).all(|stated| stated == so || cost(stated) > cost(so)), "{so}");
        }
        assert_eq!((loss(0.5, true), loss(0.5, false)), (LOSS_OF_HALF, LOSS_OF_HALF));
    }

    #[test]
    fn forecasts_are_counted_by_what_was_stated() {
        let all = [said(70, true), said(70, false), said(10, false), said(70, true)];
        let found = Calibration::of(&all);
        let counted: Vec<_> =
            found.stated.iter().map(|s| (s.percent.get(), s.of, s.came)).collect();
        assert_eq!(counted, [(10, 1, 0), (70, 3, 2)]);
        assert_eq!(found.forecasts(), 4);
        let mean = (0.09 + 0.49 + 0.01 + 0.09) / 4.0;
        assert!(found.loss.is_some_and(|loss| (loss - mean).abs() < 1e-12), "{found:?}");
        assert_eq!(found.factor, None);
    }

    #[test]
    fn queries_are_off_by_a_factor_either_way() {
        let with = |queries| {
            let forecast = Forecast { alice: None, queries: Some(queries) };
            Foreseen { forecast, ..said(0, false) }
        };
        let factors = [5, 80, 20, 0].map(|queries| with(queries).factor());
        assert_eq!(factors, [Some(4.0), Some(4.0), Some(1.0), Some(20.0)]);
        let found = Calibration::of(&[with(5), with(20), with(0)]);
        assert_eq!((found.factor, found.loss, found.forecasts()), (Some(4.0), None, 0));
    }
}
