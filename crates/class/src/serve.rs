//! Connections: a thread or two for each, with limits on everything that comes in.

use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Error, Message, WebSocket};

use crate::entrance::come_in;
use crate::http::{self, RequestKind};
use crate::line::{Line, Piece};
use crate::session::Class;
use crate::strangers::Strangers;
use crate::student::Student;
use crate::tui::event::{MouseEvent, MouseEventKind};
use crate::tui::keys::Chord;
use crate::tui::terminal::{Event, Typed};
use crate::wire::{self, Hello, LONGEST, Said, StudentMessage, Wrong};

/// So long a stranger may take for each step: to ask, to be answered, to say who they are.
const PATIENCE: Duration = Duration::from_secs(10);
/// A wrong code is answered after so long.
const PAUSE: Duration = Duration::from_millis(500);
/// A connection that is still there answers this often.
const PING: Duration = Duration::from_secs(15);
/// One that was silent so long is gone.
const SILENCE: Duration = Duration::from_secs(50);
/// A reader who takes longer for a frame is dropped.
const SLOWEST: Duration = Duration::from_secs(15);
/// A student may send so many messages at once, and so many a second for ever.
const BURST: f64 = 200.0;
const RATE: f64 = 60.0;
/// As many keys may wait to be handled; more wait on the student's side.
const UNREAD: usize = 256;
/// What a thread of a connection has for its calls, in bytes: it only reads and writes.
const STACK: usize = 256 * 1024;

/// Serves a class at an address, from threads of its own, as long as the program runs.
///
/// # Errors
/// If nothing can listen there.
pub fn serve(class: &Arc<Class>, listen: SocketAddr) -> io::Result<()> {
    let listener = TcpListener::bind(listen)?;
    let _ = class.address.set(format!("http://{}/", reached_at(listener.local_addr()?)));
    let class = Arc::clone(class);
    on_a_thread("class door", move || take_in(&listener, &class))
}

/// How other machines write an address that stands for all of this one.
fn reached_at(address: SocketAddr) -> SocketAddr {
    /// Belongs to nobody (RFC 5737). Nothing is sent there: the system says by which of its own
    /// addresses it would be.
    const NOBODY: (Ipv4Addr, u16) = (Ipv4Addr::new(192, 0, 2, 1), 9);
    let own = || {
        let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
        socket.connect(NOBODY).ok()?;
        Some(socket.local_addr().ok()?.ip()).filter(|ip| !ip.is_unspecified())
    };
    let ip = if address.ip().is_unspecified() { own() } else { None };
    SocketAddr::new(ip.unwrap_or(address.ip()), address.port())
}

fn take_in(listener: &TcpListener, class: &Arc<Class>) {
    let strangers = Arc::new(Strangers::default());
    loop {
        let Ok((stream, from)) = listener.accept() else {
            // No more files can be open just now.
            thread::sleep(Duration::from_millis(100));
            continue;
        };
        let stream = Arc::new(stream);
        let place = strangers.take(from.ip(), &stream);
        let class = Arc::clone(class);
        // Without a thread whoever came is let go.
        let _ = on_a_thread("class in", move || {
            let _ = stream.set_nodelay(true);
            let Some((socket, from)) = open(Patient::new(stream), &class, from.ip()) else {
                return;
            };
            place.comes_from(from);
            let Some((socket, student, line)) = meet(socket, &class, from) else { return };
            drop(place);
            attend(socket, &student, &line);
            student.part(&line);
        });
    }
}

fn on_a_thread(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.into()).stack_size(STACK).spawn(work).map(drop)
}

/// A connection on which reading and writing end in time. Each write is whole: what two threads write
/// never mingles.
#[derive(Clone)]
struct Patient {
    stream: Arc<TcpStream>,
    turn: Arc<Mutex<()>>,
    /// Nothing is read after this.
    until: Instant,
    /// What was read to see what is asked for, and is read again.
    head: Vec<u8>,
}

impl Patient {
    fn new(stream: Arc<TcpStream>) -> Self {
        let until = Instant::now() + PATIENCE;
        Self { stream, turn: Arc::default(), until, head: Vec::new() }
    }

