//! Live bits: the earlier values that a plan still needs.
//!
//! After step t, a step s ≤ t is live if a step after t reads it. After the last step, only the output is live. The
//! live bits after step t are the configuration of the plan at this time: together with the inputs, they determine all
//! later steps.

use std::sync::Arc;

use super::Plan;
use crate::machine::{Bits, Step};

/// The live steps of a plan at each time. This table takes 4 bytes for each step, or up to 8 if
/// many steps are live for long. All plans with the same steps share the table, and it is computed
/// once. A query then takes time linear in its result.
#[derive(Clone, Debug)]
pub struct Liveness {
    plan: Plan,
    known: Arc<PlanLiveness>,
}

/// The liveness of the steps of a plan, which does not depend on its inputs.
#[derive(Debug)]
pub(super) struct PlanLiveness {
    /// For each step, the last step that reads it. If no step reads the step, this is the step
    /// itself. For the output, this is one more than the last step.
    last_use: Vec<u32>,
    /// S, the largest number of live bits.
    most: u32,
    /// Snapshots of the live steps, beginning with the one before all steps. The distance to the next snapshot is at
    /// least the number of live steps. So all snapshots together hold no more steps than the plan.
    moments: Vec<LiveMoment>,
}

#[derive(Debug)]
struct LiveMoment {
    /// The number of steps before the snapshot.
    after: u32,
    /// The indices of the live steps, counted from 0.
    live: Box<[u32]>,
    /// The number of steps before the snapshot that ask the oracle.
    asked: u32,
}

/// The smallest distance between snapshots. Closer snapshots would not make queries faster.
const NEAREST: u32 = 1024;

impl Liveness {
    /// The liveness of a plan. The first call for a plan visits all its steps.
    pub fn new(plan: Plan) -> Self {
        let known =
            Arc::clone(plan.code.live.get_or_init(|| Arc::new(PlanLiveness::new(&plan, NEAREST))));
        Self { plan, known }
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The steps that are live after step `t`, in order. If `t` is 0, there are none.
    ///
    /// # Panics
    /// Panics if `t` is more than T.
    pub fn live_after(&self, t: u32) -> Vec<Step> {
        self.known.live_after(t).map(|at| Step::at(at as usize)).collect()
    }

    /// S, the largest number of live bits at any time. At least 1, because the output is live at
    /// the end.
    pub fn max_live(&self) -> u32 {
        self.known.most
    }

    /// The live bits after step `t` of a transcript.
    pub fn of_transcript(&self, t: u32, transcript: &Bits) -> Bits {
        self.live_after(t).into_iter().map(|step| transcript.at(step.index())).collect()
    }

    /// The live bits after step `to`, if the live bits after step `from` are `live`. These need not come from the true
    /// run. If the oracle is random, the run uses its more likely answers.
    ///
    /// # Panics
    /// Panics if `live` is not as long as [`Liveness::live_after`], if `to` is before `from`, or if `to` is more than
    /// T.
    pub fn advance(&self, from: u32, live: &Bits, to: u32) -> Bits {
        assert!(from <= to, "`to` must not be before `from`");
        let mut transcript = self.spread(from, live);
        for at in from..to {
            let step = Step::at(at as usize);
            if self.plan.chance_in(step, &transcript).get() > 0.5 {
                transcript.set(step.index(), true);
            }
        }
        self.of_transcript(to, &transcript)
    }

    /// The live bits after step `from` + 1, if the live bits after step `from` are `live` and the value of that step
    /// is `bit`. The value need not be correct.
    ///
    /// # Panics
    /// Panics in the same cases as [`Liveness::advance`].
    pub fn with_step(&self, from: u32, live: &Bits, bit: bool) -> Bits {
        let transcript = self.spread(from, live).with_bit(from as usize, bit);
        self.of_transcript(from + 1, &transcript)
    }

    /// A transcript with these live bits, and 0 elsewhere.
    fn spread(&self, from: u32, live: &Bits) -> Bits {
        let steps = self.live_after(from);
        assert_eq!(steps.len(), live.len(), "live bits after step {from}");
        let mut transcript = Bits::zeros(self.plan.len());
        for (at, step) in steps.into_iter().enumerate() {
            if live.at(at) {
                transcript.set(step.index(), true);
            }
        }
        transcript
    }

    /// The number of steps after `from` and up to `to` that ask the oracle.
    pub fn asks_between(&self, from: u32, to: u32) -> u32 {
        let asked = |until: u32| {
            let moment = self.known.moment(until);
            let rest = (moment.after as usize..until as usize).map(Step::at);
            moment.asked + rest.filter(|&step| self.plan.ask(step).is_some()).count() as u32
        };
        asked(to) - asked(from)
    }
}

impl PlanLiveness {
    /// Visits every step of the plan once. Snapshots are at least `nearest` steps apart.
    fn new(plan: &Plan, nearest: u32) -> Self {
        let mut last_use: Vec<u32> = plan.steps().map(Step::number).collect();
        for step in plan.steps() {
            for read in plan.relevant(step).iter().filter_map(|source| source.get().step()) {
                last_use[read.index()] = step.number();
            }
        }
        if let Some(output) = last_use.last_mut() {
            *output += 1;
        }
        let mut known = Self {
            last_use,
            most: 0,
            moments: vec![LiveMoment { after: 0, live: Box::default(), asked: 0 }],
        };
        let mut dying = vec![0u32; plan.len() + 2];
        let (mut live, mut asked, mut last) = (0, 0, 0);
        for step in plan.steps() {
            let after = step.number();
            asked += u32::from(plan.ask(step).is_some());
            dying[known.last_use[step.index()] as usize] += 1;
            live = live + 1 - dying[after as usize];
            known.most = known.most.max(live);
            if after - last >= nearest.max(live) {
                let live = known.live_after(after).collect();
                known.moments.push(LiveMoment { after, live, asked });
                last = after;
            }
        }
        known
    }

