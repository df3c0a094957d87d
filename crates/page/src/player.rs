//! The playground of a page. It turns the user's input into frames.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::events::{PageEvent, PageRequest};
use crate::frame::PageFrame;
use crate::jobs::PageJobs;
use crate::scenario::library::{self, LibraryEntry};
use crate::tui::app::{App, AppCommand, Appearance};
use crate::tui::clock::Instant;
use crate::tui::event::{MouseEvent, MouseEventKind};
use crate::tui::keys::Chord;
use crate::tui::layout::bounded;
use crate::tui::screen::{LibraryScreen, Playground, first_debate, is_first, open_entry};
use crate::tui::terminal::{Event, EventQueue, QueuedEvent};

/// The message after work that took too long for a page.
const LATE: &str = "stopped: this takes too long for a page. The installed program can do it";

/// The playground of a page.
pub struct PagePlayer {
    app: App,
    inbox: EventQueue,
    works: Arc<PageJobs>,
    size: Rect,
    drawn: PageFrame,
    entries: Arc<[LibraryEntry]>,
    data: Option<PathBuf>,
    looks: Appearance,
    /// `true` if nothing may move by itself, in cells neither.
    is_still: bool,
    /// The last screen as HTML. `None` while the page shows cells.
    face: Option<String>,
    /// The last colours of the theme.
    colours: String,
}

impl PagePlayer {
    /// Opens the library of these entries on a screen of this size in columns and rows. Debates are stored in the
    /// folder `data`, if there is one.
    pub fn new(
        entries: impl Into<Arc<[LibraryEntry]>>,
        (columns, rows): (u16, u16),
        data: Option<PathBuf>,
        looks: Appearance,
    ) -> Self {
        let works = Arc::<PageJobs>::default();
        let inbox = EventQueue::in_host(works.clone());
        let entries = entries.into();
        let app = library(&entries, &data, &looks, &inbox);
        let size = Rect::new(0, 0, columns, rows);
        let is_still = looks.theme.still;
        Self {
            app,
            inbox,
            works,
            size,
            drawn: PageFrame::default(),
            entries,
            data,
            looks,
            is_still,
            face: None,
            colours: String::new(),
        }
    }

    /// Opens the first debate, if this is a first start.
    pub fn first_start(&mut self) {
        if is_first(self.data.as_deref()) {
            self.app.resize(self.size);
            self.app.show(first_debate);
        }
    }

    /// Opens a debate above the library.
    pub fn open(&mut self, entry: &LibraryEntry) {
        self.app.resize(self.size);
        self.app.show(|context| open_entry(entry, context));
    }

    /// Opens the debate of this name, or shows that there is none.
    pub fn find(&mut self, name: &str) {
        match self.entries.iter().find(|entry| entry.id == name).cloned() {
            Some(entry) => self.open(&entry),
            None => match library::find(name) {
                Ok(entry) => self.open(&entry),
                Err(error) => self.notify(&error.to_string()),
            },
        }
    }

    /// Shows a line to the user.
    pub fn notify(&mut self, words: &str) {
        self.app.push_with(|context| context.stay(words));
    }

