//! Players of a stochastic debate (PROTOCOLS §4).

mod alice;
mod bob;
mod insight;
mod judge;
mod kinds;
pub mod values;

pub use insight::Insight;
pub use kinds::{Alice, Bob, DEFAULT_LEVEL, Listing};

use super::argument::Argument;
use super::{Listed, Made, Players, plays};
use crate::machine::{Plan, Step};
use crate::protocol::Stochastic;
use crate::rules::Seat;

/// A share of a coin is below 1.
const BELOW_ONE: f64 = 0.999_999;

impl Players for Stochastic {
    fn roster() -> Vec<Listed<Self>> {
        let mut roster: Vec<Listed<Self>> = Vec::new();
        for listing in Alice::list() {
            let (name, argument, says) = (listing.name, listing.argument, listing.says);
            roster.push(Listed::made_by(
                Seat::Alice,
                name,
                argument,
                says,
                move |debate: &Self, given| seat_alice(debate, listing.make(given)?),
            ));
        }
        roster.push(Listed::new(
            Seat::Alice,
            "rig",
            Argument::RealOr("z", 0.5, 0.0, BELOW_ONE),
            "exact, and picks her share of the coin to win should Bob's be z",
            |_, given| plays(move |sight| alice::rig(given.real(), sight)),
        ));
        for listing in Bob::list() {
            let (name, argument, says) = (listing.name, listing.argument, listing.says);
            roster.push(Listed::made_by(
                Seat::Bob,
                name,
                argument,
                says,
                move |debate: &Self, given| seat_bob(debate, listing.make(given)?),
            ));
        }
        roster.push(Listed::new(
            Seat::Bob,
            "predictable",
            Argument::RealOr("z", 0.5, 0.0, BELOW_ONE),
            "honest, except that his share of the coin is always z",
            |_, given| plays(move |sight| bob::predictable(given.real(), sight)),
        ));
        roster.push(Listed::new(
            Seat::Judge,
            "honest",
            Argument::None,
            "draws all its votes and rules by their mean; checks gates",
            |_, _| plays(|sight| judge::honest(None, sight)),
        ));
        roster.push(Listed::new(
            Seat::Judge,
            "samples",
            Argument::Number("n"),
            "draws n votes, fewer than it should, and rules by their mean",
            |debate, given| {
                let (n, most) = (given.number(), debate.setup().constants.judge.count);
                if n > most {
                    return Err(format!("the judge draws at most {most} votes in this debate"));
                }
                plays(move |sight| judge::honest(Some(n), sight))
            },
        ));
        roster
    }
}

fn seat_alice(debate: &Stochastic, alice: Alice) -> Made<Stochastic> {
    if let Alice::LateLie(step) = alice {
        existing(&debate.setup().plan, step)?;
    }
    plays(move |sight| alice::play(alice, sight))
}

fn seat_bob(debate: &Stochastic, bob: Bob) -> Made<Stochastic> {
    if let Bob::AbortAt(step) = bob {
        existing(&debate.setup().plan, step)?;
    }
    plays(move |sight| bob::play(bob, sight))
}

fn existing(plan: &Plan, step: Step) -> Result<(), String> {
    if plan.has(step) {
        Ok(())
    } else {
        Err(format!("there is no round {step}: they go from 1 to {}", plan.len()))
    }
}
