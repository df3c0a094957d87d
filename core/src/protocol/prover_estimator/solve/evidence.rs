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
}

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
    let before = before(worlds.tree(), facts, law.0, epsilon);
    let independent = rho_law(&independent, epsilon, draws, token)?;
    let correlated = match law.2 > 0.0 {
        true => Some(rho_law(worlds, epsilon, draws, token)?),
        false => None,
    };
    Ok(Some(Transformed { law, before, independent, correlated }))
}

/// The largest ρ of an argument over facts, before each fact was given its pieces.
fn before(tree: &ClaimTree, facts: &[f64], pieces: usize, epsilon: Epsilon) -> f64 {
    let mut worst = 0.0f64;
    for claim in tree.claims() {
        for argument in tree.arguments(claim) {
            let leaves: Option<Vec<usize>> =
                argument.parts.iter().map(|part| tree.leaf_rank(part)).collect();
            let Some(leaves) = leaves.filter(|_| argument.rule.block() > 1) else { continue };
            let truths = leaves.chunks(pieces).map(|group| facts[group[0] / pieces] >= 0.5);
            let rule = Rule::of(argument.rule.quorum());
            worst = worst.max(rule.stability(truths, epsilon).rho);
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
        assert!(found.independent.stable > 0.95, "{:?}", found.independent);
        assert!(found.independent.root > 0.95);
        let correlated = found.correlated.unwrap();
        // One group in twenty says unanimously what is not so.
        assert!(correlated.root < 0.95, "{correlated:?}");
    }
}
