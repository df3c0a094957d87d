//! How a review looks: the curve or the board, the table of moves, and the panel that says why.

use std::borrow::Cow;

use super::layout::ReviewLayout;
use super::notes::line_words;
use super::{ReviewScreen, curve, ending};
use crate::debate::by_name;
use crate::review::{MoveRemark, Sentence, SubstituteValues, Tone};
use crate::rules::Viewer;
use crate::text::number::{change, probability};
use crate::tui::prelude::*;
use crate::tui::screen::moves::{fitted, short, words};
use crate::tui::screen::panel::{PanelParagraph, SidePanel};
use crate::tui::{board, goal};

/// Columns of the numbers of a move: its value, and by how much it changed.
const NUMBERS: usize = 17;

impl ReviewScreen {
    pub(super) fn draw_all(&self, canvas: &mut Canvas<'_>, keys: &KeyMap) {
        let sitting = &self.sitting;
        if self.covers() {
            return self.draw_covered(canvas, keys);
        }
        let p = self.parts(canvas.area());
        let about = match self.judged.people.as_slice() {
            [] => " · replay".to_owned(),
            [_, _, ..] => format!(" · review · {}", self.several()),
            // "you: judge" leaves room for how it ended.
            [seat] => format!(" · review · you: {}", short(*seat)),
        };
        let mut title = canvas.part(p.title);
        layout::title_bar_with(&mut title, &sitting.scenario.title, &about, &self.result());
        let verdict =
            if self.judged.outcome.is_some() { self.why.as_str() } else { "not over yet" };
        let mut row = canvas.part(p.verdict);
        row.print(1, 0, &sentences(verdict, row.width().saturating_sub(2)), Role::Text);
        let board = self.position.board(Viewer::All);
        let above = match (self.on_board, sitting.is_paid()) {
            _ if self.honest.is_some() => "move by move".to_owned(),
            (true, _) => board.title.clone(),
            (false, true) => "what Alice is paid, if all are honest from there".to_owned(),
            (false, false) => "how likely Alice wins, if both go on honestly".to_owned(),
        };
        let (heading, panel) = self.panel();
        layout::split_heading(canvas, (p.top, p.side), p.side.x, [&above, &heading], Role::Heading);
        if let Some(honest) = &self.honest {
            self.draw_honest(&mut canvas.part(p.upper), honest);
        } else if self.on_board {
            board::draw(&mut canvas.part(p.upper), &board, &self.board);
        } else {
            let values: Vec<Option<f64>> =
                self.judged.moves.iter().map(|own| own.made.value).collect();
            curve::draw(&mut canvas.part(p.upper), &values, self.at, sitting.is_paid());
            if !self.evaluates() && values.iter().all(Option::is_none) {
                let words = "no exact value is known here";
                canvas.part(p.upper).print(12, usize::from(p.upper.height) / 2, words, Role::Dim);
            }
        }
        self.draw_table(canvas, &p);
        panel.draw(&mut canvas.part(p.side), self.side_shift, keys);
        self.draw_last_rows(canvas, &p, ("lines of play", &self.line_words()));
    }

    /// What is typed, or else these words under their heading.
    pub(super) fn draw_last_rows(
        &self,
        canvas: &mut Canvas<'_>,
        p: &ReviewLayout,
        (heading, words): (&str, &str),
    ) {
        let ask = self.typing.as_ref().map(|typing| typing.asked.question());
        Divider::new(ask.as_deref().unwrap_or(heading))
            .crossing(p.side.x.saturating_sub(1), '┴')
            .draw(&mut canvas.part(p.middle), Role::Heading);
        let mut row = canvas.part(p.lines);
        match &self.typing {
            Some(typing) => {
                let room = row.width().saturating_sub(6);
                typing.field.draw(&mut row, (3, 0), room, true);
            }
            None => _ = row.print(1, 0, words, Role::Text),
        }
    }

    fn result(&self) -> String {
        let Some(outcome) = &self.judged.outcome else { return "not over".into() };
        ending::result(outcome, self.sitting.game())
    }

