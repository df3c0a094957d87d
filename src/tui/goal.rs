//! Whether a finished debate reached its goal, and what became known at its end.

use super::sitting::Sitting;
use crate::debate::SeatPlan;
use crate::rules::{Cost, Outcome, Seat, Side};
use crate::scenario::Hidden;

/// The judge's queries, those taken back included.
pub fn judge_queries(sitting: &Sitting) -> u64 {
    let game = sitting.game();
    let taken_back: u64 = Cost::ALL
        .into_iter()
        .filter(|c| c.is_query())
        .map(|c| game.taken_back(Seat::Judge, c))
        .sum();
    game.now().ledger().of(Seat::Judge).queries() + taken_back
}

/// Was the goal reached? The goal of the scenario; without one, the person's own side has to win,
/// and a judge has to be right.
pub fn reached(sitting: &Sitting, outcome: &Outcome) -> bool {
    let people = sitting.people();
    let goal = sitting.scenario.lesson.goal.clone().unwrap_or_default();
    let truth = sitting.game().now().truth().map(Side::of_claim);
    let side_wins = match goal.winner {
        Some(side) => outcome.winner == side.into(),
        None if people.contains(&Seat::Alice) => outcome.winner == Side::Alice,
        None if people.contains(&Seat::Bob) => outcome.winner == Side::Bob,
        None => truth.is_none_or(|right| right == outcome.winner),
    };
    let cheap = goal.queries.is_none_or(|most| judge_queries(sitting) <= most);
    let paid = goal.paid.is_none_or(|least| outcome.payoff.is_none_or(|p| p >= least));
    side_wins && cheap && paid
}

/// The goal in words, with whether it was reached; none if the scenario sets none.
pub fn words(sitting: &Sitting, outcome: &Outcome) -> Option<String> {
    let goal = sitting.scenario.lesson.goal.as_ref()?;
    let mut parts = Vec::new();
    match goal.winner.map(Side::from) {
        Some(side) => parts.push(format!("{} wins", side.seat().name())),
        None if sitting.people().contains(&Seat::Judge) => parts.push("the right side wins".into()),
        None => {}
    }
    if let Some(most) = goal.queries {
        let all = judge_queries(sitting);
        let here = sitting.game().now().ledger().of(Seat::Judge).queries();
        let made = match all - here {
            0 => format!("{here} made"),
            back => format!("{here} made, and {back} taken back"),
        };
        parts.push(format!("at most {most} queries ({made})"));
    }
    if let Some(least) = goal.paid {
        parts.push(format!("Alice is paid {least} or more"));
    }
    let sign = if reached(sitting, outcome) { "reached" } else { "not reached" };
    Some(format!("Goal {sign}: {}.", parts.join(", ")))
}

/// The players that were hidden, now named.
pub fn revealed(sitting: &Sitting) -> Vec<String> {
    Seat::ALL
        .into_iter()
        .filter(|&seat| sitting.scenario.hides(Hidden::player(seat)))
        .filter_map(|seat| match sitting.game().seat_plan(seat) {
            SeatPlan::Human => None,
            plan => Some(format!("{} was played by {}.", capital(seat.name()), plan.words())),
        })
        .collect()
}

/// With a capital first letter.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}
