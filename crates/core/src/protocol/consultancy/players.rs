//! Who plays: consultants and judges.

use crate::machine::{Input, Source};
use crate::protocol::Consultancy;
use crate::protocol::consultancy::Seen;
use crate::protocol::direct_judge::players::{coin, honest};
use crate::rules::{Move, Seat, Side};
use crate::strategy::{Choice, Listed, Players};
use crate::work::Stopped;

impl Players for Consultancy {
    fn roster() -> Vec<Listed<Self>> {
        let plain = Listed::plain;
        vec![
            plain(
                Seat::Alice,
                "honest",
                "shows what decides the claim, whatever it says, as a judge would read it",
                |sight| match sight.judge().reading() {
                    Ok(_) => Move::Continue.into(),
                    Err(input) => show(input),
                },
            ),
            plain(
                Seat::Alice,
                "advocate",
                "shows the bit that speaks most for the claim, and rests when none does",
                |sight| advocate(sight).into(),
            ),
            plain(Seat::Alice, "silent", "shows nothing", |_| Move::Continue.into()),
            plain(Seat::Bob, "honest", "has no part here: nobody answers Alice", |_| {
                Choice::Mix(Vec::new())
            }),
            plain(
                Seat::Judge,
                "honest",
                "reads what decides the claim while it may, then rules by what it saw, or by what is \
                 likelier on the inputs that are left, as if chance had shown it the bits, or by a coin",
                |sight| honest(sight.judge()),
            ),
            plain(
                Seat::Judge,
                "wary",
                "reads as an honest judge, and rules for Alice only if what it saw proves the claim",
                |sight| match (sight.judge().reading(), sight.judge().reads().1) {
                    (Err(_), left) if left > 0 => honest(sight.judge()),
                    (found, _) => Move::Rule(found.unwrap_or(Side::Bob)).into(),
                },
            ),
            plain(Seat::Judge, "guess", "looks at nothing and tosses a coin", |_| coin()),
        ]
    }
}

fn show(input: Input) -> Choice {
    Move::Wire(Source::input(input)).into()
}

/// Looks one bit ahead: the first of those after which the claim is true on the largest share of what is
/// left, if that share is larger than now.
fn advocate(sight: Seen<'_>) -> Result<Choice, Stopped> {
    let (mut best, mut most) = (None, sight.share()?);
    for input in sight.unseen() {
        let share = sight.share_with(input)?;
        if share > most {
            (best, most) = (Some(input), share);
        }
    }
    Ok(best.map_or_else(|| Move::Continue.into(), show))
}
