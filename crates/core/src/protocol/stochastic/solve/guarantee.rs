//! The proved guarantees of a stochastic debate. One follows from the declared K (Thm 6.2). The
//! other follows from how much the output of this plan can change (`Details.lean`).

use serde_json::json;

use super::THM_6_2;
use crate::analysis::{Bound, Fact, Hypothesis, HypothesisStatus, TheoremClaim};
use crate::fact;
use crate::machine::plan::{
    LipschitzConstants, QueryLipschitz, change, lipschitz, lipschitz_by_query, lipschitz_up_to,
};
use crate::protocol::stochastic::errors::above_the_promise;
use crate::protocol::stochastic::players::values::{Solver, StrategyProfile};
use crate::protocol::stochastic::{OracleDistances, ProtocolVariant, ProvedBounds};
use crate::text::Limit;
use crate::work::{CancelToken, Cancelled};

/// The guarantees of a plan with its constants, and the measured changes of its output.
#[derive(Clone, Debug, PartialEq)]
pub struct Guarantee {
    /// P[output = 1].
    pub truth: f64,
    /// The largest Δ(ε)/ε over every ε in (0, 1], by prefix.
    pub worst: LipschitzConstants,
    /// The largest Δ(ε)/ε by query. `None` if it was not measured.
    pub by_query: Option<QueryLipschitz>,
    /// Bob's tolerance b, and the largest Δ(ε)/ε for every ε up to b. The proof needs no larger ε.
    /// `None` if no valid b exists.
    pub up_to_b: Option<(f64, LipschitzConstants)>,
    /// The distances between the oracles.
    pub apart: OracleDistances,
    /// Δ(δ), where δ is the largest distance of an oracle from the truth.
    pub change: f64,
    /// Thm 6.2: the side that is right wins with probability at least 3/5.
    pub three: TheoremClaim,
    /// The guarantee from the declared K. `None` if no theorem covers the constants, or if the
    /// measured K may be larger than the declared one.
    pub by_k: Option<ProvedBounds>,
    /// The guarantee from this plan's own Δ↓(c) and Δ↑(b), the largest fall and rise of the output. It
    /// needs no K.
    pub by_plan: Option<ProvedBounds>,
    /// The reason why no theorem covers the constants. `None` if a theorem covers them.
    pub invalid: Option<String>,
    /// True if Alice wrote a witness first. Then these guarantees hold only for that witness.
    pub is_of_witness: bool,
}

impl Guarantee {
    /// Measures the plan of a solver, and finds its guarantees. `truth` is P[output = 1].
    ///
    /// # Errors
    /// Returns an error if the work was cancelled.
    pub fn compute(solver: &Solver, truth: f64, token: &CancelToken) -> Result<Self, Cancelled> {
        let (constants, unrolled) = (solver.constants(), solver.unrolled());
        let apart = solver.oracles().distances(unrolled.plan());
        // If the set leaves c open, the declared K decides c, because measuring every c takes long.
        let tolerances = constants
            .tolerances_by_k(truth, apart)
            .filter(|tolerances| tolerances.validity().is_ok());
        let (mut up_to_b, mut by_plan) = (None, None);
        if let Some(t) = tolerances {
            // A change larger than 1 has the same effect as a change of 1.
            let b = t.b.min(1.0);
            up_to_b = Some((b, lipschitz_up_to(unrolled, b, token)?));
            let [c, b] = t.widened(apart);
            // Completeness uses only the fall of the output, and soundness only its rise.
            let changes = [change(unrolled, c, token)?.0, change(unrolled, b, token)?.1];
            by_plan = Some(constants.proved(&t, truth, apart, changes));
        }
        let (delta, worst) = (apart.delta(), lipschitz(unrolled, token)?);
        let none = ProtocolVariant::default();
        let enough = constants.reaches(worst.at_most);
        let invalid = constants.uncovered();
        let mut three = constants.three_in_five(THM_6_2, none, delta, Some(worst), Some(truth));
        if !unrolled.plan().witness().is_empty() {
            // Alice could have written another witness.
            three.statement = match three.limit.is_lower() {
                true => {
                    "with this witness the claim is right: honest Alice wins at least 3 in 5 against \
                     every Bob"
                }
                false => {
                    "with this witness the claim is wrong: every Alice who writes it wins at most 2 in \
                     5 against honest Bob"
                }
            }
            .into();
        }
        if let Some(why) = invalid.as_ref().or(constants.uncovered_soundness().as_ref()) {
            let what = "the constants have the order that the proof needs";
            three = three.given(Hypothesis::unless(what, Some(why.as_str())));
        }
        Ok(Self {
            change: if delta == 0.0 {
                0.0
            } else {
                let (down, up) = change(unrolled, delta, token)?;
                down.max(up)
            },
            three,
            invalid,
            is_of_witness: !unrolled.plan().witness().is_empty(),
            by_k: constants.proved_by_k(truth, apart).filter(|_| enough),
            truth,
            worst,
            by_query: lipschitz_by_query(unrolled, token)?,
            up_to_b,
            apart,
            by_plan,
        })
    }

