//! What `solve` says was tested: bounds over everybody, values of any players, witnesses of every
//! kind, and scripts that cannot be played.

use elenchus::analysis::{Exact, Game, Report, Standing, Value};
use elenchus::batch::{Pair, simulate};
use elenchus::debate::SeatPlan;
use elenchus::rules::{Eye, Seat};
use elenchus::scenario::{Scenario, open, read, rehearse, warnings};
use elenchus::work::Token;

use crate::kit::{self, at_tables, named, one_in, programs, shipped};

fn scenario(text: &str) -> Scenario {
    read("test", text).unwrap_or_else(|e| panic!("{e:?}: {text}"))
}

fn game(scenario: &Scenario) -> Box<dyn Game> {
    open(scenario).unwrap_or_else(|fault| panic!("{fault:?}"))
}

fn solved(scenario: &Scenario) -> Report {
    kit::solved(&*game(scenario)).expect("it can be solved")
}

fn pair(game: &dyn Game, written: [&str; 3]) -> Pair {
    Pair::of(game, &programs(written), 400, &Token::default()).expect("a value")
}

fn is_long(id: &str) -> bool {
    ["thousand", "million", "sha", "smuggled", "correlated"].iter().any(|word| id.contains(word))
}

#[test]
fn deterministic_bounds_are_tested_over_everybody_where_debates_are_small() {
    let small = "adder-carry-lie binary-increment contract-comma divisible-by-three find-the-lie \
        lazy-bob midpoint-hunt palindrome parity-of-1024 parity-of-eight \
        parity-of-eight-walk pull-request qbf-duel query-golf rhythm seating-plan \
        verifier-cross-examined verifier-read who-wrote-last";
    for id in small.split(' ') {
        let report = solved(&named(id));
        assert!(!report.bounds.is_empty(), "{id}");
        for bound in &report.bounds {
            assert_eq!(bound.standing, Standing::Holds, "{id}: {bound:?}");
        }
        let right = report.bounds.iter().find(|b| b.name.contains("whose claim is true"));
        assert!(right.is_some_and(|right| right.name.contains("over every")), "{id}: {right:?}");
    }
}

#[test]
fn a_row_over_both_provers_counts_the_debates_in_which_either_does_anything() {
    let report = solved(&named("find-the-lie"));
    let rows =
        |of: &str| report.bounds.iter().find(|bound| bound.name.contains(of)).expect("a row");
    // Six cells that Alice may write as she likes, the last being her claim; seven that Bob may point at.
    let (alice, bob) = (1 << 6, 7);
    let right = format!("over every move of Alice: {alice} debates");
    assert!(rows("true wins").name.ends_with(&right), "{:?}", rows("true wins"));
    let paid = format!(
        "over every move of Alice or every move of Bob, the other being honest: {} debates",
        alice + bob
    );
    assert!(rows("judge's location").name.ends_with(&paid), "{:?}", rows("judge's location"));
}

#[test]
fn where_debates_are_too_many_a_bound_held_in_this_debate_alone() {
    let text = "{elenchus: 1, title: t, claim: c, protocol: {bisection: {}}, machine: \
                {shift-register: {steps: 40000, taps: [3, 4], start: '1011'}}}";
    let report = solved(&scenario(text));
    let all = report.bounds.iter().all(|bound| bound.standing == Standing::HeldInThisDebate);
    assert!(all, "{:?}", report.bounds);
}

#[test]
fn without_copies_the_theorem_does_not_apply_and_the_row_shows_that_alice_wins() {
    let report = solved(&named("two-faced-alice"));
    let right = report.bounds.iter().find(|b| b.name.contains("whose claim is true")).unwrap();
    assert!(matches!(right.standing, Standing::DoesNotApply(_)) && right.value == 0.0, "{right:?}");
}

#[test]
fn a_bob_who_does_not_know_every_truth_is_promised_nothing() {
    let report = solved(&named("four-intervals"));
    let [bound] = &report.bounds[..] else { panic!("{:?}", report.bounds) };
    assert!(bound.value < 1.0, "{bound:?}");
    let Standing::DoesNotApply(why) = &bound.standing else { panic!("{bound:?}") };
    assert!(why.contains("Bob does not know every truth"), "{why}");
}

