//! What was found, as a sentence and the numbers and names in it.

use std::fmt;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// A finding: a sentence, and under their names the values that it was made of. [`fact!`] makes both
/// from the same values.
///
/// [`fact!`]: crate::fact
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// Which sentence it is.
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
    /// A name, or some words.
    Words(String),
    /// Whether something is so.
    Flag(bool),
    /// What is not known, or what there is none of.
    Nothing,
}

impl Fact {
    /// A sentence of a kind, with its values; see [`fact!`](crate::fact).
    pub fn new(kind: &'static str, words: String, data: Vec<(&'static str, Datum)>) -> Self {
        Self { kind, words, data }
    }

    /// The value of this name; nothing if it has none.
    pub fn get(&self, name: &str) -> &Datum {
        let mut own = self.data.iter();
        own.find(|(known, _)| *known == name).map_or(&Datum::Nothing, |(_, datum)| datum)
    }

    /// The number of this name.
    pub fn number(&self, name: &str) -> Option<f64> {
        if let Datum::Number(number) = self.get(name) { Some(*number) } else { None }
    }

    /// The words of this name.
    pub fn words(&self, name: &str) -> Option<&str> {
        if let Datum::Words(words) = self.get(name) { Some(words) } else { None }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

/// As an object: its `kind`, its `words`, and its values under their names.
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

/// What can stand in a finding.
pub trait AsDatum {
    /// It as a value.
    fn told(&self) -> Datum;
}

macro_rules! numbers {
    ($($number:ty)*) => { $(
        impl AsDatum for $number {
            fn told(&self) -> Datum {
                Datum::Number(*self as f64)
            }
        }
    )* };
}

numbers! { f64 u32 u64 usize i32 }

impl AsDatum for bool {
    fn told(&self) -> Datum {
        Datum::Flag(*self)
    }
}

impl AsDatum for str {
    fn told(&self) -> Datum {
        Datum::Words(self.to_owned())
    }
}

impl AsDatum for String {
    fn told(&self) -> Datum {
        Datum::Words(self.clone())
    }
}

impl<T: AsDatum + ?Sized> AsDatum for &T {
    fn told(&self) -> Datum {
        (**self).told()
    }
}

impl<T: AsDatum> AsDatum for Option<T> {
    fn told(&self) -> Datum {
        self.as_ref().map_or(Datum::Nothing, AsDatum::told)
    }
}

/// A [`Fact`](crate::analysis::Fact): its kind, its sentence as `format!` takes it, and the values in
/// it by name. A value may be shown as something else (`=>`); after `;` stand values that the
/// sentence does not show.
///
/// ```
/// use elenchus_core::fact;
///
/// let found = fact!("least": "paid {least:.2} at least, by {bob}", least = 0.316, bob = "shading";
///     levels = 7usize);
/// assert_eq!(found.to_string(), "paid 0.32 at least, by shading");
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
                $((stringify!($name), $crate::analysis::AsDatum::told(&$value)),)*
                $($((stringify!($more), $crate::analysis::AsDatum::told(&$other))),+)?
            ],
        )
    };
    (@shown $value:expr) => { $value };
    (@shown $value:expr => $shown:expr) => { $shown };
}
