//! The set-up of a run: the parameter that varies, and the fixed players.

use crate::analysis::Game;
use crate::debate::{SeatPlan, StrategyInfo};
use crate::rules::{Actor, Move};
use crate::scenario::Hidden;
use crate::strategy::StrategyParameter;
use crate::tui::goal::capital;
use crate::tui::prelude::*;

/// The parameter that varies in a run.
#[derive(Clone, Debug, PartialEq)]
pub enum VariedParameter {
    /// Nothing varies, so there is only one point.
    Nothing,
    /// The player of a seat.
    Player(Seat),
    /// The number in a strategy's argument. The strategy plays this seat.
    Number(Seat, StrategyInfo),
    /// A numeric parameter of the scenario, with the value that the scenario gives it.
    Parameter(String, f64),
}

/// The players of a finished debate, and the moves that people made in it.
#[derive(Clone, Debug)]
pub struct PlayedSeats {
    plans: [SeatPlan; 3],
    moves: [Vec<Move>; 3],
}

impl PlayedSeats {
    /// The players of this finished debate.
    pub fn new(sitting: &DebateSession) -> Self {
        let (game, tree) = (sitting.game(), sitting.game().tree());
        let made = |seat: Seat| {
            let line = tree.line().iter().filter_map(|&node| tree.played(node));
            let own = line.filter(move |played| played.actor == Actor::Seat(seat));
            own.map(|played| played.mv.clone()).collect()
        };
        Self {
            plans: Seat::each(|seat| game.seat_plan(seat)),
            moves: Seat::each(|seat| match game.seat_plan(seat) {
                SeatPlan::Human => made(seat),
                _ => Vec::new(),
            }),
        }
    }
}

/// The set-up of a run.
#[derive(Clone)]
pub struct LabSetup {
    /// The players of the seats that do not vary.
    pub plans: [SeatPlan; 3],
    /// For each seat, a note if its player replaces another player.
    notes: [Option<&'static str>; 3],
    /// For each seat, the players that a run can compare.
    players: [Vec<(String, SeatPlan)>; 3],
    /// The parameters that can vary. `at` is the index of the selected parameter.
    pub choices: Vec<VariedParameter>,
    pub at: usize,
}

/// The player of a seat, with a note if it replaces another player.
fn player(
    sitting: &DebateSession,
    seat: Seat,
    played: Option<&PlayedSeats>,
) -> (SeatPlan, Option<&'static str>) {
    match played.map(|played| &played.plans[seat.index()]) {
        Some(SeatPlan::Human) => (SeatPlan::honest(), Some("in your place")),
        Some(plan) => (plan.clone(), None),
        // The lab must not reveal a player that the scenario hides until the review.
        None if sitting.scenario.hides(Hidden::player(seat)) => {
            (SeatPlan::honest(), Some("in place of the scenario's player, who is hidden"))
        }
        None => (sitting.game().seat_plan(seat).without_person(), None),
    }
}

/// The current player of a seat, the person's own moves, and all strategies that need no number.
fn players(plan: &SeatPlan, listed: &[StrategyInfo], own: &[Move]) -> Vec<(String, SeatPlan)> {
    let needs_none = |info: &&StrategyInfo| {
        let argument = info.argument;
        matches!(
            argument,
            StrategyParameter::None
                | StrategyParameter::NumberOr(..)
                | StrategyParameter::RealOr(..)
        )
    };
    let others = listed.iter().filter(needs_none).map(|info| info.name);
    let others = others.map(|name| (name.to_owned(), SeatPlan::Program(name.to_owned())));
    let moves = own.to_vec();
    let script = SeatPlan::Script { moves, if_legal: true, then: "honest".into() };
    let yours = (!own.is_empty()).then(|| ("your moves".to_owned(), script));
    let others = others.filter(|(_, other)| other != plan);
    std::iter::once((plan.words(), plan.clone())).chain(yours).chain(others).collect()
}

fn takes_number(info: &StrategyInfo) -> bool {
    use StrategyParameter::{Number, NumberOr, Real, RealOr};
    matches!(info.argument, Number(_) | NumberOr(..) | Real(..) | RealOr(..))
}

impl LabSetup {
    /// Makes the set-up. In a scenario, the number of a prover's strategy varies if it has one. In a played debate,
    /// nothing varies.
    pub fn new(sitting: &DebateSession, played: Option<&PlayedSeats>) -> Self {
        let seated = Seat::each(|seat| player(sitting, seat, played));
        let listed = Seat::each(|seat| sitting.game().strategies(seat));
        let plans = seated.clone().map(|(plan, _)| plan);
        let players = Seat::each(|seat| {
            let own = played.map_or(&[][..], |played| &played.moves[seat.index()]);
            players(&plans[seat.index()], &listed[seat.index()], own)
        });
        let numbers = Seat::ALL.into_iter().flat_map(|seat| {
            let own = listed[seat.index()].iter().filter(|info| takes_number(info));
            own.map(move |info| VariedParameter::Number(seat, info.clone()))
        });
        let parameters = sitting.scenario.numbers().into_iter();
        let parameters = parameters.filter_map(|(name, value)| {
            Some(VariedParameter::Parameter(name, value.parse().ok()?))
        });
        let seats = Seat::ALL.into_iter().filter(|seat| players[seat.index()].len() > 1);
        let choices: Vec<_> = std::iter::once(VariedParameter::Nothing)
            .chain(seats.map(VariedParameter::Player))
            .chain(parameters)
            .chain(numbers)
            .collect();
        let has_number = |varied: &VariedParameter| {
            let VariedParameter::Number(seat, info) = varied else { return false };
            *seat != Seat::Judge && number_of(&plans[seat.index()], info).is_some()
        };
        let given = choices.iter().position(has_number).filter(|_| played.is_none());
        let notes = seated.map(|(_, note)| note);
        Self { plans, notes, players, at: given.unwrap_or(0), choices }
    }

