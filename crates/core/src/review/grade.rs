//! Grades a record, for a table with one row for each record.

use std::fmt;

use super::predict::{PredictedWinner, predicted, predicted_winner_in};
use super::replay::{RecordMismatch, Replayed, replay};
use super::rulings::WrongRuling;
use crate::debate::NodeId;
use crate::rules::Seat;
use crate::scenario::{
    Attempt, Forbidden, LessonQuestion, Scenario, Verdict, YamlError, fingerprint,
};

/// The result of a record, for the person who grades it.
#[derive(Clone, Debug, PartialEq)]
pub enum Judgement {
    /// The goal was reached.
    Reached,
    /// The goal was reached by a guess: the ruling did not follow from the judge's reads.
    Guessed,
    /// At least one line ended, but no line reached the goal.
    NotReached,
    /// The goal needs a value that cannot be computed, so it is unknown whether the goal was
    /// reached.
    NotDecided,
    /// No line ended.
    Unfinished,
    /// The original exercise is not available for a comparison.
    NotCompared,
    /// The debate differs from the original exercise in these keys.
    AnotherVersion(Vec<&'static str>),
    /// These seats had players that differ from those of the exercise. The flag is true if the
    /// exercise fixes the players, but the record has another seed.
    OtherPlayers(Vec<Seat>, bool),
    /// Some lines of the record contradict the rules, the programs or the random draws. Each entry
    /// is a sentence about one line.
    DoesNotReplay(Vec<String>),
}

impl Judgement {
    /// The result in one to three words, for a table cell.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Reached => "reached",
            Self::Guessed => "reached by a guess",
            Self::NotReached => "not reached",
            Self::NotDecided => "not decided",
            Self::Unfinished => "unfinished",
            Self::NotCompared => "not compared",
            Self::AnotherVersion(_) => "another version",
            Self::OtherPlayers(..) => "other players",
            Self::DoesNotReplay(_) => "does not replay",
        }
    }

    /// The rank of an attempt: 2 if the goal was reached, 1 if it was reached by a guess, 0
    /// otherwise.
    pub fn rank(&self) -> u8 {
        match self {
            Self::Reached => 2,
            Self::Guessed => 1,
            _ => 0,
        }
    }

    /// The reasons for the result, each as a sentence. Empty if [`Self::word`] says everything.
    pub fn reasons(&self) -> Vec<String> {
        match self {
            Self::AnotherVersion(keys) => vec![format!("these keys differ: {}", keys.join(", "))],
            Self::OtherPlayers(seats, seed) => {
                let seats = seats.iter().map(|seat| format!("{} has another player", seat.name()));
                let seed = seed.then(|| "the seed is different".to_owned());
                seats.chain(seed).collect()
            }
            Self::DoesNotReplay(doubts) => doubts.clone(),
            Self::Guessed => vec!["the judge had not read enough to know the right ruling".into()],
            _ => Vec::new(),
        }
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The grade of a record.
#[derive(Clone, Debug)]
pub struct GradedRecord {
    /// The name that the player gave, the time, and the help used.
    pub attempt: Attempt,
    /// The scenario's title.
    pub title: String,
    /// The [`fingerprint`] of the exercise, computed from the record.
    pub hash: String,
    /// The verdict on the goal for the best line. `None` if no line ended.
    pub goal: Option<Verdict>,
    /// The last node of the best line. `None` if no line ended.
    pub best: Option<NodeId>,
    /// The overall result.
    pub judgement: Judgement,
    /// The number of the attempt that first reached the goal, counted from 1. `None` if no attempt
    /// reached it.
    pub reached_on: Option<u32>,
    /// The number of the judge's queries on the best line, and the number of queries that were
    /// undone in all attempts. If no line ended, the first number counts the queries on the last
    /// line.
    pub queries: (u64, u64),
    /// How often the player undid moves in an unfinished debate, and how often after the end of a
    /// debate.
    pub take_backs: (u32, u32),
    /// The seats whose players differ from those of the exercise. `None` if the exercise is
    /// unavailable.
    pub changed: Option<Vec<Seat>>,
    /// The number of correct predictions, and the number of predictions with a known result.
    pub predicted: (usize, usize),
    /// The prediction of the winner, and the winner of the first line that ended. `None` if there
    /// is no prediction, or if no line ended.
    pub foreseen: Option<PredictedWinner>,
    /// True if the answer to the question before the debate was right. `None` if there is no
    /// question or no answer.
    pub answered_before: Option<bool>,
    /// True if the answer to the question after the debate was right. `None` if there is no
    /// question or no answer.
    pub answered: Option<bool>,
    /// People's rulings that contradict the readable evidence.
    pub rulings: Vec<WrongRuling>,
    /// The lines that contradict the rules.
    pub doubts: Vec<RecordMismatch>,
}

/// Grades a record, and compares it with the original exercise if that is available. `seated` says
/// that a class made the record. In a class, every player who has a seat was allowed to take it.
///
/// # Errors
/// Returns an error if the scenario in the record cannot be played at all.
pub fn grade(
    record: &Scenario,
    original: Option<&Scenario>,
    seated: bool,
) -> Result<GradedRecord, YamlError> {
    let whole = |e: crate::scenario::FileError| record.elenchus.wrong(e.message);
    let replayed = replay(record)?;
    let attempt = record.attempt.clone().unwrap_or_default();
    let hash = fingerprint(&record.as_handed_out()).map_err(whole)?;
    let changed: Option<Vec<Seat>> = original.map(|original| {
        // An external program counts as another player in a person's seat.
        let outside = |seat| record.outside(seat).is_some() && original.outside(seat).is_none();
        let other = |seat| record.player(seat) != original.player(seat) || outside(seat);
        Seat::ALL.into_iter().filter(|&seat| other(seat)).collect()
    });
    let seats = match seated && attempt.seat.is_some() {
        true => changed.as_ref().map(|_| &[][..]),
        false => changed.as_deref(),
    };
    Ok(GradedRecord {
        predicted: predicted(&*replayed.game, &attempt),
        foreseen: predicted_winner_in(record),
        answered_before: answered(record.lesson.before.as_ref(), &attempt.before),
        answered: answered(record.lesson.question.as_ref(), &attempt.answer),
        title: record.title.to_string(),
        hash,
        goal: replayed.goal,
        best: replayed.best,
        judgement: judgement(record, original, seats, &replayed),
        reached_on: replayed.reached_on,
        queries: replayed.queries,
        take_backs: (replayed.take_backs, replayed.retries),
        changed,
        rulings: replayed.rulings,
        doubts: replayed.doubts,
        attempt,
    })
}

/// Returns whether the answer to a question is right. `None` if there is no question or no answer.
fn answered(question: Option<&LessonQuestion>, said: &str) -> Option<bool> {
    question.filter(|_| !said.is_empty()).map(|question| question.is_right(said))
}

/// The most serious problem of the record. If there is no problem, returns the verdict on the goal.
fn judgement(
    record: &Scenario,
    original: Option<&Scenario>,
    changed: Option<&[Seat]>,
    replayed: &Replayed,
) -> Judgement {
    let back = |line| format!("line {line} undoes moves, which the exercise forbids");
    let doubts = replayed.doubts.iter().map(RecordMismatch::to_string);
    let doubts: Vec<String> = doubts.chain(replayed.taken_back.iter().map(back)).collect();
    if !doubts.is_empty() {
        return Judgement::DoesNotReplay(doubts);
    }
    let (Some(original), Some(changed)) = (original, changed) else {
        return Judgement::NotCompared;
    };
    let mut keys = record.differences(original);
    if !begins_as(record, original) {
        keys.push("moves");
    }
    if !keys.is_empty() {
        return Judgement::AnotherVersion(keys);
    }
    let seeds = [record, original].map(|scenario| scenario.seed.unwrap_or_default());
    let reseeded = original.forbids(Forbidden::Seats) && seeds[0] != seeds[1];
    if !changed.is_empty() || reseeded {
        return Judgement::OtherPlayers(changed.to_vec(), reseeded);
    }
    match replayed.goal {
        None => Judgement::Unfinished,
        Some(Verdict::Reached) if replayed.guessed => Judgement::Guessed,
        Some(Verdict::Reached) => Judgement::Reached,
        Some(Verdict::Missed) => Judgement::NotReached,
        Some(Verdict::Undecided) => Judgement::NotDecided,
    }
}

/// Returns whether a record begins with the moves that the exercise provides.
fn begins_as(record: &Scenario, original: &Scenario) -> bool {
    let given = original.moves.as_deref().unwrap_or_default();
    let own = record.moves.as_deref().unwrap_or_default();
    let handed_out = record.attempt.as_ref().map_or(0, |attempt| attempt.handed_out);
    handed_out == given.len() && own.get(..given.len()) == Some(given)
}
