//! Reading that can be stopped. What reads YAML hands nothing on to the values that it makes, so
//! the token of whoever reads a file waits on the thread that does it.
//!
//! Journals are not read so: what is cut short there would look like damage.

use std::cell::{Cell, RefCell};

use crate::work::{Stopped, Token};

/// Of values that take a microsecond each, every so many ask whether to go on.
const EVERY: u64 = 512;

thread_local! {
    static TOKEN: RefCell<Option<Token>> = const { RefCell::new(None) };
    static LINES: Cell<u64> = const { Cell::new(0) };
    static VALUES: Cell<u64> = const { Cell::new(0) };
}

/// Reads files, opens them, or plays the moves in them, under a token, which counts the lines that
/// were read and then the moves that were played.
///
/// # Errors
/// If it was stopped: whatever `work` came to then says nothing of the file.
pub fn under<T>(token: &Token, work: impl FnOnce() -> T) -> Result<T, Stopped> {
    let outer = TOKEN.replace(Some(token.clone()));
    let done = work();
    TOKEN.set(outer);
    token.check()?;
    Ok(done)
}

/// The token of this reading; one that nobody stops, if there is none.
pub(crate) fn token() -> Token {
    TOKEN.with_borrow(|token| token.clone().unwrap_or_default())
}

/// Whether the reading was stopped.
pub(crate) fn is_stopped() -> bool {
    TOKEN.with_borrow(|token| token.as_ref().is_some_and(Token::is_stopped))
}

/// A text is about to be read.
pub(crate) fn begins(text: &str) {
    if TOKEN.with_borrow(Option::is_some) {
        LINES.set(text.bytes().filter(|&byte| byte == b'\n').count() as u64 + 1);
    }
}

/// A value was read at this line.
pub(crate) fn read_at(line: u32) -> Result<(), Stopped> {
    let values = VALUES.get() + 1;
    VALUES.set(values);
    if values.is_multiple_of(EVERY) { done(u64::from(line), LINES.get()) } else { Ok(()) }
}

/// A move, or a step of a plan, is about to be taken from the file: so many were before.
pub(crate) fn taken(before: usize, of: usize) -> Result<(), Stopped> {
    let before = before as u64;
    if before.is_multiple_of(EVERY) { done(before, of as u64) } else { Ok(()) }
}

fn done(done: u64, of: u64) -> Result<(), Stopped> {
    TOKEN.with_borrow(|token| match token {
        Some(token) => {
            token.report(done, of);
            token.check()
        }
        None => Ok(()),
    })
}
