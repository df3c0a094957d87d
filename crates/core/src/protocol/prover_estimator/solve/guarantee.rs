//! Stability and the guarantee of a prover-estimator debate, with its numbers.

use serde_json::json;

use super::averaged::{MOST_AVERAGED, MOST_WORK};
use super::{BestBob, best_bob_in, completeness};
use crate::analysis::{Bound, Claim, Fact, Hypothesis, Met, Promise};
use crate::fact;
use crate::machine::Bits;
use crate::machine::claims::{Argument, Case, ClaimId, Knowledge, StabilityTable, Truths, Worst};
use crate::protocol::ProverEstimator;
use crate::protocol::prover_estimator::players::prover::{Prover, TooLarge};
use crate::protocol::prover_estimator::{RatioSource, StabilitySurvey, Stakes};
use crate::text::number::without_minus_zero;
use crate::work::{Stopped, Token};

/// What Thm 6.1 promises, and what was found.
pub(super) struct Guaranteed {
    pub(super) bounds: Vec<Bound>,
    pub(super) claims: Vec<Claim>,
    pub(super) facts: Vec<Fact>,
    /// Which hypothesis of Thms 6.1 and 6.2 fails, in some world.
    pub(super) unmet: Option<String>,
}

/// The guarantee with this debate's numbers, and the least that a search over Bobs finds.
pub(super) fn guarantee(debate: &ProverEstimator, token: &Token) -> Result<Guaranteed, Stopped> {
    let setup = debate.setup();
    let (case, stakes) = (&setup.case, setup.stakes);
    let accepts = |rho| stakes.suffice_for(rho);
    let stable = StabilitySurvey::of(case, stakes.epsilon, accepts, token)?;
    let mut unmet_somewhere = match &stable {
        Some(StabilitySurvey { share, .. }) if *share >= 1.0 - 1e-9 => None,
        Some(StabilitySurvey { share, rho, .. }) => Some(format!(
            "the tree is stable enough for r in {:.1} % of the worlds (largest ρ = {rho:.4})",
            100.0 * share
        )),
        None => Some("there are too many worlds to see whether the tree is stable".into()),
    };
    let mut facts = vec![
        fact!("ratio": "r = {r:.4}: {from}", r = stakes.ratio.get(),
            from = ratio_from(stakes.source); rho = source_of_ratio(stakes.source)),
        match stable {
            Some(StabilitySurvey { share, rho, claim }) => {
                fact!("stable": "the tree is stable enough for this r in \
                {share:.1} % of the worlds; largest ρ = {rho:.4}, of claim {claim}",
                share = 100.0 * share, rho = rho, claim = &*case.tree().name(claim))
            }
            None => fact!("unsurveyed": "there are too many worlds to say in how many the tree is \
                stable"),
        },
    ];
    let (mut bounds, mut claims) = (Vec::new(), Vec::new());
    // The search is about one world: the actual one, or the likeliest.
    let searched = case.actual().cloned().map(|leaves| (leaves, "the actual world".to_owned()));
    let Some((leaves, which)) = searched.or_else(|| likeliest(case)) else {
        return Ok(Guaranteed { bounds, claims, facts, unmet: unmet_somewhere });
    };
    let truths = case.tree().truths(&leaves);
    let claim = completeness(case, stakes, &truths);
    // What is so in the likeliest world need not be so in another one, which may be drawn.
    let met = match (&unmet_somewhere, &stable) {
        (None, _) => Met::Holds,
        (Some(why), Some(_)) => Met::Fails(why.clone()),
        (Some(why), None) => Met::Unknown(why.clone()),
    };
    let everywhere = Hypothesis { what: "the tree is as stable in every world", met };
    let drawn = case.actual().is_none();
    claims.push(if drawn { claim.clone().given(everywhere) } else { claim.clone() });
    unmet_somewhere = claim.unmet().map(str::to_owned).or(unmet_somewhere);
    match least_paid(case, stakes, truths, token) {
        Err(TooLarge::Stopped(stopped)) => return Err(stopped),
        Err(why) => {
            facts.push(fact!("no-search": "no search over Bobs: {why}", why = why.to_string()));
        }
        Ok(best) => {
            let least = best.value;
            let found = match best.limit {
                Some(_) if best.is_exact() => ", exactly".into(),
                Some(low) => format!(" found, and no less than {low:.6} by any"),
                None => " found".into(),
            };
            facts.push(
                fact!("least-paid": "in {world}, an Alice who knows every claim and is honest \
                is paid {least:.6} by the best Bob{found}", world = &*which,
                least = without_minus_zero(least, 6), found = best.is_exact() => found;
                low = best.limit),
            );
            let name = "an all-knowing honest Alice is paid at least 1 − ε by every Bob in";
            let name = format!("{name} {which}, at r = {:.4} (Thm 6.1)", stakes.ratio.get());
            bounds.push(claim.bound(&name, least));
        }
    }
    facts.extend(claim.unmet().map(unpromised));
    Ok(Guaranteed { bounds, claims, facts, unmet: unmet_somewhere })
}

