//! What a run of the lab varies, and what it keeps.

use crate::debate::SeatPlan;
use crate::rules::{Actor, Move};
use crate::scenario::Hidden;
use crate::strategy::Argument;
use crate::tui::prelude::*;
use crate::tui::screen::players::{Choice, Players};

/// More points than this are not run at once.
pub const MOST_POINTS: usize = 101;

/// One line of the set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupLine {
    /// The strategy of a seat.
    Seat(Seat),
    /// What is varied: a seat's argument, or a parameter of the scenario.
    Vary,
    /// The first value, the last, or the step from one to the next.
    Range(usize),
    /// Debates at each point.
    Debates,
    /// The first seed.
    Seed,
}

/// The lines, in order, by their names.
pub const LINES: [(&str, SetupLine); 9] = [
    ("Alice", SetupLine::Seat(Seat::Alice)),
    ("Bob", SetupLine::Seat(Seat::Bob)),
    ("judge", SetupLine::Seat(Seat::Judge)),
    ("vary", SetupLine::Vary),
    ("  from", SetupLine::Range(0)),
    ("  to", SetupLine::Range(1)),
    ("  by", SetupLine::Range(2)),
    ("debates", SetupLine::Debates),
    ("seed", SetupLine::Seed),
];

/// Who sat in the seats of a debate that was played, and the moves that people made there.
#[derive(Clone, Debug)]
pub struct Played {
    plans: [SeatPlan; 3],
    moves: [Vec<Move>; 3],
}

impl Played {
    /// Those of a debate.
    pub fn of(sitting: &Sitting) -> Self {
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

/// The players of a seat, and for whom the one chosen at first stands in.
#[derive(Clone)]
pub struct Chair {
    pub(super) players: Players,
    /// Whether a person sat here.
    person: bool,
    /// The one who sits here at first in place of a player that the scenario hides.
    for_hidden: Option<usize>,
}

/// The set-up of a run.
#[derive(Clone)]
pub struct Experiment {
    /// The seats.
    pub chairs: [Chair; 3],
    /// The seat whose argument is varied.
    pub vary: Option<Seat>,
    /// The parameter of the scenario that is varied, where no seat's argument is: as `--set` names
    /// it, such as `k` or `constants.c`.
    pub parameter: Field,
    /// The first value, the last, and the step between.
    pub range: [Field; 3],
    /// Debates at each point.
    pub debates: Field,
    /// The first seed.
    pub seed: Field,
    /// The parameters that the scenario gives a number, and the number.
    numbers: Vec<(String, String)>,
}

impl Chair {
    fn new(sitting: &Sitting, seat: Seat, played: Option<&Played>) -> Self {
        let strategies = sitting.game().strategies(seat);
        let plan = match played {
            Some(played) => played.plans[seat.index()].clone(),
            // What the scenario hides until its review is not told before a debate either.
            None if sitting.scenario.hides(Hidden::player(seat)) => SeatPlan::honest(),
            None => sitting.game().seat_plan(seat),
        };
        let person = plan == SeatPlan::Human && played.is_some();
        let (written, other) = match plan {
            SeatPlan::Program(written) => (written, None),
            // An honest player in the person's place, unless the person's own moves are wanted.
            SeatPlan::Human => {
                let moves =
                    played.map_or_else(Vec::new, |played| played.moves[seat.index()].clone());
                let script = SeatPlan::Script { moves, if_legal: true, then: "honest".into() };
                ("honest".to_owned(), Some(script).filter(|_| person))
            }
            other => (String::new(), Some(other)),
        };
        let (name, argument) = written.split_once(':').unwrap_or((&written, ""));
        let at = strategies.iter().position(|s| s.name == name);
        let at = at.unwrap_or(if written.is_empty() { strategies.len() } else { 0 });
        let hidden = played.is_none() && sitting.scenario.hides(Hidden::player(seat));
        let for_hidden = hidden.then_some(at);
        let strategies = strategies.into_iter().map(Choice::Strategy);
        let choices = strategies.chain(other.map(Choice::Own)).collect();
        let players = Players { choices, at, argument: Field::new(argument) };
        Self { players, person, for_hidden }
    }

    /// For whom the player chosen sits here, if the scenario's own is hidden.
    pub fn stands_for_hidden(&self) -> Option<&'static str> {
        (self.for_hidden == Some(self.players.at))
            .then_some("in place of the scenario's player, who is hidden")
    }

    /// Who plays here in place of a person, if a person did.
    pub fn stands_in(&self) -> Option<&'static str> {
        let own = self.players.strategy().is_none();
        self.person.then_some(if own { "your moves, if legal" } else { "in your place" })
    }

