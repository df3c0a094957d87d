//! Creates strategies from their text form: `name` or `name:argument`.

use super::SeatedStrategies;
use super::argument::split_at_mark;
use super::registry::{StrategyRegistry, StrategyResult};
use super::retired::retired;
use crate::rules::Seat;

/// Creates the strategy `written` for a seat. `seating` has the strategies of the other seats.
///
/// # Errors
/// Returns an error that lists the possibilities if the seat has no strategy with this name, or if
/// the argument is wrong. Also returns an error if the strategy responds exactly to its opponent,
/// but no solver can handle that opponent.
pub fn strategy<R: StrategyRegistry>(
    rules: &R,
    seat: Seat,
    written: &str,
    seating: &SeatedStrategies,
) -> StrategyResult<R> {
    let (name, argument) = split_at_mark(written, ':');
    let (name, argument) = (name.trim(), argument.map(str::trim));
    let roster = rules.players();
    let Some(listed) = roster.iter().find(|listed| listed.seat == seat && listed.name == name)
    else {
        if let Some(instead) = retired(name) {
            return Err(instead.to_owned());
        }
        let own = roster.iter().filter(|listed| listed.seat == seat);
        let names = own.map(|listed| listed.argument.after(listed.name));
        return Err(not_listed(seat, name, &names.collect::<Vec<_>>()));
    };
    let given = listed.argument.read(argument).map_err(|e| format!("{name}: {e}"))?;
    (listed.make)(rules, given, seating).map_err(|e| format!("{written}: {e}"))
}

fn not_listed(seat: Seat, name: &str, names: &[String]) -> String {
    let what = match name.is_empty() {
        true => format!("a strategy for {} is missing. In this protocol", seat.name()),
        false => format!("{} has no strategy `{name}`. In this protocol", seat.name()),
    };
    format!("{what}, you can choose {}", names.join(", "))
}

impl SeatedStrategies {
    /// The form in which a solver knows the program in a seat. `None` if a person plays the seat.
    /// The program is created as in the debate, so it may respond to programs in other seats. But
    /// for those programs, this seat is empty, because two programs cannot respond to each other.
    ///
    /// # Errors
    /// Returns an error if the program does not exist, or if no solver knows it in the form `K`.
    pub fn solved<R: StrategyRegistry, K: Clone + 'static>(
        &self,
        rules: &R,
        seat: Seat,
    ) -> Result<Option<K>, String> {
        if self.not_solvable()[seat.index()] {
            return Err(format!(
                "no solver responds exactly to the script or mixture of {}. Name one strategy",
                seat.name()
            ));
        }
        let Some(written) = self.strategy(seat) else { return Ok(None) };
        let program = strategy(rules, seat, written, &self.without_seat(seat))?;
        match program.solved_as().and_then(|known| known.downcast_ref::<K>()) {
            Some(known) => Ok(Some(known.clone())),
            None => Err(format!(
                "no solver responds exactly to `{written}`, the strategy of {}. Name another one",
                seat.name()
            )),
        }
    }
}
