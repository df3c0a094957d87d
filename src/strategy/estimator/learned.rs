//! The learned estimator: for each level of a claim tree, a joint law over the answers to every
//! argument that tests of Alice's cannot tell from the truth (Lemma A.3).

use std::collections::{BTreeMap, HashMap};

use super::Asked;
use super::indistinguishable::{Fit, Inputs, fit, step_bound};
use crate::machine::claims::{Belief, Case, ClaimId, Rule};

/// Arguments of at most this many subclaims can be learned: a law over 2^10 answers each.
pub const MOST_JOINT: usize = 10;
/// Arguments of a tree, at most.
const MOST_ARGUMENTS: usize = 64;

/// An argument: whose, which, and its rule.
type Arguable = (ClaimId, usize, Rule);

/// Learned laws, and what it took.
#[derive(Clone, Debug)]
pub struct Learned {
    delta: f64,
    root: f64,
    joint: HashMap<(ClaimId, usize), Vec<f64>>,
    rounds: Vec<LearnedRound>,
}

/// How the learning of one group of arguments went: those of one depth and width.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LearnedRound {
    /// Depth of the claims argued for; none for the root's own probability.
    pub depth: Option<usize>,
    /// How many arguments were learned together.
    pub arguments: usize,
    /// 2^q, the outcomes of each.
    pub outcomes: usize,
    /// Gradient steps taken.
    pub steps: u64,
    /// The most the lemma allows.
    pub bound: u64,
    /// The largest advantage that a test still has; at most δ.
    pub advantage: f64,
}

/// Why an estimator cannot be learned here.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CannotLearn {
    /// δ outside its range.
    #[error("learn to within a δ from 0.005 to 1, not {0}")]
    Delta(f64),
    /// An argument with too many subclaims.
    #[error("an argument has {0} subclaims; a joint law over them is learned up to {MOST_JOINT}")]
    TooWide(usize),
    /// Too many arguments.
    #[error("the tree has more than {MOST_ARGUMENTS} arguments, too many to learn them all")]
    TooLarge,
}

impl Learned {
    /// Learns every argument of the case's tree to within `delta`. Inputs are the arguments of one
    /// depth and width, equally weighted; tests are the rule, each subclaim, and each pair of
    /// them, over all these arguments and for each alone.
    pub fn new(case: &Case, delta: f64) -> Result<Self, CannotLearn> {
        if !(0.005..=1.0).contains(&delta) {
            return Err(CannotLearn::Delta(delta));
        }
        let tree = case.tree();
        if tree.width() > MOST_JOINT {
            return Err(CannotLearn::TooWide(tree.width()));
        }
        let mut groups: BTreeMap<(usize, usize), Vec<Arguable>> = BTreeMap::new();
        let mut arguments = 0;
        for claim in tree.claims() {
            for (which, argument) in tree.arguments(claim).enumerate() {
                arguments += 1;
                if arguments > MOST_ARGUMENTS {
                    return Err(CannotLearn::TooLarge);
                }
                let group = (tree.depth_of(claim), argument.parts.len());
                groups.entry(group).or_default().push((claim, which, argument.rule));
            }
        }
        let prior = case.worlds().chance(ClaimId::ROOT);
        let inputs = Inputs { weights: vec![1.0], truth: vec![vec![1.0 - prior, prior]] };
        let first = fit(&inputs, 1, |_, _, y| y as f64, delta);
        let mut rounds = vec![LearnedRound::of(None, 1, 2, delta, &first)];
        let mut joint = HashMap::new();
        for ((depth, q), own) in groups {
            let truth =
                own.iter().map(|&(claim, which, _)| joint_law(case, claim, which)).collect();
            let inputs = Inputs { weights: vec![1.0 / own.len() as f64; own.len()], truth };
            // Test 0 is the rule, 1..=q the subclaims, then the pairs.
            let pairs: Vec<usize> =
                (0..q).flat_map(|a| (a + 1..q).map(move |b| 1usize << a | 1usize << b)).collect();
            let base = 1 + q + pairs.len();
            let copies = if own.len() > 1 { own.len() + 1 } else { 1 };
            let outcomes = 0..1usize << q;
            let holds = |rule: Rule| -> Vec<bool> {
                let answers = |y: usize| (0..q).map(move |at| y >> at & 1 == 1);
                outcomes.clone().map(|y| rule.holds(answers(y))).collect()
            };
            let rules: Vec<Vec<bool>> = own.iter().map(|argument| holds(argument.2)).collect();
            let value = |f: usize, x: usize, y: usize| {
                let (copy, f) = (f / base, f % base);
                let counts = copy == 0 || copy - 1 == x;
                let holds = match f {
                    0 => rules[x][y],
                    f if f <= q => y >> (f - 1) & 1 == 1,
                    f => y & pairs[f - 1 - q] == pairs[f - 1 - q],
                };
                f64::from(u8::from(counts && holds))
            };
            let learned = fit(&inputs, base * copies, value, delta);
            rounds.push(LearnedRound::of(Some(depth), own.len(), 1 << q, delta, &learned));
            for (&(claim, which, _), law) in own.iter().zip(learned.laws) {
                joint.insert((claim, which), law);
            }
        }
        Ok(Self { delta, root: first.laws[0][1], joint, rounds })
    }

