//! The cells that a machine may use, and the symbols that each of them can hold.

use std::fmt;

use super::{Alphabet, Instruction, Symbol};

/// The largest number of cells of a machine.
pub const MOST_CELLS: u32 = 1 << 20;

/// The cells from `from` to `to`, both included. Cell 1 is the first cell of the input. Cell 0 is to its left, and −1
/// to the left of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TapeSpace {
    from: i32,
    to: i32,
}

impl TapeSpace {
    /// The cells between two ends. `None` unless there are from 1 to [`MOST_CELLS`] of them.
    pub fn new(from: i32, to: i32) -> Option<Self> {
        let cells = i64::from(to) - i64::from(from) + 1;
        (1..=i64::from(MOST_CELLS)).contains(&cells).then_some(Self { from, to })
    }

    /// The leftmost cell.
    pub fn from(self) -> i32 {
        self.from
    }

    /// The rightmost cell.
    pub fn to(self) -> i32 {
        self.to
    }

    /// S, the number of cells, at least 1.
    pub fn cells(self) -> u32 {
        (self.to - self.from) as u32 + 1
    }

    /// The index of a cell in the tape, counted from 0. `None` outside the space.
    pub fn index(self, cell: i32) -> Option<u32> {
        (self.from..=self.to).contains(&cell).then(|| (cell - self.from) as u32)
    }

    /// The cell at an index of the tape, counted from 0.
    pub fn cell(self, index: u32) -> i32 {
        self.from + index as i32
    }
}

impl fmt::Display for TapeSpace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cells {} to {}", self.from, self.to)
    }
}

/// For each symbol, the symbols that a cell with this first symbol can ever hold: everything that the table can change
/// it to, in any state. A cell that is never overwritten needs no bits.
pub(super) fn can_become(
    alphabet: &Alphabet,
    rules: impl Iterator<Item = (Symbol, Instruction)> + Clone,
) -> Vec<Vec<Symbol>> {
    let from = |start: Symbol| {
        let mut held = vec![start];
        let mut next = 0;
        while next < held.len() {
            for (read, instruction) in rules.clone() {
                if read == held[next] && !held.contains(&instruction.write) {
                    held.push(instruction.write);
                }
            }
            next += 1;
        }
        held.sort();
        held
    };
    alphabet.symbols().map(from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_counted_from_both_ends() {
        let space = TapeSpace::new(-2, 3).expect("six cells");
        assert_eq!((space.cells(), space.index(-2), space.index(3)), (6, Some(0), Some(5)));
        assert_eq!((space.index(-3), space.index(4), space.cell(2)), (None, None, 0));
        assert!(TapeSpace::new(1, 0).is_none());
        assert!(TapeSpace::new(i32::MIN, i32::MAX).is_none());
    }
}
