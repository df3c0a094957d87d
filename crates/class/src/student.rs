//! A student's screens. They stay when the connection is lost, and a new connection shows them again.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use crate::connection::Connection;
use crate::job_pool::JobPool;
use crate::open_item::OpenItem;
use crate::poll::ClassPoll;
use crate::roster::PROJECTOR;
use crate::rules::Viewer;
use crate::scheduler::{Scheduler, Task};
use crate::tui::app::{App, AppCommand, Appearance};
use crate::tui::event::KeyCode;
use crate::tui::prelude::*;
use crate::tui::svg::escape;
use crate::tui::terminal::{BackgroundWork, Event, EventQueue, QueueHost, Waker};
use crate::tui::text_mode;
use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};

/// Shown while the class is stopped.
const FROZEN: &str = "The teacher has stopped the class for a moment. Look at the teacher.";
/// Shown during a vote.
const VOTE: &str = "y for yes, n for no.";
const VOTED: &str = "Counted. Press y or n to change it.";
/// The last message of a connection that a newer one replaces.
const ELSEWHERE: &str = "you joined from another window, so this one is closed";
/// The longest time between frames, even if more input is waiting.
const TURN: Duration = Duration::from_millis(30);

/// A student who has joined since the program started.
pub(crate) struct Student {
    /// The student's number in the class, counted from 0.
    pub number: usize,
    folder: PathBuf,
    shared: Arc<ClassShared>,
    screens: AppFactory,
    waker: Waker,
    /// The number of events that are not handled yet.
    unread: AtomicUsize,
    /// The connection to the student's terminal, and the size of that terminal. Never hold this lock while a screen
    /// computes or draws.
    shown: Mutex<StudentTerminal>,
    /// The work for the next turn.
    orders: Mutex<Vec<StudentTask>>,
    /// The number of the vote whose result the student has read.
    read: AtomicU32,
    /// The time of the last input.
    typed: Mutex<Instant>,
    /// The screens. This lock is held for a whole turn.
    state: Mutex<StudentState>,
}

/// A change that somebody else makes to a student's screens.
type StudentTask = Box<dyn FnOnce(&mut App) + Send>;

/// Makes the first screens of a student.
type AppFactory = Box<dyn Fn(Waker) -> App + Send + Sync>;

/// The data that all students of a class share.
pub(crate) struct ClassShared {
    /// The threads that run screens.
    pub hall: Arc<Scheduler>,
    /// The threads that run long work.
    pub works: Arc<JobPool>,
    /// The question to everybody.
    pub ballot: ClassPoll,
    /// `true` while the class is stopped.
    pub frozen: AtomicBool,
}

struct StudentState {
    /// `None` until the first turn. Opening a debate can take long, so the first turn is in the lane for long turns.
    app: Option<App>,
    inbox: EventQueue,
    /// The open debate, as last saved.
    open: OpenItem,
    /// The shown debate with its number of moves, and the time at which either changed last.
    moved: Option<((String, usize), Instant)>,
}

/// The terminal of a student: the connection if there is one, the size, and the kind of display.
pub(crate) struct StudentTerminal {
    line: Option<Arc<Connection>>,
    /// The size of the student's terminal in columns and rows.
    pub size: (u16, u16),
    /// `true` to show text instead of cells.
    pub face: bool,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct StudentStatus {
    /// The id of the shown debate in the library. Empty if none is shown.
    pub id: String,
    pub title: String,
    /// The number of the debate's table. `None` if the student plays alone.
    pub table: Option<usize>,
    /// The progress of the debate in words. If no debate is shown, the name of the student's screen.
    pub progress: String,
    /// The number of moves so far.
    pub moves: usize,
    pub over: bool,
    /// The time since the last move, or since the debate was opened.
    pub still: Duration,
    /// The time since the last input.
    pub idle: Duration,
    /// The number of the judge's queries.
    pub queries: u64,
    /// The number of hints used.
    pub hints: u32,
}

impl StudentStatus {
    /// Returns `true` if an unfinished debate is shown.
    pub(crate) fn is_playing(&self) -> bool {
        !self.id.is_empty() && !self.over
    }
}

/// Runs the events and the work of a student's screens on the threads of the class.
struct StudentQueueHost(Weak<Student>);

impl QueueHost for StudentQueueHost {
    fn wake(&self) {
        // While the student is being created, there is nothing to wake. The first turn handles the events.
        if let Some(student) = self.0.upgrade() {
            Arc::clone(&student.shared.hall).call(student);
        }
    }

