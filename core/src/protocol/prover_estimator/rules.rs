//! The rules of prover-estimator debate: whose turn it is, what may be done, and what it does.

use super::{Phase, ProverEstimator};
use crate::chance::{Fall, Law, Probability};
use crate::machine::claims::ClaimId;
use crate::protocol::claims::leaf;
use crate::rules::{
    Audience, Cost, Domain, Ledger, Menu, Move, Offer, Position, Refusal, Rules, Seat, Turn, Verb,
    YesNo,
};

impl Position for ProverEstimator {
    fn turn(&self) -> Turn {
        let draw = |p: Probability| Turn::Draw { law: Law::Bernoulli(p), to: Audience::PROVERS };
        match self.phase {
            Phase::Opening => self.world.turn().unwrap_or(Turn::Ask(Seat::Alice)),
            Phase::Answering | Phase::Calling | Phase::Arguing | Phase::Picking => {
                Turn::Ask(Seat::Alice)
            }
            Phase::First | Phase::Estimating => Turn::Ask(Seat::Bob),
            Phase::Coin => draw(self.first.map_or(Probability::HALF, |first| first.0)),
            Phase::Drawing => {
                let stated = self.round().and_then(|round| round.parts.last());
                draw(stated.map_or(Probability::HALF, |part| part.0))
            }
            Phase::Putting => Turn::Reveal { mv: Move::Puts(self.leaf()), to: Audience::ALL },
            Phase::Judging { .. } => Turn::Ask(Seat::Judge),
            Phase::Consulting => {
                let truth = self.world.truth(self.here()).unwrap_or_default();
                match self.judgement() {
                    Some(said) => {
                        let mv = Move::Answer(YesNo(said));
                        Turn::Reveal { mv, to: Audience::only(Seat::Judge) }
                    }
                    None => {
                        let yes = self.setup().stakes.says_true(f64::from(u8::from(truth)));
                        let law = Law::Bernoulli(Probability::clamped(yes));
                        Turn::Draw { law, to: Audience::NOBODY }
                    }
                }
            }
            Phase::Over => Turn::Over(self.outcome()),
        }
    }

    fn menu(&self) -> Menu {
        let ask = |verb, domain| Menu::of(Offer::answer(verb, domain).seen_by(Audience::PROVERS));
        match self.phase {
            Phase::Answering => ask(Verb::Claim, Domain::YesNo),
            Phase::First | Phase::Estimating => ask(Verb::Estimate, Domain::Probability),
            Phase::Calling => ask(Verb::Say, Domain::Direction),
            Phase::Arguing => {
                let arguments = self.case().tree().arguments(self.here());
                ask(Verb::Argue, leaf::laying_out(arguments, |argument| argument.parts.len()))
            }
            Phase::Picking => ask(Verb::Pick, Domain::Place(self.subclaims().count() as u32)),
            Phase::Judging { asked } => leaf::deciding(asked),
            _ => Menu::default(),
        }
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Whether the root claim is true, whatever Alice answered.
    fn truth(&self) -> Option<bool> {
        self.world.truth(ClaimId::ROOT)
    }

    fn answer_is_right(&self) -> Option<bool> {
        Some(self.answer? == self.truth()?)
    }
}

impl Rules for ProverEstimator {
    fn play(&mut self, mv: &Move) -> Result<(), Refusal> {
        match (self.phase, mv) {
            (Phase::Opening, _) => {
                self.world.play(mv)?;
                if self.world.turn().is_none() {
                    self.phase = Phase::Answering;
                }
            }
            (Phase::Answering, Move::Claim(YesNo(answer))) => {
                self.answer = Some(*answer);
                self.phase = Phase::First;
            }
            (Phase::First, Move::Estimate(p)) => {
                self.first = Some((*p, false));
                self.phase = Phase::Coin;
            }
            (Phase::Coin, Move::Falls(Fall::Bit(z))) => {
                let p = self.first.map_or(Probability::HALF, |first| first.0);
                self.first = Some((p, *z));
                self.paid += f64::from(u8::from(*z));
                self.begin(ClaimId::ROOT, p);
            }
            (Phase::Calling, Move::Say(said)) => {
                self.change_round(|round| round.said = Some(*said));
                self.called();
            }
            (Phase::Arguing, Move::Argue(layout)) => {
                self.change_round(|round| round.which = Some(layout.argument.index()));
                self.phase = Phase::Estimating;
            }
            (Phase::Estimating, Move::Estimate(p)) => {
                self.change_round(|round| round.parts.push((*p, None)));
                self.phase = Phase::Drawing;
            }
            (Phase::Drawing, Move::Falls(Fall::Bit(answer))) => self.drawn(*answer),
            (Phase::Picking, Move::Pick(place)) => {
                self.pick(place.index()).ok_or_else(|| Refusal::out_of_place(mv))?;
            }
            (Phase::Putting, Move::Puts(_)) => self.phase = Phase::Judging { asked: false },
            (Phase::Judging { asked: false }, Move::Look) => {
                self.ledger.charge(Seat::Judge, Cost::Oracle, 1);
                self.phase = Phase::Consulting;
            }
            (Phase::Consulting, Move::Falls(Fall::Bit(said))) => self.heard = Some(*said),
            (Phase::Consulting, Move::Answer(_)) => self.phase = Phase::Judging { asked: true },
            (Phase::Judging { asked }, Move::Decide(YesNo(truth))) => {
                if !asked {
                    self.ledger.charge(Seat::Judge, Cost::Oracle, 1);
                }
                self.pay(*truth);
                self.phase = Phase::Over;
            }
            _ => return Err(Refusal::out_of_place(mv)),
        }
        Ok(())
    }
}
