//! A debate on several machines: the record is kept here, each screen is shown its own view.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};

use crate::analysis::Game;
use crate::debate::{Entry, SeatPlan};
use crate::members::Members;
use crate::roll::{Holder, PROJECTOR};
use crate::rules::{Actor, Move, Seat, Turn};
use crate::scenario::journal::{self, replace};
use crate::scenario::library::LibraryEntry as Debate;
use crate::scenario::{Attempt, Scenario, files};
use crate::tui::chair::{Chair, News, Source};
use crate::tui::sitting::Sitting;
use crate::work::Token;

/// So often, and so long apart, it is tried to change a seat while the record is held.
const PATIENCE: u32 = 20;
const MOMENT: Duration = Duration::from_millis(10);

/// A debate on several machines.
pub(crate) struct ClassTable {
    number: usize,
    members: Weak<Members>,
    /// The library's name of its debate.
    pub(crate) id: String,
    /// Where its journal is, and what its people said before they played.
    folder: PathBuf,
    /// As it is opened on every screen: people in all seats, no moves.
    scenario: Scenario,
    /// The record, whose journal is on the disk before anybody is shown anything.
    record: Mutex<Sitting>,
    shown: Mutex<TableView>,
}

/// What screens may be shown.
struct TableView {
    version: u64,
    entries: Vec<Entry>,
    holders: [Holder; 3],
    /// If it is over: of how many entries the seats learn while its end is kept back.
    over: Option<usize>,
    revealed: bool,
}

/// The length of a record without its end: up to the last move of a person, and with that move if more
/// followed from it. None as long as the debate is not over.
fn before_the_end(game: &dyn Game) -> Option<usize> {
    if !matches!(game.now().turn(), Turn::Over(_)) {
        return None;
    }
    let by_person = |entry: &Entry| match entry {
        Entry::Move { actor: Actor::Seat(seat), .. } => game.seat_plan(*seat) == SeatPlan::Human,
        _ => false,
    };
    let record = game.record();
    let last = record.iter().rposition(by_person).unwrap_or_default();
    Some(if last + 1 < record.len() { last + 1 } else { last })
}

impl ClassTable {
    /// The table with this number, as far as it was played; its journal is in a folder of its own.
    ///
    /// # Errors
    /// What in its scenario or journal cannot be played.
    pub(crate) fn open(
        members: Weak<Members>,
        number: usize,
        debate: &Debate,
        holders: [Holder; 3],
        folder: &Path,
    ) -> Result<Self, String> {
        let mut scenario = debate.scenario.clone().map_err(|e| e.to_string())?;
        scenario.moves = None;
        scenario.attempt = None;
        let human = Seat::each(|_| SeatPlan::Human);
        let mut record = match journal::in_folder(folder).into_iter().next() {
            Some(path) => Sitting::from_journal(&path)?.0,
            None => {
                let seed = scenario.seed.unwrap_or(1);
                let mut record = Sitting::new(&debate.id, scenario.clone())?.again(seed, &human)?;
                record.keep_journal(folder).map_err(|e| e.to_string())?;
                record
            }
        };
        let saved = journal::played(&record.scenario, record.game());
        scenario = Scenario { moves: None, ..saved };
        for seat in Seat::ALL {
            record.set_seat(seat, &holders[seat.index()].plan())?;
        }
        let entries = record.game().record().to_vec();
        let over = before_the_end(record.game());
        let shown = TableView { version: 1, entries, holders, over, revealed: false };
        let (record, shown) = (Mutex::new(record), Mutex::new(shown));
        let (id, folder) = (debate.id.clone(), folder.to_owned());
        Ok(Self { number, members, id, folder, scenario, record, shown })
    }

    /// What its debate is called.
    pub(crate) fn title(&self) -> String {
        self.scenario.title.to_string()
    }

