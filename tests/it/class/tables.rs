//! Debates of a class for several people, each at their own screen.

use std::path::Path;
use std::time::Instant;

use super::client::{Client, next};
use super::server::Server;
use super::{cells, folder, grade};
use crate::classroom::{changed, saved};

/// A student at the lobby takes the seat in this row of it: 1 for Alice, 2 for Bob, 3 for the
/// judge.
pub(super) fn sit(student: &mut Client, row: usize) {
    student.until("take a seat at a table");
    student.then(&"\u{1b}[B".repeat(row), "▸");
    student.press("\r");
}

/// Three students in the three seats of a table.
fn seated(server: &Server) -> [Client; 3] {
    let mut three = ["Ann", "Ben", "Cem"].map(|name| server.join(name));
    three.iter_mut().enumerate().for_each(|(at, student)| sit(student, at + 1));
    three
}

/// The judge rules for Alice, after she wrote and Bob pointed.
pub(super) fn rule_for_alice([alice, bob, judge]: &mut [Client; 3]) {
    alice.until("your turn");
    alice.press("111011\r");
    bob.until("your turn");
    bob.press("3\r");
    judge.until("your turn");
    rule(judge);
}

/// The judge chooses Alice, and rules.
fn rule(judge: &mut Client) {
    judge.then("\u{1b}[D", "(●) 1  Rule for Alice");
    judge.press("\r");
}

/// The rows of the board of a table on a screen.
pub(super) fn board(screen: &str) -> Vec<String> {
    screen.lines().skip(3).take(11).map(str::to_owned).collect()
}

/// One debate on three machines up to Bob's turn, with the given answers of Alice. Returns all
/// screens of the three, and the class, which continues.
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
    alice.then("\r", "Bob is asked: Ben");
    bob.until("your turn");
    judge.until("Bob is asked: Ben");
    (server, [alice, bob, judge])
}

