//! One round: what each way of stating a number, and of answering the statement, leads to.

use smallvec::SmallVec;

use crate::chance::{Binomial, Probability, TooManyTrials};
use crate::protocol::stochastic::Samples;

/// How a round ends, on average over everything drawn in it.
///
/// Its worth is `win + one · (value after 1) + zero · (value after 0)`.
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
    /// The round where Alice states `stated`, the judge would accept it with probability
    /// `accepted`, and Bob aborts with these probabilities after the bits 0 and 1.
    pub fn of(stated: f64, accepted: f64, aborts: [f64; 2]) -> Self {
        let (one, zero) = (stated, 1.0 - stated);
        let abort = one * aborts[1] + zero * aborts[0];
        Self {
            win: abort * accepted,
            abort,
            one: one * (1.0 - aborts[1]),
            zero: zero * (1.0 - aborts[0]),
        }
    }

    /// The round as Alice's probability of winning, given those of what follows.
    pub fn worth(&self, [zero, one]: [f64; 2]) -> f64 {
        self.win + self.one * one + self.zero * zero
    }

    /// Adds another outcome, that many times as likely.
    pub fn add(&mut self, weight: f64, other: Self) {
        self.win += weight * other.win;
        self.abort += weight * other.abort;
        self.one += weight * other.one;
        self.zero += weight * other.zero;
    }
}

/// Someone who checks a stated probability against a mean of samples: the judge, or Bob.
#[derive(Debug)]
pub struct Checker {
    law: Binomial,
    samples: Samples,
}

impl Checker {
    /// Checks against `samples` of a question answered "yes" with probability `p`.
    pub fn new(samples: Samples, p: Probability) -> Result<Self, TooManyTrials> {
        Ok(Self { law: Binomial::new(samples.count, p)?, samples })
    }

    /// P[the mean is near enough to `stated`].
    pub fn passes(&self, stated: f64) -> f64 {
        self.samples.passing(stated).map_or(0.0, |counts| self.law.within(counts))
    }

    /// P[the mean is too far from `stated`].
    pub fn objects(&self, stated: f64) -> f64 {
        self.samples.passing(stated).map_or(1.0, |counts| self.law.beyond(counts))
    }

    /// Next to every stated probability at which some count that matters begins or ceases to
    /// pass, one on either side. Where one count begins to pass just where another ceases to, neither does at
    /// the edge itself: a tie is a rejection.
    fn edges(&self) -> impl Iterator<Item = f64> + '_ {
        let (n, tolerance) = (self.samples.count as f64, self.samples.tolerance);
        let across = 2.0 * tolerance * n;
        let meet = (across - across.round()).abs() < 1e-9;
        self.law
            .iter()
            .flat_map(move |(count, _)| {
                let mean = count as f64 / n;
                [mean - tolerance, mean + tolerance].map(|edge| {
                    // The decimal that is meant: a sum of two may be off in its last place.
                    let tie = meet.then(|| twelve_decimals(edge));
                    [Some(edge - HAIR), tie, Some(edge + HAIR)].into_iter().flatten()
                })
            })
            .flatten()
    }
}

/// A number as twelve decimals write it.
fn twelve_decimals(number: f64) -> f64 {
    format!("{number:.12}").parse().unwrap_or(number)
}

/// How a Bob answers a statement, as far as one round goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BobsAnswer {
    /// Draws samples and aborts if their mean is too far off.
    Checks(Samples),
    /// Aborts or not by the bit: after 0, after 1.
    Settled([bool; 2]),
    /// Aborts where the judge accepts with less probability than this, after 0 and after 1.
    Below([f64; 2]),
}

impl BobsAnswer {
    /// Whether Bob aborts after each bit, where the judge accepts with probability `accepted`;
    /// none if that depends on his samples.
    pub fn aborts(self, accepted: f64) -> Option<[bool; 2]> {
        match self {
            Self::Checks(_) => None,
            Self::Settled(aborts) => Some(aborts),
            Self::Below(least) => Some(least.map(|least| accepted < least)),
        }
    }
}

/// Alice states one number, which the judge accepts with probability `accepted`; a Bob who checks
/// objects to it with probability `objects`.
pub fn exactly(stated: f64, accepted: f64, objects: f64, answer: BobsAnswer) -> RoundOutcome {
    let aborts = match answer.aborts(accepted) {
        Some(aborts) => aborts.map(f64::from),
        None => [objects; 2],
    };
    RoundOutcome::of(stated, accepted, aborts)
}

