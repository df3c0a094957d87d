//! The Bob who answers one fixed Alice best: by looking through everything he can state, round by
//! round, at what he may know.

use std::collections::BTreeMap;

use crate::machine::claims::{Case, ClaimId, Knowledge, StabilityTable, Tally, Truths};
use crate::rules::Direction;
use crate::strategy::prover::{Prover, Stakes, TooLarge};
use crate::work::{Stopped, Token};

/// What the best Bob of a family pays a fixed Alice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestBob {
    /// Her expected payoff, over worlds and draws.
    pub value: f64,
    /// How many numbers he chose from at each estimate: equal steps from 0 to 1, ε and 1 − ε.
    pub levels: usize,
}

/// Places that a search may look at, times the worlds at each.
const MOST_PLACES: f64 = 5e6;
/// The most worlds that are told apart.
pub(super) const MOST_WORLDS: usize = 256;

/// The least that this Alice is paid, on average over the law, by a Bob who knows her, chooses each
/// number from a grid, remembers every answer drawn and every move she made,
/// and knows of the world what the case says that he knows.
///
/// # Errors
/// If there are too many worlds or ways a debate can go, or the work was stopped.
pub fn best_bob(
    case: &Case,
    stakes: Stakes,
    alice: &Prover,
    token: &Token,
) -> Result<BestBob, TooLarge> {
    let tree = case.tree();
    let listed = case.worlds().list(MOST_WORLDS).ok_or(TooLarge::Worlds)?;
    // A Bob who knows nothing of the world is one class; one who knows it all has a class a world.
    let mut classes: BTreeMap<Vec<bool>, Vec<(f64, Truths)>> = BTreeMap::new();
    let all_worlds = listed.len();
    for (weight, leaves) in listed.into_iter().filter(|world| world.0 > 0.0) {
        let truths = tree.truths(&leaves);
        let known = match case.bob() {
            Knowledge::Nothing => Vec::new(),
            Knowledge::Only(claims) => claims.iter().map(|&claim| truths.of(claim)).collect(),
            Knowledge::Everything => tree.leaves().map(|leaf| truths.of(leaf)).collect(),
        };
        classes.entry(known).or_default().push((weight, truths));
    }
    let grid = [20usize, 12, 8, 4].into_iter().map(|steps| grid(steps, stakes.epsilon.get()));
    let grid = grid.into_iter().find(|grid| {
        let places = grid.len() as f64 * below(case, ClaimId::ROOT, grid.len());
        places * all_worlds as f64 <= MOST_PLACES
    });
    let mut search = Search {
        case,
        stakes,
        alice,
        table: StabilityTable::new(stakes.epsilon),
        grid: grid.ok_or(TooLarge::Branches)?,
        token,
    };
    let mut value = 0.0;
    for worlds in classes.into_values() {
        let mut by_answer: BTreeMap<bool, Vec<(f64, &Truths)>> = BTreeMap::new();
        for (weight, truths) in &worlds {
            by_answer.entry(alice.answer(case, truths)).or_default().push((*weight, truths));
        }
        for (answer, worlds) in by_answer {
            let all: f64 = worlds.iter().map(|world| world.0).sum();
            let mut least = f64::INFINITY;
            for at in 0..search.grid.len() {
                let stated = search.grid[at];
                let rounds = search.round(ClaimId::ROOT, 0, stated, &worlds, answer)?;
                least = least.min(all * stated + rounds);
            }
            value += least;
        }
    }
    Ok(BestBob { value, levels: search.grid.len() })
}

/// Equal steps from 0 to 1, with ε and 1 − ε, the errors that an honest Alice just lets pass.
fn grid(steps: usize, epsilon: f64) -> Vec<f64> {
    let mut grid: Vec<f64> = (0..=steps).map(|at| at as f64 / steps as f64).collect();
    grid.retain(|p| (p - epsilon).abs() > 1e-9 && (p - 1.0 + epsilon).abs() > 1e-9);
    grid.extend([epsilon, 1.0 - epsilon]);
    grid.sort_by(f64::total_cmp);
    grid
}

/// About how many places there are from a round on.
fn below(case: &Case, claim: ClaimId, levels: usize) -> f64 {
    let own = case.tree().arguments(claim).map(|argument| {
        let onward: f64 = argument.parts.iter().map(|part| below(case, part, levels)).sum();
        (2.0 * levels as f64).powi(argument.parts.len() as i32) * onward.max(1.0)
    });
    own.fold(1.0, f64::max)
}

struct Search<'a> {
    case: &'a Case,
    stakes: Stakes,
    alice: &'a Prover,
    table: StabilityTable,
    grid: Vec<f64>,
    token: &'a Token,
}

/// Worlds with the weight of having come here in them.
type Weighted<'w> = [(f64, &'w Truths)];

/// A round in which Alice said this of his number and laid out this argument.
#[derive(Clone, Copy)]
struct Said {
    claim: ClaimId,
    round: usize,
    stated: f64,
    answer: bool,
    call: Direction,
    which: usize,
}

