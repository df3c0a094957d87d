//! Valid machines.

use std::sync::Arc;

use super::oracle_state::trimmed;
use super::{Alphabet, HeadMove, Instruction, OracleState, State, Symbol, TapeSpace};
use crate::machine::ceil_log2;

/// The largest number of steps of a run: 10^7.
pub const MOST_TURING_STEPS: u32 = 10_000_000;

/// A deterministic one-tape machine with its input, limited to T steps in S cells. Every state and symbol in its table
/// exists, and its own run stays inside its space. Clones share their storage.
#[derive(Clone, Debug)]
pub struct TuringMachine(pub(super) Arc<MachineCode>);

#[derive(Clone, Debug, PartialEq)]
pub(super) struct MachineCode {
    pub name: Option<Arc<str>>,
    pub alphabet: Alphabet,
    pub states: Vec<Arc<str>>,
    pub accepts: Vec<bool>,
    /// True if the file lists the accepting states, or their names say that they accept.
    pub names_accepting: bool,
    /// A row for each state, and a column for each symbol.
    pub table: Vec<Option<Instruction>>,
    pub oracle: Option<OracleState>,
    pub start: State,
    pub head: u32,
    pub input: Arc<[Symbol]>,
    pub space: TapeSpace,
    pub steps: u32,
    pub halts_at: Option<u32>,
    /// The indices of the cells that Alice writes. The symbols for 0 and 1 are in `bits`.
    pub witness: Vec<u32>,
    pub bits: [Symbol; 2],
    /// For each symbol with which a cell may start, the symbols that the cell can ever hold.
    pub can_become: Vec<Vec<Symbol>>,
}

impl PartialEq for TuringMachine {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl TuringMachine {
    /// The machine's name in the file. `None` if the file gives none.
    pub fn name(&self) -> Option<&str> {
        self.0.name.as_deref()
    }

    /// The machine's symbols.
    pub fn alphabet(&self) -> &Alphabet {
        &self.0.alphabet
    }

    /// The machine's states, in the order of the table.
    pub fn states(&self) -> impl ExactSizeIterator<Item = State> + use<> {
        (0..self.0.states.len()).map(|at| State(at as u16))
    }

    /// The name of a state.
    pub fn state_name(&self, state: State) -> &str {
        &self.0.states[state.index()]
    }

    /// The state with this name. `None` if there is none.
    pub fn state(&self, name: &str) -> Option<State> {
        self.states().find(|&state| self.state_name(state) == name)
    }

    /// True if a state accepts.
    pub fn accepts(&self, state: State) -> bool {
        self.0.accepts[state.index()]
    }

    /// True if the file lists the accepting states, or if their names say that they accept. Otherwise
    /// every state without instructions accepts.
    pub fn names_accepting(&self) -> bool {
        self.0.names_accepting
    }

    /// The oracle state. `None` if the machine has none.
    pub fn oracle(&self) -> Option<&OracleState> {
        self.0.oracle.as_ref()
    }

    /// T, the number of steps of the debate, from 1 to [`MOST_TURING_STEPS`].
    pub fn steps(&self) -> u32 {
        self.0.steps
    }

    /// The cells that the machine may use.
    pub fn space(&self) -> TapeSpace {
        self.0.space
    }

    /// The step after which the machine halts and takes no further instruction. `None` if it does not halt within T
    /// steps.
    pub fn halts_at(&self) -> Option<u32> {
        self.0.halts_at
    }

    /// The symbol of a cell before step 1. Cells outside the space are blank.
    pub fn input_at(&self, cell: i32) -> Symbol {
        self.0.space.index(cell).map_or(Symbol::BLANK, |at| self.0.input[at as usize])
    }

    /// The same machine on an empty tape. It is for viewers who must not learn the input or the time of halting.
    #[must_use]
    pub fn without_input(&self) -> Self {
        let input = self.0.input.iter().map(|_| Symbol::BLANK).collect();
        Self(Arc::new(MachineCode { input, halts_at: None, ..(*self.0).clone() }))
    }

    /// The symbols that a cell at this index can ever hold, from any state. They are its first symbol and all symbols
    /// that the table can change it to.
    pub fn can_hold(&self, index: u32) -> &[Symbol] {
        &self.0.can_become[self.0.input[index as usize].index()]
    }

    /// The instruction for a state and the symbols that it reads, from the head to the right. One symbol is enough
    /// unless the state asks the oracle. `None` if the machine halts. Every later step then repeats the configuration.
    pub fn next(&self, state: State, word: &[Symbol]) -> Option<Instruction> {
        match self.oracle_in(state) {
            Some(oracle) => Some(oracle.instruction(oracle.answer(word))),
            None => self.0.table[state.index() * self.0.alphabet.len() + word[0].index()],
        }
    }

    /// The oracle, if a step from this state asks it. Otherwise `None`.
    pub(super) fn oracle_in(&self, state: State) -> Option<&OracleState> {
        self.oracle().filter(|oracle| oracle.state == state)
    }

    /// The number of cells that a step from this state reads, from the head to the right.
    pub fn reads(&self, state: State) -> u32 {
        self.oracle_in(state).map_or(1, |oracle| oracle.reads)
    }

    /// The names of some accepting or rejecting states, as examples.
    pub fn ending_in(&self, accepting: bool) -> Vec<String> {
        const SHOWN: usize = 8;
        let with_output = self.states().filter(|&state| self.accepts(state) == accepting);
        with_output.take(SHOWN).map(|state| self.state_name(state).to_owned()).collect()
    }

    /// True if a step from this state asks the oracle.
    pub fn asks(&self, state: State) -> bool {
        self.oracle_in(state).is_some()
    }

    /// The question of a step from this state with this word. `None` if it asks nothing.
    pub fn question(&self, state: State, word: &[Symbol]) -> Option<String> {
        let oracle = self.oracle_in(state)?;
        let shown: String = trimmed(word).iter().map(|&s| self.0.alphabet.glyph(s)).collect();
        let shown = if shown.is_empty() { "blank".to_owned() } else { shown };
        Some(match &oracle.question {
            Some(words) => words.replace("{word}", &shown),
            None => format!("What does the oracle answer to {shown}?"),
        })
    }

    /// The index of the head after a move. `None` past either end of the tape.
    pub fn moved(&self, head: u32, go: HeadMove) -> Option<u32> {
        match go {
            HeadMove::Left => head.checked_sub(1),
            HeadMove::Stay => Some(head),
            HeadMove::Right => Some(head + 1).filter(|&head| head < self.0.space.cells()),
        }
    }

    /// The number of bits of a configuration. It is the sum for the state, for the head, and for each cell. The bits
    /// of a cell distinguish the symbols that it can hold.
    pub fn configuration_bits(&self) -> u32 {
        let tape: u32 =
            (0..self.0.space.cells()).map(|at| ceil_log2(self.can_hold(at).len() as u64)).sum();
        ceil_log2(self.0.states.len() as u64) + ceil_log2(self.0.space.cells().into()) + tape
    }
}
