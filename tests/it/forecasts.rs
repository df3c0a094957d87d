//! Who wins and in how many queries, said before the first move: asked, kept, scored, shown.

use std::path::Path;
use std::process::Command;

use elenchus::debate::NodeId;
use elenchus::review::{Calibration, Foreseen, Judgement, foreseen_in};
use elenchus::rules::Seat;
use elenchus::scenario::{Forecast, Percent, Scenario, archive, journal, library, resume};
use elenchus::tui::stage::Stage;

use crate::classroom::{changed, grade, play, saved};
use crate::kit::{elenchus, until};

fn press(stage: &mut Stage, keys: &str) {
    stage.press(keys).expect("keys");
}

/// The seats of a scenario of this file, at 80×24.
fn seats(data: &Path, name: &str) -> Stage {
    let mut stage = Stage::new(library::shipped(), (80, 24), Some(data.to_owned()));
    stage.open(&library::find(name).expect("it is there"));
    stage
}

fn records(data: &Path) -> Vec<Scenario> {
    let kept = archive::list(&archive::folder(data)).into_iter();
    kept.map(|kept| kept.record.expect("it reads")).collect()
}

fn offers(stage: &Stage, words: &str) -> bool {
    stage.on_offer().iter().any(|(_, own)| own == words)
}

#[test]
fn where_alice_is_paid_a_forecast_is_of_whether_that_is_more_than_nothing() {
    let data = tempfile::tempdir().expect("a folder");
    let mut stage = seats(data.path(), "friday-release");
    assert!(
        stage.text().contains("Is Alice paid anything? In how many queries?"),
        "{}",
        stage.text()
    );
    press(&mut stage, "right");
    assert!(
        stage.text().contains("You say: Alice is paid more than 0 with 60 %."),
        "{}",
        stage.text()
    );
}

#[test]
fn a_forecast_is_one_key_kept_and_scored_as_an_estimate_and_never_asked_twice() {
    let data = tempfile::tempdir().expect("a folder");
    let mut stage = seats(data.path(), "find-the-lie");
    assert!(stage.text().contains("Who will win, and in how many queries?"), "{}", stage.text());
    press(&mut stage, "left left 1 2");
    let text = stage.text();
    for said in ["You say: Alice wins with 30 %.", "It costs 0.49 if so, 0.09 if not."] {
        assert!(text.contains(said), "{text}");
    }
    assert!(text.contains("The judge makes 12 queries."), "{text}");
    press(&mut stage, "enter 3 enter esc");
    let text = stage.text();
    for said in ["You said that Alice wins", "30 %: a loss of 0.09", "12 queries,"] {
        assert!(text.contains(said), "{text}");
    }
    let record = records(data.path()).remove(0);
    let said = Forecast { alice: Percent::try_from(30).ok(), queries: Some(12) };
    assert_eq!(record.attempt.as_ref().and_then(|attempt| attempt.forecast), Some(said));
    let found = foreseen_in(&record).expect("it ended");
    assert!(!found.alice_won && found.loss().is_some_and(|loss| (loss - 0.09).abs() < 1e-12));
    // What is played after an end changes nothing of it.
    let mut game = resume(&record).expect("it plays");
    assert_eq!(found.queries, game.now().ledger().of(Seat::Judge).queries());
    game.go_to(NodeId::START).expect("a place");
    play(&mut *game, &["point 2"]);
    let longer = journal::played(&record, &*game);
    assert!(longer.moves.as_ref().map(Vec::len) > record.moves.as_ref().map(Vec::len));
    assert_eq!(foreseen_in(&longer), Some(found));
    let path = saved(data.path(), "kept.yaml", &record);
    let output = elenchus(&["grade", &path, "--json"]);
    let rows: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        (&rows[0]["foreseen_alice"], &rows[0]["foreseen_queries"]),
        (&30.into(), &12.into())
    );
    assert!(rows[0]["foreseen_loss"].as_f64().is_some_and(|loss| (loss - 0.09).abs() < 1e-12));
}

#[test]
fn it_is_passed_over_by_beginning_and_forgotten_by_the_defaults() {
    let data = tempfile::tempdir().expect("a folder");
    let mut stage = seats(data.path(), "find-the-lie");
    press(&mut stage, "right 4 d");
    assert!(stage.text().contains("Who will win"), "{}", stage.text());
    press(&mut stage, "enter 3 enter esc");
    assert!(!stage.text().contains("You said that Alice"), "{}", stage.text());
    let record = records(data.path()).remove(0);
    assert_eq!(record.attempt.as_ref().and_then(|attempt| attempt.forecast), None);
    assert!(!elenchus::scenario::write(&record).expect("text").contains("forecast"));
    assert_eq!(foreseen_in(&record), None);
}

