//! Families of strategies for a search. The strategies of a family differ in one number within a
//! range.

use std::str::FromStr;

use crate::chance::Probability;
use crate::debate::{AnyDebate, SeatPlan, StrategyInfo};
use crate::rules::Seat;
use crate::strategy::StrategyParameter;

/// The number of values that a search tries first in a family.
const GRID: u32 = 17;

/// If a range has at most this many whole numbers, the search tries all of them.
const MOST_LISTED: u64 = 64;

/// The largest absolute value that a search tries for a real parameter.
const LARGEST: f64 = 4.0;

/// A family that a user wrote, such as `shift=0:0.4`, `never`, or `honest+shift:0.2=0:1`.
#[derive(Clone, Debug, PartialEq)]
pub struct FamilySearch {
    /// The name of the strategy. In `A+B`, the strategy B is mixed into the strategy A.
    pub name: String,
    /// The range of the parameter. `None` if the strategy has no range.
    pub range: Option<(f64, f64)>,
}

impl FromStr for FamilySearch {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let usage = "write NAME, NAME=LOW:HIGH, or A+B=LOW:HIGH for the weight of B in a mixture";
        let Some((name, range)) = text.split_once('=') else {
            return match text.trim() {
                "" => Err(usage.into()),
                name => Ok(Self { name: name.into(), range: None }),
            };
        };
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|x| x.is_finite());
        let ends = range.split_once(':').and_then(|(a, b)| Some((number(a)?, number(b)?)));
        match ends {
            Some((low, high)) if low < high && !name.trim().is_empty() => {
                Ok(Self { name: name.trim().into(), range: Some((low, high)) })
            }
            Some(_) => Err(format!("{text}: the range must go upwards; {usage}")),
            None => Err(format!("{text}: {usage}")),
        }
    }
}

/// Strategies that differ in one number.
#[derive(Clone, Debug, PartialEq)]
pub enum StrategyFamily {
    /// One strategy.
    One(String),
    /// A strategy with any real number in a range as its parameter.
    Real(String, f64, f64),
    /// A strategy with any whole number in a range as its parameter.
    Whole(String, u64, u64),
    /// A mixture of two strategies. The weight of the second one is in a range.
    Mixed([String; 2], f64, f64),
}

impl StrategyFamily {
    /// The family that the user asked for, checked against the strategies of the seat.
    ///
    /// # Errors
    /// Returns an error with a list of the strategies if there is no strategy with this name. It
    /// also returns an error if the strategy does not take such numbers.
    pub fn asked(over: &FamilySearch, game: &dyn AnyDebate, seat: Seat) -> Result<Self, String> {
        let Some((low, high)) = over.range else {
            let one = Self::One(over.name.clone());
            game.check_strategy(seat, &over.name)?;
            return Ok(one);
        };
        if let Some((first, second)) = over.name.split_once('+') {
            let parts = [first.trim().to_owned(), second.trim().to_owned()];
            for part in &parts {
                game.check_strategy(seat, part)?;
            }
            if low < 0.0 || high > 1.0 {
                return Err(format!("{}: a weight must be from 0 to 1", over.name));
            }
            return Ok(Self::Mixed(parts, low, high));
        }
        let listed = game.strategies(seat).into_iter().find(|listed| listed.name == over.name);
        let family = match listed.map(|listed| listed.argument) {
            Some(argument) if is_whole(argument) => {
                if low < 0.0 || low.fract() != 0.0 || high.fract() != 0.0 {
                    return Err(format!("{}: takes whole numbers from 0", over.name));
                }
                Self::Whole(over.name.clone(), low as u64, high as u64)
            }
            Some(StrategyParameter::None) => {
                return Err(format!("{} takes no number. Write it without a range", over.name));
            }
            _ => Self::Real(over.name.clone(), low, high),
        };
        for at in [low, high] {
            if let SeatPlan::Program(written) = family.plan(at) {
                game.check_strategy(seat, &written)?;
            }
        }
        Ok(family)
    }

    /// One family for each strategy of a seat, with all parameters that the strategy accepts. The
    /// last family is the seat's present player, unless another family equals it.
    pub fn all(game: &dyn AnyDebate, seat: Seat) -> Vec<Self> {
        let listed = game.strategies(seat).into_iter();
        let family = |listed: StrategyInfo| {
            let name = listed.name.to_owned();
            match listed.argument {
                StrategyParameter::None => Some(Self::One(name)),
                StrategyParameter::Real(_, low, high)
                | StrategyParameter::RealOr(_, _, low, high)
                | StrategyParameter::RealAndChance(_, _, low, high, _) => {
                    Some(Self::Real(name, low.max(-LARGEST), high.min(LARGEST)))
                }
                whole if is_whole(whole) => {
                    let most =
                        largest(|n| game.check_strategy(seat, &format!("{name}:{n}")).is_ok());
                    most.map(|most| Self::Whole(name, 1, most))
                }
                _ => None,
            }
        };
        // The parameter of the seated player may lie between the grid points, so this player is one of the candidates.
        let seated = game.seat_plan(seat).program().map(|name| Self::One(name.to_owned()));
        let mut all: Vec<Self> = listed.filter_map(family).collect();
        all.extend(seated.filter(|own| !all.contains(own)));
        all
    }

