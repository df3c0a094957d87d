//! Thm 6.2 (2024 paper), and Thm 7.2 for a debate with a witness. Only this module checks the
//! hypotheses of these theorems.

use crate::analysis::{Bound, Hypothesis, HypothesisStatus, TheoremClaim};
use crate::machine::plan::LipschitzConstants;
use crate::protocol::stochastic::{Constants, ProtocolVariant};
use crate::text::Limit;

/// The theorem for a debate without a witness.
pub const THM_6_2: &str = "Thm 6.2";
/// The theorem for a debate with a witness.
pub const THM_7_2: &str = "Thm 7.2";

impl Constants {
    /// The claim of a theorem that the side that is right wins with probability at least 3/5.
    /// `delta` is the largest distance of an oracle from the truth. `measured` is the largest
    /// Δ(ε)/ε, if it was measured. `truth` is P[output = 1], if the viewer may know it.
    pub fn three_in_five(
        &self,
        theorem: &'static str,
        departures: ProtocolVariant,
        delta: f64,
        measured: Option<LipschitzConstants>,
        truth: Option<f64>,
    ) -> TheoremClaim {
        let right = truth.is_none_or(|truth| truth >= 0.5);
        let other_oracles = (delta > 0.0).then(|| {
            format!(
                "{theorem} assumes that all players share one oracle; here the oracles differ by up to {delta:.4}"
            )
        });
        let other_constants = (!self.set.is_proved())
            .then(|| format!("these constants are not those of {theorem}, which promises 3 in 5"));
        let decided = match truth {
            Some(truth) if truth < 2.0 / 3.0 && truth > 1.0 / 3.0 => {
                HypothesisStatus::Fails(format!(
                    "the output is 1 with probability {truth:.3}, which is between 1/3 and 2/3"
                ))
            }
            Some(_) => HypothesisStatus::Holds,
            None => HypothesisStatus::Unknown("you do not know whether the claim is right".into()),
        };
        let statement = match (truth, right) {
            (None, _) => "the side that is right wins at least 3 in 5, if it is honest",
            (_, true) => "the claim is right: honest Alice wins at least 3 in 5 against every Bob",
            (_, false) => "the claim is wrong: every Alice wins at most 2 in 5 against honest Bob",
        };
        TheoremClaim {
            theorem: theorem.into(),
            statement: statement.into(),
            hypotheses: vec![
                Hypothesis::unless("the debate follows Fig. 2", departures.without_theorem()),
                Hypothesis::unless("all players share one oracle", other_oracles),
                Hypothesis::unless("the constants are those of the theorem", other_constants),
                self.reaching(measured),
                Hypothesis {
                    what: "the output is 1 with probability at least 2/3 or at most 1/3",
                    met: decided,
                },
            ],
            limit: if right { Limit::at_least(0.6) } else { Limit::at_most(0.4) },
        }
    }

    /// Returns true if K is at least a measured Δ(ε)/ε. Rounding errors are allowed.
    pub fn reaches(&self, found: f64) -> bool {
        found <= self.k.get() * (1.0 + 1e-6)
    }

    /// The hypothesis that the declared K is large enough. The Lean proof needs K by prefix: if
    /// every answer can change separately by up to ε, the output changes by at most K·ε. Def. 6.1
    /// defines K by query, which is not enough for the protocol of Fig. 2
    /// (`docs/results/lipschitz.md`).
    pub fn reaching(&self, measured: Option<LipschitzConstants>) -> Hypothesis {
        let k = self.k.get();
        let met = match measured {
            Some(found) if self.reaches(found.at_most) => HypothesisStatus::Holds,
            Some(found) if self.reaches(found.worst) => HypothesisStatus::Unknown(format!(
                "K by prefix lies between {:.4} and {:.4}: K = {k} may be too small",
                Limit::at_least(found.worst),
                Limit::at_most(found.at_most)
            )),
            Some(found) => HypothesisStatus::Fails(format!(
                "K = {k} is too small: K by prefix is at least {:.4}",
                Limit::at_least(found.worst)
            )),
            None => HypothesisStatus::Unknown(format!(
                "K = {k} is not checked: the plan is too large to measure"
            )),
        };
        Hypothesis { what: "K is as large as Δ(ε)/ε by prefix for every ε", met }
    }

    /// The bound that the measured value is at most the declared K. `over` is the end of the
    /// bound's name.
    pub(super) fn bound_of_k(&self, over: &str, found: LipschitzConstants) -> Bound {
        Bound {
            name: format!("largest Δ(ε)/ε by prefix{over} is at most K (Lean)"),
            limit: Limit::at_most(self.k.get()),
            value: found.worst,
            standing: self.reaching(Some(found)).status(),
        }
    }
}
