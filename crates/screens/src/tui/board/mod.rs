//! Boards on screen: the kinds of pane that all protocols share, stacked from top to bottom.
//!
//! A board comes from the core as data; here it gets cursors, scrolling and rows. A large board draws
//! more of a pane: a graph below a row of cells, and every tape that was named.

mod arrange;
mod circuit;
mod detail;
mod gauge;
mod graph;
mod intervals;
mod legend;
mod map;
mod outline;
mod pane;
mod rounds;
mod scale;
mod state;
mod strip;
mod table;
mod tapes;
mod travel;
mod tree;
mod votes;
mod words;

pub use arrange::{BlockArea, draw, draw_parts};
pub use legend::{BoardSign, Legend};
pub use pane::PaneState;
pub use scale::{ColumnScale, RowScale, stepped};
pub use state::{BoardState, HitTarget};
