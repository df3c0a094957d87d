//! A table: a debate on several machines. The record is here, and each screen shows the view of its seat.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};

use crate::analysis::Game;
use crate::debate::{RecordEntry, SeatPlan};
use crate::members::Members;
use crate::roster::{PROJECTOR, SeatHolder};
use crate::rules::{Actor, Move, Seat, Turn};
use crate::scenario::journal::{self, replace};
use crate::scenario::library::LibraryEntry;
use crate::scenario::{Attempt, Scenario, files};
use crate::tui::remote_seat::{RemoteSeat, SharedDebate, SharedDebateChange};
use crate::tui::session::DebateSession;
use crate::work::CancelToken;

/// The number of attempts to change a debate while another thread uses it, and the pause between two attempts.
const PATIENCE: u32 = 20;
const MOMENT: Duration = Duration::from_millis(10);

/// A debate on several machines.
pub(crate) struct ClassTable {
    number: usize,
    members: Weak<Members>,
    /// The id of the table's debate in the library.
    pub(crate) id: String,
    /// The folder of the table's journal and of its players' attempts.
    folder: PathBuf,
    /// The scenario with which every screen starts: people in all seats, and no moves.
    scenario: Scenario,
    /// The record. Each move is in the journal on the disk before any screen shows it.
    record: Mutex<DebateSession>,
    shown: Mutex<TableView>,
}

/// The part of the record that screens may show.
struct TableView {
    version: u64,
    entries: Vec<RecordEntry>,
    holders: [SeatHolder; 3],
    /// If the debate is over, the number of entries that the players see while its end is hidden.
    over: Option<usize>,
    revealed: bool,
}

/// The number of entries that stay visible while the end is hidden. If entries follow the last move of a person, that
/// move stays visible. Otherwise it is hidden too. `None` if the debate is not over.
fn before_the_end(game: &dyn Game) -> Option<usize> {
    if !matches!(game.position().turn(), Turn::Over(_)) {
        return None;
    }
    let by_person = |entry: &RecordEntry| match entry {
        RecordEntry::Move { actor: Actor::Seat(seat), .. } => {
            game.seat_plan(*seat) == SeatPlan::Human
        }
        _ => false,
    };
    let record = game.record();
    let last = record.iter().rposition(by_person).unwrap_or_default();
    Some(if last + 1 < record.len() { last + 1 } else { last })
}

