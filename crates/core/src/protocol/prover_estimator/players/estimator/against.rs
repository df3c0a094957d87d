//! Learning against one fixed Alice, on her own path (Lemma A.3 as used in Lemma A.4): the inputs
//! of a round are the arguments that she and the estimator of the rounds before lead to, weighted
//! by how often they do, and her own way to pick a subclaim is among the tests.

use std::collections::BTreeMap;

use super::CannotLearn;
use super::indistinguishable::{Inputs, fit};
use super::learned::{Learned, LearnedRound, MOST_JOINT, checked, tests_of};
use crate::machine::claims::{Case, ClaimId, StabilityTable, Truths};
use crate::protocol::prover_estimator::players::prover::{Prover, Stakes};
use crate::work::{Stopped, Token};

/// Worlds times answers to an argument, which each step of learning looks through.
const MOST_WORK: usize = 1 << 13;

/// What leads to an argument: how often, in each world.
type LeadsTo = BTreeMap<(ClaimId, usize), Vec<f64>>;

impl Learned {
    /// Learns to within `delta` what this Alice's debates ask for. The truth that he learns of an
    /// argument is its law in the worlds where she comes to it.
    ///
    /// # Errors
    /// If δ is out of range, the tree or its worlds are too many, or the work was stopped.
    pub fn against(
        case: &Case,
        stakes: Stakes,
        alice: &Prover,
        delta: f64,
        token: &Token,
    ) -> Result<Self, CannotLearn> {
        checked(case, delta)?;
        let tree = case.tree();
        let listed = case.worlds().list(MOST_WORK >> tree.width()).ok_or(CannotLearn::Worlds)?;
        let worlds: Vec<(f64, Truths)> =
            listed.into_iter().map(|(w, l)| (w, tree.truths(&l))).collect();
        let table = StabilityTable::new(stakes.epsilon);
        let mut lesson = Lesson { case, stakes, alice, worlds, table, token };
        let mut learned = Self::untaught(delta);
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

/// Whose debates are learned from, and the worlds where they are held.
struct Lesson<'a> {
    case: &'a Case,
    stakes: Stakes,
    alice: &'a Prover,
    worlds: Vec<(f64, Truths)>,
    table: StabilityTable,
    token: &'a Token,
}

impl Lesson<'_> {
    /// Learns P[root is true | her answer].
    fn first(&self, learned: &mut Learned) -> Result<(), Stopped> {
        let mut counts = [[0.0; 2]; 2];
        for (weight, truths) in &self.worlds {
            let answer = usize::from(self.alice.answer(self.case, truths));
            counts[answer][usize::from(truths.of(ClaimId::ROOT))] += weight;
        }
        let answers: Vec<usize> = (0..2).filter(|&a| counts[a][0] + counts[a][1] > 0.0).collect();
        let all = |answer: usize| counts[answer][0] + counts[answer][1];
        let inputs = Inputs {
            weights: answers.iter().map(|&a| all(a)).collect(),
            truth: answers.iter().map(|&a| counts[a].map(|c| c / all(a)).to_vec()).collect(),
        };
        let found = fit(&inputs, 1, |_, _, _, y| y as f64, learned.delta(), self.token)?;
        for (&answer, law) in answers.iter().zip(&found.laws) {
            learned.root[answer] = law[1];
        }
        learned.rounds.push(LearnedRound::of(None, learned.delta(), &found, &inputs));
        Ok(())
    }

    /// Learns the arguments of one round, and says what they lead to.
    fn level(
        &mut self,
        learned: &mut Learned,
        reach: LeadsTo,
        round: usize,
    ) -> Result<LeadsTo, Stopped> {
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
            // The last test is her own: what her pick would pay her in the next round, were the
            // drawn answers the true ones.
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
            let test = |laws: &[Vec<f64>], f: usize, x: usize, y: usize| match f == base {
                true => hers(laws, x, y),
                false => value(f, x, y),
            };
            let found = fit(&inputs, base + 1, test, learned.delta(), token)?;
            learned.rounds.push(LearnedRound::of(Some(round), learned.delta(), &found, &inputs));
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

    /// She comes to a claim in one of the worlds, and argues for it.
    fn lead(&mut self, reach: &mut LeadsTo, claim: ClaimId, world: usize, weight: f64) {
        if weight > 0.0 && !self.case.tree().is_leaf(claim) {
            let (all, truths) = (self.worlds.len(), &self.worlds[world].1);
            let which = self.alice.argument(&mut self.table, self.case, truths, claim);
            reach.entry((claim, which)).or_insert_with(|| vec![0.0; all])[world] += weight;
        }
    }

    /// The weights of arguments, and their true laws where she comes to them.
    fn inputs(&self, reach: &LeadsTo, own: &[(ClaimId, usize)], q: usize) -> Inputs {
        let mut inputs = Inputs { weights: Vec::new(), truth: Vec::new() };
        for key in own {
            let sum: f64 = reach[key].iter().sum();
            let mut law = vec![0.0; 1 << q];
            if let Some(argument) = self.case.tree().argument(key.0, key.1) {
                for (weight, (_, truths)) in reach[key].iter().zip(&self.worlds) {
                    let bits = argument.parts.iter().enumerate();
                    let word: usize = bits.map(|(at, p)| usize::from(truths.of(p)) << at).sum();
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

/// What he states for each subclaim as these answers are drawn from his law.
fn stated(law: &[f64], word: usize, q: usize) -> Vec<f64> {
    assert!(q <= MOST_JOINT);
    (0..q).map(|at| super::learned::conditional(law, at, word & ((1 << at) - 1))).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::PartAsked;
    use super::*;
    use crate::machine::claims::{Rule, Worlds, uniform};
    use crate::protocol::prover_estimator::Stated;

    #[test]
    fn a_bob_taught_against_an_obfuscator_leaves_no_test_more_than_delta() {
        let tree = uniform("x", Rule::ALL, 3, 2).unwrap();
        let case = Case::drawn(Worlds::one_false(&tree));
        let stakes = Stakes::new(&case, 0.1, Stated::Ratio(3.0)).unwrap();
        let alice = Prover::Obfuscator { towards: Arc::from([0, 1]) };
        let learned = Learned::against(&case, stakes, &alice, 0.05, &Token::default()).unwrap();
        for round in learned.rounds() {
            assert!(round.advantage <= 0.05 && round.steps <= round.bound, "{round:?}");
            assert!(round.advantage <= round.over_all + 1e-12, "{round:?}");
        }
        // She always goes to the first subclaim, so that argument alone is learned below the root.
        assert_eq!(learned.rounds()[2].arguments, 1);
        let asked = |at: usize| PartAsked {
            claim: tree.argument(ClaimId::ROOT, 0).unwrap().parts.get(at).unwrap(),
            which: 0,
            at: 0,
        };
        assert!((learned.next(asked(0), (0, 0)) - 8.0 / 9.0).abs() < 0.06);
        assert_eq!(learned.next(asked(1), (0, 0)), 0.5, "never asked for");
        // She is always wrong, and he says so.
        assert!(learned.root(true) < 0.06);
    }
}
