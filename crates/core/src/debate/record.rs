//! The record: what was played, in order, as lines of text.

use std::fmt;
use std::str::FromStr;

use crate::rules::{Actor, Audience, Move};

/// A place in the tree: 0 is the start, k the place after the k-th move ever played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// Before the first move.
    pub const START: Self = Self(0);

    /// Its number.
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
        text.parse().map(Self).map_err(|_| format!("`{text}` is not the number of a move"))
    }
}

/// A move that was made, by whom, and who saw it.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// Who made it.
    pub actor: Actor,
    /// The move.
    pub mv: Move,
    /// Who saw it.
    pub to: Audience,
}

/// A line of a record.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// A move: `bob: point 3`.
    Move {
        /// Who made it.
        actor: Actor,
        /// The move.
        mv: Move,
    },
    /// Going to another move, back or across to another branch: `go: 5`. What was played stays in
    /// the record.
    Go(NodeId),
}

impl Entry {
    /// Reads what stands before and after the colon of a line.
    ///
    /// # Errors
    /// Saying what would have been right.
    pub fn read(who: &str, what: &str) -> Result<Self, String> {
        if who == "go" {
            return what.trim().parse().map(Self::Go);
        }
        Ok(Self::Move { actor: who.parse()?, mv: what.parse()? })
    }

    /// What stands before and after the colon of a line.
    pub fn parts(&self) -> (String, String) {
        match self {
            Self::Move { actor, mv } => (actor.to_string(), mv.to_string()),
            Self::Go(node) => ("go".into(), node.to_string()),
        }
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (who, what) = self.parts();
        write!(f, "{who}: {what}")
    }
}

impl FromStr for Entry {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let (who, what) = text
            .split_once(':')
            .ok_or_else(|| format!("`{text}` is not a move: write `bob: point 3`"))?;
        Self::read(who.trim(), what)
    }
}
