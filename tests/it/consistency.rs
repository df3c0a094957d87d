//! Several places state the same fact. They state it alike.

use elenchus::analysis::Game;
use elenchus::debate::{Advance, RecordEntry, SeatPlan};
use elenchus::review::{
    GoalCondition, GoalConditionResult, People, combine, parts, replay, reviewed, rulings,
};
use elenchus::rules::{Actor, Seat, Side, Turn};
use elenchus::scenario::{
    Goal, GoalKind, Scenario, ScenarioQuestion, Verdict, open, played, resume,
};
use elenchus::work::CancelToken;

use crate::kit::{
    self, about, debate, file, folder, json, named, opened, programs, scenario, seated, shipped,
};

/// A value of 0.9999999999999999 keeps a promise of 1, wherever Elenchus states the promise.
#[test]
fn a_promise_is_not_broken_by_the_last_digit_of_a_sum() {
    let folder = folder();
    for steps in 4..12 {
        let asks = "{ask: Is it so?, yes: 1}, ".repeat(steps);
        let all: String = (1..=steps).map(|step| format!("{step}, ")).collect();
        let plan = format!("plan: {{steps: [{asks}{{and: [{all}]}}]}}");
        let path = file(folder.path(), "one.yaml", &about("cross-examination: {}", &plan));
        let found = json(&format!("attack {path} --seat bob --over random --json"));
        assert_eq!(found["holds"], true, "{steps}: {found}");
    }
}

/// A player who looks ahead knows if the judge accepts the number of a gate.
#[test]
fn before_a_judge_who_lets_gates_be_near_the_best_bob_goes_on() {
    let game = debate(&about(
        "stochastic: {k: 1, constants: {explicit: {alice: 100, bob: 80, judge: 150, bob-tolerance: 0.2, \
         judge-tolerance: 0.12}}, departures: {tolerant-gates: true}}",
        "plan: {inputs: {a: 0}, steps: [{copy: a}, {ask: q, yes: 0.3}, {or: [1, 2]}]}",
    ));
    let against = |bob: &str| {
        let seats = programs(["shift-gates:0.1", bob, "honest"]);
        game.exact(&seats, &CancelToken::default()).expect("it is small").get()
    };
    assert!(against("never") < 0.5 && against("optimal") <= against("never") + 1e-9);
}

/// All three oracles answer no to the first question. In Alice's 001 the second answer is wrong.
#[test]
fn the_oracle_that_rules_says_every_fault_of_a_transcript() {
    let wrong = ["alice", "bob", "judge"].map(|seat| format!("{seat}: {{wrong: [1]}}")).join(", ");
    let text = about(
        &format!("cross-examination: {{claim: 1, oracles: {{{wrong}}}}}"),
        "plan: {steps: [{ask: first?, answer: yes}, {ask: second?, answer: yes}, {or: [1, 2]}]}",
    );
    let seats = "title: t, seats: {alice: human},";
    let mut game = debate(&text.replacen("title: t,", seats, 1));
    game.play(Seat::Alice, "run".parse().expect("a move")).expect("legal");
    game.advance().expect("it runs");
    let mistake =
        game.position().mistake(&"write 001".parse().expect("a move"), &CancelToken::default());
    let mistake = mistake.expect("it is wrong elsewhere");
    assert!(mistake.contains("second?") && !mistake.contains("first?"), "{mistake}");
}

/// A judge who has read all of x needs no coin, and no text says that the rest is a guess.
#[test]
fn a_judge_who_reads_all_of_x_knows_which_twin_it_is() {
    let folder = folder();
    let text = about(
        "twins: {transcript: gate-check, reads: 4, rounds: 1}",
        "circuit: {formula: 'x1 ^ x2 ^ x3 ^ x4'}",
    );
    let path = file(folder.path(), "one.yaml", &text);
    let found = json(&format!("simulate {path} --judge inputs --debates 50 --json"));
    assert_eq!(found["right_rulings"]["rate"], 1.0, "{found}");
}

/// If a protocol has no moves for a seat, the seat gets no player.
#[test]
fn another_question_fills_no_seat_without_moves() {
    for (id, protocol) in [
        ("query-golf", "direct-judge"),
        ("query-golf", "consultancy"),
        ("hide-in-sha-256", "direct-judge"),
        ("query-golf", "twins: {transcript: gate-check, reads: 3}"),
    ] {
        let mut asked = named(id);
        let question =
            ScenarioQuestion { protocol: Some(protocol.into()), ..ScenarioQuestion::default() };
        asked.ask(&question).unwrap_or_else(|why| panic!("{id}, {protocol}: {why}"));
        let people: Vec<Seat> =
            Seat::ALL.into_iter().filter(|&seat| asked.player(seat) == SeatPlan::Human).collect();
        assert!(people.len() == 1 && asked.seat == Some(people[0]), "{id}, {protocol}: {people:?}");
        assert!(asked.protocol.value.form().plays(people[0]), "{id}, {protocol}: {people:?}");
    }
}

