//! Payoffs averaged over independent leaves, without a list of the worlds.
//!
//! If every claim is a subclaim of only one argument, the worlds below the subclaims of a claim are
//! independent. If Bob's numbers depend neither on the world nor on the draws, the payment in a
//! round is the same in every world. So the payment of an Alice who knows the world and looks ahead
//! is this payment plus the largest of independent payments. The payment of another Alice depends
//! on the world below only by the subclaim that she picks.

use std::sync::Arc;

use super::AveragePayoff;
use crate::machine::claims::{Argument, ClaimId, ClaimsInstance, Knowledge, Odds, StabilityTable};
use crate::machine::claims::{ClaimTree, Truths};
use crate::protocol::prover_estimator::players::estimator::{
    AskedSubclaim, EstimatorMemory, EstimatorStrategy,
};
use crate::protocol::prover_estimator::players::prover::{
    Moments, ProverStrategy, ResponseTooLarge, RewardParams, furthest, named,
};
use crate::work::CancelToken;

/// The largest number of subclaims of a claim whose truths are listed.
const MOST_PARTS: usize = 16;
/// The largest number of leaves of the tree.
const MOST_LEAVES: usize = 4096;

/// Returns whether the leaves are independent, and every claim below the root is a subclaim of only
/// one argument.
pub(super) fn is_independent(case: &ClaimsInstance) -> bool {
    let tree = case.tree();
    let mut parts: Vec<ClaimId> =
        tree.claims().flat_map(|claim| subclaims(tree, claim).collect::<Vec<_>>()).collect();
    parts.sort_unstable();
    let once = parts.windows(2).all(|two| two[0] != two[1]);
    once && tree.depth() > 0
        && tree.leaf_count() <= MOST_LEAVES
        && case.drawn_from().has_independent_leaves()
}

fn subclaims(tree: &ClaimTree, claim: ClaimId) -> impl Iterator<Item = ClaimId> + Clone {
    tree.arguments(claim).flat_map(|argument| argument.parts.iter()).collect::<Vec<_>>().into_iter()
}

/// Her payoff against this Bob. `None` for `alice` is an Alice who knows the world and plays her
/// best response.
///
/// # Errors
/// If these players need a list of the worlds, or if the work was cancelled.
pub(super) fn payoff(
    (case, stakes): (&ClaimsInstance, RewardParams),
    (alice, bob): (Option<&ProverStrategy>, &EstimatorStrategy),
    token: &CancelToken,
) -> Result<AveragePayoff, ResponseTooLarge> {
    let looks = alice.is_none_or(|alice| *alice == ProverStrategy::Honest);
    let knows = *case.alice() == Knowledge::Everything;
    let needs_list = match alice {
        None => !knows,
        Some(ProverStrategy::Honest | ProverStrategy::Obfuscator { .. }) => {
            matches!(case.alice(), Knowledge::Only(_))
        }
        Some(_) => false,
    };
    if needs_list || bob.listens(case) || bob.sees_the_world(case) {
        return Err(ResponseTooLarge::Worlds);
    }
    let tree = case.tree();
    let blank = Arc::new(tree.truths(&(0..tree.leaf_count()).map(|_| true).collect()));
    let mind = bob.initial_memory(case);
    let knows = looks && knows;
    let average = IndependentAverage { case, stakes, bob, mind, blank, knows, token };
    match alice {
        Some(alice) => average.of_rule(alice),
        None => average.of_hunter(),
    }
}

/// Payments with their probabilities. The payments in two worlds are alike if they have the same
/// moments.
type PaymentLaw = Vec<(Moments, f64)>;

struct IndependentAverage<'a> {
    case: &'a ClaimsInstance,
    stakes: RewardParams,
    bob: &'a EstimatorStrategy,
    mind: EstimatorMemory,
    /// Truths to pass to players who do not use them.
    blank: Arc<Truths>,
    /// True if Alice knows the world and uses her knowledge.
    knows: bool,
    token: &'a CancelToken,
}

