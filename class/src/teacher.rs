//! The teacher's screen: who plays what and how far, and what can be done about it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::door::Waiting;
use crate::name::{self, nobody};
use crate::picker::Picker;
use crate::roll::{Holder, TEACHER};
use crate::rules::Seat;
use crate::scenario::Verdict;
use crate::session::Class;
use crate::shoulder::Shoulder;
use crate::student::{Seen, Student};
use crate::switches::Switches;
use crate::table::Table;
use crate::tui::canvas::Canvas;
use crate::tui::chair::Source;
use crate::tui::keys::{Action, KeyScope};
use crate::tui::layout::{self, Anatomy, Divider};
use crate::tui::list::list;
use crate::tui::offer::Offer;
use crate::tui::prompt::Field;
use crate::tui::screen::{Context, Edit, Options, Screen, Step, TableScreen};
use crate::tui::text::{cut, pad, pad_left};
use crate::tui::theme::Role;
use crate::tui::worker::{Job, Poll};

/// So often the screen looks what the students do.
const GLANCE: Duration = Duration::from_millis(500);

/// The class, for its teacher.
pub struct Teacher {
    class: Arc<Class>,
    address: String,
    rows: Vec<Row>,
    at: usize,
    /// A new name is being typed for the student with this number.
    typing: Option<(usize, Field)>,
    /// Everybody's results are being graded and written.
    grading: Option<Job<Result<PathBuf, String>>>,
    /// It was asked whether the class shall end.
    leaving: bool,
}

/// A line of the list.
enum Row {
    Waiting(Waiting),
    Student(Arc<Student>, bool, Seen),
    Seat(Arc<Table>, Seat),
}

impl Teacher {
    /// The screen of the class that students find at this address.
    pub fn new(class: Arc<Class>, address: String) -> Self {
        let (rows, typing, grading) = (Vec::new(), None, None);
        let mut teacher = Self { class, address, rows, at: 0, typing, grading, leaving: false };
        teacher.look();
        teacher
    }

    fn switches(&self) -> &Switches {
        &self.class.members.switches
    }

    /// Takes in how everybody is doing.
    fn look(&mut self) {
        let before = std::mem::take(&mut self.rows);
        let last = |number: usize| {
            before.iter().find_map(|row| match row {
                Row::Student(student, _, seen) if student.id() == number => Some(seen.clone()),
                _ => None,
            })
        };
        let students = self.class.members.students().into_iter().map(|student| {
            let seen = student.seen().or_else(|| last(student.id())).unwrap_or_default();
            let here = student.is_here();
            Row::Student(student, here, seen)
        });
        let tables = self.class.tables();
        let seats = tables.iter().flat_map(|t| Seat::each(|s| Row::Seat(Arc::clone(t), s)));
        let waiting = self.class.door().waiting().into_iter().map(Row::Waiting);
        self.rows = waiting.chain(students).chain(seats).collect();
        self.at = self.at.min(self.rows.len().saturating_sub(1));
    }

    fn seat(&self) -> Option<(&Arc<Table>, Seat)> {
        match self.rows.get(self.at)? {
            Row::Seat(table, seat) => Some((table, *seat)),
            Row::Waiting(_) | Row::Student(..) => None,
        }
    }

    fn student(&self) -> Option<&Arc<Student>> {
        match self.rows.get(self.at)? {
            Row::Student(student, ..) => Some(student),
            Row::Waiting(_) | Row::Seat(..) => None,
        }
    }

    fn name(&self, number: usize) -> String {
        self.class.members.name(number).unwrap_or_default()
    }

    fn give(&mut self, holder: Holder) -> Result<(), String> {
        let Some((table, seat)) = self.seat() else { return Err("choose a seat".into()) };
        self.class.give(table, seat, holder)?;
        let run = Arc::clone(table);
        let work = move || drop(run.run(&crate::work::Token::default()));
        self.class.shared.works.take(TEACHER, &crate::work::Token::default(), Box::new(work));
        self.look();
        Ok(())
    }

