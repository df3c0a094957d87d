//! The built-in players by name: `honest`, `shift:0.02`, `abort-at:3`, ….

use std::fmt;
use std::str::FromStr;

use crate::machine::Step;

/// How Alice chooses the probabilities that she states. At gates every one of them is honest,
/// unless said otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Alice {
    /// States the mean of the samples that she draws.
    Honest,
    /// Knows the probabilities and states them exactly.
    Exact,
    /// Overstates every ask by this much (understates it, if negative).
    Shift(f64),
    /// Overstates every ask by an equal part of this much.
    Drift(f64),
    /// Exact but for one step, where she states for certain (0 or 1) the bit that serves her
    /// better; at a gate too.
    LateLie(Step),
    /// Does her best against the Bob she meets.
    Optimal,
}

/// How Bob decides whether to abort.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bob {
    /// Aborts where the mean of the samples that he draws is too far off, or a gate is wrong.
    Honest,
    /// Never aborts.
    Never,
    /// Aborts at this step, whatever happened.
    AbortAt(Step),
    /// Aborts as soon as the bits so far make the output 1 at least this likely: he blames the
    /// coins on Alice.
    WhenLosing(f64),
    /// Honest, on this fraction of the samples (rounded up; at least one).
    Lazy(f64),
    /// Does his best against the Alice he meets: aborts where the judge's acceptance of her number
    /// is less likely than her winning from here.
    Optimal,
}

/// The level at which `when-losing` gives up, unless it says another: the claim's own.
pub const DEFAULT_LEVEL: f64 = 2.0 / 3.0;

/// A player's name that means nothing here.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum UnknownPlayer {
    /// No such name.
    #[error("there is no {seat} called `{name}` here; there are: {known}")]
    Name {
        /// Alice or Bob.
        seat: &'static str,
        /// What was written.
        name: String,
        /// What could have been.
        known: &'static str,
    },
    /// The argument is missing or out of range.
    #[error("`{name}` needs {expected}, as in `{example}`")]
    Argument {
        /// The player.
        name: &'static str,
        /// What it needs.
        expected: &'static str,
        /// A good one.
        example: &'static str,
    },
}

impl Alice {
    /// Her names, for a message.
    pub const KNOWN: &'static str = "honest, exact, shift:δ, drift:δ, late-lie:t, optimal";
}

impl Bob {
    /// His names, for a message.
    pub const KNOWN: &'static str =
        "honest, never, always, abort-at:t, when-losing[:level], lazy:f, optimal";
}

