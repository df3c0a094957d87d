//! A running machine.

use std::sync::Arc;

use smallvec::smallvec;

use super::tableau::Pointers;
use super::{Configuration, Instruction, State, Symbol, TableauCell, TuringMachine};

/// A running machine: its configuration, and the step that last wrote each cell.
#[derive(Clone, Debug)]
pub struct Cursor<'m> {
    pub(super) machine: &'m TuringMachine,
    pub(super) step: u32,
    pub(super) state: State,
    pub(super) head: u32,
    pub(super) tape: Vec<Symbol>,
    /// The step that last wrote each cell. 0 if the cell still holds its input.
    pub(super) last: Vec<u32>,
    /// The number of questions to the oracle so far.
    pub(super) asked: u32,
}

impl<'m> Cursor<'m> {
    /// A cursor at a configuration after step `step`. No cell counts as written.
    pub fn from(machine: &'m TuringMachine, configuration: &Configuration, step: u32) -> Self {
        Self {
            machine,
            step,
            state: configuration.state,
            head: configuration.head,
            tape: configuration.tape.to_vec(),
            last: vec![0; configuration.tape.len()],
            asked: 0,
        }
    }

    /// The number of steps taken.
    pub fn step(&self) -> u32 {
        self.step
    }

    /// The number of questions to the oracle since the beginning.
    pub fn asked(&self) -> u32 {
        self.asked
    }

    /// The present configuration.
    pub fn configuration(&self) -> Configuration {
        Configuration { state: self.state, head: self.head, tape: Arc::from(self.tape.as_slice()) }
    }

    /// Takes this many steps.
    pub fn go(&mut self, steps: u32) {
        let end = self.step.saturating_add(steps);
        while self.step < end {
            if !self.advance() {
                // A halted machine writes the same symbol to the same cell again and again.
                self.step = end;
                self.last[self.head as usize] = end;
            }
        }
    }

    /// Takes one step and returns its transcript cell: what the step wrote, the state and the head after it, and the
    /// last writers of the cells that it read.
    pub fn cell(&mut self) -> TableauCell {
        let at = self.head;
        let from = self.pointers();
        self.advance();
        TableauCell { wrote: self.tape[at as usize], state: self.state, head: self.head, from }
    }

    /// Takes one step as a claimed cell describes it, with the symbol, the state and the head of this cell.
    pub(super) fn claim(&mut self, cell: &TableauCell) {
        let at = self.head as usize;
        self.step += 1;
        self.tape[at] = cell.wrote;
        self.last[at] = self.step;
        self.state = cell.state;
        self.head = cell.head;
    }

    /// The steps that last wrote the cells that the next step reads, beginning with the cell under the head.
    pub(super) fn pointers(&self) -> Pointers {
        match self.machine.reads(self.state) {
            1 => smallvec![self.last[self.head as usize]],
            many => (self.head..self.head + many)
                .map(|at| self.last.get(at as usize).copied().unwrap_or(0))
                .collect(),
        }
    }

    /// Takes one step. Returns false if there is no instruction for the step. An instruction that
    /// leaves the space does not count, and only a false configuration leads to one.
    fn advance(&mut self) -> bool {
        let at = self.head as usize;
        self.step += 1;
        self.last[at] = self.step;
        let Some((instruction, head)) = self.instruction() else {
            return false;
        };
        self.tape[at] = instruction.write;
        self.state = instruction.next;
        self.head = head;
        true
    }

    fn instruction(&mut self) -> Option<(Instruction, u32)> {
        let next = if self.machine.asks(self.state) {
            self.asked += 1;
            let word = self.machine.word(&self.tape, self.head, self.state);
            self.machine.next(self.state, &word)
        } else {
            self.machine.next(self.state, &self.tape[self.head as usize..])
        }?;
        Some((next, self.machine.moved(self.head, next.go)?))
    }
}

impl TuringMachine {
    /// The configuration `steps` steps after the given one, which need not be true. A machine that would leave its
    /// space halts at the edge.
    pub fn after(&self, configuration: &Configuration, steps: u32) -> Configuration {
        let mut cursor = Cursor::from(self, configuration, 0);
        cursor.go(steps);
        cursor.configuration()
    }

    /// The configuration one step after the given one, if the oracle gives this answer. A step that does not ask
    /// follows the table.
    pub fn answered(&self, configuration: &Configuration, answer: bool) -> Configuration {
        let Configuration { state: before, head: at, ref tape } = *configuration;
        let word = self.word(tape, at, before);
        let (wrote, state, head) = self.expected(&word, before, at, Some(answer));
        let mut tape = tape.to_vec();
        tape[at as usize] = wrote;
        Configuration { state, head, tape: tape.into() }
    }
}
