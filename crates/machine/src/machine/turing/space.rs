//! The cells that a machine may use, and what each of them can ever hold.

use std::fmt;

use super::{Alphabet, Instruction, Symbol};

/// A machine uses at most this many cells.
pub const MOST_CELLS: u32 = 1 << 20;

/// The cells from `from` to `to`, both included. Cell 1 is the first cell of the input, so the
/// cell to its left is 0, and the next one −1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Space {
    from: i32,
    to: i32,
}

impl Space {
    /// The cells between two ends, if there are any and at most [`MOST_CELLS`].
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

    /// S, how many cells there are; at least 1.
    pub fn cells(self) -> u32 {
        (self.to - self.from) as u32 + 1
    }

    /// Where a cell lies in a tape's array, from 0; none outside.
    pub fn index(self, cell: i32) -> Option<u32> {
        (self.from..=self.to).contains(&cell).then(|| (cell - self.from) as u32)
    }

    /// The cell at a place of a tape's array, from 0.
    pub fn cell(self, index: u32) -> i32 {
        self.from + index as i32
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cells {} to {}", self.from, self.to)
    }
}

/// For each symbol, what a cell that starts with it can ever hold: everything the table can turn
/// it into, whatever the state. A cell that nothing writes over takes no bits at all.
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
        let space = Space::new(-2, 3).expect("six cells");
        assert_eq!((space.cells(), space.index(-2), space.index(3)), (6, Some(0), Some(5)));
        assert_eq!((space.index(-3), space.index(4), space.cell(2)), (None, None, 0));
        assert!(Space::new(1, 0).is_none());
        assert!(Space::new(i32::MIN, i32::MAX).is_none());
    }
}
