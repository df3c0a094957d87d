//! What is opened from the library, and from other screens as the library would open it.

use std::path::Path;

use super::Library;
use crate::scenario::library;
use crate::scenario::{archive, reading};
use crate::tui::prelude::*;
use crate::tui::screen::table::{Options, TableScreen};
use crate::tui::screen::waiting::Waiting;
use crate::tui::screen::{Chapter, Lab, Played, Review, Seats};

impl Library {
    pub(super) fn open(&mut self, context: &mut Context) -> Step {
        let Some(entry) = self.entry() else { return Step::Stay };
        // A chapter that nothing was played of is introduced first.
        let name = entry.chapter();
        if context.course.introduces(name) {
            let mut debates = self.entries.iter().filter(|debate| debate.chapter() == name);
            let begun = debates.any(|debate| context.best(debate).is_some());
            let page = Chapter::new(name, &self.entries, Some(entry.id.clone()));
            if let (false, Some(page)) = (begun, page) {
                context.course.introduced.push(name.to_owned());
                return Step::push(page);
            }
        }
        open_entry(entry, context)
    }

    /// The page of the chapter under the cursor.
    pub(super) fn chapter(&self) -> Option<Chapter> {
        let scenario = self.entry()?.scenario.as_ref().ok()?;
        Chapter::new(&scenario.chapter, &self.entries, None)
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
    pub(super) fn closing(&self, context: &mut Context) -> Option<Chapter> {
        let left = context.course.left.take()?;
        let next = self.entries.get(self.at)?;
        let old = self.entries.iter().find(|debate| debate.id == left)?.chapter();
        match old == next.chapter() {
            true => None,
            false => Chapter::new(old, &self.entries, Some(next.id.clone())),
        }
    }

    /// Many debates of the scenario under the cursor.
    pub(super) fn lab(&mut self, context: &mut Context) -> Step {
        let Some(entry) = self.entry() else { return Step::Stay };
        if let Ok(scenario) = &entry.scenario
            && !context.has_a_lab_for(scenario)
        {
            return context.stay("this exercise is not for the lab");
        }
        let (id, scenario) = (entry.id.clone(), entry.scenario.clone());
        let lab = move || Ok(Lab::new(Sitting::new(&id, scenario.map_err(|e| e.message)?)?, None));
        let ready = move |token: &Token| read_under(token, lab);
        Waiting::on(entry.title(), context, ready, |lab, _| Step::push(lab))
    }

    pub(super) fn open_path(&mut self, path: &str, context: &mut Context) -> Step {
        let path = path.trim().to_owned();
        let found = {
            let path = path.clone();
            move || library::find(&path).map_err(|e| e.to_string())
        };
        let ready = move |token: &Token| read_under(token, || opened(&found()?, token));
        Waiting::on(path, context, ready, begin)
    }

    pub(super) fn resume(&mut self, context: &mut Context) -> Step {
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
    sitting: &Sitting,
    context: &mut Context,
    ready: impl FnOnce(Sitting) -> T + Send + 'static,
    go_on: impl FnOnce(T, &mut Context) -> Step + Send + 'static,
) -> Step {
    let scenario = sitting.from_start();
    let id = sitting.id.clone();
    let title = scenario.title.to_string();
    Waiting::on(title, context, move |_| Sitting::new(&id, scenario).map(ready), go_on)
}

/// The seats of a debate that was played, to play it once more.
pub(in crate::tui::screen) fn again(sitting: &Sitting, context: &mut Context) -> Step {
    from_start(sitting, context, Seats::new, |seats, _| Step::push(seats))
}

/// The lab, set to a debate that was played, and running.
pub(in crate::tui::screen) fn lab_of(sitting: &Sitting, context: &mut Context) -> Step {
    let played = Played::of(sitting);
    let lab = move |sitting| Lab::new(sitting, Some(&played));
    from_start(sitting, context, lab, |lab, context| Step::push(lab.running(context)))
}

/// A scenario opens at its seats, a finished record in the review, an unfinished one at the table.
pub fn open_entry(entry: &LibraryEntry, context: &mut Context) -> Step {
    let theirs = entry.clone();
    let ready = move |token: &Token| read_under(token, || opened(&theirs, token));
    Waiting::on(entry.title(), context, ready, begin)
}

/// What `read` comes to, if it is not stopped.
fn read_under<T>(token: &Token, read: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    reading::under(token, read).unwrap_or_else(|stopped| Err(stopped.to_string()))
}

/// Goes on with the debate of a journal: at the table, or in its review if it is over.
pub fn resume(path: &Path, context: &mut Context) -> Step {
    resumed("the debate left open".into(), path, None, context)
}

/// The same of a scenario that the library has under this name.
fn resumed(what: String, path: &Path, id: Option<String>, context: &mut Context) -> Step {
    let path = path.to_owned();
    let ready = move |_: &_| Sitting::from_journal(&path);
    Waiting::on(what, context, ready, |(mut sitting, damage), context| {
        // A journal of an older version does not say what it is of.
        let unnamed = sitting.attempt().scenario.is_empty();
        if let Some(id) = id.filter(|_| unnamed) {
            sitting.id = id;
        }
        go_on(sitting, damage, context)
    })
}

fn go_on(mut sitting: Sitting, damage: Option<String>, context: &mut Context) -> Step {
    if let Some(damage) = damage {
        let damage = damage.lines().next().unwrap_or_default();
        context.say(format!("it goes on before the damage; {damage}"));
    }
    if sitting.outcome().is_none() {
        return Step::push(TableScreen::resumed(sitting));
    }
    let folder = context.data.as_deref().map(archive::folder);
    Step::push(match folder.is_some_and(|folder| sitting.found_in(&folder)) {
        true => Review::new(sitting, Options::default(), context),
        false => Review::of_played(sitting, Options::default(), context),
    })
}

/// An entry, opened, its moves played: may take long.
fn opened(entry: &LibraryEntry, token: &Token) -> Result<Sitting, String> {
    let scenario = entry.scenario.clone().map_err(|e| e.to_string())?;
    let opened = match scenario.moves {
        Some(_) => Sitting::replayed(&entry.id, scenario),
        None => Sitting::new(&entry.id, scenario),
    };
    let sitting = opened.map_err(|reason| format!("{}: {reason}", entry.id))?;
    if sitting.scenario.moves.is_some() && sitting.outcome().is_some() {
        sitting.look_at_the_end(token);
    }
    Ok(sitting)
}

/// The screen of a debate that was opened.
fn begin(mut sitting: Sitting, context: &mut Context) -> Step {
    let attempt = context.attempt(&sitting.id, &sitting.scenario);
    if sitting.scenario.moves.take().is_none() {
        return Step::push(Seats::new(sitting));
    }
    if sitting.outcome().is_some() || sitting.people().is_empty() {
        return Step::push(Review::new(sitting, Options::default(), context));
    }
    sitting.begin(attempt);
    crate::tui::screen::keep_journal(context, &mut sitting);
    Step::push(TableScreen::resumed(sitting))
}
