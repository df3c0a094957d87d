//! What each eye may know of a circuit walk.

use super::{CircuitWalk, Phase, by_inputs};
use crate::machine::circuit::NormalForm;
use crate::machine::circuit::normal_form::GateSource;
use crate::machine::{Input, Plan, Source, Step};
use crate::rules::{Cell, Protocol, Seat, Side, View};

impl<'a> View<'a, CircuitWalk> {
    /// The circuit, for boards: it holds the input.
    pub(super) fn plan(&self) -> &'a Plan {
        self.rules.setup().circuit.plan()
    }

    /// How many inputs there are.
    pub fn inputs(&self) -> usize {
        self.rules.inputs().len()
    }

    /// What an input is called.
    pub fn input_name(&self, input: Input) -> &'a str {
        self.plan().input_name(input)
    }

    /// The circuit's size; everybody knows the circuit, its input is for the provers.
    pub fn size(&self) -> usize {
        self.rules.setup().circuit.size()
    }

    /// The normal form that the walk goes down.
    pub fn normal(&self) -> &'a NormalForm {
        self.rules.normal()
    }

    /// What happens now.
    pub fn phase(&self) -> Phase {
        self.rules.phase
    }

    /// Where the walk is, as the provers see it.
    pub fn here(&self) -> Option<GateSource> {
        (!self.is_judge()).then_some(self.rules.here)
    }

    /// The path as far as this eye sees it: the judge sees what it has read.
    pub fn path(&self) -> &'a [(Step, bool)] {
        let path = &self.rules.path;
        match self.is_judge() {
            true => &path[..self.rules.followed().0.min(path.len())],
            false => path,
        }
    }

    /// How many pointers were written: everybody sees that one was.
    pub fn pointers(&self) -> usize {
        self.rules.path.len()
    }

    /// The number, from 1, of the pointer that is asked for or was written last.
    pub fn pointer(&self) -> usize {
        self.pointers() + usize::from(matches!(self.phase(), Phase::Walking(_)))
    }

    /// Who points from a gate.
    pub fn mover(&self, gate: Step) -> Side {
        self.rules.mover(gate)
    }

    /// The two wires into the gate where the walk is, each with its value if this prover evaluated
    /// the circuit.
    pub fn wires(&self) -> Option<[(Source, Option<bool>); 2]> {
        let Some(GateSource::Gate(gate)) = self.here() else { return None };
        let ran = self.has_run();
        let wire = |node| (CircuitWalk::source(node), ran.then(|| self.rules.value(node)));
        Some(self.normal().gate(gate).sources.map(wire))
    }

    /// Whether this prover evaluated the circuit.
    pub fn has_run(&self) -> bool {
        self.seat().is_some_and(|seat| seat != Seat::Judge && self.rules.ran(seat))
    }

    /// A node's value, for a prover who evaluated the circuit, and for the review.
    pub fn value(&self, node: GateSource) -> Option<bool> {
        (self.eye.is_review() || self.has_run()).then(|| self.rules.value(node))
    }

    /// An input bit: the judge sees those that it read.
    pub fn input(&self, input: Input) -> Option<bool> {
        match self.is_judge() {
            true => self.readings().bit(Cell::Input(input)),
            false => self.rules.inputs().get(input.index()),
        }
    }

    /// Whether the walk has come to its end, so that the judge must rule.
    pub fn must_rule(&self) -> bool {
        self.phase() == Phase::Judging
    }

    /// How far the judge can follow the path by what it has read, and where that leads.
    pub fn followed(&self) -> (usize, GateSource) {
        self.rules.followed()
    }

    /// The cell that the judge has to read next to follow the path, if it may read it now.
    pub fn needed(&self) -> Option<Cell> {
        let cell = self.rules.verdict().err()?;
        match cell {
            // A pointer that is not written yet cannot be read.
            Cell::Step(step) if step.index() >= self.pointers() => None,
            cell => Some(cell),
        }
    }

    /// The verdict that follows from what the judge read; none if that is not enough.
    pub fn verdict(&self) -> Option<Side> {
        self.rules.verdict().ok()
    }

    /// Who is right by the inputs that the judge read, if these decide f(x) whatever the others are.
    pub fn decided_by_inputs(&self) -> Option<Side> {
        by_inputs(&self.rules.setup().circuit, self.readings())
    }

    /// The verdict that follows from what the judge read: by the end of the path, else by the inputs alone.
    pub fn decided(&self) -> Option<Side> {
        self.verdict().or_else(|| self.decided_by_inputs())
    }

    /// How much the judge has paid, and what it may pay: (queries, limit).
    pub(super) fn judges_queries(&self) -> (u64, Option<u64>) {
        let judge = self.rules.ledger().of(Seat::Judge);
        (judge.queries(), judge.query_limit())
    }

    /// The word for a seat to this eye.
    pub(super) fn who(&self, seat: Seat) -> &'static str {
        if self.addresses(seat) { "you" } else { seat.name() }
    }
}
