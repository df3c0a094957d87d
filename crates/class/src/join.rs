//! Runs a student's terminal: shows the screens that the class sends, and sends the keys that the student types.

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

use crate::address::{ClassAddress, ClientSocket};
use crate::messages::{self, ClassMessage, DisplayRequest, JoinError, JoinRequest, StudentMessage};
use crate::remote_terminal::RemoteTerminal;
use crate::scenario::{files, printable};
use crate::tui;
use crate::tui::terminal::{Event, EventQueue, QueueHost, TerminalGuard, TerminalScreen};

/// After this silence of the class, the terminal sends a ping.
const QUIET: Duration = Duration::from_secs(4);
/// After this silence, the connection counts as lost.
const LOST: Duration = Duration::from_secs(10);
/// The wait before the first attempt to connect again. The wait doubles with each attempt, up to a limit.
const PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(15);
/// The largest number of bytes in one message.
const PIECE: usize = 4096;
const CONTROL_C: u8 = 3;
const GONE: &str = "The connection is lost. Your moves are saved. Connecting again ... q leaves.";

/// The options for joining a class.
#[derive(Clone, Debug)]
pub struct JoinOptions {
    /// The address of the class: `host:port`, or a URL.
    pub address: String,
    /// The student's name. If `None`, the program asks for it.
    pub name: Option<String>,
    /// The code of the class. If `None`, the program asks for it when it is needed.
    pub code: Option<String>,
    /// The folder for the keys with which students come back.
    pub keys: Option<PathBuf>,
    /// The name of the theme. If `None`, the theme is dark.
    pub theme: Option<String>,
    /// `true` to draw only ASCII characters.
    pub ascii: bool,
}

/// The key with which a student comes back to a class, as saved.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredKey {
    name: String,
    key: String,
}

/// Joins a class and stays until the class ends or the student leaves. Returns the last message of the class.
///
/// # Errors
/// Returns an error if there is no terminal, no class answers, or the class does not let the student in.
pub fn join(how: JoinOptions) -> anyhow::Result<String> {
    anyhow::ensure!(tui::terminal::is_interactive(), "joining a class needs a terminal");
    let address = ClassAddress::read(&how.address)?;
    let (colourless, sixteen) = tui::colours();
    let looks = DisplayRequest {
        theme: how.theme,
        ascii: how.ascii || tui::is_ascii(),
        colourless,
        sixteen,
    };
    looks.appearance()?;
    // After the sign `#`, an address may contain the key of a page, or the code that the projector shows.
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
        (None, None) => ask("Your name: ")?,
    };
    let key = page.or(kept.filter(|kept| kept.name == name).map(|kept| kept.key));
    let given = how.code.or(shown);
    let asks = given.is_none();
    let code = match (given, &key) {
        (Some(code), _) => code,
        (None, Some(_)) => String::new(),
        (None, None) => ask("Code of the class: ")?,
    };
    let size = size().unwrap_or((80, 24));
    let version = messages::version();
    let mut hello = JoinRequest { version, code, name, key, size, face: false, looks };
    let socket = loop {
        let (socket, said) = address.ask(&hello)?;
        match said {
            ClassMessage::Joined { name, key } => {
                (hello.name, hello.key) = (name, Some(key));
                break socket;
            }
            ClassMessage::Refused { what: JoinError::Key, .. } => {
                if hello.key.take().is_none() || hello.code.is_empty() {
                    hello.code = ask("Code of the class: ")?;
                }
            }
            ClassMessage::Refused { what: JoinError::Code, words }
                if asks && !hello.code.is_empty() =>
            {
                writeln!(stdout(), "{}", printable(&words))?;
                hello.code = ask("Code of the class: ")?;
            }
            ClassMessage::Refused { words, .. } => anyhow::bail!("{}", printable(&words)),
            ClassMessage::Ended { words } => return Ok(printable(&words)),
        }
    };
    if let Some(file) = &file {
        keep(file, &hello);
    }
    tui::terminal::force_attributes();
    JoinedSession::begin(address, hello, socket)?.stay()
}

enum LinkState {
    /// The terminal is connected. The time is that of the last message.
    Open(Box<ClientSocket>, Instant),
    /// Another thread is trying to connect.
    Sought(Receiver<Option<(ClientSocket, ClassMessage)>>),
    /// The terminal waits until this time before the next attempt.
    Lost(Instant),
}

/// Wakes the main loop.
#[derive(Debug)]
struct Bell(UnixStream);

impl QueueHost for Bell {
    fn wake(&self) {
        // If the stream is full, the main loop is already awake.
        let _ = (&self.0).write(&[0]);
    }
}

struct JoinedSession {
    address: ClassAddress,
    hello: JoinRequest,
    way: LinkState,
    pause: Duration,
    mirror: RemoteTerminal,
    /// `true` if the screen must be drawn.
    news: bool,
    guard: TerminalGuard,
    screen: TerminalScreen,
    keyboard: File,
    inbox: EventQueue,
    bell: UnixStream,
}

impl JoinedSession {
    fn begin(
        address: ClassAddress,
        hello: JoinRequest,
        socket: ClientSocket,
    ) -> anyhow::Result<Self> {
        let (rings, bell) = UnixStream::pair()?;
        rings.set_nonblocking(true)?;
        bell.set_nonblocking(true)?;
        let inbox = EventQueue::in_host(Arc::new(Bell(rings)));
        let keyboard = File::from(stdin().as_fd().try_clone_to_owned()?);
        let guard = TerminalGuard::acquire()?;
        inbox.listen_to_signals()?;
        let screen = guard.screen()?;
        let (way, mirror) = (open(socket)?, RemoteTerminal::new(messages::bounded(hello.size)));
        let news = true;
        let pause = PAUSE;
        Ok(Self { address, hello, way, pause, mirror, news, guard, screen, keyboard, inbox, bell })
    }