    /// As a file writes it.
    pub fn words(&self) -> String {
        match self.players.chosen() {
            Choice::Own(_) if self.person => "your moves".into(),
            Choice::Strategy(s) if self.players.argument.text().is_empty() => s.written.clone(),
            _ => self.players.plan().words(),
        }
    }
}

impl Experiment {
    /// What the scenario says; a prover's argument is varied if there is one.
    pub fn new(sitting: &Sitting, played: Option<&Played>) -> Self {
        let chairs = Seat::each(|seat| Chair::new(sitting, seat, played));
        let mut setup = Self {
            chairs,
            vary: None,
            parameter: Field::new(""),
            range: ["", "", ""].map(Field::new),
            debates: Field::new("400"),
            seed: Field::new(sitting.game().seed().max(1).to_string()),
            numbers: sitting.scenario.numbers(),
        };
        let provers = [Seat::Alice, Seat::Bob];
        let given = provers.into_iter().find(|s| setup.chairs[s.index()].players.takes_argument());
        // A debate that was played is tried as it was.
        setup.set_vary(given.filter(|_| played.is_none()), sitting);
        setup
    }

    /// Varies this seat's argument, from its least value on; or nothing.
    pub fn set_vary(&mut self, seat: Option<Seat>, sitting: &Sitting) {
        self.vary = seat.filter(|s| self.chairs[s.index()].players.takes_argument());
        let varied = self.vary.map(|seat| &self.chairs[seat.index()].players);
        let argument = varied.and_then(Players::strategy).map(|strategy| strategy.argument);
        let given = varied.and_then(|players| players.argument.text().parse::<f64>().ok());
        let given = given.filter(|a| *a > 0.0);
        if let (Some(a), Some(Argument::Real(..) | Argument::RealOr(..))) = (given, argument) {
            // Around what the scenario says: from nothing to twice as much.
            self.range = [0.0, 2.0 * a, a / 10.0].map(|x| Field::new(tidy(x).to_string()));
            return;
        }
        let range = match argument {
            Some(Argument::Number(_) | Argument::NumberOr(..)) => ["1", &*self.most(sitting), "1"],
            Some(Argument::Real(_, low, high) | Argument::RealOr(_, _, low, high)) => {
                if low <= 0.0 && (0.04..=1.0).contains(&high) {
                    ["0", "0.04", "0.002"]
                } else if low >= 0.0 && high <= 1.0 {
                    ["0", "1", "0.05"]
                } else {
                    ["0", "10", "0.5"]
                }
            }
            _ => ["", "", ""],
        };
        self.range = range.map(Field::new);
    }

    /// The most, up to 8, that the player whose number is varied can have in this debate.
    fn most(&self, sitting: &Sitting) -> String {
        let player = self.vary.and_then(|seat| {
            let strategy = self.chairs[seat.index()].players.strategy()?;
            Some((seat, strategy.name))
        });
        let can_have = |n: &u32| {
            player.is_some_and(|(seat, name)| {
                sitting.game().check_strategy(seat, &format!("{name}:{n}")).is_ok()
            })
        };
        (1..=8).rev().find(can_have).unwrap_or(8).to_string()
    }

    /// What can be varied: nothing, a seat's argument, a parameter.
    fn variable(&self) -> Vec<(Option<Seat>, &str)> {
        let takes = |seat: &Seat| self.chairs[seat.index()].players.takes_argument();
        let seats = Seat::ALL.into_iter().filter(takes).map(|seat| (Some(seat), ""));
        let parameters = self.numbers.iter().map(|(name, _)| (None, name.as_str()));
        std::iter::once((None, "")).chain(seats).chain(parameters).collect()
    }

    /// The next seat or parameter to vary; what the scenario says of a parameter, to look for values
    /// around it.
    pub fn step_vary(&mut self, by: isize, sitting: &Sitting) -> Option<f64> {
        let choices = self.variable();
        let now = (self.vary, self.parameter().unwrap_or_default());
        let at = choices.iter().position(|choice| *choice == now).unwrap_or(0) as isize;
        let (seat, name) = choices[(at + by).rem_euclid(choices.len() as isize) as usize];
        let name = name.to_owned();
        self.set_vary(seat, sitting);
        let number = self.numbers.iter().find(|number| number.0 == name);
        let value = number.map(|(_, value)| value.parse().unwrap_or(0.0));
        self.parameter = Field::new(name);
        value
    }

