//! A scenario's secrets stay hidden until its review, unless somebody asks for them. The record
//! notes who asked.

use std::path::Path;

use elenchus::debate::SeatPlan;
use elenchus::rules::{Seat, Viewer};
use elenchus::scenario::journal::{in_folder, read_journal};
use elenchus::scenario::{Hidden, Scenario, library, read, write};
use elenchus::tui::headless::HeadlessPlayground;

use crate::kit::{self, entry, folder, json, press, printed, shipped, shows};

/// True if the journal notes that a person opened the evaluation.
fn is_noted(data: &Path) -> bool {
    let journals = in_folder(&data.join("journals"));
    let found = read_journal(journals.first().expect("a journal")).expect("it can be read");
    found.scenario.attempt.expect("an attempt").evaluation
}

const EVALUATION: &str = ": 'evaluation' enter";

#[test]
fn the_evaluation_of_a_hidden_truth_asks_first_and_is_noted() {
    let data = folder();
    let mut stage = HeadlessPlayground::new(Vec::new(), (100, 30), Some(data.path().to_owned()));
    stage.open(&entry("contract-comma"));
    let is_on = |text: String| text.contains("─ Evaluation");
    press(&mut stage, "enter");
    // The key asks first, and shows nothing yet.
    assert!(!is_on(press(&mut stage, EVALUATION)));
    shows(&stage, &["The evaluation shows what is hidden from you"]);
    assert!(!is_on(press(&mut stage, "esc")) && !is_noted(data.path()));
    press(&mut stage, EVALUATION);
    assert!(is_on(press(&mut stage, "enter")) && is_noted(data.path()));
    press(&mut stage, EVALUATION);
    assert!(is_on(press(&mut stage, EVALUATION)), "it asks once");
}

#[test]
fn the_evaluation_asks_first_where_somebody_does_not_know_the_world() {
    let mut stage = kit::table("calibrated-bob", (100, 30));
    press(&mut stage, EVALUATION);
    shows(&stage, &["The evaluation shows what is hidden from you"]);
}

#[test]
fn the_evaluation_of_a_payment_says_what_it_is_over() {
    for size in [(80, 24), (100, 30), (150, 45)] {
        let mut stage = kit::table("calibrated-bob", size);
        press(&mut stage, EVALUATION);
        press(&mut stage, "enter");
        kit::until(&mut stage, &["Alice's mean pay ", " over the draws"]);
    }
}

#[test]
fn run_and_simulate_name_hidden_players_and_the_truth_only_when_asked() {
    let mut seen = 0;
    for (id, scenario) in shipped() {
        if scenario.machine.word() == "circuit" || !scenario.hides(Hidden::Truth) {
            continue;
        }
        seen += 1;
        let truth = |more: &str| json(&format!("run {id} --json {more}"))["claim_true"].take();
        assert!(truth("").is_null() && !truth("--reveal").is_null(), "{id}");
    }
    assert!(seen > 10, "{seen}");
    for command in ["run contract-comma", "simulate contract-comma --debates 2"] {
        let is_hidden = |more: &str| {
            let text = printed(&format!("{command} {more}"));
            let line = text.lines().find(|line| line.starts_with("  alice"));
            line.expect("a line").contains("hidden")
        };
        assert!(is_hidden("") && !is_hidden("--reveal") && !is_hidden("--alice honest"));
    }
}

#[test]
fn sweep_names_hidden_players_and_exact_values_only_when_asked() {
    let sweep = "sweep contract-comma --vary seed=1,2 --debates 4";
    let all = |more: &str| printed(&format!("{sweep} {more}"));
    let is_hidden = |text: &str, seat: &str| {
        let line = text.lines().find(|line| line.trim_start().starts_with(seat));
        line.expect("a line").contains("hidden")
    };
    for seat in ["alice", "bob"] {
        assert!(is_hidden(&all(""), seat) && is_hidden(&all("--plot"), seat));
        assert!(!is_hidden(&all("--reveal"), seat));
    }
    assert!(!is_hidden(&all("--set bob=honest"), "bob"));
    let exact = |more: &str| json(&format!("{sweep} --json {more}"))["points"][0]["exact"].take();
    assert!(exact("").is_null() && exact("--reveal").is_number());
}

