//! Connections: one thread waits for all of them, with limits on everything that comes in.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use futures_util::future::{Either, select};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, Semaphore};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

use crate::entrance::come_in;
use crate::http::{self, Asked};
use crate::line::Piece;
use crate::session::Class;
use crate::student::Student;
use crate::tui::terminal::Typed;
use crate::wire::{self, Hello, LONGEST, Said, Sized, Wrong};

/// As many connections may not have said yet who they are.
const STRANGERS: usize = 256;
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

type Socket = WebSocketStream<TcpStream>;

/// A class that is being served.
#[derive(Clone, Copy, Debug)]
pub struct Served {
    /// Where it listens.
    pub address: SocketAddr,
}

/// Serves a class at an address, from a thread of its own, as long as the program runs.
///
/// # Errors
/// If nothing can listen there.
pub fn serve(class: &Arc<Class>, listen: SocketAddr) -> io::Result<Served> {
    let (told, heard) = channel();
    let class = Arc::clone(class);
    thread::Builder::new().name("class net".into()).spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = match runtime {
            Ok(runtime) => runtime,
            Err(e) => return drop(told.send(Err(e))),
        };
        runtime.block_on(async {
            let listener = match TcpListener::bind(listen).await {
                Ok(listener) => listener,
                Err(e) => return drop(told.send(Err(e))),
            };
            let _ = told.send(listener.local_addr());
            take_in(&listener, &class).await;
        });
    })?;
    let address = heard.recv().map_err(io::Error::other)??;
    Ok(Served { address })
}

async fn take_in(listener: &TcpListener, class: &Arc<Class>) {
    let strangers = Arc::new(Semaphore::new(STRANGERS));
    loop {
        let Ok((stream, from)) = listener.accept().await else {
            // No more files can be open just now.
            sleep(Duration::from_millis(100)).await;
            continue;
        };
        // Whoever is one too many is let go at once.
        let Ok(place) = Arc::clone(&strangers).try_acquire_owned() else { continue };
        let class = Arc::clone(class);
        tokio::spawn(async move {
            let _ = stream.set_nodelay(true);
            let Ok(Ok(Some(socket))) = timeout(PATIENCE, open(stream, &class)).await else {
                return;
            };
            let Some((socket, student, line, bell)) = meet(socket, &class, from.ip()).await else {
                return;
            };
            drop(place);
            attend(socket, &student, line, &bell).await;
            student.part(line);
        });
    }
}

/// Answers a request for a page, or opens a WebSocket.
async fn open(mut stream: TcpStream, class: &Class) -> io::Result<Option<Socket>> {
    let mut head = Vec::new();
    let asked = loop {
        let mut piece = [0; 1024];
        let room = piece.len().min(http::LONGEST_HEAD - head.len());
        match stream.read(&mut piece[..room]).await? {
            0 => return Ok(None),
            n => head.extend_from_slice(&piece[..n]),
        }
        if let Some(asked) = http::asked(&head, &class.hosts) {
            break asked;
        }
    };
    match asked {
        Asked::Answer(bytes) => {
            stream.write_all(&bytes).await?;
            stream.shutdown().await?;
            Ok(None)
        }
        Asked::Sit(bytes) => {
            stream.write_all(&bytes).await?;
            // A client that writes before it was answered breaks the protocol: what it wrote is lost.
            let limits = WebSocketConfig::default()
                .max_message_size(Some(LONGEST))
                .max_frame_size(Some(LONGEST))
                .read_buffer_size(4 * 1024)
                .write_buffer_size(0);
            let role = Role::Server;
            Ok(Some(WebSocketStream::from_raw_socket(stream, role, Some(limits)).await))
        }
    }
}

type Met = (Socket, Arc<Student>, u64, Arc<Notify>);

/// Hears who it is and lets them in, or says why not.
async fn meet(mut socket: Socket, class: &Arc<Class>, from: IpAddr) -> Option<Met> {
    let heard = timeout(PATIENCE, socket.next()).await.ok()??.ok()?;
    let hello: Result<Hello, _> = match &heard {
        Message::Text(text) => serde_json::from_str(text).map_err(|e| e.to_string()),
        _ => Err("the first message is text".into()),
    };
    let met = match hello {
        Err(words) => Err((Wrong::Hello, words)),
        Ok(hello) => {
            let class = Arc::clone(class);
            // It writes to the disk: the other connections do not wait for that.
            let coming = tokio::task::spawn_blocking(move || {
                let (student, key) = come_in(&class, &hello, from)?;
                let (line, bell) = student.connect(wire::bounded(hello.size));
                Ok((student, key, line, bell))
            });
            coming.await.ok()?
        }
    };
    match met {
        Ok((student, key, line, bell)) => {
            let said = Said::Joined { name: student.name.to_string(), key };
            match send(&mut socket, Message::text(said.text())).await {
                Ok(()) => Some((socket, student, line, bell)),
                Err(_) => {
                    student.part(line);
                    None
                }
            }
        }
        Err((what, words)) => {
            if what == Wrong::Code {
                sleep(PAUSE).await;
            }
            let said = Said::Refused { what, words };
            let _ = send(&mut socket, Message::text(said.text())).await;
            let _ = timeout(PATIENCE, socket.close(None)).await;
            None
        }
    }
}

/// Writes a message, unless the reader is too slow.
async fn send<S>(to: &mut S, message: Message) -> Result<(), ()>
where
    S: SinkExt<Message> + Unpin,
{
    match timeout(SLOWEST, to.send(message)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(()),
    }
}

/// Hands on what is typed and what is shown, until one end has enough.
async fn attend(socket: Socket, student: &Arc<Student>, line: u64, bell: &Notify) {
    let (to, from) = socket.split();
    let reading = pin!(read(from, student));
    let writing = pin!(write(to, student, line, bell));
    match select(reading, writing).await {
        Either::Left(_) | Either::Right(_) => {}
    }
}

async fn write(mut to: SplitSink<Socket, Message>, student: &Student, line: u64, bell: &Notify) {
    loop {
        while let Some(piece) = student.take(line) {
            match piece {
                Piece::Frame(bytes) => {
                    if send(&mut to, Message::binary(bytes)).await.is_err() {
                        return;
                    }
                    student.written(line);
                }
                Piece::End(words) => {
                    let _ = send(&mut to, Message::text(Said::Ended { words }.text())).await;
                    let _ = timeout(PATIENCE, to.close()).await;
                    return;
                }
            }
        }
        if timeout(PING, bell.notified()).await.is_err()
            && send(&mut to, Message::Ping(Vec::new().into())).await.is_err()
        {
            return;
        }
    }
}

async fn read(mut from: SplitStream<Socket>, student: &Student) {
    let mut typed = Typed::default();
    let mut allowed = BURST;
    let mut last = Instant::now();
    loop {
        let patience = typed.patience().unwrap_or(SILENCE);
        let message = match timeout(patience, from.next()).await {
            Ok(Some(Ok(message))) => message,
            Ok(None | Some(Err(_))) => return,
            Err(_) if typed.patience().is_some() => {
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
            sleep(Duration::from_secs_f64(-allowed / RATE)).await;
        }
        while student.unread() > UNREAD {
            sleep(Duration::from_millis(10)).await;
        }
        match message {
            Message::Binary(bytes) => {
                typed.take(&bytes, false).into_iter().for_each(|event| student.typed(event));
            }
            Message::Text(text) => match serde_json::from_str::<Sized>(&text) {
                Ok(Sized { size }) => student.resize(wire::bounded(size)),
                Err(_) => return,
            },
            Message::Close(_) => return,
            Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => {}
        }
    }
}