#[test]
fn any_players_have_a_value() {
    let coin = game(&named("rigged-coin"));
    for (alice, bob) in [("drift:0.25", "honest"), ("late-lie:2", "lazy:0.5"), ("exact", "optimal")]
    {
        let pair = pair(&*coin, [alice, bob, "honest"]);
        let value = pair.value.exact().unwrap_or_else(|| panic!("{alice} against {bob}"));
        assert!((0.0..=1.0).contains(&value));
    }
    let rigged = pair(&*coin, ["rig", "honest", "honest"]);
    assert!(
        matches!(rigged.value, Value::Estimated(s) if s.debates() == 400 && s.error() > 0.0),
        "{rigged:?}"
    );
    let no = Pair::of(&*coin, &programs(["nobody", "honest", "honest"]), 9, &Token::default());
    assert!(no.unwrap_err().to_string().contains("no strategy `nobody`"));
}

#[test]
fn a_script_has_a_value() {
    let text = "{elenchus: 1, title: t, claim: c, protocol: {cross-examination: {claim: 1}}, \
                machine: {plan: {inputs: {x: 0}, steps: [{not: x}, {not: 1}, {not: 2}]}}, \
                seats: {bob: {script: [run, point 2]}}}";
    let game = game(&scenario(text));
    let seats = Seat::each(|seat| game.seat_plan(seat));
    let pair = Pair::of(&*game, &seats, 10, &Token::default()).expect("a value");
    assert_eq!(pair.value.exact(), Some(1.0));
}

/// Thirty asks, all of which are read again at the end.
fn wide() -> Scenario {
    let asks: String = (1..=30).map(|t| format!("{{ask: 'q{t}?', yes: 0.5}}, ")).collect();
    let gates: String = (1..=30).map(|t| format!("{{xor: [{t}, {}]}}, ", 31 - t)).collect();
    let all: Vec<String> = (31..=60).map(|t| t.to_string()).collect();
    scenario(&format!(
        "{{elenchus: 1, title: t, claim: c, protocol: {{stochastic: {{k: 40, constants: \
         teaching}}}}, machine: {{plan: {{steps: [{asks}{gates}{{or: [{}]}}]}}}}}}",
        all.join(", ")
    ))
}

#[test]
fn of_what_is_too_wide_it_is_said_what_still_can_be() {
    let scenario = wide();
    let report = solved(&scenario);
    assert_eq!(report.truth, None);
    assert!(report.more.contains_key("too_wide"));
    assert_eq!(report.bounds[0].value, 30.0);
    assert_eq!(report.bounds[0].standing, Standing::Holds);
    assert!(report.bounds.len() > 4, "costs have their bounds too");
    let pair = pair(&*game(&scenario), ["honest"; 3]);
    assert!(matches!(pair.value, Value::Estimated(s) if s.debates() == 400), "{pair:?}");
}

/// A witness of two bits, good with these probabilities.
fn witnessed(yes: [f64; 4], k: f64) -> Scenario {
    let [a, b, c, d] = yes;
    scenario(&format!(
        "{{elenchus: 1, title: t, claim: c, protocol: {{stochastic: {{k: {k}}}}}, machine: {{plan: \
         {{inputs: {{u: 0, v: 0}}, witness: [u, v], steps: [{{ask: 'good?', given: [u, v], table: \
         {{'00': {a}, '01': {b}, '10': {c}, '11': {d}}}}}]}}}}}}"
    ))
}

#[test]
fn truth_is_the_best_witness_and_between_a_third_and_two_thirds_nothing_is_promised() {
    for (yes, truth, is_one) in [
        ([0.1, 0.2, 0.9, 0.3], 0.9, Some(true)),
        ([0.1, 0.2, 0.3, 0.3], 0.3, Some(false)),
        ([0.1, 0.556, 0.3, 0.4], 0.556, None),
    ] {
        let report = solved(&witnessed(yes, 2.0));
        assert!((report.truth.unwrap() - truth).abs() < 1e-12, "{yes:?}: {:?}", report.truth);
        assert_eq!(report.more["witness"]["is_one"], serde_json::json!(is_one), "{yes:?}");
        let promise = report.bounds.iter().find(|b| b.name.contains("Thm 7.2")).unwrap();
        match is_one {
            Some(_) => assert_eq!(promise.standing, Standing::Holds, "{promise:?}"),
            None => {
                let Standing::DoesNotApply(why) = &promise.standing else { panic!("{promise:?}") };
                assert!(why.contains("between 1/3 and 2/3"), "{why}");
            }
        }
    }
}