    /// Lets whoever is under the cursor in, or looks over their shoulder.
    fn follow(&mut self, context: &mut Context) -> Step {
        let student = match self.rows.get(self.at) {
            Some(Row::Waiting(waiting)) => {
                self.class.door().answer(&waiting.name, true);
                context.say(format!("{} comes in", waiting.name));
                self.look();
                return Step::Stay;
            }
            Some(Row::Student(student, ..)) => Some(Arc::clone(student)),
            Some(Row::Seat(table, seat)) => match &table.holders()[seat.index()] {
                Holder::Student(number) => {
                    self.class.members.students().into_iter().find(|s| s.id() == *number)
                }
                _ => None,
            },
            None => None,
        };
        match student {
            Some(student) => {
                let name = self.name(student.id());
                Step::Push(Box::new(Shoulder { student, name }))
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
            Ok(sitting) => Step::Push(Box::new(TableScreen::new(sitting, Options::default()))),
            Err(reason) => context.stay(reason),
        }
    }

    fn say(&self, done: Result<String, String>, context: &mut Context) {
        context.say(done.unwrap_or_else(|reason| reason.lines().next().unwrap_or("").to_owned()));
    }

    fn free(&mut self) -> Result<String, String> {
        match self.rows.get(self.at) {
            Some(Row::Seat(..)) => self.give(Holder::Free).map(|()| "the seat is free".into()),
            Some(Row::Student(student, ..)) => {
                let name = self.name(student.id());
                let freed = self.class.free_name(student.id());
                freed.map(|()| format!("the next who comes with the code may be {name}"))
            }
            Some(Row::Waiting(_)) | None => Ok(String::new()),
        }
    }

    /// Takes whoever is under the cursor out of the class, or turns them away at the door.
    fn take_out(&mut self, block: bool) -> Result<String, String> {
        let said = match self.rows.get(self.at) {
            Some(Row::Waiting(waiting)) => {
                self.class.door().answer(&waiting.name, false);
                format!("{} is turned away", waiting.name)
            }
            Some(Row::Student(student, ..)) => {
                let name = self.name(student.id());
                self.class.take_out(student.id(), block)?;
                match block {
                    true => format!("{name} is out; who is new from there waits for you"),
                    false => format!("{name} is out, and may come in anew"),
                }
            }
            Some(Row::Seat(..)) | None => return Err("choose a student".into()),
        };
        self.look();
        Ok(said)
    }

    fn rename(&mut self) -> Result<String, String> {
        let Some((number, field)) = &self.typing else { return Ok(String::new()) };
        let said = format!("{} is {} now", self.name(*number), field.text());
        self.class.rename(*number, field.text())?;
        self.typing = None;
        Ok(said)
    }

    fn vote(&self) -> String {
        let open = !self.switches().voting.is_on();
        let (yes, no) = self.class.members.vote(open);
        match open {
            true => "everybody is asked; the same key counts".into(),
            false => format!("yes {yes}, no {no}, of {}", self.class.members.students().len()),
        }
    }

    fn words(&self, row: &Row) -> (String, Role) {
        match row {
            Row::Waiting(Waiting { name, from, .. }) => {
                (format!("{} waits at the door, from {from}", pad(name, 24)), Role::Notice)
            }
            Row::Student(student, here, seen) => {
                let goal = match seen.goal {
                    Some(Verdict::Reached) => "reached",
                    Some(Verdict::Missed) => "missed",
                    Some(Verdict::Undecided) => "undecided",
                    None => "",
                };
                let text = format!(
                    "{} {} {} {} {} {} {goal}",
                    pad(&cut(&self.name(student.id()), 16), 16),
                    pad(if *here { "here" } else { "away" }, 4),
                    pad(&cut(&seen.title, 22), 22),
                    pad(&cut(&seen.progress, 12), 12),
                    pad_left(&seen.queries.to_string(), 5),
                    pad_left(&seen.hints.to_string(), 5),
                );
                (text, if *here { Role::Text } else { Role::Dim })
            }
            Row::Seat(table, seat) => {
                let who = match &table.holders()[seat.index()] {
                    Holder::Free => nobody::FREE.to_owned(),
                    Holder::Teacher => nobody::YOU.into(),
                    Holder::Program(written) => written.clone(),
                    student => self.class.members.called(student),
                };
                let (over, moves) = table.progress();
                let state = if over { "over".into() } else { format!("{moves} moves") };
                let name = format!("table {}, {}", table.number() + 1, seat.name());
                let title = pad(&cut(&table.title(), 22), 22);
                (format!("{} {title} {} {who}", pad(&name, 21), pad(&state, 12)), Role::Text)
            }
        }
    }
}

impl Teacher {
    fn act(&mut self, action: Action, context: &mut Context) -> Step {
        let asked = std::mem::take(&mut self.leaving);
        match action {
            Action::Cancel => self.typing = None,
            Action::Confirm if self.typing.is_some() => {
                let renamed = self.rename();
                self.say(renamed, context);
            }
            Action::Rename => {
                let number = self.student().map(|student| student.id());
                self.typing = number.map(|number| (number, Field::new(self.name(number))));
            }
            Action::TakeOut | Action::Block => {
                let out = self.take_out(action == Action::Block);
                self.say(out, context);
            }
            Action::GuardDoor => {
                let guarded = &self.switches().guarded;
                guarded.set(!guarded.is_on());
                context.say(match guarded.is_on() {
                    true => "who is new waits at the door until you let them in",
                    false => "whoever has the code comes in",
                });
            }
            Action::NewCode => {
                let changed = self.class.change_code();
                self.say(changed.map(|code| format!("the code is {code} now")), context);
            }
            Action::Up => self.at = self.at.saturating_sub(1),
            Action::Down => self.at = (self.at + 1).min(self.rows.len().saturating_sub(1)),
            Action::Confirm => return self.follow(context),
            Action::LookOn => return self.sit(false, context),
            Action::TakeOver => return self.sit(true, context),
            Action::GiveProgram => {
                let given = self.give(Holder::Program("honest".into()));
                self.say(given.map(|()| "a program plays it from here on".into()), context);
            }
            Action::FreeSeat => {
                let freed = self.free();
                self.say(freed, context);
            }
            Action::Push | Action::NewTable => {
                let class = Arc::clone(&self.class);
                let push = action == Action::Push;
                return Step::Push(Box::new(Picker::new(class, push)));
            }
            Action::Freeze => self.class.members.freeze(!self.switches().frozen.is_on()),
            Action::Hold => self.class.hold(!self.switches().holding.is_on()),
            Action::Ballot => context.say(self.vote()),
            Action::Results => {
                let class = Arc::clone(&self.class);
                context.say("everybody is being graded");
                self.grading = Some(Job::soon(context, move |_| class.write_results()));
            }
            _ if asked => return Step::Pop,
            _ => {
                self.leaving = true;
                context.say("the same key again ends the class; everybody may come back to it");
            }
        }
        Step::Stay
    }