/// A move of unknown cost does not count as a move without loss.
#[test]
fn the_text_names_moves_with_an_unknown_cost() {
    let text = about(
        "twins: {transcript: gate-check, reads: 3, rounds: 1}",
        "circuit: {formula: 'x1 ^ x2 ^ x3 ^ x4'}",
    );
    let more =
        "title: t, seat: judge, seats: {judge: human}, seed: 2, lesson: {goal: {best: all}},";
    let given = scenario(&text.replacen("title: t,", more, 1));
    let mut game = open(&given).expect("it opens");
    game.set_seat(Seat::Judge, &SeatPlan::Program("coin".into())).expect("it tosses one");
    game.table().run().expect("it ends");
    let moves = played(&given, &*game).moves;
    let record = Scenario { moves, ..given };
    let game = resume(&record).expect("it opens");
    let judged = reviewed(&record, &*game, &CancelToken::default()).expect("judged");
    let unknown =
        |part: &GoalConditionResult| matches!(part.aim, GoalCondition::Best { unknown: 1.., .. });
    assert!(judged.goal.is_some_and(|goal| goal.parts.iter().any(unknown)));
    assert_eq!(replay(&record).expect("it replays").goal, Some(Verdict::Undecided));
}

/// If a witness is too long for a search, the values are those of the scenario's own witness. The report says so.
#[test]
fn values_without_a_witness_search_name_their_witness() {
    let zeros: String = (0..26).map(|at| format!("w{at}: 0, ")).collect();
    let all = zeros.replace(": 0", "");
    let plan =
        format!("plan: {{inputs: {{{zeros}}}, witness: [{all}], steps: [{{and: [{all}]}}]}}");
    let found = kit::solved(&*debate(&about("cross-examination: {}", &plan))).expect("solved");
    let says = found.to_json()["values_are"].to_string();
    assert!(says.contains("a better one may exist"), "{says}");
}

/// The report gives r for the largest ρ, and the number of worlds in which this r is large enough. Both come from the
/// same worlds.
#[test]
fn r_over_all_worlds_comes_with_the_number_of_worlds_in_which_it_suffices() {
    let unsure: String = (1..=13).map(|leaf| format!("'{leaf}': 0.9, ")).collect();
    let worlds = format!("worlds: {{independent: {{each: 1, but: {{{unsure}}}}}}}");
    let tree = "uniform: {claim: most, rule: majority, width: 101, depth: 1}";
    let game = debate(&about(
        "prover-estimator: {epsilon: 0.01}",
        &format!("claims: {{{tree}, {worlds}, knows: {{alice: everything, bob: nothing}}}}"),
    ));
    let report = kit::solved(&*game).expect("solved");
    assert!(report.facts("stable").next().is_some() && report.facts("unsurveyed").next().is_none());
}

/// In a plan and in a machine, Alice wins by her messages to the judge, not by her transcript.
#[test]
fn without_copies_the_ending_says_what_alice_told_the_judge() {
    for id in ["ex-tableau-without-copies", "ex-tableau-machine-without-copies"] {
        let mut game = seated(&named(id), ["adaptive", "honest", "honest"], 1);
        game.table().run().expect("it ends");
        let told = game.position().decided_by().unwrap_or_default();
        assert!(told.contains("changed") && told.contains(" from "), "{id}: {told}");
    }
}

/// If a seat has no moves according to the form of a protocol, it makes no move in the debates of that protocol.
#[test]
fn a_seat_without_anything_to_do_never_moves() {
    for (id, scenario) in shipped() {
        let form = scenario.protocol.value.form();
        let mut game = open(&scenario).expect("it opens");
        game.set_seats(&programs(["honest"; 3])).expect("they sit");
        game.table().run().expect("it ends");
        for entry in game.record() {
            let RecordEntry::Move { actor: Actor::Seat(seat), .. } = entry else { continue };
            assert!(form.plays(*seat), "{id}: {seat}");
        }
    }
}

/// A goal belongs to one seat. A person in another seat has to win there.
#[test]
fn a_goal_applies_to_no_other_seat() {
    for (person, kind) in [(Seat::Bob, GoalKind::Par), (Seat::Alice, GoalKind::Win)] {
        let mut scenario = named("three-lamps");
        for seat in Seat::ALL {
            scenario.seats.set(seat, SeatPlan::honest());
        }
        let mut game = open(&scenario).expect("it opens");
        game.table().run().expect("it ends");
        scenario.seats.set(person, SeatPlan::Human);
        let record = played(&scenario, &*game);
        let mut game = resume(&record).expect("it is legal");
        game.set_seat(person, &SeatPlan::Human).expect("a person");
        let judged = reviewed(&record, &*game, &CancelToken::default()).expect("it is over");
        let goal = judged.goal.map(|goal| (goal.kind, goal.verdict));
        assert_eq!(goal, Some((kind, Verdict::Reached)));
    }
}

