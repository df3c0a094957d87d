//! Draws the set-up of a debate.

use super::players::{PlayerChoice, choice_text, label, people};
use super::{ROWS, SeatsScreen, SetupRow};
use crate::debate::SeatPlan;
use crate::review::People;
use crate::scenario::Forbidden;
use crate::strategy::StrategyParameter;
use crate::tui::goal::{self, capital};
use crate::tui::list;
use crate::tui::prelude::*;
use crate::tui::screen::cards;
use elenchus_kit::card::Card as Frame;

/// The number of columns for a player's name in the list, including the sign before it.
const NAME: usize = 26;

impl SeatsScreen {
    /// The areas of the cards: the players, the rules, and the choices for the selected row.
    pub(super) fn parts(&self, size: Rect) -> [Rect; 3] {
        let shown = ROWS.iter().filter(|row| self.is_shown(**row)).count() as u16;
        // The hints and the prediction each take one row.
        let upper = shown + 4;
        let rows = [Constraint::Length(upper), Constraint::Fill(1)];
        let [upper, below] = Layout::vertical(rows).areas(cards::body(size));
        let rule = 29 + (size.width.saturating_sub(80) / 3).min(40);
        let columns = [Constraint::Fill(1), Constraint::Length(rule.min(size.width))];
        let [players, rule] = Layout::horizontal(columns).areas(upper);
        [players, rule, below]
    }

    pub(super) fn draw_all(&self, canvas: &mut Canvas<'_>, context: &Context) {
        let size = canvas.area();
        let scenario = &self.sitting.scenario;
        cards::header(canvas, [&scenario.title, "players and seed"], &scenario.claim);
        let [players, rule, below] = self.parts(size);
        Frame::new("Who plays").focused(true).draw(canvas, players);
        let rows: Vec<(SetupRow, bool)> = ROWS
            .iter()
            .enumerate()
            .filter(|(_, row)| self.is_shown(**row))
            .map(|(i, &row)| (row, i == self.focus))
            .collect();
        let parts = [Constraint::Length(rows.len() as u16), Constraint::Fill(1)];
        let [list, rest] = Layout::vertical(parts).areas(Frame::list_area(players));
        let at = rows.iter().position(|(_, here)| *here).unwrap_or(0);
        let cursor = match self.row() {
            SetupRow::Question | SetupRow::Start => Role::Cursor,
            _ => Role::Chosen,
        };
        let row = |at: usize| Line::from(self.row_words(rows[at]));
        list::draw(canvas, list, (rows.len(), Scroll::at(at)), Some(cursor), row);
        // The cursor skips this row, because nothing in it can change.
        let hints = match scenario.forbids(Forbidden::Hints) {
            true => "forbidden".to_owned(),
            false => scenario.hints(&people(&self.chairs)).len().to_string(),
        };
        let hints = canvas.line(format!("  {}  {hints}", pad("hints", 30)), Role::Dim);
        let predicted = self.prediction_words();
        let predicted = predicted.iter().map(|words| canvas.line(format!("  {words}"), Role::Text));
        let fixed: Vec<Line<'_>> = std::iter::once(hints).chain(predicted).collect();
        canvas.lines(Rect { width: rest.width.saturating_sub(1), ..rest }, fixed);
        let (panel, _) = self.side(context);
        let keys = [Action::PageUp, Action::PageDown].map(|action| context.keys.label(action));
        let shift = (self.side_shift, keys.each_ref().map(|key| &**key));
        panel.draw(canvas, rule, &self.brief.protocol, shift, &[]);
        let heading = match self.row() {
            SetupRow::Seat(seat) => format!(
                "{}: {} to choose from",
                capital(seat.name()),
                self.chairs[seat.index()].choices.len()
            ),
            SetupRow::Seed => "The seed".into(),
            SetupRow::Evaluation => "The evaluation".into(),
            SetupRow::Curtain => "The curtain".into(),
            SetupRow::Question => "Another question".into(),
            SetupRow::Start => "Ready".into(),
        };
        let inside = cards::inside_panel(below);
        let (lines, top) = self.below(inside, &context.keys);
        // The card is as high as its text.
        let height = below.height.min(lines.len() as u16 + 2);
        Frame::new(&heading).text(canvas, Rect { height, ..below }, &lines, top);
    }

    /// A row of the set-up. The selected row has arrows around its value.
    fn row_words(&self, (row, here): (SetupRow, bool)) -> String {
        let name = match row {
            SetupRow::Seat(seat) => pad(&capital(seat.name()), 10),
            // A long seed needs the space.
            SetupRow::Seed if self.seed.text().len() > 12 => pad("seed", 10),
            SetupRow::Seed => pad("seed of all random draws", 30),
            SetupRow::Evaluation => pad("evaluation while playing", 30),
            SetupRow::Curtain => pad("curtain between players", 30),
            SetupRow::Question => "Ask another question about this file …".into(),
            SetupRow::Start => "Start the debate".into(),
        };
        let value = match (row, self.value(row)) {
            // The selected row shows the exact text, because the player can edit it.
            (SetupRow::Seat(seat), written) if !here => self.named(seat).unwrap_or(written),
            (_, value) => value,
        };
        match value.is_empty() {
            true => name,
            false if here => format!("{name} ← {value} →"),
            false => format!("{name}   {value}"),
        }
    }

