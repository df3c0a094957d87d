//! One plan with one set of constants: how the players state and answer in its rounds, and what a
//! round comes to by itself.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::ahead::Ahead;
use super::question::{BobsAnswer, Candidates, Checker, Mean, RoundOutcome, exactly};
use crate::chance::{Binomial, Probability, TooManyTrials};
use crate::machine::plan::{TooWide, Unrolled};
use crate::machine::{Plan, Step};
use crate::protocol::stochastic::players::kinds::{Alice, Bob, Players, shifted};
use crate::protocol::stochastic::{Chances, Constants, Distances, Oracles, Samples};
use crate::rules::Seat;
use crate::work::{LazyValue, Stopped, Token};

/// Best replies cost some looks at candidate numbers in each situation; where that would be more
/// looks than this, they are not computed.
const MOST_LOOKS: usize = 2_000_000_000;

/// What a pair of players comes to, on average.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Solved {
    /// P[Alice wins].
    pub value: f64,
    /// P[output = 1] of the plan itself.
    pub truth: f64,
    /// P[Bob aborts at some round].
    pub aborts: f64,
    /// Alice's expected oracle queries.
    pub alice_queries: f64,
    /// Bob's.
    pub bob_queries: f64,
    /// The judge's.
    pub judge_queries: f64,
}

/// Why there is no exact value.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SolverError {
    /// The plan has too many situations.
    #[error(transparent)]
    Wide(TooWide),
    /// The work was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A sample count is too large for exact work.
    #[error(transparent)]
    Samples(#[from] TooManyTrials),
    /// An Alice at her best has too much to consider.
    #[error("best play would take {0:.1e} comparisons: too many")]
    Looks(f64),
    /// She would consider lying at gates, and the plan is too wide for that.
    #[error("best play against a Bob who overlooks wrong gates needs a plan with fewer live bits")]
    GateLies,
}

impl From<TooWide> for SolverError {
    fn from(why: TooWide) -> Self {
        match why {
            TooWide::Stopped(stopped) => Self::Stopped(stopped),
            wide => Self::Wide(wide),
        }
    }
}

/// What Alice does at an ask, so far as one round goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Stating {
    /// States the mean of so many samples.
    Mean(u64),
    /// States this.
    Exactly(f64),
    /// States what is best against this answer, these being her chances of winning after the bits.
    Best(BobsAnswer, [f64; 2]),
}

/// What depends only on an ask's probability, on how Alice states and on what Bob draws: computed
/// once for each.
#[derive(Debug)]
pub(super) enum Kernel {
    /// The same, whatever follows.
    Fixed(RoundOutcome),
    /// The mean of samples, where Bob draws none.
    Mean(Mean),
    /// One number, where Bob draws no samples.
    Exactly { stated: f64, accepted: f64 },
    /// The number that is best for her.
    Free(Candidates),
    /// A number chosen elsewhere.
    Given { judge: Checker, bob: Option<Checker> },
}

/// How a kernel's number comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum How {
    /// As the mean of so many samples.
    Mean(u64),
    /// It is this one, by its bits.
    Exactly(u64),
    /// It is the best.
    Free,
    /// It was chosen elsewhere.
    Given,
}

impl Stating {
    pub fn how(self) -> How {
        match self {
            Self::Mean(n) => How::Mean(n),
            Self::Exactly(stated) => How::Exactly(stated.to_bits()),
            Self::Best(..) => How::Free,
        }
    }
}

impl Kernel {
    /// What it comes to where the number does not depend on what follows.
    pub fn settled(&self, answer: BobsAnswer) -> RoundOutcome {
        match self {
            Self::Fixed(outcome) => *outcome,
            Self::Mean(mean) => mean.outcome(answer),
            Self::Exactly { stated, accepted } => exactly(*stated, *accepted, 0.0, answer),
            Self::Free(_) | Self::Given { .. } => RoundOutcome::default(),
        }
    }
}

