//! Lines of play: a new one from the move shown, or another one opened.

use super::Review;
use crate::rules::Actor;
use crate::scenario::Forbidden;
use crate::tui::screen::table::TableScreen;
use crate::tui::screen::{Context, Step, library};

impl Review {
    /// May many debates of this scenario be played?
    pub(super) fn goes_to_the_lab(&self) -> bool {
        self.sitting.as_ref().is_some_and(|sitting| !sitting.scenario.forbids(Forbidden::Lab))
    }

    /// The lab, set to this debate.
    pub(super) fn try_many(&self, context: &mut Context) -> Step {
        self.sitting.as_ref().map_or(Step::Stay, |sitting| library::lab_of(sitting, context))
    }

    /// Starts a new line at the move shown: before it if it is a person's, after it otherwise.
    pub(super) fn retry(&mut self, context: &mut Context) -> Step {
        let Some(sitting) = &mut self.sitting else { return Step::Stay };
        let shown = &self.points[self.at];
        let mine = match shown.played.as_ref().map(|p| p.actor) {
            Some(Actor::Seat(seat)) => self.people.contains(&seat),
            _ => false,
        };
        let from = if mine && self.at > 0 { self.points[self.at - 1].node } else { shown.node };
        if self.people.is_empty() {
            context.say("programs sit in all seats; take one in the library's seats to play");
            return Step::Stay;
        }
        let ended = self.at + 1 == self.points.len() && self.outcome.is_some() && !mine;
        if ended {
            context.say("the debate is over here: go back to a move to start a new line");
            return Step::Stay;
        }
        if !sitting.keeps_journal()
            && let Some(Err(e)) = context.journals().map(|folder| sitting.keep_journal(&folder))
        {
            context.say(format!("no journal, a crash would lose this debate: {e}"));
        }
        let over = sitting.outcome().is_some();
        let gone = sitting.may_go_back_to(from).and_then(|()| sitting.go_to(from));
        let noted = gone.and_then(|()| match over {
            true => sitting.note(|attempt| attempt.retries += 1),
            false => Ok(()),
        });
        match noted {
            Ok(()) => match self.sitting.take() {
                Some(sitting) => Step::Replace(Box::new(TableScreen::new(sitting, self.options))),
                None => Step::Stay,
            },
            Err(reason) => {
                context.say(reason);
                Step::Stay
            }
        }
    }

    pub(super) fn open_line(&mut self, context: &mut Context) {
        let (Some((leaves, at)), Some(sitting)) = (self.lines.take(), &mut self.sitting) else {
            return;
        };
        match sitting.go_to(leaves[at]) {
            Ok(()) => {
                self.at = usize::MAX;
                self.take_in(context);
            }
            Err(reason) => context.say(reason),
        }
    }
}
