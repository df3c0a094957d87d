//! The walk down a circuit (2026 paper, Thm 5, after Karchmer and Wigderson): from the output,
//! at ∧ Alice points to an input that she says is 0, at ∨ Bob to one that he says is 1; at a literal
//! the judge reads the input.

use std::sync::{Arc, OnceLock};

use crate::machine::circuit::normal_form::{GateSource, Kind};
use crate::machine::circuit::{NormalForm, Reading};
use crate::machine::{Bits, Circuit, JudgeCost, Source, Step};
use crate::protocol::trial;
use crate::rules::{
    Among, Audience, Bit, Cell, Cost, Ledger, Move, Next, Outcome, Protocol, Readings, Seat, Side,
    offer,
};
use crate::work::{Stopped, Token};

/// What a circuit walk is about.
#[derive(Clone, Debug)]
pub struct CircuitWalkInstance {
    /// The circuit, on the input x.
    pub circuit: Circuit,
}

/// A circuit walk, somewhere between its start and its end.
#[derive(Clone, Debug)]
pub struct CircuitWalk {
    shared: Arc<Shared>,
    /// The gates gone through and the wire taken at each: true is the second.
    pub(super) path: Arc<Vec<(Step, bool)>>,
    /// Where the walk is.
    pub(super) here: GateSource,
    /// What happens there.
    pub(super) phase: Phase,
    /// Who evaluated the circuit: Alice, Bob.
    ran: [bool; 2],
    ledger: Ledger,
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
pub enum Phase {
    /// A prover points from this gate.
    Walking(Step),
    /// A pointer was written; the judge may read a bit before the walk goes on.
    Watching,
    /// The walk has come to a literal.
    Judging,
    /// A bit is on its way to the judge; whether the walk goes on afterwards.
    Showing(Cell, bool),
    /// The judge has ruled.
    Over(Side),
}

impl Protocol for CircuitWalk {
    fn next(&self) -> Next<Self> {
        match self.phase {
            // At ∧ Alice points, at ∨ Bob. Before that the prover may evaluate the circuit, once.
            Phase::Walking(gate) => {
                let seat = self.mover(gate).seat();
                let nodes = self.normal().gate(gate).sources;
                let wires = Among::<Source>::of(nodes.map(Self::source));
                let point = offer::wire(wires, move |walk: &mut Self, wire| {
                    let second = Self::source(nodes[0]) != wire;
                    Arc::make_mut(&mut walk.path).push((gate, second));
                    walk.here = nodes[usize::from(second)];
                    walk.phase = Phase::Watching;
                });
                let run = offer::run(move |walk: &mut Self| {
                    walk.ran[seat.index()] = true;
                    walk.ledger.charge(seat, Cost::Steps, walk.normal().size() as u64);
                });
                let run =
                    (!self.ran[seat.index()]).then(|| run.before().seen_by(Audience::only(seat)));
                Next::ask(seat, [point.seen_by(Audience::PROVERS)].into_iter().chain(run))
            }
            Phase::Watching => {
                let read = offer::read(self.unread(), |walk: &mut Self, cell| {
                    walk.phase = Phase::Showing(cell, true);
                });
                Next::ask(Seat::Judge, [read, offer::go_on(Self::go_on)])
            }
            Phase::Judging => {
                let rule = offer::rule(Among::<Side>::ALL, |walk: &mut Self, side| {
                    walk.phase = Phase::Over(side);
                });
                let read = offer::read(self.unread(), |walk: &mut Self, cell| {
                    walk.phase = Phase::Showing(cell, false);
                });
                let left =
                    self.ledger.readings().list().len() < self.path.len() + self.inputs().len();
                Next::ask(Seat::Judge, [rule].into_iter().chain(left.then(|| read.before())))
            }
            Phase::Showing(cell, walks) => {
                let bit = match cell {
                    Cell::Input(input) => self.inputs().at(input.index()),
                    Cell::Step(step) => self.path.get(step.index()).is_some_and(|p| p.1),
                };
                Next::reveal(Move::Shows(Bit(bit)), Audience::ALL, move |walk: &mut Self| {
                    walk.ledger.show(cell, bit);
                    if walks { walk.go_on() } else { walk.phase = Phase::Judging }
                })
            }
            Phase::Over(winner) => Next::Over(Outcome { winner, payoff: None }),
        }
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn truth(&self, _: &Token) -> Result<Option<bool>, Stopped> {
        Ok(Some(!self.value(self.normal().root())))
    }
}

impl CircuitWalk {
    /// A walk about to begin.
    pub fn new(setup: CircuitWalkInstance) -> Self {
        let normal = NormalForm::of(&setup.circuit);
        let here = normal.root();
        let depth = normal.depth() as u64;
        let has_input = u64::from(!matches!(here, GateSource::Constant(_)));
        let most = JudgeCost { transcript: depth, input: has_input, ..JudgeCost::default() };

        Self {
            shared: Arc::new(Shared { setup, normal, values: OnceLock::new() }),
            path: Arc::default(),
            here,
            phase: Phase::at(here),
            ran: [false; 2],
            ledger: trial::limits(most),
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

    fn go_on(&mut self) {
        self.phase = Phase::at(self.here);
    }

    fn unread(&self) -> Among<Cell> {
        Among::<Cell>::unread(self.path.len(), self.inputs().len(), self.ledger.readings(), None)
    }

    /// Whether a prover evaluated the circuit.
    pub(super) fn ran(&self, seat: Seat) -> bool {
        self.ran.get(seat.index()).is_some_and(|&ran| ran)
    }

    /// x.
    pub(super) fn inputs(&self) -> &Bits {
        self.setup().circuit.plan().inputs()
    }

    fn values(&self) -> &Bits {
        self.shared.values.get_or_init(|| self.normal().evaluate(self.inputs()))
    }

    /// The value of a node on x.
    pub(super) fn value(&self, node: GateSource) -> bool {
        node.value(self.inputs(), self.values())
    }

    /// Who points from a gate.
    pub(super) fn mover(&self, gate: Step) -> Side {
        match self.normal().gate(gate).kind {
            Kind::And => Side::Alice,
            Kind::Or => Side::Bob,
        }
    }

    /// What a wire is called in a move: the gate's number, or the input.
    pub(super) fn source(node: GateSource) -> Source {
        match node {
            GateSource::Gate(gate) => Source::step(gate),
            GateSource::Literal { input, .. } => Source::input(input),
            // Only a whole function is constant, and nobody points at that.
            GateSource::Constant(_) => Source::step(Step::new(1)),
        }
    }

    /// How far the judge can follow the path by what it has read, and where that leads.
    pub(super) fn followed(&self) -> (usize, GateSource) {
        followed(self.normal(), self.ledger.readings())
    }

    /// The verdict that follows from what the judge read.
    ///
    /// # Errors
    /// The cell that it has to read next to decide.
    pub(super) fn verdict(&self) -> Result<Side, Cell> {
        verify(self.normal(), self.ledger.readings())
    }
}

fn followed(normal: &NormalForm, read: &Readings) -> (usize, GateSource) {
    let (mut node, mut length) = (normal.root(), 0);
    while let GateSource::Gate(gate) = node {
        let Some(second) = read.bit(Cell::Step(Step::at(length))) else { break };
        node = normal.gate(gate).sources[usize::from(second)];
        length += 1;
    }
    (length, node)
}

/// The verdict on a path that was read, one bit a pointer, and on x; or else the cell that is read next.
pub(in crate::protocol) fn verify(normal: &NormalForm, read: &Readings) -> Result<Side, Cell> {
    let bit = |cell: Cell| read.bit(cell).ok_or(cell);
    let value = match followed(normal, read) {
        (length, GateSource::Gate(_)) => return Err(Cell::Step(Step::at(length))),
        (_, GateSource::Literal { input, negated }) => bit(Cell::Input(input))? != negated,
        (_, GateSource::Constant(bit)) => bit,
    };
    Ok(Side::of_claim(!value))
}

/// Who is right by the inputs that were read, if these decide f(x) whatever the others are.
pub(in crate::protocol) fn by_inputs(circuit: &Circuit, read: &Readings) -> Option<Side> {
    match circuit.next_read(&read.of_inputs(circuit.inputs())) {
        Reading::Decided(bit) => Some(Side::of_claim(!bit)),
        Reading::Needs(_) => None,
    }
}

impl Phase {
    /// What happens at a node to which the walk has come.
    fn at(node: GateSource) -> Self {
        match node {
            GateSource::Gate(gate) => Self::Walking(gate),
            _ => Self::Judging,
        }
    }
}
