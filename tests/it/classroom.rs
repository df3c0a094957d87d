//! The classroom: what is kept of a debate, what goals count, and what grades are given.

use std::path::Path;
use std::process::Command;

use elenchus::analysis::Game;
use elenchus::debate::{Advance, SeatPlan};
use elenchus::review::{Doubt, GradedRecord, Judgement, Reach, reach, replay};
use elenchus::rules::{Move, Seat};
use elenchus::scenario::library::{self, Origin};
use elenchus::scenario::{
    Attempt, Fault, RecordLine, Scenario, Verdict, archive, fingerprint, journal, open, read,
    resume,
};
use elenchus::tui::stage::Stage;
use elenchus::work::Token;

use crate::kit::elenchus;
pub use crate::kit::named as scenario;

/// A shipped scenario with something of its text replaced.
pub fn changed(id: &str, from: &str, to: &str) -> Scenario {
    let text = elenchus::scenario::write(&scenario(id)).expect("it can be written");
    assert!(text.contains(from), "{text}");
    read(id, &text.replacen(from, to, 1)).expect("it reads")
}

/// Plays a person's moves, each when a person is asked, and everything else.
pub fn play(game: &mut dyn Game, moves: &[&str]) {
    let mut moves = moves.iter();
    while let Advance::Waiting(seat) = game.table().run().expect("programs play legal moves") {
        let Some(mv) = moves.next() else { return };
        let mv: Move = mv.parse().expect("a move");
        game.play(seat, mv).expect("it is legal");
    }
}

/// What a record comes to, beside what was handed out.
pub fn grade(record: &Scenario, original: Option<&Scenario>) -> Result<GradedRecord, Fault> {
    elenchus::review::grade(record, original, false)
}

/// The record of somebody who played a scenario.
pub fn record(id: &str, scenario: &Scenario, player: &str, moves: &[&str]) -> Scenario {
    let mut attempted = scenario.clone();
    let mut attempt = Attempt::at(id, scenario, "2026-11-21T12:00:00Z").expect("it can be written");
    attempt.player = elenchus::scenario::Words::new(player).expect("a name");
    let mut game = resume(scenario).expect("it opens");
    play(&mut *game, moves);
    attempted.attempt = Some(attempt);
    journal::played(&attempted, &*game)
}

pub const DUEL: &str = "qbf-duel";
/// Bob wins the duel with these bits, and loses it with those.
pub const WON: [&str; 2] = ["bit 1", "bit 0"];
pub const LOST: [&str; 2] = ["bit 0", "bit 0"];

pub fn duel(player: &str, moves: &[&str]) -> Scenario {
    record(DUEL, &scenario(DUEL), player, moves)
}

/// A duel in which Bob took a losing bit back, and won.
fn second_try(scenario: &Scenario) -> Box<dyn Game> {
    let mut game = open(scenario).expect("it opens");
    play(&mut *game, &["bit 0"]);
    let back = game.table().last_choice().expect("a move to take back");
    game.go_to(back).expect("a place");
    play(&mut *game, &WON);
    game
}

pub fn saved(folder: &Path, name: &str, record: &Scenario) -> String {
    let path = folder.join(name);
    journal::save(&path, record).expect("it can be written");
    path.to_str().expect("a name").to_owned()
}

#[test]
fn a_move_that_the_seed_does_not_give_is_named() {
    let mut forged = duel("Cy", &LOST);
    let moves = forged.moves.as_mut().expect("played");
    // Alice's answer to w = 0 is another than her program's.
    let alice = |line: &&mut elenchus::scenario::At<RecordLine>| {
        line.value.0.to_string().starts_with("alice: bit")
    };
    let line = moves.iter_mut().find(alice).expect("she plays");
    let flipped = match line.value.0.to_string().as_str() {
        "alice: bit 0" => "alice: bit 1",
        _ => "alice: bit 0",
    };
    line.value.0 = flipped.parse().expect("a move");
    let replayed = replay(&forged).expect("it can be played");
    let Some(Doubt::NotFromTheSeed { says, due: Some(due), .. }) = replayed.doubts.first() else {
        panic!("{:?}", replayed.doubts);
    };
    assert_eq!(says.to_string(), flipped);
    assert_ne!(due, says);
    // Whoever tells of the record says so.
    let home = tempfile::tempdir().expect("a folder");
    let file = archive::keep(&archive::folder(&home.path().join("elenchus")), &forged);
    let file = file.expect("it can be written");
    let name = file.file_stem().expect("a name").to_string_lossy();
    for told in [&["archive", "show", &name][..], &["replay", &file.to_string_lossy()]] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_elenchus"));
        let output = command.args(told).env("XDG_DATA_HOME", home.path()).output();
        let text = String::from_utf8(output.expect("it runs").stdout).expect("text");
        assert!(text.contains(&format!("not borne out: move 3, `{flipped}`")), "{text}");
    }
}

