//! The claims of `solve` about its tests: bounds over all players, values of any players, witnesses
//! of every kind, and scripts that cannot be played.

use elenchus::analysis::{Bound, BoundStatus, ExactValue, Game, Report, Value};
use elenchus::batch::{PlayersValue, simulate};
use elenchus::debate::SeatPlan;
use elenchus::rules::{Seat, Viewer};
use elenchus::scenario::{Scenario, dry_run, open, warnings};
use elenchus::work::CancelToken;

use crate::kit::{self, about, at_night, at_tables, named, one_in, programs, shipped};

fn game(scenario: &Scenario) -> Box<dyn Game> {
    open(scenario).unwrap_or_else(|fault| panic!("{fault:?}"))
}

/// The debate of this protocol about this machine.
fn of(protocol: &str, machine: &str) -> Box<dyn Game> {
    kit::debate(&about(protocol, machine))
}

fn report(game: &dyn Game) -> Report {
    kit::solved(game).expect("it can be solved")
}

/// The bound whose name contains this.
fn bound<'a>(report: &'a Report, name: &str) -> &'a Bound {
    let found = report.bounds.iter().find(|bound| bound.name.contains(name));
    found.unwrap_or_else(|| panic!("no {name}: {:?}", report.bounds))
}

fn solved(scenario: &Scenario) -> Report {
    report(&*game(scenario))
}

fn pair(game: &dyn Game, written: [&str; 3]) -> PlayersValue {
    PlayersValue::compute(game, &programs(written), 400, &CancelToken::default()).expect("a value")
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
        for bound in &report.bounds {
            assert_eq!(bound.standing, BoundStatus::Holds, "{id}: {bound:?}");
        }
        let right = bound(&report, "with the true claim wins");
        assert!(right.name.contains("over every"), "{id}: {right:?}");
    }
}

#[test]
fn a_row_over_both_provers_counts_the_debates_in_which_either_does_anything() {
    let report = solved(&named("find-the-lie"));
    // Alice may choose six bits, the last being her claim. Bob may point at seven.
    for (name, debates) in [("true claim wins", 1 << 6), ("judge's location", (1 << 6) + 7)] {
        let bound = bound(&report, name);
        assert!(bound.name.ends_with(&format!(": {debates} debates")), "{bound:?}");
    }
}

#[test]
fn a_bound_is_checked_in_this_debate_alone_if_there_are_too_many() {
    let machine = "shift-register: {steps: 40000, taps: [3, 4], start: '1011'}";
    let report = report(&*of("bisection: {}", machine));
    let all = report.bounds.iter().all(|bound| bound.standing == BoundStatus::HeldInThisDebate);
    assert!(all, "{:?}", report.bounds);
}

#[test]
fn without_copies_the_theorem_does_not_apply_and_the_row_shows_that_alice_wins() {
    let report = solved(&named("two-faced-alice"));
    let right = bound(&report, "with the true claim wins");
    assert!(
        matches!(right.standing, BoundStatus::DoesNotApply(_)) && right.value == 0.0,
        "{right:?}"
    );
}

#[test]
fn a_bob_who_does_not_know_every_truth_is_promised_nothing() {
    let report = solved(&named("four-intervals"));
    let [bound] = &report.bounds[..] else { panic!("{:?}", report.bounds) };
    assert!(
        matches!(bound.standing, BoundStatus::DoesNotApply(_)) && bound.value < 1.0,
        "{bound:?}"
    );
}

#[test]
fn any_players_have_a_value() {
    let coin = game(&named("rigged-coin"));
    for (alice, bob) in [("drift:0.25", "honest"), ("late-lie:2", "lazy:0.5"), ("exact", "optimal")]
    {
        let value = pair(&*coin, [alice, bob, "honest"]).value.exact();
        assert!(value.is_some_and(|value| (0.0..=1.0).contains(&value)), "{alice} against {bob}");
    }
    let rigged = pair(&*coin, ["rig", "honest", "honest"]);
    assert!(matches!(rigged.value, Value::Estimated(s) if s.debates() == 400 && s.error() > 0.0));
    let no = PlayersValue::compute(
        &*coin,
        &programs(["nobody", "honest", "honest"]),
        9,
        &CancelToken::default(),
    );
    assert!(no.unwrap_err().to_string().contains("`nobody`"));
}

