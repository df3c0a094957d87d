//! The lower bound, played (2026 paper, Cor. 4 and Thm 13): nature draws the bit in which
//! the twins differ, the twins, and which of them is x; the judge reads and rules; x and its twin are
//! shown.

use std::sync::Arc;

use super::faults::{MOST_INPUTS, MOST_ROUNDS};
use super::{BestJudge, TwinsError, Written};
use crate::chance::{Law, Probability};
use crate::machine::circuit::TruthTable;
use crate::machine::{Bits, Input};
use crate::protocol::query::twin_score;
use crate::rules::{
    Among, Audience, Bit, Cell, Cost, Ledger, Move, Next, Outcome, Protocol, Seat, Side, offer,
};
use crate::work::{LazyValue, Stopped, Token};

/// What the lower bound is played on.
#[derive(Clone, Debug)]
pub struct TwinsInstance {
    /// The function and the debate that the transcript is of.
    pub written: Written,
    /// How many bits the judge may read each round, of x and the transcript together.
    pub budget: u32,
    /// How many rounds are played; at least 1.
    pub rounds: u32,
}

/// A game of twins, somewhere between its start and its end.
#[derive(Clone, Debug)]
pub struct Twins {
    pub(super) shared: Arc<Shared>,
    /// What happens now.
    pub(super) phase: Phase,
    /// The rounds that are over: what the judge ruled, and what f(x) was.
    pub(super) rulings: Vec<(Side, bool)>,
    ledger: Ledger,
}

#[derive(Debug)]
pub(super) struct Shared {
    setup: TwinsInstance,
    pub(super) table: TruthTable,
    /// The inputs that f depends on.
    pub(super) dependent: Vec<Input>,
    /// How many pairs of twins differ in each input.
    pairs: Vec<u64>,
    /// Found when somebody first asks for it.
    pub(super) best: LazyValue<BestJudge>,
}

/// Two inputs that differ in one bit alone, the transcript that is valid for both, and how likely
/// nature is to draw them.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnPair {
    /// f = 0 here.
    pub zero: Bits,
    /// f = 1 here.
    pub one: Bits,
    /// What is put before the judge.
    pub transcript: Bits,
    /// The probability that these are the two.
    pub probability: f64,
}

/// Two inputs that differ in one bit alone, and what is put before the judge.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The bit in which they differ.
    pub at: Input,
    /// f = 0 here.
    pub zero: Bits,
    /// Whether x is the twin, with f = 1.
    pub is_one: bool,
    /// What is put before the judge.
    pub transcript: Bits,
}

/// Twins before nature says which of them is x.
#[derive(Debug)]
pub struct DrawnTwins {
    at: Input,
    zero: Bits,
    shown: LazyValue<Bits>,
}

/// Where a game of twins is.
#[derive(Clone, Debug)]
pub enum Phase {
    /// Nature draws i.
    Where,
    /// Nature draws w.
    Which(Input),
    /// Nature says which of the two is x.
    Coin(Arc<DrawnTwins>),
    /// The judge reads and rules.
    Judging(Arc<Pair>),
    /// A bit is on its way to the judge: where it is, and what it says.
    Showing(Arc<Pair>, Cell, bool),
    /// x is shown.
    Revealing(Arc<Pair>),
    /// The twin is shown.
    Twin(Arc<Pair>),
    /// All rounds are over.
    Over(Arc<Pair>),
}

