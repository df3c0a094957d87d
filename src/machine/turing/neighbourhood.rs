//! What the judge reads of a transcript to check one step of it, and what follows.
//!
//! Step t is checked against the state and the head that step t − 1 left, and against what the
//! steps wrote that its pointers name. A pointer to step s is good only if s wrote the very cell
//! that t reads, which is where step s − 1 left the head. A pointer to an older writer of that
//! cell passes this check; for that Bob names the later one that it skips.

use super::{Cell, Next, Symbol, TuringMachine};

/// A part of a transcript cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    /// What the step wrote.
    Symbol,
    /// The state it left.
    State,
    /// Where it left the head.
    Head,
    /// Its pointers to the last writers of what it read.
    Pointers,
}

/// One thing the judge reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reading {
    /// A part of the transcript cell of a step, from 1.
    Transcript(u32, Field),
    /// The input at a cell of the tape.
    Input(i32),
}

/// Why step t is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellError {
    /// It has more or fewer pointers than it reads cells.
    Pointers,
    /// A pointer to itself or to a later step.
    Later(u32),
    /// A pointer to a step that wrote another cell.
    OtherCell(u32),
    /// The table says something else.
    Table,
}

/// Why Bob's later writer s does not show that a pointer of step t is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkipError {
    /// s is not before t.
    NotBefore,
    /// s wrote a cell that t does not read.
    OtherCell,
    /// Alice's pointer names s or a later step.
    NotSkipped,
}

/// What was read, in order and each thing once, and what it shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbourhood<E> {
    /// The readings, in order.
    pub readings: Vec<Reading>,
    /// Whether the check passes.
    pub outcome: Result<(), E>,
    /// Whether the step puts a question to the oracle.
    pub asks: bool,
}

/// Reads a transcript, noting each reading once. Step 0, the start, is known and free.
struct Reader<'a, F> {
    machine: &'a TuringMachine,
    cells: F,
    readings: Vec<Reading>,
}

impl<F: Fn(u32) -> Cell> Reader<'_, F> {
    fn note(&mut self, reading: Reading) {
        if !self.readings.contains(&reading) {
            self.readings.push(reading);
        }
    }

    fn read(&mut self, step: u32, field: Field) -> Cell {
        self.note(Reading::Transcript(step, field));
        (self.cells)(step)
    }

    fn head(&mut self, step: u32) -> u32 {
        if step == 0 { self.machine.start().head } else { self.read(step, Field::Head).head }
    }

    fn state(&mut self, step: u32) -> super::State {
        if step == 0 { self.machine.start().state } else { self.read(step, Field::State).state }
    }

    /// The symbol that a pointer leads to, if it leads to a writer of that cell.
    fn follow(&mut self, pointer: u32, index: u32) -> Result<Symbol, CellError> {
        if pointer == 0 {
            let cell = self.machine.space().from().saturating_add_unsigned(index);
            if self.machine.space().index(cell).is_some() {
                self.note(Reading::Input(cell));
            }
            return Ok(self.machine.input_at(cell));
        }
        if self.head(pointer - 1) != index {
            return Err(CellError::OtherCell(pointer));
        }
        Ok(self.read(pointer, Field::Symbol).wrote)
    }
}

impl TuringMachine {
    /// Checks step `t` of a claimed transcript, the steps before it being as it says.
    pub fn check_step(&self, t: u32, cells: impl Fn(u32) -> Cell) -> Neighbourhood<CellError> {
        let mut reader = Reader { machine: self, cells, readings: Vec::new() };
        let claimed = reader.read(t, Field::Symbol);
        for field in [Field::State, Field::Head, Field::Pointers] {
            reader.note(Reading::Transcript(t, field));
        }
        let state = reader.state(t - 1);
        let head = reader.head(t - 1);
        let asks = self.oracle().is_some_and(|oracle| oracle.state() == state);
        let outcome = self.check(&mut reader, t, &claimed, state, head);
        Neighbourhood { readings: reader.readings, outcome, asks }
    }

    fn check<F: Fn(u32) -> Cell>(
        &self,
        reader: &mut Reader<'_, F>,
        t: u32,
        claimed: &Cell,
        state: super::State,
        head: u32,
    ) -> Result<(), CellError> {
        if claimed.from.len() != self.reads(state) as usize {
            return Err(CellError::Pointers);
        }
        if let Some(&later) = claimed.from.iter().find(|&&pointer| pointer >= t) {
            return Err(CellError::Later(later));
        }
        let word: Result<Vec<Symbol>, CellError> = claimed
            .from
            .iter()
            .zip(head..)
            .map(|(&pointer, index)| reader.follow(pointer, index))
            .collect();
        let word = word?;
        let halted = (word[0], state, head);
        let expected = match self.next(state, &word) {
            Next::Halt => halted,
            Next::Do(instruction) => match self.moved(head, instruction.go) {
                Some(head) => (instruction.write, instruction.next, head),
                None => halted,
            },
        };
        if (claimed.wrote, claimed.state, claimed.head) == expected {
            Ok(())
        } else {
            Err(CellError::Table)
        }
    }

    /// Checks Bob's claim that a pointer of step `t` skips the later writer `s`.
    pub fn check_skip(
        &self,
        t: u32,
        s: u32,
        cells: impl Fn(u32) -> Cell,
    ) -> Neighbourhood<SkipError> {
        let mut reader = Reader { machine: self, cells, readings: Vec::new() };
        let outcome = skip(&mut reader, t, s);
        Neighbourhood { readings: reader.readings, outcome, asks: false }
    }
}

fn skip<F: Fn(u32) -> Cell>(reader: &mut Reader<'_, F>, t: u32, s: u32) -> Result<(), SkipError> {
    if s == 0 || s >= t {
        return Err(SkipError::NotBefore);
    }
    let written = reader.head(s - 1);
    let head = reader.head(t - 1);
    // Only in the oracle state does a step read more than the head's cell.
    if written != head {
        let state = reader.state(t - 1);
        if !(head..head + reader.machine.reads(state)).contains(&written) {
            return Err(SkipError::OtherCell);
        }
    }
    let pointers = reader.read(t, Field::Pointers).from;
    match pointers.get((written - head) as usize) {
        Some(&pointer) if pointer < s => Ok(()),
        _ => Err(SkipError::NotSkipped),
    }
}
