//! The people who join, their addresses, and their number of attempts.

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

/// The permissions of a file.
pub(super) fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).expect("it is there").permissions().mode() & 0o777
}

#[test]
fn the_door_says_every_fault_in_words() {
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
    let (what, words) = refused(&|hello| hello["name"] = json!(" aNN "));
    assert_eq!((&*what, words.contains("Ann is already in the class")), ("name", true), "{words}");
    for bad in ["", "\u{1b}[2J", "../..", &"x".repeat(25), "the teacher", "Nobody yet", "FREE"] {
        let (what, _) = refused(&|hello| hello["name"] = json!(bad));
        assert_eq!(what, "name", "{bad:?}");
    }
    let (what, words) = refused(&|hello| hello["version"] = json!("0.0.1-00000000"));
    assert_eq!((&*what, words.contains("Load the page again")), ("version", true), "{words}");
    let (what, _) = refused(&|hello| hello["more"] = json!(1));
    assert_eq!(what, "hello");
    let mut wrong = server.hello("Ann");
    (wrong["key"], wrong["code"]) = (json!("0".repeat(32)), json!(""));
    let refusal = Client::meet(&server.address, &wrong).err().expect("it is refused");
    assert_eq!(refusal["what"], "key");
    // Ann returns, and her first window gets a message.
    let mut first = ann;
    let key = first.key.clone();
    let mut second = Client::again(&server, "Ann", &key).expect("she is known");
    assert!(first.last_words().contains("joined from another window"));
    second.until("Enter  play");
    server.join("Cem");
}

/// Nobody can try all codes, and such attempts do not lock out anybody with the right code.
#[test]
fn wrong_codes_are_counted_by_address_and_a_server_between_is_believed_if_it_was_named() {
    let folders = [folder(), folder()];
    let start = |at: usize, more: &[&str]| {
        let more = [&["--listen", "127.0.0.1:0"], more].concat();
        Server::with(folders[at].path(), &["find-the-lie"], &more)
    };
    let servers = [start(0, &[]), start(1, &["--trust-proxy", "127.0.0.1"])];
    let tried = |server: &Server, from: &str| {
        let mut hello = server.hello("Eve");
        hello["code"] = json!("WRONG1");
        let refusal = Client::meet_from(&server.address, &hello, Some(from)).err();
        refusal.expect("it is refused")["words"].as_str().expect("words").to_owned()
    };
    let try_often = |server: &Server| {
        (0..20).for_each(|_| drop(tried(server, "10.9.9.9, 10.0.0.1")));
        [tried(server, "10.0.0.1"), tried(server, "10.0.0.2")]
            .map(|words| words.contains("is checked after a pause"))
    };
    std::thread::scope(|scope| {
        let both = servers.each_ref().map(|server| scope.spawn(move || try_often(server)));
        // Anybody could claim any address, so all count as this one.
        let both = both.map(|counted| counted.join().expect("it ends"));
        assert_eq!(both, [[true, true], [true, false]]);
    });
    servers.iter().for_each(|server| drop(server.join("Ann")));
}

#[test]
fn hostile_connections_cost_nothing_but_themselves() {
    let folder = folder();
    let server = Server::start(folder.path(), &["find-the-lie"]);
    let mut ann = server.join("Ann");
    ann.until("Enter  play");
    // More connections than the class has room for. None of them finishes its request.
    let idle: Vec<TcpStream> =
        (0..300).map(|_| TcpStream::connect(&server.address).expect("it listens")).collect();
    for mut stream in &idle {
        // The first of them may be closed by now.
        let _ = stream.write_all(b"GET / HTTP/1.1\r\nA: ");
    }
    // Sends a message that is too long, a message that is no JSON, and a frame that breaks the protocol.
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
    // The class reads a flooding client slowly, and drops a client that does not read.
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
fn a_student_without_the_old_device_comes_in_by_the_code_once_the_teacher_frees_the_name() {
    let folder = folder();
    let server = Server::start(folder.path(), &["find-the-lie"]);
    let mut ann = server.join("Ann");
    ann.until("Enter  play");
    let come = || Client::meet(&server.address, &server.hello("Ann"));
    let mut teacher = server.page(&server.teacher, [80, 24]);
    teacher.until("1 of 1 here");
    assert!(come().is_err());
    teacher.then("d", "the name Ann is free");
    let mut phone = come().expect("the name is free");
    assert!(ann.last_words().contains("joined from another window"));
    phone.until("Enter  play");
    // The key of the lost device is no longer valid.
    assert_eq!(
        Client::again(&server, "Ann", &ann.key).err().expect("it is refused")["what"],
        "key"
    );
    assert!(come().is_err());
    Client::again(&server, "Ann", &phone.key).expect("her key").until("Enter  play");
}
