//! Searches for the strongest strategy of a seat against the other players.
//!
//! The value of a mixture of strategies is the weighted mean of their values. So no mixture is
//! stronger than the best pure strategy, and the search tries mixtures only if the user asks for
//! them.

use std::collections::HashSet;
use std::ops::Range;

use crate::analysis::{
    BestResponse, ExactValue, Game, PayoffGuarantee, PayoffUnit, StrategyFamily, Value,
    certain_win, signed_gain,
};
use crate::batch::{Tally, simulate_some};
use crate::debate::{BatchSimulator, PlayError, SeatPlan};
use crate::rules::Seat;
use crate::work::CancelToken;

/// The number of steps of a golden-section search with exact values. They narrow the interval to
/// less than a thousandth of its width.
const STEPS: usize = 16;

/// The number of steps with sampled values. More steps would not help, because the values are
/// noisy.
const NOISY_STEPS: usize = 8;

/// The search narrows the parameter in this many families, the best ones.
const CLOSED_IN_ON: usize = 3;

/// Makes a simulator of debates between these players.
pub type ReplacementDebates<'a> =
    &'a (dyn Fn(&[SeatPlan; 3], &CancelToken) -> Result<Box<dyn BatchSimulator>, String> + Sync);

/// The debate and the players that a search attacks.
pub struct AttackTarget<'a> {
    /// The debate, as the attacking seat knows it.
    pub game: &'a dyn Game,
    /// True if the search may return any player. Otherwise, it returns only members of the
    /// families.
    pub anybody: bool,
    /// The players. The search replaces the player in the attacking seat.
    pub seats: [SeatPlan; 3],
    /// The attacking seat: Alice's or Bob's.
    pub seat: Seat,
    /// Makes the simulators for the players that the search tries.
    pub plays: ReplacementDebates<'a>,
    /// The best response of the attacking seat to the others, or why it is unknown.
    pub best: Result<BestResponse, String>,
    /// The number of debates that measure the final result. Each round of the search plays at least this number of
    /// debates.
    pub debates: u64,
    /// The seed of the run. The final result uses its first debates; the search uses others.
    pub seed: u64,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct AttackResult {
    /// The strongest strategy.
    pub plan: SeatPlan,
    /// Alice's value against the strongest strategy.
    pub value: Value,
    /// The debates played with the strongest strategy. `None` if its value is exact.
    pub tally: Option<Tally>,
    /// What a theorem guarantees for these players. `None` if no theorem covers them.
    pub promise: Option<PayoffGuarantee>,
    /// The best response to these players with its bound, or why it is unknown.
    pub best_response: Result<BestResponse, String>,
    /// True if the strategy attains the bound.
    pub is_best: bool,
    /// The number of strategies that were tried.
    pub tried: usize,
    /// The total number of debates that were played.
    pub played: u64,
    /// Strategies that could not be played to the end, each with the reason.
    pub failed: Vec<(String, String)>,
    /// True if the search was stopped. Then it may have missed stronger strategies.
    pub partial: bool,
}

/// The reason why a search found nothing.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum AttackError {
    /// No strategy could be played.
    #[error("no strategy of {} could be played: {why}", .seat.name())]
    None {
        /// The attacking seat.
        seat: Seat,
        /// The reason why the first strategy failed.
        why: String,
    },
    /// The search was stopped before it found a strategy.
    #[error(transparent)]
    Stopped(#[from] crate::work::Cancelled),
}

/// A strategy to try: the index of its family, and its number within the family.
#[derive(Clone, Debug)]
struct AttackCandidate {
    family: usize,
    at: f64,
}