    fn work(&self, work: BackgroundWork) {
        if let Some(student) = self.0.upgrade() {
            student.shared.works.submit(student.number, work);
        }
    }
}

impl Student {
    pub(crate) fn new(
        number: usize,
        folder: PathBuf,
        shared: Arc<ClassShared>,
        screens: AppFactory,
    ) -> Arc<Self> {
        let student = Arc::new_cyclic(|me| {
            let inbox = EventQueue::in_host(Arc::new(StudentQueueHost(Weak::clone(me))));
            let vote = shared.ballot.current();
            Self {
                number,
                folder,
                shared,
                screens,
                waker: inbox.waker(),
                unread: AtomicUsize::new(0),
                shown: Mutex::new(StudentTerminal { line: None, size: (80, 24), face: false }),
                orders: Mutex::default(),
                // The result of an earlier vote is no news for a student who joins now.
                read: AtomicU32::new(if vote.open { 0 } else { vote.number }),
                typed: Mutex::new(Instant::now()),
                state: Mutex::new(StudentState {
                    app: None,
                    inbox,
                    open: OpenItem::default(),
                    moved: None,
                }),
            }
        });
        student.waker.wake();
        student
    }

    /// Returns `true` for a student, `false` for a page of the teacher.
    pub(crate) fn is_student(&self) -> bool {
        self.number < PROJECTOR
    }

    /// Wakes the screen, so that it polls.
    pub(crate) fn wake(&self) {
        self.waker.wake();
    }

    /// Returns `true` if a connection shows the screens.
    pub(crate) fn is_here(&self) -> bool {
        self.shown.lock().line.is_some()
    }

    /// The state of the student. `None` while the student's screens are busy.
    pub(crate) fn seen(&self) -> Option<StudentStatus> {
        let state = self.state.try_lock()?;
        let idle = self.typed.lock().elapsed();
        let sitting = state.app.as_ref().and_then(App::subject);
        let Some(sitting) = sitting else {
            let scope = state.app.as_ref().and_then(App::scope);
            let progress = match scope {
                Some(KeyScope::Library) => "in the library",
                _ => "between debates",
            };
            return Some(StudentStatus {
                progress: progress.into(),
                idle,
                ..StudentStatus::default()
            });
        };
        let position = sitting.game().position();
        let eye = sitting.people().first().map_or(Viewer::All, |&seat| Viewer::Seat(seat));
        let attempt = sitting.attempt();
        let over = sitting.outcome().is_some() || sitting.is_held();
        let progress = match over {
            true if sitting.is_held() => "its end is hidden".into(),
            true => "at its end".into(),
            false => position.brief(eye).progress,
        };
        Some(StudentStatus {
            id: sitting.id.clone(),
            title: sitting.scenario.title.to_string(),
            table: sitting.table(),
            progress,
            moves: depth(sitting),
            over,
            still: state.moved.as_ref().map_or(idle, |(_, at)| at.elapsed()),
            idle,
            queries: position.ledger().account(Seat::Judge).queries(),
            hints: attempt.hints,
        })
    }

    /// The student's screen as drawn. `None` while the screen is busy.
    pub(crate) fn picture(&self) -> Option<Buffer> {
        let area = self.area();
        let state = self.state.try_lock()?;
        let mut buffer = Buffer::empty(area);
        state.app.as_ref()?.draw(&mut buffer);
        Some(buffer)
    }

    /// Runs a function on the screens at their next turn.
    pub(crate) fn order(&self, order: impl FnOnce(&mut App) + Send + 'static) {
        self.orders.lock().push(Box::new(order));
        self.wake();
    }

    /// Ends the student's connection with a message.
    pub(crate) fn dismiss(&self, words: &str) {
        if let Some(line) = self.line() {
            line.leave(words);
        }
    }

