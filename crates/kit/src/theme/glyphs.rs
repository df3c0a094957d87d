//! The character set of the screens: Unicode, or ASCII for fonts without these characters.

use ratatui::buffer::Buffer;
use serde::Deserialize;

/// A character set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Glyphs {
    /// Box lines, arrows and subscript digits.
    #[default]
    Unicode,
    /// Only ASCII.
    Ascii,
}

/// Replaces every glyph of a drawn screen by its ASCII form, cell by cell.
///
/// Each glyph and its ASCII form are one column wide, so nothing moves. The number of a read cell is not replaced here:
/// `CellMark` writes it in ASCII from the start.
pub fn to_ascii(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        let symbol = cell.symbol();
        if symbol.is_ascii() {
            continue;
        }
        let mut chars = symbol.chars();
        if let (Some(c), None) = (chars.next(), chars.next())
            && let Some(plain) = ascii(c)
        {
            cell.set_char(plain);
        }
    }
}

/// The ASCII form of a glyph. `None` for a character that is not one of our glyphs.
fn ascii(c: char) -> Option<char> {
    Some(match c {
        '╔' | '╗' | '╚' | '╝' => '#',
        '─' | '━' | '═' | '┄' | '╌' | '−' | '–' | '—' => '-',
        '│' | '┃' | '║' | '⌈' | '⌉' | '⌊' | '⌋' => '|',
        '┌' | '┐' | '└' | '┘' | '├' | '┤' | '┬' | '┴' | '┼' | '╭' | '╮' | '╯' | '╰' => {
            '+'
        }
        '▸' | '›' | '→' | '▶' => '>',
        '‹' | '←' | '◀' | '◂' => '<',
        '↑' | '▲' | '▴' => '^',
        '↓' | '▼' | '▾' => 'v',
        '·' => '.',
        // The sign of a cut. `>` would look like a comparison, as in `x1 > x8`.
        '…' => '~',
        // This glyph marks a cell that differs from the computed value. It must not look like a cut.
        '≠' => '#',
        '✗' => '!',
        '✓' => '+',
        '░' => ':',
        '▒' => '=',
        '█' | '■' | '▓' => '#',
        '□' => '-',
        '●' => 'o',
        '○' => 'O',
        '◆' => '*',
        '×' => 'x',
        '≥' => '>',
        '≤' => '<',
        '≈' => '~',
        '∧' => '&',
        '∨' => 'v',
        '¬' => '~',
        '⊕' => '^',
        '∃' => 'E',
        '∀' => 'A',
        'α' => 'a',
        'β' => 'b',
        'ε' => 'e',
        'ρ' => 'r',
        '±' => '~',
        '₀'..='₉' => char::from(b'0' + (c as u32 - 0x2080) as u8),
        '▏' | '▎' => '.',
        '▍' | '▌' | '▋' => '=',
        '▊' | '▉' => '#',
        '\u{2800}' => ' ',
        '\u{2801}'..='\u{28ff}' => match (c as u32 - 0x2800).count_ones() {
            1 | 2 => '.',
            3 | 4 => ':',
            _ => '#',
        },
        '▁' | '▂' => '_',
        '▃' | '▄' | '▅' => '=',
        '▆' | '▇' => '#',
        '“' | '”' => '"',
        '‘' | '’' => '\'',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glyphs_become_ascii_and_letters_stay() {
        let mut buffer = Buffer::with_lines(["‹1› ▸ ◆ é 日 … ─┬─"]);
        to_ascii(&mut buffer);
        let expected = Buffer::with_lines(["<1> > * é 日 ~ -+-"]);
        assert_eq!(buffer, expected);
    }
}
