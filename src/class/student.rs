//! A student: screens of their own, which stay while the connection goes and comes.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use ratatui::backend::{Backend, CrosstermBackend};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use tokio::sync::Notify;

use super::hall::{Guest, Hall};
use super::lobby::{self, Lobby};
use super::session::{Class, student_folder};
use super::table::{Holder, Table};
use super::works::Works;
use crate::rules::{Eye, Seat};
use crate::scenario::journal::{self, replace};
use crate::scenario::library::Entry;
use crate::scenario::{Verdict, Words};
use crate::tui::app::{App, Flow, Looks};
use crate::tui::keys::KeyScope;
use crate::tui::screen::{Library, Step, open_entry, resume};
use crate::tui::terminal::{Event, House, Inbox, Waker, Work};
use crate::work::Token;

/// Said while the teacher has stopped the class.
const FROZEN: &str = "The teacher has stopped the class for a moment: look up.";
/// Asked while there is a vote.
const VOTE: &str = "The teacher asks: y for yes, n for no.";
const VOTED: &str = "Your vote is counted; y or n changes it.";
/// A frame is due after so long, whatever else has come in.
const TURN: Duration = Duration::from_millis(30);
/// In a student's file `open`, before the number of a table and the seat.
const TABLE: &str = "table ";
/// What a terminal is told before the first frame: default colours, an empty screen, no cursor.
const BLANK: &[u8] = b"\x1b[0m\x1b[2J\x1b[?25l";

/// A student who came.
pub(super) struct Student {
    number: usize,
    /// How they are called.
    pub(super) name: Words,
    folder: PathBuf,
    class: Weak<Class>,
    waker: Waker,
    called: AtomicBool,
    /// How many events wait to be handled.
    unread: AtomicUsize,
    state: Mutex<State>,
}

struct State {
    app: App,
    inbox: Inbox,
    size: (u16, u16),
    line: Option<Line>,
    lines: u64,
    /// The journal of the debate that is shown, as last noted.
    open: String,
    vote: Option<bool>,
}

/// How a student is doing.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    /// What is on the screen: a debate's title, or nothing.
    pub title: String,
    /// How far it is, in words.
    pub progress: String,
    /// The judge's queries.
    pub queries: u64,
    /// The hints used.
    pub hints: u32,
    /// Whether the goal was reached, if it is over.
    pub goal: Option<Verdict>,
}

/// The connection that shows the screens just now.
struct Line {
    number: u64,
    bell: Arc<Notify>,
    /// What the other end shows.
    shown: Buffer,
    /// It has to be cleared before the next frame.
    blank: bool,
    out: Option<Vec<u8>>,
    /// A frame was handed out and has not been written yet.
    busy: bool,
    /// The screen has changed since.
    stale: bool,
    end: Option<String>,
}

/// What a connection has to write next.
pub(super) enum Piece {
    /// A frame.
    Frame(Vec<u8>),
    /// These words, and then nothing more.
    End(String),
}

/// The house of a student's screens.
struct Home {
    student: Weak<Student>,
    hall: Arc<Hall>,
    works: Arc<Works>,
    number: usize,
}

impl std::fmt::Debug for Home {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Home({})", self.number)
    }
}

impl std::fmt::Debug for Student {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Student({}, {:?})", self.number, &*self.name)
    }
}

impl House for Home {
    fn ring(&self) {
        // While the student is being made there is nobody to call yet; the first turn looks.
        if let Some(student) = self.student.upgrade() {
            self.hall.call(student);
        }
    }

    fn work(&self, token: &Token, work: Work) {
        self.works.take(self.number, token, work);
    }
}

