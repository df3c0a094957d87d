//! The rule in force, in words, with this debate's numbers.

use crate::machine::Computation;
use crate::protocol::Bisection;
use crate::protocol::bisection::{Phase, rounds_for};
use crate::rules::{Eye, Seat};
use crate::show::number::count;
use crate::show::{Brief, ShowBrief};

impl ShowBrief for Bisection {
    fn brief(&self, eye: Eye) -> Brief {
        let steps = self.computation().steps();
        let rounds = rounds_for(steps);
        let played = self.rounds().len();
        let named = match self.computation() {
            Computation::Turing(_) => "tape, head and state",
            Computation::Plan(_) => "the live bits",
        };
        let says = match eye {
            Eye::Seat(Seat::Bob) => "say in which half the lie is",
            _ => "Bob says in which half the lie is",
        };
        let rule = match (&self.phase, eye) {
            (Phase::Checking(..) | Phase::Answering(_) | Phase::Over(..), _) => vec![
                "One step is left, and it is on trial: does the first configuration lead to the \
                 second?"
                    .to_owned(),
                "It does: Alice wins. It does not: Bob wins.".into(),
                "All that was named has the shape of a configuration; that was checked.".into(),
            ],
            (_, Eye::Seat(Seat::Alice)) => vec![
                format!(
                    "Name {named} at the middle. Bob says in which half the lie is. That half is \
                     halved again, until one step is left: the judge checks that step."
                ),
                "Anything in the shape of a configuration may be named.".into(),
            ],
            _ => vec![format!(
                "Alice names {named} at the middle; {says}. That half is halved again, until one \
                 step is left: the judge checks that step."
            )],
        };
        let bits = self.computation().most_bits();
        let numbers = vec![format!(
            "At most {rounds} rounds, {} configurations of {} bits.",
            rounds + 2,
            count(u64::from(bits))
        )];
        let progress = match &self.phase {
            Phase::Ending => "the last configuration".to_owned(),
            Phase::Naming(_) | Phase::Choosing(_) => format!("round {} of {rounds}", played + 1),
            _ => "the last step".to_owned(),
        };
        Brief {
            protocol: "bisection".into(),
            progress,
            rule,
            numbers,
            warnings: Vec::new(),
            theorem: "Thm 5.1, 2024 paper".into(),
        }
    }
}
