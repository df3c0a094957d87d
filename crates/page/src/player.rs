//! The playground of a page: what a person does goes in, frames come out.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::drawn::Drawn;
use crate::scenario::library::{self, LibraryEntry};
use crate::told::{PageAnswer, PageEvent};
use crate::tui::app::{App, Flow, Looks};
use crate::tui::clock::Instant;
use crate::tui::event::{MouseEvent, MouseEventKind};
use crate::tui::keys::Chord;
use crate::tui::screen::{Library, Playground, Step, Welcome, is_first, open_entry};
use crate::tui::terminal::{Event, Inbox, Taken};
use crate::works::Works;

/// Said when work was stopped because it took too long for a page.
const LATE: &str =
    "stopped: this takes longer than a page has time for; the installed program does it";

/// The playground of a page.
pub struct Player {
    app: App,
    inbox: Inbox,
    works: Arc<Works>,
    size: Rect,
    drawn: Drawn,
    entries: Arc<[LibraryEntry]>,
    data: Option<PathBuf>,
    looks: Looks,
    /// The screen as HTML, as it was shown last; none where cells are shown.
    face: Option<String>,
}

impl Player {
    /// The library of these entries on a screen of so many columns and rows; what is kept goes to
    /// `data`, or nowhere.
    pub fn new(
        entries: impl Into<Arc<[LibraryEntry]>>,
        (columns, rows): (u16, u16),
        data: Option<PathBuf>,
        looks: Looks,
    ) -> Self {
        let works = Arc::<Works>::default();
        let inbox = Inbox::within(works.clone());
        let entries = entries.into();
        let app = library(&entries, &data, &looks, &inbox);
        let size = Rect::new(0, 0, columns, rows);
        Self { app, inbox, works, size, drawn: Drawn::default(), entries, data, looks, face: None }
    }

    /// Shows the pages of a first start, if this is one.
    pub fn welcome(&mut self) {
        if is_first(self.data.as_deref()) {
            self.app.push_with(|_| Step::Push(Box::new(Welcome::default())));
        }
    }

    /// Opens a debate, and the library is behind it.
    pub fn open(&mut self, entry: &LibraryEntry) {
        self.app.resize(self.size);
        self.app.show(|context| open_entry(entry, context));
    }

    /// Opens the debate of this name, or says that there is none.
    pub fn find(&mut self, name: &str) {
        match self.entries.iter().find(|entry| entry.id == name).cloned() {
            Some(entry) => self.open(&entry),
            None => match library::find(name) {
                Ok(entry) => self.open(&entry),
                Err(error) => self.say(&error.to_string()),
            },
        }
    }

    /// Says a line to the person.
    pub fn say(&mut self, words: &str) {
        self.app.push_with(|context| context.stay(words));
    }

    /// Takes what was done, and says what has come of it.
    pub fn take(&mut self, told: PageEvent) -> PageAnswer {
        self.app.resize(self.size);
        match told {
            PageEvent::Key { key, at } => {
                // Whatever the page sends that is no key means nothing.
                if let Ok(chord) = key.parse::<Chord>() {
                    self.event(Event::Key(chord), moment(at));
                }
            }
            PageEvent::Paste(text) => self.event(Event::Paste(text), Instant::now()),
            PageEvent::Click(column, row) => self.mouse(MouseEventKind::Press, column, row),
            PageEvent::Wheel { up: true } => self.mouse(MouseEventKind::ScrollUp, 0, 0),
            PageEvent::Wheel { up: false } => self.mouse(MouseEventKind::ScrollDown, 0, 0),
            PageEvent::Size(columns, rows) => {
                self.size = Rect::new(0, 0, columns, rows);
                self.drawn.clear();
                self.event(Event::Resized, Instant::now());
            }
            PageEvent::Open { name, bytes } => {
                match library::from_reader(Path::new(&name), &bytes[..]) {
                    Ok(LibraryEntry { scenario: Err(error), .. }) | Err(error) => {
                        self.say(&error.to_string());
                    }
                    Ok(entry) => self.open(&entry),
                }
            }
            PageEvent::Find(name) => self.find(&name),
            PageEvent::Say(words) => self.say(&words),
            PageEvent::Step => {
                if self.works.step() {
                    self.app.resize(self.size);
                    self.settle();
                    self.say(LATE);
                }
            }
            PageEvent::Redraw => self.drawn.clear(),
            PageEvent::Face(wanted) => {
                self.face = wanted.then(String::new);
                self.drawn.clear();
            }
        }
        self.answer()
    }

    fn mouse(&mut self, kind: MouseEventKind, column: u16, row: u16) {
        self.event(Event::Mouse(MouseEvent { kind, column, row }), Instant::now());
    }

    fn event(&mut self, event: Event, at: Instant) {
        let flow = self.app.take(Taken { event, at });
        self.follow(flow);
    }

    fn follow(&mut self, flow: Flow) {
        match flow {
            // A page has nothing behind it: who leaves the library is in it.
            Flow::Leave(_) => {
                self.app = library(&self.entries, &self.data, &self.looks, &self.inbox);
                self.app.resize(self.size);
            }
            Flow::Redraw => self.drawn.clear(),
            Flow::Go | Flow::Retake | Flow::Stop => {}
        }
    }

    /// Lets the screen look at what work has come to.
    fn settle(&mut self) {
        self.app.resize(self.size);
        while let Some(taken) = self.inbox.take(Some(std::time::Duration::ZERO)) {
            let flow = self.app.take(taken);
            self.follow(flow);
        }
        let flow = self.app.poll();
        self.follow(flow);
    }

    /// What the page has to do now; the files are for who knows where they are.
    fn answer(&mut self) -> PageAnswer {
        self.settle();
        let mut frame = Buffer::empty(self.size);
        if !self.size.is_empty() {
            self.app.draw(&mut frame);
        }
        self.app.was_drawn();
        let face = self.face.as_mut().and_then(|shown| {
            let face = self.app.face();
            (face != *shown).then(|| shown.clone_from(&face)).map(|()| face)
        });
        let (rows, styles) = self.drawn.next(frame);
        let busy = self.works.is_busy();
        let due = self.app.clock().filter(|_| !busy);
        let due = due.map(|due| due.as_millis() as u64);
        let pick = std::mem::take(&mut self.app.shared().wants_file);
        PageAnswer { rows, styles, busy, due, face, pick, ..PageAnswer::default() }
    }
}

fn library(
    entries: &Arc<[LibraryEntry]>,
    data: &Option<PathBuf>,
    looks: &Looks,
    inbox: &Inbox,
) -> App {
    let first = Box::new(Library::of(Arc::clone(entries)));
    App::new(first, looks.clone(), Playground::at(data.clone()), inbox.waker())
}

#[cfg(not(unix))]
fn moment(at: f64) -> Instant {
    Instant::at(std::time::Duration::from_secs_f64(at.max(0.0) / 1000.0))
}

/// Only a page knows when a key was pressed.
#[cfg(unix)]
fn moment(_: f64) -> Instant {
    Instant::now()
}
