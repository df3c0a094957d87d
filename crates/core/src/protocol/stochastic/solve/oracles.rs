//! The losses that arise if oracles differ from the truth, and K·δ for comparison (2024 paper, Def.
//! 6.1; `Comp/Oracle.lean`).

use serde::Serialize;

use super::Guarantee;
use crate::analysis::{Bound, Section, TheoremClaim};
use crate::fact;
use crate::protocol::stochastic::players::values::{Solver, SolverError, StrategyProfile};
use crate::protocol::stochastic::{Constants, OracleDistances, Oracles};
use crate::rules::Seat;
use crate::text::Limit;
use crate::work::CancelToken;

/// The result of a pair of players in two cases. In the first, each seat has its own oracle. In the
/// second, all seats have the true oracle.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OracleLoss {
    /// The pair of players.
    pub players: &'static str,
    /// P[Alice wins] if each seat has its own oracle.
    pub value: f64,
    /// P[Alice wins] if all seats have the true oracle.
    pub with_the_truth: f64,
}

/// The effect of oracles that differ from the truth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OracleDifference {
    /// The distances between the oracles.
    pub apart: OracleDistances,
    /// δ, the largest distance of an oracle from the truth.
    pub delta: f64,
    /// K·δ, where K is the declared value. The output changes by at most this much if all players
    /// share one oracle that is off by δ.
    pub k_delta: f64,
    /// Δ(δ) of this plan: the same bound, but measured.
    pub change: f64,
    /// P[output = 1] with Alice's oracle, with Bob's and with the judge's.
    pub outputs: [f64; 3],
    /// P[output = 1] with the true oracle.
    pub truth: f64,
    /// The losses of the most important pairs of players.
    pub losses: Vec<OracleLoss>,
}

impl OracleDifference {
    /// The effect of the oracles. `None` if every seat has the true oracle.
    ///
    /// # Errors
    /// Returns an error if a value is too expensive to compute, or if the work was cancelled.
    pub fn compute(
        solver: &Solver,
        guarantee: &Guarantee,
        token: &CancelToken,
    ) -> Result<Option<Self>, SolverError> {
        let delta = guarantee.apart.delta();
        if delta == 0.0 {
            return Ok(None);
        }
        let plain = || Solver::new(solver.unrolled().plan(), *solver.constants(), token);
        // The mean of samples is right on average. So if Bob never aborts, an honest Alice produces
        // the output of her oracle.
        let output = |seat| {
            let flaws = Seat::each(|_| solver.oracles().flaws(seat).clone());
            let own = plain()?.with_oracles(Oracles::new(flaws));
            own.solve(StrategyProfile::UNDOUBTED, token).map(|solved| solved.value)
        };
        let [alice, bob, judge] = Seat::each(output);
        let plain = plain()?;
        let losses = [
            (StrategyProfile::HONEST, "honest v honest"),
            (StrategyProfile::BEST_BOB, "honest v best-response"),
            (StrategyProfile::BEST_ALICE, "best-response v honest"),
            (StrategyProfile::BEST, "best-response v best-response"),
        ]
        .map(|(pair, players)| {
            let value = solver.solve(pair, token)?.value;
            Ok(OracleLoss { players, value, with_the_truth: plain.solve(pair, token)?.value })
        });
        Ok(Some(Self {
            apart: guarantee.apart,
            delta,
            k_delta: solver.constants().k.get() * delta,
            change: guarantee.change,
            outputs: [alice?, bob?, judge?],
            truth: solver.truth(token)?,
            losses: losses.into_iter().collect::<Result<_, SolverError>>()?,
        }))
    }

    /// The losses as a section of the report.
    pub fn section(&self) -> Section {
        let OracleDistances { alice, bob, judge, alice_judge, bob_judge } = self.apart;
        let mut facts = vec![
            fact!("off-truth": "largest error: Alice's oracle {alice:.4}, Bob's {bob:.4}, the judge's {judge:.4}",
                alice = Limit::at_most(alice), bob = Limit::at_most(bob), judge = Limit::at_most(judge)),
            fact!("off-judge": "largest difference from the judge's oracle: Alice's {alice:.4}, Bob's {bob:.4}",
                alice = Limit::at_most(alice_judge), bob = Limit::at_most(bob_judge)),
            fact!("k-delta": "K·δ = {k_delta:.4} with δ = {delta:.4}; measured, Δ(δ) = {moved:.4}. If all players \
                share one oracle, the output changes by at most this", k_delta = self.k_delta,
                delta = self.delta, moved = self.change),
        ];
        facts.extend(self.losses.iter().map(|loss| {
            fact!("loss": "{players}: Alice wins {value:.6}; with the true oracle she wins \
                           {truth:.6}; the difference is \
                           {less:+.6}", players = loss.players, value = loss.value,
                truth = loss.with_the_truth, less = loss.value - loss.with_the_truth)
        }));
        Section::new("oracles that differ", facts)
    }

