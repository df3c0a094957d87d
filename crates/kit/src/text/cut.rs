//! Fits text into columns: measures, cuts with `…`, pads and wraps.

use std::borrow::Cow;

use ratatui::buffer::{Buffer, Cell};
use ratatui::text::{Line, Span};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::clean;

/// The number of columns that a text takes on a terminal.
pub fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// The characters of a row of cells. The second cell of a wide character adds no blank.
pub fn row(cells: &[Cell]) -> String {
    let mut text = String::new();
    let mut at = 0;
    while let Some(cell) = cells.get(at) {
        text += cell.symbol();
        at += width(cell.symbol()).max(1);
    }
    text
}

/// The characters of each row of a screen.
pub fn rows(screen: &Buffer) -> impl Iterator<Item = String> {
    screen.content.chunks(usize::from(screen.area.width).max(1)).map(row)
}

/// Cuts a text to at most `columns` and marks the cut with a final `…`. No number is cut. A number before the
/// `…` has a space after it; otherwise it would look as if it were cut.
///
/// ```
/// use elenchus_kit::text::cut;
/// assert_eq!(cut("a claim", 7), "a claim");
/// assert_eq!(cut("a long claim", 7), "a long…");
/// assert_eq!(cut("of 10,000 steps", 8), "of…");
/// assert_eq!(cut("anything", 0), "");
/// ```
pub fn cut(text: &str, columns: usize) -> Cow<'_, str> {
    if width(text) <= columns {
        return Cow::Borrowed(text);
    }
    if columns == 0 {
        return Cow::Borrowed("");
    }
    let mut kept = prefix(text, columns - 1).trim_end();
    if within_bits(text, kept.len()) {
        return Cow::Owned(format!("{kept}…"));
    }
    while ends_in_number(kept) && (splits_number(text, kept.len()) || width(kept) + 2 > columns) {
        kept = before_number(kept);
    }
    let gap = if ends_in_number(kept) { " " } else { "" };
    Cow::Owned(format!("{kept}{gap}…"))
}

