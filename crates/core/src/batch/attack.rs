//! The search for the worst: which strategy of a seat is the strongest against the others.
//!
//! A mixture is worth the mixture of what its parts are worth, so against one opponent the
//! strongest is always some pure strategy; mixtures are searched where they are asked for.

use std::collections::HashSet;
use std::ops::Range;

use crate::analysis::{Best, Exact, Family, Game, Promise, Value, Worth, gained};
use crate::batch::{Tally, simulate_some};
use crate::debate::{Many, SeatPlan, Stuck};
use crate::rules::Seat;
use crate::work::Token;

/// Golden section goes so many steps: to a thousandth of the interval where values are exact.
const STEPS: usize = 16;

/// Where values are sampled, finer steps would be lost in the noise.
const NOISY_STEPS: usize = 8;

/// So many of the best families are closed in on.
const CLOSED_IN_ON: usize = 3;

/// Debates of the players of a target with one of them replaced.
pub type Plays<'a> = &'a (dyn Fn(&[SeatPlan; 3], &Token) -> Result<Box<dyn Many>, String> + Sync);

/// Whom a search attacks.
pub struct Target<'a> {
    /// The debate, as the attacking seat knows it.
    pub game: &'a dyn Game,
    /// Whether anybody may be found; else only who is in the families.
    pub anybody: bool,
    /// Its players; the one in the attacking seat is replaced.
    pub seats: [SeatPlan; 3],
    /// The attacking seat: Alice's or Bob's.
    pub seat: Seat,
    /// Plays it.
    pub plays: Plays<'a>,
    /// The best response of the attacking seat to the others, or why it is not known.
    pub best: Result<Best, String>,
    /// How many debates are played of what is found, and in each round of the search for it.
    pub debates: u64,
    /// The first seed: what is found is played with this one and those after it, and the search
    /// with others.
    pub seed: u64,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct StrongestFound {
    /// The strongest.
    pub plan: SeatPlan,
    /// What Alice can expect.
    pub value: Value,
    /// The debates that were played of it; none where its value is exact.
    pub tally: Option<Tally>,
    /// What a theorem promises of these players.
    pub promise: Option<Promise>,
    /// The best response to these players, and what nobody gets past; or why it is not known.
    pub best_response: Result<Best, String>,
    /// Whether what was found reaches what nobody gets past.
    pub is_best: bool,
    /// How many strategies were tried.
    pub tried: usize,
    /// How many debates were played in all.
    pub played: u64,
    /// Strategies that could not be played to the end, and why.
    pub failed: Vec<(String, String)>,
    /// Whether the search was stopped: stronger ones may not have been looked at.
    pub partial: bool,
}

/// Why nothing was found.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NoAttack {
    /// No strategy could be played.
    #[error("no strategy of {} could be played: {why}", .seat.name())]
    None {
        /// Whose.
        seat: Seat,
        /// Why, of the first.
        why: String,
    },
    /// The search was stopped before anything was found.
    #[error(transparent)]
    Stopped(#[from] crate::work::Stopped),
}

/// A strategy that is tried: of which family, and with which number.
#[derive(Clone, Debug)]
struct Arm {
    family: usize,
    at: f64,
}

