//! The results of the command `solve`, as text and as JSON.

use std::fmt;

use serde::Serialize;
use serde_json::{Map, json};

use super::bound::{Bound, BoundStatus};
use super::claim::{Hypothesis, TheoremClaim};
use super::fact::Fact;
use crate::debate::PlayError;
use crate::fact;
use crate::text::Limit;
use crate::work::Cancelled;

/// All results of an analysis of a debate from its start.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The probability that the claim is true: 1 or 0 if the truth is known. `None` if the claim is
    /// neither true nor false.
    pub truth: Option<f64>,
    /// Exact values of pairs of strategies.
    pub values: Vec<PairValue>,
    /// The claims of theorems about the debate, with the status of their hypotheses.
    pub claims: Vec<TheoremClaim>,
    /// The theorems' bounds, and whether each holds in this debate.
    pub bounds: Vec<Bound>,
    /// The expected costs of each seat if all seats are honest.
    pub costs: Vec<ExpectedCosts>,
    /// Other findings, in one section for each subject.
    pub sections: Vec<Section>,
    /// Other keys of the JSON object, for programs that read it.
    pub more: Map<String, serde_json::Value>,
}

impl Report {
    /// Records that the judge of the debate is not honest, or is hidden. No theorem covers such a
    /// debate, so no bound applies. All results of the report assume an honest judge.
    pub fn judged_by(&mut self, name: &str) {
        let why = format!("the judge is {name}, and theorems assume an honest judge");
        let honest = Hypothesis::unless("the judge is honest", Some(&*why));
        for claim in &mut self.claims {
            claim.hypotheses.insert(0, honest.clone());
        }
        for bound in &mut self.bounds {
            bound.standing = BoundStatus::DoesNotApply(why.clone());
        }
        self.more.insert("seated_judge".into(), name.into());
    }
}

/// The reason why a report is incomplete.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Unsolved {
    /// The work was stopped.
    #[error(transparent)]
    Stopped(#[from] Cancelled),
    /// The debate cannot be solved for this reason, such as its size.
    #[error("{0}")]
    Because(String),
}

impl From<String> for Unsolved {
    fn from(why: String) -> Self {
        Self::Because(why)
    }
}

impl From<PlayError> for Unsolved {
    fn from(why: PlayError) -> Self {
        match why {
            PlayError::Stopped(stopped) => Self::Stopped(stopped),
            why => Self::Because(why.to_string()),
        }
    }
}

/// Alice's expected value if these two strategies play.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairValue {
    /// Alice's strategy.
    pub alice: String,
    /// Bob's strategy.
    pub bob: String,
    /// The probability that Alice wins, or her expected payment.
    pub value: f64,
    /// The standard deviation over the worlds. `None` if the value is the same in every world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sd: Option<f64>,
}

impl PairValue {
    /// A value that is the same in every world.
    pub fn new(alice: impl Into<String>, bob: impl Into<String>, value: f64) -> Self {
        Self { alice: alice.into(), bob: bob.into(), value, sd: None }
    }
}

/// The cost of a party.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectedCosts {
    /// The seat: alice, bob or judge.
    pub seat: &'static str,
    /// The ledger's key of the cost, such as `oracle_queries`.
    pub cost: &'static str,
    /// The expected amount.
    pub expected: f64,
    /// The theorem's limit. `None` if the theorem sets no limit.
    pub limit: Option<Limit>,
}

/// Findings about one subject.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Section {
    /// The heading of the section.
    pub title: String,
    /// The findings. Each is shown on its own line.
    pub facts: Vec<Fact>,
    /// True if the findings hold only for this input of the computation.
    #[serde(skip)]
    pub of_input: bool,
}

impl Section {
    /// Findings about a subject that hold for every input.
    pub fn new(title: impl Into<String>, facts: Vec<Fact>) -> Self {
        Self { title: title.into(), facts, of_input: false }
    }

    /// Findings about a subject that hold for this input.
    pub fn of_input(title: impl Into<String>, facts: Vec<Fact>) -> Self {
        Self { of_input: true, ..Self::new(title, facts) }
    }
}

/// A finding with the output of a computation and the output that Alice claims.
pub(crate) fn claimed_output(output: bool, claim: bool) -> Fact {
    fact!("claimed": "the output is {output}; Alice claims {claim}", output = u32::from(output),
        claim = u32::from(claim))
}

/// A finding that the value of a pair of strategies is unknown, with the reason.
pub fn missing_value(alice: &str, bob: &str, why: impl fmt::Display) -> Fact {
    fact!("missed": "{alice} against {bob}: {why}", alice = alice, bob = bob, why = why.to_string())
}

impl Report {
    /// All findings of a kind, in order.
    pub fn facts<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Fact> {
        let all = self.sections.iter().flat_map(|section| &section.facts);
        all.filter(move |fact| fact.kind == kind)
    }

    /// Adds the value of the game (2024 paper, Appendix C). The lower end is the value of an honest
    /// Alice against the best Bob. The upper end is the value of the best Alice against an honest
    /// Bob.
    pub fn value_of_the_game(&mut self, ends: Option<[f64; 2]>) {
        let Some([low, high]) = ends else { return };
        let fact = match high - low < 1e-9 {
            true => fact!("game-worth": "{low:.6}: the value if both sides play optimally \
                                         (Appendix C)", low = low; high = high),
            false => {
                fact!("game-worth": "{low:.6} to {high:.6}: an honest Alice gets at least the first number \
                against every Bob. Against an honest Bob, no Alice gets more than the second number (Appendix C)",
                low = Limit::at_least(low), high = Limit::at_most(high))
            }
        };
        self.sections.push(Section::new("value of the game", vec![fact]));
        let exact = (high - low < 1e-9).then_some(low);
        self.more.insert("game_value".into(), json!(exact));
        self.more.insert("game_value_between".into(), json!([low, high]));
    }

    /// Returns an object with the keys `truth`, `values`, `claims`, `bounds`, `costs`, the
    /// protocol's own keys, and `sections`, which has the findings as sentences and numbers.
    pub fn to_json(&self) -> serde_json::Value {
        let mut costs: Map<String, serde_json::Value> = Map::new();
        for paid in &self.costs {
            let seat = costs.entry(paid.seat).or_insert_with(|| json!({}));
            seat[paid.cost] =
                json!({ "expected": paid.expected, "limit": paid.limit.map(Limit::get) });
        }
        let mut all = Map::new();
        all.insert("truth".into(), json!(self.truth));
        all.insert("values".into(), json!(self.values));
        all.insert("claims".into(), json!(self.claims));
        all.insert("bounds".into(), json!(self.bounds));
        all.insert("costs".into(), costs.into());
        all.extend(self.more.clone());
        all.insert("sections".into(), json!(self.sections));
        all.into()
    }
}
