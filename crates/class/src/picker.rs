//! A debate is chosen, for everybody, for a table or for the projector.

use std::sync::Arc;
use std::time::Duration;

use crate::roll::PROJECTOR;
use crate::session::Class;
use crate::show::{Leading, Led, Projected, played};
use crate::tui::chair::Source;
use crate::tui::list::list;
use crate::tui::prelude::*;

/// What can be chosen before tables and debates.
const PLAIN: [(&str, Projected); 4] = [
    ("the address and the code", Projected::Door),
    ("how far the class is", Projected::Class { names: false }),
    ("how far the class is, with names", Projected::Class { names: true }),
    ("the vote", Projected::Vote),
];

/// The screen on which one is chosen.
pub(crate) struct Picker {
    class: Arc<Class>,
    what: Purpose,
    at: usize,
    /// A debate is being played for the projector.
    playing: Option<Job<Result<Sitting, String>>>,
}

/// What a debate is chosen for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Everybody goes there.
    Push,
    /// A table is opened, its seats free.
    Table,
    /// Those who are here play it by threes.
    Trios,
    /// The projector shows it, or something else.
    Show,
}

impl Picker {
    /// A choice for this purpose, with the cursor at one of the class's debates.
    pub(crate) fn new(class: Arc<Class>, what: Purpose, at: usize) -> Self {
        Self { class, what, at, playing: None }
    }

    fn rows(&self) -> Vec<String> {
        let debates = self.class.setup.entries.iter().map(|entry| entry.title());
        if self.what != Purpose::Show {
            return debates.map(str::to_owned).collect();
        }
        let plain = PLAIN.iter().map(|(words, _)| (*words).to_owned());
        let tables = self.class.tables();
        let tables = tables.iter().map(|t| format!("table {}: {}", t.number() + 1, t.title()));
        let debates = debates.map(|title| format!("{title}, programs in people's seats"));
        plain.chain(tables).chain(debates).collect()
    }

    fn choose(&mut self, context: &mut Context) -> Step {
        let done = match (self.what, self.class.setup.entries.get(self.at)) {
            (Purpose::Show, _) => return self.show(context),
            (_, None) => return Step::Pop,
            (Purpose::Push, Some(entry)) => {
                self.class.push(entry);
                Ok(())
            }
            (Purpose::Table, Some(entry)) => self.class.add_table(&entry.id),
            (Purpose::Trios, Some(entry)) => self.class.seat_trios(&entry.id).map(|trios| {
                let tables = plural(trios.len() as u64, "table", "tables");
                context.say(match trios.iter().flatten().any(Option::is_none) {
                    true => format!("{tables}; programs sit in the seats that are left"),
                    false => format!("{tables}; a student sits in every seat"),
                });
            }),
        };
        match done {
            Ok(()) => Step::Pop,
            Err(reason) => context.stay(reason.lines().next().unwrap_or_default()),
        }
    }

    /// Has the projector show what is under the cursor, or begins to play it.
    fn show(&mut self, context: &mut Context) -> Step {
        if let Some((words, shown)) = PLAIN.get(self.at) {
            self.class.show(shown.clone());
            return context.stay(format!("the projector shows {words}"));
        }
        let (class, tables) = (&self.class, self.class.tables());
        let at = self.at - PLAIN.len();
        let made: Job<_> = match tables.get(at).cloned() {
            Some(table) => Job::soon(context, move |token| {
                let mut sitting = table.sitting(None, PROJECTOR)?;
                sitting.run(token).map(|_| sitting)
            }),
            None => {
                let Some(entry) = class.setup.entries.get(at - tables.len()).cloned() else {
                    return Step::Stay;
                };
                Job::soon(context, move |token| {
                    played(&entry.id, &entry.scenario.map_err(|e| e.to_string())?, token)
                })
            }
        };
        self.playing = Some(made);
        self.lead(context)
    }

    /// Leads through the debate that was played, once it was.
    fn lead(&mut self, context: &mut Context) -> Step {
        match Job::taken(&mut self.playing) {
            Poll::Done(Ok(sitting)) => {
                let led = Arc::new(Led::new(sitting));
                self.class.show(Projected::Debate(Arc::clone(&led)));
                let class = Arc::clone(&self.class);
                Step::push(Leading::new(led, move || class.members.call_all()))
            }
            Poll::Done(Err(reason)) => {
                context.stay(reason.lines().next().unwrap_or_default().to_owned())
            }
            Poll::Running | Poll::Over => Step::Stay,
        }
    }
}

impl Screen<Playground> for Picker {
    fn scope(&self) -> KeyScope {
        KeyScope::Class
    }

    fn poll(&mut self, context: &mut Context) -> Step {
        self.lead(context)
    }

    fn clock(&self) -> Option<Duration> {
        self.playing.as_ref().map(|_| Duration::from_millis(100))
    }

    fn view(&self, canvas: &mut Canvas<'_>, _context: &Context) -> Vec<Offer> {
        use Action::*;
        let a = Anatomy::of(canvas.area(), false);
        let (what, right, confirm) = match self.what {
            Purpose::Push => ("where everybody goes", "choose a debate", "send everybody there"),
            Purpose::Table => ("a table for three", "choose a debate", "open it"),
            Purpose::Trios => ("the next round of the trios", "choose a debate", "seat everybody"),
            Purpose::Show => ("what the projector shows", "for everybody", "show it"),
        };
        layout::title_bar(&mut canvas.part(a.title), what, right);
        Divider::default().draw(&mut canvas.part(a.top), Role::Heading);
        let texts: Vec<_> = self.rows().into_iter().map(|row| (row, Role::Text)).collect();
        list(canvas, 0, &texts, self.at, "there are no debates");
        let row = |picker: &mut Self, action, _: &mut Context| {
            picker.at = moved(picker.at, action, 10, picker.rows().len());
        };
        let mut offers = Vec::from(Offer::rows("choose", row));
        offers.push(Offer::new(&[Confirm], confirm).does(Self::choose));
        offers.extend(Offer::help_and(Offer::new(&[Cancel, Back], "back").leaves()));
        offers
    }
}
