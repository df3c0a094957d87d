//! Who moves when in a game of twins, and what a move does.

use std::sync::Arc;

use super::Twins;
use super::game::{Pair, Phase};
use crate::chance::{Fall, Law, Probability};
use crate::machine::Bits;
use crate::rules::{
    Audience, Bit, Cost, Domain, Ledger, Menu, Move, Offer, Outcome, Position, Refusal, Rules,
    Seat, Side, Turn, Verb,
};

impl Position for Twins {
    fn turn(&self) -> Turn {
        let draw = |law| Turn::Draw { law, to: Audience::PROVERS };
        match &self.phase {
            Phase::Where => draw(Law::Index { below: self.n() as u64 }),
            Phase::Which(input) => draw(Law::Index { below: self.turned_on(*input).ones() }),
            Phase::Coin(..) => draw(Law::Bernoulli(Probability::HALF)),
            Phase::Judging(_) => Turn::Ask(Seat::Judge),
            Phase::Showing(_, cell) => {
                Turn::Reveal { mv: Move::Shows(Bit(self.bit_in(*cell))), to: Audience::ALL }
            }
            Phase::Revealing(pair) => {
                Turn::Reveal { mv: Move::Write(pair.input()), to: Audience::ALL }
            }
            Phase::Twin(pair) => Turn::Reveal { mv: Move::Twin(pair.at), to: Audience::ALL },
            Phase::Over(_) => Turn::Over(self.outcome()),
        }
    }

    fn menu(&self) -> Menu {
        match &self.phase {
            Phase::Judging(_) => self.judging(),
            _ => Menu::default(),
        }
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn rulings(&self) -> Option<(u64, u64)> {
        let (right, rounds) = self.score();
        Some((right.into(), rounds.into()))
    }

    /// The truth of one round; over several there is none.
    fn truth(&self) -> Option<bool> {
        let one = self.setup().rounds == 1;
        self.pair().filter(|_| one).map(|pair| !pair.is_one)
    }
}

impl Rules for Twins {
    fn play(&mut self, mv: &Move) -> Result<(), Refusal> {
        let next = match (&self.phase, mv) {
            (Phase::Where, Move::Falls(Fall::Index(at))) => {
                let at = usize::try_from(*at).ok().and_then(|at| self.shared.dependent.get(at));
                Phase::Which(*at.ok_or_else(|| Refusal::out_of_place(mv))?)
            }
            (Phase::Which(input), Move::Falls(Fall::Index(rank))) => {
                let x = self.turned_on(*input).nth_one(*rank);
                let x = x.ok_or_else(|| Refusal::out_of_place(mv))?;
                Phase::Coin(*input, self.shared.table.bits(x))
            }
            (Phase::Coin(at, zero), Move::Falls(Fall::Bit(is_one))) => {
                let (at, zero) = (*at, zero.clone());
                let mut pair = Pair { at, zero, is_one: *is_one, transcript: Bits::default() };
                pair.transcript = self.setup().written.transcript(&pair.zero, &pair.one());
                self.new_round();
                Phase::Judging(Arc::new(pair))
            }
            (Phase::Judging(pair), Move::Read(cell)) => Phase::Showing(Arc::clone(pair), *cell),
            (Phase::Showing(pair, cell), Move::Shows(Bit(bit))) => {
                let (pair, cell) = (Arc::clone(pair), *cell);
                self.ledger.show(cell, *bit);
                Phase::Judging(pair)
            }
            (Phase::Judging(pair), Move::Rule(side)) => {
                let pair = Arc::clone(pair);
                self.rulings.push((*side, pair.is_one));
                Phase::Revealing(pair)
            }
            (Phase::Revealing(pair), Move::Write(_)) => Phase::Twin(Arc::clone(pair)),
            (Phase::Twin(pair), Move::Twin(_)) => {
                if self.rulings.len() < self.setup().rounds as usize {
                    Phase::Where
                } else {
                    Phase::Over(Arc::clone(pair))
                }
            }
            _ => return Err(Refusal::out_of_place(mv)),
        };
        self.phase = next;
        Ok(())
    }
}

impl Twins {
    /// The judge rules, or reads while it may.
    fn judging(&self) -> Menu {
        let written = &self.setup().written;
        let (steps, inputs) = (written.transcript_bits() as u32, written.inputs() as u32);
        let readings = self.ledger.readings();
        let open = self.left() > 0 && readings.list().len() < (steps + inputs) as usize;
        let cells = Domain::Cell { steps, inputs, readings: readings.clone(), claimed: None };
        Menu::of(Offer::answer(Verb::Rule, Domain::Side))
            .and_perhaps(open.then(|| Offer::before(Verb::Read, cells)))
    }

    fn outcome(&self) -> Outcome {
        let for_alice = self.rulings.iter().filter(|(side, _)| *side == Side::Alice).count();
        Outcome { winner: Side::of_claim(2 * for_alice >= self.rulings.len()), payoff: None }
    }

    /// A fresh page for the judge's reads; what was paid stays paid.
    fn new_round(&mut self) {
        let before = std::mem::take(&mut self.ledger);
        for cost in Cost::ALL {
            self.ledger.charge(Seat::Judge, cost, before.of(Seat::Judge).paid(cost));
        }
        self.ledger.charge(Seat::Judge, Cost::Rounds, 1);
    }
}
