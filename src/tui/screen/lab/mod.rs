//! The lab: many debates at once, one strategy varied, the rates as a plot.

mod plot;
mod run;
mod setup;

use std::fmt::Write as _;
use std::path::PathBuf;

use ratatui::layout::Rect;

use super::file_name;
use super::table::Options;
use super::waiting::Waiting;
use super::{Context, Edit, Review, Screen, Step};
use crate::debate::SeatPlan;
use crate::rules::Seat;
use crate::show::number::{count, fixed, plural, rate};
use crate::tui::canvas::Canvas;
use crate::tui::goal::capital;
use crate::tui::keys::{Action, Place};
use crate::tui::layout::{self, Anatomy, Divider};
use crate::tui::offer::Offer;
use crate::tui::sitting::Sitting;
use crate::tui::text::{cut, pad};
use crate::tui::theme::Role;
use run::{Point, Run};
use setup::{LINES, Line, Setup};

/// Columns of the set-up.
const LEFT: u16 = 26;

/// Many debates of one scenario.
pub struct Lab {
    sitting: Sitting,
    setup: Setup,
    focus: usize,
    run: Option<Run>,
    at: usize,
}

impl Lab {
    /// The lab of a debate that has not begun.
    pub fn new(sitting: Sitting) -> Self {
        let setup = Setup::new(&sitting);
        Self { sitting, setup, focus: 0, run: None, at: 0 }
    }

    fn line(&self) -> Line {
        LINES[self.focus]
    }

    fn points(&self) -> Vec<Point> {
        self.run.as_ref().map(Run::points).unwrap_or_default()
    }

    fn is_running(&self) -> bool {
        self.run.as_ref().is_some_and(Run::is_running)
    }

    fn number(&self, text: &str, what: &str) -> Result<u64, String> {
        text.parse().map_err(|_| format!("{what} is a whole number, not `{text}`"))
    }

    /// Starts a run of what is set up.
    fn start(&mut self, context: &Context) -> Result<(), String> {
        let debates = self.number(self.setup.debates.text(), "debates")?.clamp(1, 10_000_000);
        let seed = self.number(self.setup.seed.text(), "the seed")?;
        let mut games = Vec::new();
        for value in self.setup.values()? {
            let plans = self.setup.plans(value);
            for seat in Seat::ALL {
                if let SeatPlan::Program(written) = &plans[seat.index()] {
                    let checked = self.sitting.game().check_strategy(seat, written);
                    checked.map_err(|e| format!("{}: {e}", capital(seat.name())))?;
                }
            }
            games.push((value, self.sitting.game().again(seed, &plans)?));
        }
        self.at = 0;
        self.run = Some(Run::start(games, debates, seed, &context.waker));
        Ok(())
    }

    /// One debate of the point looked at, to step through.
    fn play_point(&mut self, context: &mut Context) -> Step {
        let points = self.points();
        let value = points.get(self.at).and_then(|p| p.value);
        let seed = self.setup.seed.text().parse().unwrap_or(1);
        let mut sitting = match self.sitting.again(seed, &self.setup.plans(value)) {
            Ok(sitting) => sitting,
            Err(reason) => {
                context.say(reason);
                return Step::Stay;
            }
        };
        Waiting::on("one debate of this point", context, move |token| {
            let played = sitting.run(token);
            Box::new(move |context| match played {
                Ok(_) => Step::Push(Box::new(Review::new(sitting, Options::default(), context))),
                Err(reason) => {
                    context.say(reason);
                    Step::Stay
                }
            })
        })
    }

    fn export(&self, context: &mut Context) {
        let points = self.points();
        if points.iter().all(|p| p.tally.is_none()) {
            context.say("there is no point yet: Enter runs");
            return;
        }
        let mut text = String::from("value,debates,alice_wins,rate,low,high\n");
        for point in &points {
            if let (Some(tally), Some((mid, low, high))) = (&point.tally, plot::value(point)) {
                let value = point.value.map_or(String::new(), |v| v.to_string());
                let _ = writeln!(
                    text,
                    "{value},{},{},{mid},{low},{high}",
                    tally.debates, tally.alice_wins
                );
            }
        }
        let name = file_name(&self.sitting.scenario.title).replace(".yaml", "-lab.csv");
        let path = PathBuf::from(&name);
        if path.exists() {
            context.say(format!("{name} is there already: move it first"));
            return;
        }
        match std::fs::write(&path, text) {
            Ok(()) => context.say(format!("the points are in {name}")),
            Err(e) => context.say(format!("{name}: {e}")),
        }
    }

