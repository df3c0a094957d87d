//! Strategies for a debate with a witness. Each strategy first writes or sees the witness, and then
//! plays the protocol.

use std::any::Any;
use std::sync::Arc;

use super::rules::{WitnessOpening, numbered};
use crate::machine::Bits;
use crate::rules::{Move, Seat, View};
use crate::strategy::argument::{ParameterValue, StrategyParameter};
use crate::strategy::{Choice, Strategy, StrategyEntry, StrategyRegistry, StrategyResult};

type OpeningOf<R> = fn(&R) -> Option<&WitnessOpening>;

/// A strategy that writes a witness and then plays another strategy.
struct Composed<R> {
    /// The witness to write. `None` means the witness of an honest Alice.
    witness: Option<Bits>,
    main: Arc<dyn Strategy<R>>,
    opening: OpeningOf<R>,
}

impl<R: StrategyRegistry> Strategy<R> for Composed<R> {
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

/// The parts of a strategy name `witness:n+strategy`: the number n, and the strategy that plays
/// after the witness is written.
struct OwnWitness<'a> {
    number: u64,
    then: &'a str,
}

impl<'a> OwnWitness<'a> {
    /// Parses the name. `None` if it has another form.
    fn read(written: &'a str) -> Option<Self> {
        let argument = written.trim().strip_prefix("witness:")?;
        let (number, then) = argument.split_once('+').unwrap_or((argument, "honest"));
        Some(Self { number: number.trim().parse().ok()?, then: then.trim() })
    }
}

/// The strategy that a player follows after the witness.
pub fn then(written: &str) -> &str {
    OwnWitness::read(written).map_or(written, |own| own.then)
}

/// The witness that the strategy of this name writes. `None` if the name contains no witness.
///
/// # Errors
/// Returns an error if there is no witness of this number.
pub fn own_witness(written: &str, bits: usize) -> Result<Option<Bits>, String> {
    OwnWitness::read(written).map(|own| nth(own.number, bits)).transpose()
}

/// The n-th witness in order, starting with all zeros. Numbers start at 1.
fn nth(number: u64, bits: usize) -> Result<Bits, String> {
    match number.checked_sub(1) {
        Some(number) if bits >= 64 || number >> bits == 0 => Ok(numbered(number, bits)),
        _ => Err(format!(
            "a witness of {bits} bits has a number from 1 to {}",
            1u128 << bits.min(100)
        )),
    }
}

/// The strategies of a debate. If a witness opens the debate, each strategy first handles the
/// opening. Alice then has one more strategy, which can write any witness.
pub(crate) fn players<R: StrategyRegistry>(
    debate: &R,
    opening: OpeningOf<R>,
) -> Vec<StrategyEntry<R>> {
    let roster = R::roster();
    let Some(bits) = opening(debate).map(WitnessOpening::bits) else { return roster };
    let composed = move |witness, main| -> StrategyResult<R> {
        Ok(Arc::new(Composed { witness, main, opening }))
    };
    let opened = roster.into_iter().map(|listed| {
        let make = Arc::clone(&listed.make);
        let make = move |debate: &R, given: ParameterValue, seating: &_| {
            composed(None, make(debate, given, seating)?)
        };
        StrategyEntry { make: Arc::new(make), ..listed }
    });
    let own = StrategyEntry::made_by(
        Seat::Alice,
        "witness",
        StrategyParameter::NumberThen("n"),
        "writes the n-th witness and then plays honestly. Witness 1 is all zeros. With \
         `n+strategy`, it then plays that strategy",
        move |debate: &R, given, seating| {
            let witness = nth(given.number(), bits)?;
            let then = match &given {
                ParameterValue::NumberThen(_, Some(then)) => then,
                _ => "honest",
            };
            composed(Some(witness), crate::strategy::strategy(debate, Seat::Alice, then, seating)?)
        },
    );
    opened.chain([own]).collect()
}
