//! What can be done in the lab: set a run up, start it, look at its points.

use std::fmt::Write as _;
use std::path::PathBuf;

use super::run::LabRun;
use super::setup::{Experiment, LINES, Played, SetupLine, around};
use crate::analysis::{Game, Response};
use crate::debate::SeatPlan;
use crate::scenario::{Hidden, Scenario, Setting, fs, open};
use crate::tui::goal::capital;
use crate::tui::plot::PlotPoint;
use crate::tui::prelude::*;
use crate::tui::screen::table::Options;
use crate::tui::screen::waiting::Waiting;
use crate::tui::screen::{Review, file_name};

/// Opens the debate of a value.
type Opening = Box<dyn Fn(Option<f64>) -> Result<Box<dyn Game>, String> + Send>;

/// Many debates of one scenario.
pub struct Lab {
    pub(super) sitting: Sitting,
    pub(super) setup: Experiment,
    pub(super) focus: usize,
    pub(super) run: Option<LabRun>,
    /// The settings of the run, and what varied in it.
    pub(super) ran: (String, Option<String>),
    pub(super) at: usize,
    /// Looks for values of the parameter that can be set.
    trying: Option<Job<[String; 3]>>,
    /// Looks for the best players of a point.
    answering: (usize, Option<Job<[Response; 2]>>),
    /// Was nothing typed yet since the line was gone to? Then typing replaces what it held.
    put: bool,
    /// Whether what the debate hides may be told: it was played, or that was asked.
    tells: bool,
}

impl Lab {
    /// The lab of a debate that has not begun; with the players of the same debate that was played.
    pub fn new(sitting: Sitting, played: Option<&Played>) -> Self {
        let setup = Experiment::new(&sitting, played);
        let ran = Default::default();
        let (trying, answering) = (None, (0, None));
        let tells = played.is_some() || sitting.scenario.hide.is_empty();
        Self {
            sitting,
            setup,
            focus: 0,
            run: None,
            ran,
            at: 0,
            trying,
            answering,
            put: true,
            tells,
        }
    }

    /// The same, running.
    pub fn running(mut self, context: &mut Context) -> Self {
        if let Err(reason) = self.start(context) {
            context.say(reason);
        }
        self
    }

    /// Are the points of other settings than are set now?
    pub(super) fn is_stale(&self) -> bool {
        self.run.is_some() && self.ran.0 != self.setup.settings()
    }

    pub(super) fn line(&self) -> SetupLine {
        LINES[self.focus].1
    }

    pub(super) fn points(&self) -> Vec<PlotPoint> {
        self.run.as_ref().map(LabRun::points).unwrap_or_default()
    }

    fn is_running(&self) -> bool {
        self.run.as_ref().is_some_and(LabRun::is_running)
    }

    /// Starts a run of what is set up.
    fn start(&mut self, context: &mut Context) -> Result<(), String> {
        let number = |field: &Field, what| {
            let text = field.text();
            text.parse::<u64>().map_err(|_| format!("{what} is a whole number, not `{text}`"))
        };
        let debates = number(&self.setup.debates, "debates")?.clamp(1, 10_000_000);
        let seed = number(&self.setup.seed, "the seed")?;
        if self.trying.is_some() {
            return Err("values that can be set are still being looked for".into());
        }
        let values = self.setup.values()?;
        let game = self.sitting.game();
        for plans in values.iter().map(|&value| self.setup.plans(value)) {
            for seat in Seat::ALL {
                if let SeatPlan::Program(written) = &plans[seat.index()] {
                    let checked = game.check_strategy(seat, written);
                    checked.map_err(|e| format!("{}: {e}", capital(seat.name())))?;
                }
            }
        }
        (self.at, self.answering) = (0, (0, None));
        let hides_values = self.hides_values();
        self.ran = (self.setup.settings(), self.setup.axis());
        let open = self.opening(seed, values[0])?;
        self.run = Some(LabRun::start(values, open, debates, hides_values, context));
        self.look(context);
        Ok(())
    }

    /// Whether what is known exactly is hidden until the review.
    fn hides_values(&self) -> bool {
        self.sitting.scenario.hides(Hidden::Truth)
    }

