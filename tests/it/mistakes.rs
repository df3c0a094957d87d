//! Explanations of mistakes. Every move that costs something has an explanation, and no honest move
//! is a mistake.

use std::collections::BTreeMap;

use elenchus::analysis::Game;
use elenchus::debate::Advance;
use elenchus::rules::{Actor, Move, Seat, Turn, Verb};
use elenchus::scenario::{Scenario, read};
use elenchus::text::Presentation;
use elenchus::work::CancelToken;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::kit::{named as scenario, play, random_move, seated, settle, shipped, valued};

/// The test omits longer debates, and places that take longer to evaluate.
const MOST_MOVES: usize = 80;
const MOST_WORK: u64 = 20_000;

/// For each protocol, debates of a suitable size, with claims that are true and false.
const IDS: [&str; 24] = [
    "find-the-lie",
    "adder-carry-lie",
    "contract-comma",
    "two-faced-alice",
    "lazy-bob",
    "who-wrote-last",
    "divisible-by-three",
    "midpoint-hunt",
    "binary-increment",
    "parity-of-eight",
    "parity-of-eight-walk",
    "query-golf",
    "qbf-duel",
    "verifier-read",
    "verifier-cross-examined",
    "caffeine-vote",
    "hasty-bob",
    "seating-plan",
    "four-intervals",
    "four-estimates",
    "calibrated-bob",
    "twins",
    "nobody-argues",
    "one-sided-brief",
];

fn small() -> impl Iterator<Item = (String, Scenario)> {
    shipped().into_iter().filter(|(id, _)| IDS.contains(&id.as_str()))
}

/// Plays a debate in which one seat sometimes makes a random move.
fn play_badly(scenario: &Scenario, seat: Seat, seed: u64) -> Option<Box<dyn Game>> {
    let mut players = ["honest"; 3];
    players[seat.index()] = "human";
    let mut game = seated(scenario, players, seed);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let token = CancelToken::limited(MOST_WORK);
    for _ in 0..MOST_MOVES {
        match game.advance_after(&mut |_| Ok(()), &token).ok()? {
            Advance::Moved(_) => {}
            Advance::Over(_) => return Some(game),
            Advance::Waiting(seat) => {
                // Chooses an answer. The private work before an answer could be repeated forever.
                let mut prompt = game.position().prompt();
                prompt.offers.retain(|offer| offer.ends_turn);
                let mv = if prompt.offers.is_empty() {
                    random_move(&game.position().prompt(), &mut rng)
                } else {
                    random_move(&prompt, &mut rng)
                };
                game.play(seat, mv).ok()?;
            }
        }
        let _ = rng.random::<u8>();
    }
    None
}

/// The remark on a move of the line, from the place before it.
fn said(game: &dyn Game, at: usize, mv: &Move) -> Option<String> {
    let line = game.tree().line();
    let before = match at.checked_sub(2) {
        None => elenchus::debate::NodeId::START,
        Some(before) => line[before],
    };
    let position: &dyn Presentation = &*game.position_at(before);
    position.mistake(mv, &CancelToken::default())
}

#[test]
fn every_move_that_costs_something_is_explained() {
    let mut explained: BTreeMap<(String, Seat), u32> = BTreeMap::new();
    for (id, scenario) in small() {
        for seat in Seat::ALL {
            for seed in 1..=3 {
                let Some(game) = play_badly(&scenario, seat, seed) else { continue };
                let protocol = game.position().brief(elenchus::rules::Viewer::All).protocol;
                for (at, point) in valued(&*game, MOST_WORK).iter().enumerate() {
                    let Some(played) = &point.played else { continue };
                    if played.actor != Actor::Seat(seat) || !point.is_mistake() {
                        continue;
                    }
                    let why = said(&*game, at, &played.mv);
                    let why = why.unwrap_or_else(|| {
                        panic!("{id}, seed {seed}: {seat}: {} cost {:?}", played.mv, point.cost)
                    });
                    if std::env::var_os("SHOW_MISTAKES").is_some() {
                        println!(
                            "{protocol} | {id} | {seat}: {} | {:.3} | {why}",
                            played.mv,
                            point.cost.unwrap_or_default()
                        );
                    }
                    assert!(why.ends_with('.') && !why.contains("  "), "{id}: {why}");
                    assert!(why.chars().count() <= 400, "{id}: too long: {why}");
                    *explained.entry((protocol.clone(), seat)).or_default() += 1;
                }
            }
        }
    }
    let kinds: Vec<(&str, Seat)> = explained.keys().map(|(kind, seat)| (&**kind, *seat)).collect();
    for kind in [
        ("bisection", Seat::Bob),
        ("circuit walk", Seat::Bob),
        ("consultancy", Seat::Judge),
        ("cross-examination", Seat::Bob),
        ("cross-examination", Seat::Judge),
        ("direct judge", Seat::Judge),
        ("gate check", Seat::Judge),
        ("prover-estimator debate", Seat::Alice),
        ("prover-estimator debate", Seat::Bob),
        ("quantified debate", Seat::Bob),
        ("stochastic debate", Seat::Alice),
        ("stochastic debate", Seat::Bob),
    ] {
        assert!(kinds.contains(&kind), "no mistake of {kind:?} was made: {kinds:?}");
    }
}