impl Student {
    /// The student with this number, with the debate open that was.
    pub(super) fn new(class: &Arc<Class>, number: usize, name: Words) -> Arc<Self> {
        let folder = student_folder(&class.folder, number);
        let student = Arc::new_cyclic(|me| {
            let (hall, works) = (Arc::clone(&class.hall), Arc::clone(&class.works));
            let house = Home { student: Weak::clone(me), hall, works, number };
            let inbox = Inbox::within(Arc::new(house));
            let waker = inbox.waker();
            let app = app(class, number, &folder, &name, waker.clone());
            let state = State {
                app,
                inbox,
                size: (80, 24),
                line: None,
                lines: 0,
                open: String::new(),
                vote: None,
            };
            Self {
                number,
                name,
                folder,
                class: Arc::downgrade(class),
                waker,
                called: AtomicBool::new(false),
                unread: AtomicUsize::new(0),
                state: Mutex::new(state),
            }
        });
        student.waker.wake();
        student
    }

    /// Their number in the class.
    pub(super) fn id(&self) -> usize {
        self.number
    }

    /// Lets the screen look.
    pub(super) fn wake(&self) {
        self.waker.wake();
    }

    /// Is anybody looking?
    pub(super) fn is_here(&self) -> bool {
        self.state().line.is_some()
    }

    /// How they are doing; none while their screen is busy.
    pub(super) fn seen(&self) -> Option<Seen> {
        let state = self.state.try_lock().ok()?;
        let Some(sitting) = state.app.sitting() else { return Some(Seen::default()) };
        let position = sitting.game().now();
        let eye = sitting.people().first().map_or(Eye::All, |&seat| Eye::Seat(seat));
        let attempt = sitting.attempt();
        Some(Seen {
            title: sitting.scenario.title.to_string(),
            progress: position.brief(eye).progress,
            queries: position.ledger().of(Seat::Judge).queries(),
            hints: attempt.hints,
            goal: attempt.goal,
        })
    }

    /// What is on their screen.
    pub(super) fn picture(&self) -> Option<Buffer> {
        let state = self.state.try_lock().ok()?;
        let mut buffer = Buffer::empty(state.area());
        state.app.draw(&mut buffer);
        Some(buffer)
    }

    /// Puts a debate on their screen; the one that is there stays in its journal.
    pub(super) fn send_to(&self, debate: &Entry) {
        self.state().app.show(|context| open_entry(debate, context));
        self.wake();
    }

    /// What they answered to the question to everybody.
    pub(super) fn vote(&self) -> Option<bool> {
        self.state().vote
    }

