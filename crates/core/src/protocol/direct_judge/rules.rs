//! The judge alone: it reads bits of x and rules. The provers have no move.

use std::sync::{Arc, OnceLock};

use crate::machine::circuit::dependence::connected;
use crate::machine::circuit::{DecisionTree, Reading, TruthTable, truth_table};
use crate::machine::{Bits, Circuit, Input, JudgeCost};
use crate::protocol::trial;
use crate::rules::{
    Among, Audience, Bit, Cell, Cost, Ledger, Move, Next, Outcome, Protocol, Seat, Side, offer,
};
use crate::work::{Stopped, Token};

/// What a direct judge is asked.
#[derive(Clone, Debug)]
pub struct DirectJudgeInstance {
    /// f, on the input x.
    pub circuit: Circuit,
    /// The output that Alice claims.
    pub claim: bool,
    /// How many bits of x the judge may read.
    pub reads: usize,
}

/// A direct judge, somewhere between the start and the ruling.
#[derive(Clone, Debug)]
pub struct DirectJudge {
    shared: Arc<Shared>,
    pub(super) phase: Phase,
    ledger: Ledger,
    /// How many bits somebody else showed the judge: those are none of its own reads.
    given: usize,
}

#[derive(Debug)]
struct Shared {
    setup: DirectJudgeInstance,
    /// f(x).
    output: bool,
    /// The inputs that f is connected with.
    connected: Vec<Input>,
    /// The best decision tree of f, where f is small; grown when somebody first reads by it.
    tree: OnceLock<Option<DecisionTree>>,
}

/// What happens now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The judge rules, and may read before.
    Judging,
    /// This bit is on its way to the judge.
    Showing(Input),
    /// The judge has ruled.
    Over(Side),
}

impl Protocol for DirectJudge {
    fn next(&self) -> Next<Self> {
        match self.phase {
            Phase::Judging => {
                let rule = offer::rule(Among::<Side>::ALL, |debate: &mut Self, side| {
                    debate.phase = Phase::Over(side);
                });
                let cells =
                    Among::<Cell>::unread(0, self.inputs().len(), self.ledger.readings(), None);
                let read = offer::read(cells, |debate: &mut Self, cell| {
                    if let Cell::Input(input) = cell {
                        debate.phase = Phase::Showing(input);
                    }
                });
                let read = (self.left() > 0).then(|| read.before());
                Next::ask(Seat::Judge, [rule].into_iter().chain(read))
            }
            Phase::Showing(input) => {
                let bit = self.inputs().at(input.index());
                Next::reveal(Move::Shows(Bit(bit)), Audience::ALL, move |debate: &mut Self| {
                    debate.ledger.show(Cell::Input(input), bit);
                    debate.phase = Phase::Judging;
                })
            }
            Phase::Over(winner) => Next::Over(Outcome { winner, payoff: None }),
        }
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn truth(&self, _: &Token) -> Result<Option<bool>, Stopped> {
        Ok(Some(self.output() == self.setup().claim))
    }
}

/// Tables whose making takes more words of 64 gates than this are not made: a tenth of a second.
const MOST_WORK: u64 = 1 << 24;

impl DirectJudge {
    /// A judge about to begin.
    pub fn new(setup: DirectJudgeInstance) -> Self {
        let most = JudgeCost { input: setup.reads as u64, ..JudgeCost::default() };
        let ledger = trial::limits(most);
        let connected = connected(&setup.circuit).into_iter().enumerate();
        let shared = Shared {
            output: setup.circuit.output(),
            connected: connected.filter(|(_, is)| *is).map(|(at, _)| Input::at(at)).collect(),
            tree: OnceLock::new(),
            setup,
        };
        Self { shared: Arc::new(shared), phase: Phase::Judging, ledger, given: 0 }
    }

    /// What the judge is asked.
    pub fn setup(&self) -> &DirectJudgeInstance {
        &self.shared.setup
    }

    /// f(x).
    pub(in crate::protocol) fn output(&self) -> bool {
        self.shared.output
    }

    /// x.
    pub(in crate::protocol) fn inputs(&self) -> &Bits {
        self.setup().circuit.plan().inputs()
    }

    /// The same, where somebody else may first show the judge so many bits.
    pub(in crate::protocol) fn shown(mut self, most: usize) -> Self {
        let all = (self.setup().reads + most).min(self.inputs().len()) as u64;
        self.ledger = self.ledger.with_limit(Seat::Judge, Cost::Input, all);
        self
    }

    /// Somebody shows the judge a bit, which costs it a query as its own reads do.
    pub(in crate::protocol) fn give(&mut self, input: Input) {
        self.given += 1;
        self.ledger.show(Cell::Input(input), self.inputs().at(input.index()));
    }

    /// The reads that are left: no more than there are bits that it has not seen.
    pub(super) fn left(&self) -> usize {
        let seen = self.ledger.readings().list().len();
        let left = self.setup().reads.saturating_sub(seen - self.given);
        left.min(self.inputs().len().saturating_sub(seen))
    }

    /// D(f), where f is small enough for it to be known.
    pub(in crate::protocol) fn depth(&self) -> Option<u32> {
        self.tree().map(DecisionTree::depth)
    }

    /// Every input bit, as far as the judge read it.
    pub(super) fn known(&self) -> Vec<Option<bool>> {
        self.ledger.readings().of_inputs(self.inputs().len())
    }

    /// What the judge's reads decide of f, or what to read next.
    pub(in crate::protocol) fn reading(&self) -> Reading {
        self.setup().circuit.best_read(self.tree(), &self.known())
    }

    /// The share of the inputs that agree with what was read, and with these further bits of x, on which
    /// the claim is true; none if they are too many to be counted.
    ///
    /// # Errors
    /// If the counting was stopped.
    pub(in crate::protocol) fn share(
        &self,
        further: &[Input],
        token: &Token,
    ) -> Result<Option<f64>, Stopped> {
        let (circuit, readings) = (&self.setup().circuit, self.ledger.readings());
        let unknown = |input: &&Input| {
            readings.order(Cell::Input(**input)).is_none() && !further.contains(input)
        };
        // What is known stays as it is in x; what f is not connected with does not matter.
        let vary: Vec<usize> =
            self.shared.connected.iter().filter(unknown).map(|input| input.index()).collect();
        let few = vary.len() <= truth_table::MOST_INPUTS
            && (circuit.size() as u64) << vary.len().saturating_sub(6) <= MOST_WORK;
        let table = if few { TruthTable::over(circuit, &vary, token)? } else { None };
        Ok(table.map(|table| {
            let ones = table.ones() as f64 / (1u64 << vary.len()) as f64;
            if self.setup().claim { ones } else { 1.0 - ones }
        }))
    }

    /// The side that is right on more of the inputs that agree with what was read: none if both are
    /// right on as many, or if these inputs are too many to be counted.
    ///
    /// # Errors
    /// If the counting was stopped.
    pub(super) fn likelier(&self, token: &Token) -> Result<Option<Side>, Stopped> {
        // Shares of at most 2^24 inputs are exact.
        let share = self.share(&[], token)?.filter(|&share| share != 0.5);
        Ok(share.map(|share| Side::of_claim(share > 0.5)))
    }

    /// Who is right if this is f(x).
    pub(in crate::protocol) fn side(&self, output: bool) -> Side {
        Side::of_claim(output == self.setup().claim)
    }

    fn tree(&self) -> Option<&DecisionTree> {
        let shared = &self.shared;
        let grow = || DecisionTree::of(&shared.setup.circuit, &shared.connected);
        shared.tree.get_or_init(grow).as_ref()
    }
}
