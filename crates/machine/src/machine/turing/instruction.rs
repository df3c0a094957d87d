//! The actions of a machine in one step.

use super::Symbol;

/// A state of a machine: its index in the machine's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State(pub(super) u16);

impl State {
    /// The index of the state in the machine's table, counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The move of the head.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HeadMove {
    /// One cell to the left.
    Left,
    /// The head stays.
    Stay,
    /// One cell to the right.
    Right,
}

/// The action of a machine in one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Instruction {
    /// The symbol it writes at the head.
    pub write: Symbol,
    /// The move of the head after that.
    pub go: HeadMove,
    /// The state it enters.
    pub next: State,
}
