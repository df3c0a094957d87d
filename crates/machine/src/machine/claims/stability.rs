//! Stability: how much the probability of an argument changes if all probabilities in it change a little (Brown-Cohen
//! et al. 2025, Def. 5.3).

use std::collections::HashMap;

use super::{ClaimId, ClaimTree, Odds, PartialRule, Quorum, Rule, Truths};

/// The size of the errors that an argument must tolerate: a number above 0 and below 1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Epsilon(f64);

/// Why a number is not an [`Epsilon`].
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("ε = {0} is not possible. Write a number above 0 and below 1, such as 0.1")]
pub struct NotAnEpsilon(pub f64);

impl Epsilon {
    /// Checks that a number is above 0 and below 1.
    pub fn new(epsilon: f64) -> Result<Self, NotAnEpsilon> {
        if epsilon > 0.0 && epsilon < 1.0 { Ok(Self(epsilon)) } else { Err(NotAnEpsilon(epsilon)) }
    }

    /// The number.
    pub fn get(self) -> f64 {
        self.0
    }
}

/// The stability of an argument whose subclaims are answered correctly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stability {
    /// The largest change of P[rule = 1], as a multiple of ε. If it is at least 1, the argument is unstable.
    pub rho: f64,
    /// The change of the probabilities that causes this largest change.
    pub worst: WorstCase,
}

/// The change of the probabilities that has the largest effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorstCase {
    /// Each probability is ε lower.
    Lower,
    /// Each probability is ε higher.
    Higher,
    /// Each probability is correct or ε nearer to the wrong answer, depending on earlier answers. This occurs only for
    /// rules that are not monotone.
    Either,
}

impl Stability {
    /// True if the argument is unstable. If ρ is more than 1, no reward ratio protects an honest
    /// Alice.
    pub fn is_brittle(self) -> bool {
        self.rho >= 1.0
    }
}

impl Rule {
    /// The exact ρ of an argument whose subclaims have these truths, if every conditional
    /// probability may change by ε.
    ///
    /// For a monotone rule, the worst case is that all probabilities are ε lower, or all are ε higher, clamped to [0,
    /// 1]. A change that depends on earlier answers does no more harm. A formula is evaluated answer by answer.
    pub fn stability(
        self,
        truths: impl ExactSizeIterator<Item = bool> + Clone,
        epsilon: Epsilon,
    ) -> Stability {
        let e = epsilon.0;
        let holds = self.holds(truths.clone());
        let worst = match (self.is_monotone(), holds) {
            (true, true) => WorstCase::Lower,
            (true, false) => WorstCase::Higher,
            (false, _) => WorstCase::Either,
        };
        if worst == WorstCase::Either {
            let truths: Vec<bool> = truths.collect();
            let start = self.tally(truths.len());
            let moved = wrong(start, &truths, e, !holds, &mut HashMap::new());
            return Stability { rho: moved / e, worst };
        }
        // A true claim can only be underestimated, and a false one overestimated.
        let (down, up) = (Odds { no: e, yes: 1.0 - e }, Odds { no: 1.0 - e, yes: e });
        let moved = if holds {
            let low = |truth| if truth { down } else { Odds::certain(false) };
            self.chances(truths.map(low)).no
        } else {
            let high = |truth| if truth { Odds::certain(true) } else { up };
            self.chances(truths.map(high)).yes
        };
        Stability { rho: moved / e, worst }
    }

    /// ρ of the rule if all its `parts` subclaims are true. A screen may show it while the truth is hidden.
    pub fn stability_if_all_true(self, parts: usize, epsilon: Epsilon) -> Stability {
        self.stability(std::iter::repeat_n(true, parts), epsilon)
    }
}

/// The largest probability that the rest of an argument gives the wrong result. Every answer is correct with a
/// probability of at least `1 - e`. The exact probability may depend on earlier answers.
fn wrong(
    tally: PartialRule,
    truths: &[bool],
    e: f64,
    outcome: bool,
    known: &mut HashMap<(usize, PartialRule), f64>,
) -> f64 {
    let Some((&truth, rest)) = truths.split_first() else {
        return f64::from(tally.holds() == outcome);
    };
    if let Some(&known) = known.get(&(rest.len(), tally)) {
        return known;
    }
    let [right, off] =
        [truth, !truth].map(|answer| wrong(tally.after_answer(answer), rest, e, outcome, known));
    let most = right.max((1.0 - e) * right + e * off);
    known.insert((rest.len(), tally), most);
    most
}

