//! The stability of a prover-estimator debate, and its guarantee for an honest Alice.

use serde_json::json;

use super::averaged::{MOST_AVERAGED, MOST_WORK};
use super::{BestBobBounds, HonestWorld, best_bob_in, completeness, if_independent};
use crate::analysis::{Bound, Fact, Hypothesis, HypothesisStatus, PayoffGuarantee, TheoremClaim};
use crate::chance::Probability;
use crate::fact;
use crate::machine::Bits;
use crate::machine::claims::{
    Argument, ClaimId, ClaimsInstance, Knowledge, StabilityTable, Truths, WorstCase, default_ratio,
};
use crate::protocol::ProverEstimator;
use crate::protocol::prover_estimator::players::prover::{ProverStrategy, ResponseTooLarge};
use crate::protocol::prover_estimator::{RatioSource, RewardParams, StabilitySurvey};
use crate::text::Limit;
use crate::text::number::without_minus_zero;
use crate::work::{CancelToken, Cancelled};

/// The guarantee of Thm 6.1, and the results of the search for the best Bob.
pub(super) struct GuaranteeCheck {
    pub(super) bounds: Vec<Bound>,
    pub(super) claims: Vec<TheoremClaim>,
    pub(super) facts: Vec<Fact>,
    /// The reason why Thms 6.1 and 6.2 guarantee nothing in some world. `None` if their hypotheses
    /// hold in every world.
    pub(super) unmet: Option<String>,
}

/// Computes the guarantee with this debate's numbers, and the smallest payment that a search over
/// Bobs finds.
pub(super) fn guarantee(
    debate: &ProverEstimator,
    token: &CancelToken,
) -> Result<GuaranteeCheck, Cancelled> {
    let setup = debate.setup();
    let (case, stakes) = (&setup.case, setup.stakes);
    let accepts = |rho| stakes.suffice_for(rho);
    let stable = StabilitySurvey::measure(case, stakes.epsilon, accepts, token)?;
    let mut unmet_somewhere = match &stable {
        Some(StabilitySurvey { share, .. }) if *share >= 1.0 - 1e-9 => None,
        Some(StabilitySurvey { share, rho, .. }) => Some(format!(
            "the tree is stable enough for this r in only {:.1} % of the worlds (largest ρ = {rho:.4})",
            100.0 * share
        )),
        None => Some("there are too many worlds to check whether the tree is stable".into()),
    };
    let mut facts = vec![
        fact!("ratio": "r = {r:.4}: {from}", r = stakes.ratio.get(),
            from = ratio_from(stakes.source); rho = source_of_ratio(stakes.source)),
        match stable {
            Some(StabilitySurvey { share, rho, claim }) => {
                fact!("stable": "the tree is stable enough for this r in \
                {share:.1} % of the worlds; the largest ρ is {rho:.4}, of claim {claim}",
                share = 100.0 * share, rho = rho, claim = &*case.tree().name(claim))
            }
            None => {
                fact!("unsurveyed": "there are too many worlds to count those in which the tree is \
                stable")
            }
        },
    ];
    let (mut bounds, mut claims) = (Vec::new(), Vec::new());
    // The search covers only one world: the actual world, or else the likeliest world.
    let searched = case.actual().cloned().map(|leaves| (leaves, "the actual world".to_owned()));
    let Some((leaves, which)) = searched.or_else(|| likeliest(case)) else {
        return Ok(GuaranteeCheck { bounds, claims, facts, unmet: unmet_somewhere });
    };
    let truths = case.tree().truths(&leaves);
    let claim = completeness(case, stakes, &truths);
    // A hypothesis that holds in the likeliest world can fail in another world, and nature may draw
    // that world.
    let met = match (&unmet_somewhere, &stable) {
        (None, _) => HypothesisStatus::Holds,
        (Some(why), Some(_)) => HypothesisStatus::Fails(why.clone()),
        (Some(why), None) => HypothesisStatus::Unknown(why.clone()),
    };
    let everywhere = Hypothesis { what: "the tree is stable enough in every world", met };
    let drawn = case.actual().is_none();
    claims.push(if drawn { claim.clone().given(everywhere) } else { claim.clone() });
    unmet_somewhere = claim.unmet().map(str::to_owned).or(unmet_somewhere);
    match least_paid(case, stakes, truths, token) {
        Err(ResponseTooLarge::Stopped(stopped)) => return Err(stopped),
        Err(why) => {
            facts.push(
                fact!("no-search": "no search for the best Bob: {why}", why = why.to_string()),
            );
        }
        Ok(best) => {
            let least = best.value;
            let found = match best.limit {
                Some(_) if best.is_exact() => " (exact)".into(),
                Some(low) => {
                    format!(" found, and at least {:.6} by every Bob", Limit::at_least(low))
                }
                None => " found".into(),
            };
            facts.push(fact!("least-paid": "in {world}, an honest Alice who knows every claim \
                is paid {least:.6} by the best Bob{found}", world = &*which,
                least = without_minus_zero(least, 6), found = best.is_exact() => found;
                low = best.limit));
            let name =
                "an honest Alice who knows every claim is paid at least 1 − ε by every Bob in";
            let name = format!("{name} {which}, at r = {:.4} (Thm 6.1)", stakes.ratio.get());
            bounds.push(claim.bound(&name, least));
        }
    }
    facts.extend(claim.unmet().map(unpromised));
    if stakes.judgement == Probability::ONE {
        facts.extend(ratios(case, stakes, (&case.tree().truths(&leaves), &which)));
    }
    Ok(GuaranteeCheck { bounds, claims, facts, unmet: unmet_somewhere })
}

