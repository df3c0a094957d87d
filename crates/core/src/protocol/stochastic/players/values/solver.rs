//! One plan with one set of constants: its situations, and the kernels of its questions.
//! `rounds.rs` and `fixed.rs` use it to solve pairs of players.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::choices::{ContinuationValues, StatingRule};
use super::question::{
    BobsAnswer, CandidateNumbers, Checker, RoundOutcome, StatedMean, exactly, gate_round,
};
use crate::chance::{Binomial, Probability, TooManyTrials};
use crate::machine::plan::{UnrollError, UnrolledPlan, UnrolledStep};
use crate::machine::{Plan, Step};
use crate::protocol::stochastic::players::profile::{AliceStrategy, StrategyProfile};
use crate::protocol::stochastic::{Constants, Oracles, ProtocolVariant};
use crate::work::{CancelToken, Cancelled, LazyValue};

/// A best response may compare at most this many numbers in total, over all situations.
const MOST_LOOKS: usize = 2_000_000_000;

/// The value, the truth and the expected costs of a pair of players.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PairSolution {
    /// P[Alice wins].
    pub value: f64,
    /// P[output = 1] of the plan itself.
    pub truth: f64,
    /// P[Bob aborts in some round].
    pub aborts: f64,
    /// The expected oracle queries of Alice, Bob and the judge.
    pub queries: [f64; 3],
}

