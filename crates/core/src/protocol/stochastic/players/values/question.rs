//! One round: its outcome for each way in which Alice states a number and each way in which Bob
//! responds.

use smallvec::SmallVec;

use crate::chance::{Binomial, Probability, TooManyTrials};
use crate::protocol::stochastic::SampleRule;

/// The outcome of a round, averaged over everything that is drawn in it.
///
/// Its value for Alice is `win + one · (value after 1) + zero · (value after 0)`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RoundOutcome {
    /// P[Bob aborts and the judge rules for Alice].
    pub win: f64,
    /// P[Bob aborts].
    pub abort: f64,
    /// P[the bit is 1 and the debate goes on].
    pub one: f64,
    /// P[the bit is 0 and the debate goes on].
    pub zero: f64,
}

impl RoundOutcome {
    /// The outcome if Alice states `stated` and the judge accepts this number with probability
    /// `accepted`. `aborts` holds the probability that Bob aborts after each bit.
    pub fn new(stated: f64, accepted: f64, aborts: [f64; 2]) -> Self {
        let (one, zero) = (stated, 1.0 - stated);
        let abort = one * aborts[1] + zero * aborts[0];
        Self {
            win: abort * accepted,
            abort,
            one: one * (1.0 - aborts[1]),
            zero: zero * (1.0 - aborts[0]),
        }
    }

    /// P[Alice wins] in the round. The array holds her probability of winning after each bit.
    pub fn worth(&self, [zero, one]: [f64; 2]) -> f64 {
        self.win + self.one * one + self.zero * zero
    }

    /// Adds an outcome that has this weight.
    pub fn add(&mut self, weight: f64, other: Self) {
        self.win += weight * other.win;
        self.abort += weight * other.abort;
        self.one += weight * other.one;
        self.zero += weight * other.zero;
    }
}

/// A judge or a Bob who compares a stated probability with the mean of samples.
#[derive(Debug)]
pub struct Checker {
    law: Binomial,
    samples: SampleRule,
}

impl Checker {
    /// A checker whose samples say yes with probability `p`.
    pub fn new(samples: SampleRule, p: Probability) -> Result<Self, TooManyTrials> {
        Ok(Self { law: Binomial::new(samples.count, p)?, samples })
    }

    /// P[the mean of the samples is near enough to `stated`].
    pub fn passes(&self, stated: f64) -> f64 {
        self.samples.passing(stated).map_or(0.0, |counts| self.law.probability_within(counts))
    }

    /// P[the mean of the samples is too far from `stated`].
    pub fn objects(&self, stated: f64) -> f64 {
        self.samples.passing(stated).map_or(1.0, |counts| self.law.probability_outside(counts))
    }

    /// The numbers just below and just above each point at which a count begins or ceases to pass.
    /// If one count begins to pass where another ceases, neither passes at the point itself,
    /// because a tie is a rejection. Then the point itself is listed too.
    pub(super) fn edges(&self) -> impl Iterator<Item = f64> + '_ {
        let (n, tolerance) = (self.samples.count as f64, self.samples.tolerance);
        let across = 2.0 * tolerance * n;
        let meet = (across - across.round()).abs() < 1e-9;
        let means = self.law.iter().map(move |(count, _)| count as f64 / n);
        means.flat_map(move |mean| [mean - tolerance, mean + tolerance]).flat_map(move |edge| {
            // The sum of two decimals can be off in its last digit.
            let tie = meet.then(|| twelve_decimals(edge));
            [Some(edge - HAIR), tie, Some(edge + HAIR)].into_iter().flatten()
        })
    }
}

fn twelve_decimals(number: f64) -> f64 {
    format!("{number:.12}").parse().unwrap_or(number)
}

/// How Bob responds to a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BobsAnswer {
    /// Draws samples and aborts if their mean is too far off.
    Checks(SampleRule),
    /// Decides by the bit alone. The first entry is true if Bob aborts after 0, the second if he
    /// aborts after 1.
    Settled([bool; 2]),
    /// Aborts if the judge's acceptance probability is below a limit. The first limit is for the
    /// bit 0, the second for the bit 1.
    Below([f64; 2]),
}

