//! Live bits: what a plan still needs of the steps behind it.
//!
//! After step t a step s ≤ t is live if a step after t reads it; after the last step the output
//! is. The live bits after step t are the plan's configuration there: they and the inputs fix
//! everything that follows.

use std::sync::Arc;

use super::Plan;
use crate::machine::{Bits, Origin, Step};

/// Which steps of a plan are live when. Takes 4 bytes a step; clones share them.
#[derive(Clone, Debug)]
pub struct Liveness {
    plan: Plan,
    /// For each step the last step that reads it; the step itself if none does; one past the end
    /// for the output.
    last_use: Arc<[u32]>,
}

impl Liveness {
    /// Reads the whole plan once.
    pub fn of(plan: Plan) -> Self {
        let mut last_use: Vec<u32> = plan.steps().map(Step::number).collect();
        for step in plan.steps() {
            for source in plan.relevant(step) {
                if let Origin::Step(read) = source.get() {
                    last_use[read.index()] = step.number();
                }
            }
        }
        if let Some(output) = last_use.last_mut() {
            *output += 1;
        }
        Self { plan, last_use: last_use.into() }
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The steps that are live after step `t`, in order; none at 0. Takes time linear in `t`.
    ///
    /// # Panics
    /// After T.
    pub fn live_after(&self, t: u32) -> Vec<Step> {
        (0..t as usize).filter(|&at| self.last_use[at] > t).map(Step::at).collect()
    }

    /// S, the most bits that are ever live at once; at least 1, as the output is at the end.
    pub fn most(&self) -> u32 {
        let mut dying = vec![0u32; self.last_use.len() + 2];
        let (mut live, mut most) = (0, 0);
        for (at, &last) in self.last_use.iter().enumerate() {
            live += 1;
            dying[last as usize] += 1;
            live -= dying[at + 1];
            most = most.max(live);
        }
        most
    }

    /// The live bits after step `t` of a transcript.
    pub fn of_transcript(&self, t: u32, transcript: &Bits) -> Bits {
        self.live_after(t).into_iter().map(|step| transcript.at(step.index())).collect()
    }

    /// The live bits after step `to`, if those after step `from` are `live`, whether or not the
    /// plan ever has them. Where the oracle is unsure it is taken to answer what is likelier.
    ///
    /// # Panics
    /// If `live` has another length than [`Liveness::live_after`], `to` is before `from`, or
    /// after T.
    pub fn advance(&self, from: u32, live: &Bits, to: u32) -> Bits {
        assert!(from <= to, "a plan does not run backwards");
        let mut transcript = self.spread(from, live);
        for at in from..to {
            let step = Step::at(at as usize);
            if self.plan.chance_in(step, &transcript).get() > 0.5 {
                transcript.set(step.index(), true);
            }
        }
        self.of_transcript(to, &transcript)
    }

    /// The live bits after step `from` + 1, if those after step `from` are `live` and that step's
    /// value is `bit`, whether or not that follows.
    ///
    /// # Panics
    /// As [`Liveness::advance`].
    pub fn with_step(&self, from: u32, live: &Bits, bit: bool) -> Bits {
        let transcript = self.spread(from, live).with(from as usize, bit);
        self.of_transcript(from + 1, &transcript)
    }

    /// A transcript that has these live bits, and 0 elsewhere.
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

    /// How many of the steps after `from`, up to `to`, ask the oracle.
    pub fn asks_between(&self, from: u32, to: u32) -> u32 {
        let steps = (from as usize..to as usize).map(Step::at);
        steps.filter(|&step| self.plan.ask(step).is_some()).count() as u32
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::machine::testing::any_plan;
    use crate::machine::{Input, Op, PlanBuilder, Source};

    /// x1; 1 = copy x1, 2 = not 1, 3 = and(1, x1), 4 = or(2, 3).
    fn small() -> Liveness {
        let mut plan = PlanBuilder::over([true]);
        let x = Source::input(Input::new(1));
        let step = |n| Source::step(Step::new(n));
        plan.step(Op::Copy, &[x]).expect("step 1");
        plan.step(Op::Not, &[step(1)]).expect("step 2");
        plan.step(Op::And, &[step(1), x]).expect("step 3");
        plan.step(Op::Or, &[step(2), step(3)]).expect("step 4");
        Liveness::of(plan.finish().expect("a plan"))
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
        assert_eq!(live.most(), 2);
    }

    #[test]
    fn a_false_configuration_runs_on_by_the_plan() {
        let live = small();
        let wrong: Bits = "01".parse().expect("bits");
        // Steps 1, 2 said to be 0, 1: then 3 is 0 and 4 is 1.
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
            let live = Liveness::of(plan);
            let start = live.of_transcript(from, &transcript);
            prop_assert!(start.len() as u32 <= live.most());
            prop_assert_eq!(live.advance(from, &start, to), live.of_transcript(to, &transcript));
        }

        #[test]
        fn the_widest_moment_is_the_most(plan in any_plan()) {
            let steps = plan.len() as u32;
            let live = Liveness::of(plan);
            let widest = (0..=steps).map(|t| live.live_after(t).len()).max();
            prop_assert_eq!(Some(live.most() as usize), widest);
        }
    }
}
