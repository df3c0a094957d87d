//! Builds plans. All checks of a plan are here.

use std::sync::Arc;

use super::{Ask, Op, Plan, PlanCode};
use crate::machine::{BitRef, Bits, Input, Source, Step};

/// The largest number of steps that a plan may have: 10^7.
pub const MOST_STEPS: usize = 10_000_000;

/// Why a step or a plan was refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PlanError {
    /// There are no steps.
    #[error("a plan needs at least one step")]
    Empty,
    /// There are more than [`MOST_STEPS`] steps.
    #[error("a plan can have at most 10,000,000 steps")]
    TooLong,
    /// A step reads a step that does not exist yet.
    #[error("step {step} reads step {reads}, but a step can read only the steps before it")]
    Forward {
        /// The step that reads.
        step: Step,
        /// The step that it should read.
        reads: Step,
    },
    /// A step reads an input that does not exist.
    #[error("step {step} reads input {input}, but there are only {inputs} inputs")]
    NoSuchInput {
        /// The step that reads.
        step: Step,
        /// The input that it should read.
        input: Input,
        /// The number of inputs.
        inputs: usize,
    },
    /// A step has too few or too many sources.
    #[error("step {step}: `{op}` cannot read {got} values; it reads {expected}")]
    Arity {
        /// The step.
        step: Step,
        /// The name of the step's operation.
        op: &'static str,
        /// The number of sources that were given.
        got: usize,
        /// The number of sources that the operation needs, in words.
        expected: String,
    },
    /// The threshold of a step is always or never reached.
    #[error(
        "step {step}: at least {k} of {of} has the same result for all values. Write a number \
             from 1 to {of}"
    )]
    Threshold {
        /// The step.
        step: Step,
        /// The threshold.
        k: u32,
        /// The number of values that the step reads.
        of: usize,
    },
    /// A table of probabilities has the wrong number of rows.
    #[error(
        "step {step}: {conditions} earlier values have {needed} cases, but the number of rows in \
         the table is {rows}"
    )]
    Table {
        /// The step.
        step: Step,
        /// The number of values that the step reads.
        conditions: usize,
        /// The number of rows that the table needs: 2^conditions.
        needed: usize,
        /// The number of rows that were given.
        rows: usize,
    },
    /// A step asks a question that was never added.
    #[error("step {step} asks a question that the plan does not have")]
    NoSuchAsk {
        /// The step.
        step: Step,
    },
}

/// Builds a [`Plan`] step by step. Refuses each faulty step at once.
#[derive(Debug)]
pub struct PlanBuilder {
    code: PlanCode,
    inputs: Bits,
}

impl PlanBuilder {
    /// Starts a plan over input bits with these names.
    pub fn new<N: Into<Arc<str>>>(inputs: impl IntoIterator<Item = (N, bool)>) -> Self {
        let (input_names, bits): (Vec<Arc<str>>, Vec<bool>) =
            inputs.into_iter().map(|(name, bit)| (name.into(), bit)).unzip();
        Self {
            code: PlanCode { starts: vec![0], input_names, ..PlanCode::default() },
            inputs: bits.into_iter().collect(),
        }
    }

    /// Starts a plan over the input bits x1, x2, ….
    pub fn over(bits: impl IntoIterator<Item = bool>) -> Self {
        Self::new(bits.into_iter().enumerate().map(|(at, bit)| (format!("x{}", at + 1), bit)))
    }

    /// Marks an input as part of the witness.
    ///
    /// # Panics
    /// Panics if there is no such input.
    pub fn mark_witness(&mut self, input: Input) {
        assert!(input.index() < self.inputs.len(), "only an input can be part of the witness");
        self.code.witness.push(input);
    }

    /// Adds a question for use in [`Op::Ask`]. Returns its index.
    pub fn question(&mut self, ask: Ask) -> u32 {
        self.code.asks.push(ask);
        self.code.asks.len() as u32 - 1
    }

    /// Adds a step. Returns its number.
    pub fn step(&mut self, op: Op, sources: &[Source]) -> Result<Step, PlanError> {
        if self.code.ops.len() >= MOST_STEPS {
            return Err(PlanError::TooLong);
        }
        let step = Step::at(self.code.ops.len());
        self.check(step, op, sources)?;
        self.code.ops.push(op);
        self.code.sources.extend_from_slice(sources);
        self.code.starts.push(self.code.sources.len() as u32);
        Ok(step)
    }

    /// Adds a step with a new question.
    pub fn ask(&mut self, ask: Ask, given: &[Source]) -> Result<Step, PlanError> {
        let question = self.question(ask);
        self.step(Op::Ask(question), given)
    }

    /// Describes a step in words.
    pub fn describe(&mut self, step: Step, words: impl Into<Arc<str>>) {
        self.code.step_words.insert(step.number(), words.into());
    }

    /// The number of steps so far.
    pub fn len(&self) -> usize {
        self.code.ops.len()
    }

    /// True if there are no steps yet.
    pub fn is_empty(&self) -> bool {
        self.code.ops.is_empty()
    }

    /// The finished plan.
    pub fn finish(self) -> Result<Plan, PlanError> {
        if self.code.ops.is_empty() {
            return Err(PlanError::Empty);
        }
        Ok(Plan { code: Arc::new(self.code), inputs: self.inputs })
    }

    fn check(&self, step: Step, op: Op, sources: &[Source]) -> Result<(), PlanError> {
        for source in sources {
            match source.get() {
                BitRef::Step(reads) if reads >= step => {
                    return Err(PlanError::Forward { step, reads });
                }
                BitRef::Input(input) if input.index() >= self.inputs.len() => {
                    let inputs = self.inputs.len();
                    return Err(PlanError::NoSuchInput { step, input, inputs });
                }
                _ => {}
            }
        }
        let got = sources.len();
        let (least, most) = op.arity();
        if got < least || most.is_some_and(|most| got > most) {
            let expected = match most {
                Some(most) if most == least => format!("exactly {least}"),
                Some(most) => format!("{least} to {most}"),
                None => format!("{least} or more"),
            };
            return Err(PlanError::Arity { step, op: op.word(), got, expected });
        }
        match op {
            Op::AtLeast(k) if k == 0 || k as usize > got => {
                Err(PlanError::Threshold { step, k, of: got })
            }
            Op::Ask(ask) => match self.code.asks.get(ask as usize) {
                None => Err(PlanError::NoSuchAsk { step }),
                Some(ask) if ask.yes.len() != 1 << got => Err(PlanError::Table {
                    step,
                    conditions: got,
                    needed: 1 << got,
                    rows: ask.yes.len(),
                }),
                Some(_) => Ok(()),
            },
            _ => Ok(()),
        }
    }
}
