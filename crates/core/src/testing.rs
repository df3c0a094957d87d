//! Helpers for the tests of this crate and of other crates.

use std::path::Path;

use serde_json::Value;

/// Checks that a schema is equal to the schema in this file. With `UPDATE_SCHEMA=1`, writes the
/// schema to the file instead.
///
/// # Panics
/// Panics if the schemas differ.
pub fn is_kept(made: schemars::Schema, kept: &Value, file: &Path) {
    let made = made.to_value();
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        let text = serde_json::to_string_pretty(&made).expect("JSON");
        std::fs::write(file, text + "\n").expect("the schema is written");
    } else {
        let advice = "a type of the file changed: UPDATE_SCHEMA=1 cargo test schema";
        assert!(made == *kept, "{}: {advice}", file.display());
    }
}
