//! How Alice states in a round, and what the round is before what follows it is known.

use super::question::{BobsAnswer, Candidates, Checker, Mean, exactly};
use super::round::RoundOutcome;

/// What Alice does at an ask, so far as one round goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Stating {
    /// States the mean of so many samples.
    Mean(u64),
    /// States this.
    Exactly(f64),
    /// States what is best against this answer, these being her chances of winning after the bits.
    Best(BobsAnswer, [f64; 2]),
}

/// What depends only on an ask's probability, on how Alice states and on what Bob draws: computed
/// once for each.
#[derive(Debug)]
pub(super) enum Kernel {
    /// The same, whatever follows.
    Fixed(RoundOutcome),
    /// The mean of samples, where Bob draws none.
    Mean(Mean),
    /// One number, where Bob draws no samples.
    Exactly { stated: f64, accepted: f64 },
    /// The number that is best for her.
    Free(Candidates),
    /// A number chosen elsewhere.
    Given { judge: Checker, bob: Option<Checker> },
}

/// How a kernel's number comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum How {
    /// As the mean of so many samples.
    Mean(u64),
    /// It is this one, by its bits.
    Exactly(u64),
    /// It is the best.
    Free,
    /// It was chosen elsewhere.
    Given,
}

impl Stating {
    pub fn how(self) -> How {
        match self {
            Self::Mean(n) => How::Mean(n),
            Self::Exactly(stated) => How::Exactly(stated.to_bits()),
            Self::Best(..) => How::Free,
        }
    }
}

impl Kernel {
    /// What it comes to where the number does not depend on what follows.
    pub fn settled(&self, answer: BobsAnswer) -> RoundOutcome {
        match self {
            Self::Fixed(outcome) => *outcome,
            Self::Mean(mean) => mean.outcome(answer),
            Self::Exactly { stated, accepted } => exactly(*stated, *accepted, 0.0, answer),
            Self::Free(_) | Self::Given { .. } => RoundOutcome::default(),
        }
    }
}

/// A gate: the judge accepts what equals its value, and nothing else, for free.
pub(super) fn gate_round(stated: bool, gate: bool, answer: BobsAnswer) -> RoundOutcome {
    let right = stated == gate;
    // Who checks a gate looks at it.
    exactly(f64::from(stated), f64::from(right), f64::from(!right), answer)
}
