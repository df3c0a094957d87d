//! The rules of recursive debate: whose turn it is, what may be done, and what it does.

use super::{Phase, RecursiveDebate};
use crate::machine::Place;
use crate::machine::claims::{Argument, ClaimId};
use crate::protocol::claims::leaf;
use crate::rules::{
    Audience, Cost, Domain, Ledger, Menu, Move, Offer, Position, Refusal, Rules, Seat, Turn, Verb,
    YesNo,
};

impl Position for RecursiveDebate {
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Opening => self.world.turn().unwrap_or(Turn::Ask(Seat::Alice)),
            Phase::Answering => Turn::Ask(Seat::Alice),
            Phase::Arguing => Turn::Ask(self.arguer().seat()),
            Phase::Disputing => Turn::Ask(self.disputer().seat()),
            Phase::Putting => {
                let leaf = self.case().tree().leaf_rank(self.here()).unwrap_or_default();
                Turn::Reveal { mv: Move::Puts(Place::at(leaf)), to: Audience::ALL }
            }
            Phase::Judging { .. } => Turn::Ask(Seat::Judge),
            Phase::Consulting => {
                let truth = self.world.truth(self.here()).unwrap_or_default();
                Turn::Reveal { mv: Move::Answer(YesNo(truth)), to: Audience::only(Seat::Judge) }
            }
            Phase::Over => Turn::Over(self.outcome()),
        }
    }

    fn menu(&self) -> Menu {
        match self.phase {
            Phase::Answering => Menu::of(Offer::answer(Verb::Claim, Domain::YesNo)),
            Phase::Arguing => {
                let arguments = self.case().tree().arguments(self.here());
                let suffice =
                    |argument: Argument<'_>| argument.rule.quorum().threshold(argument.parts.len());
                Menu::of(Offer::answer(Verb::Argue, leaf::laying_out(arguments, suffice)))
            }
            Phase::Disputing => {
                let named = self.named().len() as u32;
                Menu::of(Offer::answer(Verb::Pick, Domain::Place(named)))
            }
            Phase::Judging { asked } => leaf::deciding(asked),
            _ => Menu::default(),
        }
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Whether Alice's answer is right; before she gave one, whether the root claim is true.
    fn truth(&self) -> Option<bool> {
        let root = self.world.truth(ClaimId::ROOT)?;
        Some(self.answer.unwrap_or(true) == root)
    }
}

impl Rules for RecursiveDebate {
    fn play(&mut self, mv: &Move) -> Result<(), Refusal> {
        match (self.phase, mv) {
            (Phase::Opening, _) => {
                self.world.play(mv)?;
                self.open();
            }
            (Phase::Answering, Move::Claim(YesNo(answer))) => {
                self.answer = Some(*answer);
                self.discuss(ClaimId::ROOT);
            }
            (Phase::Arguing, Move::Argue(layout)) => {
                self.argue(layout).ok_or_else(|| Refusal::out_of_place(mv))?;
            }
            (Phase::Disputing, Move::Pick(place)) => {
                let claim = self.named().get(place.index()).copied();
                self.discuss(claim.ok_or_else(|| Refusal::out_of_place(mv))?);
                // As in every debate, a round counts when it is over.
                self.ledger.charge(Seat::Judge, Cost::Rounds, 1);
            }
            (Phase::Putting, Move::Puts(_)) => self.phase = Phase::Judging { asked: false },
            (Phase::Judging { asked: false }, Move::Look) => {
                self.ledger.charge(Seat::Judge, Cost::Oracle, 1);
                self.phase = Phase::Consulting;
            }
            (Phase::Consulting, Move::Answer(_)) => self.phase = Phase::Judging { asked: true },
            (Phase::Judging { asked }, Move::Decide(YesNo(truth))) => {
                if !asked {
                    self.ledger.charge(Seat::Judge, Cost::Oracle, 1);
                }
                self.decided = Some(*truth);
                self.phase = Phase::Over;
            }
            _ => return Err(Refusal::out_of_place(mv)),
        }
        Ok(())
    }
}
