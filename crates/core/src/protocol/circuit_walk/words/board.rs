//! The board of a circuit walk.

use crate::machine::circuit::normal_form::GateSource;
use crate::machine::{Input, Step};
use crate::protocol::CircuitWalk;
use crate::protocol::circuit_walk::Phase;
use crate::rules::{BitRef, Side, View};
use crate::text::Board;
use crate::text::board::{CellFlaw, CellMark, CellRole, CircuitPane, Pane, StripPane};
use crate::text::graph::Graph;
use crate::text::path_graph::PathGraph;

impl<'a> View<'a, CircuitWalk> {
    pub(super) fn board(self) -> Board<'a> {
        let graph = move |at, most| self.graph(at, most);
        let mut panes = vec![Pane::Circuit(CircuitPane {
            title: String::new(),
            words: None,
            len: self.path().len() + 1,
            graph: Box::new(graph),
        })];
        if self.inputs() > 0 {
            let mark = move |input| self.input_mark(input);
            let name = move |input| self.input_name(input).to_owned();
            panes.push(Pane::Strip(StripPane {
                marked: self.readings().inputs().collect(),
                ..StripPane::inputs("input", self.inputs(), mark, name)
            }));
        }
        let read = self.readings_in_words();
        if !read.is_empty() {
            panes.push(Pane::Words(read));
        }
        Board { title: "circuit, around the path".into(), panes }
    }
}

impl<'a> View<'a, CircuitWalk> {
    /// The circuit around the path that this viewer sees.
    fn graph(&self, at: Option<usize>, most: usize) -> Graph {
        let around = PathGraph {
            normal: self.normal(),
            plan: self.plan(),
            path: self.path(),
            mark: &|node, at| self.node_mark(node, at),
            note: &|at| self.statement_text(at),
        };
        around.graph(at, most)
    }

    /// The mark of a node. `at` is the index of the node on the path, counted from 0. `at` is `None` if the node is
    /// not on the path.
    fn node_mark(&self, node: GateSource, at: Option<usize>) -> CellMark {
        let seen = self.path();
        let mark = match node {
            // A literal shows its own value, which for ¬x is not the value of the input.
            GateSource::Literal { input, negated } => {
                let mark = self.input_mark(input);
                let known = self.input(input).map(|bit| CellMark::bit(bit != negated).value);
                CellMark { value: known.unwrap_or(mark.value), part: CellRole::None, ..mark }
            }
            _ => match self.value(node) {
                Some(bit) => {
                    let mark = CellMark::bit(bit);
                    let wrong = self.claimed(at).is_some_and(|claimed| claimed != bit);
                    if self.eye().is_review() && wrong { mark.flaw(CellFlaw::Wrong) } else { mark }
                }
                None => CellMark::default(),
            },
        };
        // A judge who has read the whole path knows the current node.
        let followed = || (seen.len() == self.pointers()).then(|| self.followed().1);
        let part = match (at, self.here().or_else(followed)) {
            (Some(at), _) if at == seen.len() => CellRole::Disputed,
            (None, Some(GateSource::Gate(gate))) => {
                if self.normal().gate(gate).sources.contains(&node) {
                    CellRole::Relevant
                } else {
                    CellRole::None
                }
            }
            _ => CellRole::None,
        };
        let pointer = at.and_then(|at| self.readings().order(BitRef::Step(Step::at(at))));
        CellMark { read: mark.read.or(pointer), part, ..mark }
    }

    /// The value that a prover claims for node `at` of the path by pointing at it. `None` for the
    /// output.
    fn claimed(&self, at: Option<usize>) -> Option<bool> {
        let (gate, _) = *self.path().get(at?.checked_sub(1)?)?;
        Some(self.mover(gate) == Side::Bob)
    }

    /// The claim about a node of the path, in words. For a gate, the prover who points from it
    /// makes the claim. For a literal, the prover who pointed at it does.
    fn statement_text(&self, at: usize) -> String {
        let node = match (self.path().get(at), self.here()) {
            (Some(&(gate, _)), _) => GateSource::Gate(gate),
            (None, Some(here)) => here,
            (None, None) => self.followed().1,
        };
        let side = match node {
            GateSource::Gate(gate) => self.mover(gate),
            _ => match self.claimed(Some(at)) {
                Some(true) => Side::Bob,
                Some(false) => Side::Alice,
                None => return String::new(),
            },
        };
        let says = u8::from(side == Side::Bob);
        format!("{}: it is {says}", self.who(side.seat()))
    }

    fn input_mark(&self, input: Input) -> CellMark {
        let read = self.readings().order(BitRef::Input(input));
        let mark = self.input(input).map_or_else(CellMark::unread, CellMark::bit);
        let wires = match self.phase() {
            Phase::Walking(gate) if !self.is_judge() => self.normal().gate(gate).sources.to_vec(),
            _ => Vec::new(),
        };
        let is_wire =
            |node: &GateSource| matches!(node, GateSource::Literal { input: i, .. } if *i == input);
        let end = self.here().unwrap_or(self.followed().1);
        let part = if is_wire(&end) {
            CellRole::Disputed
        } else if wires.iter().any(is_wire) {
            CellRole::Relevant
        } else {
            CellRole::None
        };
        mark.read_as(read).part(part)
    }

    /// The bits that the judge read, in order: "1. at gate 1: to gate 3". Everybody saw them.
    fn readings_in_words(&self) -> Vec<String> {
        let readings = self.readings().list().iter();
        let lines = readings.enumerate().map(|(n, reading)| {
            let bit = u8::from(reading.bit);
            match reading.cell {
                BitRef::Input(input) => {
                    let name = self.input_name(input);
                    format!("{}. {name} is {bit}", n + 1)
                }
                BitRef::Step(step) => {
                    let (length, _) = self.followed();
                    match self.path().get(step.index()).filter(|_| step.index() < length) {
                        Some(&(gate, second)) => {
                            let to = self.normal().gate(gate).sources[usize::from(second)];
                            format!("{}. at gate {gate}: to {}", n + 1, self.name(to))
                        }
                        None => format!("{}. pointer {step} is {bit}", n + 1),
                    }
                }
            }
        });
        lines.collect()
    }
}