    fn line_words(&self) -> String {
        let sitting = &self.sitting;
        let tree = sitting.game().tree();
        match &self.lines {
            Some((leaves, at)) => {
                let leaf = leaves[*at];
                if self.removing {
                    return "Remove this line from the list? The record keeps its moves.".into();
                }
                format!(
                    "▸ line {} of {}{}: {} long",
                    at + 1,
                    leaves.len(),
                    line_words(sitting, leaf),
                    plural(tree.depth(leaf) as u64, "move", "moves")
                )
            }
            None => {
                let leaves = sitting.lines();
                let line = leaves.iter().position(|&l| l == sitting.here()).map_or(1, |i| i + 1);
                let moves = plural(self.judged.moves.len() as u64 - 1, "move", "moves");
                let more = match self.may_be_retried() {
                    Some(_) => "  A new move here starts a new line.",
                    None => "",
                };
                let name = line_words(sitting, sitting.here());
                format!("● line {line} of {}{name}, {moves}.{more}", leaves.len().max(1))
            }
        }
    }

    fn draw_table(&self, canvas: &mut Canvas<'_>, p: &ReviewLayout) {
        let mut table = canvas.part(p.table);
        let window = self.scroll.window(self.judged.moves.len(), table.height());
        for at in window.draw(&mut table, (4, 0), Role::Dim) {
            self.draw_move(&mut table, at);
        }
        Divider::default().draw(&mut canvas.part(p.between), Role::Dim);
        let mut head = canvas.part(p.between);
        head.print(4, 0, " who ", Role::Dim);
        head.print(11, 0, " what ", Role::Dim);
        let likely = if self.sitting.is_paid() { "   paid" } else { " likely" };
        let numbers = usize::from(p.table.width).saturating_sub(NUMBERS);
        head.print(numbers.saturating_sub(1), 0, &format!("{likely}  change "), Role::Dim);
        let seam = p.side.x.saturating_sub(1);
        let mut cross = canvas.part(Rect { x: seam, width: 1, ..p.between });
        cross.print(0, 0, "┤", Role::Divider);
    }

    fn draw_move(&self, table: &mut Canvas<'_>, (y, i): (usize, usize)) {
        let numbers = table.width().saturating_sub(NUMBERS);
        let payoff = self.sitting.is_paid();
        let own = &self.judged.moves[i];
        let point = &own.made;
        let here = i == self.at;
        let sign = if here { '▸' } else { ' ' };
        let (who, what) = match &point.played {
            None => (String::new(), "start".to_owned()),
            Some(played) => {
                let named = by_name(self.sitting.game(), point.node);
                (self.who(played.actor), named.unwrap_or_else(|| words(&played.mv)))
            }
        };
        let role = if here { Role::Chosen } else { Role::Text };
        let lead = format!(" {sign}{i:>3}  {} ", pad(&cut(&who, 6), 6));
        let room = numbers.saturating_sub(width(&lead) + 1);
        let remark = own.remark;
        let word = remark.map(MoveRemark::word);
        let what = match word {
            Some(grade) => {
                let left = room.saturating_sub(grade.len() + 2);
                format!("{}: {grade}", fitted(&what, left))
            }
            None => fitted(&what, room).into_owned(),
        };
        let what = cut(&what, room);
        table.print(0, y, &format!("{lead}{}", pad(&what, room)), role);
        if let Some(remark) = remark.filter(|remark| remark.is_bad()) {
            // The word says it; the style repeats it.
            let x = width(&lead) + width(&what);
            let word = remark.word();
            table.print(x.saturating_sub(word.len()), y, word, Role::Bad);
        }
        let number = |v: f64| if payoff { curve::in_columns(v, 2, 7) } else { probability(v) };
        let value = point.value.map_or("–".into(), number);
        let delta = point.change.map_or(String::new(), |c| match change(c, 2) {
            wide if payoff && width(&wide) > 7 => change(c, 0),
            paid if payoff => paid,
            _ => change(c, 3),
        });
        let tail = format!("{} {}", pad_left(&value, 7), pad_left(&delta, 7));
        table.print(numbers, y, &tail, role);
    }

