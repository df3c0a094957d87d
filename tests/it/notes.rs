//! Comments beside a record, questions to players, and votes of a class.

use std::path::Path;

use elenchus::debate::SeatPlan;
use elenchus::review::Judgement;
use elenchus::rules::Seat;
use elenchus::scenario::{
    Attempt, ClassVote, Note, SafeText, Scenario, archive, journal, read, resume, write,
};
use elenchus::tui::headless::HeadlessPlayground;
use portable_pty::CommandBuilder;

use crate::classroom::{DUEL, LOST, WON, changed, duel, grade, saved, scenario};
use crate::kit::{self, elenchus, entry, file, fill, folder, json, press, printed, said, shows};
use crate::session::{Session, kept_in};

/// A playground with this record or scenario open.
fn opened(path: &str, data: Option<&Path>) -> HeadlessPlayground {
    let mut stage = HeadlessPlayground::new(Vec::new(), (100, 40), data.map(Into::into));
    stage.open(&entry(path));
    stage
}

/// Saves from a place at which the playground asks for a file. Returns the content of the file.
fn kept_as(stage: &mut HeadlessPlayground, folder: &Path, name: &str) -> (String, Scenario) {
    let path = folder.join(name);
    fill(stage, path.to_str().expect("a name"));
    let text = std::fs::read_to_string(&path).expect("it is saved");
    let scenario = read(name, &text).expect("it reads");
    (text, scenario)
}

#[test]
fn a_newer_format_is_refused_and_a_file_is_written_in_the_oldest_sufficient_one() {
    let folder = folder();
    let old = duel("Ada", &WON);
    let text = write(&old).expect("it can be written");
    assert!(text.starts_with("elenchus: 1\n"), "older programs read what needs nothing new");
    let newer = text.replacen("elenchus: 1", "elenchus: 3", 1) + "unheard-of: 1\n";
    let refused = read("new.yaml", &newer).expect_err("it is newer").to_string();
    for part in ["new.yaml:1:11", "version 3", "1 to 2"] {
        assert!(refused.contains(part), "{refused}");
    }
    assert!(read("zero.yaml", &text.replacen("elenchus: 1", "elenchus: 0", 1)).is_err());
    // A comment needs the second version. The grade and the exercise stay the same.
    let mut stage = opened(&saved(folder.path(), "old.yaml", &old), None);
    press(&mut stage, "right c 'why not 0?' enter w");
    let (text, migrated) = kept_as(&mut stage, folder.path(), "new.yaml");
    assert!(text.starts_with("elenchus: 2\n") && text.contains("why not 0?"), "{text}");
    let original = scenario(DUEL);
    let [before, after] =
        [old, migrated].map(|record| grade(&record, Some(&original)).expect("playable"));
    assert_eq!(before.hash, after.hash);
    assert_eq!([before.judgement, after.judgement], [Judgement::Reached, Judgement::Reached]);
}

#[test]
fn a_note_on_a_missing_place_gives_a_warning() {
    let folder = folder();
    let mut record = duel("Ada", &WON);
    let moves = record.moves.as_ref().map_or(0, Vec::len) as u32;
    for (at, warned) in [(moves, false), (moves + 1, true)] {
        record.votes = vec![ClassVote { at, yes: 1, of: 2 }];
        let path = saved(folder.path(), &format!("{at}.yaml"), &record);
        let told = said(&elenchus(&["check", &path]));
        assert_eq!(told.contains("the entry is never shown"), warned, "{told}");
    }
}

/// A record with two lines: the duel lost, then won.
fn two_lines(data: &Path) -> String {
    record_with_lines(data, [LOST, WON])
}

/// A record with these lines.
fn record_with_lines(data: &Path, lines: [[&str; 2]; 2]) -> String {
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
    let folder = folder();
    let path = two_lines(folder.path());
    let mut stage = opened(&path, None);
    press(&mut stage, "b up N 'the greedy one' enter");
    shows(&stage, &["variation 1 of 2 “the greedy one”"]);
    press(&mut stage, "z");
    shows(&stage, &["variation 2 of 2 “the greedy one” (folded)"]);
    press(&mut stage, "z P");
    shows(&stage, &["variation 1 of 2 “the greedy one” (first):"]);
    press(&mut stage, "down D");
    shows(&stage, &["The record keeps its moves"]);
    press(&mut stage, "esc");
    assert!(stage.text().contains("of 2"), "nothing is removed without being asked");
    press(&mut stage, "D enter");
    shows(&stage, &["variation 1 of 1"]);
    press(&mut stage, "D");
    assert!(!stage.text().contains("The record keeps its moves"), "{}", stage.text());
    press(&mut stage, "esc w");
    let (_, kept) = kept_as(&mut stage, folder.path(), "out.yaml");
    let before = entry(&path).scenario.expect("it reads");
    assert!(kept.moves.expect("moves").starts_with(&before.moves.expect("moves")));
}

