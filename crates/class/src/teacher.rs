//! The teacher's screen: who plays what and how far, and what can be done about it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::addresses::Addresses;
use crate::ballot::Vote;
use crate::door::Waiting;
use crate::grid::{Grid, Pupil, SIGNS};
use crate::name::{self, nobody};
use crate::picker::{Picker, Purpose};
use crate::results;
use crate::roll::{Holder, Roll, TEACHER};
use crate::scenario::Words;
use crate::session::Class;
use crate::shoulder::Shoulder;
use crate::show::Projected;
use crate::table::ClassTable;
use crate::tui::chair::Source;
use crate::tui::list::{clicked, list};
use crate::tui::prelude::*;
use crate::tui::screen::{Options, TableScreen};
use crate::tui::worker::{Token, work};
use crate::watch::{GLANCE, Watch};

/// No question to everybody has more characters: it stands on a line of a screen.
const LONGEST_QUESTION: usize = 48;

/// The class, for its teacher.
pub struct Teacher {
    class: Arc<Class>,
    /// It is the program's own screen, whose end is the end of the class.
    is_own: bool,
    rows: Vec<StudentRow>,
    at: usize,
    /// The debate whose column has the cursor.
    debate: usize,
    watch: Watch,
    typing: Option<Typing>,
    /// Everybody's results are being graded and written.
    grading: Option<Job<Result<PathBuf, String>>>,
    /// What was asked for of which student, and is done if it is asked for again.
    asked: Option<(Action, Option<usize>)>,
}

/// What is being typed: a new name for the student with a number, or a question to everybody.
struct Typing {
    whom: Option<usize>,
    field: Field,
}

impl Typing {
    /// How many letters it takes.
    fn most(&self) -> usize {
        if self.whom.is_some() { name::LONGEST } else { LONGEST_QUESTION }
    }

    /// Whether not all of this is taken.
    fn is_full_for(&self, edit: &Edit) -> bool {
        let more = match edit {
            Edit::Char(_) => 1,
            Edit::Paste(text) => text.chars().count(),
            _ => 0,
        };
        more > 0 && self.field.text().chars().count() + more > self.most()
    }
}

/// A line of the list.
enum StudentRow {
    Waiting(Waiting),
    Student(Pupil),
    Seat(Arc<ClassTable>, Seat),
}

impl StudentRow {
    /// What it is the row of, wherever it stands.
    fn key(&self) -> (u8, usize, String) {
        match self {
            Self::Waiting(waiting) => (0, 0, waiting.name.clone()),
            Self::Student(pupil) => (1, pupil.number, String::new()),
            Self::Seat(table, seat) => (2, 3 * table.number() + seat.index(), String::new()),
        }
    }
}

impl Teacher {
    /// The screen of the program that serves the class, if it is its own; else that of a page, which is
    /// left without an end of the class.
    pub fn new(class: Arc<Class>, is_own: bool) -> Self {
        let mut teacher = Self {
            class,
            is_own,
            rows: Vec::new(),
            at: 0,
            debate: 0,
            watch: Watch::default(),
            typing: None,
            grading: None,
            asked: None,
        };
        teacher.look();
        teacher
    }

    fn vote(&self) -> Vote {
        self.class.shared.ballot.now()
    }

    /// Takes in how everybody is doing. The cursor stays with whoever it is on.
    fn look(&mut self) {
        let key = self.rows.get(self.at).map(StudentRow::key);
        self.watch.look(&self.class);
        let pupils = self.watch.pupils.iter().cloned();
        let tables = self.class.tables();
        let seats = tables.iter().flat_map(|t| Seat::each(|s| StudentRow::Seat(Arc::clone(t), s)));
        let waiting = self.class.door.lock().waiting().into_iter().map(StudentRow::Waiting);
        self.rows = waiting.chain(pupils.map(StudentRow::Student)).chain(seats).collect();
        let same = key.and_then(|key| self.rows.iter().position(|row| row.key() == key));
        self.at = same.unwrap_or(self.at).min(self.rows.len().saturating_sub(1));
    }

    fn seat(&self) -> Option<(&Arc<ClassTable>, Seat)> {
        match self.rows.get(self.at)? {
            StudentRow::Seat(table, seat) => Some((table, *seat)),
            StudentRow::Waiting(_) | StudentRow::Student(_) => None,
        }
    }

    fn pupil(&self) -> Option<&Pupil> {
        match self.rows.get(self.at)? {
            StudentRow::Student(pupil) => Some(pupil),
            StudentRow::Waiting(_) | StudentRow::Seat(..) => None,
        }
    }

