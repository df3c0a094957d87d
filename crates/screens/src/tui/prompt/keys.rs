//! Which keys act at the desk, and what they do.

use std::borrow::Cow;

use super::flow::{Flow, flow};
use super::{Answer, Desk};
use crate::rules::{Domain, Move, Offer as MenuOffer, Verb};
use crate::tui::prelude::*;

impl Desk {
    /// A move that comes before the answer: ask, run, sample.
    ///
    /// # Errors
    /// Why there is no such move here.
    pub fn before(&self, verb: Verb, cursor: Option<usize>) -> Result<Move, String> {
        let offer = self.prompt.offer(verb).ok_or("not offered now")?;
        match &offer.domain {
            Domain::Step { .. } => {
                // The step under the cursor; or, without one, the only step that can be meant.
                let at = cursor.map(|c| offer.verb.with(&(c + 1).to_string())).transpose()?;
                if let Some(mv) = at {
                    return offer.domain.admit(&mv).map(|()| mv).map_err(|e| e.to_string());
                }
                self.single(offer).ok_or_else(|| "put the cursor on a step first".into())
            }
            Domain::Nothing => offer.verb.with(""),
            _ => Err("not offered now".into()),
        }
    }

    /// The move, where only one of the last steps is admitted (looking at few: a long transcript
    /// is not searched).
    fn single(&self, offer: &MenuOffer) -> Option<Move> {
        let Domain::Step { most, .. } = &offer.domain else { return None };
        let admitted = |n: u32| {
            let mv = offer.verb.with(&n.to_string()).ok()?;
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
        const ARROWS: &[Action] = &[Left, Right, Up, Down];
        // What the arrows change in the form that is chosen, and what is typed there.
        let form: Option<(&[Action], _, _)> = match self.current() {
            Some(Answer::Number(..)) => Some((ARROWS, "number", "0-9.")),
            Some(Answer::Count(..)) => Some((&[Up, Down], "number", "0-9")),
            Some(Answer::Step(..) | Answer::Pair(..)) => Some((ARROWS, "step", "0-9")),
            Some(Answer::Bits(..)) => Some((ARROWS, "bit", "0 1")),
            Some(Answer::Subset(s)) if !s.is_whole() => Some((&[Left, Right], "subclaim", "Space")),
            _ => None,
        };
        let mut offers = Vec::new();
        if self.chooses() {
            if self.is_list(columns) {
                offers.push(Offer::new(ARROWS, "choose"));
            } else {
                offers.push(Offer::new(&[Left, Right], "choose"));
                offers.push(Offer::new(&[Up, Down], "choose").quietly());
            }
            offers.extend(form.map(|(.., typed)| Offer::typing(typed, "fill it in").quietly()));
            if ('0'..='9').any(|digit| self.by_digit(digit).is_some()) {
                offers.push(Offer::typing("0-9", "choose").quietly());
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
        matches!(flow(&self.texts(), columns, self.choice_rows(), self.chosen), Flow::List(_))
    }

    /// What Enter does, in few words: of two choices also which one.
    fn confirm_words(&self) -> Cow<'static, str> {
        let words = match self.current() {
            Some(Answer::Ready(Move::Answer(yes) | Move::Claim(yes) | Move::Decide(yes), _)) => {
                return format!("answer {yes}").into();
            }
            Some(Answer::Ready(Move::Rule(side), _)) => {
                return format!("rule for {}", side.seat().name()).into();
            }
            Some(Answer::Ready(Move::Bit(bit), _)) => return format!("play {bit}").into(),
            Some(Answer::Text(..)) if self.enters() => "type it",
            Some(_) if self.enters() => "fill it in",
            Some(Answer::Ready(Move::Pick(_), _)) => "pick",
            Some(Answer::Ready(Move::Wire(_), _)) => "point",
            Some(Answer::Step(Verb::Point, ..) | Answer::Pair(..)) => "point",
            Some(Answer::Number(Verb::State | Verb::Estimate, ..)) => "state it",
            Some(Answer::Bits(..)) => "write it",
            _ => "do it",
        };
        words.into()
    }

    /// Are draws among the choices?
    pub fn draws_as_choice(&self) -> bool {
        Self::as_choice(&self.prompt, Verb::Sample)
    }

    /// The step that concedes: pointing at the last one.
    pub fn concession(&self) -> Option<usize> {
        match (self.current(), &self.prompt.offer(Verb::Point)?.domain) {
            (Some(Answer::Step(Verb::Point, ..)), Domain::Step { most, .. }) => {
                Some(*most as usize - 1)
            }
            _ => None,
        }
    }

    fn yes_no(&self, yes: bool) -> Option<usize> {
        use crate::rules::YesNo;
        self.answers.iter().position(|a| {
            matches!(a, Answer::Ready(Move::Answer(YesNo(b)) | Move::Claim(YesNo(b)) | Move::Decide(YesNo(b)), _) if *b == yes)
        })
    }

    /// Arrows and the like while the prompt has the focus; false if they mean nothing here.
    pub fn act(&mut self, action: Action) -> bool {
        use Action::*;
        let (many, entered) = (self.has_choices(), self.entered);
        // Of two choices each arrow marks the one that it points to.
        let second = self.answers.len() == 2 && self.chosen.is_none() && !entered;
        let sign: i32 = if matches!(action, Up | Right) { 1 } else { -1 };
        match (action, self.current_mut()) {
            (Yes, _) => self.choose_at(self.yes_no(true)),
            (No, _) => self.choose_at(self.yes_no(false)),
            (Right, _) if second => self.choose_at(Some(1)),
            (Left | Right | Up | Down, _) if many && !entered => self.choose(by(action, 1)),
            (Left | Right, Some(Answer::Number(_, s, _))) => s.step(sign),
            (Up | Down, Some(Answer::Number(_, s, _))) => s.step(10 * sign),
            (Left | Right | Up | Down, Some(Answer::Step(_, n))) => n.step(sign.into()),
            (Up | Down, Some(Answer::Count(n))) => n.step(sign.into()),
            (Left | Right, Some(Answer::Subset(s))) if !s.is_whole() => s.step(sign.into()),
            // From the first of both it goes back to the choices.
            (Left, Some(Answer::Pair(_, 0))) if many => return self.cancel(),
            (Left | Right, Some(Answer::Pair(_, at))) => *at = usize::from(action == Right),
            (Up | Down, Some(Answer::Pair(both, at))) => both[*at].step(sign.into()),
            _ => return false,
        }
        true
    }

    /// Is this change to a text wanted?
    pub fn takes(&self, edit: &Edit) -> bool {
        match self.current() {
            _ if matches!(edit, Edit::Char(c) if self.by_digit(*c).is_some()) => true,
            Some(Answer::Step(_, number) | Answer::Count(number)) => number.takes(edit),
            Some(Answer::Number(_, slider, _)) => slider.takes(edit),
            Some(Answer::Bits(draft, _)) => draft.takes(edit),
            Some(Answer::Pair(both, at)) => both[*at].takes(edit),
            Some(Answer::Subset(s)) => !s.is_whole() && *edit == Edit::Char(' '),
            // Text: every letter is text, and the arrows move in it, until it is left.
            Some(Answer::Text(..)) => self.entered,
            _ => false,
        }
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
        (self.entered, self.touched) = (true, true);
        match self.current_mut() {
            Some(Answer::Step(_, number) | Answer::Count(number)) => return number.edit(edit),
            Some(Answer::Number(_, slider, _)) => return slider.edit(edit),
            Some(Answer::Bits(draft, _)) => return draft.edit(edit),
            Some(Answer::Pair(both, at)) => return both[*at].edit(edit),
            Some(Answer::Subset(subset)) => subset.turn(),
            Some(Answer::Text(_, field, ..)) => field.edit(edit, 4_000),
            _ => {}
        }
        Ok(())
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

    /// Is there something that [`Desk::cancel`] leaves?
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
            Flow::Rows(places) => places
                .iter()
                .zip(&texts)
                .position(|(&(px, py), t)| py == y && (px..px + 4 + width(t)).contains(&x)),
            Flow::List(window) => (y < window.count).then_some(window.first + y),
        };
        if hit.is_some() {
            self.choose_at(hit);
        }
        hit.is_some()
    }
}
