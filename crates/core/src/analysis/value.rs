//! What is known of a number that Alice can expect: exactly, at least, at most, or from debates that were
//! played. Only the computation that earns a kind makes a value of it: a look at some of the players never
//! makes an exact value.

use std::fmt;

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use super::rate::Rate;
use crate::rules::Seat;
use crate::text::number::{count, fixed};

/// What is known of what Alice can expect: the probability that she wins, or her payment.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number that was computed; with its ends, if they met.
    Exact(Exact, Option<Ends>),
    /// The lower end alone.
    AtLeast(Ends),
    /// The upper end alone.
    AtMost(Ends),
    /// Two ends that do not meet.
    Between(Ends),
    /// The mean of debates that were played.
    Estimated(Estimate),
}

impl From<Exact> for Value {
    fn from(value: Exact) -> Self {
        Self::Exact(value, None)
    }
}

/// The ends meet if a player reaches what nobody gets past. The answers of a program that was asked once
/// never close them.
impl From<Ends> for Value {
    fn from(ends: Ends) -> Self {
        match (ends.played, ends.ends()) {
            (Some(played), _) if ends.is_closed() && ends.by != Method::Asked => {
                Self::Exact(played, Some(ends))
            }
            (_, [Some(_), None]) => Self::AtLeast(ends),
            (_, [None, Some(_)]) => Self::AtMost(ends),
            _ => Self::Between(ends),
        }
    }
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

/// The two ends of what the best player of a seat comes to: a player of the seat reaches one, and nobody in
/// the seat gets past the other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ends {
    seat: Seat,
    played: Option<Exact>,
    limit: Option<f64>,
    by: Method,
    /// Whether it is an average over the worlds that the seat cannot tell apart.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    averaged: bool,
}

impl Ends {
    /// Closer than this, in shares of the value where it is above 1, both ends are one number.
    pub const TOLERANCE: f64 = 1e-6;

    /// The value of a player of the seat, of which nothing else is known.
    pub(super) fn played_by(seat: Seat, value: Exact) -> Self {
        Self { seat, played: Some(value), limit: None, by: Method::Solved, averaged: false }
    }

    /// What nobody in the seat gets past, with no player who reaches it.
    pub(super) fn proved(seat: Seat, limit: f64, by: Method) -> Self {
        Self { seat, played: None, limit: Some(limit), by, averaged: false }
    }

    /// The same, on average over the worlds that the seat cannot tell apart.
    pub(super) fn averaged(self) -> Self {
        Self { averaged: true, ..self }
    }

    /// The same, reached by another player.
    pub(super) fn reached(self, value: Exact) -> Self {
        Self { played: Some(value), ..self }
    }

    /// The same, with another limit.
    pub(super) fn limited(self, limit: Option<f64>, by: Method) -> Self {
        Self { limit, by, ..self }
    }

    /// Whose best player it is about.
    pub fn seat(&self) -> Seat {
        self.seat
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
pub struct Estimate {
    debates: u64,
    mean: f64,
    interval: [f64; 2],
    /// Whether it is a mean of payments, of which rare large ones may be missing.
    of_payments: bool,
}

impl Estimate {
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
    /// The number, if it is exact.
    pub fn exact(&self) -> Option<f64> {
        if let Self::Exact(value, _) = self { Some(value.get()) } else { None }
    }

    /// The best estimate of the number: what was computed, played, or a mean; or else the proved end.
    pub fn middle(&self) -> f64 {
        match self {
            Self::Exact(value, _) => value.get(),
            Self::AtLeast(ends) | Self::AtMost(ends) | Self::Between(ends) => {
                ends.played().or(ends.limit).unwrap_or(f64::NAN)
            }
            Self::Estimated(estimate) => estimate.mean,
        }
    }

    /// Between which numbers it lies: for certain, or for a mean with 95 %.
    pub fn ends(&self) -> [f64; 2] {
        match self {
            Self::Exact(value, None) => [value.get(); 2],
            Self::Estimated(estimate) => estimate.interval,
            Self::Exact(_, Some(ends))
            | Self::AtLeast(ends)
            | Self::AtMost(ends)
            | Self::Between(ends) => {
                let [low, high] = ends.ends();
                [low.unwrap_or(f64::NEG_INFINITY), high.unwrap_or(f64::INFINITY)]
            }
        }
    }

    /// Half the width of the interval of a mean; 0 where nothing was played.
    pub fn error(&self) -> f64 {
        if let Self::Estimated(estimate) = self { estimate.error() } else { 0.0 }
    }

    /// The two ends that it came from, if it did.
    pub fn both_ends(&self) -> Option<&Ends> {
        match self {
            Self::Exact(_, ends) => ends.as_ref(),
            Self::AtLeast(ends) | Self::AtMost(ends) | Self::Between(ends) => Some(ends),
            Self::Estimated(_) => None,
        }
    }

    /// How it is known, in words.
    pub fn how(&self) -> String {
        let by = match self {
            Self::Exact(..) => "exact".into(),
            Self::AtLeast(ends) | Self::AtMost(ends) | Self::Between(ends) => ends.by.to_string(),
            Self::Estimated(estimate) => {
                format!("sampled, n = {}, {}", count(estimate.debates), estimate.trust())
            }
        };
        match self.both_ends().filter(|ends| ends.averaged) {
            Some(Ends { seat, .. }) => {
                format!("{by}; average over the worlds that {} cannot tell apart", seat.name())
            }
            None => by,
        }
    }
}

/// The one way in which values are printed.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (how, [low, high]) = (self.how(), self.ends().map(|end| fixed(end, 6)));
        match self {
            Self::AtLeast(_) => write!(f, "at least {low}"),
            Self::AtMost(_) => write!(f, "at most {high}"),
            Self::Between(_) if low != high => write!(f, "between {low} and {high} ({how})"),
            Self::Between(_) => write!(f, "{low} ({how})"),
            Self::Exact(value, _) => write!(f, "{} ({how})", fixed(value.get(), 6)),
            Self::Estimated(estimate) => write!(f, "{} ({how})", fixed(estimate.mean, 4)),
        }
    }
}