#[test]
fn an_exercise_can_forbid_it_and_a_series_of_rulings_has_no_winner_to_foresee() {
    let data = tempfile::tempdir().expect("a folder");
    let exercise = "exercise: {forbid: [forecast]}\nlesson:";
    let given = changed("find-the-lie", "lesson:", exercise);
    assert_eq!(given.version(), 2);
    let path = saved(data.path(), "given.yaml", &given);
    for name in [&*path, "twins"] {
        let mut stage = seats(data.path(), name);
        let before = stage.text();
        assert!(!offers(&stage, "who wins") && !before.contains("Who will win"), "{before}");
        press(&mut stage, "right 4");
        assert!(!stage.text().contains("You say"), "{}", stage.text());
    }
    let mut stage = seats(data.path(), &path);
    press(&mut stage, "right enter 3 enter esc");
    let record = records(data.path()).remove(0);
    assert_eq!(grade(&record, Some(&given)).expect("playable").judgement, Judgement::Reached);
}

/// A record that says more than all is refused by its line.
#[test]
fn a_percentage_over_a_hundred_does_not_read() {
    let mut record = library::find("find-the-lie").expect("shipped").scenario.expect("it reads");
    let attempt = elenchus::scenario::Attempt {
        forecast: Some(Forecast { alice: Percent::try_from(70).ok(), queries: None }),
        ..Default::default()
    };
    record.attempt = Some(attempt);
    record.elenchus = elenchus::scenario::At::nowhere(2);
    let text = elenchus::scenario::write(&record).expect("it can be written");
    assert_eq!(elenchus::scenario::read("kept", &text).expect("it reads").attempt, record.attempt);
    let wrong = elenchus::scenario::read("kept", &text.replace("alice: 70", "alice: 170"));
    assert!(wrong.is_err_and(|e| e.to_string().contains("from 0 to 100")));
}

/// Plays find-the-lie with these keys at the seats and this step named, and leaves it.
fn played(stage: &mut Stage, says: &str, step: &str) {
    press(stage, "enter");
    if !stage.text().contains("who plays, with what") {
        press(stage, "enter");
    }
    press(stage, &format!("{says} enter {step} enter esc q"));
    while !stage.text().contains("· library") {
        press(stage, "q");
    }
}

#[test]
fn the_page_of_the_course_shows_the_curve_and_the_loss_and_so_does_the_command() {
    let data = tempfile::tempdir().expect("a folder");
    let entries = vec![library::find("find-the-lie").expect("it is shipped")];
    let mut stage = Stage::new(entries, (80, 24), Some(data.path().to_owned()));
    press(&mut stage, "C right");
    assert!(stage.text().contains("Before a debate begins you can say"), "{}", stage.text());
    press(&mut stage, "q");
    for (says, step) in
        [("left left", "3"), ("left left", "3"), ("left left", "2"), ("right right", "2")]
    {
        played(&mut stage, says, step);
    }
    // The command reads the same archive.
    let home = tempfile::tempdir().expect("a folder");
    let kept = archive::folder(&home.path().join("elenchus"));
    for record in records(data.path()) {
        archive::keep(&kept, &record).expect("it can be written");
    }
    let told = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_elenchus"));
        let output = command.args(args).env("XDG_DATA_HOME", home.path()).output();
        String::from_utf8(output.expect("it runs").stdout).expect("text")
    };
    let text = told(&["archive", "forecasts"]);
    assert!(text.contains(" 30 %      0.33       3\n 70 %      1.00       1\n"), "{text}");
    assert!(text.contains("mean loss 0.190; 50 % every time would cost 0.250"), "{text}");
    let json: serde_json::Value =
        serde_json::from_str(&told(&["archive", "forecasts", "--json"])).expect("JSON");
    assert_eq!((&json["forecasts"], &json["stated"][0]["alice_won"]), (&4.into(), &1.into()));
    assert_eq!(json["chapters"][0]["chapter"], "Read almost nothing");
    let all: Vec<Foreseen> = records(data.path()).iter().filter_map(foreseen_in).collect();
    assert_eq!(all.len(), 4);
    let found = Calibration::of(&all);
    let counted: Vec<_> = found.stated.iter().map(|s| (s.percent.get(), s.of, s.came)).collect();
    assert_eq!(counted, [(30, 3, 1), (70, 1, 1)]);
    let mean = (0.09 + 0.09 + 0.49 + 0.09) / 4.0;
    assert!(found.loss.is_some_and(|loss| (loss - mean).abs() < 1e-12));
    press(&mut stage, "C");
    assert!(
        stage.text().contains("1  Read almost nothing: 1 of 1 played, 1 won"),
        "{}",
        stage.text()
    );
    press(&mut stage, "right");
    until(&mut stage, &["4 forecasts"]);
    let text = stage.text();
    assert!(text.contains("4 forecasts, mean loss 0.190"), "{text}");
    assert!(text.contains("Read almost not…  0.19 of 4"), "{text}");
    // A point at a third over 0.3 and one at the top over 0.7, and the dots of what would be right.
    assert!(text.matches('●').count() == 2 && text.matches('·').count() > 10, "{text}");
    insta::assert_snapshot!(text);
}
