//! What an exercise or a class asks at the table: to commit first, to predict before something is
//! shown, to vote; and having everything shown, which the record notes.

use super::TableScreen;
use super::form::Form;
use crate::rules::{Eye, Move};
use crate::scenario::{Forbidden, Prediction, Vote};
use crate::tui::goal;
use crate::tui::hand_out::HandOut;
use crate::tui::keys::Action;
use crate::tui::offer::Offer;
use crate::tui::prompt::Field;
use crate::tui::screen::side::Paragraph;
use crate::tui::screen::{Context, Step};
use crate::tui::theme::Role;

impl TableScreen {
    pub(super) fn class_offers(&self) -> Vec<Offer> {
        let Some(sitting) = &self.sitting else { return Vec::new() };
        let mut offers = vec![
            Offer::new(&[Action::Vote], "class vote").quietly(),
            Offer::new(&[Action::HandOut], "hand out this position").quietly(),
        ];
        if !self.revealed && !sitting.scenario.forbids(Forbidden::Reveal) {
            offers.push(Offer::new(&[Action::Reveal], "show everything").quietly());
        }
        offers
    }

    /// Begins what such an action does; false if it is another one.
    pub(super) fn class_action(&mut self, action: Action) -> bool {
        let Some(sitting) = &self.sitting else { return false };
        match action {
            Action::Vote => self.form = Some(Form::Class(Field::default())),
            Action::HandOut => {
                let (given, field) = HandOut::new(sitting, sitting.here());
                self.form = Some(Form::HandOut(given, field));
            }
            Action::Reveal => self.form = Some(Form::Reveal),
            _ => return false,
        }
        true
    }

    /// An action while something has to be said with yes or no; none if it is not.
    pub(super) fn say_first(&mut self, action: Action, context: &mut Context) -> Option<Step> {
        let says = match action {
            Action::Yes => true,
            Action::No => false,
            Action::Back if matches!(self.form, Some(Form::Commit)) => return Some(Step::Pop),
            _ if matches!(self.form, Some(Form::Commit)) => {
                context.say("say yes or no first: it is asked once, before the first move");
                return Some(Step::Stay);
            }
            _ => return None,
        };
        match self.form.take() {
            Some(Form::Commit) => self.note(context, |attempt| attempt.committed = Some(says)),
            Some(Form::Predict(mv)) => {
                let at = self.sitting.as_ref().map_or(0, |sitting| sitting.here().number());
                let prediction = Prediction { at, says };
                self.note(context, |attempt| attempt.predictions.push(prediction));
                return Some(self.play(mv, context));
            }
            other => {
                self.form = other;
                return None;
            }
        }
        Some(Step::Stay)
    }

    /// Whether the person has to predict first what this move will have shown.
    pub(super) fn asks_to_predict(&self, mv: &Move) -> bool {
        let Some(sitting) = &self.sitting else { return false };
        let asks = sitting.scenario.exercise.as_ref().is_some_and(|exercise| exercise.predict);
        let at = sitting.here().number();
        let said = sitting.attempt().predictions.iter().any(|prediction| prediction.at == at);
        asks && !said && matches!(mv, Move::Read(_) | Move::Ask(_))
    }

    pub(super) fn hand_out(&mut self, given: HandOut, field: Field, context: &mut Context) {
        let Some(sitting) = &self.sitting else { return };
        let (next, words) = given.submit(field, sitting);
        self.form = next.map(|(given, field)| Form::HandOut(given, field));
        if !words.is_empty() {
            context.say(words);
        }
    }

    pub(super) fn count_vote(&mut self, field: Field, context: &mut Context) {
        let Some(sitting) = &mut self.sitting else { return };
        match field.text().parse::<Vote>() {
            Ok(vote) => {
                let vote = Vote { at: sitting.here().number(), ..vote };
                let noted =
                    sitting.annotate(context.data.as_deref(), |scenario| scenario.votes.push(vote));
                let counted = "counted; the review shows it".to_owned();
                context.say(noted.err().unwrap_or(counted));
            }
            Err(reason) => {
                context.say(reason);
                self.form = Some(Form::Class(field));
            }
        }
    }

    /// Shows everything from here on, which the record notes.
    pub(super) fn reveal(&mut self, context: &mut Context) {
        self.revealed = true;
        self.note(context, |attempt| attempt.revealed = true);
        self.refresh(context);
    }

    /// What is told once everything is shown.
    pub(super) fn revealed_words(&self) -> Vec<Paragraph> {
        let Some(sitting) = self.sitting.as_ref().filter(|_| self.revealed) else {
            return Vec::new();
        };
        let truth = sitting.game().now().truth();
        let truth = truth.map(|truth| format!("The claim is {truth}."));
        let told = truth.into_iter().chain(goal::revealed(sitting));
        told.map(|words| (words, Role::Notice)).collect()
    }

    pub(super) fn eye(&self) -> Eye {
        match self.people.is_empty() || self.revealed {
            true => Eye::All,
            false => Eye::Seat(self.seat),
        }
    }
}
