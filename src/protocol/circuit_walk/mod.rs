//! The circuit walk (PROTOCOLS §8; Thm 5 of the 2026 paper, after Karchmer and Wigderson).
//!
//! Alice says f(x) = 0, Bob f(x) = 1. From the output of the circuit in normal form down: at ∧
//! Alice points at a wire that she says is 0, at ∨ Bob at one that he says is 1. At a literal the
//! judge reads that input, and it decides. The pointers are the transcript: the judge pays for each
//! that it reads, the t-th being cell "step t", 0 for the first wire and 1 for the second.

mod board;
mod sight;

use std::sync::{Arc, OnceLock};

use crate::machine::circuit::NormalForm;
use crate::machine::circuit::normal_form::{Kind, Node};
use crate::machine::{Bits, Circuit, Source, Step};
use crate::rules::{
    Audience, Bit, Cell, Cost, Domain, Eye, Ledger, Move, Offer, Outcome, Position, Prompt,
    Refusal, Rules, Seat, Side, Situation, Turn, Verb,
};
use crate::show::{Board, Brief};

/// What a circuit walk is about.
#[derive(Clone, Debug)]
pub struct Setup {
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
    path: Arc<Vec<(Step, bool)>>,
    here: Node,
    phase: Phase,
    /// Who evaluated the circuit: Alice, Bob.
    ran: [bool; 2],
    ledger: Ledger,
}

