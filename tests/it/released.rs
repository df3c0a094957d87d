//! A course handed out to students, each their own, and given back.

use std::collections::BTreeSet;
use std::path::Path;

use elenchus::debate::SeatPlan;
use elenchus::rules::Seat;
use elenchus::scenario::{Hidden, Scenario, course, library, resume};

use crate::classroom::{record, saved};
use crate::kit::{elenchus, json};

/// Two exercises: of one every student has a liar, a seed and inputs of their own.
const ALARMS: &str = "elenchus: 2
title: Three alarms
chapter: Mine
order: 1
seat: bob
claim: \"Alice claims: at least two alarms were tested.\"
protocol: {cross-examination: {claim: 1}}
machine:
  plan:
    inputs: {hall: 1}
    steps:
      - {ask: Was the kitchen alarm tested?, answer: no}
      - {ask: Was the attic alarm tested?, answer: no}
      - {at-least: {k: 2, of: [hall, 1, 2]}, words: at least two were tested}
seats: {alice: 'lie-at:3', bob: human, judge: honest}
lesson:
  hints: [The kitchen was never tested.]
  question: {ask: How many were tested?, answer: 1, why: Only the hall was.}
  goal: {winner: bob}
exercise:
  forbid: [seats, lab]
  vary:
    seed: true
    alice: ['lie-at:1', 'lie-at:3']
    set:
      hall: [0, 1]
";

/// The course, released to these students with this number.
fn release(folder: &Path, to: &str, students: &str, seed: &str) -> std::process::Output {
    let course = folder.join("course");
    std::fs::create_dir_all(&course).expect("a folder");
    std::fs::write(course.join("alarms.yaml"), ALARMS).expect("it is written");
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/find-the-lie.yaml");
    std::fs::copy(shipped, course.join("find-the-lie.yaml")).expect("it is there");
    let names = folder.join("names.txt");
    std::fs::write(&names, students).expect("it is written");
    let to = folder.join(to);
    let [course, names, to] = [&course, &names, &to].map(|path| path.to_string_lossy());
    elenchus(&["course", "release", &course, "--students", &names, "--to", &to, "--seed", seed])
}

fn handed_out(folder: &Path, student: &str) -> Vec<(String, Scenario)> {
    let course = course::course(&folder.join(student).to_string_lossy()).expect("a course");
    let read = |entry: library::LibraryEntry| (entry.id, entry.scenario.expect("it reads"));
    course.entries.into_iter().map(read).collect()
}

const MANY: &str = "Ann\nBen\nCy\nDee\nEve\nÉmile Zola\n李\nFay\n";

#[test]
fn each_student_gets_a_debate_of_their_own_and_no_file_tells_of_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = release(folder.path(), "out", MANY, "1");
    assert!(output.status.success(), "{output:?}");
    let out = folder.path().join("out");
    let (mut seeds, mut liars, mut halls) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for student in ["Ann", "Ben", "Cy", "Dee", "Eve", "Émile_Zola", "李", "Fay"] {
        for file in std::fs::read_dir(out.join(student)).expect("a folder") {
            let path = file.expect("a file").path();
            let text = std::fs::read_to_string(&path).expect("text");
            for told in ["lie-at", "kitchen", "hall", "prime", "answer", "Only"] {
                assert!(!text.contains(told), "{told} in {}", path.display());
            }
        }
        let debates = handed_out(&out, student);
        let titles: Vec<&str> = debates.iter().map(|(_, own)| &*own.title).collect();
        assert_eq!(titles, ["Three alarms", "Find the lie"], "in the order of the course");
        let (_, alarms) = &debates[0];
        assert!(alarms.hides(Hidden::Alice) && alarms.hides(Hidden::Truth));
        seeds.insert(alarms.seed);
        liars.insert(alarms.player(Seat::Alice).words());
        let game = resume(alarms).expect("it opens");
        halls.insert(format!("{:?}", game.now().known(elenchus::rules::Eye::All).inputs));
        // What is not varied is as it was.
        assert_eq!(debates[1].1.player(Seat::Alice), SeatPlan::Program("lie-at:3".into()));
    }
    assert_eq!((seeds.len(), liars.len(), halls.len()), (8, 2, 2), "{seeds:?} {liars:?} {halls:?}");
    // The same number gives the same again, another gives others.
    for (to, seed, same) in [("again", "1", true), ("other", "2", false)] {
        assert!(release(folder.path(), to, MANY, seed).status.success());
        let [a, b] = [out.clone(), folder.path().join(to)].map(|out| handed_out(&out, "Ann"));
        assert_eq!(a == b, same, "{to}");
    }
    let there = release(folder.path(), "out", MANY, "1");
    assert_eq!(there.status.code(), Some(2), "nothing is written over");
    let twice = release(folder.path(), "twice", "Ann\nAnn\n", "1");
    assert_eq!(twice.status.code(), Some(2));
    assert!(!folder.path().join("twice").exists(), "the folder is made whole or not at all");
}

