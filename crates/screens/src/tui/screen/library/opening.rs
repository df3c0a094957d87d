//! Opens debates, chapters and the lab for the library and for other screens.

use std::path::Path;

use super::interrupted::Interrupted;
use super::{LibraryScreen, Spot, unfinished};
use crate::rules::Side;
use crate::scenario::library;
use crate::scenario::{Attempt, OpeningPrediction, archive, cancellable};
use crate::tui::prelude::*;
use crate::tui::screen::coach_line;
use crate::tui::screen::table::{TableOptions, TableScreen};
use crate::tui::screen::waiting::WaitingScreen;
use crate::tui::screen::{ChapterScreen, LabScreen, PlayedSeats, ReviewScreen, SeatsScreen};

impl LibraryScreen {
    /// Opens the debate, chapter or interrupted debate under the cursor.
    pub(super) fn open(&mut self, context: &mut Context) -> Transition {
        match self.at {
            None => Transition::Stay,
            Some(Spot::Interrupted(_)) => self.resume(context),
            Some(Spot::Chapter(at)) => {
                let debates = self.of_chapter(at);
                let is_new = |&&debate: &&usize| context.best(&self.entries[debate]).is_none();
                let first = debates.iter().find(is_new).or(debates.first()).copied();
                (self.chapter, self.at) = (Some(at), first.map(Spot::Debate));
                self.settle(context);
                Transition::Stay
            }
            Some(Spot::Debate(at)) => {
                let said = self.predicted.take().filter(|&(debate, _)| debate == at);
                let entry = self.entries[at].clone();
                open_with(&entry, said.map(|(_, side)| side), context)
            }
        }
    }

    /// Opens the choice of players and seed for the debate under the cursor.
    pub(super) fn set_up(&mut self, context: &mut Context) -> Transition {
        let Some(at) = self.debate() else { return Transition::Stay };
        let said = self.predicted.filter(|&(debate, _)| debate == at).map(|(_, side)| side);
        let entry = self.entries[at].clone();
        set_up_with(&entry, said, context)
    }

    /// The page of the chapter under the cursor.
    pub(super) fn chapter_page(&self) -> Option<ChapterScreen> {
        let at = match self.at? {
            Spot::Chapter(at) => at,
            Spot::Debate(at) => self.chapter_of(at),
            Spot::Interrupted(_) => return None,
        };
        ChapterScreen::new(self.chapters().get(at)?, &self.entries)
    }

    /// Moves to the debate that another screen asked for. Returns `true` if a screen asked for one.
    pub(super) fn go_to_asked(&mut self, context: &mut Context) -> bool {
        let asked = context.course.open.take();
        context.course.unseen.clone_from(&asked);
        let at = asked.and_then(|id| self.entries.iter().position(|entry| entry.id == id));
        if let Some(at) = at {
            self.go_to(at);
        }
        at.is_some()
    }

    /// Opens the lab for the scenario under the cursor.
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
        WaitingScreen::start(path, context, ready, |sitting, context| begin(sitting, None, context))
    }

    pub(super) fn resume(&mut self, context: &mut Context) -> Transition {
        let Some(unfinished) = self.left_open() else {
            return context.stay("no debate was interrupted");
        };
        let titled = |entry: &&LibraryEntry| entry.title() == unfinished.title;
        let id = self.entries.iter().find(titled).map(|entry| entry.id.clone());
        resumed(unfinished.title.clone(), &unfinished.path, id, context)
    }
}

/// Opens a played debate from its start, with the players of its scenario. First `ready` runs on another thread. Then
/// `go_on` runs on this thread.
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

/// Starts a played debate again from its beginning.
pub(in crate::tui::screen) fn replay_setup(
    sitting: &DebateSession,
    context: &mut Context,
) -> Transition {
    from_start(
        sitting,
        context,
        |sitting| sitting,
        |sitting, context| begin(sitting, None, context),
    )
}

/// Opens the lab for a played debate, and starts a run.
pub(in crate::tui::screen) fn lab_of(sitting: &DebateSession, context: &mut Context) -> Transition {
    let played = PlayedSeats::new(sitting);
    let lab = move |sitting| LabScreen::new(sitting, Some(&played));
    from_start(sitting, context, lab, |lab, context| Transition::push(lab.running(context)))
}

/// Opens a scenario at its board, a finished record in the review, and an unfinished record at the table. If the debate
/// was interrupted, offers to continue it.
pub fn open_entry(entry: &LibraryEntry, context: &mut Context) -> Transition {
    open_with(entry, None, context)
}

