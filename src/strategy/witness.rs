//! Players of a debate with a witness: they write or see it, then play the main protocol.

use std::sync::Arc;

use super::argument::Argument;
use super::{Choice, Listed, Made, Players, Seating, Strategy, strategy};
use crate::machine::Bits;
use crate::protocol::Sight;
use crate::protocol::witness::{Main, Witnessed, numbered};
use crate::rules::{Move, Seat};

/// Writes a witness, then plays the main protocol.
struct Composed<M: Main> {
    /// The witness; none for an honest Alice's.
    witness: Option<Bits>,
    main: Arc<dyn Strategy<M>>,
}

impl<M: Main> Strategy<Witnessed<M>> for Composed<M> {
    fn choose(&self, sight: Sight<'_, Witnessed<M>>) -> Choice {
        match (sight.main(), &self.witness) {
            (Some(main), _) => self.main.choose(main),
            (None, Some(witness)) => Move::Write(witness.clone()).into(),
            (None, None) => Move::Write(sight.honest_witness().cloned().unwrap_or_default()).into(),
        }
    }
}

/// The seating of the main debate: an Alice who picks her witness is honest there.
fn afterwards(seating: &Seating) -> Seating {
    Seating::new(Seat::ALL.map(|seat| match seating.of(seat) {
        Some(written) if written.trim().starts_with("witness:") => Some("honest".to_owned()),
        written => written.map(str::to_owned),
    }))
}

impl<M: Main + Players> Players for Witnessed<M> {
    fn roster() -> Vec<Listed<Self>> {
        let mut roster: Vec<Listed<Self>> = M::roster()
            .into_iter()
            .map(|Listed { seat, name, argument, says, make }| {
                Listed::made_by(seat, name, argument, says, move |debate: &Self, given, seating| {
                    let main = make(debate.template(), given, &afterwards(seating))?;
                    Ok(Arc::new(Composed { witness: None, main }))
                })
            })
            .collect();
        roster.push(Listed::made_by(
            Seat::Alice,
            "witness",
            Argument::Number("n"),
            "writes the n-th witness in order, from all zeros; honest afterwards",
            |debate: &Self, given, seating| -> Made<Self> {
                let bits = debate.template().computation().witness().len();
                let number = given.number() - 1;
                if bits < 64 && number >> bits > 0 {
                    return Err(format!("there are {} witnesses of {bits} bits", 1u64 << bits));
                }
                let main =
                    strategy(debate.template(), Seat::Alice, "honest", &afterwards(seating))?;
                Ok(Arc::new(Composed { witness: Some(numbered(number, bits)), main }))
            },
        ));
        roster
    }
}
