//! The strongest strategy of a seat: exact where values are, else from samples.

use std::ops::Range;

use super::Family;
use super::halving::halve;
use super::line::golden;
use crate::analysis::{Best, Game, Promise};
use crate::debate::{Many, SeatPlan, Stuck};
use crate::lab::{Tally, simulate_some};
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
    /// The debate.
    pub game: &'a dyn Game,
    /// Its players; the one in the attacking seat is replaced.
    pub seats: [SeatPlan; 3],
    /// The attacking seat: Alice's or Bob's.
    pub seat: Seat,
    /// Plays it.
    pub plays: Plays<'a>,
    /// How many debates are played of what is found, and in each round of the search for it.
    pub debates: u64,
    /// The first seed: what is found is played with this one and those after it, and the search
    /// with others.
    pub seed: u64,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The strongest.
    pub plan: SeatPlan,
    /// What Alice can expect, exactly; none where that is not known.
    pub exact: Option<f64>,
    /// The debates that were played of it; none where its value is exact.
    pub tally: Option<Tally>,
    /// What a theorem promises of these players.
    pub promise: Option<Promise>,
    /// What the best response to these players comes to, and what nobody gets past, where the seat
    /// has one.
    pub best_response: Option<Best>,
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
) -> Result<Found, NoAttack> {
    let mut search = Search { target, families, token, tried: 0, played: 0, failed: Vec::new() };
    let best = search.best_response();
    // Where the best response may be played and its value is known, there is nothing to search.
    let own = Family::One(Best::NAME.into());
    if let Some(family) = families.iter().position(|family| *family == own)
        && let Some(best) = best
        && let Some(played) = best.played.filter(|&played| best.is_reached_by(played))
    {
        search.tried = 1;
        let known = (Arm { family, at: 0.0 }, search.sign() * played);
        return search.found(Some(best), Some(known), None);
    }
    let arms: Vec<Arm> = (0..families.len())
        .flat_map(|family| families[family].grid().into_iter().map(move |at| Arm { family, at }))
        .filter(|arm| match families[arm.family].plan(arm.at) {
            SeatPlan::Program(written) => target.game.check_strategy(target.seat, &written).is_ok(),
            _ => true,
        })
        .collect();
    search.tried = arms.len();
    token.report(0, arms.len() as u64);
    let values: Vec<Option<f64>> = arms
        .iter()
        .map(|arm| {
            let value = search.exact(arm);
            token.advance(1);
            value
        })
        .collect();
    let (mut known, mut sampled) = (Vec::new(), Vec::new());
    for (arm, value) in arms.into_iter().zip(values) {
        match value {
            Some(value) => known.push((arm, search.sign() * value)),
            None => sampled.push(arm),
        }
    }
    let known = search.closed_in(known);
    let sampled = search.sampled(sampled);
    search.found(best, known, sampled)
}

struct Search<'a> {
    target: &'a Target<'a>,
    families: &'a [Family],
    token: &'a Token,
    tried: usize,
    played: u64,
    failed: Vec<(String, String)>,
}

impl Search<'_> {
    /// Bob wants little of what Alice wants much.
    fn sign(&self) -> f64 {
        if self.target.seat == Seat::Alice { 1.0 } else { -1.0 }
    }

    fn plan(&self, arm: &Arm) -> SeatPlan {
        self.families[arm.family].plan(arm.at)
    }

    fn seats(&self, plan: SeatPlan) -> [SeatPlan; 3] {
        let mut seats = self.target.seats.clone();
        seats[self.target.seat.index()] = plan;
        seats
    }

    fn exact(&self, arm: &Arm) -> Option<f64> {
        self.target.game.exact(&self.seats(self.plan(arm)), self.token)
    }

    /// What the best response comes to, where the seat has one.
    fn best_response(&self) -> Option<Best> {
        self.target.game.best_response(&self.target.seats, self.target.seat, self.token)
    }

    /// The least of a 95 % interval, to the attacker.
    fn least(&self, tally: &Tally) -> f64 {
        let [low, high] = match tally.payoff() {
            Some(paid) => paid.interval(),
            None => [tally.rate().low, tally.rate().high],
        };
        if self.target.seat == Seat::Alice { low } else { -high }
    }

    /// The interval about a number where the next numbers of the grid are.
    fn about(&self, arm: &Arm) -> Option<(f64, f64)> {
        let (low, high) = self.families[arm.family].range()?;
        let grid = self.families[arm.family].grid();
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
            let mut tried = 0;
            let found = golden(ends, STEPS, &mut |at| {
                tried += 1;
                let value = self.exact(&Arm { at, ..*arm })?;
                Some(self.sign() * value)
            });
            self.tried += tried;
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
        Some(self.sign() * mean(&tally))
    }

    fn tally(&mut self, plan: SeatPlan, numbers: Range<u64>) -> Option<Tally> {
        let name = plan.words();
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
        let mut tried = 0;
        let found = golden(ends, NOISY_STEPS, &mut |at| {
            tried += 1;
            self.sample(&Arm { at, ..best }, numbers.clone())
        });
        self.tried += tried;
        Some(match found {
            Some((at, value)) if value > own => Arm { at, ..best },
            _ => best,
        })
    }

    fn found(
        mut self,
        best: Option<Best>,
        known: Option<(Arm, f64)>,
        sampled: Option<Arm>,
    ) -> Result<Found, NoAttack> {
        let tally = sampled
            .and_then(|arm| Some((self.tally(self.plan(&arm), 0..self.target.debates)?, arm)));
        let sign = self.sign();
        let (arm, exact, tally) = match (known, tally) {
            // What is known exactly gives way only to what is seen to be stronger.
            (Some((_, value)), Some((tally, arm))) if self.least(&tally) > value => {
                (arm, None, Some(tally))
            }
            (Some((arm, value)), _) => (arm, Some(sign * value), None),
            (None, Some((tally, arm))) => (arm, None, Some(tally)),
            (None, None) => {
                self.token.check()?;
                let why = self.failed.first().map_or("there is none", |(_, why)| why).to_owned();
                return Err(NoAttack::None { seat: self.target.seat, why });
            }
        };
        let plan = self.plan(&arm);
        let seats = self.seats(plan.clone());
        // What is stopped knows no promise.
        let promise = self.target.game.promise(&seats, self.token).unwrap_or_default();
        Ok(Found {
            best_response: best,
            is_best: exact.zip(best).is_some_and(|(exact, best)| best.is_reached_by(exact)),
            plan,
            exact,
            tally,
            promise,
            tried: self.tried,
            played: self.played,
            failed: self.failed,
            partial: self.token.is_stopped(),
        })
    }
}

/// What Alice got on average: payments where there are any, else how often she won.
fn mean(tally: &Tally) -> f64 {
    tally.payoff().map_or_else(|| tally.rate().rate, |paid| paid.mean)
}
