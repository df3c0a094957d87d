//! The attempts at a debate: one lasts until an end, and what was taken back on the way to it is on its
//! own bill.

use super::{NodeId, Tree};
use crate::rules::{Cost, Ledger, Seat};

/// What was taken back in one attempt.
#[derive(Clone, Debug, Default)]
struct TakenBack {
    /// How many moves had been played when it began.
    from: usize,
    taken_back: [[u64; Cost::ALL.len()]; 3],
}

/// Every attempt, in the order in which they were made.
#[derive(Clone, Debug)]
pub(super) struct Attempts {
    all: Vec<TakenBack>,
    /// The one that leads to here.
    here: usize,
}

impl Default for Attempts {
    fn default() -> Self {
        Self { all: vec![TakenBack::default()], here: 0 }
    }
}

impl Attempts {
    /// The debate is over here and is left for another place: what is played next is another attempt.
    pub fn end(&mut self, tree: &Tree) {
        if self.all.last().is_some_and(|last| last.from < tree.len()) {
            self.all.push(TakenBack { from: tree.len(), ..TakenBack::default() });
        }
    }

    /// The last place on the way to here whose costs are not taken back by going where the ways part
    /// at `common`: what an earlier attempt played is on the bill of that one.
    pub fn kept(&self, tree: &Tree, common: NodeId) -> NodeId {
        let from = self.all.last().map_or(0, |last| last.from);
        let earlier = tree.line().iter().rev().find(|node| node.number() as usize <= from);
        earlier.copied().unwrap_or(NodeId::START).max(common)
    }

    /// Moves were taken back: those that lead from one ledger to the other.
    pub fn take_back(&mut self, now: &Ledger, kept: &Ledger) {
        let Some(last) = self.all.last_mut() else { return };
        for seat in Seat::ALL {
            for cost in Cost::ALL {
                let paid = |ledger: &Ledger| ledger.of(seat).paid(cost);
                last.taken_back[seat.index()][cost as usize] +=
                    paid(now).saturating_sub(paid(kept));
            }
        }
    }

    /// The debate went to where it is now: to the end of a line, and so to the attempt that played it,
    /// or to a place from which the last attempt goes on.
    pub fn go_to(&mut self, tree: &Tree) {
        let here = tree.here();
        let ends = tree.children(here).next().is_none();
        self.here = match ends {
            true => self.all.partition_point(|attempt| attempt.from < here.number() as usize),
            false => self.all.len(),
        }
        .saturating_sub(1);
    }

    /// A move was played: by the last attempt.
    pub fn play(&mut self) {
        self.here = self.all.len() - 1;
    }

    /// What a party paid for moves taken back in the attempt that leads to here.
    pub fn here(&self, seat: Seat, cost: Cost) -> u64 {
        self.all[self.here].taken_back[seat.index()][cost as usize]
    }

    /// What a party paid for moves taken back in all attempts.
    pub fn in_all(&self, seat: Seat, cost: Cost) -> u64 {
        self.all.iter().map(|attempt| attempt.taken_back[seat.index()][cost as usize]).sum()
    }
}
