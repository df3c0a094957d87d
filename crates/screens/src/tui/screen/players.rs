//! The players that a seat can be given to, the one chosen, and what follows its name: for the seats of
//! a debate and for the lab.

use crate::debate::{SeatPlan, StrategyInfo};
use crate::strategy::Argument;
use crate::tui::prompt::Field;

/// Who can sit in a seat.
#[derive(Clone)]
pub(super) enum Choice {
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
pub(super) struct Players {
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

    /// The one chosen, with this after its name.
    pub fn plan_with(&self, argument: &str) -> SeatPlan {
        match self.chosen() {
            Choice::Human | Choice::Outside => SeatPlan::Human,
            Choice::Own(plan) => plan.clone(),
            Choice::Strategy(s) if argument.is_empty() => SeatPlan::Program(s.name.to_owned()),
            Choice::Strategy(s) => SeatPlan::Program(format!("{}:{argument}", s.name)),
        }
    }

    /// The one chosen, with what was typed.
    pub fn plan(&self) -> SeatPlan {
        self.plan_with(self.argument.text())
    }

    /// The command that was typed, where a program outside shall sit.
    pub fn command(&self) -> Option<&str> {
        matches!(self.chosen(), Choice::Outside).then(|| self.argument.text().trim())
    }
}