fn argument<T>(
    text: Option<&str>,
    read: impl FnOnce(&str) -> Option<T>,
    (name, expected, example): (&'static str, &'static str, &'static str),
) -> Result<T, UnknownPlayer> {
    text.and_then(read).ok_or(UnknownPlayer::Argument { name, expected, example })
}

fn number(text: &str, range: std::ops::RangeInclusive<f64>) -> Option<f64> {
    text.trim().parse().ok().filter(|x| range.contains(x))
}

impl FromStr for Alice {
    type Err = UnknownPlayer;

    fn from_str(text: &str) -> Result<Self, UnknownPlayer> {
        let (name, arg) = split(text);
        match (name, arg) {
            ("honest", None) => Ok(Self::Honest),
            ("exact", None) => Ok(Self::Exact),
            ("optimal", None) => Ok(Self::Optimal),
            ("shift", arg) => {
                let about = ("shift", "how much to overstate, from -1 to 1", "shift:0.02");
                argument(arg, |text| number(text, -1.0..=1.0), about).map(Self::Shift)
            }
            ("drift", arg) => {
                let about = ("drift", "how much to overstate in all", "drift:0.1");
                argument(arg, |text| number(text, -1e9..=1e9), about).map(Self::Drift)
            }
            ("late-lie", arg) => {
                let about = ("late-lie", "the number of a step", "late-lie:3");
                argument(arg, |text| text.parse().ok(), about).map(Self::LateLie)
            }
            _ => Err(UnknownPlayer::Name {
                seat: "Alice",
                name: text.to_owned(),
                known: Self::KNOWN,
            }),
        }
    }
}

impl FromStr for Bob {
    type Err = UnknownPlayer;

    fn from_str(text: &str) -> Result<Self, UnknownPlayer> {
        let (name, arg) = split(text);
        match (name, arg) {
            ("honest", None) => Ok(Self::Honest),
            ("never", None) => Ok(Self::Never),
            ("always", None) => Ok(Self::AbortAt(Step::new(1))),
            ("optimal", None) => Ok(Self::Optimal),
            ("when-losing", None) => Ok(Self::WhenLosing(DEFAULT_LEVEL)),
            ("abort-at", arg) => {
                let about = ("abort-at", "the number of a round", "abort-at:3");
                argument(arg, |text| text.parse().ok(), about).map(Self::AbortAt)
            }
            ("when-losing", arg) => {
                let about = ("when-losing", "a level from 0 to 1", "when-losing:0.6");
                argument(arg, |text| number(text, 0.0..=1.0), about).map(Self::WhenLosing)
            }
            ("lazy", arg) => {
                let about =
                    ("lazy", "the fraction of the samples that he draws, above 0", "lazy:0.1");
                let read = |text: &str| number(text, 0.0..=1.0).filter(|f| *f > 0.0);
                argument(arg, read, about).map(Self::Lazy)
            }
            _ => {
                Err(UnknownPlayer::Name { seat: "Bob", name: text.to_owned(), known: Self::KNOWN })
            }
        }
    }
}

fn split(text: &str) -> (&str, Option<&str>) {
    match text.trim().split_once(':') {
        Some((name, arg)) => (name.trim(), Some(arg.trim())),
        None => (text.trim(), None),
    }
}

impl fmt::Display for Alice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Honest => f.write_str("honest"),
            Self::Exact => f.write_str("exact"),
            Self::Shift(by) => write!(f, "shift:{by}"),
            Self::Drift(by) => write!(f, "drift:{by}"),
            Self::LateLie(step) => write!(f, "late-lie:{step}"),
            Self::Optimal => f.write_str("optimal"),
        }
    }
}

impl fmt::Display for Bob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Honest => f.write_str("honest"),
            Self::Never => f.write_str("never"),
            Self::AbortAt(step) => write!(f, "abort-at:{step}"),
            Self::WhenLosing(level) if *level == DEFAULT_LEVEL => f.write_str("when-losing"),
            Self::WhenLosing(level) => write!(f, "when-losing:{level}"),
            Self::Lazy(fraction) => write!(f, "lazy:{fraction}"),
            Self::Optimal => f.write_str("optimal"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_read_back_from_their_names() {
        for name in ["honest", "exact", "shift:-0.02", "drift:0.3", "late-lie:7", "optimal"] {
            assert_eq!(name.parse::<Alice>().unwrap().to_string(), name);
        }
        for name in ["honest", "never", "abort-at:2", "when-losing", "lazy:0.25", "optimal"] {
            assert_eq!(name.parse::<Bob>().unwrap().to_string(), name);
        }
        assert_eq!("always".parse::<Bob>(), Ok(Bob::AbortAt(Step::new(1))));
    }

    #[test]
    fn wrong_names_say_which_there_are() {
        let wrong = "shfit:0.1".parse::<Alice>().unwrap_err().to_string();
        assert!(wrong.contains("shift:δ"), "{wrong}");
        let bare = "shift".parse::<Alice>().unwrap_err().to_string();
        assert!(bare.contains("shift:0.02"), "{bare}");
        assert!("lazy:0".parse::<Bob>().is_err());
        assert!("abort-at:0".parse::<Bob>().is_err());
        assert!("shift:nan".parse::<Alice>().is_err());
    }
}
