//! A value from a file, with the place where it stands.

use std::fmt;
use std::ops::Deref;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::reading;
use crate::yaml;
pub use crate::yaml::{Fault, LineColumn as Spot};

/// A value and where it stood. Two are equal if their values are.
#[derive(Clone, Debug, Default)]
pub struct At<T> {
    /// The value.
    pub value: T,
    /// Where it stood.
    pub spot: Spot,
}

impl<T> At<T> {
    /// A value that stands in no file.
    pub fn nowhere(value: T) -> Self {
        Self { value, spot: Spot::default() }
    }

    /// A complaint about it.
    pub fn wrong(&self, message: impl Into<String>) -> Fault {
        Fault::at(self.spot, message)
    }

    /// What was made of it, or a complaint that it could not be.
    pub(crate) fn told<M, E: fmt::Display>(&self, made: Result<M, E>) -> Result<M, Fault> {
        made.map_err(|error| self.wrong(error.to_string()))
    }

    /// It is about to be taken from the file: so many of all were before.
    pub(crate) fn taken(&self, before: usize, of: usize) -> Result<(), Fault> {
        self.told(reading::taken(before, of))
    }
}

impl<T> Deref for At<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: PartialEq> PartialEq for At<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for At<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (value, place) = yaml::placed(deserializer)?;
        let spot = place.unwrap_or_default();
        reading::read_at(spot.line).map_err(D::Error::custom)?;
        Ok(Self { value, spot })
    }
}

impl<T: Serialize> Serialize for At<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(serializer)
    }
}

#[cfg(test)]
mod schema {
    use schemars::{JsonSchema, Schema, SchemaGenerator};

    use super::*;

    impl<T: JsonSchema> JsonSchema for At<T> {
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
