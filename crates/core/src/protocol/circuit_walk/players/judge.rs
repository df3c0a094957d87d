//! The reads and rulings of the judges.

use crate::protocol::CircuitWalk;
use crate::rules::{BitRef, Move, Side, View};
use crate::strategy::Choice;
use crate::strategy::judges::BitReadingProtocol;

/// The judge follows the path pointer by pointer and reads the input at its end. The inputs that
/// were read may decide the debate earlier.
impl BitReadingProtocol for CircuitWalk {
    fn next_read(view: View<'_, Self>) -> Result<Choice, BitRef> {
        let decided = view.must_rule() && view.decided().is_some();
        view.needed().filter(|_| !decided).map_or_else(|| Ok(Self::believe(view)), Err)
    }

    /// The pointers of the path and one input are enough to decide.
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
