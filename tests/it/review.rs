//! The review as drawn at 80x24: which move lost it and why, luck, the curve of any debate, the par of
//! payments.

use std::collections::BTreeSet;

use elenchus::debate::{Advance, Entry};
use elenchus::rules::{Actor, Seat, Turn};
use elenchus::scenario::library::{self, LibraryEntry as Listed};
use elenchus::scenario::{Scenario, read};
use elenchus::tui::stage::Stage;

use crate::kit::{one_in, seated, shipped, until, until_evaluated};

const SMALL: (u16, u16) = (80, 24);

/// The review of a record, everything in it evaluated.
fn review(scenario: &Scenario, record: &[Entry], size: (u16, u16)) -> Stage {
    let mut scenario = scenario.clone();
    let text = record.iter().map(ToString::to_string).collect::<Vec<_>>();
    scenario.moves = None;
    let yaml = elenchus::scenario::write(&scenario).expect("it can be written");
    let lines: String = text.iter().map(|line| format!("  - {line}\n")).collect();
    scenario = read("record", &format!("{yaml}\nmoves:\n{lines}")).expect("a record reads");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("record.yaml");
    let yaml = elenchus::scenario::write(&scenario).expect("it can be written");
    std::fs::write(&path, yaml).expect("it is written");
    let mut stage = Stage::new(Vec::new(), size, None);
    let found: Listed = library::find(path.to_str().expect("text")).expect("a file");
    stage.open(&found);
    until_evaluated(&mut stage);
    stage
}

/// A record in which a person sat somewhere: programs play the others, `moves` are the person's.
fn played(
    scenario: &Scenario,
    person: Seat,
    others: [&str; 3],
    moves: &[&str],
    seed: u64,
) -> Record {
    let mut players = others;
    players[person.index()] = "human";
    let mut scenario = scenario.clone();
    scenario.seed = Some(seed);
    let mut game = seated(&scenario, players, seed);
    let mut left = moves.iter();
    loop {
        match game.advance().expect("programs play") {
            Advance::Moved(_) => {}
            Advance::Over(_) => break,
            Advance::Waiting(seat) => {
                let mv = left.next().or(moves.last()).expect("a move").parse().expect("a move");
                game.play(seat, mv).expect("it is legal");
            }
        }
    }
    for seat in Seat::ALL {
        let plan = game.seat_plan(seat);
        scenario.seats.set(seat, plan);
    }
    Record { scenario, moves: game.record().to_vec() }
}

struct Record {
    scenario: Scenario,
    moves: Vec<Entry>,
}

impl Record {
    fn opened(&self) -> Stage {
        review(&self.scenario, &self.moves, SMALL)
    }

    fn won_by_alice(&self) -> bool {
        let mut game = seated(&self.scenario, ["human"; 3], self.scenario.seed.expect("a seed"));
        for entry in &self.moves {
            game.apply(entry).expect("it was legal");
        }
        matches!(game.now().turn(), Turn::Over(end) if end.winner == elenchus::rules::Side::Alice)
    }
}

fn of_shipped(id: &str) -> Scenario {
    shipped().into_iter().find(|(own, _)| own == id).expect("it is shipped").1
}

/// Everything in the panel beside the curve, its pages one after the other, as one line of words.
fn panel(stage: &mut Stage) -> String {
    let mut all: Vec<String> = Vec::new();
    // From its first page on.
    for _ in 0..12 {
        if stage
            .text()
            .lines()
            .any(|row| row.rsplit_once('│').is_some_and(|(_, said)| said.contains('↑')))
        {
            stage.press("pageup").expect("a key");
        }
    }
    for _ in 0..12 {
        let text = stage.text();
        let rows = text.lines().skip(2).take(18);
        let beside = rows.filter_map(|row| row.rsplit_once(['│', '┤', '┬']).map(|(_, said)| said));
        for row in beside.map(str::trim).filter(|row| !row.is_empty()) {
            if !all.iter().any(|known| known == row) {
                all.push(row.to_owned());
            }
        }
        if !text.contains("more: PgDn") && !text.contains('↓') {
            break;
        }
        stage.press("pagedown").expect("a key");
    }
    all.join(" ")
}

