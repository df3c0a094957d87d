//! The form of a computation in a file: a machine of one of several kinds.

use serde::{Deserialize, Serialize};

use super::circuit::{CircuitFile, QuantifiedFile};
use super::claims::{ClaimsFile, FormulaHandling};
use super::families::{CaffeineFile, ChainFile, VotesFile};
use super::graph::GraphFile;
use super::located::{Located, Spot, YamlError};
use super::plan::{PlanFile, SourceFile};
use crate::machine::claims::{ClaimsInstance, Knowledge};
use crate::machine::plan::{ShiftRegisterError, shift_register};
use crate::machine::turing::{MachineErrors, TuringMachine, dialect};
use crate::machine::{Circuit, Computation, Plan, QuantifiedGame};

/// A machine of one of these kinds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum MachineFile {
    /// A plan, listed step by step.
    Plan(PlanFile),
    /// A long plan of xor gates, described by a few numbers.
    ShiftRegister(ShiftRegisterFile),
    /// Independent votes on one question, and a gate that counts them.
    Votes(VotesFile),
    /// A chain of yes-or-no answers. The probability of each answer depends on the previous answer.
    Chain(ChainFile),
    /// The 2024 paper's meta-analysis of whether caffeine improves learning.
    Caffeine(CaffeineFile),
    /// A Turing machine in the dialect of turingmachine.io.
    Turing(Box<dialect::TuringFile>),
    /// A claim tree, listed or from a family, with its truth and the players' knowledge.
    Claims(Box<ClaimsFile>),
    /// A circuit: a formula, the text of a file, or a family.
    Circuit(Box<CircuitFile>),
    /// A quantified game.
    Quantified(QuantifiedFile),
    /// A graph, with the question whether a vertex is reachable.
    Graph(Box<GraphFile>),
}

/// A linear-feedback shift register. Step t is the xor of the earlier steps at the taps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ShiftRegisterFile {
    /// The number of steps, at most 10,000,000.
    pub steps: Located<u64>,
    /// The distances of the earlier steps that each step reads.
    pub taps: Located<Vec<u32>>,
    /// The first bits, such as "1011". Their number is the largest tap.
    pub start: Located<String>,
}

impl ShiftRegisterFile {
    fn build(&self, here: &Located<()>) -> Result<Plan, YamlError> {
        let start = self.start.parse().map_err(|e: String| self.start.wrong(e))?;
        shift_register(*self.steps, &self.taps, &start).map_err(|e| {
            let spot = match e {
                ShiftRegisterError::Taps => self.taps.spot,
                ShiftRegisterError::Start { .. } => self.start.spot,
                ShiftRegisterError::Steps { .. } => self.steps.spot,
                ShiftRegisterError::Plan(_) => here.spot,
            };
            YamlError::at(spot, e.to_string())
        })
    }
}

impl MachineFile {
    /// Returns whether the machine is a Turing machine.
    pub fn is_turing(&self) -> bool {
        matches!(self, Self::Turing(_))
    }

    /// Returns whether the machine is a Turing machine on whose tape Alice writes a witness.
    pub fn is_turing_with_witness(&self) -> bool {
        matches!(self, Self::Turing(file) if file.has_witness())
    }

    /// The first input in the list of a plan's witness.
    pub fn witness(&self) -> Option<&Located<SourceFile>> {
        match self {
            Self::Plan(plan) => plan.witness.first(),
            _ => None,
        }
    }

    /// The number n if the claim is "n is prime". `None` for other machines, or if n does not fit
    /// in a `u64`.
    pub fn intervals_of(&self) -> Option<u64> {
        let Self::Claims(claims) = self else { return None };
        u64::try_from(&claims.intervals.as_ref()?.n.0).ok()
    }

    /// The key of this kind of machine in a file.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Plan(_) => "plan",
            Self::ShiftRegister(_) => "shift-register",
            Self::Votes(_) => "votes",
            Self::Chain(_) => "chain",
            Self::Caffeine(_) => "caffeine",
            Self::Turing(_) => "turing",
            Self::Claims(_) => "claims",
            Self::Circuit(_) => "circuit",
            Self::Quantified(_) => "quantified",
            Self::Graph(_) => "graph",
        }
    }
}

impl Located<MachineFile> {
    /// The machine as a plan.
    ///
    /// # Errors
    /// Returns an error if the machine is of another kind or has a mistake.
    pub fn plan(&self) -> Result<Plan, YamlError> {
        let here = Located { value: (), spot: self.spot };
        match &self.value {
            MachineFile::Plan(plan) => plan.build(&here),
            MachineFile::Votes(file) => file.build(&here),
            MachineFile::Chain(file) => file.build(&here),
            MachineFile::Caffeine(file) => file.build(&here),
            MachineFile::ShiftRegister(file) => file.build(&here),
            MachineFile::Turing(_) => Err(here.wrong(
                "this protocol needs a plan. For a Turing machine, use bisection, cross-examination or \
                 stochastic",
            )),
            MachineFile::Claims(_) => Err(here.wrong(
                "this protocol needs a computation. For claims, use recursive-debate or \
                 prover-estimator",
            )),
            MachineFile::Graph(file) => file.plan(),
            MachineFile::Circuit(file) => file.build(&here).map(|circuit| circuit.plan().clone()),
            MachineFile::Quantified(_) => {
                Err(here.wrong("this protocol needs a plan. For a quantified game, use \
                                `quantified`"))
            }
        }
    }

