//! A student's own terminal: it shows what the class sends, and sends what is typed.

use std::fs::File;
use std::io::{self, Read, Write, stdin, stdout};
use std::os::fd::AsFd;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use futures_util::future::{Either, select};
use futures_util::{SinkExt, StreamExt};
use ratatui::crossterm::terminal::size;
use serde::{Deserialize, Serialize};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGWINCH};
use signal_hook::iterator::Signals;
use tokio::net::TcpStream;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::scenario::journal::replace;
use crate::scenario::{files, printable};
use crate::tui::terminal::{Guard, is_interactive};
use crate::wire::{self, Hello, Said, Sized, Wrong};
use crate::yaml;

/// The class must answer within so long.
const PATIENCE: Duration = Duration::from_secs(15);
/// It is asked again after so long when a connection is lost, and as often.
const PAUSE: Duration = Duration::from_secs(1);
const TRIES: u32 = 30;
/// As many bytes are sent at once.
const PIECE: usize = 4096;

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
}

/// The key of a class, as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    name: String,
    key: String,
}

enum Typed {
    Bytes(Vec<u8>),
    Resized,
    /// The terminal is gone, or a signal asks for the end.
    Over,
}

enum Left {
    /// The class said this and closed.
    Ended(String),
    /// It asks for something else than was given.
    Refused(Wrong, String),
    /// This end has enough.
    Over,
    /// The connection was lost.
    Lost,
}

/// Joins a class and stays until it, or the student, has enough; returns the class's last words.
///
/// # Errors
/// If there is no terminal, nobody answers, or the class does not let the student in.
pub fn join(how: Join) -> anyhow::Result<String> {
    anyhow::ensure!(is_interactive(), "joining a class needs a terminal");
    let host = host_of(&how.address)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let kept = how.keys.as_deref().and_then(|folder| kept(&folder.join(file_of(&host))));
    let name = match (&how.name, &kept) {
        (Some(name), _) => name.clone(),
        (None, Some(kept)) => kept.name.clone(),
        (None, None) => ask("your name: ")?,
    };
    let key = kept.filter(|kept| kept.name == name).map(|kept| kept.key);
    let code = match (&how.code, &key) {
        (Some(code), _) => code.clone(),
        (None, Some(_)) => String::new(),
        (None, None) => ask("the class's code: ")?,
    };
    let mut hello = Hello { version: wire::version(), code, name, key, size: (80, 24) };
    let mut session = Session { host, keys: how.keys, typed: None, guard: None };
    let mut tries = 0;
    loop {
        hello.size = size().unwrap_or((80, 24));
        match runtime.block_on(session.sit(&mut hello)) {
            Ok(Left::Ended(words)) => return Ok(words),
            Ok(Left::Over) => return Ok("you left; what you played is kept".into()),
            Ok(Left::Refused(Wrong::Key, _)) if session.guard.is_none() => {
                hello.key = None;
                hello.code = ask("the class's code: ")?;
            }
            Ok(Left::Refused(_, words)) => anyhow::bail!("{}", printable(&words)),
            Ok(Left::Lost) => tries = 0,
            // Whoever was in tries again for a while: the class may be starting again.
            Err(_) if session.guard.is_some() && tries < TRIES => {
                tries += 1;
                thread::sleep(PAUSE);
            }
            Err(e) => return Err(e),
        }
    }
}

struct Session {
    host: String,
    keys: Option<PathBuf>,
    typed: Option<UnboundedReceiver<Typed>>,
    guard: Option<Guard>,
}

impl Session {
    async fn sit(&mut self, hello: &mut Hello) -> anyhow::Result<Left> {
        let address = if self.has_port() { self.host.clone() } else { format!("{}:80", self.host) };
        let stream = timeout(PATIENCE, TcpStream::connect(&address)).await;
        let stream = stream
            .map_err(io::Error::from)
            .and_then(|connected| connected)
            .map_err(|e| anyhow::anyhow!("no class answers at {}: {e}", self.host))?;
        let _ = stream.set_nodelay(true);
        let url = format!("ws://{}{}", self.host, wire::PATH);
        let met = timeout(PATIENCE, client_async(url, stream)).await;
        let socket = match met {
            Ok(Ok((socket, _))) => socket,
            Ok(Err(e)) => anyhow::bail!("{} is no class: {e}", self.host),
            Err(_) => anyhow::bail!("{} does not answer", self.host),
        };
        self.talk(socket, hello).await
    }

    fn has_port(&self) -> bool {
        let end = self.host.rsplit_once(':').map(|(_, port)| port);
        end.is_some_and(|port| port.parse::<u16>().is_ok()) && !self.host.ends_with(']')
    }