/// Does the same as [`open_entry`], with a prediction of the winner.
fn open_with(entry: &LibraryEntry, predicted: Option<Side>, context: &mut Context) -> Transition {
    let (theirs, data) = (entry.clone(), context.data.clone());
    let ready = move |token: &CancelToken| {
        let is_record = theirs.scenario.as_ref().is_ok_and(|scenario| scenario.moves.is_some());
        let open = data.filter(|_| !is_record).and_then(|data| {
            let mut all = unfinished::find(&data, token).into_iter();
            all.find(|open| open.is_of(&theirs) && open.goes_on())
        });
        read_under(token, || opened(&theirs, token)).map(|sitting| (sitting, open))
    };
    WaitingScreen::start(
        entry.title(),
        context,
        ready,
        move |(sitting, open), context| match open {
            Some(open) => Transition::push(Interrupted::new(open, sitting, predicted)),
            None => begin(sitting, predicted, context),
        },
    )
}

/// Opens the choice of players and seed for a scenario. Opens a record as [`open_entry`] does.
pub fn set_up(entry: &LibraryEntry, context: &mut Context) -> Transition {
    set_up_with(entry, None, context)
}

fn set_up_with(entry: &LibraryEntry, predicted: Option<Side>, context: &mut Context) -> Transition {
    let theirs = entry.clone();
    let ready = move |token: &CancelToken| read_under(token, || opened(&theirs, token));
    WaitingScreen::start(entry.title(), context, ready, move |sitting, context| {
        match sitting.scenario.moves {
            None => Transition::push(SeatsScreen::predicting(sitting, predicted)),
            Some(_) => begin(sitting, None, context),
        }
    })
}

/// Runs `read`. Returns an error if `token` stops it.
fn read_under<T>(
    token: &CancelToken,
    read: impl FnOnce() -> Result<T, String>,
) -> Result<T, String> {
    cancellable::under(token, read).unwrap_or_else(|stopped| Err(stopped.to_string()))
}

/// Continues the debate of a journal at the table, or opens its review if it is over.
pub fn resume(path: &Path, context: &mut Context) -> Transition {
    resumed("the interrupted debate".into(), path, None, context)
}

/// Continues the debate of a journal, as [`resume`] does. `what` names the debate while it is read. `id` is the library
/// name of its scenario.
pub(super) fn resumed(
    what: String,
    path: &Path,
    id: Option<String>,
    context: &mut Context,
) -> Transition {
    let path = path.to_owned();
    let ready = move |_: &_| DebateSession::from_journal(&path);
    WaitingScreen::start(what, context, ready, |(mut sitting, damage), context| {
        // The journal of an older version does not name its scenario.
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
        context.notify(format!("the debate continues before the damage; {damage}"));
    }
    if sitting.outcome().is_none() {
        return Transition::push(continued(sitting, context));
    }
    let folder = context.data.as_deref().map(archive::folder);
    Transition::push(match folder.is_some_and(|folder| sitting.found_in(&folder)) {
        true => ReviewScreen::new(sitting, TableOptions::default(), context),
        false => ReviewScreen::of_played(sitting, TableOptions::default(), context),
    })
}

/// Opens an entry and plays its recorded moves. This may take long.
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

/// Begins an opened debate, or shows its record.
pub(super) fn begin(
    mut sitting: DebateSession,
    predicted: Option<Side>,
    context: &mut Context,
) -> Transition {
    if sitting.scenario.moves.take().is_none() {
        let scenario = &sitting.scenario;
        // A file must not start a program. The player has to type the program's command.
        if Seat::ALL.into_iter().any(|seat| scenario.outside(seat).is_some()) {
            return Transition::push(SeatsScreen::predicting(sitting, predicted));
        }
        let forecast = predicted.map(OpeningPrediction::winner);
        return Transition::push(start(sitting, TableOptions::default(), forecast, context));
    }
    if sitting.outcome().is_some() || sitting.people().is_empty() {
        return Transition::push(ReviewScreen::new(sitting, TableOptions::default(), context));
    }
    let attempt = context.attempt(&sitting.id, &sitting.scenario);
    sitting.begin(attempt);
    crate::tui::screen::keep_journal(context, &mut sitting);
    Transition::push(continued(sitting, context))
}

/// The table of a debate that continues.
fn continued(sitting: DebateSession, context: &Context) -> TableScreen {
    let coach = coach_line(&sitting.id, context);
    TableScreen::resumed(sitting).with_coach(coach)
}

/// The table of a debate at its start. The attempt counts from here on.
pub(in crate::tui::screen) fn start(
    mut sitting: DebateSession,
    options: TableOptions,
    forecast: Option<OpeningPrediction>,
    context: &mut Context,
) -> TableScreen {
    let attempt = context.attempt(&sitting.id, &sitting.scenario);
    sitting.begin(Attempt { forecast, ..attempt });
    crate::tui::screen::keep_journal(context, &mut sitting);
    if context.journals().is_none() {
        context.notify("there is no folder for a journal: a crash would lose this debate");
    }
    let coach = coach_line(&sitting.id, context);
    let unseen = context.course.unseen.take().filter(|id| *id == sitting.id);
    let card = unseen.map(|_| sitting.scenario.summary.to_string());
    TableScreen::new(sitting, options).with_coach(coach).with_card(card)
}
