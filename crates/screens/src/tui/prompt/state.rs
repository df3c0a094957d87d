//! What is asked of a seat, on the three rows of the prompt: choices and forms.

use std::any::Any;
use std::ops::RangeInclusive;

use super::Widget;
use super::answers::answers;
use crate::rules::{Domain, Move, Verb};
use crate::text::{ArgumentPrompt, Prompt, PromptAction};

/// The state of a prompt that is being answered; by default one that asks for nothing.
#[derive(Default)]
pub struct PromptState {
    pub(super) prompt: Prompt,
    pub(super) answers: Vec<Box<dyn Widget>>,
    pub(super) chosen: Option<usize>,
    /// Do arrows and letters go to the form that is chosen, and not to the choices?
    pub(super) entered: bool,
}

impl PromptState {
    /// A prompt with nothing chosen. `batch` is how many votes one draw takes, where it is known.
    pub fn new(prompt: Prompt, batch: Option<u64>) -> Self {
        let chosen = |put: &&PromptAction| put.ends_turn || Self::as_choice(&prompt, put.verb);
        let offers = prompt.offers.iter().filter(chosen);
        let mut answers: Vec<_> = offers.flat_map(|put| answers(put, &prompt, batch)).collect();
        answers.sort_by_key(|answer| answer.label().rank);
        // Forms are open at once, as they begin empty; radios begin without a choice.
        let forms = !answers.is_empty() && answers.iter().all(|a| !a.is_ready());
        let chosen = forms.then_some(0);
        let entered = chosen.is_some() && answers.len() == 1;
        Self { prompt, answers, chosen, entered }
    }

    /// A judge who only draws and rules has the draws among the choices; a prover, whose turn ends
    /// with something else than a ruling, has them on a key.
    pub(super) fn as_choice(prompt: &Prompt, verb: Verb) -> bool {
        verb == Verb::Sample && prompt.offers.iter().any(|o| o.verb == Verb::Rule)
    }

    /// Is anything asked?
    pub fn asks(&self) -> bool {
        !self.prompt.offers.is_empty()
    }

    /// What is asked.
    pub fn prompt(&self) -> &Prompt {
        &self.prompt
    }

    /// The bits that are being written, by their places, if a row of them is asked for.
    pub fn bits(&self) -> Option<impl Fn(usize) -> Option<bool>> {
        let is_row =
            |answer: &&dyn Widget| answer.input().is_some_and(|(verb, _)| verb == Verb::Write);
        let row = self.answers.iter().map(|answer| &**answer).find(is_row)?;
        Some(move |at| row.bit(at))
    }

    /// The move that states what was measured, if a number is asked for and something was measured.
    pub fn measured(&self) -> Option<Move> {
        self.current()?.measured()
    }

    /// The half in which what was run finds the lie, where one is asked for and that is known.
    pub fn found(&self) -> Option<Move> {
        self.prompt.offers.iter().find_map(|offer| match offer.fill {
            ArgumentPrompt::Found(half) => Some(Move::Dispute(half)),
            _ => None,
        })
    }

    pub(super) fn current(&self) -> Option<&dyn Widget> {
        self.answers.get(self.chosen?).map(|answer| &**answer)
    }

    pub(super) fn current_mut(&mut self) -> Option<&mut dyn Widget> {
        self.answers.get_mut(self.chosen?).map(|answer| &mut **answer)
    }

    /// Takes a text as it stands; false the first time, if it is still the form that it was at first.
    pub fn takes_form(&mut self) -> bool {
        self.current_mut().is_none_or(Widget::takes_form)
    }

    /// Fills in the values this seat has: its own run, the text to start from. False if it has none.
    pub fn fill(&mut self) -> bool {
        self.current_mut().is_some_and(Widget::fill)
    }

    /// Could [`PromptState::fill`] do something, perhaps after running the machine?
    pub fn can_fill(&self) -> bool {
        self.current().is_some_and(Widget::can_fill)
    }

    /// Keeps what was typed when the same question is asked again, after something done before it.
    pub fn keep(&mut self, old: &PromptState) {
        if self.prompt.question != old.prompt.question || self.answers.len() != old.answers.len() {
            return;
        }
        (self.chosen, self.entered) = (old.chosen, old.entered);
        for (new, old) in self.answers.iter_mut().zip(&old.answers) {
            let old: &dyn Widget = &**old;
            new.keep(old as &dyn Any);
        }
    }

