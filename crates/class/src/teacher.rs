//! The teacher's screen: who plays what and how far, and what can be done about it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::addresses::Addresses;
use crate::ballot::Vote;
use crate::grid::{Grid, Pupil, SIGNS};
use crate::name::{self, nobody};
use crate::picker::{Picker, Purpose};
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
    /// What was asked for last, of which student, and is done if it is asked for again at once.
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
    Student(Pupil),
    Seat(Arc<ClassTable>, Seat),
}

impl StudentRow {
    /// What it is the row of, wherever it stands.
    fn key(&self) -> (u8, usize) {
        match self {
            Self::Student(pupil) => (0, pupil.number),
            Self::Seat(table, seat) => (1, 3 * table.number() + seat.index()),
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
        self.rows = pupils.map(StudentRow::Student).chain(seats).collect();
        let same = key.and_then(|key| self.rows.iter().position(|row| row.key() == key));
        self.at = same.unwrap_or(self.at).min(self.rows.len().saturating_sub(1));
    }

    fn seat(&self) -> Option<(&Arc<ClassTable>, Seat)> {
        match self.rows.get(self.at)? {
            StudentRow::Seat(table, seat) => Some((table, *seat)),
            StudentRow::Student(_) => None,
        }
    }

    fn pupil(&self) -> Option<&Pupil> {
        match self.rows.get(self.at)? {
            StudentRow::Student(pupil) => Some(pupil),
            StudentRow::Seat(..) => None,
        }
    }

    fn name(&self, number: usize) -> String {
        self.class.members.name(number).unwrap_or_default()
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

    /// Looks over the shoulder of whoever is under the cursor.
    fn follow(&mut self, context: &mut Context) -> Step {
        let student = match self.rows.get(self.at) {
            Some(StudentRow::Student(pupil)) => pupil.student.clone(),
            Some(StudentRow::Seat(table, seat)) => match &table.holders()[seat.index()] {
                Holder::Student(number) => self.class.members.came(*number),
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
            None => Ok(String::new()),
        }
    }

    /// Whether the same was asked for by the key before, of the same student if it is of one.
    fn is_asked_again(&mut self, action: Action, of: Option<usize>, context: &Context) -> bool {
        let asks = Some((action, of));
        std::mem::replace(&mut self.asked, asks) == asks && context.before == Some(action)
    }

    /// Takes the student under the cursor out of the class, if that is asked for twice.
    fn take_out(&mut self, action: Action, context: &mut Context) {
        let Some(Pupil { number, name, .. }) = self.pupil().cloned() else { return };
        let block = action == Action::Block;
        if !self.is_asked_again(action, Some(number), context) {
            return context.say(match block {
                true => format!("the same key again blocks {name}"),
                false => format!("the same key again takes {name} out"),
            });
        }
        let taken = self.class.take_out(number, block).map(|()| match block {
            true => format!("{name} is out, and nobody comes in under that name"),
            false => format!("{name} is out, and may come in anew"),
        });
        say(taken, context);
        self.look();
    }

    /// Ends the class, if that is asked for twice; a page is left at once.
    fn leave(&mut self, action: Action, context: &mut Context) -> Step {
        if !self.is_own || self.is_asked_again(action, None, context) {
            return Step::Pop;
        }
        context.stay("the same key again ends the class; everybody may come back to it")
    }

    /// Asks for a text to put to everybody, or counts what they said.
    fn vote_or_count(&mut self, context: &mut Context) {
        match self.vote().open {
            true => say(self.class.count(), context),
            false => self.typing = Some(Typing { whom: None, field: Field::default() }),
        }
    }

    fn rename(&mut self) {
        let typing = |p: &Pupil| Typing { whom: Some(p.number), field: Field::new(p.name.clone()) };
        self.typing = self.pupil().map(typing);
    }

    fn write_results(&mut self, context: &mut Context) {
        context.say("everybody is being graded");
        let class = Arc::clone(&self.class);
        self.grading = Some(Job::soon(context, move |_| class.write_results()));
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
                self.class.ask(Words::new(field.text().trim())?)?;
                self.class.show(Projected::Vote);
                "everybody is asked; the same key counts".into()
            }
        };
        self.typing = None;
        Ok(said)
    }

    fn words(&self, row: &StudentRow, columns: usize) -> (String, Role) {
        match row {
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
                    student => self.class.members.called(student),
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

    fn pick(&self, what: Purpose) -> Step {
        let at = if what == Purpose::Show { 0 } else { self.debate };
        Step::push(Picker::new(Arc::clone(&self.class), what, at))
    }

    fn offers(&self) -> Vec<Offer> {
        use Action::*;
        let told = |action, words: &'static str, deed: fn(&mut Self) -> Result<String, String>| {
            let deed = move |teacher: &mut Self, context: &mut Context| say(deed(teacher), context);
            Offer::new(&[action], words).does(deed)
        };
        if let Some(typing) = &self.typing {
            let words = if typing.whom.is_some() { "the new name" } else { "the question" };
            return vec![
                Offer::typing("text", words),
                told(Confirm, "do it", Self::typed),
                Offer::new(&[Cancel], "do not").does(|teacher: &mut Self| teacher.typing = None),
            ];
        }
        let pick = |action, words, what| {
            let pick = move |teacher: &mut Self| teacher.pick(what);
            Offer::new(&[action], words).does(pick)
        };
        let row = |teacher: &mut Self, action, _: &mut Context| {
            teacher.at = moved(teacher.at, action, 10, teacher.rows.len());
        };
        let mut offers = Vec::from(Offer::rows("choose", row));
        if self.class.setup.entries.len() > 1 {
            let column = |teacher: &mut Self, action, _: &mut Context| {
                teacher.debate =
                    moved(teacher.debate, action, 1, teacher.class.setup.entries.len());
            };
            offers.push(Offer::new(&[Left, Right], "debate").does(column));
        }
        if !self.rows.is_empty() {
            offers.push(Offer::new(&[Confirm], "look in").does(Self::follow));
        }
        if let Some((table, _)) = self.seat() {
            let sit = |action, words, seat| {
                let sit =
                    move |teacher: &mut Self, context: &mut Context| teacher.sit(seat, context);
                Offer::new(&[action], words).does(sit)
            };
            offers.push(sit(LookOn, "look on", false));
            if !table.progress().0 {
                offers.push(sit(TakeOver, "play it", true));
                offers.push(told(GiveProgram, "program", |teacher| {
                    let given = teacher.give(Holder::Program("honest".into()));
                    given.map(|()| "a program plays it from here on".into())
                }));
                offers.push(told(FreeSeat, "free it", Self::free));
            }
        } else if self.pupil().is_some() {
            let out = "out, and let nobody in under the name";
            offers.push(told(FreeSeat, "free the name", Self::free).quietly());
            offers.push(Offer::new(&[Rename], "another name").quietly().does(Self::rename));
            offers.push(Offer::new(&[TakeOut], "out of the class").quietly().does(Self::take_out));
            offers.push(Offer::new(&[Block], out).quietly().does(Self::take_out));
        }
        let Roll { frozen, holding, .. } = *self.class.members.roll().read();
        let freeze = if frozen { "go on" } else { "freeze" };
        let hold = if holding { "reveal" } else { "hold ends" };
        let vote = if self.vote().open { "count" } else { "vote" };
        let back = if self.is_own { "end the class" } else { "leave this page" };
        offers.extend([
            pick(Push, "push", Purpose::Push),
            pick(NewTable, "table", Purpose::Table),
            pick(Trios, "trios", Purpose::Trios).quietly(),
            told(Freeze, freeze, |teacher| {
                let frozen = teacher.class.members.roll().read().frozen;
                teacher.class.freeze(!frozen).map(|()| String::new())
            }),
            told(Hold, hold, |teacher| {
                let held = teacher.class.members.roll().read().holding;
                teacher.class.hold(!held).map(|()| String::new())
            }),
            Offer::new(&[Ballot], vote).does(Self::vote_or_count),
            Offer::new(&[Results], "results").does(Self::write_results),
            Offer::new(&[Help], "help"),
            told(NewCode, "another code", |teacher| {
                teacher.class.change_code().map(|code| format!("the code is {code} now"))
            })
            .quietly(),
            pick(Show, "projector", Purpose::Show),
            Offer::new(&[Pages], "addresses of pages")
                .quietly()
                .does(|teacher: &mut Self| Step::push(Addresses::new(Arc::clone(&teacher.class)))),
            Offer::new(&[Back], back).quietly().does(Self::leave),
        ]);
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
        let right =
            format!("code {} · {here} of {} here", self.class.code(), self.watch.pupils.len());
        layout::title_bar(&mut canvas.part(a.title), &title, &right);
        let columns = canvas.width();
        let debates = self.debates(columns);
        let head = self.watch.grid.head(debates.clone(), self.debate);
        canvas.part(a.claim).say(0, 0, &head, Role::Dim);
        let vote = self.vote();
        let Roll { frozen, holding, .. } = *self.class.members.roll().read();
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

/// Says what was done, or the first line of why it was not; nothing of what the screen shows anyway.
fn say(done: Result<String, String>, context: &mut Context) {
    let words = done.unwrap_or_else(|reason| reason.lines().next().unwrap_or("").to_owned());
    if !words.is_empty() {
        context.say(words);
    }
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

    fn returned(&mut self, _context: &mut Context) -> Step {
        self.asked = None;
        Step::Stay
    }

    fn view(&self, canvas: &mut Canvas<'_>, _context: &Context) -> Vec<Offer> {
        self.draw(canvas);
        self.offers()
    }
}