/// As an object with the keys `how` (`exact`, `bracket` or `sampled`), `value`, the ends `low` and
/// `high`, and, where they are, `by`, `averaged` (over the worlds that the seat cannot tell apart) and
/// `debates`.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let [low, high] = self.ends().map(|end| Some(end).filter(|end| end.is_finite()));
        let (how, value) = match self {
            Self::Exact(value, _) => ("exact", Some(value.get())),
            Self::Estimated(estimate) => ("sampled", Some(estimate.mean)),
            Self::AtLeast(_) | Self::AtMost(_) | Self::Between(_) => ("bracket", None),
        };
        map.serialize_entry("how", how)?;
        map.serialize_entry("value", &value)?;
        map.serialize_entry("low", &low)?;
        map.serialize_entry("high", &high)?;
        if let Some(ends) = self.both_ends() {
            map.serialize_entry("by", &ends.by)?;
            if ends.averaged {
                map.serialize_entry("averaged", &true)?;
            }
        }
        if let Self::Estimated(estimate) = self {
            map.serialize_entry("debates", &estimate.debates)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(seat: Seat, played: Option<f64>, limit: Option<f64>, by: Method) -> Value {
        Ends { seat, played: played.map(Exact::walked), limit, by, averaged: false }.into()
    }

    #[test]
    fn two_ends_are_exact_only_where_its_player_reaches_what_nobody_gets_past() {
        let open = between(Seat::Bob, Some(0.5), Some(0.25), Method::Certificate);
        assert_eq!((open.exact(), open.ends()), (None, [0.25, 0.5]));
        assert_eq!(open.to_string(), "between 0.250000 and 0.500000 (a certificate)");
        let closed = between(Seat::Bob, Some(0.5), Some(0.499_999_9), Method::Certificate);
        assert_eq!((closed.exact(), &*closed.to_string()), (Some(0.5), "0.500000 (exact)"));
        // Of a search through every move a millionth is not enough.
        let near = between(Seat::Alice, Some(0.5), Some(0.500_000_1), Method::EveryMove);
        assert_eq!(near.exact(), None);
        let played = between(Seat::Bob, Some(-1.0), None, Method::Certificate);
        assert_eq!((played.exact(), &*played.to_string()), (None, "at most −1.000000"));
        let asked = between(Seat::Alice, Some(1.0), Some(1.0), Method::Asked);
        assert_eq!(asked.exact(), None);
        assert!(
            asked.to_string().starts_with("1.000000 (if the program always answers"),
            "{asked}"
        );
        let proved = between(Seat::Bob, None, Some(-1.0), Method::Certificate);
        assert_eq!((proved.exact(), &*proved.to_string()), (None, "at least −1.000000"));
    }

    #[test]
    fn a_mean_is_never_exact() {
        let all = Value::Estimated(Estimate::share(10, 10));
        let told = all.to_string();
        assert_eq!(
            (all.exact(), &*told),
            (None, "1.0000 (sampled, n = 10, 95 % from 0.7225 to 1.0000)")
        );
        let alike = Value::Estimated(Estimate::payments(2_000, 0.5, [0.5; 2]));
        assert_eq!(alike.exact(), None);
        let told = alike.to_string();
        assert_eq!(told, "0.5000 (sampled, n = 2,000, the same in every debate)");
        let paid = Estimate::payments(20, 0.5, [-0.25, 1.25]);
        assert_eq!(paid.trust(), "95 % from −0.2500 to 1.2500, if no payment is rare");
    }
}