    /// Def. 6.1 for each seat: an oracle that is off by δ changes the output by at most K·δ. This
    /// holds only if K is large enough.
    pub fn bounds(&self, constants: &Constants, guarantee: &Guarantee) -> Vec<Bound> {
        let far = [self.apart.alice, self.apart.bob, self.apart.judge];
        let seats = Seat::ALL.into_iter().zip(far).zip(self.outputs);
        let bound = |((seat, far), output): ((Seat, f64), f64)| {
            let statement = format!("{}'s oracle changes the output by at most K·δ", seat.name());
            let claim = TheoremClaim {
                theorem: "Def. 6.1".into(),
                statement: statement.clone(),
                hypotheses: vec![constants.reaching(Some(guarantee.worst))],
                limit: Limit::at_most(constants.k.get() * far),
            };
            claim.bound(&format!("{statement} (Def. 6.1)"), (output - self.truth).abs())
        };
        seats.filter(|((_, far), _)| *far > 0.0).map(bound).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::BoundStatus;
    use crate::machine::{Op, Step};
    use crate::protocol::stochastic::players::values::testing::{forked, votes};
    use crate::protocol::stochastic::{ConstantSet, LipschitzBound, OracleFlaws, Tolerances};
    use proptest::prelude::*;

    fn differing(
        plan: &crate::machine::Plan,
        k: f64,
        oracles: Oracles,
    ) -> (OracleDifference, Vec<Bound>) {
        let k = LipschitzBound::new(k).unwrap();
        let constants = Constants::new(ConstantSet::Teaching, k, plan.len() as u64).unwrap();
        let token = CancelToken::default();
        let solver = Solver::new(plan, constants, &token).unwrap().with_oracles(oracles);
        let guarantee = Guarantee::compute(&solver, solver.truth(&token).unwrap(), &token).unwrap();
        let found = OracleDifference::compute(&solver, &guarantee, &token).unwrap().unwrap();
        let bounds = found.bounds(&constants, &guarantee);
        (found, bounds)
    }

    fn off(by: f64) -> OracleFlaws {
        OracleFlaws { off: by, ..OracleFlaws::default() }
    }

    #[test]
    fn one_flawed_oracle_for_all_moves_the_output_by_no_more_than_k_delta() {
        // Three votes of 0.75, each 0.05 too low: 0.784 instead of 0.84375.
        let plan = votes(3, 0.75, Op::Majority);
        let all = Oracles::new([off(-0.05), off(-0.05), off(-0.05)]);
        let (found, bounds) = differing(&plan, 1.5, all);
        for output in found.outputs {
            assert!((output - 0.784).abs() < 1e-12, "{found:?}");
        }
        assert!((found.k_delta - 0.075).abs() < 1e-12 && found.change <= found.k_delta);
        assert_eq!(bounds.len(), 3);
        assert!(bounds.iter().all(Bound::holds), "{bounds:?}");
        // The oracles agree with each other, so the loss is the change of the output.
        let honest = &found.losses[0];
        assert!((honest.with_the_truth - honest.value - 0.05975).abs() < 1e-3, "{honest:?}");
    }

    #[test]
    fn a_judge_who_is_further_off_than_it_forgives_rejects_what_is_right() {
        // The judge accepts errors below 0.03, and its oracle is off by 0.06.
        let judge = Oracles::new([OracleFlaws::default(), OracleFlaws::default(), off(-0.06)]);
        let (found, _) = differing(&votes(3, 0.75, Op::Majority), 1.5, judge);
        let [honest, best_bob, ..] = &found.losses[..] else { panic!("{found:?}") };
        // Honest Bob does not abort, but the best Bob aborts.
        assert!((honest.value - honest.with_the_truth).abs() < 1e-3, "{honest:?}");
        assert!(best_bob.value < 1e-3 && best_bob.with_the_truth > 0.8, "{best_bob:?}");
        assert!(best_bob.with_the_truth - best_bob.value > found.k_delta);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12))]
        #[test]
        fn best_play_never_breaks_what_is_proved_of_oracles_that_differ(
            n in 1usize..4, yes in 0.0f64..=1.0, fork in any::<bool>(),
            c in 0.01f64..0.1, wider in 1.2f64..3.0, v in 0.02f64..0.3, less in 0.1f64..=1.0,
            offs in prop::array::uniform3(-0.04f64..0.04), wrong in prop::option::of(0usize..3)
        ) {
            let plan = if fork { forked() } else { votes(n, yes, Op::Majority) };
            let (s, b) = (c * wider, (c * wider * wider).min(1.0));
            let set = ConstantSet::Custom(Tolerances { c, s, b, q: v * less, v });
            let k = LipschitzBound::new(1.0).unwrap();
            let constants = Constants::new(set, k, plan.len() as u64).unwrap();
            let mut flaws = offs.map(off);
            if let Some(seat) = wrong {
                flaws[seat].wrong.insert(Step::new(1));
            }
            let token = CancelToken::default();
            let solver = Solver::new(&plan, constants, &token).unwrap();
            let solver = solver.with_oracles(Oracles::new(flaws));
            let guarantee = Guarantee::compute(&solver, solver.truth(&token).unwrap(), &token).unwrap();
            prop_assert!(!guarantee.three.holds());
            let find = |players| Some(solver.solve(players, &token).unwrap().value);
            for bound in &guarantee.bounds(&solver, find)[1..] {
                prop_assert!(bound.standing != BoundStatus::Fails, "{bound:?}");
            }
            if let Some(found) = OracleDifference::compute(&solver, &guarantee, &token).unwrap() {
                let k = LipschitzBound::new(guarantee.worst.at_most.max(1e-9)).unwrap();
                for bound in found.bounds(&Constants { k, ..constants }, &guarantee) {
                    prop_assert!(bound.holds(), "{bound:?}");
                }
            }
        }
    }
}
