//! Names: what can be one, and which are the same.

use crate::scenario::Words;

/// No name has more characters.
pub(crate) const LONGEST: usize = 24;
/// What is said of anything else.
const NOT_A_NAME: &str = "a name has a letter or a digit, and no punctuation but - ' . ,";

/// Who has a seat, where it is no student: no name of a student reads the same.
pub(crate) mod nobody {
    pub(crate) const FREE: &str = "free";
    pub(crate) const YOURS: &str = "yours";
    pub(crate) const YOU: &str = "you";
    pub(crate) const YET: &str = "nobody yet";
    pub(crate) const TEACHER: &str = "the teacher";
    pub(crate) const PROGRAM: &str = "a program";
    pub(crate) const ALL: [&str; 7] = [FREE, YOURS, YOU, YET, TEACHER, PROGRAM, "teacher"];
}

/// A name that can be shown.
///
/// # Errors
/// What is wrong with it, in words for who gave it.
pub(crate) fn read(text: &str) -> Result<Words, String> {
    if text.trim().contains(char::is_control) {
        return Err(NOT_A_NAME.into());
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() {
        return Err("give a name".into());
    }
    if text.chars().count() > LONGEST {
        return Err(format!("a name has at most {LONGEST} characters"));
    }
    let bad = |c: char| c.is_ascii_punctuation() && !"-'.,".contains(c);
    if !text.chars().any(char::is_alphanumeric) || text.chars().any(bad) {
        return Err(NOT_A_NAME.into());
    }
    if nobody::ALL.iter().any(|own| is_same(own, &text)) {
        return Err(format!("`{text}` has a meaning of its own here: take another name"));
    }
    Words::new(&text).map_err(|_| NOT_A_NAME.into())
}

/// Whether these are the same name, capitals aside.
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
    fn no_name_reads_as_what_the_lobby_says() {
        for bad in ["the teacher", "The  Teacher", "FREE", "a program", "You"] {
            assert!(read(bad).unwrap_err().contains("another name"), "{bad:?}");
        }
    }
}
