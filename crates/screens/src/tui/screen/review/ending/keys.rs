//! What the keys do in an ending.

use std::time::Duration;

use super::EndingView;
use super::card::{self, CardAction};
use crate::rules::Viewer;
use crate::tui::clock::Instant;
use crate::tui::prelude::*;
use crate::tui::screen::library;
use crate::tui::screen::panel::SidePanel;
use crate::tui::screen::review::ReviewScreen;
use crate::tui::screen::review::draw::set;
use crate::tui::screen::review::state::ReviewPanel;

impl ReviewScreen {
    /// The same, its ending played first.
    #[must_use]
    pub fn after_its_ending(mut self, context: &Context) -> Self {
        self.ending = EndingView::new(&self.sitting, context);
        self.turn_to(ReviewPanel::Ending, context);
        self
    }

    /// Is the ending on the screen?
    pub(in crate::tui::screen::review) fn ends(&self) -> bool {
        self.shown == ReviewPanel::Ending
    }

    /// Are the frames of the ending played?
    pub(in crate::tui::screen::review) fn plays_ending(&self) -> bool {
        self.ends() && !self.ending.frames.is_over()
    }

    /// Whose eyes the board of the ending is for: the person's until the ruling, then everything is
    /// shown.
    pub(in crate::tui::screen::review) fn ending_eye(&self) -> Viewer {
        match self.judged.people.first() {
            Some(&seat) if !self.ending.frames.is_over() => Viewer::Seat(seat),
            _ => Viewer::All,
        }
    }

    /// What stands beside the board of the ending: the goal, what it cost, this debate's numbers.
    pub(in crate::tui::screen::review) fn ending_panel(&self) -> SidePanel {
        let over = self.ending.frames.is_over();
        let outcome = self.judged.outcome.as_ref().filter(|_| over);
        let pays = outcome.is_some_and(|outcome| outcome.payoff.is_some());
        let goal = outcome.and_then(|_| self.judged.goal_words()).map(set);
        let doubt = outcome.and_then(|_| self.judged.doubt_words()).map(set);
        let prices = if pays { self.prices() } else { Vec::new() };
        let eye = self.ending_eye();
        let costs = card::paragraphs(&*self.position, &self.sitting, eye, outcome.is_some());
        let paragraphs = goal.into_iter().chain(doubt).chain(prices).chain(costs).collect();
        SidePanel(paragraphs)
    }

    pub(in crate::tui::screen::review) fn skip_ending(&mut self, context: &mut Context) {
        self.ending.frames.skip();
        self.ending.chosen = true;
        self.show(context);
        context.changed = true;
    }

    /// The next frame of the ending, if it is due; after the last the card.
    pub(in crate::tui::screen::review) fn poll_ending(&mut self, context: &mut Context) {
        if self.next_frame() != Some(Duration::ZERO) {
            return;
        }
        self.ending.frames.next();
        self.ending.since = Instant::now();
        self.show(context);
        let over = self.ending.frames.is_over();
        (self.ending.chosen, context.changed) = (!over, over);
    }

    /// How soon the next frame of the ending is due, while it plays.
    pub(in crate::tui::screen::review) fn next_frame(&self) -> Option<Duration> {
        let left = self.ending.frames.frame_duration().saturating_sub(self.ending.since.elapsed());
        self.plays_ending().then_some(left)
    }

    /// The ending of the line that the debate was left on; out of the debate if that line has no end.
    pub(in crate::tui::screen::review) fn back_to_ending(
        &mut self,
        context: &mut Context,
    ) -> Transition {
        context.changed = true;
        if self.judged.outcome.is_none() {
            return self.leave();
        }
        let at = self.ending.at;
        self.ending = EndingView { chosen: true, ..EndingView::new(&self.sitting, context) };
        self.ending.frames.skip();
        self.ending.at = at.min(self.ending.ways.len().saturating_sub(1));
        self.playing = None;
        self.turn_to(ReviewPanel::Ending, context);
        Transition::Stay
    }

