//! Counts over many debates, and what they say of rates.

use crate::debate::End;
use crate::rules::{Cost, Seat, Side};

/// Counts over many debates.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// How many debates.
    pub debates: u64,
    /// How many Alice won.
    pub alice_wins: u64,
    /// In how many the claim was true or false as a matter of fact.
    pub settled: u64,
    /// In how many of those the party whose claim is true won.
    pub right: u64,
    /// How many rulings were right and how many there were, where debates are scored by rulings.
    pub rulings: Option<(u64, u64)>,
    paid: f64,
    paid_squared: f64,
    with_payoff: u64,
    costs: [[u128; Cost::ALL.len()]; 3],
}

/// A rate with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// The rate found.
    pub rate: f64,
    /// The interval's lower end.
    pub low: f64,
    /// The interval's upper end.
    pub high: f64,
}

/// The mean and spread of what Alice was paid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Payoff {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub sd: f64,
}

impl Rate {
    /// The rate of `hits` in `all`, with Wilson's interval at 95 %.
    pub fn of(hits: u64, all: u64) -> Self {
        const Z: f64 = 1.959_963_984_540_054;
        let n = all.max(1) as f64;
        let rate = hits as f64 / n;
        let middle = (rate + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
        let spread = rate * (1.0 - rate) / n + Z * Z / (4.0 * n * n);
        let half = Z / (1.0 + Z * Z / n) * spread.sqrt();
        // At 0 and at all, rounding could leave the rate itself just outside.
        Self { rate, low: (middle - half).clamp(0.0, rate), high: (middle + half).clamp(rate, 1.0) }
    }
}

impl Tally {
    /// Counts a debate.
    pub fn count(&mut self, end: &End) {
        let outcome = &end.outcome;
        self.debates += 1;
        self.rulings = added(self.rulings, end.rulings);
        self.alice_wins += u64::from(outcome.winner == Side::Alice);
        if let Some(truth) = end.truth {
            self.settled += 1;
            self.right += u64::from(outcome.winner == Side::of_claim(truth));
        }
        if let Some(paid) = outcome.payoff {
            self.with_payoff += 1;
            self.paid += paid;
            self.paid_squared += paid * paid;
        }
        for seat in Seat::ALL {
            for cost in Cost::ALL {
                self.costs[seat.index()][cost as usize] +=
                    u128::from(end.costs[seat.index()][cost as usize]);
            }
        }
    }

    /// Both counts together.
    pub fn and(mut self, other: &Self) -> Self {
        self.debates += other.debates;
        self.alice_wins += other.alice_wins;
        self.settled += other.settled;
        self.right += other.right;
        self.rulings = added(self.rulings, other.rulings);
        self.with_payoff += other.with_payoff;
        self.paid += other.paid;
        self.paid_squared += other.paid_squared;
        for (mine, others) in self.costs.iter_mut().zip(&other.costs) {
            for (mine, other) in mine.iter_mut().zip(others) {
                *mine += other;
            }
        }
        self
    }

    /// How often Alice won.
    pub fn rate(&self) -> Rate {
        Rate::of(self.alice_wins, self.debates)
    }

    /// How often a ruling was right, if debates are scored by rulings.
    pub fn right_rulings(&self) -> Option<Rate> {
        self.rulings.map(|(right, all)| Rate::of(right, all))
    }

    /// What Alice was paid, if debates had payoffs.
    pub fn payoff(&self) -> Option<Payoff> {
        let n = self.with_payoff as f64;
        (self.with_payoff > 0).then(|| {
            let mean = self.paid / n;
            Payoff { mean, sd: (self.paid_squared / n - mean * mean).max(0.0).sqrt() }
        })
    }

    /// What each party paid of each kind, on average, where anything was paid.
    pub fn costs(&self) -> impl Iterator<Item = (Seat, Cost, f64)> + '_ {
        let all = Seat::ALL.into_iter().flat_map(|seat| Cost::ALL.map(|cost| (seat, cost)));
        all.map(|(seat, cost)| {
            (
                seat,
                cost,
                self.costs[seat.index()][cost as usize] as f64 / self.debates.max(1) as f64,
            )
        })
        .filter(|(_, _, mean)| *mean > 0.0)
    }
}

fn added(one: Option<(u64, u64)>, other: Option<(u64, u64)>) -> Option<(u64, u64)> {
    match (one, other) {
        (Some((a, b)), Some((c, d))) => Some((a + c, b + d)),
        (one, other) => one.or(other),
    }
}