    fn offers(&self) -> Vec<Offer> {
        use Action::*;
        if self.typing.is_some() {
            return vec![
                Offer::typing("text", "the new name"),
                Offer::new(&[Confirm], "call them so"),
                Offer::new(&[Cancel], "do not"),
            ];
        }
        let mut offers = vec![Offer::new(&[Up, Down], "choose")];
        match self.rows.get(self.at) {
            Some(Row::Waiting(_)) => {
                offers.push(Offer::new(&[Confirm], "let in"));
                offers.push(Offer::new(&[TakeOut], "turn away"));
            }
            Some(_) => offers.push(Offer::new(&[Confirm], "look in")),
            None => {}
        }
        if self.seat().is_some() {
            offers.push(Offer::new(&[LookOn], "look on"));
            offers.push(Offer::new(&[TakeOver], "play it"));
            offers.push(Offer::new(&[GiveProgram], "program"));
            offers.push(Offer::new(&[FreeSeat], "free it"));
        } else if self.student().is_some() {
            offers.push(Offer::new(&[FreeSeat], "give up the key").quietly());
            offers.push(Offer::new(&[Rename], "another name").quietly());
            offers.push(Offer::new(&[TakeOut], "out of the class").quietly());
            offers.push(Offer::new(&[Block], "out, and let nobody in under the name").quietly());
        }
        offers.push(Offer::new(&[Push], "push"));
        offers.push(Offer::new(&[NewTable], "table"));
        let frozen = if self.switches().frozen.is_on() { "go on" } else { "freeze" };
        offers.push(Offer::new(&[Freeze], frozen));
        let held = if self.switches().holding.is_on() { "reveal" } else { "hold ends" };
        offers.push(Offer::new(&[Hold], held));
        let vote = if self.switches().voting.is_on() { "count" } else { "vote" };
        offers.push(Offer::new(&[Ballot], vote));
        offers.push(Offer::new(&[Results], "results"));
        offers.push(Offer::new(&[Help], "help"));
        let guarded = self.switches().guarded.is_on();
        let door = if guarded { "who is new comes in" } else { "who is new waits for you" };
        offers.push(Offer::new(&[GuardDoor], door).quietly());
        offers.push(Offer::new(&[NewCode], "another code").quietly());
        offers.push(Offer::new(&[Back], "end the class").quietly());
        offers
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        let a = Anatomy::of(canvas.area(), false);
        let here = self.rows.iter().filter(|row| matches!(row, Row::Student(_, true, _))).count();
        let title = format!("the class · {}", self.address);
        let right = format!("code {} · {here} of {} here", self.class.code(), self.class.size());
        layout::title_bar(&mut canvas.part(a.title), &title, &right);
        let head = "  who              is   plays                  at           queries hints goal";
        canvas.part(a.claim).say(0, 0, head, Role::Dim);
        let state = match (
            self.switches().frozen.is_on(),
            self.switches().holding.is_on(),
            self.switches().voting.is_on(),
        ) {
            (true, ..) => "stopped for a moment",
            (_, _, true) => "a vote is open",
            (_, true, _) => "ends are kept back",
            _ => "",
        };
        Divider::new(state).draw(&mut canvas.part(a.top), Role::Heading);
        let texts: Vec<_> = self.rows.iter().map(|row| self.words(row)).collect();
        let empty = "nobody is here yet: tell them the address and the code";
        list(canvas, 0, &texts, self.at, empty);
        if let Some((_, field)) = &self.typing {
            let mut row = canvas.part(a.claim);
            let x = row.say(0, 0, "  the new name: ", Role::Text);
            field.draw(&mut row, (x, 0), name::LONGEST + 1, true);
        }
    }
}

impl Screen for Teacher {
    fn scope(&self) -> KeyScope {
        KeyScope::Class
    }

    fn takes(&self, _edit: &Edit) -> bool {
        self.typing.is_some()
    }

    fn edit(&mut self, edit: Edit, _context: &mut Context) {
        if let Some((_, field)) = &mut self.typing {
            field.edit(edit, name::LONGEST);
        }
    }

    fn poll(&mut self, context: &mut Context) -> Step {
        self.look();
        if let Poll::Done(written) = Job::taken(&mut self.grading) {
            self.say(written.map(|path| format!("written to {}", path.display())), context);
        }
        Step::Stay
    }

    fn wants_poll_in(&self) -> Option<Duration> {
        Some(GLANCE)
    }

    fn is_playing(&self) -> bool {
        true
    }

    fn view(&self, canvas: &mut Canvas<'_>, _context: &Context) -> Vec<Offer> {
        self.draw(canvas);
        let is_own = |offer: &Offer| offer.actions() != [Action::Help];
        let does = |o: Offer| if is_own(&o) { o.does(Self::act) } else { o };
        self.offers().into_iter().map(does).collect()
    }
}
