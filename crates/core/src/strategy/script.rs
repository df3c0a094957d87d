//! Players that follow a list of moves, or play some rounds differently.

use std::sync::Arc;

use super::{Choice, Strategy};
use crate::rules::View;
use crate::rules::{Move, Protocol, Verb};

/// The number of moves that a seat has made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveCount {
    /// The number of all moves.
    pub moves: usize,
    /// The number of answers. A move that only gets information or a share of the coin is not an
    /// answer.
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

/// A player that uses a fixed move or another strategy in some rounds. Each answer of the seat is a
/// round.
#[derive(Clone)]
pub struct PerRoundStrategy<R: Protocol> {
    /// The rounds, counted from 1, each with a move or a strategy.
    pub rounds: Arc<[(u64, RoundStrategy<R>)]>,
    /// The strategy for the other rounds, and for a round in which the fixed move is illegal.
    pub then: Arc<dyn Strategy<R>>,
}

/// A fixed move or a strategy for a round.
#[derive(Clone)]
pub enum RoundStrategy<R: Protocol> {
    /// A fixed move.
    Move(Move),
    /// A strategy.
    Strategy(Arc<dyn Strategy<R>>),
}

impl<R: Protocol> PerRoundStrategy<R> {
    /// The choice of a seat that has made this many moves.
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

/// A player that makes these moves in order, and then follows a strategy.
#[derive(Clone)]
pub struct Script<R: Protocol> {
    /// The moves.
    pub moves: Arc<[Move]>,
    /// If true, the fallback makes a move in place of an illegal move of the script. If false, an
    /// illegal move is an error.
    pub if_legal: bool,
    /// The strategy that plays after the last move.
    pub fallback: Arc<dyn Strategy<R>>,
}

impl<R: Protocol> Script<R> {
    /// The choice of a seat that has made `made` moves.
    pub fn choose(&self, made: usize, sight: View<'_, R>) -> Choice {
        match self.moves.get(made) {
            Some(mv) if !self.if_legal || sight.menu().admit(mv).is_ok() => {
                Choice::Play(mv.clone())
            }
            _ => self.fallback.choose(sight),
        }
    }
}
