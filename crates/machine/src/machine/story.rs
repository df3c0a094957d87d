//! What somebody who lies about a computation says it does.
//!
//! A story gives a configuration for every time, in the shape of one. It begins at the true start
//! and ends with the output that is claimed. A lie is a pure function of the computation, so that
//! an independent copy of the liar tells the same story.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::computation::{Computation, Configuration};
use super::turing::{self, Deviation, Run, State, Symbol, TableChange, TableauCell};
use super::{Bits, PlanRun, Step};

/// A way to lie about a computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lie {
    /// Not at all, if the claim is true. If it is false, the same as [`Lie::FalseFinal`]: a story
    /// has to end as claimed.
    None,
    /// The truth at every time but the last.
    FalseFinal,
    /// The truth up to one step, which goes wrong, and from there what follows from it.
    WrongAt {
        /// The step, from 1 to T.
        step: u32,
        /// On a Turing machine, the cell that changes, whether or not the head is there; if not
        /// given, the step writes the wrong symbol (or, where its cell can hold only one, enters
        /// the wrong state).
        cell: Option<i32>,
    },
    /// Garbage in the shape of a configuration at every time but the first.
    Forger {
        /// Which garbage.
        seed: u64,
    },
}

/// Why a lie cannot be told about a computation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LieError {
    /// There is no such step.
    #[error("there is no step {step}: the computation has {steps}")]
    NoSuchStep {
        /// The step.
        step: u32,
        /// T.
        steps: u32,
    },
    /// There is no such cell.
    #[error("there is no cell {cell}: the tape has {space}")]
    NoSuchCell {
        /// The cell.
        cell: i32,
        /// The cells that there are.
        space: String,
    },
    /// A cell that can hold only one symbol.
    #[error("cell {0} can hold only one symbol, so it cannot be changed")]
    Fixed(i32),
    /// A cell of a plan.
    #[error("a plan has steps but no tape: leave the cell out")]
    NoTape,
    /// A machine with one state and a cell that can hold only one symbol.
    #[error("step {0} cannot go wrong: there is nothing else to write and no other state")]
    NothingElse(u32),
    /// No state gives the output that is claimed.
    #[error("no state of the machine {}", if *.0 { "accepts" } else { "rejects" })]
    NoSuchOutput(bool),
}

/// A configuration for every time.
#[derive(Clone, Debug)]
pub struct Story {
    computation: Computation,
    lie: Lie,
    end: Configuration,
}

impl Story {
    /// The story of `computation` that `lie` tells, ending with output `claim`.
    ///
    /// # Errors
    /// If the lie cannot be told about this computation.
    pub fn new(computation: &Computation, lie: Lie, claim: bool) -> Result<Self, LieError> {
        let told = match lie {
            Lie::WrongAt { step, cell } => wrong_at(computation, step, cell)?,
            _ => computation.clone(),
        };
        let end = match lie {
            Lie::Forger { seed } => forge(computation, computation.steps(), seed),
            _ => told.at(told.steps()),
        };
        let end = computation.with_output(end, claim);
        if computation.accepts(&end) != claim {
            return Err(LieError::NoSuchOutput(claim));
        }
        Ok(Self { computation: told, lie, end })
    }

    /// What it says the configuration is after `step` steps.
    ///
    /// # Panics
    /// After T.
    pub fn at(&self, step: u32) -> Configuration {
        match self.lie {
            _ if step == self.computation.steps() => self.end.clone(),
            Lie::Forger { seed } if step > 0 => forge(&self.computation, step, seed),
            _ => self.computation.at(step),
        }
    }
}

/// The computation with one wrong step.
fn wrong_at(
    computation: &Computation,
    step: u32,
    cell: Option<i32>,
) -> Result<Computation, LieError> {
    let steps = computation.steps();
    if step == 0 || step > steps {
        return Err(LieError::NoSuchStep { step, steps });
    }
    match computation {
        Computation::Plan(_) if cell.is_some() => Err(LieError::NoTape),
        Computation::Plan(PlanRun { live, transcript }) => {
            let plan = live.plan();
            let mut told = transcript.clone();
            let at = Step::at(step as usize - 1);
            told.set(at.index(), !transcript.at(at.index()));
            for later in (step as usize..steps as usize).map(Step::at) {
                let bit = plan.chance_in(later, &told).get() > 0.5;
                if told.at(later.index()) != bit {
                    told.set(later.index(), bit);
                }
            }
            Ok(Computation::Plan(PlanRun { live: live.clone(), transcript: told }))
        }
        Computation::Turing(run) => {
            let change = match cell {
                Some(cell) => smuggle(run, step, cell)?,
                None => TableChange::Claims(misstep(run, step)?),
            };
            let told = Run::deviating(run.machine().clone(), [Deviation { step, change }]);
            Ok(Computation::Turing(told.map_err(|_| LieError::NothingElse(step))?))
        }
    }
}

/// The other symbols that a cell can hold, the next one in the alphabet first.
fn other_symbol(run: &Run, at: u32, now: Symbol) -> Option<Symbol> {
    let possible = run.machine().can_hold(at);
    let place = possible.iter().position(|&symbol| symbol == now)?;
    let other = possible[(place + 1) % possible.len()];
    (other != now).then_some(other)
}

/// A cell changes at a step, wherever the head is.
///
/// # Errors
/// If there is no such cell, or it can hold only one symbol.
pub fn smuggle(run: &Run, step: u32, cell: i32) -> Result<TableChange, LieError> {
    let space = run.machine().space();
    let outside = || LieError::NoSuchCell { cell, space: space.to_string() };
    let at = space.index(cell).ok_or_else(outside)?;
    let now = run.at(step).tape()[at as usize];
    let symbol = other_symbol(run, at, now).ok_or(LieError::Fixed(cell))?;
    Ok(TableChange::Holds { at, symbol })
}

