//! Contradictions among the bits that a judge read. Every protocol finds and names a planted
//! contradiction, and honest play has none.

use elenchus::analysis::Game;
use elenchus::debate::Advance;
use elenchus::machine::{Input, Step};
use elenchus::rules::{Actor, BitRef, Move, Seat, Turn};
use elenchus::scenario::{Scenario, read};
use elenchus::work::CancelToken;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::kit::{random_move, seated, shipped};

fn scenario(protocol: &str, machine: &str) -> Scenario {
    let text =
        format!("elenchus: 1\ntitle: t\nclaim: c\nprotocol:\n  {protocol}\nmachine:\n{machine}\n");
    read("test", &text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn shipped_scenario(id: &str) -> Scenario {
    shipped().into_iter().find(|(own, _)| own == id).expect("it is shipped").1
}

/// The next seat to answer, after all moves that need no person.
fn asked(game: &mut dyn Game) -> Option<Seat> {
    loop {
        match game.advance().expect("nature and the rules move") {
            Advance::Moved(_) => {}
            Advance::Waiting(seat) => return Some(seat),
            Advance::Over(_) => return None,
        }
    }
}

/// A debate among people, after these moves of the seats in turn.
fn played(scenario: &Scenario, moves: &[&str]) -> Box<dyn Game> {
    let mut game = seated(scenario, ["human"; 3], 1);
    for mv in moves {
        let seat = asked(&mut *game).unwrap_or_else(|| panic!("{mv}: it is over"));
        let mv: Move = mv.parse().unwrap_or_else(|e| panic!("{mv}: {e}"));
        game.play(seat, mv.clone()).unwrap_or_else(|e| panic!("{seat}: {mv}: {e}"));
    }
    asked(&mut *game);
    game
}

/// The judge reads everything.
fn read_all(game: &mut dyn Game) {
    let cells = (0..400).map(|at| BitRef::Step(Step::at(at)));
    let cells = cells.chain((0..64).map(|at| BitRef::Input(Input::at(at))));
    for cell in cells {
        let mv = Move::Read(cell);
        if game.position().turn() == Turn::Ask(Seat::Judge)
            && game.position().prompt().admit(&mv).is_ok()
        {
            game.play(Seat::Judge, mv).expect("it is legal");
            asked(game);
        }
    }
}

#[track_caller]
fn finds(game: &mut dyn Game, words: &str) {
    read_all(game);
    let found = game.position().contradictions(&CancelToken::default());
    assert!(found.iter().any(|found| found == words), "`{words}` is not among {found:#?}");
}

#[test]
fn a_gate_of_a_transcript_that_does_not_follow_is_found_though_another_is_on_trial() {
    let asks = "      - {ask: Is it so?, answer: yes}\n      - {ask: Is it thus?, answer: yes}\n";
    let machine = format!("  plan:\n    steps:\n{asks}      - and: [1, 2]\n      - and: [3, 1]\n");
    let plan = scenario("cross-examination: {claim: 1}", &machine);
    finds(
        &mut *played(&plan, &["write 1101", "point 4"]),
        "step 3 is 0, although step 1 is 1 and step 2 is 1",
    );
    let mut honest = played(&plan, &["write 1111", "point 4"]);
    read_all(&mut *honest);
    assert_eq!(honest.position().contradictions(&CancelToken::default()), Vec::<String>::new());
}

#[test]
fn one_question_with_two_answers_is_found() {
    let ask = "      - {ask: Is it so?, answer: yes}\n";
    let machine = format!("  plan:\n    steps:\n{ask}{ask}      - and: [1, 2]\n      - copy: 3\n");
    let plan = scenario("cross-examination: {claim: 1}", &machine);
    let words = "steps 1 and 2 ask the same question but hold 1 and 0";
    finds(&mut *played(&plan, &["write 1011", "point 4"]), words);
}

#[test]
fn a_witness_is_part_of_the_comparison() {
    let machine = "  plan:\n    inputs: {a: 0, b: 0}\n    witness: [a, b]\n    steps:\n      - xor: [a, \
        b]\n      - copy: 1\n      - copy: 2\n";
    let plan = scenario("cross-examination: {claim: 1}", machine);
    let mut game = played(&plan, &["write 11", "write 111", "point 3"]);
    finds(&mut *game, "step 1 is 1, although a is 1 and b is 1");
}

#[test]
fn a_gate_of_a_circuit_that_does_not_follow_is_found() {
    let formula = "  circuit:\n    formula: (a ^ b) & (c | d)\n    input: \"1010\"\n";
    let circuit = scenario("gate-check: {claim: 0}", formula);
    let mut game = seated(&circuit, ["honest", "human", "human"], 1);
    asked(&mut *game);
    let written = game.tree().line().iter().find_map(|&at| match &game.tree().played(at)?.mv {
        Move::Write(bits) => Some(bits.clone()),
        _ => None,
    });
    let mut bits = written.expect("Alice wrote");
    // The first gate reads inputs alone.
    bits.set(0, !bits.at(0));
    let write = Move::Write(bits.clone()).to_string();
    let point = format!("point {}", bits.len());
    let mut game = played(&circuit, &[&write, &point]);
    read_all(&mut *game);
    let found = game.position().contradictions(&CancelToken::default());
    assert!(found.iter().any(|found| found.starts_with("step 1 is ")), "{found:#?}");
}

#[test]
fn a_gate_that_a_stochastic_debate_went_on_from_is_found_in_a_later_trial() {
    let asks = "      - {ask: Is it so?, yes: 0.5}\n      - {ask: Is it thus?, yes: 0.5}\n";
    let machine =
        format!("  plan:\n    steps:\n{asks}      - and: [1, 2]\n      - majority: [1, 2, 3]\n");
    let plan = scenario("stochastic: {k: 2, constants: teaching}", &machine);
    // If Alice states 0 or 1, the coin has this value.
    for (third, words) in [
        ("state 1", vec!["step 3 is 1, although step 1 is 0 and step 2 is 0"]),
        ("state 0", vec![]),
    ] {
        let moves =
            ["state 0", "continue", "state 0", "continue", third, "continue", "state 1", "abort"];
        let mut game = played(&plan, &moves);
        read_all(&mut *game);
        assert_eq!(game.position().contradictions(&CancelToken::default()), words, "{third}");
    }
}

#[test]
fn a_bit_with_two_values_in_the_configurations_of_a_bisection_is_found() {
    let machine = "  plan:\n    steps:\n      - {ask: Is it so?, answer: yes}\n      - copy: 1\n      - \
        copy: 1\n      - and: [1, 2, 3]\n";
    let plan = scenario("bisection: {claim: 1}", machine);
    let mut game = played(
        &plan,
        &["name bits=1", "name bits=01", "dispute first", "name bits=1", "dispute second"],
    );
    finds(&mut *game, "step 1 is 1 after step 1 but 0 after step 2");
}

#[test]
fn a_cell_of_a_tape_that_changes_with_no_head_nearby_is_found() {
    let lie = 700_001_u32;
    let mut game =
        seated(&shipped_scenario("smuggled-cell"), ["wrong-at:700001:1", "human", "human"], 1);
    let (mut from, mut to) = (0, 1_048_556_u32);
    while to - from > 1 {
        assert_eq!(asked(&mut *game), Some(Seat::Bob));
        let middle = from + (to - from) / 2;
        // While the interval has more than 16 steps, Bob chooses the half with the lie. After that he chooses the other
        // half.
        let first = (lie <= middle) == (to - from > 16);
        let half = if first { "dispute first" } else { "dispute second" };
        game.play(Seat::Bob, half.parse().expect("a move")).expect("it is legal");
        (from, to) = if first { (from, middle) } else { (middle, to) };
    }
    asked(&mut *game);
    let found = game.position().contradictions(&CancelToken::default());
    let told = |found: &String| {
        (found.contains("cell 1 changes") && found.contains("the head cannot reach it"))
            || found == "step 700,001 does not follow from the step before"
    };
    assert!(found.iter().any(told), "{found:#?}");
}

#[test]
fn a_gate_of_a_verifier_that_does_not_follow_is_found() {
    let duel = shipped_scenario("verifier-cross-examined");
    let mut game = seated(&duel, ["honest", "honest", "human"], 1);
    asked(&mut *game);
    let line: Vec<(Actor, Move)> = (game.tree().line().iter())
        .filter_map(|&at| game.tree().played(at))
        .map(|played| (played.actor, played.mv.clone()))
        .collect();
    let at = line.iter().position(|(_, mv)| matches!(mv, Move::Write(_))).expect("she wrote V");
    let Move::Write(bits) = &line[at].1 else { panic!("just found") };
    let mut wrong = bits.clone();
    wrong.set(0, !bits.at(0));
    let last = Step::new(bits.len() as u32);
    let mut moves: Vec<String> = line[..at]
        .iter()
        .filter(|(actor, mv)| matches!(actor, Actor::Seat(_)) && *mv != Move::Run)
        .map(|(_, mv)| mv.to_string())
        .collect();
    moves.push(Move::Write(wrong).to_string());
    moves.push(Move::Point(last).to_string());
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    let mut game = played(&duel, &moves);
    read_all(&mut *game);
    let found = game.position().contradictions(&CancelToken::default());
    assert!(found.iter().any(|found| found.starts_with("step 1 is ")), "{found:#?}");
}

#[test]
fn a_walk_that_ends_against_the_inputs_that_were_read_is_found() {
    let golf = shipped_scenario("query-golf");
    let (mut against, mut along) = (0, 0);
    for seed in 0..40 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut game = seated(&golf, ["human"; 3], 1);
        while let Some(seat) = asked(&mut *game) {
            if seat == Seat::Judge {
                read_all(&mut *game);
                if game.position().turn() == Turn::Ask(Seat::Judge) {
                    break;
                }
                continue;
            }
            let mut prompt = game.position().prompt();
            prompt.offers.retain(|offer| offer.ends_turn);
            let mv = random_move(&prompt, &mut rng);
            game.play(seat, mv).expect("it is legal");
        }
        let found = game.position().contradictions(&CancelToken::default());
        // The literal at the end of the path decides which side is right by the path. The inputs decide whether the
        // claim is true.
        let truth = crate::kit::truth(game.position()).expect("a fact");
        match found.as_slice() {
            [] => along += 1,
            [one] => {
                against += 1;
                let right = if truth { "wrong" } else { "right" };
                assert!(
                    one.contains(&format!("Alice's claim is {right}, but the inputs")),
                    "{one}"
                );
            }
            more => panic!("{more:#?}"),
        }
    }
    assert!(against > 3 && along > 3, "{against} against, {along} along");
}

#[test]
fn honest_play_leaves_nothing_that_does_not_fit() {
    let mut read = 0;
    for id in [
        "find-the-lie",
        "adder-carry-lie",
        "parity-of-eight-walk",
        "query-golf",
        "verifier-cross-examined",
        "seating-plan",
        "midpoint-hunt",
        "rhythm",
        "caffeine-vote",
    ] {
        let mut game = seated(&shipped_scenario(id), ["honest", "honest", "human"], 1);
        asked(&mut *game);
        read_all(&mut *game);
        read += game.position().ledger().readings().list().len();
        assert_eq!(
            game.position().contradictions(&CancelToken::default()),
            Vec::<String>::new(),
            "{id}"
        );
    }
    assert!(read > 10, "{read} bits were read");
}
