//! The tree of all moves, and the current position in it.

use super::{NodeId, PlayedMove};

/// A move in the tree.
#[derive(Clone, Debug)]
pub struct MoveNode {
    /// The node before the move.
    pub parent: NodeId,
    /// The number of moves from the start to this node, including this move.
    pub depth: u32,
    /// The move.
    pub played: PlayedMove,
}

/// The tree of all moves. Nodes are added but never removed.
#[derive(Clone, Debug, Default)]
pub struct MoveTree {
    /// Node k has the index k − 1.
    nodes: Vec<MoveNode>,
    /// The nodes on the current line, without the start.
    line: Vec<NodeId>,
}

impl MoveTree {
    /// The current node.
    pub fn here(&self) -> NodeId {
        self.line.last().copied().unwrap_or(NodeId::START)
    }

    /// The nodes from the first move to the current position, without the start.
    pub fn line(&self) -> &[NodeId] {
        &self.line
    }

    /// The moves from the first one to the current position.
    pub fn moves(&self) -> impl Iterator<Item = &PlayedMove> {
        self.line.iter().filter_map(|&node| self.played(node))
    }

    /// The number of moves in the whole tree.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether no move was made yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns whether the tree has this node.
    pub fn has(&self, node: NodeId) -> bool {
        node.0 as usize <= self.nodes.len()
    }

    /// All nodes except the start, in the order in which they were added.
    pub fn all(&self) -> impl Iterator<Item = NodeId> + use<> {
        (1..=self.nodes.len() as u32).map(NodeId)
    }

    /// The move that leads to a node. `None` at the start.
    pub fn node(&self, node: NodeId) -> Option<&MoveNode> {
        self.nodes.get((node.0 as usize).checked_sub(1)?)
    }

    /// The move that leads to a node, with its actor and viewers. `None` at the start.
    pub fn played(&self, node: NodeId) -> Option<&PlayedMove> {
        self.node(node).map(|node| &node.played)
    }

    /// The number of moves that lead to a node.
    pub fn depth(&self, node: NodeId) -> usize {
        self.node(node).map_or(0, |node| node.depth as usize)
    }

    /// The children of a node, in the order in which they were added.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        // Children have larger numbers than their parent.
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

    /// The last nodes of all variations.
    pub fn leaves(&self) -> Vec<NodeId> {
        let mut followed = vec![false; self.nodes.len() + 1];
        for node in &self.nodes {
            followed[node.parent.0 as usize] = true;
        }
        (1..=self.nodes.len() as u32).map(NodeId).filter(|n| !followed[n.0 as usize]).collect()
    }

    /// The last node that the path to `node` shares with the current line.
    pub fn common(&self, node: NodeId) -> NodeId {
        let path = self.path_to(node);
        let shared = path.iter().skip(1).zip(&self.line).take_while(|(a, b)| a == b).count();
        path[shared]
    }

    /// Adds a move after the current node and goes to the new node.
    pub(super) fn play(&mut self, played: PlayedMove) -> NodeId {
        let parent = self.here();
        self.nodes.push(MoveNode { parent, depth: self.line.len() as u32 + 1, played });
        let node = NodeId(self.nodes.len() as u32);
        self.line.push(node);
        node
    }

    pub(super) fn go_to(&mut self, node: NodeId) {
        self.line = self.path_to(node).split_off(1);
    }
}
