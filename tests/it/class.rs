//! The open class: students on other machines, tested through its program and the bytes on the
//! wire.

mod client;
#[cfg(feature = "tls")]
mod encrypted;
mod joined;
mod joining;
mod server;
mod tables;
mod whole_class;

use std::path::Path;
use std::time::Instant;

use serde_json::{Value, json};
use tungstenite::Message;

use self::client::{Client, PATIENCE, next};
use self::server::Server;
use self::tables::board;
use crate::browser::{Browser, DESK, ENTER, PHONE};
use crate::classroom::saved;
use crate::kit::{elenchus, file, folder, named};

/// Goes from the library to the seats of Find the lie. Passes the page of its chapter if the class
/// shows that page.
fn to_the_seats(student: &mut Client) {
    student.until("Enter  play");
    student.then("s", "Start the debate");
}

/// Goes from the library to the end of Find the lie: the student points at a step.
fn to_the_end(student: &mut Client, step: &str) {
    to_the_table(student);
    student.then(step, step);
    student.then("\r", " won · ");
}

/// Waits until a browser shows this text in cells.
fn browser_shows(browser: &Browser, what: &str) {
    let text = || browser.script("return window.elenchus ? elenchus.text() : ''");
    let shown = || text().as_str().is_some_and(|text| text.contains(what)).then_some(());
    assert!(browser.until(shown).is_some(), "no `{what}`: {}", text());
}

/// The text and the style of every cell of a screen, without the history of frames.
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

/// Goes from the library to the table of Find the lie. Bob points at one of seven steps there.
fn to_the_table(student: &mut Client) {
    student.until("Enter  play");
    student.then("\r", "your turn");
}

fn grade(folder: &Path) -> (bool, Value) {
    let output = elenchus(&["grade", "--json", folder.to_str().expect("a name")]);
    (output.status.success(), serde_json::from_slice(&output.stdout).expect("JSON"))
}

#[test]
fn a_student_plays_to_the_review_and_is_graded() {
    let folder = folder();
    let server = Server::start(folder.path(), &["find-the-lie"]);
    let mut ann = server.join("Ann");
    to_the_end(&mut ann, "3");
    let (passed, rows) = grade(folder.path());
    assert!(passed, "{rows}");
    assert_eq!((&rows[0]["player"], &rows[0]["verdict"]), (&json!("Ann"), &json!("reached")));
    // Goes back to the library and leaves the class. The class asks for `q` twice, because one `q` can be an accident.
    // Then it says good-bye.
    ann.then("q", "Enter  play");
    ann.then("q", "the course");
    ann.then("q", "q again leaves it");
    ann.press("q");
    assert!(ann.last_words().contains("you left the class"));
}

#[test]
fn a_student_is_offered_no_file_no_shell_and_no_end_of_the_program() {
    let folder = folder();
    let server = Server::start(folder.path(), &["find-the-lie"]);
    let mut ann = server.join("Ann");
    ann.until("Enter  play");
    for (key, name) in [("o", "o"), ("L", "L"), ("\u{3}", "Ctrl-C"), ("\u{1a}", "Ctrl-Z")] {
        ann.then(key, &format!("{name} does nothing here"));
    }
    // Alice's seat. The choice to the left of the first one is an external program.
    to_the_seats(&mut ann);
    ann.then("\u{1b}[H\u{1b}[D\u{1b}[D", "program:");
    ann.then("touch x\r", "you cannot run your own program");
    ann.press("\u{1b}[21~");
    to_the_table(&mut ann);
    ann.then("w", "w does nothing here");
    ann.then("1\r", "Remember");
    for key in ["w", "x"] {
        ann.then(key, &format!("{key} does nothing here"));
    }
    // The machine belongs to the teacher.
    assert!(!ann.text().contains("400 times"), "{}", ann.text());
}

