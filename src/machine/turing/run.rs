//! A whole run, with checkpoints; and runs that deviate from the table.

use std::sync::Arc;

use super::{Cell, Configuration, Cursor, Malformed, State, Symbol, TuringMachine};

/// A checkpoint at least this far from the next: nearer ones would not make anything quicker.
const NEAREST: u32 = 1024;
/// All checkpoints of a run together take about this much, in bytes.
const MEMORY: u64 = 32 << 20;

/// One departure from the table, after (or at) one step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deviation {
    /// The step, from 1.
    pub step: u32,
    /// What is not as the table says.
    pub change: Change,
}

/// What is not as the table says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// The step's cell says this, and the run goes on from it.
    Claims(Cell),
    /// The step's cell says this, but the run goes on as if it had not.
    Slips(Cell),
    /// After the step a cell of the tape holds this, though no step wrote it there. The transcript
    /// shows nothing of it until the head comes by.
    Holds {
        /// Which cell, counted from 0 in the tape's array.
        at: u32,
        /// What it holds.
        symbol: Symbol,
    },
}

/// Why a deviation cannot be part of a run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeviationError {
    /// A step that the run does not have.
    #[error("there is no step {step}: the run has {steps}")]
    NoSuchStep {
        /// The step.
        step: u32,
        /// T.
        steps: u32,
    },
    /// Two deviations at one step, or not in order.
    #[error("step {0}: list deviations in the order of their steps, one for each step")]
    Order(u32),
    /// A deviation that would leave something that is not a configuration.
    #[error("step {step}: {malformed}")]
    Malformed {
        /// The step.
        step: u32,
        /// What is wrong with it.
        malformed: Malformed,
    },
}

#[derive(Clone, Debug)]
struct Checkpoint {
    step: u32,
    state: State,
    head: u32,
    tape: Arc<[Symbol]>,
    last: Arc<[u32]>,
    asked: u32,
}

/// A run of a machine from its start over all T steps, as its table says or deviating from it.
/// Any step can be reached at the cost of the distance from the last checkpoint, and memory is
/// bounded whatever T and S are. Clones share everything.
#[derive(Clone, Debug)]
pub struct Run {
    machine: TuringMachine,
    deviations: Arc<[Deviation]>,
    checkpoints: Arc<[Checkpoint]>,
    stride: u32,
    asked: u32,
}

impl Run {
    /// The machine's own run.
    pub fn new(machine: TuringMachine) -> Self {
        let stride = stride(&machine);
        let start = machine.start();
        let mut cursor = Cursor::from(&machine, &start, 0);
        let mut checkpoints = vec![Checkpoint::of(&cursor)];
        while cursor.step() < machine.steps() {
            cursor.go(stride.min(machine.steps() - cursor.step()));
            checkpoints.push(Checkpoint::of(&cursor));
        }
        let asked = cursor.asked();
        drop(cursor);
        Self { machine, deviations: Arc::new([]), checkpoints: checkpoints.into(), stride, asked }
    }

    /// A run that deviates from the table; deviations in the order of their steps.
    pub fn deviating(
        machine: TuringMachine,
        deviations: impl Into<Arc<[Deviation]>>,
    ) -> Result<Self, DeviationError> {
        let (deviations, steps) = (deviations.into(), machine.steps());
        let mut before = 0;
        for deviation in deviations.iter() {
            let step = deviation.step;
            if step == 0 || step > steps {
                return Err(DeviationError::NoSuchStep { step, steps });
            }
            if step <= before {
                return Err(DeviationError::Order(step));
            }
            before = step;
        }
        let stride = stride(&machine);
        let start = machine.start();
        let mut cursor = Cursor::from(&machine, &start, 0);
        let mut checkpoints = vec![Checkpoint::of(&cursor)];
        while cursor.step() < steps {
            let until = (cursor.step() / stride + 1).saturating_mul(stride).min(steps);
            travel(&mut cursor, until, &deviations, true)?;
            checkpoints.push(Checkpoint::of(&cursor));
        }
        let asked = cursor.asked();
        drop(cursor);
        Ok(Self { machine, deviations, checkpoints: checkpoints.into(), stride, asked })
    }

    /// The machine.
    pub fn machine(&self) -> &TuringMachine {
        &self.machine
    }

    /// Where it departs from the table, in order; nowhere if it is the machine's own run.
    pub fn deviations(&self) -> &[Deviation] {
        &self.deviations
    }

    /// T.
    pub fn steps(&self) -> u32 {
        self.machine.steps()
    }

    /// How many of its steps put a question to the oracle.
    pub fn asked(&self) -> u32 {
        self.asked
    }

    /// The configuration after `step` steps; 0 is the start.
    ///
    /// # Panics
    /// After T.
    pub fn at(&self, step: u32) -> Configuration {
        self.cursor(step).configuration()
    }

    /// The transcript cell of a step, from 1.
    ///
    /// # Panics
    /// At 0 and after T.
    pub fn cell(&self, step: u32) -> Cell {
        assert!(step > 0, "steps are counted from 1");
        let mut cursor = self.cursor(step - 1);
        self.step(&mut cursor)
    }

