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

use ratatui::style::{Color, Style};
use serde::Deserialize;

use super::{Glyphs, Preset, Role, Theme};

/// What a theme file says.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Patch {
    preset: Option<String>,
    glyphs: Option<Glyphs>,
    #[serde(default)]
    styles: BTreeMap<String, String>,
    page: Option<String>,
}

impl<R: Role> Theme<R> {
    /// The theme that a file describes, and the preset that it starts from.
    ///
    /// # Errors
    /// On a name that no preset or role has, and on a word of a style that means nothing.
    pub fn patched(file: Patch) -> Result<(Self, Preset), String> {
        let preset = match file.preset {
            Some(name) => Preset::named(&name).ok_or_else(|| {
                format!(
                    "no theme is called `{name}`: there are dark, light, high-contrast and mono"
                )
            })?,
            None => Preset::default(),
        };
        let mut theme: Self = preset.theme();
        if let Some(glyphs) = file.glyphs {
            theme.glyphs = glyphs;
        }
        if let Some(page) = file.page {
            theme.page = style("page", &page)?;
        }
        for (name, words) in file.styles {
            let Some(role) = R::ALL.iter().find(|r| r.name() == name) else {
                let list = R::ALL.iter().map(|r| r.name()).collect::<Vec<_>>().join(", ");
                return Err(format!("`styles: {name}:` is no part of a screen: there are {list}"));
            };
            theme.styles[role.place()] = style(&name, &words)?;
        }
        Ok((theme, preset))
    }
}

/// Reads `bold red on black`.
fn style(role: &str, words: &str) -> Result<Style, String> {
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
                        "`{word}` in `styles: {role}:` is neither a colour (name, 0–255, #rrggbb) \
                         nor bold, dim, underlined, reversed, italic or plain"
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
        let patch = Patch { glyphs: Some(Glyphs::Ascii), styles, ..Patch::default() };
        let (theme, preset) = Theme::<Role>::patched(patch).unwrap();
        assert_eq!((theme.glyphs, preset), (Glyphs::Ascii, Preset::Dark));
        let title = Style::new().fg(Color::Red).bg(Color::Black).add_modifier(Modifier::BOLD);
        assert_eq!(theme.style(Role::Title), title);
        assert_eq!(theme.style(Role::Footer), preset.theme().style(Role::Footer));
    }
}
