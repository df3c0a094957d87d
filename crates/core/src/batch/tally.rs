//! Counts over many debates, with rates and averages. All sums are exact, so the slices of a run
//! add up to exactly the same counts as the complete run.

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use super::exact_sum::{ExactSum, variance_of_counts};
use crate::analysis::{Rate, SampleMean, Value, half_of};
use crate::debate::DebateResult;
use crate::rules::{Cost, Seat, Side};

/// An upper limit for counts in a valid file. No real run reaches it.
const MOST: u64 = 1 << 48;

/// The counts over many debates.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    /// The number of debates.
    pub debates: u64,
    /// The number of debates that Alice won.
    pub alice_wins: u64,
    /// The number of debates in which the claim has a truth value.
    pub settled: u64,
    /// The number of debates that the prover with the true claim won.
    pub right: u64,
    /// The number of correct rulings, and of all rulings. `None` if debates are not scored by
    /// rulings.
    pub rulings: Option<(u64, u64)>,
    /// The number of Alice's correct answers, and of all her answers. `None` if she does not choose
    /// her answer.
    #[serde(default)]
    pub answers: Option<(u64, u64)>,
    payments: Payments,
    by_truth: [TruthSplit; 2],
    costs: [[PaymentSum; Cost::ALL.len()]; 3],
}

/// Counts of the debates in which the claim was true, or of those in which it was false.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TruthSplit {
    /// The number of debates.
    pub debates: u64,
    /// The number of debates that Alice won.
    pub alice_wins: u64,
    payments: Payments,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Payments {
    number: u64,
    sum: ExactSum,
    squares: ExactSum,
}

/// The sum of one seat's costs of one kind, and the sum of their squares. `carries` counts how
/// often the sum of squares overflowed 128 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct PaymentSum {
    sum: u128,
    squares: u128,
    carries: u64,
}

/// The mean and the standard deviation of Alice's payments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PayoffStats {
    /// The average amount.
    pub mean: f64,
    /// The standard deviation of a single payment.
    pub sd: f64,
    /// The standard error of the mean. It is infinite after one debate.
    pub se: f64,
}

/// The average cost of one seat in a debate, for one kind of cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Costs {
    /// The seat that has the cost.
    pub seat: Seat,
    /// The kind of cost.
    pub cost: Cost,
    /// The average amount.
    pub mean: f64,
    /// The standard error of the mean. It is infinite after one debate.
    pub se: f64,
}

impl PayoffStats {
    /// The normal 95 % interval of the mean.
    pub fn interval(&self) -> [f64; 2] {
        self.among(1)
    }

    /// A normal interval of the mean. If `many` such intervals are made, all are correct with
    /// probability 95 % (Bonferroni).
    pub fn among(&self, many: usize) -> [f64; 2] {
        let half = half_of(many) * self.se;
        [self.mean - half, self.mean + half]
    }
}

impl Payments {
    fn add(&mut self, paid: Option<f64>) {
        let Some(paid) = paid else { return };
        self.number += 1;
        self.sum.add(paid);
        self.squares.add_square(paid);
    }

    fn and(&mut self, other: &Self) {
        self.number += other.number;
        self.sum.and(&other.sum);
        self.squares.and(&other.squares);
    }

    fn payoff(&self) -> Option<PayoffStats> {
        let n = self.number as f64;
        (self.number > 0).then(|| {
            let sd = self.sum.variance(&self.squares, self.number).sqrt();
            PayoffStats { mean: self.sum.value() / n, sd, se: error(sd, self.number) }
        })
    }
}

/// The standard error of a mean of `n` numbers, from their standard deviation.
fn error(sd: f64, n: u64) -> f64 {
    if n < 2 { f64::INFINITY } else { sd / ((n - 1) as f64).sqrt() }
}

impl PaymentSum {
    /// Returns whether the numbers are small enough to add many such sums without overflow.
    fn is_possible(&self) -> bool {
        self.sum <= u128::from(u64::MAX) * u128::from(MOST) && self.carries <= MOST
    }

    fn add(&mut self, paid: u64) {
        if paid > 0 {
            let paid = u128::from(paid);
            self.and(&Self { sum: paid, squares: paid * paid, carries: 0 });
        }
    }

    fn and(&mut self, other: &Self) {
        let (squares, carry) = self.squares.overflowing_add(other.squares);
        self.sum += other.sum;
        self.squares = squares;
        self.carries += other.carries + u64::from(carry);
    }

    fn variance(&self, n: u64) -> f64 {
        let squares = (BigUint::from(self.carries) << 128) + BigUint::from(self.squares);
        variance_of_counts(self.sum, &squares, n)
    }
}

