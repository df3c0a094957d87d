//! The choice of a player for each seat, with the argument of a strategy or the command of a
//! program.

use crate::debate::{SeatPlan, StrategyInfo};
use crate::scenario::Hidden;
use crate::strategy::StrategyParameter;
use crate::tui::prelude::*;

/// A player for a seat.
#[derive(Clone)]
pub enum PlayerChoice {
    Human,
    /// A player that is not in the list, or a hidden one: a script, a mixture, or the scenario's own player.
    Own(SeatPlan),
    Strategy(StrategyInfo),
    /// An external program. The player types its command.
    Outside,
}

/// The choices for one seat, the selected one, and the argument that was typed.
#[derive(Clone)]
pub struct SeatPlayers {
    pub choices: Vec<PlayerChoice>,
    pub at: usize,
    pub argument: TextLine,
}

impl SeatPlayers {
    pub fn chosen(&self) -> &PlayerChoice {
        self.choices.get(self.at).unwrap_or(&PlayerChoice::Human)
    }

    /// The selected strategy. `None` if another kind of player is selected.
    pub fn strategy(&self) -> Option<&StrategyInfo> {
        if let PlayerChoice::Strategy(strategy) = self.chosen() { Some(strategy) } else { None }
    }

    /// Returns `true` if an argument or a command can follow the name.
    pub fn takes_argument(&self) -> bool {
        let takes = self.strategy().is_some_and(|s| s.argument != StrategyParameter::None);
        takes || matches!(self.chosen(), PlayerChoice::Outside)
    }

    /// Moves the selection by this many choices.
    pub fn step(&mut self, by: isize) {
        let n = self.choices.len().max(1) as isize;
        self.at = (self.at as isize + by).rem_euclid(n) as usize;
        self.argument.set("");
    }

    /// The selected player with the typed argument.
    pub fn plan(&self) -> SeatPlan {
        let argument = self.argument.text();
        match self.chosen() {
            PlayerChoice::Human | PlayerChoice::Outside => SeatPlan::Human,
            PlayerChoice::Own(plan) => plan.clone(),
            PlayerChoice::Strategy(s) if argument.is_empty() => {
                SeatPlan::Program(s.name.to_owned())
            }
            PlayerChoice::Strategy(s) => SeatPlan::Program(format!("{}:{argument}", s.name)),
        }
    }

    /// The command that was typed. `None` if no external program is selected.
    pub fn command(&self) -> Option<&str> {
        matches!(self.chosen(), PlayerChoice::Outside).then(|| self.argument.text().trim())
    }
}

/// The seats that people will take.
pub fn people(chairs: &[SeatPlayers; 3]) -> Vec<Seat> {
    let is_person = |seat: &Seat| matches!(chairs[seat.index()].chosen(), PlayerChoice::Human);
    Seat::ALL.into_iter().filter(is_person).collect()
}

/// The choices for a seat. The player of the scenario is selected.
pub fn players(sitting: &DebateSession, seat: Seat) -> SeatPlayers {
    let plan = sitting.game().seat_plan(seat);
    let hides = sitting.scenario.hides(Hidden::player(seat));
    let strategies = sitting.game().strategies(seat);
    let (name, argument) = match &plan {
        SeatPlan::Program(written) => written.split_once(':').unwrap_or((written.as_str(), "")),
        _ => ("", ""),
    };
    let listed = strategies.iter().position(|s| s.name == name).filter(|_| !hides);
    let own =
        (plan != SeatPlan::Human && listed.is_none()).then(|| PlayerChoice::Own(plan.clone()));
    let at = listed.map_or(usize::from(own.is_some()), |at| at + 1);
    let argument = listed.map_or("", |_| argument);
    let strategies = strategies.into_iter().map(PlayerChoice::Strategy);
    let before = std::iter::once(PlayerChoice::Human).chain(own);
    let choices: Vec<PlayerChoice> =
        before.chain(strategies).chain([PlayerChoice::Outside]).collect();
    // A file must not start a program, so the player has to type the command.
    let at = if sitting.scenario.outside(seat).is_some() { choices.len() - 1 } else { at };
    SeatPlayers { choices, at, argument: TextLine::new(argument) }
}

pub fn label(choice: &PlayerChoice, hides: bool) -> String {
    match choice {
        PlayerChoice::Human => "you".into(),
        PlayerChoice::Own(_) if hides => "as the scenario says".into(),
        PlayerChoice::Own(plan) => plan.words(),
        PlayerChoice::Strategy(s) => s.written.clone(),
        PlayerChoice::Outside => "program:".into(),
    }
}

pub fn choice_text(choice: &PlayerChoice, hides: bool) -> String {
    match choice {
        PlayerChoice::Human => "a person at this screen".into(),
        PlayerChoice::Own(_) if hides => "a program. Its name is hidden until the review".into(),
        PlayerChoice::Own(_) => "as the scenario says".into(),
        PlayerChoice::Strategy(s) => s.says.into(),
        PlayerChoice::Outside => {
            "a program of yours: type its command, such as python3 bob.py".into()
        }
    }
}
