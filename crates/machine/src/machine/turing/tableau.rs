//! Transcript cells: what each step of a machine wrote, and the state and the head after it.

use smallvec::SmallVec;

use super::{MalformedConfiguration, State, Symbol, TuringMachine};
use crate::machine::ceil_log2;

/// The steps that last wrote the cells that a step reads. Usually there is one.
pub type Pointers = SmallVec<[u32; 2]>;

/// A cell of a transcript: the symbol that the step wrote at the head, and the state and the head after the step. For
/// each tape cell that the step read, it also names the last step that wrote this tape cell (0 for the input). A step
/// reads only the head's cell, except in the oracle state, where it reads the whole question.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TableauCell {
    /// The symbol that the step wrote.
    pub wrote: Symbol,
    /// The state after the step.
    pub state: State,
    /// The index of the head after the step, counted from 0.
    pub head: u32,
    /// The last writer of each cell that the step read, beginning with the head's cell.
    pub from: Pointers,
}

/// The number of bits for each part of a transcript cell. Only the bits for the head and for a pointer grow with the
/// run, as log S and log T.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellBits {
    /// ⌈log2⌉ of the number of symbols.
    pub symbol: u32,
    /// ⌈log2⌉ of the number of states.
    pub state: u32,
    /// ⌈log2⌉ of the number of cells.
    pub head: u32,
    /// ⌈log2 T⌉. A pointer is the number of an earlier step, or 0.
    pub pointer: u32,
}

impl TuringMachine {
    /// The number of bits for each part of this machine's transcript cells.
    pub fn cell_bits(&self) -> CellBits {
        CellBits {
            symbol: ceil_log2(self.alphabet().len() as u64),
            state: ceil_log2(self.states().len() as u64),
            head: ceil_log2(self.space().cells().into()),
            pointer: ceil_log2(self.steps().into()),
        }
    }

    /// Checks that a transcript cell has one pointer for each cell that a step from one of these
    /// states reads.
    ///
    /// # Errors
    /// Returns an error if the cell has another number of pointers.
    pub fn check_pointers(
        &self,
        cell: &TableauCell,
        states: impl IntoIterator<Item = State>,
    ) -> Result<(), MalformedConfiguration> {
        let got = cell.from.len();
        let mut expected = 1;
        for state in states {
            expected = self.reads(state);
            if expected as usize == got {
                return Ok(());
            }
        }
        Err(MalformedConfiguration::Pointers { got, expected })
    }

    /// Checks that a symbol may be at this index of the tape.
    pub(super) fn check_symbol(
        &self,
        index: u32,
        symbol: Symbol,
    ) -> Result<(), MalformedConfiguration> {
        if self.can_hold(index).contains(&symbol) {
            return Ok(());
        }
        let glyph = |s: &Symbol| self.alphabet().glyph(*s).to_string();
        let cell = self.space().cell(index);
        Err(MalformedConfiguration::CannotHold {
            cell,
            symbol: self.alphabet().glyph(symbol),
            first: self.alphabet().glyph(self.input_at(cell)),
            possible: self.can_hold(index).iter().map(glyph).collect::<Vec<_>>().join(" "),
        })
    }
}
