//! Claims and their subclaims as a graph: the path of the debate first, then as much of the rest as
//! fits.

use std::collections::{HashMap, VecDeque};

use super::board::{Mark, Node, Tree, Value};
use super::graph::{Graph, Knot};
use super::number::plural;

impl Tree<'_> {
    /// The root and what is below it, of at most `most` claims. The path of the debate and what
    /// stands right below it come first. The path is lit, and so is the claim at `at`.
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
                // A claim may be a part of several arguments; it is drawn under the first.
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
        // Every claim before what is below it, in the order of the arguments.
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
            Knot {
                item: Some(claim),
                from: parent.get(&claim).and_then(|p| place.get(p)).copied().into_iter().collect(),
                lit: path.contains(&claim) || at == Some(claim),
                ..self.knot((self.node)(claim), all.saturating_sub(drawn))
            }
        });
        Graph { nodes: nodes.collect(), ..Graph::default() }
    }

    /// A claim as a node, with the number of its subclaims that are not drawn.
    fn knot(&self, node: Node, more: usize) -> Knot {
        let Node { name, words, chance, cells, part, .. } = node;
        let beside = self.boxed.checked_sub(1).and_then(|at| match &cells.get(at)?.value {
            Value::Is(value) => Some(format!("{} {value}", self.columns.get(at)?)),
            _ => None,
        });
        let more = (more > 0).then(|| format!("{} below", plural(more as u64, "claim", "claims")));
        Knot {
            name,
            words,
            mark: Mark { part, ..cells.into_iter().nth(self.boxed).unwrap_or_default() },
            chance,
            note: beside.into_iter().chain(more).collect::<Vec<_>>().join(" · "),
            ..Knot::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_and_what_stands_beside_it_is_always_there() {
        // Every claim has three subclaims.
        let tree = Tree {
            columns: Vec::new(),
            boxed: 0,
            len: 1_000,
            here: None,
            path: vec![0, 2, 7],
            choices: Vec::new(),
            node: Box::new(|claim| Node { name: claim.to_string(), ..Node::default() }),
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
