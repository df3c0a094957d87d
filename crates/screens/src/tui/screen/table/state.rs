//! The state of a table between frames.

use std::sync::Arc;

use super::debate::TableDebate;
use super::form::TableForm;
use super::seek::DifferingSteps;
use crate::rules::{Side, Verb};
use crate::scenario::Exhibit;
use crate::text::Presentation;
use crate::tui::board::BoardState;
use crate::tui::prelude::*;
use crate::tui::prompt::PromptState;
use crate::tui::screen::evaluation::EvaluationMeter;

/// The options that the player chooses before the start.
#[derive(Clone, Copy, Debug, Default)]
pub struct TableOptions {
    /// `true` if the evaluation is on from the start.
    pub evaluation: bool,
    /// `true` if a curtain covers the screen between two players.
    pub curtain: bool,
}

/// The mode of the table. It decides what the keys do.
pub(super) enum TableMode {
    /// The board and the prompt.
    Play,
    /// The same as `Play`, but the table plays this many rounds automatically. The text names the current round.
    GoOn(u64, String),
    /// A curtain covers the screen until the player of this seat opens it.
    Covered(Seat),
    /// A question of the table itself. If the curtain is closed, also the seat that it waits for.
    Asked(TableForm, Option<Seat>),
}

/// The table: a debate while people and programs play it.
pub struct TableScreen {
    pub(super) debate: TableDebate,
    pub(super) position: Arc<dyn Presentation>,
    pub(super) title: String,
    pub(super) claim: String,
    pub(super) seat: Seat,
    pub(super) people: Vec<Seat>,
    pub(super) desk: PromptState,
    pub(super) board: BoardState,
    /// For each kind of answer, the pane on which the player can fill it in.
    pub(super) inputs: Vec<(Verb, usize)>,
    pub(super) meter: EvaluationMeter,
    pub(super) options: TableOptions,
    pub(super) mode: TableMode,
    pub(super) hints: usize,
    /// `true` if the last hint stands above the answer.
    pub(super) shows_hint: bool,
    /// The pane that the player visited during this question.
    pub(super) visited: Option<usize>,
    /// A line above the answer, until a hint replaces it.
    pub(super) coach: Option<String>,
    /// The text of the library's card, if the player has not seen it. It is above the answer until the first move.
    pub(super) card: Option<String>,
    /// `true` if the evidence is open over the board. `top` is the first visible line of the evidence.
    pub(super) zoomed: bool,
    pub(super) top: usize,
    /// The side for which the judge's bits decide. `None` if they do not decide.
    pub(super) settled: Option<Side>,
    /// `true` after the focus went to the answer by itself. The next arrow may still be meant for the board, so it
    /// chooses nothing.
    pub(super) jumped: bool,
    /// The rows of the hint and of the answer at the last question.
    pub(super) rows_before: [u16; 2],
    pub(super) exhibits: Vec<Exhibit>,
    /// The search for the next marked cell of a pane.
    pub(super) seeking: Option<Job<(usize, Option<usize>)>>,
    /// The search for steps of a transcript that differ from the player's run.
    pub(super) differing: Option<Job<Option<DifferingSteps>>>,
    /// `true` if the bits must be filled in when the run is done.
    pub(super) fill_next: bool,
    /// `true` if the player asked to see everything.
    pub(super) revealed: bool,
}

impl TableScreen {
    /// A table for a debate that begins or continues.
    pub fn new(sitting: DebateSession, options: TableOptions) -> Self {
        let people = sitting.people();
        let tells = sitting.evaluation_tells();
        let first = people.first().copied().unwrap_or(Seat::Judge);
        // The player at the screen may not be the first to move.
        let curtain = (options.curtain && people.len() > 1).then_some(first);
        let looks = (options.evaluation && tells).then_some(TableForm::Evaluation);
        let mode = match TableForm::first(&sitting).or(looks) {
            Some(form) => TableMode::Asked(form, curtain),
            None => curtain.map_or(TableMode::Play, TableMode::Covered),
        };
        Self {
            position: sitting.position(),
            title: sitting.scenario.title.to_string(),
            claim: sitting.scenario.claim.to_string(),
            seat: first,
            people,
            desk: PromptState::default(),
            board: BoardState::default(),
            inputs: Vec::new(),
            meter: EvaluationMeter::new(options.evaluation && !tells),
            options,
            mode,
            hints: sitting.attempt().hints as usize,
            shows_hint: sitting.attempt().hints > 0,
            visited: None,
            coach: None,
            card: None,
            zoomed: false,
            top: 0,
            settled: None,
            jumped: false,
            rows_before: [0; 2],
            exhibits: sitting.scenario.exhibits(),
            seeking: None,
            differing: None,
            fill_next: false,
            revealed: sitting.attempt().revealed,
            debate: TableDebate::Here(Box::new(sitting)),
        }
    }

    /// A table for a debate from its journal. If two players share the screen, the curtain is closed, because they may
    /// have asked for one.
    pub fn resumed(sitting: DebateSession) -> Self {
        let curtain = sitting.people().len() > 1;
        Self::new(sitting, TableOptions { curtain, ..TableOptions::default() })
    }

    /// Adds a line above the answer that says how to begin. `None` adds nothing.
    #[must_use]
    pub fn with_coach(self, coach: Option<String>) -> Self {
        Self { coach, ..self }
    }

    /// Adds the text of the library's card above the answer, until the first move. `None` adds nothing.
    #[must_use]
    pub fn with_card(self, card: Option<String>) -> Self {
        Self { card, ..self }
    }

    /// The open question of the table itself. `None` if there is none.
    pub(super) fn form(&self) -> Option<&TableForm> {
        if let TableMode::Asked(form, _) = &self.mode { Some(form) } else { None }
    }

    /// The same as [`Self::form`], but mutable.
    pub(super) fn form_mut(&mut self) -> Option<&mut TableForm> {
        if let TableMode::Asked(form, _) = &mut self.mode { Some(form) } else { None }
    }

    /// Asks a question of the table itself. `None` removes the open question.
    pub(super) fn ask(&mut self, form: Option<TableForm>) {
        let covered = self.covered_for();
        self.mode = match form {
            Some(form) => TableMode::Asked(form, covered),
            None => covered.map_or(TableMode::Play, TableMode::Covered),
        };
    }

    /// Removes the open question, and returns it.
    pub(super) fn take_form(&mut self) -> Option<TableForm> {
        let after = self.covered_for().map_or(TableMode::Play, TableMode::Covered);
        match std::mem::replace(&mut self.mode, after) {
            TableMode::Asked(form, _) => Some(form),
            other => {
                self.mode = other;
                None
            }
        }
    }

    /// The seat that the curtain waits for. `None` if the curtain is open.
    pub(super) fn covered_for(&self) -> Option<Seat> {
        match self.mode {
            TableMode::Covered(seat) => Some(seat),
            TableMode::Asked(_, covered) => covered,
            TableMode::Play | TableMode::GoOn(..) => None,
        }
    }

    /// Closes the curtain for a seat.
    pub(super) fn cover(&mut self, seat: Seat) {
        match &mut self.mode {
            TableMode::Asked(_, covered) => *covered = Some(seat),
            mode => *mode = TableMode::Covered(seat),
        }
    }
}
