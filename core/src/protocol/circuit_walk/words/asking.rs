//! What each seat is asked, in words.

use crate::machine::Step;
use crate::machine::circuit::normal_form::Node;
use crate::protocol::CircuitWalk;
use crate::protocol::circuit_walk::Phase;
use crate::rules::{Position, Side, Verb};
use crate::show::number::count;
use crate::show::{Asking, Fill, OfferWords, ShowAsking};

impl ShowAsking for CircuitWalk {
    fn asking(&self) -> Asking {
        match (self.phase, self.here) {
            (Phase::Walking, Node::Gate(gate)) => self.ask_wire(gate),
            (Phase::Watching, _) => self.ask_to_go_on(),
            (Phase::Walking | Phase::Judging, _) => self.ask_verdict(),
            (Phase::Showing(..) | Phase::Over(_), _) => Asking::default(),
        }
    }
}

impl CircuitWalk {
    fn ask_wire(&self, gate: Step) -> Asking {
        let side = self.mover(gate);
        let sources = self.normal().gate(gate).sources;
        let says = if side == Side::Alice { 0 } else { 1 };
        let names = sources.map(|node| self.name(node));
        let [first, second] = &names;
        let words = format!("point at a wire that you say is {says}: {first} or {second}");
        let point = OfferWords::new(words, Fill::Choices(names.to_vec()));
        let run = (!self.ran[side.seat().index()]).then(|| {
            format!("evaluate the circuit: {} steps", count(self.normal().size() as u64)).into()
        });
        let question = format!("point at the wire into gate {gate} that you say is {says}");
        let asking = Asking::new(question, [point].into_iter().chain(run));
        let leaf = |node: &Node| !matches!(node, Node::Gate(_));
        if sources.iter().all(leaf) {
            asking.note("The judge reads that input next, and it decides.")
        } else if sources.iter().any(leaf) {
            asking.note("If you point at an input, the judge reads it, and it decides.")
        } else {
            asking
        }
    }

    fn ask_to_go_on(&self) -> Asking {
        let last = self.path.len();
        Asking::new(
            format!("read pointer {last}, or let them go on"),
            ["read a bit: 1 query", "let them go on"],
        )
        .note(format!(
            "Step {last} is the newest pointer. What you leave unread can be read at the end."
        ))
    }

    fn ask_verdict(&self) -> Asking {
        let rule = "rule: Alice says 0, Bob says 1";
        let read = self.menu().offer(Verb::Read).map(|_| "read a bit: 1 query");
        let (_, node) = self.followed();
        Asking::new("is f(x) 0 or 1?", [rule].into_iter().chain(read)).note(match node {
            Node::Gate(_) => {
                "You do not know where the path leads: not all pointers are read.".into()
            }
            Node::Literal { .. } => {
                format!("The path leads to {}. If it is 1, Bob is right.", self.name(node))
            }
            Node::Constant(bit) => format!("The circuit is always {}.", u8::from(bit)),
        })
    }
}
