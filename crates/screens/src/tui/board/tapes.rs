//! Tapes in the order of their steps. A small board shows the open tapes with their titles, and a large board shows all
//! named tapes. The colour of a symbol only repeats its glyph. The head's cell is reversed, so that the path of the
//! head is visible.

use std::ops::Range;

use ratatui::style::{Color, Modifier, Style};

use super::legend::{BoardSign, Legend};
use super::pane::{PaneContext, PaneKind, PaneState};
use crate::text::board::{CellFlaw, CellRole, CellValue, TapeCell, TapeRow, TapesPane};
use crate::tui::drawing::*;
use crate::tui::theme::DrawnMark;

/// The smallest number of columns of a cell: its glyph and its right mark.
const LEAST: usize = 2;
/// The number of columns of a cell on a small board: its left mark, its glyph and its right mark.
const CELL: usize = 3;
/// The largest number of columns of a cell on a large board.
const WIDEST: usize = 12;

impl PaneKind for TapesPane<'_> {
    fn rows(&self, _: &PaneState, _: usize, large: bool) -> (usize, usize) {
        let in_play = 2 * self.open.len();
        // If there are few tapes, the space between them shows the steps that passed.
        let each = if self.len < 6 { 9 } else { 3 };
        (in_play, if large { each * self.len + in_play + 2 } else { in_play + 1 })
    }

    fn draw(&self, canvas: &mut Canvas<'_>, look: PaneContext<'_>, legend: &mut Legend) {
        draw(canvas, self, (None, look.state.shift, look.large), legend);
    }

    fn scrolls(&self, columns: usize, rows: usize) -> (isize, isize) {
        // A tape that is too wide scrolls sideways.
        match self.cells * LEAST + 8 > columns {
            true => (-1_000, 1_000),
            false => (-(self.open.len().saturating_sub(rows / 2) as isize), 0),
        }
    }
}

/// The tapes in view and their positions.
struct TapesLayout {
    rows: Vec<TapeRow>,
    /// The number of the first visible tape among all tapes.
    first: usize,
    /// The columns of the step number. 0 if the titles give the step.
    label: usize,
    /// The columns of a cell.
    each: usize,
    /// The number of cells in view, and the first visible cell.
    fit: usize,
    slide: usize,
    /// The number of rows from one tape to the next.
    apart: usize,
    /// `true` if the cell numbers are shown above.
    numbered: bool,
}

impl TapesLayout {
    /// Lays out the tapes around the tape `at` in this many columns and rows.
    fn new(
        tapes: &TapesPane<'_>,
        (at, shift, large): (Option<usize>, isize, bool),
        (columns, height): (usize, usize),
    ) -> Self {
        // The numbers of the cells are above the tapes, and the count of hidden tapes is below.
        let room = if large { height.saturating_sub(2) } else { height };
        let open = &tapes.open;
        let first = match large {
            true => {
                let spare = room.saturating_sub(2 * open.len());
                let most = tapes.len.saturating_sub(open.len() + spare);
                let here = at.or(tapes.here).unwrap_or(tapes.len);
                here.saturating_sub(spare / 2).min(most)
            }
            // The newest tapes are at the end, and the question is about them.
            false => {
                let hidden = open.len().saturating_sub((room / 2).max(1));
                open.start + hidden.saturating_add_signed(shift.min(0))
            }
        };
        let last = match large {
            true => (first + room.saturating_sub(open.len()).max(open.len())).min(tapes.len),
            false => (first + (room / 2).max(1)).min(open.end),
        };
        let rows = (tapes.tapes)(first..last);
        let widest = |of: &dyn Fn(&TapeRow) -> usize| rows.iter().map(of).max().unwrap_or(0);
        let label = if large { widest(&|tape| width(&count(tape.step))).max(4) + 2 } else { 0 };
        let state = widest(&|tape| width(&clean(&tape.state)));
        let cells = columns.saturating_sub(label + state + if large { 5 } else { 3 });
        let each = (cells / tapes.cells.max(1)).clamp(LEAST, if large { WIDEST } else { CELL });
        let fit = (cells / each).min(tapes.cells);
        // Wide tapes are shown around the head of the disputed tape. The player can scroll from there.
        let head = rows.iter().find(|tape| tape.disputed).or(rows.first());
        let head = head.and_then(|tape| tape.head).unwrap_or(0).min(tapes.cells);
        let slide = head.saturating_sub(fit / 2) as isize + shift * (fit / 2).max(1) as isize;
        let slide = slide.clamp(0, (tapes.cells - fit) as isize) as usize;
        // If there are few tapes, there is space between them. If steps passed between the tapes, the tapes use all the
        // room.
        let titles = rows.iter().filter(|tape| !tape.title.is_empty()).count();
        let passed = rows.windows(2).any(|pair| pair[0].step + 1 < pair[1].step);
        let spare = room.saturating_sub(titles + 1).checked_div(rows.len().saturating_sub(1));
        let most = if passed { room.max(1) } else { 3 };
        let apart = spare.filter(|_| large).unwrap_or(1).clamp(1, most);
        let numbered = large || titles + rows.len() < height;
        Self { rows, first, label, each, fit, slide, apart, numbered }
    }

