//! Players of a debate with a witness: they write or see it, then play the protocol.

use std::any::Any;
use std::sync::Arc;

use super::rules::{Opening, numbered};
use crate::machine::Bits;
use crate::rules::{Move, Seat, View};
use crate::strategy::argument::{Argument, Given};
use crate::strategy::{Choice, Listed, Made, Players, Strategy};

/// Where a debate keeps its opening.
type OpeningOf<R> = fn(&R) -> Option<&Opening>;

/// Writes a witness, then plays the protocol.
struct Composed<R> {
    /// The witness; none for an honest Alice's.
    witness: Option<Bits>,
    main: Arc<dyn Strategy<R>>,
    opening: OpeningOf<R>,
}

impl<R: Players> Strategy<R> for Composed<R> {
    fn choose(&self, sight: View<'_, R>) -> Choice {
        let Some(opening) = (self.opening)(sight.rules).filter(|opening| opening.is_open()) else {
            return self.main.choose(sight);
        };
        let best = || opening.best(&sight.token()).map(|found| found.witness.clone());
        let witness = self.witness.clone().or_else(|| best().ok());
        Move::Write(witness.unwrap_or_default()).into()
    }

    fn solved_as(&self) -> Option<&dyn Any> {
        self.main.solved_as()
    }
}

/// How an Alice is written who writes a witness of her own choice: its number, and how she goes on.
struct Own<'a> {
    number: u64,
    then: &'a str,
}

impl<'a> Own<'a> {
    /// None if she is written otherwise.
    fn read(written: &'a str) -> Option<Self> {
        let argument = written.trim().strip_prefix("witness:")?;
        let (number, then) = argument.split_once('+').unwrap_or((argument, "honest"));
        Some(Self { number: number.trim().parse().ok()?, then: then.trim() })
    }
}

/// The strategy that a player goes on with once the witness is written.
pub fn then(written: &str) -> &str {
    Own::read(written).map_or(written, |own| own.then)
}

/// The witness that an Alice writes who is written so; an error if there is none of that number.
///
/// # Errors
/// If the witness has fewer bits than its number needs.
pub fn own_witness(written: &str, bits: usize) -> Result<Option<Bits>, String> {
    Own::read(written).map(|own| nth(own.number, bits)).transpose()
}

/// The n-th witness in order, from all zeros, counted from 1.
fn nth(number: u64, bits: usize) -> Result<Bits, String> {
    match number.checked_sub(1) {
        Some(number) if bits >= 64 || number >> bits == 0 => Ok(numbered(number, bits)),
        _ => Err(format!("there are {} witnesses of {bits} bits", 1u128 << bits.min(100))),
    }
}

/// The players of a debate: where a witness opens it, each of them writes or sees it first, and an
/// Alice may write any.
pub(crate) fn players<R: Players>(debate: &R, opening: OpeningOf<R>) -> Vec<Listed<R>> {
    let roster = R::roster();
    let Some(bits) = opening(debate).map(Opening::bits) else { return roster };
    let composed =
        move |witness, main| -> Made<R> { Ok(Arc::new(Composed { witness, main, opening })) };
    let opened = roster.into_iter().map(|listed| {
        let make = Arc::clone(&listed.make);
        let make = move |debate: &R, given: Given, seating: &_| {
            composed(None, make(debate, given, seating)?)
        };
        Listed { make: Arc::new(make), ..listed }
    });
    let own = Listed::made_by(
        Seat::Alice,
        "witness",
        Argument::NumberThen("n"),
        "writes the n-th witness in order, from all zeros; then plays honestly, or as the \
         strategy in `n+strategy`",
        move |debate: &R, given, seating| {
            let witness = nth(given.number(), bits)?;
            let then = match &given {
                Given::NumberThen(_, Some(then)) => then,
                _ => "honest",
            };
            composed(Some(witness), crate::strategy::strategy(debate, Seat::Alice, then, seating)?)
        },
    );
    opened.chain([own]).collect()
}