#[test]
fn a_judge_in_person_cannot_rule_against_what_can_be_read() {
    let original = scenario(DUEL);
    let mut both = original.clone();
    both.seats.set(Seat::Judge, SeatPlan::Human);
    let ruled = record(DUEL, &both, "Di", &["bit 0", "bit 0", "rule bob"]);
    let graded = grade(&ruled, Some(&original)).expect("it can be played");
    assert_eq!(graded.goal, Some(Verdict::Missed), "Bob won by a ruling that does not count");
    assert_eq!(graded.rulings.len(), 1, "{:?}", graded.rulings);
    assert!(graded.doubts.is_empty(), "a mistake is a mistake: {:?}", graded.doubts);
    assert_eq!(graded.judgement, Judgement::OtherPlayers(vec![Seat::Judge], false));
    // A ruling that what can be read bears out is none.
    let fair = record(DUEL, &both, "Di", &["bit 1", "bit 0", "rule bob"]);
    assert!(replay(&fair).expect("it can be played").rulings.is_empty());
}

#[test]
fn another_scenario_under_the_name_of_an_exercise_is_named() {
    let easier = changed(DUEL, "winner: bob", "winner: alice");
    let record = record(DUEL, &easier, "Eve", &LOST);
    let graded = grade(&record, Some(&scenario(DUEL))).expect("it can be played");
    assert_eq!(graded.judgement, Judgement::AnotherVersion(vec!["goal"]));
}

#[test]
fn the_fingerprint_tells_what_was_handed_out_and_not_who_played() {
    let original = scenario(DUEL);
    let hash = fingerprint(&original).expect("it can be written");
    let played = duel("Ada", &WON);
    assert_eq!(fingerprint(&played.as_handed_out()).expect("it can be written"), hash);
    assert_eq!(*played.attempt.expect("an attempt").hash, *hash);
    let easier = changed(DUEL, "winner: bob", "winner: alice");
    assert_ne!(fingerprint(&easier).expect("it can be written"), hash);
}

#[test]
fn moves_that_an_exercise_forbids_do_not_pass() {
    let strict = changed(DUEL, "lesson:", "exercise: {forbid: [seats, undo]}\nlesson:");
    let original = &strict;
    let mut record = record(DUEL, &strict, "Flo", &WON);
    let graded = grade(&record, Some(original)).expect("it can be played");
    assert_eq!(graded.judgement, Judgement::Reached);
    record.seed = Some(77);
    let reseeded = grade(&record, Some(original)).expect("it can be played");
    assert!(matches!(
        reseeded.judgement,
        Judgement::DoesNotReplay(_) | Judgement::OtherPlayers(..)
    ));
    // Taking back: a losing bit, then the winning one.
    let game = second_try(&strict);
    let mut attempted = strict.clone();
    attempted.attempt = Some(Attempt::at(DUEL, &strict, "").expect("it can be written"));
    let taken_back = grade(&journal::played(&attempted, &*game), Some(original)).expect("playable");
    assert_eq!(taken_back.goal, Some(Verdict::Reached));
    let back = "line 4 goes back, which the exercise forbids".to_owned();
    assert_eq!(taken_back.judgement, Judgement::DoesNotReplay(vec![back]));
}

#[test]
fn moves_that_were_handed_out_must_be_in_the_record_as_they_were() {
    let mut position = scenario(DUEL);
    let mut game = open(&position).expect("it opens");
    play(&mut *game, &["bit 1"]);
    position.moves = journal::played(&position, &*game).moves;
    let handed_out = position.moves.as_ref().expect("moves").len();
    assert!(handed_out > 0);
    let mut record = record(DUEL, &position, "Gil", &["bit 0"]);
    assert_eq!(record.attempt.as_ref().expect("an attempt").handed_out, handed_out);
    let graded = grade(&record, Some(&position)).expect("it can be played");
    assert_eq!(graded.judgement, Judgement::Reached, "{graded:?}");
    record.attempt.as_mut().expect("an attempt").handed_out = 0;
    let graded = grade(&record, Some(&position)).expect("it can be played");
    assert_eq!(graded.judgement, Judgement::AnotherVersion(vec!["moves"]), "{graded:?}");
}

