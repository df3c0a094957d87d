//! The open class: students on other machines, told through its program and the bytes on the wire.

mod client;
mod held;
mod joined;
mod server;

use std::io::Write;
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::Message;

use self::client::{Client, PATIENCE, next};
use self::server::Server;
use crate::browser::{Browser, DESK, PHONE};

/// From the library to the seats of Find the lie, by what its chapter is about if that is shown.
fn to_the_seats(student: &mut Client) {
    student.until("teaching order");
    student.press("\r");
    if student.until_one(&["Start the debate", CHAPTER]).contains(CHAPTER) {
        student.press("\r");
        student.until("Start the debate");
    }
}

/// What every cell of a screen shows, and how; which frames were drawn before it is not in it.
fn cells(screen: &vt100::Screen) -> Vec<String> {
    let (rows, columns) = screen.size();
    let all = (0..rows.get()).flat_map(|y| (0..columns.get()).map(move |x| (y, x)));
    let shown = all.filter_map(|(y, x)| Some(((y, x), screen.cell(y, x)?)));
    let seen = shown.filter(|(_, cell)| !cell.contents().trim().is_empty() || cell.inverse());
    seen.map(|(at, cell)| {
        let marks = [cell.bold(), cell.dim(), cell.italic(), cell.underline(), cell.inverse()];
        format!("{at:?} {} {:?} {:?} {marks:?}", cell.contents(), cell.fgcolor(), cell.bgcolor())
    })
    .collect()
}

/// On the page of the first chapter.
const CHAPTER: &str = "A claim rests on many small steps";

/// From the library to the table of Find the lie, whose Bob points at one of seven steps.
fn to_the_table(student: &mut Client) {
    to_the_seats(student);
    student.press("\r");
    student.until("your turn");
}

fn grade(folder: &Path) -> (bool, Value) {
    let output = Command::new(env!("CARGO_BIN_EXE_elenchus"))
        .args(["grade", "--json"])
        .arg(folder)
        .output()
        .expect("it runs");
    let rows = serde_json::from_slice(&output.stdout).expect("JSON");
    (output.status.success(), rows)
}

/// Who may read and write a file.
fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).expect("it is there").permissions().mode() & 0o777
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn a_student_plays_to_the_review_and_is_graded() {
    let folder = folder();
    let server = Server::start(folder.path(), &["find-the-lie"]);
    let mut ann = server.join("Ann");
    to_the_table(&mut ann);
    ann.press("3");
    ann.until("3");
    ann.press("\r");
    ann.until("Bob wins");
    let (passed, rows) = grade(folder.path());
    assert!(passed, "{rows}");
    assert_eq!((&rows[0]["player"], &rows[0]["verdict"]), (&json!("Ann"), &json!("reached")));
    // Back to the library and out of it, where the same key once more is no accident: the class says
    // good-bye.
    ann.press("q");
    ann.until("teaching order");
    ann.press("q");
    ann.until("the course");
    ann.press("q");
    ann.until("this is the class's lobby: q again leaves it");
    ann.press("q");
    assert_eq!(ann.last_words(), "you left the class; what you played is kept");
}

#[test]
fn what_is_wrong_at_the_door_is_said_in_words() {
    let folder = folder();
    let server = Server::start(folder.path(), &["find-the-lie"]);
    let ann = server.join("Ann");
    let refused = |change: &dyn Fn(&mut Value)| {
        let mut hello = server.hello("Ben");
        change(&mut hello);
        let refusal = Client::meet(&server.address, &hello).err().expect("it is refused");
        (
            refusal["what"].as_str().unwrap().to_owned(),
            refusal["words"].as_str().unwrap().to_owned(),
        )
    };
    let (what, words) = refused(&|hello| hello["code"] = json!("WRONG1"));
    assert_eq!((&*what, words.contains("code of the class")), ("code", true), "{words}");
    for same in [" aNN ", "\u{410}nn", "A-n n"] {
        let (what, words) = refused(&|hello| hello["name"] = json!(same));
        let known = words.contains("Ann is in the class already");
        assert_eq!((&*what, known), ("name", true), "{same:?}: {words}");
    }
    let unseen = ["Ann\u{2060}", "Ann\u{3164}", "the teacher", "Nobody yet", "FREE"];
    for bad in ["", "\u{1b}[2J", "../..", &"x".repeat(25)].into_iter().chain(unseen) {
        let (what, _) = refused(&|hello| hello["name"] = json!(bad));
        assert_eq!(what, "name", "{bad:?}");
    }
    let (what, words) = refused(&|hello| hello["version"] = json!("0.0.1-00000000"));
    assert_eq!((&*what, words.contains("load it again")), ("version", true), "{words}");
    let (what, _) = refused(&|hello| hello["more"] = json!(1));
    assert_eq!(what, "hello");
    let mut wrong = server.hello("Ann");
    (wrong["key"], wrong["code"]) = (json!("0".repeat(32)), json!(""));
    let refusal = Client::meet(&server.address, &wrong).err().expect("it is refused");
    assert_eq!(refusal["what"], "key");
    // Ann comes back, and her first window is told.
    let mut first = ann;
    let key = first.key.clone();
    let mut second = Client::again(&server, "Ann", &key).expect("she is known");
    assert!(first.last_words().contains("somewhere else"));
    second.until("teaching order");
    // Nobody can try all codes, and nobody who has the right one is shut out by who tries.
    let tries =
        (0..25).map(|_| refused(&|hello| hello["code"] = json!("WRONG1")).1).collect::<Vec<_>>();
    assert!(tries.last().expect("the last").contains("looked at after a while"));
    server.join("Cem");
}

