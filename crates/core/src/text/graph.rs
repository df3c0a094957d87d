//! Graphs: gates, steps or claims with their wires, as data.
//!
//! A graph says nothing that the rows of its pane may not say: a reader without room for it misses
//! the shape, not the facts.

use super::mark::Mark;

/// A graph that may be too large to draw: the part around an item of its pane, or around where the
/// debate stands, of about so many nodes or fewer.
pub type Lens<'a> = Box<dyn Fn(Option<usize>, usize) -> Graph + 'a>;

/// Nodes and the wires between them; a wire leads from a node to a later one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Graph {
    /// The nodes, each after all that its wires come from.
    pub nodes: Vec<Knot>,
    /// How many places of a path are left out before the first node in view, and after the last.
    pub left_out: [usize; 2],
}

impl Graph {
    /// The nodes by how far they are from an output, the outputs first.
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
pub struct Knot {
    /// The item of its pane that it stands for.
    pub item: Option<usize>,
    /// Its name, with its gate's sign: "9", "7 ∧", "x1".
    pub name: String,
    /// What it says, in words; empty if the name says all.
    pub words: String,
    /// What is known of it, and its part.
    pub mark: Mark,
    /// A chance, drawn as a bar.
    pub chance: Option<f64>,
    /// More of it in a few words: "drawn yes".
    pub note: String,
    /// The nodes that its wires come from, by their places.
    pub from: Vec<usize>,
    /// How many more wires come in that are not drawn, or nodes that are folded away behind it.
    pub folded: usize,
    /// On the path, or in the neighbourhood of what is looked at.
    pub lit: bool,
}
