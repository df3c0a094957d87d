//! Debate over a stochastic oracle with a witness (2024 paper, Fig. 3, Thm 7.2): its bounds over
//! every witness that Alice may write.

use rayon::prelude::*;

use super::ThreeInFive;
use super::expense::cost_bounds;
use crate::analysis::{Bound, Claim, Standing, Unsolved};
use crate::machine::Bits;
use crate::machine::plan::{Lipschitz, lipschitz};
use crate::protocol::Stochastic;
use crate::protocol::stochastic::players::values::{Players, Solver};
use crate::protocol::witness::{Opening, OverAll};
use crate::work::Token;

/// Situations of all witnesses together that are looked through.
const MOST: usize = 2_000_000;

/// What one witness comes to.
struct One {
    truth: f64,
    k: Lipschitz,
    /// The most that an Alice gets against honest Bob, and the least that an honest one gets.
    values: Option<[f64; 2]>,
    /// What the debate comes to if both play best.
    game: Option<f64>,
}

fn one(debate: &Stochastic, witness: &Bits, token: &Token) -> Option<One> {
    let plan = debate.plan().with_witness(witness);
    let solver = Solver::new(&plan, *debate.constants(), token).ok()?;
    let solver = solver.with_oracles(debate.setup().oracles.clone());
    let value = |players| solver.solve(players, token).ok().map(|solved| solved.value);
    let best = || value(Players::BEST_ALICE).zip(value(Players::BEST_BOB)).map(|(a, b)| [a, b]);
    // The solver knows no departures.
    let follows = !debate.departures().any();
    let (values, game) = if follows { (best(), value(Players::BEST)) } else { (None, None) };
    let (truth, k) = (solver.truth(token).ok()?, lipschitz(solver.unrolled(), token).ok()?);
    Some(One { truth, k, values, game })
}

/// The bounds of Thm 7.2. Every Alice chooses her witness too, so that K and what she gets are the
/// largest over all of them.
///
/// # Errors
/// If the work was stopped.
pub(super) fn over_witnesses(
    debate: &Stochastic,
    opening: &Opening,
    all: Option<&[Bits]>,
    token: &Token,
) -> Result<OverAll, Unsolved> {
    let (plan, constants) = (debate.plan(), debate.constants());
    let situations = crate::machine::plan::Unrolled::new(plan, token).map(|plan| plan.situations());
    let surveyed: Option<Vec<One>> = match (all, situations) {
        (Some(all), Ok(each)) if each.saturating_mul(all.len()) <= MOST => {
            all.par_iter().map(|witness| one(debate, witness, token)).collect()
        }
        _ => None,
    };
    token.check()?;
    let (mut claims, mut bounds, mut truth, mut game) = (Vec::new(), Vec::new(), None, None);
    match surveyed {
        Some(ones) => {
            let k = ones.iter().map(|one| one.k).reduce(Lipschitz::or);
            let Some(found) = k else { return Ok(OverAll::default()) };
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
            name: "largest Δ(ε)/ε over all witnesses is at most K (Def. 6.1)".into(),
            limit: constants.k.get(),
            value: plan.asks().count() as f64,
            standing: Standing::DoesNotApply(
                "there is too much to look through; the number of asks is the most that K can be"
                    .into(),
            ),
        }),
    }
    bounds.extend(cost_bounds(plan, constants, debate.departures()));
    Ok(OverAll { claims, bounds, truth, game })
}

/// What Thm 7.2 promises here: something for a good witness, which an honest Alice has, something else if there
/// is none.
fn promised(
    (ones, honest): (&[One], Option<&One>),
    main: &Stochastic,
    measured: Lipschitz,
) -> Option<(Claim, Bound)> {
    let best = ones.iter().max_by(|a, b| a.truth.total_cmp(&b.truth))?;
    let claim = ThreeInFive {
        theorem: ThreeInFive::WITH_A_WITNESS,
        constants: main.constants(),
        departures: main.departures(),
        delta: main.apart().delta(),
        measured: Some(measured),
        truth: Some(best.truth),
    };
    let claim = claim.claim();
    let bound = match claim.at_least {
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
