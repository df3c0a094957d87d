//! Alice's payoff against one Bob. It is exact over all draws, and averaged over worlds.

use std::sync::Arc;

use foldhash::{HashMap, HashMapExt};

use super::common_knowledge::{LeafPayments, sight};
use crate::analysis::PairValue;
use crate::machine::claims::{Argument, ClaimId, ClaimsInstance, StabilityTable, Truths};
use crate::protocol::ProverEstimator;
use crate::protocol::prover_estimator::players::estimator::{EstimatorMemory, EstimatorStrategy};
use crate::protocol::prover_estimator::players::prover::round_draws::{
    PossibleWorlds, RoundDraws, RoundEnding,
};
use crate::protocol::prover_estimator::players::prover::{
    DrawCache, Moments, ProverStrategy, ResponseTooLarge, RewardParams,
};
use crate::work::{CancelToken, Cancelled};

/// Alice's payoff in one world, or its average over many worlds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AveragePayoff {
    /// The mean and the mean square of her payoff, over worlds and draws.
    pub paid: Moments,
    /// In each world, her payoff has a mean. This field has the average, over all worlds, of the square of that
    /// mean. `None` if only the average is known.
    pub by_world: Option<f64>,
    /// The probability that her answer to the root is right.
    pub right: f64,
}

impl AveragePayoff {
    /// The mean payoff.
    pub fn value(&self) -> f64 {
        self.paid.mean
    }

    /// The standard deviation of the payoff, over worlds and draws.
    pub fn sd(&self) -> f64 {
        self.paid.sd()
    }

    /// The payoff as the value of this pair of strategies.
    pub(super) fn pair_value(&self, alice: &str, bob: &str) -> PairValue {
        PairValue { sd: Some(self.sd()), ..PairValue::new(alice, bob, self.value()) }
    }

    /// The standard deviation of her mean payoff between worlds. `None` if this is unknown.
    pub fn sd_of_worlds(&self) -> Option<f64> {
        Some((self.by_world? - self.paid.mean * self.paid.mean).max(0.0).sqrt())
    }

    /// The average over weighted worlds.
    pub fn average(worlds: impl IntoIterator<Item = (f64, Self)>) -> Self {
        let mut all = Self { paid: Moments::default(), by_world: Some(0.0), right: 0.0 };
        for (weight, own) in worlds {
            all.paid.add(weight, own.paid);
            all.by_world = all.by_world.zip(own.by_world).map(|(all, own)| all + weight * own);
            all.right += weight * own.right;
        }
        all
    }

    /// The payoff in one world.
    pub fn in_world(paid: Moments, right: bool) -> Self {
        Self { paid, by_world: Some(paid.mean * paid.mean), right: f64::from(right) }
    }
}

/// The payoff of this Alice against this Bob in the world with these truths. The search visits at
/// most `branches` draws. The cache `drawings` is for this Bob, in any world.
///
/// # Errors
/// Returns an error if the search needs more draws, or if the work was cancelled.
pub fn payoff(
    case: &ClaimsInstance,
    stakes: RewardParams,
    alice: &ProverStrategy,
    bob: &EstimatorStrategy,
    truths: &Arc<Truths>,
    (branches, drawings): (usize, &DrawCache),
    token: &CancelToken,
) -> Result<AveragePayoff, ResponseTooLarge> {
    let answer = alice.answer(case, truths);
    let within = (branches, drawings);
    let mut debate = PayoffWalk::new((case, stakes), (alice, bob), truths, answer, within, token);
    let paid = debate.total()?.at(truths);
    Ok(AveragePayoff::in_world(paid, answer == truths.is_true(ClaimId::ROOT)))
}

