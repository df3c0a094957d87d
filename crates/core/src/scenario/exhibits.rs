//! The evidence of a scenario: exhibits from its file, and exhibits that are made from its machine.

use super::evidence::Exhibit;
use super::file::Scenario;
use super::graph::GraphFile;
use super::protocol::ProtocolFile;
use super::{Located, MachineFile, SafeText, YamlError};
use crate::machine::claims::ClaimTree;
use crate::text::number::plural;

impl Scenario {
    /// All exhibits: those of the file and, in a bisection, the machine's table or graph.
    pub fn exhibits(&self) -> Vec<Exhibit> {
        let mut all = self.evidence.clone();
        if let ProtocolFile::Bisection(_) = self.protocol.value {
            all.extend(self.machine_laid_out());
        }
        all
    }

    /// Checks that all steps and claims that the evidence names exist. `steps` is the number of
    /// steps, or `None` if unknown.
    ///
    /// # Errors
    /// Returns an error about the first step or claim that does not exist. The error lists the
    /// steps or claims that exist.
    pub(super) fn evidence_fits(
        &self,
        steps: Option<usize>,
        tree: Option<&ClaimTree>,
    ) -> Result<(), YamlError> {
        for exhibit in &self.evidence {
            for step in &exhibit.steps {
                let there = match steps {
                    Some(steps) if (1..=steps).contains(&(step.value as usize)) => continue,
                    None if tree.is_none() => continue,
                    Some(steps) => format!("there are {}", plural(steps as u64, "step", "steps")),
                    None => "this debate is about claims, so use `claims`".into(),
                };
                return Err(step.wrong(format!("there is no step {}: {there}", step.value)));
            }
            for claim in &exhibit.claims {
                let there = match tree {
                    Some(tree) if tree.named(claim).is_some() => continue,
                    Some(tree) => format!("there are {}", tree.names(|_| true)),
                    None => "this debate is about steps, so use `steps`".into(),
                };
                return Err(claim.wrong(format!("there is no claim called `{}`: {there}", **claim)));
            }
        }
        Ok(())
    }

    fn machine_laid_out(&self) -> Option<Exhibit> {
        let (title, lines) = match &self.machine.value {
            MachineFile::Turing(_) => {
                let machine = self.machine.turing()?.ok()?;
                let rows = machine.states().map(|state| machine.row_words(state)).collect();
                ("the machine's table", rows)
            }
            MachineFile::Graph(graph) => ("the graph", drawn(graph)),
            _ => return None,
        };
        Some(Exhibit {
            title: SafeText::new(title).unwrap_or_default(),
            text: lines.join("\n"),
            ..Exhibit::default()
        })
    }
}

/// Lists the edges of the graph, and the steps of the plan that belong to each vertex.
fn drawn(graph: &GraphFile) -> Vec<String> {
    let edge = |(from, to): (&String, &Located<Vec<String>>)| match to.as_slice() {
        [] => format!("{from}: no edges"),
        to => format!("{from} \u{2192} {}", to.join(", ")),
    };
    let mut lines: Vec<String> = graph.edges.iter().map(edge).collect();
    let Some(vertices) = graph.names().filter(|_| !graph.is_walk()) else { return lines };
    let (each, all) = (vertices.len(), vertices.join(" "));
    lines.push(format!("one bit for each vertex, in this order: {all}"));
    for edges in 1..*graph.steps as usize {
        let (first, last) = ((edges - 1) * each + 1, edges * each);
        lines.push(format!("steps {first} to {last}: 1 if reached within {edges}"));
    }
    lines
}
