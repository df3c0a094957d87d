//! The projector's page. It shows everybody what the teacher has chosen.

use std::sync::Arc;
use std::time::Duration;

use qrcode::{Color, QrCode};
use ratatui::layout::{Direction, Margin};
use ratatui::widgets::{Bar, BarChart, Widget};

use crate::monitor::{ClassMonitor, GLANCE};
use crate::projection::ProjectorContent;
use crate::session::Class;
use crate::tui::card::Card;
use crate::tui::prelude::*;
use crate::tui::theme::Glyphs;

/// The blank border around a QR code, in modules.
const QUIET: usize = 2;

pub(crate) struct ProjectorScreen {
    class: Arc<Class>,
    watch: ClassMonitor,
}

impl ProjectorScreen {
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

    fn view(&self, canvas: &mut Canvas<'_>, _context: &Context) -> Vec<KeyCommand> {
        match &*self.class.shown.lock() {
            ProjectorContent::Debate(led) => led.draw(canvas),
            shown => {
                let here = format!("{} of {} here", self.watch.here(), self.watch.pupils.len());
                layout::title_bar(canvas, "elenchus · the class", &here);
                let area = layout::body(canvas.area());
                match shown {
                    ProjectorContent::Class { names: true } => self.draw_names(canvas, area),
                    ProjectorContent::Class { names: false } => self.draw_class(canvas, area),
                    ProjectorContent::Vote => self.draw_vote(canvas, area),
                    ProjectorContent::Door | ProjectorContent::Debate(_) => {
                        self.draw_door(canvas, area)
                    }
                }
            }
        }
        vec![
            KeyCommand::new(&[Action::Help], "help"),
            KeyCommand::new(&[Action::Back], "leave this page").hidden_from_footer().leaves(),
        ]
    }
}

impl ProjectorScreen {
    fn draw_door(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let (address, code, theme) = (self.class.address(), self.class.code(), canvas.theme);
        let text = |words: &'static str| theme.span(words, Role::Text);
        let mut lines: Vec<Line<'_>> = vec![
            text("Open this address in a browser, or scan the picture with a phone:").into(),
            theme.line(address, Role::Title),
            vec![text("Then write your name and this code:  "), theme.span(&*code, Role::Title)]
                .into(),
        ];
        let area = area.inner(Margin::new(2, 0));
        // A phone cannot read the blocks of the ASCII set.
        let picture = QrCode::new(format!("{address}#{code}")).ok();
        let picture = picture.filter(|_| theme.glyphs != Glyphs::Ascii);
        if let Some(picture) = picture {
            let blocks = half_blocks(&picture);
            let side = picture.width() + 2 * QUIET;
            if side <= area.width.into() && lines.len() + blocks.len() <= area.height.into() {
                lines.extend(blocks.into_iter().map(|row| theme.line(row, Role::Text)));
            }
        }
        canvas.lines(area, lines);
    }

    fn draw_vote(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let (vote, theme) = (self.class.shared.ballot.current(), canvas.theme);
        let parts = [Constraint::Length(4), Constraint::Length(3)];
        let [question, result] = Layout::vertical(parts).areas(area.inner(Margin::new(2, 1)));
        if vote.number == 0 {
            canvas.lines(question, [theme.line("there is no question yet", Role::Dim)]);
            return;
        }
        let ask = if vote.ask.is_empty() { "yes or no?" } else { &*vote.ask };
        let (yes, no) = vote.counts();
        let voted = format!("{} of {} have voted", yes + no, self.watch.pupils.len());
        let mut lines =
            vec![theme.line(ask, Role::Title), Line::default(), theme.line(voted, Role::Text)];
        if vote.open {
            let how = match self.class.members.roll().read().frozen {
                true => "the class is stopped for a moment",
                false => "y for yes, n for no. The result follows when the vote is over.",
            };
            lines.push(theme.line(how, Role::Dim));
        } else {
            let bars =
                [("yes", yes, Role::Good), ("no", no, Role::Bad)].map(|(word, count, role)| {
                    let label = theme.line(format!("{word} {count}"), Role::Text);
                    Bar::default()
                        .value(count as u64)
                        .text_value("")
                        .label(label)
                        .style(theme.style(role))
                });
            let chart = BarChart::new(bars.to_vec()).direction(Direction::Horizontal);
            chart
                .bar_width(1)
                .bar_gap(1)
                .render(result.intersection(canvas.area()), canvas.buffer());
        }
        canvas.lines(question, lines);
    }

    fn draw_class(&self, canvas: &mut Canvas<'_>, area: Rect) {
        const TITLE: usize = 28;
        let (pupils, theme) = (&self.watch.pupils, canvas.theme);
        let inside = Card::text_area(area);
        let room = usize::from(inside.width).saturating_sub(TITLE + 34);
        let row = |(at, entry): (usize, &LibraryEntry)| {
            let [reached, missed, open, over] = self.watch.grid.counts(pupils, at);
            let bar = |count: usize| room * count / pupils.len().max(1);
            let begun = reached + missed + open + over;
            let (full, some) = (bar(reached), bar(begun) - bar(reached));
            let of = |count: usize, what: &str| (count > 0).then(|| format!(", {count} {what}"));
            let more = [of(missed, "not"), of(over, "ended"), of(open, "playing")];
            let more = more.map(Option::unwrap_or_default).concat();
            let words =
                if begun > 0 { format!(" {reached:>3} reached{more}") } else { String::new() };
            Line::from(vec![
                theme.span(pad(entry.title(), TITLE) + " ", Role::Text),
                theme.span("█".repeat(full), Role::Good),
                theme.span("░".repeat(some) + &" ".repeat(room - full - some), Role::Text),
                theme.span(words, Role::Text),
            ])
        };
        let lines: Vec<_> = self.class.setup.entries.iter().enumerate().map(row).collect();
        Card::new("How far the class is").page(canvas, area, &lines, 0);
    }

    fn draw_names(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let theme = canvas.theme;
        let room = crate::grid::ProgressGrid::room(area.width.into()).max(1);
        let debates = 0..self.class.setup.entries.len().min(room);
        let head = self.watch.grid.head(debates.clone(), usize::MAX);
        let mut pupils: Vec<_> = self.watch.pupils.iter().collect();
        pupils.sort_by(|a, b| a.name.cmp(&b.name));
        let rows = pupils.into_iter().map(|pupil| {
            let row = self.watch.grid.row(pupil, debates.clone());
            theme.line(format!("  {row}"), Role::Text)
        });
        let lines: Vec<_> = [theme.line(head, Role::Dim)].into_iter().chain(rows).collect();
        canvas.lines(area, lines);
    }
}

/// The QR code in half-block characters, light on dark. Each row of text holds two rows of modules.
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
