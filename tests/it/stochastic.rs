//! Stochastic debates, told through files, rules and the solver.

use elenchus::analysis::{Game, Report};
use elenchus::chance::{Probability, Tables};
use elenchus::debate::{Advance, NodeId, SeatPlan};
use elenchus::machine::Op;
use elenchus::machine::plan::families;
use elenchus::protocol::stochastic::{ConstantSet, Constants, Lipschitz};
use elenchus::rules::{Cost, Eye, Seat, Side, Turn};
use elenchus::scenario::{open, read, warnings};
use elenchus::work::Token;
use proptest::prelude::*;

use crate::files::error_of;
use crate::kit::{self, programs};

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
    format!(
        "elenchus: 1\ntitle: T\nclaim: C\nprotocol:\n  stochastic: {protocol}\nmachine:\n  \
         votes: {{question: \"Is it so?\", votes: {n}, yes: {yes}, rule: {rule}}}\nseed: 1\n"
    )
}

fn game(text: &str) -> Box<dyn Game> {
    open(&read("f.yaml", text).unwrap_or_else(|e| panic!("{e}"))).expect("it opens")
}

fn seated(text: &str, players: [&str; 3], seed: u64) -> Box<dyn Game> {
    kit::seated(&read("f.yaml", text).unwrap_or_else(|e| panic!("{e}")), players, seed)
}

/// What `solve` says of a debate.
fn solved(text: &str) -> Report {
    kit::solved(&*game(text)).expect("it can be solved")
}

fn value(report: &Report, alice: &str, bob: &str) -> f64 {
    let found = report.values.iter().find(|v| v.alice == alice && v.bob == bob);
    found.unwrap_or_else(|| panic!("{alice} v {bob}")).value
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
        let judge = game.now().ledger().of(Seat::Judge);
        assert_eq!([judge.paid(Cost::Oracle), judge.paid(Cost::Transcript)], [0, read], "{bob}");
    }
}

#[test]
fn an_ask_costs_its_votes_even_where_everybody_is_sure() {
    let mut game = seated(&votes(1, 1.0, "or", "{k: 1}"), ["honest"; 3], 1);
    assert_eq!(end(&mut *game), Side::Alice);
    let ledger = game.now().ledger();
    let steps = 2;
    let k = Lipschitz::new(1.0).expect("positive");
    let lean = Constants::new(ConstantSet::Lean, k, steps).expect("they exist");
    assert_eq!(ledger.of(Seat::Alice).paid(Cost::Oracle), lean.alice);
    assert_eq!(ledger.of(Seat::Bob).paid(Cost::Oracle), lean.bob.count);
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
    let judge = game.now().ledger().of(Seat::Judge).clone();
    assert_eq!(judge.paid(Cost::Oracle), 82);
    let left = judge.limit(Cost::Oracle).expect("a limit") - 82;
    let more = format!("sample {}", left + 1).parse().expect("a move");
    assert!(game.play(Seat::Judge, more).is_err());
    play(&mut *game, Seat::Judge, "rule alice");
    assert!(matches!(game.now().turn(), Turn::Over(_)));
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
        let judge = game.now().ledger().of(Seat::Judge);
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
    // The truth is 0.216; five standard deviations of 400 debates are 0.103.
    let rate = wins("honest") as f64 / 400.0;
    assert!((rate - 0.216).abs() < 0.103, "{rate}");
}

