//! Small questions of the program's own at the table: a file's name, a number of rounds or votes.

use super::TableScreen;
use crate::debate::Table;
use crate::rules::Move;
use crate::tui::canvas::Canvas;
use crate::tui::hand_out::HandOut;
use crate::tui::keys::Action;
use crate::tui::offer::Offer;
use crate::tui::prompt::{Field, Whole};
use crate::tui::screen::{Context, Edit};
use crate::tui::sitting::Sitting;
use crate::tui::text::wrap;
use crate::tui::theme::Role;

/// A question of the program's own, while it is answered in place of the prompt.
pub(super) enum Form {
    /// The file to save to.
    Save(Field),
    /// How many rounds to go on; nothing typed means one.
    GoOn(Field),
    /// How many votes to draw.
    Votes(Whole),
    /// Whether to look at the evaluation though the scenario hides the truth.
    Evaluation,
    /// The lesson's question before the first move.
    Answer(String, Field),
    /// Whether the claim is true, said once before the first move.
    Commit,
    /// What this move will have shown, said before it does.
    Predict(Move),
    /// How a class votes.
    Class(Field),
    /// A position to be handed out.
    HandOut(HandOut, Field),
    /// Whether to have everything shown.
    Reveal,
}

impl Form {
    /// What has to be said before the first move, if the lesson or the exercise asks for it.
    pub(super) fn first(sitting: &Sitting) -> Option<Self> {
        let (asked, attempt) = (sitting.scenario.lesson.before.as_ref(), sitting.attempt());
        let table: &dyn Table = sitting.game();
        let is_new = table.tree().line().len() <= attempt.handed_out
            || table.last_choice_of(&sitting.people()).is_none();
        if let Some(question) = asked
            && sitting.scenario.attempt.is_some()
            && !sitting.people().is_empty()
            && is_new
            && attempt.before.is_empty()
        {
            return Some(Self::Answer(question.ask.to_string(), Field::default()));
        }
        Self::commitment(sitting)
    }

    /// Whether the claim has to be called true or false before the first move.
    pub(super) fn commitment(sitting: &Sitting) -> Option<Self> {
        let asks = sitting.scenario.exercise.as_ref().is_some_and(|exercise| exercise.commit);
        let open = asks && !sitting.people().is_empty() && sitting.attempt().committed.is_none();
        open.then_some(Self::Commit)
    }

