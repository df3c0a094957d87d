//! The rules of stochastic debate. [`Stochastic::figure`] follows Fig. 2 of the 2024 paper line by
//! line. `variant.rs` has the switches that depart from it.

use std::sync::Arc;

use super::instance::{ProtocolVariant, StochasticInstance};
use super::players::DebateAnalysis;
use super::{Constants, MOST_SAMPLES, OracleDistances, is_near};
use crate::chance::{ChanceOutcome, Probability};
use crate::machine::location_bits;
use crate::machine::{Bits, Plan, Step};
use crate::protocol::witness::WitnessOpening;
use crate::rules::{
    ArgumentDomain, Bit, BitRef, Cost, EffectfulAction, Ledger, Move, Next, Outcome, Protocol,
    Seat, Side, StateKey, Visibility, effectful,
};
use crate::work::{CancelToken, Cancelled};

/// A position of a stochastic debate.
#[derive(Clone, Debug)]
pub struct Stochastic {
    insight: Arc<DebateAnalysis>,
    pub(super) phase: Phase,
    pub(super) rounds: Arc<Vec<StochasticRound>>,
    /// The bits so far, followed by zeros.
    transcript: Bits,
    /// For each batch of votes that the judge drew about the number on trial: the number of yes
    /// votes, and the number of all votes.
    pub(super) batches: Vec<(u64, u64)>,
    ledger: Ledger,
    /// The witness that Alice writes first. `None` in a debate without one.
    pub(in crate::protocol) opening: Option<WitnessOpening>,
}

/// The part of a round that comes next, with everything that happened earlier in the same round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Phase {
    /// 2(a): Alice states a number. She has drawn these votes so far.
    Stating(Votes),
    /// 2(b) and 2(c): the provers give their shares of the coin, Alice first. Then the coin is
    /// shown.
    Sharing(StatedProbability, [CoinShare; 2]),
    /// Alice sets the bit herself. This is a departure.
    Setting(CoinToss),
    /// 2(e): Bob goes on or aborts.
    Deciding(StochasticRound),
    /// 3: Bob aborted, and the judge receives Alice's number.
    Submitting(StochasticRound),
    /// 3: the judge receives the relevant bits. This bit is next.
    Reading(StochasticRound, BitRef),
    /// 3(a) and 3(b): the judge draws votes and rules.
    Judging(StochasticRound),
    /// A player pays for this many votes, and nature draws them.
    Drawing(DrawingStage, u64),
    /// 4: nobody aborted, and the judge receives the last bit.
    Ending(StochasticRound),
    /// The debate is over.
    Over(StochasticRound, StochasticEnding),
}

/// The player who draws votes, and the round so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DrawingStage {
    /// Alice draws. These are the votes that she has drawn before.
    Alice(Votes),
    /// Bob draws.
    Bob(StochasticRound),
    /// The judge draws.
    Judge(StochasticRound),
}

/// The end of a debate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StochasticEnding {
    /// The judge ruled for this side after an abort.
    Ruled(Side),
    /// Nobody aborted, and this is the last bit.
    LastBit(bool),
}

/// Votes that one player drew on one question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Votes {
    /// The number of draws.
    pub draws: u32,
    /// The number of votes.
    pub all: u64,
    /// The number of votes for yes.
    pub yes: u64,
}

/// A prover's share of the coin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CoinShare {
    /// The prover has not been asked yet.
    Awaited,
    /// The prover leaves the share to nature, which draws it next.
    Fair,
    /// The share: a number in [0, 1) that the prover chose or nature drew.
    Is(f64),
}

/// Alice's number, and the votes that she drew before she stated it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StatedProbability {
    /// The number that Alice stated.
    pub p: Probability,
    /// The votes that Alice drew.
    pub votes: Votes,
}

/// A number and its coin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoinToss {
    /// The number that Alice stated, and her votes.
    pub stated: StatedProbability,
    /// Alice's and Bob's shares of the coin. `None` if the number is 0 or 1 and needs no coin.
    pub shares: Option<[f64; 2]>,
}

