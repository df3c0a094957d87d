//! A seat in a debate that is played from several screens.

use std::sync::Arc;

use crate::debate::{RecordEntry, SeatPlan};
use crate::rules::{Move, Seat};
use crate::scenario::Attempt;
use crate::work::CancelToken;

/// The owner of a shared debate. It receives the moves of every screen and sends them to all screens.
pub trait SharedDebate: Send + Sync {
    /// The number of the debate among the debates of this owner.
    fn number(&self) -> usize;

    /// Plays the move of a person who has seen this many entries of the record.
    ///
    /// # Errors
    /// Returns the reason if the move is refused. The debate is then unchanged.
    fn play(&self, chair: &RemoteSeat, after: usize, mv: Move) -> Result<(), String>;

    /// Lets programs and chance move until a person must answer. Does nothing if another screen is doing so.
    ///
    /// # Errors
    /// Returns the reason if the debate cannot continue.
    fn run(&self, token: &CancelToken) -> Result<(), String>;

    /// The saved attempt of the person in this seat. `None` if it was not saved.
    fn attempt(&self, chair: &RemoteSeat) -> Option<Attempt>;

    /// Saves an attempt. The attempt is on the disk when this returns.
    ///
    /// # Errors
    /// Returns an error if the attempt cannot be written.
    fn keep(&self, chair: &RemoteSeat, attempt: &Attempt) -> Result<(), String>;

    /// A number that changes with every change of the debate.
    fn version(&self) -> u64;

    /// The changes for a seat that has seen this many entries of the record.
    fn news(&self, chair: &RemoteSeat, after: usize) -> SharedDebateChange;
}

/// The changes in a shared debate.
#[derive(Clone, Debug)]
pub struct SharedDebateChange {
    /// The version of the debate after these changes.
    pub version: u64,
    /// The new entries of the record.
    pub entries: Vec<RecordEntry>,
    /// The plans of the seats.
    pub plans: [SeatPlan; 3],
    /// The names of the players.
    pub names: [String; 3],
    /// `true` if the seat belongs to another person now.
    pub lost: bool,
    /// The number of entries that this seat may see until the end is revealed. `None` if the end is not
    /// hidden.
    pub held: Option<usize>,
}

/// A seat in a shared debate, or the place of a viewer without a seat.
#[derive(Clone)]
pub struct RemoteSeat {
    pub(super) source: Arc<dyn SharedDebate>,
    /// The seat. `None` for a viewer, who sees everything.
    pub seat: Option<Seat>,
    /// The number by which the owner of the debate knows the person.
    pub who: usize,
    pub(super) seen: u64,
    pub(super) names: [String; 3],
    pub(super) held: bool,
    pub(super) lost: bool,
}

impl RemoteSeat {
    /// A seat that has not seen any entry.
    pub fn new(source: Arc<dyn SharedDebate>, seat: Option<Seat>, who: usize) -> Self {
        Self { source, seat, who, seen: 0, names: Default::default(), held: false, lost: false }
    }
}
