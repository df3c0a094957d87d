//! The rules of stochastic debate, to be read beside Fig. 2 of the 2024 paper: the
//! figure itself is [`Stochastic::figure`]. What can be played otherwise than proved stands beside it,
//! in `departures.rs`.

use std::sync::Arc;

use super::instance::{Departures, Memo, StochasticInstance};
use super::players::Insight;
use super::{Constants, Distances, MOST_SAMPLES, is_near};
use crate::chance::{Fall, Probability};
use crate::machine::location_bits;
use crate::machine::{Bits, Op, Plan, Step};
use crate::protocol::witness::Opening;
use crate::rules::{
    Among, Audience, Bit, Cell, Cost, Ledger, Move, Next, Offered, Outcome, Protocol, Seat, Side,
    Situation, offer,
};
use crate::work::{Stopped, Token};

/// A stochastic debate, somewhere between its start and its end.
#[derive(Clone, Debug)]
pub struct Stochastic {
    pub(super) shared: Arc<Shared>,
    pub(super) phase: Phase,
    /// The rounds before the one being played.
    pub(super) rounds: Arc<Vec<Round>>,
    /// The bits so far; zeros from the first that is not set.
    transcript: Bits,
    /// (yes, all) of each batch that the judge drew on the number on trial.
    pub(super) batches: Vec<(u64, u64)>,
    ledger: Ledger,
    /// The witness that Alice writes first, if the debate has one.
    pub(in crate::protocol) opening: Option<Opening>,
}

/// What never changes during a debate.
#[derive(Debug)]
pub(super) struct Shared {
    setup: StochasticInstance,
    /// For each step, the number of the last step that reads it; 0 if none does.
    last_reader: Vec<u32>,
    /// How far the oracles are apart.
    apart: Distances,
    pub(super) known: Memo,
    /// What players who look ahead know.
    insight: Insight,
}

/// Where the round being played stands, with what was done in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Phase {
    /// 2(a): Alice states a number, having drawn these votes.
    Stating(Votes),
    /// 2(b) and 2(c): the provers give their shares of the coin, Alice's first in the pair; then it is
    /// shown.
    Sharing(Stated, [Share; 2]),
    /// Alice sets the bit herself: a departure.
    Setting(Toss),
    /// 2(e): Bob goes on or aborts.
    Deciding(Round),
    /// 3: Bob aborted, and Alice's number is handed to the judge.
    Submitting(Round),
    /// The bits it rests on are handed to the judge, this one next.
    Reading(Round, Cell),
    /// The judge draws votes and rules.
    Judging(Round),
    /// Votes that somebody paid for are on their way: so many.
    Drawing(Drawing, u64),
    /// 4: nobody aborted, and the last bit is handed to the judge.
    Ending(Round),
    /// The debate is over.
    Over(Round, End),
}

/// Who draws votes, and where the round stands meanwhile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Drawing {
    /// Alice, who has drawn these before.
    Alice(Votes),
    /// Bob.
    Bob(Round),
    /// The judge.
    Judge(Round),
}

/// How a debate ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// After an abort the judge ruled for this side.
    Ruled(Side),
    /// Nobody aborted, and this was the last bit.
    LastBit(bool),
}

/// Votes that a party drew on one question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Votes {
    /// How often it drew.
    pub draws: u32,
    /// How many votes in all.
    pub all: u64,
    /// How many said yes.
    pub yes: u64,
}

/// A prover's share of the coin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Share {
    /// The prover has not been asked yet.
    Awaited,
    /// Left to nature, which has yet to draw it.
    Fair,
    /// This number in [0, 1): chosen by hand or drawn.
    Is(f64),
}

/// What Alice stated, and the votes that she drew before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stated {
    /// The number.
    pub p: Probability,
    /// Her votes.
    pub votes: Votes,
}

/// A number, and the coin that was tossed for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Toss {
    /// The number.
    pub stated: Stated,
    /// Alice's and Bob's shares of the coin; none where the number is 0 or 1 and needs no coin.
    pub shares: Option<[f64; 2]>,
}

