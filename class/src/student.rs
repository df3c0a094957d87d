//! A student: screens of their own, which stay while the connection goes and comes.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use tokio::sync::Notify;

use crate::hall::{Guest, Hall};
use crate::line::{Line, Piece};
use crate::open::Open;
use crate::rules::{Eye, Seat};
use crate::scenario::library::Entry;
use crate::scenario::{Verdict, Words};
use crate::switches::Switches;
use crate::tui::app::{App, Flow};
use crate::tui::screen::open_entry;
use crate::tui::terminal::{Event, House, Inbox, Waker, Work};
use crate::work::Token;
use crate::works::Works;

/// Said while the teacher has stopped the class.
const FROZEN: &str = "The teacher has stopped the class for a moment: look up.";
/// Asked while there is a vote.
const VOTE: &str = "The teacher asks: y for yes, n for no.";
const VOTED: &str = "Your vote is counted; y or n changes it.";
/// Said on a connection when there is a newer one.
const ELSEWHERE: &str = "you came in from somewhere else; this window is over";
/// A frame is due after so long, whatever else has come in.
const TURN: Duration = Duration::from_millis(30);

/// A student who came.
pub(crate) struct Student {
    number: usize,
    /// How they are called.
    pub(crate) name: Words,
    folder: PathBuf,
    switches: Arc<Switches>,
    screens: Screens,
    waker: Waker,
    called: AtomicBool,
    /// How many events wait to be handled.
    unread: AtomicUsize,
    state: Mutex<State>,
}

/// Makes the screens that a student begins with.
type Screens = Box<dyn Fn(Waker) -> App + Send + Sync>;

/// What all students of a class share.
#[derive(Clone, Debug)]
pub(crate) struct Shared {
    /// The threads of their screens.
    pub(crate) hall: Arc<Hall>,
    /// The threads of their long work.
    pub(crate) works: Arc<Works>,
    /// What the teacher has switched on for all of them.
    pub(crate) switches: Arc<Switches>,
}

struct State {
    app: App,
    inbox: Inbox,
    size: (u16, u16),
    line: Option<Line>,
    lines: u64,
    /// What is shown, as last noted.
    open: Open,
    vote: Option<bool>,
}

/// How a student is doing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
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

/// The house of a student's screens.
#[derive(Debug)]
struct Home {
    student: Weak<Student>,
    shared: Shared,
    number: usize,
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
            self.shared.hall.call(student);
        }
    }

    fn work(&self, token: &Token, work: Work) {
        self.shared.works.take(self.number, token, work);
    }
}

impl Student {
    /// The student with this number, whose files are in this folder.
    pub(crate) fn new(
        number: usize,
        name: Words,
        folder: PathBuf,
        shared: Shared,
        screens: Screens,
    ) -> Arc<Self> {
        let student = Arc::new_cyclic(|me| {
            let switches = Arc::clone(&shared.switches);
            let home = Home { student: Weak::clone(me), shared, number };
            let inbox = Inbox::within(Arc::new(home));
            let waker = inbox.waker();
            let app = screens(waker.clone());
            let (size, open) = ((80, 24), Open::default());
            let state = State { app, inbox, size, line: None, lines: 0, open, vote: None };
            let (called, unread) = (AtomicBool::new(false), AtomicUsize::new(0));
            let state = Mutex::new(state);
            Self { number, name, folder, switches, screens, waker, called, unread, state }
        });
        student.waker.wake();
        student
    }

    /// Their number in the class.
    pub(crate) fn id(&self) -> usize {
        self.number
    }

    /// Lets the screen look.
    pub(crate) fn wake(&self) {
        self.waker.wake();
    }

    /// Is anybody looking?
    pub(crate) fn is_here(&self) -> bool {
        self.state().line.is_some()
    }