#[test]
fn a_script_has_a_value() {
    let plan = "plan: {inputs: {x: 0}, steps: [{not: x}, {not: 1}, {not: 2}]}";
    let text = about("cross-examination: {claim: 1}", plan);
    let seats = "title: t, seats: {bob: {script: [run, point 2]}},";
    let game = kit::debate(&text.replacen("title: t,", seats, 1));
    let seats = Seat::each(|seat| game.seat_plan(seat));
    let pair = PlayersValue::compute(&*game, &seats, 10, &CancelToken::default()).expect("a value");
    assert_eq!(pair.value.exact(), Some(1.0));
}

/// Thirty questions, all of which are read again at the end.
fn wide() -> Box<dyn Game> {
    let asks: String = (1..=30).map(|t| format!("{{ask: 'q{t}?', yes: 0.5}}, ")).collect();
    let gates: String = (1..=30).map(|t| format!("{{xor: [{t}, {}]}}, ", 31 - t)).collect();
    let all: String = (31..=60).map(|t| format!("{t}, ")).collect();
    of(
        "stochastic: {k: 40, constants: teaching}",
        &format!("plan: {{steps: [{asks}{gates}{{or: [{all}]}}]}}"),
    )
}

#[test]
fn solve_names_the_possible_results_of_a_wide_plan() {
    let game = wide();
    let report = report(&*game);
    assert!(report.truth.is_none() && report.more.contains_key("too_wide"));
    assert_eq!((report.bounds[0].value, &report.bounds[0].standing), (30.0, &BoundStatus::Holds));
    assert!(report.bounds.len() > 4, "costs have their bounds too");
    let pair = pair(&*game, ["honest"; 3]);
    assert!(matches!(pair.value, Value::Estimated(s) if s.debates() == 400), "{pair:?}");
}

/// A witness of two bits. These are the probabilities that it is good.
fn witnessed([a, b, c, d]: [f64; 4]) -> Box<dyn Game> {
    of(
        "stochastic: {k: 2}",
        &format!(
            "plan: {{inputs: {{u: 0, v: 0}}, witness: [u, v], steps: [{{ask: 'good?', given: [u, v], table: \
             {{'00': {a}, '01': {b}, '10': {c}, '11': {d}}}}}]}}"
        ),
    )
}

/// Four witnesses. The second is the best, and bad.
const BAD: [f64; 4] = [0.02, 0.31, 0.3, 0.1];

#[test]
fn truth_is_the_best_witness_and_between_a_third_and_two_thirds_nothing_is_promised() {
    for (yes, truth, is_one) in [
        ([0.1, 0.2, 0.9, 0.3], 0.9, Some(true)),
        ([0.1, 0.2, 0.3, 0.3], 0.3, Some(false)),
        ([0.1, 0.556, 0.3, 0.4], 0.556, None),
    ] {
        let report = report(&*witnessed(yes));
        assert!((report.truth.unwrap() - truth).abs() < 1e-12, "{yes:?}: {:?}", report.truth);
        assert_eq!(report.more["witness"]["is_one"], serde_json::json!(is_one), "{yes:?}");
        let promise = bound(&report, "Thm 7.2");
        let silent = matches!(promise.standing, BoundStatus::DoesNotApply(_));
        assert_eq!((promise.holds(), silent), (is_one.is_some(), is_one.is_none()), "{promise:?}");
    }
}