#[derive(Debug)]
struct Shared {
    setup: Setup,
    normal: NormalForm,
    /// The values of all gates of the normal form, computed when somebody first needs them.
    values: OnceLock<Bits>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
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
    pub fn new(setup: Setup) -> Self {
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
    pub fn setup(&self) -> &Setup {
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

    fn inputs(&self) -> &Bits {
        self.setup().circuit.plan().inputs()
    }

    fn values(&self) -> &Bits {
        self.shared.values.get_or_init(|| self.normal().evaluate(self.inputs()))
    }

    fn value(&self, node: Node) -> bool {
        self.normal().value(node, self.inputs(), self.values())
    }

    /// Who points from a gate.
    fn mover(&self, gate: Step) -> Side {
        match self.normal().gate(gate).kind {
            Kind::And => Side::Alice,
            Kind::Or => Side::Bob,
        }
    }

    /// What a wire is called in a move: the gate's number, or the input.
    fn source(node: Node) -> Source {
        match node {
            Node::Gate(gate) => Source::step(gate),
            Node::Literal { input, .. } => Source::input(input),
            // Only a whole function is constant, and nobody points at that.
            Node::Constant(_) => Source::step(Step::new(1)),
        }
    }

    /// A node as people call it: "gate 4", "x1", "¬x3".
    fn name(&self, node: Node) -> String {
        match node {
            Node::Gate(gate) => format!("gate {gate}"),
            Node::Literal { input, negated } => {
                let name = self.setup().circuit.plan().input_name(input);
                format!("{}{name}", if negated { "¬" } else { "" })
            }
            Node::Constant(bit) => u8::from(bit).to_string(),
        }
    }

    /// How far the judge can follow the path by what it has read, and where that leads.
    fn followed(&self) -> (usize, Node) {
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
    fn needed(&self) -> Option<Cell> {
        let (length, node) = self.followed();
        let cell = match node {
            Node::Gate(_) => Cell::Step(Step::at(length)),
            Node::Literal { input, .. } => Cell::Input(input),
            Node::Constant(_) => return None,
        };
        self.ledger.readings().order(cell).is_none().then_some(cell)
    }

    /// The verdict that follows from what the judge read; none if that is not enough.
    fn verdict(&self) -> Option<Side> {
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

    fn pointing(&self, gate: Step) -> Prompt {
        let side = self.mover(gate);
        let sources = self.normal().gate(gate).sources;
        let wires = sources.map(|node| (Self::source(node), self.name(node))).to_vec();
        let says = if side == Side::Alice { 0 } else { 1 };
        let [first, second] = sources.map(|node| self.name(node));
        let answer = Offer::answer(
            Verb::Wire,
            Domain::Wire(wires),
            format!("point at a wire that you say is {says}: {first} or {second}"),
        );
        let mut offers = vec![answer.seen_by(Audience::PROVERS)];
        if !self.ran[side.seat().index()] {
            let steps = self.normal().size();
            let run = Offer::before(
                Verb::Run,
                Domain::Nothing,
                format!("evaluate the circuit: {steps} steps"),
            );
            offers.push(run.seen_by(Audience::only(side.seat())));
        }
        let leaf = |node: &Node| !matches!(node, Node::Gate(_));
        let mut notes = Vec::new();
        if sources.iter().all(leaf) {
            notes.push("The judge reads that input next, and it decides.".into());
        } else if sources.iter().any(leaf) {
            notes.push("If you point at an input, the judge reads it, and it decides.".into());
        }
        Prompt {
            question: format!("point at the wire into gate {gate} that you say is {says}"),
            offers,
            notes,
        }
    }

    fn cells(&self) -> Domain {
        Domain::Cell {
            steps: self.path.len() as u32,
            inputs: self.inputs().len() as u32,
            readings: self.ledger.readings().clone(),
        }
    }

    fn watching(&self) -> Prompt {
        let last = self.path.len();
        Prompt {
            question: format!("read pointer {last}, or let them go on"),
            offers: vec![
                Offer::answer(Verb::Read, self.cells(), "read a bit: 1 query"),
                Offer::answer(Verb::Continue, Domain::Nothing, "let them go on"),
            ],
            notes: vec![format!(
                "Step {last} is the newest pointer. What you leave unread can be read at the end."
            )],
        }
    }

    fn judging(&self) -> Prompt {
        let (_, node) = self.followed();
        let mut offers =
            vec![Offer::answer(Verb::Rule, Domain::Side, "rule: Alice says 0, Bob says 1")];
        let all = self.path.len() + self.inputs().len();
        if self.ledger.readings().list().len() < all {
            offers.push(Offer::before(Verb::Read, self.cells(), "read a bit: 1 query"));
        }
        let note = match node {
            Node::Gate(_) => {
                "You do not know where the path leads: not all pointers are read.".into()
            }
            Node::Literal { .. } => {
                format!("The path leads to {}. If it is 1, Bob is right.", self.name(node))
            }
            Node::Constant(bit) => format!("The circuit is always {}.", u8::from(bit)),
        };
        Prompt { question: "is f(x) 0 or 1?".into(), offers, notes: vec![note] }
    }

    fn reason(&self, winner: Side) -> String {
        let ruled = match winner {
            Side::Alice => "The judge ruled that f(x) = 0.",
            Side::Bob => "The judge ruled that f(x) = 1.",
        };
        let read = self.ledger.of(Seat::Judge).queries();
        let bits = if read == 1 { "bit" } else { "bits" };
        let mut why = format!(
            "The walk ended at {}, which is {}. {ruled} It had read {read} {bits}.",
            self.name(self.here),
            u8::from(self.value(self.here)),
        );
        match self.verdict() {
            Some(side) if side != winner => why += " What it read says the opposite.",
            None => why += " It ruled without following the path to its end.",
            Some(_) => {}
        }
        why
    }
}

impl Position for CircuitWalk {
    fn turn(&self) -> Turn {
        match (self.phase, self.here) {
            (Phase::Walking, Node::Gate(gate)) => Turn::Ask(self.mover(gate).seat()),
            (Phase::Walking | Phase::Watching | Phase::Judging, _) => Turn::Ask(Seat::Judge),
            (Phase::Showing(cell, _), _) => {
                let bit = match cell {
                    Cell::Input(input) => self.inputs().at(input.index()),
                    Cell::Step(step) => self.path.get(step.index()).is_some_and(|p| p.1),
                };
                Turn::Reveal { mv: Move::Shows(Bit(bit)), to: Audience::ALL }
            }
            (Phase::Over(winner), _) => Turn::Over(Outcome { winner: winner, payoff: None }),
        }
    }

    fn menu(&self) -> crate::rules::menu::Menu {
        crate::protocol::legacy::menu(self.old_prompt())
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn situation(&self) -> Option<Situation> {
        None
    }

    fn truth(&self) -> Option<bool> {
        Some(!self.value(self.normal().root()))
    }
}

impl crate::show::Show for CircuitWalk {
    fn claim(&self) -> String {
        self.setup().words.clone()
    }

    fn board(&self, eye: Eye) -> Board<'_> {
        self.draw_board(eye)
    }

    fn brief(&self, eye: Eye) -> Brief {
        self.draw_brief(eye)
    }

    fn told(&self, mv: &Move) -> Option<String> {
        match (mv, self.here) {
            (Move::Wire(source), Node::Gate(gate)) => {
                let wires = self.normal().gate(gate).sources;
                let wire = wires.into_iter().find(|&node| Self::source(node) == *source)?;
                Some(format!("point at {}", self.name(wire)))
            }
            (Move::Read(Cell::Input(input)), _) => {
                let plan = self.setup().circuit.plan();
                (input.index() < plan.inputs().len())
                    .then(|| format!("read {}", plan.input_name(*input)))
            }
            (Move::Read(Cell::Step(step)), _) => Some(format!("read pointer {step}")),
            _ => None,
        }
    }

    fn asking(&self) -> crate::show::Asking {
        crate::protocol::legacy::asking(self.old_prompt())
    }

    fn why(&self) -> String {
        match self.phase {
            Phase::Over(winner) => self.reason(winner),
            _ => String::new(),
        }
    }
}

impl CircuitWalk {
    pub(super) fn old_prompt(&self) -> Prompt {
        match (self.phase, self.here) {
            (Phase::Walking, Node::Gate(gate)) => self.pointing(gate),
            (Phase::Watching, _) => self.watching(),
            (Phase::Walking | Phase::Judging, _) => self.judging(),
            (Phase::Showing(..) | Phase::Over(_), _) => {
                Prompt { question: String::new(), offers: Vec::new(), notes: Vec::new() }
            }
        }
    }
}

impl Rules for CircuitWalk {
    fn play(&mut self, mv: &Move) -> Result<(), Refusal> {
        match (self.phase, self.here, mv) {
            (Phase::Walking, Node::Gate(gate), Move::Run) => {
                let seat = self.mover(gate).seat();
                self.ran[seat.index()] = true;
                self.ledger.charge(seat, Cost::Steps, self.normal().size() as u64);
            }
            (Phase::Walking, Node::Gate(gate), Move::Wire(source)) => {
                let sources = self.normal().gate(gate).sources;
                let at = sources.iter().position(|&node| Self::source(node) == *source);
                let Some(at) = at else { return Err(Refusal::out_of_place(mv)) };
                let next = sources[at];
                Arc::make_mut(&mut self.path).push((gate, at == 1));
                self.here = next;
                self.phase = Phase::Watching;
            }
            (Phase::Watching, _, Move::Read(cell)) => self.phase = Phase::Showing(*cell, true),
            (Phase::Watching, _, Move::Continue) => self.go_on(),
            (Phase::Walking | Phase::Judging, _, Move::Read(cell)) => {
                self.phase = Phase::Showing(*cell, false);
            }
            (Phase::Showing(cell, walks), _, Move::Shows(Bit(bit))) => {
                self.ledger.show(cell, *bit);
                if walks { self.go_on() } else { self.phase = Phase::Judging }
            }
            (Phase::Walking | Phase::Judging, _, Move::Rule(side)) => {
                self.phase = Phase::Over(*side);
            }
            _ => return Err(Refusal::out_of_place(mv)),
        }
        Ok(())
    }
}

impl CircuitWalk {
    fn go_on(&mut self) {
        let at_gate = matches!(self.here, Node::Gate(_));
        self.phase = if at_gate { Phase::Walking } else { Phase::Judging };
    }
}
