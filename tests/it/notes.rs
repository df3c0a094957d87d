//! What is written beside a record, what is asked of people who play, and what a class says.

use std::path::Path;

use elenchus::review::Judgement;
use elenchus::scenario::{
    Attempt, Note, Scenario, Vote, Words, archive, journal, read, resume, write,
};
use elenchus::tui::stage::Stage;
use portable_pty::CommandBuilder;

use crate::classroom::{DUEL, LOST, WON, changed, duel, grade, saved, scenario};
use crate::kit::{elenchus, entry, fill, json, press, shows};
use crate::session::{Session, kept_in};

/// A stage with this record or scenario open.
fn opened(path: &str, data: Option<&Path>) -> Stage {
    let mut stage = Stage::new(Vec::new(), (100, 40), data.map(Into::into));
    stage.open(&entry(path));
    stage
}

#[test]
fn a_newer_format_is_refused_by_name_and_an_older_one_is_written_as_what_it_needs() {
    let folder = tempfile::tempdir().expect("a folder");
    let old = duel("Ada", &WON);
    let text = write(&old).expect("it can be written");
    assert!(text.starts_with("elenchus: 1\n"), "older programs read what needs nothing new");
    let newer = text.replacen("elenchus: 1", "elenchus: 3", 1) + "unheard-of: 1\n";
    let refused = read("new.yaml", &newer).expect_err("it is newer").to_string();
    for part in ["new.yaml:1:11", "version 3", "newer Elenchus", "versions 1 to 2"] {
        assert!(refused.contains(part), "{refused}");
    }
    assert!(read("zero.yaml", &text.replacen("elenchus: 1", "elenchus: 0", 1)).is_err());
    // A comment needs the second version; the grade and what was handed out stay the same.
    let path = saved(folder.path(), "old.yaml", &old);
    let mut stage = opened(&path, None);
    press(&mut stage, "right c 'why not 0?' enter w");
    let moved = folder.path().join("new.yaml");
    fill(&mut stage, moved.to_str().expect("a name"));
    let text = std::fs::read_to_string(&moved).expect("it is saved");
    assert!(text.starts_with("elenchus: 2\n") && text.contains("why not 0?"), "{text}");
    let migrated = read("new.yaml", &text).expect("it reads");
    let original = scenario(DUEL);
    let (before, after) = (grade(&old, Some(&original)), grade(&migrated, Some(&original)));
    let (before, after) = (before.expect("playable"), after.expect("playable"));
    assert_eq!(before.hash, after.hash);
    assert_eq!([before.judgement, after.judgement], [Judgement::Reached, Judgement::Reached]);
}

#[test]
fn a_note_of_a_place_that_the_record_does_not_have_is_warned_of() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut record = duel("Ada", &WON);
    let moves = record.moves.as_ref().map_or(0, Vec::len) as u32;
    for (at, warned) in [(moves, false), (moves + 1, true)] {
        record.votes = vec![Vote { at, yes: 1, of: 2 }];
        let path = saved(folder.path(), &format!("{at}.yaml"), &record);
        let told = elenchus(&["check", &path]);
        let told = String::from_utf8_lossy(&[told.stdout, told.stderr].concat()).into_owned();
        assert_eq!(told.contains("for place"), warned, "{told}");
    }
}

/// A record with two lines: the duel lost, then won.
fn two_lines(data: &Path) -> String {
    of_lines(data, [LOST, WON])
}

/// A record with these lines.
fn of_lines(data: &Path, lines: [[&str; 2]; 2]) -> String {
    let original = scenario(DUEL);
    let mut game = elenchus::scenario::open(&original).expect("it opens");
    for line in lines {
        game.go_to(elenchus::debate::NodeId::START).expect("the start");
        for mv in line {
            game.table().run().expect("legal");
            let seat = elenchus::rules::Seat::Bob;
            game.play(seat, mv.parse().expect("a move")).expect("legal");
        }
        game.table().run().expect("legal");
    }
    let mut attempted = original.clone();
    attempted.attempt = Some(Attempt::at(DUEL, &original, "").expect("it can be written"));
    saved(data, "two.yaml", &journal::played(&attempted, &*game))
}

