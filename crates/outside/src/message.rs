//! The messages to external programs and their answers: one JSON object on each line.

use elenchus_core::rules::legal_actions::Domain;
use elenchus_core::rules::{Cost, Seat, Side, Viewer};
use elenchus_core::scenario::Exhibit;
use elenchus_core::text::{ArgumentPrompt, BriefPane, KnownFacts, Presentation, Prompt};
use serde::{Deserialize, Serialize};

use crate::pane::BoardMessage;

/// The version of the message format. Version 2 adds the view, the evidence, the limits of costs, comments of several
/// lines, and stored values. Everything from version 1 is unchanged.
pub const VERSION: u32 = 2;

/// A message to a program.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ProgramMessage {
    /// A debate begins.
    Begin(DebateStart),
    /// It is the program's turn. Answer with one line.
    Ask(Box<MoveRequest>),
    /// The answer was refused. Answer again.
    Refused {
        /// The reason, and the legal answers.
        reason: String,
        /// The number of answers that are still accepted.
        left: u32,
    },
    /// The debate is over. Another one may begin.
    Over {
        /// The winner.
        winner: Side,
        /// Alice's payment, if the debate has payments.
        payoff: Option<f64>,
        /// The reason for this result.
        why: String,
        /// The truth of the claim, if the claim is a fact.
        claim_true: Option<bool>,
        /// The moves since the seat's last turn.
        moves: Vec<ObservedMove>,
    },
}

/// The start of a debate.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DebateStart {
    /// The version of this language: 2.
    pub elenchus: u32,
    /// The program's seat.
    pub seat: Seat,
    /// The title of the debate.
    pub title: String,
    /// The claim in words.
    pub claim: String,
    /// The rules in words.
    pub brief: BriefPane,
}

/// A question.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MoveRequest {
    /// The task, as an imperative.
    pub question: String,
    /// Sentences that help to decide.
    pub notes: Vec<String>,
    /// The legal actions. The first one is an action that ends the turn.
    pub offers: Vec<ActionMessage>,
    /// The board, as the seat sees it.
    pub board: BoardMessage,
    /// The seat's knowledge as values. The board and the rules say the same in words.
    pub view: KnownFacts,
    /// The evidence that the seat can look at: everything about the present question, and for a prover also
    /// about other steps.
    pub evidence: Vec<EvidenceMessage>,
    /// The costs of everybody, as far as the seat knows them.
    pub ledger: Vec<PartyCosts>,
    /// The rule in force, and the state of the debate.
    pub brief: BriefPane,
    /// The moves since the seat's last turn, including the seat's own moves.
    pub moves: Vec<ObservedMove>,
}

/// A piece of evidence.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct EvidenceMessage {
    /// The title.
    pub title: String,
    /// The steps that the evidence is about. If this list and `claims` are empty, it is about all steps.
    pub steps: Vec<u32>,
    /// The claims that the evidence is about.
    pub claims: Vec<String>,
    /// The text, with its line breaks.
    pub text: String,
}

/// A legal action.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Offer"))]
pub struct ActionMessage {
    /// The first word of the move.
    pub verb: String,
    /// The argument after this word.
    pub argument: MoveArgument,
    /// The action in words.
    pub words: String,
    /// `true` if this action ends the turn.
    pub ends_turn: bool,
}

/// The argument of a move. A move is written `verb argument`: `point 3`, `read input 2`, `state 0.6`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum MoveArgument {
    /// No argument.
    Nothing,
    /// A step, from 1 to `most`.
    Step {
        /// The last step.
        most: u32,
    },
    /// A cell: `step 3` or `input 3`, counted from 1.
    Cell {
        /// The number of steps.
        steps: u32,
        /// The number of inputs.
        inputs: u32,
    },
    /// This many bits: `0110`.
    Bits {
        /// The number of bits.
        len: u32,
        /// A bit that is already fixed: its position, counted from 0, and its value.
        fixed: Option<(u32, bool)>,
        /// Bits that this seat computed, as a start.
        start: Option<String>,
    },
    /// One of these words.
    Word {
        /// The words.
        words: Vec<String>,
    },
    /// A whole number.
    Count {
        /// The smallest number.
        least: u64,
        /// The largest number.
        most: u64,
    },
    /// A number from 0 to 1. If `below_one` is true, it is less than 1.
    Number {
        /// `true` if 1 itself is not allowed.
        below_one: bool,
        /// `true` if only 0 and 1 can be right.
        certain: bool,
    },
    /// A position in a list, from 1 to `most`.
    Place {
        /// The last position.
        most: u32,
        /// The names of the positions.
        words: Vec<String>,
    },
    /// An argument, and the subclaims that are called true: `1: 1 3`.
    Layout {
        /// The arguments in order.
        arguments: Vec<ArgumentMessage>,
    },
    /// One of these wires.
    Wire {
        /// The wires, in the form in which a move names them.
        wires: Vec<String>,
        /// The names of the wires, in the same order.
        words: Vec<String>,
    },
    /// Text of a given form.
    Text {
        /// The form in words.
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

/// An argument that Alice can choose.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ArgumentMessage {
    /// The argument in words.
    pub words: String,
    /// The number of subclaims.
    pub of: u32,
    /// The smallest number of subclaims that a move names.
    pub least: u32,
    /// The largest number of subclaims that a move names.
    pub most: u32,
    /// The subclaims in words. Empty if there are too many.
    pub subclaims: Vec<String>,
}

