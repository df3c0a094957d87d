//! What is wrong with a move of a Turing machine's cross-examination, with everything shown.

use crate::machine::turing::{Field, Reading, Run};
use crate::protocol::Tableau;
use crate::protocol::tableau::{Phase, Point};
use crate::rules::{Move, Position, Rules, Side};
use crate::show::number::count;

impl Tableau {
    pub(super) fn mistaken(&self, mv: &Move) -> Option<String> {
        match (&self.phase, mv) {
            (Phase::Writing, Move::Tell(_)) if self.truth() == Some(true) => {
                let mut after = self.clone();
                after.play(mv).ok()?;
                let broken = after.broken(after.told.as_ref()?)?;
                Some(format!("{broken} Bob can point there and win."))
            }
            (Phase::Pointing, Move::Point(_) | Move::Skipped(_)) => {
                let broken = self.broken(self.told.as_ref()?)?;
                let point = match mv {
                    Move::Skipped(skip) => Point::Skip(*skip),
                    Move::Point(step) => Point::Step(*step),
                    _ => return None,
                };
                if self.neighbours(point, None).winner == Side::Bob {
                    return None;
                }
                let step = count(point.step().number().into());
                let there = match point {
                    Point::Step(_) => format!("Step {step} follows from what it reads."),
                    Point::Skip(skip) => format!(
                        "Step {step} overlooks nothing: step {} did not write its cell after the \
                         step it names.",
                        count(skip.writer.number().into())
                    ),
                };
                Some(format!("{there} {broken}"))
            }
            (Phase::Showing(point, neighbours), Move::Reveals(_)) => {
                let reading = neighbours.readings.get(self.shown.len())?;
                self.shows_wrong(*point, *reading, mv)
            }
            (Phase::Judging(point, neighbours, _), Move::Rule(side)) => {
                let due = self.verdict().unwrap_or(neighbours.winner);
                (due != *side).then(|| {
                    let step = count(point.step().number().into());
                    let found = match due {
                        Side::Alice => "holds",
                        Side::Bob => "does not hold",
                    };
                    match self.verdict() {
                        Some(_) => format!("By what was read Alice's step {step} {found}."),
                        None => format!(
                            "The oracle was not asked; by the machine's own answer step {step} \
                             {found}."
                        ),
                    }
                })
            }
            (Phase::Judging(point, neighbours, None), Move::Answer(answer)) => {
                let ruled = self.neighbours(*point, Some(answer.0)).winner;
                (ruled != neighbours.winner).then(|| {
                    format!(
                        "The machine's own oracle answers step {} otherwise.",
                        count(point.step().number().into())
                    )
                })
            }
            _ => None,
        }
    }

    /// Without copies: another field than was written, though what was written holds.
    fn shows_wrong(&self, point: Point, reading: Reading, mv: &Move) -> Option<String> {
        let Reading::Transcript(step, field) = reading else { return None };
        let mut after = self.clone();
        after.play(mv).ok()?;
        let holds = |debate: &Self| debate.neighbours(point, None).winner == Side::Alice;
        (holds(self) && !holds(&after)).then(|| {
            let machine = self.machine();
            format!(
                "Step {} says {} in the transcript, and the step on trial follows from that; with \
                 {} it does not.",
                count(step.into()),
                machine.write_field(&self.cell(step), field),
                machine.write_field(&after.cell(step), field)
            )
        })
    }

    /// The first step of a transcript that is not the machine's.
    pub(super) fn broken_at(&self, told: &Run) -> Option<u32> {
        self.setup().run.first_difference(told)
    }

    /// The first step of a transcript that is not the machine's: what it would be, and what it is.
    pub(super) fn broken(&self, told: &Run) -> Option<String> {
        let step = self.broken_at(told)?;
        let (due, own) = (self.setup().run.cell(step), told.cell(step));
        let machine = self.machine();
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
