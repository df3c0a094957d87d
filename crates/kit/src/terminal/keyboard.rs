//! The keyboard and the mouse of a Unix terminal: bytes read as they come.
//!
//! The library that draws has a source of events of its own. It is told of new bytes only once, and
//! leaves some behind when much has come in at once, so that the keyboard is dead from then on;
//! a thread that does nothing but read leaves none.

use std::fs::File;
use std::io::{self, Read, stdin};
use std::os::fd::AsFd;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Instant;

use super::input::{Event, Inbox, Waker};
use super::typed::Typed;

/// As many bytes are read at once.
const PIECE: usize = 4096;

/// Bytes that came together, and when. However late somebody looks at them, all of them were typed
/// before.
type Piece = (Instant, Vec<u8>);

impl Inbox {
    /// Lets the keyboard, the mouse and signals fill it, each from a thread of its own. The terminal
    /// is taken already: what is typed before belongs to the shell.
    ///
    /// # Errors
    /// When a thread cannot be started or signals cannot be caught.
    pub fn listen(&self) -> io::Result<()> {
        self.listen_to_signals()?;
        let waker = self.waker();
        let mut terminal = File::from(stdin().as_fd().try_clone_to_owned()?);
        let (pieces, read) = channel();
        thread::Builder::new().name("keyboard".into()).spawn(move || {
            let mut bytes = [0; PIECE];
            loop {
                match terminal.read(&mut bytes) {
                    Ok(n @ 1..) => {
                        if pieces.send((Instant::now(), bytes[..n].to_vec())).is_err() {
                            return;
                        }
                    }
                    Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                    // The terminal is gone.
                    Ok(0) | Err(_) => return,
                }
            }
        })?;
        thread::Builder::new().name("input".into()).spawn(move || hand_on(&read, &waker))?;
        Ok(())
    }
}

fn hand_on(read: &Receiver<Piece>, waker: &Waker) {
    let mut typed = Typed::default();
    let mut came = Instant::now();
    loop {
        let piece = match typed.patience() {
            Some(time) => read.recv_timeout(time),
            None => read.recv().map_err(RecvTimeoutError::from),
        };
        let events = match piece {
            Ok((at, bytes)) => {
                came = at;
                typed.take(&bytes, bytes.len() == PIECE)
            }
            Err(RecvTimeoutError::Timeout) => typed.silence(),
            Err(RecvTimeoutError::Disconnected) => {
                waker.send(Event::Gone);
                return;
            }
        };
        for event in events {
            if !waker.send_from(came, event) {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::terminal::Inbox;

    #[test]
    fn keys_that_came_together_came_when_they_were_read_however_late_they_are_looked_at() {
        let (pieces, read) = channel();
        let came = Instant::now() - Duration::from_secs(2);
        pieces.send((came, b"a\x1b[A\x1b".to_vec())).unwrap();
        let inbox = Inbox::detached();
        let waker = inbox.waker();
        let hand = thread::spawn(move || hand_on(&read, &waker));
        for _ in ["a", "Up", "Esc, once it is clear that nothing follows"] {
            assert_eq!(inbox.take(None).unwrap().at, came);
        }
        drop(pieces);
        hand.join().unwrap();
    }
}
