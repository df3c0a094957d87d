//! Boards: a state as a screen can show it, made of a few kinds of pane that all protocols share.
//!
//! Panes over long things are lazy: they hold a function from a place to what stands there, so a
//! transcript of 10^6 steps costs nothing to show. Nothing a pane holds is hidden from its eye.

use serde::Serialize;

pub use super::mark::{Flaw, Lazily, Mark, Part, Value};
pub use super::picture::Interval;
use super::picture::{Drawing, Graph, Lens, Picture};
use crate::chance::Probability;
use crate::machine::{Input, Step};
use crate::rules::{Cell, Verb};

/// A state as some eyes see it: panes from top to bottom.
#[derive(Default)]
pub struct Board<'a> {
    /// What the board as a whole is called: "Alice's transcript".
    pub title: String,
    /// Its panes, the main one first.
    pub panes: Vec<Pane<'a>>,
}

impl<'a> Board<'a> {
    /// The first row of steps, and its place among the panes.
    pub fn steps(&self) -> Option<(usize, &Strip<'a>)> {
        self.panes.iter().enumerate().find_map(|(at, pane)| match pane {
            Pane::Strip(strip)
                if strip.len > 0 && matches!(strip.cells, Cells::Steps | Cells::Turns) =>
            {
                Some((at, strip))
            }
            _ => None,
        })
    }

    /// The step where the debate stands: the cell that the first row of steps puts forward.
    pub fn step(&self) -> Option<Step> {
        self.steps().and_then(|(_, steps)| steps.focus).map(Step::at)
    }
}

