//! Rounds of protocol variants. In them Alice may state other numbers at a gate, set the bit, or choose the coin.

use super::choices::{ContinuationValues, HOPE, VALUE, better_bit};
use super::question::{BobsAnswer, HAIR, NO_GAIN, RoundOutcome};
use super::solver::{Kernel, Solver, SolverError};
use super::{StatingRule, StrategyProfile};
use crate::chance::Probability;
use crate::machine::Step;
use crate::machine::plan::UnrolledStep;
use crate::protocol::stochastic::ProtocolVariant;
use crate::protocol::stochastic::players::profile::AliceStrategy;

/// What Alice chooses in one round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VariantChoice {
    /// Her number.
    pub stated: f64,
    /// The bit that her share makes the coin give. `None` if the coin is fair, or if no coin is needed.
    pub coin: Option<bool>,
    /// The bits that she sets after a coin that gives 0, and after one that gives 1.
    pub set: [bool; 2],
}

impl VariantChoice {
    fn fair(stated: f64) -> Self {
        Self { stated, coin: None, set: [false, true] }
    }

    /// The outcome if the judge accepts the number with probability `accepted`, and a Bob who checks the number aborts
    /// with probability `objects`. Such a Bob also aborts if the bit is not the one that the coin gives.
    fn outcome(self, accepted: f64, objects: f64, answer: BobsAnswer) -> RoundOutcome {
        let one = self.coin.map_or(self.stated, f64::from);
        let mut outcome = RoundOutcome::default();
        for (coin, weight) in [(false, 1.0 - one), (true, one)] {
            let bit = self.set[usize::from(coin)];
            let abort = match answer.aborts(accepted) {
                Some(aborts) => f64::from(aborts[usize::from(bit)]),
                None if bit != coin => 1.0,
                None => objects,
            };
            outcome.abort += weight * abort;
            outcome.win += weight * abort * accepted;
            let onward = if bit { &mut outcome.one } else { &mut outcome.zero };
            *onward += weight * (1.0 - abort);
        }
        outcome
    }
}

impl AliceStrategy {
    /// What she chooses in a round if she does not play exactly there and needs no search. `exact` is the true
    /// probability, or the gate's value.
    pub fn scripted_choice(
        self,
        variant: ProtocolVariant,
        (is_gate, is_output): (bool, bool),
        exact: f64,
        ahead: &ContinuationValues,
    ) -> Option<VariantChoice> {
        let fair = VariantChoice::fair(exact);
        match self {
            // Any number is legal at a gate, although without a variant the judge accepts only the gate's value.
            Self::ShiftGates(by) if is_gate => Some(VariantChoice::fair((exact + by).min(1.0))),
            Self::OwnBits if variant.alice_sets_bits && is_output => {
                Some(VariantChoice { set: [true; 2], ..fair })
            }
            Self::Rig(_) if variant.without_copies && exact > 0.0 && exact < 1.0 => {
                Some(VariantChoice { coin: Some(better_bit(ahead)), ..fair })
            }
            _ => None,
        }
    }
}

impl Solver {
    /// The outcome of a round in which Alice does something that only a variant allows. `None` for any other round.
    pub(super) fn variant_round(
        &self,
        players: StrategyProfile,
        step: Step,
        spot: UnrolledStep,
        ahead: &ContinuationValues,
    ) -> Result<Option<RoundOutcome>, SolverError> {
        let (is_gate, exact) = match spot {
            UnrolledStep::Gate(bit) => (true, f64::from(bit)),
            UnrolledStep::Ask { p, .. } => (false, p.get()),
        };
        let is_output = step == self.unrolled().plan().output();
        let place = (is_gate, is_output);
        let scripted = players.alice.scripted_choice(self.variant(), place, exact, ahead);
        let choice = match scripted {
            Some(choice) => Some(choice),
            None => self.best_variant_choice(players, step, spot, ahead)?,
        };
        let Some(choice) = choice else { return Ok(None) };
        let answer = players.answer(self.constants(), step, ahead);
        let [accepted, objects] = self.checks(step, spot, choice.stated, answer)?;
        Ok(Some(choice.outcome(accepted, objects, answer)))
    }

