//! Alice's expected value: an exact number, bounds, or an estimate from played debates. The types
//! make sure that, for example, a search over a few players cannot return an exact value.

use std::fmt;

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use super::rate::Rate;
use crate::rules::Seat;
use crate::text::Limit;
use crate::text::number::{count, fixed};

/// What is known about Alice's expected value. Her value is her winning probability or her payment.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An exact number. If it was computed from two equal bounds, the second field has these bounds.
    Exact(ExactValue, Option<ValueRange>),
    /// A lower bound.
    AtLeast(ValueRange),
    /// An upper bound.
    AtMost(ValueRange),
    /// A lower and an upper bound that differ.
    Between(ValueRange),
    /// The mean over played debates.
    Estimated(SampleMean),
}

impl From<ExactValue> for Value {
    fn from(value: ExactValue) -> Self {
        Self::Exact(value, None)
    }
}

/// The value is exact if a player attains the bound. It is never exact if an external program was
/// asked only once.
impl From<ValueRange> for Value {
    fn from(ends: ValueRange) -> Self {
        match (ends.played, ends.ends()) {
            (Some(played), _) if ends.is_closed() && ends.by != BoundMethod::Asked => {
                Self::Exact(played, Some(ends))
            }
            (_, [Some(_), None]) => Self::AtLeast(ends),
            (_, [None, Some(_)]) => Self::AtMost(ends),
            _ => Self::Between(ends),
        }
    }
}

/// A number that was computed over all possible outcomes.
///
/// The number comes from a walk of the whole game tree, from a solver that tests compare with such
/// a walk, or from a mixture of such numbers.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
pub struct ExactValue(f64);

impl ExactValue {
    /// The value from a walk of the whole game tree.
    pub(super) fn walked(value: f64) -> Self {
        Self(value)
    }

    /// The value from a protocol's solver that tests compare with a walk.
    pub(crate) fn solved(value: f64) -> Self {
        Self(value)
    }

    /// The number itself.
    pub fn get(self) -> f64 {
        self.0
    }

    /// Bob's winning probability, if this is Alice's winning probability.
    pub fn of_bob(self) -> Self {
        Self(1.0 - self.0)
    }

    /// The value of a mixture of players: the weighted mean of the values of the players.
    pub fn mixed(parts: impl IntoIterator<Item = (f64, Self)>) -> Self {
        Self(parts.into_iter().map(|(weight, part)| weight * part.0).sum())
    }
}

/// The method that produced a bound on every player of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoundMethod {
    /// The best response was computed, and its value is exact.
    Solved,
    /// A theorem gives the bound.
    Theorem,
    /// The bound was computed with an error of at most one millionth.
    Certificate,
    /// For every witness, the best response was computed.
    EveryWitness,
    /// Every move of the seat was tried. The player makes the same move in all positions that it
    /// cannot distinguish. The player may know facts that the scenario hides from the seat.
    EveryMove,
    /// After every move of the seat, the search asked the other players once. They might answer
    /// differently next time.
    Asked,
}

impl fmt::Display for BoundMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Solved => "exact",
            Self::Theorem => "by a theorem",
            Self::Certificate => "by a certificate",
            Self::EveryWitness => "best response after every witness",
            Self::EveryMove => "every move was tried",
            Self::Asked => {
                "if the program always gives the same answers: it was asked once after every move"
            }
        })
    }
}

/// The lower and upper bound of Alice's value against the best player of a seat. A known player
/// attains one end, and the other end bounds every player of the seat.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ValueRange {
    seat: Seat,
    played: Option<ExactValue>,
    limit: Option<f64>,
    by: BoundMethod,
    /// True if the value is an average over the worlds that the seat cannot distinguish.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    averaged: bool,
}

impl ValueRange {
    /// If the distance of two ends is at most this, they count as equal. For values above 1 the
    /// distance is relative.
    pub const TOLERANCE: f64 = 1e-6;

    /// The value of a player of the seat, with no bound on other players.
    pub(super) fn played_by(seat: Seat, value: ExactValue) -> Self {
        Self { seat, played: Some(value), limit: None, by: BoundMethod::Solved, averaged: false }
    }

    /// A bound on every player of the seat, with no player who attains it.
    pub(super) fn proved(seat: Seat, limit: f64, by: BoundMethod) -> Self {
        Self { seat, played: None, limit: Some(limit), by, averaged: false }
    }

