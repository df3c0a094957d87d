//! What the best Bob pays a fixed Alice: at most what the best Bob found pays her, and at least a *floor* below
//! which no Bob gets.
//!
//! There are three floors. Where a search tries all that matters, its value is one. Between players who know the law
//! alone it is the theorem of `docs/results/open-finding.md`. An honest Alice who knows every claim has the guarantee of
//! Thm 6.1 in each world where its hypotheses hold, and otherwise the same induction with what a brittle
//! argument costs her:
//!
//! Let n be the most that she can lose from a claim on, 0 at a leaf. Bob states its number p, and it is off by d.
//! If d is at most ε, she names nothing and loses what she loses below. Otherwise let D be the largest error
//! of his numbers for the subclaims and X = E[(D − ε)⁺]. Numbers that are off by ε move the rule by ρε at most, and
//! the rest of the errors by L·X at most, where L is the leverage of the argument at numbers that are ε off. She goes
//! on where D is, and is paid there at least r^{k+2}(D − ε) − n' if D is above ε and −n' if it is not. So from
//! this claim on she is paid, if r is L or more, at least
//!
//!   r^{k+1}(d − ρε − L·X) + r^{k+2}·X − n' ≥ r^{k+1}(d − ε) − n   with   n = n' + r^{k+1}·ε·(ρ − 1)⁺.
//!
//! At the root his number p_0 is paid besides: 1 − ε − n' is left if he is within ε, and the least of
//! p_0 + r(1 − p_0 − ρε) − n' over p_0 below 1 − ε if he is not. ∎

use super::completeness;
use super::if_independent::{if_independent, influences, leverage};
use crate::chance::Probability;
use crate::machine::claims::{Case, ClaimId, Knowledge, Odds, StabilityTable, Truths};
use crate::protocol::ProverEstimator;
use crate::protocol::prover_estimator::players::estimator::{BestResponse, MOST_WORLDS};
use crate::protocol::prover_estimator::players::prover::{Prover, Stakes, TooLarge};
use crate::protocol::prover_estimator::players::roster::best_response;
use crate::protocol::prover_estimator::reward::SAME_ERROR;
use crate::work::Token;

/// What the best Bob pays a fixed Alice, on average over worlds and draws: between two numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestBob {
    /// What [`BestResponse`] pays her.
    pub value: f64,
    /// No Bob pays her less. `None` if no floor is known.
    pub limit: Option<f64>,
}

impl BestBob {
    /// Whether both ends are one number, to a millionth.
    pub fn is_exact(&self) -> bool {
        self.limit.is_some_and(|low| self.value - low <= 1e-6 * self.value.abs().max(1.0))
    }

    /// What was found, and the higher of the search's own floor and of this one.
    fn new((case, stakes): (&Case, Stakes), found: &BestResponse, floor: Option<f64>) -> Self {
        // Alice takes errors that differ so little for one.
        let tolerance = 4.0 * SAME_ERROR * stakes.ratio.most(case.tree().depth());
        let value = found.value();
        let own = found.is_least().then_some(value - tolerance);
        let limit = own.into_iter().chain(floor).reduce(f64::max);
        // What was computed apart may differ in its last bits.
        let near = 1e-9 * value.abs().max(1.0) + tolerance;
        let is_sound = limit.is_none_or(|low| low <= value + near);
        assert!(is_sound || !cfg!(test), "no Bob gets below {limit:?}, and one gets {value}");
        Self { value, limit: limit.filter(|_| is_sound).map(|low| low.min(value)) }
    }
}

/// What the best Bob pays this Alice who knows of the world what the case says that he knows.
///
/// # Errors
/// If there are too many worlds or claims, or the work was stopped.
pub fn best_bob(
    case: &Case,
    stakes: Stakes,
    alice: &Prover,
    token: &Token,
) -> Result<BestBob, TooLarge> {
    let found = BestResponse::new(case, stakes, alice.clone(), token)?;
    Ok(BestBob::new((case, stakes), &found, floor(case, stakes, alice)))
}

/// The same in a debate; debates that share a setup share the search.
///
/// # Errors
/// As [`best_bob`].
pub fn best_bob_of(
    debate: &ProverEstimator,
    alice: &Prover,
    token: &Token,
) -> Result<BestBob, TooLarge> {
    let (case, stakes) = (&debate.setup().case, debate.setup().stakes);
    let found = best_response(debate, alice, token)?;
    Ok(BestBob::new((case, stakes), &found, floor(case, stakes, alice)))
}

/// The same in the world with these truths, by a Bob who knows it besides. No Bob pays her less there, whatever
/// he knows.
///
/// # Errors
/// As [`best_bob`].
pub fn best_bob_in(
    case: &Case,
    stakes: Stakes,
    alice: &Prover,
    truths: Truths,
    token: &Token,
) -> Result<BestBob, TooLarge> {
    let floor = match knows_all(case, stakes, alice) {
        true => in_a_world(case, stakes, &truths),
        false => None,
    };
    let found = BestResponse::knowing(case, stakes, alice.clone(), truths, token)?;
    Ok(BestBob::new((case, stakes), &found, floor))
}

