//! Strategies for consultancy.

use crate::machine::{Input, Source};
use crate::protocol::Consultancy;
use crate::protocol::consultancy::Seen;
use crate::protocol::direct_judge::players::{coin, honest};
use crate::rules::{Move, Seat, Side};
use crate::strategy::{Choice, StrategyEntry, StrategyRegistry};
use crate::work::Cancelled;

impl StrategyRegistry for Consultancy {
    fn roster() -> Vec<StrategyEntry<Self>> {
        let plain = StrategyEntry::plain;
        vec![
            plain(
                Seat::Alice,
                "honest",
                "shows the bits that an honest judge would read, even if they hurt the claim",
                |sight| match sight.judge().reading() {
                    Ok(_) => Move::Continue.into(),
                    Err(input) => show(input),
                },
            ),
            plain(
                Seat::Alice,
                "advocate",
                "shows the bit that helps the claim most, and stops when no bit helps",
                |sight| advocate(sight).into(),
            ),
            plain(Seat::Alice, "silent", "shows nothing", |_| Move::Continue.into()),
            plain(Seat::Bob, "honest", "makes no moves: nobody answers Alice", |_| {
                Choice::Mix(Vec::new())
            }),
            plain(
                Seat::Judge,
                "honest",
                "reads the bits that decide the claim and rules by them. If they are not enough, it \
                 rules for the likelier side, as if the shown bits were random. If both sides are equally likely, it \
                 guesses",
                |sight| honest(sight.judge()),
            ),
            plain(
                Seat::Judge,
                "wary",
                "reads like an honest judge, and rules for Alice only if the bits prove the claim",
                |sight| match (sight.judge().reading(), sight.judge().reads().1) {
                    (Err(_), left) if left > 0 => honest(sight.judge()),
                    (found, _) => Move::Rule(found.unwrap_or(Side::Bob)).into(),
                },
            ),
            plain(Seat::Judge, "guess", "ignores the bits and guesses at random", |_| coin()),
        ]
    }
}

fn show(input: Input) -> Choice {
    Move::Wire(Source::input(input)).into()
}

/// This Alice looks one bit ahead. Among the inputs that agree with the shown bits, she computes the share for
/// which the claim is true. She shows the bit that raises this share most, or stops if no bit raises it.
fn advocate(sight: Seen<'_>) -> Result<Choice, Cancelled> {
    let (mut best, mut most) = (None, sight.share()?);
    for input in sight.unseen() {
        let share = sight.share_with(input)?;
        if share > most {
            (best, most) = (Some(input), share);
        }
    }
    Ok(best.map_or_else(|| Move::Continue.into(), show))
}