/// The likeliest world, and how it is called; none where there are too many to list.
fn likeliest(case: &Case) -> Option<(Bits, String)> {
    /// Leaves whose truths are written out.
    const MOST_WRITTEN: usize = 32;
    let worlds = case.worlds().list(MOST_AVERAGED)?;
    let most = worlds.iter().map(|world| world.0).fold(0.0, f64::max);
    let mut alike = worlds.into_iter().filter(|world| world.0 > most - 1e-12).map(|world| world.1);
    let leaves = alike.next()?;
    let called = match alike.count() {
        0 => "the likeliest world".into(),
        others => {
            let written = if leaves.len() <= MOST_WRITTEN {
                format!(", that with leaves {leaves}")
            } else {
                String::new()
            };
            format!("one of the {} likeliest worlds{written}", others + 1)
        }
    };
    Some((leaves, called))
}

/// The least that an honest Alice who knows every claim is paid in the world with these truths: by a Bob
/// who knows it too, and adapts to all that is drawn.
///
/// # Errors
/// If there are too many ways a debate can go, or the work was stopped.
pub fn least_paid(
    case: &Case,
    stakes: Stakes,
    truths: Truths,
    token: &Token,
) -> Result<BestBob, TooLarge> {
    let case = case.clone().known_to(Knowledge::Everything, Knowledge::Everything);
    best_bob_in(&case, stakes, &Prover::Honest, truths, token)
}

fn unpromised(why: &str) -> Fact {
    fact!("unpromised": "{theorem} promises nothing here: {why}", theorem = "Thm 6.1", why = why)
}

/// What the theorem promises an honest Alice in the actual world, whoever estimates.
pub(super) fn promised(debate: &ProverEstimator) -> Option<Promise> {
    let (case, stakes) = (&debate.setup().case, debate.setup().stakes);
    completeness(case, stakes, &case.tree().truths(case.actual()?)).promise()
}

/// What r was taken from, in words.
pub(super) fn ratio_from(source: RatioSource) -> String {
    let default = "1 + 2/(ε(1 − ρ))";
    match source {
        RatioSource::Given => "the scenario's own".into(),
        RatioSource::Rho(rho) => format!("{default} with the scenario's ρ = {rho}"),
        RatioSource::Law(rho) => {
            format!("{default} with ρ = {rho:.4}, the largest of the tree in any world of its law")
        }
        RatioSource::AllTrue(rho) => {
            format!("{default} with ρ = {rho:.4}, that of the tree were all its leaves true")
        }
    }
}

/// The ρ that r was taken from.
fn source_of_ratio(source: RatioSource) -> Option<f64> {
    match source {
        RatioSource::Given => None,
        RatioSource::Rho(rho) | RatioSource::Law(rho) | RatioSource::AllTrue(rho) => Some(rho),
    }
}

