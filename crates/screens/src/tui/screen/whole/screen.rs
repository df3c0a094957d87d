//! The page of the whole course.

use super::answers::Answers;
use super::evidence::{self, Evidence};
use super::questions::{LONGEST, QUESTIONS};
use super::{forecasts, thread};
use crate::review::{Foreseen, foreseen_in};
use crate::scenario::archive;
use crate::tui::prelude::*;
use crate::tui::screen::lines;

/// A chapter and its debates.
pub(super) struct Taught {
    pub name: String,
    pub debates: Vec<LibraryEntry>,
}

/// What the page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PageKind {
    Learnt,
    Thread,
    Questions,
    Forecasts,
}

const PARTS: [(PageKind, &str); 4] = [
    (PageKind::Learnt, "what was learnt"),
    (PageKind::Thread, "one claim, six chapters"),
    (PageKind::Questions, "six questions"),
    (PageKind::Forecasts, "what you foresaw"),
];
/// Those of a course that is not the shipped one.
const OF_ANY: [(PageKind, &str); 2] = [PARTS[0], PARTS[3]];

/// What was read from the records.
#[derive(Default)]
pub(super) struct RecordsRead {
    foreseen: Vec<Foreseen>,
    pub evidence: Vec<Evidence>,
}

/// The page of the whole course.
#[derive(Default)]
pub struct Whole {
    pub(super) chapters: Vec<Taught>,
    /// Which of its parts is shown, and its first line in view.
    at: usize,
    pub(super) top: usize,
    pub(super) found: Pending<RecordsRead>,
    /// The question looked at, and its answer while it is typed.
    pub(super) question: usize,
    pub(super) typing: Option<Field>,
    pub(super) answers: Answers,
}

impl Whole {
    /// The page of the course of these debates.
    pub fn new(entries: &[LibraryEntry]) -> Self {
        let of_any = |entry: &&LibraryEntry| !entry.chapter().is_empty();
        let debates: Vec<LibraryEntry> = entries.iter().filter(of_any).cloned().collect();
        let taught = |own: &[LibraryEntry]| {
            let name = own[0].chapter().to_owned();
            Taught { name, debates: own.to_vec() }
        };
        let chapters = debates.chunk_by(|one, next| one.chapter() == next.chapter());
        Self { chapters: chapters.map(taught).collect(), ..Self::default() }
    }

    fn parts(&self) -> &'static [(PageKind, &'static str)] {
        if thread::is_whole(&self.chapters) { &PARTS } else { &OF_ANY }
    }

    fn part(&self) -> PageKind {
        self.parts()[self.at].0
    }

    fn lines(&self, context: &Context) -> Vec<lines::Line> {
        let columns = context.size.width.into();
        match self.part() {
            PageKind::Learnt => self.learnt(columns, context),
            PageKind::Thread => thread::lines(&self.chapters, columns, context),
            PageKind::Questions => self.moves(columns),
            PageKind::Forecasts => Vec::new(),
        }
    }

    pub(super) fn unanswered(&self) -> usize {
        (0..QUESTIONS.len()).filter(|&question| self.answer_to(question).is_empty()).count()
    }

    /// Begins to type the answer to the question looked at, from what was answered.
    fn begin_answer(&mut self) {
        self.typing = Some(Field::new(self.answer_to(self.question)));
    }

    /// Keeps what was typed.
    fn answer(&mut self, context: &mut Context) {
        let Some(field) = self.typing.take() else { return };
        let kept = self.answers.keep(QUESTIONS[self.question].asks, field.text().trim());
        context.say(match kept {
            Ok(()) if self.unanswered() == 0 => "kept; you have answered all six".to_owned(),
            Ok(()) => "kept".to_owned(),
            Err(why) => format!("not kept: {why}"),
        });
    }

    /// Opens the next debate of the one claim.
    fn go_on(&mut self, context: &mut Context) -> Step {
        context.course.open = thread::next(&self.chapters, context);
        Step::Home
    }

    /// What can be done with the questions.
    fn of_questions(&self) -> Vec<Offer> {
        use Action::*;
        if self.typing.is_some() {
            let leave = |page: &mut Self| page.typing = None;
            return vec![
                Offer::typing("type", "your answer"),
                Offer::new(&[Confirm], "keep it").does(Self::answer),
                Offer::new(&[Cancel], "do not").does(leave),
            ];
        }
        let choose = |page: &mut Self, action, _: &mut Context| {
            page.question = moved(page.question, action, 1, QUESTIONS.len());
            page.top = 0;
        };
        vec![
            Offer::new(&[Up, Down], "choose").does(choose),
            Offer::new(&[Confirm], "answer").does(Self::begin_answer),
        ]
    }

    fn scroll(&mut self, action: Action, context: &mut Context) {
        let total = self.lines(context).len();
        self.top = match self.part() {
            PageKind::Questions => moved(self.top, action, 4, total),
            _ => lines::scrolled(self.top, action, total, context),
        };
    }

    fn turn(&mut self, action: Action, _: &mut Context) {
        let at = self.at as isize + by(action, 1).signum();
        (self.at, self.top) = (at.rem_euclid(self.parts().len() as isize) as usize, 0);
    }
}

