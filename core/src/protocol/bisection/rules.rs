//! Who moves when, and what a move does.

use crate::machine::PlanRun;
use std::sync::Arc;

use super::{Bisection, Phase, Round, Span};
use crate::machine::{Computation, Origin, Step};
use crate::rules::{
    Audience, Cell, Cost, Ledger, Menu, Move, Outcome, Position, Refusal, Rules, Seat, Side, Turn,
    YesNo,
};

impl Position for Bisection {
    fn turn(&self) -> Turn {
        match &self.phase {
            Phase::Ending | Phase::Naming(_) => Turn::Ask(Seat::Alice),
            Phase::Choosing(_) => Turn::Ask(Seat::Bob),
            Phase::Checking(..) => Turn::Ask(Seat::Judge),
            Phase::Answering(span) => {
                Turn::Reveal { mv: Move::Answer(YesNo(self.answer(span))), to: Audience::ALL }
            }
            Phase::Over(_, _, side) => Turn::Over(Outcome { winner: *side, payoff: None }),
        }
    }

    fn menu(&self) -> Menu {
        self.offered()
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn truth(&self) -> Option<bool> {
        let computation = self.computation();
        Some(computation.accepts(&computation.at(computation.steps())) == self.setup.claim)
    }
}

impl Rules for Bisection {
    fn play(&mut self, mv: &Move) -> Result<(), Refusal> {
        match (self.phase.clone(), mv) {
            (Phase::Ending | Phase::Naming(_), Move::Run) => {
                let steps = self.computation().steps();
                let asks = self.computation().asks_between(0, steps);
                self.ran = true;
                self.ledger.charge(Seat::Alice, Cost::Steps, u64::from(steps));
                self.ledger.charge(Seat::Alice, Cost::Oracle, u64::from(asks));
            }
            (Phase::Ending, Move::Name(text)) => {
                let to = self.computation().steps();
                let end = self.setup.read(text.as_str(), to)?;
                let start = self.start.clone();
                self.charge_bits(0);
                self.charge_bits(to);
                self.narrow_to(Span { from: 0, to, start, end });
            }
            (Phase::Naming(span), Move::Name(text)) => {
                let middle = self.setup.read(text.as_str(), span.middle())?;
                self.phase = Phase::Choosing(Round::new(span, middle));
            }
            (Phase::Choosing(mut round), Move::Run) => {
                let Span { from, start, .. } = &round.span;
                let middle = round.span.middle();
                let (own, asks) = self.computation().advance_asking(start, *from, middle);
                self.ledger.charge(Seat::Bob, Cost::Steps, u64::from(middle - from));
                self.ledger.charge(Seat::Bob, Cost::Oracle, u64::from(asks));
                round.own = Some(own);
                self.phase = Phase::Choosing(round);
            }
            (Phase::Choosing(mut round), Move::Dispute(half)) => {
                self.charge_bits(round.span.middle());
                self.ledger.charge(Seat::Judge, Cost::Rounds, 1);
                let span = round.half(*half);
                round.kept = Some(*half);
                Arc::make_mut(&mut self.rounds).push(round);
                self.narrow_to(span);
            }
            (Phase::Checking(span, _), Move::Ask(_)) => {
                self.ledger.charge(Seat::Judge, Cost::Oracle, 1);
                self.phase = Phase::Answering(span);
            }
            (Phase::Answering(span), Move::Answer(YesNo(yes))) => {
                self.phase = Phase::Checking(span, Some(*yes));
            }
            (Phase::Checking(span, None), Move::Answer(YesNo(yes))) => {
                self.ledger.charge(Seat::Judge, Cost::Oracle, 1);
                self.phase = Phase::Checking(span.clone(), Some(*yes));
                let side = self.verdict().unwrap_or(Side::Alice);
                self.phase = Phase::Over(span, Some(*yes), side);
            }
            (Phase::Checking(span, answer), Move::Rule(side)) => {
                self.phase = Phase::Over(span, answer, *side);
            }
            _ => return Err(Refusal::out_of_place(mv)),
        }
        Ok(())
    }
}

impl Bisection {
    /// The disputed interval is now this one.
    fn narrow_to(&mut self, span: Span) {
        if span.len() > 1 {
            self.phase = Phase::Naming(span);
            return;
        }
        if let Computation::Plan(PlanRun { live, .. }) = &self.setup.computation {
            let plan = live.plan();
            for source in plan.relevant(Step::new(span.to)) {
                if let Origin::Input(input) = source.get() {
                    self.ledger.show(Cell::Input(input), plan.inputs().at(input.index()));
                }
            }
        }
        self.phase = Phase::Checking(span, None);
    }

    fn charge_bits(&mut self, step: u32) {
        let bits = u64::from(self.computation().bits(step));
        self.ledger.charge(Seat::Judge, Cost::Transcript, bits);
    }
}