impl IndependentAverage<'_> {
    /// P[a claim is true].
    fn chance(&self, claim: ClaimId) -> f64 {
        self.case.drawn_from().chance(claim)
    }

    /// Bob's numbers for the subclaims of an argument, and the probability that the argument holds.
    fn round(&self, claim: ClaimId, which: usize, argument: Argument<'_>) -> (Vec<f64>, f64) {
        let says = |at| {
            let asked = AskedSubclaim { claim, which, at };
            self.bob.estimate(self.case, &self.blank, &self.mind, asked)
        };
        let stated: Vec<f64> = (0..argument.parts.len()).map(says).collect();
        let each = stated.iter().map(|&p| Odds::from_probability(p));
        let holds = argument.rule.chances(each).yes;
        (stated, holds)
    }

    fn of_hunter(&self) -> Result<AveragePayoff, ResponseTooLarge> {
        let of = |answer| -> Result<AveragePayoff, ResponseTooLarge> {
            let stated = self.bob.first(self.case, &self.blank, answer);
            let first = Moments::either(0.0, 1.0, stated);
            let root = self.chance(ClaimId::ROOT);
            let right = if answer { root } else { 1.0 - root };
            let law = self.best(ClaimId::ROOT, 0, stated, !answer)?;
            Ok(AveragePayoff::average(law.into_iter().map(|(paid, weight)| {
                let all = AveragePayoff::in_world(paid.and(first), true);
                (weight, AveragePayoff { right, ..all })
            })))
        };
        let (yes, no) = (of(true)?, of(false)?);
        Ok(if no.value() > yes.value() + 1e-12 { no } else { yes })
    }

    /// Her largest payment from the round about a claim on, over the worlds.
    fn best(
        &self,
        claim: ClaimId,
        round: usize,
        stated: f64,
        turned: bool,
    ) -> Result<PaymentLaw, ResponseTooLarge> {
        self.token.check()?;
        let (tree, chance) = (self.case.tree(), self.chance(claim));
        if tree.is_leaf(claim) {
            let paid =
                |yes| named(&self.stakes, (round, turned), stated, self.stakes.says_true(yes)).1;
            return Ok(vec![(paid(1.0), chance), (paid(0.0), 1.0 - chance)]);
        }
        let mut best = PaymentLaw::new();
        for (which, argument) in tree.arguments(claim).enumerate() {
            let (numbers, holds) = self.round(claim, which, argument);
            let own = named(&self.stakes, (round, turned), stated, holds).1;
            let mut onward = PaymentLaw::new();
            for (part, number) in argument.parts.iter().zip(numbers) {
                onward = larger(onward, &self.best(part, round + 1, number, false)?);
            }
            onward.iter_mut().for_each(|(paid, _)| *paid = paid.and(own));
            best = larger(best, &onward);
        }
        Ok(best)
    }

    fn of_rule(&self, alice: &ProverStrategy) -> Result<AveragePayoff, ResponseTooLarge> {
        let root = self.chance(ClaimId::ROOT);
        let mut table = StabilityTable::new(self.stakes.epsilon);
        let mut each = Vec::new();
        for (truth, weight) in [(true, root), (false, 1.0 - root)] {
            if weight <= 0.0 {
                continue;
            }
            let answer = match (alice, self.case.alice()) {
                (ProverStrategy::Honest, Knowledge::Everything) => truth,
                (ProverStrategy::Obfuscator { .. }, Knowledge::Everything) => !truth,
                _ => alice.answer(self.case, &self.blank),
            };
            let stated = self.bob.first(self.case, &self.blank, answer);
            let at = RuleRound { claim: ClaimId::ROOT, round: 0, stated, answer };
            let onward = self.from(alice, &mut table, &at)?[usize::from(truth)];
            let paid = plus(onward, Moments::either(0.0, 1.0, stated));
            each.push((weight, AveragePayoff { right: f64::from(answer == truth), ..paid }));
        }
        Ok(AveragePayoff::average(each))
    }

    /// Her average payment from a round on if its claim is false, and if it is true.
    fn from(
        &self,
        alice: &ProverStrategy,
        table: &mut StabilityTable,
        at: &RuleRound,
    ) -> Result<[AveragePayoff; 2], ResponseTooLarge> {
        self.token.check()?;
        let (case, tree, stakes) = (self.case, self.case.tree(), &self.stakes);
        let turned = at.claim == ClaimId::ROOT && !at.answer;
        let target = |claim: ClaimId, truth: bool| match self.knows {
            true => f64::from(truth != (claim == ClaimId::ROOT && turned)),
            false => alice.target(case, &self.blank, claim, at.answer),
        };
        // Her payment in this round, if the judged result is true with this probability.
        let paid = |truth, yes| {
            let place = (at.claim, at.answer);
            let said = alice.call_beside(target(at.claim, truth), (stakes, case), place, at.stated);
            let reward =
                |holds: bool| stakes.ratio.reward(at.round, said, holds != turned, at.stated);
            Moments::either(reward(false), reward(true), yes)
        };
        if tree.is_leaf(at.claim) {
            return Ok([false, true].map(|truth| {
                let paid = paid(truth, stakes.says_true(f64::from(truth)));
                AveragePayoff::in_world(paid, true)
            }));
        }
        let mut rounds = Vec::new();
        for (which, argument) in tree.arguments(at.claim).enumerate() {
            let (numbers, holds) = self.round(at.claim, which, argument);
            let mut onward = Vec::new();
            for (claim, &stated) in argument.parts.iter().zip(&numbers) {
                let below = RuleRound { claim, round: at.round + 1, stated, ..*at };
                onward.push(self.from(alice, table, &below)?);
            }
            rounds.push((argument, numbers, holds, onward));
        }
        let parts: Vec<ClaimId> = subclaims(tree, at.claim).collect();
        if parts.len() > MOST_PARTS {
            return Err(ResponseTooLarge::History(parts.len()));
        }
        let mut each = [Vec::new(), Vec::new()];
        for word in 0..1u32 << parts.len() {
            let is_true = |part: ClaimId| {
                parts.iter().position(|own| *own == part).is_some_and(|at| word >> at & 1 == 1)
            };
            let odds = |&part: &ClaimId| {
                let chance = self.chance(part);
                if is_true(part) { chance } else { 1.0 - chance }
            };
            let weight: f64 = parts.iter().map(odds).product();
            if weight <= 0.0 {
                continue;
            }
            let holds = |a: Argument<'_>| a.rule.holds(a.parts.iter().map(is_true));
            let truth = tree.arguments(at.claim).any(holds);
            let which =
                match self.knows && tree.argument_count(at.claim) > 1 {
                    true => table
                        .most_stable(tree, at.claim, |own| {
                            if own == at.claim { truth } else { is_true(own) }
                        })
                        .map_or(0, |(which, _)| which),
                    false => alice.argument(table, case, &self.blank, at.claim),
                };
            let (argument, stated, holds, onward) = &rounds[which];
            let targets = argument.parts.iter().map(|part| target(part, is_true(part)));
            let picks = alice.chosen(at.round, stated.len()).unwrap_or_else(|| {
                let found = furthest(targets.zip(stated.iter().copied()), alice.seeks(case)).0;
                [(found, 1.0)].into_iter().collect()
            });
            let below = picks.iter().filter_map(|&(place, chance)| {
                let part = argument.parts.get(place)?;
                Some((chance, onward[place][usize::from(is_true(part))]))
            });
            // The payments below different subclaims are independent.
            let mut all = AveragePayoff::average(below.clone());
            let varies = |(chance, own): (f64, AveragePayoff)| {
                chance * chance * (own.by_world.unwrap_or_default() - own.paid.mean.powi(2))
            };
            all.by_world = Some(all.paid.mean.powi(2) + below.map(varies).sum::<f64>());
            each[usize::from(truth)].push((weight, plus(all, paid(truth, *holds))));
        }
        Ok(each.map(|each| {
            let all: f64 = each.iter().map(|own| own.0).sum();
            AveragePayoff::average(each.into_iter().map(|(weight, own)| (weight / all, own)))
        }))
    }
}

