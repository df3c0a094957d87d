//! The effect of the stable transform on stability (2025 paper, Def. 8.2, Thm 8.3). This module
//! computes ρ for the actual pieces of evidence: before and after the transform, with independent
//! and with correlated pieces. It also computes the probability that the transform does not change
//! the truth of the root, and the number of pieces for which ρ is small enough.

use std::collections::{HashMap, HashSet};

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::analysis::{ExactValue, SampleMean, Value};
use crate::chance::Probability;
use crate::machine::claims::{
    Argument, ClaimId, ClaimTree, Epsilon, Odds, PartialRule, Rule, StabilityTable,
    WorldDistribution,
};
use crate::work::{CancelToken, Cancelled};

/// The distribution of a tree's ρ over worlds.
#[derive(Clone, Debug, PartialEq)]
pub struct RhoDistribution {
    /// The quantiles 0, 1/4, 1/2, 3/4, 9/10 and 1 of ρ.
    pub quantiles: [f64; 6],
    /// The probability of ρ < 1. If ρ < 1, some reward ratio protects an honest Alice.
    pub stable: f64,
    /// The probability that the root is true.
    pub root: f64,
    /// The number of worlds.
    pub worlds: usize,
    /// True if these are all worlds, with their weights. False if these are random worlds.
    pub exact: bool,
}

/// The effect of the transform on a tree with evidence.
#[derive(Clone, Debug, PartialEq)]
pub struct TransformedEvidence {
    /// The number of pieces for each fact, the probability that a piece is right, and the
    /// probability that all pieces of a fact share one draw.
    pub law: (usize, f64, f64),
    /// The largest ρ that the tree has in any world if its leaves are the facts themselves, not the
    /// pieces.
    pub before: f64,
    /// True if `before` and `needed` cover every world of the facts. False if they cover random
    /// worlds.
    pub every_world: bool,
    /// The distribution of ρ if the pieces are independent.
    pub independent: RhoDistribution,
    /// The distribution of ρ if the pieces are correlated. `None` if they are independent.
    pub correlated: Option<RhoDistribution>,
    /// The smallest number of pieces for each fact with which ρ is below 1 if every piece is right.
    /// `None` if `MOST_PIECES` are not enough.
    pub needed: Option<usize>,
    /// `P[root′ = root]`, the probability that the pieces give the root the same truth value as the
    /// facts.
    pub same_root: Value,
    /// The number of pieces with which ρ is small enough for the reward ratio. `None` if the ratio
    /// is too small for every ρ, or if a rule is not monotone.
    pub wanted: Option<PiecesNeeded>,
}

/// The number of pieces with which ρ is at most a wanted value.
#[derive(Clone, Debug, PartialEq)]
pub struct PiecesNeeded {
    /// The wanted ρ, for which the reward ratio is large enough.
    pub rho: f64,
    /// The smallest tested number of pieces for each fact with which the actual ρ is at most `rho`
    /// in nine of ten worlds. `None` if `MOST_PIECES` are not enough.
    pub pieces: Option<usize>,
    /// The share of the worlds in which ρ is at most `rho`. The number of pieces is `pieces`, or
    /// `MOST_PIECES` if `pieces` is `None`.
    pub share: Value,
}

/// A search tries at most this many pieces for each fact.
const MOST_PIECES: usize = 199;

/// If there are too many worlds to list, this many random worlds are used.
const DRAWS: usize = 10_000;

/// The share of random worlds for which `holds` is true, with its confidence interval.
fn drawn(
    draws: usize,
    mut holds: impl FnMut(&mut ChaCha8Rng) -> bool,
    token: &CancelToken,
) -> Result<Value, Cancelled> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut held = 0;
    for at in 0..draws {
        token.check_at(at)?;
        held += u64::from(holds(&mut rng));
    }
    Ok(Value::Estimated(SampleMean::share(held, draws as u64)))
}

/// The facts, and how many pieces of each say yes. The number of pieces for each fact can be
/// chosen.
struct Pieces<'a> {
    /// The number of pieces for each fact.
    each: usize,
    right: f64,
    correlation: f64,
    /// The possible probabilities of the facts. Each list of probabilities has a weight.
    of_facts: Vec<(f64, &'a [f64])>,
}

impl<'a> Pieces<'a> {
    fn new(worlds: &'a WorldDistribution, each: usize) -> Option<Self> {
        let (_, right, correlation) = worlds.evidence_law()?;
        Some(Self { each, right, correlation, of_facts: worlds.facts().collect() })
    }