/// Cleans a line and cuts it to at most `columns`, as [`cut`] does. Each character keeps its style.
pub fn fit(line: Line<'_>, columns: usize) -> Line<'static> {
    let spans: Vec<_> = line.spans.iter().map(|span| (clean(&span.content), span.style)).collect();
    let whole: String = spans.iter().map(|(text, _)| &**text).collect();
    let shown = cut(&whole, columns);
    let mut left = shown.chars();
    let fitted = spans.iter().map(|(text, style)| {
        let text: String = left.by_ref().take(text.chars().count()).collect();
        Span::styled(text, *style)
    });
    Line { spans: fitted.collect(), style: line.style, alignment: line.alignment }
}

/// Cuts a text in its middle, between words, so that a claim keeps its name and its end. No number is cut, and
/// words such as `no` stay, because without them the claim would mean the opposite.
///
/// ```
/// use elenchus_kit::text::cut_words;
/// assert_eq!(cut_words("hall  the lamp in the hall is on", 24), "hall … in the hall is on");
/// assert_eq!(cut_words("2  no divisor from 12 to 49", 18), "2 no … 12 to 49");
/// assert_eq!(cut_words("a  the gate is not open at night", 18), "a … not … at night");
/// ```
pub fn cut_words(text: &str, columns: usize) -> Cow<'_, str> {
    if width(text) <= columns {
        return Cow::Borrowed(text);
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let n = words.len();
    let with = |head: usize, tail: usize| {
        let turns = |word: &str| TURNS.contains(&word.to_lowercase().as_str());
        let kept = |at: usize| at <= head || at >= tail || turns(words[at]);
        let mut out = String::new();
        for (at, word) in words.iter().enumerate() {
            match (kept(at), at > 0 && kept(at - 1)) {
                (true, _) => out += word,
                (false, true) => out.push('…'),
                (false, false) => continue,
            }
            out.push(' ');
        }
        out.pop();
        out
    };
    let fits = |text: &String| width(text) <= columns;
    let Some(tail) = (1..n).find(|&tail| fits(&with(0, tail))) else { return cut(text, columns) };
    let longer = (0..tail).map(|head| with(head, tail)).take_while(fits);
    longer.last().map_or_else(|| cut(text, columns), Cow::Owned)
}

/// Words that reverse the meaning of a claim.
const TURNS: [&str; 6] = ["no", "not", "never", "none", "neither", "nothing"];

/// The characters that join digits into one number: `10,000`, `0.5`, `1/4`, `2e20`, `112…63`.
const JOINS: [char; 5] = ['.', ',', '/', 'e', '…'];

fn ends_in_number(text: &str) -> bool {
    text.trim_end_matches(JOINS).ends_with(|c: char| c.is_ascii_digit())
}

/// Returns `true` if a number continues across this byte offset.
fn splits_number(text: &str, at: usize) -> bool {
    let goes_on = text[at..].trim_start_matches(JOINS).starts_with(|c: char| c.is_ascii_digit());
    goes_on && ends_in_number(&text[..at])
}

/// Returns `true` if this byte offset is inside a long row of bits. Such a row may be cut, because nobody reads
/// it as a number.
fn within_bits(text: &str, at: usize) -> bool {
    const LONG: usize = 12;
    let digit = |c: &char| c.is_ascii_digit();
    let row =
        text[..at].chars().rev().take_while(digit).chain(text[at..].chars().take_while(digit));
    text[at..].starts_with(|c: char| digit(&c))
        && row.clone().count() >= LONG
        && row.clone().all(|c| matches!(c, '0' | '1'))
}

/// The text without the number at its end.
fn before_number(text: &str) -> &str {
    let number = |c: char| c.is_ascii_digit() || JOINS.contains(&c);
    text.trim_end_matches(number).trim_end()
}

/// The longest prefix of a text that fits into `columns`.
fn prefix(text: &str, columns: usize) -> &str {
    let mut used = 0;
    let longer = text.char_indices().find(|(_, c)| {
        used += c.width().unwrap_or(0);
        used > columns
    });
    let mut kept = longer.map_or(text, |(at, _)| &text[..at]);
    // A variation selector can make the character before it wider.
    while width(kept) > columns {
        kept = &kept[..kept.char_indices().next_back().map_or(0, |(at, _)| at)];
    }
    kept
}

/// Cuts a text, or fills it with spaces on the right, to exactly `columns`.
pub fn pad(text: &str, columns: usize) -> String {
    let mut out = cut(text, columns).into_owned();
    out.extend(std::iter::repeat_n(' ', columns.saturating_sub(width(&out))));
    out
}

/// Cuts a text, or fills it with spaces on the left, to exactly `columns`.
pub fn pad_left(text: &str, columns: usize) -> String {
    let text = cut(text, columns);
    format!("{}{text}", " ".repeat(columns.saturating_sub(width(&text))))
}

/// Splits a text into lines of at most `columns`. Breaks are between words, or inside a word that is longer than
/// a line.
///
/// Line breaks stay. Several spaces between two words on one line also stay, so that columns stay aligned. No
/// line starts or ends with a space. Zero columns give no lines.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    if columns == 0 {
        return Vec::new();
    }
    let words = textwrap::WordSeparator::AsciiSpace;
    let options = textwrap::Options::new(columns)
        .word_separator(words)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .wrap_algorithm(textwrap::WrapAlgorithm::FirstFit);
    let lines = text.split('\n').flat_map(|line| textwrap::wrap(line.trim(), &options));
    lines.map(|line| line.trim().to_owned()).collect()
}

/// The note `↑ 2 more   ↓ 9 more`.
pub fn more(above: usize, below: usize) -> String {
    counted(above, below).join("   ")
}

