//! The verdicts of `grade`: fair words for honest play, and the facts about other play.

use elenchus::debate::SeatPlan;
use elenchus::review::{Judgement, replay};
use elenchus::rules::Seat;
use elenchus::scenario::{Attempt, SafeText, Scenario, Verdict, course};
use serde_json::Value;

use crate::classroom::{DUEL, LOST, WON, changed, duel, grade, record, saved, scenario};
use crate::kit::{self, elenchus, file, folder, refused, said};

fn judged(record: &Scenario, original: &Scenario) -> Judgement {
    grade(record, Some(original)).expect("it can be played").judgement
}

fn words(text: &str) -> SafeText {
    SafeText::new(text).expect("words")
}

/// The rows of `grade --json`, with any exit code.
fn rows(of: &str) -> Vec<Value> {
    let output = elenchus(&format!("grade {of} --json"));
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {output:?}"))
}

/// A record with a part of its attempt changed.
fn with(mut record: Scenario, change: impl Fn(&mut Attempt)) -> Scenario {
    change(record.attempt.as_mut().expect("an attempt"));
    record
}

#[test]
fn a_class_is_graded_by_its_own_debates_whatever_their_titles() {
    let folder = folder();
    // The title of this debate is the title of a debate in the library.
    let own = changed("find-the-lie", "winner: bob", "winner: bob\n    queries: 40");
    let first = saved(folder.path(), "first.yaml", &own);
    let archive = folder.path().join("students/000/archive");
    std::fs::create_dir_all(&archive).expect("folders");
    saved(&archive, "won.yaml", &record("first", &own, "Eve", &["point 3"]));
    let class = folder.path().to_str().expect("a name");
    assert_eq!(rows(class)[0]["verdict"], "not compared");
    file(folder.path(), "debates.yaml", &format!("- {first}\n"));
    let row = rows(class).remove(0);
    assert_eq!((&row["verdict"], &row["scenario"]), (&"reached".into(), &"first".into()));
}

/// A guess in one line does not count against a line in which the judge reads.
#[test]
fn a_ruling_that_no_read_decides_reaches_a_goal_by_a_guess() {
    let id = "nobody-argues";
    let given = scenario(id);
    let ruled = |moves: &[&str]| judged(&record(id, &given, "Ann", moves), &given);
    let both = ["rule alice", "rule bob"].map(|side| ruled(&[side]));
    let due = [Judgement::Guessed, Judgement::NotReached];
    assert!(due.iter().all(|own| both.contains(own)), "{both:?}");
    let reads: Vec<String> = (1..=8).map(|n| format!("read input {n}")).collect();
    for side in ["rule alice", "rule bob"] {
        let moves: Vec<&str> = reads.iter().map(String::as_str).chain([side]).collect();
        assert_ne!(ruled(&moves), Judgement::Guessed, "{side} after all eight bits");
    }
}

#[test]
fn a_guess_does_not_reach_the_goal_of_a_debate_that_cannot_be_won() {
    let given = scenario("twins");
    let record = record("twins", &given, "Ann", &["rule alice"; 10]);
    assert_eq!(judged(&record, &given), Judgement::Reached);
}

#[test]
fn a_typo_that_a_teacher_mends_later_makes_no_other_version() {
    let given = scenario("contract-comma");
    let mended = |scenario: &Scenario| {
        let text = elenchus::scenario::write(scenario).expect("it can be written");
        // Changes every question, every title and every lesson.
        let text = text.replace("milk", "bread").replace("title: ", "title: The ");
        elenchus::scenario::read("mended", &text).expect("it reads")
    };
    let later = mended(&given);
    assert_ne!(later.machine, given.machine, "its questions are others");
    assert_eq!(given.differences(&later), [""; 0]);
    let other = changed(DUEL, "winner: bob", "winner: bob\n    queries: 9");
    assert_eq!(scenario(DUEL).differences(&other), ["goal"]);
}

#[test]
fn a_wrong_judge_at_a_table_for_three_is_no_mistake_of_the_others() {
    let given = scenario(DUEL);
    let mut three = given.clone();
    three.seats.set(Seat::Judge, SeatPlan::Human);
    let table = |seat: Seat| {
        let mut own = record(DUEL, &three, "Di", &["bit 0", "bit 0", "rule bob"]);
        own.attempt.as_mut().expect("an attempt").seat = Some(seat);
        own
    };
    let [bob, judge] = [Seat::Bob, Seat::Judge].map(|seat| replay(&table(seat)).expect("playable"));
    assert_eq!(bob.goal, Some(Verdict::Reached), "Bob won, and did nothing wrong");
    assert_eq!(judge.goal, Some(Verdict::Missed), "the judge ruled against what can be read");
    for seat in [Seat::Bob, Seat::Judge] {
        let judgement = judged(&table(seat), &given);
        assert_eq!(judgement, Judgement::OtherPlayers(vec![Seat::Judge], false));
    }
    // If a table plays the exercise, each seat has its own verdict.
    assert_eq!(judged(&table(Seat::Bob), &three), Judgement::Reached);
    assert_eq!(judged(&table(Seat::Judge), &three), Judgement::NotReached);
}