/// The cost of a player.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PartyCosts {
    /// The player.
    pub seat: Seat,
    /// The kind of cost, such as `oracle_queries`.
    pub cost: String,
    /// The amount.
    pub paid: u64,
    /// The largest amount that an honest player pays, if a theorem gives a limit.
    pub limit: Option<u64>,
}

/// A move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ObservedMove {
    /// Who moved: alice, bob, judge, nature or rules.
    pub by: String,
    /// The move: `point 3`.
    pub r#move: String,
}

/// The answer of a program.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ProgramReply {
    /// The move as text: `point 3`.
    pub r#move: String,
    /// Lines for people. The record keeps them, and the review shows them.
    #[serde(default)]
    pub comment: Option<String>,
    /// Any value to store with the move, such as the number of tokens.
    #[serde(default)]
    pub meta: Option<serde_json::Value>,
}

impl MoveRequest {
    /// Builds the question to a seat, with the seat's view.
    pub fn new(
        seat: Seat,
        position: &dyn Presentation,
        exhibits: &[Exhibit],
        moves: Vec<ObservedMove>,
    ) -> Self {
        let eye = Viewer::Seat(seat);
        let Prompt { question, notes, offers, .. } = position.prompt();
        let ledger = position.ledger();
        Self {
            question,
            notes,
            offers: offers
                .iter()
                .map(|put| ActionMessage {
                    verb: put.verb.word().to_owned(),
                    argument: MoveArgument::new(&put.domain, &put.fill),
                    words: put.words.clone(),
                    ends_turn: put.ends_turn,
                })
                .collect(),
            board: BoardMessage::new(&position.board(eye)),
            view: position.known(eye),
            evidence: Exhibit::open_to(exhibits, seat, position)
                .map(EvidenceMessage::new)
                .collect(),
            ledger: Cost::by_seat()
                .filter_map(|(seat, cost)| {
                    let paid = ledger.seen(eye, seat, cost)?;
                    let limit = ledger.account(seat).limit(cost);
                    Some(PartyCosts { seat, cost: cost.key().to_owned(), paid, limit })
                })
                .collect(),
            brief: position.brief(eye),
            moves,
        }
    }
}

impl EvidenceMessage {
    fn new(exhibit: &Exhibit) -> Self {
        Self {
            title: exhibit.title.to_string(),
            steps: exhibit.steps.iter().map(|step| step.value).collect(),
            claims: exhibit.claims.iter().map(|claim| claim.value.to_string()).collect(),
            text: exhibit.lines().collect::<Vec<_>>().join("\n"),
        }
    }
}

impl MoveArgument {
    fn new(domain: &Domain, fill: &ArgumentPrompt) -> Self {
        let choices = || match fill {
            ArgumentPrompt::Choices(words) => words.clone(),
            _ => Vec::new(),
        };
        match domain {
            Domain::Nothing => Self::Nothing,
            Domain::Step { most, .. } => Self::Step { most: *most },
            Domain::Cell { steps, inputs, .. } => Self::Cell { steps: *steps, inputs: *inputs },
            Domain::Bits { len, fixed } => {
                let start = match fill {
                    ArgumentPrompt::Bits(bits) => Some(bits.to_string()),
                    _ => None,
                };
                Self::Bits { len: *len, fixed: *fixed, start }
            }
            Domain::Bit | Domain::YesNo | Domain::Side | Domain::Half | Domain::Direction => {
                Self::Word { words: domain.words().iter().map(|&word| word.into()).collect() }
            }
            Domain::Count(range) => Self::Count { least: *range.start(), most: *range.end() },
            Domain::Probability => {
                Self::Number { below_one: false, certain: *fill == ArgumentPrompt::Certain }
            }
            Domain::Share => Self::Number { below_one: true, certain: false },
            Domain::Place(most) => Self::Place { most: *most, words: choices() },
            Domain::Layout(shapes) => {
                let said = match fill {
                    ArgumentPrompt::Arguments(said) => said.clone(),
                    _ => Vec::new(),
                };
                let laid = shapes.iter().enumerate().map(|(at, shape)| {
                    let said = said.get(at).cloned().unwrap_or_default();
                    ArgumentMessage {
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
                ArgumentPrompt::Text { shape, start, .. } => {
                    Self::Text { shape: shape.clone(), start: start.clone() }
                }
                _ => Self::Text { shape: String::new(), start: None },
            },
            Domain::Skip { most } => Self::Skip { most: *most },
        }
    }
}
