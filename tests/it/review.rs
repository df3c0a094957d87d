//! The review at 80x24: the move that lost and the reason, luck, the curve of any debate, the par
//! of payments.

use std::collections::BTreeSet;

use elenchus::debate::{Advance, RecordEntry, SeatPlan};
use elenchus::review::{Crossroads, Trial};
use elenchus::rules::{Seat, Turn};
use elenchus::scenario::Scenario;
use elenchus::tui::headless::HeadlessPlayground;
use elenchus::work::CancelToken;

use crate::kit::{
    self, SMALL, named as scenario, one_in, press, seated, settle, shipped, shows, until,
    until_evaluated,
};

/// The review of a record, with everything evaluated.
fn review(scenario: &Scenario, record: &[RecordEntry], size: (u16, u16)) -> HeadlessPlayground {
    let scenario = Scenario { moves: None, ..scenario.clone() };
    let yaml = elenchus::scenario::write(&scenario).expect("it can be written");
    let lines: String = record.iter().map(|line| format!("  - {line}\n")).collect();
    let folder = kit::folder();
    let path = kit::file(folder.path(), "record.yaml", &format!("{yaml}\nmoves:\n{lines}"));
    let mut stage = kit::stage(&path, size, "");
    until_evaluated(&mut stage);
    stage
}

/// A record with a person in a seat. Programs play the others, and `moves` are the person's.
fn played(
    scenario: &Scenario,
    person: Seat,
    others: [&str; 3],
    moves: &[&str],
    seed: u64,
) -> Record {
    let mut players = others;
    players[person.index()] = "human";
    let mut scenario = Scenario { seed: Some(seed), ..scenario.clone() };
    let mut game = seated(&scenario, players, seed);
    let mut left = moves.iter();
    while let Advance::Waiting(seat) = game.table().run().expect("programs play") {
        let mv = left.next().or(moves.last()).expect("a move").parse().expect("a move");
        game.play(seat, mv).expect("it is legal");
    }
    for seat in Seat::ALL {
        scenario.seats.set(seat, game.seat_plan(seat));
    }
    Record { scenario, moves: game.record().to_vec() }
}

struct Record {
    scenario: Scenario,
    moves: Vec<RecordEntry>,
}

impl Record {
    fn opened(&self) -> HeadlessPlayground {
        review(&self.scenario, &self.moves, SMALL)
    }

    fn won_by_alice(&self) -> bool {
        let mut game = seated(&self.scenario, ["human"; 3], self.scenario.seed.expect("a seed"));
        for entry in &self.moves {
            game.apply(entry).expect("it was legal");
        }
        matches!(game.position().turn(), Turn::Over(end) if end.winner == elenchus::rules::Side::Alice)
    }
}

/// All pages of the panel beside the curve, as one line of words.
fn panel(stage: &mut HeadlessPlayground) -> String {
    let mut all: Vec<String> = Vec::new();
    let card = |stage: &HeadlessPlayground| -> Vec<String> {
        let text = stage.text();
        let mut rows = text.lines().skip(2);
        let head: Vec<char> = rows.next().expect("the upper edge").chars().collect();
        let from = head.iter().rposition(|&c| c == '╭').expect("a card on the right");
        let inside = rows.map(|row| row.chars().skip(from).collect::<String>());
        // The bar is on the frame, and the last row is the lower edge.
        let inside = inside.take_while(|row| row.starts_with(['│', '╰']));
        inside.map(|row| row.trim_matches(['│', '█', '─', '╰', '╯', ' ']).to_owned()).collect()
    };
    // Goes back to the first page.
    for _ in 0..20 {
        if card(stage).iter().any(|row| row.contains('↑')) {
            press(stage, "pageup");
        }
    }
    for _ in 0..30 {
        let rows = card(stage);
        for row in rows.iter().filter(|row| !row.is_empty() && !row.starts_with(['↑', '↓'])) {
            if !all.contains(row) {
                all.push(row.clone());
            }
        }
        if !rows.iter().any(|row| row.contains('↓')) {
            break;
        }
        press(stage, "pagedown");
    }
    all.join(" ")
}