#[test]
fn nobody_fills_the_class_and_a_server_between_is_believed_if_it_was_named() {
    let come = |server: &Server, name: &str, from: &str| {
        let met = Client::meet_from(&server.address, &server.hello(name), Some(from));
        met.map(drop).map_err(|refusal| refusal["words"].as_str().unwrap().to_owned())
    };
    let folders = [folder(), folder()];
    let few = ["--listen", "127.0.0.1:0", "--joins", "2"];
    let server = Server::with(folders[0].path(), &["find-the-lie"], &few);
    assert_eq!(come(&server, "Ann", "10.0.0.1"), Ok(()));
    assert_eq!(come(&server, "Ben", "10.0.0.2"), Ok(()));
    // Anybody could say so: all come from here.
    assert!(come(&server, "Cem", "10.0.0.3").unwrap_err().contains("many come in just now"));
    let trusting = [&few[..], &["--trust-proxy", "127.0.0.1"]].concat();
    let server = Server::with(folders[1].path(), &["find-the-lie"], &trusting);
    for name in ["Ann", "Ben"] {
        assert_eq!(come(&server, name, "10.9.9.9, 10.0.0.1"), Ok(()));
    }
    assert!(come(&server, "Cem", "10.0.0.1").unwrap_err().contains("many come in just now"));
    assert_eq!(come(&server, "Cem", "10.0.0.2"), Ok(()));
}

#[test]
fn a_student_is_offered_no_file_no_shell_and_no_end_of_the_program() {
    let folder = folder();
    let server = Server::start(folder.path(), &["find-the-lie"]);
    let mut ann = server.join("Ann");
    ann.until("teaching order");
    for (key, name) in [("o", "o"), ("L", "L"), ("\u{3}", "Ctrl-C"), ("\u{1a}", "Ctrl-Z")] {
        ann.press(key);
        ann.until(&format!("{name} does nothing here"));
    }
    // Alice's seat, and to the left of its first choice: a program of one's own.
    to_the_seats(&mut ann);
    ann.press("\u{1b}[H\u{1b}[D\u{1b}[D");
    ann.until("program:");
    ann.press("touch x\r");
    ann.until("nobody runs a program of theirs");
    ann.press("\u{1b}[21~");
    to_the_table(&mut ann);
    ann.press("w");
    ann.until("w does nothing here");
    ann.press("1\r");
    ann.until("take with you");
    for key in ["w", "x"] {
        ann.press(key);
        ann.until(&format!("{key} does nothing here"));
    }
    assert!(!ann.text().contains("try it 400 times"), "the lab writes files: {}", ann.text());
}

#[test]
fn hostile_connections_cost_nothing_but_themselves() {
    let folder = folder();
    let server = Server::start(folder.path(), &["find-the-lie"]);
    let mut ann = server.join("Ann");
    ann.until("teaching order");
    // Half-open ones, and ones that never finish what they ask: more than there is room for.
    let idle: Vec<TcpStream> =
        (0..300).map(|_| TcpStream::connect(&server.address).expect("it listens")).collect();
    for mut stream in &idle {
        // The first of them may be closed by now.
        let _ = stream.write_all(b"GET / HTTP/1.1\r\nA: ");
    }
    // A message that is too long, one that is no JSON, a frame that breaks the protocol.
    let mut long = server.join("Long");
    let _ = long.socket.send(Message::binary(vec![b'x'; 1 << 20]));
    let mut text = server.join("Text");
    text.press("?");
    text.socket.send(Message::text("{\"size\": \"large\"}")).expect("it reads");
    let mut frame = server.join("Frame");
    frame.socket.get_mut().write_all(&[0xff; 64]).expect("it reads");
    for client in [&mut long, &mut text, &mut frame] {
        let begun = Instant::now();
        while next(&mut client.socket).is_ok() {
            assert!(begun.elapsed() < PATIENCE, "{} is still there", client.name);
        }
    }
    // One who floods is read slowly, and one who does not read is forgotten.
    let mut flood = server.join("Flood");
    flood.socket.get_mut().set_nonblocking(true).expect("it can be set");
    for _ in 0..20_000 {
        if flood.socket.send(Message::binary(b"jjjjjjjjkkkkkkkk".to_vec())).is_err() {
            break;
        }
    }
    to_the_seats(&mut ann);
}

#[test]
fn a_class_that_was_killed_stands_as_it_was_shown() {
    let folder = folder();
    let server = Server::start(folder.path(), &["find-the-lie", "contract-comma"]);
    let (mut ann, mut ben) = (server.join("Ann"), server.join("Ben"));
    to_the_table(&mut ann);
    // A hint is part of what was shown.
    ann.press("i");
    let before = ann.until("Hint 1");
    to_the_table(&mut ben);
    ben.press("3");
    ben.press("\r");
    ben.until("Bob wins");
    let (code, keys) = (server.code.clone(), [ann.key.clone(), ben.key.clone()]);
    let address = server.kill();
    let server = Server::at(folder.path(), &["find-the-lie", "contract-comma"], &address);
    assert_eq!(server.code, code);
    let mut ann = Client::again(&server, "Ann", &keys[0]).expect("she is known");
    assert_eq!(ann.until("Hint 1"), before);
    let mut ben = Client::again(&server, "Ben", &keys[1]).expect("he is known");
    ben.until("Bob wins");
    ann.press("3");
    ann.press("\r");
    ann.until("Bob wins");
    for number in ["000", "001"] {
        let (passed, rows) = grade(&folder.path().join("students").join(number).join("archive"));
        assert!(passed && rows.as_array().expect("rows").len() == 1, "{rows}");
    }
}

