//! What the page calls, and what it is asked: numbers and one piece of memory for texts.
//!
//! The page writes a message where [`room`] says and calls [`start`] or [`take`]; the answer, so many
//! bytes, is where [`answer`] says. All of it is JSON.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::de::DeserializeOwned;

use crate::player::Player;
use crate::scenario::fs;
use crate::scenario::library;
use crate::told::{Answer, Course, Start, Told};
use crate::tui::app::Looks;
use crate::tui::clock;
use crate::tui::theme::Preset;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Milliseconds since 1970.
    safe fn now() -> f64;
    /// The program has a fault, whose description is there.
    fn fault(text: *const u8, length: usize);
}

#[derive(Default)]
struct Door {
    player: Option<Player>,
    message: Vec<u8>,
    answer: Vec<u8>,
}

thread_local! {
    static DOOR: RefCell<Door> = RefCell::default();
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
        let start: Start = read(&door.message).unwrap_or_default();
        door.player = Some(begun(start));
        door.reply(Told::Step)
    })
}

/// Takes a message; how long the answer is.
#[unsafe(no_mangle)]
extern "C" fn take() -> usize {
    DOOR.with_borrow_mut(|door| match read(&door.message) {
        Some(told) => door.reply(told),
        None => 0,
    })
}

fn read<T: DeserializeOwned>(message: &[u8]) -> Option<T> {
    serde_json::from_slice(message).ok()
}

impl Door {
    fn reply(&mut self, told: Told) -> usize {
        let Some(player) = &mut self.player else { return 0 };
        let mut answer = player.take(told);
        file(&mut answer);
        self.answer = serde_json::to_vec(&answer).unwrap_or_default();
        self.answer.len()
    }
}

fn begun(start: Start) -> Player {
    let data = library::data_folder().unwrap_or_default();
    for (path, text) in start.kept {
        fs::put(Path::new(&path), text.into_bytes());
    }
    let looks = Looks::default()
        .in_preset(start.theme.and_then(|name| Preset::named(&name)).unwrap_or_default());
    let opens = start.course.as_ref().is_some_and(|course| course.opens);
    let entries = start.course.map_or_else(library::all, entries);
    let first = entries.first().cloned();
    let mut player = Player::new(entries, start.size, Some(data), looks);
    match first.filter(|_| opens) {
        Some(entry) => player.open(&entry),
        None => player.welcome(),
    }
    if let Some(why) = start.unkept {
        player.say(&why);
    }
    player
}

fn entries(course: Course) -> Vec<library::Entry> {
    let read = |(name, text): (String, String)| {
        library::from_reader(&PathBuf::from(name), text.as_bytes()).ok()
    };
    course.debates.into_iter().filter_map(read).collect()
}

/// Tells the page of the files that have changed: those of the program's own folder are kept, others are
/// for the person, and are handed over.
fn file(answer: &mut Answer) {
    let own = library::data_folder().unwrap_or_default();
    for (path, bytes) in fs::changes() {
        let name = path.to_string_lossy().into_owned();
        let text = bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        match (path.starts_with(&own), text) {
            (true, text) => answer.kept.push((name, text)),
            (false, Some(text)) => {
                answer.saved.push((name, text));
                // It is the person's now: the name is free again.
                let _ = fs::remove_file(&path);
            }
            (false, None) => {}
        }
    }
}