#[test]
fn lines_are_named_promoted_folded_and_removed_and_the_record_keeps_their_moves() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = two_lines(folder.path());
    let mut stage = opened(&path, None);
    press(&mut stage, "b up N 'the greedy one' enter");
    shows(&stage, &["line 1 of 2 “the greedy one”"]);
    press(&mut stage, "z");
    shows(&stage, &["line 2 of 2 “the greedy one” (folded)"]);
    press(&mut stage, "z P");
    shows(&stage, &["line 1 of 2 “the greedy one” (first):"]);
    press(&mut stage, "down D");
    shows(&stage, &["The record keeps its moves"]);
    press(&mut stage, "esc");
    assert!(stage.text().contains("of 2"), "nothing is removed without being asked");
    press(&mut stage, "D enter");
    shows(&stage, &["line 1 of 1"]);
    press(&mut stage, "D");
    assert!(!stage.text().contains("The record keeps its moves"), "{}", stage.text());
    press(&mut stage, "esc w");
    let out = folder.path().join("out.yaml");
    fill(&mut stage, out.to_str().expect("a name"));
    let kept = entry(out.to_str().expect("a name")).scenario.expect("it reads");
    let before = entry(&path).scenario.expect("it reads");
    assert!(kept.moves.expect("moves").starts_with(&before.moves.expect("moves")));
}

#[test]
fn of_a_line_that_is_removed_while_it_is_shown_nothing_is_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut stage = opened(&two_lines(folder.path()), None);
    let shows_lost = |stage: &Stage| stage.text().contains("bit 0: blunder");
    let before = shows_lost(&stage);
    press(&mut stage, "b D enter esc");
    assert_eq!(shows_lost(&stage), !before, "{}", stage.text());
}

#[test]
fn a_record_shows_one_line_wherever_it_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = two_lines(folder.path());
    let two = entry(&path).scenario.expect("it reads");
    let leaves = resume(&two).expect("it plays").tree().leaves();
    let [first, last] = [0, 1].map(|at: usize| leaves[at].number());
    for (note, shown) in [
        (Note::default(), "Bob"),
        (Note { at: first, first: true, ..Note::default() }, "Alice"),
        (Note { at: last, removed: true, ..Note::default() }, "Alice"),
    ] {
        let noted = Scenario { notes: vec![note], ..two.clone() };
        let path = saved(folder.path(), "noted.yaml", &noted);
        assert_eq!(json(&["replay", &path, "--json"])["winner"], shown.to_lowercase());
        let paper = elenchus(&["export", &path, "--to", "markdown", "--answers"]).stdout;
        let paper = String::from_utf8(paper).expect("text");
        assert!(paper.contains("This is one of 2 lines of play in the record."), "{paper}");
        assert!(paper.contains(&format!("{shown} wins.")), "{paper}");
        let review = opened(&path, None).text();
        assert!(review.contains(&format!("{shown} won")), "{review}");
    }
}

#[test]
fn a_page_for_a_student_shows_the_line_by_which_it_was_judged() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = of_lines(folder.path(), [WON, LOST]);
    let pages = folder.path().join("pages");
    let graded =
        elenchus(&["grade", &path, "--json", "--feedback", pages.to_str().expect("a name")]);
    let rows: serde_json::Value = serde_json::from_slice(&graded.stdout).expect("JSON");
    assert_eq!(rows[0]["verdict"], "reached", "{rows}");
    let page =
        std::fs::read_dir(&pages).expect("a folder").next().expect("a page").expect("a file");
    let page = std::fs::read_to_string(page.path()).expect("text");
    assert!(page.contains("<b>reached</b>") && page.contains("one of 2 lines"), "{page}");
    assert!(!page.contains("not reached") && !page.contains("lost it"), "{page}");
}

