//! Commands and options of earlier versions, each with what to use instead.

use clap::error::{ContextKind, ContextValue};

/// A command, option or value that was removed, and a text that says what to use instead. If an option or a value was
/// removed, the name of its command is before it.
const RETIRED: &[(&[&str], &str)] = &[
    (
        &["course"],
        "`course release` is gone. Give students the course folder itself, or open a `class`; `grade \
         --course FOLDER` grades what they hand in.",
    ),
    (
        &["archive", "forecasts"],
        "`archive forecasts` is gone. The progress page of the playground (`C` in the library) shows \
         the accuracy of your predictions.",
    ),
    (
        &["grade", "--seal"],
        "`--seal` is gone. `grade` replays each record and compares it with the exercise; leave the \
         option out.",
    ),
    (
        &["export", "cast"],
        "`--to cast` is gone. `asciinema rec --command \"elenchus replay FILE\"` records a terminal.",
    ),
    (
        &["class", "--joins"],
        "`--joins` is gone. A class limits wrong codes instead; leave the option out.",
    ),
];

/// The text for a removed word, if it caused this error. `None` if no earlier version had that word.
pub(super) fn instead(error: &clap::Error, arguments: &[String]) -> Option<&'static str> {
    let kinds =
        [ContextKind::InvalidSubcommand, ContextKind::InvalidArg, ContextKind::InvalidValue];
    let unknown: Vec<&str> = kinds
        .into_iter()
        .filter_map(|kind| match error.get(kind) {
            Some(ContextValue::String(word)) => Some(word.split([' ', '=']).next()?),
            _ => None,
        })
        .collect();
    let found = RETIRED.iter().find(|(words, _)| {
        let (last, before) = words.split_last().expect("an entry has a word");
        unknown.contains(last) && before.iter().all(|word| arguments.iter().any(|own| own == word))
    });
    found.map(|(_, sentence)| *sentence)
}
