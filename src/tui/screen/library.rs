//! The library: the course in order, a preview, and the debates left open.

mod preview;
mod unfinished;

use std::path::Path;
use std::sync::Arc;

use ratatui::layout::{Position, Rect};

use super::table::{Options, TableScreen};
use super::waiting::{Arrival, Waiting};
use super::{Attempts, Chapter, Context, Edit, Lab, Listed, Review, Screen, Seats, Step, side};
use crate::rules::Seat;
use crate::scenario::library::{self, Entry};
use crate::scenario::{Forbidden, Scenario, archive, journal, reading};
use crate::show::number::plural;
use crate::tui::canvas::Canvas;
use crate::tui::goal::capital;
use crate::tui::keys::{Action, KeyScope};
use crate::tui::layout::{self, Anatomy, Divider};
use crate::tui::offer::Offer;
use crate::tui::progress::Outcome;
use crate::tui::prompt::Field;
use crate::tui::scroll::Scroll;
use crate::tui::sitting::Sitting;
use crate::tui::text::{pad, pad_left};
use crate::tui::theme::Role;
use crate::tui::worker::{Job, Poll, Token};
use unfinished::Unfinished;

/// What is being typed.
enum Typing {
    Filter,
    Open(Field),
}

/// Should this debate that was left open be given up?
struct GivingUp(Unfinished);

/// A line of the list.
enum Line<'a> {
    Chapter(usize, &'a str),
    Entry(usize),
}

/// The list of debates.
pub struct Library {
    entries: Arc<[Entry]>,
    filter: Field,
    typing: Option<Typing>,
    /// The entry under the cursor.
    at: usize,
    scroll: Scroll,
    unfinished: Vec<Unfinished>,
    /// The one of them that was chosen by its own keys; gone when the cursor moves.
    chosen: Option<usize>,
    giving_up: Option<GivingUp>,
    search: Option<Job<Vec<Unfinished>>>,
    started: bool,
    preview_shift: usize,
    /// Another screen asked for the entry under the cursor.
    opening: bool,
}

impl Library {
    /// The shipped debates and the user's own.
    pub fn new() -> Self {
        Self::of(library::all())
    }

    /// These debates.
    pub fn of(entries: impl Into<Arc<[Entry]>>) -> Self {
        Self {
            entries: entries.into(),
            filter: Field::default(),
            typing: None,
            at: 0,
            scroll: Scroll::TOP,
            unfinished: Vec::new(),
            chosen: None,
            giving_up: None,
            search: None,
            started: false,
            preview_shift: 0,
            opening: false,
        }
    }

    /// The entries that the filter lets through.
    fn shown(&self) -> Vec<usize> {
        let word = self.filter.text().to_lowercase();
        (0..self.entries.len()).filter(|&i| matches(&self.entries[i], &word)).collect()
    }