/// The least r that protects an honest Alice in this world, and the other ratios beside it.
fn ratios(
    case: &ClaimsInstance,
    stakes: RewardParams,
    (truths, which): (&Truths, &str),
) -> Option<Fact> {
    let epsilon = stakes.epsilon;
    let [low, high] = HonestWorld::new(case.tree(), truths, epsilon)?.least_ratio()?;
    let rho = StabilityTable::new(epsilon).tree_stability(case.tree(), truths).rho;
    let asked = default_ratio(epsilon, rho);
    let drawn = case.worlds().only().is_none();
    let value = drawn.then(|| if_independent(case, stakes.ratio.get())).flatten();
    let value = value.map(|value| value.yes.settled_from());
    let theorem = match asked {
        Some(asked) => format!("Thm 6.1 asks for {}", Limit::at_most(asked)),
        None => "Thm 6.1 gives no r".into(),
    };
    let value = value.filter(|value| value.is_finite()).map_or(String::new(), |value| {
        let value = Limit::at_most(value);
        format!("; if neither player knows the world, a yes has its value from {value} on")
    });
    Some(
        fact!("protecting-ratio": "in {world}, every Bob pays an honest Alice who knows every claim at \
        least {wanted} from r = {high} on, and some Bob pays her less below r = {low}; \
        {theorem}{value}", world = which, wanted = 1.0 - epsilon.get(),
        high = Limit::at_most(high), low = Limit::at_least(low), theorem = theorem, value = value;
        least = low, enough = high, asked = asked),
    )
}

/// The likeliest world and its name. `None` if there are too many worlds to list.
fn likeliest(case: &ClaimsInstance) -> Option<(Bits, String)> {
    /// The name lists the leaves of a world if there are at most this many.
    const MOST_WRITTEN: usize = 32;
    let worlds = case.worlds().list(MOST_AVERAGED)?;
    let most = worlds.iter().map(|world| world.0).fold(0.0, f64::max);
    let mut alike = worlds.into_iter().filter(|world| world.0 > most - 1e-12).map(|world| world.1);
    let leaves = alike.next()?;
    let called = match alike.count() {
        0 => "the likeliest world".into(),
        others => {
            let written = if leaves.len() <= MOST_WRITTEN {
                format!(", with leaves {leaves}")
            } else {
                String::new()
            };
            format!("one of the {} likeliest worlds{written}", others + 1)
        }
    };
    Some((leaves, called))
}

/// The smallest payment to an honest Alice who knows every claim, in the world with these truths.
/// Bob knows the world too, and his numbers may depend on all drawn answers.
///
/// # Errors
/// Returns an error if there are too many possible debates, or if the work was cancelled.
pub fn least_paid(
    case: &ClaimsInstance,
    stakes: RewardParams,
    truths: Truths,
    token: &CancelToken,
) -> Result<BestBobBounds, ResponseTooLarge> {
    let case = case.clone().known_to(Knowledge::Everything, Knowledge::Everything);
    best_bob_in(&case, stakes, &ProverStrategy::Honest, truths, token)
}

fn unpromised(why: &str) -> Fact {
    fact!("unpromised": "{theorem} guarantees nothing here: {why}", theorem = "Thm 6.1", why = why)
}

