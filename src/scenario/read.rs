//! Reading and writing scenario files.

use serde_saphyr::{Options, budget};

use super::import::KNOWN_FORMATS;
use super::{FileError, Scenario, VERSION, bare};

/// The largest file that is read: 64 MiB.
pub const LARGEST_FILE: usize = 64 << 20;

/// Reads a scenario from the bytes of a file.
///
/// # Errors
/// Naming the file, and where in it what is wrong.
pub fn read_bytes(file: &str, bytes: &[u8]) -> Result<Scenario, FileError> {
    if bytes.len() > LARGEST_FILE {
        let message = "this file is too large: a scenario has at most 64 MiB";
        return Err(FileError::whole(file, message));
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => read(file, text),
        Err(e) => {
            let line = 1 + bytes[..e.valid_up_to()].iter().filter(|&&b| b == b'\n').count();
            let message = format!("line {line} is not UTF-8 text; save the file as UTF-8");
            let is_scenario = bytes.starts_with(b"elenchus");
            Err(FileError::whole(file, if is_scenario { message } else { unknown(&message) }))
        }
    }
}

/// What is said of a file that does not look like anything known.
fn unknown(why: &str) -> String {
    format!("{why}; the file is of no known format: {KNOWN_FORMATS}")
}

/// Reads a scenario from text.
///
/// # Errors
/// Naming the file, and where in it what is wrong.
pub fn read(file: &str, text: &str) -> Result<Scenario, FileError> {
    let scenario: Scenario = match serde_saphyr::from_str_with_options(text, options()) {
        Ok(scenario) => scenario,
        Err(e) => match bare::scenario(file, text) {
            Some(scenario) => return scenario,
            None => {
                let error = FileError::from_yaml(file, text, &e);
                if text.contains("elenchus") {
                    return Err(error);
                }
                return Err(FileError { message: unknown(&error.message), ..error });
            }
        },
    };
    if *scenario.elenchus != VERSION {
        let message = format!(
            "this is version {} of the format; this program reads version {VERSION}",
            *scenario.elenchus
        );
        return Err(FileError::at(file, text, scenario.elenchus.wrong(message)));
    }
    Ok(scenario)
}

/// A scenario as plain YAML, without tags: any reader of YAML reads it.
///
/// # Errors
/// None that a scenario read from a file can cause.
pub fn write(scenario: &Scenario) -> Result<String, FileError> {
    let mut text = Vec::new();
    let mut yaml = serde_yaml::Serializer::new(&mut text);
    serde_yaml::with::singleton_map_recursive::serialize(scenario, &mut yaml)
        .map_err(|e| FileError::whole(&scenario.title, e.to_string()))?;
    drop(yaml);
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The JSON Schema of scenario files.
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(Scenario).to_value()
}

/// A file of 10^6 listed steps is read; anchors and aliases, which could multiply, are not needed.
fn options() -> Options {
    serde_saphyr::options! {
        budget: budget! {
            max_reader_input_bytes: Some(LARGEST_FILE),
            max_events: 60_000_000,
            max_nodes: 40_000_000,
            max_total_scalar_bytes: LARGEST_FILE,
            max_aliases: 10_000,
            max_depth: 64,
            max_documents: 1,
        },
        with_snippet: false,
        // As YAML 1.2 has it: yes and no are words, as are the symbols y and n of a machine.
        strict_booleans: true,
    }
}