/// A debate of one protocol about this machine, with a person in this seat.
fn about(seat: &str, protocol: &str, machine: &str) -> Scenario {
    let seat = format!("title: t, seat: {seat},");
    kit::scenario(&kit::about(protocol, machine).replacen("title: t,", &seat, 1))
}

/// The full panel of debates that were lost, each in another way.
#[test]
fn the_panel_of_lost_debates_stays_as_it_is() {
    let ask = |answer: &str| format!("plan: {{steps: [{{ask: Is it so?, {answer}}}]}}");
    let coin = about("bob", "stochastic: {k: 1, constants: teaching}", &ask("yes: 0.3"));
    let lie = about("alice", "cross-examination: {claim: 1}", &ask("answer: no"));
    // Three unlikely votes: Alice has little to lose with any number.
    let unlikely = "votes: {question: Is it so?, votes: 3, yes: 0.1, rule: majority}";
    let unlikely = about("alice", "stochastic: {k: 2, constants: teaching}", unlikely);
    let copies: String = (3..30).map(|before| format!("{{copy: {before}}}, ")).collect();
    let ask = "{ask: Is it so?, answer: yes}";
    let long =
        format!("plan: {{steps: [{ask}, {ask}, {{and: [1, 2]}}, {copies}{{and: [30, 1]}}]}}");
    let long = about("judge", "cross-examination: {claim: 1}", &long);
    let reads = ["read step 1", "read step 30", "read step 2", "read step 3", "rule alice"];
    let [find, vote, lazy] = ["find-the-lie", "caffeine-vote", "lazy-bob"].map(scenario);
    let tried = ["state 0.17"; 3];
    // The event, its place, the seat, the players, the person's moves, and the seed.
    type Case<'a> = (&'a str, &'a Scenario, Seat, [&'a str; 3], &'a [&'a str], u64);
    let debates: [Case<'_>; 8] = [
        ("a lie that Bob passed by", &find, Seat::Bob, ["lie-at:3", "", "honest"], &["point 5"], 7),
        ("a false claim", &find, Seat::Alice, ["", "honest", "honest"], &["write 1111111"], 7),
        (
            "a number too far off",
            &vote,
            Seat::Alice,
            ["", "honest", "honest"],
            &["state 0.6", "state 0.62"],
            3,
        ),
        ("only coins", &coin, Seat::Bob, ["honest", "", "honest"], &["continue"], 0),
        ("a lost cause", &lie, Seat::Alice, ["", "honest", "honest"], &["write 1"], 7),
        ("a number that was tried", &unlikely, Seat::Alice, ["", "honest", "honest"], &tried, 0),
        ("reads that do not fit", &long, Seat::Judge, ["lie-at:3", "lazy", ""], &reads, 1),
        ("a lazy Bob", &lazy, Seat::Alice, ["", "lazy", "honest"], &["write 111101111"], 3),
    ];
    let aborted = |record: &Record| {
        // Before the gate, which needs no votes.
        let moves: Vec<String> = record.moves.iter().map(ToString::to_string).collect();
        moves.iter().filter(|mv| mv.contains("alice: state")).count() < 4
            && moves.iter().any(|mv| mv.contains("bob: abort"))
    };
    let mut all = String::new();
    for (what, scenario, person, others, moves, seed) in debates {
        // Without a seed, the first debate that is lost in this way.
        let record = match (seed, person) {
            (0, person) => (1..60)
                .map(|seed| played(scenario, person, others, moves, seed))
                .find(|record| match person {
                    Seat::Bob => record.won_by_alice(),
                    _ => aborted(record) && !record.won_by_alice(),
                })
                .expect("one debate is lost in this way"),
            (seed, _) => played(scenario, person, others, moves, seed),
        };
        all += &format!("{what}: {}\n", panel(&mut record.opened()));
    }
    insta::assert_snapshot!(all);
}