#[test]
fn a_window_closed_in_the_middle_of_a_move_or_resized_to_nothing_loses_nothing() {
    let folder = folder();
    let server = Server::start(folder.path(), &["find-the-lie"]);
    let mut ann = server.join("Ann");
    to_the_table(&mut ann);
    for (columns, rows) in [(0, 0), (1, 1), (0, 40), (65_535, 65_535), (40, 10)] {
        ann.resize(columns, rows);
    }
    ann.until("needs 80×24");
    ann.resize(80, 24);
    ann.until("your turn");
    ann.press("5");
    let before = ann.until("step [ 5 ]");
    let key = ann.key.clone();
    drop(ann);
    let mut ann = Client::again(&server, "Ann", &key).expect("she is known");
    assert_eq!(ann.until("your turn"), before);
    ann.press("\u{7f}3\r");
    ann.until("Bob wins");
}

/// A student at the lobby takes the seat in this row of it: 1 for Alice, 2 for Bob, 3 for the judge.
fn sit(student: &mut Client, row: usize) {
    student.until("take a seat at a table");
    student.press(&"j".repeat(row));
    student.until("▸");
    student.press("\r");
}

/// The rows of the board of a table on a screen.
fn board(screen: &str) -> Vec<String> {
    screen.lines().skip(3).take(11).map(str::to_owned).collect()
}

/// One debate on three machines up to Bob's turn, Alice's answers as given: what each of the three
/// has been shown, screen by screen, and the class, which runs on.
fn shared_up_to_bob(folder: &Path, answers: &str) -> (Server, [Client; 3]) {
    let server = Server::with_a_table(folder, "find-the-lie");
    let [mut alice, mut bob, mut judge] = ["Ann", "Ben", "Cem"].map(|name| server.join(name));
    sit(&mut judge, 3);
    judge.until("you are the judge");
    sit(&mut bob, 2);
    bob.until("you are Bob");
    sit(&mut alice, 1);
    alice.until("your turn");
    bob.until("Alice is asked: Ann");
    alice.press(answers);
    alice.press("\r");
    alice.until("Bob is asked: Ben");
    bob.until("your turn");
    judge.until("Bob is asked: Ben");
    (server, [alice, bob, judge])
}

#[test]
fn three_machines_play_one_debate_and_nothing_hidden_is_on_the_wire() {
    let folders = [folder(), folder()];
    let mut tables = [("111011", 0), ("111111", 1)]
        .map(|(answers, i)| shared_up_to_bob(folders[i].path(), answers));
    // Bob sees what Alice wrote; the judge, who has read nothing yet, is shown the same in both.
    let shown = |table: &(Server, [Client; 3]), who: usize| board(&table.1[who].text());
    assert_ne!(shown(&tables[0], 1), shown(&tables[1], 1));
    let colours = |i: usize| cells(tables[i].1[2].screen.screen());
    assert_eq!(colours(0), colours(1));
    // And so it was in every frame: no row that Bob sees of what she wrote is in any of the judge's.
    let (one, other) = (shown(&tables[0], 1), shown(&tables[1], 1));
    let secrets: Vec<&str> = one
        .iter()
        .zip(&other)
        .filter(|(one, other)| one != other)
        .flat_map(|(one, other)| [one.trim(), other.trim()])
        .collect();
    assert!(!secrets.is_empty());
    for (_, clients) in &tables {
        for screen in &clients[2].screens {
            assert!(!secrets.iter().any(|secret| screen.contains(secret)), "{screen}");
        }
        let texts = clients[2].wire.iter().filter(|bytes| !bytes.is_empty());
        assert!(texts.count() > 2, "the wire was read");
    }
    // The program dies; every seat is as it was shown, and the debate goes on to its end.
    let (server, clients) = &mut tables[0];
    let before = clients.each_ref().map(Client::text);
    let keys = clients.each_ref().map(|client| (client.name.clone(), client.key.clone()));
    server.child.kill().expect("it can be killed");
    server.child.wait().expect("it ends");
    let server = Server::at(folders[0].path(), &["find-the-lie"], &server.address.clone());
    let mut again = keys.map(|(name, key)| {
        Client::again(&server, &name, &key).unwrap_or_else(|e| panic!("{name}: {e}"))
    });
    for (client, before) in again.iter_mut().zip(&before) {
        let mark = if client.name == "Ben" { "your turn" } else { "Bob is asked: Ben" };
        let after = client.until(mark);
        // Where Alice's cursor stood is no move.
        let fixed = |line: &&str| !line.contains('│');
        let what = |screen: &str| -> Vec<String> {
            let all = client.name != "Ann";
            screen.lines().filter(|line| all || fixed(line)).map(str::to_owned).collect()
        };
        assert_eq!(what(&after), what(before), "{}", client.name);
    }
    let [alice, bob, judge] = &mut again;
    bob.press("3");
    bob.press("\r");
    judge.until("your turn");
    // Nobody plays for another, and a seat that is taken stays so.
    alice.press("\r");
    alice.until("judge is asked: Cem");
    let mut late = server.join("Late");
    sit(&mut late, 1);
    late.until("this table is full");
    judge.press("\u{1b}[C\u{1b}[C");
    judge.until("(●) rule for Bob");
    judge.press("\r");
    for client in again.iter_mut() {
        client.until("Bob won");
    }
    // Whoever comes back to the end of a debate has not played it once more.
    let keys = again.each_ref().map(|client| (client.name.clone(), client.key.clone()));
    let address = server.kill();
    let server = Server::at(folders[0].path(), &["find-the-lie"], &address);
    for (name, key) in keys {
        let mut client = Client::again(&server, &name, &key).unwrap_or_else(|e| panic!("{e}"));
        client.until("Bob won");
        if name == "Ben" {
            // Once more he plays his own seat, against programs.
            client.press("\r");
            client.until("▸ review");
            client.press("l");
            client.until("▸ again");
            client.press("\r");
            let seats = client.until("Start the debate");
            let persons = seats.lines().filter(|line| line.contains(" you  "));
            assert_eq!(persons.count(), 1, "{seats}");
        }
    }
    // Each of them by the goal of their own seat.
    for (number, goal, verdict) in [
        ("000", "missed", "not reached"),
        ("001", "reached", "reached"),
        ("002", "reached", "reached by a guess"),
    ] {
        let archive = folders[0].path().join("students").join(number).join("archive");
        let (_, rows) = grade(&archive);
        assert_eq!(rows.as_array().map(Vec::len), Some(1), "{rows}");
        assert_eq!(rows[0]["goal"], goal, "{rows}");
        assert_eq!(rows[0]["verdict"], verdict, "the class seated them: {rows}");
    }
}

