//! The rule in force, in words, with this debate's numbers.

use crate::protocol::Tableau;
use crate::protocol::tableau::Point;
use crate::protocol::trial::words::{LIES_SURVIVE, NO_COPIES};
use crate::rules::{Cost, Eye, Position, Seat};
use crate::show::narrate::wins;
use crate::show::number::count;
use crate::show::{Brief, ShowBrief};

impl ShowBrief for Tableau {
    fn brief(&self, eye: Eye) -> Brief {
        let steps = self.setup().run.steps();
        let judge = self.ledger().of(Seat::Judge);
        let mut rule = vec![match (self.point(), eye) {
            (Some(Point::Step(step)), _) => format!("Only step {step} is on trial."),
            (Some(Point::Skip(skip)), _) => format!(
                "Only this is on trial: does step {} overlook that step {} wrote its cell?",
                skip.step, skip.writer
            ),
            (None, Eye::Seat(Seat::Alice)) => {
                "Write the whole run. Bob then points at one step; the judge checks it against \
                 the step before it and the last writer of its cell, and nothing else."
                    .into()
            }
            (None, Eye::Seat(Seat::Bob)) => {
                "Point at a step that does not follow from the step before it and the step that \
                 last wrote its cell (from). If from skips a later writer, name both."
                    .to_owned()
            }
            _ => "Bob points at one step. It is checked against the step before it and the step \
                  that last wrote its cell (from)."
                .to_owned(),
        }];
        rule.push(match self.point() {
            Some(Point::Skip(_)) => {
                format!("It does: {}. It does not: {}.", wins(Seat::Bob, eye), {
                    wins(Seat::Alice, eye)
                })
            }
            _ => format!("Right: {}. Wrong: {}.", wins(Seat::Alice, eye), wins(Seat::Bob, eye)),
        });
        let mut warnings = Vec::new();
        if !self.setup().copies {
            rule.push(NO_COPIES.into());
            warnings.push(LIES_SURVIVE.into());
        }
        let limit = |cost: Cost| judge.limit(cost).unwrap_or_default();
        let numbers = vec![format!(
            "At most {} bits settle {} steps, and {} for each step named.",
            limit(Cost::Transcript) + limit(Cost::Input),
            count(u64::from(steps)),
            limit(Cost::Location) / 2
        )];
        let progress = match (&self.told, self.point()) {
            (None, _) => "turn 1 of 3",
            (Some(_), None) => "turn 2 of 3",
            (Some(_), Some(_)) => "turn 3 of 3",
        };
        Brief {
            protocol: "cross-examination".into(),
            progress: progress.into(),
            rule,
            numbers,
            warnings,
            theorem: "Thm 5.3, 2024 paper".into(),
        }
    }
}
