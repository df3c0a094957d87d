//! Exact values of the players that the solver knows. A script or a list of rounds may replace them
//! in some rounds.

use crate::debate::SeatPlan;
use crate::machine::Step;
use crate::protocol::Stochastic;
use crate::protocol::stochastic::Coin;
use crate::protocol::stochastic::players::values::StrategyProfile;
use crate::protocol::stochastic::players::{AliceStrategy, BobStrategy};
use crate::rules::Move;
use crate::work::CancelToken;

/// P[Alice wins]. `None` if the solver does not know a player, or if a script does not have exactly
/// one answer for each step.
pub(super) fn exact(
    debate: &Stochastic,
    seats: &[SeatPlan; 3],
    token: &CancelToken,
) -> Option<f64> {
    let [alice, bob, judge] = seats;
    if judge.program().map(str::trim) != Some("honest") {
        return None;
    }
    let ((alice, alices), (bob, bobs)) = (listed(debate, alice)?, listed(debate, bob)?);
    // A variant can ask Alice for more than one answer in a step.
    if debate.departures().any() && !(alices.is_empty() && bobs.is_empty()) {
        return None;
    }
    let written = |alice, bob| StrategyProfile::written(debate, [alice, bob]).ok();
    let usual = written(alice, bob)?;
    let mut others: Vec<(Step, StrategyProfile)> = Vec::new();
    for step in debate.plan().steps() {
        let mut players = usual;
        match at(&alices, step) {
            // At a gate, a stated number may be legal for only one of the gate's two values.
            Some(RoundAnswer::Move(Move::State(p))) if debate.plan().ask(step).is_some() => {
                players.alice = AliceStrategy::Given(p.get());
            }
            Some(RoundAnswer::Strategy(alice)) => players.alice = written(alice, "honest")?.alice,
            Some(RoundAnswer::Move(_)) => return None,
            None => {}
        }
        match at(&bobs, step) {
            Some(RoundAnswer::Move(Move::Continue)) => players.bob = BobStrategy::Never,
            Some(RoundAnswer::Move(Move::Abort)) => players.bob = BobStrategy::AbortAt(step),
            Some(RoundAnswer::Strategy(bob)) => players.bob = written("honest", bob)?.bob,
            Some(RoundAnswer::Move(_)) => return None,
            None => {}
        }
        if players != usual {
            others.push((step, players));
        }
    }
    let solver = debate.insight().solver(token).ok()?;
    if others.is_empty() {
        return Some(solver.solve(usual, token).ok()?.value);
    }
    // A best response is computed against an opponent who does not change.
    let best = |p: &StrategyProfile| {
        p.alice == AliceStrategy::BestResponse || p.bob == BobStrategy::BestResponse
    };
    if debate.setup().coin != Coin::Nature || best(&usual) || others.iter().any(|(_, p)| best(p)) {
        return None;
    }
    solver.changing(usual, &others, token).ok()
}

enum RoundAnswer<'a> {
    Move(Move),
    Strategy(&'a str),
}

/// The usual strategy of a seat, and its answers by step. A seat answers once in each step, so
/// round n of a seat is step n.
fn listed<'a>(
    debate: &Stochastic,
    plan: &'a SeatPlan,
) -> Option<(&'a str, Vec<(u64, RoundAnswer<'a>)>)> {
    let answer = |mv: &Move| matches!(mv, Move::State(_) | Move::Continue | Move::Abort);
    Some(match plan {
        SeatPlan::Program(written) => (written, Vec::new()),
        SeatPlan::Script { moves, then, .. } => {
            let one_a_step = moves.iter().all(answer) && moves.len() <= debate.plan().len();
            let numbered = (1..).zip(moves).map(|(n, mv)| (n, RoundAnswer::Move(mv.clone())));
            (then, one_a_step.then(|| numbered.collect())?)
        }
        SeatPlan::Rounds { rounds, then } => {
            let round = |(n, what): &'a (u64, String)| {
                (*n, what.parse().map_or(RoundAnswer::Strategy(what), RoundAnswer::Move))
            };
            (then, rounds.iter().map(round).collect())
        }
        SeatPlan::Human | SeatPlan::Mix(_) => return None,
    })
}