impl Protocol for Twins {
    fn next(&self) -> Next<Self> {
        match &self.phase {
            Phase::Where => {
                let law = Law::Index { below: self.n() as u64 };
                Next::pick(law, Audience::PROVERS, |game: &mut Self, at| {
                    let at = usize::try_from(at).ok().and_then(|at| game.shared.dependent.get(at));
                    if let Some(&at) = at {
                        game.phase = Phase::Which(at);
                    }
                })
            }
            Phase::Which(at) => {
                let at = *at;
                let law = Law::Index { below: self.shared.pairs[at.index()] };
                Next::pick(law, Audience::PROVERS, move |game: &mut Self, rank| {
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
                Next::toss(Probability::HALF, Audience::PROVERS, move |game: &mut Self, is_one| {
                    let shown = |token: &Token| game.shown(&drawn, token).cloned();
                    let transcript = Token::unstopped(shown);
                    let (at, zero) = (drawn.at, drawn.zero.clone());
                    game.new_round();
                    game.phase = Phase::Judging(Arc::new(Pair { at, zero, is_one, transcript }));
                })
            }
            // The judge rules, or reads while it may.
            Phase::Judging(pair) => {
                let ruled = Arc::clone(pair);
                let rule = offer::rule(Among::<Side>::ALL, move |game: &mut Self, side| {
                    game.rulings.push((side, ruled.is_one));
                    game.phase = Phase::Revealing(ruled);
                });
                let written = &self.setup().written;
                let (steps, inputs) = (written.transcript_bits(), written.inputs());
                let readings = self.ledger.readings();
                let open = self.left() > 0 && readings.list().len() < steps + inputs;
                let pair = Arc::clone(pair);
                let unread = Among::<Cell>::unread(steps, inputs, readings, None);
                let read = offer::read(unread, move |game: &mut Self, cell| {
                    if let Some(bit) = pair.bit_in(cell) {
                        game.phase = Phase::Showing(pair, cell, bit);
                    }
                });
                Next::ask(Seat::Judge, [rule].into_iter().chain(open.then(|| read.before())))
            }
            Phase::Showing(pair, cell, bit) => {
                let (pair, cell, bit) = (Arc::clone(pair), *cell, *bit);
                Next::reveal(Move::Shows(Bit(bit)), Audience::ALL, move |game: &mut Self| {
                    game.ledger.show(cell, bit);
                    game.phase = Phase::Judging(pair);
                })
            }
            Phase::Revealing(pair) => {
                let pair = Arc::clone(pair);
                Next::reveal(Move::Write(pair.input()), Audience::ALL, |game: &mut Self| {
                    game.phase = Phase::Twin(pair);
                })
            }
            Phase::Twin(pair) => {
                let pair = Arc::clone(pair);
                Next::reveal(Move::Twin(pair.at), Audience::ALL, |game: &mut Self| {
                    let more = game.rulings.len() < game.setup().rounds as usize;
                    game.phase = if more { Phase::Where } else { Phase::Over(pair) };
                })
            }
            Phase::Over(_) => {
                let alice = self.rulings.iter().filter(|(side, _)| *side == Side::Alice).count();
                let winner = Side::of_claim(2 * alice >= self.rulings.len());
                Next::Over(Outcome { winner, payoff: None })
            }
        }
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// What is put before the judge is searched for.
    fn prepare(&self, _: &Move, token: &Token) -> Result<(), Stopped> {
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

    /// The truth of one round; over several there is none.
    fn truth(&self, _: &Token) -> Result<Option<bool>, Stopped> {
        Ok(self.pair().filter(|_| !self.is_series()).map(|pair| !pair.is_one))
    }
}

impl Pair {
    /// The bit that a cell holds.
    pub fn bit_in(&self, cell: Cell) -> Option<bool> {
        match cell {
            Cell::Input(input) => self.input().get(input.index()),
            Cell::Step(step) => self.transcript.get(step.index()),
        }
    }

    /// x.
    pub fn input(&self) -> Bits {
        if self.is_one { self.one() } else { self.zero.clone() }
    }

    /// The input with f = 1.
    pub fn one(&self) -> Bits {
        twin(&self.zero, self.at)
    }
}

/// The input that differs in one bit.
fn twin(x: &Bits, at: Input) -> Bits {
    x.clone().with(at.index(), !x.at(at.index()))
}

impl Twins {
    /// A game about to begin.
    ///
    /// # Errors
    /// If the function has too many inputs or depends on none, or the work was stopped: the whole
    /// truth table is worked out.
    pub fn new(setup: TwinsInstance, token: &Token) -> Result<Self, TwinsError> {
        let inputs = setup.written.inputs();
        if inputs > MOST_INPUTS {
            return Err(TwinsError::TooManyInputs(inputs));
        }
        if !(1..=MOST_ROUNDS).contains(&setup.rounds) {
            return Err(TwinsError::Rounds(setup.rounds));
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
            rulings: Vec::new(),
            ledger: Ledger::default(),
        })
    }

    /// What is played.
    pub fn setup(&self) -> &TwinsInstance {
        &self.shared.setup
    }

    /// n: how many inputs f depends on.
    pub fn n(&self) -> usize {
        self.shared.dependent.len()
    }

    /// min(1, 1/2 + (2^q − 1)/(2n)): how often a judge with this budget is right at most.
    pub fn best_score(&self) -> f64 {
        twin_score(self.setup().budget, self.n() as u64)
    }

    /// How many rounds were judged rightly, and how many are over.
    pub fn score(&self) -> (u32, u32) {
        let right = self.rulings.iter().filter(|(side, one)| *side == Side::of_claim(!one)).count();
        (right as u32, self.rulings.len() as u32)
    }

    /// How many pairs of twins there are.
    pub fn pairs_count(&self) -> u64 {
        self.shared.pairs.iter().sum()
    }

    /// All pairs of twins, with what is put before the judge: everybody could work them out.
    ///
    /// # Errors
    /// Of a pair: if the work was stopped.
    pub fn pairs<'a>(
        &'a self,
        token: &'a Token,
    ) -> impl Iterator<Item = Result<DrawnPair, Stopped>> + 'a {
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

    /// What is put before the judge, whichever of the twins is x.
    fn shown<'a>(&self, drawn: &'a DrawnTwins, token: &Token) -> Result<&'a Bits, Stopped> {
        let written = &self.setup().written;
        let transcript = || written.transcript(&drawn.zero, &twin(&drawn.zero, drawn.at), token);
        drawn.shown.get_or(token, transcript)
    }

