//! Checks that every drawn screen must pass, for the tests of this crate and of other crates.

use ratatui::buffer::Buffer;
use ratatui::style::Color;

use crate::app::Appearance;
use crate::screen::Program;
use crate::text::width;
use crate::theme::Glyphs;

/// Returns the first fault of a drawn screen. A fault is a control character, a symbol that runs into the next cell or
/// over the edge, or a symbol or colour that the appearance does not allow. In ASCII mode, letters of any alphabet are
/// allowed. If `foreign` is true, other symbols are allowed too, because the screen shows text that other people wrote.
pub fn fault<P: Program>(buffer: &Buffer, look: &Appearance<P>, foreign: bool) -> Option<String> {
    let wide = usize::from(buffer.area.width).max(1);
    let plain = |c: Color| !matches!(c, Color::Rgb(..) | Color::Indexed(_));
    for row in buffer.content.chunks(wide) {
        let mut taken = 0;
        for (x, cell) in row.iter().enumerate() {
            let symbol = cell.symbol();
            let within = taken > x;
            if !within {
                taken = x + width(symbol).max(1);
            }
            let letter = symbol.chars().any(char::is_alphanumeric);
            let ascii = look.theme.glyphs == Glyphs::Ascii && !foreign;
            let wrong = if symbol.chars().any(char::is_control) {
                "is a control character"
            } else if within && !symbol.trim().is_empty() {
                "is inside a wide character"
            } else if taken > wide {
                "runs over the edge"
            } else if ascii && !within && !symbol.is_ascii() && !letter {
                "is not ASCII"
            } else if look.sixteen && !(plain(cell.fg) && plain(cell.bg)) {
                "uses a colour that is not one of the sixteen terminal colours"
            } else if look.colourless && (cell.fg, cell.bg) != (Color::Reset, Color::Reset) {
                "has a colour"
            } else {
                continue;
            };
            return Some(format!("{symbol:?} {wrong}: {cell:?}"));
        }
    }
    None
}
