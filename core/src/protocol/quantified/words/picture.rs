//! A quantified debate as pictures: to those who play, the game as a tree of what can still happen;
//! to the judge, the verifier's gates with what was read.

use crate::machine::quantified::Side as Player;
use crate::machine::{Input, Origin};
use crate::protocol::Quantified;
use crate::protocol::quantified::Stage;
use crate::rules::{Cell, Eye, Seat};
use crate::show::board::{Flaw, Mark, Part};
use crate::show::picture::{Drawing, Graph, Knot, Lens, Picture};
use crate::show::plan_graph;

/// A larger verifier is not evaluated at the ends of the tree.
const EVALUATED: usize = 2_000;

impl Quantified {
    pub(super) fn picture(&self, eye: Eye, verifier: usize) -> Picture<'_> {
        let plays = matches!(self.stage, Stage::Bits) && eye != Eye::Seat(Seat::Judge);
        let drawing = match plays {
            true => Lens::new(move |_, most| self.game_tree(eye, most)),
            false => Lens::new(move |_, most| self.verifier_graph(eye, most)),
        };
        Picture {
            title: match plays {
                true => "what was played, and what can still happen".into(),
                false => "the verifier's gates".into(),
            },
            // The verifier stands in words beside the tree.
            instead_of: (!plays).then_some(verifier),
            drawing: Drawing::Graph(drawing),
        }
    }

    /// The verifier's inputs that these eyes know, where these bits are played.
    pub(super) fn known(&self, eye: Eye, played: &[bool]) -> Vec<Option<bool>> {
        let known = |at| match (eye, self.cell_of(Input::at(at))) {
            (Eye::Seat(Seat::Judge), cell) => self.ledger_bit(cell),
            (_, Cell::Step(step)) => played.get(step.index()).copied(),
            (_, cell) => Some(self.bit_in(cell)),
        };
        (0..self.game().verifier().inputs()).map(known).collect()
    }

    /// The bits that were played as a path, and below it every way to go on, as deep as fits.
    fn game_tree(&self, eye: Eye, most: usize) -> Graph {
        let turns = self.game().turns().len();
        let played = self.played.len();
        let mut depth = 0;
        while played + depth < turns && played + (2 << (depth + 1)) <= most.max(played + 3) {
            depth += 1;
        }
        let mut nodes = Vec::new();
        for at in 0..=played {
            let from = at.checked_sub(1).into_iter().collect();
            nodes.push(self.position(eye, &self.played[..at], from, true));
        }
        let mut last = vec![(played, self.played.clone())];
        for _ in 0..depth {
            let mut next = Vec::new();
            for (parent, path) in last {
                for bit in [false, true] {
                    let path: Vec<bool> = path.iter().copied().chain([bit]).collect();
                    nodes.push(self.position(eye, &path, vec![parent], false));
                    next.push((nodes.len() - 1, path));
                }
            }
            last = next;
        }
        Graph { nodes }
    }

    /// The game after these bits: the last of them, whose turn it is, and V once they decide it.
    fn position(&self, eye: Eye, path: &[bool], from: Vec<usize>, lit: bool) -> Knot {
        let (game, verifier) = (self.game(), self.game().verifier());
        let name = match path.split_last() {
            None => "start".to_owned(),
            Some((&bit, before)) => {
                format!("{} = {}", self.name(game.turns()[before.len()].input), u8::from(bit))
            }
        };
        // Whoever searched the game knows how it can end; the others know what was played.
        let searched = match eye {
            Eye::All => true,
            Eye::Seat(Seat::Judge) => false,
            Eye::Seat(seat) => self.ran[seat.index()],
        };
        let value = (verifier.size() <= EVALUATED && (lit || searched))
            .then(|| verifier.known_values(&self.known(eye, path)))
            .and_then(|values| values.last().copied().flatten());
        let words = match (value, game.turns().get(path.len())) {
            (Some(bit), _) => {
                format!("V = {}: {} wins", u8::from(bit), if bit { "Bob" } else { "Alice" })
            }
            (None, Some(turn)) => {
                let who = if turn.side == Player::Alpha { "Alice" } else { "Bob" };
                format!("{who} plays {}", self.name(turn.input))
            }
            (None, None) => String::new(),
        };
        let here = path.len() == self.played.len();
        let lost =
            path.len().checked_sub(1).is_some_and(|at| lit && eye.is_review() && self.lost_it(at));
        let mark =
            value.map_or_else(Mark::default, |bit| Mark::text(format!("V={}", u8::from(bit))));
        let mark = mark.flaw(if lost { Flaw::Wrong } else { Flaw::None });
        let part = if here && lit { Part::Disputed } else { Part::None };
        Knot { name, words, mark: mark.part(part), from, lit, ..Knot::default() }
    }

    /// The verifier's gates, with the values that these eyes know.
    fn verifier_graph(&self, eye: Eye, most: usize) -> Graph {
        let verifier = self.game().verifier();
        let plan = verifier.plan();
        let known = self.known(eye, &self.played);
        let values = verifier.known_values(&known);
        let judge = eye == Eye::Seat(Seat::Judge);
        let bit = |bit: Option<bool>| match bit {
            Some(bit) => Mark::bit(bit),
            None if judge => Mark::unread(),
            None => Mark::default(),
        };
        plan_graph::around(plan, None, most, |source| Knot {
            name: plan_graph::name(plan, source),
            mark: match source.get() {
                Origin::Input(input) => {
                    bit(known[input.index()]).read_as(self.ledger_order(self.cell_of(input)))
                }
                // A gate is not read: its value follows.
                Origin::Step(step) => values[step.index()].map_or_else(Mark::default, Mark::bit),
            },
            ..Knot::default()
        })
    }
}
