//! The table of payoffs: its Alices, its Bobs, and the value of each pair.

use std::sync::Arc;

use super::averaged::{MOST_BRANCHES, WorldAverage, average_payoff};
use super::payoff::payoff_over;
use super::{AveragePayoff, independent_leaves, payoff};
use crate::analysis::{ExactValue, Fact, PairValue};
use crate::chance::Probability;
use crate::debate::SeatPlan;
use crate::fact;
use crate::machine::claims::{ClaimsInstance, Knowledge};
use crate::protocol::ProverEstimator;
use crate::protocol::prover_estimator::players::estimator::{
    EstimatorStrategy, LearnedEstimates, LearningError,
};
use crate::protocol::prover_estimator::players::prover::{
    BestResponseProver, DrawCache, ProverStrategy, ResponseTooLarge, RewardParams,
};
use crate::rules::Seat;
use crate::strategy::SeatedStrategies;
use crate::work::{CancelToken, Cancelled};

/// The δ with which the estimators of the report learn.
pub(super) const DELTA: f64 = 0.05;

#[derive(Clone, Debug)]
pub(super) enum TableAlice {
    Fixed(ProverStrategy),
    Hunter,
    BlindHunter,
}

impl TableAlice {
    pub(super) fn payoff(
        &self,
        (case, stakes): (&ClaimsInstance, RewardParams),
        bob: &EstimatorStrategy,
        averaged: &WorldAverage,
        branches: usize,
        token: &CancelToken,
    ) -> Result<AveragePayoff, ResponseTooLarge> {
        match self {
            Self::Fixed(alice) if averaged.independent => {
                independent_leaves::payoff((case, stakes), (Some(alice), bob), token)
            }
            Self::Hunter if averaged.independent => {
                independent_leaves::payoff((case, stakes), (None, bob), token)
            }
            Self::Fixed(alice) => {
                payoff_over((case, stakes), (alice, bob), &averaged.worlds, branches, token)
            }
            Self::Hunter if *case.alice() == Knowledge::Everything => {
                let hunter =
                    BestResponseProver::new(case, stakes, bob).with_limit(branches).under(token);
                averaged.average(|truths| {
                    let (paid, right) = hunter.payoff_in_world(truths)?;
                    Ok(AveragePayoff::in_world(paid, right))
                })
            }
            Self::Hunter | Self::BlindHunter => {
                let hunter = BestResponseProver::new(case, stakes, bob)
                    .with_limit(MOST_BRANCHES)
                    .under(token);
                let told = matches!(self, Self::Hunter);
                let looked =
                    if told { hunter.payoff_as_informed() } else { hunter.payoff_uninformed() };
                // If an Alice looks ahead without knowing the world, only her average payoff is
                // known.
                let one = averaged.exact && averaged.worlds.len() == 1;
                looked.map(|(paid, right)| AveragePayoff {
                    paid,
                    by_world: one.then_some(paid.mean * paid.mean),
                    right,
                })
            }
        }
    }
}

pub(super) fn rows() -> Vec<(&'static str, TableAlice)> {
    let fixed = without_foresight().map(|(name, alice)| (name, TableAlice::Fixed(alice)));
    let hunters =
        [("best-response", TableAlice::Hunter), ("blind-best-response", TableAlice::BlindHunter)];
    fixed.into_iter().chain(hunters).collect()
}

