//! Goals in words, and the facts that a debate reveals at its end.

use crate::analysis::PayoffUnit;
use crate::debate::{SeatPlan, StrategyInfo};
use crate::review::{self, GoalCondition, People, WinCondition, wins};
use crate::rules::{Seat, Side, Viewer};
use crate::scenario::{Goal, GoalKind, Hidden, Scenario};
use crate::text::narrate;
pub use crate::text::narrate::capital;
use crate::text::number::plural;
use crate::tui::session::DebateSession;

/// A notice that a goal about costs is lost, as soon as this viewer can know that. `None` if the goal is not lost.
pub fn overspent(sitting: &DebateSession, eye: Viewer) -> Option<String> {
    let people = People::new(&sitting.scenario, sitting.game());
    let goal = people.goal(&sitting.scenario)?;
    let lost = review::overspent(goal, sitting.game(), eye);
    let list: Vec<String> = lost.iter().map(GoalCondition::to_string).collect();
    (!list.is_empty()).then(|| format!("The goal is lost: {}.", list.join(", ")))
}

/// The goal of a scenario in words, before the first move.
pub fn asked_by(scenario: &Scenario, worth: PayoffUnit, is_series: bool) -> Option<String> {
    if scenario.is_never_won() {
        return Some("You cannot win this one. Find out why.".into());
    }
    let goal = scenario.goal().map(|goal| goal.value.clone()).unwrap_or_default();
    asked(&goal, scenario.seat, worth, is_series)
}

/// A goal in words, before the first move. If a prover must win, only that prover learns it, because it would help the
/// others.
pub fn asked(
    goal: &Goal,
    seat: Option<Seat>,
    worth: PayoffUnit,
    is_series: bool,
) -> Option<String> {
    if goal.kind() == GoalKind::Lost {
        let asked = match seat {
            Some(Seat::Judge) => "No judge can always be right here. Find out why.",
            _ => "You will lose this one in most games. Find out why.",
        };
        return Some(asked.into());
    }
    let own = |side: Side| (seat == Some(side.seat())).then(|| wins(side, worth));
    let pays = goal.is_paid();
    let winning = WinCondition::asked(goal, seat, is_series);
    let right = if is_series { "every ruling is right" } else { "the right side wins" };
    let aims = [
        winning.side.and_then(own),
        // A viewer without a seat has only the goal that the scenario states.
        (winning.right && (goal.right == Some(true) || seat.is_some())).then(|| right.into()),
        goal.queries.map(|most| format!("at most {}", plural(most, "query", "queries"))),
        goal.rounds.map(|most| format!("at most {}", plural(most, "round", "rounds"))),
        goal.paid.map(|least| format!("Alice is paid {least} or more")),
        goal.paid_at_most.map(|most| format!("Alice is paid {most} or less")),
        goal.law.map(|within| format!("{}, to within {within}", GoalCondition::BY_PARTS)),
        goal.best.as_ref().map(|_| "moves that lose nothing".into()),
    ];
    let aims: Vec<String> = aims.into_iter().flatten().collect();
    let (head, tail) = match goal.kind() {
        GoalKind::Par if pays => ("Goal (par)", GoalCondition::WITHOUT_LUCK),
        GoalKind::Par => ("Goal (par)", ""),
        _ => ("Goal", ""),
    };
    (!aims.is_empty()).then(|| format!("{head}: {}{tail}.", aims.join(", ")))
}

/// The player's prediction of the winner, and a sentence that says if the prediction was right. `None` after a retry.
pub fn predicted(sitting: &DebateSession) -> Option<String> {
    let found = review::predicted_winner(&sitting.scenario, sitting.game())?;
    let is_first = sitting.attempt().retries == 0;
    let (side, right) = found.side().zip(found.is_right()).filter(|_| is_first)?;
    let came = if right { "You were right" } else { "You were wrong" };
    Some(format!("You predicted: {}. {came}.", wins(side, sitting.game().payoff_unit())))
}

/// The strategies that were hidden during the debate.
pub fn revealed(sitting: &DebateSession) -> Vec<String> {
    Seat::ALL
        .into_iter()
        .filter(|&seat| sitting.scenario.hides(Hidden::player(seat)))
        .filter_map(|seat| match sitting.game().seat_plan(seat) {
            SeatPlan::Human => None,
            plan => {
                let listed = sitting.game().strategies(seat);
                Some(format!("{} was played by {}.", capital(seat.name()), played(&plan, &listed)))
            }
        })
        .collect()
}

/// The name of a strategy and its behaviour: "lie-at (t = 3): lies at step t …".
fn played(plan: &SeatPlan, listed: &[StrategyInfo]) -> String {
    let program = |written: &str| {
        let name = written.split_once(':').map_or(written, |parts| parts.0);
        let Some(info) = listed.iter().find(|info| info.name == name) else {
            return written.to_owned();
        };
        format!("{}: {}", info.named(written), info.says)
    };
    match plan {
        SeatPlan::Program(written) => program(written),
        SeatPlan::Script { moves, then, .. } if moves.len() <= 4 => {
            let moves: Vec<String> = moves.iter().map(narrate::describe).collect();
            format!("a list of moves ({}), then by {}", moves.join(", "), program(then))
        }
        plan => plan.words(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Side;

    #[test]
    fn only_the_prover_who_must_win_sees_that() {
        let goal = Goal { winner: Some(Side::Bob), queries: Some(8), ..Goal::default() };
        let told = |seat| asked(&goal, seat, PayoffUnit::Probability, false).unwrap();
        assert_eq!(told(Some(Seat::Bob)), "Goal: Bob wins, at most 8 queries.");
        for seat in [Some(Seat::Alice), Some(Seat::Judge), None] {
            assert_eq!(told(seat), "Goal: at most 8 queries.");
        }
        let told =
            |goal: Goal, seat| asked(&goal, Some(seat), PayoffUnit::Probability, false).unwrap();
        assert_eq!(told(Goal::default(), Seat::Bob), "Goal: Bob wins.");
        assert_eq!(told(Goal::default(), Seat::Judge), "Goal: the right side wins.");
        let few = Goal { queries: Some(10), ..Goal::default() };
        assert_eq!(
            told(few.clone(), Seat::Judge),
            "Goal: the right side wins, at most 10 queries."
        );
        assert_eq!(asked(&Goal::default(), None, PayoffUnit::Probability, false), None);
        let paid = asked(&Goal::default(), Some(Seat::Bob), PayoffUnit::Payoff, false).unwrap();
        assert_eq!(paid, "Goal: Alice is paid 0 or less.");
        // A series of rulings has no winner.
        let series = |goal: &Goal| asked(goal, Some(Seat::Judge), PayoffUnit::Probability, true);
        assert_eq!(series(&few).unwrap(), "Goal: at most 10 queries.");
        let right = Goal { right: Some(true), ..Goal::default() };
        assert_eq!(series(&right).unwrap(), "Goal: every ruling is right.");
    }

    #[test]
    fn a_goal_says_of_which_kind_it_is() {
        let told = |goal: Goal, seat| asked(&goal, Some(seat), PayoffUnit::Payoff, false).unwrap();
        let par = Goal { kind: Some(GoalKind::Par), paid_at_most: Some(1.0), ..Goal::default() };
        let words = "Goal (par): Alice is paid 1 or less, not counting luck.";
        assert_eq!(told(par, Seat::Bob), words);
        let lost = Goal { kind: Some(GoalKind::Lost), ..Goal::default() };
        assert!(told(lost.clone(), Seat::Alice).starts_with("You will lose this one"));
        assert!(told(lost, Seat::Judge).starts_with("No judge can always be right"));
    }
}
