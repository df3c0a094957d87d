//! Completeness and soundness: the guarantees of Thm 6.1 for both players, and the measured
//! payoffs.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;
use serde_json::json;

use super::averaged::WorldAverage;
use super::payoff_table::{DELTA, TableAlice, without_foresight};
use super::{AveragePayoff, BestBobBounds, best_bob_of};
use crate::analysis::{Fact, PairValue};
use crate::fact;
use crate::machine::claims::{ClaimsInstance, Knowledge};
use crate::protocol::ProverEstimator;
use crate::protocol::prover_estimator::players::estimator::{
    EstimatorStrategy, LearnedEstimates, LearnedRound, MOST_WORLDS,
};
use crate::protocol::prover_estimator::players::prover::{ProverStrategy, ResponseTooLarge};
use crate::text::Limit;
use crate::work::{CancelToken, Cancelled};

/// At most this many obfuscators who always pick the same position are in the report.
const MOST_PLACES: usize = 4;

/// An Alice who chooses her strategy first, and the Bobs who respond to it.
struct Leader {
    name: String,
    right: f64,
    /// The name of each Bob, and what he pays her.
    paid: Vec<(String, f64)>,
    /// Two advantages that remain after a Bob learned against her: the largest advantage of his own
    /// tests, and the largest advantage of any test.
    taught: Option<(f64, f64)>,
    best: Option<BestBobBounds>,
    /// The Bobs that could not be computed, each with the reason.
    missing: Vec<(String, String)>,
}

impl Leader {
    /// The Bob who pays her least, and his payment.
    fn least(&self) -> Option<&(String, f64)> {
        self.paid.iter().min_by(|a, b| a.1.total_cmp(&b.1))
    }
}

/// The facts about completeness and soundness, the facts about leaders and followers, and the same
/// as JSON.
pub(super) struct SoundnessSides {
    pub(super) both: Vec<Fact>,
    pub(super) leaders: Vec<Fact>,
    pub(super) json: serde_json::Value,
}

/// Measures completeness and soundness. `values` and `rights` are the table of averages, with one
/// entry for each pair.
pub(super) fn sides(
    debate: &ProverEstimator,
    averaged: &WorldAverage,
    bobs: &[(String, EstimatorStrategy)],
    (values, rights): (&[PairValue], &[AveragePayoff]),
    branches: usize,
    token: &CancelToken,
) -> Result<SoundnessSides, Cancelled> {
    let promise = 1.0 - debate.setup().stakes.epsilon.get();
    let mut both = vec![
        fact!("completeness": "completeness: if r is at least 1 + 2/(ε(1 − ρ)), every Bob pays at least \
            {promise} to an honest Alice who knows every claim of a stable tree", promise = Limit::at_least(promise)),
    ];
    let honest = || values.iter().zip(rights).filter(|(value, _)| value.alice == "honest");
    if let Some((least, paid)) = honest().min_by(|a, b| a.0.value.total_cmp(&b.0.value)) {
        both.push(
            fact!("measured": "measured with the knowledge that Alice has here: of the Bobs above, {bob} pays her \
                least, and he pays at least {least:.4}; her answer is right with probability {right:.4}",
            least = Limit::at_least(least.value),
            bob = least.bob, right = paid.right),
        );
    }
    both.push(
        fact!("soundness": "soundness: for every Alice there is a Bob who pays her at most the \
        probability that her answer is right, plus a small learning error. This Bob may query \
        the functions that compute her moves, and so learn everything that she knows"),
    );
    both.extend(who_knows_more(&debate.setup().case));
    both.extend(what_she_can_answer(&debate.setup().case));
    let mut by_bob = Vec::new();
    for (bob, _) in bobs {
        let own = values.iter().zip(rights).filter(|(value, _)| value.bob == *bob);
        let Some((most, paid)) = own.max_by(|a, b| a.0.value.total_cmp(&b.0.value)) else {
            continue;
        };
        both.push(
            fact!("most": "of the Alices above, {bob} pays {alice} most: {most:.4}; her \
            answer is right with probability {right:.4}", bob = bob, most = most.value, alice = most.alice,
            right = paid.right),
        );
        by_bob.push(json!({
            "bob": bob, "alice": most.alice, "value": most.value, "right": paid.right
        }));
    }
    let led: Vec<Leader> = fixed_alices(&debate.setup().case)
        .into_par_iter()
        .filter_map(|(name, alice)| lead(debate, averaged, bobs, name, &alice, branches, token))
        .collect();
    token.check()?;
    let by_alice = led.iter().map(|leader| {
        json!({
            "alice": leader.name, "right": leader.right,
            "least": leader.least().map(|least| least.1),
            "from": leader.least().map(|least| &least.0),
            "limit": leader.best.and_then(|best| best.limit),
            "bobs": leader.paid.iter().map(|(bob, value)| json!({ "bob": bob, "value": value }))
                .collect::<Vec<_>>(),
            "learned": leader.taught.map(|(tests, all)| {
                json!({ "delta": DELTA, "advantage": tests, "advantage_of_any_test": all })
            }),
            "not_computed": leader.missing.iter().map(|(who, why)| format!("{who}: {why}"))
                .collect::<Vec<_>>(),
        })
    });
    let json = json!({
        "promise": promise, "by_bob": by_bob, "by_alice": by_alice.collect::<Vec<_>>()
    });
    Ok(SoundnessSides { both, leaders: facts(&led), json })
}

