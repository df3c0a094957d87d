//! The questions that an exercise asks at the table: is the claim true, and what will a move reveal? Also the commands
//! of a teacher: note a vote, hand out a position, show everything.

use super::TableScreen;
use super::form::TableForm;
use crate::rules::{Move, Viewer};
use crate::scenario::{Forbidden, Prediction};
use crate::tui::goal;
use crate::tui::hand_out::HandOutForm;
use crate::tui::prelude::*;
use crate::tui::screen::panel::PanelParagraph;
use crate::tui::screen::text_entry::TextPurpose;

impl TableScreen {
    pub(super) fn exercise_offers(&self, sitting: &DebateSession) -> Vec<KeyCommand> {
        let ask = |action, words, form: fn(&DebateSession) -> Option<TableForm>| {
            let offer = KeyCommand::new(&[action], words).listed();
            offer.does(move |table: &mut Self| table.ask(table.debate.here().and_then(form)))
        };
        let hand_out = |sitting: &DebateSession| {
            let (given, field) = HandOutForm::new(sitting, sitting.here());
            Some(TableForm::Typed(TextPurpose::HandOut(given).with(field)))
        };
        let mut offers = vec![
            ask(Action::Vote, "class vote", |_| TableForm::typing(TextPurpose::Vote, "")),
            ask(Action::HandOut, "hand out this position", hand_out),
        ];
        if !self.revealed && !sitting.scenario.forbids(Forbidden::Reveal) {
            offers.push(ask(Action::Reveal, "show everything", |_| Some(TableForm::Reveal)));
        }
        offers
    }

    /// Returns `true` if a question before the first move is still open.
    pub(super) fn waits_for_word(&self) -> bool {
        self.form().is_some_and(TableForm::comes_first)
    }

    /// Asks the next question before the first move. If there is none, begins the debate.
    pub(super) fn was_asked(&mut self, context: &mut Context) -> Transition {
        self.ask(self.debate.here().and_then(TableForm::commitment));
        self.begin(context)
    }

    /// Takes the answer yes or no.
    pub(super) fn say(&mut self, action: Action, context: &mut Context) -> Transition {
        let says = action == Action::Yes;
        match self.take_form() {
            Some(TableForm::Commit) => {
                self.note(context, move |attempt| attempt.committed = Some(says));
                return self.begin(context);
            }
            Some(TableForm::Predict(mv)) => {
                let at = self.debate.here().map_or(0, |sitting| sitting.here().number());
                let prediction = Prediction { at, says };
                self.note(context, move |attempt| attempt.predictions.push(prediction));
                return self.play(mv, context);
            }
            other => self.ask(other),
        }
        Transition::Stay
    }

    /// Returns `true` if the player must first predict the result of this move.
    pub(super) fn asks_to_predict(&self, mv: &Move) -> bool {
        let Some(sitting) = self.debate.here() else { return false };
        let asks = sitting.scenario.exercise.as_ref().is_some_and(|exercise| exercise.predict);
        let at = sitting.here().number();
        let said = sitting.attempt().predictions.iter().any(|prediction| prediction.at == at);
        asks && !said && matches!(mv, Move::Read(_) | Move::Ask(_))
    }

    /// Shows everything from here on. The record notes that.
    pub(super) fn reveal(&mut self, context: &mut Context) {
        self.revealed = true;
        self.note(context, |attempt| attempt.revealed = true);
        self.refresh(context);
    }

    /// The hidden facts, as sentences, after the player asked to see everything.
    pub(super) fn revealed_words(&self) -> Vec<PanelParagraph> {
        let Some(sitting) = self.debate.here().filter(|_| self.revealed) else {
            return Vec::new();
        };
        let truth = sitting.game().position().truth_at_hand();
        let truth = truth.map(|truth| format!("The claim is {truth}."));
        let told = truth.into_iter().chain(goal::revealed(sitting));
        told.map(|words| (words, Role::Notice)).collect()
    }

    pub(super) fn eye(&self) -> Viewer {
        if self.people.is_empty() || self.revealed { Viewer::All } else { Viewer::Seat(self.seat) }
    }
}
