//! What a circuit walk is about and where it stands.

use std::sync::{Arc, OnceLock};

use crate::machine::circuit::NormalForm;
use crate::machine::circuit::normal_form::{Kind, Node};
use crate::machine::{Bits, Circuit, Source, Step};
use crate::rules::{Cell, Cost, Ledger, Seat, Side};

/// What a circuit walk is about.
#[derive(Clone, Debug)]
pub struct CircuitWalkInstance {
    /// The circuit, on the input x.
    pub circuit: Circuit,
    /// What f(x) = 0 means, in words; the whole claim.
    pub words: String,
}

/// A circuit walk, somewhere between its start and its end.
#[derive(Clone, Debug)]
pub struct CircuitWalk {
    shared: Arc<Shared>,
    /// The gates gone through and the wire taken at each: true is the second.
    pub(crate) path: Arc<Vec<(Step, bool)>>,
    /// Where the walk is.
    pub(crate) here: Node,
    /// What happens there.
    pub(crate) phase: Phase,
    /// Who evaluated the circuit: Alice, Bob.
    pub(crate) ran: [bool; 2],
    pub(super) ledger: Ledger,
}

#[derive(Debug)]
struct Shared {
    setup: CircuitWalkInstance,
    normal: NormalForm,
    /// The values of all gates of the normal form, computed when somebody first needs them.
    values: OnceLock<Bits>,
}

/// Where a circuit walk is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Phase {
    /// A prover points.
    Walking,
    /// A pointer was written; the judge may read a bit before the walk goes on.
    Watching,
    /// The walk has come to a literal.
    Judging,
    /// A bit is on its way to the judge; whether the walk goes on afterwards.
    Showing(Cell, bool),
    /// The judge has ruled.
    Over(Side),
}

impl CircuitWalk {
    /// A walk about to begin.
    pub fn new(setup: CircuitWalkInstance) -> Self {
        let normal = NormalForm::of(&setup.circuit);
        let here = normal.root();
        let depth = normal.depth() as u64;
        let has_input = u64::from(!matches!(here, Node::Constant(_)));
        let ledger = Ledger::default()
            .with_limit(Seat::Judge, Cost::Location, 0)
            .with_limit(Seat::Judge, Cost::Transcript, depth)
            .with_limit(Seat::Judge, Cost::Input, has_input)
            .with_limit(Seat::Judge, Cost::Oracle, 0);
        let phase = if matches!(here, Node::Gate(_)) { Phase::Walking } else { Phase::Judging };
        Self {
            shared: Arc::new(Shared { setup, normal, values: OnceLock::new() }),
            path: Arc::default(),
            here,
            phase,
            ran: [false; 2],
            ledger,
        }
    }

    /// What the debate is about.
    pub fn setup(&self) -> &CircuitWalkInstance {
        &self.shared.setup
    }

    /// The circuit in normal form: what the walk goes down.
    pub fn normal(&self) -> &NormalForm {
        &self.shared.normal
    }

    /// Who wins if everybody is honest from here on: who is right about the place of the walk.
    pub fn honest_winner(&self) -> Side {
        match self.phase {
            Phase::Over(side) => side,
            _ => Side::of_claim(!self.value(self.here)),
        }
    }

    /// x.
    pub(crate) fn inputs(&self) -> &Bits {
        self.setup().circuit.plan().inputs()
    }

    fn values(&self) -> &Bits {
        self.shared.values.get_or_init(|| self.normal().evaluate(self.inputs()))
    }

    /// The value of a node on x.
    pub(crate) fn value(&self, node: Node) -> bool {
        self.normal().value(node, self.inputs(), self.values())
    }

    /// Who points from a gate.
    pub(crate) fn mover(&self, gate: Step) -> Side {
        match self.normal().gate(gate).kind {
            Kind::And => Side::Alice,
            Kind::Or => Side::Bob,
        }
    }

    /// What a wire is called in a move: the gate's number, or the input.
    pub(crate) fn source(node: Node) -> Source {
        match node {
            Node::Gate(gate) => Source::step(gate),
            Node::Literal { input, .. } => Source::input(input),
            // Only a whole function is constant, and nobody points at that.
            Node::Constant(_) => Source::step(Step::new(1)),
        }
    }

    /// How far the judge can follow the path by what it has read, and where that leads.
    pub(crate) fn followed(&self) -> (usize, Node) {
        let mut node = self.normal().root();
        let mut length = 0;
        while let Node::Gate(gate) = node {
            let Some(second) = self.ledger.readings().bit(Cell::Step(Step::at(length))) else {
                break;
            };
            node = self.normal().gate(gate).sources[usize::from(second)];
            length += 1;
        }
        (length, node)
    }

    /// The cell that the judge has to read next to decide; none if it has read enough.
    pub(super) fn needed(&self) -> Option<Cell> {
        let (length, node) = self.followed();
        let cell = match node {
            Node::Gate(_) => Cell::Step(Step::at(length)),
            Node::Literal { input, .. } => Cell::Input(input),
            Node::Constant(_) => return None,
        };
        self.ledger.readings().order(cell).is_none().then_some(cell)
    }

    /// The verdict that follows from what the judge read; none if that is not enough.
    pub(crate) fn verdict(&self) -> Option<Side> {
        let (_, node) = self.followed();
        let value = match node {
            Node::Gate(_) => return None,
            Node::Literal { input, negated } => {
                self.ledger.readings().bit(Cell::Input(input))? != negated
            }
            Node::Constant(bit) => bit,
        };
        Some(Side::of_claim(!value))
    }
}