#[test]
fn a_line_stands_beside_honest_play_from_where_they_part() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = saved(folder.path(), "lost.yaml", &duel("Ben", &LOST));
    let mut stage = opened(&path, None);
    press(&mut stage, "H");
    let text = stage.text();
    assert!(text.contains("this line") && text.contains("honest play"), "{text}");
    let parts = text.lines().find(|line| line.starts_with('≠')).expect("they part");
    assert!(parts.contains("bit 0") && parts.contains("bit 1"), "{parts}");
    for away in ["H", "H esc"] {
        press(&mut stage, away);
        let text = stage.text();
        assert!(!text.contains("this line") && text.contains("lines of play"), "{away}: {text}");
    }
}

#[test]
fn a_position_is_handed_out_with_a_title_and_a_text_and_nobodys_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = two_lines(folder.path());
    let mut stage = opened(&path, None);
    press(&mut stage, "home right W ctrl-u enter");
    shows(&stage, &["a title has at least one letter"]);
    press(&mut stage, "'After the first bit' enter");
    fill(&mut stage, "Find the other bit.");
    fill(&mut stage, &path);
    shows(&stage, &["is there already"]);
    let out = folder.path().join("position.yaml");
    fill(&mut stage, out.to_str().expect("a name"));
    let given = entry(out.to_str().expect("a name")).scenario.expect("it reads");
    assert_eq!((&*given.title, &*given.summary), ("After the first bit", "Find the other bit."));
    assert!(given.attempt.is_none());
    let moves = given.moves.expect("moves");
    assert_eq!(moves.len(), 1, "no other line and nothing of what came after");
}

#[test]
fn people_who_share_a_screen_have_names_in_the_review_and_a_class_votes() {
    let data = tempfile::tempdir().expect("a folder");
    let two = changed(DUEL, "lesson:", "oracle: scenario\nlesson:");
    let mut two: Scenario = two;
    for seat in [elenchus::rules::Seat::Alice, elenchus::rules::Seat::Bob] {
        two.seats.set(seat, elenchus::debate::SeatPlan::Human);
    }
    let path = saved(data.path(), "two.yaml", &two);
    let mut stage = opened(&path, Some(data.path()));
    press(&mut stage, "enter V '30 of 25' enter");
    shows(&stage, &["18 of 25"]);
    for _ in 0..20 {
        press(&mut stage, "backspace");
    }
    shows(&stage, &["Two numbers, no other words"]);
    // No letter is taken but those of "of".
    stage.type_text("yes18 maybe of 25");
    shows(&stage, &["18  of 25"]);
    press(&mut stage, "enter");
    assert!(!stage.text().contains("in class"), "{}", stage.text());
    press(&mut stage, "left enter left enter left enter left enter esc v");
    shows(&stage, &["who was Alice?"]);
    press(&mut stage, "'Ann' enter");
    shows(&stage, &["who was Bob?"]);
    press(&mut stage, "'Ben' enter");
    let text = stage.text();
    assert!(text.contains("· Ann, Ben"), "{text}");
    assert!(text.contains("18 of 25 in class"), "{text}");
    let moves: Vec<&str> = text.lines().filter(|line| line.contains("bit ")).collect();
    assert!(!moves.iter().any(|line| line.contains(" you ")), "{moves:?}");
    let kept = kept(data.path());
    assert_eq!((kept.votes[0].yes, kept.votes[0].of), (18, 25));
    assert_eq!(kept.attempt.expect("an attempt").names.len(), 3);
}

