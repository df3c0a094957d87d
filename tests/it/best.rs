//! Best responses: nobody gets past what nobody is said to get past, and who is named comes to it.

use elenchus::analysis::{Best, Exact, Game, Method, Worth};
use elenchus::debate::{Advance, SeatPlan};
use elenchus::rules::{Move, Outcome, Seat, Side, Turn};
use elenchus::scenario::{open, read};
use elenchus::work::Token;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::kit::{json, play_at_random, printed, seated, shipped};
use crate::outside::python;

/// The players of a debate; honest ones sit where people would.
fn cast(game: &dyn Game) -> [SeatPlan; 3] {
    Seat::each(|seat| match game.seat_plan(seat) {
        SeatPlan::Human => SeatPlan::honest(),
        plan => plan,
    })
}

fn with(seats: &[SeatPlan; 3], seat: Seat, player: SeatPlan) -> [SeatPlan; 3] {
    let mut seats = seats.clone();
    seats[seat.index()] = player;
    seats
}

/// By how much a value is better for a seat than another.
fn better(seat: Seat, value: f64, other: f64) -> f64 {
    let by = value - other;
    (if seat == Seat::Alice { by } else { -by }) / value.abs().max(1.0)
}

fn best(game: &dyn Game, seat: Seat) -> Option<Best> {
    game.best_response(&cast(game), seat, &Token::default()).ok()
}

/// Holds every player of the roster against the best responses of a debate: how many players.
pub fn nobody_gets_past(id: &str, game: &dyn Game) -> usize {
    nobody_gets_past_what_is_found(id, game, Token::default)
}

/// The same with best responses, and values of players, that are found under such tokens.
pub fn nobody_gets_past_what_is_found(id: &str, game: &dyn Game, token: fn() -> Token) -> usize {
    let mut held = 0;
    for seat in [Seat::Alice, Seat::Bob] {
        let Ok(best) = game.best_response(&cast(game), seat, &token()) else { continue };
        let worth = |player| {
            let token = token();
            let value = game.exact(&with(&cast(game), seat, player), &token).map(Exact::get);
            (value, token.is_stopped())
        };
        if let (Some(player), Some(played)) = (&best.player, best.value.played()) {
            match worth(player.clone()) {
                (Some(again), _) => assert!(
                    (again - played).abs() <= 1e-9 * played.abs().max(1.0),
                    "{id}: {best:?}, {again}"
                ),
                // A pair may have more debates than are walked through; the search joins those alike.
                (None, false) => assert_eq!(game.worth(), Worth::Payoff, "{id}: {best:?}"),
                (None, true) => {}
            }
        }
        let Some(limit) = best.value.limit() else { continue };
        let listed = game.strategies(seat);
        let names =
            listed.iter().flat_map(|one| [one.name.to_owned(), format!("{}:0.1", one.name)]);
        for name in names.filter(|name| game.check_strategy(seat, name).is_ok()) {
            let (Some(value), _) = worth(SeatPlan::Program(name.clone())) else { continue };
            let past = |end| better(seat, value, end) > 1e-6;
            assert!(!past(limit), "{id}: {name}, {value}, {best:?}");
            // Who is named is no worse than who has a name.
            assert!(
                best.value.played().is_none_or(|played| !past(played)),
                "{id}: {name}, {value}, {best:?}"
            );
            held += 1;
        }
    }
    held
}

/// Where the others are honest a theorem, or a solver, says what nobody gets past: also where there are too many
/// moves to look through.
#[test]
fn of_large_debates_the_best_against_honest_players_is_exact() {
    for (id, seat, value) in [
        ("contract-comma", Seat::Alice, 0.0),
        ("adder-carry-lie", Seat::Alice, 0.0),
        ("hundred-thousand-steps", Seat::Alice, 0.0),
        ("midpoint-hunt", Seat::Alice, 0.0),
        ("divisible-by-three", Seat::Bob, 1.0),
    ] {
        let scenario = shipped().into_iter().find(|(own, _)| own == id).expect("it is shipped").1;
        let game = open(&scenario).expect("it opens");
        let honest = Seat::each(|_| SeatPlan::honest());
        let best = game.best_response(&honest, seat, &Token::default());
        let best = best.unwrap_or_else(|why| panic!("{id}: {why}"));
        assert_eq!(best.value().exact(), Some(value), "{id}: {best:?}");
    }
}

