//! The projector's page: what the teacher has chosen, for everybody to see.

use std::sync::Arc;
use std::time::Duration;

use qrcode::{Color, QrCode};

use crate::session::Class;
use crate::show::Projected;
use crate::tui::prelude::*;
use crate::tui::theme::Glyphs;
use crate::watch::{GLANCE, Watch};

/// Blank modules around a code.
const QUIET: usize = 2;

/// The projector's screen.
pub(crate) struct Projector {
    class: Arc<Class>,
    watch: Watch,
}

impl Projector {
    /// That of this class.
    pub(crate) fn new(class: Arc<Class>) -> Self {
        Self { class, watch: Watch::default() }
    }
}

impl Screen<Playground> for Projector {
    fn scope(&self) -> KeyScope {
        KeyScope::Class
    }

    fn poll(&mut self, context: &mut Context) -> Step {
        self.watch.mark(&self.class, context);
        self.watch.look(&self.class);
        Step::Stay
    }

    fn pace(&self) -> Option<Duration> {
        Some(GLANCE)
    }

    fn view(&self, canvas: &mut Canvas<'_>, _context: &Context) -> Vec<Offer> {
        match &*self.class.shown.lock() {
            Projected::Debate(led) => led.draw(canvas),
            shown => {
                let a = Anatomy::of(canvas.area(), false);
                let here = format!("{} of {} here", self.watch.here(), self.watch.pupils.len());
                layout::title_bar(&mut canvas.part(a.title), "elenchus · the class", &here);
                let below = Rect {
                    y: a.claim.y,
                    height: a.footer.y.saturating_sub(a.claim.y),
                    ..canvas.area()
                };
                let mut part = canvas.part(below);
                match shown {
                    Projected::Class { names: true } => self.draw_names(&mut part),
                    Projected::Class { names: false } => self.draw_class(&mut part),
                    Projected::Vote => self.draw_vote(&mut part),
                    Projected::Door | Projected::Debate(_) => self.draw_door(&mut part),
                }
            }
        }
        vec![
            Offer::new(&[Action::Help], "help"),
            Offer::new(&[Action::Back], "leave this page").quietly().leaves(),
        ]
    }
}

impl Projector {
    fn draw_door(&self, canvas: &mut Canvas<'_>) {
        let (address, code) = (self.class.address(), self.class.code());
        canvas.say(2, 0, "Open this address, or take its picture with a phone:", Role::Text);
        canvas.say(2, 1, address, Role::Title);
        let x = canvas.say(2, 2, "and give a name and the code  ", Role::Text);
        canvas.say(x, 2, &code, Role::Title);
        // Blocks that no phone reads are no picture.
        if canvas.theme.glyphs == Glyphs::Ascii {
            return;
        }
        let Ok(picture) = QrCode::new(format!("{address}#{code}")) else { return };
        let side = picture.width() + 2 * QUIET;
        let room = (canvas.width(), canvas.height().saturating_sub(3));
        if side + 2 <= room.0 && side.div_ceil(2) <= room.1 {
            canvas.say_lines((2, 3), half_blocks(&picture), Role::Text);
        }
    }

    fn draw_vote(&self, canvas: &mut Canvas<'_>) {
        let vote = self.class.shared.ballot.now();
        if vote.number == 0 {
            canvas.say(2, 1, "nothing has been asked yet", Role::Dim);
            return;
        }
        let ask = if vote.ask.is_empty() { "yes or no?" } else { &*vote.ask };
        canvas.say(2, 1, ask, Role::Title);
        let of = self.watch.pupils.len();
        let (yes, no) = vote.counts();
        canvas.say(2, 3, &format!("{} of {of} have voted", yes + no), Role::Text);
        if vote.open {
            let how = match self.class.members.roll().read().frozen {
                true => "the class is stopped for a moment",
                false => "y for yes, n for no; what came of it is told after.",
            };
            canvas.say(2, 4, how, Role::Dim);
            return;
        }
        let most = yes.max(no).max(1);
        let room = canvas.width().saturating_sub(16);
        for (y, (word, count, role)) in
            [("yes", yes, Role::Good), ("no", no, Role::Bad)].into_iter().enumerate()
        {
            let x = canvas.say(2, 5 + 2 * y, &pad(word, 5), Role::Text);
            let x = canvas.say(x, 5 + 2 * y, &"█".repeat(room * count / most), role);
            canvas.say(x + 1, 5 + 2 * y, &count.to_string(), Role::Text);
        }
    }

