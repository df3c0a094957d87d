//! The page of a chapter.

use super::words::about;
use crate::text::glossary;
use crate::tui::prelude::*;
use crate::tui::screen::course::{learn, result_lines};
use crate::tui::screen::{self, cards, lines};

/// The page of a chapter: its introduction, its new words, and the lesson of each debate.
#[derive(Default)]
pub struct ChapterScreen {
    number: usize,
    name: String,
    debates: Vec<LibraryEntry>,
    top: usize,
}

impl ChapterScreen {
    /// The page of the chapter with this name. `None` if no entry belongs to it.
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
        let room = columns.saturating_sub(2);
        if let Some(about) = about(&self.name) {
            lines.extend(wrap(about.words, room).into_iter().map(|l| (l, Role::Text)));
            lines.push((String::new(), Role::Text));
            let new: Vec<_> = about.new.iter().filter_map(|word| glossary::find(word)).collect();
            let widest = new.iter().map(|entry| width(entry.word)).max().unwrap_or(0);
            // The words have two blanks on either side.
            let indent = (widest + 4).max(16);
            for entry in new {
                for (i, line) in wrap(entry.means, room.saturating_sub(indent)).iter().enumerate() {
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
            lines.extend(wrap(about.learnt, room).into_iter().map(|l| (l, Role::Text)));
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
        let total = self.lines(context.size.width.into(), context).len();
        self.top = lines::scrolled(self.top, action, total, context);
    }
}

impl Screen<Playground> for ChapterScreen {
    fn name(&self) -> &'static str {
        "a chapter"
    }

    fn view(&self, canvas: &mut Canvas<'_>, context: &Context) -> Vec<Offer> {
        use Action::*;
        let size = canvas.area();
        let played = self.debates.iter().filter(|debate| context.best(debate).is_some()).count();
        let title = format!("{}  {}", self.number, self.name);
        let right = format!("{played} of {} played", self.debates.len());
        cards::header(canvas, [&title, &right], "");
        let lines = self.lines(size.width.into(), context);
        let fits = lines::draw(&mut canvas.part(lines::area(size)), &lines, self.top);
        let mut offers = vec![Offer::new(&[Confirm], "leave").leaves()];
        if !fits {
            offers.push(Offer::new(&[Up, Down], "scroll").does(Self::scroll));
            offers.push(Offer::new(&[PageUp, PageDown], "a page").does(Self::scroll));
            offers.push(Offer::new(&[First, Last], "ends").hidden_from_footer().does(Self::scroll));
        }
        if self.debates.iter().any(|debate| screen::SensitivityScreen::is_about(&debate.id)) {
            let drag = |_: &mut Self| Transition::push(screen::SensitivityScreen::new());
            offers.push(Offer::new(&[Action::Drag], "K by hand").does(drag));
        }
        offers.push(Offer::new(&[Cancel], "back").hidden_from_footer().leaves());
        offers.extend(Offer::help_and_back());
        offers
    }
}
