//! Claims and their subclaims as a graph: the path of the debate first, then as much of the rest as
//! fits.

use std::collections::{HashMap, VecDeque};

use crate::machine::claims::ClaimId;
use crate::text::board::{Pane, Tree};
use crate::text::number::plural;
use crate::text::picture::{Drawing, Graph, Knot, Lens, Picture};

/// The tree of a debate about claims, and a picture of it with this title. A debate that has not come
/// to a claim yet is at the root.
pub(crate) fn panes<'a>(
    mut tree: Tree<'a>,
    title: &str,
    children: impl Fn(usize) -> Vec<usize> + 'a,
    knot: impl Fn(usize) -> Knot + 'a,
) -> Vec<Pane<'a>> {
    if tree.path.is_empty() {
        tree.path.push(ClaimId::ROOT.index());
    }
    let path = tree.path.clone();
    let drawing = Drawing::Graph(Lens::new(move |_, most| around(&path, &children, most, &knot)));
    let picture = Picture { title: title.into(), instead_of: None, drawing };
    vec![Pane::Tree(tree), Pane::Picture(picture)]
}

/// The root and what is below it, of at most `most` claims. `path` leads down from the root; all of
/// it and what stands right below it comes first. `knot` makes a claim's node; its wire is added
/// here, and the path is lit.
fn around(
    path: &[usize],
    children: impl Fn(usize) -> Vec<usize>,
    most: usize,
    knot: impl Fn(usize) -> Knot,
) -> Graph {
    let mut parent: HashMap<usize, usize> = HashMap::new();
    let mut shown = vec![0];
    let mut below: HashMap<usize, Vec<usize>> = HashMap::new();
    let mut rest: VecDeque<usize> = VecDeque::new();
    let mut take = |claim: usize, always: bool, rest: &mut VecDeque<usize>| {
        let found = children(claim);
        if !always && shown.len() + found.len() > most {
            below.insert(claim, found);
            return;
        }
        // A claim may be a part of several arguments; it is drawn under the first.
        for &child in &found {
            if child != 0
                && !parent.contains_key(&child)
                && (shown.len() < most || path.contains(&child))
            {
                parent.insert(child, claim);
                shown.push(child);
                if !path.contains(&child) {
                    rest.push_back(child);
                }
            }
        }
        below.insert(claim, found);
    };
    path.iter().for_each(|&claim| take(claim, true, &mut rest));
    while let Some(claim) = rest.pop_front() {
        take(claim, false, &mut rest);
    }
    let order = preorder(&shown, &below, &parent);
    let place: HashMap<usize, usize> = order.iter().enumerate().map(|(i, &c)| (c, i)).collect();
    let nodes = order.iter().map(|&claim| {
        let from = parent.get(&claim).and_then(|p| place.get(p)).copied();
        let made = knot(claim);
        let all = below.get(&claim).map_or_else(|| children(claim).len(), Vec::len);
        let drawn = order.iter().filter(|c| parent.get(c) == Some(&claim)).count();
        let note = match all.saturating_sub(drawn) {
            0 => made.note,
            more => {
                let more = format!("{} below", plural(more as u64, "claim", "claims"));
                if made.note.is_empty() { more } else { format!("{} · {more}", made.note) }
            }
        };
        Knot { from: from.into_iter().collect(), lit: path.contains(&claim), note, ..made }
    });
    Graph { nodes: nodes.collect() }
}

/// Every claim before what is below it, in the order of the arguments.
fn preorder(
    shown: &[usize],
    below: &HashMap<usize, Vec<usize>>,
    parent: &HashMap<usize, usize>,
) -> Vec<usize> {
    let mut order = Vec::with_capacity(shown.len());
    let mut next = vec![0];
    while let Some(claim) = next.pop() {
        order.push(claim);
        let children = below.get(&claim).into_iter().flatten();
        next.extend(children.filter(|c| parent.get(c) == Some(&claim)).rev());
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree in which every claim has three subclaims.
    fn below(claim: usize) -> Vec<usize> {
        (1..=3).map(|k| 3 * claim + k).collect()
    }

    #[test]
    fn the_path_and_what_stands_beside_it_is_always_there() {
        let name = |claim| Knot { name: format!("{claim}"), ..Knot::default() };
        for most in [4, 14, 40] {
            let graph = around(&[0, 2, 7], below, most, name);
            let has = |claim: usize| graph.nodes.iter().any(|n| n.name == claim.to_string());
            assert!([0, 2, 7].into_iter().all(has), "{most}");
            assert!(graph.nodes.len() <= most.max(12), "{}", graph.nodes.len());
            for (at, node) in graph.nodes.iter().enumerate() {
                assert!(node.from.iter().all(|&from| from < at));
            }
            let lit = graph.nodes.iter().filter(|n| n.lit).count();
            assert_eq!(lit, 3);
        }
    }
}
