//! The guarantees of theorems, and whether their bounds hold in a debate.

use std::fmt;

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use crate::text::Limit;

/// The promise of a theorem about Alice's expected value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PayoffGuarantee {
    /// The name of the theorem.
    pub theorem: String,
    /// A lower or an upper bound on a probability or a payment.
    #[serde(flatten)]
    pub limit: Limit,
}

impl PayoffGuarantee {
    /// Returns whether an expected value between these two numbers keeps the promise. `None` if the
    /// numbers do not decide it.
    pub fn is_kept(&self, [low, high]: [f64; 2]) -> Option<bool> {
        let limit = self.limit.get();
        match self.limit.is_lower() {
            true if low >= limit - NEAR => Some(true),
            true => (high < limit - NEAR).then_some(false),
            false if high <= limit + NEAR => Some(true),
            false => (low > limit + NEAR).then_some(false),
        }
    }
}

/// The largest rounding error of a computed value.
pub(crate) const NEAR: f64 = 1e-9;

/// A bound that a theorem sets, with the measured value.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// The quantity that is bounded, and the theorem.
    pub name: String,
    /// The bound.
    pub limit: Limit,
    /// The value measured here.
    pub value: f64,
    /// Whether the theorem's claim holds.
    pub standing: BoundStatus,
}

impl Bound {
    /// Returns whether the theorem's claim passed its test. The test uses all opponents, or only
    /// this debate.
    pub fn holds(&self) -> bool {
        matches!(self.standing, BoundStatus::Holds | BoundStatus::HeldInThisDebate)
    }
}

/// Whether a theorem's claim holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoundStatus {
    /// The claim holds against every opponent, or against all opponents in the class that the bound
    /// names.
    Holds,
    /// The claim held for the two players that were tested. Other players were not tested.
    HeldInThisDebate,
    /// A case that the theorem covers violates the claim.
    Fails,
    /// The theorem does not cover this debate. The text names the hypothesis that fails, with the
    /// measured number.
    DoesNotApply(String),
}

impl BoundStatus {
    /// The status after a test with all players that the claim covers.
    pub fn tested(right: bool) -> Self {
        if right { Self::Holds } else { Self::Fails }
    }

    /// The status after a test in one debate.
    pub fn tested_once(right: bool) -> Self {
        if right { Self::HeldInThisDebate } else { Self::Fails }
    }

    /// The name of this status in JSON.
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

/// Serializes the bound as an object with the keys `name`, `limit`, `value`, `holds` (see
/// [`Bound::holds`]) and `standing`. If the theorem does not apply, the object also has the key
/// `reason`.
impl Serialize for Bound {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &self.name)?;
        map.serialize_entry("limit", &self.limit.get())?;
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
        let bound = |standing| Bound {
            name: "b".into(),
            limit: Limit::at_least(1.0),
            value: 0.5,
            standing,
        };
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