impl BobsAnswer {
    /// Says for each bit whether Bob aborts after this bit. The judge accepts the number with probability `accepted`.
    /// `None` if the decision depends on Bob's samples.
    pub fn aborts(self, accepted: f64) -> Option<[bool; 2]> {
        match self {
            Self::Checks(_) => None,
            Self::Settled(aborts) => Some(aborts),
            Self::Below(least) => Some(least.map(|least| accepted < least)),
        }
    }
}

/// The outcome if Alice states one number and the judge accepts it with probability `accepted`. If
/// Bob draws samples, he aborts with probability `objects`.
pub fn exactly(stated: f64, accepted: f64, objects: f64, answer: BobsAnswer) -> RoundOutcome {
    let aborts = answer.aborts(accepted).map_or([objects; 2], |aborts| aborts.map(f64::from));
    RoundOutcome::new(stated, accepted, aborts)
}

/// The outcome at a gate. The judge accepts only the gate's value and pays nothing for this check.
/// A Bob who checks knows the value too.
pub fn gate_round(stated: bool, gate: bool, answer: BobsAnswer) -> RoundOutcome {
    let right = stated == gate;
    exactly(f64::from(stated), f64::from(right), f64::from(!right), answer)
}

/// The round in which Alice states the mean of her samples. Her possible numbers are sorted by the
/// probability that the judge accepts them. Running sums over these numbers give the outcome for
/// every way in which Bob responds, without a loop.
#[derive(Debug)]
pub(super) struct StatedMean {
    /// The judge's acceptance probabilities, in increasing order.
    accepted: Vec<f64>,
    /// `below[i][bit]` covers the `i` numbers with the lowest acceptance probabilities. It holds
    /// two probabilities. The first: Alice states one of these numbers, and the coin gives this
    /// bit. The second: in addition, the judge accepts the number.
    below: Vec<[[f64; 2]; 2]>,
}

impl StatedMean {
    pub fn new(law: &Binomial, judge: &Checker) -> Self {
        let stated = |count: u64| count as f64 / law.n() as f64;
        let mut numbers: Vec<(f64, f64, f64)> = law
            .iter()
            .map(|(count, weight)| (judge.passes(stated(count)), stated(count), weight))
            .collect();
        numbers.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut sums = [[0.0; 2]; 2];
        let mut below = vec![sums];
        for &(accepted, stated, weight) in &numbers {
            let shares = [weight * (1.0 - stated), weight * stated];
            for (sum, share) in sums.iter_mut().zip(shares) {
                *sum = [sum[0] + share, sum[1] + share * accepted];
            }
            below.push(sums);
        }
        Self { accepted: numbers.into_iter().map(|number| number.0).collect(), below }
    }

    /// The outcome if Bob decides by the bit, or by the probability that the judge accepts. For a
    /// Bob who draws samples, use [`StatedMean::checked`].
    pub fn outcome(&self, answer: BobsAnswer) -> RoundOutcome {
        let all = self.accepted.len();
        let mut outcome = RoundOutcome::default();
        for bit in [0, 1] {
            let aborted = match answer {
                BobsAnswer::Settled(aborts) => usize::from(aborts[bit]) * all,
                BobsAnswer::Below(least) => {
                    self.accepted.partition_point(|&accepted| accepted < least[bit])
                }
                BobsAnswer::Checks(_) => 0,
            };
            let [abort, win] = self.below[aborted][bit];
            outcome.win += win;
            outcome.abort += abort;
            let goes_on = self.below[all][bit][0] - abort;
            if bit == 1 { outcome.one = goes_on } else { outcome.zero = goes_on }
        }
        outcome
    }

    /// The outcome if Bob compares Alice's mean with the mean of his own samples.
    pub fn checked(law: &Binomial, judge: &Checker, bob: &Checker) -> RoundOutcome {
        let mut outcome = RoundOutcome::default();
        for (count, weight) in law.iter() {
            let stated = count as f64 / law.n() as f64;
            let objects = bob.objects(stated);
            outcome.add(weight, RoundOutcome::new(stated, judge.passes(stated), [objects; 2]));
        }
        outcome
    }
}