/// A round after its bit was set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StochasticRound {
    /// The number and the coin.
    pub toss: CoinToss,
    /// The bit.
    pub bit: bool,
    /// The votes that Bob drew for himself.
    pub votes: Votes,
}

/// A player may draw votes at most this many times in a round, so that every debate ends.
const MOST_DRAWS: u32 = 64;

impl Protocol for Stochastic {
    fn next(&self) -> Next<Self> {
        let opening = self.opening.as_ref().and_then(|opening| {
            opening.next(|debate: &mut Self, opening, witness| {
                *debate = Self { opening: Some(opening), ..debate.begun_on(&witness) };
            })
        });
        opening.or_else(|| self.departure()).unwrap_or_else(|| self.figure())
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn situation(&self) -> Option<StateKey> {
        let own = || Some(self.own_situation());
        self.opening.as_ref().map_or_else(own, |opening| opening.situation(own))
    }

    fn truth(&self, token: &CancelToken) -> Result<Option<bool>, Cancelled> {
        let own = || {
            Ok(match self.insight.chance_of_output(token)? {
                Some(p) if p >= 2.0 / 3.0 => Some(true),
                Some(p) if p <= 1.0 / 3.0 => Some(false),
                _ => None,
            })
        };
        match &self.opening {
            Some(opening) if opening.is_open() => opening.truth(None, token),
            Some(opening) => opening.truth(own()?, token),
            None => own(),
        }
    }
}

/// The steps of Fig. 2, with the numbers and letters of the figure.
impl Stochastic {
    /// 1. The debate is about the random variable y, the transcript of the plan on its inputs. The
    ///    instance contains the constants.
    pub fn new(setup: StochasticInstance) -> Self {
        let plan = &setup.plan;
        let asks = plan.asks().count() as u64;
        let constants = &setup.constants;
        let ledger = Ledger::default()
            .with_limit(Seat::Alice, Cost::Oracle, asks.saturating_mul(constants.alice))
            .with_limit(Seat::Bob, Cost::Oracle, asks.saturating_mul(constants.bob.count))
            .with_limit(Seat::Judge, Cost::Oracle, constants.judge.count)
            .with_limit(Seat::Judge, Cost::Rounds, plan.len() as u64);
        Self {
            phase: Phase::Stating(Votes::default()),
            rounds: Arc::default(),
            transcript: Bits::zeros(plan.len()),
            batches: Vec::new(),
            ledger,
            opening: None,
            insight: Arc::new(DebateAnalysis::new(setup)),
        }
    }

