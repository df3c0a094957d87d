//! Explains the costly moves of people, and finds the move that an honest player makes instead.

use super::moves::{Grade, ReviewedMove};
use crate::analysis::Game;
use crate::debate::{Advance, AnyDebate, NodeId, PlayedMove, RecordEntry, SeatPlan, by_name};
use crate::rules::{Actor, Move, Seat, Turn, Verb, Viewer};
use crate::text::Presentation;
use crate::text::board::Pane;
use crate::text::narrate::short;
use crate::work::CancelToken;

/// The verbs of moves that only prepare an answer.
const BEFORE: [Verb; 4] = [Verb::Run, Verb::Ask, Verb::Sample, Verb::Read];

/// The largest number of moves that the honest player makes before an answer.
const MOST_BEFORE: usize = 200;

/// The largest number of moves that are examined. The costliest moves are examined first.
const MOST_MISTAKES: usize = 40;

/// The explanation of a mistake.
#[derive(Clone, Debug, PartialEq)]
pub struct BetterMove {
    /// The node after the move that was played.
    pub node: NodeId,
    /// The error in the move, in the terms of this debate. `None` if no error was found.
    pub why: Option<String>,
    /// The move that an honest player makes instead. `None` in two cases: an honest player makes
    /// the same move; no move of an honest player was found.
    pub instead: Option<HonestAlternative>,
    /// True if an honest player moves at random here, and could have made the same move.
    pub unlucky: bool,
}

/// The move that an honest player makes instead.
#[derive(Clone, Debug, PartialEq)]
pub struct HonestAlternative {
    /// The description of the move.
    pub words: String,
    /// The step that the move names, with the step's question. `None` if the move names no step.
    pub about: Option<String>,
    /// Alice's value after this move. `None` if unknown.
    pub value: Option<f64>,
}

/// A move for which the review looks for a better move.
#[derive(Clone, Debug)]
pub struct ImprovableMove {
    node: NodeId,
    seat: Seat,
    mv: Move,
    /// The number of moves before this move on the line.
    before: usize,
    /// True if the cost is small or unknown. Such a move is a ruling or an estimate. The review
    /// shows the move only if an error is found.
    slight: bool,
}

impl ImprovableMove {
    /// The mistakes, rulings and estimates of these seats, the costliest first. Skips nodes for
    /// which `known` is true.
    pub fn find_all(
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

/// Explains each of these moves. `from_start` is the debate before its first move, and `line` has
/// all moves.
pub fn better(
    from_start: &dyn Game,
    line: &[RecordEntry],
    asked: &[ImprovableMove],
    token: &CancelToken,
) -> Vec<BetterMove> {
    let honest = Seat::each(|_| SeatPlan::honest());
    let mut all = Vec::new();
    for asked in asked {
        let Ok(game) = from_start.restart(from_start.seed(), &honest) else { break };
        all.extend(better_than(game, line, asked, token));
        if token.is_stopped() {
            break;
        }
    }
    all
}

/// The moves of the current line, as entries of a record.
pub fn entries(game: &dyn Game) -> Vec<RecordEntry> {
    let entry =
        |played: &PlayedMove| RecordEntry::Move { actor: played.actor, mv: played.mv.clone() };
    game.tree().moves().map(entry).collect()
}

/// Returns whether a move only prepares an answer. The review does not praise such a move.
pub fn looks(played: &PlayedMove) -> bool {
    BEFORE.contains(&played.mv.verb())
}

/// Returns whether a move is an estimate with a known cost that is too small to count as a mistake.
pub fn cheaply_estimated(point: &ReviewedMove) -> bool {
    let estimate = |played: &PlayedMove| played.mv.verb() == Verb::Estimate;
    let cheap = matches!(point.grade(), Some(Grade::Best | Grade::Fine));
    cheap && point.played.as_ref().is_some_and(estimate)
}

/// Replays the debate up to this move, and then lets an honest player continue. `None` if the move
/// is not a mistake.
fn better_than(
    mut game: Box<dyn Game>,
    line: &[RecordEntry],
    asked: &ImprovableMove,
    token: &CancelToken,
) -> Option<BetterMove> {
    for entry in line.get(..asked.before)? {
        game.apply(entry).ok()?;
    }
    let why = game.position().mistake(&asked.mv, token);
    if asked.slight && why.is_none() {
        return None;
    }
    let unlucky = game.may_draw(&asked.mv, token);
    let instead = if unlucky { None } else { honest(&mut *game, asked, token) };
    Some(BetterMove { node: asked.node, why, instead, unlucky })
}

/// The answer that an honest player gives from this position. The player first makes the moves that prepare the
/// answer.
fn honest(
    game: &mut dyn Game,
    asked: &ImprovableMove,
    token: &CancelToken,
) -> Option<HonestAlternative> {
    for _ in 0..MOST_BEFORE {
        if token.is_stopped() {
            return None;
        }
        let turn = game.position().turn();
        let mine = turn == Turn::Ask(asked.seat);
        // Random draws and reveals may come before the answer, but a move of another player may
        // not.
        if !mine && matches!(turn, Turn::Ask(_) | Turn::Over(_)) {
            return None;
        }
        let told = mine.then(|| game.tree().here());
        let Ok(Advance::Moved(_)) = game.advance() else { return None };
        if told.is_none() {
            continue;
        }
        let table: &dyn AnyDebate = game;
        let here = table.tree().here();
        let mv = table.tree().played(here)?.mv.clone();
        if BEFORE.contains(&mv.verb()) {
            continue;
        }
        if mv == asked.mv {
            return None;
        }
        let words = by_name(table, here).unwrap_or_else(|| short(&mv));
        let about = about(game.position(), &mv);
        let value = game.honest_value(here, token);
        return Some(HonestAlternative { words, about, value });
    }
    None
}

/// The step that a move names, described with all its facts. `None` if the move names no step.
pub fn about(position: &dyn Presentation, mv: &Move) -> Option<String> {
    let Move::Point(step) = mv else { return None };
    let board = position.board(Viewer::All);
    board.panes.iter().find_map(|pane| match pane {
        Pane::Strip(strip) if step.index() < strip.len => {
            let detail = (strip.detail)(step.index());
            (!detail.heading.is_empty()).then_some(detail.heading)
        }
        _ => None,
    })
}
