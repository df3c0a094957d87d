//! Measures a class under load. Scripted students play without end, one more student floods the class with keys,
//! and the class is killed twice. Prints the time from a key to its frame, the memory of an idle student, and
//! the number of lost debates.
//!
//! With `--mixed`, a third of the students hold an arrow key, thirty times a second, on the two longest debates.
//! The printed times are those of the other students.
//!
//! `cargo run --profile dist -p elenchus-class --example crowd -- [STUDENTS] [SECONDS] [--mixed]`

use std::cmp::Ordering;
use std::collections::HashMap;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use elenchus_class::{Class, ClassSetup, serve};
use elenchus_store::{archive, library};
use serde_json::{Value, json};
use tungstenite::{Error, HandshakeError, Message, WebSocket, client};

const ADDRESS: &str = "127.0.0.1:18099";
const DEBATE: &str = "find-the-lie";
/// Two debates of the library. Their boards take long to draw.
const LONG: [&str; 2] = ["million-gates", "hundred-thousand-steps"];
/// The interval at which a held key repeats.
const REPEAT: Duration = Duration::from_millis(33);
/// The longest wait for a frame. If no frame answers a key, the key counts with a wait of this length.
const LATEST: Duration = Duration::from_millis(500);

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let all = arguments.len();
    arguments.retain(|argument| argument != "--mixed");
    let mixed = arguments.len() < all;
    if let [serve, folder] = &arguments[..]
        && serve == "--serve"
    {
        return run_class(folder.into());
    }
    let number = |i: usize, usual: u64| arguments.get(i).map_or(Ok(usual), |text| text.parse());
    let (Ok(students), Ok(seconds)) = (number(0, 100), number(1, 300)) else {
        eprintln!("crowd [STUDENTS] [SECONDS] [--mixed]");
        return;
    };
    measure(students as usize, Duration::from_secs(seconds), mixed);
}

/// Runs the class in its own process, which can be killed.
fn run_class(folder: PathBuf) {
    let find = |id: &&str| library::find(id).expect("a shipped debate");
    let entries = [DEBATE].iter().chain(&LONG).map(find).collect();
    let (hosts, grading) = (Vec::new(), |_: &_, _: &[_], _: &[_]| Ok(String::new()));
    let proxies = Vec::new();
    let class = Class::open(ClassSetup { entries, folder, hosts, proxies, grading });
    let class = class.expect("a class");
    serve(&class, ADDRESS.parse().expect("an address")).expect("it listens");
    loop {
        thread::park();
    }
}

fn start(folder: &Path) -> Child {
    let program = std::env::current_exe().expect("this program");
    let child = Command::new(program).arg("--serve").arg(folder).spawn().expect("it starts");
    while TcpStream::connect(ADDRESS).is_err() {
        thread::sleep(Duration::from_millis(20));
    }
    child
}

/// The memory of a process in KiB.
fn memory(child: &Child) -> u64 {
    let status =
        std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

fn measure(students: usize, time: Duration, mixed: bool) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut class = start(folder.path());
    let roll = std::fs::read_to_string(folder.path().join("class.yaml")).expect("a class");
    let code =
        roll.lines().find_map(|line| line.strip_prefix("code: ")).expect("a code").to_owned();
    let empty = memory(&class);
    let names = (0..students).map(|i| format!("Student {i}"));
    let crowd: Vec<Student> = names.map(|name| Student::join(&name, &code)).collect();
    thread::sleep(Duration::from_secs(2));
    let full = memory(&class);
    println!(
        "students: {students}, cores: {}",
        thread::available_parallelism().map_or(0, usize::from)
    );
    println!("memory of an idle student: {} KiB", (full - empty) / students as u64);
    let over = Arc::new(AtomicBool::new(false));
    let times = Arc::new(Mutex::new(Vec::new()));
    let held: [Arc<AtomicUsize>; LONG.len()] = Default::default();
    let flooded = Arc::new(AtomicUsize::new(0));
    {
        // Nobody waits for this thread: the class may refuse to read, and then a message never ends.
        let (flooded, code) = (Arc::clone(&flooded), code.clone());
        thread::spawn(move || flood(&code, &flooded));
    }
    let players: Vec<_> = crowd
        .into_iter()
        .enumerate()
        .map(|(i, student)| {
            let (over, times) = (Arc::clone(&over), Arc::clone(&times));
            let long = i / 3 % LONG.len();
            let held = Arc::clone(&held[long]);
            thread::spawn(move || match mixed && i % 3 == 0 {
                true => student.hold(LONG[long], &over, &held),
                false => student.play(i, &over, &times),
            })
        })
        .collect();
    for _ in 0..2 {
        thread::sleep(time / 3);
        class.kill().expect("it can be killed");
        class.wait().expect("it ends");
        class = start(folder.path());
    }
    thread::sleep(time / 3);
    over.store(true, SeqCst);
    let memory = memory(&class);
    let ends: HashMap<String, usize> =
        players.into_iter().map(|player| player.join().expect("a player")).collect();
    let flooded = flooded.load(SeqCst);
    thread::sleep(Duration::from_secs(1));
    let mut kept: HashMap<String, usize> = HashMap::new();
    for student in std::fs::read_dir(folder.path().join("students")).expect("students").flatten() {
        for record in archive::list(&student.path().join("archive")) {
            let attempt = record.record.expect("it reads").attempt.unwrap_or_default();
            *kept.entry(attempt.player.to_string()).or_default() += 1;
        }
    }
    let lost = ends.iter().filter(|(name, ends)| kept.get(*name).copied().unwrap_or(0) < **ends);
    let (finished, lost) = (ends.values().sum::<usize>(), lost.count());
    println!("debates played to the end: {finished}");
    println!("students who lost a debate: {lost}");
    println!("messages of the flooding student: {flooded}");
    for (debate, held) in LONG.iter().zip(&held).filter(|_| mixed) {
        println!("repeated keys in {debate}: {}", held.load(SeqCst));
    }
    println!("memory of the class: {} MiB", memory / 1024);
    let mut times = times.lock().expect("times").clone();
    times.sort_unstable();
    let at =
        |part: f64| times.get((times.len() as f64 * part) as usize).copied().unwrap_or_default();
    println!(
        "keys: {}, time to the frame: median {:?}, 99 % below {:?}",
        times.len(),
        at(0.5),
        at(0.99)
    );
    println!(
        "key presses that got no new screen within {LATEST:?}: {}",
        times.iter().filter(|t| **t >= LATEST).count()
    );
    class.kill().expect("it can be killed");
    class.wait().expect("it ends");
    // If nobody finishes a debate, the students do not know the screens any more.
    assert!(finished > 0, "no debate was played to the end");
    assert_eq!(lost, 0, "students lost debates");
}