    /// What he was to be learned to within.
    pub fn delta(&self) -> f64 {
        self.delta
    }

    /// How the learning went, the root's own probability first, then by depth and width.
    pub fn rounds(&self) -> &[LearnedRound] {
        &self.rounds
    }

    /// P[root claim is true].
    pub(super) fn root(&self) -> f64 {
        self.root
    }

    /// P[the subclaim asked about | the answers drawn before it], from the joint law; one half
    /// where the law does not allow those answers.
    pub(super) fn next(&self, asked: Asked, (word, count): (u32, u32)) -> f64 {
        let Some(law) = self.joint.get(&(asked.claim, asked.which)) else { return 0.5 };
        let mask = (1usize << count) - 1;
        let (mut no, mut yes) = (0.0, 0.0);
        for (y, g) in law.iter().enumerate().filter(|(y, _)| y & mask == word as usize) {
            *(if y >> asked.at & 1 == 1 { &mut yes } else { &mut no }) += g;
        }
        if no + yes > 0.0 { yes / (no + yes) } else { 0.5 }
    }
}

impl LearnedRound {
    fn of(depth: Option<usize>, arguments: usize, outcomes: usize, delta: f64, fit: &Fit) -> Self {
        Self {
            depth,
            arguments,
            outcomes,
            steps: fit.steps,
            bound: step_bound(outcomes, delta),
            advantage: fit.advantage,
        }
    }
}

/// The true joint law of an argument's subclaims under the worlds: bit i of the outcome is
/// subclaim i.
fn joint_law(case: &Case, claim: ClaimId, which: usize) -> Vec<f64> {
    let Some(argument) = case.tree().argument(claim, which) else { return vec![1.0] };
    let mut law = vec![0.0; 1 << argument.parts.len()];
    let mut open: Vec<(usize, usize, f64, Belief)> = vec![(0, 0, 1.0, case.worlds().belief())];
    while let Some((at, word, weight, belief)) = open.pop() {
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
    law
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::claims::{Worlds, uniform};

    #[test]
    fn a_learned_estimator_comes_close_to_the_worlds() {
        let tree = uniform("x", Rule::ALL, 4, 1).unwrap();
        let case = Case::drawn(Worlds::one_false(&tree));
        let learned = Learned::new(&case, 0.02).unwrap();
        assert_eq!(learned.rounds().len(), 2);
        for round in learned.rounds() {
            assert!(round.advantage <= 0.02 && round.steps <= round.bound, "{round:?}");
        }
        let first = Asked { claim: ClaimId::ROOT, which: 0, at: 0 };
        assert!((learned.next(first, (0, 0)) - 0.75).abs() <= 0.02 + 1e-9);
        assert!(learned.root() <= 0.02 + 1e-9);
    }

    #[test]
    fn what_is_too_large_to_learn_is_refused() {
        let of = |width, depth, delta| {
            let tree = uniform("x", Rule::ALL, width, depth).unwrap();
            Learned::new(&Case::drawn(Worlds::one_false(&tree)), delta).map(|_| ())
        };
        assert_eq!(of(11, 1, 0.1), Err(CannotLearn::TooWide(11)));
        assert_eq!(of(2, 7, 0.1), Err(CannotLearn::TooLarge));
        assert_eq!(of(2, 1, 0.0), Err(CannotLearn::Delta(0.0)));
    }
}
