//! The first screen of a student: play the course alone, or take a seat at a table with others.

use std::sync::{Arc, Weak};

use crate::name::nobody;
use crate::roster::SeatHolder;
use crate::session::Class;
use crate::table::ClassTable;
use crate::tui::card::Card;
use crate::tui::list;
use crate::tui::prelude::*;
use crate::tui::remote_seat::SharedDebate;
use crate::tui::screen::{LibraryScreen, TableOptions, TableScreen, leave_knowingly};

pub(crate) struct Lobby {
    class: Weak<Class>,
    who: usize,
    at: usize,
    /// `true` after the first press of the key that leaves the class. The first press only warns.
    warned: bool,
}

/// A row of the list: the course, or a seat at a table.
enum SeatChoice {
    Course(usize),
    Seat(Arc<ClassTable>, Seat),
}

impl Lobby {
    pub(crate) fn new(class: Weak<Class>, who: usize) -> Self {
        Self { class, who, at: 0, warned: false }
    }

    fn rows(&self) -> Vec<SeatChoice> {
        let Some(class) = self.class.upgrade() else { return Vec::new() };
        let tables = class.tables();
        let seats = tables.iter().flat_map(|t| Seat::each(|s| SeatChoice::Seat(Arc::clone(t), s)));
        let course = SeatChoice::Course(class.setup.entries.len());
        let mut rows: Vec<_> = std::iter::once(course).chain(seats).collect();
        // The student's own table comes first while it plays, because others wait there.
        rows.sort_by_key(|row| !self.is_own(row));
        rows
    }

    /// Returns `true` for a seat of the student at a table whose debate is not over.
    fn is_own(&self, row: &SeatChoice) -> bool {
        match row {
            SeatChoice::Seat(table, seat) => {
                table.holders()[seat.index()].is(self.who) && !table.progress().0
            }
            SeatChoice::Course(_) => false,
        }
    }

    fn choose(&mut self, context: &mut Context) -> Transition {
        let Some(class) = self.class.upgrade() else { return Transition::Stay };
        match self.rows().into_iter().nth(self.at) {
            None => Transition::Stay,
            Some(SeatChoice::Course(_)) => {
                Transition::push(LibraryScreen::new(Arc::clone(&class.setup.entries)))
            }
            Some(SeatChoice::Seat(table, seat)) => {
                let sat = class.sit(&table, seat, self.who);
                sit(sat.and_then(|()| table.sitting(Some(seat), self.who)), context)
            }
        }
    }

    fn words(&self, row: &SeatChoice) -> String {
        let (table, seat) = match row {
            SeatChoice::Course(count) => {
                let debates = plural(*count as u64, "debate", "debates");
                return format!("the course: {debates} to play alone");
            }
            SeatChoice::Seat(table, seat) => (table, seat),
        };
        let who = match &table.holders()[seat.index()] {
            SeatHolder::Free => nobody::FREE.to_owned(),
            SeatHolder::Student(n) if *n == self.who => nobody::YOURS.into(),
            other => {
                self.class.upgrade().map(|class| class.members.called(other)).unwrap_or_default()
            }
        };
        let over = if table.progress().0 { " (over)" } else { "" };
        format!("table {} · {}{over} · {}: {who}", table.number() + 1, table.title(), seat.name())
    }
}

/// Opens the screen of a seat, or says why the seat was refused.
pub(crate) fn sit(sitting: Result<DebateSession, String>, context: &mut Context) -> Transition {
    match sitting {
        Ok(mut sitting) => {
            sitting.begin(context.attempt(&sitting.id, &sitting.scenario));
            Transition::push(TableScreen::new(sitting, TableOptions::default()))
        }
        Err(reason) => context.stay(reason),
    }
}

impl Screen<Playground> for Lobby {
    fn click(&mut self, at: Position, context: &mut Context) -> Transition {
        let rows = (self.rows().len(), Scroll::at(self.at));
        match list::hit(Card::list_area(layout::body(context.size)), rows, at) {
            Some(row) if row == self.at => self.choose(context),
            Some(row) => {
                self.at = row;
                Transition::Stay
            }
            None => Transition::Stay,
        }
    }

    /// After the end of a debate, the course continues with the next one.
    fn returned(&mut self, context: &mut Context) -> Transition {
        self.warned = false;
        if self.rows().first().is_some_and(|row| self.is_own(row)) {
            self.at = 0;
        }
        match (context.course.leads_on(), self.class.upgrade()) {
            (true, Some(class)) => {
                Transition::push(LibraryScreen::new(Arc::clone(&class.setup.entries)))
            }
            _ => Transition::Stay,
        }
    }

    fn view(&self, canvas: &mut Canvas<'_>, context: &Context) -> Vec<KeyCommand> {
        use Action::*;
        let name = context.player.clone().unwrap_or_default();
        let about = "Play the course alone, or take a seat at a table with others.";
        layout::header(canvas, ["elenchus · the class", &name], about);
        let body = layout::body(canvas.area());
        Card::new("What to play").focused(true).draw(canvas, body);
        let rows = self.rows();
        let row = |at: usize| Line::from(self.words(&rows[at]));
        let list = (rows.len(), Scroll::at(self.at));
        list::draw(canvas, Card::list_area(body), list, Some(Role::Cursor), row);
        let row = |lobby: &mut Self, action, _: &mut Context| {
            lobby.at = moved(lobby.at, action, 10, lobby.rows().len());
        };
        let mut offers = Vec::from(KeyCommand::rows("choose", row));
        offers.push(KeyCommand::new(&[Confirm], "open it").does(Self::choose));
        let leave = |lobby: &mut Self, context: &mut Context| {
            leave_knowingly("the class's lobby", &mut lobby.warned, context)
        };
        offers
            .extend(KeyCommand::help_and(KeyCommand::new(&[Back], "leave the class").does(leave)));
        offers
    }
}
