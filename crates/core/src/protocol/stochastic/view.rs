//! The knowledge of each viewer of a stochastic debate.

use super::players::DebateAnalysis;
use super::rules::{CoinShare, Phase, Stochastic, StochasticEnding, StochasticRound, Votes};
use super::solve::{THM_6_2, accepted};
use super::{Constants, OracleDistances, ProtocolVariant};
use crate::analysis::TheoremClaim;
use crate::chance::Probability;
use crate::machine::{BitRef, Bits, Plan, Source, Step};
use crate::protocol::witness::WitnessOpening;
use crate::rules::{Protocol, Seat, Side, Turn, View, Viewer};

/// What the rules ask of a seat, with the facts that the seat needs for its answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SeatRequest {
    /// Alice states a number.
    Number,
    /// A prover gives a share of the coin.
    Share {
        /// Alice's number.
        stated: Probability,
        /// Bob's share, if Alice may see it before she gives her own share. Otherwise `None`.
        bob: Option<f64>,
    },
    /// Alice sets the bit herself.
    Bit {
        /// The bit that the coin gives.
        due: bool,
    },
    /// Bob goes on or aborts.
    GoOn {
        /// Alice's number.
        stated: Probability,
        /// The bit that the coin gives.
        due: bool,
        /// The bit that was set.
        bit: bool,
    },
    /// The judge draws votes or rules.
    Verdict {
        /// The number on trial.
        stated: Probability,
        /// The ruling that follows from everything that the judge has seen.
        verdict: Side,
    },
    /// The rules ask nothing of this seat now.
    Nothing,
}

/// A round as a viewer knows it. `None` in a field means that the viewer does not know the fact, or
/// that the fact does not exist yet.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RoundView {
    /// True if the viewer can tell that a number was stated.
    pub begun: bool,
    /// Alice's number.
    pub stated: Option<Probability>,
    /// The votes that Alice drew, and the votes that Bob drew.
    pub votes: [Option<Votes>; 2],
    /// The viewer's own share of the coin. In a review, this is Bob's share.
    pub share: Option<f64>,
    /// The coin.
    pub coin: Option<f64>,
    /// The bit.
    pub bit: Option<bool>,
}

/// A round in the terms of the proof of Thm 6.2 (Lean file `Details.lean`). The proof follows a hybrid
/// oracle: it gives Alice's numbers up to this round, and the true probabilities afterwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProofRound {
    /// The step of the round.
    pub step: Step,
    /// The distance of the hybrid oracle from the true one, along the bits of this debate.
    pub distance: f64,
    /// P[output = 1], given the bits so far. `None` if it takes long to compute, or if a gate has a
    /// wrong bit that the computation does not follow.
    pub output: Option<f64>,
    /// P[the judge accepts Alice's number of this round]. `None` if it takes long to compute.
    pub accepted: Option<f64>,
}

impl<'a> View<'a, Stochastic> {
    /// The number of steps. There are at most this many rounds.
    pub fn steps(&self) -> usize {
        self.plan().len()
    }

    /// The question that a step asks, or the function of its gate.
    pub fn question(&self, step: Step) -> String {
        self.plan().words(step).into_owned()
    }

