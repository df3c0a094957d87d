//! Errors in a text, with their places.

use std::fmt;

use serde::de::{self, Expected, Unexpected};

/// A place in a text. If both numbers are 0, the place is unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineColumn {
    /// The line, counted from 1.
    pub line: u32,
    /// The column, counted from 1, in characters.
    pub column: u32,
}

/// An error in a text, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct YamlError {
    /// The place. `None` if the error is about the whole text.
    pub place: Option<LineColumn>,
    /// The message, in one line.
    pub message: String,
}

impl YamlError {
    /// An error at this place, or without a place if the line is 0.
    pub fn at(place: LineColumn, message: impl Into<String>) -> Self {
        Self { place: (place.line > 0).then_some(place), message: message.into() }
    }

    /// Gives the error this place, unless it already has one. The innermost value does this first, so its place stays.
    pub(super) fn or_at(mut self, place: LineColumn) -> Self {
        self.place.get_or_insert(place);
        self
    }
}

impl fmt::Display for YamlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(LineColumn { line, column }) = self.place {
            write!(f, "line {line}, column {column}: ")?;
        }
        write!(f, "{}", self.message)
    }
}

impl std::error::Error for YamlError {}

impl de::Error for YamlError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        let message = message.to_string().lines().next().unwrap_or_default().to_owned();
        Self { place: None, message }
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        match found {
            Unexpected::Unit => {
                Self::custom(format_args!("expected {expected}, but there is nothing"))
            }
            found => Self::custom(format_args!("expected {expected}, but found {found}")),
        }
    }

    fn unknown_field(field: &str, known: &'static [&'static str]) -> Self {
        let field = in_a_line(field);
        Self::custom(format_args!("there is no key `{field}` here. {}", listed(known)))
    }

    fn unknown_variant(word: &str, known: &'static [&'static str]) -> Self {
        let word = in_a_line(word);
        Self::custom(format_args!("there is no `{word}` here. {}", listed(known)))
    }

    fn missing_field(field: &'static str) -> Self {
        Self::custom(format_args!("the key `{field}` is missing here"))
    }
}

/// Replaces the line breaks in a word of the file, because a line break would end the message.
fn in_a_line(word: &str) -> String {
    word.replace('\n', "\\n").replace('\r', "\\r")
}

/// Lists the known words, for a message.
fn listed(known: &[&str]) -> String {
    // YAML 1.1 writes yes and no back as `true` and `false`. These are accepted, but messages do not list them.
    let words = known.iter().filter(|word| !["true", "false"].contains(word));
    let known: Vec<String> = words.map(|word| format!("`{word}`")).collect();
    match known.split_last() {
        None => "There are none".to_owned(),
        Some((one, [])) => format!("There is only {one}"),
        Some((last, others)) => format!("There are {} and {last}", others.join(", ")),
    }
}
