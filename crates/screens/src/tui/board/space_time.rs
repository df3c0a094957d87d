//! A tape at different times under one another: a symbol's colour only repeats its glyph, and the
//! head's cell is reversed, so that its path is seen.

use std::ops::Range;

use ratatui::style::{Color, Modifier, Style};

use super::legend::{Legend, Sign};
use crate::text::board::{Flaw, Part, Value};
use crate::text::picture::{SpaceTime, TapeCell, TapeRow};
use crate::tui::prelude::*;
use crate::tui::theme::DrawnMark;

/// Columns of a cell: its left mark, glyph and right mark.
const CELL: usize = 3;
/// Columns of a cell where all rows are in view at once.
const WIDEST: usize = 12;

/// How the columns of a block are shared out.
struct Columns {
    /// The number of a step.
    label: usize,
    /// A cell.
    each: usize,
    /// How many cells fit, in cells.
    fit: usize,
    /// All of it, with the gap to the next.
    wide: usize,
    /// How many blocks of this kind fit beside one another.
    blocks: usize,
    /// The first cell in view.
    slide: usize,
}

/// Draws the rows around the one that is looked at; where tapes are narrow, in several blocks from
/// left to right.
pub fn draw(
    canvas: &mut Canvas<'_>,
    tapes: &SpaceTime<'_>,
    at: Option<usize>,
    legend: &mut Legend,
) {
    // The numbers of the cells above, what is not in view below.
    let height = canvas.height().saturating_sub(2);
    if height == 0 || tapes.len == 0 {
        return;
    }
    let here = at.filter(|_| tapes.follows).or(tapes.here);
    let around = |fit: usize| {
        let most = tapes.len.saturating_sub(fit);
        let first = here.map_or(most, |here| here.saturating_sub(fit / 2)).min(most);
        (first, (first + fit).min(tapes.len))
    };
    // How many blocks there can be shows on those rows that are sure to be in view. The others may have
    // longer numbers, and then there are fewer.
    let (mut first, last) = around(height);
    let mut rows = (tapes.rows)(first, last);
    let state = rows.iter().map(|row| width(&row.state)).max().unwrap_or(0).max(5) + 2;
    let all = canvas.width();
    let columns = |rows: &[TapeRow]| {
        let label = rows.iter().map(|row| width(&count(row.step))).max().unwrap_or(1).max(4) + 2;
        let room = all.saturating_sub(label + 2 + state);
        let widest = if tapes.len <= height { WIDEST } else { CELL };
        let each = (room / tapes.cells.max(1)).clamp(1, widest);
        let fit = (room / each).min(tapes.cells);
        let wide = label + 2 + fit * each + state + 2;
        let blocks = ((all + 2) / wide).min(tapes.len.div_ceil(height)).max(1);
        Columns { label, each, fit, wide, blocks, slide: 0 }
    };
    let mut own = columns(&rows);
    let mut blocks = own.blocks;
    while blocks > 1 {
        let view = around(height * blocks);
        let more = (tapes.rows)(view.0, view.1);
        let of_more = columns(&more);
        if of_more.blocks >= blocks {
            (first, rows, own) = (view.0, more, of_more);
            break;
        }
        blocks = of_more.blocks;
    }
    // A wide tape is shown around the head of the row that matters.
    let head = rows.iter().find(|row| row.disputed).or(rows.first()).and_then(|row| row.head);
    own.slide = head.unwrap_or(0).saturating_sub(own.fit / 2).min(tapes.cells - own.fit);
    // Few tapes stand apart, as far as there is room where time passed between them.
    let passed = rows.windows(2).any(|pair| pair[0].step + 1 < pair[1].step);
    let most = if passed { height } else { 3 };
    let apart = match rows.len() {
        2.. if blocks == 1 => ((height - 1) / (rows.len() - 1)).clamp(1, most),
        _ => 1,
    };
    let area = canvas.area();
    for (block, shown) in rows.chunks(height).enumerate() {
        let mut part = area;
        part.x += (block * own.wide) as u16;
        let canvas = &mut canvas.part(part);
        own.draw_numbers(canvas, tapes);
        if rows.iter().any(|row| !row.state.is_empty()) {
            canvas.say(own.end() + 1, 0, "state", Role::Dim);
        }
        for (n, row) in shown.iter().enumerate() {
            let is_here = here == Some(first + block * height + n);
            own.draw_row(canvas, n * apart + 1, row, is_here, legend);
            if n + 1 < shown.len() {
                own.draw_between(canvas, n * apart + 2..(n + 1) * apart + 1, shown, n);
            }
        }
    }
    let below = tapes.len - first - rows.len();
    if first + below > 0 {
        canvas.say(own.label, height + 1, &more(first, below), Role::Dim);
    }
    if rows.iter().any(|row| row.head.is_some()) {
        legend.explain("◂ head");
    }
}

