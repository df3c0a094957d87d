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
    /// Whether a move that cannot be made is passed over for the fallback. Otherwise it is made all
    /// the same, and refused.
    pub if_legal: bool,
    /// Who plays once they are used up.
    pub fallback: Arc<dyn Strategy<R>>,
}

impl<R: Rules> Script<R> {
    /// What it does as its `made`-th own move, counted from 0.
    pub fn choose(&self, made: usize, sight: Sight<'_, R>) -> Choice {
        match self.moves.get(made) {
            Some(mv) if !self.if_legal || sight.menu().admit(mv).is_ok() => {
                Choice::Play(mv.clone())
            }
            _ => self.fallback.choose(sight),
        }
    }
}
