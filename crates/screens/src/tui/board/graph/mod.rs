//! A graph, as many of its nodes and as much of each as there is room for: in boxes from left to right,
//! or by name with the output on top.

mod channel;
mod draw;
mod layout;
mod wires;

pub use draw::{boxes, hit, levels};