#[test]
fn an_exercise_can_ask_to_commit_first_and_to_predict_what_is_shown() {
    let data = tempfile::tempdir().expect("a folder");
    let asked =
        changed("find-the-lie", "lesson:", "exercise: {commit: true, predict: true}\nlesson:");
    let mut asked = asked;
    asked.seats = elenchus::scenario::Seats::default();
    asked.seat = Some(elenchus::rules::Seat::Judge);
    let path = saved(data.path(), "asked.yaml", &asked);
    let mut stage = opened(&path, Some(data.path()));
    press(&mut stage, "enter");
    shows(&stage, &["before you begin: is the claim true?"]);
    press(&mut stage, "y");
    assert!(!stage.text().contains("before you begin"), "{}", stage.text());
    // The step that is on trial reads step 6: there the cursor begins.
    press(&mut stage, "tab enter");
    shows(&stage, &["before it is shown"]);
    assert!(stage.text().contains("transcript 0/3"), "nothing is read before it was foreseen");
    press(&mut stage, "y");
    shows(&stage, &["transcript 1/3"]);
    let predicted = 1;
    press(&mut stage, "tab left enter esc v");
    let text = stage.text();
    assert!(
        text.contains("You said first that the claim") && text.contains("It is not so"),
        "{text}"
    );
    assert!(text.contains("You foresaw 1 of 1 of what was"), "{text}");
    let kept = kept(data.path());
    let attempt = kept.attempt.as_ref().expect("an attempt");
    assert_eq!((attempt.committed, attempt.predictions.len()), (Some(true), predicted));
    let judgement = |kept| grade(kept, Some(&asked)).expect("playable").judgement;
    assert_eq!(judgement(&kept), Judgement::NotReached);
    // A comment and a vote change no verdict.
    let mut noted = kept.clone();
    let comment = Words::new("Why this one?").expect("words");
    noted.notes.push(Note { at: 1, comment, ..Note::default() });
    noted.votes.push("3 of 4".parse().expect("a vote"));
    assert_eq!(judgement(&noted), Judgement::NotReached);
}

#[test]
fn having_everything_shown_is_noted_and_can_be_forbidden() {
    let data = tempfile::tempdir().expect("a folder");
    let mut stage = Stage::new(Vec::new(), (100, 40), Some(data.path().into()));
    stage.open(&entry("find-the-lie"));
    press(&mut stage, "enter R");
    assert!(!stage.text().contains("The claim is"), "it is asked first: {}", stage.text());
    press(&mut stage, "enter");
    shows(&stage, &["The claim is false."]);
    press(&mut stage, "right right enter esc v");
    shows(&stage, &["Everything was shown before"]);
    let kept = kept(data.path());
    assert!(kept.attempt.as_ref().expect("an attempt").revealed);
}

/// What is kept of the one debate that was played.
fn kept(data: &Path) -> Scenario {
    archive::list(&archive::folder(data))[0].record.clone().expect("it reads")
}

/// The grades of what was kept, by a course.
fn graded(data: &Path, course: &str) -> serde_json::Value {
    let archive = archive::folder(data);
    let graded =
        elenchus(&["grade", archive.to_str().expect("a name"), "--course", course, "--json"]);
    serde_json::from_slice(&graded.stdout).expect("JSON")
}

/// A course of a lesson with two debates and a question between them.
fn lesson(folder: &Path) {
    saved(folder, "a.yaml", &scenario("find-the-lie"));
    saved(folder, "b.yaml", &scenario(DUEL));
    let index = "title: Tuesday\n\
                 debates:\n\
                 - lesson: Reading little\n\
                 \x20 debates:\n\
                 \x20 - a.yaml\n\
                 \x20 - ask: Which step was the lie?\n\
                 \x20   answer: 3\n\
                 \x20   why: The steps before it follow.\n\
                 \x20 - b.yaml\n";
    std::fs::write(folder.join("course.yaml"), index).expect("it can be written");
}