#[test]
fn every_alice_chooses_her_witness_too() {
    let report = solved(&witnessed([0.02, 0.31, 0.3, 0.1], 2.0));
    let value = |alice: &str| {
        let row = report.values.iter().find(|v| v.alice == alice && v.bob == "honest");
        row.unwrap_or_else(|| panic!("{alice}: {:?}", report.values)).value
    };
    let worst = value("witness:2+best-response");
    assert!(worst > 0.31 && worst > value("witness:1+best-response") + 0.2);
    let bound = report.bounds.iter().find(|b| b.name.contains("Thm 7.2")).unwrap();
    assert!((bound.value - worst).abs() < 1e-9, "{bound:?}");
}

#[test]
fn k_is_the_largest_over_all_witnesses() {
    // The first witness asks once; the last xors four answers, each of which moves the output.
    let text = "{elenchus: 1, title: t, claim: c, protocol: {stochastic: {k: 1}}, machine: {plan: \
                {inputs: {w: 0}, witness: [w], steps: [{ask: 'a?', yes: 0.9}, {ask: 'b?', given: [w], \
                table: {'0': 0.0, '1': 0.1}}, {and: [2, w], name: m}, {xor: [1, m]}]}}}";
    let report = solved(&scenario(text));
    let k = &report.bounds[0];
    assert!(k.name.contains("2 witnesses") && k.value > 1.5, "{k:?}");
    assert_eq!(k.standing, Standing::Fails);
    let warned = warnings(&scenario(text));
    let told = &warned.first().expect("K is too small for the second witness").message;
    assert!(told.contains(&format!("{:.4} measured, over all 2^1 witnesses", k.value)), "{told}");
}

#[test]
fn a_plan_too_wide_to_go_through_is_estimated_with_an_interval() {
    let asks = |of: char| (1..=12).map(move |n| format!("{{name: {of}{n}, ask: 'so?', yes: 0.1}}"));
    let both = (1..=12).map(|n| format!("{{name: c{n}, and: [a{n}, b{n}]}}"));
    let all: Vec<String> = (1..=12).map(|n| format!("c{n}")).collect();
    let last = format!("{{or: [{}]}}", all.join(", "));
    let steps: Vec<String> = asks('a').chain(asks('b')).chain(both).chain([last]).collect();
    let game = game(&scenario(&format!(
        "{{elenchus: 1, title: t, claim: c, protocol: {{stochastic: {{k: 2}}}}, machine: {{plan: \
         {{steps: [{}]}}}}}}",
        steps.join(", ")
    )));
    // With little memory it is too wide soon.
    let mut report = Report::default();
    game.solving()(&mut report, &Token::within(100_000)).expect("what can be said");
    assert!(report.more.contains_key("too_wide") && report.values.is_empty());
    let of = |key: &str| {
        let found = &report.more["estimated"][key];
        ["mean", "error"].map(|part| found[part].as_f64().expect("a number"))
    };
    let chance = 1.0 - 0.99f64.powi(12);
    let [mean, error] = of("truth");
    assert!((mean - chance).abs() < 2.0 * error && error < 0.01, "{mean} {error} {chance}");
    // All rise together: 24 times 0.1 · 0.99¹¹.
    let k = 2.4 * 0.99f64.powi(11);
    for key in ["k_at_least", "k_near_0_at_most"] {
        let [mean, error] = of(key);
        assert!((mean - k).abs() < 2.0 * error && error < 0.5, "{key}: {mean} {error} {k}");
    }
}

