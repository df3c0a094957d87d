//! The keys of a scenario file.

use serde::{Deserialize, Serialize};

use super::evidence::Exhibit;
use super::exercise::{Attempt, Exercise, Forbidden};
use super::language::Language;
use super::lesson::Lesson;
use super::machine::MachineFile;
use super::moves::RecordLine;
use super::notes::{Note, Vote};
use super::place::At;
use super::protocol::ProtocolFile;
use super::seats::Seats;
use super::words::Words;
use crate::debate::{NodeId, SeatPlan};
use crate::forms::{Oracle, is_default};
use crate::rules::Seat;

/// The newest version of the format. Version 2 has notes and votes on records, predictions,
/// questions after a lesson, and graphs; what needs none of them is written as version 1, which
/// older programs read.
pub const VERSION: u32 = 2;

/// A scenario, as its file says it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[cfg_attr(test, schemars(title = "Elenchus scenario"))]
pub struct Scenario {
    /// The version of this format: 1 or 2.
    pub elenchus: At<u32>,
    /// A short title.
    pub title: Words,
    /// Two or three sentences for the library.
    #[serde(default, skip_serializing_if = "Words::is_empty")]
    pub summary: Words,
    /// The language of its texts, as HTML writes it: `de`, `zh-Hans`. Pages that are exported say it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub lang: Language,
    /// Where it comes from: a paper, a figure.
    #[serde(default, skip_serializing_if = "Words::is_empty")]
    pub source: Words,
    /// Its chapter in the course.
    #[serde(default, skip_serializing_if = "Words::is_empty")]
    pub chapter: Words,
    /// Its place in the course; chapters are in the order of their first scenario.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<u32>,
    /// The seat to play; the others are programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// How long it takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minutes: Option<u32>,
    /// What stays hidden until the review.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hide: Vec<Hidden>,
    /// The claim, in words that the judge sees.
    pub claim: Words,
    /// The protocol and its parameters.
    pub protocol: At<ProtocolFile>,
    /// What the debate is about.
    pub machine: At<MachineFile>,
    /// Who answers the oracle's questions.
    #[serde(default, skip_serializing_if = "is_default")]
    pub oracle: Oracle,
    /// Who sits where. A seat that is left out is honest, or human if `seat` names it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub seats: Seats,
    /// The seed of every coin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Whether the evaluation may be switched on while playing.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub evaluation: bool,
    /// What those who decide may look at: code, a clause, numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Exhibit>,
    /// What to learn from it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub lesson: Lesson,
    /// What an exercise forbids.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exercise: Option<Exercise>,
    /// Who played it, when, and with what help; written by the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attempt: Option<Attempt>,
    /// What was played already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<At<RecordLine>>>,
    /// What people wrote beside the moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    /// How a class voted before it was told.
    #[serde(default, rename = "class-votes", skip_serializing_if = "Vec::is_empty")]
    pub votes: Vec<Vote>,
}

/// What can stay hidden until the review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Hidden {
    /// Which program plays Alice.
    Alice,
    /// Which program plays Bob.
    Bob,
    /// Which program judges.
    Judge,
    /// Whether the claim is true, and what follows from that: values and bounds.
    Truth,
}

impl Hidden {
    /// Which program plays a seat.
    pub const fn player(seat: Seat) -> Self {
        match seat {
            Seat::Alice => Self::Alice,
            Seat::Bob => Self::Bob,
            Seat::Judge => Self::Judge,
        }
    }
}

fn yes() -> bool {
    true
}

fn is_yes(value: &bool) -> bool {
    *value
}

impl Scenario {
    /// A scenario with nothing but a claim, a protocol and a machine.
    pub fn new(claim: Words, protocol: ProtocolFile, machine: MachineFile) -> Self {
        Self {
            elenchus: At::nowhere(1),
            title: Words::default(),
            summary: Words::default(),
            lang: Language::default(),
            source: Words::default(),
            chapter: Words::default(),
            order: None,
            seat: None,
            minutes: None,
            hide: Vec::new(),
            claim,
            protocol: At::nowhere(protocol),
            machine: At::nowhere(machine),
            oracle: Oracle::default(),
            seats: Seats::default(),
            seed: None,
            evaluation: true,
            evidence: Vec::new(),
            lesson: Lesson::default(),
            exercise: None,
            attempt: None,
            moves: None,
            notes: Vec::new(),
            votes: Vec::new(),
        }
    }

    /// The oldest version of the format that has everything in it.
    pub fn version(&self) -> u32 {
        let attempt = self.attempt.as_ref().is_some_and(Attempt::is_of_version_2);
        let exercise = self.exercise.as_ref().is_some_and(|exercise| {
            exercise.commit
                || exercise.predict
                || !exercise.student.is_empty()
                || exercise.forbid.contains(&Forbidden::Reveal)
                || exercise.forbid.contains(&Forbidden::Forecast)
        });
        let graph = matches!(self.machine.value, MachineFile::Graph(_));
        let noted = !self.notes.is_empty() || !self.votes.is_empty() || !is_default(&self.lang);
        let asks = self.lesson.question.is_some() || self.lesson.before.is_some();
        match graph || attempt || exercise || noted || asks {
            true => 2,
            false => 1,
        }
    }

    /// What is noted of a place.
    pub fn note(&self, at: NodeId) -> Option<&Note> {
        self.notes.iter().find(|note| note.at == at.number())
    }

    /// Whether something stays hidden until the review.
    pub fn hides(&self, what: Hidden) -> bool {
        self.hide.contains(&what)
    }

    /// The program outside that sits in a seat by this file, which cannot start it.
    pub fn outside(&self, seat: Seat) -> Option<&SeatPlan> {
        let named = &self.seats.of(seat)?.value;
        named.outside().map(|_| &named.plan)
    }

    /// Who sits in a seat. One that the scenario does not name is a person's if `seat` names it, and
    /// honest otherwise.
    pub fn player(&self, seat: Seat) -> SeatPlan {
        match self.seats.of(seat) {
            // Whoever sits there now is a person until a program is named again.
            _ if self.outside(seat).is_some() => SeatPlan::Human,
            Some(player) => player.value.plan.clone(),
            None if self.seat == Some(seat) => SeatPlan::Human,
            None => SeatPlan::honest(),
        }
    }

    /// Whether this is an exercise that forbids something.
    pub fn forbids(&self, what: Forbidden) -> bool {
        self.exercise.as_ref().is_some_and(|exercise| exercise.forbid.contains(&what))
    }

    /// Whether the evaluation may be looked at while playing.
    pub fn allows_evaluation(&self) -> bool {
        self.evaluation && !self.forbids(Forbidden::Evaluation)
    }
}
