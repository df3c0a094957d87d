//! Stochastic debate about probabilistic oracle Turing machines (2024 paper, Thms 6.2 and 7.2), from the
//! file to the values.

use elenchus::analysis::BoundStatus;
use elenchus::rules::{Cost, Seat, Side, Turn};
use elenchus::scenario::{Scenario, open, read, warnings};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::kit::{play_at_random, seated, shipped, solved};

/// A machine that asks about every letter and accepts if most answers are yes. `more` follows it.
fn counting(protocol: &str, input: &str, answers: &str, more: &str) -> Scenario {
    let text = format!(
        "elenchus: 1\ntitle: t\nclaim: c\nprotocol:\n  {protocol}\nmachine:\n  turing:\n    input: '{input}'\n    \
         blank: ' '\n    start state: next\n    table:\n      next: {{[a, b, 0, 1]: {{N: ask}}, ' ': {{L: none}}}}\n      \
         ask:\n      none: {{'+': {{L: one}}, '-': L, ' ': {{N: reject}}}}\n      \
         one: {{'+': {{N: accept}}, '-': L, ' ': {{N: reject}}}}\n      accept:\n      reject:\n    \
         accept: accept\n    reject: reject\n    space: {{from: 0, to: 4}}\n    time limit: 11\n{more}    \
         oracle:\n      state: ask\n      answers: {{{answers}}}\n      yes: {{write: '+', R: next}}\n      \
         no: {{write: '-', R: next}}\n"
    );
    read("f.yaml", &text).expect("it is good")
}

const STOCHASTIC: &str = "stochastic: {k: 1.5}";

#[test]
fn a_machine_that_counts_three_answers_is_worth_what_their_majority_is() {
    let scenario = counting(STOCHASTIC, "aaa", "a: 0.75", "");
    let report = solved(&*open(&scenario).expect("it opens")).expect("small");
    assert!((report.truth.expect("exact") - 0.84375).abs() < 1e-9);
    // The values of the plan with three questions and their majority.
    for (alice, bob, known, error) in [
        ("honest", "honest", 0.84375, 1e-6),
        ("honest", "optimal", 0.84375, 1e-6),
        ("optimal", "honest", 0.8601, 2e-4),
    ] {
        let found = report.values.iter().find(|v| v.alice == alice && v.bob == bob);
        let value = found.unwrap_or_else(|| panic!("{alice} v {bob}")).value;
        assert!((value - known).abs() < error, "{alice} v {bob}: {value}");
    }
    let theorem = report.bounds.iter().find(|bound| bound.name.contains("Thm 6.2"));
    assert_eq!(theorem.expect("it is tested").standing, BoundStatus::Holds);
}

#[test]
fn a_witness_on_the_tape_is_alice_s_to_write() {
    // For any content of the two cells that she writes, the crowd prefers 1.
    let scenario = counting(STOCHASTIC, "a00", "a: 0.6, 0: 0.1, 1: 0.8", "    witness: [2, 3]\n");
    let report = solved(&*open(&scenario).expect("it opens")).expect("small");
    // 0.6, 0.8 and 0.8: only the witness 11 has 2/3.
    let best = 0.6 * 0.8 * 0.8 + 0.4 * 0.8 * 0.8 + 2.0 * 0.6 * 0.8 * 0.2;
    assert!((report.truth.expect("exact") - best).abs() < 1e-9, "{:?}", report.truth);
    let honest = report.values.iter().find(|v| v.alice == "honest" && v.bob == "honest");
    assert!((honest.expect("listed").value - best).abs() < 1e-6);
    assert!(report.bounds.iter().any(|bound| bound.name.contains("Thm 7.2")));
}

#[test]
fn a_machine_for_stochastic_debates_alone_says_so() {
    for protocol in ["bisection: {}", "cross-examination: {claim: 1}"] {
        let fault = open(&counting(protocol, "aaa", "a: 0.75", "")).err().expect("refused");
        assert!(fault.message.contains("`stochastic`"), "{protocol}: {}", fault.message);
    }
    // Every protocol accepts a deterministic machine.
    for protocol in ["bisection: {}", "cross-examination: {claim: 1}", STOCHASTIC] {
        let opened = open(&counting(protocol, "aba", "a: yes, b: no", ""));
        assert!(opened.is_ok(), "{protocol}");
    }
}

#[test]
fn a_k_that_is_too_small_for_a_machine_gives_a_warning() {
    let told = |k: &str| {
        let scenario = counting(&format!("stochastic: {{k: {k}}}"), "aaa", "a: 0.75", "");
        warnings(&scenario).into_iter().map(|fault| fault.message).collect::<String>()
    };
    assert!(told("0.1").contains("0.1"), "{}", told("0.1"));
    assert_eq!(told("3"), "");
}