/// The theorem's promise to an honest Alice in the actual world, against every Bob.
pub(super) fn promised(debate: &ProverEstimator) -> Option<PayoffGuarantee> {
    let (case, stakes) = (&debate.setup().case, debate.setup().stakes);
    completeness(case, stakes, &case.tree().truths(case.actual()?)).promise()
}

pub(super) fn ratio_from(source: RatioSource) -> String {
    let default = "1 + 2/(ε(1 − ρ))";
    match source {
        RatioSource::Given => "set by the scenario".into(),
        RatioSource::Rho(rho) => format!("{default} with the scenario's ρ = {rho}"),
        RatioSource::Law(rho) => {
            format!("{default} with ρ = {rho:.4}, the largest ρ of the tree in any world")
        }
        RatioSource::AllTrue(rho) => {
            format!("{default} with ρ = {rho:.4}, the ρ of the tree with all leaves true")
        }
    }
}

/// The ρ that determined r. `None` if the scenario sets r.
fn source_of_ratio(source: RatioSource) -> Option<f64> {
    match source {
        RatioSource::Given => None,
        RatioSource::Rho(rho) | RatioSource::Law(rho) | RatioSource::AllTrue(rho) => Some(rho),
    }
}

/// ρ of every claim: its value in the actual world, or its largest value in any world.
pub(super) fn stability(
    debate: &ProverEstimator,
    token: &CancelToken,
) -> Result<(Vec<serde_json::Value>, Vec<Fact>), Cancelled> {
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
    let mut claims: Vec<(ClaimId, usize, f64, WorstCase)> = Vec::new();
    for claim in tree.claims().filter(|&claim| !tree.is_leaf(claim)).take(MOST_CLAIMS_SHOWN) {
        let mut worst: Option<(usize, f64, WorstCase)> = None;
        for (at, truths) in truths.iter().enumerate() {
            token.check_at(at)?;
            if let Some((which, s)) = table.most_stable(tree, claim, |c| truths.is_true(c))
                && worst.is_none_or(|worst| s.rho > worst.1)
            {
                worst = Some((which, s.rho, s.worst));
            }
        }
        claims.extend(worst.map(|(which, rho, down)| (claim, which, rho, down)));
    }
    let towards = |worst: WorstCase| match worst {
        WorstCase::Lower => "lower",
        WorstCase::Higher => "higher",
        WorstCase::Either => "nearer to the wrong answer",
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
        (false, None) => "if all leaves are true",
    };
    claims.sort_by(|a, b| b.2.total_cmp(&a.2).then(a.0.cmp(&b.0)));
    let mut facts: Vec<Fact> = claims
        .iter()
        .take(12)
        .filter_map(|(claim, which, rho, down)| {
            let argument = tree.argument(*claim, *which)?;
            let numbers = if *down == WorstCase::Either { "some numbers are" } else { "every number is" };
            Some(fact!("stability": "{claim}: ρ = {rho:.4} {when} ({rule} of {parts}), {stable}; in the \
                worst case {numbers} {epsilon} {worst}", numbers = numbers,
                claim = &*tree.name(*claim), rho = *rho, when = when, rule = rule_said(argument),
                parts = argument.parts.len(),
                epsilon = epsilon.get(), worst = towards(*down),
                stable = *rho < 1.0 => if *rho < 1.0 { "stable" } else { "unstable" }))
        })
        .collect();
    let shown = facts.len();
    for (claim, which, ..) in claims.iter().take(12) {
        for (other, argument) in tree.arguments(*claim).enumerate() {
            if other != *which {
                let worst = truths.iter().map(|truths| {
                    let answers = argument.parts.iter().map(|part| truths.is_true(part));
                    argument.rule.stability(answers, epsilon).rho
                });
                facts.push(
                    fact!("other-argument": "{claim}: another argument, {rule} of {parts}, \
                    has ρ = {rho:.4}", claim = &*tree.name(*claim),
                    rule = rule_said(argument), parts = argument.parts.len(),
                    rho = worst.clone().fold(0.0, f64::max)),
                );
            }
        }
    }
    if claims.len() > shown {
        facts.push(fact!("more-claims": "the ρ of the other {more} claims is not larger",
            more = claims.len() - shown));
    }
    if facts.is_empty() {
        facts.push(fact!("leaf-alone": "a single leaf has ρ = 0"));
    }
    Ok((json, facts))
}
/// A text for the rule of an argument: the name of the rule, or the formula as it was written.
fn rule_said(argument: Argument<'_>) -> String {
    match argument.formula {
        Some(formula) => format!("\u{201c}{formula}\u{201d}"),
        None => argument.rule.to_string(),
    }
}