/// Alice states the mean of samples: her numbers by how willingly the judge accepts them, with
/// running sums, so that each answer is found without going through them again.
#[derive(Debug)]
pub(super) struct Mean {
    /// Increasing.
    accepted: Vec<f64>,
    /// `below[i]`: the outcome summed over the `i` least accepted numbers, if Bob aborts on all.
    below: Vec<[f64; 4]>,
}

/// Places in a running sum: weight of bit 0 and of bit 1, the same times acceptance.
const WEIGHTS: [usize; 2] = [0, 1];
const WINS: [usize; 2] = [2, 3];

impl Mean {
    pub fn new(law: &Binomial, judge: &Checker) -> Self {
        let mut numbers: Vec<(f64, f64, f64)> = law
            .iter()
            .map(|(count, weight)| {
                let stated = count as f64 / law.n() as f64;
                (judge.passes(stated), stated, weight)
            })
            .collect();
        numbers.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut sum = [0.0; 4];
        let mut below = vec![sum];
        for &(accepted, stated, weight) in &numbers {
            for (bit, share) in [weight * (1.0 - stated), weight * stated].into_iter().enumerate() {
                sum[WEIGHTS[bit]] += share;
                sum[WINS[bit]] += share * accepted;
            }
            below.push(sum);
        }
        Self { accepted: numbers.into_iter().map(|number| number.0).collect(), below }
    }

    /// The round, where Bob aborts by the bit or by the number's acceptance.
    pub fn outcome(&self, answer: BobsAnswer) -> RoundOutcome {
        let all = self.accepted.len();
        let end = self.below[all];
        let mut outcome = RoundOutcome::default();
        for bit in [0, 1] {
            let aborted = match answer {
                BobsAnswer::Settled(aborts) => usize::from(aborts[bit]) * all,
                BobsAnswer::Below(least) => {
                    self.accepted.partition_point(|&accepted| accepted < least[bit])
                }
                // Who checks looks at the number, not at its acceptance: see `checked`.
                BobsAnswer::Checks(_) => 0,
            };
            let sum = self.below[aborted];
            outcome.win += sum[WINS[bit]];
            outcome.abort += sum[WEIGHTS[bit]];
            let goes_on = end[WEIGHTS[bit]] - sum[WEIGHTS[bit]];
            if bit == 1 {
                outcome.one = goes_on;
            } else {
                outcome.zero = goes_on;
            }
        }
        outcome
    }

    /// The round, where Bob checks Alice's mean against one of his own.
    pub fn checked(law: &Binomial, judge: &Checker, bob: &Checker) -> RoundOutcome {
        let mut outcome = RoundOutcome::default();
        for (count, weight) in law.iter() {
            let stated = count as f64 / law.n() as f64;
            let objects = bob.objects(stated);
            outcome.add(weight, RoundOutcome::of(stated, judge.passes(stated), [objects; 2]));
        }
        outcome
    }
}

/// Every number that could be Alice's best: between two neighbouring edges of the judge's and
/// Bob's acceptance nothing changes but the coin, so a best number lies next to an edge, or on one where
/// two meet (or is 0, 1 or the truth). Numbers are kept a hair (10^-12) inside; the value is short by no more.
#[derive(Debug)]
pub(super) struct Candidates {
    /// The truth, then all numbers in order.
    all: Vec<Candidate>,
    /// What holds of so many neighbours of `all` at once.
    blocks: Vec<Block>,
}

#[derive(Clone, Copy, Debug)]
struct Candidate {
    stated: f64,
    accepted: f64,
    objects: f64,
}

/// The least and the most of each part of some candidates.
#[derive(Debug)]
struct Block {
    stated: [f64; 2],
    accepted: [f64; 2],
    objects: [f64; 2],
}

const HAIR: f64 = 1e-12;
const BLOCK: usize = 64;
/// A number that is worth no more than this above another is no better: rounding is of this size.
const NO_GAIN: f64 = 1e-14;

impl Candidates {
    pub fn new(p: Probability, judge: &Checker, bob: Option<&Checker>) -> Self {
        let edges = judge.edges().chain(bob.into_iter().flat_map(Checker::edges));
        let mut numbers: Vec<f64> =
            edges.filter(|number| (0.0..=1.0).contains(number)).chain([0.0, 1.0]).collect();
        numbers.sort_by(f64::total_cmp);
        numbers.dedup();
        // The truth comes first, so that a tie goes to it.
        let all: Vec<Candidate> = std::iter::once(p.get())
            .chain(numbers)
            .map(|stated| Candidate {
                stated,
                accepted: judge.passes(stated),
                objects: bob.map_or(0.0, |bob| bob.objects(stated)),
            })
            .collect();
        let blocks = all[1..].chunks(BLOCK).map(Block::of).collect();
        Self { all, blocks }
    }

