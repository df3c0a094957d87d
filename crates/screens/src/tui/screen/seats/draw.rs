//! How the set-up looks.

use super::players::{PlayerChoice, choice_text, label, people};
use super::{ROWS, SeatsScreen, SetupRow, screen_row};
use crate::debate::SeatPlan;
use crate::review::People;
use crate::scenario::Forbidden;
use crate::strategy::StrategyParameter;
use crate::tui::goal::{self, capital};
use crate::tui::prelude::*;
use crate::tui::scroll::Window;

/// Columns of a player's name in the list, with the mark before it.
const NAME: usize = 26;

impl SeatsScreen {
    pub(super) fn draw_all(&self, canvas: &mut Canvas<'_>, context: &Context) {
        let a = ScreenLayout::new(canvas.area(), false);
        let scenario = &self.sitting.scenario;
        layout::title_bar(&mut canvas.part(a.title), &scenario.title, "seats");
        canvas.part(a.claim).print(1, 0, &scenario.claim, Role::Text);
        // The list of choices takes the rows of ledger and prompt below it.
        let body = Rect { height: a.ask.y.saturating_sub(a.board.y), ..a.board };
        let headings = ["who plays, with what", &*self.brief.protocol];
        layout::split_heading(canvas, (a.top, body), a.side.x, headings, Role::Heading);
        let mut list = canvas.part(body);
        for (i, &row) in ROWS.iter().enumerate().filter(|(_, row)| self.is_shown(**row)) {
            let here = i == self.focus;
            let sign = if here { '▸' } else { ' ' };
            let name = match row {
                SetupRow::Seat(seat) => pad(&capital(seat.name()), 10),
                // A long seed needs the room.
                SetupRow::Seed if self.seed.text().len() > 12 => pad("seed", 10),
                SetupRow::Seed => pad("seed of every coin", 30),
                SetupRow::Evaluation => pad("evaluation bar while playing", 30),
                SetupRow::Curtain => pad("curtain between players", 30),
                SetupRow::Question => "Ask something else of this file …".into(),
                SetupRow::Start => "Start the debate".into(),
            };
            let y = screen_row(i);
            let role = match (here, row) {
                (true, SetupRow::Question | SetupRow::Start) => Role::Cursor,
                (true, _) => Role::Chosen,
                _ => Role::Text,
            };
            let x = list.print(1, y, &format!("{sign} "), Role::Text);
            let x = list.print(x, y, &name, role);
            let value = match (row, self.value(row)) {
                // As it is typed it stands where it can be typed.
                (SetupRow::Seat(seat), written) if !here => self.named(seat).unwrap_or(written),
                (_, value) => value,
            };
            if !value.is_empty() {
                let shown = if here { format!("← {value} →") } else { format!("  {value}") };
                list.print(x + 1, y, &shown, role);
            }
        }
        let below = screen_row(ROWS.len() - 1) + 1;
        list.print_lines((5, below), self.prediction_words(), Role::Dim);
        if list.width() >= 100 && list.height() > 20 {
            let area = list.area();
            let rest = Rect { y: area.y + 17, height: area.height - 17, ..area };
            self.all_choices(&mut list.part(rest));
        }
        let hints = match scenario.forbids(Forbidden::Hints) {
            true => "forbidden".to_owned(),
            false => scenario.hints(&people(&self.chairs)).len().to_string(),
        };
        // No cursor leads there: it cannot be changed.
        list.print(3, 8, &format!("{} {hints}", pad("hints", 32)), Role::Dim);
        let (panel, area) = self.side(context);
        panel.draw(&mut canvas.part(area), self.side_shift, &context.keys);
        let heading = match self.row() {
            SetupRow::Seat(seat) => format!(
                "{}: {} to choose from",
                capital(seat.name()),
                self.chairs[seat.index()].choices.len()
            ),
            SetupRow::Seed => "the seed".into(),
            SetupRow::Evaluation => "the evaluation".into(),
            SetupRow::Curtain => "the curtain".into(),
            SetupRow::Question => "another question".into(),
            SetupRow::Start => "ready".into(),
        };
        Divider::new(&heading)
            .crossing(a.divider_column(), '┴')
            .draw(&mut canvas.part(a.ask), Role::Ask);
        self.below(&mut canvas.part(a.prompt), &context.keys);
    }

    /// The program in a seat, for a reader, if one was chosen.
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