    fn draw_class(&self, canvas: &mut Canvas<'_>) {
        const TITLE: usize = 28;
        let pupils = &self.watch.pupils;
        let room = canvas.width().saturating_sub(TITLE + 31);
        canvas.say(2, 0, "how far the class is", Role::Heading);
        for (y, entry) in self.class.setup.entries.iter().enumerate() {
            let [reached, missed, open, over] = self.watch.grid.counts(pupils, y);
            let bar = |count: usize| room * count / pupils.len().max(1);
            let x = canvas.say(2, 1 + y, &pad(&cut(entry.title(), TITLE), TITLE + 1), Role::Text);
            let full = bar(reached);
            let begun = reached + missed + open + over;
            let some = bar(begun) - full;
            let end = canvas.say(x, 1 + y, &"█".repeat(full), Role::Good);
            canvas.say(end, 1 + y, &"░".repeat(some), Role::Text);
            let of = |count: usize, what: &str| (count > 0).then(|| format!(", {count} {what}"));
            if begun > 0 {
                let more = [of(missed, "not"), of(over, "over"), of(open, "at it")];
                let more = more.map(Option::unwrap_or_default);
                let words = format!("{reached:>3} reached{}", more.concat());
                canvas.say(x + room + 1, 1 + y, &words, Role::Text);
            }
        }
    }

    fn draw_names(&self, canvas: &mut Canvas<'_>) {
        let columns = canvas.width();
        let debates =
            0..self.class.setup.entries.len().min(crate::grid::Grid::room(columns).max(1));
        let head = self.watch.grid.head(debates.clone(), usize::MAX);
        canvas.say(0, 0, &head, Role::Dim);
        let mut pupils: Vec<_> = self.watch.pupils.iter().collect();
        pupils.sort_by(|a, b| a.name.cmp(&b.name));
        let rows = pupils.into_iter().map(|pupil| self.watch.grid.row(pupil, debates.clone()));
        canvas.say_lines((2, 1), rows, Role::Text);
    }
}

/// A code in half blocks, two rows of modules a row, as light on a dark screen.
fn half_blocks(code: &QrCode) -> Vec<String> {
    let (colours, width) = (code.to_colors(), code.width());
    let side = width + 2 * QUIET;
    let light = |x: usize, y: usize| {
        let at = x.checked_sub(QUIET).zip(y.checked_sub(QUIET));
        let inside = at.filter(|(x, y)| *x < width && *y < width);
        y < side && inside.is_none_or(|(x, y)| colours[y * width + x] == Color::Light)
    };
    let row = |y: usize| {
        let sign = |x: usize| match (light(x, y), light(x, y + 1)) {
            (true, true) => '█',
            (true, false) => '▀',
            (false, true) => '▄',
            (false, false) => ' ',
        };
        (0..side).map(sign).collect()
    };
    (0..side).step_by(2).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_on_the_screen_is_read_by_a_phone() {
        let text = "http://192.168.100.100:8080/#ABC234";
        let lines = half_blocks(&QrCode::new(text).unwrap());
        let cells: Vec<Vec<char>> = lines.iter().map(|line| line.chars().collect()).collect();
        // Each module as four by four points; what is lit on a dark screen is light.
        let is_lit = |x: usize, y: usize| match cells[y / 2][x] {
            '█' => true,
            '▀' => y.is_multiple_of(2),
            '▄' => y % 2 == 1,
            _ => false,
        };
        let (width, height) = (cells[0].len(), 2 * cells.len());
        let point = |x: usize, y: usize| if is_lit(x / 4, y / 4) { 255 } else { 0 };
        let mut picture = rqrr::PreparedImage::prepare_from_greyscale(4 * width, 4 * height, point);
        let found = picture.detect_grids();
        assert_eq!(found[0].decode().unwrap().1, text);
    }
}