/// One kind of picture.
pub enum Pane<'a> {
    /// Cells in a row, numbered from 1: a transcript, input bits, gate values.
    Strip(Strip<'a>),
    /// Rows of columns: rounds, intervals, gates.
    Table(Table<'a>),
    /// A scale with marks and a band on it: a stated probability.
    Gauge(Gauge),
    /// Votes drawn in batches.
    Votes(Votes),
    /// Intervals that narrow.
    Intervals(Intervals),
    /// Tapes under one another that scroll together.
    Tapes(Tapes<'a>),
    /// Claims over subclaims.
    Tree(Tree<'a>),
    /// Gates around a path, by level.
    Circuit(Circuit),
    /// Sentences.
    Words(Vec<String>),
    /// What is drawn where there is room.
    Picture(Picture<'a>),
}

impl<'a> Pane<'a> {
    /// A picture that has no line above it, and the pane that it makes needless, if any.
    pub(crate) fn drawing(drawing: Drawing<'a>, instead_of: Option<usize>) -> Self {
        Self::Picture(Picture { title: String::new(), instead_of, drawing })
    }

    /// The same of a graph; `part` is what [`Lens::new`] takes.
    pub(crate) fn graph(
        instead_of: Option<usize>,
        part: impl Fn(Option<usize>, usize) -> Graph + 'a,
    ) -> Self {
        Self::drawing(Drawing::Graph(Lens::new(part)), instead_of)
    }
}

/// What the cells of a strip are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cells {
    /// What Alice or the provers wrote: transcript cells, gate values, pointers.
    Steps,
    /// The bits that are played in turn, which no run has.
    Turns,
    /// Bits that were played before and are now read as a circuit's inputs.
    Played,
    /// Input bits.
    Inputs,
    /// The bits of a witness.
    Witness,
}

impl Cells {
    /// What the judge reads at a place of the strip, counted from 0, where it can be read there.
    pub fn cell(self, at: usize) -> Option<Cell> {
        match self {
            Self::Steps | Self::Turns => Some(Cell::Step(Step::at(at))),
            Self::Inputs => Some(Cell::Input(Input::at(at))),
            Self::Played | Self::Witness => None,
        }
    }
}

/// Cells in a row.
pub struct Strip<'a> {
    /// What its cells are.
    pub cells: Cells,
    /// The verbs whose argument is a cell of this strip, or all of its cells.
    pub answers: &'static [Verb],
    /// What the row is, where the board has several.
    pub title: String,
    /// How many cells.
    pub len: usize,
    /// Where a cursor belongs now: the disputed cell; none at the start.
    pub focus: Option<usize>,
    /// The places of the cells that stand out, for a row too long to look through: those that were
    /// read, the disputed one and what it reads.
    pub marked: Vec<usize>,
    /// The cell at a place.
    pub mark: Lazily<'a, Mark>,
    /// More about the cell at a place, for when a cursor is on it.
    pub detail: Lazily<'a, Detail>,
}

impl<'a> Strip<'a> {
    /// The bits of an input, each with its mark and what it is called.
    pub fn inputs(
        title: &str,
        len: usize,
        mark: impl Fn(Input) -> Mark + 'a,
        name: impl Fn(Input) -> String + 'a,
    ) -> Self {
        Self {
            cells: Cells::Inputs,
            answers: &[],
            title: title.into(),
            len,
            focus: None,
            marked: Vec::new(),
            mark: Box::new(move |at| mark(Input::at(at))),
            detail: Box::new(move |at| Detail::of(name(Input::at(at)))),
        }
    }

    /// The places of the cells on trial and of those that they read, in order; none where nothing of
    /// this strip is on trial.
    pub fn on_trial(&self) -> Vec<usize> {
        let reads = |at: usize| (self.detail)(at).relevant;
        let asked = self.focus.into_iter().flat_map(|at| [at].into_iter().chain(reads(at)));
        let plays = |&at: &usize| (self.mark)(at).part != Part::None;
        let mut places: Vec<usize> =
            asked.chain(self.marked.iter().copied()).filter(plays).collect();
        places.sort_unstable();
        places.dedup();
        places
    }
}

/// More about the thing under the cursor.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Detail {
    /// "step 9   Are the drivers outside overtime?"
    pub heading: String,
    /// Label and text: ("relevant", "2 yes  goods are milk and cream").
    pub rows: Vec<(String, String)>,
    /// The places, from 0, of the cells of the same strip that this one reads.
    pub relevant: Vec<usize>,
}

impl Detail {
    /// No more than what the thing is.
    pub fn of(heading: String) -> Self {
        Self { heading, ..Self::default() }
    }
}

/// Rows of columns.
pub struct Table<'a> {
    /// The verbs whose argument is a row of this table.
    pub answers: &'static [Verb],
    /// Column heads; a head that begins with `>` is a column aligned to the right.
    pub columns: Vec<String>,
    /// How many rows.
    pub len: usize,
    /// The row where the debate stands.
    pub here: Option<usize>,
    /// The cells of a row.
    pub row: Lazily<'a, Vec<Mark>>,
    /// More about a row, for when a cursor is on it.
    pub detail: Lazily<'a, Vec<String>>,
}

/// A scale from 0 to 1, or the part of it that matters.
#[derive(Clone, Debug, PartialEq)]
pub struct Gauge {
    /// A line above it in words.
    pub title: String,
    /// Its left end.
    pub from: f64,
    /// Its right end.
    pub to: f64,
    /// Where honest Bob goes on, or the judge forgives: an open interval around what is stated.
    pub band: Option<(f64, f64)>,
    /// What the band is, in words.
    pub band_words: String,
    /// Points on it.
    pub pins: Vec<Pin>,
}

/// A point on a gauge.
#[derive(Clone, Debug, PartialEq)]
pub struct Pin {
    /// Whose it is.
    pub kind: PinKind,
    /// Where it stands.
    pub at: f64,
    /// What it is, in words: "you 46/82, off 0.189".
    pub words: String,
}

/// Whose point on a gauge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PinKind {
    /// What Alice states: ◆.
    Stated,
    /// A mean of votes: ●.
    Measured,
    /// The true probability; review only.
    True,
}

