//! The foreign functions between the page and the program. They pass numbers, and texts in one piece of memory. The
//! page writes a message to the address that [`reserve`] returns, and calls [`start`] or [`take`]. These two return the
//! length of the answer in bytes, and [`answer`] returns its address. All messages are JSON for [`PageDesk`].

use std::cell::RefCell;
use std::time::Duration;

use crate::playground::{PageDesk, PageFiles};
use crate::scenario::fs;
use crate::tui::clock;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// The time in milliseconds since 1970.
    safe fn now() -> f64;
    /// Reports a fault of the program, with a description at this address.
    fn fault(text: *const u8, length: usize);
}

struct PlayerHandle {
    desk: PageDesk,
    message: Vec<u8>,
    answer: Vec<u8>,
}

thread_local! {
    static DOOR: RefCell<PlayerHandle> = RefCell::new(PlayerHandle {
        desk: PageDesk::new(PageFiles {
            put: fs::put,
            changes: fs::changes,
            remove: |path| _ = fs::remove_file(path),
        }),
        message: Vec::new(),
        answer: Vec::new(),
    });
}

/// Reserves memory for a message of this length, and returns its address.
#[unsafe(no_mangle)]
extern "C" fn reserve(length: usize) -> *mut u8 {
    DOOR.with_borrow_mut(|door| {
        door.message.clear();
        door.message.resize(length, 0);
        door.message.as_mut_ptr()
    })
}

/// The address of the answer.
#[unsafe(no_mangle)]
extern "C" fn answer() -> *const u8 {
    DOOR.with_borrow(|door| door.answer.as_ptr())
}

/// Starts the program with the message, and returns the length of the answer.
#[unsafe(no_mangle)]
extern "C" fn start() -> usize {
    std::panic::set_hook(Box::new(|info| {
        let text = info.to_string();
        // SAFETY: the text lives until the page has read it.
        unsafe { fault(text.as_ptr(), text.len()) }
    }));
    clock::set(|| Duration::from_secs_f64(now().max(0.0) / 1000.0));
    DOOR.with_borrow_mut(|door| {
        door.answer = door.desk.start(&door.message);
        door.answer.len()
    })
}

/// Handles a message, and returns the length of the answer.
#[unsafe(no_mangle)]
extern "C" fn take() -> usize {
    DOOR.with_borrow_mut(|door| {
        door.answer = door.desk.handle(&door.message);
        door.answer.len()
    })
}
