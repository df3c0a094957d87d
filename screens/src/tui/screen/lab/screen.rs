//! What can be done in the lab: set a run up, start it, look at its points.

use std::fmt::Write as _;
use std::path::PathBuf;

use super::plot;
use super::run::{Point, Run};
use super::setup::{Experiment, LINES, Line, Played};
use crate::analysis::{Game, Worth};
use crate::debate::SeatPlan;
use crate::rules::Seat;
use crate::scenario::{Hidden, Scenario, Setting, open};
use crate::tui::canvas::Canvas;
use crate::tui::goal::capital;
use crate::tui::keys::{Action, KeyScope};
use crate::tui::offer::Offer;
use crate::tui::screen::file_name;
use crate::tui::screen::table::Options;
use crate::tui::screen::waiting::Waiting;
use crate::tui::screen::{Context, Edit, Review, Screen, Step};
use crate::tui::sitting::Sitting;

/// Many debates of one scenario.
pub struct Lab {
    pub(super) sitting: Sitting,
    pub(super) setup: Experiment,
    pub(super) focus: usize,
    pub(super) run: Option<Run>,
    /// The settings of the run.
    pub(super) ran: String,
    pub(super) at: usize,
    /// Was nothing typed yet since the line was gone to? Then typing replaces what it held.
    put: bool,
}

impl Lab {
    /// The lab of a debate that has not begun.
    pub fn new(sitting: Sitting) -> Self {
        let setup = Experiment::new(&sitting, None);
        Self { sitting, setup, focus: 0, run: None, ran: String::new(), at: 0, put: true }
    }

    /// The lab of a debate that was played, with its players; `sitting` is its start.
    fn of_played(sitting: Sitting, played: &Played) -> Self {
        let setup = Experiment::new(&sitting, Some(played));
        Self { setup, ..Self::new(sitting) }
    }

    /// The same, running.
    pub fn running(sitting: Sitting, played: &Played, context: &mut Context) -> Self {
        let mut lab = Self::of_played(sitting, played);
        if let Err(reason) = lab.start(context) {
            context.say(reason);
        }
        lab
    }

    /// Are the points of other settings than are set now?
    pub(super) fn is_stale(&self) -> bool {
        self.run.is_some() && self.ran != self.setup.settings()
    }

    pub(super) fn line(&self) -> Line {
        LINES[self.focus]
    }

    pub(super) fn points(&self) -> Vec<Point> {
        self.run.as_ref().map(Run::points).unwrap_or_default()
    }

