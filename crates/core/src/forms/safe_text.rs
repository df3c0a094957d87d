//! Text from files, without control characters and escape sequences, so that it cannot control a
//! terminal.

use std::fmt;
use std::ops::Deref;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::located::Located;

/// Text that is safe to show. It has no control characters except line breaks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct SafeText(Box<str>);

/// The longest text in a file, in bytes.
const LONGEST: usize = 20_000;

/// Returns whether a character can control a terminal or change the direction of text.
pub fn is_unsafe(c: char) -> bool {
    (c.is_control() && c != '\n')
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

impl SafeText {
    /// Makes safe text. Tabs become spaces, and Unicode line breaks become normal line breaks.
    ///
    /// # Errors
    /// Returns an error if the text is too long or has an unsafe character.
    pub fn new(text: &str) -> Result<Self, String> {
        if text.len() > LONGEST {
            return Err(format!("this text is longer than {LONGEST} bytes. Shorten it"));
        }
        let text: String = text
            .chars()
            .map(|c| match c {
                '\t' => ' ',
                '\u{85}' | '\u{2028}' | '\u{2029}' => '\n',
                c => c,
            })
            .collect();
        match text.chars().find(|&c| is_unsafe(c)) {
            Some(c) => {
                Err(format!("this text has the control character U+{:04X}. Remove it", c as u32))
            }
            None => Ok(Self(text.trim_end().into())),
        }
    }

    /// Makes safe text from any text: removes unsafe characters, and shortens a text that is too
    /// long.
    pub fn cut(text: &str) -> Self {
        let ends = text.char_indices().take_while(|(at, c)| at + c.len_utf8() <= LONGEST);
        let safe = ends.map(|(_, c)| c).filter(|&c| !is_unsafe(c) || c == '\t');
        Self::new(&safe.collect::<String>()).unwrap_or_default()
    }

    /// Returns whether the text is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Deref for SafeText {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SafeText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl<'de> Deserialize<'de> for SafeText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text(deserializer, "text", Self::new)
    }
}

/// Deserializes a scalar as text, and parses the text with `read`. `wanted` says in error messages
/// what was expected.
pub(crate) fn text<'de, T, E: fmt::Display, D: Deserializer<'de>>(
    deserializer: D,
    wanted: &'static str,
    read: fn(&str) -> Result<T, E>,
) -> Result<T, D::Error> {
    struct Text<T, E>(&'static str, fn(&str) -> Result<T, E>);
    impl<T, W: fmt::Display> Visitor<'_> for Text<T, W> {
        type Value = T;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }
        fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
            (self.1)(text).map_err(E::custom)
        }
    }
    deserializer.deserialize_str(Text(wanted, read))
}

/// The text of a file of another tool, with every unsafe character replaced. Its lines stay. Comments of such
/// files can have any bytes.
pub(crate) fn safe_lines(text: &str) -> String {
    let stays = |c: char| !is_unsafe(c) || matches!(c, '\t' | '\r');
    text.chars().map(|c| if stays(c) { c } else { '\u{fffd}' }).collect()
}

/// Reads the text of a file of another tool, with every unsafe character replaced.
pub(crate) fn file_text<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Located<String>>, D::Error> {
    let read = Option::<Located<String>>::deserialize(deserializer)?;
    Ok(read.map(|text| Located { value: safe_lines(&text.value), ..text }))
}

/// Replaces every unsafe character, so that the text cannot control a terminal.
pub fn printable(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\t' => ' ',
            c if is_unsafe(c) => '\u{fffd}',
            c => c,
        })
        .collect()
}
