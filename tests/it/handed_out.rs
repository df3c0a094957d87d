//! Exercises that a teacher hands out and collects, including those of earlier versions.

use elenchus::scenario::{self, Note, SafeText, Scenario};

use crate::classroom::{changed, record, saved};
use crate::kit::elenchus;

/// A sealed exercise of an earlier version, for Ann. Alice lies in step 3.
const SEALED: &str = include_str!("handed_out/sealed.yaml");

fn sealed() -> Scenario {
    scenario::read("alarms.yaml", SEALED).expect("it reads")
}

fn printed(args: &[&str]) -> String {
    String::from_utf8(elenchus(args).stdout).expect("text")
}

#[test]
fn a_sealed_file_of_an_earlier_version_opens_and_its_record_is_graded() {
    let folder = tempfile::tempdir().expect("a folder");
    let course = folder.path().join("out/Ann");
    std::fs::create_dir_all(&course).expect("folders");
    std::fs::write(course.join("alarms.yaml"), SEALED).expect("a file");
    std::fs::write(course.join("course.yaml"), "title: Ann's\ndebates: [alarms.yaml]\n")
        .expect("a file");
    // A record in plain text, and one with a sealed scenario and the mark of a class.
    let clear = record("alarms", &sealed(), "", &["point 3"]);
    let clear = saved(folder.path(), "clear.yaml", &clear);
    let text = std::fs::read_to_string(&clear).expect("text");
    let (_, played) = text.split_once("\nattempt:").expect("an attempt");
    let mark = "\n  signature: 0123456789abcdef";
    let old = folder.path().join("old.yaml");
    std::fs::write(&old, format!("{SEALED}attempt:{mark}{played}")).expect("a file");
    let out = folder.path().join("out").to_string_lossy().into_owned();
    for record in [&*clear, &old.to_string_lossy()] {
        let table = printed(&["grade", record, "--course", &out, "--table"]);
        let rows: Vec<Vec<&str>> =
            table.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(rows, [["player", "alarms"], ["Ann", "reached"]], "{record}");
    }
    // One letter of the sealed text is changed.
    let wrong = scenario::read("f", &SEALED.replacen("sealed: s9", "sealed: s8", 1)).unwrap_err();
    assert!(wrong.message.contains("was changed"), "{wrong}");
}

#[test]
fn a_sentence_names_everything_that_is_retired() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("varied.yaml");
    let text = scenario::write(&changed("find-the-lie", "lesson:", "exercise: {}\nlesson:"));
    let text =
        text.expect("it can be written").replace("exercise: {}", "exercise: {vary: {seed: true}}");
    std::fs::write(&path, text).expect("a file");
    let path = path.to_string_lossy();
    let told = printed(&["check", &path]);
    assert!(told.contains("every student gets the same exercise"), "{told}");
    for command in [
        &["course", "release", "exercises"][..],
        &["grade", "a.yaml", "--seal", "seal"],
        &["class", "--joins", "9"],
    ] {
        let output = elenchus(command);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && told.contains(" is gone. "), "{told}");
    }
}

#[test]
fn each_student_gets_a_page_with_the_verdict_and_the_comments() {
    let folder = tempfile::tempdir().expect("a folder");
    let records = folder.path().join("records");
    std::fs::create_dir(&records).expect("a folder");
    let exercise = changed("find-the-lie", "lesson:", "exercise: {}\nlesson:");
    let original = saved(folder.path(), "lie.yaml", &exercise);
    for (student, moves) in [("Ann", &["point 3"][..]), ("Ben", &["point 5"]), ("Cy", &[])] {
        let mut own = record("lie", &exercise, student, moves);
        let comment = SafeText::new("Read it again.").expect("words");
        own.notes.push(Note { at: 0, comment, ..Note::default() });
        saved(&records, &format!("{student}.yaml"), &own);
    }
    let back = folder.path().join("back");
    let [pages, records] = [&back, &records].map(|path| path.to_string_lossy());
    elenchus(&["grade", &records, "--scenario", &original, "--feedback", &pages]);
    let page = |name: &str| {
        std::fs::read_to_string(back.join(name).with_extension("html")).expect("a page")
    };
    let (ann, ben, cy) = (page("Ann"), page("Ben"), page("Cy"));
    assert!(ann.contains("<b>reached</b>") && !ann.contains("lost it") && !ann.contains("Ben"));
    assert!(ben.contains("<b>not reached</b>"), "{ben}");
    assert!(ben.contains(" was the move that lost it."), "{ben}");
    assert!(ben.contains("On the start: Read it again."));
    // The page of an unfinished debate reveals nothing hidden.
    assert!(cy.contains("<b>unfinished</b>") && !cy.contains("The claim is"), "{cy}");
}

/// Par is the number of reads or the payment of best play. A goal with neither only names a winner,
/// and the text says so.
#[test]
fn a_goal_of_par_states_par() {
    let folder = tempfile::tempdir().expect("a folder");
    for (goal, warned) in
        [("kind: par", true), ("kind: par\n    winner: bob\n    queries: 9", false)]
    {
        let path = saved(folder.path(), "par.yaml", &changed("find-the-lie", "winner: bob", goal));
        let told = printed(&["check", &path]);
        assert_eq!(told.contains("the goal asks only who wins"), warned, "{goal}: {told}");
    }
}
