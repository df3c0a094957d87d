//! Soundness beside completeness: what Thm 6.1 promises on both sides, and what was measured.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;
use serde_json::json;

use super::averaged::Averaged;
use super::payoff::payoff_over;
use super::payoff_table::{DELTA, without_foresight};
use super::{BestBob, Payoff, best_bob_of};
use crate::analysis::{Fact, PairValue};
use crate::fact;
use crate::machine::claims::{Case, Knowledge};
use crate::protocol::ProverEstimator;
use crate::protocol::prover_estimator::players::estimator::{
    Estimator, Learned, LearnedRound, MOST_WORLDS,
};
use crate::protocol::prover_estimator::players::prover::{Prover, TooLarge};
use crate::work::{Stopped, Token};

/// Obfuscators that always go to one place, at most.
const MOST_PLACES: usize = 4;

/// An Alice who plays first, and the Bobs who answer her.
struct Leader {
    name: String,
    /// How often her answer is right.
    right: f64,
    /// What each Bob pays her: his name, and how much.
    paid: Vec<(String, f64)>,
    /// Of the Bob who learned against her: the advantage over his tests, and over any at all.
    taught: Option<(f64, f64)>,
    /// What the best Bob found pays her, and what no Bob gets past.
    best: Option<BestBob>,
    /// The Bobs made to answer her who could not be found, and why.
    missing: Vec<(String, String)>,
}

impl Leader {
    /// The Bob who pays her least.
    fn least(&self) -> Option<&(String, f64)> {
        self.paid.iter().min_by(|a, b| a.1.total_cmp(&b.1))
    }
}

/// Both sides of the theorem, who leads and who follows, and JSON.
pub(super) struct Sides {
    pub(super) both: Vec<Fact>,
    pub(super) leaders: Vec<Fact>,
    pub(super) json: serde_json::Value,
}

