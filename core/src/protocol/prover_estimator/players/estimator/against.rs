//! Learning against one fixed Alice, on her own path (Lemma A.3 as used in Lemma A.4): the inputs
//! of a round are the arguments that she and the estimator of the rounds before lead to, weighted
//! by how often they do, and her own way to pick a subclaim is among the tests.

use std::collections::BTreeMap;

use super::CannotLearn;
use super::indistinguishable::{Inputs, fit};
use super::learned::{Learned, LearnedRound, MOST_JOINT, checked, tests_of};
use crate::machine::claims::{Case, ClaimId, StabilityTable, Truths};
use crate::protocol::prover_estimator::players::prover::{Prover, Stakes};
use crate::rules::Direction;
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
        let mut learned = Self::untaught(delta);
        learned.first(&worlds, case, alice, token)?;
        let mut table = StabilityTable::new(stakes.epsilon);
        let mut reach = LeadsTo::new();
        for (at, (weight, truths)) in worlds.iter().enumerate() {
            lead(
                &mut reach,
                (case, alice, &mut table),
                worlds.len(),
                ClaimId::ROOT,
                at,
                *weight,
                truths,
            );
        }
        let mut round = 0;
        while !reach.is_empty() {
            reach = learned.level(case, stakes, alice, &worlds, reach, round, &mut table, token)?;
            round += 1;
        }
        Ok(learned)
    }

    /// Learns P[root is true | her answer].
    fn first(
        &mut self,
        worlds: &[(f64, Truths)],
        case: &Case,
        alice: &Prover,
        token: &Token,
    ) -> Result<(), Stopped> {
        let mut counts = [[0.0; 2]; 2];
        for (weight, truths) in worlds {
            let answer = usize::from(alice.answer(case, truths));
            counts[answer][usize::from(truths.of(ClaimId::ROOT))] += weight;
        }
        let answers: Vec<usize> = (0..2).filter(|&a| counts[a][0] + counts[a][1] > 0.0).collect();
        let all = |answer: usize| counts[answer][0] + counts[answer][1];
        let inputs = Inputs {
            weights: answers.iter().map(|&a| all(a)).collect(),
            truth: answers.iter().map(|&a| counts[a].map(|c| c / all(a)).to_vec()).collect(),
        };
        let found = fit(&inputs, 1, |_, _, _, y| y as f64, self.delta(), token)?;
        for (&answer, law) in answers.iter().zip(&found.laws) {
            self.root[answer] = law[1];
        }
        self.rounds.push(LearnedRound::of(None, answers.len(), 2, self.delta(), &found, &inputs));
        Ok(())
    }

    /// Learns the arguments of one round, and says what they lead to.
    #[expect(clippy::too_many_arguments, reason = "what a round of learning depends on")]
    fn level(
        &mut self,
        case: &Case,
        stakes: Stakes,
        alice: &Prover,
        worlds: &[(f64, Truths)],
        reach: LeadsTo,
        round: usize,
        table: &mut StabilityTable,
        token: &Token,
    ) -> Result<LeadsTo, Stopped> {
        let tree = case.tree();
        let mut by_width: BTreeMap<usize, Vec<(ClaimId, usize)>> = BTreeMap::new();
        for &(claim, which) in reach.keys() {
            if let Some(argument) = tree.argument(claim, which) {
                by_width.entry(argument.parts.len()).or_default().push((claim, which));
            }
        }
        let mut next = LeadsTo::new();
        for (q, own) in by_width {
            let inputs = inputs(case, worlds, &reach, &own, q);
            let (base, value) = tests_of(case, &own, q);
            // The last test is her own: what her pick would pay her in the next round, were the
            // drawn answers the true ones.
            let hers = |laws: &[Vec<f64>], x: usize, y: usize| {
                let (claim, which) = own[x];
                let Some(argument) = tree.argument(claim, which) else { return 0.0 };
                let stated = stated(&laws[x], y, q);
                let mut paid = 0.0;
                for (weight, (_, truths)) in reach[&own[x]].iter().zip(worlds) {
                    if *weight > 0.0 {
                        for (at, chance) in alice.picks(case, truths, argument, round, &stated) {
                            let Some(part) = argument.parts.get(at) else { continue };
                            let answer = alice.answer(case, truths);
                            let said = alice.call(&stakes, case, truths, part, answer, stated[at]);
                            let off = f64::from(u8::from(y >> at & 1 == 1)) - stated[at];
                            paid += weight * chance * sign(said) * off;
                        }
                    }
                }
                paid / reach[&own[x]].iter().sum::<f64>()
            };
            let test = |laws: &[Vec<f64>], f: usize, x: usize, y: usize| match f == base {
                true => hers(laws, x, y),
                false => value(f, x, y),
            };
            let found = fit(&inputs, base + 1, test, self.delta(), token)?;
            self.rounds.push(LearnedRound::of(
                Some(round),
                own.len(),
                1 << q,
                self.delta(),
                &found,
                &inputs,
            ));
            for (key, law) in own.iter().zip(found.laws) {
                let Some(argument) = tree.argument(key.0, key.1) else { continue };
                for (y, &g) in law.iter().enumerate().filter(|(_, g)| **g > 0.0) {
                    token.check()?;
                    let stated = stated(&law, y, q);
                    for (at, (weight, (_, truths))) in reach[key].iter().zip(worlds).enumerate() {
                        if *weight <= 0.0 {
                            continue;
                        }
                        for (place, chance) in alice.picks(case, truths, argument, round, &stated) {
                            if let Some(part) = argument.parts.get(place) {
                                let own = (case, alice, &mut *table);
                                lead(
                                    &mut next,
                                    own,
                                    worlds.len(),
                                    part,
                                    at,
                                    weight * g * chance,
                                    truths,
                                );
                            }
                        }
                    }
                }
                self.joint.insert(*key, law);
            }
        }
        Ok(next)
    }
}

/// She comes to a claim in one of the worlds, and argues for it.
fn lead(
    reach: &mut LeadsTo,
    (case, alice, table): (&Case, &Prover, &mut StabilityTable),
    worlds: usize,
    claim: ClaimId,
    world: usize,
    weight: f64,
    truths: &Truths,
) {
    if weight > 0.0 && !case.tree().is_leaf(claim) {
        let which = alice.argument(table, case, truths, claim);
        reach.entry((claim, which)).or_insert_with(|| vec![0.0; worlds])[world] += weight;
    }
}

/// The weights of arguments, and their true laws where she comes to them.
fn inputs(
    case: &Case,
    worlds: &[(f64, Truths)],
    reach: &LeadsTo,
    own: &[(ClaimId, usize)],
    q: usize,
) -> Inputs {
    let mut inputs = Inputs { weights: Vec::new(), truth: Vec::new() };
    for key in own {
        let sum: f64 = reach[key].iter().sum();
        let mut law = vec![0.0; 1 << q];
        if let Some(argument) = case.tree().argument(key.0, key.1) {
            for (weight, (_, truths)) in reach[key].iter().zip(worlds) {
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

/// What he states for each subclaim as these answers are drawn from his law.
fn stated(law: &[f64], word: usize, q: usize) -> Vec<f64> {
    assert!(q <= MOST_JOINT);
    (0..q).map(|at| super::learned::conditional(law, at, word & ((1 << at) - 1))).collect()
}

fn sign(said: Direction) -> f64 {
    match said {
        Direction::TooLow => 1.0,
        Direction::AboutRight => 0.0,
        Direction::TooHigh => -1.0,
    }
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
