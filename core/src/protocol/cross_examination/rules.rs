//! Who moves when, and what a move does.

use std::sync::Arc;

use super::{CrossExamination, Phase, location_bits};
use crate::rules::{
    Audience, Bit, Cell, Cost, Ledger, Menu, Move, Outcome, Position, Refusal, Rules, Seat, Side,
    Turn, YesNo,
};

impl Position for CrossExamination {
    fn turn(&self) -> Turn {
        match &self.phase {
            Phase::Writing => Turn::Ask(Seat::Alice),
            Phase::Pointing => Turn::Ask(Seat::Bob),
            Phase::Judging(_) => Turn::Ask(Seat::Judge),
            Phase::Showing(_, Cell::Input(input)) => Turn::Reveal {
                mv: Move::Shows(Bit(self.plan().inputs().at(input.index()))),
                to: Audience::ALL,
            },
            Phase::Showing(_, Cell::Step(step)) if self.setup().copies => {
                Turn::Reveal { mv: Move::Shows(Bit(self.written(*step))), to: Audience::ALL }
            }
            Phase::Showing(_, Cell::Step(_)) => Turn::Ask(Seat::Alice),
            Phase::Answering(seat, step, _) => Turn::Reveal {
                mv: Move::Answer(YesNo(self.answer(*seat, *step))),
                to: match seat {
                    Seat::Judge => Audience::ALL,
                    prover => Audience::only(*prover),
                },
            },
            Phase::Over(_, side) => Turn::Over(Outcome { winner: *side, payoff: None }),
        }
    }

    fn menu(&self) -> Menu {
        self.offered()
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn truth(&self) -> Option<bool> {
        Some(self.honest().at(self.plan().output().index()) == self.setup().claim)
    }
}

impl Rules for CrossExamination {
    fn play(&mut self, mv: &Move) -> Result<(), Refusal> {
        match (self.phase.clone(), mv) {
            (Phase::Writing, Move::Write(bits)) => {
                self.transcript = Some(bits.clone());
                self.phase = Phase::Pointing;
            }
            (Phase::Writing | Phase::Pointing, Move::Run) => {
                let seat = if self.phase == Phase::Writing { Seat::Alice } else { Seat::Bob };
                self.ran[seat.index()] = true;
                self.ledger.charge(seat, Cost::Oracle, self.left_to_ask(seat));
                self.ledger.charge(seat, Cost::Steps, self.plan().len() as u64);
            }
            (phase @ (Phase::Writing | Phase::Pointing | Phase::Judging(_)), Move::Ask(step)) => {
                let seat = match phase {
                    Phase::Writing => Seat::Alice,
                    Phase::Pointing => Seat::Bob,
                    _ => Seat::Judge,
                };
                self.ledger.charge(seat, Cost::Oracle, 1);
                self.phase = Phase::Answering(seat, *step, Box::new(phase));
            }
            (Phase::Answering(seat, step, then), Move::Answer(YesNo(yes))) => {
                Arc::make_mut(&mut self.answers[seat.index()]).insert(step, *yes);
                self.phase = *then;
            }
            (Phase::Pointing, Move::Point(step)) => {
                self.ledger.charge(Seat::Judge, Cost::Location, location_bits(self.plan().len()));
                self.phase = Phase::Judging(*step);
            }
            (Phase::Judging(step), Move::Read(cell)) => self.phase = Phase::Showing(step, *cell),
            (Phase::Showing(step, cell), Move::Shows(Bit(bit)) | Move::Bit(Bit(bit))) => {
                self.ledger.show(cell, *bit);
                self.phase = Phase::Judging(step);
            }
            (Phase::Judging(step), Move::Rule(side)) => self.phase = Phase::Over(step, *side),
            (Phase::Judging(step), Move::Answer(YesNo(yes))) => {
                self.ledger.charge(Seat::Judge, Cost::Oracle, 1);
                let known = self.known_to_judge(Cell::Step(step));
                let written = known.unwrap_or_else(|| self.written(step));
                Arc::make_mut(&mut self.answers[Seat::Judge.index()]).insert(step, *yes);
                self.phase = Phase::Over(step, Side::of_claim(written == *yes));
            }
            _ => return Err(Refusal::out_of_place(mv)),
        }
        Ok(())
    }
}