#[test]
fn the_value_of_the_game_is_that_of_whoever_is_right_and_of_the_best_witness() {
    let value = |id: &str| solved(&named(id)).more.get("game_value")?.as_f64();
    assert_eq!(value("query-golf"), Some(0.0));
    assert_eq!(value("verifier-cross-examined"), Some(0.0));
    assert_eq!(value("find-the-lie"), solved(&named("find-the-lie")).truth);
    // Nothing that is said binds her.
    assert_eq!(value("two-faced-alice"), None);
    let game = |yes| solved(&witnessed(yes, 2.0)).more["game_value"].as_f64().expect("a value");
    let [all, best] = [[0.02, 0.31, 0.3, 0.1], [0.31; 4]].map(game);
    assert!((all - best).abs() < 1e-9, "{all} {best}");
    assert!(best >= 0.31 - 1e-9);
}

#[test]
fn of_a_witness_too_long_to_search_nothing_is_said_of_the_claim() {
    let names: Vec<String> = (0..30).map(|at| format!("w{at}")).collect();
    let zeros: Vec<String> = names.iter().map(|name| format!("{name}: 0")).collect();
    for (protocol, step) in [
        ("cross-examination: {}", "{and: [w0, w1, w2]}"),
        ("stochastic: {k: 2}", "{ask: 'good?', given: [w0], table: {'0': 0.1, '1': 0.9}}"),
    ] {
        let scenario = scenario(&format!(
            "{{elenchus: 1, title: t, claim: c, protocol: {{{protocol}}}, machine: {{plan: {{inputs: \
             {{{}}}, witness: [{}], steps: [{step}]}}}}}}",
            zeros.join(", "),
            names.join(", ")
        ));
        let report = solved(&scenario);
        assert_eq!(report.truth, None, "{protocol}: another witness may be one");
        let told = report.facts("honest-witness").next().expect("what she writes").to_string();
        assert!(told.contains("there may be another"), "{told}");
        let seats = programs(["honest"; 3]);
        let game = game(&scenario);
        assert_eq!(game.exact(&seats, &Token::default()), None, "{protocol}");
        let here = game.tree().here();
        assert_eq!(game.evaluation(here)(&Token::default()), Ok(None), "{protocol}");
        // Who says which witness she writes is valued on it.
        let seats = programs(["witness:1", "honest", "honest"]);
        assert!(game.exact(&seats, &Token::default()).is_some_and(|value| value.get() < 0.2));
    }
}

#[test]
fn an_alice_with_her_own_witness_goes_on_as_she_is_told() {
    let game = game(&witnessed([0.2, 0.9, 0.3, 0.1], 2.0));
    let value = |alice: &str| {
        let pair = pair(&*game, [alice, "never", "honest"]);
        pair.value.exact().expect("it is solved")
    };
    assert!((value("witness:1+shift:0.1") - 0.3).abs() < 1e-9);
    assert!((value("witness:2+shift:0.1") - 1.0).abs() < 1e-9);
    for (written, complaint) in [
        ("witness:5", "there are 4 witnesses"),
        ("witness:1+nobody", "no strategy `nobody`"),
        ("witness:1+", "a strategy for Alice is missing"),
    ] {
        let seats = programs([written, "honest", "honest"]);
        let why = Pair::of(&*game, &seats, 1, &Token::default()).unwrap_err().to_string();
        assert!(why.contains(complaint), "{written}: {why}");
    }
}

#[test]
fn a_witness_is_refused_where_none_is_written() {
    for protocol in ["bisection: {}", "gate-check: {}"] {
        let text = format!(
            "{{elenchus: 1, title: t, claim: c, protocol: {{{protocol}}}, machine: {{plan: \
             {{inputs: {{w: 0}}, witness: [w], steps: [{{not: w}}]}}}}}}"
        );
        let Err(fault) = open(&scenario(&text)) else { panic!("{protocol} plays no witness") };
        assert!(fault.message.contains("witness"), "{fault:?}");
    }
}

