//! The evidence for the seat that decides. It is in the card of the answer if it fits, or else over the board.

use super::TableScreen;
use crate::machine::Step;
use crate::scenario::Exhibit;
use crate::text::narrate::capital;
use crate::text::{Board, Presentation, Topic};
use crate::tui::prelude::*;
use elenchus_kit::card::{self, Card};

/// The evidence about the current question.
#[derive(Default)]
pub(super) struct EvidencePanel {
    /// The lines, with a title before each piece.
    pub lines: Vec<(String, Role)>,
    /// `true` if all lines fit into the card of the answer.
    pub in_card: bool,
    /// `true` if the evidence is open over the board.
    pub open: bool,
}

impl EvidencePanel {
    /// Returns `true` if there is evidence.
    pub(super) fn is_there(&self) -> bool {
        !self.lines.is_empty()
    }

    /// Returns `true` if a key opens or closes the evidence.
    pub(super) fn opens(&self) -> bool {
        self.is_there() && !self.in_card
    }

    /// The first visible line after the player turns a page of this many rows.
    fn paged(&self, action: Action, from: usize, rows: usize) -> usize {
        let furthest = self.lines.len().saturating_sub(rows);
        let page = rows.saturating_sub(1).max(1);
        let from = from.min(furthest);
        match action {
            Action::PageUp | Action::Up | Action::ScrollBack => from.saturating_sub(page),
            _ => (from + page).min(furthest),
        }
    }
}

impl TableScreen {
    /// The topics of a prover's evidence: the step on trial, or else the step under the cursor. The judge's evidence
    /// does not follow the cursor.
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

    /// The lines of the evidence for this seat's question, wrapped to `columns`.
    pub(super) fn evidence_lines(
        &self,
        board: &Board<'_>,
        position: &dyn Presentation,
        columns: usize,
    ) -> Vec<(String, Role)> {
        if !self.desk.asks() || self.exhibits.is_empty() {
            return Vec::new();
        }
        let topics = self.topics(board, position);
        let open = Exhibit::open_to(&self.exhibits, self.seat, position);
        let before = |own: &&Exhibit| topics.as_ref().is_none_or(|on| own.is_relevant(on));
        let mut lines = Vec::new();
        for exhibit in open.filter(before) {
            // A table starts on the row below its title. Prose starts beside the title if there is room.
            let is_table = exhibit.lines().any(|line| line.trim_start().contains("  "));
            let mut title = Some(format!("{}: ", capital(&exhibit.title)));
            let first = exhibit.lines().next().map_or(0, width);
            if is_table || width(&exhibit.title) + 2 + first > columns {
                lines.extend(title.take().map(|title| (title, Role::Chosen)));
            }
            for line in exhibit.lines() {
                let text = match title.take() {
                    Some(title) => indented(&format!("{title}{}", line.trim_start()), columns),
                    None => indented(line, columns),
                };
                lines.extend(text.into_iter().map(|line| (line, Role::Text)));
            }
        }
        lines
    }

    /// Turns a page of the open evidence. Returns `false` if there is no other page.
    pub(super) fn page_evidence(&mut self, action: Action, context: &Context) -> bool {
        let (from, to) = self.at_sight(context, |table, sight| {
            let rows = Card::inner(sight.areas.body).height.into();
            (table.top, sight.evidence.paged(action, table.top, rows))
        });
        self.top = to;
        from != to
    }

    /// Draws the evidence over the board.
    pub(super) fn draw_evidence(
        &self,
        canvas: &mut Canvas<'_>,
        evidence: &EvidencePanel,
        area: Rect,
        keys: &KeyMap,
    ) {
        let key = self.letter(Action::Evidence, keys);
        let rows = usize::from(Card::inner(area).height);
        let top = self.top.min(evidence.lines.len().saturating_sub(rows));
        let below = match evidence.lines.len() {
            all if all > rows => {
                let pages = [Action::PageUp, Action::PageDown].map(|action| keys.label(action));
                format!("{}–{} of {all}   {}", top + 1, top + rows, pages.join(" "))
            }
            _ => String::new(),
        };
        let note = if key.is_empty() { String::new() } else { format!("{key} close") };
        let inside = Card::new("Evidence").note(&note).below(&below).draw(canvas, area);
        let inside = Rect { x: inside.x + 1, width: inside.width.saturating_sub(1), ..inside };
        card::lines(canvas, inside, &evidence.lines, top);
    }

    /// The name of an action's key. Empty for a letter while the player types, because a letter is then text.
    pub(super) fn letter(&self, action: Action, keys: &KeyMap) -> String {
        let typed = self.desk.types_text();
        keys.without(|chord| typed && chord.typed().is_some()).label(action)
    }
}

/// Wraps a line. Each row has the same indent as the first.
fn indented(line: &str, columns: usize) -> Vec<String> {
    let line = clean(&line.replace('\t', "    ")).into_owned();
    let text = line.trim_start();
    let indent = (line.len() - text.len()).min(columns / 2);
    let lines = wrap(text, columns - indent);
    lines.into_iter().map(|part| format!("{}{part}", " ".repeat(indent))).collect()
}