    fn name(&self, number: usize) -> String {
        self.class.name(number).unwrap_or_default()
    }

    fn give(&mut self, holder: Holder) -> Result<(), String> {
        let Some((table, seat)) = self.seat() else { return Err("choose a seat".into()) };
        self.class.give(table, seat, holder)?;
        let run = Arc::clone(table);
        let token = Token::default();
        let run = work(&token.clone(), move || drop(run.run(&token)));
        self.class.shared.works.take(TEACHER, run);
        self.look();
        Ok(())
    }

    /// Lets whoever is under the cursor in, or looks over their shoulder.
    fn follow(&mut self, context: &mut Context) -> Step {
        let student = match self.rows.get(self.at) {
            Some(StudentRow::Waiting(waiting)) => {
                self.class.door.lock().answer(&waiting.name, true);
                context.say(format!("{} comes in", waiting.name));
                self.look();
                return Step::Stay;
            }
            Some(StudentRow::Student(pupil)) => pupil.student.clone(),
            Some(StudentRow::Seat(table, seat)) => match &table.holders()[seat.index()] {
                Holder::Student(number) => {
                    self.class.students().into_iter().find(|s| s.number == *number)
                }
                _ => None,
            },
            None => None,
        };
        match student {
            Some(student) => {
                let name = self.name(student.number);
                Step::push(Shoulder { student, name })
            }
            None => context.stay("nobody who is here sits there"),
        }
    }

    fn sit(&mut self, seat: bool, context: &mut Context) -> Step {
        let Some((table, at)) = self.seat() else {
            return context.stay("choose a seat of a table");
        };
        let (table, seat) = (Arc::clone(table), seat.then_some(at));
        if seat.is_some()
            && let Err(reason) = self.give(Holder::Teacher)
        {
            return context.stay(reason);
        }
        match table.sitting(seat, TEACHER) {
            Ok(sitting) => Step::push(TableScreen::new(sitting, Options::default())),
            Err(reason) => context.stay(reason),
        }
    }

    fn free(&mut self) -> Result<String, String> {
        match self.rows.get(self.at) {
            Some(StudentRow::Seat(..)) => {
                self.give(Holder::Free).map(|()| "the seat is free".into())
            }
            Some(StudentRow::Student(Pupil { number, name, .. })) => {
                let freed = self.class.free_name(*number);
                freed.map(|()| format!("the next who comes with the code may be {name}"))
            }
            Some(StudentRow::Waiting(_)) | None => Ok(String::new()),
        }
    }

    /// Takes whoever is under the cursor out of the class, or turns them away at the door.
    fn take_out(&mut self, block: bool) -> Result<String, String> {
        let said = match self.rows.get(self.at) {
            Some(StudentRow::Waiting(waiting)) => {
                self.class.door.lock().answer(&waiting.name, false);
                format!("{} is turned away", waiting.name)
            }
            Some(StudentRow::Student(Pupil { number, name, .. })) => {
                self.class.take_out(*number, block)?;
                match block {
                    true => format!("{name} is out; who is new from there waits for you"),
                    false => format!("{name} is out, and may come in anew"),
                }
            }
            Some(StudentRow::Seat(..)) | None => return Err("choose a student".into()),
        };
        self.look();
        Ok(said)
    }

    /// The debates whose columns have room, around the one under the cursor.
    fn debates(&self, columns: usize) -> std::ops::Range<usize> {
        let (all, room) = (self.class.setup.entries.len(), Grid::room(columns).max(1));
        let first = (self.debate + 1).saturating_sub(room);
        first..all.min(first + room)
    }

