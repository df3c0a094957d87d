//! What cross-examination needs of a machine.

use std::fmt;

use super::{Examination, Unexaminable};
use crate::machine::JudgeCost;
use crate::protocol::trial::Trial;
use crate::rules::{Cell, Next, Offered, Side};

/// A computation whose steps can be checked one by one, each by what it reads.
pub trait Examined: Clone + fmt::Debug + Send + Sync + 'static {
    /// What Alice writes: a transcript of the whole computation.
    type Transcript: Clone + fmt::Debug + Send + Sync + 'static;
    /// What the rules know of a step on trial besides.
    type Evidence: Clone + fmt::Debug + Send + Sync + 'static;
    /// What the judge can be shown at once.
    type Part: Clone + fmt::Debug + Send + Sync + 'static;
    /// What is worked out once for a debate.
    type Kept: fmt::Debug + Send + Sync + 'static;

    /// What is worked out once for a debate in which this output is claimed; cheap, or later.
    fn kept(&self, claim: bool) -> Self::Kept;

    /// Whether it can be examined when this output is claimed.
    ///
    /// # Errors
    /// Why it cannot.
    fn examinable(&self, claim: bool) -> Result<(), Unexaminable>;

    /// How many steps it has; at least 1.
    fn length(&self) -> usize;

    /// The judge's limits by Theorem 5.3, before anybody knows where Bob points: the worst over all
    /// steps.
    fn limits(&self) -> JudgeCost;

    /// The true output.
    fn output(debate: &Examination<Self>) -> bool;

    /// Alice writes the transcript.
    fn writing(debate: &Examination<Self>) -> Offered<Examination<Self>>;

    /// Bob points.
    fn pointing(debate: &Examination<Self>) -> Vec<Offered<Examination<Self>>>;

    /// How many questions to the oracle it takes this prover to run the machine.
    fn questions(debate: &Examination<Self>, prover: Side) -> u64;

    /// A prover asks the oracle about single steps, instead of running the machine.
    fn asking(_: &Examination<Self>, _prover: Side) -> Option<Offered<Examination<Self>>> {
        None
    }

    /// See `Tried::showing`.
    fn showing(
        debate: &Examination<Self>,
        trial: &ExaminedTrial<Self>,
        part: &Self::Part,
    ) -> Next<Examination<Self>>;

    /// See `Tried::reading`.
    fn reading(
        _: &Examination<Self>,
        _: &ExaminedTrial<Self>,
    ) -> Option<Offered<Examination<Self>>> {
        None
    }

    /// See `Tried::needed`.
    fn needed(&self, _: &ExaminedTrial<Self>) -> Vec<Cell> {
        Vec::new()
    }

    /// See `Tried::alleged`.
    fn alleged(_: &Examination<Self>, _: &ExaminedTrial<Self>) -> Option<bool> {
        None
    }

    /// See `Tried::answer`.
    fn answer(debate: &Examination<Self>, trial: &ExaminedTrial<Self>) -> bool;

    /// See `Tried::judgement`.
    fn judgement(debate: &Examination<Self>, trial: &ExaminedTrial<Self>) -> Option<bool> {
        Some(Self::answer(debate, trial))
    }

    /// See `Tried::if_answered`.
    fn if_answered(debate: &Examination<Self>, trial: &ExaminedTrial<Self>, yes: bool) -> Side;

    /// See `Tried::verdict`.
    fn verdict(debate: &Examination<Self>, trial: &ExaminedTrial<Self>) -> Option<Side>;

    /// See `Tried::decided`.
    fn decided(debate: &Examination<Self>, trial: &ExaminedTrial<Self>) -> Option<Side> {
        Self::verdict(debate, trial)
    }
}

/// The trial of a machine's step.
pub type ExaminedTrial<M> = Trial<<M as Examined>::Evidence, <M as Examined>::Part>;