#[test]
fn three_machines_play_one_debate_and_nothing_hidden_is_on_the_wire() {
    let folders = [folder(), folder()];
    let mut tables = [("111011", 0), ("111111", 1)]
        .map(|(answers, i)| shared_up_to_bob(folders[i].path(), answers));
    // Bob sees Alice's bits. The judge has read nothing yet, so both of the judge's screens are the
    // same.
    let shown = |table: &(Server, [Client; 3]), who: usize| board(&table.1[who].text());
    assert_ne!(shown(&tables[0], 1), shown(&tables[1], 1));
    let colours = |i: usize| cells(tables[i].1[2].screen.screen());
    assert_eq!(colours(0), colours(1));
    // The same holds for every frame. If Bob sees a row with Alice's bits, no frame of the judge has that row.
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
    // The program dies. Every seat returns to its last screen, and the debate continues to its end.
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
        // Where Alice's cursor stood is no move. The keys in the footer depend on it.
        let fixed = |line: &&str| {
            !line.contains(['│', '║', '╭', '╔', '╰', '╚']) && !line.contains("? help")
        };
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
    // Nobody plays for another, and a taken seat stays taken.
    alice.then("\r", "judge is asked: Cem");
    let mut late = server.join("Late");
    sit(&mut late, 1);
    late.until("this table is full");
    judge.then("\u{1b}[C\u{1b}[C", "(●) 2  Rule for Bob");
    judge.press("\r");
    for client in again.iter_mut() {
        client.until("Bob won");
    }
    // A return to the end of a debate does not count as another game.
    let keys = again.each_ref().map(|client| (client.name.clone(), client.key.clone()));
    let address = server.kill();
    let server = Server::at(folders[0].path(), &["find-the-lie"], &address);
    for (name, key) in keys {
        let mut client = Client::again(&server, &name, &key).unwrap_or_else(|e| panic!("{e}"));
        client.until("Bob won");
        if name == "Ben" {
            // Once more he plays his own seat, against programs.
            client.until("▸ Review");
            client.then("\u{1b}[C", "▸ Play again");
            let table = client.then("\r", "your turn");
            assert!(table.contains("you are Bob"), "{table}");
        }
    }
    // The goal of the seat decides for each of them.
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
fn a_first_choice_at_a_table_holds_after_a_return() {
    let folder = folder();
    let committed = "exercise: {commit: true}\nlesson:";
    let exercise = changed("find-the-lie", "lesson:", committed);
    let debate = saved(folder.path(), "committed.yaml", &exercise);
    let class = folder.path().join("class");
    let listen = ["--listen", "127.0.0.1:0"];
    let server =
        Server::with(&class, &["find-the-lie"], &[&listen[..], &["--table", &debate]].concat());
    let mut bob = server.join("Ben");
    sit(&mut bob, 2);
    bob.until("Before you begin: is the claim true?");
    bob.then("y", "Alice is asked");
    let key = bob.key.clone();
    let not_asked = |bob: &mut Client| {
        let text = bob.until("Alice is asked");
        assert!(!text.contains("Before you begin"), "he said it: {text}");
    };
    bob.press("q");
    sit(&mut bob, 0);
    not_asked(&mut bob);
    server.kill();
    let server = Server::with(&class, &["find-the-lie"], &listen);
    not_asked(&mut Client::again(&server, "Ben", &key).expect("he is known"));
}

#[test]
fn a_debate_for_everybody_reaches_a_running_table_only_after_a_second_press() {
    let folder = folder();
    let server = Server::with_a_table(folder.path(), "find-the-lie");
    let [mut alice, mut bob, mut judge] = seated(&server);
    let mut dan = server.join("Dan");
    dan.until("take a seat at a table");
    alice.until("your turn");
    bob.until("Alice is asked: Ann");
    judge.until("Alice is asked: Ann");
    let mut teacher = server.page(&server.teacher, [80, 24]);
    teacher.until("4 of 4 here");
    teacher.then("p", "send everybody there");
    teacher.then("\r", "3 students play at a running table");
    dan.until("your turn");
    assert!(bob.text().contains("Alice is asked: Ann"), "{}", bob.text());
    teacher.press("\r");
    bob.until_gone("Alice is asked: Ann");
    bob.until("your turn");
    teacher.until("4 of 4 here");
    // The table is the first row of the lobby while it plays.
    bob.then("q", "take a seat at a table");
    let lobby = bob.text();
    assert!(lobby.find("yours") < lobby.find("the course:"), "{lobby}");
    sit(&mut bob, 0);
    bob.until("Alice is asked: Ann");
}

#[test]
fn a_delayed_end_offers_no_hint_and_appears_without_earlier_text() {
    let folder = folder();
    let server = Server::with_a_table(folder.path(), "find-the-lie");
    let mut three = seated(&server);
    let mut teacher = server.page(&server.teacher, [80, 24]);
    teacher.until("3 of 3 here");
    teacher.then("e", "ends are hidden");
    // The hints are those of Bob's seat.
    assert!(!three[0].until("your turn").contains("hint"));
    rule_for_alice(&mut three);
    for student in &mut three {
        let shown = student.until("the teacher will reveal it");
        assert!(!shown.contains("hint") && !shown.contains("for Alice"), "{shown}");
        student.then("\r", "Enter does nothing here");
    }
    // The teacher gets a message that it is over.
    assert!(teacher.until("its end is hidden").contains("   ?"));
    teacher.press("e");
    for student in &mut three {
        let shown = student.until(" won");
        assert!(!shown.contains("does nothing"), "{shown}");
    }
}

#[test]
fn a_student_who_left_a_table_early_still_keeps_its_debate() {
    let folder = folder();
    let server = Server::with_a_table(folder.path(), "find-the-lie");
    let mut three = seated(&server);
    let [alice, bob, judge] = &mut three;
    bob.until("is asked: Ann");
    bob.then("u", "u does nothing here");
    alice.until("your turn");
    alice.press("111011\r");
    // A key without effect is forgotten when the turn comes.
    bob.until("your turn");
    bob.until_gone("u does nothing here");
    bob.press("3\r");
    judge.until("your turn");
    for student in [alice, bob] {
        student.until("is asked: Cem");
        student.then("q", "the class");
    }
    rule(judge);
    judge.until(" won");
    let mut teacher = server.page(&server.teacher, [80, 24]);
    teacher.until("3 of 3 here");
    teacher.then("c", "written to");
    let csv = std::fs::read_to_string(folder.path().join("results.csv")).expect("it is written");
    for name in ["Ann", "Ben", "Cem"] {
        assert_eq!(csv.matches(&format!(",{name},")).count(), 1, "{csv}");
    }
    // A seat in a finished debate would give a record to somebody who did not play.
    teacher.then("\u{1b}[Fd", "d does nothing here");
    assert!(!teacher.text().contains("play it"), "{}", teacher.text());
    let mut dan = server.join("Dan");
    sit(&mut dan, 3);
    dan.until("this debate is over");
}

#[test]
fn a_student_whose_seat_is_given_away_gets_a_message_and_goes_to_the_lobby() {
    let folder = folder();
    let server = Server::with_a_table(folder.path(), "find-the-lie");
    let mut ann = server.join("Ann");
    sit(&mut ann, 1);
    ann.until("your turn");
    let mut teacher = server.page(&server.teacher, [80, 24]);
    teacher.until("1 of 1 here");
    teacher.then("\u{1b}[Bd", "the seat is free");
    ann.until("you no longer have your seat at this table");
    ann.until("take a seat at a table");
}

#[test]
fn trios_change_seats_and_a_program_fills_the_gap_that_somebody_leaves() {
    let folder = folder();
    let server = Server::start(folder.path(), &["find-the-lie"]);
    let mut three = ["Ann", "Ben", "Cem"].map(|name| server.join(name));
    let mut teacher = server.page(&server.teacher, [80, 24]);
    teacher.until("3 of 3 here");
    let seat_trios = |teacher: &mut Client, words: &str| {
        teacher.then("T", "the next round of the trios");
        teacher.then("\r", words);
    };
    seat_trios(&mut teacher, "students play all seats");
    rule_for_alice(&mut three);
    let [mut alice, mut bob, mut judge] = three;
    judge.until("Alice won");
    drop(judge);
    teacher.until("2 of 3 here");
    seat_trios(&mut teacher, "programs play the free seats");
    alice.until("you are Bob");
    bob.until("you are the judge");
    alice.until("your turn");
}

#[test]
#[ignore = "a minute: .ci/nightly runs it"]
fn a_page_that_moves_by_itself_stays_without_keys() {
    let folder = folder();
    let server = Server::start(folder.path(), &["find-the-lie"]);
    let mut ann = server.join("Ann");
    let mut teacher = server.page(&server.teacher, [80, 24]);
    let (begun, mut frames) = (Instant::now(), 0);
    // Waits longer than the limit of a silent connection. The teacher's screen changes every second.
    while begun.elapsed().as_secs() < 65 {
        next(&mut ann.socket).expect("she is there");
        frames += usize::from(next(&mut teacher.socket).expect("it is there").is_some());
    }
    assert!(frames > 40, "{frames}");
}

/// A new screen drops earlier keys. News of others at the table is no new screen.
#[test]
fn text_typed_while_others_take_seats_is_not_lost() {
    for _ in 0..6 {
        let folder = folder();
        let server = Server::with_a_table(folder.path(), "find-the-lie");
        let mut three = seated(&server);
        let [alice, bob, _judge] = &mut three;
        alice.until("your turn");
        alice.press("111011\r");
        bob.until("your turn");
    }
}
