//! Draws the review: the chart, the remarks on the move that is shown, and the board or the moves.

use super::layout::ReviewLayout;
use super::notes::line_words;
use super::{ReviewScreen, curve, ending};
use crate::debate::by_name;
use crate::review::{MoveRemark, Sentence, SubstituteValues, Tone};
use crate::rules::Viewer;
use crate::text::Presentation;
use crate::text::number::{change, probability};
use crate::tui::goal::capital;
use crate::tui::prelude::*;
use crate::tui::screen::cards;
use crate::tui::screen::moves::{fitted, words};
use crate::tui::screen::panel::{PanelParagraph, SidePanel};
use crate::tui::theme::Theme;
use crate::tui::{board, goal, list};
use elenchus_kit::card::Card as Frame;
use ratatui::layout::Margin;

/// The number of columns for the value of a move and for its change.
const NUMBERS: usize = 17;

impl ReviewScreen {
    pub(super) fn draw_all(&self, canvas: &mut Canvas<'_>, keys: &KeyMap) {
        if self.covers() {
            return self.draw_covered(canvas, keys);
        }
        let size = canvas.area();
        let p = self.parts(size);
        let title = match self.judged.people.len() {
            2.. => format!("Review: {} · {}", &*self.sitting.scenario.title, self.several()),
            _ => format!("Review: {}", &*self.sitting.scenario.title),
        };
        let last = self.judged.moves.len().saturating_sub(1);
        let right = format!("move {} of {last}", self.at);
        let (result, claim) = (self.result(), &*self.sitting.scenario.claim);
        let whole = format!("{result} · {claim}");
        let about = if width(&whole) + 2 > canvas.width() { result } else { whole };
        cards::header(canvas, [&title, &right], &about);
        self.draw_chart(canvas, p.chart);
        let (heading, panel) = self.panel();
        let pages = [Action::PageUp, Action::PageDown].map(|action| keys.label(action));
        let shift = (self.side_shift, pages.each_ref().map(|key| &**key));
        panel.draw(canvas, p.side, &heading, shift, &[]);
        if let Some(area) = p.board {
            let board = self.position.board(Viewer::All);
            cards::frame(canvas, area, &format!("{}, at this move", board.title), false);
            board::draw(&mut canvas.part(p.board_area()), &board, &self.board);
        }
        if let Some(area) = p.table {
            let likely = if self.sitting.is_paid() { "paid, change" } else { "chance, change" };
            Frame::new("Moves").note(likely).draw(canvas, area);
            self.draw_table(canvas, Frame::list_area(area));
        }
        self.draw_line(canvas, &p, &self.line_words());
    }

    /// Draws the values of all moves, and the values of honest play beside them if the player shows it. In a
    /// deterministic debate, draws the winning choices instead.
    fn draw_chart(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let title = match (self.honest.is_some(), self.shows_choices()) {
            (true, _) => "Move by move",
            (_, true) => "Winning choices",
            _ if self.sitting.is_paid() => "Alice's payoff, with honest play",
            _ => "Alice's chance, with honest play",
        };
        if self.honest.is_none() && self.shows_choices() {
            return self.draw_choices(canvas, area, title);
        }
        let inside = Frame::new(title).draw(canvas, area);
        if let Some(honest) = &self.honest {
            return self.draw_honest(&mut canvas.part(inside), honest);
        }
        let values: Vec<Option<f64>> = self.judged.moves.iter().map(|own| own.made.value).collect();
        let plot = Rect { x: inside.x + 1, width: inside.width.saturating_sub(2), ..inside };
        curve::draw(canvas, plot, &values, self.at, self.sitting.is_paid());
        if !self.evaluates() && values.iter().all(Option::is_none) {
            let row = Rect { y: inside.y + inside.height / 2, height: 1, ..inside };
            let words = canvas.line("exact value unknown here", Role::Dim);
            canvas.lines(row, [words.centered()]);
        }
    }

    /// Returns `true` if the chart shows choices, because the values would be a flat line.
    fn shows_choices(&self) -> bool {
        let is_never_won = self.sitting.scenario.is_never_won();
        self.is_tried
            && (self.crossroads.is_working() || !self.crossroads.is_empty() || is_never_won)
    }