#[test]
fn a_browser_joins_plays_a_debate_to_its_review_and_is_graded() {
    let folder = folder();
    let server = Server::start(folder.path(), &["find-the-lie"]);
    let Some(browser) = Browser::start(DESK) else { return };
    browser.open(&format!("http://{}/", server.address));
    browser.find("#name").type_keys("Ann");
    browser.find("#code").type_keys("wrong");
    browser.find("button").click();
    browser.wait_for_text("#said", "not the code of the class");
    browser.script("document.getElementById('code').value = ''");
    browser.find("#code").type_keys(&server.code.to_lowercase());
    browser.find("button").click();
    let until = |what: &str| {
        let text = || browser.script("return window.elenchus ? elenchus.text() : ''");
        let shown = || text().as_str().is_some_and(|text| text.contains(what)).then_some(());
        assert!(browser.until(shown).is_some(), "no `{what}`: {}", text());
    };
    let enter = "\u{E007}";
    until("teaching order");
    browser.press(enter);
    until(CHAPTER);
    browser.press(enter);
    until("Start the debate");
    browser.press(enter);
    until("your turn");
    // A page that is loaded again comes back to where it was.
    browser.open(&format!("http://{}/", server.address));
    until("your turn");
    browser.press("3");
    browser.press(enter);
    until("Bob wins");
    let (passed, rows) = grade(&folder.path().join("students/000/archive"));
    assert!(passed, "{rows}");
    // It asked nobody but the class.
    let asked = browser.script(
        "return performance.getEntriesByType('resource').map((entry) => new URL(entry.name).host)",
    );
    let asked = asked.as_array().expect("a list").clone();
    assert!(asked.len() >= 4 && asked.iter().all(|host| *host == *server.address), "{asked:?}");
}

#[test]
fn what_somebody_at_a_table_said_first_holds_when_they_come_back() {
    let folder = folder();
    let exercise = folder.path().join("committed.yaml");
    let text = elenchus::scenario::write(&crate::classroom::changed(
        "find-the-lie",
        "lesson:",
        "exercise: {commit: true}\nlesson:",
    ));
    std::fs::write(&exercise, text.expect("it can be written")).expect("it can be written");
    let debate = exercise.to_str().expect("a name");
    let class = folder.path().join("class");
    let more = ["--table", debate, "--listen", "127.0.0.1:0"];
    let server = Server::with(&class, &["find-the-lie"], &more);
    let mut bob = server.join("Ben");
    sit(&mut bob, 2);
    bob.until("before you begin: is the claim true?");
    bob.press("y");
    bob.until("Alice is asked");
    bob.press("q");
    sit(&mut bob, 0);
    bob.until("Alice is asked");
    assert!(!bob.text().contains("before you begin"), "he said it: {}", bob.text());
    let key = bob.key.clone();
    server.kill();
    let server = Server::with(&class, &["find-the-lie"], &["--listen", "127.0.0.1:0"]);
    let mut bob = Client::again(&server, "Ben", &key).expect("he is known");
    bob.until("Alice is asked");
    assert!(!bob.text().contains("before you begin"), "he said it: {}", bob.text());
}

/// A course of one's own in a folder: two shipped debates under other names, the first with a question.
fn own_course(folder: &Path) -> String {
    let course = folder.join("course");
    std::fs::create_dir(&course).expect("a folder");
    for (id, file) in [("find-the-lie", "eins.yaml"), ("contract-comma", "zwei.yaml")] {
        let text = elenchus::scenario::write(&crate::classroom::scenario(id));
        std::fs::write(course.join(file), text.expect("it can be written")).expect("a file");
    }
    let index = "title: Kurs\ndebates:\n- eins.yaml\n- {ask: 'How many bits?', answer: '3'}\n\
                 - zwei.yaml\n";
    std::fs::write(course.join("course.yaml"), index).expect("a file");
    course.to_str().expect("a name").to_owned()
}

