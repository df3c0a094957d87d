//! Reads and writes scenario files.

use super::import::KNOWN_FORMATS;
use super::sealed::SealedFile;
use super::{FileError, Located, Scenario, VERSION, cancellable, machine_alone, retired};
use crate::forms::plan::CondensedText;
use crate::work::Cancelled;
use crate::yaml::{self, LARGEST_FILE};

/// The fast reader is used only for runs of at least this many steps. For shorter runs, the YAML
/// reader is fast enough.
const FEWEST_LIFTED: usize = 1000;

/// Reads a scenario from the bytes of a file.
///
/// # Errors
/// Returns an error with the file, the position, and the mistake.
pub fn read_bytes(file: &str, bytes: &[u8]) -> Result<Scenario, FileError> {
    if bytes.len() > LARGEST_FILE {
        let message = "this file is too large. A scenario can have at most 64 MiB";
        return Err(FileError::whole_file(file, message));
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => read(file, text),
        Err(e) => {
            let line = 1 + bytes[..e.valid_up_to()].iter().filter(|&&b| b == b'\n').count();
            let message = format!("line {line} is not UTF-8 text. Save the file as UTF-8");
            let is_scenario = bytes.starts_with(b"elenchus");
            Err(FileError::whole_file(file, if is_scenario { message } else { unknown(&message) }))
        }
    }
}

/// The error for a file in an unknown format.
fn unknown(why: &str) -> String {
    format!("{why}. Elenchus does not know the format of this file. It reads {KNOWN_FORMATS}")
}

/// Reads a scenario from text.
///
/// # Errors
/// Returns an error with the file, the position, and the mistake.
pub fn read(file: &str, text: &str) -> Result<Scenario, FileError> {
    if let Some(sealed) = SealedFile::read(file, text) {
        return unsealed(file, sealed?);
    }
    cancellable::begins(text);
    let scenario = match parsed(text, FEWEST_LIFTED) {
        Ok(scenario) => scenario,
        Err(_) if cancellable::is_stopped() => {
            return Err(FileError::whole_file(file, Cancelled.to_string()));
        }
        Err(_) if is_newer(text) => return Err(newer(file, text)),
        Err(e) => match machine_alone::scenario(file, text) {
            Some(scenario) => return scenario,
            None => {
                let mut error = FileError::from_yaml(file, text, e);
                if let Some(sentence) = retired::instead(&error.message) {
                    error.message = sentence.into();
                }
                if text.contains("elenchus") {
                    return Err(error);
                }
                return Err(FileError { message: unknown(&error.message), ..error });
            }
        },
    };
    match *scenario.elenchus {
        1..=VERSION => Ok(scenario),
        0 => {
            let message = format!("there is no version 0 of the format. Write 1 or {VERSION}");
            Err(FileError::at(file, text, scenario.elenchus.wrong(message)))
        }
        _ => Err(newer(file, text)),
    }
}

/// Opens the scenario in a sealed file, and adds the moves that were played.
fn unsealed(file: &str, sealed: SealedFile) -> Result<Scenario, FileError> {
    let scenario =
        sealed.inside().and_then(|inside| read(file, &inside).ok()).ok_or_else(|| {
            FileError::whole_file(file, "this sealed file was changed. Ask for it again")
        })?;
    let SealedFile { attempt, moves, notes, votes, .. } = sealed;
    Ok(Scenario { attempt, moves, notes, votes, ..scenario })
}

/// The key for the version of a file. All other keys are ignored.
#[derive(serde::Deserialize)]
struct Versioned {
    elenchus: Located<u32>,
}

fn version(text: &str) -> Option<Located<u32>> {
    let file: Versioned = yaml::read(text).ok()?;
    Some(file.elenchus)
}

fn is_newer(text: &str) -> bool {
    text.starts_with("elenchus") && version(text).is_some_and(|version| *version > VERSION)
}

/// The error for a file that a newer program wrote.
fn newer(file: &str, text: &str) -> FileError {
    let version = version(text).unwrap_or_default();
    let message = format!(
        "this file has format version {} of a newer Elenchus. This program reads versions 1 to \
         {VERSION}. Open the file with a newer Elenchus",
        *version
    );
    FileError::at(file, text, version.wrong(message))
}

/// Parses a scenario. For speed, runs of at least `fewest` simple steps are parsed line by line.
fn parsed(text: &str, fewest: usize) -> Result<Scenario, yaml::YamlError> {
    if let Some(lifted) = CondensedText::new(text, fewest)
        && let Ok(mut scenario) = yaml::read::<Scenario>(&lifted.rest)
        && lifted.put_back(&mut scenario.machine.value)
    {
        return Ok(scenario);
    }
    yaml::read(text)
}

