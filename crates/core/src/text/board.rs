//! Boards: a state as a screen can show it. A board has a few kinds of pane, which all protocols
//! share.
//!
//! Panes over long things are lazy: a function returns the cell at a position. So a transcript of
//! 10^6 steps costs nothing to show. A pane never holds data that its viewer may not see.

use std::ops::Range;

use serde::Serialize;

pub use super::cell_mark::{CellFlaw, CellMark, CellRole, CellValue, LazyCells};
use super::graph::{Graph, GraphWindow};
use crate::chance::Probability;
use crate::machine::{Input, Step};
use crate::rules::{BitRef, Half, Verb};

/// A state as one viewer sees it: panes from top to bottom.
#[derive(Default)]
pub struct Board<'a> {
    /// The title of the board: "Alice's transcript".
    pub title: String,
    /// Its panes, the main one first.
    pub panes: Vec<Pane<'a>>,
}

impl<'a> Board<'a> {
    /// The first strip of steps, with its index among the panes.
    pub fn steps(&self) -> Option<(usize, &StripPane<'a>)> {
        self.panes.iter().enumerate().find_map(|(at, pane)| match pane {
            Pane::Strip(strip)
                if strip.len > 0
                    && matches!(strip.cells, StripCells::Steps | StripCells::Turns) =>
            {
                Some((at, strip))
            }
            _ => None,
        })
    }

    /// The current step: the focused cell of the first strip of steps.
    pub fn step(&self) -> Option<Step> {
        self.steps().and_then(|(_, steps)| steps.focus).map(Step::at)
    }
}

