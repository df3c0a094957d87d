//! What one seat can be given to, and what it is given to now.

use crate::debate::SeatPlan;
use crate::scenario::Hidden;
use crate::tui::prelude::*;
use crate::tui::screen::players::{Choice, Players};

/// The players of a seat, and the one that the scenario seats.
pub(super) fn players(sitting: &Sitting, seat: Seat) -> Players {
    let plan = sitting.game().seat_plan(seat);
    let hides = sitting.scenario.hides(Hidden::player(seat));
    let strategies = sitting.game().strategies(seat);
    let (name, argument) = match &plan {
        SeatPlan::Program(written) => written.split_once(':').unwrap_or((written.as_str(), "")),
        _ => ("", ""),
    };
    let listed = strategies.iter().position(|s| s.name == name).filter(|_| !hides);
    let own = (plan != SeatPlan::Human && listed.is_none()).then(|| Choice::Own(plan.clone()));
    let at = listed.map_or(usize::from(own.is_some()), |at| at + 1);
    let argument = listed.map_or("", |_| argument);
    let strategies = strategies.into_iter().map(Choice::Strategy);
    let before = std::iter::once(Choice::Human).chain(own);
    let choices: Vec<Choice> = before.chain(strategies).chain([Choice::Outside]).collect();
    // What a file names is not started by it: the command has to be typed again.
    let at = if sitting.scenario.outside(seat).is_some() { choices.len() - 1 } else { at };
    Players { choices, at, argument: Field::new(argument) }
}

pub(super) fn label(choice: &Choice, hides: bool) -> String {
    match choice {
        Choice::Human => "you".into(),
        Choice::Own(_) if hides => "as the scenario says".into(),
        Choice::Own(plan) => plan.words(),
        Choice::Strategy(s) => s.written.clone(),
        Choice::Outside => "program:".into(),
    }
}

pub(super) fn says(choice: &Choice, hides: bool) -> String {
    match choice {
        Choice::Human => "a person at this screen".into(),
        Choice::Own(_) if hides => "a program that the review will name".into(),
        Choice::Own(_) => "as the scenario says".into(),
        Choice::Strategy(s) => s.says.into(),
        Choice::Outside => "a program of yours: type its command, such as python3 bob.py".into(),
    }
}
