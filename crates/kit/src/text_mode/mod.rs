//! A screen as HTML, for screen readers, phones and narrow windows. The cards of the screen stand below each
//! other under their headings. The question for the player comes first. Every key and every choice has a button.

mod html;
mod parts;

use ratatui::layout::Rect;

pub(crate) use html::{colours, html};

use crate::keys::KeyMap;
use crate::screen::{KeyCommand, Program};

/// The size in columns and rows at which screens are drawn for text mode.
pub const SIZE: (u16, u16) = (80, 40);
/// The script that a page needs. Its function `textFace` shows the HTML and reports keys and clicks.
pub const SCRIPT: &str = include_str!("script.js");
/// The style that a page needs.
pub const STYLE: &str = include_str!("style.css");

/// A screen around its drawn cells.
pub(crate) struct TextScreen<'a, P: Program> {
    /// What the keys do now.
    pub offers: &'a [KeyCommand<P>],
    /// The keys of each action.
    pub keys: &'a KeyMap<P::Action>,
    /// The line for the player.
    pub notice: Option<&'a str>,
    /// The area of the question for the player.
    pub question: Option<Rect>,
}