#[test]
fn later_moves_stay_covered_at_clicks_and_while_a_class_vote_is_typed() {
    let record = played(&scenario("find-the-lie"), Seat::Judge, ["honest"; 3], &["rule bob"], 3);
    let mut stage = record.opened();
    shows(&stage, &["Bob won"]);
    press(&mut stage, "s");
    for row in 0..23 {
        stage.click(10, row);
        shows(&stage, &["The rest is covered: move 0."]);
    }
    let text = press(&mut stage, "V");
    assert!(text.contains("class vote") && !text.contains("Bob won"), "{text}");
}

#[test]
fn every_debate_with_payments_has_a_par() {
    for (id, scenario) in shipped() {
        let game = seated(&scenario, ["honest"; 3], 1);
        if game.payoff_unit() == elenchus::analysis::PayoffUnit::Payoff {
            let par = kit::evaluated(&*game, elenchus::debate::NodeId::START);
            assert!(par.is_some(), "{id}: the payment of honest play is unknown");
        }
    }
}

#[test]
fn the_lab_of_a_review_has_the_players_of_the_debate_and_the_moves_of_the_person() {
    let find = scenario("find-the-lie");
    let record = played(&find, Seat::Bob, ["lie-at:3", "", "honest"], &["point 5"], 7);
    let mut stage = record.opened();
    press(&mut stage, "L");
    until(&mut stage, &["Lab · "]);
    shows(&stage, &["lie-at:3", "Bob: in your place"]);
    // It runs by itself.
    until(&mut stage, &["0/400 = 0.000"]);
    // The person's own moves point past the lie.
    while !stage.text().contains("▸ Bob's player") {
        press(&mut stage, "down");
    }
    press(&mut stage, "enter");
    until(&mut stage, &["6 of 6 points"]);
    press(&mut stage, "right");
    until(&mut stage, &["400/400 = 1.000"]);
    for row in stage.text().lines() {
        assert!(row.chars().count() <= 80, "{row}");
    }
}

/// Debates of every protocol in which a player chooses bits, steps, wires and claims on the board.
const ON_BOARDS: &str = "find-the-lie contract-comma two-faced-alice adder-carry-lie parity-of-eight-walk \
    query-golf midpoint-hunt who-wrote-last verifier-read verifier-cross-examined four-intervals seating-plan twins";

#[test]
fn enter_is_offered_only_if_it_can_use_the_cursor() {
    let mut told = false;
    let all = one_in(5, kit::words(ON_BOARDS));
    for (id, person) in all.flat_map(|id| Seat::ALL.map(|person| (id, person))) {
        let mut entry = kit::entry(id);
        let scenario = entry.scenario.as_mut().expect("it reads");
        for seat in Seat::ALL {
            let plan = if seat == person { SeatPlan::Human } else { SeatPlan::honest() };
            scenario.seats.set(seat, plan);
        }
        (scenario.seat, scenario.moves) = (Some(person), None);
        let mut tried = BTreeSet::new();
        for (tabs, end) in (0..4).flat_map(|tabs| [(tabs, "home"), (tabs, "end")]) {
            let mut stage = HeadlessPlayground::new(Vec::new(), SMALL, None);
            stage.open(&entry);
            press(&mut stage, &format!("enter {}{end}", "tab ".repeat(tabs)));
            if !tried.insert(stage.text()) {
                continue;
            }
            let is_space = |key: &String| key == "space";
            let reads = stage.on_offer().iter().any(|(keys, _)| keys.iter().any(is_space));
            for key in ["space", "a", "enter"] {
                let text = press(&mut stage, key);
                let known = key == "space" && text.contains("known from the claim");
                told |= known;
                // If a key does nothing, the text says why.
                let wrong = text.contains("they go from 1 to")
                    || text.contains("Enter does nothing here")
                    || reads && known;
                assert!(!wrong, "{id}, {person}, {tabs} tabs, {end}, {key}:\n{text}");
            }
        }
    }
    assert!(told, "one screen says that the judge does not read the output");
}

