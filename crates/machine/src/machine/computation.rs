//! A computation as a chain of configurations, for plans and for Turing machines. The bisection protocol uses it.

use std::fmt;

use super::turing::{self, TuringMachine, TuringRun};
use super::{Bits, NotAConfiguration, Plan, PlanRun};

/// A deterministic computation of T steps that was run once. A scenario file decides which kind of machine it is. If
/// the oracle of a plan is random, the run uses its more likely answers. Clones share their storage.
///
/// ```
/// use elenchus_machine::chance::Probability;
/// use elenchus_machine::machine::{Computation, Op, plan::families};
///
/// let votes = families::votes("Is it true?", 5, Probability::ONE, Op::Majority)?;
/// let computation = Computation::plan(votes);
/// // From the middle to the end, and the output there.
/// let (end, asked) = computation.advance_asking(&computation.at(3), 3, computation.steps());
/// assert_eq!((computation.accepts(&end), asked), (true, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum Computation {
    /// A plan.
    Plan(PlanRun),
    /// A Turing machine.
    Turing(TuringRun),
}

/// The state of a computation between two of its steps.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Configuration {
    /// The live bits of a plan, in the order of their steps.
    Live(Bits),
    /// The state, head and tape of a Turing machine.
    Tape(turing::Configuration),
}

impl From<Bits> for Configuration {
    fn from(live: Bits) -> Self {
        Self::Live(live)
    }
}

impl From<turing::Configuration> for Configuration {
    fn from(tape: turing::Configuration) -> Self {
        Self::Tape(tape)
    }
}

/// Evaluates an expression with the machine of either kind.
macro_rules! each {
    ($computation:expr, $machine:ident => $done:expr) => {
        match $computation {
            Computation::Plan($machine) => $done,
            Computation::Turing($machine) => $done,
        }
    };
}

/// Evaluates an expression with the machine if the configuration is of the machine's kind. Otherwise evaluates the
/// other expression.
macro_rules! at {
    ($computation:expr, $here:expr, $machine:ident, $own:ident => $done:expr, $other:expr) => {
        match ($computation, $here) {
            (Computation::Plan($machine), Configuration::Live($own)) => $done,
            (Computation::Turing($machine), Configuration::Tape($own)) => $done,
            _ => $other,
        }
    };
}

impl Computation {
    /// A plan that was run once. If its oracle is random, the run takes the more likely answers.
    pub fn plan(plan: Plan) -> Self {
        Self::Plan(PlanRun::new(plan))
    }

    /// A Turing machine that was run once for its T steps.
    pub fn turing(machine: TuringMachine) -> Self {
        Self::Turing(TuringRun::new(machine))
    }

    /// T, the number of steps, at least 1.
    pub fn steps(&self) -> u32 {
        each!(self, machine => machine.steps())
    }

    /// The true configuration after `step` steps. 0 is the start.
    ///
    /// # Panics
    /// Panics if `step` is more than T.
    pub fn at(&self, step: u32) -> Configuration {
        each!(self, machine => machine.at(step).into())
    }

    /// The configuration after step `to`, if `start` is the configuration after step `from`. `start` need not be true.
    /// If `start` belongs to another kind of machine, it is returned unchanged.
    ///
    /// # Panics
    /// Panics if `to` is before `from` or after T.
    pub fn advance(&self, start: &Configuration, from: u32, to: u32) -> Configuration {
        self.advance_asking(start, from, to).0
    }

    /// Like [`Computation::advance`]. Also returns how many of these steps asked the oracle.
    ///
    /// # Panics
    /// Panics if `to` is before `from` or after T.
    pub fn advance_asking(
        &self,
        start: &Configuration,
        from: u32,
        to: u32,
    ) -> (Configuration, u32) {
        assert!(from <= to && to <= self.steps(), "steps {from} to {to} of {}", self.steps());
        // If `start` is the true configuration, the result is already known.
        let asked = match self {
            Self::Plan(_) => Some(self.asks_between(from, to)),
            Self::Turing(run) => (run.asked() == 0).then_some(0),
        };
        if let Some(asked) = asked
            && *start == self.at(from)
        {
            return (self.at(to), asked);
        }
        crate::work::count(u64::from(to - from) / 1024);
        at!(self, start, machine, start => {
            let (end, asked) = machine.advance(start, from, to);
            (end.into(), asked)
        }, (start.clone(), 0))
    }

