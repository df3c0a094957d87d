//! The permitted content of each module of the source.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The rules of the debates contain no text: no string in these modules has a space.
#[test]
fn rules_and_protocols_hold_no_sentence() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/core/src");
    let mut found = Vec::new();
    // The text about a protocol, and the values for its report, are beside its rules.
    let apart = |file: &PathBuf| {
        let names = [
            "words", "board", "brief", "errors", "form", "mistake", "players", "solve", "query",
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

/// The table in `docs/architecture.md` is a claim. A module imports only from its own row and the
/// rows above.
#[test]
fn imports_run_from_the_bottom_of_the_table_to_its_top() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/architecture.md")).expect("the page");
    let (_, table) = page.split_once("| module | holds |\n|---|---|\n").expect("the table");
    let names_of = |row: &str| -> Vec<String> {
        let (names, _) = row[1..].split_once('|').expect("a column");
        names.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    };
    let rows: Vec<Vec<String>> =
        table.lines().take_while(|line| line.starts_with('|')).map(names_of).collect();
    let row = |room: &str| rows.iter().position(|row| row.iter().any(|name| name == room));
    let mut looked_at = 0;
    let mut upward = Vec::new();
    for part in ["machine", "core", "store", "outside", "kit", "screens", "class", "page", "."] {
        let folder = if part == "." { root.to_owned() } else { root.join("crates").join(part) };
        let source = folder.join("src");
        for file in files(&source) {
            let place = file.strip_prefix(&source).expect("the file is below the folder");
            let name = place.iter().next().expect("a name").to_str().expect("text");
            // Some crates are one module.
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
            for used in named(&text, "crate") {
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

/// Debates also run in a browser. Their crate, and the crates above it in the table, have no files,
/// processes, network, terminal or clock. `elenchus-store` has the first, `elenchus-outside` the
/// second.
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
        for used in named(&text, "std") {
            looked_at += 1;
            let system = ["fs", "io", "process", "net", "env", "os"].contains(&&*used);
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

/// Files of one module may import each other, but not in a circle, because a reader would not find
/// a start. Two files may need each other, such as a type and its parser.
#[test]
fn no_files_import_each_other_in_a_circle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = std::fs::read_dir(root.join("crates")).expect("a folder of crates");
    let crates = crates.map(|entry| entry.expect("an entry").path()).chain([root.to_owned()]);
    let (mut looked_at, mut found) = (0, Vec::new());
    for folder in crates {
        let modules = Modules::read(&folder.join("src"));
        looked_at += modules.0.values().map(|module| module.imports.len()).sum::<usize>();
        for circle in modules.circles() {
            let homes: HashSet<&[String]> = circle.iter().map(|path| modules.home(path)).collect();
            if circle.len() > 2 || homes.len() > 1 {
                let names: Vec<String> = circle.iter().map(|path| path.join("::")).collect();
                found.push(format!("{}: {}", folder.display(), names.join(", ")));
            }
        }
    }
    assert!(looked_at > 3_000, "{looked_at}");
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn a_circle_is_found_through_names_that_are_handed_on() {
    let file = |text: &str| Module::read(text);
    let modules = Modules(BTreeMap::from([
        (vec![], file("mod a; mod b; pub mod c; pub use a::One;")),
        (vec!["a".into()], file("use crate::c::{self, Two as Other}; pub struct One;")),
        (vec!["b".into()], file("#[cfg(test)] mod tests { use crate::c::Two; } fn f() {}")),
        (vec!["c".into()], file("pub struct Two; fn f() -> crate::One { todo!() }")),
    ]));
    assert_eq!(modules.circles(), [[vec!["a".to_owned()], vec!["c".to_owned()]]]);
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

/// The string literals that have a space, outside comments, attributes and tests.
fn sentences(text: &str) -> Vec<String> {
    let literals = flat(text.parse().expect("Rust")).into_iter().filter_map(|token| match token {
        TokenTree::Literal(literal) => Some(literal.to_string()),
        _ => None,
    });
    literals.filter(|text| text.ends_with(['"', '#']) && text.contains(' ')).collect()
}

/// The names directly below the root of a crate in code, outside comments, attributes and tests.
fn named(text: &str, root: &str) -> Vec<String> {
    let imports = Module::read(text).imports.into_iter();
    let below = imports.filter_map(|import| match &*import.path {
        [first, second, ..] if first == root => Some(second.clone()),
        _ => None,
    });
    below.collect()
}

/// The definitions and imports of a source file.
struct Module {
    /// All names except those of its modules.
    defines: HashSet<String>,
    imports: Vec<Import>,
}

/// A path in code, as it is written.
struct Import {
    is_public: bool,
    /// The name that the file uses for it.
    name: String,
    path: Vec<String>,
}

/// The source files of a crate by their module paths.
struct Modules(BTreeMap<Vec<String>, Module>);

impl Module {
    fn read(text: &str) -> Self {
        let mut module = Self { defines: HashSet::new(), imports: Vec::new() };
        module.walk(&code(text.parse().expect("Rust")));
        module
    }

    fn walk(&mut self, tokens: &[TokenTree]) {
        let mut at = 0;
        while at < tokens.len() {
            let TokenTree::Ident(word) = &tokens[at] else {
                if let TokenTree::Group(group) = &tokens[at] {
                    self.walk(&code(group.stream()));
                }
                at += 1;
                continue;
            };
            let word = word.to_string();
            match &*word {
                "use" => {
                    let before = &tokens[at.saturating_sub(2)..at];
                    let is_pub = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "pub");
                    let is_public = before.iter().any(is_pub);
                    let end = tokens[at..].iter().position(|token| is(token, ';'));
                    let end = end.map_or(tokens.len(), |n| at + n);
                    self.tree(&[], &tokens[at + 1..end], is_public);
                    at = end;
                }
                "crate" | "super" | "std" => {
                    let mut end = at + 1;
                    while let [a, b, TokenTree::Ident(_), ..] = &tokens[end..]
                        && is(a, ':')
                        && is(b, ':')
                    {
                        end += 3;
                    }
                    // A single word names a visibility, as in `pub(super)`.
                    if end > at + 1 {
                        self.tree(&[], &tokens[at..end], false);
                    }
                    at = end;
                }
                "fn" | "struct" | "enum" | "trait" | "type" | "const" | "static" => {
                    if let Some(TokenTree::Ident(name)) = tokens.get(at + 1) {
                        self.defines.insert(name.to_string());
                    }
                    at += 1;
                }
                _ => at += 1,
            }
        }
    }

    /// Notes the paths of a tree of imports below a path.
    fn tree(&mut self, below: &[String], tokens: &[TokenTree], is_public: bool) {
        let (mut path, mut alias) = (below.to_vec(), None);
        let mut words = tokens.iter();
        while let Some(token) = words.next() {
            match token {
                TokenTree::Group(group) => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    for part in inner.split(|token| is(token, ',')) {
                        self.tree(&path, part, is_public);
                    }
                    return;
                }
                TokenTree::Ident(word) if word == "as" => alias = words.next(),
                TokenTree::Ident(word) if word == "self" && !path.is_empty() => {}
                TokenTree::Ident(word) => path.push(word.to_string()),
                _ => {}
            }
        }
        if let Some(name) = alias.map(ToString::to_string).or_else(|| path.last().cloned()) {
            self.imports.push(Import { is_public, name, path });
        }
    }
}

impl Modules {
    fn read(source: &Path) -> Self {
        let files =
            files(source).into_iter().filter(|file| file.extension() == Some("rs".as_ref()));
        Self(files.map(|file| (Self::path(source, &file), Module::read(&read(&file)))).collect())
    }

    fn path(source: &Path, file: &Path) -> Vec<String> {
        let place =
            file.strip_prefix(source).expect("the file is below the folder").with_extension("");
        let names = place.iter().map(|name| name.to_str().expect("text").to_owned());
        let mut names: Vec<String> = names.collect();
        names.pop_if(|name| matches!(&**name, "mod" | "lib" | "main"));
        names
    }

    /// The module of a file: the file itself if it has submodules, otherwise its parent.
    fn home<'a>(&self, path: &'a [String]) -> &'a [String] {
        let is_above = |other: &Vec<String>| other.len() > path.len() && other.starts_with(path);
        if self.0.keys().any(is_above) { path } else { &path[..path.len().saturating_sub(1)] }
    }

    /// The path from the root of the crate. `None` if it names another crate.
    fn absolute(&self, own: &[String], path: &[String]) -> Option<Vec<String>> {
        let (first, rest) = path.split_first()?;
        match &**first {
            "crate" => Some(rest.to_vec()),
            "self" => Some([own, rest].concat()),
            "super" => {
                let up = path.iter().take_while(|word| *word == "super").count();
                Some([&own[..own.len().saturating_sub(up)], &path[up..]].concat())
            }
            _ => {
                let below = [own, std::slice::from_ref(first)].concat();
                self.0.contains_key(&below).then(|| [own, path].concat())
            }
        }
    }

    /// The file that defines the target of a path, through all re-exports.
    fn defining(&self, path: &[String], depth: usize) -> Option<&[String]> {
        let length = (0..=path.len()).rev().find(|&n| self.0.contains_key(&path[..n]))?;
        let (own, module) = self.0.get_key_value(&path[..length])?;
        let handed_on = path.get(length).filter(|name| !module.defines.contains(*name));
        let from = handed_on.and_then(|name| {
            let import = module.imports.iter().find(|own| own.is_public && own.name == *name)?;
            let path = self.absolute(own, &import.path)?;
            (depth < 8).then(|| self.defining(&path, depth + 1)).flatten()
        });
        Some(from.unwrap_or(own))
    }

    /// The files that a file imports. A re-export from the module's own files is no import.
    fn imported(&self, own: &[String]) -> BTreeSet<&[String]> {
        let imports = self.0[own].imports.iter().filter_map(|import| {
            let path = self.absolute(own, &import.path)?;
            if path.starts_with(own) && (import.is_public || self.0[own].defines.is_empty()) {
                return None;
            }
            self.defining(&path, 0)
        });
        imports.filter(|file| *file != own && !file.is_empty()).collect()
    }

    /// The largest sets of files that all reach each other.
    fn circles(&self) -> Vec<Vec<Vec<String>>> {
        let edges: BTreeMap<&[String], BTreeSet<&[String]>> =
            self.0.keys().map(|own| (&**own, self.imported(own))).collect();
        let reached = |from| {
            let mut seen = BTreeSet::new();
            let mut left = vec![from];
            while let Some(file) = left.pop() {
                left.extend(edges[file].iter().copied().filter(|next| seen.insert(*next)));
            }
            seen
        };
        let reached: BTreeMap<&[String], _> =
            edges.keys().map(|own| (*own, reached(own))).collect();
        let circle = |own: &&[String]| -> Vec<Vec<String>> {
            let both = reached[own].iter().filter(|other| reached[**other].contains(own));
            both.map(|path| path.to_vec()).collect()
        };
        let circles = edges.keys().map(circle).filter(|circle| circle.len() > 1);
        circles.collect::<BTreeSet<_>>().into_iter().collect()
    }
}

fn read(file: &Path) -> String {
    std::fs::read_to_string(file).expect("a source file can be read")
}

fn is(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(own) if own.as_char() == sign)
}

/// The tokens of code without comments, attributes and test code.
fn code(stream: TokenStream) -> Vec<TokenTree> {
    let mut tokens = stream.into_iter().peekable();
    let mut kept = Vec::new();
    while let Some(token) = tokens.next() {
        if !is(&token, '#') {
            kept.push(token);
            continue;
        }
        tokens.next_if(|token| is(token, '!'));
        let attribute = tokens.next().map(|group| group.to_string().replace(' ', ""));
        if attribute.as_deref() == Some("[cfg(test)]") {
            // The item after the attribute ends with a body or a semicolon.
            let is_body = |token: &TokenTree| match token {
                TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                token => is(token, ';'),
            };
            while tokens.next().is_some_and(|token| !is_body(&token)) {}
        }
    }
    kept
}

/// All tokens of code, also those inside brackets.
fn flat(stream: TokenStream) -> Vec<TokenTree> {
    let mut all = Vec::new();
    for token in code(stream) {
        match &token {
            TokenTree::Group(group) => all.extend(flat(group.stream())),
            _ => all.push(token),
        }
    }
    all
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