#[test]
fn the_machine_that_asks_is_played_from_every_seat() {
    let (_, scenario) =
        shipped().into_iter().find(|(id, _)| id == "asking-machine").expect("it is shipped");
    for seed in 0..4 {
        for human in 0..3 {
            let mut players = ["shift:0.15", "honest", "honest"];
            players[human] = "human";
            let mut game = seated(&scenario, players, seed);
            play_at_random(&mut *game, &mut ChaCha8Rng::seed_from_u64(seed));
            assert!(matches!(game.position().turn(), elenchus::rules::Turn::Over(_)));
        }
    }
    let report = solved(&*open(&scenario).expect("it opens")).expect("small");
    // The probability of two or three yes answers, with the probabilities 0.3, 0.4 and 0.35.
    let (a, b, c) = (0.3, 0.4, 0.35);
    let most = a * b * c + a * b * (1.0 - c) + a * (1.0 - b) * c + (1.0 - a) * b * c;
    assert!((report.truth.expect("exact") - most).abs() < 1e-9);
}

/// Thm 7.1 on a machine: it accepts if the last cell, which Alice writes, is 0.
#[test]
fn a_tape_that_alice_fills_in_is_cross_examined() {
    let text = |turned: bool| {
        let [one, zero] = if turned { ["reject", "reject"] } else { ["reject", "accept"] };
        format!(
            "elenchus: 1\ntitle: t\nclaim: c\nprotocol: {{cross-examination: {{claim: 1}}}}\nmachine:\n  \
             turing: {{input: '101', witness: [3], blank: ' ', start state: go, time limit: 6, accept: accept, \
             reject: reject, space: {{from: 0, to: 4}}, table: {{go: {{[0, 1]: R, ' ': {{L: back}}}}, back: \
             {{1: {{N: {one}}}, 0: {{N: {zero}}}}}, accept: , reject: }}}}\nseats: {{alice: honest, bob: honest, \
             judge: honest}}\n"
        )
    };
    for (turned, truth) in [(false, 1.0), (true, 0.0)] {
        let given = read("f.yaml", &text(turned)).expect("it is good");
        let mut game = open(&given).expect("it opens");
        let report = solved(&*game).expect("it is solved");
        assert_eq!(report.truth, Some(truth));
        let honest = report.values.iter().find(|v| v.alice == "honest" && v.bob == "honest");
        assert_eq!(honest.expect("the pair").value, truth);
        game.table().run().expect("programs play");
        let wrote = game.tree().moves().any(|played| played.mv.to_string() == "write 0");
        assert!(truth == 0.0 || wrote, "she writes the witness that accepts");
        let Turn::Over(outcome) = game.position().turn() else { panic!("it goes on") };
        assert_eq!(outcome.winner, Side::of_claim(truth == 1.0));
    }
}

/// Bob's script points at the step that asks. The judge's cost, added up by hand.
#[test]
fn the_judge_of_a_cell_that_asks_pays_for_each_pointer_and_each_cell_that_was_shown_to_the_oracle()
{
    let text = "elenchus: 1\ntitle: t\nclaim: c\nprotocol: {cross-examination: {claim: 1}}\nmachine:\n  \
                turing: {input: aba, blank: ' ', start state: go, time limit: 4, accept: accept, reject: \
                reject, table: {go: {a: {write: b, R: ask}}, ask: , accept: , reject: }, oracle: {state: \
                ask, reads: 3, question: 'Is {word} fine?', answers: {ba: yes, else: no}, 'yes': {write: a, \
                N: accept}, 'no': {write: a, N: reject}}}\nseats: {alice: honest, bob: {script: [point 2], \
                then: honest}, judge: honest}\n";
    let mut game = open(&read("f.yaml", text).expect("it is good")).expect("it opens");
    game.table().run().expect("programs play");
    // Two letters and a blank, four states, three cells. Two bits each name steps 0 to 4.
    let [symbol, state, head, pointer] = [2, 2, 2, 2];
    let own = symbol + state + head + 3 * pointer;
    let before = state + head;
    let shown = 2 * symbol;
    let judge = game.position().ledger().account(Seat::Judge);
    let paid =
        [Cost::Location, Cost::Transcript, Cost::Input, Cost::Oracle].map(|cost| judge.paid(cost));
    assert_eq!(paid, [2, own + before, shown, 1]);
    // The theorem's bound has two names of steps, three writers of three cells, and three cells of
    // the input.
    let most =
        [Cost::Location, Cost::Transcript, Cost::Input, Cost::Oracle].map(|cost| judge.limit(cost));
    assert_eq!(most, [4, own + before + 3 * (head + symbol), 3 * symbol, 1].map(Some));
}
