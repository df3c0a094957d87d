//! Debate over a stochastic oracle with a witness (2024 paper, Fig. 3, Thm 7.2): its bounds over
//! every witness that Alice may write.

use rayon::prelude::*;

use super::expense::cost_bounds;
use crate::analysis::{Bound, Standing, Unsolved};
use crate::machine::Bits;
use crate::machine::plan::{Lipschitz, lipschitz};
use crate::protocol::Stochastic;
use crate::protocol::stochastic::players::values::{Players, Solver};
use crate::protocol::witness::{Main, Witnessed};
use crate::work::Token;

/// Situations of all witnesses together that are looked through.
const MOST: usize = 2_000_000;

/// What one witness comes to.
struct One {
    truth: f64,
    k: Lipschitz,
    /// The most that an Alice gets against honest Bob, and the least that an honest one gets.
    values: Option<[f64; 2]>,
}

fn one(debate: &Stochastic, witness: &Bits, token: &Token) -> Option<One> {
    let plan = debate.plan().with_witness(witness);
    let solver = Solver::new(&plan, *debate.constants(), token).ok()?;
    let solver = solver.with_oracles(debate.setup().oracles.clone());
    let value = |players| solver.solve(players, token).ok().map(|solved| solved.value);
    let values = value(Players::BEST_ALICE).zip(value(Players::BEST_BOB)).map(|(a, b)| [a, b]);
    let (truth, k) = (solver.truth(token).ok()?, lipschitz(solver.unrolled(), token).ok()?);
    Some(One { truth, k, values })
}

/// The bounds of Thm 7.2. Every Alice chooses her witness too, so that K and what she gets are the
/// largest over all of them.
///
/// # Errors
/// If the work was stopped.
pub fn over_witnesses(
    debate: &Witnessed<Stochastic>,
    all: Option<&[Bits]>,
    token: &Token,
) -> Result<Vec<Bound>, Unsolved> {
    let template = debate.template();
    let (plan, constants) = (template.plan(), template.constants());
    let situations = crate::machine::plan::Unrolled::new(plan, token).map(|plan| plan.situations());
    let surveyed: Option<Vec<One>> = match (all, situations) {
        (Some(all), Ok(each)) if each.saturating_mul(all.len()) <= MOST => {
            all.par_iter().map(|witness| one(template, witness, token)).collect()
        }
        _ => None,
    };
    token.check()?;
    let k = constants.k.get();
    let mut bounds = Vec::new();
    match surveyed {
        Some(ones) => {
            let worst = ones.iter().map(|one| one.k.worst).fold(0.0, f64::max);
            let at_most = ones.iter().map(|one| one.k.at_most).fold(0.0, f64::max);
            bounds.push(Bound {
                name: format!(
                    "largest Δ(ε)/ε over all {} witnesses is at most K (Def. 6.1)",
                    ones.len()
                ),
                limit: k,
                value: worst,
                standing: match (worst <= k * NEAR, at_most <= k * NEAR) {
                    (false, _) => Standing::Fails,
                    (true, true) => Standing::Holds,
                    (true, false) => Standing::DoesNotApply(format!(
                        "the search leaves room up to {at_most:.6}: more than K = {k}"
                    )),
                },
            });
            let delta = template.apart().delta();
            let why_not = if let Some(why) = template.setup().departures.without_theorem() {
                Some(why.to_owned())
            } else if delta > 0.0 {
                Some(format!("Thm 7.2 is for one oracle; these are off by up to {delta:.4}"))
            } else if !constants.set.is_proved() {
                Some("these constants are not those of Thm 7.2, which promises 3 in 5".to_owned())
            } else if at_most > k * NEAR {
                Some(format!("K = {k} is too small: up to {at_most:.4} over all witnesses"))
            } else {
                None
            };
            bounds.extend(promised(&ones, template, why_not));
        }
        None => bounds.push(Bound {
            name: "largest Δ(ε)/ε over all witnesses is at most K (Def. 6.1)".into(),
            limit: k,
            value: plan.asks().count() as f64,
            standing: Standing::DoesNotApply(
                "there is too much to look through; the number of asks is the most that K can be"
                    .into(),
            ),
        }),
    }
    bounds.extend(cost_bounds(plan, constants));
    Ok(bounds)
}

/// A K is taken to reach another if it lacks no more of it than this.
const NEAR: f64 = 1.0 + 1e-6;

/// What Thm 7.2 promises here: something for a good witness, something else if there is none.
fn promised(ones: &[One], main: &Stochastic, why_not: Option<String>) -> Option<Bound> {
    let best = ones.iter().max_by(|a, b| a.truth.total_cmp(&b.truth))?;
    let standing = |right: bool| match &why_not {
        None => Standing::tested(right),
        Some(why) => Standing::DoesNotApply(why.clone()),
    };
    let most =
        || ones.iter().map(|one| Some(one.values?[0])).try_fold(0.0, |m: f64, v| Some(m.max(v?)));
    if best.truth >= main.enough() {
        let value = best.values?[1];
        return Some(Bound {
            name: "completeness: honest Alice, with a good witness, wins at least 3/5 against \
                   every Bob (Thm 7.2)"
                .into(),
            limit: 0.6,
            value,
            standing: standing(value >= 0.6),
        });
    }
    let value = most()?;
    Some(Bound {
        name: "soundness: every Alice, with every witness, wins at most 2/5 against honest Bob \
               (Thm 7.2)"
            .into(),
        limit: 0.4,
        value,
        standing: match best.truth <= main.little() {
            true => standing(value <= 0.4),
            false => Standing::DoesNotApply(format!(
                "the best witness is at {:.4}, between 1/3 and 2/3: nothing is promised",
                best.truth
            )),
        },
    })
}
