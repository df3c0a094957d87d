//! Small questions of the program's own at the table: a file's name, a number of rounds or votes.

use super::TableScreen;
use crate::debate::AnyDebate;
use crate::rules::Move;
use crate::tui::prelude::*;
use crate::tui::prompt::IntegerField;
use crate::tui::screen::text_entry::{TextEntry, TextPurpose};

/// A question of the program's own, while it is answered in place of the prompt.
pub(super) enum TableForm {
    /// Something to be typed.
    Typed(TextEntry),
    /// How many votes to draw.
    Votes(IntegerField),
    /// Whether to look at the evaluation though the scenario hides the truth.
    Evaluation,
    /// Whether to have everything shown.
    Reveal,
    /// Whether to leave a debate that no journal keeps.
    Unkept,
    /// Whether the claim is true, said once before the first move.
    Commit,
    /// What this move will have shown, said before it does.
    Predict(Move),
}

impl TableForm {
    /// Something to be typed, from this text on.
    pub(super) fn typing(asked: TextPurpose, text: impl Into<String>) -> Option<Self> {
        Some(Self::Typed(asked.with(TextLine::new(text))))
    }

    /// What has to be said before the first move, if the lesson or the exercise asks for it.
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

    /// Whether the claim has to be called true or false before the first move.
    pub(super) fn commitment(sitting: &DebateSession) -> Option<Self> {
        let asks = sitting.scenario.exercise.as_ref().is_some_and(|exercise| exercise.commit);
        let open = asks && !sitting.people().is_empty() && sitting.attempt().committed.is_none();
        open.then_some(Self::Commit)
    }

    /// Has it to be answered before the first move?
    pub(super) fn comes_first(&self) -> bool {
        matches!(self, Self::Commit | Self::Typed(TextEntry { asked: TextPurpose::Before(_), .. }))
    }

    /// What is asked, what a yes does, and what stands below.
    pub(super) fn words(&self) -> [String; 3] {
        let words = match self {
            Self::Typed(typing) => {
                return [typing.asked.question(), String::new(), String::new()];
            }
            Self::Votes(_) => [
                "draw how many votes of your own?",
                "draw them",
                "Each vote is one query to the oracle, and charged.",
            ],
            Self::Evaluation => [
                "the evaluation tells what is hidden from you: look at it?",
                "look",
                "If you look, the record of this debate notes it.",
            ],
            Self::Reveal => [
                "have everything shown, to the end of this debate?",
                "show it",
                "The record notes it.",
            ],
            Self::Unkept => [
                "no journal could be written: leave this debate, and lose it?",
                "lose it",
                "It can be saved to a file elsewhere; after each move the journal is tried again.",
            ],
            Self::Commit => [
                "before you begin: is the claim true?",
                "yes",
                "It is kept, and shown beside the truth when the debate is over.",
            ],
            Self::Predict(_) => [
                "before it is shown: will it be 1, or yes?",
                "yes",
                "It is kept; the review counts what you foresaw.",
            ],
        };
        words.map(str::to_owned)
    }

    /// What the keys do.
    pub(super) fn offers(&self) -> Vec<Offer> {
        let [_, verb, _] = self.words();
        let leave = |table: &mut TableScreen| table.ask(None);
        let leave = || Offer::new(&[Action::Cancel], "do not").does(leave);
        let confirm = Offer::new(&[Action::Confirm], verb).does(TableScreen::submit_form);
        let say = |action, words| Offer::new(&[action], words).does(TableScreen::say);
        match self {
            Self::Typed(typing) => typing.offers(TableScreen::submit_form),
            Self::Commit | Self::Predict(_) => {
                let end = match self {
                    Self::Commit => Offer::new(&[Action::Back], "back").leaves(),
                    _ => leave(),
                };
                let help = Offer::new(&[Action::Help], "help");
                vec![say(Action::Yes, "yes"), say(Action::No, "no"), help, end]
            }
            Self::Votes(_) => {
                let step = |table: &mut TableScreen, action, _: &mut Context| {
                    if let Some(Self::Votes(number)) = table.form_mut() {
                        number.step(if action == Action::Up { 1 } else { -1 });
                    }
                };
                let more =
                    Offer::new(&[Action::Up, Action::Down], "more or less").hidden_from_footer();
                vec![Offer::typing("0-9", "votes"), confirm, more.does(step), leave()]
            }
            Self::Unkept => {
                let save = Offer::new(&[Action::Save], "save it to a file");
                vec![confirm, save.does(TableScreen::ask_where_to_save), leave()]
            }
            Self::Evaluation | Self::Reveal => {
                vec![confirm, Offer::new(&[Action::Help], "help"), leave()]
            }
        }
    }

    /// Is this change to its text wanted?
    pub(super) fn accepts_edit(&self, edit: &Edit) -> bool {
        match self {
            Self::Typed(typing) => typing.accepts_edit(edit),
            Self::Votes(number) => number.accepts_edit(edit),
            _ => false,
        }
    }

    /// Takes a change to its text.
    ///
    /// # Errors
    /// If it is none that can be made.
    pub(super) fn edit(&mut self, edit: Edit) -> Result<(), String> {
        match self {
            Self::Typed(typing) => typing.edit(edit),
            Self::Votes(number) => return number.edit(edit),
            _ => {}
        }
        Ok(())
    }

    /// Draws it on the rows of the prompt.
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
