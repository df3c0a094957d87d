//! Reachability on a graph, as a file draws it, and as what is bisected (2024 paper, Fig. 4: the
//! midpoint of a walk through configurations).
//!
//! Where every vertex has one edge out at most, the graph is a machine whose states are the
//! vertices: a configuration is the vertex where the walk stands. Otherwise it is a plan of the
//! vertices that can be reached within so many edges: a configuration is such a set.

use std::collections::HashSet;

use indexmap::{IndexMap, IndexSet};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::place::{At, Fault};
use super::plan::PlanFile;
use crate::machine::Plan;
use crate::machine::turing::{TuringMachine, dialect};
use crate::yaml;

/// A graph may have as many vertices.
const MOST_VERTICES: usize = 200;

/// Vertices times edges of a walk, at most.
const MOST_WORK: u64 = 1_000_000;

/// A directed graph, and what is asked of it: can one vertex be reached from another within so many
/// edges?
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GraphFile {
    /// Where the edges out of each vertex lead: `a: [b, c]`. A vertex without any may be left out.
    pub edges: IndexMap<String, At<Vec<String>>>,
    /// Where the walk begins.
    pub from: At<String>,
    /// What is to be reached; a walk stays there.
    pub to: At<String>,
    /// The most edges.
    pub steps: At<u32>,
}

impl GraphFile {
    /// Whether no vertex has two edges out: then there is one walk.
    pub fn is_walk(&self) -> bool {
        self.edges.values().all(|out| out.len() <= 1)
    }

    /// The names of the vertices, in the order of the file; none if the graph is faulty.
    pub fn names(&self) -> Option<Vec<&str>> {
        Some(self.vertices().ok()?.into_iter().collect())
    }

    /// The vertices, in the order of the file.
    ///
    /// # Errors
    /// What is wrong with the graph, and where.
    fn vertices(&self) -> Result<IndexSet<&str>, Fault> {
        let mut all = IndexSet::new();
        for (name, out) in &self.edges {
            named(name, out)?;
            all.insert(name.as_str());
            let mut seen = HashSet::new();
            for target in out.iter() {
                named(target, out)?;
                if !seen.insert(target) {
                    return Err(out.wrong(format!("the edge from {name} to {target} stands twice")));
                }
                all.insert(target);
            }
        }
        for end in [&self.from, &self.to] {
            if !all.contains(end.as_str()) {
                return Err(end.wrong(format!("no edge leads to or from `{}`", end.value)));
            }
        }
        let work = u64::from(*self.steps) * all.len() as u64;
        if *self.steps == 0 || all.len() > MOST_VERTICES || work > MOST_WORK {
            return Err(self.steps.wrong(format!(
                "a graph has at most {MOST_VERTICES} vertices and a walk at least 1 edge; vertices \
                 times edges are at most {MOST_WORK}, here {work}"
            )));
        }
        Ok(all)
    }

    /// The machine whose states are the vertices.
    ///
    /// # Errors
    /// What is wrong with the graph, and where.
    pub fn walk(&self) -> Result<TuringMachine, Fault> {
        let rows = self.vertices()?.into_iter().map(|vertex| {
            let on = self.edges.get(vertex).and_then(|out| out.first());
            // Where the walk has arrived it stays.
            let row = on.filter(|_| vertex != *self.to).map(|next| json!({ " ": { "N": next } }));
            (vertex.to_owned(), row.unwrap_or(json!(null)))
        });
        let rows: serde_json::Map<String, serde_json::Value> = rows.collect();
        let text = json!({
            "blank": " ", "start state": *self.from, "accept": *self.to, "table": rows,
            "head": 0, "space": { "from": 0, "to": 0 }, "time limit": *self.steps,
        });
        // JSON is YAML.
        dialect::parse(&text.to_string()).map_err(|faults| self.steps.wrong(faults.to_string()))
    }

    /// The plan of what can be reached, a step for each vertex and number of edges; its last step
    /// is whether the goal can.
    ///
    /// # Errors
    /// What is wrong with the graph, and where.
    pub fn plan(&self) -> Result<Plan, Fault> {
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
        file.build(&At { value: (), spot: self.steps.spot })
            .map_err(|fault| self.steps.wrong(fault.message))
    }
}

/// Whether this can be the name of a vertex: it becomes that of a state.
fn named(name: &str, near: &At<Vec<String>>) -> Result<(), Fault> {
    let plain = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    match !name.is_empty() && name.chars().count() <= 20 && name.chars().all(plain) {
        true => Ok(()),
        false => Err(near.wrong(format!(
            "`{}` is no name of a vertex: write letters, digits, - and _, 20 at most",
            super::printable(name)
        ))),
    }
}