    fn lines(&self) -> Vec<Line<'_>> {
        let mut lines = Vec::new();
        let mut chapter: Option<&str> = None;
        let mut number = 0;
        for i in self.shown() {
            let own = self.entries[i].scenario.as_ref().map_or("", |s| &*s.chapter);
            if chapter != Some(own) {
                chapter = Some(own);
                number += 1;
                lines.push(Line::Chapter(number, own));
            }
            lines.push(Line::Entry(i));
        }
        lines
    }

    fn line_of_cursor(&self, lines: &[Line<'_>]) -> usize {
        lines.iter().position(|l| matches!(l, Line::Entry(i) if *i == self.at)).unwrap_or(0)
    }

    fn body(size: Rect) -> (Anatomy, Rect) {
        let a = Anatomy::of(size, false);
        (a, Rect { height: a.ask.y.saturating_sub(a.board.y), ..a.board })
    }

    fn settle(&mut self, context: &Context) {
        let shown = self.shown();
        if !shown.contains(&self.at) {
            self.at = shown.first().copied().unwrap_or(0);
        }
        let (_, body) = Self::body(context.size);
        let lines = self.lines();
        let (at, total) = (self.line_of_cursor(&lines), lines.len());
        let mut scroll = self.scroll;
        // The heading of the first chapter is kept in view with its first entry.
        scroll.at = if at == 1 { 0 } else { at };
        scroll.settle(total, body.height.into());
        scroll.at = at;
        self.scroll = scroll;
        self.preview_shift = 0;
    }

    /// What stands beside the list, and where.
    fn preview(&self, context: &Context) -> (side::Panel, Rect) {
        let (a, body) = Self::body(context.size);
        let entry = self.entries.get(self.at).filter(|_| !self.shown().is_empty());
        let paragraphs =
            entry.map(|entry| preview::paragraphs(entry, context.progress.of(&entry.id)));
        let panel = side::Panel { paragraphs: paragraphs.unwrap_or_default(), last: String::new() };
        (panel, Rect { height: body.height, ..a.side })
    }

    /// A page of the preview where there is more of it this way, else of the list.
    fn page(&mut self, action: Action, context: &Context) {
        let (panel, area) = self.preview(context);
        let shift = panel.paged(action, self.preview_shift, area);
        if shift != self.preview_shift {
            self.preview_shift = shift;
            return;
        }
        let page = isize::from(Self::body(context.size).1.height as i16) - 3;
        self.step(if action == Action::PageUp { -page } else { page }, context);
    }

    fn step(&mut self, by: isize, context: &Context) {
        let shown = self.shown();
        let here = shown.iter().position(|&i| i == self.at).unwrap_or(0);
        let to = here.saturating_add_signed(by).min(shown.len().saturating_sub(1));
        self.chosen = None;
        self.at = shown.get(to).copied().unwrap_or(0);
        self.settle(context);
    }

    fn look_for_unfinished(&mut self, context: &Context) {
        if let Some(data) = context.data.clone() {
            let job =
                Job::start(context.waker.clone(), move |token| unfinished::find(&data, token));
            self.search = Some(job);
        }
    }

    fn open(&mut self, context: &mut Context) -> Step {
        let Some(entry) = self.entries.get(self.at) else { return Step::Stay };
        // A chapter that nothing was played of is introduced first.
        let chapter = context.course.debate(&entry.id).map(|listed| listed.chapter.clone());
        if let Some(name) = chapter.filter(|name| context.course.introduces(name)) {
            let of = |listed: &&Listed| listed.chapter == name;
            let mut debates = context.course.debates.iter().filter(of);
            let begun = debates.any(|listed| context.progress.of(&listed.id).is_some());
            let page = Chapter::new(&name, &self.entries, Some(entry.id.clone()));
            if let (false, Some(page)) = (begun, page) {
                context.course.introduced.push(name);
                return Step::Push(Box::new(page));
            }
        }
        open_entry(&entry.clone(), context)
    }

    /// The page of the chapter under the cursor.
    fn chapter(&self) -> Option<Chapter> {
        let scenario = self.entries.get(self.at)?.scenario.as_ref().ok()?;
        Chapter::new(&scenario.chapter, &self.entries, None)
    }

    /// Goes to the debate that another screen asked for: the page of the chapter that is left comes
    /// before the first debate of the next.
    fn go_to_asked(&mut self, context: &mut Context) {
        let Some(id) = context.course.open.take() else { return };
        let Some(at) = self.entries.iter().position(|entry| entry.id == id) else { return };
        self.filter.set("");
        self.at = at;
        self.opening = true;
        self.settle(context);
    }

    /// The page that closes the chapter which was left for the entry under the cursor, if it was.
    fn closing(&self, context: &mut Context) -> Option<Chapter> {
        let left = context.course.left.take()?;
        let next = self.entries.get(self.at)?.id.clone();
        let chapter = |id: &str| context.course.debate(id).map(|listed| listed.chapter.clone());
        let (old, new) = (chapter(&left)?, chapter(&next)?);
        if old == new { None } else { Chapter::new(&old, &self.entries, Some(next)) }
    }

    /// Many debates of the scenario under the cursor.
    fn lab(&mut self, context: &mut Context) -> Step {
        let Some(entry) = self.entries.get(self.at) else { return Step::Stay };
        let forbidden = matches!(&entry.scenario, Ok(s) if s.forbids(Forbidden::Lab));
        if forbidden {
            context.say("this exercise is not for the lab");
            return Step::Stay;
        }
        let (id, scenario) = (entry.id.clone(), entry.scenario.clone());
        Waiting::on(preview::title(entry), context, move |token| {
            let opened = || scenario.map_err(|e| e.message).and_then(|s| Sitting::new(&id, s));
            arriving(read_under(token, opened), |sitting, _| {
                Step::Push(Box::new(Lab::new(sitting)))
            })
        })
    }

    fn open_path(&mut self, path: &str, context: &mut Context) -> Step {
        let path = path.trim().to_owned();
        Waiting::on(path.clone(), context, move |token| {
            let found = || library::find(&path).map_err(|e| e.to_string());
            arriving(read_under(token, || found().and_then(|entry| opened(&entry))), begin)
        })
    }

    fn resume(&mut self, context: &mut Context) -> Step {
        let Some(unfinished) = self.left_open() else {
            context.say("no debate was left open");
            return Step::Stay;
        };
        let id = self.entry_titled(&unfinished.title).map(|entry| entry.id.clone());
        let path = unfinished.path.clone();
        Waiting::on(unfinished.title.clone(), context, move |_| {
            arriving(Sitting::from_journal(&path), |(mut sitting, damage), context| {
                // A journal of an older version does not say what it is of.
                let unnamed = sitting.attempt().scenario.is_empty();
                if let Some(id) = id.filter(|_| unnamed) {
                    sitting.id = id;
                }
                go_on(sitting, damage, context)
            })
        })
    }

    /// The open debate that the keys mean: the one chosen, else the one of the scenario under the
    /// cursor, else the newest.
    fn left_open(&self) -> Option<&Unfinished> {
        self.unfinished.get(self.left_open_at())
    }

    fn left_open_at(&self) -> usize {
        let title = self.entries.get(self.at).and_then(|e| e.scenario.as_ref().ok());
        let same = |u: &Unfinished| title.is_some_and(|s| *s.title == *u.title);
        self.chosen.or_else(|| self.unfinished.iter().position(same)).unwrap_or(0)
    }

    /// Chooses another of the open debates.
    fn choose(&mut self, by: isize) {
        let last = self.unfinished.len().saturating_sub(1);
        self.chosen = Some(self.left_open_at().saturating_add_signed(by).min(last));
    }

    fn entry_titled(&self, title: &str) -> Option<&Entry> {
        self.entries.iter().find(|e| e.scenario.as_ref().is_ok_and(|s| &*s.title == title))
    }

    /// Gives up the debate that was asked about: it goes to the bin.
    fn give_up(&mut self, GivingUp(debate): GivingUp, context: &mut Context) {
        match journal::give_up(&debate.path) {
            Ok(place) => {
                let place = match context.is_owner() {
                    true => format!(": {}", place.display()),
                    false => String::new(),
                };
                self.unfinished.retain(|u| u.path != debate.path);
                self.chosen = None;
                context.say(format!("{} is in the bin{place}", debate.title));
            }
            Err(e) => context.say(e.to_string()),
        }
    }

    fn result(&self, entry: &Entry, context: &Context) -> &'static str {
        let Ok(scenario) = &entry.scenario else { return "fault" };
        if self.unfinished.iter().any(|u| *u.title == *scenario.title) {
            return "open";
        }
        match context.progress.of(&entry.id).map(|r| r.best) {
            Some(Outcome::Won) => "won",
            Some(Outcome::Lost) => "lost",
            None => "new",
        }
    }

    fn draw_line(&self, list: &mut Canvas<'_>, y: usize, line: &Line<'_>, context: &Context) {
        match line {
            Line::Chapter(number, title) => {
                let title = if title.is_empty() { "YOURS".into() } else { title.to_uppercase() };
                list.say(0, y, &format!("{number:>2}  {title}"), Role::Heading);
            }
            Line::Entry(i) => {
                let entry = &self.entries[*i];
                let here = *i == self.at;
                let role = if here { Role::Cursor } else { Role::Text };
                list.say(1, y, if here { "▸" } else { " " }, Role::Chosen);
                // A wide list has room for the protocol and the paper; a narrow one for the title.
                let wide = list.width() >= 100;
                let room = if wide { 40 } else { list.width().saturating_sub(22) };
                let (title, seat, minutes) = match &entry.scenario {
                    Ok(s) => (
                        s.title.to_string(),
                        s.seat.map_or("watch", seat_word),
                        s.minutes.map(|m| format!("{m} min")).unwrap_or_default(),
                    ),
                    Err(_) => (entry.id.clone(), "", String::new()),
                };
                list.put_in(3, y, &title, list.style(role), room.saturating_sub(3));
                let result = self.result(entry, context);
                let text =
                    format!("{} {} {}", pad(seat, 7), pad_left(&minutes, 6), pad_left(result, 6));
                let after = list.say(room + 1, y, &text, Role::Text);
                if let (true, Ok(s)) = (wide, &entry.scenario) {
                    let protocol = pad(s.protocol.value.name(), 26);
                    list.say(after + 3, y, &format!("{protocol} {}", &*s.source), Role::Dim);
                }
            }
        }
    }
}

