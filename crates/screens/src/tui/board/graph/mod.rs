//! Graphs on a board, in boxes from left to right, or by name with the output on top. The room
//! decides the number of nodes and their details.

mod channel;
mod draw;
mod layout;
mod wires;

pub use draw::{boxes, hit, levels};
