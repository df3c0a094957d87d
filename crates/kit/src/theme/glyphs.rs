//! Which characters the screen is drawn with: the full set, or ASCII for fonts that lack it.

use ratatui::buffer::Buffer;
use serde::Deserialize;

/// The set of characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Glyphs {
    /// Box lines, arrows and low digits.
    #[default]
    Unicode,
    /// Only ASCII.
    Ascii,
}

/// Replaces every glyph of a drawn screen by its ASCII form, cell by cell.
///
/// All our glyphs are one column wide and so are their forms: nothing moves. Low digits are not
/// here: a read mark is written differently from the start (`Mark`).
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

/// The ASCII form of one of our glyphs; none for a letter of somebody's text.
fn ascii(c: char) -> Option<char> {
    Some(match c {
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
        // As where a line is cut: an arrow would point, as in `x1 > x8`.
        '…' => '~',
        // Not the sign of a cut: a cell says that it is not what was computed.
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
