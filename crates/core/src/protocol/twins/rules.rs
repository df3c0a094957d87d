//! The rules of the twins game (2026 paper, Cor. 4 and Thm 13). Nature draws the bit in which the
//! twins differ, the twins, and which of them is x. The judge reads and rules, and then sees x and
//! its twin.

use std::sync::Arc;

use super::errors::{MOST_EVALUATIONS, MOST_INPUTS, MOST_ROUNDS};
use super::{BestJudge, TranscriptSource, TwinsError};
use crate::chance::{Distribution, Probability};
use crate::machine::circuit::TruthTable;
use crate::machine::{Bits, Input};
use crate::protocol::query::twin_score;
use crate::rules::{
    ArgumentDomain, Bit, BitRef, Cost, Ledger, Move, Next, Outcome, Protocol, Seat, Side,
    Visibility, effectful,
};
use crate::work::{CancelToken, Cancelled, LazyValue};

/// The setup of a twins game.
#[derive(Clone, Debug)]
pub struct TwinsInstance {
    /// The function, and the debate that produces the transcript.
    pub written: TranscriptSource,
    /// The number of bits that the judge may read in each round. Bits of x and of the transcript
    /// count alike.
    pub budget: u32,
    /// The number of rounds, at least 1.
    pub rounds: u32,
}

/// A twins game at any point between its start and its end.
#[derive(Clone, Debug)]
pub struct Twins {
    pub(super) shared: Arc<Shared>,
    pub(super) phase: Phase,
    pub(super) rounds: Vec<RuledRound>,
    ledger: Ledger,
}

/// A round that the judge has ruled on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuledRound {
    /// The side that the judge ruled for.
    pub ruled: Side,
    /// True if f(x) = 1.
    pub is_one: bool,
    /// The bit in which the twins differ.
    pub at: Input,
    /// True if the judge had read that bit.
    pub was_read: bool,
}

impl RuledRound {
    /// Returns `true` if the ruling was right.
    pub fn is_right(self) -> bool {
        self.ruled == Side::of_claim(!self.is_one)
    }
}

#[derive(Debug)]
pub(super) struct Shared {
    setup: TwinsInstance,
    pub(super) table: TruthTable,
    pub(super) dependent: Vec<Input>,
    /// The number of pairs of twins that differ in each input.
    pairs: Vec<u64>,
    /// The best judge. The search for this judge runs when a caller first needs it.
    pub(super) best: LazyValue<BestJudge>,
}

/// Two inputs that differ in one bit, their common transcript, and the probability that nature
/// draws them.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnPair {
    /// The input with f = 0.
    pub zero: Bits,
    /// The input with f = 1.
    pub one: Bits,
    /// The transcript that the judge reads.
    pub transcript: Bits,
    /// The probability of this pair.
    pub probability: f64,
}

/// Two inputs that differ in one bit, and the transcript that the judge reads.
#[derive(Clone, Debug, PartialEq)]
pub struct TwinPair {
    /// The bit in which the twins differ.
    pub at: Input,
    /// The input with f = 0.
    pub zero: Bits,
    /// True if x is the input with f = 1.
    pub is_one: bool,
    /// The transcript that the judge reads.
    pub transcript: Bits,
}

/// The twins before nature decides which of them is x.
#[derive(Debug)]
pub struct DrawnTwins {
    at: Input,
    zero: Bits,
    shown: LazyValue<Bits>,
}

/// The current phase of a twins game.
#[derive(Clone, Debug)]
pub enum Phase {
    /// Nature draws i, the input in which the twins differ.
    Where,
    /// Nature draws w, the twin with f = 0.
    Which(Input),
    /// Nature decides which twin is x.
    Coin(Arc<DrawnTwins>),
    /// The judge reads and rules.
    Judging(Arc<TwinPair>),
    /// The rules show the judge the bit in this cell.
    Showing(Arc<TwinPair>, BitRef, bool),
    /// The rules show x.
    Revealing(Arc<TwinPair>),
    /// The rules show the twin.
    Twin(Arc<TwinPair>),
    /// All rounds are over.
    Over(Arc<TwinPair>),
}

