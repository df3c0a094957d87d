//! The prediction of the winner before the first move: asked, kept, judged, counted.

use std::path::Path;

use elenchus::debate::NodeId;
use elenchus::review::{Judgement, predicted_winner_in};
use elenchus::rules::Side;
use elenchus::scenario::{
    OpeningPrediction, Scenario, archive, journal, library, read, resume, write,
};
use elenchus::tui::headless::HeadlessPlayground;

use crate::classroom::{changed, grade, play, saved};
use crate::kit::{elenchus, refused, until};

fn press(stage: &mut HeadlessPlayground, keys: &str) {
    stage.press(keys).expect("keys");
}

/// The seats of a scenario of this file, at 80×24.
fn seats(data: &Path, name: &str) -> HeadlessPlayground {
    let mut stage = HeadlessPlayground::new(library::shipped(), (80, 24), Some(data.to_owned()));
    stage.open(&library::find(name).expect("it is there"));
    stage
}

fn records(data: &Path) -> Vec<Scenario> {
    let kept = archive::list(&archive::folder(data)).into_iter();
    kept.map(|kept| kept.record.expect("it reads")).collect()
}

fn offers(stage: &HeadlessPlayground, words: &str) -> bool {
    stage.on_offer().iter().any(|(_, own)| own == words)
}

#[test]
fn the_prediction_with_payments_is_about_a_payment_above_0() {
    let data = tempfile::tempdir().expect("a folder");
    let mut stage = seats(data.path(), "friday-release");
    assert!(stage.text().contains("Will Alice be paid more than 0?"), "{}", stage.text());
    press(&mut stage, "left");
    assert!(stage.text().contains("You predict: Alice is paid more than 0."), "{}", stage.text());
}

#[test]
fn a_prediction_is_one_key_and_is_judged_by_the_first_end_alone() {
    let data = tempfile::tempdir().expect("a folder");
    let mut stage = seats(data.path(), "find-the-lie");
    assert!(stage.text().contains("Who will win?"), "{}", stage.text());
    press(&mut stage, "left right");
    assert!(stage.text().contains("You predict: Bob wins."), "{}", stage.text());
    press(&mut stage, "enter 3 enter esc");
    let text = stage.text();
    assert!(text.contains("You predicted: Bob wins."), "{text}");
    let record = records(data.path()).remove(0);
    let said = record.attempt.as_ref().and_then(|attempt| attempt.forecast);
    assert_eq!(said, Some(OpeningPrediction::winner(Side::Bob)));
    let found = predicted_winner_in(&record).expect("it ended");
    assert_eq!((found.alice_won, found.is_right()), (false, Some(true)));
    // Play after an end changes nothing in it.
    let mut game = resume(&record).expect("it plays");
    game.go_to(NodeId::START).expect("a place");
    play(&mut *game, &["point 2"]);
    let longer = journal::played(&record, &*game);
    assert!(longer.moves.as_ref().map(Vec::len) > record.moves.as_ref().map(Vec::len));
    assert_eq!(predicted_winner_in(&longer), Some(found));
    let path = saved(data.path(), "kept.yaml", &record);
    let output = elenchus(&["grade", &path, "--json"]);
    let rows: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(rows[0]["foreseen_alice"], 0);
    assert_eq!(rows[0]["foreseen_loss"], 0.0);
}

#[test]
fn a_debate_begins_without_a_prediction_and_the_defaults_clear_it() {
    let data = tempfile::tempdir().expect("a folder");
    let mut stage = seats(data.path(), "find-the-lie");
    press(&mut stage, "right d");
    assert!(stage.text().contains("Who will win?"), "{}", stage.text());
    press(&mut stage, "enter 3 enter esc");
    assert!(!stage.text().contains("You predicted"), "{}", stage.text());
    let record = records(data.path()).remove(0);
    assert_eq!(record.attempt.as_ref().and_then(|attempt| attempt.forecast), None);
    assert!(!write(&record).expect("text").contains("forecast"));
    assert_eq!(predicted_winner_in(&record), None);
}

#[test]
fn an_exercise_can_forbid_predictions_and_a_series_of_rulings_has_no_winner() {
    let data = tempfile::tempdir().expect("a folder");
    let exercise = "exercise: {forbid: [forecast]}\nlesson:";
    let given = changed("find-the-lie", "lesson:", exercise);
    assert_eq!(given.version(), 2);
    let path = saved(data.path(), "given.yaml", &given);
    for name in [&*path, "twins"] {
        let mut stage = seats(data.path(), name);
        let before = stage.text();
        assert!(!offers(&stage, "who wins") && !before.contains("Who will win"), "{before}");
        press(&mut stage, "right");
        assert!(!stage.text().contains("You predict"), "{}", stage.text());
    }
    let mut stage = seats(data.path(), &path);
    press(&mut stage, "right enter 3 enter esc");
    let record = records(data.path()).remove(0);
    assert_eq!(grade(&record, Some(&given)).expect("playable").judgement, Judgement::Reached);
}

/// Older versions also asked for a percentage and for a number of queries.
#[test]
fn an_older_prediction_opens_and_its_number_of_queries_is_ignored() {
    let mut record = library::find("find-the-lie").expect("shipped").scenario.expect("it reads");
    let attempt = elenchus::scenario::Attempt {
        forecast: Some(OpeningPrediction::winner(Side::Alice)),
        ..Default::default()
    };
    record.attempt = Some(attempt);
    record.elenchus = elenchus::scenario::Located::without_place(2);
    let text = write(&record).expect("it can be written");
    assert_eq!(read("kept", &text).expect("it reads").attempt, record.attempt);
    let with = |alice: &str| read("kept", &text.replace("alice: 100", alice));
    let older = with("alice: 70\n    queries: 12").expect("it reads");
    let alice = older.attempt.as_ref().and_then(|attempt| attempt.forecast?.alice);
    assert_eq!(alice.map(|percent| percent.get()), Some(70));
    assert!(!write(&older).expect("text").contains("queries: 12"));
    assert!(with("queries: 12").is_ok());
    assert!(with("alice: 170").is_err_and(|e| e.to_string().contains("from 0 to 100")));
}

/// Plays find-the-lie with these keys at the seats and this step, and leaves it.
fn played(stage: &mut HeadlessPlayground, says: &str, step: &str) {
    press(stage, &format!("{says} enter {step} enter esc q"));
    while !stage.text().starts_with(" Elenchus") {
        press(stage, "q");
    }
}

#[test]
fn the_progress_page_counts_debates_and_right_predictions() {
    let data = tempfile::tempdir().expect("a folder");
    let entries = ["find-the-lie", "contract-comma"].map(|id| library::find(id).expect("shipped"));
    let mut stage =
        HeadlessPlayground::new(entries.to_vec(), (80, 24), Some(data.path().to_owned()));
    press(&mut stage, "C");
    until(&mut stage, &["You have predicted no winner yet."]);
    press(&mut stage, "q");
    for (says, step) in [("right", "3"), ("", "3"), ("left", "3"), ("left", "2")] {
        press(&mut stage, "home");
        played(&mut stage, says, step);
    }
    press(&mut stage, "C");
    until(&mut stage, &["You played 1 of 2 debates and won 1."]);
    until(&mut stage, &["Your predictions were right in 2 of 3 debates."]);
}

#[test]
fn the_command_that_listed_predictions_says_what_to_use_instead() {
    let said = refused(&["archive", "forecasts"]);
    assert!(said.contains("is gone. The progress page"), "{said}");
}
