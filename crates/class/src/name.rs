//! Names: what can be one, and which are the same to who reads them.

use unicode_security::{GeneralSecurityProfile, skeleton};

use crate::scenario::Words;

/// No name has more characters.
pub(crate) const LONGEST: usize = 24;
/// What is said of other characters.
const NOT_A_NAME: &str = "a name is letters and digits of any script, spaces and - ' ’ . , alone";
/// What stands between the parts of a name.
const BETWEEN: &str = " -'’.,";

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
    // What cannot be seen is not allowed in identifiers either.
    let good = |c: char| c.identifier_allowed() || BETWEEN.contains(c);
    if !text.chars().any(char::is_alphanumeric) || !text.chars().all(good) {
        return Err(NOT_A_NAME.into());
    }
    if nobody::ALL.iter().any(|own| is_same(own, &text)) {
        return Err(format!("`{text}` has a meaning of its own here: take another name"));
    }
    Words::new(&text).map_err(|_| NOT_A_NAME.into())
}

/// Do these two look the same, or nearly so?
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    // A capital may look like a small letter of another kind, and is the same as its own.
    let small = |text: &str| looks(&text.to_lowercase());
    looks(one) == looks(other) || small(one) == small(other)
}

/// What a name looks like: one letter for all that look like it.
fn looks(name: &str) -> String {
    skeleton(name).filter(|&c| !BETWEEN.contains(c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_bounded_and_can_be_shown() {
        let unseen = ["x\u{200b}", "Ann\u{2060}", "Ann\u{3164}", "Ann\u{ad}", "Ann\u{feff}"];
        let bad = ["", "   ", "Ann\twrong", "\u{1b}[31m", "a\u{202e}b", "---", "../..", "a/b"];
        for bad in bad.into_iter().chain(unseen) {
            assert!(read(bad).is_err(), "{bad:?}");
        }
        assert!(read(&"x".repeat(25)).is_err());
        for good in ["Zoë O’Hara-2", "契約 花子", "Дмитрий", "Ann  Lee Jr."] {
            assert!(read(good).is_ok(), "{good:?}");
        }
        assert_eq!(&*read("  Ann  Lee ").unwrap(), "Ann Lee");
    }

    #[test]
    fn names_that_look_alike_are_the_same() {
        let same = [("Ann", "aNN"), ("Ann", "\u{410}nn"), ("Iris", "lris"), ("Bob", "B\u{43e}b")];
        for (one, other) in same.into_iter().chain([("Ann Lee", "Ann-Lee"), ("Zoë", "Zoe\u{308}")])
        {
            assert!(is_same(one, other), "{one} {other}");
        }
        for (one, other) in [("Ann", "Anna"), ("Zoe", "Zoë"), ("Ben 1", "Ben 2")] {
            assert!(!is_same(one, other), "{one} {other}");
        }
    }

    #[test]
    fn no_name_reads_as_what_the_lobby_says() {
        for bad in ["the teacher", "The  Teacher", "FREE", "fr\u{435}e", "a program", "You"] {
            assert!(read(bad).unwrap_err().contains("another name"), "{bad:?}");
        }
    }
}