impl Default for Library {
    fn default() -> Self {
        Self::new()
    }
}

/// An entry as the screens above the library know it.
fn listed(entry: &Entry) -> Listed {
    let chapter = entry.scenario.as_ref().map_or("", |scenario| &*scenario.chapter);
    Listed { id: entry.id.clone(), title: preview::title(entry), chapter: chapter.to_owned() }
}

/// A debate from its start, as its scenario has it.
fn from_start(sitting: &Sitting) -> (String, String, Scenario) {
    let mut scenario = sitting.scenario.clone();
    (scenario.moves, scenario.attempt) = (None, None);
    (sitting.id.clone(), scenario.title.to_string(), scenario)
}

/// The seats of a debate that was played, to play it once more.
pub(super) fn again(sitting: &Sitting, context: &mut Context) -> Step {
    let (id, title, scenario) = from_start(sitting);
    Waiting::on(title, context, move |_| {
        arriving(Sitting::new(&id, scenario), |sitting, _| {
            Step::Push(Box::new(Seats::new(sitting)))
        })
    })
}

/// The lab, set to a debate that was played.
pub(super) fn lab_of(sitting: &Sitting, context: &mut Context) -> Step {
    let (id, title, scenario) = from_start(sitting);
    Waiting::on(title, context, move |_| {
        arriving(Sitting::new(&id, scenario), |sitting, _| Step::Push(Box::new(Lab::new(sitting))))
    })
}

