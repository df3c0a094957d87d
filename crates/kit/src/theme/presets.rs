//! The themes that come with the program.

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
}
