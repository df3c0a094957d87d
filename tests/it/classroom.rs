//! The classroom: the saved data of a debate, the goals and the grades.

use std::path::Path;

use elenchus::analysis::Game;
use elenchus::debate::{Advance, SeatPlan};
use elenchus::review::{
    GoalReachability, GradedRecord, Judgement, RecordMismatch, goal_reachability, replay,
};
use elenchus::rules::{Move, Seat};
use elenchus::scenario::{
    Attempt, Located, RecordLine, SafeText, Scenario, Verdict, YamlError, archive, course,
    fingerprint, journal, library, open, read, resume,
};
use elenchus::tui::headless::HeadlessPlayground;
use elenchus::work::CancelToken;

pub use crate::kit::named as scenario;
use crate::kit::{
    self, about, command, elenchus, file, folder, press, printed, said, shows, until,
};

/// A shipped scenario with a part of its text replaced.
pub fn changed(id: &str, from: &str, to: &str) -> Scenario {
    let text = elenchus::scenario::write(&scenario(id)).expect("it can be written");
    assert!(text.contains(from), "{text}");
    read(id, &text.replacen(from, to, 1)).expect("it reads")
}

/// Plays a person's moves in turn, and all moves that need no person.
pub fn play(game: &mut dyn Game, moves: &[&str]) {
    let mut moves = moves.iter();
    while let Advance::Waiting(seat) = game.table().run().expect("programs play legal moves") {
        let Some(mv) = moves.next() else { return };
        let mv: Move = mv.parse().expect("a move");
        game.play(seat, mv).expect("it is legal");
    }
}

pub fn grade(record: &Scenario, original: Option<&Scenario>) -> Result<GradedRecord, YamlError> {
    elenchus::review::grade(record, original, false)
}

/// The record of a player in a scenario.
pub fn record(id: &str, scenario: &Scenario, player: &str, moves: &[&str]) -> Scenario {
    let mut attempted = scenario.clone();
    let mut attempt = Attempt::at(id, scenario, "2026-11-21T12:00:00Z").expect("it can be written");
    attempt.player = SafeText::new(player).expect("a name");
    let mut game = resume(scenario).expect("it opens");
    play(&mut *game, moves);
    attempted.attempt = Some(attempt);
    journal::played(&attempted, &*game)
}

pub const DUEL: &str = "qbf-duel";
/// Bob wins the duel with the first bits, and loses it with the second.
pub const WON: [&str; 2] = ["bit 1", "bit 0"];
pub const LOST: [&str; 2] = ["bit 0", "bit 0"];

pub fn duel(player: &str, moves: &[&str]) -> Scenario {
    record(DUEL, &scenario(DUEL), player, moves)
}

/// A duel in which Bob undid a losing bit, and won.
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

/// Reverses the answer of Alice's program in a record. Returns the changed move.
fn forge(record: &mut Scenario) -> String {
    let moves = record.moves.as_mut().expect("played");
    let alice =
        |line: &&mut Located<RecordLine>| line.value.0.to_string().starts_with("alice: bit");
    let line = moves.iter_mut().find(alice).expect("she plays");
    let bit = if line.value.0.to_string().ends_with('0') { 1 } else { 0 };
    let flipped = format!("alice: bit {bit}");
    line.value.0 = flipped.parse().expect("a move");
    flipped
}

