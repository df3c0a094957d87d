//! The players that a seat can be given, the one chosen, and what follows its name.

use crate::debate::{SeatPlan, StrategyInfo};
use crate::scenario::Hidden;
use crate::strategy::Argument;
use crate::tui::prelude::*;

/// Who can sit in a seat.
#[derive(Clone)]
pub enum Choice {
    Human,
    /// A player that is no strategy of the list, or is hidden: a script, a mixture, what the scenario
    /// says.
    Own(SeatPlan),
    Strategy(StrategyInfo),
    /// A program outside, whose command is typed.
    Outside,
}

/// The choices of one seat, the one chosen, and what was typed after its name.
#[derive(Clone)]
pub struct Players {
    pub choices: Vec<Choice>,
    pub at: usize,
    pub argument: Field,
}

impl Players {
    pub fn chosen(&self) -> &Choice {
        self.choices.get(self.at).unwrap_or(&Choice::Human)
    }

    /// The strategy chosen, if it is one.
    pub fn strategy(&self) -> Option<&StrategyInfo> {
        if let Choice::Strategy(strategy) = self.chosen() { Some(strategy) } else { None }
    }

    /// Does something follow the name?
    pub fn takes_argument(&self) -> bool {
        let takes = self.strategy().is_some_and(|s| s.argument != Argument::None);
        takes || matches!(self.chosen(), Choice::Outside)
    }

    /// The next one, or the one before.
    pub fn step(&mut self, by: isize) {
        let n = self.choices.len().max(1) as isize;
        self.at = (self.at as isize + by).rem_euclid(n) as usize;
        self.argument.set("");
    }

    /// The one chosen, with what was typed.
    pub fn plan(&self) -> SeatPlan {
        let argument = self.argument.text();
        match self.chosen() {
            Choice::Human | Choice::Outside => SeatPlan::Human,
            Choice::Own(plan) => plan.clone(),
            Choice::Strategy(s) if argument.is_empty() => SeatPlan::Program(s.name.to_owned()),
            Choice::Strategy(s) => SeatPlan::Program(format!("{}:{argument}", s.name)),
        }
    }

    /// The command that was typed, where a program outside shall sit.
    pub fn command(&self) -> Option<&str> {
        matches!(self.chosen(), Choice::Outside).then(|| self.argument.text().trim())
    }
}

/// The seats that people are about to take.
pub fn people(chairs: &[Players; 3]) -> Vec<Seat> {
    let is_person = |seat: &Seat| matches!(chairs[seat.index()].chosen(), Choice::Human);
    Seat::ALL.into_iter().filter(is_person).collect()
}

/// The players of a seat, and the one that the scenario seats.
pub fn players(sitting: &Sitting, seat: Seat) -> Players {
    let plan = sitting.game().seat_plan(seat);
    let hides = sitting.scenario.hides(Hidden::player(seat));
    let strategies = sitting.game().strategies(seat);
    let (name, argument) = match &plan {
        SeatPlan::Program(written) => written.split_once(':').unwrap_or((written.as_str(), "")),
        _ => ("", ""),
    };
    let listed = strategies.iter().position(|s| s.name == name).filter(|_| !hides);
    let own = (plan != SeatPlan::Human && listed.is_none()).then(|| Choice::Own(plan.clone()));
    let at = listed.map_or(usize::from(own.is_some()), |at| at + 1);
    let argument = listed.map_or("", |_| argument);
    let strategies = strategies.into_iter().map(Choice::Strategy);
    let before = std::iter::once(Choice::Human).chain(own);
    let choices: Vec<Choice> = before.chain(strategies).chain([Choice::Outside]).collect();
    // What a file names is not started by it: the command has to be typed again.
    let at = if sitting.scenario.outside(seat).is_some() { choices.len() - 1 } else { at };
    Players { choices, at, argument: Field::new(argument) }
}

pub fn label(choice: &Choice, hides: bool) -> String {
    match choice {
        Choice::Human => "you".into(),
        Choice::Own(_) if hides => "as the scenario says".into(),
        Choice::Own(plan) => plan.words(),
        Choice::Strategy(s) => s.written.clone(),
        Choice::Outside => "program:".into(),
    }
}

pub fn says(choice: &Choice, hides: bool) -> String {
    match choice {
        Choice::Human => "a person at this screen".into(),
        Choice::Own(_) if hides => "a program that the review will name".into(),
        Choice::Own(_) => "as the scenario says".into(),
        Choice::Strategy(s) => s.says.into(),
        Choice::Outside => "a program of yours: type its command, such as python3 bob.py".into(),
    }
}