#[test]
fn a_shown_line_disappears_when_it_is_removed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut stage = opened(&two_lines(folder.path()), None);
    let shows_lost = |stage: &HeadlessPlayground| stage.text().contains("bit 0: blunder");
    press(&mut stage, "home");
    let before = shows_lost(&stage);
    press(&mut stage, "b D enter esc home");
    assert_eq!(shows_lost(&stage), !before, "{}", stage.text());
}

#[test]
fn every_view_of_a_record_shows_the_same_line() {
    let folder = folder();
    let path = two_lines(folder.path());
    let two = entry(&path).scenario.expect("it reads");
    let leaves = resume(&two).expect("it plays").tree().leaves();
    let [first, last] = [0, 1].map(|at: usize| leaves[at].number());
    for (note, winner) in [
        (Note::default(), "Bob"),
        (Note { at: first, first: true, ..Note::default() }, "Alice"),
        (Note { at: last, removed: true, ..Note::default() }, "Alice"),
    ] {
        let noted = Scenario { notes: vec![note], ..two.clone() };
        let path = saved(folder.path(), "noted.yaml", &noted);
        assert_eq!(json(&["replay", &path, "--json"])["winner"], winner.to_lowercase());
        let paper = printed(&["export", &path, "--to", "markdown", "--answers"]);
        assert!(
            paper.contains("2 variations") && paper.contains(&format!("{winner} wins.")),
            "{paper}"
        );
        shows(&opened(&path, None), &[&format!("{winner} won")]);
    }
}

#[test]
fn comments_votes_and_variations_are_on_every_surface() {
    let folder = folder();
    let mut noted = entry(&two_lines(folder.path())).scenario.expect("it reads");
    let tree = resume(&noted).expect("it plays").tree().clone();
    let words = |text: &str| SafeText::new(text).expect("words");
    let (side, main) = (tree.leaves()[0], tree.leaves()[1]);
    let note = |at, comment: &str| Note { at, comment: words(comment), ..Note::default() };
    let own = tree.path_to(side)[tree.depth(tree.common(side)) + 1];
    noted.notes = vec![
        note(0, "ROOT before any move"),
        note(tree.line()[0].number(), "MAIN first line\nMAIN second line <b>"),
        Note { name: words("the greedy one"), ..note(side.number(), "") },
        Note { name: words("Läßt's"), ..note(main.number(), "END of it") },
    ];
    match noted.notes.iter_mut().find(|note| note.at == own.number()) {
        Some(known) => known.comment = words("SIDE of the other"),
        None => noted.notes.push(note(own.number(), "SIDE of the other")),
    }
    noted.votes.push(ClassVote { at: 0, yes: 18, of: 25 });
    let path = saved(folder.path(), "noted.yaml", &noted);

    let told = ["ROOT", "MAIN first", "MAIN second", "END", "SIDE", "greedy", "Läßt", "18 of 25"];
    let all = |surface: &str, text: &str| {
        for words in told {
            assert!(text.contains(words), "{surface} lacks {words}: {text}");
        }
    };
    let mut stage = opened(&path, None);
    let mut review = press(&mut stage, "home");
    for keys in ["right", "end", "b"] {
        review += &press(&mut stage, keys);
    }
    press(&mut stage, "esc");
    let other = tree.leaves().len();
    assert_eq!(other, 2);
    press(&mut stage, "b");
    review += &press(&mut stage, "up");
    press(&mut stage, "enter home");
    for _ in 0..tree.depth(own) {
        review += &press(&mut stage, "right");
    }
    all("review", &review);
    all("replay", &printed(&["replay", &path]));
    // A page to play holds the text of the file.
    let text = write(&noted).expect("it can be written");
    for whole in [&json(&["replay", &path, "--json"])["record"].to_string(), &text] {
        assert!(told[..7].iter().all(|words| whole.contains(words)), "{whole}");
        assert!(whole.contains("class-votes"), "{whole}");
    }
    for form in ["html", "markdown"] {
        let export = |more: &[&str]| printed(&[&["export", &path, "--to", form], more].concat());
        all(form, &export(&["--answers"]));
        let projected = export(&["--projector"]);
        all(form, &projected);
        // Before the end, a class sees no comment and no variation.
        let last = if form == "html" { "class=\"end\"" } else { "## everything shown" };
        let (before, _) = projected.split_once(last).expect("an end");
        assert!(told.iter().all(|words| !before.contains(words)), "{form}: {before}");
        let plain = export(&[]);
        assert!(told.iter().all(|words| !plain.contains(words)), "{form}: {plain}");
        let counts = "4 comments, 1 vote of a class, 1 other variation are left out here.";
        assert!(plain.contains(counts), "{form}: {plain}");
    }
}