#[test]
fn a_class_that_was_killed_returns_to_its_last_screens() {
    let folder = folder();
    let debates = ["find-the-lie", "contract-comma"];
    let server = Server::start(folder.path(), &debates);
    let (mut ann, mut ben) = (server.join("Ann"), server.join("Ben"));
    to_the_table(&mut ann);
    // A hint is part of the shown screen.
    let before = ann.then("i", "Hint 1");
    to_the_end(&mut ben, "3");
    let (code, keys) = (server.code.clone(), [ann.key.clone(), ben.key.clone()]);
    let server = Server::at(folder.path(), &debates, &server.kill());
    assert_eq!(server.code, code);
    let mut ann = Client::again(&server, "Ann", &keys[0]).expect("she is known");
    assert_eq!(ann.until("Hint 1"), before);
    Client::again(&server, "Ben", &keys[1]).expect("he is known").until("Bob won");
    ann.press("3");
    ann.then("\r", "Bob won");
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
    let before = ann.then("5", "step [ 5 ]");
    let key = ann.key.clone();
    drop(ann);
    let mut ann = Client::again(&server, "Ann", &key).expect("she is known");
    assert_eq!(ann.until("your turn"), before);
    ann.then("\u{7f}3\r", "Bob won");
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
    let until = |what: &str| browser_shows(&browser, what);
    until("Enter  play");
    browser.press(ENTER);
    until("your turn");
    // A page that is loaded again returns to its place.
    browser.open(&format!("http://{}/", server.address));
    until("your turn");
    browser.press("3");
    browser.press(ENTER);
    until("Bob won");
    let (passed, rows) = grade(&folder.path().join("students/000/archive"));
    assert!(passed, "{rows}");
    // The page requested nothing from other servers.
    let asked = browser.script(
        "return performance.getEntriesByType('resource').map((entry) => new URL(entry.name).host)",
    );
    let asked = asked.as_array().expect("a list").clone();
    assert!(asked.len() >= 4 && asked.iter().all(|host| *host == *server.address), "{asked:?}");
}

/// A course in a folder: two shipped debates under other names, the first with a question.
fn own_course(folder: &Path) -> String {
    let course = folder.join("course");
    std::fs::create_dir(&course).expect("a folder");
    for (id, name) in [("find-the-lie", "eins.yaml"), ("contract-comma", "zwei.yaml")] {
        saved(&course, name, &named(id));
    }
    let index =
        "title: Kurs\ndebates:\n- eins.yaml\n- {ask: 'How many bits?', answer: '3'}\n- zwei.yaml\n";
    file(&course, "course.yaml", index);
    course.to_str().expect("a name").to_owned()
}

