//! A value from a file, with its position.

use std::fmt;
use std::ops::Deref;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::cancellable;
use crate::yaml;
pub use crate::yaml::{LineColumn as Spot, YamlError};

/// A value with its position in a file. The comparison of two such values ignores the positions.
#[derive(Clone, Debug, Default)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// The position of the value in the file.
    pub spot: Spot,
}

impl<T> Located<T> {
    /// A value that does not come from a file.
    pub fn without_place(value: T) -> Self {
        Self { value, spot: Spot::default() }
    }

    /// An error at the position of this value.
    pub fn wrong(&self, message: impl Into<String>) -> YamlError {
        YamlError::at(self.spot, message)
    }

    /// Adds the position of this value to the error of a result.
    pub(crate) fn locate_error<M, E: fmt::Display>(
        &self,
        made: Result<M, E>,
    ) -> Result<M, YamlError> {
        made.map_err(|error| self.wrong(error.to_string()))
    }

    /// Reports progress before this value is used. `before` values are already done, and `of` is the total number.
    /// Returns an error if the work was cancelled.
    pub(crate) fn check_cancelled(&self, before: usize, of: usize) -> Result<(), YamlError> {
        self.locate_error(cancellable::check_cancelled(before, of))
    }
}

impl<T> Deref for Located<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: PartialEq> PartialEq for Located<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Located<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (value, place) = yaml::placed(deserializer)?;
        let spot = place.unwrap_or_default();
        cancellable::read_at(spot.line).map_err(D::Error::custom)?;
        Ok(Self { value, spot })
    }
}

impl<T: Serialize> Serialize for Located<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(serializer)
    }
}

#[cfg(test)]
mod schema {
    use schemars::{JsonSchema, Schema, SchemaGenerator};

    use super::*;

    impl<T: JsonSchema> JsonSchema for Located<T> {
        fn inline_schema() -> bool {
            T::inline_schema()
        }
        fn schema_name() -> std::borrow::Cow<'static, str> {
            T::schema_name()
        }
        fn schema_id() -> std::borrow::Cow<'static, str> {
            T::schema_id()
        }
        fn json_schema(generator: &mut SchemaGenerator) -> Schema {
            T::json_schema(generator)
        }
    }
}
