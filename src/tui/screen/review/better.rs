//! What an honest player does where a person's move cost most: found by playing it.

use std::time::Duration;

use super::Review;
use crate::analysis::Game;
use crate::debate::{Advance, Entry, NodeId, SeatPlan, Table, by_name};
use crate::rules::{Actor, Eye, Move, Seat, Turn, Verb};
use crate::show::Show;
use crate::show::board::Pane;
use crate::tui::screen::Context;
use crate::tui::screen::moves::words;
use crate::tui::worker::{Job, Poll, Token};

/// What comes before an answer, and is no answer.
const BEFORE: [Verb; 4] = [Verb::Run, Verb::Ask, Verb::Sample, Verb::Read];

/// Before an answer nobody makes more moves than this, as far as it is looked for.
const MOST_BEFORE: usize = 200;

/// What an honest player does in place of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Better {
    /// The place after the move that was played.
    pub node: NodeId,
    /// What it is better to play, in words.
    pub words: String,
    /// What the better move is about: the step that it names, with its question.
    pub about: Option<String>,
}

/// A move to be bettered: the moves before it, and whose it was.
struct Asked {
    node: NodeId,
    before: Vec<Entry>,
    seat: Seat,
}

impl Review {
    /// Starts to look for what was better than the move that lost it, once that is known.
    pub(super) fn look_for_better(&mut self, context: &Context) {
        let Some(sitting) = &self.sitting else { return };
        let Some(point) = self.losing() else { return };
        let known = self.better.as_ref().is_some_and(|better| better.node == point.node);
        if known || self.bettering.is_some() {
            return;
        }
        let (node, game) = (point.node, sitting.game());
        let Some(Actor::Seat(seat)) = point.played.as_ref().map(|played| played.actor) else {
            return;
        };
        let line = game.tree().line().iter().take_while(|&&at| at != node);
        let before = line
            .filter_map(|&at| game.tree().played(at))
            .map(|played| Entry::Move { actor: played.actor, mv: played.mv.clone() })
            .collect();
        let honest = Seat::ALL.map(|_| SeatPlan::Program("honest".into()));
        let Ok(game) = game.again(game.seed(), &honest) else { return };
        let asked = Asked { node, before, seat };
        let job = Job::start(context.waker.clone(), move |token| better(game, &asked, token));
        // Short debates are played again before the first frame.
        let first = job.wait(Duration::from_millis(20));
        self.bettering = Some(job);
        self.bettered(first);
    }

    /// Takes in what was found.
    pub(super) fn bettered(&mut self, found: Poll<Option<Better>>) {
        match found {
            Poll::Running => {}
            Poll::Done(better) => (self.better, self.bettering) = (better, None),
            Poll::Over => self.bettering = None,
        }
    }
}

/// Plays the moves before, and then as an honest player does.
fn better(mut game: Box<dyn Game>, asked: &Asked, token: &Token) -> Option<Better> {
    for entry in &asked.before {
        game.apply(entry).ok()?;
    }
    for _ in 0..MOST_BEFORE {
        if token.is_stopped() || game.now().turn() != Turn::Ask(asked.seat) {
            return None;
        }
        let Ok(Advance::Moved(_)) = game.advance() else { return None };
        let table: &dyn Table = &*game;
        let here = table.tree().here();
        let mv = table.tree().played(here)?.mv.clone();
        if !BEFORE.contains(&mv.verb()) {
            let told = by_name(table, here).unwrap_or_else(|| words(&mv));
            let about = about(game.now(), &mv);
            return Some(Better { node: asked.node, words: told, about });
        }
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
