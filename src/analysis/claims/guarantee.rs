//! Stability and the guarantee of a prover-estimator debate, with its numbers.

use serde_json::json;

use super::least_paid;
use super::prover_estimator::{MOST_AVERAGED, MOST_WORK};
use crate::analysis::{Bound, Standing};
use crate::machine::claims::{ClaimId, Knowledge, StabilityTable, Truths, default_ratio};
use crate::protocol::ProverEstimator;
use crate::protocol::prover_estimator::most_brittle;

/// The guarantee with this debate's numbers, and the least that a search over Bobs finds.
pub(super) fn guarantee(debate: &ProverEstimator) -> (Vec<Bound>, Vec<String>) {
    let setup = debate.setup();
    let (case, stakes) = (&setup.case, setup.stakes);
    let epsilon = stakes.epsilon.get();
    let promise = 1.0 - epsilon;
    let mut lines = Vec::new();
    let mut bounds = Vec::new();
    let worst = most_brittle(case, stakes.epsilon);
    let protected = match worst {
        None => {
            lines.push("there are too many worlds to find the largest ρ".into());
            false
        }
        Some((rho, claim)) => match default_ratio(stakes.epsilon, rho) {
            None => {
                lines.push(format!(
                    "claim {} has ρ = {rho:.4}: no ratio protects an honest Alice there",
                    case.tree().name(claim)
                ));
                false
            }
            Some(default) => {
                lines.push(format!(
                    "largest ρ = {rho:.4}; default ratio 1 + 2/(ε(1 − ρ)) = {default:.4}, here \
                     r = {:.4}",
                    stakes.ratio.get()
                ));
                stakes.ratio.get() >= default - 1e-9
            }
        },
    };
    let knows = *case.alice() == Knowledge::Everything;
    if protected && knows {
        lines.push(format!(
            "an honest Alice is paid at least 1 − ε = {promise} on average by every Bob"
        ));
    } else {
        lines.push("the guarantee's hypotheses do not hold here".into());
    }
    // The search is about one world: the actual one, or the likeliest.
    let leaves = case.actual().cloned().or_else(|| {
        let worlds = case.worlds().list(MOST_AVERAGED)?;
        worlds.into_iter().reduce(|a, b| if b.0 > a.0 { b } else { a }).map(|world| world.1)
    });
    if let Some(leaves) = leaves {
        let truths = case.tree().truths(&leaves);
        match least_paid(case, stakes, &truths) {
            Ok(least) => {
                let which = if case.actual().is_some() { "" } else { " in the likeliest world" };
                lines.push(format!(
                    "least an all-knowing honest Alice is paid{which}, over Bobs with {} errors \
                     to choose from at each estimate: {:.6}, by one who begins with {:.3}",
                    least.levels, least.value, least.first
                ));
                bounds.push(Bound {
                    name: "honest Alice is paid at least 1 − ε (Thm 6.1)".into(),
                    limit: promise,
                    value: least.value,
                    standing: Standing::tested(least.value >= promise - 1e-9),
                });
            }
            Err(why) => lines.push(format!("no search over Bobs: {why}")),
        }
    }
    (bounds, lines)
}

/// ρ of every claim: in the actual world, or the largest in any world.
pub(super) fn stability(debate: &ProverEstimator) -> (Vec<serde_json::Value>, Vec<String>) {
    const MOST_CLAIMS_SHOWN: usize = 1000;
    let setup = debate.setup();
    let (case, epsilon) = (&setup.case, setup.stakes.epsilon);
    let tree = case.tree();
    let worlds = match case.actual() {
        Some(actual) => Some(vec![actual.clone()]),
        None => {
            let most = MOST_WORK / tree.len().max(1);
            case.worlds().list(most).map(|all| all.into_iter().map(|w| w.1).collect())
        }
    };
    let all_true = || (0..tree.leaf_count()).map(|_| true).collect();
    let known = worlds.is_some();
    let worlds = worlds.unwrap_or_else(|| vec![all_true()]);
    let truths: Vec<Truths> = worlds.iter().map(|leaves| tree.truths(leaves)).collect();
    let mut table = StabilityTable::new(epsilon);
    let mut claims: Vec<(ClaimId, usize, f64, bool)> = Vec::new();
    for claim in tree.claims().filter(|&claim| !tree.is_leaf(claim)).take(MOST_CLAIMS_SHOWN) {
        let mut worst: Option<(usize, f64, bool)> = None;
        for truths in &truths {
            if let Some((which, s)) = table.steadiest(tree, claim, |c| truths.of(c))
                && worst.is_none_or(|worst| s.rho > worst.1)
            {
                worst = Some((which, s.rho, s.downwards));
            }
        }
        claims.extend(worst.map(|(which, rho, down)| (claim, which, rho, down)));
    }
    let json = claims.iter().map(|(claim, which, rho, down)| {
        json!({
            "claim": &*tree.name(*claim), "rho": rho, "argument": which + 1,
            "worst": if *down { "lower" } else { "higher" }
        })
    });
    let json = json.collect();
    let when = match (known, case.actual()) {
        (_, Some(_)) => "in this world",
        (true, None) => "in the worst world",
        (false, None) => "were all leaves true",
    };
    claims.sort_by(|a, b| b.2.total_cmp(&a.2).then(a.0.cmp(&b.0)));
    let mut lines: Vec<String> = claims
        .iter()
        .take(12)
        .filter_map(|(claim, which, rho, down)| {
            let argument = tree.argument(*claim, *which)?;
            Some(format!(
                "{}: ρ = {rho:.4} {when} ({} of {}), worst with every number {} {}; {}",
                tree.name(*claim),
                argument.rule,
                argument.parts.len(),
                epsilon.get(),
                if *down { "lower" } else { "higher" },
                if *rho < 1.0 { "stable" } else { "brittle" },
            ))
        })
        .collect();
    let shown = lines.len();
    for (claim, which, ..) in claims.iter().take(12) {
        for (other, argument) in tree.arguments(*claim).enumerate() {
            if other != *which {
                let worst = truths.iter().map(|truths| {
                    let answers = argument.parts.iter().map(|part| truths.of(part));
                    argument.rule.stability(answers, epsilon).rho
                });
                lines.push(format!(
                    "{}: its other argument, {} of {}, has ρ = {:.4}",
                    tree.name(*claim),
                    argument.rule,
                    argument.parts.len(),
                    worst.fold(0.0, f64::max),
                ));
            }
        }
    }
    if claims.len() > shown {
        lines.push(format!("{} more claims, none with a larger ρ", claims.len() - shown));
    }
    if lines.is_empty() {
        lines.push("a leaf alone has ρ = 0".into());
    }
    (json, lines)
}
