//! Best responses. No listed, scripted or random player of a seat beats the bound of the seat. The
//! named player attains the value, and every command prints the same one.

use elenchus::analysis::{BestResponse, BoundMethod, ExactValue, Game, PayoffUnit, StrategyFamily};
use elenchus::chance::Probability;
use elenchus::debate::{Advance, SeatPlan};
use elenchus::review::SubstituteValues;
use elenchus::rules::{Actor, Move, Seat, Verb};
use elenchus::scenario::{open, read, resume};
use elenchus::text::Limit;
use elenchus::work::CancelToken;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::Value;

use crate::kit::{
    self, about, at_night, debate, file, json, one_in, opened, play_at_random, printed, refused,
    seated, shipped, words,
};
use crate::outside::{answering, player, python};

/// The players of a debate, with honest ones for people.
fn cast(game: &dyn Game) -> [SeatPlan; 3] {
    Seat::each(|seat| game.seat_plan(seat).without_person())
}

fn with(seats: &[SeatPlan; 3], seat: Seat, player: SeatPlan) -> [SeatPlan; 3] {
    let mut seats = seats.clone();
    seats[seat.index()] = player;
    seats
}

/// The amount by which `value` is better for a seat than `other`.
fn better(seat: Seat, value: f64, other: f64) -> f64 {
    let by = value - other;
    (if seat == Seat::Alice { by } else { -by }) / value.abs().max(1.0)
}

fn best(game: &dyn Game, seat: Seat) -> Option<BestResponse> {
    game.best_response(&cast(game), seat, &CancelToken::default()).ok()
}

/// A script that repeats the answers of a random player.
fn scripted(game: &dyn Game, seat: Seat, seed: u64) -> Option<SeatPlan> {
    const BEFORE: [Verb; 7] =
        [Verb::Sample, Verb::Ask, Verb::Run, Verb::Read, Verb::Look, Verb::Share, Verb::Fair];
    let mut game = game.restart(seed, &with(&cast(game), seat, SeatPlan::Human)).ok()?;
    play_at_random(&mut *game, &mut ChaCha8Rng::seed_from_u64(seed));
    let own = game.tree().moves().filter(|played| played.actor == Actor::Seat(seat));
    let answers = own.filter(|played| !BEFORE.contains(&played.mv.verb()));
    let rounds = (1..).zip(answers.map(|played| played.mv.to_string())).collect();
    Some(SeatPlan::Rounds { rounds, then: "honest".into() })
}

/// Compares players of both provers with the best responses of a debate. Returns the number of
/// players.
pub fn no_player_beats(id: &str, game: &dyn Game, token: fn() -> CancelToken) -> usize {
    let mut held = 0;
    for seat in [Seat::Alice, Seat::Bob] {
        let Ok(best) = game.best_response(&cast(game), seat, &token()) else { continue };
        // Every player is measured in the debate as the seat knows it.
        let known = game.as_known_to(seat).expect("there is a best response");
        let game = known.as_deref().unwrap_or(game);
        let worth = |player| {
            let token = token();
            let value = game.exact(&with(&cast(game), seat, player), &token).map(ExactValue::get);
            (value, token.is_stopped())
        };
        if let (Some(player), Some(played)) = (&best.player, best.value.played()) {
            match worth(player.clone()) {
                (Some(again), _) => assert!(
                    (again - played).abs() <= 1e-9 * played.abs().max(1.0),
                    "{id}: {best:?}, {again}"
                ),
                // A pair can have more debates than the walk allows. The search joins equal ones, and it weighs the
                // worlds together.
                (None, false) => assert!(
                    game.payoff_unit() == PayoffUnit::Payoff || best.value.is_averaged(),
                    "{id}: {best:?}"
                ),
                (None, true) => {}
            }
        }
        let Some(limit) = best.value.limit() else { continue };
        let listed = game.strategies(seat);
        let names = listed
            .iter()
            .flat_map(|one| ["", ":0.1", ":1"].map(|with| format!("{}{with}", one.name)));
        let names = names.filter(|name| game.check_strategy(seat, name).is_ok());
        let scripted = (1..4).filter_map(|seed| scripted(game, seat, seed));
        for player in names.map(SeatPlan::Program).chain(scripted) {
            let (Some(value), _) = worth(player.clone()) else { continue };
            let past = |end| better(seat, value, end) > 1e-6;
            assert!(!past(limit), "{id}: {player:?}, {value}, {best:?}");
            // The named player is no worse than any other.
            assert!(
                best.value.played().is_none_or(|played| !past(played)),
                "{id}: {player:?}, {value}, {best:?}"
            );
            held += 1;
        }
    }
    held
}

