//! Who moves when, and what each move does.

use std::sync::Arc;

use super::round::{Share, cuts};
use super::{Coin, Phase, Stochastic, coin};
use crate::chance::{Fall, Law, Probability};
use crate::machine::{Bits, Op, Step};
use crate::protocol::cross_examination::location_bits;
use crate::rules::{
    Audience, Bit, Cell, Cost, Ledger, Menu, Move, Outcome, Position, Refusal, Rules, Seat, Side,
    Situation, Turn,
};

impl Stochastic {
    /// What a fair share of this seat is drawn from.
    fn toss(&self, seat: Seat) -> Law {
        let other = self.now.shares[1 - seat.index()].and_then(Share::number);
        let stated = self.now.stated.unwrap_or_default().get();
        Law::uniform(other.into_iter().flat_map(|other| cuts(other, stated)))
    }

    /// Who sees a prover's share of the coin before the coin is shown.
    pub(super) fn sees_share(&self, seat: Seat) -> Audience {
        match seat == Seat::Bob && self.setup().departures.without_copies {
            true => Audience::PROVERS,
            false => Audience::only(seat),
        }
    }

    /// Where the coin falls, once both shares are there.
    fn falls(&self) -> f64 {
        let [alice, bob] =
            self.now.shares.map(|share| share.and_then(Share::number).unwrap_or_default());
        coin(alice, bob)
    }

    /// What the judge is handed next before it may draw or rule.
    fn next_reading(&self) -> Phase {
        let unread = |cell: &Cell| self.ledger.readings().order(*cell).is_none();
        let mut relevant = self.plan().relevant(self.step).iter().map(|&source| source.into());
        relevant.find(unread).map_or(Phase::Judging, Phase::Reading)
    }

    fn cell(&self, cell: Cell) -> bool {
        match cell {
            Cell::Step(step) => self.transcript.at(step.index()),
            Cell::Input(input) => self.plan().inputs().at(input.index()),
        }
    }

    /// What comes after the shares given so far.
    fn after_shares(&self) -> Phase {
        match self.now.shares {
            // Without copies Bob's share comes first, and Alice sees it.
            [None, Some(Share::Is(_))] => Phase::Sharing(Seat::Alice),
            [Some(Share::Fair), _] => Phase::Tossing(Seat::Alice),
            [_, Some(Share::Fair)] => Phase::Tossing(Seat::Bob),
            _ => Phase::Showing,
        }
    }

    /// The coin says what the bit is to be.
    fn coin_says(&mut self, bit: bool) {
        if self.setup().departures.alice_sets_bits {
            self.now.due = Some(bit);
            self.phase = Phase::Setting;
        } else {
            self.settle(bit);
        }
    }

    fn settle(&mut self, bit: bool) {
        self.now.bit = Some(bit);
        if bit {
            self.transcript.set(self.step.index(), true);
        }
        self.phase = Phase::Deciding;
    }

    fn state(&mut self, stated: Probability) {
        self.now.stated = Some(stated);
        match stated.as_certain() {
            // A certain number needs no coin.
            Some(bit) => self.coin_says(bit),
            None if self.setup().departures.without_copies => {
                self.phase = Phase::Sharing(Seat::Bob);
            }
            None if self.setup().coin == Coin::Hands => self.phase = Phase::Sharing(Seat::Alice),
            None => {
                self.now.shares = [Some(Share::Fair); 2];
                self.phase = self.after_shares();
            }
        }
    }

    fn share(&mut self, seat: Seat, share: Share) {
        self.now.shares[seat.index()] = Some(share);
        self.phase = match seat {
            Seat::Alice if self.now.shares[Seat::Bob.index()].is_none() => {
                Phase::Sharing(Seat::Bob)
            }
            _ => self.after_shares(),
        };
    }

    fn go_on(&mut self) {
        self.ledger.charge(Seat::Judge, Cost::Rounds, 1);
        if self.step == self.plan().output() {
            self.phase = Phase::Ending;
            return;
        }
        let round = std::mem::take(&mut self.now);
        Arc::make_mut(&mut self.rounds).push(round);
        self.step = Step::at(self.step.index() + 1);
        self.phase = Phase::Stating;
    }

