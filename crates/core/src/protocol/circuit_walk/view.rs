//! The facts that each viewer may know in a circuit walk.

use super::{CircuitWalk, Phase, by_inputs};
use crate::machine::circuit::NormalForm;
use crate::machine::circuit::normal_form::GateSource;
use crate::machine::{Input, Plan, Source, Step};
use crate::rules::{BitRef, Protocol, Seat, Side, View};

impl<'a> View<'a, CircuitWalk> {
    /// The circuit with its input, for boards.
    pub(super) fn plan(&self) -> &'a Plan {
        self.rules.setup().circuit.plan()
    }

    /// The number of inputs.
    pub fn inputs(&self) -> usize {
        self.rules.inputs().len()
    }

    /// The name of an input.
    pub fn input_name(&self, input: Input) -> &'a str {
        self.plan().input_name(input)
    }

    /// The size of the circuit. Everybody knows the circuit, but only the provers know its input.
    pub fn size(&self) -> usize {
        self.rules.setup().circuit.size()
    }

    /// The normal form that the walk goes down.
    pub fn normal(&self) -> &'a NormalForm {
        self.rules.normal()
    }

    /// The current phase.
    pub fn phase(&self) -> Phase {
        self.rules.phase
    }

    /// The current node, for the provers.
    pub fn here(&self) -> Option<GateSource> {
        (!self.is_judge()).then_some(self.rules.here)
    }

    /// The path as this viewer knows it. The judge knows only the pointers that were read.
    pub fn path(&self) -> &'a [(Step, bool)] {
        let path = &self.rules.path;
        match self.is_judge() {
            true => &path[..self.rules.followed().0.min(path.len())],
            false => path,
        }
    }

    /// The number of pointers that were written, which everybody sees.
    pub fn pointers(&self) -> usize {
        self.rules.path.len()
    }

    /// The number, counted from 1, of the pointer that a prover must write now. If no prover must
    /// write, the number of the last written pointer.
    pub fn pointer(&self) -> usize {
        self.pointers() + usize::from(matches!(self.phase(), Phase::Walking(_)))
    }

    /// The prover who points from a gate.
    pub fn mover(&self, gate: Step) -> Side {
        self.rules.mover(gate)
    }

    /// The two wires into the current gate, each with its value if this prover evaluated the
    /// circuit.
    pub fn wires(&self) -> Option<[(Source, Option<bool>); 2]> {
        let Some(GateSource::Gate(gate)) = self.here() else { return None };
        let ran = self.has_run();
        let wire = |node| (CircuitWalk::source(node), ran.then(|| self.rules.value(node)));
        Some(self.normal().gate(gate).sources.map(wire))
    }

    /// Returns whether this prover evaluated the circuit.
    pub fn has_run(&self) -> bool {
        self.seat().is_some_and(|seat| seat != Seat::Judge && self.rules.ran(seat))
    }

    /// The value of a node, for a prover who evaluated the circuit and for the review.
    pub fn value(&self, node: GateSource) -> Option<bool> {
        (self.eye.is_review() || self.has_run()).then(|| self.rules.value(node))
    }

    /// An input bit. The judge sees only the bits that were read.
    pub fn input(&self, input: Input) -> Option<bool> {
        match self.is_judge() {
            true => self.readings().bit(BitRef::Input(input)),
            false => self.rules.inputs().get(input.index()),
        }
    }

    /// Returns whether the walk has ended, so that the judge must rule.
    pub fn must_rule(&self) -> bool {
        self.phase() == Phase::Judging
    }

    /// The length of the path that the judge can follow with the bits read so far, and its last
    /// node.
    pub fn followed(&self) -> (usize, GateSource) {
        self.rules.followed()
    }

    /// The cell that the judge must read next to follow the path. `None` if the judge cannot read
    /// it yet.
    pub fn needed(&self) -> Option<BitRef> {
        let cell = self.rules.verdict().err()?;
        match cell {
            // The judge cannot read a pointer before it is written.
            BitRef::Step(step) if step.index() >= self.pointers() => None,
            cell => Some(cell),
        }
    }

    /// The verdict that follows from the path that the judge read. `None` if more reads are necessary.
    pub fn verdict(&self) -> Option<Side> {
        self.rules.verdict().ok()
    }

    /// The prover who is right according to the inputs that the judge read. `None` if the inputs that were not read
    /// could still change f(x).
    pub fn decided_by_inputs(&self) -> Option<Side> {
        // To evaluate the circuit at every read of a pointer would take minutes in a search. Without an input, only a
        // constant circuit has a value, and its walk has no pointers.
        let is_constant = matches!(self.normal().root(), GateSource::Constant(_));
        let can_decide = is_constant || self.readings().inputs().next().is_some();
        can_decide.then(|| by_inputs(&self.rules.setup().circuit, self.readings())).flatten()
    }

    /// The verdict that follows from the judge's reads: from the end of the path, or else from the inputs alone.
    pub fn decided(&self) -> Option<Side> {
        self.verdict().or_else(|| self.decided_by_inputs())
    }

    /// The queries of the judge so far, and their limit.
    pub(super) fn judges_queries(&self) -> (u64, Option<u64>) {
        let judge = self.rules.ledger().account(Seat::Judge);
        (judge.queries(), judge.query_limit())
    }

    /// The name of a seat in texts for this viewer.
    pub(super) fn who(&self, seat: Seat) -> &'static str {
        if self.addresses(seat) { "you" } else { seat.name() }
    }
}