/// A part of a board. A large screen draws more of it, for example boxes with wires below a strip.
pub enum Pane<'a> {
    /// Cells in a row, numbered from 1: a transcript, input bits, gate values.
    Strip(StripPane<'a>),
    /// A table of rows and columns: rounds, or the steps of a tableau.
    Table(TablePane<'a>),
    /// A scale with marks and a band: a stated probability.
    Gauge(GaugePane),
    /// Votes drawn in batches.
    Votes(VotesPane),
    /// A time interval that bisection halves.
    Intervals(IntervalsPane),
    /// Tapes in order of time.
    Tapes(TapesPane<'a>),
    /// Claims over subclaims.
    Tree(TreePane<'a>),
    /// Gates with their wires.
    Circuit(CircuitPane<'a>),
    /// Sentences.
    Words(Vec<String>),
}

impl Pane<'_> {
    /// The part of the pane's graph around one of its items, with about `most` nodes. `None` if the
    /// pane has no graph. In a tree, the items are the nodes.
    pub fn graph(&self, at: Option<usize>, most: usize) -> Option<Graph> {
        match self {
            Self::Strip(StripPane { graph: Some(lens), .. })
            | Self::Table(TablePane { graph: Some(lens), .. })
            | Self::Circuit(CircuitPane { graph: lens, .. }) => Some(lens(at, most)),
            Self::Tree(tree) => Some(tree.graph(at, most)),
            _ => None,
        }
    }
}

/// The kind of the cells of a strip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StripCells {
    /// Values that a prover wrote: transcript cells, gate values, pointers.
    Steps,
    /// Bits that the players play in turn. No run has them.
    Turns,
    /// Bits that were played before, and that a circuit now reads as inputs.
    Played,
    /// Input bits.
    Inputs,
    /// The bits of a witness.
    Witness,
}

impl StripCells {
    /// The cell that the judge reads at an index of the strip, from 0. `None` if the judge cannot
    /// read it.
    pub fn cell(self, at: usize) -> Option<BitRef> {
        match self {
            Self::Steps | Self::Turns => Some(BitRef::Step(Step::at(at))),
            Self::Inputs => Some(BitRef::Input(Input::at(at))),
            Self::Played | Self::Witness => None,
        }
    }
}

/// Cells in a row.
pub struct StripPane<'a> {
    /// The kind of its cells.
    pub cells: StripCells,
    /// The verbs whose argument is a cell of this strip, or all of its cells.
    pub answers: &'static [Verb],
    /// The title of the row, if the board has several.
    pub title: String,
    /// The number of cells.
    pub len: usize,
    /// The index of the disputed cell, where the cursor starts. `None` at the start.
    pub focus: Option<usize>,
    /// The indices of the cells that stand out, for a row too long to search by eye: the cells that
    /// were read, the disputed one and those that it reads.
    pub marked: Vec<usize>,
    /// The cell at an index.
    pub mark: LazyCells<'a, CellMark>,
    /// The details of the cell under the cursor.
    pub detail: LazyCells<'a, Detail>,
    /// The cells with the cells that they read. Nodes that are cells of this strip hold their
    /// indices.
    pub graph: Option<GraphWindow<'a>>,
}

impl<'a> StripPane<'a> {
    /// Cells without details, none of them disputed.
    pub fn new(
        cells: StripCells,
        title: impl Into<String>,
        len: usize,
        mark: impl Fn(usize) -> CellMark + 'a,
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

    /// The bits of an input, each with its mark and its name.
    pub fn inputs(
        title: &str,
        len: usize,
        mark: impl Fn(Input) -> CellMark + 'a,
        name: impl Fn(Input) -> String + 'a,
    ) -> Self {
        Self {
            detail: Box::new(move |at| Detail::new(name(Input::at(at)))),
            ..Self::new(StripCells::Inputs, title, len, move |at| mark(Input::at(at)))
        }
    }

    /// The indices of the disputed cells and of the cells that they read, in order. Empty if no
    /// cell of this strip is disputed.
    pub fn on_trial(&self) -> Vec<usize> {
        let reads = |at: usize| (self.detail)(at).relevant;
        let asked = self.focus.into_iter().flat_map(|at| [at].into_iter().chain(reads(at)));
        let plays = |&at: &usize| (self.mark)(at).part != CellRole::None;
        let mut places: Vec<usize> =
            asked.chain(self.marked.iter().copied()).filter(plays).collect();
        places.sort_unstable();
        places.dedup();
        places
    }
}

/// The details of the cell under the cursor.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Detail {
    /// "step 9   Are the drivers outside overtime?"
    pub heading: String,
    /// Label and text: ("relevant", "2 yes  goods are milk and cream").
    pub rows: Vec<(String, String)>,
    /// The indices, from 0, of the cells of the same strip that this one reads.
    pub relevant: Vec<usize>,
}

impl Detail {
    /// Details with a heading only.
    pub fn new(heading: String) -> Self {
        Self { heading, ..Self::default() }
    }
}

/// A table of rows and columns.
pub struct TablePane<'a> {
    /// The verbs whose argument is a row of this table.
    pub answers: &'static [Verb],
    /// The column heads. A head that begins with `>` aligns its column to the right.
    pub columns: Vec<String>,
    /// The number of rows.
    pub len: usize,
    /// The current row.
    pub here: Option<usize>,
    /// The cells of a row.
    pub row: LazyCells<'a, Vec<CellMark>>,
    /// The details of the row under the cursor.
    pub detail: LazyCells<'a, Vec<String>>,
    /// The stated value, the measured value and the tolerance of every row, as a path from left to
    /// right.
    pub rounds: Option<RoundsPane<'a>>,
    /// The machine's tape at every row.
    pub tapes: Option<TapesPane<'a>>,
    /// The rows with the rows that they read.
    pub graph: Option<GraphWindow<'a>>,
}

/// All rounds of a stochastic debate.
pub struct RoundsPane<'a> {
    /// The current round, from 0.
    pub here: usize,
    /// True if Bob aborted in that round.
    pub aborted: bool,
    /// A round.
    pub round: LazyCells<'a, DrawnRound>,
}