    /// How they are doing; none while their screen is busy.
    pub(crate) fn seen(&self) -> Option<Seen> {
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
    pub(crate) fn picture(&self) -> Option<Buffer> {
        let state = self.state.try_lock().ok()?;
        let mut buffer = Buffer::empty(state.area());
        state.app.draw(&mut buffer);
        Some(buffer)
    }

    /// Puts a debate on their screen; the one that is there stays in its journal.
    pub(crate) fn send_to(&self, debate: &Entry) {
        self.state().app.show(|context| open_entry(debate, context));
        self.wake();
    }

    /// What they answered to the question to everybody.
    pub(crate) fn vote(&self) -> Option<bool> {
        self.state().vote
    }

    /// A new question is put.
    pub(crate) fn forget_vote(&self) {
        self.state().vote = None;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows the screens on a new connection, in place of one that is there; returns its number and
    /// what rings when there is something to write.
    pub(crate) fn connect(&self, size: (u16, u16)) -> (u64, Arc<Notify>) {
        let mut state = self.state();
        if let Some(before) = &mut state.line {
            before.leave(ELSEWHERE);
        }
        state.lines += 1;
        state.size = size;
        let line = Line::new(state.lines);
        let (number, bell) = (line.number, Arc::clone(&line.bell));
        state.line = Some(line);
        drop(state);
        self.waker.send(Event::Resized);
        (number, bell)
    }

    /// The connection is over; the screens stay as they are.
    pub(crate) fn part(&self, line: u64) {
        self.state().line.take_if(|l| l.number == line);
    }

    /// What a connection has to write next; none for now.
    pub(crate) fn take(&self, line: u64) -> Option<Piece> {
        match self.state().line(line) {
            Some(line) => line.take(),
            None => Some(Piece::End(ELSEWHERE.into())),
        }
    }

    /// A frame was written: the next may come.
    pub(crate) fn written(&self, line: u64) {
        if self.state().line(line).is_some_and(Line::written) {
            self.waker.wake();
        }
    }

    /// Something was typed.
    pub(crate) fn typed(&self, event: Event) {
        self.unread.fetch_add(1, Ordering::SeqCst);
        self.waker.send(event);
    }

    /// How much of what was typed waits to be handled.
    pub(crate) fn unread(&self) -> usize {
        self.unread.load(Ordering::SeqCst)
    }

    /// The student's terminal has another size.
    pub(crate) fn resize(&self, size: (u16, u16)) {
        let mut state = self.state();
        state.size = size;
        state.clear();
        drop(state);
        self.waker.send(Event::Resized);
    }

    /// Takes what is typed while the teacher has stopped the class, and votes.
    fn is_for_the_class(&self, event: &Event, state: &mut State) -> bool {
        let typed = matches!(event, Event::Key(_) | Event::Paste(_) | Event::Mouse(_));
        if !typed || self.switches.frozen.is_on() {
            return typed;
        }
        let vote = match event {
            Event::Key(key) if self.switches.voting.is_on() => match key.code {
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
        if let Some(open) = Open::on(&state.app).filter(|open| *open != state.open) {
            open.write(&self.folder);
            state.open = open;
        }
    }
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
                Flow::Redraw => state.clear(),
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
        if matches!(flow, Flow::Leave(_)) {
            state.app = (self.screens)(self.waker.clone());
            if let Some(line) = &mut state.line {
                line.leave("you left the class; what you played is kept");
            }
        }
        self.note_open(state);
        let said = match () {
            () if self.switches.frozen.is_on() => Some(FROZEN),
            () if self.switches.voting.is_on() => Some(state.vote.map_or(VOTE, |_| VOTED)),
            () => None,
        };
        state.draw(said);
        state.app.wants_poll_in().map(|due| Instant::now() + due)
    }

    fn recover(&self) {
        let mut state = self.state();
        state.app = (self.screens)(self.waker.clone());
        state
            .app
            .push_with(|context| context.stay("a fault of the program; what was played is kept"));
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

    fn line(&mut self, number: u64) -> Option<&mut Line> {
        self.line.as_mut().filter(|line| line.number == number)
    }

    fn clear(&mut self) {
        if let Some(line) = &mut self.line {
            line.clear();
        }
    }

    /// Hands a frame to the connection, unless it has not written the last one yet; `said` is what the
    /// teacher says to all.
    fn draw(&mut self, said: Option<&str>) {
        let area = self.area();
        let Some(line) = &mut self.line else { return };
        if !line.is_free() {
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
        line.show(buffer);
    }
}