/// The strongest strategy in the families.
///
/// # Errors
/// If none could be played.
pub fn strongest(
    target: &Target<'_>,
    families: &[Family],
    token: &Token,
) -> Result<StrongestFound, NoAttack> {
    let best = target.best.as_ref().ok();
    if best.is_none() {
        token.check()?;
    }
    let (tried, failed) = (HashSet::new(), Vec::new());
    let mut search = AttackSearch { target, families, token, tried, played: 0, failed };
    // If the best response may be played and is exact, there is nothing to search.
    if let Some(best) = best.filter(|best| best.value.is_closed())
        && let Some(plan) = best.player.clone()
        && (target.anybody || families.contains(&Family::One(plan.words())))
    {
        search.tried.insert(plan.words());
        return search.found(Some((plan, best.value())), None);
    }
    let arms: Vec<Arm> = (0..families.len())
        .flat_map(|family| families[family].grid().into_iter().map(move |at| Arm { family, at }))
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
        // Nobody gets past this one: the others need not be looked at.
        if best.is_some_and(|best| best.value.is_reached_by(value.get())) {
            let known = (search.plan(&arm), value.into());
            return search.found(Some(known), None);
        }
        known.push((arm, gained(search.target.seat, value.get())));
    }
    let known = search.closed_in(known).map(|(arm, _)| arm);
    let known = known.and_then(|arm| Some((search.plan(&arm), search.exact(&arm)?.into())));
    let known = search.or_best(known);
    let sampled = search.sampled(sampled);
    search.found(known, sampled)
}

struct AttackSearch<'a> {
    target: &'a Target<'a>,
    families: &'a [Family],
    token: &'a Token,
    /// The strategies that were tried, as they are written.
    tried: HashSet<String>,
    played: u64,
    failed: Vec<(String, String)>,
}