/// A gate: the judge accepts what equals its value, and nothing else, for free.
pub(super) fn gate_round(stated: bool, gate: bool, answer: BobsAnswer) -> RoundOutcome {
    let right = stated == gate;
    // Who checks a gate looks at it.
    exactly(f64::from(stated), f64::from(right), f64::from(!right), answer)
}

type KernelKey = ([u64; 4], How, Option<(u64, u64)>);

/// Values of a stochastic debate on one plan with one set of constants.
///
/// Cheap to ask often: situations are unrolled once, and what depends only on an ask's probability
/// is computed once for each.
#[derive(Debug)]
pub struct Solver {
    unrolled: Unrolled,
    constants: Constants,
    oracles: Oracles,
    asks: usize,
    truth: LazyValue<f64>,
    kernels: Mutex<HashMap<KernelKey, Arc<Kernel>>>,
}

impl Solver {
    /// Unrolls a plan.
    ///
    /// # Errors
    /// If it is too wide, or the work was stopped.
    pub fn new(plan: &Plan, constants: Constants, token: &Token) -> Result<Self, SolverError> {
        Ok(Self {
            unrolled: Unrolled::new(plan, token)?,
            constants,
            oracles: Oracles::default(),
            asks: plan.asks().count(),
            truth: LazyValue::default(),
            kernels: Mutex::default(),
        })
    }

    /// The same, where each seat asks an oracle of its own.
    pub fn with_oracles(self, oracles: Oracles) -> Self {
        Self { oracles, kernels: Mutex::default(), ..self }
    }

    /// How far the oracles are apart on this plan.
    pub fn apart(&self) -> Distances {
        match self.oracles.any() {
            true => self.oracles.distances(self.unrolled.plan()),
            false => Distances::default(),
        }
    }

    /// Whose oracle differs from the truth.
    pub fn oracles(&self) -> &Oracles {
        &self.oracles
    }

    /// How likely yes is at an ask, where the truth says yes with probability `p`.
    pub(super) fn chances(&self, step: Step, p: Probability) -> Chances {
        self.oracles.chances(step, p)
    }

    /// The plan's situations.
    pub fn unrolled(&self) -> &Unrolled {
        &self.unrolled
    }

    /// The constants.
    pub fn constants(&self) -> &Constants {
        &self.constants
    }

    /// P[output = 1].
    ///
    /// # Errors
    /// If the work was stopped.
    pub fn truth(&self, token: &Token) -> Result<f64, Stopped> {
        self.truth.get_or(token, || self.unrolled.truth(token)).copied()
    }

    /// P[the judge accepts] a number stated for an ask that its oracle answers "yes" with
    /// probability `p`.
    pub fn accepted(&self, p: Probability, stated: f64) -> Result<f64, SolverError> {
        Ok(Checker::new(self.constants.judge, p)?.passes(stated))
    }

    /// The samples that a Bob draws in a round that asks; none if he draws none.
    pub fn bob_samples(&self, bob: Bob) -> Option<Samples> {
        bob.samples(&self.constants)
    }

    /// How Bob answers in a round, with what he sees ahead.
    pub fn answer(&self, bob: Bob, step: Step, ahead: &Ahead) -> BobsAnswer {
        match bob {
            Bob::Honest => BobsAnswer::Checks(self.constants.bob),
            Bob::Lazy(_) => match self.bob_samples(bob) {
                Some(samples) => BobsAnswer::Checks(samples),
                None => BobsAnswer::Settled([false; 2]),
            },
            Bob::Never => BobsAnswer::Settled([false; 2]),
            Bob::AbortAt(at) => BobsAnswer::Settled([at == step; 2]),
            Bob::WhenLosing(level) => BobsAnswer::Settled(ahead.truths.map(|truth| truth >= level)),
            Bob::Optimal => BobsAnswer::Below(ahead.fears),
            Bob::BestResponse => BobsAnswer::Below(ahead.values),
        }
    }