    /// The row of each tape in view.
    fn places(&self) -> Vec<usize> {
        let mut y = usize::from(self.numbered);
        let place = |tape: &TapeRow| {
            let own = y + usize::from(!tape.title.is_empty());
            y = own + self.apart;
            own
        };
        self.rows.iter().map(place).collect()
    }

    /// The first column of a cell in view.
    fn cell(&self, at: usize) -> usize {
        let left = if self.label == 0 { 1 } else { self.label + 2 };
        left + (at - self.slide) * self.each
    }

    /// The column after the cells in view.
    fn end(&self) -> usize {
        self.cell(self.slide + self.fit)
    }

    /// Draws as many cell numbers as fit.
    /// The last `kept` columns stay free.
    fn draw_numbers(&self, canvas: &mut Canvas<'_>, tapes: &TapesPane<'_>, kept: usize) {
        if self.label > 0 {
            canvas.print(self.label.saturating_sub(5), 0, "step", Role::Dim);
        }
        let mut free = 0;
        for at in self.slide..self.slide + self.fit {
            let number = tapes.first + at as i64;
            let x = self.cell(at) + (self.each - 1) / 2;
            let end = x + width(&number.to_string());
            let fits = x >= free && end + kept <= canvas.width();
            if fits && (at == self.slide || number % 5 == 0) {
                canvas.print(x, 0, &number.to_string(), Role::Dim);
                free = end + 1;
            }
        }
        if self.label > 0 && self.rows.iter().any(|tape| !tape.state.is_empty()) {
            canvas.print(self.end() + 1, 0, "state", Role::Dim);
        }
    }

    fn draw_tape(
        &self,
        canvas: &mut Canvas<'_>,
        y: usize,
        (tape, [state, head]): (&TapeRow, [String; 2]),
        (is_here, kept): (bool, usize),
        legend: &mut Legend,
    ) {
        let role = if tape.disputed || is_here { Role::Chosen } else { Role::Dim };
        if let (false, Some(above)) = (tape.title.is_empty(), y.checked_sub(1)) {
            // The end of the title names the bits, so it must stay.
            let (x, title) = (self.cell(self.slide), clean(&tape.title));
            let kept = if above == 0 { kept } else { 0 };
            let title = cut_words(&title, canvas.width().saturating_sub(x + kept));
            canvas.print(x, above, &title, Role::Text);
        }
        if self.label > 0 {
            let number = count(tape.step);
            canvas.print(self.label - width(&number), y, &number, role);
            if is_here {
                canvas.print(0, y, "▸", Role::Chosen);
                legend.see(BoardSign::Here);
            }
            let (left, right) = if tape.disputed { ("[", "]") } else { ("│", "│") };
            canvas.print(self.label + 1, y, left, role);
            canvas.print(self.end(), y, right, role);
        }
        for (n, cell) in tape.cells.iter().enumerate().skip(self.slide).take(self.fit) {
            legend.see_mark(&cell.mark, false);
            draw_cell(canvas, (self.cell(n), y), cell, tape.head == Some(n), self.each);
        }
        let role = if tape.disputed { Role::Chosen } else { Role::Text };
        let x = self.end() + if self.label > 0 { 2 } else { 1 };
        let room = canvas.width().saturating_sub(x + width(&state));
        let head = if width(&head) <= room { &head } else { "" };
        canvas.print(x, y, &(state + head), role);
        if tape.head.is_some() {
            legend.see(BoardSign::Head);
        }
    }

    /// Draws the space between a tape and the next one: the edges, and the number of steps.
    fn draw_between(&self, canvas: &mut Canvas<'_>, lines: Range<usize>, at: usize) {
        for y in lines.clone() {
            canvas.print(self.label + 1, y, "│", Role::Dim);
            canvas.print(self.end(), y, "│", Role::Dim);
        }
        let steps = self.rows[at + 1].step.saturating_sub(self.rows[at].step);
        if steps < 2 || lines.is_empty() {
            return;
        }
        let is_open = |rows: &[TapeRow]| rows.iter().any(|tape| tape.disputed);
        let open = is_open(&self.rows[..=at]) && is_open(&self.rows[at + 1..]);
        let words = format!("{} steps{}", count(steps), if open { ", in dispute" } else { "" });
        let wide = self.fit * self.each;
        let x = self.label + 2 + wide.saturating_sub(width(&words)) / 2;
        canvas.print(x, usize::midpoint(lines.start, lines.end - 1), &cut(&words, wide), Role::Dim);
    }
}

