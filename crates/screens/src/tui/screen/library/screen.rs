//! The keys of the library and their effects.

use std::sync::Arc;

use super::{LibraryInput, LibraryScreen, ListRow, Spot};
use crate::tui::prelude::*;
use crate::tui::screen;

impl LibraryScreen {
    fn offers(&self, context: &Context) -> Vec<KeyCommand> {
        use Action::*;
        if self.typing.is_some() {
            let what = match self.typing {
                Some(LibraryInput::Filter) => "a word",
                _ => "a file's name",
            };
            return vec![
                KeyCommand::typing("type", what),
                KeyCommand::new(&[Confirm], "done").does(Self::typed),
                KeyCommand::new(&[Cancel], "leave").does(Self::leave_typing),
            ];
        }
        if self.giving_up.is_some() {
            let keep = |library: &mut Self| library.giving_up = None;
            return vec![
                KeyCommand::new(&[Confirm], "give it up").does(Self::give_up),
                KeyCommand::new(&[Cancel, Back], "keep it").does(keep),
                KeyCommand::new(&[Help], "help"),
            ];
        }
        let mut offers = Vec::new();
        let is_playable = self.entry().is_some_and(|entry| entry.scenario.is_ok());
        if let Some(at) = self.at {
            offers.extend(KeyCommand::rows("choose", Self::step));
            if self.debate().is_some_and(|at| self.may_predict(at).is_some()) {
                offers.push(KeyCommand::new(&[Left, Right], "predict").does(Self::predict));
            }
            let does = match at {
                Spot::Interrupted(_) => "go on",
                Spot::Debate(_) => "play",
                Spot::Chapter(_) => "open",
            };
            offers.push(KeyCommand::new(&[Confirm], does).does(Self::open));
            if is_playable {
                offers.push(KeyCommand::new(&[SetUp], "players").does(Self::set_up));
            }
        }
        if self.entry().is_some_and(|entry| screen::SensitivityScreen::is_about(&entry.id)) {
            let drag = |_: &mut Self| Transition::push(screen::SensitivityScreen::new());
            offers.push(KeyCommand::new(&[Action::Drag], "K by hand").does(drag));
        }
        if !self.unfinished.is_empty() {
            offers.push(KeyCommand::hidden(&[Resume], "go on").does(Self::resume));
            let discard = KeyCommand::hidden(&[Discard], "give up the interrupted debate");
            offers.push(discard.does(|library: &mut Self| {
                library.giving_up = library.left_open().cloned();
            }));
        }
        let page = KeyCommand::new(&[Action::Progress], "progress");
        offers.push(page.does(|library: &mut Self| {
            Transition::push(screen::ProgressScreen::new(&library.entries))
        }));
        // A filter applies to all debates. The row below the list shows it.
        let filter = |library: &mut Self, context: &mut Context| {
            library.show_all(context);
            library.typing = Some(LibraryInput::Filter);
            library.settle(context);
        };
        offers.push(KeyCommand::new(&[Filter], "filter").does(filter));
        offers.push(KeyCommand::hidden(&[Action::Attempts], "past attempts").does(
            |library: &mut Self, context: &mut Context| {
                let of = library.entry().map(|entry| (entry.id.clone(), entry.title().to_owned()));
                Transition::push(screen::AttemptsScreen::new(of, context))
            },
        ));
        if context.is_owner() {
            let open = |library: &mut Self, context: &mut Context| match cfg!(unix) {
                true => library.typing = Some(LibraryInput::Open(TextLine::default())),
                // A program in a browser cannot see file names, so the browser asks for the file.
                false => context.wants_file = true,
            };
            offers.push(KeyCommand::hidden(&[Open], "open file").does(open));
            if is_playable {
                offers.push(KeyCommand::hidden(&[Lab], "lab").does(Self::lab));
            }
        }
        if self.chapter_page().is_some() {
            let about = KeyCommand::hidden(&[Chapter], "open the chapter page");
            offers.push(about.does(|library: &mut Self| {
                library.chapter_page().map_or(Transition::Stay, Transition::push)
            }));
        }
        let (_, panel, area) = self.preview(context);
        if panel.overflows(area) {
            let about = KeyCommand::hidden(&[ScrollBack, ScrollOn], "read the preview");
            offers.push(about.does(Self::page_preview));
        }
        if !self.filter.text().is_empty() || self.chapter.is_some() {
            offers.push(KeyCommand::hidden(&[Cancel], "show all").does(Self::show_all));
        }
        let leave = if context.is_owner() && self.chapter.is_none() { "quit" } else { "back" };
        offers.extend(KeyCommand::help_and(KeyCommand::new(&[Back], leave).does(Self::quit)));
        offers
    }

