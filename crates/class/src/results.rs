//! The debates of three: who was persuaded by whom of what is not so, beside what could have been done.

use std::sync::Arc;
use std::time::Duration;

use crate::picker::{Picker, Purpose};
use crate::scenario::Words;
use crate::session::Class;
use crate::trios::Result;
use crate::tui::list::list;
use crate::tui::prelude::*;

/// So often the screen looks whether a debate has ended.
const GLANCE: Duration = Duration::from_secs(2);
/// Asked of everybody before anything is exported.
const CONSENT: &str = "May your debates be exported, without names?";

/// The screen that shows them and seats the next round.
pub(crate) struct Trios {
    class: Arc<Class>,
    results: Pending<Vec<Result>>,
    at: usize,
}

impl Trios {
    /// Those of this class.
    pub(crate) fn new(class: Arc<Class>) -> Self {
        Self { class, results: Pending::default(), at: 0 }
    }

    /// What those who sat in a seat are called, by what the results have of them.
    fn names(&self, who: &str) -> String {
        let name = |who: &str| {
            let student = who.parse().ok().and_then(|number| self.class.name(number));
            student.unwrap_or_else(|| who.to_owned())
        };
        who.split('+').map(name).collect::<Vec<_>>().join("+")
    }

    fn words(&self, result: &Result) -> (String, Role) {
        let [alice, bob, judge] = [&result.alice, &result.bob, &result.judge]
            .map(|who| pad(&cut(&self.names(who), 11), 12));
        let (said, role) = match (result.right, result.persuaded) {
            (None, _) => (format!("{} won", result.winner), Role::Text),
            (Some(_), false) => ("no, was right".to_owned(), Role::Good),
            (Some(_), true) => (format!("by {}: false", result.winner), Role::Bad),
        };
        let chance = match result.chance {
            None => "not known".to_owned(),
            Some([least, most]) if most - least < 5e-4 => format!("{most:.3}"),
            Some([least, most]) => format!("{least:.2}–{most:.2}"),
        };
        let round = pad(&result.round.to_string(), 3);
        (format!("{round}{alice}{bob}{judge}{} {chance}", pad(&said, 18)), role)
    }

    fn seat(&mut self) -> Step {
        Step::push(Picker::new(Arc::clone(&self.class), Purpose::Trios, 0))
    }

    fn ask(&mut self, context: &mut Context) -> Step {
        let asked = Words::new(CONSENT).and_then(|words| self.class.ask(words, true));
        context.stay(asked.err().unwrap_or_else(|| {
            format!("everybody is asked; {} counts", context.keys.label(Action::Ballot))
        }))
    }
}

impl Screen<Playground> for Trios {
    fn scope(&self) -> KeyScope {
        KeyScope::Class
    }

    fn poll(&mut self, context: &mut Context) -> Step {
        if !self.results.poll() && !self.results.is_working() {
            let class = Arc::clone(&self.class);
            self.results.begin(context, move |token| class.results(token));
        }
        Step::Stay
    }

    fn pace(&self) -> Option<Duration> {
        Some(GLANCE)
    }

    fn view(&self, canvas: &mut Canvas<'_>, _context: &Context) -> Vec<Offer> {
        use Action::*;
        let a = Anatomy::of(canvas.area(), false);
        let rounds = format!("rounds so far: {}", self.class.rounds());
        layout::title_bar(&mut canvas.part(a.title), "debates of three", &rounds);
        let head = "  #  Alice       Bob         the judge   was persuaded      could have been";
        canvas.part(a.claim).say(0, 0, head, Role::Dim);
        Divider::default().draw(&mut canvas.part(a.top), Role::Heading);
        let rows: Vec<_> = self.results.iter().map(|result| self.words(result)).collect();
        let above = Rect { height: (a.middle.y + 2).min(a.footer.y + 1), ..canvas.area() };
        let empty = "no debate of three is over: seat everybody for a round";
        list(&mut canvas.part(above), 0, &rows, self.at, empty);
        Divider::new("could have been").draw(&mut canvas.part(a.ask), Role::Dim);
        let mut below = canvas.part(a.prompt);
        let words = [
            "How likely the best player in the wrong persuades an honest judge against",
            "an honest opponent, exactly or between two ends. Debates that everybody at",
            "the table allowed are written with the results: trios.csv and trios.json.",
        ];
        let room = below.width().saturating_sub(3);
        below.say_lines((2, 0), words.map(|line| cut(line, room)), Role::Text);
        let row = |trios: &mut Self, action, _: &mut Context| {
            trios.at = moved(trios.at, action, 10, trios.results.len());
        };
        let mut offers = Vec::new();
        if self.results.len() > 1 {
            offers.extend(Offer::rows("choose", row));
        }
        offers.push(Offer::new(&[Confirm], "seat the next round").does(Self::seat));
        // A question that is open is counted before another one takes its place.
        offers.push(if self.class.shared.ballot.now().open {
            let count = |trios: &mut Self, context: &mut Context| {
                let counted = trios.class.count();
                context.stay(counted.unwrap_or_else(|reason| reason))
            };
            Offer::new(&[Ballot], "count").does(count)
        } else {
            Offer::new(&[Consent], "ask for consent").does(Self::ask)
        });
        offers.extend([
            Offer::new(&[Help], "help"),
            Offer::new(&[Back, Cancel], "back to the class").leaves(),
        ]);
        offers
    }
}
