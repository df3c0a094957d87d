//! The constants of a stochastic debate: sample counts and tolerances.
//!
//! Sources: the Lean formalization (`Debate/Protocol.lean`, `Debate/Cost.lean`), and the proof of
//! Thm 6.2 in the 2024 paper. If they disagree, `docs/reference/departures.md` decides.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::counts::half_way;
use super::tolerances::{in_order, tolerance};
use super::{ConstantsError, ThresholdKind, Tolerances, counts_within};
use crate::rules::Seat;

/// The largest number of samples that a player can draw: 2^53. Floats cannot represent all larger
/// counts exactly.
pub const MOST_SAMPLES: u64 = 1 << 53;

/// K: the output's probability changes by at most K times as much as the oracle's probabilities. A
/// finite number above 0.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct LipschitzBound(f64);

impl LipschitzBound {
    /// A finite number above 0.
    pub fn new(k: f64) -> Result<Self, ConstantsError> {
        if k > 0.0 && k.is_finite() { Ok(Self(k)) } else { Err(ConstantsError::Lipschitz(k)) }
    }

    /// The value of K.
    pub fn get(self) -> f64 {
        self.0
    }
}

/// The source of a set of constants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ConstantSet {
    /// The constants of the Lean formalization, which are proved.
    #[default]
    Lean,
    /// The constants of the paper, with d = 150 K.
    Paper,
    /// Tolerances that are large enough to see in a class. They are not proved.
    Teaching,
    /// The tolerances of the scenario. The Lean formulas give the counts.
    Custom(Tolerances),
    /// The counts and tolerances of the scenario.
    Explicit(ExplicitConstants),
}

/// Sample counts from 1 to 2^53, and tolerances. The judge's tolerance must be smaller than Bob's.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ExplicitConstants {
    /// The votes that an honest Alice draws.
    pub alice: u64,
    /// The votes that an honest Bob draws.
    pub bob: u64,
    /// Honest Bob aborts if Alice's number differs from the mean of his votes by this much or more.
    pub bob_tolerance: f64,
    /// The votes that the judge draws.
    pub judge: u64,
    /// The judge rejects Alice's number if it differs from the mean of the judge's votes by this
    /// much or more.
    pub judge_tolerance: f64,
}

impl ConstantSet {
    /// Returns true if Thm 6.2 is proved for these constants. The theorem also needs a K that is
    /// large enough.
    pub fn is_proved(&self) -> bool {
        matches!(self, Self::Lean | Self::Paper)
    }
}

/// The number of samples that a player draws, and the tolerance of the player's test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampleRule {
    /// The number of samples, from 1 to 2^53.
    pub count: u64,
    /// A mean passes the test if it is off by less than this tolerance. The tolerance is in (0, 1].
    pub tolerance: f64,
}

impl SampleRule {
    /// The counts of yes votes that make a stated probability pass the test. `None` if no count
    /// passes.
    pub fn passing(self, stated: f64) -> Option<RangeInclusive<u64>> {
        counts_within(self.count, stated, self.tolerance)
    }
}

/// The constants of one debate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constants {
    /// The set that these constants belong to.
    pub set: ConstantSet,
    /// The K for which these constants were computed.
    pub k: LipschitzBound,
    /// The number of steps of the plan.
    pub steps: u64,
    /// The number of samples that honest Alice draws in every round with a question.
    pub alice: u64,
    /// The number of samples that honest Bob draws in every round with a question, and his
    /// tolerance.
    pub bob: SampleRule,
    /// The number of samples that the judge draws after an abort, and the judge's tolerance.
    pub judge: SampleRule,
}

impl Constants {
    /// The constants of a set, for a K-Lipschitz plan of `steps` steps.
    pub fn new(set: ConstantSet, k: LipschitzBound, steps: u64) -> Result<Self, ConstantsError> {
        let made = |[alice, bob, judge]: [f64; 3], bob_tolerance, judge_tolerance| {
            Ok(Self {
                set,
                k,
                steps,
                alice: samples(Seat::Alice, alice)?,
                bob: SampleRule { count: samples(Seat::Bob, bob)?, tolerance: bob_tolerance },
                judge: SampleRule {
                    count: samples(Seat::Judge, judge)?,
                    tolerance: judge_tolerance,
                },
            })
        };
        let by_lean_formulas = |tolerances: Tolerances| {
            let Tolerances { c, s, b, .. } = tolerances;
            made(tolerances.counts(), half_way(s, b), half_way(c, s))
        };
        match set {
            ConstantSet::Lean => by_lean_formulas(Tolerances::lean(1.0 / (100.0 * k.get()), steps)),
            ConstantSet::Teaching => by_lean_formulas(Tolerances::TEACHING),
            ConstantSet::Custom(tolerances) => {
                tolerances.check()?;
                by_lean_formulas(tolerances)
            }
            ConstantSet::Paper => {
                let d = 150.0 * k.get();
                let debater = 192.0 * d * d * (100.0 * steps as f64).ln();
                let judge = 192.0 * d * d * 100f64.ln();
                made([debater, debater, judge], 0.5 / d, 0.25 / d)
            }
            ConstantSet::Explicit(own) => {
                let ExplicitConstants { alice, bob, bob_tolerance, judge, judge_tolerance } = own;
                tolerance(ThresholdKind::BOB, bob_tolerance)?;
                tolerance(ThresholdKind::JUDGE, judge_tolerance)?;
                in_order(
                    (ThresholdKind::JUDGE, judge_tolerance),
                    (ThresholdKind::BOB, bob_tolerance),
                )?;
                made([alice, bob, judge].map(|count| count as f64), bob_tolerance, judge_tolerance)
            }
        }
    }

