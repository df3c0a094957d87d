//! A student: screens of their own, which stay while the connection goes and comes.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use crate::ballot::Ballot;
use crate::hall::{Guest, Hall};
use crate::line::Line;
use crate::open::Open;
use crate::roll::PROJECTOR;
use crate::rules::Eye;
use crate::tui::app::{App, Flow, Looks};
use crate::tui::event::KeyCode;
use crate::tui::face;
use crate::tui::prelude::*;
use crate::tui::svg::escape;
use crate::tui::terminal::{Event, House, Inbox, Waker, Work};
use crate::works::Works;
use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};

/// Said while the teacher has stopped the class.
const FROZEN: &str = "The teacher has stopped the class for a moment: look up.";
/// Said while there is a vote.
const VOTE: &str = "y for yes, n for no.";
const VOTED: &str = "Counted; y or n changes it.";
/// Said on a connection when there is a newer one.
const ELSEWHERE: &str = "you came in from somewhere else; this window is over";
/// A frame is due after so long, whatever else has come in.
const TURN: Duration = Duration::from_millis(30);

/// A student who came.
pub(crate) struct Student {
    /// Their number in the class.
    pub number: usize,
    folder: PathBuf,
    shared: Arc<Shared>,
    screens: Screens,
    waker: Waker,
    /// How many events wait to be handled.
    unread: AtomicUsize,
    /// Where the screens are shown. Nobody holds this lock while screens are worked out.
    shown: Mutex<StudentScreen>,
    /// What is to be done at their next turn.
    orders: Mutex<Vec<StudentOrder>>,
    /// The number of the vote whose outcome they have read.
    read: AtomicU32,
    /// When they last did anything.
    typed: Mutex<Instant>,
    /// The screens themselves: held for a whole turn.
    state: Mutex<StudentState>,
}

/// What others want of a student's screens.
type StudentOrder = Box<dyn FnOnce(&mut App) + Send>;

/// Makes the screens that a student begins with.
type Screens = Box<dyn Fn(Waker) -> App + Send + Sync>;

/// What all students of a class share.
pub(crate) struct Shared {
    /// The threads of their screens.
    pub hall: Arc<Hall>,
    /// The threads of their long work.
    pub works: Arc<Works>,
    /// A question to everybody, to be answered by yes or no.
    pub ballot: Ballot,
    /// Nobody can do anything for a while.
    pub frozen: AtomicBool,
}

struct StudentState {
    /// None until their first turn: what is long about opening a debate is done in a lane for that.
    app: Option<App>,
    inbox: Inbox,
    /// What is shown, as last noted.
    open: Open,
    /// The debate that is shown and how many moves were made in it, and since when it is so.
    moved: Option<((String, usize), Instant)>,
}

/// Where screens are shown: the connection, if there is one, and its size.
pub(crate) struct StudentScreen {
    line: Option<Arc<Line>>,
    /// The student's terminal has this size.
    pub size: (u16, u16),
    /// As text rather than cells.
    pub face: bool,
}

/// How a student is doing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    /// The library's name of the debate on the screen, or nothing.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// The number of its table, if it is a debate of several.
    pub table: Option<usize>,
    /// How far it is, in words; without a debate, where they are.
    pub progress: String,
    /// How many moves led there.
    pub moves: usize,
    /// Is it over?
    pub over: bool,
    /// Since the last move, or since it was opened.
    pub still: Duration,
    /// Since they last did anything.
    pub idle: Duration,
    /// The judge's queries.
    pub queries: u64,
    /// The hints used.
    pub hints: u32,
}

impl Seen {
    /// Is a debate before them that goes on?
    pub(crate) fn is_playing(&self) -> bool {
        !self.id.is_empty() && !self.over
    }
}

/// The house of a student's screens.
struct Home(Weak<Student>);

impl House for Home {
    fn ring(&self) {
        // While the student is being made there is nobody to call yet; the first turn looks.
        if let Some(student) = self.0.upgrade() {
            Arc::clone(&student.shared.hall).call(student);
        }
    }

    fn work(&self, work: Work) {
        if let Some(student) = self.0.upgrade() {
            student.shared.works.take(student.number, work);
        }
    }
}

impl Student {
    /// The student with this number, whose files are in this folder.
    pub(crate) fn new(
        number: usize,
        folder: PathBuf,
        shared: Arc<Shared>,
        screens: Screens,
    ) -> Arc<Self> {
        let student = Arc::new_cyclic(|me| {
            let inbox = Inbox::within(Arc::new(Home(Weak::clone(me))));
            let vote = shared.ballot.now();
            Self {
                number,
                folder,
                shared,
                screens,
                waker: inbox.waker(),
                unread: AtomicUsize::new(0),
                shown: Mutex::new(StudentScreen { line: None, size: (80, 24), face: false }),
                orders: Mutex::default(),
                // What came of a vote before they came is nothing to them.
                read: AtomicU32::new(if vote.open { 0 } else { vote.number }),
                typed: Mutex::new(Instant::now()),
                state: Mutex::new(StudentState {
                    app: None,
                    inbox,
                    open: Open::default(),
                    moved: None,
                }),
            }
        });
        student.waker.wake();
        student
    }

