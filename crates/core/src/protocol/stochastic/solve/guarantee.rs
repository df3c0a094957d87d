//! What is proved of a stochastic debate: by a declared K (Thm 6.2), and by how far this plan's
//! own output moves (`Details.lean`).

use serde_json::json;

use super::ThreeInFive;
use crate::analysis::{Bound, Claim, Fact, Hypothesis, Met};
use crate::fact;
use crate::machine::plan::{Lipschitz, change, lipschitz, lipschitz_up_to};
use crate::protocol::stochastic::faults::above_the_promise;
use crate::protocol::stochastic::players::values::{Players, Solver};
use crate::protocol::stochastic::{Departures, Distances, Proved, Tolerances};
use crate::work::{Stopped, Token};

/// How far the output of a plan moves.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// Over every ε in (0, 1].
    pub all: Lipschitz,
    /// Over every ε up to Bob's tolerance b, which is as far as the proof looks; none where there
    /// is no valid b.
    pub up_to_b: Option<(f64, Lipschitz)>,
    /// The tolerances that the theorem speaks of, with Δ(c) and Δ(b), or of these widened by how
    /// far the oracles are apart; none if they are not valid.
    pub changes: Option<(Tolerances, [f64; 2])>,
    /// How far the oracles are apart, and Δ of the largest distance from the truth.
    pub apart: (Distances, f64),
}

/// What is proved for this plan, K and T.
#[derive(Clone, Debug, PartialEq)]
pub struct Guarantee {
    /// Thm 6.2: 3 in 5 for the side that is right.
    pub three: Claim,
    /// What is proved by the declared K; none if no theorem speaks of the constants, or K is not
    /// known to be large enough.
    pub by_k: Option<Proved>,
    /// What is proved by this plan's own Δ(c) and Δ(b), whatever K was declared.
    pub by_plan: Option<Proved>,
    /// Why no theorem speaks of the constants, if none does.
    pub invalid: Option<String>,
    /// δ: how far an oracle is from the truth at most.
    pub apart: f64,
}

/// The larger of the ways in which the output can move.
fn reach(solver: &Solver, epsilon: f64, token: &Token) -> Result<f64, Stopped> {
    let (down, up) = change(solver.unrolled(), epsilon, token)?;
    Ok(down.max(up))
}

impl Measured {
    /// Measures a plan.
    ///
    /// # Errors
    /// If the work was stopped.
    pub fn of(solver: &Solver, token: &Token) -> Result<Self, Stopped> {
        let constants = solver.constants();
        let (truth, apart) = (solver.truth(token)?, solver.apart());
        // Where c may be chosen, by the declared K: to measure each would take long.
        let tolerances = constants
            .tolerances_by_k(truth, apart)
            .filter(|tolerances| tolerances.validity().is_ok());
        let unrolled = solver.unrolled();
        let (mut up_to_b, mut changes) = (None, None);
        if let Some(t) = tolerances {
            up_to_b = Some((t.b, lipschitz_up_to(unrolled, t.b, token)?));
            let [c, b] = t.widened(apart);
            changes = Some((t, [reach(solver, c, token)?, reach(solver, b, token)?]));
        }
        let delta = match apart.delta() {
            0.0 => 0.0,
            delta => reach(solver, delta, token)?,
        };
        Ok(Self { all: lipschitz(unrolled, token)?, up_to_b, changes, apart: (apart, delta) })
    }

    /// What was found.
    pub fn facts(&self, solver: &Solver) -> Vec<Fact> {
        let all = self.all;
        let mut facts = vec![
            fact!("k-local": "{k:.6} as ε goes to 0", k = all.local),
            fact!("k-worst": "{k:.6} at worst, for ε = {at:.4} (at most {at_most:.6})", k = all.worst,
                at = all.at, at_most = all.at_most),
        ];
        if let Some((b, near)) = self.up_to_b {
            facts.push(
                fact!("k-up-to-b": "{k:.6} for ε up to b = {b:.6}, as far as the proof looks \
                (at most {at_most:.6})", k = near.worst, b = b, at_most = near.at_most),
            );
        }
        facts.push(fact!("k-stated": "{k} stated as K", k = solver.constants().k.get()));
        facts
    }

    /// For programs.
    pub fn to_json(self, solver: &Solver) -> serde_json::Value {
        let up_to_b = self
            .up_to_b
            .map(|(b, near)| json!({ "b": b, "worst": near.worst, "worst_at_most": near.at_most }));
        json!({
            "local": self.all.local, "worst": self.all.worst, "worst_at": self.all.at,
            "worst_at_most": self.all.at_most, "up_to_b": up_to_b,
            "stated": solver.constants().k.get(),
        })
    }
}

impl Guarantee {
    /// What is proved of the plan of a solver, with its constants.
    pub fn of(solver: &Solver, departures: Departures, measured: &Measured, truth: f64) -> Self {
        let constants = solver.constants();
        let (apart, _) = measured.apart;
        let by_plan =
            measured.changes.map(|(t, changes)| constants.proved(&t, truth, apart, changes));
        let why_invalid = || {
            let given = constants.tolerances(|_| 0.0).map(|t| t.validity());
            match given {
                Some(Err(why)) => why.to_string(),
                Some(Ok(())) => String::new(),
                None => "no c, s, b, q and v with c < s < b and q ≤ v make these counts and \
                         thresholds"
                    .to_owned(),
            }
        };
        let three = ThreeInFive {
            theorem: ThreeInFive::ALONE,
            constants,
            departures,
            delta: apart.delta(),
            measured: Some(measured.all),
            truth: Some(truth),
        };
        let enough = constants.reaches(measured.all.at_most);
        Self {
            three: three.claim(),
            by_k: constants.proved_by_k(truth, apart).filter(|_| enough),
            by_plan,
            invalid: measured.changes.is_none().then(why_invalid),
            apart: apart.delta(),
        }
    }

