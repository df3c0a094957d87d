//! What is shown of an ending, one after the other.

use std::time::Duration;

use crate::debate::{NodeId, SeatPlan, Table};
use crate::rules::Actor;

/// How long a frame stays.
const BEAT: Duration = Duration::from_millis(500);

/// No ending plays for longer than this.
const LONGEST: Duration = Duration::from_secs(8);

/// The places of a debate that its ending goes through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frames {
    places: Vec<NodeId>,
    at: usize,
}

impl Frames {
    /// Everything after the last choice of a person; of what nobody chose there, nothing.
    pub fn of(table: &dyn Table) -> Self {
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
    pub fn beat(&self) -> Duration {
        let many = u32::try_from(self.places.len().max(1)).unwrap_or(u32::MAX);
        BEAT.min(LONGEST / many)
    }
}