#[test]
fn the_teachers_page_shows_where_everybody_stands_as_grade_has_it() {
    let folder = folder();
    let course = own_course(folder.path());
    let class = folder.path().join("class");
    let server = Server::start(&class, &[&course]);
    let [mut ann, mut ben, mut cem] = ["Ann", "Ben", "Cem"].map(|name| server.join(name));
    for (student, step) in [(&mut ann, "3"), (&mut ben, "5")] {
        to_the_table(student);
        student.press(step);
        student.until(step);
        student.press("\r");
        student.until("Bob wins");
    }
    cem.until("teaching order");
    let mut teacher = server.page(&server.teacher, [80, 24]);
    // One who missed the goal and plays no other debate comes first; every row says where it stands.
    teacher.until("✗   ·");
    let shown = teacher.until("✓   ·");
    let rows: Vec<&str> =
        shown.lines().skip(3).take(3).map(|line| line.trim_start_matches(['▸', ' '])).collect();
    let names: Vec<&str> = rows.iter().map(|row| &row[..3]).collect();
    assert_eq!(names, ["Ben", "Ann", "Cem"], "{shown}");
    assert!(rows[0].ends_with("✗   ·"), "{shown}");
    assert!(rows[2].ends_with("·   ·"), "{shown}");
    assert!(shown.contains("goal reached") && shown.contains(" 33%  0%"), "{shown}");
    teacher.press("j");
    teacher.until("Ann · reached");
    teacher.until("Find the lie, at its end");
    teacher.press("j");
    teacher.until("in the library");
    teacher.press("kk");
    teacher.until("Ben · not reached");
    // Ann answers the debate's question, and so it is told.
    ann.press("A");
    ann.until("How many bits?");
    ann.press("4\r");
    ann.until("not right");
    teacher.until("0 of 1 right, also 4 (1)");
    // The file says the same of a course of one's own, and calls everybody what they are called now.
    teacher.press("j");
    teacher.until("Ann · reached");
    teacher.press("ra\r");
    teacher.until("Ann is Anna now");
    teacher.press("k");
    teacher.until("Ben · not reached");
    teacher.press("c");
    teacher.until("written to");
    let csv = std::fs::read_to_string(class.join("results.csv")).expect("it is written");
    let mut verdicts = csv.lines().skip(1).map(|line| {
        let judged = ["not compared", "not reached", "reached"];
        let verdict = judged.into_iter().find(|word| line.contains(&format!(",{word},")));
        (line.contains(",Anna,"), verdict.expect("a verdict"))
    });
    assert_eq!(verdicts.next(), Some((true, "reached")), "{csv}");
    assert_eq!(verdicts.next(), Some((false, "not reached")), "{csv}");
    // The page is the program's screen: it takes out, stops and lets in.
    teacher.press("f");
    teacher.until("stopped for a moment");
    ann.until("The teacher has stopped the class");
    teacher.press("f");
    teacher.press("DD");
    teacher.until("Ben is out");
    assert!(ben.last_words().contains("took you out"));
    // Its end is not the class's, and whoever else has no key of it.
    teacher.press("q");
    assert!(teacher.last_words().contains("left"));
    server.kill();
    // The same class has the same debates.
    let server = Server::start(&class, &[]);
    let mut teacher = server.page(&server.teacher, [80, 24]);
    let shown = teacher.until("✓   ·");
    assert!(shown.contains("away") && !shown.contains("Ben"), "{shown}");
}

#[test]
fn a_question_of_the_screen_is_answered_before_a_vote_and_what_is_switched_on_outlives_a_kill() {
    let folder = folder();
    let debates = ["find-the-lie", "contract-comma"];
    let server = Server::start(folder.path(), &debates);
    let mut ann = server.join("Ann");
    let mut teacher = server.page(&server.teacher, [80, 24]);
    teacher.until("1 of 1 here");
    teacher.press("v");
    teacher.until("the question, to be answered by yes or no");
    teacher.press("Coffee now?\r");
    ann.until("Coffee now? y for yes, n for no.");
    // What is typed into a line is its own, and the line is seen.
    ann.press("/");
    ann.until_gone("Coffee now?");
    ann.press("many");
    ann.until("filter: many");
    ann.press("\x1b");
    ann.until("Coffee now? y for yes, n for no.");
    ann.press("y");
    ann.until("Counted; y or n");
    teacher.press("v");
    ann.until("Coffee now? yes 1, no 0");
    teacher.press("e");
    teacher.until("ends are kept back");
    teacher.press("f");
    teacher.until("stopped");
    let address = server.kill();
    let server = Server::at(folder.path(), &debates, &address);
    let mut teacher = server.page(&server.teacher, [80, 24]);
    teacher.until("stopped");
    teacher.press("f");
    teacher.until("ends are kept back");
}

#[test]
fn an_end_that_is_kept_back_offers_no_hint_and_is_shown_without_what_was_said_before() {
    let folder = folder();
    let server = Server::with_a_table(folder.path(), "find-the-lie");
    let mut three = ["Ann", "Ben", "Cem"].map(|name| server.join(name));
    for (at, student) in three.iter_mut().enumerate() {
        sit(student, at + 1);
    }
    let mut teacher = server.page(&server.teacher, [80, 24]);
    teacher.until("3 of 3 here");
    teacher.press("e");
    teacher.until("ends are kept back");
    let [alice, bob, judge] = &mut three;
    // The hints are those of Bob's seat.
    assert!(!alice.until("your turn").contains("hint"));
    alice.press("111011\r");
    assert!(bob.until("your turn").contains("hint"));
    bob.press("3\r");
    judge.until("your turn");
    judge.press("\u{1b}[D");
    judge.until("(●) rule for Alice");
    judge.press("\r");
    for student in [alice, bob, judge] {
        let shown = student.until("the teacher will reveal it");
        let told = shown.contains("rules for Alice") || shown.contains("rule for Alice");
        assert!(!shown.contains("hint") && !told, "{shown}");
        student.press("\r");
        student.until("Enter does nothing here");
    }
    // The teacher is told that it is over.
    assert!(teacher.until("its end is kept back").contains("   ?"));
    teacher.press("e");
    for student in &mut three {
        let shown = student.until(" won");
        assert!(!shown.contains("does nothing"), "{shown}");
    }
}

