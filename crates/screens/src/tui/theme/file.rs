//! A theme file: a preset and changes to it.
//!
//! ```yaml
//! preset: dark
//! glyphs: ascii
//! motion: reduced
//! styles:
//!   wrong: bold red
//!   title: black on yellow
//! ```

use super::{Preset, Theme};
use crate::yaml;

/// Reads a theme file. Returns the theme and the preset that it starts from.
///
/// # Errors
/// Returns an error if the file has an unknown name or an invalid value.
pub fn read(text: &str) -> Result<(Theme, Preset), String> {
    Theme::patched(yaml::read(text).map_err(|e| e.to_string())?)
}

#[cfg(test)]
mod tests {
    use super::super::{Glyphs, Role};
    use super::*;
    use ratatui::style::{Color, Modifier, Style};

    #[test]
    fn a_patch_changes_what_it_names_and_nothing_else() {
        let (theme, _) =
            read("preset: light\nglyphs: ascii\nstyles:\n  wrong: bold red on black\n").unwrap();
        assert_eq!(theme.glyphs, Glyphs::Ascii);
        let wrong = Style::new().fg(Color::Red).bg(Color::Black).add_modifier(Modifier::BOLD);
        assert_eq!(theme.style(Role::Wrong), wrong);
        assert_eq!(theme.style(Role::Good), Preset::Light.theme::<Role>().style(Role::Good));
    }

    #[test]
    fn an_unknown_name_is_refused() {
        let error = |text| read(text).unwrap_err().to_string();
        assert!(error("colour: red").contains("colour"));
        assert!(error("preset: pink").contains("`pink`"));
        assert!(error("styles: {wrnog: red}").contains("`wrnog`"));
        assert!(error("styles: {wrong: reddish}").contains("`reddish`"));
    }

    #[test]
    fn an_empty_file_is_the_default() {
        assert_eq!(read("{}").unwrap().0, Theme::default());
    }
}
