//! The questions to each seat.

use crate::machine::Step;
use crate::machine::circuit::normal_form::GateSource;
use crate::protocol::CircuitWalk;
use crate::protocol::circuit_walk::Phase;
use crate::rules::{LegalAction, Side, Verb, View};
use crate::text::number::count;
use crate::text::{ActionText, ArgumentPrompt, QuestionText};

impl<'a> View<'a, CircuitWalk> {
    pub(super) fn question(&self) -> QuestionText {
        match self.phase() {
            Phase::Walking(gate) => self.ask_wire(gate),
            Phase::Watching => {
                let last = self.pointers();
                QuestionText::new(format!("read pointer {last}, or let the provers continue")).note(
                    format!("Step {last} is the newest pointer. You can also read it at the end."),
                )
            }
            Phase::Judging => self.ask_verdict(),
            Phase::Showing(..) | Phase::Over(_) => QuestionText::default(),
        }
    }

    pub(super) fn offer_words(&self, offer: &LegalAction) -> ActionText {
        match (offer.verb, self.phase()) {
            (Verb::Wire, Phase::Walking(gate)) => {
                let says = self.pointed_value(gate);
                let names = self.normal().gate(gate).sources.map(|node| self.name(node));
                let [first, second] = &names;
                let words = format!("point at a wire that you say is {says}: {first} or {second}");
                ActionText::new(words, ArgumentPrompt::Choices(names.to_vec()))
            }
            (Verb::Run, _) => {
                format!("evaluate the circuit: {} steps", count(self.normal().size() as u64)).into()
            }
            (Verb::Read, _) => "read a bit: 1 query".into(),
            (Verb::Continue, _) => "let the provers continue".into(),
            _ => "rule for Alice (0) or Bob (1)".into(),
        }
    }

    /// The value that the prover who points from this gate claims for the wire.
    fn pointed_value(&self, gate: Step) -> u8 {
        u8::from(self.mover(gate) == Side::Bob)
    }

    fn ask_wire(&self, gate: Step) -> QuestionText {
        let says = self.pointed_value(gate);
        let sources = self.normal().gate(gate).sources;
        let question =
            format!("point at a wire into gate {gate}. You then say that this wire is {says}");
        let asking = QuestionText::new(question);
        let leaf = |node: &GateSource| !matches!(node, GateSource::Gate(_));
        if sources.iter().all(leaf) {
            asking.note("The judge reads that input next, and it decides the debate.")
        } else if sources.iter().any(leaf) {
            asking.note("If you point at an input, the judge reads it, and it decides the debate.")
        } else {
            asking
        }
    }

    fn ask_verdict(&self) -> QuestionText {
        let (_, node) = self.followed();
        let by_inputs = self.decided_by_inputs().map(|side| u8::from(side == Side::Bob));
        QuestionText::new("is f(x) 0 or 1?").note(match (node, by_inputs) {
            (_, Some(bit)) if self.verdict().is_none() => {
                format!("The inputs that you read give f(x) = {bit}. The path does not matter.")
            }
            (GateSource::Gate(_), _) => {
                "You do not know where the path leads, because you have not read all pointers."
                    .into()
            }
            (GateSource::Literal { .. }, _) => {
                format!("The path leads to {}. If it is 1, Bob is right.", self.name(node))
            }
            (GateSource::Constant(bit), _) => format!("The circuit is always {}.", u8::from(bit)),
        })
    }
}
