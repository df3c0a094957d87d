//! A circuit walk, said and shown.

mod asking;
mod board;
mod brief;
mod mistake;

use crate::machine::Input;
use crate::machine::circuit::Reading;
use crate::machine::circuit::normal_form::Node;
use crate::protocol::CircuitWalk;
use crate::protocol::circuit_walk::Phase;
use crate::rules::{Cell, Move, Position, Seat, Side, Verb};
use crate::show::Show;
use crate::show::number::plural;

impl Show for CircuitWalk {
    fn claim(&self) -> String {
        self.setup().words.clone()
    }

    fn told(&self, mv: &Move) -> Option<String> {
        match (mv, self.here) {
            (Move::Wire(source), Node::Gate(gate)) => {
                let wires = self.normal().gate(gate).sources;
                let wire = wires.into_iter().find(|&node| Self::source(node) == *source)?;
                Some(format!("point at {}", self.name(wire)))
            }
            (Move::Read(Cell::Input(input)), _) => {
                let plan = self.setup().circuit.plan();
                (input.index() < plan.inputs().len())
                    .then(|| format!("read {}", plan.input_name(*input)))
            }
            (Move::Read(Cell::Step(step)), _) => Some(format!("read pointer {step}")),
            _ => None,
        }
    }

    fn why(&self) -> String {
        match self.phase {
            Phase::Over(winner) => self.why_ruled(winner),
            _ => String::new(),
        }
    }

    fn mistake(&self, mv: &Move) -> Option<String> {
        self.mistaken(mv)
    }

    fn is_guess(&self, mv: &Move) -> bool {
        let decided = self.verdict().or_else(|| self.decided_by_inputs());
        mv.verb() == Verb::Rule && decided.is_none()
    }

    fn contradictions(&self) -> Vec<String> {
        let (Some(path), Some(inputs)) = (self.verdict(), self.decided_by_inputs()) else {
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

    fn at_a_million(&self) -> Option<String> {
        Some(self.million())
    }
}

impl CircuitWalk {
    /// A node as people call it: "gate 4", "x1", "¬x3".
    fn name(&self, node: Node) -> String {
        match node {
            Node::Gate(gate) => format!("gate {gate}"),
            Node::Literal { input, negated } => {
                let name = self.setup().circuit.plan().input_name(input);
                format!("{}{name}", if negated { "¬" } else { "" })
            }
            Node::Constant(bit) => u8::from(bit).to_string(),
        }
    }

    /// Who is right by the inputs that the judge read, if these decide f(x) whatever the others are.
    fn decided_by_inputs(&self) -> Option<Side> {
        let circuit = &self.setup().circuit;
        let readings = self.ledger().readings();
        let known = (0..circuit.inputs()).map(|at| readings.bit(Cell::Input(Input::at(at))));
        match circuit.next_read(&known.collect::<Vec<_>>()) {
            Reading::Decided(bit) => Some(Side::of_claim(!bit)),
            Reading::Needs(_) => None,
        }
    }

    fn why_ruled(&self, winner: Side) -> String {
        let ruled = match winner {
            Side::Alice => "The judge ruled that f(x) = 0.",
            Side::Bob => "The judge ruled that f(x) = 1.",
        };
        let read = plural(self.ledger().of(Seat::Judge).queries(), "bit", "bits");
        let mut why = format!(
            "The walk ended at {}, which is {}. {ruled} It had read {read}.",
            self.name(self.here),
            u8::from(self.value(self.here)),
        );
        match self.verdict() {
            Some(side) if side != winner => why += " What it read says the opposite.",
            None => match self.decided_by_inputs() {
                Some(side) if side != winner => {
                    why += " The inputs that it read decide f(x), and say the opposite.";
                }
                Some(_) => {}
                None => why += " It ruled without following the path to its end: a guess.",
            },
            Some(_) => {}
        }
        why
    }
}

impl CircuitWalk {
    /// Thm 5 of the 2026 paper: depth + 1, whatever the size.
    pub(crate) fn million(&self) -> String {
        let reads = self.normal().depth() as u64 + 1;
        format!(
            "A million gates of this depth: at most {} all the same.",
            plural(reads, "read", "reads")
        )
    }
}