/// Facts about the claims that only one player knows, and what this means for the theorem.
fn who_knows_more(case: &ClaimsInstance) -> Vec<Fact> {
    let (alice, bob) = (case.alice(), case.bob());
    let beyond = |one: &Knowledge, other: &Knowledge| {
        let claims = case.tree().claims();
        claims.filter(|&claim| one.covers(claim) && !other.covers(claim)).count()
    };
    let count = |knows: &Knowledge| case.tree().claims().filter(|&c| knows.covers(c)).count();
    let (hers, his, claims) = (beyond(alice, bob), beyond(bob, alice), case.tree().len());
    let asks = (hers > 0).then(|| {
        fact!("who-knows": "here Alice knows {alice} of {claims} claims and Bob knows {bob}. The Bobs above \
            may not query her. So the theorem still holds if they pay her more than the probability \
            that she is right", alice = count(alice), claims = claims, bob = count(bob))
    });
    let needs_not = (his > 0).then(|| {
        fact!("bob-knows": "here Bob knows {his} of {claims} claims that Alice does not know, and she \
            may not query him. If an Alice can answer every claim, Thm 6.1 protects her even \
            against a Bob who knows everything", his = his, claims = claims)
    });
    asks.into_iter().chain(needs_not).collect()
}

/// The fact that A-provability fails, because honest Alice cannot decide some claim. `None` if she
/// can decide all claims.
fn what_she_can_answer(case: &ClaimsInstance) -> Option<Fact> {
    let (alice, all) = (case.alice(), case.tree().len());
    let known = case.tree().claims().filter(|&claim| alice.covers(claim)).count();
    (known < all).then(|| {
        fact!("provable": "Thms 6.1 and 6.2 protect an honest Alice who can answer every claim of an \
            argument without help (A-provability). Here she knows {known} of {all} claims and \
            uses the distribution over worlds for the rest, so the theorems guarantee nothing",
            known = known, all = all)
    })
}

/// The Alices in the table who do not look ahead, and obfuscators who always pick the same
/// position.
pub fn fixed_alices(case: &ClaimsInstance) -> Vec<(String, ProverStrategy)> {
    let (width, depth) = (case.tree().width(), case.tree().depth());
    let towards = |place: usize| {
        let towards = vec![place; depth].into();
        (format!("obfuscator:{}", place + 1), ProverStrategy::Obfuscator { towards })
    };
    let plain = without_foresight().map(|(name, alice)| (name.to_owned(), alice));
    plain.into_iter().chain((0..width.min(MOST_PLACES)).map(towards)).collect()
}