#[test]
fn a_guess_of_a_series_is_called_one_and_its_result_is_a_score() {
    let twins = scenario("twins");
    let record = played(&twins, Seat::Judge, ["honest"; 3], &["rule alice"], 11);
    let mut stage = record.opened();
    let title = stage.text().lines().nth(1).expect("how it ended").to_owned();
    assert!(title.contains("right in ") && title.contains(" of 10 rounds"), "{title}");
    press(&mut stage, "tab end");
    shows(&stage, &[": a guess"]);
    let said = panel(&mut stage);
    for wrong in ["Goal", "does not count", " won", " wins"] {
        assert!(!said.contains(wrong), "{wrong}: {said}");
    }
}

#[test]
fn a_wrong_number_is_not_called_best_because_the_truth_was_on_its_side() {
    let mut off = 0;
    for seed in one_in(3, 1..6) {
        let numbers = estimates("0.47 0.74 0.9 0.6 0.7");
        let moves: Vec<&str> = numbers.iter().map(String::as_str).collect();
        let evidence = scenario("correlated-evidence");
        let mut stage = played(&evidence, Seat::Bob, ["honest"; 3], &moves, seed).opened();
        press(&mut stage, "tab home");
        for _ in 0..40 {
            let text = press(&mut stage, "down");
            let Some(row) = text.lines().find(|row| row.contains('▸')) else { break };
            if !row.contains(": off") {
                continue;
            }
            let said = panel(&mut stage);
            assert!(said.contains("A number that was off"), "{said}");
            let number = |text: Option<&str>| text.and_then(|text| text.parse::<f64>().ok());
            let words =
                said.split("is off by ").skip(1).filter_map(|said| said.split_whitespace().next());
            let mut by = words.map(|word| number(Some(word.trim_end_matches('.'))));
            assert!(by.find_map(|by| by).is_some_and(|by| by >= 0.005), "{said}");
            let cost = said.split("cost you").nth(1).and_then(|s| s.split_whitespace().next());
            assert!(number(cost).is_some(), "{said}");
            off += 1;
        }
        assert!(!stage.text().contains("0.90: no loss"), "{}", stage.text());
    }
    assert!(off > 1, "{off}");
}

/// The moves that state these numbers.
fn estimates(numbers: &str) -> Vec<String> {
    numbers.split(' ').map(|number| format!("estimate {number}")).collect()
}

