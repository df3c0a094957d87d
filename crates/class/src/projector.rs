//! The projector's page. It shows everybody what the teacher has chosen.

use std::sync::Arc;
use std::time::Duration;

use qrcode::{Color, QrCode};

use crate::monitor::{ClassMonitor, GLANCE};
use crate::projection::ProjectorContent;
use crate::session::Class;
use crate::tui::prelude::*;
use crate::tui::theme::Glyphs;

/// The blank border around a QR code, in modules.
const QUIET: usize = 2;

/// The screen of the projector.
pub(crate) struct ProjectorScreen {
    class: Arc<Class>,
    watch: ClassMonitor,
}

impl ProjectorScreen {
    /// The screen for this class.
    pub(crate) fn new(class: Arc<Class>) -> Self {
        Self { class, watch: ClassMonitor::default() }
    }
}

impl Screen<Playground> for ProjectorScreen {
    fn scope(&self) -> KeyScope {
        KeyScope::Class
    }

    fn poll(&mut self, context: &mut Context) -> Transition {
        self.watch.mark(&self.class, context);
        self.watch.refresh(&self.class);
        Transition::Stay
    }

    fn pace(&self) -> Option<Duration> {
        Some(GLANCE)
    }

    fn view(&self, canvas: &mut Canvas<'_>, _context: &Context) -> Vec<Offer> {
        match &*self.class.shown.lock() {
            ProjectorContent::Debate(led) => led.draw(canvas),
            shown => {
                let a = ScreenLayout::new(canvas.area(), false);
                let here = format!("{} of {} here", self.watch.here(), self.watch.pupils.len());
                layout::title_bar(&mut canvas.part(a.title), "elenchus · the class", &here);
                let below = Rect {
                    y: a.claim.y,
                    height: a.footer.y.saturating_sub(a.claim.y),
                    ..canvas.area()
                };
                let mut part = canvas.part(below);
                match shown {
                    ProjectorContent::Class { names: true } => self.draw_names(&mut part),
                    ProjectorContent::Class { names: false } => self.draw_class(&mut part),
                    ProjectorContent::Vote => self.draw_vote(&mut part),
                    ProjectorContent::Door | ProjectorContent::Debate(_) => {
                        self.draw_door(&mut part)
                    }
                }
            }
        }
        vec![
            Offer::new(&[Action::Help], "help"),
            Offer::new(&[Action::Back], "leave this page").hidden_from_footer().leaves(),
        ]
    }
}

impl ProjectorScreen {
    fn draw_door(&self, canvas: &mut Canvas<'_>) {
        let (address, code) = (self.class.address(), self.class.code());
        canvas.print(
            2,
            0,
            "Open this address in a browser, or scan the picture with a phone:",
            Role::Text,
        );
        canvas.print(2, 1, address, Role::Title);
        let x = canvas.print(2, 2, "Then write your name and this code:  ", Role::Text);
        canvas.print(x, 2, &code, Role::Title);
        // A phone cannot read the blocks of the ASCII set.
        if canvas.theme.glyphs == Glyphs::Ascii {
            return;
        }
        let Ok(picture) = QrCode::new(format!("{address}#{code}")) else { return };
        let side = picture.width() + 2 * QUIET;
        let room = (canvas.width(), canvas.height().saturating_sub(3));
        if side + 2 <= room.0 && side.div_ceil(2) <= room.1 {
            canvas.print_lines((2, 3), half_blocks(&picture), Role::Text);
        }
    }

    fn draw_vote(&self, canvas: &mut Canvas<'_>) {
        let vote = self.class.shared.ballot.current();
        if vote.number == 0 {
            canvas.print(2, 1, "there is no question yet", Role::Dim);
            return;
        }
        let ask = if vote.ask.is_empty() { "yes or no?" } else { &*vote.ask };
        canvas.print(2, 1, ask, Role::Title);
        let of = self.watch.pupils.len();
        let (yes, no) = vote.counts();
        canvas.print(2, 3, &format!("{} of {of} have voted", yes + no), Role::Text);
        if vote.open {
            let how = match self.class.members.roll().read().frozen {
                true => "the class is stopped for a moment",
                false => "y for yes, n for no. The result follows when the vote is over.",
            };
            canvas.print(2, 4, how, Role::Dim);
            return;
        }
        let most = yes.max(no).max(1);
        let room = canvas.width().saturating_sub(16);
        for (y, (word, count, role)) in
            [("yes", yes, Role::Good), ("no", no, Role::Bad)].into_iter().enumerate()
        {
            let x = canvas.print(2, 5 + 2 * y, &pad(word, 5), Role::Text);
            let x = canvas.print(x, 5 + 2 * y, &"█".repeat(room * count / most), role);
            canvas.print(x + 1, 5 + 2 * y, &count.to_string(), Role::Text);
        }
    }

    fn draw_class(&self, canvas: &mut Canvas<'_>) {
        const TITLE: usize = 28;
        let pupils = &self.watch.pupils;
        let room = canvas.width().saturating_sub(TITLE + 36);
        canvas.print(2, 0, "how far the class is", Role::Heading);
        for (y, entry) in self.class.setup.entries.iter().enumerate() {
            let [reached, missed, open, over] = self.watch.grid.counts(pupils, y);
            let bar = |count: usize| room * count / pupils.len().max(1);
            let x = canvas.print(2, 1 + y, &pad(&cut(entry.title(), TITLE), TITLE + 1), Role::Text);
            let full = bar(reached);
            let begun = reached + missed + open + over;
            let some = bar(begun) - full;
            let end = canvas.print(x, 1 + y, &"█".repeat(full), Role::Good);
            canvas.print(end, 1 + y, &"░".repeat(some), Role::Text);
            let of = |count: usize, what: &str| (count > 0).then(|| format!(", {count} {what}"));
            if begun > 0 {
                let more = [of(missed, "not"), of(over, "ended"), of(open, "playing")];
                let more = more.map(Option::unwrap_or_default);
                let words = format!("{reached:>3} reached{}", more.concat());
                canvas.print(x + room + 1, 1 + y, &words, Role::Text);
            }
        }
    }

    fn draw_names(&self, canvas: &mut Canvas<'_>) {
        let columns = canvas.width();
        let debates =
            0..self.class.setup.entries.len().min(crate::grid::ProgressGrid::room(columns).max(1));
        let head = self.watch.grid.head(debates.clone(), usize::MAX);
        canvas.print(0, 0, &head, Role::Dim);
        let mut pupils: Vec<_> = self.watch.pupils.iter().collect();
        pupils.sort_by(|a, b| a.name.cmp(&b.name));
        let rows = pupils.into_iter().map(|pupil| self.watch.grid.row(pupil, debates.clone()));
        canvas.print_lines((2, 1), rows, Role::Text);
    }
}

/// The QR code in half blocks, two rows of modules on a row of text, light on a dark screen.
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
        // Each module is four by four pixels. A lit cell on a dark screen is light.
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
