//! A widget for whole numbers: a step, two steps, or a number of votes. The player can also choose a step on the board
//! if the move names only one.

use std::any::Any;

use super::IntegerField;
use super::widget::{ARROWS, Widget, WidgetContext, WidgetKeys, WidgetLabel, sign};
use crate::rules::{Move, Verb};
use crate::tui::prelude::*;

/// The numbers that a move names.
pub struct NumberList {
    verb: Verb,
    words: String,
    fields: Vec<(&'static str, IntegerField)>,
    /// The index of the field that has the cursor.
    at: usize,
    /// The effect of the move in words. `None` if the player cannot choose on the board.
    does: Option<String>,
}

impl NumberList {
    /// A field for a step from 1 to `most`.
    pub fn step(verb: Verb, most: u32, does: String) -> Self {
        let words = format!("{} at a step", verb.word());
        Self { does: Some(does), ..Self::new(verb, words, vec![("step", 1, most.into())]) }
    }

    /// Fields for two steps from 1 to `most`: a step with a wrong pointer, and a step that wrote the same tape cell later
    /// than the pointer says.
    pub fn two_steps(verb: Verb, most: u32) -> Self {
        let fields = ["step", "written at"].map(|label| (label, 1, most.into())).into();
        Self::new(verb, "point at a step and a later writer".into(), fields)
    }

    /// A field for a number of votes from `least` to `most`.
    pub fn votes(verb: Verb, least: u64, most: u64) -> Self {
        Self::new(verb, "draw another number".into(), vec![("votes", least, most)])
    }

    fn new(verb: Verb, words: String, fields: Vec<(&'static str, u64, u64)>) -> Self {
        let field = |(label, least, most)| (label, IntegerField::new(least, most));
        let fields = fields.into_iter().map(field).collect();
        Self { verb, words, fields, at: 0, does: None }
    }

    fn field(&mut self) -> &mut IntegerField {
        &mut self.fields[self.at].1
    }

    /// The instruction before the player has chosen a step. `None` if a step is chosen, or if the
    /// board has no steps to choose from.
    fn instruction(&self, enter: &str) -> Option<String> {
        let is_open = self.does.is_some() && self.fields[0].1.is_empty();
        is_open.then(|| format!("Move to the step that is wrong, then press {enter}."))
    }

    fn draws_votes(&self) -> bool {
        self.verb == Verb::Sample
    }
}

impl Widget for NumberList {
    fn label(&self) -> WidgetLabel {
        let points = matches!(self.verb, Verb::Point | Verb::Skipped);
        let confirm = if points { "point" } else { "do it" }.into();
        // The field for the number of votes is the last choice.
        let (rank, form): (_, WidgetKeys) = match self.draws_votes() {
            true => (2, (&[Action::Up, Action::Down], "number", "0-9")),
            false => (1, (ARROWS, "step", "0-9")),
        };
        WidgetLabel { rank, form: Some(form), confirm, ..WidgetLabel::new(&*self.words) }
    }

    fn to_move(&self) -> Result<Move, String> {
        if let Some(instruction) = self.instruction("Enter") {
            return Err(instruction);
        }
        let numbers: Result<Vec<_>, _> = self.fields.iter().map(|field| field.1.value()).collect();
        self.verb.parse_argument(
            &numbers?.iter().map(u64::to_string).collect::<Vec<_>>().join(" written "),
        )
    }

    fn rows(&self, _columns: usize) -> usize {
        1
    }

    fn draw(&self, canvas: &mut Canvas<'_>, look: &WidgetContext<'_>) -> usize {
        let mut x = 3;
        for (i, (label, field)) in self.fields.iter().enumerate() {
            // A step can be chosen on the board, so its field is marked even while the board has the focus.
            let focused = self.does.is_some() || look.focused && i == self.at;
            x = field.draw(canvas, (x, 0), label, focused) + 3;
        }
        let does = match &self.does {
            Some(does) if look.enters => does.clone(),
            Some(does) => format!("{}: {does}", look.keys.label(Action::Confirm)),
            None => String::new(),
        };
        let wrong = self.fields.iter().find_map(|field| field.1.wrong());
        let (said, role) = match (wrong, self.instruction(&look.keys.label(Action::Confirm))) {
            (Some(why), _) => (why, Role::Notice),
            (None, Some(instruction)) => (instruction, Role::Text),
            (None, None) => (does, Role::Text),
        };
        canvas.print(x, 0, &said, role);
        1
    }

    fn act(&mut self, action: Action) -> bool {
        match action {
            Action::Left | Action::Right if self.draws_votes() => return false,
            Action::Left | Action::Right if self.fields.len() > 1 => {
                self.at = usize::from(action == Action::Right);
            }
            _ => self.field().step(sign(action)),
        }
        true
    }

    fn leaves(&self, action: Action) -> bool {
        action == Action::Left && self.fields.len() > 1 && self.at == 0
    }

    fn accepts_edit(&self, edit: &Edit) -> bool {
        self.fields[self.at].1.accepts_edit(edit)
    }

    fn edit(&mut self, edit: Edit) -> Result<(), String> {
        self.field().edit(edit)
    }

    fn goes_on(&self) -> bool {
        let rest = &self.fields[self.at + 1..];
        self.fields[self.at].1.value().is_ok() && rest.iter().any(|field| field.1.value().is_err())
    }

    fn go_on(&mut self) {
        self.at = (self.at + 1).min(self.fields.len() - 1);
    }

    fn keep(&mut self, old: &dyn Any) {
        // The allowed number of votes can change, so the old number is not kept.
        if let Some(old) = old.downcast_ref::<Self>().filter(|_| !self.draws_votes()) {
            (self.fields, self.at) = (old.fields.clone(), old.at);
        }
    }

    fn input(&self) -> Option<(Verb, Option<usize>)> {
        let item = self.fields[0].1.value().ok().map(|number| number as usize - 1);
        self.does.is_some().then_some((self.verb, item))
    }

    fn follow(&mut self, item: usize) {
        if self.does.is_some() {
            self.field().set(item as u64 + 1);
        }
    }
}
