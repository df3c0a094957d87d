//! The rules: nature draws the truth, the evidence and a side; Alice sees all of it and shows some of
//! the evidence; the judge rules whether what she argues for is true.

use elenchus_core::chance::Probability;
use elenchus_core::machine::Step;
use elenchus_core::rules::{
    Among, Audience, Bit, Cell, Guarded, Ledger, Move, Next, Outcome, Protocol, Refusal, Seat,
    Side, YesNo, offer,
};
use elenchus_core::work::{Stopped, Token};

/// What there is to know.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// How many pieces of evidence there are.
    pub pieces: usize,
    /// The probability that a piece agrees with the truth, each by itself.
    pub reliable: Probability,
    /// How many pieces Alice may show.
    pub shown: usize,
    /// What is in question, in words.
    pub question: String,
}

/// A consultancy, somewhere between its start and its end.
#[derive(Clone, Debug)]
pub struct Consultancy {
    evidence: Evidence,
    truth: Option<bool>,
    pieces: Vec<bool>,
    argued: Option<bool>,
    phase: Phase,
    ledger: Ledger,
}

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Nature draws the truth.
    Truth,
    /// Nature draws the next piece of evidence, the truth being this.
    Piece(bool),
    /// Nature says for which answer Alice argues.
    Side,
    /// The judge is told which one it is.
    Telling(bool),
    /// Alice shows evidence.
    Arguing,
    /// A piece is shown, and this is what it says.
    Showing(Step, bool),
    /// The judge rules.
    Judging,
    /// The judge has ruled.
    Over(Side),
}

impl Protocol for Consultancy {
    fn next(&self) -> Next<Self> {
        let alice = Audience::only(Seat::Alice);
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
                Next::reveal(Move::Claim(YesNo(side)), Audience::ALL, |debate: &mut Self| {
                    debate.phase = Phase::Arguing;
                })
            }
            Phase::Arguing => {
                let readings = self.ledger.readings().clone();
                let fresh = move |step: &Step| match readings.order(Cell::Step(*step)) {
                    None => Ok(()),
                    Some(_) => Err(Refusal::AlreadyRead(Cell::Step(*step))),
                };
                let steps = Among::<Step>::some(self.pieces.len(), fresh);
                let show = offer::point(steps, |debate: &mut Self, step| {
                    if let Some(&says) = debate.pieces.get(step.index()) {
                        debate.phase = Phase::Showing(step, says);
                    }
                });
                let rest = offer::go_on(|debate: &mut Self| debate.phase = Phase::Judging);
                Next::ask(Seat::Alice, [show, rest])
            }
            Phase::Showing(step, says) => {
                Next::reveal(Move::Shows(Bit(says)), Audience::ALL, move |debate: &mut Self| {
                    debate.ledger.show(Cell::Step(step), says);
                    let shown = debate.ledger.readings().list().len();
                    let more = shown < debate.evidence.shown.min(debate.pieces.len());
                    debate.phase = if more { Phase::Arguing } else { Phase::Judging };
                })
            }
            Phase::Judging => {
                let rule = offer::rule(Among::<Side>::ALL, |debate: &mut Self, side| {
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

    /// Whether what Alice argues for is true.
    fn truth(&self, _: &Token) -> Result<Option<bool>, Stopped> {
        Ok(self.argued.zip(self.truth).map(|(argued, truth)| argued == truth))
    }
}

/// Only this crate can make one.
#[derive(Debug)]
pub struct Key(pub(crate) ());

impl Guarded for Consultancy {
    type Key = Key;
}

impl Consultancy {
    /// A consultancy about to begin. At least one piece is drawn.
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

    /// What there is to know.
    pub fn evidence(&self) -> &Evidence {
        &self.evidence
    }

    /// What is to be done next.
    pub(crate) fn phase(&self) -> Phase {
        self.phase
    }

    /// The truth, once it is drawn.
    pub(crate) fn answer(&self) -> Option<bool> {
        self.truth
    }

    /// What the pieces say, as far as they are drawn.
    pub(crate) fn pieces(&self) -> &[bool] {
        &self.pieces
    }

    /// The answer that Alice argues for, once it is drawn.
    pub(crate) fn argued(&self) -> Option<bool> {
        self.argued
    }
}
