//! K by hand: the player changes one desk's number in two chains of ten desks. Its error fades in one chain and travels
//! through the other.

use elenchus_kit::card::Card;
use ratatui::layout::Direction;
use ratatui::widgets::{Bar, BarChart, Widget};

use crate::batch::sensitivity::{AnswerChain, standard_error};
use crate::scenario::library;
use crate::tui::prelude::*;

/// The debates of the two chains, with a label for each chain.
const CHAINS: [(&str, &str); 2] = [
    ("ten-desks-look", "Each desk looks for itself"),
    ("ten-desks-copy", "Each desk copies a mark that it finds"),
];

/// A key press changes the error by `STEP`. The error is at most `MOST`. Both are in hundredths.
const STEP: i32 = 2;
const MOST: i32 = 40;
/// The number of columns of a desk.
const DESK: u16 = 6;
/// The rows of a chain, with its frame.
const CHAIN: u16 = 6;
/// The numbers of votes in the picture. Each number is four times the one before.
const VOTES: [u64; 4] = [100, 400, 1_600, 6_400];

fn sign(number: f64) -> char {
    if number < 0.0 { '−' } else { '+' }
}

/// The screen "K by hand".
pub struct SensitivityScreen {
    chains: Pending<Vec<AnswerChain>>,
    desk: usize,
    /// The error of the chosen desk's number, in hundredths.
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
        // The up arrow increases the number.
        let by = by(action, 1).signum() as i32;
        self.off = (self.off - by * STEP).clamp(-MOST, MOST);
    }

    /// Draws a chain: each desk's error as a column and as a number. The tallest column is the largest error that
    /// you can choose.
    fn draw_chain(&self, canvas: &mut Canvas<'_>, area: Rect, name: &str, chain: &AnswerChain) {
        let title = format!("{name}: K = {}", fixed(chain.k, 2));
        Card::new(&title).draw(canvas, area);
        let theme = canvas.theme;
        let bar = |(desk, error): (usize, &f64)| {
            let [column, text] = match desk == self.desk {
                true => [Role::Chosen; 2],
                false => [Role::Bad, Role::Text],
            };
            let number = format!("{}{}", sign(*error), fixed(error.abs(), 3));
            let bar = Bar::default().value((error.abs() * 1_000.0).round() as u64);
            bar.style(theme.style(column)).text_value("").label(theme.line(number, text))
        };
        let bars: Vec<Bar<'_>> =
            chain.errors(self.desk, self.by()).iter().enumerate().map(bar).collect();
        let most = MOST as u64 * 10;
        let chart = BarChart::new(bars).bar_width(DESK).bar_gap(1).max(most);
        chart.render(Card::text_area(area).intersection(canvas.area()), canvas.buffer());
    }

    fn draw_votes(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let [look, copy] = &self.chains[..] else { return };
        let bill = format!(
            "If every desk has this error, the last one has at most K times as much. A mean of n votes \
             is off by about 1/(2√n), so the judge needs K² times the votes: {} and {} on an abort, {} \
             or about ({} / {})² times as many. The debates declare K = {} and {}, and draw more.",
            count(look.votes),
            count(copy.votes),
            fixed(copy.votes as f64 / look.votes as f64, 1),
            fixed(copy.k, 2),
            fixed(look.k, 2),
            look.declared,
            copy.declared,
        );
        let inside = Card::new("Votes, and the error of their mean").draw(canvas, area);
        let inside = Rect { x: inside.x + 1, width: inside.width.saturating_sub(2), ..inside };
        let theme = canvas.theme;
        let lines = wrap(&bill, inside.width.into());
        let parts = [Constraint::Length(lines.len() as u16), Constraint::Fill(1)];
        let [text, chart] = Layout::vertical(parts).areas(inside);
        canvas.lines(text, lines.into_iter().map(|line| theme.line(line, Role::Text)));
        let bars = VOTES.map(|votes| {
            let off = standard_error(votes);
            let label = format!("{} votes {}", pad_left(&count(votes), 6), fixed(off, 4));
            let bar = Bar::default().value((off * 10_000.0).round() as u64).text_value("");
            bar.label(theme.line(label, Role::Text)).style(theme.style(Role::Judge))
        });
        let chart_of = BarChart::new(bars.to_vec()).direction(Direction::Horizontal);
        chart_of.bar_width(1).bar_gap(0).render(chart.intersection(canvas.area()), canvas.buffer());
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

    fn view(&self, canvas: &mut Canvas<'_>, _context: &Context) -> Vec<KeyCommand> {
        use Action::*;
        let size = canvas.area();
        let by = format!("{}{}", sign(self.by()), fixed(self.by().abs(), 2));
        let dragged = format!("desk {}: error {by}", self.desk + 1);
        let about = "You change the number of one desk. Each column is the error of a desk.";
        layout::header(canvas, ["K by hand", &dragged], about);
        let parts = [Constraint::Length(CHAIN), Constraint::Length(CHAIN), Constraint::Fill(1)];
        let [first, second, votes] = Layout::vertical(parts).areas(layout::body(size));
        for ((chain, (_, name)), area) in self.chains.iter().zip(CHAINS).zip([first, second]) {
            self.draw_chain(canvas, area, name, chain);
        }
        self.draw_votes(canvas, votes);
        let mut offers = vec![
            KeyCommand::new(&[Left, Right], "desk").does(Self::choose),
            KeyCommand::new(&[Up, Down], "drag its number").does(Self::drag),
            KeyCommand::hidden(&[Cancel], "back").leaves(),
        ];
        offers.extend(KeyCommand::help_and_back());
        offers
    }
}