    /// Draws the facts, and for each fact the number of pieces that say yes.
    fn draw(&self, rng: &mut ChaCha8Rng) -> (Vec<bool>, Vec<usize>) {
        let mut left = rng.random::<f64>();
        let own = self.of_facts.iter().find(|(weight, _)| {
            left -= weight;
            left < 0.0
        });
        let Some((_, facts)) = own.or(self.of_facts.last()) else { return Default::default() };
        let draw = |&fact: &f64| {
            let holds = rng.random::<f64>() < fact;
            let p = if holds { self.right } else { 1.0 - self.right };
            let yes = match rng.random::<f64>() < self.correlation {
                true if rng.random::<f64>() < p => self.each,
                true => 0,
                false => (0..self.each).filter(|_| rng.random::<f64>() < p).count(),
            };
            (holds, yes)
        };
        facts.iter().map(draw).unzip()
    }

    /// The possible worlds of the facts. The flag is true if these are all such worlds. If there
    /// are too many, the function returns random worlds.
    fn worlds_of_facts(
        &self,
        token: &CancelToken,
    ) -> Result<(HashSet<Vec<bool>>, bool), Cancelled> {
        const MOST: usize = 1 << 10;
        let mut all = HashSet::new();
        for (_, facts) in &self.of_facts {
            token.check()?;
            let open: Vec<usize> =
                (0..facts.len()).filter(|&at| facts[at] > 0.0 && facts[at] < 1.0).collect();
            if open.len() > MOST.ilog2() as usize || all.len() + (1 << open.len()) > MOST {
                let mut rng = ChaCha8Rng::seed_from_u64(2);
                return Ok(((0..MOST).map(|_| self.draw(&mut rng).0).collect(), false));
            }
            for word in 0..1usize << open.len() {
                let mut holds: Vec<bool> = facts.iter().map(|&fact| fact > 0.5).collect();
                for (at, &fact) in open.iter().enumerate() {
                    holds[fact] = word >> at & 1 == 1;
                }
                all.insert(holds);
            }
        }
        Ok((all, true))
    }

    /// The distribution of the number of pieces that say yes, for a fact that is true with
    /// probability `fact`.
    fn counts(&self, fact: f64) -> Vec<f64> {
        let mut all = vec![0.0; self.each + 1];
        for (weight, p) in [(fact, self.right), (1.0 - fact, 1.0 - self.right)] {
            let mut apart = vec![1.0];
            for _ in 0..self.each {
                let no = apart.iter().map(|chance| chance * (1.0 - p)).chain([0.0]);
                let yes = std::iter::once(0.0).chain(apart.iter().map(|chance| chance * p));
                apart = no.zip(yes).map(|(no, yes)| no + yes).collect();
            }
            for (sum, chance) in all.iter_mut().zip(apart) {
                *sum += weight * (1.0 - self.correlation) * chance;
            }
            all[0] += weight * self.correlation * (1.0 - p);
            all[self.each] += weight * self.correlation * p;
        }
        all
    }

    /// The share of the worlds for which `holds` is true. `holds` gets the number of pieces that
    /// say yes, for each fact. The share is exact if there are few worlds. Otherwise it comes from
    /// random worlds.
    fn share(
        &self,
        holds: impl Fn(&[usize]) -> bool,
        token: &CancelToken,
    ) -> Result<Value, Cancelled> {
        /// The function lists the worlds only if there are at most this many.
        const MOST: usize = 1 << 16;
        const DRAWS: usize = 400;
        let facts = self.of_facts.first().map_or(0, |(_, facts)| facts.len());
        let each = u32::try_from(facts).ok().and_then(|facts| (self.each + 1).checked_pow(facts));
        let Some(each) = each.filter(|each| each.saturating_mul(self.of_facts.len()) <= MOST)
        else {
            return drawn(DRAWS, |rng| holds(&self.draw(rng).1), token);
        };
        let mut share = 0.0;
        let likely: Vec<(f64, Vec<Vec<f64>>)> = (self.of_facts.iter())
            .map(|(weight, facts)| (*weight, facts.iter().map(|&fact| self.counts(fact)).collect()))
            .collect();
        for mut world in 0..each {
            token.check_at(world)?;
            let digit = |_| {
                let own = world % (self.each + 1);
                world /= self.each + 1;
                own
            };
            let counts: Vec<usize> = (0..facts).map(digit).collect();
            let of_law = |(weight, laws): &(f64, Vec<Vec<f64>>)| {
                let each = laws.iter().zip(&counts).map(|(law, &yes)| law[yes]);
                weight * each.product::<f64>()
            };
            if holds(&counts) {
                share += likely.iter().map(of_law).sum::<f64>();
            }
        }
        Ok(ExactValue::solved(share.min(1.0)).into())
    }
}

