//! The rules of consultancy: Alice shows bits of x, and then the judge decides alone.

use crate::machine::{Circuit, Input, Source};
use crate::protocol::DirectJudge;
use crate::protocol::direct_judge::DirectJudgeInstance;
use crate::rules::{
    ArgumentDomain, Bit, BitRef, Ledger, Move, Next, Protocol, Seat, Visibility, effectful,
};
use crate::work::{CancelToken, Cancelled};

/// The setup of a consultancy.
#[derive(Clone, Debug)]
pub struct ConsultancyInstance {
    /// The circuit of f, with the input x.
    pub circuit: Circuit,
    /// The output that Alice claims.
    pub claim: bool,
    /// The number of bits of x that Alice may show.
    pub shows: usize,
    /// The number of further bits that the judge may read.
    pub reads: usize,
}

/// The state of a consultancy.
#[derive(Clone, Debug)]
pub struct Consultancy {
    pub(super) judge: DirectJudge,
    pub(super) shows: usize,
    pub(super) phase: Phase,
}

/// The current phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Alice shows a bit or stops.
    Arguing,
    /// The rules show this bit to the judge.
    Showing(Input),
    /// The judge reads and rules.
    Judging,
}

impl Protocol for Consultancy {
    fn next(&self) -> Next<Self> {
        match self.phase {
            Phase::Arguing => {
                let unseen = self.unseen().map(Source::input);
                let show =
                    effectful::wire(ArgumentDomain::wires(unseen), |debate: &mut Self, source| {
                        if let BitRef::Input(input) = source.get() {
                            debate.phase = Phase::Showing(input);
                        }
                    });
                let rest = effectful::go_on(|debate: &mut Self| debate.phase = Phase::Judging);
                Next::ask(Seat::Alice, [show, rest])
            }
            Phase::Showing(input) => {
                let bit = Move::Shows(Bit(self.judge.inputs().at(input.index())));
                Next::reveal(bit, Visibility::ALL, move |debate: &mut Self| {
                    debate.judge.give(input);
                    debate.phase = debate.arguing();
                })
            }
            Phase::Judging => {
                self.judge.next().embed(|debate: &mut Self| Some(&mut debate.judge), |_| ())
            }
        }
    }

    fn ledger(&self) -> &Ledger {
        Protocol::ledger(&self.judge)
    }

    fn truth(&self, token: &CancelToken) -> Result<Option<bool>, Cancelled> {
        Protocol::truth(&self.judge, token)
    }
}

impl Consultancy {
    /// A consultancy before its first move.
    pub fn new(setup: ConsultancyInstance) -> Self {
        let ConsultancyInstance { circuit, claim, shows, reads } = setup;
        let judge = DirectJudge::new(DirectJudgeInstance { circuit, claim, reads });
        let mut start = Self { judge: judge.shown(shows), shows, phase: Phase::Arguing };
        start.phase = start.arguing();
        start
    }

    /// The bits that the judge has not seen.
    pub(super) fn unseen(&self) -> impl Iterator<Item = Input> + '_ {
        let readings = Protocol::ledger(self).readings();
        let all = (0..self.judge.inputs().len()).map(Input::at);
        all.filter(|input| readings.order(BitRef::Input(*input)).is_none())
    }

    /// The next phase. Alice continues while she may show more bits and the judge has not seen all of them.
    fn arguing(&self) -> Phase {
        let shown = Protocol::ledger(self).readings().list().len();
        let more = shown < self.shows.min(self.judge.inputs().len());
        if more { Phase::Arguing } else { Phase::Judging }
    }
}
