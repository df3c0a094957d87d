//! Boards as values for a program: what a seat sees of a debate.

use elenchus_core::text::board::{self, CellMark, CellRole, CellValue};
use serde::Serialize;

/// A pane lists at most this many cells, rows or nodes. `len` has their full number.
const SHOWN: usize = 4096;

/// A pane lists at most this many gates of a circuit.
const GATES: usize = 48;

/// The view of a seat.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BoardMessage {
    /// The title of the board.
    pub title: String,
    /// The panes, the main one first.
    pub panes: Vec<PaneMessage>,
}

/// A pane. A cell is `?` if the judge has not read it, `#` if it is hidden from this seat, and empty if it has
/// no value yet. The disputed cell is in brackets.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum PaneMessage {
    /// Cells in a row, numbered from 1.
    Strip {
        /// The title of the row.
        title: String,
        /// The number of cells.
        len: usize,
        /// The first cells.
        cells: Vec<String>,
        /// A heading and lines for each of these cells.
        about: Vec<Vec<String>>,
    },
    /// A table.
    Table {
        /// The column heads.
        columns: Vec<String>,
        /// The number of rows.
        len: usize,
        /// The first rows.
        rows: Vec<Vec<String>>,
        /// The current row, counted from 0.
        here: Option<usize>,
    },
    /// A scale with points.
    Gauge {
        /// The title.
        title: String,
        /// The open interval of accepted values. Absent if there is none.
        band: Option<(f64, f64)>,
        /// The label and value of each point.
        points: Vec<(String, f64)>,
    },
    /// Votes drawn in batches.
    Votes {
        /// The disputed question.
        title: String,
        /// Alice's number.
        stated: f64,
        /// A mean within this distance of Alice's number is accepted.
        tolerance: f64,
        /// The yes votes and all votes of each batch.
        batches: Vec<(u64, u64)>,
        /// The number of votes that are drawn in all.
        planned: u64,
    },
    /// Shrinking intervals: first step, middle and last step of each.
    Intervals {
        /// The intervals from the first to the current one.
        rounds: Vec<(u64, u64, u64)>,
    },
    /// A tape with its head.
    Tape {
        /// The title.
        title: String,
        /// The number of the first cell.
        first: i64,
        /// The number of cells.
        len: usize,
        /// The first cells.
        cells: Vec<String>,
        /// The position of the head, counted from 0.
        head: Option<usize>,
        /// The machine's state.
        state: String,
    },
    /// Claims above their subclaims. Node 0 is the root.
    Tree {
        /// The heads of the columns beside the claims.
        columns: Vec<String>,
        /// The number of nodes.
        len: usize,
        /// The first nodes.
        nodes: Vec<ClaimMessage>,
        /// The current node.
        here: Option<usize>,
        /// The nodes that an answer can name, in the order of their positions.
        choices: Vec<usize>,
        /// Lines below the tree.
        below: Vec<String>,
    },
    /// Gates in levels, from the output down, with their values and statements about them.
    Circuit {
        /// The levels.
        levels: Vec<Vec<[String; 3]>>,
    },
    /// Sentences.
    Words {
        /// The sentences.
        lines: Vec<String>,
    },
}

/// A claim.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ClaimMessage {
    /// The claim in words.
    pub words: String,
    /// The values in the columns.
    pub cells: Vec<String>,
    /// A line about the claim.
    pub note: Option<String>,
    /// The nodes of the subclaims.
    pub children: Vec<usize>,
}

impl BoardMessage {
    /// Converts the board of a viewer.
    pub fn new(shown: &board::Board<'_>) -> Self {
        let panes = shown.panes.iter().flat_map(panes).collect();
        Self { title: shown.title.clone(), panes }
    }
}

fn panes(shown: &board::Pane<'_>) -> Vec<PaneMessage> {
    vec![match shown {
        board::Pane::Strip(strip) => {
            let first = || 0..strip.len.min(SHOWN);
            let about = first().map(|at| {
                let detail = (strip.detail)(at);
                let rows = detail.rows.iter().map(|(label, text)| format!("{label}: {text}"));
                std::iter::once(detail.heading.clone()).chain(rows).collect()
            });
            PaneMessage::Strip {
                title: strip.title.clone(),
                len: strip.len,
                cells: first().map(|at| cell(&(strip.mark)(at))).collect(),
                about: about.collect(),
            }
        }
        board::Pane::Table(table) => PaneMessage::Table {
            columns: table.columns.iter().map(|c| c.trim_start_matches('>').to_owned()).collect(),
            len: table.len,
            rows: (0..table.len.min(SHOWN))
                .map(|at| (table.row)(at).iter().map(cell).collect())
                .collect(),
            here: table.here,
        },
        board::Pane::Gauge(gauge) => PaneMessage::Gauge {
            title: gauge.title.clone(),
            band: gauge.band,
            points: gauge.pins.iter().map(|pin| (pin.words.clone(), pin.at)).collect(),
        },
        board::Pane::Votes(votes) => PaneMessage::Votes {
            title: votes.title.clone(),
            stated: votes.stated.get(),
            tolerance: votes.tolerance,
            batches: votes.batches.clone(),
            planned: votes.planned,
        },
        board::Pane::Intervals(intervals) => PaneMessage::Intervals {
            rounds: intervals.rounds.iter().map(|r| (r.from, r.middle, r.to)).collect(),
        },
        board::Pane::Tapes(tapes) => {
            let tape = |tape: &board::TapeRow| PaneMessage::Tape {
                title: tape.title.clone(),
                first: tapes.first,
                len: tape.cells.len(),
                cells: tape.cells.iter().take(SHOWN).map(|own| cell(&own.mark)).collect(),
                head: tape.head,
                state: tape.state.clone(),
            };
            return tapes.in_play().iter().map(tape).collect();
        }
        board::Pane::Tree(tree) => PaneMessage::Tree {
            columns: tree.columns.clone(),
            len: tree.len,
            nodes: (0..tree.len.min(SHOWN))
                .map(|at| {
                    let node = (tree.node)(at);
                    ClaimMessage {
                        cells: node.cells.iter().map(cell).collect(),
                        words: node.numbered(at),
                        note: node.note,
                        children: (tree.children)(at),
                    }
                })
                .collect(),
            here: tree.here,
            choices: tree.choices.clone(),
            below: tree.below.clone(),
        },
        board::Pane::Circuit(board::CircuitPane { words: Some(lines), .. }) => {
            // If the pane has no words, another pane shows its gates.
            return (!lines.is_empty())
                .then(|| PaneMessage::Words { lines: lines.clone() })
                .into_iter()
                .collect();
        }
        board::Pane::Circuit(circuit) => {
            let graph = (circuit.graph)(None, GATES);
            let gate = |at: usize| {
                let gate = &graph.nodes[at];
                [gate.name.clone(), cell(&gate.mark), gate.note.clone()]
            };
            let levels = graph.levels().into_iter();
            PaneMessage::Circuit {
                levels: levels.map(|level| level.into_iter().map(gate).collect()).collect(),
            }
        }
        board::Pane::Words(lines) => PaneMessage::Words { lines: lines.clone() },
    }]
}

fn cell(mark: &CellMark) -> String {
    let value = match &mark.value {
        CellValue::Blank => String::new(),
        CellValue::Unread => "?".into(),
        CellValue::Hidden => "#".into(),
        CellValue::Is(text) => text.clone(),
    };
    if mark.part == CellRole::Disputed { format!("[{value}]") } else { value }
}
