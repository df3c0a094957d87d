//! Pictures: what a board draws where there is room for more than its rows of cells, as data.
//!
//! A picture says nothing that the board's other panes may not say: whoever has no room for it
//! misses the shape, not the facts. What it holds is for one eye, like every pane.

use std::fmt;

use super::mark::{Lazily, Mark};
use crate::rules::Half;

/// A picture, and what it makes needless.
#[derive(Debug)]
pub struct Picture<'a> {
    /// A line above it in words.
    pub title: String,
    /// A pane of the same board that says less of the same, from 0: it is left out where the picture
    /// is drawn.
    pub instead_of: Option<usize>,
    /// What is drawn.
    pub drawing: Drawing<'a>,
}

/// What a picture draws.
#[derive(Debug)]
pub enum Drawing<'a> {
    /// Nodes in layers from left to right, with wires: a plan, a circuit, claims, a game.
    Graph(Lens<'a>),
    /// What was stated, measured and tolerated in every round of a stochastic debate.
    Rounds(Rounds<'a>),
    /// An interval of time that is halved, round after round.
    Halving(Halving),
    /// A machine's tape, time downwards.
    SpaceTime(SpaceTime<'a>),
}

/// A part of a graph, of at most so many nodes, around a place.
type View<'a> = Box<dyn Fn(Option<usize>, usize) -> Graph + 'a>;

/// A graph that may be too large to draw: only a part is ever made.
pub struct Lens<'a>(View<'a>);

impl<'a> Lens<'a> {
    /// A graph seen through a lens. `part` is given the item of the board's first pane that the
    /// person looks at, from 0, none if they chose no item yet; and how many nodes may be drawn.
    pub fn new(part: impl Fn(Option<usize>, usize) -> Graph + 'a) -> Self {
        Self(Box::new(part))
    }

    /// The part around an item of the board's first pane, of about `most` nodes or fewer.
    pub fn part(&self, at: Option<usize>, most: usize) -> Graph {
        (self.0)(at, most)
    }
}

impl fmt::Debug for Lens<'_> {
    /// Parts of it: what a test compares.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [None, Some(0), Some(7)].map(|at| self.part(at, 40));
        f.debug_list().entries(parts).finish()
    }
}

/// Nodes and the wires between them; a wire leads from a node to a later one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Graph {
    /// The nodes, each after all that its wires come from.
    pub nodes: Vec<Knot>,
}

/// A node of a graph.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Knot {
    /// Its name, with its gate's sign: "9", "7 ∧", "x1".
    pub name: String,
    /// What it says, in words; empty if the name says all.
    pub words: String,
    /// What is known of it, and its part.
    pub mark: Mark,
    /// A chance, drawn as a bar.
    pub chance: Option<f64>,
    /// More of it in a few words: "drawn yes".
    pub note: String,
    /// The nodes that its wires come from, by their places.
    pub from: Vec<usize>,
    /// How many more wires come in that are not drawn, or nodes that are folded away behind it.
    pub folded: usize,
    /// On the path, or in the neighbourhood of what is looked at.
    pub lit: bool,
}

/// All rounds of a stochastic debate.
pub struct Rounds<'a> {
    /// How many there are.
    pub len: usize,
    /// The round where the debate stands, from 0.
    pub here: usize,
    /// Whether that round is on trial.
    pub aborted: bool,
    /// A round.
    pub round: Lazily<'a, DrawnRound>,
}

/// A round, as far as its eye knows it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DrawnRound {
    /// What Alice stated.
    pub stated: Option<f64>,
    /// An honest Bob goes on while his votes are less than this far from it; none for a gate, where
    /// nothing is measured.
    pub tolerance: Option<f64>,
    /// The mean of the votes of the seat that looks on.
    pub measured: Option<f64>,
    /// The true chance; review only.
    pub truth: Option<f64>,
    /// The bit that became of it.
    pub bit: Mark,
}

impl fmt::Debug for Rounds<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounds = (0..self.len.min(200)).map(|at| (self.round)(at));
        write!(f, "{} {} {} ", self.len, self.here, self.aborted)?;
        f.debug_list().entries(rounds).finish()
    }
}

/// One round of bisection.
#[derive(Clone, Debug, PartialEq)]
pub struct Interval {
    /// Its first step.
    pub from: u64,
    /// Its middle.
    pub middle: u64,
    /// Its last step.
    pub to: u64,
    /// The half that Bob disputes, once he said it.
    pub kept: Option<Half>,
    /// In review, the half that the lie is in, if there is one.
    pub lie: Option<Half>,
}

/// Intervals within each other, from all of time down to a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Halving {
    /// T: the first interval is from 0 to here.
    pub steps: u64,
    /// The rounds, the one being played last; before the first, all of time.
    pub rounds: Vec<Interval>,
    /// The interval that is left.
    pub left: (u64, u64),
}

/// Tapes at different times under one another.
pub struct SpaceTime<'a> {
    /// How many cells a tape has.
    pub cells: usize,
    /// The number of the first cell, as a person counts.
    pub first: i64,
    /// How many rows there are.
    pub len: usize,
    /// The row that matters, if the person looks at no other.
    pub here: Option<usize>,
    /// Whether the items of the board's first pane are these rows.
    pub follows: bool,
    /// Some rows, from the first up to before the last.
    pub rows: Box<dyn Fn(usize, usize) -> Vec<TapeRow> + 'a>,
}

/// A tape at one time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TapeRow {
    /// After which step.
    pub step: u64,
    /// Its cells.
    pub cells: Vec<TapeCell>,
    /// Where the head is, from 0, if it is known.
    pub head: Option<usize>,
    /// The state, if it is known.
    pub state: String,
    /// The row is on trial, or bounds what is disputed.
    pub disputed: bool,
}

/// A cell of a tape.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TapeCell {
    /// Its symbol's number among the machine's symbols: what colours it.
    pub symbol: usize,
    /// What is known of it.
    pub mark: Mark,
}

impl fmt::Debug for SpaceTime<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {:?} ", self.cells, self.len, self.here)?;
        f.debug_list().entries((self.rows)(0, self.len.min(60))).finish()
    }
}