/// Every number that can be best for Alice. The edges are the points where the judge's or Bob's probability of
/// acceptance jumps. Between two neighbouring edges only the coin changes. So a best number lies next to an edge, or on
/// an edge where two edges meet, or it is 0, 1 or the truth. The listed numbers keep a distance of 10^-12 from the
/// edges, so Alice loses at most 10^-12 of her value.
#[derive(Debug)]
pub(super) struct CandidateNumbers {
    /// The truth comes first. All other numbers follow in increasing order.
    all: Vec<CandidateNumber>,
    /// Blocks of neighbours in `all`. The truth is in no block.
    blocks: Vec<Block>,
}

/// A number that Alice can state, P[the judge accepts it], and P[Bob aborts if he draws samples].
#[derive(Clone, Copy, Debug)]
pub(super) struct CandidateNumber {
    pub stated: f64,
    pub accepted: f64,
    pub objects: f64,
}

/// The smallest and the largest value of each field, over a block of candidates.
#[derive(Debug)]
struct Block {
    stated: [f64; 2],
    accepted: [f64; 2],
    objects: [f64; 2],
}

pub(super) const HAIR: f64 = 1e-12;
const BLOCK: usize = 64;
/// Rounding errors are about this large, so a gain counts only if it is larger.
pub(super) const NO_GAIN: f64 = 1e-14;

impl CandidateNumbers {
    pub fn new(p: Probability, judge: &Checker, bob: Option<&Checker>) -> Self {
        let edges = judge.edges().chain(bob.into_iter().flat_map(Checker::edges));
        let mut numbers: Vec<f64> =
            edges.filter(|number| (0.0..=1.0).contains(number)).chain([0.0, 1.0]).collect();
        numbers.sort_by(f64::total_cmp);
        numbers.dedup();
        let candidate = |stated: f64| CandidateNumber {
            stated,
            accepted: judge.passes(stated),
            objects: bob.map_or(0.0, |bob| bob.objects(stated)),
        };
        // The truth is listed first, so it wins a tie.
        let all: Vec<CandidateNumber> =
            std::iter::once(p.get()).chain(numbers).map(candidate).collect();
        let blocks = all[1..].chunks(BLOCK).map(Block::bounding).collect();
        Self { all, blocks }
    }

    /// All candidates. The truth comes first.
    pub fn all(&self) -> &[CandidateNumber] {
        &self.all
    }

    /// An estimate of the number of candidates that a search compares.
    pub fn looks(&self) -> usize {
        self.blocks.len() + 2 * BLOCK
    }

    /// The best number, and its outcome. The value is within 10^-14 of the best.
    pub fn best(&self, answer: BobsAnswer, values: [f64; 2]) -> (CandidateNumber, RoundOutcome) {
        let outcome = |c: &CandidateNumber| exactly(c.stated, c.accepted, c.objects, answer);
        let worth = |c: &CandidateNumber| outcome(c).worth(values);
        let (mut best, mut most) = (&self.all[0], worth(&self.all[0]));
        let mut look = |block: usize, most: &mut f64| {
            let from = 1 + block * BLOCK;
            for candidate in &self.all[from..(from + BLOCK).min(self.all.len())] {
                let worth = worth(candidate);
                if worth > *most + NO_GAIN {
                    (best, *most) = (candidate, worth);
                }
            }
        };
        // The search starts with the block that has the highest bound. Its best number rules out
        // most other blocks.
        let bounds: SmallVec<[f64; 1024]> =
            self.blocks.iter().map(|block| block.bound(answer, values)).collect();
        if let Some(highest) = (0..bounds.len()).max_by(|&a, &b| bounds[a].total_cmp(&bounds[b])) {
            look(highest, &mut most);
        }
        for (block, &bound) in bounds.iter().enumerate() {
            if bound > most + NO_GAIN {
                look(block, &mut most);
            }
        }
        (*best, outcome(best))
    }
}

impl Block {
    fn bounding(candidates: &[CandidateNumber]) -> Self {
        let span = |part: fn(&CandidateNumber) -> f64| {
            let none = [f64::INFINITY, f64::NEG_INFINITY];
            candidates.iter().map(part).fold(none, |[a, b], x| [a.min(x), b.max(x)])
        };
        Self {
            stated: span(|c| c.stated),
            accepted: span(|c| c.accepted),
            objects: span(|c| c.objects),
        }
    }

