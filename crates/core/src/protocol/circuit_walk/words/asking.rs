//! What each seat is asked, in words.

use crate::machine::Step;
use crate::machine::circuit::normal_form::GateSource;
use crate::protocol::CircuitWalk;
use crate::protocol::circuit_walk::Phase;
use crate::rules::{Offer, Side, Verb, View};
use crate::text::number::count;
use crate::text::{Asking, Fill, OfferWords};

impl<'a> View<'a, CircuitWalk> {
    pub(super) fn question(&self) -> Asking {
        match self.phase() {
            Phase::Walking(gate) => self.ask_wire(gate),
            Phase::Watching => {
                let last = self.pointers();
                Asking::of(format!("read pointer {last}, or let them go on")).note(format!(
                    "Step {last} is the newest pointer. What you leave unread can be read at the end."
                ))
            }
            Phase::Judging => self.ask_verdict(),
            Phase::Showing(..) | Phase::Over(_) => Asking::default(),
        }
    }

    pub(super) fn offer_words(&self, offer: &Offer) -> OfferWords {
        match (offer.verb, self.phase()) {
            (Verb::Wire, Phase::Walking(gate)) => {
                let says = self.says(gate);
                let names = self.normal().gate(gate).sources.map(|node| self.name(node));
                let [first, second] = &names;
                let words = format!("point at a wire that you say is {says}: {first} or {second}");
                OfferWords::new(words, Fill::Choices(names.to_vec()))
            }
            (Verb::Run, _) => {
                format!("evaluate the circuit: {} steps", count(self.normal().size() as u64)).into()
            }
            (Verb::Read, _) => "read a bit: 1 query".into(),
            (Verb::Continue, _) => "let them go on".into(),
            _ => "rule: Alice says 0, Bob says 1".into(),
        }
    }

    /// What the prover who points from a gate says of the wire.
    fn says(&self, gate: Step) -> u8 {
        u8::from(self.mover(gate) == Side::Bob)
    }

    fn ask_wire(&self, gate: Step) -> Asking {
        let says = self.says(gate);
        let sources = self.normal().gate(gate).sources;
        let question = format!("point at the wire into gate {gate} that you say is {says}");
        let asking = Asking::of(question);
        let leaf = |node: &GateSource| !matches!(node, GateSource::Gate(_));
        if sources.iter().all(leaf) {
            asking.note("The judge reads that input next, and it decides.")
        } else if sources.iter().any(leaf) {
            asking.note("If you point at an input, the judge reads it, and it decides.")
        } else {
            asking
        }
    }

    fn ask_verdict(&self) -> Asking {
        let (_, node) = self.followed();
        let by_inputs = self.decided_by_inputs().map(|side| u8::from(side == Side::Bob));
        Asking::of("is f(x) 0 or 1?").note(match (node, by_inputs) {
            (_, Some(bit)) if self.verdict().is_none() => {
                format!("By the inputs that you read f(x) is {bit}, wherever the path leads.")
            }
            (GateSource::Gate(_), _) => {
                "You do not know where the path leads: not all pointers are read.".into()
            }
            (GateSource::Literal { .. }, _) => {
                format!("The path leads to {}. If it is 1, Bob is right.", self.name(node))
            }
            (GateSource::Constant(bit), _) => format!("The circuit is always {}.", u8::from(bit)),
        })
    }
}
