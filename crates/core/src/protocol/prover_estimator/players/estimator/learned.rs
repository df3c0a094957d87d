//! The learned estimator (Lemma A.3). For every argument he learns a joint distribution over the answers. Alice's tests
//! cannot distinguish this distribution from the true one.

use std::collections::BTreeMap;

use foldhash::{HashMap, HashMapExt};

use super::AskedSubclaim;
use super::indistinguishable::{LearnedFit, TrainingInputs, fit, over_all_tests, step_bound};
use crate::machine::claims::{Belief, ClaimId, ClaimsInstance, Rule};
use crate::work::{CancelToken, Cancelled};

/// Bob can learn about an argument with at most this many subclaims. Its distribution then has 2^10
/// outcomes.
pub const MOST_JOINT: usize = 10;
/// Bob can learn about a tree with at most this many arguments.
const MOST_ARGUMENTS: usize = 64;

/// An argument: its claim, and its position among the claim's arguments.
type Arguable = (ClaimId, usize);

/// The learned distributions, and a record of how they were learned.
#[derive(Clone, Debug)]
pub struct LearnedEstimates {
    delta: f64,
    /// P[root claim is true] if Alice answered no, and if she answered yes.
    pub(super) root: [f64; 2],
    pub(super) joint: HashMap<(ClaimId, usize), Vec<f64>>,
    pub(super) rounds: Vec<LearnedRound>,
}

/// A record of learning about a group of arguments of the same depth and width.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LearnedRound {
    /// The depth of the claims. `None` for the probability of the root.
    pub depth: Option<usize>,
    /// The number of arguments in the group.
    pub arguments: usize,
    /// 2^q, the number of outcomes of each argument.
    pub outcomes: usize,
    /// The number of gradient steps.
    pub steps: u64,
    /// The lemma's upper bound on the number of gradient steps.
    pub bound: u64,
    /// The largest advantage that one of the tests still has. It is at most δ.
    pub advantage: f64,
    /// The largest advantage that any test with values in [−1, 1] would have, including tests that
    /// were not used.
    pub over_all: f64,
}

/// The reason why an estimator cannot be learned.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LearningError {
    /// δ is out of range.
    #[error("δ is {0}. Write a number from 0.005 to 1")]
    Delta(f64),
    /// An argument has too many subclaims.
    #[error("an argument has {0} subclaims, but an estimator can learn at most {MOST_JOINT}")]
    TooWide(usize),
    /// The tree has too many arguments.
    #[error("the tree has more than {MOST_ARGUMENTS} arguments, which is too many to learn")]
    TooLarge,
    /// There are too many worlds.
    #[error("there are too many worlds: this Bob would have to learn Alice's play in each of them")]
    Worlds,
    /// The work was cancelled.
    #[error(transparent)]
    Stopped(#[from] Cancelled),
}

impl LearnedEstimates {
    /// Learns about every argument of the case's tree, until no test has an advantage above `delta`. The inputs are the
    /// arguments of one depth and width, with equal weights. There is one test for the rule, one for each
    /// subclaim, and one for each pair of subclaims. Each of these tests is made for every single argument, and once for
    /// all arguments together.
    ///
    /// # Errors
    /// Returns an error if δ is out of range, if the tree is too large, or if the work was cancelled.
    pub fn new(
        case: &ClaimsInstance,
        delta: f64,
        token: &CancelToken,
    ) -> Result<Self, LearningError> {
        checked(case, delta)?;
        let tree = case.tree();
        let mut groups: BTreeMap<(usize, usize), Vec<Arguable>> = BTreeMap::new();
        for claim in tree.claims() {
            for (which, argument) in tree.arguments(claim).enumerate() {
                let group = (tree.depth_of(claim), argument.parts.len());
                groups.entry(group).or_default().push((claim, which));
            }
        }
        let prior = case.worlds().chance(ClaimId::ROOT);
        let inputs = TrainingInputs { weights: vec![1.0], truth: vec![vec![1.0 - prior, prior]] };
        let first = fit(&inputs, 1, |_, _, _, y| y as f64, delta, token)?;
        let mut rounds = vec![LearnedRound::new(None, delta, &first, &inputs)];
        let mut joint = HashMap::new();
        for ((depth, q), own) in groups {
            let truth: Result<_, Cancelled> =
                own.iter().map(|&(claim, which)| joint_law(case, claim, which, token)).collect();
            let truth = truth?;
            let inputs = TrainingInputs { weights: vec![1.0 / own.len() as f64; own.len()], truth };
            let (tests, value) = tests_of(case, &own, q);
            let learned = fit(&inputs, tests, |_, f, x, y| value(f, x, y), delta, token)?;
            rounds.push(LearnedRound::new(Some(depth), delta, &learned, &inputs));
            for (&(claim, which), law) in own.iter().zip(learned.laws) {
                joint.insert((claim, which), law);
            }
        }
        Ok(Self { delta, root: [first.laws[0][1]; 2], joint, rounds })
    }