#[test]
fn a_drill_counts_every_move_of_the_person_also_those_taken_back() {
    let drill = changed(DUEL, "goal:\n    winner: bob", "goal:\n    winner: bob\n    best: all");
    let perfect = record(DUEL, &drill, "Hal", &WON);
    assert_eq!(replay(&perfect).expect("playable").goal, Some(Verdict::Reached));
    let game = second_try(&drill);
    let tried = journal::played(&drill, &*game);
    assert_eq!(replay(&tried).expect("playable").goal, Some(Verdict::Missed));
}

#[test]
fn goals_about_rounds_and_payments_are_computed_from_the_debate() {
    let paid = |goal: &str| {
        let scenario = changed("calibrated-bob", "winner: alice", goal);
        let mut game = open(&scenario).expect("it opens");
        for seat in Seat::ALL {
            game.set_seat(seat, &SeatPlan::honest()).expect("it has one");
        }
        game.table().run().expect("legal");
        let mut record = journal::played(&scenario, &*game);
        record.seat = None;
        replay(&record).expect("playable").goal
    };
    let most = 1e9;
    assert_eq!(paid(&format!("paid-at-most: {most:.1}")), Some(Verdict::Reached));
    assert_eq!(paid(&format!("paid: {most:.1}")), Some(Verdict::Missed));
    assert_eq!(paid("paid-at-most: -1000000.0"), Some(Verdict::Missed));
    let rounds = |most: u32| {
        let goal = format!("winner: bob\n    rounds: {most}");
        let scenario = changed("midpoint-hunt", "winner: bob", &goal);
        let mut scenario = scenario;
        scenario.seats.set(Seat::Bob, SeatPlan::honest());
        let mut game = open(&scenario).expect("it opens");
        game.table().run().expect("legal");
        replay(&journal::played(&scenario, &*game)).expect("playable").goal
    };
    assert_eq!(rounds(100), Some(Verdict::Reached));
    assert_eq!(rounds(1), Some(Verdict::Missed));
}

#[test]
fn check_finds_goals_that_no_play_or_any_play_reaches() {
    let reached = |goal: &str| {
        let scenario = changed(DUEL, "winner: bob", goal);
        reach(&scenario, &Token::default()).expect("it can be played")
    };
    assert_eq!(reached("winner: bob"), Reach::SomePlay);
    assert_eq!(reached("winner: bob\n    queries: 0"), Reach::NoPlay);
    assert_eq!(reached("queries: 100\n    winner: bob"), Reach::SomePlay);
    let any = changed("query-golf", "winner: bob\n    queries: 4", "right: true\n    queries: 1");
    assert_eq!(reach(&any, &Token::default()).expect("playable"), Reach::NoPlay);
    assert_eq!(reached("winner: bob\n    best: all"), Reach::SomePlay);
    // Alice names two of three subclaims, all of them true: whichever she names, she wins.
    let named = |winner: &str| {
        let leaves = "a: {claim: A, is: true}, b: {claim: B, is: true}, c: {claim: C, is: true}";
        let tree = format!("root: {{claim: R, at-least: {{k: 2, of: [a, b, c]}}}}, {leaves}");
        let text = format!(
            "{{elenchus: 1, title: T, claim: C, protocol: {{recursive-debate: {{answer: yes}}}}, \
             machine: {{claims: {{tree: {{{tree}}}}}}}, seats: {{alice: human}}, \
             lesson: {{goal: {{winner: {winner}}}}}}}"
        );
        let scenario = read("named.yaml", &text).expect("it reads");
        reach(&scenario, &Token::default()).expect("it can be played")
    };
    assert_eq!(named("alice"), Reach::AnyPlay);
    assert_eq!(named("bob"), Reach::NoPlay);
}

