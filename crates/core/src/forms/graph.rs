//! The form of graphs in files. A bisection can debate whether a vertex is reachable, as with the
//! configurations in Fig. 4 of the 2024 paper.
//!
//! If every vertex has at most one outgoing edge, the graph becomes a Turing machine. Its states
//! are the vertices, and a configuration is the current vertex. Otherwise, the graph becomes a
//! plan, and a configuration is the set of vertices that can be reached with a given number of
//! edges.

use std::collections::HashSet;

use indexmap::{IndexMap, IndexSet};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::located::{Located, YamlError};
use super::plan::PlanFile;
use crate::machine::Plan;
use crate::machine::turing::{TuringMachine, dialect};
use crate::yaml;

const MOST_VERTICES: usize = 200;

/// The largest product of the number of vertices and the number of edges in a walk.
const MOST_WORK: u64 = 1_000_000;

/// A directed graph with a question: is one vertex reachable from another with at most this many
/// edges?
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GraphFile {
    /// The targets of the edges of each vertex: `a: [b, c]`. You can leave out a vertex without
    /// edges.
    pub edges: IndexMap<String, Located<Vec<String>>>,
    /// The start of the walk.
    pub from: Located<String>,
    /// The goal. A walk that reaches it stays there.
    pub to: Located<String>,
    /// The largest number of edges.
    pub steps: Located<u32>,
}

impl GraphFile {
    /// Returns whether every vertex has at most one outgoing edge, so that there is only one walk.
    pub fn is_walk(&self) -> bool {
        self.edges.values().all(|out| out.len() <= 1)
    }

    /// The names of the vertices, in the order of the file. `None` if the graph has a mistake.
    pub fn names(&self) -> Option<Vec<&str>> {
        Some(self.vertices().ok()?.into_iter().collect())
    }

    /// The vertices in the order of the file. Also checks the graph.
    ///
    /// # Errors
    /// Returns the mistake in the graph, with its position.
    fn vertices(&self) -> Result<IndexSet<&str>, YamlError> {
        let mut all = IndexSet::new();
        for (name, out) in &self.edges {
            named(name, out)?;
            all.insert(name.as_str());
            let mut seen = HashSet::new();
            for target in out.iter() {
                named(target, out)?;
                if !seen.insert(target) {
                    return Err(out.wrong(format!(
                        "the edge from {name} to {target} is listed twice. Remove one"
                    )));
                }
                all.insert(target);
            }
        }
        for end in [&self.from, &self.to] {
            if !all.contains(end.as_str()) {
                return Err(end.wrong(format!(
                    "no edge leads to or from `{}`. Add one or name another vertex",
                    end.value
                )));
            }
        }
        let work = u64::from(*self.steps) * all.len() as u64;
        if *self.steps == 0 || all.len() > MOST_VERTICES || work > MOST_WORK {
            return Err(self.steps.wrong(format!(
                "a graph has at most {MOST_VERTICES} vertices, and a walk has at least 1 edge. Vertices \
                 times edges must be at most {MOST_WORK}, but are {work} here"
            )));
        }
        Ok(all)
    }

    /// Builds a Turing machine with the vertices as states.
    ///
    /// # Errors
    /// Returns the mistake in the graph, with its position.
    pub fn walk(&self) -> Result<TuringMachine, YamlError> {
        let rows = self.vertices()?.into_iter().map(|vertex| {
            let on = self.edges.get(vertex).and_then(|out| out.first());
            // The walk stays at its goal.
            let row = on.filter(|_| vertex != *self.to).map(|next| json!({ " ": { "N": next } }));
            (vertex.to_owned(), row.unwrap_or(json!(null)))
        });
        let rows: serde_json::Map<String, serde_json::Value> = rows.collect();
        let text = json!({
            "blank": " ", "start state": *self.from, "accept": *self.to, "table": rows,
            "head": 0, "space": { "from": 0, "to": 0 }, "time limit": *self.steps,
        });
        // JSON text is valid YAML.
        dialect::parse(&text.to_string()).map_err(|faults| self.steps.wrong(faults.to_string()))
    }

    /// Builds a plan. For each vertex and each number of edges, a step computes whether the vertex
    /// can be reached with at most this number of edges. The last step is about the goal.
    ///
    /// # Errors
    /// Returns the mistake in the graph, with its position.
    pub fn plan(&self) -> Result<Plan, YamlError> {
        let vertices = self.vertices()?;
        let input = |at: usize| format!("at {}", vertices[at]);
        let inputs: serde_json::Map<String, serde_json::Value> = (0..vertices.len())
            .map(|at| (input(at), json!(u8::from(vertices[at] == self.from.as_str()))))
            .collect();
        let mut steps = Vec::new();
        let goal = vertices.get_index_of(self.to.as_str()).unwrap_or_default();
        for edges in 1..=*self.steps as usize {
            let last = edges == *self.steps as usize;
            for at in (0..vertices.len()).filter(|&at| !last || at == goal) {
                let leads_here = |from: &usize| {
                    *from == at
                        || self
                            .edges
                            .get(vertices[*from])
                            .is_some_and(|out| out.iter().any(|target| target == vertices[at]))
                };
                let read = (0..vertices.len()).filter(leads_here).map(|from| match edges {
                    1 => json!(input(from)),
                    _ => json!((edges - 2) * vertices.len() + from + 1),
                });
                let read: Vec<_> = read.collect();
                let words = format!("{} within {edges}", vertices[at]);
                steps.push(json!({ "or": read, "words": words }));
            }
        }
        let text = json!({ "inputs": inputs, "steps": steps }).to_string();
        let file: PlanFile = yaml::read(&text).map_err(|e| self.steps.wrong(e.message))?;
        file.build(&Located { value: (), spot: self.steps.spot })
            .map_err(|fault| self.steps.wrong(fault.message))
    }
}

/// Checks the name of a vertex, which becomes the name of a state.
fn named(name: &str, near: &Located<Vec<String>>) -> Result<(), YamlError> {
    let plain = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    match !name.is_empty() && name.chars().count() <= 20 && name.chars().all(plain) {
        true => Ok(()),
        false => Err(near.wrong(format!(
            "`{}` is not a valid vertex name. Use at most 20 letters, digits, - and _",
            super::printable(name)
        ))),
    }
}
