//! Boards on a screen. All protocols share the same kinds of panes, which are drawn from top to bottom.
//!
//! The core gives a board as data. This module adds cursors, scrolling and rows. A large board also draws pictures,
//! such as a graph below a row of cells, or all named tapes.

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
