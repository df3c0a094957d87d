//! The JSON Schema of scenario files. A test generates it from the types and their doc comments,
//! and writes it to a file, which the program contains.

use serde_json::Value;

/// The JSON Schema of scenario files.
pub fn schema() -> Value {
    serde_json::from_str(include_str!("schema.json")).expect("a test wrote it")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;
    use crate::testing::is_kept;

    #[test]
    fn the_kept_schema_is_that_of_the_types() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/scenario/schema.json");
        is_kept(schemars::schema_for!(Scenario), &schema(), file.as_ref());
    }
}