fn seat_word(seat: Seat) -> &'static str {
    match seat {
        Seat::Alice => "Alice",
        Seat::Bob => "Bob",
        Seat::Judge => "judge",
    }
}

/// Does a word occur in what the list and the preview say?
fn matches(entry: &Entry, word: &str) -> bool {
    if word.is_empty() || entry.id.to_lowercase().contains(word) {
        return true;
    }
    let Ok(s) = &entry.scenario else { return false };
    let texts = [
        &*s.title,
        &*s.summary,
        &*s.chapter,
        s.protocol.value.name(),
        s.seat.map_or("", seat_word),
    ];
    texts.iter().any(|t| t.to_lowercase().contains(word))
}

/// A scenario opens at its seats, a finished record in the review, an unfinished one at the table.
pub fn open_entry(entry: &Entry, context: &mut Context) -> Step {
    let theirs = entry.clone();
    Waiting::on(preview::title(entry), context, move |token| {
        arriving(read_under(token, || opened(&theirs)), begin)
    })
}

/// What `read` comes to, if it is not stopped.
fn read_under<T>(token: &Token, read: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    reading::under(token, read).unwrap_or_else(|stopped| Err(stopped.to_string()))
}

/// Goes on with the debate of a journal: at the table, or in its review if it is over.
pub fn resume(path: &Path, context: &mut Context) -> Step {
    let path = path.to_owned();
    Waiting::on("the debate left open", context, move |_| {
        arriving(Sitting::from_journal(&path), |(sitting, damage), context| {
            go_on(sitting, damage, context)
        })
    })
}