    /// The computation, for the texts and players of this protocol. It contains secrets: the inputs
    /// and the probabilities. [`View::known`] and [`View::honest_chance`] say which of these this
    /// viewer may see.
    pub(super) fn plan(&self) -> &'a Plan {
        self.rules.plan()
    }

    /// The witness that Alice writes first. `None` in a debate without one.
    pub(super) fn opening(&self) -> Option<&'a WitnessOpening> {
        self.rules.opening.as_ref()
    }

    /// The sample counts and the tolerances.
    pub fn constants(&self) -> &'a Constants {
        self.rules.constants()
    }

    /// The switches that make the debate depart from Fig. 2.
    pub fn departures(&self) -> ProtocolVariant {
        self.rules.departures()
    }

    /// The distances of the oracles from the truth and from each other.
    pub fn oracle_distances(&self) -> OracleDistances {
        self.rules.oracle_distances()
    }

    /// Thm 6.2 for a viewer who does not know the truth of the claim.
    pub fn three_in_five(&self) -> TheoremClaim {
        let (delta, measured) = (self.oracle_distances().delta(), self.measured_k());
        self.constants().three_in_five(THM_6_2, self.departures(), delta, measured, None)
    }

    /// See [`DebateAnalysis::measured_k`].
    pub fn measured_k(&self) -> Option<crate::machine::plan::LipschitzConstants> {
        self.rules.insight().measured_k()
    }

    /// See [`DebateAnalysis::measured_change`].
    pub fn measured_change(&self) -> Option<f64> {
        self.rules.insight().measured_change()
    }

    /// What the rules ask of this seat now. A review sees the requests to every seat.
    pub fn asked(&self) -> SeatRequest {
        if self.rules.is_opening() {
            return SeatRequest::Nothing;
        }
        let (seat, asked) = match self.rules.phase {
            Phase::Stating(_) => (Seat::Alice, SeatRequest::Number),
            Phase::Sharing(stated, shares) => {
                let Turn::Ask(seat) = self.rules.turn() else { return SeatRequest::Nothing };
                // If Bob has given his share before Alice, she sees it.
                let bob = match shares {
                    [CoinShare::Awaited, CoinShare::Is(bob)] => Some(bob),
                    _ => None,
                };
                (seat, SeatRequest::Share { stated: stated.p, bob })
            }
            Phase::Setting(toss) => (Seat::Alice, SeatRequest::Bit { due: toss.required_bit() }),
            Phase::Deciding(StochasticRound { toss, bit, .. }) => (
                Seat::Bob,
                SeatRequest::GoOn { stated: toss.stated.p, due: toss.required_bit(), bit },
            ),
            Phase::Judging(round) => {
                let stated = round.toss.stated.p;
                let verdict = Side::of_claim(self.rules.is_accepted(stated));
                (Seat::Judge, SeatRequest::Verdict { stated, verdict })
            }
            _ => return SeatRequest::Nothing,
        };
        if self.eye.is(seat) { asked } else { SeatRequest::Nothing }
    }

    /// Returns true if the judge must rule without votes and without the value of a gate.
    pub(super) fn has_nothing_to_rule_by(&self) -> bool {
        self.votes().mean().is_none() && self.rules.gate_by_readings().is_none()
    }

    /// The step of the current round.
    pub fn step(&self) -> Step {
        self.rules.step()
    }

    /// Returns true if a step asks the oracle, and false if it is a gate.
    pub fn asks(&self, step: Step) -> bool {
        self.plan().ask(step).is_some()
    }

    /// The value of this round's gate, given the bits before it. `None` if the step asks a
    /// question, or if the judge has not read these bits yet.
    pub fn gate(&self) -> Option<bool> {
        match self.hears_nothing() {
            true => self.rules.gate_by_readings(),
            false => self.rules.chance().as_certain().filter(|_| !self.rules.asks()),
        }
    }

    /// Returns true if Bob aborted.
    pub fn aborted(&self) -> bool {
        self.rules.phase.trial().is_some()
    }

    /// Alice's number that the judge tests. `None` before the judge receives the number.
    pub fn on_trial(&self) -> Option<Probability> {
        match self.rules.phase {
            Phase::Submitting(_) => None,
            phase => phase.trial().map(|round| round.toss.stated.p),
        }
    }

    /// The end of the debate. `None` before the end.
    pub fn end(&self) -> Option<StochasticEnding> {
        match self.rules.phase {
            Phase::Over(_, end) => Some(end),
            _ => None,
        }
    }

    /// The round of a step, with what this viewer knows about it.
    pub fn round(&self, step: Step) -> RoundView {
        let phase = self.rules.phase;
        let here = step == self.step();
        let (stated, toss, round) = match self.rules.rounds.get(step.index()) {
            Some(round) => (Some(round.toss.stated), Some(round.toss), Some(*round)),
            None if here => (phase.stated(), phase.toss(), phase.round()),
            None => return RoundView::default(),
        };
        if self.hears_nothing() {
            // The judge learns that a round was played only when Bob goes on or aborts.
            let closed =
                !here || self.aborted() || matches!(phase, Phase::Ending(_) | Phase::Over(..));
            return RoundView {
                begun: closed,
                stated: self.on_trial().filter(|_| here),
                bit: self.readings().bit(BitRef::Step(step)),
                ..RoundView::default()
            };
        }
        let drawn =
            |seat, votes: Option<Votes>| votes.filter(|votes| votes.all > 0 && self.eye.is(seat));
        let alice = stated.map(|stated| stated.votes).or(here.then(|| phase.alices_votes()));
        let own = match self.eye {
            Viewer::Seat(Seat::Alice) => Some(Seat::Alice),
            Viewer::Seat(_) | Viewer::All => Some(Seat::Bob),
            Viewer::Room => None,
        };
        let share = own.and_then(|own| match (phase, toss) {
            (_, Some(toss)) => toss.shares.map(|shares| shares[own.index()]),
            (Phase::Sharing(_, shares), None) if here => match shares[own.index()] {
                CoinShare::Is(share) => Some(share),
                CoinShare::Awaited | CoinShare::Fair => None,
            },
            _ => None,
        });
        RoundView {
            begun: stated.is_some(),
            stated: stated.map(|stated| stated.p),
            votes: [drawn(Seat::Alice, alice), drawn(Seat::Bob, round.map(|round| round.votes))],
            share,
            coin: toss.and_then(|toss| toss.z()),
            bit: round.map(|round| round.bit),
        }
    }

    /// The bits so far, and the number of bits that are set. `None` for the judge.
    pub fn transcript(&self) -> Option<(&'a Bits, usize)> {
        (!self.hears_nothing()).then(|| self.rules.played())
    }

    /// A bit of the input or of the transcript. `None` if this viewer does not know it. A prover
    /// knows every bit, the judge knows what it read, and the audience knows the transcript and
    /// what the judge read.
    pub fn known(&self, source: Source) -> Option<bool> {
        let Some((bits, played)) = self.transcript() else {
            return self.readings().bit(source.get());
        };
        match source.get() {
            BitRef::Step(step) => (step.index() < played).then(|| bits.at(step.index())),
            BitRef::Input(_) if self.eye == Viewer::Room => self.readings().bit(source.get()),
            // Nobody knows a witness that is not written yet.
            BitRef::Input(input) if self.opening().is_some_and(|o| o.awaits(input)) => None,
            BitRef::Input(input) => Some(self.plan().inputs().at(input.index())),
        }
    }

    /// For each batch of votes that the judge drew: the number of yes votes, and the number of all
    /// votes. Everybody sees these votes.
    pub fn batches(&self) -> &'a [(u64, u64)] {
        &self.rules.batches
    }

    /// The judge's votes about the number that the judge tests.
    pub fn votes(&self) -> Votes {
        self.rules.votes()
    }

    /// The votes that this seat drew on the question of this round.
    pub fn own_votes(&self) -> Votes {
        match self.seat() {
            Some(prover @ (Seat::Alice | Seat::Bob)) => {
                self.round(self.step()).votes[prover.index()].unwrap_or_default()
            }
            _ => self.votes(),
        }
    }

    /// The true probability of yes at this step, for strategies that know the oracle.
    pub(super) fn oracles_chance(&self) -> Probability {
        self.rules.chance()
    }

    /// P[the judge accepts a number for this round's step] before the judge draws votes, for
    /// strategies that know the oracle.
    pub(super) fn acceptance(&self, stated: Probability) -> Option<f64> {
        accepted(self.rules, self.step(), stated)
    }

    /// The values of every situation, for strategies that know the oracle.
    pub(super) fn insight(&self) -> &'a DebateAnalysis {
        self.rules.insight()
    }
}

