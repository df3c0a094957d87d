//! One prover argues: she shows bits of x, and then the judge is alone with what it saw.

use crate::machine::{Circuit, Input, Source};
use crate::protocol::DirectJudge;
use crate::protocol::direct_judge::DirectJudgeInstance;
use crate::rules::{Among, Audience, Bit, Cell, Ledger, Move, Next, Protocol, Seat, offer};
use crate::work::{Stopped, Token};

/// What a consultancy is about.
#[derive(Clone, Debug)]
pub struct ConsultancyInstance {
    /// f, on the input x.
    pub circuit: Circuit,
    /// The output that Alice claims.
    pub claim: bool,
    /// How many bits of x Alice may show.
    pub shows: usize,
    /// How many more the judge may read.
    pub reads: usize,
}

/// A consultancy, somewhere between its start and the ruling.
#[derive(Clone, Debug)]
pub struct Consultancy {
    pub(super) judge: DirectJudge,
    pub(super) shows: usize,
    pub(super) phase: Phase,
}

/// What happens now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Alice shows a bit, or rests.
    Arguing,
    /// This bit is on its way to the judge.
    Showing(Input),
    /// The judge is alone.
    Judging,
}

impl Protocol for Consultancy {
    fn next(&self) -> Next<Self> {
        match self.phase {
            Phase::Arguing => {
                let unseen = self.unseen().map(Source::input);
                let show = offer::wire(Among::of(unseen), |debate: &mut Self, source| {
                    if let Cell::Input(input) = source.get() {
                        debate.phase = Phase::Showing(input);
                    }
                });
                let rest = offer::go_on(|debate: &mut Self| debate.phase = Phase::Judging);
                Next::ask(Seat::Alice, [show, rest])
            }
            Phase::Showing(input) => {
                let bit = Move::Shows(Bit(self.judge.inputs().at(input.index())));
                Next::reveal(bit, Audience::ALL, move |debate: &mut Self| {
                    debate.judge.give(input);
                    debate.phase = debate.arguing();
                })
            }
            Phase::Judging => {
                self.judge.next().within(|debate: &mut Self| Some(&mut debate.judge), |_| ())
            }
        }
    }

    fn ledger(&self) -> &Ledger {
        Protocol::ledger(&self.judge)
    }

    fn truth(&self, token: &Token) -> Result<Option<bool>, Stopped> {
        Protocol::truth(&self.judge, token)
    }
}

impl Consultancy {
    /// A consultancy about to begin.
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
        all.filter(|input| readings.order(Cell::Input(*input)).is_none())
    }

    /// Alice goes on while she may, and there is something left.
    fn arguing(&self) -> Phase {
        let shown = Protocol::ledger(self).readings().list().len();
        let more = shown < self.shows.min(self.judge.inputs().len());
        if more { Phase::Arguing } else { Phase::Judging }
    }
}