    /// The last snapshot that is not later than step `t`.
    fn moment(&self, t: u32) -> &LiveMoment {
        &self.moments[self.moments.partition_point(|moment| moment.after <= t) - 1]
    }

    /// The indices of the steps that are live after step `t`, counted from 0.
    fn live_after(&self, t: u32) -> impl Iterator<Item = u32> {
        let moment = self.moment(t);
        let since = moment.after..t;
        let all = moment.live.iter().copied().chain(since);
        all.filter(move |&at| self.last_use[at as usize] > t)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::machine::testing::any_plan;
    use crate::machine::{Input, Op, PlanBuilder, Source};

    /// The plan with input x1 = 1 and the steps 1 = copy x1, 2 = not 1, 3 = and(1, x1), 4 = or(2, 3).
    fn small() -> Liveness {
        let mut plan = PlanBuilder::over([true]);
        let x = Source::input(Input::new(1));
        let step = |n| Source::step(Step::new(n));
        plan.step(Op::Copy, &[x]).expect("step 1");
        plan.step(Op::Not, &[step(1)]).expect("step 2");
        plan.step(Op::And, &[step(1), x]).expect("step 3");
        plan.step(Op::Or, &[step(2), step(3)]).expect("step 4");
        Liveness::new(plan.finish().expect("a plan"))
    }

    #[test]
    fn a_step_is_live_until_its_last_reader() {
        let live = small();
        let numbers = |t| live.live_after(t).into_iter().map(Step::number).collect::<Vec<_>>();
        assert!(numbers(0).is_empty());
        assert_eq!(numbers(1), [1]);
        assert_eq!(numbers(2), [1, 2]);
        assert_eq!(numbers(3), [2, 3]);
        assert_eq!(numbers(4), [4]);
        assert_eq!(live.max_live(), 2);
    }

    #[test]
    fn a_false_configuration_runs_on_by_the_plan() {
        let live = small();
        let wrong: Bits = "01".parse().expect("bits");
        // If steps 1 and 2 are 0 and 1, step 3 is 0 and step 4 is 1.
        assert_eq!(live.advance(2, &wrong, 3).to_string(), "10");
        assert_eq!(live.advance(2, &wrong, 4).to_string(), "1");
    }

    proptest! {
        #[test]
        fn live_bits_carry_everything_that_matters(plan in any_plan(), ends in any::<(u32, u32)>()) {
            let steps = plan.len() as u32;
            let (a, b) = (ends.0 % (steps + 1), ends.1 % (steps + 1));
            let (from, to) = (a.min(b), a.max(b));
            let transcript = plan.evaluate();
            let live = Liveness::new(plan);
            let start = live.of_transcript(from, &transcript);
            prop_assert!(start.len() as u32 <= live.max_live());
            prop_assert_eq!(live.advance(from, &start, to), live.of_transcript(to, &transcript));
        }

        #[test]
        fn the_stored_liveness_agrees_with_a_scan(plan in any_plan(), nearest in 1u32..9) {
            let known = Arc::new(PlanLiveness::new(&plan, nearest));
            let live = Liveness { plan: plan.clone(), known };
            let last_use = &live.known.last_use;
            for t in 0..=plan.len() as u32 {
                let scan = (0..t as usize).filter(|&at| last_use[at] > t).map(Step::at);
                prop_assert_eq!(live.live_after(t), scan.collect::<Vec<_>>());
                let asks = plan.steps().take(t as usize).filter(|&s| plan.ask(s).is_some());
                prop_assert_eq!(live.asks_between(0, t), asks.count() as u32);
            }
            let kept: usize = live.known.moments.iter().map(|moment| moment.live.len()).sum();
            prop_assert!(kept <= plan.len());
        }

        #[test]
        fn the_widest_moment_is_the_most(plan in any_plan()) {
            let steps = plan.len() as u32;
            let live = Liveness::new(plan);
            let widest = (0..=steps).map(|t| live.live_after(t).len()).max();
            prop_assert_eq!(Some(live.max_live() as usize), widest);
        }
    }
}
