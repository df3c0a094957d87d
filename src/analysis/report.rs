//! What `solve` finds out about a debate, for people and for programs.

use serde::Serialize;
use serde_json::{Map, json};

/// Everything that can be said of a debate from its start.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The truth: P[the claim is true], or 1 or 0; none where there is no fact of the matter.
    pub truth: Option<f64>,
    /// Exact values of pairs of strategies.
    pub values: Vec<Value>,
    /// Bounds and whether they hold here.
    pub bounds: Vec<Bound>,
    /// What each party can expect to pay when all are honest.
    pub costs: Vec<Paid>,
    /// More, in words: one section a subject.
    pub sections: Vec<Section>,
    /// More, for programs: keys of the JSON object beside those above.
    pub more: Map<String, serde_json::Value>,
}

/// What Alice can expect from a pair of strategies.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Value {
    /// Alice's strategy.
    pub alice: String,
    /// Bob's strategy.
    pub bob: String,
    /// The probability that Alice wins, or her expected payment.
    pub value: f64,
    /// The standard deviation, where values are averages over worlds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sd: Option<f64>,
}

/// A bound by a theorem.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bound {
    /// What it is about, with its theorem.
    pub name: String,
    /// The bound.
    pub limit: f64,
    /// What is measured here.
    pub value: f64,
    /// Whether the theorem's claim holds here.
    pub holds: bool,
}

/// What a party pays.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Paid {
    /// Who: alice, bob or judge.
    pub seat: &'static str,
    /// What: the ledger's key, such as `oracle_queries`.
    pub cost: &'static str,
    /// How much, on average.
    pub expected: f64,
    /// The theorem's limit, if it sets one.
    pub limit: Option<f64>,
}

/// A subject in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// Its heading.
    pub title: String,
    /// Its lines.
    pub lines: Vec<String>,
}

impl Report {
    /// As JSON: `truth`, `values`, `bounds`, `costs`, and what the protocol adds.
    pub fn to_json(&self) -> serde_json::Value {
        let mut costs: Map<String, serde_json::Value> = Map::new();
        for paid in &self.costs {
            let seat = costs.entry(paid.seat).or_insert_with(|| json!({}));
            seat[paid.cost] = json!({ "expected": paid.expected, "limit": paid.limit });
        }
        let mut all = Map::new();
        all.insert("truth".into(), json!(self.truth));
        all.insert("values".into(), json!(self.values));
        all.insert("bounds".into(), json!(self.bounds));
        all.insert("costs".into(), costs.into());
        all.extend(self.more.clone());
        all.into()
    }
}