    async fn talk(
        &mut self,
        mut socket: WebSocketStream<TcpStream>,
        hello: &mut Hello,
    ) -> anyhow::Result<Left> {
        socket.send(Message::text(serde_json::to_string(hello)?)).await?;
        let answer = timeout(PATIENCE, socket.next()).await;
        let Ok(Some(Ok(Message::Text(text)))) = answer else {
            anyhow::bail!("{} does not answer as a class does", self.host)
        };
        match serde_json::from_str(&text)? {
            Said::Joined { name, key } => {
                (hello.name, hello.key) = (name.clone(), Some(key.clone()));
                self.keep(&Kept { name, key });
            }
            Said::Refused { what, words } => return Ok(Left::Refused(what, words)),
            Said::Ended { words } => return Ok(Left::Ended(words)),
        }
        if self.guard.is_none() {
            self.guard = Some(Guard::take()?);
        }
        let typed = match &mut self.typed {
            Some(typed) => typed,
            none => none.insert(listen()?),
        };
        loop {
            let came = {
                let shown = std::pin::pin!(socket.next());
                let key = std::pin::pin!(typed.recv());
                match select(shown, key).await {
                    Either::Left((shown, _)) => Either::Left(shown),
                    Either::Right((key, _)) => Either::Right(key),
                }
            };
            match came {
                Either::Left(Some(Ok(Message::Binary(bytes)))) => {
                    let mut out = stdout().lock();
                    out.write_all(&bytes)?;
                    out.flush()?;
                }
                Either::Left(Some(Ok(Message::Text(text)))) => {
                    if let Ok(Said::Ended { words }) = serde_json::from_str(&text) {
                        return Ok(Left::Ended(printable(&words)));
                    }
                }
                Either::Left(Some(Ok(Message::Close(_)) | Err(_)) | None) => return Ok(Left::Lost),
                Either::Left(Some(Ok(_))) => {}
                Either::Right(Some(Typed::Bytes(bytes))) => {
                    socket.send(Message::binary(bytes)).await?;
                }
                Either::Right(Some(Typed::Resized)) => {
                    let size = size().unwrap_or((80, 24));
                    let text = serde_json::to_string(&Sized { size })?;
                    socket.send(Message::text(text)).await?;
                }
                Either::Right(Some(Typed::Over) | None) => {
                    let _ = timeout(PAUSE, socket.close(None)).await;
                    return Ok(Left::Over);
                }
            }
        }
    }

    fn keep(&self, kept: &Kept) {
        // Without it the student comes back only by the teacher's help.
        let Some(folder) = &self.keys else { return };
        if let Ok(text) = serde_yaml::to_string(kept) {
            let _ = std::fs::create_dir_all(folder);
            let _ = replace(&folder.join(file_of(&self.host)), text.as_bytes());
        }
    }
}

fn kept(path: &std::path::Path) -> Option<Kept> {
    yaml::read(&files::text(path).ok()?).ok()
}

fn file_of(host: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    format!("{}.yaml", host.chars().map(plain).collect::<String>())
}

/// Host and port of an address, however it is written.
fn host_of(address: &str) -> anyhow::Result<String> {
    anyhow::ensure!(
        !address.starts_with("https:"),
        "a class is joined as http://host:port or host:port"
    );
    let rest = address.strip_prefix("http://").or(address.strip_prefix("ws://")).unwrap_or(address);
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let good = |c: char| c.is_ascii_alphanumeric() || ".-_:[]".contains(c);
    anyhow::ensure!(
        !host.is_empty() && host.chars().all(good),
        "`{}` is no address: write host:port, as the teacher's screen shows it",
        printable(address)
    );
    Ok(host.to_owned())
}

fn ask(what: &str) -> io::Result<String> {
    let mut out = stdout().lock();
    out.write_all(what.as_bytes())?;
    out.flush()?;
    let mut line = String::new();
    stdin().read_line(&mut line)?;
    Ok(line.trim().to_owned())
}

/// What is typed from here on, and what signals say.
fn listen() -> io::Result<UnboundedReceiver<Typed>> {
    let (told, typed) = unbounded_channel();
    let signalled: UnboundedSender<Typed> = told.clone();
    let mut signals = Signals::new([SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGQUIT])?;
    thread::Builder::new().name("signals".into()).spawn(move || {
        for signal in signals.forever() {
            let what = if signal == SIGWINCH { Typed::Resized } else { Typed::Over };
            if signalled.send(what).is_err() {
                return;
            }
        }
    })?;
    let mut terminal = File::from(stdin().as_fd().try_clone_to_owned()?);
    thread::Builder::new().name("keyboard".into()).spawn(move || {
        let mut bytes = [0; PIECE];
        loop {
            let what = match terminal.read(&mut bytes) {
                Ok(n @ 1..) => Typed::Bytes(bytes[..n].to_vec()),
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                Ok(0) | Err(_) => Typed::Over,
            };
            let over = matches!(what, Typed::Over);
            if told.send(what).is_err() || over {
                return;
            }
        }
    })?;
    Ok(typed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_however_it_is_written() {
        for text in ["10.0.0.5:8080", "http://10.0.0.5:8080/", "ws://10.0.0.5:8080/#ABC"] {
            assert_eq!(host_of(text).unwrap(), "10.0.0.5:8080");
        }
        for bad in ["", "http://", "a b:80", "https://class", "host\u{1b}:1"] {
            assert!(host_of(bad).is_err(), "{bad:?}");
        }
    }
}
