//! The claim of a theorem about a debate, with each of its hypotheses.

use serde::Serialize;

use super::bound::{Bound, BoundStatus, NEAR, PayoffGuarantee};

/// The claim of a theorem about a debate. One function of each protocol makes this value. Reports,
/// panels, searches and reviews all take their statement from it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TheoremClaim {
    /// The theorem, as `Thm 6.2`.
    pub theorem: String,
    /// Its conclusion.
    pub statement: String,
    /// Its hypotheses.
    pub hypotheses: Vec<Hypothesis>,
    /// True if Alice is promised at least `limit`; otherwise at most.
    pub at_least: bool,
    /// A probability or a payment.
    pub limit: f64,
}

/// A hypothesis of a theorem, in a debate.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hypothesis {
    /// The hypothesis in words.
    pub what: &'static str,
    /// Its status.
    pub met: HypothesisStatus,
}

/// The status of a hypothesis.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum HypothesisStatus {
    /// It holds.
    Holds,
    /// The hypothesis fails. The text gives the reason, with the measured number.
    Fails(String),
    /// It is unknown whether it holds. Gives the reason.
    Unknown(String),
}

impl Hypothesis {
    /// A hypothesis that fails for this reason. It holds if there is none.
    pub fn unless(what: &'static str, why: Option<impl Into<String>>) -> Self {
        Self {
            what,
            met: why.map_or(HypothesisStatus::Holds, |why| HypothesisStatus::Fails(why.into())),
        }
    }

    /// Its status as a separate row.
    pub fn status(self) -> BoundStatus {
        match self.met {
            HypothesisStatus::Holds => BoundStatus::Holds,
            HypothesisStatus::Fails(_) => BoundStatus::Fails,
            HypothesisStatus::Unknown(why) => BoundStatus::DoesNotApply(why),
        }
    }
}

impl TheoremClaim {
    /// Why the theorem does not cover the debate: the first hypothesis that is not known to hold.
    pub fn unmet(&self) -> Option<&str> {
        self.hypotheses.iter().find_map(|hypothesis| match &hypothesis.met {
            HypothesisStatus::Holds => None,
            HypothesisStatus::Fails(why) | HypothesisStatus::Unknown(why) => Some(&**why),
        })
    }

    /// Why a hypothesis certainly fails. `None` if none does.
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

    /// Its promise. `None` if the theorem does not cover the debate.
    pub fn promise(&self) -> Option<PayoffGuarantee> {
        self.holds().then(|| self.stated_promise())
    }

    /// Its promise, whether or not the theorem covers the debate.
    fn stated_promise(&self) -> PayoffGuarantee {
        PayoffGuarantee {
            theorem: self.theorem.clone(),
            at_least: self.at_least,
            limit: self.limit,
        }
    }

    /// The full text of a row in a report.
    pub fn full(&self) -> String {
        format!("{}, {}", self.statement, self.theorem)
    }

    /// A row of a report: the limit, and the value measured over everybody whom the theorem covers.
    pub fn bound(&self, name: &str, value: f64) -> Bound {
        let kept = self.stated_promise().is_kept([value; 2]);
        let standing = self.tested(BoundStatus::tested(kept == Some(true)));
        Bound { name: name.into(), limit: self.limit, value, standing }
    }

    /// A row of a report: how often the prover with the true claim wins. `value` is Alice's
    /// probability of winning.
    pub(crate) fn right_side_wins(&self, value: f64) -> Bound {
        let value = if self.at_least { value } else { 1.0 - value };
        let name = format!("the prover with the true claim wins ({})", self.theorem);
        let standing = self.tested(BoundStatus::tested(value >= 1.0 - NEAR));
        Bound { name, limit: 1.0, value, standing }
    }

    /// Its status after a test with this result.
    pub fn tested(&self, found: BoundStatus) -> BoundStatus {
        self.unmet().map_or(found, |why| BoundStatus::DoesNotApply(why.into()))
    }

    /// The same claim with one more hypothesis.
    #[must_use]
    pub(crate) fn given(mut self, hypothesis: Hypothesis) -> Self {
        self.hypotheses.push(hypothesis);
        self
    }
}