impl Screen<Playground> for Whole {
    fn name(&self) -> &'static str {
        "the course"
    }

    fn takes(&self, _edit: &Edit) -> bool {
        self.typing.is_some()
    }

    fn edit(&mut self, edit: Edit, _context: &mut Context) {
        if let Some(field) = &mut self.typing {
            field.edit(edit, LONGEST);
        }
    }

    fn entered(&mut self, context: &mut Context) -> Step {
        match Answers::load(context.data.as_deref()) {
            Ok(answers) => self.answers = answers,
            Err(why) => context.say(format!("answers are not kept: {why}")),
        }
        context.changed = true;
        if let Some(folder) = context.data.as_deref().map(archive::folder) {
            self.found.begin(context, move |token| {
                let kept = archive::list(&folder).into_iter();
                let records: Vec<_> = kept.filter_map(|kept| kept.record.ok()).collect();
                let going = records.iter().take_while(|_| !token.is_stopped());
                let foreseen = going.filter_map(foreseen_in).collect();
                RecordsRead { foreseen, evidence: evidence::of(&records, token) }
            });
        }
        Step::Stay
    }

    fn poll(&mut self, context: &mut Context) -> Step {
        context.changed |= self.found.poll();
        Step::Stay
    }

    fn is_working(&self) -> bool {
        self.found.is_working()
    }

    fn view(&self, canvas: &mut Canvas<'_>, context: &Context) -> Vec<Offer> {
        use Action::*;
        let size = canvas.area();
        let right =
            format!("{} · {} of {}", self.parts()[self.at].1, self.at + 1, self.parts().len());
        layout::title_bar(&mut canvas.part(size), "THE COURSE", &right);
        let mut page = canvas.part(lines::area(size));
        let fits = match self.part() {
            PageKind::Forecasts => {
                forecasts::draw(&mut page, &self.found.foreseen, &self.chapters);
                true
            }
            PageKind::Questions => self.draw_questions(&mut page, &self.lines(context)),
            PageKind::Learnt | PageKind::Thread => {
                lines::draw(&mut page, &self.lines(context), self.top)
            }
        };
        if self.typing.is_some() {
            return self.of_questions();
        }
        let mut offers = vec![Offer::new(&[Left, Right], "turn the page").does(Self::turn)];
        match self.part() {
            PageKind::Questions => offers.extend(self.of_questions()),
            PageKind::Thread if thread::next(&self.chapters, context).is_some() => {
                offers.push(Offer::new(&[Confirm], "its next debate").does(Self::go_on));
            }
            _ => {}
        }
        if !fits {
            if self.part() != PageKind::Questions {
                offers.push(Offer::new(&[Up, Down], "scroll").does(Self::scroll));
            }
            offers.push(Offer::new(&[PageUp, PageDown], "a page").does(Self::scroll));
            offers.push(Offer::new(&[First, Last], "ends").quietly().does(Self::scroll));
        }
        offers.push(Offer::new(&[Cancel], "back").quietly().leaves());
        offers.extend(Offer::help_and_back());
        offers
    }
}
