//! What the page calls, and what it is asked: numbers and one piece of memory for texts.
//!
//! The page writes a message where [`room`] says and calls [`start`] or [`take`]; the answer, so many
//! bytes, is where [`answer`] says. All of it is JSON; [`PageDesk`] reads and answers it.

use std::cell::RefCell;
use std::time::Duration;

use crate::desk::{Files, PageDesk};
use crate::scenario::fs;
use crate::tui::clock;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Milliseconds since 1970.
    safe fn now() -> f64;
    /// The program has a fault, whose description is there.
    fn fault(text: *const u8, length: usize);
}

struct Door {
    desk: PageDesk,
    message: Vec<u8>,
    answer: Vec<u8>,
}

thread_local! {
    static DOOR: RefCell<Door> = RefCell::new(Door {
        desk: PageDesk::new(Files {
            put: fs::put,
            changes: fs::changes,
            remove: |path| _ = fs::remove_file(path),
        }),
        message: Vec::new(),
        answer: Vec::new(),
    });
}

/// Makes room for a message of so many bytes, and says where it is.
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    DOOR.with_borrow_mut(|door| {
        door.message.clear();
        door.message.resize(length, 0);
        door.message.as_mut_ptr()
    })
}

/// Where the answer is.
#[unsafe(no_mangle)]
extern "C" fn answer() -> *const u8 {
    DOOR.with_borrow(|door| door.answer.as_ptr())
}

/// Begins, as the message says; how long the answer is.
#[unsafe(no_mangle)]
extern "C" fn start() -> usize {
    std::panic::set_hook(Box::new(|info| {
        let text = info.to_string();
        // SAFETY: the text is there while the page reads it.
        unsafe { fault(text.as_ptr(), text.len()) }
    }));
    clock::set(|| Duration::from_secs_f64(now().max(0.0) / 1000.0));
    DOOR.with_borrow_mut(|door| {
        door.answer = door.desk.start(&door.message);
        door.answer.len()
    })
}

/// Takes a message; how long the answer is.
#[unsafe(no_mangle)]
extern "C" fn take() -> usize {
    DOOR.with_borrow_mut(|door| {
        door.answer = door.desk.take(&door.message);
        door.answer.len()
    })
}