    fn line_value(&self, line: Line) -> String {
        let setup = &self.setup;
        match line {
            Line::Seat(seat) => {
                let chair = &setup.chairs[seat.index()];
                if setup.vary == Some(seat) {
                    chair.chosen().map_or(String::new(), |s| s.written.clone())
                } else {
                    chair.words()
                }
            }
            Line::Vary => setup.vary.map_or("nothing".into(), |s| capital(s.name())),
            Line::From => setup.range[0].text().to_owned(),
            Line::To => setup.range[1].text().to_owned(),
            Line::By => setup.range[2].text().to_owned(),
            Line::Debates => format!("{} a point", setup.debates.text()),
            Line::Seed => setup.seed.text().to_owned(),
        }
    }

    fn draw_setup(&self, canvas: &mut Canvas<'_>) {
        let room = canvas.width().saturating_sub(12);
        for (y, &line) in LINES.iter().enumerate() {
            let name = match line {
                Line::Seat(Seat::Judge) => "judge",
                Line::Seat(seat) => seat.name(),
                Line::Vary => "vary",
                Line::From => "  from",
                Line::To => "  to",
                Line::By => "  by",
                Line::Debates => "debates",
                Line::Seed => "seed",
            };
            let here = y == self.focus;
            let role = if here { Role::Chosen } else { Role::Text };
            let value = self.line_value(line);
            let sign = if here { '▸' } else { ' ' };
            canvas.say(0, y, &format!(" {} {sign} ", pad(name, 7)), Role::Text);
            canvas.say(11, y, &cut(&value, room), role);
        }
        let points = self.points();
        let Some(point) = points.get(self.at) else { return };
        let mut lines = Vec::new();
        if let Some(v) = point.value {
            lines.push(format!("at ▲     {v}"));
        }
        match (&point.tally, plot::value(point)) {
            (Some(tally), Some((mid, low, high))) if tally.payoff().is_some() => {
                lines.push(format!("paid     {} on average", fixed(mid, 3)));
                lines.push(format!("95 %     {} to {}", fixed(low, 3), fixed(high, 3)));
            }
            (Some(tally), Some((_, low, high))) => {
                lines.push(format!("rate     {}", rate(tally.alice_wins, tally.debates)));
                lines.push(format!("95 %     {low:.3} to {high:.3}"));
            }
            _ => lines.push("not there yet".into()),
        }
        for (i, line) in lines.iter().enumerate() {
            canvas.say(1, LINES.len() + 1 + i, line, Role::Text);
        }
    }
}

impl Screen for Lab {
    fn place(&self) -> Place {
        Place::Lab
    }

    fn offers(&self, _context: &Context) -> Vec<Offer> {
        use Action::*;
        let mut offers = Vec::new();
        if self.run.is_some() {
            offers.push(Offer::new(&[Left, Right], "point"));
        } else if matches!(self.line(), Line::Seat(_) | Line::Vary) {
            offers.push(Offer::new(&[Left, Right], "change"));
        }
        offers.push(Offer::new(&[Up, Down], "set-up"));
        if !matches!(self.line(), Line::Vary) {
            offers.push(Offer::typing("0-9.", "type it"));
        }
        if self.run.is_some() && matches!(self.line(), Line::Seat(_) | Line::Vary) {
            offers.push(Offer::new(&[Focus], "change"));
        }
        if self.is_running() {
            offers.push(Offer::new(&[Stop], "stop"));
        } else {
            let words = if self.run.is_some() { "run again" } else { "run" };
            offers.push(Offer::new(&[Confirm], words));
        }
        if self.run.is_some() {
            offers.push(Offer::new(&[PlayPoint], "play this point"));
            offers.push(Offer::new(&[Export], "CSV"));
        }
        if self.points().len() > 1 {
            offers.push(Offer::new(&[First, Last], "ends").quietly());
        }
        offers.push(Offer::new(&[Cancel], "back").quietly());
        offers.push(Offer::new(&[Help], "help"));
        offers.push(Offer::new(&[Back], "back"));
        offers
    }