fn go_on(mut sitting: Sitting, damage: Option<String>, context: &mut Context) -> Step {
    if let Some(damage) = damage {
        let damage = damage.lines().next().unwrap_or_default();
        context.say(format!("it goes on before the damage; {damage}"));
    }
    if sitting.outcome().is_none() {
        return Step::Push(Box::new(TableScreen::resumed(sitting)));
    }
    let record = journal::played(&sitting.scenario, sitting.game());
    let folder = context.data.as_deref().map(archive::folder);
    match folder.and_then(|folder| archive::find(&folder, &record)) {
        Some(path) => {
            sitting.from_archive(path);
            Step::Push(Box::new(Review::new(sitting, Options::default(), context)))
        }
        None => Step::Push(Box::new(Review::of_played(sitting, Options::default(), context))),
    }
}

/// An entry, opened, its moves played: may take long.
fn opened(entry: &Entry) -> Result<Sitting, String> {
    let scenario = entry.scenario.clone().map_err(|e| e.to_string())?;
    let opened = match scenario.moves {
        Some(_) => Sitting::replayed(&entry.id, scenario),
        None => Sitting::new(&entry.id, scenario),
    };
    let sitting = opened.map_err(|reason| format!("{}: {reason}", entry.id))?;
    if sitting.scenario.moves.is_some() && sitting.outcome().is_some() {
        sitting.look_at_the_end();
    }
    Ok(sitting)
}

/// The screen of a debate that was opened.
fn begin(mut sitting: Sitting, context: &mut Context) -> Step {
    let attempt = context.attempt(&sitting.id, &sitting.scenario);
    if sitting.scenario.moves.take().is_none() {
        return Step::Push(Box::new(Seats::new(sitting)));
    }
    if sitting.outcome().is_some() || sitting.people().is_empty() {
        return Step::Push(Box::new(Review::new(sitting, Options::default(), context)));
    }
    sitting.begin(attempt);
    if let Some(Err(e)) = context.journals().map(|folder| sitting.keep_journal(&folder)) {
        context.say(format!("no journal, a crash would lose this debate: {e}"));
    }
    Step::Push(Box::new(TableScreen::resumed(sitting)))
}