impl Columns {
    /// Where a cell in view begins.
    fn cell(&self, at: usize) -> usize {
        self.label + 2 + (at - self.slide) * self.each
    }

    /// Where the cells in view end.
    fn end(&self) -> usize {
        self.cell(self.slide + self.fit)
    }

    /// The time between a row and the next: the edges of the tape, and how many steps that is.
    fn draw_between(
        &self,
        canvas: &mut Canvas<'_>,
        lines: Range<usize>,
        rows: &[TapeRow],
        at: usize,
    ) {
        for y in lines.clone() {
            canvas.say(self.label + 1, y, "│", Role::Dim);
            canvas.say(self.end(), y, "│", Role::Dim);
        }
        let steps = rows[at + 1].step - rows[at].step;
        if steps < 2 || lines.is_empty() {
            return;
        }
        let is_open = |rows: &[TapeRow]| rows.iter().any(|row| row.disputed);
        let open = is_open(&rows[..=at]) && is_open(&rows[at + 1..]);
        let words = format!("{} steps{}", count(steps), if open { ", in dispute" } else { "" });
        let wide = self.fit * self.each;
        let x = self.label + 2 + wide.saturating_sub(width(&words)) / 2;
        canvas.say(x, usize::midpoint(lines.start, lines.end - 1), &cut(&words, wide), Role::Dim);
    }

    /// The numbers of the cells, as many as fit.
    fn draw_numbers(&self, canvas: &mut Canvas<'_>, tapes: &SpaceTime<'_>) {
        canvas.say(self.label.saturating_sub(5), 0, "step", Role::Dim);
        let mut free = 0;
        for at in self.slide..self.slide + self.fit {
            let number = (tapes.first + at as i64).to_string();
            let x = self.cell(at) + self.each / 2;
            if x >= free && (at == self.slide || (tapes.first + at as i64) % 5 == 0) {
                canvas.say(x, 0, &number, Role::Dim);
                free = x + width(&number) + 1;
            }
        }
    }

    fn draw_row(
        &self,
        canvas: &mut Canvas<'_>,
        y: usize,
        row: &TapeRow,
        is_here: bool,
        legend: &mut Legend,
    ) {
        let number = count(row.step);
        let role = if row.disputed || is_here { Role::Chosen } else { Role::Dim };
        canvas.say(self.label - width(&number), y, &number, role);
        if is_here {
            canvas.say(0, y, "▸", Role::Chosen);
            legend.see(Sign::Here);
        }
        let (left, right) = if row.disputed { ("[", "]") } else { ("│", "│") };
        canvas.say(self.label + 1, y, left, role);
        canvas.say(self.end(), y, right, role);
        for (n, cell) in row.cells.iter().enumerate().skip(self.slide).take(self.fit) {
            legend.see_mark(&cell.mark, false);
            draw_cell(canvas, (self.cell(n), y), cell, row.head == Some(n), self.each);
        }
        let role = if row.disputed { Role::Chosen } else { Role::Text };
        canvas.say(self.end() + 2, y, &row.state, role);
    }
}

fn draw_cell(
    canvas: &mut Canvas<'_>,
    (x, y): (usize, usize),
    cell: &TapeCell,
    head: bool,
    each: usize,
) {
    let shown = DrawnMark::plain(&cell.mark);
    let value = match cell.mark.value {
        Value::Blank => " ".to_owned(),
        _ => shown.value(),
    };
    let mut style = shown.style(canvas.theme);
    let is_known = matches!(cell.mark.value, Value::Is(_));
    if let Some(colour) = colour(cell.symbol).filter(|_| is_known && canvas.theme.is_coloured())
        && cell.mark.part == Part::None
        && !head
    {
        style = style.patch(Style::new().fg(Color::Black).bg(colour));
    }
    if head {
        style = style.patch(canvas.style(Role::Cursor)).add_modifier(Modifier::BOLD);
    }
    let (left, right) = match (cell.mark.part, cell.mark.flaw, head) {
        (Part::Disputed, ..) => ("[", "]"),
        (Part::Relevant, ..) => ("‹", "›"),
        (_, Flaw::Wrong, _) => (" ", "✗"),
        (_, Flaw::Differs, _) => (" ", "≠"),
        (.., true) => (" ", "◂"),
        _ => (" ", " "),
    };
    match each {
        1 => canvas.put_in(x, y, &value, style, 1),
        2 => canvas.put_in(x, y, &format!("{value}{right}"), style, 2),
        _ => {
            let inner = each - 2;
            canvas.put_in(x, y, &format!("{left}{value:^inner$}{right}"), style, each)
        }
    };
}

/// A symbol's colour; the first symbol, which most cells hold, has none.
fn colour(symbol: usize) -> Option<Color> {
    const COLOURS: [Color; 6] =
        [Color::Cyan, Color::Yellow, Color::Magenta, Color::Green, Color::Blue, Color::Red];
    Some(COLOURS[symbol.checked_sub(1)? % COLOURS.len()])
}