    fn act(&mut self, action: Action, context: &mut Context) -> Step {
        let last = self.points().len().saturating_sub(1);
        match action {
            Action::Up => self.focus = self.focus.saturating_sub(1),
            Action::Down => self.focus = (self.focus + 1).min(LINES.len() - 1),
            Action::Left if self.run.is_some() => self.at = self.at.saturating_sub(1),
            Action::Right if self.run.is_some() => self.at = (self.at + 1).min(last),
            Action::Left | Action::Right | Action::Focus => {
                let by = if action == Action::Left { -1 } else { 1 };
                match self.line() {
                    Line::Seat(seat) => {
                        self.setup.chairs[seat.index()].step(by);
                        let vary = self.setup.vary;
                        self.setup.set_vary(vary.or(Some(seat)));
                    }
                    Line::Vary => self.setup.step_vary(by),
                    _ => {}
                }
            }
            Action::First => self.at = 0,
            Action::Last => self.at = last,
            Action::Confirm => {
                if let Err(reason) = self.start(context) {
                    context.say(reason);
                }
            }
            Action::Stop => {
                if let Some(run) = &self.run {
                    run.stop();
                    context.say("stopped; the points that were done stand");
                }
            }
            Action::PlayPoint => return self.play_point(context),
            Action::Export => self.export(context),
            _ => return Step::Pop,
        }
        Step::Stay
    }

    fn takes(&self, edit: &Edit) -> bool {
        matches!(edit, Edit::Backspace | Edit::Char('0'..='9' | '.' | '-'))
            && !matches!(self.line(), Line::Vary)
    }

    fn edit(&mut self, edit: Edit, context: &mut Context) {
        let line = self.line();
        match self.setup.field(line) {
            Some(field) => field.edit(edit, 16),
            None => context.say("nothing is typed here"),
        }
    }

    fn poll(&mut self, context: &mut Context) -> Step {
        if let Some(fault) = self.run.as_mut().and_then(Run::poll) {
            context.say(fault);
        }
        Step::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, _context: &Context) {
        let a = Anatomy::of(canvas.area(), false);
        let scenario = &self.sitting.scenario;
        let right = match &self.run {
            None => "not run yet".to_owned(),
            Some(run) => {
                let (done, of) = run.progress();
                let state = if run.is_running() { "running" } else { "done" };
                format!("{state} · {done} of {}", plural(of, "point", "points"))
            }
        };
        let title = format!("Lab · {}", &*scenario.title);
        layout::title_bar(&mut canvas.part(a.title), &title, &right);
        canvas.part(a.claim).say(1, 0, &scenario.claim, Role::Text);
        let what = format!("how often Alice wins, by {}", self.setup.axis());
        Divider::new("set-up")
            .heading(usize::from(LEFT) + 1, &what)
            .crossing(LEFT, '┬')
            .draw(&mut canvas.part(a.top), Role::Heading);
        let height = a.footer.y.saturating_sub(a.board.y + 2);
        let body = Rect { height, width: canvas.area().width, ..a.board };
        layout::seam(canvas, LEFT, body.y, body.height);
        self.draw_setup(&mut canvas.part(Rect { width: LEFT, ..body }));
        let plot =
            Rect { x: body.x + LEFT + 1, width: body.width.saturating_sub(LEFT + 1), ..body };
        plot::draw(&mut canvas.part(plot), &self.points(), self.at);
        let below = Rect { y: body.bottom(), height: 1, ..canvas.area() };
        Divider::default().crossing(LEFT, '┴').draw(&mut canvas.part(below), Role::Dim);
        let legend = Rect { y: body.bottom() + 1, ..below };
        let debates: u64 =
            self.points().iter().filter_map(|p| p.tally.as_ref()).map(|t| t.debates).sum();
        let words = format!(
            " ● rate   │ its 95 % interval   ▲ the point looked at   {} debates",
            count(debates)
        );
        canvas.part(legend).say(0, 0, &words, Role::Dim);
    }
}
