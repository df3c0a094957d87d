//! The duties of every protocol. Each statement is checked on shipped scenarios. The gate checks
//! slow statements on a share of them, and the nightly run on all.

use elenchus::debate::{Advance, NodeId, SeatPlan};
use elenchus::rules::{Actor, Seat, Side, Turn};
use elenchus::scenario::{journal, read, resume, write};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::kit::{
    any_moves, lines, one_in, play_at_random, quick, random_move, seated, shipped, whole,
};

/// Tests play only debates with fewer steps than this move by move.
fn small() -> impl Iterator<Item = (String, elenchus::scenario::Scenario)> {
    quick()
        .into_iter()
        .filter(|(id, _)| !["thousand", "long", "million"].iter().any(|word| id.contains(word)))
        .filter(|(id, _)| id != "smuggled-cell")
}

#[test]
fn every_shipped_scenario_opens_and_has_what_the_library_shows() {
    for (id, scenario) in shipped() {
        resume(&scenario).unwrap_or_else(|fault| panic!("{id}: {fault:?}"));
        assert!(!scenario.summary.is_empty(), "{id} has no summary");
        assert!(!scenario.chapter.is_empty() && scenario.order.is_some(), "{id} has no place");
        assert!(!scenario.lesson.learn.is_empty(), "{id} teaches nothing");
    }
}

#[test]
fn random_play_ends_and_never_panics() {
    for (id, scenario) in small() {
        for seed in one_in(5, 0..20) {
            let mut game = seated(&scenario, ["human"; 3], seed);
            play_at_random(&mut *game, &mut ChaCha8Rng::seed_from_u64(seed));
            assert!(matches!(game.position().turn(), Turn::Over(_)), "{id}");
        }
    }
}

#[test]
fn a_record_replays_to_the_same_position() {
    for (id, scenario) in small() {
        for seed in one_in(3, 0..5) {
            let mut game = seated(&scenario, ["human"; 3], seed);
            play_at_random(&mut *game, &mut ChaCha8Rng::seed_from_u64(seed));
            let mut again = seated(&scenario, ["human"; 3], seed + 1000);
            for entry in game.record() {
                again.apply(entry).unwrap_or_else(|e| panic!("{id}: {entry}: {e}"));
            }
            assert_eq!(whole(game.position()), whole(again.position()), "{id}");
        }
    }
}

#[test]
fn going_back_and_on_again_reproduces_every_position() {
    for (id, scenario) in one_in(7, small()) {
        let mut game = seated(&scenario, ["human"; 3], 3);
        play_at_random(&mut *game, &mut ChaCha8Rng::seed_from_u64(3));
        let line: Vec<NodeId> = game.tree().line().to_vec();
        let end = *line.last().expect("something was played");
        let before: Vec<String> =
            line.iter().map(|&node| whole(&*game.position_at(node))).collect();
        for (&node, before) in line.iter().zip(&before) {
            game.go_to(node).expect("the node is there");
            assert_eq!(&whole(game.position()), before, "{id} at {node}");
        }
        game.go_to(NodeId::START).expect("the start is there");
        game.go_to(end).expect("the end is still there");
        assert_eq!(&whole(game.position()), before.last().expect("an end"), "{id}");
    }
}

#[test]
fn illegal_moves_are_refused_with_a_reason_and_change_nothing() {
    for (id, scenario) in one_in(7, small()) {
        let mut game = seated(&scenario, ["human"; 3], 5);
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        for _ in 0..200 {
            let before = whole(game.position());
            let record = game.record().len();
            let prompt = game.position().prompt();
            for seat in Seat::ALL {
                for mv in any_moves() {
                    let asked = game.position().turn().mover() == Some(Actor::Seat(seat));
                    if asked && prompt.admit(&mv).is_ok() {
                        continue;
                    }
                    let error = game.play(seat, mv).expect_err("it is not admitted");
                    assert!(!error.to_string().is_empty(), "{id}");
                }
            }
            assert_eq!(before, whole(game.position()), "{id}");
            assert_eq!(record, game.record().len(), "{id}");
            match game.advance().expect("legal") {
                Advance::Over(_) => break,
                Advance::Moved(_) => {}
                Advance::Waiting(seat) => {
                    let mv = random_move(&prompt, &mut rng);
                    game.play(seat, mv).expect("legal");
                }
            }
        }
    }
}