    /// The selected parameter.
    pub fn varied(&self) -> &VariedParameter {
        &self.choices[self.at]
    }

    /// The name of a parameter on the screen.
    pub fn words(varied: &VariedParameter) -> String {
        match varied {
            VariedParameter::Nothing => "nothing".into(),
            VariedParameter::Player(seat) => format!("{}'s player", capital(seat.name())),
            VariedParameter::Number(seat, info) => {
                format!("{}'s {}", capital(seat.name()), info.name)
            }
            VariedParameter::Parameter(name, _) => name.clone(),
        }
    }

    /// The parameter in the syntax of the command `sweep`.
    pub fn for_sweep(&self) -> String {
        match self.varied() {
            VariedParameter::Nothing => "NAME=VALUES".into(),
            VariedParameter::Player(seat) => format!("{}=NAME,NAME", seat.word()),
            VariedParameter::Number(seat, info) => {
                format!("{}={1}:X,{1}:Y", seat.word(), info.name)
            }
            VariedParameter::Parameter(name, _) => format!("{name}=FROM:TO:BY"),
        }
    }

    /// The names of the points, if they are players.
    pub fn names(&self) -> Vec<String> {
        let VariedParameter::Player(seat) = self.varied() else { return Vec::new() };
        self.players[seat.index()].iter().map(|(name, _)| name.clone()).collect()
    }

    /// The name of a seat's player, with a note if it replaces another player.
    pub fn seated(&self, seat: Seat) -> (String, Option<&'static str>) {
        match self.varied() {
            VariedParameter::Player(own) if *own == seat => ("varies".into(), None),
            VariedParameter::Number(own, info) if *own == seat => (info.written.clone(), None),
            _ => (self.plans[seat.index()].words(), self.notes[seat.index()]),
        }
    }

