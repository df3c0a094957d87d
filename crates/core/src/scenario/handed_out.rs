//! A scenario as it was handed out, and how a record of it differs from another scenario.

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::exercise::{Attempt, Forbidden, Goal, GoalKind};
use super::file::Scenario;
use super::read::write;
use super::seats::Seats;
use super::{At, FileError, MachineFile, Words, hex};
use crate::rules::Seat;

impl Attempt {
    /// An attempt at a scenario, as it was handed out, that begins now.
    ///
    /// # Errors
    /// None that a scenario read from a file can cause.
    pub fn at(id: &str, scenario: &Scenario, began: &str) -> Result<Self, FileError> {
        Ok(Self {
            scenario: Words::new(id).unwrap_or_default(),
            hash: Words::new(&fingerprint(scenario)?).unwrap_or_default(),
            handed_out: scenario.moves.as_ref().map_or(0, Vec::len),
            began: Words::new(began).unwrap_or_default(),
            ..Self::default()
        })
    }
}

/// Twelve digits that say which scenario this is: of SHA-256 of everything in it that bears on the
/// debate, its players and seed written out. Who played it is left out.
///
/// # Errors
/// None that a scenario read from a file can cause.
pub fn fingerprint(scenario: &Scenario) -> Result<String, FileError> {
    let mut plain = scenario.unmarked();
    for seat in Seat::ALL {
        plain.seats.set(seat, scenario.player(seat));
    }
    plain.seed = Some(scenario.seed.unwrap_or_default());
    plain.moves = scenario.moves.clone().filter(|moves| !moves.is_empty());
    let digest = Sha256::digest(write(&plain)?.as_bytes());
    Ok(hex(digest.into_iter().take(6)))
}

impl Scenario {
    /// The scenario as it was handed out to the one who played it: the moves made since are gone.
    /// Players and seed stay as they were played.
    pub fn as_handed_out(&self) -> Self {
        let mut scenario = self.clone();
        let attempt = scenario.attempt.take().unwrap_or_default();
        if let Some(moves) = &mut scenario.moves {
            moves.truncate(attempt.handed_out);
        }
        scenario.moves = scenario.moves.filter(|moves| !moves.is_empty());
        scenario
    }

    /// The scenario without its attempt, notes and votes.
    fn unmarked(&self) -> Self {
        Self { attempt: None, notes: Vec::new(), votes: Vec::new(), ..self.clone() }
    }

    /// What is left of a scenario without players, seed, moves and attempt: what debate it is.
    pub fn without_play(&self) -> Self {
        let mut scenario = self.unmarked();
        scenario.elenchus = At::nowhere(1);
        scenario.moves = None;
        scenario.seed = None;
        scenario.seats = Seats::default();
        scenario
    }

    /// The goal, if there is one.
    pub fn goal(&self) -> Option<&At<Goal>> {
        self.lesson.goal.as_ref()
    }

    /// Whether it is no win to reach its goal: nobody can do better than to hold out.
    pub fn is_made_to_be_lost(&self) -> bool {
        self.goal().is_some_and(|goal| goal.value.kind() == GoalKind::Lost)
    }

    /// The goal of who plays in this seat: the scenario's, unless that is written for another one. Of them
    /// it is asked what is asked where there is no goal.
    pub fn goal_in(&self, seat: Option<Seat>) -> Option<&Goal> {
        let own = seat.is_none() || self.seat.is_none() || seat == self.seat;
        self.goal().filter(|_| own).map(|goal| &goal.value)
    }

    /// The hints for people in these seats: they are written for the scenario's own, and tell others
    /// nothing of use.
    pub fn hints(&self, people: &[Seat]) -> &[Words] {
        let own = self.seat.is_none_or(|own| people.contains(&own));
        let shown = own && !self.forbids(Forbidden::Hints);
        if shown { &self.lesson.hints } else { &[] }
    }

    /// The keys in which the debate that a record is of differs from another, texts aside: what can
    /// be played, seen and won is not the same.
    pub fn differences(&self, other: &Self) -> Vec<&'static str> {
        let rules = |scenario: &Self| texts_aside(&scenario.machine.value);
        let same = [
            ("protocol", self.protocol == other.protocol),
            ("machine", self.machine == other.machine || rules(self) == rules(other)),
            ("oracle", self.oracle == other.oracle),
            ("hide", self.hide == other.hide),
            ("evaluation", self.evaluation == other.evaluation),
            ("goal", self.goal() == other.goal()),
            ("exercise", self.exercise == other.exercise),
        ];
        same.into_iter().filter(|(_, same)| !same).map(|(key, _)| key).collect()
    }
}

/// The keys of a machine whose strings are read by people alone.
const TEXTS: [&str; 4] = ["ask", "claim", "question", "words"];

/// What a machine is, without what people read of it; none if it cannot be written.
fn texts_aside(machine: &MachineFile) -> Option<Value> {
    let mut value = serde_json::to_value(machine).ok()?;
    blank(&mut value);
    Some(value)
}

fn blank(value: &mut Value) {
    match value {
        Value::Object(keys) => {
            for (key, value) in keys {
                match value {
                    Value::String(text) if TEXTS.contains(&key.as_str()) => text.clear(),
                    value => blank(value),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(blank),
        _ => {}
    }
}
