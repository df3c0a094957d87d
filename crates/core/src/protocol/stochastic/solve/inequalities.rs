//! What the Lean proof asks of a setting, inequality by inequality (`Params`).

use crate::protocol::stochastic::{Proved, Tolerances};

/// An inequality that the Lean proof asks for, with its numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inequality {
    /// It, in the names of the Lean file.
    pub what: &'static str,
    /// The number on the left.
    pub left: f64,
    /// Whether it must be smaller, and not merely no larger.
    pub strict: bool,
    /// The number on the right.
    pub right: f64,
}

impl Inequality {
    /// Whether it holds.
    pub fn holds(&self) -> bool {
        if self.strict { self.left < self.right } else { self.left <= self.right }
    }
}

impl Tolerances {
    /// Everything that the Lean proof asks of a setting, with its numbers: that it is valid, and that
    /// it proves d on both sides, where a claim that must be decided is right with probability `w`.
    pub fn inequalities(&self, k: f64, steps: u64, w: f64, d: f64) -> Vec<Inequality> {
        let &Self { c, s, b, q, v } = self;
        let Proved { completeness, .. } = self.bounds(steps, w, [k * c, k * b]);
        let Proved { soundness, .. } = self.bounds(steps, 1.0 - w, [k * c, k * b]);
        let row = |what, left, strict, right| Inequality { what, left, strict, right };
        vec![
            row("0 < c", 0.0, true, c),
            row("c < s", c, true, s),
            row("s < b", s, true, b),
            row("b ≤ 1", b, false, 1.0),
            row("0 < q", 0.0, true, q),
            row("q ≤ v", q, false, v),
            row("v ≤ 1", v, false, 1.0),
            row("K·b ≤ w", k * b, false, w),
            row("d ≤ (1 − v)(w − K·c − (1 − (1 − q)^T))", d, false, completeness),
            row("d ≤ (1 − v)(1 − q)^T (w − K·b)", d, false, soundness),
        ]
    }
}
