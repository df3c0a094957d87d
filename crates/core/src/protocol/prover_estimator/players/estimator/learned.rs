//! The learned estimator: for each level of a claim tree, a joint law over the answers to every
//! argument that tests of Alice's cannot tell from the truth (Lemma A.3).

use std::collections::BTreeMap;

use foldhash::{HashMap, HashMapExt};

use super::PartAsked;
use super::indistinguishable::{Fit, Inputs, fit, over_all_tests, step_bound};
use crate::machine::claims::{Belief, Case, ClaimId, Rule};
use crate::work::{Stopped, Token};

/// Arguments of at most this many subclaims can be learned: a law over 2^10 answers each.
pub const MOST_JOINT: usize = 10;
/// Arguments of a tree, at most.
const MOST_ARGUMENTS: usize = 64;

/// An argument: whose, and which.
type Arguable = (ClaimId, usize);

/// Learned laws, and what it took.
#[derive(Clone, Debug)]
pub struct Learned {
    delta: f64,
    /// P[root claim is true], by Alice's answer to it: no, yes.
    pub(super) root: [f64; 2],
    pub(super) joint: HashMap<(ClaimId, usize), Vec<f64>>,
    pub(super) rounds: Vec<LearnedRound>,
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
    /// The largest advantage of any test with values in [−1, 1], those that nobody looked at too.
    pub over_all: f64,
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
    /// Too many worlds.
    #[error("there are too many worlds to learn how one Alice comes to an argument in each")]
    Worlds,
    /// The work was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Learned {
    /// Learns every argument of the case's tree to within `delta`. Inputs are the arguments of one
    /// depth and width, equally weighted; tests are the rule, each subclaim, and each pair of
    /// them, over all these arguments and for each alone.
    ///
    /// # Errors
    /// If δ is out of range, the tree is too large, or the work was stopped.
    pub fn new(case: &Case, delta: f64, token: &Token) -> Result<Self, CannotLearn> {
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
        let inputs = Inputs { weights: vec![1.0], truth: vec![vec![1.0 - prior, prior]] };
        let first = fit(&inputs, 1, |_, _, _, y| y as f64, delta, token)?;
        let mut rounds = vec![LearnedRound::of(None, delta, &first, &inputs)];
        let mut joint = HashMap::new();
        for ((depth, q), own) in groups {
            let truth: Result<_, Stopped> =
                own.iter().map(|&(claim, which)| joint_law(case, claim, which, token)).collect();
            let truth = truth?;
            let inputs = Inputs { weights: vec![1.0 / own.len() as f64; own.len()], truth };
            let (tests, value) = tests_of(case, &own, q);
            let learned = fit(&inputs, tests, |_, f, x, y| value(f, x, y), delta, token)?;
            rounds.push(LearnedRound::of(Some(depth), delta, &learned, &inputs));
            for (&(claim, which), law) in own.iter().zip(learned.laws) {
                joint.insert((claim, which), law);
            }
        }
        Ok(Self { delta, root: [first.laws[0][1]; 2], joint, rounds })
    }

    /// One who has learned nothing yet.
    pub(super) fn untaught(delta: f64) -> Self {
        Self { delta, root: [0.5; 2], joint: HashMap::new(), rounds: Vec::new() }
    }

    /// What he was to be learned to within.
    pub fn delta(&self) -> f64 {
        self.delta
    }

    /// How the learning went, the root's own probability first, then by depth and width.
    pub fn rounds(&self) -> &[LearnedRound] {
        &self.rounds
    }

    /// P[root claim is true] once Alice answered it so.
    pub(super) fn root(&self, answer: bool) -> f64 {
        self.root[usize::from(answer)]
    }

    /// P[the subclaim asked about | the answers drawn before it], from the joint law; one half
    /// where the law does not allow those answers.
    pub(super) fn next(&self, asked: PartAsked, (word, count): (u32, u32)) -> f64 {
        let Some(law) = self.joint.get(&(asked.claim, asked.which)) else { return 0.5 };
        assert_eq!(asked.at, count as usize);
        conditional(law, asked.at, word as usize)
    }
}

