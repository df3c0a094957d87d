//! What a debate is about, as a file writes it: one kind of machine.

use serde::{Deserialize, Serialize};

use super::circuit::{CircuitFile, QuantifiedFile};
use super::claims::{ClaimsFile, Formulas};
use super::families::{CaffeineFile, ChainFile, VotesFile};
use super::graph::GraphFile;
use super::place::{At, Fault, Spot};
use super::plan::{PlanFile, SourceFile};
use crate::machine::claims::{Case, Knowledge};
use crate::machine::plan::{ShiftRegisterError, shift_register};
use crate::machine::turing::{Faults, TuringMachine, dialect};
use crate::machine::{Circuit, Computation, Plan, QuantifiedGame};

/// A machine. Each kind is one line here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum MachineFile {
    /// A plan, listed step by step.
    Plan(PlanFile),
    /// A long plan of xor gates, made from a few numbers.
    ShiftRegister(ShiftRegisterFile),
    /// Independent votes on one question, and a gate that counts them.
    Votes(VotesFile),
    /// A chain of two states, an ask a step.
    Chain(ChainFile),
    /// The 2024 paper's meta-analysis of whether caffeine improves learning.
    Caffeine(CaffeineFile),
    /// A Turing machine in the dialect of turingmachine.io.
    Turing(Box<dialect::Machine>),
    /// A claim tree, listed or made by a family, with what is true and who knows it.
    Claims(Box<ClaimsFile>),
    /// A circuit: a formula, a file's text, or a family.
    Circuit(Box<CircuitFile>),
    /// A quantified game.
    Quantified(QuantifiedFile),
    /// A graph, and whether a vertex of it can be reached.
    Graph(Box<GraphFile>),
}

/// A linear-feedback shift register: step t is the xor of the steps at the taps before it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ShiftRegisterFile {
    /// How many steps, up to 10,000,000.
    pub steps: At<u64>,
    /// How far back each step reads.
    pub taps: At<Vec<u32>>,
    /// The bits it starts from, as many as the furthest tap: "1011".
    pub start: At<String>,
}

impl ShiftRegisterFile {
    fn build(&self, here: &At<()>) -> Result<Plan, Fault> {
        let start = self.start.parse().map_err(|e: String| self.start.wrong(e))?;
        shift_register(*self.steps, &self.taps, &start).map_err(|e| {
            let spot = match e {
                ShiftRegisterError::Taps => self.taps.spot,
                ShiftRegisterError::Start { .. } => self.start.spot,
                ShiftRegisterError::Steps { .. } => self.steps.spot,
                ShiftRegisterError::Plan(_) => here.spot,
            };
            Fault::at(spot, e.to_string())
        })
    }
}

impl MachineFile {
    /// Whether it is a Turing machine.
    pub fn is_turing(&self) -> bool {
        matches!(self, Self::Turing(_))
    }

    /// The first input that a plan marks as part of its witness.
    pub fn witness(&self) -> Option<&At<SourceFile>> {
        match self {
            Self::Plan(plan) => plan.witness.first(),
            _ => None,
        }
    }

    /// The word for this kind in a file.
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

impl At<MachineFile> {
    /// The machine as a plan.
    ///
    /// # Errors
    /// If it is of another kind, or faulty.
    pub fn plan(&self) -> Result<Plan, Fault> {
        let here = At { value: (), spot: self.spot };
        match &self.value {
            MachineFile::Plan(plan) => plan.build(&here),
            MachineFile::Votes(file) => file.build(&here),
            MachineFile::Chain(file) => file.build(&here),
            MachineFile::Caffeine(file) => file.build(&here),
            MachineFile::ShiftRegister(file) => file.build(&here),
            MachineFile::Turing(_) => Err(here.wrong(
                "this protocol needs a plan; a Turing machine can be bisected, cross-examined, or \
                 debated by `stochastic`",
            )),
            MachineFile::Claims(_) => Err(here.wrong(
                "this protocol needs a computation; claims are debated by recursive-debate or \
                 prover-estimator",
            )),
            MachineFile::Graph(file) => file.plan(),
            MachineFile::Circuit(file) => file.build(&here).map(|circuit| circuit.plan().clone()),
            MachineFile::Quantified(_) => {
                Err(here.wrong("a quantified game is no plan; its protocol is `quantified`"))
            }
        }
    }