    /// The side panel: which move lost it, or that none did and which coins did; and what was hidden.
    pub(super) fn panel(&self) -> (String, SidePanel) {
        let mut out: Vec<PanelParagraph> = Vec::new();
        let text = |words: String| (words, Role::Text);
        out.extend(self.noted());
        let judged = &self.judged;
        let evaluates = self.evaluates();
        if let Some((done, of)) = self.found.progress().filter(|_| evaluates) {
            let far = if of == 0 { String::new() } else { format!(": {done} of {of}") };
            out.push((format!("evaluating the moves{far}"), Role::Dim));
        }
        // The mistake shown, or the worst.
        let told = judged.remark_index(self.at);
        let lost_by = if evaluates { None } else { judged.lost_by_words() };
        let heading = match (told, lost_by, self.judged.outcome.is_some()) {
            (Some(at), ..) => {
                out.extend(judged.about(at).into_iter().map(set));
                judged.called(at)
            }
            (None, Some((heading, words)), _) => {
                out.extend(words.into_iter().map(set));
                if self.found.is_working()
                    && judged.lost_by.as_ref().is_some_and(|own| own.loss.is_none())
                {
                    out.push(("looking for what lost it".into(), Role::Dim));
                }
                heading.into()
            }
            (None, _, true) if judged.doubt_words().is_some() => "why it does not count".into(),
            (None, _, true) => "how it ended".into(),
            (None, _, false) => "the record".into(),
        };
        if self.judged.outcome.is_some() {
            out.push(text(self.why.clone()));
            out.extend(judged.goal_words().map(set));
            out.extend(self.misread());
            out.extend(judged.doubt_words().map(set));
            out.extend(goal::revealed(&self.sitting).into_iter().map(text));
        }
        out.extend(judged.par().map(text));
        out.extend(self.prices());
        let brief = self.position.brief(Viewer::All);
        out.extend(brief.warnings.into_iter().map(|w| (w, Role::Bad)));
        out.push((brief.theorem, Role::Dim));
        (heading, SidePanel(out))
    }

    /// What other play in people's seats is worth, as soon as it is known.
    pub(super) fn prices(&self) -> Vec<PanelParagraph> {
        let said = self.judged.prices.iter().flat_map(SubstituteValues::sentences);
        said.map(|words| (words, Role::Text)).collect()
    }
}

/// As many whole sentences of a text as so many columns have. Of a first that is longer as much as its
/// semicolons part, else a later sentence, else as much as its commas part. The panel has all of it.
fn sentences(text: &str, columns: usize) -> Cow<'_, str> {
    let fits = |text: &str| width(text) <= columns;
    let up_to = |sign| {
        let ends = text.match_indices(sign).map(|(at, _)| at + 1).chain([text.len()]);
        ends.filter(|&at| fits(&text[..at])).last()
    };
    let stopped = |at: usize| format!("{}.", &text[..at - 1]).into();
    let later = || text.split_inclusive(". ").map(str::trim_end).find(|sentence| fits(sentence));
    if let Some(at) = up_to(". ") {
        return text[..at].into();
    }
    if let Some(at) = up_to("; ") {
        return stopped(at);
    }
    let found = later().map(Cow::Borrowed).or_else(|| up_to(", ").map(stopped));
    found.unwrap_or_else(|| cut_words(text, columns))
}

/// A sentence as it is set.
pub(super) fn set((words, tone): Sentence) -> PanelParagraph {
    let role = match tone {
        Tone::Plain => Role::Text,
        Tone::Good => Role::Good,
        Tone::Bad => Role::Bad,
        Tone::Aside => Role::Dim,
    };
    (words, role)
}

#[cfg(test)]
mod tests {
    use super::sentences;

    #[test]
    fn a_verdict_that_is_too_long_is_whole_sentences_or_what_a_semicolon_parts() {
        let text = "Bob points at step 7; and the judge rules. Bob wins.";
        let shown = [
            (52, text),
            (51, "Bob points at step 7; and the judge rules."),
            (41, "Bob points at step 7."),
            (20, "Bob wins."),
        ];
        for (columns, shown) in shown {
            assert_eq!(sentences(text, columns), shown, "{columns}");
        }
        let one = "Bob points at step 7, and the judge rules that it follows.";
        assert_eq!(sentences(one, 40), "Bob points at step 7.");
    }
}