    /// What is under the cursor, in words: who does what, and where they stand in the debate of the
    /// column; then the debate's question.
    fn details(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let entry = self.class.setup.entries.get(self.debate);
        let title = entry.map_or("", LibraryEntry::title);
        let number = self.debate + 1;
        match self.pupil() {
            None => lines.push(format!("{number}  {title}")),
            Some(pupil) => {
                let state = self.watch.grid.state(pupil, self.debate).words();
                lines.push(format!("{number}  {title}: {} · {state}", pupil.name));
                let seen = &pupil.seen;
                let what = [&seen.title, &seen.progress].map(String::as_str);
                let what = what.into_iter().filter(|words| !words.is_empty());
                let queries = plural(seen.queries, "query", "queries");
                let hints = plural(seen.hints.into(), "hint", "hints");
                let costs = format!(" · {queries}, {hints}");
                let costs = if seen.id.is_empty() { "" } else { &costs };
                let what = what.collect::<Vec<_>>().join(", ");
                if !what.is_empty() {
                    lines.push(format!("now: {what}{costs}"));
                }
            }
        }
        let question = entry.and_then(|entry| entry.scenario.as_ref().ok());
        let asked = question.map(|s| [s.lesson.before.as_ref(), s.lesson.question.as_ref()]);
        for (after, question) in [false, true].into_iter().zip(asked.unwrap_or_default()) {
            let Some(question) = question else { continue };
            let said = self.watch.grid.said((self.debate, after));
            let wrong = said.wrong.iter().map(|(said, count)| format!("{said} ({count})"));
            let wrong = wrong.collect::<Vec<_>>().join(", ");
            let also = if wrong.is_empty() { "" } else { ", also " };
            let when = if after { "after" } else { "before" };
            let (right, of) = (said.right, said.of);
            let ask = &question.ask;
            // Where the row is too short, the question goes.
            lines.push(format!("asked {when}: {right} of {of} right{also}{wrong} · {ask}"));
        }
        lines
    }

    /// Takes what was typed. It is typed on if it will not do.
    fn typed(&mut self) -> Result<String, String> {
        let Some(Typing { whom, field }) = &self.typing else { return Ok(String::new()) };
        let said = match *whom {
            Some(number) => {
                let before = self.name(number);
                self.class.rename(number, field.text())?;
                format!("{before} is {} now", self.name(number))
            }
            None => {
                self.class.ask(Words::new(field.text().trim())?, false)?;
                self.class.show(Projected::Vote);
                "everybody is asked; the same key counts".into()
            }
        };
        self.typing = None;
        Ok(said)
    }

    fn words(&self, row: &StudentRow, columns: usize) -> (String, Role) {
        match row {
            StudentRow::Waiting(Waiting { name, from, .. }) => {
                (format!("{} waits at the door, from {from}", pad(name, 24)), Role::Notice)
            }
            StudentRow::Student(pupil) => {
                let text = self.watch.grid.row(pupil, self.debates(columns));
                (text, if pupil.is_here() { Role::Text } else { Role::Dim })
            }
            StudentRow::Seat(table, seat) => {
                let who = match &table.holders()[seat.index()] {
                    Holder::Free => nobody::FREE.to_owned(),
                    Holder::Teacher => nobody::YOU.into(),
                    // No student's name has a colon.
                    Holder::Program(written) => format!("{}: {written}", nobody::PROGRAM),
                    student => self.class.called(student),
                };
                let (over, moves) = table.progress();
                let state =
                    if over { "over".into() } else { plural(moves as u64, "move", "moves") };
                let name = format!("table {}, {}", table.number() + 1, seat.name());
                let title = pad(&cut(&table.title(), 22), 22);
                (format!("{} {title} {} {who}", pad(&name, 21), pad(&state, 12)), Role::Text)
            }
        }
    }

    fn pick(&self, what: Purpose, at: usize) -> Step {
        Step::push(Picker::new(Arc::clone(&self.class), what, at))
    }

