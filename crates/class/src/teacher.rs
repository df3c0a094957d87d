//! The teacher's screen: the progress of the students, and the keys that control the class.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::addresses::AddressesScreen;
use crate::grid::{GridStudent, ProgressGrid, SIGNS};
use crate::monitor::{ClassMonitor, GLANCE};
use crate::name::{self, nobody};
use crate::picker::{DebatePicker, PickerPurpose};
use crate::poll::PollQuestion;
use crate::projection::ProjectorContent;
use crate::roster::{Roster, SeatHolder, TEACHER};
use crate::scenario::SafeText;
use crate::session::Class;
use crate::student_view::StudentView;
use crate::table::ClassTable;
use crate::tui::card::Card;
use crate::tui::list;
use crate::tui::prelude::*;
use crate::tui::remote_seat::SharedDebate;
use crate::tui::screen::{TableOptions, TableScreen};
use crate::tui::worker::{CancelToken, work};

/// The length limit of a question to everybody, in characters. The question must fit on one row.
const LONGEST_QUESTION: usize = 48;

/// The screen of a class for its teacher.
pub struct TeacherScreen {
    class: Arc<Class>,
    /// `true` on the machine that serves the class. There, leaving the screen ends the class.
    is_own: bool,
    rows: Vec<StudentRow>,
    at: usize,
    /// The debate whose column has the cursor.
    debate: usize,
    watch: ClassMonitor,
    typing: Option<Typing>,
    /// The job that grades and writes the results.
    grading: Option<Job<Result<PathBuf, String>>>,
    /// The last action that needs a second press, and the student whom it concerns.
    asked: Option<(Action, Option<usize>)>,
}

/// The text that is being typed: a new name for a student, or a question to everybody.
struct Typing {
    whom: Option<usize>,
    field: TextLine,
}

impl Typing {
    /// The longest text in characters.
    fn max_length(&self) -> usize {
        if self.whom.is_some() { name::LONGEST } else { LONGEST_QUESTION }
    }

    /// Returns `true` if the text has no room for this edit.
    fn is_full_for(&self, edit: &Edit) -> bool {
        let more = match edit {
            Edit::Char(_) => 1,
            Edit::Paste(text) => text.chars().count(),
            _ => 0,
        };
        more > 0 && self.field.text().chars().count() + more > self.max_length()
    }
}

/// A row of the list.
enum StudentRow {
    Student(GridStudent),
    Seat(Arc<ClassTable>, Seat),
}

impl StudentRow {
    /// The identity of the row. It does not depend on the row's position in the list.
    fn key(&self) -> (u8, usize) {
        match self {
            Self::Student(pupil) => (0, pupil.number),
            Self::Seat(table, seat) => (1, 3 * table.number() + seat.index()),
        }
    }
}

impl TeacherScreen {
    /// Creates the screen. `is_own` is `true` on the machine that serves the class. On a page, leaving the
    /// screen does not end the class.
    pub fn new(class: Arc<Class>, is_own: bool) -> Self {
        let mut teacher = Self {
            class,
            is_own,
            rows: Vec::new(),
            at: 0,
            debate: 0,
            watch: ClassMonitor::default(),
            typing: None,
            grading: None,
            asked: None,
        };
        teacher.refresh();
        teacher
    }

    fn vote(&self) -> PollQuestion {
        self.class.shared.ballot.current()
    }

