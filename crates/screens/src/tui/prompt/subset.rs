//! A widget with which Alice chooses the subclaims that she names for an argument.

use std::any::Any;
use std::collections::BTreeSet;

use super::widget::{Widget, WidgetContext, WidgetKeys, WidgetLabel, sign};
use crate::machine::Ordinal;
use crate::rules::{ArgumentChoice, ArgumentShape, Move};
use crate::text::ArgumentText;
use crate::tui::prelude::*;

/// An argument and the subclaims that are named so far.
#[derive(Clone, Debug)]
pub struct SubclaimPicker {
    argument: Ordinal,
    menu: ArgumentShape,
    words: ArgumentText,
    named: BTreeSet<u32>,
    cursor: u32,
}

impl SubclaimPicker {
    /// An argument, given by its number, without any named subclaims.
    pub fn new(argument: Ordinal, menu: ArgumentShape, words: ArgumentText) -> Self {
        Self { argument, menu, words, named: BTreeSet::new(), cursor: 1 }
    }

    /// Returns `true` if the argument needs all subclaims, so that there is nothing to choose.
    fn is_whole(&self) -> bool {
        *self.menu.named.start() == self.menu.of
    }

    /// Moves the cursor to another subclaim.
    fn step(&mut self, by: i64) {
        let to = i64::from(self.cursor) + by;
        self.cursor = to.clamp(1, i64::from(self.menu.of.max(1))) as u32;
    }

    /// Adds the subclaim under the cursor, or removes it.
    fn turn(&mut self) {
        if self.is_whole() || self.menu.of == 0 {
            return;
        }
        if !self.named.remove(&self.cursor) {
            // If only one subclaim is allowed, the new one replaces it.
            if *self.menu.named.end() == 1 {
                self.named.clear();
            }
            self.named.insert(self.cursor);
        }
    }

    /// The argument with the named subclaims.
    ///
    /// # Errors
    /// Returns an error if the number of named subclaims is wrong. The error gives the right number.
    fn layout(&self) -> Result<ArgumentChoice, String> {
        let (least, most) = (*self.menu.named.start(), *self.menu.named.end());
        let count = self.named.len() as u32;
        if !self.is_whole() && !self.menu.named.contains(&count) {
            let need = if least == most { least.to_string() } else { format!("{least} to {most}") };
            return Err(format!("name {need} subclaims; Space adds or removes a subclaim"));
        }
        let named = self.named.iter().map(|&n| Ordinal::new(n)).collect();
        Ok(ArgumentChoice { argument: self.argument, named })
    }

    /// Draws the boxes in one row. The next row shows the subclaim under the cursor.
    fn draw_boxes(&self, canvas: &mut Canvas<'_>, y: usize, focused: bool) {
        let box_width = 5 + self.menu.of.to_string().len();
        let fit = (canvas.width().saturating_sub(8) / box_width).max(1) as u32;
        let first = if self.menu.of <= fit {
            1
        } else {
            (self.cursor.saturating_sub(fit / 2)).clamp(1, self.menu.of - fit + 1)
        };
        let last = (first + fit - 1).min(self.menu.of);
        let mut x = 3;
        if first > 1 {
            canvas.print(1, y, "…", Role::Dim);
        }
        for n in first..=last {
            let sign = if self.named.contains(&n) { 'x' } else { ' ' };
            let role = match (focused && n == self.cursor, sign) {
                (true, _) => Role::Cursor,
                (false, 'x') => Role::Chosen,
                _ => Role::Text,
            };
            canvas.print(x, y, &format!("[{sign}]{n}"), role);
            x += box_width;
        }
        if last < self.menu.of {
            canvas.print(x, y, "…", Role::Dim);
        }
        if let Some(words) = self.words.subclaims.get(self.cursor as usize - 1) {
            let text = format!("{}: {words}", self.cursor);
            let room = canvas.width().saturating_sub(4);
            canvas.print(3, y + 1, &cut(&text, room), Role::Text);
        }
    }
}

impl Widget for SubclaimPicker {
    fn label(&self) -> WidgetLabel {
        let form: WidgetKeys = (&[Action::Left, Action::Right], "subclaim", "Space");
        WidgetLabel {
            form: (!self.is_whole()).then_some(form),
            ..WidgetLabel::new(&*self.words.words)
        }
    }

    fn to_move(&self) -> Result<Move, String> {
        self.layout().map(Move::Argue)
    }

    fn rows(&self, _columns: usize) -> usize {
        3
    }

    fn draw(&self, canvas: &mut Canvas<'_>, look: &WidgetContext<'_>) -> usize {
        let mut y = 0;
        if !look.many {
            canvas.print(3, y, &self.words.words, Role::Text);
            y += 1;
        }
        if self.is_whole() {
            canvas.print(3, y, &format!("all {} subclaims are named", self.menu.of), Role::Dim);
            return y + 1;
        }
        self.draw_boxes(canvas, y, look.focused);
        y + 2
    }

    fn is_ready(&self) -> bool {
        self.is_whole()
    }

    fn act(&mut self, action: Action) -> bool {
        let moves = !self.is_whole() && matches!(action, Action::Left | Action::Right);
        if moves {
            self.step(sign(action));
        }
        moves
    }

    fn accepts_edit(&self, edit: &Edit) -> bool {
        !self.is_whole() && *edit == Edit::Char(' ')
    }

    fn edit(&mut self, _edit: Edit) -> Result<(), String> {
        self.turn();
        Ok(())
    }

    fn keep(&mut self, old: &dyn Any) {
        if let Some(old) = old.downcast_ref::<Self>() {
            *self = old.clone();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subset(place: u32, of: u32, named: std::ops::RangeInclusive<u32>) -> SubclaimPicker {
        let words = ArgumentText { words: "majority".into(), subclaims: Vec::new() };
        SubclaimPicker::new(Ordinal::new(place), ArgumentShape { of, named }, words)
    }

    #[test]
    fn a_majority_has_to_be_named() {
        let mut set = subset(1, 3, 2..=3);
        assert!(set.layout().unwrap_err().starts_with("name 2 to 3 subclaims"));
        set.turn();
        set.step(2);
        set.turn();
        assert_eq!(set.layout().unwrap().to_string(), "1: 1 3");
        set.turn();
        assert!(set.layout().is_err());
    }

    #[test]
    fn no_question_appears_if_all_are_needed() {
        let set = subset(2, 4, 4..=4);
        assert_eq!(set.layout().unwrap().to_string(), "2");
    }

    #[test]
    fn another_choice_replaces_the_first_if_one_is_needed() {
        let mut set = subset(1, 5, 1..=1);
        set.turn();
        set.step(1);
        set.turn();
        assert_eq!(set.layout().unwrap().to_string(), "1: 2");
    }
}