#[test]
fn parts_of_a_run_hide_what_the_run_hides() {
    let folder = folder();
    let part = folder.path().join("all.part").to_string_lossy().into_owned();
    for run in
        ["simulate contract-comma --debates 5", "sweep contract-comma --vary seed=1,2 --debates 5"]
    {
        printed(&format!("{run} --slice 1/1 --out {part} --force"));
        assert_eq!(printed(&["merge", &part]), printed(run));
    }
}

/// A hidden thing is swapped for another. Nothing that a command prints tells the two files apart.
#[test]
fn a_swapped_secret_changes_no_byte() {
    let folder = folder();
    let path = folder.path().join("swapped.yaml");
    let text = |id: &str| {
        let path = format!("{}/scenarios/{id}.yaml", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).expect("it is shipped")
    };
    let pairs = [
        ("find-the-lie", "alice: lie-at:3", "alice: honest"),
        ("find-the-lie", "alice: lie-at:3", "alice: lie-at:1"),
        ("seven-steps", "alice: lie-at:5", "alice: honest"),
        ("who-wrote-last", "alice: skip:41", "alice: honest"),
        ("midpoint-hunt", "alice: ", "alice: honest #"),
        ("contract-comma", "answer: no", "answer: yes"),
        ("contract-comma", "alice: ", "alice: honest #"),
    ];
    for (at, (id, from, into)) in pairs.into_iter().enumerate() {
        let (whole, name) = (text(id), path.display());
        assert!(whole.contains(from), "{id}: {from}");
        // By day, every second command of a pair, and the others of the next pair.
        let commands = [
            format!("solve {name}"),
            format!("solve {name} --json"),
            format!("check {name}"),
            format!("check {name} --json"),
            format!("attack {name} --seat alice --debates 20"),
            format!("attack {name} --seat bob --debates 20 --json"),
            format!("list --strategies {name}"),
            format!("list --course {} --json", folder.path().display()),
            format!("convert {name}"),
        ];
        for command in kit::one_in(2, commands.iter().cycle().skip(at % 2).take(commands.len())) {
            let told = |text: &str| {
                std::fs::write(&path, text).expect("it is written");
                let output = kit::elenchus(command);
                (output.status.code(), kit::said(&output))
            };
            let (one, other) = (told(&whole), told(&whole.replacen(from, into, 1)));
            assert_eq!(one, other, "{id}, {into}: {command}");
        }
        let sweep = format!("sweep {name} --vary seed=1,2 --debates 3 --json");
        for text in [&whole, &whole.replacen(from, into, 1)] {
            std::fs::write(&path, text).expect("it is written");
            for point in json(&sweep)["points"].as_array().expect("points") {
                assert!(point["exact"].is_null() && point["theorem"].is_null(), "{id}: {point}");
            }
        }
    }
}

/// The shipped debates with a person, each with a text in which something hidden is swapped: a player, or the first
/// answer of an oracle.
fn swapped() -> Vec<(String, Seat, [String; 2])> {
    let mut pairs = Vec::new();
    for (id, scenario) in shipped() {
        let Some(seat) = scenario.seat.filter(|_| !["million-gates"].contains(&&*id)) else {
            continue;
        };
        let mut others: Vec<Scenario> = Vec::new();
        for hidden in Seat::ALL.into_iter().filter(|&seat| scenario.hides(Hidden::player(seat))) {
            let mut other = scenario.clone();
            let is_honest = scenario.player(hidden).is_honest();
            let player = if is_honest { "lie-at:1" } else { "honest" };
            other.seats.set(hidden, SeatPlan::Program(player.into()));
            others.push(other);
        }
        let text = write(&scenario).expect("it can be written");
        let answer = [("answer: 'no'", "answer: 'yes'"), ("answer: 'yes'", "answer: 'no'")];
        let answer = answer.into_iter().find(|(from, _)| text.contains(from));
        if let Some((from, into)) = answer.filter(|_| scenario.hides(Hidden::Truth)) {
            others.extend(read(&id, &text.replacen(from, into, 1)).ok());
        }
        for other in others {
            let texts = [&scenario, &other].map(|one| write(one).expect("it can be written"));
            pairs.push((id.clone(), seat, texts));
        }
    }
    pairs
}

