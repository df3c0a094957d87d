//! What oracles that differ from the truth cost: K·δ beside the loss that is measured
//! (2024 paper, Def. 6.1; `Comp/Oracle.lean`).

use serde::Serialize;

use super::guarantee::Measured;
use crate::analysis::{Bound, Claim, Section};
use crate::fact;
use crate::protocol::stochastic::players::values::{Players, Solver, SolverError};
use crate::protocol::stochastic::{Constants, Distances, Oracles};
use crate::rules::Seat;
use crate::work::Token;

/// A pair of players with these oracles, and were every oracle the truth's.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Loss {
    /// Who plays.
    pub players: String,
    /// P[Alice wins] here.
    pub value: f64,
    /// P[Alice wins], were every oracle the truth's.
    pub with_the_truth: f64,
}

/// What oracles that differ come to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Differing {
    /// How far they are apart.
    pub apart: Distances,
    /// δ, the largest distance from the truth.
    pub delta: f64,
    /// K·δ by the declared K: how far the output moves at most if all share one oracle that is off
    /// by δ.
    pub k_delta: f64,
    /// Δ(δ) of this plan: the same, measured.
    pub change: f64,
    /// P[output = 1] by the oracles of Alice, Bob and the judge.
    pub outputs: [f64; 3],
    /// P[output = 1] in truth.
    pub truth: f64,
    /// The pairs that matter most.
    pub losses: Vec<Loss>,
}

impl Differing {
    /// What is lost; none if every oracle is the truth's.
    ///
    /// # Errors
    /// If a value is out of reach, or the work was stopped.
    pub fn of(
        solver: &Solver,
        measured: &Measured,
        token: &Token,
    ) -> Result<Option<Self>, SolverError> {
        let (apart, change) = measured.apart;
        if apart.delta() == 0.0 {
            return Ok(None);
        }
        let plan = solver.unrolled().plan();
        let plain = Solver::new(plan, *solver.constants(), token)?;
        // A mean is right on average, so an honest Alice whom nobody doubts makes the output that
        // her oracle gives.
        let output = |seat| {
            let flaws = Seat::each(|_| solver.oracles().of(seat).clone());
            let own = Solver::new(plan, *solver.constants(), token)?;
            own.with_oracles(Oracles::new(flaws)).solve(Players::UNDOUBTED, token)
        };
        let [alice, bob, judge] = Seat::each(output);
        let mut losses = Vec::new();
        for (players, whose) in [
            (Players::HONEST, "honest v honest"),
            (Players::BEST_BOB, "honest v best-response"),
            (Players::BEST_ALICE, "best-response v honest"),
            (Players::BEST, "best-response v best-response"),
        ] {
            losses.push(Loss {
                players: whose.into(),
                value: solver.solve(players, token)?.value,
                with_the_truth: plain.solve(players, token)?.value,
            });
        }
        let delta = apart.delta();
        Ok(Some(Self {
            apart,
            delta,
            k_delta: solver.constants().k.get() * delta,
            change,
            outputs: [alice?.value, bob?.value, judge?.value],
            truth: solver.truth(token)?,
            losses,
        }))
    }

    /// In words.
    pub fn section(&self) -> Section {
        let Distances { alice, bob, judge, alice_judge, bob_judge } = self.apart;
        let mut facts = vec![
            fact!("off-truth": "off the truth by at most: Alice's {alice:.4}, Bob's {bob:.4}, the \
                judge's {judge:.4}", alice = alice, bob = bob, judge = judge),
            fact!("off-judge": "off the judge's by at most: Alice's {alice:.4}, Bob's {bob:.4}",
                alice = alice_judge, bob = bob_judge),
            fact!("k-delta": "K·δ = {k_delta:.4} with δ = {delta:.4}; measured, Δ(δ) = {moved:.4}: so \
                far the output moves if all share one oracle", k_delta = self.k_delta,
                delta = self.delta, moved = self.change),
        ];
        facts.extend(self.losses.iter().map(|loss| {
            fact!("loss": "{players}: Alice wins {value:.6}; with the true oracle {truth:.6}; \
                {less:+.6}", players = loss.players, value = loss.value,
                truth = loss.with_the_truth, less = loss.value - loss.with_the_truth)
        }));
        Section::new("oracles that differ", facts)
    }

