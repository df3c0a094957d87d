//! A student's own terminal: `elenchus join` in a pseudo-terminal.

use std::net::TcpListener;
use std::path::Path;
use std::thread;

use portable_pty::CommandBuilder;
use serde_json::json;
use tungstenite::Message;

use super::server::Server;
use super::{cells, folder};
use crate::session::{Session, fresh_in};

/// The program that joins at an address with a code, both from the projector. Its files are in a
/// folder.
pub(super) fn join(address: &str, code: &str, data: &Path, more: &[&str]) -> CommandBuilder {
    let command = CommandBuilder::new(env!("CARGO_BIN_EXE_elenchus"));
    let mut command = fresh_in(command, data);
    let with_code = format!("{address}#{code}");
    command.args(["join", if code.is_empty() { address } else { &with_code }, "--name", "Ann"]);
    command.args(more);
    command
}

#[test]
fn a_student_joins_from_a_terminal_loses_the_class_and_is_back() {
    let (folder, data) = (folder(), folder());
    let server = Server::start(folder.path(), &["find-the-lie"]);
    let mut ann = Session::start(join(&server.address, &server.code, data.path(), &[]));
    ann.wait_for("Enter  play");
    let key = data.path().join("elenchus/joined");
    let key = std::fs::read_dir(key).expect("a folder").next().expect("a key").expect("a file");
    assert_eq!(super::joining::mode(&key.path()), 0o600, "nobody else reads the key");
    let address = server.kill();
    // The message appears at once, and the last screen stays.
    ann.wait_for("The connection is lost");
    assert!(ann.text().contains("Enter  play"), "{}", ann.text());
    let server = Server::at(folder.path(), &["find-the-lie"], &address);
    ann.wait_until("the class", |screen| !screen.contents().contains("is lost"));
    ann.wait_for("Enter  play");
    ann.then("q", "the course");
    ann.then("q", "q again leaves it");
    ann.press("q");
    assert_eq!(ann.end(), 0);
    assert!(ann.given_back(), "{}", ann.text());
    assert!(ann.text().contains("you left the class"), "{}", ann.text());
    // The terminal has kept its key, so the class asks for no code.
    let mut again = join(&server.address, "", data.path(), &[]);
    again.env("NO_COLOR", "");
    let mut ann = Session::start(again);
    ann.wait_for("Enter  play");
    let address = server.kill();
    ann.wait_for("The connection is lost");
    assert!(!address.is_empty());
    ann.press("q");
    assert_eq!(ann.end(), 0);
}

#[test]
fn a_class_that_its_teacher_ends_says_so_to_everybody_in_it() {
    let (folder, data) = (folder(), folder());
    let mut class = CommandBuilder::new(env!("CARGO_BIN_EXE_elenchus"));
    class.args(["class", "find-the-lie", "--listen", "127.0.0.1:0", "--folder"]);
    class.arg(folder.path().join("class"));
    let mut teacher = Session::start(fresh_in(class, folder.path()));
    teacher.wait_for("nobody is here yet");
    let text = teacher.text();
    let after = |words: &str| {
        let (_, rest) = text.split_once(words).expect(words);
        rest.split(['/', ' ']).next().expect("a word").to_owned()
    };
    let mut ann = Session::start(join(&after("http://"), &after("code "), data.path(), &[]));
    ann.wait_for("Enter  play");
    teacher.then("q", "press the same key again to end the class");
    teacher.press("q");
    assert_eq!(teacher.end(), 0);
    assert_eq!(ann.end(), 0);
    assert!(ann.given_back(), "{}", ann.text());
    assert!(ann.text().contains("the teacher ended the class"), "{}", ann.text());
}

#[test]
fn a_terminal_that_joins_looks_as_its_owner_wants() {
    let (folder, data) = (folder(), folder());
    let server = Server::start(folder.path(), &["find-the-lie"]);
    let shown = |more: &[&str], colours: bool| {
        let mut command = join(&server.address, &server.code, data.path(), more);
        if !colours {
            command.env("NO_COLOR", "1");
        }
        let mut session = Session::start(command);
        session.wait_for("Enter  play");
        let screen = session.screen.lock().expect("the screen").screen().clone();
        session.signal("TERM");
        session.end();
        assert!(session.given_back());
        screen
    };
    let dark = shown(&[], true);
    assert!(!dark.contents().is_ascii());
    assert!(shown(&["--ascii"], true).contents().is_ascii());
    assert_ne!(cells(&shown(&["--theme", "light"], true)), cells(&dark));
    let plain = cells(&shown(&[], false));
    assert!(plain.iter().all(|cell| cell.contains("Default Default")), "{plain:#?}");
    let none = Session::start(join(&server.address, "", data.path(), &["--theme", "none"])).end();
    assert_eq!(none, 2);
}

#[test]
fn nothing_that_a_class_sends_reaches_the_terminal_as_it_is() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("it listens");
    let address = listener.local_addr().expect("an address").to_string();
    thread::spawn(move || {
        let mut socket =
            tungstenite::accept(listener.accept().expect("it comes").0).expect("it asks");
        socket.read().expect("a hello");
        let joined = json!({"joined": {"name": "Ann", "key": "0"}});
        socket.send(Message::text(joined.to_string())).expect("it reads");
        let hostile = b"\x1b]52;c;c3RvbGVu\x07\x1b]0;title\x07\x1b[?1049l\x1b[6n\x1bcshown";
        socket.send(Message::binary(hostile.to_vec())).expect("it reads");
        while socket.read().is_ok() {}
    });
    let data = folder();
    let mut ann = Session::start(join(&address, "ABCDEF", data.path(), &[]));
    ann.wait_for("shown");
    ann.wait_until("the terminal is still taken", |screen| screen.alternate_screen());
    ann.signal("TERM");
    ann.end();
    let written = ann.written.lock().expect("the bytes").clone();
    let has = |what: &[u8]| written.windows(what.len()).any(|bytes| bytes == what);
    assert!(has(b"shown") && !has(b"]52") && !has(b"]0;") && !has(b"[6n") && !has(b"\x1bc"));
}

#[cfg(not(feature = "tls"))]
#[test]
fn a_program_without_encryption_says_how_to_join_an_encrypted_class() {
    let (folder, data) = (folder(), folder());
    let server = Server::start(folder.path(), &["find-the-lie"]);
    let address = format!("https://{}", server.address);
    let mut ann = Session::start(join(&address, &server.code, data.path(), &[]));
    assert_eq!(ann.end(), 2);
    assert!(ann.text().contains("--features tls"), "{}", ann.text());
}