#[test]
fn every_alice_chooses_her_witness_too() {
    let report = report(&*witnessed(BAD));
    let value = |alice: &str| {
        let row = report.values.iter().find(|v| v.alice == alice && v.bob == "honest");
        row.unwrap_or_else(|| panic!("{alice}: {:?}", report.values)).value
    };
    let worst = value("witness:2+best-response");
    assert!(worst > 0.31 && worst > value("witness:1+best-response") + 0.2);
    assert!((bound(&report, "Thm 7.2").value - worst).abs() < 1e-9);
}

#[test]
fn k_is_the_largest_over_all_witnesses() {
    // The first witness asks once. The last xors four answers, each of which moves the output.
    let scenario = kit::scenario(&about(
        "stochastic: {k: 1}",
        "plan: {inputs: {w: 0}, witness: [w], steps: [{ask: 'a?', yes: 0.9}, {ask: 'b?', given: [w], table: \
         {'0': 0.0, '1': 0.1}}, {and: [2, w], name: m}, {xor: [1, m]}]}",
    ));
    let report = solved(&scenario);
    let k = &report.bounds[0];
    assert!(k.name.contains("2 witnesses") && k.value > 1.5, "{k:?}");
    assert_eq!(k.standing, BoundStatus::Fails);
    let told = &warnings(&scenario).remove(0).message;
    assert!(told.contains(&format!("{:.4}", k.value)) && told.contains("2^1"), "{told}");
}

#[test]
fn a_plan_too_wide_to_go_through_is_estimated_with_an_interval() {
    let asks = |of: char| (1..=12).map(move |n| format!("{{name: {of}{n}, ask: 'so?', yes: 0.1}}"));
    let both = (1..=12).map(|n| format!("{{name: c{n}, and: [a{n}, b{n}]}}"));
    let all: Vec<String> = (1..=12).map(|n| format!("c{n}")).collect();
    let last = format!("{{or: [{}]}}", all.join(", "));
    let steps: Vec<String> = asks('a').chain(asks('b')).chain(both).chain([last]).collect();
    let game = of("stochastic: {k: 2}", &format!("plan: {{steps: [{}]}}", steps.join(", ")));
    // With little memory, the plan is soon too wide.
    let mut report = Report::default();
    game.solving()(&mut report, &CancelToken::with_memory(100_000)).expect("the possible results");
    assert!(report.more.contains_key("too_wide") && report.values.is_empty());
    let estimated = |key: &str| {
        let found = &report.more["estimated"][key];
        ["mean", "error"].map(|part| found[part].as_f64().expect("a number"))
    };
    let chance = 1.0 - 0.99f64.powi(12);
    let [mean, error] = estimated("truth");
    assert!((mean - chance).abs() < 2.0 * error && error < 0.01, "{mean} {error} {chance}");
    // If all 24 answers become likelier together, the change is 24 times 0.1 · 0.99¹¹.
    let k = 2.4 * 0.99f64.powi(11);
    for key in ["k_at_least", "k_near_0_at_most"] {
        let [mean, error] = estimated(key);
        assert!((mean - k).abs() < 2.0 * error && error < 0.5, "{key}: {mean} {error} {k}");
    }
}

#[test]
fn the_value_of_the_game_is_that_of_the_right_side_and_of_the_best_witness() {
    let value = |report: &Report| report.more.get("game_value")?.as_f64();
    // No statement binds the two-faced Alice.
    for (id, due) in [
        ("query-golf", Some(0.0)),
        ("verifier-cross-examined", Some(0.0)),
        ("two-faced-alice", None),
    ] {
        assert_eq!(value(&solved(&named(id))), due, "{id}");
    }
    let lie = solved(&named("find-the-lie"));
    assert_eq!(value(&lie), lie.truth);
    let [all, best] =
        [BAD, [0.31; 4]].map(|yes| value(&report(&*witnessed(yes))).expect("a value"));
    assert!((all - best).abs() < 1e-9 && best >= 0.31 - 1e-9, "{all} {best}");
}

