//! The keys of a scenario file.

use serde::{Deserialize, Serialize};

use super::evidence::Exhibit;
use super::exercise::{Attempt, Exercise, Forbidden};
use super::language::Language;
use super::lesson::Lesson;
use super::located::Located;
use super::machine::MachineFile;
use super::moves::RecordLine;
use super::notes::{ClassVote, Note};
use super::protocol::ProtocolFile;
use super::safe_text::SafeText;
use super::seats::SeatFiles;
use crate::debate::{NodeId, SeatPlan};
use crate::forms::{OracleSource, is_default};
use crate::rules::Seat;

/// The newest version of the file format. Version 2 added notes, votes, predictions, questions of a
/// lesson, and graphs. A scenario without these is written as version 1, so that older programs can
/// read it.
pub const VERSION: u32 = 2;

/// A scenario, with the keys of its file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[cfg_attr(test, schemars(title = "Elenchus scenario"))]
pub struct Scenario {
    /// The version of this format: 1 or 2.
    pub elenchus: Located<u32>,
    /// A short title.
    pub title: SafeText,
    /// Two or three sentences for the library.
    #[serde(default, skip_serializing_if = "SafeText::is_empty")]
    pub summary: SafeText,
    /// The language of the texts, as in HTML, such as `de` or `zh-Hans`. Exported pages declare it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub lang: Language,
    /// The source, such as a paper or a figure.
    #[serde(default, skip_serializing_if = "SafeText::is_empty")]
    pub source: SafeText,
    /// The chapter of the course to which the scenario belongs.
    #[serde(default, skip_serializing_if = "SafeText::is_empty")]
    pub chapter: SafeText,
    /// The position in the course: smaller numbers come first. Chapters are in the order of their
    /// first scenarios.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<u32>,
    /// The seat of the person. The other players are programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The time that a person needs, in minutes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minutes: Option<u32>,
    /// The kinds of facts that stay hidden until the review.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hide: Vec<Hidden>,
    /// The text of the claim, as the judge sees it.
    pub claim: SafeText,
    /// The protocol and its parameters.
    pub protocol: Located<ProtocolFile>,
    /// The subject of the debate.
    pub machine: Located<MachineFile>,
    /// The player who answers the oracle's questions.
    #[serde(default, skip_serializing_if = "is_default")]
    pub oracle: OracleSource,
    /// The players. If a seat is left out, an honest program plays it. But if `seat` names this
    /// seat, a person plays it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub seats: SeatFiles,
    /// The seed of all random draws.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// True if the player may see the evaluation during play.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub evaluation: bool,
    /// Evidence that the players may look at, such as code, a clause, or numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Exhibit>,
    /// The lesson.
    #[serde(default, skip_serializing_if = "is_default")]
    pub lesson: Lesson,
    /// The restrictions, if the scenario is an exercise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exercise: Option<Exercise>,
    /// Who played the scenario, when, and with what help. Elenchus writes this key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attempt: Option<Attempt>,
    /// The moves that were played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<Located<RecordLine>>>,
    /// Notes on the moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    /// The votes of a class before it saw the result.
    #[serde(default, rename = "class-votes", skip_serializing_if = "Vec::is_empty")]
    pub votes: Vec<ClassVote>,
}

/// A kind of fact that can stay hidden until the review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Hidden {
    /// The program that plays Alice.
    Alice,
    /// The program that plays Bob.
    Bob,
    /// The program that judges.
    Judge,
    /// The truth of the claim, and everything that reveals it: values and bounds.
    Truth,
}

impl Hidden {
    /// The kind of fact that says which program plays this seat.
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
    /// A scenario with only a claim, a protocol and a machine.
    pub fn new(claim: SafeText, protocol: ProtocolFile, machine: MachineFile) -> Self {
        Self {
            elenchus: Located::without_place(1),
            title: SafeText::default(),
            summary: SafeText::default(),
            lang: Language::default(),
            source: SafeText::default(),
            chapter: SafeText::default(),
            order: None,
            seat: None,
            minutes: None,
            hide: Vec::new(),
            claim,
            protocol: Located::without_place(protocol),
            machine: Located::without_place(machine),
            oracle: OracleSource::default(),
            seats: SeatFiles::default(),
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

    /// The oldest version of the format in which this scenario can be written.
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

    /// The note at a node.
    pub fn note(&self, at: NodeId) -> Option<&Note> {
        self.notes.iter().find(|note| note.at == at.number())
    }

    /// Returns whether this kind of fact stays hidden until the review.
    pub fn hides(&self, what: Hidden) -> bool {
        self.hide.contains(&what)
    }

    /// The external program that this file names in a seat. Opening the file does not start the
    /// program.
    pub fn outside(&self, seat: Seat) -> Option<&SeatPlan> {
        let named = &self.seats.get(seat)?.value;
        named.outside().map(|_| &named.plan)
    }

    /// The player of a seat. If the file names no player for this seat, an honest program plays it.
    /// But if `seat` names this seat, a person plays it.
    pub fn player(&self, seat: Seat) -> SeatPlan {
        match self.seats.get(seat) {
            // Only the command line can start an external program. Until that happens, a person has
            // the seat.
            _ if self.outside(seat).is_some() => SeatPlan::Human,
            Some(player) => player.value.plan.clone(),
            None if self.seat == Some(seat) => SeatPlan::Human,
            None => SeatPlan::honest(),
        }
    }

    /// Returns whether the scenario is an exercise that forbids this action.
    pub fn forbids(&self, what: Forbidden) -> bool {
        self.exercise.as_ref().is_some_and(|exercise| exercise.forbid.contains(&what))
    }

    /// Returns whether the evaluation may be shown during play.
    pub fn allows_evaluation(&self) -> bool {
        self.evaluation && !self.forbids(Forbidden::Evaluation)
    }
}
