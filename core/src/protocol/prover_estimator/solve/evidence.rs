//! What the stable transform does to stability, measured at the pieces as they come out
//! (Brown-Cohen et al. 2025, Def. 8.2, Thm 8.3): before and after, independent and correlated.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::chance::Probability;
use crate::machine::claims::{ClaimId, ClaimTree, Epsilon, Rule, StabilityTable, Worlds};
use crate::work::{Stopped, Token};

/// How ρ of a tree is distributed over worlds.
#[derive(Clone, Debug, PartialEq)]
pub struct RhoLaw {
    /// ρ at the quantiles 0, 1/4, 1/2, 3/4, 9/10 and 1.
    pub quantiles: [f64; 6],
    /// How often ρ < 1, so that some ratio protects an honest Alice.
    pub stable: f64,
    /// How often the root comes out true.
    pub root: f64,
    /// How many worlds were drawn.
    pub worlds: usize,
}

/// What the transform did to a tree of evidence.
#[derive(Clone, Debug, PartialEq)]
pub struct Transformed {
    /// Pieces for each fact, how often a piece is right, how often a group shares one draw.
    pub law: (usize, f64, f64),
    /// The largest ρ of the arguments over the facts themselves, as likely as not.
    pub before: f64,
    /// After, if the pieces are independent.
    pub independent: RhoLaw,
    /// After, with the correlation that the pieces have; none if they have none.
    pub correlated: Option<RhoLaw>,
    /// The fewest pieces a fact with which ρ is below 1, were every piece right; none if not even
    /// `MOST_PIECES` do.
    pub needed: Option<usize>,
    /// The root over the facts themselves, where these are certain.
    pub root: Option<bool>,
}

/// More pieces a fact are not looked at.
const MOST_PIECES: usize = 199;

/// Measures the transform by drawing `draws` worlds; none if the worlds are not of evidence.
///
/// # Errors
/// If the work was stopped.
pub fn transformed(
    worlds: &Worlds,
    epsilon: Epsilon,
    draws: usize,
    token: &Token,
) -> Result<Option<Transformed>, Stopped> {
    let (Some(law), Some(independent), Some(facts)) =
        (worlds.evidence_law(), worlds.with_correlation(Probability::ZERO), worlds.facts())
    else {
        return Ok(None);
    };
    let tree = worlds.tree();
    let before = over_facts(tree, facts, law.0, 1, epsilon);
    let enough = |pieces: &usize| over_facts(tree, facts, law.0, *pieces, epsilon) < 1.0;
    let needed = (1..=MOST_PIECES).step_by(2).find(enough);
    let certain = facts.iter().all(|fact| *fact == 0.0 || *fact == 1.0);
    let root = certain.then(|| {
        let right = (0..tree.leaves().count()).map(|at| facts[at / law.0] == 1.0).collect();
        tree.truths(&right).of(ClaimId::ROOT)
    });
    let independent = rho_law(&independent, epsilon, draws, token)?;
    let correlated = match law.2 > 0.0 {
        true => Some(rho_law(worlds, epsilon, draws, token)?),
        false => None,
    };
    Ok(Some(Transformed { law, before, independent, correlated, needed, root }))
}

/// The largest ρ of an argument over facts, were each given so many pieces, all of them right; one
/// piece is the fact itself. The tree gives them `given`.
fn over_facts(
    tree: &ClaimTree,
    facts: &[f64],
    given: usize,
    pieces: usize,
    epsilon: Epsilon,
) -> f64 {
    let mut worst = 0.0f64;
    for claim in tree.claims() {
        for argument in tree.arguments(claim) {
            let leaves: Option<Vec<usize>> =
                argument.parts.iter().map(|part| tree.leaf_rank(part)).collect();
            let Some(leaves) = leaves.filter(|_| argument.rule.block() > 1) else { continue };
            let truths: Vec<bool> = leaves
                .chunks(given)
                .flat_map(|group| std::iter::repeat_n(facts[group[0] / given] >= 0.5, pieces))
                .collect();
            let rule = Rule::of(argument.rule.quorum()).over_majorities(pieces as u32);
            worst = worst.max(rule.stability(truths.into_iter(), epsilon).rho);
        }
    }
    worst
}

fn rho_law(
    worlds: &Worlds,
    epsilon: Epsilon,
    draws: usize,
    token: &Token,
) -> Result<RhoLaw, Stopped> {
    let tree = worlds.tree();
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let mut table = StabilityTable::new(epsilon);
    let mut root = 0;
    let rhos: Result<Vec<f64>, Stopped> = (0..draws.max(1))
        .map(|_| {
            token.check()?;
            let truths = tree.truths(&worlds.draw(&mut rng));
            root += usize::from(truths.of(ClaimId::ROOT));
            Ok(table.of_tree(tree, &truths).rho)
        })
        .collect();
    let mut rhos = rhos?;
    rhos.sort_by(f64::total_cmp);
    let last = rhos.len() - 1;
    let quantile = |share: f64| rhos[(share * last as f64).round() as usize];
    let count = |n: usize| n as f64 / rhos.len() as f64;
    Ok(RhoLaw {
        quantiles: [0.0, 0.25, 0.5, 0.75, 0.9, 1.0].map(quantile),
        stable: count(rhos.iter().filter(|rho| **rho < 1.0).count()),
        root: count(root),
        worlds: rhos.len(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::claims::{uniform, with_evidence};

    #[test]
    fn evidence_makes_a_brittle_argument_stable_unless_it_is_correlated() {
        let tree = uniform("x", Rule::ALL, 3, 1).unwrap();
        let p = |x| Probability::new(x).unwrap();
        let evidence = with_evidence(&tree, 41).unwrap();
        let worlds = Worlds::evidence(&evidence, &[p(1.0); 3], p(0.9), p(0.5)).unwrap();
        let epsilon = Epsilon::new(0.1).unwrap();
        let found = transformed(&worlds, epsilon, 200, &Token::default()).unwrap().unwrap();
        assert!((found.before - 2.71).abs() < 1e-12);
        assert_eq!(found.root, Some(true));
        // With one piece less of each, and no fewer, ρ is 1 or more.
        let needed = found.needed.unwrap();
        let rho = |pieces: u32| {
            let rule = Rule::ALL.over_majorities(pieces);
            rule.stability(std::iter::repeat_n(true, 3 * pieces as usize), epsilon).rho
        };
        assert!(rho(needed as u32) < 1.0 && rho(needed as u32 - 2) >= 1.0, "{needed}");
        assert!(found.independent.stable > 0.95, "{:?}", found.independent);
        assert!(found.independent.root > 0.95);
        let correlated = found.correlated.unwrap();
        // One group in twenty says unanimously what is not so.
        assert!(correlated.root < 0.95, "{correlated:?}");
    }
}