#[test]
fn no_honest_move_in_a_debate_without_chance_is_a_mistake() {
    for (id, scenario) in small() {
        let mut game = seated(&scenario, ["honest"; 3], 1);
        let token = CancelToken::limited(MOST_WORK);
        let mut line = 0;
        while let Ok(Advance::Moved(_)) = game.advance_after(&mut |_| Ok(()), &token) {
            line += 1;
            if line > MOST_MOVES {
                break;
            }
        }
        for at in 1..=game.tree().line().len() {
            let played = game.tree().played(game.tree().line()[at - 1]).unwrap().clone();
            // A mean of votes has the votes' own noise, and the text says so.
            if matches!(played.mv.verb(), Verb::State | Verb::Abort | Verb::Continue) {
                continue;
            }
            // An honest judge who cannot read enough has to guess. So does a disputer who does not
            // know which subclaim is false.
            let guesses = ["twins", "one-sided-brief"].contains(&id.as_str());
            if guesses || id == "four-intervals" && played.mv.verb() == Verb::Pick {
                continue;
            }
            assert_eq!(said(&*game, at, &played.mv), None, "{id}: {}", played.mv);
        }
    }
}

/// A debate with people in all seats.
fn debate(protocol: &str, machine: &str) -> Box<dyn Game> {
    let text =
        format!("elenchus: 1\ntitle: t\nclaim: c\nprotocol:\n  {protocol}\nmachine:\n{machine}\n");
    seated(&read("test", &text).expect("it reads"), ["human"; 3], 1)
}

/// A shipped debate with people in all seats.
fn shipped_debate(id: &str) -> Box<dyn Game> {
    seated(&scenario(id), ["human"; 3], 1)
}

fn mistake(game: &dyn Game, mv: &str) -> Option<String> {
    game.position().mistake(&mv.parse().expect("a move"), &CancelToken::default())
}

/// Sixteen steps to the right over fifteen ones from cell 1. One more one is written behind them.
const RUNNER: &str = "  turing:
    input: '111111111111111'
    blank: ' '
    start state: right
    space: {from: 0, to: 40}
    time limit: 16
    table:
      right:
        1: R
        ' ': {write: 1, R: done}
      done:
";

/// The runner with its head here. One cell differs from the start.
fn runner(state: &str, head: usize, change: Option<usize>) -> String {
    let mut tape: Vec<char> = format!("_{}{}", "1".repeat(15), "_".repeat(25)).chars().collect();
    if let Some(cell) = change {
        tape[cell] = '1';
    }
    format!("name state={state} head={head} tape={}", tape.into_iter().collect::<String>())
}

/// The remarks on moves, in order. For each move that begins with `?`, the text says if it is a
/// mistake. The others are played. The end lists the contradictions and the deciding fact.
fn remarks(mut game: Box<dyn Game>, moves: &str) -> String {
    let mut all = String::new();
    for mv in moves.split("; ") {
        all += &match mv.strip_prefix('?') {
            Some(mv) => {
                format!("    {mv}: {}\n", mistake(&*game, mv).as_deref().unwrap_or("right"))
            }
            None => {
                play(&mut *game, mv);
                format!("  {mv}\n")
            }
        };
    }
    let misfits = game.position().contradictions(&CancelToken::default());
    all.extend(misfits.iter().map(|found| format!("  does not fit: {found}\n")));
    all.extend(game.position().decided_by().map(|why| format!("  decided: {why}\n")));
    all
}

