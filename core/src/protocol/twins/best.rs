//! The best judge of a game of twins: of all judges with q reads, one that is right most often.
//!
//! Such a judge is a decision tree over the cells of the transcript and of x. What it has read
//! leaves some of the pairs of twins possible; it is found backwards: with no read left it rules
//! for the likelier value, and before that it reads the cell after which it is right most often.

use std::collections::HashMap;

use super::judge::Plan;
use super::{BestJudge, TooLarge, Twins};
use crate::machine::{Input, Step};
use crate::rules::{Cell, Side};

/// Cells that a search looks at, and inputs on which it looks at them: some seconds.
const MOST_WORK: u64 = 100_000_000;

/// Cells of a transcript and of x together.
const MOST_CELLS: usize = 128;

impl Twins {
    /// Of all judges with this budget, one that is right most often.
    ///
    /// # Errors
    /// If there are too many pairs of twins, cells and reads to look through.
    pub fn best_judge(&self) -> Result<&BestJudge, TooLarge> {
        self.shared.best.get_or_init(|| BestJudge::of(self)).as_ref().map_err(|&e| e)
    }
}

impl BestJudge {
    /// Finds it.
    fn of(twins: &Twins) -> Result<Self, TooLarge> {
        let written = &twins.setup().written;
        let steps = (0..written.transcript_bits()).map(|at| Cell::Step(Step::at(at)));
        let inputs = (0..written.inputs()).map(|at| Cell::Input(Input::at(at)));
        let cells: Vec<Cell> = steps.chain(inputs).collect();
        let reads = (twins.setup().budget as usize).min(cells.len());
        let sets = (0..reads).fold(1u64, |sets, at| {
            sets.saturating_mul((cells.len() - at) as u64) / (at as u64 + 1)
        });
        let work = sets.saturating_mul(2 * twins.pairs_count());
        if cells.len() > MOST_CELLS || work > MOST_WORK {
            return Err(TooLarge { cells: cells.len(), reads, pairs: twins.pairs_count() });
        }
        let mut search = Search { cells: cells.len(), cases: cases(twins), known: HashMap::new() };
        let all: Vec<u32> = (0..search.cases.len() as u32).collect();
        let score = search.score(&all, &[], reads);
        let plan = search.plan(&all, &[], reads, &cells);
        Ok(Self { score, plan })
    }
}

/// What may lie before the judge: all cells, what f is, and how likely it is.
struct Case {
    bits: u128,
    is_one: bool,
    weight: f64,
}

fn cases(twins: &Twins) -> Vec<Case> {
    let packed = |bits: &mut dyn Iterator<Item = bool>| {
        bits.enumerate().fold(0u128, |all, (at, bit)| all | u128::from(bit) << at)
    };
    let mut cases = Vec::new();
    for pair in twins.pairs() {
        for (x, is_one) in [(&pair.zero, false), (&pair.one, true)] {
            let bits = packed(&mut pair.transcript.iter().chain(x.iter()));
            cases.push(Case { bits, is_one, weight: pair.probability / 2.0 });
        }
    }
    cases
}

struct Search {
    cells: usize,
    cases: Vec<Case>,
    /// The score after readings, each twice a cell and its bit, in order of cells.
    known: HashMap<Vec<u16>, f64>,
}

/// Two ways to be as good differ by rounding alone.
const ROUNDING: f64 = 1e-12;

impl Search {
    /// The probability of these cases with f = 0 and with f = 1.
    fn weights(&self, among: &[u32]) -> [f64; 2] {
        let mut weights = [0.0; 2];
        for &at in among {
            let case = &self.cases[at as usize];
            weights[usize::from(case.is_one)] += case.weight;
        }
        weights
    }

    /// These cases by what stands in a cell; none if it is the same in all.
    fn split(&self, among: &[u32], cell: usize) -> Option<[Vec<u32>; 2]> {
        let bit = |&at: &u32| self.cases[at as usize].bits >> cell & 1 == 1;
        let (one, zero): (Vec<u32>, Vec<u32>) = among.iter().partition(|at| bit(at));
        (!zero.is_empty() && !one.is_empty()).then_some([zero, one])
    }

    /// The probability of a case among these and of being right then.
    fn score(&mut self, among: &[u32], read: &[u16], left: usize) -> f64 {
        let [zero, one] = self.weights(among);
        if left == 0 || zero == 0.0 || one == 0.0 {
            return zero.max(one);
        }
        if let Some(&score) = self.known.get(read) {
            return score;
        }
        let mut best = zero.max(one);
        for cell in 0..self.cells {
            if best + ROUNDING >= zero + one {
                break;
            }
            if let Some(score) = self.after(among, read, left, cell) {
                best = best.max(score);
            }
        }
        self.known.insert(read.to_vec(), best);
        best
    }

    /// The same if a cell is read next; none if it says nothing.
    fn after(&mut self, among: &[u32], read: &[u16], left: usize, cell: usize) -> Option<f64> {
        let halves = self.split(among, cell)?;
        let score =
            |(bit, half): (usize, &Vec<u32>)| self.score(half, &with(read, cell, bit), left - 1);
        Some(halves.iter().enumerate().map(score).sum())
    }

    fn plan(&mut self, among: &[u32], read: &[u16], left: usize, cells: &[Cell]) -> Plan {
        let [zero, one] = self.weights(among);
        let best = self.score(among, read, left);
        if best <= zero.max(one) + ROUNDING {
            return Plan::Rule(Side::of_claim(zero >= one));
        }
        for (cell, &named) in cells.iter().enumerate() {
            let reaches = |score| score + ROUNDING >= best;
            if self.after(among, read, left, cell).is_some_and(reaches)
                && let Some(halves) = self.split(among, cell)
            {
                let [zero, one] = [0, 1]
                    .map(|bit| self.plan(&halves[bit], &with(read, cell, bit), left - 1, cells));
                return Plan::Read { cell: named, then: [Box::new(zero), Box::new(one)] };
            }
        }
        Plan::Rule(Side::of_claim(zero >= one))
    }
}

fn with(read: &[u16], cell: usize, bit: usize) -> Vec<u16> {
    let mut longer = read.to_vec();
    let code = (2 * cell + bit) as u16;
    longer.insert(longer.partition_point(|&other| other < code), code);
    longer
}
