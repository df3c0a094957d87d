//! What is found out about a debate before it is judged: values, better moves, what lost it, prices.

use std::collections::{HashMap, HashSet};

use super::better::Better;
use super::cause::Loss;
use super::prices::Prices;
use super::rulings::{WrongRuling, rulings};
use crate::analysis::Game;
use crate::debate::NodeId;
use crate::rules::Turn;
use crate::scenario::Scenario;

/// What was found out about a debate so far. Values and better moves are kept for all of its lines.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// The values of places. `None` if a place cannot be valued.
    pub(super) values: HashMap<NodeId, Option<f64>>,
    pub(super) better: Vec<Better>,
    /// The places whose moves were looked into for better ones.
    pub(super) searched: HashSet<NodeId>,
    pub(super) line: LineFindings,
    pub(super) prices: Option<Vec<Prices>>,
}

/// What was found out about one line.
#[derive(Clone, Debug, Default)]
pub(super) struct LineFindings {
    /// Where it ends.
    end: Option<NodeId>,
    /// The first ruling of a person against what can be read.
    wrong: Option<WrongRuling>,
    /// What lost it, once that was looked for.
    pub(super) loss: Option<Option<Loss>>,
}

impl Findings {
    /// What is known at once of the line that a debate stands on.
    pub fn of(scenario: &Scenario, game: &dyn Game) -> Self {
        let mut found = Self::default();
        found.turn_to(scenario, game);
        found
    }

    /// Turns to the line that the debate stands on now.
    pub fn turn_to(&mut self, scenario: &Scenario, game: &dyn Game) {
        let end = Some(game.tree().here());
        if self.line.end == end {
            return;
        }
        let is_over = matches!(game.now().turn(), Turn::Over(_));
        let wrong = is_over.then(|| rulings(scenario, game).ok()?.into_iter().next()).flatten();
        self.line = LineFindings { end, wrong, loss: None };
    }

    /// The value of a place, if it is known.
    pub fn value(&self, node: NodeId) -> Option<f64> {
        self.values.get(&node).copied().flatten()
    }

    pub(super) fn wrong_ruling(&self) -> Option<&WrongRuling> {
        self.line.wrong.as_ref()
    }

    pub(super) fn loss(&self) -> Option<&Loss> {
        self.line.loss.as_ref()?.as_ref()
    }
}
