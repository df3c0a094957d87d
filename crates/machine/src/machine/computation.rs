//! A computation as a chain of configurations: what bisection needs, for plans and for Turing
//! machines alike.

use std::fmt;

use super::turing::{self, Run, TuringMachine};
use super::{Bits, NotAConfiguration, Plan, PlanRun};

/// A deterministic computation of T steps that was run once, from configuration to configuration: of
/// either kind, where which kind is known only when a file is read. Where the oracle of a plan is
/// unsure it is taken to answer what is likelier. Clones share everything.
///
/// ```
/// use elenchus_machine::chance::Probability;
/// use elenchus_machine::machine::{Computation, Op, plan::families};
///
/// let votes = families::votes("Is it so?", 5, Probability::ONE, Op::Majority)?;
/// let computation = Computation::plan(votes);
/// // From the middle to the end, and what the end says.
/// let (end, asked) = computation.advance_asking(&computation.at(3), 3, computation.steps());
/// assert_eq!((computation.accepts(&end), asked), (true, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum Computation {
    /// A plan.
    Plan(PlanRun),
    /// A Turing machine.
    Turing(Run),
}

/// What a computation is like between two of its steps.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Configuration {
    /// The live bits of a plan, in the order of their steps.
    Live(Bits),
    /// State, head and tape.
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

/// The same of either machine.
macro_rules! each {
    ($computation:expr, $machine:ident => $done:expr) => {
        match $computation {
            Computation::Plan($machine) => $done,
            Computation::Turing($machine) => $done,
        }
    };
}

/// The same of either machine and a configuration of its own; else of one that is not.
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
    /// A plan, run once. Where its oracle is unsure it is taken to answer what is likelier.
    pub fn plan(plan: Plan) -> Self {
        Self::Plan(PlanRun::of(plan))
    }

    /// A Turing machine, run once over its T steps.
    pub fn turing(machine: TuringMachine) -> Self {
        Self::Turing(Run::new(machine))
    }

    /// T; at least 1.
    pub fn steps(&self) -> u32 {
        each!(self, machine => machine.steps())
    }

    /// The true configuration after `step` steps; 0 is the start.
    ///
    /// # Panics
    /// After T.
    pub fn at(&self, step: u32) -> Configuration {
        each!(self, machine => machine.at(step).into())
    }

    /// The configuration after step `to`, if the one after step `from` is `start`, whether or not
    /// the computation ever has it. One from another computation goes nowhere: it is given back.
    ///
    /// # Panics
    /// If `to` is before `from` or after T.
    pub fn advance(&self, start: &Configuration, from: u32, to: u32) -> Configuration {
        self.advance_asking(start, from, to).0
    }

    /// [`Computation::advance`], and how many of the steps taken asked the oracle.
    ///
    /// # Panics
    /// If `to` is before `from` or after T.
    pub fn advance_asking(
        &self,
        start: &Configuration,
        from: u32,
        to: u32,
    ) -> (Configuration, u32) {
        assert!(from <= to && to <= self.steps(), "steps {from} to {to} of {}", self.steps());
        // From where it really is, it goes where it really goes: that is known.
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

    /// The configuration after step `from` + 1, which asks the oracle, if the oracle answers so.
    /// A step that asks nothing goes by the plan or the table.
    pub fn answered(&self, start: &Configuration, from: u32, answer: bool) -> Configuration {
        at!(self, start, machine, start => machine.answered(start, from, answer).into(),
            start.clone())
    }

    /// Whether the output is 1: a plan's last bit, a Turing machine's accepting state. `end` is a
    /// configuration after step T.
    pub fn accepts(&self, end: &Configuration) -> bool {
        at!(self, end, machine, end => machine.accepts(end), false)
    }

    /// A configuration with the output that is given. Where no state of a Turing machine has it,
    /// nothing changes.
    pub fn with_output(&self, end: Configuration, output: bool) -> Configuration {
        at!(self, &end, machine, end => machine.with_output(end.clone(), output).into(), end.clone())
    }

    /// Something in the shape of a configuration after `step` steps that says nothing about it: a
    /// Turing machine's start, or live bits that are all 0.
    pub fn form(&self, step: u32) -> Configuration {
        each!(self, machine => machine.form(step).into())
    }

    /// How many bits a configuration after `step` steps takes.
    pub fn bits(&self, step: u32) -> u32 {
        each!(self, machine => machine.bits(step))
    }

    /// S: the most bits a configuration takes.
    pub fn most_bits(&self) -> u32 {
        each!(self, machine => machine.most_bits())
    }

    /// How many of the steps after `from`, up to `to`, ask the oracle in the true run.
    pub fn asks_between(&self, from: u32, to: u32) -> u32 {
        each!(self, machine => machine.asks_between(from, to))
    }

    /// Whether step `step` + 1, after configuration `here`, asks the oracle.
    pub fn asks(&self, here: &Configuration, step: u32) -> bool {
        at!(self, here, machine, here => machine.asks(here, step), false)
    }

    /// The question that step `step` + 1 puts to the oracle, after configuration `here`; none if
    /// it puts none.
    pub fn question(&self, here: &Configuration, step: u32) -> Option<String> {
        at!(self, here, machine, here => machine.question(here, step), None)
    }

    /// The rule by which step `step` + 1 goes on from `here`, in words: the gate and what it reads,
    /// or the table in that state.
    pub fn rule_words(&self, here: &Configuration, step: u32) -> String {
        at!(self, here, machine, here => machine.rule_words(here, step), String::new())
    }

    /// A configuration as text: `bits=0110`, or [`TuringMachine::write`].
    pub fn write(&self, configuration: &Configuration) -> String {
        at!(self, configuration, machine, own => machine.write(own), format!("{configuration:?}"))
    }

    /// Reads a configuration after `step` steps. Anything in the shape of one is good: whether it
    /// is true is another question.
    ///
    /// # Errors
    /// What keeps the text from being a configuration.
    pub fn read(&self, text: &str, step: u32) -> Result<Configuration, NotAConfiguration> {
        each!(self, machine => machine.read(text, step).map(Into::into))
    }

    /// What a configuration looks like, in words, for a person who writes one.
    pub fn shape(&self, step: u32) -> String {
        each!(self, machine => machine.shape(step))
    }
}

