//! A debate as a page: its moves in words, each with the board after it.

use std::collections::HashMap;

use ratatui::buffer::Buffer;

use super::notes::{OtherVariation, RecordNotes};
use crate::analysis::Game;
use crate::debate::{NodeId, SeatPlan, describe_line, describe_move};
use crate::review::{self, ReviewTag, points};
use crate::rules::{Cost, Outcome, Turn, Viewer};
use crate::scenario::{Hidden, Scenario};
use crate::text::number::plural;
use crate::text::{Presentation, narrate};
use crate::tui::board::{self, BoardState};
use crate::tui::prelude::*;
use crate::tui::text::rows;
use crate::tui::theme::{Preset, Theme};
use crate::work::CancelToken;

/// The columns of a board in a text, and its most rows.
const TEXT: (u16, u16) = (60, 24);

/// The columns of a board that a phone held upright shows in letters of 14 px, and its most rows.
const PHONE: (u16, u16) = (41, 60);

/// The size of a whole board on paper: the columns, and the largest number of rows.
const PAPER: (u16, u16) = (76, 200);

/// The columns and rows of a board on a wide screen.
const WIDE: (u16, u16) = (120, 36);

/// The largest number of boards on a page. A longer debate shows only its first and last boards.
const MOST: usize = 400;

/// The words for a move that a viewer may not know before the end.
const UNSEEN: &str = "hidden until the end";

/// A page has at most this many rounds of the proof, the last ones.
pub const MOST_PROOF_ROUNDS: usize = 24;

/// The moment from which a page shows facts that are hidden from players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reveal {
    /// Never. The page shows what the player's seat may see.
    Never,
    /// After the last move of a finished debate. Before that, the page shows what the class may see.
    AtTheEnd,
    /// Always, as in the review.
    Throughout,
}

impl Reveal {
    /// The viewer of the page before the end.
    pub fn eye(self, scenario: &Scenario) -> Viewer {
        match self {
            Self::Never => scenario.seat.map_or(Viewer::Room, Viewer::Seat),
            Self::AtTheEnd => Viewer::Room,
            Self::Throughout => Viewer::All,
        }
    }
}

/// A debate as text and boards for a page.
#[derive(Clone, Debug)]
pub struct DebatePage {
    /// The scenario's title.
    pub title: String,
    /// The language, as in `lang` of the scenario.
    pub lang: String,
    /// The summary.
    pub summary: String,
    /// The claim.
    pub claim: String,
    /// The players.
    pub players: Vec<String>,
    /// The moment from which the page shows hidden facts.
    pub reveal: Reveal,
    /// The start and every move.
    pub frames: Vec<MoveFrame>,
    /// A second board after the last move. It shows everything. `None` if the page has no such board.
    pub after: Option<MoveFrame>,
    /// The result with its reason, everybody's costs, and the votes of the class.
    pub end: Vec<String>,
    /// The other variations of the record, which come after the end.
    pub others: Vec<OtherVariation>,
    /// A sentence about the notes that a page without answers leaves out. `None` if there are none.
    pub withheld: Option<String>,
}

/// A move with the board after it.
#[derive(Clone, Debug)]
pub struct MoveFrame {
    /// The number of the move. 0 for the start.
    pub number: usize,
    /// The move in words.
    pub words: String,
    /// The title of the board.
    pub heading: String,
    /// The board.
    pub board: Buffer,
    /// The tags of the move, such as a mistake.
    pub moments: Vec<ReviewTag>,
    /// The comment on the move. Empty if there is none, or if the page has no answers yet.
    pub comment: String,
}

impl MoveFrame {
    /// The board as lines of text.
    pub fn lines(&self) -> Vec<String> {
        rows(&self.board).map(|row| row.trim_end().to_owned()).collect()
    }
}

