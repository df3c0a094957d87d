//! The report on a prover-estimator debate: the payoffs of every built-in pair, stability, the
//! guarantee, the learning, and leader-follower play.

use std::sync::Arc;

use rayon::prelude::*;
use serde_json::json;

use super::averaged::WorldAverage;
use super::guarantee::{GuaranteeCheck, guarantee, ratio_from, stability};
use super::payoff_table::{TableAlice, averages, columns, rows};
use super::soundness::sides;
use super::{AveragePayoff, if_independent, open_finding, transformed};
use crate::analysis::{
    ExpectedCosts, Fact, PairValue, Report, Section, Unsolved, Value, missing_value,
};
use crate::chance::Probability;
use crate::fact;
use crate::machine::claims::{ClaimId, ClaimsInstance};
use crate::protocol::ProverEstimator;
use crate::protocol::prover_estimator::RewardParams;
use crate::protocol::prover_estimator::players::estimator::{EstimatorStrategy, LearnedEstimates};
use crate::protocol::prover_estimator::players::prover::ResponseTooLarge;
use crate::rules::{Cost, Protocol, Seat};
use crate::text::Limit;
use crate::text::number::{count, plural};
use crate::work::CancelToken;

pub(super) fn fill(
    debate: &ProverEstimator,
    report: &mut Report,
    token: &CancelToken,
) -> Result<(), Unsolved> {
    let setup = debate.setup();
    let (case, stakes) = (&setup.case, setup.stakes);
    let tree = case.tree();
    let truth = case.actual().map(|leaves| tree.truth_of(ClaimId::ROOT, &mut |at| leaves.at(at)));
    let chance = case.worlds().chance(ClaimId::ROOT);
    report.truth = Some(truth.map_or(chance, f64::from));
    report.costs = vec![ExpectedCosts {
        seat: Seat::Judge.word(),
        cost: Cost::Oracle.key(),
        expected: 1.0,
        limit: debate
            .ledger()
            .account(Seat::Judge)
            .limit(Cost::Oracle)
            .map(|most| Limit::at_most(most as f64)),
    }];
    let averaged = WorldAverage::over(case);
    let (bobs, unlearned) = columns(debate, token)?;
    let branches = averaged.branches();
    let mut missing: Vec<Fact> = unlearned.into_iter().collect();
    let within = (branches, token);
    let (values, rights) = pairs((case, stakes), &averaged, &bobs, within, &mut missing);
    report.values = values;
    token.check()?;
    let values = &report.values;
    let (stability, stability_facts) = stability(debate, token)?;
    let GuaranteeCheck { bounds, claims, facts: guarantee, unmet } = guarantee(debate, token)?;
    (report.bounds, report.claims) = (bounds, claims);
    let mut sides = sides(debate, &averaged, &bobs, (values, &rights), branches, token)?;
    let leaders = match unmet {
        None => "leader and follower (Thm 6.2)",
        Some(why) => {
            sides.leaders.push(fact!("unpromised": "{theorem} guarantees nothing here: {why}",
                theorem = "Thm 6.2", why = why));
            "leader and follower"
        }
    };
    let sections = &mut report.sections;
    sections.extend([
        Section::new("stability", stability_facts),
        Section::new("the guarantee", guarantee),
        Section::new(
            "averages over worlds, as in the table above",
            averages(values, &rights, &averaged),
        ),
        Section::new("completeness and soundness (Thm 6.1)", sides.both),
        Section::new(leaders, sides.leaders),
    ]);
    let worth = (stakes.judgement == Probability::ONE)
        .then(|| if_independent(case, stakes.ratio.get()))
        .flatten();
    let most = (!averaged.is_sampled()).then(|| most_of_the_unknowing(values, case)).flatten();
    let worth = worth.map(|worth| worth.at_most(most));
    if let Some(worth) = &worth {
        let title = "between players who do not know the world";
        sections.push(Section::new(title, worth.facts(stakes.ratio.get())));
    }
    let finding = open_finding(case, stakes, token)?;
    if let Some(finding) = &finding {
        let title = "open finding: an ignorant Alice is paid for a wrong answer";
        sections.push(Section::new(title, finding.facts()));
    }
    let learned = bobs.iter().find_map(|(_, bob)| match bob {
        EstimatorStrategy::Learned(learned) => Some(Arc::clone(learned)),
        _ => None,
    });
    sections.extend(learned.as_deref().map(learning_section));
    if let Some(found) =
        transformed(case.worlds(), stakes.epsilon, stakes.withstood(), 1000, token)?
    {
        sections.push(evidence_section(&found, stakes));
    }
    if !missing.is_empty() {
        sections.push(Section::new("not computed", missing));
    }
    let more = &mut report.more;
    more.insert("stability".into(), json!(stability));
    more.insert("epsilon".into(), json!(stakes.epsilon.get()));
    more.insert("ratio".into(), json!(stakes.ratio.get()));
    more.insert("ratio_from".into(), json!(ratio_from(stakes.source)));
    more.insert("soundness".into(), sides.json);
    if let Some(worth) = &worth {
        more.insert("if_independent".into(), json!(worth));
    }
    if let Some(finding) = &finding {
        more.insert("open_finding".into(), json!(finding));
    }
    let own = match case.actual() {
        Some(_) if case.worlds().only().is_none() => {
            "; a separate section has the values in the scenario's own world"
        }
        _ => "",
    };
    more.insert("values_are".into(), json!(format!("{}{own}", averaged.words())));
    more.insert(
        "worlds".into(),
        json!({
            "averaged": averaged.count(case),
            "exact": !averaged.is_sampled()
        }),
    );
    more.insert(
        "right".into(),
        values
            .iter()
            .zip(&rights)
            .map(|(value, paid)| {
                json!({
                    "alice": value.alice, "bob": value.bob, "rate": paid.right,
                    "sd_of_worlds": paid.sd_of_worlds()
                })
            })
            .collect(),
    );
    let here = debate.in_this_world(&bobs, branches.max(200_000), token)?;
    if let Some(here) = &here {
        more.insert("this_world".into(), json!(here));
        let line = |value: &PairValue| {
            fact!("here": "{alice} against {bob}: {value:.4} (sd {sd:.4})", alice = value.alice,
                bob = value.bob, value = value.value, sd = value.sd.unwrap_or_default())
        };
        sections.push(Section::new(
            "values in the scenario's own world",
            here.iter().map(line).collect(),
        ));
    }
    if let Some(learned) = &learned {
        more.insert(
            "learned".into(),
            learned
                .rounds()
                .iter()
                .map(|round| {
                    json!({
                        "depth": round.depth, "outcomes": round.outcomes, "steps": round.steps,
                        "bound": round.bound, "advantage": round.advantage,
                        "advantage_of_any_test": round.over_all
                    })
                })
                .collect(),
        );
    }
    Ok(())
}