    /// A new question is put.
    pub(super) fn forget_vote(&self) {
        self.state().vote = None;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows the screens on a new connection, in place of one that is there; returns its number and
    /// what rings when there is something to write.
    pub(super) fn connect(&self, size: (u16, u16)) -> (u64, Arc<Notify>) {
        let mut state = self.state();
        if let Some(before) = &mut state.line {
            before.leave("you came in from somewhere else; this window is over");
        }
        state.lines += 1;
        state.size = size;
        let bell = Arc::new(Notify::new());
        let line = Line {
            number: state.lines,
            bell: Arc::clone(&bell),
            shown: Buffer::empty(Rect::ZERO),
            blank: true,
            out: None,
            busy: false,
            stale: false,
            end: None,
        };
        let number = line.number;
        state.line = Some(line);
        drop(state);
        self.waker.send(Event::Resized);
        (number, bell)
    }

    /// The connection is over; the screens stay as they are.
    pub(super) fn part(&self, line: u64) {
        let mut state = self.state();
        if state.line.as_ref().is_some_and(|l| l.number == line) {
            state.line = None;
        }
    }

    /// What a connection has to write next; none for now.
    pub(super) fn take(&self, line: u64) -> Option<Piece> {
        let mut state = self.state();
        match state.line.as_mut().filter(|l| l.number == line) {
            Some(line) => match line.out.take() {
                Some(bytes) => Some(Piece::Frame(bytes)),
                None => line.end.take().map(Piece::End),
            },
            None => Some(Piece::End("you came in from somewhere else; this window is over".into())),
        }
    }

    /// A frame was written: the next may come.
    pub(super) fn written(&self, line: u64) {
        let mut state = self.state();
        if let Some(line) = state.line.as_mut().filter(|l| l.number == line) {
            line.busy = false;
            if std::mem::take(&mut line.stale) {
                drop(state);
                self.waker.wake();
            }
        }
    }

    /// Something was typed.
    pub(super) fn typed(&self, event: Event) {
        self.unread.fetch_add(1, Ordering::SeqCst);
        self.waker.send(event);
    }

    /// How much of what was typed waits to be handled.
    pub(super) fn unread(&self) -> usize {
        self.unread.load(Ordering::SeqCst)
    }

    /// The student's terminal has another size.
    pub(super) fn resize(&self, size: (u16, u16)) {
        let mut state = self.state();
        state.size = size;
        if let Some(line) = &mut state.line {
            line.blank = true;
        }
        drop(state);
        self.waker.send(Event::Resized);
    }

    /// Takes what is typed while the teacher has stopped the class, and votes.
    fn is_for_the_class(&self, event: &Event, state: &mut State) -> bool {
        let typed = matches!(event, Event::Key(_) | Event::Paste(_) | Event::Mouse(_));
        let Some(class) = self.class.upgrade().filter(|_| typed) else { return false };
        if class.is_frozen() {
            return true;
        }
        let vote = match event {
            Event::Key(key) if class.is_voting() => match key.code {
                KeyCode::Char('y') => true,
                KeyCode::Char('n') => false,
                _ => return false,
            },
            _ => return false,
        };
        state.vote = Some(vote);
        true
    }

    /// Notes which debate is open, for when the program starts again.
    fn note_open(&self, state: &mut State) {
        let open = match (state.app.sitting(), state.app.scope()) {
            (Some(sitting), _) => match (sitting.table(), sitting.people().first()) {
                (Some(table), Some(seat)) => format!("{TABLE}{table} {}", seat.word()),
                _ => {
                    let name = sitting.journal().and_then(Path::file_name).unwrap_or_default();
                    name.to_string_lossy().into_owned()
                }
            },
            (None, Some(KeyScope::Library)) => String::new(),
            // It is away on another thread.
            (None, _) => return,
        };
        if open != state.open {
            // If this fails the student begins at the library, where the debate is left open.
            let _ = replace(&self.folder.join("open"), open.as_bytes());
            state.open = open;
        }
    }
}

/// The screens of a student, at the debate that was open when the program ended.
fn app(class: &Arc<Class>, number: usize, folder: &Path, name: &Words, waker: Waker) -> App {
    // Without it nothing is kept, and every screen says so.
    let _ = fs::create_dir_all(folder);
    let first = Box::new(Lobby::new(class, number));
    let looks = Looks::default();
    let mut app = App::new(first, looks, Some(folder.to_owned()), waker).for_guest(name.clone());
    let journals = folder.join("journals");
    let open = fs::read_to_string(folder.join("open")).unwrap_or_default();
    let tables = class.tables();
    if let Some((table, seat)) = open.strip_prefix(TABLE).and_then(|open| seat_at(open, &tables)) {
        if table.holders()[seat.index()] == Holder::Student(number) {
            let sitting = table.sitting(Some(seat), number);
            app.push_with(|context| lobby::sit(sitting, context));
        }
    } else if open.is_empty() {
        // Whoever comes for the first time finds the course, unless there are tables as well.
        if tables.is_empty() {
            let library = Box::new(Library::of(Arc::clone(&class.entries)));
            app.push_with(|_| Step::Push(library));
        }
    } else {
        let path = Some(journals.join(open)).filter(|path| path.is_file());
        if let Some(path) = path.or_else(|| journal::in_folder(&journals).into_iter().next()) {
            app.push_with(|context| resume(&path, context));
        }
    }
    app
}

/// The table and the seat that a student's file `open` names.
fn seat_at<'a>(open: &str, tables: &'a [Arc<Table>]) -> Option<(&'a Arc<Table>, Seat)> {
    let (number, seat) = open.split_once(' ')?;
    let seat = Seat::ALL.into_iter().find(|s| s.word() == seat)?;
    Some((tables.get(number.parse::<usize>().ok()?)?, seat))
}

