//! File names that are made from titles.

pub fn file_name(title: &str) -> String {
    let words = title.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").to_ascii_lowercase() + ".yaml"
}
