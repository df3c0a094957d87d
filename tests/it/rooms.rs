//! What each room of the source may hold.

use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The rules of the debates are apart from what is said of them: no string in these rooms holds a
/// space.
#[test]
fn rules_and_protocols_hold_no_sentence() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    for file in ["rules", "protocol"].iter().flat_map(|room| files(&source.join(room))) {
        let text = std::fs::read_to_string(&file).expect("a source file can be read");
        found
            .extend(sentences(&text).into_iter().map(|said| format!("{}: {said}", file.display())));
    }
    assert!(found.is_empty(), "{found:#?}");
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
    collect(text.parse().expect("it is Rust"), &mut found);
    found
}

fn collect(tokens: TokenStream, found: &mut Vec<String>) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(hash) if hash.as_char() == '#' => {
                tokens.next_if(|next| matches!(next, TokenTree::Punct(p) if p.as_char() == '!'));
                let attribute = tokens.next_if(|next| is_group(next, Delimiter::Bracket));
                if attribute.is_some_and(|it| it.to_string().replace(' ', "") == "[cfg(test)]") {
                    // What is for tests goes on to its body or its semicolon.
                    let is_end = |token: &TokenTree| match token {
                        TokenTree::Punct(p) => p.as_char() == ';',
                        other => is_group(other, Delimiter::Brace),
                    };
                    tokens.by_ref().find(is_end);
                }
            }
            TokenTree::Group(group) => collect(group.stream(), found),
            TokenTree::Literal(literal) => {
                let literal = literal.to_string();
                if literal.contains('"') && literal.contains(' ') {
                    found.push(literal);
                }
            }
            TokenTree::Punct(_) | TokenTree::Ident(_) => {}
        }
    }
}

fn is_group(token: &TokenTree, delimiter: Delimiter) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == delimiter)
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
