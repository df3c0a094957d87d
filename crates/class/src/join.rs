//! A student's own terminal: it shows what the class sends, and sends what is typed.

use std::fs::File;
use std::io::{self, Read, Write, stdin, stdout};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use ratatui::crossterm::terminal::size;
use ratatui::layout::Rect;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use serde::{Deserialize, Serialize};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Error, Message};

use crate::address::{Address, Socket};
use crate::mirror::Mirror;
use crate::scenario::{files, printable};
use crate::tui;
use crate::tui::terminal::{Event, Guard, House, Inbox, Screen};
use crate::wire::{self, Hello, Looking, Said, StudentMessage, Wrong};

/// A class that says nothing for so long is asked for a sign of life,
const QUIET: Duration = Duration::from_secs(4);
/// and is lost after so long.
const LOST: Duration = Duration::from_secs(10);
/// It is looked for again after so long, and later after twice as long each time, up to the most.
const PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(15);
/// As many bytes are sent at once.
const PIECE: usize = 4096;
/// What a terminal sends for Ctrl-C.
const CONTROL_C: u8 = 3;
const GONE: &str = "The connection is lost; what was played is kept. Trying again ... q leaves.";

/// How a student's terminal comes in.
#[derive(Clone, Debug)]
pub struct Join {
    /// Where the class is: `host:port`, or as a browser writes it.
    pub address: String,
    /// The student's name; asked for if none is given.
    pub name: Option<String>,
    /// The class's code; asked for if it is needed and none is given.
    pub code: Option<String>,
    /// Where the key is kept that lets the student come back.
    pub keys: Option<PathBuf>,
    /// The theme's name; dark if none is given.
    pub theme: Option<String>,
    /// Draw with ASCII characters alone.
    pub ascii: bool,
}

/// The key of a class, as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredKey {
    name: String,
    key: String,
}

/// Joins a class and stays until it, or the student, has enough; returns the class's last words.
///
/// # Errors
/// If there is no terminal, nobody answers, or the class does not let the student in.
pub fn join(how: Join) -> anyhow::Result<String> {
    anyhow::ensure!(tui::terminal::is_interactive(), "joining a class needs a terminal");
    let address = Address::read(&how.address)?;
    let (colourless, sixteen) = tui::colours();
    let looks =
        Looking { theme: how.theme, ascii: how.ascii || tui::is_ascii(), colourless, sixteen };
    looks.looks()?;
    // The address of a page has its key, and the one that the projector shows the code.
    let after = how.address.split_once('#').map(|(_, after)| after);
    let page = after.and_then(|after| after.strip_prefix("key=")).map(str::to_owned);
    let shown = after.filter(|_| page.is_none()).map(str::to_owned);
    let file =
        how.keys.filter(|_| page.is_none()).map(|folder| folder.join(file_of(&address.host)));
    let kept = file.as_deref().and_then(|file| files::yaml::<StoredKey>(file).ok()?);
    let name = match (how.name, &kept) {
        _ if page.is_some() => String::new(),
        (Some(name), _) => name,
        (None, Some(kept)) => kept.name.clone(),
        (None, None) => ask("your name: ")?,
    };
    let key = page.or(kept.filter(|kept| kept.name == name).map(|kept| kept.key));
    let given = how.code.or(shown);
    let asks = given.is_none();
    let code = match (given, &key) {
        (Some(code), _) => code,
        (None, Some(_)) => String::new(),
        (None, None) => ask("the class's code: ")?,
    };
    let size = size().unwrap_or((80, 24));
    let version = wire::version();
    let mut hello = Hello { version, code, name, key, size, face: false, looks };
    let socket = loop {
        let (socket, said) = address.ask(&hello)?;
        match said {
            Said::Joined { name, key } => {
                (hello.name, hello.key) = (name, Some(key));
                break socket;
            }
            Said::Refused { what: Wrong::Key, .. } => {
                if hello.key.take().is_none() || hello.code.is_empty() {
                    hello.code = ask("the class's code: ")?;
                }
            }
            Said::Refused { what: Wrong::Code, words } if asks && !hello.code.is_empty() => {
                writeln!(stdout(), "{}", printable(&words))?;
                hello.code = ask("the class's code: ")?;
            }
            Said::Refused { words, .. } => anyhow::bail!("{}", printable(&words)),
            Said::Ended { words } => return Ok(printable(&words)),
        }
    };
    if let Some(file) = &file {
        keep(file, &hello);
    }
    tui::terminal::force_attributes();
    Session::begin(address, hello, socket)?.stay()
}

/// What is between this end and the class.
enum Way {
    /// A connection, on which something was heard last at this time.
    Open(Box<Socket>, Instant),
    /// Somebody looks for the class.
    Sought(Receiver<Option<(Socket, Said)>>),
    /// Nothing until this time.
    Lost(Instant),
}