    /// Steps 2 to 4: returns the next event.
    fn figure(&self) -> Next<Self> {
        match self.phase {
            // 2. Round t. (a) A outputs p̂_t, which is supposed to equal P[y_t = 1 | y_I(t) = a_I(t)].
            Phase::Stating(votes) => {
                let state = effectful::state(
                    ArgumentDomain::<Probability>::ALL,
                    move |debate: &mut Self, p| {
                        debate.stated(StatedProbability { p, votes });
                    },
                );
                self.ask(DrawingStage::Alice(votes), [state.seen_by(Visibility::ALOUD)])
            }
            // (b) The provers give z_A and z_B in [0, 1). Neither prover sees the other's share.
            // This has the same effect as an independent copy.
            Phase::Sharing(stated, shares) => match shares {
                [CoinShare::Awaited, _] => self.gives(Seat::Alice, stated, shares),
                [_, CoinShare::Awaited] => self.gives(Seat::Bob, stated, shares),
                [CoinShare::Fair, _] => self.tosses(Seat::Alice, stated, shares),
                [_, CoinShare::Fair] => self.tosses(Seat::Bob, stated, shares),
                // (c) z_t = z_A + z_B mod 1.
                [CoinShare::Is(a), CoinShare::Is(b)] => {
                    let falls = Move::Falls(ChanceOutcome::Real(coin(a, b)));
                    Next::reveal(falls, Visibility::ALOUD, move |debate: &mut Self| {
                        debate.tossed(CoinToss { stated, shares: Some([a, b]) });
                    })
                }
            },
            Phase::Setting(toss) => Self::alice_sets(toss),
            // (e) B, who has seen a_t, can abort.
            Phase::Deciding(round) => {
                let go_on = effectful::go_on(move |debate: &mut Self| debate.passed(round));
                let abort = effectful::abort(move |debate: &mut Self| debate.aborted_in(round));
                self.ask(DrawingStage::Bob(round), [go_on, abort])
            }
            // 3. Aborted at t: V is handed p̂_t and a_I(t).
            Phase::Submitting(round) => {
                let submitted = Move::State(round.toss.stated.p);
                Next::reveal(submitted, Visibility::ALL, move |debate: &mut Self| {
                    debate.phase = debate.next_reading(round);
                })
            }
            Phase::Reading(round, cell) => {
                let bit = self.bit_of(cell);
                Next::reveal(Move::Shows(Bit(bit)), Visibility::ALL, move |debate: &mut Self| {
                    debate.ledger.show(cell, bit);
                    debate.phase = debate.next_reading(round);
                })
            }
            // (a) V draws r samples of y_t given a_I(t), and (b) compares their mean with p̂_t.
            Phase::Judging(round) => {
                let rule =
                    effectful::rule(ArgumentDomain::<Side>::ALL, move |debate: &mut Self, side| {
                        debate.phase = Phase::Over(round, StochasticEnding::Ruled(side));
                    });
                self.ask(DrawingStage::Judge(round), [rule])
            }
            Phase::Drawing(by, count) => {
                let p = self.chance_by(by.seat());
                Next::count(count, p, by.audience(), move |debate: &mut Self, yes| {
                    debate.drew(by, count, yes);
                })
            }
            // 4. Not aborted: V outputs a_T.
            Phase::Ending(round) => {
                let (cell, bit) = (BitRef::Step(self.step()), round.bit);
                Next::reveal(Move::Shows(Bit(bit)), Visibility::ALL, move |debate: &mut Self| {
                    debate.ledger.show(cell, bit);
                    debate.phase = Phase::Over(round, StochasticEnding::LastBit(bit));
                })
            }
            Phase::Over(_, end) => Next::Over(Outcome { winner: end.winner(), payoff: None }),
        }
    }

    /// After 2(a): the coin comes next. If the number is 0 or 1, no coin is needed.
    fn stated(&mut self, stated: StatedProbability) {
        match stated.p.as_certain() {
            Some(_) => self.tossed(CoinToss { stated, shares: None }),
            None => {
                let share = if self.by_hand() { CoinShare::Awaited } else { CoinShare::Fair };
                self.phase = Phase::Sharing(stated, [share; 2]);
            }
        }
    }

    /// 2(d): a_t = 1 if z_t < p̂_t, and a_t = 0 otherwise.
    fn tossed(&mut self, toss: CoinToss) {
        match self.departures().alice_sets_bits {
            true => self.phase = Phase::Setting(toss),
            false => self.set(toss, toss.required_bit()),
        }
    }

    pub(super) fn set(&mut self, toss: CoinToss, bit: bool) {
        if bit {
            self.transcript.set(self.step().index(), true);
        }
        self.phase = Phase::Deciding(StochasticRound { toss, bit, votes: Votes::default() });
    }

    /// After 2(e), if Bob went on.
    fn passed(&mut self, round: StochasticRound) {
        self.ledger.charge(Seat::Judge, Cost::Rounds, 1);
        if self.step() == self.plan().output() {
            self.phase = Phase::Ending(round);
        } else {
            Arc::make_mut(&mut self.rounds).push(round);
            self.phase = Phase::Stating(Votes::default());
        }
    }

