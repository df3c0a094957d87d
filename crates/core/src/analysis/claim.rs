//! The claim of a theorem about a debate, with each of its hypotheses.

use serde::Serialize;

use super::bound::{Bound, BoundStatus, NEAR, PayoffGuarantee};
use crate::text::Limit;

/// The claim of a theorem about a debate. Each protocol makes this value in one function, and
/// reports, panels, searches and reviews all use that value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TheoremClaim {
    /// The name of the theorem, such as `Thm 6.2`.
    pub theorem: String,
    /// The conclusion of the theorem.
    pub statement: String,
    /// The hypotheses of the theorem.
    pub hypotheses: Vec<Hypothesis>,
    /// The promise to Alice: a lower or an upper bound on a probability or a payment.
    #[serde(flatten)]
    pub limit: Limit,
}

/// A hypothesis of a theorem, and whether it holds in a debate.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hypothesis {
    /// The text of the hypothesis.
    pub what: &'static str,
    /// Whether the hypothesis holds.
    pub met: HypothesisStatus,
}

/// Whether a hypothesis holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum HypothesisStatus {
    /// The hypothesis holds.
    Holds,
    /// The hypothesis fails. The text is the reason, with the measured number.
    Fails(String),
    /// Nobody knows whether the hypothesis holds. The text is the reason.
    Unknown(String),
}

impl Hypothesis {
    /// A hypothesis that fails for the reason `why`, or holds if `why` is `None`.
    pub fn unless(what: &'static str, why: Option<impl Into<String>>) -> Self {
        Self {
            what,
            met: why.map_or(HypothesisStatus::Holds, |why| HypothesisStatus::Fails(why.into())),
        }
    }

    /// The status of a row of bounds that shows this hypothesis.
    pub fn status(self) -> BoundStatus {
        match self.met {
            HypothesisStatus::Holds => BoundStatus::Holds,
            HypothesisStatus::Fails(_) => BoundStatus::Fails,
            HypothesisStatus::Unknown(why) => BoundStatus::DoesNotApply(why),
        }
    }
}

impl TheoremClaim {
    /// The reason why the theorem does not cover the debate, from the first hypothesis that is not
    /// known to hold. `None` if all hypotheses hold.
    pub fn unmet(&self) -> Option<&str> {
        self.hypotheses.iter().find_map(|hypothesis| match &hypothesis.met {
            HypothesisStatus::Holds => None,
            HypothesisStatus::Fails(why) | HypothesisStatus::Unknown(why) => Some(&**why),
        })
    }

    /// The reason why a hypothesis fails. `None` if no hypothesis is known to fail.
    pub fn fails(&self) -> Option<&str> {
        self.hypotheses.iter().find_map(|hypothesis| match &hypothesis.met {
            HypothesisStatus::Fails(why) => Some(&**why),
            _ => None,
        })
    }

    /// Returns whether the theorem covers the debate.
    pub fn holds(&self) -> bool {
        self.unmet().is_none()
    }

    /// The guarantee of the theorem. `None` if the theorem does not cover the debate.
    pub fn promise(&self) -> Option<PayoffGuarantee> {
        self.holds().then(|| self.stated_promise())
    }

    /// The guarantee of the theorem, even if the theorem does not cover the debate.
    fn stated_promise(&self) -> PayoffGuarantee {
        PayoffGuarantee { theorem: self.theorem.clone(), limit: self.limit }
    }

    /// The statement and the name of the theorem, for a row of a report.
    pub fn full(&self) -> String {
        format!("{}, {}", self.statement, self.theorem)
    }

    /// A row of a report that compares the theorem's limit with a value. The value was measured
    /// with all players that the theorem covers.
    pub fn bound(&self, name: &str, value: f64) -> Bound {
        let kept = self.stated_promise().is_kept([value; 2]);
        let standing = self.tested(BoundStatus::tested(kept == Some(true)));
        Bound { name: name.into(), limit: self.limit, value, standing }
    }

    /// A row of a report about the winning probability of the prover with the true claim. `value`
    /// is Alice's winning probability.
    pub(crate) fn right_side_wins(&self, value: f64) -> Bound {
        let value = if self.limit.is_lower() { value } else { 1.0 - value };
        let name = format!("the prover with the true claim wins ({})", self.theorem);
        let standing = self.tested(BoundStatus::tested(value >= 1.0 - NEAR));
        Bound { name, limit: Limit::at_least(1.0), value, standing }
    }

    /// The status after a test with this result. A theorem that does not cover the debate does not
    /// apply, even if the test succeeds.
    pub fn tested(&self, found: BoundStatus) -> BoundStatus {
        self.unmet().map_or(found, |why| BoundStatus::DoesNotApply(why.into()))
    }

    #[must_use]
    pub(crate) fn given(mut self, hypothesis: Hypothesis) -> Self {
        self.hypotheses.push(hypothesis);
        self
    }
}
