//! Prompts on screen. Every domain of an action has a widget, so all protocols use the same widgets.

mod answers;
mod bits;
mod choice;
mod draw;
mod field;
mod flow;
mod keys;
mod letters;
mod numbers;
mod on_board;
mod slider;
mod state;
mod subset;
mod text;
mod widget;

use bits::BitField;
pub use field::{IntegerField, TextLine};
use slider::Slider;
pub use state::PromptState;
use subset::SubclaimPicker;
use widget::Widget;