/// Compares each prover's present player and its listed strategies with its best response to a
/// mixture of two opponents. Returns the number of players.
pub fn no_player_beats_the_answer_to_a_mixture(
    id: &str,
    game: &dyn Game,
    token: fn() -> CancelToken,
) -> usize {
    let mut held = 0;
    for seat in [Seat::Alice, Seat::Bob] {
        let other = seat.opposite();
        let listed = game.strategies(other).into_iter().map(|one| one.name.to_string());
        let mut names = listed.filter(|name| game.check_strategy(other, name).is_ok());
        let (Some(one), Some(two)) = (names.next(), names.next()) else { continue };
        let half = Probability::HALF;
        let mix = SeatPlan::Mix(vec![(half, one), (half, two)]);
        let seats = with(&cast(game), other, mix);
        let Ok(best) = game.best_response(&seats, seat, &token()) else { continue };
        let known = game.as_known_to(seat).expect("there is a best response");
        let game = known.as_deref().unwrap_or(game);
        let own = game.strategies(seat).into_iter().map(|one| one.name.to_string());
        let own: Vec<String> = own.filter(|name| game.check_strategy(seat, name).is_ok()).collect();
        let present = seats[seat.index()].clone();
        for player in own.into_iter().map(SeatPlan::Program).chain([present]) {
            let value = game.exact(&with(&seats, seat, player.clone()), &token());
            let Some(value) = value.map(ExactValue::get) else { continue };
            let ends = [best.value.played(), best.value.limit()];
            for end in ends.into_iter().flatten() {
                let past = better(seat, value, end);
                assert!(past <= 1e-6, "{id}: {seats:?}, {player:?}, {value}, {best:?}");
            }
            held += 1;
        }
    }
    held
}

/// The best Alice against two Bobs tracks which of them she plays, and no report shows her less than
/// another number of the same report.
#[test]
fn the_best_response_to_a_mixture_has_a_belief() {
    let game = opened("rigged-coin");
    let mix = [("never", 0.5), ("honest", 0.5)]
        .map(|(name, p)| (Probability::new(p).expect("a probability"), name.to_owned()));
    let seats = [SeatPlan::honest(), SeatPlan::Mix(mix.into()), SeatPlan::honest()];
    let best =
        game.best_response(&seats, Seat::Alice, &CancelToken::default()).expect("it is small");
    // A grid of numbers and beliefs gives 0.6355.
    let value = best.value().exact().expect("its ends meet");
    assert!((value - 0.635_565).abs() < 1e-6, "{best:?}");
    assert_eq!(best.player, None, "no strategy in the list has a belief");
    let always = game.exact(
        &with(&seats, Seat::Alice, SeatPlan::Program("optimal".into())),
        &CancelToken::default(),
    );
    assert!(always.map(ExactValue::get) < Some(0.28));
    assert!(
        no_player_beats_the_answer_to_a_mixture("rigged-coin", &*game, CancelToken::default) > 3
    );
}

/// Bob knows what the scenario tells him. If he knows the root alone, he finds the one flaw among
/// four leaves once in four. The values were computed by hand.
#[test]
fn a_best_response_uses_the_information_set_of_its_seat() {
    let four = |actual: &str, knows: &str| {
        let tree = "uniform: {claim: c, rule: all, width: 4, depth: 1}, worlds: one-false";
        let machine =
            format!("claims: {{{tree}{actual}, knows: {{alice: nothing, bob: {knows}}}}}");
        debate(&about("recursive-debate: {answer: yes}", &machine))
    };
    let actual = ", false-leaves: ['1']";
    for (game, value, averaged) in [
        (four(actual, "nothing"), 0.75, true),
        (four(actual, "root"), 0.75, true),
        (four(actual, "everything"), 0.0, false),
        (four("", "nothing"), 0.75, false),
        (opened("four-intervals"), 0.75, true),
        // Alice uses the short argument. It is false with probability 0.19. Its first part is then true in 0.09 of the
        // 0.19.
        (opened("hide-in-an-argument"), 0.09 / 0.19, true),
        // One of nine leaves is false, and each guess finds it once in nine.
        (opened("ranges-with-a-gap"), 8.0 / 9.0, true),
    ] {
        let best = best(&*game, Seat::Bob).expect("it is small");
        let found = best.value().exact().expect("the search covers every move");
        assert!((found - value).abs() < 1e-12, "{best:?}");
        assert_eq!(best.value.is_averaged(), averaged, "{best:?}");
    }
}

/// Bob knows that the first of three leaves is true. One of the others is false, with equal
/// probability.
#[test]
fn a_best_response_is_an_average_over_the_worlds_that_fit_what_the_seat_knows() {
    let here = |lie: &str| {
        let claims = "uniform: {claim: c, rule: all, width: 3, depth: 1}, worlds: one-false";
        let knows = "knows: {alice: everything, bob: ['1']}";
        let machine = format!("claims: {{{claims}, false-leaves: ['{lie}'], {knows}}}");
        debate(&about("prover-estimator: {epsilon: 0.1, ratio: 3}", &machine))
    };
    let game = here("2");
    let best = best(&*game, Seat::Bob).expect("the search accepts him");
    assert!(best.value.is_averaged(), "{best:?}");
    let seats = with(&cast(&*game), Seat::Bob, best.player.clone().expect("the seat accepts him"));
    let paid = ["2", "3"].map(|lie| here(lie).exact(&seats, &CancelToken::default()));
    let mean = paid.iter().map(|paid| paid.expect("it is small").get() / 2.0).sum::<f64>();
    assert!((best.value.played().expect("he is seated") - mean).abs() < 1e-9, "{best:?} {paid:?}");
    assert!(no_player_beats("x", &*game, CancelToken::default) > 10);
}