/// The parts of the note that [`more`] writes. A count of zero gives no part.
pub fn counted(above: usize, below: usize) -> Vec<String> {
    let counts = [("↑", above), ("↓", below)];
    counts.iter().filter(|(_, n)| *n > 0).map(|(to, n)| format!("{to} {n} more")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use ratatui::buffer::Buffer;
    use ratatui::style::Style;

    #[test]
    fn letters_that_take_two_columns_stand_beside_one_another() {
        let buffer = Buffer::with_lines(["甲乙 is 丙."]);
        assert_eq!(row(&buffer.content), "甲乙 is 丙.");
        assert_eq!(width(&row(&buffer.content)), buffer.content.len());
    }

    #[test]
    fn a_cut_is_always_shown() {
        assert_eq!(cut("relevant steps", 9), "relevant…");
        assert_eq!(cut("日本語", 4), "日…");
        assert_eq!(cut("ab", 1), "…");
        assert_eq!(cut("*\u{fe0f}abc", 2), "*…", "the wide form has no room");
    }

    #[test]
    fn a_line_that_is_cut_keeps_its_styles() {
        let bold = Style::new().bold();
        let line =
            Line::from(vec![Span::styled("a\u{1b}[31mb ", bold), Span::raw("of 10,000 steps")]);
        let fitted = fit(line.clone(), 80);
        assert_eq!(fitted.to_string(), "ab of 10,000 steps");
        assert_eq!(fitted.spans[0], Span::styled("ab ", bold));
        assert_eq!(fit(line.clone(), 8).to_string(), "ab of…");
        assert_eq!(fit(line, 2).spans[0], Span::styled("a…", bold));
    }

    #[test]
    fn a_number_is_whole_or_not_there_and_never_touches_the_mark() {
        assert_eq!(cut("10,000 steps", 8), "10,000 …");
        assert_eq!(cut("10,000 steps", 7), "…");
        assert_eq!(cut("rate 72/400", 10), "rate…");
        assert_eq!(cut("about 2.00e20", 11), "about…");
        assert_eq!(cut("1234567", 4), "…");
        assert_eq!(cut("from 00..20 on", 10), "from…");
        assert_eq!(cut("write 101001101100111", 15), "write 10100110…");
        assert_eq!(cut_words("1  a divisor from 2 to 67828", 20), "1 … from 2 to 67828");
        assert_eq!(cut_words("1  a divisor from 2 to 67828", 12), "1 … to 67828");
        assert_eq!(cut_words("1  67828", 5), "1 …");
    }

    #[test]
    fn words_wrap_and_long_words_break() {
        assert_eq!(wrap("Point at one step. Then", 18), ["Point at one step.", "Then"]);
        assert_eq!(wrap("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(wrap("a\n\nb", 5), ["a", "", "b"]);
        assert!(wrap("a", 0).is_empty());
        assert_eq!(wrap("judge    honest", 20), ["judge    honest"], "columns stay");
        assert_eq!(wrap("judge    honest", 9), ["judge", "honest"]);
    }

    proptest! {
        #[test]
        fn nothing_is_wider_than_asked(text in "\\PC{0,60}", columns in 0usize..40) {
            prop_assert!(width(&cut(&text, columns)) <= columns);
            prop_assert!(width(&pad_left(&text, columns)) <= columns);
            prop_assert!(width(&cut_words(&text, columns)) <= columns);
        }

        #[test]
        fn a_claim_that_says_no_says_so_when_it_is_cut(
            words in proptest::collection::vec("(no|not|[a-z]{1,7}|[0-9]{1,4})", 2..12),
            columns in 4usize..50,
        ) {
            let text = words.join(" ");
            let shown = cut_words(&text, columns).into_owned();
            let turns = |text: &str| text.split(' ').filter(|w| TURNS.contains(w)).count();
            // A text that is cut at its end shows that the rest is missing.
            prop_assert!(shown.ends_with('…') || turns(&shown) == turns(&text), "{text}: {shown}");
        }

        #[test]
        fn no_digit_is_next_to_the_mark_of_a_cut(
            text in "([a-z]{1,6}|[0-9]{1,5}([.,/e][0-9]{1,4})?|[(),. ]{1,3}){1,8}",
            columns in 1usize..40,
        ) {
            for cut in [cut(&text, columns), cut_words(&text, columns)] {
                let parts: Vec<&str> = cut.split('…').collect();
                for pair in parts.windows(2) {
                    prop_assert!(!pair[0].ends_with(|c: char| c.is_ascii_digit()), "{cut}");
                    prop_assert!(!pair[1].starts_with(|c: char| c.is_ascii_digit()), "{cut}");
                }
                let number = |c: char| c == '…' || !(c.is_ascii_digit() || JOINS.contains(&c));
                let whole: Vec<&str> = text.split(number).collect();
                for shown in cut.split(number).filter(|n| n.contains(|c: char| c.is_ascii_digit())) {
                    let shown = shown.trim_matches(JOINS);
                    prop_assert!(whole.iter().any(|n| n.trim_matches(JOINS) == shown), "{cut}");
                }
            }
        }

        #[test]
        fn wrapping_loses_no_word(words in proptest::collection::vec("[a-z]{1,12}", 0..20), columns in 1usize..30) {
            let text = words.join(" ");
            let lines = wrap(&text, columns);
            prop_assert!(lines.iter().all(|l| width(l) <= columns));
            prop_assert_eq!(lines.concat().replace(' ', ""), words.concat());
        }
    }
}