#[test]
fn a_goal_below_the_cost_of_honest_play_is_a_fault_where_no_other_play_is_found() {
    let ten = "winner: bob\n    queries: 10";
    for (id, goal) in
        [("sha-256", "winner: bob\n    queries: 20"), ("hundred-thousand-steps", "winner: bob")]
    {
        let cheap = changed(id, goal, ten);
        let reach = reach(&cheap, &Token::default()).expect("it can be played");
        assert_eq!(reach, Reach::Dearer(20), "{id}");
        let folder = tempfile::tempdir().expect("a folder");
        let path = saved(folder.path(), "cheap.yaml", &cheap);
        let output = elenchus(&["check", &path]);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let text = String::from_utf8(output.stdout).expect("text");
        assert!(text.contains("honest play takes 20 queries"), "{text}");
    }
}

#[test]
fn a_course_is_checked_debate_by_debate() {
    let output = elenchus(&["check", "exercises"]);
    let text = String::from_utf8(output.stdout).expect("text");
    let ok = text.lines().filter(|line| line.ends_with(": ok")).count();
    let exercises = elenchus::scenario::course::course("exercises").expect("shipped").entries;
    assert_eq!((output.status.code(), ok), (Some(0), exercises.len()), "{text}");
    let folder = tempfile::tempdir().expect("a folder");
    saved(folder.path(), "a.yaml", &scenario("find-the-lie"));
    let index = "title: Mine\ndebates: [a.yaml, contract-comma.yaml]\n";
    std::fs::write(folder.path().join("course.yaml"), index).expect("it can be written");
    let name = folder.path().to_str().expect("a name");
    let checked = || elenchus(&["check", name]);
    let text = String::from_utf8(checked().stdout).expect("text");
    assert_eq!(checked().status.code(), Some(1), "{text}");
    assert!(text.contains("a.yaml: ok"), "{text}");
    // What it advises is what helps.
    let advice =
        text.split('`').find(|part| part.starts_with("elenchus convert ")).expect("advice");
    let arguments: Vec<&str> = advice.split(' ').skip(1).collect();
    assert!(elenchus(&arguments).status.success(), "{advice}");
    assert_eq!(checked().status.code(), Some(0), "{:?}", checked());
}

#[test]
fn one_command_grades_four_players_and_names_what_one_of_them_did() {
    let folder = tempfile::tempdir().expect("a folder");
    let id = "ex-quantifiers-bob";
    let given = scenario(id);
    let kept = |name, record| saved(folder.path(), name, &record);
    let ada = kept("1.yaml", record(id, &given, "Ada", &["bit 1", "bit 1"]));
    let ben = kept("2.yaml", record(id, &given, "Ben", &["bit 0", "bit 0"]));
    let mut hinted = record(id, &given, "Cy", &["bit 1", "bit 1"]);
    hinted.attempt.as_mut().expect("an attempt").hints = 2;
    let cy = kept("3.yaml", hinted);
    // Eve sits in the judge's seat as well, rules for herself, and answers for Alice.
    let mut seats = given.clone();
    seats.seats.set(Seat::Judge, SeatPlan::Human);
    let mut forged = record(id, &seats, "Eve", &["bit 0", "bit 0", "rule bob"]);
    let honest = Attempt::at(id, &given, "").expect("it can be written");
    forged.attempt.as_mut().expect("an attempt").hash = honest.hash;
    let last = forged.moves.as_mut().expect("moves");
    let alice = last.iter().position(|l| l.value.0.to_string().starts_with("alice: bit"));
    let line = &mut last[alice.expect("she plays")];
    let other = if line.value.0.to_string().ends_with('0') { "bit 1" } else { "bit 0" };
    line.value.0 = format!("alice: {other}").parse().expect("a move");
    let eve = kept("4.yaml", forged);

    let csv = elenchus(&["grade", &ada, &ben, &cy, &eve, "--csv"]);
    assert_eq!(csv.status.code(), Some(1), "{csv:?}");
    let mut rows = csv::Reader::from_reader(&csv.stdout[..]);
    let names = rows.headers().expect("a head").clone();
    let rows: Vec<csv::StringRecord> = rows.records().collect::<Result<_, _>>().expect("rows");
    let cell = |row: usize, name: &str| {
        let at = names.iter().position(|own| own == name).expect("a column");
        rows[row].get(at).expect("a cell").to_owned()
    };
    let column = |name: &str| -> Vec<String> { (0..4).map(|row| cell(row, name)).collect() };
    assert_eq!(column("player"), ["Ada", "Ben", "Cy", "Eve"]);
    assert_eq!(column("verdict"), ["reached", "not reached", "reached", "does not replay"]);
    assert_eq!(column("goal")[..3], ["reached", "missed", "reached"]);
    assert_eq!(column("hints"), ["0", "0", "2", "0"]);
    assert_eq!(column("changed_seats"), ["", "", "", "judge"]);
    let why = cell(3, "why");
    for way in ["the seed gives", "what can be read says"] {
        assert!(why.contains(way), "{why}");
    }

    let all = elenchus(&["grade", &ada, &cy]);
    assert_eq!(all.status.code(), Some(0), "{all:?}");
    let text = std::fs::read_to_string(&ada).expect("it reads");
    let short = folder.path().join("short.yaml");
    std::fs::write(&short, &text[..text.len() / 3]).expect("it can be written");
    let cut = elenchus(&["grade", &ada, short.to_str().expect("a name")]);
    assert_eq!(cut.status.code(), Some(2), "{cut:?}");
    assert!(String::from_utf8_lossy(&cut.stdout).contains("Ada"), "the others are graded");
    assert!(String::from_utf8_lossy(&cut.stderr).contains("short.yaml"), "{cut:?}");
}

