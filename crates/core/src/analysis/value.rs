//! What is known of a number that Alice can expect: exactly, between two ends, or from debates that
//! were played. A value is made only by what earned it: nothing that looked at some of the players
//! can call itself exact.

use std::fmt;

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use super::rate::Rate;
use crate::rules::Seat;
use crate::text::number::{count, fixed};

/// What is known of what Alice can expect: the probability that she wins, or her payment.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// It was computed.
    Exact(Exact),
    /// It lies between two ends, each of them proved or played.
    Bracket(Bracket),
    /// It was estimated by debates that were played.
    Sampled(Sampled),
}

/// A number that was computed over everything that can happen.
///
/// Only a walk of the whole game tree, a solver that is held against one, and mixtures of such
/// numbers are.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
pub struct Exact(f64);

impl Exact {
    /// What a walk of the whole game tree came to.
    pub(super) fn walked(value: f64) -> Self {
        Self(value)
    }

    /// What a protocol's solver came to, which tests hold against a walk.
    pub(crate) fn solved(value: f64) -> Self {
        Self(value)
    }

    /// The number.
    pub fn get(self) -> f64 {
        self.0
    }

    /// How likely Bob wins, where this is how likely Alice does.
    pub fn of_bob(self) -> Self {
        Self(1.0 - self.0)
    }

    /// What a mixture comes to: the mixture of what its parts do.
    pub fn mixed(parts: impl IntoIterator<Item = (f64, Self)>) -> Self {
        Self(parts.into_iter().map(|(weight, part)| weight * part.0).sum())
    }
}

/// How it is known what nobody in a seat gets past.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// The best response is computed, and played.
    Solved,
    /// A theorem says what every player of the seat comes to at best.
    Theorem,
    /// By a bound on every player of the seat, which was computed to a millionth.
    Certificate,
    /// The best response after every witness is computed.
    EveryWitness,
    /// Every move of the seat was looked through, as far as it was shown how positions differ: what
    /// stays hidden in every debate of the scenario it may happen to know.
    EveryMove,
    /// The others were asked once what they do after every move of the seat. Nothing says that they would
    /// answer the same again.
    Asked,
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Solved => "exact",
            Self::Theorem => "a theorem",
            Self::Certificate => "a certificate",
            Self::EveryWitness => "after every witness",
            Self::EveryMove => "every move was looked through",
            Self::Asked => {
                "if the program always answers as it did: it was asked once after every move"
            }
        })
    }
}

/// What the best of a seat comes to: no worse for the seat than what one of its players comes to, and
/// no better than what nobody gets past.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bracket {
    seat: Seat,
    played: Option<Exact>,
    limit: Option<f64>,
    by: Method,
    /// Whether it is an average over the worlds that the seat cannot tell apart.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    averaged: bool,
}

impl Bracket {
    /// Closer than this, in shares of the value where it is above 1, both ends are one number.
    pub const TOLERANCE: f64 = 1e-6;

    /// What a player of the seat comes to, and what is proved of all of them; none where neither is known.
    pub(crate) fn of(
        seat: Seat,
        played: Option<Exact>,
        limit: Option<f64>,
        by: Method,
    ) -> Option<Self> {
        (played.is_some() || limit.is_some()).then_some(Self {
            seat,
            played,
            limit,
            by,
            averaged: false,
        })
    }

    /// The same, on average over the worlds that the seat cannot tell apart.
    pub(super) fn averaged(self) -> Self {
        Self { averaged: true, ..self }
    }

    /// The same, with another limit.
    pub(super) fn limited(self, limit: Option<f64>, by: Method) -> Self {
        Self { limit, by, ..self }
    }

    /// What a player of the seat comes to; none where none is known.
    pub fn played(&self) -> Option<f64> {
        self.played.map(Exact::get)
    }

    /// The same, as the exact value of that player.
    pub fn of_its_player(&self) -> Option<Exact> {
        self.played
    }

    /// What nobody in the seat gets past; none where nothing is known.
    pub fn limit(&self) -> Option<f64> {
        self.limit
    }

    /// How the limit is known.
    pub fn by(&self) -> Method {
        self.by
    }

    /// Whether it is an average over the worlds that the seat cannot tell apart.
    pub fn is_averaged(&self) -> bool {
        self.averaged
    }

