//! What holds on every screen, whatever it shows. For the tests of screens, here and elsewhere.

use ratatui::buffer::Buffer;
use ratatui::style::Color;

use crate::app::Looks;
use crate::screen::Program;
use crate::text::width;
use crate::theme::Glyphs;

/// What is wrong with a screen as drawn: a cell that runs over the next one or the edge, a control
/// character, a sign or a colour that the look does not have. Letters of any alphabet may stand in
/// ASCII too; other signs only where `foreign` says that somebody else's text is shown.
pub fn fault<P: Program>(buffer: &Buffer, look: &Looks<P>, foreign: bool) -> Option<String> {
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
                "stands within a wide character"
            } else if taken > wide {
                "runs over the edge"
            } else if ascii && !within && !symbol.is_ascii() && !letter {
                "is not ASCII"
            } else if look.sixteen && !(plain(cell.fg) && plain(cell.bg)) {
                "has a colour that is none of sixteen"
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
