//! What every place of a line is worth, computed once, off the drawing thread.

use std::collections::HashMap;

use crate::analysis::Game;
use crate::debate::NodeId;
use crate::tui::prelude::*;
use crate::tui::screen::moves::is_by;

/// No more places than this are evaluated: of a long line those around people's moves, and others
/// at even distances.
const MOST: usize = 400;

/// Known values. A place that was tried and could not be evaluated is remembered as such.
pub type Values = HashMap<NodeId, Option<f64>>;

impl Pending<Values> {
    /// The value of a place, if it is known.
    pub fn of(&self, node: NodeId) -> Option<f64> {
        self.get(&node).copied().flatten()
    }

    /// Begins to evaluate the line played to here and other places that are asked for, if something is
    /// missing.
    pub fn evaluate(
        &mut self,
        game: &dyn Game,
        people: &[Seat],
        also: &[NodeId],
        context: &Context,
    ) {
        let mut nodes = chosen(game, people);
        nodes.extend(also);
        nodes.sort();
        nodes.dedup();
        nodes.retain(|node| !self.contains_key(node));
        if nodes.is_empty() {
            return self.stop();
        }
        let evaluate = game.evaluator();
        let mut values = Values::clone(self);
        self.begin(context, move |token| {
            let total = nodes.len() as u64;
            for (done, node) in nodes.into_iter().enumerate() {
                let Ok(value) = evaluate(node, token) else { break };
                values.insert(node, value.map(|e| e.honest));
                token.report(done as u64 + 1, total);
            }
            values
        });
    }
}

fn chosen(game: &dyn Game, people: &[Seat]) -> Vec<NodeId> {
    let tree = game.tree();
    let line: Vec<NodeId> =
        std::iter::once(NodeId::START).chain(tree.line().iter().copied()).collect();
    if line.len() <= MOST {
        return line;
    }
    // The line as a whole first, so that its curve is whole; then people's moves, also at even
    // distances if they are too many.
    let stride = line.len().div_ceil(MOST / 2);
    let human = |i: usize| tree.played(line[i]).is_some_and(|played| is_by(played.actor, people));
    let around: Vec<usize> =
        (0..line.len()).filter(|&i| human(i) || (i + 1 < line.len() && human(i + 1))).collect();
    let thin = around.len().div_ceil(MOST);
    let mut picked: Vec<usize> = (0..line.len()).step_by(stride).collect();
    // A move and the place before it are taken together, so that what it cost is known.
    picked.extend(around.chunks(2).step_by(thin.max(1)).flatten());
    picked.push(line.len() - 1);
    picked.sort_unstable();
    picked.dedup();
    picked.into_iter().map(|i| line[i]).collect()
}
