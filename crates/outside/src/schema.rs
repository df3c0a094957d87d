//! The JSON Schema of the messages to and from external programs. A test keeps the file up to date.

use serde_json::Value;

/// The JSON Schema of the messages.
pub fn schema() -> Value {
    serde_json::from_str(include_str!("schema.json")).expect("a test wrote it")
}

#[cfg(test)]
mod tests {
    use elenchus_core::testing::is_kept;

    use super::*;
    use crate::message::{ProgramMessage, ProgramReply};

    /// The messages in both directions. Version 1 has the same messages without `view`, `evidence`, `limit` and `meta`.
    /// No key of version 1 was renamed or removed, so a player written for version 1 still works.
    #[derive(schemars::JsonSchema)]
    #[schemars(title = "Elenchus player, version 2")]
    #[expect(dead_code, reason = "its schema is what is used")]
    struct Language {
        /// The messages that a program reads, one on each line.
        told: ProgramMessage,
        /// The answers that the program writes after `ask` and `refused`, one on each line.
        answers: ProgramReply,
    }

    #[test]
    fn the_kept_schema_is_that_of_the_types() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/schema.json");
        is_kept(schemars::schema_for!(Language), &schema(), file.as_ref());
    }
}
