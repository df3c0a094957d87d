//! Debate over a stochastic oracle with a witness (2024 paper, Fig. 3, Thm 7.2). This module
//! computes bounds that take account of all witnesses that Alice can write.

use rayon::prelude::*;

use super::THM_7_2;
use super::efficiency::cost_bounds;
use crate::analysis::{Bound, BoundStatus, TheoremClaim, Unsolved};
use crate::machine::Bits;
use crate::machine::plan::{LipschitzConstants, lipschitz};
use crate::protocol::Stochastic;
use crate::protocol::stochastic::players::values::{Solver, StrategyProfile};
use crate::protocol::witness::{AllWitnesses, WitnessOpening};
use crate::text::Limit;
use crate::work::CancelToken;

/// The largest number of situations in total, over all witnesses.
const MOST: usize = 2_000_000;

#[derive(Clone, Copy)]
struct WitnessResult {
    truth: f64,
    k: LipschitzConstants,
    /// P[the best Alice wins against an honest Bob], and P[an honest Alice wins against the best
    /// Bob]. `None` if they are unknown.
    values: Option<[f64; 2]>,
    /// P[Alice wins] if both provers play optimally.
    game: Option<f64>,
}

fn one(debate: &Stochastic, witness: &Bits, token: &CancelToken) -> Option<WitnessResult> {
    let plan = debate.plan().with_witness(witness);
    let solver = Solver::new(&plan, *debate.constants(), token).ok()?;
    let solver = solver.with_oracles(debate.setup().oracles.clone());
    let value = |players| solver.solve(players, token).ok().map(|solved| solved.value);
    let best = || {
        value(StrategyProfile::BEST_ALICE)
            .zip(value(StrategyProfile::BEST_BOB))
            .map(|(a, b)| [a, b])
    };
    // The solver cannot handle departures.
    let follows = !debate.departures().any();
    let (values, game) =
        if follows { (best(), value(StrategyProfile::BEST)) } else { (None, None) };
    let (truth, k) = (solver.truth(token).ok()?, lipschitz(solver.unrolled(), token).ok()?);
    Some(WitnessResult { truth, k, values, game })
}

/// The bounds of Thm 7.2. Alice chooses her witness, so K and her value are the largest over all
/// witnesses.
///
/// # Errors
/// Returns an error if the work was cancelled.
pub(super) fn over_witnesses(
    debate: &Stochastic,
    opening: &WitnessOpening,
    all: Option<&[Bits]>,
    token: &CancelToken,
) -> Result<AllWitnesses, Unsolved> {
    let (plan, constants) = (debate.plan(), debate.constants());
    let situations =
        crate::machine::plan::UnrolledPlan::new(plan, token).map(|plan| plan.situations());
    let surveyed: Option<Vec<WitnessResult>> = match (all, situations) {
        (Some(all), Ok(each)) if each.saturating_mul(all.len()) <= MOST => {
            let alike = opening.alike(all, token)?;
            let places: Vec<usize> =
                (0..all.len()).filter(|&place| alike[place] == place).collect();
            let found = places.par_iter().map(|&place| one(debate, &all[place], token));
            let found: Option<Vec<WitnessResult>> = found.collect();
            found.map(|found| {
                let of = |first: &usize| found[places.binary_search(first).unwrap_or_default()];
                alike.iter().map(of).collect()
            })
        }
        _ => None,
    };
    token.check()?;
    let (mut claims, mut bounds, mut truth, mut game) = (Vec::new(), Vec::new(), None, None);
    match surveyed {
        Some(ones) => {
            let k = ones.iter().map(|one| one.k).reduce(LipschitzConstants::or);
            let Some(found) = k else { return Ok(AllWitnesses::default()) };
            truth = ones.iter().map(|one| one.truth).reduce(f64::max);
            let games: Option<Vec<f64>> = ones.iter().map(|one| one.game).collect();
            game = games.and_then(|games| games.into_iter().reduce(f64::max));
            let over = format!(" over all {} witnesses", ones.len());
            bounds.push(constants.bound_of_k(&over, found));
            let own = &opening.best(token)?.witness;
            let own = all.into_iter().flatten().position(|witness| witness == own);
            let honest = own.and_then(|own| ones.get(own));
            let (claim, bound) = promised((&ones, honest), debate, found).unzip();
            claims.extend(claim);
            bounds.extend(bound);
        }
        None => bounds.push(Bound {
            name: "largest Δ(ε)/ε by prefix over all witnesses is at most K (Lean)".into(),
            limit: Limit::at_most(constants.k.get()),
            value: plan.asks().count() as f64,
            standing: BoundStatus::DoesNotApply(
                "there are too many situations; K is at most the number of questions".into(),
            ),
        }),
    }
    bounds.extend(cost_bounds(plan, constants, debate.departures()));
    Ok(AllWitnesses { claims, bounds, truth, game })
}

/// The promise of Thm 7.2. If the plan has a good witness, an honest Alice writes it, and the
/// promise is for her. Otherwise, the promise is for an honest Bob.
fn promised(
    (ones, honest): (&[WitnessResult], Option<&WitnessResult>),
    main: &Stochastic,
    measured: LipschitzConstants,
) -> Option<(TheoremClaim, Bound)> {
    let best = ones.iter().max_by(|a, b| a.truth.total_cmp(&b.truth))?;
    let (departures, delta) = (main.departures(), main.oracle_distances().delta());
    let truth = Some(best.truth);
    let claim = main.constants().three_in_five(THM_7_2, departures, delta, Some(measured), truth);
    let bound = match claim.limit.is_lower() {
        true => claim.bound(
            "completeness: honest Alice, with a good witness, wins at least 3/5 against every Bob \
             (Thm 7.2)",
            honest?.values?[1],
        ),
        false => claim.bound(
            "soundness: every Alice, with every witness, wins at most 2/5 against honest Bob (Thm \
             7.2)",
            ones.iter()
                .map(|one| Some(one.values?[0]))
                .try_fold(0.0, |m: f64, v| Some(m.max(v?)))?,
        ),
    };
    Some((claim, bound))
}
