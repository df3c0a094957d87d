//! A recursive debate as a screen shows it.

use crate::protocol::RecursiveDebate;
use crate::protocol::claims::graph;
use crate::protocol::claims::words::{
    below, knowing, known, numbered, rule_words, true_false, who,
};
use crate::protocol::recursive::Phase;
use crate::rules::Eye;
use crate::show::board::{Flaw, Mark, Node, Part, Tree};
use crate::show::picture::Knot;
use crate::show::{Board, ShowBoard};

impl ShowBoard for RecursiveDebate {
    fn board(&self, eye: Eye) -> Board<'_> {
        let columns = knowing(self.case(), eye).map(String::from).into_iter().collect();
        let path = self.steps().iter().map(|step| step.claim.index()).collect();
        let tree = Tree {
            columns,
            len: self.case().tree().len(),
            here: Some(self.here().index()),
            path,
            choices: match self.phase() {
                Phase::Disputing => self.named().iter().map(|claim| claim.index()).collect(),
                _ => Vec::new(),
            },
            node: Box::new(move |at| self.node(eye, at)),
            children: Box::new(move |at| self.children(at)),
            below: Vec::new(),
            to_come: 0,
        };
        let panes = graph::panes(tree, "", |at| self.children(at), move |at| self.knot(eye, at));
        Board { title: "claims".into(), panes }
    }
}

impl RecursiveDebate {
    fn node(&self, eye: Eye, at: usize) -> Node {
        let tree = self.case().tree();
        let Some(claim) = tree.claim(at) else { return Node::default() };
        let known = || match known(self.world(), eye, claim) {
            Some(false) if eye.is_review() => Mark::text(true_false(false)).flaw(Flaw::Wrong),
            Some(truth) => Mark::text(true_false(truth)),
            None => Mark::hidden(),
        };
        let cells = knowing(self.case(), eye).map(|_| known()).into_iter().collect();
        let step = self.steps().iter().find(|step| step.claim == claim);
        let note = step.and_then(|step| self.argument_of(step).map(|argument| (step, argument)));
        let note = note.map(|(step, argument)| {
            let arguer = self.arguer().seat();
            let who = who(eye, arguer, "you", arguer.name());
            let rule = rule_words(argument);
            let all = argument.parts.len();
            match step.named.len() {
                named if named == all => format!("{who}: because {rule} of:"),
                named => format!("{who}: because {rule} of {all}, namely these {named}:"),
            }
        });
        Node {
            words: numbered(tree, claim),
            cells,
            note,
            part: if claim == self.here() { Part::Disputed } else { Part::None },
        }
    }

    /// A claim of the picture, with what these eyes know of it.
    fn knot(&self, eye: Eye, at: usize) -> Knot {
        let node = self.node(eye, at);
        let tree = self.case().tree();
        let Some(claim) = tree.claim(at) else { return Knot::default() };
        let name = tree.name(claim).to_string();
        Knot {
            name,
            words: tree.words(claim).to_string(),
            mark: Mark { part: node.part, ..node.cells.into_iter().next().unwrap_or_default() },
            ..Knot::default()
        }
    }

    /// The subclaims named; before any are, those of every argument.
    fn children(&self, at: usize) -> Vec<usize> {
        let tree = self.case().tree();
        let Some(claim) = tree.claim(at) else { return Vec::new() };
        let step = self.steps().iter().find(|step| step.claim == claim);
        if let Some(step) = step.filter(|step| step.which.is_some()) {
            return step.named.iter().map(|claim| claim.index()).collect();
        }
        below(tree, claim)
    }
}
