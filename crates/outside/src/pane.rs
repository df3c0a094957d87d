//! Boards as values: what a seat sees of a debate, for a program.

use elenchus_core::text::board::{self, Mark, Part, Value};
use serde::Serialize;

/// Panes show their first so many cells, rows or nodes; `len` says how many there are.
const SHOWN: usize = 4096;

/// A circuit shows about so many gates.
const GATES: usize = 48;

/// What a seat sees.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Board {
    /// What the board as a whole is called.
    pub title: String,
    /// Its panes, the main one first.
    pub panes: Vec<Pane>,
}

/// One pane. A cell is `?` if the judge has not paid for it, `#` if it is hidden from this seat,
/// empty if nothing is there yet; the disputed one stands in brackets.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Pane {
    /// Cells in a row, numbered from 1.
    Strip {
        /// What the row is.
        title: String,
        /// How many cells there are.
        len: usize,
        /// The first of them.
        cells: Vec<String>,
        /// What each of those is: its heading, and lines about it.
        about: Vec<Vec<String>>,
    },
    /// Rows of columns.
    Table {
        /// The heads.
        columns: Vec<String>,
        /// How many rows there are.
        len: usize,
        /// The first of them.
        rows: Vec<Vec<String>>,
        /// The row where the debate stands, from 0.
        here: Option<usize>,
    },
    /// A scale with points on it.
    Gauge {
        /// What it is.
        title: String,
        /// The open interval that is near enough, if there is one.
        band: Option<(f64, f64)>,
        /// The points: what each is, and where.
        points: Vec<(String, f64)>,
    },
    /// Votes drawn in batches.
    Votes {
        /// What is on trial.
        title: String,
        /// What Alice stated.
        stated: f64,
        /// Means less far than this are near enough.
        tolerance: f64,
        /// Yes and all, of each batch.
        batches: Vec<(u64, u64)>,
        /// How many votes are drawn in all.
        planned: u64,
    },
    /// Intervals that narrow: first step, middle and last step of each.
    Intervals {
        /// From the first to the one that is played.
        rounds: Vec<(u64, u64, u64)>,
    },
    /// A tape with its head.
    Tape {
        /// What it is.
        title: String,
        /// The number of its first cell.
        first: i64,
        /// How many cells there are.
        len: usize,
        /// The first of them.
        cells: Vec<String>,
        /// The place of the head, from 0.
        head: Option<usize>,
        /// The machine's state.
        state: String,
    },
    /// Claims over subclaims: node 0 is the root.
    Tree {
        /// Heads of the columns beside the claims.
        columns: Vec<String>,
        /// How many nodes there are.
        len: usize,
        /// The first of them.
        nodes: Vec<Node>,
        /// The node where the debate stands.
        here: Option<usize>,
        /// The nodes that the places of what is asked stand for, in order.
        choices: Vec<usize>,
        /// Lines below the tree.
        below: Vec<String>,
    },
    /// Gates, level by level from the output down: what each is, its value, what was said of it.
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
pub struct Node {
    /// In words.
    pub words: String,
    /// What stands in the columns.
    pub cells: Vec<String>,
    /// A line about it.
    pub note: Option<String>,
    /// The numbers of its subclaims.
    pub children: Vec<usize>,
}

impl Board {
    /// A board as some eye was shown it.
    pub fn of(shown: &board::Board<'_>) -> Self {
        let panes = shown.panes.iter().flat_map(panes).collect();
        Self { title: shown.title.clone(), panes }
    }
}

fn panes(shown: &board::Pane<'_>) -> Vec<Pane> {
    vec![match shown {
        board::Pane::Strip(strip) => {
            let first = || 0..strip.len.min(SHOWN);
            let about = first().map(|at| {
                let detail = (strip.detail)(at);
                let rows = detail.rows.iter().map(|(label, text)| format!("{label}: {text}"));
                std::iter::once(detail.heading.clone()).chain(rows).collect()
            });
            Pane::Strip {
                title: strip.title.clone(),
                len: strip.len,
                cells: first().map(|at| cell(&(strip.mark)(at))).collect(),
                about: about.collect(),
            }
        }
        board::Pane::Table(table) => Pane::Table {
            columns: table.columns.iter().map(|c| c.trim_start_matches('>').to_owned()).collect(),
            len: table.len,
            rows: (0..table.len.min(SHOWN))
                .map(|at| (table.row)(at).iter().map(cell).collect())
                .collect(),
            here: table.here,
        },
        board::Pane::Gauge(gauge) => Pane::Gauge {
            title: gauge.title.clone(),
            band: gauge.band,
            points: gauge.pins.iter().map(|pin| (pin.words.clone(), pin.at)).collect(),
        },
        board::Pane::Votes(votes) => Pane::Votes {
            title: votes.title.clone(),
            stated: votes.stated.get(),
            tolerance: votes.tolerance,
            batches: votes.batches.clone(),
            planned: votes.planned,
        },
        board::Pane::Intervals(intervals) => Pane::Intervals {
            rounds: intervals.rounds.iter().map(|r| (r.from, r.middle, r.to)).collect(),
        },
        board::Pane::Tapes(tapes) => {
            let tape = |tape: &board::Tape| Pane::Tape {
                title: tape.title.clone(),
                first: tapes.first,
                len: tape.cells.len(),
                cells: tape.cells.iter().take(SHOWN).map(|own| cell(&own.mark)).collect(),
                head: tape.head,
                state: tape.state.clone(),
            };
            return tapes.in_play().iter().map(tape).collect();
        }
        board::Pane::Tree(tree) => Pane::Tree {
            columns: tree.columns.clone(),
            len: tree.len,
            nodes: (0..tree.len.min(SHOWN))
                .map(|at| {
                    let node = (tree.node)(at);
                    Node {
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
        board::Pane::Circuit(board::Circuit { words: Some(lines), .. }) => {
            // Its gates stand in another pane, if it has no words.
            return (!lines.is_empty())
                .then(|| Pane::Words { lines: lines.clone() })
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
            Pane::Circuit {
                levels: levels.map(|level| level.into_iter().map(gate).collect()).collect(),
            }
        }
        board::Pane::Words(lines) => Pane::Words { lines: lines.clone() },
    }]
}

fn cell(mark: &Mark) -> String {
    let value = match &mark.value {
        Value::Blank => String::new(),
        Value::Unread => "?".into(),
        Value::Hidden => "#".into(),
        Value::Is(text) => text.clone(),
    };
    if mark.part == Part::Disputed { format!("[{value}]") } else { value }
}
