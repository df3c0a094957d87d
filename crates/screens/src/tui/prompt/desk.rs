//! What is asked of a seat, on the three rows of the prompt: choices and forms.

use std::ops::RangeInclusive;

use super::Answer;
use crate::rules::{Domain, Move, Verb};
use crate::text::{Fill, Prompt, Put};

/// The state of a prompt that is being answered; by default one that asks for nothing.
#[derive(Default)]
pub struct Desk {
    pub(super) prompt: Prompt,
    pub(super) answers: Vec<Answer>,
    pub(super) chosen: Option<usize>,
    /// Do arrows and letters go to the form that is chosen, and not to the choices?
    pub(super) entered: bool,
    /// Was the text that is asked for changed, or named as it stands?
    pub(super) touched: bool,
}

impl Desk {
    /// A prompt with nothing chosen. `batch` is how many votes one draw takes, where it is known.
    pub fn new(prompt: Prompt, batch: Option<u64>) -> Self {
        let chosen = |put: &&Put| put.ends_turn || Self::as_choice(&prompt, put.verb);
        let offers = prompt.offers.iter().filter(chosen);
        let mut answers: Vec<Answer> = offers.flat_map(|put| Answer::of(put, batch)).collect();
        answers.sort_by_key(Answer::rank);
        // Forms are open at once, as they begin empty; radios begin without a choice.
        let forms = !answers.is_empty() && answers.iter().all(|a| !a.is_ready());
        let chosen = forms.then_some(0);
        let entered = chosen.is_some() && answers.len() == 1;
        Self { prompt, answers, chosen, entered, touched: false }
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

    /// The draft of a row of bits, if one is being written.
    pub fn draft(&self) -> Option<&super::Draft> {
        self.answers.iter().find_map(|a| match a {
            Answer::Bits(draft, _) => Some(draft),
            _ => None,
        })
    }

    /// The move that states what was measured, where a number is asked for and something was.
    pub fn measured(&self) -> Option<Move> {
        match self.current()? {
            Answer::Number(verb, slider, _) => verb.with(slider.measured()?).ok(),
            _ => None,
        }
    }

    /// The half in which what was run finds the lie, where one is asked for and that is known.
    pub fn found(&self) -> Option<Move> {
        self.prompt.offers.iter().find_map(|offer| match offer.fill {
            Fill::Found(half) => Some(Move::Dispute(half)),
            _ => None,
        })
    }

    pub(super) fn current(&self) -> Option<&Answer> {
        self.chosen.and_then(|i| self.answers.get(i))
    }

    pub(super) fn current_mut(&mut self) -> Option<&mut Answer> {
        self.chosen.and_then(|i| self.answers.get_mut(i))
    }

    /// Takes a text as it stands, though it may be the form that it was at first: false if it is that, and
    /// this is the first time.
    pub fn takes_form(&mut self) -> bool {
        let asked = match self.current() {
            Some(Answer::Text(verb, ..)) => self.prompt.offers.iter().find(|put| put.verb == *verb),
            _ => None,
        };
        let is_form = asked.is_some_and(|put| matches!(put.fill, Fill::Text { form: true, .. }));
        !is_form || std::mem::replace(&mut self.touched, true)
    }

    /// Fills in the values this seat has: its own run, the text to start from. False if it has none.
    pub fn fill(&mut self) -> bool {
        match self.current_mut() {
            Some(Answer::Bits(draft, Some(start))) => {
                let start = start.clone();
                draft.fill(&start);
                true
            }
            Some(Answer::Text(_, field, _, Some(start))) => {
                let start = start.clone();
                field.set(start);
                self.touched = true;
                true
            }
            Some(Answer::Number(_, slider, _)) => slider.fill(),
            _ => false,
        }
    }

    /// Could [`Desk::fill`] do something, perhaps after running the machine?
    pub fn can_fill(&self) -> bool {
        match self.current() {
            Some(Answer::Bits(draft, Some(start))) => draft.would_change(start),
            Some(Answer::Bits(_, None)) => self.prompt.offer(Verb::Run).is_some(),
            Some(Answer::Text(_, field, _, Some(start))) => field.text() != start.as_str(),
            Some(Answer::Number(_, slider, _)) => slider.can_fill(),
            _ => false,
        }
    }

    /// Keeps what was typed when the same question is asked again, after something done before it.
    pub fn keep(&mut self, old: &Desk) {
        if self.prompt.question != old.prompt.question || self.answers.len() != old.answers.len() {
            return;
        }
        (self.chosen, self.entered, self.touched) = (old.chosen, old.entered, old.touched);
        for (new, old) in self.answers.iter_mut().zip(&old.answers) {
            match (new, old) {
                (Answer::Bits(new, _), Answer::Bits(old, _)) if new.len() == old.len() => {
                    *new = old.clone();
                }
                (Answer::Step(_, new), Answer::Step(_, old)) => *new = old.clone(),
                (Answer::Number(_, new, _), Answer::Number(_, old, _)) => new.keep(old),
                (Answer::Text(_, new, ..), Answer::Text(_, old, ..)) => *new = old.clone(),
                (Answer::Subset(new), Answer::Subset(old)) => *new = old.clone(),
                _ => {}
            }
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

    /// Does Enter open the form that is chosen, or go on to the second of its numbers, rather than submit it?
    pub fn enters(&self) -> bool {
        match self.current() {
            Some(Answer::Pair([step, writer], 0)) if self.entered => {
                step.value().is_ok() && writer.value().is_err()
            }
            answer => !self.entered && answer.is_some_and(|answer| !answer.is_ready()),
        }
    }

    /// Opens the form that is chosen: arrows and letters go to it from here on.
    pub fn enter(&mut self) {
        if let (true, Some(Answer::Pair(_, at))) = (self.entered, self.current_mut()) {
            *at = 1;
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
        let ready = |answer: &Answer| matches!(answer, Answer::Ready(..));
        let texts = self.texts();
        match (self.answers.iter().all(ready), texts.iter().any(|text| is_digit(text))) {
            (true, true) => texts.iter().position(|text| text.starts_with(digit) && is_digit(text)),
            (true, false) => place.checked_sub(1).filter(|&at| at < self.answers.len()),
            (false, _) => None,
        }
    }

    /// Is every letter text just now?
    pub fn types_text(&self) -> bool {
        self.entered && matches!(self.current(), Some(Answer::Text(..)))
    }

    pub(super) fn texts(&self) -> Vec<String> {
        self.answers.iter().map(Answer::words).collect()
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
        let count = |put: &Put| match &put.domain {
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