#[test]
fn an_illegal_scripted_move_is_an_error_with_its_number() {
    let with = |more: &str| {
        scenario(&format!(
            "elenchus: 1\ntitle: t\nclaim: c\nprotocol: {{cross-examination: {{}}}}\nmachine:\n  \
             plan: {{inputs: {{x: 0}}, steps: [{{not: x}}, {{not: 1}}]}}\nseats:\n  bob: {{script: \
             [run, point 9]{more}}}\n"
        ))
    };
    let fault = rehearse(&with("")).expect_err("step 9 is not there");
    assert!(fault.message.starts_with("move 2 of Bob's script, `point 9`: "), "{fault:?}");
    assert_eq!(fault.place.unwrap().line, 8);
    assert_eq!(rehearse(&with(", if-legal: true")), Ok(None));
    // The same at play: one by one and by the thousand.
    let mut game = game(&with(""));
    let seats = Seat::each(|seat| game.seat_plan(seat));
    let why = game.table().run().unwrap_err().to_string();
    assert!(why.contains("move 2 of Bob's script"), "{why}");
    let many = game.many(&seats, &Token::default()).unwrap();
    let why = simulate(&*many, 3, 0, &Token::default()).unwrap_err().to_string();
    assert!(why.contains("move 2 of Bob's script"), "{why}");
}

#[test]
fn a_script_against_people_is_warned_of_alone() {
    let text = "{elenchus: 1, title: t, claim: c, seat: alice, protocol: {cross-examination: {}}, \
                machine: {plan: {steps: [{constant: 1}]}}, seats: {bob: {script: [state 0.5]}}}";
    let warning = rehearse(&scenario(text)).expect("it depends on Alice").expect("a warning");
    assert!(warning.message.contains("move 1 of Bob's script"), "{warning:?}");
}

#[test]
fn shipped_scripts_are_legal() {
    for (id, scenario) in shipped() {
        if !is_long(&id) {
            assert_eq!(rehearse(&scenario), Ok(None), "{id}");
        }
    }
}

/// One ask of 1/3 and 99 gates that copy it: K is 1.
fn copied(departures: &str) -> Scenario {
    let copies: String = (1..100).map(|t| format!(", {{and: [{t}]}}")).collect();
    scenario(&format!(
        "{{elenchus: 1, title: t, claim: c, protocol: {{stochastic: {{k: 1{departures}}}}}, machine: \
         {{plan: {{steps: [{{ask: 'so?', yes: 0.3333333333333333}}{copies}]}}}}}}"
    ))
}

#[test]
fn a_tolerance_on_gates_lets_alice_win_98_in_100() {
    let value = |departures: &str| {
        let game = game(&copied(departures));
        let pair = pair(&*game, ["shift-gates:0.0349", "honest", "honest"]);
        pair.value.exact().expect("it is solved")
    };
    // Bob lets pass what is off by less than (b + s)/2 = 0.035.
    let tolerant = value(", departures: {tolerant-gates: true}");
    let drifted = 1.0 - 2.0 / 3.0 * (1.0f64 - 0.0349).powi(99);
    assert!((tolerant - drifted).abs() < 1e-3, "{tolerant}, {drifted}");
    assert!((tolerant - 0.98).abs() < 0.001, "{tolerant}");
    // Where gates are exact a wrong one is objected to and rejected: she wins where none is wrong.
    assert!((value("") - 1.0 / 3.0).abs() < 1e-9);
}

#[test]
fn where_alice_sets_the_bits_herself_she_wins_a_false_claim() {
    let text = |departures: &str| {
        scenario(&format!(
            "{{elenchus: 1, title: t, claim: c, protocol: {{stochastic: {{k: 1, constants: \
             teaching{departures}}}}}, machine: {{plan: {{steps: [{{ask: 'so?', yes: 0.2}}]}}}}}}"
        ))
    };
    let value = |departures: &str| {
        let seats = programs(["own-bits", "honest", "honest"]);
        let game = game(&text(departures));
        Pair::of(&*game, &seats, 400, &Token::default()).expect("a value").value.middle()
    };
    assert!((value("") - 0.2).abs() < 0.07);
    assert!(value(", departures: {alice-sets-bits: true}") > 0.9);
}

