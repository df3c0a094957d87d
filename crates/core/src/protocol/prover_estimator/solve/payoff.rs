//! What Alice is paid by a Bob: exactly over everything that can be drawn, averaged over worlds.

use std::sync::Arc;

use foldhash::{HashMap, HashMapExt};

use super::alike::{Paid, sight};
use crate::analysis::PairValue;
use crate::machine::claims::{Argument, Case, ClaimId, StabilityTable, Truths};
use crate::protocol::ProverEstimator;
use crate::protocol::prover_estimator::players::estimator::{Estimator, Mind};
use crate::protocol::prover_estimator::players::prover::drawn::{Draws, Ending, Possible};
use crate::protocol::prover_estimator::players::prover::{
    Drawings, Moments, Prover, Stakes, TooLarge,
};
use crate::work::{Stopped, Token};

/// What Alice is paid on average, in one world or over many.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Payoff {
    /// Her payoff's mean and mean square, over worlds and draws.
    pub paid: Moments,
    /// The mean square, over worlds, of her mean payoff in a world; none if that is known on
    /// average alone.
    pub by_world: Option<f64>,
    /// How often her answer to the root is right.
    pub right: f64,
}

impl Payoff {
    /// The mean payoff.
    pub fn value(&self) -> f64 {
        self.paid.mean
    }

    /// The standard deviation of a debate's payoff, over worlds and draws.
    pub fn sd(&self) -> f64 {
        self.paid.sd()
    }

    /// It as what this pair of players comes to.
    pub(super) fn of_pair(&self, alice: &str, bob: &str) -> PairValue {
        PairValue { sd: Some(self.sd()), ..PairValue::new(alice, bob, self.value()) }
    }

    /// The standard deviation of the mean payoff from world to world, where it is known.
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

/// What this Alice is paid by this Bob in the world with these truths, looking at no more than
/// `branches` draws. `drawings` are this Bob's, of any world.
///
/// # Errors
/// If that is not enough, or the work was stopped.
pub fn payoff(
    case: &Case,
    stakes: Stakes,
    alice: &Prover,
    bob: &Estimator,
    truths: &Arc<Truths>,
    (branches, drawings): (usize, &Drawings),
    token: &Token,
) -> Result<Payoff, TooLarge> {
    let answer = alice.answer(case, truths);
    let within = (branches, drawings);
    let mut debate = PayoffWalk::new((case, stakes), (alice, bob), truths, answer, within, token);
    let paid = debate.whole()?.at(truths);
    Ok(Payoff::in_world(paid, answer == truths.of(ClaimId::ROOT)))
}

/// What this Alice is paid by this Bob on average over weighted worlds, looking at no more than
/// `branches` draws in each. Worlds that are one to both players are gone through once.
///
/// # Errors
/// As [`payoff`].
pub(super) fn payoff_over(
    (case, stakes): (&Case, Stakes),
    (alice, bob): (&Prover, &Estimator),
    worlds: &[(f64, Arc<Truths>)],
    branches: usize,
    token: &Token,
) -> Result<Payoff, TooLarge> {
    let (drawings, given) = (Drawings::default(), (case, stakes));
    let within = (branches, &drawings);
    let sights: Vec<_> =
        worlds.iter().map(|(_, truths)| sight(case, (alice, bob), truths)).collect();
    let mut known: HashMap<&_, Option<Paid>> = sights.iter().map(|own| (own, None)).collect();
    // To go through one world is quicker than through what may be true of its leaves.
    let apart = known.len() * 2 > worlds.len();
    let mut each = Vec::with_capacity(worlds.len());
    for ((weight, truths), own) in worlds.iter().zip(&sights) {
        let (answer, players) = (own.0, (alice, bob));
        let walk = || PayoffWalk::new(given, players, truths, answer, within, token);
        let paid = match known.get_mut(own).filter(|_| !apart) {
            None => walk().whole()?.at(truths),
            Some(Some(known)) => known.at(truths),
            Some(unknown) => unknown.insert(walk().of_all_alike().whole()?).at(truths),
        };
        each.push((*weight, Payoff::in_world(paid, answer == truths.of(ClaimId::ROOT))));
    }
    Ok(Payoff::average(each))
}

/// What Alice is paid if both are honest from the start of this round on; none elsewhere, or where there
/// are too many ways the draws can fall.
///
/// # Errors
/// If the work was stopped.
pub(super) fn at_a_round(debate: &ProverEstimator, token: &Token) -> Result<Option<f64>, Stopped> {
    let (case, stakes, rounds) = (debate.case(), debate.setup().stakes, &*debate.rounds);
    let (players, drawings) = ((&Prover::Honest, &Estimator::Informed), Drawings::default());
    let start = || {
        let round = debate.round().filter(|round| round.said.is_none())?;
        let mind = players.1.minds(case, rounds).pop()?.swap_remove(0);
        let (claim, stated) = (round.claim, round.stated.get());
        let at = RoundStart { claim, round: rounds.len() - 1, stated, mind };
        Some((at, debate.world.truths()?, debate.answer?))
    };
    let Some((at, truths, answer)) = start() else { return Ok(None) };
    let (given, within) = ((case, stakes), (200_000, &drawings));
    let mut walk = PayoffWalk::new(given, players, truths, answer, within, token);
    Ok(TooLarge::if_within(walk.from(&at))?.map(|onward| debate.paid + onward.at(truths).mean))
}

struct PayoffWalk<'a> {
    draws: Draws<'a>,
    stakes: Stakes,
    alice: &'a Prover,
    /// The world, alone.
    world: Possible,
    answer: bool,
    table: StabilityTable,
    /// Whether what is paid is kept by leaf, for all worlds that are alike to both players.
    by_leaf: bool,
    known: HashMap<(ClaimId, u64, Mind), Paid>,
    drawings: &'a Drawings,
    left: usize,
}

