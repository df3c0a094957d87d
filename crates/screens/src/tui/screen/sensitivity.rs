//! K by hand: you change one desk's number in two chains of ten. Its error fades in one chain and travels in
//! the other.

use ratatui::layout::{Constraint, Layout};
use ratatui::text::Line;
use ratatui::widgets::{Bar, BarChart, Widget};

use crate::batch::sensitivity::{AnswerChain, standard_error};
use crate::scenario::library;
use crate::tui::prelude::*;
use crate::tui::screen::lines;

/// The debates of the two chains, with a label for each.
const CHAINS: [(&str, &str); 2] = [
    ("ten-desks-look", "each desk looks for itself"),
    ("ten-desks-copy", "each desk copies a mark that it finds"),
];

/// A key press changes the error by `STEP`. The error is at most `MOST`. Both are in hundredths.
const STEP: i32 = 2;
const MOST: i32 = 40;
/// The columns of a desk.
const DESK: u16 = 6;
/// The rows of a chain.
const CHAIN: u16 = 6;
/// The numbers of votes in the picture, each four times the one before.
const VOTES: [u64; 4] = [100, 400, 1_600, 6_400];

fn sign(number: f64) -> char {
    if number < 0.0 { '−' } else { '+' }
}

/// The page.
pub struct SensitivityScreen {
    chains: Pending<Vec<AnswerChain>>,
    desk: usize,
    /// The error of this desk's number, in hundredths.
    off: i32,
}

impl SensitivityScreen {
    /// A page that starts with the first desk's number 0.20 too high.
    pub fn new() -> Self {
        Self { chains: Pending::default(), desk: 0, off: 20 }
    }

    /// Returns `true` if a debate of this name is about the desks.
    pub fn is_about(id: &str) -> bool {
        CHAINS.iter().any(|(own, _)| *own == id)
    }

    fn by(&self) -> f64 {
        f64::from(self.off) / 100.0
    }

    fn choose(&mut self, action: Action, _: &mut Context) {
        let desks = self.chains.first().map_or(1, AnswerChain::steps);
        self.desk = moved(self.desk, action, 1, desks);
    }

    fn drag(&mut self, action: Action, _: &mut Context) {
        // Up increases the number.
        let by = by(action, 1).signum() as i32;
        self.off = (self.off - by * STEP).clamp(-MOST, MOST);
    }

    /// Draws a chain: each desk's error as a column and as a number.
    fn draw_chain(&self, canvas: &mut Canvas<'_>, name: &str, chain: &AnswerChain) {
        canvas.print(1, 0, &format!("{name}: K = {}", fixed(chain.k, 2)), Role::Heading);
        let thousandths = |error: f64| (error.abs() * 1_000.0).round() as u64;
        let bar = |(desk, error): (usize, &f64)| {
            let [bar, text] = match desk == self.desk {
                true => [Role::Chosen; 2],
                false => [Role::Bad, Role::Text],
            };
            let number = format!("{}{}", sign(*error), fixed(error.abs(), 3));
            let bar = Bar::default().value(thousandths(*error)).style(canvas.style(bar));
            bar.text_value("").label(Line::styled(number, canvas.style(text)))
        };
        let bars: Vec<Bar<'_>> =
            chain.errors(self.desk, self.by()).iter().enumerate().map(bar).collect();
        let area = Rect { x: 3, y: canvas.area().y + 1, ..canvas.area() };
        let chart =
            BarChart::new(bars).bar_width(DESK).bar_gap(1).max(thousandths(self.by()).max(1));
        chart.render(area.intersection(canvas.area()), canvas.buffer());
    }

    fn draw_votes(&self, canvas: &mut Canvas<'_>) {
        let [look, copy] = &self.chains[..] else { return };
        let bill = format!(
            "If every desk has this error, the last one has at most K times as much. So the numbers \
             must be K times as exact. A mean of n votes is off by about 1/(2√n), so this takes K² \
             times the votes. With the K measured here, the judge draws {} and {} votes on an abort: {} times \
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
        let y = canvas.print_lines((1, 0), wrap(&bill, room), Role::Text);
        let picture = VOTES.map(|votes| {
            let off = standard_error(votes);
            let bar = "█".repeat((off * 800.0).round() as usize);
            format!("{} votes {} {bar}", pad_left(&count(votes), 6), fixed(off, 4))
        });
        canvas.print_lines((1, y), picture, Role::Judge);
    }
}

impl Screen<Playground> for SensitivityScreen {
    fn name(&self) -> &'static str {
        "K by hand"
    }

    fn entered(&mut self, context: &mut Context) -> Transition {
        self.chains.begin(context, |token| {
            let chain = |(id, _): (&str, &str)| {
                AnswerChain::from_scenario(library::find(id).ok()?.scenario.as_ref().ok()?, token)
            };
            CHAINS.into_iter().filter_map(chain).collect()
        });
        Transition::Stay
    }

    fn poll(&mut self, context: &mut Context) -> Transition {
        context.changed |= self.chains.poll();
        Transition::Stay
    }

    fn is_working(&self) -> bool {
        self.chains.is_working()
    }

    fn view(&self, canvas: &mut Canvas<'_>, _context: &Context) -> Vec<Offer> {
        use Action::*;
        let size = canvas.area();
        let dragged = format!(
            "desk {}: error {}{}, kept within 0 and 1",
            self.desk + 1,
            sign(self.by()),
            fixed(self.by().abs(), 2)
        );
        layout::title_bar(&mut canvas.part(size), "K BY HAND", &dragged);
        let parts = [Constraint::Length(CHAIN), Constraint::Length(CHAIN), Constraint::Min(0)];
        let [first, second, votes] = Layout::vertical(parts).areas(lines::area(size));
        for ((chain, (_, name)), area) in self.chains.iter().zip(CHAINS).zip([first, second]) {
            let rows = Rect { height: CHAIN - 1, ..area }.intersection(area);
            self.draw_chain(&mut canvas.part(rows), name, chain);
        }
        self.draw_votes(&mut canvas.part(votes));
        let mut offers = vec![
            Offer::new(&[Left, Right], "desk").does(Self::choose),
            Offer::new(&[Up, Down], "drag its number").does(Self::drag),
            Offer::new(&[Cancel], "back").hidden_from_footer().leaves(),
        ];
        offers.extend(Offer::help_and_back());
        offers
    }
}