    /// The machine as a chain of configurations.
    ///
    /// # Errors
    /// If it is faulty.
    pub fn computation(&self) -> Result<Computation, Fault> {
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

    /// The machine as a deterministic Turing machine; none if it is of another kind.
    pub fn turing(&self) -> Option<Result<TuringMachine, Fault>> {
        let deterministic = |machine: TuringMachine| {
            match machine.is_probabilistic() {
            true => Err(self.wrong(
                "this machine's oracle answers by chance, or Alice writes a part of its tape: it is \
                 debated by `stochastic`",
            )),
            false => Ok(machine),
        }
        };
        Some(self.any_turing()?.and_then(deterministic))
    }

    fn any_turing(&self) -> Option<Result<TuringMachine, Fault>> {
        let MachineFile::Turing(file) = &self.value else { return None };
        let built = dialect::Machine::clone(file).setup().and_then(|setup| setup.build());
        Some(built.map_err(|faults| self.first_of(&faults)))
    }

    /// The machine as a plan, a Turing machine too: its runs by what can tell them apart.
    ///
    /// # Errors
    /// If it is of another kind, faulty or too large.
    pub fn stochastic_plan(&self) -> Result<Plan, Fault> {
        match self.any_turing() {
            Some(machine) => self.told(machine?.as_plan(&super::reading::token())),
            None => self.plan(),
        }
    }

    /// Where a listed claim stands; for claims of a family, where the machine does.
    pub fn spot_of_claim(&self, name: &str) -> Spot {
        let MachineFile::Claims(file) = &self.value else { return self.spot };
        let listed = file.tree.as_ref().and_then(|tree| tree.get(name));
        listed.map_or(self.spot, |claim| claim.spot)
    }

    /// The claims, with what is true and who knows it. Where the file does not say what Bob knows,
    /// it is what `bob` says.
    ///
    /// # Errors
    /// If the machine is of another kind, or faulty.
    pub fn claims(&self, bob: Knowledge) -> Result<Case, Fault> {
        self.claims_with(bob, Formulas::Whole)
    }

    /// The same with what becomes of each rule that is a formula.
    ///
    /// # Errors
    /// As there.
    pub fn claims_with(&self, bob: Knowledge, formulas: Formulas) -> Result<Case, Fault> {
        match &self.value {
            MachineFile::Claims(file) => file.build(self.spot, bob, formulas),
            other => {
                let message = format!("this protocol needs `claims`, not a {}", other.word());
                Err(self.wrong(message))
            }
        }
    }

    /// The first fault, with the number of the others.
    fn first_of(&self, faults: &Faults) -> Fault {
        let (mut spot, mut message) = (self.spot, faults.to_string());
        if let Some(first) = faults.iter().next() {
            message.clone_from(&first.message);
            spot = first.place.unwrap_or(spot);
        }
        let others: Vec<String> = faults.iter().skip(1).map(ToString::to_string).collect();
        if !others.is_empty() {
            message += &format!("; and also {}", others.join("; "));
        }
        Fault::at(spot, message)
    }

    /// The machine as a circuit: a circuit, or a plan that asks nothing.
    ///
    /// # Errors
    /// If it is of another kind, or faulty.
    pub fn circuit(&self) -> Result<Circuit, Fault> {
        if let MachineFile::Circuit(file) = &self.value {
            return file.build(&At { value: (), spot: self.spot });
        }
        self.told(Circuit::reduce(&self.plan()?))
    }

    /// The machine as a quantified game.
    ///
    /// # Errors
    /// If it is of another kind, or faulty.
    pub fn quantified(&self) -> Result<QuantifiedGame, Fault> {
        match &self.value {
            MachineFile::Quantified(file) => file.build(&At { value: (), spot: self.spot }),
            other => Err(self.wrong(format!(
                "a quantified debate needs the machine `quantified`, not `{}`",
                other.word()
            ))),
        }
    }
}