    pub(super) fn untrained(delta: f64) -> Self {
        Self { delta, root: [0.5; 2], joint: HashMap::new(), rounds: Vec::new() }
    }

    /// The δ of the learning. No test has a larger advantage.
    pub fn delta(&self) -> f64 {
        self.delta
    }

    /// The records of the learning. The record for the root's probability comes first. The others
    /// are sorted by depth and width.
    pub fn rounds(&self) -> &[LearnedRound] {
        &self.rounds
    }

    /// P[root claim is true], given Alice's answer.
    pub(super) fn root(&self, answer: bool) -> f64 {
        self.root[usize::from(answer)]
    }

    /// P[the asked subclaim is true | the answers drawn before it], from the joint distribution.
    /// 0.5 if those answers have probability 0.
    pub(super) fn next(&self, asked: AskedSubclaim, (word, count): (u32, u32)) -> f64 {
        let Some(law) = self.joint.get(&(asked.claim, asked.which)) else { return 0.5 };
        assert_eq!(asked.at, count as usize);
        conditional(law, asked.at, word as usize)
    }
}

/// P[answer `at` is yes | the answers before it are those of `word`]. 0.5 if those answers have
/// probability 0.
pub(super) fn conditional(law: &[f64], at: usize, word: usize) -> f64 {
    let first = word & ((1usize << at) - 1);
    let of = |first: usize| law.iter().skip(first).step_by(2 << at).sum::<f64>();
    let (no, yes) = (of(first), of(first | 1 << at));
    if no + yes > 0.0 { yes / (no + yes) } else { 0.5 }
}

/// Checks that an estimator can be learned for this case and this δ.
pub(super) fn checked(case: &ClaimsInstance, delta: f64) -> Result<(), LearningError> {
    if !(0.005..=1.0).contains(&delta) {
        return Err(LearningError::Delta(delta));
    }
    let tree = case.tree();
    if tree.width() > MOST_JOINT {
        return Err(LearningError::TooWide(tree.width()));
    }
    let mut arguments = tree.claims().flat_map(|claim| tree.arguments(claim));
    if arguments.nth(MOST_ARGUMENTS).is_some() { Err(LearningError::TooLarge) } else { Ok(()) }
}

/// The number of tests for arguments with `q` subclaims each, and the function that computes their values (0 or 1).
/// There is one test for the rule, one for each subclaim, and one for each pair of subclaims. Each of these tests is
/// made for every single argument, and once for all arguments together.
pub(super) fn tests_of(
    case: &ClaimsInstance,
    own: &[Arguable],
    q: usize,
) -> (usize, impl Fn(usize, usize, usize) -> f64 + use<>) {
    // Test 0 is the rule, tests 1 to q are the subclaims, and the pairs follow.
    let pairs: Vec<usize> =
        (0..q).flat_map(|a| (a + 1..q).map(move |b| 1usize << a | 1usize << b)).collect();
    let base = 1 + q + pairs.len();
    let copies = if own.len() > 1 { own.len() + 1 } else { 1 };
    let holds = |&(claim, which): &Arguable| -> Vec<bool> {
        let rule = case.tree().argument(claim, which).map_or(Rule::ALL, |argument| argument.rule);
        let answers = |y: usize| (0..q).map(move |at| y >> at & 1 == 1);
        (0..1usize << q).map(|y| rule.holds(answers(y))).collect()
    };
    let rules: Vec<Vec<bool>> = own.iter().map(holds).collect();
    let value = move |f: usize, x: usize, y: usize| {
        let (copy, f) = (f / base, f % base);
        let counts = copy == 0 || copy - 1 == x;
        let holds = match f {
            0 => rules[x][y],
            f if f <= q => y >> (f - 1) & 1 == 1,
            f => y & pairs[f - 1 - q] == pairs[f - 1 - q],
        };
        f64::from(counts && holds)
    };
    (base * copies, value)
}