    /// The values of the points. If nothing varies, there is one point without a value. `can_be` returns `true` if the
    /// parameter accepts the value.
    ///
    /// # Errors
    /// Returns an error if the parameter accepts only one value.
    pub fn values(
        &self,
        game: &dyn Game,
        can_be: impl Fn(&str, f64) -> bool,
    ) -> Result<Vec<Option<f64>>, String> {
        let [from, to, by] = match self.varied() {
            VariedParameter::Nothing => return Ok(vec![None]),
            VariedParameter::Player(seat) => {
                [0.0, (self.players[seat.index()].len() - 1) as f64, 1.0]
            }
            VariedParameter::Number(seat, info) => {
                range(info, number_of(&self.plans[seat.index()], info), |written| {
                    game.check_strategy(*seat, written).is_ok()
                })
            }
            VariedParameter::Parameter(name, value) => {
                let [from, to, by] = around(*value, |x| can_be(name, x));
                if from >= to {
                    return Err(format!("{name} stays {from}: no value near it is possible here"));
                }
                [from, to, by]
            }
        };
        // Each value is computed from the start of the range, so errors do not add up: 0.006, not 0.006000000000000001.
        let steps = ((to - from) / by + 1e-9).floor() as usize;
        Ok((0..=steps).map(|i| Some(tidy(from + by * i as f64))).collect())
    }

