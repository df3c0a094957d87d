//! Draws the set-up of a debate.

use ratatui::layout::{Constraint, Layout};

use super::players::{PlayerChoice, choice_text, label, people};
use super::{ROWS, SeatsScreen, SetupRow};
use crate::debate::SeatPlan;
use crate::review::People;
use crate::scenario::Forbidden;
use crate::strategy::StrategyParameter;
use crate::tui::goal::{self, capital};
use crate::tui::prelude::*;
use crate::tui::screen::cards;
use crate::tui::scroll::Scroll;

/// The columns for a player's name in the list, with the sign before it.
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
        let inside = cards::frame(canvas, players, "Who plays", true);
        let mut list =
            canvas.part(Rect { x: inside.x.saturating_sub(1), width: inside.width + 1, ..inside });
        let mut y = 0;
        for (i, &row) in ROWS.iter().enumerate().filter(|(_, row)| self.is_shown(**row)) {
            self.draw_row(&mut list, y, (row, i == self.focus));
            y += 1;
        }
        // The cursor skips this row, because nothing in it can change.
        let hints = match scenario.forbids(Forbidden::Hints) {
            true => "forbidden".to_owned(),
            false => scenario.hints(&people(&self.chairs)).len().to_string(),
        };
        list.print(2, y, &format!("{}  {hints}", pad("hints", 30)), Role::Dim);
        list.print_lines((2, y + 1), self.prediction_words(), Role::Text);
        let (panel, _) = self.side(context);
        let keys = [Action::PageUp, Action::PageDown].map(|action| context.keys.label(action));
        let shift = (self.side_shift, keys.each_ref().map(|key| &**key));
        cards::panel(canvas, rule, &self.brief.protocol, &panel, shift);
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
        let inside = cards::frame(canvas, below, &heading, false);
        self.below(&mut canvas.part(inside), &context.keys);
    }

    fn draw_row(&self, list: &mut Canvas<'_>, y: usize, (row, here): (SetupRow, bool)) {
        let name = match row {
            SetupRow::Seat(seat) => pad(&capital(seat.name()), 10),
            // A long seed needs the space.
            SetupRow::Seed if self.seed.text().len() > 12 => pad("seed", 10),
            SetupRow::Seed => pad("seed of all coins", 30),
            SetupRow::Evaluation => pad("evaluation while playing", 30),
            SetupRow::Curtain => pad("curtain between players", 30),
            SetupRow::Question => "Ask something else of this file …".into(),
            SetupRow::Start => "Start the debate".into(),
        };
        let role = match (here, row) {
            (true, SetupRow::Question | SetupRow::Start) => Role::Cursor,
            (true, _) => Role::Chosen,
            _ => Role::Text,
        };
        let x = list.print(0, y, if here { "▸ " } else { "  " }, Role::Text);
        let x = list.print(x, y, &name, role);
        let value = match (row, self.value(row)) {
            // The selected row shows the exact text, because the player can edit it.
            (SetupRow::Seat(seat), written) if !here => self.named(seat).unwrap_or(written),
            (_, value) => value,
        };
        if !value.is_empty() {
            let shown = if here { format!("← {value} →") } else { format!("  {value}") };
            list.print(x + 1, y, &shown, role);
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

    /// Draws all choices for a seat with their descriptions. The selected one stays in view.
    fn draw_choices(&self, canvas: &mut Canvas<'_>, seat: Seat) {
        let chair = &self.chairs[seat.index()];
        let hides = self.hides(seat);
        let columns = canvas.width().saturating_sub(NAME);
        let mut rows: Vec<(String, Role)> = Vec::new();
        let mut chosen = 0..0;
        for (i, choice) in chair.choices.iter().enumerate() {
            let here = i == chair.at;
            let role = if here { Role::Chosen } else { Role::Text };
            let sign = if here { '▸' } else { ' ' };
            let from = rows.len();
            for (n, line) in wrap(&choice_text(choice, hides), columns).into_iter().enumerate() {
                let name =
                    if n == 0 { format!("{sign} {}", label(choice, hides)) } else { String::new() };
                rows.push((format!("{} {line}", pad(&name, NAME - 1)), role));
            }
            if here {
                chosen = from..rows.len();
            }
        }
        let mut scroll = Scroll::at(chosen.end.saturating_sub(1));
        scroll.show_from(chosen.start.saturating_sub(canvas.height() / 3));
        let window = scroll.window(rows.len(), canvas.height());
        for (y, i) in window.draw(canvas, (2, 0), Role::Dim) {
            canvas.print(0, y, &rows[i].0, rows[i].1);
        }
    }

    fn below(&self, canvas: &mut Canvas<'_>, keys: &KeyMap) {
        let columns = canvas.width();
        match self.row() {
            SetupRow::Seat(seat) => self.draw_choices(canvas, seat),
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
                let mut y = 0;
                for (words, role) in said.into_iter().filter(|(words, _)| !words.is_empty()) {
                    y = canvas.print_lines((0, y), wrap(&words, columns), role);
                }
            }
            row => {
                let words = match row {
                    SetupRow::Seed => "The same seed draws the same coins, even after an undo.",
                    SetupRow::Evaluation => {
                        let e = keys.label(Action::Evaluation);
                        &format!(
                            "Shows the value of each position while you play. {e} also switches it."
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
                canvas.print_lines((0, 0), wrap(words, columns), Role::Text);
            }
        }
    }
}

fn on_off(on: bool) -> String {
    if on { "on" } else { "off" }.into()
}