#[test]
fn a_page_for_a_student_shows_the_line_by_which_it_was_judged() {
    let folder = folder();
    let path = record_with_lines(folder.path(), [WON, LOST]);
    let pages = folder.path().join("pages");
    let rows = json(&format!("grade {path} --json --feedback {}", pages.display()));
    assert_eq!(rows[0]["verdict"], "reached", "{rows}");
    let page = std::fs::read_dir(&pages).expect("a folder").next().expect("a page");
    let page = std::fs::read_to_string(page.expect("a file").path()).expect("text");
    assert!(page.contains("<b>reached</b>") && page.contains("2 variations"), "{page}");
    assert!(!page.contains("not reached") && !page.contains("lost it"), "{page}");
}

#[test]
fn a_line_is_shown_beside_honest_play_from_their_first_difference() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = saved(folder.path(), "lost.yaml", &duel("Ben", &LOST));
    let mut stage = opened(&path, None);
    press(&mut stage, "H");
    let text = stage.text();
    assert!(text.contains("this line") && text.contains("honest play"), "{text}");
    let parts = text.lines().find(|line| line.contains('≠')).expect("they part");
    assert!(parts.contains("bit 0") && parts.contains("bit 1"), "{parts}");
    for away in ["H", "H esc"] {
        press(&mut stage, away);
        let text = stage.text();
        assert!(!text.contains("this line") && text.contains("variation"), "{away}: {text}");
    }
}

#[test]
fn a_position_is_handed_out_with_a_title_and_a_text_and_nobodys_name() {
    let folder = folder();
    let path = two_lines(folder.path());
    let mut stage = opened(&path, None);
    press(&mut stage, "home right W ctrl-u enter");
    shows(&stage, &["a title has at least one letter"]);
    press(&mut stage, "'After the first bit' enter");
    fill(&mut stage, "Find the other bit.");
    fill(&mut stage, &path);
    shows(&stage, &["is there already"]);
    let (_, given) = kept_as(&mut stage, folder.path(), "position.yaml");
    assert_eq!((&*given.title, &*given.summary), ("After the first bit", "Find the other bit."));
    assert!(given.attempt.is_none());
    assert_eq!(given.moves.expect("moves").len(), 1, "no other line, and no later move");
}

#[test]
fn people_who_share_a_screen_have_names_in_the_review_and_a_class_votes() {
    let data = folder();
    let mut two = changed(DUEL, "lesson:", "oracle: scenario\nlesson:");
    for seat in [Seat::Alice, Seat::Bob] {
        two.seats.set(seat, SeatPlan::Human);
    }
    let path = saved(data.path(), "two.yaml", &two);
    let mut stage = opened(&path, Some(data.path()));
    press(&mut stage, "enter : 'class vote' enter '30 of 25' enter");
    shows(&stage, &["18 of 25"]);
    press(&mut stage, &"backspace ".repeat(20));
    shows(&stage, &["Write two numbers"]);
    // The field accepts no letters except those of "of".
    stage.type_text("yes18 maybe of 25");
    shows(&stage, &["18  of 25"]);
    assert!(!press(&mut stage, "enter").contains("in class"), "{}", stage.text());
    press(&mut stage, "left enter left enter left enter left enter esc v");
    for (seat, name) in [("Alice", "Ann"), ("Bob", "Ben")] {
        shows(&stage, &[&format!("who was {seat}?")]);
        press(&mut stage, &format!("'{name}' enter"));
    }
    shows(&stage, &["· Ann, Ben", "18 of 25 in class"]);
    let text = stage.text();
    let moves: Vec<&str> = text.lines().filter(|line| line.contains("bit ")).collect();
    assert!(!moves.iter().any(|line| line.contains(" you ")), "{moves:?}");
    let kept = kept(data.path());
    assert_eq!((kept.votes[0].yes, kept.votes[0].of), (18, 25));
    assert_eq!(kept.attempt.expect("an attempt").names.len(), 3);
}

