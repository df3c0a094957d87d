//! What a debate with payments comes to by the habits that a player of the person's seat can have,
//! against the program in the other seat.

use crate::analysis::{Exact, Worth};
use crate::debate::Table;
use crate::protocol::prover_estimator::players::habits::{ALICES, BOBS};
use crate::rules::{Seat, Turn};
use crate::scenario::{Fault, Scenario, resume};
use crate::work::Token;

/// What Alice is paid on average in a debate, by habits of the person's seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Habits {
    /// The person's seat.
    pub seat: Seat,
    /// What she is paid for each of [`BOBS`], or for each of [`ALICES`]; none where it is not known
    /// exactly.
    pub paid: [Option<f64>; 4],
    /// Whether what the program in Alice's seat answers is right; none where she is the person.
    pub is_right: Option<bool>,
}

/// What a scenario's debate comes to by habits; none where no payments are made, or it is not one
/// prover alone who is a person.
///
/// # Errors
/// If the scenario cannot be played.
pub fn habits(scenario: &Scenario, token: &Token) -> Result<Option<Habits>, Fault> {
    let game = resume(scenario)?;
    let table: &dyn Table = &*game;
    let (seat, habits) = match table.people()[..] {
        [Seat::Alice] => (Seat::Alice, ALICES),
        [Seat::Bob] => (Seat::Bob, BOBS),
        _ => return Ok(None),
    };
    if game.worth() != Worth::Payoff {
        return Ok(None);
    }
    let with = |player: &str| game.seats_with(seat, player);
    let paid = habits.map(|habit| {
        let known = game.check_strategy(seat, habit.player).is_ok() && !token.is_stopped();
        known.then(|| game.exact(&with(habit.player), token)).flatten().map(Exact::get)
    });
    let answered = || {
        let mut played = game.again(game.seed(), &with("honest")).ok()?;
        played.table().run_under(token).ok()?;
        played.now().answer_is_right()
    };
    let is_right = if seat == Seat::Bob { answered() } else { None };
    Ok(Some(Habits { seat, paid, is_right }))
}

/// What Alice was paid in a record that was played to its end.
pub fn paid_in(record: &Scenario) -> Option<f64> {
    let game = resume(record).ok()?;
    let Turn::Over(outcome) = game.now().turn() else { return None };
    outcome.payoff
}