fn at<'a, 'b>(rounds: &'a [(u64, RoundAnswer<'b>)], step: Step) -> Option<&'a RoundAnswer<'b>> {
    rounds.iter().find(|(n, _)| *n == u64::from(step.number())).map(|(_, answer)| answer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::walked;
    use crate::machine::Op;
    use crate::protocol::stochastic::players::values::testing::{self, votes};
    use crate::protocol::stochastic::{ProtocolVariant, StochasticInstance};

    /// A debate about three votes, with few enough samples for a walk.
    fn small() -> Stochastic {
        testing::small(votes(3, 0.3, Op::Majority), [4, 5, 6], [0.35, 0.25], Coin::Nature)
    }

    fn script(moves: &[&str], then: &str) -> SeatPlan {
        let moves = moves.iter().map(|mv| mv.parse().expect("a move")).collect();
        SeatPlan::Script { moves, if_legal: false, then: then.into() }
    }

    fn rounds(listed: &[(u64, &str)], then: &str) -> SeatPlan {
        let rounds = listed.iter().map(|(n, what)| (*n, (*what).to_owned())).collect();
        SeatPlan::Rounds { rounds, then: then.into() }
    }

    fn program(name: &str) -> SeatPlan {
        SeatPlan::Program(name.into())
    }

    /// The walk enumerates every coin and every vote, but the solver makes only one pass.
    #[test]
    fn the_value_of_a_script_is_that_of_a_walk_of_its_debates() {
        let debate = small();
        let token = CancelToken::default();
        for alice in [&["state 0.4"][..], &["state 0.25", "state 0.9", "state 0.3"]] {
            let bobs = ["honest", "never", "abort-at:2"].map(program);
            for bob in bobs.into_iter().chain([script(&["continue", "continue"], "never")]) {
                let seats = [script(alice, "exact"), bob, program("honest")];
                let solved = exact(&debate, &seats, &token).expect("it is solved");
                let walked = walked(&debate, &seats, &token).expect("it is small");
                let walked = walked.get();
                assert!((solved - walked).abs() < 1e-9, "{seats:?}: {solved} {walked}");
                assert!(solved > 0.0 && solved < 1.0);
            }
        }
    }

    /// If Alice sets the bits, she answers twice in each step, so the moves of a script belong to other steps.
    #[test]
    fn a_script_in_a_variant_is_not_solved_by_steps() {
        let start = small();
        let departures = ProtocolVariant { alice_sets_bits: true, ..ProtocolVariant::default() };
        let debate = Stochastic::new(StochasticInstance { departures, ..start.setup().clone() });
        let token = CancelToken::default();
        let value = |alice| exact(&debate, &[alice, program("honest"), program("honest")], &token);
        assert!(value(program("exact")).is_some());
        assert_eq!(value(script(&["state 0.4", "state 0.25"], "exact")), None);
        assert_eq!(value(rounds(&[(1, "state 0.4")], "exact")), None);
    }

    #[test]
    fn rounds_have_the_value_of_the_equivalent_script() {
        let debate = small();
        let token = CancelToken::default();
        let value = |alice: SeatPlan, bob: SeatPlan| {
            exact(&debate, &[alice, bob, program("honest")], &token).expect("it is solved")
        };
        let listed = script(&["state 0.4", "state 0.5"], "exact");
        let same = rounds(&[(1, "state 0.4"), (2, "state 0.5")], "exact");
        for bob in [program("honest"), program("optimal"), rounds(&[(2, "abort")], "honest")] {
            let (one, other) = (value(listed.clone(), bob.clone()), value(same.clone(), bob));
            assert!((one - other).abs() < 1e-12, "{one} {other}");
        }
        // If a list names the same strategy in every round, its value is that of the strategy.
        let shifts = rounds(&[(1, "shift:0.1"), (2, "shift:0.1"), (3, "shift:0.1")], "exact");
        let throughout = [program("shift:0.1"), program("honest"), program("honest")];
        let throughout = crate::analysis::Analysable::exact(&debate, &throughout, &token);
        let found = value(shifts, program("honest"));
        assert!((found - throughout.expect("it is solved").get()).abs() < 1e-12);
        // The solver cannot compute a best response against a list of rounds.
        let best = rounds(&[(1, "state 0.4")], "best-response");
        assert_eq!(exact(&debate, &[best, program("never"), program("honest")], &token), None);
    }
}
