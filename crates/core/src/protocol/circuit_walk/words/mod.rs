//! The texts of a circuit walk.

mod asking;
mod board;
mod brief;
mod mistake;

use crate::machine::circuit::normal_form::GateSource;
use crate::protocol::CircuitWalk;
use crate::protocol::circuit_walk::Phase;
use crate::protocol::circuit_walk::Seen;
use crate::rules::{BitRef, LegalAction, Move, Side, Verb, View};
use crate::text::number::plural;
use crate::text::{
    ActionText, Board, BriefPane, KnownFacts, ProtocolText, QuestionText, said_by_the_view,
};

impl ProtocolText for CircuitWalk {
    said_by_the_view!(board, brief, question, offer, mistake);

    fn move_text(view: Seen<'_>, mv: &Move) -> Option<String> {
        match (mv, view.phase()) {
            (Move::Wire(source), Phase::Walking(gate)) => {
                let wires = view.normal().gate(gate).sources;
                let wire = wires.into_iter().find(|&node| Self::source(node) == *source)?;
                Some(format!("point at {}", view.name(wire)))
            }
            (Move::Read(BitRef::Input(input)), _) => {
                (input.index() < view.inputs()).then(|| format!("read {}", view.input_name(*input)))
            }
            (Move::Read(BitRef::Step(step)), _) => Some(format!("read pointer {step}")),
            _ => None,
        }
    }

    fn known(view: Seen<'_>) -> KnownFacts {
        // The transcript holds only pointers, so the steps of this plan have no values in it.
        let path = view.path().len() as f64;
        let known = KnownFacts::default().plan(view.plan(), |input| view.input(input), |_| None);
        known.number("pointers", path)
    }

    fn outcome_reason(view: Seen<'_>) -> String {
        match view.phase() {
            Phase::Over(winner) => view.why_ruled(winner).unwrap_or_default(),
            _ => String::new(),
        }
    }

    fn settled(view: Seen<'_>) -> Option<Side> {
        view.menu().offer(Verb::Rule).and(view.decided())
    }

    fn is_guess(view: Seen<'_>, mv: &Move) -> bool {
        mv.verb() == Verb::Rule && view.decided().is_none()
    }

    fn contradictions(view: Seen<'_>) -> Vec<String> {
        let (Some(path), Some(inputs)) = (view.verdict(), view.decided_by_inputs()) else {
            return Vec::new();
        };
        if path == inputs {
            return Vec::new();
        }
        vec![format!(
            "according to the end of the path, Alice's claim is {}, but the inputs that the judge read give \
             f(x) = {}",
            if path == Side::Alice { "right" } else { "wrong" },
            u8::from(inputs == Side::Bob)
        )]
    }

    /// By Thm 5 of the 2026 paper, the judge reads at most depth + 1 bits, for a circuit of any size.
    fn at_a_million(view: Seen<'_>) -> Option<String> {
        let reads = view.normal().depth() as u64 + 1;
        Some(format!(
            "With a million gates and the same depth, the judge would still need at most {}.",
            plural(reads, "read", "reads")
        ))
    }

    fn computation(view: Seen<'_>) -> Option<u64> {
        Some(view.normal().size() as u64)
    }
}

impl<'a> View<'a, CircuitWalk> {
    /// The name of a node in text: "gate 4", "x1", "¬x3".
    fn name(&self, node: GateSource) -> String {
        match node {
            GateSource::Gate(gate) => format!("gate {gate}"),
            GateSource::Literal { input, negated } => {
                let name = self.input_name(input);
                format!("{}{name}", if negated { "¬" } else { "" })
            }
            GateSource::Constant(bit) => u8::from(bit).to_string(),
        }
    }

    fn why_ruled(&self, winner: Side) -> Option<String> {
        let here = self.here()?;
        let ruled = match winner {
            Side::Alice => "The judge ruled that f(x) = 0.",
            Side::Bob => "The judge ruled that f(x) = 1.",
        };
        let read = plural(self.judges_queries().0, "bit", "bits");
        let mut why = format!(
            "The walk ended at {}, which is {}. {ruled} The judge had read {read}.",
            self.name(here),
            u8::from(self.value(here)?),
        );
        match self.decided() {
            Some(side) if side != winner => {
                why += match self.verdict() {
                    Some(_) => " But the bits that the judge read say the opposite.",
                    None => {
                        " But the inputs that the judge read decide f(x), and they say the \
                         opposite."
                    }
                }
            }
            Some(_) => {}
            None => {
                why += " This was a guess, because the judge had not followed the path to its end."
            }
        }
        Some(why)
    }
}
