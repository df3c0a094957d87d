//! The evidence of a scenario: what its file lays out, and what its machine shows.

use super::evidence::Exhibit;
use super::file::Scenario;
use super::graph::GraphFile;
use super::protocol::ProtocolFile;
use super::{At, Fault, MachineFile, Words};
use crate::machine::claims::ClaimTree;
use crate::text::number::plural;

impl Scenario {
    /// Everything that those who decide may look at: what the file lays out, and, where
    /// configurations of a machine are compared, its table or its graph.
    pub fn exhibits(&self) -> Vec<Exhibit> {
        let mut all = self.evidence.clone();
        if let ProtocolFile::Bisection(_) = self.protocol.value {
            all.extend(self.machine_laid_out());
        }
        all
    }

    /// Whether the evidence bears on steps and claims that there are: so many steps, where they are
    /// known, and the claims of this tree.
    ///
    /// # Errors
    /// The first that there is not, with those that there are.
    pub(super) fn evidence_fits(
        &self,
        steps: Option<usize>,
        tree: Option<&ClaimTree>,
    ) -> Result<(), Fault> {
        for exhibit in &self.evidence {
            for step in &exhibit.steps {
                let there = match steps {
                    Some(steps) if (1..=steps).contains(&(step.value as usize)) => continue,
                    None if tree.is_none() => continue,
                    Some(steps) => format!("there are {}", plural(steps as u64, "step", "steps")),
                    None => "this debate is about claims, which `claims` names".into(),
                };
                return Err(step.wrong(format!("there is no step {}: {there}", step.value)));
            }
            for claim in &exhibit.claims {
                let there = match tree {
                    Some(tree) if tree.named(claim).is_some() => continue,
                    Some(tree) => tree.names(|_| true),
                    None => "this debate is about steps, which `steps` numbers".into(),
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
            title: Words::new(title).unwrap_or_default(),
            text: lines.join("\n"),
            ..Exhibit::default()
        })
    }
}

/// The edges, and which steps stand for which vertices.
fn drawn(graph: &GraphFile) -> Vec<String> {
    let edge = |(from, to): (&String, &At<Vec<String>>)| match to.as_slice() {
        [] => format!("{from}: no way on"),
        to => format!("{from} \u{2192} {}", to.join(", ")),
    };
    let mut lines: Vec<String> = graph.edges.iter().map(edge).collect();
    let Some(vertices) = graph.names().filter(|_| !graph.is_walk()) else { return lines };
    let (each, all) = (vertices.len(), vertices.join(" "));
    lines.push(format!("bit by bit, in this order: {all}"));
    for edges in 1..*graph.steps as usize {
        let (first, last) = ((edges - 1) * each + 1, edges * each);
        lines.push(format!("{first} to {last}: 1 if reached within {edges}"));
    }
    lines
}
