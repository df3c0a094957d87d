//! What each eye may know of a stochastic debate.

use super::players::Insight;
use super::rules::{Drawing, End, Phase, Round, Share, Stochastic, Votes};
use super::solve::{ThreeInFive, accepted};
use super::{Constants, Departures, Distances};
use crate::analysis::Claim;
use crate::chance::Probability;
use crate::machine::{Bits, Cell, Plan, Source, Step};
use crate::protocol::witness::Opening;
use crate::rules::{Eye, Protocol, Seat, Side, Turn, View};

/// What a seat is asked for, and what it goes by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AskedFor {
    /// A number.
    Number,
    /// A share of the coin.
    Share {
        /// The number that it is tossed for.
        stated: Probability,
        /// Bob's share, where Alice sees it first.
        bob: Option<f64>,
    },
    /// The bit, where Alice sets it herself.
    Bit {
        /// What the coin says.
        due: bool,
    },
    /// Whether to go on.
    GoOn {
        /// Alice's number.
        stated: Probability,
        /// What the coin says of the bit.
        due: bool,
        /// What it is.
        bit: bool,
    },
    /// Votes, or a verdict.
    Verdict {
        /// The number on trial.
        stated: Probability,
        /// What follows from everything that the judge has seen.
        verdict: Side,
    },
    /// Nothing, or another seat.
    Nothing,
}

/// What an eye knows of a round: none is what it does not know, or what is not there yet.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RoundSeen {
    /// Whether a number was stated, as far as it can tell.
    pub begun: bool,
    /// The number.
    pub stated: Option<Probability>,
    /// The votes that Alice and Bob drew for themselves.
    pub votes: [Option<Votes>; 2],
    /// A prover's own share of the coin; Bob's for the review.
    pub share: Option<f64>,
    /// Where the coin fell.
    pub coin: Option<f64>,
    /// The bit.
    pub bit: Option<bool>,
}

impl<'a> View<'a, Stochastic> {
    /// How many steps there are, and so rounds at most.
    pub fn steps(&self) -> usize {
        self.plan().len()
    }

    /// The question of a step, or what its gate does.
    pub fn question(&self, step: Step) -> String {
        self.plan().words(step).into_owned()
    }

