//! Prompts on screen: a widget for every domain, so that any protocol can ask anything.

mod answer;
mod bits;
mod desk;
mod draw;
mod field;
mod flow;
mod keys;
mod on_board;
mod slider;
mod subset;

pub use answer::Answer;
pub use bits::Draft;
pub use desk::Desk;
pub use field::{Field, Whole};
pub use slider::Slider;
pub use subset::Subset;
