//! The program of a class.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use super::client::Client;

/// The program of a class, and its output for the teacher.
pub struct Server {
    pub child: Child,
    pub address: String,
    pub code: String,
    /// The keys of the teacher's page and of the projector's.
    pub teacher: String,
    pub projector: String,
}

impl Server {
    /// A class with its data in `folder` and these debates.
    pub fn start(folder: &Path, debates: &[&str]) -> Self {
        Self::at(folder, debates, "127.0.0.1:0")
    }

    pub fn at(folder: &Path, debates: &[&str], listen: &str) -> Self {
        Self::with(folder, debates, &["--listen", listen])
    }

    /// Starts a class with a table for its one debate.
    pub fn with_a_table(folder: &Path, debate: &str) -> Self {
        Self::with(folder, &[debate], &["--table", debate, "--listen", "127.0.0.1:0"])
    }

    pub fn with(folder: &Path, debates: &[&str], more: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_elenchus"))
            .arg("class")
            .args(debates)
            .args(more)
            .arg("--folder")
            .arg(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let mut told = |what: &str| -> String {
            let line = lines.next().expect("a line").expect("text");
            line.strip_prefix(what).expect(what).trim().to_owned()
        };
        let address = told("address http://").trim_end_matches('/').to_owned();
        let code = told("code");
        let mut key = |page| told(page).split_once("#key=").expect("a key").1.to_owned();
        let (teacher, projector) = (key("teacher"), key("projector"));
        Self { child, address, code, teacher, projector }
    }

    /// Ends the program as `kill -9` does.
    pub fn kill(mut self) -> String {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it ends");
        self.address.clone()
    }

    /// The version that page and class must share.
    fn version(&self) -> String {
        let page = self.ask("GET / HTTP/1.1");
        let (_, rest) = page.split_once("version\" content=\"").expect("a version");
        rest.split('"').next().expect("its end").to_owned()
    }

    fn ask(&self, line: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        write!(stream, "{line}\r\nHost: {}\r\n\r\n", self.address).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer
    }

    pub fn hello(&self, name: &str) -> Value {
        json!({"version": self.version(), "code": self.code, "name": name, "size": [80, 24]})
    }

    /// A page with this key, in a window of this size.
    pub fn page(&self, key: &str, size: [u16; 2]) -> Client {
        let mut hello = self.hello("");
        (hello["key"], hello["code"], hello["size"]) = (json!(key), json!(""), json!(size));
        Client::meet(&self.address, &hello).expect("the class takes the page in")
    }

    pub fn join(&self, name: &str) -> Client {
        Client::meet(&self.address, &self.hello(name)).expect("the class takes them in")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