/// Every command prints the same best response, and its name can be typed as a player.
#[test]
fn every_command_prints_the_same_best_response() {
    let mut averaged = 0;
    for id in words("find-the-lie query-golf qbf-duel rigged-coin four-intervals three-lamps") {
        let solved = json(&format!("solve {id} --reveal --json"))["best_responses"].take();
        let sweep = "--vary seed=1 --debates 1 --best alice,bob --reveal --json";
        let swept = json(&format!("sweep {id} {sweep}"))["points"][0].take();
        assert_eq!(swept["best_responses"], solved, "{id}");
        for seat in [Seat::Alice, Seat::Bob] {
            let own = &solved[seat.word()];
            let found = json(&format!("attack {id} --seat {seat} --reveal --json"));
            assert_eq!(found["best_response_value"], own["value"], "{id}, {seat}");
            assert_eq!(found["best_response_player"], own["player"], "{id}, {seat}");
            let counts = [&found["strategies_tried"], &found["debates_played"]];
            assert!(found["is_best"] == true && counts == [1, 0], "{id}, {seat}: {found}");
            let game = opened(id);
            let people = with(&cast(&*game), seat, SeatPlan::Human);
            let prices = SubstituteValues::compute(&*game, &people, None, &CancelToken::default());
            let said = prices[0].best.clone().expect("it is known");
            assert_eq!(&said.to_json(), own, "{id}, {seat}");
            let player = own["player"].as_str().expect("a player");
            let pair =
                json(&format!("solve {id} --{seat} `{player}` --reveal --json"))["pair"].take();
            match own["value"]["averaged"] == true {
                true => averaged += 1,
                false => {
                    let [pair, own] = [&pair["value"], &own["value"]["value"]].map(number);
                    assert!((pair - own).abs() < 1e-6, "{id}, {player}: {pair}, {own}");
                }
            }
        }
    }
    assert_eq!(averaged, 2, "both provers of four-intervals know the root alone");
}

/// If the other players are honest, a theorem or a solver gives the bound, even if there are too many moves for a
/// search.
#[test]
fn the_best_response_to_honest_players_is_exact_in_large_debates() {
    for (id, seat, value) in [
        ("contract-comma", Seat::Alice, 0.0),
        ("adder-carry-lie", Seat::Alice, 0.0),
        ("hundred-thousand-steps", Seat::Alice, 0.0),
        ("midpoint-hunt", Seat::Alice, 0.0),
        ("divisible-by-three", Seat::Bob, 1.0),
    ] {
        let honest = Seat::each(|_| SeatPlan::honest());
        let best = opened(id).best_response(&honest, seat, &CancelToken::default());
        let best = best.unwrap_or_else(|why| panic!("{id}: {why}"));
        assert_eq!(best.value().exact(), Some(value), "{id}: {best:?}");
    }
}

/// Scenarios of every protocol whose best responses take little time.
const SHORT: &str = "find-the-lie two-faced-alice nobody-argues rigged-coin nearly-a-gate hasty-bob caffeine-plan \
    binary-increment query-golf parity-of-eight qbf-duel judge-as-a-table four-intervals two-parcels three-lamps \
    all-of-three four-estimates calibrated-bob tired-judge";

#[test]
fn a_best_response_that_was_stopped_is_not_called_too_expensive() {
    let token = CancelToken::default();
    token.stop();
    let mut stopped = 0;
    for id in words(SHORT) {
        let game = opened(id);
        for seat in [Seat::Alice, Seat::Bob] {
            let best = game.best_response(&cast(&*game), seat, &token);
            stopped += usize::from(best.is_err_and(|why| why == "stopped"));
        }
    }
    assert!(stopped > 10, "{stopped}");
}

#[test]
fn no_player_of_a_shipped_scenario_beats_a_best_response() {
    let ids = one_in(4, words(SHORT));
    let held: usize = ids.map(|id| no_player_beats(id, &*opened(id), CancelToken::default)).sum();
    assert!(held > 25, "{held}");
}

#[test]
#[ignore = "long: .ci/nightly runs it"]
fn no_player_of_any_shipped_scenario_beats_a_best_response() {
    for (id, scenario) in shipped() {
        no_player_beats(&id, &*open(&scenario).expect("a debate"), CancelToken::default);
    }
}

/// A departure allows Alice more. The values by hand: the gate of `nearly-a-gate` may be off by less than Bob's
/// tolerance of 0.2; an Alice who sets the last bit or chooses the coin wins.
#[test]
fn the_best_players_of_a_debate_with_a_departure_use_it() {
    let value = |id: &str, options: &str| json(&format!("solve {id} --reveal --json {options}"));
    let best =
        |id: &str, seat: &str| number(&value(id, "")["best_responses"][seat]["value"]["value"]);
    for id in ["bit-of-her-own", "coin-she-has-seen"] {
        assert!(best(id, "alice") > 1.0 - 1e-6, "{id}");
    }
    let found = json("attack nearly-a-gate --seat alice --over shift-gates=0:0.19 --json --reveal");
    assert_eq!(found["strongest"], "shift-gates:0.19", "{found}");
    let (most, shifted) = (best("nearly-a-gate", "alice"), number(&found["value"]));
    assert!(shifted < most && !found["is_best"].as_bool().expect("known"), "{most} {found}");
    // Against an honest Alice a departure changes nothing, so the best Bob is that of Fig. 2.
    let plain = best("nearly-a-gate", "bob");
    let of_figure = value("nearly-a-gate", "--set departures.tolerant-gates=false");
    assert!((plain - number(&of_figure["best_responses"]["bob"]["value"]["value"])).abs() < 1e-12);
}

