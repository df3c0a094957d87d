//! Boards: what a screen shows of a position. A board consists of panes, and all protocols use the
//! same kinds of panes.
//!
//! A pane does not store its cells, but has a function that returns the cell at an index. So a
//! transcript of 10^6 steps costs nothing to show. A pane never has data that its viewer may not
//! see.

use std::ops::Range;

use serde::Serialize;

pub use super::cell_mark::{CellFlaw, CellMark, CellRole, CellValue, LazyCells};
use super::graph::{Graph, GraphWindow};
use crate::chance::Probability;
use crate::machine::{Input, Step};
use crate::rules::{BitRef, Half, Verb};

/// A position as one viewer sees it: panes from top to bottom.
#[derive(Default)]
pub struct Board<'a> {
    /// The title of the board, such as "Alice's transcript".
    pub title: String,
    /// The panes. The main pane comes first.
    pub panes: Vec<Pane<'a>>,
}

impl<'a> Board<'a> {
    /// The first pane that is a strip of steps, with its index.
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

/// A part of a board. On a large screen, some panes also draw their graph.
pub enum Pane<'a> {
    /// Cells in a row, numbered from 1: a transcript, input bits, gate values.
    Strip(StripPane<'a>),
    /// A table, for example of rounds, or of the steps of a Turing machine.
    Table(TablePane<'a>),
    /// A scale with marks and a band, for a stated probability.
    Gauge(GaugePane),
    /// Votes drawn in batches.
    Votes(VotesPane),
    /// The intervals of a bisection.
    Intervals(IntervalsPane),
    /// The tape of a Turing machine at several times.
    Tapes(TapesPane<'a>),
    /// Claims with their subclaims.
    Tree(TreePane<'a>),
    /// Gates with their wires.
    Circuit(CircuitPane<'a>),
    /// Sentences.
    Words(Vec<String>),
}

impl Pane<'_> {
    /// The part of the pane's graph around an item of the pane, with about `most` nodes. `None` if
    /// the pane has no graph. The items of a tree are its nodes.
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
    /// Bits that the players choose in turn.
    Turns,
    /// Bits that the players chose earlier, and that are now inputs of a circuit.
    Played,
    /// Input bits.
    Inputs,
    /// The bits of a witness.
    Witness,
}

impl StripCells {
    /// The cell that the judge reads at an index of the strip, counted from 0. `None` if the judge
    /// cannot read cells of this kind.
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
    /// The kind of the cells.
    pub cells: StripCells,
    /// The verbs that take a cell of this strip, or all its cells, as their argument.
    pub answers: &'static [Verb],
    /// The title of the row. Empty if the board has only one row.
    pub title: String,
    /// The number of cells.
    pub len: usize,
    /// The index of the disputed cell, at which the cursor starts. `None` if no cell is disputed.
    pub focus: Option<usize>,
    /// The indices of cells to highlight in a long row: the disputed cell, the cells that it reads,
    /// and the cells that the judge read.
    pub marked: Vec<usize>,
    /// Returns the cell at an index.
    pub mark: LazyCells<'a, CellMark>,
    /// The details of a cell.
    pub detail: LazyCells<'a, Detail>,
    /// The graph of the cells and the cells that they read. If a node is a cell of this strip, the
    /// node's item is the index of the cell.
    pub graph: Option<GraphWindow<'a>>,
}

impl<'a> StripPane<'a> {
    /// A strip without details and without a disputed cell.
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

    /// A strip of input bits. `mark` and `name` return the cell and the name of each bit.
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

    /// The indices of the disputed cell and of the cells that it reads, in order. Empty if no cell
    /// of this strip is disputed.
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

/// The details of a cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Detail {
    /// The heading, such as "step 9   Are the drivers outside overtime?".
    pub heading: String,
    /// The rows, each with a label and a text: ("relevant", "2 = yes: goods are milk and cream").
    pub rows: Vec<(String, String)>,
    /// The indices of the cells of the same strip that this cell reads, counted from 0.
    pub relevant: Vec<usize>,
}

impl Detail {
    /// Details that consist of a heading.
    pub fn new(heading: String) -> Self {
        Self { heading, ..Self::default() }
    }
}

/// A table of rows and columns.
pub struct TablePane<'a> {
    /// The verbs that take a row of this table as their argument.
    pub answers: &'static [Verb],
    /// The headings of the columns. If a heading begins with `>`, its column is aligned to the
    /// right.
    pub columns: Vec<String>,
    /// The number of rows.
    pub len: usize,
    /// The index of the current row.
    pub here: Option<usize>,
    /// Returns the cells of a row.
    pub row: LazyCells<'a, Vec<CellMark>>,
    /// Returns the details of a row.
    pub detail: LazyCells<'a, Vec<String>>,
    /// The stated value, the measured value and the tolerance of every round, for a chart.
    pub rounds: Option<RoundsPane<'a>>,
    /// The tape of the Turing machine in every row.
    pub tapes: Option<TapesPane<'a>>,
    /// The graph of the rows and the rows that they read.
    pub graph: Option<GraphWindow<'a>>,
}

/// All rounds of a stochastic debate.
pub struct RoundsPane<'a> {
    /// The index of the current round, counted from 0.
    pub here: usize,
    /// True if Bob aborted in the current round.
    pub aborted: bool,
    /// Returns a round.
    pub round: LazyCells<'a, DrawnRound>,
}

/// A round of a stochastic debate: the stated probability and the drawn bit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DrawnRound {
    /// The probability that Alice stated.
    pub stated: Option<f64>,
    /// The largest error that an honest Bob accepts.
    pub tolerance: Option<f64>,
    /// The mean of the votes that the viewer drew.
    pub measured: Option<f64>,
    /// The true probability. `None` before the review.
    pub truth: Option<f64>,
    /// The bit that was drawn.
    pub bit: CellMark,
}

/// A scale from 0 to 1, or a part of this scale.
#[derive(Clone, Debug, PartialEq)]
pub struct GaugePane {
    /// The title above the scale.
    pub title: String,
    /// The number at the left end.
    pub from: f64,
    /// The number at the right end.
    pub to: f64,
    /// The interval of measured means for which an honest Bob continues, or the judge accepts.
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
    /// The number at which the point is drawn.
    pub at: f64,
    /// A description, such as "you 46/82, off 0.189".
    pub words: String,
}

/// The kind of a point on a gauge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GaugePointKind {
    /// The probability that Alice states, drawn as ◆.
    Stated,
    /// The mean of some votes, drawn as ●.
    Measured,
    /// The true probability. Only the review shows it.
    True,
}

