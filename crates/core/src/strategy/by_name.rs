//! Finds strategies from text: `name` or `name:argument`.

use super::SeatedStrategies;
use super::argument::split_at_mark;
use super::registry::{StrategyRegistry, StrategyResult};
use super::retired::retired;
use crate::rules::Seat;

/// Creates the strategy written as `name` or `name:argument` for a debate with this seating.
///
/// # Errors
/// If the seat has no strategy of this name or the argument is wrong. The message lists what fits.
/// Also if the strategy must respond exactly to an opponent that no solver handles.
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
    /// The solver's form of the program in a seat. `None` if a person plays there. The program is
    /// created as in the debate, so that it responds to its opponents. It does not see programs
    /// that respond to it, because two mutual responses could never be created.
    ///
    /// # Errors
    /// If there is no such program, or no solver has it in the form `K`.
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