/// Scenarios of every protocol whose best responses take little time.
const SHORT: [&str; 19] = [
    "find-the-lie",
    "two-faced-alice",
    "nobody-argues",
    "rigged-coin",
    "nearly-a-gate",
    "hasty-bob",
    "caffeine-plan",
    "binary-increment",
    "query-golf",
    "parity-of-eight",
    "qbf-duel",
    "judge-as-a-table",
    "four-intervals",
    "two-parcels",
    "three-lamps",
    "all-of-three",
    "four-estimates",
    "calibrated-bob",
    "tired-judge",
];

#[test]
fn a_best_response_that_was_stopped_is_not_called_too_much_to_compute() {
    let token = Token::default();
    token.stop();
    let mut stopped = 0;
    for id in SHORT {
        let scenario = shipped().into_iter().find(|(own, _)| own == id).expect("it is shipped").1;
        let game = open(&scenario).expect("it opens");
        for seat in [Seat::Alice, Seat::Bob] {
            if let Err(why) = game.best_response(&cast(&*game), seat, &token) {
                assert!(!why.contains("too much"), "{id}, {seat}: {why}");
                stopped += usize::from(why == "stopped");
            }
        }
    }
    assert!(stopped > 10, "{stopped}");
}

#[test]
fn nobody_in_a_shipped_scenario_gets_past_a_best_response() {
    let mut held = 0;
    for (id, scenario) in shipped().into_iter().filter(|(id, _)| SHORT.contains(&&**id)) {
        held += nobody_gets_past(&id, &*open(&scenario).expect("a debate"));
    }
    assert!(held > 100, "{held}");
}

#[test]
#[ignore = "long: .ci/nightly runs it"]
fn nobody_in_any_shipped_scenario_gets_past_a_best_response() {
    for (id, scenario) in shipped() {
        nobody_gets_past(&id, &*open(&scenario).expect("a debate"));
    }
}

/// `best-response` plays the debate of Fig. 2. Where a departure allows more, others get past it.
#[test]
fn nobody_is_called_the_best_in_a_debate_with_a_departure() {
    for id in ["nearly-a-gate", "bit-of-her-own", "coin-she-has-seen"] {
        let text = printed(&["solve", id, "--reveal"]);
        for seat in ["Alice", "Bob"] {
            let line =
                text.lines().find(|line| line.starts_with(&format!("the best {seat} against ")));
            assert!(line.is_some_and(|line| line.contains(": not known: ")), "{text}");
        }
    }
    let attacked =
        printed(&["attack", "nearly-a-gate", "--seat", "alice", "--over", "shift-gates=0:0.19"]);
    assert!(attacked.contains("strongest found   shift-gates:0.19\n"), "{attacked}");
    assert!(!attacked.contains("does better"), "{attacked}");
}

/// Who knows less than another is held against those alone who know as much.
#[test]
fn the_best_bob_by_every_move_is_the_best_of_those_who_know_as_much() {
    let of = |knows: &str| {
        let knows = format!("machine.claims.knows.bob={knows}");
        let asked = ["pull-request-obfuscated", "--set", &knows, "--reveal"];
        printed(&[&["attack"], &asked[..], &["--seat", "bob"]].concat())
    };
    let (some, all) = (of("root"), of("everything"));
    assert!(some.contains("probability 0.937500") && all.contains("probability 0.000000"), "{all}");
    assert!(some.contains("best response: no Bob who knows as much does better"), "{some}");
}

#[test]
fn the_best_player_who_does_not_know_the_world_is_the_best_of_those_who_know_as_much() {
    let told = printed(&["attack", "calibrated-bob", "--seat", "alice"]);
    assert!(told.contains("best response: no Alice who knows as much does better"), "{told}");
}

