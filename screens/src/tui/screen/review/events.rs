//! The review as a screen: keys, clicks, what it waits for.

use std::time::{Duration, Instant};

use ratatui::layout::{Position, Rect};

use super::Review;
use super::parts::Parts;
use super::state::Upper;
use super::typing::Typing;
use crate::tui::canvas::Canvas;
use crate::tui::keys::{Action, KeyScope};
use crate::tui::offer::Offer;
use crate::tui::screen::{Context, Edit, Screen, Step};
use crate::tui::sitting::Sitting;
use crate::tui::worker::{Job, Poll};

impl Screen for Review {
    fn scope(&self) -> KeyScope {
        KeyScope::Review
    }

    fn offers(&self, context: &Context) -> Vec<Offer> {
        use Action::*;
        if let Some(typing) = &self.typing {
            let [what, verb, not] = typing.asked.words().1;
            return vec![
                Offer::typing("type", what),
                Offer::new(&[Confirm], verb),
                Offer::new(&[Cancel], not),
            ];
        }
        if self.removing {
            return vec![
                Offer::new(&[Confirm], "remove it"),
                Offer::new(&[Cancel], "keep it"),
                Offer::new(&[Help], "help"),
                Offer::new(&[Back], "back"),
            ];
        }
        if let Some((leaves, _)) = &self.lines {
            let mut offers = Vec::new();
            if leaves.len() > 1 {
                offers.push(Offer::new(&[Up, Down], "line"));
            }
            offers.push(Offer::new(&[Confirm], "show it"));
            offers.push(Offer::new(&[NameLine], "name"));
            if leaves.len() > 1 {
                offers.push(Offer::new(&[Promote], "first"));
            }
            offers.push(Offer::new(&[FoldLine], "fold"));
            offers.push(Offer::new(&[RemoveLine], "remove"));
            if [PageUp, PageDown].iter().any(|&page| self.has_page(page, context)) {
                offers.push(Offer::new(&[PageUp, PageDown], "page").quietly());
            }
            offers.push(Offer::new(&[Cancel, Lines], "leave").quietly());
            offers.push(Offer::new(&[Help], "help"));
            offers.push(Offer::new(&[Back], "back"));
            return offers;
        }
        let mut offers = vec![Offer::new(&[Left, Right], "move")];
        if let Some(mine) = self.retried() {
            let here = mine == self.at || mine == self.at + 1;
            let what = if here { "retry here" } else { "retry your move" };
            offers.push(Offer::new(&[Confirm], what));
        }
        offers.push(Offer::new(&[Play], if self.playing.is_some() { "stop" } else { "play" }));
        if self.following_mine().is_some() {
            offers.push(Offer::new(&[NextMine], "my next move"));
        }
        let other = if self.upper == Upper::Curve { "board" } else { "curve" };
        offers.push(Offer::new(&[Focus], other));
        offers.push(Offer::new(&[Lines], "lines"));
        offers.push(Offer::new(&[Up, Down], "move").quietly());
        offers.push(Offer::new(&[PageUp, PageDown], "ten moves").quietly());
        offers.push(Offer::new(&[First, Last], "start and end").quietly());
        offers.push(Offer::new(&[Board], "board or curve").quietly());
        if context.is_owner() {
            offers.push(Offer::new(&[SaveReview], "save to a file").quietly());
            offers.push(Offer::new(&[ExportReview], "as HTML, Markdown or a picture").quietly());
        }
        offers.extend(self.replay_offers());
        // The lab and what is handed out write files.
        if context.is_owner() {
            if self.goes_to_the_lab() {
                offers.push(Offer::new(&[Lab], "try it 400 times").quietly());
            }
            offers.extend(self.note_offers());
        }
        offers.push(Offer::new(&[Cancel], "back").quietly());
        offers.push(Offer::new(&[Help], "help"));
        offers.push(Offer::new(&[Back], "back"));
        offers
    }

    fn act(&mut self, action: Action, context: &mut Context) -> Step {
        match (self.typing.take(), action) {
            (Some(Typing { asked, field }), _) => {
                self.typed(asked, field, action == Action::Confirm, context);
            }
            (None, _) => return self.step_through(action, context),
        }
        Step::Stay
    }

    fn takes(&self, _edit: &Edit) -> bool {
        self.typing.is_some()
    }

    fn edit(&mut self, edit: Edit, _context: &mut Context) {
        if let Some(typing) = &mut self.typing {
            typing.field.edit(edit, 400);
        }
    }

    fn click(&mut self, at: Position, context: &mut Context) -> Step {
        let parts = Parts::of(context.size, self.upper == Upper::Board, self.points.len());
        let table: Rect = parts.table;
        if table.contains(at) && self.lines.is_none() {
            let window = self.scroll.window(self.points.len(), table.height.into());
            let y = usize::from(at.y - table.y);
            if let Some(row) = y.checked_sub(usize::from(window.above > 0))
                && row < window.count
            {
                self.at = window.first + row;
                self.show(context);
            }
        }
        Step::Stay
    }

    fn poll(&mut self, context: &mut Context) -> Step {
        if let Some(Poll::Done(values)) = self.job.as_ref().map(Job::poll) {
            self.valued(values);
            if self.unfinished {
                self.finish(context);
            }
            self.look_for_better(context);
            self.look_for_cause(context);
        }
        if let Some(found) = self.bettering.as_ref().map(Job::poll) {
            self.bettered(found);
        }
        if let Some(found) = self.comparing.as_ref().map(Job::poll) {
            self.compared(found);
        }
        if let Some(found) = self.blaming.as_ref().map(Job::poll) {
            self.blamed(found);
        }
        self.poll_honest();
        if let Some(since) = self.playing
            && since.elapsed() >= self.beat()
        {
            if self.at + 1 < self.points.len() {
                self.playing = Some(Instant::now());
                self.step(1, context);
            } else {
                self.playing = None;
            }
        }
        Step::Stay
    }

    fn wants_poll_in(&self) -> Option<Duration> {
        let beat = self.playing.map(|since| self.beat().saturating_sub(since.elapsed()));
        let busy =
            self.job.is_some() || matches!(self.honest, Some(super::state::Honest::Playing(_)));
        let busy = busy || self.bettering.is_some() || self.comparing.is_some();
        let busy = busy || self.blaming.is_some();
        let job = busy.then_some(Duration::from_millis(200));
        beat.into_iter().chain(job).min()
    }

    fn is_playing(&self) -> bool {
        self.playing.is_some()
    }

    fn returned(&mut self, context: &mut Context) {
        self.show(context);
    }

    fn sitting(&self) -> Option<&Sitting> {
        self.sitting.as_ref()
    }

    fn draw(&self, canvas: &mut Canvas<'_>, context: &Context) {
        self.draw_all(canvas, context);
    }
}