impl Protocol for Twins {
    fn next(&self) -> Next<Self> {
        match &self.phase {
            Phase::Where => {
                let law = Distribution::Index { below: self.n() as u64 };
                Next::pick(law, Visibility::PROVERS, |game: &mut Self, at| {
                    let at = usize::try_from(at).ok().and_then(|at| game.shared.dependent.get(at));
                    if let Some(&at) = at {
                        game.phase = Phase::Which(at);
                    }
                })
            }
            Phase::Which(at) => {
                let at = *at;
                let law = Distribution::Index { below: self.shared.pairs[at.index()] };
                Next::pick(law, Visibility::PROVERS, move |game: &mut Self, rank| {
                    if let Some(x) = game.turned_on(at).nth_one(rank) {
                        let zero = game.shared.table.bits(x);
                        game.phase = Phase::Coin(Arc::new(DrawnTwins {
                            at,
                            zero,
                            shown: LazyValue::default(),
                        }));
                    }
                })
            }
            Phase::Coin(drawn) => {
                let drawn = Arc::clone(drawn);
                Next::toss(
                    Probability::HALF,
                    Visibility::PROVERS,
                    move |game: &mut Self, is_one| {
                        let shown = |token: &CancelToken| game.shown(&drawn, token).cloned();
                        let transcript = CancelToken::unstopped(shown);
                        let (at, zero) = (drawn.at, drawn.zero.clone());
                        game.new_round();
                        game.phase =
                            Phase::Judging(Arc::new(TwinPair { at, zero, is_one, transcript }));
                    },
                )
            }
            Phase::Judging(pair) => {
                let ruled = Arc::clone(pair);
                let rule =
                    effectful::rule(ArgumentDomain::<Side>::ALL, move |game: &mut Self, side| {
                        let (is_one, at) = (ruled.is_one, ruled.at);
                        let was_read = game.ledger.readings().order(BitRef::Input(at)).is_some();
                        game.rounds.push(RuledRound { ruled: side, is_one, at, was_read });
                        game.phase = Phase::Revealing(ruled);
                    });
                let written = &self.setup().written;
                let (steps, inputs) = (written.transcript_bits(), written.inputs());
                let readings = self.ledger.readings();
                let open = self.left() > 0 && readings.list().len() < steps + inputs;
                let pair = Arc::clone(pair);
                let unread = ArgumentDomain::<BitRef>::unread(steps, inputs, readings, None);
                let read = effectful::read(unread, move |game: &mut Self, cell| {
                    if let Some(bit) = pair.bit_in(cell) {
                        game.phase = Phase::Showing(pair, cell, bit);
                    }
                });
                Next::ask(Seat::Judge, [rule].into_iter().chain(open.then(|| read.before())))
            }
            Phase::Showing(pair, cell, bit) => {
                let (pair, cell, bit) = (Arc::clone(pair), *cell, *bit);
                Next::reveal(Move::Shows(Bit(bit)), Visibility::ALL, move |game: &mut Self| {
                    game.ledger.show(cell, bit);
                    game.phase = Phase::Judging(pair);
                })
            }
            Phase::Revealing(pair) => {
                let pair = Arc::clone(pair);
                Next::reveal(Move::Write(pair.input()), Visibility::ALL, |game: &mut Self| {
                    game.phase = Phase::Twin(pair);
                })
            }
            Phase::Twin(pair) => {
                let pair = Arc::clone(pair);
                Next::reveal(Move::Twin(pair.at), Visibility::ALL, |game: &mut Self| {
                    let more = game.rounds.len() < game.setup().rounds as usize;
                    game.phase = if more { Phase::Where } else { Phase::Over(pair) };
                })
            }
            Phase::Over(_) => {
                let alice = self.rounds.iter().filter(|round| round.ruled == Side::Alice).count();
                let winner = Side::of_claim(2 * alice >= self.rounds.len());
                Next::Over(Outcome { winner, payoff: None })
            }
        }
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Computes the transcript, which can need a search.
    fn prepare(&self, _: &Move, token: &CancelToken) -> Result<(), Cancelled> {
        match &self.phase {
            Phase::Coin(drawn) => self.shown(drawn, token).map(|_| ()),
            _ => Ok(()),
        }
    }

    fn is_series(&self) -> bool {
        self.setup().rounds > 1
    }

    fn rulings(&self) -> Option<(u64, u64)> {
        let (right, rounds) = self.score();
        Some((right.into(), rounds.into()))
    }

    /// The truth of the claim in a game of one round. `None` in a game of several rounds.
    fn truth(&self, _: &CancelToken) -> Result<Option<bool>, Cancelled> {
        Ok(self.pair().filter(|_| !self.is_series()).map(|pair| !pair.is_one))
    }
}

impl TwinPair {
    /// The bit in a cell.
    pub fn bit_in(&self, cell: BitRef) -> Option<bool> {
        match cell {
            BitRef::Input(input) => self.input().get(input.index()),
            BitRef::Step(step) => self.transcript.get(step.index()),
        }
    }

    /// The input x.
    pub fn input(&self) -> Bits {
        if self.is_one { self.one() } else { self.zero.clone() }
    }