impl Guest for Student {
    fn turn(&self) -> Option<Instant> {
        let mut guard = self.state();
        let state = &mut *guard;
        let begun = Instant::now();
        state.fit();
        let mut flow = state.app.poll();
        while let Some(taken) = state.inbox.take(Some(Duration::ZERO)) {
            if matches!(taken.event, Event::Key(_) | Event::Paste(_) | Event::Mouse(_)) {
                self.unread.fetch_sub(1, Ordering::SeqCst);
            }
            if self.is_for_the_class(&taken.event, state) {
                continue;
            }
            flow = state.app.take(taken);
            match flow {
                Flow::Redraw => state.blank(),
                Flow::Leave(_) => break,
                // A guest is offered no shell.
                Flow::Go | Flow::Retake | Flow::Stop => {}
            }
            if begun.elapsed() > TURN {
                // The others first, then the rest.
                self.waker.wake();
                break;
            }
        }
        if matches!(flow, Flow::Leave(_))
            && let Some(class) = self.class.upgrade()
        {
            state.app = app(&class, self.number, &self.folder, &self.name, self.waker.clone());
            if let Some(line) = &mut state.line {
                line.leave("you left the class; what you played is kept");
            }
        }
        self.note_open(state);
        let said = self.class.upgrade().and_then(|class| match () {
            () if class.is_frozen() => Some(FROZEN),
            () if class.is_voting() => Some(if state.vote.is_some() { VOTED } else { VOTE }),
            () => None,
        });
        state.draw(said);
        state.app.wants_poll_in().map(|due| Instant::now() + due)
    }

    fn recover(&self) {
        let Some(class) = self.class.upgrade() else { return };
        let mut state = self.state();
        state.app = app(&class, self.number, &self.folder, &self.name, self.waker.clone());
        state.app.push_with(|context| {
            context.say("a fault of the program; what was played is kept");
            Step::Stay
        });
        drop(state);
        self.waker.wake();
    }

    fn called(&self) -> &AtomicBool {
        &self.called
    }

    fn number(&self) -> usize {
        self.number
    }
}

impl State {
    fn area(&self) -> Rect {
        Rect::new(0, 0, self.size.0, self.size.1)
    }

    fn fit(&mut self) {
        let area = self.area();
        self.app.resize(area);
    }

    fn blank(&mut self) {
        if let Some(line) = &mut self.line {
            line.blank = true;
        }
    }

    /// Hands a frame to the connection, unless it has not written the last one yet; `said` is what the
    /// teacher says to all.
    fn draw(&mut self, said: Option<&str>) {
        let area = self.area();
        let Some(line) = &mut self.line else { return };
        if line.busy {
            line.stale = true;
            return;
        }
        let mut buffer = Buffer::empty(area);
        if !area.is_empty() {
            self.app.draw(&mut buffer);
        }
        self.app.was_drawn();
        if let Some(said) = said
            && area.height > 1
        {
            let said = format!(" {said:<width$}", width = usize::from(area.width));
            let style = Style::new().add_modifier(Modifier::REVERSED);
            buffer.set_stringn(0, area.height - 2, &said, area.width.into(), style);
        }
        let mut bytes = Vec::new();
        if std::mem::take(&mut line.blank) {
            bytes.extend_from_slice(BLANK);
            line.shown = Buffer::empty(area);
        }
        let mut terminal = CrosstermBackend::new(&mut bytes);
        // Writing to memory does not fail.
        let _ = terminal.draw(line.shown.diff(&buffer).into_iter());
        let _ = Backend::flush(&mut terminal);
        if line.shown != buffer || !bytes.is_empty() {
            line.shown = buffer;
            line.out = Some(bytes);
            line.busy = true;
            line.bell.notify_one();
        }
    }
}

impl Line {
    /// Ends the connection with these words.
    fn leave(&mut self, words: &str) {
        self.end = Some(words.to_owned());
        self.bell.notify_one();
    }
}