#[test]
fn a_move_that_the_seed_does_not_give_is_named() {
    let mut forged = duel("Cy", &LOST);
    let flipped = forge(&mut forged);
    let replayed = replay(&forged).expect("it can be played");
    let Some(RecordMismatch::NotFromTheSeed { says, due: Some(due), .. }) = replayed.doubts.first()
    else {
        panic!("{:?}", replayed.doubts);
    };
    assert_eq!(says.to_string(), flipped);
    assert_ne!(due, says);
    // Every command that shows the record names the changed move.
    let home = folder();
    let file = archive::keep(&archive::folder(&home.path().join("elenchus")), &forged);
    let file = file.expect("it can be written");
    let name = file.file_stem().expect("a name").to_string_lossy();
    for told in [&["archive", "show", &name][..], &["replay", &file.to_string_lossy()]] {
        let output = command(told).env("XDG_DATA_HOME", home.path()).output().expect("it runs");
        assert!(said(&output).contains(&format!("move 3, `{flipped}`")), "{output:?}");
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
    // A ruling against the evidence does not count.
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
fn the_fingerprint_identifies_the_exercise_and_not_the_player() {
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
    // Undo: a losing bit, then the winning one.
    let game = second_try(&strict);
    let mut attempted = strict.clone();
    attempted.attempt = Some(Attempt::at(DUEL, &strict, "").expect("it can be written"));
    let taken_back = grade(&journal::played(&attempted, &*game), Some(original)).expect("playable");
    assert_eq!(taken_back.goal, Some(Verdict::Reached));
    let back = "line 4 undoes moves, which the exercise forbids".to_owned();
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
    let reached = |id: &str, from: &str, goal: &str| {
        let scenario = changed(id, from, goal);
        let mut game = open(&scenario).expect("it opens");
        game.set_seats(&Seat::each(|_| SeatPlan::honest())).expect("they sit");
        game.table().run().expect("legal");
        let mut record = journal::played(&scenario, &*game);
        record.seat = None;
        replay(&record).expect("playable").goal
    };
    for (id, from, goal, verdict) in [
        ("calibrated-bob", "winner: alice", "paid-at-most: 1000000000.0", Verdict::Reached),
        ("calibrated-bob", "winner: alice", "paid: 1000000000.0", Verdict::Missed),
        ("calibrated-bob", "winner: alice", "paid-at-most: -1000000.0", Verdict::Missed),
        ("midpoint-hunt", "winner: bob", "winner: bob\n    rounds: 100", Verdict::Reached),
        ("midpoint-hunt", "winner: bob", "winner: bob\n    rounds: 1", Verdict::Missed),
    ] {
        assert_eq!(reached(id, from, goal), Some(verdict), "{goal}");
    }
}

#[test]
fn check_finds_goals_that_no_play_or_any_play_reaches() {
    let reached = |scenario: &Scenario| {
        goal_reachability(scenario, &CancelToken::default()).expect("it is playable")
    };
    for (id, from, goal, found) in [
        (DUEL, "winner: bob", "winner: bob", GoalReachability::SomePlay),
        (DUEL, "winner: bob", "winner: bob\n    queries: 0", GoalReachability::NoPlay),
        (DUEL, "winner: bob", "queries: 100\n    winner: bob", GoalReachability::SomePlay),
        (DUEL, "winner: bob", "winner: bob\n    best: all", GoalReachability::SomePlay),
        (
            "query-golf",
            "winner: bob\n    queries: 4",
            "right: true\n    queries: 1",
            GoalReachability::NoPlay,
        ),
    ] {
        assert_eq!(reached(&changed(id, from, goal)), found, "{goal}");
    }
    // Alice names two of three subclaims, all of them true. She wins with any two.
    for (winner, found) in [("alice", GoalReachability::AnyPlay), ("bob", GoalReachability::NoPlay)]
    {
        let text = about(
            "recursive-debate: {answer: yes}",
            "claims: {tree: {root: {claim: R, at-least: {k: 2, of: [a, b, c]}}, a: {claim: A, is: true}, \
             b: {claim: B, is: true}, c: {claim: C, is: true}}}",
        );
        let goal =
            format!("title: t, seats: {{alice: human}}, lesson: {{goal: {{winner: {winner}}}}},");
        assert_eq!(reached(&kit::scenario(&text.replacen("title: t,", &goal, 1))), found);
    }
}

#[test]
fn a_goal_below_the_cost_of_honest_play_is_a_fault_where_no_other_play_is_found() {
    let ten = "winner: bob\n    queries: 10";
    for (id, goal) in
        [("sha-256", "winner: bob\n    queries: 20"), ("hundred-thousand-steps", "winner: bob")]
    {
        let cheap = changed(id, goal, ten);
        let reach = goal_reachability(&cheap, &CancelToken::default()).expect("it can be played");
        assert_eq!(reach, GoalReachability::Dearer(20), "{id}");
        let folder = folder();
        let output = elenchus(&["check", "--reveal", &saved(folder.path(), "cheap.yaml", &cheap)]);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(said(&output).contains("20 queries"), "{output:?}");
    }
}

#[test]
fn a_course_is_checked_debate_by_debate() {
    let text = printed("check exercises");
    let ok = text.lines().filter(|line| line.ends_with(": ok")).count();
    let exercises = course::course("exercises").expect("shipped").entries;
    assert_eq!(ok, exercises.len(), "{text}");
    let folder = folder();
    saved(folder.path(), "a.yaml", &scenario("find-the-lie"));
    let index = |debates: &str| {
        file(folder.path(), "course.yaml", &format!("title: Mine\ndebates: [{debates}]\n"));
    };
    index("a.yaml, nowhere.yaml");
    let name = folder.path().to_str().expect("a name");
    let checked = || elenchus(&["check", name]);
    let text = said(&checked());
    assert_eq!(checked().status.code(), Some(1), "{text}");
    assert!(text.contains("a.yaml: ok") && text.contains("`nowhere.yaml`"), "{text}");
    // A shipped scenario needs no file.
    index("a.yaml, contract-comma.yaml");
    assert_eq!(checked().status.code(), Some(0), "{:?}", checked());
}

#[test]
fn one_command_grades_four_players_and_names_what_one_of_them_did() {
    let folder = folder();
    let id = "ex-quantifiers-bob";
    let given = scenario(id);
    let kept = |name, record| saved(folder.path(), name, &record);
    let ada = kept("1.yaml", record(id, &given, "Ada", &["bit 1", "bit 1"]));
    let ben = kept("2.yaml", record(id, &given, "Ben", &["bit 0", "bit 0"]));
    let mut hinted = record(id, &given, "Cy", &["bit 1", "bit 1"]);
    hinted.attempt.as_mut().expect("an attempt").hints = 2;
    let cy = kept("3.yaml", hinted);
    // Eve also has the judge's seat, rules for herself, and answers for Alice.
    let mut seats = given.clone();
    seats.seats.set(Seat::Judge, SeatPlan::Human);
    let mut forged = record(id, &seats, "Eve", &["bit 0", "bit 0", "rule bob"]);
    let honest = Attempt::at(id, &given, "").expect("it can be written");
    forged.attempt.as_mut().expect("an attempt").hash = honest.hash;
    forge(&mut forged);
    let eve = kept("4.yaml", forged);

    let graded = elenchus(&["grade", &ada, &ben, &cy, &eve, "--json"]);
    assert_eq!(graded.status.code(), Some(1), "{graded:?}");
    let rows: serde_json::Value = serde_json::from_slice(&graded.stdout).expect("JSON");
    for (at, player, verdict, goal, hints) in [
        (0, "Ada", "reached", "reached", 0),
        (1, "Ben", "not reached", "missed", 0),
        (2, "Cy", "reached", "reached", 2),
        (3, "Eve", "does not replay", "missed", 0),
    ] {
        let row = &rows[at];
        assert_eq!((&row["player"], &row["verdict"]), (&player.into(), &verdict.into()), "{row}");
        assert!(at == 3 || row["goal"] == goal, "{row}");
        assert_eq!(row["hints"], hints, "{row}");
    }
    assert!(rows[3]["changed_seats"].to_string().contains("judge"), "{rows}");
    let why = rows[3]["why"].as_str().expect("words");
    assert!(why.contains("seed") && why.contains("read"), "{why}");

    assert_eq!(elenchus(&["grade", &ada, &cy]).status.code(), Some(0));
    let text = std::fs::read_to_string(&ada).expect("it reads");
    let short = file(folder.path(), "short.yaml", &text[..text.len() / 3]);
    let cut = elenchus(&["grade", &ada, &short]);
    assert_eq!(cut.status.code(), Some(2), "{cut:?}");
    assert!(String::from_utf8_lossy(&cut.stdout).contains("Ada"), "the others are graded");
    assert!(String::from_utf8_lossy(&cut.stderr).contains("short.yaml"), "{cut:?}");
}

#[test]
fn a_record_whose_scenario_is_not_here_is_not_compared() {
    let folder = folder();
    let mut own = changed(DUEL, "winner: bob", "winner: bob\n    queries: 9");
    own.title = SafeText::new("Mine").expect("words");
    own.summary = SafeText::new("Another.").expect("words");
    let path = saved(folder.path(), "own.yaml", &record("mine", &own, "Ida", &WON));
    let graded = elenchus(&["grade", &path]);
    assert_eq!(graded.status.code(), Some(1));
    let text = said(&graded);
    assert!(text.contains("not compared") && text.contains("--scenario"), "{text}");
}

/// A playground that keeps its debates in this folder.
fn keeping(data: &Path) -> HeadlessPlayground {
    HeadlessPlayground::new(library::shipped(), (80, 40), Some(data.into()))
}

/// The attempt of the one saved debate.
fn attempt(data: &Path) -> Attempt {
    let kept = archive::list(&archive::folder(data));
    assert_eq!(kept.len(), 1);
    kept[0].record.as_ref().expect("it reads").attempt.clone().expect("an attempt")
}

#[test]
fn a_finished_debate_is_kept_with_its_hints_and_retries_and_opens_again() {
    let data = folder();
    let mut stage = keeping(data.path());
    // Two hints and a loss at the first debate, whose lie is at another step.
    let text = press(&mut stage, "enter i i left enter enter v");
    assert!(!text.contains("your name"), "nobody is asked unasked: {text}");
    // A name is asked for when a debate is saved.
    press(&mut stage, "w");
    shows(&stage, &["your name"]);
    press(&mut stage, "'Ada' enter");
    shows(&stage, &["save: to which file?"]);
    press(&mut stage, "esc");
    shows(&stage, &["Alice won"]);
    let own = attempt(data.path());
    assert_eq!((own.hints, own.retries), (2, 0));
    assert_eq!((&*own.player, own.goal), ("Ada", Some(Verdict::Missed)));
    assert_eq!(&*own.scenario, "find-the-lie");
    // A retry and a win: the same entry, which counts both.
    press(&mut stage, "n enter right right enter enter v");
    shows(&stage, &["Bob won"]);
    let text = press(&mut stage, "w");
    assert!(!text.contains("your name"), "it is asked once");
    let own = attempt(data.path());
    assert_eq!((own.hints, own.retries, own.goal), (2, 1, Some(Verdict::Reached)));
    press(&mut stage, "esc q q");
    let results = std::fs::read_to_string(data.path().join("results.yaml")).expect("kept");
    for words in ["played: 1\n", "hints: 2\n", "retries: 1\n"] {
        assert!(results.contains(words), "{results}");
    }
    assert_eq!(journal::in_folder(&data.path().join("journals")).len(), 0);
    press(&mut stage, "p");
    shows(&stage, &["1 kept", "Ada"]);
    press(&mut stage, "enter");
    shows(&stage, &["Review: "]);
}

#[test]
fn a_goal_that_a_guess_reached_is_not_won_in_the_library() {
    let mut found = Vec::new();
    for ruling in ["left", "right"] {
        let data = folder();
        let mut stage =
            HeadlessPlayground::new(library::shipped(), (80, 120), Some(data.path().into()));
        stage.open(&kit::entry("pull-request-sum"));
        // The judge rules, and has read nothing.
        press(&mut stage, &format!("enter {ruling} enter esc v"));
        let results = std::fs::read_to_string(data.path().join("results.yaml")).expect("kept");
        let guessed = results.contains("best: guessed");
        assert!(guessed || results.contains("best: lost"), "{results}");
        let text = press(&mut stage, "q q / 'pull-request-sum'");
        assert_eq!(text.contains("≈"), guessed, "{text}");
        found.push(guessed);
    }
    found.sort_unstable();
    assert_eq!(found, [false, true]);
}

#[test]
fn a_window_closed_over_an_old_line_adds_to_the_attempt_and_makes_none() {
    let data = folder();
    let moves = || {
        let kept = archive::list(&archive::folder(data.path()));
        kept[0].record.as_ref().expect("it reads").moves.as_ref().map(Vec::len)
    };
    // A loss and a win. Then the student looks at the first line.
    let mut stage = keeping(data.path());
    press(&mut stage, "enter left enter enter v n enter right right enter enter v");
    shows(&stage, &["Bob won"]);
    let before = (attempt(data.path()), moves());
    press(&mut stage, "b up enter");
    drop(stage);
    let journals = data.path().join("journals");
    assert_eq!(journal::in_folder(&journals).len(), 1);
    let mut stage = keeping(data.path());
    while !journal::in_folder(&journals).is_empty() || moves() == before.1 {
        assert!(stage.wait(std::time::Duration::from_secs(20)), "{}", stage.text());
    }
    assert_eq!(attempt(data.path()), before.0);
}

#[test]
fn hints_survive_leaving_and_going_on() {
    let data = folder();
    let mut stage = keeping(data.path());
    press(&mut stage, "enter i i q");
    until(&mut stage, &["GO ON"]);
    press(&mut stage, "r right right enter enter");
    shows(&stage, &["You won"]);
    let own = attempt(data.path());
    assert_eq!((own.hints, own.goal), (2, Some(Verdict::Reached)));
}

#[test]
fn two_debates_of_one_name_and_moment_are_both_kept() {
    let folder = folder();
    let first = archive::keep(folder.path(), &duel("Ada", &WON)).expect("it can be written");
    let second = archive::keep(folder.path(), &duel("Ada", &LOST)).expect("it can be written");
    assert_ne!(first, second);
    let kept = archive::list(folder.path());
    assert_eq!(kept.len(), 2);
    assert!(archive::find(folder.path(), &duel("Ada", &WON)).is_some());
    let text = std::fs::read_to_string(&first).expect("it reads");
    std::fs::write(&first, &text[..40]).expect("it can be written");
    let kept = archive::list(folder.path());
    assert!(
        kept.last().expect("two").record.is_err(),
        "a truncated record is listed with its reason"
    );
}

/// The exercises of the second course, and the way to each.
const SOLVED: [(&str, &[&str]); 2] =
    [("ex-quantifiers-bob", &["bit 1", "bit 1"]), ("ex-quantifiers-alice", &["bit 0"])];

#[test]
fn the_exercises_forbid_their_players_to_be_changed_and_have_goals_that_hold() {
    let course = course::course("exercises").expect("it is shipped");
    assert!(course.entries.len() >= 10);
    for entry in course.entries {
        let exercise = entry.scenario.expect("it reads");
        assert!(exercise.forbids(elenchus::scenario::Forbidden::Seats), "{}", entry.id);
        assert!(!exercise.allows_evaluation(), "{}", entry.id);
        let goal = exercise.goal().expect("it has a goal");
        let kinds = ["quantified", "bisection", "cross-examination", "prover-estimator"];
        assert!(kinds.contains(&exercise.protocol.value.name()));
        if goal.best.is_none() {
            let reach =
                goal_reachability(&exercise, &CancelToken::default()).expect("it can be played");
            assert_eq!(reach, GoalReachability::SomePlay, "{}", entry.id);
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
    let folder = folder();
    saved(folder.path(), "a.yaml", &scenario("find-the-lie"));
    saved(folder.path(), "b.yaml", &scenario(DUEL));
    let index = "title: Mine\ndebates:\n  - b.yaml\n  - a.yaml\n  - gone.yaml\n  - ../x.yaml\n";
    let index = file(folder.path(), "course.yaml", index);
    let name = folder.path().to_str().expect("a name");
    let found = course::course(name).expect("it reads");
    assert_eq!(found.title, "Mine");
    let ids: Vec<&str> = found.entries.iter().map(|entry| entry.id.as_str()).collect();
    assert_eq!(ids, ["b", "a", "gone.yaml", "../x.yaml"]);
    let reason = found.entries[2].scenario.as_ref().expect_err("it is not there").to_string();
    assert!(reason.contains("course.yaml:5:5"), "{reason}");
    assert!(found.entries[3].scenario.is_err(), "a course does not reach out of its folder");
    let listed = printed(&["list", "--course", name]);
    assert!(listed.find("The duel") < listed.find("Find the lie"), "{listed}");
    std::fs::remove_file(&index).expect("it is there");
    assert_eq!(course::course(name).expect("a folder is accepted").entries.len(), 2);
}

#[test]
fn own_chapters_follow_their_order_and_those_of_one_name_are_merged() {
    let data = folder();
    let own = data.path().join("elenchus/scenarios");
    std::fs::create_dir_all(&own).expect("a folder");
    let put = |name: &str, chapter: &str, order: u32| {
        let mut scenario = scenario(DUEL);
        scenario.title = SafeText::new(name).expect("words");
        scenario.chapter = SafeText::new(chapter).expect("words");
        scenario.order = Some(order);
        saved(&own, &format!("{name}.yaml"), &scenario);
    };
    put("mine-between", "Between", 150);
    put("mine-first", "Read almost nothing", 900);
    let mut list = command("list");
    let list = list.env("XDG_DATA_HOME", data.path()).env("HOME", data.path());
    let text = said(&list.output().expect("it starts"));
    let at = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what}: {text}"));
    assert!(at("mine-first") < at("\nBetween"), "{text}");
    assert!(at("\nBetween") < at("When the oracle is unsure"), "{text}");
    assert_eq!(text.matches("Read almost nothing\n").count(), 1);
}
