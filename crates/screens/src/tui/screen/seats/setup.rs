//! The rows of the set-up, changes to them, and the start of the debate.

use super::players::{SeatPlayers, people, players};
use super::{ROWS, SeatsScreen, SetupRow};
use crate::debate::SeatPlan;
use crate::rules::{Side, Viewer};
use crate::scenario::{Forbidden, Hidden, Lesson};
use crate::tui::goal::capital;
use crate::tui::prelude::*;
use crate::tui::screen::{QuestionScreen, TableOptions, cards, panel};

/// The viewer for whom the rules are written: the first person in a seat, or a spectator if no person plays.
fn eye(chairs: &[SeatPlayers; 3]) -> Viewer {
    people(chairs).first().map_or(Viewer::Room, |&seat| Viewer::Seat(seat))
}

impl SeatsScreen {
    /// The set-up of a debate that has not begun.
    pub fn new(sitting: DebateSession) -> Self {
        let chairs = Seat::each(|seat| players(&sitting, seat));
        let brief = sitting.position().brief(eye(&chairs));
        Self {
            chairs,
            seed: TextLine::new(sitting.game().seed().to_string()),
            seed_put: true,
            options: TableOptions::default(),
            winner: None,
            focus: ROWS.len() - 1,
            brief,
            side_shift: 0,
            is_asked: false,
            sitting,
        }
    }

    /// The same set-up with a prediction of the winner.
    pub fn predicting(sitting: DebateSession, winner: Option<Side>) -> Self {
        Self { winner, ..Self::new(sitting) }
    }

    /// The set-up of a debate about the question of the form. To ask another question, the player goes back to the
    /// form, which still has its first scenario.
    pub fn asked(sitting: DebateSession) -> Self {
        Self { is_asked: true, ..Self::new(sitting) }
    }

    /// Returns `true` if every setting is as in the scenario. A named player counts as a change, even if the scenario
    /// hides the same player.
    pub(super) fn is_default(&self) -> bool {
        let game = self.sitting.game();
        let seated = |seat: Seat| {
            let (own, here) = (players(&self.sitting, seat), &self.chairs[seat.index()]);
            (own.at, own.argument.text()) == (here.at, here.argument.text())
        };
        let TableOptions { evaluation, curtain } = self.options;
        let seed = self.seed.text() == game.seed().to_string();
        let outside = self.chairs.iter().any(|chair| chair.command().is_some());
        let predicts = self.forecast().is_some();
        !outside
            && !predicts
            && Seat::ALL.into_iter().all(seated)
            && seed
            && !evaluation
            && !curtain
    }

    pub(super) fn row(&self) -> SetupRow {
        ROWS[self.focus]
    }

    pub(super) fn side(&self, context: &Context) -> (panel::SidePanel, Rect) {
        let [_, rule, _] = self.parts(context.size);
        (panel::SidePanel(panel::paragraphs(&self.brief)), cards::inside_panel(rule))
    }

    pub(super) fn hides(&self, seat: Seat) -> bool {
        self.sitting.scenario.hides(Hidden::player(seat))
    }

    /// Writes the rules again for the first person in a seat.
    pub(super) fn brief_anew(&mut self) {
        self.brief = self.sitting.position().brief(eye(&self.chairs));
    }

    /// The reason why the row cannot change. `None` if the row can change.
    pub(super) fn fixed(&self) -> Option<&'static str> {
        let scenario = &self.sitting.scenario;
        match self.row() {
            SetupRow::Seat(_) | SetupRow::Seed => scenario
                .forbids(Forbidden::Seats)
                .then_some("this exercise fixes the players and the seed"),
            SetupRow::Evaluation => {
                (!scenario.allows_evaluation()).then_some("this scenario keeps the evaluation off")
            }
            _ => None,
        }
    }

    pub(super) fn change(&mut self, by: isize, context: &mut Context) {
        if let Some(why) = self.fixed() {
            context.notify(why);
            return;
        }
        match self.row() {
            SetupRow::Seat(seat) => {
                self.chairs[seat.index()].step(by);
                self.brief_anew();
            }
            SetupRow::Seed => {
                let seed = self.seed.text().parse::<u64>().unwrap_or(0);
                self.seed.set(seed.saturating_add_signed(by as i64).to_string());
                self.seed_put = true;
            }
            SetupRow::Evaluation => self.options.evaluation = !self.options.evaluation,
            SetupRow::Curtain => self.options.curtain = !self.options.curtain,
            SetupRow::Start => self.predict(by),
            SetupRow::Question => {}
        }
    }

    /// Returns `true` if the row is shown. A lesson has its own question, so its set-up offers no other question.
    pub(super) fn is_shown(&self, row: SetupRow) -> bool {
        let scenario = &self.sitting.scenario;
        let can_be_asked = scenario.lesson == Lesson::default()
            && !scenario.question_parts().is_empty()
            && !scenario.forbids(Forbidden::Seats);
        row != SetupRow::Question || can_be_asked
    }

    /// Moves the focus to the next visible row.
    pub(super) fn step(&mut self, by: isize) {
        let mut at = self.focus;
        while let Some(next) = at.checked_add_signed(by).filter(|&next| next < ROWS.len()) {
            at = next;
            if self.is_shown(ROWS[at]) {
                self.focus = at;
                return;
            }
        }
    }

    pub(super) fn confirm(&mut self, context: &mut Context) -> Transition {
        if self.row() != SetupRow::Question {
            return self.start(context);
        }
        if !context.is_owner() {
            // A debate about another question could cost millions of steps.
            return context.stay("in a class you cannot ask another question about the file");
        }
        if self.is_asked {
            return Transition::Pop;
        }
        let question = QuestionScreen::new(self.sitting.id.clone(), self.sitting.scenario.clone());
        Transition::push(question)
    }

    pub(super) fn start(&mut self, context: &mut Context) -> Transition {
        let plans = Seat::each(|seat| self.chairs[seat.index()].plan());
        for seat in Seat::ALL {
            if let SeatPlan::Program(written) = &plans[seat.index()]
                && let Err(reason) = self.sitting.game().check_strategy(seat, written)
            {
                self.focus = seat.index();
                context.notify(format!("{}: {reason}", capital(seat.name())));
                return Transition::Stay;
            }
        }
        let commands = Seat::each(|seat| self.chairs[seat.index()].command());
        if !context.is_owner()
            && let Some(at) = commands.iter().position(Option::is_some)
        {
            self.focus = at;
            return context.stay("in a class you cannot run your own program on this computer");
        }
        if let Some(at) = commands.iter().position(|command| *command == Some("")) {
            self.focus = at;
            return context.stay("type the command of the program for this seat");
        }
        let Ok(seed) = self.seed.text().parse::<u64>() else {
            self.focus = 3;
            return context.stay("the seed must be a whole number");
        };
        let mut sitting = match self.sitting.restart(seed, &plans) {
            Ok(sitting) => sitting,
            Err(reason) => return context.stay(reason),
        };
        sitting.seat_programs(commands.map(|command| command.map(str::to_owned)));
        let table =
            crate::tui::screen::library::start(sitting, self.options, self.forecast(), context);
        Transition::Replace(Box::new(table))
    }

    pub(super) fn row_of(&self, at: Position, context: &Context) -> Option<usize> {
        let [players, ..] = self.parts(context.size);
        let y = usize::from(at.y.checked_sub(players.y + 1)?);
        let shown = (0..ROWS.len()).filter(|&i| self.is_shown(ROWS[i])).nth(y);
        shown.filter(|_| players.contains(at))
    }
}