    /// The review in place of its ending.
    fn open_review(&mut self, context: &mut Context) -> Transition {
        context.changed = true;
        self.turn_to(ReviewPanel::AfterEnding, context);
        Transition::Stay
    }

    /// The review with the lesson's question.
    fn open_question(&mut self, context: &mut Context) -> Transition {
        let step = self.open_review(context);
        self.begin_answer(context);
        step
    }

    /// Goes through the rows of the board that the card leaves no room for.
    fn travel_ending(&mut self, action: Action, context: &mut Context) {
        let area = self.ending_anatomy(context.size).board;
        let board = self.position.board(self.ending_eye());
        self.board.focus = self.board.active(&board);
        self.board.move_cursor(action, &board, area);
    }

    fn go(&mut self, context: &mut Context) -> Transition {
        let Some(way) = self.ending.ways.get(self.ending.at).cloned() else {
            return Transition::Stay;
        };
        match way {
            CardAction::Next(id, _) => {
                context.course.left = Some(self.sitting.id.clone());
                context.course.open = Some(id);
            }
            CardAction::Progress => context.course.shows_progress = true,
            CardAction::Question => return self.open_question(context),
            CardAction::Review => return self.open_review(context),
            // The debate that is over is left for it: its way back is the library.
            CardAction::Again => match library::replay_setup(&self.sitting, context) {
                Transition::Push(seats) => {
                    self.leave();
                    return Transition::Replace(seats);
                }
                other => return other,
            },
            CardAction::Lab => return self.try_many(context),
        }
        self.leave();
        Transition::Home
    }

    pub(in crate::tui::screen::review) fn ending_offers(&self, context: &Context) -> Vec<Offer> {
        use Action::*;
        if self.plays_ending() {
            return vec![
                Offer::typing("any key", "skips to the end"),
                Offer::new(&[Confirm, Cancel, Focus], "skip")
                    .hidden_from_footer()
                    .does(Self::skip_ending),
            ];
        }
        let mut offers = Vec::new();
        if self.ending.ways.len() > 1 {
            let choose = |Self { ending, .. }: &mut Self, action, _: &mut Context| {
                if std::mem::replace(&mut ending.chosen, true) {
                    ending.at = moved(ending.at, action, 1, ending.ways.len());
                }
            };
            offers.push(Offer::new(&[Left, Right], "choose").does(choose));
        }
        let choose = |review: &mut Self| review.ending.chosen = true;
        offers.push(match self.ending.chosen {
            true => Offer::new(&[Confirm], "go there").does(Self::go),
            false => Offer::new(&[Confirm], "choose").does(choose),
        });
        offers.push(Offer::new(&[View], "review").does(Self::open_review));
        if self.ending.ways.contains(&CardAction::Question) {
            offers.push(Offer::new(&[AnswerQuestion], "question").does(Self::open_question));
        }
        let area = self.ending_anatomy(context.size);
        let board = self.position.board(self.ending_eye());
        let parts = self.board.parts(&board, area.board);
        // Before the first of them there is no cursor to be seen.
        let leads = if self.board.focus.is_some() { [Up, Down] } else { [First, Last] };
        if self.board.moves(&leads, &board, &parts) {
            offers.push(Offer::new(&[Up, Down], "board").does(Self::travel_ending));
        }
        if self.ending_panel().overflows(area.side) {
            let page = |review: &mut Self, action, context: &mut Context| {
                let area = review.ending_anatomy(context.size).side;
                review.side_shift = review.ending_panel().paged(action, review.side_shift, area);
            };
            offers.push(Offer::new(&[PageUp, PageDown], "a page").hidden_from_footer().does(page));
        }
        offers.extend(Offer::help_and(Offer::new(&[Back], "back").does(Self::leave)));
        offers
    }
}
