//! The rules for names, and the comparison of names.

use crate::scenario::{SafeText, text};

/// The longest name in characters.
pub(crate) const LONGEST: usize = 24;
/// The message about a text that breaks these rules.
const NOT_A_NAME: &str = "a name needs a letter or a digit. Its only other signs can be - ' . ,";

/// The texts that name a holder who is not a student. No student can take one of them as a name.
pub(crate) mod nobody {
    pub(crate) const FREE: &str = "free";
    pub(crate) const YOURS: &str = "yours";
    pub(crate) const YOU: &str = "you";
    pub(crate) const YET: &str = "nobody yet";
    pub(crate) const TEACHER: &str = "the teacher";
    pub(crate) const PROGRAM: &str = "a program";
    pub(crate) const ALL: [&str; 7] = [FREE, YOURS, YOU, YET, TEACHER, PROGRAM, "teacher"];
}

/// Checks a name and returns it with single spaces.
///
/// # Errors
/// Returns a message for the student if the name is not allowed.
pub(crate) fn read(text: &str) -> Result<SafeText, String> {
    if text.trim().contains(char::is_control) {
        return Err(NOT_A_NAME.into());
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() {
        return Err("write your name".into());
    }
    if text.chars().count() > LONGEST {
        return Err(format!("a name has at most {LONGEST} characters"));
    }
    let bad = |c: char| c.is_ascii_punctuation() && !"-'.,".contains(c);
    if !text.chars().any(char::is_alphanumeric) || text.chars().any(bad) {
        return Err(NOT_A_NAME.into());
    }
    if has_many_accents(&text) {
        return Err("a letter of a name can have at most three accents".into());
    }
    if nobody::ALL.iter().any(|own| is_same(own, &text)) {
        return Err(format!("the program uses `{text}` for something else. Choose another name"));
    }
    SafeText::new(&text).map_err(|_| NOT_A_NAME.into())
}

/// Returns `true` if a letter has so many accents that they would cover the lines around it.
fn has_many_accents(text: &str) -> bool {
    let is_accent = |c: char| {
        matches!(c, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
            | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
    };
    let accents: Vec<bool> = text.chars().map(is_accent).collect();
    accents.windows(4).any(|four| four.iter().all(|&is_accent| is_accent))
}

/// Returns `true` if two names are the same, except for capital letters and the way in which accents are
/// written.
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    text::name_key(one) == text::name_key(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_bounded_and_can_be_shown() {
        for bad in ["", "   ", "Ann\twrong", "\u{1b}[31m", "a\u{202e}b", "---", "../..", "a/b"] {
            assert!(read(bad).is_err(), "{bad:?}");
        }
        assert!(read(&"x".repeat(25)).is_err());
        assert!(read(&format!("Zoe{}", "\u{308}".repeat(20))).unwrap_err().contains("accents"));
        assert!(is_same("Jose\u{301}", "JOSÉ"));
        for good in ["Zoë O’Hara-2", "契約 花子", "Дмитрий", "Ann  Lee Jr."] {
            assert!(read(good).is_ok(), "{good:?}");
        }
        assert_eq!(&*read("  Ann  Lee ").unwrap(), "Ann Lee");
    }

    #[test]
    fn no_name_looks_like_a_text_of_the_lobby() {
        for bad in ["the teacher", "The  Teacher", "FREE", "a program", "You"] {
            assert!(read(bad).unwrap_err().contains("another name"), "{bad:?}");
        }
    }
}