    /// The readable name of the program in a seat. `None` if the seat has no strategy.
    fn named(&self, seat: Seat) -> Option<String> {
        let chair = &self.chairs[seat.index()];
        match (chair.chosen(), chair.plan()) {
            (PlayerChoice::Strategy(info), SeatPlan::Program(written)) => {
                Some(info.named(&written))
            }
            _ => None,
        }
    }

    fn value(&self, row: SetupRow) -> String {
        match row {
            SetupRow::Seat(seat) => {
                let chair = &self.chairs[seat.index()];
                match (chair.chosen(), chair.plan()) {
                    (PlayerChoice::Strategy(s), SeatPlan::Program(_))
                        if s.argument != StrategyParameter::None
                            && chair.argument.text().is_empty() =>
                    {
                        s.written.clone()
                    }
                    (PlayerChoice::Strategy(_), SeatPlan::Program(written)) => written,
                    (PlayerChoice::Outside, _) => format!("program: {}", chair.argument.text()),
                    (choice, _) => label(choice, self.hides(seat)),
                }
            }
            SetupRow::Seed => self.seed.text().to_owned(),
            SetupRow::Evaluation if !self.sitting.scenario.allows_evaluation() => {
                "off, forbidden".into()
            }
            SetupRow::Evaluation => on_off(self.options.evaluation),
            SetupRow::Curtain => on_off(self.options.curtain),
            SetupRow::Question | SetupRow::Start => String::new(),
        }
    }

    /// All choices for a seat with their descriptions, and the first line in view. The selected choice stays in view.
    fn choices(&self, area: Rect, seat: Seat) -> (Vec<(String, Role)>, usize) {
        let chair = &self.chairs[seat.index()];
        let hides = self.hides(seat);
        let columns = usize::from(area.width).saturating_sub(NAME);
        let mut rows: Vec<(String, Role)> = Vec::new();
        let mut top = 0;
        for (i, choice) in chair.choices.iter().enumerate() {
            let here = i == chair.at;
            let role = if here { Role::Chosen } else { Role::Text };
            let mut name = format!("{} {}", if here { '▸' } else { ' ' }, label(choice, hides));
            if here {
                top = rows.len().saturating_sub(usize::from(area.height) / 3);
            }
            for line in wrap(&choice_text(choice, hides), columns) {
                rows.push((format!("{} {line}", pad(&name, NAME - 1)), role));
                name.clear();
            }
        }
        (rows, top)
    }

    /// The lines about the selected row, and the first one in view.
    fn below(&self, area: Rect, keys: &KeyMap) -> (Vec<(String, Role)>, usize) {
        let columns = usize::from(area.width);
        let lines = |(words, role): (String, Role)| {
            wrap(&words, columns).into_iter().map(move |line| (line, role))
        };
        match self.row() {
            SetupRow::Seat(seat) => self.choices(area, seat),
            SetupRow::Start => {
                let scenario = &self.sitting.scenario;
                let game = self.sitting.game();
                let first = People::first_of(scenario, &people(&self.chairs));
                let (worth, is_series) = (game.payoff_unit(), game.position().is_series());
                let asked = |seat| match Some(seat) == scenario.seat {
                    true => goal::asked_by(scenario, worth, is_series),
                    false => {
                        let goal = scenario.goal_in(Some(seat)).cloned().unwrap_or_default();
                        goal::asked(&goal, Some(seat), worth, is_series)
                    }
                };
                let goal = first.and_then(asked).unwrap_or_default();
                let enter = keys.label(Action::Confirm);
                let begins = match cfg!(unix) {
                    true => {
                        format!("{enter} starts the debate. Elenchus keeps every move on disk.")
                    }
                    false => format!("{enter} starts the debate. Elenchus keeps every move."),
                };
                let said = [
                    (goal, Role::Text),
                    (scenario.lesson.look_for.to_string(), Role::Text),
                    (begins, Role::Dim),
                ];
                let said = said.into_iter().filter(|(words, _)| !words.is_empty());
                (said.flat_map(lines).collect(), 0)
            }
            row => {
                let words = match row {
                    SetupRow::Seed => {
                        "The same seed gives the same random draws, even after an undo."
                    }
                    SetupRow::Evaluation => {
                        let e = keys.label(Action::Evaluation);
                        &format!(
                            "Shows the value of each position while you play. {e} also turns it on or off."
                        )
                    }
                    SetupRow::Curtain => {
                        "Covers the screen when the turn passes to another person."
                    }
                    _ => {
                        let enter = keys.label(Action::Confirm);
                        &format!(
                            "{enter} asks about another input, output or number of steps, or by another \
                             protocol."
                        )
                    }
                };
                (lines((words.to_owned(), Role::Text)).collect(), 0)
            }
        }
    }
}

fn on_off(on: bool) -> String {
    if on { "on" } else { "off" }.into()
}
