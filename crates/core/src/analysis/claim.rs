//! What a theorem says of a debate, with each of its hypotheses.

use serde::Serialize;

use super::bound::{Bound, NEAR, Promise, Standing};

/// What a theorem says of a debate. Whatever is said of it, by a report, a panel, a search or a
/// review, is said by this value, which one function of the protocol makes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Claim {
    /// The theorem, as `Thm 6.2`.
    pub theorem: String,
    /// What it says if all its hypotheses hold.
    pub statement: String,
    /// Its hypotheses.
    pub hypotheses: Vec<Hypothesis>,
    /// Whether Alice is promised at least `limit`; else at most.
    pub at_least: bool,
    /// A probability, or a payment.
    pub limit: f64,
}

/// A hypothesis of a theorem, in a debate.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hypothesis {
    /// What is asked.
    pub what: &'static str,
    /// Whether it is so.
    pub met: Met,
}

/// Whether a hypothesis holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Met {
    /// It does.
    Holds,
    /// It does not; why, with its number.
    Fails(String),
    /// Nobody knows; why.
    Unknown(String),
}

impl Hypothesis {
    /// One that fails for a reason, or holds.
    pub fn unless(what: &'static str, why: Option<impl Into<String>>) -> Self {
        Self { what, met: why.map_or(Met::Holds, |why| Met::Fails(why.into())) }
    }

    /// How it stands as a row of its own.
    pub fn standing(self) -> Standing {
        match self.met {
            Met::Holds => Standing::Holds,
            Met::Fails(_) => Standing::Fails,
            Met::Unknown(why) => Standing::DoesNotApply(why),
        }
    }
}

impl Claim {
    /// Why the theorem does not speak of the debate: the first hypothesis that is not known to hold.
    pub fn unmet(&self) -> Option<&str> {
        self.hypotheses.iter().find_map(|hypothesis| match &hypothesis.met {
            Met::Holds => None,
            Met::Fails(why) | Met::Unknown(why) => Some(&**why),
        })
    }

    /// Which hypothesis fails for certain, and why.
    pub fn fails(&self) -> Option<&str> {
        self.hypotheses.iter().find_map(|hypothesis| match &hypothesis.met {
            Met::Fails(why) => Some(&**why),
            _ => None,
        })
    }

    /// Whether the theorem speaks of the debate.
    pub fn holds(&self) -> bool {
        self.unmet().is_none()
    }

    /// Its promise; none where it does not speak of the debate.
    pub fn promise(&self) -> Option<Promise> {
        self.holds().then(|| self.said())
    }

    /// What it says, whether or not it speaks of the debate.
    fn said(&self) -> Promise {
        Promise { theorem: self.theorem.clone(), at_least: self.at_least, limit: self.limit }
    }

    /// It in full, as a row of a report names it.
    pub fn full(&self) -> String {
        format!("{}, {}", self.statement, self.theorem)
    }

    /// A row of a report: what was measured over everybody the theorem speaks of beside its limit.
    pub fn bound(&self, name: &str, value: f64) -> Bound {
        let kept = self.said().is_kept([value; 2]);
        let standing = self.tested(Standing::tested(kept == Some(true)));
        Bound { name: name.into(), limit: self.limit, value, standing }
    }

    /// A row of a report: how often the party whose claim is true wins, where Alice does so often.
    pub(crate) fn right_side_wins(&self, value: f64) -> Bound {
        let value = if self.at_least { value } else { 1.0 - value };
        let name = format!("the party whose claim is true wins ({})", self.theorem);
        let standing = self.tested(Standing::tested(value >= 1.0 - NEAR));
        Bound { name, limit: 1.0, value, standing }
    }

    /// How it stands after a test that found this.
    pub fn tested(&self, found: Standing) -> Standing {
        self.unmet().map_or(found, |why| Standing::DoesNotApply(why.into()))
    }

    /// The same under one more hypothesis.
    #[must_use]
    pub(crate) fn given(mut self, hypothesis: Hypothesis) -> Self {
        self.hypotheses.push(hypothesis);
        self
    }
}
