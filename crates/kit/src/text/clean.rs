//! Makes text from files safe: nothing in it can control the terminal.

use std::borrow::Cow;

/// Removes escape sequences, control characters and invisible direction marks from a text.
///
/// A tab or a line break becomes one space, so that a line stays one line. An escape sequence is removed as a
/// whole, so that no `[31m` stays.
///
/// ```
/// assert_eq!(elenchus_kit::text::clean("a\u{1b}[31mred\u{1b}[0m\tb"), "ared b");
/// ```
pub fn clean(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\u{1b}' => skip_escape(&mut chars),
            // The one-character forms of CSI, and of OSC, DCS, SOS, PM and APC.
            '\u{9b}' => skip_control_sequence(&mut chars),
            '\u{9d}' | '\u{90}' | '\u{98}' | '\u{9e}' | '\u{9f}' => skip_string(&mut chars),
            '\r' if chars.peek() == Some(&'\n') => {}
            '\t' | '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => out.push(' '),
            c if is_unsafe(c) => {}
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Returns `true` if the character can move the cursor, change a mode, be invisible, or change the writing
/// direction.
fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            | '\u{ad}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

type Chars<'a> = std::iter::Peekable<std::str::Chars<'a>>;

fn skip_escape(chars: &mut Chars<'_>) {
    match chars.next() {
        Some('[') => skip_control_sequence(chars),
        Some(']' | 'P' | 'X' | '^' | '_') => skip_string(chars),
        // Longer escapes: intermediate characters, then one final character.
        Some(' '..='/') => {
            while chars.next_if(|c| (' '..='/').contains(c)).is_some() {}
            chars.next();
        }
        _ => {}
    }
}

/// Skips parameters and intermediate characters, then one final character.
fn skip_control_sequence(chars: &mut Chars<'_>) {
    while chars.next_if(|c| (' '..='?').contains(c)).is_some() {}
    chars.next_if(|c| ('@'..='~').contains(c));
}

/// Skips everything up to the string terminator: BEL, ESC and a backslash, or the one-character form.
fn skip_string(chars: &mut Chars<'_>) {
    while let Some(c) = chars.next() {
        match c {
            '\u{7}' | '\u{9c}' => return,
            '\u{1b}' => {
                chars.next_if_eq(&'\\');
                return;
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn plain_text_is_not_copied() {
        assert!(matches!(clean("caffeine ≥ 3/4 — is it?"), Cow::Borrowed(_)));
    }

    #[test]
    fn whole_escape_sequences_go() {
        assert_eq!(clean("\u{1b}]0;owned\u{7}title"), "title");
        assert_eq!(clean("\u{1b}]0;owned\u{1b}\\title"), "title");
        assert_eq!(clean("a\u{1b}[2J\u{1b}[1;1Hb"), "ab");
        assert_eq!(clean("a\u{9b}31mb"), "ab");
        assert_eq!(clean("a\u{1b}(Bb"), "ab");
    }

    #[test]
    fn breaks_and_tabs_become_one_space() {
        assert_eq!(clean("a\tb\r\nc\nd\u{2028}e\u{85}f"), "a b c d e f");
    }

    #[test]
    fn direction_marks_cannot_turn_a_claim_round() {
        assert_eq!(clean("yes\u{202e}on\u{202c}\u{200b}"), "yeson");
    }

    proptest! {
        #[test]
        fn nothing_unsafe_is_left(text in any::<String>()) {
            let cleaned = clean(&text).into_owned();
            prop_assert!(!cleaned.chars().any(is_unsafe));
            prop_assert_eq!(clean(&cleaned), cleaned.as_str());
        }
    }
}
