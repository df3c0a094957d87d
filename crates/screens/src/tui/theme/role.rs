//! The roles of the things on a screen, and their styles in the built-in themes.

use elenchus_kit::theme::Preset;
use ratatui::style::{Color, Modifier, Style};

elenchus_kit::roles! {
    /// The role of a thing on the screen. It decides the style.
    Role [bars: Title Footer Cursor Disputed] [style: style] [page: page] {
        /// Ordinary text.
        Text "text",
        /// Less important text: step numbers, axes.
        Dim "dim",
        /// The first row.
        Title "title",
        /// The last row.
        Footer "footer",
        /// A key name in the last row.
        Key "key",
        /// Lines between panes.
        Divider "divider",
        /// A heading in a divider.
        Heading "heading",
        /// The question for the player.
        Ask "ask",
        /// The cursor, and the chosen item of a list that has the focus.
        Cursor "cursor",
        /// The chosen item of a list without the focus.
        Chosen "chosen",
        /// A cell that the judge has not read.
        Unread "unread",
        /// A claimed value that nobody checked.
        Claimed "claimed",
        /// A cell that the judge has read.
        Read "read",
        /// A cell that the disputed step reads.
        Relevant "relevant",
        /// The disputed cell, or the current position of the debate.
        Disputed "disputed",
        /// A value that differs from the viewer's own computation.
        Differs "differs",
        /// A wrong value, in the review.
        Wrong "wrong",
        /// A value that is hidden from this seat.
        Hidden "hidden",
        /// A good result, or a guarantee that holds.
        Good "good",
        /// A bad result, or a guarantee that fails.
        Bad "bad",
        /// A refusal or a warning.
        Notice "notice",
        /// A statement of Alice.
        Alice "alice",
        /// A statement of Bob.
        Bob "bob",
        /// An action of the judge.
        Judge "judge",
    }
}

impl Role {
    /// The role of a seat. It is the same on every screen.
    pub fn for_seat(seat: crate::rules::Seat) -> Self {
        match seat {
            crate::rules::Seat::Alice => Self::Alice,
            crate::rules::Seat::Bob => Self::Bob,
            crate::rules::Seat::Judge => Self::Judge,
        }
    }
}

/// The style of the page and seven colours: accent, good, bad, notice, Alice, Bob, read. `None` if the preset has no
/// colours. If `sixteen` is true, all of them are among the 16 terminal colours and readable on the page.
fn chosen(preset: Preset, sixteen: bool) -> Option<(Style, [Color; 7])> {
    use Color::*;
    let on = |paper: Color, ink: Color| Style::new().fg(ink).bg(paper);
    let yellow = Rgb(255, 255, 0);
    Some(match (preset, sixteen) {
        (Preset::Dark, _) => {
            (Style::new(), [Cyan, Green, LightRed, Yellow, LightMagenta, LightBlue, Yellow])
        }
        (Preset::Light, true) => (on(White, Black), [Blue, Blue, Red, Red, Magenta, Blue, Magenta]),
        (Preset::Light, false) => (
            on(Rgb(250, 250, 247), Rgb(28, 28, 28)),
            [
                Rgb(0, 95, 135),
                Rgb(0, 100, 0),
                Rgb(170, 0, 0),
                Rgb(135, 80, 0),
                Rgb(135, 0, 135),
                Rgb(0, 60, 180),
                Rgb(120, 70, 0),
            ],
        ),
        (Preset::HighContrast, true) => (
            on(Black, White),
            [LightYellow, LightGreen, LightRed, LightYellow, LightMagenta, LightCyan, LightYellow],
        ),
        (Preset::HighContrast, false) => (
            on(Rgb(0, 0, 0), Rgb(255, 255, 255)),
            [
                yellow,
                Rgb(0, 255, 0),
                Rgb(255, 110, 110),
                yellow,
                Rgb(255, 160, 255),
                Rgb(130, 200, 255),
                yellow,
            ],
        ),
        (Preset::Mono, _) => return None,
    })
}

/// The style of the background.
fn page(preset: Preset, sixteen: bool) -> Style {
    chosen(preset, sixteen).map(|(page, _)| page).unwrap_or_default()
}

/// The style of a role. The attributes alone show the meaning, and the colour only repeats it.
fn style(role: Role, preset: Preset, sixteen: bool) -> Style {
    // Dim text is unreadable on a projector.
    let faint = if preset == Preset::HighContrast { Modifier::empty() } else { Modifier::DIM };
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
    let colours = chosen(preset, sixteen).map(|(_, colours)| colours);
    let colour = colours.and_then(|[accent, good, bad, notice, alice, bob, read]| match role {
        Role::Heading | Role::Ask => Some(accent),
        Role::Good => Some(good),
        Role::Bad | Role::Wrong => Some(bad),
        Role::Notice | Role::Differs => Some(notice),
        Role::Alice => Some(alice),
        Role::Bob => Some(bob),
        Role::Read | Role::Judge => Some(read),
        _ => None,
    });
    let style = Style::new().add_modifier(attribute);
    colour.map_or(style, |colour| style.fg(colour))
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
    fn sixteen_colours_use_nothing_else_and_nothing_has_the_colour_of_its_page() {
        for preset in Preset::ALL {
            let theme = preset.theme_for_colours::<Role>(true);
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