    fn quit(&mut self, context: &mut Context) -> Transition {
        if self.chapter.is_some() {
            self.show_all(context);
            return Transition::Stay;
        }
        match context.is_owner() {
            true => screen::leave_knowingly("the library", &mut self.warned, context),
            false => Transition::Pop,
        }
    }

    /// Removes the filter, or leaves the chapter.
    fn show_all(&mut self, context: &mut Context) {
        if self.filter.text().is_empty()
            && let Some(chapter) = self.chapter.take()
        {
            self.at = Some(Spot::Chapter(chapter));
        }
        self.filter.set("");
        self.settle(context);
    }

    /// Applies the text that was typed.
    fn typed(&mut self, context: &mut Context) -> Transition {
        match self.typing.take() {
            Some(LibraryInput::Open(field)) => self.open_path(field.text(), context),
            _ => {
                self.settle(context);
                Transition::Stay
            }
        }
    }

    fn leave_typing(&mut self, context: &mut Context) {
        if let Some(LibraryInput::Filter) = self.typing.take() {
            self.filter.set("");
        }
        self.settle(context);
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
        let list = self.parts(context.size).list;
        if !list.contains(at) || self.typing.is_some() || self.giving_up.is_some() {
            return Transition::Stay;
        }
        let rows = self.rows(list.width.into());
        let hit = crate::tui::list::hit(list, (rows.len(), self.scroll), at);
        match hit.and_then(|i| rows.get(i)) {
            Some(ListRow::Spot(spot)) if Some(*spot) == self.at => self.open(context),
            Some(ListRow::Spot(spot)) => {
                self.at = Some(*spot);
                self.settle(context);
                Transition::Stay
            }
            _ => Transition::Stay,
        }
    }

    fn idle(&self, action: Action) -> Option<String> {
        let is_theirs = [Action::Resume, Action::Discard].contains(&action);
        (is_theirs && self.unfinished.is_working())
            .then(|| "the interrupted debates are still being read".into())
    }

    fn entered(&mut self, context: &mut Context) -> Transition {
        context.course.debates = Arc::clone(&self.entries);
        if let Some(at) = self.named.or_else(|| self.next_to_play(context)) {
            self.go_to(at);
        }
        if let Some(fault) = context.progress.fault.take() {
            context.notify(format!("your results cannot be saved: {fault}"));
        }
        // If another screen asked for a debate, it opens before the library is shown.
        self.returned(context)
    }

    fn poll(&mut self, context: &mut Context) -> Transition {
        if self.unfinished.poll() {
            self.settle(context);
        }
        Transition::Stay
    }

    fn returned(&mut self, context: &mut Context) -> Transition {
        self.warned = false;
        let asked = self.go_to_asked(context);
        self.look_for_unfinished(context);
        self.settle(context);
        match (asked, std::mem::take(&mut context.course.shows_progress)) {
            (true, _) => self.open(context),
            (false, true) => Transition::push(screen::ProgressScreen::new(&self.entries)),
            (false, false) => Transition::Stay,
        }
    }

    fn view(&self, canvas: &mut Canvas<'_>, context: &Context) -> Vec<KeyCommand> {
        self.draw_all(canvas, context);
        self.offers(context)
    }
}