impl DebatePage {
    /// Draws the current variation of a game, with boards on sheets of this kind.
    pub(super) fn drawn(
        sheet: &BoardSheet,
        scenario: &Scenario,
        game: &dyn Game,
        reveal: Reveal,
        token: &CancelToken,
    ) -> Self {
        let eye = reveal.eye(scenario);
        // An unfinished debate has no end to show.
        let is_over = matches!(game.position().turn(), Turn::Over(_));
        let told_after = reveal == Reveal::AtTheEnd && is_over;
        let answers = reveal == Reveal::Throughout || told_after;
        let ends_hidden = is_over && !answers;
        let hidden = if ends_hidden { "hidden here" } else { "hidden until the end" };
        let tree = game.tree();
        let line = tree.line();
        let notes = RecordNotes::new(scenario, game);
        // A comment can tell how the debate ends.
        let comment = |node| match reveal {
            Reveal::Throughout => notes.comment(node).to_owned(),
            _ => String::new(),
        };
        let mut frames =
            vec![frame(&*game.position_at(NodeId::START), eye, 0, "start".into(), sheet)];
        for (at, &node) in line.iter().enumerate() {
            let left_out = line.len() > MOST && (MOST / 2..line.len() - MOST / 2).contains(&at);
            if left_out {
                if at == MOST / 2
                    && let Some(frame) = frames.last_mut()
                {
                    let unread = line[MOST / 2..line.len() - MOST / 2].iter();
                    let unread = unread.filter(|node| !notes.comment(**node).is_empty()).count();
                    let unread = match unread {
                        0 => String::new(),
                        count => format!(", with {},", plural(count as u64, "comment", "comments")),
                    };
                    let moves = line.len() - MOST;
                    frame.words += &format!(" ({moves} moves after it{unread} are left out)");
                }
                continue;
            }
            let words = said_or(game, node, eye, hidden).unwrap_or_default();
            let shown = frame(&*game.position_at(node), eye, at + 1, words, sheet);
            frames.push(MoveFrame { comment: comment(node), ..shown });
        }
        frames[0].comment = comment(NodeId::START);
        let judged = answers.then(|| review::reviewed(scenario, game, token)).flatten();
        let mistakes = judged.as_ref().map(review::Review::mistakes);
        mark(&mut frames, game, answers, mistakes.as_deref(), token);
        let mut end = end(game, if answers { Viewer::All } else { eye }, answers);
        let said = judged.iter().flat_map(review::Review::sentences);
        end.extend(said.map(|(sentence, _)| sentence));
        if answers {
            end.extend(game.position().proof_rounds(MOST_PROOF_ROUNDS));
        }
        end.extend(one_of_many(game));
        let mut others = Vec::new();
        if answers {
            end.extend(notes.name());
            end.extend(notes.votes());
            end.extend(notes.predictions());
            if told_after {
                end.extend(notes.comments_in_line());
            }
            others = notes.other_variations(Viewer::All);
            end.extend(notes.unlisted_variations());
        }
        Self {
            title: scenario.title.to_string(),
            lang: scenario.lang.to_string(),
            summary: scenario.summary.to_string(),
            claim: scenario.claim.to_string(),
            players: players(scenario, game, answers),
            reveal,
            frames,
            after: told_after.then(|| {
                frame(
                    game.position(),
                    Viewer::All,
                    line.len() + 1,
                    "everything shown".into(),
                    sheet,
                )
            }),
            end,
            others,
            withheld: notes.withheld().filter(|_| !answers),
        }
    }
}