    /// Handles an event, and returns what the page has to do.
    pub fn handle(&mut self, told: PageEvent) -> PageRequest {
        self.app.resize(self.size);
        match told {
            PageEvent::Key { key, at } => {
                // A text that is no key is ignored.
                if let Ok(chord) = key.parse::<Chord>() {
                    self.event(Event::Key(chord), moment(at));
                }
            }
            PageEvent::Paste(text) => self.event(Event::Paste(text), Instant::now()),
            PageEvent::Click(column, row) => self.mouse(MouseEventKind::Press, column, row),
            PageEvent::Wheel { up: true } => self.mouse(MouseEventKind::ScrollUp, 0, 0),
            PageEvent::Wheel { up: false } => self.mouse(MouseEventKind::ScrollDown, 0, 0),
            PageEvent::Size(columns, rows) => {
                let (columns, rows) = bounded((columns, rows));
                self.size = Rect::new(0, 0, columns, rows);
                self.drawn.clear();
                self.event(Event::Resized, Instant::now());
            }
            PageEvent::Open { name, bytes } => {
                match library::from_reader(Path::new(&name), &bytes[..]) {
                    Ok(LibraryEntry { scenario: Err(error), .. }) | Err(error) => {
                        self.notify(&error.to_string());
                    }
                    Ok(entry) => self.open(&entry),
                }
            }
            PageEvent::Find(name) => self.find(&name),
            PageEvent::Say(words) => self.notify(&words),
            PageEvent::Step => {
                if self.works.step() {
                    self.app.resize(self.size);
                    self.settle();
                    self.notify(LATE);
                }
            }
            PageEvent::Redraw => self.drawn.clear(),
            PageEvent::Face(wanted) => {
                self.face = wanted.then(String::new);
                self.looks.theme.still = wanted || self.is_still;
                self.app.set_still(wanted || self.is_still);
                self.drawn.clear();
            }
        }
        self.answer()
    }

    fn mouse(&mut self, kind: MouseEventKind, column: u16, row: u16) {
        self.event(Event::Mouse(MouseEvent { kind, column, row }), Instant::now());
    }

    fn event(&mut self, event: Event, at: Instant) {
        let flow = self.app.handle_queued(QueuedEvent { event, at });
        self.follow(flow);
    }

    fn follow(&mut self, flow: AppCommand) {
        match flow {
            // There is nothing behind a page, so leaving the library opens it again.
            AppCommand::Leave(_) => {
                self.app = library(&self.entries, &self.data, &self.looks, &self.inbox);
                self.app.resize(self.size);
            }
            AppCommand::Redraw => self.drawn.clear(),
            AppCommand::Go | AppCommand::Retake | AppCommand::Stop => {}
        }
    }

    /// Lets the screen collect the results of finished work.
    fn settle(&mut self) {
        self.app.resize(self.size);
        while let Some(taken) = self.inbox.wait(Some(std::time::Duration::ZERO)) {
            let flow = self.app.handle_queued(taken);
            self.follow(flow);
        }
        let flow = self.app.poll();
        self.follow(flow);
    }

    /// The tasks of the page. The caller adds the files.
    fn answer(&mut self) -> PageRequest {
        self.settle();
        let mut frame = Buffer::empty(self.size);
        if !self.size.is_empty() {
            self.app.draw(&mut frame);
        }
        self.app.was_drawn();
        let face = self.face.as_mut().and_then(|shown| {
            let face = self.app.to_html();
            (face != *shown).then(|| shown.clone_from(&face)).map(|()| face)
        });
        let colours = Some(self.app.colours()).filter(|colours| *colours != self.colours);
        if let Some(new) = &colours {
            self.colours.clone_from(new);
        }
        let (rows, styles) = self.drawn.next(frame);
        let busy = self.works.is_busy();
        let due = self.app.clock().filter(|_| !busy);
        let due = due.map(|due| due.as_millis() as u64);
        let pick = std::mem::take(&mut self.app.shared().wants_file);
        PageRequest { rows, styles, busy, due, face, colours, pick, ..PageRequest::default() }
    }
}

fn library(
    entries: &Arc<[LibraryEntry]>,
    data: &Option<PathBuf>,
    looks: &Appearance,
    inbox: &EventQueue,
) -> App {
    let first = Box::new(LibraryScreen::new(Arc::clone(entries)));
    App::new(first, looks.clone(), Playground::at(data.clone()), inbox.waker())
}

#[cfg(not(unix))]
fn moment(at: f64) -> Instant {
    Instant::at(std::time::Duration::from_secs_f64(at.max(0.0) / 1000.0))
}

/// Outside a browser, the time of a key press is unknown, so this is the current moment.
#[cfg(unix)]
fn moment(_: f64) -> Instant {
    Instant::now()
}