#[test]
fn a_record_whose_scenario_is_not_here_is_not_compared() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut own = changed(DUEL, "winner: bob", "winner: bob\n    queries: 9");
    own.title = elenchus::scenario::Words::new("Mine").expect("words");
    own.summary = elenchus::scenario::Words::new("Another.").expect("words");
    let path = saved(folder.path(), "own.yaml", &record("mine", &own, "Ida", &WON));
    let graded = elenchus(&["grade", &path]);
    assert_eq!(graded.status.code(), Some(1));
    let text = String::from_utf8_lossy(&graded.stdout).into_owned();
    assert!(text.contains("not compared") && text.contains("--scenario"), "{text}");
}

#[test]
fn a_finished_debate_is_kept_with_its_hints_and_retries_and_opens_again() {
    let data = tempfile::tempdir().expect("a folder");
    let folder = archive::folder(data.path());
    let entries = elenchus::scenario::library::shipped();
    assert!(matches!(entries[0].origin, Origin::Shipped));
    let mut stage = Stage::new(entries.clone(), (80, 40), Some(data.path().into()));
    // Two hints and a loss at the first debate, whose lie is at another step.
    stage.press("enter enter enter i i").expect("keys");
    stage.press("left enter enter v").expect("keys");
    assert!(!stage.text().contains("your name"), "nobody is asked unasked: {}", stage.text());
    // Only who saves a debate is asked whose it is.
    stage.press("w").expect("a key");
    assert!(stage.text().contains("your name"), "{}", stage.text());
    stage.type_text("Ada");
    stage.press("enter").expect("a key");
    assert!(stage.text().contains("save: to which file?"), "{}", stage.text());
    stage.press("esc").expect("a key");
    assert!(stage.text().contains("not reached"), "{}", stage.text());
    let kept = archive::list(&folder);
    let attempt = |at: usize| {
        let record = archive::list(&folder)[at].record.clone().expect("it reads");
        record.attempt.expect("an attempt")
    };
    assert_eq!(kept.len(), 1);
    assert_eq!((attempt(0).hints, attempt(0).retries), (2, 0));
    assert_eq!((&*attempt(0).player, attempt(0).goal), ("Ada", Some(Verdict::Missed)));
    assert_eq!(&*attempt(0).scenario, "find-the-lie");
    // A retry and a win: the same entry, which counts both.
    stage.press("n enter right right enter enter v").expect("keys");
    assert!(stage.text().contains("Goal reached"), "{}", stage.text());
    stage.press("w").expect("a key");
    assert!(!stage.text().contains("your name"), "it is asked once");
    stage.press("esc").expect("a key");
    assert_eq!(archive::list(&folder).len(), 1);
    assert_eq!((attempt(0).hints, attempt(0).retries), (2, 1));
    assert_eq!(attempt(0).goal, Some(Verdict::Reached));
    stage.press("q q").expect("keys");
    let results = std::fs::read_to_string(data.path().join("results.yaml")).expect("kept");
    for words in ["played: 1\n", "hints: 2\n", "retries: 1\n"] {
        assert!(results.contains(words), "{results}");
    }
    assert_eq!(journal::in_folder(&data.path().join("journals")).len(), 0);
    stage.press("p").expect("a key");
    assert!(stage.text().contains("1 kept") && stage.text().contains("Ada"), "{}", stage.text());
    stage.press("enter").expect("a key");
    assert!(stage.text().contains("review"), "{}", stage.text());
}

