//! The ending as a screen: keys, and what it waits for.

use std::time::Duration;

use ratatui::layout::Position;

use super::card::Way;
use super::{Ending, draw};
use crate::tui::canvas::Canvas;
use crate::tui::keys::{Action, KeyScope, Scope as _};
use crate::tui::offer::Offer;
use crate::tui::screen::{Context, Edit, Playground, Screen, Step, library};
use crate::tui::scroll::moved;
use crate::tui::sitting::Sitting;

impl Ending {
    fn skip(&mut self, context: &mut Context) {
        self.frames.skip();
        self.chosen = true;
        self.show(context);
        context.changed = true;
    }

    /// Shows the review in this place: its way back leads here.
    fn open_review(&mut self, context: &mut Context) -> Step {
        self.reviewing = self.review.is_some();
        context.changed = true;
        self.returned(context);
        Step::Stay
    }

    /// Shows the review with the lesson's question.
    fn open_question(&mut self, context: &mut Context) -> Step {
        let step = self.open_review(context);
        if let Some(review) = self.reviewed_mut() {
            review.begin_answer(context);
        }
        step
    }

    /// What the review did; left, it gives the ending its place again.
    fn after_review(&mut self, step: Step, context: &mut Context) -> Step {
        if !matches!(step, Step::Pop) {
            return step;
        }
        self.reviewing = false;
        self.chosen = true;
        context.changed = true;
        if !self.take_in(context) {
            return self.leave();
        }
        Step::Stay
    }

    /// Goes through the rows of the board that the card leaves no room for.
    fn travel(&mut self, action: Action, context: &mut Context) {
        let area = draw::anatomy(self, context.size).board;
        let board = self.position.board(self.eye());
        self.board.focus = self.board.active(&board);
        self.board.travel(action, &board, area);
    }

    fn leave(&mut self) -> Step {
        self.review.as_mut().map_or(Step::Pop, |review| review.leave())
    }

    fn go(&mut self, context: &mut Context) -> Step {
        let Some(way) = self.ways.get(self.at).cloned() else { return Step::Stay };
        let Some(review) = &self.review else { return Step::Stay };
        match way {
            Way::Next(id, _) => {
                let Some(review) = &mut self.review else { return Step::Stay };
                context.course.left = review.sitting().map(|sitting| sitting.id.clone());
                context.course.open = Some(id);
                review.leave();
                Step::Home
            }
            Way::Whole => {
                let Some(review) = &mut self.review else { return Step::Stay };
                context.course.whole = true;
                review.leave();
                Step::Home
            }
            Way::Question => self.open_question(context),
            Way::Review => self.open_review(context),
            // The debate that is over is left for it: its way back is the library.
            Way::Again => match review.sitting().map(|s| library::again(s, context)) {
                Some(Step::Push(seats)) => {
                    self.leave();
                    Step::Replace(seats)
                }
                other => other.unwrap_or(Step::Stay),
            },
            Way::Lab => review.sitting().map_or(Step::Stay, |s| library::lab_of(s, context)),
        }
    }
}

impl Ending {
    fn offers(&self, context: &Context) -> Vec<Offer> {
        use Action::*;
        if !self.frames.is_over() {
            return vec![
                Offer::typing("any key", "skips to the end"),
                Offer::new(&[Confirm, Cancel, Focus], "skip").quietly().does(Self::skip),
            ];
        }
        let mut offers = Vec::new();
        if self.ways.len() > 1 {
            let choose = |ending: &mut Self, action, _: &mut Context| {
                if std::mem::replace(&mut ending.chosen, true) {
                    ending.at = moved(ending.at, action, 1, ending.ways.len());
                }
            };
            offers.push(Offer::new(&[Left, Right], "choose").does(choose));
        }
        offers.push(match self.chosen {
            true => Offer::new(&[Confirm], "go there").does(Self::go),
            false => {
                Offer::new(&[Confirm], "choose").does(|ending: &mut Self| ending.chosen = true)
            }
        });
        offers.push(Offer::new(&[View], "review").does(Self::open_review));
        if self.ways.contains(&Way::Question) {
            offers.push(Offer::new(&[AnswerQuestion], "question").does(Self::open_question));
        }
        let area = draw::anatomy(self, context.size);
        let board = self.position.board(self.eye());
        let parts = self.board.parts(&board, area.board);
        // Before the first of them there is no cursor to be seen.
        let leads = if self.board.focus.is_some() { [Up, Down] } else { [First, Last] };
        if self.board.moves(&leads, &board, &parts) {
            offers.push(Offer::new(&[Up, Down], "board").does(Self::travel));
        }
        if self.panel().overflows(area.side) {
            let page = |ending: &mut Self, action, context: &mut Context| {
                let area = draw::anatomy(ending, context.size).side;
                ending.side_shift = ending.panel().paged(action, ending.side_shift, area);
            };
            offers.push(Offer::new(&[PageUp, PageDown], "a page").quietly().does(page));
        }
        offers.push(Offer::new(&[Help], "help"));
        offers.push(Offer::new(&[Back], "back").does(Self::leave));
        offers
    }
}

