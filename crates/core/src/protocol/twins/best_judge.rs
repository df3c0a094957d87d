//! The best judge of a twins game. No other judge with q reads is right more often.
//!
//! Such a judge is a decision tree over the cells of the transcript and of x. Each read rules out
//! some pairs of twins. The search works backwards. With no read left, the judge rules for the
//! likelier value. With reads left, it reads the cell that makes it right most often.

use std::collections::HashMap;

use super::judge::ReadPlan;
use super::{BestJudge, Twins, TwinsTooLarge};
use crate::rules::{BitRef, Side};
use crate::work::{CancelToken, Cancelled};

/// The upper limit on the work of a search: the number of sets of cells, times the number of
/// inputs. A search at this limit takes some seconds.
const MOST_WORK: u64 = 100_000_000;

/// The largest number of cells. Cells of the transcript and cells of x count alike.
const MOST_CELLS: usize = 128;

impl Twins {
    /// A judge that is right most often among all judges with this budget. The inner result is an
    /// error if the game is too large for the search.
    ///
    /// # Errors
    /// Returns an error if the work was cancelled.
    pub fn best_judge(
        &self,
        token: &CancelToken,
    ) -> Result<Result<&BestJudge, TwinsTooLarge>, Cancelled> {
        let (cells, reads) = match self.few_cells() {
            Ok(few) => few,
            Err(large) => return Ok(Err(large)),
        };
        let find = || BestJudge::search(self, &cells, reads, token);
        self.shared.best.get_or(token, find).map(Ok)
    }

    /// The cells that a judge may read, and the number of reads.
    ///
    /// # Errors
    /// Returns an error if the search would be too large.
    pub(super) fn few_cells(&self) -> Result<(Vec<BitRef>, usize), TwinsTooLarge> {
        let written = &self.setup().written;
        let cells: Vec<BitRef> = BitRef::all(written.transcript_bits(), written.inputs()).collect();
        let reads = (self.setup().budget as usize).min(cells.len());
        let sets = (0..reads).fold(1u64, |sets, at| {
            sets.saturating_mul((cells.len() - at) as u64) / (at as u64 + 1)
        });
        let work = sets.saturating_mul(2 * self.pairs_count());
        if cells.len() > MOST_CELLS || work > MOST_WORK {
            return Err(TwinsTooLarge { cells: cells.len(), reads, pairs: self.pairs_count() });
        }
        Ok((cells, reads))
    }
}

impl BestJudge {
    fn search(
        twins: &Twins,
        cells: &[BitRef],
        reads: usize,
        token: &CancelToken,
    ) -> Result<Self, Cancelled> {
        let mut search = JudgeSearch {
            cells: cells.len(),
            cases: cases(twins, token)?,
            known: HashMap::new(),
            looked_at: 0,
            token,
        };
        let all: Vec<u32> = (0..search.cases.len() as u32).collect();
        let score = search.score(&all, &[], reads)?;
        let plan = search.plan(&all, &[], reads, cells)?;
        Ok(Self { score, plan })
    }
}

/// A case that the judge may face: the bits of all cells, the value of f, and the probability.
struct Possible {
    bits: u128,
    is_one: bool,
    weight: f64,
}

fn cases(twins: &Twins, token: &CancelToken) -> Result<Vec<Possible>, Cancelled> {
    let packed = |bits: &mut dyn Iterator<Item = bool>| {
        bits.enumerate().fold(0u128, |all, (at, bit)| all | u128::from(bit) << at)
    };
    let mut cases = Vec::new();
    for pair in twins.pairs(token) {
        let pair = pair?;
        for (x, is_one) in [(&pair.zero, false), (&pair.one, true)] {
            let bits = packed(&mut pair.transcript.iter().chain(x.iter()));
            cases.push(Possible { bits, is_one, weight: pair.probability / 2.0 });
        }
    }
    Ok(cases)
}

