//! The teacher chooses what the projector shows, and leads everybody through a debate.

use std::sync::Arc;
use std::time::Duration;

use crate::projector::draw_debate;
use crate::roll::TEACHER;
use crate::scenario::library::LibraryEntry;
use crate::session::Class;
use crate::show::{Led, Projected, played};
use crate::tui::chair::Source;
use crate::tui::list::list;
use crate::tui::prelude::*;
use crate::tui::sitting::Sitting;

/// What can be chosen before tables and debates.
const PLAIN: [(&str, Projected); 4] = [
    ("the address and the code", Projected::Door),
    ("how far the class is", Projected::Class { names: false }),
    ("how far the class is, with names", Projected::Class { names: true }),
    ("the vote", Projected::Vote),
];

/// The screen on which it is chosen.
pub(crate) struct Director {
    class: Arc<Class>,
    at: usize,
    /// A debate is being played for it.
    playing: Option<Job<Result<Sitting, String>>>,
}

impl Director {
    /// For the projector of this class.
    pub(crate) fn new(class: Arc<Class>) -> Self {
        Self { class, at: 0, playing: None }
    }

    fn rows(&self) -> Vec<String> {
        let plain = PLAIN.iter().map(|(words, _)| (*words).to_owned());
        let tables = self.class.tables();
        let tables =
            tables.iter().map(|table| format!("table {}: {}", table.number() + 1, table.title()));
        let of = |entry: &LibraryEntry| format!("{}, played by honest programs", entry.title());
        let debates = self.class.entries.iter().map(of);
        plain.chain(tables).chain(debates).collect()
    }

    fn choose(&mut self, context: &mut Context) -> Step {
        if let Some((words, shown)) = PLAIN.get(self.at) {
            self.class.show(shown.clone());
            return context.stay(format!("the projector shows {words}"));
        }
        let (class, tables) = (&self.class, self.class.tables());
        let at = self.at - PLAIN.len();
        let made: Job<_> = match tables.get(at).cloned() {
            Some(table) => Job::soon(context, move |token| {
                let mut sitting = table.sitting(None, TEACHER)?;
                sitting.run(token).map(|_| sitting)
            }),
            None => {
                let Some(entry) = class.entries.get(at - tables.len()).cloned() else {
                    return Step::Stay;
                };
                Job::soon(context, move |token| {
                    played(&entry.id, &entry.scenario.map_err(|e| e.to_string())?, token)
                })
            }
        };
        self.playing = Some(made);
        self.arrive(context)
    }

    /// Leads through the debate that was played, once it was.
    fn arrive(&mut self, context: &mut Context) -> Step {
        match Job::taken(&mut self.playing) {
            Poll::Done(Ok(sitting)) => {
                let led = Arc::new(Led::new(sitting));
                self.class.show(Projected::Debate(Arc::clone(&led)));
                Step::Push(Box::new(Leading { led, class: Arc::clone(&self.class) }))
            }
            Poll::Done(Err(reason)) => {
                context.stay(reason.lines().next().unwrap_or_default().to_owned())
            }
            Poll::Running | Poll::Over => Step::Stay,
        }
    }
}

impl Screen<Playground> for Director {
    fn scope(&self) -> KeyScope {
        KeyScope::Class
    }

    fn poll(&mut self, context: &mut Context) -> Step {
        self.arrive(context)
    }

    fn clock(&self) -> Option<Duration> {
        self.playing.as_ref().map(|_| Duration::from_millis(100))
    }

    fn view(&self, canvas: &mut Canvas<'_>, _context: &Context) -> Vec<Offer> {
        use Action::*;
        let a = Anatomy::of(canvas.area(), false);
        layout::title_bar(&mut canvas.part(a.title), "what the projector shows", "for everybody");
        Divider::default().draw(&mut canvas.part(a.top), Role::Heading);
        let rows: Vec<_> = self.rows().into_iter().map(|row| (row, Role::Text)).collect();
        list(canvas, 0, &rows, self.at, "");
        let row = |director: &mut Self, action, _: &mut Context| {
            director.at = moved(director.at, action, 10, director.rows().len());
        };
        vec![
            Offer::new(&[Up, Down], "choose").does(row),
            Offer::new(&[PageUp, PageDown], "a page").quietly().does(row),
            Offer::new(&[Confirm], "show it").does(Self::choose),
            Offer::new(&[Help], "help"),
            Offer::new(&[Cancel, Back], "back").leaves(),
        ]
    }
}

/// The debate that everybody is shown, led by keys.
struct Leading {
    led: Arc<Led>,
    class: Arc<Class>,
}

impl Screen<Playground> for Leading {
    fn scope(&self) -> KeyScope {
        KeyScope::Class
    }

    fn view(&self, canvas: &mut Canvas<'_>, _context: &Context) -> Vec<Offer> {
        use Action::*;
        draw_debate(canvas, &self.led.frame());
        let go = |leading: &mut Self, action, _: &mut Context| {
            leading.led.go(action);
            leading.class.members.call_all();
        };
        vec![
            Offer::new(&[Left, Right], "a move back, a move on").does(go),
            Offer::new(&[First, Last], "to the start, to the end").quietly().does(go),
            Offer::new(&[Help], "help"),
            Offer::new(&[Cancel, Back], "back; the projector stays there").leaves(),
        ]
    }
}