    /// The accuracies and failure probabilities behind these constants. Some sets do not give them.
    /// For such a set, this function tries many values of c and computes s, b, q and v from c by
    /// the Lean formulas. It returns the valid tolerances for which `best` is largest. `None` if no
    /// c is valid.
    pub fn tolerances(&self, best: impl Fn(&Tolerances) -> f64) -> Option<Tolerances> {
        let unit = 1.0 / (100.0 * self.k.get());
        match self.set {
            ConstantSet::Lean => Some(Tolerances::lean(unit, self.steps)),
            ConstantSet::Teaching => Some(Tolerances::TEACHING),
            ConstantSet::Custom(tolerances) => Some(tolerances),
            ConstantSet::Paper | ConstantSet::Explicit(_) => {
                // The judge's tolerance lies half way between c and s.
                let among = (1..1000).map(|i| self.judge.tolerance * f64::from(i) / 1000.0);
                among
                    .map(|c| self.tolerances_with(c))
                    .filter(|tolerances| tolerances.validity().is_ok())
                    .max_by(|a, b| best(a).total_cmp(&best(b)))
            }
        }
    }

    /// The tolerances that the set gives. `None` if the set leaves c open.
    pub fn given(&self) -> Option<Tolerances> {
        let derived = matches!(self.set, ConstantSet::Paper | ConstantSet::Explicit(_));
        (!derived).then(|| self.tolerances(|_| 0.0))?
    }

    fn tolerances_with(&self, c: f64) -> Tolerances {
        let s = 2.0 * self.judge.tolerance - c;
        let b = 2.0 * self.bob.tolerance - s;
        let fails = |count: u64, error: f64| 2.0 * (-2.0 * count as f64 * error * error).exp();
        let q = fails(self.alice, c).max(fails(self.bob.count, (b - s) / 2.0));
        // The proof needs q ≤ v, and v may be larger than necessary.
        let v = fails(self.judge.count, (s - c) / 2.0).max(q);
        Tolerances { c, s, b, q, v }
    }

    /// Upper bounds on the number of oracle queries of honest Alice, honest Bob and the judge in a
    /// debate, from `Cost.lean`: T(5000 K² ln(200 T) + 1), T(20000/9 K² ln(200 T) + 1) and 106000
    /// K² + 1.
    pub fn lean_bounds(&self) -> [f64; 3] {
        let (k, t) = (self.k.get(), self.steps as f64);
        let in_every_round = |factor: f64| t * (factor * k * k * (200.0 * t).ln() + 1.0);
        [in_every_round(5000.0), in_every_round(20000.0 / 9.0), 106_000.0 * k.powi(2) + 1.0]
    }
}

fn samples(seat: Seat, count: f64) -> Result<u64, ConstantsError> {
    let whole = count.ceil();
    if whole >= 1.0 && whole <= MOST_SAMPLES as f64 {
        Ok(whole as u64)
    } else {
        Err(ConstantsError::Samples { seat, samples: whole })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(set: ConstantSet, k: f64, steps: u64) -> (u64, u64, u64) {
        let it = Constants::new(set, LipschitzBound::new(k).unwrap(), steps).unwrap();
        (it.alice, it.bob.count, it.judge.count)
    }

    #[test]
    fn sample_counts_are_those_of_the_papers() {
        assert_eq!(counts(ConstantSet::Lean, 1.0, 8), (36_889, 16_396, 105_967));
        assert_eq!(counts(ConstantSet::Paper, 1.0, 8), (28_877_523, 28_877_523, 19_894_336));
        assert_eq!(counts(ConstantSet::Lean, 2.0, 100), (198_070, 88_032, 423_866));
        assert_eq!(counts(ConstantSet::Teaching, 1.0, 6), (4_612, 2_050, 18_445));
    }

    #[test]
    fn custom_tolerances_follow_the_lean_formulas() {
        let set = ConstantSet::Custom(Tolerances { c: 0.1, s: 0.2, b: 0.5, q: 0.05, v: 0.05 });
        assert_eq!(counts(set, 1.0, 6), (185, 82, 738));
        let it = Constants::new(set, LipschitzBound::new(1.0).unwrap(), 6).unwrap();
        assert!((it.bob.tolerance - 0.35).abs() < 1e-15);
        assert!((it.judge.tolerance - 0.15).abs() < 1e-15);
    }

    #[test]
    fn the_lean_counts_keep_the_lean_bounds() {
        for k in [0.5, 1.0, 2.0, 7.5] {
            for steps in [1u64, 8, 100, 10_000] {
                let it = Constants::new(ConstantSet::Lean, LipschitzBound::new(k).unwrap(), steps)
                    .unwrap();
                let [alice, bob, judge] = it.lean_bounds();
                assert!((it.alice * steps) as f64 <= alice);
                assert!((it.bob.count * steps) as f64 <= bob);
                assert!(it.judge.count as f64 <= judge);
            }
        }
    }
}
