//! File reading that can be cancelled. The YAML library cannot pass a token to the values that it
//! creates, so the token is thread-local.
//!
//! Journals do not use this, because a journal that was cut off would look damaged.

use std::cell::{Cell, RefCell};

use crate::work::{CancelToken, Cancelled};

/// The number of values between two checks of the token. A value takes about a microsecond.
const EVERY: u64 = 512;

thread_local! {
    static TOKEN: RefCell<Option<CancelToken>> = const { RefCell::new(None) };
    static LINES: Cell<u64> = const { Cell::new(0) };
    static VALUES: Cell<u64> = const { Cell::new(0) };
}

/// Reads or opens files, or plays their moves, under a token. The token counts first the lines and
/// then the moves.
///
/// # Errors
/// If it was cancelled. The result of `work` is then meaningless.
pub fn under<T>(token: &CancelToken, work: impl FnOnce() -> T) -> Result<T, Cancelled> {
    let outer = TOKEN.replace(Some(token.clone()));
    let done = work();
    TOKEN.set(outer);
    token.check()?;
    Ok(done)
}

/// The token of this reading, or a new token if there is none.
pub(crate) fn token() -> CancelToken {
    TOKEN.with_borrow(|token| token.clone().unwrap_or_default())
}

/// Returns whether the reading was cancelled.
pub(crate) fn is_stopped() -> bool {
    TOKEN.with_borrow(|token| token.as_ref().is_some_and(CancelToken::is_stopped))
}

/// Begins the reading of a text.
pub(crate) fn begins(text: &str) {
    if TOKEN.with_borrow(Option::is_some) {
        LINES.set(text.bytes().filter(|&byte| byte == b'\n').count() as u64 + 1);
    }
}

/// Reports that a value was read at this line.
pub(crate) fn read_at(line: u32) -> Result<(), Cancelled> {
    let values = VALUES.get() + 1;
    VALUES.set(values);
    if values.is_multiple_of(EVERY) { done(u64::from(line), LINES.get()) } else { Ok(()) }
}

/// Call this before each move, or each step of a plan, is used. It reports that `before` of the
/// `of` moves or steps are done.
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