/// The stability of a tree in one world. A claim is as stable as the most stable of its arguments that agree with it.
#[derive(Clone, Debug)]
pub struct TreeStability {
    /// ρ of the tree: the largest ρ of any claim, true or false.
    pub rho: f64,
    /// The first claim with this ρ.
    pub claim: ClaimId,
}

/// A cache of values of ρ. For a rule that counts, ρ depends only on the number of true subclaims.
#[derive(Debug)]
pub struct StabilityTable {
    epsilon: Epsilon,
    known: HashMap<(Rule, usize, usize), Stability>,
}

impl StabilityTable {
    /// An empty cache for this ε.
    pub fn new(epsilon: Epsilon) -> Self {
        Self { epsilon, known: HashMap::new() }
    }

    fn stability(
        &mut self,
        rule: Rule,
        truths: impl ExactSizeIterator<Item = bool> + Clone,
    ) -> Stability {
        if rule.block() != 1 || matches!(rule.quorum(), Quorum::Formula(_)) {
            return rule.stability(truths, self.epsilon);
        }
        let key = (rule, truths.len(), truths.clone().filter(|&truth| truth).count());
        *self.known.entry(key).or_insert_with(|| rule.stability(truths, self.epsilon))
    }

    /// ρ of a tree in which every claim is true. For each claim it takes the argument with the smallest ρ, and returns
    /// the largest of these. A screen may show it while the truth is hidden.
    pub fn if_all_true(&mut self, tree: &ClaimTree) -> f64 {
        let epsilon = self.epsilon;
        let mut worst = 0.0f64;
        for claim in tree.claims() {
            let rhos = tree.arguments(claim).map(|argument| {
                let (rule, parts) = (argument.rule, argument.parts.len());
                let stability = self
                    .known
                    .entry((rule, parts, parts))
                    .or_insert_with(|| rule.stability_if_all_true(parts, epsilon));
                stability.rho
            });
            worst = worst.max(rhos.min_by(f64::total_cmp).unwrap_or(0.0));
        }
        worst
    }

    /// The argument that an honest Alice gives for a claim: its index and its stability. Of the arguments that agree
    /// with the claim, it is the first with the smallest ρ. `None` for a leaf.
    pub fn most_stable(
        &mut self,
        tree: &ClaimTree,
        claim: ClaimId,
        truth: impl Fn(ClaimId) -> bool + Copy,
    ) -> Option<(usize, Stability)> {
        let own = truth(claim);
        let mut best: Option<(usize, Stability)> = None;
        for (which, argument) in tree.arguments(claim).enumerate() {
            let truths = argument.parts.iter().map(truth);
            if argument.rule.holds(truths.clone()) == own {
                let stability = self.stability(argument.rule, truths);
                if best.is_none_or(|(_, best)| stability.rho < best.rho - 1e-12) {
                    best = Some((which, stability));
                }
            }
        }
        // A player with limited knowledge may find no argument that agrees with the claim, but
        // Alice must still give an argument.
        best.or_else(|| {
            let argument = tree.argument(claim, 0)?;
            Some((0, self.stability(argument.rule, argument.parts.iter().map(truth))))
        })
    }

    /// The stability of a tree in the world that `truths` describes. For each claim it takes the
    /// argument with the smallest ρ, and returns the largest of these. A tree that is only a leaf
    /// has ρ = 0.
    pub fn tree_stability(&mut self, tree: &ClaimTree, truths: &Truths) -> TreeStability {
        let mut worst = TreeStability { rho: 0.0, claim: ClaimId::ROOT };
        for claim in tree.claims() {
            if let Some((_, stability)) = self.most_stable(tree, claim, |c| truths.is_true(c))
                && stability.rho > worst.rho
            {
                worst = TreeStability { rho: stability.rho, claim };
            }
        }
        worst
    }
}

