//! What is said to a program outside, and what it answers: one JSON object a line.

use elenchus_core::rules::menu::Domain;
use elenchus_core::rules::{Cost, Eye, Seat, Side};
use elenchus_core::scenario::Exhibit;
use elenchus_core::text::{Brief, Fill, Known, Prompt, Show};
use serde::{Deserialize, Serialize};

use crate::pane::Board;

/// The version of this language. Version 2 tells the view, the evidence and the limits of costs, and takes
/// comments of several lines and values to keep; what version 1 told and took is unchanged.
pub const VERSION: u32 = 2;

/// What a program is told.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Message {
    /// A debate begins.
    Begin(Hello),
    /// The program's seat is asked: answer with one line.
    Ask(Box<Asked>),
    /// The answer was not taken: answer again.
    Refused {
        /// Why, and what would be right.
        reason: String,
        /// How many more answers are taken.
        left: u32,
    },
    /// The debate is over. Another may begin.
    Over {
        /// Who won.
        winner: Side,
        /// What Alice is paid, where the debate is about payments.
        payoff: Option<f64>,
        /// Why it ended so.
        why: String,
        /// Whether the claim was true, where that is a fact.
        claim_true: Option<bool>,
        /// What was seen since the seat was last asked.
        moves: Vec<Moved>,
    },
}

/// The beginning of a debate.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Hello {
    /// The version of this language: 2.
    pub elenchus: u32,
    /// The program's seat.
    pub seat: Seat,
    /// What the debate is called.
    pub title: String,
    /// The claim, in words.
    pub claim: String,
    /// The rules, in words.
    pub brief: Brief,
}

/// A question.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Asked {
    /// What to do, as an imperative.
    pub question: String,
    /// Sentences that help to decide.
    pub notes: Vec<String>,
    /// What may be done, the answer that ends the turn first.
    pub offers: Vec<OfferTold>,
    /// What the seat sees of the debate.
    pub board: Board,
    /// What the seat knows, as values: what the board and the brief say in words.
    pub view: Known,
    /// What the seat may look at: all of it that bears on what is asked, and for a prover that of
    /// other steps too.
    pub evidence: Vec<Evidence>,
    /// What everyone paid, as far as the seat saw it.
    pub ledger: Vec<Bill>,
    /// The rule in force, and where the debate is.
    pub brief: Brief,
    /// What was seen since the seat was last asked, its own moves included.
    pub moves: Vec<Moved>,
}

/// A piece of evidence.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Evidence {
    /// What it is.
    pub title: String,
    /// The steps that it bears on; all of them if there are none here and no claims.
    pub steps: Vec<u32>,
    /// The claims that it bears on.
    pub claims: Vec<String>,
    /// The text, its lines kept.
    pub text: String,
}

/// One thing that may be done.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Offer"))]
pub struct OfferTold {
    /// The word that a move begins with.
    pub verb: String,
    /// What follows it.
    pub argument: Argument,
    /// The choice in words.
    pub words: String,
    /// Whether it ends the turn.
    pub ends_turn: bool,
}

/// What follows a verb. A move is written `verb argument`: `point 3`, `read input 2`, `state 0.6`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Argument {
    /// Nothing.
    Nothing,
    /// A step, from 1 to `most`.
    Step {
        /// The last step.
        most: u32,
    },
    /// A cell: `step 3` or `input 3`, counted from 1.
    Cell {
        /// How many steps there are.
        steps: u32,
        /// How many inputs there are.
        inputs: u32,
    },
    /// So many bits: `0110`.
    Bits {
        /// How many.
        len: u32,
        /// A place, from 0, whose bit is given, and the bit.
        fixed: Option<(u32, bool)>,
        /// Bits that this seat computed and may start from.
        start: Option<String>,
    },
    /// One of these words.
    Word {
        /// The words.
        words: Vec<String>,
    },
    /// A whole number.
    Count {
        /// The least.
        least: u64,
        /// The most.
        most: u64,
    },
    /// A number from 0 to 1; below 1 if `below_one`.
    Number {
        /// Whether 1 itself is too much.
        below_one: bool,
        /// Whether only 0 and 1 can be right.
        certain: bool,
    },
    /// A place in a list, from 1 to `most`.
    Place {
        /// The last place.
        most: u32,
        /// What the places are called.
        words: Vec<String>,
    },
    /// An argument and the subclaims that are said to be true: `1: 1 3`.
    Layout {
        /// The arguments, in order.
        arguments: Vec<Laid>,
    },
    /// One of these wires.
    Wire {
        /// How they are written.
        wires: Vec<String>,
        /// What they are called.
        words: Vec<String>,
    },
    /// Text of a shape.
    Text {
        /// The shape in words.
        shape: String,
        /// A text to start from.
        start: Option<String>,
    },
    /// A step and a later writer: `9 written 4`.
    Skip {
        /// The last step.
        most: u32,
    },
}