#[test]
fn a_sweep_has_the_best_response_at_each_point_and_parts_add_up_to_it() {
    let sweep = "sweep rigged-coin --alice shift:0 --vary alice.shift=0,0.3 --debates 4 --reveal";
    let points = json(&format!("{sweep} --best bob,alice --json"))["points"].take();
    let bob = |at: usize| &points[at]["best_responses"]["bob"];
    assert_ne!(bob(0), bob(1), "the best Bob depends on Alice");
    // Values that were not requested are absent.
    let plain = json(&format!("{sweep} --json"))["points"][0].take();
    assert_eq!(plain["best_responses"], serde_json::json!({"alice": null, "bob": null}));
    let folder = tempfile::tempdir().expect("a folder");
    let sweep = format!("{sweep} --best bob,alice");
    let parts = [1, 2].map(|n| {
        let part = folder.path().join(format!("{n}.part")).to_string_lossy().into_owned();
        printed(&format!("{sweep} --slice {n}/2 --out {part}"));
        part
    });
    assert_eq!(printed(&format!("merge {}", parts.join(" "))), printed(&sweep));
}

/// A claim that needs all of four subclaims. One of them is false, and the players know that much.
fn four(ratio: f64) -> Box<dyn Game> {
    let claims = "uniform: {claim: c, rule: all, width: 4, depth: 1}, worlds: one-false";
    let claims = format!("claims: {{{claims}, knows: {{alice: root, bob: root}}}}");
    debate(&about(&format!("prover-estimator: {{epsilon: 0.1, ratio: {ratio}}}"), &claims))
}

#[test]
fn the_best_bob_answers_an_alice_who_plays_at_random_or_answers_him() {
    let best = |ratio, alice: &str| {
        let game = four(ratio);
        let seats = with(&cast(&*game), Seat::Alice, SeatPlan::Program(alice.into()));
        let best = game.best_response(&seats, Seat::Bob, &CancelToken::default());
        let paid = |bob: &str| {
            let seats = with(&seats, Seat::Bob, SeatPlan::Program(bob.into()));
            game.exact(&seats, &CancelToken::default()).map(ExactValue::get)
        };
        if let Ok(best) = &best {
            let player = best.player.as_ref().expect("the seat accepts him").words();
            let again = paid(&player);
            assert!(again.is_none_or(|again| (again - best.value.played().unwrap()).abs() < 1e-9));
            let limit = best.value.limit().expect("a limit");
            for bob in ["calibrated", "constant:0.3", "shading:0.1", "independent:1", "lazy"] {
                assert!(paid(bob).is_none_or(|paid| paid >= limit - 1e-9), "{alice}, {bob}");
            }
        }
        best
    };
    // Random answers pay her nothing on average.
    assert_eq!(best(3.0, "random").map(|best| best.value().exact()), Ok(Some(0.0)));
    // The value is 1 − (3/4)^4. If r is too small, the value is only known to lie between two bounds.
    for alice in ["best-response", "blind-best-response"] {
        let value = best(3.0, alice).expect("the theorem").value();
        assert!((value.exact().expect("exact") - 0.683_593_75).abs() < 1e-12, "{value}");
    }
    let open = best(1.0, "best-response").expect("the theorem").value();
    assert!(open.exact().is_none() && open.ends()[0] < 0.68, "{open}");
    assert!(best(3.0, "hunter").expect_err("nothing bounds him").contains("`hunter`"));
}

#[test]
fn a_best_response_to_a_hidden_player_stays_hidden() {
    // The scenario hides Alice alone. The best answer to her would identify her.
    let folder = tempfile::tempdir().expect("a folder");
    let plan = "plan: {steps: [{ask: a, answer: no}, {ask: b, answer: no}, {or: [1, 2]}]}";
    let text = about("cross-examination: {claim: 1}", plan);
    let text =
        text.replacen("title: t,", "title: t, hide: [alice], seats: {alice: 'lie-at:2'},", 1);
    let file = file(folder.path(), "hidden.yaml", &text);
    for (more, told) in [("", false), ("--reveal", true), ("--alice honest", true)] {
        let solved = json(&format!("solve {file} --json {more}"));
        let sweep = format!("sweep {file} --json --vary seed=1 --debates 2 --best bob {more}");
        let swept = json(&sweep)["points"][0].take();
        for best in [&solved["best_responses"], &swept["best_responses"]] {
            assert_eq!(best["bob"].is_object(), told, "{more}: {best}");
        }
        match told {
            true => drop(printed(&format!("attack {file} --seat bob {more}"))),
            false => assert!(refused(&format!("attack {file} --seat bob")).contains("Alice")),
        }
    }
    // An attack from the hidden seat reveals nothing about its player.
    printed(&format!("attack {file} --seat alice"));
}

