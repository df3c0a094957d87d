//! Serves the connections of a class. Each has one or two threads, and all input is limited.

use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Error, Message, WebSocket};

use crate::connection::{Connection, OutgoingFrame};
use crate::entrance::admit;
use crate::http::{self, RequestKind};
use crate::messages::{self, ClassMessage, JoinError, JoinRequest, LONGEST, StudentMessage};
use crate::pending::PendingConnections;
use crate::session::Class;
use crate::student::Student;
use crate::tui::event::{MouseEvent, MouseEventKind};
use crate::tui::keys::Chord;
use crate::tui::terminal::{Event, InputDecoder};

/// The longest time for each step of a new connection: the request, the answer, the join request.
const PATIENCE: Duration = Duration::from_secs(10);
/// The wait before the answer to a wrong code.
const PAUSE: Duration = Duration::from_millis(500);
const PING: Duration = Duration::from_secs(15);
/// The silence after which a connection counts as gone.
const SILENCE: Duration = Duration::from_secs(50);
/// The longest time for writing a frame. A slower reader is disconnected.
const SLOWEST: Duration = Duration::from_secs(15);
/// A student may send this many messages at once, and in the long run [`RATE`] messages a second.
const BURST: f64 = 200.0;
const RATE: f64 = 60.0;
/// The number of keys of a student that can wait here. Further keys wait on the student's machine.
const UNREAD: usize = 256;
/// The stack size of a connection's thread in bytes. Such a thread only reads and writes.
const STACK: usize = 256 * 1024;

/// Serves a class at an address on its own threads, until the program ends.
///
/// # Errors
/// Returns an error if the program cannot listen at this address.
pub fn serve(class: &Arc<Class>, listen: SocketAddr) -> io::Result<()> {
    let listener = TcpListener::bind(listen)?;
    let _ = class.address.set(format!("http://{}/", reached_at(listener.local_addr()?)));
    let class = Arc::clone(class);
    on_a_thread("class door", move || take_in(&listener, &class))
}

/// Returns the address at which other machines reach this one, if `address` stands for all addresses of this machine.
/// Otherwise returns `address`.
fn reached_at(address: SocketAddr) -> SocketAddr {
    /// An address that belongs to nobody (RFC 5737). Nothing is sent there. The system only tells from which of its own
    /// addresses it would send.
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
    let strangers = Arc::new(PendingConnections::default());
    loop {
        let Ok((stream, from)) = listener.accept() else {
            // The limit of open files is reached, so wait for a moment.
            thread::sleep(Duration::from_millis(100));
            continue;
        };
        let stream = Arc::new(stream);
        let place = strangers.admit(from.ip(), &stream);
        let class = Arc::clone(class);
        // If no thread can start, the connection is closed.
        let _ = on_a_thread("class in", move || {
            let _ = stream.set_nodelay(true);
            let Some((socket, from)) = open(TimeoutStream::new(stream), &class, from.ip()) else {
                return;
            };
            place.comes_from(from);
            let Some((socket, student, line)) = handshake(socket, &class, from) else { return };
            drop(place);
            relay(socket, &student, &line);
            student.part(&line);
        });
    }
}

fn on_a_thread(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.into()).stack_size(STACK).spawn(work).map(drop)
}

/// A connection whose reads and writes have time limits. Each write is complete before the next starts, so the
/// output of two threads never mixes.
#[derive(Clone)]
struct TimeoutStream {
    stream: Arc<TcpStream>,
    turn: Arc<Mutex<()>>,
    /// The time after which reading fails.
    until: Instant,
    /// The head of the request. It is read a second time.
    head: Vec<u8>,
}