/// The Alices in the table who do not look ahead.
pub(super) fn without_foresight() -> [(&'static str, ProverStrategy); 5] {
    [
        ("honest", ProverStrategy::Honest),
        ("ignorant", ProverStrategy::Ignorant),
        ("marginal", ProverStrategy::Marginal { answer: true }),
        ("marginal-no", ProverStrategy::Marginal { answer: false }),
        ("obfuscator", ProverStrategy::Obfuscator { towards: Arc::from([]) }),
    ]
}

/// The Bobs in the table who do not learn.
pub(super) fn unlearned() -> Vec<(String, EstimatorStrategy)> {
    let p = Probability::clamped;
    vec![
        ("calibrated".to_owned(), EstimatorStrategy::Calibrated),
        ("informed".into(), EstimatorStrategy::Informed),
        ("independent:1".into(), EstimatorStrategy::Independent { false_parts: 1.0, root: None }),
        ("constant:0.5".into(), EstimatorStrategy::Constant(p(0.5))),
        ("marginal".into(), EstimatorStrategy::Marginal),
        ("shading:0".into(), EstimatorStrategy::Shading(p(0.0))),
        ("shading:0.1".into(), EstimatorStrategy::Shading(p(0.1))),
        ("lazy".into(), EstimatorStrategy::Constant(p(1.0))),
    ]
}

/// The Bobs in the table. If one is missing, a fact gives the reason.
type Columns = (Vec<(String, EstimatorStrategy)>, Option<Fact>);

pub(super) fn columns(debate: &ProverEstimator, token: &CancelToken) -> Result<Columns, Cancelled> {
    let mut bobs = unlearned();
    match LearnedEstimates::new(&debate.setup().case, DELTA, token) {
        Ok(learned) => {
            bobs.push(("learned:0.05".into(), EstimatorStrategy::Learned(Arc::new(learned))));
            Ok((bobs, None))
        }
        Err(LearningError::Stopped(stopped)) => Err(stopped),
        Err(why) => {
            let why = fact!("unlearned": "a learned estimator: {why}", why = why.to_string());
            Ok((bobs, Some(why)))
        }
    }
}

impl ProverEstimator {
    /// The exact payoff of these strategies in the actual world. If there is no actual world, the
    /// average over all worlds. `None` if the solver does not know the strategies.
    pub(super) fn exact_payoff(
        &self,
        seats: &[SeatPlan; 3],
        token: &CancelToken,
    ) -> Option<ExactValue> {
        let setup = self.setup();
        let (case, stakes) = (&setup.case, setup.stakes);
        let written = seats.each_ref().map(|plan| plan.program().map(str::to_owned));
        if written[Seat::Judge.index()].as_deref()?.trim() != "honest" {
            return None;
        }
        let seating = SeatedStrategies::new(written).under(token);
        let bob: EstimatorStrategy = seating.solved(self, Seat::Bob).ok()??;
        let alice = || -> Option<ProverStrategy> { seating.solved(self, Seat::Alice).ok()? };
        let paid = match case.actual() {
            Some(actual) => {
                let within = (MOST_BRANCHES, &DrawCache::default());
                let truths = Arc::new(case.tree().truths(actual));
                payoff(case, stakes, &alice()?, &bob, &truths, within, token).ok()
            }
            None => alice()
                .and_then(|alice| average_payoff(case, stakes, (&alice, &bob), token))
                .or_else(|| looking_ahead((case, stakes), seats, &bob, token)),
        };
        paid.map(|paid| ExactValue::solved(paid.value()))
    }

    /// The payoffs in the actual world. `None` if the scenario names no world, or if there is no
    /// other possible world. An Alice who looks ahead without knowing the world is left out.
    pub(super) fn in_this_world(
        &self,
        bobs: &[(String, EstimatorStrategy)],
        branches: usize,
        token: &CancelToken,
    ) -> Result<Option<Vec<PairValue>>, Cancelled> {
        let setup = self.setup();
        let (case, stakes) = (&setup.case, setup.stakes);
        if case.worlds().only().is_some() {
            return Ok(None);
        }
        let Some(actual) = case.actual() else { return Ok(None) };
        let worlds = vec![(1.0, Arc::new(case.tree().truths(actual)))];
        let here = WorldAverage { worlds, exact: true, independent: false };
        let is_found = |row: &TableAlice| match row {
            TableAlice::Fixed(_) => true,
            TableAlice::Hunter => *case.alice() == Knowledge::Everything,
            TableAlice::BlindHunter => false,
        };
        let mut values = Vec::new();
        for (alice, row) in rows().into_iter().filter(|(_, row)| is_found(row)) {
            for (name, bob) in bobs {
                let found = row.payoff((case, stakes), bob, &here, branches, token);
                token.check()?;
                values.extend(found.ok().map(|paid| paid.pair_value(alice, name)));
            }
        }
        Ok(Some(values))
    }
}

/// The average payoff of an Alice who looks ahead. A walk of the game tree would be too large for
/// her. `None` for any other Alice, or if only some worlds of the distribution are still possible.
fn looking_ahead(
    (case, stakes): (&ClaimsInstance, RewardParams),
    seats: &[SeatPlan; 3],
    bob: &EstimatorStrategy,
    token: &CancelToken,
) -> Option<AveragePayoff> {
    let alice = seats[Seat::Alice.index()].program()?.trim();
    case.is_drawn_from_the_law().then_some(())?;
    let (_, row) = rows().into_iter().find(|(name, row)| {
        *name == alice && matches!(row, TableAlice::Hunter | TableAlice::BlindHunter)
    })?;
    let averaged = WorldAverage::over(case);
    let found = (!averaged.is_sampled())
        .then(|| row.payoff((case, stakes), bob, &averaged, averaged.branches(), token).ok());
    found.flatten()
}

/// The payoffs, how much they vary between worlds, and the probability that Alice's answer is
/// right.
pub(super) fn averages(
    values: &[PairValue],
    paid: &[AveragePayoff],
    averaged: &WorldAverage,
) -> Vec<Fact> {
    let mut facts = vec![fact!("averaged": "{over}", over = averaged.words())];
    facts.extend(values.iter().zip(paid).map(|(value, paid)| {
        let varies = paid.sd_of_worlds().map_or(String::new(), |sd| {
            format!("; the mean payoff has a standard deviation of {sd:.4} between worlds")
        });
        fact!("right": "{alice} against {bob}: Alice is right in {right:.1} %{varies}", alice = value.alice,
            bob = value.bob, right = 100.0 * paid.right, varies = paid.sd_of_worlds() => varies)
    }));
    facts
}