/// Writes a scenario as YAML without tags, so that other programs can read it.
///
/// # Errors
/// Returns an error if YAML cannot express the scenario. This cannot happen for a scenario that was
/// read from a file.
pub fn write(scenario: &Scenario) -> Result<String, FileError> {
    // Write the oldest version that can express the scenario.
    let version = scenario.version();
    if *scenario.elenchus != version {
        return write(&Scenario { elenchus: Located::without_place(version), ..scenario.clone() });
    }
    let mut text = Vec::new();
    let mut yaml = serde_yaml::Serializer::new(&mut text);
    serde_yaml::with::singleton_map_recursive::serialize(scenario, &mut yaml)
        .map_err(|e| FileError::whole_file(&scenario.title, e.to_string()))?;
    drop(yaml);
    Ok(with_quoted_words(&String::from_utf8_lossy(&text)))
}

/// Adds quotes to the words yes, no, on and off if they are keys or values of YAML that the
/// serializer wrote. Programs that use YAML 1.1 read these words as truth values.
fn with_quoted_words(text: &str) -> String {
    let is_word = |word: &str| {
        let lower = word.to_ascii_lowercase();
        let cased = [lower.clone(), lower.to_ascii_uppercase(), capitalized(&lower)];
        ["yes", "no", "on", "off"].contains(&&*lower) && cased.iter().any(|own| own == word)
    };
    let mut quoted = String::with_capacity(text.len());
    // If a text follows on the next lines, the column of its key, or of its dash in a list. Its lines have a larger one.
    let mut literal: Option<usize> = None;
    for line in text.split_inclusive('\n') {
        let body = line.trim_end_matches('\n');
        let start = body.len() - body.trim_start_matches([' ']).len();
        if literal.is_some_and(|column| start > column || body.is_empty()) {
            quoted.push_str(line);
            continue;
        }
        let mut rest = &body[start..];
        while let Some(item) = rest.strip_prefix("- ") {
            rest = item;
        }
        let column = body.len() - rest.len();
        // A key in quotes ends at its second quote.
        let between = match rest.as_bytes().first() {
            Some(b'\'') => "': ",
            Some(b'"') => "\": ",
            _ => ": ",
        };
        let (value, above) = match rest.split_once(between) {
            Some((_, value)) => (value, column),
            None => (rest, column.saturating_sub(2)),
        };
        literal = (value.starts_with('|') && value.len() <= 3).then_some(above);
        let end = line.len() - body.len();
        let key = rest.split_once(':').map_or("", |(key, _)| key);
        let (before, after) = if is_word(key) { (key, &rest[key.len()..]) } else { ("", rest) };
        quoted.push_str(&body[..column]);
        if !before.is_empty() {
            quoted.push_str(&format!("'{before}'"));
        }
        if is_word(value) {
            quoted.push_str(&after[..after.len() - value.len()]);
            quoted.push_str(&format!("'{value}'"));
        } else {
            quoted.push_str(after);
        }
        quoted.push_str(&line[line.len() - end..]);
    }
    quoted
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;

    #[test]
    fn texts_of_several_lines_keep_their_words() {
        let text = "a\nanswer: no\nyes: 1\n  - off\n'on': |\n\nno\n";
        for text in [text, text.trim_end(), "\n no\nyes: no"] {
            let list = serde_json::json!([text, [text, [text], "no"], {"no": text, "on": [text]}]);
            let all = serde_json::json!({"key": list, "yes": text, "a: b": text, "last": list});
            let written = with_quoted_words(&serde_yaml::to_string(&all).unwrap());
            let read: serde_json::Value = serde_yaml::from_str(&written).unwrap();
            assert_eq!(read, all, "{written}");
            assert!(written.contains("- 'no'\n") && written.contains("'yes': "), "{written}");
        }
    }

    const HEAD: &str =
        "elenchus: 1\nclaim: C\ntitle: T\nprotocol: {cross-examination: {claim: 1}}\n";
    const PLAN: &str = "machine:\n  plan:\n    steps:\n";
    /// Steps that the fast reader accepts. They cover every key and every form of a value.
    const PLAIN: [&str; 14] = [
        "{and: [1, 2]}",
        "{or: [a, \"b c\", 3]}",
        "{xor: [1]}",
        "{nand: [0, 123456789]}",
        "{nor: [yes, no], name: a}",
        "{words: in so many words, xnor: [1, 2]}",
        "{majority: [1, 2, 3]}",
        "{at-least: {k: 2, of: [1, 2, 3]}}",
        "{not: 1}",
        "{copy: \"1\"}",
        "{constant: 1}",
        "{ask: Is it?, answer: yes}",
        "{ask: \"Is it: so, #1?\", yes: 0.25}",
        "{ask: \"\", given: [1, 2], table: {\"00\": 0, \"01\": 0.5, \"10\": 1, \"11\": 0.125}}",
    ];
    /// Steps that only the YAML reader accepts, and wrong steps.
    const OTHER: [&str; 20] = [
        "{and: [1,2]}",
        "{and: [1, 2]} # so",
        "{and: [1, 2]} ",
        "{and: [1, 2], and: [1, 2]}",
        "{and: [01, 0x1]}",
        "{and: []}",
        "{not: true}",
        "{not: null}",
        "{not: -1}",
        "{copy: é}",
        "{constant: 2}",
        "{yes: 1e-3, ask: Q}",
        "{ask: 'Q', answer: no}",
        "{ask: \"\\e\", answer: no}",
        "{ask: Q, table: {\"0\": 1, \"0\": 1}, given: [1]}",
        "{ask: null, yes: .5}",
        "{nothing: 1}",
        "&a {not: 1}",
        "*a",
        "\n        and: [1, 2]",
    ];

    fn file(lines: &[String]) -> String {
        let list: String = lines.iter().map(|line| format!("    - {line}\n")).collect();
        format!("{HEAD}{PLAN}{list}seed: 1\n")
    }

    /// All values with their positions as text, or the error.
    fn read_back(text: &str, fewest: usize) -> String {
        match parsed(text, fewest) {
            Ok(scenario) => format!("{scenario:?}"),
            Err(error) => FileError::from_yaml("f", text, error).to_string(),
        }
    }

    #[track_caller]
    fn all_the_same(text: &str) {
        assert_eq!(read_back(text, 1), read_back(text, usize::MAX), "{text}");
    }

    #[test]
    fn plain_steps_are_lifted_and_mean_what_yaml_says() {
        let text = file(&PLAIN.map(str::to_owned));
        let lifted = CondensedText::new(&text, 1).expect("all of it is plain");
        assert_eq!(lifted.rest.matches("- {").count(), 1, "{}", lifted.rest);
        assert_eq!(lifted.rest.lines().count(), text.lines().count());
        let rest = yaml::read(&lifted.rest).unwrap();
        let mut scenario: Scenario = rest;
        assert!(lifted.put_back(&mut scenario.machine.value), "the first step is there");
        assert_eq!(format!("{scenario:?}"), read_back(&text, usize::MAX));
    }

    #[test]
    fn steps_in_a_text_or_repeated_by_an_alias_are_no_list_of_steps() {
        let list = "    - {not: 1}\n    - {not: 2}\n";
        all_the_same(&format!("{HEAD}summary: |\n{list}{PLAN}{list}"));
        all_the_same(&format!("{HEAD}{PLAN}{list}summary: |\n{list}"));
        all_the_same(&format!("{HEAD}summary: \"\n{list}\"\n{PLAN}{list}"));
        all_the_same(&format!("{HEAD}{PLAN}{list}moves:\n{list}"));
        all_the_same(&format!("{HEAD}x: &x\n{list}machine: {{plan: {{steps: *x}}}}\n"));
        all_the_same(&format!("{HEAD}{PLAN}{list}---\n{list}"));
        all_the_same(&format!("{HEAD}{PLAN}{list}      more: 1\n{list}"));
        all_the_same(&format!("{HEAD}machine: {{plan: {{steps: [\n{list}]}}}}\n"));
    }

    proptest! {
        #[test]
        fn lists_read_line_by_line_are_read_as_yaml(
            lines in prop::collection::vec(
                prop_oneof![8 => select(&PLAIN[..]), 1 => select(&OTHER[..])], 1..12,
            ),
            changes in prop::collection::vec(
                (any::<prop::sample::Index>(), select(" {}[],:\"'#-&*?01ay.\n\té".chars().collect::<Vec<_>>())),
                0..3,
            ),
        ) {
            let lines: Vec<String> = lines.into_iter().map(str::to_owned).collect();
            let mut text: Vec<char> = file(&lines).chars().collect();
            for (at, letter) in changes {
                let at = at.index(text.len());
                text[at] = letter;
            }
            all_the_same(&text.into_iter().collect::<String>());
        }
    }
}