#[test]
fn a_goal_that_a_guess_reached_is_not_won_in_the_library() {
    let mut found = Vec::new();
    for ruling in ["left", "right"] {
        let data = tempfile::tempdir().expect("a folder");
        let mut stage = Stage::new(library::shipped(), (80, 120), Some(data.path().into()));
        stage.open(&library::find("pull-request-sum").expect("it is shipped"));
        // The judge rules, and has read nothing.
        stage.press(&format!("enter {ruling} enter enter v")).expect("keys");
        let guessed = stage.text().contains("was held by a guess");
        let results = std::fs::read_to_string(data.path().join("results.yaml")).expect("kept");
        let best = if guessed { "best: guessed" } else { "best: lost" };
        assert!(results.contains(best), "{results}\n{}", stage.text());
        stage.press("q q").expect("keys");
        assert_eq!(stage.text().contains("luck"), guessed, "{}", stage.text());
        found.push(guessed);
    }
    found.sort_unstable();
    assert_eq!(found, [false, true]);
}

#[test]
fn a_window_closed_over_an_old_line_adds_to_the_attempt_and_makes_none() {
    let data = tempfile::tempdir().expect("a folder");
    let entries = elenchus::scenario::library::shipped();
    let open = || Stage::new(entries.clone(), (80, 40), Some(data.path().into()));
    let kept = || {
        let kept = archive::list(&archive::folder(data.path()));
        assert_eq!(kept.len(), 1);
        kept[0].record.clone().expect("it reads")
    };
    // A loss and a win; then the first line is looked at.
    let mut stage = open();
    stage
        .press("enter enter enter left enter enter v n enter right right enter enter v")
        .expect("keys");
    assert!(stage.text().contains("Goal reached"), "{}", stage.text());
    let before = kept();
    stage.press("b up enter").expect("keys");
    drop(stage);
    let journals = data.path().join("journals");
    assert_eq!(journal::in_folder(&journals).len(), 1);
    let mut stage = open();
    while !journal::in_folder(&journals).is_empty() {
        assert!(stage.wait(std::time::Duration::from_secs(20)), "{}", stage.text());
    }
    while kept().moves.map(|moves| moves.len()) == before.moves.as_ref().map(Vec::len) {
        assert!(stage.wait(std::time::Duration::from_secs(20)), "{}", stage.text());
    }
    assert_eq!(kept().attempt, before.attempt);
}

#[test]
fn hints_survive_leaving_and_going_on() {
    let data = tempfile::tempdir().expect("a folder");
    let entries = elenchus::scenario::library::shipped();
    let mut stage = Stage::new(entries, (80, 24), Some(data.path().into()));
    stage.press("enter enter enter i i q").expect("keys");
    while !stage.text().contains("left open") {
        assert!(stage.wait(std::time::Duration::from_secs(20)), "{}", stage.text());
    }
    stage.press("r right right enter enter").expect("keys");
    assert!(stage.text().contains("Goal reached"), "{}", stage.text());
    let kept = archive::list(&archive::folder(data.path()));
    let attempt = kept[0].record.as_ref().expect("it reads").attempt.clone().expect("an attempt");
    assert_eq!(attempt.hints, 2);
}

#[test]
fn two_debates_of_one_name_and_moment_are_both_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = archive::keep(folder.path(), &duel("Ada", &WON)).expect("it can be written");
    let second = archive::keep(folder.path(), &duel("Ada", &LOST)).expect("it can be written");
    assert_ne!(first, second);
    let kept = archive::list(folder.path());
    assert_eq!(kept.len(), 2);
    assert!(archive::find(folder.path(), &duel("Ada", &WON)).is_some());
    let text = std::fs::read_to_string(&first).expect("it reads");
    std::fs::write(&first, &text[..40]).expect("it can be written");
    let kept = archive::list(folder.path());
    assert!(kept.last().expect("two").record.is_err(), "one cut short is listed, with its reason");
}