/// Only the review sees these facts.
impl View<'_, Stochastic> {
    /// The true probability of yes at a step, given the bits that the step reads. `None` before
    /// these bits are set, or outside a review.
    pub fn honest_chance(&self, step: Step) -> Option<Probability> {
        let (bits, played) = self.rules.played();
        let there = |source: &Source| match source.get() {
            BitRef::Step(read) => read.index() < played,
            BitRef::Input(_) => true,
        };
        let known = self.eye.is_review() && self.plan().relevant(step).iter().all(there);
        known.then(|| self.plan().chance_in(step, bits))
    }

    /// The probability of yes by the judge's oracle, from which the judge's votes are drawn.
    pub fn judged_chance(&self, step: Step) -> Option<Probability> {
        let honest = self.honest_chance(step)?;
        let judge = self.rules.setup().oracles.flaws(Seat::Judge);
        Some(if self.asks(step) { judge.chance(step, honest) } else { honest })
    }

    /// P[the judge accepts a number for this round's step] before the judge draws votes. `None`
    /// outside a review.
    pub fn accepted(&self, stated: Probability) -> Option<f64> {
        self.eye.is_review().then(|| accepted(self.rules, self.step(), stated)).flatten()
    }

    /// The last `most` rounds with a bit, in the terms of the proof. Empty outside a review.
    pub fn proof_rounds(&self, most: usize) -> Vec<ProofRound> {
        if !self.eye.is_review() || self.rules.is_opening() {
            return Vec::new();
        }
        let (bits, played) = self.rules.played();
        let token = self.token();
        let table = self.rules.insight().truths(&token).ok();
        let output = |played| {
            let situation = self.rules.insight().unrolled(&token).ok()?.situation(bits, played)?;
            Some(table?.after(played, situation))
        };
        let mut distance = 0.0f64;
        let rounds = (0..played).filter_map(|at| {
            let step = Step::at(at);
            let (stated, honest) = (self.round(step).stated?, self.honest_chance(step)?);
            distance = distance.max((stated.get() - honest.get()).abs());
            (played - at <= most).then(|| ProofRound {
                step,
                distance,
                output: output(at + 1),
                accepted: accepted(self.rules, step, stated),
            })
        });
        rounds.collect()
    }

    /// The ruling that follows from everything that the judge saw. `None` outside a review.
    pub fn verdict(&self) -> Option<Side> {
        let stated = self.on_trial().filter(|_| self.eye.is_review())?;
        Some(Side::of_claim(self.rules.is_accepted(stated)))
    }

    /// P[output = 1]. `None` if the plan is too wide, or outside a review.
    pub fn chance_of_output(&self) -> Option<f64> {
        self.eye
            .is_review()
            .then(|| self.rules.insight().chance_of_output(&self.token()).ok()?)?
    }
}