    /// An upper bound on Alice's value for every candidate in the block.
    fn bound(&self, answer: BobsAnswer, values: [f64; 2]) -> f64 {
        let [least, most] = self.accepted;
        // A linear function is largest at one end of its range.
        let highest = |[from, to]: [f64; 2], at_one: f64, at_zero: f64| {
            let worth = |x: f64| x * at_one + (1.0 - x) * at_zero;
            worth(from).max(worth(to))
        };
        let after = |bit: usize| {
            let onward = values[bit];
            match answer {
                BobsAnswer::Settled(aborts) if aborts[bit] => most,
                BobsAnswer::Settled(_) => onward,
                BobsAnswer::Below(limit) if least >= limit[bit] => onward,
                BobsAnswer::Below(limit) if most < limit[bit] => most,
                BobsAnswer::Below(limit) => onward.max(limit[bit]),
                BobsAnswer::Checks(_) => highest(self.objects, most, onward),
            }
        };
        highest(self.stated, after(1), after(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(count: u64, tolerance: f64) -> SampleRule {
        SampleRule { count, tolerance }
    }

    #[test]
    fn an_outcome_is_a_probability_distribution() {
        let p = Probability::new(0.3).unwrap();
        let judge = Checker::new(samples(500, 0.05), p).unwrap();
        let bob = Checker::new(samples(100, 0.1), p).unwrap();
        let law = Binomial::new(200, p).unwrap();
        let mean = StatedMean::new(&law, &judge);
        let values = [0.2, 0.97];
        for outcome in [
            StatedMean::checked(&law, &judge, &bob),
            mean.outcome(BobsAnswer::Below(values)),
            mean.outcome(BobsAnswer::Settled([true, false])),
            exactly(0.33, judge.passes(0.33), bob.objects(0.33), BobsAnswer::Checks(bob.samples)),
            CandidateNumbers::new(p, &judge, Some(&bob)).best(BobsAnswer::Below(values), values).1,
        ] {
            let total = outcome.abort + outcome.one + outcome.zero;
            assert!((total - 1.0).abs() < 1e-12, "{outcome:?}");
            assert!(outcome.win <= outcome.abort + 1e-12);
        }
    }

    #[test]
    fn the_best_answer_to_a_mean_is_found_without_going_through_it() {
        let p = Probability::new(0.4).unwrap();
        let judge = Checker::new(samples(300, 0.04), p).unwrap();
        let law = Binomial::new(150, p).unwrap();
        let values = [0.31, 0.88];
        let mut slow = RoundOutcome::default();
        for (count, weight) in law.iter() {
            let stated = count as f64 / 150.0;
            slow.add(weight, exactly(stated, judge.passes(stated), 0.0, BobsAnswer::Below(values)));
        }
        let fast = StatedMean::new(&law, &judge).outcome(BobsAnswer::Below(values));
        assert!((fast.worth(values) - slow.worth(values)).abs() < 1e-14);
        assert!((fast.abort - slow.abort).abs() < 1e-14);
    }

    #[test]
    fn no_grid_finds_a_better_number_than_the_candidates() {
        let p = Probability::new(0.3).unwrap();
        let judge = Checker::new(samples(400, 0.05), p).unwrap();
        let check = samples(90, 0.12);
        let bob = Checker::new(check, p).unwrap();
        let candidates = CandidateNumbers::new(p, &judge, Some(&bob));
        for values in [[0.1, 0.9], [0.9, 0.1], [0.5, 0.6], [0.99, 1.0], [0.0, 0.02]] {
            for answer in [
                BobsAnswer::Checks(check),
                BobsAnswer::Below(values),
                BobsAnswer::Below([0.4, 0.7]),
            ] {
                let best = candidates.best(answer, values).1.worth(values);
                for i in 0..=20_000 {
                    let stated = f64::from(i) / 20_000.0;
                    let other = exactly(stated, judge.passes(stated), bob.objects(stated), answer)
                        .worth(values);
                    assert!(other <= best + 1e-10, "{stated} gives {other}, not {best}");
                }
            }
        }
    }
}
