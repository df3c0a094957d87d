//! The JSON Schema of scenario files. It is made of the types of a file and their docs by the tests,
//! which keep it beside this: the program carries what was made, not what makes it.

use serde_json::Value;

/// The JSON Schema of scenario files.
pub fn schema() -> Value {
    serde_json::from_str(include_str!("schema.json")).expect("a test wrote it")
}

/// A schema is the one that is kept in a file of `core/src`; `UPDATE_SCHEMA=1` writes it there.
#[cfg(test)]
pub(crate) fn is_kept(made: schemars::Schema, kept: &Value, file: &str) {
    let made = made.to_value();
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(file);
        let text = serde_json::to_string_pretty(&made).expect("JSON");
        std::fs::write(path, text + "\n").expect("the schema is written");
    } else {
        let advice = "a type of the file changed: UPDATE_SCHEMA=1 cargo test schema";
        assert!(made == *kept, "{file}: {advice}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;

    #[test]
    fn the_kept_schema_is_that_of_the_types() {
        is_kept(schemars::schema_for!(Scenario), &schema(), "scenario/schema.json");
    }
}
