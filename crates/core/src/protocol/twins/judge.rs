//! A judge with a fixed decision tree, for the twins game.

use crate::rules::{BitRef, BitsRead, Side};

#[derive(Clone, Debug, PartialEq)]
pub(super) enum ReadPlan {
    Rule(Side),
    Read { cell: BitRef, then: [Box<ReadPlan>; 2] },
}

/// A judge that is right most often among all judges with this budget.
#[derive(Clone, Debug, PartialEq)]
pub struct BestJudge {
    pub(super) score: f64,
    pub(super) plan: ReadPlan,
}

impl BestJudge {
    /// The probability that this judge is right.
    pub fn score(&self) -> f64 {
        self.score
    }

    /// The ruling of this judge after these reads.
    ///
    /// # Errors
    /// Returns the cell to read next if the judge does not rule yet.
    pub fn next(&self, read: &BitsRead) -> Result<Side, BitRef> {
        let mut plan = &self.plan;
        loop {
            match plan {
                ReadPlan::Rule(side) => return Ok(*side),
                ReadPlan::Read { cell, then } => match read.bit(*cell) {
                    Some(bit) => plan = &then[usize::from(bit)],
                    None => return Err(*cell),
                },
            }
        }
    }
}
