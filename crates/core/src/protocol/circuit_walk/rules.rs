//! The walk down a circuit (2026 paper, Thm 5, after Karchmer and Wigderson). It starts at the output. At ∧ Alice
//! points to a wire that she says is 0, and at ∨ Bob points to a wire that he says is 1. At a literal the judge reads
//! the input.

use std::sync::{Arc, OnceLock};

use crate::machine::circuit::normal_form::{GateKind, GateSource};
use crate::machine::circuit::{NextRead, NormalForm};
use crate::machine::{Bits, Circuit, JudgeCost, Source, Step};
use crate::protocol::trial;
use crate::rules::{
    ArgumentDomain, Bit, BitRef, BitsRead, Cost, Ledger, Move, Next, Outcome, Protocol, Seat, Side,
    Visibility, effectful,
};
use crate::work::{CancelToken, Cancelled};

/// The subject of a circuit walk.
#[derive(Clone, Debug)]
pub struct CircuitWalkInstance {
    /// The circuit with the input x.
    pub circuit: Circuit,
}

/// The state of a circuit walk.
#[derive(Clone, Debug)]
pub struct CircuitWalk {
    shared: Arc<Shared>,
    /// The gates on the path, each with the wire taken there: true is the second wire.
    pub(super) path: Arc<Vec<(Step, bool)>>,
    pub(super) here: GateSource,
    pub(super) phase: Phase,
    /// The length of the path that the judge can follow with the bits read so far, and its last node. It is kept,
    /// because to follow the path anew at every read takes hours in a deep circuit.
    followed: (usize, GateSource),
    /// For Alice and Bob, true if the prover evaluated the circuit.
    ran: [bool; 2],
    ledger: Ledger,
}

#[derive(Debug)]
struct Shared {
    setup: CircuitWalkInstance,
    normal: NormalForm,
    /// The values of all gates of the normal form, computed on first use.
    values: OnceLock<Bits>,
}

/// The phase of a circuit walk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Phase {
    /// A prover points from this gate.
    Walking(Step),
    /// A pointer was written. The judge may read a bit before the walk continues.
    Watching,
    /// The walk has reached a literal, and the judge must rule.
    Judging,
    /// The rules show the judge a bit. The flag is true if the walk continues afterwards.
    Showing(BitRef, bool),
    /// The judge has ruled.
    Over(Side),
}

impl Protocol for CircuitWalk {
    fn next(&self) -> Next<Self> {
        match self.phase {
            // At ∧ Alice points, and at ∨ Bob points. Before that, the prover may evaluate the circuit once.
            Phase::Walking(gate) => {
                let seat = self.mover(gate).seat();
                let nodes = self.normal().gate(gate).sources;
                let wires = ArgumentDomain::<Source>::wires(nodes.map(Self::source));
                let point = effectful::wire(wires, move |walk: &mut Self, wire| {
                    let second = Self::source(nodes[0]) != wire;
                    Arc::make_mut(&mut walk.path).push((gate, second));
                    walk.here = nodes[usize::from(second)];
                    walk.phase = Phase::Watching;
                });
                let run = effectful::run(move |walk: &mut Self| {
                    walk.ran[seat.index()] = true;
                    walk.ledger.charge(seat, Cost::Steps, walk.normal().size() as u64);
                });
                let run =
                    (!self.ran[seat.index()]).then(|| run.before().seen_by(Visibility::only(seat)));
                Next::ask(seat, [point.seen_by(Visibility::PROVERS)].into_iter().chain(run))
            }
            Phase::Watching => {
                let read = effectful::read(self.unread(), |walk: &mut Self, cell| {
                    walk.phase = Phase::Showing(cell, true);
                });
                Next::ask(Seat::Judge, [read, effectful::go_on(Self::go_on)])
            }
            Phase::Judging => {
                let rule = effectful::rule(ArgumentDomain::<Side>::ALL, |walk: &mut Self, side| {
                    walk.phase = Phase::Over(side);
                });
                let read = effectful::read(self.unread(), |walk: &mut Self, cell| {
                    walk.phase = Phase::Showing(cell, false);
                });
                let left =
                    self.ledger.readings().list().len() < self.path.len() + self.inputs().len();
                Next::ask(Seat::Judge, [rule].into_iter().chain(left.then(|| read.before())))
            }
            Phase::Showing(cell, walks) => {
                let bit = match cell {
                    BitRef::Input(input) => self.inputs().at(input.index()),
                    BitRef::Step(step) => self.path.get(step.index()).is_some_and(|p| p.1),
                };
                Next::reveal(Move::Shows(Bit(bit)), Visibility::ALL, move |walk: &mut Self| {
                    walk.ledger.show(cell, bit);
                    walk.followed = follow(walk.normal(), walk.ledger.readings(), walk.followed);
                    if walks { walk.go_on() } else { walk.phase = Phase::Judging }
                })
            }
            Phase::Over(winner) => Next::Over(Outcome { winner, payoff: None }),
        }
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn truth(&self, _: &CancelToken) -> Result<Option<bool>, Cancelled> {
        Ok(Some(!self.value(self.normal().root())))
    }
}

impl CircuitWalk {
    /// A walk before its first move.
    pub fn new(setup: CircuitWalkInstance) -> Self {
        let normal = NormalForm::from_circuit(&setup.circuit);
        let here = normal.root();
        let depth = normal.depth() as u64;
        let has_input = u64::from(!matches!(here, GateSource::Constant(_)));
        let most = JudgeCost { transcript: depth, input: has_input, ..JudgeCost::default() };

        Self {
            shared: Arc::new(Shared { setup, normal, values: OnceLock::new() }),
            path: Arc::default(),
            here,
            phase: Phase::at(here),
            followed: (0, here),
            ran: [false; 2],
            ledger: trial::limits(most),
        }
    }