#[test]
fn an_exercise_opened_by_its_path_is_the_same_exercise() {
    let folder = folder();
    let course = folder.path().join("course");
    std::fs::create_dir(&course).expect("a folder");
    saved(&course, "duel.yaml", &scenario(DUEL));
    let place = words("/tmp/somewhere/duel.yaml");
    let by_path = with(duel("Ann", &WON), |attempt| attempt.scenario = place.clone());
    let record = saved(folder.path(), "record.yaml", &by_path);
    let found = rows(&format!("{record} --course {}", course.display()));
    assert_eq!(found[0]["verdict"], "reached", "{found:?}");
}

/// The record of a won debate does not count for another debate, even if the record names that debate. It does not
/// count for an unknown debate either.
#[test]
fn a_record_is_compared_with_the_debate_that_it_names() {
    let folder = folder();
    for (named, verdict, scenario) in
        [("lazy-bob", "another version", "lazy-bob"), ("nowhere", "reached", DUEL)]
    {
        let won = with(duel("Ann", &WON), |attempt| attempt.scenario = words(named));
        let row = rows(&saved(folder.path(), "a.yaml", &won)).remove(0);
        assert_eq!((&row["verdict"], &row["scenario"]), (&verdict.into(), &scenario.into()));
    }
}

#[test]
fn an_unplayed_record_is_unfinished() {
    let begun = duel("Ann", &WON[..1]);
    assert_eq!(judged(&begun, &scenario(DUEL)), Judgement::Unfinished);
}

/// The class knows the people at its tables. It confirms them when it keeps the record.
#[test]
fn a_seat_at_a_table_of_a_class_is_graded_where_the_class_keeps_it() {
    let class = folder();
    let mut three = scenario(DUEL);
    three.seats.set(Seat::Judge, SeatPlan::Human);
    let own = record(DUEL, &three, "Di", &["bit 1", "bit 0", "rule bob"]);
    let own = with(own, |attempt| {
        (attempt.seat, attempt.ended) = (Some(Seat::Bob), words("2026-11-21T12:03:20Z"));
    });
    let kept = class.path().join("students/000/archive");
    std::fs::create_dir_all(&kept).expect("folders");
    let kept = saved(&kept, "a.yaml", &own);
    assert_eq!(rows(&kept)[0]["verdict"], "other players", "no class keeps it");
    file(class.path(), "class.yaml", "code: ABCDEF\n");
    let row = rows(&kept).remove(0);
    assert_eq!((&row["verdict"], &row["seconds"]), (&"reached".into(), &200.into()), "{row}");
}

#[test]
fn the_same_moves_at_the_same_times_under_two_names_are_pointed_out() {
    let folder = folder();
    let won = |name: &str, ended: &str| {
        let won = with(duel("Ann", &WON), |attempt| {
            (attempt.player, attempt.ended) = (words(name), words(ended));
        });
        saved(folder.path(), &format!("{name}.yaml"), &won)
    };
    let (first, later) = ("2026-11-21T12:03:20Z", "2026-11-21T12:03:21Z");
    let (a, b, c) = (won("Ann", first), won("Ben", first), won("Cem", later));
    let found = rows(&format!("{a} {b} {c}"));
    for (row, same) in found.iter().zip([b.as_str(), &a, ""]) {
        assert_eq!(row["same_play_as"], same, "{found:?}");
        assert_eq!(row["verdict"], "reached", "nobody is accused: {row}");
    }
}

