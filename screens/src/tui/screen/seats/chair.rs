//! What one seat can be given to, and what it is given to now.

use crate::debate::{SeatPlan, StrategyInfo};
use crate::rules::Seat;
use crate::scenario::Hidden;
use crate::strategy::Argument;
use crate::tui::prompt::Field;
use crate::tui::sitting::Sitting;

/// Who can sit in a seat.
pub(super) enum Choice {
    Human,
    /// What the scenario says, if that is not a plain strategy or is hidden.
    Own(SeatPlan),
    Strategy(StrategyInfo),
    /// A program outside, whose command is typed.
    Outside,
}

/// The choices of one seat, the one chosen, and what was typed after its name.
pub(super) struct Chair {
    pub(super) choices: Vec<Choice>,
    pub(super) at: usize,
    pub(super) argument: Field,
}

impl Chair {
    pub(super) fn new(sitting: &Sitting, seat: Seat) -> Self {
        let plan = sitting.game().seat_plan(seat);
        let hides = sitting.scenario.hides(Hidden::player(seat));
        let mut choices = vec![Choice::Human];
        let strategies = sitting.game().strategies(seat);
        let (name, argument) = match &plan {
            SeatPlan::Program(written) => written.split_once(':').unwrap_or((written.as_str(), "")),
            _ => ("", ""),
        };
        let plain = !hides && strategies.iter().any(|s| s.name == name);
        let own = plan != SeatPlan::Human && !plain;
        if own {
            choices.push(Choice::Own(plan.clone()));
        }
        choices.extend(strategies.into_iter().map(Choice::Strategy));
        choices.push(Choice::Outside);
        let at = match plan {
            SeatPlan::Human => 0,
            _ if own => 1,
            _ => choices
                .iter()
                .position(|c| matches!(c, Choice::Strategy(s) if s.name == name))
                .unwrap_or(0),
        };
        let argument = if plain { argument } else { "" };
        // What a file names is not started by it: the command has to be typed again.
        let named = sitting.scenario.seats.of(seat).is_some_and(|p| p.value.outside().is_some());
        let at = if named { choices.len() - 1 } else { at };
        Self { choices, at, argument: Field::new(argument) }
    }

    pub(super) fn chosen(&self) -> &Choice {
        &self.choices[self.at.min(self.choices.len() - 1)]
    }

    pub(super) fn takes_argument(&self) -> bool {
        match self.chosen() {
            Choice::Strategy(s) => s.argument != Argument::None,
            Choice::Outside => true,
            Choice::Human | Choice::Own(_) => false,
        }
    }

    /// The command that was typed, where a program outside shall sit.
    pub(super) fn command(&self) -> Option<&str> {
        matches!(self.chosen(), Choice::Outside).then(|| self.argument.text().trim())
    }

    pub(super) fn plan(&self) -> SeatPlan {
        match self.chosen() {
            Choice::Human | Choice::Outside => SeatPlan::Human,
            Choice::Own(plan) => plan.clone(),
            Choice::Strategy(s) if self.argument.text().is_empty() => {
                SeatPlan::Program(s.name.to_owned())
            }
            Choice::Strategy(s) => {
                SeatPlan::Program(format!("{}:{}", s.name, self.argument.text()))
            }
        }
    }

    pub(super) fn step(&mut self, by: isize) {
        let n = self.choices.len() as isize;
        self.at = (self.at as isize + by).rem_euclid(n) as usize;
        self.argument.set("");
    }
}

pub(super) fn label(choice: &Choice, hides: bool) -> String {
    match choice {
        Choice::Human => "you".into(),
        Choice::Own(_) if hides => "as the scenario says".into(),
        Choice::Own(plan) => plan.words(),
        Choice::Strategy(s) => s.written.clone(),
        Choice::Outside => "program:".into(),
    }
}

pub(super) fn says(choice: &Choice, hides: bool) -> String {
    match choice {
        Choice::Human => "a person at this screen".into(),
        Choice::Own(_) if hides => "a program that the review will name".into(),
        Choice::Own(_) => "as the scenario says".into(),
        Choice::Strategy(s) => s.says.into(),
        Choice::Outside => "a program of yours: type its command, such as python3 bob.py".into(),
    }
}
