//! What a goal asks for in words, and what becomes known at the end of a debate.

use crate::analysis::Worth;
use crate::debate::{SeatPlan, StrategyInfo};
use crate::review::{self, Aim, People, Winning, wins};
use crate::rules::{Eye, Seat, Side};
use crate::scenario::{Goal, GoalKind, Hidden};
use crate::text::narrate;
pub use crate::text::narrate::capital;
use crate::text::number::plural;
use crate::tui::sitting::Sitting;

/// That the goal of a cost is lost, as soon as these eyes see it.
pub fn overspent(sitting: &Sitting, eye: Eye) -> Option<String> {
    let people = People::of(&sitting.scenario, sitting.game());
    let goal = people.goal(&sitting.scenario)?;
    let lost = review::overspent(goal, sitting.game(), eye);
    let list: Vec<String> = lost.iter().map(Aim::to_string).collect();
    (!list.is_empty()).then(|| format!("The goal is lost: {}.", list.join(", ")))
}

/// What the goal of a scenario asks of a person in this seat, before anything was played. Who must
/// win is said to whom it is no news: a prover of that side.
pub fn asked(goal: &Goal, seat: Option<Seat>, worth: Worth, is_series: bool) -> Option<String> {
    if goal.kind() == GoalKind::Lost {
        let asked = match seat {
            Some(Seat::Judge) => "no judge who rules by what was read is always right.",
            _ => "no play in your seat wins more often than not. Hold out.",
        };
        return Some(format!("Made to be lost: {asked}"));
    }
    let own = |side: Side| (seat == Some(side.seat())).then(|| wins(side, worth));
    let pays = goal.is_paid();
    let winning = Winning::asked(goal, seat, is_series);
    let right = if is_series { "every ruling is right" } else { "the right side wins" };
    let aims = [
        winning.side.and_then(own),
        // Of who looks on nothing is asked that the goal does not say.
        (winning.right && (goal.right == Some(true) || seat.is_some())).then(|| right.into()),
        goal.queries.map(|most| format!("at most {}", plural(most, "query", "queries"))),
        goal.rounds.map(|most| format!("at most {}", plural(most, "round", "rounds"))),
        goal.paid.map(|least| format!("Alice is paid {least} or more")),
        goal.paid_at_most.map(|most| format!("Alice is paid {most} or less")),
        goal.law.map(|within| format!("{}, to within {within}", Aim::BY_PARTS)),
        goal.best.as_ref().map(|_| "moves that lose nothing".into()),
    ];
    let aims: Vec<String> = aims.into_iter().flatten().collect();
    let (head, tail) = match goal.kind() {
        GoalKind::Par if pays => ("Goal, to hold par", Aim::WITHOUT_LUCK),
        GoalKind::Par => ("Goal, to hold par", ""),
        _ => ("Goal", ""),
    };
    (!aims.is_empty()).then(|| format!("{head}: {}{tail}.", aims.join(", ")))
}

/// The prediction of the winner and whether it was right, at the end of the first line.
pub fn predicted(sitting: &Sitting) -> Option<String> {
    let found = review::predicted_winner(&sitting.scenario, sitting.game())?;
    let is_first = sitting.attempt().retries == 0;
    let (side, right) = found.side().zip(found.is_right()).filter(|_| is_first)?;
    let came = if right { "You were right" } else { "You were wrong" };
    Some(format!("You predicted: {}. {came}.", wins(side, sitting.game().worth())))
}

/// The players that were hidden, now named.
pub fn revealed(sitting: &Sitting) -> Vec<String> {
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

/// Who played, and what it does: "lie-at (t = 3): lies at step t …".
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
            let moves: Vec<String> = moves.iter().map(narrate::what).collect();
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
    fn who_must_win_is_told_to_that_prover_only() {
        let goal = Goal { winner: Some(Side::Bob), queries: Some(8), ..Goal::default() };
        let told = |seat| asked(&goal, seat, Worth::Probability, false).unwrap();
        assert_eq!(told(Some(Seat::Bob)), "Goal: Bob wins, at most 8 queries.");
        for seat in [Some(Seat::Alice), Some(Seat::Judge), None] {
            assert_eq!(told(seat), "Goal: at most 8 queries.");
        }
        let told = |goal: Goal, seat| asked(&goal, Some(seat), Worth::Probability, false).unwrap();
        assert_eq!(told(Goal::default(), Seat::Bob), "Goal: Bob wins.");
        assert_eq!(told(Goal::default(), Seat::Judge), "Goal: the right side wins.");
        let few = Goal { queries: Some(10), ..Goal::default() };
        assert_eq!(
            told(few.clone(), Seat::Judge),
            "Goal: the right side wins, at most 10 queries."
        );
        assert_eq!(asked(&Goal::default(), None, Worth::Probability, false), None);
        let paid = asked(&Goal::default(), Some(Seat::Bob), Worth::Payoff, false).unwrap();
        assert_eq!(paid, "Goal: Alice is paid 0 or less.");
        // In a series of rulings no side wins.
        let series = |goal: &Goal| asked(goal, Some(Seat::Judge), Worth::Probability, true);
        assert_eq!(series(&few).unwrap(), "Goal: at most 10 queries.");
        let right = Goal { right: Some(true), ..Goal::default() };
        assert_eq!(series(&right).unwrap(), "Goal: every ruling is right.");
    }

    #[test]
    fn a_goal_says_of_which_kind_it_is() {
        let told = |goal: Goal, seat| asked(&goal, Some(seat), Worth::Payoff, false).unwrap();
        let par = Goal { kind: Some(GoalKind::Par), paid_at_most: Some(1.0), ..Goal::default() };
        let words = "Goal, to hold par: Alice is paid 1 or less, luck with coins taken out.";
        assert_eq!(told(par, Seat::Bob), words);
        let lost = Goal { kind: Some(GoalKind::Lost), ..Goal::default() };
        assert!(
            told(lost.clone(), Seat::Alice).starts_with("Made to be lost: no play in your seat")
        );
        assert!(told(lost, Seat::Judge).starts_with("Made to be lost: no judge who rules"));
    }
}
