//! Strategies for a judge who reads bits, one after another, and then rules.

use super::{Choice, StrategyEntry, StrategyParameter, plays};
use crate::rules::{BitRef, Domain, Move, Protocol, Seat, Side, Verb, View};

/// A protocol in which the judge reads bits before the ruling.
pub(crate) trait BitReadingProtocol: Protocol {
    /// The judge's ruling if the bits that were read decide the debate.
    ///
    /// # Errors
    /// Returns the cell to read next if the bits do not decide the debate yet.
    fn next_read(view: View<'_, Self>) -> Result<Choice, BitRef>;

    /// The number of reads after which the debate was decided. `None` if the judge cannot waste
    /// reads after that.
    fn decided_after(view: View<'_, Self>) -> Option<u64>;

    /// The judge's ruling if the bits do not decide the debate. By default, the judge believes
    /// Alice.
    fn believe(_view: View<'_, Self>) -> Choice {
        Move::Rule(Side::Alice).into()
    }
}

/// Reads until the bits decide the debate, and then rules.
pub(crate) fn honest<R: BitReadingProtocol>(view: View<'_, R>) -> Choice {
    budget(u64::MAX, view)
}

/// Reads at most `budget` bits. Believes Alice if these bits do not decide the debate.
pub(crate) fn budget<R: BitReadingProtocol>(budget: u64, view: View<'_, R>) -> Choice {
    match R::next_read(view) {
        Ok(choice) => choice,
        Err(cell) if read(view) < budget => Move::Read(cell).into(),
        Err(_) => R::believe(view),
    }
}

/// Reads until the bits decide the debate, and then `extra` more cells, in order.
pub(crate) fn wasteful<R: BitReadingProtocol>(extra: u64, view: View<'_, R>) -> Choice {
    let more = |needed: &u64| read(view) < needed.saturating_add(extra);
    match R::decided_after(view).filter(more).and_then(|_| unread(view)) {
        Some(cell) if R::next_read(view).is_ok() => Move::Read(cell).into(),
        _ => honest(view),
    }
}

fn read<R: BitReadingProtocol>(view: View<'_, R>) -> u64 {
    view.readings().list().len() as u64
}

/// The first cell that the judge has not read.
fn unread<R: BitReadingProtocol>(view: View<'_, R>) -> Option<BitRef> {
    let menu = view.menu();
    let Domain::Cell { steps, inputs, .. } = &menu.offer(Verb::Read)?.domain else { return None };
    let mut cells = BitRef::all(*steps as usize, *inputs as usize);
    cells.find(|cell| view.readings().order(*cell).is_none())
}

/// The honest judge, and the judges `budget:n` and `wasteful:n`, which read fewer or more bits.
pub(crate) fn reading<R: BitReadingProtocol>(honest_says: &'static str) -> [StrategyEntry<R>; 3] {
    let counted = |name, says, judge: fn(u64, View<'_, R>) -> Choice| {
        StrategyEntry::made_by(
            Seat::Judge,
            name,
            StrategyParameter::Number("n"),
            says,
            move |_, given, _| {
                let n = given.number();
                plays(move |view| judge(n, view))
            },
        )
    };
    let says = "reads at most n bits; believes Alice if they do not decide the debate";
    [
        StrategyEntry::plain(Seat::Judge, "honest", honest_says, honest),
        counted("budget", says, budget),
        counted("wasteful", "reads n bits more than it needs", wasteful),
    ]
}

/// The judge that reads nothing.
pub(crate) fn trusting<R: BitReadingProtocol>() -> StrategyEntry<R> {
    let says = "reads nothing and believes Alice";
    StrategyEntry::plain(Seat::Judge, "trusting", says, |view| budget(0, view))
}
