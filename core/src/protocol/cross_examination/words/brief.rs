//! The rule in force, in words, with this debate's numbers.

use crate::protocol::CrossExamination;
use crate::protocol::cross_examination::{Phase, location_bits};
use crate::protocol::trial::words::{LIES_SURVIVE, NO_COPIES};
use crate::rules::{Cost, Eye, Position, Seat};
use crate::show::narrate::wins;
use crate::show::number::{self, count};
use crate::show::{Brief, ShowBrief};

impl ShowBrief for CrossExamination {
    fn brief(&self, eye: Eye) -> Brief {
        let setup = self.setup();
        let steps = count(self.plan().len() as u64);
        let judge = self.ledger().of(Seat::Judge);
        let limit = judge.query_limit().unwrap_or_default();
        let location = judge.limit(Cost::Location).unwrap_or_default();
        let mut rule = vec![match (self.pointed(), eye) {
            (Some(step), Eye::Seat(Seat::Judge)) if self.trial(step).is_the_judges() => {
                format!(
                    "Only step {} is on trial. Answer its question: here you are the oracle.",
                    number::step(step)
                )
            }
            (Some(step), _) => format!("Only step {} is on trial.", number::step(step)),
            (None, Eye::Seat(Seat::Alice)) => {
                "Write a bit for every step. Bob then points at one; \
                 the judge reads it and its relevant steps, and rules on that step alone."
                    .into()
            }
            (None, Eye::Seat(Seat::Bob)) => "Point at one step. Then the judge reads it and its \
                 relevant steps, and rules on that step alone."
                .into(),
            _ => "Bob points at one step. Then the judge reads it and its relevant steps, and \
                  rules on that step alone."
                .into(),
        }];
        rule.push(match self.pointed() {
            Some(step) if self.trial(step).is_the_judges() => format!(
                "Same as Alice wrote: step {} stands, and Alice wins. Not the same: Bob wins.",
                number::step(step)
            ),
            _ => format!("Right: {}. Wrong: {}.", wins(Seat::Alice, eye), wins(Seat::Bob, eye)),
        });
        let mut warnings = Vec::new();
        if !setup.copies {
            rule.push(NO_COPIES.into());
            warnings.push(LIES_SURVIVE.into());
        }
        let mut numbers = vec![if self.is_gate_check() {
            format!(
                "⌈log2 {steps}⌉ + 3 = {location} + 3 = {limit} bits settle these {steps} gates."
            )
        } else {
            let check = limit - location;
            format!(
                "At most {location} bits to point and {check} to check settle these {steps} steps; \
                 a million such, {}.",
                check + location_bits(1_000_000)
            )
        }];
        if eye == Eye::Seat(Seat::Judge) && self.pointed().is_some() {
            numbers.push("You may read more. Each bit is charged once.".into());
        }
        let played = match self.phase {
            Phase::Writing => 1,
            Phase::Pointing => 2,
            _ if self.pointed().is_some() => 3,
            _ => 2,
        };
        Brief {
            protocol: if self.is_gate_check() { "gate check" } else { "cross-examination" }.into(),
            progress: format!("turn {played} of 3"),
            rule,
            numbers,
            warnings,
            theorem: if self.is_gate_check() {
                "Thm 6, 2026 paper".into()
            } else {
                "Thm 5.3, 2024 paper".into()
            },
        }
    }
}
