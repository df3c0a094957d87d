//! A script plays a whole class. The class has a course in German and Chinese, 25 students, and a table for three. Two
//! of the students use browsers. The program is killed in the middle, and three students cheat. The verdict on each
//! student agrees with the student's play.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::browser_shows;
use super::client::Client;
use super::server::Server;
use super::tables::{rule_for_alice, sit};
use crate::browser::{Browser, DESK, ENTER, PHONE};
use crate::classroom::{changed, record, saved};
use crate::kit::{elenchus, file, folder};

/// The debates, each with a lie in step 3, and their titles.
const COURSE: [(&str, &str); 5] = [
    ("eins.yaml", "Finde die Lüge"),
    ("zwei.yaml", "Noch eine Lüge"),
    ("san.yaml", "找出谎言"),
    ("si.yaml", "第四个谎言"),
    ("fuenf.yaml", "Die letzte Lüge"),
];

/// A text on the screen when a debate is over.
const WON: [&str; 2] = ["Bob won", "Alice won"];

fn course(folder: &Path) -> String {
    let course = folder.join("kurs");
    std::fs::create_dir(&course).expect("a folder");
    let mut index = "title: Kurs 课程\ndebates:\n".to_owned();
    for (at, (name, title)) in COURSE.into_iter().enumerate() {
        let scenario = changed("find-the-lie", "title: Find the lie", &format!("title: {title}"));
        saved(&course, name, &scenario);
        index += &format!("- {name}\n");
        if at == 0 {
            index += "- {ask: Welcher Schritt war es?, answer: 3}\n";
        }
    }
    file(&course, "course.yaml", &index);
    course.to_str().expect("a name").to_owned()
}

/// Goes from the library to the table of the debate with this number. Then moves to a step.
fn play(student: &mut Client, debate: usize, step: &str) {
    student.until("Enter  play");
    student.then(&format!("\u{1b}[H{}", "\u{1b}[B".repeat(debate)), COURSE[debate].1);
    student.then("\r", "your turn");
    student.then(step, &format!("step [ {step} ]"));
}

/// The part of a student: the debate, the step, and `true` if the student confirms the step.
fn part(student: usize) -> (usize, &'static str, bool) {
    let debate = student % COURSE.len();
    match student % 3 {
        0 => (debate, "3", true),
        1 => (debate, "5", true),
        _ => (debate, "3", false),
    }
}

/// The expected verdict of `grade` on a record for its person.
fn due(student: usize) -> Option<&'static str> {
    match part(student) {
        (_, "3", true) => Some("reached"),
        (_, _, true) => Some("not reached"),
        _ => None,
    }
}

fn browse(browser: &Browser, server: &Server, name: &str, text: bool) {
    browser.open(&format!("http://{}/#{}", server.address, server.code));
    browser.find("#name").type_keys(name);
    browser.find("button").click();
    let until = |what: &str| match text {
        true => browser.wait_for_text("#face", what),
        false => browser_shows(browser, what),
    };
    let enter = || match text {
        true => browser.find("#face button[data-key='enter']").click(),
        false => browser.press(ENTER),
    };
    for words in ["the course", COURSE[0].1] {
        until(words);
        enter();
    }
    until("your turn");
    match text {
        true => browser.find("#typed").type_keys("3"),
        false => browser.press("3"),
    }
    until("[ 3 ]");
    enter();
    until("Bob won");
}

/// A record with a part of its text replaced, in the folder of the cheaters.
fn forged(from: &Path, to: &Path, name: &str, change: impl Fn(&str) -> String) {
    let text = std::fs::read_to_string(from).expect("a record");
    let new = change(&text);
    assert_ne!(text, new, "{name}");
    file(to, &format!("{name}.yaml"), &new);
}

fn only_record(class: &Path, number: usize) -> PathBuf {
    let archive = class.join(format!("students/{number:03}/archive"));
    let file = std::fs::read_dir(&archive).expect("an archive").next().expect("a record");
    file.expect("a file").path()
}