/// Votes drawn in batches, beside a stated probability and a tolerance.
#[derive(Clone, Debug, PartialEq)]
pub struct Votes {
    /// What is on trial, in words.
    pub title: String,
    /// What Alice stated.
    pub stated: Probability,
    /// Means less than this far from it are near enough.
    pub tolerance: f64,
    /// (yes, all) of each batch, in order.
    pub batches: Vec<(u64, u64)>,
    /// How many votes the protocol draws in all.
    pub planned: u64,
    /// Other means, if this eye may know them; "Bob's own mean".
    pub others: Vec<(String, Option<f64>)>,
    /// The true probability; review only.
    pub truth: Option<f64>,
}

/// Rounds of an interval that is halved.
#[derive(Clone, Debug, PartialEq)]
pub struct Intervals {
    /// The rounds so far, the one being played last.
    pub rounds: Vec<Interval>,
}

/// Tapes that scroll together.
pub struct Tapes<'a> {
    /// From top to bottom.
    pub tapes: Vec<Tape<'a>>,
}

/// A tape with its head.
pub struct Tape<'a> {
    /// "middle, step 704,498: Alice says".
    pub title: String,
    /// How many cells.
    pub len: usize,
    /// The number of the first cell, as a person counts: may be negative.
    pub first: i64,
    /// The place of the head, from 0; outside `0..len` if the configuration is malformed.
    pub head: Option<usize>,
    /// The machine's state.
    pub state: String,
    /// The cell at a place.
    pub mark: Lazily<'a, Mark>,
}

/// Claims over subclaims. Nodes have numbers; the root is node 0.
pub struct Tree<'a> {
    /// Heads of the columns to the right of the claims: "you", "drawn".
    pub columns: Vec<String>,
    /// How many nodes there are.
    pub len: usize,
    /// The node that is asked about, or where the debate stands.
    pub here: Option<usize>,
    /// The nodes from the root to where the debate stands: unfolded at first.
    pub path: Vec<usize>,
    /// The nodes that the places of what is asked stand for, in order; none if no node is asked
    /// for.
    pub choices: Vec<usize>,
    /// A node.
    pub node: Lazily<'a, Node>,
    /// A node's children as the debate shows them.
    pub children: Lazily<'a, Vec<usize>>,
    /// Lines below the tree: the reward ledger.
    pub below: Vec<String>,
    /// How many of them, right before the last, tell of rounds to come: they may be left out.
    pub to_come: usize,
}

/// A claim on a board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// The claim in words, with its number.
    pub words: String,
    /// What stands in the columns.
    pub cells: Vec<Mark>,
    /// A line under the claim: "Alice: your 0.05 is too low, because all of:".
    pub note: Option<String>,
    /// Its part.
    pub part: Part,
}

/// Gates around a path, by level. Only what is near the path is here.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Circuit {
    /// Levels from the output down.
    pub levels: Vec<Level>,
}

/// One level of a circuit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Level {
    /// How far from the output.
    pub depth: usize,
    /// Its gates from left to right.
    pub gates: Vec<Gate>,
}

/// A gate, an input, or a folded side branch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gate {
    /// "4 ∨", "x1", "¬x3", "∨ 1,204 gates".
    pub label: String,
    /// Its value and marks.
    pub mark: Mark,
    /// What was said of it: "Alice: it is 0".
    pub note: String,
    /// The places of its children in the level below.
    pub wires: Vec<usize>,
}

/// The rules in words, and this debate's numbers.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(any(test, feature = "testing"), derive(schemars::JsonSchema))]
pub struct Brief {
    /// The protocol.
    pub protocol: String,
    /// Where the debate is: "move 2 of 3", "round 5 of 9".
    pub progress: String,
    /// The rule in force and what wins, one paragraph an entry.
    pub rule: Vec<String>,
    /// This debate's numbers.
    pub numbers: Vec<String>,
    /// Promises that do not hold here, and why.
    pub warnings: Vec<String>,
    /// The theorem and paper: "Thm 5.3, 2024 paper".
    pub theorem: String,
}
