//! What each seat of a cross-examination may know: the methods that strategies call.

use super::{CrossExamination, CrossExaminationInstance};
use crate::machine::{Bits, Plan, Step};
use crate::rules::View;
use crate::rules::{Cell, Side};

impl<'a> View<'a, CrossExamination> {
    /// What the debate is about. Everybody knows the plan and its inputs.
    pub fn setup(&self) -> &'a CrossExaminationInstance {
        self.rules.setup()
    }

    /// The computation.
    pub fn plan(&self) -> &'a Plan {
        self.rules.plan()
    }

    /// What Alice wrote: the provers see it, the judge only cell by cell.
    pub fn transcript(&self) -> Option<&'a Bits> {
        (!self.is_judge()).then_some(self.rules.transcript.as_ref()).flatten()
    }

    /// The true transcript, if this prover ran the plan.
    pub fn own_run(&self) -> Option<&'a Bits> {
        let ran = !self.is_judge() && self.seat().is_some_and(|seat| self.rules.ran[seat.index()]);
        ran.then(|| self.rules.honest())
    }

    /// The step on trial.
    pub fn pointed(&self) -> Option<Step> {
        self.rules.pointed()
    }

    /// The cell whose bit Alice is asked for afresh, where no copy of her wrote the transcript.
    pub fn asked_afresh(&self) -> Option<Cell> {
        match self.rules.phase {
            super::Phase::Showing(_, cell) => Some(cell),
            _ => None,
        }
    }

    /// The value that everybody knows a cell to have: the output by the claim, others by the
    /// judge's readings.
    pub fn public(&self, cell: Cell) -> Option<bool> {
        self.rules.known_to_judge(cell)
    }

    /// What the oracle answered this seat about a step.
    pub fn answered(&self, step: Step) -> Option<bool> {
        self.rules.answers[self.seat()?.index()].get(&step).copied()
    }

    /// The verdict that follows from what the judge read and asked; none if that is not enough.
    pub fn verdict(&self) -> Option<Side> {
        self.rules.verdict(self.pointed()?)
    }

    /// The judge's own answer to the question on trial, where the judge is the oracle and has
    /// read all that the question rests on.
    pub fn own_judgement(&self) -> Option<bool> {
        let step = self.pointed()?;
        let own = self.is_judge() && self.setup().judge_is_oracle;
        let asked = own && self.plan().ask(step).is_some();
        if asked { self.rules.judgement(step) } else { None }
    }
}
