//! The built-in players by name: `honest`, `shift:0.02`, `abort-at:3`, ….

use std::fmt;
use std::str::FromStr;

use crate::machine::Step;
use crate::protocol::stochastic::{Constants, Samples};
use crate::strategy::argument::{Argument, Given};

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

/// A player in a list: a name, what may follow it, what it does, and the player it makes.
pub struct Listing<P> {
    /// Its name.
    pub name: &'static str,
    /// What follows the name.
    pub argument: Argument,
    /// What it does, in a line.
    pub says: &'static str,
    make: fn(Given) -> Result<P, String>,
}

impl<P> Listing<P> {
    /// The player with this argument.
    ///
    /// # Errors
    /// If there is none.
    pub fn make(&self, given: Given) -> Result<P, String> {
        (self.make)(given)
    }
}

/// Reads `name` or `name:argument` by a list.
fn read<P>(text: &str, list: Vec<Listing<P>>) -> Result<P, String> {
    let (name, argument) = match text.split_once(':') {
        Some((name, argument)) => (name.trim(), Some(argument.trim())),
        None => (text.trim(), None),
    };
    let names: Vec<String> =
        list.iter().map(|listing| listing.argument.after(listing.name)).collect();
    let listing = list
        .iter()
        .find(|listing| listing.name == name)
        .ok_or_else(|| format!("there is no `{name}` here; there are {}", names.join(", ")))?;
    listing
        .argument
        .read(argument)
        .and_then(|given| listing.make(given))
        .map_err(|e| format!("{name}: {e}"))
}

fn step(given: Given) -> Result<Step, String> {
    match u32::try_from(given.number()) {
        Ok(number @ 1..) => Ok(Step::new(number)),
        _ => Err(format!("there is no step {}", given.number())),
    }
}

impl Alice {
    /// All of them, the honest one first.
    pub fn list() -> Vec<Listing<Self>> {
        let shift = Argument::Real("δ", -1.0, 1.0);
        let drift = Argument::Real("δ", -1e6, 1e6);
        let listing = |name, argument, says, make| Listing { name, argument, says, make };
        vec![
            listing(
                "honest",
                Argument::None,
                "draws her votes and states their mean; gates exactly",
                |_| Ok(Self::Honest),
            ),
            listing("exact", Argument::None, "knows every probability and states it", |_| {
                Ok(Self::Exact)
            }),
            listing("shift", shift, "overstates every ask by δ", |given| {
                Ok(Self::Shift(given.real()))
            }),
            listing("drift", drift, "overstates by δ in all, spread over the asks", |given| {
                Ok(Self::Drift(given.real()))
            }),
            listing(
                "late-lie",
                Argument::Number("t"),
                "exact, but at step t she states for certain the bit that serves her",
                |given| step(given).map(Self::LateLie),
            ),
            listing("optimal", Argument::None, "does her best against an honest Bob", |_| {
                Ok(Self::Optimal)
            }),
        ]
    }
}

impl Bob {
    /// All of them, the honest one first.
    pub fn list() -> Vec<Listing<Self>> {
        let level = Argument::RealOr("level", DEFAULT_LEVEL, 0.0, 1.0);
        let listing = |name, argument, says, make| Listing { name, argument, says, make };
        vec![
            listing(
                "honest",
                Argument::None,
                "draws his votes and aborts where their mean is too far off, or a gate is wrong",
                |_| Ok(Self::Honest),
            ),
            listing("never", Argument::None, "never aborts", |_| Ok(Self::Never)),
            listing("always-objects", Argument::None, "aborts in the first round", |_| {
                Ok(Self::AbortAt(Step::new(1)))
            }),
            listing(
                "abort-at",
                Argument::Number("t"),
                "aborts in round t, whatever happened",
                |given| step(given).map(Self::AbortAt),
            ),
            listing(
                "when-losing",
                level,
                "aborts when the bits so far make the output 1 likely: blames Alice for the coins",
                |given| Ok(Self::WhenLosing(given.real())),
            ),
            listing(
                "lazy",
                Argument::Real("f", 0.0, 1.0),
                "honest on a fraction f of the votes",
                |given| match given.real() {
                    f if f > 0.0 => Ok(Self::Lazy(f)),
                    _ => Err("f must be above 0; `never` draws no votes at all".to_owned()),
                },
            ),
            listing(
                "optimal",
                Argument::None,
                "does his best, taking Alice for honest from the next round on",
                |_| Ok(Self::Optimal),
            ),
        ]
    }
}

impl Bob {
    /// The samples that he draws in a round that asks; none if he draws none.
    pub fn samples(self, constants: &Constants) -> Option<Samples> {
        match self {
            Self::Honest => Some(constants.bob),
            Self::Lazy(fraction) => Some(Samples {
                count: ((constants.bob.count as f64 * fraction).ceil() as u64).max(1),
                ..constants.bob
            }),
            _ => None,
        }
    }
}

impl FromStr for Alice {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        read(text, Self::list())
    }
}

impl FromStr for Bob {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        read(text, Self::list())
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
        assert_eq!("always-objects".parse::<Bob>(), Ok(Bob::AbortAt(Step::new(1))));
    }

    #[test]
    fn wrong_names_say_which_there_are() {
        let wrong = "shfit:0.1".parse::<Alice>().unwrap_err();
        assert!(wrong.contains("shift:δ"), "{wrong}");
        let bare = "shift".parse::<Alice>().unwrap_err();
        assert!(bare.contains("needs δ"), "{bare}");
        assert!("lazy:0".parse::<Bob>().is_err());
        assert!("abort-at:0".parse::<Bob>().is_err());
        assert!("shift:nan".parse::<Alice>().is_err());
    }
}