    fn drew(&mut self, seat: Seat, all: u64, yes: u64) {
        let votes = match seat {
            Seat::Judge => &mut self.votes,
            prover => &mut self.now.votes[prover.index()],
        };
        votes.draws += 1;
        votes.all += all;
        votes.yes += yes;
        self.phase = match seat {
            Seat::Alice => Phase::Stating,
            Seat::Bob => Phase::Deciding,
            Seat::Judge => {
                Arc::make_mut(&mut self.batches).push((yes, all));
                Phase::Judging
            }
        };
    }

    /// What the judge knows the gate on trial to be, from what it read; none at an ask.
    pub(super) fn gate_by_readings(&self) -> Option<bool> {
        if matches!(self.plan().op(self.step), Op::Ask(_)) {
            return None;
        }
        let read = self.ledger.readings();
        let values: Option<Vec<bool>> =
            self.plan().relevant(self.step).iter().map(|&source| read.bit(source.into())).collect();
        self.plan().chance(self.step, values?.into_iter()).as_certain()
    }

    /// The verdict that follows from everything the judge has seen.
    pub fn verdict(&self) -> Side {
        let stated = self.now.stated.unwrap_or_default();
        let stands = match (self.gate_by_readings(), self.votes.all) {
            (Some(gate), _) => {
                let tolerance = self.constants().judge.tolerance;
                self.setup().departures.gate_stands(stated, gate, tolerance)
            }
            // Without a vote nothing speaks against Alice.
            (None, 0) => true,
            (None, all) => {
                let tolerance = self.constants().judge.tolerance;
                super::is_near(self.votes.yes, all, stated.get(), tolerance)
            }
        };
        Side::of_claim(stands)
    }
}

impl Position for Stochastic {
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Stating | Phase::Setting => Turn::Ask(Seat::Alice),
            Phase::Sharing(seat) => Turn::Ask(seat),
            Phase::Deciding => Turn::Ask(Seat::Bob),
            Phase::Judging => Turn::Ask(Seat::Judge),
            Phase::Sampling(seat, n) => Turn::Draw {
                law: Law::Binomial { n, p: self.chance_by(seat) },
                to: if seat == Seat::Judge { Audience::ALL } else { Audience::only(seat) },
            },
            Phase::Tossing(seat) => Turn::Draw { law: self.toss(seat), to: self.sees_share(seat) },
            Phase::Showing => {
                Turn::Reveal { mv: Move::Falls(Fall::Real(self.falls())), to: Audience::PROVERS }
            }
            Phase::Submitting => Turn::Reveal {
                mv: Move::State(self.now.stated.unwrap_or_default()),
                to: Audience::ALL,
            },
            Phase::Reading(cell) => {
                Turn::Reveal { mv: Move::Shows(Bit(self.cell(cell))), to: Audience::ALL }
            }
            Phase::Ending => Turn::Reveal {
                mv: Move::Shows(Bit(self.cell(Cell::Step(self.step)))),
                to: Audience::ALL,
            },
            Phase::Ruled(side) => Turn::Over(Outcome { winner: side, payoff: None }),
            Phase::Ended(bit) => Turn::Over(Outcome { winner: Side::of_claim(bit), payoff: None }),
        }
    }

    fn menu(&self) -> Menu {
        self.offered()
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn situation(&self) -> Option<Situation> {
        let (phase, extra) = match self.phase {
            Phase::Stating => (0, 0),
            Phase::Sampling(seat, n) => (1 + seat.index() as u64, n),
            Phase::Sharing(seat) => (4 + seat.index() as u64, 0),
            Phase::Tossing(seat) => (7 + seat.index() as u64, 0),
            Phase::Showing => (10, 0),
            Phase::Deciding => (11, 0),
            Phase::Submitting => (12, 0),
            Phase::Reading(_) => (13, self.ledger.readings().list().len() as u64),
            Phase::Judging => (14, 0),
            Phase::Ending => (15, 0),
            Phase::Ruled(side) => (16, u64::from(side == Side::Alice)),
            Phase::Ended(bit) => (17, u64::from(bit)),
            Phase::Setting => (18, 0),
        };
        let share = |share: Option<Share>| match share {
            None => 2,
            Some(Share::Fair) => 3,
            Some(Share::Is(z)) => z.to_bits(),
        };
        let number = |number: Option<f64>| number.map_or(2, f64::to_bits);
        let votes = [self.now.votes[0], self.now.votes[1], self.votes];
        let mut key: smallvec::SmallVec<[u64; 8]> =
            smallvec::smallvec![u64::from(self.step.number()) << 8 | phase, extra];
        key.push(number(self.now.stated.map(Probability::get)));
        key.extend(self.now.shares.map(share));
        key.push(number(self.now.coin));
        key.push(self.now.due.map_or(2, u64::from));
        for votes in votes {
            key.extend([u64::from(votes.draws), votes.all, votes.yes]);
        }
        // The live bits: those that this step or a later one reads, and this one's own.
        let (_, played) = self.played();
        let live = (0..played).filter(|&at| {
            at == self.step.index() || self.shared.last_reader[at] >= self.step.number()
        });
        let mut word = 1;
        for at in live {
            word = word << 1 | u64::from(self.transcript.at(at));
            if word >> 63 == 1 {
                key.push(word);
                word = 1;
            }
        }
        key.push(word);
        Some(Situation(key))
    }

    fn truth(&self) -> Option<bool> {
        match self.chance_of_output()? {
            p if p >= 2.0 / 3.0 => Some(true),
            p if p <= 1.0 / 3.0 => Some(false),
            _ => None,
        }
    }
}

