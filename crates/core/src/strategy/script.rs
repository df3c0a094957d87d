//! A player that follows a list of moves, then falls back on a strategy.

use std::sync::Arc;

use super::{Choice, Strategy};
use crate::rules::View;
use crate::rules::{Move, Protocol, Verb};

/// How often a seat has moved so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MovesMade {
    /// All its moves.
    pub moves: usize,
    /// Its answers: moves that are no votes, questions, runs, reads, looks or shares of a coin.
    pub answers: usize,
}

impl MovesMade {
    /// One more move.
    pub fn count(&mut self, mv: &Move) {
        self.moves += 1;
        self.answers += usize::from(!matches!(
            mv.verb(),
            Verb::Sample
                | Verb::Ask
                | Verb::Run
                | Verb::Read
                | Verb::Look
                | Verb::Share
                | Verb::Fair
        ));
    }
}

/// Who plays some rounds of its own: in round n, counted by the seat's own answers, another
/// strategy or a listed move.
#[derive(Clone)]
pub struct Rounds<R: Protocol> {
    /// The rounds, and who plays them.
    pub rounds: Arc<[(u64, InRound<R>)]>,
    /// Who plays the others, and where a listed move cannot be made.
    pub then: Arc<dyn Strategy<R>>,
}

/// Who plays a round.
#[derive(Clone)]
pub enum InRound<R: Protocol> {
    /// This move is the answer.
    Move(Move),
    /// A strategy.
    Strategy(Arc<dyn Strategy<R>>),
}

impl<R: Protocol> Rounds<R> {
    /// What it does, having given so many answers.
    pub fn choose(&self, made: MovesMade, sight: View<'_, R>) -> Choice {
        let round = made.answers as u64 + 1;
        match self.rounds.iter().find(|(n, _)| *n == round) {
            Some((_, InRound::Move(mv))) if sight.menu().admit(mv).is_ok() => {
                Choice::Play(mv.clone())
            }
            Some((_, InRound::Strategy(strategy))) => strategy.choose(sight),
            _ => self.then.choose(sight),
        }
    }
}

/// The moves of a seat, in the order it makes them, and what it does after the last.
#[derive(Clone)]
pub struct Script<R: Protocol> {
    /// The moves.
    pub moves: Arc<[Move]>,
    /// Whether a move that cannot be made is passed over for the fallback. Otherwise it is made all
    /// the same, and refused.
    pub if_legal: bool,
    /// Who plays once they are used up.
    pub fallback: Arc<dyn Strategy<R>>,
}

impl<R: Protocol> Script<R> {
    /// What it does as its `made`-th own move, counted from 0.
    pub fn choose(&self, made: usize, sight: View<'_, R>) -> Choice {
        match self.moves.get(made) {
            Some(mv) if !self.if_legal || sight.menu().admit(mv).is_ok() => {
                Choice::Play(mv.clone())
            }
            _ => self.fallback.choose(sight),
        }
    }
}
