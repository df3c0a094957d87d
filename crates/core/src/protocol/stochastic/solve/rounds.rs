//! Exact values of players who do something else in some rounds: scripts, and lists of rounds.

use crate::debate::SeatPlan;
use crate::machine::Step;
use crate::protocol::Stochastic;
use crate::protocol::stochastic::Coin;
use crate::protocol::stochastic::players::values::Players;
use crate::protocol::stochastic::players::{Alice, Bob};
use crate::rules::{Move, Seat};
use crate::work::Token;

/// What Alice can expect; none where the solver does not know the players, or they do not give one answer
/// a step.
pub(super) fn exact(debate: &Stochastic, seats: &[SeatPlan; 3], token: &Token) -> Option<f64> {
    let setup = debate.setup();
    let [alice, bob] = [Seat::Alice, Seat::Bob].map(|seat| &seats[seat.index()]);
    if seats[Seat::Judge.index()].program().map(str::trim) != Some("honest")
        || setup.departures.any()
        || setup.coin != Coin::Nature
    {
        return None;
    }
    let (alice, alices) = listed(debate, alice)?;
    let (bob, bobs) = listed(debate, bob)?;
    let known = |written: &str| Alice::written(debate, written).ok();
    let replies = |written: &str| Bob::written(debate, written).ok();
    let usual = Players { alice: known(alice)?, bob: replies(bob)? };
    let mut others: Vec<(Step, Players)> = Vec::new();
    for step in debate.plan().steps() {
        let (own, his) = (at(&alices, step), at(&bobs, step));
        if own.is_none() && his.is_none() {
            continue;
        }
        let mut players = usual;
        match own {
            // A number at a gate may be one that only some of its values admit.
            Some(RoundAnswer::Move(Move::State(p))) if debate.plan().ask(step).is_some() => {
                players.alice = Alice::Given(p.get());
            }
            Some(RoundAnswer::Strategy(written)) => players.alice = known(written)?,
            Some(RoundAnswer::Move(_)) => return None,
            None => {}
        }
        match his {
            Some(RoundAnswer::Move(Move::Continue)) => players.bob = Bob::Never,
            Some(RoundAnswer::Move(Move::Abort)) => players.bob = Bob::AbortAt(step),
            Some(RoundAnswer::Strategy(written)) => players.bob = replies(written)?,
            Some(RoundAnswer::Move(_)) => return None,
            None => {}
        }
        others.push((step, players));
    }
    let all = || others.iter().map(|(_, players)| players).chain([&usual]);
    // A best response reckons with one player throughout.
    if all().any(|p| p.alice == Alice::BestResponse || p.bob == Bob::BestResponse) {
        return None;
    }
    debate.insight().solver(token).ok()?.changing(usual, &others, token).ok()
}

/// What is done in a round.
enum RoundAnswer<'a> {
    Move(Move),
    Strategy(&'a str),
}

/// What a seat does in the rounds that its plan lists, and who plays the others. Each seat answers once a
/// step, so that its rounds are the steps.
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
    let number = step.index() as u64 + 1;
    rounds.iter().find(|(n, _)| *n == number).map(|(_, answer)| answer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::walked;
    use crate::machine::Op;
    use crate::protocol::stochastic::players::values::testing::{self, votes};

    /// Three votes, and samples so few that a walk goes through them.
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

    /// The walk goes through every coin and vote; the solver is one sweep.
    #[test]
    fn a_script_is_worth_what_a_walk_of_its_debates_comes_to() {
        let debate = small();
        let token = Token::default();
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

    #[test]
    fn rounds_are_worth_what_the_script_is_that_does_the_same() {
        let debate = small();
        let token = Token::default();
        let value = |alice: SeatPlan, bob: SeatPlan| {
            exact(&debate, &[alice, bob, program("honest")], &token).expect("it is solved")
        };
        let listed = script(&["state 0.4", "state 0.5"], "exact");
        let same = rounds(&[(1, "state 0.4"), (2, "state 0.5")], "exact");
        for bob in [program("honest"), program("optimal"), rounds(&[(2, "abort")], "honest")] {
            let (one, other) = (value(listed.clone(), bob.clone()), value(same.clone(), bob));
            assert!((one - other).abs() < 1e-12, "{one} {other}");
        }
        // Who does in every round what another does throughout is that other.
        let shifts = rounds(&[(1, "shift:0.1"), (2, "shift:0.1"), (3, "shift:0.1")], "exact");
        let throughout = [program("shift:0.1"), program("honest"), program("honest")];
        let throughout = crate::analysis::Analysed::exact(&debate, &throughout, &token);
        let found = value(shifts, program("honest"));
        assert!((found - throughout.expect("it is solved").get()).abs() < 1e-12);
        // Whoever reckons with one player throughout is not reckoned with.
        let best = [rounds(&[(1, "state 0.4")], "best-response"), program("never")];
        let [alice, bob] = best;
        assert_eq!(exact(&debate, &[alice, bob, program("honest")], &token), None);
    }
}
