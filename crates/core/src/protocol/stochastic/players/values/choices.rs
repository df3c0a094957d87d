//! The decisions of each player that the solver knows in one round. They are computed from the
//! values after this round.

use super::question::{BobsAnswer, gate_round};
use crate::chance::Probability;
use crate::machine::Step;
use crate::protocol::stochastic::Constants;
use crate::protocol::stochastic::players::profile::{
    AliceStrategy, BobStrategy, StrategyProfile, shifted,
};

/// The index of P[output = 1] in [`ContinuationValues`].
pub const TRUTH: usize = 0;
/// The index of P[Alice wins] if these two players play.
pub const VALUE: usize = 1;
/// The index of P[Alice wins] if she plays best against an honest Bob. An optimal Alice uses this
/// value.
pub const HOPE: usize = 2;
/// The index of P[Alice wins] if she is honest and Bob plays best. An optimal Bob uses this value.
pub const FEAR: usize = 3;

/// Four values, each after the bit 0 and after the bit 1 of a round. A value that nobody uses is 0.
pub type ContinuationValues = [[f64; 2]; 4];

/// How Alice finds the number that she states at a step that asks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StatingRule {
    /// She states the mean of this many samples.
    Mean(u64),
    /// She states this number.
    Exactly(f64),
    /// She states the best number against this answer of Bob. The array holds her probability of
    /// winning after the bits 0 and 1.
    Best(BobsAnswer, [f64; 2]),
    /// She states a number that was chosen against another Bob.
    Chosen,
}

impl StrategyProfile {
    /// Returns which of the [`ContinuationValues`] these players use.
    pub fn needs(self) -> [bool; 4] {
        let mut needs = [false; 4];
        match self.alice {
            AliceStrategy::LateLie(_) | AliceStrategy::Rig(_) => needs[TRUTH] = true,
            AliceStrategy::Optimal => needs[HOPE] = true,
            AliceStrategy::BestResponse => needs[VALUE] = true,
            _ => {}
        }
        match self.bob {
            BobStrategy::WhenLosing(_) => needs[TRUTH] = true,
            BobStrategy::Optimal => needs[FEAR] = true,
            BobStrategy::BestResponse => needs[VALUE] = true,
            _ => {}
        }
        needs
    }

    /// Returns true if what a player does in a round depends on the values after that round.
    pub fn look_ahead(self) -> bool {
        self.needs().contains(&true)
    }

    /// How Bob responds in the round of a step.
    pub fn answer(
        self,
        constants: &Constants,
        step: Step,
        ahead: &ContinuationValues,
    ) -> BobsAnswer {
        match self.bob {
            BobStrategy::Honest | BobStrategy::Lazy(_) => self
                .bob
                .samples(constants)
                .map_or(BobsAnswer::Settled([false; 2]), BobsAnswer::Checks),
            BobStrategy::Never => BobsAnswer::Settled([false; 2]),
            BobStrategy::AbortAt(at) => BobsAnswer::Settled([at == step; 2]),
            BobStrategy::WhenLosing(level) => {
                BobsAnswer::Settled(ahead[TRUTH].map(|truth| truth >= level))
            }
            BobStrategy::Optimal => BobsAnswer::Below(ahead[FEAR]),
            BobStrategy::BestResponse => BobsAnswer::Below(ahead[VALUE]),
        }
    }

    /// How Alice finds her number at a step that asks. `p` is the probability of yes, and `asks`
    /// counts the steps of the plan that ask.
    pub fn stating(
        self,
        constants: &Constants,
        asks: impl FnOnce() -> usize,
        step: Step,
        p: Probability,
        ahead: &ContinuationValues,
    ) -> StatingRule {
        match self.alice {
            AliceStrategy::Honest => StatingRule::Mean(constants.alice),
            AliceStrategy::LateLie(at) if at == step => {
                StatingRule::Exactly(f64::from(better_bit(ahead)))
            }
            AliceStrategy::Given(number) => StatingRule::Exactly(number),
            AliceStrategy::Optimal => {
                StatingRule::Best(BobsAnswer::Checks(constants.bob), ahead[HOPE])
            }
            AliceStrategy::BestResponse => {
                StatingRule::Best(self.answer(constants, step, ahead), ahead[VALUE])
            }
            other => StatingRule::Exactly(shifted(p, other.overstates(asks).unwrap_or_default())),
        }
    }

    /// The bit that Alice states at a gate with the value `gate`.
    pub fn gate_number(
        self,
        constants: &Constants,
        step: Step,
        gate: bool,
        ahead: &ContinuationValues,
    ) -> bool {
        match self.alice {
            AliceStrategy::LateLie(at) if at == step => better_bit(ahead),
            // A wrong bit helps Alice only against a Bob who overlooks it.
            AliceStrategy::BestResponse => {
                let answer = self.answer(constants, step, ahead);
                let worth = |stated| gate_round(stated, gate, answer).worth(ahead[VALUE]);
                if worth(!gate) > worth(gate) { !gate } else { gate }
            }
            // Honest Bob aborts at every wrong gate, and then Alice loses.
            _ => gate,
        }
    }
}

/// The bit that makes the output more likely to be 1.
pub fn better_bit(ahead: &ContinuationValues) -> bool {
    let [zero, one] = ahead[TRUTH];
    one >= zero
}
