//! What a table keeps between frames.

use std::sync::Arc;

use super::debate::Debate;
use super::form::Form;
use super::seek::Differing;
use crate::rules::Verb;
use crate::scenario::Exhibit;
use crate::text::Show;
use crate::tui::board::BoardState;
use crate::tui::prelude::*;
use crate::tui::prompt::Desk;
use crate::tui::screen::evaluation::Meter;

/// What was chosen before the start.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Is the evaluation shown from the start?
    pub evaluation: bool,
    /// Is the screen covered between two people?
    pub curtain: bool,
}

/// A debate being played.
pub struct TableScreen {
    pub(super) debate: Debate,
    pub(super) position: Arc<dyn Show>,
    pub(super) title: String,
    pub(super) claim: String,
    pub(super) seat: Seat,
    pub(super) people: Vec<Seat>,
    pub(super) desk: Desk,
    pub(super) board: BoardState,
    /// Which pane of the board is the input of which answer.
    pub(super) inputs: Vec<(Verb, usize)>,
    pub(super) meter: Meter,
    pub(super) options: Options,
    /// The seat that the screen is covered for.
    pub(super) curtain: Option<Seat>,
    pub(super) hints: usize,
    pub(super) side_shift: usize,
    /// Is the evidence over the whole board? And its first line in view.
    pub(super) zoomed: bool,
    pub(super) top: usize,
    pub(super) exhibits: Vec<Exhibit>,
    /// A question of the program's own, in place of the prompt.
    pub(super) form: Option<Form>,
    /// Looks for the next marked cell of a pane, in a long row, on another thread.
    pub(super) seeking: Option<Job<(usize, Option<usize>)>>,
    /// Looks for where the person's own run of a long transcript differs from what is written.
    pub(super) differing: Option<Job<Option<Differing>>>,
    /// How many rounds are left to go on by themselves.
    pub(super) rounds: u64,
    /// Fill the bits in as soon as the machine was run.
    pub(super) fill_next: bool,
    pub(super) started: bool,
    /// Is everything shown, as the person asked?
    pub(super) revealed: bool,
}

impl TableScreen {
    /// A debate, about to begin or to go on.
    pub fn new(sitting: Sitting, options: Options) -> Self {
        let people = sitting.people();
        let tells = sitting.evaluation_tells();
        let first = people.first().copied().unwrap_or(Seat::Judge);
        let curtain = (options.curtain && people.len() > 1).then_some(first);
        Self {
            position: sitting.position(),
            title: sitting.scenario.title.to_string(),
            claim: sitting.scenario.claim.to_string(),
            seat: first,
            people,
            desk: Desk::default(),
            board: BoardState::default(),
            inputs: Vec::new(),
            meter: Meter::new(options.evaluation && !tells),
            options,
            // Who holds the screen now need not be who moves first.
            curtain,
            hints: sitting.attempt().hints as usize,
            side_shift: 0,
            zoomed: false,
            top: 0,
            exhibits: sitting.scenario.exhibits(),
            form: Form::first(&sitting)
                .or_else(|| (options.evaluation && tells).then_some(Form::Evaluation)),
            seeking: None,
            differing: None,
            rounds: 0,
            fill_next: false,
            started: false,
            revealed: sitting.attempt().revealed,
            debate: Debate::Here(Box::new(sitting)),
        }
    }

    /// A debate from its journal. Two people who share a screen may have chosen the curtain, so it
    /// is down.
    pub fn resumed(sitting: Sitting) -> Self {
        let curtain = sitting.people().len() > 1;
        Self::new(sitting, Options { curtain, ..Options::default() })
    }
}
