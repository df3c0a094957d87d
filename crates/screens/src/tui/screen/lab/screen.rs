//! The keys of the lab. They choose the parameter, start a run, and select points.

use super::run::LabRun;
use super::setup::{LabSetup, PlayedSeats, VariedParameter};
use crate::analysis::{Game, ResponseSummary};
use crate::scenario::{Hidden, ParameterSetting, Scenario, open};
use crate::tui::plot::PlotPoint;
use crate::tui::prelude::*;

/// The number of rows by which a page key moves in the list of parameters.
const PAGE: usize = 5;

/// The lab. It plays many debates of one scenario.
pub struct LabScreen {
    pub(super) sitting: DebateSession,
    pub(super) setup: LabSetup,
    pub(super) run: Option<LabRun>,
    /// The index of the selected point.
    pub(super) at: usize,
    /// The running search for best responses, with the index of the point that it is about.
    pub(super) answering: Option<(usize, Job<[ResponseSummary; 2]>)>,
}

/// Opens the debate for a value of the parameter.
type OpenDebate = Box<dyn Fn(Option<f64>) -> Result<Box<dyn Game>, String> + Send>;

impl LabScreen {
    /// The lab for a debate that has not begun. If the player has played the same debate, `played` has its players.
    pub fn new(sitting: DebateSession, played: Option<&PlayedSeats>) -> Self {
        let setup = LabSetup::new(&sitting, played);
        Self { sitting, setup, run: None, at: 0, answering: None }
    }

    /// The same lab, after it has started a run.
    pub fn running(mut self, context: &mut Context) -> Self {
        self.start(context);
        self
    }

    pub(super) fn points(&self) -> Vec<PlotPoint> {
        self.run.as_ref().map(LabRun::points).unwrap_or_default()
    }

    fn is_running(&self) -> bool {
        self.run.as_ref().is_some_and(LabRun::is_running)
    }

    /// Starts a run with the present set-up.
    fn start(&mut self, context: &mut Context) {
        let (setup, set) = (self.setup.clone(), self.setting());
        let (open, own) = match self.opening().and_then(|open| Ok((open, self.own_game()?))) {
            Ok(opened) => opened,
            Err(reason) => return context.notify(reason),
        };
        let values = move |token: &CancelToken| {
            setup.values(&*own, |name, x| !token.is_stopped() && set(name, x).is_ok())
        };
        (self.at, self.answering) = (0, None);
        self.run = Some(LabRun::start(values, open, self.hides_values(), context));
        self.take_results(context);
    }

    /// Returns `true` if exact values are hidden until the review.
    fn hides_values(&self) -> bool {
        self.sitting.scenario.hides(Hidden::Truth)
    }

    fn own_game(&self) -> Result<Box<dyn Game>, String> {
        let game = self.sitting.game();
        game.restart(game.seed().max(1), &self.setup.plans(None))
    }

    /// Returns a function that opens the debate for a value of the current parameter.
    fn opening(&self) -> Result<OpenDebate, String> {
        let (own, setup, set) = (self.own_game()?, self.setup.clone(), self.setting());
        Ok(Box::new(move |value| {
            let plans = setup.plans(value);
            match (setup.varied(), value) {
                (VariedParameter::Parameter(name, _), Some(value)) => {
                    set(name, value)?.restart(own.seed(), &plans)
                }
                _ => own.restart(own.seed(), &plans),
            }
        }))
    }

