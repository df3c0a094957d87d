//! Graphs on a board: in boxes from left to right, or as names with the output on top. The size of the board decides
//! the number of nodes and their details.

mod channel;
mod draw;
mod layout;
mod wires;

pub use draw::{boxes, hit, levels};