impl TruthSplit {
    /// The share of the debates that Alice won.
    pub fn rate(&self) -> Rate {
        Rate::from_counts(self.alice_wins, self.debates)
    }

    /// The statistics of Alice's payments. `None` if the debates had no payments.
    pub fn payoff(&self) -> Option<PayoffStats> {
        self.payments.payoff()
    }
}

impl Tally {
    /// Counts a debate.
    pub fn count(&mut self, end: &DebateResult) {
        let outcome = &end.outcome;
        let won = u64::from(outcome.winner == Side::Alice);
        self.debates += 1;
        self.rulings = added(self.rulings, end.rulings);
        let answer = end.answer_is_right.map(|right| (u64::from(right), 1));
        self.answers = added(self.answers, answer);
        self.alice_wins += won;
        if let Some(truth) = end.truth {
            let split = &mut self.by_truth[usize::from(truth)];
            self.settled += 1;
            self.right += u64::from(end.right_won() == Some(true));
            split.debates += 1;
            split.alice_wins += won;
            split.payments.add(outcome.payoff);
        }
        self.payments.add(outcome.payoff);
        for (mine, paid) in self.costs.iter_mut().flatten().zip(end.costs.iter().flatten()) {
            mine.add(*paid);
        }
    }

    /// Returns whether these counts are possible for this many debates: they must not contradict
    /// each other.
    pub fn is_of(&self, debates: u64) -> bool {
        let within = |some: Option<(u64, u64)>, most| some.is_none_or(|(a, b)| a <= b && b <= most);
        let [no, yes] = &self.by_truth;
        let split = |split: &TruthSplit| {
            split.alice_wins <= split.debates && split.payments.number <= split.debates
        };
        self.debates <= debates
            && self.alice_wins <= self.debates
            && self.right <= self.settled
            && self.settled <= self.debates
            && no.debates.checked_add(yes.debates) == Some(self.settled)
            && self.by_truth.iter().all(split)
            && self.payments.number <= self.debates
            && within(self.answers, self.debates)
            && within(self.rulings, MOST)
            && self.costs.iter().flatten().all(PaymentSum::is_possible)
    }

    /// Adds the counts of both.
    pub fn and(mut self, other: &Self) -> Self {
        self.debates += other.debates;
        self.alice_wins += other.alice_wins;
        self.settled += other.settled;
        self.right += other.right;
        self.rulings = added(self.rulings, other.rulings);
        self.answers = added(self.answers, other.answers);
        self.payments.and(&other.payments);
        for (mine, other) in self.by_truth.iter_mut().zip(&other.by_truth) {
            mine.debates += other.debates;
            mine.alice_wins += other.alice_wins;
            mine.payments.and(&other.payments);
        }
        for (mine, other) in self.costs.iter_mut().flatten().zip(other.costs.iter().flatten()) {
            mine.and(other);
        }
        self
    }

    /// Removes the counts that reveal whether the claim was true, or who was right.
    pub fn forget_truth(&mut self) {
        (self.settled, self.right, self.rulings, self.answers) = (0, 0, None, None);
        self.by_truth = Default::default();
    }

    /// The share of the debates that Alice won.
    pub fn rate(&self) -> Rate {
        Rate::from_counts(self.alice_wins, self.debates)
    }

    /// Alice's average payment, or her winning rate if there are no payments; then the ends of the
    /// 95 % interval. After a single payment, both ends are the payment itself.
    pub fn shown(&self) -> (f64, f64, f64) {
        match self.payoff() {
            Some(paid) if paid.se.is_finite() => {
                let [low, high] = paid.interval();
                (paid.mean, low, high)
            }
            Some(paid) => (paid.mean, paid.mean, paid.mean),
            None => {
                let Rate { rate, low, high, .. } = self.rate();
                (rate, low, high)
            }
        }
    }

    /// The share of correct rulings. `None` if debates are not scored by rulings.
    pub fn right_rulings(&self) -> Option<Rate> {
        self.rulings.map(|(right, all)| Rate::from_counts(right, all))
    }

    /// The share of Alice's correct answers. `None` if she does not choose her answer.
    pub fn right_answers(&self) -> Option<Rate> {
        self.answers.map(|(right, all)| Rate::from_counts(right, all))
    }

    /// The debates in which the claim had this truth value.
    pub fn where_claim_is(&self, truth: bool) -> &TruthSplit {
        &self.by_truth[usize::from(truth)]
    }