/// Waits until a panel says something.
#[track_caller]
fn tells(stage: &mut Stage, words: &[&str]) {
    let begun = std::time::Instant::now();
    loop {
        let said = panel(stage);
        let missing = words.iter().find(|words| !said.contains(**words));
        let Some(missing) = missing else { return };
        assert!(
            begun.elapsed().as_secs() < 20,
            "`{missing}` is not said:\n{said}\n{}",
            stage.text()
        );
        stage.wait(std::time::Duration::from_millis(100));
    }
}

#[test]
fn the_move_that_lost_it_is_told_in_the_terms_of_the_debate_with_the_honest_move() {
    let scenario = of_shipped("find-the-lie");
    let record = played(&scenario, Seat::Bob, ["lie-at:3", "", "honest"], &["point 5"], 7);
    let mut stage = record.opened();
    let words = [
        "the move that lost it",
        "Step 5 follows from the steps it reads",
        "Step 3's question",
        "The answer is no; Alice wrote yes.",
        "honest play: point 3",
    ];
    tells(&mut stage, &words);
}

#[test]
fn a_review_says_what_the_best_in_the_persons_seat_would_have_come_to() {
    let scenario = of_shipped("find-the-lie");
    let bob = played(&scenario, Seat::Bob, ["lie-at:3", "", "honest"], &["point 5"], 7);
    let best =
        "How likely Alice wins with the best Bob against lie-at (t = 3): 0.000000 (exact), by";
    tells(&mut bob.opened(), &[best]);
    // Her own claim is false: against an honest Bob there is nothing to be had.
    let lie = ["write 1111111"];
    let alice = played(&scenario, Seat::Alice, ["", "honest", "honest"], &lie, 7);
    let best = "How likely Alice wins with the best Alice against honest: 0.000000 (exact), by";
    tells(&mut alice.opened(), &[best]);
}

#[test]
fn a_number_too_far_off_is_told_by_how_far_and_what_bob_could_do() {
    let scenario = of_shipped("caffeine-vote");
    let record =
        played(&scenario, Seat::Alice, ["", "honest", "honest"], &["state 0.6", "state 0.62"], 3);
    let mut stage = record.opened();
    tells(
        &mut stage,
        &["0.6 was stated where the honest vote on step 1 gives 0.1", "honest play: state 0.1"],
    );
}

#[test]
fn a_loss_by_coins_alone_is_called_that_and_a_lost_cause_is_not() {
    let text = "elenchus: 1\ntitle: t\nclaim: c\nseat: bob\nprotocol:\n  stochastic: {k: 1, constants: \
        teaching}\nmachine:\n  plan:\n    steps:\n      - {ask: Is it so?, yes: 0.3}\n";
    let scenario = read("test", text).expect("it reads");
    let lost = (1..50)
        .map(|seed| played(&scenario, Seat::Bob, ["honest", "", "honest"], &["continue"], seed))
        .find(Record::won_by_alice)
        .expect("three in ten end with a 1");
    let mut stage = lost.opened();
    tells(
        &mut stage,
        &[
            "only coins lost it",
            "No move of yours cost 0.05 or more, against honest play.",
            "From the start Alice wins with 0.300",
        ],
    );
    // Her claim is false: whatever she writes loses, and no coin is there.
    let text = "elenchus: 1\ntitle: t\nclaim: c\nseat: alice\nprotocol:\n  cross-examination: {claim: \
        1}\nmachine:\n  plan:\n    steps:\n      - {ask: Is it so?, answer: no}\n";
    let scenario = read("test", text).expect("it reads");
    let lost = played(&scenario, Seat::Alice, ["", "honest", "honest"], &["write 1"], 7);
    let mut stage = lost.opened();
    tells(&mut stage, &["no move lost it", "From the start Alice wins with 0"]);
    assert!(!stage.text().contains("coins"), "{}", stage.text());
}

/// Three unlikely votes: Alice has little to lose, whatever she states.
const UNLIKELY: &str = "elenchus: 1\ntitle: t\nclaim: c\nseat: alice\nprotocol:\n  stochastic: {k: 2, \
    constants: teaching}\nmachine:\n  votes: {question: Is it so?, votes: 3, yes: 0.1, rule: \
    majority}\n";