    /// Varies the parameter over this range.
    ///
    /// # Errors
    /// What cannot be varied, where it can have no other value.
    pub fn set_range(&mut self, range: [String; 3]) -> Result<(), String> {
        let [from, to, _] = &range;
        let only = || {
            let name = self.parameter.text();
            format!("{name} stays {from}: no value near it can be set here")
        };
        let several = if from == to { Err(only()) } else { Ok(()) };
        self.range = range.map(Field::new);
        several
    }

    /// Do left and right change this line?
    pub fn changes(&self, line: SetupLine) -> bool {
        match line {
            SetupLine::Seat(seat) => self.chairs[seat.index()].players.choices.len() > 1,
            SetupLine::Vary => self.variable().len() > 1,
            _ => false,
        }
    }

    /// Is this change to the text of a line wanted?
    pub fn takes(&self, line: SetupLine, edit: &Edit) -> bool {
        let typed = match line {
            SetupLine::Vary => matches!(edit, Edit::Char('a'..='z' | '0'..='9' | '.' | '-')),
            _ => matches!(edit, Edit::Char('0'..='9' | '.' | '-')),
        };
        (typed || *edit == Edit::Backspace) && self.types(line)
    }

    /// Is something typed in this line?
    pub fn types(&self, line: SetupLine) -> bool {
        match line {
            SetupLine::Seat(seat) => {
                self.vary != Some(seat) && self.chairs[seat.index()].players.takes_argument()
            }
            SetupLine::Vary => self.vary.is_none(),
            SetupLine::Range(_) => self.varies(),
            SetupLine::Debates | SetupLine::Seed => true,
        }
    }

    /// The field that a line types into.
    pub fn field(&mut self, line: SetupLine) -> Option<&mut Field> {
        self.types(line).then_some(match line {
            SetupLine::Seat(seat) => &mut self.chairs[seat.index()].players.argument,
            SetupLine::Vary => &mut self.parameter,
            SetupLine::Range(at) => &mut self.range[at],
            SetupLine::Debates => &mut self.debates,
            SetupLine::Seed => &mut self.seed,
        })
    }

    /// The parameter of the scenario that is varied, if one is.
    pub fn parameter(&self) -> Option<&str> {
        let name = self.parameter.text().trim();
        (self.vary.is_none() && !name.is_empty()).then_some(name)
    }

    /// Why there is one point, where nothing is varied, and what could be.
    pub fn why_fixed(&self) -> Option<String> {
        let takes = self.chairs.iter().any(|chair| chair.players.takes_argument());
        let could = match (takes, self.numbers.first()) {
            (true, Some((name, _))) => format!("a player's number or {name} can vary."),
            (true, None) => "a player's number can vary.".into(),
            (false, Some((name, _))) => format!("the parameter {name} can vary."),
            (false, None) => "no player or parameter here has a number.".into(),
        };
        (!self.varies()).then(|| format!("nothing varies: one point; {could}"))
    }

    /// Everything that a run depends on.
    pub fn settings(&self) -> String {
        let chairs = Seat::each(|seat| {
            let chair = &self.chairs[seat.index()];
            match self.vary == Some(seat) {
                true => chair.players.strategy().map_or(String::new(), |s| s.name.to_owned()),
                false => chair.words(),
            }
        });
        let range = self.range.each_ref().map(Field::text);
        let range = if self.varies() { range } else { [""; 3] };
        let rest = (self.parameter(), self.debates.text(), self.seed.text());
        format!("{chairs:?} {:?} {range:?} {rest:?}", self.vary)
    }

    fn varies(&self) -> bool {
        self.vary.is_some() || self.parameter().is_some()
    }

    /// The values of the points; one point without a value if nothing is varied.
    ///
    /// # Errors
    /// What is wrong with the range.
    pub fn values(&self) -> Result<Vec<Option<f64>>, String> {
        if !self.varies() {
            return Ok(vec![None]);
        }
        let number = |i: usize, what: &str| {
            let text = self.range[i].text();
            text.parse::<f64>().ok().filter(|x| x.is_finite()).ok_or_else(|| {
                match text.is_empty() {
                    true => format!("{what} is empty: type a number"),
                    false => format!("{what} must be a number, not `{text}`"),
                }
            })
        };
        let (from, to, by) = (number(0, "from")?, number(1, "to")?, number(2, "by")?);
        if by <= 0.0 || to < from {
            return Err("the range must go up: `to` no less than `from`, and `by` above 0".into());
        }
        let steps = ((to - from) / by + 1e-9).floor();
        if steps >= MOST_POINTS as f64 {
            return Err(format!("{} points are more than {MOST_POINTS}", steps + 1.0));
        }
        // From the start each time, so that no error adds up: 0.006, not 0.006000000000000001.
        Ok((0..=steps as usize).map(|i| Some(tidy(from + by * i as f64))).collect())
    }