    /// The twins of this round, once they are drawn.
    pub(super) fn pair(&self) -> Option<&Pair> {
        match &self.phase {
            Phase::Where | Phase::Which(_) | Phase::Coin(..) => None,
            Phase::Judging(pair)
            | Phase::Showing(pair, ..)
            | Phase::Revealing(pair)
            | Phase::Twin(pair)
            | Phase::Over(pair) => Some(pair),
        }
    }

    /// The inputs w on which f is 0, and 1 with this bit flipped.
    pub(super) fn turned_on(&self, input: Input) -> TruthTable {
        self.shared.table.turned_on_by(input.index())
    }

    /// The reads left in this round.
    pub(super) fn left(&self) -> u32 {
        let read = self.ledger.readings().list().len() as u32;
        self.setup().budget.saturating_sub(read)
    }

    /// What the verifier decides by what the judge read, or what it reads next.
    pub(super) fn verified(&self) -> Result<Side, Cell> {
        self.setup().written.verify(self.ledger.readings())
    }

    /// What follows from everything that the judge read in this round: by the verifier, or by the bits
    /// of x alone where they decide f.
    pub(super) fn decided(&self) -> Option<Side> {
        let by_inputs = || self.setup().written.by_inputs(self.ledger.readings());
        by_inputs().or_else(|| self.verified().ok())
    }

    /// A fresh page for the judge's reads; what was paid stays paid.
    fn new_round(&mut self) {
        let before = std::mem::take(&mut self.ledger);
        for cost in Cost::ALL {
            self.ledger.charge(Seat::Judge, cost, before.of(Seat::Judge).paid(cost));
        }
        self.ledger.charge(Seat::Judge, Cost::Rounds, 1);
    }
}
