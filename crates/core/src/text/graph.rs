//! Graphs: gates, steps or claims with their wires, as data.
//!
//! A graph contains no facts that the rows of its pane do not have. A small screen that leaves it
//! out loses only the shape.

use super::cell_mark::CellMark;

/// A graph that may be too large to draw. It returns about so many nodes around an item of its
/// pane, or around the current one.
pub type GraphWindow<'a> = Box<dyn Fn(Option<usize>, usize) -> Graph + 'a>;

/// Nodes and the wires between them. A wire leads from a node to a later one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Graph {
    /// The nodes. Each comes after the nodes that it reads.
    pub nodes: Vec<GraphNode>,
    /// The number of path positions that are left out before the first visible node and after the
    /// last.
    pub left_out: [usize; 2],
}

impl Graph {
    /// The nodes by their distance from an output, the outputs first.
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
    /// The item of the pane that this node stands for.
    pub item: Option<usize>,
    /// The name, with the sign of the gate: "9", "7 ∧", "x1".
    pub name: String,
    /// A description. Empty if the name is enough.
    pub words: String,
    /// Its value and its role.
    pub mark: CellMark,
    /// A probability, drawn as a bar.
    pub chance: Option<f64>,
    /// A short note: "drawn yes".
    pub note: String,
    /// The indices of the nodes that it reads.
    pub from: Vec<usize>,
    /// The number of wires that are not drawn, or of nodes that are folded behind it.
    pub folded: usize,
    /// True if it is on the path, or next to the selected node.
    pub lit: bool,
}
