//! A claim tree as lines: which nodes are unfolded, in which order, how deep.

use std::collections::BTreeSet;

use crate::text::board::TreePane;

/// No more lines than this are made at once; a wider tree says how many are left out.
const MOST: usize = 20_000;

/// One line of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineRow {
    /// The node.
    pub node: usize,
    /// How deep it is.
    pub depth: usize,
    /// Whether it is the last child of its parent.
    pub last: bool,
    /// For every level above: is there more to come below at that level?
    pub rails: Vec<bool>,
    /// Whether it has children.
    pub parent: bool,
    /// Whether they are shown.
    pub open: bool,
}

/// The visible nodes in order. A node on the debate's path is unfolded at first, any other folded;
/// `turned` are those that the person turned over.
pub fn lines(tree: &TreePane<'_>, turned: &BTreeSet<usize>) -> Vec<OutlineRow> {
    let mut out = Vec::new();
    if tree.len > 0 {
        walk(tree, turned, 0, 0, true, &mut Vec::new(), &mut out);
    }
    out
}

fn walk(
    tree: &TreePane<'_>,
    turned: &BTreeSet<usize>,
    node: usize,
    depth: usize,
    last: bool,
    rails: &mut Vec<bool>,
    out: &mut Vec<OutlineRow>,
) {
    if out.len() >= MOST || depth > 64 {
        return;
    }
    let children = (tree.children)(node);
    let open = !children.is_empty() && (tree.is_on_path(node) != turned.contains(&node));
    let parent = !children.is_empty();
    out.push(OutlineRow { node, depth, last, rails: rails.clone(), parent, open });
    if !open {
        return;
    }
    if depth > 0 {
        rails.push(!last);
    }
    for (i, &child) in children.iter().enumerate() {
        walk(tree, turned, child, depth + 1, i + 1 == children.len(), rails, out);
    }
    if depth > 0 {
        rails.pop();
    }
}
