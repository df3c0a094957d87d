//! The attempts at a debate. An attempt lasts until the debate ends. Its costs include the costs of
//! the moves that were undone during the attempt.

use super::{MoveTree, NodeId};
use crate::rules::{Cost, Ledger, Seat};

/// An attempt, with the costs of the moves that were undone during the attempt.
#[derive(Clone, Debug, Default)]
struct UndoneMoves {
    /// The number of moves in the tree when this attempt began.
    from: usize,
    taken_back: [[u64; Cost::ALL.len()]; 3],
}

/// All attempts, the oldest first.
#[derive(Clone, Debug)]
pub(super) struct AttemptHistory {
    all: Vec<UndoneMoves>,
    /// The index of the attempt that leads to the current position.
    here: usize,
}

impl Default for AttemptHistory {
    fn default() -> Self {
        Self { all: vec![UndoneMoves::default()], here: 0 }
    }
}

impl AttemptHistory {
    /// Ends the last attempt when the player leaves a finished debate for an earlier position. The
    /// next move begins a new attempt.
    pub fn end(&mut self, tree: &MoveTree) {
        if self.all.last().is_some_and(|last| last.from < tree.len()) {
            self.all.push(UndoneMoves { from: tree.len(), ..UndoneMoves::default() });
        }
    }

    /// Returns the node after which all costs count as undone if the debate goes back to `common`. This node is
    /// `common`, with one exception: if an earlier attempt on the current line ended after `common`, the node is
    /// the last node of that attempt.
    pub fn kept(&self, tree: &MoveTree, common: NodeId) -> NodeId {
        let from = self.all.last().map_or(0, |last| last.from);
        let earlier = tree.line().iter().rev().find(|node| node.number() as usize <= from);
        earlier.copied().unwrap_or(NodeId::START).max(common)
    }

    /// The costs that are in `now` but not in `kept` were undone. Adds them to the undone costs of the last attempt.
    pub fn take_back(&mut self, now: &Ledger, kept: &Ledger) {
        let Some(last) = self.all.last_mut() else { return };
        for seat in Seat::ALL {
            for cost in Cost::ALL {
                let paid = |ledger: &Ledger| ledger.account(seat).paid(cost);
                last.taken_back[seat.index()][cost as usize] +=
                    paid(now).saturating_sub(paid(kept));
            }
        }
    }

    /// Selects the attempt to which the current position belongs. A leaf belongs to the attempt
    /// that played the leaf. Any other position belongs to the last attempt.
    pub fn go_to(&mut self, tree: &MoveTree) {
        let here = tree.here();
        let ends = tree.children(here).next().is_none();
        self.here = match ends {
            true => self.all.partition_point(|attempt| attempt.from < here.number() as usize),
            false => self.all.len(),
        }
        .saturating_sub(1);
    }

    /// Selects the last attempt, because every new move belongs to this attempt.
    pub fn play(&mut self) {
        self.here = self.all.len() - 1;
    }

    /// The cost of the moves that a seat made and then undid, in the selected attempt.
    pub fn here(&self, seat: Seat, cost: Cost) -> u64 {
        self.all[self.here].taken_back[seat.index()][cost as usize]
    }

    /// The cost of the moves that a seat made and then undid, in all attempts.
    pub fn in_all(&self, seat: Seat, cost: Cost) -> u64 {
        self.all.iter().map(|attempt| attempt.taken_back[seat.index()][cost as usize]).sum()
    }
}
