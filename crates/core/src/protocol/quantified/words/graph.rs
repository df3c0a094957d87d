//! A quantified debate as pictures: to those who play, the game as a tree of what can still happen;
//! to the judge, the verifier's gates with what was read.

use crate::machine::Input;
use crate::machine::quantified::Mover;
use crate::protocol::Quantified;
use crate::rules::{Cell, View};
use crate::text::board::{Circuit, Flaw, Mark, Pane, Part};
use crate::text::graph::{Graph, Knot};
use crate::text::plan_graph;

/// A larger verifier is not evaluated at the ends of the tree.
const EVALUATED: usize = 2_000;

impl<'a> View<'a, Quantified> {
    /// The verifier, and the game to those who play it. The verifier stands in words beside the game.
    pub(super) fn circuits(self, verifier: Vec<String>) -> Vec<Pane<'a>> {
        if self.playing().is_none() || self.is_judge() {
            let gates = move |most| self.verifier_graph(most);
            return vec![Pane::Circuit(Circuit::new(Some(verifier), gates))];
        }
        let game = Circuit {
            title: "what was played, and what can still happen".into(),
            ..Circuit::new(Some(Vec::new()), move |most| self.game_tree(most))
        };
        vec![Pane::Words(verifier), Pane::Circuit(game)]
    }

    /// The verifier's inputs that these eyes know, where these bits are played.
    pub(super) fn known(&self, played: &[bool]) -> Vec<Option<bool>> {
        let known = |at| match self.cell_of(Input::at(at)) {
            Cell::Step(step) if !self.is_judge() => played.get(step.index()).copied(),
            cell => self.bit(cell),
        };
        (0..self.game().verifier().inputs()).map(known).collect()
    }

    /// The bits that were played as a path, and below it every way to go on, as deep as fits.
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
            let lost = self.eye().is_review() && from.iter().any(|&at| self.lost_it(at, &token));
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

    /// The game after these bits: the last of them, whose turn it is, and V once they decide it. Where they
    /// were played, `lost` says whether the last of them turned a won game into a lost one.
    fn position(&self, path: &[bool], from: Vec<usize>, lost: Option<bool>) -> Knot {
        let lit = lost.is_some();
        let (game, verifier) = (self.game(), self.game().verifier());
        let name = match path.split_last() {
            None => "start".to_owned(),
            Some((&bit, before)) => {
                format!("{} = {}", self.name(game.turns()[before.len()].input), u8::from(bit))
            }
        };
        // Whoever searched the game knows how it can end; the others know what was played.
        let value = (verifier.size() <= EVALUATED && (lit || self.has_searched()))
            .then(|| verifier.known_values(&self.known(path)))
            .and_then(|values| values.last().copied().flatten());
        let words = match (value, game.turns().get(path.len())) {
            (Some(bit), _) => {
                format!("V = {}: {} wins", u8::from(bit), if bit { "Bob" } else { "Alice" })
            }
            (None, Some(turn)) => {
                let who = if turn.side == Mover::Alpha { "Alice" } else { "Bob" };
                format!("{who} plays {}", self.name(turn.input))
            }
            (None, None) => String::new(),
        };
        let here = path.len() == self.moves();
        let mark =
            value.map_or_else(Mark::default, |bit| Mark::text(format!("V={}", u8::from(bit))));
        let mark = mark.flaw(if lost == Some(true) { Flaw::Wrong } else { Flaw::None });
        let part = if here && lit { Part::Disputed } else { Part::None };
        Knot { name, words, mark: mark.part(part), from, lit, ..Knot::default() }
    }

    /// The verifier's gates, with the values that these eyes know.
    fn verifier_graph(&self, most: usize) -> Graph {
        let verifier = self.game().verifier();
        let plan = verifier.plan();
        let known = self.known(self.played().unwrap_or_default());
        let values = verifier.known_values(&known);
        let judge = self.is_judge();
        let bit = |bit: Option<bool>| match bit {
            Some(bit) => Mark::bit(bit),
            None if judge => Mark::unread(),
            None => Mark::default(),
        };
        plan_graph::around(plan, None, most, |source| Knot {
            mark: match source.get() {
                Cell::Input(input) => {
                    bit(known[input.index()]).read_as(self.readings().order(self.cell_of(input)))
                }
                // A gate is not read: its value follows.
                Cell::Step(step) => values[step.index()].map_or_else(Mark::default, Mark::bit),
            },
            ..Knot::default()
        })
    }
}
