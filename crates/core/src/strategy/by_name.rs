//! Strategies as they are written: `name` or `name:argument`.

use super::Seating;
use super::argument::parted;
use super::listed::{Made, Players};
use super::retired::retired;
use crate::rules::Seat;

/// Makes the strategy written as `name` or `name:argument` for a debate with this seating.
///
/// # Errors
/// On a name that the seat does not have, or an argument that does not fit, saying what does; and
/// if it answers its opponent exactly and cannot.
pub fn strategy<R: Players>(rules: &R, seat: Seat, written: &str, seating: &Seating) -> Made<R> {
    let (name, argument) = parted(written, ':');
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
        true => format!("a strategy for {} is missing: in this protocol", seat.name()),
        false => format!("{} has no strategy `{name}` in this protocol;", seat.name()),
    };
    format!("{what} it has {}", names.join(", "))
}

impl Seating {
    /// What a solver knows the program in a seat as; none if a person sits there. The program is
    /// made as at the table, so that it answers whoever sits opposite; only whoever answers it in
    /// turn is not seen, or two who answer each other would never be made.
    ///
    /// # Errors
    /// If there is no such program, or no solver knows it as a `K`.
    pub fn solved<R: Players, K: Clone + 'static>(
        &self,
        rules: &R,
        seat: Seat,
    ) -> Result<Option<K>, String> {
        if self.unforetold()[seat.index()] {
            return Err(format!("no exact answer to {}'s list of players is known", seat.name()));
        }
        let Some(written) = self.of(seat) else { return Ok(None) };
        let program = strategy(rules, seat, written, &self.without(seat))?;
        match program.solved_as().and_then(|known| known.downcast_ref::<K>()) {
            Some(known) => Ok(Some(known.clone())),
            None => Err(format!("no exact answer to {}'s `{written}` is known", seat.name())),
        }
    }
}
