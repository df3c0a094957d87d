//! Graphs of gates, steps or claims, as data for screens.
//!
//! A graph has no facts that its pane does not show in another form. So a small screen can leave it
//! out.

use super::cell_mark::CellMark;

/// A function that returns a part of a large graph. The first argument is an item of the pane, or
/// `None` for the current item. The second argument is the approximate number of nodes around this
/// item.
pub type GraphWindow<'a> = Box<dyn Fn(Option<usize>, usize) -> Graph + 'a>;

/// Nodes with wires between them. A wire leads from a node to a later node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Graph {
    /// The nodes. Each comes after the nodes that it reads.
    pub nodes: Vec<GraphNode>,
    /// The number of nodes of the path that are left out: before the first node that is drawn, and
    /// after the last.
    pub left_out: [usize; 2],
}

impl Graph {
    /// The indices of the nodes, grouped by their distance from an output. The outputs are the
    /// first group.
    pub fn levels(&self) -> Vec<Vec<usize>> {
        let mut depths = vec![0; self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate().rev() {
            node.from.iter().for_each(|&from| depths[from] = depths[from].max(depths[at] + 1));
        }
        let mut levels = vec![Vec::new(); depths.iter().max().map_or(0, |most| most + 1)];
        depths.iter().enumerate().for_each(|(at, &depth)| levels[depth].push(at));
        levels
    }
}

/// A node of a graph.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GraphNode {
    /// The item of the pane that this node represents. `None` if it represents no item.
    pub item: Option<usize>,
    /// The name, with the sign of the gate, such as "9", "7 ∧" or "x1".
    pub name: String,
    /// A description. Empty if the name is enough.
    pub words: String,
    /// The value and the role of the node.
    pub mark: CellMark,
    /// A probability that is drawn as a bar. `None` if the node has none.
    pub chance: Option<f64>,
    /// A short note, such as "drawn yes".
    pub note: String,
    /// The indices of the nodes that this node reads.
    pub from: Vec<usize>,
    /// The number of nodes that this node reads and that are not drawn.
    pub folded: usize,
    /// True if the node is highlighted, because it is on the path or next to the selected node.
    pub lit: bool,
}
