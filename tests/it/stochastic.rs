//! Stochastic debates, tested through files, rules and the solver.

use elenchus::analysis::{Game, Report};
use elenchus::chance::{BinomialTables, Probability};
use elenchus::debate::{Advance, DebateResult, NodeId, SeatPlan};
use elenchus::machine::Op;
use elenchus::machine::plan::families;
use elenchus::protocol::stochastic::{ConstantSet, Constants, LipschitzBound};
use elenchus::rules::{Cost, Seat, Side, Turn, Viewer};
use elenchus::scenario::warnings;
use elenchus::work::CancelToken;
use proptest::prelude::*;

use crate::files::{error_of, faults};
use crate::kit::{self, about, debate, programs, scenario};

const THIRD: &str = "\
elenchus: 1
title: T
claim: C
protocol:
  stochastic: {k: 1}
machine:
  plan:
    steps:
      - {name: s1, ask: First?, yes: 0.6}
      - {name: s2, ask: Second?, given: [s1], table: {\"0\": 0.2, \"1\": 0.9}}
      - {name: s3, and: [s1, s2]}
      - {ask: Third?, given: [s3], table: {\"0\": 0.1, \"1\": 0.8}}
seed: 1
";

fn votes(n: u64, yes: f64, rule: &str, protocol: &str) -> String {
    let votes = format!("votes: {{question: q, votes: {n}, yes: {yes}, rule: {rule}}}");
    about(&format!("stochastic: {protocol}"), &votes)
}

fn seated(text: &str, players: [&str; 3], seed: u64) -> Box<dyn Game> {
    kit::seated(&scenario(text), players, seed)
}

fn solved(text: &str) -> Report {
    kit::solved(&*debate(text)).expect("it can be solved")
}

fn value(report: &Report, alice: &str, bob: &str) -> f64 {
    let found = report.values.iter().find(|v| v.alice == alice && v.bob == bob);
    found.unwrap_or_else(|| panic!("{alice} v {bob}")).value
}

/// The hybrid oracle of the proof gives Alice's numbers so far and the truth afterwards (Lean
/// `Details`).
#[test]
fn the_review_shows_each_round_in_the_terms_of_the_proof() {
    // 0.62 is off by 0.02, and the judge accepts 0.015: 3.3 standard deviations of its mean less.
    for (first, accepted) in [("0.6", "1.0000"), ("0.62", "0.0004")] {
        let mut game = seated(THIRD, ["human", "human", "honest"], 1);
        assert_eq!(game.position().proof_rounds(9), [""; 0]);
        play(&mut *game, Seat::Alice, &format!("state {first}"));
        while let Ok(Advance::Moved(_)) = game.advance() {}
        let rounds = game.position().proof_rounds(9);
        let [round] = &rounds[..] else { panic!("{rounds:?}") };
        let distance = if first == "0.6" { "0.0000" } else { "0.0200" };
        assert!(
            round.contains(&format!(
                "round 1: Alice's numbers so far are off by at most {distance}"
            )),
            "{round}"
        );
        // After 1 the and is 1 with 0.9, and 0.9·0.8 + 0.1·0.1 is 0.73. After 0 it is 0.1.
        let told =
            |output: &str| round.contains(&format!("the output 1 with probability {output}"));
        let output = ["0.7300", "0.1000"].into_iter().find(|output| told(output));
        let output = output.unwrap_or_else(|| panic!("{round}"));
        assert!(
            round.contains(&format!("accepts the number with probability {accepted}")),
            "{round}"
        );
        // A later exact number keeps the distance.
        play(&mut *game, Seat::Bob, "continue");
        let second = if output == "0.7300" { "state 0.9" } else { "state 0.2" };
        play(&mut *game, Seat::Alice, second);
        while let Ok(Advance::Moved(_)) = game.advance() {}
        let [round] = &game.position().proof_rounds(1)[..] else { panic!("a round") };
        assert!(
            round.contains(&format!(
                "round 2: Alice's numbers so far are off by at most {distance}"
            )),
            "{round}"
        );
        assert_eq!(game.position().proof_rounds(9).len(), 2);
    }
    // The page of a debate has the rounds only if it has the answers.
    let folder = kit::folder();
    let path = kit::file(folder.path(), "third.yaml", THIRD);
    let saved = folder.path().join("played.yaml");
    let saved = saved.to_str().expect("text");
    kit::printed(&kit::words(&format!(
        "run {path} --alice honest --bob honest --judge honest -o {saved}"
    )));
    let page =
        |more: &str| kit::printed(&kit::words(&format!("export {saved} --to markdown {more}")));
    assert!(page("--answers").contains("The proof, round 4"));
    assert!(!page("").contains("The proof"));
}

fn play(game: &mut dyn Game, seat: Seat, mv: &str) {
    while let Advance::Moved(_) = game.advance().expect("legal") {}
    game.play(seat, mv.parse().expect("a move")).unwrap_or_else(|e| panic!("{mv}: {e}"));
}

fn end(game: &mut dyn Game) -> Side {
    match game.table().run() {
        Ok(Advance::Over(outcome)) => outcome.winner,
        other => panic!("it does not end: {other:?}"),
    }
}

#[test]
fn the_check_plans_print_the_values_of_the_table() {
    let plans = [
        (votes(3, 0.75, "majority", "{k: 1.5}"), 0.84375, 0.84375, 0.8601),
        (votes(5, 0.3, "majority", "{k: 1.5}"), 0.16308, 0.16308, 0.1840),
        (THIRD.to_owned(), 0.478, 0.478, 0.5290),
    ];
    for (text, truth, honest, best_alice) in plans {
        let report = solved(&text);
        let value = |alice: &str, bob: &str| value(&report, alice, bob);
        for (got, wanted, error) in [
            (report.truth.expect("a number"), truth, 1e-9),
            (value("honest", "honest"), honest, 1e-6),
            (value("honest", "optimal"), honest, 1e-6),
            (value("optimal", "honest"), best_alice, 2e-4),
        ] {
            assert!((got - wanted).abs() < error, "{got}, not {wanted}");
        }
    }
}

/// A lie at a gate costs no votes: the judge reads its two bits.
#[test]
fn a_lie_at_a_gate_is_caught_by_an_honest_bob_and_counts_if_nobody_objects() {
    for (bob, winner, read) in [("honest", Side::Bob, 2), ("never", Side::Alice, 1)] {
        let mut game = seated(&votes(2, 0.0, "or", "{k: 1}"), ["human", bob, "honest"], 1);
        for number in ["state 0", "state 0", "state 1"] {
            play(&mut *game, Seat::Alice, number);
        }
        assert_eq!(end(&mut *game), winner);
        let judge = game.position().ledger().account(Seat::Judge);
        assert_eq!([judge.paid(Cost::Oracle), judge.paid(Cost::Transcript)], [0, read], "{bob}");
    }
}

#[test]
fn an_ask_costs_its_votes_even_where_everybody_is_sure() {
    let mut game = seated(&votes(1, 1.0, "or", "{k: 1}"), ["honest"; 3], 1);
    assert_eq!(end(&mut *game), Side::Alice);
    let lean =
        Constants::new(ConstantSet::Lean, LipschitzBound::new(1.0).expect("K"), 2).expect("lean");
    let drawn = Seat::each(|seat| game.position().ledger().account(seat).paid(Cost::Oracle));
    assert_eq!(drawn[..2], [lean.alice, lean.bob.count]);
}

#[test]
fn a_draw_taken_back_and_made_again_draws_the_same_and_stays_on_the_bill() {
    let mut game = seated(THIRD, ["human", "honest", "honest"], 9);
    play(&mut *game, Seat::Alice, "sample 1000");
    game.advance().expect("nature draws");
    let first = game.tree().played(game.tree().here()).cloned();
    game.go_to(NodeId::START).expect("the start is there");
    play(&mut *game, Seat::Alice, "sample 1000");
    game.advance().expect("nature draws");
    assert_eq!(first, game.tree().played(game.tree().here()).cloned());
    assert_eq!(game.taken_back(Seat::Alice, Cost::Oracle), 1000);
}

#[test]
fn the_judge_may_draw_in_batches_and_stop_early_but_never_draw_more_than_planned() {
    let mut game = seated(THIRD, ["exact", "always-objects", "human"], 4);
    play(&mut *game, Seat::Judge, "sample 41");
    play(&mut *game, Seat::Judge, "sample 41");
    game.advance().expect("nature draws");
    let judge = game.position().ledger().account(Seat::Judge).clone();
    assert_eq!(judge.paid(Cost::Oracle), 82);
    let left = judge.limit(Cost::Oracle).expect("a limit") - 82;
    let more = format!("sample {}", left + 1).parse().expect("a move");
    assert!(game.play(Seat::Judge, more).is_err());
    play(&mut *game, Seat::Judge, "rule alice");
    assert!(matches!(game.position().turn(), Turn::Over(_)));
}

#[test]
fn the_same_debate_works_from_a_hundred_votes_to_a_hundred_million() {
    for votes_drawn in [100u64, 10_000, 1_000_000, 100_000_000] {
        let explicit = format!(
            "{{k: 1, constants: {{explicit: {{alice: {votes_drawn}, bob: {votes_drawn}, \
             bob-tolerance: 0.3, judge: {votes_drawn}, judge-tolerance: 0.2}}}}}}"
        );
        let text = votes(3, 0.75, "majority", &explicit);
        let mut game = seated(&text, ["shift:-0.5", "honest", "honest"], 5);
        assert_eq!(end(&mut *game), Side::Bob);
        let judge = game.position().ledger().account(Seat::Judge);
        assert_eq!(judge.paid(Cost::Oracle), votes_drawn);
    }
}

#[test]
fn one_honest_share_defeats_a_rigged_coin_and_none_does_not() {
    let text = votes(3, 0.3, "majority", "{k: 2, constants: teaching, coin: by-hand}");
    let wins = |bob: &str| {
        let won =
            |seed: &u64| end(&mut *seated(&text, ["rig", bob, "honest"], *seed)) == Side::Alice;
        (0..400).filter(won).count()
    };
    assert_eq!(wins("predictable"), 400);
    // The truth is 0.216. Five standard deviations of 400 debates are 0.103.
    let rate = wins("honest") as f64 / 400.0;
    assert!((rate - 0.216).abs() < 0.103, "{rate}");
}

#[test]
fn tables_play_the_debates_that_the_rules_play() {
    let fifth = votes(5, 0.6, "majority", "{constants: teaching, k: 1}");
    let third = THIRD.replace("{k: 1}", "{constants: teaching, k: 1}");
    let alices = ["honest", "exact", "shift:0.05", "shift:-1", "drift:0.2"];
    let bobs = ["honest", "lazy:0.02", "never", "abort-at:2", "abort-at:3"];
    // With so many votes nearly all rounds are plain: they need no table.
    let paper = THIRD.replace("{k: 1}", "{constants: paper, k: 1}");
    let mut aborted = 0;
    for (text, seeds) in [(&*third, 40), (&fifth, 40), (THIRD, 40), (&paper, 4)] {
        for (alice, bob) in alices.iter().flat_map(|alice| bobs.map(|bob| (alice, bob))) {
            let players = [alice, bob, "honest"];
            let many = debate(text)
                .simulator(&programs(players), &CancelToken::default())
                .expect("players");
            let mut none = BinomialTables::default();
            let mut alone = Vec::new();
            for seed in 0..seeds {
                let mut game = seated(text, players, seed);
                let winner = end(&mut *game);
                let quick = many
                    .play_seed(seed, &mut none, &CancelToken::default())
                    .expect("no rule is broken");
                assert_eq!(quick.outcome.winner, winner, "{players:?}, seed {seed}");
                assert_eq!(quick.truth, kit::truth(game.position()));
                let ledger = game.position().ledger();
                let costs =
                    Seat::each(|seat| Cost::ALL.map(|cost| ledger.account(seat).paid(cost)));
                assert_eq!(quick.costs, costs, "{players:?}, seed {seed}");
                aborted += ledger.account(Seat::Judge).paid(Cost::Oracle);
                alone.push(format!("{quick:?}"));
            }
            let (all, mut together): (Vec<u64>, _) = ((0..seeds).collect(), Vec::new());
            let mut tell = |end: &DebateResult| together.push(format!("{end:?}"));
            many.play_seeds(&all, &mut none, &CancelToken::default(), &mut tell).expect("as alone");
            alone.sort();
            together.sort();
            assert_eq!(together, alone, "{players:?}: debates that are played side by side");
        }
    }
    assert!(aborted > 0);
}

#[test]
fn players_without_foresight_are_played_from_tables() {
    use elenchus::protocol::Stochastic;
    use elenchus::protocol::stochastic::solve::TabledDebates;
    use elenchus::protocol::stochastic::{Coin, StochasticInstance};
    let plan = families::votes("?", 15, Probability::clamped(0.7), Op::Majority).expect("a plan");
    let k = LipschitzBound::new(1.0).expect("positive");
    let constants = Constants::new(ConstantSet::Paper, k, plan.len() as u64).expect("given");
    let start = Stochastic::new(StochasticInstance {
        plan,
        constants,
        coin: Coin::Nature,
        departures: Default::default(),
        oracles: Default::default(),
    });
    let played = |alice: &str, bob: &str| {
        let seats = programs([alice, bob, "honest"]);
        TabledDebates::new(&start, &seats, &CancelToken::default()).is_some()
    };
    assert!(played("honest", "honest") && played("shift:0.1", "abort-at:3"));
    assert!(!played("late-lie:2", "honest") && !played("honest", "best-response"));
}

/// The replaced text in the plan of three questions.
const FAULTS: &str = r#"k: 1 => k: 0
k: 1 => k: .nan
yes: 0.6 => yes: 1.2
yes: 0.6 => yes: .nan
, "1": 0.9} => }
k: 1 => k: 1, constants: {custom: {c: 0.1, s: 0.05, b: 0.5, q: 0.1, v: 0.1}}
k: 1 => k: 1, constants: {custom: {c: 0.1, s: 0.2, b: 0.5, q: 0, v: 0.1}}
k: 1 => k: 1, constants: {explicit: {alice: 0, bob: 9, bob-tolerance: 0.3, judge: 9, judge-tolerance: 0.2}}
k: 1 => k: 1, constants: {explicit: {alice: 9007199254740994, bob: 9, bob-tolerance: 0.3, judge: 9, judge-tolerance: 0.2}}
 => seats: {bob: abort-at:9}
 => seats: {alice: shfit:0.1}
 => seats: {judge: samples:9999999}"#;

#[test]
fn nonsense_is_refused_with_the_reason_and_the_place() {
    let no_votes = error_of(&votes(0, 0.5, "majority", "{k: 1}"));
    insta::assert_snapshot!(format!("{}no votes\n{no_votes}\n", faults(THIRD, FAULTS)));
}

#[test]
fn a_move_that_is_no_number_of_this_debate_is_refused() {
    let mut game = seated(THIRD, ["human"; 3], 1);
    for mv in ["abort", "sample 0", "sample 9007199254740993"] {
        assert!(game.play(Seat::Alice, mv.parse().expect("a move")).is_err(), "{mv}");
    }
    for mv in ["state 1.5", "share nan"] {
        assert!(mv.parse::<elenchus::rules::Move>().is_err(), "{mv}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    fn evaluations_are_probabilities_and_best_play_brackets_honesty(
        start in 0.0f64..=1.0, no in 0.0f64..=1.0, yes in 0.0f64..=1.0, stated in 0.0f64..=1.0
    ) {
        let chain = format!("steps: 4, start: {start}, after-no: {no}, after-yes: {yes}");
        let chain = format!("chain: {{question: q, {chain}}}");
        let text = about("stochastic: {k: 1, constants: teaching}", &chain);
        let mut game = seated(&text, ["human"; 3], 1);
        let check = |game: &dyn Game| {
            let value = kit::evaluated(game, game.tree().here()).expect("a narrow plan");
            let (alice, bob) = (value.best_alice.expect("known"), value.best_bob.expect("known"));
            assert!((-1e-9..=1.0 + 1e-9).contains(&value.honest));
            assert!(bob <= value.honest + 1e-9 && value.honest <= alice + 1e-9, "{value:?}");
        };
        check(&*game);
        play(&mut *game, Seat::Alice, &format!("state {stated}"));
        check(&*game);
    }
}

/// The number of these debates that Alice wins.
fn played(text: &str, players: [&str; 3], debates: u64) -> f64 {
    let start = debate(text);
    let seats = programs(players);
    let wins = (0..debates).filter(|&seed| {
        let mut game = start.restart(seed, &seats).expect("good seats");
        end(&mut *game) == Side::Alice
    });
    wins.count() as f64 / debates as f64
}

#[test]
fn at_the_table_a_best_response_plays_what_the_solver_says_and_optimal_answers_an_honest_alice() {
    let text = votes(3, 0.3, "majority", "{k: 2, constants: teaching}");
    let report = solved(&text);
    for (bob, known) in [("optimal", 0.090834), ("best-response", 0.042389)] {
        let exact = value(&report, "drift:0.1", bob);
        assert!((exact - known).abs() < 1e-5, "{bob}: {exact}");
        let rate = played(&text, ["drift:0.1", bob, "honest"], 1500);
        let sigma = (exact * (1.0 - exact) / 1500.0).sqrt();
        assert!((rate - exact).abs() < 4.5 * sigma, "{bob}: {rate}, not {exact}");
    }
    let both = value(&report, "best-response", "best-response");
    assert_eq!(report.more["game_value"].as_f64(), Some(both));
}

#[test]
fn a_player_whom_the_best_response_cannot_answer_is_refused_his_seat() {
    let text = votes(3, 0.3, "majority", "{k: 2, constants: teaching}");
    let by_hand = text.replace("constants: teaching", "constants: teaching, coin: by-hand");
    let mut game = seated(&by_hand, ["drift:0.1", "best-response", "honest"], 1);
    // No solver knows how to answer a share that can be foreseen, and the seats stay as they were.
    let refused = game.set_seat(Seat::Alice, &SeatPlan::Program("rig".into()));
    assert!(refused.expect_err("there is no answer").contains("`rig`"));
    assert_eq!(game.seat_plan(Seat::Alice), SeatPlan::Program("drift:0.1".into()));
    assert!(game.set_seat(Seat::Alice, &SeatPlan::Human).is_ok());
    // If nature draws the shares, nobody foresees one.
    let mut game = seated(&text, ["drift:0.1", "best-response", "honest"], 1);
    assert!(game.set_seat(Seat::Alice, &SeatPlan::Program("rig".into())).is_ok());
}

#[test]
fn a_share_of_votes_at_the_tolerance_is_a_rejection_on_both_sides() {
    let text = votes(
        1,
        0.5,
        "or",
        "{k: 1, constants: {explicit: {alice: 10, bob: 10, bob-tolerance: 0.3, judge: 100, \
         judge-tolerance: 0.05}}}",
    );
    let exact = value(&solved(&text), "exact", "abort-at:1");
    // P[46 ≤ X ≤ 54] of 100 fair coins.
    assert!((exact - 0.631_798_383).abs() < 1e-8, "{exact}");
}

#[test]
fn a_check_warns_of_a_k_that_is_too_small_and_of_constants_without_a_theorem() {
    let warned = |text: &str| -> Vec<String> {
        warnings(&scenario(text)).into_iter().map(|warning| warning.message).collect()
    };
    let hasty = "{k: 3, constants: {custom: {c: 0.02, s: 0.04, b: 0.1, q: 0.2, v: 0.1}}}";
    let long = about(
        "stochastic: {k: 0.5}",
        "chain: {question: q, steps: 300000, start: 0.5, after-no: 0.02, after-yes: 0.98}",
    );
    assert!(warned(&THIRD.replace("k: 1", "k: 2.5")).is_empty());
    for (text, word) in
        [(THIRD, "K = 1"), (&votes(3, 0.3, "majority", hasty), "q (0.2)"), (&long, "checked")]
    {
        let warned = warned(text);
        assert!(warned.len() == 1 && warned[0].contains(word), "{warned:?}");
    }
    // The table also says that no theorem promises 3 in 5 in this debate.
    assert!(!debate(&long).position().brief(Viewer::All).warnings.is_empty());
}

#[test]
fn with_a_witness_the_truth_is_over_all_of_them_and_an_honest_alice_writes_her_own() {
    let report = solved(&about(
        "stochastic: {k: 1}",
        "plan: {inputs: {w: 0}, witness: [w], steps: [{ask: Q, given: [w], table: {'0': 0.7, '1': 0.99}}]}",
    ));
    assert_eq!(report.truth, Some(0.99));
    let completeness = report.bounds.iter().find(|bound| bound.name.starts_with("completeness"));
    let value = completeness.expect("it is promised").value;
    assert!((value - 0.7).abs() < 1e-4, "{value}");
}
