//! What `solve` finds out about a debate, for people and for programs.

use std::fmt;

use serde::Serialize;
use serde_json::{Map, json};

use super::bound::{Bound, Standing};
use super::claim::{Claim, Hypothesis};
use super::fact::Fact;
use crate::debate::Stuck;
use crate::fact;
use crate::work::Stopped;

/// Everything that can be said of a debate from its start.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The truth: P[the claim is true], or 1 or 0; none where there is no fact of the matter.
    pub truth: Option<f64>,
    /// Exact values of pairs of strategies.
    pub values: Vec<PairValue>,
    /// What theorems say of the debate, and which of their hypotheses hold.
    pub claims: Vec<Claim>,
    /// Bounds and whether they hold here.
    pub bounds: Vec<Bound>,
    /// What each party can expect to pay when all are honest.
    pub costs: Vec<Paid>,
    /// More that was found: one section a subject.
    pub sections: Vec<Section>,
    /// More, for programs: keys of the JSON object beside those above.
    pub more: Map<String, serde_json::Value>,
}

impl Report {
    /// Says that another than an honest judge sits there, or one who is hidden: theorems do not speak of
    /// that debate, and what was found is of an honest judge.
    pub fn judged_by(&mut self, name: &str) {
        let why = format!("the judge is {name}, and theorems speak of an honest one");
        let honest = Hypothesis::unless("the judge is honest", Some(&*why));
        for claim in &mut self.claims {
            claim.hypotheses.insert(0, honest.clone());
        }
        for bound in &mut self.bounds {
            bound.standing = Standing::DoesNotApply(why.clone());
        }
        self.more.insert("seated_judge".into(), name.into());
    }
}

/// Why a report is not whole.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Unsolved {
    /// The work was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// What stands in the way: it is too large.
    #[error("{0}")]
    Because(String),
}

impl From<String> for Unsolved {
    fn from(why: String) -> Self {
        Self::Because(why)
    }
}

impl From<Stuck> for Unsolved {
    fn from(why: Stuck) -> Self {
        match why {
            Stuck::Stopped(stopped) => Self::Stopped(stopped),
            why => Self::Because(why.to_string()),
        }
    }
}

/// What Alice can expect from a pair of strategies.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairValue {
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

impl PairValue {
    /// A value that varies with no world.
    pub fn new(alice: impl Into<String>, bob: impl Into<String>, value: f64) -> Self {
        Self { alice: alice.into(), bob: bob.into(), value, sd: None }
    }
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

/// What was found about a subject.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Section {
    /// Its heading.
    pub title: String,
    /// What was found, a line each.
    pub facts: Vec<Fact>,
    /// Whether this holds of the computation on its very input, and on another may be otherwise.
    #[serde(skip)]
    pub of_input: bool,
}

impl Section {
    /// What was found about a subject, on whatever input.
    pub fn new(title: impl Into<String>, facts: Vec<Fact>) -> Self {
        Self { title: title.into(), facts, of_input: false }
    }

    /// What was found about a subject on this input.
    pub fn of_input(title: impl Into<String>, facts: Vec<Fact>) -> Self {
        Self { of_input: true, ..Self::new(title, facts) }
    }
}

/// The output of a computation, and what Alice says that it is.
pub(crate) fn claimed_output(output: bool, claim: bool) -> Fact {
    fact!("claimed": "the output is {output}; Alice claims {claim}", output = u32::from(output),
        claim = u32::from(claim))
}

/// A pair whose value is not known, and why.
pub fn missed(alice: &str, bob: &str, why: impl fmt::Display) -> Fact {
    fact!("missed": "{alice} against {bob}: {why}", alice = alice, bob = bob, why = why.to_string())
}

impl Report {
    /// All findings of a kind, in their order.
    pub fn facts<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Fact> {
        let all = self.sections.iter().flat_map(|section| &section.facts);
        all.filter(move |fact| fact.kind == kind)
    }

    /// Adds the value of the game (2024 paper, Appendix C): what an honest Alice keeps against the best
    /// Bob is its lower end, what the best Alice gets against an honest Bob its upper end.
    pub fn value_of_the_game(&mut self, ends: Option<[f64; 2]>) {
        let Some([low, high]) = ends else { return };
        let fact = match high - low < 1e-9 {
            true => fact!("game-worth": "{low:.6}: what best play on both sides comes to \
                (Appendix C)", low = low; high = high),
            false => fact!("game-worth": "{low:.6} to {high:.6}: an honest Alice keeps the first \
                against every Bob, and no Alice gets more than the second against an honest Bob \
                (Appendix C)", low = low, high = high),
        };
        self.sections.push(Section::new("value of the game", vec![fact]));
        let exact = (high - low < 1e-9).then_some(low);
        self.more.insert("game_value".into(), json!(exact));
        self.more.insert("game_value_between".into(), json!([low, high]));
    }

    /// As JSON: `truth`, `values`, `bounds`, `costs`, what the protocol adds, and `sections`: what
    /// was found in words and numbers.
    pub fn to_json(&self) -> serde_json::Value {
        let mut costs: Map<String, serde_json::Value> = Map::new();
        for paid in &self.costs {
            let seat = costs.entry(paid.seat).or_insert_with(|| json!({}));
            seat[paid.cost] = json!({ "expected": paid.expected, "limit": paid.limit });
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