/// Whether she is honest, knows every claim, and is judged as she deserves.
fn knows_all(case: &Case, stakes: Stakes, alice: &Prover) -> bool {
    *alice == Prover::Honest
        && *case.alice() == Knowledge::Everything
        && stakes.judgement == Probability::ONE
}

/// What no Bob who knows what the case says gets past, on average over the worlds that are left.
pub(super) fn floor(case: &Case, stakes: Stakes, alice: &Prover) -> Option<f64> {
    if knows_all(case, stakes, alice) {
        let worlds = case.drawn_from().list(MOST_WORLDS)?.into_iter().filter(|world| world.0 > 0.0);
        let each = worlds.map(|(weight, leaves)| {
            Some(weight * in_a_world(case, stakes, &case.tree().truths(&leaves))?)
        });
        return each.sum();
    }
    between_unknowing(case, stakes, alice)
}

/// What an Alice who goes by the law alone is paid at least by a Bob who knows no more.
fn between_unknowing(case: &Case, stakes: Stakes, alice: &Prover) -> Option<f64> {
    let (tree, ratio) = (case.tree(), stakes.ratio.get());
    let is_told = case.bob_is_told() && case.worlds().only().is_none();
    if is_told || stakes.judgement != Probability::ONE {
        return None;
    }
    match alice {
        Prover::Marginal { answer } => {
            let worth = if_independent(case, ratio)?;
            let held = if *answer { worth.yes } else { worth.no };
            (ratio >= held.settled_from()).then_some(held.high)
        }
        // She takes each claim below the root to be as likely as it is by the law. Where that is m, she is the Alice of
        // the proof for rules that are not monotone.
        Prover::Ignorant => {
            let chance = |claim| case.worlds().chance(claim);
            let (mut m, mut from) = (chance(ClaimId::ROOT), 1.0f64);
            for claim in tree.claims().filter(|&claim| !tree.is_leaf(claim)) {
                let argument =
                    tree.argument(claim, 0).filter(|_| tree.argument_count(claim) == 1)?;
                let each: Vec<f64> = argument.parts.iter().map(chance).collect();
                let own = argument.rule.chances(each.iter().map(|&p| Odds::of(p))).yes;
                if claim == ClaimId::ROOT {
                    m = own;
                } else if (own - chance(claim)).abs() > SAME_ERROR {
                    return None;
                }
                from = from.max(influences(argument, each));
            }
            let says_yes = chance(ClaimId::ROOT) < 0.5;
            (ratio >= from - 1e-9).then_some(if says_yes { m } else { 1.0 - m })
        }
        _ => None,
    }
}

/// What an honest Alice who knows every claim is paid at least in a world with these truths.
fn in_a_world(case: &Case, stakes: Stakes, truths: &Truths) -> Option<f64> {
    let (epsilon, ratio) = (stakes.epsilon.get(), stakes.ratio.get());
    if completeness(case, stakes, truths).unmet().is_none() {
        return Some(1.0 - epsilon);
    }
    let mut losses = Losses { case, stakes, truths, table: StabilityTable::new(stakes.epsilon) };
    let (rho, below) = losses.argued(ClaimId::ROOT)?;
    let off = |p: f64| p + ratio * (1.0 - p - rho * epsilon);
    let least = (1.0 - epsilon).min(off(0.0)).min(off(1.0 - epsilon));
    Some(least - below - 4.0 * SAME_ERROR * stakes.ratio.most(case.tree().depth()))
}

/// What an honest Alice can lose in a world.
struct Losses<'a> {
    case: &'a Case,
    stakes: Stakes,
    truths: &'a Truths,
    table: StabilityTable,
}

impl Losses<'_> {
    /// ρ of the argument that she lays out for a claim, and the most that she can lose at its subclaims. `None` if r
    /// is below the leverage of an argument.
    fn argued(&mut self, claim: ClaimId) -> Option<(f64, f64)> {
        let (tree, truths, ratio) = (self.case.tree(), self.truths, self.stakes.ratio);
        let Some((which, stability)) = self.table.steadiest(tree, claim, |own| truths.of(own))
        else {
            return Some((0.0, 0.0));
        };
        let (argument, truth) = (tree.argument(claim, which)?, truths.of(claim));
        let keeps = 1.0 - self.stakes.epsilon.get();
        let as_she_says = |part| if truths.of(part) == truth { keeps } else { 0.0 };
        let each: Vec<f64> = argument.parts.iter().map(as_she_says).collect();
        let moved = match argument.rule.is_monotone() {
            true => leverage(argument, &each, truth),
            false => each.len() as f64,
        };
        if ratio.get() < moved {
            return None;
        }
        let mut below = 0.0f64;
        for part in argument.parts.iter() {
            let (rho, own) = self.argued(part)?;
            let stake = ratio.stake(tree.depth_of(part));
            let own = own + stake * self.stakes.epsilon.get() * (rho - 1.0).max(0.0);
            below = below.max(own);
        }
        Some((stability.rho, below))
    }
}
