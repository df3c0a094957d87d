//! A circuit walk as a screen shows it.

use crate::machine::circuit::normal_form::Node;
use crate::machine::{Input, Step};
use crate::protocol::CircuitWalk;
use crate::protocol::circuit_walk::Phase;
use crate::rules::{Cell, Eye, Position, Seat, Side};
use crate::show::board::{Detail, Flaw, Mark, Pane, Part, Strip, Value};
use crate::show::circuit_pane::Around;
use crate::show::picture::{Drawing, Lens, Picture};
use crate::show::{Board, Cells, ShowBoard};

impl ShowBoard for CircuitWalk {
    fn board(&self, eye: Eye) -> Board<'_> {
        let mut panes = vec![Pane::Circuit(self.around(eye, |around| around.draw()))];
        if !self.inputs().is_empty() {
            panes.push(Pane::Strip(Strip {
                cells: Cells::Inputs,
                answers: &[],
                title: "input".into(),
                len: self.inputs().len(),
                focus: None,
                marked: self.ledger().readings().inputs().collect(),
                mark: Box::new(move |at| self.input_mark(eye, Input::at(at))),
                detail: Box::new(move |at| Detail {
                    heading: self.setup().circuit.plan().input_name(Input::at(at)).to_owned(),
                    ..Detail::default()
                }),
            }));
        }
        let read = self.readings_in_words();
        if !read.is_empty() {
            panes.push(Pane::Words(read));
        }
        let lens = Lens::new(move |_, most| self.around(eye, |around| around.graph(most)));
        panes.push(Pane::Picture(Picture {
            title: String::new(),
            instead_of: Some(0),
            drawing: Drawing::Graph(lens),
        }));
        Board { title: "circuit, around the path".into(), panes }
    }
}

impl CircuitWalk {
    /// The circuit around the path that these eyes see.
    fn around<T>(&self, eye: Eye, drawn: impl FnOnce(&Around<'_>) -> T) -> T {
        drawn(&Around {
            normal: self.normal(),
            plan: self.setup().circuit.plan(),
            path: self.path_seen(eye),
            mark: &|node, at| self.node_mark(eye, node, at),
            note: &|at| self.said(eye, at),
            deep: 0,
        })
    }

    /// The path as far as these eyes see it: the judge sees what it has read.
    fn path_seen(&self, eye: Eye) -> &[(Step, bool)] {
        match eye {
            Eye::Seat(Seat::Judge) => &self.path[..self.followed().0.min(self.path.len())],
            _ => &self.path,
        }
    }

    /// The mark of a node; `at` is its place on the path, from 0, if it is there.
    fn node_mark(&self, eye: Eye, node: Node, at: Option<usize>) -> Mark {
        let seen = self.path_seen(eye);
        let mark = match node {
            // A literal shows its own value, which for ¬x is not the input's.
            Node::Literal { input, .. } => {
                let mark = self.input_mark(eye, input);
                let value = match mark.value {
                    Value::Is(_) => Mark::bit(self.value(node)).value,
                    unknown => unknown,
                };
                Mark { value, part: Part::None, ..mark }
            }
            _ if self.knows_values(eye) => {
                let mark = Mark::bit(self.value(node));
                if eye.is_review() && self.claimed(at).is_some_and(|bit| bit != self.value(node)) {
                    mark.flaw(Flaw::Wrong)
                } else {
                    mark
                }
            }
            _ => Mark::default(),
        };
        let part = match (at, self.here) {
            (Some(at), _) if at == seen.len() => Part::Disputed,
            (None, Node::Gate(gate)) if seen.len() == self.path.len() => {
                if self.normal().gate(gate).sources.contains(&node) {
                    Part::Relevant
                } else {
                    Part::None
                }
            }
            _ => Part::None,
        };
        let pointer = at.and_then(|at| self.ledger().readings().order(Cell::Step(Step::at(at))));
        Mark { read: mark.read.or(pointer), part, ..mark }
    }

    /// Whether these eyes may see all gates' values: a prover who evaluated them, or the review.
    fn knows_values(&self, eye: Eye) -> bool {
        match eye {
            Eye::All => true,
            Eye::Seat(Seat::Judge) => false,
            Eye::Seat(seat) => self.ran[seat.index()],
        }
    }

    /// What was claimed of the `at`-th node of the path: by the claims for the output, by who
    /// pointed at it for the others.
    fn claimed(&self, at: Option<usize>) -> Option<bool> {
        let (gate, _) = *self.path.get(at?.checked_sub(1)?)?;
        Some(self.mover(gate) == Side::Bob)
    }

    /// What the prover whose gate it is says of a node of the path; of a literal, what the one says
    /// who pointed at it.
    fn said(&self, eye: Eye, at: usize) -> String {
        let node = match self.path.get(at) {
            Some(&(gate, _)) => Node::Gate(gate),
            None => self.here,
        };
        let side = match node {
            Node::Gate(gate) => self.mover(gate),
            _ => match self.claimed(Some(at)) {
                Some(true) => Side::Bob,
                Some(false) => Side::Alice,
                None => return String::new(),
            },
        };
        let says = u8::from(side == Side::Bob);
        format!("{}: it is {says}", who(eye, side.seat()))
    }

    fn input_mark(&self, eye: Eye, input: Input) -> Mark {
        let read = self.ledger().readings().order(Cell::Input(input));
        let known = read.is_some() || eye != Eye::Seat(Seat::Judge);
        let mark = if known { Mark::bit(self.inputs().at(input.index())) } else { Mark::unread() };
        let wires = match self.here {
            Node::Gate(gate) if self.phase == Phase::Walking && eye != Eye::Seat(Seat::Judge) => {
                self.normal().gate(gate).sources.to_vec()
            }
            _ => Vec::new(),
        };
        let is_wire = |node: &Node| matches!(node, Node::Literal { input: i, .. } if *i == input);
        let end = match eye {
            Eye::Seat(Seat::Judge) => self.followed().1,
            _ => self.here,
        };
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
        let readings = self.ledger().readings().list().iter();
        let lines = readings.enumerate().map(|(n, reading)| {
            let bit = u8::from(reading.bit);
            match reading.cell {
                Cell::Input(input) => {
                    let name = self.setup().circuit.plan().input_name(input);
                    format!("{}. {name} is {bit}", n + 1)
                }
                Cell::Step(step) => {
                    let (length, _) = self.followed();
                    match self.path.get(step.index()).filter(|_| step.index() < length) {
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

pub(super) fn who(eye: Eye, seat: Seat) -> &'static str {
    if eye == Eye::Seat(seat) { "you" } else { seat.name() }
}
