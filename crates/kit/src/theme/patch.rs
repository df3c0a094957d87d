//! A theme file: a preset, and changes to it.
//!
//! ```yaml
//! preset: dark
//! glyphs: ascii
//! motion: reduced
//! styles:
//!   wrong: bold red
//!   title: black on yellow
//! ```

use std::collections::BTreeMap;

use ratatui::style::{Color, Style};
use serde::Deserialize;

use super::{Glyphs, Preset, Role, Theme};

/// The setting for things that move by themselves on a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Motion {
    Full,
    Reduced,
}

/// The content of a theme file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThemePatch {
    preset: Option<String>,
    glyphs: Option<Glyphs>,
    motion: Option<Motion>,
    #[serde(default)]
    styles: BTreeMap<String, String>,
    page: Option<String>,
}

impl<R: Role> Theme<R> {
    /// Returns the theme that a file describes, and the preset that it starts from.
    ///
    /// # Errors
    /// Returns an error if a preset or a role is unknown, or a word of a style has no meaning.
    pub fn patched(file: ThemePatch) -> Result<(Self, Preset), String> {
        let preset = match file.preset {
            Some(name) => Preset::named(&name).ok_or_else(|| {
                format!(
                    "there is no theme `{name}`. The themes are: dark, light, high-contrast, mono"
                )
            })?,
            None => Preset::default(),
        };
        let mut theme: Self = preset.theme();
        if let Some(glyphs) = file.glyphs {
            theme.glyphs = glyphs;
        }
        theme.still = file.motion == Some(Motion::Reduced);
        if let Some(page) = file.page {
            theme.page = style("page:", &page)?;
        }
        for (name, words) in file.styles {
            let Some(role) = R::ALL.iter().find(|r| r.name() == name) else {
                let list = R::ALL.iter().map(|r| r.name()).collect::<Vec<_>>().join(", ");
                return Err(format!(
                    "`{name}` in `styles:` is not a part of a screen. The parts are: {list}"
                ));
            };
            theme.styles[role.index()] = style(&format!("styles: {name}:"), &words)?;
        }
        Ok((theme, preset))
    }
}

/// Parses the style of a key of the file, such as `bold red on black`.
fn style(key: &str, words: &str) -> Result<Style, String> {
    let mut style = Style::new();
    let mut behind = false;
    for word in words.split_whitespace() {
        style = match word {
            "bold" => style.bold(),
            "dim" => style.dim(),
            "underlined" => style.underlined(),
            "reversed" => style.reversed(),
            "italic" => style.italic(),
            "plain" => style,
            "on" => {
                behind = true;
                continue;
            }
            _ => {
                let colour: Color = word.parse().map_err(|_| {
                    format!(
                        "`{word}` in `{key}` is not a style. Write a colour (a name, 0–255 or \
                         #rrggbb), bold, dim, underlined, reversed, italic or plain"
                    )
                })?;
                if std::mem::take(&mut behind) { style.bg(colour) } else { style.fg(colour) }
            }
        };
    }
    Ok(style)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::sample::Role;
    use ratatui::style::Modifier;

    #[test]
    fn a_patch_changes_what_it_names_and_nothing_else() {
        let styles = [("title".to_owned(), "bold red on black".to_owned())].into();
        let motion = Some(Motion::Reduced);
        let patch =
            ThemePatch { glyphs: Some(Glyphs::Ascii), motion, styles, ..ThemePatch::default() };
        let (theme, preset) = Theme::<Role>::patched(patch).unwrap();
        assert_eq!((theme.glyphs, preset, theme.still), (Glyphs::Ascii, Preset::Dark, true));
        let title = Style::new().fg(Color::Red).bg(Color::Black).add_modifier(Modifier::BOLD);
        assert_eq!(theme.style(Role::Title), title);
        assert_eq!(theme.style(Role::Footer), preset.theme().style(Role::Footer));
    }
}
