//! Thm 6.2 (2024 paper), and Thm 7.2 for a debate with a witness. Their hypotheses are checked here
//! and nowhere else.

use crate::analysis::{Bound, Hypothesis, HypothesisStatus, TheoremClaim};
use crate::machine::plan::LipschitzConstants;
use crate::protocol::stochastic::{Constants, ProtocolVariant};

/// The theorem for a debate without a witness.
pub const THM_6_2: &str = "Thm 6.2";
/// The theorem for a debate with a witness.
pub const THM_7_2: &str = "Thm 7.2";

impl Constants {
    /// The claim of a theorem that the right side wins at least 3 in 5. `delta` is the largest distance of
    /// an oracle from the truth. `measured` is the largest Δ(ε)/ε, if somebody measured it. `truth` is
    /// P[output = 1], if the viewer may know it.
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
                "{theorem} assumes one oracle for all; here the oracles differ by up to {delta:.4}"
            )
        });
        let other_constants = (!self.set.is_proved())
            .then(|| format!("these constants are not those of {theorem}, which promises 3 in 5"));
        let decided = match truth {
            Some(truth) if truth < 2.0 / 3.0 && truth > 1.0 / 3.0 => {
                HypothesisStatus::Fails(format!(
                    "the output is 1 with probability {truth:.3}, between 1/3 and 2/3: no 3 in 5"
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
                Hypothesis::unless("the debate is that of Fig. 2", departures.without_theorem()),
                Hypothesis::unless("all share one oracle", other_oracles),
                Hypothesis::unless("the constants are the theorem's", other_constants),
                self.reaching(measured),
                Hypothesis {
                    what: "the output is 1 with 2/3 or more, or 1/3 or less",
                    met: decided,
                },
            ],
            at_least: right,
            limit: if right { 0.6 } else { 0.4 },
        }
    }

    /// Returns true if K is at least a measured Δ(ε)/ε, apart from rounding.
    pub fn reaches(&self, found: f64) -> bool {
        found <= self.k.get() * (1.0 + 1e-6)
    }

    /// Def. 6.1 with the declared K: no ε moves the output by more than K·ε.
    pub fn reaching(&self, measured: Option<LipschitzConstants>) -> Hypothesis {
        let k = self.k.get();
        let met = match measured {
            Some(found) if self.reaches(found.at_most) => HypothesisStatus::Holds,
            Some(found) if self.reaches(found.worst) => HypothesisStatus::Unknown(format!(
                "K lies between {:.4} and {:.4}: {k} may be too small",
                found.worst, found.at_most
            )),
            Some(found) => HypothesisStatus::Fails(format!(
                "K = {k} is too small: {:.4} measured",
                found.worst
            )),
            None => HypothesisStatus::Unknown(format!(
                "K = {k} is not checked: the plan is too large to measure"
            )),
        };
        Hypothesis { what: "K is as large as Δ(ε)/ε for every ε", met }
    }

    /// The bound of Def. 6.1 beside the measured value. `over` ends its name.
    pub(super) fn bound_of_k(&self, over: &str, found: LipschitzConstants) -> Bound {
        Bound {
            name: format!("largest Δ(ε)/ε{over} is at most K (Def. 6.1)"),
            limit: self.k.get(),
            value: found.worst,
            standing: self.reaching(Some(found)).status(),
        }
    }
}