    /// How much the output can change, as facts of the report.
    pub fn k_facts(&self, k: f64) -> Vec<Fact> {
        let worst = self.worst;
        let mut facts = vec![
            fact!("k-local": "K by prefix (Lean): {k:.6} as ε goes to 0", k = worst.local),
            fact!("k-worst": "K by prefix: {k:.6} at worst, for ε = {at:.4} (at most {at_most:.6})",
                k = Limit::at_least(worst.worst), at = worst.at, at_most = Limit::at_most(worst.at_most)),
        ];
        facts.extend(self.up_to_b.map(|(b, near)| {
            fact!("k-up-to-b": "K by prefix: {k:.6} for ε up to b = {b:.6}, which is enough for the proof \
                (at most {at_most:.6})", k = Limit::at_least(near.worst), b = b, at_most = Limit::at_most(near.at_most))
        }));
        facts.push(match self.by_query {
            Some(QueryLipschitz { queries, local, worst, at }) => {
                fact!("k-by-query": "K by query (Def. 6.1): {local:.6} as ε goes to 0; the largest \
                    found is {k:.6}, for ε = {at:.4}; different queries: {queries}",
                    local = local, k = Limit::at_least(worst), at = at, queries = queries)
            }
            None => {
                fact!("k-no-query": "K by query (Def. 6.1): not measured, but at most K by prefix")
            }
        });
        facts.push(fact!("k-stated": "{k} stated as K", k = k));
        let parted = self.by_query.filter(|found| found.worst <= k && self.worst.worst > k);
        facts.extend(parted.map(|_| {
            fact!("k-parted": "K = {k} is large enough by query, as far as the search found, and too \
                small by prefix. For this \
                protocol only K by prefix proves Thm 6.2", k = k)
        }));
        facts
    }

    /// How much the output can change, as JSON.
    pub fn k_json(&self, k: f64) -> serde_json::Value {
        let LipschitzConstants { local, worst, at, at_most } = self.worst;
        let up_to_b = self
            .up_to_b
            .map(|(b, near)| json!({ "b": b, "worst": near.worst, "worst_at_most": near.at_most }));
        let by_query = self.by_query.map(|found| {
            json!({
                "queries": found.queries, "local": found.local, "worst": found.worst,
                "worst_at": found.at,
            })
        });
        json!({
            "local": local, "worst": worst, "worst_at": at, "worst_at_most": at_most,
            "up_to_b": up_to_b, "stated": k, "by_query": by_query,
        })
    }

    /// The guarantees as facts of the report.
    pub fn facts(&self, solver: &Solver) -> Vec<Fact> {
        let k = solver.constants().k.get();
        let whom = if self.is_of_witness { " who writes this witness" } else { "" };
        let say = |by: String, proved: ProvedBounds| {
            fact!("proved": "{by}: honest Alice wins at least {alice:.4} against every Bob, honest \
                Bob at least {bob:.4} against every Alice{whom}", by = by, whom = whom, alice = Limit::at_least(proved.completeness),
                bob = Limit::at_least(proved.soundness))
        };
        let mut facts = vec![
            fact!("three-in-five": "{words}", words = self.words(); holds = self.three.holds()),
            match (&self.invalid, self.by_k) {
                (Some(why), _) => {
                    fact!("invalid": "no theorem covers these constants: {why}", why = why)
                }
                (None, Some(proved)) => say(format!("by K = {k}"), proved),
                (None, None) => fact!("k-unknown": "K = {k} is perhaps too small", k = k),
            },
        ];
        facts.extend(
            solver
                .constants()
                .above_the_promise()
                .map(|k_b| fact!("k-b": "{words}", words = above_the_promise(k_b); k_b = k_b)),
        );
        let whose = match self.apart.delta() > 0.0 {
            true => {
                "without a K, by this plan's own Δ↓(c) and Δ↑(b), where c and b include the distances of \
                 the oracles from the truth"
            }
            false => "by this plan's own Δ↓(c) and Δ↑(b), without a K",
        };
        facts.extend(self.by_plan.map(|proved| say(whose.into(), proved)));
        facts
    }

    /// The promise of Thm 6.2, or the reason why there is none.
    fn words(&self) -> &str {
        self.three.unmet().unwrap_or(&self.three.statement)
    }

    /// The guarantees as JSON.
    pub fn to_json(&self) -> serde_json::Value {
        json!({
            "holds": self.three.holds(), "words": self.words(), "by_k": self.by_k,
            "by_plan": self.by_plan, "invalid": self.invalid, "apart": self.apart.delta(),
        })
    }

