//! A debate as a page: its moves in words, each with the board after it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::analysis::Game;
use crate::debate::{NodeId, told};
use crate::rules::{Cost, Eye, Seat, Turn};
use crate::scenario::{Hidden, Scenario};
use crate::show::{Show, narrate};
use crate::tui::board::{self, BoardState};
use crate::tui::canvas::Canvas;
use crate::tui::theme::Theme;

/// Columns and most rows of a board: as wide as a phone can show.
const SIZE: (u16, u16) = (60, 24);

/// No more boards than this are drawn; of a longer debate the first and the last.
const MOST: usize = 400;

/// A debate, to be written down.
#[derive(Clone, Debug)]
pub struct Page {
    /// The scenario's title.
    pub title: String,
    /// What it is about.
    pub summary: String,
    /// The claim.
    pub claim: String,
    /// Who plays.
    pub players: Vec<String>,
    /// The start and every move.
    pub frames: Vec<Frame>,
    /// How it ended and why, and what everyone paid.
    pub end: Vec<String>,
}

/// A move with the board after it.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The move's number; 0 for the start.
    pub number: usize,
    /// The move in words.
    pub words: String,
    /// What the board is called.
    pub heading: String,
    /// The board.
    pub board: Buffer,
}

impl Frame {
    /// The board as lines of text.
    pub fn lines(&self) -> Vec<String> {
        let area = self.board.area;
        let row = |y| {
            let cells = (0..area.width).map(|x| self.board[(x, y)].symbol());
            cells.collect::<String>().trim_end().to_owned()
        };
        (0..area.height).map(row).collect()
    }
}

impl Page {
    /// The line of play that a game stands on; with answers, as the review shows it.
    pub fn of(scenario: &Scenario, game: &dyn Game, answers: bool) -> Self {
        let own = scenario.seat.unwrap_or(Seat::Judge);
        let eye = if answers { Eye::All } else { Eye::Seat(own) };
        let tree = game.tree();
        let line = tree.line();
        let mut frames = vec![frame(&*game.at(NodeId::START), eye, 0, "start".into())];
        for (at, &node) in line.iter().enumerate() {
            let left_out = line.len() > MOST && (MOST / 2..line.len() - MOST / 2).contains(&at);
            if left_out {
                if at == MOST / 2
                    && let Some(frame) = frames.last_mut()
                {
                    frame.words += &format!(" ({} moves after it are left out)", line.len() - MOST);
                }
                continue;
            }
            let words = said(game, node, eye).unwrap_or_default();
            frames.push(frame(&*game.at(node), eye, at + 1, words));
        }
        Self {
            title: scenario.title.to_string(),
            summary: scenario.summary.to_string(),
            claim: game.now().claim(),
            players: players(scenario, game, answers),
            frames,
            end: end(game, eye, answers),
        }
    }
}

/// The moves of the line played to here in words, without boards.
pub(super) fn moves(game: &dyn Game) -> Vec<String> {
    game.tree().line().iter().filter_map(|&node| said(game, node, Eye::All)).collect()
}

fn said(game: &dyn Game, node: NodeId, eye: Eye) -> Option<String> {
    let played = game.tree().played(node)?;
    Some(match told(game, node).filter(|_| eye.sees(played.to)) {
        Some(told) => narrate::line(played.actor, &told, None),
        None => format!("{}: hidden until the end", narrate::who(played.actor, None)),
    })
}

fn frame(position: &dyn Show, eye: Eye, number: usize, words: String) -> Frame {
    let shown = position.board(eye);
    Frame { number, words, heading: shown.title.clone(), board: drawn(&shown) }
}

/// A board on paper, without the empty rows below it.
fn drawn(shown: &crate::show::Board<'_>) -> Buffer {
    let area = Rect::new(0, 0, SIZE.0, SIZE.1);
    let mut buffer = Buffer::empty(area);
    let theme = Theme::default().without_colour();
    let mut state = BoardState::default();
    state.adopt(shown, area);
    board::draw(&mut Canvas::new(&mut buffer, area, &theme), shown, &state);
    let blank = |y: u16| (0..area.width).all(|x| buffer[(x, y)].symbol().trim().is_empty());
    let rows: Vec<u16> = (0..area.height).filter(|&y| !blank(y)).collect();
    let mut paper = Buffer::empty(Rect::new(0, 0, area.width, rows.len().max(1) as u16));
    for (to, &from) in rows.iter().enumerate() {
        for x in 0..area.width {
            paper[(x, to as u16)] = buffer[(x, from)].clone();
        }
    }
    paper
}

fn players(scenario: &Scenario, game: &dyn Game, answers: bool) -> Vec<String> {
    let row = |seat: Seat| {
        let hidden = !answers && scenario.hides(Hidden::player(seat));
        let plan = game.seat_plan(seat);
        let player = match plan {
            crate::debate::SeatPlan::Human => "a person".to_owned(),
            _ if hidden => "a program".to_owned(),
            plan => plan.words(),
        };
        format!("{}: {player}", seat.word())
    };
    Seat::ALL.into_iter().map(row).collect()
}

/// How it ended and why, whether the claim is true if answers are given, and what everyone paid.
pub(super) fn end(game: &dyn Game, eye: Eye, answers: bool) -> Vec<String> {
    let now = game.now();
    let mut end = Vec::new();
    match now.turn() {
        Turn::Over(outcome) => {
            let result = match outcome.payoff {
                Some(paid) => format!("Alice is paid {paid:.4}."),
                None => format!("{} wins.", outcome.winner.seat().name()),
            };
            end.push(format!("{result} {}", now.why()));
        }
        Turn::Ask(seat) => {
            end.push(format!("{} is asked: {}.", seat.name(), now.prompt().question));
        }
        _ => {}
    }
    if answers && let Some(truth) = now.truth() {
        end.push(format!("The claim is {truth}."));
    }
    let ledger = now.ledger();
    for seat in Seat::ALL {
        let paid: Vec<String> = Cost::ALL
            .into_iter()
            .filter_map(|cost| Some((cost, ledger.seen(eye, seat, cost)?)))
            .filter(|&(_, paid)| paid > 0)
            .map(|(cost, paid)| format!("{} {paid}", narrate::cost(cost)))
            .collect();
        if !paid.is_empty() {
            end.push(format!("{} paid: {}.", seat.name(), paid.join(", ")));
        }
    }
    end
}