#[test]
fn a_person_whose_number_was_tried_is_told_so_and_not_that_only_coins_lost_it() {
    let scenario = read("test", UNLIKELY).expect("it reads");
    let (moves, seeds) = (["state 0.17", "state 0.17", "state 0.17"], 1..60);
    let states = |entry: &&Entry| entry.to_string().contains("alice: state");
    let aborted = |record: &Record| {
        // Before the gate, which is no question of votes.
        record.moves.iter().filter(states).count() < 4 && record.moves.iter().any(|entry| {
            matches!(entry, Entry::Move { actor: Actor::Seat(Seat::Bob), mv } if mv.to_string() == "abort")
        })
    };
    let lost = seeds
        .map(|seed| played(&scenario, Seat::Alice, ["", "honest", "honest"], &moves, seed))
        .find(|record| aborted(record) && !record.won_by_alice())
        .expect("Bob aborts over such a number as often as not");
    let mut stage = lost.opened();
    tells(
        &mut stage,
        &[
            "your number was tried",
            "yours: state 0.17, worth",
            "0.17 was stated where the honest vote on step",
            "Bob aborted over it: move",
        ],
    );
    assert!(!stage.text().contains("only coins"), "{}", stage.text());
}

/// One question whose answer is no, where Alice writes yes.
const ONE_LIE: &str = "elenchus: 1\ntitle: t\nclaim: c\nprotocol:\n  cross-examination: {claim: 1}\n\
    machine:\n  plan:\n    steps:\n      - {ask: Is it so?, answer: no}\n";

#[test]
fn an_output_that_was_ruled_right_and_is_wrong_is_said_to_be_wrong() {
    let scenario = read("test", ONE_LIE).expect("it reads");
    let mut game = seated(&scenario, ["human", "human", "human"], 1);
    for (seat, mv) in
        [(Seat::Alice, "write 1"), (Seat::Bob, "point 1"), (Seat::Judge, "rule alice")]
    {
        while let Advance::Moved(_) = game.advance().expect("it goes on") {}
        game.play(seat, mv.parse().expect("a move")).expect("it is legal");
    }
    let said = game.now().decided_by().expect("it is over");
    assert!(said.starts_with("It is wrong, though. Step 1"), "{said}");
}

#[test]
fn back_closes_the_list_of_lines_and_not_the_review() {
    let scenario = of_shipped("find-the-lie");
    let record = played(&scenario, Seat::Bob, ["lie-at:3", "", "honest"], &["point 5"], 7);
    let mut stage = record.opened();
    stage.press("b").expect("a key");
    assert!(stage.text().contains("▸ line 1 of 1"), "{}", stage.text());
    assert!(!stage.text().contains("ends with move"), "{}", stage.text());
    stage.press("q").expect("a key");
    assert!(stage.text().contains("● line 1 of 1"), "{}", stage.text());
}

#[test]
fn the_curve_shows_a_debate_of_any_length() {
    for steps in [12, 200] {
        let asks = "      - {ask: Is it so?, yes: 0.5}\n".repeat(steps - 1);
        let all: Vec<String> = (1..steps).map(|step| step.to_string()).collect();
        let text = format!(
            "elenchus: 1\ntitle: t\nclaim: c\nseat: bob\nprotocol:\n  stochastic: {{k: 3, constants: \
             teaching}}\nmachine:\n  plan:\n    steps:\n{asks}      - majority: [{}]\n",
            all.join(", ")
        );
        let scenario = read("test", &text).expect("it reads");
        let record = played(&scenario, Seat::Bob, ["honest", "", "honest"], &["continue"], 1);
        assert!(record.moves.len() > 4 * steps, "{} moves", record.moves.len());
        let mut stage = record.opened();
        stage.press("end").expect("a key");
        let text = stage.text();
        let drawn = |columns: std::ops::Range<usize>| {
            text.lines().skip(3).take(8).any(|row| {
                let row: Vec<char> = row.chars().collect();
                columns.clone().any(|x| matches!(row.get(x), Some('●' | '◆' | '─' | '│')))
            })
        };
        for columns in [9..14, 20..25, 30..35, 40..45] {
            assert!(drawn(columns.clone()), "nothing at {columns:?}:\n{text}");
        }
        assert!(text.contains('◆'), "{text}");
    }
}

