//! Players that are functions of the calling program, such as a Python function.

use std::fmt;
use std::sync::Arc;

use elenchus_core::chance::Nature;
use elenchus_core::debate::{AnyDebate, NodeId};
use elenchus_core::rules::legal_actions::Domain;
use elenchus_core::rules::{LegalAction, Move, Seat};
use elenchus_core::strategy::Choice;
use elenchus_core::text::Presentation;
use elenchus_core::text::number::{fixed, trimmed};
use serde::Serialize;

use crate::message::MoveRequest;
use crate::play::{ProgramPlayError, ProgramSettings, since};

/// An action with more moves than this is not listed among the legal moves.
const MOST: u64 = 1 << 12;

/// Probabilities must sum to 1 up to this error.
const OFF: f64 = 1e-6;

/// The function itself: from a question as JSON to moves with their probabilities, or to an error.
type Answer = dyn Fn(&str) -> Result<Vec<(f64, String)>, String> + Send + Sync;

/// A function that plays a seat. It gets the question that a program would get, with the moves that its seat saw from
/// the start and a list of legal moves. It returns moves with their probabilities, and keeps no state.
#[derive(Clone)]
pub struct PlayerFunction(Arc<Answer>);

impl PlayerFunction {
    /// Makes a player of a function.
    pub fn new(
        answer: impl Fn(&str) -> Result<Vec<(f64, String)>, String> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(answer))
    }
}

impl fmt::Debug for PlayerFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PlayerFunction")
    }
}

impl PartialEq for PlayerFunction {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// A question to a function.
#[derive(Serialize)]
struct FunctionRequest {
    seat: Seat,
    title: String,
    claim: String,
    legal: Vec<String>,
    #[serde(flatten)]
    question: MoveRequest,
}

impl ProgramSettings {
    /// The question to a seat as JSON, with the moves that the seat saw from the start, and with the legal moves. Where
    /// any number from 0 to 1 is legal, the list has `numbers` of them.
    pub fn question(&self, seat: Seat, table: &dyn AnyDebate, numbers: u32) -> String {
        let moves = since(table, seat, NodeId::START);
        let request = FunctionRequest {
            seat,
            title: self.title.clone(),
            claim: self.claim.clone(),
            legal: legal_moves(table.position(), numbers),
            question: MoveRequest::new(seat, table.position(), &self.evidence, moves),
        };
        // The question is a plain value, so it always converts to text.
        serde_json::to_string(&request).unwrap_or_default()
    }

    /// The moves that a function chooses from, with their probabilities.
    pub(crate) fn choice(
        &self,
        function: &PlayerFunction,
        seat: Seat,
        table: &dyn AnyDebate,
    ) -> Result<Vec<(f64, Move)>, ProgramPlayError> {
        let failed = |why: String| ProgramPlayError::Program { seat, why };
        let moves = (function.0)(&self.question(seat, table, 11)).map_err(failed)?;
        let sum: f64 = moves.iter().map(|(p, _)| p).sum();
        if moves.iter().any(|(p, _)| !(0.0..=1.0).contains(p)) || (sum - 1.0).abs() > OFF {
            return Err(failed(format!(
                "the probabilities of the moves must be numbers from 0 to 1 that sum to 1. They sum to {sum}"
            )));
        }
        let parsed = |(p, text): (f64, String)| match text.trim().parse::<Move>() {
            Ok(mv) => Ok((p, mv)),
            Err(why) => Err(failed(format!("`{text}` is no move: {why}"))),
        };
        moves.into_iter().map(parsed).collect()
    }

    /// The move of a function. As for a strategy, the seed of the debate decides between several moves.
    pub(crate) fn drawn(
        &self,
        function: &PlayerFunction,
        seat: Seat,
        table: &dyn AnyDebate,
    ) -> Result<Move, ProgramPlayError> {
        let moves = self.choice(function, seat, table)?;
        let mut rng = Nature::new(table.seed()).rng(table.tree().line().len() as u64, 1);
        let drawn = Choice::Mix(moves).draw(&mut rng);
        drawn.ok_or(ProgramPlayError::Program { seat, why: "the player chose no move".into() })
    }
}

/// The legal moves of a position as text. Where any number from 0 to 1 is legal, the list has `numbers` of them. An action
/// with text or with too many moves is left out.
fn legal_moves(position: &dyn Presentation, numbers: u32) -> Vec<String> {
    let moves_of = |action: &LegalAction| match action.domain {
        Domain::Probability => some_numbers(action, numbers, numbers.max(2) - 1),
        Domain::Share => some_numbers(action, numbers, numbers),
        _ => action.listed(MOST).unwrap_or_default(),
    };
    position.menu().offers.iter().flat_map(moves_of).map(|mv| mv.to_string()).collect()
}

/// The moves with the numbers `0/of`, `1/of` and so on, as far as they are legal.
fn some_numbers(action: &LegalAction, count: u32, of: u32) -> Vec<Move> {
    let text = |n: u32| trimmed(&fixed(f64::from(n) / f64::from(of), 6)).to_owned();
    let moves = (0..count).filter_map(|n| action.verb.parse_argument(&text(n)).ok());
    moves.filter(|mv| action.domain.admit(mv).is_ok()).collect()
}