    /// The machine as a chain of configurations.
    ///
    /// # Errors
    /// Returns an error if the machine has a mistake.
    pub fn computation(&self) -> Result<Computation, YamlError> {
        if let MachineFile::Graph(file) = &self.value
            && file.is_walk()
        {
            return file.walk().map(Computation::turing);
        }
        match self.turing() {
            Some(machine) => Ok(Computation::turing(machine?)),
            None => Ok(Computation::plan(self.plan()?)),
        }
    }

    /// The machine as a deterministic Turing machine. `None` if the machine is of another kind.
    pub fn turing(&self) -> Option<Result<TuringMachine, YamlError>> {
        let deterministic = |machine: TuringMachine| match machine.is_probabilistic() {
            true => Err(self.wrong(
                "this machine has a random oracle, or Alice writes a part of its tape. Use the \
                 protocol `stochastic`",
            )),
            false => Ok(machine),
        };
        Some(self.any_turing()?.and_then(deterministic))
    }

    fn any_turing(&self) -> Option<Result<TuringMachine, YamlError>> {
        let MachineFile::Turing(file) = &self.value else { return None };
        let built = dialect::TuringFile::clone(file).setup().and_then(|setup| setup.build());
        Some(built.map_err(|faults| self.first_of(&faults)))
    }

    /// Converts the machine to a plan. The plan of a Turing machine covers all runs that can
    /// differ.
    ///
    /// # Errors
    /// Returns an error if the machine is of another kind, has a mistake, or is too large.
    pub fn stochastic_plan(&self) -> Result<Plan, YamlError> {
        match self.any_turing() {
            Some(machine) => self.locate_error(machine?.as_plan(&super::cancellable::token())),
            None => self.plan(),
        }
    }

    /// The position of a claim in the file. If the file does not list the claim, the position of
    /// the machine.
    pub fn spot_of_claim(&self, name: &str) -> Spot {
        let MachineFile::Claims(file) = &self.value else { return self.spot };
        let listed = file.tree.as_ref().and_then(|tree| tree.get(name));
        listed.map_or(self.spot, |claim| claim.spot)
    }

    /// The claims, with their truth and the players' knowledge. `bob` is Bob's knowledge if the
    /// file does not state it.
    ///
    /// # Errors
    /// Returns an error if the machine is of another kind or has a mistake.
    pub fn claims(&self, bob: Knowledge) -> Result<ClaimsInstance, YamlError> {
        self.claims_with(bob, FormulaHandling::Whole)
    }

    /// Does the same as [`Self::claims`], and lets the caller choose how to treat formulas.
    ///
    /// # Errors
    /// Returns the errors of [`Self::claims`].
    pub fn claims_with(
        &self,
        bob: Knowledge,
        formulas: FormulaHandling,
    ) -> Result<ClaimsInstance, YamlError> {
        match &self.value {
            MachineFile::Claims(file) => file.build(self.spot, bob, formulas),
            other => {
                let message =
                    format!("this protocol needs the machine `claims`, not `{}`", other.word());
                Err(self.wrong(message))
            }
        }
    }

    /// One error with the position of the first mistake and the texts of all mistakes.
    fn first_of(&self, faults: &MachineErrors) -> YamlError {
        let (mut spot, mut message) = (self.spot, faults.to_string());
        if let Some(first) = faults.iter().next() {
            message.clone_from(&first.message);
            spot = first.place.unwrap_or(spot);
        }
        let others: Vec<String> = faults.iter().skip(1).map(ToString::to_string).collect();
        if !others.is_empty() {
            message += &format!("; also: {}", others.join("; "));
        }
        YamlError::at(spot, message)
    }

    /// The machine as a circuit. A plan without asks becomes a circuit.
    ///
    /// # Errors
    /// Returns an error if the machine is of another kind or has a mistake.
    pub fn circuit(&self) -> Result<Circuit, YamlError> {
        if let MachineFile::Circuit(file) = &self.value {
            return file.build(&Located { value: (), spot: self.spot });
        }
        self.locate_error(Circuit::reduce(&self.plan()?))
    }

    /// The machine as a quantified game.
    ///
    /// # Errors
    /// Returns an error if the machine is of another kind or has a mistake.
    pub fn quantified(&self) -> Result<QuantifiedGame, YamlError> {
        match &self.value {
            MachineFile::Quantified(file) => file.build(&Located { value: (), spot: self.spot }),
            other => Err(self.wrong(format!(
                "a quantified debate needs the machine `quantified`, not `{}`",
                other.word()
            ))),
        }
    }
}
