//! The stories of a liar about a computation.
//!
//! A story gives a configuration of the right shape for every time. It begins at the true start and
//! ends with the claimed output. A lie is a pure function of the computation, so an independent
//! copy of the liar tells the same story.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::computation::{Computation, Configuration};
use super::turing::{self, Deviation, State, Symbol, TableChange, TableauCell, TuringRun};
use super::{Bits, PlanRun, Step};

/// A way to lie about a computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lie {
    /// If the claim is true, the truth. If the claim is false, the same as [`Lie::FalseFinal`],
    /// because a story must end as claimed.
    None,
    /// The truth at every time except the last.
    FalseFinal,
    /// The truth up to one wrong step, and then the consequences of this step.
    WrongAt {
        /// The step, from 1 to T.
        step: u32,
        /// The cell of a Turing machine that changes, even if the head is elsewhere. `None` if the step writes the
        /// wrong symbol under the head. If that cell can hold only one symbol, the step enters the wrong state
        /// instead.
        cell: Option<i32>,
    },
    /// Random configurations at every time except the first.
    Forger {
        /// The seed.
        seed: u64,
    },
}

/// Why a lie is impossible about a computation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LieError {
    /// There is no such step.
    #[error("there is no step {step}. The computation has {steps} steps")]
    NoSuchStep {
        /// The step.
        step: u32,
        /// The number of steps, T.
        steps: u32,
    },
    /// There is no such cell.
    #[error("there is no cell {cell}. The tape has {space}")]
    NoSuchCell {
        /// The cell.
        cell: i32,
        /// The existing cells.
        space: String,
    },
    /// A cell can hold only one symbol.
    #[error("cell {0} can hold only one symbol, so it cannot be changed")]
    Fixed(i32),
    /// A plan has no cells.
    #[error("a plan has steps but no tape. Leave the cell out")]
    NoTape,
    /// The machine has one state, and the cell can hold only one symbol.
    #[error(
        "step {0} cannot be wrong, because there is no other symbol to write and no other state"
    )]
    NothingElse(u32),
    /// No state gives the claimed output.
    #[error("no state of the machine {}", if *.0 { "accepts" } else { "rejects" })]
    NoSuchOutput(bool),
}

/// A liar's story: one configuration for every time.
#[derive(Clone, Debug)]
pub struct ClaimedRun {
    computation: Computation,
    lie: Lie,
    end: Configuration,
}

impl ClaimedRun {
    /// The story of `computation` with this `lie`, which ends with the output `claim`.
    ///
    /// # Errors
    /// Returns an error if the lie is impossible about this computation.
    pub fn new(computation: &Computation, lie: Lie, claim: bool) -> Result<Self, LieError> {
        let told = match lie {
            Lie::WrongAt { step, cell } => wrong_at(computation, step, cell)?,
            _ => computation.clone(),
        };
        let end = match lie {
            Lie::Forger { seed } => random_configuration(computation, computation.steps(), seed),
            _ => told.at(told.steps()),
        };
        let end = computation.with_output(end, claim);
        if computation.accepts(&end) != claim {
            return Err(LieError::NoSuchOutput(claim));
        }
        Ok(Self { computation: told, lie, end })
    }

    /// The configuration after `step` steps in this story.
    ///
    /// # Panics
    /// Panics if `step` is more than T.
    pub fn at(&self, step: u32) -> Configuration {
        match self.lie {
            _ if step == self.computation.steps() => self.end.clone(),
            Lie::Forger { seed } if step > 0 => random_configuration(&self.computation, step, seed),
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
                Some(cell) => smuggled_cell(run, step, cell)?,
                None => TableChange::Claims(wrong_cell(run, step)?),
            };
            let told = TuringRun::deviating(run.machine().clone(), [Deviation { step, change }]);
            Ok(Computation::Turing(told.map_err(|_| LieError::NothingElse(step))?))
        }
    }
}

/// The next symbol of the alphabet that the cell can hold. `None` if there is no other.
fn other_symbol(run: &TuringRun, at: u32, now: Symbol) -> Option<Symbol> {
    let possible = run.machine().can_hold(at);
    let place = possible.iter().position(|&symbol| symbol == now)?;
    let other = possible[(place + 1) % possible.len()];
    (other != now).then_some(other)
}

/// The change that puts another symbol into a cell after a step, wherever the head is.
///
/// # Errors
/// Returns an error if there is no such cell, or it can hold only one symbol.
pub fn smuggled_cell(run: &TuringRun, step: u32, cell: i32) -> Result<TableChange, LieError> {
    let space = run.machine().space();
    let outside = || LieError::NoSuchCell { cell, space: space.to_string() };
    let at = space.index(cell).ok_or_else(outside)?;
    let now = run.at(step).tape()[at as usize];
    let symbol = other_symbol(run, at, now).ok_or(LieError::Fixed(cell))?;
    Ok(TableChange::Holds { at, symbol })
}

/// The transcript cell of a wrong step, which writes another symbol. If there is no other symbol,
/// the step enters another state instead.
///
/// # Errors
/// Returns an error if there is no other symbol to write and no other state.
pub fn wrong_cell(run: &TuringRun, step: u32) -> Result<TableauCell, LieError> {
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

/// A random configuration of the right shape. It depends only on the seed and the time.
fn random_configuration(computation: &Computation, step: u32, seed: u64) -> Configuration {
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
            // The machine allows the state, the head and the symbols, so the configuration is
            // valid. If it were not valid, the liar would use the start configuration instead.
            let forged = machine.configuration(state, head, tape);
            Configuration::Tape(
                forged.unwrap_or_else(|_: turing::MalformedConfiguration| machine.start()),
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::turing::dialect::parse;

    /// The machine of the smuggled cell: 19 cells with 0, the head on the last one.
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
        let told = ClaimedRun::new(&counter, SMUGGLED, true).expect("a lie");
        assert_eq!(
            counter.write(&told.at(1_048_556)),
            "state=accept head=1 tape=_0000000000000000000_"
        );
        // The changed cell alone misleads the run: it accepts, but only at the last step.
        assert!(!counter.accepts(&told.at(1_048_555)));
        assert!(!counter.accepts(&counter.at(1_048_556)));
    }

    #[test]
    fn the_tapes_of_the_screen_are_those_of_the_run() {
        let counter = counter();
        let told = ClaimedRun::new(&counter, SMUGGLED, true).expect("a lie");
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
        let told = ClaimedRun::new(&counter, Lie::FalseFinal, true).expect("a lie");
        assert_eq!(told.at(1_048_555), counter.at(1_048_555));
        assert!(counter.accepts(&told.at(1_048_556)));
    }

    #[test]
    fn a_forger_tells_every_copy_the_same() {
        let counter = counter();
        let forged = |seed| ClaimedRun::new(&counter, Lie::Forger { seed }, true).expect("a lie");
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
            let told = ClaimedRun::new(&counter, Lie::WrongAt { step, cell: None }, true);
            let told = told.expect("a lie");
            assert_eq!(told.at(step - 1), counter.at(step - 1));
            assert_ne!(told.at(step), counter.at(step));
        }
        let lie = |step, cell| ClaimedRun::new(&counter, Lie::WrongAt { step, cell }, true).err();
        assert_eq!(lie(0, None), Some(LieError::NoSuchStep { step: 0, steps: 1_048_556 }));
        assert_eq!(lie(5, Some(20)), Some(LieError::Fixed(20)));
        assert!(matches!(lie(5, Some(21)), Some(LieError::NoSuchCell { .. })));
    }
}
