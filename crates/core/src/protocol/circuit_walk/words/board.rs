//! A circuit walk as a screen shows it.

use crate::machine::circuit::normal_form::GateSource;
use crate::machine::{Input, Step};
use crate::protocol::CircuitWalk;
use crate::protocol::circuit_walk::Phase;
use crate::rules::{Cell, Side, View};
use crate::text::Board;
use crate::text::board::{Circuit, Flaw, Mark, Pane, Part, Strip};
use crate::text::graph::Graph;
use crate::text::path_graph::Around;

impl<'a> View<'a, CircuitWalk> {
    pub(super) fn board(self) -> Board<'a> {
        let graph = move |at, most| self.graph(at, most);
        let mut panes = vec![Pane::Circuit(Circuit {
            title: String::new(),
            words: None,
            len: self.path().len() + 1,
            graph: Box::new(graph),
        })];
        if self.inputs() > 0 {
            let mark = move |input| self.input_mark(input);
            let name = move |input| self.input_name(input).to_owned();
            panes.push(Pane::Strip(Strip {
                marked: self.readings().inputs().collect(),
                ..Strip::inputs("input", self.inputs(), mark, name)
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
    /// The circuit around the path that these eyes see.
    fn graph(&self, at: Option<usize>, most: usize) -> Graph {
        let around = Around {
            normal: self.normal(),
            plan: self.plan(),
            path: self.path(),
            mark: &|node, at| self.node_mark(node, at),
            note: &|at| self.said(at),
        };
        around.graph(at, most)
    }

    /// The mark of a node; `at` is its place on the path, from 0, if it is there.
    fn node_mark(&self, node: GateSource, at: Option<usize>) -> Mark {
        let seen = self.path();
        let mark = match node {
            // A literal shows its own value, which for ¬x is not the input's.
            GateSource::Literal { input, negated } => {
                let mark = self.input_mark(input);
                let known = self.input(input).map(|bit| Mark::bit(bit != negated).value);
                Mark { value: known.unwrap_or(mark.value), part: Part::None, ..mark }
            }
            _ => match self.value(node) {
                Some(bit) => {
                    let mark = Mark::bit(bit);
                    let wrong = self.claimed(at).is_some_and(|claimed| claimed != bit);
                    if self.eye().is_review() && wrong { mark.flaw(Flaw::Wrong) } else { mark }
                }
                None => Mark::default(),
            },
        };
        // A judge who has read the whole path knows where the walk is.
        let followed = || (seen.len() == self.pointers()).then(|| self.followed().1);
        let part = match (at, self.here().or_else(followed)) {
            (Some(at), _) if at == seen.len() => Part::Disputed,
            (None, Some(GateSource::Gate(gate))) => {
                if self.normal().gate(gate).sources.contains(&node) {
                    Part::Relevant
                } else {
                    Part::None
                }
            }
            _ => Part::None,
        };
        let pointer = at.and_then(|at| self.readings().order(Cell::Step(Step::at(at))));
        Mark { read: mark.read.or(pointer), part, ..mark }
    }

    /// What was claimed of the `at`-th node of the path: by the claims for the output, by who
    /// pointed at it for the others.
    fn claimed(&self, at: Option<usize>) -> Option<bool> {
        let (gate, _) = *self.path().get(at?.checked_sub(1)?)?;
        Some(self.mover(gate) == Side::Bob)
    }

    /// What the prover whose gate it is says of a node of the path; of a literal, what the one says
    /// who pointed at it.
    fn said(&self, at: usize) -> String {
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

    fn input_mark(&self, input: Input) -> Mark {
        let read = self.readings().order(Cell::Input(input));
        let mark = self.input(input).map_or_else(Mark::unread, Mark::bit);
        let wires = match self.phase() {
            Phase::Walking(gate) if !self.is_judge() => self.normal().gate(gate).sources.to_vec(),
            _ => Vec::new(),
        };
        let is_wire =
            |node: &GateSource| matches!(node, GateSource::Literal { input: i, .. } if *i == input);
        let end = self.here().unwrap_or(self.followed().1);
        let part = if is_wire(&end) {
            Part::Disputed
        } else if wires.iter().any(is_wire) {
            Part::Relevant
        } else {
            Part::None
        };
        mark.read_as(read).part(part)
    }

    /// "₁ at gate 1: to gate 3": what the judge read, in order. Everybody saw it.
    fn readings_in_words(&self) -> Vec<String> {
        let readings = self.readings().list().iter();
        let lines = readings.enumerate().map(|(n, reading)| {
            let bit = u8::from(reading.bit);
            match reading.cell {
                Cell::Input(input) => {
                    let name = self.input_name(input);
                    format!("{}. {name} is {bit}", n + 1)
                }
                Cell::Step(step) => {
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
