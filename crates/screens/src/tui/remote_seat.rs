//! A seat at a debate that is played from several screens.

use std::sync::Arc;

use crate::debate::{RecordEntry, SeatPlan};
use crate::rules::{Move, Seat};
use crate::scenario::Attempt;
use crate::work::CancelToken;

/// Where a debate of several screens is kept: what is played on one goes there, and comes from there
/// to all.
pub trait SharedDebate: Send + Sync {
    /// Its number among the debates kept there.
    fn number(&self) -> usize;

    /// A move of the person at a seat, made after so many entries of the record.
    ///
    /// # Errors
    /// Why it was refused; nothing has changed then.
    fn play(&self, chair: &RemoteSeat, after: usize, mv: Move) -> Result<(), String>;

    /// Lets programs and nature move until a person is needed, unless another screen does.
    ///
    /// # Errors
    /// What holds the debate up.
    fn run(&self, token: &CancelToken) -> Result<(), String>;

    /// The attempt of whoever sits in a chair, if it was kept.
    fn attempt(&self, chair: &RemoteSeat) -> Option<Attempt>;

    /// Keeps it: on the disk when this returns.
    ///
    /// # Errors
    /// If it cannot be written.
    fn keep(&self, chair: &RemoteSeat, attempt: &Attempt) -> Result<(), String>;

    /// Changes whenever there is something new.
    fn version(&self) -> u64;

    /// What is new for a chair after so many entries of the record.
    fn news(&self, chair: &RemoteSeat, after: usize) -> SharedDebateChange;
}

/// What has changed in a debate of several screens.
#[derive(Clone, Debug)]
pub struct SharedDebateChange {
    /// As of this version.
    pub version: u64,
    /// The entries of the record that are new.
    pub entries: Vec<RecordEntry>,
    /// Who sits in the seats.
    pub plans: [SeatPlan; 3],
    /// Who that is, in words.
    pub names: [String; 3],
    /// Whether the chair's seat, if it has one, is somebody else's by now.
    pub lost: bool,
    /// While its end is kept back from this chair: of how many entries it learns until it is revealed.
    pub held: Option<usize>,
}

/// A seat at such a debate, or a place among those who look on.
#[derive(Clone)]
pub struct RemoteSeat {
    pub(super) source: Arc<dyn SharedDebate>,
    /// The seat; none looks on, and sees everything.
    pub seat: Option<Seat>,
    /// Who sits there: a number that the source knows.
    pub who: usize,
    pub(super) seen: u64,
    pub(super) names: [String; 3],
    pub(super) held: bool,
    pub(super) lost: bool,
}

impl RemoteSeat {
    /// A chair that has not seen anything yet.
    pub fn new(source: Arc<dyn SharedDebate>, seat: Option<Seat>, who: usize) -> Self {
        Self { source, seat, who, seen: 0, names: Default::default(), held: false, lost: false }
    }
}
