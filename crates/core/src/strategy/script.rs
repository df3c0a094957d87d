//! A player that follows a list of moves and then a strategy.

use std::sync::Arc;

use super::{Choice, Strategy};
use crate::rules::View;
use crate::rules::{Move, Protocol, Verb};

/// The number of moves that a seat has made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveCount {
    /// All its moves.
    pub moves: usize,
    /// The answers. Votes, questions, runs, reads, looks and shares of a coin do not count.
    pub answers: usize,
}

impl MoveCount {
    /// Counts one more move.
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

/// A player that uses another strategy or a fixed move in some rounds. Rounds are counted by the
/// seat's own answers.
#[derive(Clone)]
pub struct PerRoundStrategy<R: Protocol> {
    /// The rounds and their players.
    pub rounds: Arc<[(u64, RoundStrategy<R>)]>,
    /// The player of the other rounds, and of a round whose fixed move is illegal.
    pub then: Arc<dyn Strategy<R>>,
}

/// The player of a round.
#[derive(Clone)]
pub enum RoundStrategy<R: Protocol> {
    /// This move.
    Move(Move),
    /// A strategy.
    Strategy(Arc<dyn Strategy<R>>),
}

impl<R: Protocol> PerRoundStrategy<R> {
    /// The choice after this many moves.
    pub fn choose(&self, made: MoveCount, sight: View<'_, R>) -> Choice {
        let round = made.answers as u64 + 1;
        match self.rounds.iter().find(|(n, _)| *n == round) {
            Some((_, RoundStrategy::Move(mv))) if sight.menu().admit(mv).is_ok() => {
                Choice::Play(mv.clone())
            }
            Some((_, RoundStrategy::Strategy(strategy))) => strategy.choose(sight),
            _ => self.then.choose(sight),
        }
    }
}

/// The moves of a seat, in order, and the strategy after the last one.
#[derive(Clone)]
pub struct Script<R: Protocol> {
    /// The moves.
    pub moves: Arc<[Move]>,
    /// If true, the fallback replaces an illegal move. If false, the script tries the move, and the
    /// rules refuse it.
    pub if_legal: bool,
    /// The strategy that plays after the last move.
    pub fallback: Arc<dyn Strategy<R>>,
}

impl<R: Protocol> Script<R> {
    /// The choice for the seat's own move number `made`, counted from 0.
    pub fn choose(&self, made: usize, sight: View<'_, R>) -> Choice {
        match self.moves.get(made) {
            Some(mv) if !self.if_legal || sight.menu().admit(mv).is_ok() => {
                Choice::Play(mv.clone())
            }
            _ => self.fallback.choose(sight),
        }
    }
}
