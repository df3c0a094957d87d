//! The notes of a record: comments, names of lines, votes of a class, names of players, and the
//! answer to the lesson's question.

use std::ops::ControlFlow;

use super::ReviewScreen;
use crate::debate::NodeId;
use crate::rules::{Actor, Turn};
use crate::scenario::{ClassVote, Note, SafeText, Scenario};
use crate::tui::hand_out::HandOutForm;
use crate::tui::prelude::*;
use crate::tui::screen::moves::mover;
use crate::tui::screen::panel::PanelParagraph;
use crate::tui::screen::text_entry::{TextEntry, TextPurpose};

/// The name and the marks of a line in the list, such as ` “the greedy one” (first)`.
pub(super) fn line_words(sitting: &DebateSession, leaf: NodeId) -> String {
    let Some(note) = sitting.scenario.note(leaf) else { return String::new() };
    let name = if note.name.is_empty() { String::new() } else { format!(" “{}”", &*note.name) };
    let mark = [(note.first, " (first)"), (note.folded, " (folded)")];
    mark.iter().filter(|(is_so, _)| *is_so).fold(name, |name, (_, mark)| name + mark)
}

impl ReviewScreen {
    /// The keys for notes on the moves.
    pub(super) fn note_offers(&self) -> Vec<KeyCommand> {
        use Action::{AnswerQuestion, Comment, HandOut, HonestLine, Vote};
        let honest = KeyCommand::hidden(&[HonestLine], "compare with honest play");
        let hand_out = KeyCommand::hidden(&[HandOut], "hand out this position");
        let mut offers = vec![
            KeyCommand::hidden(&[Comment], "comment").does(Self::begin_comment),
            KeyCommand::hidden(&[Vote], "class vote").does(Self::begin_vote),
            hand_out.does(Self::begin_hand_out),
        ];
        if !self.covers() {
            offers.push(honest.does(Self::turn_honest));
        }
        if self.sitting.scenario.lesson.question.is_some() {
            offers.push(KeyCommand::new(&[AnswerQuestion], "question").does(Self::begin_answer));
        }
        offers
    }

    fn begin_comment(&mut self) {
        let note = self.sitting.scenario.note(self.node());
        let old = note.map_or_else(String::new, |note| note.comment.to_string());
        self.typing = Some(TextPurpose::Comment.with(TextLine::new(old)));
    }

    fn begin_vote(&mut self, context: &mut Context) {
        if self.covers() {
            self.typing = Some(TextPurpose::Vote.with(TextLine::default()));
        } else {
            let key = context.keys.label(Action::Cover);
            context.notify(format!("the result is already visible. Press {key} to cover it first"));
        }
    }

    pub(super) fn begin_answer(&mut self, context: &mut Context) {
        if !self.sitting.attempt().answer.is_empty() {
            context.notify("you have answered this question already");
            return;
        }
        let question = self.sitting.scenario.lesson.question.as_ref();
        let question = question.map_or_else(String::new, |q| q.ask.to_string());
        self.typing = Some(TextPurpose::After(question).with(TextLine::default()));
    }

    fn begin_hand_out(&mut self) {
        let (given, field) = HandOutForm::new(&self.sitting, self.node());
        self.typing = Some(TextPurpose::HandOut(given).with(field));
    }

    /// Closes the text field. If `action` confirms, takes the text.
    pub(super) fn type_in(&mut self, action: Action, context: &mut Context) -> Transition {
        if let Some(typing) = self.typing.take() {
            self.typed(typing, action == Action::Confirm, context);
        }
        Transition::Stay
    }