    /// The players of a point with this value.
    pub fn plans(&self, value: Option<f64>) -> [SeatPlan; 3] {
        let mut plans = self.plans.clone();
        match (self.varied(), value) {
            (VariedParameter::Player(seat), Some(at)) => {
                plans[seat.index()] = self.players[seat.index()][at as usize].1.clone();
            }
            (VariedParameter::Number(seat, info), Some(value)) => {
                plans[seat.index()] = SeatPlan::Program(format!("{}:{value}", info.name));
            }
            _ => {}
        }
        plans
    }
}

/// The number with which this strategy plays a seat. `None` if the seat has another player.
fn number_of(plan: &SeatPlan, info: &StrategyInfo) -> Option<f64> {
    let (name, number) = plan.program()?.split_once(':')?;
    (name == info.name).then(|| number.parse().ok())?
}

/// The range of a strategy's number: start, end and step. It surrounds the given number. If no number is given, it
/// covers the usual numbers.
fn range(info: &StrategyInfo, given: Option<f64>, can_sit: impl Fn(&str) -> bool) -> [f64; 3] {
    match info.argument {
        StrategyParameter::Real(_, low, high) | StrategyParameter::RealOr(_, _, low, high) => {
            match given {
                Some(a) if a > 0.0 => [0.0, tidy(2.0 * a).min(high), tidy(a / 10.0)],
                _ if low <= 0.0 && (0.04..=1.0).contains(&high) => [0.0, 0.04, 0.002],
                _ if low >= 0.0 && high <= 1.0 => [0.0, 1.0, 0.05],
                _ => [0.0, 10.0, 0.5],
            }
        }
        // The range ends at the largest number, up to 8, that this debate accepts.
        _ => {
            let most = (1..=8).rev().find(|n| can_sit(&format!("{}:{n}", info.name)));
            [1.0, f64::from(most.unwrap_or(8)), 1.0]
        }
    }
}

/// A range of a few round steps below and above a number: start, end and step. It contains only values that are
/// accepted.
fn around(value: f64, accepts: impl Fn(f64) -> bool) -> [f64; 3] {
    let (least, step) = match value {
        _ if value.fract() == 0.0 => (value.min(1.0), (value.abs() / 4.0).round().max(1.0)),
        _ if (0.0..1.0).contains(&value) => (0.0, round_down(value.min(1.0 - value) / 3.0)),
        _ => (f64::NEG_INFINITY, round_down(value.abs() / 3.0)),
    };
    let reach = |least: f64, step: f64, by: f64| {
        let each = (1..=2).map(|n| tidy(value + f64::from(n) * by * step));
        each.take_while(|x| *x >= least && accepts(*x)).last().unwrap_or(value)
    };
    let range = |least, step| [reach(least, step, -1.0), reach(least, step, 1.0), step];
    // Try other ranges. A parameter whose value is a whole number may accept only fractions, only 0 and 1, only odd
    // numbers, or only powers of two.
    let others = [(0.0, 0.2), (0.0, 1.0), (least, 2.0 * step), (least, value.abs())];
    let tries: Vec<[f64; 3]> = std::iter::once((least, step))
        .chain(others)
        .map(|(least, step)| range(least, step))
        .collect();
    let several = tries.iter().find(|range| range[0] < range[1]);
    let found = several.unwrap_or(&tries[0]);
    found.map(tidy)
}

/// Rounds a number so that binary rounding errors disappear.
fn tidy(x: f64) -> f64 {
    (x * 1e9).round() / 1e9
}

/// The largest number of the form 1, 2 or 5 × 10^k that is at most `x`, for `x` above 0.
fn round_down(x: f64) -> f64 {
    let power = 10f64.powf(x.log10().floor());
    [5.0, 2.0, 1.0].map(|m| m * power).into_iter().find(|m| *m <= x * (1.0 + 1e-9)).unwrap_or(power)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{ParameterSetting, library, open};

    #[test]
    fn a_range_lies_around_what_the_scenario_says_in_round_steps() {
        let of = |value, accepts: fn(f64) -> bool| {
            around(value, accepts).map(|x| x.to_string()).join(" ")
        };
        assert_eq!(of(3.0, |_| true), "1 5 1");
        assert_eq!(of(4612.0, |_| true), "2306 6918 1153");
        assert_eq!(of(0.3, |_| true), "0.1 0.5 0.1");
        assert_eq!(of(6.2, |_| true), "2.2 10.2 2");
        assert_eq!(of(2.0, |x| x <= 3.0), "1 3 1");
        assert_eq!(of(1.0, |x| (0.0..=1.0).contains(&x)), "0.6 1 0.2");
    }

    /// Counts the parameters of a scenario that have several points, and lists the parameters that have only one.
    /// Checks that all points are playable.
    fn ranges(entry: &library::LibraryEntry) -> (usize, Vec<String>) {
        let scenario = entry.scenario.as_ref().expect("it reads");
        let accepts = |name: &str, x: f64| {
            let setting = ParameterSetting { path: name.into(), value: x.to_string() };
            let set = scenario.with_settings(&entry.id, &[setting]);
            set.is_ok_and(|(set, _)| open(&set).is_ok())
        };
        let (mut several, mut single) = (0, Vec::new());
        for (name, value) in scenario.numbers() {
            let value: f64 = value.parse().expect("a number");
            let [from, to, by] = around(value, |x| accepts(&name, x));
            assert!(from <= value && value <= to, "{}: {name}", entry.id);
            let steps = ((to - from) / by).round() as u32;
            for x in (0..=steps).map(|n| from + f64::from(n) * by) {
                assert!(accepts(&name, x), "{}: {name} at {x}", entry.id);
            }
            match from < to {
                true => several += 1,
                false => single.push(format!("{}: {name} {value}", entry.id)),
            }
        }
        (several, single)
    }

    #[test]
    fn every_parameter_that_is_chosen_has_a_range_of_several_points_that_can_be_played() {
        // These scenarios take long to open, and their parameters are like those of the others.
        const LONG: [&str; 5] = [
            "chain-thousand-steps",
            "million-gates",
            "needle",
            "needle-estimates",
            "smuggled-cell",
        ];
        let mut entries = library::shipped();
        entries.retain(|entry| !LONG.contains(&&*entry.id));
        let found: Vec<_> = std::thread::scope(|scope| {
            let parts = entries.chunks(entries.len().div_ceil(3));
            let works =
                parts.map(|part| scope.spawn(|| part.iter().map(ranges).collect::<Vec<_>>()));
            let works: Vec<_> = works.collect();
            works.into_iter().flat_map(|work| work.join().expect("ranges")).collect()
        });
        let several: usize = found.iter().map(|of_one| of_one.0).sum();
        let single: Vec<_> = found.into_iter().flat_map(|of_one| of_one.1).collect();
        assert!(several > 50 && single.len() < several / 10, "{several}, but {single:?}");
    }
}
