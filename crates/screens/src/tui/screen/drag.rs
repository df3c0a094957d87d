//! K by hand: one number of ten is dragged in two chains of desks, and its error fades in one and travels
//! in the other.

use crate::batch::drag::{Chain, off};
use crate::scenario::library;
use crate::tui::prelude::*;
use crate::tui::screen::lines;

/// The debates whose chains are shown, and the chapter that they belong to.
const CHAINS: [(&str, &str); 2] = [
    ("ten-desks-look", "each desk looks for itself"),
    ("ten-desks-copy", "each desk copies a mark that it finds"),
];

/// How far a key drags, and how far at most, in hundredths.
const STEP: i32 = 2;
const MOST: i32 = 40;
/// Columns of a desk.
const DESK: usize = 7;
/// The votes of the picture, each four times those before.
const VOTES: [u64; 4] = [100, 400, 1_600, 6_400];

/// The page.
pub struct Drag {
    chains: Pending<Vec<Chain>>,
    desk: usize,
    /// By how much its number is off, in hundredths.
    off: i32,
}

impl Drag {
    /// With the first desk's number 0.20 too high.
    pub fn new() -> Self {
        Self { chains: Pending::default(), desk: 0, off: 20 }
    }

    /// Is a debate of this name about desks?
    pub fn is_about(id: &str) -> bool {
        CHAINS.iter().any(|(own, _)| *own == id)
    }

    fn by(&self) -> f64 {
        f64::from(self.off) / 100.0
    }

    fn choose(&mut self, action: Action, _: &mut Context) {
        let desks = self.chains.first().map_or(1, Chain::steps);
        self.desk = moved(self.desk, action, 1, desks);
    }

    fn drag(&mut self, action: Action, _: &mut Context) {
        // Up is more.
        let by = by(action, 1).signum() as i32;
        self.off = (self.off - by * STEP).clamp(-MOST, MOST);
    }

    /// A chain: each desk's error as a column and as a number.
    fn draw_chain(&self, canvas: &mut Canvas<'_>, y: usize, name: &str, chain: &Chain) {
        canvas.say(1, y, &format!("{name}: K = {}", fixed(chain.k, 2)), Role::Heading);
        let errors = chain.errors(self.desk, self.by());
        for (desk, error) in errors.iter().enumerate() {
            let x = 3 + desk * DESK;
            let here = desk == self.desk;
            // Three rows of what was dragged.
            let whole = (self.by().abs() / 3.0).max(1e-9);
            for level in 0..3 {
                if error.abs() >= whole * (f64::from(level) + 0.5) {
                    let role = if here { Role::Chosen } else { Role::Bad };
                    canvas.say(x + 2, y + 3 - level as usize, "███", role);
                }
            }
            let sign = if *error < 0.0 { "−" } else { "+" };
            let text = pad_left(&format!("{sign}{}", fixed(error.abs(), 3)), DESK - 1);
            canvas.say(x, y + 4, &text, if here { Role::Chosen } else { Role::Text });
        }
    }

    fn draw_votes(&self, canvas: &mut Canvas<'_>, y: usize) {
        let [look, copy] = &self.chains[..] else { return };
        let bill = format!(
            "If every desk is off by as much, the last one is off by at most K times that. So numbers \
             have to be K times as near, and a mean of n votes is off by about 1/(2√n): K times as \
             near takes K² times the votes. By K as measured here the judge draws {} and {} over an abort, {} times \
             as many, about ({} / {})². The debates declare K = {} and {}, and draw more.",
            count(look.votes),
            count(copy.votes),
            fixed(copy.votes as f64 / look.votes as f64, 1),
            fixed(copy.k, 2),
            fixed(look.k, 2),
            look.declared,
            copy.declared,
        );
        let room = canvas.width().saturating_sub(2);
        let y = canvas.say_lines((1, y), wrap(&bill, room), Role::Text);
        let picture = VOTES.map(|votes| {
            let off = off(votes);
            let bar = "█".repeat((off * 800.0).round() as usize);
            format!("{} votes {} {bar}", pad_left(&count(votes), 6), fixed(off, 4))
        });
        canvas.say_lines((1, y), picture, Role::Judge);
    }
}

impl Screen<Playground> for Drag {
    fn name(&self) -> &'static str {
        "K by hand"
    }

    fn entered(&mut self, context: &mut Context) -> Step {
        self.chains.begin(context, |token| {
            let chain = |(id, _): (&str, &str)| {
                Chain::of(library::find(id).ok()?.scenario.as_ref().ok()?, token)
            };
            CHAINS.into_iter().filter_map(chain).collect()
        });
        Step::Stay
    }

    fn poll(&mut self, context: &mut Context) -> Step {
        context.changed |= self.chains.poll();
        Step::Stay
    }

    fn is_working(&self) -> bool {
        self.chains.is_working()
    }

    fn view(&self, canvas: &mut Canvas<'_>, _context: &Context) -> Vec<Offer> {
        use Action::*;
        let size = canvas.area();
        let sign = if self.off < 0 { "−" } else { "+" };
        let dragged = format!(
            "desk {} is {sign}{} off, within 0 and 1",
            self.desk + 1,
            fixed(self.by().abs(), 2)
        );
        layout::title_bar(&mut canvas.part(size), "K BY HAND", &dragged);
        let mut page = canvas.part(lines::area(size));
        for (i, (chain, (_, name))) in self.chains.iter().zip(CHAINS).enumerate() {
            self.draw_chain(&mut page, i * 6, name, chain);
        }
        self.draw_votes(&mut page, 12);
        let mut offers = vec![
            Offer::new(&[Left, Right], "desk").does(Self::choose),
            Offer::new(&[Up, Down], "drag its number").does(Self::drag),
            Offer::new(&[Cancel], "back").quietly().leaves(),
        ];
        offers.extend(Offer::help_and_back());
        offers
    }
}