    /// Are values payments, rather than probabilities?
    pub(super) fn is_paid(&self) -> bool {
        self.sitting.game().worth() == Worth::Payoff
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
            let game = match (self.setup.parameter(), value) {
                (Some(parameter), Some(value)) => {
                    with(&self.sitting, parameter, value)?.again(seed, &plans)?
                }
                _ => self.sitting.game().again(seed, &plans)?,
            };
            games.push((value, game));
        }
        self.at = 0;
        let hides_values = self.sitting.scenario.hides(Hidden::Truth);
        self.ran = self.setup.settings();
        self.run = Some(Run::start(games, debates, hides_values, &context.waker));
        Ok(())
    }

    /// One debate of the point looked at, to step through.
    fn play_point(&mut self, context: &mut Context) -> Step {
        let points = self.points();
        let value = points.get(self.at).and_then(|p| p.value);
        let seed = self.setup.seed.text().parse().unwrap_or(1);
        let mut sitting = match self.sitting.again(seed, &self.setup.plans(value)) {
            Ok(sitting) => sitting,
            Err(reason) => return context.stay(reason),
        };
        Waiting::on("one debate of this point", context, move |token| {
            let played = sitting.run(token);
            Box::new(move |context| match played {
                Ok(_) => Step::Push(Box::new(Review::new(sitting, Options::default(), context))),
                Err(reason) => context.stay(reason),
            })
        })
    }

    fn export(&self, context: &mut Context) {
        let points = self.points();
        if points.iter().all(|p| p.tally.is_none()) {
            context.say("there is no point yet: Enter runs");
            return;
        }
        let what = if self.is_paid() { "paid" } else { "rate" };
        let mut text = format!("value,debates,alice_wins,{what},low,high,exact\n");
        for point in &points {
            if let (Some(tally), Some((mid, low, high))) = (&point.tally, plot::value(point)) {
                let value = point.value.map_or(String::new(), |v| v.to_string());
                let _ = writeln!(
                    text,
                    "{value},{},{},{mid},{low},{high},{}",
                    tally.debates,
                    tally.alice_wins,
                    point.exact.map_or(String::new(), |exact| exact.to_string())
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
}

/// The debate with a parameter of its scenario set.
fn with(sitting: &Sitting, parameter: &str, value: f64) -> Result<Box<dyn Game>, String> {
    let setting = Setting { path: parameter.to_owned(), value: value.to_string() };
    let scenario = Scenario { moves: None, ..sitting.scenario.clone() };
    let told = |e: &dyn ToString| format!("at {setting}: {}", e.to_string());
    let (mut set, _) =
        scenario.with(&sitting.id, std::slice::from_ref(&setting)).map_err(|e| told(&e.message))?;
    // The players of the set-up are seated afterwards.
    set.seats = Default::default();
    open(&set).map_err(|fault| told(&fault.message))
}

impl Screen for Lab {
    fn scope(&self) -> KeyScope {
        KeyScope::Lab
    }

    fn offers(&self, _context: &Context) -> Vec<Offer> {
        use Action::*;
        let mut offers = Vec::new();
        let several = self.points().len() > 1;
        if self.setup.changes(self.line()) {
            offers.push(Offer::new(&[Left, Right], "change"));
        } else if several {
            offers.push(Offer::new(&[Left, Right], "point"));
        }
        offers.push(Offer::new(&[Up, Down], "set-up"));
        if self.setup.types(self.line()) {
            offers.push(match self.line() {
                Line::Vary => Offer::typing("a-z", "name a parameter"),
                _ => Offer::typing("0-9.", "type it"),
            });
        }
        if several {
            let point = Offer::new(&[PageUp, PageDown], "point");
            offers.push(if self.setup.changes(self.line()) { point } else { point.quietly() });
        }
        if self.is_running() {
            offers.push(Offer::new(&[Stop, Cancel], "stop"));
        } else {
            let words = if self.run.is_some() { "run again" } else { "run" };
            offers.push(Offer::new(&[Confirm], words));
        }
        if self.points().iter().any(|point| point.tally.is_some()) {
            if self.setup.parameter().is_none() && !self.is_stale() {
                offers.push(Offer::new(&[PlayPoint], "play this point"));
            }
            offers.push(Offer::new(&[Export], "CSV"));
        }
        if several {
            offers.push(Offer::new(&[First, Last], "ends").quietly());
        }
        if !self.is_running() {
            offers.push(Offer::new(&[Cancel], "back").quietly());
        }
        offers.push(Offer::new(&[Help], "help"));
        offers.push(Offer::new(&[Back], "back"));
        offers
    }

    fn act(&mut self, action: Action, context: &mut Context) -> Step {
        let last = self.points().len().saturating_sub(1);
        self.put = true;
        match action {
            Action::Up => self.focus = self.focus.saturating_sub(1),
            Action::Down => self.focus = (self.focus + 1).min(LINES.len() - 1),
            Action::PageUp => self.at = self.at.saturating_sub(1),
            Action::PageDown => self.at = (self.at + 1).min(last),
            Action::Left if !self.setup.changes(self.line()) => {
                self.at = self.at.saturating_sub(1);
            }
            Action::Right if !self.setup.changes(self.line()) => self.at = (self.at + 1).min(last),
            Action::Left | Action::Right => {
                let by = if action == Action::Left { -1 } else { 1 };
                match self.line() {
                    Line::Seat(seat) => {
                        self.setup.chairs[seat.index()].step(by);
                        let vary = self.setup.vary;
                        self.setup.set_vary(vary.or(Some(seat)));
                    }
                    Line::Vary => {
                        let sitting = &self.sitting;
                        let can = |name: &str, value| with(sitting, name, value).is_ok();
                        if let Err(reason) = self.setup.step_vary(by, can) {
                            context.say(reason);
                        }
                    }
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
            Action::Stop | Action::Cancel if self.is_running() => {
                if let Some(run) = &self.run {
                    run.stop();
                    context.say("stopped; the points that were done stand");
                }
            }
            Action::Stop => context.say("nothing runs"),
            Action::PlayPoint => return self.play_point(context),
            Action::Export => self.export(context),
            _ => return Step::Pop,
        }
        Step::Stay
    }

    fn takes(&self, edit: &Edit) -> bool {
        self.setup.takes(self.line(), edit)
    }

    fn edit(&mut self, edit: Edit, _context: &mut Context) {
        let line = self.line();
        if let Some(field) = self.setup.field(line) {
            if self.put && matches!(edit, Edit::Char(_)) {
                field.set("");
            }
            field.edit(edit, if line == Line::Vary { 60 } else { 16 });
            self.put = false;
        }
    }

    fn poll(&mut self, context: &mut Context) -> Step {
        if let Some(fault) = self.run.as_mut().and_then(Run::poll) {
            context.say(fault);
        }
        Step::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, _context: &Context) {
        self.draw_all(canvas);
    }
}
