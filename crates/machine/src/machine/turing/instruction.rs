//! What a machine can do in one step.

use super::Symbol;

/// A state of one machine: its place in the machine's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State(pub(super) u16);

impl State {
    /// Its place in the table, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where the head goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// One cell to the left.
    Left,
    /// Nowhere.
    Stay,
    /// One cell to the right.
    Right,
}

/// What a machine does in one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Instruction {
    /// The symbol it writes at the head.
    pub write: Symbol,
    /// Where the head goes then.
    pub go: Move,
    /// The state it enters.
    pub next: State,
}
