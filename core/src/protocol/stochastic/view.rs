//! What each seat of a stochastic debate may know: the methods that strategies call.

use std::sync::Arc;

use super::{Constants, Phase, Stochastic, StochasticInstance, Votes};
use crate::chance::Probability;
use crate::machine::{Bits, Plan, Step};
use crate::rules::View;
use crate::rules::{Seat, Side};

/// What a seat is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A number.
    Number,
    /// A share of the coin.
    Share,
    /// The bit, where Alice sets it herself.
    Bit,
    /// Whether to go on.
    GoOn,
    /// Votes, or a verdict.
    Verdict,
    /// Nothing.
    Nothing,
}

impl<'a> View<'a, Stochastic> {
    /// What the debate is about. Everybody knows the plan and its questions; what the oracle
    /// answers, and how likely, is for those who draw votes. Only players who are *defined* by
    /// knowing the probabilities may look at them.
    pub fn setup(&self) -> &'a StochasticInstance {
        self.rules.setup()
    }

    /// The computation; see [`View::setup`].
    pub fn plan(&self) -> &'a Plan {
        &self.rules.setup().plan
    }

    /// How many samples, and how near is near enough.
    pub fn constants(&self) -> &'a Constants {
        &self.rules.setup().constants
    }

    /// What is asked now.
    pub fn asked(&self) -> Asked {
        match self.rules.phase {
            Phase::Stating => Asked::Number,
            Phase::Sharing(_) => Asked::Share,
            Phase::Setting => Asked::Bit,
            Phase::Deciding => Asked::GoOn,
            Phase::Judging => Asked::Verdict,
            _ => Asked::Nothing,
        }
    }

    /// The step of this round.
    pub fn step(&self) -> Step {
        self.rules.step
    }

    /// Whether this round asks the oracle; else its step is a gate.
    pub fn asks(&self) -> bool {
        self.rules.asks()
    }

    /// What this round's gate gives, the bits before it being as they are; none at an ask.
    pub fn gate(&self) -> Option<bool> {
        if self.is_judge() {
            self.rules.gate_by_readings()
        } else if self.asks() {
            None
        } else {
            self.rules.chance().as_certain()
        }
    }

    /// The number that Alice stated in this round: the judge learns it after an abort.
    pub fn stated(&self) -> Option<Probability> {
        let known = !self.is_judge() || self.rules.aborted();
        self.rules.now.stated.filter(|_| known)
    }

    /// What the coin says the bit of this round is to be, and what it was set to, where Alice sets
    /// it herself.
    pub fn due(&self) -> Option<(bool, Option<bool>)> {
        Some((self.rules.now.due?, self.rules.now.bit))
    }

    /// Bob's share of this round's coin, where Alice sees it first.
    pub fn share_of_bob(&self) -> Option<f64> {
        let seen = self.rules.setup().departures.without_copies && !self.is_judge();
        self.rules.now.shares[Seat::Bob.index()]?.number().filter(|_| seen)
    }

    /// The bits so far, for the provers, and how many of them are settled.
    pub fn transcript(&self) -> Option<(&'a Bits, usize)> {
        (!self.is_judge()).then(|| self.rules.played())
    }

    /// The votes that this seat drew on this round's question.
    pub fn own_votes(&self) -> Votes {
        match self.seat() {
            Some(prover @ (Seat::Alice | Seat::Bob)) => self.rules.now.votes[prover.index()],
            _ => self.rules.votes,
        }
    }

    /// The probability of this round's step, for players who are defined by knowing it.
    pub fn true_chance(&self) -> Probability {
        self.rules.chance()
    }

    /// The probability of this round's step by the judge's oracle, for players who are defined by
    /// knowing it.
    pub fn judges_chance(&self) -> Probability {
        self.rules.chance_by(Seat::Judge)
    }

    /// The verdict that follows from everything the judge has seen.
    pub fn verdict(&self) -> Side {
        self.rules.verdict()
    }

    /// See [`Stochastic::insight`]: for players who look ahead.
    pub fn insight<T: Send + Sync + 'static>(
        &self,
        make: impl Fn(&StochasticInstance) -> T,
    ) -> Arc<T> {
        self.rules.insight(make)
    }
}
