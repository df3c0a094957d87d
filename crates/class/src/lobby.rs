//! Where a student comes in: the course to play alone, and the tables to play with others.

use std::sync::{Arc, Weak};

use crate::name::nobody;
use crate::roll::Holder;
use crate::session::Class;
use crate::table::ClassTable;
use crate::tui::chair::Source;
use crate::tui::list::{clicked, list};
use crate::tui::prelude::*;
use crate::tui::screen::{Library, Options, TableScreen, leave_knowingly};

/// The first screen of a student.
pub(crate) struct Lobby {
    class: Weak<Class>,
    who: usize,
    at: usize,
    /// Was it said that the key which led here leaves the class if it is pressed again?
    warned: bool,
}

/// What can be chosen: the course, or a seat of a table.
enum SeatChoice {
    Course(usize),
    Seat(Arc<ClassTable>, Seat),
}

impl Lobby {
    /// The lobby of the student with this number.
    pub(crate) fn new(class: Weak<Class>, who: usize) -> Self {
        Self { class, who, at: 0, warned: false }
    }

    fn rows(&self) -> Vec<SeatChoice> {
        let Some(class) = self.class.upgrade() else { return Vec::new() };
        let tables = class.tables();
        let seats = tables.iter().flat_map(|t| Seat::each(|s| SeatChoice::Seat(Arc::clone(t), s)));
        std::iter::once(SeatChoice::Course(class.setup.entries.len())).chain(seats).collect()
    }

    fn choose(&mut self, context: &mut Context) -> Step {
        let Some(class) = self.class.upgrade() else { return Step::Stay };
        match self.rows().into_iter().nth(self.at) {
            None => Step::Stay,
            Some(SeatChoice::Course(_)) => {
                Step::push(Library::of(Arc::clone(&class.setup.entries)))
            }
            Some(SeatChoice::Seat(table, seat)) => {
                let sat = class.sit(&table, seat, self.who);
                sit(sat.and_then(|()| table.sitting(Some(seat), self.who)), context)
            }
        }
    }

    fn words(&self, row: &SeatChoice) -> String {
        let (table, seat) = match row {
            SeatChoice::Course(count) => return format!("the course: {count} to play alone"),
            SeatChoice::Seat(table, seat) => (table, seat),
        };
        let who = match &table.holders()[seat.index()] {
            Holder::Free => nobody::FREE.to_owned(),
            Holder::Student(n) if *n == self.who => nobody::YOURS.into(),
            other => {
                self.class.upgrade().map(|class| class.members.called(other)).unwrap_or_default()
            }
        };
        let over = if table.progress().0 { " (over)" } else { "" };
        format!("table {} · {}{over} · {}: {who}", table.number() + 1, table.title(), seat.name())
    }
}

/// The screen of a seat that was taken, or why it was not.
pub(crate) fn sit(sitting: Result<Sitting, String>, context: &mut Context) -> Step {
    match sitting {
        Ok(mut sitting) => {
            sitting.begin(context.attempt(&sitting.id, &sitting.scenario));
            Step::push(TableScreen::new(sitting, Options::default()))
        }
        Err(reason) => context.stay(reason),
    }
}

impl Screen<Playground> for Lobby {
    fn click(&mut self, at: Position, context: &mut Context) -> Step {
        match clicked(context.size, self.rows().len(), self.at, at) {
            Some(row) if row == self.at => self.choose(context),
            Some(row) => {
                self.at = row;
                Step::Stay
            }
            None => Step::Stay,
        }
    }

    /// The ending of a debate leads on to the next of the course.
    fn returned(&mut self, context: &mut Context) -> Step {
        self.warned = false;
        match (context.course.leads_on(), self.class.upgrade()) {
            (true, Some(class)) => Step::push(Library::of(Arc::clone(&class.setup.entries))),
            _ => Step::Stay,
        }
    }

    fn view(&self, canvas: &mut Canvas<'_>, context: &Context) -> Vec<Offer> {
        use Action::*;
        let a = Anatomy::of(canvas.area(), false);
        let name = context.player.clone().unwrap_or_default();
        layout::title_bar(&mut canvas.part(a.title), "elenchus · the class", &name);
        let line = "Play the course alone, or take a seat at a table with others.";
        canvas.part(a.claim).say(1, 0, line, Role::Text);
        Divider::new("where to").draw(&mut canvas.part(a.top), Role::Heading);
        let rows = self.rows();
        let texts: Vec<_> = rows.iter().map(|row| (self.words(row), Role::Text)).collect();
        list(canvas, 1, &texts, self.at, "");
        let row = |lobby: &mut Self, action, _: &mut Context| {
            lobby.at = moved(lobby.at, action, 10, lobby.rows().len());
        };
        let mut offers = Vec::from(Offer::rows("choose", row));
        offers.push(Offer::new(&[Confirm], "go there").does(Self::choose));
        let leave = |lobby: &mut Self, context: &mut Context| {
            leave_knowingly("the class's lobby", &mut lobby.warned, context)
        };
        offers.extend(Offer::help_and(Offer::new(&[Back], "leave the class").does(leave)));
        offers
    }
}