impl fmt::Display for Computation {
    /// In a few words: what it is and how long.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&each!(self, machine => machine.words()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::machine::plan::limits;
    use crate::machine::story::misstep;
    use crate::machine::testing::{any_machine, any_plan};
    use crate::machine::turing::{Deviation, Field, PointedAt, Reading, TableChange};
    use crate::machine::{Cell, JudgeCost, Source, Step};

    /// What holds of configurations, whatever the machine, whose true transcript says so.
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

    /// The judge pays no more than the bound where it checks this step of a plan: its own bit and those
    /// that it reads; the output's bit is known by the claim.
    fn a_check_is_within_the_limits(plan: &Plan, step: Step) {
        let own = Some(Source::step(step)).filter(|_| step != plan.output());
        let mut readings: Vec<Source> = own.into_iter().collect();
        for &source in plan.relevant(step) {
            if !readings.contains(&source) {
                readings.push(source);
            }
        }
        let inputs = readings.iter().filter(|read| matches!(read.get(), Cell::Input(_))).count();
        let (limits, transcript) = (limits(plan), readings.len() - inputs);
        assert!(transcript as u64 <= limits.transcript && inputs as u64 <= limits.input);
        assert!(u64::from(plan.ask(step).is_some()) <= limits.oracle);
    }

    /// What the judge pays for a reading.
    fn cost(told: &Run, reading: Reading) -> JudgeCost {
        let pointers = match reading {
            Reading::Transcript(step, Field::Pointers) => told.cell(step).from.len() as u32,
            _ => 1,
        };
        let bits = reading.bits(told.machine().cell_bits(), pointers).into();
        match reading {
            Reading::Transcript(..) => JudgeCost { transcript: bits, ..JudgeCost::default() },
            Reading::Input(_) => JudgeCost { input: bits, ..JudgeCost::default() },
        }
    }

    /// The judge pays no more than the bound at this point of a run; whether Alice is right there.
    fn within_the_limits(run: &Run, told: &Run, point: PointedAt) -> bool {
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
            let run = PlanRun::of(plan.clone());
            let says = run.transcript.at(plan.output().index());
            goes_on_from_any_configuration(&Computation::Plan(run.clone()), says, ends);
            for step in plan.steps() {
                a_check_is_within_the_limits(&plan, step);
                assert!(plan.is_right_at(step, &run.transcript));
            }
            let wrong = Step::at((at % plan.len() as u32) as usize);
            let told = run.transcript.clone().with(wrong.index(), !run.transcript.at(wrong.index()));
            prop_assert_eq!(told.first_difference(&run.transcript), Some(wrong.index()));
            prop_assert!(!plan.is_right_at(wrong, &told));
        }

        #[test]
        fn a_turing_machine_is_a_machine(
            machine in any_machine(), ends in any::<(u32, u32)>(), at in any::<u32>(),
        ) {
            let run = Run::new(machine.clone());
            let says = machine.accepts(run.cell(run.steps()).state);
            goes_on_from_any_configuration(&Computation::Turing(run.clone()), says, ends);
            for step in 1..=run.steps() {
                assert!(within_the_limits(&run, &run, PointedAt::Step(Step::new(step))));
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