#[test]
fn a_lesson_has_debates_and_a_question_with_an_answer_that_is_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    lesson(folder.path());
    let name = folder.path().to_str().expect("a name");
    let course = elenchus::scenario::course::course(name).expect("it reads");
    let scenarios: Vec<Scenario> =
        course.entries.iter().map(|entry| entry.scenario.clone().expect("it reads")).collect();
    assert!(scenarios.iter().all(|scenario| &*scenario.chapter == "Reading little"));
    let question = scenarios[0].lesson.question.clone().expect("it is asked after the first");
    assert!(scenarios[1].lesson.question.is_none());
    for right in ["3", " 3.0 "] {
        assert!(question.is_right(right));
    }
    assert!(!question.is_right("4") && !question.is_right("three"));
    let data = tempfile::tempdir().expect("a folder");
    let mut stage = Stage::new(course.entries, (100, 40), Some(data.path().into()));
    press(&mut stage, "enter enter right right enter esc v A");
    shows(&stage, &["Which step was the lie?"]);
    press(&mut stage, "'3' enter");
    shows(&stage, &["right. The steps before it follow."]);
    let rows = graded(data.path(), name);
    assert_eq!(rows[0]["answer"], "right", "{rows}");
    assert_eq!(rows[0]["verdict"], "reached", "{rows}");
    let late = "title: x\ndebates:\n- a.yaml\n- {ask: a, answer: b}\n- {ask: c, answer: d}\n";
    std::fs::write(folder.path().join("course.yaml"), late).expect("it can be written");
    let refused = elenchus::scenario::course::course(name).expect_err("nothing follows on it");
    assert!(refused.to_string().contains("course.yaml:5"), "{refused}");
}

#[test]
fn a_question_before_a_debate_is_asked_first_and_told_after_its_end() {
    let folder = tempfile::tempdir().expect("a folder");
    lesson(folder.path());
    let index = "title: x\ndebates:\n- {ask: How many lie?, answer: 1}\n- a.yaml\n\
                 - {ask: Which step?, answer: 3}\n- {ask: How many bits?, answer: 2}\n- b.yaml\n";
    std::fs::write(folder.path().join("course.yaml"), index).expect("it can be written");
    let name = folder.path().to_str().expect("a name");
    let entries = elenchus::scenario::course::course(name).expect("it reads").entries;
    let asked = |entry: &elenchus::scenario::library::LibraryEntry| {
        let lesson = &entry.scenario.as_ref().expect("it reads").lesson;
        [&lesson.before, &lesson.question].map(|q| q.as_ref().map(|q| q.ask.to_string()))
    };
    let words = |text: &str| Some(text.to_owned());
    assert_eq!(asked(&entries[0]), [words("How many lie?"), words("Which step?")]);
    assert_eq!(asked(&entries[1]), [words("How many bits?"), None]);
    // On paper both are asked, and answered apart.
    let paper = crate::kit::printed(&["export", "--course", name, "--to", "md"]);
    let asked = ["How many lie?", "Which step?", "How many bits?"];
    assert!(asked.iter().all(|question| paper.contains(question)), "{paper}");
    let data = tempfile::tempdir().expect("a folder");
    let mut stage = Stage::new(entries, (100, 40), Some(data.path().into()));
    press(&mut stage, "enter enter enter");
    shows(&stage, &["How many lie?"]);
    // Nothing is played before it is answered, and every letter is text.
    press(&mut stage, "'2' enter");
    assert!(!stage.text().contains("not right"), "that would tell");
    press(&mut stage, "right right enter esc");
    // At the end, the question after it comes first among the ways on.
    shows(&stage, &["a question"]);
    press(&mut stage, "A");
    shows(&stage, &["Which step?"]);
    press(&mut stage, "'3' enter");
    let text = stage.text().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("right."), "{text}");
    press(&mut stage, "q");
    assert!(!stage.text().contains("a question"), "{}", stage.text());
    let rows = graded(data.path(), name);
    assert_eq!((&rows[0]["answer_before"], &rows[0]["answer"]), (&"wrong".into(), &"right".into()));
    assert_eq!(rows[0]["verdict"], "reached", "{rows}");
}

#[test]
fn a_course_of_ones_own_is_shown_alone_in_a_terminal() {
    let (folder, data) =
        (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("one"));
    lesson(folder.path());
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_elenchus"));
    command.arg("--course");
    command.arg(folder.path());
    let mut session = Session::start(kept_in(command, data.path()));
    session.wait_for("READING LITTLE");
    session.wait_for("Find the lie");
    let text = session.text();
    assert!(!text.contains("READ ALMOST"), "{text}");
    session.press("q");
    assert_eq!(session.end(), 0);
}