/// Sends keys as fast as the class takes them, and counts the messages.
fn flood(code: &str, sent: &AtomicUsize) {
    loop {
        let mut student = Student::join("Flood", code);
        while student.socket.send(Message::binary(b"\x1b[B\x1b[A".repeat(40))).is_ok() {
            sent.fetch_add(1, SeqCst);
        }
    }
}

struct Student {
    name: String,
    code: String,
    key: Option<String>,
    socket: WebSocket<TcpStream>,
    screen: vt100::Parser,
}

impl Student {
    /// Joins the class. Tries again until the class answers.
    fn join(name: &str, code: &str) -> Self {
        Self::come(name, code, None)
    }

    fn come(name: &str, code: &str, key: Option<String>) -> Self {
        loop {
            match Self::meet(name, code, key.clone()) {
                Ok(student) => return student,
                // The class knows this name, but its key is lost. Join under another name.
                Err(Some(_)) if key.is_none() => {
                    return Self::come(&format!("{name} again"), code, None);
                }
                Err(_) => thread::sleep(Duration::from_millis(200)),
            }
        }
    }

    fn meet(name: &str, code: &str, key: Option<String>) -> Result<Self, Option<Value>> {
        let stream = TcpStream::connect(ADDRESS).map_err(|_| None)?;
        stream.set_nodelay(true).map_err(|_| None)?;
        stream.set_read_timeout(Some(Duration::from_millis(500))).map_err(|_| None)?;
        let mut met = client(format!("ws://{ADDRESS}/sit"), stream);
        let mut socket = loop {
            match met {
                Ok((socket, _)) => break socket,
                Err(HandshakeError::Interrupted(waiting)) => met = waiting.handshake(),
                Err(HandshakeError::Failure(_)) => return Err(None),
            }
        };
        let hello = json!({
            "version": elenchus_class::version(),
            "name": name, "code": code, "key": key, "size": [80, 24],
        });
        socket.send(Message::text(hello.to_string())).map_err(|_| None)?;
        loop {
            match socket.read() {
                Ok(Message::Text(text)) => {
                    let said: Value = serde_json::from_str(&text).map_err(|_| None)?;
                    let key = said["joined"]["key"].as_str().map(str::to_owned);
                    if key.is_none() {
                        return Err(Some(said));
                    }
                    let least = |n| std::num::NonZeroU16::new(n).expect("not nothing");
                    let screen = vt100::Parser::new(least(24), least(80), 0);
                    let (name, code) = (name.to_owned(), code.to_owned());
                    return Ok(Self { name, code, key, socket, screen });
                }
                Ok(_) => {}
                Err(Error::Io(e)) if is_silence(&e) => {}
                Err(_) => return Err(None),
            }
        }
    }

