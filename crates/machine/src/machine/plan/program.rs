//! A plan as a value: its packed steps, their sources, and its run.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use super::liveness::PlanLiveness;
use super::op::{Ask, Op};
use super::readers::{MOST_FOLLOWED, Readers};
use crate::chance::Probability;
use crate::machine::{BitRef, Bits, Input, Source, Step, grouped};

/// A valid plan. It has at least one step, and every step has the right number of sources and reads only inputs and
/// earlier steps. Clones share their storage.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(super) code: Arc<PlanCode>,
    pub(super) inputs: Bits,
}

/// The part of a plan that does not depend on its inputs.
#[derive(Clone, Debug, Default)]
pub(super) struct PlanCode {
    pub(super) ops: Vec<Op>,
    /// The sources of step `t`: `sources[starts[t - 1]..starts[t]]`.
    pub(super) starts: Vec<u32>,
    pub(super) sources: Vec<Source>,
    pub(super) asks: Vec<Ask>,
    pub(super) step_words: HashMap<u32, Arc<str>>,
    pub(super) input_names: Vec<Arc<str>>,
    /// The inputs that form the witness, in order.
    pub(super) witness: Vec<Input>,
    /// The readers of each step, computed on first use.
    pub(super) readers: OnceLock<Readers>,
    /// The live steps at each time, computed on first use.
    pub(super) live: OnceLock<Arc<PlanLiveness>>,
}

impl Plan {
    /// The steps that read step `t`, in order. A step that reads it twice appears twice. The first call computes the
    /// readers of all steps. Empty for a plan of more than two million steps.
    pub fn readers(&self, step: Step) -> &[Step] {
        if self.len() > MOST_FOLLOWED {
            return &[];
        }
        let wires = || {
            self.steps().flat_map(|reader| {
                self.relevant(reader)
                    .iter()
                    .filter_map(move |source| Some((source.get().step()?, reader)))
            })
        };
        self.code.readers.get_or_init(|| Readers::new(self.len(), wires)).get(step)
    }

    /// T, the number of steps, at least 1.
    pub fn len(&self) -> usize {
        self.code.ops.len()
    }

    /// Always false, because a plan has at least one step.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The last step. Its value is the output.
    pub fn output(&self) -> Step {
        Step::at(self.len() - 1)
    }