    /// Opens the debate of a value, as it is set up now; the first says who sits.
    fn opening(&self, seed: u64, first: Option<f64>) -> Result<Opening, String> {
        let own = self.sitting.game().again(seed, &self.setup.plans(first))?;
        let (setup, set) = (self.setup.clone(), self.setting());
        Ok(Box::new(move |value| {
            let plans = setup.plans(value);
            match (setup.parameter(), value) {
                (Some(name), Some(value)) => set(name, value)?.again(seed, &plans),
                _ => own.again(seed, &plans),
            }
        }))
    }

    /// Looks for the best Alice and the best Bob of the point looked at.
    fn answer(&mut self, context: &mut Context) {
        let points = self.points();
        let Some(value) = points.get(self.at).map(|point| point.value) else { return };
        let seed = self.setup.seed.text().parse().unwrap_or(1);
        let open = match self.opening(seed, value) {
            Ok(open) => open,
            Err(reason) => return context.say(reason),
        };
        let job = Job::soon(context, move |token| {
            let game = open(value);
            [Seat::Alice, Seat::Bob].map(|seat| {
                let found = game.as_ref().map_err(Clone::clone).and_then(|game| {
                    let seats = Seat::each(|seat| game.seat_plan(seat));
                    game.best_response(&seats, seat, token)
                });
                found.into()
            })
        });
        self.answering = (self.at, Some(job));
        self.take_answer();
    }

    /// Takes in the best players, once they are found.
    fn take_answer(&mut self) {
        let (at, job) = &mut self.answering;
        if let (Poll::Done(best), Some(run)) = (Job::taken(job), &self.run) {
            run.answered(*at, best);
        }
    }

    /// Are the best players of this point being looked for?
    pub(super) fn is_answering(&self, at: usize) -> bool {
        self.answering.0 == at && self.answering.1.is_some()
    }

    /// Takes in how the run ended: one that could not begin leaves no points.
    fn look(&mut self, context: &mut Context) {
        if let Some(fault) = self.run.as_mut().and_then(LabRun::poll) {
            context.say(fault);
            if self.points().iter().all(|point| point.tally.is_none()) {
                self.run = None;
            }
        }
    }