impl Rules for Stochastic {
    fn play(&mut self, mv: &Move) -> Result<(), Refusal> {
        match (self.phase, mv) {
            (Phase::Stating, Move::State(stated)) => self.state(*stated),
            (Phase::Stating | Phase::Deciding | Phase::Judging, Move::Sample(count)) => {
                let seat = match self.phase {
                    Phase::Stating => Seat::Alice,
                    Phase::Deciding => Seat::Bob,
                    _ => Seat::Judge,
                };
                self.ledger.charge(seat, Cost::Oracle, *count);
                self.phase = Phase::Sampling(seat, *count);
            }
            (Phase::Sampling(seat, all), Move::Falls(Fall::Count(yes))) => {
                self.drew(seat, all, *yes);
            }
            (Phase::Sharing(seat), Move::Share(share)) => self.share(seat, Share::Is(share.get())),
            (Phase::Sharing(seat), Move::Fair) => self.share(seat, Share::Fair),
            (Phase::Tossing(seat), Move::Falls(Fall::Real(z))) => {
                self.now.shares[seat.index()] = Some(Share::Is(*z));
                self.phase = self.after_shares();
            }
            (Phase::Showing, Move::Falls(Fall::Real(z))) => {
                self.now.coin = Some(*z);
                self.coin_says(*z < self.now.stated.unwrap_or_default().get());
            }
            (Phase::Setting, Move::Bit(Bit(bit))) => self.settle(*bit),
            (Phase::Deciding, Move::Continue) => self.go_on(),
            (Phase::Deciding, Move::Abort) => {
                self.ledger.charge(Seat::Judge, Cost::Rounds, 1);
                self.ledger.charge(Seat::Judge, Cost::Location, location_bits(self.plan().len()));
                self.phase = Phase::Submitting;
            }
            (Phase::Submitting, Move::State(_)) => self.phase = self.next_reading(),
            (Phase::Reading(cell), Move::Shows(Bit(bit))) => {
                self.ledger.show(cell, *bit);
                self.phase = self.next_reading();
            }
            (Phase::Judging, Move::Rule(side)) => self.phase = Phase::Ruled(*side),
            (Phase::Ending, Move::Shows(Bit(bit))) => {
                self.ledger.show(Cell::Step(self.step), *bit);
                self.phase = Phase::Ended(*bit);
            }
            _ => return Err(Refusal::out_of_place(mv)),
        }
        Ok(())
    }
}

impl Stochastic {
    /// The same debate about to begin on other inputs.
    pub fn on(&self, inputs: Bits) -> Self {
        Self::new(super::StochasticInstance {
            plan: self.plan().on(inputs),
            ..self.setup().clone()
        })
    }
}
