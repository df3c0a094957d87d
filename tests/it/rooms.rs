//! What each room of the source may hold.

use std::path::{Path, PathBuf};

/// The rules of the debates are apart from what is said of them: no string in these rooms holds a
/// space.
#[test]
fn rules_and_protocols_hold_no_sentence() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/core/src");
    let mut found = Vec::new();
    // What is said of a protocol, and what is computed of it for a report, stands beside its rules.
    let apart = |file: &PathBuf| {
        let names = [
            "words", "board", "brief", "faults", "form", "mistake", "players", "solve", "query",
            "tests",
        ];
        let is = |part: &std::ffi::OsStr| {
            names.iter().any(|name| Path::new(part).file_stem() == Some(name.as_ref()))
        };
        file.strip_prefix(&source).is_ok_and(|place| place.iter().any(is))
    };
    let rooms = ["rules", "protocol"].iter().flat_map(|room| files(&source.join(room)));
    for file in rooms.filter(|file| !apart(file)) {
        let text = std::fs::read_to_string(&file).expect("a source file can be read");
        found
            .extend(sentences(&text).into_iter().map(|said| format!("{}: {said}", file.display())));
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// The README's table of rooms is a claim: a room imports from its own row and the rows above.
#[test]
fn imports_run_from_the_bottom_of_the_readmes_table_to_its_top() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("README.md")).expect("the README");
    let (_, table) = readme.split_once("| room | is |\n|---|---|\n").expect("the table");
    let named = |row: &str| -> Vec<String> {
        let (names, _) = row[1..].split_once('|').expect("a column");
        names.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    };
    let rows: Vec<Vec<String>> =
        table.lines().take_while(|line| line.starts_with('|')).map(named).collect();
    let row = |room: &str| rows.iter().position(|row| row.iter().any(|name| name == room));
    let mut looked_at = 0;
    let mut upward = Vec::new();
    for part in ["machine", "core", "store", "outside", "kit", "screens", "class", "page", "."] {
        let folder = if part == "." { root.to_owned() } else { root.join("crates").join(part) };
        let source = folder.join("src");
        for file in files(&source) {
            let place = file.strip_prefix(&source).expect("it is in there");
            let name = place.iter().next().expect("a name").to_str().expect("text");
            // Some crates are one room.
            let room = match ["store", "outside", "kit", "class", "page"].contains(&part) {
                true => part,
                false => name.trim_end_matches(".rs"),
            };
            if matches!(name, "lib.rs" | "main.rs" | "testing.rs")
                || file.extension().is_none_or(|kind| kind != "rs")
            {
                continue;
            }
            let own = row(room).unwrap_or_else(|| panic!("{room} is not in the table"));
            let text = std::fs::read_to_string(&file).expect("a source file can be read");
            for used in imports(&text) {
                looked_at += 1;
                if row(&used).is_some_and(|used| used > own) {
                    upward.push(format!("{}: {used}", place.display()));
                }
            }
        }
    }
    assert!(looked_at > 1_000, "{looked_at}");
    assert!(upward.is_empty(), "{upward:#?}");
}

/// Debates are for a browser too: nothing up to their crate has files, processes, a network, a
/// terminal or a clock. `elenchus-store` has the first, `elenchus-outside` the second.
#[test]
fn computations_and_debates_ask_nothing_of_a_system() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut looked_at, mut found) = (0, Vec::new());
    for file in
        ["crates/machine/src", "crates/core/src"].iter().flat_map(|part| files(&root.join(part)))
    {
        if file.ends_with("testing.rs") || file.extension().is_none_or(|kind| kind != "rs") {
            continue;
        }
        let text = std::fs::read_to_string(&file).expect("a source file can be read");
        for used in named(&text, "std::") {
            looked_at += 1;
            let system = ["fs", "io", "process", "net", "env", "os", ""].contains(&&*used);
            if system || text.contains("std::time::Instant") || text.contains("SystemTime") {
                found.push(format!("{}: std::{used}", file.display()));
            }
        }
    }
    assert!(looked_at > 200, "{looked_at}");
    assert!(found.is_empty(), "{found:#?}");
    for part in ["machine", "core"] {
        let manifest = std::fs::read_to_string(root.join("crates").join(part).join("Cargo.toml"))
            .expect("text");
        for system in ["crossterm", "etcetera", "ratatui", "rustix", "signal-hook", "tempfile"] {
            assert!(!manifest.contains(system), "{part} has {system}");
        }
    }
}

