//! The least an honest Alice is paid, by a search over Bobs who adapt to everything drawn.

use foldhash::{HashMap, HashMapExt};

use crate::machine::claims::{Case, ClaimId, StabilityTable, Tally, Truths};
use crate::protocol::prover_estimator::players::prover::{Stakes, TooLarge};
use crate::work::{Stopped, Token};

/// Steps of the search, at most.
const MOST_STEPS: u64 = 100_000_000;

/// The least an honest Alice is paid in a world by any Bob of a family.
#[derive(Clone, Debug, PartialEq)]
pub struct LeastPaid {
    /// Her expected payoff.
    pub value: f64,
    /// p_0 of the Bob who pays that little: how likely he says it is that her answer is right.
    pub first: f64,
    /// How many errors he could choose from at each estimate: a grid from 0 to 1, with ε and the
    /// next number above it that an honest Alice names.
    pub levels: usize,
}

/// Searches, in the world with these truths, all Bobs whose every estimate is off the truth by an
/// error of a grid and may depend on all that was drawn before, for the one who pays an honest,
/// all-knowing Alice least. By dynamic programming: from round k on she is paid
/// r^{k+1}·e − r^{k+1}·P[rule comes out wrong] + what follows if she names his error e, else only
/// what follows; and what follows depends on the largest error of the round alone.
///
/// # Errors
/// If that is too much work, or it was stopped.
pub fn least_paid(
    case: &Case,
    stakes: Stakes,
    truths: &Truths,
    token: &Token,
) -> Result<LeastPaid, TooLarge> {
    let width = case.tree().width() as u64;
    let claims = case.tree().len() as u64;
    // As fine a grid as the work allows.
    let levels = [100usize, 50, 20, 10].into_iter().find(|&levels| {
        let states = width * width * (width + 1) * (levels as u64 + 3);
        claims.saturating_mul(states).saturating_mul(levels as u64 + 3) <= MOST_STEPS
    });
    let grid = errors(stakes.epsilon.get(), levels.ok_or(TooLarge::Branches)?);
    let mut search =
        Adversary { case, stakes, truths, grid, table: StabilityTable::new(stakes.epsilon), token };
    let root = search.rest(ClaimId::ROOT, 0)?;
    let mut least = LeastPaid { value: f64::INFINITY, first: 1.0, levels: search.grid.len() };
    for &e in &search.grid {
        let value = 1.0 - e + search.paid(&root, 0, e);
        if value < least.value - 1e-12 {
            least.value = value;
            least.first = 1.0 - e;
        }
    }
    Ok(least)
}

/// Errors from 0 to 1 in equal steps, with ε and a number just above it.
fn errors(epsilon: f64, levels: usize) -> Vec<f64> {
    let mut grid: Vec<f64> = (0..=levels).map(|at| at as f64 / levels as f64).collect();
    grid.retain(|e| (e - epsilon).abs() > 1e-9);
    grid.extend([epsilon, epsilon + 1e-9]);
    grid.sort_by(f64::total_cmp);
    grid
}

struct Adversary<'a> {
    case: &'a Case,
    stakes: Stakes,
    truths: &'a Truths,
    grid: Vec<f64>,
    table: StabilityTable,
    token: &'a Token,
}

/// The least that follows the stated probability of a claim: if its error was named, and if not.
#[derive(Clone, Copy, Debug, Default)]
struct LeastAfter {
    named: f64,
    passed: f64,
}

/// A round half over: answers counted, the largest error so far and whose it is.
type HalfDrawn = (usize, Tally, usize, usize);

impl Adversary<'_> {
    fn paid(&self, rest: &LeastAfter, round: usize, error: f64) -> f64 {
        if error > self.stakes.epsilon.get() + 1e-12 {
            self.stakes.ratio.stake(round) * error + rest.named
        } else {
            rest.passed
        }
    }

    /// What follows at a claim in a round.
    fn rest(&mut self, claim: ClaimId, round: usize) -> Result<LeastAfter, Stopped> {
        let (case, truths) = (self.case, self.truths);
        let steadiest = self.table.steadiest(case.tree(), claim, |c| truths.of(c));
        let argument = steadiest.and_then(|(which, _)| case.tree().argument(claim, which));
        let Some(argument) = argument else { return Ok(LeastAfter::default()) };
        let mut parts: Vec<(bool, LeastAfter)> = Vec::new();
        for part in argument.parts.iter() {
            parts.push((truths.of(part), self.rest(part, round + 1)?));
        }
        let start = argument.rule.tally(parts.len());
        let least = |penalty: f64| {
            let round = AdversaryRound {
                search: self,
                parts: &parts,
                right: truths.of(claim),
                penalty,
                round,
            };
            round.least((0, start, usize::MAX, 0), &mut HashMap::new())
        };
        let named = least(self.stakes.ratio.stake(round))?;
        Ok(LeastAfter { named, passed: least(0.0)? })
    }
}

struct AdversaryRound<'a> {
    search: &'a Adversary<'a>,
    parts: &'a [(bool, LeastAfter)],
    /// How the rule should come out.
    right: bool,
    /// What Alice loses if it comes out otherwise.
    penalty: f64,
    round: usize,
}

impl AdversaryRound<'_> {
    fn least(&self, half: HalfDrawn, known: &mut HashMap<HalfDrawn, f64>) -> Result<f64, Stopped> {
        let (at, tally, level, place) = half;
        let Some(&(truth, _)) = self.parts.get(at) else {
            let wrong = tally.holds() != self.right;
            let error = self.search.grid[level];
            let onward = self.search.paid(&self.parts[place].1, self.round + 1, error);
            return Ok(onward - if wrong { self.penalty } else { 0.0 });
        };
        if let Some(&value) = known.get(&half) {
            return Ok(value);
        }
        self.search.token.check_at(known.len())?;
        let mut least = f64::INFINITY;
        for (new, &error) in self.search.grid.iter().enumerate() {
            // Ties go to the lowest place.
            let (level, place) =
                if level == usize::MAX || new > level { (new, at) } else { (level, place) };
            let mut value = 0.0;
            if error < 1.0 {
                let as_is = (at + 1, tally.with(truth), level, place);
                value += (1.0 - error) * self.least(as_is, known)?;
            }
            if error > 0.0 {
                let turned = (at + 1, tally.with(!truth), level, place);
                value += error * self.least(turned, known)?;
            }
            least = least.min(value);
        }
        known.insert(half, least);
        Ok(least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Bits;
    use crate::machine::claims::{Epsilon, Rule, Worlds, default_ratio, uniform};
    use crate::protocol::prover_estimator::{Ratio, RatioSource};

    fn least(rule: Rule, width: usize, depth: usize, leaves: &str, ratio: Option<f64>) -> f64 {
        let tree = uniform("x", rule, width, depth).unwrap();
        let leaves: Bits = leaves.parse().unwrap();
        let truths = tree.truths(&leaves);
        let epsilon = Epsilon::new(0.1).unwrap();
        let rho = StabilityTable::new(epsilon).of_tree(&tree, &truths).rho;
        let ratio = ratio.or_else(|| default_ratio(epsilon, rho)).unwrap();
        let (ratio, source) = (Ratio::new(ratio).unwrap(), RatioSource::Given);
        let judgement = crate::chance::Probability::ONE;
        let stakes = Stakes { epsilon, ratio, source, judgement };
        let case = Case::drawn(Worlds::certain(&tree, leaves).unwrap());
        least_paid(&case, stakes, &truths, &Token::default()).unwrap().value
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