/// How a debate ended for Alice in which one seat moved at random.
fn at_random(game: &dyn Game, seat: Seat, seed: u64) -> f64 {
    let players = with(&cast(game), seat, SeatPlan::Human);
    let mut game = game.again(1, &players).expect("they sit");
    play_at_random(&mut *game, &mut ChaCha8Rng::seed_from_u64(seed));
    let Turn::Over(Outcome { winner, .. }) = game.now().turn() else { panic!("it ended") };
    f64::from(winner == Side::Alice)
}

#[test]
fn no_moves_at_random_get_past_the_best_response_where_nothing_is_drawn() {
    let mut reached = 0;
    for id in [
        "find-the-lie",
        "query-golf",
        "parity-of-eight-walk",
        "qbf-duel",
        "judge-as-a-table",
        "binary-increment",
        "divisible-by-three",
        "lazy-bob",
        "two-faced-alice-with-copies",
    ] {
        let (_, scenario) = shipped().into_iter().find(|(own, _)| own == id).expect("shipped");
        let game = open(&scenario).expect("a debate");
        for seat in [Seat::Alice, Seat::Bob] {
            let Some(limit) = best(&*game, seat).and_then(|best| best.value.limit()) else {
                continue;
            };
            let ends = (0..30).map(|seed| at_random(&*game, seat, seed));
            for end in ends {
                assert!(better(seat, end, limit) <= 1e-9, "{id}, {seat:?}: {end}, {limit}");
                reached += u64::from(end == limit);
            }
        }
    }
    assert!(reached > 100, "{reached}");
}

#[test]
fn a_sweep_says_at_each_point_what_solve_says_of_the_best_there() {
    let sweep = ["sweep", "rigged-coin", "--alice", "shift:0", "--vary", "alice.shift=0,0.3"];
    let sweep = [&sweep[..], &["--debates", "4", "--reveal", "--best", "bob,alice"]].concat();
    let points = json(&[&sweep[..], &["--json"]].concat())["points"].take();
    let (mut rows, told) = (Vec::new(), printed(&sweep));
    for (point, shift) in points.as_array().expect("points").iter().zip(["0", "0.3"]) {
        let alice = format!("shift:{shift}");
        let solved = ["solve", "rigged-coin", "--alice", &alice, "--reveal"];
        let best = json(&[&solved[..], &["--json"]].concat())["best_responses"].take();
        assert_eq!(point["best_responses"], best);
        for line in printed(&solved).lines().filter(|line| line.starts_with("the best ")) {
            assert!(told.contains(&format!("  alice.shift {shift}: {line}\n")), "{line}: {told}");
            rows.push(line.to_owned());
        }
    }
    assert_eq!(rows.len(), 4, "{told}");
    assert_ne!(rows[1], rows[3], "the best Bob is another against another Alice");
    // What was not asked for is not there, and parts add up to the same.
    let plain = json(&[&sweep[..sweep.len() - 2], &["--json"]].concat());
    assert_eq!(
        plain["points"][0]["best_responses"],
        serde_json::json!({"alice": null, "bob": null})
    );
    let folder = tempfile::tempdir().expect("a folder");
    let part = |n: u32| folder.path().join(format!("{n}.part")).to_string_lossy().into_owned();
    for n in [1, 2] {
        let slice = format!("{n}/2");
        printed(&[&sweep[..], &["--slice", &slice, "--out", &part(n)]].concat());
    }
    assert_eq!(printed(&["merge", &part(1), &part(2)]), told);
}

/// All of four, one false, between players who know that much.
fn four(ratio: f64) -> Box<dyn Game> {
    let text = format!(
        "{{elenchus: 1, title: t, claim: c, protocol: {{prover-estimator: {{epsilon: 0.1, ratio: \
         {ratio}}}}}, machine: {{claims: {{uniform: {{claim: c, rule: all, width: 4, depth: 1}}, worlds: \
         one-false, knows: {{alice: root, bob: root}}}}}}}}"
    );
    open(&read("test", &text).expect("it reads")).expect("a debate")
}