impl AttackSearch<'_> {
    fn plan(&self, arm: &Arm) -> SeatPlan {
        self.families[arm.family].plan(arm.at)
    }

    fn seats(&self, plan: SeatPlan) -> [SeatPlan; 3] {
        let mut seats = self.target.seats.clone();
        seats[self.target.seat.index()] = plan;
        seats
    }

    fn exact(&mut self, arm: &Arm) -> Option<Exact> {
        let plan = self.plan(arm);
        self.tried.insert(plan.words());
        self.target.game.exact(&self.seats(plan), self.token)
    }

    /// The strongest whose value is known, or the player of the best response, if anybody may be found and
    /// it is stronger.
    fn or_best(&mut self, known: Option<(SeatPlan, Value)>) -> Option<(SeatPlan, Value)> {
        let best = self.target.best.as_ref().ok().filter(|_| self.target.anybody);
        let own = best.and_then(|best| Some((best.player.clone()?, best.value.of_its_player()?)));
        let Some((plan, value)) = own else { return known };
        self.tried.insert(plan.words());
        let worth = |value: f64| gained(self.target.seat, value);
        match known {
            Some((known, own)) if worth(own.middle()) >= worth(value.get()) => Some((known, own)),
            _ => Some((plan, value.into())),
        }
    }

    /// The least of a 95 % interval, to the attacker.
    fn least(&self, value: &Value) -> f64 {
        let [low, high] = value.ends();
        if self.target.seat == Seat::Alice { low } else { -high }
    }

    /// The interval about a number where the next numbers of the grid are.
    fn about(&self, arm: &Arm) -> Option<(f64, f64)> {
        let family = &self.families[arm.family];
        let (low, high) = family.range().filter(|_| !family.is_listed())?;
        let grid = family.grid();
        let at = grid.iter().position(|&x| x >= arm.at)?;
        let from = at.checked_sub(1).map_or(low, |at| grid[at]);
        Some((from, grid.get(at + 1).copied().unwrap_or(high)))
    }

    /// The best arm of those with exact values, its number closed in on.
    fn closed_in(&mut self, mut known: Vec<(Arm, f64)>) -> Option<(Arm, f64)> {
        // Of equals the first: a simple strategy before one with a number.
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
                let value = self.exact(&Arm { at, ..*arm })?.get();
                Some(gained(self.target.seat, value))
            });
            if let Some((at, value)) = found.filter(|found| found.1 > best.1) {
                best = (Arm { at, ..*arm }, value);
            }
        }
        Some(best)
    }

    /// What a seat can expect in these debates, counted from the first of the search; none if it
    /// cannot be played.
    fn sample(&mut self, arm: &Arm, numbers: Range<u64>) -> Option<f64> {
        // Debates that choose the strongest are not those that say how strong it is.
        let beyond = self.target.debates;
        let numbers = beyond + numbers.start..beyond + numbers.end;
        let tally = self.tally(self.plan(arm), numbers)?;
        Some(gained(self.target.seat, tally.value()?.middle()))
    }

    fn tally(&mut self, plan: SeatPlan, numbers: Range<u64>) -> Option<Tally> {
        let name = plan.words();
        self.tried.insert(name.clone());
        let played = (self.target.plays)(&self.seats(plan), self.token)
            .map_err(|why| Stuck::Outside(why).to_string())
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

    /// The best arm of those that are sampled.
    fn sampled(&mut self, arms: Vec<Arm>) -> Option<Arm> {
        if arms.is_empty() || self.token.is_stopped() {
            return None;
        }
        let round = self.target.debates.max(4 * arms.len() as u64);
        self.token.report(0, 0);
        let (order, used) = halve(arms, round, &mut |arm, numbers| self.sample(arm, numbers));
        let (best, _) = order.into_iter().last()?;
        let Some(ends) = self.about(&best) else { return Some(best) };
        // All with the same coins: what differs is the strategy.
        let numbers = used..used + self.target.debates;
        let own = self.sample(&best, numbers.clone())?;
        let found =
            golden(ends, NOISY_STEPS, &mut |at| self.sample(&Arm { at, ..best }, numbers.clone()));
        Some(match found {
            Some((at, value)) if value > own => Arm { at, ..best },
            _ => best,
        })
    }

    fn found(
        mut self,
        known: Option<(SeatPlan, Value)>,
        sampled: Option<Arm>,
    ) -> Result<StrongestFound, NoAttack> {
        let played = sampled.and_then(|arm| {
            let plan = self.plan(&arm);
            let tally = self.tally(plan.clone(), 0..self.target.debates)?;
            Some((plan, tally.value()?, tally))
        });
        let (plan, value, tally) = match (known, played) {
            // What is known exactly gives way only to what is seen to be stronger.
            (Some((_, value)), Some((plan, mean, tally)))
                if self.least(&mean) > self.least(&value) =>
            {
                (plan, mean, Some(tally))
            }
            (Some((plan, value)), _) => (plan, value, None),
            (None, Some((plan, mean, tally))) => (plan, mean, Some(tally)),
            (None, None) => {
                self.token.check()?;
                let why = self.failed.first().map_or("there is none", |(_, why)| why).to_owned();
                return Err(NoAttack::None { seat: self.target.seat, why });
            }
        };
        let seats = self.seats(plan.clone());
        let best = self.target.best.clone().map(|best| {
            let best = match &value {
                Value::Exact(value, _) => best.or(plan.clone(), *value),
                _ => best,
            };
            match self.target.game.worth() {
                Worth::Probability => best.or_certain(),
                Worth::Payoff => best,
            }
        });
        // What is stopped knows no promise.
        let promise = self.target.game.promise(&seats, self.token).unwrap_or_default();
        let reached =
            |best: &Best| value.exact().is_some_and(|value| best.value.is_reached_by(value));
        Ok(StrongestFound {
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

/// Plays rounds of `round` samples shared out among the arms that are left; of these the better
/// half stays, until one is left. `sample` plays an arm in numbered samples, the same for every
/// arm of a round, and says what they are worth on average; an arm of which it knows nothing is
/// out. The arms in the order of their going out, the best last, with their last means; and how
/// many samples there were numbers for.
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

/// Of an interval, golden section keeps so much at each step.
const KEPT: f64 = 0.618_033_988_749_894_8;

/// The greatest value that golden section finds between two ends in so many steps, and where; of a
/// function with one peak there it is the peak. Nothing if `worth` knows nothing anywhere.
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
        assert_eq!(order.len(), 9, "the one that fails is out: {order:?}");
        assert_eq!(numbers, 10 + 20 + 34 + 50 + 100, "each round shares its samples out");
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