    /// The computation, for words and players of this protocol. It holds the inputs, which the judge
    /// reads, and what the oracle answers, which only votes tell: what is shown of these goes through
    /// [`View::known`] and [`View::honest_chance`].
    pub(super) fn plan(&self) -> &'a Plan {
        self.rules.plan()
    }

    /// The witness that Alice writes first; none in a debate without one.
    pub(super) fn opening(&self) -> Option<&'a Opening> {
        self.rules.opening.as_ref()
    }

    /// How many samples, and how near is near enough.
    pub fn constants(&self) -> &'a Constants {
        self.rules.constants()
    }

    /// What is played otherwise than proved.
    pub fn departures(&self) -> Departures {
        self.rules.departures()
    }

    /// How far the oracles of the seats are from the truth and from one another.
    pub fn apart(&self) -> Distances {
        self.rules.apart()
    }

    /// What Thm 6.2 says to whoever does not know whether the claim is right.
    pub fn three_in_five(&self) -> Claim {
        let claim = ThreeInFive {
            theorem: ThreeInFive::ALONE,
            constants: self.constants(),
            departures: self.departures(),
            delta: self.apart().delta(),
            measured: self.measured_k(),
            truth: None,
        };
        claim.claim()
    }

    /// See [`Stochastic::measured_k`].
    pub fn measured_k(&self) -> Option<crate::machine::plan::Lipschitz> {
        self.rules.measured_k()
    }

    /// See [`Stochastic::measured_change`].
    pub fn measured_change(&self) -> Option<f64> {
        self.rules.measured_change()
    }

    /// What this seat is asked now; a review sees what anybody is asked.
    pub fn asked(&self) -> AskedFor {
        if self.rules.is_opening() {
            return AskedFor::Nothing;
        }
        let (seat, asked) = match self.rules.phase {
            Phase::Stating(_) => (Seat::Alice, AskedFor::Number),
            Phase::Sharing(stated, shares) => {
                let Turn::Ask(seat) = self.rules.turn() else { return AskedFor::Nothing };
                // He gives his share first only where she sees it.
                let bob = match shares {
                    [Share::Awaited, Share::Is(bob)] => Some(bob),
                    _ => None,
                };
                (seat, AskedFor::Share { stated: stated.p, bob })
            }
            Phase::Setting(toss) => (Seat::Alice, AskedFor::Bit { due: toss.due() }),
            Phase::Deciding(Round { toss, bit, .. }) => {
                (Seat::Bob, AskedFor::GoOn { stated: toss.stated.p, due: toss.due(), bit })
            }
            Phase::Judging(round) => {
                let stated = round.toss.stated.p;
                let verdict = Side::of_claim(self.rules.stands(stated));
                (Seat::Judge, AskedFor::Verdict { stated, verdict })
            }
            _ => return AskedFor::Nothing,
        };
        if self.eye.is(seat) { asked } else { AskedFor::Nothing }
    }

    /// Whether the judge has seen nothing for or against the number on trial: no vote on it was drawn, and
    /// what was read gives no gate.
    pub(super) fn has_nothing_to_rule_by(&self) -> bool {
        self.votes().mean().is_none() && self.rules.gate_by_readings().is_none()
    }

    /// The step of this round.
    pub fn step(&self) -> Step {
        self.rules.step()
    }

    /// Whether a step asks the oracle; else it is a gate.
    pub fn asks(&self, step: Step) -> bool {
        self.plan().ask(step).is_some()
    }

    /// What this round's gate gives, the bits before it being as they are; none at an ask, or while
    /// the judge has not read them.
    pub fn gate(&self) -> Option<bool> {
        if self.hears_nothing() {
            self.rules.gate_by_readings()
        } else if self.rules.asks() {
            None
        } else {
            self.rules.chance().as_certain()
        }
    }

    /// Whether the number of this round was put on trial.
    pub fn aborted(&self) -> bool {
        self.rules.phase.trial().is_some()
    }

    /// The number on trial, once it was handed to the judge.
    pub fn on_trial(&self) -> Option<Probability> {
        match self.rules.phase {
            Phase::Submitting(_) => None,
            phase => phase.trial().map(|round| round.toss.stated.p),
        }
    }

    /// How the debate ended, once it did.
    pub fn end(&self) -> Option<End> {
        match self.rules.phase {
            Phase::Over(_, end) => Some(end),
            _ => None,
        }
    }

    /// What this eye knows of the round of a step.
    pub fn round(&self, step: Step) -> RoundSeen {
        let phase = self.rules.phase;
        let here = step == self.step();
        let (stated, toss, round) = match self.rules.rounds.get(step.index()) {
            Some(round) => (Some(round.toss.stated), Some(round.toss), Some(*round)),
            None if here => (phase.stated(), phase.toss(), phase.round()),
            None => return RoundSeen::default(),
        };
        if self.hears_nothing() {
            // It sees that a round was played when Bob goes on or aborts, not before.
            let closed =
                !here || self.aborted() || matches!(phase, Phase::Ending(_) | Phase::Over(..));
            return RoundSeen {
                begun: closed,
                stated: self.on_trial().filter(|_| here),
                bit: self.readings().bit(Cell::Step(step)),
                ..RoundSeen::default()
            };
        }
        let drawn =
            |seat, votes: Option<Votes>| votes.filter(|votes| votes.all > 0 && self.eye.is(seat));
        let alice = match phase {
            Phase::Stating(votes) | Phase::Drawing(Drawing::Alice(votes), _) if here => Some(votes),
            _ => stated.map(|stated| stated.votes),
        };
        let own = match self.eye {
            Eye::Seat(Seat::Alice) => Some(Seat::Alice),
            Eye::Seat(_) | Eye::All => Some(Seat::Bob),
            Eye::Room => None,
        };
        let share = match (phase, toss.map(|toss| toss.shares), own) {
            (_, _, None) => None,
            (_, Some(shares), Some(own)) => shares.map(|shares| shares[own.index()]),
            (Phase::Sharing(_, shares), None, Some(own)) if here => match shares[own.index()] {
                Share::Is(share) => Some(share),
                Share::Awaited | Share::Fair => None,
            },
            _ => None,
        };
        RoundSeen {
            begun: stated.is_some(),
            stated: stated.map(|stated| stated.p),
            votes: [drawn(Seat::Alice, alice), drawn(Seat::Bob, round.map(|round| round.votes))],
            share,
            coin: toss.and_then(|toss| toss.z()),
            bit: round.map(|round| round.bit),
        }
    }

    /// The bits so far, for the provers, and how many of them are settled.
    pub fn transcript(&self) -> Option<(&'a Bits, usize)> {
        (!self.hears_nothing()).then(|| self.rules.played())
    }

    /// A bit of the input or of the transcript, if this eye knows it: the judge what it read, the
    /// provers what is there, the room what was said aloud and read.
    pub fn known(&self, source: Source) -> Option<bool> {
        let Some((bits, played)) = self.transcript() else {
            return self.readings().bit(source.get());
        };
        match source.get() {
            Cell::Step(step) => (step.index() < played).then(|| bits.at(step.index())),
            Cell::Input(_) if self.eye == Eye::Room => self.readings().bit(source.get()),
            // A bit of a witness that is not written yet is nobody's.
            Cell::Input(input) if self.opening().is_some_and(|o| o.awaits(input)) => None,
            Cell::Input(input) => Some(self.plan().inputs().at(input.index())),
        }
    }

    /// (yes, all) of each batch that the judge drew, before everybody.
    pub fn batches(&self) -> &'a [(u64, u64)] {
        &self.rules.batches
    }

    /// The judge's votes on the number on trial.
    pub fn votes(&self) -> Votes {
        self.rules.votes()
    }

    /// The votes that this seat drew on this round's question.
    pub fn own_votes(&self) -> Votes {
        match self.seat() {
            Some(prover @ (Seat::Alice | Seat::Bob)) => {
                self.round(self.step()).votes[prover.index()].unwrap_or_default()
            }
            _ => self.votes(),
        }
    }

    /// The true probability of this round's step: for players who are *defined* by knowing what the
    /// oracles answer, and how likely.
    pub(super) fn oracles_chance(&self) -> Probability {
        self.rules.chance()
    }

    /// The same by the judge's oracle, for the same players.
    pub(super) fn judges_chance(&self) -> Probability {
        self.rules.chance_by(Seat::Judge)
    }

    /// The values of every situation, for the same players, if they look ahead.
    pub(super) fn insight(&self) -> &'a Insight {
        self.rules.insight()
    }
}