#[test]
fn every_debate_with_payments_has_a_par() {
    for (id, scenario) in shipped() {
        let game = seated(&scenario, ["honest"; 3], 1);
        if game.worth() != elenchus::analysis::Worth::Payoff {
            continue;
        }
        let par = crate::kit::evaluated(&*game, elenchus::debate::NodeId::START);
        assert!(par.is_some(), "{id}: what honest play pays is not known");
    }
    let scenario = of_shipped("four-estimates");
    let record = played(&scenario, Seat::Bob, ["honest", "", "honest"], &["estimate 0.5"], 1);
    let mut stage = record.opened();
    tells(&mut stage, &["An honest Bob, Alice honest: Alice is paid", "Here:"]);
}

#[test]
fn what_does_not_fit_among_what_the_judge_read_is_told_though_it_was_not_on_trial() {
    let copies: String = (3..30).map(|before| format!("      - {{copy: {before}}}\n")).collect();
    let text = format!(
        "elenchus: 1\ntitle: t\nclaim: c\nseat: judge\nprotocol:\n  cross-examination: {{claim: 1}}\n\
         machine:\n  plan:\n    steps:\n      - {{ask: Is it so?, answer: yes}}\n      - {{ask: Is it \
         so?, answer: yes}}\n      - {{and: [1, 2]}}\n{copies}      - {{and: [30, 1]}}\n"
    );
    let scenario = read("test", &text).expect("it reads");
    let reads = ["read step 1", "read step 30", "read step 2", "read step 3", "rule alice"];
    let script = |rows: &str| format!("lie-at:{rows}");
    let record = played(&scenario, Seat::Judge, [&script("3"), "lazy", ""], &reads, 1);
    let mut stage = record.opened();
    let step_three = record.moves.iter().any(|entry| {
        matches!(entry, Entry::Move { actor: Actor::Seat(Seat::Alice), mv } if mv.to_string().starts_with("write 110"))
    });
    assert!(step_three, "{:?}", record.moves);
    tells(&mut stage, &["does not fit together: step 3 is 0, though step 1 is 1, step 2 is 1."]);
}

#[test]
fn the_lab_of_a_review_has_the_players_of_the_debate_and_the_moves_of_the_person() {
    let scenario = of_shipped("find-the-lie");
    let record = played(&scenario, Seat::Bob, ["lie-at:3", "", "honest"], &["point 5"], 7);
    let mut stage = record.opened();
    stage.press("L").expect("a key");
    until(&mut stage, &["Lab · "]);
    let text = stage.text();
    for words in ["lie-at:3", "Bob: in your place", "▸ nothing", "rate: how often Alice wins"] {
        assert!(text.contains(words), "{words}:\n{text}");
    }
    // It runs by itself.
    until(&mut stage, &["done ·"]);
    assert!(stage.text().contains("0/400 = 0.000"), "an honest Bob finds it: {}", stage.text());
    // The person's own moves point past the lie.
    while !stage.text().contains("▸ Bob's player") {
        stage.press("down").expect("a key");
    }
    stage.press("enter right").expect("keys");
    until(&mut stage, &["done ·", "at ▲     your moves", "400/400 = 1.000"]);
    for row in stage.text().lines() {
        assert!(row.chars().count() <= 80, "{row}");
    }
}

/// Debates of every protocol in which cells, steps, wires and claims are chosen on the board.
const ON_BOARDS: [&str; 13] = [
    "find-the-lie",
    "contract-comma",
    "two-faced-alice",
    "adder-carry-lie",
    "parity-of-eight-walk",
    "query-golf",
    "midpoint-hunt",
    "who-wrote-last",
    "verifier-read",
    "verifier-cross-examined",
    "four-intervals",
    "seating-plan",
    "twins",
];

