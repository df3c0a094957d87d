//! The strategies: two consultants and two judges.

use elenchus_core::machine::Step;
use elenchus_core::rules::{BitRef, Move, Seat, Side, View};
use elenchus_core::strategy::{Choice, StrategyEntry, StrategyRegistry};

use crate::rules::Consultancy;
use crate::view::Seen;

impl StrategyRegistry for Consultancy {
    fn roster() -> Vec<StrategyEntry<Self>> {
        let plain = StrategyEntry::plain;
        vec![
            plain(Seat::Alice, "honest", "shows the first pieces, even if they hurt her", |view| {
                show(view, |_| true)
            }),
            plain(Seat::Alice, "advocate", "shows only pieces that help her", |view| {
                show(view, |says| Some(says) == view.argued())
            }),
            plain(Seat::Bob, "honest", "makes no moves: nobody answers Alice", |_| {
                Choice::Mix(Vec::new())
            }),
            plain(
                Seat::Judge,
                "honest",
                "agrees if more of the shown pieces help Alice than hurt her",
                |view| {
                    let (support, shown) = view.support();
                    Move::Rule(Side::of_claim(2 * support > shown)).into()
                },
            ),
            plain(
                Seat::Judge,
                "wary",
                "agrees only if Alice showed as many pieces as she may, and all of them help her",
                |view| {
                    let (support, _) = view.support();
                    Move::Rule(Side::of_claim(support >= view.evidence().shown)).into()
                },
            ),
        ]
    }
}

/// Shows the first hidden piece that suits Alice. If there is none, she stops.
fn show(view: View<'_, Consultancy>, suits: impl Fn(bool) -> bool) -> Choice {
    let open = |at: &usize| view.readings().order(BitRef::Step(Step::at(*at))).is_none();
    let piece = |at: &usize| open(at) && view.piece(*at).is_some_and(&suits);
    match (0..view.evidence().pieces).find(piece) {
        Some(at) => Move::Point(Step::at(at)).into(),
        None => Move::Continue.into(),
    }
}
