//! The page of the whole course.

use std::time::Duration;

use super::{forecasts, learnt};
use crate::exercise::{Foreseen, foreseen_in};
use crate::scenario::archive;
use crate::scenario::library::Entry;
use crate::tui::canvas::Canvas;
use crate::tui::keys::{Action, KeyScope};
use crate::tui::layout;
use crate::tui::offer::Offer;
use crate::tui::screen::{Context, Screen, Step, lines};
use crate::tui::scroll::by;
use crate::tui::worker::{Job, Poll};

/// A chapter and its debates, by the library's names for them.
pub(super) struct Taught {
    pub name: String,
    pub debates: Vec<String>,
}

/// What the page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Learnt,
    Forecasts,
}

const PARTS: [Part; 2] = [Part::Learnt, Part::Forecasts];

impl Part {
    fn words(self) -> &'static str {
        match self {
            Self::Learnt => "what was learnt",
            Self::Forecasts => "what you foresaw",
        }
    }
}

/// The page of the whole course.
pub struct Whole {
    chapters: Vec<Taught>,
    /// Which of its parts is shown, and its first line in view.
    at: usize,
    top: usize,
    begun: bool,
    /// What was foreseen is read from the records.
    reading: Option<Job<Vec<Foreseen>>>,
    foreseen: Vec<Foreseen>,
}

impl Whole {
    /// The page of the course of these debates.
    pub fn new(entries: &[Entry]) -> Self {
        let mut chapters: Vec<Taught> = Vec::new();
        for entry in entries {
            let Ok(scenario) = &entry.scenario else { continue };
            match chapters.last_mut().filter(|last| last.name == *scenario.chapter) {
                Some(last) => last.debates.push(entry.id.clone()),
                None if scenario.chapter.is_empty() => {}
                None => {
                    let name = scenario.chapter.to_string();
                    chapters.push(Taught { name, debates: vec![entry.id.clone()] });
                }
            }
        }
        Self { chapters, at: 0, top: 0, begun: false, reading: None, foreseen: Vec::new() }
    }

    fn part(&self) -> Part {
        PARTS[self.at]
    }

    fn lines(&self, context: &Context) -> Vec<lines::Line> {
        match self.part() {
            Part::Learnt => learnt::lines(&self.chapters, context.size.width.into(), context),
            Part::Forecasts => Vec::new(),
        }
    }

    fn scroll(&mut self, action: Action, context: &mut Context) {
        self.top = lines::scrolled(self.top, action, self.lines(context).len(), context);
    }

    fn turn(&mut self, action: Action, _: &mut Context) {
        let at = self.at as isize + by(action, 1).signum();
        (self.at, self.top) = (at.rem_euclid(PARTS.len() as isize) as usize, 0);
    }
}

impl Screen for Whole {
    fn scope(&self) -> KeyScope {
        KeyScope::Library
    }

    fn name(&self) -> &'static str {
        "the course"
    }

    fn poll(&mut self, context: &mut Context) -> Step {
        if !self.begun {
            self.begun = true;
            let folder = context.data.as_deref().map(archive::folder);
            self.reading = folder.map(|folder| {
                Job::soon(context, move |token| {
                    let records =
                        archive::list(&folder).into_iter().filter_map(|kept| kept.record.ok());
                    records
                        .take_while(|_| !token.is_stopped())
                        .filter_map(|r| foreseen_in(&r))
                        .collect()
                })
            });
        }
        if let Poll::Done(foreseen) = Job::taken(&mut self.reading) {
            self.foreseen = foreseen;
            context.changed = true;
        }
        Step::Stay
    }

    fn wants_poll_in(&self) -> Option<Duration> {
        (!self.begun).then_some(Duration::ZERO)
    }

    fn view(&self, canvas: &mut Canvas<'_>, context: &Context) -> Vec<Offer> {
        use Action::*;
        let size = canvas.area();
        let right = format!("{} · {} of {}", self.part().words(), self.at + 1, PARTS.len());
        layout::title_bar(&mut canvas.part(size), "THE COURSE", &right);
        let mut page = canvas.part(lines::area(size));
        let fits = match self.part() {
            Part::Forecasts => {
                forecasts::draw(&mut page, &self.foreseen, &self.chapters);
                true
            }
            Part::Learnt => lines::draw(&mut page, &self.lines(context), self.top),
        };
        let mut offers = vec![Offer::new(&[Left, Right], "turn the page").does(Self::turn)];
        if !fits {
            offers.push(Offer::new(&[Up, Down], "scroll").does(Self::scroll));
            offers.push(Offer::new(&[PageUp, PageDown], "a page").does(Self::scroll));
        }
        offers.push(Offer::new(&[Cancel], "back").quietly().leaves());
        offers.extend(Offer::help_and_back());
        offers
    }
}