/// The exercises of the second course, with how each is reached.
const SOLVED: [(&str, &[&str]); 2] =
    [("ex-quantifiers-bob", &["bit 1", "bit 1"]), ("ex-quantifiers-alice", &["bit 0"])];

#[test]
fn the_exercises_forbid_their_players_to_be_changed_and_have_goals_that_hold() {
    let course = elenchus::scenario::course::course("exercises").expect("it is shipped");
    assert!(course.entries.len() >= 10);
    for entry in course.entries {
        let exercise = entry.scenario.expect("it reads");
        assert!(exercise.forbids(elenchus::scenario::Forbidden::Seats), "{}", entry.id);
        assert!(!exercise.allows_evaluation(), "{}", entry.id);
        let goal = exercise.goal().expect("it has a goal");
        let kinds = ["quantified", "bisection", "cross-examination", "prover-estimator"];
        assert!(kinds.contains(&exercise.protocol.value.name()));
        if goal.best.is_none() {
            let reach = reach(&exercise, &Token::default()).expect("it can be played");
            assert_eq!(reach, Reach::SomePlay, "{}", entry.id);
        }
    }
    for (id, moves) in SOLVED {
        let exercise = scenario(id);
        let graded =
            grade(&record(id, &exercise, "Ada", moves), Some(&exercise)).expect("playable");
        assert_eq!(graded.judgement, Judgement::Reached, "{id}: {graded:?}");
    }
}

#[test]
fn a_course_lists_its_debates_in_its_own_order_and_names_what_is_missing() {
    let folder = tempfile::tempdir().expect("a folder");
    saved(folder.path(), "a.yaml", &scenario("find-the-lie"));
    saved(folder.path(), "b.yaml", &scenario(DUEL));
    let index = folder.path().join("course.yaml");
    std::fs::write(
        &index,
        "title: Mine\ndebates:\n  - b.yaml\n  - a.yaml\n  - gone.yaml\n  - ../x.yaml\n",
    )
    .expect("it can be written");
    let name = folder.path().to_str().expect("a name");
    let course = elenchus::scenario::course::course(name).expect("it reads");
    assert_eq!(course.title, "Mine");
    let ids: Vec<&str> = course.entries.iter().map(|entry| entry.id.as_str()).collect();
    assert_eq!(ids, ["b", "a", "gone.yaml", "../x.yaml"]);
    let reason = course.entries[2].scenario.as_ref().expect_err("it is not there").to_string();
    assert!(reason.contains("course.yaml:5:5") && reason.contains("no such file"), "{reason}");
    assert!(course.entries[3].scenario.is_err(), "a course does not reach out of its folder");
    let listed = String::from_utf8(elenchus(&["list", "--course", name]).stdout).expect("text");
    assert!(listed.find("The duel") < listed.find("Find the lie"), "{listed}");
    assert_eq!(elenchus(&["list", "--course", "nowhere"]).status.code(), Some(2));
    std::fs::remove_file(&index).expect("it is there");
    let plain = elenchus::scenario::course::course(name).expect("a folder will do");
    assert_eq!(plain.entries.len(), 2);
}

#[test]
fn own_chapters_stand_where_their_order_says_and_those_of_one_name_are_one() {
    let data = tempfile::tempdir().expect("a folder");
    let own = data.path().join("elenchus/scenarios");
    std::fs::create_dir_all(&own).expect("a folder");
    let put = |name: &str, chapter: &str, order: u32| {
        let mut scenario = scenario(DUEL);
        scenario.title = elenchus::scenario::Words::new(name).expect("words");
        scenario.chapter = elenchus::scenario::Words::new(chapter).expect("words");
        scenario.order = Some(order);
        saved(&own, &format!("{name}.yaml"), &scenario);
    };
    put("mine-between", "Between", 150);
    put("mine-first", "Read almost nothing", 900);
    let output = Command::new(env!("CARGO_BIN_EXE_elenchus"))
        .arg("list")
        .env("XDG_DATA_HOME", data.path())
        .env("HOME", data.path())
        .output()
        .expect("it starts");
    let text = String::from_utf8(output.stdout).expect("text");
    let at = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what}: {text}"));
    assert!(at("mine-first") < at("\nBetween"), "{text}");
    assert!(at("\nBetween") < at("When the oracle is unsure"), "{text}");
    assert_eq!(text.matches("Read almost nothing\n").count(), 1);
}
