//! What a record is worth: for a table with one row a record.

use std::fmt;

use super::predict::{PredictedWinner, predicted, predicted_winner_in};
use super::replay::{Doubt, Replayed, replay};
use super::rulings::WrongRuling;
use crate::debate::NodeId;
use crate::rules::Seat;
use crate::scenario::{Attempt, Fault, Forbidden, LessonQuestion, Scenario, Verdict, fingerprint};

/// What a record came to, for whoever grades it. A mistake of its person is no more than a goal that
/// was not reached.
#[derive(Clone, Debug, PartialEq)]
pub enum Judgement {
    /// The goal was reached.
    Reached,
    /// The goal was reached by a ruling that nothing which the judge had read decided.
    Guessed,
    /// Lines of it ended, and none reached the goal.
    NotReached,
    /// Whether the goal was reached is not known: a value that it asks for is out of reach.
    NotDecided,
    /// No line of it ended.
    Unfinished,
    /// What was handed out is not known, so that nothing can be compared.
    NotCompared,
    /// It is of a debate that differs in these keys from what was handed out.
    AnotherVersion(Vec<&'static str>),
    /// Other players than those of the exercise had these seats; or the exercise fixes the players, and the
    /// record has another seed.
    OtherPlayers(Vec<Seat>, bool),
    /// The rules, the programs or the coins do not do what these lines say. A sentence each.
    DoesNotReplay(Vec<String>),
}

impl Judgement {
    /// In a word or three, for a cell.
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

    /// Which of two attempts is the better one: 2 where the goal was reached, 1 by a guess, 0 otherwise.
    pub fn standing(&self) -> u8 {
        match self {
            Self::Reached => 2,
            Self::Guessed => 1,
            _ => 0,
        }
    }

    /// Why, in a sentence each; nothing where the word says it all.
    pub fn reasons(&self) -> Vec<String> {
        match self {
            Self::AnotherVersion(keys) => vec![format!("it differs in: {}", keys.join(", "))],
            Self::OtherPlayers(seats, seed) => {
                let seats =
                    seats.iter().map(|seat| format!("another player sits as {}", seat.name()));
                let seed = seed.then(|| "it has another seed".to_owned());
                seats.chain(seed).collect()
            }
            Self::DoesNotReplay(doubts) => doubts.clone(),
            Self::Guessed => vec!["what the judge had read did not decide its ruling".into()],
            _ => Vec::new(),
        }
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// What a record came to.
#[derive(Clone, Debug)]
pub struct GradedRecord {
    /// Who says to have played it, when, and with what help.
    pub attempt: Attempt,
    /// The scenario's title.
    pub title: String,
    /// [`fingerprint`] of what was handed out, computed from the record.
    pub hash: String,
    /// Whether the goal of its seat was reached on the best of its lines; none if no line ended.
    pub goal: Option<Verdict>,
    /// Where that line ends.
    pub best: Option<NodeId>,
    /// What all of it comes to.
    pub judgement: Judgement,
    /// The line that reached the goal first, from 1: 1 if no line before it ended.
    pub reached_on: Option<u32>,
    /// The judge's queries on that line, on the last one if none ended, and those that were taken back in any
    /// attempt.
    pub queries: (u64, u64),
    /// How often moves were taken back before an end, and how often after one.
    pub take_backs: (u32, u32),
    /// The seats whose players are not those that were handed out; none if what was handed out is
    /// not known.
    pub changed: Option<Vec<Seat>>,
    /// How many predictions came true, and how many there are of what was shown.
    pub predicted: (usize, usize),
    /// The prediction of the winner, beside who won the first line that ended. `None` without either.
    pub foreseen: Option<PredictedWinner>,
    /// Whether the lesson's question before the first move was answered right; none if there is none,
    /// or no answer.
    pub answered_before: Option<bool>,
    /// Whether the lesson's question was answered right; none if there is none, or no answer.
    pub answered: Option<bool>,
    /// The rulings of people against what can be read.
    pub rulings: Vec<WrongRuling>,
    /// What the rules do not bear out.
    pub doubts: Vec<Doubt>,
}

/// Grades a record against the scenario as it was handed out, if that is at hand. If `seated`, a class
/// kept the record: whoever had a seat at one of its tables had it by right.
///
/// # Errors
/// If the scenario in it cannot be played at all.
pub fn grade(
    record: &Scenario,
    original: Option<&Scenario>,
    seated: bool,
) -> Result<GradedRecord, Fault> {
    let whole = |e: crate::scenario::FileError| record.elenchus.wrong(e.message);
    let replayed = replay(record)?;
    let attempt = record.attempt.clone().unwrap_or_default();
    let hash = fingerprint(&record.as_handed_out()).map_err(whole)?;
    let changed: Option<Vec<Seat>> = original.map(|original| {
        // A program outside takes the seat of a person, whoever ran it.
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

/// Whether a question was answered right, if it was answered.
fn answered(question: Option<&LessonQuestion>, said: &str) -> Option<bool> {
    question.filter(|_| !said.is_empty()).map(|question| question.is_right(said))
}

/// What is worst about it, or what its goal came to.
fn judgement(
    record: &Scenario,
    original: Option<&Scenario>,
    changed: Option<&[Seat]>,
    replayed: &Replayed,
) -> Judgement {
    let back = |line| format!("line {line} goes back, which the exercise forbids");
    let doubts = replayed.doubts.iter().map(Doubt::to_string);
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

/// Whether the moves of a record begin with those that were handed out.
fn begins_as(record: &Scenario, original: &Scenario) -> bool {
    let given = original.moves.as_deref().unwrap_or_default();
    let own = record.moves.as_deref().unwrap_or_default();
    let handed_out = record.attempt.as_ref().map_or(0, |attempt| attempt.handed_out);
    handed_out == given.len() && own.get(..given.len()) == Some(given)
}
