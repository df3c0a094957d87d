//! A computation as a chain of configurations: what bisection needs, for plans and for Turing
//! machines alike.

use std::fmt;

use super::plan::liveness::Liveness;
use super::turing::{self, Cursor, Run, TuringMachine};
use super::{Bits, Plan, Step, grouped};

/// A computation of T steps, from configuration to configuration. The configurations of a plan
/// are its live bits; those of a Turing machine are state, head and tape. Clones share everything.
#[derive(Clone, Debug)]
pub enum Computation {
    /// A plan, with its transcript.
    Plan {
        /// The plan, and which of its steps are live when.
        live: Liveness,
        /// Its transcript.
        transcript: Bits,
    },
    /// A Turing machine, with its run.
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

impl Computation {
    /// A plan, run once. Where its oracle is unsure it is taken to answer what is likelier.
    pub fn plan(plan: Plan) -> Self {
        let transcript = plan.evaluate();
        Self::Plan { live: Liveness::of(plan), transcript }
    }

    /// A Turing machine, run once over its T steps.
    pub fn turing(machine: TuringMachine) -> Self {
        Self::Turing(Run::new(machine))
    }

    /// T; at least 1.
    pub fn steps(&self) -> u32 {
        match self {
            Self::Plan { live, .. } => live.plan().len() as u32,
            Self::Turing(run) => run.steps(),
        }
    }

    /// The true configuration after `step` steps; 0 is the start.
    ///
    /// # Panics
    /// After T.
    pub fn at(&self, step: u32) -> Configuration {
        match self {
            Self::Plan { live, transcript } => {
                Configuration::Live(live.of_transcript(step, transcript))
            }
            Self::Turing(run) => Configuration::Tape(run.at(step)),
        }
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
            Self::Plan { live, .. } => Some(live.asks_between(from, to)),
            Self::Turing(run) => (run.asked() == 0).then_some(0),
        };
        if let Some(asked) = asked
            && *start == self.at(from)
        {
            return (self.at(to), asked);
        }
        crate::work::count(u64::from(to - from) / 1024);
        match (self, start) {
            (Self::Plan { live, .. }, Configuration::Live(bits)) => {
                let end = live.advance(from, bits, to);
                (Configuration::Live(end), live.asks_between(from, to))
            }
            (Self::Turing(run), Configuration::Tape(start)) => {
                let mut cursor = Cursor::from(run.machine(), start, from);
                cursor.go(to - from);
                (Configuration::Tape(cursor.configuration()), cursor.asked())
            }
            _ => (start.clone(), 0),
        }
    }

    /// The configuration after step `from` + 1, which asks the oracle, if the oracle answers so.
    /// A step that asks nothing goes by the plan or the table.
    pub fn answered(&self, start: &Configuration, from: u32, answer: bool) -> Configuration {
        match (self, start) {
            (Self::Plan { live, .. }, Configuration::Live(bits)) if self.asks(start, from) => {
                Configuration::Live(live.with_step(from, bits, answer))
            }
            (Self::Turing(run), Configuration::Tape(tape)) => {
                Configuration::Tape(run.machine().answered(tape, answer))
            }
            _ => self.advance(start, from, from + 1),
        }
    }

    /// Whether the output is 1: a plan's last bit, a Turing machine's accepting state. `end` is a
    /// configuration after step T.
    pub fn accepts(&self, end: &Configuration) -> bool {
        match (self, end) {
            (Self::Turing(run), Configuration::Tape(end)) => run.machine().accepts(end.state()),
            (_, Configuration::Live(bits)) => bits.get(0) == Some(true),
            _ => false,
        }
    }

    /// A configuration with the output that is given. Where no state of a Turing machine has it,
    /// nothing changes.
    pub fn with_output(&self, end: Configuration, output: bool) -> Configuration {
        match (self, end) {
            (_, end) if self.accepts(&end) == output => end,
            (Self::Turing(run), Configuration::Tape(end)) => {
                let machine = run.machine();
                let state = machine.states().find(|&state| machine.accepts(state) == output);
                Configuration::Tape(state.map_or(end.clone(), |state| end.in_state(state)))
            }
            (_, Configuration::Live(_)) => Configuration::Live([output].into_iter().collect()),
            (_, end) => end,
        }
    }

    /// Something in the shape of a configuration after `step` steps that says nothing about it: a
    /// Turing machine's start, or live bits that are all 0.
    pub fn form(&self, step: u32) -> Configuration {
        match self {
            Self::Plan { live, .. } => {
                Configuration::Live(Bits::zeros(live.live_after(step).len()))
            }
            Self::Turing(run) => Configuration::Tape(run.machine().start()),
        }
    }

    /// How many bits a configuration after `step` steps takes.
    pub fn bits(&self, step: u32) -> u32 {
        match self {
            Self::Plan { live, .. } => live.live_after(step).len() as u32,
            Self::Turing(run) => run.machine().configuration_bits(),
        }
    }