    /// The subject of the debate.
    pub fn setup(&self) -> &CircuitWalkInstance {
        &self.shared.setup
    }

    /// The circuit in normal form, which the walk goes down.
    pub fn normal(&self) -> &NormalForm {
        &self.shared.normal
    }

    /// The prover who wins if both continue honestly: the one who is right about the current node.
    pub fn honest_winner(&self) -> Side {
        match self.phase {
            Phase::Over(side) => side,
            _ => Side::of_claim(!self.value(self.here)),
        }
    }

    fn go_on(&mut self) {
        self.phase = Phase::at(self.here);
    }

    fn unread(&self) -> ArgumentDomain<BitRef> {
        ArgumentDomain::<BitRef>::unread(
            self.path.len(),
            self.inputs().len(),
            self.ledger.readings(),
            None,
        )
    }

    pub(super) fn ran(&self, seat: Seat) -> bool {
        self.ran.get(seat.index()).is_some_and(|&ran| ran)
    }

    pub(super) fn inputs(&self) -> &Bits {
        self.setup().circuit.plan().inputs()
    }

    fn values(&self) -> &Bits {
        self.shared.values.get_or_init(|| self.normal().evaluate(self.inputs()))
    }

    pub(super) fn value(&self, node: GateSource) -> bool {
        node.value(self.inputs(), self.values())
    }

    /// The prover who points from a gate.
    pub(super) fn mover(&self, gate: Step) -> Side {
        match self.normal().gate(gate).kind {
            GateKind::And => Side::Alice,
            GateKind::Or => Side::Bob,
        }
    }

    /// The name of a wire in a move: the number of the gate, or the input.
    pub(super) fn source(node: GateSource) -> Source {
        match node {
            GateSource::Gate(gate) => Source::step(gate),
            GateSource::Literal { input, .. } => Source::input(input),
            // Only the root can be a constant, and no prover points at the root.
            GateSource::Constant(_) => Source::step(Step::new(1)),
        }
    }

    /// The length of the path that the judge can follow with the bits read so far, and its last
    /// node.
    pub(super) fn followed(&self) -> (usize, GateSource) {
        self.followed
    }

    /// The verdict that follows from the judge's reads.
    ///
    /// # Errors
    /// Returns the cell that the judge must read next.
    pub(super) fn verdict(&self) -> Result<Side, BitRef> {
        verdict_after(self.followed, self.ledger.readings())
    }
}

/// Goes on along the path, from a place on it, as far as the judge's reads lead.
fn follow(
    normal: &NormalForm,
    read: &BitsRead,
    (mut length, mut node): (usize, GateSource),
) -> (usize, GateSource) {
    while let GateSource::Gate(gate) = node {
        let Some(second) = read.bit(BitRef::Step(Step::at(length))) else { break };
        node = normal.gate(gate).sources[usize::from(second)];
        length += 1;
    }
    (length, node)
}

/// The verdict that follows from the pointers and inputs that the judge read. If none follows yet, returns the cell to
/// read next.
pub(in crate::protocol) fn verify(normal: &NormalForm, read: &BitsRead) -> Result<Side, BitRef> {
    verdict_after(follow(normal, read, (0, normal.root())), read)
}

fn verdict_after(followed: (usize, GateSource), read: &BitsRead) -> Result<Side, BitRef> {
    let bit = |cell: BitRef| read.bit(cell).ok_or(cell);
    let value = match followed {
        (length, GateSource::Gate(_)) => return Err(BitRef::Step(Step::at(length))),
        (_, GateSource::Literal { input, negated }) => bit(BitRef::Input(input))? != negated,
        (_, GateSource::Constant(bit)) => bit,
    };
    Ok(Side::of_claim(!value))
}

/// The prover who is right according to the inputs that the judge read. `None` if the inputs that were not read could
/// still change f(x).
pub(in crate::protocol) fn by_inputs(circuit: &Circuit, read: &BitsRead) -> Option<Side> {
    match circuit.next_read(&read.of_inputs(circuit.inputs())) {
        NextRead::Decided(bit) => Some(Side::of_claim(!bit)),
        NextRead::Needs(_) => None,
    }
}

impl Phase {
    /// The phase at a node of the walk.
    fn at(node: GateSource) -> Self {
        match node {
            GateSource::Gate(gate) => Self::Walking(gate),
            _ => Self::Judging,
        }
    }
}
