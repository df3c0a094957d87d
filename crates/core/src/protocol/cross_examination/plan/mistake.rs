//! The mistakes in moves of a cross-examination, with everything revealed.

use super::CrossExamination;
use crate::machine::{Bits, Step};
use crate::rules::{BitRef, Move, Side, View};
use crate::text::number::{self, count};

impl View<'_, CrossExamination> {
    pub(super) fn mistaken(self, mv: &Move) -> Option<String> {
        match (self.on_trial(), mv) {
            (None, Move::Write(bits)) if self.may_stand() => {
                let step = self.ruled_on().first_wrong(bits)?;
                Some(format!("{} Bob can point there and win.", self.broken(step, bits)))
            }
            (None, Move::Point(step)) => self.points_past(*step),
            (Some(step), Move::Bit(bit)) => self.shows_wrong(step, bit.0),
            (Some(step), Move::Rule(side)) => self.rules_wrongly(step, *side),
            (Some(step), Move::Answer(answer)) if self.is_judging() => {
                self.known(BitRef::Step(step))?;
                (self.if_answered(answer.0) != self.oracle_finds()).then(|| {
                    let right = self.meaning(step, !answer.0);
                    let words = self.plan().words(step).to_string();
                    let end = if words.ends_with(['?', '.', '!']) { "" } else { "." };
                    format!(
                        "Step {}: {words}{end} The scenario's oracle answers {right}.",
                        count(step.number().into()),
                    )
                })
            }
            _ => None,
        }
    }

    /// The mistake of a Bob who points at a right step although another step is wrong.
    fn points_past(self, step: Step) -> Option<String> {
        let written = self.transcript()?;
        let wrong = self.ruled_on().first_wrong(written)?;
        if !self.ruled_on().is_right_at(step, written) {
            return None;
        }
        let conceded = if step == self.plan().output() { " This concedes the debate." } else { "" };
        Some(format!(
            "Step {} follows from the steps that it reads, and the judge checks no other \
             step.{conceded} {}",
            count(step.number().into()),
            self.broken(wrong, written)
        ))
    }

    /// The mistake in a new answer that breaks the disputed step. This is possible only without
    /// copies.
    fn shows_wrong(self, step: Step, bit: bool) -> Option<String> {
        let written = self.transcript()?;
        let cell = self.asked_afresh()?;
        let BitRef::Step(at) = cell else { return None };
        let due = written.at(at.index());
        let others = || self.ruled_on().is_right_at(step, written);
        (bit != due && others()).then(|| {
            format!(
                "If {cell} is {}, as Alice wrote it, step {} is right. If it is {}, the step may be wrong.",
                u8::from(due),
                count(step.number().into()),
                u8::from(bit)
            )
        })
    }

    fn rules_wrongly(self, step: Step, side: Side) -> Option<String> {
        let written = self.transcript()?;
        let name = count(step.number().into());
        match self.decided() {
            Some(read) if read == side => None,
            Some(read) => {
                let own = self.known(BitRef::Step(step))?;
                let (due, own) = (u8::from(own == (read == Side::Alice)), u8::from(own));
                Some(match read {
                    Side::Alice => format!(
                        "By the bits that the judge read, step {name} is {due}, as Alice says."
                    ),
                    Side::Bob => format!(
                        "By the bits that the judge read, step {name} is {due}, but Alice says {own}."
                    ),
                })
            }
            None => {
                let right = self.ruled_on().is_right_at(step, written);
                (Side::of_claim(right) != side).then(|| {
                    format!(
                        "The judge ruled without reading all bits that step {name} depends on. {}",
                        if right { "The step is right." } else { "The step is wrong." }
                    )
                })
            }
        }
    }

    /// Describes a wrong step, as in "The question of step 9: … It uses step 4 = 1. The answer is no, but Alice wrote
    /// yes."
    pub(super) fn broken(self, step: Step, written: &Bits) -> String {
        let own = written.at(step.index());
        let read: Vec<String> = self
            .plan()
            .relevant(step)
            .iter()
            .take(4)
            .map(|source| match source.get() {
                BitRef::Step(earlier) => {
                    let bit = u8::from(written.at(earlier.index()));
                    format!("step {} = {bit}", number::step(earlier))
                }
                BitRef::Input(input) => {
                    let bit = self.plan().inputs().at(input.index());
                    format!("{} = {}", self.plan().input_name(input), u8::from(bit))
                }
            })
            .collect();
        let name = count(step.number().into());
        let words = self.plan().words(step);
        let what = match self.plan().ask(step) {
            Some(_) => format!("The question of step {name}: {words}"),
            None => format!("Step {name}: {words}"),
        };
        let stop = if what.ends_with(['.', '?', '!']) { "" } else { "." };
        let from = match read.as_slice() {
            [] => String::new(),
            [..] => format!(" It uses {}.", number::and(&read)),
        };
        let due = match self.plan().ask(step) {
            Some(_) => format!("The answer is {}", self.meaning(step, !own)),
            None => format!("So it is {}", self.meaning(step, !own)),
        };
        format!("{what}{stop}{from} {due}, but Alice wrote {}.", self.meaning(step, own))
    }
}
