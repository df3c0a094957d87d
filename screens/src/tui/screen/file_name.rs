//! A file name made of a title.

/// A file name made of a title.
pub fn file_name(title: &str) -> String {
    let mut name: String = title
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
        .collect();
    while name.contains("--") {
        name = name.replace("--", "-");
    }
    format!("{}.yaml", name.trim_matches('-'))
}
