//! The rules of the direct judge: it reads bits of x and rules. The provers have no move.

use std::sync::{Arc, OnceLock};

use crate::machine::circuit::dependence::connected;
use crate::machine::circuit::{DecisionTree, NextRead, TruthTable, truth_table};
use crate::machine::{Bits, Circuit, Input, JudgeCost};
use crate::protocol::trial;
use crate::rules::{
    ArgumentDomain, Bit, BitRef, Cost, Ledger, Move, Next, Outcome, Protocol, Seat, Side,
    Visibility, effectful,
};
use crate::work::{CancelToken, Cancelled};

/// The setup of a direct judge.
#[derive(Clone, Debug)]
pub struct DirectJudgeInstance {
    /// The circuit of f, with the input x.
    pub circuit: Circuit,
    /// The output that Alice claims.
    pub claim: bool,
    /// The number of bits of x that the judge may read.
    pub reads: usize,
}

/// The state of a debate with a direct judge.
#[derive(Clone, Debug)]
pub struct DirectJudge {
    shared: Arc<Shared>,
    pub(super) phase: Phase,
    ledger: Ledger,
    /// The number of bits that somebody else showed the judge. They do not count as its own reads.
    given: usize,
}

#[derive(Debug)]
struct Shared {
    setup: DirectJudgeInstance,
    /// f(x).
    output: bool,
    /// The inputs with a path of gates to the output.
    connected: Vec<Input>,
    /// The best decision tree of f, built when it is first needed. `None` if f is too large.
    tree: OnceLock<Option<DecisionTree>>,
}

/// The current phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The judge rules, and may read first.
    Judging,
    /// The rules show this bit to the judge.
    Showing(Input),
    /// The judge has ruled.
    Over(Side),
}

impl Protocol for DirectJudge {
    fn next(&self) -> Next<Self> {
        match self.phase {
            Phase::Judging => {
                let rule =
                    effectful::rule(ArgumentDomain::<Side>::ALL, |debate: &mut Self, side| {
                        debate.phase = Phase::Over(side);
                    });
                let cells = ArgumentDomain::<BitRef>::unread(
                    0,
                    self.inputs().len(),
                    self.ledger.readings(),
                    None,
                );
                let read = effectful::read(cells, |debate: &mut Self, cell| {
                    if let BitRef::Input(input) = cell {
                        debate.phase = Phase::Showing(input);
                    }
                });
                let read = (self.left() > 0).then(|| read.before());
                Next::ask(Seat::Judge, [rule].into_iter().chain(read))
            }
            Phase::Showing(input) => {
                let bit = self.inputs().at(input.index());
                Next::reveal(Move::Shows(Bit(bit)), Visibility::ALL, move |debate: &mut Self| {
                    debate.ledger.show(BitRef::Input(input), bit);
                    debate.phase = Phase::Judging;
                })
            }
            Phase::Over(winner) => Next::Over(Outcome { winner, payoff: None }),
        }
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn truth(&self, _: &CancelToken) -> Result<Option<bool>, Cancelled> {
        Ok(Some(self.output() == self.setup().claim))
    }
}

/// The upper limit on the work for a truth table, in gate operations on 64-bit words. This much work takes about a
/// tenth of a second.
const MOST_WORK: u64 = 1 << 24;

impl DirectJudge {
    /// A debate before its first move.
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

    /// The setup of this debate.
    pub fn setup(&self) -> &DirectJudgeInstance {
        &self.shared.setup
    }

    /// f(x).
    pub(in crate::protocol) fn output(&self) -> bool {
        self.shared.output
    }

    /// The input x.
    pub(in crate::protocol) fn inputs(&self) -> &Bits {
        self.setup().circuit.plan().inputs()
    }

    /// Raises the judge's limit, because somebody else may show the judge up to `most` bits.
    pub(in crate::protocol) fn shown(mut self, most: usize) -> Self {
        let all = (self.setup().reads + most).min(self.inputs().len()) as u64;
        self.ledger = self.ledger.with_limit(Seat::Judge, Cost::Input, all);
        self
    }

    /// Shows the judge a bit. It costs the judge one query, like its own reads.
    pub(in crate::protocol) fn give(&mut self, input: Input) {
        self.given += 1;
        self.ledger.show(BitRef::Input(input), self.inputs().at(input.index()));
    }

    /// The number of reads left. It never exceeds the number of bits that the judge has not seen.
    pub(super) fn left(&self) -> usize {
        let seen = self.ledger.readings().list().len();
        let left = self.setup().reads.saturating_sub(seen - self.given);
        left.min(self.inputs().len().saturating_sub(seen))
    }

    /// D(f), the depth of the best decision tree. `None` if f is too large.
    pub(in crate::protocol) fn depth(&self) -> Option<u32> {
        self.tree().map(DecisionTree::depth)
    }

    /// The value of every input bit. `None` for a bit that the judge has not read.
    pub(super) fn known(&self) -> Vec<Option<bool>> {
        self.ledger.readings().of_inputs(self.inputs().len())
    }

    /// The output that the reads decide, or the input to read next.
    pub(in crate::protocol) fn reading(&self) -> NextRead {
        self.setup().circuit.best_read(self.tree(), &self.known())
    }

    /// The share of inputs with a true claim, among those that agree with the reads and with these
    /// further bits of x. `None` if there are too many inputs to count.
    ///
    /// # Errors
    /// Returns an error if the count was cancelled.
    pub(in crate::protocol) fn share(
        &self,
        further: &[Input],
        token: &CancelToken,
    ) -> Result<Option<f64>, Cancelled> {
        let (circuit, readings) = (&self.setup().circuit, self.ledger.readings());
        let unknown = |input: &&Input| {
            readings.order(BitRef::Input(**input)).is_none() && !further.contains(input)
        };
        // The known bits keep their values from x. The inputs without a path to the output do not
        // matter.
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

    /// Compares the provers on all inputs that agree with the reads, and returns the prover who is right more often.
    /// `None` if both provers are equally often right, or if there are too many inputs to count.
    ///
    /// # Errors
    /// Returns an error if the count was cancelled.
    pub(super) fn likelier_side(&self, token: &CancelToken) -> Result<Option<Side>, Cancelled> {
        // A share of at most 2^24 inputs is exact as a float.
        let share = self.share(&[], token)?.filter(|&share| share != 0.5);
        Ok(share.map(|share| Side::of_claim(share > 0.5)))
    }

    /// The prover who is right if f(x) is `output`.
    pub(in crate::protocol) fn side(&self, output: bool) -> Side {
        Side::of_claim(output == self.setup().claim)
    }

    fn tree(&self) -> Option<&DecisionTree> {
        let shared = &self.shared;
        let grow = || DecisionTree::from_circuit(&shared.setup.circuit, &shared.connected);
        shared.tree.get_or_init(grow).as_ref()
    }
}