    /// Waits at most for `patience` and reads the next frame. Returns `Some(false)` if no frame came, and `None` if the
    /// class was gone and the student joined again.
    fn frame(&mut self, patience: Duration) -> Option<bool> {
        let _ = self.socket.get_ref().set_read_timeout(Some(patience));
        loop {
            match self.socket.read() {
                Ok(Message::Binary(bytes)) => {
                    self.screen.process(&bytes);
                    return Some(true);
                }
                Ok(_) => {}
                Err(Error::Io(e)) if is_silence(&e) => return Some(false),
                Err(_) => {
                    *self = Self::come(&self.name, &self.code, self.key.clone());
                    return None;
                }
            }
        }
    }

    /// Reads the waiting frames, so that the next frame answers the next key.
    fn catch_up(&mut self) {
        while self.frame(Duration::from_millis(5)) == Some(true) {}
    }

    fn text(&self) -> String {
        self.screen.screen().contents()
    }

    /// The key that leads from the screen with this text to the table of a debate. `None` if the screen already shows a
    /// table. The key `q` leaves the screens of other debates.
    fn to_the_table(text: &str, debate: &str) -> Option<&'static str> {
        // The list cuts long titles.
        let short: String = debate.chars().take(14).collect();
        if is_library(text) {
            let place = |is_it: &dyn Fn(&str) -> bool| {
                let rows = text.lines().filter_map(|line| line.split(['│', '╭']).next());
                rows.enumerate().find_map(|(row, line)| is_it(line).then_some(row))
            };
            let (own, chosen) =
                (place(&|line| line.contains(&short)), place(&|line| line.starts_with('▸')));
            return Some(match own.cmp(&chosen) {
                Ordering::Less => "\x1b[A",
                Ordering::Equal => "\r",
                Ordering::Greater => "\x1b[B",
            });
        }
        if text.contains("Start the debate") {
            return Some(if text.contains(&short) { "\r" } else { "q" });
        }
        None
    }

    /// Opens a debate and holds an arrow key there until `over` is set. Counts the repeated keys in `held`.
    fn hold(mut self, debate: &str, over: &AtomicBool, held: &AtomicUsize) -> (String, usize) {
        let title = title(debate);
        let (mut next, mut count) = (Instant::now(), 0_usize);
        while !over.load(SeqCst) {
            let left = next.saturating_duration_since(Instant::now());
            if !left.is_zero() && self.frame(left.max(Duration::from_millis(1))) == Some(true) {
                continue;
            }
            let text = self.text();
            let (key, pause) = match Self::to_the_table(&text, &title) {
                Some(key) => (key, 10 * REPEAT),
                // Hold the right arrow for one second, then the left arrow for one second.
                None if count / 30 % 2 == 0 => ("\x1b[C", REPEAT),
                None => ("\x1b[D", REPEAT),
            };
            held.fetch_add(usize::from(pause == REPEAT), SeqCst);
            count += 1;
            next = Instant::now() + pause;
            let _ = self.socket.send(Message::binary(key.as_bytes().to_vec()));
        }
        (self.name, 0)
    }

    /// Plays until `over` is set. Returns the student's name and the number of finished debates.
    fn play(
        mut self,
        number: usize,
        over: &AtomicBool,
        times: &Mutex<Vec<Duration>>,
    ) -> (String, usize) {
        let title = title(DEBATE);
        let (mut ends, mut counted, mut turn) = (0, false, number as u64);
        while !over.load(SeqCst) {
            // A student thinks for half a second on average, at a different moment from the others.
            let thought = 300 + (turn * 7919 + number as u64 * 104_729) % 400;
            thread::sleep(Duration::from_millis(thought));
            self.catch_up();
            let text = self.text();
            let shows = |words: &str| text.contains(words);
            let step = format!("step [ {} ]", 1 + turn % 6);
            counted &= !is_library(&text);
            let key = if let Some(key) = Self::to_the_table(&text, &title) {
                key.to_owned()
            } else if shows(&step) {
                "\r".to_owned()
            } else if shows("your turn") {
                format!("\u{7f}{}", 1 + turn % 6)
            } else if ["You won · ", "You lost · ", "Review: "].iter().any(|end| shows(end)) {
                if !counted {
                    (ends, counted, turn) = (ends + 1, true, turn + 1);
                }
                "q".to_owned()
            } else if shows("· the class") {
                "\r".to_owned()
            } else {
                continue;
            };
            let begun = Instant::now();
            if self.socket.send(Message::binary(key.into_bytes())).is_ok()
                && let Some(came) = self.frame(LATEST)
            {
                let time = if came { begun.elapsed() } else { LATEST };
                times.lock().expect("times").push(time);
            }
        }
        (self.name, ends)
    }
}

/// Returns `true` if the list of debates is on the screen.
fn is_library(text: &str) -> bool {
    text.contains("Enter  play")
}

fn title(debate: &str) -> String {
    library::find(debate).expect("a shipped debate").scenario.expect("it opens").title.to_string()
}

fn is_silence(e: &std::io::Error) -> bool {
    matches!(e.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut)
}