#[test]
fn the_best_bob_against_an_alice_at_random_and_against_one_who_answers_whoever_sits_there() {
    let best = |ratio, alice: &str| {
        let game = four(ratio);
        let seats = with(&cast(&*game), Seat::Alice, SeatPlan::Program(alice.into()));
        let best = game.best_response(&seats, Seat::Bob, &Token::default());
        let paid = |bob: &str| {
            let seats = with(&seats, Seat::Bob, SeatPlan::Program(bob.into()));
            game.exact(&seats, &Token::default()).map(Exact::get)
        };
        if let Ok(best) = &best {
            let player = best.player.as_ref().expect("he can be seated").words();
            let again = paid(&player);
            assert!(again.is_none_or(|again| (again - best.value.played().unwrap()).abs() < 1e-9));
            for bob in ["calibrated", "constant:0.3", "shading:0.1", "independent:1", "lazy"] {
                let Some(paid) = paid(bob) else { continue };
                assert!(
                    paid >= best.value.limit().expect("a limit") - 1e-9,
                    "{alice}, {bob}: {paid}"
                );
            }
        }
        best
    };
    // What she says at random pays nothing on average, whatever is stated.
    assert_eq!(best(3.0, "random").map(|best| best.value().exact()), Ok(Some(0.0)));
    // 1 − (3/4)^4, and for an r that is too small between two ends.
    for alice in ["best-response", "blind-best-response"] {
        let value = best(3.0, alice).expect("the theorem").value();
        assert!((value.exact().expect("exact") - 0.683_593_75).abs() < 1e-12, "{value}");
    }
    let open = best(1.0, "best-response").expect("the theorem").value();
    assert!(open.exact().is_none() && open.ends()[0] < 0.68, "{open}");
    let why = best(3.0, "hunter").expect_err("nothing bounds him");
    assert!(why.contains("no exact answer to Alice's `hunter` is known"), "{why}");
    let told = printed(&["solve", "four-estimates", "--alice", "hunter", "--reveal"]);
    let line = format!("the best Bob against hunter: not known: {why}\n");
    assert!(told.contains(&line), "{told}");
}

#[test]
fn who_best_answers_a_hidden_player_is_not_told() {
    // The scenario hides Alice alone: what answers her best would tell who she is.
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("hidden.yaml");
    let text = "{elenchus: 1, title: t, claim: c, hide: [alice], protocol: {cross-examination: \
        {claim: 1}}, machine: {plan: {steps: [{ask: a, answer: no}, {ask: b, answer: no}, {or: [1, \
        2]}]}}, seats: {alice: 'lie-at:2'}}";
    std::fs::write(&file, text).expect("it can be written");
    let file = file.to_string_lossy().into_owned();
    for (more, told) in [(&[][..], false), (&["--reveal"], true), (&["--alice", "honest"], true)] {
        let solved = json(&[&["solve", &file, "--json"], more].concat());
        let sweep =
            ["sweep", &file, "--json", "--vary", "seed=1", "--debates", "2", "--best", "bob"];
        let swept = json(&[&sweep[..], more].concat())["points"][0].take();
        for best in [&solved["best_responses"], &swept["best_responses"]] {
            assert_eq!(best["bob"].is_object(), told, "{more:?}: {best}");
        }
    }
}

/// A program that answers all questions alike.
fn stubborn(folder: &std::path::Path, answer: &str) -> String {
    let script = folder.join("stubborn.py");
    let text = "import json, sys\nfor line in sys.stdin:\n    if json.loads(line)['type'] == 'ask':\n        \
                print(json.dumps({'move': sys.argv[1]}), flush=True)\n";
    std::fs::write(&script, text).expect("a script");
    format!("program:python3 '{}' '{answer}'", script.display())
}

#[test]
fn the_best_response_to_a_program_is_found_by_asking_it() {
    if !python() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    // A Bob who points at the first step is told any later lie; an Alice who always writes the same has
    // her first wrong step pointed at.
    for (seat, other, answer, worth) in
        [("alice", "--bob", "point 1", 1.0), ("bob", "--alice", "write 1000001", 0.0)]
    {
        let program = stubborn(folder.path(), answer);
        let found = json(&["attack", "find-the-lie", "--seat", seat, other, &program, "--json"]);
        assert_eq!(found["best_response_by"], "asked", "{found}");
        // It answered each question once: that it always answers so is not known.
        assert!(found["exact"].is_null() && found["is_best"] == false, "{found}");
        assert_eq!([&found["value"], &found["best_response_limit"]], [worth; 2], "{found}");
        let player = found["strongest"].as_str().expect("a player");
        let own = format!("--{seat}");
        let again =
            ["simulate", "find-the-lie", other, &program, &own, player, "--debates", "2", "--json"];
        assert_eq!(json(&again)["rate"], worth, "{player}");
    }
}