    /// How many looks a best number takes, about.
    pub fn looks(&self) -> usize {
        self.blocks.len() + 2 * BLOCK
    }

    /// The best number, within 10^-14, and what comes of it. Blocks that hold nothing better than
    /// what was found already are passed over.
    pub fn best(&self, answer: BobsAnswer, values: [f64; 2]) -> (f64, RoundOutcome) {
        let outcome = |c: &Candidate| exactly(c.stated, c.accepted, c.objects, answer);
        let worth = |c: &Candidate| outcome(c).worth(values);
        let members = |block: usize| {
            let from = 1 + block * BLOCK;
            &self.all[from..(from + BLOCK).min(self.all.len())]
        };
        let (mut best, mut most) = (&self.all[0], worth(&self.all[0]));
        let mut look = |block: usize, most: &mut f64| {
            for candidate in members(block) {
                let worth = worth(candidate);
                if worth > *most + NO_GAIN {
                    (best, *most) = (candidate, worth);
                }
            }
        };
        // What a good number is worth shows that most blocks hold no better one.
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
        (best.stated, outcome(best))
    }
}

impl Block {
    fn of(candidates: &[Candidate]) -> Self {
        let span = |part: fn(&Candidate) -> f64| {
            candidates
                .iter()
                .map(part)
                .fold([f64::INFINITY, f64::NEG_INFINITY], |[a, b], x| [a.min(x), b.max(x)])
        };
        Self {
            stated: span(|c| c.stated),
            accepted: span(|c| c.accepted),
            objects: span(|c| c.objects),
        }
    }

    /// No candidate of the block is worth more than this.
    fn bound(&self, answer: BobsAnswer, values: [f64; 2]) -> f64 {
        let [least, most] = self.accepted;
        let after = |bit: usize| {
            let onward = values[bit];
            match answer {
                BobsAnswer::Settled(aborts) if aborts[bit] => most,
                BobsAnswer::Settled(_) => onward,
                BobsAnswer::Below(limit) if least >= limit[bit] => onward,
                BobsAnswer::Below(limit) if most < limit[bit] => most,
                BobsAnswer::Below(limit) => onward.max(limit[bit]),
                BobsAnswer::Checks(_) => {
                    let worth = |objects: f64| objects * most + (1.0 - objects) * onward;
                    worth(self.objects[0]).max(worth(self.objects[1]))
                }
            }
        };
        let [zero, one] = [after(0), after(1)];
        let worth = |stated: f64| stated * one + (1.0 - stated) * zero;
        worth(self.stated[0]).max(worth(self.stated[1]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(count: u64, tolerance: f64) -> Samples {
        Samples { count, tolerance }
    }

    #[test]
    fn an_outcome_is_a_probability_distribution() {
        let p = Probability::new(0.3).unwrap();
        let judge = Checker::new(samples(500, 0.05), p).unwrap();
        let bob = Checker::new(samples(100, 0.1), p).unwrap();
        let law = Binomial::new(200, p).unwrap();
        let mean = Mean::new(&law, &judge);
        let values = [0.2, 0.97];
        for outcome in [
            Mean::checked(&law, &judge, &bob),
            mean.outcome(BobsAnswer::Below(values)),
            mean.outcome(BobsAnswer::Settled([true, false])),
            exactly(
                0.33,
                judge.passes(0.33),
                bob.objects(0.33),
                BobsAnswer::Checks(samples(100, 0.1)),
            ),
            Candidates::new(p, &judge, Some(&bob)).best(BobsAnswer::Below(values), values).1,
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
        let fast = Mean::new(&law, &judge).outcome(BobsAnswer::Below(values));
        assert!((fast.worth(values) - slow.worth(values)).abs() < 1e-14);
        assert!((fast.abort - slow.abort).abs() < 1e-14);
    }

    #[test]
    fn no_grid_finds_a_better_number_than_the_candidates() {
        let p = Probability::new(0.3).unwrap();
        let judge = Checker::new(samples(400, 0.05), p).unwrap();
        let check = samples(90, 0.12);
        let bob = Checker::new(check, p).unwrap();
        let candidates = Candidates::new(p, &judge, Some(&bob));
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