#[test]
fn no_command_opens_what_is_sealed() {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(release(folder.path(), "out", "Ann\n", "1").status.success());
    let file = folder.path().join("out").join("Ann").join("alarms.yaml");
    let file = file.to_string_lossy();
    for command in [
        &["solve", &file, "--reveal"][..],
        &["run", &file, "--reveal"],
        &["run", &file],
        &["run", &file, "--bob", "honest"],
        &["simulate", &file, "--bob", "honest", "--debates", "5"],
        &["run", &file, "--set", "hall=0"],
        &["sweep", &file, "--vary", "seed=1,2"],
        &["export", &file, "--to", "markdown", "--answers"],
    ] {
        let output = elenchus(command);
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("sealed"), "{output:?}");
    }
    let kept = folder.path().join("kept.yaml");
    elenchus(&["run", &file, "--out", &kept.to_string_lossy()]);
    assert!(!kept.exists(), "of nothing that was played no record is written");
    // Nor can it be read in the record of whoever played it.
    let (id, alarms) = handed_out(&folder.path().join("out"), "Ann").remove(0);
    let played = saved(folder.path(), "record.yaml", &record(&id, &alarms, "Ann", &["point 1"]));
    let text = std::fs::read_to_string(played).expect("text");
    for told in ["lie-at", "kitchen", "hall"] {
        assert!(!text.contains(told), "{told}: {text}");
    }
    assert!(json(&["check", &file, "--json"]).to_string().contains("ok"), "it is a scenario");
}

