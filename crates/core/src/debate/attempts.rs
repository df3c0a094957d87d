//! The attempts at a debate. An attempt lasts until the debate ends, and it pays for the moves that
//! were undone in it.

use super::{MoveTree, NodeId};
use crate::rules::{Cost, Ledger, Seat};

/// The costs of the moves that were undone in one attempt.
#[derive(Clone, Debug, Default)]
struct UndoneMoves {
    /// The number of moves played before this attempt began.
    from: usize,
    taken_back: [[u64; Cost::ALL.len()]; 3],
}

/// Every attempt, in the order in which they were made.
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
    /// Ends the attempt, because a finished debate goes back to an earlier position. The next move
    /// begins another attempt.
    pub fn end(&mut self, tree: &MoveTree) {
        if self.all.last().is_some_and(|last| last.from < tree.len()) {
            self.all.push(UndoneMoves { from: tree.len(), ..UndoneMoves::default() });
        }
    }

    /// The last node on the current line whose costs are kept if the debate goes back to `common`.
    /// An earlier attempt pays for the moves that it played.
    pub fn kept(&self, tree: &MoveTree, common: NodeId) -> NodeId {
        let from = self.all.last().map_or(0, |last| last.from);
        let earlier = tree.line().iter().rev().find(|node| node.number() as usize <= from);
        earlier.copied().unwrap_or(NodeId::START).max(common)
    }

    /// Adds the costs that lead from `kept` to `now` to the undone costs of the last attempt.
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

    /// Selects the attempt that leads to the current position. A leaf belongs to the attempt that
    /// played it. From any other position, the last attempt goes on.
    pub fn go_to(&mut self, tree: &MoveTree) {
        let here = tree.here();
        let ends = tree.children(here).next().is_none();
        self.here = match ends {
            true => self.all.partition_point(|attempt| attempt.from < here.number() as usize),
            false => self.all.len(),
        }
        .saturating_sub(1);
    }

    /// Selects the last attempt, which plays every new move.
    pub fn play(&mut self) {
        self.here = self.all.len() - 1;
    }

    /// The cost that a party paid for undone moves, in the attempt that leads to the current
    /// position.
    pub fn here(&self, seat: Seat, cost: Cost) -> u64 {
        self.all[self.here].taken_back[seat.index()][cost as usize]
    }

    /// The cost that a party paid for undone moves, in all attempts.
    pub fn in_all(&self, seat: Seat, cost: Cost) -> u64 {
        self.all.iter().map(|attempt| attempt.taken_back[seat.index()][cost as usize]).sum()
    }
}