#[test]
fn where_the_best_response_to_a_program_cannot_be_asked_for_it_is_said_why() {
    if !python() {
        return;
    }
    let why = |scenario: &str, seat: &str, program: &str| {
        let other = if seat == "alice" { "--bob" } else { "--alice" };
        let found = ["attack", scenario, "--seat", seat, other, program, "--debates", "2"];
        let over = ["--over", "honest", "--json", "--reveal"];
        let found = json(&[&found[..], &over].concat());
        assert!(found["best_response"].is_null() && found["is_best"] == false, "{found}");
        found["best_response_unknown"].as_str().expect("why").to_owned()
    };
    let random = crate::outside::player("random_player.py");
    assert!(why("caffeine-vote", "bob", &format!("{random} 3")).contains("nature draws"));
    assert!(why("find-the-lie", "bob", &format!("{random} 3")).contains("by chance"));
}

/// One of two arguments of two leaves each holds; of each Alice knows one leaf, and Bob none.
fn two_rounds() -> Box<dyn Game> {
    let text = "{elenchus: 1, title: t, claim: c, protocol: {prover-estimator: {epsilon: 0.1, ratio: 3}}, \
        machine: {claims: {tree: {root: {claim: c, any: [g, h]}, g: {claim: g, all: [a, b]}, h: {claim: h, \
        all: [d, e]}, a: {claim: a}, b: {claim: b}, d: {claim: d}, e: {claim: e}}, worlds: {independent: \
        {each: 0.6, but: {a: 0.55, e: 0.7}}}, knows: {alice: [a, d], bob: nothing}}}}";
    open(&read("test", text).expect("it reads")).expect("a debate")
}

#[test]
fn the_best_bob_found_is_named_where_she_knows_some_leaves_and_no_listed_one_pays_less() {
    let game = two_rounds();
    let against = |alice: &str| with(&cast(&*game), Seat::Alice, SeatPlan::Program(alice.into()));
    let best = |alice| game.best_response(&against(alice), Seat::Bob, &Token::default());
    let found = best("obfuscator").expect("a best response");
    assert!(found.value().exact().is_some() && found.player.is_some(), "{found:?}");
    // What she says tells of the world here.
    let found = best("honest").expect("a best response");
    let least = found.value.played().expect("he is seated");
    let listed = |bob: &str| {
        let seats = with(&against("honest"), Seat::Bob, SeatPlan::Program(bob.into()));
        game.exact(&seats, &Token::default()).expect("it is known").get()
    };
    assert!((listed(Best::NAME) - least).abs() < 1e-6, "{found:?}");
    for bob in ["marginal", "calibrated", "independent:2", "constant:0.3", "lazy"] {
        assert!(listed(bob) >= least - 1e-9, "{bob}: {} {found:?}", listed(bob));
    }
}

#[test]
fn what_is_said_of_the_best_bob_is_the_same_wherever_a_report_says_it() {
    let solved = json(&["solve", "obfuscator", "--reveal", "--json"]);
    let best = &solved["best_responses"]["bob"]["value"];
    let text = printed(&["solve", "obfuscator", "--reveal"]);
    let value = best["value"].as_f64().expect("exact").abs();
    let line =
        format!("obfuscator: right with 0.0000; held to -{value:.4} exactly, by best-response");
    assert!(text.contains(&line), "{line}: {text}");
    let played = json(&[
        "simulate",
        "obfuscator",
        "--bob",
        Best::NAME,
        "--debates",
        "4000",
        "--json",
        "--reveal",
    ]);
    let paid = &played["by_truth"]["false"]["payoff"]["interval"];
    let end = |at: usize| paid[at].as_f64().expect("an end");
    assert!(end(0) < -value && -value < end(1), "{played}");
}