#[test]
fn the_best_response_to_a_program_is_found_by_asking_it() {
    let Some(()) = python() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    // If Bob points at the first step, any later lie beats him. If Alice always writes the same,
    // Bob points at her first wrong step.
    for (seat, other, answer, worth) in
        [("alice", "bob", "point 1", 1.0), ("bob", "alice", "write 1000001", 0.0)]
    {
        let program = answering(folder.path(), &format!("{{'move': '{answer}'}}"));
        let played = format!("find-the-lie --{other} `{program}` --json");
        let found = json(&format!("attack {played} --seat {seat}"));
        assert_eq!(found["best_response_by"], "asked", "{found}");
        // The program answered each question once. Nobody knows if it always answers so.
        assert!(found["exact"].is_null() && found["is_best"] == false, "{found}");
        assert_eq!([&found["value"], &found["best_response_limit"]], [worth; 2], "{found}");
        let player = found["strongest"].as_str().expect("a player");
        let again = json(&format!("simulate {played} --{seat} `{player}` --debates 2"));
        assert_eq!(again["rate"], worth, "{player}");
    }
    // If no best response can be found, the command says why.
    let random = player("random_player.py");
    for (id, why) in [("caffeine-vote", "random draws"), ("find-the-lie", "moves at random")] {
        let attack = format!("attack {id} --seat bob --alice `{random} 3` --debates 2");
        let found = json(&format!("{attack} --over honest --json --reveal"));
        assert!(found["best_response"].is_null() && found["is_best"] == false, "{found}");
        let said = found["best_response_unknown"].as_str();
        assert!(said.is_some_and(|said| said.contains(why)), "{found}");
    }
}

/// A claim that needs one of two arguments. Each argument needs two leaves. Alice knows one leaf of each, and Bob none.
fn two_rounds() -> Box<dyn Game> {
    debate(&about(
        "prover-estimator: {epsilon: 0.1, ratio: 3}",
        "claims: {tree: {root: {claim: c, any: [g, h]}, g: {claim: g, all: [a, b]}, h: {claim: h, all: [d, e]}, \
         a: {claim: a}, b: {claim: b}, d: {claim: d}, e: {claim: e}}, worlds: {independent: {each: 0.6, but: \
         {a: 0.55, e: 0.7}}}, knows: {alice: [a, d], bob: nothing}}",
    ))
}

#[test]
fn the_best_bob_is_named_if_she_knows_some_leaves_and_no_listed_one_pays_less() {
    let game = two_rounds();
    let against = |alice: &str| with(&cast(&*game), Seat::Alice, SeatPlan::Program(alice.into()));
    let best = |alice| game.best_response(&against(alice), Seat::Bob, &CancelToken::default());
    let found = best("obfuscator").expect("a best response");
    assert!(found.value().exact().is_some() && found.player.is_some(), "{found:?}");
    // If Alice plays honestly, her answers depend on the world.
    let found = best("honest").expect("a best response");
    let least = found.value.played().expect("he is seated");
    let listed = |bob: &str| {
        let seats = with(&against("honest"), Seat::Bob, SeatPlan::Program(bob.into()));
        game.exact(&seats, &CancelToken::default()).expect("it is known").get()
    };
    assert!((listed(BestResponse::NAME) - least).abs() < 1e-6, "{found:?}");
    for bob in ["marginal", "calibrated", "independent:2", "constant:0.3", "lazy"] {
        assert!(listed(bob) >= least - 1e-9, "{bob}: {} {found:?}", listed(bob));
    }
}

#[test]
fn the_value_of_the_best_bob_is_the_same_in_a_report_and_in_debates() {
    let solved = json("solve obfuscator --reveal --json");
    let value = number(&solved["best_responses"]["bob"]["value"]["value"]);
    let led = solved["soundness"]["by_alice"].as_array().expect("a list").iter();
    let own = led.clone().find(|own| own["alice"] == "obfuscator").expect("her row");
    assert!((number(&own["least"]) - value).abs() < 1e-6, "{own}");
    let simulate = "simulate obfuscator --bob best-response --debates 4000 --json --reveal";
    let paid = json(simulate)["by_truth"]["false"]["payoff"]["interval"].take();
    assert!(number(&paid[0]) < value && value < number(&paid[1]), "{paid}");
}

/// Debates before a judge who is not honest, or against a mixture of players.
const OTHERS: [(&str, &str, &str); 6] = [
    (
        "prover-estimator: {epsilon: 0.1, ratio: 3}",
        "claims: {uniform: {claim: c, rule: all, width: 2, depth: 1}, false-leaves: ['1'], worlds: \
         {independent: {each: 0.5}}, knows: {alice: everything, bob: nothing}}",
        "{alice: {mix: {honest: 0.5, ignorant: 0.5}}, bob: calibrated, judge: honest}",
    ),
    (
        "prover-estimator: {epsilon: 0.1, ratio: 29}",
        "claims: {uniform: {claim: c, rule: majority, width: 3, depth: 1}, false-leaves: ['1', '2', '3'], \
         knows: {alice: everything, bob: nothing}}",
        "{alice: honest, bob: 'constant:0.5', judge: trusting}",
    ),
    (
        "stochastic: {k: 1, constants: {explicit: {alice: 20, bob: 23, bob-tolerance: 0.3, judge: 21, \
         judge-tolerance: 0.1}}}",
        "plan: {steps: [{ask: q1, yes: 0.8}]}",
        "{alice: 'shift:0.2', bob: best-response, judge: 'samples:1'}",
    ),
    (
        "stochastic: {k: 1, constants: teaching}",
        "plan: {steps: [{ask: q1, yes: 0.8}]}",
        "{alice: exact, bob: honest, judge: 'samples:1'}",
    ),
    (
        "cross-examination: {claim: 1}",
        "plan: {steps: [{ask: q1, answer: no}, {ask: q2, answer: yes}, {and: [1, 2]}]}",
        "{alice: 'lie-at:1', bob: honest, judge: 'budget:1'}",
    ),
    (
        "recursive-debate: {answer: yes}",
        "claims: {uniform: {claim: c, rule: all, width: 2, depth: 1}, false-leaves: ['1']}",
        "{alice: honest, bob: honest, judge: trusting}",
    ),
];

