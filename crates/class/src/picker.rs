//! The screen on which the teacher chooses a debate for everybody, for a table or for the projector.

use std::sync::Arc;
use std::time::Duration;

use crate::projection::{LedDebate, LedDebateScreen, ProjectorContent, played};
use crate::roster::PROJECTOR;
use crate::session::Class;
use crate::tui::list;
use crate::tui::prelude::*;
use crate::tui::remote_seat::SharedDebate;

/// The first rows of the projector's list. Tables and debates follow.
const PLAIN: [(&str, ProjectorContent); 4] = [
    ("the address and the code", ProjectorContent::Door),
    ("the progress of the class", ProjectorContent::Class { names: false }),
    ("the progress of the class, with names", ProjectorContent::Class { names: true }),
    ("the vote", ProjectorContent::Vote),
];

/// A list of debates for a purpose.
pub(crate) struct DebatePicker {
    class: Arc<Class>,
    what: PickerPurpose,
    at: usize,
    /// The debate that was sent to everybody except the students at running tables. A second press sends it to them.
    sent: Option<usize>,
    /// The job that plays a debate for the projector.
    playing: Option<Job<Result<DebateSession, String>>>,
}

/// The purpose of the chosen debate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PickerPurpose {
    /// The debate opens on every student's screen.
    Push,
    /// A table opens for the debate, with free seats.
    Table,
    /// The connected students play the debate at tables of three.
    Trios,
    /// The projector shows the debate. The list also offers other things to show.
    Show,
}

impl DebatePicker {
    pub(crate) fn new(class: Arc<Class>, what: PickerPurpose, at: usize) -> Self {
        Self { class, what, at, sent: None, playing: None }
    }

    fn rows(&self) -> Vec<String> {
        let debates = self.class.setup.entries.iter().map(|entry| entry.title());
        if self.what != PickerPurpose::Show {
            return debates.map(str::to_owned).collect();
        }
        let plain = PLAIN.iter().map(|(words, _)| (*words).to_owned());
        let tables = self.class.tables();
        let tables = tables.iter().map(|t| format!("table {}: {}", t.number() + 1, t.title()));
        let debates = debates.map(|title| format!("{title}, played by programs"));
        plain.chain(tables).chain(debates).collect()
    }

    fn choose(&mut self, context: &mut Context) -> Transition {
        let done = match (self.what, self.class.setup.entries.get(self.at)) {
            (PickerPurpose::Show, _) => return self.show(context),
            (_, None) => return Transition::Pop,
            (PickerPurpose::Push, Some(entry)) => {
                let is_again =
                    self.sent == Some(self.at) && context.before == Some(Action::Confirm);
                let left = self.class.push(entry, is_again) as u64;
                if left > 0 {
                    self.sent = Some(self.at);
                    let who = plural(left, "student plays", "students play");
                    return context.stay(format!(
                        "sent. {who} at a running table and did not get it. Press the same key \
                         again to send it to them too"
                    ));
                }
                Ok(())
            }
            (PickerPurpose::Table, Some(entry)) => self.class.add_table(&entry.id),
            (PickerPurpose::Trios, Some(entry)) => self.class.seat_trios(&entry.id).map(|trios| {
                let tables = plural(trios.len() as u64, "table", "tables");
                context.notify(match trios.iter().flatten().any(Option::is_none) {
                    true => format!("{tables}; programs play the free seats"),
                    false => format!("{tables}; students play all seats"),
                });
            }),
        };
        match done {
            Ok(()) => Transition::Pop,
            Err(reason) => context.stay(reason.lines().next().unwrap_or_default()),
        }
    }

    /// Shows the row under the cursor on the projector, or starts to play its debate.
    fn show(&mut self, context: &mut Context) -> Transition {
        if let Some((words, shown)) = PLAIN.get(self.at) {
            self.class.show(shown.clone());
            return context.stay(format!("the projector shows {words}"));
        }
        let (class, tables) = (&self.class, self.class.tables());
        let at = self.at - PLAIN.len();
        let made: Job<_> = match tables.get(at).cloned() {
            Some(table) => Job::spawn_and_wait(context, move |token| {
                let mut sitting = table.sitting(None, PROJECTOR)?;
                sitting.run(token).map(|_| sitting)
            }),
            None => {
                let Some(entry) = class.setup.entries.get(at - tables.len()).cloned() else {
                    return Transition::Stay;
                };
                Job::spawn_and_wait(context, move |token| {
                    played(&entry.id, &entry.scenario.map_err(|e| e.to_string())?, token)
                })
            }
        };
        self.playing = Some(made);
        self.lead(context)
    }

    /// Once the debate has been played, shows it and opens the teacher's screen that controls it.
    fn lead(&mut self, context: &mut Context) -> Transition {
        match Job::poll_slot(&mut self.playing) {
            JobStatus::Done(Ok(sitting)) => {
                let led = Arc::new(LedDebate::new(sitting));
                self.class.show(ProjectorContent::Debate(Arc::clone(&led)));
                let class = Arc::clone(&self.class);
                Transition::push(LedDebateScreen::new(led, move || class.members.call_all()))
            }
            JobStatus::Done(Err(reason)) => {
                context.stay(reason.lines().next().unwrap_or_default().to_owned())
            }
            JobStatus::Running | JobStatus::Over => Transition::Stay,
        }
    }
}

impl Screen<Playground> for DebatePicker {
    fn scope(&self) -> KeyScope {
        KeyScope::Class
    }

    fn poll(&mut self, context: &mut Context) -> Transition {
        self.lead(context)
    }

    fn clock(&self) -> Option<Duration> {
        self.playing.as_ref().map(|_| Duration::from_millis(100))
    }

    fn view(&self, canvas: &mut Canvas<'_>, _context: &Context) -> Vec<KeyCommand> {
        use Action::*;
        let (what, right, confirm) = match self.what {
            PickerPurpose::Push => {
                ("a debate for everybody", "choose a debate", "send everybody there")
            }
            PickerPurpose::Table => ("a table for three", "choose a debate", "open it"),
            PickerPurpose::Trios => {
                ("the next round of the trios", "choose a debate", "seat everybody")
            }
            PickerPurpose::Show => ("what the projector shows", "choose what to show", "show it"),
        };
        let rows = self.rows();
        let about = if rows.is_empty() { "there are no debates" } else { "" };
        layout::header(canvas, [what, right], about);
        let row = |at: usize| Line::from(&*rows[at]);
        let list = (rows.len(), Scroll::at(self.at));
        list::draw(canvas, layout::body(canvas.area()), list, Some(Role::Cursor), row);
        let row = |picker: &mut Self, action, _: &mut Context| {
            picker.at = moved(picker.at, action, 10, picker.rows().len());
        };
        let mut offers = Vec::from(KeyCommand::rows("choose", row));
        offers.push(KeyCommand::new(&[Confirm], confirm).does(Self::choose));
        offers.extend(KeyCommand::help_and(KeyCommand::new(&[Cancel, Back], "back").leaves()));
        offers
    }
}