    /// On a wide screen: everything that every seat can be, side by side.
    fn all_choices(&self, canvas: &mut Canvas<'_>) {
        let columns = canvas.width() / 3;
        for seat in Seat::ALL {
            let chair = &self.chairs[seat.index()];
            let area = canvas.area();
            let x = area.x + (seat.index() * columns) as u16;
            let mut part = canvas.part(Rect { x, width: columns as u16, ..area });
            part.print(3, 0, &capital(seat.name()), Role::Heading);
            let hides = self.hides(seat);
            let mut y = 1;
            for (i, choice) in chair.choices.iter().enumerate() {
                let here = i == chair.at;
                let role = if here { Role::Chosen } else { Role::Text };
                let sign = if here { '▸' } else { ' ' };
                part.print(1, y, &format!("{sign} {}", label(choice, hides)), role);
                y += 1;
                let told = wrap(&choice_text(choice, hides), columns.saturating_sub(7));
                y = part.print_lines((5, y), told, Role::Dim);
            }
        }
    }

    fn below(&self, canvas: &mut Canvas<'_>, keys: &KeyMap) {
        let columns = canvas.width().saturating_sub(5);
        match self.row() {
            SetupRow::Seat(seat) => {
                let chair = &self.chairs[seat.index()];
                let (rows, total) = (canvas.height(), chair.choices.len());
                let hides = self.hides(seat);
                // What the one chosen does is said whole; the others beside it have a row each.
                let note = format!("↑ {total} ↓ {total} more");
                let columns = canvas.width().saturating_sub(NAME + width(&note) + 3);
                let chosen = wrap(&choice_text(&chair.choices[chair.at], hides), columns);
                let extra = chosen.len().clamp(1, rows.max(1)) - 1;
                let window = Window::around(chair.at, total, rows - extra);
                let mut y = 0;
                for i in window.first..window.first + window.count {
                    let choice = &chair.choices[i];
                    let here = i == chair.at;
                    let role = if here { Role::Chosen } else { Role::Text };
                    let sign = if here { '▸' } else { ' ' };
                    let name = pad(&label(choice, hides), NAME - 4);
                    canvas.print(0, y, &format!(" {sign} {name} "), role);
                    let one = [choice_text(choice, hides)];
                    for line in if here { &chosen[..] } else { &one[..] } {
                        canvas.print_within(NAME, y, line, canvas.style(role), columns);
                        y += 1;
                    }
                }
                let mut note = String::new();
                if window.above > 0 {
                    note += &format!("↑ {} ", window.above);
                }
                if window.below > 0 {
                    note += &format!("↓ {} more", window.below);
                }
                canvas.print_right(rows.saturating_sub(1), &note, Role::Dim);
            }
            SetupRow::Start => {
                let scenario = &self.sitting.scenario;
                let game = self.sitting.game();
                let first = People::first_of(scenario, &people(&self.chairs));
                let asked = |seat| {
                    let goal = scenario.goal_in(Some(seat)).cloned().unwrap_or_default();
                    goal::asked(&goal, Some(seat), game.payoff_unit(), game.position().is_series())
                };
                let goal = first.and_then(asked).unwrap_or_default();
                let enter = keys.label(Action::Confirm);
                let begins = match cfg!(unix) {
                    true => format!("{enter} begins; every move is kept on disk."),
                    false => format!("{enter} begins; every move is kept."),
                };
                // What Enter does stands in the last row, too: the goal comes before it.
                let rows = wrap(&goal, columns).len();
                let said = |after: &str| wrap(format!("{goal} {after}").trim(), columns);
                let told = [&begins, &format!("{enter} begins."), ""].map(said);
                let fits = told.iter().find(|lines| lines.len() <= rows).unwrap_or(&told[2]);
                let y = canvas.print_lines((3, 0), fits, Role::Text);
                let look_for = wrap(&scenario.lesson.look_for, columns);
                let look_for = look_for.iter().filter(|line| !line.is_empty());
                canvas.print_lines((3, y), look_for, Role::Dim);
            }
            row => {
                let words = match row {
                    SetupRow::Seed => "The same seed draws the same coins, whatever is taken back.",
                    SetupRow::Evaluation => {
                        let e = keys.label(Action::Evaluation);
                        &format!(
                            "Shows what each place is worth while you play; {e} switches it as well."
                        )
                    }
                    SetupRow::Curtain => {
                        "Covers the screen when the turn goes from one person to another."
                    }
                    _ => {
                        let enter = keys.label(Action::Confirm);
                        &format!(
                            "{enter} asks about another input, output or number of steps, or by another \
                             protocol."
                        )
                    }
                };
                canvas.print_lines((3, 0), wrap(words, columns), Role::Text);
            }
        }
    }
}

fn on_off(on: bool) -> String {
    if on { "on" } else { "off" }.into()
}