    /// The move as filled in.
    ///
    /// # Errors
    /// What is missing, in words.
    pub fn submit(&self) -> Result<Move, String> {
        match self.current() {
            Some(answer) => answer.to_move(),
            None if self.answers.is_empty() => Err("nothing is asked of you now".into()),
            None => Err("nothing is chosen yet: choose one of the answers".into()),
        }
    }

    /// Does Enter open the form that is chosen, or go on in it, rather than submit it?
    pub fn enters(&self) -> bool {
        let opens = |answer: &dyn Widget| match self.entered {
            true => answer.goes_on(),
            false => !answer.is_ready(),
        };
        self.current().is_some_and(opens)
    }

    /// Opens the form that is chosen: arrows and letters go to it from here on.
    pub fn enter(&mut self) {
        if let (true, Some(answer)) = (self.entered, self.current_mut()) {
            answer.go_on();
        }
        self.entered = true;
    }

    pub(super) fn choose(&mut self, by: isize) {
        let last = self.answers.len() - 1;
        self.choose_at(Some(match self.chosen {
            None => 0,
            Some(i) => i.saturating_add_signed(by).min(last),
        }));
    }

    pub(super) fn choose_at(&mut self, chosen: Option<usize>) {
        (self.chosen, self.entered) = (chosen, false);
    }

    /// The choice that a digit names: the one that it is the words of, else, where every choice is
    /// ready, the one in that place, from 1.
    pub(super) fn by_digit(&self, digit: char) -> Option<usize> {
        let place = digit.to_digit(10)? as usize;
        if !self.has_choices() || self.entered {
            return None;
        }
        let is_digit =
            |text: &str| text.len() == 1 && text.starts_with(|c: char| c.is_ascii_digit());
        let texts = self.texts();
        let are_choices = self.answers.iter().all(|answer| answer.choice().is_some());
        match (are_choices, texts.iter().any(|text| is_digit(text))) {
            (true, true) => texts.iter().position(|text| text.starts_with(digit) && is_digit(text)),
            (true, false) => place.checked_sub(1).filter(|&at| at < self.answers.len()),
            (false, _) => None,
        }
    }

    /// Is every letter text just now?
    pub fn types_text(&self) -> bool {
        self.entered && self.current().is_some_and(Widget::is_text)
    }

    pub(super) fn texts(&self) -> Vec<String> {
        self.answers.iter().map(|answer| answer.label().words).collect()
    }

    /// Rows for the choices, when a form below needs the others.
    pub(super) fn choice_rows(&self) -> usize {
        match self.current() {
            Some(answer) if !answer.is_ready() && self.entered => 1,
            Some(answer) if !answer.is_ready() => 2,
            _ if self.notes().is_empty() => 3,
            _ => 2,
        }
    }

    /// The notes of the prompt, and what a ruling means where its offer says so after a colon.
    pub(super) fn notes(&self) -> Vec<String> {
        let sides = self.prompt.offers.iter().filter(|o| matches!(o.domain, Domain::Side));
        let ruling = sides.filter_map(|o| o.words.split_once(": ").map(|w| w.1.to_owned()));
        self.prompt.notes.iter().filter(|n| !n.is_empty()).cloned().chain(ruling).collect()
    }

    /// Do left and right go through several ways to answer, none of which is being filled in?
    pub fn chooses(&self) -> bool {
        self.has_choices() && !self.entered
    }

    /// Are there several ways to answer?
    pub fn has_choices(&self) -> bool {
        self.answers.len() > 1
    }

    /// How many votes could be drawn at once before the answer, and the number that is usual, where
    /// one offer names a single number.
    pub fn votes(&self) -> Option<(RangeInclusive<u64>, Option<u64>)> {
        let count = |put: &PromptAction| match &put.domain {
            Domain::Count(range) if put.verb == Verb::Sample => Some(range.clone()),
            _ => None,
        };
        let counts: Vec<_> = self.prompt.offers.iter().filter_map(count).collect();
        let least = counts.iter().map(|r| *r.start()).min()?;
        let most = counts.iter().map(|r| *r.end()).max()?;
        let usual = counts.iter().find(|r| r.start() == r.end()).map(|r| *r.start());
        Some((least..=most, usual))
    }
}
