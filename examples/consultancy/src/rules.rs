//! The rules. Nature draws the truth, the evidence and the answer that Alice argues for. Alice sees all
//! evidence and shows some of it. The judge rules whether her answer is true.

use elenchus_core::chance::Probability;
use elenchus_core::machine::Step;
use elenchus_core::rules::{
    ArgumentDomain, Bit, BitRef, ExternalRules, Ledger, Move, Next, Outcome, Protocol, Refusal,
    Seat, Side, Visibility, YesNo, effectful,
};
use elenchus_core::work::{CancelToken, Cancelled};

/// The parameters of the protocol.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The number of pieces of evidence.
    pub pieces: usize,
    /// The probability that a piece agrees with the truth. Pieces are independent.
    pub reliable: Probability,
    /// The number of pieces that Alice may show.
    pub shown: usize,
    /// The question, in words.
    pub question: String,
}

/// A position of a consultancy.
#[derive(Clone, Debug)]
pub struct Consultancy {
    evidence: Evidence,
    truth: Option<bool>,
    pieces: Vec<bool>,
    argued: Option<bool>,
    phase: Phase,
    ledger: Ledger,
}

/// The event that comes next in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Nature draws the truth.
    Truth,
    /// Nature draws the next piece of evidence. The field is the truth that Nature drew before.
    Piece(bool),
    /// Nature draws the answer that Alice argues for.
    Side,
    /// The judge learns the answer that Alice argues for.
    Telling(bool),
    /// Alice shows a piece of evidence, or stops.
    Arguing,
    /// Everybody sees the content of this piece.
    Showing(Step, bool),
    /// The judge rules.
    Judging,
    /// The judge has ruled.
    Over(Side),
}

impl Protocol for Consultancy {
    fn next(&self) -> Next<Self> {
        let alice = Visibility::only(Seat::Alice);
        match self.phase {
            Phase::Truth => Next::toss(Probability::HALF, alice, |debate: &mut Self, truth| {
                debate.truth = Some(truth);
                debate.phase = Phase::Piece(truth);
            }),
            Phase::Piece(truth) => {
                Next::toss(self.evidence.reliable, alice, move |debate: &mut Self, agrees| {
                    debate.pieces.push(agrees == truth);
                    if debate.pieces.len() == debate.evidence.pieces {
                        debate.phase = Phase::Side;
                    }
                })
            }
            Phase::Side => Next::toss(Probability::HALF, alice, |debate: &mut Self, side| {
                debate.argued = Some(side);
                debate.phase = Phase::Telling(side);
            }),
            Phase::Telling(side) => {
                Next::reveal(Move::Claim(YesNo(side)), Visibility::ALL, |debate: &mut Self| {
                    debate.phase = Phase::Arguing;
                })
            }
            Phase::Arguing => {
                let readings = self.ledger.readings().clone();
                let fresh = move |step: &Step| match readings.order(BitRef::Step(*step)) {
                    None => Ok(()),
                    Some(_) => Err(Refusal::AlreadyRead(BitRef::Step(*step))),
                };
                let steps = ArgumentDomain::<Step>::some(self.pieces.len(), fresh);
                let show = effectful::point(steps, |debate: &mut Self, step| {
                    if let Some(&says) = debate.pieces.get(step.index()) {
                        debate.phase = Phase::Showing(step, says);
                    }
                });
                let rest = effectful::go_on(|debate: &mut Self| debate.phase = Phase::Judging);
                Next::ask(Seat::Alice, [show, rest])
            }
            Phase::Showing(step, says) => {
                Next::reveal(Move::Shows(Bit(says)), Visibility::ALL, move |debate: &mut Self| {
                    debate.ledger.show(BitRef::Step(step), says);
                    let shown = debate.ledger.readings().list().len();
                    let more = shown < debate.evidence.shown.min(debate.pieces.len());
                    debate.phase = if more { Phase::Arguing } else { Phase::Judging };
                })
            }
            Phase::Judging => {
                let rule =
                    effectful::rule(ArgumentDomain::<Side>::ALL, |debate: &mut Self, side| {
                        debate.phase = Phase::Over(side);
                    });
                Next::ask(Seat::Judge, [rule])
            }
            Phase::Over(winner) => Next::Over(Outcome { winner, payoff: None }),
        }
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The truth of the answer that Alice argues for. `None` before it is drawn.
    fn truth(&self, _: &CancelToken) -> Result<Option<bool>, Cancelled> {
        Ok(self.argued.zip(self.truth).map(|(argued, truth)| argued == truth))
    }
}

/// The key to the whole position. Only this crate can make one.
#[derive(Debug)]
pub struct Key(pub(crate) ());

impl ExternalRules for Consultancy {
    type Key = Key;
}

impl Consultancy {
    /// The first position. If `pieces` is 0, there is one piece.
    pub fn new(evidence: Evidence) -> Self {
        Self {
            evidence: Evidence { pieces: evidence.pieces.max(1), ..evidence },
            truth: None,
            pieces: Vec::new(),
            argued: None,
            phase: Phase::Truth,
            ledger: Ledger::default(),
        }
    }

    /// The evidence.
    pub fn evidence(&self) -> &Evidence {
        &self.evidence
    }

    pub(crate) fn phase(&self) -> Phase {
        self.phase
    }

    /// The truth. `None` before it is drawn.
    pub(crate) fn answer(&self) -> Option<bool> {
        self.truth
    }

    /// The content of the pieces that are drawn.
    pub(crate) fn pieces(&self) -> &[bool] {
        &self.pieces
    }

    /// The answer that Alice argues for. `None` before it is drawn.
    pub(crate) fn argued(&self) -> Option<bool> {
        self.argued
    }
}
