//! The rules for names, and the comparison of names.

use crate::scenario::SafeText;

/// The longest name in characters.
pub(crate) const LONGEST: usize = 24;
/// The message about any other text.
const NOT_A_NAME: &str = "a name needs a letter or a digit. Its only other signs can be - ' . ,";

/// The words for holders of a seat who are not students. No student can take one of them as a name.
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
/// If the name is not allowed, words for the student.
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
    if nobody::ALL.iter().any(|own| is_same(own, &text)) {
        return Err(format!("the program uses `{text}` for something else. Choose another name"));
    }
    SafeText::new(&text).map_err(|_| NOT_A_NAME.into())
}

/// Returns `true` if two names are the same, except for capital letters.
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
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