#[test]
fn who_left_a_table_before_its_end_keeps_the_debate_all_the_same() {
    let folder = folder();
    let server = Server::with_a_table(folder.path(), "find-the-lie");
    let mut three = ["Ann", "Ben", "Cem"].map(|name| server.join(name));
    for (at, student) in three.iter_mut().enumerate() {
        sit(student, at + 1);
    }
    let [alice, bob, judge] = &mut three;
    bob.until("is asked: Ann");
    bob.press("u");
    bob.until("u does nothing here");
    alice.until("your turn");
    alice.press("111011\r");
    // What a key did not do before is gone when the turn comes.
    bob.until("your turn");
    bob.until_gone("u does nothing here");
    bob.press("3\r");
    judge.until("your turn");
    for student in [alice, bob] {
        student.until("is asked: Cem");
        student.press("q");
        student.until("the class");
    }
    judge.press("\u{1b}[D");
    judge.until("(●) rule for Alice");
    judge.press("\r");
    judge.until(" won");
    let mut teacher = server.page(&server.teacher, [80, 24]);
    teacher.until("3 of 3 here");
    teacher.press("c");
    teacher.until("written to");
    let csv = std::fs::read_to_string(folder.path().join("results.csv")).expect("it is written");
    for name in ["Ann", "Ben", "Cem"] {
        assert_eq!(csv.matches(&format!(",{name},")).count(), 1, "{csv}");
    }
    // A seat of a debate that is over would be a record of somebody who did not play.
    teacher.press("\u{1b}[Fd");
    teacher.until("d does nothing here");
    assert!(!teacher.text().contains("play it"), "{}", teacher.text());
    let mut dan = server.join("Dan");
    sit(&mut dan, 3);
    dan.until("this debate is over");
}

#[test]
fn whose_seat_is_given_away_is_told_so_and_back_in_the_lobby() {
    let folder = folder();
    let server = Server::with_a_table(folder.path(), "find-the-lie");
    let mut ann = server.join("Ann");
    sit(&mut ann, 1);
    ann.until("your turn");
    let mut teacher = server.page(&server.teacher, [80, 24]);
    teacher.until("1 of 1 here");
    teacher.press("jd");
    teacher.until("the seat is free");
    ann.until("your seat at this table is somebody else's now");
    ann.until("take a seat at a table");
}

#[test]
fn a_vote_has_a_text_its_outcome_is_told_and_a_killed_class_has_it_still() {
    let folder = folder();
    let debates = ["find-the-lie", "contract-comma"];
    let server = Server::start(folder.path(), &debates);
    let [mut ann, mut ben] = ["Ann", "Ben"].map(|name| server.join(name));
    let mut teacher = server.page(&server.teacher, [80, 24]);
    let mut wall = server.page(&server.projector, [80, 24]);
    wall.until("2 of 2 here");
    let door = wall.until(&server.code);
    assert!(door.contains(&server.address) && door.contains("▀"), "{door}");
    teacher.until("2 of 2 here");
    teacher.press("v");
    teacher.until("the question, to be answered by yes or no");
    teacher.press("Is step 4 right?\r");
    for student in [&mut ann, &mut ben] {
        student.until("Is step 4 right? y for yes, n for no.");
    }
    ann.press("y");
    ann.until("Counted; y or n");
    // Who looks at the wall learns how many voted, and not yet what.
    let shown = wall.until("1 of 2 have voted");
    assert!(shown.contains("Is step 4 right?") && !shown.contains('█'), "{shown}");
    let keys = [ann.key.clone(), ben.key.clone()];
    let address = server.kill();
    let server = Server::at(folder.path(), &debates, &address);
    let mut ann = Client::again(&server, "Ann", &keys[0]).expect("she is known");
    let mut ben = Client::again(&server, "Ben", &keys[1]).expect("he is known");
    ann.until("Is step 4 right? Counted; y or n");
    ben.until("Is step 4 right? y for yes");
    ben.press("n");
    ben.until("Counted; y or n");
    let mut teacher = server.page(&server.teacher, [80, 24]);
    teacher.until("a vote: Is step 4 right? yes 1, no 1");
    teacher.press("v");
    for student in [&mut ann, &mut ben] {
        student.until("Is step 4 right? yes 1, no 1");
        // Whoever goes on has read it.
        student.press("j");
        student.until_gone("Is step 4 right?");
    }
    // The bars are on the wall, without a name.
    let mut wall = server.page(&server.projector, [80, 24]);
    teacher.press("P");
    teacher.until("what the projector shows");
    teacher.press("jjj\r");
    let shown = wall.until("2 of 2 have voted");
    assert!(shown.contains('█') && !shown.contains("Ann"), "{shown}");
    // How far they are: names only if they are wanted.
    teacher.press("kk\r");
    let shown = wall.until("how far the class is");
    assert!(!shown.contains("Ann") && shown.contains("Find the lie"), "{shown}");
    teacher.press("j\r");
    wall.until("Ann");
    // A debate, move by move, in step with the teacher, and no truth.
    teacher.press("jj\r");
    wall.until("move 0 of ");
    // The wall may show it before the teacher's page does, where no key acts until it is seen.
    teacher.until("the projector stays there");
    for at in 1..=3 {
        teacher.press("l");
        teacher.until(&format!("move {at} of "));
        wall.until(&format!("move {at} of "));
        assert_eq!(board(&wall.text()), board(&teacher.text()));
    }
    teacher.press("h");
    wall.until("move 2 of ");
    assert!(!wall.screens.iter().any(|screen| screen.contains("is false")), "it tells the truth");
}

