//! The state of an ending while its frames play.

use std::time::Duration;

use super::card::{self, CardAction};
use crate::debate::{AnyDebate, NodeId, SeatPlan};
use crate::review::Review;
use crate::rules::Actor;
use crate::scenario::Verdict;
use crate::tui::clock::Instant;
use crate::tui::prelude::*;

/// The longest time that one frame is shown.
const BEAT: Duration = Duration::from_millis(150);

/// The longest time that a whole ending takes.
const LONGEST: Duration = Duration::from_secs(8);

/// The positions that the ending shows, one for each frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndingFrames {
    places: Vec<NodeId>,
    at: usize,
}

impl EndingFrames {
    /// All positions from the player's last choice on. If no player made a choice, only the last position.
    pub fn new(table: &dyn AnyDebate) -> Self {
        let tree = table.tree();
        let line = tree.line();
        let by_person = |node: &NodeId| match tree.played(*node).map(|played| played.actor) {
            Some(Actor::Seat(seat)) => table.seat_plan(seat) == SeatPlan::Human,
            _ => false,
        };
        let places = match line.iter().rposition(by_person) {
            Some(last) => line[last..].to_vec(),
            None => line.last().copied().into_iter().collect(),
        };
        Self { places, at: 0 }
    }

    /// The position shown.
    pub fn place(&self) -> NodeId {
        self.places.get(self.at).copied().unwrap_or(NodeId::START)
    }

    /// Returns `true` if the last frame is shown.
    pub fn is_over(&self) -> bool {
        self.at + 1 >= self.places.len()
    }

    /// Goes to the next frame.
    pub fn next(&mut self) {
        self.at = (self.at + 1).min(self.places.len().saturating_sub(1));
    }

    /// Goes to the last frame.
    pub fn skip(&mut self) {
        self.at = self.places.len().saturating_sub(1);
    }

    /// The time that each frame is shown. It is shorter if there are many frames.
    pub fn frame_duration(&self) -> Duration {
        let many = u32::try_from(self.places.len().max(1)).unwrap_or(u32::MAX);
        BEAT.min(LONGEST / many)
    }
}

/// The ending of the current line of a debate, and the ways to go on from there.
pub struct EndingView {
    pub frames: EndingFrames,
    /// The reason why the debate ended.
    pub reason: String,
    pub ways: Vec<CardAction>,
    pub at: usize,
    /// The time at which the current frame appeared.
    pub since: Instant,
    /// The rows of the hint and of the answer at the table's last question.
    pub rows: [u16; 2],
}

impl EndingView {
    /// The ending of a debate at its first frame.
    pub fn new(sitting: &DebateSession, judged: &Review, context: &Context) -> Self {
        let is_lost = judged.verdict() == Some(Verdict::Missed) && !judged.people.is_empty();
        Self {
            frames: EndingFrames::new(sitting.game()),
            reason: card::reason(&*sitting.position()),
            ways: CardAction::all(sitting, context, is_lost),
            at: 0,
            since: Instant::now(),
            rows: [0; 2],
        }
    }
}
