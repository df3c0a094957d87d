//! The keys of the library, and what each does.

use ratatui::layout::Position;

use super::list::listed;
use super::{GivingUp, Library, Line, Typing};
use crate::tui::canvas::Canvas;
use crate::tui::keys::{Action, KeyScope};
use crate::tui::offer::Offer;
use crate::tui::prompt::Field;
use crate::tui::screen::{Attempts, Context, Edit, Screen, Step};
use crate::tui::worker::{Job, Poll};

impl Screen for Library {
    fn scope(&self) -> KeyScope {
        KeyScope::Library
    }

    fn offers(&self, context: &Context) -> Vec<Offer> {
        use Action::*;
        if self.typing.is_some() {
            let what = match self.typing {
                Some(Typing::Filter) => "a word",
                _ => "a file's name",
            };
            return vec![
                Offer::typing("type", what),
                Offer::new(&[Confirm], "done"),
                Offer::new(&[Cancel], "leave"),
            ];
        }
        if self.giving_up.is_some() {
            return vec![
                Offer::new(&[Confirm], "give it up"),
                Offer::new(&[Cancel, Back], "keep it"),
            ];
        }
        let mut offers = Vec::new();
        if self.entry().is_some() {
            offers.extend([Offer::new(&[Up, Down], "choose"), Offer::new(&[Confirm], "seats")]);
        }
        if !self.unfinished.is_empty() {
            offers.push(Offer::new(&[Resume], "go on"));
            offers.push(Offer::new(&[Discard], "give up the debate left open").quietly());
        }
        if self.unfinished.len() > 1 {
            offers.push(Offer::new(&[Left, Right], "another debate left open").quietly());
        }
        offers.push(Offer::new(&[Attempts], "played"));
        if context.is_owner() {
            offers.push(Offer::new(&[Open], "open file"));
        }
        if context.is_owner() && self.entry().is_some() {
            offers.push(Offer::new(&[Lab], "lab"));
        }
        if self.chapter().is_some() {
            offers.push(Offer::new(&[Chapter], "what the chapter is about").quietly());
        }
        offers.push(Offer::new(&[PageUp, PageDown], "a page").quietly());
        let (panel, area) = self.preview(context);
        if panel.overflows(area) {
            offers.push(Offer::new(&[ScrollBack, ScrollOn], "what it is about").quietly());
        }
        offers.push(Offer::new(&[First, Last], "ends").quietly());
        if !self.filter.text().is_empty() {
            offers.push(Offer::new(&[Cancel], "show all").quietly());
        }
        // The row above the footer tells of it too.
        offers.push(Offer::new(&[Filter], "filter"));
        offers.push(Offer::new(&[Help], "help"));
        offers.push(Offer::new(&[Back], if context.is_owner() { "quit" } else { "back" }));
        offers
    }

    fn act(&mut self, action: Action, context: &mut Context) -> Step {
        if let Some(asked) = self.giving_up.take() {
            if action == Action::Confirm {
                self.give_up(asked, context);
            }
            return Step::Stay;
        }
        match (self.typing.take(), action) {
            (Some(Typing::Open(field)), Action::Confirm) => {
                return self.open_path(field.text(), context);
            }
            (Some(Typing::Filter), Action::Cancel) | (None, Action::Cancel) => {
                self.filter.set("");
                self.settle(context);
                return Step::Stay;
            }
            (Some(_), _) => return Step::Stay,
            (None, _) => {}
        }
        match action {
            Action::Up => self.step(-1, context),
            Action::Down => self.step(1, context),
            Action::PageUp | Action::PageDown => self.page(action, context),
            Action::ScrollBack | Action::ScrollOn => self.page_preview(action, context),
            Action::First => self.step(isize::MIN / 2, context),
            Action::Last => self.step(isize::MAX / 2, context),
            Action::Confirm => return self.open(context),
            Action::Resume => return self.resume(context),
            Action::Attempts => {
                let id = self.entry().map(|entry| entry.id.clone());
                return Step::Push(Box::new(Attempts::new(id, context)));
            }
            Action::Discard => self.giving_up = self.left_open().cloned().map(GivingUp),
            Action::Left => self.choose(-1),
            Action::Right => self.choose(1),
            Action::Chapter => {
                if let Some(page) = self.chapter() {
                    return Step::Push(Box::new(page));
                }
            }
            Action::Lab => return self.lab(context),
            Action::Filter => {
                self.filter.set("");
                self.settle(context);
                self.typing = Some(Typing::Filter);
            }
            Action::Open => self.typing = Some(Typing::Open(Field::default())),
            Action::Back => return Step::Pop,
            _ => {}
        }
        Step::Stay
    }

    fn takes(&self, _edit: &Edit) -> bool {
        self.typing.is_some()
    }

    fn edit(&mut self, edit: Edit, context: &mut Context) {
        match &mut self.typing {
            Some(Typing::Filter) => {
                self.filter.edit(edit, 60);
                self.settle(context);
            }
            Some(Typing::Open(field)) => field.edit(edit, 400),
            None => {}
        }
    }

    fn click(&mut self, at: Position, context: &mut Context) -> Step {
        let (_, body) = Self::body(context.size);
        if !body.contains(at) || self.typing.is_some() || self.giving_up.is_some() {
            return Step::Stay;
        }
        let lines = self.lines();
        let window = self.scroll.window(lines.len(), body.height.into());
        let y = usize::from(at.y - body.y).checked_sub(usize::from(window.above > 0));
        let hit = y.filter(|y| *y < window.count).and_then(|y| lines.get(window.first + y));
        match hit {
            Some(Line::Entry(i)) if *i == self.at => self.open(context),
            Some(Line::Entry(i)) => {
                self.at = *i;
                self.settle(context);
                Step::Stay
            }
            _ => Step::Stay,
        }
    }

    fn poll(&mut self, context: &mut Context) -> Step {
        if std::mem::take(&mut self.opening) {
            return match self.closing(context) {
                Some(page) => Step::Push(Box::new(page)),
                None => self.open(context),
            };
        }
        if !self.started {
            self.started = true;
            context.course.debates = self.entries.iter().map(listed).collect();
            self.settle(context);
            self.look_for_unfinished(context);
            if let Some(fault) = context.progress.fault.take() {
                context.say(format!("results are not kept: {fault}"));
            }
        }
        if let Some(Poll::Done(found)) = self.search.as_ref().map(Job::poll) {
            self.unfinished = found;
            self.chosen = None;
            self.search = None;
        }
        Step::Stay
    }

    fn wants_poll_in(&self) -> Option<std::time::Duration> {
        (!self.started || self.opening).then_some(std::time::Duration::ZERO)
    }

    fn returned(&mut self, context: &mut Context) {
        self.go_to_asked(context);
        self.look_for_unfinished(context);
        self.settle(context);
    }
    fn draw(&self, canvas: &mut Canvas<'_>, context: &Context) {
        self.draw_all(canvas, context);
    }
}
