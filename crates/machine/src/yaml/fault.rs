//! What is wrong with a text, and where.

use std::fmt;

use serde::de::{self, Expected, Unexpected};

/// A place in a text. 0 and 0 stand for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineColumn {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
}

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where, if it is at a place.
    pub place: Option<LineColumn>,
    /// What is wrong, in one line.
    pub message: String,
}

impl Fault {
    /// A fault of what stands here, if it stands anywhere.
    pub fn at(place: LineColumn, message: impl Into<String>) -> Self {
        Self { place: (place.line > 0).then_some(place), message: message.into() }
    }

    /// The innermost value that a fault was found in is where it stands.
    pub(super) fn or_at(mut self, place: LineColumn) -> Self {
        self.place.get_or_insert(place);
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(LineColumn { line, column }) = self.place {
            write!(f, "line {line}, column {column}: ")?;
        }
        write!(f, "{}", self.message)
    }
}

impl std::error::Error for Fault {}

impl de::Error for Fault {
    fn custom<T: fmt::Display>(message: T) -> Self {
        let message = message.to_string().lines().next().unwrap_or_default().to_owned();
        Self { place: None, message }
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        match found {
            Unexpected::Unit => Self::custom(format_args!("expected {expected}; there is nothing")),
            found => Self::custom(format_args!("expected {expected}, found {found}")),
        }
    }

    fn unknown_field(field: &str, known: &'static [&'static str]) -> Self {
        let field = in_a_line(field);
        Self::custom(format_args!("there is no key `{field}` here; {}", listed(known)))
    }

    fn unknown_variant(word: &str, known: &'static [&'static str]) -> Self {
        let word = in_a_line(word);
        Self::custom(format_args!("there is no `{word}` here; {}", listed(known)))
    }

    fn missing_field(field: &'static str) -> Self {
        Self::custom(format_args!("the key `{field}` is missing here"))
    }
}

/// A word of a file, whose line breaks would end the message.
fn in_a_line(word: &str) -> String {
    word.replace('\n', "\\n").replace('\r', "\\r")
}

/// What there is instead.
fn listed(known: &[&str]) -> String {
    let known: Vec<String> = known.iter().map(|word| format!("`{word}`")).collect();
    match known.split_last() {
        None => "there is none".to_owned(),
        Some((one, [])) => format!("there is only {one}"),
        Some((last, others)) => format!("there are {} and {last}", others.join(", ")),
    }
}
