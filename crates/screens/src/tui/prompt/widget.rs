//! One way to answer: what every widget of a prompt can do.

use std::any::Any;
use std::borrow::Cow;

use crate::rules::{Move, Verb};
use crate::tui::prelude::*;

/// The arrows that change a form, what they change, and what is typed there.
pub type WidgetKeys = (&'static [Action], &'static str, &'static str);

/// All four arrows.
pub const ARROWS: &[Action] = &[Action::Left, Action::Right, Action::Up, Action::Down];

/// The direction of an arrow: up and right are more.
pub fn sign(action: Action) -> i64 {
    if matches!(action, Action::Up | Action::Right) { 1 } else { -1 }
}

/// The prompt around a widget that is drawn.
pub struct WidgetContext<'a> {
    /// Does the prompt have the focus?
    pub focused: bool,
    /// Do arrows and letters go to this widget?
    pub entered: bool,
    /// Does Enter open it, or go on in it?
    pub enters: bool,
    /// Is it one of several ways to answer?
    pub many: bool,
    /// The keys.
    pub keys: &'a KeyMap,
    /// The notes of the prompt.
    pub notes: &'a [String],
    /// What can be done before the answer, with its keys.
    pub before: &'a str,
}

/// How a widget is called, and what its keys do.
pub struct WidgetLabel {
    /// The words beside its radio button.
    pub words: String,
    /// Its place among the choices: lower ones come first.
    pub rank: u8,
    /// What its keys change, if it is a form.
    pub form: Option<WidgetKeys>,
    /// The footer's words for Enter, where Enter submits the move.
    pub confirm: Cow<'static, str>,
    /// The footer's words for Enter, where Enter opens the form.
    pub open: &'static str,
}

impl WidgetLabel {
    /// That of a widget without a form.
    pub fn new(words: impl Into<String>) -> Self {
        let (words, confirm, open) = (words.into(), "do it".into(), "fill it in");
        Self { words, rank: 1, form: None, confirm, open }
    }
}

/// A way to answer. A new one is a file of its own and one line in `answers.rs`.
pub trait Widget: Any + Send {
    /// How it is called, and what its keys do.
    fn label(&self) -> WidgetLabel;

    /// The move, once all is filled in.
    ///
    /// # Errors
    /// What is missing, in words.
    fn to_move(&self) -> Result<Move, String>;

    /// Draws it from the first row on; returns the rows used.
    fn draw(&self, _canvas: &mut Canvas<'_>, _look: &WidgetContext<'_>) -> usize {
        0
    }

    /// The move, if there is nothing to fill in.
    fn choice(&self) -> Option<&Move> {
        None
    }

    /// Does choosing it say everything?
    fn is_ready(&self) -> bool {
        self.choice().is_some()
    }

    /// Takes an arrow; false if it means nothing here.
    fn act(&mut self, _action: Action) -> bool {
        false
    }

    /// Does this arrow lead back to the choices, if there are several?
    fn leaves(&self, _action: Action) -> bool {
        false
    }

    /// Is this change to a text wanted?
    fn accepts_edit(&self, _edit: &Edit) -> bool {
        false
    }

    /// Takes a change to a text.
    ///
    /// # Errors
    /// Why it cannot be taken.
    fn edit(&mut self, _edit: Edit) -> Result<(), String> {
        Ok(())
    }

    /// Is every letter text, once the form is open?
    fn is_text(&self) -> bool {
        false
    }

    /// Does Enter go on to the next part of the open form?
    fn goes_on(&self) -> bool {
        false
    }

    /// Goes on to the next part of the open form.
    fn go_on(&mut self) {}

    /// Takes a text as it stands; false the first time, if it is still the form that it was at first.
    fn takes_form(&mut self) -> bool {
        true
    }

    /// Fills in the values that this seat has; false if it has none.
    fn fill(&mut self) -> bool {
        false
    }

    /// Could [`Widget::fill`] change something, perhaps after a run of the machine?
    fn can_fill(&self) -> bool {
        false
    }

    /// Takes over what was filled in before the same question was asked again.
    fn keep(&mut self, _old: &dyn Any) {}

    /// The kind of answer, if a pane of the board can be its input; and the item that is filled in.
    fn input(&self) -> Option<(Verb, Option<usize>)> {
        None
    }

    /// Fills in this item of that pane.
    fn follow(&mut self, _item: usize) {}

    /// The bit that is written at a place of a row, for the board.
    fn bit(&self, _at: usize) -> Option<bool> {
        None
    }

    /// The move that states what was measured.
    fn measured(&self) -> Option<Move> {
        None
    }
}