/// One round: what was stated, and the bit that was drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DrawnRound {
    /// The probability that Alice stated.
    pub stated: Option<f64>,
    /// The largest error that honest Bob accepts.
    pub tolerance: Option<f64>,
    /// The mean of the viewer's votes.
    pub measured: Option<f64>,
    /// The true probability; review only.
    pub truth: Option<f64>,
    /// The bit that was drawn.
    pub bit: CellMark,
}

/// A scale from 0 to 1, or the relevant part of it.
#[derive(Clone, Debug, PartialEq)]
pub struct GaugePane {
    /// A line above it in words.
    pub title: String,
    /// Its left end.
    pub from: f64,
    /// Its right end.
    pub to: f64,
    /// The open interval around the stated probability in which honest Bob continues, or the judge
    /// accepts.
    pub band: Option<(f64, f64)>,
    /// A description of the band.
    pub band_words: String,
    /// The points on the scale.
    pub pins: Vec<GaugePoint>,
}

/// A point on a gauge.
#[derive(Clone, Debug, PartialEq)]
pub struct GaugePoint {
    /// The kind of the point.
    pub kind: GaugePointKind,
    /// Its position.
    pub at: f64,
    /// A description: "you 46/82, off 0.189".
    pub words: String,
}

/// The kind of a point on a gauge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GaugePointKind {
    /// The probability that Alice states: ◆.
    Stated,
    /// The mean of some votes: ●.
    Measured,
    /// The true probability; review only.
    True,
}

/// Votes drawn in batches, beside a stated probability and a tolerance.
#[derive(Clone, Debug, PartialEq)]
pub struct VotesPane {
    /// A description of the step that is tested.
    pub title: String,
    /// The probability that Alice stated.
    pub stated: Probability,
    /// The test accepts a mean that differs from it by less than this.
    pub tolerance: f64,
    /// The number of yes and of all votes in each batch, in order.
    pub batches: Vec<(u64, u64)>,
    /// The number of votes that the protocol draws in all.
    pub planned: u64,
    /// Other means, each `None` if it is hidden from this viewer; "Bob's own mean".
    pub others: Vec<(String, Option<f64>)>,
    /// The true probability; review only.
    pub truth: Option<f64>,
}

/// One round of bisection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IntervalRow {
    /// Its first step.
    pub from: u64,
    /// Its middle.
    pub middle: u64,
    /// Its last step.
    pub to: u64,
    /// The half that Bob disputes. `None` before he disputes one.
    pub kept: Option<Half>,
    /// In the review, the half that contains the lie. `None` if there is no lie.
    pub lie: Option<Half>,
}

/// Nested intervals, from the whole run down to one step.
#[derive(Clone, Debug, PartialEq)]
pub struct IntervalsPane {
    /// The number of steps, T. The first interval is from 0 to T.
    pub steps: u64,
    /// The rounds so far, the current one last.
    pub rounds: Vec<IntervalRow>,
    /// The interval that is left.
    pub left: (u64, u64),
}

/// Tapes in order of time.
pub struct TapesPane<'a> {
    /// The number of cells of a tape.
    pub cells: usize,
    /// The number of the first cell, as the player counts. It may be negative.
    pub first: i64,
    /// The number of tapes.
    pub len: usize,
    /// The current tape, which the board shows unless the player selects another.
    pub here: Option<usize>,
    /// The tapes in play, which have titles. A small board shows only these.
    pub open: Range<usize>,
    /// Returns some of the tapes.
    pub tapes: Box<dyn Fn(Range<usize>) -> Vec<TapeRow> + 'a>,
}

impl TapesPane<'_> {
    /// The tapes in play.
    pub fn in_play(&self) -> Vec<TapeRow> {
        (self.tapes)(self.open.clone())
    }
}

/// A tape at one time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TapeRow {
    /// "middle, after step 704,498: Alice says". Empty if the tape is no longer in play.
    pub title: String,
    /// The step that produced it.
    pub step: u64,
    /// Its cells.
    pub cells: Vec<TapeCell>,
    /// The index of the head, from 0. `None` if it is hidden. If the configuration is malformed, it
    /// may be outside the cells.
    pub head: Option<usize>,
    /// The machine's state. Empty if it is hidden.
    pub state: String,
    /// True if the tape is disputed, or is one end of the disputed interval.
    pub disputed: bool,
}