#[test]
fn tables_play_the_debates_that_the_rules_play() {
    let fifth = votes(5, 0.6, "majority", "{constants: teaching, k: 1}");
    let third = THIRD.replace("{k: 1}", "{constants: teaching, k: 1}");
    let mut aborted = 0;
    for text in [&third, &fifth, THIRD] {
        for alice in ["honest", "exact", "shift:0.05", "shift:-1", "drift:0.2"] {
            for bob in ["honest", "lazy:0.02", "never", "abort-at:2", "abort-at:3"] {
                let seats = programs([alice, bob, "honest"]);
                let many = game(text).many(&seats, &Token::default()).expect("players");
                let mut none = Tables::default();
                for seed in 0..40 {
                    let mut game = seated(text, [alice, bob, "honest"], seed);
                    let winner = end(&mut *game);
                    let quick =
                        many.end(seed, &mut none, &Token::default()).expect("no rule is broken");
                    assert_eq!(quick.outcome.winner, winner, "{alice} against {bob}, seed {seed}");
                    assert_eq!(quick.truth, kit::truth(game.now()));
                    let ledger = game.now().ledger();
                    for (seat, cost) in
                        Seat::ALL.into_iter().flat_map(|s| Cost::ALL.map(|c| (s, c)))
                    {
                        let paid = ledger.of(seat).paid(cost);
                        assert_eq!(
                            quick.costs[seat.index()][cost as usize],
                            paid,
                            "{alice} against {bob}, seed {seed}: {cost:?} of {seat}"
                        );
                    }
                    aborted += ledger.of(Seat::Judge).paid(Cost::Oracle);
                }
            }
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
    let k = Lipschitz::new(1.0).expect("positive");
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
        TabledDebates::new(&start, &seats, &Token::default()).is_some()
    };
    assert!(played("honest", "honest") && played("shift:0.1", "abort-at:3"));
    assert!(!played("late-lie:2", "honest") && !played("honest", "best-response"));
}

fn refused(text: &str, line: u32, expectation: &str) {
    let error = error_of(text);
    assert!(error.message.contains(expectation), "{error}");
    assert_eq!(error.spot.map(|spot| spot.line), Some(line), "{error}");
}

#[test]
fn nonsense_is_refused_with_the_reason_and_the_place() {
    refused(&THIRD.replace("k: 1", "k: 0"), 5, "write a number above 0");
    refused(&THIRD.replace("k: 1", "k: .nan"), 5, "not a Lipschitz constant");
    refused(&THIRD.replace("yes: 0.6", "yes: 1.2"), 9, "1.2 is not a probability");
    refused(&THIRD.replace("yes: 0.6", "yes: .nan"), 9, "not a probability");
    refused(&THIRD.replace(", \"1\": 0.9", ""), 10, "misses the case \"1\"");
    let custom = |text: &str| THIRD.replace("{k: 1}", &format!("{{k: 1, constants: {text}}}"));
    refused(&custom("{custom: {c: 0.1, s: 0.05, b: 0.5, q: 0.1, v: 0.1}}"), 5, "c (0.1) must be");
    refused(&custom("{custom: {c: 0.1, s: 0.2, b: 0.5, q: 0, v: 0.1}}"), 5, "q = 0");
    let explicit = |alice: &str| {
        custom(&format!(
            "{{explicit: {{alice: {alice}, bob: 9, bob-tolerance: 0.3, judge: 9, \
             judge-tolerance: 0.2}}}}"
        ))
    };
    refused(&explicit("0"), 5, "Alice cannot draw 0 samples");
    refused(&explicit("9007199254740994"), 5, "from 1 to 2^53");
    refused(&(THIRD.to_owned() + "seats: {bob: abort-at:9}\n"), 14, "there is no round 9");
    refused(&(THIRD.to_owned() + "seats: {alice: shfit:0.1}\n"), 14, "shift:δ");
    refused(&(THIRD.to_owned() + "seats: {judge: samples:9999999}\n"), 14, "at most 105967");
    let zero = votes(0, 0.5, "majority", "{k: 1}");
    assert!(error_of(&zero).message.contains("0 is not a number of steps"), "{}", error_of(&zero));
}

#[test]
fn a_move_that_is_no_number_of_this_debate_is_refused() {
    let mut game = seated(THIRD, ["human"; 3], 1);
    for (mv, reason) in [
        ("abort", "cannot be played now"),
        ("sample 0", "0 is not from 1"),
        ("sample 9007199254740993", "is not from 1 to 9007199254740992"),
    ] {
        let error = game.play(Seat::Alice, mv.parse().expect("a move")).expect_err("illegal");
        assert!(error.to_string().contains(reason), "{mv}: {error}");
    }
    assert!("state 1.5".parse::<elenchus::rules::Move>().is_err());
    assert!("share nan".parse::<elenchus::rules::Move>().is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    /// Over any chain and any number that Alice may state in its first round: an evaluation is
    /// a probability, best play brackets honest play, and a gate's coin is never tossed.
    #[test]
    fn evaluations_are_probabilities_and_best_play_brackets_honesty(
        start in 0.0f64..=1.0, no in 0.0f64..=1.0, yes in 0.0f64..=1.0, stated in 0.0f64..=1.0
    ) {
        let text = format!(
            "elenchus: 1\ntitle: T\nclaim: C\nprotocol:\n  stochastic: {{k: 1, constants: \
             teaching}}\nmachine:\n  chain: {{question: \"?\", steps: 4, start: {start}, \
             after-no: {no}, after-yes: {yes}}}\nseed: 1\n"
        );
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

/// How often Alice wins of so many debates that are played.
fn played(text: &str, players: [&str; 3], debates: u64) -> f64 {
    let start = game(text);
    let seats = programs(players);
    let wins = (0..debates).filter(|&seed| {
        let mut game = start.again(seed, &seats).expect("good seats");
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
fn whoever_answers_a_seat_answers_its_next_player_too() {
    let text = votes(3, 0.3, "majority", "{k: 2, constants: teaching}");
    let mut game = seated(&text, ["drift:0.1", "best-response", "honest"], 1);
    // No solver knows how to answer a rigged coin, and the seats stay as they were.
    let refused = game.set_seat(Seat::Alice, &SeatPlan::Program("rig".into()));
    assert!(refused.expect_err("there is no answer").contains("`rig`"));
    assert_eq!(game.seat_plan(Seat::Alice), SeatPlan::Program("drift:0.1".into()));
    assert!(game.set_seat(Seat::Alice, &SeatPlan::Human).is_ok());
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
        let scenario = read("f.yaml", text).expect("it reads");
        warnings(&scenario).into_iter().map(|warning| warning.message).collect()
    };
    assert!(warned(&THIRD.replace("k: 1", "k: 2.5")).is_empty());
    let small = warned(THIRD);
    assert!(small.len() == 1 && small[0].starts_with("K = 1 is too small: 2.1"), "{small:?}");
    let hasty = "{k: 3, constants: {custom: {c: 0.02, s: 0.04, b: 0.1, q: 0.2, v: 0.1}}}";
    let hasty = warned(&votes(3, 0.3, "majority", hasty));
    assert!(hasty.len() == 1 && hasty[0].contains("q (0.2) must be at most v (0.1)"), "{hasty:?}");
    let long = "elenchus: 1\ntitle: T\nclaim: C\nprotocol:\n  stochastic: {k: 0.5}\nmachine:\n  \
                chain: {question: \"Q?\", steps: 300000, start: 0.5, after-no: 0.02, \
                after-yes: 0.98}\nseed: 1\n";
    assert!(warned(long)[0].contains("is not checked"));
    // And nobody at the table is promised 3 in 5 for it.
    let brief = game(long).now().brief(Eye::All);
    assert!(brief.warnings.iter().any(|warning| warning.contains("not checked")), "{brief:?}");
}

#[test]
fn with_a_witness_the_truth_is_over_all_of_them_and_an_honest_alice_writes_her_own() {
    let text = "{elenchus: 1, title: t, claim: c, protocol: {stochastic: {k: 1}}, machine: {plan: {inputs: \
        {w: 0}, witness: [w], steps: [{ask: Q, given: [w], table: {'0': 0.7, '1': 0.99}}]}}}";
    let report = solved(text);
    assert_eq!(report.truth, Some(0.99));
    let completeness = report.bounds.iter().find(|bound| bound.name.starts_with("completeness"));
    let value = completeness.expect("it is promised").value;
    assert!((value - 0.7).abs() < 1e-4, "{value}");
}