    /// The statistics of Alice's payments. `None` if the debates had no payments.
    pub fn payoff(&self) -> Option<PayoffStats> {
        self.payments.payoff()
    }

    /// Alice's expected value, estimated from these debates: her average payment, or her winning
    /// rate if there are no payments. `None` if no debate was played.
    pub fn value(&self) -> Option<Value> {
        let sampled = match self.payoff() {
            Some(paid) => SampleMean::payments(self.debates, paid.mean, paid.interval()),
            None => SampleMean::share(self.alice_wins, self.debates),
        };
        (self.debates > 0).then_some(Value::Estimated(sampled))
    }

    /// The average costs of each seat by kind. Queries are always listed. Other kinds are listed
    /// only if a seat had such costs.
    pub fn costs(&self) -> impl Iterator<Item = Costs> + '_ {
        let n = self.debates.max(1);
        Cost::by_seat()
            .map(|(seat, cost)| (seat, cost, self.costs[seat.index()][cost as usize]))
            .filter(|(_, cost, spent)| cost.is_query() || spent.sum > 0)
            .map(move |(seat, cost, spent)| Costs {
                seat,
                cost,
                mean: spent.sum as f64 / n as f64,
                se: error(spent.variance(n).sqrt(), self.debates),
            })
    }
}

fn added(one: Option<(u64, u64)>, other: Option<(u64, u64)>) -> Option<(u64, u64)> {
    match (one, other) {
        (Some((a, b)), Some((c, d))) => Some((a + c, b + d)),
        (one, other) => one.or(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Outcome;

    #[test]
    fn a_rate_lies_in_its_interval_and_certainty_is_never_claimed() {
        for all in [1, 2, 7, 1_000, u64::from(u32::MAX)] {
            for hits in [0, 1, all / 2, all - 1, all] {
                let Rate { rate, low, high, .. } = Rate::from_counts(hits, all);
                assert!(low <= rate && rate <= high, "{hits} of {all}");
                assert!(0.0 <= low && high <= 1.0 && high - low > 0.0, "{hits} of {all}");
            }
        }
        let nothing = Rate::from_counts(0, 0);
        assert_eq!((nothing.rate, nothing.low), (0.0, 0.0));
        assert!(nothing.high < 1.0);
    }

    fn end(winner: Side, payoff: Option<f64>, truth: Option<bool>) -> DebateResult {
        let outcome = Outcome { winner, payoff };
        let (right, rulings, answer_is_right) = (truth.map(Side::of_claim), None, truth);
        DebateResult {
            outcome,
            truth,
            right,
            rulings,
            answer_is_right,
            costs: [[3; Cost::ALL.len()]; 3],
        }
    }

    fn tally(ends: &[DebateResult]) -> Tally {
        let mut tally = Tally::default();
        ends.iter().for_each(|end| tally.count(end));
        tally
    }

    #[test]
    fn payments_are_shown_by_their_mean_within_its_standard_error() {
        let ends = [1.0, 2.0, 4.0].map(|paid| end(Side::Alice, Some(paid), None));
        // The squared deviations from the mean 7/3 sum to 14/3. Divide by 2 degrees of freedom and
        // by 3 payments.
        let half = 1.959_964 * (14.0f64 / 3.0 / 2.0 / 3.0).sqrt();
        let (mid, low, high) = tally(&ends).shown();
        let wanted = [7.0 / 3.0, 7.0 / 3.0 - half, 7.0 / 3.0 + half];
        for (found, wanted) in [mid, low, high].into_iter().zip(wanted) {
            assert!((found - wanted).abs() < 1e-5, "{found} {wanted}");
        }
        assert_eq!(tally(&ends[..1]).shown(), (1.0, 1.0, 1.0));
        let won = tally(&[end(Side::Alice, None, None)]);
        assert_eq!(won.shown(), (1.0, won.rate().low, won.rate().high));
    }

    #[test]
    fn parts_of_a_run_add_up_to_the_run_in_any_order() {
        let ends = [
            end(Side::Alice, Some(0.1), Some(true)),
            end(Side::Bob, Some(-7.25), Some(true)),
            end(Side::Bob, None, Some(false)),
            end(Side::Alice, Some(1e9), None),
        ];
        let whole = tally(&ends);
        assert_eq!((whole.debates, whole.alice_wins, whole.settled, whole.right), (4, 2, 3, 2));
        for cut in 0..=ends.len() {
            let (first, second) = ends.split_at(cut);
            assert_eq!(tally(first).and(&tally(second)), whole, "cut at {cut}");
            assert_eq!(tally(second).and(&tally(first)), whole, "cut at {cut}, turned");
        }
    }
}