#[test]
fn an_exercise_can_ask_to_commit_first_and_to_predict_what_is_shown() {
    let data = folder();
    let asks = "exercise: {commit: true, predict: true}\nlesson:";
    let mut asked = changed("find-the-lie", "lesson:", asks);
    asked.seats = elenchus::scenario::SeatFiles::default();
    asked.seat = Some(Seat::Judge);
    let path = saved(data.path(), "asked.yaml", &asked);
    let mut stage = opened(&path, Some(data.path()));
    press(&mut stage, "enter");
    shows(&stage, &["Before you begin: is the claim true?"]);
    assert!(!press(&mut stage, "y").contains("Before you begin"), "{}", stage.text());
    // The step that is on trial reads step 6: there the cursor begins.
    press(&mut stage, "tab space");
    shows(&stage, &["Before you see the result"]);
    assert!(!stage.text().contains("1₁"), "nothing is read before the prediction");
    press(&mut stage, "y");
    shows(&stage, &["1₁", "bits"]);
    press(&mut stage, "tab left enter esc v");
    let kept = kept(data.path());
    let attempt = kept.attempt.as_ref().expect("an attempt");
    assert_eq!((attempt.committed, attempt.predictions.len()), (Some(true), 1));
    let judgement = |kept| grade(kept, Some(&asked)).expect("playable").judgement;
    assert_eq!(judgement(&kept), Judgement::NotReached);
    // A comment and a vote change no verdict.
    let mut noted = kept.clone();
    let comment = SafeText::new("Why this one?").expect("words");
    noted.notes.push(Note { at: 1, comment, ..Note::default() });
    noted.votes.push("3 of 4".parse().expect("a vote"));
    assert_eq!(judgement(&noted), Judgement::NotReached);
}

#[test]
fn having_everything_shown_is_noted() {
    let data = tempfile::tempdir().expect("a folder");
    let mut stage = HeadlessPlayground::new(Vec::new(), (100, 40), Some(data.path().into()));
    stage.open(&entry("find-the-lie"));
    press(&mut stage, "enter : 'everything' enter");
    assert!(!stage.text().contains("The claim is"), "it is asked first: {}", stage.text());
    press(&mut stage, "enter");
    shows(&stage, &["The claim is false."]);
    press(&mut stage, "right right enter esc v");
    assert!(kept(data.path()).attempt.expect("an attempt").revealed);
}

/// The saved record of the one debate that was played.
fn kept(data: &Path) -> Scenario {
    archive::list(&archive::folder(data))[0].record.clone().expect("it reads")
}

/// The grades of the saved records, by a course.
fn graded(data: &Path, course: &str) -> serde_json::Value {
    let archive = archive::folder(data);
    let graded = elenchus(&format!("grade {} --course {course} --json", archive.display()));
    serde_json::from_slice(&graded.stdout).expect("JSON")
}

/// A course of a lesson with two debates and a question between them.
fn lesson(folder: &Path) {
    saved(folder, "a.yaml", &scenario("find-the-lie"));
    saved(folder, "b.yaml", &scenario(DUEL));
    let question = "ask: Which step was the lie?, answer: 3, why: The steps before it follow.";
    let index = format!("- lesson: Reading little\n  debates: [a.yaml, {{{question}}}, b.yaml]");
    file(folder, "course.yaml", &format!("title: Tuesday\ndebates:\n{index}\n"));
}