#[test]
fn without_copies_a_share_given_last_makes_every_bit_hers() {
    let value = |departures: &str| {
        let game = game(&scenario(&format!(
            "{{elenchus: 1, title: t, claim: c, protocol: {{stochastic: {{k: 1, constants: \
             teaching, coin: by-hand{departures}}}}}, machine: {{plan: {{steps: [{{ask: 'so?', yes: \
             0.2}}]}}}}}}"
        )));
        pair(&*game, ["rig", "honest", "honest"]).value.middle()
    };
    assert!((value("") - 0.2).abs() < 0.1);
    assert!(value(", departures: {without-copies: true}") > 0.9);
}

/// What departures allow is what a person is offered. At a gate any number can be stated; Bob's share
/// stands there before Alice is asked for hers.
#[test]
fn a_person_can_play_every_departure() {
    at_tables(
        (80, 40),
        "nearly-a-gate | . 3 enter | the judge takes what is less than 0.12 off | . 1 9 enter | you: state 0.19
coin-she-has-seen | . 3 enter | You see Bob's share: 0. & !makes it fair
rigged-coin | . 3 enter | One fair share makes it fair.",
    );
}

#[test]
fn no_theorem_is_said_to_hold_of_a_debate_with_departures() {
    for departure in ["tolerant-gates", "alice-sets-bits", "without-copies"] {
        let scenario = copied(&format!(", departures: {{{departure}: true}}"));
        let report = solved(&scenario);
        assert!(report.more["too_wide"].as_str().unwrap().contains("departures"), "{departure}");
        assert!(!report.bounds.iter().any(|bound| bound.name.contains("soundness")));
        // Nor is one promised to those who sweep or attack, shown at the table, or held of costs.
        let departed = game(&scenario);
        let shift = programs(["shift:0.2", "honest", "honest"]);
        let promise = |game: &dyn Game| game.promise(&shift, &Token::default()).expect("in time");
        assert!(promise(&*game(&copied(""))).is_some() && promise(&*departed).is_none());
        for bound in report.bounds.iter().filter(|bound| !bound.name.contains("Def. 6.1")) {
            assert!(matches!(bound.standing, Standing::DoesNotApply(_)), "{bound:?}");
        }
        let brief = departed.now().brief(Eye::Seat(Seat::Judge));
        assert!(!brief.theorem.contains("Thm"), "{brief:?}");
        assert!(brief.warnings.iter().any(|w| w.contains("no theorem speaks of it")), "{brief:?}");
        let warnings = elenchus::scenario::warnings(&scenario);
        assert!(warnings.iter().any(|w| w.message.contains("departures")), "{warnings:?}");
    }
}

#[test]
fn nor_of_one_with_a_witness_and_nothing_is_computed_as_if_it_did_not_depart() {
    let text = |more: &str| {
        format!(
            "{{elenchus: 1, title: t, claim: c, protocol: {{stochastic: {{k: 2{more}}}}}, machine: {{plan: \
             {{inputs: {{u: 0}}, witness: [u], steps: [{{ask: 'good?', given: [u], table: {{'0': 0.9, '1': \
             0.2}}}}]}}}}}}"
        )
    };
    let promised = |report: &Report| report.bounds.iter().any(|b| b.name.contains("Thm 7.2"));
    assert!(promised(&solved(&scenario(&text("")))));
    for departure in ["tolerant-gates", "alice-sets-bits", "without-copies"] {
        let report = solved(&scenario(&text(&format!(", departures: {{{departure}: true}}"))));
        assert!(!promised(&report) && report.more["game_value"].as_f64().is_none(), "{departure}");
        for bound in report.bounds.iter().filter(|bound| !bound.name.contains("Def. 6.1")) {
            assert!(matches!(bound.standing, Standing::DoesNotApply(_)), "{bound:?}");
        }
    }
}

/// The players of a seat that need no argument.
fn plain(game: &dyn Game, seat: Seat) -> Vec<String> {
    let mine = game.strategies(seat).into_iter();
    mine.filter(|listed| listed.name == listed.written).map(|listed| listed.written).collect()
}