    /// Is it a student, rather than a page of the teacher's?
    pub(crate) fn is_student(&self) -> bool {
        self.number < PROJECTOR
    }

    /// Lets the screen look.
    pub(crate) fn wake(&self) {
        self.waker.wake();
    }

    /// Is anybody looking?
    pub(crate) fn is_here(&self) -> bool {
        self.shown.lock().line.is_some()
    }

    /// How they are doing; none while their screen is busy.
    pub(crate) fn seen(&self) -> Option<Seen> {
        let state = self.state.try_lock()?;
        let idle = self.typed.lock().elapsed();
        let sitting = state.app.as_ref().and_then(App::subject);
        let Some(sitting) = sitting else {
            let scope = state.app.as_ref().and_then(App::scope);
            let progress = match scope {
                Some(KeyScope::Library) => "in the library",
                _ => "between debates",
            };
            return Some(Seen { progress: progress.into(), idle, ..Seen::default() });
        };
        let position = sitting.game().now();
        let eye = sitting.people().first().map_or(Eye::All, |&seat| Eye::Seat(seat));
        let attempt = sitting.attempt();
        let over = sitting.outcome().is_some() || sitting.is_held();
        let progress = match over {
            true if sitting.is_held() => "its end is kept back".into(),
            true => "at its end".into(),
            false => position.brief(eye).progress,
        };
        Some(Seen {
            id: sitting.id.clone(),
            title: sitting.scenario.title.to_string(),
            table: sitting.table(),
            progress,
            moves: depth(sitting),
            over,
            still: state.moved.as_ref().map_or(idle, |(_, at)| at.elapsed()),
            idle,
            queries: position.ledger().of(Seat::Judge).queries(),
            hints: attempt.hints,
        })
    }

    /// What is on their screen.
    pub(crate) fn picture(&self) -> Option<Buffer> {
        let area = self.area();
        let state = self.state.try_lock()?;
        let mut buffer = Buffer::empty(area);
        state.app.as_ref()?.draw(&mut buffer);
        Some(buffer)
    }

    /// Has something done at their next turn.
    pub(crate) fn order(&self, order: impl FnOnce(&mut App) + Send + 'static) {
        self.orders.lock().push(Box::new(order));
        self.wake();
    }

    /// They are in the class no more, and are told so in these words.
    pub(crate) fn dismiss(&self, words: &str) {
        if let Some(line) = self.line() {
            line.leave(words);
        }
    }

    /// Shows the screens on a new connection, in place of one that is there.
    pub(crate) fn connect(&self, size: (u16, u16), face: bool, looks: Looks) -> Arc<Line> {
        self.order(|app| app.wear(looks));
        let line = Arc::new(Line::default());
        let shown = StudentScreen { line: Some(Arc::clone(&line)), size, face };
        let before = std::mem::replace(&mut *self.shown.lock(), shown);
        if let Some(before) = before.line {
            before.leave(ELSEWHERE);
        }
        self.waker.send(Event::Resized);
        line
    }

    /// The connection is over; the screens stay as they are.
    pub(crate) fn part(&self, line: &Arc<Line>) {
        self.shown.lock().line.take_if(|shown| Arc::ptr_eq(shown, line));
    }

    fn area(&self) -> Rect {
        let shown = self.shown.lock();
        let (width, height) = if shown.face { face::SIZE } else { shown.size };
        Rect::new(0, 0, width, height)
    }

    fn line(&self) -> Option<Arc<Line>> {
        self.shown.lock().line.clone()
    }

    /// Something was typed.
    pub(crate) fn typed(&self, event: Event) {
        self.unread.fetch_add(1, Ordering::SeqCst);
        *self.typed.lock() = Instant::now();
        self.waker.send(event);
    }

    /// How much of what was typed waits to be handled.
    pub(crate) fn unread(&self) -> usize {
        self.unread.load(Ordering::SeqCst)
    }

    /// The screens are shown in another way.
    pub(crate) fn change(&self, to: impl FnOnce(&mut StudentScreen)) {
        let mut shown = self.shown.lock();
        to(&mut shown);
        if let Some(line) = &shown.line {
            line.clear();
        }
        drop(shown);
        self.waker.send(Event::Resized);
    }

    /// Takes what is typed while the teacher has stopped the class, and votes. A question of the screen is
    /// answered first.
    fn is_for_the_class(&self, event: &Event, app: &App) -> bool {
        if !self.is_student() {
            return false;
        }
        if !is_typed(event) || self.is_frozen() {
            return is_typed(event);
        }
        let vote = self.shared.ballot.now();
        // Whoever goes on has read what came of it.
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
        // What cannot be kept is not counted, and they are asked still.
        let _ = self.shared.ballot.say(self.number, yes);
        true
    }

