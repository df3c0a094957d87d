//! Draws the part of a circuit around a path that goes down from the output.

use super::board::{CellMark, CellRole};
use super::graph::{Graph, GraphNode};
use super::plan_graph::sign;
use crate::machine::circuit::NormalForm;
use crate::machine::circuit::normal_form::{GateKind, GateSource};
use crate::machine::{Op, Plan, Step};

/// A side branch with at most this many gates is drawn completely.
const FEW: usize = 3;

/// At most this many levels of a side branch are drawn.
const DEEPEST: usize = 6;

/// Gates in a branch are counted up to this number.
const COUNTED: usize = 1000;

/// At most this many levels of the path are drawn.
const LEVELS: usize = 24;

/// A circuit in normal form, with a path that goes down from its output.
#[derive(Clone, Copy)]
pub(crate) struct PathGraph<'a> {
    pub normal: &'a NormalForm,
    /// The plan, which has the names of the inputs.
    pub plan: &'a Plan,
    /// The gates on the path, each with the wire that the path takes: true for the second wire.
    pub path: &'a [(Step, bool)],
    /// Returns the mark of a node. The second argument is the node's index on the path, or `None`
    /// if it is not on the path.
    pub mark: &'a dyn Fn(GateSource, Option<usize>) -> CellMark,
    /// Returns the note for the node at an index of the path.
    pub note: &'a dyn Fn(usize) -> String,
}

#[derive(Clone, Copy)]
struct Stretch {
    first: usize,
    last: usize,
    /// The number of drawn levels of a side branch. If a branch has more levels, the graph shows
    /// only the number of gates below.
    deep: usize,
}

/// A node on a level. `Ok` is its index on the path; `Err` is its distance from the path.
type OnLevel = (GateSource, Result<usize, usize>);

/// The nodes of a level, each with the indices of the nodes on the next level that it reads.
type Level = Vec<(GraphNode, Vec<usize>)>;

impl PathGraph<'_> {
    /// The gates around the index `at` of the path, or around the end of the path. Has at most
    /// `most` nodes, unless two levels need more. The path and its next possible nodes are
    /// highlighted.
    pub fn graph(&self, at: Option<usize>, most: usize) -> Graph {
        let end = self.path.len();
        let levels = most.div_ceil(2).clamp(2, LEVELS);
        let last = (at.unwrap_or(end) + levels / 2).min(end);
        let first = (last + 1).saturating_sub(levels);
        let stretch = |deep| Stretch { first, last, deep };
        let tries = (1..=DEEPEST).rev().map(|deep| self.levels(stretch(deep)));
        let size = |levels: &Vec<Level>| levels.iter().map(Vec::len).sum::<usize>();
        let fits = tries.into_iter().find(|levels| size(levels) <= most);
        let levels = fits.unwrap_or_else(|| self.levels(stretch(0)));
        let mut nodes: Vec<GraphNode> = Vec::new();
        let mut below = 0;
        for level in levels.into_iter().rev() {
            let start = nodes.len();
            nodes.extend(level.into_iter().map(|(knot, wires)| GraphNode {
                from: wires.iter().map(|wire| below + wire).collect(),
                lit: !knot.note.is_empty() || knot.mark.part != CellRole::None,
                ..knot
            }));
            below = start;
        }
        Graph { nodes, left_out: [first, end - last] }
    }

    /// The levels of a stretch of the path, from its first node down.
    fn levels(&self, stretch: Stretch) -> Vec<Level> {
        let mut levels = Vec::new();
        let mut level: Vec<OnLevel> = vec![(self.at(stretch.first), Ok(stretch.first))];
        while !level.is_empty() {
            let mut below: Vec<OnLevel> = Vec::new();
            levels.push(level.iter().map(|&on| self.gate(on, stretch, &mut below)).collect());
            level = below;
        }
        levels
    }

    fn at(&self, place: usize) -> GateSource {
        match (self.path.get(place), self.path.last()) {
            (Some(&(gate, _)), _) => GateSource::Gate(gate),
            (None, Some(&(gate, second))) => self.normal.gate(gate).sources[usize::from(second)],
            (None, None) => self.normal.root(),
        }
    }

    /// Makes a node with its wires. Adds the nodes that it reads to `below`, the next level.
    fn gate(
        &self,
        (node, stands): OnLevel,
        Stretch { last, deep, .. }: Stretch,
        below: &mut Vec<OnLevel>,
    ) -> (GraphNode, Vec<usize>) {
        let (place, beside) = (stands.ok(), stands.err().unwrap_or(0));
        let branch = match place {
            Some(_) => 0,
            None if beside <= deep && deep > 0 => 0,
            None => self.normal.gates_under(node, COUNTED),
        };
        let name = match node {
            GateSource::Literal { input, negated } => {
                format!("{}{}", if negated { "¬" } else { "" }, self.plan.input_name(input))
            }
            GateSource::Constant(bit) => u8::from(bit).to_string(),
            GateSource::Gate(number) => {
                let sign = sign(match self.normal.gate(number).kind {
                    GateKind::And => Op::And,
                    GateKind::Or => Op::Or,
                });
                match branch {
                    COUNTED.. => format!("{sign} over {} gates", COUNTED - 1),
                    _ if branch > FEW => format!("{sign} {branch} gates"),
                    _ => format!("{number} {sign}"),
                }
            }
        };
        let (mut wires, mut folded) = (Vec::new(), 0);
        if let (GateSource::Gate(number), true) = (node, branch <= FEW) {
            let taken =
                place.and_then(|at| self.path.get(at)).map(|&(_, second)| usize::from(second));
            let sources = self.normal.gate(number).sources;
            if place == Some(last) && taken.is_some() {
                folded = sources.len();
            } else {
                for (at, source) in sources.into_iter().enumerate() {
                    wires.push(below.len());
                    let on_path = place.filter(|_| taken == Some(at)).map(|place| place + 1);
                    below.push((source, on_path.ok_or(beside + 1)));
                }
            }
        }
        let knot = GraphNode {
            item: place,
            name,
            mark: (self.mark)(node, place),
            note: place.map(|at| (self.note)(at)).unwrap_or_default(),
            folded,
            ..GraphNode::default()
        };
        (knot, wires)
    }
}
