//! Who comes in, from where, and how often.

use std::io::Write;
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Instant;

use serde_json::{Value, json};
use tungstenite::Message;

use super::client::{Client, PATIENCE, next};
use super::server::Server;
use super::{folder, to_the_seats};

/// Who may read and write a file.
pub(super) fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).expect("it is there").permissions().mode() & 0o777
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
