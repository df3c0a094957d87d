//! Programs outside at the table: they are asked on the thread where programs think, and end with it.

use std::time::Duration;

use crate::debate::{AnyDebate, PlayError};
use crate::outside::{
    MakeMove, ProgramPlayError, ProgramRemark, ProgramSettings, RunningPrograms, let_go,
};
use crate::rules::{Outcome, Seat};
use crate::scenario::Scenario;
use crate::text::number::{fixed, plural};
use crate::work::CancelToken;

/// How long a program at the table may take to answer.
const MOVE_TIME: Duration = Duration::from_secs(60);

/// The programs of one table.
pub(super) struct TablePrograms {
    programs: ProgramSettings,
    /// Started when the first of them is asked.
    outsiders: Option<RunningPrograms>,
    comment: Option<(Seat, String)>,
    /// `meta.cost` of all answers so far.
    cost: f64,
}

impl TablePrograms {
    /// The programs of these commands; none if there is no command.
    pub fn new(scenario: &Scenario, commands: [Option<String>; 3]) -> Option<Self> {
        // Their standard error would be written over the table.
        let programs = ProgramSettings::new(scenario, commands, MOVE_TIME, false);
        (!programs.is_empty()).then_some(Self {
            programs,
            outsiders: None,
            comment: None,
            cost: 0.0,
        })
    }

    /// The command of the program in a seat.
    pub fn command(&self, seat: Seat) -> Option<&str> {
        self.programs.commands[seat.index()].as_deref()
    }

    /// What was remarked with the last move; told once.
    pub fn take_comment(&mut self) -> Option<(Seat, String)> {
        self.comment.take()
    }

    /// Lets the program in a seat make its move. One that fails loses the seat, to a person.
    ///
    /// # Errors
    /// If it failed or answered wrongly too often, or was stopped while it thought.
    pub fn turn(
        &mut self,
        seat: Seat,
        table: &mut dyn AnyDebate,
        make: &mut MakeMove<'_>,
        token: &CancelToken,
    ) -> Result<(), ProgramPlayError> {
        let turned = self.started(table, token).and_then(|all| all.turn(seat, table, make, token));
        match turned {
            Ok(remark) => {
                let told = remark.and_then(|remark| self.remark_line(remark));
                self.comment = told.map(|told| (seat, told));
                Ok(())
            }
            Err(why) => {
                // Whatever it still says is no answer to a later question.
                self.let_go();
                if !matches!(why, ProgramPlayError::Stuck(PlayError::Stopped(_))) {
                    self.programs.commands[seat.index()] = None;
                }
                Err(why)
            }
        }
    }

    /// A remark in a line, with the tokens that it took and what they cost.
    fn remark_line(&mut self, remark: ProgramRemark) -> Option<String> {
        let number = |key: &str| remark.meta.as_ref()?.get(key)?.as_f64();
        let said = remark.comment.replace('\n', " ");
        let mut parts: Vec<String> = Vec::new();
        parts.extend((!said.is_empty()).then(|| format!("\u{201c}{said}\u{201d}")));
        parts.extend(number("tokens").map(|tokens| plural(tokens as u64, "token", "tokens")));
        if let Some(cost) = number("cost").filter(|cost| *cost > 0.0) {
            self.cost += cost;
            parts.push(format!("cost {}, {} so far", fixed(cost, 4), fixed(self.cost, 4)));
        }
        (!parts.is_empty()).then(|| parts.join(" · "))
    }

    /// Tells the programs how the debate ended, and lets them go.
    pub fn over(&mut self, table: &dyn AnyDebate, outcome: &Outcome) {
        if let Some(outsiders) = &self.outsiders {
            outsiders.over(table, outcome);
        }
        self.let_go();
    }

    /// The programs, under way.
    fn started(
        &mut self,
        table: &dyn AnyDebate,
        token: &CancelToken,
    ) -> Result<&mut RunningPrograms, ProgramPlayError> {
        if self.outsiders.is_none() {
            let mut outsiders = self.programs.start(token)?;
            outsiders.send_start(table);
            self.outsiders = Some(outsiders);
        }
        self.outsiders.as_mut().ok_or_else(|| PlayError::Outside(String::new()).into())
    }

    /// Lets the programs go; they begin anew when one is asked again.
    pub fn let_go(&mut self) {
        if let Some(outsiders) = self.outsiders.take() {
            let_go(outsiders);
        }
    }
}

impl Drop for TablePrograms {
    fn drop(&mut self) {
        self.let_go();
    }
}
