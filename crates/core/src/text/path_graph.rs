//! A circuit around a path down from its output; never the whole of a large circuit.

use super::board::{Mark, Part};
use super::graph::{Graph, Knot};
use super::plan_graph::sign;
use crate::machine::circuit::NormalForm;
use crate::machine::circuit::normal_form::{GateSource, Kind};
use crate::machine::{Op, Plan, Step};

/// A side branch of up to this many gates is drawn whole.
const FEW: usize = 3;

/// So many levels of side branches are tried.
const DEEPEST: usize = 6;

/// Larger branches are not counted further.
const COUNTED: usize = 1000;

/// Of a long path, this many levels are drawn.
const LEVELS: usize = 24;

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
}

/// The part of a path that is drawn.
#[derive(Clone, Copy)]
struct Stretch {
    first: usize,
    last: usize,
    /// A side branch is drawn so many levels deep. Below that, more than a few gates are named by
    /// their number.
    deep: usize,
}

/// A node on a level, with its place on the path, or how far it stands beside it.
type OnLevel = (GateSource, Result<usize, usize>);

/// The nodes of a level, each with its wires to the level below.
type Level = Vec<(Knot, Vec<usize>)>;

impl Around<'_> {
    /// The gates around a place of the path, around its end if none is given. At most `most` nodes,
    /// if that is enough for two levels. The path and what it may go to next are lit.
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
        let mut nodes: Vec<Knot> = Vec::new();
        let mut below = 0;
        for level in levels.into_iter().rev() {
            let start = nodes.len();
            nodes.extend(level.into_iter().map(|(knot, wires)| Knot {
                from: wires.iter().map(|wire| below + wire).collect(),
                lit: !knot.note.is_empty() || knot.mark.part != Part::None,
                ..knot
            }));
            below = start;
        }
        Graph { nodes, left_out: [first, end - last] }
    }

    /// The levels of a stretch of the path, from its first place down.
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

    /// The node at a place of the path.
    fn at(&self, place: usize) -> GateSource {
        match (self.path.get(place), self.path.last()) {
            (Some(&(gate, _)), _) => GateSource::Gate(gate),
            (None, Some(&(gate, second))) => self.normal.gate(gate).sources[usize::from(second)],
            (None, None) => self.normal.root(),
        }
    }

    /// A node with its wires; what it reads goes onto the level below.
    fn gate(
        &self,
        (node, stands): OnLevel,
        Stretch { last, deep, .. }: Stretch,
        below: &mut Vec<OnLevel>,
    ) -> (Knot, Vec<usize>) {
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
                    Kind::And => Op::And,
                    Kind::Or => Op::Or,
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
        let knot = Knot {
            item: place,
            name,
            mark: (self.mark)(node, place),
            note: place.map(|at| (self.note)(at)).unwrap_or_default(),
            folded,
            ..Knot::default()
        };
        (knot, wires)
    }
}
