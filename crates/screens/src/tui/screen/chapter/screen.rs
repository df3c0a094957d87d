//! The screen with the page of a chapter.

use super::words::about;
use crate::text::glossary;
use crate::tui::prelude::*;
use crate::tui::screen::course::{learn, result_lines};
use crate::tui::screen::{self, page};
use elenchus_kit::card::Card;

/// The page of a chapter: its introduction, its new words, and the lesson of each debate.
#[derive(Default)]
pub struct ChapterScreen {
    number: usize,
    name: String,
    debates: Vec<LibraryEntry>,
    top: usize,
}

impl ChapterScreen {
    /// The page of the chapter with this name. `None` if no debate belongs to that chapter.
    pub fn new(name: &str, entries: &[LibraryEntry]) -> Option<Self> {
        let mut names: Vec<&str> = entries.iter().map(LibraryEntry::chapter).collect();
        names.dedup();
        let number = names.iter().position(|own| *own == name)? + 1;
        let own = |entry: &&LibraryEntry| entry.chapter() == name && entry.scenario.is_ok();
        let debates = entries.iter().filter(own).cloned().collect();
        Some(Self { number, name: name.to_owned(), debates, top: 0 })
    }

    fn lines(&self, columns: usize, context: &Context) -> Vec<(String, Role)> {
        let mut lines: Vec<(String, Role)> = Vec::new();
        if let Some(about) = about(&self.name) {
            lines.extend(wrap(about.words, columns).into_iter().map(|l| (l, Role::Text)));
            lines.push((String::new(), Role::Text));
            let new: Vec<_> = about.new.iter().filter_map(|word| glossary::find(word)).collect();
            let widest = new.iter().map(|entry| width(entry.word)).max().unwrap_or(0);
            // There are two blanks on either side of the words.
            let indent = (widest + 4).max(16);
            for entry in new {
                for (i, line) in
                    wrap(entry.means, columns.saturating_sub(indent)).iter().enumerate()
                {
                    let word = if i == 0 { entry.word } else { "" };
                    lines.push((format!("  {}{line}", pad(word, indent - 2)), Role::Text));
                }
            }
            lines.push((String::new(), Role::Text));
        }
        let played = |debate: &LibraryEntry| context.best(debate).is_some();
        let ended = self.debates.last().is_some_and(played) || self.debates.iter().all(played);
        if let Some(about) = about(&self.name).filter(|_| ended) {
            lines.push(("Conclusions".into(), Role::Heading));
            lines.extend(wrap(about.learnt, columns).into_iter().map(|l| (l, Role::Text)));
            lines.push((String::new(), Role::Text));
        }
        let teach = self.debates.iter().any(|debate| !learn(debate).is_empty());
        let heading = if teach { "What its debates teach" } else { "Its debates" };
        lines.push((heading.into(), Role::Heading));
        lines.extend(
            self.debates.iter().flat_map(|debate| result_lines(debate, "", columns, context)),
        );
        lines
    }

    fn scroll(&mut self, action: Action, context: &mut Context) {
        let text = Card::text_area(page::card(context.size));
        let total = self.lines(text.width.into(), context).len();
        self.top = scrolled(self.top, action, total, text.height.into());
    }
}

impl Screen<Playground> for ChapterScreen {
    fn name(&self) -> &'static str {
        "a chapter"
    }

    fn view(&self, canvas: &mut Canvas<'_>, context: &Context) -> Vec<KeyCommand> {
        use Action::*;
        let size = canvas.area();
        let played = self.debates.iter().filter(|debate| context.best(debate).is_some()).count();
        let title = format!("{}  {}", self.number, self.name);
        let right = format!("{played} of {} played", self.debates.len());
        layout::title_bar(canvas, &title, &right);
        let card = page::card(size);
        let lines = self.lines(Card::text_area(card).width.into(), context);
        let is_long = Card::new("The chapter").focused(true).text(canvas, card, &lines, self.top);
        let mut offers = vec![KeyCommand::new(&[Confirm], "leave").leaves()];
        if is_long {
            offers.push(KeyCommand::new(&[Up, Down], "scroll").does(Self::scroll));
            offers.push(KeyCommand::new(&[PageUp, PageDown], "a page").does(Self::scroll));
            offers.push(KeyCommand::hidden(&[First, Last], "ends").does(Self::scroll));
        }
        if self.debates.iter().any(|debate| screen::SensitivityScreen::is_about(&debate.id)) {
            let drag = |_: &mut Self| Transition::push(screen::SensitivityScreen::new());
            offers.push(KeyCommand::new(&[Action::Drag], "K by hand").does(drag));
        }
        offers.push(KeyCommand::hidden(&[Cancel], "back").leaves());
        offers.extend(KeyCommand::help_and_back());
        offers
    }
}
