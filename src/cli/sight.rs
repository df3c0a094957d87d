//! The one gate between what commands find and what they print or write: what a scenario hides until
//! its review passes for nobody but who may see it.
//!
//! A file that opens again (a record, a scenario) is whole and carries its own `hide`: what opens it
//! comes to this gate again.

use std::ops::Deref;

use crate::analysis::{Game, Response};
use crate::batch::part::{Head, MeasuredRun, SweepPoint};
use crate::debate::{End, SeatPlan};
use crate::rules::{Seat, Turn};
use crate::scenario::{Hidden, OUTSIDE, Scenario};

/// Who sits in a seat that is not told of.
const UNNAMED: &str = "a program, hidden until the review";

/// What ends a sentence about what stays hidden.
pub const UNLESS_REVEALED: &str = "; --reveal tells";

/// What whoever reads an output may not see.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sight(Vec<Hidden>);

/// A value without what its reader may not see. Only a [`Sight`] makes one, and figures are printed of
/// nothing else.
#[derive(Clone, Debug)]
pub struct Seen<T> {
    value: T,
    /// Whose eyes it is for.
    pub sight: Sight,
}

/// What can be shown with parts taken out.
pub trait Veil {
    /// Takes out what a sight does not see.
    fn veil(&mut self, sight: &Sight);
}

impl<T> Deref for Seen<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> Seen<T> {
    /// The value, to be written to a file that is read by this program.
    pub fn into_inner(self) -> T {
        self.value
    }
}

impl Sight {
    /// Everything but these.
    pub fn without(hidden: Vec<Hidden>) -> Self {
        Self(hidden)
    }

    /// Everything, once a debate is over; while it goes on, what its scenario hides stays hidden from
    /// the one who plays it.
    pub fn of_played(scenario: &Scenario, game: &dyn Game) -> Self {
        match game.now().turn() {
            Turn::Over(_) => Self::default(),
            _ => Self(scenario.hide.clone()),
        }
    }

    /// What is not seen.
    pub fn hidden(&self) -> &[Hidden] {
        &self.0
    }

    /// Whether this is seen.
    pub fn sees(&self, what: Hidden) -> bool {
        !self.0.contains(&what)
    }

    /// What tells whether the claim is true, if that is seen.
    pub fn truth<T>(&self, told: Option<T>) -> Option<T> {
        told.filter(|_| self.sees(Hidden::Truth))
    }

    /// Who sits in a seat, by this name.
    pub fn player<'a>(&self, seat: Seat, name: &'a str) -> &'a str {
        if self.sees(Hidden::player(seat)) { name } else { UNNAMED }
    }

    /// A value as it may be shown.
    pub fn see<T: Veil>(&self, mut value: T) -> Seen<T> {
        value.veil(self);
        Seen { value, sight: self.clone() }
    }
}

/// Who answers a player best tells who that is.
impl Veil for [Option<Response>; 2] {
    fn veil(&mut self, sight: &Sight) {
        for (seat, best) in Seat::ALL.into_iter().zip(self) {
            let sees =
                [Hidden::Truth, Hidden::player(seat.opposite())].map(|what| sight.sees(what));
            *best = best.take().filter(|_| sees == [true; 2]);
        }
    }
}

/// The names of players in their seats.
impl Veil for [String; 3] {
    fn veil(&mut self, sight: &Sight) {
        for (seat, name) in Seat::ALL.into_iter().zip(self) {
            *name = sight.player(seat, name).to_owned();
        }
    }
}

impl Veil for Head {
    fn veil(&mut self, sight: &Sight) {
        self.seats.veil(sight);
        for (seat, player) in Seat::ALL.into_iter().zip(&mut self.players) {
            if !sight.sees(Hidden::player(seat)) {
                *player = UNNAMED.into();
            }
        }
    }
}

impl Veil for SweepPoint {
    fn veil(&mut self, sight: &Sight) {
        self.seats.veil(sight);
        if !sight.sees(Hidden::Truth) {
            (self.exact, self.promise) = (None, None);
            self.tally.forget_truth();
        }
        self.best.veil(sight);
    }
}

impl Veil for MeasuredRun {
    fn veil(&mut self, sight: &Sight) {
        self.head.veil(sight);
        self.points.iter_mut().for_each(|point| point.veil(sight));
    }
}

impl Veil for End {
    fn veil(&mut self, sight: &Sight) {
        if !sight.sees(Hidden::Truth) {
            (self.truth, self.right) = (None, None);
            (self.rulings, self.answer_is_right) = (None, None);
        }
    }
}

/// A record that is printed says of a hidden seat only that a program sat there, as it does of a
/// program outside; it opens all the same.
impl Veil for Scenario {
    fn veil(&mut self, sight: &Sight) {
        let unseen = |&seat: &Seat| !sight.sees(Hidden::player(seat));
        for seat in Seat::ALL.into_iter().filter(unseen) {
            let unnamed = format!("{OUTSIDE}hidden until the review");
            self.seats.set(seat, SeatPlan::Program(unnamed));
        }
    }
}
