//! Judges who read bits one after another and then rule, as a debate's verifier does.

use super::{Argument, Choice, Listed, plays};
use crate::rules::{Cell, Domain, Move, Protocol, Seat, Side, Verb, View};

/// A debate whose judge reads bits until they decide.
pub(crate) trait Verified: Protocol {
    /// What the judge does without another read, as what was read decides that; or the cell that it
    /// reads next.
    ///
    /// # Errors
    /// The cell, while what was read does not decide.
    fn next_read(view: View<'_, Self>) -> Result<Choice, Cell>;

    /// After how many reads this was decided; none where that does not end the debate.
    fn decided_after(view: View<'_, Self>) -> Option<u64>;

    /// What it does where what was read does not decide: Alice is believed.
    fn believe(_view: View<'_, Self>) -> Choice {
        Move::Rule(Side::Alice).into()
    }
}

/// Reads what decides, and rules by that.
pub(crate) fn honest<R: Verified>(view: View<'_, R>) -> Choice {
    budget(u64::MAX, view)
}

/// Reads at most `budget` bits; believes Alice where that is not enough.
pub(crate) fn budget<R: Verified>(budget: u64, view: View<'_, R>) -> Choice {
    match R::next_read(view) {
        Ok(choice) => choice,
        Err(cell) if read(view) < budget => Move::Read(cell).into(),
        Err(_) => R::believe(view),
    }
}

/// Reads what decides and then `extra` cells more, from the first on.
pub(crate) fn wasteful<R: Verified>(extra: u64, view: View<'_, R>) -> Choice {
    let more = |needed: &u64| read(view) < needed.saturating_add(extra);
    match R::decided_after(view).filter(more).and_then(|_| unread(view)) {
        Some(cell) if R::next_read(view).is_ok() => Move::Read(cell).into(),
        _ => honest(view),
    }
}

fn read<R: Verified>(view: View<'_, R>) -> u64 {
    view.readings().list().len() as u64
}

/// The first cell that may be read.
fn unread<R: Verified>(view: View<'_, R>) -> Option<Cell> {
    let menu = view.menu();
    let Domain::Cell { steps, inputs, .. } = &menu.offer(Verb::Read)?.domain else { return None };
    let mut cells = Cell::all(*steps as usize, *inputs as usize);
    cells.find(|cell| view.readings().order(*cell).is_none())
}

/// The judges that are counted by what they read, after the honest one: `budget:n`, `wasteful:n`.
pub(crate) fn reading<R: Verified>(honest_says: &'static str) -> [Listed<R>; 3] {
    let counted = |name, says, judge: fn(u64, View<'_, R>) -> Choice| {
        Listed::made_by(Seat::Judge, name, Argument::Number("n"), says, move |_, given, _| {
            let n = given.number();
            plays(move |view| judge(n, view))
        })
    };
    let says = "chooses at most n bits to read; believes Alice where that is not enough";
    [
        Listed::plain(Seat::Judge, "honest", honest_says, honest),
        counted("budget", says, budget),
        counted("wasteful", "reads n bits more than it needs", wasteful),
    ]
}

/// The judge who reads nothing.
pub(crate) fn trusting<R: Verified>() -> Listed<R> {
    let says = "reads nothing and believes Alice";
    Listed::plain(Seat::Judge, "trusting", says, |view| budget(0, view))
}