/// Measures the transform over all worlds, or over `draws` random worlds if there are too many worlds to list.
/// `withstood` is the wanted ρ, if there is one. `None` if the worlds have no evidence.
///
/// # Errors
/// Returns an error if the work was cancelled.
pub fn transformed(
    worlds: &WorldDistribution,
    epsilon: Epsilon,
    withstood: Option<f64>,
    draws: usize,
    token: &CancelToken,
) -> Result<Option<TransformedEvidence>, Cancelled> {
    let (Some(law), Some(independent)) =
        (worlds.evidence_law(), worlds.with_correlation(Probability::ZERO))
    else {
        return Ok(None);
    };
    let Some(pieces) = Pieces::new(worlds, law.0) else { return Ok(None) };
    let (facts, every_world) = pieces.worlds_of_facts(token)?;
    // ρ of the tree in each of these worlds, if each fact has this many pieces and all pieces are
    // right. With one piece, the piece is the fact itself.
    let over_facts = |pieces: usize| {
        let realised = RealisedRho::new(worlds.tree(), (law.0, 1.0, 0.0), pieces, epsilon);
        facts.iter().map(move |facts| {
            token.check()?;
            let counts = facts.iter().map(|&fact| usize::from(fact) * pieces);
            Ok(realised.rho(&counts.collect::<Vec<usize>>()))
        })
    };
    let mut before = 0.0f64;
    for rho in over_facts(1) {
        before = before.max(rho?);
    }
    let mut needed = None;
    for pieces in (1..=MOST_PIECES).step_by(2) {
        let brittle = over_facts(pieces).find(|rho| !matches!(rho, Ok(rho) if *rho < 1.0));
        if brittle.transpose()?.is_none() {
            needed = Some(pieces);
            break;
        }
    }
    let same_root = same_root(worlds, &pieces, token)?;
    let wanted = match withstood {
        Some(rho) => wanted(worlds, epsilon, rho, token)?,
        None => None,
    };
    let independent = rho_law(&independent, epsilon, draws, token)?;
    let correlated = match law.2 > 0.0 {
        true => Some(rho_law(worlds, epsilon, draws, token)?),
        false => None,
    };
    Ok(Some(TransformedEvidence {
        law,
        before,
        every_world,
        independent,
        correlated,
        needed,
        same_root,
        wanted,
    }))
}

fn rho_law(
    worlds: &WorldDistribution,
    epsilon: Epsilon,
    draws: usize,
    token: &CancelToken,
) -> Result<RhoDistribution, Cancelled> {
    let tree = worlds.tree();
    let mut table = StabilityTable::new(epsilon);
    let all = worlds.list(draws);
    let exact = all.is_some();
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let (draws, each) = (draws.max(1), 1.0 / draws.max(1) as f64);
    let all = all.unwrap_or_else(|| (0..draws).map(|_| (each, worlds.draw(&mut rng))).collect());
    let (mut root, mut stable, mut rhos) = (0.0, 0.0, Vec::new());
    for (weight, leaves) in all.into_iter().filter(|world| world.0 > 0.0) {
        token.check()?;
        let truths = tree.truths(&leaves);
        let rho = table.tree_stability(tree, &truths).rho;
        root += if truths.is_true(ClaimId::ROOT) { weight } else { 0.0 };
        stable += if rho < 1.0 { weight } else { 0.0 };
        rhos.push((rho, weight));
    }
    rhos.sort_by(|a, b| a.0.total_cmp(&b.0));
    // The smallest ρ that is not exceeded in this share of the worlds.
    let quantile = |share: f64| {
        let mut below = 0.0;
        let first = rhos.iter().find(|(_, weight)| {
            below += weight;
            below >= share - 1e-9
        });
        first.or(rhos.last()).map_or(0.0, |(rho, _)| *rho)
    };
    let quantiles = [0.0, 0.25, 0.5, 0.75, 0.9, 1.0].map(quantile);
    // Rounding can make the sum of the weights slightly larger than 1.
    let [stable, root] = [stable, root].map(|share: f64| share.min(1.0));
    Ok(RhoDistribution { quantiles, stable, root, worlds: rhos.len(), exact })
}

/// The joint distribution of two truth values of a claim: the value that follows from the facts,
/// and the value that follows from the pieces.
type PairedDistributions = [[f64; 2]; 2];

/// `P[root′ = root]`. The value is exact if the subclaims of each claim can be counted. Otherwise
/// it is estimated.
fn same_root(
    worlds: &WorldDistribution,
    pieces: &Pieces<'_>,
    token: &CancelToken,
) -> Result<Value, Cancelled> {
    let mut same = 0.0;
    for (weight, facts) in &pieces.of_facts {
        token.check()?;
        let Some(own) = same_root_if(worlds, facts) else {
            return drawn_root(worlds, pieces, token);
        };
        same += weight * own;
    }
    Ok(ExactValue::solved(same.min(1.0)).into())
}

