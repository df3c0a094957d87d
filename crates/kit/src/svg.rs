//! A drawn screen as an SVG picture, for the README and for programs without a terminal.

use std::fmt::Write;

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};

use super::text::width;

/// The width and height of a cell in pixels.
const CELL: (f64, f64) = (8.4, 18.0);
const BASELINE: f64 = 13.5;
const MARGIN: f64 = 10.0;

/// The default colours of the picture, for cells without their own colours.
#[derive(Clone, Copy, Debug)]
pub struct SvgPage {
    /// The colour of the text.
    pub ink: &'static str,
    /// The colour of the background.
    pub paper: &'static str,
}

impl SvgPage {
    /// Light text on a dark background.
    pub const DARK: Self = Self { ink: "#d8dee9", paper: "#1d2129" };
    /// Dark text on a light background.
    pub const LIGHT: Self = Self { ink: "#1c1c1c", paper: "#fafaf7" };
}

/// Writes the screen as an SVG document. The same screen always gives the same bytes.
pub fn svg(buffer: &Buffer, page: SvgPage) -> String {
    let area = buffer.area;
    let width = f64::from(area.width) * CELL.0 + 2.0 * MARGIN;
    let height = f64::from(area.height) * CELL.1 + 2.0 * MARGIN;
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.1} {height:.1}\" \
         font-family=\"'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"14\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"{}\"/>",
        page.paper
    );
    for y in 0..area.height {
        for CellRun { text, look, x, columns } in runs(buffer, y, page) {
            let (left, top) = (MARGIN + f64::from(x) * CELL.0, MARGIN + f64::from(y) * CELL.1);
            let wide = f64::from(columns) * CELL.0;
            if look.paper != page.paper {
                let _ = writeln!(
                    out,
                    "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{wide:.1}\" height=\"{:.1}\" fill=\"{}\"/>",
                    CELL.1, look.paper
                );
            }
            if !text.trim().is_empty() {
                let _ = writeln!(
                    out,
                    "<text x=\"{left:.1}\" y=\"{:.1}\" fill=\"{}\"{} textLength=\"{wide:.1}\" xml:space=\"preserve\">{}</text>",
                    top + BASELINE,
                    look.ink,
                    attributes(look.marks),
                    escape(&text)
                );
            }
        }
    }
    out.push_str("</svg>\n");
    out
}

/// The style of a cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CellStyle {
    /// The colour of the text, as `#rrggbb`.
    pub ink: String,
    /// The colour of the background, as `#rrggbb`.
    pub paper: String,
    /// The attributes: bold, dim, italic, underlined.
    pub marks: Modifier,
}

/// Adjacent cells of the same style.
#[derive(Clone, Debug)]
pub struct CellRun {
    /// The text of the cells.
    pub text: String,
    /// The style of the cells.
    pub look: CellStyle,
    /// The column of the first cell, counted from 0.
    pub x: u16,
    /// The number of columns.
    pub columns: u16,
}

/// Splits a row of a screen into the longest runs of the same style. A character of two columns is a run of its
/// own, because no font makes it exactly as wide as two others. So is a character of dots, which many fonts lack.
pub fn runs(buffer: &Buffer, y: u16, page: SvgPage) -> impl Iterator<Item = CellRun> {
    let mut at = 0;
    std::iter::from_fn(move || {
        (at < buffer.area.width).then(|| {
            let run = run(buffer, at, y, page);
            at += run.columns;
            run
        })
    })
}

fn run(buffer: &Buffer, x: u16, y: u16, page: SvgPage) -> CellRun {
    let look = look(buffer, x, y, page);
    let mut text = String::new();
    let mut at = x;
    while at < buffer.area.width && self::look(buffer, at, y, page) == look {
        let symbol = buffer[(buffer.area.x + at, buffer.area.y + y)].symbol();
        let columns = width(symbol).max(1) as u16;
        let is_dots = symbol.starts_with(|c| ('\u{2800}'..='\u{28ff}').contains(&c));
        let is_alone = columns > 1 || is_dots;
        if is_alone && at > x {
            break;
        }
        text.push_str(symbol);
        at += columns;
        if is_alone {
            break;
        }
    }
    CellRun { text, look, x, columns: at - x }
}