/// Votes drawn in batches, beside a stated probability and a tolerance.
#[derive(Clone, Debug, PartialEq)]
pub struct VotesPane {
    /// A description of the step that is tested.
    pub title: String,
    /// The probability that Alice stated.
    pub stated: Probability,
    /// The test accepts a mean if it differs from the stated probability by less than this.
    pub tolerance: f64,
    /// For each batch, the number of yes votes and the number of all votes.
    pub batches: Vec<(u64, u64)>,
    /// The total number of votes that the protocol draws.
    pub planned: u64,
    /// Other means with their names, such as "Bob's own mean". `None` if the mean is hidden from
    /// this viewer.
    pub others: Vec<(String, Option<f64>)>,
    /// The true probability. `None` before the review.
    pub truth: Option<f64>,
}

/// One round of bisection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IntervalRow {
    /// The step at which the interval begins.
    pub from: u64,
    /// The step at the middle of the interval.
    pub middle: u64,
    /// The step at which the interval ends.
    pub to: u64,
    /// The half that Bob disputes. `None` if Bob has not moved yet.
    pub kept: Option<Half>,
    /// The half that contains the lie. `None` before the review, or if there is no lie.
    pub lie: Option<Half>,
}

/// The nested intervals of a bisection, from the complete run down to one step.
#[derive(Clone, Debug, PartialEq)]
pub struct IntervalsPane {
    /// The number T of steps. The first interval is from 0 to T.
    pub steps: u64,
    /// The rounds so far. The current round is the last.
    pub rounds: Vec<IntervalRow>,
    /// The interval that remains in dispute.
    pub left: (u64, u64),
}

/// The tape of a Turing machine at several times.
pub struct TapesPane<'a> {
    /// The number of cells of a tape.
    pub cells: usize,
    /// The number of the first cell, as players see it. It may be negative.
    pub first: i64,
    /// The number of tapes.
    pub len: usize,
    /// The index of the current tape, which the board shows unless the player selects another one.
    pub here: Option<usize>,
    /// The tapes of the current interval, which have titles. A small board shows only these.
    pub open: Range<usize>,
    /// Returns some of the tapes.
    pub tapes: Box<dyn Fn(Range<usize>) -> Vec<TapeRow> + 'a>,
}

impl TapesPane<'_> {
    /// The tapes of the current interval.
    pub fn in_play(&self) -> Vec<TapeRow> {
        (self.tapes)(self.open.clone())
    }
}

