//! The part of a circuit around a path down from its output.

use super::board::{CellMark, CellRole};
use super::graph::{Graph, GraphNode};
use super::plan_graph::sign;
use crate::machine::circuit::NormalForm;
use crate::machine::circuit::normal_form::{GateKind, GateSource};
use crate::machine::{Op, Plan, Step};

/// A side branch with at most this many gates is drawn completely.
const FEW: usize = 3;

/// The largest number of levels of a side branch.
const DEEPEST: usize = 6;

/// The count of gates in a branch stops here.
const COUNTED: usize = 1000;

/// The number of levels of a long path that are drawn.
const LEVELS: usize = 24;

/// A normal form around a path that goes down from its output.
#[derive(Clone, Copy)]
pub(crate) struct PathGraph<'a> {
    pub normal: &'a NormalForm,
    /// The plan, which has the names of the inputs.
    pub plan: &'a Plan,
    /// The gates on the path, each with the wire taken there: true is the second wire.
    pub path: &'a [(Step, bool)],
    /// Returns the mark of a node. The second argument is its index on the path, from 0, if it is
    /// there.
    pub mark: &'a dyn Fn(GateSource, Option<usize>) -> CellMark,
    /// Returns the note for the node at an index of the path.
    pub note: &'a dyn Fn(usize) -> String,
}

/// The part of a path that is drawn.
#[derive(Clone, Copy)]
struct Stretch {
    first: usize,
    last: usize,
    /// The number of levels of a side branch that are drawn. Below that, a larger branch shows only
    /// its number of gates.
    deep: usize,
}

/// A node on a level, with its index on the path, or its distance from the path.
type OnLevel = (GateSource, Result<usize, usize>);

/// The nodes of a level, each with its wires to the level below.
type Level = Vec<(GraphNode, Vec<usize>)>;

impl PathGraph<'_> {
    /// The gates around an index of the path, or around its end. At most `most` nodes, if that is
    /// enough for two levels. The path and its next possible nodes are lit.
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

    /// The levels of a part of the path, from its first node down.
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

    /// The node at an index of the path.
    fn at(&self, place: usize) -> GateSource {
        match (self.path.get(place), self.path.last()) {
            (Some(&(gate, _)), _) => GateSource::Gate(gate),
            (None, Some(&(gate, second))) => self.normal.gate(gate).sources[usize::from(second)],
            (None, None) => self.normal.root(),
        }
    }

    /// A node with its wires. Adds the nodes that it reads to the level below.
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
