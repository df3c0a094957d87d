//! What the lower bound is played on and where a game stands.

use std::sync::Arc;

use super::{BestJudge, Written};
use crate::machine::circuit::TruthTable;
use crate::machine::{Bits, Input};
use crate::rules::{Cell, Ledger, Side};
use crate::work::{Kept, Stopped, Token};

/// What the lower bound is played on.
#[derive(Clone, Debug)]
pub struct TwinsInstance {
    /// The function and the debate that the transcript is of.
    pub written: Written,
    /// How many bits the judge may read each round, of x and the transcript together.
    pub budget: u32,
    /// How many rounds are played; at least 1.
    pub rounds: u32,
    /// The claim in words.
    pub words: String,
}

/// Why the lower bound cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TwinsError {
    /// Too many inputs to list all pairs.
    TooManyInputs(usize),
    /// A constant function.
    Constant,
    /// No rounds.
    Rounds(u32),
    /// The work was stopped before that was known.
    Stopped(Stopped),
}

impl From<Stopped> for TwinsError {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

/// Twins are drawn from the whole truth table.
pub const MOST_INPUTS: usize = 20;

/// More rounds than this in one debate are refused.
pub const MOST_ROUNDS: u32 = 10_000;

/// A game of twins, somewhere between its start and its end.
#[derive(Clone, Debug)]
pub struct Twins {
    pub(super) shared: Arc<Shared>,
    /// What happens now.
    pub(crate) phase: Phase,
    /// The rounds that are over: what the judge ruled, and what f(x) was.
    pub(crate) rulings: Vec<(Side, bool)>,
    pub(super) ledger: Ledger,
}

#[derive(Debug)]
pub(super) struct Shared {
    setup: TwinsInstance,
    pub(super) table: TruthTable,
    /// The inputs that f depends on.
    pub(super) dependent: Vec<Input>,
    /// Found when somebody first asks for it.
    pub(super) best: Kept<BestJudge>,
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
pub(crate) struct Pair {
    /// The bit in which they differ.
    pub(crate) at: Input,
    /// f = 0 here.
    pub(crate) zero: Bits,
    /// Whether x is the twin, with f = 1.
    pub(crate) is_one: bool,
    /// What is put before the judge.
    pub(crate) transcript: Bits,
}

/// Where a game of twins is.
#[derive(Clone, Debug)]
pub(crate) enum Phase {
    /// Nature draws i.
    Where,
    /// Nature draws w.
    Which(Input),
    /// Nature says which of the two is x.
    Coin(Input, Bits),
    /// The judge reads and rules.
    Judging(Arc<Pair>),
    /// A bit is on its way to the judge.
    Showing(Arc<Pair>, Cell),
    /// x is shown.
    Revealing(Arc<Pair>),
    /// The twin is shown.
    Twin(Arc<Pair>),
    /// All rounds are over.
    Over(Arc<Pair>),
}

impl Pair {
    /// x.
    pub(crate) fn input(&self) -> Bits {
        if self.is_one { self.one() } else { self.zero.clone() }
    }

    /// The input with f = 1.
    pub(crate) fn one(&self) -> Bits {
        let at = self.at.index();
        self.zero.clone().with(at, !self.zero.at(at))
    }
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
        let depends = |index: &usize| table.turned_on_by(*index).ones() > 0;
        let dependent: Vec<Input> = (0..inputs).filter(depends).map(Input::at).collect();
        if dependent.is_empty() {
            return Err(TwinsError::Constant);
        }
        Ok(Self {
            shared: Arc::new(Shared { setup, table, dependent, best: Kept::default() }),
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
        let reads = 2f64.powi(self.setup().budget.min(64) as i32) - 1.0;
        (0.5 + reads / (2.0 * self.n() as f64)).min(1.0)
    }

    /// How many rounds were judged rightly, and how many are over.
    pub fn score(&self) -> (u32, u32) {
        let right = self.rulings.iter().filter(|(side, one)| *side == Side::of_claim(!one)).count();
        (right as u32, self.rulings.len() as u32)
    }

    /// How many pairs of twins there are.
    pub fn pairs_count(&self) -> u64 {
        self.shared.dependent.iter().map(|&at| self.turned_on(at).ones()).sum()
    }

    /// All pairs of twins, with what is put before the judge: everybody could work them out.
    pub fn pairs(&self) -> impl Iterator<Item = DrawnPair> + '_ {
        let table = &self.shared.table;
        self.shared.dependent.iter().flat_map(move |&at| {
            let turned = self.turned_on(at);
            let probability = 1.0 / (self.n() as f64 * turned.ones() as f64);
            (0..turned.ones()).filter_map(move |rank| turned.nth_one(rank)).map(move |x| {
                let zero = table.bits(x);
                let one = zero.clone().with(at.index(), !zero.at(at.index()));
                let transcript = self.setup().written.transcript(&zero, &one);
                DrawnPair { zero, one, transcript, probability }
            })
        })
    }

    /// The twins of this round, once they are drawn.
    pub(crate) fn pair(&self) -> Option<&Pair> {
        match &self.phase {
            Phase::Where | Phase::Which(_) | Phase::Coin(..) => None,
            Phase::Judging(pair)
            | Phase::Showing(pair, _)
            | Phase::Revealing(pair)
            | Phase::Twin(pair)
            | Phase::Over(pair) => Some(pair),
        }
    }

    /// Whether the twin of this round has been revealed.
    pub(crate) fn is_revealed(&self) -> bool {
        matches!(self.phase, Phase::Over(_))
    }

    /// The inputs w on which f is 0, and 1 with this bit flipped.
    pub(super) fn turned_on(&self, input: Input) -> TruthTable {
        self.shared.table.turned_on_by(input.index())
    }

    /// The reads left in this round.
    pub(crate) fn left(&self) -> u32 {
        let read = self.ledger.readings().list().len() as u32;
        self.setup().budget.saturating_sub(read)
    }

    /// The bit that a cell holds.
    pub(crate) fn bit_in(&self, cell: Cell) -> bool {
        let Some(pair) = self.pair() else { return false };
        let bit = match cell {
            Cell::Input(input) => pair.input().get(input.index()),
            Cell::Step(step) => pair.transcript.get(step.index()),
        };
        bit.unwrap_or_default()
    }

    /// What the verifier decides by what the judge read, or what it reads next.
    pub(crate) fn verified(&self) -> Result<Side, Cell> {
        self.setup().written.verify(self.ledger.readings())
    }

    /// What follows from everything that the judge read in this round: by the verifier, or by the bits
    /// of x alone where they decide f.
    pub(crate) fn decided(&self) -> Option<Side> {
        let by_inputs = || self.setup().written.by_inputs(self.ledger.readings());
        by_inputs().or_else(|| self.verified().ok())
    }
}
