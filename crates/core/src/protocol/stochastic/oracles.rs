//! Oracles that differ. Each seat has its own oracle, which can differ from the truth. The Lean
//! file also gives each player an oracle (`Debate/Protocol.lean`, `OracleId`), but its theorem uses
//! the same oracle for all of them. `docs/reference/departures.md` says what remains of the theorem
//! if the oracles differ.

use std::collections::BTreeSet;

use super::OracleDistances;
use crate::chance::Probability;
use crate::machine::{Plan, Step};
use crate::rules::Seat;

/// The flaws of one seat's oracle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OracleFlaws {
    /// The number that is added to the oracle's probability of yes, from −1 to 1. The sum is kept
    /// in [0, 1].
    pub off: f64,
    /// The steps at which the oracle has this error. `None` means all steps that ask, except the
    /// steps in `wrong`.
    pub at: Option<BTreeSet<Step>>,
    /// The steps at which the oracle is wrong: it says no as often as the true oracle says yes.
    pub wrong: BTreeSet<Step>,
}

impl OracleFlaws {
    fn any(&self) -> bool {
        !self.wrong.is_empty() || self.off != 0.0
    }

    /// The error of the oracle at a step. `None` if the oracle is wrong there.
    fn off_at(&self, step: Step) -> Option<f64> {
        let here = self.at.as_ref().is_none_or(|at| at.contains(&step));
        (!self.wrong.contains(&step)).then_some(if here { self.off } else { 0.0 })
    }

    /// `P[yes]` by this oracle. `p` is the true probability of yes at this step.
    pub fn chance(&self, step: Step, p: Probability) -> Probability {
        match self.off_at(step) {
            Some(0.0) => p,
            Some(off) => Probability::clamped(p.get() + off),
            None => Probability::clamped(1.0 - p.get()),
        }
    }
}

/// The oracles of Alice, Bob and the judge.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Oracles([OracleFlaws; 3]);

impl Oracles {
    /// The oracles of Alice, Bob and the judge, with these flaws.
    pub fn new(flaws: [OracleFlaws; 3]) -> Self {
        Self(flaws)
    }

    /// Returns true if at least one oracle differs from the truth.
    pub fn any(&self) -> bool {
        self.0.iter().any(OracleFlaws::any)
    }

    /// The flaws of a seat's oracle.
    pub fn flaws(&self, seat: Seat) -> &OracleFlaws {
        &self.0[seat.index()]
    }

    /// `P[yes]` by each oracle. `p` is the true probability of yes at this step.
    pub fn chances(&self, step: Step, p: Probability) -> [Probability; 3] {
        Seat::each(|seat| self.flaws(seat).chance(step, p))
    }

    /// Returns true if every oracle has the same flaw at both steps.
    pub fn same_flaws(&self, one: Step, other: Step) -> bool {
        self.0.iter().all(|flaws| flaws.off_at(one) == flaws.off_at(other))
    }

    /// The distances between the oracles on a plan.
    pub fn distances(&self, plan: &Plan) -> OracleDistances {
        let mut most = OracleDistances::default();
        if !self.any() {
            return most;
        }
        for step in plan.asks() {
            for &p in plan.ask(step).into_iter().flat_map(|ask| ask.yes.iter()) {
                let [alice, bob, judge] = self.chances(step, p).map(Probability::get);
                let widen = |most: &mut f64, a: f64, b: f64| *most = most.max((a - b).abs());
                widen(&mut most.alice, alice, p.get());
                widen(&mut most.bob, bob, p.get());
                widen(&mut most.judge, judge, p.get());
                widen(&mut most.alice_judge, alice, judge);
                widen(&mut most.bob_judge, bob, judge);
            }
        }
        most
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Op;
    use crate::machine::plan::families::votes;

    #[test]
    fn an_oracle_is_off_or_wrong_at_the_stated_places() {
        let p = |p: f64| Probability::new(p).unwrap();
        let (one, two, three) = (Step::new(1), Step::new(2), Step::new(3));
        let judge = OracleFlaws { off: 0.3, at: Some([one].into()), wrong: [two].into() };
        assert!((judge.chance(one, p(0.5)).get() - 0.8).abs() < 1e-12);
        assert_eq!(judge.chance(one, p(0.9)), p(1.0));
        assert!((judge.chance(two, p(0.9)).get() - 0.1).abs() < 1e-12);
        assert_eq!(judge.chance(three, p(0.9)), p(0.9));
        let alice = OracleFlaws { off: -0.1, ..OracleFlaws::default() };
        let oracles = Oracles::new([alice, OracleFlaws::default(), judge]);
        assert!(oracles.any() && !Oracles::default().any());
        assert!(!oracles.same_flaws(one, two) && oracles.same_flaws(three, three));
        let plan = votes("Is it so?", 3, p(0.9), Op::Majority).unwrap();
        let far = oracles.distances(&plan);
        for (found, by_hand) in [
            (far.alice, 0.1),
            (far.bob, 0.0),
            (far.judge, 0.8),
            (far.alice_judge, 0.7),
            (far.bob_judge, 0.8),
            (far.delta(), 0.8),
        ] {
            assert!((found - by_hand).abs() < 1e-12, "{far:?}");
        }
    }
}