/// An upper bound on the payoff of the best Alice if both players know only the distribution: the
/// smallest of her payoffs against these Bobs.
fn most_of_the_unknowing(values: &[PairValue], case: &ClaimsInstance) -> Option<f64> {
    let told = case.bob_is_told();
    let unknowing = |bob: &str| match bob.split(':').next() {
        Some("calibrated" | "independent" | "constant" | "marginal" | "lazy") => true,
        _ => !told,
    };
    let own = values.iter().filter(|value| value.alice == "blind-best-response");
    own.filter(|value| unknowing(&value.bob)).map(|value| value.value).reduce(f64::min)
}

/// The payoff of each built-in Alice against each of these Bobs, over the worlds. If a pair is too
/// expensive to compute, `missing` gets the reason.
fn pairs(
    (case, stakes): (&ClaimsInstance, RewardParams),
    averaged: &WorldAverage,
    bobs: &[(String, EstimatorStrategy)],
    (branches, token): (usize, &CancelToken),
    missing: &mut Vec<Fact>,
) -> (Vec<PairValue>, Vec<AveragePayoff>) {
    let pairs: Vec<(&str, TableAlice, &(String, EstimatorStrategy))> = rows()
        .into_iter()
        .flat_map(|(name, row)| bobs.iter().map(move |bob| (name, row.clone(), bob)))
        .collect();
    token.report(0, pairs.len() as u64);
    let find = |(_, row, (_, bob)): &(&str, TableAlice, &(String, EstimatorStrategy))| {
        let found = row.payoff((case, stakes), bob, averaged, branches, token);
        token.advance(1);
        found
    };
    let found: Vec<Result<AveragePayoff, ResponseTooLarge>> = pairs.par_iter().map(find).collect();
    let (mut values, mut rights) = (Vec::new(), Vec::new());
    for ((alice, _, (bob, _)), result) in pairs.iter().zip(found) {
        match result {
            Ok(paid) => {
                values.push(paid.pair_value(alice, bob));
                rights.push(paid);
            }
            Err(ResponseTooLarge::Stopped(_)) => {}
            Err(why) => missing.push(missing_value(alice, bob, why)),
        }
    }
    (values, rights)
}

