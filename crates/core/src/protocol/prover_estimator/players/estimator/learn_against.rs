//! Learning against one fixed Alice, for the arguments that she reaches (Lemma A.3 as used in Lemma
//! A.4). The inputs of a round are these arguments, weighted by the probability of reaching them.
//! Alice's own way to pick a subclaim is one of the tests.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::LearningError;
use super::indistinguishable::{TrainingInputs, fit};
use super::learned::{LearnedEstimates, LearnedRound, MOST_JOINT, checked, tests_of};
use crate::machine::claims::{ClaimId, ClaimsInstance, StabilityTable, Truths};
use crate::protocol::prover_estimator::players::prover::{ProverStrategy, RewardParams};
use crate::work::{CancelToken, Cancelled};

/// The upper limit on the work of one learning step: the number of worlds times the number of
/// outcomes of an argument.
const MOST_WORK: usize = 1 << 13;

/// For each argument, the probability that a debate reaches it, in each world.
type LeadsTo = BTreeMap<(ClaimId, usize), Vec<f64>>;

impl LearnedEstimates {
    /// Learns about the arguments that this Alice reaches, until no test has an advantage above `delta`. The truth
    /// about an argument is its distribution in the worlds in which she reaches it.
    ///
    /// # Errors
    /// Returns an error if δ is out of range, if the tree or the worlds are too large, or if the work was cancelled.
    pub fn against(
        case: &ClaimsInstance,
        stakes: RewardParams,
        alice: &ProverStrategy,
        delta: f64,
        token: &CancelToken,
    ) -> Result<Self, LearningError> {
        checked(case, delta)?;
        let tree = case.tree();
        let listed = case.worlds().list(MOST_WORK >> tree.width()).ok_or(LearningError::Worlds)?;
        let worlds: Vec<(f64, Truths)> =
            listed.into_iter().map(|(w, l)| (w, tree.truths(&l))).collect();
        let table = StabilityTable::new(stakes.epsilon);
        let mut lesson = LearningTask { case, stakes, alice, worlds, table, token };
        let mut learned = Self::untrained(delta);
        lesson.first(&mut learned)?;
        let mut reach = LeadsTo::new();
        for at in 0..lesson.worlds.len() {
            lesson.lead(&mut reach, ClaimId::ROOT, at, lesson.worlds[at].0);
        }
        let mut round = 0;
        while !reach.is_empty() {
            reach = lesson.level(&mut learned, reach, round)?;
            round += 1;
        }
        Ok(learned)
    }
}

/// One Alice to learn against, and the worlds of her debates.
struct LearningTask<'a> {
    case: &'a ClaimsInstance,
    stakes: RewardParams,
    alice: &'a ProverStrategy,
    worlds: Vec<(f64, Truths)>,
    table: StabilityTable,
    token: &'a CancelToken,
}

