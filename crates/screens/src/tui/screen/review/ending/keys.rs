//! What the keys do in an ending.

use std::time::Duration;

use super::Ending;
use super::card::{self, Way};
use crate::rules::Eye;
use crate::tui::clock::Instant;
use crate::tui::prelude::*;
use crate::tui::screen::library;
use crate::tui::screen::review::Review;
use crate::tui::screen::review::draw::set;
use crate::tui::screen::review::state::ReviewPart;
use crate::tui::screen::side::Panel;

impl Review {
    /// The same, its ending played first.
    #[must_use]
    pub fn after_its_ending(mut self, context: &Context) -> Self {
        self.ending = Ending::of(&self.sitting, context);
        self.turn_to(ReviewPart::Ending, context);
        self
    }

    /// Is the ending on the screen?
    pub(in crate::tui::screen::review) fn ends(&self) -> bool {
        self.shown == ReviewPart::Ending
    }

    /// Are the frames of the ending played?
    pub(in crate::tui::screen::review) fn plays_ending(&self) -> bool {
        self.ends() && !self.ending.frames.is_over()
    }

    /// Whose eyes the board of the ending is for: the person's until the ruling, then everything is
    /// shown.
    pub(in crate::tui::screen::review) fn ending_eye(&self) -> Eye {
        match self.judged.people.first() {
            Some(&seat) if !self.ending.frames.is_over() => Eye::Seat(seat),
            _ => Eye::All,
        }
    }

    /// What stands beside the board of the ending: the goal, what it cost, this debate's numbers.
    pub(in crate::tui::screen::review) fn ending_panel(&self) -> Panel {
        let over = self.ending.frames.is_over();
        let outcome = self.judged.outcome.as_ref().filter(|_| over);
        let pays = outcome.is_some_and(|outcome| outcome.payoff.is_some());
        let goal = outcome.and_then(|_| self.judged.goal_words()).map(set);
        let doubt = outcome.and_then(|_| self.judged.doubt_words()).map(set);
        let prices = if pays { self.prices() } else { Vec::new() };
        let eye = self.ending_eye();
        let costs = card::paragraphs(&*self.position, &self.sitting, eye, outcome.is_some());
        let paragraphs = goal.into_iter().chain(doubt).chain(prices).chain(costs).collect();
        Panel(paragraphs)
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
        let left = self.ending.frames.beat().saturating_sub(self.ending.since.elapsed());
        self.plays_ending().then_some(left)
    }

    /// The ending of the line that the debate was left on; out of the debate if that line has no end.
    pub(in crate::tui::screen::review) fn back_to_ending(&mut self, context: &mut Context) -> Step {
        context.changed = true;
        if self.judged.outcome.is_none() {
            return self.leave();
        }
        let at = self.ending.at;
        self.ending = Ending { chosen: true, ..Ending::of(&self.sitting, context) };
        self.ending.frames.skip();
        self.ending.at = at.min(self.ending.ways.len().saturating_sub(1));
        self.playing = None;
        self.turn_to(ReviewPart::Ending, context);
        Step::Stay
    }

    /// The review in place of its ending.
    fn open_review(&mut self, context: &mut Context) -> Step {
        context.changed = true;
        self.turn_to(ReviewPart::AfterEnding, context);
        Step::Stay
    }

    /// The review with the lesson's question.
    fn open_question(&mut self, context: &mut Context) -> Step {
        let step = self.open_review(context);
        self.begin_answer(context);
        step
    }

    /// Goes through the rows of the board that the card leaves no room for.
    fn travel_ending(&mut self, action: Action, context: &mut Context) {
        let area = self.ending_anatomy(context.size).board;
        let board = self.position.board(self.ending_eye());
        self.board.focus = self.board.active(&board);
        self.board.travel(action, &board, area);
    }

    fn go(&mut self, context: &mut Context) -> Step {
        let Some(way) = self.ending.ways.get(self.ending.at).cloned() else { return Step::Stay };
        match way {
            Way::Next(id, _) => {
                context.course.left = Some(self.sitting.id.clone());
                context.course.open = Some(id);
            }
            Way::Progress => context.course.shows_progress = true,
            Way::Question => return self.open_question(context),
            Way::Review => return self.open_review(context),
            // The debate that is over is left for it: its way back is the library.
            Way::Again => match library::again(&self.sitting, context) {
                Step::Push(seats) => {
                    self.leave();
                    return Step::Replace(seats);
                }
                other => return other,
            },
            Way::Lab => return self.try_many(context),
        }
        self.leave();
        Step::Home
    }

    pub(in crate::tui::screen::review) fn ending_offers(&self, context: &Context) -> Vec<Offer> {
        use Action::*;
        if self.plays_ending() {
            return vec![
                Offer::typing("any key", "skips to the end"),
                Offer::new(&[Confirm, Cancel, Focus], "skip").quietly().does(Self::skip_ending),
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
        if self.ending.ways.contains(&Way::Question) {
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
            offers.push(Offer::new(&[PageUp, PageDown], "a page").quietly().does(page));
        }
        offers.extend(Offer::help_and(Offer::new(&[Back], "back").does(Self::leave)));
        offers
    }
}
