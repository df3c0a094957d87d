//! The common part of the analysis of cross-examinations.

use crate::analysis::Hypothesis;
use crate::analysis::honest::Opponents;
use crate::rules::Seat;

/// The opponents that the report tries. If a prover has few choices, the report tries all of them. Otherwise it
/// tries `lies`, the strategies that lie at one step, as written in files. `lies` is `None` if there are too
/// many to try.
pub(super) fn over_lies(lies: Option<Vec<String>>) -> Opponents<'static> {
    let class = lies.map(|lies| {
        let by = move |seat| if seat == Seat::Alice { lies.clone() } else { Vec::new() };
        ("every lie at one step", Box::new(by) as _)
    });
    Opponents { budget: 100_000, class }
}

/// The hypothesis of Theorem 5.3 that all players share one oracle. `differ` is true if they have different oracles.
pub(super) fn one_oracle(differ: bool) -> Hypothesis {
    let why = "the players have different oracles, and some are wrong";
    Hypothesis::unless("all players share one oracle", differ.then_some(why))
}