    /// The lower end and the upper end, where they are known.
    pub fn ends(&self) -> [Option<f64>; 2] {
        match self.seat {
            Seat::Alice => [self.played(), self.limit],
            _ => [self.limit, self.played()],
        }
    }

    /// Whether a number reaches what nobody gets past.
    pub fn is_reached_by(&self, value: f64) -> bool {
        let near = match self.by {
            Method::Certificate => Self::TOLERANCE * value.abs().max(1.0),
            _ => 1e-9 * value.abs().max(1.0),
        };
        self.limit.is_some_and(|limit| (value - limit).abs() <= near)
    }

    /// Whether its player reaches what nobody gets past.
    pub fn is_closed(&self) -> bool {
        self.played().is_some_and(|played| self.is_reached_by(played))
    }
}

/// The mean of debates that were played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampled {
    debates: u64,
    mean: f64,
    interval: [f64; 2],
    /// Whether it is a mean of payments, of which rare large ones may be missing.
    of_payments: bool,
}

impl Sampled {
    /// In how many of so many debates something was so, with Wilson's 95 % interval.
    pub fn share(hits: u64, debates: u64) -> Self {
        let Rate { rate, low, high, .. } = Rate::of(hits, debates);
        Self { debates, mean: rate, interval: [low, high], of_payments: false }
    }

    /// What was paid on average in so many debates, with the 95 % interval that its spread gives.
    pub(crate) fn payments(debates: u64, mean: f64, interval: [f64; 2]) -> Self {
        Self { debates, mean, interval, of_payments: true }
    }

    /// How many debates.
    pub fn debates(&self) -> u64 {
        self.debates
    }

    /// The ends of the mean's 95 % interval; infinite after one payment.
    pub fn interval(&self) -> [f64; 2] {
        self.interval
    }

    /// Half the width of that interval; it need not lie evenly about the mean.
    pub fn error(&self) -> f64 {
        (self.interval[1] - self.interval[0]) / 2.0
    }

    /// How far the mean can be trusted, in words. A large payment that is rare is missing from most samples,
    /// and so from their spread.
    pub fn trust(&self) -> String {
        let [low, high] = self.interval;
        let within = format!("95 % from {} to {}", fixed(low, 4), fixed(high, 4));
        match self.of_payments {
            true if !low.is_finite() => "one payment".into(),
            true if low == high => "the same in every debate".into(),
            true => format!("{within}, if no payment is rare"),
            false => within,
        }
    }
}

impl Value {
    /// The number, where it is known: computed, or between two ends that are one number to a
    /// millionth. What players answered once is not known of them.
    pub fn exact(&self) -> Option<f64> {
        match self {
            Self::Exact(exact) => Some(exact.get()),
            Self::Bracket(bracket) if bracket.is_closed() && bracket.by != Method::Asked => {
                bracket.played()
            }
            _ => None,
        }
    }

    /// The best that is known of it: computed, played, or a mean; the proved end of a bracket if that is
    /// all there is.
    pub fn middle(&self) -> f64 {
        match self {
            Self::Exact(exact) => exact.get(),
            Self::Bracket(bracket) => bracket.played().or(bracket.limit).unwrap_or(f64::NAN),
            Self::Sampled(sampled) => sampled.mean,
        }
    }

    /// Between which numbers it lies: for certain, or for a mean with 95 %.
    pub fn ends(&self) -> [f64; 2] {
        match self {
            Self::Exact(exact) => [exact.get(); 2],
            Self::Bracket(bracket) => {
                let [low, high] = bracket.ends();
                [low.unwrap_or(f64::NEG_INFINITY), high.unwrap_or(f64::INFINITY)]
            }
            Self::Sampled(sampled) => sampled.interval,
        }
    }

    /// Half the width of the interval of a mean; 0 where nothing was played.
    pub fn error(&self) -> f64 {
        if let Self::Sampled(sampled) = self { sampled.error() } else { 0.0 }
    }

    /// How it is known, in words.
    pub fn how(&self) -> String {
        match self {
            Self::Bracket(bracket) => {
                let by = self.exact().map_or_else(|| bracket.by.to_string(), |_| "exact".into());
                let scope = format!(
                    "; average over the worlds that {} cannot tell apart",
                    bracket.seat.name()
                );
                by + if bracket.averaged { &scope } else { "" }
            }
            Self::Exact(_) => "exact".into(),
            Self::Sampled(sampled) => {
                format!("sampled, n = {}, {}", count(sampled.debates), sampled.trust())
            }
        }
    }
}

