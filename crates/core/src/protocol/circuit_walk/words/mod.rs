//! A circuit walk, said and shown.

mod asking;
mod board;
mod brief;
mod mistake;

use crate::machine::circuit::normal_form::GateSource;
use crate::protocol::CircuitWalk;
use crate::protocol::circuit_walk::Phase;
use crate::protocol::circuit_walk::Seen;
use crate::rules::{Cell, Move, Offer, Side, Verb, View};
use crate::text::number::plural;
use crate::text::{Asking, Board, Brief, Known, OfferWords, Words, said_by_the_view};

impl Words for CircuitWalk {
    said_by_the_view!(board, brief, question, offer, mistake);

    fn told(view: Seen<'_>, mv: &Move) -> Option<String> {
        match (mv, view.phase()) {
            (Move::Wire(source), Phase::Walking(gate)) => {
                let wires = view.normal().gate(gate).sources;
                let wire = wires.into_iter().find(|&node| Self::source(node) == *source)?;
                Some(format!("point at {}", view.name(wire)))
            }
            (Move::Read(Cell::Input(input)), _) => {
                (input.index() < view.inputs()).then(|| format!("read {}", view.input_name(*input)))
            }
            (Move::Read(Cell::Step(step)), _) => Some(format!("read pointer {step}")),
            _ => None,
        }
    }

    fn known(view: Seen<'_>) -> Known {
        // What the transcript holds are pointers; the gates' values stand in none of its steps.
        let path = view.path().len() as f64;
        let known = Known::default().plan(view.plan(), |input| view.input(input), |_| None);
        known.number("pointers", path)
    }

    fn why(view: Seen<'_>) -> String {
        match view.phase() {
            Phase::Over(winner) => view.why_ruled(winner).unwrap_or_default(),
            _ => String::new(),
        }
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
            "the path ends where Alice's claim is {}, though the inputs that were read make f(x) = {}",
            if path == Side::Alice { "right" } else { "wrong" },
            u8::from(inputs == Side::Bob)
        )]
    }

    /// Thm 5 of the 2026 paper: depth + 1, whatever the size.
    fn at_a_million(view: Seen<'_>) -> Option<String> {
        let reads = view.normal().depth() as u64 + 1;
        Some(format!(
            "A million gates of this depth: at most {} all the same.",
            plural(reads, "read", "reads")
        ))
    }

    fn computation(view: Seen<'_>) -> Option<u64> {
        Some(view.normal().size() as u64)
    }
}

impl<'a> View<'a, CircuitWalk> {
    /// A node as people call it: "gate 4", "x1", "¬x3".
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
            "The walk ended at {}, which is {}. {ruled} It had read {read}.",
            self.name(here),
            u8::from(self.value(here)?),
        );
        match self.decided() {
            Some(side) if side != winner => {
                why += match self.verdict() {
                    Some(_) => " What it read says the opposite.",
                    None => " The inputs that it read decide f(x), and say the opposite.",
                }
            }
            Some(_) => {}
            None => why += " It ruled without following the path to its end: a guess.",
        }
        Some(why)
    }
}
