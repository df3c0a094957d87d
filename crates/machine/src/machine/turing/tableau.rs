//! Transcript cells: what each step of a machine wrote and left.

use smallvec::SmallVec;

use super::{Malformed, State, Symbol, TuringMachine};
use crate::machine::ceil_log2;

/// The steps that last wrote what a step reads; nearly always one.
pub type Pointers = SmallVec<[u32; 2]>;

/// One cell of a transcript: what step t wrote at the head, the state and the head that it left,
/// and which step last wrote each cell that it read (0: the input). A step reads one cell, the
/// head's, except in the oracle state, where it reads the whole question.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TableauCell {
    /// What it wrote.
    pub wrote: Symbol,
    /// The state it left.
    pub state: State,
    /// Where it left the head, counted from 0 in the tape's array.
    pub head: u32,
    /// The last writer of each cell that it read, the head's cell first.
    pub from: Pointers,
}

/// How many bits the parts of a transcript cell take. Only the head and the pointer grow with the
/// machine's run, as log S and log T.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellBits {
    /// ⌈log2⌉ of the number of symbols.
    pub symbol: u32,
    /// ⌈log2⌉ of the number of states.
    pub state: u32,
    /// ⌈log2⌉ of the number of cells.
    pub head: u32,
    /// ⌈log2 T⌉: a pointer is the number of an earlier step, or 0.
    pub pointer: u32,
}

impl TuringMachine {
    /// How many bits the parts of this machine's transcript cells take.
    pub fn cell_bits(&self) -> CellBits {
        CellBits {
            symbol: ceil_log2(self.alphabet().len() as u64),
            state: ceil_log2(self.states().len() as u64),
            head: ceil_log2(self.space().cells().into()),
            pointer: ceil_log2(self.steps().into()),
        }
    }

    /// Whether a cell has as many pointers as a step from one of these states reads cells.
    ///
    /// # Errors
    /// If it has another number of them.
    pub fn check_pointers(
        &self,
        cell: &TableauCell,
        states: impl IntoIterator<Item = State>,
    ) -> Result<(), Malformed> {
        let got = cell.from.len();
        let mut expected = 1;
        for state in states {
            expected = self.reads(state);
            if expected as usize == got {
                return Ok(());
            }
        }
        Err(Malformed::Pointers { got, expected })
    }

    /// Whether a symbol may be written at a place of the tape's array.
    pub(super) fn check_symbol(&self, index: u32, symbol: Symbol) -> Result<(), Malformed> {
        if self.can_hold(index).contains(&symbol) {
            return Ok(());
        }
        let glyph = |s: &Symbol| self.alphabet().glyph(*s).to_string();
        let cell = self.space().cell(index);
        Err(Malformed::CannotHold {
            cell,
            symbol: self.alphabet().glyph(symbol),
            first: self.alphabet().glyph(self.input_at(cell)),
            possible: self.can_hold(index).iter().map(glyph).collect::<Vec<_>>().join(" "),
        })
    }
}
