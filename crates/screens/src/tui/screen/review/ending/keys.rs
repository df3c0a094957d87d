//! The keys of an ending.

use std::time::Duration;

use super::EndingView;
use super::card::CardAction;
use crate::rules::Viewer;
use crate::tui::clock::Instant;
use crate::tui::prelude::*;
use crate::tui::screen::library;
use crate::tui::screen::review::ReviewScreen;
use crate::tui::screen::review::state::ReviewPanel;

impl ReviewScreen {
    /// The same review, with its ending played first. `rows` are those of the hint and of the answer at the
    /// table's last question, so that nothing moves.
    #[must_use]
    pub fn after_its_ending(mut self, rows: [u16; 2], context: &Context) -> Self {
        self.ending = EndingView::new(&self.sitting, &self.judged, context);
        self.ending.rows = rows;
        self.turn_to(ReviewPanel::Ending, context);
        self
    }

    /// The same review, which at once shows the last frame of its ending.
    #[must_use]
    pub fn without_motion(mut self, context: &Context) -> Self {
        self.ending.frames.skip();
        self.show(context);
        self
    }

    /// Returns `true` if the ending is on the screen.
    pub(in crate::tui::screen::review) fn ends(&self) -> bool {
        self.shown == ReviewPanel::Ending
    }

    /// Returns `true` while the frames of the ending play.
    pub(in crate::tui::screen::review) fn plays_ending(&self) -> bool {
        self.ends() && !self.ending.frames.is_over()
    }

    /// The viewer of the ending's board: the player until the ruling, then a viewer who sees
    /// everything.
    pub(in crate::tui::screen::review) fn ending_eye(&self) -> Viewer {
        match self.judged.people.first() {
            Some(&seat) if !self.ending.frames.is_over() => Viewer::Seat(seat),
            _ => Viewer::All,
        }
    }

    pub(in crate::tui::screen::review) fn skip_ending(&mut self, context: &mut Context) {
        self.ending.frames.skip();
        self.show(context);
        context.changed = true;
    }

    /// Shows the next frame of the ending if that is due. After the last frame, shows the cards.
    pub(in crate::tui::screen::review) fn poll_ending(&mut self, context: &mut Context) {
        if self.next_frame() != Some(Duration::ZERO) {
            return;
        }
        self.ending.frames.next();
        self.ending.since = Instant::now();
        self.show(context);
        context.changed = self.ending.frames.is_over();
    }

    /// The time until the next frame of the ending. `None` if the ending does not play.
    pub(in crate::tui::screen::review) fn next_frame(&self) -> Option<Duration> {
        let left = self.ending.frames.frame_duration().saturating_sub(self.ending.since.elapsed());
        self.plays_ending().then_some(left)
    }

    /// Shows the ending of the current line. If the line has no end, leaves the debate.
    pub(in crate::tui::screen::review) fn back_to_ending(
        &mut self,
        context: &mut Context,
    ) -> Transition {
        context.changed = true;
        if self.judged.outcome.is_none() {
            return self.leave();
        }
        let at = self.ending.at;
        self.ending = EndingView::new(&self.sitting, &self.judged, context);
        self.ending.frames.skip();
        self.ending.at = at.min(self.ending.ways.len().saturating_sub(1));
        self.playing = None;
        self.turn_to(ReviewPanel::Ending, context);
        Transition::Stay
    }

    /// The move from which the player tries again: the losing move, or else the last choice that could have won, or
    /// else the player's last move.
    fn turning_point(&self) -> usize {
        let lost = self.crossroads.iter().find(|place| place.is_lost()).map(|place| place.at);
        let last = self.judged.moves.iter().rposition(|own| own.is_mine);
        self.judged.losing.or(lost).or(last).unwrap_or(self.at)
    }

    /// Opens the review in place of its ending.
    fn open_review(&mut self, context: &mut Context) -> Transition {
        context.changed = true;
        self.turn_to(ReviewPanel::AfterEnding, context);
        Transition::Stay
    }

    /// Opens the review with the lesson's question.
    fn open_question(&mut self, context: &mut Context) -> Transition {
        let step = self.open_review(context);
        self.begin_answer(context);
        step
    }

    fn go(&mut self, context: &mut Context) -> Transition {
        let Some(way) = self.ending.ways.get(self.ending.at).cloned() else {
            return Transition::Stay;
        };
        match way {
            CardAction::Next(id, _) => context.course.open = Some(id),
            CardAction::Retry => {
                self.at = self.turning_point();
                return self.retry(context);
            }
            CardAction::Progress => context.course.shows_progress = true,
            CardAction::Question => return self.open_question(context),
            CardAction::Review => return self.open_review(context),
            // The new debate replaces the finished one, so the key Back leads to the library.
            CardAction::Again => match library::replay_setup(&self.sitting, context) {
                Transition::Push(table) => {
                    self.leave();
                    return Transition::Replace(table);
                }
                other => return other,
            },
            CardAction::Lab => return self.try_many(context),
        }
        self.leave();
        Transition::Home
    }

    pub(in crate::tui::screen::review) fn ending_offers(
        &self,
        context: &Context,
    ) -> Vec<KeyCommand> {
        use Action::*;
        if self.plays_ending() {
            return vec![
                KeyCommand::typing("any key", "skips to the end"),
                KeyCommand::hidden(&[Confirm, Cancel, Focus], "skip").does(Self::skip_ending),
            ];
        }
        let mut offers = Vec::new();
        if self.ending.ways.len() > 1 {
            let choose = |Self { ending, .. }: &mut Self, action, _: &mut Context| {
                ending.at = moved(ending.at, action, 1, ending.ways.len());
            };
            offers.push(KeyCommand::new(&[Left, Right], "choose").does(choose));
        }
        offers.push(KeyCommand::new(&[Confirm], "go").does(Self::go));
        offers.push(KeyCommand::new(&[View], "review").does(Self::open_review));
        if self.ending.ways.contains(&CardAction::Question) {
            offers.push(KeyCommand::new(&[AnswerQuestion], "question").does(Self::open_question));
        }
        let cards = self.ending_parts(context.size).cards;
        if self.column(cards.width).last_top(cards.height) > 0 {
            let read = |review: &mut Self, action, context: &mut Context| {
                let cards = review.ending_parts(context.size).cards;
                let most = review.column(cards.width).last_top(cards.height);
                let page = usize::from(cards.height).saturating_sub(3);
                review.side_shift = moved(review.side_shift.min(most), action, page, most + 1);
            };
            offers.push(KeyCommand::new(&[PageUp, PageDown], "read on").does(read));
            offers.push(KeyCommand::hidden(&[Up, Down], "a row").does(read));
        }
        offers.extend(KeyCommand::help_and(KeyCommand::new(&[Back], "back").does(Self::leave)));
        offers
    }
}