    /// The claims of all theorems, Thm 6.2 first.
    pub fn claims(&self) -> Vec<TheoremClaim> {
        let widened = if self.apart.delta() > 0.0 { ", widened by δ" } else { "" };
        let own = |statement: &str, of: &str, limit| TheoremClaim {
            theorem: format!("by Δ{of}{widened} (Lean Details)"),
            statement: statement.into(),
            hypotheses: vec![Hypothesis {
                what: "there are tolerances with c < s < b and q ≤ v that give these constants",
                met: HypothesisStatus::Holds,
            }],
            limit,
        };
        let by_plan = self.by_plan.map(|ProvedBounds { completeness, soundness }| {
            [
                own(
                    "completeness': honest Alice's least winning probability",
                    "↓(c)",
                    Limit::at_least(completeness),
                ),
                own(
                    "soundness': any Alice's largest winning probability against honest Bob",
                    "↑(b)",
                    Limit::at_most(1.0 - soundness),
                ),
            ]
        });
        std::iter::once(self.three.clone()).chain(by_plan.into_iter().flatten()).collect()
    }

    /// The bounds of the theorems, each with the value of the best opponent. `find` returns the
    /// value of a pair of players.
    pub fn bounds(
        &self,
        solver: &Solver,
        find: impl Fn(StrategyProfile) -> Option<f64>,
    ) -> Vec<Bound> {
        let mut bounds = vec![solver.constants().bound_of_k("", self.worst)];
        let (least, most) = (find(StrategyProfile::BEST_BOB), find(StrategyProfile::BEST_ALICE));
        for claim in self.claims().iter().skip(1) {
            let value = if claim.limit.is_lower() { least } else { most };
            bounds.extend(value.map(|value| claim.bound(&claim.full(), value)));
        }
        let decided = [
            (
                least,
                self.truth >= 2.0 / 3.0,
                "completeness: honest Alice wins with probability at least 3/5 against every Bob (Thm 6.2)",
            ),
            (
                most,
                self.truth <= 1.0 / 3.0,
                "soundness: every Alice wins with probability at most 2/5 against honest Bob (Thm 6.2)",
            ),
        ];
        for (value, applies, name) in decided {
            bounds.extend(value.filter(|_| applies).map(|value| self.three.bound(name, value)));
        }
        bounds
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::BoundStatus;
    use crate::machine::Op;
    use crate::protocol::stochastic::players::values::testing::{forked, votes};
    use crate::protocol::stochastic::{ConstantSet, Constants, ExplicitConstants, Tolerances};
    use proptest::prelude::*;

    fn bounds(plan: &crate::machine::Plan, set: ConstantSet, k: f64) -> (Guarantee, Vec<Bound>) {
        let k = crate::protocol::stochastic::LipschitzBound::new(k).unwrap();
        let constants = Constants::new(set, k, plan.len() as u64).unwrap();
        let token = CancelToken::default();
        let solver = Solver::new(plan, constants, &token).unwrap();
        let guarantee = Guarantee::compute(&solver, solver.truth(&token).unwrap(), &token).unwrap();
        let value = |players| Some(solver.solve(players, &token).unwrap().value);
        let bounds = guarantee.bounds(&solver, value);
        (guarantee, bounds)
    }

    #[test]
    fn a_plan_has_a_guarantee_of_its_own_however_small_the_declared_k() {
        let (guarantee, bounds) = bounds(&forked(), ConstantSet::Lean, 0.5);
        assert!(!guarantee.three.holds() && guarantee.by_k.is_none());
        let proved = guarantee.by_plan.unwrap();
        assert!(proved.completeness > 0.3 && proved.soundness > 0.3, "{proved:?}");
        assert!(bounds[1..].iter().all(Bound::holds), "{bounds:?}");
    }

    #[test]
    fn counts_by_themselves_have_the_guarantee_of_the_tolerances_behind_them() {
        let lean = Tolerances { c: 0.01, s: 0.02, b: 0.05, q: 1.0 / 400.0, v: 0.01 };
        let k = crate::protocol::stochastic::LipschitzBound::new(2.0).unwrap();
        let set = ConstantSet::Custom(lean);
        let counts = Constants::new(set, k, 4).unwrap();
        let explicit = ConstantSet::Explicit(ExplicitConstants {
            alice: counts.alice,
            bob: counts.bob.count,
            bob_tolerance: counts.bob.tolerance,
            judge: counts.judge.count,
            judge_tolerance: counts.judge.tolerance,
        });
        let plan = votes(3, 0.9, Op::Majority);
        let [by_name, by_number] =
            [set, explicit].map(|set| bounds(&plan, set, 2.0).0.by_plan.unwrap());
        assert!((by_name.completeness - by_number.completeness).abs() < 1e-3);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10))]
        #[test]
        fn best_play_never_breaks_what_is_proved(
            n in 1usize..5, yes in 0.0f64..=1.0, xor in any::<bool>(),
            c in 0.01f64..0.1, wider in 1.2f64..3.0, v in 0.02f64..0.3, less in 0.1f64..=1.0
        ) {
            let plan = votes(n, yes, if xor { Op::Xor } else { Op::Majority });
            let (s, b) = (c * wider, (c * wider * wider).min(1.0));
            let set = ConstantSet::Custom(Tolerances { c, s, b, q: v * less, v });
            let (guarantee, bounds) = bounds(&plan, set, 1.0);
            prop_assert!(guarantee.invalid.is_none());
            for bound in &bounds[1..] {
                prop_assert!(bound.standing != BoundStatus::Fails, "{bound:?}");
            }
        }
    }
}