    /// Runs until the student or the class ends the session. Returns the last message.
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
        let (mirror, lost) = (&self.mirror, !matches!(self.way, LinkState::Open(..)));
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

    /// Waits for an event. Returns `true` if it is input from the keyboard.
    fn wait(&self) -> io::Result<bool> {
        let now = Instant::now();
        let (socket, due) = match &self.way {
            LinkState::Open(socket, heard) => (Some(socket), *heard + QUIET),
            LinkState::Sought(_) => (None, now + LONGEST_PAUSE),
            LinkState::Lost(until) => (None, *until),
        };
        let mut fds = vec![
            PollFd::new(&self.keyboard, PollFlags::IN),
            PollFd::new(&self.bell, PollFlags::IN),
        ];
        if let Some(socket) = socket {
            // Wait only for input. Output that did not fit is written with the next message.
            fds.push(PollFd::new(tcp(socket), PollFlags::IN));
        }
        let patience = due.saturating_duration_since(now).max(Duration::from_millis(10));
        let patience = Timespec::try_from(patience).ok();
        match poll(&mut fds, patience.as_ref()) {
            Ok(_) | Err(rustix::io::Errno::INTR) => Ok(!fds[0].revents().is_empty()),
            Err(e) => Err(e.into()),
        }
    }

    /// Handles signals. Returns the last message if a signal ends the session.
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

    /// Sends the size of this terminal to the class, and starts with an empty screen.
    fn resize(&mut self) {
        self.mirror = RemoteTerminal::new(messages::bounded(self.hello.size));
        let text = serde_json::json!(StudentMessage::Size(self.hello.size)).to_string();
        self.send(Message::text(text));
    }

    /// Sends what the student types. Returns the last message if the terminal is gone, or if the student leaves
    /// while the connection is lost.
    fn typed(&mut self) -> io::Result<Option<String>> {
        let mut bytes = [0; PIECE];
        let n = match self.keyboard.read(&mut bytes) {
            Ok(n) => n,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => return Ok(None),
            Err(_) => 0,
        };
        let alone = !matches!(self.way, LinkState::Open(..));
        if n == 0 || alone && bytes[..n].iter().any(|&byte| byte == b'q' || byte == CONTROL_C) {
            return Ok(Some(self.leave()));
        }
        self.send(Message::binary(bytes[..n].to_vec()));
        Ok(None)
    }

    fn send(&mut self, message: Message) {
        if let LinkState::Open(socket, _) = &mut self.way
            && let Err(e) = socket.send(message)
            && !is_waiting(&e)
        {
            self.lose();
        }
    }

    fn lose(&mut self) {
        (self.way, self.news) = (LinkState::Lost(Instant::now() + self.pause), true);
        self.pause = (self.pause * 2).min(LONGEST_PAUSE);
    }

    fn leave(&mut self) -> String {
        if let LinkState::Open(socket, _) = &mut self.way {
            let _ = socket.close(None);
        }
        "you left. Your moves are saved".into()
    }

    /// Handles messages of the class. If the connection is lost, connects again. Returns the last message if the
    /// session is over.
    fn class(&mut self) -> Option<String> {
        match &mut self.way {
            LinkState::Open(..) => self.hear(),
            LinkState::Lost(until) if *until <= Instant::now() => {
                let (told, heard) = channel();
                let (address, hello, waker) =
                    (self.address.clone(), self.hello.clone(), self.inbox.waker());
                let seek = move || {
                    let _ = told.send(address.ask(&hello).ok());
                    waker.wake();
                };
                if thread::Builder::new().name("seek".into()).spawn(seek).is_ok() {
                    self.way = LinkState::Sought(heard);
                }
                None
            }
            LinkState::Lost(_) => None,
            LinkState::Sought(heard) => match heard.try_recv() {
                Ok(Some((socket, ClassMessage::Joined { .. }))) => {
                    match open(socket) {
                        Ok(way) => (self.way, self.pause) = (way, PAUSE),
                        Err(_) => self.lose(),
                    }
                    // The size may have changed while the connection was lost.
                    self.resize();
                    None
                }
                Ok(Some((
                    _,
                    ClassMessage::Refused { words, .. } | ClassMessage::Ended { words },
                ))) => Some(printable(&words)),
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
            let LinkState::Open(socket, heard) = &mut self.way else { return None };
            let silent = heard.elapsed();
            match socket.read() {
                Ok(message) => {
                    *heard = Instant::now();
                    match message {
                        Message::Binary(bytes) => {
                            self.mirror.feed(&bytes);
                            self.news = true;
                        }
                        Message::Text(text) => {
                            if let Ok(ClassMessage::Ended { words }) = serde_json::from_str(&text) {
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

/// Changes this connection so that a read never waits.
fn open(socket: ClientSocket) -> io::Result<LinkState> {
    tcp(&socket).set_nonblocking(true)?;
    Ok(LinkState::Open(Box::new(socket), Instant::now()))
}

fn tcp(socket: &ClientSocket) -> &std::net::TcpStream {
    match socket.get_ref() {
        MaybeTlsStream::Plain(stream) => stream,
        #[cfg(feature = "tls")]
        MaybeTlsStream::Rustls(stream) => &stream.sock,
        _ => unreachable!("no other kind of stream is built"),
    }
}

fn is_waiting(e: &Error) -> bool {
    matches!(e, Error::Io(e) if e.kind() == io::ErrorKind::WouldBlock)
}

fn keep(file: &Path, hello: &JoinRequest) {
    let Some(key) = hello.key.clone() else { return };
    // If the key cannot be saved, the student needs the teacher's help to come back.
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