    /// After 2(e), if Bob aborted.
    fn aborted_in(&mut self, round: StochasticRound) {
        self.ledger.charge(Seat::Judge, Cost::Rounds, 1);
        self.ledger.charge(Seat::Judge, Cost::Location, location_bits(self.plan().len()));
        self.phase = Phase::Submitting(round);
    }

    /// The next bit that the judge receives. After the last bit, the judge rules.
    fn next_reading(&self, round: StochasticRound) -> Phase {
        let unread = |cell: &BitRef| self.ledger.readings().order(*cell).is_none();
        let mut relevant = self.plan().relevant(self.step()).iter().map(|&source| source.get());
        match relevant.find(unread) {
            Some(cell) => Phase::Reading(round, cell),
            None => Phase::Judging(round),
        }
    }

    /// 3(b): returns true if p̂_t is accepted after everything that the judge has seen. It must be
    /// near the mean of the votes. At a gate, it must be the gate's value.
    pub(super) fn is_accepted(&self, stated: Probability) -> bool {
        let tolerance = self.constants().judge.tolerance;
        match (self.gate_by_readings(), self.votes()) {
            (Some(gate), _) => self.departures().gate_stands(stated, gate, tolerance),
            // Without votes the judge has no reason to reject.
            (None, Votes { all: 0, .. }) => true,
            (None, Votes { all, yes, .. }) => is_near(yes, all, stated.get(), tolerance),
        }
    }

    /// The value of this step's gate, from the bits that the judge read. `None` if this step asks,
    /// or if the judge has not read all the bits.
    pub(super) fn gate_by_readings(&self) -> Option<bool> {
        if self.asks() {
            return None;
        }
        let read = self.ledger.readings();
        let relevant = self.plan().relevant(self.step()).iter();
        let values: Option<Vec<bool>> = relevant.map(|source| read.bit(source.get())).collect();
        self.plan().chance(self.step(), values?.into_iter()).as_certain()
    }
}

/// Code that several steps of the figure share, and methods that describe a position.
impl Stochastic {
    /// A key of everything that the rest of the debate depends on, except the opening.
    fn own_situation(&self) -> StateKey {
        let mut key = StateKey(smallvec::smallvec![u64::from(self.step().number()) << 8]);
        self.phase.number_into(&mut key.0);
        match self.phase {
            // The count says how far the judge has read, and the transcript bits below say what it
            // read.
            Phase::Reading(..) => key.0.push(self.ledger.readings().list().len() as u64),
            Phase::Judging(_) | Phase::Drawing(DrawingStage::Judge(_), _) => {
                self.votes().number_into(&mut key.0);
            }
            _ => {}
        }
        // The live bits: the bit of this step, and the bits that this step or a later one reads.
        let (_, played) = self.played();
        let (here, last_reader) = (self.step(), &self.insight.last_reader);
        let live = (0..played).filter(|&at| at == here.index() || last_reader[at] >= here.number());
        let mut word = 1;
        for at in live {
            word = word << 1 | u64::from(self.transcript.at(at));
            if word >> 63 == 1 {
                key.0.push(word);
                word = 1;
            }
        }
        key.0.push(word);
        key
    }

    pub(super) fn gives(
        &self,
        seat: Seat,
        stated: StatedProbability,
        shares: [CoinShare; 2],
    ) -> Next<Self> {
        let give = move |debate: &mut Self, share| {
            debate.phase = Phase::Sharing(stated, with(shares, seat, share));
        };
        let fair = effectful::fair(move |debate: &mut Self| give(debate, CoinShare::Fair));
        let by_hand = effectful::share(
            ArgumentDomain::<Probability>::BELOW_ONE,
            move |debate: &mut Self, z| {
                give(debate, CoinShare::Is(z.get()));
            },
        );
        let to = self.departures().sees_share(seat);
        Next::ask(seat, [fair, by_hand].map(|offered| offered.seen_by(to)))
    }

