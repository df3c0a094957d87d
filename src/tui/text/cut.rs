//! Fitting text into columns: width, cutting with `…`, padding, wrapping.

use std::borrow::Cow;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Columns that the text takes on a terminal.
pub fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// The text, cut to at most `columns`; a cut is shown by a final `…`.
///
/// ```
/// use elenchus::tui::text::cut;
/// assert_eq!(cut("a claim", 7), "a claim");
/// assert_eq!(cut("a long claim", 7), "a long…");
/// assert_eq!(cut("anything", 0), "");
/// ```
pub fn cut(text: &str, columns: usize) -> Cow<'_, str> {
    if width(text) <= columns {
        return Cow::Borrowed(text);
    }
    if columns == 0 {
        return Cow::Borrowed("");
    }
    let mut out = prefix(text, columns - 1).trim_end().to_owned();
    out.push('…');
    Cow::Owned(out)
}

/// The text, cut in its middle: a path keeps its name.
pub fn cut_middle(text: &str, columns: usize) -> Cow<'_, str> {
    if width(text) <= columns || columns < 5 {
        return cut(text, columns);
    }
    let (left, right) = ((columns - 1) / 2, columns - 1 - (columns - 1) / 2);
    let mut end = 0;
    let mut at = text.len();
    for (i, c) in text.char_indices().rev() {
        end += c.width().unwrap_or(0);
        if end > right {
            break;
        }
        at = i;
    }
    Cow::Owned(format!("{}…{}", prefix(text, left), &text[at..]))
}

/// The longest start of the text that fits.
fn prefix(text: &str, columns: usize) -> &str {
    let mut used = 0;
    for (i, c) in text.char_indices() {
        used += c.width().unwrap_or(0);
        if used > columns {
            return &text[..i];
        }
    }
    text
}

/// The text cut or filled with spaces on the right to exactly `columns`.
pub fn pad(text: &str, columns: usize) -> String {
    let mut out = cut(text, columns).into_owned();
    out.extend(std::iter::repeat_n(' ', columns.saturating_sub(width(&out))));
    out
}

/// The text cut or filled with spaces on the left to exactly `columns`.
pub fn pad_left(text: &str, columns: usize) -> String {
    let text = cut(text, columns);
    format!("{}{text}", " ".repeat(columns.saturating_sub(width(&text))))
}

/// Lines of at most `columns`, broken between words; a word longer than a line is broken.
///
/// Line breaks in the text are kept, and so are several spaces between words of one line, so that
/// columns made of spaces stay. No line begins or ends in a space. Zero columns give no lines.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines = Vec::new();
    if columns == 0 {
        return lines;
    }
    for paragraph in text.split('\n') {
        let mut line = String::new();
        let mut used = 0;
        let mut rest = paragraph.trim();
        while !rest.is_empty() {
            let word = &rest[..rest.find(' ').unwrap_or(rest.len())];
            let after = &rest[word.len()..];
            let next = after.trim_start_matches(' ');
            let gap = after.len() - next.len();
            put_word(word, columns, &mut line, &mut used, &mut lines);
            rest = next;
            if !rest.is_empty() {
                line.extend(std::iter::repeat_n(' ', gap));
                used += gap;
            }
        }
        lines.push(line.trim_end().to_owned());
    }
    lines
}

/// Adds a word to the line, which may end in the spaces before it; begins new lines as needed.
fn put_word(
    mut word: &str,
    columns: usize,
    line: &mut String,
    used: &mut usize,
    lines: &mut Vec<String>,
) {
    let mut wide = width(word);
    if *used > 0 && *used + wide > columns {
        lines.push(line.trim_end().to_owned());
        line.clear();
        *used = 0;
    }
    while wide > columns {
        let head = prefix(word, columns);
        // A character wider than the line still has to go somewhere.
        let head = if head.is_empty() {
            &word[..word.chars().next().map_or(word.len(), char::len_utf8)]
        } else {
            head
        };
        lines.push(head.to_owned());
        word = &word[head.len()..];
        wide = width(word);
    }
    line.push_str(word);
    *used += wide;
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_cut_is_always_shown() {
        assert_eq!(cut("relevant steps", 9), "relevant…");
        assert_eq!(cut("日本語", 4), "日…");
        assert_eq!(cut("ab", 1), "…");
    }

    #[test]
    fn a_path_keeps_both_ends() {
        assert_eq!(cut_middle("/a/very/long/path/name.yaml", 15), "/a/very…me.yaml");
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
            prop_assert!(width(&cut_middle(&text, columns)) <= columns);
            prop_assert!(width(&pad_left(&text, columns)) <= columns);
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
