//! The keys of the set-up, and what each does.

use ratatui::layout::Position;

use super::chair::Chair;
use super::{ROWS, Row, Seats};
use crate::rules::Seat;
use crate::scenario::Forbidden;
use crate::tui::canvas::Canvas;
use crate::tui::keys::{Action, KeyScope};
use crate::tui::offer::Offer;
use crate::tui::prompt::Field;
use crate::tui::screen::{Context, Edit, Options, Screen, Step};

impl Screen for Seats {
    fn scope(&self) -> KeyScope {
        KeyScope::Seats
    }

    fn offers(&self, context: &Context) -> Vec<Offer> {
        use Action::*;
        let mut offers = vec![Offer::new(&[Up, Down], "row")];
        if !matches!(self.row(), Row::Question | Row::Start) {
            offers.push(Offer::new(&[Left, Right], "change"));
        }
        let typed = match self.row() {
            Row::Seat(seat) => self.chairs[seat.index()].takes_argument(),
            Row::Seed => true,
            _ => false,
        };
        if typed {
            let outside = matches!(self.row(), Row::Seat(seat) if self.chairs[seat.index()].command().is_some());
            offers.push(Offer::typing(if outside { "a-z" } else { "0-9." }, "type it"));
        }
        let does = if self.row() == Row::Question { "ask something else" } else { "start" };
        offers.push(Offer::new(&[Confirm], does));
        if !self.is_default() {
            offers.push(Offer::new(&[Defaults], "defaults"));
        }
        let (panel, area) = self.side(context);
        if panel.overflows(area) {
            offers.push(Offer::new(&[PageUp, PageDown], "a page").quietly());
        }
        offers.push(Offer::new(&[First, Last], "first and last row").quietly());
        offers.push(Offer::new(&[Cancel], "back").quietly());
        offers.push(Offer::new(&[Help], "help"));
        offers.push(Offer::new(&[Back], "back"));
        offers
    }

    fn act(&mut self, action: Action, context: &mut Context) -> Step {
        match action {
            Action::Up => self.step(-1),
            Action::Down => self.step(1),
            Action::First => self.focus = 0,
            Action::Last => self.focus = ROWS.len() - 1,
            Action::PageUp | Action::PageDown => {
                let (panel, area) = self.side(context);
                self.side_shift = panel.paged(action, self.side_shift, area);
            }
            Action::Left => self.change(-1, context),
            Action::Right => self.change(1, context),
            Action::Defaults => {
                self.chairs = Seat::each(|seat| Chair::new(&self.sitting, seat));
                self.seed.set(self.sitting.game().seed().to_string());
                self.options = Options::default();
            }
            Action::Confirm => return self.confirm(context),
            _ => return Step::Pop,
        }
        Step::Stay
    }

    fn takes(&self, edit: &Edit) -> bool {
        let number = |field: &Field, signs: &str| match edit {
            Edit::Char(c) => c.is_ascii_digit() || signs.contains(*c),
            Edit::Backspace => !field.text().is_empty(),
            _ => false,
        };
        if self.sitting.scenario.forbids(Forbidden::Seats) {
            return false;
        }
        match self.row() {
            Row::Seat(seat) => {
                let chair = &self.chairs[seat.index()];
                let typed = match edit {
                    Edit::Char(_) | Edit::Paste(_) => chair.command().is_some(),
                    _ => false,
                };
                typed || (chair.takes_argument() && number(&chair.argument, ".-"))
            }
            Row::Seed => number(&self.seed, ""),
            _ => false,
        }
    }

    fn edit(&mut self, edit: Edit, _context: &mut Context) {
        match self.row() {
            Row::Seat(seat) => {
                let chair = &mut self.chairs[seat.index()];
                let most = if chair.command().is_some() { 400 } else { 20 };
                chair.argument.edit(edit, most);
            }
            Row::Seed => self.seed.edit(edit, 19),
            _ => {}
        }
    }

    fn click(&mut self, at: Position, context: &mut Context) -> Step {
        match self.row_of(at, context) {
            Some(row) if row == self.focus && matches!(ROWS[row], Row::Question | Row::Start) => {
                self.confirm(context)
            }
            Some(row) if row == self.focus => {
                self.change(1, context);
                Step::Stay
            }
            Some(row) => {
                self.focus = row;
                Step::Stay
            }
            None => Step::Stay,
        }
    }
    fn draw(&self, canvas: &mut Canvas<'_>, context: &Context) {
        self.draw_all(canvas, context);
    }
}