#[test]
fn records_of_a_released_course_are_graded_and_given_back() {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(release(folder.path(), "out", MANY, "1").status.success());
    let out = folder.path().join("out");
    let records = folder.path().join("records");
    std::fs::create_dir(&records).expect("a folder");
    for student in ["Ann", "Ben"] {
        let (id, alarms) = handed_out(&out, student).remove(0);
        let lie = match alarms.player(Seat::Alice).words().as_str() {
            "lie-at:1" => "point 1",
            _ => "point 3",
        };
        let other = if lie == "point 1" { "point 2" } else { "point 1" };
        let mut won = record(&id, &alarms, student, &[if student == "Ann" { lie } else { other }]);
        let comment = elenchus::scenario::Words::new("Read it again.").expect("words");
        let note = elenchus::scenario::Note { at: 0, comment, ..Default::default() };
        won.notes.push(note);
        saved(&records, &format!("{student}.yaml"), &won);
        // Ben hands in Ann's as well.
        if student == "Ann" {
            let mut copied = won;
            copied.attempt.as_mut().expect("its attempt").player =
                elenchus::scenario::Words::new("Ben").expect("a name");
            saved(&records, "copied.yaml", &copied);
        }
    }
    let back = folder.path().join("back");
    let [course, pages] = [&out, &back].map(|path| path.to_string_lossy());
    let output = elenchus(&[
        "grade",
        "--json",
        "--feedback",
        &pages,
        "--course",
        &course,
        &records.to_string_lossy(),
    ]);
    let rows: serde_json::Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {output:?}"));
    let of = |file: &str| {
        let rows = rows.as_array().expect("rows");
        let row = rows.iter().find(|row| row["file"].as_str().is_some_and(|f| f.ends_with(file)));
        row.expect("its row").clone()
    };
    assert_eq!(of("Ann.yaml")["verdict"], "reached");
    assert_eq!(of("Ben.yaml")["verdict"], "not reached");
    let copied = of("copied.yaml");
    assert_eq!(copied["verdict"], "another version");
    assert_eq!(copied["why"], "it was released to Ann");
    let page = |name: &str| std::fs::read_to_string(back.join(name)).expect("a page");
    let (ann, ben) = (page("Ann.html"), page("Ben.html"));
    assert!(ann.contains("<b>reached</b>") && !ann.contains("lost it") && !ann.contains("Ben"));
    assert!(ben.contains("<b>not reached</b>"), "{ben}");
    assert!(ben.contains("Move 3 was the move that lost it."), "{ben}");
    assert!(ben.contains("On the start: Read it again."));
    // Of a debate that goes on a page tells nothing that is sealed.
    let (id, alarms) = handed_out(&out, "Cy").remove(0);
    let begun = saved(folder.path(), "begun.yaml", &record(&id, &alarms, "Cy", &[]));
    let early = folder.path().join("early");
    let own = out.join("Cy");
    let [early_name, own] = [&early, &own].map(|path| path.to_string_lossy());
    elenchus(&["grade", &begun, "--feedback", &early_name, "--course", &own]);
    let page = std::fs::read_to_string(early.join("Cy.html")).expect("a page");
    assert!(page.contains("<b>unfinished</b>"), "{page}");
    // Who gave no name is whom it was handed to.
    let unnamed = saved(folder.path(), "unnamed.yaml", &record(&id, &alarms, "", &[]));
    let table = elenchus(&["grade", &unnamed, "--table", "--course", &own]);
    let table = String::from_utf8(table.stdout).expect("text");
    assert!(table.lines().any(|line| line.starts_with("Cy ")), "{table}");
    assert!(!table.contains("released to"), "{table}");
    assert!(!page.contains("lie-at") && !page.contains("The claim is"), "{page}");
}

/// What a release would refuse is found by `check`, with its place where it has one.
#[test]
fn what_cannot_be_varied_is_found_before_it_is_handed_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("alarms.yaml");
    for (vary, says) in [
        ("alice: [lie-at:1, flarb]", "alarms.yaml:22:28: "),
        ("set: {nosuch: [1]}", "`vary`: nosuch=1: there is no parameter `nosuch`"),
        ("set: {hall: [0, 2]}", "`vary`: hall=2: "),
    ] {
        let exercise = ALARMS.find("  vary:").expect("it varies");
        std::fs::write(&path, format!("{}  vary: {{{vary}}}\n", &ALARMS[..exercise]))
            .expect("a file");
        let output = elenchus(&["check", &path.to_string_lossy()]);
        let told = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.code() == Some(1) && told.contains(says), "{vary}: {told}");
    }
}

/// Par is what best play reads or pays: a goal that says neither asks only who wins, and is told so.
#[test]
fn a_goal_to_hold_par_says_what_par_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("alarms.yaml");
    for (goal, warned) in [("kind: par", true), ("kind: par, winner: bob, queries: 9", false)] {
        let text = ALARMS.replace("goal: {winner: bob}", &format!("goal: {{{goal}}}"));
        std::fs::write(&path, text).expect("a file");
        let told = elenchus(&["check", &path.to_string_lossy()]).stdout;
        let told = String::from_utf8_lossy(&told);
        assert_eq!(told.contains("without them it asks only who wins"), warned, "{goal}: {told}");
    }
}