impl LearnedRound {
    pub(super) fn new(
        depth: Option<usize>,
        delta: f64,
        fit: &LearnedFit,
        inputs: &TrainingInputs,
    ) -> Self {
        let outcomes = inputs.outcomes();
        Self {
            depth,
            arguments: inputs.truth.len(),
            outcomes,
            steps: fit.steps,
            bound: step_bound(outcomes, delta),
            advantage: fit.advantage,
            over_all: over_all_tests(inputs, &fit.laws),
        }
    }
}

/// The true joint distribution of an argument's subclaims over the worlds. Bit i of an outcome is
/// the truth of subclaim i.
fn joint_law(
    case: &ClaimsInstance,
    claim: ClaimId,
    which: usize,
    token: &CancelToken,
) -> Result<Vec<f64>, Cancelled> {
    let Some(argument) = case.tree().argument(claim, which) else { return Ok(vec![1.0]) };
    let mut law = vec![0.0; 1 << argument.parts.len()];
    let mut open: Vec<(usize, usize, f64, Belief)> = vec![(0, 0, 1.0, case.worlds().belief())];
    while let Some((at, word, weight, belief)) = open.pop() {
        token.check()?;
        let Some(part) = argument.parts.get(at) else {
            law[word] = weight;
            continue;
        };
        let yes = belief.chance(part);
        for (answer, chance) in [(false, 1.0 - yes), (true, yes)] {
            if chance > 0.0 {
                let word = word | usize::from(answer) << at;
                let belief = belief.clone().given(part, answer);
                open.push((at + 1, word, weight * chance, belief));
            }
        }
    }
    Ok(law)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::claims::{WorldDistribution, uniform};

    #[test]
    fn a_learned_estimator_comes_close_to_the_worlds() {
        let tree = uniform("x", Rule::ALL, 4, 1).unwrap();
        let case = ClaimsInstance::drawn(WorldDistribution::one_false(&tree));
        let learned = LearnedEstimates::new(&case, 0.02, &CancelToken::default()).unwrap();
        assert_eq!(learned.rounds().len(), 2);
        for round in learned.rounds() {
            assert!(round.advantage <= 0.02 && round.steps <= round.bound, "{round:?}");
        }
        let first = AskedSubclaim { claim: ClaimId::ROOT, which: 0, at: 0 };
        assert!((learned.next(first, (0, 0)) - 0.75).abs() <= 0.02 + 1e-9);
        assert!(learned.root(true) <= 0.02 + 1e-9);
    }

    #[test]
    fn a_case_too_large_to_learn_is_refused() {
        let of = |width, depth, delta| {
            let tree = uniform("x", Rule::ALL, width, depth).unwrap();
            let case = ClaimsInstance::drawn(WorldDistribution::one_false(&tree));
            LearnedEstimates::new(&case, delta, &CancelToken::default()).map(|_| ())
        };
        assert_eq!(of(11, 1, 0.1), Err(LearningError::TooWide(11)));
        assert_eq!(of(2, 7, 0.1), Err(LearningError::TooLarge));
        assert_eq!(of(2, 1, 0.0), Err(LearningError::Delta(0.0)));
    }

    #[test]
    fn learning_can_be_stopped() {
        let case = ClaimsInstance::drawn(WorldDistribution::one_false(
            &uniform("x", Rule::ALL, 4, 2).unwrap(),
        ));
        for questions in [0, 1, 50, 200] {
            let stopped =
                LearnedEstimates::new(&case, 0.01, &CancelToken::limited(questions)).err();
            assert_eq!(stopped, Some(LearningError::Stopped(Cancelled)), "{questions}");
        }
    }
}
