//! Restores the original exercise from a record, and compares a record with another scenario.

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::exercise::{Attempt, Forbidden, Goal, GoalKind};
use super::file::Scenario;
use super::read::write;
use super::seats::SeatFiles;
use super::{FileError, Located, MachineFile, SafeText, hex};
use crate::rules::Seat;

impl Attempt {
    /// A new attempt at an exercise.
    ///
    /// # Errors
    /// Returns an error if YAML cannot express the scenario. This cannot happen for a scenario that
    /// was read from a file.
    pub fn at(id: &str, scenario: &Scenario, began: &str) -> Result<Self, FileError> {
        Ok(Self {
            scenario: SafeText::new(id).unwrap_or_default(),
            hash: SafeText::new(&fingerprint(scenario)?).unwrap_or_default(),
            handed_out: scenario.moves.as_ref().map_or(0, Vec::len),
            began: SafeText::new(began).unwrap_or_default(),
            ..Self::default()
        })
    }
}

/// A scenario's fingerprint: the first twelve hexadecimal digits of a SHA-256 hash. The hash covers
/// the whole scenario, including players and seed, but not the attempt, the notes and the votes.
///
/// # Errors
/// Returns an error if YAML cannot express the scenario. This cannot happen for a scenario that was
/// read from a file.
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
    /// The exercise without the moves of the attempt. Players and seed are those of the attempt.
    pub fn as_handed_out(&self) -> Self {
        let mut scenario = self.clone();
        let attempt = scenario.attempt.take().unwrap_or_default();
        if let Some(moves) = &mut scenario.moves {
            moves.truncate(attempt.handed_out);
        }
        scenario.moves = scenario.moves.filter(|moves| !moves.is_empty());
        scenario
    }

    fn unmarked(&self) -> Self {
        Self { attempt: None, notes: Vec::new(), votes: Vec::new(), ..self.clone() }
    }

    /// The scenario without players, seed, moves and attempt. If this is equal for two records,
    /// they are records of the same debate.
    pub fn without_play(&self) -> Self {
        let mut scenario = self.unmarked();
        scenario.elenchus = Located::without_place(1);
        scenario.moves = None;
        scenario.seed = None;
        scenario.seats = SeatFiles::default();
        scenario
    }

    /// The goal, if there is one.
    pub fn goal(&self) -> Option<&Located<Goal>> {
        self.lesson.goal.as_ref()
    }

    /// Returns whether the person cannot win, so that the goal is to play to the end.
    pub fn is_made_to_be_lost(&self) -> bool {
        self.goal().is_some_and(|goal| goal.value.kind() == GoalKind::Lost)
    }

    /// Returns whether the person plays Alice with a false claim, and the protocol finds every lie.
    /// Then no play can win.
    pub fn is_never_won(&self) -> bool {
        use crate::scenario::ProtocolFile::{Bisection, CircuitWalk, CrossExamination, GateCheck};
        let finds_every_lie = match &self.protocol.value {
            CrossExamination(rules) => rules.copies,
            Bisection(_) | GateCheck(_) | CircuitWalk(_) => true,
            _ => false,
        };
        self.is_made_to_be_lost() && self.seat == Some(Seat::Alice) && finds_every_lie
    }

    /// The goal of the person in this seat. `None` if the scenario has no goal for this seat; then
    /// the default goal applies.
    pub fn goal_in(&self, seat: Option<Seat>) -> Option<&Goal> {
        let own = seat.is_none() || self.seat.is_none() || seat == self.seat;
        self.goal().filter(|_| own).map(|goal| &goal.value)
    }

    /// The hints for people in these seats. Hints are written for the seat that the scenario names,
    /// so people in other seats get no hints.
    pub fn hints(&self, people: &[Seat]) -> &[SafeText] {
        let own = self.seat.is_none_or(|own| people.contains(&own));
        let shown = own && !self.forbids(Forbidden::Hints);
        if shown { &self.lesson.hints } else { &[] }
    }

    /// The keys whose values differ between the two scenarios, and affect the moves, the views or
    /// the results. Differences between texts do not count.
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

/// Keys of a machine whose texts are only for people.
const TEXTS: [&str; 4] = ["ask", "claim", "question", "words"];

/// The machine without its texts. `None` if it cannot be written.
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
