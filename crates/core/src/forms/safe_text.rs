//! Text from files. Control characters and escape sequences in it never reach a terminal.

use std::fmt;
use std::ops::Deref;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// Text that is safe to show. Line breaks are its only control characters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct SafeText(Box<str>);

/// The longest text in a file, in bytes.
const LONGEST: usize = 20_000;

/// Returns whether a character can control a terminal or change the direction of text.
pub fn is_unsafe(c: char) -> bool {
    (c.is_control() && c != '\n')
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

impl SafeText {
    /// Accepts safe text. Tabs become spaces, and Unicode line breaks become normal ones.
    ///
    /// # Errors
    /// The unsafe character, or the length if the text is too long.
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

    /// Text from outside, without unsafe characters and cut to the longest length.
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

/// Reads a scalar as text. `wanted` describes it in error messages.
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

/// Text with every control character replaced, so that it cannot steer a terminal.
pub fn printable(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\t' => ' ',
            c if is_unsafe(c) => '\u{fffd}',
            c => c,
        })
        .collect()
}