/// Rings where the loop waits.
#[derive(Debug)]
struct Bell(UnixStream);

impl House for Bell {
    fn ring(&self) {
        // If it is full it has rung.
        let _ = (&self.0).write(&[0]);
    }
}

struct Session {
    address: Address,
    hello: Hello,
    way: Way,
    pause: Duration,
    mirror: Mirror,
    /// Something is to be drawn.
    news: bool,
    guard: Guard,
    screen: Screen,
    keyboard: File,
    inbox: Inbox,
    bell: UnixStream,
}

impl Session {
    fn begin(address: Address, hello: Hello, socket: Socket) -> anyhow::Result<Self> {
        let (rings, bell) = UnixStream::pair()?;
        rings.set_nonblocking(true)?;
        bell.set_nonblocking(true)?;
        let inbox = Inbox::within(Arc::new(Bell(rings)));
        let keyboard = File::from(stdin().as_fd().try_clone_to_owned()?);
        let guard = Guard::take()?;
        inbox.listen_to_signals()?;
        let screen = guard.screen()?;
        let (way, mirror) = (open(socket)?, Mirror::new(hello.size));
        let news = true;
        let pause = PAUSE;
        Ok(Self { address, hello, way, pause, mirror, news, guard, screen, keyboard, inbox, bell })
    }

    /// Stays until one end has enough; returns the last words.
    fn stay(mut self) -> anyhow::Result<String> {
        loop {
            if std::mem::take(&mut self.news) {
                self.draw()?;
            }
            let typed = self.wait()?;
            if let Some(words) = self.signals()? {
                return Ok(words);
            }
            if typed && let Some(words) = self.typed()? {
                return Ok(words);
            }
            if let Some(words) = self.class() {
                return Ok(words);
            }
        }
    }

    fn draw(&mut self) -> io::Result<()> {
        let (mirror, lost) = (&self.mirror, !matches!(self.way, Way::Open(..)));
        self.screen.draw(|frame| {
            let area = frame.area();
            mirror.draw(frame.buffer_mut());
            if lost && area.height > 0 {
                let row = Rect { y: area.height - 1, height: 1, ..area };
                let words = format!(" {GONE:<width$}", width = usize::from(area.width));
                let style = ratatui::style::Style::new().reversed();
                frame.buffer_mut().set_stringn(row.x, row.y, words, row.width.into(), style);
            }
        })
    }

    /// Waits until something happens; was something typed?
    fn wait(&self) -> io::Result<bool> {
        let now = Instant::now();
        let (socket, due) = match &self.way {
            Way::Open(socket, heard) => (Some(socket), *heard + QUIET),
            Way::Sought(_) => (None, now + LONGEST_PAUSE),
            Way::Lost(until) => (None, *until),
        };
        let mut fds = vec![
            PollFd::new(&self.keyboard, PollFlags::IN),
            PollFd::new(&self.bell, PollFlags::IN),
        ];
        if let Some(socket) = socket {
            // What could not be written yet is written when there is room.
            fds.push(PollFd::new(tcp(socket), PollFlags::IN));
        }
        let patience = due.saturating_duration_since(now).max(Duration::from_millis(10));
        let patience = Timespec::try_from(patience).ok();
        match poll(&mut fds, patience.as_ref()) {
            Ok(_) | Err(rustix::io::Errno::INTR) => Ok(!fds[0].revents().is_empty()),
            Err(e) => Err(e.into()),
        }
    }

    /// Takes what signals say; last words if one asks for the end.
    fn signals(&mut self) -> anyhow::Result<Option<String>> {
        while (&self.bell).read(&mut [0; 64]).is_ok_and(|n| n > 0) {}
        while let Some(event) = self.inbox.next(Some(Duration::ZERO)) {
            match event {
                Event::Resized => {
                    self.hello.size = size().unwrap_or((80, 24));
                    self.resize();
                    self.news = true;
                }
                Event::Stop => {
                    self.guard.stop(&mut self.screen)?;
                    self.news = true;
                }
                Event::Continue => {
                    self.guard.retake(&mut self.screen)?;
                    self.news = true;
                }
                Event::End(_) | Event::Gone => return Ok(Some(self.leave())),
                _ => {}
            }
        }
        Ok(None)
    }

    /// Tells the class the size that this terminal has now, and begins anew to show its screen.
    fn resize(&mut self) {
        self.mirror = Mirror::new(wire::bounded(self.hello.size));
        let text = serde_json::json!(StudentMessage::Size(self.hello.size)).to_string();
        self.send(Message::text(text));
    }