#[test]
fn solve_does_not_judge_a_claim_with_a_witness_too_long_to_search() {
    let zeros: String = (0..30).map(|at| format!("w{at}: 0, ")).collect();
    let names = zeros.replace(": 0", "");
    for (protocol, step) in [
        ("cross-examination: {}", "{and: [w0, w1, w2]}"),
        ("stochastic: {k: 2}", "{ask: 'good?', given: [w0], table: {'0': 0.1, '1': 0.9}}"),
    ] {
        let plan = format!("plan: {{inputs: {{{zeros}}}, witness: [{names}], steps: [{step}]}}");
        let game = of(protocol, &plan);
        let report = report(&*game);
        assert_eq!(report.truth, None, "{protocol}: another witness may be one");
        assert!(report.facts("honest-witness").next().is_some(), "what she writes");
        let exact =
            |alice| game.exact(&programs([alice, "honest", "honest"]), &CancelToken::default());
        assert_eq!(exact("honest"), None, "{protocol}");
        let here = game.tree().here();
        assert_eq!(game.evaluation(here)(&CancelToken::default()), Ok(None), "{protocol}");
        // An Alice with a named witness gets the value of that witness.
        assert!(exact("witness:1").is_some_and(|value| value.get() < 0.2));
    }
}

#[test]
fn an_alice_with_her_own_witness_follows_her_strategy() {
    let game = witnessed([0.2, 0.9, 0.3, 0.1]);
    let value = |alice: &str| {
        let pair = pair(&*game, [alice, "never", "honest"]);
        pair.value.exact().expect("it is solved")
    };
    assert!((value("witness:1+shift:0.1") - 0.3).abs() < 1e-9);
    assert!((value("witness:2+shift:0.1") - 1.0).abs() < 1e-9);
    for (written, complaint) in
        [("witness:5", "from 1 to 4"), ("witness:1+nobody", "`nobody`"), ("witness:1+", "Alice")]
    {
        let seats = programs([written, "honest", "honest"]);
        let why = PlayersValue::compute(&*game, &seats, 1, &CancelToken::default())
            .unwrap_err()
            .to_string();
        assert!(why.contains(complaint), "{written}: {why}");
    }
}

#[test]
fn a_witness_is_refused_where_none_is_written() {
    for protocol in ["bisection: {}", "gate-check: {}"] {
        let plan = "plan: {inputs: {w: 0}, witness: [w], steps: [{not: w}]}";
        let Err(fault) = open(&kit::scenario(&about(protocol, plan))) else {
            panic!("{protocol} plays no witness")
        };
        assert!(fault.message.contains("witness"), "{fault:?}");
    }
}

#[test]
fn an_illegal_scripted_move_is_an_error_with_its_number() {
    let with = |more: &str| {
        kit::scenario(&format!(
            "elenchus: 1\ntitle: t\nclaim: c\nprotocol: {{cross-examination: {{}}}}\nmachine:\n  \
             plan: {{inputs: {{x: 0}}, steps: [{{not: x}}, {{not: 1}}]}}\nseats:\n  bob: {{script: \
             [run, point 9]{more}}}\n"
        ))
    };
    let fault = dry_run(&with("")).expect_err("step 9 is not there");
    assert!(fault.message.contains("move 2 of Bob's script, `point 9`"), "{fault:?}");
    assert_eq!(fault.place.unwrap().line, 8);
    assert_eq!(dry_run(&with(", if-legal: true")), Ok(None));
    // Play gives the same result, in one debate and in many.
    let mut game = game(&with(""));
    let seats = Seat::each(|seat| game.seat_plan(seat));
    let one = game.table().run().unwrap_err().to_string();
    let many = game.simulator(&seats, &CancelToken::default()).unwrap();
    let many = simulate(&*many, 3, 0, &CancelToken::default()).unwrap_err().to_string();
    for why in [one, many] {
        assert!(why.contains("move 2 of Bob's script"), "{why}");
    }
}

