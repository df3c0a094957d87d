//! A long deterministic plan from a few numbers: a linear-feedback shift register.

use super::{Op, Plan, PlanBuilder, PlanError};
use crate::machine::{Bits, Input, Source, Step};

/// Why a shift register was refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ShiftRegisterError {
    /// No taps, or a tap that reads nothing.
    #[error("taps say how far back each step reads: give at least one, all of them 1 or more")]
    Taps,
    /// The wrong number of start bits.
    #[error("the furthest tap is {furthest}, so the start needs {furthest} bits, not {given}")]
    Start {
        /// The furthest tap.
        furthest: usize,
        /// How many bits were given.
        given: usize,
    },
    /// Fewer steps than start bits, or too many.
    #[error("a shift register has from {least} to 10,000,000 steps, not {given}")]
    Steps {
        /// One more than the start bits.
        least: usize,
        /// How many were asked for.
        given: u64,
    },
    /// Anything else that a plan refuses.
    #[error(transparent)]
    Plan(#[from] PlanError),
}

/// The plan of `steps` steps whose first steps copy the inputs `start` and whose every later step
/// is the xor of the steps `taps` before it. One flipped bit spreads over everything after it.
pub fn shift_register(steps: u64, taps: &[u32], start: &Bits) -> Result<Plan, ShiftRegisterError> {
    let furthest = taps.iter().copied().max().unwrap_or(0) as usize;
    if furthest == 0 || taps.contains(&0) {
        return Err(ShiftRegisterError::Taps);
    }
    if start.len() != furthest {
        return Err(ShiftRegisterError::Start { furthest, given: start.len() });
    }
    if steps <= furthest as u64 || steps > super::MOST_STEPS as u64 {
        return Err(ShiftRegisterError::Steps { least: furthest + 1, given: steps });
    }
    let mut plan = PlanBuilder::over(start.iter());
    let mut sources = Vec::with_capacity(taps.len());
    for at in 0..steps as usize {
        sources.clear();
        if at < furthest {
            plan.step(Op::Copy, &[Source::input(Input::at(at))])?;
        } else {
            sources.extend(taps.iter().map(|&tap| Source::step(Step::at(at - tap as usize))));
            plan.step(Op::Xor, &sources)?;
        }
    }
    Ok(plan.finish()?)
}