    /// Draws every choice of the players and marks the winning ones. The move shown stays in view.
    fn draw_choices(&self, canvas: &mut Canvas<'_>, area: Rect, title: &str) {
        let inside = Frame::text_area(area);
        let mut rows: Vec<(String, Role)> = Vec::new();
        let mut here = 0;
        if self.crossroads.is_working() {
            rows.push(("trying every choice …".into(), Role::Dim));
        } else if self.crossroads.is_empty() {
            let words = "No choice would have won: the claim is false, and Bob finds every lie.";
            rows.extend(wrap(words, inside.width.into()).into_iter().map(|row| (row, Role::Text)));
        }
        for place in self.crossroads.iter() {
            if place.at <= self.at {
                here = rows.len();
            }
            let role = if place.at == self.at { Role::Chosen } else { Role::Text };
            let mut label = format!("move {}", place.at);
            for line in ending::choice_rows(place, usize::from(inside.width).saturating_sub(9)) {
                rows.push((format!("{} {line}", pad(&label, 8)), role));
                label.clear();
            }
        }
        let below = if self.crossroads.is_empty() { "" } else { ending::LEGEND };
        let top = here.saturating_sub(usize::from(inside.height) / 2);
        Frame::new(title).below(below).text(canvas, area, &rows, top);
    }

