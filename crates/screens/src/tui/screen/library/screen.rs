//! The keys of the library, and what each does.

use std::sync::Arc;

use super::{LibraryInput, LibraryScreen, ListLine};
use crate::tui::prelude::*;
use crate::tui::screen;

impl LibraryScreen {
    fn offers(&self, context: &Context) -> Vec<Offer> {
        use Action::*;
        if self.typing.is_some() {
            let what = match self.typing {
                Some(LibraryInput::Filter) => "a word",
                _ => "a file's name",
            };
            return vec![
                Offer::typing("type", what),
                Offer::new(&[Confirm], "done").does(Self::typed),
                Offer::new(&[Cancel], "leave").does(Self::leave_typing),
            ];
        }
        if self.giving_up.is_some() {
            let keep = |library: &mut Self| library.giving_up = None;
            return vec![
                Offer::new(&[Confirm], "give it up").does(Self::give_up),
                Offer::new(&[Cancel, Back], "keep it").does(keep),
                Offer::new(&[Help], "help"),
            ];
        }
        let mut offers = Vec::new();
        if self.entry().is_some() {
            offers.extend(Offer::rows("choose", Self::step));
            offers.push(Offer::new(&[Confirm], "seats").does(Self::open));
        }
        if self.entry().is_some_and(|entry| screen::SensitivityScreen::is_about(&entry.id)) {
            let drag = |_: &mut Self| Transition::push(screen::SensitivityScreen::new());
            offers.push(Offer::new(&[Action::Drag], "K by hand").does(drag));
        }
        if !self.unfinished.is_empty() {
            offers.push(Offer::new(&[Resume], "go on").does(Self::resume));
            let discard =
                Offer::new(&[Discard], "give up the debate left open").hidden_from_footer();
            offers.push(discard.does(|library: &mut Self| {
                library.giving_up = library.left_open().cloned();
            }));
        }
        if self.unfinished.len() > 1 {
            let another =
                Offer::new(&[Left, Right], "another debate left open").hidden_from_footer();
            offers.push(another.does(|library: &mut Self, action, _: &mut Context| {
                library.choose(by(action, 0));
            }));
        }
        offers.push(Offer::new(&[Action::Attempts], "played").does(
            |library: &mut Self, context: &mut Context| {
                let of = library.entry().map(|entry| (entry.id.clone(), entry.title().to_owned()));
                Transition::push(screen::AttemptsScreen::new(of, context))
            },
        ));
        let course = Offer::new(&[Action::Progress], "progress");
        offers.push(course.does(|library: &mut Self| {
            Transition::push(screen::ProgressScreen::new(&library.entries))
        }));
        if context.is_owner() {
            let open = |library: &mut Self, context: &mut Context| match cfg!(unix) {
                true => library.typing = Some(LibraryInput::Open(TextLine::default())),
                // A page may see no names of files: the browser asks for one.
                false => context.wants_file = true,
            };
            offers.push(Offer::new(&[Open], "open file").does(open));
        }
        if context.is_owner() && self.entry().is_some() {
            offers.push(Offer::new(&[Lab], "lab").does(Self::lab));
        }
        if self.entry().is_some_and(|entry| entry.scenario.is_ok()) {
            let about = Offer::new(&[Chapter], "what the chapter is about").hidden_from_footer();
            offers.push(about.does(|library: &mut Self| {
                library.chapter().map_or(Transition::Stay, Transition::push)
            }));
        }
        let (panel, area) = self.preview(context);
        if panel.overflows(area) {
            let about =
                Offer::new(&[ScrollBack, ScrollOn], "what it is about").hidden_from_footer();
            offers.push(about.does(Self::page_preview));
        }
        if !self.filter.text().is_empty() {
            offers
                .push(Offer::new(&[Cancel], "show all").hidden_from_footer().does(Self::show_all));
        }
        // The row above the footer tells of it too.
        let filter = |library: &mut Self, context: &mut Context| {
            library.show_all(context);
            library.typing = Some(LibraryInput::Filter);
        };
        offers.push(Offer::new(&[Filter], "filter").does(filter));
        let back = Offer::new(&[Back], if context.is_owner() { "quit" } else { "back" });
        offers.extend(Offer::help_and(back.does(Self::quit)));
        offers
    }

    fn quit(&mut self, context: &mut Context) -> Transition {
        match context.is_owner() {
            true => screen::leave_knowingly("the library", &mut self.warned, context),
            false => Transition::Pop,
        }
    }

    fn show_all(&mut self, context: &mut Context) {
        self.filter.set("");
        self.settle(context);
    }

    /// Takes what was typed.
    fn typed(&mut self, context: &mut Context) -> Transition {
        match self.typing.take() {
            Some(LibraryInput::Open(field)) => self.open_path(field.text(), context),
            _ => Transition::Stay,
        }
    }

    fn leave_typing(&mut self, context: &mut Context) {
        if let Some(LibraryInput::Filter) = self.typing.take() {
            self.show_all(context);
        }
    }
}

impl Screen<Playground> for LibraryScreen {
    fn accepts_edit(&self, _edit: &Edit) -> bool {
        self.typing.is_some()
    }

    fn edit(&mut self, edit: Edit, context: &mut Context) {
        match &mut self.typing {
            Some(LibraryInput::Filter) => {
                self.filter.edit(edit, 60);
                self.settle(context);
            }
            Some(LibraryInput::Open(field)) => field.edit(edit, 400),
            None => {}
        }
    }

    fn click(&mut self, at: Position, context: &mut Context) -> Transition {
        let (_, body) = Self::body(context.size);
        if !body.contains(at) || self.typing.is_some() || self.giving_up.is_some() {
            return Transition::Stay;
        }
        let lines = self.lines();
        let window = self.scroll.window(lines.len(), body.height.into());
        match window.hit(usize::from(at.y - body.y)).and_then(|i| lines.get(i)) {
            Some(ListLine::Entry(i)) if *i == self.at => self.open(context),
            Some(ListLine::Entry(i)) => {
                self.at = *i;
                self.settle(context);
                Transition::Stay
            }
            _ => Transition::Stay,
        }
    }

    fn idle(&self, action: Action) -> Option<String> {
        let is_theirs = [Action::Resume, Action::Discard].contains(&action);
        (is_theirs && self.unfinished.is_working())
            .then(|| "the debates left open are still being read".into())
    }

    fn entered(&mut self, context: &mut Context) -> Transition {
        context.course.debates = Arc::clone(&self.entries);
        self.at = self.named.unwrap_or_else(|| self.next_to_play(context));
        if let Some(fault) = context.progress.fault.take() {
            context.notify(format!("results are not kept: {fault}"));
        }
        // Where a debate leads on, nobody sees the library before the next one.
        self.returned(context)
    }

    fn poll(&mut self, _context: &mut Context) -> Transition {
        if self.unfinished.poll() {
            self.chosen = None;
        }
        Transition::Stay
    }

    fn returned(&mut self, context: &mut Context) -> Transition {
        self.warned = false;
        let asked = self.go_to_asked(context);
        self.look_for_unfinished(context);
        self.settle(context);
        let progress = std::mem::take(&mut context.course.shows_progress);
        // The page of the chapter that is left comes before the first debate of the next.
        match asked.then(|| self.closing(context)) {
            Some(Some(page)) => Transition::push(page),
            Some(None) => self.open(context),
            None if progress => Transition::push(screen::ProgressScreen::new(&self.entries)),
            None => Transition::Stay,
        }
    }

    fn view(&self, canvas: &mut Canvas<'_>, context: &Context) -> Vec<Offer> {
        self.draw_all(canvas, context);
        self.offers(context)
    }
}