#[test]
fn a_script_against_people_gives_only_a_warning() {
    let text = "{elenchus: 1, title: t, claim: c, seat: alice, protocol: {cross-examination: {}}, \
                machine: {plan: {steps: [{constant: 1}]}}, seats: {bob: {script: [state 0.5]}}}";
    let warning =
        dry_run(&kit::scenario(text)).expect("the value depends on Alice").expect("a warning");
    assert!(warning.message.contains("move 1 of Bob's script"), "{warning:?}");
}

#[test]
fn shipped_scripts_are_legal() {
    for (id, scenario) in shipped() {
        if !is_long(&id) {
            assert_eq!(dry_run(&scenario), Ok(None), "{id}");
        }
    }
}

/// One question of 1/3 and 99 gates that copy it: K is 1.
fn copied(departures: &str) -> Scenario {
    let copies: String = (1..100).map(|t| format!(", {{and: [{t}]}}")).collect();
    kit::scenario(&about(
        &format!("stochastic: {{k: 1{departures}}}"),
        &format!("plan: {{steps: [{{ask: 'so?', yes: 0.3333333333333333}}{copies}]}}"),
    ))
}

#[test]
fn a_tolerance_on_gates_lets_alice_win_98_in_100() {
    let value = |departures: &str| {
        let game = game(&copied(departures));
        let pair = pair(&*game, ["shift-gates:0.0349", "honest", "honest"]);
        pair.value.exact().expect("it is solved")
    };
    // Bob accepts errors of less than (b + s)/2 = 0.035.
    let tolerant = value(", departures: {tolerant-gates: true}");
    let drifted = 1.0 - 2.0 / 3.0 * (1.0f64 - 0.0349).powi(99);
    assert!((tolerant - drifted).abs() < 1e-3, "{tolerant}, {drifted}");
    assert!((tolerant - 0.98).abs() < 0.001, "{tolerant}");
    // If gates are exact, Bob objects to a wrong one and the judge rejects it. She wins only if no
    // gate is wrong.
    assert!((value("") - 1.0 / 3.0).abs() < 1e-9);
}

#[test]
fn an_alice_who_sets_the_bits_or_gives_the_last_share_wins_a_false_claim() {
    for (alice, coin, departure, off) in [
        ("own-bits", "", ", departures: {alice-sets-bits: true}", 0.07),
        ("rig", ", coin: by-hand", ", departures: {without-copies: true}", 0.1),
    ] {
        let value = |departures: &str| {
            let protocol = format!("stochastic: {{k: 1, constants: teaching{coin}{departures}}}");
            let game = of(&protocol, "plan: {steps: [{ask: 'so?', yes: 0.2}]}");
            pair(&*game, [alice, "honest", "honest"]).value.middle()
        };
        assert!((value("") - 0.2).abs() < off, "{alice}");
        assert!(value(departure) > 0.9, "{alice}");
    }
}

/// Departures give a person more choices. At a gate a person can state any number. Bob's share is
/// visible before Alice chooses hers.
#[test]
fn a_person_can_play_every_departure() {
    at_tables(
        (80, 40),
        "nearly-a-gate | . 3 enter | judge accepts errors below 0.12 | . 1 9 enter | you: state 0.19
coin-she-has-seen | . 3 enter | You see Bob's share: 0. & !makes it fair
rigged-coin | . 3 enter | If one share is fair, the coin is",
    );
}

