//! What cross-examination needs of a machine.

use std::fmt;

use super::{Examination, Unexaminable};
use crate::machine::JudgeCost;
use crate::protocol::trial::{Checked, CheckedTrial};
use crate::rules::{Offered, Side};

/// A computation whose steps can be checked one by one, each by what it reads.
pub trait Examined:
    Checked<Examination<Self>> + Clone + fmt::Debug + Send + Sync + 'static
{
    /// What Alice writes: a transcript of the whole computation.
    type Transcript: Clone + fmt::Debug + Send + Sync + 'static;
    /// What is worked out once for a debate.
    type Kept: fmt::Debug + Send + Sync + 'static;

    /// What is worked out once for a debate; cheap, or later.
    fn kept(&self) -> Self::Kept;

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
}

/// The trial of a machine's step.
pub type ExaminedTrial<M> = CheckedTrial<M, Examination<M>>;