    fn act(&mut self, action: Action, context: &mut Context) -> Step {
        use Action::*;
        // Who is looked at is nothing to the end of the class.
        let whom = self.pupil().filter(|_| matches!(action, TakeOut | Block));
        let asks = (action, whom.map(|pupil| pupil.number));
        let is_asked = self.asked.take() == Some(asks);
        let class = Arc::clone(&self.class);
        match action {
            Cancel => self.typing = None,
            Confirm if self.typing.is_some() => say(self.typed(), context),
            Rename => {
                let of =
                    |p: &Pupil| Typing { whom: Some(p.number), field: Field::new(p.name.clone()) };
                self.typing = self.pupil().map(of);
            }
            TakeOut | Block => match self.pupil().filter(|_| !is_asked) {
                Some(Pupil { name, .. }) => {
                    context.say(match action {
                        Block => format!("the same key again blocks {name}"),
                        _ => format!("the same key again takes {name} out"),
                    });
                    self.asked = Some(asks);
                }
                None => say(self.take_out(action == Block), context),
            },
            GuardDoor => {
                let guarded = !class.roll.read().guarded;
                let said = match guarded {
                    true => "who is new waits at the door until you let them in",
                    false => "whoever has the code comes in",
                };
                say(class.guard(guarded).map(|()| said.to_owned()), context);
            }
            NewCode => {
                say(class.change_code().map(|code| format!("the code is {code} now")), context);
            }
            Up | Down | PageUp | PageDown | First | Last => {
                self.at = moved(self.at, action, 10, self.rows.len());
            }
            Left | Right => self.debate = moved(self.debate, action, 1, class.setup.entries.len()),
            Confirm => return self.follow(context),
            LookOn => return self.sit(false, context),
            TakeOver => return self.sit(true, context),
            GiveProgram => {
                let given = self.give(Holder::Program("honest".into()));
                say(given.map(|()| "a program plays it from here on".into()), context);
            }
            FreeSeat => say(self.free(), context),
            Push => return self.pick(Purpose::Push, self.debate),
            NewTable => return self.pick(Purpose::Table, self.debate),
            Show => return self.pick(Purpose::Show, 0),
            Trios => return Step::push(results::Trios::new(class)),
            Freeze => {
                let frozen = class.roll.read().frozen;
                class.freeze(!frozen).unwrap_or_else(|why| context.say(why));
            }
            Hold => {
                let held = class.roll.read().holding;
                class.hold(!held).unwrap_or_else(|why| context.say(why));
            }
            Ballot if self.vote().open => say(class.count(), context),
            Ballot => self.typing = Some(Typing { whom: None, field: Field::default() }),
            Results => {
                context.say("everybody is being graded");
                self.grading = Some(Job::soon(context, move |_| class.write_results()));
            }
            Pages => return Step::push(Addresses::new(class)),
            _ if is_asked || !self.is_own => return Step::Pop,
            _ => {
                self.asked = Some(asks);
                context.say("the same key again ends the class; everybody may come back to it");
            }
        }
        Step::Stay
    }

    fn offers(&self) -> Vec<Offer> {
        use Action::*;
        if let Some(typing) = &self.typing {
            let words = if typing.whom.is_some() { "the new name" } else { "the question" };
            return vec![
                Offer::typing("text", words),
                Offer::new(&[Confirm], "do it"),
                Offer::new(&[Cancel], "do not"),
            ];
        }
        let mut offers = vec![
            Offer::new(&[Up, Down], "choose"),
            Offer::new(&[PageUp, PageDown], "a page").quietly(),
            Offer::new(&[First, Last], "ends").quietly(),
        ];
        if self.class.setup.entries.len() > 1 {
            offers.push(Offer::new(&[Left, Right], "debate"));
        }
        match self.rows.get(self.at) {
            Some(StudentRow::Waiting(_)) => {
                offers.push(Offer::new(&[Confirm], "let in"));
                offers.push(Offer::new(&[TakeOut], "turn away"));
            }
            Some(_) => offers.push(Offer::new(&[Confirm], "look in")),
            None => {}
        }
        if let Some((table, _)) = self.seat() {
            offers.push(Offer::new(&[LookOn], "look on"));
            if !table.progress().0 {
                offers.push(Offer::new(&[TakeOver], "play it"));
                offers.push(Offer::new(&[GiveProgram], "program"));
                offers.push(Offer::new(&[FreeSeat], "free it"));
            }
        } else if self.pupil().is_some() {
            offers.push(Offer::new(&[FreeSeat], "give up the key").quietly());
            offers.push(Offer::new(&[Rename], "another name").quietly());
            offers.push(Offer::new(&[TakeOut], "out of the class").quietly());
            offers.push(Offer::new(&[Block], "out, and let nobody in under the name").quietly());
        }
        offers.push(Offer::new(&[Push], "push"));
        offers.push(Offer::new(&[NewTable], "table"));
        offers.push(Offer::new(&[Trios], "trios").quietly());
        let Roll { frozen, holding, guarded, .. } = *self.class.roll.read();
        offers.push(Offer::new(&[Freeze], if frozen { "go on" } else { "freeze" }));
        offers.push(Offer::new(&[Hold], if holding { "reveal" } else { "hold ends" }));
        let vote = if self.vote().open { "count" } else { "vote" };
        offers.push(Offer::new(&[Ballot], vote));
        offers.push(Offer::new(&[Results], "results"));
        offers.push(Offer::new(&[Help], "help"));
        let door = if guarded { "who is new comes in" } else { "who is new waits for you" };
        offers.push(Offer::new(&[GuardDoor], door).quietly());
        offers.push(Offer::new(&[NewCode], "another code").quietly());
        offers.push(Offer::new(&[Show], "projector"));
        offers.push(Offer::new(&[Pages], "addresses of pages").quietly());
        let back = if self.is_own { "end the class" } else { "leave this page" };
        offers.push(Offer::new(&[Back], back).quietly());
        offers
    }

