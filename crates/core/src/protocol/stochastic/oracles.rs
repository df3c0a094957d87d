//! Oracles that differ: each seat asks an oracle of its own, which may answer otherwise than the
//! truth does. The Lean file gives every party an oracle of its own (`Debate/Protocol.lean`,
//! `OracleId`) and plugs in the same one for all; `docs/reference/departures.md` says what is left of its
//! theorem where they are not the same.

use std::collections::BTreeSet;

use super::Distances;
use crate::chance::Probability;
use crate::machine::{Plan, Step};
use crate::rules::Seat;

/// How one seat's oracle differs from the truth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Flaws {
    /// It says yes with a probability that is off by this much (clamped to [0, 1]); from −1 to 1.
    pub off: f64,
    /// The asks at which it is off, unless it is wrong there; none: at all of them.
    pub at: Option<BTreeSet<Step>>,
    /// The asks at which it says no as often as the truth says yes.
    pub wrong: BTreeSet<Step>,
}

/// What an oracle makes of the truth at one step.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Answers {
    Off(f64),
    Wrong,
}

impl Flaws {
    fn any(&self) -> bool {
        !self.wrong.is_empty() || self.off != 0.0
    }

    fn answers(&self, step: Step) -> Answers {
        if self.wrong.contains(&step) {
            return Answers::Wrong;
        }
        let here = self.at.as_ref().is_none_or(|at| at.contains(&step));
        Answers::Off(if here { self.off } else { 0.0 })
    }

    /// `P[yes]` by this oracle, at a step where the truth says yes with probability `p`.
    pub fn chance(&self, step: Step, p: Probability) -> Probability {
        match self.answers(step) {
            Answers::Off(0.0) => p,
            Answers::Off(by) => Probability::clamped(p.get() + by),
            Answers::Wrong => Probability::clamped(1.0 - p.get()),
        }
    }
}

/// The oracles of Alice, Bob and the judge.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Oracles([Flaws; 3]);

/// How likely yes is at one ask: in truth, and by the oracle of each seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chances {
    /// In truth.
    pub truth: Probability,
    by: [Probability; 3],
}

impl Chances {
    /// By the oracle of a seat.
    pub fn by(&self, seat: Seat) -> Probability {
        self.by[seat.index()]
    }
}

impl Oracles {
    /// Oracles with these flaws: Alice's, Bob's, the judge's.
    pub fn new(flaws: [Flaws; 3]) -> Self {
        Self(flaws)
    }

    /// Whether any of them differs from the truth.
    pub fn any(&self) -> bool {
        self.0.iter().any(Flaws::any)
    }

    /// How a seat's oracle differs.
    pub fn of(&self, seat: Seat) -> &Flaws {
        &self.0[seat.index()]
    }

    /// How likely yes is at an ask where the truth says yes with probability `p`.
    pub fn chances(&self, step: Step, p: Probability) -> Chances {
        Chances { truth: p, by: Seat::each(|seat| self.of(seat).chance(step, p)) }
    }

    /// Whether every oracle makes the same of the truth at both steps.
    pub fn alike(&self, one: Step, other: Step) -> bool {
        self.0.iter().all(|flaws| flaws.answers(one) == flaws.answers(other))
    }

    /// How far they are apart on a plan.
    pub fn distances(&self, plan: &Plan) -> Distances {
        let mut most = Distances::default();
        for step in plan.asks() {
            for &p in plan.ask(step).into_iter().flat_map(|ask| ask.yes.iter()) {
                let [alice, bob, judge] = self.chances(step, p).by.map(Probability::get);
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
    fn an_oracle_is_off_or_wrong_where_it_is_said_to_be() {
        let p = |p: f64| Probability::new(p).unwrap();
        let (one, two, three) = (Step::new(1), Step::new(2), Step::new(3));
        let judge = Flaws { off: 0.3, at: Some([one].into()), wrong: [two].into() };
        assert!((judge.chance(one, p(0.5)).get() - 0.8).abs() < 1e-12);
        assert_eq!(judge.chance(one, p(0.9)), p(1.0));
        assert!((judge.chance(two, p(0.9)).get() - 0.1).abs() < 1e-12);
        assert_eq!(judge.chance(three, p(0.9)), p(0.9));
        let alice = Flaws { off: -0.1, ..Flaws::default() };
        let oracles = Oracles::new([alice, Flaws::default(), judge]);
        assert!(oracles.any() && !Oracles::default().any());
        assert!(!oracles.alike(one, two) && oracles.alike(three, three));
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
