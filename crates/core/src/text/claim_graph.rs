//! Draws claims and their subclaims as a graph: the path of the debate, and other claims if there
//! is room for them.

use std::collections::{HashMap, VecDeque};

use super::board::{CellMark, CellValue, ClaimNode, TreePane};
use super::graph::{Graph, GraphNode};
use super::number::plural;

impl TreePane<'_> {
    /// A graph of about `most` claims. It always contains the path of the debate and the subclaims
    /// of the claims on this path. The path and the claim `at` are highlighted.
    pub fn graph(&self, at: Option<usize>, most: usize) -> Graph {
        let root = if self.path.is_empty() { &[0][..] } else { &[] };
        let path = [root, &self.path].concat();
        let mut parent: HashMap<usize, usize> = HashMap::new();
        let mut shown = vec![0];
        let mut below: HashMap<usize, Vec<usize>> = HashMap::new();
        let mut rest: VecDeque<usize> = VecDeque::new();
        let mut take = |claim: usize, always: bool, rest: &mut VecDeque<usize>| {
            let found = (self.children)(claim);
            if always || shown.len() + found.len() <= most {
                // A claim can be a subclaim of several arguments. Draw it only under the first one.
                for &child in &found {
                    let fits = shown.len() < most || path.contains(&child);
                    if child != 0 && !parent.contains_key(&child) && fits {
                        parent.insert(child, claim);
                        shown.push(child);
                        if !path.contains(&child) {
                            rest.push_back(child);
                        }
                    }
                }
            }
            below.insert(claim, found);
        };
        path.iter().for_each(|&claim| take(claim, true, &mut rest));
        while let Some(claim) = rest.pop_front() {
            take(claim, false, &mut rest);
        }
        // Put every claim before its subclaims.
        let mut order = Vec::with_capacity(shown.len());
        let mut next = vec![0];
        while let Some(claim) = next.pop() {
            order.push(claim);
            let children = below.get(&claim).into_iter().flatten();
            next.extend(children.filter(|c| parent.get(c) == Some(&claim)).rev());
        }
        let place: HashMap<usize, usize> = order.iter().enumerate().map(|(i, &c)| (c, i)).collect();
        let nodes = order.iter().map(|&claim| {
            let drawn = order.iter().filter(|c| parent.get(c) == Some(&claim)).count();
            let all = below.get(&claim).map_or_else(|| (self.children)(claim).len(), Vec::len);
            GraphNode {
                item: Some(claim),
                from: parent.get(&claim).and_then(|p| place.get(p)).copied().into_iter().collect(),
                lit: path.contains(&claim) || at == Some(claim),
                ..self.knot((self.node)(claim), all.saturating_sub(drawn))
            }
        });
        Graph { nodes: nodes.collect(), ..Graph::default() }
    }

    /// Makes the node of a claim. `more` is the number of its subclaims that are not drawn.
    fn knot(&self, node: ClaimNode, more: usize) -> GraphNode {
        let ClaimNode { name, words, chance, cells, part, .. } = node;
        let beside = self.boxed.checked_sub(1).and_then(|at| match &cells.get(at)?.value {
            CellValue::Is(value) => Some(format!("{} {value}", self.columns.get(at)?)),
            _ => None,
        });
        let more =
            (more > 0).then(|| format!("{} more below", plural(more as u64, "claim", "claims")));
        GraphNode {
            name,
            words,
            mark: CellMark { part, ..cells.into_iter().nth(self.boxed).unwrap_or_default() },
            chance,
            note: beside.into_iter().chain(more).collect::<Vec<_>>().join(" · "),
            ..GraphNode::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_and_its_neighbours_are_always_there() {
        let tree = TreePane {
            columns: Vec::new(),
            boxed: 0,
            len: 1_000,
            here: None,
            path: vec![0, 2, 7],
            choices: Vec::new(),
            node: Box::new(|claim| ClaimNode { name: claim.to_string(), ..ClaimNode::default() }),
            children: Box::new(|claim| (1..=3).map(|k| 3 * claim + k).collect()),
            below: Vec::new(),
            to_come: 0,
        };
        for most in [4, 14, 40] {
            let graph = tree.graph(None, most);
            let has = |claim: usize| graph.nodes.iter().any(|n| n.item == Some(claim));
            assert!([0, 2, 7].into_iter().all(has), "{most}");
            assert!(graph.nodes.len() <= most.max(12), "{}", graph.nodes.len());
            for (at, node) in graph.nodes.iter().enumerate() {
                assert!(node.from.iter().all(|&from| from < at));
            }
            assert_eq!(graph.nodes.iter().filter(|n| n.lit).count(), 3);
        }
    }
}