#[test]
fn a_student_comes_from_a_second_device_by_a_code_of_their_own() {
    let folder = folder();
    let server = Server::start(folder.path(), &["find-the-lie"]);
    let mut ann = server.join("Ann");
    ann.until("teaching order");
    ann.press("q");
    ann.until("the course");
    ann.press("m");
    let shown = ann.until("on the other device give your name and");
    let code = shown.split("your name and ").nth(1).expect("a code").split_whitespace().next();
    let code = code.expect("a code").to_owned();
    let come = |name: &str, code: &str| {
        let mut hello = server.hello(name);
        hello["code"] = json!(code);
        Client::meet(&server.address, &hello)
    };
    // It is hers alone, and good once.
    assert!(come("Ben", &code).is_err());
    let mut phone = come("Ann", &code).expect("by a code of her own");
    assert!(ann.last_words().contains("somewhere else"));
    phone.until("the course");
    assert!(come("Ann", &code).is_err() && come("Ann", &server.code).is_err());
    // Either device is hers from here on.
    assert_ne!(phone.key, ann.key);
    let mut desk = Client::again(&server, "Ann", &ann.key).expect("her first key");
    desk.until("the course");
    Client::again(&server, "Ann", &phone.key).expect("her second key").until("the course");
}

#[test]
fn whoever_wants_text_is_told_the_same_screens_as_headings_lines_and_buttons() {
    let folder = folder();
    let server = Server::start(folder.path(), &["find-the-lie"]);
    let mut hello = server.hello("Ann");
    (hello["face"], hello["size"]) = (json!(true), json!([40, 70]));
    let mut ann = Client::meet(&server.address, &hello).expect("she may come in");
    let library = ann.until_face("Find the lie");
    assert!(library.starts_with("<h1>") && library.contains("<button data-key=\"enter\">"));
    ann.tell(&json!({"key": "enter"}));
    ann.until_face(CHAPTER);
    ann.tell(&json!({"key": "enter"}));
    ann.until_face("Start the debate");
    ann.tell(&json!({"key": "enter"}));
    ann.until_face("<h2>your turn");
    ann.tell(&json!({"key": "3"}));
    ann.until_face("3");
    // What the teacher asks is said, with buttons.
    let mut teacher = server.page(&server.teacher, [80, 24]);
    teacher.until("1 of 1 here");
    teacher.press("vIs it so?\r");
    let asked = ann.until_face("Is it so? y for yes, n for no.");
    assert!(asked.contains("<button data-key=\"y\">") && asked.contains("role=\"status\""));
    ann.tell(&json!({"key": "y"}));
    ann.until_face("Counted; y or n");
    teacher.until("yes 1, no 0");
    // Cells again, where they are wanted; keys that are none mean nothing.
    ann.tell(&json!({"key": "no such key"}));
    ann.tell(&json!({"size": [80, 24]}));
    ann.tell(&json!({"face": false}));
    ann.press("\r");
    let begun = Instant::now();
    while !ann.text().contains("Bob wins") {
        assert!(begun.elapsed() < PATIENCE, "{}", ann.text());
        if let Ok(Some(Message::Binary(bytes))) = next(&mut ann.socket) {
            ann.screen.screen_mut().set_size(24.try_into().unwrap(), 80.try_into().unwrap());
            ann.screen.process(&bytes);
        }
    }
}

#[test]
fn a_phone_reads_the_class_as_text_and_a_closed_tab_finds_its_name_again() {
    let folder = folder();
    let server = Server::start(folder.path(), &["find-the-lie"]);
    let Some(phone) = Browser::start(PHONE) else { return };
    let address = format!("http://{}/", server.address);
    phone.open(&format!("{address}#{}", server.code));
    phone.find("#name").type_keys("Ann");
    phone.find("button").click();
    phone.wait_for_text("#face h1", "elenchus");
    let press = |key: &str| phone.find(&format!("#face button[data-key='{key}']")).click();
    press("enter");
    phone.wait_for_text("#face", CHAPTER);
    press("enter");
    phone.wait_for_text("#face", "Start the debate");
    press("enter");
    phone.wait_for_text("#face h2", "your turn");
    // A screen reader is told headings and named buttons, and nothing is wider than the phone.
    let tree = phone.accessibility();
    let of = |role: &str| tree.iter().filter(|(own, _)| own == role).count();
    assert!(of("heading") >= 4 && of("button") >= 5, "{tree:?}");
    assert!(
        tree.iter().all(|(role, name)| role != "button" || !name.trim().is_empty()),
        "{tree:?}"
    );
    let wide = "return document.documentElement.scrollWidth <= innerWidth";
    assert_eq!(phone.script(wide), true);
    // The tab is closed: nothing of the window is kept, and the browser knows her still.
    phone.script("sessionStorage.clear()");
    phone.open("about:blank");
    phone.open(&address);
    assert_eq!(phone.find("#name").property("value"), "Ann");
    assert_eq!(phone.find("#code").property("value"), "");
    phone.find("button").click();
    phone.wait_for_text("#face h2", "your turn");
    // The teacher's page and the projector's are read by the same means.
    for (key, words) in [(&server.teacher, "everybody"), (&server.projector, &server.code)] {
        phone.script("sessionStorage.clear()");
        phone.open("about:blank");
        phone.open(&format!("{address}#key={key}"));
        phone.wait_for_text("#face", words);
        let tree = phone.accessibility();
        // Buttons have names, and no picture is read out.
        let named = |(role, name): &(String, String)| {
            (role != "button" || !name.trim().is_empty()) && !name.contains(['█', '▀'])
        };
        assert!(
            tree.iter().any(|(role, _)| role == "heading") && tree.iter().all(named),
            "{tree:?}"
        );
        phone.wait_for_text("#face", "0 of 1 here");
    }
}

