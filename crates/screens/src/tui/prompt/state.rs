//! The state of a prompt: its choices, their forms, and the chosen answer.

use std::any::Any;
use std::ops::RangeInclusive;

use super::Widget;
use super::answers::answers;
use crate::rules::{Domain, Move, Verb};
use crate::text::{ArgumentPrompt, Prompt, PromptAction};

/// The state of a prompt. The default prompt has no question.
#[derive(Default)]
pub struct PromptState {
    pub(super) prompt: Prompt,
    pub(super) answers: Vec<Box<dyn Widget>>,
    pub(super) chosen: Option<usize>,
    /// `true` if arrows and letters go to the chosen form. Otherwise they go to the choices.
    pub(super) entered: bool,
    /// The number of the answers that the player types. 0 before its first digit.
    pub(super) typed: u32,
}

impl PromptState {
    /// A prompt without a chosen answer. `batch` is the number of votes in a draw. It is `None` if the number is
    /// unknown.
    pub fn new(prompt: Prompt, batch: Option<u64>) -> Self {
        let chosen = |put: &&PromptAction| put.ends_turn || Self::as_choice(&prompt, put.verb);
        let offers = prompt.offers.iter().filter(chosen);
        let mut answers: Vec<_> = offers.flat_map(|put| answers(put, &prompt, batch)).collect();
        answers.sort_by_key(|answer| answer.label().rank);
        // If all answers are forms, the first is chosen at once, because forms begin empty. Otherwise nothing is
        // chosen.
        let forms = !answers.is_empty() && answers.iter().all(|a| !a.is_ready());
        let chosen = forms.then_some(0);
        let entered = chosen.is_some() && answers.len() == 1;
        Self { prompt, answers, chosen, entered, typed: 0 }
    }

    /// Returns `true` if drawing votes is one of the choices. That is true for a judge, because a judge draws and then
    /// rules. A prover draws with a key.
    pub(super) fn as_choice(prompt: &Prompt, verb: Verb) -> bool {
        verb == Verb::Sample && prompt.offers.iter().any(|o| o.verb == Verb::Rule)
    }

    /// Returns `true` if the prompt has a question.
    pub fn asks(&self) -> bool {
        !self.prompt.offers.is_empty()
    }

    /// The prompt.
    pub fn prompt(&self) -> &Prompt {
        &self.prompt
    }

    /// The bits that the player writes, by index. `None` if the prompt asks for no row of bits.
    pub fn bits(&self) -> Option<impl Fn(usize) -> Option<bool>> {
        let is_row =
            |answer: &&dyn Widget| answer.input().is_some_and(|(verb, _)| verb == Verb::Write);
        let row = self.answers.iter().map(|answer| &**answer).find(is_row)?;
        Some(move |at| row.bit(at))
    }

    /// The move that states the measured number. `None` if the prompt asks for no number or nothing
    /// was measured.
    pub fn measured(&self) -> Option<Move> {
        self.current()?.measured()
    }

    /// The move that disputes the half in which the player's own run finds the lie. `None` if that half is unknown, or
    /// if the prompt asks for no half.
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

    /// Returns `true` if Enter may submit the form as it is. If the player has not changed the form, returns `false`
    /// the first time.
    pub fn takes_form(&mut self) -> bool {
        self.current_mut().is_none_or(Widget::takes_form)
    }

    /// Fills in the values that this seat knows from its own run or from the initial text. Returns `false` if it knows
    /// none.
    pub fn fill(&mut self) -> bool {
        self.current_mut().is_some_and(Widget::fill)
    }

    /// Returns `true` if [`PromptState::fill`] can change something, perhaps after a run of the
    /// machine.
    pub fn can_fill(&self) -> bool {
        self.current().is_some_and(Widget::can_fill)
    }

    /// Keeps the player's input if the same question comes again, for example after a draw.
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

    /// The chosen move.
    ///
    /// # Errors
    /// Returns an error if no answer is chosen, or if the form of the answer is incomplete. The error says what is
    /// missing.
    pub fn submit(&self) -> Result<Move, String> {
        match self.current() {
            Some(answer) => answer.to_move(),
            None if self.answers.is_empty() => Err("there is no question now".into()),
            None => Err("choose one of the answers first".into()),
        }
    }

    /// Returns `true` if Enter opens the chosen form or goes to the next field. Returns `false` if Enter submits the
    /// form.
    pub fn enters(&self) -> bool {
        let opens = |answer: &dyn Widget| match self.entered {
            true => answer.goes_on(),
            false => !answer.is_ready(),
        };
        self.current().is_some_and(opens)
    }

    /// Opens the chosen form, or goes to the next field of the form. Arrows and letters then go to the form.
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
        (self.chosen, self.entered, self.typed) = (chosen, false, 0);
    }

    /// Returns `true` if every letter is text now.
    pub fn types_text(&self) -> bool {
        self.entered && self.current().is_some_and(Widget::is_text)
    }

    /// The notes of the prompt. If an action is a ruling, the text after the colon is also a note.
    pub(super) fn notes(&self) -> Vec<String> {
        let sides = self.prompt.offers.iter().filter(|o| matches!(o.domain, Domain::Side));
        let ruling = sides.filter_map(|o| o.words.split_once(": ").map(|w| w.1.to_owned()));
        self.prompt.notes.iter().filter(|n| !n.is_empty()).cloned().chain(ruling).collect()
    }

    /// Returns `true` if there are several answers and no form is open. The arrows then move
    /// through the answers.
    pub fn chooses(&self) -> bool {
        self.has_choices() && !self.entered
    }

    /// Returns `true` if there are several answers.
    pub fn has_choices(&self) -> bool {
        self.answers.len() > 1
    }

    /// The allowed number of votes in one draw, and the usual number. The usual number is `None` if no action has a
    /// fixed number of votes.
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