    /// Returns a function that opens the debate with a parameter set to a value. The function may take long.
    fn setting(&self) -> impl Fn(&str, f64) -> Result<Box<dyn Game>, String> + Send + 'static {
        let id = self.sitting.id.clone();
        let scenario = Scenario { moves: None, ..self.sitting.scenario.clone() };
        move |parameter, value| {
            let setting = ParameterSetting { path: parameter.to_owned(), value: value.to_string() };
            let told = |e: &dyn ToString| format!("at {setting}: {}", e.to_string());
            let set = scenario.with_settings(&id, std::slice::from_ref(&setting));
            let (mut set, _) = set.map_err(|e| told(&e.message))?;
            // The lab later puts the players of its set-up into the seats.
            set.seats = Default::default();
            open(&set).map_err(|fault| told(&fault.message))
        }
    }

    /// Starts the search for the best Alice and the best Bob at the selected point.
    fn answer(&mut self, context: &mut Context) {
        let Some(value) = self.points().get(self.at).map(|point| point.value) else { return };
        let open = match self.opening() {
            Ok(open) => open,
            Err(reason) => return context.notify(reason),
        };
        let job = Job::spawn_and_wait(context, move |token| {
            let game = open(value);
            [Seat::Alice, Seat::Bob].map(|seat| {
                let found = game.as_ref().map_err(Clone::clone).and_then(|game| {
                    let seats = Seat::each(|seat| game.seat_plan(seat));
                    game.best_response(&seats, seat, token)
                });
                found.into()
            })
        });
        self.answering = Some((self.at, job));
        self.take_answer();
    }

    /// Stores the best responses once they are found.
    fn take_answer(&mut self) {
        let Some((at, job)) = &self.answering else { return };
        match (job.poll(), &self.run) {
            (JobStatus::Running, _) => return,
            (JobStatus::Done(best), Some(run)) => run.answered(*at, best),
            _ => {}
        }
        self.answering = None;
    }

    /// Reports the error of a run that has failed. Removes the run if it has no points.
    fn take_results(&mut self, context: &mut Context) {
        if let Some(fault) = self.run.as_mut().and_then(LabRun::poll) {
            context.notify(fault);
            if self.points().iter().all(|point| point.tally.is_none()) {
                self.run = None;
            }
        }
    }

    /// Selects another parameter, and removes the points of the previous one.
    fn vary(&mut self, action: Action, _: &mut Context) {
        self.setup.at = moved(self.setup.at, action, PAGE, self.setup.choices.len());
        (self.run, self.at, self.answering) = (None, 0, None);
    }

    fn choose_point(&mut self, action: Action, _: &mut Context) {
        self.at = moved(self.at, action, 1, self.points().len());
    }

    fn stop(&mut self, context: &mut Context) {
        if let Some(run) = &self.run {
            run.stop();
            context.notify("stopped. The finished points stay");
        }
    }

    fn offers(&self) -> Vec<KeyCommand> {
        use Action::*;
        let mut offers = Vec::new();
        if self.setup.choices.len() > 1 {
            offers.push(KeyCommand::new(&[Up, Down], "what varies").does(Self::vary));
            let page = KeyCommand::hidden(&[PageUp, PageDown], "a page");
            offers.push(page.does(Self::vary));
        }
        if self.points().len() > 1 {
            offers.push(KeyCommand::new(&[Left, Right], "point").does(Self::choose_point));
            offers.push(KeyCommand::hidden(&[First, Last], "ends").does(Self::choose_point));
        }
        if self.is_running() {
            offers.push(KeyCommand::new(&[Stop, Cancel], "stop").does(Self::stop));
        } else {
            let words = if self.run.is_some() { "run again" } else { "run" };
            offers.push(KeyCommand::new(&[Confirm], words).does(Self::start));
            offers.push(KeyCommand::hidden(&[Cancel], "back").leaves());
        }
        let here = self.points().get(self.at).is_some_and(|point| point.tally.is_some());
        if here && !self.hides_values() && self.answering.is_none() {
            offers.push(KeyCommand::new(&[BestPlayers], "best players").does(Self::answer));
        }
        offers.extend(KeyCommand::help_and_back());
        offers
    }
}

impl Screen<Playground> for LabScreen {
    fn scope(&self) -> KeyScope {
        KeyScope::Lab
    }

    fn poll(&mut self, context: &mut Context) -> Transition {
        self.take_results(context);
        self.take_answer();
        Transition::Stay
    }

    fn is_working(&self) -> bool {
        self.answering.is_some()
    }

    fn view(&self, canvas: &mut Canvas<'_>, _context: &Context) -> Vec<KeyCommand> {
        self.draw_all(canvas);
        self.offers()
    }
}