fn learning_section(learned: &LearnedEstimates) -> Section {
    let facts = learned.rounds().iter().map(|round| {
        let what = match round.depth {
            None => "the root's probability".to_owned(),
            Some(depth) => {
                let arguments = plural(round.arguments as u64, "argument", "arguments");
                format!("{arguments} at depth {depth}")
            }
        };
        fact!("learnt": "{what}, {outcomes} outcomes: {steps} (at most {bound} are needed); the largest \
            advantage after these steps is {tests:.4} for the tests that were used, and {all:.4} for any test with \
            values in [−1, 1]", what = what,
            outcomes = round.outcomes, steps = round.steps => plural(round.steps, "step", "steps"),
            bound = round.bound,
            tests = round.advantage, all = round.over_all; delta = learned.delta())
    });
    let title =
        format!("learning until no test has an advantage above {} (Lemma A.3)", learned.delta());
    Section::new(title, facts.collect())
}

fn evidence_section(found: &super::TransformedEvidence, stakes: RewardParams) -> Section {
    let (pieces, right, correlation) = found.law;
    let law = |name: &str, law: &super::RhoDistribution| {
        let [least, low, middle, high, nine, most] = law.quantiles;
        let over = match law.exact {
            true => format!("of all {} worlds, by their weight", law.worlds),
            false => format!("of {} random worlds", law.worlds),
        };
        fact!("after": "{name}: ρ from {least:.4} to {most:.4} (quartiles {low:.4}, {middle:.4}, \
            {high:.4}; 90 % are at most {nine:.4}). ρ is below 1 in {stable:.1} % {over}. The root \
            is true in {root:.1} %", name = name, least = least, most = most, low = low,
            middle = middle, high = high, nine = Limit::at_most(nine), stable = 100.0 * law.stable,
            over = over, root = 100.0 * law.root; worlds = law.worlds)
    };
    let of = match found.every_world {
        true => "world of the facts",
        false => "of the random worlds",
    };
    let mut facts = vec![
        fact!("evidence": "{pieces} of evidence for each fact; a piece is right with probability {right}",
            pieces = pieces => plural(pieces as u64, "piece", "pieces"), right = right),
        fact!("before": "before the transform, for the facts: ρ = {rho:.4} in the worst {of}",
            rho = found.before, of = of),
        law("after the transform, with independent pieces", &found.independent),
    ];
    if let Some(correlated) = &found.correlated {
        let name = format!(
            "after the transform, if with probability {correlation} a single draw decides all pieces of a fact"
        );
        facts.push(law(&name, correlated));
    }
    facts.push(match found.needed {
        Some(needed) => {
            fact!("pieces-needed": "if every piece is right, each fact needs at least {needed} to bring ρ \
            below 1 in each {of}", of = of, needed = needed => plural(needed as u64, "piece", "pieces"))
        }
        None => fact!("never-stable": "no tested number of pieces brings ρ below 1 in each {of}",
            of = of),
    });
    let ([low, high], how) = (found.same_root.ends(), found.same_root.how());
    facts.push(fact!("same-root": "with probability {same:.6}, the pieces give the root the same truth as the facts \
     ({how}; Thm 8.3)", same = found.same_root.middle(), how = how;
        low = low, high = high));
    if stakes.withstood().is_none() {
        let least = 1.0 + 2.0 / stakes.epsilon.get();
        facts.push(fact!("withstands-none": "r = {ratio:.4} is below 1 + 2/ε = {least:.4}, so r is too small for \
            every ρ, with any evidence", ratio = stakes.ratio.get(), least = least));
    }
    if let Some(super::PiecesNeeded { rho, pieces, share }) = &found.wanted {
        let [low, high] = share.ends().map(|end| 100.0 * end);
        let how = match share {
            Value::Estimated(drawn) => {
                let n = count(drawn.debates());
                format!(
                    "sampled, n = {n}, 95 % interval from {:.1} % to {:.1} %",
                    Limit::at_least(low),
                    Limit::at_most(high)
                )
            }
            known => known.how(),
        };
        let share = 100.0 * share.middle();
        facts.push(match pieces {
            Some(pieces) => {
                fact!("pieces-wanted": "with {pieces} for each fact, ρ is small enough for r \
                in {share:.1} % of the worlds ({how}): there it is at most {rho:.4}. For every smaller number that \
                was tested, ρ is small enough in less than 90 % of the worlds",
                pieces = *pieces => plural(*pieces as u64, "piece", "pieces"),
                rho = Limit::at_most(*rho), share = share, how = how; low = low, high = high)
            }
            None => {
                fact!("never-wanted": "r is large enough only if ρ is at most {rho:.4}. No tested number of pieces \
                 brings ρ down to this in 90 % of the worlds. The largest share is \
                {share:.1} % ({how}). If a claim above the facts is unstable, `copies` of this claim help",
                rho = Limit::at_most(*rho), share = share, how = how; low = low, high = high)
            }
        });
    }
    Section::new("the stable transform (Def. 8.2)", facts)
}