/// The tape of a machine at one time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TapeRow {
    /// The title, such as "middle, after step 704,498: Alice says". Empty if the tape does not
    /// belong to the current interval.
    pub title: String,
    /// The step after which the machine had this tape.
    pub step: u64,
    /// The cells of the tape.
    pub cells: Vec<TapeCell>,
    /// The index of the cell at the head, counted from 0. `None` if hidden. In a malformed
    /// configuration, the head may be outside the tape.
    pub head: Option<usize>,
    /// The machine's state. Empty if it is hidden.
    pub state: String,
    /// True if the tape is disputed, or is one end of the disputed interval.
    pub disputed: bool,
}

/// A cell of a tape.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TapeCell {
    /// The index of the symbol in the machine's alphabet. It selects the colour.
    pub symbol: usize,
    /// The symbol, or a mark if the viewer may not see the symbol.
    pub mark: CellMark,
}

/// Claims with their subclaims, as a tree. Nodes have numbers, and the root is node 0.
pub struct TreePane<'a> {
    /// The headings of the columns to the right of the claims, such as "you" or "drawn".
    pub columns: Vec<String>,
    /// In a graph, the index of the column that is shown in the box of a claim. The previous column
    /// is shown beside the box.
    pub boxed: usize,
    /// The number of nodes.
    pub len: usize,
    /// The current node, about which a player must decide.
    pub here: Option<usize>,
    /// The nodes from the root to the current node. They are unfolded at the start.
    pub path: Vec<usize>,
    /// The nodes that the player can choose, in order. Empty if the prompt does not ask for a node.
    pub choices: Vec<usize>,
    /// Returns a node.
    pub node: LazyCells<'a, ClaimNode>,
    /// Returns the children of a node.
    pub children: LazyCells<'a, Vec<usize>>,
    /// Lines of text below the tree, for example about rewards.
    pub below: Vec<String>,
    /// The number of lines in `below` that are about future rounds. These are the lines just before
    /// the last line, and a small screen may leave them out.
    pub to_come: usize,
}

impl TreePane<'_> {
    /// Returns whether a node is on the path of the debate. If the path is empty, only the root
    /// counts as on the path.
    pub fn is_on_path(&self, node: usize) -> bool {
        self.path.contains(&node) || self.path.is_empty() && node == 0
    }
}

/// A claim on a board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClaimNode {
    /// The name of the claim, which is often a number.
    pub name: String,
    /// The text of the claim.
    pub words: String,
    /// The probability that a player stated for the claim. It is drawn as a bar.
    pub chance: Option<f64>,
    /// The cells of the columns.
    pub cells: Vec<CellMark>,
    /// A line under the claim, such as "Alice: your 0.05 is too low, because all of:".
    pub note: Option<String>,
    /// The role of the claim.
    pub part: CellRole,
}

impl ClaimNode {
    /// The name and the text of the claim. `at` is the number of its node: the root, node 0, is
    /// shown without a name.
    pub fn numbered(&self, at: usize) -> String {
        match at {
            0 => self.words.clone(),
            _ => format!("{}  {}", self.name, self.words),
        }
    }
}

/// Gates with their wires. The output is the last gate.
pub struct CircuitPane<'a> {
    /// The title of the pane. Empty if it needs none.
    pub title: String,
    /// Lines of text that replace the graph on a small board. If `None`, the gates are drawn level
    /// by level.
    pub words: Option<Vec<String>>,
    /// The number of positions that the cursor can take on a path through the circuit.
    pub len: usize,
    /// Returns the gates around a position on the path.
    pub graph: GraphWindow<'a>,
}

impl<'a> CircuitPane<'a> {
    /// A circuit without a path.
    pub fn new(words: Option<Vec<String>>, graph: impl Fn(usize) -> Graph + 'a) -> Self {
        Self { title: String::new(), words, len: 0, graph: Box::new(move |_, most| graph(most)) }
    }
}

/// The rules as text, and the numbers of this debate.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(any(test, feature = "testing"), derive(schemars::JsonSchema))]
pub struct BriefPane {
    /// The name of the protocol.
    pub protocol: String,
    /// The progress of the debate, such as "move 2 of 3" or "round 5 of 9".
    pub progress: String,
    /// The current rule and the winning condition, one paragraph for each.
    pub rule: Vec<String>,
    /// Sentences about the numbers of this debate.
    pub numbers: Vec<String>,
    /// Guarantees that do not hold in this debate, with the reason.
    pub warnings: Vec<String>,
    /// The theorem and the paper, such as "Thm 5.3, 2024 paper".
    pub theorem: String,
}