#[test]
#[ignore = "a minute: .ci/nightly runs it"]
fn everybody_in_a_class_is_judged_by_their_own_play() {
    let folder = folder();
    let course = course(folder.path());
    let class = folder.path().join("class");
    let more = ["--listen", "127.0.0.1:0", "--table", "eins"];
    let server = Server::with(&class, &[&course], &more);
    let name = |student: usize| format!("Student {student:02}");
    let mut students: Vec<Client> = (0..25).map(|at| server.join(&name(at))).collect();
    // There are tables, so the students first see the lobby.
    for (at, student) in students.iter_mut().enumerate() {
        let (debate, step, says) = part(at);
        sit(student, 0);
        play(student, debate, step);
        // Half of them have given no answer when the program dies.
        if says && at < 12 {
            student.press("\r");
            student.until_one(&WON);
        }
    }
    let keys: Vec<String> = students.iter().map(|student| student.key.clone()).collect();
    let before: Vec<String> = students.iter().map(Client::text).collect();
    let address = server.kill();
    let server = Server::at(&class, &[&course], &address);
    let mut students: Vec<Client> = (0..25)
        .map(|at| Client::again(&server, &name(at), &keys[at]).expect("they are known"))
        .collect();
    for (at, student) in students.iter_mut().enumerate() {
        let (_, step, says) = part(at);
        if says && at < 12 {
            student.until_one(&WON);
            continue;
        }
        student.until("your turn");
        assert!(before[at].contains("your turn"));
        if says {
            student.then(step, &format!("step [ {step} ]"));
            student.press("\r");
            student.until_one(&WON);
        }
    }
    // Two come by browsers, one of them by phone.
    for (size, name) in [(DESK, "Desk"), (PHONE, "Phone")] {
        if let Some(browser) = Browser::start(size) {
            browse(&browser, &server, name, size == PHONE);
        }
    }
    // Three play at one table. Their judge rules wrongly.
    let mut three = ["Alice A", "Bob B", "Judge J"].map(|name| server.join(name));
    for (at, student) in three.iter_mut().enumerate() {
        sit(student, at + 1);
    }
    rule_for_alice(&mut three);
    three.iter_mut().for_each(|student| drop(student.until("Alice won")));
    // The teacher sees the place of every student.
    let mut teacher = server.page(&server.teacher, [120, 60]);
    teacher.until("   ✓");
    teacher.then("c", "written to");
    let shown = teacher.text();
    server.kill();

    // Three hand in false records: an end under another's name, a false claim of a goal, an easier
    // debate.
    let hand_in = folder.path().join("handed-in");
    std::fs::create_dir(&hand_in).expect("a folder");
    let named = format!("player: {}", name(0));
    forged(&only_record(&class, 0), &hand_in, "copy", |text| text.replace(&named, "player: Eve"));
    forged(&only_record(&class, 1), &hand_in, "said", |text| {
        text.replace(&format!("player: {}", name(1)), "player: Mallory")
            .replace("goal: missed", "goal: reached")
    });
    let easier = changed("find-the-lie", "winner: bob", "winner: alice");
    let easy = record("eins", &easier, "Oscar", &["point 5"]);
    saved(&hand_in, "easy.yaml", &easy);

    let archives = std::fs::read_dir(class.join("students")).expect("students");
    let archives = archives.map(|student| student.expect("a folder").path().join("archive"));
    let folders: Vec<String> = archives
        .filter(|archive| archive.is_dir())
        .chain([hand_in])
        .map(|folder| folder.to_str().expect("a name").to_owned())
        .collect();
    let mut arguments = vec!["grade", "--json", "--course", &course];
    arguments.extend(folders.iter().map(String::as_str));
    let output = elenchus(&arguments);
    let rows: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let of = |row: &Value, key: &str| row[key].as_str().expect("text").to_owned();
    let rows = rows.as_array().expect("rows");
    let mut judged = BTreeMap::new();
    for row in rows {
        judged.insert(of(row, "player"), (of(row, "verdict"), of(row, "why")));
    }
    for (player, (verdict, why)) in &judged {
        println!("{player:<12} {verdict:<16} {why}");
    }
    println!("{shown}");
    let mut expected: BTreeMap<String, &str> =
        (0..25).filter_map(|at| Some((name(at), due(at)?))).collect();
    for (player, due) in
        [("Alice A", "reached"), ("Bob B", "not reached"), ("Judge J", "not reached")]
    {
        expected.insert(player.into(), due);
    }
    for player in ["Desk", "Phone"] {
        if judged.contains_key(player) {
            expected.insert(player.into(), "reached");
        }
    }
    // The record's own claims count for nothing.
    expected.insert("Eve".into(), "reached");
    expected.insert("Mallory".into(), "not reached");
    expected.insert("Oscar".into(), "another version");
    let found: BTreeMap<String, &str> =
        judged.iter().map(|(player, (verdict, _))| (player.clone(), &**verdict)).collect();
    assert_eq!(found, expected);
    // The report flags the copy and names its source.
    let copy = rows.iter().find(|row| row["player"] == "Eve").expect("her row");
    assert!(of(copy, "same_play_as").contains("000"), "{copy}");
}