#[test]
fn a_move_lost_a_payment_only_if_the_best_one_there_would_have_met_the_goal() {
    let mut headed = [0; 2];
    for (id, numbers) in [
        ("correlated-evidence", "0.47 0.74 0.9 0.6 0.7"),
        ("needle-estimates", "0.3 0.2 0.9 0.9 0.9 0.97"),
        ("three-lamps", "0.5 0.2"),
        ("most-of-three", "0.972 0.2 0.9 0.9"),
        ("all-of-three", "0.729 0.2 0.9 0.9"),
    ] {
        let scenario = scenario(id);
        let others = Seat::each(|seat| scenario.player(seat).without_person().words());
        let moves = estimates(numbers);
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        for seed in one_in(3, 1..6) {
            let others = others.each_ref().map(String::as_str);
            let mut stage = played(&scenario, Seat::Bob, others, &moves, seed).opened();
            press(&mut stage, "home");
            let said = panel(&mut stage);
            let lost = said.contains("The move that lost it");
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
fn the_cursor_of_a_covered_debate_does_not_reveal_the_step_on_trial() {
    let comma = scenario("contract-comma");
    let mut stage = played(&comma, Seat::Bob, ["honest"; 3], &["point 9"], 3).opened();
    let tells = |text: String| text.lines().any(|row| row.contains(" step 9 "));
    assert!(tells(press(&mut stage, "end")), "{}", stage.text());
    assert!(!tells(press(&mut stage, "s")), "{}", stage.text());
    shows(&stage, &["The rest is covered"]);
}

/// Debates that programs played, by these Alices.
const ENDED: &str = "adder-carry-lie honest | caffeine-vote shift:0.2 | find-the-lie lie-at:3 | \
    four-estimates obfuscator | four-intervals obfuscator | lazy-bob honest | midpoint-hunt wrong-at:77:2 | \
    million-gates wrong-at:314159 | parity-of-eight honest | parity-of-eight-walk honest | rhythm honest | \
    shading-bob honest | smuggled-cell wrong-at:700001:1 | tableau-smuggled-cell wrong-at:40:1 | twins honest | \
    two-faced-alice adaptive | verifier-cross-examined random | verifier-read random";

/// The reason for each result, and its bounds for a million steps, gates, leaves or inputs: ⌈log₂
/// 10⁶⌉ is 20, and ⌈log₄ 10⁶⌉ is 10.
#[test]
fn the_words_at_the_end_stay_as_they_are() {
    let all = ENDED.split(" | ").map(|ended| {
        let (id, alice) = ended.split_once(' ').expect("a debate and its Alice");
        let mut game = seated(&scenario(id), [alice, "honest", "honest"], 1);
        settle(&mut *game);
        let now = game.position();
        let said = [Some(now.outcome_reason()), now.decided_by(), now.at_a_million()];
        let said: Vec<String> = said.into_iter().flatten().collect();
        format!("{id}, {alice}:\n  {}\n", said.join("\n  "))
    });
    insta::assert_snapshot!(all.collect::<String>());
}

#[test]
fn every_choice_of_a_deterministic_debate_is_tried() {
    let tried = |id: &str, players: [&str; 3], moves: &[&str]| {
        let scenario = scenario(id);
        let mut game = seated(&scenario, players, scenario.seed.unwrap_or(1));
        moves.iter().for_each(|mv| kit::play(&mut *game, mv));
        Trial::new(&scenario, &*game)
            .map(|trial| trial.run(&CancelToken::default()).expect("not stopped"))
    };
    let winning = |place: &Crossroads| -> Vec<String> {
        let winning = place.choices.iter().filter(|one| one.wins);
        winning.map(|one| one.number.clone().unwrap_or_else(|| one.words.clone())).collect()
    };
    let found =
        tried("find-the-lie", ["lie-at:3", "human", "honest"], &["point 1"]).expect("tried");
    assert_eq!((found.len(), winning(&found[0])), (1, vec!["3".to_owned()]));
    assert!(found[0].is_lost() && found[0].choices.len() == 7);
    let found = tried("four-intervals", ["obfuscator", "human", "honest"], &["pick 1"]);
    assert_eq!(winning(&found.expect("tried")[0]), ["4"]);
    // Alice's fresh bits make the step right, so the rules bind the judge, and no ruling is for the right side.
    let read = ["read step 4", "read step 5", "read step 6", "rule bob"];
    let found = tried("two-faced-alice", ["adaptive", "honest", "human"], &read).expect("tried");
    assert!(found.iter().all(|place| winning(place).is_empty()), "{found:?}");
    // Bob chooses the first half each time. The first time that the lie is in the second half, he loses. After that, no
    // choice wins.
    let halves = ["dispute first"; 7];
    let found =
        tried("midpoint-hunt", ["wrong-at:77:2", "human", "honest"], &halves).expect("tried");
    assert_eq!(found.len(), 7);
    let lost =
        found.iter().position(Crossroads::is_lost).expect("the lie is not in the first step");
    let keeps = |place: &Crossroads| place.choices.iter().any(|one| one.is_chosen && one.wins);
    assert!(lost > 0 && found[..lost].iter().all(keeps), "{found:?}");
    assert_eq!(winning(&found[lost]), ["The second half"]);
    assert!(found[lost + 1..].iter().all(|place| winning(place).is_empty()), "{found:?}");
    // If a debate has random draws, a single choice does not decide the result, so there is no trial.
    let game = seated(&scenario("caffeine-vote"), ["honest", "human", "honest"], 1);
    assert!(Trial::new(&scenario("caffeine-vote"), &*game).is_none());
}