#[test]
fn the_teachers_page_shows_the_same_progress_as_grade() {
    let folder = folder();
    let course = own_course(folder.path());
    let class = folder.path().join("class");
    let server = Server::start(&class, &[&course]);
    let [mut ann, mut ben, mut cem] = ["Ann", "Ben", "Cem"].map(|name| server.join(name));
    to_the_end(&mut ann, "3");
    to_the_end(&mut ben, "5");
    cem.until("Enter  play");
    let mut teacher = server.page(&server.teacher, [80, 24]);
    // A student who missed the goal and plays no other debate comes first. Every row says where the
    // student is.
    teacher.until("✗   ·");
    let shown = teacher.until("✓   ·");
    let rows: Vec<&str> =
        shown.lines().skip(4).take(3).map(|line| line.trim_matches(['║', '▸', ' '])).collect();
    let names: Vec<&str> = rows.iter().map(|row| &row[..3]).collect();
    assert_eq!(names, ["Ben", "Ann", "Cem"], "{shown}");
    assert!(rows[0].ends_with("✗   ·"), "{shown}");
    assert!(rows[2].ends_with("·   ·"), "{shown}");
    assert!(shown.contains("goal reached") && shown.contains(" 33%  0%"), "{shown}");
    teacher.then("\u{1b}[B", "Ann · reached");
    teacher.until("Find the lie, at its end");
    teacher.then("\u{1b}[B", "in the library");
    teacher.then("\u{1b}[A\u{1b}[A", "Ben · not reached");
    // Ann answers the debate's question, so the teacher's page counts her answer.
    ann.then("A", "How many bits?");
    ann.then("4\r", "not right");
    teacher.until("0 of 1 right, wrong: 4 (1)");
    // The file has the same verdicts, also for a course from the teacher's own folder. It has the current names of the
    // students.
    teacher.then("\u{1b}[B", "Ann · reached");
    teacher.then("ra\r", "Ann is Anna now");
    teacher.then("\u{1b}[A", "Ben · not reached");
    teacher.then("c", "written to");
    let csv = std::fs::read_to_string(class.join("results.csv")).expect("it is written");
    let mut verdicts = csv.lines().skip(1).map(|line| {
        let judged = ["not compared", "not reached", "reached"];
        let verdict = judged.into_iter().find(|word| line.contains(&format!(",{word},")));
        (line.contains(",Anna,"), verdict.expect("a verdict"))
    });
    assert_eq!(verdicts.next(), Some((true, "reached")), "{csv}");
    assert_eq!(verdicts.next(), Some((false, "not reached")), "{csv}");
    // The teacher's page can stop the class, continue it, and remove students.
    teacher.then("f", "stopped for a moment");
    ann.until("The teacher has stopped the class");
    teacher.press("f");
    teacher.then("DD", "Ben is removed");
    assert!(ben.last_words().contains("removed you"));
    // If the teacher leaves the page, the class does not end. Nobody else has the key of the page.
    teacher.press("q");
    assert!(teacher.last_words().contains("left"));
    server.kill();
    // After a restart, the class has the same debates.
    let server = Server::start(&class, &[]);
    let mut teacher = server.page(&server.teacher, [80, 24]);
    let shown = teacher.until("✓   ·");
    assert!(shown.contains("away") && !shown.contains("Ben"), "{shown}");
}

#[test]
fn a_class_with_a_roster_writes_an_id_and_a_row_for_each_student() {
    let folder = folder();
    let class = folder.path().join("class");
    let roster = file(folder.path(), "roster.csv", "name,id,email\nAnn,s-1,ann@x.org\nBen,s-2,\n");
    let listen = ["--listen", "127.0.0.1:0"];
    let with = [&listen[..], &["--roster", &roster]].concat();
    let server = Server::with(&class, &["find-the-lie"], &with);
    to_the_end(&mut server.join("Ann"), "3");
    let rows = |server: &Server| {
        let mut teacher = server.page(&server.teacher, [80, 24]);
        teacher.until("Ann");
        teacher.then("c", "written to");
        let csv = std::fs::read_to_string(class.join("results.csv")).expect("it is written");
        let row = |name: &str| csv.lines().find(|line| line.contains(name)).map(str::to_owned);
        ["Ann", "Ben"].map(|name| row(name).unwrap_or_else(|| panic!("no {name}: {csv}")))
    };
    let [ann, ben] = rows(&server);
    assert!(ann.contains("Ann,s-1,ann@x.org") && ann.contains("reached"), "{ann}");
    assert!(ben.contains("Ben,s-2,") && ben.contains("no record"), "{ben}");
    // The class keeps the roster.
    server.kill();
    let server = Server::with(&class, &[], &listen);
    assert_eq!(rows(&server), [ann, ben]);
}