/// What a seat sees at the first question for a person. `None` if the debate cannot be opened, or ends before.
fn first_view(text: &str, seat: Seat) -> Option<String> {
    let mut game = elenchus::scenario::open(&kit::scenario(text)).ok()?;
    kit::settle(&mut *game);
    matches!(game.position().turn(), elenchus::rules::Turn::Ask(_))
        .then(|| kit::seen(game.position(), Viewer::Seat(seat)))
}

/// Everything that Elenchus shows or sends to a person or a program before the first move: exports, screens as a
/// terminal and as a browser draw them, and messages.
fn shown_before_the_first_move(folder: &Path, text: &str, seat: Seat) -> Vec<(String, String)> {
    let file = kit::file(folder, "swapped.yaml", text);
    let mut shown = Vec::new();
    for form in ["markdown", "html", "svg", "html --projector"] {
        let output = kit::elenchus(&format!("export {file} --to {form}"));
        let text = kit::said(&output);
        // The pages for a partner say what each bit shows. The partner keeps them.
        let own = text.split("or a partner").next().unwrap_or_default().to_owned();
        shown.push((format!("export --to {form}"), format!("{:?} {own}", output.status.code())));
    }
    let heard = folder.join("heard");
    let _ = std::fs::remove_file(&heard);
    let program = format!("program:sh -c 'head -n 2 > {}'", heard.display());
    kit::elenchus(&format!("run {file} --{seat} `{program}` --move-time 5"));
    shown.push(("messages".into(), std::fs::read_to_string(&heard).unwrap_or_default()));
    let entry = library::find(&file).expect("it opens");
    let mut stage = HeadlessPlayground::new(vec![entry], (100, 30), None);
    for keys in ["", "s", "esc", "enter", "T", "esc", "$", "esc", "x", "esc", ":", "esc", "?"] {
        press(&mut stage, keys);
        stage.wait_until_idle();
        shown.push((format!("screen after `{keys}`"), stage.text()));
        shown.push((format!("page after `{keys}`"), stage.to_html()));
    }
    shown
}

/// If a person sees the same at the first question of two debates, nothing that this person gets tells them apart. A
/// class and the page show the same screens.
#[test]
fn a_swapped_secret_that_a_seat_does_not_see_changes_no_export_screen_or_message() {
    let (one, other) = (folder(), folder());
    let same_path = |text: String| {
        let path = |folder: &tempfile::TempDir| folder.path().display().to_string();
        text.replace(&path(&other), &path(&one))
    };
    let mut compared = [0, 0];
    for (id, seat, [text, swapped]) in kit::one_in(3, swapped()) {
        let view = first_view(&text, seat);
        if view.is_none() || view != first_view(&swapped, seat) {
            continue;
        }
        let player = kit::scenario(&text).machine == kit::scenario(&swapped).machine;
        compared[usize::from(player)] += 1;
        let shown = shown_before_the_first_move(one.path(), &text, seat);
        let other = shown_before_the_first_move(other.path(), &swapped, seat);
        for ((what, shown), (_, other)) in shown.into_iter().zip(other) {
            assert_eq!(shown, same_path(other), "{id}: {what}");
        }
    }
    assert!(compared.iter().all(|&pairs| pairs >= 1), "truths and players: {compared:?}");
}