/// Draws the tapes. `view` has the tape that the player looks at, the scroll position, and `true` for a large board. A
/// small board has only the open tapes.
pub(super) fn draw(
    canvas: &mut Canvas<'_>,
    tapes: &TapesPane<'_>,
    view: (Option<usize>, isize, bool),
    legend: &mut Legend,
) {
    let (columns, height) = (canvas.width(), canvas.height());
    let sheet = TapesLayout::new(tapes, view, (columns, height));
    let here = view.0.or(tapes.here).filter(|_| sheet.label > 0);
    let places = sheet.places();
    let all = if view.2 { 0..tapes.len } else { tapes.open.clone() };
    let before = sheet.first - all.start;
    let note = more(before, all.len() - before - sheet.rows.len());
    // On a small board, the note is at the end of the first row.
    let kept = if view.2 || note.is_empty() { 0 } else { width(&note) + 1 };
    if sheet.numbered {
        sheet.draw_numbers(canvas, tapes, kept);
    }
    for (at, (tape, &y)) in sheet.rows.iter().zip(&places).enumerate() {
        let state = state_of(tape, tapes.first);
        let is_here = here == Some(sheet.first + at);
        sheet.draw_tape(canvas, y, (tape, state), (is_here, kept), legend);
        if let (1.., Some(&below)) = (sheet.label, places.get(at + 1)) {
            let end = below - usize::from(!sheet.rows[at + 1].title.is_empty());
            sheet.draw_between(canvas, y + 1..end, at);
        }
    }
    match view.2 {
        true => _ = canvas.print(sheet.label, height.saturating_sub(1), &note, Role::Dim),
        false => canvas.print_right(0, &note, Role::Dim),
    }
}

/// The tape at a row of a large board that [`draw`] has drawn.
pub(super) fn hit(
    tapes: &TapesPane<'_>,
    at: Option<usize>,
    size: (usize, usize),
    (_, y): (usize, usize),
) -> Option<usize> {
    let sheet = TapesLayout::new(tapes, (at, 0, true), size);
    sheet.places().iter().position(|&row| row == y).map(|at| sheet.first + at)
}

/// The state of a tape, and the position of its head if no visible cell shows the head.
fn state_of(tape: &TapeRow, first: i64) -> [String; 2] {
    let state = clean(&tape.state).into_owned();
    let head = match tape.head.map(|head| (head, tape.cells.get(head))) {
        Some((_, None)) => ", no head on the tape".to_owned(),
        Some((head, Some(cell)))
            if cell.mark.part != CellRole::None || cell.mark.flaw != CellFlaw::None =>
        {
            format!(", head at {}", first + head as i64)
        }
        _ => String::new(),
    };
    [state, head]
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
        CellValue::Blank => " ".to_owned(),
        _ => shown.value(),
    };
    let mut style = shown.style(canvas.theme);
    let is_known = matches!(cell.mark.value, CellValue::Is(_));
    if let Some(colour) = colour(cell.symbol).filter(|_| is_known && canvas.theme.is_coloured())
        && cell.mark.part == CellRole::None
        && !head
    {
        style = style.patch(Style::new().fg(Color::Black).bg(colour));
    }
    if head {
        style = style.patch(canvas.style(Role::Cursor)).add_modifier(Modifier::BOLD);
    }
    let (left, right) = match (cell.mark.part, cell.mark.flaw, head) {
        (CellRole::Disputed, ..) => ("[", "]"),
        (CellRole::Relevant, ..) => ("‹", "›"),
        (_, CellFlaw::Wrong, _) => (" ", "✗"),
        (_, CellFlaw::Differs, _) => (" ", "≠"),
        (.., true) => (" ", "◂"),
        _ => (" ", " "),
    };
    let text = match each {
        LEAST => format!("{value}{right}"),
        _ => format!("{left}{value:^inner$}{right}", inner = each - 2),
    };
    canvas.print_within(x, y, &text, style, each);
}

/// The colour of a symbol. `None` for the first symbol, which most cells hold.
fn colour(symbol: usize) -> Option<Color> {
    const COLOURS: [Color; 6] =
        [Color::Cyan, Color::Yellow, Color::Magenta, Color::Green, Color::Blue, Color::Red];
    Some(COLOURS[symbol.checked_sub(1)? % COLOURS.len()])
}