    /// What is asked.
    pub(super) fn question(&self) -> &'static str {
        match self {
            Self::Save(_) => "save: to which file?",
            Self::GoOn(_) => "go on for how many rounds?",
            Self::Votes(_) => "draw how many votes of your own?",
            Self::Evaluation => {
                "this scenario hides whether the claim is true; the evaluation tells"
            }
            Self::Answer(..) => "before you begin: a question",
            Self::Commit => "before you begin: is the claim true?",
            Self::Predict(_) => "before it is shown: will it be 1, or yes?",
            Self::Class(_) => "class vote: how many say that the claim is true? 18 of 25",
            Self::HandOut(given, _) => given.question(),
            Self::Reveal => "have everything shown, to the end of this debate?",
        }
    }

    /// What the keys do.
    pub(super) fn offers(&self) -> Vec<Offer> {
        let leave = |table: &mut TableScreen| table.form = None;
        let (typed, verb) = match self {
            Self::Commit | Self::Predict(_) => {
                let end = match self {
                    Self::Commit => Offer::new(&[Action::Back], "back").leaves(),
                    _ => Offer::new(&[Action::Cancel], "do not").does(leave),
                };
                let say = |action, words| Offer::new(&[action], words).does(TableScreen::say);
                return vec![say(Action::Yes, "yes"), say(Action::No, "no"), end];
            }
            Self::Answer(..) => {
                let decline = |table: &mut TableScreen| table.was_asked();
                return vec![
                    Offer::typing("type", "the answer"),
                    Offer::new(&[Action::Confirm], "answer").does(TableScreen::submit_form),
                    Offer::new(&[Action::Cancel], "no answer").does(decline),
                ];
            }
            Self::Class(_) => (Some(("type", "18 of 25")), "count it"),
            Self::HandOut(..) => (Some(("type", "text")), "go on"),
            Self::Reveal => (None, "show it"),
            Self::Save(_) => (Some(("type", "the file's name")), "save"),
            Self::GoOn(_) => (Some(("0-9", "rounds")), "go on"),
            Self::Votes(_) => (Some(("0-9", "votes")), "draw them"),
            Self::Evaluation => (None, "look"),
        };
        let typing = typed.map(|(characters, what)| Offer::typing(characters, what));
        let mut offers: Vec<Offer> = typing.into_iter().collect();
        offers.push(Offer::new(&[Action::Confirm], verb).does(TableScreen::submit_form));
        if matches!(self, Self::Votes(_)) {
            let step = |table: &mut TableScreen, action, _: &mut Context| {
                if let Some(Self::Votes(number)) = &mut table.form {
                    number.step(if action == Action::Up { 1 } else { -1 });
                }
            };
            let offer = Offer::new(&[Action::Up, Action::Down], "more or less").quietly();
            offers.push(offer.does(step));
        }
        offers.push(Offer::new(&[Action::Cancel], "do not").does(leave));
        offers
    }

    /// Is this change to its text wanted? In a file's name every letter is text.
    pub(super) fn takes(&self, edit: &Edit) -> bool {
        match (self, edit) {
            (Self::Save(_) | Self::Class(_) | Self::HandOut(..) | Self::Answer(..), _) => true,
            (Self::GoOn(_), Edit::Char(c)) => c.is_ascii_digit(),
            (Self::GoOn(field), Edit::Backspace | Edit::Clear) => !field.text().is_empty(),
            (Self::GoOn(_), _) => false,
            (Self::Votes(number), edit) => number.takes(edit),
            (Self::Evaluation | Self::Commit | Self::Predict(_) | Self::Reveal, _) => false,
        }
    }

    /// Takes a change to its text.
    pub(super) fn edit(&mut self, edit: Edit) {
        match self {
            Self::Save(field) => field.edit(edit, 400),
            Self::GoOn(field) => field.edit(edit, 9),
            Self::Votes(number) => number.edit(edit),
            Self::Class(field) => field.edit(edit, 40),
            Self::Answer(_, field) => field.edit(edit, 200),
            Self::HandOut(_, field) => field.edit(edit, 2000),
            Self::Evaluation | Self::Commit | Self::Predict(_) | Self::Reveal => {}
        }
    }

    /// Draws it on the rows of the prompt.
    pub(super) fn draw(&self, canvas: &mut Canvas<'_>) {
        let words = match self {
            Self::Save(field) => {
                let room = canvas.width().saturating_sub(6);
                field.draw(canvas, (3, 0), room, true);
                "The scenario, the seats, the seed and every move: it opens anywhere."
            }
            Self::GoOn(field) => {
                let x = canvas.say(3, 0, "rounds ", Role::Text);
                field.draw(canvas, (x, 0), 12, true);
                "None typed: one. A share of a coin is fair, a half the one that a run finds."
            }
            Self::Votes(number) => {
                let after = number.draw(canvas, (3, 0), "votes", true);
                canvas.say(after + 6, 0, &number.wrong().unwrap_or_default(), Role::Notice);
                "Each vote is one query to the oracle, and charged."
            }
            Self::Evaluation => "If you look, the record of this debate notes it.",
            Self::Answer(question, field) => {
                let room = canvas.width().saturating_sub(6);
                let last = canvas.height().saturating_sub(1);
                for (y, line) in wrap(question, room).iter().take(last).enumerate() {
                    canvas.say(3, y, line, Role::Text);
                }
                let x = canvas.say(3, last, "answer: ", Role::Dim);
                field.draw(canvas, (x, last), room.saturating_sub(x), true);
                return;
            }
            Self::Commit => "It is kept, and shown beside the truth when the debate is over.",
            Self::Predict(_) => "It is kept; the review counts what you foresaw.",
            Self::Class(field) => {
                field.draw(canvas, (3, 0), 40, true);
                "It is kept, and shown when all is told."
            }
            Self::HandOut(_, field) => {
                let room = canvas.width().saturating_sub(6);
                field.draw(canvas, (3, 0), room, true);
                "The moves that led here and no others; nobody's name."
            }
            Self::Reveal => "The record notes it.",
        };
        canvas.say(3, 2, words, Role::Dim);
    }
}
