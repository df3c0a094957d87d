//! A finding: a sentence, together with the numbers and names in the sentence.

use std::fmt;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::text::Limit;

/// A finding: a sentence, and its values by name. [`fact!`] makes both from the same values.
///
/// [`fact!`]: crate::fact
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// The kind of the finding, for programs. The sentence has one fixed form for each kind.
    pub kind: &'static str,
    words: String,
    data: Vec<(&'static str, Datum)>,
}

/// A value in a finding.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Datum {
    /// A number.
    Number(f64),
    /// A name or a text.
    Words(String),
    /// A yes (true) or no (false).
    Flag(bool),
    /// An unknown or absent value.
    Nothing,
}

impl Fact {
    /// A finding of this kind with this sentence and these values. Use [`fact!`](crate::fact),
    /// which makes the sentence from the values.
    pub fn new(kind: &'static str, words: String, data: Vec<(&'static str, Datum)>) -> Self {
        Self { kind, words, data }
    }

    /// The value with this name. [`Datum::Nothing`] if there is none.
    pub fn get(&self, name: &str) -> &Datum {
        let mut own = self.data.iter();
        own.find(|(known, _)| *known == name).map_or(&Datum::Nothing, |(_, datum)| datum)
    }

    /// The number with this name. `None` if it is absent or not a number.
    pub fn number(&self, name: &str) -> Option<f64> {
        if let Datum::Number(number) = self.get(name) { Some(*number) } else { None }
    }

    /// All its numbers.
    pub fn numbers(&self) -> impl Iterator<Item = f64> {
        self.data.iter().filter_map(|(_, datum)| match datum {
            Datum::Number(number) => Some(*number),
            _ => None,
        })
    }

    /// The words of this name. `None` if they are absent.
    pub fn words(&self, name: &str) -> Option<&str> {
        if let Datum::Words(words) = self.get(name) { Some(words) } else { None }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

/// Serializes the finding as an object with the keys `kind` and `words`, and one key for each
/// value.
impl Serialize for Fact {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", self.kind)?;
        map.serialize_entry("words", &self.words)?;
        for (name, datum) in &self.data {
            map.serialize_entry(name, datum)?;
        }
        map.end()
    }
}

/// A type that can be a value in a finding.
pub trait ToDatum {
    /// Converts this to a value of a finding.
    fn to_datum(&self) -> Datum;
}

macro_rules! numbers {
    ($($number:ty)*) => { $(
        impl ToDatum for $number {
            fn to_datum(&self) -> Datum {
                Datum::Number(*self as f64)
            }
        }
    )* };
}

numbers! { f64 u32 u64 usize i32 }

/// The exact number. The sentence rounds a lower bound down and an upper bound up.
impl ToDatum for Limit {
    fn to_datum(&self) -> Datum {
        Datum::Number(self.get())
    }
}

impl ToDatum for bool {
    fn to_datum(&self) -> Datum {
        Datum::Flag(*self)
    }
}

impl ToDatum for str {
    fn to_datum(&self) -> Datum {
        Datum::Words(self.to_owned())
    }
}

impl ToDatum for String {
    fn to_datum(&self) -> Datum {
        Datum::Words(self.clone())
    }
}

impl<T: ToDatum + ?Sized> ToDatum for &T {
    fn to_datum(&self) -> Datum {
        (**self).to_datum()
    }
}

impl<T: ToDatum> ToDatum for Option<T> {
    fn to_datum(&self) -> Datum {
        self.as_ref().map_or(Datum::Nothing, ToDatum::to_datum)
    }
}

/// Makes a [`Fact`](crate::analysis::Fact) from its kind, its sentence in the form of `format!`,
/// and its named values. If the sentence shows a value in another form, that form follows `=>`.
/// Values that the sentence does not show follow `;`.
///
/// ```
/// use elenchus_core::fact;
///
/// let found = fact!("least": "Alice is paid at least {least:.2} against {bob}", least = 0.316, bob = "shading";
///     levels = 7usize);
/// assert_eq!(found.to_string(), "Alice is paid at least 0.32 against shading");
/// assert_eq!((found.number("least"), found.number("levels")), (Some(0.316), Some(7.0)));
/// ```
#[macro_export]
macro_rules! fact {
    (
        $kind:literal: $form:literal
        $(, $name:ident = $value:expr $(=> $shown:expr)?)* $(; $($more:ident = $other:expr),+)? $(,)?
    ) => {
        $crate::analysis::Fact::new(
            $kind,
            format!($form $(, $name = $crate::fact!(@shown $value $(=> $shown)?))*),
            vec![
                $((stringify!($name), $crate::analysis::ToDatum::to_datum(&$value)),)*
                $($((stringify!($more), $crate::analysis::ToDatum::to_datum(&$other))),+)?
            ],
        )
    };
    (@shown $value:expr) => { $value };
    (@shown $value:expr => $shown:expr) => { $shown };
}
