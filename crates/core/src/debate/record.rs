//! The record of a debate: all moves and jumps in order, as lines of text.

use std::fmt;
use std::str::FromStr;

use crate::rules::{Actor, Move, Visibility};

/// A node of the tree of moves. Node 0 is the start, and node k is the position after the k-th move
/// of the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// The position before the first move.
    pub const START: Self = Self(0);

    /// The number of the node.
    pub const fn number(self) -> u32 {
        self.0
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for NodeId {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        text.parse().map(Self).map_err(|_| {
            format!("`{text}` is not the number of a move. Write a whole number, for example 5")
        })
    }
}

/// A move, with its actor and the seats that saw the move.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedMove {
    /// The actor that made the move.
    pub actor: Actor,
    /// The move.
    pub mv: Move,
    /// The seats that saw the move.
    pub to: Visibility,
}

/// A line of a record.
#[derive(Clone, Debug, PartialEq)]
pub enum RecordEntry {
    /// A move, such as `bob: point 3`.
    Move {
        /// The actor that makes the move.
        actor: Actor,
        /// The move.
        mv: Move,
    },
    /// A jump to a node of the tree, such as `go: 5`. All moves stay in the record.
    Go(NodeId),
}

impl RecordEntry {
    /// Parses the parts of a line before and after the colon.
    ///
    /// # Errors
    /// Returns a message that says how to write the line.
    pub fn read(who: &str, what: &str) -> Result<Self, String> {
        if who == "go" {
            return what.trim().parse().map(Self::Go);
        }
        Ok(Self::Move { actor: who.parse()?, mv: what.parse()? })
    }

    /// The parts of the line before and after the colon.
    pub fn parts(&self) -> (String, String) {
        match self {
            Self::Move { actor, mv } => (actor.to_string(), mv.to_string()),
            Self::Go(node) => ("go".into(), node.to_string()),
        }
    }
}

impl fmt::Display for RecordEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (who, what) = self.parts();
        write!(f, "{who}: {what}")
    }
}

impl FromStr for RecordEntry {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let (who, what) = text
            .split_once(':')
            .ok_or_else(|| format!("`{text}` is not a move. Write, for example, `bob: point 3`"))?;
        Self::read(who.trim(), what)
    }
}
