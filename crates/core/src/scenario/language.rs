//! The language of a scenario's texts.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};

use crate::forms::safe_text::text;

/// A language tag as in HTML (BCP 47), such as `de` or `zh-Hans`. Empty if unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Language(Box<str>);

impl Language {
    /// Checks a tag. It consists of parts with hyphens between them. Each part has one to eight
    /// letters or digits, and the first part has only letters.
    ///
    /// # Errors
    /// Returns an error with two examples if the text is not a tag.
    pub fn new(tag: &str) -> Result<Self, String> {
        let piece = |piece: &str| {
            (1..=8).contains(&piece.len()) && piece.bytes().all(|byte| byte.is_ascii_alphanumeric())
        };
        let first = tag.split('-').next().unwrap_or_default();
        let fits = first.len() > 1 && first.bytes().all(|byte| byte.is_ascii_alphabetic());
        match fits && tag.split('-').all(piece) {
            true => Ok(Self(tag.into())),
            false => {
                Err(format!("`{tag}` is not a language tag. Write for example `de` or `zh-Hans`"))
            }
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Language {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text(deserializer, "a language tag, such as `de`", Self::new)
    }
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn a_tag_is_pieces_between_hyphens() {
        for tag in ["de", "zh-Hans", "pt-BR", "es-419"] {
            assert_eq!(Language::new(tag).expect("a tag").to_string(), tag);
        }
        for wrong in ["", "d", "deutsch-\"x", "de-", "de_AT", "1de", "languages1-de"] {
            assert!(Language::new(wrong).is_err(), "{wrong}");
        }
    }
}