impl Screen<Playground> for Ending {
    fn scope(&self) -> KeyScope {
        KeyScope::Review
    }

    fn name(&self) -> &'static str {
        if self.reviewing { self.scope().title() } else { "the ending" }
    }

    fn idle(&self, action: Action) -> Option<String> {
        use Action::*;
        if let Some(review) = self.reviewed() {
            return review.idle(action);
        }
        let played = [Sample, Fill, Ask, Concede, Yes, No, GoOn, Hint, Undo].contains(&action);
        played
            .then(|| "the debate is over: its review shows every move, and plays on from it".into())
    }

    fn any_key(&mut self, context: &mut Context) -> bool {
        let plays = !self.frames.is_over();
        if plays {
            self.skip(context);
        }
        plays
    }

    /// While it plays, any key skips it.
    fn takes(&self, edit: &Edit) -> bool {
        self.reviewed().map_or(!self.frames.is_over(), |review| review.takes(edit))
    }

    fn edit(&mut self, edit: Edit, context: &mut Context) {
        match self.reviewed_mut() {
            Some(review) => review.edit(edit, context),
            None => self.skip(context),
        }
    }

    fn click(&mut self, at: Position, context: &mut Context) -> Step {
        self.reviewed_mut().map_or(Step::Stay, |review| review.click(at, context))
    }

    fn poll(&mut self, context: &mut Context) -> Step {
        if let Some(review) = &mut self.review {
            // It takes in what was evaluated meanwhile.
            let _ = review.poll(context);
        }
        if !self.frames.is_over() && self.since.elapsed() >= self.frames.beat() {
            self.frames.next();
            self.show(context);
            self.chosen = !self.frames.is_over();
            context.changed = self.frames.is_over();
        }
        Step::Stay
    }

    fn clock(&self) -> Option<Duration> {
        let stays = (!self.frames.is_over()).then(|| self.frames.beat());
        let frame = stays.map(|stays| stays.saturating_sub(self.since.elapsed()));
        let review = self.review.as_ref().and_then(|review| review.clock());
        frame.into_iter().chain(review).min()
    }

    fn is_working(&self) -> bool {
        self.review.as_ref().is_some_and(|review| review.is_working())
    }

    fn is_playing(&self) -> bool {
        self.reviewed().map_or(!self.frames.is_over(), |review| review.is_playing())
    }

    fn returned(&mut self, context: &mut Context) -> Step {
        if let Some(review) = self.reviewed_mut() {
            return review.returned(context);
        }
        self.show(context);
        Step::Stay
    }

    fn subject(&self) -> Option<&Sitting> {
        // Its own, whether the review is shown or not.
        self.sitting()
    }

    fn view(&self, canvas: &mut Canvas<'_>, context: &Context) -> Vec<Offer> {
        if let Some(review) = self.reviewed() {
            let offers = review.view(canvas, context).into_iter();
            return offers
                .map(|offer| offer.through(Self::reviewed_mut, Self::after_review))
                .collect();
        }
        draw::draw(self, canvas);
        self.offers(context)
    }
}
