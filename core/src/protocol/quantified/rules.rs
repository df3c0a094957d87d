//! Who moves when in a quantified debate, and what a move does.

use super::{Quantified, Stage};
use crate::machine::quantified::Turn as Place;
use crate::rules::{
    Audience, Bit, Cost, Domain, Ledger, Menu, Move, Offer, Outcome, Position, Refusal, Rules,
    Seat, Turn, Verb,
};
use crate::work::Token;

impl Position for Quantified {
    fn turn(&self) -> Turn {
        match &self.stage {
            Stage::Bits => match self.next() {
                Some(place) => Turn::Ask(Self::seat_of(place)),
                None => Turn::Ask(Seat::Judge),
            },
            Stage::Reading => Turn::Ask(Seat::Judge),
            Stage::Showing(cell) => {
                Turn::Reveal { mv: Move::Shows(Bit(self.bit_in(*cell))), to: Audience::ALL }
            }
            Stage::Over(winner) => Turn::Over(Outcome { winner: *winner, payoff: None }),
            Stage::Checking(check) => check.turn(),
        }
    }

    fn menu(&self) -> Menu {
        match (&self.stage, self.next()) {
            (Stage::Bits, Some(place)) => self.playing(place),
            (Stage::Bits | Stage::Reading, _) => self.judging(),
            (Stage::Showing(_) | Stage::Over(_), _) => Menu::default(),
            (Stage::Checking(check), _) => check.menu(),
        }
    }

    fn ledger(&self) -> &Ledger {
        match &self.stage {
            Stage::Checking(check) => check.ledger(),
            _ => &self.ledger,
        }
    }

    fn truth(&self) -> Option<bool> {
        self.perfect().truth(&Token::default()).map(|value| !value)
    }
}

impl Rules for Quantified {
    fn play(&mut self, mv: &Move) -> Result<(), Refusal> {
        match (&mut self.stage, mv) {
            (Stage::Checking(check), mv) => return check.play(mv),
            (Stage::Bits, Move::Run) => {
                let Some(place) = self.next() else { return Err(Refusal::out_of_place(mv)) };
                let seat = Self::seat_of(place);
                self.ran[seat.index()] = true;
                let steps =
                    self.search().unwrap_or_else(|| self.perfect().solver_steps(&Token::default()));
                self.ledger.charge(seat, Cost::Steps, steps);
            }
            (Stage::Bits, Move::Bit(Bit(bit))) => {
                self.played.push(*bit);
                if self.next().is_none() {
                    self.stage = self.after_bits();
                }
            }
            (Stage::Reading, Move::Read(cell)) => self.stage = Stage::Showing(*cell),
            (Stage::Showing(cell), Move::Shows(Bit(bit))) => {
                let cell = *cell;
                self.ledger.show(cell, *bit);
                self.stage = Stage::Reading;
            }
            (Stage::Reading, Move::Rule(side)) => self.stage = Stage::Over(*side),
            _ => return Err(Refusal::out_of_place(mv)),
        }
        Ok(())
    }
}

impl Quantified {
    /// A prover may search the game, once, and plays a bit.
    fn playing(&self, place: Place) -> Menu {
        let seat = Self::seat_of(place);
        let run = Offer::before(Verb::Run, Domain::Nothing).seen_by(Audience::only(seat));
        let ran = self.ran[seat.index()];
        Menu::of(Offer::answer(Verb::Bit, Domain::Bit).seen_by(Audience::PROVERS))
            .and_perhaps((!ran).then_some(run))
    }

    /// The judge reads what it needs, and rules.
    fn judging(&self) -> Menu {
        let readings = self.ledger.readings();
        let (steps, inputs) = (self.played.len() as u32, self.free().len() as u32);
        let left = readings.list().len() < (steps + inputs) as usize;
        let cells = Domain::Cell { steps, inputs, readings: readings.clone(), claimed: None };
        Menu::of(Offer::answer(Verb::Rule, Domain::Side))
            .and_perhaps(left.then(|| Offer::before(Verb::Read, cells)))
    }
}
