//! A graph from left to right: as much of each node, and as many nodes, as there is room for.

mod channel;
mod draw;
mod layout;
mod wires;

pub use draw::draw;