/// A round of an Alice who follows a rule.
#[derive(Clone, Copy)]
struct RuleRound {
    claim: ClaimId,
    round: usize,
    stated: f64,
    answer: bool,
}

/// A payoff, and a payment that is independent of it and the same in every world.
fn plus(payoff: AveragePayoff, more: Moments) -> AveragePayoff {
    let by_world =
        payoff.by_world.map(|own| own + 2.0 * payoff.paid.mean * more.mean + more.mean * more.mean);
    AveragePayoff { paid: payoff.paid.and(more), by_world, ..payoff }
}

/// The larger of two independent payments; the first of equals.
fn larger(first: PaymentLaw, second: &PaymentLaw) -> PaymentLaw {
    if first.is_empty() {
        return second.clone();
    }
    let mut all = PaymentLaw::new();
    for &(own, weight) in &first {
        for &(other, chance) in second {
            let best = if other.mean > own.mean + 1e-12 { other } else { own };
            all.push((best, weight * chance));
        }
    }
    let key = |paid: &Moments| (paid.mean, paid.square);
    all.sort_by(|a, b| {
        let ((a, c), (b, d)) = (key(&a.0), key(&b.0));
        a.total_cmp(&b).then(c.total_cmp(&d))
    });
    all.dedup_by(|next, before| {
        let same = next.0 == before.0;
        if same {
            before.1 += next.1;
        }
        same
    });
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Probability;
    use crate::machine::claims::{Rule, WorldDistribution, uniform};
    use crate::protocol::prover_estimator::StatedRatio;
    use crate::protocol::prover_estimator::solve::averaged::WorldAverage;
    use crate::protocol::prover_estimator::solve::payoff_table::{TableAlice, rows, unlearned};

    fn independent(rule: Rule, depth: usize, leaf: impl Fn(usize) -> f64) -> ClaimsInstance {
        let tree = uniform("x", rule, 3, depth).unwrap();
        let leaves = (0..tree.leaf_count()).map(|at| Probability::new(leaf(at)).unwrap());
        let law = WorldDistribution::independent(&tree, &leaves.collect::<Vec<_>>()).unwrap();
        ClaimsInstance::drawn(law).known_to(Knowledge::Everything, Knowledge::Nothing)
    }

    fn stakes(case: &ClaimsInstance, judgement: f64) -> RewardParams {
        let stakes = RewardParams::new(case, 0.1, StatedRatio::Ratio(3.0)).unwrap();
        stakes.judged(Probability::new(judgement).unwrap())
    }

    #[test]
    fn payoffs_over_independent_leaves_are_those_of_the_listed_worlds() {
        let token = CancelToken::default();
        for rule in [Rule::ALL, Rule::MAJORITY] {
            for knows in [Knowledge::Everything, Knowledge::Nothing] {
                let case = independent(rule, 2, |at| [0.7, 0.9, 0.3, 1.0][at % 4]);
                let case = case.known_to(knows, Knowledge::Nothing);
                let (stakes, listed) = (stakes(&case, 0.9), WorldAverage::over(&case));
                assert!(listed.exact && is_independent(&case));
                for (name, row) in rows() {
                    let alice = match &row {
                        TableAlice::Fixed(alice) => Some(alice),
                        TableAlice::Hunter if *case.alice() == Knowledge::Everything => None,
                        _ => continue,
                    };
                    for (bob, estimator) in unlearned() {
                        let quick = payoff((&case, stakes), (alice, &estimator), &token).unwrap();
                        let branches = listed.branches();
                        let slow =
                            row.payoff((&case, stakes), &estimator, &listed, branches, &token);
                        let slow = slow.unwrap();
                        for (a, b) in [
                            (quick.paid.mean, slow.paid.mean),
                            (quick.paid.square, slow.paid.square),
                            (quick.by_world.unwrap(), slow.by_world.unwrap()),
                            (quick.right, slow.right),
                        ] {
                            let near = (a - b).abs() < 1e-9 * b.abs().max(1.0);
                            assert!(near, "{name} {bob}: {quick:?} {slow:?}");
                        }
                    }
                }
            }
        }
    }

    /// Two programs computed these values before: 65.679812 and 47.006324.
    #[test]
    fn twenty_seven_independent_leaves_need_no_list_of_worlds() {
        let case = independent(Rule::MAJORITY, 3, |_| 0.8);
        let (stakes, averaged) = (stakes(&case, 1.0), WorldAverage::over(&case));
        assert!(!averaged.exact && averaged.independent);
        let bob = EstimatorStrategy::Calibrated;
        for (row, value) in [
            (TableAlice::Hunter, 65.679_811_681),
            (TableAlice::Fixed(ProverStrategy::Honest), 47.006_323_900),
        ] {
            let paid = row.payoff((&case, stakes), &bob, &averaged, 1, &CancelToken::default());
            assert!((paid.unwrap().value() - value).abs() < 1e-8, "{row:?}");
        }
    }
}