#[test]
fn a_table_has_a_row_for_each_player_and_their_best_attempt_and_a_gradebook_reads_it() {
    let folder = folder();
    let later = words("2026-11-21T13:00:00Z");
    let second = with(duel("Ben", &WON), |attempt| attempt.began = later.clone());
    let records =
        [("1.yaml", duel("Ann", &LOST)), ("2.yaml", duel("Ben", &LOST)), ("3.yaml", second)];
    let files = records.map(|(name, record)| saved(folder.path(), name, &record)).join(" ");
    let name = folder.path().to_str().expect("a name");
    let attempts: Vec<Option<u64>> = rows(name).iter().map(|row| row["attempt"].as_u64()).collect();
    assert_eq!(attempts, [Some(1), Some(1), Some(2)]);
    let printed =
        |of: &str| String::from_utf8(elenchus(&format!("grade {of}")).stdout).expect("text");
    let cells = |row: &str| -> Vec<String> {
        row.split("  ").map(|cell| cell.trim().to_owned()).filter(|cell| !cell.is_empty()).collect()
    };
    let table: Vec<Vec<String>> = printed(&format!("{name} --table")).lines().map(cells).collect();
    assert_eq!(table, [["player", DUEL], ["Ann", "not reached"], ["Ben", "reached"]]);
    let moodle = printed(&format!("{name} --to moodle"));
    assert_eq!(moodle, format!("Full name,{DUEL}\nAnn,0\nBen,100\n"));
    // A course lists its debates, and the table has the missing ones.
    let table = printed(&format!("{files} --course exercises --table"));
    let course = course::course("exercises").expect("it is shipped").entries;
    let rows: Vec<Vec<String>> = table.lines().map(cells).collect();
    assert_eq!(rows[0].len(), 1 + course.len() + 1, "{table}");
    assert_eq!(rows[2].iter().filter(|cell| *cell == "-").count(), course.len());
    // A debate without a comparison has no points.
    let mut own = with(duel("Ann", &WON), |attempt| attempt.scenario = words("a-debate-of-hers"));
    (own.title, own.hide) = (words("Hers"), vec![elenchus::scenario::Hidden::Alice]);
    let own = saved(folder.path(), "own.yaml", &own);
    let moodle = printed(&format!("{own} --to moodle"));
    assert_eq!(moodle, "Full name,a-debate-of-hers\nAnn,\n");
    // No record means no reached goal.
    let empty = kit::folder();
    refused(&format!("grade {} --table", empty.path().display()));
}

#[test]
fn the_page_of_commands_says_what_each_verdict_means() {
    let page = include_str!("../../docs/reference/commands.md");
    for judgement in [
        Judgement::Reached,
        Judgement::Guessed,
        Judgement::NotReached,
        Judgement::NotDecided,
        Judgement::Unfinished,
        Judgement::NotCompared,
        Judgement::AnotherVersion(Vec::new()),
        Judgement::OtherPlayers(Vec::new(), false),
        Judgement::DoesNotReplay(Vec::new()),
    ] {
        assert!(page.contains(&format!("\n| {judgement} | ")), "{judgement}");
    }
}

#[test]
fn the_share_that_reaches_the_goal_of_a_hidden_claim_is_told_only_on_request() {
    let folder = folder();
    let mut hopeless = changed("rigged-coin", "kind: lost", "kind: win");
    hopeless.hide = vec![elenchus::scenario::Hidden::Truth];
    let path = saved(folder.path(), "hopeless.yaml", &hopeless);
    let [told, asked] =
        ["", "--reveal"].map(|more| said(&elenchus(&format!("check {path} {more}"))));
    assert!(!told.contains("0.2") && told.contains("--reveal"), "{told}");
    assert!(asked.contains("honest 0.2"), "{asked}");
}

/// Bob points at a correct step of a wrong transcript, and the judge still rules for him. The page
/// uses the record of each player.
#[test]
fn each_person_of_a_table_has_a_page_and_so_has_a_record_that_does_not_replay() {
    let mut three = scenario("find-the-lie");
    for seat in Seat::ALL {
        three.seats.set(seat, SeatPlan::Human);
    }
    let moves = ["write 1111111", "point 1", "ask 1", "rule bob"];
    let folder = folder();
    for (seat, name) in Seat::ALL.into_iter().zip(["Ann", "Ben", "Cem"]) {
        let mut own = record("find-the-lie", &three, name, &moves);
        own.attempt.get_or_insert_default().seat = Some(seat);
        let path = saved(folder.path(), &format!("{name}.yaml"), &own);
        if name == "Ben" {
            let text = std::fs::read_to_string(&path).expect("a record");
            let changed = text.replace("point 1", "point 2");
            assert_ne!(text, changed);
            std::fs::write(&path, changed).expect("a file");
        }
    }
    let pages = folder.path().join("pages");
    let [records, to] = [folder.path(), &pages].map(|path| path.to_str().expect("a name"));
    elenchus(&["grade", records, "--feedback", to]);
    let page = |name: &str| {
        std::fs::read_to_string(pages.join(format!("{name}.html"))).expect("everybody has one")
    };
    assert!(!page("Ann").contains("You named step") && !page("Ann").contains("cost you"));
    assert!(page("Ben").contains("does not replay"), "{}", page("Ben"));
    assert!(!page("Cem").contains("You named step"));
    assert!(page("Cem").contains("Move 5, yours: rule for Bob."), "{}", page("Cem"));
}

/// The cells of CSV under the names of their columns.
fn cells(csv: &str) -> Vec<std::collections::BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(csv.trim_start_matches('\u{feff}').as_bytes());
    let rows: Result<_, _> = reader.deserialize().collect();
    rows.unwrap_or_else(|e| panic!("{e}: {csv}"))
}