    fn wait(&mut self, patience: Duration) {
        self.until = Instant::now() + patience;
    }

    fn end(&self, how: Shutdown) {
        let _ = self.stream.shutdown(how);
    }
}

/// The time left; an error if there is none.
fn left(until: Instant) -> io::Result<Option<Duration>> {
    match until.saturating_duration_since(Instant::now()) {
        Duration::ZERO => Err(io::ErrorKind::TimedOut.into()),
        left => Ok(Some(left)),
    }
}

impl Read for Patient {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if !self.head.is_empty() {
            let n = bytes.len().min(self.head.len());
            bytes[..n].copy_from_slice(&self.head[..n]);
            self.head.drain(..n);
            return Ok(n);
        }
        self.stream.set_read_timeout(left(self.until)?)?;
        (&*self.stream).read(bytes)
    }
}

impl Write for Patient {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _turn = self.turn.lock();
        let (until, mut written) = (Instant::now() + SLOWEST, 0);
        while written < bytes.len() {
            self.stream.set_write_timeout(left(until)?)?;
            match (&*self.stream).write(&bytes[written..])? {
                0 => return Err(io::ErrorKind::WriteZero.into()),
                n => written += n,
            }
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

type Socket = WebSocket<Patient>;

fn limits() -> WebSocketConfig {
    WebSocketConfig::default()
        .max_message_size(Some(LONGEST))
        .max_frame_size(Some(LONGEST))
        .read_buffer_size(4 * 1024)
        .write_buffer_size(0)
}

/// Answers a request for a page, or opens a WebSocket; whose it is, if a server stands between.
fn open(mut stream: Patient, class: &Class, from: IpAddr) -> Option<(Socket, IpAddr)> {
    let mut head = Vec::new();
    let asked = loop {
        let mut piece = [0; 1024];
        let room = piece.len().min(http::LONGEST_HEAD - head.len());
        match stream.read(&mut piece[..room]).ok()? {
            0 => return None,
            n => head.extend_from_slice(&piece[..n]),
        }
        if let Some(asked) = http::asked(&head, &class.setup.hosts) {
            break asked;
        }
    };
    let mut answering = stream.clone();
    let answer = match asked {
        RequestKind::Answer(bytes) => bytes,
        RequestKind::Sit => {
            stream.head = head;
            match http::accept(stream, limits()) {
                Ok((socket, mut forwarded)) => {
                    // What a server says is believed as far as the servers are ours.
                    let mut from = from;
                    while class.setup.proxies.contains(&from)
                        && let Some(before) = forwarded.pop()
                    {
                        from = before;
                    }
                    return Some((socket, from));
                }
                Err(answer) => answer,
            }
        }
    };
    answering.write_all(&answer).ok()?;
    answering.end(Shutdown::Write);
    None
}

/// Hears who it is and lets them in, or says why not.
fn meet(
    mut socket: Socket,
    class: &Arc<Class>,
    from: IpAddr,
) -> Option<(Socket, Arc<Student>, Arc<Line>)> {
    socket.get_mut().wait(PATIENCE);
    let hello: Result<Hello, _> = match socket.read().ok()? {
        Message::Text(text) => serde_json::from_str(&text).map_err(|e| e.to_string()),
        _ => Err("the first message is text".into()),
    };
    let met = hello.map_err(|words| (Wrong::Hello, words)).and_then(|hello| {
        let looks = hello.looks.looks().map_err(|e| (Wrong::Hello, e.to_string()))?;
        let (student, key) = come_in(class, &hello, from)?;
        let line = student.connect(wire::bounded(hello.size), hello.face, looks);
        Ok((student, key, line))
    });
    match met {
        Ok((student, key, line)) => {
            let name = class.members.name(student.number).unwrap_or_default();
            let said = Said::Joined { name, key };
            if socket.send(Message::text(said.text())).is_ok() {
                return Some((socket, student, line));
            }
            student.part(&line);
        }
        Err((what, words)) => {
            if what == Wrong::Code {
                thread::sleep(PAUSE);
            }
            let said = Said::Refused { what, words };
            let _ = socket.send(Message::text(said.text()));
            let _ = socket.close(None);
        }
    }
    None
}

/// Hands on what is typed and what is shown, until one end has enough.
fn attend(mut reading: Socket, student: &Arc<Student>, line: &Arc<Line>) {
    let stream = reading.get_ref().clone();
    let writing = WebSocket::from_raw_socket(stream, Role::Server, Some(limits()));
    let (theirs, shown) = (Arc::clone(student), Arc::clone(line));
    let begun = on_a_thread("class out", move || write(writing, &theirs, &shown));
    if begun.is_ok() {
        read(&mut reading, student, line);
    }
    line.is_over();
}

fn write(mut to: Socket, student: &Student, line: &Line) {
    let mut asked = Instant::now();
    loop {
        let piece = line.next(PING);
        // A screen that moves by itself is no sign that anybody is there.
        if asked.elapsed() >= PING && !matches!(piece, Piece::Ping | Piece::Over) {
            let _ = to.send(Message::Ping(Vec::new().into()));
            asked = Instant::now();
        }
        let sent = match piece {
            Piece::Frame(frame) => {
                let sent = to.send(frame);
                if line.written() {
                    student.wake();
                }
                sent
            }
            Piece::Ping => to.send(Message::Ping(Vec::new().into())),
            Piece::End(words) => {
                let _ = to.send(Message::text(Said::Ended { words }.text()));
                let _ = to.close(None);
                // They close when they have read it.
                return to.get_ref().end(Shutdown::Write);
            }
            Piece::Over => Err(Error::ConnectionClosed),
        };
        if sent.is_err() {
            // Whoever reads from it ends as well.
            return to.get_ref().end(Shutdown::Both);
        }
    }
}

fn read(from: &mut Socket, student: &Student, line: &Line) {
    let mut typed = Typed::default();
    let mut allowed = BURST;
    let mut last = Instant::now();
    loop {
        // Who was told that it is over has what is left of the time before.
        let open = line.is_open();
        if open {
            from.get_mut().wait(typed.patience().unwrap_or(SILENCE));
        }
        let message = match from.read() {
            Ok(Message::Close(_)) => return,
            Ok(_) if !open => continue,
            Ok(message) => message,
            Err(Error::Io(e)) if is_silence(&e) && typed.patience().is_some() => {
                typed.silence().into_iter().for_each(|event| student.typed(event));
                continue;
            }
            Err(_) => return,
        };
        // Whoever sends too much is read more slowly: it piles up on their side.
        let now = Instant::now();
        allowed = (allowed + now.duration_since(last).as_secs_f64() * RATE).min(BURST) - 1.0;
        last = now;
        if allowed < 0.0 {
            thread::sleep(Duration::from_secs_f64(-allowed / RATE));
        }
        while student.unread() > UNREAD {
            thread::sleep(Duration::from_millis(10));
        }
        match message {
            Message::Binary(bytes) => {
                typed.take(&bytes, false).into_iter().for_each(|event| student.typed(event));
            }
            Message::Text(text) => match serde_json::from_str::<StudentMessage>(&text) {
                Ok(StudentMessage::Size(size)) => {
                    student.change(|shown| shown.size = wire::bounded(size));
                }
                Ok(StudentMessage::Face(wanted)) => student.change(|shown| shown.face = wanted),
                Ok(StudentMessage::Click((column, row))) => {
                    let kind = MouseEventKind::Press;
                    student.typed(Event::Mouse(MouseEvent { kind, column, row }));
                }
                Ok(StudentMessage::Key(key)) => {
                    // What is no key means nothing.
                    if let Ok(chord) = key.parse::<Chord>() {
                        student.typed(Event::Key(chord));
                    }
                }
                Err(_) => return,
            },
            Message::Close(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => {}
        }
    }
}

/// Was nothing said for as long as one waited?
fn is_silence(e: &io::Error) -> bool {
    matches!(e.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}