/// A round whose bit is set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Round {
    /// The number and the coin.
    pub toss: Toss,
    /// The bit that became of them.
    pub bit: bool,
    /// What Bob drew for himself.
    pub votes: Votes,
}

/// A party may draw votes so often in one round: every debate ends.
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

    fn situation(&self) -> Option<Situation> {
        let own = || Some(self.own_situation());
        self.opening.as_ref().map_or_else(own, |opening| opening.situation(own))
    }

    fn truth(&self, token: &Token) -> Result<Option<bool>, Stopped> {
        let own = || {
            Ok(match self.chance_of_output(token)? {
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

/// Fig. 2, with its numbers and letters.
impl Stochastic {
    /// 1. The transcript of the plan on its inputs is the random variable y that is debated; the
    ///    constants come with the instance.
    pub fn new(setup: StochasticInstance) -> Self {
        let plan = &setup.plan;
        let mut last_reader = vec![0; plan.len()];
        for step in plan.steps() {
            for read in plan.relevant(step).iter().filter_map(|source| source.get().step()) {
                last_reader[read.index()] = step.number();
            }
        }
        let asks = plan.asks().count() as u64;
        let constants = &setup.constants;
        let ledger = Ledger::default()
            .with_limit(Seat::Alice, Cost::Oracle, asks.saturating_mul(constants.alice))
            .with_limit(Seat::Bob, Cost::Oracle, asks.saturating_mul(constants.bob.count))
            .with_limit(Seat::Judge, Cost::Oracle, constants.judge.count)
            .with_limit(Seat::Judge, Cost::Rounds, plan.len() as u64);
        let apart = match setup.oracles.any() {
            true => setup.oracles.distances(plan),
            false => Distances::default(),
        };
        Self {
            phase: Phase::Stating(Votes::default()),
            rounds: Arc::default(),
            transcript: Bits::zeros(plan.len()),
            batches: Vec::new(),
            ledger,
            opening: None,
            shared: Arc::new(Shared {
                apart,
                insight: Insight::new(&setup),
                setup,
                last_reader,
                known: Memo::default(),
            }),
        }
    }

    /// Steps 2 to 4: what happens next.
    fn figure(&self) -> Next<Self> {
        match self.phase {
            // 2. Round t. (a) A outputs p̂_t, which is supposed to equal P[y_t = 1 | y_I(t) = a_I(t)].
            Phase::Stating(votes) => {
                let state = offer::state(Among::<Probability>::ALL, move |debate: &mut Self, p| {
                    debate.stated(Stated { p, votes });
                });
                self.ask(Drawing::Alice(votes), [state.seen_by(Audience::ALOUD)])
            }
            // (b) z_A and z_B in [0, 1), each given without sight of the other: to whoever gives one, the
            // opponent is an independent copy.
            Phase::Sharing(stated, shares) => match shares {
                [Share::Awaited, _] => self.gives(Seat::Alice, stated, shares),
                [_, Share::Awaited] => self.gives(Seat::Bob, stated, shares),
                [Share::Fair, _] => self.tosses(Seat::Alice, stated, shares),
                [_, Share::Fair] => self.tosses(Seat::Bob, stated, shares),
                // (c) z_t = z_A + z_B mod 1.
                [Share::Is(a), Share::Is(b)] => {
                    let falls = Move::Falls(Fall::Real(coin(a, b)));
                    Next::reveal(falls, Audience::ALOUD, move |debate: &mut Self| {
                        debate.tossed(Toss { stated, shares: Some([a, b]) });
                    })
                }
            },
            Phase::Setting(toss) => Self::alice_sets(toss),
            // (e) B, who has seen a_t, can abort.
            Phase::Deciding(round) => {
                let go_on = offer::go_on(move |debate: &mut Self| debate.passed(round));
                let abort = offer::abort(move |debate: &mut Self| debate.aborted_in(round));
                self.ask(Drawing::Bob(round), [go_on, abort])
            }
            // 3. Aborted at t: V is handed p̂_t and a_I(t).
            Phase::Submitting(round) => {
                let submitted = Move::State(round.toss.stated.p);
                Next::reveal(submitted, Audience::ALL, move |debate: &mut Self| {
                    debate.phase = debate.next_reading(round);
                })
            }
            Phase::Reading(round, cell) => {
                let bit = self.bit_of(cell);
                Next::reveal(Move::Shows(Bit(bit)), Audience::ALL, move |debate: &mut Self| {
                    debate.ledger.show(cell, bit);
                    debate.phase = debate.next_reading(round);
                })
            }
            // (a) V draws r samples of y_t given a_I(t), and (b) compares their mean with p̂_t.
            Phase::Judging(round) => {
                let rule = offer::rule(Among::<Side>::ALL, move |debate: &mut Self, side| {
                    debate.phase = Phase::Over(round, End::Ruled(side));
                });
                self.ask(Drawing::Judge(round), [rule])
            }
            Phase::Drawing(by, count) => {
                let p = self.chance_by(by.seat());
                Next::count(count, p, by.audience(), move |debate: &mut Self, yes| {
                    debate.drew(by, count, yes);
                })
            }
            // 4. Not aborted: V outputs a_T.
            Phase::Ending(round) => {
                let (cell, bit) = (Cell::Step(self.step()), round.bit);
                Next::reveal(Move::Shows(Bit(bit)), Audience::ALL, move |debate: &mut Self| {
                    debate.ledger.show(cell, bit);
                    debate.phase = Phase::Over(round, End::LastBit(bit));
                })
            }
            Phase::Over(_, end) => Next::Over(Outcome { winner: end.winner(), payoff: None }),
        }
    }

    /// After 2(a): the coin is tossed, unless a certain number needs none.
    fn stated(&mut self, stated: Stated) {
        match stated.p.as_certain() {
            Some(_) => self.tossed(Toss { stated, shares: None }),
            None => {
                let share = if self.by_hand() { Share::Awaited } else { Share::Fair };
                self.phase = Phase::Sharing(stated, [share; 2]);
            }
        }
    }

    /// 2(d): a_t = 1 if z_t < p̂_t, and a_t = 0 otherwise.
    fn tossed(&mut self, toss: Toss) {
        match self.departures().alice_sets_bits {
            true => self.phase = Phase::Setting(toss),
            false => self.set(toss, toss.due()),
        }
    }

    pub(super) fn set(&mut self, toss: Toss, bit: bool) {
        if bit {
            self.transcript.set(self.step().index(), true);
        }
        self.phase = Phase::Deciding(Round { toss, bit, votes: Votes::default() });
    }

    /// After 2(e), where Bob did not abort.
    fn passed(&mut self, round: Round) {
        self.ledger.charge(Seat::Judge, Cost::Rounds, 1);
        if self.step() == self.plan().output() {
            self.phase = Phase::Ending(round);
        } else {
            Arc::make_mut(&mut self.rounds).push(round);
            self.phase = Phase::Stating(Votes::default());
        }
    }

    /// After 2(e), where Bob aborted.
    fn aborted_in(&mut self, round: Round) {
        self.ledger.charge(Seat::Judge, Cost::Rounds, 1);
        self.ledger.charge(Seat::Judge, Cost::Location, location_bits(self.plan().len()));
        self.phase = Phase::Submitting(round);
    }

    /// What the judge is handed next before it may draw or rule.
    fn next_reading(&self, round: Round) -> Phase {
        let unread = |cell: &Cell| self.ledger.readings().order(*cell).is_none();
        let mut relevant = self.plan().relevant(self.step()).iter().map(|&source| source.get());
        match relevant.find(unread) {
            Some(cell) => Phase::Reading(round, cell),
            None => Phase::Judging(round),
        }
    }

    /// 3(b): whether p̂_t stands, by everything that the judge has seen: the mean of its votes is near
    /// it, or at a gate it is what the gate gives.
    pub(super) fn stands(&self, stated: Probability) -> bool {
        let tolerance = self.constants().judge.tolerance;
        match (self.gate_by_readings(), self.votes()) {
            (Some(gate), _) => self.departures().gate_stands(stated, gate, tolerance),
            // Without a vote nothing speaks against Alice.
            (None, Votes { all: 0, .. }) => true,
            (None, Votes { all, yes, .. }) => is_near(yes, all, stated.get(), tolerance),
        }
    }

    /// What the judge knows this step's gate to give, from what it read; none at an ask.
    pub(super) fn gate_by_readings(&self) -> Option<bool> {
        if matches!(self.plan().op(self.step()), Op::Ask(_)) {
            return None;
        }
        let read = self.ledger.readings();
        let relevant = self.plan().relevant(self.step());
        let values: Option<Vec<bool>> =
            relevant.iter().map(|&source| read.bit(source.get())).collect();
        self.plan().chance(self.step(), values?.into_iter()).as_certain()
    }
}

/// What the steps of the figure share.
impl Stochastic {
    /// What the future hangs on, the witness being written.
    fn own_situation(&self) -> Situation {
        let mut key = Situation(smallvec::smallvec![u64::from(self.step().number()) << 8]);
        self.phase.number_into(&mut key.0);
        match self.phase {
            // What the judge reads follows from the bits, and how far it is from the count.
            Phase::Reading(..) => key.0.push(self.ledger.readings().list().len() as u64),
            Phase::Judging(_) | Phase::Drawing(Drawing::Judge(_), _) => {
                self.votes().number_into(&mut key.0);
            }
            _ => {}
        }
        // The live bits: those that this step or a later one reads, and this one's own.
        let (_, played) = self.played();
        let (here, last_reader) = (self.step(), &self.shared.last_reader);
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

    /// A prover gives a share of the coin.
    pub(super) fn gives(&self, seat: Seat, stated: Stated, shares: [Share; 2]) -> Next<Self> {
        let give = move |debate: &mut Self, share| {
            debate.phase = Phase::Sharing(stated, with(shares, seat, share));
        };
        let fair = offer::fair(move |debate: &mut Self| give(debate, Share::Fair));
        let by_hand = offer::share(Among::<Probability>::BELOW_ONE, move |debate: &mut Self, z| {
            give(debate, Share::Is(z.get()));
        });
        let to = self.departures().sees_share(seat);
        Next::ask(seat, [fair, by_hand].map(|offered| offered.seen_by(to)))
    }

    /// Nature draws the share of a prover who left it to nature.
    pub(super) fn tosses(&self, seat: Seat, stated: Stated, shares: [Share; 2]) -> Next<Self> {
        let cuts = match shares[1 - seat.index()] {
            Share::Is(other) => cuts(other, stated.p.get()).to_vec(),
            Share::Awaited | Share::Fair => Vec::new(),
        };
        let to = self.departures().sees_share(seat);
        Next::uniform(cuts, to, move |debate: &mut Self, z| {
            debate.phase = Phase::Sharing(stated, with(shares, seat, Share::Is(z)));
        })
    }

    /// A seat is asked for one of these answers; before them it may draw votes, if there is a
    /// question to draw them on and some are left. A prover draws in private: as many as an honest
    /// one, or any number.
    fn ask<const N: usize>(&self, by: Drawing, answers: [Offered<Self>; N]) -> Next<Self> {
        let constants = self.constants();
        let (votes, most, usual) = match by {
            Drawing::Alice(votes) => (votes, MOST_SAMPLES, Some(constants.alice)),
            Drawing::Bob(round) => (round.votes, MOST_SAMPLES, Some(constants.bob.count)),
            Drawing::Judge(_) => (self.votes(), constants.judge.count, None),
        };
        let left = most.saturating_sub(votes.all);
        let may_draw = self.asks() && left > 0 && votes.draws < MOST_DRAWS;
        let draw = |range| {
            let draw = move |debate: &mut Self, count| {
                debate.ledger.charge(by.seat(), Cost::Oracle, count);
                debate.phase = Phase::Drawing(by, count);
            };
            offer::sample(Among::<u64>::range(range), draw).before().seen_by(by.audience())
        };
        let usual = usual.map(|usual| usual.min(left)).map(|usual| usual..=usual);
        let draws = usual.into_iter().chain([1..=left]).filter(|_| may_draw).map(draw);
        Next::ask(by.seat(), answers.into_iter().chain(draws))
    }

    fn drew(&mut self, by: Drawing, all: u64, yes: u64) {
        self.phase = match by {
            Drawing::Alice(votes) => Phase::Stating(votes.and(all, yes)),
            Drawing::Bob(round) => {
                Phase::Deciding(Round { votes: round.votes.and(all, yes), ..round })
            }
            Drawing::Judge(round) => {
                self.batches.push((yes, all));
                Phase::Judging(round)
            }
        };
    }

    fn bit_of(&self, cell: Cell) -> bool {
        match cell {
            Cell::Step(step) => self.transcript.at(step.index()),
            Cell::Input(input) => self.plan().inputs().at(input.index()),
        }
    }

    /// The same debate about to begin, in which Alice first writes the plan's witness.
    #[must_use]
    pub fn with_a_witness(self) -> Self {
        let opening = Some(Opening::new(self.plan(), None));
        Self { opening, ..self }
    }

    /// The debate on this witness, about to begin.
    pub(super) fn begun_on(&self, witness: &Bits) -> Self {
        let plan = self.plan().with_witness(witness);
        Self::new(StochasticInstance { plan, ..self.setup().clone() })
    }

    /// Whether Alice has still to write the witness.
    pub(super) fn is_opening(&self) -> bool {
        self.opening.as_ref().is_some_and(Opening::is_open)
    }

    /// What the debate is about.
    pub fn setup(&self) -> &StochasticInstance {
        &self.shared.setup
    }

    /// What players who look ahead know: worked out once, then shared by everybody who holds this debate at
    /// any position.
    pub fn insight(&self) -> &Insight {
        &self.shared.insight
    }

    /// The computation.
    pub fn plan(&self) -> &Plan {
        &self.setup().plan
    }

    /// How many samples, and how near is near enough.
    pub fn constants(&self) -> &Constants {
        &self.setup().constants
    }

    /// What is played otherwise than proved.
    pub fn departures(&self) -> Departures {
        self.setup().departures
    }

    /// How far the oracles of the seats are from the truth and from one another.
    pub fn apart(&self) -> Distances {
        self.shared.apart
    }

    /// The step of the round being played, or of the last one.
    pub fn step(&self) -> Step {
        Step::at(self.rounds.len())
    }

    /// The bits so far, and how many of them are settled.
    pub fn played(&self) -> (&Bits, usize) {
        (&self.transcript, self.rounds.len() + usize::from(self.phase.round().is_some()))
    }

    /// The judge's votes on the number on trial.
    pub fn votes(&self) -> Votes {
        self.batches.iter().fold(Votes::default(), |votes, &(yes, all)| votes.and(all, yes))
    }

    /// P[y_t = 1 | a_I(t)] of the step being played.
    pub fn chance(&self) -> Probability {
        self.plan().chance_in(self.step(), &self.transcript)
    }

    /// The same by the oracle of a seat, where the step asks.
    pub fn chance_by(&self, seat: Seat) -> Probability {
        self.setup().oracles.chances(self.step(), self.chance()).by(seat)
    }

    /// Whether the step being played asks the oracle.
    pub fn asks(&self) -> bool {
        self.plan().ask(self.step()).is_some()
    }
}

impl Phase {
    /// What Alice stated, once she has.
    pub fn stated(&self) -> Option<Stated> {
        match *self {
            Self::Stating(_) | Self::Drawing(Drawing::Alice(_), _) => None,
            Self::Sharing(stated, _) => Some(stated),
            _ => self.toss().map(|toss| toss.stated),
        }
    }

    /// The number and the coin, once it fell.
    pub fn toss(&self) -> Option<Toss> {
        match *self {
            Self::Setting(toss) => Some(toss),
            _ => self.round().map(|round| round.toss),
        }
    }

    /// The round, once its bit is set.
    pub fn round(&self) -> Option<Round> {
        match *self {
            Self::Stating(_)
            | Self::Sharing(..)
            | Self::Setting(_)
            | Self::Drawing(Drawing::Alice(_), _) => None,
            Self::Deciding(round)
            | Self::Submitting(round)
            | Self::Reading(round, _)
            | Self::Judging(round)
            | Self::Drawing(Drawing::Bob(round) | Drawing::Judge(round), _)
            | Self::Ending(round)
            | Self::Over(round, _) => Some(round),
        }
    }

    /// The round whose number Bob put on trial, if he did.
    pub fn trial(&self) -> Option<Round> {
        match *self {
            Self::Submitting(round)
            | Self::Reading(round, _)
            | Self::Judging(round)
            | Self::Drawing(Drawing::Judge(round), _)
            | Self::Over(round, End::Ruled(_)) => Some(round),
            _ => None,
        }
    }

    /// The phase as numbers, none of which another phase has in its place.
    fn number_into(&self, key: &mut SituationKey) {
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
        if let Self::Stating(votes) | Self::Drawing(Drawing::Alice(votes), _) = *self {
            votes.number_into(key);
        }
        if let Some(Stated { p, votes }) = self.stated() {
            key.push(p.get().to_bits());
            votes.number_into(key);
        }
        if let Self::Sharing(_, shares) = *self {
            key.extend(shares.map(|share| match share {
                Share::Awaited => 2,
                Share::Fair => 3,
                Share::Is(z) => z.to_bits(),
            }));
        }
        if let Some([a, b]) = self.toss().and_then(|toss| toss.shares) {
            key.extend([a.to_bits(), b.to_bits()]);
        }
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

/// A key for memory that is being written.
type SituationKey = smallvec::SmallVec<[u64; 8]>;

impl Drawing {
    /// Who draws.
    pub fn seat(self) -> Seat {
        match self {
            Self::Alice(_) => Seat::Alice,
            Self::Bob(_) => Seat::Bob,
            Self::Judge(_) => Seat::Judge,
        }
    }

    /// Who sees the votes.
    fn audience(self) -> Audience {
        match self {
            Self::Judge(_) => Audience::ALL,
            prover => Audience::only(prover.seat()),
        }
    }
}

impl End {
    /// Who won.
    pub fn winner(self) -> Side {
        match self {
            Self::Ruled(side) => side,
            Self::LastBit(bit) => Side::of_claim(bit),
        }
    }
}

impl Toss {
    /// Where the coin fell, in [0, 1); none where none was needed.
    pub fn z(&self) -> Option<f64> {
        self.shares.map(|[a, b]| coin(a, b))
    }

    /// What the coin says that the bit is to be.
    pub fn due(&self) -> bool {
        // A certain number needs no coin: any that falls is below 1 and not below 0.
        self.z().unwrap_or(0.0) < self.stated.p.get()
    }
}

impl Votes {
    /// The share of yes; none before the first vote.
    pub fn mean(&self) -> Option<f64> {
        (self.all > 0).then(|| self.yes as f64 / self.all as f64)
    }

    /// These and one more batch.
    fn and(self, all: u64, yes: u64) -> Self {
        Self { draws: self.draws + 1, all: self.all + all, yes: self.yes + yes }
    }

    fn number_into(self, key: &mut SituationKey) {
        key.extend([u64::from(self.draws), self.all, self.yes]);
    }
}

fn with(mut shares: [Share; 2], seat: Seat, share: Share) -> [Share; 2] {
    shares[seat.index()] = share;
    shares
}

/// Where the coin falls: the sum of the shares, less 1 if that is 1 or more. If one share is
/// uniform and the other does not depend on it, the coin is uniform.
pub fn coin(a: f64, b: f64) -> f64 {
    let sum = a + b;
    // Rounding may carry a sum just below 1 to 1 itself, which is 0 on the circle.
    if sum >= 1.0 { sum - 1.0 } else { sum }
}

/// The shares at which the bit changes, the other share being `other`.
fn cuts(other: f64, stated: f64) -> [f64; 3] {
    [1.0 - other, stated - other, 1.0 + stated - other]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Law;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn one_fair_share_makes_the_bit_as_likely_as_stated(
            other in 0.0f64..1.0, stated in 0.0f64..=1.0
        ) {
            let law = Law::uniform(cuts(other, stated));
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