/// Finds the strongest strategy in the families.
///
/// # Errors
/// Returns an error if no strategy could be played.
pub fn strongest(
    target: &AttackTarget<'_>,
    families: &[StrategyFamily],
    token: &CancelToken,
) -> Result<AttackResult, AttackError> {
    let best = target.best.as_ref().ok();
    if best.is_none() {
        token.check()?;
    }
    let (tried, failed) = (HashSet::new(), Vec::new());
    let mut search = AttackSearch { target, families, token, tried, played: 0, failed };
    // If the exact best response is known and allowed, no search is needed.
    if let Some(best) = best.filter(|best| best.value.is_closed())
        && let Some(plan) = best.player.clone()
        && (target.anybody || families.contains(&StrategyFamily::One(plan.words())))
    {
        search.tried.insert(plan.words());
        return search.found(Some((plan, best.value())), None);
    }
    let arms: Vec<AttackCandidate> = (0..families.len())
        .flat_map(|family| {
            families[family].grid().into_iter().map(move |at| AttackCandidate { family, at })
        })
        .filter(|arm| match families[arm.family].plan(arm.at) {
            SeatPlan::Program(written) => target.game.check_strategy(target.seat, &written).is_ok(),
            _ => true,
        })
        .collect();
    token.report(0, arms.len() as u64);
    let (mut known, mut sampled) = (Vec::new(), Vec::new());
    for arm in arms {
        let value = search.exact(&arm);
        token.advance(1);
        let Some(value) = value else {
            sampled.push(arm);
            continue;
        };
        // This strategy attains the bound or wins for certain, so the others need no search.
        let wins = target.game.payoff_unit() == PayoffUnit::Probability
            && certain_win(target.seat) == Some(value.get());
        if wins || best.is_some_and(|best| best.value.is_reached_by(value.get())) {
            let known = (search.plan(&arm), value.into());
            return search.found(Some(known), None);
        }
        known.push((arm, signed_gain(search.target.seat, value.get())));
    }
    let known = search.closed_in(known).map(|(arm, _)| arm);
    let known = known.and_then(|arm| Some((search.plan(&arm), search.exact(&arm)?.into())));
    let known = search.or_best(known);
    let sampled = search.sampled(sampled);
    search.found(known, sampled)
}

struct AttackSearch<'a> {
    target: &'a AttackTarget<'a>,
    families: &'a [StrategyFamily],
    token: &'a CancelToken,
    tried: HashSet<String>,
    played: u64,
    failed: Vec<(String, String)>,
}