#[test]
fn a_question_of_the_screen_comes_before_a_vote_and_switches_survive_a_kill() {
    let folder = folder();
    let debates = ["find-the-lie", "contract-comma"];
    let server = Server::start(folder.path(), &debates);
    let mut ann = server.join("Ann");
    let mut teacher = server.page(&server.teacher, [80, 24]);
    teacher.until("1 of 1 here");
    teacher.then("v", "the question, to be answered by yes or no");
    teacher.press("Coffee now?\r");
    ann.until("Coffee now? y for yes, n for no.");
    // A line of text keeps its letters, and the line is visible.
    ann.press("/");
    ann.until_gone("Coffee now?");
    ann.then("many", "filter: many");
    ann.then("\x1b", "Coffee now? y for yes, n for no.");
    ann.then("y", "Counted. Press y or n");
    teacher.press("v");
    ann.until("Coffee now? yes 1, no 0");
    teacher.then("e", "ends are hidden");
    teacher.then("f", "stopped");
    let address = server.kill();
    let server = Server::at(folder.path(), &debates, &address);
    let mut teacher = server.page(&server.teacher, [80, 24]);
    teacher.until("stopped");
    teacher.then("f", "ends are hidden");
}

#[test]
fn a_vote_has_a_text_and_an_outcome_and_survives_a_kill() {
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
    teacher.then("v", "the question, to be answered by yes or no");
    teacher.press("Is step 4 right?\r");
    for student in [&mut ann, &mut ben] {
        student.until("Is step 4 right? y for yes, n for no.");
    }
    ann.then("y", "Counted. Press y or n");
    // The wall shows the number of votes, and no vote yet.
    let shown = wall.until("1 of 2 have voted");
    assert!(shown.contains("Is step 4 right?") && !shown.contains('█'), "{shown}");
    let keys = [ann.key.clone(), ben.key.clone()];
    let address = server.kill();
    let server = Server::at(folder.path(), &debates, &address);
    let mut ann = Client::again(&server, "Ann", &keys[0]).expect("she is known");
    let mut ben = Client::again(&server, "Ben", &keys[1]).expect("he is known");
    ann.until("Is step 4 right? Counted. Press y or n");
    ben.until("Is step 4 right? y for yes");
    ben.then("n", "Counted. Press y or n");
    let mut teacher = server.page(&server.teacher, [80, 24]);
    teacher.until("a vote: Is step 4 right? yes 1, no 1");
    teacher.press("v");
    for student in [&mut ann, &mut ben] {
        student.until("Is step 4 right? yes 1, no 1");
        // A student who presses a key has read the result.
        student.press("\u{1b}[B");
        student.until_gone("Is step 4 right?");
    }
    // The wall shows bars without names.
    let mut wall = server.page(&server.projector, [80, 24]);
    teacher.then("P", "what the projector shows");
    teacher.press("\u{1b}[B\u{1b}[B\u{1b}[B\r");
    let shown = wall.until("2 of 2 have voted");
    assert!(shown.contains('█') && !shown.contains("Ann"), "{shown}");
    // The wall shows the progress of the class. It shows names only if the teacher wants them.
    teacher.press("\u{1b}[A\u{1b}[A\r");
    let shown = wall.until("How far the class is");
    assert!(!shown.contains("Ann") && shown.contains("Find the lie"), "{shown}");
    teacher.press("\u{1b}[B\r");
    wall.until("Ann");
    // The wall shows a debate move by move, in step with the teacher. It does not show the truth.
    teacher.press("\u{1b}[B\u{1b}[B\r");
    wall.until("move 0");
    // The wall can show the move before the teacher's page does. The page takes no key until then.
    teacher.until("the projector does not change");
    for at in 1..=3 {
        teacher.then("\u{1b}[C", &format!("move {at}"));
        wall.until(&format!("move {at}"));
        assert_eq!(board(&wall.text()), board(&teacher.text()));
    }
    teacher.press("\u{1b}[D");
    wall.until("move 2");
    assert!(!wall.screens.iter().any(|screen| screen.contains("is false")), "it reveals the truth");
}