    /// Handles the text that was typed. If the player left the field, there is no text.
    fn typed(&mut self, typing: TextEntry, confirmed: bool, context: &mut Context) {
        let at = self.node();
        let settled = match confirmed {
            true => typing.settle(&mut self.sitting, at, context),
            false => ControlFlow::Continue(typing),
        };
        let TextEntry { asked, field } = match settled {
            ControlFlow::Break(next) => return self.typing = next,
            ControlFlow::Continue(typing) => typing,
        };
        let text = SafeText::new(field.text().trim());
        match (asked, text) {
            (TextPurpose::Name, _) => self.name(if confirmed { field.text() } else { "" }, context),
            (TextPurpose::NameOf(seat), text) => {
                let name = text.ok().filter(|_| confirmed).unwrap_or_default();
                self.name_of(seat, name, context);
            }
            (_, _) if !confirmed => {}
            (TextPurpose::Export, _) => self.export(field, context),
            (asked, Err(reason)) => {
                context.notify(reason);
                self.typing = Some(asked.with(field));
            }
            (TextPurpose::Comment, Ok(text)) => self.note(at, context, |note| note.comment = text),
            (TextPurpose::LineName(leaf), Ok(text)) => {
                self.note(leaf, context, |note| note.name = text);
            }
            (TextPurpose::After(_), Ok(text)) => self.answer(text, context),
            (TextPurpose::NewName, Ok(name)) => self.keep_name(name, context),
            // Other purposes are handled above, or do not occur in a review.
            _ => {}
        }
    }

    fn annotate(&mut self, context: &mut Context, change: impl FnOnce(&mut Scenario)) {
        let sitting = &mut self.sitting;
        if let Err(reason) = sitting.annotate(context.data.as_deref(), change) {
            context.notify(reason);
        } else if !sitting.is_archived() && sitting.journal().is_none() && self.lines.is_none() {
            let key = context.keys.label(Action::Save);
            context.notify(format!("noted; {key} saves it to a file"));
        }
    }

    fn note(&mut self, at: NodeId, context: &mut Context, change: impl FnOnce(&mut Note)) {
        self.annotate(context, |scenario| {
            let at = at.number();
            let known = scenario.notes.iter().position(|note| note.at == at);
            let index = known.unwrap_or_else(|| {
                scenario.notes.push(Note { at, ..Note::default() });
                scenario.notes.len() - 1
            });
            change(&mut scenario.notes[index]);
            scenario.notes.retain(|note| *note != Note { at: note.at, ..Note::default() });
        });
    }

    /// Changes the note of the selected line, and lists the lines again.
    pub(super) fn note_line(&mut self, context: &mut Context, change: impl FnOnce(&mut Note)) {
        let Some((leaves, at)) = &self.lines else { return };
        let leaf = leaves[*at];
        self.note(leaf, context, change);
        let leaves = self.sitting.lines();
        let at = leaves.iter().position(|&other| other == leaf).unwrap_or(0);
        self.lines = Some((leaves, at)).filter(|(leaves, _)| !leaves.is_empty());
    }

    pub(super) fn begin_line_name(&mut self) {
        let Some((leaves, at)) = &self.lines else { return };
        let leaf = leaves[*at];
        let old = self.sitting.scenario.note(leaf).map(|note| note.name.to_string());
        self.typing =
            Some(TextPurpose::LineName(leaf).with(TextLine::new(old.unwrap_or_default())));
    }

    /// Returns `true` if the selected line may be removed. Another line must remain. If the selected line has ended,
    /// the remaining line must have ended too.
    pub(super) fn may_remove_line(&self) -> bool {
        let Some((leaves, at)) = &self.lines else { return false };
        let ended = |leaf| matches!(self.sitting.game().position_at(leaf).turn(), Turn::Over(_));
        let mut others = leaves.iter().filter(|leaf| **leaf != leaves[*at]);
        match ended(leaves[*at]) {
            true => others.any(|leaf| ended(*leaf)),
            false => others.next().is_some(),
        }
    }

    pub(super) fn remove_line(&mut self, context: &mut Context) {
        self.removing = false;
        let shown = self.sitting.here();
        self.note_line(context, |note| note.removed = true);
        // The review showed the removed line, so another line opens.
        if self.lines.as_ref().is_some_and(|(leaves, _)| !leaves.contains(&shown)) {
            self.open_line(context);
            self.list_lines();
        }
    }