fn debates_with_other_players() -> impl Iterator<Item = (String, Box<dyn Game>)> {
    OTHERS.into_iter().map(|(protocol, machine, seats)| {
        let seats = format!("title: t, seats: {seats},");
        let text = about(protocol, machine).replacen("title: t,", &seats, 1);
        let game = debate(&text);
        (text, game)
    })
}

#[test]
fn no_player_beats_the_best_response_to_a_mixture_or_before_a_dishonest_judge() {
    for (text, game) in debates_with_other_players() {
        no_player_beats(&text, &*game, CancelToken::default);
    }
}

#[test]
fn no_theorem_holds_before_a_dishonest_judge() {
    let folder = tempfile::tempdir().expect("a folder");
    let solved = |text: &str| {
        json(&format!("solve {} --json --debates 50", file(folder.path(), "judged.yaml", text)))
    };
    for (text, game) in debates_with_other_players().skip(1) {
        let report = solved(&text);
        let judge = game.seat_plan(Seat::Judge).words();
        assert_eq!(report["seated_judge"], judge, "{text}");
        for bound in report["bounds"].as_array().expect("bounds") {
            assert_eq!(bound["standing"], "does-not-apply", "{text}");
        }
        // The report does not reveal a hidden judge, nor that the judge is honest.
        let hiding = |text: &str| {
            let mut report = solved(&text.replacen("title: t,", "title: t, hide: [judge],", 1));
            assert_ne!(report["seated_judge"], judge);
            (report["seated_judge"].take(), report["bounds"].take())
        };
        let written = if judge.contains(':') { format!("'{judge}'") } else { judge.clone() };
        let honest = text.replace(&format!("judge: {written}"), "judge: honest");
        assert_eq!(hiding(&text), hiding(&honest), "{text}");
    }
}

/// The result of `solve` for honest Alice with a good witness is a promise in `attack` and `sweep`
/// too.
#[test]
fn a_debate_with_a_witness_promises_what_its_report_says() {
    let game = opened("caffeine-plan");
    let seats = Seat::each(|_| SeatPlan::honest());
    let promise = game.promise(&seats, &CancelToken::default()).unwrap().expect("Thm 7.2 applies");
    assert_eq!(promise.limit, Limit::at_least(0.6));
    assert!(promise.theorem.contains("7.2"), "{promise:?}");
}

/// Honest Bob names a random part. A plan that depends on that part says so. If Bob knows the
/// world, the plan finds the flaw.
#[test]
fn a_best_plan_names_the_chance_of_an_honest_player() {
    let mut game = opened("hide-in-an-argument");
    let honest = Seat::each(|_| SeatPlan::honest());
    game.set_seats(&honest).expect("they sit");
    assert!(no_player_beats("hide-in-an-argument", &*game, CancelToken::default) > 0);
    let best = game.best_play(&honest, Seat::Bob, &CancelToken::default()).expect("it is small");
    assert_eq!((best.value.played(), best.value.limit()), (Some(0.0), Some(0.0)), "{best:?}");
    assert_ne!(best.player, Some(SeatPlan::honest()));
}

/// The best Bob also answers an Alice whose moves were not predicted.
#[test]
fn the_best_bob_also_answers_unexpected_moves_of_alice() {
    let ids = words("two-parcels three-lamps calibrated-bob friday-release most-of-three");
    let said = ["say too-high", "say too-low", "say about-right"];
    for (id, said) in ids.iter().flat_map(|id| said.map(|said| (id, said))) {
        for claim in ["claim yes", "claim no"] {
            let mut game = seated(&kit::named(id), ["human", "best-response", "honest"], 1);
            let mut moves = [claim, said].into_iter();
            while let Advance::Waiting(seat) =
                game.table().run().unwrap_or_else(|why| panic!("{id}, {claim}, {said}: {why}"))
            {
                let mv: Move = moves.next().unwrap_or("pick 1").parse().expect("a move");
                let listed = || game.position().menu().offers[0].listed(100).unwrap()[0].clone();
                let mv = if game.position().prompt().admit(&mv).is_ok() { mv } else { listed() };
                game.play(seat, mv.clone()).unwrap_or_else(|why| panic!("{id}, {mv}: {why}"));
            }
        }
    }
}

/// A stochastic debate of these steps and counts with these players.
fn stochastic(counts: &str, steps: &str, seats: &str) -> Box<dyn Game> {
    let protocol = format!("stochastic: {{k: 5.0, constants: {{explicit: {{{counts}}}}}}}");
    let text = about(&protocol, &format!("plan: {{steps: [{steps}]}}"));
    debate(&text.replacen("title: t,", &format!("title: t, seats: {{{seats}}},"), 1))
}

#[test]
fn the_votes_bob_may_draw_do_not_matter_if_he_needs_none() {
    let steps = "{ask: q, yes: 0.92}, {ask: q, yes: 0.08}";
    let seats = "alice: {rounds: {1: exact}, then: 'shift:0.2'}, bob: honest, judge: honest";
    // The last number that Alice states is 0.28. Bob aborts if the coin of that step is 1. Alice then wins if two to
    // five of twelve votes are yes.
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
    let value = game.exact(&seats, &CancelToken::default()).expect("it is small").get();
    assert!((value - 0.585_388).abs() < 1e-6 && best >= value, "{best} {value}");
}