/// Measures both sides. `values` and `rights` are the table of averages, pair by pair.
pub(super) fn sides(
    debate: &ProverEstimator,
    averaged: &Averaged,
    bobs: &[(String, Estimator)],
    (values, rights): (&[PairValue], &[Payoff]),
    branches: usize,
    token: &Token,
) -> Result<Sides, Stopped> {
    let promise = 1.0 - debate.setup().stakes.epsilon.get();
    let mut both =
        vec![fact!("completeness": "completeness: an honest Alice who can know every claim \
        of a stable tree is promised {promise} or more from every Bob if r is 1 + 2/(ε(1 − ρ)) or \
        more", promise = promise)];
    let honest = || values.iter().zip(rights).filter(|(value, _)| value.alice == "honest");
    if let Some((least, paid)) = honest().min_by(|a, b| a.0.value.total_cmp(&b.0.value)) {
        both.push(
            fact!("measured": "measured, with what Alice knows here: {least:.4} at least over \
            the Bobs above, from {bob}; her answer is right with {right:.4}", least = least.value,
            bob = least.bob, right = paid.right),
        );
    }
    both.push(fact!("soundness": "soundness: against every Alice some Bob is promised who pays her no \
        more than the probability that her answer is right, but for errors as small as he learns; he \
        may ask the functions that she is computed by, and so whatever she knows"));
    both.extend(who_knows_more(&debate.setup().case));
    both.extend(what_she_can_answer(&debate.setup().case));
    let mut by_bob = Vec::new();
    for (bob, _) in bobs {
        let own = values.iter().zip(rights).filter(|(value, _)| value.bob == *bob);
        let Some((most, paid)) = own.max_by(|a, b| a.0.value.total_cmp(&b.0.value)) else {
            continue;
        };
        both.push(
            fact!("most": "most from {bob} of the Alices above: {most:.4}, by {alice}, whose \
            answer is right with {right:.4}", bob = bob, most = most.value, alice = most.alice,
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
    Ok(Sides { both, leaders: facts(&led), json })
}

/// Who of the players of the tables knows what the other does not, and whom the theorem would let ask.
fn who_knows_more(case: &Case) -> Vec<Fact> {
    let (alice, bob) = (case.alice(), case.bob());
    let beyond = |one: &Knowledge, other: &Knowledge| {
        let claims = case.tree().claims();
        claims.filter(|&claim| one.covers(claim) && !other.covers(claim)).count()
    };
    let count = |knows: &Knowledge| case.tree().claims().filter(|&c| knows.covers(c)).count();
    let (hers, his, claims) = (beyond(alice, bob), beyond(bob, alice), case.tree().len());
    let asks = (hers > 0).then(|| {
        fact!("who-knows": "here Alice knows {alice} of {claims} claims and Bob {bob}; the Bobs above \
            may not ask her, so that what they pay her beyond her chance to be right says nothing \
            against the theorem", alice = count(alice), claims = claims, bob = count(bob))
    });
    let needs_not = (his > 0).then(|| {
        fact!("bob-knows": "here Bob knows {his} of {claims} claims that Alice does not; she may not ask \
            him, and what Thm 6.1 promises an Alice who can answer every claim holds against a Bob who \
            knows everything", his = his, claims = claims)
    });
    asks.into_iter().chain(needs_not).collect()
}

/// Whether some claim is beyond the honest Alice: then the language is not A-provable by her.
fn what_she_can_answer(case: &Case) -> Option<Fact> {
    let (alice, all) = (case.alice(), case.tree().len());
    let known = case.tree().claims().filter(|&claim| alice.covers(claim)).count();
    (known < all).then(|| {
        fact!("provable": "Thms 6.1 and 6.2 promise an honest Alice her payment, and the right answer, \
            where she can answer every claim that may be laid out, by herself and asking nobody \
            (A-provability); here she knows {known} of {all}, and for the rest goes by the law of the \
            worlds, so that they promise nothing", known = known, all = all)
    })
}

/// The Alices of the table who do not look ahead, and obfuscators who always go to one place.
pub fn fixed_alices(case: &Case) -> Vec<(String, Prover)> {
    let (width, depth) = (case.tree().width(), case.tree().depth());
    let towards = |place: usize| {
        let towards = vec![place; depth].into();
        (format!("obfuscator:{}", place + 1), Prover::Obfuscator { towards })
    };
    let plain = without_foresight().map(|(name, alice)| (name.to_owned(), alice));
    plain.into_iter().chain((0..width.min(MOST_PLACES)).map(towards)).collect()
}

/// What every Bob pays an Alice who plays first; none if not one can be reckoned, and something or
/// other if the work was stopped.
fn lead(
    debate: &ProverEstimator,
    averaged: &Averaged,
    bobs: &[(String, Estimator)],
    name: String,
    alice: &Prover,
    branches: usize,
    token: &Token,
) -> Option<Leader> {
    let (case, stakes) = (&debate.setup().case, debate.setup().stakes);
    let of = |bob: &Estimator| {
        payoff_over((case, stakes), (alice, bob), &averaged.worlds, branches, token)
    };
    let mut right = None;
    let (mut paid, mut missing) = (Vec::new(), Vec::new());
    for (bob, estimator) in bobs {
        match of(estimator) {
            Ok(found) => {
                right = Some(found.right);
                paid.push((bob.clone(), found.value()));
            }
            Err(why) => missing.push((format!("what {bob} pays"), why.to_string())),
        }
    }
    let mut taught = None;
    token.check().ok()?;
    match Learned::against(case, stakes, alice, DELTA, token) {
        Ok(learned) => {
            let most =
                |of: fn(&LearnedRound) -> f64| learned.rounds().iter().map(of).fold(0.0, f64::max);
            taught = Some((most(|round| round.advantage), most(|round| round.over_all)));
            match of(&Estimator::Learned(Arc::new(learned))) {
                Ok(found) => paid.push((format!("learned against her to {DELTA}"), found.value())),
                Err(why) => {
                    missing.push((
                        "what the Bob who learned against her pays".into(),
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
                TooLarge::Worlds => {
                    format!("there are more than {MOST_WORLDS} worlds to tell apart")
                }
                why => why.to_string(),
            };
            missing.push(("the best response to her".into(), why));
        }
    }
    Some(Leader { name, right: right?, paid, taught, best: best.ok(), missing })
}

/// For each Alice who leads the Bob who follows best, and which Alice that leaves best off.
fn facts(led: &[Leader]) -> Vec<Fact> {
    let mut facts = Vec::new();
    let mut best: Option<(&str, f64)> = None;
    for leader in led {
        let Some((bob, least)) = leader.least() else { continue };
        let held = match leader.best {
            Some(best) if best.is_exact() && *least <= best.value + 1e-6 => {
                format!("held to {least:.4} exactly, by {bob}")
            }
            Some(BestBob { limit: Some(limit), .. }) => {
                format!("held to {least:.4} by {bob}, and by nobody to less than {limit:.4}")
            }
            _ => format!("held to {least:.4} or less, by {bob}"),
        };
        facts.push(fact!("held": "{alice}: right with {right:.4}; {held}", alice = leader.name,
            right = leader.right, held = held; least = *least, bob = bob,
            limit = leader.best.and_then(|best| best.limit)));
        if let Some((tests, all)) = leader.taught {
            facts.push(
                fact!("taught": "  the Bob who learned against her: advantage {tests:.4} over \
                his tests, {all:.4} over all tests in [−1, 1]", tests = tests, all = all;
                alice = leader.name),
            );
        }
        if best.is_none_or(|(_, value)| *least > value + 1e-9) {
            best = Some((&leader.name, *least));
        }
    }
    if let Some((alice, value)) = best {
        facts.push(
            fact!("best-leader": "of these Alices, each against the Bob found here who pays \
            her least, {alice} is paid most: {value:.4}", alice = alice, value = value),
        );
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