/// An argument that can be laid out.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Laid {
    /// In words.
    pub words: String,
    /// How many subclaims there are.
    pub of: u32,
    /// The fewest of them that are named.
    pub least: u32,
    /// The most.
    pub most: u32,
    /// The subclaims in words; empty where there are too many to list.
    pub subclaims: Vec<String>,
}

/// What a party paid.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Bill {
    /// Who.
    pub seat: Seat,
    /// What: `oracle_queries`.
    pub cost: String,
    /// How much.
    pub paid: u64,
    /// The most that an honest party pays, where a theorem limits it.
    pub limit: Option<u64>,
}

/// A move that was seen.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Moved {
    /// Whose: alice, bob, judge, nature or rules.
    pub by: String,
    /// The move: `point 3`.
    pub r#move: String,
}

/// What a program answers.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// The move, as text: `point 3`.
    pub r#move: String,
    /// Lines for people: kept with the debate and shown in its review.
    #[serde(default)]
    pub comment: Option<String>,
    /// Any value that is to be kept with the move, such as tokens used.
    #[serde(default)]
    pub meta: Option<serde_json::Value>,
}

impl Asked {
    /// What a seat is asked now, and what it sees.
    pub fn of(seat: Seat, position: &dyn Show, exhibits: &[Exhibit], moves: Vec<Moved>) -> Self {
        let eye = Eye::Seat(seat);
        let Prompt { question, notes, offers, .. } = position.prompt();
        let ledger = position.ledger();
        Self {
            question,
            notes,
            offers: offers
                .iter()
                .map(|put| OfferTold {
                    verb: put.verb.word().to_owned(),
                    argument: Argument::of(&put.domain, &put.fill),
                    words: put.words.clone(),
                    ends_turn: put.ends_turn,
                })
                .collect(),
            board: Board::of(&position.board(eye)),
            view: position.known(eye),
            evidence: Exhibit::open_to(exhibits, seat, position).map(Evidence::of).collect(),
            ledger: Cost::by_seat()
                .filter_map(|(seat, cost)| {
                    let paid = ledger.seen(eye, seat, cost)?;
                    let limit = ledger.of(seat).limit(cost);
                    Some(Bill { seat, cost: cost.key().to_owned(), paid, limit })
                })
                .collect(),
            brief: position.brief(eye),
            moves,
        }
    }
}

impl Evidence {
    fn of(exhibit: &Exhibit) -> Self {
        Self {
            title: exhibit.title.to_string(),
            steps: exhibit.steps.iter().map(|step| step.value).collect(),
            claims: exhibit.claims.iter().map(|claim| claim.value.to_string()).collect(),
            text: exhibit.lines().collect::<Vec<_>>().join("\n"),
        }
    }
}

impl Argument {
    fn of(domain: &Domain, fill: &Fill) -> Self {
        let choices = || match fill {
            Fill::Choices(words) => words.clone(),
            _ => Vec::new(),
        };
        match domain {
            Domain::Nothing => Self::Nothing,
            Domain::Step { most, .. } => Self::Step { most: *most },
            Domain::Cell { steps, inputs, .. } => Self::Cell { steps: *steps, inputs: *inputs },
            Domain::Bits { len, fixed } => {
                let start = match fill {
                    Fill::Bits(bits) => Some(bits.to_string()),
                    _ => None,
                };
                Self::Bits { len: *len, fixed: *fixed, start }
            }
            Domain::Bit | Domain::YesNo | Domain::Side | Domain::Half | Domain::Direction => {
                Self::Word { words: domain.words().iter().map(|&word| word.into()).collect() }
            }
            Domain::Count(range) => Self::Count { least: *range.start(), most: *range.end() },
            Domain::Probability => {
                Self::Number { below_one: false, certain: *fill == Fill::Certain }
            }
            Domain::Share => Self::Number { below_one: true, certain: false },
            Domain::Place(most) => Self::Place { most: *most, words: choices() },
            Domain::Layout(shapes) => {
                let said = match fill {
                    Fill::Arguments(said) => said.clone(),
                    _ => Vec::new(),
                };
                let laid = shapes.iter().enumerate().map(|(at, shape)| {
                    let said = said.get(at).cloned().unwrap_or_default();
                    Laid {
                        words: said.words,
                        of: shape.of,
                        least: *shape.named.start(),
                        most: *shape.named.end(),
                        subclaims: said.subclaims,
                    }
                });
                Self::Layout { arguments: laid.collect() }
            }
            Domain::Wire(wires) => Self::Wire {
                wires: wires.iter().map(ToString::to_string).collect(),
                words: choices(),
            },
            Domain::Text(_) => match fill {
                Fill::Text { shape, start, .. } => {
                    Self::Text { shape: shape.clone(), start: start.clone() }
                }
                _ => Self::Text { shape: String::new(), start: None },
            },
            Domain::Skip { most } => Self::Skip { most: *most },
        }
    }
}
