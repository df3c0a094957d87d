//! A long deterministic plan that a few numbers describe: a linear-feedback shift register.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::{Op, Plan, PlanBuilder, PlanCode, PlanError};
use crate::machine::{Bits, Input, Source, Step};

/// Why a shift register was refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ShiftRegisterError {
    /// There are no taps, or a tap is 0.
    #[error("taps say how far back each step reads. Write at least one, and only numbers from 1")]
    Taps,
    /// The number of start bits is wrong.
    #[error("the largest tap is {furthest}, so the start needs {furthest} bits, not {given}")]
    Start {
        /// The largest tap.
        furthest: usize,
        /// The number of bits that were given.
        given: usize,
    },
    /// There are too few or too many steps.
    #[error("a shift register can have from {least} to 10,000,000 steps, not {given}")]
    Steps {
        /// The number of start bits plus one.
        least: usize,
        /// The number of steps that was given.
        given: u64,
    },
    /// The plan has another error.
    #[error(transparent)]
    Plan(#[from] PlanError),
}

/// The code of a register. The key is its number of steps and its taps.
type KnownRegisters = ((u64, Vec<u32>), Weak<PlanCode>);

/// The code of all registers in use. The longest register with two taps takes 200 MB.
static OPEN: Mutex<Vec<KnownRegisters>> = Mutex::new(Vec::new());

/// The plan of a register with `steps` steps. The first steps copy the input bits `start`. Every later step is the xor
/// of the earlier steps at the distances `taps`. One flipped bit can affect all later steps. Plans with the same steps
/// share their code.
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
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    open.retain(|(_, code)| code.strong_count() > 0);
    let this = |((long, read), _): &&KnownRegisters| *long == steps && read == taps;
    if let Some(code) = open.iter().find(this).and_then(|(_, code)| code.upgrade()) {
        return Ok(Plan { code, inputs: start.clone() });
    }
    let plan = build(steps, taps, start, furthest)?;
    open.push(((steps, taps.to_vec()), Arc::downgrade(&plan.code)));
    Ok(plan)
}

fn build(steps: u64, taps: &[u32], start: &Bits, furthest: usize) -> Result<Plan, PlanError> {
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
    plan.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_of_the_same_steps_share_them_and_not_their_start() {
        let of = |taps: &[u32], start: &str| {
            shift_register(40, taps, &start.parse().expect("bits")).expect("a register")
        };
        let (one, other) = (of(&[3, 2], "101"), of(&[3, 2], "011"));
        assert!(Arc::ptr_eq(&one.code, &other.code));
        assert!(!Arc::ptr_eq(&one.code, &of(&[3, 1], "101").code));
        assert_eq!(one.evaluate().to_string().get(..6), Some("101110"));
        assert_eq!(other.evaluate().to_string().get(..6), Some("011100"));
    }
}