    /// The transcript cells of the steps from `from` on, in order, up to T.
    pub fn cells(&self, from: u32) -> impl Iterator<Item = Cell> + '_ {
        let from = from.max(1);
        let mut cursor = (from <= self.steps()).then(|| self.cursor(from - 1));
        std::iter::from_fn(move || {
            let cursor = cursor.as_mut().filter(|cursor| cursor.step() < self.steps())?;
            Some(self.step(cursor))
        })
    }

    /// The first step whose transcript cell is not as in another run of the same machine.
    pub fn first_difference(&self, other: &Self) -> Option<u32> {
        let first = |run: &Self| run.deviations.first().map_or(u32::MAX, |d| d.step);
        let from = first(self).min(first(other));
        if from > self.steps() {
            return None;
        }
        let mut pairs = self.cells(from).zip(other.cells(from));
        pairs.position(|(mine, theirs)| mine != theirs).map(|at| from + at as u32)
    }

    /// The run after `step` steps.
    ///
    /// # Panics
    /// After T.
    pub fn cursor(&self, step: u32) -> Cursor<'_> {
        assert!(step <= self.steps(), "step {step} of {}", self.steps());
        let checkpoint = &self.checkpoints[(step / self.stride) as usize];
        let mut cursor = checkpoint.cursor(&self.machine);
        // The deviations were checked when the run was made, so this cannot fail.
        let reached = travel(&mut cursor, step, &self.deviations, false);
        debug_assert!(reached.is_ok());
        cursor
    }

    /// Takes one step of this run, its deviations included, and gives the step's cell.
    fn step(&self, cursor: &mut Cursor<'_>) -> Cell {
        let step = cursor.step() + 1;
        let at = self.deviations.partition_point(|d| d.step < step);
        match self.deviations.get(at).filter(|d| d.step == step).map(|d| &d.change) {
            None => cursor.cell(),
            Some(Change::Claims(cell)) => {
                cursor.claim(cell);
                cell.clone()
            }
            Some(Change::Slips(cell)) => {
                cursor.cell();
                cell.clone()
            }
            Some(Change::Holds { at, symbol }) => {
                let cell = cursor.cell();
                cursor.tape[*at as usize] = *symbol;
                cell
            }
        }
    }
}

impl Checkpoint {
    fn of(cursor: &Cursor<'_>) -> Self {
        Self {
            step: cursor.step,
            state: cursor.state,
            head: cursor.head,
            tape: Arc::from(cursor.tape.as_slice()),
            last: Arc::from(cursor.last.as_slice()),
            asked: cursor.asked,
        }
    }

    fn cursor<'m>(&self, machine: &'m TuringMachine) -> Cursor<'m> {
        Cursor {
            machine,
            step: self.step,
            state: self.state,
            head: self.head,
            tape: self.tape.to_vec(),
            last: self.last.to_vec(),
            asked: self.asked,
        }
    }
}

/// How far apart the checkpoints are.
fn stride(machine: &TuringMachine) -> u32 {
    let (cells, steps) = (u64::from(machine.space().cells()), u64::from(machine.steps()));
    let one = cells * (size_of::<Symbol>() + size_of::<u32>()) as u64 + 64;
    let spread = (steps * one).div_ceil(MEMORY);
    NEAREST.max(spread.min(u64::from(u32::MAX)) as u32)
}

/// Runs on to step `until`, deviations included. With `check` they are checked as they come.
fn travel(
    cursor: &mut Cursor<'_>,
    until: u32,
    deviations: &[Deviation],
    check: bool,
) -> Result<(), DeviationError> {
    let due = deviations.partition_point(|d| d.step <= cursor.step);
    for Deviation { step, change } in &deviations[due..] {
        if *step > until {
            break;
        }
        cursor.go(step - 1 - cursor.step);
        if check {
            let ok = check_change(cursor, change);
            ok.map_err(|malformed| DeviationError::Malformed { step: *step, malformed })?;
        }
        match change {
            Change::Claims(cell) => cursor.claim(cell),
            Change::Slips(_) => cursor.go(1),
            Change::Holds { at, symbol } => {
                cursor.go(1);
                cursor.tape[*at as usize] = *symbol;
            }
        }
    }
    cursor.go(until - cursor.step);
    Ok(())
}

/// Whether a change leaves a configuration.
fn check_change(cursor: &Cursor<'_>, change: &Change) -> Result<(), Malformed> {
    let machine = cursor.machine;
    let space = machine.space();
    let on_tape = |at: u32| {
        let cell = i64::from(space.from()) + i64::from(at);
        let outside = Malformed::HeadOutside { cell, from: space.from(), to: space.to() };
        if at < space.cells() { Ok(()) } else { Err(outside) }
    };
    match change {
        Change::Holds { at, symbol } => {
            on_tape(*at)?;
            machine.check_symbol(*at, *symbol)
        }
        Change::Claims(cell) => {
            on_tape(cell.head)?;
            machine.check_symbol(cursor.head, cell.wrote)
        }
        Change::Slips(cell) => on_tape(cell.head),
    }
}
