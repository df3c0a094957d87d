//! The playground without a terminal: keys in, a screen out. For pictures and for tests.

use std::path::PathBuf;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::app::{App, Flow, Looks};
use super::clock::Instant;
use super::event::{KeyCode, KeyEvent, MouseEvent, MouseEventKind};
use super::keys::{BadChord, Chord};
use super::screen::{Library, Screen, Step, Welcome};
use super::sitting::Sitting;
use super::svg::{Page, svg};
use super::terminal::{Event, Inbox};
use super::text::row;
use crate::debate::NodeId;
use crate::scenario::library::Entry;

/// The playground on a screen of its own.
pub struct Stage {
    app: App,
    inbox: Inbox,
    size: Rect,
    left: Option<i32>,
    /// How long an event was worked on, at the longest.
    busy: Duration,
}

impl Stage {
    /// The library of these entries on a screen of this size; what is kept goes to `data`, or
    /// nowhere.
    pub fn new(entries: Vec<Entry>, (width, height): (u16, u16), data: Option<PathBuf>) -> Self {
        Self::dressed(entries, (width, height), data, Looks::default())
    }

    /// The same with other keys and colours.
    pub fn dressed(
        entries: Vec<Entry>,
        size: (u16, u16),
        data: Option<PathBuf>,
        looks: Looks,
    ) -> Self {
        Self::beginning(Box::new(Library::of(entries)), size, data, looks)
    }

    /// Another first screen than the library.
    pub fn beginning(
        first: Box<dyn Screen>,
        (width, height): (u16, u16),
        data: Option<PathBuf>,
        looks: Looks,
    ) -> Self {
        let inbox = Inbox::detached();
        let app = App::new(first, looks, data, inbox.waker());
        let mut stage = Self {
            app,
            inbox,
            size: Rect::new(0, 0, width, height),
            left: None,
            busy: Duration::ZERO,
        };
        stage.settle();
        stage
    }

    /// Opens an entry as a file named on the command line.
    pub fn open(&mut self, entry: &Entry) {
        self.app.push_with(|context| super::screen::open_entry(entry, context));
        self.settle();
    }

    /// Opens the pages of a first start.
    pub fn welcome(&mut self) {
        self.app.push_with(|_| Step::Push(Box::new(Welcome::default())));
    }

    /// Presses keys, written as in a key file and separated by spaces: `right right enter`.
    ///
    /// # Errors
    /// On a text that names no key.
    pub fn press(&mut self, keys: &str) -> Result<(), BadChord> {
        for key in keys.split_whitespace() {
            let chord: Chord = key.parse()?;
            let event = KeyEvent::new(chord.code(), chord.modifiers());
            self.handle(Event::Key(event));
        }
        Ok(())
    }

    /// Presses one key and draws; how long the thread that draws was busy with it at the longest. What
    /// the key starts is waited for, and is not counted until its result is taken in.
    ///
    /// # Errors
    /// On a text that names no key.
    pub fn frame_of(&mut self, key: &str) -> Result<Duration, BadChord> {
        let chord: Chord = key.parse()?;
        self.busy = Duration::ZERO;
        let mut buffer = Buffer::empty(self.size);
        self.timed(|app| {
            let flow = app.handle(Event::Key(KeyEvent::new(chord.code(), chord.modifiers())));
            app.draw(&mut buffer);
            flow
        });
        self.settle();
        Ok(self.busy)
    }

    /// Types every character of a text.
    pub fn type_text(&mut self, text: &str) {
        for c in text.chars() {
            self.handle(Event::Key(KeyEvent::from(KeyCode::Char(c))));
        }
    }

    /// Clicks with the left button.
    pub fn click(&mut self, column: u16, row: u16) {
        self.handle(Event::Mouse(MouseEvent { kind: MouseEventKind::Press, column, row }));
    }

    /// Gives the screen another size.
    pub fn resize(&mut self, width: u16, height: u16) {
        self.size = Rect::new(0, 0, width, height);
        self.handle(Event::Resized);
    }

    /// Takes one event, and waits for the work that it starts.
    pub fn handle(&mut self, event: Event) {
        if self.left.is_none() {
            let flow = self.app.handle(event);
            self.note(flow);
            self.settle();
        }
    }

    /// The exit code, once the person left.
    pub fn left(&self) -> Option<i32> {
        self.left
    }

    fn note(&mut self, flow: Flow) {
        if let Flow::Leave(code) = flow {
            self.left = Some(code);
        }
    }

    /// Waits until nothing is under way, but not for ever.
    fn settle(&mut self) {
        let begun = Instant::now();
        self.app.resize(self.size);
        while self.left.is_none() && begun.elapsed() < Duration::from_secs(20) {
            self.timed(App::poll);
            let Some(due) = self.app.wants_poll_in() else { break };
            if self.app.is_playing() {
                break;
            }
            if let Some(event) = self.inbox.next(Some(due)) {
                self.timed(|app| app.handle(event));
            }
        }
        // Work that nobody waits for, such as an evaluation, may still come in.
        while let Some(event) = self.inbox.next(Some(Duration::ZERO)) {
            self.timed(|app| app.handle(event));
        }
    }

    fn timed(&mut self, work: impl FnOnce(&mut App) -> Flow) {
        let begun = Instant::now();
        let flow = work(&mut self.app);
        self.busy = self.busy.max(begun.elapsed());
        self.note(flow);
    }

    /// Waits for something to come in, at most this long; false if nothing did.
    pub fn wait(&mut self, patience: Duration) -> bool {
        match self.inbox.next(Some(patience)) {
            Some(event) => {
                self.handle(event);
                true
            }
            None => false,
        }
    }

    /// Everything that the keys do on this screen now: the keys of each offer, as a key file writes
    /// them, and its words.
    pub fn on_offer(&self) -> Vec<(Vec<String>, String)> {
        self.app.on_offer()
    }

    /// The node of the debate that is shown, if one is.
    pub fn node(&self) -> Option<NodeId> {
        self.app.sitting().map(Sitting::here)
    }

    /// The screen as drawn.
    pub fn buffer(&self) -> Buffer {
        let mut buffer = Buffer::empty(self.size);
        self.app.draw(&mut buffer);
        buffer
    }

    /// The characters of the screen, a line a row.
    pub fn text(&self) -> String {
        let buffer = self.buffer();
        let width = usize::from(buffer.area.width).max(1);
        let rows = buffer.content.chunks(width).map(|cells| row(cells).trim_end().to_owned());
        rows.collect::<Vec<_>>().join("\n")
    }

    /// The screen as HTML, one part below the other.
    pub fn face(&self) -> String {
        self.app.face()
    }

    /// The screen as a picture.
    pub fn picture(&self) -> String {
        svg(&self.buffer(), Page::DARK)
    }
}
