//! Who can be seated, by name.

use super::{alice, bob, judge};
use crate::machine::{Plan, Step};
use crate::protocol::CrossExamination;
use crate::rules::Seat;
use crate::strategy::argument::{Argument, Given};
use crate::strategy::listed::reading_judges;
use crate::strategy::{Listed, Players, plays};

impl Players for CrossExamination {
    fn roster() -> Vec<Listed<Self>> {
        let step = Argument::Number("t");
        let (listed, plain) = (Listed::new, Listed::plain);
        let mut roster = vec![
            plain(
                Seat::Alice,
                "honest",
                "writes the true transcript, except that its last bit is her claim",
                alice::honest,
            ),
            listed(
                Seat::Alice,
                "lie-at",
                step,
                "lies at step t and stays consistent with the lie after it",
                |debate, given| {
                    let at = existing(debate, given)?;
                    plays(move |sight| alice::lie_at(at, sight))
                },
            ),
            listed(Seat::Alice, "flip", step, "flips step t and nothing else", |debate, given| {
                let at = existing(debate, given)?;
                plays(move |sight| alice::flip(at, sight))
            }),
            listed(
                Seat::Alice,
                "random-lies",
                Argument::NumberOr("n", 1),
                "flips n steps drawn at random",
                |debate, given| {
                    let lies = up_to(&debate.setup().plan, given)?;
                    plays(move |sight| alice::random_lies(lies, sight))
                },
            ),
            Listed::adaptive(alice::adaptive, |debate| debate.setup().copies),
            plain(
                Seat::Bob,
                "honest",
                "runs the plan, points at the first wrong step, and concedes if there is none",
                bob::honest,
            ),
            listed(
                Seat::Bob,
                "point",
                step,
                "points at step t, whatever it says",
                |debate, given| {
                    let at = existing(debate, given)?;
                    plays(move |sight| bob::point(at, sight))
                },
            ),
            plain(Seat::Bob, "random", "points at a step drawn at random", bob::random),
            plain(Seat::Bob, "lazy", "concedes, always", bob::lazy),
            plain(
                Seat::Bob,
                "wrong",
                "points at a step that is right, if there is one",
                bob::wrong,
            ),
            plain(
                Seat::Bob,
                "always-objects",
                "never concedes: points at a wrong step, or else at the first step",
                bob::always_objects,
            ),
            plain(
                Seat::Judge,
                "honest",
                "reads the step and what it reads, asks if it must, and rules by that",
                judge::honest,
            ),
        ];
        roster.extend(reading_judges(judge::budget, judge::wasteful));
        roster
    }
}

fn existing(debate: &CrossExamination, given: Given) -> Result<Step, String> {
    let plan = &debate.setup().plan;
    match u32::try_from(given.number()) {
        Ok(number @ 1..) if plan.has(Step::new(number)) => Ok(Step::new(number)),
        _ => Err(format!("there is no step {}: they go from 1 to {}", given.number(), plan.len())),
    }
}

fn up_to(plan: &Plan, given: Given) -> Result<usize, String> {
    match usize::try_from(given.number()) {
        Ok(n) if n <= plan.len() => Ok(n),
        _ => Err(format!("the plan has {} steps to lie about", plan.len())),
    }
}
