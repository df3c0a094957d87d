//! What is wrong with a move of a Turing machine's cross-examination, with everything shown.

use super::Tableau;
use crate::machine::turing::{Field, PointedAt, Run};
use crate::protocol::trial::words::misanswered;
use crate::rules::{Move, Side, Skip, View};
use crate::text::number::{self, count};

impl View<'_, Tableau> {
    pub(super) fn mistaken(self, mv: &Move) -> Option<String> {
        match (self.point(), mv) {
            (None, Move::Tell(_)) if self.truth() == Some(true) => {
                let after = self.after(mv)?;
                let told = self.of(&after).transcript()?;
                let how = match self.objection(told)? {
                    PointedAt::Step(_) => "point there",
                    PointedAt::Skip { .. } => "name both",
                };
                Some(format!("{} Bob can {how} and win.", self.broken(told)?))
            }
            (None, Move::Point(step)) => self.points_past(PointedAt::Step(*step)),
            (None, &Move::Skipped(Skip { step, writer })) => {
                self.points_past(PointedAt::Skip { step, writer })
            }
            (Some(_), Move::Name(_)) => self.shows_wrong(mv),
            (Some(point), Move::Rule(side)) => {
                let due = self.verdict().or(self.right())?;
                let step = number::step(point.step());
                let found = if due == Side::Alice { "holds" } else { "does not hold" };
                (due != *side).then(|| match self.verdict() {
                    Some(_) => format!("By what was read Alice's step {step} {found}."),
                    None => format!(
                        "The oracle was not asked; by the machine's own answer step {step} {found}."
                    ),
                })
            }
            (Some(_), Move::Answer(answer)) if self.is_judging() => misanswered(self, answer.0),
            _ => None,
        }
    }

    /// Bob points where nothing is wrong, though something is.
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
            return Some(format!("{broken} Both have to be named."));
        }
        let there = match point {
            PointedAt::Step(_) => format!("Step {step} follows from what it reads."),
            PointedAt::Skip { writer, .. } => format!(
                "Step {step} overlooks nothing: step {} did not write its cell after the step it \
                 names.",
                number::step(writer)
            ),
        };
        Some(format!("{there} {broken}"))
    }

    /// Without copies: another field than was written, though what was written holds.
    fn shows_wrong(self, mv: &Move) -> Option<String> {
        let (step, field) = self.asked_afresh()?;
        let after = self.after(mv)?;
        let after = self.of(&after);
        (self.right() == Some(Side::Alice) && after.right() == Some(Side::Bob)).then_some(())?;
        let says = |view: View<'_, Tableau>| {
            view.cell(step).map_or_else(String::new, |cell| view.table().write_field(&cell, field))
        };
        Some(format!(
            "Step {} says {} in the transcript, and the step on trial follows from that; with {} it \
             does not.",
            count(step.into()),
            says(self),
            says(after)
        ))
    }

    /// Where an honest Bob points in a transcript.
    pub(super) fn objection(self, told: &Run) -> Option<PointedAt> {
        self.own_run()?.objection(told)
    }

    /// What is wrong with a transcript where an honest Bob points: what the step would be, and what it is;
    /// or the later writer that it overlooks.
    pub(super) fn broken(self, told: &Run) -> Option<String> {
        let step = match self.objection(told)? {
            PointedAt::Step(step) => step.number(),
            PointedAt::Skip { step, writer } => {
                return Some(format!(
                    "Step {} follows from what it reads, but overlooks that step {} wrote its cell.",
                    number::step(step),
                    number::step(writer)
                ));
            }
        };
        let (due, own) = (self.own_run()?.cell(step), told.cell(step));
        let machine = self.table();
        let differing: Vec<(String, String)> =
            [Field::Symbol, Field::State, Field::Head, Field::Pointers]
                .map(|field| (machine.write_field(&due, field), machine.write_field(&own, field)))
                .into_iter()
                .filter(|(due, own)| due != own)
                .collect();
        let (due, own): (Vec<String>, Vec<String>) = differing.into_iter().unzip();
        Some(format!(
            "Step {} does not follow: the machine gives {}, Alice wrote {}.",
            count(step.into()),
            due.join(" "),
            own.join(" ")
        ))
    }
}
