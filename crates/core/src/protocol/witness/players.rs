//! Players of a debate with a witness: they write or see it, then play the main protocol.

use std::sync::Arc;

use crate::machine::Bits;
use crate::protocol::witness::{Main, Witnessed, numbered};
use crate::rules::View;
use crate::rules::{Move, Seat};
use crate::strategy::argument::{Argument, Given};
use crate::strategy::{Choice, Listed, Made, Players, Seating, Strategy, strategy};

/// Writes a witness, then plays the main protocol.
struct Composed<M: Main> {
    /// The witness; none for an honest Alice's.
    witness: Option<Bits>,
    main: Arc<dyn Strategy<M>>,
}

impl<M: Main> Strategy<Witnessed<M>> for Composed<M> {
    fn choose(&self, sight: View<'_, Witnessed<M>>) -> Choice {
        match (sight.main(), &self.witness) {
            (Some(main), _) => self.main.choose(main),
            (None, Some(witness)) => Move::Write(witness.clone()).into(),
            (None, None) => Move::Write(sight.honest_witness().cloned().unwrap_or_default()).into(),
        }
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

/// Who sits in the main debate: there an Alice who picks her witness plays what she goes on with.
fn afterwards(seating: &Seating) -> Seating {
    Seating::new(Seat::each(|seat| seating.of(seat).map(|written| then(written).to_owned())))
        .with_unforetold(seating.unforetold())
        .under(seating.token())
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

impl<M: Main + Players> Players for Witnessed<M> {
    fn roster() -> Vec<Listed<Self>> {
        let mut roster: Vec<Listed<Self>> = M::roster()
            .into_iter()
            .map(|Listed { seat, name, argument, says, says_here, make }| {
                let make = move |debate: &Self, given, seating: &Seating| -> Made<Self> {
                    let main = make(debate.template(), given, &afterwards(seating))?;
                    Ok(Arc::new(Composed { witness: None, main }))
                };
                let listed = Listed::made_by(seat, name, argument, says, make);
                match says_here {
                    Some(here) => listed.saying(move |debate| here(debate.template())),
                    None => listed,
                }
            })
            .collect();
        roster.push(Listed::made_by(
            Seat::Alice,
            "witness",
            Argument::NumberThen("n"),
            "writes the n-th witness in order, from all zeros; then plays honestly, or as the \
             strategy in `n+strategy`",
            |debate: &Self, given, seating| -> Made<Self> {
                let bits = debate.template().computation().witness().len();
                let witness = nth(given.number(), bits)?;
                let then = match &given {
                    Given::NumberThen(_, Some(then)) => then,
                    _ => "honest",
                };
                let main = strategy(debate.template(), Seat::Alice, then, &afterwards(seating))?;
                Ok(Arc::new(Composed { witness: Some(witness), main }))
            },
        ));
        roster
    }
}