    /// Shows the screens on a new connection, and ends an old one.
    pub(crate) fn connect(
        &self,
        size: (u16, u16),
        face: bool,
        mut looks: Appearance,
    ) -> Arc<Connection> {
        looks.theme.still = face;
        self.order(|app| app.set_appearance(looks));
        let line = Arc::new(Connection::default());
        let shown = StudentTerminal { line: Some(Arc::clone(&line)), size, face };
        let before = std::mem::replace(&mut *self.shown.lock(), shown);
        if let Some(before) = before.line {
            before.leave(ELSEWHERE);
        }
        self.waker.send(Event::Resized);
        line
    }

    /// Notes that a connection is over. The screens stay.
    pub(crate) fn part(&self, line: &Arc<Connection>) {
        self.shown.lock().line.take_if(|shown| Arc::ptr_eq(shown, line));
    }

    fn area(&self) -> Rect {
        let shown = self.shown.lock();
        let (width, height) = if shown.face { text_mode::SIZE } else { shown.size };
        Rect::new(0, 0, width, height)
    }

    fn line(&self) -> Option<Arc<Connection>> {
        self.shown.lock().line.clone()
    }

    /// Handles input.
    pub(crate) fn typed(&self, event: Event) {
        self.unread.fetch_add(1, Ordering::SeqCst);
        *self.typed.lock() = Instant::now();
        self.waker.send(event);
    }

    /// The number of input events that are not handled yet.
    pub(crate) fn unread(&self) -> usize {
        self.unread.load(Ordering::SeqCst)
    }

    /// Shows text in place of cells, or cells in place of text.
    pub(crate) fn show_text(&self, wanted: bool) {
        self.order(move |app| app.set_still(wanted));
        self.change(|shown| shown.face = wanted);
    }

    /// Changes the size or kind of the display.
    pub(crate) fn change(&self, to: impl FnOnce(&mut StudentTerminal)) {
        let mut shown = self.shown.lock();
        to(&mut shown);
        if let Some(line) = &shown.line {
            line.clear();
        }
        drop(shown);
        self.waker.send(Event::Resized);
    }

    /// Returns `true` if the class handles an event itself: all input while the class is stopped, and votes. If the
    /// student's own screen asks a question, that question comes before a vote.
    fn is_for_the_class(&self, event: &Event, app: &App) -> bool {
        if !self.is_student() {
            return false;
        }
        if !event.is_input() || self.is_frozen() {
            return event.is_input();
        }
        let vote = self.shared.ballot.current();
        // If the vote is closed, this input means that the student has read the result of the vote.
        let was_told = !vote.open && self.read.swap(vote.number, Ordering::SeqCst) < vote.number;
        let Event::Key(chord) = event else { return false };
        if was_told && chord.code() == KeyCode::Enter {
            return true;
        }
        let yes = match chord.code() {
            KeyCode::Char('y') => true,
            KeyCode::Char('n') => false,
            _ => return false,
        };
        if !vote.open || app.takes_letters() {
            return false;
        }
        // A vote that cannot be saved does not count, and the student is still asked.
        let _ = self.shared.ballot.record_answer(self.number, yes);
        true
    }

    /// Returns `true` if the teacher has stopped the class.
    fn is_frozen(&self) -> bool {
        self.shared.frozen.load(Ordering::SeqCst)
    }

    /// The teacher's message to all students.
    fn announcement(&self) -> Option<String> {
        if !self.is_student() {
            return None;
        }
        if self.is_frozen() {
            return Some(FROZEN.into());
        }
        let vote = self.shared.ballot.current();
        if vote.open {
            let ask = if vote.ask.is_empty() { "The teacher asks:" } else { &vote.ask };
            let said = if vote.said.contains_key(&self.number) { VOTED } else { VOTE };
            return Some(format!("{ask} {said}"));
        }
        let is_news = vote.number > self.read.load(Ordering::SeqCst);
        is_news.then(|| format!("{}. Press Enter to go on.", vote.outcome()))
    }

