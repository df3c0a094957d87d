//! Makes the reading of files cancellable. The YAML library cannot pass a token to the values that
//! it creates, so the token is thread-local.
//!
//! Journals do not use this. If the reading of a journal stopped early, the journal would look
//! damaged.

use std::cell::{Cell, RefCell};

use crate::work::{CancelToken, Cancelled};

/// The token is checked once for this many values. Reading one value takes about a microsecond.
const EVERY: u64 = 512;

thread_local! {
    static TOKEN: RefCell<Option<CancelToken>> = const { RefCell::new(None) };
    static LINES: Cell<u64> = const { Cell::new(0) };
    static VALUES: Cell<u64> = const { Cell::new(0) };
}

/// Runs work that reads or opens files, or plays their moves, and lets the token cancel this work.
/// The token first counts lines of the file, and then moves.
///
/// # Errors
/// Returns an error if the work was cancelled.
pub fn under<T>(token: &CancelToken, work: impl FnOnce() -> T) -> Result<T, Cancelled> {
    let outer = TOKEN.replace(Some(token.clone()));
    let done = work();
    TOKEN.set(outer);
    token.check()?;
    Ok(done)
}

/// The token of the enclosing [`under`], or a new token if there is none.
pub(crate) fn token() -> CancelToken {
    TOKEN.with_borrow(|token| token.clone().unwrap_or_default())
}

/// Returns whether the enclosing [`under`] was cancelled.
pub(crate) fn is_stopped() -> bool {
    TOKEN.with_borrow(|token| token.as_ref().is_some_and(CancelToken::is_stopped))
}

/// Counts the lines of a text that is about to be read, so that progress can be reported.
pub(crate) fn begins(text: &str) {
    if TOKEN.with_borrow(Option::is_some) {
        LINES.set(text.bytes().filter(|&byte| byte == b'\n').count() as u64 + 1);
    }
}

/// Reports that a value was read from this line of the file.
pub(crate) fn read_at(line: u32) -> Result<(), Cancelled> {
    let values = VALUES.get() + 1;
    VALUES.set(values);
    if values.is_multiple_of(EVERY) { done(u64::from(line), LINES.get()) } else { Ok(()) }
}

/// Reports progress before a move or a step of a plan is used. `before` moves or steps are already done, and `of` is
/// the total number.
pub(crate) fn check_cancelled(before: usize, of: usize) -> Result<(), Cancelled> {
    let before = before as u64;
    if before.is_multiple_of(EVERY) { done(before, of as u64) } else { Ok(()) }
}

fn done(done: u64, of: u64) -> Result<(), Cancelled> {
    TOKEN.with_borrow(|token| match token {
        Some(token) => {
            token.report(done, of);
            token.check()
        }
        None => Ok(()),
    })
}
