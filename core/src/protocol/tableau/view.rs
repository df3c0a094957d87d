//! What each seat of a cross-examined Turing machine may know: the methods that strategies call.

use super::{Phase, Point, Tableau, TableauInstance};
use crate::machine::turing::{Field, Run};
use crate::rules::Side;
use crate::rules::View;

impl<'a> View<'a, Tableau> {
    /// What the debate is about. Everybody knows the machine and its input.
    pub fn setup(&self) -> &'a TableauInstance {
        self.rules.setup()
    }

    /// What Alice wrote: the provers see it, the judge only its parts.
    pub fn told(&self) -> Option<&'a Run> {
        (!self.is_judge()).then_some(self.rules.told.as_ref()).flatten()
    }

    /// The true transcript, if this prover ran the machine.
    pub fn own_run(&self) -> Option<&'a Run> {
        let ran = !self.is_judge() && self.seat().is_some_and(|seat| self.rules.ran[seat.index()]);
        ran.then(|| &self.rules.setup().run)
    }

    /// The true transcript as text, but for its last state if that is not what Alice claims.
    pub fn honest_text(&self) -> &'a str {
        self.rules.honest()
    }

    /// The field of a step that Alice says afresh now, where no copy of her wrote the transcript.
    pub fn asked_afresh(&self) -> Option<(u32, Field)> {
        self.rules.asked_afresh()
    }

    /// Where Bob pointed.
    pub fn point(&self) -> Option<Point> {
        self.rules.point()
    }

    /// The verdict that follows from what the judge was shown and asked; none if the oracle has to
    /// be asked first.
    pub fn verdict(&self) -> Option<Side> {
        self.rules.verdict()
    }

    /// The judge's own answer to the question on trial, where the judge is the oracle.
    pub fn own_judgement(&self) -> Option<bool> {
        match &self.rules.phase {
            Phase::Judging(point, neighbours, _)
                if self.is_judge() && self.setup().judge_is_oracle =>
            {
                neighbours.asked.as_ref()?;
                Some(self.rules.answer(*point, neighbours))
            }
            _ => None,
        }
    }
}