impl AttackSearch<'_> {
    fn plan(&self, arm: &AttackCandidate) -> SeatPlan {
        self.families[arm.family].plan(arm.at)
    }

    fn seats(&self, plan: SeatPlan) -> [SeatPlan; 3] {
        let mut seats = self.target.seats.clone();
        seats[self.target.seat.index()] = plan;
        seats
    }

    fn exact(&mut self, arm: &AttackCandidate) -> Option<ExactValue> {
        let plan = self.plan(arm);
        self.tried.insert(plan.words());
        self.target.game.exact(&self.seats(plan), self.token)
    }

    /// If the search may return any player, the stronger one of `known` and the best response.
    /// Otherwise, `known`.
    fn or_best(&mut self, known: Option<(SeatPlan, Value)>) -> Option<(SeatPlan, Value)> {
        let best = self.target.best.as_ref().ok().filter(|_| self.target.anybody);
        let own = best.and_then(|best| Some((best.player.clone()?, best.value.of_its_player()?)));
        let Some((plan, value)) = own else { return known };
        self.tried.insert(plan.words());
        let worth = |value: f64| signed_gain(self.target.seat, value);
        match known {
            Some((known, own)) if worth(own.middle()) >= worth(value.get()) => Some((known, own)),
            _ => Some((plan, value.into())),
        }
    }

    /// The attacker's value at the worse end of the value's range.
    fn least(&self, value: &Value) -> f64 {
        let [low, high] = value.ends();
        if self.target.seat == Seat::Alice { low } else { -high }
    }

    /// The interval between the two grid points next to a candidate. `None` if the grid has all
    /// numbers.
    fn about(&self, arm: &AttackCandidate) -> Option<(f64, f64)> {
        let family = &self.families[arm.family];
        let (low, high) = family.range().filter(|_| !family.is_listed())?;
        let grid = family.grid();
        let at = grid.iter().position(|&x| x >= arm.at)?;
        let from = at.checked_sub(1).map_or(low, |at| grid[at]);
        Some((from, grid.get(at + 1).copied().unwrap_or(high)))
    }

    /// Narrows the parameters of the best strategies with exact values, and returns the best
    /// result.
    fn closed_in(
        &mut self,
        mut known: Vec<(AttackCandidate, f64)>,
    ) -> Option<(AttackCandidate, f64)> {
        // The sort is stable, so equal strategies keep their order.
        known.sort_by(|a, b| b.1.total_cmp(&a.1));
        let mut best = known.first().cloned()?;
        let mut families: Vec<usize> = Vec::new();
        for (arm, _) in &known {
            if families.contains(&arm.family) || families.len() == CLOSED_IN_ON {
                continue;
            }
            families.push(arm.family);
            let Some(ends) = self.about(arm) else { continue };
            let found = golden(ends, STEPS, &mut |at| {
                let value = self.exact(&AttackCandidate { at, ..*arm })?.get();
                Some(signed_gain(self.target.seat, value))
            });
            if let Some((at, value)) = found.filter(|found| found.1 > best.1) {
                best = (AttackCandidate { at, ..*arm }, value);
            }
        }
        Some(best)
    }

    /// The attacker's average value in the debates with these numbers. Number 0 is the first debate
    /// of the search. `None` if the strategy cannot be played.
    fn sample(&mut self, arm: &AttackCandidate, numbers: Range<u64>) -> Option<f64> {
        // The debates that choose a strategy must differ from those that measure its value.
        let beyond = self.target.debates;
        let numbers = beyond + numbers.start..beyond + numbers.end;
        let tally = self.tally(self.plan(arm), numbers)?;
        Some(signed_gain(self.target.seat, tally.value()?.middle()))
    }

    fn tally(&mut self, plan: SeatPlan, numbers: Range<u64>) -> Option<Tally> {
        let name = plan.words();
        self.tried.insert(name.clone());
        let played = (self.target.plays)(&self.seats(plan), self.token)
            .map_err(|why| PlayError::Outside(why).to_string())
            .and_then(|many| {
                simulate_some(&*many, numbers, self.target.seed, self.token)
                    .map_err(|stuck| stuck.to_string())
            });
        match played {
            Ok(tally) => {
                self.played += tally.debates;
                (tally.debates > 0).then_some(tally)
            }
            Err(why) => {
                self.failed.push((name, why));
                None
            }
        }
    }

    /// Finds the best strategy among those without an exact value, from played debates.
    fn sampled(&mut self, arms: Vec<AttackCandidate>) -> Option<AttackCandidate> {
        if arms.is_empty() || self.token.is_stopped() {
            return None;
        }
        let round = self.target.debates.max(4 * arms.len() as u64);
        self.token.report(0, 0);
        let (order, used) = halve(arms, round, &mut |arm, numbers| self.sample(arm, numbers));
        let (best, _) = order.into_iter().last()?;
        let Some(ends) = self.about(&best) else { return Some(best) };
        // All candidates use the same random numbers, so that only the strategies differ.
        let numbers = used..used + self.target.debates;
        let own = self.sample(&best, numbers.clone())?;
        let found = golden(ends, NOISY_STEPS, &mut |at| {
            self.sample(&AttackCandidate { at, ..best }, numbers.clone())
        });
        Some(match found {
            Some((at, value)) if value > own => AttackCandidate { at, ..best },
            _ => best,
        })
    }

    fn found(
        mut self,
        known: Option<(SeatPlan, Value)>,
        sampled: Option<AttackCandidate>,
    ) -> Result<AttackResult, AttackError> {
        let played = sampled.and_then(|arm| {
            let plan = self.plan(&arm);
            let tally = self.tally(plan.clone(), 0..self.target.debates)?;
            Some((plan, tally.value()?, tally))
        });
        let (plan, value, tally) = match (known, played) {
            // A strategy with a sampled value replaces one with an exact value only if it is
            // clearly stronger.
            (Some((_, value)), Some((plan, mean, tally)))
                if self.least(&mean) > self.least(&value) =>
            {
                (plan, mean, Some(tally))
            }
            (Some((plan, value)), _) => (plan, value, None),
            (None, Some((plan, mean, tally))) => (plan, mean, Some(tally)),
            (None, None) => {
                self.token.check()?;
                let why =
                    self.failed.first().map_or("it has no strategy", |(_, why)| why).to_owned();
                return Err(AttackError::None { seat: self.target.seat, why });
            }
        };
        let seats = self.seats(plan.clone());
        let best = self.target.best.clone().map(|best| {
            let best = match &value {
                Value::Exact(value, _) => best.or(plan.clone(), *value),
                _ => best,
            };
            match self.target.game.payoff_unit() {
                PayoffUnit::Probability => best.or_certain(),
                PayoffUnit::Payoff => best,
            }
        });
        // If the search was stopped, the guarantee is left out.
        let promise = self.target.game.promise(&seats, self.token).unwrap_or_default();
        let reached = |best: &BestResponse| {
            value.exact().is_some_and(|value| best.value.is_reached_by(value))
        };
        Ok(AttackResult {
            is_best: best.as_ref().is_ok_and(reached),
            best_response: best,
            plan,
            value,
            tally,
            promise,
            tried: self.tried.len(),
            played: self.played,
            failed: self.failed,
            partial: self.token.is_stopped(),
        })
    }
}