/// Where a debate stands at the start of a round.
struct RoundStart {
    claim: ClaimId,
    round: usize,
    stated: f64,
    mind: Mind,
}

impl<'a> PayoffWalk<'a> {
    fn new(
        (case, stakes): (&'a Case, Stakes),
        (alice, bob): (&'a Prover, &'a Estimator),
        truths: &Arc<Truths>,
        answer: bool,
        (left, drawings): (usize, &'a Drawings),
        token: &Token,
    ) -> Self {
        let (table, known) = (StabilityTable::new(stakes.epsilon), HashMap::new());
        let draws = Draws { case, bob, blank: Arc::clone(truths), token: token.clone() };
        let world = Possible::only(truths);
        let by_leaf = false;
        Self { draws, stakes, alice, world, answer, table, by_leaf, known, drawings, left }
    }

    /// The same for all worlds that are alike to both players.
    fn of_all_alike(self) -> Self {
        Self { by_leaf: true, ..self }
    }

    fn truths(&self) -> &Truths {
        self.world.any()
    }
}

impl PayoffWalk<'_> {
    /// What is paid for a whole debate.
    fn whole(&mut self) -> Result<Paid, TooLarge> {
        let Draws { case, bob, .. } = self.draws;
        let stated = bob.first(case, self.truths(), self.answer);
        let at = RoundStart { claim: ClaimId::ROOT, round: 0, stated, mind: bob.mind(case) };
        Ok(self.from(&at)?.and(Moments::either(0.0, 1.0, stated)))
    }

    /// What is still paid from the start of a round.
    fn from(&mut self, at: &RoundStart) -> Result<Paid, TooLarge> {
        let key = (at.claim, at.stated.to_bits(), at.mind.clone());
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let paid = self.round(at)?;
        self.known.insert(key, paid.clone());
        Ok(paid)
    }

    /// What is paid where the judge decides a leaf.
    fn decided(&self, leaf: ClaimId, round: usize, stated: f64) -> Paid {
        let turned = leaf == ClaimId::ROOT && !self.answer;
        let (case, truths, stakes) = (self.draws.case, self.truths(), &self.stakes);
        let call = self.alice.call(stakes, case, truths, leaf, self.answer, stated);
        let reward = |said: bool| stakes.ratio.reward(round, call, said != turned, stated);
        let if_true = |truth| {
            let yes = stakes.says_true(f64::from(truth));
            Moments::either(reward(false), reward(true), yes)
        };
        match self.by_leaf {
            true => Paid::decided(leaf, [false, true].map(if_true)),
            false => Paid::known(if_true(truths.of(leaf))),
        }
    }

    fn round(&mut self, at: &RoundStart) -> Result<Paid, TooLarge> {
        self.draws.token.check()?;
        if self.draws.case.tree().is_leaf(at.claim) {
            return Ok(self.decided(at.claim, at.round, at.stated));
        }
        let turned = at.claim == ClaimId::ROOT && !self.answer;
        let world = Possible::clone(&self.world);
        let (case, truths, stakes) = (self.draws.case, &**world.any(), self.stakes);
        let call = self.alice.call(&stakes, case, truths, at.claim, self.answer, at.stated);
        let reward =
            |outcome: bool| stakes.ratio.reward(at.round, call, outcome != turned, at.stated);
        let which = self.alice.argument(&mut self.table, case, truths, at.claim);
        let Some(argument) = case.tree().argument(at.claim, which) else {
            return Ok(Paid::default());
        };
        let mut paid = Paid::default();
        let (place, world) = ((at.claim, which, &at.mind), Some(&world));
        let endings = self.draws.endings(place, argument, world, self.drawings, &mut self.left)?;
        for end in &endings.all {
            let rewarded = Moments::either(reward(false), reward(true), end.holds);
            paid.add(end.chance, &self.onward(at, argument, end)?.and(rewarded));
        }
        Ok(paid)
    }

    /// What is still paid once the subclaims of a round are drawn.
    fn onward(
        &mut self,
        at: &RoundStart,
        argument: Argument<'_>,
        Ending { stated, minds, .. }: &Ending,
    ) -> Result<Paid, TooLarge> {
        let case = self.draws.case;
        let picks = self.alice.picks(case, self.truths(), argument, at.round, stated);
        let mut paid = Paid::default();
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
    use crate::machine::claims::{ClaimTree, Epsilon, Knowledge, Rule, Worlds, uniform};
    use crate::protocol::prover_estimator::players::prover::Hunter;
    use crate::protocol::prover_estimator::solve::average_payoff;
    use crate::protocol::prover_estimator::solve::averaged::Averaged;
    use crate::protocol::prover_estimator::{Ratio, RatioSource};

    fn stakes(ratio: f64) -> Stakes {
        Stakes {
            epsilon: Epsilon::new(0.1).unwrap(),
            ratio: Ratio::new(ratio).unwrap(),
            source: RatioSource::Given,
            judgement: Probability::ONE,
        }
    }

    fn p(value: f64) -> Probability {
        Probability::new(value).unwrap()
    }

    fn averaged(case: &Case, stakes: Stakes, alice: &Prover, bob: &Estimator) -> Payoff {
        average_payoff(case, stakes, (alice, bob), &Token::default()).unwrap()
    }

    fn one_false(rule: Rule, width: usize, depth: usize) -> (ClaimTree, Case) {
        let tree = uniform("x", rule, width, depth).unwrap();
        let case = Case::drawn(Worlds::one_false(&tree));
        (tree, case)
    }

    #[test]
    fn an_estimator_who_does_not_listen_leaks_nothing_to_her() {
        let (_, case) = one_false(Rule::ALL, 4, 1);
        let bob = Estimator::Independent { false_parts: 1.0, root: Some(p(0.0)) };
        let (paid, _) = Hunter::new(&case, stakes(3.0), &bob).blind().unwrap();
        // Each subclaim is true with 3/4, as he says; but his rule says 0.75^4, not 0.
        assert!((paid.mean - 1.0 - 3.0 * 0.75f64.powi(4)).abs() < 1e-9, "{}", paid.mean);
    }

    #[test]
    fn an_informed_bob_pays_an_honest_alice_exactly_one() {
        let (_, case) = one_false(Rule::MAJORITY, 3, 2);
        let paid = averaged(&case, stakes(5.0), &Prover::Honest, &Estimator::Informed);
        assert!((paid.value() - 1.0).abs() < 1e-12 && paid.sd() < 1e-6);
        assert!((paid.right - 1.0).abs() < 1e-12);
    }

    #[test]
    fn even_a_random_obfuscator_gains_from_what_a_calibrated_bob_leaks() {
        let (_, case) = one_false(Rule::ALL, 4, 1);
        let obfuscator = Prover::Obfuscator { towards: Arc::from([]) };
        let paid = averaged(&case, stakes(3.0), &obfuscator, &Estimator::Calibrated);
        // By hand: (1/16 + 1/8 + 3/16)/4 of r², from the second, third and fourth subclaim.
        assert!((paid.value() - 9.0 * 3.0 / 32.0).abs() < 1e-12, "{}", paid.value());
        assert_eq!(paid.right, 0.0);
    }

    #[test]
    fn worlds_that_are_one_to_both_are_paid_as_each_alone() {
        let tree = uniform("x", Rule::MAJORITY, 3, 2).unwrap();
        let leaves: Vec<_> = (0..9).map(|at| p(0.1 + 0.08 * f64::from(at))).collect();
        let law = Worlds::independent(&tree, &leaves).unwrap();
        let (root, nothing) = (Knowledge::root(), Knowledge::Nothing);
        for (alice, bob) in [(&nothing, &root), (&root, &nothing), (&root, &Knowledge::Everything)]
        {
            let case = Case::drawn(law.clone()).known_to(alice.clone(), bob.clone());
            let own = Stakes { judgement: p(0.9), ..stakes(3.0) };
            for prover in [Prover::Honest, Prover::Obfuscator { towards: Arc::from([]) }] {
                for bob in
                    [Estimator::Informed, Estimator::Shading(p(0.2)), Estimator::Constant(p(0.3))]
                {
                    let worlds = Averaged::over(&case).worlds;
                    let token = Token::default();
                    let all = payoff_over((&case, own), (&prover, &bob), &worlds, 100_000, &token);
                    let each = worlds.iter().map(|(weight, truths)| {
                        let within = (100_000, &Drawings::default());
                        (
                            *weight,
                            payoff(&case, own, &prover, &bob, truths, within, &token).unwrap(),
                        )
                    });
                    let (all, each) = (all.unwrap(), Payoff::average(each));
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
        let case = Case::drawn(Worlds::independent(&tree, &[p(0.5)]).unwrap());
        // Honest: p_0 = 1/2 is 1/2 off, so she names it and is paid r/2 on top of the coin.
        let paid = averaged(&case, stakes(3.0), &Prover::Honest, &Estimator::Calibrated);
        assert!((paid.value() - 2.0).abs() < 1e-12 && (paid.sd() - 0.5).abs() < 1e-12);
        assert!(paid.sd_of_worlds().is_some_and(|sd| sd < 1e-6));
    }
}