/// The average payoff of this Alice against this Bob over weighted worlds. The search visits at
/// most `branches` draws in each world. One walk covers all worlds that look the same to both
/// players.
///
/// # Errors
/// Returns the errors of [`payoff`].
pub(super) fn payoff_over(
    (case, stakes): (&ClaimsInstance, RewardParams),
    (alice, bob): (&ProverStrategy, &EstimatorStrategy),
    worlds: &[(f64, Arc<Truths>)],
    branches: usize,
    token: &CancelToken,
) -> Result<AveragePayoff, ResponseTooLarge> {
    let (drawings, given) = (DrawCache::default(), (case, stakes));
    let within = (branches, &drawings);
    let sights: Vec<_> =
        worlds.iter().map(|(_, truths)| sight(case, (alice, bob), truths)).collect();
    let mut known: HashMap<&_, Option<LeafPayments>> =
        sights.iter().map(|own| (own, None)).collect();
    // If few worlds look the same, separate walks in each world are faster.
    let apart = known.len() * 2 > worlds.len();
    let mut each = Vec::with_capacity(worlds.len());
    for ((weight, truths), own) in worlds.iter().zip(&sights) {
        let (answer, players) = (own.0, (alice, bob));
        let walk = || PayoffWalk::new(given, players, truths, answer, within, token);
        let paid = match known.get_mut(own).filter(|_| !apart) {
            None => walk().total()?.at(truths),
            Some(Some(known)) => known.at(truths),
            Some(unknown) => unknown.insert(walk().for_world_class().total()?).at(truths),
        };
        each.push((
            *weight,
            AveragePayoff::in_world(paid, answer == truths.is_true(ClaimId::ROOT)),
        ));
    }
    Ok(AveragePayoff::average(each))
}

/// Alice's payment if both players are honest from the start of this round. `None` if no round has
/// just started, or if there are too many possible draws.
///
/// # Errors
/// Returns an error if the work was cancelled.
pub(super) fn at_a_round(
    debate: &ProverEstimator,
    token: &CancelToken,
) -> Result<Option<f64>, Cancelled> {
    let (case, stakes, rounds) = (debate.case(), debate.setup().stakes, &*debate.rounds);
    let (players, drawings) =
        ((&ProverStrategy::Honest, &EstimatorStrategy::Informed), DrawCache::default());
    let start = || {
        let round = debate.round().filter(|round| round.said.is_none())?;
        let mind = players.1.memories(case, rounds).pop()?.swap_remove(0);
        let (claim, stated) = (round.claim, round.stated.get());
        let at = RoundStart { claim, round: rounds.len() - 1, stated, mind };
        Some((at, debate.world.truths()?, debate.answer?))
    };
    let Some((at, truths, answer)) = start() else { return Ok(None) };
    let (given, within) = ((case, stakes), (200_000, &drawings));
    let mut walk = PayoffWalk::new(given, players, truths, answer, within, token);
    Ok(ResponseTooLarge::if_within(walk.from(&at))?
        .map(|onward| debate.paid + onward.at(truths).mean))
}

struct PayoffWalk<'a> {
    draws: RoundDraws<'a>,
    stakes: RewardParams,
    alice: &'a ProverStrategy,
    /// The only possible world, for the players of this walk.
    world: PossibleWorlds,
    answer: bool,
    table: StabilityTable,
    /// True if payments are stored by leaf, so that they apply to all worlds that look the same to
    /// both players.
    by_leaf: bool,
    known: HashMap<(ClaimId, u64, EstimatorMemory), LeafPayments>,
    drawings: &'a DrawCache,
    left: usize,
}

struct RoundStart {
    claim: ClaimId,
    round: usize,
    stated: f64,
    mind: EstimatorMemory,
}