    /// Saves which debate is open, for the next start of the program.
    fn note_open(&self, app: &App, noted: &mut OpenItem) {
        if let Some(open) =
            OpenItem::from_app(app).filter(|open| self.is_student() && open != noted)
        {
            open.write(&self.folder);
            *noted = open;
        }
    }

    /// Sends a frame to the connection, unless the last frame is still being written. `said` is the teacher's message
    /// to all.
    fn draw(&self, app: &mut App, said: Option<&str>) {
        let Some(line) = self.line().filter(|line| line.is_free()) else { return };
        let area = self.area();
        if self.shown.lock().face {
            app.resize(area);
            let html = self.announcement_html(said) + &app.to_html();
            app.was_drawn();
            return line.show_face(html);
        }
        let mut buffer = Buffer::empty(area);
        if !area.is_empty() {
            app.resize(area);
            app.draw(&mut buffer);
        }
        app.was_drawn();
        // The message covers the claim. The rows with the turn and the choices stay visible.
        if let Some(said) = said
            && area.height > 1
        {
            let said = format!(" {said:<width$}", width = usize::from(area.width));
            let style = Style::new().add_modifier(Modifier::REVERSED);
            buffer.set_stringn(0, 1, &said, area.width.into(), style);
        }
        line.show(buffer);
    }

    /// The teacher's message as HTML, with buttons during a vote.
    fn announcement_html(&self, said: Option<&str>) -> String {
        let Some(said) = said else { return String::new() };
        let mut html = format!("<p class=\"notice\" role=\"status\">{}</p>\n", escape(said));
        if !self.is_frozen() && self.shared.ballot.current().open {
            for (key, word) in [("y", "yes"), ("n", "no")] {
                html += &format!("<button data-key=\"{key}\"><kbd>{key}</kbd> {word}</button>\n");
            }
        }
        html
    }
}

/// The number of moves before the current position of a debate.
fn depth(sitting: &DebateSession) -> usize {
    sitting.game().tree().depth(sitting.here())
}

impl Task for Student {
    fn turn(&self) -> Option<Instant> {
        let mut guard = self.state.lock();
        let StudentState { app: opened, inbox, open, moved } = &mut *guard;
        let begun = Instant::now();
        let app = opened.get_or_insert_with(|| (self.screens)(self.waker.clone()));
        app.resize(self.area());
        let orders = std::mem::take(&mut *self.orders.lock());
        orders.into_iter().for_each(|order| order(app));
        let mut flow = app.poll();
        while let Some(taken) = inbox.wait(Some(Duration::ZERO)) {
            if taken.event.is_input() {
                self.unread.fetch_sub(1, Ordering::SeqCst);
            }
            if self.is_for_the_class(&taken.event, app) {
                continue;
            }
            flow = app.handle_queued(taken);
            match flow {
                AppCommand::Redraw => self.line().iter().for_each(|line| line.clear()),
                AppCommand::Leave(_) => break,
                // A student gets no shell.
                AppCommand::Go | AppCommand::Retake | AppCommand::Stop => {}
            }
            if begun.elapsed() > TURN {
                // Let the other students have their turns before the remaining events.
                self.waker.wake();
                break;
            }
        }
        if matches!(flow, AppCommand::Leave(_)) {
            *app = (self.screens)(self.waker.clone());
            if let Some(line) = self.line() {
                line.leave("you left the class; your moves are saved");
            }
        }
        self.note_open(app, open);
        let now = app.subject().map(|sitting| (sitting.id.clone(), depth(sitting)));
        if moved.as_ref().map(|(at, _)| at) != now.as_ref() {
            *moved = now.map(|now| (now, Instant::now()));
        }
        let is_asked = !self.is_frozen() && app.takes_letters();
        let said = self.announcement().filter(|_| !is_asked);
        self.draw(app, said.as_deref());
        app.clock().map(|due| Instant::now() + due)
    }

    fn recover(&self) {
        let mut app = (self.screens)(self.waker.clone());
        app.push_with(|context| context.stay("the program had a fault. Your moves are saved"));
        self.state.lock().app = Some(app);
        self.waker.wake();
    }

    fn number(&self) -> usize {
        self.number
    }
}