/// `P[root′ = root]`, estimated from random worlds.
fn drawn_root(
    worlds: &WorldDistribution,
    pieces: &Pieces<'_>,
    token: &CancelToken,
) -> Result<Value, Cancelled> {
    let root = |yes: &mut dyn Iterator<Item = usize>| {
        // The truth depends only on the number of pieces of a group that say yes, so the order of the pieces does not
        // matter.
        let leaves = yes.flat_map(|yes| (0..pieces.each).map(move |at| at < yes)).collect();
        worlds.tree().truths(&leaves).is_true(ClaimId::ROOT)
    };
    let same = |rng: &mut ChaCha8Rng| {
        let (facts, counts) = pieces.draw(rng);
        let of_facts = facts.iter().map(|&fact| if fact { pieces.each } else { 0 });
        root(&mut { of_facts }) == root(&mut counts.into_iter())
    };
    drawn(DRAWS, same, token)
}

/// `P[root′ = root]` if the facts are independent and have these probabilities, computed from the
/// leaves up. `None` if a claim has several arguments or very many subclaims.
fn same_root_if(worlds: &WorldDistribution, facts: &[f64]) -> Option<f64> {
    /// Pairs of counts are computed for at most this many subclaims.
    const MOST: usize = 200;
    let tree = worlds.tree();
    let (pieces, right, correlation) = worlds.evidence_law()?;
    let of_fact = |fact: f64| -> PairedDistributions {
        [(1.0 - fact, 1.0 - right), (fact, right)].map(|(weight, p)| {
            let apart =
                Rule::MAJORITY.chances(std::iter::repeat_n(Odds::from_probability(p), pieces)).yes;
            let yes = (1.0 - correlation) * apart + correlation * p;
            [weight * (1.0 - yes), weight * yes]
        })
    };
    let mut pairs: Vec<PairedDistributions> = vec![[[0.0; 2]; 2]; tree.len()];
    for claim in tree.claims().rev().filter(|&claim| !tree.is_leaf(claim)) {
        let argument = tree.argument(claim, 0).filter(|_| tree.argument_count(claim) == 1)?;
        let (rule, groups) = over_groups(tree, argument, pieces);
        let parts: Vec<PairedDistributions> = match groups {
            Some(groups) => groups.into_iter().map(|group| of_fact(facts[group])).collect(),
            None => argument.parts.iter().map(|part| pairs[part.index()]).collect(),
        };
        if parts.len() > MOST {
            return None;
        }
        let mut law: HashMap<(PartialRule, PartialRule), f64> = HashMap::new();
        law.insert((rule.tally(parts.len()), rule.tally(parts.len())), 1.0);
        for part in parts {
            let mut next = HashMap::with_capacity(2 * law.len());
            for ((facts, pieces), weight) in law {
                for (fact, piece) in [(false, false), (false, true), (true, false), (true, true)] {
                    let more = weight * part[usize::from(fact)][usize::from(piece)];
                    *next
                        .entry((facts.after_answer(fact), pieces.after_answer(piece)))
                        .or_insert(0.0) += more;
                }
            }
            law = next;
        }
        let pair = &mut pairs[claim.index()];
        for ((facts, pieces), weight) in law {
            pair[usize::from(facts.holds())][usize::from(pieces.holds())] += weight;
        }
    }
    let root = match tree.is_leaf(ClaimId::ROOT) {
        true => return None,
        false => pairs[ClaimId::ROOT.index()],
    };
    Some(root[0][0] + root[1][1])
}

/// The rule of an argument over evidence, and the groups of pieces whose majorities this rule uses.
/// The groups are `None` if the argument is about claims that have arguments of their own.
fn over_groups(
    tree: &ClaimTree,
    argument: Argument<'_>,
    pieces: usize,
) -> (Rule, Option<Vec<usize>>) {
    let ranks: Option<Vec<usize>> =
        argument.parts.iter().map(|part| tree.leaf_rank(part)).collect();
    let Some(ranks) = ranks else { return (argument.rule, None) };
    let groups: Vec<usize> = ranks.chunks(pieces).map(|group| group[0] / pieces).collect();
    // A leaf can share an argument with inner claims. Such a leaf is now a claim with one argument: the majority of
    // its own pieces.
    let own = groups.len() == 1 && argument.rule.block() == 1 && pieces > 1;
    let rule = if own { Rule::ALL } else { Rule::new(argument.rule.quorum()) };
    (rule, Some(groups))
}