/// P[answer `at` is yes | the answers before it are those of `word`]; one half where the law does
/// not allow them.
pub(super) fn conditional(law: &[f64], at: usize, word: usize) -> f64 {
    let mask = (1usize << at) - 1;
    let (mut no, mut yes) = (0.0, 0.0);
    for (y, g) in law.iter().enumerate().filter(|(y, _)| y & mask == word & mask) {
        *(if y >> at & 1 == 1 { &mut yes } else { &mut no }) += g;
    }
    if no + yes > 0.0 { yes / (no + yes) } else { 0.5 }
}

/// Whether there is anything to learn to within this δ.
pub(super) fn checked(case: &Case, delta: f64) -> Result<(), CannotLearn> {
    if !(0.005..=1.0).contains(&delta) {
        return Err(CannotLearn::Delta(delta));
    }
    let tree = case.tree();
    if tree.width() > MOST_JOINT {
        return Err(CannotLearn::TooWide(tree.width()));
    }
    let mut arguments = tree.claims().flat_map(|claim| tree.arguments(claim));
    if arguments.nth(MOST_ARGUMENTS).is_some() { Err(CannotLearn::TooLarge) } else { Ok(()) }
}

/// The tests of arguments with `q` subclaims each: how many, and their values in {0, 1}. They are
/// the rule, each subclaim, and each pair of them, over all these arguments and for each alone.
pub(super) fn tests_of(
    case: &Case,
    own: &[Arguable],
    q: usize,
) -> (usize, impl Fn(usize, usize, usize) -> f64 + use<>) {
    // Test 0 is the rule, 1..=q the subclaims, then the pairs.
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
    pub(super) fn of(depth: Option<usize>, delta: f64, fit: &Fit, inputs: &Inputs) -> Self {
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

/// The true joint law of an argument's subclaims under the worlds: bit i of the outcome is
/// subclaim i.
fn joint_law(
    case: &Case,
    claim: ClaimId,
    which: usize,
    token: &Token,
) -> Result<Vec<f64>, Stopped> {
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
    use crate::machine::claims::{Worlds, uniform};

    #[test]
    fn a_learned_estimator_comes_close_to_the_worlds() {
        let tree = uniform("x", Rule::ALL, 4, 1).unwrap();
        let case = Case::drawn(Worlds::one_false(&tree));
        let learned = Learned::new(&case, 0.02, &Token::default()).unwrap();
        assert_eq!(learned.rounds().len(), 2);
        for round in learned.rounds() {
            assert!(round.advantage <= 0.02 && round.steps <= round.bound, "{round:?}");
        }
        let first = PartAsked { claim: ClaimId::ROOT, which: 0, at: 0 };
        assert!((learned.next(first, (0, 0)) - 0.75).abs() <= 0.02 + 1e-9);
        assert!(learned.root(true) <= 0.02 + 1e-9);
    }

    #[test]
    fn what_is_too_large_to_learn_is_refused() {
        let of = |width, depth, delta| {
            let tree = uniform("x", Rule::ALL, width, depth).unwrap();
            let case = Case::drawn(Worlds::one_false(&tree));
            Learned::new(&case, delta, &Token::default()).map(|_| ())
        };
        assert_eq!(of(11, 1, 0.1), Err(CannotLearn::TooWide(11)));
        assert_eq!(of(2, 7, 0.1), Err(CannotLearn::TooLarge));
        assert_eq!(of(2, 1, 0.0), Err(CannotLearn::Delta(0.0)));
    }

    #[test]
    fn learning_can_be_stopped() {
        let case = Case::drawn(Worlds::one_false(&uniform("x", Rule::ALL, 4, 2).unwrap()));
        for questions in [0, 1, 50, 200] {
            let stopped = Learned::new(&case, 0.01, &Token::limited(questions)).err();
            assert_eq!(stopped, Some(CannotLearn::Stopped(Stopped)), "{questions}");
        }
    }
}
