//! The keys of the set-up and their effects.

use super::players::players;
use super::{ROWS, SeatsScreen, SetupRow};
use crate::tui::prelude::*;
use crate::tui::screen::TableOptions;

impl SeatsScreen {
    fn offers(&self, context: &Context) -> Vec<KeyCommand> {
        use Action::*;
        let row = |seats: &mut Self, action, _: &mut Context| seats.step(by(action, 1));
        let mut offers = vec![KeyCommand::new(&[Up, Down], "row").does(row)];
        let words = match self.row() {
            SetupRow::Question => None,
            SetupRow::Start => self.may_predict().then_some("who wins"),
            _ => Some("change"),
        };
        if let Some(words) = words {
            let change = |seats: &mut Self, action, context: &mut Context| {
                seats.change(by(action, 1), context);
            };
            let offer = KeyCommand::new(&[Left, Right], words).does(change);
            // If the row is fixed, the footer hides its key. Pressing the key tells the reason.
            offers.push(if self.fixed().is_some() { offer.hidden_from_footer() } else { offer });
        }
        let typed = match self.row() {
            _ if self.fixed().is_some() => false,
            SetupRow::Seat(seat) => self.chairs[seat.index()].takes_argument(),
            SetupRow::Seed => true,
            _ => false,
        };
        if typed {
            let outside = matches!(self.row(), SetupRow::Seat(seat) if self.chairs[seat.index()].command().is_some());
            offers.push(KeyCommand::typing(if outside { "a-z" } else { "0-9" }, "type it"));
        }
        let does = if self.row() == SetupRow::Question { "ask something else" } else { "start" };
        offers.push(KeyCommand::new(&[Confirm], does).does(Self::confirm));
        if !self.is_default() {
            offers.push(KeyCommand::new(&[Defaults], "defaults").does(|seats: &mut Self| {
                seats.chairs = Seat::each(|seat| players(&seats.sitting, seat));
                seats.seed.set(seats.sitting.game().seed().to_string());
                seats.seed_put = true;
                seats.options = TableOptions::default();
                seats.winner = None;
                seats.brief_anew();
            }));
        }
        let (panel, area) = self.side(context);
        if panel.overflows(area) {
            let page = |seats: &mut Self, action, context: &mut Context| {
                let (panel, area) = seats.side(context);
                seats.side_shift = panel.paged(action, seats.side_shift, area);
            };
            offers.push(KeyCommand::hidden(&[PageUp, PageDown], "a page").does(page));
        }
        let end = |seats: &mut Self, action, _: &mut Context| {
            seats.focus = moved(0, action, 1, ROWS.len());
        };
        offers.push(KeyCommand::hidden(&[First, Last], "first and last row").does(end));
        offers.push(KeyCommand::hidden(&[Cancel], "back").leaves());
        offers.extend(KeyCommand::help_and_back());
        offers
    }
}

impl Screen<Playground> for SeatsScreen {
    fn scope(&self) -> KeyScope {
        KeyScope::Seats
    }

    fn accepts_edit(&self, edit: &Edit) -> bool {
        let is_pasted = matches!(edit, Edit::Paste(_));
        let number = |field: &TextLine, signs: &str| {
            !is_pasted && field.accepts_edit(edit, |c| c.is_ascii_digit() || signs.contains(c))
        };
        match self.row() {
            _ if self.fixed().is_some() => false,
            SetupRow::Seat(seat) => {
                let chair = &self.chairs[seat.index()];
                let typed = is_pasted || matches!(edit, Edit::Char(_));
                (typed && chair.command().is_some())
                    || (chair.takes_argument() && number(&chair.argument, ".-"))
            }
            SetupRow::Seed => number(&self.seed, ""),
            _ => false,
        }
    }

    fn edit(&mut self, edit: Edit, _context: &mut Context) {
        match self.row() {
            SetupRow::Seat(seat) => {
                let chair = &mut self.chairs[seat.index()];
                let most = if chair.command().is_some() { 400 } else { 20 };
                chair.argument.edit(edit, most);
            }
            SetupRow::Seed => {
                if std::mem::take(&mut self.seed_put) && matches!(edit, Edit::Char(_)) {
                    self.seed.set("");
                }
                self.seed.edit(edit, 19);
            }
            _ => {}
        }
    }

    fn click(&mut self, at: Position, context: &mut Context) -> Transition {
        match self.row_of(at, context) {
            Some(row)
                if row == self.focus
                    && matches!(ROWS[row], SetupRow::Question | SetupRow::Start) =>
            {
                self.confirm(context)
            }
            Some(row) if row == self.focus => {
                self.change(1, context);
                Transition::Stay
            }
            Some(row) => {
                self.focus = row;
                Transition::Stay
            }
            None => Transition::Stay,
        }
    }

    fn view(&self, canvas: &mut Canvas<'_>, context: &Context) -> Vec<KeyCommand> {
        self.draw_all(canvas, context);
        self.offers(context)
    }
}
