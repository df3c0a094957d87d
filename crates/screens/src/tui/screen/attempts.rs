//! The list of past attempts in the archive, of one debate or of all.

use std::cmp::Reverse;

use super::table::TableOptions;
use super::{ReviewScreen, WaitingScreen};
use crate::scenario::archive::{self, ArchivedDebate};
use crate::scenario::{Scenario, Verdict};
use crate::tui::list::list;
use crate::tui::prelude::*;
use crate::tui::progress::key;

/// The list of past attempts, the newest first.
pub struct AttemptsScreen {
    kept: Pending<Vec<ArchivedDebate>>,
    /// The name and title of the scenario whose attempts are listed. `None` lists all.
    of: Option<(String, String)>,
    at: usize,
}

impl AttemptsScreen {
    /// The attempts at this scenario. If there are none, all attempts.
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

/// The time of the last move.
fn when(record: &Scenario) -> String {
    let attempt = record.attempt.clone().unwrap_or_default();
    let ended = if attempt.ended.is_empty() { attempt.began } else { attempt.ended };
    ended.to_string()
}

/// One row: the time, the player, the debate, the result and the help.
fn row(kept: &ArchivedDebate) -> (String, Role) {
    let record = match &kept.record {
        Ok(record) => record,
        Err(e) => return (format!("{}: {}", kept.name, e.message), Role::Bad),
    };
    let attempt = record.attempt.clone().unwrap_or_default();
    let when = when(record);
    let when = when.get(..16).unwrap_or(&when).replace('T', " ");
    let goal = attempt.goal.map_or("", Verdict::word);
    let who = if attempt.player.is_empty() { "no name" } else { &*attempt.player };
    let help = if attempt.evaluation { "eval" } else { "" };
    let text = format!(
        "{} {} {} {} {} {} {}",
        pad(&when, 16),
        pad(&cut(who, 10), 10),
        pad(&cut(&record.title, 21), 21),
        pad(goal, 9),
        pad_left(&attempt.hints.to_string(), 5),
        pad_left(&attempt.retries.to_string(), 7),
        help
    );
    (text, Role::Text)
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

    fn view(&self, canvas: &mut Canvas<'_>, _context: &Context) -> Vec<Offer> {
        use Action::*;
        let a = ScreenLayout::new(canvas.area(), false);
        let shown = self.shown();
        let title = match (&self.of, shown.first().map(|kept| &kept.record)) {
            (Some(_), Some(Ok(record))) => format!("Past attempts · {}", &*record.title),
            _ => "Past attempts".to_owned(),
        };
        layout::title_bar(&mut canvas.part(a.title), &title, &format!("{} kept", shown.len()));
        let head =
            "  when             who        what                  goal      hints retries help";
        canvas.part(a.claim).print(0, 0, head, Role::Dim);
        Divider::default().draw(&mut canvas.part(a.top), Role::Heading);
        let none = "You have not finished a debate yet.";
        let rows: Vec<_> = shown.iter().copied().map(row).collect();
        list(canvas, 0, &rows, self.at, if self.kept.is_working() { "…" } else { none });
        let mut offers = Vec::new();
        if !shown.is_empty() {
            offers.extend(Offer::rows("choose", Self::choose));
            offers.push(Offer::new(&[Confirm], "open it").does(Self::open));
        }
        if self.of.is_some() {
            offers.push(Offer::new(&[Action::Attempts], "show all").does(|list: &mut Self| {
                (list.of, list.at) = (None, 0);
            }));
        }
        offers.extend(Offer::help_and_back());
        offers
    }
}