#[test]
fn enter_is_offered_only_where_the_cursor_can_be_meant() {
    let mut told = false;
    for id in one_in(2, ON_BOARDS) {
        for person in Seat::ALL {
            let mut tried = BTreeSet::new();
            for (tabs, end) in (0..4).flat_map(|tabs| [(tabs, "home"), (tabs, "end")]) {
                let mut entry = library::find(id).expect("shipped");
                let mut scenario = entry.scenario.clone().expect("it reads");
                for seat in Seat::ALL {
                    let plan = match seat == person {
                        true => elenchus::debate::SeatPlan::Human,
                        false => elenchus::debate::SeatPlan::honest(),
                    };
                    scenario.seats.set(seat, plan);
                }
                (scenario.seat, scenario.moves) = (Some(person), None);
                entry.scenario = Ok(scenario);
                let mut stage = Stage::new(Vec::new(), SMALL, None);
                stage.open(&entry);
                stage.press("enter").expect("a key");
                for _ in 0..tabs {
                    stage.press("tab").expect("a key");
                }
                stage.press(end).expect("a key");
                if !tried.insert(stage.text()) {
                    continue;
                }
                let offered = |stage: &Stage| {
                    stage.on_offer().iter().any(|(keys, _)| keys.iter().any(|key| key == "Enter"))
                };
                let enter = offered(&stage);
                for key in ["enter", "a"] {
                    stage.press(key).expect("a key");
                    let text = stage.text();
                    let range = text.contains("they go from 1 to");
                    assert!(!range, "{id}, {person}, {tabs} tabs, {end}, {key}:\n{text}");
                    let known = key == "enter" && text.contains("known from the claim");
                    assert!(!(enter && known), "{id}, {person}, {tabs} tabs, {end}:\n{text}");
                    told |= known;
                    // Where nothing is done, it is said why.
                    let mute = text.contains("Enter does nothing here");
                    assert!(!mute, "{id}, {person}, {tabs} tabs, {end}:\n{text}");
                }
            }
        }
    }
    assert!(told, "the output of a cross-examination is not read, and that is said");
}

#[test]
fn a_guess_of_a_series_is_called_one_and_its_result_is_a_score() {
    let twins = of_shipped("twins");
    let record = played(&twins, Seat::Judge, ["honest"; 3], &["rule alice"], 11);
    let mut stage = record.opened();
    let text = stage.text();
    let title = text.lines().next().expect("a title");
    assert!(title.contains("right in ") && title.contains(" of 10 rounds"), "{title}");
    stage.press("end").expect("a key");
    let text = stage.text();
    assert!(text.contains(": a guess"), "{text}");
    let said = panel(&mut stage);
    for wrong in ["Goal", "does not count", " won", " wins"] {
        assert!(!said.contains(wrong), "{wrong}: {said}");
    }
    tells(&mut stage, &["without a bit read", "No judge who may read 3 bits"]);
}

#[test]
fn a_number_that_was_off_is_not_called_best_where_the_truth_was_on_its_side() {
    let scenario = of_shipped("correlated-evidence");
    let moves = ["0.47", "0.74", "0.9", "0.6", "0.7"].map(|number| format!("estimate {number}"));
    let moves = moves.each_ref().map(String::as_str);
    let mut off = 0;
    for seed in 1..6 {
        let record = played(&scenario, Seat::Bob, ["honest"; 3], &moves, seed);
        let mut stage = record.opened();
        stage.press("home").expect("a key");
        for _ in 0..40 {
            stage.press("down").expect("a key");
            let text = stage.text();
            let Some(row) = text.lines().find(|row| row.contains('▸')) else { break };
            if !row.contains(": off") {
                continue;
            }
            let said = panel(&mut stage);
            assert!(said.contains("a number that was off"), "{said}");
            let by = said.split(" off,").next().and_then(|said| said.split_whitespace().last());
            assert!(by.is_some_and(|by| by.parse::<f64>().is_ok_and(|by| by >= 0.005)), "{said}");
            let cost =
                said.split("cost you").nth(1).and_then(|rest| rest.split_whitespace().next());
            assert!(cost.is_some_and(|cost| cost.parse::<f64>().is_ok()), "{said}");
            off += 1;
        }
        assert!(!stage.text().contains("0.90: no loss"), "{}", stage.text());
    }
    assert!(off > 3, "{off}");
}