    /// The same range, marked as an average over the worlds that the seat cannot distinguish.
    pub(super) fn averaged(self) -> Self {
        Self { averaged: true, ..self }
    }

    /// The same bound, with the value of another player.
    pub(super) fn reached(self, value: ExactValue) -> Self {
        Self { played: Some(value), ..self }
    }

    /// The same player, with another bound.
    pub(super) fn limited(self, limit: Option<f64>, by: BoundMethod) -> Self {
        Self { limit, by, ..self }
    }

    /// The seat of the best player.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The value of the known player of the seat. `None` if there is no known player.
    pub fn played(&self) -> Option<f64> {
        self.played.map(ExactValue::get)
    }

    /// The exact value of the known player of the seat. `None` if there is no known player.
    pub fn of_its_player(&self) -> Option<ExactValue> {
        self.played
    }

    /// The bound on every player of the seat. `None` if unknown.
    pub fn limit(&self) -> Option<f64> {
        self.limit
    }

    /// The method that produced the bound.
    pub fn by(&self) -> BoundMethod {
        self.by
    }

    /// Returns whether the value is an average over the worlds that the seat cannot distinguish.
    pub fn is_averaged(&self) -> bool {
        self.averaged
    }

    /// The lower and the upper bound. `None` stands for an unknown bound.
    pub fn ends(&self) -> [Option<f64>; 2] {
        match self.seat {
            Seat::Alice => [self.played(), self.limit],
            _ => [self.limit, self.played()],
        }
    }

    /// Returns whether a number equals the bound, up to rounding.
    pub fn is_reached_by(&self, value: f64) -> bool {
        let near = match self.by {
            BoundMethod::Certificate => Self::TOLERANCE * value.abs().max(1.0),
            _ => 1e-9 * value.abs().max(1.0),
        };
        self.limit.is_some_and(|limit| (value - limit).abs() <= near)
    }

    /// Returns whether the known player attains the bound.
    pub fn is_closed(&self) -> bool {
        self.played().is_some_and(|played| self.is_reached_by(played))
    }
}

/// The mean over played debates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampleMean {
    debates: u64,
    mean: f64,
    interval: [f64; 2],
    /// True if this is a mean of payments. Rare large payments may be missing from the sample.
    of_payments: bool,
}

impl SampleMean {
    /// The share of hits in this many debates, with Wilson's 95 % interval.
    pub fn share(hits: u64, debates: u64) -> Self {
        let Rate { rate, low, high, .. } = Rate::from_counts(hits, debates);
        Self { debates, mean: rate, interval: [low, high], of_payments: false }
    }

    /// The average payment in this many debates, with the 95 % interval from their spread.
    pub(crate) fn payments(debates: u64, mean: f64, interval: [f64; 2]) -> Self {
        Self { debates, mean, interval, of_payments: true }
    }

    /// The number of debates.
    pub fn debates(&self) -> u64 {
        self.debates
    }

    /// The ends of the mean's 95 % interval. They are infinite if there was only one payment.
    pub fn interval(&self) -> [f64; 2] {
        self.interval
    }

    /// Half the width of the 95 % interval. The mean need not be in the middle of the interval.
    pub fn error(&self) -> f64 {
        (self.interval[1] - self.interval[0]) / 2.0
    }

    /// The reliability of the mean, as text. The text warns of rare large payments, because most
    /// samples, and so their intervals, miss them.
    pub fn trust(&self) -> String {
        let [low, high] = self.interval;
        let (from, to) = (Limit::at_least(low).fixed(4), Limit::at_most(high).fixed(4));
        let within = format!("95 % interval from {from} to {to}");
        match self.of_payments {
            true if !low.is_finite() => "only one payment".into(),
            true if low == high => "the same in every debate".into(),
            true => format!("{within}, too narrow if some payments are rare"),
            false => within,
        }
    }
}

impl Value {
    /// The exact number. `None` if the value is not exact.
    pub fn exact(&self) -> Option<f64> {
        if let Self::Exact(value, _) = self { Some(value.get()) } else { None }
    }

    /// The value as one number: the exact value, the value of a known player, the mean, or else the
    /// bound.
    pub fn middle(&self) -> f64 {
        match self {
            Self::Exact(value, _) => value.get(),
            Self::AtLeast(ends) | Self::AtMost(ends) | Self::Between(ends) => {
                ends.played().or(ends.limit).unwrap_or(f64::NAN)
            }
            Self::Estimated(estimate) => estimate.mean,
        }
    }

