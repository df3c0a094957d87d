//! What plans and Turing machines have in common: steps from configuration to configuration, and a
//! transcript whose every cell follows from a few others.
//!
//! Two protocols stand on it. Bisection (Fig. 4 of the 2024 paper) goes from configuration to
//! configuration: [`Machine::at`], [`Machine::advance`], [`Machine::answered`], and their texts.
//! Cross-examination (Fig. 1) has a transcript written and one step of it checked:
//! [`Machine::transcript`] is the true one, [`Machine::objection`] is where an honest Bob points,
//! [`Machine::check`] is what the judge reads there and what it shows, and [`Machine::limits`] is the
//! bound of Theorem 5.3. A protocol that is written over a `Machine` needs no case for tapes.

use std::fmt::Debug;
use std::hash::Hash;

use super::NotAConfiguration;

/// A deterministic computation of T steps that was run once. Where the oracle of a plan is unsure it
/// is taken to answer what is likelier.
///
/// ```
/// use elenchus_machine::chance::Probability;
/// use elenchus_machine::machine::{Machine, Op, PlanRun, plan::families};
///
/// let run = PlanRun::of(families::votes("Is it so?", 5, Probability::ONE, Op::Majority)?);
/// // From the middle to the end, and what the end says.
/// let (end, asked) = run.advance(&run.at(3), 3, run.steps());
/// assert_eq!((run.accepts(&end), asked), (true, 2));
/// // Of the true transcript nothing is objected to; of one with a false answer, that step is.
/// let told = run.transcript().clone();
/// assert_eq!(run.objection(&told), None);
/// let point = run.objection(&told.with(2, false)).expect("a wrong step");
/// assert_eq!(point.to_string(), "3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Machine: Clone + Debug + Send + Sync {
    /// What the machine is like between two of its steps.
    type Configuration: Clone + Debug + PartialEq + Eq + Hash + Send + Sync;
    /// What the steps wrote, true or not: a cell for each.
    type Transcript: Clone + Debug + Send + Sync;
    /// Where Bob points in a transcript.
    type Point: Copy + Debug + PartialEq + Eq + Send + Sync;
    /// One thing that the judge reads.
    type Reading: Copy + Debug + PartialEq + Eq + Send + Sync;

    /// T; at least 1.
    fn steps(&self) -> u32;

    /// How many of the steps after `from`, up to `to`, ask the oracle in the true run.
    fn asks_between(&self, from: u32, to: u32) -> u32;

    /// The true configuration after `step` steps; 0 is the start.
    ///
    /// # Panics
    /// After T.
    fn at(&self, step: u32) -> Self::Configuration;

    /// The configuration after step `to`, if the one after step `from` is `start`, whether or not the
    /// machine is ever in it; and how many of the steps taken asked the oracle.
    ///
    /// # Panics
    /// If `to` is before `from` or after T, or `start` is no configuration after `from` steps.
    fn advance(
        &self,
        start: &Self::Configuration,
        from: u32,
        to: u32,
    ) -> (Self::Configuration, u32);

    /// The configuration after step `from` + 1, if the oracle answers so; by the machine's own rule
    /// where that step asks nothing.
    fn answered(&self, start: &Self::Configuration, from: u32, answer: bool)
    -> Self::Configuration;

    /// Whether step `step` + 1, after configuration `here`, asks the oracle.
    fn asks(&self, here: &Self::Configuration, step: u32) -> bool;

    /// The question that it puts, in words; none if it puts none.
    fn question(&self, here: &Self::Configuration, step: u32) -> Option<String>;

    /// Whether the output is 1 in a configuration after step T.
    fn accepts(&self, end: &Self::Configuration) -> bool;

    /// A configuration with the output that is given; the same one if the machine has no such output.
    fn with_output(&self, end: Self::Configuration, output: bool) -> Self::Configuration;

    /// Something in the shape of a configuration after `step` steps that says nothing about it.
    fn form(&self, step: u32) -> Self::Configuration;

    /// How many bits a configuration after `step` steps takes.
    fn bits(&self, step: u32) -> u32;

    /// S: the most bits that a configuration takes.
    fn most_bits(&self) -> u32;

    /// A configuration as text.
    fn write(&self, configuration: &Self::Configuration) -> String;

    /// Reads a configuration after `step` steps. Anything in the shape of one is good: whether it is
    /// true is another question.
    ///
    /// # Errors
    /// What keeps the text from being a configuration.
    fn read(&self, text: &str, step: u32) -> Result<Self::Configuration, NotAConfiguration>;

    /// What that text looks like, in words, for a person who writes one.
    fn shape(&self, step: u32) -> String;

    /// The rule by which step `step` + 1 goes on from `here`, in words.
    fn rule_words(&self, here: &Self::Configuration, step: u32) -> String;

    /// The machine in a few words: what it is and how long.
    fn words(&self) -> String;

    /// The true transcript.
    fn transcript(&self) -> &Self::Transcript;

    /// Whether a transcript says that the output is 1.
    fn says(&self, told: &Self::Transcript) -> bool;

    /// Where an honest Bob points: at the first cell that is not as in the true run. None if all are.
    fn objection(&self, told: &Self::Transcript) -> Option<Self::Point>;

    /// What the judge reads of a transcript to check a point, and whether Alice is right there.
    /// `answer` stands for the oracle's own, where it is given.
    fn check(
        &self,
        told: &Self::Transcript,
        point: Self::Point,
        answer: Option<bool>,
    ) -> Check<Self::Reading>;

    /// What the judge pays for a reading.
    fn cost(&self, told: &Self::Transcript, reading: Self::Reading) -> JudgeCost;

    /// What the judge pays at most, wherever Bob points and whatever Alice wrote (Thm 5.3).
    fn limits(&self) -> JudgeCost;
}