#[test]
fn trios_change_seats_and_what_was_false_and_believed_is_counted_with_consent() {
    let folder = folder();
    let server = Server::start(folder.path(), &["find-the-lie"]);
    let mut students = ["Ann", "Ben", "Cem"].map(|name| server.join(name));
    let mut teacher = server.page(&server.teacher, [80, 24]);
    teacher.until("3 of 3 here");
    teacher.press("T");
    teacher.until("debates of three");
    teacher.press("\r");
    teacher.until("the next round of the trios");
    teacher.press("\r");
    let [alice, bob, judge] = &mut students;
    alice.until("your turn");
    bob.until("Alice is asked: Ann");
    judge.until("Alice is asked: Ann");
    alice.press("111011\r");
    bob.until("your turn");
    bob.press("3\r");
    judge.until("your turn");
    judge.press("\u{1b}[D");
    judge.until("(●) rule for Alice");
    judge.press("\r");
    judge.until("Alice won");
    // Against honest players the best liar persuades an honest judge of it never.
    let shown = teacher.until("by alice: false");
    assert!(shown.contains("Ann         Ben         Cem") && shown.contains("0.000"), "{shown}");
    // Nothing is exported before everybody has said that it may be.
    let csv = folder.path().join("trios.csv");
    let results = |teacher: &mut Client| {
        teacher.press("q");
        teacher.until("goal reached");
        teacher.press("c");
        teacher.until("written to");
        let text = std::fs::read_to_string(&csv).expect("it is written");
        teacher.press("T");
        teacher.until("debates of three");
        text
    };
    assert_eq!(results(&mut teacher).lines().count(), 1);
    teacher.press("y");
    for student in &mut students {
        student.until("May your debates be exported");
        student.press("y");
        student.until("Counted; y or n");
    }
    teacher.until("count");
    teacher.press("v");
    teacher.until("yes 3, no 0");
    let text = results(&mut teacher);
    let row = text.lines().nth(1).expect("a row");
    assert!(row.starts_with("1,1,find-the-lie,0,1,2,bob,alice,true,0,0,"), "{text}");
    let json = std::fs::read_to_string(folder.path().join("trios.json")).expect("it is written");
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&json[0]["persuaded"], &json[0]["chance"]), (&json!(true), &json!([0.0, 0.0])));
    assert_eq!(json[0]["moves"][1], "bob: point 3");
    assert_eq!(json[0]["moves"].as_array().expect("moves").len(), 3);
    assert!(!text.contains("Ann"), "no names");
    // They change seats, and a program fills the gap that somebody leaves.
    let [mut ann, mut ben, cem] = students;
    drop(cem);
    teacher.press("q");
    teacher.until("2 of 3 here");
    teacher.press("T");
    teacher.until("debates of three");
    teacher.press("\r");
    teacher.until("the next round of the trios");
    teacher.press("\r");
    ann.until("you are Bob");
    ben.until("you are the judge");
    ann.until("your turn");
    teacher.until("rounds so far: 2");
}

#[test]
#[ignore = "a minute: .ci/nightly runs it"]
fn a_page_that_moves_by_itself_stays_though_nobody_types() {
    let folder = folder();
    let server = Server::start(folder.path(), &["find-the-lie"]);
    let mut ann = server.join("Ann");
    let mut teacher = server.page(&server.teacher, [80, 24]);
    let (begun, mut frames) = (Instant::now(), 0);
    // Longer than a silent connection is kept: what it shows changes every second.
    while begun.elapsed().as_secs() < 65 {
        next(&mut ann.socket).expect("she is there");
        frames += usize::from(next(&mut teacher.socket).expect("it is there").is_some());
    }
    assert!(frames > 40, "{frames}");
}

/// A screen that comes anew drops what was typed before it; news of others at the table is no new screen.
#[test]
fn what_is_typed_while_others_sit_down_is_not_lost() {
    for _ in 0..6 {
        let folder = folder();
        let server = Server::with_a_table(folder.path(), "find-the-lie");
        let mut three = ["Ann", "Ben", "Cem"].map(|name| server.join(name));
        for (at, student) in three.iter_mut().enumerate() {
            sit(student, at + 1);
        }
        let [alice, bob, _judge] = &mut three;
        alice.until("your turn");
        alice.press("111011\r");
        bob.until("your turn");
    }
}