/// Debates before a judge who is not honest, or against a mixture of players: the protocol and the machine, the seats, and
/// who plays best there of those tried, by seat.
const OTHERS: [(&str, &str, &str, [&str; 2]); 6] = [
    (
        "prover-estimator: {epsilon: 0.1, ratio: 3}",
        "claims: {tree: {root: {claim: root, all: [a, b]}, a: {claim: a, is: false}, b: {claim: b, is: true}},
          worlds: {independent: {each: 0.5}}, knows: {alice: everything, bob: nothing}}",
        "{alice: {mix: {honest: 0.5, ignorant: 0.5}}, bob: calibrated, judge: honest}",
        ["honest", "constant:0.4999"],
    ),
    (
        "prover-estimator: {epsilon: 0.1, ratio: 29}",
        "claims: {tree: {root: {claim: root, majority: [a, b, c]}, a: {claim: a, is: false},
          b: {claim: b, is: false}, c: {claim: c, is: false}}, knows: {alice: everything, bob: nothing}}",
        "{alice: honest, bob: 'constant:0.5', judge: trusting}",
        ["obfuscator", "constant:0.1"],
    ),
    (
        "stochastic: {k: 1, constants: {explicit: {alice: 20, bob: 23, bob-tolerance: 0.3, judge: 21,
          judge-tolerance: 0.1}}}",
        "plan: {steps: [{ask: q1, yes: 0.8}]}",
        "{alice: 'shift:0.2', bob: best-response, judge: 'samples:1'}",
        ["shift:0.2", "abort-at:1"],
    ),
    (
        "stochastic: {k: 1, constants: teaching}",
        "plan: {steps: [{ask: q1, yes: 0.8}]}",
        "{alice: exact, bob: honest, judge: 'samples:1'}",
        ["shift:0.2", "abort-at:1"],
    ),
    (
        "cross-examination: {claim: 1}",
        "plan: {steps: [{ask: q1, answer: no}, {ask: q2, answer: yes}, {and: [1, 2]}]}",
        "{alice: 'lie-at:1', bob: honest, judge: 'budget:1'}",
        ["honest", "honest"],
    ),
    (
        "recursive-debate: {answer: yes}",
        "claims: {tree: {root: {claim: root, all: [a, b]}, a: {claim: a, is: false}, b: {claim: b, is: true}}}",
        "{alice: honest, bob: honest, judge: trusting}",
        ["honest", "honest"],
    ),
];

fn of_others() -> impl Iterator<Item = (String, Box<dyn Game>, [&'static str; 2])> {
    OTHERS.into_iter().map(|(protocol, machine, seats, players)| {
        let text = format!(
            "{{elenchus: 1, title: t, claim: c, protocol: {{{protocol}}}, machine: {{{machine}}}, seats: {seats}}}"
        );
        let scenario = read("test", &text).unwrap_or_else(|e| panic!("{e:?}: {text}"));
        (text, open(&scenario).unwrap_or_else(|e| panic!("{e:?}")), players)
    })
}

#[test]
fn nobody_gets_past_the_best_against_a_mixture_or_before_a_judge_who_is_not_honest() {
    for (text, game, players) in of_others() {
        nobody_gets_past(&text, &*game);
        for (seat, name) in [Seat::Alice, Seat::Bob].into_iter().zip(players) {
            let seats = with(&cast(&*game), seat, SeatPlan::Program(name.into()));
            let value = game.exact(&seats, &Token::default()).expect("it is small").get();
            let best = best(&*game, seat);
            let limit = best.as_ref().and_then(|best| best.value.limit());
            let past = |limit| better(seat, value, limit) > 1e-6;
            assert!(!limit.is_some_and(past), "{text}: {seat} {name}, {value}, {best:?}");
        }
    }
}

#[test]
fn no_theorem_is_said_to_hold_before_a_judge_who_is_not_honest() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("other.yaml");
    let file = path.to_str().expect("a name");
    for (text, game, _) in of_others().skip(1) {
        std::fs::write(&path, &text).expect("it is written");
        let report = json(&["solve", file, "--json", "--debates", "50"]);
        let judge = game.seat_plan(Seat::Judge).words();
        assert_eq!(report["seated_judge"], judge, "{text}");
        for bound in report["bounds"].as_array().expect("bounds") {
            assert_eq!(bound["standing"], "does-not-apply", "{text}");
        }
        // Who is hidden is not told by it, nor whether it is an honest one.
        let hiding = |judge: &str| {
            let seats = text.replace(&format!("judge: {judge}"), "judge: honest");
            let hidden = if judge.is_empty() { text.clone() } else { seats };
            std::fs::write(&path, hidden.replacen("title: t,", "title: t, hide: [judge],", 1))
                .expect("it is written");
            let mut report = json(&["solve", file, "--json", "--debates", "50"]);
            assert_ne!(report["seated_judge"], game.seat_plan(Seat::Judge).words());
            (report["seated_judge"].take(), report["bounds"].take())
        };
        let written = if judge.contains(':') { format!("'{judge}'") } else { judge };
        assert_eq!(hiding(""), hiding(&written), "{text}");
    }
}