fn look(buffer: &Buffer, x: u16, y: u16, page: SvgPage) -> CellStyle {
    let cell = &buffer[(buffer.area.x + x, buffer.area.y + y)];
    let mut ink = colour(cell.fg).unwrap_or_else(|| page.ink.to_owned());
    let mut paper = colour(cell.bg).unwrap_or_else(|| page.paper.to_owned());
    if cell.modifier.contains(Modifier::REVERSED) {
        std::mem::swap(&mut ink, &mut paper);
    }
    let shown = Modifier::BOLD | Modifier::ITALIC | Modifier::UNDERLINED | Modifier::DIM;
    CellStyle { ink, paper, marks: cell.modifier & shown }
}

fn attributes(marks: Modifier) -> String {
    let all = [
        (Modifier::BOLD, " font-weight=\"bold\""),
        (Modifier::ITALIC, " font-style=\"italic\""),
        (Modifier::UNDERLINED, " text-decoration=\"underline\""),
        (Modifier::DIM, " fill-opacity=\"0.6\""),
    ];
    all.into_iter().filter(|(mark, _)| marks.contains(*mark)).map(|(_, text)| text).collect()
}

/// The sixteen colours of a terminal in the order of their numbers.
const NAMED: [(Color, &str); 16] = [
    (Color::Black, "#000000"),
    (Color::Red, "#bf616a"),
    (Color::Green, "#a3be8c"),
    (Color::Yellow, "#ebcb8b"),
    (Color::Blue, "#5e81ac"),
    (Color::Magenta, "#b48ead"),
    (Color::Cyan, "#88c0d0"),
    (Color::Gray, "#c0c5ce"),
    (Color::DarkGray, "#65737e"),
    (Color::LightRed, "#e0707a"),
    (Color::LightGreen, "#b9d8a0"),
    (Color::LightYellow, "#f5dfa5"),
    (Color::LightBlue, "#81a1e1"),
    (Color::LightMagenta, "#d3a6cc"),
    (Color::LightCyan, "#a5dbe8"),
    (Color::White, "#ffffff"),
];

/// A colour as `#rrggbb`. `None` if the terminal chooses it.
pub(crate) fn colour(colour: Color) -> Option<String> {
    match colour {
        Color::Rgb(r, g, b) => Some(format!("#{r:02x}{g:02x}{b:02x}")),
        Color::Indexed(n) => Some(indexed(n)),
        named => NAMED.iter().find(|own| own.0 == named).map(|own| own.1.to_owned()),
    }
}

/// One of the 256 terminal colours: first the sixteen, then the colour cube, then the greys.
fn indexed(n: u8) -> String {
    match n {
        0..=15 => NAMED[usize::from(n)].1.to_owned(),
        16..=231 => {
            let level = |i: u8| if i == 0 { 0 } else { 55 + 40 * i };
            let i = n - 16;
            format!("#{:02x}{:02x}{:02x}", level(i / 36), level(i / 6 % 6), level(i % 6))
        }
        232..=255 => {
            let grey = 8 + 10 * (n - 232);
            format!("#{grey:02x}{grey:02x}{grey:02x}")
        }
    }
}

/// Escapes text for XML and HTML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    #[test]
    fn wide_letters_keep_to_their_columns() {
        let picture = svg(&Buffer::with_lines(["a甲乙b"]), SvgPage::DARK);
        let places = picture.lines().filter(|line| line.starts_with("<text"));
        let x = |line: &str| line.split('"').nth(1).unwrap().parse::<f64>().unwrap();
        let columns: Vec<f64> = places.map(|line| ((x(line) - MARGIN) / CELL.0).round()).collect();
        assert_eq!(columns, [0.0, 1.0, 3.0, 5.0], "{picture}");
    }

    #[test]
    fn text_and_attributes_are_in_the_picture() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 12, 1));
        buffer.set_string(0, 0, "a<b & c", Style::new().add_modifier(Modifier::BOLD));
        buffer.set_string(9, 0, "x", Style::new().add_modifier(Modifier::REVERSED));
        let picture = svg(&buffer, SvgPage::DARK);
        assert!(picture.contains("a&lt;b &amp; c"));
        assert!(picture.contains("font-weight=\"bold\""));
        assert!(picture.contains(&format!("fill=\"{}\"/>", SvgPage::DARK.ink)), "reversed ground");
        assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
    }
}
