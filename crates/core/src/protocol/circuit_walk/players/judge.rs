//! Judges: what they read, and how they rule.

use crate::protocol::CircuitWalk;
use crate::rules::{Cell, Move, Side, View};
use crate::strategy::Choice;
use crate::strategy::judges::Verified;

/// The judge follows the path pointer by pointer and reads the input at its end. What it has read of x may
/// decide before that.
impl Verified for CircuitWalk {
    fn next_read(view: View<'_, Self>) -> Result<Choice, Cell> {
        let decided = view.must_rule() && view.decided().is_some();
        view.needed().filter(|_| !decided).map_or_else(|| Ok(Self::believe(view)), Err)
    }

    /// What decides is the path and one input.
    fn decided_after(view: View<'_, Self>) -> Option<u64> {
        view.must_rule().then(|| view.pointer() as u64 + 1)
    }

    fn believe(view: View<'_, Self>) -> Choice {
        match view.must_rule() {
            true => Move::Rule(view.decided().unwrap_or(Side::Alice)).into(),
            false => Move::Continue.into(),
        }
    }
}
