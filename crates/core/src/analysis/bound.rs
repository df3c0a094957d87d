//! What a theorem promises, and how its bound stands in a debate.

use std::fmt;

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

/// What a theorem promises of what Alice can expect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Promise {
    /// The theorem.
    pub theorem: String,
    /// Whether Alice is promised at least this; else at most.
    pub at_least: bool,
    /// A probability, or a payment.
    pub limit: f64,
}

impl Promise {
    /// On which side of the limit what Alice is promised lies, in words.
    pub fn side(&self) -> &'static str {
        if self.at_least { "at least" } else { "at most" }
    }

    /// Whether what Alice can expect keeps to it, between these two numbers; none where they do not tell.
    pub fn is_kept(&self, [low, high]: [f64; 2]) -> Option<bool> {
        match self.at_least {
            true if low >= self.limit - NEAR => Some(true),
            true => (high < self.limit - NEAR).then_some(false),
            false if high <= self.limit + NEAR => Some(true),
            false => (low > self.limit + NEAR).then_some(false),
        }
    }
}

/// What is worked out lies no farther than this from what it is.
pub(crate) const NEAR: f64 = 1e-9;

/// A bound by a theorem.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// What it is about, with its theorem.
    pub name: String,
    /// The bound.
    pub limit: f64,
    /// What is measured here.
    pub value: f64,
    /// What was found about the theorem's claim.
    pub standing: Standing,
}

impl Bound {
    /// Whether what was tested held: over everybody, or in this debate.
    pub fn holds(&self) -> bool {
        matches!(self.standing, Standing::Holds | Standing::HeldInThisDebate)
    }
}

/// What was found about a theorem's claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It was tested over every opponent, or over the whole class that the bound names.
    Holds,
    /// It held between the two players tested, which says nothing of others.
    HeldInThisDebate,
    /// A case that the theorem speaks of breaks it.
    Fails,
    /// The theorem does not speak of this debate; which of its hypotheses fails, with its number.
    DoesNotApply(String),
}

impl Standing {
    /// The standing of a claim that was tested over everybody it speaks of.
    pub fn tested(right: bool) -> Self {
        if right { Self::Holds } else { Self::Fails }
    }

    /// The standing of a claim that was tested in one debate.
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

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Holds => "holds",
            Self::HeldInThisDebate => "held in this debate",
            Self::Fails => "FAILS",
            Self::DoesNotApply(_) => "does not apply",
        })
    }
}

/// As an object with the keys `name`, `limit`, `value`, `holds` (see [`Bound::holds`]), `standing`
/// and, where the theorem does not apply, `reason`.
impl Serialize for Bound {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &self.name)?;
        map.serialize_entry("limit", &self.limit)?;
        map.serialize_entry("value", &self.value)?;
        map.serialize_entry("holds", &self.holds())?;
        map.serialize_entry("standing", self.standing.key())?;
        if let Standing::DoesNotApply(reason) = &self.standing {
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
        let json = json!(bound(Standing::DoesNotApply("ρ = 1.9, not below 1".into())));
        assert_eq!(json["standing"], "does-not-apply");
        assert_eq!(json["reason"], "ρ = 1.9, not below 1");
        assert_eq!(json["holds"], false);
        let json = json!(bound(Standing::tested_once(true)));
        assert_eq!(
            (&json["standing"], &json["holds"]),
            (&json!("held-in-this-debate"), &json!(true))
        );
        assert!(json.get("reason").is_none());
        assert!(!bound(Standing::tested(false)).holds());
    }
}