/// The cell of a step that writes the wrong symbol, or else enters the wrong state.
///
/// # Errors
/// If there is nothing else to write and no other state.
pub fn misstep(run: &Run, step: u32) -> Result<TableauCell, LieError> {
    let before = run.at(step - 1);
    let mut cell = run.cell(step);
    match other_symbol(run, before.head(), cell.wrote) {
        Some(symbol) => cell.wrote = symbol,
        None => {
            let mut states = run.machine().states();
            let next = (cell.state.index() + 1) % states.len();
            let other = states.nth(next).filter(|&state| state != cell.state);
            cell.state = other.ok_or(LieError::NothingElse(step))?;
        }
    }
    Ok(cell)
}

/// Garbage in the shape of a configuration; the same for the same seed and time.
fn forge(computation: &Computation, step: u32, seed: u64) -> Configuration {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(u64::from(step));
    match computation {
        Computation::Plan(PlanRun { live, .. }) => {
            let bits: Bits = (0..live.live_after(step).len()).map(|_| random.random()).collect();
            Configuration::Live(bits)
        }
        Computation::Turing(run) => {
            let machine = run.machine();
            let states: Vec<State> = machine.states().collect();
            let state = states[random.random_range(0..states.len())];
            let cells = machine.space().cells();
            let head = random.random_range(0..cells);
            let tape: Vec<Symbol> = (0..cells)
                .map(|at| {
                    let possible = machine.can_hold(at);
                    possible[random.random_range(0..possible.len())]
                })
                .collect();
            // Everything was drawn from what the machine admits, so this is well formed; were it
            // not, the start is a configuration as good as any other garbage.
            let forged = machine.configuration(state, head, tape);
            Configuration::Tape(forged.unwrap_or_else(|_: turing::Malformed| machine.start()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::turing::dialect::parse;

    /// The smuggled cell: 19 cells of 0, the head on the last one.
    const COUNTER: &str = "
input: '0000000000000000000'
blank: ' '
start state: add
head: 19
space: {from: 0, to: 20}
time limit: 1048556
table:
  add:
    1: {write: 0, L}
    0: {write: 1, R: back}
    ' ': {R: accept}
  back:
    [0, 1]: R
    ' ': {L: add}
  accept:
";

    fn counter() -> Computation {
        Computation::turing(parse(COUNTER).expect("a machine"))
    }

    const SMUGGLED: Lie = Lie::WrongAt { step: 700_001, cell: Some(1) };

    #[test]
    fn a_smuggled_cell_makes_the_counter_overflow_early() {
        let counter = counter();
        assert_eq!(counter.most_bits(), 26);
        let told = Story::new(&counter, SMUGGLED, true).expect("a lie");
        assert_eq!(
            counter.write(&told.at(1_048_556)),
            "state=accept head=1 tape=_0000000000000000000_"
        );
        // The lie carries its own weight: the run accepts by itself, and only at the last step.
        assert!(!counter.accepts(&told.at(1_048_555)));
        assert!(!counter.accepts(&counter.at(1_048_556)));
    }

    #[test]
    fn the_tapes_of_the_screen_are_those_of_the_run() {
        let counter = counter();
        let told = Story::new(&counter, SMUGGLED, true).expect("a lie");
        let start = "state=back head=13 tape=_0101010000000000000_";
        assert_eq!(counter.write(&told.at(688_114)), start);
        assert_eq!(counter.write(&counter.at(688_114)), start);
        let alice = "state=back head=15 tape=_1101011000000000000_";
        assert_eq!(counter.write(&told.at(704_498)), alice);
        let own = "state=back head=15 tape=_0101011000000000000_";
        assert_eq!(counter.write(&counter.at(704_498)), own);
    }

    #[test]
    fn a_false_final_is_the_truth_until_the_end() {
        let counter = counter();
        let told = Story::new(&counter, Lie::FalseFinal, true).expect("a lie");
        assert_eq!(told.at(1_048_555), counter.at(1_048_555));
        assert!(counter.accepts(&told.at(1_048_556)));
    }

    #[test]
    fn a_forger_tells_every_copy_the_same() {
        let counter = counter();
        let forged = |seed| Story::new(&counter, Lie::Forger { seed }, true).expect("a lie");
        assert_eq!(forged(1).at(5), forged(1).at(5));
        assert_ne!(forged(1).at(5), forged(2).at(5));
        assert_ne!(forged(1).at(5), forged(1).at(6));
        assert_eq!(forged(1).at(0), counter.at(0));
        let text = counter.write(&forged(1).at(5));
        assert_eq!(counter.read(&text, 5), Ok(forged(1).at(5)));
    }

    #[test]
    fn a_wrong_step_can_be_any_step() {
        let counter = counter();
        for step in [1, 2, 20, 1_048_556] {
            let told = Story::new(&counter, Lie::WrongAt { step, cell: None }, true);
            let told = told.expect("a lie");
            assert_eq!(told.at(step - 1), counter.at(step - 1));
            assert_ne!(told.at(step), counter.at(step));
        }
        let lie = |step, cell| Story::new(&counter, Lie::WrongAt { step, cell }, true).err();
        assert_eq!(lie(0, None), Some(LieError::NoSuchStep { step: 0, steps: 1_048_556 }));
        assert_eq!(lie(5, Some(20)), Some(LieError::Fixed(20)));
        assert!(matches!(lie(5, Some(21)), Some(LieError::NoSuchCell { .. })));
    }
}