/// Every kind of explanation, once. It changes with this file alone.
#[test]
fn every_kind_of_explanation_of_a_mistake_stays_as_it_is() {
    let end = runner("done", 17, Some(16));
    let (middle, far) = (runner("right", 9, None), runner("right", 9, Some(30)));
    let second = |head| format!("{}; dispute second", runner("right", head, None));
    let [to_13, to_15, to_16] = [13, 15, 16].map(second);
    let runs = |moves: &str| ("bisection: {claim: 1}", RUNNER, moves.to_owned());
    let debates = [
        ("", "parity-of-eight", "?write 1100100".to_owned()),
        (
            "",
            "find-the-lie",
            "?write 1111111; write 1111111; ?point 7; ?point 3; point 3; read step 3; ask 3; ?rule alice; \
             ?rule bob"
                .to_owned(),
        ),
        // The answer in step 1 is yes with probability 0.1. The judge forgives (c + s)/2 = 0.15.
        (
            "",
            "caffeine-vote",
            "?state 0.5; ?state 0.1; state 0.2; ?abort; continue; state 0.9; ?continue; ?abort".to_owned(),
        ),
        runs(&format!("?{end}; ?{}", runner("done", 20, Some(16)))),
        runs(&format!("{end}; ?{middle}; ?{}", runner("right", 10, None))),
        // A run from Alice's middle ends with the cell that she claims, so both halves are wrong.
        runs(&format!("{end}; {far}; ?dispute first; ?dispute second")),
        runs(&format!("{end}; {middle}; dispute second; {to_13}; {to_15}; {to_16}; rule alice")),
        // In round 1 a far cell changes, and changes back. The final trial is about one step near
        // 16.
        runs(&format!("{end}; {far}; dispute second; {to_13}; {to_15}; {to_16}")),
        // The neighbour of the step on trial was read as well.
        runs(&format!(
            "{end}; {middle}; dispute second; {to_13}; {to_15}; {}; dispute second",
            runner("right", 16, Some(30))
        )),
        (
            "quantified: {verifier: evaluated}",
            "  quantified:\n    formula: \"forall a exists b: a & (b | x1)\"\n    input: \"1\"",
            "?bit 1; ?bit 0".to_owned(),
        ),
        (
            "cross-examination: {claim: 1}",
            "  plan: {steps: [{ask: Is it so?, answer: no}]}",
            "write 1; point 1; rule alice".to_owned(),
        ),
        (
            "cross-examination: {claim: 1}",
            "  plan:\n    inputs: {a: 0, b: 0, c: 1}\n    witness: [a, b]\n    steps:\n      - and: [a, b]\n      \
             - and: [1, c]",
            "?write 10; ?write 11; write 11; ?write 01".to_owned(),
        ),
        (
            "prover-estimator: {epsilon: 0.1, ratio: 3}",
            "  claims:\n    uniform: {claim: x, rule: majority, width: 3, depth: 1}\n    false-leaves: []",
            "?claim no; claim yes; ?estimate 0.5; estimate 0.5; ?say about-right; ?say too-high; ?say too-low; \
             say too-low; ?estimate 0.9; estimate 0.9; ?estimate 0.2; estimate 0.2; ?estimate 0.8; \
             estimate 0.8; ?pick 1; ?pick 2; pick 2; say too-low; ?decide no; ?decide yes"
                .to_owned(),
        ),
    ];
    let mut all = String::new();
    for (protocol, machine, moves) in debates {
        let game = match protocol {
            "" => shipped_debate(machine),
            protocol => debate(protocol, machine),
        };
        all += &format!("{protocol}{}\n{}", machine.replace('\n', "\n "), remarks(game, &moves));
    }
    // A tableau that a program wrote.
    let players = ["wrong-at:40:1", "human", "human"];
    let mut game = seated(&scenario("tableau-smuggled-cell"), players, 1);
    settle(&mut *game);
    all += &format!("tableau-smuggled-cell\n{}", remarks(game, "?point 1"));
    insta::assert_snapshot!(all);
}

/// Two answers of 1, a gate that should be 1, a chain of copies of the gate, and an output. The output reads the last
/// copy and step 1.
fn chain() -> (String, usize) {
    let mut steps = vec!["ask: Is it so?, answer: yes".to_owned(); 2];
    steps.push("and: [1, 2]".into());
    steps.extend((3..30).map(|before| format!("copy: {before}")));
    steps.push("and: [30, 1]".into());
    let listed: String = steps.iter().map(|step| format!("      - {{{step}}}\n")).collect();
    (format!("  plan:\n    steps:\n{listed}"), steps.len())
}

