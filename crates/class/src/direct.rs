//! The teacher chooses what the projector shows, and leads everybody through a debate.

use std::sync::Arc;

use crate::picker::Picker;
use crate::roll::PROJECTOR;
use crate::session::Class;
use crate::show::{Led, Projected, played};
use crate::tui::prelude::*;

/// What can be chosen before tables and debates.
pub(crate) const PLAIN: [(&str, Projected); 4] = [
    ("the address and the code", Projected::Door),
    ("how far the class is", Projected::Class { names: false }),
    ("how far the class is, with names", Projected::Class { names: true }),
    ("the vote", Projected::Vote),
];

impl Picker {
    /// Has the projector show what is under the cursor, or begins to play it.
    pub(crate) fn show(&mut self, context: &mut Context) -> Step {
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
    pub(crate) fn lead(&mut self, context: &mut Context) -> Step {
        match Job::taken(&mut self.playing) {
            Poll::Done(Ok(sitting)) => {
                let led = Arc::new(Led::new(sitting));
                self.class.show(Projected::Debate(Arc::clone(&led)));
                Step::push(Leading { led, class: Arc::clone(&self.class) })
            }
            Poll::Done(Err(reason)) => {
                context.stay(reason.lines().next().unwrap_or_default().to_owned())
            }
            Poll::Running | Poll::Over => Step::Stay,
        }
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
        self.led.draw(canvas);
        let go = |leading: &mut Self, action, _: &mut Context| {
            leading.led.go(action);
            leading.class.call_all();
        };
        vec![
            Offer::new(&[Left, Right], "a move back, a move on").does(go),
            Offer::new(&[First, Last], "to the start, to the end").quietly().does(go),
            Offer::new(&[Help], "help"),
            Offer::new(&[Cancel, Back], "back; the projector stays there").leaves(),
        ]
    }
}