#[test]
fn a_move_lost_a_payment_only_if_the_best_one_there_would_have_met_the_goal() {
    let mut headed = [0; 2];
    for (id, numbers) in [
        ("correlated-evidence", &["0.47", "0.74", "0.9", "0.6", "0.7"][..]),
        ("needle-estimates", &["0.3", "0.2", "0.9", "0.9", "0.9", "0.97"]),
        ("three-lamps", &["0.5", "0.2"]),
        ("most-of-three", &["0.972", "0.2", "0.9", "0.9"]),
        ("all-of-three", &["0.729", "0.2", "0.9", "0.9"]),
    ] {
        let scenario = of_shipped(id);
        let own = |seat: Seat| {
            let player = scenario.seats.of(seat).and_then(|player| player.value.plan.program());
            player.filter(|name| *name != "human").unwrap_or("honest").to_owned()
        };
        let others = Seat::each(own);
        let moves: Vec<String> =
            numbers.iter().map(|number| format!("estimate {number}")).collect();
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        for seed in one_in(3, 1..6) {
            let others = others.each_ref().map(String::as_str);
            let mut stage = played(&scenario, Seat::Bob, others, &moves, seed).opened();
            stage.press("home").expect("a key");
            let said = panel(&mut stage);
            let lost = said.contains("the move that lost it");
            let short = said.contains("that misses the goal too");
            assert!(!(lost && short), "{id}, {seed}: {said}");
            let most = scenario.goal().and_then(|goal| goal.value.paid_at_most).unwrap_or(0.0);
            let by_honest_play = said.split("honest ").skip(1).find_map(|rest| {
                let number = rest.split_whitespace().next()?;
                number.replace(',', "").replace('−', "-").parse::<f64>().ok()
            });
            let Some(paid) = by_honest_play else { continue };
            assert!(!lost || paid <= most, "{id}, {seed}: {paid}: {said}");
            assert!(!short || paid > most, "{id}, {seed}: {paid}: {said}");
            headed[usize::from(lost)] += 1;
        }
    }
    assert!(headed[0] > 0 && headed[1] > 0, "{headed:?}");
}

#[test]
fn what_no_move_lost_is_said_of_honest_play_and_who_wins_against_this_bob_beside_it() {
    let scenario = of_shipped("lazy-bob");
    let record = played(&scenario, Seat::Alice, ["", "lazy", "honest"], &["write 111101111"], 3);
    let mut stage = record.opened();
    let words = ["against honest play", "with the best Alice against lazy", "1.000000 (exact)"];
    tells(&mut stage, &words);
}

#[test]
fn a_covered_debate_does_not_tell_by_its_cursor_which_step_will_be_on_trial() {
    let scenario = of_shipped("contract-comma");
    let record = played(&scenario, Seat::Bob, ["honest"; 3], &["point 9"], 3);
    let mut stage = record.opened();
    stage.press("end").expect("a key");
    let tells = |stage: &Stage| stage.text().lines().any(|row| row.contains(" step 9 "));
    assert!(tells(&stage), "{}", stage.text());
    stage.press("s").expect("a key");
    let text = stage.text();
    assert!(text.contains("what comes is covered") && !tells(&stage), "{text}");
}

#[test]
fn a_click_on_a_covered_debate_leads_to_no_later_move() {
    let record = played(&of_shipped("find-the-lie"), Seat::Judge, ["honest"; 3], &["rule bob"], 3);
    let mut stage = record.opened();
    stage.press("s").expect("a key");
    for row in 0..23 {
        stage.click(10, row);
        let text = stage.text();
        assert!(text.contains("what comes is covered") && text.contains(" move 0"), "{text}");
    }
}

#[test]
fn what_comes_stays_covered_while_a_class_vote_is_typed() {
    let record = played(&of_shipped("find-the-lie"), Seat::Judge, ["honest"; 3], &["rule bob"], 3);
    let mut stage = record.opened();
    assert!(stage.text().contains("Bob won"), "{}", stage.text());
    for key in ["s", "V"] {
        stage.press(key).expect("a key");
        assert!(!stage.text().contains("Bob won"), "{key}: {}", stage.text());
    }
    assert!(stage.text().contains("class vote"), "{}", stage.text());
}
