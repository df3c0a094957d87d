//! Boards: a state as a screen can show it, made of a few kinds of pane that all protocols share.
//!
//! Panes over long things are lazy: they hold a function from a place to what stands there, so a
//! transcript of 10^6 steps costs nothing to show. Nothing a pane holds is hidden from its eye.

use std::ops::Range;

use serde::Serialize;

use super::graph::{Graph, Lens};
pub use super::mark::{Flaw, Lazily, Mark, Part, Value};
use crate::chance::Probability;
use crate::machine::{Input, Step};
use crate::rules::{Cell, Half, Verb};

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

/// A part of a board. A large screen draws more of it: boxes with wires below a row of cells, say.
pub enum Pane<'a> {
    /// Cells in a row, numbered from 1: a transcript, input bits, gate values.
    Strip(Strip<'a>),
    /// Rows of columns: rounds, the steps of a tableau.
    Table(Table<'a>),
    /// A scale with marks and a band on it: a stated probability.
    Gauge(Gauge),
    /// Votes drawn in batches.
    Votes(Votes),
    /// An interval of time that is halved.
    Intervals(Intervals),
    /// Tapes in the order of their time.
    Tapes(Tapes<'a>),
    /// Claims over subclaims.
    Tree(Tree<'a>),
    /// Gates with their wires.
    Circuit(Circuit<'a>),
    /// Sentences.
    Words(Vec<String>),
}

impl Pane<'_> {
    /// The part of its graph around one of its items, of about `most` nodes or fewer. `None` if it
    /// has no graph. The items of a tree are its nodes.
    pub fn graph(&self, at: Option<usize>, most: usize) -> Option<Graph> {
        match self {
            Self::Strip(Strip { graph: Some(lens), .. })
            | Self::Table(Table { graph: Some(lens), .. })
            | Self::Circuit(Circuit { graph: lens, .. }) => Some(lens(at, most)),
            Self::Tree(tree) => Some(tree.graph(at, most)),
            _ => None,
        }
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
    /// The cells with what they read. Its nodes that are cells of this strip carry their places.
    pub graph: Option<Lens<'a>>,
}

impl<'a> Strip<'a> {
    /// Cells of which nothing more is told, and none of which is in dispute.
    pub fn new(
        cells: Cells,
        title: impl Into<String>,
        len: usize,
        mark: impl Fn(usize) -> Mark + 'a,
    ) -> Self {
        Self {
            cells,
            answers: &[],
            title: title.into(),
            len,
            focus: None,
            marked: Vec::new(),
            mark: Box::new(mark),
            detail: Box::new(|_| Detail::default()),
            graph: None,
        }
    }

    /// The bits of an input, each with its mark and what it is called.
    pub fn inputs(
        title: &str,
        len: usize,
        mark: impl Fn(Input) -> Mark + 'a,
        name: impl Fn(Input) -> String + 'a,
    ) -> Self {
        Self {
            detail: Box::new(move |at| Detail::of(name(Input::at(at)))),
            ..Self::new(Cells::Inputs, title, len, move |at| mark(Input::at(at)))
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
    /// What was stated, measured and tolerated in every row: a path from left to right.
    pub rounds: Option<Rounds<'a>>,
    /// The machine's tape at every row.
    pub tapes: Option<Tapes<'a>>,
    /// The rows with what they read.
    pub graph: Option<Lens<'a>>,
}

/// All rounds of a stochastic debate.
pub struct Rounds<'a> {
    /// The round that stands, from 0.
    pub here: usize,
    /// Whether Bob aborted there.
    pub aborted: bool,
    /// A round.
    pub round: Lazily<'a, DrawnRound>,
}

/// One round: what was said of it and what became of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DrawnRound {
    /// What Alice stated.
    pub stated: Option<f64>,
    /// How far off that may be before honest Bob aborts.
    pub tolerance: Option<f64>,
    /// The mean of the votes of the seat that looks on.
    pub measured: Option<f64>,
    /// The true chance; review only.
    pub truth: Option<f64>,
    /// The bit that became of it.
    pub bit: Mark,
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

/// One round of bisection.
#[derive(Clone, Copy, Debug, PartialEq)]
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
pub struct Intervals {
    /// T: the first interval is from 0 to here.
    pub steps: u64,
    /// The rounds so far, the one being played last.
    pub rounds: Vec<Interval>,
    /// The interval that is left.
    pub left: (u64, u64),
}

/// Tapes in the order of their time.
pub struct Tapes<'a> {
    /// How many cells a tape has.
    pub cells: usize,
    /// The number of the first cell, as a person counts: may be negative.
    pub first: i64,
    /// How many tapes there are.
    pub len: usize,
    /// The tape that matters, if the person looks at no other.
    pub here: Option<usize>,
    /// The tapes in play, which have titles: a small board shows no others.
    pub open: Range<usize>,
    /// Some of the tapes.
    pub tapes: Box<dyn Fn(Range<usize>) -> Vec<Tape> + 'a>,
}

impl Tapes<'_> {
    /// The tapes in play.
    pub fn in_play(&self) -> Vec<Tape> {
        (self.tapes)(self.open.clone())
    }
}

/// A tape at one time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tape {
    /// "middle, after step 704,498: Alice says"; empty if it is not in play any more.
    pub title: String,
    /// After which step.
    pub step: u64,
    /// Its cells.
    pub cells: Vec<TapeCell>,
    /// The place of the head, from 0, if it is known; outside the cells if the configuration is
    /// malformed.
    pub head: Option<usize>,
    /// The machine's state, if it is known.
    pub state: String,
    /// The tape is on trial, or bounds what is disputed.
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

/// Claims over subclaims. Nodes have numbers; the root is node 0.
pub struct Tree<'a> {
    /// Heads of the columns to the right of the claims: "you", "drawn".
    pub columns: Vec<String>,
    /// The column that stands in the box of a claim; the one before it is told beside it.
    pub boxed: usize,
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

impl Tree<'_> {
    /// Whether the debate came through a node. At first it stands at the root.
    pub fn is_on_path(&self, node: usize) -> bool {
        self.path.contains(&node) || self.path.is_empty() && node == 0
    }
}

/// A claim on a board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// Its name, which is often a number.
    pub name: String,
    /// The claim in words.
    pub words: String,
    /// A chance that was stated of it, drawn as a bar.
    pub chance: Option<f64>,
    /// What stands in the columns.
    pub cells: Vec<Mark>,
    /// A line under the claim: "Alice: your 0.05 is too low, because all of:".
    pub note: Option<String>,
    /// Its part.
    pub part: Part,
}

impl Node {
    /// The claim in words after its name; the root, node 0, needs none.
    pub fn numbered(&self, at: usize) -> String {
        match at {
            0 => self.words.clone(),
            _ => format!("{}  {}", self.name, self.words),
        }
    }
}

/// Gates with their wires, the output last.
pub struct Circuit<'a> {
    /// What it is, where that is not clear.
    pub title: String,
    /// The lines that stand in its place on a small board. `None` draws its gates level by level.
    pub words: Option<Vec<String>>,
    /// How many places of a path through it the cursor has.
    pub len: usize,
    /// The gates around a place of the path.
    pub graph: Lens<'a>,
}

impl<'a> Circuit<'a> {
    /// Gates through which no path leads.
    pub fn new(words: Option<Vec<String>>, graph: impl Fn(usize) -> Graph + 'a) -> Self {
        Self { title: String::new(), words, len: 0, graph: Box::new(move |_, most| graph(most)) }
    }
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