/// The default reward ratio, 1 + 2/(ε(1 − ρ)). `None` if ρ ≥ 1, because then no ratio protects an
/// honest Alice.
pub fn default_ratio(epsilon: Epsilon, rho: f64) -> Option<f64> {
    (rho < 1.0).then(|| 1.0 + 2.0 / (epsilon.0 * (1.0 - rho)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::claims::{ListedArgument, ListedClaim, uniform};
    use proptest::prelude::*;

    fn tenth() -> Epsilon {
        Epsilon::new(0.1).unwrap()
    }

    fn rho(rule: Rule, truths: &[bool]) -> f64 {
        rule.stability(truths.iter().copied(), tenth()).rho
    }

    #[test]
    fn stabilities_are_those_of_the_specification() {
        let close = |rule, truths: &[bool], expected: f64| {
            let got = rho(rule, truths);
            assert!((got - expected).abs() < 1e-12, "{rule} at {truths:?}: {got}");
        };
        close(Rule::MAJORITY, &[true; 3], 0.28);
        close(Rule::MAJORITY, &[true; 5], 0.0856);
        close(Rule::ALL, &[true; 2], 1.9);
        close(Rule::ALL, &[true; 3], 2.71);
        close(Rule::MAJORITY, &[true, true, false], 1.9);
        close(Rule::ALL, &[true; 4], 3.439);
        assert!(Rule::ALL.stability_if_all_true(3, tenth()).is_brittle());
    }

    #[test]
    fn the_default_ratio_of_the_first_example() {
        let ratio = default_ratio(tenth(), 0.28).unwrap();
        assert!((ratio - 28.777_777_777_777_78).abs() < 1e-9);
        assert_eq!(default_ratio(tenth(), 1.9), None);
        assert_eq!(default_ratio(tenth(), 0.0), Some(21.0), "a leaf alone");
    }

    #[test]
    fn an_epsilon_outside_0_to_1_makes_no_sense() {
        for wrong in [0.0, 1.0, -0.1, f64::NAN, f64::INFINITY] {
            assert!(Epsilon::new(wrong).is_err());
        }
    }

    #[test]
    fn the_more_stable_of_two_arguments_counts() {
        let part = |at: usize| -> std::sync::Arc<str> { format!("e{at}").into() };
        let argument = |rule, parts| ListedArgument { words: None, formula: None, rule, parts };
        let mut claims = vec![ListedClaim {
            name: "root".into(),
            words: "the ship is safe".into(),
            arguments: vec![
                argument(Rule::ALL, (0..10).map(part).collect()),
                argument(Rule::MAJORITY, (0..11).map(part).collect()),
            ],
        }];
        claims.extend((0..11).map(|at| ListedClaim {
            name: part(at),
            words: part(at),
            arguments: vec![],
        }));
        let tree = ClaimTree::listed(&claims).unwrap();
        let truths = tree.truths(&"11111111111".parse().unwrap());
        let mut table = StabilityTable::new(tenth());
        let (which, stability) =
            table.most_stable(&tree, ClaimId::ROOT, |c| truths.is_true(c)).unwrap();
        assert_eq!(which, 1);
        assert!(stability.rho < 0.003, "{}", stability.rho);
        assert!((table.tree_stability(&tree, &truths).rho - stability.rho).abs() < 1e-15);
        // If six of the eleven are true, only the majority agrees with the claim.
        let truths = tree.truths(&"11111100000".parse().unwrap());
        assert!(truths.is_true(ClaimId::ROOT));
        assert_eq!(table.most_stable(&tree, ClaimId::ROOT, |c| truths.is_true(c)).unwrap().0, 1);
    }

    #[test]
    fn a_tree_is_as_stable_as_its_least_stable_claim() {
        let tree = uniform("x", Rule::MAJORITY, 3, 2).unwrap();
        let mut table = StabilityTable::new(tenth());
        let truths = tree.truths(&"111 111 111".parse().unwrap());
        assert!((table.tree_stability(&tree, &truths).rho - 0.28).abs() < 1e-12);
        let truths = tree.truths(&"111 110 111".parse().unwrap());
        let worst = table.tree_stability(&tree, &truths);
        assert!((worst.rho - 1.9).abs() < 1e-12);
        assert_eq!(&*tree.name(worst.claim), "2");
    }

    proptest! {
        #[test]
        fn no_move_inside_the_box_moves_more(
            word in 0usize..32, parts in 1usize..6, kind in 0usize..3, e in 0.01f64..0.5,
            shifts in proptest::collection::vec(-1.0f64..1.0, 5),
        ) {
            let rule = [Rule::ALL, Rule::ANY, Rule::MAJORITY][kind];
            let truths: Vec<bool> = (0..parts).map(|i| word >> i & 1 == 1).collect();
            let epsilon = Epsilon::new(e).unwrap();
            let worst = rule.stability(truths.iter().copied(), epsilon);
            let moved = rule.chances(truths.iter().zip(&shifts[..parts]).map(|(&t, s)| {
                Odds::from_probability((f64::from(t) + s * e).clamp(0.0, 1.0))
            }));
            let correct = f64::from(rule.holds(truths.iter().copied()));
            prop_assert!((moved.yes - correct).abs() <= worst.rho * e + 1e-12);
        }
    }
}