/// Whether debates agree with a value: within five standard errors, and what a few rare debates can
/// make of it.
fn agree(id: &str, game: &dyn Game, seats: &[SeatPlan; 3], value: f64, debates: u64) {
    let words = seats.each_ref().map(SeatPlan::words).join(" / ");
    let many = game.many(seats, &Token::default()).unwrap_or_else(|e| panic!("{id}, {words}: {e}"));
    let tally = simulate(&*many, debates, 1, &Token::default()).expect("legal moves");
    let n = debates as f64;
    let (found, spread) = match tally.payoff() {
        Some(paid) => (paid.mean, paid.sd),
        None => (tally.rate().rate, (value * (1.0 - value)).max(0.0).sqrt()),
    };
    let allowed = 5.0 * spread / n.sqrt() + 10.0 * game.most() / n;
    assert!((found - value).abs() <= allowed, "{id}, {words}: {found} played, {value} solved");
}

/// Every second player of each seat against an honest opponent; at night every pair of players, and every
/// row of the tables.
#[test]
fn played_debates_agree_with_solved_values() {
    let at_night = std::env::var_os("ELENCHUS_NIGHT").is_some();
    for (id, scenario) in one_in(3, shipped()) {
        let long = is_long(&id) || id.contains("1024");
        if long && !at_night {
            continue;
        }
        let game = game(&scenario);
        let [alices, bobs] = [Seat::Alice, Seat::Bob].map(|seat| plain(&*game, seat));
        let mut pairs: Vec<[&str; 2]> = match at_night {
            true => alices.iter().flat_map(|a| bobs.iter().map(move |b| [&**a, &**b])).collect(),
            false => {
                let against = alices.iter().take(4).map(|alice| [&**alice, "honest"]);
                against.chain(bobs.iter().take(4).map(|bob| ["honest", &**bob])).collect()
            }
        };
        let report = if at_night { solved(&scenario) } else { Report::default() };
        let own_world = !report.more.contains_key("values_are");
        let rows = report.values.iter().filter(|_| own_world);
        pairs.extend(rows.clone().map(|row| [&*row.alice, &*row.bob]));
        let debates = match (at_night, long) {
            (false, _) | (_, true) => 100,
            (true, false) => 20_000,
        };
        for [alice, bob] in pairs {
            let seats = programs([alice, bob, "honest"]);
            if game.many(&seats, &Token::default()).is_err() {
                continue;
            }
            let exact = game.exact(&seats, &Token::default()).map(Exact::get);
            let mut rows = rows.clone();
            let row = rows.find(|row| (&*row.alice, &*row.bob) == (alice, bob));
            let row = row.map(|row| row.value);
            if let (Some(exact), Some(row)) = (exact, row) {
                assert!((exact - row).abs() < 1e-9, "{id}, {alice}, {bob}: {row}, {exact}");
            }
            if let Some(value) = exact.or(row) {
                agree(&id, &*game, &seats, value, debates);
            }
        }
    }
}

#[test]
fn a_best_response_after_one_witness_is_not_called_the_best_of_all() {
    let game = game(&witnessed([0.02, 0.31, 0.3, 0.1], 2.0));
    let seats = programs(["honest", "honest", "honest"]);
    let value = |alice: &str| pair(&*game, [alice, "honest", "honest"]).value.middle();
    let best = game.best_response(&seats, Seat::Alice, &Token::default()).expect("she has one");
    // Who is named comes to what the best witness comes to, and nobody gets past it.
    let player = best.player.as_ref().map(SeatPlan::words).expect("she can be seated");
    let worth = best.value().exact().expect("four witnesses can be gone through");
    assert!((worth - value(&player)).abs() < 1e-9, "{best:?}");
    let most = (1..=4).map(|n| value(&format!("witness:{n}+best-response"))).fold(0.0, f64::max);
    assert!((worth - most).abs() < 1e-9, "{best:?}, {most}");
    let report = solved(&witnessed([0.02, 0.31, 0.3, 0.1], 2.0));
    let one = report.facts("honest-witness").next().expect("what she writes");
    assert!(!one.to_string().contains("honest Bob wins whatever"), "{one}");
    let whole = |title: &str| report.sections.iter().any(|s| s.title == title);
    assert!(!whole("guarantee") && whole("guarantee on this witness"));
}