#[test]
fn the_table_of_payments_gives_the_best_alice_who_knows_every_world() {
    let game = opened("correlated-evidence");
    let seats = Seat::each(|_| SeatPlan::honest());
    let best =
        game.best_response(&seats, Seat::Alice, &CancelToken::default()).expect("she is known");
    let honest = game.exact(&seats, &CancelToken::default()).expect("it is known").get();
    assert!(
        best.value.is_closed() && best.value.played().expect("she is seated") > honest,
        "{best:?}"
    );
}

/// Thm 6.2 promises Alice 0.6. The best Bob leaves her about 0.7. Nobody has computed that for K =
/// 3,000.
#[test]
fn the_best_prover_gets_more_than_the_bound_of_a_theorem() {
    let of = |k: u32| {
        let protocol = format!("stochastic: {{k: {k}, constants: paper}}");
        let game = debate(&about(&protocol, "plan: {steps: [{ask: q, yes: 0.3}, {not: 1}]}"));
        let seats = Seat::each(|_| SeatPlan::honest());
        game.best_response(&seats, Seat::Bob, &CancelToken::default()).unwrap()
    };
    let solved = of(10).exact();
    assert!(solved.is_some_and(|value| (value - 0.7).abs() < 1e-3), "{solved:?}");
    let unsolved = of(3_000);
    assert!(
        unsolved.exact().is_none() && unsolved.value.by() == BoundMethod::Theorem,
        "{unsolved:?}"
    );
}

fn attack(arguments: &str) -> Value {
    json(&format!("attack {arguments} --json --reveal"))
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

#[test]
fn golden_section_finds_the_best_shift_between_the_points_of_a_fine_sweep() {
    let found = attack("rigged-coin --seat alice --over shift=0:0.4");
    let sweep = json("sweep rigged-coin --vary alice.shift=0:0.4:0.001 --debates 1 --json");
    let points = sweep["points"].as_array().expect("points").iter();
    let best = points.map(|point| number(&point["exact"])).fold(0.0, f64::max);
    assert!(number(&found["exact"]) >= best - 1e-6, "{found} against {best}");
    assert!(number(&found["exact"]) <= number(&found["best_response"]), "{found}");
    assert_eq!(found["holds"], true, "{found}");
}

#[test]
fn without_exact_values_a_seeded_search_finds_a_lie_that_wins_and_says_how_often() {
    // A Bob with a predictable share of the coin has too many random bits to go through.
    let played = "--bob predictable:0.5 --debates 20 --seed 5";
    let search = format!("rigged-coin --seat alice --over rig=0:0.999 {played}");
    let found = attack(&search);
    if at_night() {
        assert_eq!(attack(&search), found, "the same seed finds the same");
    }
    let [low, high] = [0, 1].map(|end| number(&found["interval"][end]));
    let value = number(&found["value"]);
    assert!(low <= value && value <= high && found["exact"].is_null(), "{found}");
    assert_eq!(found["sampled"]["debates"], 20, "{found}");
    // `simulate` counts the same value with the same seeds.
    let strongest = found["strongest"].as_str().expect("a name");
    let again = json(&format!("simulate rigged-coin --json --alice {strongest} {played}"));
    assert_eq!(again["alice_wins"], found["sampled"]["alice_wins"]);
}

#[test]
fn a_mixture_is_worth_no_more_than_its_better_part() {
    let found = attack("rigged-coin --seat alice --over honest+shift:0.04=0:1,honest");
    let part = attack("rigged-coin --seat alice --over shift:0.04");
    assert!(number(&found["value"]) <= number(&part["value"]) + 1e-12, "{found}");
    assert_eq!(found["strongest"], "shift:0.04");
}

#[test]
fn a_found_player_opens_at_the_table_opposite_the_person() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("worst.yaml").to_string_lossy().into_owned();
    let person = kit::named("rigged-coin").seat.expect("somebody plays it");
    for seat in [Seat::Alice, Seat::Bob] {
        let found =
            attack(&format!("rigged-coin --seat {seat} --over honest --out {path} --force"));
        let text = std::fs::read_to_string(&path).expect("it was written");
        let scenario = read(&path, &text).expect("it reads");
        assert!(scenario.moves.is_none());
        let own = scenario.seats.get(seat).expect("it is seated");
        assert_eq!(own.value.plan.words(), found["strongest"].as_str().expect("a name"));
        resume(&scenario).unwrap_or_else(|fault| panic!("{fault:?}"));
        let opposite = if seat == Seat::Alice { Seat::Bob } else { Seat::Alice };
        assert_eq!(scenario.seat, Some(if person == seat { opposite } else { person }));
        assert!(printed(&["check", &path]).contains("ok"));
    }
}