/// The reason why there is no exact value.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SolverError {
    /// The plan has too many situations.
    #[error(transparent)]
    Wide(UnrollError),
    /// The work was cancelled.
    #[error(transparent)]
    Stopped(#[from] Cancelled),
    /// A sample count is too large for exact work.
    #[error(transparent)]
    Samples(#[from] TooManyTrials),
    /// The best response of Alice has too many numbers to compare.
    #[error("best play needs {0:.1e} comparisons, which are too many")]
    Appearance(f64),
    /// The plan is too wide for an Alice who may lie at gates.
    #[error("best play against a Bob who overlooks wrong gates needs a plan with fewer live bits")]
    GateLies,
}

impl From<UnrollError> for SolverError {
    fn from(why: UnrollError) -> Self {
        match why {
            UnrollError::Stopped(stopped) => Self::Stopped(stopped),
            wide => Self::Wide(wide),
        }
    }
}

/// The part of a round with a question that does not depend on the values after it. Each kernel is
/// computed once.
#[derive(Debug)]
pub(super) enum Kernel {
    /// The outcome is the same for all values after the round.
    Fixed(RoundOutcome),
    /// Alice states the mean of her samples, and Bob draws no samples.
    Mean(StatedMean),
    /// Alice states a given number.
    Exactly { stated: f64, accepted: f64, objects: f64 },
    /// Alice states the best number.
    Free(CandidateNumbers),
    /// Alice's number was chosen against another Bob. `None` if the Bob who responds draws no
    /// samples.
    Chosen(Option<Checker>),
}

impl Kernel {
    /// The outcome, if Alice's number does not depend on the values after the round.
    pub fn constant_outcome(&self, answer: BobsAnswer) -> RoundOutcome {
        match self {
            Self::Fixed(outcome) => *outcome,
            Self::Mean(mean) => mean.outcome(answer),
            Self::Exactly { stated, accepted, objects } => {
                exactly(*stated, *accepted, *objects, answer)
            }
            Self::Free(_) | Self::Chosen(_) => RoundOutcome::default(),
        }
    }
}

/// The probability of yes by the truth and by each of the three oracles; how Alice finds her
/// number; and Bob's samples with their tolerance.
type KernelKey = ([u64; 4], (u8, u64), Option<(u64, u64)>);

/// Values of a stochastic debate on one plan with one set of constants.
///
/// A solver computes many values cheaply: it unrolls the situations only once, and it keeps the
/// kernel of each question.
#[derive(Debug)]
pub struct Solver {
    unrolled: UnrolledPlan,
    constants: Constants,
    oracles: Oracles,
    variant: ProtocolVariant,
    asks: usize,
    truth: LazyValue<f64>,
    kernels: Mutex<HashMap<KernelKey, Arc<Kernel>>>,
}

impl Solver {
    /// Unrolls a plan.
    ///
    /// # Errors
    /// Returns an error if the plan is too wide, or if the work was cancelled.
    pub fn new(
        plan: &Plan,
        constants: Constants,
        token: &CancelToken,
    ) -> Result<Self, SolverError> {
        Ok(Self {
            unrolled: UnrolledPlan::new(plan, token)?,
            constants,
            oracles: Oracles::default(),
            variant: ProtocolVariant::default(),
            asks: plan.asks().count(),
            truth: LazyValue::default(),
            kernels: Mutex::default(),
        })
    }

    /// Gives each seat its own oracle.
    pub fn with_oracles(self, oracles: Oracles) -> Self {
        Self { oracles, kernels: Mutex::default(), ..self }
    }

    /// Solves this variant of the protocol.
    pub fn with_variant(self, variant: ProtocolVariant) -> Self {
        Self { variant, ..self }
    }

    /// The variant of the protocol.
    pub fn variant(&self) -> ProtocolVariant {
        self.variant
    }

    /// The oracles of the seats.
    pub fn oracles(&self) -> &Oracles {
        &self.oracles
    }

    /// The plan's situations.
    pub fn unrolled(&self) -> &UnrolledPlan {
        &self.unrolled
    }

    /// The constants.
    pub fn constants(&self) -> &Constants {
        &self.constants
    }

    /// P[output = 1].
    ///
    /// # Errors
    /// Returns an error if the work was cancelled.
    pub fn truth(&self, token: &CancelToken) -> Result<f64, Cancelled> {
        self.truth.get_or(token, || self.unrolled.truth(token)).copied()
    }

    /// How Alice finds her number at a step that asks.
    pub(super) fn stating(
        &self,
        players: StrategyProfile,
        step: Step,
        p: Probability,
        ahead: &ContinuationValues,
    ) -> StatingRule {
        players.stating(&self.constants, || self.asks, step, p, ahead)
    }

    /// The best number at a step that asks, if `stating` asks for the best number. Otherwise `p`.
    pub fn best_number(
        &self,
        step: Step,
        p: Probability,
        stating: StatingRule,
    ) -> Result<f64, SolverError> {
        if let StatingRule::Best(answer, values) = stating
            && let Kernel::Free(candidates) = &*self.kernel(step, p, stating, answer)?
        {
            return Ok(candidates.best(answer, values).0.stated);
        }
        Ok(p.get())
    }

    /// The outcome of a round between two players, if Alice's number needs no search.
    pub(super) fn constant_outcome(
        &self,
        players: StrategyProfile,
        step: Step,
        spot: UnrolledStep,
        ahead: &ContinuationValues,
    ) -> Result<RoundOutcome, SolverError> {
        let answer = players.answer(&self.constants, step, ahead);
        Ok(match spot {
            UnrolledStep::Gate(bit) => {
                gate_round(players.gate_number(&self.constants, step, bit, ahead), bit, answer)
            }
            UnrolledStep::Ask { p, .. } => {
                let stating = self.stating(players, step, p, ahead);
                self.kernel(step, p, stating, answer)?.constant_outcome(answer)
            }
        })
    }

    /// The solution with its costs. The sums are P[Alice wins], P[Bob aborts], the expected number
    /// of rounds with a question, and P[Bob aborts in such a round].
    pub(super) fn solved(
        &self,
        players: StrategyProfile,
        truth: f64,
        [value, aborts, asked, trials]: [f64; 4],
    ) -> PairSolution {
        let constants = self.constants;
        let alice = if players.alice == AliceStrategy::Honest { constants.alice } else { 0 };
        let bob = players.bob.samples(&constants).map_or(0, |samples| samples.count);
        let judge = constants.judge.count;
        let queries = [asked * alice as f64, asked * bob as f64, trials * judge as f64];
        PairSolution { value, truth, aborts, queries }
    }

    /// Returns an error if Alice's best response takes too long to find in every situation. It compares `looks` numbers
    /// in each of them.
    pub(super) fn within_reach(&self, looks: usize) -> Result<(), SolverError> {
        let looks = self.unrolled.situations().saturating_mul(looks);
        if looks > MOST_LOOKS { Err(SolverError::Appearance(looks as f64)) } else { Ok(()) }
    }

    /// The kernel of a question, if Alice finds her number by `stating` and Bob responds by
    /// `answer`.
    pub(super) fn kernel(
        &self,
        step: Step,
        p: Probability,
        stating: StatingRule,
        answer: BobsAnswer,
    ) -> Result<Arc<Kernel>, SolverError> {
        let checks = match answer {
            BobsAnswer::Checks(samples) => Some(samples),
            BobsAnswer::Settled(_) | BobsAnswer::Below(_) => None,
        };
        let [alice, bob, judge] = self.oracles.chances(step, p);
        let how = match stating {
            StatingRule::Mean(n) => (0, n),
            StatingRule::Exactly(stated) => (1, stated.to_bits()),
            StatingRule::Best(..) => (2, 0),
            StatingRule::Chosen => (3, 0),
        };
        let probabilities = [p, alice, bob, judge].map(|p| p.get().to_bits());
        let key = (probabilities, how, checks.map(|s| (s.count, s.tolerance.to_bits())));
        let lock = || self.kernels.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kernel) = lock().get(&key) {
            return Ok(Arc::clone(kernel));
        }
        let judge = Checker::new(self.constants.judge, judge)?;
        let bob = checks.map(|samples| Checker::new(samples, bob)).transpose()?;
        let kernel = match (stating, bob) {
            (StatingRule::Mean(n), Some(bob)) => {
                Kernel::Fixed(StatedMean::checked(&Binomial::new(n, alice)?, &judge, &bob))
            }
            (StatingRule::Mean(n), None) => {
                Kernel::Mean(StatedMean::new(&Binomial::new(n, alice)?, &judge))
            }
            (StatingRule::Exactly(stated), bob) => Kernel::Exactly {
                stated,
                accepted: judge.passes(stated),
                objects: bob.map_or(0.0, |bob| bob.objects(stated)),
            },
            (StatingRule::Best(..), bob) => {
                Kernel::Free(CandidateNumbers::new(p, &judge, bob.as_ref()))
            }
            (StatingRule::Chosen, bob) => Kernel::Chosen(bob),
        };
        Ok(Arc::clone(lock().entry(key).or_insert(Arc::new(kernel))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Op;
    use crate::protocol::stochastic::players::values::testing::{forked, lean, players, votes};

    fn solver(plan: &Plan, k: f64) -> Solver {
        Solver::new(plan, lean(k, plan.len()), &CancelToken::default()).unwrap()
    }

    fn value(solver: &Solver, alice: &str, bob: &str) -> f64 {
        solver.solve(players(solver, [alice, bob]), &CancelToken::default()).unwrap().value
    }

    #[track_caller]
    fn close(got: f64, expected: f64, error: f64) {
        assert!((got - expected).abs() <= error, "{got} is not {expected} within {error}");
    }

    /// The tests in `tests/it` check the values of honest play, of the best Bob and of the best
    /// Alice.
    #[test]
    fn the_forked_plan_has_the_values_of_a_second_program() {
        let solver = solver(&forked(), 1.0);
        // A second program sums the same binomials without shortcuts.
        for (alice, bob, known) in [
            ("honest", "optimal", 0.4779999886),
            ("shift:0.02", "honest", 0.519226706),
            ("shift:0.02", "abort-at:1", 0.000438253),
        ] {
            close(value(&solver, alice, bob), known, 1e-9);
        }
    }

    #[test]
    fn a_steadily_shifting_alice_gains_little_under_teaching_constants() {
        use crate::protocol::stochastic::{ConstantSet, Constants, LipschitzBound};
        let plan = votes(3, 0.3, Op::Majority);
        let k = LipschitzBound::new(1.5).unwrap();
        let teaching = Constants::new(ConstantSet::Teaching, k, 4).unwrap();
        let solver = Solver::new(&plan, teaching, &CancelToken::default()).unwrap();
        let most = (0..100)
            .map(|i| value(&solver, &format!("shift:{}", f64::from(i) * 0.001), "honest"))
            .fold(0.0, f64::max);
        close(most, 0.27, 0.01);
    }

    #[test]
    fn folding_votes_into_a_count_changes_nothing() {
        // If every vote is read twice, the plan must remember each vote separately.
        use crate::chance::Probability;
        use crate::machine::{Ask, PlanBuilder, Source};
        let mut plan = PlanBuilder::over([]);
        let ask = plan.question(Ask::constant("?", Probability::new(0.3).unwrap()));
        let votes_: Vec<Source> =
            (0..5).map(|_| Source::step(plan.step(Op::Ask(ask), &[]).unwrap())).collect();
        plan.step(Op::Or, &votes_).unwrap();
        plan.step(Op::Majority, &votes_).unwrap();
        let spread = plan.finish().unwrap();
        let folded = votes(5, 0.3, Op::Majority);
        let spread = Solver::new(&spread, lean(1.5, 6), &CancelToken::default()).unwrap();
        let folded = solver(&folded, 1.5);
        assert!(folded.unrolled().situations() < spread.unrolled().situations());
        for (alice, bob) in [("shift:0.03", "lazy:0.2"), ("honest", "when-losing:0.5")] {
            close(value(&spread, alice, bob), value(&folded, alice, bob), 1e-12);
        }
    }

    #[test]
    fn two_thousand_votes_are_counted_not_enumerated() {
        let solver = solver(&votes(2_001, 0.5, Op::Majority), 1.0);
        close(solver.unrolled().truth(&CancelToken::default()).unwrap(), 0.5, 1e-9);
    }
}
