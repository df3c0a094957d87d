//! What a table keeps between frames.

use std::sync::Arc;

use super::debate::TableDebate;
use super::form::TableForm;
use super::seek::DifferingSteps;
use crate::rules::Verb;
use crate::scenario::Exhibit;
use crate::text::Presentation;
use crate::tui::board::BoardState;
use crate::tui::prelude::*;
use crate::tui::prompt::PromptState;
use crate::tui::screen::evaluation::EvaluationMeter;

/// What was chosen before the start.
#[derive(Clone, Copy, Debug, Default)]
pub struct TableOptions {
    /// Is the evaluation shown from the start?
    pub evaluation: bool,
    /// Is the screen covered between two people?
    pub curtain: bool,
}

/// What the keys act on.
pub(super) enum TableMode {
    /// The board and the prompt.
    Play,
    /// The same, while so many rounds are left that go on by themselves.
    GoOn(u64),
    /// The screen is covered until the person in this seat takes it.
    Covered(Seat),
    /// A question of the program's own, in place of the prompt; and the seat that the screen is covered
    /// for, if it is.
    Asked(TableForm, Option<Seat>),
}

/// A debate being played.
pub struct TableScreen {
    pub(super) debate: TableDebate,
    pub(super) position: Arc<dyn Presentation>,
    pub(super) title: String,
    pub(super) claim: String,
    pub(super) seat: Seat,
    pub(super) people: Vec<Seat>,
    pub(super) desk: PromptState,
    pub(super) board: BoardState,
    /// Which pane of the board is the input of which answer.
    pub(super) inputs: Vec<(Verb, usize)>,
    pub(super) meter: EvaluationMeter,
    pub(super) options: TableOptions,
    pub(super) mode: TableMode,
    pub(super) hints: usize,
    pub(super) side_shift: usize,
    /// Is the evidence over the whole board? And its first line in view.
    pub(super) zoomed: bool,
    pub(super) top: usize,
    pub(super) exhibits: Vec<Exhibit>,
    /// Looks for the next marked cell of a pane, in a long row, on another thread.
    pub(super) seeking: Option<Job<(usize, Option<usize>)>>,
    /// Looks for where the person's own run of a long transcript differs from what is written.
    pub(super) differing: Option<Job<Option<DifferingSteps>>>,
    /// Fill the bits in as soon as the machine was run.
    pub(super) fill_next: bool,
    /// Is everything shown, as the person asked?
    pub(super) revealed: bool,
}

impl TableScreen {
    /// A debate, about to begin or to go on.
    pub fn new(sitting: DebateSession, options: TableOptions) -> Self {
        let people = sitting.people();
        let tells = sitting.evaluation_tells();
        let first = people.first().copied().unwrap_or(Seat::Judge);
        // Who holds the screen now need not be who moves first.
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
            side_shift: 0,
            zoomed: false,
            top: 0,
            exhibits: sitting.scenario.exhibits(),
            seeking: None,
            differing: None,
            fill_next: false,
            revealed: sitting.attempt().revealed,
            debate: TableDebate::Here(Box::new(sitting)),
        }
    }

    /// A debate from its journal. Two people who share a screen may have chosen the curtain, so it
    /// is down.
    pub fn resumed(sitting: DebateSession) -> Self {
        let curtain = sitting.people().len() > 1;
        Self::new(sitting, TableOptions { curtain, ..TableOptions::default() })
    }

    /// The question of the program's own that is asked, if one is.
    pub(super) fn form(&self) -> Option<&TableForm> {
        if let TableMode::Asked(form, _) = &self.mode { Some(form) } else { None }
    }

    /// The same, to change what was typed.
    pub(super) fn form_mut(&mut self) -> Option<&mut TableForm> {
        if let TableMode::Asked(form, _) = &mut self.mode { Some(form) } else { None }
    }

    /// Asks a question of the program's own, or no longer asks one.
    pub(super) fn ask(&mut self, form: Option<TableForm>) {
        let covered = self.covered_for();
        self.mode = match form {
            Some(form) => TableMode::Asked(form, covered),
            None => covered.map_or(TableMode::Play, TableMode::Covered),
        };
    }

    /// Ends the question that is asked, and returns it.
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

    /// The seat that the screen is covered for, if it is.
    pub(super) fn covered_for(&self) -> Option<Seat> {
        match self.mode {
            TableMode::Covered(seat) => Some(seat),
            TableMode::Asked(_, covered) => covered,
            TableMode::Play | TableMode::GoOn(_) => None,
        }
    }

    /// Covers the screen for a seat.
    pub(super) fn cover(&mut self, seat: Seat) {
        match &mut self.mode {
            TableMode::Asked(_, covered) => *covered = Some(seat),
            mode => *mode = TableMode::Covered(seat),
        }
    }
}