    /// The players at a value.
    pub fn plans(&self, value: Option<f64>) -> [SeatPlan; 3] {
        Seat::each(|seat| {
            let chair = &self.chairs[seat.index()];
            let argument = match value {
                Some(v) if self.vary == Some(seat) => v.to_string(),
                _ => chair.players.argument.text().to_owned(),
            };
            chair.players.plan_with(&argument)
        })
    }

    /// What the axis is, `Alice's shift`; none if there is one point.
    pub fn axis(&self) -> Option<String> {
        match self.vary {
            Some(seat) => {
                let name = self.chairs[seat.index()].players.strategy().map_or("", |s| s.name);
                Some(format!("{}'s {name}", crate::tui::goal::capital(seat.name())))
            }
            None => self.parameter().map(str::to_owned),
        }
    }
}

/// A few round steps below a number and above it, as far as they can be set: from, to, by.
pub fn around(value: f64, accepts: impl Fn(f64) -> bool) -> [String; 3] {
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
    // A whole number may be a share, a yes or no, odd, or a power of two.
    let others = [(0.0, 0.2), (0.0, 1.0), (least, 2.0 * step), (least, value.abs())];
    let tries: Vec<[f64; 3]> = std::iter::once((least, step))
        .chain(others)
        .map(|(least, step)| range(least, step))
        .collect();
    let several = tries.iter().find(|range| range[0] < range[1]);
    let found = several.unwrap_or(&tries[0]);
    found.map(|x| tidy(x).to_string())
}

/// A number as it is written: without what the last binary digits add.
fn tidy(x: f64) -> f64 {
    (x * 1e9).round() / 1e9
}

/// The next of 1, 2, 5 × 10^k below a number above 0.
fn round_down(x: f64) -> f64 {
    let power = 10f64.powf(x.log10().floor());
    [5.0, 2.0, 1.0].map(|m| m * power).into_iter().find(|m| *m <= x * (1.0 + 1e-9)).unwrap_or(power)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Setting, library, open};

    #[test]
    fn a_range_lies_around_what_the_scenario_says_in_round_steps() {
        let of = |value, accepts: fn(f64) -> bool| around(value, accepts).join(" ");
        assert_eq!(of(3.0, |_| true), "1 5 1");
        assert_eq!(of(4612.0, |_| true), "2306 6918 1153");
        assert_eq!(of(0.3, |_| true), "0.1 0.5 0.1");
        assert_eq!(of(6.2, |_| true), "2.2 10.2 2");
        assert_eq!(of(2.0, |x| x <= 3.0), "1 3 1");
        assert_eq!(of(1.0, |x| (0.0..=1.0).contains(&x)), "0.6 1 0.2");
    }

    /// How many parameters of a scenario have a range of several points, all of which can be played, and
    /// those of a single point.
    fn ranges(entry: &library::LibraryEntry) -> (usize, Vec<String>) {
        let scenario = entry.scenario.as_ref().expect("it reads");
        let accepts = |name: &str, x: f64| {
            let setting = Setting { path: name.into(), value: x.to_string() };
            let set = scenario.with(&entry.id, &[setting]);
            set.is_ok_and(|(set, _)| open(&set).is_ok())
        };
        let (mut several, mut single) = (0, Vec::new());
        for (name, value) in scenario.numbers() {
            let value: f64 = value.parse().expect("a number");
            let [from, to, by] = around(value, |x| accepts(&name, x));
            let ends = [&from, &to].map(|x| x.parse::<f64>().expect("a number"));
            assert!(ends[0] <= value && value <= ends[1], "{}: {name}", entry.id);
            let by: f64 = by.parse().expect("a number");
            let steps = ((ends[1] - ends[0]) / by).round() as u32;
            for x in (0..=steps).map(|n| ends[0] + f64::from(n) * by) {
                assert!(accepts(&name, x), "{}: {name} at {x}", entry.id);
            }
            match ends[0] < ends[1] {
                true => several += 1,
                false => single.push(format!("{}: {name} {value}", entry.id)),
            }
        }
        (several, single)
    }

    #[test]
    fn every_parameter_that_is_chosen_has_a_range_of_several_points_that_can_be_played() {
        // Those that take long to open have parameters like the others.
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
