//! The graphs of a quantified debate. Provers see the game as a tree of possible continuations. The
//! judge sees the verifier's gates with the bits that were read.

use crate::machine::Input;
use crate::machine::quantified::BitPlayer;
use crate::protocol::Quantified;
use crate::rules::{BitRef, View};
use crate::text::board::{CellFlaw, CellMark, CellRole, CircuitPane, Pane};
use crate::text::graph::{Graph, GraphNode};
use crate::text::plan_graph;

/// The largest verifier that is evaluated at the leaves of the tree.
const EVALUATED: usize = 2_000;

impl<'a> View<'a, Quantified> {
    /// The verifier and, for the provers, the game tree. Beside the game tree, the verifier is
    /// shown in words.
    pub(super) fn circuits(self, verifier: Vec<String>) -> Vec<Pane<'a>> {
        if self.playing().is_none() || self.is_judge() {
            let gates = move |most| self.verifier_graph(most);
            return vec![Pane::Circuit(CircuitPane::new(Some(verifier), gates))];
        }
        let game = CircuitPane {
            title: "the bits played, and the possible continuations".into(),
            ..CircuitPane::new(Some(Vec::new()), move |most| self.game_tree(most))
        };
        vec![Pane::Words(verifier), Pane::Circuit(game)]
    }

    /// The inputs of the verifier that this viewer knows, if these bits are played.
    pub(super) fn known(&self, played: &[bool]) -> Vec<Option<bool>> {
        let known = |at| match self.cell_of(Input::at(at)) {
            BitRef::Step(step) if !self.is_judge() => played.get(step.index()).copied(),
            cell => self.bit(cell),
        };
        (0..self.game().verifier().inputs()).map(known).collect()
    }

    /// The played bits as a path. Below the end of the path are all continuations, to the depth for
    /// which there is room.
    fn game_tree(&self, most: usize) -> Graph {
        let turns = self.game().turns().len();
        let path = self.played().unwrap_or_default();
        let played = path.len();
        let mut depth = 0;
        while played + depth < turns && played + (2 << (depth + 1)) <= most.max(played + 3) {
            depth += 1;
        }
        let (mut nodes, token) = (Vec::new(), self.token());
        for at in 0..=played {
            let from: Vec<usize> = at.checked_sub(1).into_iter().collect();
            let lost = self.eye().is_review() && from.iter().any(|&at| self.lost_game(at, &token));
            nodes.push(self.position(&path[..at], from, Some(lost)));
        }
        let mut last = vec![(played, path.to_vec())];
        for _ in 0..depth {
            let mut next = Vec::new();
            for (parent, path) in last {
                for bit in [false, true] {
                    let path: Vec<bool> = path.iter().copied().chain([bit]).collect();
                    nodes.push(self.position(&path, vec![parent], None));
                    next.push((nodes.len() - 1, path));
                }
            }
            last = next;
        }
        Graph { nodes, ..Graph::default() }
    }

    /// The position after these bits: the last bit, the next player, and V if it is decided. If the bits were really
    /// played, `lost` says whether the last bit turned a won game into a lost one.
    fn position(&self, path: &[bool], from: Vec<usize>, lost: Option<bool>) -> GraphNode {
        let lit = lost.is_some();
        let (game, verifier) = (self.game(), self.game().verifier());
        let name = match path.split_last() {
            None => "start".to_owned(),
            Some((&bit, before)) => {
                format!("{} = {}", self.name(game.turns()[before.len()].input), u8::from(bit))
            }
        };
        // A player who searched the game knows its possible ends. The others know only the bits
        // that were played.
        let value = (verifier.size() <= EVALUATED && (lit || self.has_searched()))
            .then(|| verifier.known_values(&self.known(path)))
            .and_then(|values| values.last().copied().flatten());
        let words = match (value, game.turns().get(path.len())) {
            (Some(bit), _) => {
                format!("V = {}: {} wins", u8::from(bit), if bit { "Bob" } else { "Alice" })
            }
            (None, Some(turn)) => {
                let who = if turn.side == BitPlayer::Alpha { "Alice" } else { "Bob" };
                format!("{who} plays {}", self.name(turn.input))
            }
            (None, None) => String::new(),
        };
        let here = path.len() == self.moves();
        let mark = value
            .map_or_else(CellMark::default, |bit| CellMark::text(format!("V={}", u8::from(bit))));
        let mark = mark.flaw(if lost == Some(true) { CellFlaw::Wrong } else { CellFlaw::None });
        let part = if here && lit { CellRole::Disputed } else { CellRole::None };
        GraphNode { name, words, mark: mark.part(part), from, lit, ..GraphNode::default() }
    }

    /// The verifier's gates, with the values that this viewer knows.
    fn verifier_graph(&self, most: usize) -> Graph {
        let verifier = self.game().verifier();
        let plan = verifier.plan();
        let known = self.known(self.played().unwrap_or_default());
        let values = verifier.known_values(&known);
        let judge = self.is_judge();
        let bit = |bit: Option<bool>| match bit {
            Some(bit) => CellMark::bit(bit),
            None if judge => CellMark::unread(),
            None => CellMark::default(),
        };
        plan_graph::around(plan, None, most, |source| GraphNode {
            mark: match source.get() {
                BitRef::Input(input) => {
                    bit(known[input.index()]).read_as(self.readings().order(self.cell_of(input)))
                }
                // Nobody reads a gate. Its value follows from its sources.
                BitRef::Step(step) => {
                    values[step.index()].map_or_else(CellMark::default, CellMark::bit)
                }
            },
            ..GraphNode::default()
        })
    }
}
