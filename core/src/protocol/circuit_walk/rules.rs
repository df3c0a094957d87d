//! Who moves when in a circuit walk, and what a move does.

use std::sync::Arc;

use super::{CircuitWalk, Phase};
use crate::machine::Step;
use crate::machine::circuit::normal_form::Node;
use crate::rules::{
    Audience, Bit, Cell, Cost, Domain, Ledger, Menu, Move, Offer, Outcome, Position, Refusal,
    Rules, Seat, Turn, Verb,
};

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
            (Phase::Over(winner), _) => Turn::Over(Outcome { winner, payoff: None }),
        }
    }

    fn menu(&self) -> Menu {
        match (self.phase, self.here) {
            (Phase::Walking, Node::Gate(gate)) => self.pointing(gate),
            (Phase::Watching, _) => Menu::of(Offer::answer(Verb::Read, self.cells()))
                .and(Offer::answer(Verb::Continue, Domain::Nothing)),
            (Phase::Walking | Phase::Judging, _) => {
                let left =
                    self.ledger.readings().list().len() < self.path.len() + self.inputs().len();
                Menu::of(Offer::answer(Verb::Rule, Domain::Side))
                    .and_perhaps(left.then(|| Offer::before(Verb::Read, self.cells())))
            }
            (Phase::Showing(..) | Phase::Over(_), _) => Menu::default(),
        }
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn truth(&self) -> Option<bool> {
        Some(!self.value(self.normal().root()))
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
    /// At ∧ Alice points, at ∨ Bob. Before that the prover may evaluate the circuit, once.
    fn pointing(&self, gate: Step) -> Menu {
        let seat = self.mover(gate).seat();
        let wires = self.normal().gate(gate).sources.map(Self::source);
        let point = Offer::answer(Verb::Wire, Domain::Wire(wires.into_iter().collect()));
        let run = Offer::before(Verb::Run, Domain::Nothing).seen_by(Audience::only(seat));
        let ran = self.ran[seat.index()];
        Menu::of(point.seen_by(Audience::PROVERS)).and_perhaps((!ran).then_some(run))
    }

    fn cells(&self) -> Domain {
        Domain::Cell {
            steps: self.path.len() as u32,
            inputs: self.inputs().len() as u32,
            readings: self.ledger.readings().clone(),
            claimed: None,
        }
    }

    fn go_on(&mut self) {
        let at_gate = matches!(self.here, Node::Gate(_));
        self.phase = if at_gate { Phase::Walking } else { Phase::Judging };
    }
}
