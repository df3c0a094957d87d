//! The evidence of the case, below the board of the seat that decides; over the whole board with a
//! key.

use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::TableScreen;
use crate::machine::Step;
use crate::rules::Seat;
use crate::scenario::Exhibit;
use crate::show::board::Pane;
use crate::show::{Board, Cells, Topic};
use crate::tui::canvas::Canvas;
use crate::tui::keys::{Action, Chord, KeyMap};
use crate::tui::layout::Anatomy;
use crate::tui::prompt::Desk;
use crate::tui::screen::Context;
use crate::tui::text::{clean, cut, width, wrap};
use crate::tui::theme::Role;

/// Rows that the evidence has below a board, with its frame.
const ROWS: u16 = 6;

/// The fewest rows that evidence leaves to a board: those that say what is asked about.
fn least(board: &Board<'_>) -> u16 {
    match board.panes.first() {
        Some(Pane::Words(_)) => 3,
        // Two configurations, or claims over what they pay, need all there is but one row.
        Some(Pane::Tree(_) | Pane::Intervals(_)) => 12,
        Some(Pane::Table(_) | Pane::Votes(_) | Pane::Gauge(_)) => 9,
        _ => 8,
    }
}

impl TableScreen {
    /// What this seat has before it: on a transcript the step on trial, else the one under the
    /// cursor. The judge rules on one step, and the cursor does not lead to the evidence of others.
    fn topics(&self) -> Vec<Topic> {
        let own = self.position.topics(self.eye());
        if !own.is_empty() {
            return own;
        }
        let board = self.position.board(self.eye());
        let step = board.panes.iter().enumerate().find_map(|(i, pane)| match pane {
            Pane::Strip(strip) if strip.len > 0 && strip.cells == Cells::Steps => {
                let free = self.board.focus == Some(i) && self.seat != Seat::Judge;
                let at = strip.focus.filter(|_| !free);
                Some(Step::at(at.unwrap_or(self.board.pane(i).cursor)))
            }
            _ => None,
        });
        step.map(Topic::Step).into_iter().collect()
    }

    /// The evidence that bears on what is under discussion, as lines: a title before each.
    fn evidence(&self, columns: usize) -> Vec<(String, Role)> {
        let topics = self.topics();
        let bearing = |exhibit: &&Exhibit| exhibit.bears_on(&topics);
        let mut lines = Vec::new();
        for exhibit in self.exhibits.iter().filter(bearing) {
            lines.push((exhibit.title.to_string(), Role::Chosen));
            let text = exhibit.lines().flat_map(|line| indented(line, columns.saturating_sub(3)));
            lines.extend(text.map(|line| (line, Role::Text)));
        }
        lines
    }

    /// Is this seat asked for something now that there is evidence for?
    pub(super) fn has_evidence(&self) -> bool {
        self.desk.is_some() && !self.exhibits.is_empty() && !self.evidence(80).is_empty()
    }

    /// The board's part of the screen, and that of the evidence.
    pub(super) fn parts(&self, size: Rect) -> (Rect, Rect) {
        let whole = Anatomy::of(size, true).board;
        let none = Rect { height: 0, ..whole };
        if !self.has_evidence() {
            return (whole, none);
        }
        if self.shown.zoomed {
            return (none, whole);
        }
        let wanted = u16::try_from(self.evidence(whole.width.into()).len()).unwrap_or(u16::MAX);
        // A tall screen shows more of it.
        let most = ROWS.max(whole.height / 2);
        let rows = wanted
            .min(most)
            .min(whole.height.saturating_sub(least(&self.position.board(self.eye()))));
        let board = Rect { height: whole.height - rows, ..whole };
        // A title alone is not worth a part of the board; the footer has the key.
        let shown = |area: Rect| self.board.shown(&self.position.board(self.eye()), area);
        if rows < 2 && shown(board) < shown(whole) {
            return (whole, none);
        }
        (board, Rect { y: board.bottom(), height: rows, ..whole })
    }

