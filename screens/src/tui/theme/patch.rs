//! A theme file: a preset, and changes to it.
//!
//! ```yaml
//! preset: dark
//! glyphs: ascii
//! styles:
//!   wrong: bold red
//!   title: black on yellow
//! ```

use std::collections::BTreeMap;

use ratatui::style::{Color, Modifier, Style};
use serde::Deserialize;

use super::{Glyphs, Preset, Role, Theme};
use crate::yaml;

/// What is wrong with a theme file.
#[derive(Debug, PartialEq, thiserror::Error)]
pub enum ThemeError {
    /// Not YAML, or a key that no theme has.
    #[error("{0}")]
    File(String),
    /// No preset of this name.
    #[error("no theme is called `{0}`: there are dark, light, high-contrast and mono")]
    Preset(String),
    /// No role of this name.
    #[error("`styles: {0}:` is no part of a screen: there are {list}", list = names())]
    Role(String),
    /// A word of a style that means nothing.
    #[error(
        "`{word}` in `styles: {role}:` is neither a colour (name, 0–255, #rrggbb) nor bold, dim, underlined, reversed, italic or plain"
    )]
    Word {
        /// The role whose style it is.
        role: String,
        /// The word.
        word: String,
    },
}

fn names() -> String {
    Role::ALL.iter().map(|r| r.name()).collect::<Vec<_>>().join(", ")
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    preset: Option<String>,
    glyphs: Option<Glyphs>,
    #[serde(default)]
    styles: BTreeMap<String, String>,
    page: Option<String>,
}

impl Theme {
    /// Reads a theme file, and which preset it starts from; nothing in it may be unknown.
    pub fn from_yaml(text: &str) -> Result<(Self, Preset), ThemeError> {
        let file: File = yaml::read(text).map_err(|e| ThemeError::File(e.to_string()))?;
        let preset = match file.preset {
            Some(name) => Preset::named(&name).ok_or(ThemeError::Preset(name))?,
            None => Preset::default(),
        };
        let mut theme = preset.theme();
        if let Some(glyphs) = file.glyphs {
            theme.glyphs = glyphs;
        }
        if let Some(page) = file.page {
            theme.page = style("page", &page)?;
        }
        for (name, words) in file.styles {
            let Some(role) = Role::ALL.iter().find(|r| r.name() == name) else {
                return Err(ThemeError::Role(name));
            };
            theme.styles[*role as usize] = style(&name, &words)?;
        }
        Ok((theme, preset))
    }
}

/// Reads `bold red on black`.
fn style(role: &str, words: &str) -> Result<Style, ThemeError> {
    let mut style = Style::new();
    let mut behind = false;
    for word in words.split_whitespace() {
        let attribute = match word {
            "bold" => Modifier::BOLD,
            "dim" => Modifier::DIM,
            "underlined" => Modifier::UNDERLINED,
            "reversed" => Modifier::REVERSED,
            "italic" => Modifier::ITALIC,
            "plain" => Modifier::empty(),
            "on" => {
                behind = true;
                continue;
            }
            _ => {
                let colour: Color = word
                    .parse()
                    .map_err(|_| ThemeError::Word { role: role.into(), word: word.into() })?;
                style = if behind { style.bg(colour) } else { style.fg(colour) };
                behind = false;
                continue;
            }
        };
        style = style.add_modifier(attribute);
    }
    Ok(style)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_patch_changes_what_it_names_and_nothing_else() {
        let (theme, _) =
            Theme::from_yaml("preset: light\nglyphs: ascii\nstyles:\n  wrong: bold red on black\n")
                .unwrap();
        assert_eq!(theme.glyphs, Glyphs::Ascii);
        let wrong = Style::new().fg(Color::Red).bg(Color::Black).add_modifier(Modifier::BOLD);
        assert_eq!(theme.style(Role::Wrong), wrong);
        assert_eq!(theme.style(Role::Good), Preset::Light.theme().style(Role::Good));
    }

    #[test]
    fn what_is_unknown_is_refused_by_name() {
        let error = |text| Theme::from_yaml(text).unwrap_err().to_string();
        assert!(error("colour: red").contains("colour"));
        assert!(error("preset: pink").contains("`pink`"));
        assert!(error("styles: {wrnog: red}").contains("`styles: wrnog:`"));
        assert!(error("styles: {wrong: reddish}").contains("`reddish`"));
    }

    #[test]
    fn an_empty_file_is_the_default() {
        assert_eq!(Theme::from_yaml("{}").unwrap().0, Theme::default());
    }
}
