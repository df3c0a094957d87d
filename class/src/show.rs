//! What the projector shows to all: nothing of what is hidden, and no names unless they are wanted.

use std::sync::Arc;

use parking_lot::Mutex;

use crate::debate::{NodeId, SeatPlan, told};
use crate::rules::Eye;
use crate::scenario::Scenario;
use crate::tui::prelude::*;
use crate::work::Token;
use elenchus_core::show::{Show, narrate};

/// What everybody looks at.
#[derive(Clone, Default)]
pub(crate) enum Projected {
    /// How to come in.
    #[default]
    Door,
    /// How far the class is; with names, who stands where.
    Class {
        /// Are there names?
        names: bool,
    },
    /// The question to everybody.
    Vote,
    /// A debate, at the move that the teacher is at.
    Debate(Arc<Led>),
}

/// A debate that the teacher leads everybody through, and how many moves led to where it stands.
pub(crate) struct Led(Mutex<(Sitting, usize)>);

/// The move that it stands at.
pub(crate) struct Frame {
    /// What the debate is called.
    pub title: String,
    /// The claim in words.
    pub claim: String,
    /// The position.
    pub position: Arc<dyn Show>,
    /// How many moves led there.
    pub at: usize,
    /// How many there are.
    pub of: usize,
    /// Those that led there, in words; of one that not everybody may know, who made it.
    pub moves: Vec<String>,
}

impl Led {
    /// A debate, from its start.
    pub(crate) fn new(sitting: Sitting) -> Self {
        Self(Mutex::new((sitting, 0)))
    }

    /// Goes where an action leads: a move on or back, or to an end.
    pub(crate) fn go(&self, action: Action) {
        let (sitting, at) = &mut *self.0.lock();
        // At a table the debate goes on meanwhile.
        if sitting.has_news() {
            let _ = sitting.run(&Token::default());
        }
        let all = sitting.game().tree().line().len() + 1;
        *at = moved(*at, action, 10, all);
    }

    /// What all may see at the move that it stands at.
    pub(crate) fn frame(&self) -> Frame {
        let (sitting, at) = &*self.0.lock();
        let game = sitting.game();
        let line = game.tree().line();
        let at = line.len().min(*at);
        let node = at.checked_sub(1).map_or(NodeId::START, |last| line[last]);
        let moves = line[..at].iter().filter_map(|&node| {
            let played = game.tree().played(node)?;
            let words = told(game, node).filter(|_| EVERYBODY.sees(played.to));
            let words = words.unwrap_or_else(|| "not for everybody to see".into());
            Some(narrate::line(played.actor, &words, None))
        });
        Frame {
            title: sitting.scenario.title.to_string(),
            claim: sitting.scenario.claim.to_string(),
            position: game.at(node),
            at,
            of: line.len(),
            moves: moves.collect(),
        }
    }
}

/// Whose eyes everybody has.
pub(crate) const EVERYBODY: Eye = Eye::Room;

/// A debate played to its end: honest programs sit where people would.
///
/// # Errors
/// What in it cannot be played.
pub(crate) fn played(id: &str, scenario: &Scenario, token: &Token) -> Result<Sitting, String> {
    let mut sitting = Sitting::new(id, Scenario { moves: None, ..scenario.clone() })?;
    for seat in Seat::ALL {
        if sitting.game().seat_plan(seat) == SeatPlan::Human {
            sitting.set_seat(seat, &SeatPlan::honest())?;
        }
    }
    sitting.run(token)?;
    Ok(sitting)
}