    /// The lower and the upper bound. For an estimate, these are the ends of the 95 % interval.
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

    /// Half the width of the 95 % interval of an estimate. 0 for other values.
    pub fn error(&self) -> f64 {
        if let Self::Estimated(estimate) = self { estimate.error() } else { 0.0 }
    }

    /// The two bounds from which the value was made. `None` if it was not made from bounds.
    pub fn both_ends(&self) -> Option<&ValueRange> {
        match self {
            Self::Exact(_, ends) => ends.as_ref(),
            Self::AtLeast(ends) | Self::AtMost(ends) | Self::Between(ends) => Some(ends),
            Self::Estimated(_) => None,
        }
    }

    /// The method that produced the value, as text.
    pub fn how(&self) -> String {
        let by = match self {
            Self::Exact(..) => "exact".into(),
            Self::AtLeast(ends) | Self::AtMost(ends) | Self::Between(ends) => ends.by.to_string(),
            Self::Estimated(estimate) => {
                format!("sampled, n = {}, {}", count(estimate.debates), estimate.trust())
            }
        };
        match self.both_ends().filter(|ends| ends.averaged) {
            Some(ValueRange { seat, .. }) => {
                format!("{by}; average over the worlds that {} cannot distinguish", seat.name())
            }
            None => by,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (how, [low, high]) = (self.how(), self.ends());
        let (low, high) = (Limit::at_least(low).fixed(6), Limit::at_most(high).fixed(6));
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

/// Serializes the value as an object with the keys `how` (`exact`, `bracket` or `sampled`),
/// `value`, and the bounds `low` and `high`. Some objects also have the keys `by`, `averaged` (over
/// the worlds that the seat cannot distinguish) and `debates`.
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

    fn between(seat: Seat, played: Option<f64>, limit: Option<f64>, by: BoundMethod) -> Value {
        ValueRange { seat, played: played.map(ExactValue::walked), limit, by, averaged: false }
            .into()
    }

    #[test]
    fn two_bounds_are_exact_only_if_the_player_attains_the_upper_one() {
        let open = between(Seat::Bob, Some(0.5), Some(0.25), BoundMethod::Certificate);
        assert_eq!((open.exact(), open.ends()), (None, [0.25, 0.5]));
        assert_eq!(open.to_string(), "between 0.250000 and 0.500000 (by a certificate)");
        let closed = between(Seat::Bob, Some(0.5), Some(0.499_999_9), BoundMethod::Certificate);
        assert_eq!((closed.exact(), &*closed.to_string()), (Some(0.5), "0.500000 (exact)"));
        let near = between(Seat::Alice, Some(0.5), Some(0.500_000_1), BoundMethod::EveryMove);
        assert_eq!(near.exact(), None);
        let played = between(Seat::Bob, Some(-1.0), None, BoundMethod::Certificate);
        assert_eq!((played.exact(), &*played.to_string()), (None, "at most −1.000000"));
        let asked = between(Seat::Alice, Some(1.0), Some(1.0), BoundMethod::Asked);
        assert_eq!(asked.exact(), None);
        assert!(asked.to_string().starts_with("1.000000 (if the program always gives"), "{asked}");
        let proved = between(Seat::Bob, None, Some(-1.0), BoundMethod::Certificate);
        assert_eq!((proved.exact(), &*proved.to_string()), (None, "at least −1.000000"));
    }

    #[test]
    fn a_mean_is_never_exact() {
        let all = Value::Estimated(SampleMean::share(10, 10));
        let told = all.to_string();
        assert_eq!(
            (all.exact(), &*told),
            (None, "1.0000 (sampled, n = 10, 95 % interval from 0.7224 to 1.0000)")
        );
        let alike = Value::Estimated(SampleMean::payments(2_000, 0.5, [0.5; 2]));
        assert_eq!(alike.exact(), None);
        let told = alike.to_string();
        assert_eq!(told, "0.5000 (sampled, n = 2,000, the same in every debate)");
        let paid = SampleMean::payments(20, 0.5, [-0.25, 1.25]);
        assert_eq!(
            paid.trust(),
            "95 % interval from −0.2500 to 1.2500, too narrow if some payments are rare"
        );
    }
}