#[test]
fn an_attack_prints_the_same_figures_as_json_and_as_csv() {
    let attack = "attack rigged-coin --seat alice --over shift=0:0.4";
    let found = json(&format!("{attack} --json"));
    let csv = printed(&format!("{attack} --csv"));
    let mut lines = csv::Reader::from_reader(csv.as_bytes());
    let heads = lines.headers().expect("heads").clone();
    let rows: Vec<_> = lines.records().collect::<Result<_, _>>().expect("rows");
    assert_eq!(rows.len(), 1, "{csv}");
    let cell = |name: &str| &rows[0][heads.iter().position(|head| head == name).expect("a head")];
    assert_eq!(cell("strongest"), found["strongest"].as_str().expect("a player"));
    assert_eq!(cell("value").parse::<f64>().ok(), found["value"].as_f64());
    assert_eq!(cell("high").parse::<f64>().ok(), found["interval"][1].as_f64());
    assert_eq!(cell("hash"), found["hash"].as_str().expect("a hash"));
    assert_eq!(cell("theorem_limit").parse::<f64>().ok(), found["theorem"]["limit"].as_f64());
    assert_eq!(cell("partial"), "false");
}

/// The scenarios, the opposite player, and the most that a known Bob pays.
const KNOWN: [(&str, &str, f64); 4] = [
    ("calibrated-bob", "ignorant", 0.316_406_25),
    ("calibrated-bob", "honest", -0.366),
    ("two-parcels", "honest", 0.62),
    // The same game in one world. This Bob knows only the distribution.
    ("four-estimates", "honest", -0.366),
];

#[test]
fn a_grid_is_never_called_the_exact_best_response() {
    for (id, alice, at_most) in KNOWN {
        let found = attack(&format!("{id} --seat bob --alice {alice} --debates 200"));
        let response = number(&found["best_response"]);
        let limit = found["best_response_limit"].as_f64();
        assert!(limit.is_none_or(|limit| limit <= response + 1e-6), "{id} {alice}: {found}");
        assert!(response <= at_most + 1e-6, "{id} {alice}: {found}");
        let value = number(&found["value"]);
        let is_best = limit.is_some_and(|l| value <= l + 1e-6) && value <= at_most + 1e-6;
        assert!(found["is_best"] == false || is_best, "{id} {alice}: {found}");
    }
}

/// Alice does not know which of two Bobs she meets. She lies where the likelier one does not point.
/// No single lie beats both.
#[test]
fn a_search_does_not_see_which_player_of_a_mixture_plays() {
    let against =
        |bob: &str| number(&attack(&format!("find-the-lie --seat alice --bob `{bob}`"))["exact"]);
    let all: Vec<String> = (1..=7).map(|t| format!("\"point:{t}\": 0.125")).collect();
    let mixed = format!("mix: {{{}, honest: 0.125}}", all.join(", "));
    // Alice wins against each of these Bobs alone, except against the honest one. In the mixture, two of the eight Bobs
    // find the same lie.
    assert!((1..=7).all(|t| against(&format!("point:{t}")) == 1.0) && against("honest") == 0.0);
    assert!((against(&mixed) - 0.75).abs() < 1e-12, "{}", against(&mixed));
}

/// A debate that Alice wins because each of her shifts stays within the tolerance. No shift of the grid comes as near
/// to the tolerance.
fn shifting() -> String {
    let copies: String = (2..=100).map(|n| format!(", {{copy: {}}}", n - 1)).collect();
    let text = about(
        "stochastic: {k: 1, constants: lean, departures: {tolerant-gates: true}}",
        &format!("plan: {{steps: [{{ask: q, yes: 0.3333333333333333}}{copies}]}}"),
    );
    let seats =
        "title: t, seats: {alice: 'shift-gates:0.0349', bob: honest, judge: honest}, seed: 1,";
    text.replacen("title: t,", seats, 1)
}

#[test]
fn the_player_in_the_seat_is_among_those_that_are_searched() {
    let families = StrategyFamily::all(&*debate(&shifting()), Seat::Alice);
    assert!(families.contains(&StrategyFamily::One("shift-gates:0.0349".into())), "{families:?}");
}

#[test]
#[ignore = "long: .ci/nightly runs it"]
fn an_attack_finds_no_less_than_the_player_in_the_seat_gets() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = file(folder.path(), "shifts.yaml", &shifting());
    let found = attack(&format!("{file} --seat alice --debates 20"));
    let seated = 1.0 - 2.0 / 3.0 * (1.0 - 0.0349f64).powi(99);
    assert!(number(&found["value"]) >= seated - 1e-9, "{found}");
}

/// A judge who reads six bits has to believe Alice about the one step that needs seven.
#[test]
fn a_search_counts_each_of_a_few_whole_numbers_once_until_one_always_wins() {
    let answer = |at: u32| if [2, 4, 5, 6].contains(&at) { "yes" } else { "no" };
    let asks: String =
        (1..=20).map(|at| format!("{{ask: q{at}, answer: {}}}, ", answer(at))).collect();
    let plan = format!("plan: {{steps: [{asks}{{and: [1, 2, 3, 4, 5, 6]}}, {{copy: 21}}]}}");
    let folder = tempfile::tempdir().expect("a folder");
    let text = about("cross-examination: {claim: 1}", &plan);
    let judged =
        format!("{} --seat alice --judge budget:6", file(folder.path(), "six.yaml", &text));
    let over = attack(&format!("{judged} --over lie-at=1:22"));
    assert_eq!((number(&over["value"]), &over["strongest"]), (1.0, &Value::from("lie-at:21")));
    assert_eq!((&over["strategies_tried"], &over["is_best"]), (&21.into(), &true.into()), "{over}");
    // Without a range, no player is called the strongest if the best response beats it.
    assert_eq!(number(&attack(&judged)["value"]), 1.0);
}
