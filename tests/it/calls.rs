//! The work of the commands without a command line, and players that are functions.

use elenchus::batch::sweep::SweepAxis;
use elenchus::cli::calls::{CalledPlayer, DebateCall, merged};
use elenchus::outside::PlayerFunction;
use elenchus::rules::Seat;
use elenchus::work::CancelToken;
use serde_json::Value;

use crate::kit::{json, printed};

fn call(name: &str) -> DebateCall {
    DebateCall::find(name).expect("a scenario")
}

/// A debate about a lie at step 3, against a function that returns these moves.
fn against(
    bob: impl Fn(&Value) -> Result<Vec<(f64, String)>, String> + Send + Sync + 'static,
) -> DebateCall {
    let mut call = call("find-the-lie");
    let asked = move |question: &str| bob(&serde_json::from_str(question).expect("JSON"));
    call.seat(Seat::Bob, CalledPlayer::Function("bob".into(), PlayerFunction::new(asked)));
    call.reveal();
    call
}

#[test]
fn results_are_those_of_the_commands() {
    let token = CancelToken::default();
    let call = call("rigged-coin");
    assert_eq!(
        call.solve(2000, &token).expect("a value"),
        json(&["solve", "rigged-coin", "--json"])
    );
    let played = call.simulate(50, None, &token).expect("a run");
    assert_eq!(played, json(&["simulate", "rigged-coin", "--debates", "50", "--json"]));
    let vary: SweepAxis = "alice.shift=0,0.1".parse().expect("an axis");
    let swept = call.sweep(vec![vary], Vec::new(), false, (50, None), &token).expect("a run");
    let command =
        ["sweep", "rigged-coin", "--vary", "alice.shift=0,0.1", "--debates", "50", "--json"];
    assert_eq!(swept, json(&command));
    let command = ["simulate", "rigged-coin", "--debates", "50", "--json"];
    assert_eq!(elenchus::cli::calls::text(&played), printed(&command), "to the byte");
    let attack = call.attack(Seat::Alice, &[], 50, &token).expect("an attack");
    let command = ["attack", "rigged-coin", "--seat", "alice", "--debates", "50", "--json"];
    assert_eq!(attack, json(&command));
}

#[test]
fn slices_add_up_to_their_run() {
    let (call, token) = (call("rigged-coin"), CancelToken::default());
    let parts: Vec<String> = (1..=3)
        .map(|n| call.simulate(50, Some((n, 3)), &token).expect("a slice").to_string())
        .collect();
    let whole = call.simulate(50, None, &token).expect("a run");
    assert_eq!(merged(&parts).expect("a run"), whole);
    let error = merged(&parts[1..]).expect_err("one is missing").to_string();
    assert!(error.contains("debates 0 to 15 are missing"), "{error}");
}

#[test]
fn a_function_gets_the_question_of_a_program_with_the_legal_moves() {
    let call = against(|question| {
        assert_eq!(question["seat"], "bob");
        assert_eq!(question["moves"][0]["by"], "alice");
        let legal = question["legal"].as_array().expect("a list");
        assert!(legal.contains(&"point 3".into()) && !legal.contains(&"point 8".into()));
        assert!(question["offers"].is_array() && question["board"].is_object());
        Ok(vec![(1.0, "point 3".into())])
    });
    let record = call.run(&CancelToken::default()).expect("a debate");
    assert_eq!(record.error, None);
    let json: Value = serde_json::from_str(&record.json).expect("JSON");
    assert_eq!(
        (&json["winner"], &json["record"]["seats"]["bob"]),
        (&"bob".into(), &"program:python:bob".into())
    );
}

#[test]
fn the_seed_draws_from_the_distribution_of_a_function() {
    let token = CancelToken::default();
    let bob = || against(|_| Ok(vec![(0.25, "point 1".into()), (0.75, "point 3".into())]));
    let played = bob().simulate(400, None, &token).expect("a run");
    let wins = played["alice_wins"].as_u64().expect("a count");
    assert!((70..130).contains(&wins), "{wins}");
    assert_eq!(bob().simulate(400, None, &token).expect("a run"), played);
    let rows = bob().debates(400, &token).expect("rows");
    assert_eq!(rows.iter().filter(|row| row["winner"] == "alice").count() as u64, wins);
}

#[test]
fn a_function_that_fails_ends_its_debate_alone() {
    let token = CancelToken::default();
    let bob = || against(|_| Err("no idea".into()));
    let played = bob().simulate(20, None, &token).expect("a run");
    assert_eq!((&played["debates"], &played["partial"]), (&0.into(), &false.into()));
    assert_eq!(played["failed"].as_array().map(Vec::len), Some(20));
    assert_eq!(played["failed"][0]["error"], "Bob: no idea");
    let record = bob().run(&token).expect("a record");
    assert_eq!(record.error.as_deref(), Some("Bob: no idea"));
    assert_eq!(bob().debates(2, &token).expect("rows")[1]["error"], "Bob: no idea");
    let error = bob().simulate(20, Some((1, 2)), &token).expect_err("a slice is whole").to_string();
    assert!(error.contains("Bob: no idea"), "{error}");
}

#[test]
fn a_distribution_that_is_none_is_refused() {
    for (moves, why) in [
        (vec![(0.5, "point 1")], "They sum to 0.5"),
        (vec![(f64::NAN, "point 1")], "They sum to NaN"),
        (vec![], "They sum to "),
        (vec![(1.0, "jump")], "`jump` is no move"),
        (vec![(1.0, "point 9")], "there is no step 9"),
    ] {
        let moves: Vec<(f64, String)> =
            moves.into_iter().map(|(p, mv)| (p, mv.to_owned())).collect();
        let record = against(move |_| Ok(moves.clone())).run(&CancelToken::default());
        let error = record.expect("a record").error.expect("it fails");
        assert!(error.contains(why), "{error}");
    }
}
