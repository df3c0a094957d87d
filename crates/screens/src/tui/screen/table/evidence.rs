//! The evidence of the case, below the board of the seat that decides; over the whole board with a
//! key.

use super::TableScreen;
use crate::machine::Step;
use crate::scenario::Exhibit;
use crate::text::board::Pane;
use crate::text::{Board, Presentation, Topic};
use crate::tui::event::KeyCode;
use crate::tui::keys::{Chord, KeyMap};
use crate::tui::prelude::*;

/// Rows that the evidence has below a board, with its frame.
const ROWS: u16 = 6;

/// Boards of fewer rows than these are small.
const SMALL: u16 = 20;

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

/// The evidence that bears on what is under discussion, and its part of the screen.
pub(super) struct EvidencePanel {
    /// Its lines, a title before each piece.
    lines: Vec<(String, Role)>,
    pub area: Rect,
    /// Is it over the whole board?
    pub covers: bool,
}

impl TableScreen {
    /// What a prover has before it, of what it may look at: on a transcript the step on trial, else the one
    /// under the cursor. The judge's evidence does not follow the cursor.
    fn topics(&self, board: &Board<'_>, position: &dyn Presentation) -> Option<Vec<Topic>> {
        if self.seat == Seat::Judge {
            return None;
        }
        let own = position.topics(self.eye());
        if !own.is_empty() {
            return Some(own);
        }
        let step = board.steps().map(|(i, steps)| {
            let free = self.board.focus == Some(i);
            let at = steps.focus.filter(|_| !free);
            Step::at(at.unwrap_or(self.board.pane(i).cursor))
        });
        Some(step.map(Topic::Step).into_iter().collect())
    }

    /// The evidence for what this seat is asked now, and what it leaves of this part of the screen to
    /// the board.
    pub(super) fn beside(
        &self,
        board: &Board<'_>,
        position: &dyn Presentation,
        whole: Rect,
    ) -> (Rect, EvidencePanel) {
        let mut lines = Vec::new();
        if self.desk.asks() && !self.exhibits.is_empty() {
            let topics = self.topics(board, position);
            let columns = usize::from(whole.width).saturating_sub(3);
            let open = Exhibit::open_to(&self.exhibits, self.seat, position);
            let before = |own: &&Exhibit| topics.as_ref().is_none_or(|on| own.is_relevant(on));
            for exhibit in open.filter(before) {
                lines.push((exhibit.title.to_string(), Role::Chosen));
                let text = exhibit.lines().flat_map(|line| indented(line, columns));
                lines.extend(text.map(|line| (line, Role::Text)));
            }
        }
        let none = Rect { height: 0, ..whole };
        let covers = self.zoomed && !lines.is_empty();
        let (board, area) = match covers {
            true => (none, whole),
            false => {
                let wanted = u16::try_from(lines.len()).unwrap_or(u16::MAX);
                // A tall screen shows more of it.
                let most = ROWS.max(whole.height / 2);
                let rows = wanted.min(most).min(whole.height.saturating_sub(least(board)));
                // Of evidence that a small screen cannot show whole, one line stands below a row of
                // steps: what the step asks is read first.
                let steps = matches!(board.panes.first(), Some(Pane::Strip(_)));
                let cut = steps && rows < wanted && whole.height < SMALL;
                let rows = if cut { rows.min(2) } else { rows };
                let above = Rect { height: whole.height - rows, ..whole };
                // A title alone is not worth a part of the board; the footer has the key.
                let [left, all] = [above, whole].map(|area| self.board.shown(board, area));
                let costs = left.0 < all.0 || left.1 + 1 < all.1;
                match rows == 0 || rows == 1 && costs {
                    true => (whole, none),
                    false => (above, Rect { y: above.bottom(), height: rows, ..whole }),
                }
            }
        };
        (board, EvidencePanel { lines, area, covers })
    }

    /// A page of the evidence; false if there is no more of it this way.
    pub(super) fn page_evidence(&mut self, action: Action, evidence: &EvidencePanel) -> bool {
        if !evidence.scrolls() {
            return false;
        }
        let page = evidence.rows().saturating_sub(1).max(1);
        let from = self.top.min(evidence.furthest());
        self.top = match action {
            Action::PageUp => from.saturating_sub(page),
            _ => (from + page).min(evidence.furthest()),
        };
        self.top != from
    }

    /// Draws it: a line with its place and the key that shows it whole, then the text.
    pub(super) fn draw_evidence(
        &self,
        canvas: &mut Canvas<'_>,
        own: &EvidencePanel,
        keys: &KeyMap,
    ) {
        let Some(((title, _), lines)) = own.lines.split_first().filter(|_| own.area.height > 0)
        else {
            return;
        };
        let rows = own.rows();
        let top = self.top.min(own.furthest());
        // While text is typed a letter is text.
        let typed = self.desk.types_text();
        let letter = |chord: Chord| matches!(chord.code(), KeyCode::Char(_));
        let key = keys.without(|chord| typed && letter(chord)).label(Action::Evidence);
        let zoom = if own.covers { "close" } else { "zoom" };
        let note = match rows > 0 && lines.len() > rows {
            true => {
                let last = (top + rows).min(lines.len());
                format!(" {}–{last} of {} · {key} {zoom} ", top + 1, lines.len())
            }
            // A title alone is not all there is.
            false if rows == 0 && !lines.is_empty() && !key.is_empty() => {
                format!(" {key} shows it ")
            }
            false if rows == 0 && !lines.is_empty() => " covered ".to_owned(),
            false if own.covers => format!(" {key} {zoom} "),
            false => " whole ".to_owned(),
        };
        let columns = canvas.width();
        let title = cut(title, columns.saturating_sub(width(&note) + 5));
        Divider::new(&title).draw(canvas, Role::Heading);
        canvas.print_right(0, &note, Role::Dim);
        for (y, (line, role)) in lines.iter().skip(top).take(rows).enumerate() {
            let x = if *role == Role::Chosen { 1 } else { 2 };
            canvas.print(x, y + 1, &cut(line, columns.saturating_sub(x)), *role);
        }
    }
}

impl EvidencePanel {
    /// Is there any for what is asked now?
    pub(super) fn is_there(&self) -> bool {
        !self.lines.is_empty()
    }

    /// Lines of it that its area shows: all but the frame.
    fn rows(&self) -> usize {
        usize::from(self.area.height).saturating_sub(1)
    }

    fn furthest(&self) -> usize {
        // The first title stands in the frame.
        self.lines.len().saturating_sub(self.rows() + 1)
    }

    /// Is there more of it than its part of the screen shows?
    pub(super) fn scrolls(&self) -> bool {
        self.rows() > 0 && self.furthest() > 0
    }

    /// Does all of it stand below the board, so that there is nothing more to show?
    pub(super) fn is_whole(&self) -> bool {
        !self.covers && usize::from(self.area.height) >= self.lines.len()
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