#[test]
fn the_kit_of_the_screens_knows_no_debate() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/kit");
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).expect("text");
    let own = manifest.lines().filter(|line| line.contains("elenchus"));
    assert_eq!(own.collect::<Vec<_>>(), ["name = \"elenchus-kit\""]);
    for file in files(&root.join("src")) {
        let text =
            std::fs::read_to_string(&file).expect("a source file can be read").to_lowercase();
        for word in ["debate", "elenchus_core", "prover", "alice"] {
            assert!(!text.contains(word), "{}: {word}", file.display());
        }
    }
}

/// The rooms that code names from the root of its crate, outside comments, strings and tests.
fn imports(text: &str) -> Vec<String> {
    named(text, "crate::")
}

/// What follows the beginning of a path, outside comments, strings and tests.
fn named(text: &str, root: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut left = text;
    while !left.is_empty() && !left.starts_with("#[cfg(test)]\nmod ") {
        if let Some(path) = left.strip_prefix(root) {
            let end = path.find(|c: char| c != '_' && !c.is_ascii_lowercase());
            found.push(path[..end.unwrap_or(path.len())].to_owned());
        }
        left = &left[token(left)..];
    }
    found
}

#[test]
fn a_sentence_is_found_wherever_code_holds_it_and_nowhere_else() {
    let planted = r##"
        //! This is no string, "and is not found".
        #[must_use = "an attribute is for programmers"]
        fn one() -> String {
            let verb = "point";
            let _ = ('"', "two words");
            let _ = r#"raw "too" "#;
            format!("{verb} at the step")
        }
        #[cfg(test)]
        mod tests {
            const TEXT: &str = "tests may speak";
        }
        #[cfg(test)]
        use some::thing;
        const AFTER: &str = "after tests";
    "##;
    let found = sentences(planted);
    assert_eq!(
        found,
        [r#""two words""#, r##"r#"raw "too" "#"##, r#""{verb} at the step""#, r#""after tests""#]
    );
}

/// The string literals that hold a space, outside comments, attributes and tests.
fn sentences(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut left = text;
    while !left.is_empty() {
        let token = token(left);
        let (mut this, mut rest) = left.split_at(token);
        if this == "#" {
            // An attribute is its brackets; what is for tests goes on to its body or semicolon.
            rest = &rest[group(rest, "[", "]")..];
            if left.starts_with("#[cfg(test)]") {
                rest = &rest[group(rest, "{", "}")..];
            }
            this = "";
        }
        if this.ends_with(['"', '#']) && this.contains(' ') {
            found.push(this.to_owned());
        }
        left = rest;
    }
    found
}

/// The length of what begins with a group in these brackets, up to its end, or of what ends with a
/// semicolon before it.
fn group(text: &str, open: &str, close: &str) -> usize {
    let (mut at, mut depth) = (0, 0);
    while at < text.len() {
        let length = token(&text[at..]);
        let this = &text[at..at + length];
        at += length;
        depth += i32::from(this == open) - i32::from(this == close);
        if depth == 0 && (this == close || this == ";") {
            break;
        }
    }
    at
}

/// The length of the first token of Rust: a comment, a string, a character, or one character of
/// anything else.
fn token(text: &str) -> usize {
    let up_to = |end: &str, from: usize| text[from..].find(end).map(|at| from + at + end.len());
    let one = text.chars().next().map_or(0, char::len_utf8);
    let quoted = |quote: char| {
        let mut escaped = false;
        let end = text[1..].find(|c| match c {
            _ if escaped => {
                escaped = false;
                false
            }
            '\\' => {
                escaped = true;
                false
            }
            c => c == quote,
        });
        end.map(|end| end + 2)
    };
    let length = if text.starts_with("//") {
        up_to("\n", 2)
    } else if text.starts_with("/*") {
        up_to("*/", 2)
    } else if text.starts_with("r\"") || text.starts_with("r#") {
        let hashes = text[1..].chars().take_while(|&c| c == '#').count();
        let is_string = text[1 + hashes..].starts_with('"');
        is_string.then(|| up_to(&format!("\"{}", "#".repeat(hashes)), 2 + hashes)).flatten()
    } else if text.starts_with('"') {
        quoted('"')
    } else if text.starts_with("'\\") || text.chars().nth(2) == Some('\'') && text.starts_with('\'')
    {
        // Else it is a lifetime.
        quoted('\'')
    } else {
        None
    };
    length.unwrap_or(one)
}

/// All source files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder of the source") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(self::files(&path));
        } else {
            files.push(path);
        }
    }
    files
}
