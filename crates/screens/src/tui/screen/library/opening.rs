//! What is opened from the library, and from other screens as the library would open it.

use std::path::Path;

use super::LibraryScreen;
use crate::scenario::library;
use crate::scenario::{archive, cancellable};
use crate::tui::prelude::*;
use crate::tui::screen::table::{TableOptions, TableScreen};
use crate::tui::screen::waiting::WaitingScreen;
use crate::tui::screen::{ChapterScreen, LabScreen, PlayedSeats, ReviewScreen, SeatsScreen};

impl LibraryScreen {
    pub(super) fn open(&mut self, context: &mut Context) -> Transition {
        let Some(entry) = self.entry() else { return Transition::Stay };
        // A chapter that nothing was played of is introduced first.
        let name = entry.chapter();
        if context.course.introduces(name) {
            let mut debates = self.entries.iter().filter(|debate| debate.chapter() == name);
            let begun = debates.any(|debate| context.best(debate).is_some());
            let page = ChapterScreen::new(name, &self.entries, Some(entry.id.clone()));
            if let (false, Some(page)) = (begun, page) {
                context.course.introduced.push(name.to_owned());
                return Transition::push(page);
            }
        }
        open_entry(entry, context)
    }

    /// The page of the chapter under the cursor.
    pub(super) fn chapter(&self) -> Option<ChapterScreen> {
        let scenario = self.entry()?.scenario.as_ref().ok()?;
        ChapterScreen::new(&scenario.chapter, &self.entries, None)
    }

    /// Goes to the debate that another screen asked for; whether one did.
    pub(super) fn go_to_asked(&mut self, context: &mut Context) -> bool {
        let asked = context.course.open.take();
        let at = asked.and_then(|id| self.entries.iter().position(|entry| entry.id == id));
        if let Some(at) = at {
            self.filter.set("");
            self.at = at;
        }
        at.is_some()
    }

    /// The page that closes the chapter which was left for the entry under the cursor, if it was.
    pub(super) fn closing(&self, context: &mut Context) -> Option<ChapterScreen> {
        let left = context.course.left.take()?;
        let next = self.entries.get(self.at)?;
        let old = self.entries.iter().find(|debate| debate.id == left)?.chapter();
        match old == next.chapter() {
            true => None,
            false => ChapterScreen::new(old, &self.entries, Some(next.id.clone())),
        }
    }

    /// Many debates of the scenario under the cursor.
    pub(super) fn lab(&mut self, context: &mut Context) -> Transition {
        let Some(entry) = self.entry() else { return Transition::Stay };
        if let Ok(scenario) = &entry.scenario
            && !context.has_a_lab_for(scenario)
        {
            return context.stay("this exercise is not for the lab");
        }
        let (id, scenario) = (entry.id.clone(), entry.scenario.clone());
        let lab = move || {
            Ok(LabScreen::new(DebateSession::new(&id, scenario.map_err(|e| e.message)?)?, None))
        };
        let ready = move |token: &CancelToken| read_under(token, lab);
        WaitingScreen::start(entry.title(), context, ready, |lab, _| Transition::push(lab))
    }

    pub(super) fn open_path(&mut self, path: &str, context: &mut Context) -> Transition {
        let path = path.trim().to_owned();
        let found = {
            let path = path.clone();
            move || library::find(&path).map_err(|e| e.to_string())
        };
        let ready = move |token: &CancelToken| read_under(token, || opened(&found()?, token));
        WaitingScreen::start(path, context, ready, begin)
    }

    pub(super) fn resume(&mut self, context: &mut Context) -> Transition {
        let Some(unfinished) = self.left_open() else {
            return context.stay("no debate was left open");
        };
        let titled = |entry: &&LibraryEntry| entry.title() == unfinished.title;
        let id = self.entries.iter().find(titled).map(|entry| entry.id.clone());
        resumed(unfinished.title.clone(), &unfinished.path, id, context)
    }
}

/// Opens a debate that was played from its start, as its scenario has it: on another thread as far as
/// `ready` makes it ready.
fn from_start<T: Send + 'static>(
    sitting: &DebateSession,
    context: &mut Context,
    ready: impl FnOnce(DebateSession) -> T + Send + 'static,
    go_on: impl FnOnce(T, &mut Context) -> Transition + Send + 'static,
) -> Transition {
    let scenario = sitting.from_start();
    let id = sitting.id.clone();
    let title = scenario.title.to_string();
    WaitingScreen::start(
        title,
        context,
        move |_| DebateSession::new(&id, scenario).map(ready),
        go_on,
    )
}

