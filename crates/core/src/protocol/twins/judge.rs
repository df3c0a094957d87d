//! A judge of a game of twins who knows beforehand what it reads.

use crate::rules::{Cell, Readings, Side};

/// What a judge does, whatever it reads.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ReadPlan {
    Rule(Side),
    Read { cell: Cell, then: [Box<ReadPlan>; 2] },
}

/// A judge that no other with as many reads surpasses.
#[derive(Clone, Debug, PartialEq)]
pub struct BestJudge {
    pub(super) score: f64,
    pub(super) plan: ReadPlan,
}

impl BestJudge {
    /// How often it is right.
    pub fn score(&self) -> f64 {
        self.score
    }

    /// What it does after these readings: a cell to read, or its ruling.
    ///
    /// # Errors
    /// The cell, if it reads one.
    pub fn next(&self, read: &Readings) -> Result<Side, Cell> {
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
