//! A player that follows a list of moves, then falls back on a strategy.

use std::sync::Arc;

use super::{Choice, Strategy};
use crate::protocol::Sight;
use crate::rules::{Move, Rules};

/// The moves of a seat, in the order it makes them, and what it does after the last.
#[derive(Clone)]
pub struct Script<R: Rules> {
    /// The moves.
    pub moves: Arc<[Move]>,
    /// Who plays once they are used up, or if one of them cannot be made.
    pub fallback: Arc<dyn Strategy<R>>,
}

impl<R: Rules> Script<R> {
    /// What it does as its `made`-th own move, counted from 0. A listed move that is not legal is
    /// passed over for the fallback, so a script cannot stall a debate.
    pub fn choose(&self, made: usize, sight: Sight<'_, R>) -> Choice {
        match self.moves.get(made) {
            Some(mv) if sight.menu().admit(mv).is_ok() => Choice::Play(mv.clone()),
            _ => self.fallback.choose(sight),
        }
    }
}