/// The seats of a debate that was played, to play it once more.
pub(in crate::tui::screen) fn replay_setup(
    sitting: &DebateSession,
    context: &mut Context,
) -> Transition {
    from_start(sitting, context, SeatsScreen::new, |seats, _| Transition::push(seats))
}

/// The lab, set to a debate that was played, and running.
pub(in crate::tui::screen) fn lab_of(sitting: &DebateSession, context: &mut Context) -> Transition {
    let played = PlayedSeats::new(sitting);
    let lab = move |sitting| LabScreen::new(sitting, Some(&played));
    from_start(sitting, context, lab, |lab, context| Transition::push(lab.running(context)))
}

/// A scenario opens at its seats, a finished record in the review, an unfinished one at the table.
pub fn open_entry(entry: &LibraryEntry, context: &mut Context) -> Transition {
    let theirs = entry.clone();
    let ready = move |token: &CancelToken| read_under(token, || opened(&theirs, token));
    WaitingScreen::start(entry.title(), context, ready, begin)
}

/// What `read` comes to, if it is not stopped.
fn read_under<T>(
    token: &CancelToken,
    read: impl FnOnce() -> Result<T, String>,
) -> Result<T, String> {
    cancellable::under(token, read).unwrap_or_else(|stopped| Err(stopped.to_string()))
}

/// Goes on with the debate of a journal: at the table, or in its review if it is over.
pub fn resume(path: &Path, context: &mut Context) -> Transition {
    resumed("the debate left open".into(), path, None, context)
}

/// The same of a scenario that the library has under this name.
fn resumed(what: String, path: &Path, id: Option<String>, context: &mut Context) -> Transition {
    let path = path.to_owned();
    let ready = move |_: &_| DebateSession::from_journal(&path);
    WaitingScreen::start(what, context, ready, |(mut sitting, damage), context| {
        // A journal of an older version does not say what it is of.
        let unnamed = sitting.attempt().scenario.is_empty();
        if let Some(id) = id.filter(|_| unnamed) {
            sitting.id = id;
        }
        go_on(sitting, damage, context)
    })
}

fn go_on(mut sitting: DebateSession, damage: Option<String>, context: &mut Context) -> Transition {
    if let Some(damage) = damage {
        let damage = damage.lines().next().unwrap_or_default();
        context.notify(format!("it goes on before the damage; {damage}"));
    }
    if sitting.outcome().is_none() {
        return Transition::push(TableScreen::resumed(sitting));
    }
    let folder = context.data.as_deref().map(archive::folder);
    Transition::push(match folder.is_some_and(|folder| sitting.found_in(&folder)) {
        true => ReviewScreen::new(sitting, TableOptions::default(), context),
        false => ReviewScreen::of_played(sitting, TableOptions::default(), context),
    })
}

/// An entry, opened, its moves played: may take long.
fn opened(entry: &LibraryEntry, token: &CancelToken) -> Result<DebateSession, String> {
    let scenario = entry.scenario.clone().map_err(|e| e.to_string())?;
    let opened = match scenario.moves {
        Some(_) => DebateSession::replayed(&entry.id, scenario),
        None => DebateSession::new(&entry.id, scenario),
    };
    let sitting = opened.map_err(|reason| format!("{}: {reason}", entry.id))?;
    if sitting.scenario.moves.is_some() && sitting.outcome().is_some() {
        sitting.look_at_the_end(token);
    }
    Ok(sitting)
}

/// The screen of a debate that was opened.
fn begin(mut sitting: DebateSession, context: &mut Context) -> Transition {
    let attempt = context.attempt(&sitting.id, &sitting.scenario);
    if sitting.scenario.moves.take().is_none() {
        return Transition::push(SeatsScreen::new(sitting));
    }
    if sitting.outcome().is_some() || sitting.people().is_empty() {
        return Transition::push(ReviewScreen::new(sitting, TableOptions::default(), context));
    }
    sitting.begin(attempt);
    crate::tui::screen::keep_journal(context, &mut sitting);
    Transition::push(TableScreen::resumed(sitting))
}
