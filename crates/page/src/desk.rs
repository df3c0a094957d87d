//! What is said at the door of a page, as JSON: how it begins, what a person does, and what the page has
//! to do for it. All but the door itself, so that it is compiled and tried on every machine.

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use crate::player::Player;
use crate::scenario::library::{self, LibraryEntry};
use crate::told::{Course, PageAnswer, PageEvent, Start};
use crate::tui::app::Looks;
use crate::tui::theme::Preset;

/// A file that has changed, with what is in it; none if it is gone.
pub type Change = (PathBuf, Option<Vec<u8>>);

/// The files of a page, which are kept in memory.
pub struct Files {
    /// Puts a file there, as it was kept.
    pub put: fn(&Path, Vec<u8>),
    /// The files that have changed since this was last asked.
    pub changes: fn() -> Vec<Change>,
    /// Removes a file.
    pub remove: fn(&Path),
}

/// The playground of a page, once it has begun.
pub struct PageDesk {
    files: Files,
    player: Option<Player>,
}

impl PageDesk {
    /// One that waits for its beginning.
    pub fn new(files: Files) -> Self {
        Self { files, player: None }
    }

    /// Begins, as a [`Start`] says; the [`PageAnswer`]. What cannot be read is a start without settings.
    pub fn start(&mut self, message: &[u8]) -> Vec<u8> {
        let start: Start = read(message).unwrap_or_default();
        self.player = Some(self.begun(start));
        self.reply(PageEvent::Step)
    }

    /// Takes a [`PageEvent`]; the [`PageAnswer`], or nothing to what cannot be read.
    pub fn take(&mut self, message: &[u8]) -> Vec<u8> {
        read(message).map_or_else(Vec::new, |event| self.reply(event))
    }

    fn reply(&mut self, event: PageEvent) -> Vec<u8> {
        let Some(player) = &mut self.player else { return Vec::new() };
        let mut answer = player.take(event);
        self.file(&mut answer);
        serde_json::to_vec(&answer).unwrap_or_default()
    }

    fn begun(&self, start: Start) -> Player {
        let data = library::data_folder().unwrap_or_default();
        for (path, text) in start.kept {
            (self.files.put)(Path::new(&path), text.into_bytes());
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

    /// Tells the page of the files that have changed: those of the program's own folder are kept, others
    /// are for the person, and are handed over.
    fn file(&self, answer: &mut PageAnswer) {
        let own = library::data_folder().unwrap_or_default();
        for (path, bytes) in (self.files.changes)() {
            let name = path.to_string_lossy().into_owned();
            let text = bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            match (path.starts_with(&own), text) {
                (true, text) => answer.kept.push((name, text)),
                (false, Some(text)) => {
                    answer.saved.push((name, text));
                    // It is the person's now: the name is free again.
                    (self.files.remove)(&path);
                }
                (false, None) => {}
            }
        }
    }
}

fn read<T: DeserializeOwned>(message: &[u8]) -> Option<T> {
    serde_json::from_slice(message).ok()
}

fn entries(course: Course) -> Vec<LibraryEntry> {
    let read = |(name, text): (String, String)| {
        library::from_reader(&PathBuf::from(name), text.as_bytes()).ok()
    };
    course.debates.into_iter().filter_map(read).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// A debate of one step, alone on a page.
    fn page() -> (PageDesk, Value) {
        let text = "{elenchus: 1, title: One step, claim: C, seat: bob, protocol: {cross-examination: {}}, \
                    machine: {plan: {steps: [{ask: Is it so?, answer: no}]}}}";
        let files = Files {
            put: |_, _| {},
            changes: || vec![("mine.yaml".into(), Some(b"text".to_vec()))],
            remove: |_| {},
        };
        let mut desk = PageDesk::new(files);
        let course = json!({"title": "T", "debates": [["one.yaml", text]], "opens": true});
        let start = json!({"size": [80, 24], "course": course});
        let answer = desk.start(start.to_string().as_bytes());
        (desk, serde_json::from_slice(&answer).expect("JSON"))
    }

    #[test]
    fn a_page_begins_with_its_debate_and_hands_over_files_that_are_the_persons() {
        let (_, answer) = page();
        let said = answer["rows"].to_string();
        assert!(said.contains("One step"), "{said}");
        assert_eq!(answer["saved"], json!([["mine.yaml", "text"]]));
    }

    #[test]
    fn a_key_is_answered_and_what_is_no_message_is_not() {
        let (mut desk, _) = page();
        let key = json!({"key": {"key": "?", "at": 0.0}}).to_string();
        let answer: Value = serde_json::from_slice(&desk.take(key.as_bytes())).expect("JSON");
        assert!(!answer["rows"].as_array().expect("rows").is_empty(), "{answer}");
        assert!(desk.take(b"no message").is_empty());
    }
}