    /// Where the list of rows is: what is below it is of everybody, and of who is under the cursor.
    fn list_of(area: Rect) -> Rect {
        let height = (Anatomy::of(area, false).middle.y + 2).min(area.height);
        Rect { height, ..area }
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        let a = Anatomy::of(canvas.area(), false);
        let here = self.watch.here();
        let title = format!("the class · {}", self.class.address());
        let right = format!("code {} · {here} of {} here", self.class.code(), self.class.size());
        layout::title_bar(&mut canvas.part(a.title), &title, &right);
        let columns = canvas.width();
        let debates = self.debates(columns);
        let head = self.watch.grid.head(debates.clone(), self.debate);
        canvas.part(a.claim).say(0, 0, &head, Role::Dim);
        let vote = self.vote();
        let Roll { frozen, holding, .. } = *self.class.roll.read();
        let states = [
            frozen.then(|| "stopped for a moment".to_owned()),
            vote.open.then(|| format!("a vote: {}", vote.outcome())),
            holding.then(|| "ends are kept back".to_owned()),
        ];
        let state = states.into_iter().flatten().collect::<Vec<_>>().join(" · ");
        Divider::new(&state).draw(&mut canvas.part(a.top), Role::Heading);
        let texts: Vec<_> = self.rows.iter().map(|row| self.words(row, columns)).collect();
        let empty = "nobody is here yet: tell them the address and the code";
        let above = Self::list_of(canvas.area());
        list(&mut canvas.part(above), 0, &texts, self.at, empty);
        Divider::new("everybody").draw(&mut canvas.part(a.middle), Role::Heading);
        let mut shares = canvas.part(a.ledger);
        let rows = self.watch.grid.shares(&self.watch.pupils, debates);
        shares.say_lines((0, 0), rows, Role::Text);
        Divider::new(SIGNS).draw(&mut canvas.part(a.ask), Role::Dim);
        let mut below = canvas.part(a.prompt);
        let room = below.width().saturating_sub(4);
        let lines = self.details().into_iter().flat_map(|line| wrap(&line, room));
        below.say_lines((2, 0), lines, Role::Text);
        if let Some(typing) = &self.typing {
            let what = match typing.whom {
                Some(_) => "the new name",
                None => "the question, to be answered by yes or no",
            };
            let mut row = canvas.part(a.claim);
            let columns = row.width();
            row.say(0, 0, &" ".repeat(columns), Role::Text);
            let x = row.say(0, 0, &format!("  {what}: "), Role::Text);
            typing.field.draw(&mut row, (x, 0), columns.saturating_sub(x + 1), true);
        }
    }
}

/// Says what was done, or the first line of why it was not.
fn say(done: Result<String, String>, context: &mut Context) {
    context.say(done.unwrap_or_else(|reason| reason.lines().next().unwrap_or("").to_owned()));
}

impl Screen<Playground> for Teacher {
    fn scope(&self) -> KeyScope {
        KeyScope::Class
    }

    fn takes(&self, _edit: &Edit) -> bool {
        self.typing.is_some()
    }

    fn edit(&mut self, edit: Edit, context: &mut Context) {
        if let Some(typing) = &mut self.typing {
            if typing.is_full_for(&edit) {
                context.say(format!("no more than {} letters", typing.most()));
            }
            let most = typing.most();
            typing.field.edit(edit, most);
        }
    }

    fn click(&mut self, at: Position, context: &mut Context) -> Step {
        if let Some(row) = clicked(Self::list_of(context.size), self.rows.len(), self.at, at) {
            self.at = row;
        }
        Step::Stay
    }

    fn poll(&mut self, context: &mut Context) -> Step {
        self.watch.mark(&self.class, context);
        self.look();
        if let Poll::Done(written) = Job::taken(&mut self.grading) {
            say(written.map(|path| format!("written to {}", path.display())), context);
        }
        Step::Stay
    }

    fn pace(&self) -> Option<Duration> {
        Some(GLANCE)
    }

    fn view(&self, canvas: &mut Canvas<'_>, _context: &Context) -> Vec<Offer> {
        self.draw(canvas);
        let is_own = |offer: &Offer| offer.actions() != [Action::Help];
        let does = |o: Offer| if is_own(&o) { o.does(Self::act) } else { o };
        self.offers().into_iter().map(does).collect()
    }
}