    /// Hands on what is typed; last words if the terminal is gone, or the student had enough while
    /// there was no class.
    fn typed(&mut self) -> io::Result<Option<String>> {
        let mut bytes = [0; PIECE];
        let n = match self.keyboard.read(&mut bytes) {
            Ok(n) => n,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => return Ok(None),
            Err(_) => 0,
        };
        let alone = !matches!(self.way, Way::Open(..));
        if n == 0 || alone && bytes[..n].iter().any(|&byte| byte == b'q' || byte == CONTROL_C) {
            return Ok(Some(self.leave()));
        }
        self.send(Message::binary(bytes[..n].to_vec()));
        Ok(None)
    }

    fn send(&mut self, message: Message) {
        if let Way::Open(socket, _) = &mut self.way
            && let Err(e) = socket.send(message)
            && !is_waiting(&e)
        {
            self.lose();
        }
    }

    fn lose(&mut self) {
        (self.way, self.news) = (Way::Lost(Instant::now() + self.pause), true);
        self.pause = (self.pause * 2).min(LONGEST_PAUSE);
    }

    fn leave(&mut self) -> String {
        if let Way::Open(socket, _) = &mut self.way {
            let _ = socket.close(None);
        }
        "you left; what you played is kept".into()
    }

    /// Takes what the class says, or looks for it; its last words if it has said them.
    fn class(&mut self) -> Option<String> {
        match &mut self.way {
            Way::Open(..) => self.hear(),
            Way::Lost(until) if *until <= Instant::now() => {
                let (told, heard) = channel();
                let (address, hello, waker) =
                    (self.address.clone(), self.hello.clone(), self.inbox.waker());
                let seek = move || {
                    let _ = told.send(address.ask(&hello).ok());
                    waker.wake();
                };
                if thread::Builder::new().name("seek".into()).spawn(seek).is_ok() {
                    self.way = Way::Sought(heard);
                }
                None
            }
            Way::Lost(_) => None,
            Way::Sought(heard) => match heard.try_recv() {
                Ok(Some((socket, Said::Joined { .. }))) => {
                    match open(socket) {
                        Ok(way) => (self.way, self.pause) = (way, PAUSE),
                        Err(_) => self.lose(),
                    }
                    // The size may have changed meanwhile.
                    self.resize();
                    None
                }
                Ok(Some((_, Said::Refused { words, .. } | Said::Ended { words }))) => {
                    Some(printable(&words))
                }
                Ok(None) => {
                    self.lose();
                    None
                }
                Err(_) => None,
            },
        }
    }

    fn hear(&mut self) -> Option<String> {
        loop {
            let Way::Open(socket, heard) = &mut self.way else { return None };
            let silent = heard.elapsed();
            match socket.read() {
                Ok(message) => {
                    *heard = Instant::now();
                    match message {
                        Message::Binary(bytes) => {
                            self.mirror.take(&bytes);
                            self.news = true;
                        }
                        Message::Text(text) => {
                            if let Ok(Said::Ended { words }) = serde_json::from_str(&text) {
                                return Some(printable(&words));
                            }
                        }
                        _ => {}
                    }
                }
                Err(e) if is_waiting(&e) && silent < LOST => {
                    if silent >= QUIET {
                        self.send(Message::Ping(Vec::new().into()));
                    }
                    return None;
                }
                Err(_) => {
                    self.lose();
                    return None;
                }
            }
        }
    }
}

/// A connection from which nothing is waited for.
fn open(socket: Socket) -> io::Result<Way> {
    tcp(&socket).set_nonblocking(true)?;
    Ok(Way::Open(Box::new(socket), Instant::now()))
}

fn tcp(socket: &Socket) -> &std::net::TcpStream {
    match socket.get_ref() {
        MaybeTlsStream::Plain(stream) => stream,
        MaybeTlsStream::Rustls(stream) => &stream.sock,
        _ => unreachable!("no other kind is built"),
    }
}

fn is_waiting(e: &Error) -> bool {
    matches!(e, Error::Io(e) if e.kind() == io::ErrorKind::WouldBlock)
}

fn keep(file: &Path, hello: &Hello) {
    let Some(key) = hello.key.clone() else { return };
    // Without it the student comes back only by the teacher's help.
    let _ = files::keep(file, &StoredKey { name: hello.name.clone(), key });
}

fn file_of(host: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    format!("{}.yaml", host.chars().map(plain).collect::<String>())
}

fn ask(what: &str) -> io::Result<String> {
    let mut out = stdout().lock();
    out.write_all(what.as_bytes())?;
    out.flush()?;
    let mut line = String::new();
    stdin().read_line(&mut line)?;
    Ok(line.trim().to_owned())
}