    /// The best choice of an Alice who plays best, if a variant gives her more to choose in this round. Otherwise
    /// `None`.
    ///
    /// # Errors
    /// Returns an error if there are too many numbers to compare.
    pub fn best_variant_choice(
        &self,
        players: StrategyProfile,
        step: Step,
        spot: UnrolledStep,
        ahead: &ContinuationValues,
    ) -> Result<Option<VariantChoice>, SolverError> {
        let variant = self.variant();
        let is_free_gate = variant.tolerant_gates && matches!(spot, UnrolledStep::Gate(_));
        if !(is_free_gate || variant.alice_sets_bits || variant.without_copies) {
            return Ok(None);
        }
        let (bob, values) = match players.alice {
            AliceStrategy::Optimal => (BobsAnswer::Checks(self.constants().bob), ahead[HOPE]),
            AliceStrategy::BestResponse => {
                (players.answer(self.constants(), step, ahead), ahead[VALUE])
            }
            _ => return Ok(None),
        };
        self.best_choice(step, spot, bob, values).map(Some)
    }

    /// Alice's best choice against this answer of Bob. `values` holds her probability of winning after each bit. Its
    /// value is within 10^-12 of the best.
    fn best_choice(
        &self,
        step: Step,
        spot: UnrolledStep,
        bob: BobsAnswer,
        values: [f64; 2],
    ) -> Result<VariantChoice, SolverError> {
        let mut best: Option<(VariantChoice, f64)> = None;
        let mut look = |stated: f64, accepted: f64, objects: f64| {
            for choice in self.choices(stated) {
                let worth = choice.outcome(accepted, objects, bob).worth(values);
                if best.is_none_or(|(_, most)| worth > most + NO_GAIN) {
                    best = Some((choice, worth));
                }
            }
        };
        match spot {
            UnrolledStep::Gate(bit) => {
                // A number just within a tolerance gets as far from the gate's value as it can.
                let value = f64::from(bit);
                let constants = self.constants();
                let tolerances = [constants.bob.tolerance, constants.judge.tolerance];
                let edges = tolerances.into_iter().flat_map(|edge| [edge - HAIR, edge]);
                for off in
                    [0.0, 1.0].into_iter().chain(edges.filter(|off| (0.0..=1.0).contains(off)))
                {
                    let stated = (value - off).abs();
                    let [accepted, objects] = self.checks(step, spot, stated, bob)?;
                    look(stated, accepted, objects);
                }
            }
            UnrolledStep::Ask { p, .. } => {
                let kernel = self.kernel(step, p, StatingRule::Best(bob, values), bob)?;
                if let Kernel::Free(candidates) = &*kernel {
                    let all = candidates.all();
                    self.within_reach(all.len())?;
                    all.iter().for_each(|c| look(c.stated, c.accepted, c.objects));
                }
            }
        }
        Ok(best.map_or(VariantChoice::fair(0.0), |(choice, _)| choice))
    }

    /// Everything that Alice can choose together with this number.
    fn choices(&self, stated: f64) -> impl Iterator<Item = VariantChoice> {
        let coins: &[Option<bool>] =
            match self.variant().without_copies && stated > 0.0 && stated < 1.0 {
                true => &[Some(true), Some(false)],
                false => &[None],
            };
        let sets: &[[bool; 2]] = match self.variant().alice_sets_bits {
            true => &[[false, true], [true, true], [false, false], [true, false]],
            false => &[[false, true]],
        };
        let with = move |&coin| sets.iter().map(move |&set| VariantChoice { stated, coin, set });
        coins.iter().flat_map(with)
    }

    /// P[the judge accepts this number], and P[a Bob who checks it aborts].
    fn checks(
        &self,
        step: Step,
        spot: UnrolledStep,
        stated: f64,
        answer: BobsAnswer,
    ) -> Result<[f64; 2], SolverError> {
        match spot {
            UnrolledStep::Gate(bit) => {
                let [judge, bob] = [self.constants().judge, self.constants().bob].map(|rule| {
                    self.variant().gate_stands(Probability::clamped(stated), bit, rule.tolerance)
                });
                Ok([f64::from(judge), f64::from(!bob)])
            }
            UnrolledStep::Ask { p, .. } => {
                let stated = StatingRule::Exactly(stated);
                Ok(match &*self.kernel(step, p, stated, answer)? {
                    &Kernel::Exactly { accepted, objects, .. } => [accepted, objects],
                    _ => [0.0; 2],
                })
            }
        }
    }
}