impl ClassTable {
    /// Opens the table with this number and its moves so far. The table's journal is in this folder.
    ///
    /// # Errors
    /// Returns an error if the scenario or the journal cannot be played.
    pub(crate) fn open(
        members: Weak<Members>,
        number: usize,
        debate: &LibraryEntry,
        holders: [SeatHolder; 3],
        folder: &Path,
    ) -> Result<Self, String> {
        let mut scenario = debate.scenario.clone().map_err(|e| e.to_string())?;
        scenario.moves = None;
        scenario.attempt = None;
        let human = Seat::each(|_| SeatPlan::Human);
        let mut record = match journal::in_folder(folder).into_iter().next() {
            Some(path) => DebateSession::from_journal(&path)?.0,
            None => {
                let seed = scenario.seed.unwrap_or(1);
                let mut record =
                    DebateSession::new(&debate.id, scenario.clone())?.restart(seed, &human)?;
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

    pub(crate) fn title(&self) -> String {
        self.scenario.title.to_string()
    }

    /// Locks the record. Waits a moment if another thread is using it.
    fn lock(&self) -> Result<MutexGuard<'_, DebateSession>, String> {
        let held = (0..PATIENCE).find_map(|tries| {
            if tries > 0 {
                thread::sleep(MOMENT);
            }
            self.record.try_lock()
        });
        held.ok_or_else(|| "a program is moving. Try again".into())
    }

    pub(crate) fn holders(&self) -> [SeatHolder; 3] {
        self.shown.lock().holders.clone()
    }

    /// Two values: `true` if the debate is over, and the number of entries in the record.
    pub(crate) fn progress(&self) -> (bool, usize) {
        let shown = self.shown.lock();
        (shown.over.is_some(), shown.entries.len())
    }

    /// Gives a seat to a new holder.
    ///
    /// # Errors
    /// Returns an error if a program is making a move, or the seat has no such strategy.
    pub(crate) fn give(&self, seat: Seat, holder: SeatHolder) -> Result<(), String> {
        let mut record = self.lock()?;
        record.set_seat(seat, &holder.plan())?;
        let mut shown = self.shown.lock();
        shown.holders[seat.index()] = holder;
        shown.version += 1;
        drop((record, shown));
        self.notify_seats();
        Ok(())
    }

    /// Frees the seats of these students. The record does not change, because people play these seats before and after.
    /// So this cannot fail, even while a program is making a move.
    pub(crate) fn free_seats(&self, is_out: impl Fn(&SeatHolder) -> bool) {
        let mut shown = self.shown.lock();
        shown
            .holders
            .iter_mut()
            .filter(|holder| is_out(holder))
            .for_each(|h| *h = SeatHolder::Free);
        shown.version += 1;
    }

    /// Shows the end of the debate to its players.
    pub(crate) fn reveal(&self) {
        let mut shown = self.shown.lock();
        // An unfinished debate is not marked as shown, so its end can still be hidden.
        shown.revealed |= shown.over.is_some();
        shown.version += 1;
        drop(shown);
        self.notify_seats();
    }

    /// The view of the debate for a screen.
    ///
    /// # Errors
    /// Returns an error if the debate cannot be played.
    pub(crate) fn sitting(
        self: &Arc<Self>,
        seat: Option<Seat>,
        who: usize,
    ) -> Result<DebateSession, String> {
        let source: Arc<dyn SharedDebate> = Arc::clone(self) as _;
        DebateSession::shared(&self.id, self.scenario.clone(), RemoteSeat::new(source, seat, who))
    }

    /// Wakes the screens of the students at this table.
    fn notify_seats(&self) {
        let Some(members) = self.members.upgrade() else { return };
        for holder in self.holders() {
            if let SeatHolder::Student(number) = holder {
                members.call(number);
            }
        }
    }

    /// The file of a player's attempt.
    fn attempt_of(&self, chair: &RemoteSeat) -> Option<PathBuf> {
        let seat = chair.seat?;
        Some(self.folder.join(format!("{}-{}.json", seat.word(), chair.who)))
    }
}

impl SharedDebate for ClassTable {
    fn number(&self) -> usize {
        self.number
    }

    fn play(&self, chair: &RemoteSeat, after: usize, mv: Move) -> Result<(), String> {
        let Some(seat) = chair.seat else { return Err("you have no seat at this table".into()) };
        let mut record = self.lock()?;
        if !self.holders()[seat.index()].is(chair.who) {
            return Err("somebody else has this seat now".into());
        }
        if record.game().record().len() != after {
            return Err("the debate has changed since you looked. Look at it again".into());
        }
        record.play(seat, mv)
    }

    fn run(&self, token: &CancelToken) -> Result<(), String> {
        // If a program has locked the record, the program's thread publishes all earlier moves. A screen can also lock
        // the record only to read it. Such a screen publishes nothing, so `lock` waits for the screen.
        let Ok(mut record) = self.lock() else { return Ok(()) };
        let ran = record.run(token);
        // If there was no error, the moves are on the disk now.
        if ran.is_ok() {
            let mut shown = self.shown.lock();
            let new = record.game().record().get(shown.entries.len()..).unwrap_or_default();
            if !new.is_empty() {
                shown.entries.extend_from_slice(new);
                shown.version += 1;
                shown.over = before_the_end(record.game());
                drop((record, shown));
                self.notify_seats();
            }
        }
        ran.map(|_| ())
    }

    fn attempt(&self, chair: &RemoteSeat) -> Option<Attempt> {
        serde_json::from_str(&files::text(&self.attempt_of(chair)?).ok()?).ok()
    }

    fn keep(&self, chair: &RemoteSeat, attempt: &Attempt) -> Result<(), String> {
        let Some(path) = self.attempt_of(chair) else { return Ok(()) };
        let text = serde_json::to_string(attempt).map_err(|e| e.to_string())?;
        replace(&path, text.as_bytes()).map_err(|e| format!("{}: {}", path.display(), e.kind()))
    }

    fn version(&self) -> u64 {
        self.shown.lock().version
    }

    fn news(&self, chair: &RemoteSeat, after: usize) -> SharedDebateChange {
        let shown = self.shown.lock();
        let entries = shown.entries.get(after..).unwrap_or_default().to_vec();
        let TableView { version, over, revealed, .. } = *shown;
        let holders = shown.holders.clone();
        // Release this lock first, because the next lines take the roster's lock. A change of a seat takes the roster's
        // lock first, and then this lock.
        drop(shown);
        let members = self.members.upgrade();
        let called = |holder| members.as_ref().map(|all| all.called(holder)).unwrap_or_default();
        SharedDebateChange {
            version,
            entries,
            plans: holders.each_ref().map(SeatHolder::plan),
            names: holders.each_ref().map(called),
            lost: chair.seat.is_some_and(|seat| !holders[seat.index()].is(chair.who)),
            // The teacher sees the end even while it is hidden.
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
    // If this fails, opening the journal reports the error.
    let _ = fs::create_dir_all(&folder);
    folder
}
