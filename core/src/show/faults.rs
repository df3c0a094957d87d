//! What keeps a debate from being played at all, in words.

use std::error::Error;
use std::fmt;

use super::number::count;
use crate::protocol::stochastic::{ConstantsError, Threshold};
use crate::protocol::twins::{MOST_INPUTS, MOST_ROUNDS, TooLarge, TwinsError};
use crate::protocol::world::{MOST_DRAWN_LEAVES, Undrawable};
use crate::protocol::{bisection, cross_examination, prover_estimator, recursive, tableau};

impl fmt::Display for cross_examination::Unsure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the oracle is unsure at step {}: cross-examination needs every probability to be 0 \
             or 1; use the stochastic protocol instead",
            self.0
        )
    }
}

impl Error for cross_examination::Unsure {}

impl fmt::Display for tableau::NoSuchOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        no_such_output(self.0, f)
    }
}

impl Error for tableau::NoSuchOutput {}

impl fmt::Display for bisection::BisectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Unsure(step) => write!(
                f,
                "the oracle is unsure at step {step}: bisection needs every probability to be 0 \
                 or 1; use the stochastic protocol instead"
            ),
            Self::NoSuchOutput(claim) => no_such_output(claim, f),
        }
    }
}

impl Error for bisection::BisectionError {}

impl fmt::Display for TwinsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyInputs(inputs) => {
                write!(
                    f,
                    "twins are drawn from all inputs: at most {MOST_INPUTS} of them, not {inputs}"
                )
            }
            Self::Constant => {
                f.write_str("the function depends on no input, so that no two inputs are twins")
            }
            Self::Rounds(rounds) => {
                let most = count(MOST_ROUNDS.into());
                write!(f, "play 1 to {most} rounds, not {rounds}")
            }
        }
    }
}

impl Error for TwinsError {}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cells, reads, pairs } = self;
        write!(
            f,
            "the best judge is found for smaller games: {pairs} pairs of twins with {cells} bits \
             to read, {reads} at a time, are too many to look through"
        )
    }
}

impl Error for TooLarge {}

/// No state of a machine accepts, or none rejects.
fn no_such_output(claim: bool, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (accepts, key) = if claim { ("accepts", "accept:") } else { ("rejects", "reject:") };
    write!(f, "no state of the machine {accepts}: name one with `{key}`")
}

impl fmt::Display for Undrawable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Leaves(leaves) => write!(
                f,
                "{leaves} uncertain leaves are too many to draw one by one (at most \
                 {MOST_DRAWN_LEAVES}): use fewer, or the worlds `one-false`"
            ),
            Self::Weights => f.write_str("the worlds have no weight"),
        }
    }
}

impl Error for Undrawable {}

impl fmt::Display for recursive::RecursiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Blocks(claim) => write!(
                f,
                "claim `{claim}` rests on majorities of pieces: recursive debate takes plain \
                 rules; hold a prover-estimator debate instead"
            ),
            Self::World(error) => error.fmt(f),
        }
    }
}

impl Error for recursive::RecursiveError {}

impl fmt::Display for prover_estimator::ProverEstimatorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Epsilon(error) => error.fmt(f),
            Self::Ratio(error) => error.fmt(f),
            Self::Brittle { claim, rho } => write!(
                f,
                "claim `{claim}` is brittle (ρ = {rho:.3}, at least 1): Thm 6.1 gives no ratio \
                 there. Give a `ratio` of your own, or the `rho` to be withstood"
            ),
            Self::Unknown => f.write_str(
                "there are too many worlds to find the default ratio: give a `ratio` of your own, \
                 or the `rho` to be withstood",
            ),
            Self::Rho(rho) => write!(
                f,
                "ρ = {rho} makes no sense: write a number from 0 to below 1, such as 0.28"
            ),
            Self::Misfit(error) => error.fmt(f),
            Self::World(error) => error.fmt(f),
        }
    }
}

impl Error for prover_estimator::ProverEstimatorError {}

impl fmt::Display for prover_estimator::NotARatio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ratio = self.0;
        write!(
            f,
            "the reward ratio {ratio} makes no sense: write a number above 0 and up to 1,000,000"
        )
    }
}

impl Error for prover_estimator::NotARatio {}

impl fmt::Display for ConstantsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lipschitz(k) => {
                write!(f, "K = {k} is not a Lipschitz constant: write a number above 0")
            }
            Self::Samples { seat, samples } => {
                let whose = seat.name();
                write!(f, "{whose} cannot draw {samples} samples: write a count from 1 to 2^53")
            }
            Self::Tolerance { of, tolerance } => {
                let whose = match of {
                    Threshold::C => "Alice's",
                    Threshold::S => "Bob's lower",
                    Threshold::B => "Bob's upper",
                    Threshold::Bob => "Bob's",
                    Threshold::Judge => "the judge's",
                };
                write!(f, "{whose} tolerance {tolerance} must be above 0 and at most 1")
            }
            Self::Order { low: (low, less), high: (high, more) } => {
                let name = |threshold: &Threshold| match threshold {
                    Threshold::C => "c",
                    Threshold::S => "s",
                    Threshold::B => "b",
                    Threshold::Bob => "Bob's tolerance",
                    Threshold::Judge => "the judge's tolerance",
                };
                let (low, high) = (name(low), name(high));
                write!(
                    f,
                    "thresholds out of order: {low} ({less}) must be less than {high} ({more})"
                )
            }
            Self::Failures { q, v } => write!(
                f,
                "q ({q}) must be at most v ({v}): else the theorem does not speak of these constants"
            ),
            Self::Failure { name, value } => write!(
                f,
                "{name} = {value} must be between 0 and 1: it is a probability of failing"
            ),
        }
    }
}

impl Error for ConstantsError {}

/// Why the theorem promises an honest Bob nothing, K·b being so much.
pub fn above_the_promise(k_b: f64) -> String {
    format!(
        "K·b = {} is above 2/3, which no setting of the theorem allows (Lean `Params`, K·b ≤ w): it \
         promises an honest Bob nothing",
        (k_b * 1e6).round() / 1e6
    )
}