    /// All steps in order.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = Step> + DoubleEndedIterator + use<> {
        (0..self.len()).map(Step::at)
    }

    /// True if there is such a step.
    pub fn has(&self, step: Step) -> bool {
        step.index() < self.len()
    }

    /// The operation of a step.
    #[inline]
    pub fn op(&self, step: Step) -> Op {
        self.code.ops[step.index()]
    }

    /// I(t), the inputs and earlier steps that step `t` reads, in order.
    #[inline]
    pub fn relevant(&self, step: Step) -> &[Source] {
        let at = step.index();
        &self.code.sources[self.code.starts[at] as usize..self.code.starts[at + 1] as usize]
    }

    /// The question of a step. `None` if it is a gate.
    pub fn ask(&self, step: Step) -> Option<&Ask> {
        match self.op(step) {
            Op::Ask(ask) => Some(&self.code.asks[ask as usize]),
            _ => None,
        }
    }

    /// The steps that ask the oracle, in order.
    pub fn asks(&self) -> impl Iterator<Item = Step> + '_ {
        self.steps().filter(|&step| matches!(self.op(step), Op::Ask(_)))
    }

    /// The first step with a random answer. `None` if the plan is deterministic.
    pub fn first_unsure(&self) -> Option<Step> {
        let unsure = |ask: &Ask| ask.yes.iter().any(|p| p.as_certain().is_none());
        // Many steps may share few questions, so this check saves time.
        if !self.code.asks.iter().any(unsure) {
            return None;
        }
        self.asks().find(|&step| self.ask(step).is_some_and(unsure))
    }

    /// The text of a step: its question, its name in the scenario, or its gate and sources.
    pub fn words(&self, step: Step) -> Cow<'_, str> {
        if let Some(words) = self.code.step_words.get(&step.number()) {
            return Cow::Borrowed(words);
        }
        if let Some(ask) = self.ask(step) {
            return if ask.question.contains("{t}") {
                Cow::Owned(ask.question.replace("{t}", &step.to_string()))
            } else {
                Cow::Borrowed(&ask.question)
            };
        }
        Cow::Owned(self.formula(step))
    }

    /// The gate and the sources of a step, with inputs by name: `and(1, 4, x2)`.
    pub fn formula(&self, step: Step) -> String {
        const SHOWN: usize = 8;
        let sources = self.relevant(step);
        let name = |source: &Source| match source.get() {
            BitRef::Input(input) => self.input_name(input).to_owned(),
            BitRef::Step(step) => grouped(step.number().into()),
        };
        let mut list: Vec<String> = sources.iter().take(SHOWN).map(name).collect();
        if sources.len() > SHOWN {
            list.push(format!("… {} in all", sources.len()));
        }
        match self.op(step) {
            Op::Constant(bit) => format!("always {}", u8::from(bit)),
            Op::AtLeast(k) => format!("at-least-{k}({})", list.join(", ")),
            op => format!("{}({})", op.word(), list.join(", ")),
        }
    }

    /// The input bits.
    pub fn inputs(&self) -> &Bits {
        &self.inputs
    }

    /// The name of an input, such as `x3` if the file gave no name.
    pub fn input_name(&self, input: Input) -> &str {
        &self.code.input_names[input.index()]
    }

    /// The inputs that form the witness, in order. Usually there are none.
    pub fn witness(&self) -> &[Input] {
        &self.code.witness
    }

    /// The same plan on other input bits.
    ///
    /// # Panics
    /// Panics if the number of bits is wrong.
    pub fn with_inputs(&self, inputs: Bits) -> Self {
        assert_eq!(inputs.len(), self.inputs.len(), "a plan has one name for each input");
        Self { code: Arc::clone(&self.code), inputs }
    }

    /// The same plan with an oracle that is wrong at these steps: it exchanges the probabilities of yes and no. Steps
    /// that do not ask stay the same.
    #[must_use]
    pub fn with_wrong_answers(&self, steps: impl IntoIterator<Item = Step>) -> Self {
        let mut code = PlanCode::clone(&self.code);
        for step in steps {
            let Some(ask) = self.ask(step) else { continue };
            let otherwise = |p: &Probability| Probability::clamped(1.0 - p.get());
            let yes = ask.yes.iter().map(otherwise).collect();
            code.ops[step.index()] = Op::Ask(code.asks.len() as u32);
            code.asks.push(Ask { question: Arc::clone(&ask.question), yes });
        }
        Self { code: Arc::new(code), inputs: self.inputs.clone() }
    }

    /// The same plan with the witness inputs set to `witness`, in order.
    ///
    /// # Panics
    /// Panics if there are fewer bits than witness inputs.
    pub fn with_witness(&self, witness: &Bits) -> Self {
        let mut inputs = self.inputs.clone();
        for (at, input) in self.code.witness.iter().enumerate() {
            inputs.set(input.index(), witness.at(at));
        }
        self.with_inputs(inputs)
    }

    /// P[y_t = 1], given the values that step `t` reads, in order. It is 0 or 1 for a gate.
    pub fn chance(&self, step: Step, values: impl Iterator<Item = bool>) -> Probability {
        match self.op(step) {
            Op::Ask(ask) => self.code.asks[ask as usize].chance(values),
            op => Probability::certain(op.gate(values).unwrap_or_default()),
        }
    }

    /// P[y_t = 1 | a_I(t)]: the probability that step `t` is 1, given the earlier steps in `transcript`.
    pub fn chance_in(&self, step: Step, transcript: &Bits) -> Probability {
        let values = self.relevant(step).iter().map(|source| match source.get() {
            BitRef::Input(input) => self.inputs.at(input.index()),
            BitRef::Step(earlier) => transcript.at(earlier.index()),
        });
        self.chance(step, values)
    }

    /// Runs the plan. `answer` decides a question, given the probability of yes. `answer` is not
    /// called if the answer is certain.
    pub fn run(&self, mut answer: impl FnMut(Step, Probability) -> bool) -> Bits {
        self.run_through(|step, chance| match chance.as_certain() {
            Some(bit) => bit,
            None => answer(step, chance),
        })
    }

    /// Runs the plan. `answer` decides every question, even a certain one, given the probability of yes.
    pub fn run_through(&self, mut answer: impl FnMut(Step, Probability) -> bool) -> Bits {
        let mut transcript = Bits::zeros(self.len());
        for step in self.steps() {
            let chance = self.chance_in(step, &transcript);
            let bit = match chance.as_certain().filter(|_| self.ask(step).is_none()) {
                Some(bit) => bit,
                None => answer(step, chance),
            };
            if bit {
                transcript.set(step.index(), true);
            }
        }
        transcript
    }

    /// The transcript of a deterministic plan. If the oracle is random, the run uses the more likely answers, and "no"
    /// for a probability of one half.
    pub fn evaluate(&self) -> Bits {
        self.run(|_, chance| chance.get() > 0.5)
    }

    /// True if step `t` follows from the earlier steps of `transcript`.
    pub fn is_right_at(&self, step: Step, transcript: &Bits) -> bool {
        let likelier = self.chance_in(step, transcript).get() > 0.5;
        transcript.at(step.index()) == likelier
    }

    /// The first step that does not follow from the steps before it, in a deterministic plan.
    pub fn first_wrong(&self, transcript: &Bits) -> Option<Step> {
        self.steps().find(|&step| !self.is_right_at(step, transcript))
    }
}
