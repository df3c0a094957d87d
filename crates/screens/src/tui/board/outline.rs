//! The lines of a claim tree: the visible nodes, their order and their depth.

use std::collections::BTreeSet;

use crate::text::board::TreePane;

/// The largest number of lines. A larger tree is cut off.
const MOST: usize = 20_000;

/// One line of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineRow {
    pub node: usize,
    /// The depth of the node. The root has depth 0.
    pub depth: usize,
    /// `true` if the node is the last child of its parent.
    pub last: bool,
    /// For each level above the node, `true` if more nodes of that level follow below.
    pub rails: Vec<bool>,
    /// `true` if the node has children.
    pub parent: bool,
    /// `true` if the node's children are shown.
    pub open: bool,
}

/// The visible nodes in order. At first, only the nodes on the debate's path are unfolded. `turned`
/// has the nodes that the player folded or unfolded.
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
