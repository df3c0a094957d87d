//! What was wrong with the moves of people that cost something, and what an honest player does there:
//! found by playing it.

use super::Review;
use super::state::{Best, Better};
use crate::analysis::Game;
use crate::analysis::review::{Grade, Point};
use crate::debate::{Advance, Entry, NodeId, Played, SeatPlan, Table, by_name};
use crate::rules::{Actor, Eye, Move, Seat, Turn, Verb};
use crate::show::Show;
use crate::show::board::Pane;
use crate::tui::screen::Context;
use crate::tui::screen::moves::words;
use crate::tui::worker::{Job, Token};

/// What comes before an answer, and is no answer.
pub(super) const BEFORE: [Verb; 4] = [Verb::Run, Verb::Ask, Verb::Sample, Verb::Read];

/// Before an answer nobody makes more moves than this, as far as it is looked for.
const MOST_BEFORE: usize = 200;

/// No more moves than this are looked into, those that cost most first.
const MOST_MISTAKES: usize = 40;

/// A move to be bettered.
struct Asked {
    node: NodeId,
    seat: Seat,
    mv: Move,
    /// How many moves of the line come before it.
    before: usize,
    /// A ruling or an estimate is looked into though little or nothing is known to be lost by it.
    slight: bool,
}

impl Review {
    /// Starts to look for what was better than each mistake, once it is known which moves are.
    pub(super) fn look_for_better(&mut self, context: &Context) {
        let Some(sitting) = &self.sitting else { return };
        if self.bettering.is_some() {
            return;
        }
        let known = |node| self.better.iter().any(|better| better.node == node);
        let mut asked: Vec<(f64, Asked)> = (self.points.iter().enumerate())
            .filter(|(_, point)| !known(point.node))
            .filter_map(|(at, point)| self.to_better(at, point))
            .collect();
        asked.sort_by(|a, b| b.0.total_cmp(&a.0));
        asked.truncate(MOST_MISTAKES);
        if asked.is_empty() {
            return;
        }
        let game = sitting.game();
        let tree = game.tree();
        let line: Vec<Entry> = (tree.line().iter().filter_map(|&at| tree.played(at)))
            .map(|played| Entry::Move { actor: played.actor, mv: played.mv.clone() })
            .collect();
        let honest = Seat::each(|_| SeatPlan::honest());
        let (seed, from_start) = (game.seed(), game.again(game.seed(), &honest));
        let Ok(from_start) = from_start else { return };
        self.bettering = Some(Job::soon(context, move |token| {
            let mut all = Vec::new();
            for (_, asked) in asked {
                let Ok(game) = from_start.again(seed, &honest) else { break };
                all.extend(better(game, &line, &asked, token));
                if token.is_stopped() {
                    break;
                }
            }
            all
        }));
    }

    /// A person's move that cost something, that ended a debate with a ruling, or that is an estimate;
    /// with its cost.
    fn to_better(&self, at: usize, point: &Point) -> Option<(f64, Asked)> {
        let played = point.played.as_ref()?;
        let Actor::Seat(seat) = played.actor else { return None };
        let rules = matches!(played.mv.verb(), Verb::Rule | Verb::Decide | Verb::Answer);
        let ruled = seat == Seat::Judge && rules && !point.is_mistake();
        let slight = ruled || cheaply_estimated(point);
        let asked = || Asked {
            node: point.node,
            seat,
            mv: played.mv.clone(),
            before: at.saturating_sub(1),
            slight,
        };
        let person = self.people.contains(&seat) && (point.is_mistake() || slight);
        person.then(|| (point.cost.unwrap_or(0.0), asked()))
    }

    /// What was found out about a move, if it was a mistake.
    pub(super) fn better_than(&self, node: NodeId) -> Option<&Better> {
        self.better.iter().find(|better| better.node == node)
    }
}

/// Whether a move is an estimate that is known to have cost less than a mistake does.
pub(super) fn cheaply_estimated(point: &Point) -> bool {
    let estimate = |played: &Played| played.mv.verb() == Verb::Estimate;
    let cheap = matches!(point.grade(), Some(Grade::Best | Grade::Fine));
    cheap && point.played.as_ref().is_some_and(estimate)
}

/// Plays the moves before, and then as an honest player does; none where the move is no mistake.
fn better(mut game: Box<dyn Game>, line: &[Entry], asked: &Asked, token: &Token) -> Option<Better> {
    for entry in line.get(..asked.before)? {
        game.apply(entry).ok()?;
    }
    let why = game.now().mistake(&asked.mv, token);
    if asked.slight && why.is_none() {
        return None;
    }
    let best = honest(&mut *game, asked, token);
    Some(Better { node: asked.node, why, best })
}

/// The answer that an honest player gives here, after as much work as it takes.
fn honest(game: &mut dyn Game, asked: &Asked, token: &Token) -> Option<Best> {
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
        let words = by_name(table, here).unwrap_or_else(|| words(&mv));
        let about = about(game.now(), &mv);
        let value = game.evaluation(here)(token).ok().flatten().map(|worth| worth.honest);
        return Some(Best { words, about, value });
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