impl TimeoutStream {
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

/// The time that is left until `until`. An error if no time is left.
fn left(until: Instant) -> io::Result<Option<Duration>> {
    match until.saturating_duration_since(Instant::now()) {
        Duration::ZERO => Err(io::ErrorKind::TimedOut.into()),
        left => Ok(Some(left)),
    }
}

impl Read for TimeoutStream {
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

impl Write for TimeoutStream {
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

type ServerSocket = WebSocket<TimeoutStream>;

fn limits() -> WebSocketConfig {
    WebSocketConfig::default()
        .max_message_size(Some(LONGEST))
        .max_frame_size(Some(LONGEST))
        .read_buffer_size(4 * 1024)
        .write_buffer_size(0)
}

/// Answers a request for a page, or opens a WebSocket. Also returns the address of the client, even if the client is
/// behind proxies.
fn open(mut stream: TimeoutStream, class: &Class, from: IpAddr) -> Option<(ServerSocket, IpAddr)> {
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
                    // The class believes only its own proxies about a client's address.
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

/// Reads the join request. Lets the student in, or says why not.
fn handshake(
    mut socket: ServerSocket,
    class: &Arc<Class>,
    from: IpAddr,
) -> Option<(ServerSocket, Arc<Student>, Arc<Connection>)> {
    socket.get_mut().wait(PATIENCE);
    let hello: Result<JoinRequest, _> = match socket.read().ok()? {
        Message::Text(text) => serde_json::from_str(&text).map_err(|e| e.to_string()),
        _ => Err("the first message must be text".into()),
    };
    let met = hello.map_err(|words| (JoinError::Hello, words)).and_then(|hello| {
        let looks = hello.looks.appearance().map_err(|e| (JoinError::Hello, e.to_string()))?;
        let (student, key) = admit(class, &hello, from)?;
        let line = student.connect(messages::bounded(hello.size), hello.face, looks);
        Ok((student, key, line))
    });
    match met {
        Ok((student, key, line)) => {
            let name = class.members.name(student.number).unwrap_or_default();
            let said = ClassMessage::Joined { name, key };
            if socket.send(Message::text(said.text())).is_ok() {
                return Some((socket, student, line));
            }
            student.part(&line);
        }
        Err((what, words)) => {
            if what == JoinError::Code {
                thread::sleep(PAUSE);
            }
            let said = ClassMessage::Refused { what, words };
            let _ = socket.send(Message::text(said.text()));
            let _ = socket.close(None);
        }
    }
    None
}

/// Passes input and frames on until the student or the class ends the connection.
fn relay(mut reading: ServerSocket, student: &Arc<Student>, line: &Arc<Connection>) {
    let stream = reading.get_ref().clone();
    let writing = WebSocket::from_raw_socket(stream, Role::Server, Some(limits()));
    let (theirs, shown) = (Arc::clone(student), Arc::clone(line));
    let begun = on_a_thread("class out", move || write(writing, &theirs, &shown));
    if begun.is_ok() {
        read(&mut reading, student, line);
    }
    line.is_over();
}

fn write(mut to: ServerSocket, student: &Student, line: &Connection) {
    let mut asked = Instant::now();
    loop {
        let piece = line.next(PING);
        // A screen can change without any input from the student, so only a ping shows whether the student is still
        // there.
        if asked.elapsed() >= PING && !matches!(piece, OutgoingFrame::Ping | OutgoingFrame::Over) {
            let _ = to.send(Message::Ping(Vec::new().into()));
            asked = Instant::now();
        }
        let sent = match piece {
            OutgoingFrame::Frame(frame) => {
                let sent = to.send(frame);
                if line.written() {
                    student.wake();
                }
                sent
            }
            OutgoingFrame::Ping => to.send(Message::Ping(Vec::new().into())),
            OutgoingFrame::End(words) => {
                let _ = to.send(Message::text(ClassMessage::Ended { words }.text()));
                let _ = to.close(None);
                // The student's machine closes the connection after it has read the message.
                return to.get_ref().end(Shutdown::Write);
            }
            OutgoingFrame::Over => Err(Error::ConnectionClosed),
        };
        if sent.is_err() {
            // The reading thread then ends as well.
            return to.get_ref().end(Shutdown::Both);
        }
    }
}

fn read(from: &mut ServerSocket, student: &Student, line: &Connection) {
    let mut typed = InputDecoder::default();
    let mut allowed = BURST;
    let mut last = Instant::now();
    loop {
        // After the last message to the student, the time limit is not set again, so reading goes on only until the
        // limit set before.
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
        // If a student sends too much, reading slows down, and the messages wait on the student's machine.
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
                typed.feed(&bytes, false).into_iter().for_each(|event| student.typed(event));
            }
            Message::Text(text) => match serde_json::from_str::<StudentMessage>(&text) {
                Ok(StudentMessage::Size(size)) => {
                    student.change(|shown| shown.size = messages::bounded(size));
                }
                Ok(StudentMessage::Face(wanted)) => student.show_text(wanted),
                Ok(StudentMessage::Click((column, row))) => {
                    let kind = MouseEventKind::Press;
                    student.typed(Event::Mouse(MouseEvent { kind, column, row }));
                }
                Ok(StudentMessage::Key(key)) => {
                    // A text that names no key is ignored.
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

/// Returns `true` if the wait ended without a message.
fn is_silence(e: &io::Error) -> bool {
    matches!(e.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}
