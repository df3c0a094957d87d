//! Small questions of the table itself, such as a file's name or a number of votes.

use super::TableScreen;
use crate::debate::AnyDebate;
use crate::rules::Move;
use crate::tui::prelude::*;
use crate::tui::prompt::IntegerField;
use crate::tui::screen::text_entry::{TextEntry, TextPurpose};

/// A question of the table itself. It replaces the prompt.
pub(super) enum TableForm {
    /// A text.
    Typed(TextEntry),
    /// The number of votes to draw.
    Votes(IntegerField),
    /// Asks for a confirmation before the evaluation is shown, because it depends on hidden facts.
    Evaluation,
    /// Asks for a confirmation before everything is shown.
    Reveal,
    /// Asks for a confirmation before the player leaves a debate without a journal.
    Unkept,
    /// Asks the player once, before the first move: is the claim true?
    Commit,
    /// Asks for a prediction of this move's result.
    Predict(Move),
}

impl TableForm {
    /// A text field that starts with this text.
    pub(super) fn typing(asked: TextPurpose, text: impl Into<String>) -> Option<Self> {
        Some(Self::Typed(asked.with(TextLine::new(text))))
    }

    /// The question before the first move. `None` if neither the lesson nor the exercise asks one.
    pub(super) fn first(sitting: &DebateSession) -> Option<Self> {
        let (asked, attempt) = (sitting.scenario.lesson.before.as_ref(), sitting.attempt());
        let table: &dyn AnyDebate = sitting.game();
        let is_new = table.tree().line().len() <= attempt.handed_out
            || table.last_choice_of(&sitting.people()).is_none();
        if let Some(question) = asked
            && sitting.scenario.attempt.is_some()
            && !sitting.people().is_empty()
            && is_new
            && attempt.before.is_empty()
        {
            return Self::typing(TextPurpose::Before(question.ask.to_string()), "");
        }
        Self::commitment(sitting)
    }

    /// The question "is the claim true?". `None` unless the exercise asks it before the first move.
    pub(super) fn commitment(sitting: &DebateSession) -> Option<Self> {
        let asks = sitting.scenario.exercise.as_ref().is_some_and(|exercise| exercise.commit);
        let open = asks && !sitting.people().is_empty() && sitting.attempt().committed.is_none();
        open.then_some(Self::Commit)
    }

    /// Returns `true` if the answer must come before the first move.
    pub(super) fn comes_first(&self) -> bool {
        matches!(self, Self::Commit | Self::Typed(TextEntry { asked: TextPurpose::Before(_), .. }))
    }

    /// The question, the label of the answer yes, and the note below.
    pub(super) fn words(&self) -> [String; 3] {
        let words = match self {
            Self::Typed(typing) => {
                return [typing.asked.question(), String::new(), String::new()];
            }
            Self::Votes(_) => [
                "how many votes do you want to draw?",
                "draw them",
                "Each vote costs you one query to the oracle.",
            ],
            Self::Evaluation => [
                "the evaluation shows what is hidden from you. Do you want to look?",
                "look",
                "If you look, the record of this debate notes it.",
            ],
            Self::Reveal => {
                ["show everything until the end of this debate?", "show it", "The record notes it."]
            }
            Self::Unkept => [
                "this debate has no journal. Do you want to leave and lose it?",
                "lose it",
                "You can save it to a file. Elenchus tries to write a journal after each move.",
            ],
            Self::Commit => [
                "before you begin: is the claim true?",
                "yes",
                "The review shows your answer beside the truth.",
            ],
            Self::Predict(_) => [
                "before you see the result: do you expect a 1 (or a yes)?",
                "yes",
                "The review counts your correct predictions.",
            ],
        };
        words.map(str::to_owned)
    }

    /// The commands of the form.
    pub(super) fn offers(&self) -> Vec<KeyCommand> {
        let [_, verb, _] = self.words();
        let leave = |table: &mut TableScreen| table.ask(None);
        let leave = || KeyCommand::new(&[Action::Cancel], "cancel").does(leave);
        let confirm = KeyCommand::new(&[Action::Confirm], verb).does(TableScreen::submit_form);
        let say = |action, words| KeyCommand::new(&[action], words).does(TableScreen::say);
        match self {
            Self::Typed(typing) => typing.offers(TableScreen::submit_form),
            Self::Commit | Self::Predict(_) => {
                let end = match self {
                    Self::Commit => KeyCommand::new(&[Action::Back], "back").leaves(),
                    _ => leave(),
                };
                let help = KeyCommand::new(&[Action::Help], "help");
                vec![say(Action::Yes, "yes"), say(Action::No, "no"), help, end]
            }
            Self::Votes(_) => {
                let step = |table: &mut TableScreen, action, _: &mut Context| {
                    if let Some(Self::Votes(number)) = table.form_mut() {
                        number.step(if action == Action::Up { 1 } else { -1 });
                    }
                };
                let more = KeyCommand::hidden(&[Action::Up, Action::Down], "more or less");
                vec![KeyCommand::typing("0-9", "votes"), confirm, more.does(step), leave()]
            }
            Self::Unkept => {
                let save = KeyCommand::new(&[Action::Save], "save it to a file");
                vec![confirm, save.does(TableScreen::ask_where_to_save), leave()]
            }
            Self::Evaluation | Self::Reveal => {
                vec![confirm, KeyCommand::new(&[Action::Help], "help"), leave()]
            }
        }
    }

    /// Returns `true` if this text field accepts the edit.
    pub(super) fn accepts_edit(&self, edit: &Edit) -> bool {
        match self {
            Self::Typed(typing) => typing.accepts_edit(edit),
            Self::Votes(number) => number.accepts_edit(edit),
            _ => false,
        }
    }

    /// Edits the text of the field.
    ///
    /// # Errors
    /// Returns an error if the field refuses the edit.
    pub(super) fn edit(&mut self, edit: Edit) -> Result<(), String> {
        match self {
            Self::Typed(typing) => typing.edit(edit),
            Self::Votes(number) => return number.edit(edit),
            _ => {}
        }
        Ok(())
    }

    /// Draws the form in the rows of the prompt.
    pub(super) fn draw(&self, canvas: &mut Canvas<'_>) {
        match self {
            Self::Typed(typing) => return typing.draw(canvas),
            Self::Votes(number) => {
                let after = number.draw(canvas, (3, 0), "votes", true);
                canvas.print(after + 6, 0, &number.wrong().unwrap_or_default(), Role::Notice);
            }
            _ => {}
        }
        canvas.print(3, 2, &self.words()[2], Role::Dim);
    }
}