/// Computes what each Bob pays an Alice who chooses her strategy before Bob chooses his. `None` if
/// no payment can be computed. The result is meaningless if the work was cancelled.
fn lead(
    debate: &ProverEstimator,
    averaged: &WorldAverage,
    bobs: &[(String, EstimatorStrategy)],
    name: String,
    alice: &ProverStrategy,
    branches: usize,
    token: &CancelToken,
) -> Option<Leader> {
    let (case, stakes) = (&debate.setup().case, debate.setup().stakes);
    let of = |bob: &EstimatorStrategy| {
        let alice = TableAlice::Fixed(alice.clone());
        alice.payoff((case, stakes), bob, averaged, branches, token)
    };
    let mut right = None;
    let (mut paid, mut missing) = (Vec::new(), Vec::new());
    for (bob, estimator) in bobs {
        match of(estimator) {
            Ok(found) => {
                right = Some(found.right);
                paid.push((bob.clone(), found.value()));
            }
            Err(why) => missing.push((format!("the payment of {bob}"), why.to_string())),
        }
    }
    let mut taught = None;
    token.check().ok()?;
    match LearnedEstimates::against(case, stakes, alice, DELTA, token) {
        Ok(learned) => {
            let most =
                |of: fn(&LearnedRound) -> f64| learned.rounds().iter().map(of).fold(0.0, f64::max);
            taught = Some((most(|round| round.advantage), most(|round| round.over_all)));
            match of(&EstimatorStrategy::Learned(Arc::new(learned))) {
                Ok(found) => {
                    paid.push((format!("learned against her with δ = {DELTA}"), found.value()))
                }
                Err(why) => {
                    missing.push((
                        "the payment of the Bob who learned against her".into(),
                        why.to_string(),
                    ));
                }
            }
        }
        Err(why) => missing.push(("the Bob who learned against her".into(), why.to_string())),
    }
    let best = best_bob_of(debate, alice, token);
    match best {
        Ok(best) => paid.push(("best-response".into(), best.value)),
        Err(why) => {
            let why = match why {
                ResponseTooLarge::Worlds => {
                    format!("there are more than {MOST_WORLDS} worlds to compare")
                }
                why => why.to_string(),
            };
            missing.push(("the best response to her".into(), why));
        }
    }
    Some(Leader { name, right: right?, paid, taught, best: best.ok(), missing })
}

/// The facts about each Alice who chooses first, about the Bob who is best against her, and about
/// the best Alice.
fn facts(led: &[Leader]) -> Vec<Fact> {
    let mut facts = Vec::new();
    let mut best: Option<(&str, f64)> = None;
    for leader in led {
        let Some((bob, least)) = leader.least() else { continue };
        let held = match leader.best {
            Some(best) if best.is_exact() && *least <= best.value + 1e-6 => {
                format!("{bob} pays her {least:.4} exactly, the least of all Bobs")
            }
            Some(BestBobBounds { limit: Some(limit), .. }) => {
                let limit = Limit::at_least(limit);
                format!("{bob} pays her {least:.4}, and no Bob pays her less than {limit:.4}")
            }
            _ => format!("{bob} pays her at most {:.4}", Limit::at_most(*least)),
        };
        facts.push(
            fact!("held": "{alice}: right with probability {right:.4}; {held}", alice = leader.name,
            right = leader.right, held = held; least = *least, bob = bob,
            limit = leader.best.and_then(|best| best.limit)),
        );
        if let Some((tests, all)) = leader.taught {
            facts.push(
                fact!("taught": "  the Bob who learned against her: after his learning, his own tests still find an \
                    advantage of {tests:.4}, and the best test in [−1, 1] finds {all:.4}", tests = tests, all = all;
                alice = leader.name),
            );
        }
        if best.is_none_or(|(_, value)| *least > value + 1e-9) {
            best = Some((&leader.name, *least));
        }
    }
    if let Some((alice, value)) = best {
        facts.push(fact!("best-leader": "if each of these Alices meets the Bob who pays \
            her least, {alice} is paid most: {value:.4}", alice = alice, value = value));
    }
    let mut missing: BTreeMap<&(String, String), Vec<&str>> = BTreeMap::new();
    for leader in led {
        for what in &leader.missing {
            missing.entry(what).or_default().push(&leader.name);
        }
    }
    facts.extend(missing.into_iter().map(|((who, why), alices)| {
        fact!("not-computed": "{who} is not computed for {alices}: {why}", who = who,
            alices = alices.join(", "), why = why)
    }));
    facts
}