#[test]
fn a_saved_debate_reads_back_as_it_was_played() {
    for (id, scenario) in small() {
        let mut game = seated(&scenario, ["human"; 3], 8);
        play_at_random(&mut *game, &mut ChaCha8Rng::seed_from_u64(8));
        let half = game.tree().line()[game.tree().line().len() / 2];
        game.go_to(half).expect("the node is there");
        let text = write(&journal::played(&scenario, &*game)).expect("it can be written");
        let saved = read(&id, &text).unwrap_or_else(|e| panic!("{e}"));
        let again = resume(&saved).unwrap_or_else(|fault| panic!("{id}: {fault:?}"));
        assert_eq!(lines(game.record()), lines(again.record()), "{id}");
        assert_eq!(whole(game.position()), whole(again.position()), "{id}");
        assert_eq!(game.tree().len(), again.tree().len(), "{id}");
    }
}

#[test]
fn every_pair_of_programs_plays_to_the_end_by_legal_moves() {
    for (id, scenario) in one_in(5, small()) {
        let mut game = seated(&scenario, ["honest"; 3], 2);
        let names = |seat: Seat| -> Vec<String> {
            let ready = |s: &elenchus::debate::StrategyInfo| match s.argument {
                elenchus::strategy::StrategyParameter::Number(_) => format!("{}:2", s.name),
                elenchus::strategy::StrategyParameter::Real(_, low, high) => {
                    format!("{}:{}", s.name, low + (high - low) / 4.0)
                }
                _ => s.name.to_owned(),
            };
            let strategies = game.strategies(seat);
            let ready = strategies.iter().map(ready);
            ready.filter(|name| game.check_strategy(seat, name).is_ok()).collect()
        };
        let [alices, bobs, judges] = Seat::each(names);
        let before = |judge: &String| (alices[0].clone(), bobs[0].clone(), judge.clone());
        let mut casts: Vec<(String, String, String)> = judges.iter().map(before).collect();
        for alice in &alices {
            casts.extend(bobs.iter().map(|bob| (alice.clone(), bob.clone(), judges[0].clone())));
        }
        for (alice, bob, judge) in &casts {
            // All casts use the same table, because some programs learn something once for each table.
            game.go_to(NodeId::START).expect("the start is there");
            let plans = [alice, bob, judge].map(|name| SeatPlan::Program(name.clone()));
            match game.set_seats(&plans) {
                Ok(()) => {}
                // No solver knows some strategies, and some have too many possible draws.
                Err(why) if why.why.contains("no solver responds exactly to") => continue,
                Err(why) if why.why.contains("looks ahead") => continue,
                Err(why) => panic!("{id}: {alice} against {bob} before {judge}: {why}"),
            }
            let end = game.table().run();
            assert!(
                matches!(end, Ok(Advance::Over(_))),
                "{id}: {alice} against {bob} before {judge}: {end:?}"
            );
        }
    }
}

#[test]
fn the_honest_side_that_is_right_wins_deterministic_debates() {
    for (id, scenario) in small() {
        use elenchus::scenario::ProtocolFile::{
            Bisection, CircuitWalk, CrossExamination, DirectJudge, GateCheck, Quantified,
        };
        let protocol = &scenario.protocol.value;
        let deterministic = matches!(protocol, CrossExamination(file) if file.copies)
            || matches!(protocol, DirectJudge(file) if file.reads.is_none())
            || matches!(protocol, Bisection(_) | GateCheck(_) | CircuitWalk(_) | Quantified(_));
        if !deterministic {
            continue;
        }
        let mut game = seated(&scenario, ["honest"; 3], 1);
        let Ok(Advance::Over(outcome)) = game.table().run() else { panic!("{id} did not end") };
        let truth =
            crate::kit::truth(game.position()).expect("a deterministic claim is true or false");
        assert_eq!(outcome.winner, Side::of_claim(truth), "{id}");
    }
}