/// The smallest number of pieces for each fact with which ρ is at most `rho` in nine of ten worlds.
/// The search doubles the number and then bisects.
fn wanted(
    worlds: &WorldDistribution,
    epsilon: Epsilon,
    rho: f64,
    token: &CancelToken,
) -> Result<Option<PiecesNeeded>, Cancelled> {
    const ENOUGH: f64 = 0.9;
    let tree = worlds.tree();
    let Some(law) = worlds.evidence_law().filter(|_| tree.is_monotone()) else { return Ok(None) };
    let share = |each: usize| -> Result<Value, Cancelled> {
        let realised = RealisedRho::new(tree, law, each, epsilon);
        let pieces = Pieces::new(worlds, each).expect("worlds with evidence");
        pieces.share(|counts| realised.rho(counts) <= rho * (1.0 + 1e-12), token)
    };
    let found = |share: &Value| share.middle() >= ENOUGH;
    // Only odd numbers of pieces are tested: `at` stands for 2·at + 1 pieces.
    let pieces = |at: usize| 2 * at + 1;
    let last = (MOST_PIECES - 1) / 2;
    let (mut too_few, mut at) = (None, 0);
    let mut own = share(pieces(at))?;
    while !found(&own) && at < last {
        too_few = Some(at);
        at = (2 * at + 1).min(last);
        own = share(pieces(at))?;
    }
    if !found(&own) {
        return Ok(Some(PiecesNeeded { rho, pieces: None, share: own }));
    }
    while let Some(few) = too_few.filter(|few| at - few > 1) {
        let middle = (few + at) / 2;
        let there = share(pieces(middle))?;
        match found(&there) {
            false => too_few = Some(middle),
            true => (at, own) = (middle, there),
        }
    }
    Ok(Some(PiecesNeeded { rho, pieces: Some(pieces(at)), share: own }))
}

/// ρ of a tree with evidence for the actual pieces. The number of pieces for each fact can be
/// chosen. ρ depends only on the number of pieces in each group that say yes.
struct RealisedRho<'a> {
    tree: &'a ClaimTree,
    /// The number of pieces in each group: in the tree (`given`), and in this computation
    /// (`pieces`).
    given: usize,
    pieces: usize,
    epsilon: Epsilon,
    /// The odds of the majority for each number of pieces that say yes. The first list is for the
    /// case that every piece may be ε lower, the second for the case that every piece may be ε
    /// higher.
    moved: [Vec<Odds>; 2],
}

impl<'a> RealisedRho<'a> {
    fn new(tree: &'a ClaimTree, law: (usize, f64, f64), pieces: usize, epsilon: Epsilon) -> Self {
        let e = epsilon.get();
        let of = |yes: Odds, no: Odds| {
            let odds = |k: usize| {
                let all = (0..pieces).map(|at| if at < k { yes } else { no });
                Rule::MAJORITY.chances(all)
            };
            (0..=pieces).map(odds).collect()
        };
        let (sure, never) = (Odds::certain(true), Odds::certain(false));
        let moved =
            [of(Odds { no: e, yes: 1.0 - e }, never), of(sure, Odds { no: 1.0 - e, yes: e })];
        Self { tree, given: law.0, pieces, epsilon, moved }
    }