/// ρ of every claim: in the actual world, or the largest in any world.
pub(super) fn stability(
    debate: &ProverEstimator,
    token: &Token,
) -> Result<(Vec<serde_json::Value>, Vec<Fact>), Stopped> {
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
    let mut claims: Vec<(ClaimId, usize, f64, Worst)> = Vec::new();
    for claim in tree.claims().filter(|&claim| !tree.is_leaf(claim)).take(MOST_CLAIMS_SHOWN) {
        let mut worst: Option<(usize, f64, Worst)> = None;
        for (at, truths) in truths.iter().enumerate() {
            token.check_at(at)?;
            if let Some((which, s)) = table.steadiest(tree, claim, |c| truths.of(c))
                && worst.is_none_or(|worst| s.rho > worst.1)
            {
                worst = Some((which, s.rho, s.worst));
            }
        }
        claims.extend(worst.map(|(which, rho, down)| (claim, which, rho, down)));
    }
    let towards = |worst: Worst| match worst {
        Worst::Lower => "lower",
        Worst::Higher => "higher",
        Worst::Either => "nearer to the wrong answer",
    };
    let json = claims.iter().map(|(claim, which, rho, down)| {
        json!({
            "claim": &*tree.name(*claim), "rho": rho, "argument": which + 1,
            "worst": towards(*down)
        })
    });
    let json = json.collect();
    let when = match (known, case.actual()) {
        (_, Some(_)) => "in this world",
        (true, None) => "in the worst world",
        (false, None) => "were all leaves true",
    };
    claims.sort_by(|a, b| b.2.total_cmp(&a.2).then(a.0.cmp(&b.0)));
    let mut facts: Vec<Fact> = claims
        .iter()
        .take(12)
        .filter_map(|(claim, which, rho, down)| {
            let argument = tree.argument(*claim, *which)?;
            let numbers = if *down == Worst::Either { "some numbers" } else { "every number" };
            Some(fact!("stability": "{claim}: ρ = {rho:.4} {when} ({rule} of {parts}), worst with \
                {numbers} {epsilon} {worst}; {stable}", numbers = numbers,
                claim = &*tree.name(*claim), rho = *rho, when = when, rule = rule_said(argument), parts = argument.parts.len(),
                epsilon = epsilon.get(), worst = towards(*down),
                stable = *rho < 1.0 => if *rho < 1.0 { "stable" } else { "brittle" }))
        })
        .collect();
    let shown = facts.len();
    for (claim, which, ..) in claims.iter().take(12) {
        for (other, argument) in tree.arguments(*claim).enumerate() {
            if other != *which {
                let worst = truths.iter().map(|truths| {
                    let answers = argument.parts.iter().map(|part| truths.of(part));
                    argument.rule.stability(answers, epsilon).rho
                });
                facts.push(
                    fact!("other-argument": "{claim}: its other argument, {rule} of {parts}, \
                    has ρ = {rho:.4}", claim = &*tree.name(*claim),
                    rule = rule_said(argument), parts = argument.parts.len(),
                    rho = worst.clone().fold(0.0, f64::max)),
                );
            }
        }
    }
    if claims.len() > shown {
        facts.push(fact!("more-claims": "{more} more claims, none with a larger ρ",
            more = claims.len() - shown));
    }
    if facts.is_empty() {
        facts.push(fact!("leaf-alone": "a leaf alone has ρ = 0"));
    }
    Ok((json, facts))
}
/// The rule of an argument: its name, or the formula as it was written.
fn rule_said(argument: Argument<'_>) -> String {
    match argument.formula {
        Some(formula) => format!("\u{201c}{formula}\u{201d}"),
        None => argument.rule.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Probability;
    use crate::machine::claims::{Epsilon, Rule, Worlds, default_ratio, uniform};
    use crate::protocol::prover_estimator::Ratio;

    fn least(rule: Rule, width: usize, depth: usize, leaves: &str, ratio: Option<f64>) -> f64 {
        let tree = uniform("x", rule, width, depth).unwrap();
        let leaves: Bits = leaves.parse().unwrap();
        let truths = tree.truths(&leaves);
        let epsilon = Epsilon::new(0.1).unwrap();
        let rho = StabilityTable::new(epsilon).of_tree(&tree, &truths).rho;
        let ratio = ratio.or_else(|| default_ratio(epsilon, rho)).unwrap();
        let (ratio, source) = (Ratio::new(ratio).unwrap(), RatioSource::Given);
        let judgement = Probability::ONE;
        let stakes = Stakes { epsilon, ratio, source, judgement };
        let case = Case::drawn(Worlds::certain(&tree, leaves).unwrap());
        least_paid(&case, stakes, truths, &Token::default()).unwrap().value
    }

    #[test]
    fn an_honest_alice_is_paid_nine_tenths_on_stable_trees() {
        for (depth, leaves) in [(0, "1"), (1, "111"), (2, "111111111")] {
            let value = least(Rule::MAJORITY, 3, depth, leaves, None);
            assert!((value - 0.9).abs() < 1e-9, "depth {depth}: {value}");
        }
    }

    #[test]
    fn she_is_as_safe_when_the_root_is_false() {
        let value = least(Rule::MAJORITY, 3, 2, "000000000", None);
        assert!((value - 0.9).abs() < 1e-9, "{value}");
    }

    #[test]
    fn no_ratio_protects_her_on_a_brittle_tree() {
        for ratio in [3.0, 30.0, 300.0] {
            let value = least(Rule::ALL, 10, 1, "1111111111", Some(ratio));
            assert!(value < 0.0, "r = {ratio}: {value}");
        }
    }
}
