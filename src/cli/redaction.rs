//! Removes the facts that a scenario hides until its review. Every command prints through this module.
//!
//! Records and scenarios that a command writes to a file are complete, and keep their key `hide`. When a command opens
//! such a file again, its output also passes through this module.

use std::ops::Deref;

use crate::analysis::{Game, ResponseSummary};
use crate::batch::shard::{MeasuredRun, RunHeader, SweepPoint};
use crate::debate::{DebateResult, SeatPlan};
use crate::rules::{Seat, Turn};
use crate::scenario::{Hidden, OUTSIDE, Scenario};

/// The name that is shown for a hidden player.
const UNNAMED: &str = "a program, hidden until the review";

/// The end of a message about hidden information.
pub const UNLESS_REVEALED: &str = ". Add --reveal to see it";

/// The information that is hidden from the reader of an output.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Redaction(Vec<Hidden>);

/// A value without hidden facts. Only a [`Redaction`] makes such a value, and only such values are printed as figures.
#[derive(Clone, Debug)]
pub struct Redacted<T> {
    value: T,
    /// The information that was removed.
    pub sight: Redaction,
}

/// A value from which hidden information can be removed.
pub trait Redact {
    /// Removes the facts that this redaction hides.
    fn redact(&mut self, sight: &Redaction);
}

impl<T> Deref for Redacted<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> Redacted<T> {
    /// The value, for a file that only this program reads.
    pub fn into_inner(self) -> T {
        self.value
    }
}

impl Redaction {
    /// A redaction that hides these facts.
    pub fn hiding(hidden: Vec<Hidden>) -> Self {
        Self(hidden)
    }

    /// The redaction for a record. If the debate is over, it hides nothing. Otherwise it hides what the scenario hides
    /// from its player.
    pub fn of_played(scenario: &Scenario, game: &dyn Game) -> Self {
        match game.position().turn() {
            Turn::Over(_) => Self::default(),
            _ => Self(scenario.hide.clone()),
        }
    }

    /// The facts that are hidden.
    pub fn hidden(&self) -> &[Hidden] {
        &self.0
    }

    /// True if this fact is shown.
    pub fn sees(&self, what: Hidden) -> bool {
        !self.0.contains(&what)
    }

    /// True if nothing is hidden. A value of the whole debate follows from its players and from the truth, so it
    /// is printed only then.
    pub fn sees_all(&self) -> bool {
        self.0.is_empty()
    }

    /// Passes on a value that reveals whether the claim is true. `None` if the truth is hidden.
    pub fn truth<T>(&self, told: Option<T>) -> Option<T> {
        told.filter(|_| self.sees(Hidden::Truth))
    }

    /// The name of the player in a seat, or a placeholder if the player is hidden.
    pub fn player<'a>(&self, seat: Seat, name: &'a str) -> &'a str {
        if self.sees(Hidden::player(seat)) { name } else { UNNAMED }
    }

    /// The value without the hidden information.
    pub fn see<T: Redact>(&self, mut value: T) -> Redacted<T> {
        value.redact(self);
        Redacted { value, sight: self.clone() }
    }
}

/// A best response would reveal the player whom it answers.
impl Redact for [Option<ResponseSummary>; 2] {
    fn redact(&mut self, sight: &Redaction) {
        for (seat, best) in Seat::ALL.into_iter().zip(self) {
            let others = [seat.opposite(), Seat::Judge].map(Hidden::player);
            let sees = [Hidden::Truth].into_iter().chain(others).all(|what| sight.sees(what));
            *best = best.take().filter(|_| sees);
        }
    }
}

/// The names of the players, by seat.
impl Redact for [String; 3] {
    fn redact(&mut self, sight: &Redaction) {
        for (seat, name) in Seat::ALL.into_iter().zip(self) {
            *name = sight.player(seat, name).to_owned();
        }
    }
}

impl Redact for RunHeader {
    fn redact(&mut self, sight: &Redaction) {
        self.seats.redact(sight);
        for (seat, player) in Seat::ALL.into_iter().zip(&mut self.players) {
            if !sight.sees(Hidden::player(seat)) {
                *player = UNNAMED.into();
            }
        }
    }
}

impl Redact for SweepPoint {
    fn redact(&mut self, sight: &Redaction) {
        self.seats.redact(sight);
        if !sight.sees_all() {
            (self.exact, self.promise) = (None, None);
        }
        if !sight.sees(Hidden::Truth) {
            self.tally.forget_truth();
        }
        self.best.redact(sight);
    }
}

impl Redact for MeasuredRun {
    fn redact(&mut self, sight: &Redaction) {
        self.head.redact(sight);
        self.points.iter_mut().for_each(|point| point.redact(sight));
    }
}

impl Redact for DebateResult {
    fn redact(&mut self, sight: &Redaction) {
        if !sight.sees(Hidden::Truth) {
            (self.truth, self.right) = (None, None);
            (self.rulings, self.answer_is_right) = (None, None);
        }
    }
}

/// A printed record names a hidden player as an external program, so that the record still opens.
impl Redact for Scenario {
    fn redact(&mut self, sight: &Redaction) {
        let unseen = |&seat: &Seat| !sight.sees(Hidden::player(seat));
        for seat in Seat::ALL.into_iter().filter(unseen) {
            let unnamed = format!("{OUTSIDE}hidden until the review");
            self.seats.set(seat, SeatPlan::Program(unnamed));
        }
    }
}