impl<'a> PayoffWalk<'a> {
    fn new(
        (case, stakes): (&'a ClaimsInstance, RewardParams),
        (alice, bob): (&'a ProverStrategy, &'a EstimatorStrategy),
        truths: &Arc<Truths>,
        answer: bool,
        (left, drawings): (usize, &'a DrawCache),
        token: &CancelToken,
    ) -> Self {
        let (table, known) = (StabilityTable::new(stakes.epsilon), HashMap::new());
        let draws = RoundDraws { case, bob, blank: Arc::clone(truths), token: token.clone() };
        let world = PossibleWorlds::only(truths);
        let by_leaf = false;
        Self { draws, stakes, alice, world, answer, table, by_leaf, known, drawings, left }
    }

    /// Makes this walk cover all worlds that look the same to both players.
    fn for_world_class(self) -> Self {
        Self { by_leaf: true, ..self }
    }

    fn truths(&self) -> &Truths {
        self.world.any()
    }
}

impl PayoffWalk<'_> {
    fn total(&mut self) -> Result<LeafPayments, ResponseTooLarge> {
        let RoundDraws { case, bob, .. } = self.draws;
        let stated = bob.first(case, self.truths(), self.answer);
        let at =
            RoundStart { claim: ClaimId::ROOT, round: 0, stated, mind: bob.initial_memory(case) };
        Ok(self.from(&at)?.and(Moments::either(0.0, 1.0, stated)))
    }

    /// The payment from the start of this round to the end of the debate.
    fn from(&mut self, at: &RoundStart) -> Result<LeafPayments, ResponseTooLarge> {
        let key = (at.claim, at.stated.to_bits(), at.mind.clone());
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let paid = self.round(at)?;
        self.known.insert(key, paid.clone());
        Ok(paid)
    }

    fn decided(&self, leaf: ClaimId, round: usize, stated: f64) -> LeafPayments {
        let turned = leaf == ClaimId::ROOT && !self.answer;
        let (case, truths, stakes) = (self.draws.case, self.truths(), &self.stakes);
        let call = self.alice.call(stakes, case, truths, leaf, self.answer, stated);
        let reward = |said: bool| stakes.ratio.reward(round, call, said != turned, stated);
        let if_true = |truth| {
            let yes = stakes.says_true(f64::from(truth));
            Moments::either(reward(false), reward(true), yes)
        };
        match self.by_leaf {
            true => LeafPayments::decided(leaf, [false, true].map(if_true)),
            false => LeafPayments::known(if_true(truths.is_true(leaf))),
        }
    }

    fn round(&mut self, at: &RoundStart) -> Result<LeafPayments, ResponseTooLarge> {
        self.draws.token.check()?;
        if self.draws.case.tree().is_leaf(at.claim) {
            return Ok(self.decided(at.claim, at.round, at.stated));
        }
        let turned = at.claim == ClaimId::ROOT && !self.answer;
        let world = PossibleWorlds::clone(&self.world);
        let (case, truths, stakes) = (self.draws.case, &**world.any(), self.stakes);
        let call = self.alice.call(&stakes, case, truths, at.claim, self.answer, at.stated);
        let reward =
            |outcome: bool| stakes.ratio.reward(at.round, call, outcome != turned, at.stated);
        let which = self.alice.argument(&mut self.table, case, truths, at.claim);
        let Some(argument) = case.tree().argument(at.claim, which) else {
            return Ok(LeafPayments::default());
        };
        let mut paid = LeafPayments::default();
        let (place, world) = ((at.claim, which, &at.mind), Some(&world));
        let endings = self.draws.endings(place, argument, world, self.drawings, &mut self.left)?;
        for end in &endings.all {
            let rewarded = Moments::either(reward(false), reward(true), end.holds);
            paid.add(end.chance, &self.continuation_value(at, argument, end)?.and(rewarded));
        }
        Ok(paid)
    }

    /// The payment in later rounds, after the answers for the subclaims of this round were drawn.
    fn continuation_value(
        &mut self,
        at: &RoundStart,
        argument: Argument<'_>,
        RoundEnding { stated, minds, .. }: &RoundEnding,
    ) -> Result<LeafPayments, ResponseTooLarge> {
        let case = self.draws.case;
        let picks = self.alice.picks(case, self.truths(), argument, at.round, stated);
        let mut paid = LeafPayments::default();
        for (place, chance) in picks {
            if let Some(claim) = argument.parts.get(place) {
                let (round, stated) = (at.round + 1, stated[place]);
                paid.add(
                    chance,
                    &if case.tree().is_leaf(claim) {
                        self.decided(claim, round, stated)
                    } else {
                        let mind = self.draws.bob.enters(&minds[place]);
                        self.from(&RoundStart { claim, round, stated, mind })?
                    },
                );
            }
        }
        Ok(paid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Probability;
    use crate::machine::claims::{ClaimTree, Epsilon, Knowledge, Rule, WorldDistribution, uniform};
    use crate::protocol::prover_estimator::players::prover::BestResponseProver;
    use crate::protocol::prover_estimator::solve::average_payoff;
    use crate::protocol::prover_estimator::solve::averaged::WorldAverage;
    use crate::protocol::prover_estimator::{RatioSource, RewardRatio};

    fn stakes(ratio: f64) -> RewardParams {
        RewardParams {
            epsilon: Epsilon::new(0.1).unwrap(),
            ratio: RewardRatio::new(ratio).unwrap(),
            source: RatioSource::Given,
            judgement: Probability::ONE,
        }
    }

    fn p(value: f64) -> Probability {
        Probability::new(value).unwrap()
    }

    fn averaged(
        case: &ClaimsInstance,
        stakes: RewardParams,
        alice: &ProverStrategy,
        bob: &EstimatorStrategy,
    ) -> AveragePayoff {
        average_payoff(case, stakes, (alice, bob), &CancelToken::default()).unwrap()
    }

    fn one_false(rule: Rule, width: usize, depth: usize) -> (ClaimTree, ClaimsInstance) {
        let tree = uniform("x", rule, width, depth).unwrap();
        let case = ClaimsInstance::drawn(WorldDistribution::one_false(&tree));
        (tree, case)
    }

    #[test]
    fn an_estimator_who_does_not_listen_leaks_nothing_to_her() {
        let (_, case) = one_false(Rule::ALL, 4, 1);
        let bob = EstimatorStrategy::Independent { false_parts: 1.0, root: Some(p(0.0)) };
        let (paid, _) =
            BestResponseProver::new(&case, stakes(3.0), &bob).payoff_uninformed().unwrap();
        // Each subclaim is true with probability 3/4, as Bob says. But by the rule, his numbers
        // would give 0.75^4 for the root, and he states 0.
        assert!((paid.mean - 1.0 - 3.0 * 0.75f64.powi(4)).abs() < 1e-9, "{}", paid.mean);
    }

    #[test]
    fn an_informed_bob_pays_an_honest_alice_exactly_one() {
        let (_, case) = one_false(Rule::MAJORITY, 3, 2);
        let paid =
            averaged(&case, stakes(5.0), &ProverStrategy::Honest, &EstimatorStrategy::Informed);
        assert!((paid.value() - 1.0).abs() < 1e-12 && paid.sd() < 1e-6);
        assert!((paid.right - 1.0).abs() < 1e-12);
    }

    #[test]
    fn even_a_random_obfuscator_gains_from_what_a_calibrated_bob_leaks() {
        let (_, case) = one_false(Rule::ALL, 4, 1);
        let obfuscator = ProverStrategy::Obfuscator { towards: Arc::from([]) };
        let paid = averaged(&case, stakes(3.0), &obfuscator, &EstimatorStrategy::Calibrated);
        // A direct computation gives (1/16 + 1/8 + 3/16)/4 times r², from the second, third and
        // fourth subclaim.
        assert!((paid.value() - 9.0 * 3.0 / 32.0).abs() < 1e-12, "{}", paid.value());
        assert_eq!(paid.right, 0.0);
    }

    #[test]
    fn indistinguishable_worlds_are_paid_as_each_alone() {
        let tree = uniform("x", Rule::MAJORITY, 3, 2).unwrap();
        let leaves: Vec<_> = (0..9).map(|at| p(0.1 + 0.08 * f64::from(at))).collect();
        let law = WorldDistribution::independent(&tree, &leaves).unwrap();
        let (root, nothing) = (Knowledge::root(), Knowledge::Nothing);
        for (alice, bob) in [(&nothing, &root), (&root, &nothing), (&root, &Knowledge::Everything)]
        {
            let case = ClaimsInstance::drawn(law.clone()).known_to(alice.clone(), bob.clone());
            let own = RewardParams { judgement: p(0.9), ..stakes(3.0) };
            for prover in
                [ProverStrategy::Honest, ProverStrategy::Obfuscator { towards: Arc::from([]) }]
            {
                for bob in [
                    EstimatorStrategy::Informed,
                    EstimatorStrategy::Shading(p(0.2)),
                    EstimatorStrategy::Constant(p(0.3)),
                ] {
                    let worlds = WorldAverage::over(&case).worlds;
                    let token = CancelToken::default();
                    let all = payoff_over((&case, own), (&prover, &bob), &worlds, 100_000, &token);
                    let each = worlds.iter().map(|(weight, truths)| {
                        let within = (100_000, &DrawCache::default());
                        (
                            *weight,
                            payoff(&case, own, &prover, &bob, truths, within, &token).unwrap(),
                        )
                    });
                    let (all, each) = (all.unwrap(), AveragePayoff::average(each));
                    let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{all:?} {each:?}");
                    near(all.paid.mean, each.paid.mean);
                    near(all.paid.square, each.paid.square);
                    near(all.by_world.unwrap(), each.by_world.unwrap());
                    near(all.right, each.right);
                }
            }
        }
    }

    #[test]
    fn moments_of_a_lone_leaf_are_those_of_the_coin() {
        let tree = uniform("x", Rule::ALL, 2, 0).unwrap();
        let case = ClaimsInstance::drawn(WorldDistribution::independent(&tree, &[p(0.5)]).unwrap());
        // The error of p_0 = 1/2 is 1/2. An honest Alice names this error and is paid r/2, in
        // addition to z.
        let paid =
            averaged(&case, stakes(3.0), &ProverStrategy::Honest, &EstimatorStrategy::Calibrated);
        assert!((paid.value() - 2.0).abs() < 1e-12 && (paid.sd() - 0.5).abs() < 1e-12);
        assert!(paid.sd_of_worlds().is_some_and(|sd| sd < 1e-6));
    }
}