#[test]
fn steps_far_from_the_one_on_trial_are_compared_with_each_other() {
    let (machine, last) = chain();
    let planted = "110".to_owned() + &"0".repeat(26) + "11";
    let twice = "10".to_owned() + &"1".repeat(29);
    let truth = "1".repeat(last);
    for (written, read, found) in [
        (&truth, vec![2, 3, 30], vec![]),
        (&planted, vec![30], vec![]),
        (&planted, vec![30, 2, 3], vec!["step 3 is 0, although step 1 is 1 and step 2 is 1"]),
        (&planted, vec![29, 30], vec!["step 30 is 1, although step 29 is 0"]),
        (&twice, vec![2], vec!["steps 1 and 2 ask the same question but hold 1 and 0"]),
    ] {
        let mut game = debate("cross-examination: {claim: 1}", &machine);
        play(&mut *game, &format!("write {written}"));
        play(&mut *game, &format!("point {last}"));
        play(&mut *game, "read step 1");
        for step in read {
            play(&mut *game, &format!("read step {step}"));
        }
        assert_eq!(game.position().contradictions(&CancelToken::default()), found, "{written}");
        play(&mut *game, "rule alice");
        assert_eq!(game.position().contradictions(&CancelToken::default()), found, "{written}");
    }
}

const MAJORITY: &str = "  circuit:\n    majority: 3\n    input: ";

#[test]
fn inputs_that_decide_are_not_ruled_against_unseen() {
    let mut game = debate("circuit-walk: {}", &format!("{MAJORITY}\"101\""));
    // Down the wrong side: gate 2, and then x2, which is 0.
    while let Turn::Ask(seat @ (Seat::Alice | Seat::Bob)) = game.position().turn() {
        let wires = game.position().prompt();
        let elenchus::rules::Domain::Wire(wires) = &wires.offers[0].domain else { break };
        let bad = wires.iter().find(|wire| mistake(&*game, &format!("wire {wire}")).is_some());
        let wire = *bad.unwrap_or(&wires[0]);
        if seat == Seat::Bob && bad.is_some() {
            let why = mistake(&*game, &format!("wire {wire}")).expect("it is bad");
            assert!(why.contains("Bob needs a wire that is 1"), "{why}");
        }
        play(&mut *game, &format!("wire {wire}"));
        while game.position().prompt().offers.iter().any(|offer| offer.verb == Verb::Continue) {
            play(&mut *game, "continue");
        }
    }
    for input in [1, 3] {
        play(&mut *game, &format!("read input {input}"));
    }
    play(&mut *game, "rule alice");
    let why = game.position().outcome_reason();
    assert!(why.contains("the opposite"), "{why}");
    // A prover on the other side makes the same mistake.
    let mut erred = false;
    for (x, second) in ["100", "010", "001"].into_iter().flat_map(|x| [(x, false), (x, true)]) {
        let mut game = debate("circuit-walk: {}", &format!("{MAJORITY}\"{x}\""));
        while let Turn::Ask(seat @ (Seat::Alice | Seat::Bob)) = game.position().turn() {
            let prompt = game.position().prompt();
            let elenchus::rules::Domain::Wire(wires) = &prompt.offers[0].domain else { break };
            for wire in wires {
                if let Some(why) = mistake(&*game, &format!("wire {wire}")) {
                    let told = match seat {
                        Seat::Alice => "Alice needs a wire that is 0",
                        _ => "Bob needs a wire that is 1",
                    };
                    assert!(why.contains(told), "{why}");
                    erred |= seat == Seat::Alice;
                }
            }
            let wire = if second { wires[wires.len() - 1] } else { wires[0] };
            play(&mut *game, &format!("wire {wire}"));
            while game.position().prompt().offers.iter().any(|offer| offer.verb == Verb::Continue) {
                play(&mut *game, "continue");
            }
        }
    }
    assert!(erred);
}

#[test]
fn a_round_of_twins_is_judged_by_all_that_was_read_in_it() {
    let machine = format!("{MAJORITY}\"000\"");
    let mut game = debate("twins: {transcript: circuit-walk, reads: 3, rounds: 2}", &machine);
    for _ in 0..2 {
        settle(&mut *game);
        for input in 1..=3 {
            play(&mut *game, &format!("read input {input}"));
        }
        let wrong = ["alice", "bob"].map(|side| mistake(&*game, &format!("rule {side}")));
        let said: Vec<&String> = wrong.iter().flatten().collect();
        assert_eq!(said.len(), 1);
        assert!(
            said[0].starts_with("The reads of this round decide the value: f(x) = "),
            "{said:?}"
        );
        play(&mut *game, if wrong[0].is_some() { "rule bob" } else { "rule alice" });
    }
    settle(&mut *game);
    assert!(
        game.position().outcome_reason().starts_with("The judge was right in 2 of 2 rounds"),
        "{}",
        game.position().outcome_reason()
    );
}
