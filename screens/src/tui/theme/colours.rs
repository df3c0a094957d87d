//! The colours of the themes that come with the program.

use ratatui::style::{Color, Modifier, Style};

use super::{Preset, Role};

/// The colours where a terminal has sixteen: only such as can be read on the page.
fn few(preset: Preset) -> Option<Colours> {
    match preset {
        Preset::Light => Some(Colours {
            page: Style::new().fg(Color::Black).bg(Color::White),
            accent: Color::Blue,
            good: Color::Blue,
            bad: Color::Red,
            notice: Color::Red,
            alice: Color::Magenta,
            bob: Color::Blue,
            read: Color::Magenta,
        }),
        Preset::HighContrast => Some(Colours {
            page: Style::new().fg(Color::White).bg(Color::Black),
            accent: Color::LightYellow,
            good: Color::LightGreen,
            bad: Color::LightRed,
            notice: Color::LightYellow,
            alice: Color::LightMagenta,
            bob: Color::LightCyan,
            read: Color::LightYellow,
        }),
        Preset::Dark | Preset::Mono => colours(preset),
    }
}

fn colours(preset: Preset) -> Option<Colours> {
    match preset {
        Preset::Dark => Some(Colours {
            page: Style::new(),
            accent: Color::Cyan,
            good: Color::Green,
            bad: Color::LightRed,
            notice: Color::Yellow,
            alice: Color::LightMagenta,
            bob: Color::LightBlue,
            read: Color::Yellow,
        }),
        Preset::Light => Some(Colours {
            page: Style::new().fg(Color::Rgb(28, 28, 28)).bg(Color::Rgb(250, 250, 247)),
            accent: Color::Rgb(0, 95, 135),
            good: Color::Rgb(0, 100, 0),
            bad: Color::Rgb(170, 0, 0),
            notice: Color::Rgb(135, 80, 0),
            alice: Color::Rgb(135, 0, 135),
            bob: Color::Rgb(0, 60, 180),
            read: Color::Rgb(120, 70, 0),
        }),
        Preset::HighContrast => Some(Colours {
            page: Style::new().fg(Color::Rgb(255, 255, 255)).bg(Color::Rgb(0, 0, 0)),
            accent: Color::Rgb(255, 255, 0),
            good: Color::Rgb(0, 255, 0),
            bad: Color::Rgb(255, 110, 110),
            notice: Color::Rgb(255, 255, 0),
            alice: Color::Rgb(255, 160, 255),
            bob: Color::Rgb(130, 200, 255),
            read: Color::Rgb(255, 255, 0),
        }),
        Preset::Mono => None,
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

fn chosen(preset: Preset, sixteen: bool) -> Option<Colours> {
    if sixteen { few(preset) } else { colours(preset) }
}

/// The page behind everything.
pub(super) fn page(preset: Preset, sixteen: bool) -> Style {
    chosen(preset, sixteen).map(|c| c.page).unwrap_or_default()
}

/// The attributes carry the meaning; a colour only repeats it.
pub(super) fn style(role: Role, preset: Preset, sixteen: bool) -> Style {
    // On a projector dim grey is no words at all.
    let faint = if preset == Preset::HighContrast { Modifier::empty() } else { Modifier::DIM };
    let colours = chosen(preset, sixteen);
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
    use elenchus_kit::theme::Role as _;

    #[test]
    fn mono_has_no_colour_and_the_others_have() {
        for preset in Preset::ALL {
            assert_eq!(preset.theme::<Role>().is_coloured(), preset != Preset::Mono, "{preset:?}");
            assert!(!preset.theme::<Role>().without_colour().is_coloured());
        }
    }

    #[test]
    fn statuses_differ_without_colour() {
        let mono = Preset::Mono.theme::<Role>();
        let of = |role| mono.style(role).add_modifier;
        assert_ne!(of(Role::Unread), of(Role::Claimed));
        assert_ne!(of(Role::Claimed), of(Role::Read));
        assert_ne!(of(Role::Relevant), of(Role::Disputed));
    }

    #[test]
    fn in_sixteen_colours_nothing_else_is_used_and_nothing_has_the_colour_of_its_page() {
        for preset in Preset::ALL {
            let theme = preset.in_sixteen::<Role>();
            let styles =
                || Role::ALL.iter().copied().map(|role| theme.style(role)).chain([theme.page]);
            let colours = || styles().flat_map(|style| [style.fg, style.bg]).flatten();
            assert!(colours().all(|c| !matches!(c, Color::Rgb(..) | Color::Indexed(_))));
            let page = theme.page.bg;
            assert!(page.is_none() || styles().all(|style| style.fg != page), "{preset:?}");
            let plain = |style: Style| (style.add_modifier, style.fg.is_some());
            assert!(Role::ALL.iter().copied().all(|role| {
                plain(theme.style(role)) == plain(preset.theme::<Role>().style(role))
            }));
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