/// Tags the moves of the page. Mistakes are tagged only if the page has answers. If people played, the mistakes come
/// from `mistakes`.
fn mark(
    frames: &mut [MoveFrame],
    game: &dyn Game,
    answers: bool,
    mistakes: Option<&[usize]>,
    token: &CancelToken,
) {
    let evaluate = game.evaluator();
    let value = |node| {
        let value =
            if answers && mistakes.is_none() { evaluate(node, token).ok().flatten() } else { None };
        value.map(|value| value.honest)
    };
    // Only moves with a board are evaluated.
    let shown = |at: usize| frames.iter().any(|frame| frame.number == at || frame.number == at + 1);
    let numbers: HashMap<NodeId, usize> =
        game.tree().line().iter().enumerate().map(|(at, &node)| (node, at + 1)).collect();
    let line = points(game, |node| {
        let number = numbers.get(&node).copied().unwrap_or(0);
        shown(number).then(|| value(node)).flatten()
    });
    for frame in frames.iter_mut() {
        let Some(point) = line.get(frame.number) else { continue };
        let is_of = |moment: &ReviewTag| match (moment, mistakes) {
            (ReviewTag::Mistake, Some(mistakes)) => mistakes.contains(&frame.number),
            _ => moment.is_of(point),
        };
        frame.moments = ReviewTag::ALL.into_iter().filter(is_of).collect();
    }
}

/// The moves of the current variation in words.
pub(super) fn moves(game: &dyn Game) -> Vec<String> {
    line_text_for(game, Viewer::All)
}

/// The words of the moves of the current variation, each as [`move_text_for`] returns them.
pub fn line_text_for(game: &dyn Game, eye: Viewer) -> Vec<String> {
    let told = describe_line(game).into_iter().zip(game.tree().moves());
    told.map(|(told, played)| {
        let told = if eye.sees(played.to) { &told } else { UNSEEN };
        narrate::line(played.actor, told, None)
    })
    .collect()
}

/// The words of the move to a node. If this viewer may not know the move before the end, the words say so. `None` at
/// the start.
pub fn move_text_for(game: &dyn Game, node: NodeId, eye: Viewer) -> Option<String> {
    said_or(game, node, eye, UNSEEN)
}

/// The same, with these words for a hidden move.
pub(super) fn said_or(game: &dyn Game, node: NodeId, eye: Viewer, hidden: &str) -> Option<String> {
    let played = game.tree().played(node)?;
    let told = describe_move(game, node).filter(|_| eye.sees(played.to));
    Some(narrate::line(played.actor, told.as_deref().unwrap_or(hidden), None))
}

/// A sentence about the other variations of the record. `None` if there is only one.
pub fn one_of_many(game: &dyn Game) -> Option<String> {
    let lines = game.tree().leaves().len();
    (lines > 1).then(|| format!("This is one of {lines} variations in the record."))
}

fn frame(
    position: &dyn Presentation,
    eye: Viewer,
    number: usize,
    words: String,
    sheet: &BoardSheet,
) -> MoveFrame {
    let shown = position.board(eye);
    let (heading, board) = (shown.title.clone(), drawn(&shown, sheet));
    MoveFrame { number, words, heading, board, moments: Vec::new(), comment: String::new() }
}

/// A whole board on paper, as tall as its content. Graphs are drawn as rows, because a graph would fill the whole
/// height.
pub(super) fn on_paper(position: &dyn Presentation, eye: Viewer) -> MoveFrame {
    let shown = position.board(eye);
    let board = drawn(&shown, &BoardSheet { size: PAPER, theme: None });
    MoveFrame {
        number: 0,
        words: String::new(),
        heading: shown.title,
        board,
        moments: Vec::new(),
        comment: String::new(),
    }
}

/// The paper or screen that boards are drawn on.
pub(super) struct BoardSheet {
    size: (u16, u16),
    /// The theme of a wide sheet, which keeps blank rows. A narrow sheet has no theme.
    theme: Option<Theme>,
}

impl BoardSheet {
    /// A sheet for a text.
    pub(super) fn text() -> Self {
        Self { size: TEXT, theme: None }
    }

    /// A sheet for a page that a phone can show.
    pub(super) fn phone() -> Self {
        Self { size: PHONE, theme: None }
    }

    /// A sheet for a picture on a wide screen.
    pub(super) fn wide() -> Self {
        Self { size: WIDE, theme: Some(Preset::Light.theme()) }
    }
}

