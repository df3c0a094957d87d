//! The keyboard and mouse of a Unix terminal.
//!
//! The event source of crossterm is notified of new bytes only once. If many bytes arrive together, it may leave some
//! unread, and then the keyboard stops working. A thread that only reads leaves none unread.

use std::fs::File;
use std::io::{self, Read, stdin};
use std::os::fd::AsFd;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Instant;

use super::decoder::InputDecoder;
use super::event_queue::{Event, EventQueue, Waker};

/// The largest number of bytes in one read.
const PIECE: usize = 4096;

/// Bytes that arrived together, and the time of their arrival. They may be handled later.
type InputChunk = (Instant, Vec<u8>);

impl EventQueue {
    /// Lets the keyboard, the mouse and signals fill the queue, each from its own thread. Call this after the
    /// terminal is taken, because earlier input belongs to the shell.
    ///
    /// # Errors
    /// Returns an error if a thread cannot be started, or signals cannot be caught.
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

fn hand_on(read: &Receiver<InputChunk>, waker: &Waker) {
    let mut typed = InputDecoder::default();
    let mut came = Instant::now();
    loop {
        let piece = match typed.patience() {
            Some(time) => read.recv_timeout(time),
            None => read.recv().map_err(RecvTimeoutError::from),
        };
        let events = match piece {
            Ok((at, bytes)) => {
                came = at;
                typed.feed(&bytes, bytes.len() == PIECE)
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
    use crate::terminal::EventQueue;

    #[test]
    fn keys_that_arrive_together_have_the_time_at_which_they_were_read() {
        let (pieces, read) = channel();
        let came = Instant::now() - Duration::from_secs(2);
        pieces.send((came, b"a\x1b[A\x1b".to_vec())).unwrap();
        let inbox = EventQueue::detached();
        let waker = inbox.waker();
        let hand = thread::spawn(move || hand_on(&read, &waker));
        for _ in ["a", "Up", "Esc, once it is clear that nothing follows"] {
            assert_eq!(inbox.wait(None).unwrap().at, came);
        }
        drop(pieces);
        hand.join().unwrap();
    }
}
