//! The list of past attempts in the archive, at one debate or at all debates.

use std::cmp::Reverse;

use super::table::TableOptions;
use super::{ReviewScreen, WaitingScreen};
use crate::scenario::archive::{self, ArchivedDebate};
use crate::scenario::{Scenario, Verdict};
use crate::tui::list;
use crate::tui::prelude::*;
use crate::tui::progress::key;

/// The list of past attempts, the newest first.
pub struct AttemptsScreen {
    kept: Pending<Vec<ArchivedDebate>>,
    /// The name and title of the scenario whose attempts are listed. `None` lists the attempts at all scenarios.
    of: Option<(String, String)>,
    at: usize,
}

impl AttemptsScreen {
    /// Lists the attempts at this scenario. If there are none, lists all attempts.
    pub fn new(of: Option<(String, String)>, context: &Context) -> Self {
        let mut attempts = Self { kept: Pending::default(), of, at: 0 };
        attempts.read(context);
        attempts
    }

    /// Reads the archive again. The old list stays on the screen until then.
    fn read(&mut self, context: &Context) {
        let Some(folder) = context.data.as_deref().map(archive::folder) else { return };
        self.kept.begin(context, move |_| {
            let mut kept = archive::list(&folder);
            kept.sort_by_cached_key(|kept| {
                Reverse((kept.record.as_ref().ok().map(when), kept.name.clone()))
            });
            kept
        });
    }

    fn shown(&self) -> Vec<&ArchivedDebate> {
        let wanted = |kept: &&ArchivedDebate| match (&self.of, &kept.record) {
            (None, _) => true,
            (Some((id, title)), Ok(record)) => record
                .attempt
                .as_ref()
                .is_some_and(|own| key(&own.scenario, &record.title) == key(id, title)),
            (Some(_), Err(_)) => false,
        };
        self.kept.iter().filter(wanted).collect()
    }

    fn choose(&mut self, action: Action, context: &mut Context) {
        let page = usize::from(context.size.height.saturating_sub(6)).max(1);
        self.at = moved(self.at, action, page, self.shown().len());
    }

    fn open(&mut self, context: &mut Context) -> Transition {
        let Some(kept) = self.shown().get(self.at).copied() else { return Transition::Stay };
        let ArchivedDebate { name, path, record } = kept.clone();
        let replayed = {
            let name = name.clone();
            move |_: &_| DebateSession::replayed(&name, record.map_err(|e| e.to_string())?)
        };
        WaitingScreen::start(name, context, replayed, move |mut sitting, context| {
            let id = sitting.attempt().scenario.to_string();
            if !id.is_empty() {
                sitting.id = id;
            }
            sitting.from_archive(path);
            Transition::push(ReviewScreen::new(sitting, TableOptions::default(), context))
        })
    }
}

/// The time of the last move of the attempt.
fn when(record: &Scenario) -> String {
    let attempt = record.attempt.clone().unwrap_or_default();
    let ended = if attempt.ended.is_empty() { attempt.began } else { attempt.ended };
    ended.to_string()
}

/// The columns of the time, the player, the result, the hints, the retries and the other help. The debate has the
/// remaining columns.
const WIDTHS: [usize; 6] = [16, 10, 9, 5, 7, 4];

/// A row of the table in this width.
fn cells([when, who, what, goal, hints, retries, help]: [&str; 7], columns: usize) -> String {
    let [a, b, c, d, e, f] = WIDTHS;
    let room = columns.saturating_sub(WIDTHS.iter().sum::<usize>() + WIDTHS.len());
    let [when, who, what] = [(when, a), (who, b), (what, room)].map(|(text, room)| pad(text, room));
    let [hints, retries] = [(hints, d), (retries, e)].map(|(text, room)| pad_left(text, room));
    format!("{when} {who} {what} {} {hints} {retries} {}", pad(goal, c), pad(help, f))
}

/// One row: the time, the player, the debate, the result and the help.
fn row(kept: &ArchivedDebate, columns: usize) -> (String, Role) {
    let record = match &kept.record {
        Ok(record) => record,
        Err(e) => return (format!("{}: {}", kept.name, e.message), Role::Bad),
    };
    let attempt = record.attempt.clone().unwrap_or_default();
    let when = when(record);
    let when = when.get(..16).unwrap_or(&when).replace('T', " ");
    let who = if attempt.player.is_empty() { "no name" } else { &*attempt.player };
    let (hints, retries) = (attempt.hints.to_string(), attempt.retries.to_string());
    let text = [
        &*when,
        who,
        &record.title,
        attempt.goal.map_or("", Verdict::word),
        &hints,
        &retries,
        if attempt.evaluation { "eval" } else { "" },
    ];
    (cells(text, columns), Role::Text)
}

impl Screen<Playground> for AttemptsScreen {
    fn name(&self) -> &'static str {
        "past attempts"
    }

    fn returned(&mut self, context: &mut Context) -> Transition {
        self.read(context);
        Transition::Stay
    }

    fn poll(&mut self, _context: &mut Context) -> Transition {
        if self.kept.poll() {
            if self.shown().is_empty() {
                self.of = None;
            }
            self.at = self.at.min(self.shown().len().saturating_sub(1));
        }
        Transition::Stay
    }

    fn is_working(&self) -> bool {
        self.kept.is_working()
    }

    fn view(&self, canvas: &mut Canvas<'_>, _context: &Context) -> Vec<KeyCommand> {
        use Action::*;
        let shown = self.shown();
        let title = match (&self.of, shown.first().map(|kept| &kept.record)) {
            (Some(_), Some(Ok(record))) => format!("Past attempts · {}", &*record.title),
            _ => "Past attempts".to_owned(),
        };
        let kept = format!("{} kept", shown.len());
        let columns = canvas.width().saturating_sub(2);
        let names = ["when", "who", "what", "goal", "hints", "retries", "help"];
        let head = match shown.is_empty() {
            true if self.kept.is_working() => "…".to_owned(),
            true => "You have not finished a debate yet.".to_owned(),
            false => format!(" {}", cells(names, columns)),
        };
        layout::header(canvas, [&title, &kept], &head);
        let body = layout::body(canvas.area());
        let theme = canvas.theme;
        let line = |at: usize| {
            let (text, role) = row(shown[at], columns);
            theme.line(text, role)
        };
        list::draw(canvas, body, (shown.len(), Scroll::at(self.at)), Some(Role::Cursor), line);
        let mut offers = Vec::new();
        if !shown.is_empty() {
            offers.extend(KeyCommand::rows("choose", Self::choose));
            offers.push(KeyCommand::new(&[Confirm], "open it").does(Self::open));
        }
        if self.of.is_some() {
            offers.push(KeyCommand::new(&[Action::Attempts], "show all").does(
                |list: &mut Self| {
                    (list.of, list.at) = (None, 0);
                },
            ));
        }
        offers.extend(KeyCommand::help_and_back());
        offers
    }
}