    pub(super) fn tosses(
        &self,
        seat: Seat,
        stated: StatedProbability,
        shares: [CoinShare; 2],
    ) -> Next<Self> {
        let cuts = match shares[1 - seat.index()] {
            CoinShare::Is(other) => cuts(other, stated.p.get()).to_vec(),
            CoinShare::Awaited | CoinShare::Fair => Vec::new(),
        };
        let to = self.departures().sees_share(seat);
        Next::uniform(cuts, to, move |debate: &mut Self, z| {
            debate.phase = Phase::Sharing(stated, with(shares, seat, CoinShare::Is(z)));
        })
    }

    /// Asks a player for one of these answers. If the step asks a question and votes are left, the
    /// player may first draw votes. A prover can also draw exactly as many votes as an honest
    /// prover. A prover's votes are private.
    fn ask<const N: usize>(
        &self,
        by: DrawingStage,
        answers: [EffectfulAction<Self>; N],
    ) -> Next<Self> {
        let constants = self.constants();
        let (votes, most, usual) = match by {
            DrawingStage::Alice(votes) => (votes, MOST_SAMPLES, Some(constants.alice)),
            DrawingStage::Bob(round) => (round.votes, MOST_SAMPLES, Some(constants.bob.count)),
            DrawingStage::Judge(_) => (self.votes(), constants.judge.count, None),
        };
        let left = most.saturating_sub(votes.all);
        let may_draw = self.asks() && left > 0 && votes.draws < MOST_DRAWS;
        let draw = |range| {
            let draw = move |debate: &mut Self, count| {
                debate.ledger.charge(by.seat(), Cost::Oracle, count);
                debate.phase = Phase::Drawing(by, count);
            };
            effectful::sample(ArgumentDomain::<u64>::range(range), draw)
                .before()
                .seen_by(by.audience())
        };
        let usual = usual.map(|usual| usual.min(left)).map(|usual| usual..=usual);
        let draws = usual.into_iter().chain([1..=left]).filter(|_| may_draw).map(draw);
        Next::ask(by.seat(), answers.into_iter().chain(draws))
    }

    fn drew(&mut self, by: DrawingStage, all: u64, yes: u64) {
        self.phase = match by {
            DrawingStage::Alice(votes) => Phase::Stating(votes.and(all, yes)),
            DrawingStage::Bob(round) => {
                Phase::Deciding(StochasticRound { votes: round.votes.and(all, yes), ..round })
            }
            DrawingStage::Judge(round) => {
                self.batches.push((yes, all));
                Phase::Judging(round)
            }
        };
    }

    fn bit_of(&self, cell: BitRef) -> bool {
        match cell {
            BitRef::Step(step) => self.transcript.at(step.index()),
            BitRef::Input(input) => self.plan().inputs().at(input.index()),
        }
    }

    /// This debate, but Alice first writes the plan's witness.
    #[must_use]
    pub fn with_a_witness(self) -> Self {
        let opening = Some(WitnessOpening::new(self.plan(), None));
        Self { opening, ..self }
    }

    /// The start of the debate about this witness.
    pub(super) fn begun_on(&self, witness: &Bits) -> Self {
        let plan = self.plan().with_witness(witness);
        Self::new(StochasticInstance { plan, ..self.setup().clone() })
    }

    /// Returns true if Alice has not written the witness yet.
    pub(super) fn is_opening(&self) -> bool {
        self.opening.as_ref().is_some_and(WitnessOpening::is_open)
    }

    /// The instance.
    pub fn setup(&self) -> &StochasticInstance {
        &self.insight.setup
    }

    /// The values that all positions of this debate share. Each is computed only once.
    pub fn insight(&self) -> &DebateAnalysis {
        &self.insight
    }

    /// The computation.
    pub fn plan(&self) -> &Plan {
        &self.setup().plan
    }

    /// The sample counts and the tolerances.
    pub fn constants(&self) -> &Constants {
        &self.setup().constants
    }

