//! The themes that come with the program.

use ratatui::style::{Color, Modifier, Style};

use super::{Glyphs, Role, Theme};

/// A theme that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Preset {
    /// Light words on a dark terminal.
    #[default]
    Dark,
    /// Dark words on a light terminal.
    Light,
    /// Black, white and strong attributes, for a projector.
    HighContrast,
    /// Attributes alone, no colour.
    Mono,
}

impl Preset {
    /// Every preset, in the order of the key that cycles through them.
    pub const ALL: [Preset; 4] = [Self::Dark, Self::Light, Self::HighContrast, Self::Mono];

    /// Its name on the command line and in a theme file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dark => "dark",
            Self::Light => "light",
            Self::HighContrast => "high-contrast",
            Self::Mono => "mono",
        }
    }

    /// The preset of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|p| p.name() == name)
    }

    /// The next one, in a circle.
    pub fn next(self) -> Self {
        let at = Self::ALL.iter().position(|&p| p == self).unwrap_or(0);
        Self::ALL[(at + 1) % Self::ALL.len()]
    }

    /// Its styles.
    pub fn theme(self) -> Theme {
        self.dressed(self.colours())
    }

    /// Its styles where a terminal has sixteen colours: only such as can be read on its page.
    pub fn in_sixteen(self) -> Theme {
        self.dressed(match self {
            Self::Light => Some(Colours {
                page: Style::new().fg(Color::Black).bg(Color::White),
                accent: Color::Blue,
                good: Color::Blue,
                bad: Color::Red,
                notice: Color::Red,
                alice: Color::Magenta,
                bob: Color::Blue,
                read: Color::Magenta,
            }),
            Self::HighContrast => Some(Colours {
                page: Style::new().fg(Color::White).bg(Color::Black),
                accent: Color::LightYellow,
                good: Color::LightGreen,
                bad: Color::LightRed,
                notice: Color::LightYellow,
                alice: Color::LightMagenta,
                bob: Color::LightCyan,
                read: Color::LightYellow,
            }),
            Self::Dark | Self::Mono => self.colours(),
        })
    }

    fn colours(self) -> Option<Colours> {
        match self {
            Self::Dark => Some(Colours {
                page: Style::new(),
                accent: Color::Cyan,
                good: Color::Green,
                bad: Color::LightRed,
                notice: Color::Yellow,
                alice: Color::LightMagenta,
                bob: Color::LightBlue,
                read: Color::Yellow,
            }),
            Self::Light => Some(Colours {
                page: Style::new().fg(Color::Rgb(28, 28, 28)).bg(Color::Rgb(250, 250, 247)),
                accent: Color::Rgb(0, 95, 135),
                good: Color::Rgb(0, 100, 0),
                bad: Color::Rgb(170, 0, 0),
                notice: Color::Rgb(135, 80, 0),
                alice: Color::Rgb(135, 0, 135),
                bob: Color::Rgb(0, 60, 180),
                read: Color::Rgb(120, 70, 0),
            }),
            Self::HighContrast => Some(Colours {
                page: Style::new().fg(Color::Rgb(255, 255, 255)).bg(Color::Rgb(0, 0, 0)),
                accent: Color::Rgb(255, 255, 0),
                good: Color::Rgb(0, 255, 0),
                bad: Color::Rgb(255, 110, 110),
                notice: Color::Rgb(255, 255, 0),
                alice: Color::Rgb(255, 160, 255),
                bob: Color::Rgb(130, 200, 255),
                read: Color::Rgb(255, 255, 0),
            }),
            Self::Mono => None,
        }
    }

    fn dressed(self, colours: Option<Colours>) -> Theme {
        // On a projector dim grey is no words at all.
        let faint = if self == Self::HighContrast { Modifier::empty() } else { Modifier::DIM };
        let styles = Role::ALL.iter().map(|&role| style(role, faint, colours.as_ref())).collect();
        Theme { styles, glyphs: Glyphs::Unicode, page: colours.map(|c| c.page).unwrap_or_default() }
    }
}

impl Default for Theme {
    fn default() -> Self {
        Preset::Dark.theme()
    }
}

struct Colours {
    page: Style,
    accent: Color,
    good: Color,
    bad: Color,
    notice: Color,
    alice: Color,
    bob: Color,
    read: Color,
}

/// The attributes carry the meaning; a colour only repeats it.
fn style(role: Role, faint: Modifier, colours: Option<&Colours>) -> Style {
    let attribute = match role {
        Role::Dim | Role::Divider | Role::Unread | Role::Hidden => faint,
        Role::Title | Role::Footer | Role::Cursor | Role::Disputed => Modifier::REVERSED,
        Role::Key => Modifier::REVERSED | Modifier::BOLD,
        Role::Heading
        | Role::Ask
        | Role::Chosen
        | Role::Read
        | Role::Wrong
        | Role::Notice
        | Role::Good
        | Role::Bad => Modifier::BOLD,
        Role::Relevant | Role::Differs => Modifier::UNDERLINED,
        Role::Text | Role::Claimed | Role::Alice | Role::Bob | Role::Judge => Modifier::empty(),
    };
    let colour = colours.and_then(|c| match role {
        Role::Heading | Role::Ask => Some(c.accent),
        Role::Good => Some(c.good),
        Role::Bad | Role::Wrong => Some(c.bad),
        Role::Notice | Role::Differs => Some(c.notice),
        Role::Alice => Some(c.alice),
        Role::Bob => Some(c.bob),
        Role::Read | Role::Judge => Some(c.read),
        _ => None,
    });
    let style = Style::new().add_modifier(attribute);
    match colour {
        Some(c) => style.fg(c),
        None => style,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mono_has_no_colour_and_the_others_have() {
        for preset in Preset::ALL {
            assert_eq!(preset.theme().is_coloured(), preset != Preset::Mono, "{preset:?}");
            assert!(!preset.theme().without_colour().is_coloured());
        }
    }

    #[test]
    fn statuses_differ_without_colour() {
        let mono = Preset::Mono.theme();
        let of = |role| mono.style(role).add_modifier;
        assert_ne!(of(Role::Unread), of(Role::Claimed));
        assert_ne!(of(Role::Claimed), of(Role::Read));
        assert_ne!(of(Role::Relevant), of(Role::Disputed));
    }

    #[test]
    fn in_sixteen_colours_nothing_else_is_used_and_nothing_has_the_colour_of_its_page() {
        for preset in Preset::ALL {
            let theme = preset.in_sixteen();
            let styles =
                || Role::ALL.iter().copied().map(|role| theme.style(role)).chain([theme.page]);
            let colours = || styles().flat_map(|style| [style.fg, style.bg]).flatten();
            assert!(colours().all(|c| !matches!(c, Color::Rgb(..) | Color::Indexed(_))));
            let page = theme.page.bg;
            assert!(page.is_none() || styles().all(|style| style.fg != page), "{preset:?}");
            let plain = |style: Style| (style.add_modifier, style.fg.is_some());
            assert!(
                Role::ALL
                    .iter()
                    .copied()
                    .all(|role| { plain(theme.style(role)) == plain(preset.theme().style(role)) })
            );
        }
    }

    #[test]
    fn names_read_back_and_the_circle_closes() {
        for preset in Preset::ALL {
            assert_eq!(Preset::named(preset.name()), Some(preset));
        }
        assert_eq!(Preset::Mono.next(), Preset::Dark);
        assert_eq!(Preset::named("pink"), None);
    }
}
