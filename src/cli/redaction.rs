//! Removes from all output what a scenario hides until its review. Every command prints through this
//! module.
//!
//! Records and scenarios that a command writes are complete, and keep their key `hide`. A command
//! that opens such a file comes through this module again.

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

/// A value without the hidden information. Only a [`Redaction`] makes one, and only these are printed as
/// figures.
#[derive(Clone, Debug)]
pub struct Redacted<T> {
    value: T,
    /// The information that was removed.
    pub sight: Redaction,
}

/// A value from which hidden information can be removed.
pub trait Redact {
    /// Removes the information that this sight hides.
    fn redact(&mut self, sight: &Redaction);
}

impl<T> Deref for Redacted<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> Redacted<T> {
    /// The value, for a file that this program reads again.
    pub fn into_inner(self) -> T {
        self.value
    }
}

impl Redaction {
    /// A sight that hides these.
    pub fn hiding(hidden: Vec<Hidden>) -> Self {
        Self(hidden)
    }

    /// The sight of a record. It hides nothing if the debate is over, and otherwise what the
    /// scenario hides from its player.
    pub fn of_played(scenario: &Scenario, game: &dyn Game) -> Self {
        match game.position().turn() {
            Turn::Over(_) => Self::default(),
            _ => Self(scenario.hide.clone()),
        }
    }

    /// The hidden information.
    pub fn hidden(&self) -> &[Hidden] {
        &self.0
    }

    /// True if this information is shown.
    pub fn sees(&self, what: Hidden) -> bool {
        !self.0.contains(&what)
    }

    /// A value that shows whether the claim is true. `None` if the truth is hidden.
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

/// A best response would show which player it answers.
impl Redact for [Option<ResponseSummary>; 2] {
    fn redact(&mut self, sight: &Redaction) {
        for (seat, best) in Seat::ALL.into_iter().zip(self) {
            let sees =
                [Hidden::Truth, Hidden::player(seat.opposite())].map(|what| sight.sees(what));
            *best = best.take().filter(|_| sees == [true; 2]);
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
        if !sight.sees(Hidden::Truth) {
            (self.exact, self.promise) = (None, None);
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

/// A printed record names a hidden player as an external program, so that it still opens.
impl Redact for Scenario {
    fn redact(&mut self, sight: &Redaction) {
        let unseen = |&seat: &Seat| !sight.sees(Hidden::player(seat));
        for seat in Seat::ALL.into_iter().filter(unseen) {
            let unnamed = format!("{OUTSIDE}hidden until the review");
            self.seats.set(seat, SeatPlan::Program(unnamed));
        }
    }
}