/// The one way in which values are printed.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = self.how();
        if let (Self::Bracket(bracket), None) = (self, self.exact()) {
            return match bracket.ends().map(|end| end.map(|end| fixed(end, 6))) {
                [Some(low), Some(high)] if low == high => write!(f, "{low} ({how})"),
                [Some(low), Some(high)] => write!(f, "between {low} and {high} ({how})"),
                [Some(low), None] => write!(f, "at least {low}"),
                [None, Some(high)] => write!(f, "at most {high}"),
                [None, None] => f.write_str("not known"),
            };
        }
        let places = if matches!(self, Self::Sampled(_)) { 4 } else { 6 };
        write!(f, "{} ({how})", fixed(self.middle(), places))
    }
}

/// As an object with the keys `how` (`exact`, `bracket` or `sampled`), `value`, the ends `low` and
/// `high`, and, where they are, `by`, `averaged` (over the worlds that the seat cannot tell apart) and
/// `debates`.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let [low, high] = self.ends().map(|end| Some(end).filter(|end| end.is_finite()));
        let how = match self {
            Self::Bracket(_) if self.exact().is_none() => "bracket",
            Self::Exact(_) | Self::Bracket(_) => "exact",
            Self::Sampled(_) => "sampled",
        };
        map.serialize_entry("how", how)?;
        map.serialize_entry(
            "value",
            &self.exact().or(match self {
                Self::Sampled(sampled) => Some(sampled.mean),
                _ => None,
            }),
        )?;
        map.serialize_entry("low", &low)?;
        map.serialize_entry("high", &high)?;
        match self {
            Self::Bracket(bracket) => {
                map.serialize_entry("by", &bracket.by)?;
                if bracket.averaged {
                    map.serialize_entry("averaged", &true)?;
                }
            }
            Self::Sampled(sampled) => map.serialize_entry("debates", &sampled.debates)?,
            Self::Exact(_) => {}
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bracket(seat: Seat, played: Option<f64>, limit: Option<f64>, by: Method) -> Value {
        Value::Bracket(Bracket::of(seat, played.map(Exact::walked), limit, by).unwrap())
    }

    #[test]
    fn a_bracket_is_exact_only_where_its_player_reaches_what_nobody_gets_past() {
        let open = bracket(Seat::Bob, Some(0.5), Some(0.25), Method::Certificate);
        assert_eq!((open.exact(), open.ends()), (None, [0.25, 0.5]));
        assert_eq!(open.to_string(), "between 0.250000 and 0.500000 (a certificate)");
        let closed = bracket(Seat::Bob, Some(0.5), Some(0.499_999_9), Method::Certificate);
        assert_eq!((closed.exact(), &*closed.to_string()), (Some(0.5), "0.500000 (exact)"));
        // Of a search through every move a millionth is not enough.
        let near = bracket(Seat::Alice, Some(0.5), Some(0.500_000_1), Method::EveryMove);
        assert_eq!(near.exact(), None);
        let played = bracket(Seat::Bob, Some(-1.0), None, Method::Certificate);
        assert_eq!((played.exact(), &*played.to_string()), (None, "at most −1.000000"));
        let asked = bracket(Seat::Alice, Some(1.0), Some(1.0), Method::Asked);
        assert_eq!(asked.exact(), None);
        assert!(
            asked.to_string().starts_with("1.000000 (if the program always answers"),
            "{asked}"
        );
        let proved = bracket(Seat::Bob, None, Some(-1.0), Method::Certificate);
        assert_eq!((proved.exact(), &*proved.to_string()), (None, "at least −1.000000"));
    }

    #[test]
    fn a_mean_is_never_exact() {
        let all = Value::Sampled(Sampled::share(10, 10));
        let told = all.to_string();
        assert_eq!(
            (all.exact(), &*told),
            (None, "1.0000 (sampled, n = 10, 95 % from 0.7225 to 1.0000)")
        );
        let alike = Value::Sampled(Sampled::payments(2_000, 0.5, [0.5; 2]));
        assert_eq!(alike.exact(), None);
        let told = alike.to_string();
        assert_eq!(told, "0.5000 (sampled, n = 2,000, the same in every debate)");
        let paid = Sampled::payments(20, 0.5, [-0.25, 1.25]);
        assert_eq!(paid.trust(), "95 % from −0.2500 to 1.2500, if no payment is rare");
    }
}
