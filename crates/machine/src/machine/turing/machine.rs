//! A machine that cannot be wrong.

use std::sync::Arc;

use super::oracle_state::trimmed;
use super::{Alphabet, Instruction, Move, OracleState, Space, State, Symbol};
use crate::machine::ceil_log2;

/// The longest run: 10^7 steps.
pub const MOST_TURING_STEPS: u32 = 10_000_000;

/// A deterministic one-tape machine with its input, bounded to T steps in S cells. Every state
/// and symbol that its table names exists, and its own run stays inside its space. Clones share
/// everything.
#[derive(Clone, Debug)]
pub struct TuringMachine(pub(super) Arc<Code>);

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Code {
    pub name: Option<Arc<str>>,
    pub alphabet: Alphabet,
    pub states: Vec<Arc<str>>,
    pub accepts: Vec<bool>,
    /// Row of a state, column of a symbol.
    pub table: Vec<Option<Instruction>>,
    pub oracle: Option<OracleState>,
    pub start: State,
    pub head: u32,
    pub input: Arc<[Symbol]>,
    pub space: Space,
    pub steps: u32,
    pub halts_at: Option<u32>,
    /// The places of the cells that Alice writes, and the symbols for 0 and 1.
    pub witness: Vec<u32>,
    pub bits: [Symbol; 2],
    /// What a cell can hold, by the symbol it starts with.
    pub can_become: Vec<Vec<Symbol>>,
}

impl PartialEq for TuringMachine {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl TuringMachine {
    /// What the file calls it.
    pub fn name(&self) -> Option<&str> {
        self.0.name.as_deref()
    }

    /// Its symbols.
    pub fn alphabet(&self) -> &Alphabet {
        &self.0.alphabet
    }

    /// Its states, in the order of its table.
    pub fn states(&self) -> impl ExactSizeIterator<Item = State> + use<> {
        (0..self.0.states.len()).map(|at| State(at as u16))
    }

    /// The name of a state.
    pub fn state_name(&self, state: State) -> &str {
        &self.0.states[state.index()]
    }

    /// The state with a name.
    pub fn state(&self, name: &str) -> Option<State> {
        self.states().find(|&state| self.state_name(state) == name)
    }

    /// Whether a state accepts.
    pub fn accepts(&self, state: State) -> bool {
        self.0.accepts[state.index()]
    }

    /// The oracle state, if there is one.
    pub fn oracle(&self) -> Option<&OracleState> {
        self.0.oracle.as_ref()
    }

    /// T, the number of steps argued about; 1 to [`MOST_TURING_STEPS`].
    pub fn steps(&self) -> u32 {
        self.0.steps
    }

    /// The cells it may use.
    pub fn space(&self) -> Space {
        self.0.space
    }

    /// The step after which it halts, if that is within T: it then takes no further instruction.
    pub fn halts_at(&self) -> Option<u32> {
        self.0.halts_at
    }

    /// The symbol that a cell holds before step 1; a blank outside the space.
    pub fn input_at(&self, cell: i32) -> Symbol {
        self.0.space.index(cell).map_or(Symbol::BLANK, |at| self.0.input[at as usize])
    }

    /// The same machine on an empty tape, for who is not to know the input, nor when it halts on it.
    #[must_use]
    pub fn without_input(&self) -> Self {
        let input = self.0.input.iter().map(|_| Symbol::BLANK).collect();
        Self(Arc::new(Code { input, halts_at: None, ..(*self.0).clone() }))
    }

    /// What the cell at a place of the tape's array can ever hold, whoever runs the machine from
    /// whatever state: the symbols that the table can turn its first one into.
    pub fn can_hold(&self, index: u32) -> &[Symbol] {
        &self.0.can_become[self.0.input[index as usize].index()]
    }

    /// What it does in a state with these symbols from the head rightwards (one is enough unless
    /// the state asks the oracle). Where the table has no instruction the machine halts, and every
    /// later step repeats the configuration.
    pub fn next(&self, state: State, word: &[Symbol]) -> Option<Instruction> {
        match self.oracle_in(state) {
            Some(oracle) => Some(oracle.instruction(oracle.answer(word))),
            None => self.0.table[state.index() * self.0.alphabet.len() + word[0].index()],
        }
    }

    /// The oracle, if a step from this state asks it.
    pub(super) fn oracle_in(&self, state: State) -> Option<&OracleState> {
        self.oracle().filter(|oracle| oracle.state == state)
    }

    /// How many cells a step from this state reads, the head's first.
    pub fn reads(&self, state: State) -> u32 {
        self.oracle_in(state).map_or(1, |oracle| oracle.reads)
    }

    /// The names of some states that accept, or of some that reject: enough to show which.
    pub fn ending_in(&self, accepting: bool) -> Vec<String> {
        const SHOWN: usize = 8;
        let with_output = self.states().filter(|&state| self.accepts(state) == accepting);
        with_output.take(SHOWN).map(|state| self.state_name(state).to_owned()).collect()
    }

    /// Whether a step from this state asks the oracle.
    pub fn asks(&self, state: State) -> bool {
        self.oracle_in(state).is_some()
    }

    /// The question that a step from this state with this word puts; none if it puts none.
    pub fn question(&self, state: State, word: &[Symbol]) -> Option<String> {
        let oracle = self.oracle_in(state)?;
        let shown: String = trimmed(word).iter().map(|&s| self.0.alphabet.glyph(s)).collect();
        let shown = if shown.is_empty() { "blank".to_owned() } else { shown };
        Some(match &oracle.question {
            Some(words) => words.replace("{word}", &shown),
            None => format!("What does the oracle answer to {shown}?"),
        })
    }

    /// Where the head is after a move from a place of the tape's array; none past either end.
    pub fn moved(&self, head: u32, go: Move) -> Option<u32> {
        match go {
            Move::Left => head.checked_sub(1),
            Move::Stay => Some(head),
            Move::Right => Some(head + 1).filter(|&head| head < self.0.space.cells()),
        }
    }

    /// The bits of one configuration: its state, its head, and for each cell what it can hold.
    pub fn configuration_bits(&self) -> u32 {
        let tape: u32 =
            (0..self.0.space.cells()).map(|at| ceil_log2(self.can_hold(at).len() as u64)).sum();
        ceil_log2(self.0.states.len() as u64) + ceil_log2(self.0.space.cells().into()) + tape
    }
}