    /// The input with f = 1.
    pub fn one(&self) -> Bits {
        twin(&self.zero, self.at)
    }
}

/// The input that differs from x in this bit only.
fn twin(x: &Bits, at: Input) -> Bits {
    x.clone().with_bit(at.index(), !x.at(at.index()))
}

impl Twins {
    /// Creates a twins game at its start. This computes the whole truth table.
    ///
    /// # Errors
    /// Returns an error in four cases: the function has too many inputs; it depends on no input;
    /// the number of rounds is out of range; the work was cancelled.
    pub fn new(setup: TwinsInstance, token: &CancelToken) -> Result<Self, TwinsError> {
        let inputs = setup.written.inputs();
        if inputs > MOST_INPUTS {
            return Err(TwinsError::TooManyInputs(inputs));
        }
        if !(1..=MOST_ROUNDS).contains(&setup.rounds) {
            return Err(TwinsError::Rounds(setup.rounds));
        }
        let gates = setup.written.gates();
        let most = MOST_EVALUATIONS >> inputs.saturating_sub(6);
        if gates as u64 > most {
            return Err(TwinsError::TooManyGates { inputs, gates, most });
        }
        let table = setup.written.table(token)?.ok_or(TwinsError::TooManyInputs(inputs))?;
        let pairs: Vec<u64> = (0..inputs).map(|at| table.turned_on_by(at).ones()).collect();
        let dependent: Vec<Input> =
            (0..inputs).filter(|&at| pairs[at] > 0).map(Input::at).collect();
        if dependent.is_empty() {
            return Err(TwinsError::Constant);
        }
        Ok(Self {
            shared: Arc::new(Shared { setup, table, dependent, pairs, best: LazyValue::default() }),
            phase: Phase::Where,
            rounds: Vec::new(),
            ledger: Ledger::default(),
        })
    }

    /// The setup.
    pub fn setup(&self) -> &TwinsInstance {
        &self.shared.setup
    }

    /// n, the number of inputs that f depends on.
    pub fn n(&self) -> usize {
        self.shared.dependent.len()
    }

    /// The share of rounds in which a judge with q reads can be right on average: min(1, 1/2 + (2^q
    /// − 1)/(2n)).
    pub fn best_score(&self) -> f64 {
        twin_score(self.setup().budget, self.n() as u64)
    }

    /// The number of rounds with a right ruling, and the number of finished rounds.
    pub fn score(&self) -> (u32, u32) {
        let right = self.rounds.iter().filter(|round| round.is_right()).count();
        (right as u32, self.rounds.len() as u32)
    }

    /// The number of pairs of twins.
    pub fn pairs_count(&self) -> u64 {
        self.shared.pairs.iter().sum()
    }

    /// All pairs of twins with their transcripts. The list contains no secret, because it does not
    /// depend on what nature draws.
    ///
    /// # Errors
    /// Returns an error in place of a pair if the work was cancelled.
    pub fn pairs<'a>(
        &'a self,
        token: &'a CancelToken,
    ) -> impl Iterator<Item = Result<DrawnPair, Cancelled>> + 'a {
        let table = &self.shared.table;
        self.shared.dependent.iter().flat_map(move |&at| {
            let probability = 1.0 / (self.n() as f64 * self.shared.pairs[at.index()] as f64);
            self.turned_on(at).into_ones().map(move |x| {
                let zero = table.bits(x);
                let one = twin(&zero, at);
                let transcript = self.setup().written.transcript(&zero, &one, token)?;
                Ok(DrawnPair { zero, one, transcript, probability })
            })
        })
    }

    /// The transcript that the judge reads. It does not depend on which twin is x.
    fn shown<'a>(&self, drawn: &'a DrawnTwins, token: &CancelToken) -> Result<&'a Bits, Cancelled> {
        let written = &self.setup().written;
        let transcript = || written.transcript(&drawn.zero, &twin(&drawn.zero, drawn.at), token);
        drawn.shown.get_or(token, transcript)
    }

    /// The twins of this round. `None` until they are drawn.
    pub(super) fn pair(&self) -> Option<&TwinPair> {
        match &self.phase {
            Phase::Where | Phase::Which(_) | Phase::Coin(..) => None,
            Phase::Judging(pair)
            | Phase::Showing(pair, ..)
            | Phase::Revealing(pair)
            | Phase::Twin(pair)
            | Phase::Over(pair) => Some(pair),
        }
    }

    /// The inputs w with f(w) = 0 for which f becomes 1 if this bit is flipped.
    pub(super) fn turned_on(&self, input: Input) -> TruthTable {
        self.shared.table.turned_on_by(input.index())
    }

    pub(super) fn left(&self) -> u32 {
        let read = self.ledger.readings().list().len() as u32;
        self.setup().budget.saturating_sub(read)
    }

    /// The verdict of the verifier on the judge's reads, or the cell that the verifier reads next.
    pub(super) fn verified(&self) -> Result<Side, BitRef> {
        self.setup().written.verify(self.ledger.readings())
    }

    /// The verdict that follows from the judge's reads in this round. The bits of x alone may
    /// decide it; otherwise the verifier decides it. `None` if the reads do not decide.
    pub(super) fn decided(&self) -> Option<Side> {
        let by_inputs = || self.setup().written.by_inputs(self.ledger.readings());
        by_inputs().or_else(|| self.verified().ok())
    }

    /// Clears the judge's reads for a new round, and keeps the costs so far.
    fn new_round(&mut self) {
        let before = std::mem::take(&mut self.ledger);
        for cost in Cost::ALL {
            self.ledger.charge(Seat::Judge, cost, before.account(Seat::Judge).paid(cost));
        }
        self.ledger.charge(Seat::Judge, Cost::Rounds, 1);
    }
}
