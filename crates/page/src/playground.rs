//! The JSON interface of a page: its start, the user's input, and the tasks for the page. Only the foreign functions
//! are elsewhere, so that this code is compiled and tested on every machine.

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use crate::events::{PageCourse, PageEvent, PageRequest, PageStart};
use crate::player::PagePlayer;
use crate::scenario::library::{self, LibraryEntry};
use crate::tui::app::Appearance;
use crate::tui::theme::Preset;

/// A changed file and its content. `None` if the file was removed.
pub type FileChange = (PathBuf, Option<Vec<u8>>);

/// The files of a page, in memory.
pub struct PageFiles {
    /// Restores a saved file.
    pub put: fn(&Path, Vec<u8>),
    /// The files that changed since the last call.
    pub changes: fn() -> Vec<FileChange>,
    /// Removes a file.
    pub remove: fn(&Path),
}

/// The playground of a page, once it has started.
pub struct PageDesk {
    files: PageFiles,
    player: Option<PagePlayer>,
}

impl PageDesk {
    /// A page before its start.
    pub fn new(files: PageFiles) -> Self {
        Self { files, player: None }
    }

    /// Starts the playground from a [`PageStart`], and returns a [`PageRequest`]. An unreadable message starts it
    /// without settings.
    pub fn start(&mut self, message: &[u8]) -> Vec<u8> {
        let start: PageStart = read(message).unwrap_or_default();
        self.player = Some(self.begun(start));
        self.reply(PageEvent::Step)
    }

    /// Handles a [`PageEvent`], and returns a [`PageRequest`]. Returns nothing for an unreadable message.
    pub fn handle(&mut self, message: &[u8]) -> Vec<u8> {
        read(message).map_or_else(Vec::new, |event| self.reply(event))
    }

    fn reply(&mut self, event: PageEvent) -> Vec<u8> {
        let Some(player) = &mut self.player else { return Vec::new() };
        let mut answer = player.handle(event);
        self.file(&mut answer);
        serde_json::to_vec(&answer).unwrap_or_default()
    }

    fn begun(&self, start: PageStart) -> PagePlayer {
        let data = library::data_folder().unwrap_or_default();
        for (path, text) in start.kept {
            (self.files.put)(Path::new(&path), text.into_bytes());
        }
        let mut looks = Appearance::default()
            .in_preset(start.theme.and_then(|name| Preset::named(&name)).unwrap_or_default());
        looks.theme.still = start.still;
        let opens = start.course.as_ref().is_some_and(|course| course.opens);
        let entries = start.course.map_or_else(library::all, entries);
        let first = entries.first().cloned();
        let mut player = PagePlayer::new(entries, start.size, Some(data), looks);
        match first.filter(|_| opens) {
            Some(entry) => player.open(&entry),
            None if !start.linked => player.first_start(),
            None => {}
        }
        player
    }

    /// Passes changed files to the page. The browser stores the files of the program's own folder, and offers the
    /// others to the user as downloads.
    fn file(&self, answer: &mut PageRequest) {
        let own = library::data_folder().unwrap_or_default();
        for (path, bytes) in (self.files.changes)() {
            let name = path.to_string_lossy().into_owned();
            let text = bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            match (path.starts_with(&own), text) {
                (true, text) => answer.kept.push((name, text)),
                (false, Some(text)) => {
                    answer.saved.push((name, text));
                    // The user has the download now, so the name is free again.
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

fn entries(course: PageCourse) -> Vec<LibraryEntry> {
    let read = |(name, text): (String, String)| {
        library::from_reader(&PathBuf::from(name), text.as_bytes()).ok()
    };
    course.debates.into_iter().filter_map(read).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// A course of one debate with one step.
    fn page() -> (PageDesk, Value) {
        let text = "{elenchus: 1, title: One step, claim: C, seat: bob, protocol: {cross-examination: {}}, \
                    machine: {plan: {steps: [{ask: Is it so?, answer: no}]}}}";
        let files = PageFiles {
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
    fn a_page_begins_with_its_debate_and_hands_over_the_persons_files() {
        let (_, answer) = page();
        let said = answer["rows"].to_string();
        assert!(said.contains("One step"), "{said}");
        assert_eq!(answer["saved"], json!([["mine.yaml", "text"]]));
    }

    #[test]
    fn a_key_gets_an_answer_and_a_bad_message_gets_none() {
        let (mut desk, _) = page();
        let key = json!({"key": {"key": "?", "at": 0.0}}).to_string();
        let answer: Value = serde_json::from_slice(&desk.handle(key.as_bytes())).expect("JSON");
        assert!(!answer["rows"].as_array().expect("rows").is_empty(), "{answer}");
        assert!(desk.handle(b"no message").is_empty());
    }
}
