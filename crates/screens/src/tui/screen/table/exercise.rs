//! What an exercise asks at the table: to commit first, and to predict before something is shown. Also what
//! a teacher does there: to note a vote, to hand out a position, to have everything shown.

use super::TableScreen;
use super::form::Form;
use crate::rules::{Eye, Move};
use crate::scenario::{Forbidden, Prediction};
use crate::tui::goal;
use crate::tui::hand_out::HandOut;
use crate::tui::prelude::*;
use crate::tui::screen::side::Paragraph;
use crate::tui::screen::typing::TypedFor;

impl TableScreen {
    pub(super) fn exercise_offers(&self, sitting: &Sitting) -> Vec<Offer> {
        let ask = |action, words, form: fn(&Sitting) -> Option<Form>| {
            let offer = Offer::new(&[action], words).quietly();
            offer.does(move |table: &mut Self| table.ask(table.debate.here().and_then(form)))
        };
        let hand_out = |sitting: &Sitting| {
            let (given, field) = HandOut::new(sitting, sitting.here());
            Some(Form::Typed(TypedFor::HandOut(given).with(field)))
        };
        let mut offers = vec![
            ask(Action::Vote, "class vote", |_| Form::typing(TypedFor::Vote, "")),
            ask(Action::HandOut, "hand out this position", hand_out),
        ];
        if !self.revealed && !sitting.scenario.forbids(Forbidden::Reveal) {
            offers.push(ask(Action::Reveal, "show everything", |_| Some(Form::Reveal)));
        }
        offers
    }

    /// Whether the person is asked something first: a question, or whether the claim is true.
    pub(super) fn waits_for_word(&self) -> bool {
        self.form().is_some_and(Form::comes_first)
    }

    /// The question before the first move was answered, or will not be: what is asked next.
    pub(super) fn was_asked(&mut self, context: &mut Context) -> Step {
        self.ask(self.debate.here().and_then(Form::commitment));
        self.begin(context)
    }

    /// What is said with yes or no before something else.
    pub(super) fn say(&mut self, action: Action, context: &mut Context) -> Step {
        let says = action == Action::Yes;
        match self.take_form() {
            Some(Form::Commit) => {
                self.note(context, move |attempt| attempt.committed = Some(says));
                return self.begin(context);
            }
            Some(Form::Predict(mv)) => {
                let at = self.debate.here().map_or(0, |sitting| sitting.here().number());
                let prediction = Prediction { at, says };
                self.note(context, move |attempt| attempt.predictions.push(prediction));
                return self.play(mv, context);
            }
            other => self.ask(other),
        }
        Step::Stay
    }

    /// Whether the person has to predict first what this move will have shown.
    pub(super) fn asks_to_predict(&self, mv: &Move) -> bool {
        let Some(sitting) = self.debate.here() else { return false };
        let asks = sitting.scenario.exercise.as_ref().is_some_and(|exercise| exercise.predict);
        let at = sitting.here().number();
        let said = sitting.attempt().predictions.iter().any(|prediction| prediction.at == at);
        asks && !said && matches!(mv, Move::Read(_) | Move::Ask(_))
    }

    /// Shows everything from here on, which the record notes.
    pub(super) fn reveal(&mut self, context: &mut Context) {
        self.revealed = true;
        self.note(context, |attempt| attempt.revealed = true);
        self.refresh(context);
    }

    /// What is told once everything is shown.
    pub(super) fn revealed_words(&self) -> Vec<Paragraph> {
        let Some(sitting) = self.debate.here().filter(|_| self.revealed) else {
            return Vec::new();
        };
        let truth = sitting.game().now().truth_at_hand();
        let truth = truth.map(|truth| format!("The claim is {truth}."));
        let told = truth.into_iter().chain(goal::revealed(sitting));
        told.map(|words| (words, Role::Notice)).collect()
    }

    pub(super) fn eye(&self) -> Eye {
        if self.people.is_empty() || self.revealed { Eye::All } else { Eye::Seat(self.seat) }
    }
}
