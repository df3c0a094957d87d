//! What a record is worth: for a table with one row a record.

use super::people::People;
use super::predict::predicted;
use super::replay::{Doubt, replay};
use crate::analysis::Game;
use crate::debate::NodeId;
use crate::rules::{Move, Seat};
use crate::scenario::{Attempt, Fault, Forbidden, Scenario, Verdict, fingerprint};

/// What a record came to.
#[derive(Clone, Debug)]
pub struct Grade {
    /// Who says to have played it, when, and with what help.
    pub attempt: Attempt,
    /// The scenario's title.
    pub title: String,
    /// [`fingerprint`] of what was handed out, computed from the record.
    pub hash: String,
    /// Whether the goal was reached, by moves that the rules bear out; none if no line of it ended.
    pub goal: Option<Verdict>,
    /// The judge's queries on the last line, and those on the others.
    pub queries: (u64, u64),
    /// How often moves were taken back before an end, and how often after one.
    pub take_backs: (u32, u32),
    /// The seats whose players are not those that were handed out; none if what was handed out is
    /// not known.
    pub changed: Option<Vec<Seat>>,
    /// How many predictions came true, and how many there are of what was shown.
    pub predicted: (usize, usize),
    /// Whether the lesson's question was answered right; none if there is none, or no answer.
    pub answered: Option<bool>,
    /// What the rules do not bear out.
    pub doubts: Vec<Doubt>,
    /// What else is wrong with the record, in words.
    pub tampered: Vec<String>,
}

impl Grade {
    /// Whether the goal was reached, against the players that were handed out, and nothing is wrong.
    pub fn passes(&self) -> bool {
        let as_given = self.changed.as_ref().is_some_and(Vec::is_empty);
        self.goal == Some(Verdict::Reached) && as_given && !self.is_tampered()
    }

    /// Whether something is wrong with the record.
    pub fn is_tampered(&self) -> bool {
        !self.doubts.is_empty() || !self.tampered.is_empty()
    }
}

/// Grades a record against the scenario as it was handed out, if that is at hand.
///
/// # Errors
/// If the scenario in it cannot be played at all.
pub fn grade(record: &Scenario, original: Option<&Scenario>) -> Result<Grade, Fault> {
    let whole = |e: crate::scenario::FileError| record.elenchus.wrong(e.message);
    let replayed = replay(record)?;
    let attempt = record.attempt.clone().unwrap_or_default();
    let hash = fingerprint(&record.as_handed_out()).map_err(whole)?;
    let mut tampered = Vec::new();
    let mut changed = None;
    if let Some(original) = original {
        let seats = Seat::ALL.into_iter();
        changed = Some(seats.filter(|&s| record.player(s) != original.player(s)).collect());
        against(record, original, &mut tampered);
    } else if record.attempt.is_some() && *attempt.hash == hash {
        changed = Some(Vec::new());
    } else if attempt.handed_out > 0 {
        tampered.push(
            "the scenario that was handed out is not here, so its moves are not known".into(),
        );
    }
    let some = changed.as_ref().is_none_or(|seats: &Vec<Seat>| !seats.is_empty());
    if record.forbids(Forbidden::Seats) && (some || *attempt.hash != hash) {
        tampered.push("other players or another seed, which the exercise forbids".into());
    }
    if attempt.hints > 0 && record.forbids(Forbidden::Hints) {
        tampered.push("hints were used, which the exercise forbids".into());
    }
    if attempt.revealed && record.forbids(Forbidden::Reveal) {
        tampered.push("everything was shown, which the exercise forbids".into());
    }
    if let Some(exercise) = &record.exercise {
        if exercise.commit && attempt.committed.is_none() {
            tampered.push("it was not said first whether the claim is true".into());
        }
        let missing = reads_without_prediction(&*replayed.game, record, &attempt);
        if exercise.predict && missing > 0 {
            tampered.push(format!("{missing} reads or questions were not predicted"));
        }
    }
    if attempt.evaluation && !record.allows_evaluation() {
        tampered.push("the evaluation was looked at, which the exercise forbids".into());
    }
    if attempt.goal == Some(Verdict::Reached) && replayed.goal != Some(Verdict::Reached) {
        tampered.push("it says that the goal was reached; its moves do not".into());
    }
    if attempt.taken_back < replayed.queries.1 && record.attempt.is_some() {
        tampered.push(format!(
            "it says that {} queries were taken back; its moves take back {}",
            attempt.taken_back, replayed.queries.1
        ));
    }
    Ok(Grade {
        predicted: predicted(&*replayed.game, &attempt),
        answered: match &record.lesson.question {
            Some(question) if !attempt.answer.is_empty() => {
                Some(question.is_right(&attempt.answer))
            }
            _ => None,
        },
        title: record.title.to_string(),
        hash,
        goal: replayed.goal,
        queries: replayed.queries,
        take_backs: (replayed.take_backs, replayed.retries),
        changed,
        doubts: replayed.doubts,
        tampered,
        attempt,
    })
}

/// How many reads and questions of a person have no prediction.
fn reads_without_prediction(game: &dyn Game, record: &Scenario, attempt: &Attempt) -> usize {
    let people = People::of(record, game);
    let made = people.moves(game);
    let shows = |node: &NodeId| {
        let played = game.tree().played(*node).map(|played| &played.mv);
        matches!(played, Some(Move::Read(_) | Move::Ask(_)))
    };
    let foreseen = |before: NodeId| {
        attempt.predictions.iter().any(|prediction| prediction.at == before.number())
    };
    made.iter().filter(|(before, node, _)| shows(node) && !foreseen(*before)).count()
}

/// What in a record is not as it was handed out.
fn against(record: &Scenario, original: &Scenario, tampered: &mut Vec<String>) {
    let (mine, theirs) = (record.without_play(), original.without_play());
    if mine != theirs {
        let mut parts = Vec::new();
        let mut part = |name, same: bool| {
            if !same {
                parts.push(name);
            }
        };
        part("claim", mine.claim == theirs.claim);
        part("protocol", mine.protocol == theirs.protocol);
        part("machine", mine.machine == theirs.machine);
        part("goal", mine.goal() == theirs.goal());
        part("exercise", mine.exercise == theirs.exercise);
        let what = if parts.is_empty() { "text".to_owned() } else { parts.join(", ") };
        tampered.push(format!("its {what} is not what was handed out"));
    }
    let given = original.moves.as_deref().unwrap_or_default();
    let own = record.moves.as_deref().unwrap_or_default();
    let handed_out = record.attempt.as_ref().map_or(0, |attempt| attempt.handed_out);
    if handed_out != given.len() || own.get(..given.len()) != Some(given) {
        tampered.push("its first moves are not those that were handed out".into());
    }
}