    /// Opens the debate with a parameter of its scenario set: may take long.
    fn setting(&self) -> impl Fn(&str, f64) -> Result<Box<dyn Game>, String> + Send + 'static {
        let id = self.sitting.id.clone();
        let scenario = Scenario { moves: None, ..self.sitting.scenario.clone() };
        move |parameter, value| {
            let setting = Setting { path: parameter.to_owned(), value: value.to_string() };
            let told = |e: &dyn ToString| format!("at {setting}: {}", e.to_string());
            let set = scenario.with(&id, std::slice::from_ref(&setting));
            let (mut set, _) = set.map_err(|e| told(&e.message))?;
            // The players of the set-up are seated afterwards.
            set.seats = Default::default();
            open(&set).map_err(|fault| told(&fault.message))
        }
    }

    /// Varies the next seat or parameter, over values that can be set.
    fn vary(&mut self, by: isize, context: &mut Context) {
        let (value, set) = (self.setup.step_vary(by, &self.sitting), self.setting());
        let name = self.setup.parameter().unwrap_or_default().to_owned();
        self.trying = value.map(|value| {
            Job::soon(context, move |token| {
                around(value, |x| !token.is_stopped() && set(&name, x).is_ok())
            })
        });
    }

    /// One debate of the point looked at, to step through.
    fn play_point(&mut self, context: &mut Context) -> Step {
        if !std::mem::replace(&mut self.tells, true) {
            return context.stay(
                "this tells what the debate hides until its end: the same key again shows it",
            );
        }
        let points = self.points();
        let value = points.get(self.at).and_then(|p| p.value);
        let seed = self.setup.seed.text().parse().unwrap_or(1);
        let mut sitting = match self.sitting.again(seed, &self.setup.plans(value)) {
            Ok(sitting) => sitting,
            Err(reason) => return context.stay(reason),
        };
        let played = move |token: &Token| sitting.run(token).map(|_| sitting);
        Waiting::on("one debate of this point", context, played, |sitting, context| {
            Step::push(Review::new(sitting, Options::default(), context))
        })
    }

    fn export(&mut self, context: &mut Context) {
        let points = self.points();
        if points.iter().all(|p| p.tally.is_none()) {
            let enter = context.keys.label(Action::Confirm);
            context.say(format!("there is no point yet: {enter} runs"));
            return;
        }
        let what = if self.sitting.is_paid() { "paid" } else { "rate" };
        let mut text = format!("value,debates,alice_wins,{what},low,high,exact\n");
        for point in &points {
            if let Some(tally) = &point.tally {
                let (mid, low, high) = tally.shown();
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
        if fs::exists(&path) {
            context.say(format!("{name} is there already: move it first"));
            return;
        }
        match fs::write_new(&path, text.as_bytes()) {
            Ok(()) => context.say(format!("the points are in {name}")),
            Err(e) => context.say(format!("{name}: {e}")),
        }
    }

    fn offers(&self) -> Vec<Offer> {
        use Action::*;
        let mut offers = Vec::new();
        let several = self.points().len() > 1;
        let point = |actions: &[Action], words| {
            Offer::new(actions, words).does(|lab: &mut Self, action, _: &mut Context| {
                lab.at = moved(lab.at, action, 1, lab.points().len());
                lab.put = true;
            })
        };
        if self.setup.changes(self.line()) {
            offers.push(Offer::new(&[Left, Right], "change").does(Self::change));
        } else if several {
            offers.push(point(&[Left, Right], "point"));
        }
        let line = |lab: &mut Self, action, _: &mut Context| {
            lab.focus = moved(lab.focus, action, 1, LINES.len());
            lab.put = true;
        };
        offers.push(Offer::new(&[Up, Down], "set-up").does(line));
        if self.setup.types(self.line()) {
            offers.push(match self.line() {
                SetupLine::Vary => Offer::typing("a-z", "name a parameter"),
                _ => Offer::typing("0-9.", "type it"),
            });
        }
        if several {
            let point = point(&[PageUp, PageDown], "point");
            offers.push(if self.setup.changes(self.line()) { point } else { point.quietly() });
        }
        if self.is_running() {
            offers.push(Offer::new(&[Stop, Cancel], "stop").does(Self::stop));
        } else {
            let words = if self.run.is_some() { "run again" } else { "run" };
            offers.push(Offer::new(&[Confirm], words).does(|lab: &mut Self, cx: &mut Context| {
                lab.put = true;
                if let Err(reason) = lab.start(cx) {
                    cx.say(reason);
                }
            }));
        }
        if self.points().iter().any(|point| point.tally.is_some()) {
            if self.setup.parameter().is_none() && !self.is_stale() {
                offers.push(Offer::new(&[PlayPoint], "play this point").does(Self::play_point));
            }
            if !self.hides_values() && !self.is_stale() && !self.is_answering(self.at) {
                offers.push(Offer::new(&[BestPlayers], "best players").does(Self::answer));
            }
            offers.push(Offer::new(&[Export], "CSV").does(Self::export));
        }
        if several {
            offers.push(point(&[First, Last], "ends").quietly());
        }
        if !self.is_running() {
            offers.push(Offer::new(&[Cancel], "back").quietly().leaves());
        }
        offers.extend(Offer::help_and_back());
        offers
    }

    /// The next player, or what is varied next.
    fn change(&mut self, action: Action, context: &mut Context) {
        self.put = true;
        match self.line() {
            SetupLine::Seat(seat) => {
                self.setup.chairs[seat.index()].players.step(by(action, 1));
                let vary = self.setup.vary;
                self.setup.set_vary(vary.or(Some(seat)), &self.sitting);
            }
            SetupLine::Vary => self.vary(by(action, 1), context),
            _ => {}
        }
    }

    fn stop(&mut self, context: &mut Context) {
        if let Some(run) = &self.run {
            run.stop();
            context.say("stopped; the points that were done stand");
        }
    }
}

impl Screen<Playground> for Lab {
    fn scope(&self) -> KeyScope {
        KeyScope::Lab
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
            field.edit(edit, if line == SetupLine::Vary { 60 } else { 16 });
            self.put = false;
        }
    }

    fn poll(&mut self, context: &mut Context) -> Step {
        self.look(context);
        self.take_answer();
        if let Poll::Done(range) = Job::taken(&mut self.trying)
            && let Err(reason) = self.setup.set_range(range)
        {
            context.say(reason);
        }
        Step::Stay
    }

    fn is_working(&self) -> bool {
        self.trying.is_some() || self.answering.1.is_some()
    }

    fn view(&self, canvas: &mut Canvas<'_>, _context: &Context) -> Vec<Offer> {
        self.draw_all(canvas);
        self.offers()
    }
}
