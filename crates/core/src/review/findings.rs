//! The results of the searches on which the review of a debate is based: values, better moves, the
//! cause of the loss, and values of other players.

use std::collections::{HashMap, HashSet};

use super::better_moves::BetterMove;
use super::loss_cause::ValueLoss;
use super::rulings::{WrongRuling, rulings};
use super::substitutes::SubstituteValues;
use crate::analysis::Game;
use crate::debate::NodeId;
use crate::rules::Turn;
use crate::scenario::Scenario;

/// The results of the searches so far. Values and better moves are kept for all lines of the
/// debate.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// The values of nodes. `None` if a node cannot be evaluated.
    pub(super) values: HashMap<NodeId, Option<f64>>,
    pub(super) better: Vec<BetterMove>,
    /// The nodes for which better moves were searched.
    pub(super) searched: HashSet<NodeId>,
    pub(super) line: LineFindings,
    pub(super) prices: Option<Vec<SubstituteValues>>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct LineFindings {
    /// The last node of the line.
    end: Option<NodeId>,
    /// The first ruling of a person that contradicts the readable evidence.
    wrong: Option<WrongRuling>,
    /// Why the debate was lost. The outer `None` means that this was not searched yet.
    pub(super) loss: Option<Option<ValueLoss>>,
}

impl Findings {
    /// The results that are known for the current line before any search.
    pub fn new(scenario: &Scenario, game: &dyn Game) -> Self {
        let mut found = Self::default();
        found.turn_to(scenario, game);
        found
    }

    /// Switches to the current line of the debate.
    pub fn turn_to(&mut self, scenario: &Scenario, game: &dyn Game) {
        let end = Some(game.tree().here());
        if self.line.end == end {
            return;
        }
        let is_over = matches!(game.position().turn(), Turn::Over(_));
        let wrong = is_over.then(|| rulings(scenario, game).ok()?.into_iter().next()).flatten();
        self.line = LineFindings { end, wrong, loss: None };
    }

    /// The value of a node. `None` if it is unknown.
    pub fn value(&self, node: NodeId) -> Option<f64> {
        self.values.get(&node).copied().flatten()
    }

    pub(super) fn wrong_ruling(&self) -> Option<&WrongRuling> {
        self.line.wrong.as_ref()
    }

    pub(super) fn loss(&self) -> Option<&ValueLoss> {
        self.line.loss.as_ref()?.as_ref()
    }
}