    /// The switches that make the debate depart from Fig. 2.
    pub fn departures(&self) -> ProtocolVariant {
        self.setup().departures
    }

    /// The distances of the oracles from the truth and from each other.
    pub fn oracle_distances(&self) -> OracleDistances {
        self.insight.apart
    }

    /// The step of the current round, or of the last one.
    pub fn step(&self) -> Step {
        Step::at(self.rounds.len())
    }

    /// The bits so far, and the number of bits that are set.
    pub fn played(&self) -> (&Bits, usize) {
        (&self.transcript, self.rounds.len() + usize::from(self.phase.round().is_some()))
    }

    /// The judge's votes on the number on trial.
    pub fn votes(&self) -> Votes {
        self.batches.iter().fold(Votes::default(), |votes, &(yes, all)| votes.and(all, yes))
    }

    /// P[y_t = 1 | a_I(t)] of the current step.
    pub fn chance(&self) -> Probability {
        self.plan().chance_in(self.step(), &self.transcript)
    }

    /// `P[yes]` at the current step by the oracle of a seat. The step must ask a question.
    pub fn chance_by(&self, seat: Seat) -> Probability {
        self.setup().oracles.flaws(seat).chance(self.step(), self.chance())
    }

    /// Returns true if the current step asks the oracle.
    pub fn asks(&self) -> bool {
        self.plan().ask(self.step()).is_some()
    }
}

impl Phase {
    /// Alice's number. `None` before she states it.
    pub fn stated(&self) -> Option<StatedProbability> {
        match *self {
            Self::Stating(_) | Self::Drawing(DrawingStage::Alice(_), _) => None,
            Self::Sharing(stated, _) => Some(stated),
            _ => self.toss().map(|toss| toss.stated),
        }
    }

    /// The votes that Alice has drawn.
    pub fn alices_votes(&self) -> Votes {
        match *self {
            Self::Stating(votes) | Self::Drawing(DrawingStage::Alice(votes), _) => votes,
            _ => self.stated().map_or_else(Votes::default, |stated| stated.votes),
        }
    }

    /// Alice's number and the coin. `None` before the coin is shown.
    pub fn toss(&self) -> Option<CoinToss> {
        match *self {
            Self::Setting(toss) => Some(toss),
            _ => self.round().map(|round| round.toss),
        }
    }

    /// The round. `None` before its bit is set.
    pub fn round(&self) -> Option<StochasticRound> {
        match *self {
            Self::Stating(_)
            | Self::Sharing(..)
            | Self::Setting(_)
            | Self::Drawing(DrawingStage::Alice(_), _) => None,
            Self::Deciding(round)
            | Self::Submitting(round)
            | Self::Reading(round, _)
            | Self::Judging(round)
            | Self::Drawing(DrawingStage::Bob(round) | DrawingStage::Judge(round), _)
            | Self::Ending(round)
            | Self::Over(round, _) => Some(round),
        }
    }

    /// The round with the number on trial. `None` if there is no trial, because Bob did not abort.
    pub fn trial(&self) -> Option<StochasticRound> {
        match *self {
            Self::Submitting(round)
            | Self::Reading(round, _)
            | Self::Judging(round)
            | Self::Drawing(DrawingStage::Judge(round), _)
            | Self::Over(round, StochasticEnding::Ruled(_)) => Some(round),
            _ => None,
        }
    }

