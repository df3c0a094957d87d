//! External programs at the table. Another thread runs them, and they end with that thread.

use std::time::Duration;

use crate::debate::{AnyDebate, PlayError};
use crate::outside::{
    MakeMove, ProgramPlayError, ProgramRemark, ProgramSettings, RunningPrograms, let_go,
};
use crate::rules::{Outcome, Seat};
use crate::scenario::Scenario;
use crate::text::number::{fixed, plural};
use crate::work::CancelToken;

/// The time that a program has for an answer at the table.
const MOVE_TIME: Duration = Duration::from_secs(60);

/// The external programs of one table.
pub(super) struct TablePrograms {
    programs: ProgramSettings,
    /// The running programs. They start with the first question.
    outsiders: Option<RunningPrograms>,
    comment: Option<(Seat, String)>,
    /// The sum of `meta.cost` over all answers.
    cost: f64,
}

impl TablePrograms {
    /// The programs with these commands. `None` if there is no command.
    pub fn new(scenario: &Scenario, commands: [Option<String>; 3]) -> Option<Self> {
        // The programs' standard error would write over the screen.
        let programs = ProgramSettings::new(scenario, commands, MOVE_TIME, false);
        (!programs.is_empty()).then_some(Self {
            programs,
            outsiders: None,
            comment: None,
            cost: 0.0,
        })
    }

    /// The command of a seat's program.
    pub fn command(&self, seat: Seat) -> Option<&str> {
        self.programs.commands[seat.index()].as_deref()
    }

    /// Takes the comment on the last move.
    pub fn take_comment(&mut self) -> Option<(Seat, String)> {
        self.comment.take()
    }

    /// Lets the program in a seat move. If the program fails, a person gets the seat.
    ///
    /// # Errors
    /// Returns an error if the program failed, if it gave too many wrong answers, or if the player stopped it.
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
                // A late answer must not count for a later question.
                self.let_go();
                if !matches!(why, ProgramPlayError::Stuck(PlayError::Stopped(_))) {
                    self.programs.commands[seat.index()] = None;
                }
                Err(why)
            }
        }
    }

    /// A comment as one line, with the number of its tokens and its cost.
    fn remark_line(&mut self, remark: ProgramRemark) -> Option<String> {
        let number = |key: &str| remark.meta.as_ref()?.get(key)?.as_f64();
        let said = remark.comment.replace('\n', " ");
        let mut parts: Vec<String> = Vec::new();
        parts.extend((!said.is_empty()).then(|| format!("\u{201c}{said}\u{201d}")));
        parts.extend(number("tokens").map(|tokens| plural(tokens as u64, "token", "tokens")));
        if let Some(cost) = number("cost").filter(|cost| *cost > 0.0) {
            self.cost += cost;
            parts.push(format!("cost {}, in total {}", fixed(cost, 4), fixed(self.cost, 4)));
        }
        (!parts.is_empty()).then(|| parts.join(" · "))
    }

    /// Tells the programs the result, and ends them.
    pub fn over(&mut self, table: &dyn AnyDebate, outcome: &Outcome) {
        if let Some(outsiders) = &self.outsiders {
            outsiders.over(table, outcome);
        }
        self.let_go();
    }

    /// Starts the programs if they do not run yet.
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

    /// Ends the programs. The next question starts them again.
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
