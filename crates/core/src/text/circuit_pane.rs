//! The circuit of a board: gates around a path, by level; never the whole of a large circuit.

use crate::machine::circuit::NormalForm;
use crate::machine::circuit::normal_form::{GateSource, Kind};
use crate::machine::{Plan, Step};
use crate::text::board::{Circuit, Gate, Level, Mark, Part};
use crate::text::picture::{Graph, Knot};

/// A side branch of up to this many gates is drawn whole.
const FEW: usize = 3;

/// So many levels of side branches are tried for a graph.
const DEEPEST: usize = 6;

/// Larger branches are not counted further.
const COUNTED: usize = 1000;

/// Of a long path, this many levels above where it stands are drawn.
const ABOVE: usize = 24;

/// A normal form around a path that goes down from its output.
#[derive(Clone, Copy)]
pub(crate) struct Around<'a> {
    pub normal: &'a NormalForm,
    /// For the names of the inputs.
    pub plan: &'a Plan,
    /// The gates gone through, and the wire taken at each: true is the second.
    pub path: &'a [(Step, bool)],
    /// The mark of a node; its place on the path, from 0, if it is there.
    pub mark: &'a dyn Fn(GateSource, Option<usize>) -> Mark,
    /// What was said of the node at a place of the path.
    pub note: &'a dyn Fn(usize) -> String,
    /// A side branch is drawn so many levels deep; what is larger than a few gates below that is
    /// named by its size.
    pub deep: usize,
}

/// A node on a level, with its place on the path, or how far it stands beside it.
type OnLevel = (GateSource, Result<usize, usize>);

impl Around<'_> {
    /// The levels from the output, or from some way above where the path stands, down.
    pub fn draw(&self) -> Circuit {
        let first = self.path.len().saturating_sub(ABOVE);
        let top = self.path.get(first).map_or(self.end(), |&(gate, _)| GateSource::Gate(gate));
        let mut circuit = Circuit::default();
        let mut level: Vec<OnLevel> = vec![(top, Ok(first))];
        let mut depth = first;
        while !level.is_empty() {
            let mut below: Vec<OnLevel> = Vec::new();
            let gates = level.iter().map(|&placed| self.gate(placed, &mut below));
            circuit.levels.push(Level { depth, gates: gates.collect() });
            level = below;
            depth += 1;
        }
        circuit
    }

    /// The same as a graph of at most `most` nodes, if that is enough for the path; the path and
    /// what it may go to next are lit.
    pub fn graph(&self, most: usize) -> Graph {
        let tries = (0..=DEEPEST).rev().map(|deep| Around { deep, ..*self }.draw());
        let size = |circuit: &Circuit| circuit.levels.iter().map(|l| l.gates.len()).sum::<usize>();
        let mut last = Circuit::default();
        for circuit in tries {
            last = circuit;
            if size(&last) <= most {
                break;
            }
        }
        as_graph(&last)
    }

    /// Where the path stands.
    fn end(&self) -> GateSource {
        match self.path.last() {
            Some(&(gate, second)) => self.normal.gate(gate).sources[usize::from(second)],
            None => self.normal.root(),
        }
    }

    /// A node as drawn; what it reads goes onto the level below.
    fn gate(&self, (node, stands): OnLevel, below: &mut Vec<OnLevel>) -> Gate {
        let (place, beside) = (stands.ok(), stands.err().unwrap_or(0));
        let branch = match place {
            Some(_) => 0,
            None if beside <= self.deep && self.deep > 0 => 0,
            None => self.normal.gates_under(node, COUNTED),
        };
        let label = match node {
            GateSource::Literal { input, negated } => {
                format!("{}{}", if negated { "¬" } else { "" }, self.plan.input_name(input))
            }
            GateSource::Constant(bit) => u8::from(bit).to_string(),
            GateSource::Gate(number) => {
                let sign = sign(self.normal.gate(number).kind);
                match branch {
                    COUNTED.. => format!("{sign} over {} gates", COUNTED - 1),
                    _ if branch > FEW => format!("{sign} {branch} gates"),
                    _ => format!("{number} {sign}"),
                }
            }
        };
        let mut wires = Vec::new();
        if let (GateSource::Gate(number), true) = (node, branch <= FEW) {
            let taken =
                place.and_then(|at| self.path.get(at)).map(|&(_, second)| usize::from(second));
            for (at, source) in self.normal.gate(number).sources.into_iter().enumerate() {
                wires.push(below.len());
                let on_path = place.filter(|_| taken == Some(at)).map(|place| place + 1);
                below.push((source, on_path.ok_or(beside + 1)));
            }
        }
        Gate {
            label,
            mark: (self.mark)(node, place),
            note: place.map(|at| (self.note)(at)).unwrap_or_default(),
            wires,
        }
    }
}

/// Levels from the output down as a graph from left to right, the output last.
fn as_graph(circuit: &Circuit) -> Graph {
    let mut nodes: Vec<Knot> = Vec::new();
    let mut below = 0;
    for level in circuit.levels.iter().rev() {
        let start = nodes.len();
        nodes.extend(level.gates.iter().map(|gate| Knot {
            name: gate.label.clone(),
            mark: gate.mark.clone(),
            note: gate.note.clone(),
            from: gate.wires.iter().map(|wire| below + wire).collect(),
            lit: !gate.note.is_empty() || gate.mark.part != Part::None,
            ..Knot::default()
        }));
        below = start;
    }
    Graph { nodes }
}

/// ∧ or ∨.
pub(crate) fn sign(kind: Kind) -> &'static str {
    match kind {
        Kind::And => "∧",
        Kind::Or => "∨",
    }
}