/// A cell of a tape.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TapeCell {
    /// The number of its symbol among the machine's symbols. It selects the colour.
    pub symbol: usize,
    /// The symbol, as far as the viewer may see it.
    pub mark: CellMark,
}

/// Claims over subclaims. Nodes have numbers, and the root is node 0.
pub struct TreePane<'a> {
    /// The heads of the columns to the right of the claims: "you", "drawn".
    pub columns: Vec<String>,
    /// The index of the column in the box of a claim. The column before it is shown beside the box.
    pub boxed: usize,
    /// The number of nodes.
    pub len: usize,
    /// The node in question, or the current one.
    pub here: Option<usize>,
    /// The nodes from the root to the current one. They start unfolded.
    pub path: Vec<usize>,
    /// The nodes that the current choices stand for, in order. Empty if the prompt does not ask for
    /// a node.
    pub choices: Vec<usize>,
    /// A node.
    pub node: LazyCells<'a, ClaimNode>,
    /// The children of a node, as the debate shows them.
    pub children: LazyCells<'a, Vec<usize>>,
    /// Lines below the tree: the reward ledger.
    pub below: Vec<String>,
    /// The number of these lines that are about future rounds. They are just before the last line
    /// and may be left out.
    pub to_come: usize,
}

impl TreePane<'_> {
    /// Returns whether a node is on the path of the debate. The debate starts at the root.
    pub fn is_on_path(&self, node: usize) -> bool {
        self.path.contains(&node) || self.path.is_empty() && node == 0
    }
}

/// A claim on a board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClaimNode {
    /// Its name, which is often a number.
    pub name: String,
    /// The claim in words.
    pub words: String,
    /// The probability that somebody stated for it, drawn as a bar.
    pub chance: Option<f64>,
    /// The cells of the columns.
    pub cells: Vec<CellMark>,
    /// A line under the claim: "Alice: your 0.05 is too low, because all of:".
    pub note: Option<String>,
    /// Its role.
    pub part: CellRole,
}

impl ClaimNode {
    /// The claim with its name in front. The root, node 0, needs no name.
    pub fn numbered(&self, at: usize) -> String {
        match at {
            0 => self.words.clone(),
            _ => format!("{}  {}", self.name, self.words),
        }
    }
}

/// Gates with their wires. The output comes last.
pub struct CircuitPane<'a> {
    /// A title, if the board does not make it clear.
    pub title: String,
    /// The lines that replace it on a small board. `None` draws the gates level by level.
    pub words: Option<Vec<String>>,
    /// The number of positions of the cursor on a path through the circuit.
    pub len: usize,
    /// The gates around a position on the path.
    pub graph: GraphWindow<'a>,
}

impl<'a> CircuitPane<'a> {
    /// Gates without a path.
    pub fn new(words: Option<Vec<String>>, graph: impl Fn(usize) -> Graph + 'a) -> Self {
        Self { title: String::new(), words, len: 0, graph: Box::new(move |_, most| graph(most)) }
    }
}

/// The rules in words, and this debate's numbers.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(any(test, feature = "testing"), derive(schemars::JsonSchema))]
pub struct BriefPane {
    /// The name of the protocol.
    pub protocol: String,
    /// The progress of the debate: "move 2 of 3", "round 5 of 9".
    pub progress: String,
    /// The current rule and the winning condition, one paragraph for each.
    pub rule: Vec<String>,
    /// This debate's numbers.
    pub numbers: Vec<String>,
    /// Guarantees that do not hold here, with the reason.
    pub warnings: Vec<String>,
    /// The theorem and the paper: "Thm 5.3, 2024 paper".
    pub theorem: String,
}