impl Search<'_> {
    /// The least she is still paid from the start of a round on.
    fn round(
        &mut self,
        claim: ClaimId,
        round: usize,
        stated: f64,
        worlds: &Weighted<'_>,
        answer: bool,
    ) -> Result<f64, Stopped> {
        self.token.check()?;
        let turned = claim == ClaimId::ROOT && !answer;
        // What she does tells him which worlds are left.
        type Weighted<'a> = Vec<(f64, &'a Truths)>;
        let mut by_move: BTreeMap<(i8, usize), (Direction, Weighted<'_>)> = BTreeMap::new();
        for &(weight, truths) in worlds {
            let call = self.alice.call(&self.stakes, self.case, truths, claim, answer, stated);
            let which = match self.case.tree().is_leaf(claim) {
                true => 0,
                false => self.alice.argument(&mut self.table, self.case, truths, claim),
            };
            let own = by_move.entry((call as i8, which)).or_insert((call, Vec::new()));
            own.1.push((weight, truths));
        }
        let mut paid = 0.0;
        for ((_, which), (call, worlds)) in by_move {
            let said = Said { claim, round, stated, answer, call, which };
            match self.case.tree().argument(claim, which) {
                None => {
                    for (weight, truths) in worlds {
                        let outcome = truths.of(claim) != turned;
                        paid += weight * self.stakes.ratio.reward(round, call, outcome, stated);
                    }
                }
                Some(argument) => {
                    let tally = argument.rule.tally(argument.parts.len());
                    paid += self.estimates(said, &mut Vec::new(), tally, &worlds)?;
                }
            }
        }
        Ok(paid)
    }

    /// The same within a round, after some estimates and answers.
    fn estimates(
        &mut self,
        said: Said,
        stated: &mut Vec<f64>,
        tally: Tally,
        worlds: &Weighted<'_>,
    ) -> Result<f64, Stopped> {
        let case = self.case;
        let Some(argument) = case.tree().argument(said.claim, said.which) else { return Ok(0.0) };
        if stated.len() < argument.parts.len() {
            let mut least = f64::INFINITY;
            for at in 0..self.grid.len() {
                let p = self.grid[at];
                stated.push(p);
                let mut value = 0.0;
                for (answer, chance) in [(true, p), (false, 1.0 - p)] {
                    if chance > 0.0 {
                        value +=
                            chance * self.estimates(said, stated, tally.with(answer), worlds)?;
                    }
                }
                stated.pop();
                least = least.min(value);
            }
            return Ok(least);
        }
        let turned = said.claim == ClaimId::ROOT && !said.answer;
        let outcome = tally.holds() != turned;
        let reward = self.stakes.ratio.reward(said.round, said.call, outcome, said.stated);
        let mut by_place: BTreeMap<usize, Vec<(f64, &Truths)>> = BTreeMap::new();
        let mut paid = 0.0;
        for &(weight, truths) in worlds {
            paid += weight * reward;
            for (place, chance) in self.alice.picks(case, truths, argument, said.round, stated) {
                by_place.entry(place).or_default().push((weight * chance, truths));
            }
        }
        for (place, worlds) in by_place {
            if let Some(part) = argument.parts.get(place) {
                paid += self.round(part, said.round + 1, stated[place], &worlds, said.answer)?;
            }
        }
        Ok(paid)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::analysis::claims::{Payoff, least_paid, payoff};
    use crate::chance::Probability;
    use crate::machine::claims::{Rule, Worlds, uniform};
    use crate::protocol::prover_estimator::Stated;
    use crate::strategy::estimator::Estimator;

    #[test]
    fn no_listed_bob_pays_less_than_the_best_response() {
        let tree = uniform("x", Rule::ALL, 3, 1).unwrap();
        let case =
            Case::drawn(Worlds::one_false(&tree)).known_to(Knowledge::root(), Knowledge::root());
        let stakes = Stakes::new(&case, 0.1, Stated::Ratio(3.0)).unwrap();
        for alice in [Prover::Honest, Prover::Obfuscator { towards: Arc::from([]) }] {
            let best = best_bob(&case, stakes, &alice, &Token::default()).unwrap();
            for bob in [
                Estimator::Calibrated,
                Estimator::Constant(Probability::ONE),
                Estimator::Constant(Probability::HALF),
            ] {
                let worlds = case.worlds().list(10).unwrap().into_iter().map(|(weight, leaves)| {
                    let truths = tree.truths(&leaves);
                    (
                        weight,
                        payoff(
                            &case,
                            stakes,
                            &alice,
                            &bob,
                            &truths,
                            (100_000, &crate::analysis::claims::Drawings::default()),
                            &Token::default(),
                        )
                        .unwrap(),
                    )
                });
                let paid = Payoff::average(worlds).value();
                // The grid may miss his numbers by half a step.
                assert!(best.value <= paid + 0.2, "{alice:?} {bob:?}: {best:?} {paid}");
            }
        }
    }

    #[test]
    fn a_bob_who_knows_everything_is_the_one_of_the_guarantee() {
        let tree = uniform("x", Rule::MAJORITY, 3, 1).unwrap();
        let case = Case::drawn(Worlds::certain(&tree, "111".parse().unwrap()).unwrap());
        let stakes = Stakes::new(&case, 0.1, Stated::Nothing).unwrap();
        let best = best_bob(&case, stakes, &Prover::Honest, &Token::default()).unwrap();
        let truths = tree.truths(&"111".parse().unwrap());
        let least = least_paid(&case, stakes, &truths, &Token::default()).unwrap();
        assert!((best.value - 0.9).abs() < 1e-9 && (least.value - 0.9).abs() < 1e-9, "{best:?}");
    }
}