#[test]
fn a_roster_gives_each_student_an_id_and_a_row() {
    let folder = folder();
    let records = folder.path().join("records");
    std::fs::create_dir(&records).expect("a folder");
    let given = scenario(DUEL);
    for (name, player, moves) in
        [("a", "Jose\u{301} Di\u{301}az", WON), ("b", "s-2", LOST), ("c", "Stranger", WON)]
    {
        saved(&records, &format!("{name}.yaml"), &record(DUEL, &given, player, &moves));
    }
    let wide = |text: &str| -> Vec<u8> {
        let units = text.encode_utf16().flat_map(u16::to_le_bytes);
        b"\xff\xfe".iter().copied().chain(units).collect()
    };
    let table = "Full name;ID number;Email address\r\nJosé Díaz;s-1;jose@x.org\r\nBen;s-2;\r\n\
                 -Zoë;s-3;zoe@x.org\r\n";
    let path = folder.path().join("roster.csv");
    let latin: Vec<u8> =
        table.chars().map(|c| u8::try_from(u32::from(c)).expect("Latin-1")).collect();
    let marked = [b"\xef\xbb\xbf", table.as_bytes()].concat();
    let grade = |more: &str| {
        let all = format!("grade {} --roster {} {more}", records.display(), path.display());
        let output = elenchus(&all);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let told = String::from_utf8(output.stderr).expect("text");
        assert!(told.contains("not in the roster: Stranger"), "{told}");
        String::from_utf8(output.stdout).expect("text")
    };
    for bytes in [table.as_bytes().to_vec(), latin, marked, wide(table)] {
        std::fs::write(&path, bytes).expect("it is written");
        let mut rows: Vec<_> = cells(&grade("--csv"))
            .into_iter()
            .map(|row| ["player", "id", "email", "verdict"].map(|name| row[name].clone()).join("|"))
            .collect();
        rows.sort();
        assert_eq!(
            rows,
            [
                "'-Zoë|s-3|zoe@x.org|no record",
                "Ben|s-2||not reached",
                "José Díaz|s-1|jose@x.org|reached",
                "Stranger|||reached",
            ]
        );
    }
    let moodle = grade("--to moodle");
    let head = moodle.lines().next().expect("a head");
    assert_eq!(head, format!("Full name,ID number,Email address,{DUEL}"));
    assert!(moodle.contains("José Díaz,s-1,jose@x.org,100\n"), "{moodle}");
    assert!(moodle.contains("'-Zoë,s-3,zoe@x.org,\n"), "{moodle}");
    assert_eq!(grade("--to moodle --format excel"), format!("\u{feff}{moodle}"));
    assert!(grade("--table").contains("-Zoë"));
    assert_eq!(grade("--json"), grade("--format json"));
    // A class that keeps its roster gives it to `grade`.
    let kept = "- {name: Ada, id: a-1, email: ada@x.org}\n";
    file(&records, "roster.yaml", kept);
    let output = elenchus(&format!("grade {} --csv", records.display()));
    let rows = String::from_utf8(output.stdout).expect("text");
    assert!(rows.contains(",Ada,a-1,ada@x.org,"), "{rows}");
}

#[test]
fn a_roster_that_cannot_tell_students_apart_is_refused() {
    let folder = folder();
    let path = saved(folder.path(), "a.yaml", &duel("Ann", &WON));
    for (content, why) in [
        ("name,id\nAnn,1\nBen,1\n", "line 3: `1` is in the roster twice"),
        ("Jose\u{301}\nJos\u{e9}\n", "line 2: `José` is in the roster twice"),
        ("id,email\n1,a@x\n", "no column `name`"),
        ("Ann,1,a@x\n", "no column `name`"),
        ("name,id\n,4\n", "line 2: this student has no name"),
        ("name,id\n\u{1b}[31m,4\n", "line 2: this text has the control character"),
        ("\n", "no students"),
    ] {
        let roster = file(folder.path(), "roster.csv", content);
        let told = refused(&["grade", &path, "--roster", &roster]);
        assert!(told.contains("roster.csv") && told.contains(why), "{content:?}: {told}");
    }
    // An id tells two students of one name apart, and a list without commas needs no head.
    for (content, found) in [
        ("name,id\nAnn,1\nAnn,2\n", "not in the roster: Ann"),
        ("Ann\nMüller, Bo\n", ""),
        ("First name,Surname,Username\nAnn,,ann\n", ""),
    ] {
        let roster = file(folder.path(), "roster.csv", content);
        let told = elenchus(&["grade", &path, "--roster", &roster, "--csv"]);
        let (rows, told) = (said(&told), String::from_utf8_lossy(&told.stderr).into_owned());
        assert_eq!(told.contains("not in the roster"), !found.is_empty(), "{content}: {told}");
        assert!(rows.contains("reached"), "{rows}");
    }
}