/// What `solve` says of honest Alice with a good witness is a promise to `attack` and `sweep` too.
#[test]
fn a_debate_with_a_witness_promises_what_its_report_says() {
    let scenario =
        shipped().into_iter().find(|(id, _)| id == "caffeine-plan").expect("it is shipped").1;
    let game = open(&scenario).expect("it opens");
    let seats = Seat::each(|_| SeatPlan::honest());
    let promise = game.promise(&seats, &Token::default()).unwrap().expect("Thm 7.2 speaks of it");
    assert_eq!((promise.at_least, promise.limit), (true, 0.6));
    assert!(promise.theorem.contains("7.2"), "{promise:?}");
}

/// Bob's honest player names a part by chance: a plan in which it has to be the first says so.
#[test]
fn what_an_honest_player_does_by_chance_is_named_in_a_best_plan() {
    let scenario = shipped().into_iter().find(|(id, _)| id == "hide-in-an-argument").unwrap().1;
    let mut game = open(&scenario).expect("it opens");
    game.set_seats(&Seat::each(|_| SeatPlan::honest())).expect("they sit");
    assert!(nobody_gets_past("hide-in-an-argument", &*game) > 0);
    let best = best(&*game, Seat::Bob).expect("it is small");
    assert_eq!((best.value.played(), best.value.limit()), (Some(0.0), Some(0.0)), "{best:?}");
    assert_ne!(best.player, Some(SeatPlan::honest()));
}

/// He answers an Alice who does what nobody foresaw.
#[test]
fn the_best_bob_goes_on_against_an_alice_who_does_what_he_did_not_reckon_with() {
    for id in ["two-parcels", "three-lamps", "calibrated-bob", "friday-release", "most-of-three"] {
        let scenario = shipped().into_iter().find(|(own, _)| own == id).expect("it is shipped").1;
        for claim in ["claim yes", "claim no"] {
            for said in ["say too-high", "say too-low", "say about-right"] {
                let mut game = seated(&scenario, ["human", "best-response", "honest"], 1);
                let mut moves = [claim, said].into_iter();
                loop {
                    match game
                        .advance()
                        .unwrap_or_else(|why| panic!("{id}, {claim}, {said}: {why}"))
                    {
                        Advance::Moved(_) => {}
                        Advance::Over(_) => break,
                        Advance::Waiting(seat) => {
                            let written = moves.next().unwrap_or("pick 1");
                            let listed =
                                || game.now().menu().offers[0].listed(100).unwrap()[0].clone();
                            let mv: Move = written.parse().expect("a move");
                            let mv =
                                if game.now().prompt().admit(&mv).is_ok() { mv } else { listed() };
                            game.play(seat, mv)
                                .unwrap_or_else(|why| panic!("{id}, {written}: {why}"));
                        }
                    }
                }
            }
        }
    }
}

/// A stochastic debate of these steps and counts with these players.
fn stochastic(counts: &str, steps: &str, seats: &str) -> Box<dyn Game> {
    let text = format!(
        "{{elenchus: 1, title: t, claim: c, protocol: {{stochastic: {{k: 5.0, constants: {{explicit: \
         {{{counts}}}}}}}}}, machine: {{plan: {{steps: [{steps}]}}}}, seats: {{{seats}}}}}"
    );
    open(&read("test", &text).unwrap_or_else(|e| panic!("{e:?}"))).expect("it opens")
}

