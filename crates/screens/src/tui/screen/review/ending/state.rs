//! What is kept of an ending between frames.

use std::time::Duration;

use super::card::{self, CardAction};
use crate::debate::{AnyDebate, NodeId, SeatPlan};
use crate::rules::Actor;
use crate::tui::clock::Instant;
use crate::tui::prelude::*;

/// How long a frame stays.
const BEAT: Duration = Duration::from_millis(500);

/// No ending plays for longer than this.
const LONGEST: Duration = Duration::from_secs(8);

/// The places of a debate that its ending goes through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndingFrames {
    places: Vec<NodeId>,
    at: usize,
}

impl EndingFrames {
    /// Everything after the last choice of a person; of what nobody chose there, nothing.
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

    /// The place shown.
    pub fn place(&self) -> NodeId {
        self.places.get(self.at).copied().unwrap_or(NodeId::START)
    }

    /// Is the last one shown?
    pub fn is_over(&self) -> bool {
        self.at + 1 >= self.places.len()
    }

    /// The next one.
    pub fn next(&mut self) {
        self.at = (self.at + 1).min(self.places.len().saturating_sub(1));
    }

    /// The last one.
    pub fn skip(&mut self) {
        self.at = self.places.len().saturating_sub(1);
    }

    /// How long the frame shown stays: shorter where there are many.
    pub fn frame_duration(&self) -> Duration {
        let many = u32::try_from(self.places.len().max(1)).unwrap_or(u32::MAX);
        BEAT.min(LONGEST / many)
    }
}

/// The ending of the line that a debate stands on, and where its card leads.
pub struct EndingView {
    pub frames: EndingFrames,
    /// Why it ended so, for the card.
    pub reason: String,
    pub ways: Vec<CardAction>,
    pub at: usize,
    /// Since when the frame is shown.
    pub since: Instant,
    /// Is one of the ways chosen? None is when the card came up by itself: an Enter pressed to skip
    /// what has just ended chooses one, and leads nowhere.
    pub chosen: bool,
}

impl EndingView {
    /// The ending of a debate, from its first frame.
    pub fn new(sitting: &DebateSession, context: &Context) -> Self {
        Self {
            frames: EndingFrames::new(sitting.game()),
            reason: card::reason(&*sitting.position()),
            ways: CardAction::all(sitting, context),
            at: 0,
            since: Instant::now(),
            chosen: false,
        }
    }
}
