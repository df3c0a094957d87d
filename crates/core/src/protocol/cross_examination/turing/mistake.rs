//! The mistakes in moves of a Turing machine's cross-examination, with everything revealed.

use super::Tableau;
use crate::machine::turing::{CellField, PointedAt, TuringRun};
use crate::protocol::trial::words::misanswered;
use crate::rules::{Move, Side, SkippedWriter, View};
use crate::text::number::{self, count};

impl View<'_, Tableau> {
    pub(super) fn mistaken(self, mv: &Move) -> Option<String> {
        match (self.point(), mv) {
            (None, Move::Tell(_)) if self.truth() == Some(true) => {
                let after = self.after(mv)?;
                let told = self.nested(&after).transcript()?;
                let how = match self.objection(told)? {
                    PointedAt::Step(_) => "point there",
                    PointedAt::Skip { .. } => "name both steps",
                };
                Some(format!("{} Bob can {how} and win.", self.broken(told)?))
            }
            (None, Move::Point(step)) => self.points_past(PointedAt::Step(*step)),
            (None, &Move::Skipped(SkippedWriter { step, writer })) => {
                self.points_past(PointedAt::Skip { step, writer })
            }
            (Some(_), Move::Name(_)) => self.shows_wrong(mv),
            (Some(point), Move::Rule(side)) => {
                let due = self.verdict().or(self.right())?;
                let step = number::step(point.step());
                let found = if due == Side::Alice { "is right" } else { "is wrong" };
                (due != *side).then(|| match self.verdict() {
                    Some(_) => format!("According to the bits that the judge read, step {step} {found}."),
                    None => format!(
                        "The judge did not ask the oracle. According to the true answer, step {step} {found}."
                    ),
                })
            }
            (Some(_), Move::Answer(answer)) if self.is_judging() => misanswered(self, answer.0),
            _ => None,
        }
    }

    /// The mistake of a Bob who points at a right step although another step is wrong.
    fn points_past(self, point: PointedAt) -> Option<String> {
        let told = self.transcript()?;
        let broken = self.broken(told)?;
        if self.right_at(point) == Some(Side::Bob) {
            return None;
        }
        let step = number::step(point.step());
        if let Some(PointedAt::Skip { step: skipping, .. }) = self.objection(told)
            && point == PointedAt::Step(skipping)
        {
            return Some(format!("{broken} Bob must name both steps."));
        }
        let there = match point {
            PointedAt::Step(_) => format!("Step {step} follows from what it reads."),
            PointedAt::Skip { writer, .. } => format!(
                "The pointer of step {step} is right: step {} did not write the cell after the step that it \
                 names.",
                number::step(writer)
            ),
        };
        Some(format!("{there} {broken}"))
    }

    /// The mistake in a new answer that breaks the disputed step. This is possible only without
    /// copies.
    fn shows_wrong(self, mv: &Move) -> Option<String> {
        let (step, field) = self.asked_afresh()?;
        let after = self.after(mv)?;
        let after = self.nested(&after);
        (self.right() == Some(Side::Alice) && after.right() == Some(Side::Bob)).then_some(())?;
        let says = |view: View<'_, Tableau>| {
            view.cell(step).map_or_else(String::new, |cell| view.table().write_field(&cell, field))
        };
        Some(format!(
            "In the transcript, step {} says {}, and the disputed step agrees with this. If the answer is {}, the \
             disputed step is wrong.",
            count(step.into()),
            says(self),
            says(after)
        ))
    }

    /// The step at which an honest Bob points in a transcript.
    pub(super) fn objection(self, told: &TuringRun) -> Option<PointedAt> {
        self.own_run()?.objection(told)
    }

    /// Describes the mistake in a transcript at the step where an honest Bob points. If fields are
    /// wrong, it gives the right fields and those that Alice wrote. If the pointer skips a later
    /// writer, it names that writer.
    pub(super) fn broken(self, told: &TuringRun) -> Option<String> {
        let step = match self.objection(told)? {
            PointedAt::Step(step) => step.number(),
            PointedAt::Skip { step, writer } => {
                return Some(format!(
                    "Step {} follows from what it reads, but its pointer skips step {}, which \
                     wrote the cell later.",
                    number::step(step),
                    number::step(writer)
                ));
            }
        };
        let (due, own) = (self.own_run()?.cell(step), told.cell(step));
        let machine = self.table();
        let differing: Vec<(String, String)> =
            [CellField::Symbol, CellField::State, CellField::Head, CellField::Pointers]
                .map(|field| (machine.write_field(&due, field), machine.write_field(&own, field)))
                .into_iter()
                .filter(|(due, own)| due != own)
                .collect();
        let (due, own): (Vec<String>, Vec<String>) = differing.into_iter().unzip();
        Some(format!(
            "Step {} is wrong: the machine gives {}, but Alice wrote {}.",
            count(step.into()),
            due.join(" "),
            own.join(" ")
        ))
    }
}