#[test]
fn how_much_the_best_bob_may_draw_does_not_matter_where_he_need_not() {
    let steps = "{ask: q, yes: 0.92}, {ask: q, yes: 0.08}";
    let seats = "alice: {rounds: {1: exact}, then: 'shift:0.2'}, bob: honest, judge: honest";
    // She states 0.28 at last; he aborts if that is a 1, and two to five of twelve votes must be yes.
    let rejected = |from: u32, to: u32| -> f64 {
        let choose = |k: u32| (0..k).map(|i| f64::from(12 - i) / f64::from(i + 1)).product::<f64>();
        let of = |k: u32| choose(k) * 0.08f64.powi(k as i32) * 0.92f64.powi(12 - k as i32);
        (from..=to).map(of).sum()
    };
    for votes in [1, 5, 9, 15] {
        let counts = format!(
            "alice: 14, bob: {votes}, judge: 12, bob-tolerance: 0.3, judge-tolerance: 0.18"
        );
        let game = stochastic(&counts, steps, seats);
        let best = best(&*game, Seat::Bob).expect("it is small");
        let least = 0.28 * rejected(2, 5);
        for end in [best.value.played(), best.value.limit()].into_iter().flatten() {
            assert!((end - least).abs() < 1e-9, "{votes}: {best:?}, {least}");
        }
    }
}

#[test]
fn a_number_at_which_both_ends_of_bobs_interval_are_ties_may_be_the_best() {
    let counts = "alice: 9, bob: 5, judge: 14, bob-tolerance: 0.2, judge-tolerance: 0.125";
    let honest = "alice: honest, bob: honest, judge: honest";
    let game = stochastic(counts, "{ask: q, yes: 0.33}, {copy: 1}", honest);
    let best = best(&*game, Seat::Alice).and_then(|best| best.value.limit()).expect("it is exact");
    let tie = SeatPlan::Rounds { rounds: vec![(1, "state 0.4".into())], then: "exact".into() };
    let seats = with(&cast(&*game), Seat::Alice, tie);
    let value = game.exact(&seats, &Token::default()).expect("it is small").get();
    assert!((value - 0.585_388).abs() < 1e-6 && best >= value, "{best} {value}");
}

#[test]
fn the_best_alice_who_knows_every_world_is_known_where_the_table_of_payments_has_her() {
    let entry = elenchus::scenario::library::find("correlated-evidence").expect("it is shipped");
    let game = open(&entry.scenario.expect("it reads")).expect("it opens");
    let seats = Seat::each(|_| SeatPlan::honest());
    let best = game.best_response(&seats, Seat::Alice, &Token::default()).expect("she is known");
    let honest = game.exact(&seats, &Token::default()).expect("it is known").get();
    assert!(
        best.value.is_closed() && best.value.played().expect("she is seated") > honest,
        "{best:?}"
    );
}

/// Thm 6.2 promises Alice 0.6; the best Bob leaves her about 0.7, which nobody has computed.
#[test]
fn a_bound_of_a_theorem_is_not_what_the_best_prover_gets() {
    let of = |k: u32| {
        let text = format!(
            "{{elenchus: 1, title: t, claim: c, protocol: {{stochastic: {{k: {k}, constants: paper}}}}, \
             machine: {{plan: {{steps: [{{ask: Is it so?, yes: 0.3}}, {{not: 1}}]}}}}}}"
        );
        let game = open(&read("one", &text).unwrap()).unwrap();
        let seats = Seat::each(|_| SeatPlan::honest());
        let best = game.best_response(&seats, Seat::Bob, &Token::default()).unwrap();
        (best.exact(), best)
    };
    let (solved, _) = of(10);
    assert!(solved.is_some_and(|value| (value - 0.7).abs() < 1e-3), "{solved:?}");
    let (unsolved, best) = of(70);
    assert!(unsolved.is_none() && best.value.by() == Method::Theorem, "{best:?}");
}