#[test]
fn no_theorem_holds_for_a_debate_with_departures() {
    let witness = "plan: {inputs: {u: 0}, witness: [u], steps: [{ask: 'good?', given: [u], table: {'0': 0.9, \
                   '1': 0.2}}]}";
    let promised = |report: &Report| report.bounds.iter().any(|b| b.name.contains("Thm 7.2"));
    assert!(promised(&report(&*of("stochastic: {k: 2}", witness))));
    for departure in ["tolerant-gates", "alice-sets-bits", "without-copies"] {
        let departures = format!(", departures: {{{departure}: true}}");
        let scenario = copied(&departures);
        let departed = game(&scenario);
        let alone = report(&*departed);
        assert!(!alone.more.contains_key("too_wide") && !alone.values.is_empty(), "{departure}");
        assert!(!alone.bounds.iter().any(|bound| bound.name.contains("soundness")));
        // A sweep and an attack get no promise either. The table and the costs show none.
        let shift = programs(["shift:0.2", "honest", "honest"]);
        let promise =
            |game: &dyn Game| game.promise(&shift, &CancelToken::default()).expect("in time");
        assert!(promise(&*game(&copied(""))).is_some() && promise(&*departed).is_none());
        let brief = departed.position().brief(Viewer::Seat(Seat::Judge));
        assert!(!brief.theorem.contains("Thm") && !brief.warnings.is_empty(), "{brief:?}");
        assert!(!warnings(&scenario).is_empty());
        // A debate with a witness gets no promise either. No value ignores the departure.
        let witnessed = report(&*of(&format!("stochastic: {{k: 2{departures}}}"), witness));
        let value = witnessed.more["game_value"].as_f64();
        assert!(!promised(&witnessed) && value.is_none(), "{departure}");
        for bound in alone.bounds.iter().chain(&witnessed.bounds) {
            let silent = matches!(bound.standing, BoundStatus::DoesNotApply(_));
            assert!(
                silent
                    || bound.name.contains("at most K (Lean)")
                    || bound.name.starts_with("K is at most"),
                "{bound:?}"
            );
        }
    }
}

/// The players of a seat that need no argument.
fn plain(game: &dyn Game, seat: Seat) -> Vec<String> {
    let mine = game.strategies(seat).into_iter();
    mine.filter(|listed| listed.name == listed.written).map(|listed| listed.written).collect()
}

/// True if debates agree with a value: within five standard errors, with an allowance for a few
/// rare debates.
fn agree(id: &str, game: &dyn Game, seats: &[SeatPlan; 3], value: f64, debates: u64) {
    let words = seats.each_ref().map(SeatPlan::words).join(" / ");
    let many = game
        .simulator(seats, &CancelToken::default())
        .unwrap_or_else(|e| panic!("{id}, {words}: {e}"));
    let tally = simulate(&*many, debates, 1, &CancelToken::default()).expect("legal moves");
    let n = debates as f64;
    let (found, spread) = match tally.payoff() {
        Some(paid) => (paid.mean, paid.sd),
        None => (tally.rate().rate, (value * (1.0 - value)).max(0.0).sqrt()),
    };
    let allowed = 5.0 * spread / n.sqrt() + 10.0 * game.max_value() / n;
    assert!((found - value).abs() <= allowed, "{id}, {words}: {found} played, {value} solved");
}

/// Every second player of each seat against an honest opponent. At night, every pair of players,
/// and every row of the tables.
#[test]
fn played_debates_agree_with_solved_values() {
    let at_night = at_night();
    for (id, scenario) in one_in(7, shipped()) {
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
            if game.simulator(&seats, &CancelToken::default()).is_err() {
                continue;
            }
            let exact = game.exact(&seats, &CancelToken::default()).map(ExactValue::get);
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
    let game = witnessed(BAD);
    let seats = programs(["honest"; 3]);
    let value = |alice: &str| pair(&*game, [alice, "honest", "honest"]).value.middle();
    let best =
        game.best_response(&seats, Seat::Alice, &CancelToken::default()).expect("she has one");
    // The named player attains the value of the best witness, and no player exceeds it.
    let player = best.player.as_ref().map(SeatPlan::words).expect("the seat accepts her");
    let worth = best.value().exact().expect("a search covers four witnesses");
    let most = (1..=4).map(|n| value(&format!("witness:{n}+best-response"))).fold(0.0, f64::max);
    for other in [value(&player), most] {
        assert!((worth - other).abs() < 1e-9, "{best:?}, {other}");
    }
    let report = report(&*game);
    let has = |title: &str| report.sections.iter().any(|s| s.title == title);
    assert!(!has("guarantee") && has("guarantee on this witness"));
}