/// For the review.
impl View<'_, Stochastic> {
    /// The true probability of a step, given the bits as they fell, once those that it reads have;
    /// none to any other eye.
    pub fn honest_chance(&self, step: Step) -> Option<Probability> {
        let (bits, played) = self.rules.played();
        let there = |source: &Source| match source.get() {
            Cell::Step(read) => read.index() < played,
            Cell::Input(_) => true,
        };
        let known = self.eye.is_review() && self.plan().relevant(step).iter().all(there);
        known.then(|| self.plan().chance_in(step, bits))
    }

    /// The same by the judge's own oracle, which is what its votes tell.
    pub fn judged_chance(&self, step: Step) -> Option<Probability> {
        let honest = self.honest_chance(step)?;
        let oracles = &self.rules.setup().oracles;
        Some(match self.asks(step) {
            true => oracles.chances(step, honest).by(Seat::Judge),
            false => honest,
        })
    }

    /// P[the judge accepts a number for this round's step], before any votes; none to any other eye.
    pub fn accepted(&self, stated: Probability) -> Option<f64> {
        self.eye.is_review().then(|| accepted(self.rules, stated)).flatten()
    }

    /// The verdict that follows from what the judge saw of the number on trial.
    pub fn verdict(&self) -> Option<Side> {
        let stated = self.on_trial().filter(|_| self.eye.is_review())?;
        Some(Side::of_claim(self.rules.stands(stated)))
    }

    /// P[output = 1], if the plan is narrow enough to say; none to any other eye.
    pub fn chance_of_output(&self) -> Option<f64> {
        self.eye.is_review().then(|| self.rules.chance_of_output(&self.token()).ok()?)?
    }
}
