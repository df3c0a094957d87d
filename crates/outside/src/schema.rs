//! The JSON Schema of what is said to players that are programs, and by them; kept like that of
//! scenario files.

use serde_json::Value;

/// The JSON Schema of the language.
pub fn schema() -> Value {
    serde_json::from_str(include_str!("schema.json")).expect("a test wrote it")
}

#[cfg(test)]
mod tests {
    use elenchus_core::testing::is_kept;

    use super::*;
    use crate::message::{Answer, Message};

    /// Both directions. Version 1 is this without `view`, `evidence`, `limit` and `meta`: nothing of it was renamed
    /// or taken away, and a player written for it goes on.
    #[derive(schemars::JsonSchema)]
    #[schemars(title = "Elenchus player, version 2")]
    #[expect(dead_code, reason = "its schema is what is used")]
    struct Language {
        /// What a program reads, one a line.
        told: Message,
        /// What it writes after `ask` and `refused`, one a line.
        answers: Answer,
    }

    #[test]
    fn the_kept_schema_is_that_of_the_types() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/schema.json");
        is_kept(schemars::schema_for!(Language), &schema(), file.as_ref());
    }
}