    /// S: the most bits a configuration takes.
    pub fn most_bits(&self) -> u32 {
        match self {
            Self::Plan { live, .. } => live.most(),
            Self::Turing(run) => run.machine().configuration_bits(),
        }
    }

    /// How many of the steps after `from`, up to `to`, ask the oracle in the true run.
    pub fn asks_between(&self, from: u32, to: u32) -> u32 {
        match self {
            Self::Plan { live, .. } => live.asks_between(from, to),
            Self::Turing(run) => run.cursor(to).asked() - run.cursor(from).asked(),
        }
    }

    /// Whether step `step` + 1, after configuration `here`, asks the oracle.
    pub fn asks(&self, here: &Configuration, step: u32) -> bool {
        match (self, here) {
            (Self::Plan { live, .. }, _) => {
                let next = Step::at(step as usize);
                live.plan().has(next) && live.plan().ask(next).is_some()
            }
            (Self::Turing(run), Configuration::Tape(here)) => run.machine().asks(here.state()),
            _ => false,
        }
    }

    /// The question that step `step` + 1 puts to the oracle, after configuration `here`; none if
    /// it puts none.
    pub fn question(&self, here: &Configuration, step: u32) -> Option<String> {
        match (self, here) {
            (Self::Plan { live, .. }, _) => self
                .asks(here, step)
                .then(|| live.plan().words(Step::at(step as usize)).into_owned()),
            (Self::Turing(run), Configuration::Tape(here)) => run.machine().question_at(here),
            _ => None,
        }
    }

    /// The rule by which step `step` + 1 goes on from `here`, in words: the gate and what it reads,
    /// or the table in that state.
    pub fn rule_words(&self, here: &Configuration, step: u32) -> String {
        match (self, here) {
            (Self::Turing(run), Configuration::Tape(here)) => run.machine().row_words(here.state()),
            (Self::Plan { live, .. }, _) if (step as usize) < live.plan().len() => {
                let next = Step::at(step as usize);
                format!("step {} is {}", grouped(next.number().into()), live.plan().formula(next))
            }
            _ => String::new(),
        }
    }

    /// A configuration as text: `bits=0110`, or [`TuringMachine::write`].
    pub fn write(&self, configuration: &Configuration) -> String {
        match (self, configuration) {
            (Self::Turing(run), Configuration::Tape(tape)) => run.machine().write(tape),
            (_, Configuration::Live(bits)) => format!("bits={bits}"),
            (_, Configuration::Tape(tape)) => format!("{tape:?}"),
        }
    }

    /// Reads a configuration after `step` steps. Anything in the shape of one is good: whether it
    /// is true is another question.
    ///
    /// # Errors
    /// What keeps the text from being a configuration.
    pub fn read(&self, text: &str, step: u32) -> Result<Configuration, NotAConfiguration> {
        match self {
            Self::Turing(run) => Ok(Configuration::Tape(run.machine().read(text)?)),
            Self::Plan { .. } => {
                let expected = self.bits(step);
                let row = text.trim().strip_prefix("bits=").ok_or(NotAConfiguration::Bits)?;
                let bits: Bits = row.parse().map_err(NotAConfiguration::Symbols)?;
                if bits.len() != expected as usize {
                    return Err(NotAConfiguration::Length { got: bits.len(), expected, step });
                }
                Ok(Configuration::Live(bits))
            }
        }
    }

    /// What a configuration looks like, in words, for a person who writes one.
    pub fn shape(&self, step: u32) -> String {
        match self {
            Self::Plan { live, .. } => {
                let names: Vec<String> =
                    live.live_after(step).iter().take(12).map(Step::to_string).collect();
                let more = if self.bits(step) > 12 { ", …" } else { "" };
                format!("bits=, then the values of steps {}{more}", names.join(", "))
            }
            Self::Turing(run) => {
                let (machine, space) = (run.machine(), run.machine().space());
                format!("state=… head={}…{} tape=…, {} cells", space.from(), space.to(), {
                    machine.space().cells()
                })
            }
        }
    }
}

/// Why a text is not a configuration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAConfiguration {
    /// Of a Turing machine.
    #[error(transparent)]
    Malformed(#[from] turing::Malformed),
    /// Not a row of live bits.
    #[error("write the live bits as `bits=0110`")]
    Bits,
    /// A bit that is none.
    #[error("{0}")]
    Symbols(String),
    /// Too few or too many bits.
    #[error("after step {step} there are {expected} live bits, not {got}")]
    Length {
        /// How many were given.
        got: usize,
        /// How many there are.
        expected: u32,
        /// After which step.
        step: u32,
    },
}

impl fmt::Display for Computation {
    /// In a few words: what it is and how long.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plan { live, .. } => write!(f, "a plan of {} steps", live.plan().len()),
            Self::Turing(run) => {
                let cells = run.machine().space().cells();
                write!(f, "a Turing machine, {} steps in {cells} cells", run.steps())
            }
        }
    }
}