    /// How Alice states at an ask, with what she sees ahead.
    pub(super) fn stating(
        &self,
        players: Players,
        step: Step,
        p: Probability,
        ahead: &Ahead,
    ) -> Stating {
        let exact = p.get();
        let by = |by: f64| Stating::Exactly(shifted(p, by));
        match players.alice {
            Alice::Honest => Stating::Mean(self.constants.alice),
            Alice::Exact => Stating::Exactly(exact),
            Alice::Shift(shift) => by(shift),
            Alice::Drift(drift) => by(drift / self.asks as f64),
            Alice::LateLie(at) if at == step => Stating::Exactly(f64::from(serves(ahead.truths))),
            Alice::LateLie(_) => Stating::Exactly(exact),
            Alice::Given(number) => Stating::Exactly(number),
            Alice::Optimal => Stating::Best(BobsAnswer::Checks(self.constants.bob), ahead.hopes),
            Alice::BestResponse => {
                Stating::Best(self.answer(players.bob, step, ahead), ahead.values)
            }
        }
    }

    /// The number that Alice states at an ask, with what she sees ahead; none if she samples.
    pub fn number(
        &self,
        players: Players,
        step: Step,
        p: Probability,
        ahead: &Ahead,
    ) -> Result<Option<f64>, SolverError> {
        Ok(match self.stating(players, step, p, ahead) {
            Stating::Mean(_) => None,
            Stating::Exactly(stated) => Some(stated),
            Stating::Best(answer, values) => {
                match &*self.kernel(self.chances(step, p), How::Free, answer)? {
                    Kernel::Free(candidates) => Some(candidates.best(answer, values).0),
                    Kernel::Fixed(_)
                    | Kernel::Mean(_)
                    | Kernel::Exactly { .. }
                    | Kernel::Given { .. } => None,
                }
            }
        })
    }

    /// The bit that Alice states at a gate whose value is `gate`, with what she sees ahead.
    pub fn gate_number(&self, players: Players, step: Step, gate: bool, ahead: &Ahead) -> bool {
        match players.alice {
            Alice::LateLie(at) if at == step => serves(ahead.truths),
            // Only a Bob who overlooks it makes a wrong gate pay.
            Alice::BestResponse => {
                let answer = self.answer(players.bob, step, ahead);
                let worth = |stated| gate_round(stated, gate, answer).worth(ahead.values);
                if worth(!gate) > worth(gate) { !gate } else { gate }
            }
            // Honest Bob objects to every wrong gate, and then she has lost.
            _ => gate,
        }
    }

    /// What queries come to, from P[Alice wins], P[Bob aborts], expected rounds that ask, and
    /// P[Bob aborts in such a round].
    pub(super) fn solved(
        &self,
        players: Players,
        truth: f64,
        [value, aborts, asked, trials]: [f64; 4],
    ) -> Solved {
        let constants = self.constants;
        let alice = if players.alice == Alice::Honest { constants.alice } else { 0 };
        let bob = self.bob_samples(players.bob).map_or(0, |samples| samples.count);
        Solved {
            value,
            truth,
            aborts,
            alice_queries: asked * alice as f64,
            bob_queries: asked * bob as f64,
            judge_queries: trials * constants.judge.count as f64,
        }
    }

    /// Refuses a best reply of Alice's that would take too long to find in every situation.
    pub(super) fn within_reach(&self, candidates: &Candidates) -> Result<(), SolverError> {
        let looks = self.unrolled.situations().saturating_mul(candidates.looks());
        if looks > MOST_LOOKS { Err(SolverError::Looks(looks as f64)) } else { Ok(()) }
    }