    /// If several players shared a screen, asks for the name of the next one.
    pub(super) fn ask_names(&mut self, after: Option<Seat>) {
        let next = self.judged.people.iter().copied().find(|seat| Some(*seat) > after);
        self.typing = next.map(|seat| TextPurpose::NameOf(seat).with(TextLine::default()));
    }

    fn name_of(&mut self, seat: Seat, name: SafeText, context: &mut Context) {
        self.annotate(context, |scenario| {
            let attempt = scenario.attempt.get_or_insert_default();
            attempt.names.resize(Seat::ALL.len(), SafeText::default());
            attempt.names[seat.index()] = name;
            if attempt.names.iter().all(SafeText::is_empty) {
                attempt.names.clear();
            }
        });
        self.ask_names(Some(seat));
    }

    fn answer(&mut self, said: SafeText, context: &mut Context) {
        let Some(question) = self.sitting.scenario.lesson.question.clone() else { return };
        let right = question.is_right(&said);
        self.annotate(context, |scenario| {
            scenario.attempt.get_or_insert_default().answer = said;
        });
        let verdict = if right { "right" } else { "not right" };
        context.notify(format!("{verdict}. {}", &*question.why));
    }

    /// The player who made a move: "you", or a name if several people played.
    pub(super) fn who(&self, actor: Actor) -> String {
        match actor {
            Actor::Seat(seat) if self.judged.people.len() > 1 => {
                let attempt = self.sitting.attempt();
                let name = attempt.name_of(seat).unwrap_or(seat.name());
                name.trim_start_matches("the ").to_owned()
            }
            _ => mover(actor, &self.judged.people).to_owned(),
        }
    }

    /// The names of the players. Empty if only one person played.
    pub(super) fn several(&self) -> String {
        let names = self.judged.people.iter().map(|&seat| self.who(Actor::Seat(seat)));
        names.collect::<Vec<_>>().join(", ")
    }

    /// The comment on the move that is shown, the votes of the class, and the player's predictions and answers.
    pub(super) fn noted(&self) -> Vec<PanelParagraph> {
        let scenario = &self.sitting.scenario;
        let mut out = Vec::new();
        if let Some(note) = scenario.note(self.node()).filter(|note| !note.comment.is_empty()) {
            out.push((format!("“{}”", &*note.comment), Role::Notice));
        }
        for vote in &scenario.votes {
            let ClassVote { at, yes, of } = vote;
            let words =
                format!("{yes} of {of} in class said that the claim is true, after move {at}.");
            out.push((words, Role::Notice));
        }
        let attempt = self.sitting.attempt();
        if let Some(said) = attempt.committed {
            let truth = self.sitting.game().position().truth_at_hand();
            let right = truth.map_or("", |truth| match truth == said {
                true => " That is right.",
                false => " That is wrong.",
            });
            let claim = if said { "true" } else { "false" };
            out.push((
                format!("Before the first move, you said that the claim is {claim}.{right}"),
                Role::Text,
            ));
        }
        let (right, of) = crate::review::predicted(self.sitting.game(), &attempt);
        if of > 0 {
            out.push((format!("You predicted {right} of {of} results correctly."), Role::Text));
        }
        if attempt.revealed {
            out.push(("Everything was revealed before the end.".into(), Role::Text));
        }
        let asked = [
            (&scenario.lesson.before, &attempt.before),
            (&scenario.lesson.question, &attempt.answer),
        ];
        for (question, said) in asked {
            let Some(question) = question.as_ref().filter(|_| !said.is_empty()) else { continue };
            let verdict = if question.is_right(said) { "right" } else { "not right" };
            let words =
                format!("{}\n“{}” is {verdict}. {}", &*question.ask, &**said, &*question.why);
            out.push((words, Role::Text));
        }
        out
    }
}
