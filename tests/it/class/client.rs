//! A student's machine: its messages and screens, byte by byte.

use std::net::TcpStream;
use std::num::NonZeroU16;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::{ClientRequestBuilder, Error, Message, WebSocket, client};

use super::server::Server;

pub const PATIENCE: Duration = Duration::from_secs(60);

type Socket = WebSocket<TcpStream>;

fn open(address: &str, from: Option<&str>) -> Socket {
    let stream = TcpStream::connect(address).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_millis(20))).expect("a time-out");
    let request = ClientRequestBuilder::new(format!("ws://{address}/sit").parse().expect("a URL"));
    let request = match from {
        Some(from) => request.with_header("X-Forwarded-For", from),
        None => request,
    };
    let mut met = client(request, stream);
    loop {
        use tungstenite::HandshakeError::{Failure, Interrupted};
        match met {
            Ok((socket, _)) => return socket,
            Err(Interrupted(waiting)) => met = waiting.handshake(),
            Err(Failure(e)) => panic!("no WebSocket: {e}"),
        }
    }
}

/// The next message. `None` if there is none for a moment, or the connection is closed.
pub fn next(socket: &mut Socket) -> Result<Option<Message>, Error> {
    match socket.read() {
        Ok(message) => Ok(Some(message)),
        Err(Error::Io(e))
            if matches!(
                e.kind(),
                std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut
            ) =>
        {
            Ok(None)
        }
        Err(e) => Err(e),
    }
}

/// The first message of the class.
fn said(socket: &mut Socket) -> Value {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        match next(socket) {
            Ok(Some(Message::Text(text))) => return serde_json::from_str(&text).expect("JSON"),
            Ok(_) => {}
            Err(e) => panic!("it says nothing: {e}"),
        }
    }
    panic!("it says nothing");
}

/// A student's terminal.
pub struct Client {
    pub socket: Socket,
    pub screen: vt100::Parser,
    pub key: String,
    pub name: String,
    /// Every frame from the wire, and the screen after each.
    pub wire: Vec<Vec<u8>>,
    pub screens: Vec<String>,
}

impl Client {
    pub fn meet(address: &str, hello: &Value) -> Result<Self, Value> {
        Self::meet_from(address, hello, None)
    }

    /// Joins like [`Client::meet`], but through a server that names the student's address.
    pub fn meet_from(address: &str, hello: &Value, from: Option<&str>) -> Result<Self, Value> {
        let mut socket = open(address, from);
        socket.send(Message::text(hello.to_string())).expect("it reads");
        let answer = said(&mut socket);
        let Some(joined) = answer.get("joined") else { return Err(answer["refused"].clone()) };
        let text = |name: &str| joined[name].as_str().expect("text").to_owned();
        let size = |i: usize| hello["size"][i].as_u64().expect("a number") as u16;
        let least = |n: u16| NonZeroU16::new(n.max(1)).expect("at least one");
        let screen = vt100::Parser::new(least(size(1)), least(size(0)), 0);
        let (key, name) = (text("key"), text("name"));
        Ok(Self { socket, screen, key, name, wire: Vec::new(), screens: Vec::new() })
    }

    pub fn again(server: &Server, name: &str, key: &str) -> Result<Self, Value> {
        let mut hello = server.hello(name);
        hello["code"] = json!("");
        hello["key"] = json!(key);
        Self::meet(&server.address, &hello)
    }

    /// Reads until the screen contains this.
    pub fn until(&mut self, what: &str) -> String {
        self.until_one(&[what])
    }

    /// Reads until the screen contains one of these.
    pub fn until_one(&mut self, any: &[&str]) -> String {
        let (begun, what) = (Instant::now(), any.join("` or `"));
        while !any.iter().any(|one| self.text().contains(one)) {
            assert!(begun.elapsed() < PATIENCE, "{}: no `{what}` in\n{}", self.name, self.text());
            match next(&mut self.socket) {
                Ok(Some(Message::Binary(bytes))) => {
                    self.screen.process(&bytes);
                    self.screens.push(self.text());
                    self.wire.push(bytes.to_vec());
                }
                Ok(_) => {}
                Err(e) => panic!("{}: {e}, no `{what}` in\n{}", self.name, self.text()),
            }
        }
        self.text()
    }

    /// Sends a message that is no key of a terminal.
    pub fn tell(&mut self, what: &Value) {
        self.socket.send(Message::text(what.to_string())).expect("it reads");
    }

    /// Reads until the text page contains this. Returns the HTML.
    pub fn until_face(&mut self, what: &str) -> String {
        let (begun, mut last) = (Instant::now(), String::new());
        while begun.elapsed() < PATIENCE {
            match next(&mut self.socket).expect("the class goes on") {
                Some(Message::Text(text)) => {
                    let told: Value = serde_json::from_str(&text).expect("JSON");
                    last = told["face"].as_str().expect("HTML").to_owned();
                    if last.contains(what) {
                        return last;
                    }
                }
                Some(Message::Binary(_)) => panic!("cells, where text is wanted"),
                _ => {}
            }
        }
        panic!("{}: no `{what}` in\n{last}", self.name);
    }

    /// Reads until the screen no longer contains this.
    pub fn until_gone(&mut self, what: &str) {
        let begun = Instant::now();
        while self.text().contains(what) {
            assert!(begun.elapsed() < PATIENCE, "{}: `{what}` stays:\n{}", self.name, self.text());
            if let Ok(Some(Message::Binary(bytes))) = next(&mut self.socket) {
                self.screen.process(&bytes);
            }
        }
    }

    pub fn text(&self) -> String {
        let text = self.screen.screen().contents();
        text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
    }

    /// Presses keys, and reads until the screen contains this.
    pub fn then(&mut self, keys: &str, what: &str) -> String {
        self.press(keys);
        self.until(what)
    }

    pub fn press(&mut self, keys: &str) {
        self.socket.send(Message::binary(keys.as_bytes().to_vec())).expect("it reads");
    }

    pub fn resize(&mut self, columns: u16, rows: u16) {
        // The message may have an impossible size. Our own terminal keeps a size that fits into
        // memory.
        let bounded = |n: u16| NonZeroU16::new(n.clamp(1, 200)).expect("at least one");
        self.screen.screen_mut().set_size(bounded(rows), bounded(columns));
        let text = json!({"size": [columns, rows]}).to_string();
        self.socket.send(Message::text(text)).expect("it reads");
    }

    /// Reads until the class closes. Returns its last message.
    pub fn last_words(&mut self) -> String {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            match next(&mut self.socket) {
                Ok(Some(Message::Text(text))) => {
                    let value: Value = serde_json::from_str(&text).expect("JSON");
                    return value["ended"]["words"].as_str().expect("words").to_owned();
                }
                Ok(_) => {}
                Err(e) => panic!("no last words: {e}"),
            }
        }
        panic!("no last words");
    }
}