    /// Adds the phase to `key` as numbers. Different phases add different numbers.
    fn number_into(&self, key: &mut StateKeyBuffer) {
        let at = match *self {
            Self::Stating(_) => 0,
            Self::Sharing(..) => 1,
            Self::Setting(_) => 2,
            Self::Deciding(_) => 3,
            Self::Submitting(_) => 4,
            Self::Reading(..) => 5,
            Self::Judging(_) => 6,
            Self::Drawing(by, _) => 7 + by.seat().index() as u64,
            Self::Ending(_) => 10,
            Self::Over(..) => 11,
        };
        key[0] |= at;
        self.alices_votes().number_into(key);
        key.extend(self.stated().map(|stated| stated.p.get().to_bits()));
        if let Self::Sharing(_, shares) = *self {
            key.extend(shares.map(|share| match share {
                CoinShare::Awaited => 2,
                CoinShare::Fair => 3,
                CoinShare::Is(z) => z.to_bits(),
            }));
        }
        let shares = self.toss().and_then(|toss| toss.shares);
        key.extend(shares.into_iter().flatten().map(f64::to_bits));
        if let Some(round) = self.round() {
            round.votes.number_into(key);
        }
        match *self {
            Self::Drawing(_, count) => key.push(count),
            Self::Over(_, end) => key.push(u64::from(end.winner() == Side::Alice)),
            _ => {}
        }
    }
}

type StateKeyBuffer = smallvec::SmallVec<[u64; 8]>;

impl DrawingStage {
    /// The seat that draws.
    pub fn seat(self) -> Seat {
        match self {
            Self::Alice(_) => Seat::Alice,
            Self::Bob(_) => Seat::Bob,
            Self::Judge(_) => Seat::Judge,
        }
    }

    /// The seats that see the results of the drawn votes.
    fn audience(self) -> Visibility {
        match self {
            Self::Judge(_) => Visibility::ALL,
            prover => Visibility::only(prover.seat()),
        }
    }
}

impl StochasticEnding {
    /// The winner.
    pub fn winner(self) -> Side {
        match self {
            Self::Ruled(side) => side,
            Self::LastBit(bit) => Side::of_claim(bit),
        }
    }
}

impl CoinToss {
    /// The coin, in [0, 1). `None` if the number needed no coin.
    pub fn z(&self) -> Option<f64> {
        self.shares.map(|[a, b]| coin(a, b))
    }

    /// The bit that the coin gives.
    pub fn required_bit(&self) -> bool {
        // If there was no coin, the number is 0 or 1. Every coin would give the same bit.
        self.z().unwrap_or(0.0) < self.stated.p.get()
    }
}

impl Votes {
    /// The share of yes. `None` before the first vote.
    pub fn mean(&self) -> Option<f64> {
        (self.all > 0).then(|| self.yes as f64 / self.all as f64)
    }

    fn and(self, all: u64, yes: u64) -> Self {
        Self { draws: self.draws + 1, all: self.all + all, yes: self.yes + yes }
    }

    fn number_into(self, key: &mut StateKeyBuffer) {
        key.extend([u64::from(self.draws), self.all, self.yes]);
    }
}

fn with(mut shares: [CoinShare; 2], seat: Seat, share: CoinShare) -> [CoinShare; 2] {
    shares[seat.index()] = share;
    shares
}

/// The coin: the sum of the two shares, minus 1 if the sum is 1 or more. If one share is uniform
/// and the other is independent of it, then the coin is uniform.
pub fn coin(a: f64, b: f64) -> f64 {
    let sum = a + b;
    // Rounding can make the sum exactly 1, and then the coin is 0.
    if sum >= 1.0 { sum - 1.0 } else { sum }
}

/// The values of one share at which the bit changes, if the other share is `other`.
fn cuts(other: f64, stated: f64) -> [f64; 3] {
    [1.0 - other, stated - other, 1.0 + stated - other]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Distribution;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn one_fair_share_makes_the_bit_as_likely_as_stated(
            other in 0.0f64..1.0, stated in 0.0f64..=1.0
        ) {
            let law = Distribution::uniform(cuts(other, stated));
            let ones: f64 = law
                .outcomes()
                .unwrap()
                .into_iter()
                .filter(|(fall, _)| coin(fall.real().unwrap(), other) < stated)
                .map(|(_, weight)| weight)
                .sum();
            prop_assert!((ones - stated).abs() < 1e-12);
        }
    }
}