    /// The player with the number `at` as its parameter, or as the weight in its mixture.
    pub fn plan(&self, at: f64) -> SeatPlan {
        match self {
            Self::One(name) => SeatPlan::Program(name.clone()),
            Self::Real(name, ..) => SeatPlan::Program(format!("{name}:{}", self.rounded(at))),
            Self::Whole(name, ..) => SeatPlan::Program(format!("{name}:{}", at.round() as u64)),
            Self::Mixed([first, second], ..) => {
                let weight = Probability::clamped(self.rounded(at));
                let parts = [(weight.complement(), first), (weight, second)];
                let mut parts: Vec<_> = parts.map(|(p, s)| (p, s.clone())).into();
                parts.retain(|(p, _)| p.get() > 0.0);
                match &parts[..] {
                    [(_, only)] => SeatPlan::Program(only.clone()),
                    _ => SeatPlan::Mix(parts),
                }
            }
        }
    }

    /// Evenly spaced numbers over the range, including both ends.
    pub fn grid(&self) -> Vec<f64> {
        let Some((low, high)) = self.range() else { return vec![0.0] };
        if let Self::Whole(_, low, high) = self
            && self.is_listed()
        {
            return (*low..=*high).map(|n| n as f64).collect();
        }
        let steps = f64::from(GRID - 1);
        let grid = (0..GRID).map(|i| low + (high - low) * f64::from(i) / steps);
        match self {
            Self::Whole(..) => grid.map(f64::round).collect(),
            _ => grid.collect(),
        }
    }

    /// Returns whether the grid contains every number of the family.
    pub fn is_listed(&self) -> bool {
        match self {
            Self::One(_) => true,
            Self::Whole(_, low, high) => high - low < MOST_LISTED,
            Self::Real(..) | Self::Mixed(..) => false,
        }
    }

    /// The range of the number. `None` for a single strategy.
    pub fn range(&self) -> Option<(f64, f64)> {
        match *self {
            Self::One(_) => None,
            Self::Real(_, low, high) | Self::Mixed(_, low, high) => Some((low, high)),
            Self::Whole(_, low, high) => Some((low as f64, high as f64)),
        }
    }

    /// Rounds a number to about a ten-thousandth of the range, because a search is not more
    /// accurate.
    fn rounded(&self, at: f64) -> f64 {
        let Some((low, high)) = self.range() else { return at };
        let places = (4.0 - (high - low).log10().floor()).clamp(0.0, 12.0) as i32;
        let scale = 10f64.powi(places);
        ((at * scale).round() / scale).clamp(low, high)
    }
}

fn is_whole(argument: StrategyParameter) -> bool {
    matches!(
        argument,
        StrategyParameter::Number(_)
            | StrategyParameter::NumberOr(..)
            | StrategyParameter::StepAndCell(..)
            | StrategyParameter::NumberThen(_)
    )
}

/// The largest number that fits, if all smaller numbers from 1 fit too. `None` if 1 does not fit.
fn largest(fits: impl Fn(u64) -> bool) -> Option<u64> {
    const MOST: u64 = 1 << 24;
    fits(1).then_some(())?;
    let mut low = 1;
    while low < MOST && fits(low * 2) {
        low *= 2;
    }
    if low >= MOST {
        // Any number fits, for example if the parameter is a seed. Then a small range is enough.
        return Some(u64::from(GRID));
    }
    let mut high = low * 2;
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if fits(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_family_has_both_its_ends_and_players_with_short_numbers() {
        let shift = StrategyFamily::Real("shift".into(), 0.0, 0.4);
        assert_eq!(shift.grid().first(), Some(&0.0));
        assert_eq!(shift.grid().last(), Some(&0.4));
        assert_eq!(shift.plan(0.123_456_789).words(), "shift:0.12346");
        let step = StrategyFamily::Whole("late-lie".into(), 1, 5);
        assert_eq!(step.grid(), [1.0, 2.0, 3.0, 4.0, 5.0]);
        assert_eq!(step.plan(2.6).words(), "late-lie:3");
        let mixed = StrategyFamily::Mixed(["honest".into(), "lazy".into()], 0.0, 1.0);
        assert_eq!(mixed.plan(0.25).words(), "mix: {honest: 0.75, lazy: 0.25}");
        assert_eq!(mixed.plan(0.0).words(), "honest");
    }

    #[test]
    fn the_largest_number_that_fits_is_found() {
        for most in [1, 2, 3, 7, 8, 1000] {
            assert_eq!(largest(|n| n <= most), Some(most));
        }
        assert_eq!(largest(|_| false), None);
        assert_eq!(largest(|_| true), Some(17));
    }

    #[test]
    fn a_range_that_is_none_says_how_one_is_written() {
        for text in ["", "shift=", "shift=0.4", "shift=0.4:0", "=0:1", "shift=a:b", "shift=0:inf"] {
            assert!(text.parse::<FamilySearch>().unwrap_err().contains("NAME=LOW:HIGH"), "{text}");
        }
        let over: FamilySearch = " shift=-0.1:0.4".parse().unwrap();
        assert_eq!((over.name.as_str(), over.range), ("shift", Some((-0.1, 0.4))));
    }
}