#[test]
fn the_text_page_holds_the_same_screens_as_headings_lines_and_buttons() {
    let folder = folder();
    let server = Server::start(folder.path(), &["find-the-lie"]);
    let mut hello = server.hello("Ann");
    (hello["face"], hello["size"]) = (json!(true), json!([40, 70]));
    let mut ann = Client::meet(&server.address, &hello).expect("she may come in");
    let library = ann.until_face("Find the lie");
    assert!(library.contains(">Elenchus</h1>") && library.contains("<button data-key=\"enter\">"));
    for (key, words) in [("enter", "<h2>Your move"), ("3", "3")] {
        ann.tell(&json!({"key": key}));
        ann.until_face(words);
    }
    // The teacher's question appears with buttons.
    let mut teacher = server.page(&server.teacher, [80, 24]);
    teacher.until("1 of 1 here");
    teacher.press("vIs it so?\r");
    let asked = ann.until_face("Is it so? y for yes, n for no.");
    assert!(asked.contains("<button data-key=\"y\">") && asked.contains("role=\"status\""));
    ann.tell(&json!({"key": "y"}));
    ann.until_face("Counted. Press y or n");
    teacher.until("yes 1, no 0");
    // The student switches back to cells. Unknown keys have no effect.
    ann.tell(&json!({"key": "no such key"}));
    ann.tell(&json!({"size": [80, 24]}));
    ann.tell(&json!({"face": false}));
    ann.press("\r");
    let begun = Instant::now();
    while !ann.text().contains("Bob won") {
        assert!(begun.elapsed() < PATIENCE, "{}", ann.text());
        if let Ok(Some(Message::Binary(bytes))) = next(&mut ann.socket) {
            ann.screen.screen_mut().set_size(24.try_into().unwrap(), 80.try_into().unwrap());
            ann.screen.process(&bytes);
        }
    }
}

#[test]
#[ignore = "long: .ci/nightly runs it"]
fn a_phone_reads_the_class_as_text_and_a_closed_tab_finds_its_name_again() {
    let folder = folder();
    let server = Server::start(folder.path(), &["find-the-lie"]);
    let Some(phone) = Browser::start(PHONE) else { return };
    let address = format!("http://{}/", server.address);
    phone.open(&format!("{address}#{}", server.code));
    phone.find("#name").type_keys("Ann");
    phone.find("button").click();
    phone.wait_for_text("#face h1", "Elenchus");
    phone.find("#face button[data-key='enter']").click();
    phone.wait_for_text("#face h2", "Your move");
    // A screen reader is told headings and named buttons, and nothing is wider than the phone.
    let tree = phone.accessibility();
    let of = |role: &str| tree.iter().filter(|(own, _)| own == role).count();
    assert!(of("heading") >= 4 && of("button") >= 5, "{tree:?}");
    let named = |(role, name): &(String, String)| {
        // Buttons have names, and a screen reader reads no picture.
        (role != "button" || !name.trim().is_empty()) && !name.contains(['█', '▀'])
    };
    assert!(tree.iter().all(named), "{tree:?}");
    let wide = "return document.documentElement.scrollWidth <= innerWidth";
    assert_eq!(phone.script(wide), true);
    // The tab is closed. The window keeps nothing, and the browser still knows her.
    phone.script("sessionStorage.clear()");
    phone.open("about:blank");
    phone.open(&address);
    assert_eq!(phone.find("#name").property("value"), "Ann");
    assert_eq!(phone.find("#code").property("value"), "");
    phone.find("button").click();
    phone.wait_for_text("#face h2", "Your move");
    // The teacher's page and the projector's are read by the same means.
    for (key, words) in [(&server.teacher, "Students"), (&server.projector, &server.code)] {
        phone.script("sessionStorage.clear()");
        phone.open("about:blank");
        phone.open(&format!("{address}#key={key}"));
        phone.wait_for_text("#face", words);
        let tree = phone.accessibility();
        let heading = tree.iter().any(|(role, _)| role == "heading");
        assert!(heading && tree.iter().all(named), "{tree:?}");
        phone.wait_for_text("#face", "0 of 1 here");
    }
}