/// Compares strategies in rounds. In each round, the remaining strategies share `round` samples equally, and then the
/// worse half is dropped. The rounds end when one strategy remains.
///
/// `sample` plays a strategy in the samples with these numbers and returns its average value. All strategies of a round
/// get the same numbers. If `sample` returns `None`, the strategy is dropped. Returns the strategies with their last
/// averages, in the order in which they were dropped, so the best is the last. Also returns the number of samples that
/// the best strategy got.
fn halve<A: Clone>(
    arms: Vec<A>,
    round: u64,
    sample: &mut dyn FnMut(&A, Range<u64>) -> Option<f64>,
) -> (Vec<(A, f64)>, u64) {
    let (mut left, mut out, mut from) = (arms, Vec::new(), 0);
    loop {
        let each = round.div_ceil(left.len().max(1) as u64).max(1);
        let numbers = from..from + each;
        from = numbers.end;
        let mut worth: Vec<(A, f64)> = left
            .into_iter()
            .filter_map(|arm| sample(&arm, numbers.clone()).map(|mean| (arm, mean)))
            .collect();
        worth.sort_by(|a, b| a.1.total_cmp(&b.1));
        let stay = worth.len().div_ceil(2);
        let last = worth.len() <= 1;
        let best = worth.split_off(worth.len() - if last { worth.len() } else { stay });
        out.extend(worth);
        if last {
            out.extend(best);
            return (out, from);
        }
        left = best.into_iter().map(|(arm, _)| arm).collect();
    }
}

/// The share of an interval that each step of golden section keeps.
const KEPT: f64 = 0.618_033_988_749_894_8;

/// Searches an interval for the largest value of `worth` by golden section. Returns the argument
/// and the value; if the function has a single peak, they are close to the peak. `None` if `worth`
/// returns `None`.
fn golden(
    (mut low, mut high): (f64, f64),
    steps: usize,
    worth: &mut dyn FnMut(f64) -> Option<f64>,
) -> Option<(f64, f64)> {
    let mut inner = [high - KEPT * (high - low), low + KEPT * (high - low)];
    let mut values = [worth(inner[0])?, worth(inner[1])?];
    let mut best = (inner[0], values[0]);
    for _ in 0..steps {
        for at in 0..2 {
            if values[at] > best.1 {
                best = (inner[at], values[at]);
            }
        }
        if values[0] >= values[1] {
            high = inner[1];
            inner = [high - KEPT * (high - low), inner[0]];
            values = [worth(inner[0])?, values[0]];
        } else {
            low = inner[0];
            inner = [inner[1], low + KEPT * (high - low)];
            values = [values[1], worth(inner[1])?];
        }
    }
    Some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_of_clear_arms_stays_to_the_end_and_those_that_fail_go() {
        let mut played = 0;
        let mut sample = |arm: &u32, numbers: Range<u64>| {
            played += numbers.end - numbers.start;
            (*arm != 7).then(|| f64::from(*arm))
        };
        let (order, numbers) = halve((0..10).collect(), 100, &mut sample);
        assert_eq!(order.last(), Some(&(9, 9.0)));
        assert_eq!(order.len(), 9, "the failing one is out: {order:?}");
        assert_eq!(numbers, 10 + 20 + 34 + 50 + 100, "each round shares out its samples");
        assert!(played <= 100 * 6, "{played}");
        assert_eq!(halve(Vec::<u32>::new(), 100, &mut |_, _| None), (vec![], 100));
    }

    #[test]
    fn golden_section_finds_a_peak_wherever_it_is() {
        for peak in [0.0, 0.123, 0.5, 0.98, 1.0] {
            let (at, _) = golden((0.0, 1.0), 30, &mut |x| Some(-(x - peak).abs())).unwrap();
            assert!((at - peak).abs() < 1e-5, "{at} for {peak}");
        }
        assert_eq!(golden((0.0, 1.0), 30, &mut |_| None), None);
    }
}
