//! The keys of a prompt and their effects.

use std::borrow::Cow;

use super::PromptState;
use super::flow::ChoiceFlow;
use super::letters::Letter;
use crate::rules::{Domain, LegalAction, Move, Verb};
use crate::tui::prelude::*;

impl PromptState {
    /// The move of a key that acts before the answer: ask, run or sample.
    ///
    /// # Errors
    /// Returns the reason if there is no such move now.
    pub fn before(&self, verb: Verb, cursor: Option<usize>) -> Result<Move, String> {
        let offer = self.prompt.offer(verb).ok_or("not offered now")?;
        match &offer.domain {
            Domain::Step { .. } => {
                // The move is about the step under the cursor. Without a cursor, it is about the only legal step.
                let at =
                    cursor.map(|c| offer.verb.parse_argument(&(c + 1).to_string())).transpose()?;
                if let Some(mv) = at {
                    return offer.domain.admit(&mv).map(|()| mv).map_err(|e| e.to_string());
                }
                self.single(offer).ok_or_else(|| "move the cursor to a step first".into())
            }
            Domain::Nothing => offer.verb.parse_argument(""),
            _ => Err("not offered now".into()),
        }
    }

    /// The only legal move among the last 64 steps. `None` if several moves are legal. Earlier steps are not searched,
    /// to save time.
    fn single(&self, offer: &LegalAction) -> Option<Move> {
        let Domain::Step { most, .. } = &offer.domain else { return None };
        let admitted = |n: u32| {
            let mv = offer.verb.parse_argument(&n.to_string()).ok()?;
            offer.domain.admit(&mv).is_ok().then_some(mv)
        };
        let mut found = (1..=*most).rev().take(64).filter_map(admitted);
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }

    /// The key commands while the prompt has the focus.
    ///
    /// `columns` is the width of the prompt. It decides if the choices form a list. In a list, the up and down keys
    /// move through the choices.
    pub fn offers(&self, columns: usize, keys: &KeyMap) -> Vec<KeyCommand> {
        use Action::*;
        let form = self.current().and_then(|answer| answer.label().form);
        let mut offers = Vec::new();
        if self.chooses() {
            let (letters, digits) = self.chosen_by();
            let typed = !letters.is_empty() || !digits.is_empty();
            if typed {
                offers.push(KeyCommand::new(&letters, "choose").or_typing(digits));
            }
            let list = self.is_list(columns, keys);
            let arrows = KeyCommand::new(if list { &[Up, Down] } else { &[Left, Right] }, "choose");
            offers.push(if typed { arrows.hidden_from_footer() } else { arrows });
            let across: &[Action] = if list { &[Left, Right] } else { &[Up, Down] };
            offers.push(KeyCommand::hidden(across, "choose"));
            offers.extend(
                form.map(|(.., typed)| {
                    KeyCommand::typing(typed, "fill it in").hidden_from_footer()
                }),
            );
        } else if let Some((actions, "number", typed)) = form.filter(|form| form.0.len() == 4) {
            let by = |actions: &[Action], words| KeyCommand::new(actions, words);
            offers.extend([
                by(&actions[..2], "0.01"),
                by(&actions[2..], "0.10").hidden_from_footer(),
            ]);
            offers.push(KeyCommand::typing(typed, "type"));
        } else if let Some((actions, words, typed)) = form {
            offers.push(KeyCommand::new(actions, words).or_typing(typed));
        } else if self.types_text() {
            offers.push(KeyCommand::typing("type", "it"));
        }
        // Enter has no use before a number or a text is complete.
        if self.enters() || self.submit().is_ok() {
            offers.push(KeyCommand::new(&[Confirm], self.confirm_words()));
        }
        offers
    }

    /// Returns `true` if the choices form a list.
    fn is_list(&self, columns: usize, keys: &KeyMap) -> bool {
        matches!(self.flow(columns, keys), ChoiceFlow::List(_))
    }

    /// The footer's text for Enter.
    fn confirm_words(&self) -> Cow<'static, str> {
        match self.current() {
            Some(answer) if self.enters() => answer.label().open.into(),
            answer => answer.map_or("do it".into(), |answer| answer.label().confirm),
        }
    }

    /// Returns `true` if drawing votes is one of the choices.
    pub fn draws_as_choice(&self) -> bool {
        Self::as_choice(&self.prompt, Verb::Sample)
    }

    /// Handles an action while the prompt has the focus. Returns `false` if the action has no meaning here.
    pub fn act(&mut self, action: Action) -> bool {
        use Action::*;
        let (many, entered) = (self.has_choices(), self.entered);
        // If nothing is chosen yet, the left and right arrows each choose one of two choices.
        let second = self.answers.len() == 2 && self.chosen.is_none() && !entered;
        match action {
            Yes | No | GoOn | Ask => {
                let Some(own) = self.by_letter(Letter::Of(action)) else { return false };
                self.choose_at(Some(own));
            }
            Right if second => self.choose_at(Some(1)),
            Left | Right | Up | Down if many && !entered => self.choose(by(action, 1)),
            Left | Right | Up | Down => match self.current_mut() {
                Some(answer) if many && answer.leaves(action) => return self.cancel(),
                Some(answer) => return answer.act(action),
                None => return false,
            },
            _ => return false,
        }
        true
    }

    /// Returns `true` if the prompt accepts this edit.
    pub fn accepts_edit(&self, edit: &Edit) -> bool {
        let digit = matches!(edit, Edit::Char(c) if self.by_digit(*c).is_some());
        // While the player types text, every letter is text and the arrows move the text cursor.
        digit || self.types_text() || self.current().is_some_and(|answer| answer.accepts_edit(edit))
    }

    /// Applies an edit.
    ///
    /// # Errors
    /// Returns an error if the widget refuses the edit. The error gives the reason.
    pub fn edit(&mut self, edit: Edit) -> Result<(), String> {
        if let Edit::Char(c) = edit
            && let Some((typed, choice)) = self.by_digit(c)
        {
            if choice.is_some() {
                self.choose_at(choice);
            }
            self.typed = typed;
            return Ok(());
        }
        self.entered = true;
        self.current_mut().map_or(Ok(()), |answer| answer.edit(edit))
    }

    /// Goes one level back: from an open form to the choices, from a text field to the keys, or from a choice to no
    /// choice. Returns `false` if there is nothing to leave.
    pub fn cancel(&mut self) -> bool {
        let leave = self.can_cancel();
        if leave && !std::mem::take(&mut self.entered) {
            self.chosen = None;
        }
        leave
    }

    /// Returns `true` if [`PromptState::cancel`] can go back.
    pub fn can_cancel(&self) -> bool {
        self.has_choices() && self.chosen.is_some() || self.types_text()
    }

    /// Chooses the answer at a clicked position. Returns `true` if there is an answer.
    pub fn click(&mut self, x: usize, y: usize, columns: usize, keys: &KeyMap) -> bool {
        if !self.has_choices() {
            return false;
        }
        let texts = self.texts(keys);
        let hit = match self.flow(columns, keys) {
            ChoiceFlow::Rows(places) => places
                .iter()
                .zip(&texts)
                .position(|(&(px, py), t)| py == y && (px..px + 4 + width(t)).contains(&x)),
            ChoiceFlow::List(window) => (y < window.count).then_some(window.first + y),
        };
        if hit.is_some() {
            self.choose_at(hit);
        }
        hit.is_some()
    }
}
