//! The rows of the set-up, what changes in them, and the start of the debate.

use super::players::{SeatPlayers, people, players};
use super::{ROWS, SeatsScreen, SetupRow, screen_row};
use crate::debate::SeatPlan;
use crate::rules::Viewer;
use crate::scenario::{Attempt, Forbidden, Hidden, Lesson};
use crate::tui::goal::capital;
use crate::tui::prelude::*;
use crate::tui::screen::{QuestionScreen, TableOptions, TableScreen, panel};

/// Whose eyes the rules are told for: the first person's; where none sits, of whoever looks on.
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

    /// The set-up of what was asked in a form: asking something else leads back to that form, which
    /// asks of the scenario that it began with.
    pub fn asked(sitting: DebateSession) -> Self {
        Self { is_asked: true, ..Self::new(sitting) }
    }

    /// Is everything as the scenario says? A player who is named counts as a change, also where the scenario
    /// hides the same one.
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
        let a = ScreenLayout::new(context.size, false);
        let paragraphs = panel::paragraphs(&self.brief);
        let area = Rect { height: a.ask.y.saturating_sub(a.board.y), ..a.side };
        (panel::SidePanel(paragraphs), area)
    }

    pub(super) fn hides(&self, seat: Seat) -> bool {
        self.sitting.scenario.hides(Hidden::player(seat))
    }

    /// The rules are told to whoever is about to play.
    pub(super) fn brief_anew(&mut self) {
        self.brief = self.sitting.position().brief(eye(&self.chairs));
    }

    /// Why the row cannot be changed, if it cannot.
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

    /// Is this row there? Nothing else is asked of the machine in a lesson, which is about its own question.
    pub(super) fn is_shown(&self, row: SetupRow) -> bool {
        let scenario = &self.sitting.scenario;
        let can_be_asked = scenario.lesson == Lesson::default()
            && !scenario.question_parts().is_empty()
            && !scenario.forbids(Forbidden::Seats);
        row != SetupRow::Question || can_be_asked
    }

    /// The focus goes to the next row that is shown.
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
            // It may ask for millions of steps.
            return context.stay("in a class the machine is asked what its file asks");
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
            return context.stay("in a class nobody runs a program of theirs on this machine");
        }
        if let Some(at) = commands.iter().position(|command| *command == Some("")) {
            self.focus = at;
            return context.stay("type the command of the program that shall sit here");
        }
        let Ok(seed) = self.seed.text().parse::<u64>() else {
            self.focus = 3;
            return context.stay("the seed is a whole number");
        };
        let mut sitting = match self.sitting.restart(seed, &plans) {
            Ok(sitting) => sitting,
            Err(reason) => return context.stay(reason),
        };
        sitting.seat_programs(commands.map(|command| command.map(str::to_owned)));
        let attempt = context.attempt(&self.sitting.id, &self.sitting.scenario);
        sitting.begin(Attempt { forecast: self.forecast(), ..attempt });
        crate::tui::screen::keep_journal(context, &mut sitting);
        if context.journals().is_none() {
            context.notify("no folder for a journal: a crash would lose this debate");
        }
        Transition::Replace(Box::new(TableScreen::new(sitting, self.options)))
    }

    pub(super) fn row_of(&self, at: Position, context: &Context) -> Option<usize> {
        let a = ScreenLayout::new(context.size, false);
        let y = usize::from(at.y.checked_sub(a.board.y)?);
        (0..ROWS.len())
            .find(|&i| screen_row(i) == y && a.board.contains(at) && self.is_shown(ROWS[i]))
    }
}