/// Goes on with what was made ready, or says why it could not be.
pub(super) fn arriving<T: Send + 'static>(
    ready: Result<T, String>,
    go_on: impl FnOnce(T, &mut Context) -> Step + Send + 'static,
) -> Arrival {
    Box::new(move |context| match ready {
        Ok(ready) => go_on(ready, context),
        Err(reason) => {
            context.say(reason.lines().next().unwrap_or_default());
            Step::Stay
        }
    })
}

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
        let mut offers = vec![Offer::new(&[Up, Down], "choose"), Offer::new(&[Confirm], "seats")];
        if !self.unfinished.is_empty() {
            offers.push(Offer::new(&[Resume], "go on"));
            offers.push(Offer::new(&[Discard], "give up the debate left open").quietly());
        }
        if self.unfinished.len() > 1 {
            offers.push(Offer::new(&[Left, Right], "another debate left open").quietly());
        }
        offers.push(Offer::new(&[Filter], "filter"));
        if context.is_owner() {
            offers.push(Offer::new(&[Open], "open file"));
            offers.push(Offer::new(&[Lab], "lab"));
        }
        if self.chapter().is_some() {
            offers.push(Offer::new(&[Chapter], "what the chapter is about").quietly());
        }
        offers.push(Offer::new(&[Attempts], "past attempts").quietly());
        offers.push(Offer::new(&[PageUp, PageDown], "a page").quietly());
        offers.push(Offer::new(&[First, Last], "ends").quietly());
        if !self.filter.text().is_empty() {
            offers.push(Offer::new(&[Cancel], "show all").quietly());
        }
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
            Action::First => self.step(isize::MIN / 2, context),
            Action::Last => self.step(isize::MAX / 2, context),
            Action::Confirm => return self.open(context),
            Action::Resume => return self.resume(context),
            Action::Attempts => {
                let id = self.entries.get(self.at).map(|entry| entry.id.clone());
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
            Action::Filter => self.typing = Some(Typing::Filter),
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
        let (a, body) = Self::body(canvas.area());
        let (won, lost) = context.progress.totals();
        let mut right = plural(self.entries.len() as u64, "debate", "debates");
        for (n, word) in [(won, "won"), (lost, "lost"), (self.unfinished.len(), "open")] {
            if n > 0 {
                right += &format!(" · {n} {word}");
            }
        }
        layout::title_bar(&mut canvas.part(a.title), "elenchus · library", &right);
        let line = "Two provers argue; a judge who reads almost nothing decides. Pick a debate.";
        canvas.part(a.claim).say(1, 0, line, Role::Text);
        let entry = self.entries.get(self.at).filter(|_| !self.shown().is_empty());
        let title = entry.map_or(String::new(), preview::title);
        Divider::new("debates, in teaching order")
            .heading(a.side.x.into(), &title)
            .crossing(a.seam(), '┬')
            .draw(&mut canvas.part(a.top), Role::Heading);
        layout::seam(canvas, a.seam(), body.y, body.height);
        let mut list = canvas.part(body);
        let lines = self.lines();
        let window = self.scroll.window(lines.len(), list.height());
        let mut y = 0;
        if window.above > 0 {
            list.say(3, y, &format!("↑ {} more", window.above), Role::Dim);
            y += 1;
        }
        for line in lines.iter().skip(window.first).take(window.count) {
            self.draw_line(&mut list, y, line, context);
            y += 1;
        }
        if window.below > 0 {
            list.say(3, y, &format!("↓ {} more", window.below), Role::Dim);
        }
        if lines.is_empty() {
            list.say(3, 0, "no debate has this word; Esc shows all", Role::Text);
        }
        let (panel, area) = self.preview(context);
        panel.draw(&mut canvas.part(area), self.preview_shift);
        let heading = match self.unfinished.len() {
            0 => String::new(),
            1 => "left open".to_owned(),
            n => format!("left open: {} of {n}", self.left_open_at() + 1),
        };
        Divider::new(&heading).crossing(a.seam(), '┴').draw(&mut canvas.part(a.ask), Role::Ask);
        let mut below = canvas.part(a.prompt);
        if let Some(GivingUp(debate)) = &self.giving_up {
            below.say(1, 0, &format!("Give up {}?", debate.title), Role::Ask);
            below.say(1, 1, "It goes to the bin, the folder `bin` of the journals.", Role::Text);
            return;
        }
        if let Some(open) = self.left_open() {
            below.say(1, 0, &open.words(&context.keys.label(Action::Resume)), Role::Text);
            if let Some(damage) = open.damage() {
                below.say(1, 1, damage.lines().next().unwrap_or_default(), Role::Bad);
            }
        }
        match &self.typing {
            Some(Typing::Open(field)) => {
                let x = below.say(1, 2, "open file: ", Role::Ask);
                let room = below.width().saturating_sub(x + 1);
                field.draw(&mut below, (x, 2), room, true);
            }
            Some(Typing::Filter) => {
                let x = below.say(1, 2, "filter: ", Role::Ask);
                self.filter.draw(&mut below, (x, 2), 60, true);
            }
            None if self.filter.text().is_empty() => {
                let words =
                    "filter: none.  / then type a word of the title, protocol, seat or summary.";
                below.say(1, 2, words, Role::Dim);
            }
            None => {
                let words = format!("filter: {}.  Esc shows all.", capital(self.filter.text()));
                below.say(1, 2, &words, Role::Text);
            }
        }
    }
}