    /// Updates the rows. The cursor stays on the same student or seat.
    fn refresh(&mut self) {
        let key = self.rows.get(self.at).map(StudentRow::key);
        self.watch.refresh(&self.class);
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

    fn pupil(&self) -> Option<&GridStudent> {
        match self.rows.get(self.at)? {
            StudentRow::Student(pupil) => Some(pupil),
            StudentRow::Seat(..) => None,
        }
    }

    fn name(&self, number: usize) -> String {
        self.class.members.name(number).unwrap_or_default()
    }

    fn give(&mut self, holder: SeatHolder) -> Result<(), String> {
        let Some((table, seat)) = self.seat() else { return Err("choose a seat first".into()) };
        self.class.give(table, seat, holder)?;
        let run = Arc::clone(table);
        let token = CancelToken::default();
        let run = work(&token.clone(), move || drop(run.run(&token)));
        self.class.shared.works.submit(TEACHER, run);
        self.refresh();
        Ok(())
    }

    /// Opens a view of the screen of the student under the cursor.
    fn follow(&mut self, context: &mut Context) -> Transition {
        let student = match self.rows.get(self.at) {
            Some(StudentRow::Student(pupil)) => pupil.student.clone(),
            Some(StudentRow::Seat(table, seat)) => match &table.holders()[seat.index()] {
                SeatHolder::Student(number) => self.class.members.came(*number),
                _ => None,
            },
            None => None,
        };
        match student {
            Some(student) => {
                let name = self.name(student.number);
                Transition::push(StudentView { student, name })
            }
            None => context.stay("no connected student is in this seat"),
        }
    }

    fn sit(&mut self, seat: bool, context: &mut Context) -> Transition {
        let Some((table, at)) = self.seat() else {
            return context.stay("choose a seat at a table first");
        };
        let (table, seat) = (Arc::clone(table), seat.then_some(at));
        if seat.is_some()
            && let Err(reason) = self.give(SeatHolder::Teacher)
        {
            return context.stay(reason);
        }
        match table.sitting(seat, TEACHER) {
            Ok(sitting) => Transition::push(TableScreen::new(sitting, TableOptions::default())),
            Err(reason) => context.stay(reason),
        }
    }

    fn free(&mut self) -> Result<String, String> {
        match self.rows.get(self.at) {
            Some(StudentRow::Seat(..)) => {
                self.give(SeatHolder::Free).map(|()| "the seat is free".into())
            }
            Some(StudentRow::Student(GridStudent { number, name, .. })) => {
                let freed = self.class.free_name(*number);
                freed.map(|()| {
                    format!("the name {name} is free. The next student with the code can take it")
                })
            }
            None => Ok(String::new()),
        }
    }

    /// Returns `true` if the previous key had the same action for the same student. Some actions concern no student.
    fn is_asked_again(&mut self, action: Action, of: Option<usize>, context: &Context) -> bool {
        let asks = Some((action, of));
        std::mem::replace(&mut self.asked, asks) == asks && context.before == Some(action)
    }

    /// Removes the student under the cursor from the class, after a second press of the key.
    fn take_out(&mut self, action: Action, context: &mut Context) {
        let Some(GridStudent { number, name, .. }) = self.pupil().cloned() else { return };
        let block = action == Action::Block;
        if !self.is_asked_again(action, Some(number), context) {
            return context.notify(match block {
                true => format!("press the same key again to remove {name} and block the name"),
                false => format!("press the same key again to remove {name}"),
            });
        }
        let taken = self.class.take_out(&[number], block).map(|()| match block {
            true => format!("{name} is removed, and the name is blocked"),
            false => format!("{name} is removed, and can join again as a new student"),
        });
        report_result(taken, context);
        self.refresh();
    }

    /// Removes all students who have not played, after a second press of the key.
    fn take_out_idlers(&mut self, action: Action, context: &mut Context) {
        let idlers = self.class.idlers();
        let count = plural(idlers.len() as u64, "student", "students");
        if idlers.is_empty() {
            return context.notify("every student has a seat or has begun a debate");
        }
        if !self.is_asked_again(action, None, context) {
            return context.notify(format!(
                "press the same key again to remove {count} without a seat and without a debate"
            ));
        }
        let taken = self.class.take_out(&idlers, false);
        report_result(taken.map(|()| format!("{count} removed, and can join again")), context);
        self.refresh();
    }

    /// Ends the class after a second press of the key. On a page, the first press closes the screen, and the class goes
    /// on.
    fn leave(&mut self, action: Action, context: &mut Context) -> Transition {
        if !self.is_own || self.is_asked_again(action, None, context) {
            return Transition::Pop;
        }
        context.stay("press the same key again to end the class. You can open it again later")
    }

    /// Opens the field for a question to everybody, or closes the vote.
    fn vote_or_count(&mut self, context: &mut Context) {
        match self.vote().open {
            true => report_result(self.class.count(), context),
            false => self.typing = Some(Typing { whom: None, field: TextLine::default() }),
        }
    }

    fn rename(&mut self) {
        let typing =
            |p: &GridStudent| Typing { whom: Some(p.number), field: TextLine::new(p.name.clone()) };
        self.typing = self.pupil().map(typing);
    }

    fn write_results(&mut self, context: &mut Context) {
        context.notify("grading everybody …");
        let class = Arc::clone(&self.class);
        self.grading = Some(Job::spawn_and_wait(context, move |_| class.write_results()));
    }

    /// The debates that get a column, around the debate that has the cursor.
    fn debates(&self, columns: usize) -> std::ops::Range<usize> {
        let (all, room) = (self.class.setup.entries.len(), ProgressGrid::room(columns).max(1));
        let first = (self.debate + 1).saturating_sub(room);
        first..all.min(first + room)
    }

    /// Describes the student and the debate under the cursor: what the student does and has reached, and the answers to
    /// the debate's questions.
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
            let said = self.watch.grid.answer((self.debate, after));
            let wrong = said.wrong.iter().map(|(said, count)| format!("{said} ({count})"));
            let wrong = wrong.collect::<Vec<_>>().join(", ");
            let also = if wrong.is_empty() { "" } else { ", wrong: " };
            let when = if after { "after" } else { "before" };
            let (right, of) = (said.right, said.of);
            let ask = &question.ask;
            // A narrow screen cuts the end of the line, so the question comes last.
            lines.push(format!("asked {when}: {right} of {of} right{also}{wrong} · {ask}"));
        }
        lines
    }

    /// Handles the finished text. If the text is refused, the field stays open.
    fn typed(&mut self) -> Result<String, String> {
        let Some(Typing { whom, field }) = &self.typing else { return Ok(String::new()) };
        let said = match *whom {
            Some(number) => {
                let before = self.name(number);
                self.class.rename(number, field.text())?;
                format!("{before} is {} now", self.name(number))
            }
            None => {
                self.class.ask(SafeText::new(field.text().trim())?)?;
                self.class.show(ProjectorContent::Vote);
                "the question is sent to everybody. Press the same key again to count the votes"
                    .into()
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
                    SeatHolder::Free => nobody::FREE.to_owned(),
                    SeatHolder::Teacher => nobody::YOU.into(),
                    // The name of a student never contains a colon, so no student can pretend to be a program.
                    SeatHolder::Program(written) => format!("{}: {written}", nobody::PROGRAM),
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

    fn pick(&self, what: PickerPurpose) -> Transition {
        let at = if what == PickerPurpose::Show { 0 } else { self.debate };
        Transition::push(DebatePicker::new(Arc::clone(&self.class), what, at))
    }

    fn offers(&self) -> Vec<KeyCommand> {
        use Action::*;
        let told = |action, words: &'static str, deed: fn(&mut Self) -> Result<String, String>| {
            let deed = move |teacher: &mut Self, context: &mut Context| {
                report_result(deed(teacher), context)
            };
            KeyCommand::new(&[action], words).does(deed)
        };
        if let Some(typing) = &self.typing {
            let words = if typing.whom.is_some() { "new name" } else { "question" };
            return vec![
                KeyCommand::typing("text", words),
                told(Confirm, "do it", Self::typed),
                KeyCommand::new(&[Cancel], "cancel")
                    .does(|teacher: &mut Self| teacher.typing = None),
            ];
        }
        let pick = |action, words, what| {
            let pick = move |teacher: &mut Self| teacher.pick(what);
            KeyCommand::new(&[action], words).does(pick)
        };
        let row = |teacher: &mut Self, action, _: &mut Context| {
            teacher.at = moved(teacher.at, action, 10, teacher.rows.len());
        };
        let mut offers = Vec::from(KeyCommand::rows("choose", row));
        if self.class.setup.entries.len() > 1 {
            let column = |teacher: &mut Self, action, _: &mut Context| {
                teacher.debate =
                    moved(teacher.debate, action, 1, teacher.class.setup.entries.len());
            };
            offers.push(KeyCommand::new(&[Left, Right], "debate").does(column));
        }
        if !self.rows.is_empty() {
            offers.push(KeyCommand::new(&[Confirm], "watch").does(Self::follow));
        }
        if let Some((table, _)) = self.seat() {
            let sit = |action, words, seat| {
                let sit =
                    move |teacher: &mut Self, context: &mut Context| teacher.sit(seat, context);
                KeyCommand::new(&[action], words).does(sit)
            };
            offers.push(sit(LookOn, "look on", false));
            if !table.progress().0 {
                offers.push(sit(TakeOver, "play it", true));
                offers.push(told(GiveProgram, "use a program", |teacher| {
                    let given = teacher.give(SeatHolder::Program("honest".into()));
                    given.map(|()| "a program plays this seat from now on".into())
                }));
                offers.push(told(FreeSeat, "free it", Self::free));
            }
        } else if self.pupil().is_some() {
            let out = "remove and block the name";
            offers.push(told(FreeSeat, "free the name", Self::free).hidden_from_footer());
            offers
                .push(KeyCommand::new(&[Rename], "rename").hidden_from_footer().does(Self::rename));
            offers.push(
                KeyCommand::new(&[TakeOut], "remove").hidden_from_footer().does(Self::take_out),
            );
            offers.push(KeyCommand::new(&[Block], out).hidden_from_footer().does(Self::take_out));
        }
        let Roster { frozen, holding, .. } = *self.class.members.roll().read();
        let freeze = if frozen { "go on" } else { "freeze" };
        let hold = if holding { "reveal" } else { "hide ends" };
        let vote = if self.vote().open { "count" } else { "vote" };
        let back = if self.is_own { "end the class" } else { "leave this page" };
        offers.extend([
            pick(Push, "push", PickerPurpose::Push),
            pick(NewTable, "table", PickerPurpose::Table),
            pick(Trios, "trios", PickerPurpose::Trios).hidden_from_footer(),
            told(Freeze, freeze, |teacher| {
                let frozen = teacher.class.members.roll().read().frozen;
                teacher.class.set_frozen(!frozen).map(|()| String::new())
            }),
            told(Hold, hold, |teacher| {
                let held = teacher.class.members.roll().read().holding;
                teacher.class.set_hold(!held).map(|()| String::new())
            }),
            KeyCommand::new(&[Ballot], vote).does(Self::vote_or_count),
            KeyCommand::new(&[Results], "results").does(Self::write_results),
            KeyCommand::new(&[Help], "help"),
            told(NewCode, "change the code", |teacher| {
                teacher.class.change_code().map(|code| format!("the code is now {code}"))
            })
            .hidden_from_footer(),
            pick(Show, "projector", PickerPurpose::Show),
            KeyCommand::new(&[Pages], "show addresses").hidden_from_footer().does(
                |teacher: &mut Self| {
                    Transition::push(AddressesScreen::new(Arc::clone(&teacher.class)))
                },
            ),
            KeyCommand::new(&[TakeOutIdlers], "remove who has not played")
                .hidden_from_footer()
                .does(Self::take_out_idlers),
            KeyCommand::new(&[Back], back).hidden_from_footer().does(Self::leave),
        ]);
        offers
    }

    /// The areas of the students, of the details, and inside the first card: of the heading, of the list, and of the
    /// shares of the whole class.
    fn areas(size: Rect) -> ([Rect; 2], [Rect; 3]) {
        let rows = [Constraint::Fill(1), Constraint::Length(5)];
        let cards = Layout::vertical(rows).areas(layout::body(size));
        let rows = [Constraint::Length(1), Constraint::Fill(1), Constraint::Length(2)];
        (cards, Layout::vertical(rows).areas(Card::list_area(cards[0])))
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        let here = self.watch.here();
        let title = format!("the class · {}", self.class.address());
        let right =
            format!("code {} · {here} of {} here", self.class.code(), self.watch.pupils.len());
        let vote = self.vote();
        let Roster { frozen, holding, .. } = *self.class.members.roll().read();
        let states = [
            frozen.then(|| "stopped for a moment".to_owned()),
            vote.open.then(|| format!("a vote: {}", vote.outcome())),
            holding.then(|| "ends are hidden".to_owned()),
            self.class.is_full().then(|| "full: nobody else can join".to_owned()),
        ];
        let state = states.into_iter().flatten().collect::<Vec<_>>().join(" · ");
        layout::header(canvas, [&title, &right], if self.typing.is_some() { "" } else { &state });
        let (size, theme) = (canvas.area(), canvas.theme);
        let ([students, details], [head, list, shares]) = Self::areas(size);
        Card::new("Students").focused(true).below(SIGNS).draw(canvas, students);
        let columns = usize::from(head.width).saturating_sub(1);
        let debates = self.debates(columns);
        let names = self.watch.grid.head(debates.clone(), self.debate);
        canvas.lines(head, [theme.line(names, Role::Dim)]);
        if self.rows.is_empty() {
            let empty = "  nobody is here yet. Tell your students the address and the code";
            canvas.lines(list, [theme.line(empty, Role::Text)]);
        }
        let row = |at: usize| {
            let (text, role) = self.words(&self.rows[at], columns);
            theme.line(text, role)
        };
        list::draw(canvas, list, (self.rows.len(), Scroll::at(self.at)), Some(Role::Cursor), row);
        let all = self.watch.grid.shares(&self.watch.pupils, debates);
        canvas.lines(shares, all.map(|row| theme.line(row, Role::Text)));
        let about = self.details().join("\n");
        Card::new("").paragraph(canvas, details, (&about, Role::Text), 0);
        if let Some(typing) = &self.typing {
            let what = match typing.whom {
                Some(_) => " the new name: ",
                None => " the question, to be answered by yes or no: ",
            };
            let row = Rect { y: size.y + 1, height: 1, ..size };
            canvas.lines(row, [theme.line(what, Role::Text)]);
            let mut row = canvas.part(row);
            let room = row.width().saturating_sub(width(what) + 1);
            typing.field.draw(&mut row, (width(what), 0), room, true);
        }
    }
}

/// Shows a message about what was done, or the first line of an error. An empty message shows nothing.
fn report_result(done: Result<String, String>, context: &mut Context) {
    let words = done.unwrap_or_else(|reason| reason.lines().next().unwrap_or("").to_owned());
    if !words.is_empty() {
        context.notify(words);
    }
}

impl Screen<Playground> for TeacherScreen {
    fn scope(&self) -> KeyScope {
        KeyScope::Class
    }

    fn accepts_edit(&self, _edit: &Edit) -> bool {
        self.typing.is_some()
    }

    fn edit(&mut self, edit: Edit, context: &mut Context) {
        if let Some(typing) = &mut self.typing {
            if typing.is_full_for(&edit) {
                context.notify(format!("at most {} characters", typing.max_length()));
            }
            let most = typing.max_length();
            typing.field.edit(edit, most);
        }
    }

    fn click(&mut self, at: Position, context: &mut Context) -> Transition {
        let (_, [_, area, _]) = Self::areas(context.size);
        if let Some(row) = list::hit(area, (self.rows.len(), Scroll::at(self.at)), at) {
            self.at = row;
        }
        Transition::Stay
    }

    fn poll(&mut self, context: &mut Context) -> Transition {
        self.watch.mark(&self.class, context);
        self.refresh();
        if let JobStatus::Done(written) = Job::poll_slot(&mut self.grading) {
            report_result(written.map(|path| format!("written to {}", path.display())), context);
        }
        Transition::Stay
    }

    fn pace(&self) -> Option<Duration> {
        Some(GLANCE)
    }

    fn returned(&mut self, _context: &mut Context) -> Transition {
        self.asked = None;
        Transition::Stay
    }

    fn view(&self, canvas: &mut Canvas<'_>, _context: &Context) -> Vec<KeyCommand> {
        self.draw(canvas);
        self.offers()
    }
}
