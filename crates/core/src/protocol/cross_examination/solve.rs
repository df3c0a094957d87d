//! What is the same in the analysis of every cross-examination.

use crate::analysis::Hypothesis;
use crate::analysis::honest::Opponents;
use crate::rules::Seat;

/// Everything that a prover may do if it is little; else the Alices who lie at one step, as they are
/// written in files: none if they are too many to be gone through.
pub(super) fn over_lies(lies: Option<Vec<String>>) -> Opponents<'static> {
    let class = lies.map(|lies| {
        let by = move |seat| if seat == Seat::Alice { lies.clone() } else { Vec::new() };
        ("every lie at one step", Box::new(by) as _)
    });
    Opponents { budget: 100_000, class }
}

/// Theorem 5.3 speaks of one oracle for all; whether the seats' differ.
pub(super) fn one_oracle(differ: bool) -> Hypothesis {
    let why = "the seats have oracles of their own, and some are wrong";
    Hypothesis::unless("one oracle for all", differ.then_some(why))
}
