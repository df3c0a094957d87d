//! Prompts on screen: a widget for every domain, so that any protocol can ask anything.

mod answers;
mod bits;
mod choice;
mod desk;
mod draw;
mod field;
mod flow;
mod keys;
mod numbers;
mod on_board;
mod slider;
mod subset;
mod text;
mod widget;

use bits::BitField;
pub use desk::Desk;
pub use field::{Field, IntegerField};
use slider::Slider;
use subset::Subset;
use widget::Widget;