    /// ρ for these numbers of pieces that say yes. For each claim, the argument with the smallest ρ
    /// counts. The claim with the largest of these values determines the result.
    fn rho(&self, counts: &[usize]) -> f64 {
        let tree = self.tree;
        let mut truths = vec![false; tree.len()];
        let mut worst = 0.0f64;
        for claim in tree.claims().rev().filter(|&claim| !tree.is_leaf(claim)) {
            let arguments: Vec<(bool, f64)> = tree
                .arguments(claim)
                .map(|argument| {
                    let (rule, groups) = over_groups(tree, argument, self.given);
                    let Some(groups) = groups else {
                        let own = argument.parts.iter().map(|part| truths[part.index()]);
                        let rho = rule.stability(own.clone(), self.epsilon).rho;
                        return (rule.holds(own), rho);
                    };
                    let yes = groups.iter().map(|&group| 2 * counts[group] > self.pieces);
                    let holds = rule.holds(yes);
                    let odds =
                        groups.iter().map(|&group| self.moved[usize::from(!holds)][counts[group]]);
                    let after = rule.chances(odds);
                    let off = if holds { after.no } else { after.yes };
                    (holds, off / self.epsilon.get())
                })
                .collect();
            let holds = arguments.iter().any(|argument| argument.0);
            truths[claim.index()] = holds;
            let own = arguments.iter().filter(|argument| argument.0 == holds);
            worst = worst.max(own.map(|argument| argument.1).fold(f64::INFINITY, f64::min));
        }
        worst
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Bits;
    use crate::machine::claims::{uniform, with_evidence};

    #[test]
    fn evidence_makes_an_unstable_argument_stable_unless_it_is_correlated() {
        let tree = uniform("x", Rule::ALL, 3, 1).unwrap();
        let p = |x| Probability::new(x).unwrap();
        let evidence = with_evidence(&tree, 41).unwrap();
        let worlds = WorldDistribution::evidence(&evidence, &[p(1.0); 3], p(0.9), p(0.5)).unwrap();
        let epsilon = Epsilon::new(0.1).unwrap();
        let found = transformed(&worlds, epsilon, Some(0.28), 200, &CancelToken::default())
            .unwrap()
            .unwrap();
        assert!((found.before - 2.71).abs() < 1e-12);
        // With probability 1/2, all pieces of a fact agree. Otherwise a majority of 41 pieces
        // decides.
        let most = Rule::MAJORITY.chances(std::iter::repeat_n(Odds::from_probability(0.9), 41)).yes;
        let by_hand = (0.5 * 0.9 + 0.5 * most).powi(3);
        assert!((found.same_root.exact().unwrap() - by_hand).abs() < 1e-12);
        // If a group is unanimous and wrong, the root is wrong, but the tree is still stable.
        let wanted = found.wanted.as_ref().expect("a monotone rule");
        assert!(wanted.pieces.is_some() && by_hand < 0.9, "{wanted:?}");
        // With two pieces fewer for each fact, ρ is at least 1.
        let needed = found.needed.unwrap();
        let rho = |pieces: u32| {
            let rule = Rule::ALL.over_majorities(pieces);
            rule.stability(std::iter::repeat_n(true, 3 * pieces as usize), epsilon).rho
        };
        assert!(rho(needed as u32) < 1.0 && rho(needed as u32 - 2) >= 1.0, "{needed}");
        assert!(found.independent.stable > 0.95, "{:?}", found.independent);
        assert!(found.independent.root > 0.95);
        let correlated = found.correlated.unwrap();
        // One group in twenty is unanimous and wrong.
        assert!(correlated.root < 0.95, "{correlated:?}");
    }
    #[test]
    fn the_instability_of_facts_does_not_follow_from_their_pieces() {
        let p = |x| Probability::new(x).unwrap();
        let epsilon = Epsilon::new(0.1).unwrap();
        for pieces in [1, 3, 5] {
            let found = |width, depth| {
                let tree = uniform("x", Rule::ALL, width, depth).unwrap();
                let evidence = with_evidence(&tree, pieces).unwrap();
                let facts = vec![p(1.0); evidence.groups.len()];
                let worlds =
                    WorldDistribution::evidence(&evidence, &facts, p(0.9), p(0.0)).unwrap();
                transformed(&worlds, epsilon, None, 200, &CancelToken::default()).unwrap().unwrap()
            };
            let flat = found(2, 1);
            assert!((flat.before - 1.9).abs() < 1e-12, "{pieces}: {flat:?}");
            assert_eq!(flat.needed, Some(3), "{pieces}");
            // More evidence for the leaves does not make an inner claim more stable.
            let deep = found(2, 2);
            assert!((deep.before - 1.9).abs() < 1e-12, "{pieces}: {deep:?}");
            assert_eq!(deep.needed, None, "{pieces}");
        }
    }

    #[test]
    fn one_right_piece_for_each_fact_leaves_the_tree_as_unstable_as_its_facts() {
        let p = |x| Probability::new(x).unwrap();
        let tree = uniform("x", Rule::ALL, 2, 1).unwrap();
        let evidence = with_evidence(&tree, 1).unwrap();
        let epsilon = Epsilon::new(0.3).unwrap();
        let either = [p(0.49); 2];
        let apart = WorldDistribution::evidence(&evidence, &either, p(1.0), p(0.0)).unwrap();
        let worlds =
            [(0.2401, [1.0, 1.0]), (0.2499, [0.0, 1.0]), (0.2499, [1.0, 0.0]), (0.2601, [0.0; 2])];
        let listed = worlds.map(|(weight, facts)| (weight, facts.to_vec())).to_vec();
        let listed = WorldDistribution::evidence_of(&evidence, listed, p(1.0), p(0.0)).unwrap();
        for worlds in [apart, listed] {
            let found = transformed(&worlds, epsilon, None, 200, &CancelToken::default());
            let found = found.unwrap().unwrap();
            assert!((found.before - 1.7).abs() < 1e-12 && found.every_world, "{found:?}");
            assert_eq!(found.independent.quantiles[5], found.before, "{found:?}");
            assert_eq!(found.needed, Some(5));
        }
        // Twenty facts have too many worlds to list.
        let tree = uniform("x", Rule::ALL, 20, 1).unwrap();
        let evidence = with_evidence(&tree, 1).unwrap();
        let many = WorldDistribution::evidence(&evidence, &[p(0.9); 20], p(1.0), p(0.0)).unwrap();
        let found =
            transformed(&many, epsilon, None, 200, &CancelToken::default()).unwrap().unwrap();
        assert!(!found.every_world && found.before > 1.0, "{found:?}");
    }

    #[test]
    fn a_ratio_that_withstands_no_instability_is_protected_by_no_number_of_pieces() {
        let p = |x| Probability::new(x).unwrap();
        let tree = uniform("x", Rule::MAJORITY, 3, 1).unwrap();
        let evidence = with_evidence(&tree, 3).unwrap();
        let worlds = WorldDistribution::evidence(&evidence, &[p(1.0); 3], p(0.9), p(0.0)).unwrap();
        let epsilon = Epsilon::new(0.1).unwrap();
        let found = wanted(&worlds, epsilon, 0.0, &CancelToken::default()).unwrap().unwrap();
        assert_eq!((found.pieces, found.share.middle()), (None, 0.0));
    }

    #[test]
    fn the_chance_that_the_root_stays_is_the_sum_over_facts_and_pieces() {
        let p = |x| Probability::new(x).unwrap();
        for (rule, depth) in [(Rule::ALL, 1), (Rule::MAJORITY, 1), (Rule::ANY, 2)] {
            let width = if depth == 2 { 2 } else { 3 };
            let tree = uniform("x", rule, width, depth).unwrap();
            let evidence = with_evidence(&tree, 3).unwrap();
            let all = evidence.groups.len();
            let facts: Vec<Probability> = (0..all).map(|at| p(0.3 + 0.2 * at as f64)).collect();
            let worlds = WorldDistribution::evidence(&evidence, &facts, p(0.8), p(0.25)).unwrap();
            let mut sum = 0.0;
            for word in 0..1usize << all {
                let holds = |group: usize| word >> group & 1 == 1;
                let weight: f64 = (0..all)
                    .map(|group| {
                        let p = facts[group].get();
                        if holds(group) { p } else { 1.0 - p }
                    })
                    .product();
                let certain: Vec<Probability> =
                    (0..all).map(|group| Probability::certain(holds(group))).collect();
                let given =
                    WorldDistribution::evidence(&evidence, &certain, p(0.8), p(0.25)).unwrap();
                let leaves = (0..3 * all).map(|at| holds(at / 3)).collect();
                let root = evidence.tree.truths(&leaves).is_true(ClaimId::ROOT);
                let true_root = given.chance(ClaimId::ROOT);
                sum += weight * if root { true_root } else { 1.0 - true_root };
            }
            let pieces = Pieces::new(&worlds, 3).unwrap();
            let found = same_root(&worlds, &pieces, &CancelToken::default()).unwrap();
            let exact = found.exact().unwrap();
            assert!((exact - sum).abs() < 1e-12, "{rule} {depth}: {exact} {sum}");
            // Random worlds give the same value.
            let found = drawn_root(&worlds, &pieces, &CancelToken::default()).unwrap();
            let error = (found.middle() - sum).abs();
            let [low, high] = found.ends();
            assert!(found.exact().is_none() && error < high - low, "{found} {sum}");
        }
    }

    #[test]
    fn rho_at_the_pieces_as_they_come_out_is_that_of_the_tree() {
        let epsilon = Epsilon::new(0.1).unwrap();
        for depth in [1, 2] {
            let tree = uniform("x", Rule::ALL, 2, depth).unwrap();
            let evidence = with_evidence(&tree, 3).unwrap();
            let all = evidence.groups.len();
            let realised = RealisedRho::new(&evidence.tree, (3, 0.8, 0.0), 3, epsilon);
            let mut table = StabilityTable::new(epsilon);
            for word in (0..1usize << (3 * all)).step_by(depth * depth * depth * 7 - 6) {
                let leaves: crate::machine::Bits =
                    (0..3 * all).map(|at| word >> at & 1 == 1).collect();
                let counts: Vec<usize> =
                    (0..all).map(|g| (0..3).filter(|i| leaves.at(3 * g + i)).count()).collect();
                let whole =
                    table.tree_stability(&evidence.tree, &evidence.tree.truths(&leaves)).rho;
                assert!((realised.rho(&counts) - whole).abs() < 1e-12, "{depth} {word}");
            }
        }
    }

    #[test]
    fn a_smaller_rho_takes_more_pieces_and_one_piece_less_a_side_does_not_do() {
        let p = |x| Probability::new(x).unwrap();
        let tree = uniform("x", Rule::ALL, 3, 1).unwrap();
        let evidence = with_evidence(&tree, 5).unwrap();
        let worlds = WorldDistribution::evidence(&evidence, &[p(1.0); 3], p(0.9), p(0.0)).unwrap();
        let epsilon = Epsilon::new(0.1).unwrap();
        let found = |rho: f64| {
            wanted(&worlds, epsilon, rho, &CancelToken::default()).unwrap().expect("monotone")
        };
        let (loose, tight) = (found(1.0), found(0.1));
        let pieces = |found: &PiecesNeeded| found.pieces.expect("enough");
        assert!(pieces(&loose) < pieces(&tight), "{loose:?} {tight:?}");
        assert!(loose.share.middle() >= 0.9 && tight.share.middle() >= 0.9);
        // Evidence at the leaves does not help a tree with an unstable inner level.
        let deep = uniform("x", Rule::ALL, 2, 2).unwrap();
        let evidence = with_evidence(&deep, 5).unwrap();
        let worlds = WorldDistribution::evidence(&evidence, &[p(1.0); 4], p(0.9), p(0.0)).unwrap();
        let never = wanted(&worlds, epsilon, 1.0, &CancelToken::default()).unwrap().unwrap();
        assert_eq!((never.pieces, never.share.middle()), (None, 0.0));
    }

    /// Three facts. Either all three are true, or one of the first two is false.
    fn together(right: f64, correlation: f64) -> WorldDistribution {
        let p = |x| Probability::new(x).unwrap();
        let tree = uniform("x", Rule::ALL, 3, 1).unwrap();
        let facts = vec![
            (0.5, vec![1.0, 1.0, 1.0]),
            (0.3, vec![0.0, 1.0, 1.0]),
            (0.2, vec![1.0, 0.0, 1.0]),
        ];
        let evidence = with_evidence(&tree, 3).unwrap();
        WorldDistribution::evidence_of(&evidence, facts, p(right), p(correlation)).unwrap()
    }

    #[test]
    fn dependent_facts_keep_the_root_as_often_as_their_worlds_do() {
        let worlds = together(0.8, 0.25);
        let (pieces, token) = (Pieces::new(&worlds, 3).unwrap(), CancelToken::default());
        let apart = 0.8f64.powi(3) + 3.0 * 0.64 * 0.2;
        let most = 0.75 * apart + 0.25 * 0.8;
        // In the first case, all three facts are true and the evidence is right about them. In the
        // second case, one fact is false, and the evidence does not say that all three are true.
        let by_hand = 0.5 * most.powi(3) + 0.5 * (1.0 - (1.0 - most) * most * most);
        let found = same_root(&worlds, &pieces, &token).unwrap();
        assert!((found.exact().unwrap() - by_hand).abs() < 1e-12, "{found} {by_hand}");
    }

    #[test]
    fn the_share_of_the_worlds_is_summed_if_they_are_few_and_drawn_otherwise() {
        let worlds = together(0.8, 0.25);
        let token = CancelToken::default();
        let holds = |counts: &[usize]| counts[0] + counts[2] > 3;
        let of_all = |worlds: &WorldDistribution| -> f64 {
            let all = worlds.list(1 << 9).unwrap().into_iter();
            let count = |leaves: &Bits, group: usize| {
                (3 * group..3 * group + 3).filter(|&at| leaves.at(at)).count()
            };
            all.filter(|(_, leaves)| holds(&[0, 1, 2].map(|group| count(leaves, group))))
                .map(|(weight, _)| weight)
                .sum()
        };
        let found = Pieces::new(&worlds, 3).unwrap().share(holds, &token).unwrap();
        let exact = found.exact().unwrap();
        assert!((exact - of_all(&worlds)).abs() < 1e-12, "{exact}");
        let many = Pieces::new(&worlds, 41).unwrap().share(holds, &token).unwrap();
        assert!(matches!(many, Value::Estimated(_)), "{many}");
    }

    #[test]
    fn dependent_facts_are_as_unstable_as_in_their_worst_world() {
        let epsilon = Epsilon::new(0.1).unwrap();
        let found = transformed(&together(0.8, 0.0), epsilon, None, 600, &CancelToken::default());
        let found = found.unwrap().unwrap();
        assert!((found.before - 2.71).abs() < 1e-12, "{found:?}");
        // If r is below 1 + 2/ε, it is too small for every ρ. So no ρ is wanted here.
        assert_eq!(found.wanted, None);
    }
}