    /// What was found.
    pub fn facts(&self, solver: &Solver) -> Vec<Fact> {
        let three = fact!("three-in-five": "{words}", words = self.words();
            holds = self.three.holds());
        let mut facts = vec![three];
        let k = solver.constants().k.get();
        let say = |by: String, proved: Proved| {
            fact!("proved": "{by}: honest Alice wins at least {alice:.4} against every Bob, honest \
                Bob at least {bob:.4} against every Alice", by = by, alice = proved.completeness,
                bob = proved.soundness)
        };
        match &self.invalid {
            Some(why) => {
                facts.push(
                    fact!("invalid": "no theorem speaks of these constants: {why}", why = why),
                );
            }
            None => match self.by_k {
                Some(proved) => facts.push(say(format!("by K = {k}"), proved)),
                None => {
                    facts.push(
                        fact!("k-unknown": "K = {k} was not found to be large enough", k = k),
                    );
                }
            },
        }
        facts.extend(
            solver
                .constants()
                .above_the_promise()
                .map(|k_b| fact!("k-b": "{words}", words = above_the_promise(k_b); k_b = k_b)),
        );
        if let Some(proved) = self.by_plan {
            let whose = match self.apart > 0.0 {
                true => "by this plan's own Δ at c and b widened by δ, without a K",
                false => "by this plan's own Δ(c) and Δ(b), without a K",
            };
            facts.push(say(whose.into(), proved));
        }
        facts
    }

    /// What Thm 6.2 promises, or why it promises nothing.
    pub fn words(&self) -> &str {
        self.three.unmet().unwrap_or(&self.three.statement)
    }

    /// For programs: whether Thm 6.2 holds, what it promises, and what is proved otherwise.
    pub fn to_json(&self) -> serde_json::Value {
        json!({
            "holds": self.three.holds(), "words": self.words(), "by_k": self.by_k,
            "by_plan": self.by_plan, "invalid": self.invalid, "apart": self.apart,
        })
    }

    /// Everything that is claimed of this debate, Thm 6.2 first.
    pub fn claims(&self) -> Vec<Claim> {
        let widened = if self.apart > 0.0 { ", widened by δ" } else { "" };
        let own = |statement: &str, of: &str, at_least, limit| Claim {
            theorem: format!("by Δ({of}){widened} (Lean Details)"),
            statement: statement.into(),
            hypotheses: vec![Hypothesis {
                what: "there are tolerances with c < s < b and q ≤ v that make the constants",
                met: Met::Holds,
            }],
            at_least,
            limit,
        };
        let by_plan = self.by_plan.map(|Proved { completeness, soundness }| {
            [
                own("completeness': honest Alice's least", "c", true, completeness),
                own("soundness': any Alice's most against honest Bob", "b", false, 1.0 - soundness),
            ]
        });
        std::iter::once(self.three.clone()).chain(by_plan.into_iter().flatten()).collect()
    }

    /// The theorems' bounds, tested over all opponents by best play; `find` gives values.
    pub fn bounds(
        &self,
        solver: &Solver,
        measured: &Measured,
        truth: f64,
        find: impl Fn(Players) -> Option<f64>,
    ) -> Vec<Bound> {
        let found = measured.all;
        let mut bounds = vec![solver.constants().bound_of_k("", found)];
        let (least, most) = (find(Players::BEST_BOB), find(Players::BEST_ALICE));
        for claim in self.claims().iter().skip(1) {
            let value = if claim.at_least { least } else { most };
            bounds.extend(value.map(|value| claim.bound(&claim.full(), value)));
        }
        if let Some(value) = least.filter(|_| truth >= 2.0 / 3.0) {
            let name = "completeness: honest Alice wins at least 3/5 against every Bob (Thm 6.2)";
            bounds.push(self.three.bound(name, value));
        }
        if let Some(value) = most.filter(|_| truth <= 1.0 / 3.0) {
            let name = "soundness: every Alice wins at most 2/5 against honest Bob (Thm 6.2)";
            bounds.push(self.three.bound(name, value));
        }
        bounds
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Standing;
    use crate::machine::Op;
    use crate::protocol::stochastic::players::values::testing::{forked, votes};
    use crate::protocol::stochastic::{ConstantSet, Constants, Explicit};
    use proptest::prelude::*;

    fn bounds(plan: &crate::machine::Plan, set: ConstantSet, k: f64) -> (Guarantee, Vec<Bound>) {
        let k = crate::protocol::stochastic::Lipschitz::new(k).unwrap();
        let constants = Constants::new(set, k, plan.len() as u64).unwrap();
        let token = Token::default();
        let solver = Solver::new(plan, constants, &token).unwrap();
        let measured = Measured::of(&solver, &token).unwrap();
        let truth = solver.truth(&token).unwrap();
        let guarantee = Guarantee::of(&solver, Departures::default(), &measured, truth);
        let bounds = guarantee
            .bounds(&solver, &measured, truth, |p| Some(solver.solve(p, &token).unwrap().value));
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
        let k = crate::protocol::stochastic::Lipschitz::new(2.0).unwrap();
        let set = ConstantSet::Custom(lean);
        let counts = Constants::new(set, k, 4).unwrap();
        let explicit = ConstantSet::Explicit(Explicit {
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
                prop_assert!(bound.standing != Standing::Fails, "{bound:?}");
            }
        }
    }
}