/// Draws a board on a sheet, without blank rows on a narrow one.
fn drawn(shown: &crate::text::Board<'_>, sheet: &BoardSheet) -> Buffer {
    let area = Rect::new(0, 0, sheet.size.0, sheet.size.1);
    let mut buffer = Buffer::empty(area);
    let theme = sheet.theme.clone().unwrap_or_else(|| Theme::default().without_colour());
    let mut state = match sheet.theme {
        Some(_) => BoardState::default(),
        None => BoardState::in_rows(),
    };
    state.adopt(shown, area);
    board::draw(&mut Canvas::new(&mut buffer, area, &theme), shown, &state);
    if sheet.theme.is_some() {
        return buffer;
    }
    let blank = |y: u16| (0..area.width).all(|x| buffer[(x, y)].symbol().trim().is_empty());
    let rows: Vec<u16> = (0..area.height).filter(|&y| !blank(y)).collect();
    // A blank board has one row.
    of_rows(&buffer, if rows.is_empty() { &[0] } else { &rows })
}

/// These rows of a board, below each other.
pub(super) fn of_rows(board: &Buffer, rows: &[u16]) -> Buffer {
    let width = usize::from(board.area.width);
    let cells = rows.iter().flat_map(|&y| &board.content[usize::from(y) * width..][..width]);
    let area = Rect { height: rows.len() as u16, ..board.area };
    Buffer { area, content: cells.cloned().collect() }
}

fn players(scenario: &Scenario, game: &dyn Game, answers: bool) -> Vec<String> {
    let row = |seat: Seat| {
        let hidden = !answers && scenario.hides(Hidden::player(seat));
        let plan = game.seat_plan(seat);
        let player = match plan {
            // An external program plays in the seat of a person.
            SeatPlan::Human => {
                scenario.outside(seat).map_or_else(|| "a person".to_owned(), SeatPlan::words)
            }
            _ if hidden => "a program".to_owned(),
            plan => plan.words(),
        };
        format!("{}: {player}", seat.word())
    };
    Seat::ALL.into_iter().map(row).collect()
}

/// The result of a debate with its reason.
pub fn ended(now: &dyn Presentation, outcome: &Outcome) -> String {
    let result = match outcome.payoff {
        Some(paid) => format!("Alice is paid {paid:.4}."),
        None if now.score().is_some() => String::new(),
        None => format!("{} wins.", outcome.winner.seat().name()),
    };
    format!("{result} {}", now.outcome_reason()).trim_start().to_owned()
}

/// The result with its reason, the truth of the claim if answers are shown, and everybody's costs.
pub(super) fn end(game: &dyn Game, eye: Viewer, answers: bool) -> Vec<String> {
    let now = game.position();
    let mut end = Vec::new();
    match now.turn() {
        Turn::Over(outcome) => end.push(ended(now, &outcome)),
        Turn::Ask(seat) => {
            let question = now.prompt().question;
            let stop = if question.ends_with(['?', '.']) { "" } else { "." };
            end.push(format!("{} is asked: {question}{stop}", seat.name()));
        }
        _ => {}
    }
    if answers && let Some(truth) = now.truth_at_hand() {
        end.push(format!("The claim is {truth}."));
    }
    let ledger = now.ledger();
    for seat in Seat::ALL {
        let seen = |cost| ledger.seen(eye, seat, cost).filter(|paid| *paid > 0);
        let told = |cost| Some(format!("{} {}", narrate::cost(cost), seen(cost)?));
        let mut paid: Vec<String> = Cost::ALL.into_iter().filter_map(told).collect();
        // The provers' own costs are hidden.
        let hides = Cost::ALL.into_iter().any(|cost| ledger.seen(eye, seat, cost).is_none());
        if seat == Seat::Judge && hides {
            paid.push("costs that are hidden here".into());
        }
        if !paid.is_empty() {
            end.push(format!("{} paid: {}.", seat.name(), paid.join(", ")));
        }
    }
    end
}
