//! Past attempts: what the archive holds, of one debate or of all.

use ratatui::layout::Rect;

use super::table::Options;
use super::{Context, Review, Screen, Step};
use crate::scenario::Verdict;
use crate::scenario::archive::{self, Kept};
use crate::tui::canvas::Canvas;
use crate::tui::keys::{Action, KeyScope};
use crate::tui::layout::{self, Anatomy, Divider};
use crate::tui::offer::Offer;
use crate::tui::scroll::Scroll;
use crate::tui::sitting::Sitting;
use crate::tui::text::{cut, pad, pad_left};
use crate::tui::theme::Role;

/// The list of past attempts, the newest first.
pub struct Attempts {
    kept: Vec<Kept>,
    /// The scenario whose attempts are listed; all if none.
    of: Option<String>,
    at: usize,
}

impl Attempts {
    /// The attempts at this scenario; at all, if there is none at it.
    pub fn new(of: Option<String>, context: &Context) -> Self {
        let mut kept = context
            .data
            .as_ref()
            .map_or_else(Vec::new, |data| archive::list(&archive::folder(data)));
        kept.reverse();
        let mut attempts = Self { kept, of, at: 0 };
        if attempts.shown().is_empty() {
            attempts.of = None;
        }
        attempts
    }

    fn shown(&self) -> Vec<&Kept> {
        let wanted = |kept: &&Kept| match (&self.of, &kept.record) {
            (None, _) => true,
            (Some(id), Ok(record)) => {
                record.attempt.as_ref().is_some_and(|attempt| *attempt.scenario == **id)
            }
            (Some(_), Err(_)) => false,
        };
        self.kept.iter().filter(wanted).collect()
    }

    fn page(context: &Context) -> usize {
        usize::from(context.size.height.saturating_sub(6)).max(1)
    }

    fn open(&self, context: &mut Context) -> Step {
        let Some(kept) = self.shown().get(self.at).copied() else { return Step::Stay };
        let opened = match &kept.record {
            Ok(record) => Sitting::replayed(&kept.name, record.clone()),
            Err(e) => Err(e.to_string()),
        };
        match opened {
            Ok(mut sitting) => {
                let id = sitting.attempt().scenario.to_string();
                if !id.is_empty() {
                    sitting.id = id;
                }
                sitting.from_archive(kept.path.clone());
                Step::Push(Box::new(Review::new(sitting, Options::default(), context)))
            }
            Err(reason) => context.stay(reason.lines().next().unwrap_or_default()),
        }
    }
}

/// One row: when, who, what, how it came out, with what help.
fn row(kept: &Kept) -> (String, Role) {
    let record = match &kept.record {
        Ok(record) => record,
        Err(e) => return (format!("{}: {}", kept.name, e.message), Role::Bad),
    };
    let attempt = record.attempt.clone().unwrap_or_default();
    let when = attempt.began.get(..16).unwrap_or(&attempt.began).replace('T', " ");
    let goal = match attempt.goal {
        Some(Verdict::Reached) => "reached",
        Some(Verdict::Missed) => "missed",
        Some(Verdict::Undecided) => "undecided",
        None => "",
    };
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

impl Screen for Attempts {
    fn scope(&self) -> KeyScope {
        KeyScope::Library
    }

    fn name(&self) -> &'static str {
        "past attempts"
    }

    fn offers(&self, _context: &Context) -> Vec<Offer> {
        use Action::*;
        let mut offers = Vec::new();
        if !self.shown().is_empty() {
            offers.push(Offer::new(&[Up, Down], "choose"));
            offers.push(Offer::new(&[Confirm], "open it"));
            offers.push(Offer::new(&[PageUp, PageDown], "a page").quietly());
        }
        if self.of.is_some() {
            offers.push(Offer::new(&[Attempts], "of all debates"));
        }
        offers.push(Offer::new(&[Help], "help"));
        offers.push(Offer::new(&[Back], "back"));
        offers
    }

    fn act(&mut self, action: Action, context: &mut Context) -> Step {
        match action {
            Action::Up => self.at = self.at.saturating_sub(1),
            Action::PageUp => self.at = self.at.saturating_sub(Self::page(context)),
            Action::PageDown => {
                let last = self.shown().len().saturating_sub(1);
                self.at = (self.at + Self::page(context)).min(last);
            }
            Action::Down => self.at = (self.at + 1).min(self.shown().len().saturating_sub(1)),
            Action::Confirm => return self.open(context),
            Action::Attempts => {
                self.of = None;
                self.at = 0;
            }
            _ => return Step::Pop,
        }
        Step::Stay
    }

    fn returned(&mut self, context: &mut Context) {
        let at = self.at;
        *self = Self::new(self.of.take(), context);
        self.at = at.min(self.shown().len().saturating_sub(1));
    }

    fn draw(&self, canvas: &mut Canvas<'_>, _context: &Context) {
        let a = Anatomy::of(canvas.area(), false);
        let shown = self.shown();
        let title = match (&self.of, shown.first().map(|kept| &kept.record)) {
            (Some(_), Some(Ok(record))) => format!("Past attempts · {}", &*record.title),
            _ => "Past attempts".to_owned(),
        };
        layout::title_bar(&mut canvas.part(a.title), &title, &format!("{} kept", shown.len()));
        let head = "  when             who        what                  goal      hints retries";
        canvas.part(a.claim).say(0, 0, head, Role::Dim);
        Divider::default().draw(&mut canvas.part(a.top), Role::Heading);
        let area = Rect {
            width: canvas.area().width,
            height: a.footer.y.saturating_sub(a.board.y + 1),
            ..a.board
        };
        let mut list = canvas.part(area);
        if shown.is_empty() {
            list.say(3, 0, "no finished debate is kept yet", Role::Text);
        }
        let mut scroll = Scroll::at(self.at);
        scroll.settle(shown.len(), list.height());
        let window = scroll.plain_window(shown.len(), list.height());
        for (y, i) in (window.first..window.first + window.count).enumerate() {
            let (text, role) = row(shown[i]);
            let here = i == self.at;
            list.say(0, y, if here { "▸" } else { " " }, Role::Chosen);
            list.say(2, y, &text, if here { Role::Cursor } else { role });
        }
    }
}
