//! The tree of everything played, and where in it the debate stands.

use super::{NodeId, Played};

/// A move in the tree.
#[derive(Clone, Debug)]
pub struct Node {
    /// The move before it.
    pub parent: NodeId,
    /// How many moves lead here, this one included.
    pub depth: u32,
    /// The move.
    pub played: Played,
}

/// Everything played, as a tree. Grows only.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// Node k stands at k − 1.
    nodes: Vec<Node>,
    /// The nodes from the first move to here.
    line: Vec<NodeId>,
}

impl Tree {
    /// Where the debate stands.
    pub fn here(&self) -> NodeId {
        self.line.last().copied().unwrap_or(NodeId::START)
    }

    /// The nodes from the first move to here; the start is not among them.
    pub fn line(&self) -> &[NodeId] {
        &self.line
    }

    /// The moves from the first to here.
    pub fn moves(&self) -> impl Iterator<Item = &Played> {
        self.line.iter().filter_map(|&node| self.played(node))
    }

    /// How many moves were ever played.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing was played yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Whether there is such a node.
    pub fn has(&self, node: NodeId) -> bool {
        node.0 as usize <= self.nodes.len()
    }

    /// The places after every move ever played, in the order they were played.
    pub fn all(&self) -> impl Iterator<Item = NodeId> + use<> {
        (1..=self.nodes.len() as u32).map(NodeId)
    }

    /// The move that leads to a node; none at the start.
    pub fn node(&self, node: NodeId) -> Option<&Node> {
        self.nodes.get((node.0 as usize).checked_sub(1)?)
    }

    /// What was played to get to a node; none at the start.
    pub fn played(&self, node: NodeId) -> Option<&Played> {
        self.node(node).map(|node| &node.played)
    }

    /// How many moves lead to a node.
    pub fn depth(&self, node: NodeId) -> usize {
        self.node(node).map_or(0, |node| node.depth as usize)
    }

    /// The nodes that follow directly on a node, in the order they were played.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        // A child is played after its parent.
        (node.0..self.nodes.len() as u32)
            .filter(move |&at| self.nodes[at as usize].parent == node)
            .map(|at| NodeId(at + 1))
    }

    /// The nodes from the start to `node`, both included.
    pub fn path_to(&self, node: NodeId) -> Vec<NodeId> {
        let mut path = vec![node];
        let mut at = node;
        while let Some(step) = self.node(at) {
            at = step.parent;
            path.push(at);
        }
        path.reverse();
        path
    }

    /// The ends of all branches: nodes that nothing follows on.
    pub fn leaves(&self) -> Vec<NodeId> {
        let mut followed = vec![false; self.nodes.len() + 1];
        for node in &self.nodes {
            followed[node.parent.0 as usize] = true;
        }
        (1..=self.nodes.len() as u32).map(NodeId).filter(|n| !followed[n.0 as usize]).collect()
    }

    /// Where the way to `node` leaves the line played to here.
    pub fn common(&self, node: NodeId) -> NodeId {
        let path = self.path_to(node);
        let shared = path.iter().skip(1).zip(&self.line).take_while(|(a, b)| a == b).count();
        path[shared]
    }

    /// Adds a move after here, and goes there.
    pub(super) fn play(&mut self, played: Played) -> NodeId {
        let parent = self.here();
        self.nodes.push(Node { parent, depth: self.line.len() as u32 + 1, played });
        let node = NodeId(self.nodes.len() as u32);
        self.line.push(node);
        node
    }

    /// Goes to a node.
    pub(super) fn go_to(&mut self, node: NodeId) {
        self.line = self.path_to(node).split_off(1);
    }
}
