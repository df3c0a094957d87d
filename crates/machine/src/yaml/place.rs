//! Values with their places in a text.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{Deserializer, Error, SeqAccess, Visitor};

use super::error::LineColumn;

/// The name of the newtype by which a value asks the reader for its place.
pub(super) const PLACED: &str = "a value and its place";

/// Reads a value, and its place if it comes from a text.
///
/// # Errors
/// Returns the error of the value.
pub fn placed<'de, T, D>(deserializer: D) -> Result<(T, Option<LineColumn>), D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    deserializer.deserialize_newtype_struct(PLACED, Placed(PhantomData))
}

struct Placed<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Placed<T> {
    type Value = (T, Option<LineColumn>);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    /// Our reader gives a list: the line, the column and the value.
    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Self::Value, A::Error> {
        let missing = || A::Error::custom("expected a line, a column and a value");
        let line = parts.next_element()?.ok_or_else(missing)?;
        let column = parts.next_element()?.ok_or_else(missing)?;
        let value = parts.next_element()?.ok_or_else(missing)?;
        Ok((value, Some(LineColumn { line, column })))
    }

    /// Other readers and stored values give only the value.
    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Self::Value, D::Error> {
        T::deserialize(deserializer).map(|value| (value, None))
    }
}