/// What checks a point of a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check<R> {
    /// What is read, in order and each thing once. What the claim says is known and not read.
    pub readings: Vec<R>,
    /// Whether Alice is right: the step follows from what it reads, or her pointer skips nothing.
    pub right: bool,
    /// Whether that takes an answer of the oracle.
    pub asks: bool,
}

/// What the judge pays: bits of where Bob points, of the transcript and of the input, and questions
/// to the oracle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JudgeCost {
    /// Bits that say where Bob points.
    pub location: u64,
    /// Bits of the transcript.
    pub transcript: u64,
    /// Bits of the input.
    pub input: u64,
    /// Questions.
    pub oracle: u64,
}

/// ⌈log2 n⌉: the bits that tell n things apart, and how often n is halved. 0 for one thing or none.
pub fn ceil_log2(n: u64) -> u32 {
    n.max(1).next_power_of_two().trailing_zeros()
}

/// The bits that say which of so many places is meant.
pub fn location_bits(places: usize) -> u64 {
    ceil_log2(places as u64).into()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::machine::story::misstep;
    use crate::machine::testing::{any_machine, any_plan};
    use crate::machine::turing::{Deviation, Run, TableChange};
    use crate::machine::{PlanRun, Step};

    #[test]
    fn logarithms_are_rounded_up() {
        let bits = [0, 1, 2, 3, 4, 5, 7, 8, 9, 21, 32, 33].map(ceil_log2);
        assert_eq!(bits, [0, 0, 1, 2, 2, 3, 3, 3, 4, 5, 5, 6]);
    }

    /// What holds of configurations, whatever the machine.
    fn goes_on_from_any_configuration<M: Machine>(machine: &M, ends: (u32, u32)) {
        let steps = machine.steps();
        let (a, b) = (ends.0 % (steps + 1), ends.1 % (steps + 1));
        let (from, to) = (a.min(b), a.max(b));
        let here = machine.at(from);
        let (there, asked) = machine.advance(&here, from, to);
        assert_eq!(there, machine.at(to));
        assert_eq!(asked, machine.asks_between(from, to));
        assert!(machine.bits(from) <= machine.most_bits());
        assert_eq!(machine.read(&machine.write(&here), from).as_ref(), Ok(&here));
        assert!(machine.read(&machine.write(&machine.form(from)), from).is_ok());
        let ended = machine.with_output(machine.at(steps), true);
        assert!(machine.accepts(&ended) || ended == machine.at(steps));
        assert_eq!(machine.accepts(&machine.at(steps)), machine.says(machine.transcript()));
    }

    /// The judge pays no more than the bound at any of these points; whether Alice is right there.
    fn within_the_limits<M: Machine>(machine: &M, told: &M::Transcript, point: M::Point) -> bool {
        let check = machine.check(told, point, None);
        let limits = machine.limits();
        let costs = check.readings.iter().map(|&reading| machine.cost(told, reading));
        let paid = costs.fold((0, 0), |paid, one| (paid.0 + one.transcript, paid.1 + one.input));
        assert!(paid.0 <= limits.transcript && paid.1 <= limits.input, "{paid:?} of {limits:?}");
        assert!(u64::from(check.asks) <= limits.oracle);
        check.right
    }

    proptest! {
        #[test]
        fn a_plan_is_a_machine(plan in any_plan(), ends in any::<(u32, u32)>(), at in any::<u32>()) {
            let steps = plan.steps().len() as u32;
            let run = PlanRun::of(plan);
            goes_on_from_any_configuration(&run, ends);
            for step in run.plan().steps() {
                assert!(within_the_limits(&run, run.transcript(), step));
            }
            prop_assert_eq!(run.objection(run.transcript()), None);
            let wrong = Step::at((at % steps) as usize);
            let told = run.transcript().clone();
            let told = told.with(wrong.index(), !run.transcript().at(wrong.index()));
            prop_assert_eq!(run.objection(&told), Some(wrong));
            prop_assert!(!within_the_limits(&run, &told, wrong));
        }

        #[test]
        fn a_turing_machine_is_a_machine(
            machine in any_machine(), ends in any::<(u32, u32)>(), at in any::<u32>(),
        ) {
            let run = Run::new(machine.clone());
            goes_on_from_any_configuration(&run, ends);
            for step in 1..=run.steps() {
                let point = crate::machine::turing::PointedAt::Step(Step::new(step));
                assert!(within_the_limits(&run, &run, point));
            }
            prop_assert_eq!(run.objection(&run), None);
            let step = at % run.steps() + 1;
            if let Ok(cell) = misstep(&run, step) {
                let change = TableChange::Slips(cell);
                let told = Run::deviating(machine, [Deviation { step, change }]).expect("a run");
                let point = run.objection(&told).expect("a wrong step");
                prop_assert!(!within_the_limits(&run, &told, point));
            }
        }
    }
}
