//! Builds the tree of the primality claims from the root down.

use std::sync::Arc;

use num_bigint::BigUint;

use super::intervals::part;
use super::tree::Arena;
use super::wording::ClaimWording;
use super::{ClaimTree, DivisorIntervals, IntervalsError, MOST_CLAIMS, Rule};
use crate::machine::Bits;

impl DivisorIntervals {
    /// The tree, and the truth of its leaves.
    pub fn tree(self) -> Result<(ClaimTree, Bits), IntervalsError> {
        let mut arena = Arena::with_root();
        let mut leaves = Vec::new();
        let mut level = vec![Some((BigUint::from(2u32), self.root.clone()))];
        let mut first = 0u32;
        for depth in 0..=self.depth {
            let mut below = Vec::new();
            let next = first + level.len() as u32;
            for (at, interval) in level.iter().enumerate() {
                let own = first + at as u32;
                match interval {
                    Some((from, to)) if depth < self.depth && from < to => {
                        let start = next + below.len() as u32;
                        arena.argue(Rule::ALL, start..start + self.width as u32);
                        for place in 0..self.width {
                            below.push(part(from, to, self.width, place));
                            arena.parents.push(own);
                        }
                    }
                    Some((from, to)) => leaves.push(self.holds(from, to)),
                    None => leaves.push(true),
                }
                arena.close(own);
                if arena.parents.len() > MOST_CLAIMS {
                    return Err(IntervalsError::TooMany { width: self.width, depth: self.depth });
                }
            }
            first = next;
            level = below;
        }
        arena.wording = ClaimWording::Intervals(Arc::new(self));
        Ok((ClaimTree(Arc::new(arena)), leaves.into_iter().collect()))
    }
}
