//! The trait of all widgets of a prompt.

use std::any::Any;
use std::borrow::Cow;

use crate::rules::{Move, Verb};
use crate::tui::prelude::*;

/// The keys of a form: its arrows, the noun for the thing that they change, and the characters to type.
pub type WidgetKeys = (&'static [Action], &'static str, &'static str);

/// All four arrows.
pub const ARROWS: &[Action] = &[Action::Left, Action::Right, Action::Up, Action::Down];

/// The direction of an arrow: 1 for up and right, -1 for down and left.
pub fn sign(action: Action) -> i64 {
    if matches!(action, Action::Up | Action::Right) { 1 } else { -1 }
}

/// The state of the prompt that contains a widget.
pub struct WidgetContext<'a> {
    /// `true` if the prompt has the focus.
    pub focused: bool,
    /// `true` if arrows and letters go to this widget.
    pub entered: bool,
    /// `true` if Enter opens the widget or goes to the widget's next field.
    pub enters: bool,
    /// `true` if the prompt has several answers.
    pub many: bool,
    /// The keys.
    pub keys: &'a KeyMap,
}

/// The label of a widget, and the texts for its keys.
pub struct WidgetLabel {
    /// The text beside the radio button.
    pub words: String,
    /// The order of the choices: lower ranks come first.
    pub rank: u8,
    /// The keys of the form. `None` if the widget has no form.
    pub form: Option<WidgetKeys>,
    /// The footer's text for Enter if Enter submits the move.
    pub confirm: Cow<'static, str>,
    /// The footer's text for Enter if Enter opens the form.
    pub open: &'static str,
}

impl WidgetLabel {
    /// The label of a widget without a form.
    pub fn new(words: impl Into<String>) -> Self {
        let (words, confirm, open) = (words.into(), "confirm".into(), "fill it in");
        Self { words, rank: 1, form: None, confirm, open }
    }
}

/// A widget that makes an answer. A new widget needs its own file and one line in `answers.rs`.
pub trait Widget: Any + Send {
    /// The label of the widget, and the texts for its keys.
    fn label(&self) -> WidgetLabel;

    /// The move, once the form is complete.
    ///
    /// # Errors
    /// Returns an error if the form is incomplete. The error says what is missing.
    fn to_move(&self) -> Result<Move, String>;

    /// The number of rows that the form needs in this many columns.
    fn rows(&self, _columns: usize) -> usize {
        0
    }

    /// Draws the form from the first row on. Returns the number of rows that it takes.
    fn draw(&self, _canvas: &mut Canvas<'_>, _look: &WidgetContext<'_>) -> usize {
        0
    }

    /// The move, if the widget has no form.
    fn choice(&self) -> Option<&Move> {
        None
    }

    /// Returns `true` if the widget needs no input once it is chosen.
    fn is_ready(&self) -> bool {
        self.choice().is_some()
    }

    /// Handles an arrow. Returns `false` if the arrow has no meaning here.
    fn act(&mut self, _action: Action) -> bool {
        false
    }

    /// Returns `true` if this arrow leads back to the choices when there are several.
    fn leaves(&self, _action: Action) -> bool {
        false
    }

    /// Returns `true` if the widget accepts this edit.
    fn accepts_edit(&self, _edit: &Edit) -> bool {
        false
    }

    /// Applies an edit.
    ///
    /// # Errors
    /// Returns an error if the widget refuses the edit. The error gives the reason.
    fn edit(&mut self, _edit: Edit) -> Result<(), String> {
        Ok(())
    }

    /// Returns `true` if every letter is text while the form is open.
    fn is_text(&self) -> bool {
        false
    }

    /// Returns `true` if Enter goes to the next field of the open form.
    fn goes_on(&self) -> bool {
        false
    }

    /// Goes to the next field of the open form.
    fn go_on(&mut self) {}

    /// Returns `true` if Enter may submit the form as it is. If the player has not changed the form, returns `false`
    /// the first time.
    fn takes_form(&mut self) -> bool {
        true
    }

    /// Fills in the values that this seat knows. Returns `false` if it knows none.
    fn fill(&mut self) -> bool {
        false
    }

    /// Returns `true` if [`Widget::fill`] can change something, perhaps after a run of the machine.
    fn can_fill(&self) -> bool {
        false
    }

    /// Takes over the input of an earlier widget for the same question.
    fn keep(&mut self, _old: &dyn Any) {}

    /// The verb, and the item that is filled in. `None` if the player cannot fill in the widget on the board.
    fn input(&self) -> Option<(Verb, Option<usize>)> {
        None
    }

    /// Fills in an item that the player chose on the board.
    fn follow(&mut self, _item: usize) {}

    /// The bit at an index of the row, for the board. `None` if the bit is not written yet.
    fn bit(&self, _at: usize) -> Option<bool> {
        None
    }

    /// The move that states the measured number, if there is one.
    fn measured(&self) -> Option<Move> {
        None
    }
}
