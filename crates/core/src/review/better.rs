//! What was wrong with the moves of people that cost something, and what an honest player does there:
//! found by playing it.

use super::moves::{Grade, ReviewedMove};
use crate::analysis::Game;
use crate::debate::{Advance, Entry, NodeId, Played, SeatPlan, Table, by_name};
use crate::rules::{Actor, Eye, Move, Seat, Turn, Verb};
use crate::text::Show;
use crate::text::board::Pane;
use crate::text::narrate::short;
use crate::work::Token;

/// What comes before an answer, and is no answer.
const BEFORE: [Verb; 4] = [Verb::Run, Verb::Ask, Verb::Sample, Verb::Read];

/// Before an answer nobody makes more moves than this, as far as it is looked for.
const MOST_BEFORE: usize = 200;

/// No more moves than this are looked into, those that cost most first.
const MOST_MISTAKES: usize = 40;

/// What is said of a move that was a mistake.
#[derive(Clone, Debug, PartialEq)]
pub struct Better {
    /// The place after the move that was played.
    pub node: NodeId,
    /// What is wrong with it, in this debate's terms.
    pub why: Option<String>,
    /// What an honest player plays instead; none if that is the same, or was not found.
    pub instead: Option<Instead>,
    /// Whether an honest player guesses there, and may have made the same move.
    pub unlucky: bool,
}

/// What an honest player does.
#[derive(Clone, Debug, PartialEq)]
pub struct Instead {
    /// The move in words.
    pub words: String,
    /// What it is about: the step that it names, with its question.
    pub about: Option<String>,
    /// What the place after it is worth to Alice, if that is known.
    pub value: Option<f64>,
}

/// A move to be bettered.
#[derive(Clone, Debug)]
pub struct MoveToBetter {
    node: NodeId,
    seat: Seat,
    mv: Move,
    /// How many moves of the line come before it.
    before: usize,
    /// A ruling or an estimate is looked into though little or nothing is known to be lost by it.
    slight: bool,
}

impl MoveToBetter {
    /// The moves of these seats that cost something, that ended a debate with a ruling, or that are
    /// estimates, those that cost most first; without those of which all is known already.
    pub fn of(
        points: &[ReviewedMove],
        people: &[Seat],
        known: impl Fn(NodeId) -> bool,
    ) -> Vec<Self> {
        let asked = |(at, point): (usize, &ReviewedMove)| {
            let played = point.played.as_ref()?;
            let Actor::Seat(seat) = played.actor else { return None };
            let rules = matches!(played.mv.verb(), Verb::Rule | Verb::Decide | Verb::Answer);
            let ruled = seat == Seat::Judge && rules && !point.is_mistake();
            let slight = ruled || cheaply_estimated(point);
            let before = at.saturating_sub(1);
            let asked = Self { node: point.node, seat, mv: played.mv.clone(), before, slight };
            let person = people.contains(&seat) && (point.is_mistake() || slight);
            person.then(|| (point.cost.unwrap_or(0.0), asked))
        };
        let new = points.iter().enumerate().filter(|(_, point)| !known(point.node));
        let mut all: Vec<(f64, Self)> = new.filter_map(asked).collect();
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
        all.truncate(MOST_MISTAKES);
        all.into_iter().map(|(_, asked)| asked).collect()
    }
}

/// What was better than each of these moves of a line; `from_start` is the debate before it.
pub fn better(
    from_start: &dyn Game,
    line: &[Entry],
    asked: &[MoveToBetter],
    token: &Token,
) -> Vec<Better> {
    let honest = Seat::each(|_| SeatPlan::honest());
    let mut all = Vec::new();
    for asked in asked {
        let Ok(game) = from_start.again(from_start.seed(), &honest) else { break };
        all.extend(better_than(game, line, asked, token));
        if token.is_stopped() {
            break;
        }
    }
    all
}

/// The moves of the line played to here.
pub fn entries(game: &dyn Game) -> Vec<Entry> {
    let entry = |played: &Played| Entry::Move { actor: played.actor, mv: played.mv.clone() };
    game.tree().moves().map(entry).collect()
}

/// Whether a move comes before an answer, and is none: that nothing was lost by looking is no praise.
pub fn looks(played: &Played) -> bool {
    BEFORE.contains(&played.mv.verb())
}

/// Whether a move is an estimate that is known to have cost less than a mistake does.
pub fn cheaply_estimated(point: &ReviewedMove) -> bool {
    let estimate = |played: &Played| played.mv.verb() == Verb::Estimate;
    let cheap = matches!(point.grade(), Some(Grade::Best | Grade::Fine));
    cheap && point.played.as_ref().is_some_and(estimate)
}

/// Plays the moves before, and then as an honest player does; none where the move is no mistake.
fn better_than(
    mut game: Box<dyn Game>,
    line: &[Entry],
    asked: &MoveToBetter,
    token: &Token,
) -> Option<Better> {
    for entry in line.get(..asked.before)? {
        game.apply(entry).ok()?;
    }
    let why = game.now().mistake(&asked.mv, token);
    if asked.slight && why.is_none() {
        return None;
    }
    let unlucky = game.may_draw(&asked.mv, token);
    let instead = if unlucky { None } else { honest(&mut *game, asked, token) };
    Some(Better { node: asked.node, why, instead, unlucky })
}

/// The answer that an honest player gives here, after as much work as it takes.
fn honest(game: &mut dyn Game, asked: &MoveToBetter, token: &Token) -> Option<Instead> {
    for _ in 0..MOST_BEFORE {
        if token.is_stopped() {
            return None;
        }
        let turn = game.now().turn();
        let mine = turn == Turn::Ask(asked.seat);
        // What was read or drawn on the way to an answer falls by itself.
        if !mine && matches!(turn, Turn::Ask(_) | Turn::Over(_)) {
            return None;
        }
        let told = mine.then(|| game.tree().here());
        let Ok(Advance::Moved(_)) = game.advance() else { return None };
        if told.is_none() {
            continue;
        }
        let table: &dyn Table = game;
        let here = table.tree().here();
        let mv = table.tree().played(here)?.mv.clone();
        if BEFORE.contains(&mv.verb()) {
            continue;
        }
        if mv == asked.mv {
            return None;
        }
        let words = by_name(table, here).unwrap_or_else(|| short(&mv));
        let about = about(game.now(), &mv);
        let value = game.honest_value(here, token);
        return Some(Instead { words, about, value });
    }
    None
}

/// What a move that names a step is about, with everything shown.
pub fn about(position: &dyn Show, mv: &Move) -> Option<String> {
    let Move::Point(step) = mv else { return None };
    let board = position.board(Eye::All);
    board.panes.iter().find_map(|pane| match pane {
        Pane::Strip(strip) if step.index() < strip.len => {
            let detail = (strip.detail)(step.index());
            (!detail.heading.is_empty()).then_some(detail.heading)
        }
        _ => None,
    })
}
