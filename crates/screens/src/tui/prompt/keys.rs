//! Which keys act at the desk, and what they do.

use std::borrow::Cow;

use super::PromptState;
use super::flow::{ChoiceFlow, flow};
use crate::rules::{Domain, LegalAction as MenuOffer, Move, Verb};
use crate::tui::prelude::*;

impl PromptState {
    /// A move that comes before the answer: ask, run, sample.
    ///
    /// # Errors
    /// Why there is no such move here.
    pub fn before(&self, verb: Verb, cursor: Option<usize>) -> Result<Move, String> {
        let offer = self.prompt.offer(verb).ok_or("not offered now")?;
        match &offer.domain {
            Domain::Step { .. } => {
                // The step under the cursor; or, without one, the only step that can be meant.
                let at =
                    cursor.map(|c| offer.verb.parse_argument(&(c + 1).to_string())).transpose()?;
                if let Some(mv) = at {
                    return offer.domain.admit(&mv).map(|()| mv).map_err(|e| e.to_string());
                }
                self.single(offer).ok_or_else(|| "put the cursor on a step first".into())
            }
            Domain::Nothing => offer.verb.parse_argument(""),
            _ => Err("not offered now".into()),
        }
    }

    /// The move, where only one of the last steps is admitted (looking at few: a long transcript
    /// is not searched).
    fn single(&self, offer: &MenuOffer) -> Option<Move> {
        let Domain::Step { most, .. } = &offer.domain else { return None };
        let admitted = |n: u32| {
            let mv = offer.verb.parse_argument(&n.to_string()).ok()?;
            offer.domain.admit(&mv).is_ok().then_some(mv)
        };
        let mut found = (1..=*most).rev().take(64).filter_map(admitted);
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }

    /// What the keys do while the prompt has the focus.
    ///
    /// `columns` is the width of the prompt: choices that stand in a list have up and down as well
    /// in the footer.
    pub fn offers(&self, columns: usize) -> Vec<Offer> {
        use Action::*;
        let form = self.current().and_then(|answer| answer.label().form);
        let mut offers = Vec::new();
        if self.chooses() {
            if self.is_list(columns) {
                offers.push(Offer::new(super::widget::ARROWS, "choose"));
            } else {
                offers.push(Offer::new(&[Left, Right], "choose"));
                offers.push(Offer::new(&[Up, Down], "choose").hidden_from_footer());
            }
            offers.extend(
                form.map(|(.., typed)| Offer::typing(typed, "fill it in").hidden_from_footer()),
            );
            if ('0'..='9').any(|digit| self.by_digit(digit).is_some()) {
                offers.push(Offer::typing("0-9", "choose").hidden_from_footer());
            }
        } else if let Some((actions, words, typed)) = form {
            offers.push(Offer::new(actions, words).or_typing(typed));
        } else if self.types_text() {
            offers.push(Offer::typing("type", "it"));
        }
        if self.current().is_some() {
            offers.push(Offer::new(&[Confirm], self.confirm_words()));
        }
        if self.yes_no(true).is_some() {
            offers.push(Offer::new(&[Yes, No], "choose"));
        }
        offers
    }

    /// Do the choices stand one above another?
    fn is_list(&self, columns: usize) -> bool {
        matches!(flow(&self.texts(), columns, self.choice_rows(), self.chosen), ChoiceFlow::List(_))
    }

    /// What Enter does, in few words: of two choices also which one.
    fn confirm_words(&self) -> Cow<'static, str> {
        match self.current() {
            Some(answer) if self.enters() => answer.label().open.into(),
            answer => answer.map_or("do it".into(), |answer| answer.label().confirm),
        }
    }

    /// Are draws among the choices?
    pub fn draws_as_choice(&self) -> bool {
        Self::as_choice(&self.prompt, Verb::Sample)
    }

    /// The step that concedes: pointing at the last one.
    pub fn concession(&self) -> Option<usize> {
        let points = self.input() == Some(Verb::Point);
        match &self.prompt.offer(Verb::Point)?.domain {
            Domain::Step { most, .. } => points.then_some(*most as usize - 1),
            _ => None,
        }
    }

    fn yes_no(&self, yes: bool) -> Option<usize> {
        let says = |mv: &Move| matches!(mv, Move::Answer(own) | Move::Claim(own) | Move::Decide(own) if own.0 == yes);
        self.answers.iter().position(|answer| answer.choice().is_some_and(says))
    }

    /// Arrows and the like while the prompt has the focus; false if they mean nothing here.
    pub fn act(&mut self, action: Action) -> bool {
        use Action::*;
        let (many, entered) = (self.has_choices(), self.entered);
        // Of two choices each arrow marks the one that it points to.
        let second = self.answers.len() == 2 && self.chosen.is_none() && !entered;
        match action {
            Yes => self.choose_at(self.yes_no(true)),
            No => self.choose_at(self.yes_no(false)),
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

    /// Is this change to a text wanted?
    pub fn accepts_edit(&self, edit: &Edit) -> bool {
        let digit = matches!(edit, Edit::Char(c) if self.by_digit(*c).is_some());
        // While text is typed every letter is text, and the arrows move in it.
        digit || self.types_text() || self.current().is_some_and(|answer| answer.accepts_edit(edit))
    }

    /// Takes a change to a text.
    ///
    /// # Errors
    /// Why it cannot be.
    pub fn edit(&mut self, edit: Edit) -> Result<(), String> {
        if let Edit::Char(c) = edit
            && let Some(choice) = self.by_digit(c)
        {
            self.choose_at(Some(choice));
            return Ok(());
        }
        self.entered = true;
        self.current_mut().map_or(Ok(()), |answer| answer.edit(edit))
    }

    /// Leaves a form for the choices, a text for the keys that its letters are, the choices for
    /// none; false if there was nothing to leave.
    pub fn cancel(&mut self) -> bool {
        let leave = self.can_cancel();
        if leave && !std::mem::take(&mut self.entered) {
            self.chosen = None;
        }
        leave
    }

    /// Is there something that [`PromptState::cancel`] leaves?
    pub fn can_cancel(&self) -> bool {
        self.has_choices() && self.chosen.is_some() || self.types_text()
    }

    /// Chooses what lies under a click; true if something does.
    pub fn click(&mut self, x: usize, y: usize, columns: usize) -> bool {
        if !self.has_choices() {
            return false;
        }
        let texts = self.texts();
        let hit = match flow(&texts, columns, self.choice_rows(), self.chosen) {
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
