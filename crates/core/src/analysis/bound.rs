//! The promises of theorems, and the status of their bounds in a debate.

use std::fmt;

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

/// The promise of a theorem about Alice's expected value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PayoffGuarantee {
    /// The theorem.
    pub theorem: String,
    /// True if Alice is promised at least this; else at most.
    pub at_least: bool,
    /// A probability or a payment.
    pub limit: f64,
}

impl PayoffGuarantee {
    /// The side of the limit, in words.
    pub fn side(&self) -> &'static str {
        if self.at_least { "at least" } else { "at most" }
    }

    /// Returns whether an expected value between these two numbers keeps the promise. `None` if the
    /// numbers do not decide it.
    pub fn is_kept(&self, [low, high]: [f64; 2]) -> Option<bool> {
        match self.at_least {
            true if low >= self.limit - NEAR => Some(true),
            true => (high < self.limit - NEAR).then_some(false),
            false if high <= self.limit + NEAR => Some(true),
            false => (low > self.limit + NEAR).then_some(false),
        }
    }
}

/// The largest rounding error of a computed value.
pub(crate) const NEAR: f64 = 1e-9;

/// A bound by a theorem.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// The bounded quantity, with its theorem.
    pub name: String,
    /// The bound.
    pub limit: f64,
    /// The value measured here.
    pub value: f64,
    /// The status of the theorem's claim.
    pub standing: BoundStatus,
}

impl Bound {
    /// Returns whether the tested claim held, over all opponents or in this debate.
    pub fn holds(&self) -> bool {
        matches!(self.standing, BoundStatus::Holds | BoundStatus::HeldInThisDebate)
    }
}

/// The status of a theorem's claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoundStatus {
    /// It was tested over every opponent, or over the whole class that the bound names.
    Holds,
    /// It held for the two players that were tested, which says nothing about others.
    HeldInThisDebate,
    /// A case that the theorem covers violates it.
    Fails,
    /// The theorem does not cover this debate. Gives the hypothesis that fails, with its number.
    DoesNotApply(String),
}

impl BoundStatus {
    /// The status of a claim that was tested over everybody it covers.
    pub fn tested(right: bool) -> Self {
        if right { Self::Holds } else { Self::Fails }
    }

    /// The status of a claim that was tested in one debate.
    pub fn tested_once(right: bool) -> Self {
        if right { Self::HeldInThisDebate } else { Self::Fails }
    }

    /// Its name in JSON.
    pub fn key(&self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::HeldInThisDebate => "held-in-this-debate",
            Self::Fails => "fails",
            Self::DoesNotApply(_) => "does-not-apply",
        }
    }
}

impl fmt::Display for BoundStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Holds => "holds",
            Self::HeldInThisDebate => "held in this debate",
            Self::Fails => "FAILS",
            Self::DoesNotApply(_) => "does not apply",
        })
    }
}

/// As an object with the keys `name`, `limit`, `value`, `holds` (see [`Bound::holds`]) and
/// `standing`. If the theorem does not apply, there is also `reason`.
impl Serialize for Bound {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &self.name)?;
        map.serialize_entry("limit", &self.limit)?;
        map.serialize_entry("value", &self.value)?;
        map.serialize_entry("holds", &self.holds())?;
        map.serialize_entry("standing", self.standing.key())?;
        if let BoundStatus::DoesNotApply(reason) = &self.standing {
            map.serialize_entry("reason", reason)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_bound_that_does_not_apply_says_why_and_does_not_hold() {
        let bound = |standing| Bound { name: "b".into(), limit: 1.0, value: 0.5, standing };
        let json = json!(bound(BoundStatus::DoesNotApply("ρ = 1.9, not below 1".into())));
        assert_eq!(json["standing"], "does-not-apply");
        assert_eq!(json["reason"], "ρ = 1.9, not below 1");
        assert_eq!(json["holds"], false);
        let json = json!(bound(BoundStatus::tested_once(true)));
        assert_eq!(
            (&json["standing"], &json["holds"]),
            (&json!("held-in-this-debate"), &json!(true))
        );
        assert!(json.get("reason").is_none());
        assert!(!bound(BoundStatus::tested(false)).holds());
    }
}