    /// Def. 6.1, seat by seat: an oracle off by δ moves the output by at most K·δ, where K is known
    /// to be large enough.
    pub fn bounds(&self, constants: &Constants, measured: &Measured) -> Vec<Bound> {
        let k = constants.k.get();
        let Distances { alice, bob, judge, .. } = self.apart;
        let far = [alice, bob, judge];
        let seats = Seat::ALL.into_iter().zip(far).zip(self.outputs);
        let differing = seats.filter(|((_, far), _)| *far > 0.0);
        differing
            .map(|((seat, far), output)| {
                let value = (output - self.truth).abs();
                let what = "oracle moves the output by at most K·δ";
                let claim = Claim {
                    theorem: "Def. 6.1".into(),
                    statement: format!("{}'s {what}", seat.name()),
                    hypotheses: vec![constants.reaching(Some(measured.all))],
                    at_least: false,
                    limit: k * far,
                };
                claim.bound(&format!("{}'s {what} (Def. 6.1)", seat.name()), value)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Standing;
    use crate::machine::{Op, Step};
    use crate::protocol::stochastic::players::values::testing::{forked, votes};
    use crate::protocol::stochastic::{ConstantSet, Departures, Flaws, Lipschitz, Tolerances};
    use proptest::prelude::*;

    fn differing(plan: &crate::machine::Plan, k: f64, oracles: Oracles) -> (Differing, Vec<Bound>) {
        let k = Lipschitz::new(k).unwrap();
        let constants = Constants::new(ConstantSet::Teaching, k, plan.len() as u64).unwrap();
        let token = Token::default();
        let solver = Solver::new(plan, constants, &token).unwrap().with_oracles(oracles);
        let measured = Measured::of(&solver, &token).unwrap();
        let bounds = |found: &Differing| found.bounds(&constants, &measured);
        let found = Differing::of(&solver, &measured, &token).unwrap().unwrap();
        (found.clone(), bounds(&found))
    }

    fn off(by: f64) -> Flaws {
        Flaws { off: by, ..Flaws::default() }
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
        // They agree with one another, so that what is lost is what the output moves.
        let honest = &found.losses[0];
        assert!((honest.with_the_truth - honest.value - 0.05975).abs() < 1e-3, "{honest:?}");
    }

    #[test]
    fn a_judge_who_is_further_off_than_it_forgives_rejects_what_is_right() {
        // The judge forgives less than 0.03 and is off by 0.06.
        let judge = Oracles::new([Flaws::default(), Flaws::default(), off(-0.06)]);
        let (found, _) = differing(&votes(3, 0.75, Op::Majority), 1.5, judge);
        let [honest, best_bob, ..] = &found.losses[..] else { panic!("{found:?}") };
        // Nobody aborts between honest players, but a Bob who knows it always can.
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
            let k = Lipschitz::new(1.0).unwrap();
            let constants = Constants::new(set, k, plan.len() as u64).unwrap();
            let mut flaws = offs.map(off);
            if let Some(seat) = wrong {
                flaws[seat].wrong.insert(Step::new(1));
            }
            let token = Token::default();
            let solver = Solver::new(&plan, constants, &token).unwrap();
            let solver = solver.with_oracles(Oracles::new(flaws));
            let measured = Measured::of(&solver, &token).unwrap();
            let truth = solver.truth(&token).unwrap();
            let guarantee = super::super::Guarantee::of(&solver, Departures::default(), &measured, truth);
            prop_assert!(!guarantee.three.holds());
            let find = |players| Some(solver.solve(players, &token).unwrap().value);
            for bound in &guarantee.bounds(&solver, &measured, truth, find)[1..] {
                prop_assert!(bound.standing != Standing::Fails, "{bound:?}");
            }
            if let Some(found) = Differing::of(&solver, &measured, &token).unwrap() {
                let k = Lipschitz::new(measured.all.at_most.max(1e-9)).unwrap();
                for bound in found.bounds(&Constants { k, ..constants }, &measured) {
                    prop_assert!(bound.holds(), "{bound:?}");
                }
            }
        }
    }
}
