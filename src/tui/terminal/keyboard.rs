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

use super::input::{Event, Waker};
use super::typed::Typed;

/// As many bytes are read at once.
const PIECE: usize = 4096;

/// Hands everything that is typed to the loop, from threads of their own.
pub(super) fn listen(waker: Waker) -> io::Result<()> {
    let mut terminal = File::from(stdin().as_fd().try_clone_to_owned()?);
    let (pieces, read) = channel();
    thread::Builder::new().name("keyboard".into()).spawn(move || {
        let mut bytes = [0; PIECE];
        loop {
            match terminal.read(&mut bytes) {
                Ok(n @ 1..) => {
                    if pieces.send(bytes[..n].to_vec()).is_err() {
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

fn hand_on(read: &Receiver<Vec<u8>>, waker: &Waker) {
    let mut typed = Typed::default();
    loop {
        let piece = match typed.patience() {
            Some(time) => read.recv_timeout(time),
            None => read.recv().map_err(RecvTimeoutError::from),
        };
        let events = match piece {
            Ok(bytes) => typed.take(&bytes, bytes.len() == PIECE),
            Err(RecvTimeoutError::Timeout) => typed.silence(),
            Err(RecvTimeoutError::Disconnected) => {
                waker.send(Event::Gone);
                return;
            }
        };
        for event in events {
            if !waker.send(event) {
                return;
            }
        }
    }
}