impl LearningTask<'_> {
    /// Learns P[root is true | her answer].
    fn first(&self, learned: &mut LearnedEstimates) -> Result<(), Cancelled> {
        let mut counts = [[0.0; 2]; 2];
        for (weight, truths) in &self.worlds {
            let answer = usize::from(self.alice.answer(self.case, truths));
            counts[answer][usize::from(truths.is_true(ClaimId::ROOT))] += weight;
        }
        let answers: Vec<usize> = (0..2).filter(|&a| counts[a][0] + counts[a][1] > 0.0).collect();
        let all = |answer: usize| counts[answer][0] + counts[answer][1];
        let inputs = TrainingInputs {
            weights: answers.iter().map(|&a| all(a)).collect(),
            truth: answers.iter().map(|&a| counts[a].map(|c| c / all(a)).to_vec()).collect(),
        };
        let found = fit(&inputs, 1, |_, _, _, y| y as f64, learned.delta(), self.token)?;
        for (&answer, law) in answers.iter().zip(&found.laws) {
            learned.root[answer] = law[1];
        }
        learned.rounds.push(LearnedRound::new(None, learned.delta(), &found, &inputs));
        Ok(())
    }

    /// Learns the arguments of one round, and returns the arguments of the next round.
    fn level(
        &mut self,
        learned: &mut LearnedEstimates,
        reach: LeadsTo,
        round: usize,
    ) -> Result<LeadsTo, Cancelled> {
        let (case, alice, token) = (self.case, self.alice, self.token);
        let tree = case.tree();
        let mut by_width: BTreeMap<usize, Vec<(ClaimId, usize)>> = BTreeMap::new();
        for &(claim, which) in reach.keys() {
            if let Some(argument) = tree.argument(claim, which) {
                by_width.entry(argument.parts.len()).or_default().push((claim, which));
            }
        }
        let mut next = LeadsTo::new();
        for (q, own) in by_width {
            let inputs = self.inputs(&reach, &own, q);
            let (base, value) = tests_of(case, &own, q);
            // The last test is Alice's own. Its value is her payment in the next round for the
            // subclaim that she picks, as if the drawn answers were true.
            let hers = |laws: &[Vec<f64>], x: usize, y: usize| {
                let (claim, which) = own[x];
                let Some(argument) = tree.argument(claim, which) else { return 0.0 };
                let stated = stated(&laws[x], y, q);
                let mut paid = 0.0;
                for (weight, (_, truths)) in reach[&own[x]].iter().zip(&self.worlds) {
                    if *weight > 0.0 {
                        for (at, chance) in alice.picks(case, truths, argument, round, &stated) {
                            let Some(part) = argument.parts.get(at) else { continue };
                            let answer = alice.answer(case, truths);
                            let stakes = &self.stakes;
                            let said = alice.call(stakes, case, truths, part, answer, stated[at]);
                            let off = f64::from(y >> at & 1 == 1) - stated[at];
                            paid += weight * chance * f64::from(said.sign()) * off;
                        }
                    }
                }
                paid / reach[&own[x]].iter().sum::<f64>()
            };
            // Her test changes only with the learned distribution.
            let kept = RefCell::new(vec![(Vec::new(), Vec::new()); own.len()]);
            let test = |laws: &[Vec<f64>], f: usize, x: usize, y: usize| {
                if f != base {
                    return value(f, x, y);
                }
                let (law, values) = &mut kept.borrow_mut()[x];
                if *law != laws[x] {
                    *values = (0..laws[x].len()).map(|y| hers(laws, x, y)).collect();
                    law.clone_from(&laws[x]);
                }
                values[y]
            };
            let found = fit(&inputs, base + 1, test, learned.delta(), token)?;
            learned.rounds.push(LearnedRound::new(Some(round), learned.delta(), &found, &inputs));
            for (key, law) in own.iter().zip(found.laws) {
                let Some(argument) = tree.argument(key.0, key.1) else { continue };
                for (y, &g) in law.iter().enumerate().filter(|(_, g)| **g > 0.0) {
                    token.check()?;
                    let stated = stated(&law, y, q);
                    for (at, weight) in reach[key].iter().enumerate().filter(|own| *own.1 > 0.0) {
                        let truths = &self.worlds[at].1;
                        for (place, chance) in alice.picks(case, truths, argument, round, &stated) {
                            if let Some(part) = argument.parts.get(place) {
                                self.lead(&mut next, part, at, weight * g * chance);
                            }
                        }
                    }
                }
                learned.joint.insert(*key, law);
            }
        }
        Ok(next)
    }

    /// Adds a claim that Alice reaches in one of the worlds, with her argument for it.
    fn lead(&mut self, reach: &mut LeadsTo, claim: ClaimId, world: usize, weight: f64) {
        if weight > 0.0 && !self.case.tree().is_leaf(claim) {
            let (all, truths) = (self.worlds.len(), &self.worlds[world].1);
            let which = self.alice.argument(&mut self.table, self.case, truths, claim);
            reach.entry((claim, which)).or_insert_with(|| vec![0.0; all])[world] += weight;
        }
    }

    /// The weights of these arguments, and their true distributions in the worlds in which Alice
    /// reaches them.
    fn inputs(&self, reach: &LeadsTo, own: &[(ClaimId, usize)], q: usize) -> TrainingInputs {
        let mut inputs = TrainingInputs { weights: Vec::new(), truth: Vec::new() };
        for key in own {
            let sum: f64 = reach[key].iter().sum();
            let mut law = vec![0.0; 1 << q];
            if let Some(argument) = self.case.tree().argument(key.0, key.1) {
                for (weight, (_, truths)) in reach[key].iter().zip(&self.worlds) {
                    let bits = argument.parts.iter().enumerate();
                    let word: usize =
                        bits.map(|(at, p)| usize::from(truths.is_true(p)) << at).sum();
                    law[word] += weight / sum;
                }
            }
            inputs.weights.push(sum);
            inputs.truth.push(law);
        }
        let all: f64 = inputs.weights.iter().sum();
        inputs.weights.iter_mut().for_each(|weight| *weight /= all);
        inputs
    }
}

/// The numbers that Bob states if these answers are drawn from his distribution.
fn stated(law: &[f64], word: usize, q: usize) -> Vec<f64> {
    assert!(q <= MOST_JOINT);
    (0..q).map(|at| super::learned::conditional(law, at, word & ((1 << at) - 1))).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::AskedSubclaim;
    use super::*;
    use crate::machine::claims::{Rule, WorldDistribution, uniform};
    use crate::protocol::prover_estimator::StatedRatio;

    #[test]
    fn a_bob_taught_against_an_obfuscator_leaves_no_test_more_than_delta() {
        let tree = uniform("x", Rule::ALL, 3, 2).unwrap();
        let case = ClaimsInstance::drawn(WorldDistribution::one_false(&tree));
        let stakes = RewardParams::new(&case, 0.1, StatedRatio::Ratio(3.0)).unwrap();
        let alice = ProverStrategy::Obfuscator { towards: Arc::from([0, 1]) };
        let learned =
            LearnedEstimates::against(&case, stakes, &alice, 0.05, &CancelToken::default())
                .unwrap();
        for round in learned.rounds() {
            assert!(round.advantage <= 0.05 && round.steps <= round.bound, "{round:?}");
            assert!(round.advantage <= round.over_all + 1e-12, "{round:?}");
        }
        // Alice always picks the first subclaim, so below the root Bob learns about only one
        // argument.
        assert_eq!(learned.rounds()[2].arguments, 1);
        let asked = |at: usize| AskedSubclaim {
            claim: tree.argument(ClaimId::ROOT, 0).unwrap().parts.get(at).unwrap(),
            which: 0,
            at: 0,
        };
        assert!((learned.next(asked(0), (0, 0)) - 8.0 / 9.0).abs() < 0.06);
        assert_eq!(learned.next(asked(1), (0, 0)), 0.5, "no debate reaches it");
        // Alice is always wrong, and Bob has learned this.
        assert!(learned.root(true) < 0.06);
    }
}
