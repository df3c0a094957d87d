//! What is said of mistakes: every move that costs something is explained, and what an honest player
//! does is none.

use std::collections::BTreeMap;

use elenchus::analysis::Game;
use elenchus::debate::Advance;
use elenchus::review::{ReviewedMove, points};
use elenchus::rules::{Actor, Move, Seat, Turn, Verb};
use elenchus::scenario::{Scenario, read};
use elenchus::text::Show;
use elenchus::work::Token;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::kit::{random_move, seated, shipped};

/// Longer debates are not looked into here, nor are places that take longer to evaluate.
const MOST_MOVES: usize = 80;
const MOST_WORK: u64 = 20_000;

/// Of each protocol debates of a size that can be gone through, with claims that are true and false.
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

/// Plays a debate in which one seat now and then does something at random.
fn play_badly(scenario: &Scenario, seat: Seat, seed: u64) -> Option<Box<dyn Game>> {
    let mut players = ["honest"; 3];
    players[seat.index()] = "human";
    let mut game = seated(scenario, players, seed);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let token = Token::limited(MOST_WORK);
    for _ in 0..MOST_MOVES {
        match game.advance_after(&mut |_| Ok(()), &token).ok()? {
            Advance::Moved(_) => {}
            Advance::Over(_) => return Some(game),
            Advance::Waiting(seat) => {
                // An answer, not the work before it, which may be drawn for ever.
                let mut prompt = game.now().prompt();
                prompt.offers.retain(|offer| offer.ends_turn);
                let mv = if prompt.offers.is_empty() {
                    random_move(&game.now().prompt(), &mut rng)
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

/// The points of a debate with their values, as far as these come quickly.
fn valued(game: &dyn Game) -> Vec<ReviewedMove> {
    let mut values = BTreeMap::new();
    let evaluate = game.evaluator();
    for node in
        std::iter::once(elenchus::debate::NodeId::START).chain(game.tree().line().iter().copied())
    {
        let token = Token::limited(MOST_WORK);
        if let Ok(Some(value)) = evaluate(node, &token) {
            values.insert(node, value.honest);
        }
    }
    points(game, |node| values.get(&node).copied())
}

/// What is said of a move of the line, by the place before it.
fn said(game: &dyn Game, at: usize, mv: &Move) -> Option<String> {
    let line = game.tree().line();
    let before = match at.checked_sub(2) {
        None => elenchus::debate::NodeId::START,
        Some(before) => line[before],
    };
    let position: &dyn Show = &*game.at(before);
    position.mistake(mv, &Token::default())
}

#[test]
fn every_move_that_costs_something_is_explained() {
    let mut explained: BTreeMap<(String, Seat), u32> = BTreeMap::new();
    for (id, scenario) in small() {
        for seat in Seat::ALL {
            for seed in 1..=3 {
                let Some(game) = play_badly(&scenario, seat, seed) else { continue };
                let protocol = game.now().brief(elenchus::rules::Eye::All).protocol;
                for (at, point) in valued(&*game).iter().enumerate() {
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
fn what_an_honest_player_does_in_a_debate_without_chance_is_no_mistake() {
    for (id, scenario) in small() {
        let mut game = seated(&scenario, ["honest"; 3], 1);
        let token = Token::limited(MOST_WORK);
        let mut line = 0;
        while let Ok(Advance::Moved(_)) = game.advance_after(&mut |_| Ok(()), &token) {
            line += 1;
            if line > MOST_MOVES {
                break;
            }
        }
        for at in 1..=game.tree().line().len() {
            let played = game.tree().played(game.tree().line()[at - 1]).unwrap().clone();
            // A mean of votes is off by the votes' own noise, and is said to be.
            if matches!(played.mv.verb(), Verb::State | Verb::Abort | Verb::Continue) {
                continue;
            }
            // An honest judge who cannot read enough has to guess, as has a disputer who does not
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
fn of_shipped(id: &str) -> Box<dyn Game> {
    let (_, scenario) = shipped().into_iter().find(|(own, _)| own == id).expect("it is shipped");
    seated(&scenario, ["human"; 3], 1)
}

fn settle(game: &mut dyn Game) {
    while !matches!(game.now().turn(), Turn::Ask(_) | Turn::Over(_)) {
        game.advance().expect("nature and the rules move");
    }
}

/// Plays a move of whoever is asked, and then what falls by itself.
fn play(game: &mut dyn Game, mv: &str) {
    settle(game);
    let Turn::Ask(seat) = game.now().turn() else { panic!("{mv}: it is over") };
    game.play(seat, mv.parse().expect("a move")).unwrap_or_else(|e| panic!("{mv}: {e}"));
    settle(game);
}

fn mistake(game: &dyn Game, mv: &str) -> Option<String> {
    game.now().mistake(&mv.parse().expect("a move"), &Token::default())
}

#[track_caller]
fn says(game: &dyn Game, mv: &str, words: &[&str]) {
    let why = mistake(game, mv).unwrap_or_else(|| panic!("{mv} is no mistake"));
    for words in words {
        assert!(why.contains(words), "`{why}` does not say `{words}`");
    }
}

#[test]
fn a_bob_who_points_past_the_lie_is_told_its_question_and_its_answer() {
    let parity = of_shipped("parity-of-eight");
    says(
        &*parity,
        "write 1100100",
        &[
            "Step 4: xor(x5, x6). As written, x5 is 1, x6 is 0. So it is 1; Alice wrote 0.",
            "Bob can point there and win.",
        ],
    );
    let mut game = of_shipped("find-the-lie");
    assert_eq!(mistake(&*game, "write 1111111"), None, "her claim is false: every row loses");
    play(&mut *game, "write 1111111");
    says(&*game, "point 7", &["Step 7 follows", "so this concedes", "Step 3's question"]);
    assert_eq!(mistake(&*game, "point 3"), None);
    play(&mut *game, "point 3");
    play(&mut *game, "read step 3");
    play(&mut *game, "ask 3");
    says(&*game, "rule alice", &["What was read says otherwise", "step 3 is 0", "Alice wrote 1"]);
    assert_eq!(mistake(&*game, "rule bob"), None);
}

#[test]
fn a_number_far_from_the_honest_vote_is_measured_against_what_the_judge_forgives() {
    let mut game = of_shipped("caffeine-vote");
    // Step 1 is a yes with 0.1; the judge forgives (c + s)/2 = 0.15.
    says(
        &*game,
        "state 0.5",
        &[
            "0.5 was stated where the honest vote on step 1 gives 0.1: 0.4 off",
            "0.25 further than the 0.15 that the judge forgives",
            "Bob could abort here",
        ],
    );
    assert_eq!(mistake(&*game, "state 0.1"), None);
    play(&mut *game, "state 0.2");
    says(&*game, "abort", &["0.1 off, and the judge forgives less than 0.15", "it stands with"]);
    play(&mut *game, "continue");
    play(&mut *game, "state 0.9");
    says(&*game, "continue", &["An abort would win"]);
    assert_eq!(mistake(&*game, "abort"), None);
}

/// Sixteen steps to the right over fifteen ones from cell 1, and one more written behind them.
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

/// The runner with its head here, and one cell otherwise than it was at the start.
fn runner(state: &str, head: usize, change: Option<usize>) -> String {
    let mut tape: Vec<char> = format!("_{}{}", "1".repeat(15), "_".repeat(25)).chars().collect();
    if let Some(cell) = change {
        tape[cell] = '1';
    }
    format!("name state={state} head={head} tape={}", tape.into_iter().collect::<String>())
}

fn end() -> String {
    runner("done", 17, Some(16))
}

/// Down to the last step but one, and then the one before it or the last.
fn down_to_the_end(game: &mut dyn Game, planted: Option<usize>) {
    play(game, &end());
    play(game, &runner("right", 9, planted));
    play(game, "dispute second");
    for head in [13, 15, 16] {
        play(game, &runner("right", head, None));
        play(game, "dispute second");
    }
}

#[test]
fn a_wrong_half_and_a_wrong_middle_are_told_by_what_the_machine_does() {
    let mut game = debate("bisection: {claim: 1}", RUNNER);
    assert_eq!(mistake(&*game, &end()), None);
    let off = runner("done", 20, Some(16));
    says(&*game, &off, &["After step 16 the head is at 17, not 20."]);
    play(&mut *game, &end());
    assert_eq!(mistake(&*game, &runner("right", 9, None)), None);
    let words = ["After step 8 the head is at 9, not 10.", "Bob can dispute the first half"];
    says(&*game, &runner("right", 10, None), &words);
    play(&mut *game, &runner("right", 9, Some(30)));
    assert_eq!(mistake(&*game, "dispute first"), None);
    // What follows from her middle ends with the cell as she has it, so that both halves are wrong.
    assert_eq!(mistake(&*game, "dispute second"), None);
}

#[test]
fn configurations_of_other_rounds_are_held_against_one_another() {
    let mut honest = debate("bisection: {claim: 1}", RUNNER);
    down_to_the_end(&mut *honest, None);
    assert_eq!(honest.now().contradictions(&Token::default()), Vec::<String>::new());
    play(&mut *honest, "rule alice");
    assert_eq!(honest.now().contradictions(&Token::default()), Vec::<String>::new());
    // In round 1 a far cell changes, and back; all that is judged in the end is one step near 16.
    let mut planted = debate("bisection: {claim: 1}", RUNNER);
    down_to_the_end(&mut *planted, Some(30));
    assert_eq!(
        planted.now().contradictions(&Token::default()),
        [
            "between steps 0 and 8 cell 30 changes, which the head cannot reach",
            "between steps 8 and 12 cell 30 changes, which the head cannot reach",
        ]
    );
    // The neighbour of the step on trial was read as well.
    let mut beside = debate("bisection: {claim: 1}", RUNNER);
    play(&mut *beside, &end());
    for head in [9, 13, 15] {
        play(&mut *beside, &runner("right", head, None));
        play(&mut *beside, "dispute second");
    }
    play(&mut *beside, &runner("right", 16, Some(30)));
    play(&mut *beside, "dispute second");
    assert_eq!(beside.now().contradictions(&Token::default()), ["step 15 does not follow"]);
}

/// Ones, a gate that should be 1, a chain of copies of it, and an end that rests on its last and on
/// step 1.
fn chain() -> (String, usize) {
    let mut steps = vec!["ask: Is it so?, answer: yes".to_owned(); 2];
    steps.push("and: [1, 2]".into());
    steps.extend((3..30).map(|before| format!("copy: {before}")));
    steps.push("and: [30, 1]".into());
    let listed: String = steps.iter().map(|step| format!("      - {{{step}}}\n")).collect();
    (format!("  plan:\n    steps:\n{listed}"), steps.len())
}

#[test]
fn steps_far_from_the_one_on_trial_are_held_against_one_another() {
    let (machine, last) = chain();
    let planted = "110".to_owned() + &"0".repeat(26) + "11";
    let twice = "10".to_owned() + &"1".repeat(29);
    let truth = "1".repeat(last);
    for (written, read, found) in [
        (&truth, vec![2, 3, 30], vec![]),
        (&planted, vec![30], vec![]),
        (&planted, vec![30, 2, 3], vec!["step 3 is 0, though step 1 is 1, step 2 is 1"]),
        (&planted, vec![29, 30], vec!["step 30 is 1, though step 29 is 0"]),
        (&twice, vec![2], vec!["steps 1 and 2 put the same question, and say 1 and 0"]),
    ] {
        let mut game = debate("cross-examination: {claim: 1}", &machine);
        play(&mut *game, &format!("write {written}"));
        play(&mut *game, &format!("point {last}"));
        play(&mut *game, "read step 1");
        for step in read {
            play(&mut *game, &format!("read step {step}"));
        }
        assert_eq!(game.now().contradictions(&Token::default()), found, "{written}");
        play(&mut *game, "rule alice");
        assert_eq!(game.now().contradictions(&Token::default()), found, "{written}");
    }
}

const MAJORITY: &str = "  circuit:\n    majority: 3\n    input: ";

#[test]
fn inputs_that_decide_are_not_ruled_against_unseen() {
    let mut game = debate("circuit-walk: {}", &format!("{MAJORITY}\"101\""));
    // Down the wrong side: gate 2, and then x2, which is 0.
    while let Turn::Ask(seat @ (Seat::Alice | Seat::Bob)) = game.now().turn() {
        let wires = game.now().prompt();
        let elenchus::rules::Domain::Wire(wires) = &wires.offers[0].domain else { break };
        let bad = wires.iter().find(|wire| mistake(&*game, &format!("wire {wire}")).is_some());
        let wire = *bad.unwrap_or(&wires[0]);
        if seat == Seat::Bob && bad.is_some() {
            says(&*game, &format!("wire {wire}"), &["Bob points at ∨ to an input that is 1"]);
        }
        play(&mut *game, &format!("wire {wire}"));
        while game.now().prompt().offers.iter().any(|offer| offer.verb == Verb::Continue) {
            play(&mut *game, "continue");
        }
    }
    for input in [1, 3] {
        play(&mut *game, &format!("read input {input}"));
    }
    play(&mut *game, "rule alice");
    let why = game.now().why();
    assert!(why.contains("The inputs that it read decide f(x), and say the opposite."), "{why}");
    // A prover on the other side errs alike.
    let mut erred = false;
    for (x, second) in ["100", "010", "001"].into_iter().flat_map(|x| [(x, false), (x, true)]) {
        let mut game = debate("circuit-walk: {}", &format!("{MAJORITY}\"{x}\""));
        while let Turn::Ask(seat @ (Seat::Alice | Seat::Bob)) = game.now().turn() {
            let prompt = game.now().prompt();
            let elenchus::rules::Domain::Wire(wires) = &prompt.offers[0].domain else { break };
            for wire in wires {
                if let Some(why) = mistake(&*game, &format!("wire {wire}")) {
                    let told = match seat {
                        Seat::Alice => "Alice points at ∧ to an input that is 0",
                        _ => "Bob points at ∨ to an input that is 1",
                    };
                    assert!(why.contains(told), "{why}");
                    erred |= seat == Seat::Alice;
                }
            }
            let wire = if second { wires[wires.len() - 1] } else { wires[0] };
            play(&mut *game, &format!("wire {wire}"));
            while game.now().prompt().offers.iter().any(|offer| offer.verb == Verb::Continue) {
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
            said[0].starts_with("All that was read in this round decides it: f(x) = "),
            "{said:?}"
        );
        play(&mut *game, if wrong[0].is_some() { "rule bob" } else { "rule alice" });
    }
    settle(&mut *game);
    assert!(game.now().why().starts_with("Right in 2 of 2 rounds"), "{}", game.now().why());
}

#[test]
fn a_bit_that_gives_the_game_away_is_told_with_the_answer_to_it() {
    let machine = "  quantified:\n    formula: \"forall a exists b: a & (b | x1)\"\n    \
        input: \"1\"";
    let game = debate("quantified: {verifier: evaluated}", machine);
    says(
        &*game,
        "bit 1",
        &["With a = 1 Bob can make V 1 whatever follows", "with 0 nothing could"],
    );
    assert_eq!(mistake(&*game, "bit 0"), None);
}

#[test]
fn a_tableau_is_told_field_by_field() {
    let mut game = of_shipped("divisible-by-three");
    while !matches!(game.now().turn(), Turn::Ask(Seat::Alice)) {
        settle(&mut *game);
    }
    let honest = seated_honest("divisible-by-three");
    assert_eq!(mistake(&*game, &honest), None);
    let game = played_by("tableau-smuggled-cell", ["wrong-at:40:1", "human", "human"]);
    says(
        &*game,
        "point 1",
        &["Step 1 follows from what it reads.", "does not follow: the machine gives"],
    );
}

/// The first move of an honest Alice.
fn seated_honest(id: &str) -> String {
    let mut game = played_by(id, ["honest", "human", "human"]);
    settle(&mut *game);
    let tree = game.tree();
    let written = tree.line().iter().filter_map(|&node| tree.played(node));
    let told = written.rev().find(|played| played.mv.verb() == Verb::Tell).expect("a run");
    told.mv.to_string()
}

fn played_by(id: &str, players: [&str; 3]) -> Box<dyn Game> {
    let (_, scenario) = shipped().into_iter().find(|(own, _)| own == id).expect("it is shipped");
    let mut game = seated(&scenario, players, 1);
    while let Advance::Moved(_) = game.advance().expect("programs play") {}
    game
}

#[test]
fn a_witness_that_is_none_is_told_as_such() {
    let mut game = debate(
        "cross-examination: {claim: 1}",
        "  plan:\n    inputs: {a: 0, b: 0, c: 1}\n    witness: [a, b]\n    steps:\n      - and: [a, b]\n      \
         - and: [1, c]",
    );
    says(
        &*game,
        "write 10",
        &["On this witness the claim is false.", "With b turned round it would hold."],
    );
    assert_eq!(mistake(&*game, "write 11"), None);
    play(&mut *game, "write 11");
    says(&*game, "write 01", &["Step 1"]);
}

#[test]
fn claims_and_estimates_are_held_against_what_is_true_and_what_bob_knew() {
    let protocol = "prover-estimator: {epsilon: 0.1, ratio: 3}";
    let claims = "  claims:\n    uniform: {claim: x, rule: majority, width: 3, depth: 1}\n    false-leaves: []";
    let mut game = debate(protocol, claims);
    says(&*game, "claim no", &["The truth is yes."]);
    play(&mut *game, "claim yes");
    says(
        &*game,
        "estimate 0.5",
        &[
            "Bob could tell that Alice's answer is right. 0.50 is 0.50 off",
            "she is paid 3 for each unit",
        ],
    );
    play(&mut *game, "estimate 0.5");
    says(
        &*game,
        "say about-right",
        &["Bob's 0.50 is 0.50 from the truth, 1.", "“about right” nothing"],
    );
    says(&*game, "say too-high", &["pays as much to Bob"]);
    assert_eq!(mistake(&*game, "say too-low"), None);
    play(&mut *game, "say too-low");
    for p in ["0.9", "0.2", "0.8"] {
        says(&*game, &format!("estimate {p}"), &["Bob could tell that “"]);
        play(&mut *game, &format!("estimate {p}"));
    }
    says(&*game, "pick 1", &["0.10 off on", "0.80 off on", "9 for each unit in the next round"]);
    assert_eq!(mistake(&*game, "pick 2"), None);
    play(&mut *game, "pick 2");
    play(&mut *game, "say too-low");
    settle(&mut *game);
    says(
        &*game,
        "decide no",
        &["is true in this scenario.", "It pays Alice 9 less than is right."],
    );
    assert_eq!(mistake(&*game, "decide yes"), None);
}