struct JudgeSearch<'a> {
    cells: usize,
    cases: Vec<Possible>,
    /// The scores that are already known. The key lists the reads so far in increasing order. Each
    /// read is the code `2 * cell + bit`.
    known: HashMap<Vec<u16>, f64>,
    /// The number of cases since the last check for cancellation.
    looked_at: usize,
    token: &'a CancelToken,
}

/// Scores that differ by less than this are equal; only rounding separates them.
const ROUNDING: f64 = 1e-12;

impl JudgeSearch<'_> {
    /// The total probability of the cases with f = 0, and of the cases with f = 1.
    fn weights(&self, among: &[u32]) -> [f64; 2] {
        let mut weights = [0.0; 2];
        for &at in among {
            let case = &self.cases[at as usize];
            weights[usize::from(case.is_one)] += case.weight;
        }
        weights
    }

    /// Splits these cases by their bit in a cell. `None` if the bit is the same in all of these
    /// cases.
    fn split(&self, among: &[u32], cell: usize) -> Option<[Vec<u32>; 2]> {
        let bit = |&at: &u32| self.cases[at as usize].bits >> cell & 1 == 1;
        let (one, zero): (Vec<u32>, Vec<u32>) = among.iter().partition(|at| bit(at));
        (!zero.is_empty() && !one.is_empty()).then_some([zero, one])
    }

    /// The probability that one of these cases occurs and that the judge rules correctly after at
    /// most `left` more reads.
    fn score(&mut self, among: &[u32], read: &[u16], left: usize) -> Result<f64, Cancelled> {
        self.token.check_after(&mut self.looked_at, among.len())?;
        let [zero, one] = self.weights(among);
        if left == 0 || zero == 0.0 || one == 0.0 {
            return Ok(zero.max(one));
        }
        if let Some(&score) = self.known.get(read) {
            return Ok(score);
        }
        let mut best = zero.max(one);
        for cell in 0..self.cells {
            if best + ROUNDING >= zero + one {
                break;
            }
            if let Some(score) = self.after(among, read, left, cell)? {
                best = best.max(score);
            }
        }
        self.known.insert(read.to_vec(), best);
        Ok(best)
    }

    /// The probability that `score` computes, if the judge reads this cell next. `None` if the cell
    /// gives no information.
    fn after(
        &mut self,
        among: &[u32],
        read: &[u16],
        left: usize,
        cell: usize,
    ) -> Result<Option<f64>, Cancelled> {
        let Some(halves) = self.split(among, cell) else { return Ok(None) };
        let score =
            |(bit, half): (usize, &Vec<u32>)| self.score(half, &with(read, cell, bit), left - 1);
        halves.iter().enumerate().map(score).sum::<Result<f64, _>>().map(Some)
    }

    fn plan(
        &mut self,
        among: &[u32],
        read: &[u16],
        left: usize,
        cells: &[BitRef],
    ) -> Result<ReadPlan, Cancelled> {
        let [zero, one] = self.weights(among);
        let best = self.score(among, read, left)?;
        if best <= zero.max(one) + ROUNDING {
            return Ok(ReadPlan::Rule(Side::of_claim(zero >= one)));
        }
        for (cell, &named) in cells.iter().enumerate() {
            let reaches = |score| score + ROUNDING >= best;
            if self.after(among, read, left, cell)?.is_some_and(reaches)
                && let Some(halves) = self.split(among, cell)
            {
                let mut half =
                    |bit: usize| self.plan(&halves[bit], &with(read, cell, bit), left - 1, cells);
                let then = [Box::new(half(0)?), Box::new(half(1)?)];
                return Ok(ReadPlan::Read { cell: named, then });
            }
        }
        Ok(ReadPlan::Rule(Side::of_claim(zero >= one)))
    }
}

fn with(read: &[u16], cell: usize, bit: usize) -> Vec<u16> {
    let mut longer = read.to_vec();
    let code = (2 * cell + bit) as u16;
    longer.insert(longer.partition_point(|&other| other < code), code);
    longer
}
