//! Who plays: consultants and judges.

use elenchus_core::machine::Step;
use elenchus_core::rules::{Cell, Move, Seat, Side, View};
use elenchus_core::strategy::{Choice, Listed, Players};

use crate::rules::Consultancy;
use crate::view::Seen;

impl Players for Consultancy {
    fn roster() -> Vec<Listed<Self>> {
        let plain = Listed::plain;
        vec![
            plain(Seat::Alice, "honest", "shows what comes first, whatever it says", |view| {
                show(view, |_| true)
            }),
            plain(Seat::Alice, "advocate", "shows only what speaks for her side", |view| {
                show(view, |says| Some(says) == view.argued())
            }),
            plain(Seat::Bob, "honest", "has no seat here", |_| Choice::Mix(Vec::new())),
            plain(
                Seat::Judge,
                "honest",
                "agrees if more of what was shown speaks for her side than against it",
                |view| {
                    let (support, shown) = view.support();
                    Move::Rule(Side::of_claim(2 * support > shown)).into()
                },
            ),
            plain(
                Seat::Judge,
                "wary",
                "agrees only if she showed all that she may, and all of it speaks for her",
                |view| {
                    let (support, _) = view.support();
                    Move::Rule(Side::of_claim(support >= view.evidence().shown)).into()
                },
            ),
        ]
    }
}

/// Shows the first piece that is not shown and that suits her; rests if there is none.
fn show(view: View<'_, Consultancy>, suits: impl Fn(bool) -> bool) -> Choice {
    let open = |at: &usize| view.readings().order(Cell::Step(Step::at(*at))).is_none();
    let piece = |at: &usize| open(at) && view.piece(*at).is_some_and(&suits);
    match (0..view.evidence().pieces).find(piece) {
        Some(at) => Move::Point(Step::at(at)).into(),
        None => Move::Continue.into(),
    }
}