    /// The configuration after step `from` + 1, if this step asks the oracle and gets `answer`. A step that does not
    /// ask follows the plan or the table.
    pub fn answered(&self, start: &Configuration, from: u32, answer: bool) -> Configuration {
        at!(self, start, machine, start => machine.answered(start, from, answer).into(),
            start.clone())
    }

    /// True if the output is 1: the last bit of a plan, or an accepting state. `end` is a
    /// configuration after step T.
    pub fn accepts(&self, end: &Configuration) -> bool {
        at!(self, end, machine, end => machine.accepts(end), false)
    }

    /// A copy of the configuration whose output is `output`. The copy has no change if no state of the Turing
    /// machine has this output.
    pub fn with_output(&self, end: Configuration, output: bool) -> Configuration {
        at!(self, &end, machine, end => machine.with_output(end.clone(), output).into(), end.clone())
    }

    /// A blank configuration of the right shape after `step` steps: the start of a Turing machine,
    /// or live bits that are all 0.
    pub fn form(&self, step: u32) -> Configuration {
        each!(self, machine => machine.form(step).into())
    }

    /// The number of bits of a configuration after `step` steps.
    pub fn bits(&self, step: u32) -> u32 {
        each!(self, machine => machine.bits(step))
    }

    /// S: the largest number of bits of a configuration.
    pub fn most_bits(&self) -> u32 {
        each!(self, machine => machine.most_bits())
    }

    /// The number of steps after `from` and up to `to` that ask the oracle in the true run.
    pub fn asks_between(&self, from: u32, to: u32) -> u32 {
        each!(self, machine => machine.asks_between(from, to))
    }

    /// True if step `step` + 1, after configuration `here`, asks the oracle.
    pub fn asks(&self, here: &Configuration, step: u32) -> bool {
        at!(self, here, machine, here => machine.asks(here, step), false)
    }

    /// The question of step `step` + 1, after configuration `here`. `None` if it asks nothing.
    pub fn question(&self, here: &Configuration, step: u32) -> Option<String> {
        at!(self, here, machine, here => machine.question(here, step), None)
    }

    /// The rule of step `step` + 1 after `here`, in words: the gate and its sources, or the row of
    /// the table.
    pub fn rule_words(&self, here: &Configuration, step: u32) -> String {
        at!(self, here, machine, here => machine.rule_words(here, step), String::new())
    }

    /// A configuration as text. For a plan it is `bits=0110`; for a Turing machine, see [`TuringMachine::write`].
    pub fn write(&self, configuration: &Configuration) -> String {
        at!(self, configuration, machine, own => machine.write(own), format!("{configuration:?}"))
    }

    /// Reads a configuration after `step` steps. Accepts everything of the right shape, whether or
    /// not it is true.
    ///
    /// # Errors
    /// Returns an error that says why the text is not a configuration.
    pub fn read(&self, text: &str, step: u32) -> Result<Configuration, NotAConfiguration> {
        each!(self, machine => machine.read(text, step).map(Into::into))
    }

    /// Describes the format of a configuration for a person who writes one.
    pub fn shape(&self, step: u32) -> String {
        each!(self, machine => machine.shape(step))
    }
}

impl fmt::Display for Computation {
    /// The kind and the length of the computation, in a few words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&each!(self, machine => machine.words()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::machine::claimed_run::wrong_cell;
    use crate::machine::plan::limits;
    use crate::machine::testing::{any_machine, any_plan};
    use crate::machine::turing::{CellField, Deviation, PointedAt, TableChange, TranscriptRead};
    use crate::machine::{BitRef, JudgeCost, Source, Step};

    /// Checks properties of configurations that hold for every machine. `says` is the output of the true transcript.
    fn goes_on_from_any_configuration(of: &Computation, says: bool, ends: (u32, u32)) {
        each!(of, machine => {
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
            assert_eq!(machine.accepts(&machine.at(steps)), says);
        });
    }