    /// What an ask is to Alice's way of stating and to Bob's of answering.
    pub(super) fn kernel(
        &self,
        chances: Chances,
        how: How,
        answer: BobsAnswer,
    ) -> Result<Arc<Kernel>, SolverError> {
        let checks = match answer {
            BobsAnswer::Checks(samples) => Some(samples),
            BobsAnswer::Settled(_) | BobsAnswer::Below(_) => None,
        };
        let [alice, bob, judge] = Seat::each(|seat| chances.by(seat));
        let probabilities = [chances.truth, alice, bob, judge].map(|p| p.get().to_bits());
        let key = (probabilities, how, checks.map(|s| (s.count, s.tolerance.to_bits())));
        let lock = || self.kernels.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kernel) = lock().get(&key) {
            return Ok(Arc::clone(kernel));
        }
        let judge = Checker::new(self.constants.judge, judge)?;
        let bob = checks.map(|samples| Checker::new(samples, bob)).transpose()?;
        let kernel = match (how, bob) {
            (How::Mean(n), Some(bob)) => {
                Kernel::Fixed(Mean::checked(&Binomial::new(n, alice)?, &judge, &bob))
            }
            (How::Mean(n), None) => Kernel::Mean(Mean::new(&Binomial::new(n, alice)?, &judge)),
            (How::Exactly(bits), Some(bob)) => {
                let stated = f64::from_bits(bits);
                let objects = bob.objects(stated);
                Kernel::Fixed(exactly(stated, judge.passes(stated), objects, answer))
            }
            (How::Exactly(bits), None) => {
                let stated = f64::from_bits(bits);
                Kernel::Exactly { stated, accepted: judge.passes(stated) }
            }
            (How::Free, bob) => Kernel::Free(Candidates::new(chances.truth, &judge, bob.as_ref())),
            (How::Given, bob) => Kernel::Given { judge, bob },
        };
        Ok(Arc::clone(lock().entry(key).or_insert(Arc::new(kernel))))
    }
}

/// The bit that serves Alice better, these being the chances that the output is 1 after each.
fn serves([zero, one]: [f64; 2]) -> bool {
    one >= zero
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Op;
    use crate::protocol::stochastic::players::values::testing::{forked, lean, players, votes};

    fn solver(plan: &Plan, k: f64) -> Solver {
        Solver::new(plan, lean(k, plan.len()), &Token::default()).unwrap()
    }

    fn value(solver: &Solver, alice: &str, bob: &str) -> f64 {
        solver.solve(players(solver, [alice, bob]), &Token::default()).unwrap().value
    }

    #[track_caller]
    fn close(got: f64, expected: f64, error: f64) {
        assert!((got - expected).abs() <= error, "{got} is not {expected} within {error}");
    }

    /// The values of honest play, of the best Bob and of the best Alice stand in `tests/it`.
    #[test]
    fn the_forked_plan_has_the_values_of_a_second_program() {
        let solver = solver(&forked(), 1.0);
        // By a program that sums the same binomials without any structure.
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
        use crate::protocol::stochastic::{ConstantSet, Constants, Lipschitz};
        let plan = votes(3, 0.3, Op::Majority);
        let k = Lipschitz::new(1.5).unwrap();
        let teaching = Constants::new(ConstantSet::Teaching, k, 4).unwrap();
        let solver = Solver::new(&plan, teaching, &Token::default()).unwrap();
        let most = (0..100)
            .map(|i| value(&solver, &format!("shift:{}", f64::from(i) * 0.001), "honest"))
            .fold(0.0, f64::max);
        close(most, 0.27, 0.01);
    }

    #[test]
    fn folding_votes_into_a_count_changes_nothing() {
        // The same majority with every vote read twice stays in separate bits.
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
        let spread = Solver::new(&spread, lean(1.5, 6), &Token::default()).unwrap();
        let folded = solver(&folded, 1.5);
        assert!(folded.unrolled().situations() < spread.unrolled().situations());
        for (alice, bob) in [("shift:0.03", "lazy:0.2"), ("honest", "when-losing:0.5")] {
            close(value(&spread, alice, bob), value(&folded, alice, bob), 1e-12);
        }
    }

    #[test]
    fn two_thousand_votes_are_counted_not_enumerated() {
        let solver = solver(&votes(2_001, 0.5, Op::Majority), 1.0);
        close(solver.unrolled().truth(&Token::default()).unwrap(), 0.5, 1e-9);
    }
}
