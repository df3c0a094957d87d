//! Boards on screen: the kinds of pane that all protocols share, stacked from top to bottom.
//!
//! A board comes from the core as data; here it gets cursors, scrolling and rows.

mod arrange;
mod circuit;
mod detail;
mod draw;
mod gauge;
mod graph;
mod halving;
mod intervals;
mod joint;
mod legend;
mod map;
mod outline;
mod pane;
mod picture;
mod rounds;
mod scale;
mod space_time;
mod state;
mod strip;
mod table;
mod tapes;
mod travel;
mod tree;
mod votes;
mod words;

pub use arrange::Part;
pub use draw::{draw, draw_parts};
pub use legend::{Legend, Sign};
pub use pane::PaneState;
pub use scale::Scale;
pub use state::{BoardState, Spot};