    /// The record, also if somebody looks at it for a moment.
    fn held(&self) -> Result<MutexGuard<'_, Sitting>, String> {
        let held = (0..PATIENCE).find_map(|tries| {
            if tries > 0 {
                thread::sleep(MOMENT);
            }
            self.record.try_lock()
        });
        held.ok_or_else(|| "a program thinks: try again".into())
    }

    /// Who has the seats.
    pub(crate) fn holders(&self) -> [Holder; 3] {
        self.shown.lock().holders.clone()
    }

    /// Whether it is over, and how many entries its record has.
    pub(crate) fn progress(&self) -> (bool, usize) {
        let shown = self.shown.lock();
        (shown.over.is_some(), shown.entries.len())
    }

    /// Gives a seat to somebody else.
    ///
    /// # Errors
    /// If a program thinks just now, or the seat has no such strategy.
    pub(crate) fn give(&self, seat: Seat, holder: Holder) -> Result<(), String> {
        let mut record = self.held()?;
        record.set_seat(seat, &holder.plan())?;
        let mut shown = self.shown.lock();
        shown.holders[seat.index()] = holder;
        shown.version += 1;
        drop((record, shown));
        self.tell();
        Ok(())
    }

    /// Shows its end to those who played it.
    pub(crate) fn reveal(&self) {
        let mut shown = self.shown.lock();
        // What is under way is kept back again once ends are.
        shown.revealed |= shown.over.is_some();
        shown.version += 1;
        drop(shown);
        self.tell();
    }

    /// A screen's own view of the debate.
    ///
    /// # Errors
    /// What cannot be played.
    pub(crate) fn sitting(
        self: &Arc<Self>,
        seat: Option<Seat>,
        who: usize,
    ) -> Result<Sitting, String> {
        let source: Arc<dyn Source> = Arc::clone(self) as _;
        Sitting::shared(&self.id, self.scenario.clone(), Chair::new(source, seat, who))
    }

    /// Calls everybody who has a seat to look.
    fn tell(&self) {
        let Some(members) = self.members.upgrade() else { return };
        for holder in self.holders() {
            if let Holder::Student(number) = holder {
                members.call(number);
            }
        }
    }

    /// Where the attempt of somebody in a seat is kept.
    fn attempt_of(&self, chair: &Chair) -> Option<PathBuf> {
        let seat = chair.seat?;
        Some(self.folder.join(format!("{}-{}.json", seat.word(), chair.who)))
    }
}

impl Source for ClassTable {
    fn number(&self) -> usize {
        self.number
    }

    fn play(&self, chair: &Chair, after: usize, mv: Move) -> Result<(), String> {
        let Some(seat) = chair.seat else { return Err("you look on".into()) };
        let mut record = self.held()?;
        if !self.holders()[seat.index()].is(chair.who) {
            return Err("this seat is somebody else's now".into());
        }
        if record.game().record().len() != after {
            return Err("the debate has gone on: look again".into());
        }
        record.play(seat, mv)
    }

    fn run(&self, token: &Token) -> Result<(), String> {
        // A program that has it sees to everything that was played before; who looks at it does not, and is
        // waited for.
        let Ok(mut record) = self.held() else { return Ok(()) };
        let ran = record.run(token);
        // What was played is on the disk by now, unless the disk failed.
        if ran.is_ok() {
            let mut shown = self.shown.lock();
            let new = record.game().record().get(shown.entries.len()..).unwrap_or_default();
            if !new.is_empty() {
                shown.entries.extend_from_slice(new);
                shown.version += 1;
                shown.over = before_the_end(record.game());
                drop((record, shown));
                self.tell();
            }
        }
        ran.map(|_| ())
    }

    fn attempt(&self, chair: &Chair) -> Option<Attempt> {
        serde_json::from_str(&files::text(&self.attempt_of(chair)?).ok()?).ok()
    }

    fn keep(&self, chair: &Chair, attempt: &Attempt) -> Result<(), String> {
        let Some(path) = self.attempt_of(chair) else { return Ok(()) };
        let text = serde_json::to_string(attempt).map_err(|e| e.to_string())?;
        replace(&path, text.as_bytes()).map_err(|e| format!("{}: {}", path.display(), e.kind()))
    }

    fn version(&self) -> u64 {
        self.shown.lock().version
    }

    fn news(&self, chair: &Chair, after: usize) -> News {
        let shown = self.shown.lock();
        let entries = shown.entries.get(after..).unwrap_or_default().to_vec();
        let TableView { version, over, revealed, .. } = *shown;
        let holders = shown.holders.clone();
        // Whoever changes a seat has the roll, and then this.
        drop(shown);
        let members = self.members.upgrade();
        let called = |holder| members.as_ref().map(|all| all.called(holder)).unwrap_or_default();
        News {
            version,
            entries,
            plans: holders.each_ref().map(Holder::plan),
            names: holders.each_ref().map(called),
            lost: chair.seat.is_some_and(|seat| !holders[seat.index()].is(chair.who)),
            // The teacher looks on, and sees the end.
            held: over.filter(|_| {
                let learns = chair.seat.is_some() || chair.who == PROJECTOR;
                learns && !revealed && members.is_some_and(|all| all.roll().read().holding)
            }),
        }
    }
}

/// The folder of a table's journal.
pub(crate) fn folder(class: &Path, number: usize) -> std::path::PathBuf {
    let folder = class.join("tables").join(format!("{number:03}"));
    // If this fails the journal says so.
    let _ = fs::create_dir_all(&folder);
    folder
}
