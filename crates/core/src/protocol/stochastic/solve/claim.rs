//! What Thm 6.2 (2024 paper) says of a debate, and Thm 7.2 of one with a witness: here alone their
//! hypotheses are looked at.

use crate::analysis::{Bound, Claim, Hypothesis, Met};
use crate::machine::plan::Lipschitz;
use crate::protocol::stochastic::{Constants, Departures};

/// What the theorem of three in five is said of.
#[derive(Clone, Copy, Debug)]
pub struct ThreeInFive<'a> {
    /// Thm 6.2, or 7.2.
    pub theorem: &'static str,
    /// The constants.
    pub constants: &'a Constants,
    /// How the debate departs from Fig. 2.
    pub departures: Departures,
    /// δ: how far an oracle is from the truth at most.
    pub delta: f64,
    /// How far the output of the plan moves, if that was measured.
    pub measured: Option<Lipschitz>,
    /// P[output = 1], where that is known; it is hidden from players.
    pub truth: Option<f64>,
}

impl ThreeInFive<'_> {
    /// The theorem of a debate without a witness.
    pub const ALONE: &'static str = "Thm 6.2";
    /// The theorem of a debate with a witness.
    pub const WITH_A_WITNESS: &'static str = "Thm 7.2";

    /// The claim: three in five for the side that is right.
    pub fn claim(self) -> Claim {
        let Self { theorem, constants, departures, delta, measured, truth } = self;
        let right = truth.is_none_or(|truth| truth >= 0.5);
        let other_oracles = (delta > 0.0)
            .then(|| format!("{theorem} is for one oracle; these are off by up to {delta:.4}"));
        let other_constants = (!constants.set.is_proved())
            .then(|| format!("these constants are not those of {theorem}, which promises 3 in 5"));
        let undecided = match truth {
            Some(truth) if truth < 2.0 / 3.0 && truth > 1.0 / 3.0 => Met::Fails(format!(
                "the output is 1 with probability {truth:.3}, between 1/3 and 2/3: no 3 in 5"
            )),
            Some(_) => Met::Holds,
            None => Met::Unknown("whether the claim is right is not told".into()),
        };
        Claim {
            theorem: theorem.into(),
            statement: match (truth, right) {
                (None, _) => "the side that is right wins at least 3 in 5, if it is honest",
                (_, true) => {
                    "the claim is right: honest Alice wins at least 3 in 5 against every Bob"
                }
                (_, false) => {
                    "the claim is wrong: every Alice wins at most 2 in 5 against honest Bob"
                }
            }
            .into(),
            hypotheses: vec![
                Hypothesis::unless("the debate is that of Fig. 2", departures.without_theorem()),
                Hypothesis::unless("all share one oracle", other_oracles),
                Hypothesis::unless("the constants are the theorem's", other_constants),
                constants.reaching(measured),
                Hypothesis {
                    what: "the output is 1 with 2/3 or more, or 1/3 or less",
                    met: undecided,
                },
            ],
            at_least: right,
            limit: if right { 0.6 } else { 0.4 },
        }
    }
}

impl Constants {
    /// Whether K is as large as a measured Δ(ε)/ε, but for rounding.
    pub fn reaches(&self, found: f64) -> bool {
        found <= self.k.get() * (1.0 + 1e-6)
    }

    /// Def. 6.1 with the declared K: no ε moves the output by more than K·ε.
    pub fn reaching(&self, measured: Option<Lipschitz>) -> Hypothesis {
        let k = self.k.get();
        let met = match measured {
            Some(found) if self.reaches(found.at_most) => Met::Holds,
            Some(found) if self.reaches(found.worst) => Met::Unknown(format!(
                "K lies between {:.4} and {:.4}: {k} may be too small",
                found.worst, found.at_most
            )),
            Some(found) => Met::Fails(format!("K = {k} is too small: {:.4} measured", found.worst)),
            None => {
                Met::Unknown(format!("K = {k} is not checked: the plan is too large to measure"))
            }
        };
        Hypothesis { what: "K is as large as Δ(ε)/ε for every ε", met }
    }

    /// The same beside what was measured, `over` so many plans.
    pub(super) fn bound_of_k(&self, over: &str, found: Lipschitz) -> Bound {
        Bound {
            name: format!("largest Δ(ε)/ε{over} is at most K (Def. 6.1)"),
            limit: self.k.get(),
            value: found.worst,
            standing: self.reaching(Some(found)).standing(),
        }
    }
}