    /// Has the teacher stopped the class?
    fn is_frozen(&self) -> bool {
        self.shared.frozen.load(Ordering::SeqCst)
    }

    /// What the teacher says to all.
    fn said(&self) -> Option<String> {
        if !self.is_student() {
            return None;
        }
        if self.is_frozen() {
            return Some(FROZEN.into());
        }
        let vote = self.shared.ballot.now();
        if vote.open {
            let ask = if vote.ask.is_empty() { "The teacher asks:" } else { &vote.ask };
            let said = if vote.said.contains_key(&self.number) { VOTED } else { VOTE };
            return Some(format!("{ask} {said}"));
        }
        let is_news = vote.number > self.read.load(Ordering::SeqCst);
        is_news.then(|| format!("{}. Enter goes on.", vote.outcome()))
    }

    /// Notes which debate is open, for when the program starts again.
    fn note_open(&self, app: &App, noted: &mut Open) {
        if let Some(open) = Open::on(app).filter(|open| self.is_student() && open != noted) {
            open.write(&self.folder);
            *noted = open;
        }
    }

    /// Hands a frame to the connection, unless it has not written the last one yet; `said` is what the
    /// teacher says to all.
    fn draw(&self, app: &mut App, said: Option<&str>) {
        let Some(line) = self.line().filter(|line| line.is_free()) else { return };
        let area = self.area();
        if self.shown.lock().face {
            app.resize(area);
            let html = self.spoken(said) + &app.face();
            app.was_drawn();
            return line.show_face(html);
        }
        let mut buffer = Buffer::empty(area);
        if !area.is_empty() {
            app.resize(area);
            app.draw(&mut buffer);
        }
        app.was_drawn();
        // In place of the claim: whose turn it is stands above, and what can be chosen below.
        if let Some(said) = said
            && area.height > 1
        {
            let said = format!(" {said:<width$}", width = usize::from(area.width));
            let style = Style::new().add_modifier(Modifier::REVERSED);
            buffer.set_stringn(0, 1, &said, area.width.into(), style);
        }
        line.show(buffer);
    }

    /// What the teacher says to all, as HTML, with buttons if it is asked.
    fn spoken(&self, said: Option<&str>) -> String {
        let Some(said) = said else { return String::new() };
        let mut html = format!("<p class=\"notice\" role=\"status\">{}</p>\n", escape(said));
        if !self.is_frozen() && self.shared.ballot.now().open {
            for (key, word) in [("y", "yes"), ("n", "no")] {
                html += &format!("<button data-key=\"{key}\"><kbd>{key}</kbd> {word}</button>\n");
            }
        }
        html
    }
}

/// How many moves led to where a debate stands.
fn depth(sitting: &Sitting) -> usize {
    sitting.game().tree().depth(sitting.here())
}

fn is_typed(event: &Event) -> bool {
    matches!(event, Event::Key(_) | Event::Paste(_) | Event::Mouse(_))
}

impl Guest for Student {
    fn turn(&self) -> Option<Instant> {
        let mut guard = self.state.lock();
        let StudentState { app: opened, inbox, open, moved } = &mut *guard;
        let begun = Instant::now();
        let app = opened.get_or_insert_with(|| (self.screens)(self.waker.clone()));
        app.resize(self.area());
        let orders = std::mem::take(&mut *self.orders.lock());
        orders.into_iter().for_each(|order| order(app));
        let mut flow = app.poll();
        while let Some(taken) = inbox.take(Some(Duration::ZERO)) {
            if is_typed(&taken.event) {
                self.unread.fetch_sub(1, Ordering::SeqCst);
            }
            if self.is_for_the_class(&taken.event, app) {
                continue;
            }
            flow = app.take(taken);
            match flow {
                Flow::Redraw => self.line().iter().for_each(|line| line.clear()),
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
            *app = (self.screens)(self.waker.clone());
            if let Some(line) = self.line() {
                line.leave("you left the class; what you played is kept");
            }
        }
        self.note_open(app, open);
        let now = app.subject().map(|sitting| (sitting.id.clone(), depth(sitting)));
        if moved.as_ref().map(|(at, _)| at) != now.as_ref() {
            *moved = now.map(|now| (now, Instant::now()));
        }
        let is_asked = !self.is_frozen() && app.takes_letters();
        let said = self.said().filter(|_| !is_asked);
        self.draw(app, said.as_deref());
        app.clock().map(|due| Instant::now() + due)
    }

    fn recover(&self) {
        let mut app = (self.screens)(self.waker.clone());
        app.push_with(|context| context.stay("a fault of the program; what was played is kept"));
        self.state.lock().app = Some(app);
        self.waker.wake();
    }

    fn number(&self) -> usize {
        self.number
    }
}