    /// Lines of it that an area shows: all but the frame.
    fn rows(area: Rect) -> usize {
        usize::from(area.height).saturating_sub(1)
    }

    fn furthest(&self, area: Rect) -> usize {
        // The first title stands in the frame.
        self.evidence(area.width.into()).len().saturating_sub(Self::rows(area) + 1)
    }

    /// Is there more of the evidence than its part of the screen shows?
    pub(super) fn evidence_scrolls(&self, context: &Context) -> bool {
        let area = self.parts(context.size).1;
        self.has_evidence() && Self::rows(area) > 0 && self.furthest(area) > 0
    }

    /// Does all of the evidence stand below the board, so that there is nothing more to show?
    pub(super) fn evidence_is_whole(&self, size: Rect) -> bool {
        let area = self.parts(size).1;
        !self.shown.zoomed && usize::from(area.height) >= self.evidence(area.width.into()).len()
    }

    /// Is the board covered by the evidence?
    pub(super) fn covered(&self) -> bool {
        self.shown.zoomed && self.has_evidence()
    }

    /// A page of the evidence; false if there is no more of it this way.
    pub(super) fn page_evidence(&mut self, action: Action, context: &Context) -> bool {
        if !self.evidence_scrolls(context) {
            return false;
        }
        let area = self.parts(context.size).1;
        let page = Self::rows(area).saturating_sub(1).max(1);
        let from = self.shown.top.min(self.furthest(area));
        let to = match action {
            Action::PageUp | Action::ScrollBack => from.saturating_sub(page),
            _ => (from + page).min(self.furthest(area)),
        };
        self.shown.top = to;
        to != from
    }

    /// Draws it: a line with its place and the key that shows it whole, then the text.
    pub(super) fn draw_evidence(&self, canvas: &mut Canvas<'_>, keys: &KeyMap) {
        let area = canvas.area();
        if area.height == 0 {
            return;
        }
        let mut lines = self.evidence(area.width.into());
        let rows = Self::rows(area);
        let title = if lines.is_empty() { String::new() } else { lines.remove(0).0 };
        let top = self.shown.top.min(self.furthest(area));
        // While text is typed a letter is text.
        let typed = self.desk.as_ref().is_some_and(Desk::types_text);
        let letter = |chord: Chord| matches!(chord.code(), KeyCode::Char(_));
        let key = keys.without(|chord| typed && letter(chord)).label(Action::Evidence);
        let note = match rows > 0 && lines.len() > rows {
            true => {
                let last = (top + rows).min(lines.len());
                format!(" {}–{last} of {} · {key} {} ", top + 1, lines.len(), self.zoom_word())
            }
            // A title alone is not all there is.
            false if rows == 0 && !lines.is_empty() => format!(" {key} shows it "),
            false if self.shown.zoomed => format!(" {key} {} ", self.zoom_word()),
            false => " whole ".to_owned(),
        };
        let columns = canvas.width();
        canvas.say(0, 0, &"─".repeat(columns), Role::Divider);
        let room = columns.saturating_sub(width(&note) + 5);
        canvas.say(1, 0, &format!(" {} ", cut(&title, room)), Role::Heading);
        canvas.say(columns.saturating_sub(width(&note) + 1), 0, &note, Role::Dim);
        for (y, (line, role)) in lines.iter().skip(top).take(rows).enumerate() {
            let x = if *role == Role::Chosen { 1 } else { 2 };
            canvas.say(x, y + 1, &cut(line, columns.saturating_sub(x)), *role);
        }
    }

    fn zoom_word(&self) -> &'static str {
        if self.shown.zoomed { "close" } else { "zoom" }
    }
}

/// A line on as many as it needs, each as far in as the first.
fn indented(line: &str, columns: usize) -> Vec<String> {
    let line = clean(&line.replace('\t', "    ")).into_owned();
    let text = line.trim_start();
    let indent = (line.len() - text.len()).min(columns / 2);
    let lines = wrap(text, columns - indent);
    lines.into_iter().map(|part| format!("{}{part}", " ".repeat(indent))).collect()
}