#[test]
fn a_lesson_has_debates_and_a_question_with_an_answer_that_is_checked() {
    let folder = folder();
    lesson(folder.path());
    let name = folder.path().to_str().expect("a name");
    let course = elenchus::scenario::course::course(name).expect("it reads");
    let scenarios: Vec<&Scenario> =
        course.entries.iter().map(|entry| entry.scenario.as_ref().expect("it reads")).collect();
    assert!(scenarios.iter().all(|scenario| &*scenario.chapter == "Reading little"));
    let question =
        scenarios[0].lesson.question.clone().expect("the question follows the first debate");
    assert!(scenarios[1].lesson.question.is_none());
    assert_eq!(
        ["3", " 3.0 ", "4", "three"].map(|own| question.is_right(own)),
        [true, true, false, false]
    );
    let data = kit::folder();
    let mut stage = HeadlessPlayground::new(course.entries, (100, 40), Some(data.path().into()));
    press(&mut stage, "enter right right enter esc v A");
    shows(&stage, &["Which step was the lie?"]);
    press(&mut stage, "'3' enter");
    shows(&stage, &["right. The steps before it follow."]);
    let rows = graded(data.path(), name);
    assert_eq!((&rows[0]["answer"], &rows[0]["verdict"]), (&"right".into(), &"reached".into()));
    let late = "title: x\ndebates:\n- a.yaml\n- {ask: a, answer: b}\n- {ask: c, answer: d}\n";
    file(folder.path(), "course.yaml", late);
    let refused = elenchus::scenario::course::course(name).expect_err("nothing comes after it");
    assert!(refused.to_string().contains("course.yaml:5"), "{refused}");
}

#[test]
fn a_question_before_a_debate_comes_first_and_its_answer_after_the_end() {
    let folder = folder();
    lesson(folder.path());
    let questions = ["How many lie?", "Which step?", "How many bits?"];
    let [before, after, next] = questions;
    let index = format!(
        "title: x\ndebates:\n- {{ask: {before}, answer: 1}}\n- a.yaml\n- {{ask: {after}, answer: 3}}\n- \
         {{ask: {next}, answer: 2}}\n- b.yaml\n"
    );
    file(folder.path(), "course.yaml", &index);
    let name = folder.path().to_str().expect("a name");
    let entries = elenchus::scenario::course::course(name).expect("it reads").entries;
    let asked = |at: usize| {
        let lesson = &entries[at].scenario.as_ref().expect("it reads").lesson;
        [&lesson.before, &lesson.question].map(|q| q.as_ref().map(|q| q.ask.to_string()))
    };
    let words = |text: &str| Some(text.to_owned());
    assert_eq!(asked(0), [words(before), words(after)]);
    assert_eq!(asked(1), [words(next), None]);
    // On paper, all questions come first, and the answers are on a separate page.
    let paper = printed(&["export", "--course", name, "--to", "md"]);
    assert!(questions.iter().all(|question| paper.contains(question)), "{paper}");
    let data = kit::folder();
    let mut stage = HeadlessPlayground::new(entries, (100, 40), Some(data.path().into()));
    press(&mut stage, "enter");
    shows(&stage, &["How many lie?"]);
    // Nothing is played before the question is answered, and every letter is text.
    assert!(!press(&mut stage, "'2' enter").contains("not right"), "that would tell");
    press(&mut stage, "right right enter esc");
    // At the end, the question after it comes first among the ways on.
    shows(&stage, &["A question"]);
    press(&mut stage, "A");
    shows(&stage, &[after]);
    press(&mut stage, "'3' enter");
    let text = stage.text().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("right."), "{text}");
    press(&mut stage, "q");
    assert!(!stage.text().contains("A question"), "{}", stage.text());
    let rows = graded(data.path(), name);
    assert_eq!((&rows[0]["answer_before"], &rows[0]["answer"]), (&"wrong".into(), &"right".into()));
    assert_eq!(rows[0]["verdict"], "reached", "{rows}");
}

#[test]
fn a_users_course_is_shown_alone_in_a_terminal() {
    let (folder, data) = (folder(), kit::folder());
    lesson(folder.path());
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_elenchus"));
    command.arg("--course");
    command.arg(folder.path());
    let mut session = Session::start(kept_in(command, data.path()));
    session.wait_for("READING LITTLE");
    session.wait_for("Find the lie");
    assert!(!session.text().contains("READ ALMOST"), "{}", session.text());
    session.press("q");
    assert_eq!(session.end(), 0);
}