    /// Checks the bound on the judge's cost for this step of a plan. The judge reads the step's bit and its sources.
    /// The output's bit is free, because the claim gives it.
    fn a_check_is_within_the_limits(plan: &Plan, step: Step) {
        let own = Some(Source::step(step)).filter(|_| step != plan.output());
        let mut readings: Vec<Source> = own.into_iter().collect();
        for &source in plan.relevant(step) {
            if !readings.contains(&source) {
                readings.push(source);
            }
        }
        let inputs = readings.iter().filter(|read| matches!(read.get(), BitRef::Input(_))).count();
        let (limits, transcript) = (limits(plan), readings.len() - inputs);
        assert!(transcript as u64 <= limits.transcript && inputs as u64 <= limits.input);
        assert!(u64::from(plan.ask(step).is_some()) <= limits.oracle);
    }

    /// The judge's cost of reading this part of the transcript.
    fn cost(told: &TuringRun, reading: TranscriptRead) -> JudgeCost {
        let pointers = match reading {
            TranscriptRead::Transcript(step, CellField::Pointers) => {
                told.cell(step).from.len() as u32
            }
            _ => 1,
        };
        let bits = reading.bits(told.machine().cell_bits(), pointers).into();
        match reading {
            TranscriptRead::Transcript(..) => {
                JudgeCost { transcript: bits, ..JudgeCost::default() }
            }
            TranscriptRead::Input(_) => JudgeCost { input: bits, ..JudgeCost::default() },
        }
    }

    /// Checks the bound on the judge's cost for this point of a run. Returns true if Alice is right there.
    fn within_the_limits(run: &TuringRun, told: &TuringRun, point: PointedAt) -> bool {
        let (readings, right, asked) = run.machine().check(point, |step| told.cell(step), None);
        let limits = run.limits();
        let costs = readings.iter().map(|&reading| cost(told, reading));
        let paid = costs.fold((0, 0), |paid, one| (paid.0 + one.transcript, paid.1 + one.input));
        assert!(paid.0 <= limits.transcript && paid.1 <= limits.input, "{paid:?} of {limits:?}");
        assert!(u64::from(asked.is_some()) <= limits.oracle);
        right
    }

    proptest! {
        #[test]
        fn a_plan_is_a_machine(plan in any_plan(), ends in any::<(u32, u32)>(), at in any::<u32>()) {
            let run = PlanRun::new(plan.clone());
            let says = run.transcript.at(plan.output().index());
            goes_on_from_any_configuration(&Computation::Plan(run.clone()), says, ends);
            for step in plan.steps() {
                a_check_is_within_the_limits(&plan, step);
                assert!(plan.is_right_at(step, &run.transcript));
            }
            let wrong = Step::at((at % plan.len() as u32) as usize);
            let told = run.transcript.clone().with_bit(wrong.index(), !run.transcript.at(wrong.index()));
            prop_assert_eq!(told.first_difference(&run.transcript), Some(wrong.index()));
            prop_assert!(!plan.is_right_at(wrong, &told));
        }

        #[test]
        fn a_turing_machine_is_a_machine(
            machine in any_machine(), ends in any::<(u32, u32)>(), at in any::<u32>(),
        ) {
            let run = TuringRun::new(machine.clone());
            let says = machine.accepts(run.cell(run.steps()).state);
            goes_on_from_any_configuration(&Computation::Turing(run.clone()), says, ends);
            for step in 1..=run.steps() {
                assert!(within_the_limits(&run, &run, PointedAt::Step(Step::new(step))));
            }
            prop_assert_eq!(run.objection(&run), None);
            let step = at % run.steps() + 1;
            if let Ok(cell) = wrong_cell(&run, step) {
                let change = TableChange::Slips(cell);
                let told = TuringRun::deviating(machine, [Deviation { step, change }]).expect("a run");
                let point = run.objection(&told).expect("a wrong step");
                prop_assert!(!within_the_limits(&run, &told, point));
            }
        }
    }
}
