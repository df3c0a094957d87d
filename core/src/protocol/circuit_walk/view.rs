//! What each seat of a circuit walk may know: the methods that strategies call.

use super::{CircuitWalk, CircuitWalkInstance, Phase};
use crate::machine::circuit::NormalForm;
use crate::machine::circuit::normal_form::Node;
use crate::machine::{Source, Step};
use crate::rules::View;
use crate::rules::{Cell, Side};

impl<'a> View<'a, CircuitWalk> {
    /// What the debate is about. Everybody knows the circuit; its input is for the provers.
    pub fn setup(&self) -> &'a CircuitWalkInstance {
        self.rules.setup()
    }

    /// The normal form that the walk goes down.
    pub fn normal(&self) -> &'a NormalForm {
        self.rules.normal()
    }

    /// Where the walk is, as the provers see it.
    pub fn here(&self) -> Option<Node> {
        (!self.is_judge()).then_some(self.rules.here)
    }

    /// The number, from 1, of the pointer that is asked for or was written last.
    pub fn pointer(&self) -> usize {
        self.rules.path.len() + usize::from(self.rules.phase == Phase::Walking)
    }

    /// The two wires into the gate where the walk is, each with its value if this prover evaluated
    /// the circuit.
    pub fn wires(&self) -> Option<[(Source, Option<bool>); 2]> {
        let Some(Node::Gate(gate)) = self.here() else { return None };
        let ran = self.seat().is_some_and(|seat| self.rules.ran[seat.index()]);
        Some(
            self.normal()
                .gate(gate)
                .sources
                .map(|node| (CircuitWalk::source(node), ran.then(|| self.rules.value(node)))),
        )
    }

    /// Whether this prover evaluated the circuit.
    pub fn has_run(&self) -> bool {
        !self.is_judge() && self.seat().is_some_and(|seat| self.rules.ran[seat.index()])
    }

    /// Whether the walk has come to its end, so that the judge must rule.
    pub fn must_rule(&self) -> bool {
        self.rules.phase == Phase::Judging
    }

    /// The cell that the judge has to read next to follow the path, if it may read it now.
    pub fn needed(&self) -> Option<Cell> {
        let cell = self.rules.needed()?;
        match cell {
            // A pointer that is not written yet cannot be read.
            Cell::Step(step) if step.index() >= self.rules.path.len() => None,
            cell => Some(cell),
        }
    }

    /// The verdict that follows from what the judge read; none if that is not enough.
    pub fn verdict(&self) -> Option<Side> {
        self.rules.verdict()
    }

    /// The cells that can be read now and were not, pointers first.
    pub fn unread(&self) -> impl Iterator<Item = Cell> + 'a {
        let rules = self.rules;
        let pointers = (0..rules.path.len()).map(|at| Cell::Step(Step::at(at)));
        let inputs = (0..rules.inputs().len()).map(|at| Cell::Input(crate::machine::Input::at(at)));
        pointers.chain(inputs).filter(|&cell| rules.ledger.readings().order(cell).is_none())
    }
}