/// Plays the programs' moves, and these moves for the judge.
fn judged(scenario: &Scenario, moves: &[&str]) -> Box<dyn Game> {
    let mut game = open(scenario).expect("it opens");
    moves.iter().for_each(|mv| kit::play(&mut *game, mv));
    kit::settle(&mut *game);
    game
}

/// A debate with this Bob and a person as judge.
fn before_a_person(protocol: &str, machine: &str, alice: &str, bob: &str) -> Scenario {
    let seats = format!("title: t, seats: {{alice: {alice}, bob: '{bob}', judge: human}},");
    scenario(&about(protocol, machine).replacen("title: t,", &seats, 1))
}

/// If the bits that were read do not decide a ruling, it is a guess in every protocol.
#[test]
fn a_ruling_without_a_look_is_a_guess_in_every_protocol() {
    let plan = "plan: {steps: [{ask: Is it so?, answer: yes}, {copy: 1}]}";
    for (protocol, machine, bob) in [
        ("cross-examination: {}", plan, "point:1"),
        ("bisection: {claim: 1}", plan, "always-first"),
        ("stochastic: {k: 2, constants: teaching}", plan, "abort-at:1"),
        ("gate-check: {}", "circuit: {formula: x1 & x2, input: '10'}", "point:1"),
    ] {
        let scenario = before_a_person(protocol, machine, "honest", bob);
        let rules = "rule alice".parse().expect("a move");
        assert!(judged(&scenario, &[]).position().is_guess(&rules), "{protocol}");
        let why = judged(&scenario, &["rule alice"]).position().outcome_reason();
        assert!(why.contains("guess"), "{protocol}: {why}");
    }
}

/// The bits of x that a judge read can decide f before the path does. The ending, the review and
/// the grade agree on that.
#[test]
fn inputs_that_decide_f_decide_a_walk_whose_path_is_not_read() {
    let circuit = "circuit: {formula: x1 & x2, input: '10'}";
    let scenario = before_a_person("circuit-walk: {}", circuit, "wrong", "honest");
    let before = judged(&scenario, &["continue", "read input 2"]);
    for (mv, right) in [("rule alice", true), ("rule bob", false)] {
        let ruling = mv.parse().expect("a move");
        assert!(!before.position().is_guess(&ruling), "{mv}");
        assert_eq!(
            before.position().mistake(&ruling, &CancelToken::default()).is_none(),
            right,
            "{mv}"
        );
        let over = judged(&scenario, &["continue", "read input 2", mv]);
        let wrong = rulings(&scenario, &*over).expect("it opens");
        assert_eq!(wrong.is_empty(), right, "{mv}: {wrong:?}");
    }
}

/// If the pointer of a step skips a writer, the step can still follow from the bits that it reads. The text says so.
#[test]
fn a_step_that_overlooks_a_writer_is_not_called_wrong() {
    let mut game = opened("who-wrote-last");
    game.table().run().expect("legal");
    let said =
        game.position().mistake(&"point 41".parse().expect("a move"), &CancelToken::default());
    kit::play(&mut *game, "point 41");
    for said in [said, game.position().decided_by()] {
        let said = said.expect("it loses");
        for part in ["Step 41", "follows from", "step 27"] {
            assert!(said.contains(part), "{said}");
        }
    }
}

/// Rounding of a sum does not turn a payment of 0 into a win.
#[test]
fn a_prover_who_is_paid_nothing_does_not_win() {
    let mut scenario = Scenario { seed: Some(87), ..named("two-parcels") };
    for (seat, plan) in [(Seat::Alice, SeatPlan::Human), (Seat::Judge, SeatPlan::honest())] {
        scenario.seats.set(seat, plan);
    }
    let mut game = open(&scenario).expect("it opens");
    let own = "claim yes,estimate 0.7,say too-low,estimate 0.1,estimate 0.9,pick 1,say too-low";
    for mv in own.split(',') {
        let Advance::Waiting(seat) = game.table().run().expect("legal") else { break };
        game.play(seat, mv.parse().expect("a move")).expect(mv);
    }
    game.table().run().expect("it ends");
    let Turn::Over(outcome) = game.position().turn() else { panic!("it goes on") };
    // 0.9 − 0.9, except for rounding.
    assert_eq!(outcome.payoff.map(|paid| paid > 0.0 && paid < 1e-12), Some(true));
    assert_eq!(outcome.winner, Side::Bob);
    for (goal, verdict) in [
        (Goal { winner: Some(Side::Bob), ..Goal::default() }, Verdict::Reached),
        (Goal { paid_at_most: Some(0.0), ..Goal::default() }, Verdict::Reached),
        (Goal { winner: Some(Side::Alice), ..Goal::default() }, Verdict::Missed),
    ] {
        let people = People::new(&scenario, &*game);
        let parts =
            parts(Some(&goal), &*game, &people, &outcome, &|_| None, &CancelToken::default());
        assert_eq!(combine(&parts), verdict, "{goal:?}");
    }
}
