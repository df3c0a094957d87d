//! The built-in themes.

/// A built-in theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Preset {
    /// Light text on a dark terminal.
    #[default]
    Dark,
    /// Dark text on a light terminal.
    Light,
    /// Black, white and strong attributes, for a projector.
    HighContrast,
    /// Attributes without colour.
    Mono,
}

impl Preset {
    /// Every preset, in the order in which the theme key visits them.
    pub const ALL: [Preset; 4] = [Self::Dark, Self::Light, Self::HighContrast, Self::Mono];

    /// The name on the command line and in a theme file.
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

    /// The next preset. The first follows the last.
    pub fn next(self) -> Self {
        let at = Self::ALL.iter().position(|&p| p == self).unwrap_or(0);
        Self::ALL[(at + 1) % Self::ALL.len()]
    }
}