    /// Draws the row above the footer: `words`, or the text field below its question.
    pub(super) fn draw_line(&self, canvas: &mut Canvas<'_>, p: &ReviewLayout, words: &str) {
        let theme = canvas.theme;
        let inside = |row: Rect, margin: u16| row.inner(Margin::new(margin, 0));
        let Some(typing) = &self.typing else {
            return canvas.lines(inside(p.line, 1), [theme.line(words, Role::Text)]);
        };
        let above = Rect { y: p.line.y.saturating_sub(1), ..p.line };
        let question = format!(" {} ", typing.asked.question());
        canvas.lines(inside(above, 2), [theme.line(question, Role::Ask)]);
        let mut row = canvas.part(inside(p.line, 3));
        let room = row.width();
        typing.field.draw(&mut row, (0, 0), room, true);
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
                    return "Delete this variation from the list? The record keeps its moves."
                        .into();
                }
                format!(
                    "▸ variation {} of {}{}: {} long",
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
                    Some(_) => "  A new move here starts a variation.",
                    None => "",
                };
                let name = line_words(sitting, sitting.here());
                format!("● variation {line} of {}{name}, {moves}.{more}", leaves.len().max(1))
            }
        }
    }

    fn draw_table(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let (theme, total) = (canvas.theme, self.judged.moves.len());
        // The sign of the cursor, a blank and the bar take columns.
        let columns = usize::from(area.width).saturating_sub(4);
        let row = |at: usize| self.move_line(at, columns, theme);
        list::draw(canvas, area, (total, self.scroll), Some(Role::Chosen), row);
    }

    /// The name of the player who made a move, and the move in words.
    fn made(&self, at: usize) -> (String, String) {
        let point = &self.judged.moves[at].made;
        match &point.played {
            None => (String::new(), "the start".to_owned()),
            Some(played) => {
                let named = by_name(self.sitting.game(), point.node);
                (self.who(played.actor), named.unwrap_or_else(|| words(&played.mv)))
            }
        }
    }

    /// A row of the moves: the number, the player, the move with its grade, the value and its change.
    fn move_line(&self, i: usize, columns: usize, theme: &Theme) -> Line<'static> {
        let payoff = self.sitting.is_paid();
        let own = &self.judged.moves[i];
        let (who, what) = self.made(i);
        let lead = format!("{i:>3}  {} ", pad(&who, 6));
        let room = columns.saturating_sub(NUMBERS + width(&lead) + 1);
        // The word names the grade. The style only repeats it.
        let word = own.remark.map(MoveRemark::word);
        let grade = word.map(|word| format!(": {word}")).unwrap_or_default();
        let what = fitted(&what, room.saturating_sub(width(&grade))).into_owned();
        let rest = pad("", room.saturating_sub(width(&what) + width(&grade)));
        let is_bad = own.remark.is_some_and(|remark| remark.is_bad());
        let number = |v: f64| if payoff { curve::in_columns(v, 2, 7) } else { probability(v) };
        let value = own.made.value.map_or("–".into(), number);
        let delta = own.made.change.map_or(String::new(), |c| match change(c, 2) {
            wide if payoff && width(&wide) > 7 => change(c, 0),
            paid if payoff => paid,
            _ => change(c, 3),
        });
        let tail = format!("{rest}  {} {}", pad_left(&value, 7), pad_left(&delta, 7));
        vec![
            theme.span(lead + &what, Role::Text),
            theme.span(grade, if is_bad { Role::Bad } else { Role::Text }),
            theme.span(tail, Role::Text),
        ]
        .into()
    }

    /// The remarks on the move that is shown, on the losing move, and on the whole debate.
    pub(super) fn panel(&self) -> (String, SidePanel) {
        let mut out: Vec<PanelParagraph> = Vec::new();
        let text = |words: String| (words, Role::Text);
        let judged = &self.judged;
        let (who, what) = self.made(self.at);
        let heading = match self.at {
            0 => "Start".to_owned(),
            at => format!("Move {at} · {who}"),
        };
        let told = judged.remark_index(self.at);
        out.push((capital(&what), Role::Chosen));
        out.extend(self.noted());
        let evaluates = self.evaluates();
        if let Some((done, of)) = self.found.progress().filter(|_| evaluates) {
            let far = if of == 0 { String::new() } else { format!(": {done} of {of}") };
            out.push((format!("evaluating the moves{far}"), Role::Dim));
        }
        // Explains the mistake at the move that is shown. If there is none, explains the worst mistake.
        let lost_by = if evaluates { None } else { judged.lost_by_words() };
        match (told, lost_by) {
            (Some(at), _) => {
                let role = if at == self.at { Role::Bad } else { Role::Heading };
                out.push((format!("{}.", capital(&judged.called(at))), role));
                out.extend(judged.about(at).into_iter().map(set));
            }
            (None, Some((heading, words))) => {
                out.push((format!("{}.", capital(heading)), Role::Heading));
                out.extend(words.into_iter().map(set));
                if self.found.is_working()
                    && judged.lost_by.as_ref().is_some_and(|own| own.loss.is_none())
                {
                    out.push(("looking for the mistake".into(), Role::Dim));
                }
            }
            (None, None) => {}
        }
        if judged.outcome.is_some() {
            out.push(text(self.why.clone()));
            out.extend(self.position_at_the_end().decided_by().map(text));
            out.extend(judged.goal_words().map(set));
            out.extend(self.misread());
            out.extend(judged.doubt_words().map(set));
            out.extend(goal::revealed(&self.sitting).into_iter().map(text));
        } else {
            out.push(text("This debate is not over yet.".into()));
        }
        out.extend(judged.par().map(text));
        out.extend(self.prices());
        out.extend(self.position.proof_rounds(1).into_iter().map(|words| (words, Role::Dim)));
        let brief = self.position.brief(Viewer::All);
        out.extend(brief.warnings.into_iter().map(|w| (w, Role::Bad)));
        out.push((brief.theorem, Role::Dim));
        (heading, SidePanel(out))
    }

    fn position_at_the_end(&self) -> &dyn Presentation {
        self.sitting.game().position()
    }

    /// The value of other strategies in the players' seats, as soon as it is known.
    pub(super) fn prices(&self) -> Vec<PanelParagraph> {
        let said = self.judged.prices.iter().flat_map(SubstituteValues::sentences);
        said.map(|words| (words, Role::Text)).collect()
    }
}

/// A sentence with the style of its tone.
pub(super) fn set((words, tone): Sentence) -> PanelParagraph {
    let role = match tone {
        Tone::Plain => Role::Text,
        Tone::Good => Role::Good,
        Tone::Bad => Role::Bad,
        Tone::Aside => Role::Dim,
    };
    (words, role)
}
