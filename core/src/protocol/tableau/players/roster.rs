//! Who can be seated, by name.

use super::{alice, bob, judge};
use crate::machine::Step;
use crate::machine::story::{misstep, smuggle};
use crate::machine::turing::{Change, Deviation};
use crate::protocol::Tableau;
use crate::protocol::bisection::players::step_and_cell;
use crate::rules::Seat;
use crate::strategy::argument::Argument;
use crate::strategy::{Listed, Players, plays};

impl Players for Tableau {
    fn roster() -> Vec<Listed<Self>> {
        let (listed, plain) = (Listed::new, Listed::plain);
        let step = Argument::Number("t");
        vec![
            plain(
                Seat::Alice,
                "honest",
                "writes the true run, except that it ends as she claims",
                alice::honest,
            ),
            Listed::adaptive(alice::adaptive, |debate| debate.setup().copies),
            listed(
                Seat::Alice,
                "wrong-at",
                Argument::StepAndCell("t", "cell"),
                "goes wrong at step t (there cell changes, if named) and stays consistent after it",
                |debate, given| {
                    let (step, cell) = step_and_cell(given)?;
                    let run = &debate.setup().run;
                    existing(debate, u64::from(step))?;
                    let change = match cell {
                        Some(cell) => smuggle(run, step, cell),
                        None => misstep(run, step).map(Change::Claims),
                    };
                    alice::telling(debate, Deviation { step, change: change.map_err(words)? })
                },
            ),
            listed(
                Seat::Alice,
                "flip",
                step,
                "writes step t wrong and nothing else",
                |debate, given| {
                    let step = existing(debate, given.number())?.number();
                    let cell = misstep(&debate.setup().run, step).map_err(words)?;
                    alice::telling(debate, Deviation { step, change: Change::Slips(cell) })
                },
            ),
            listed(
                Seat::Alice,
                "skip",
                step,
                "points step t at an older writer of its cell than the last",
                |debate, given| {
                    let step = existing(debate, given.number())?.number();
                    let run = &debate.setup().run;
                    let mut cell = run.cell(step);
                    let Some(last) = cell.from.iter_mut().find(|from| **from > 0) else {
                        return Err(format!("step {step} reads the input: no writer to skip"));
                    };
                    let older = run.cell(*last).from.first().copied().unwrap_or(0);
                    *last = older;
                    alice::telling(debate, Deviation { step, change: Change::Slips(cell) })
                },
            ),
            plain(
                Seat::Bob,
                "honest",
                "runs the machine, points at the first wrong step, and concedes if there is none",
                bob::honest,
            ),
            listed(
                Seat::Bob,
                "point",
                step,
                "points at step t, whatever it says",
                |debate, given| {
                    let at = existing(debate, given.number())?;
                    plays(move |sight| bob::point(at, sight))
                },
            ),
            plain(Seat::Bob, "random", "points at a step drawn at random", bob::random),
            plain(Seat::Bob, "lazy", "concedes, always", bob::lazy),
            plain(
                Seat::Bob,
                "always-objects",
                "never concedes: points at a wrong step, or else at the first step",
                bob::always_objects,
            ),
            plain(
                Seat::Judge,
                "honest",
                "checks what it is shown by the machine's own table, and asks the oracle if it must",
                judge::honest,
            ),
            plain(
                Seat::Judge,
                "trusting",
                "checks what it is shown, but believes Alice rather than ask the oracle",
                judge::trusting,
            ),
        ]
    }
}

fn words(error: crate::machine::LieError) -> String {
    error.to_string()
}

fn existing(debate: &Tableau, number: u64) -> Result<Step, String> {
    let steps = debate.setup().run.steps();
    match u32::try_from(number) {
        Ok(number @ 1..) if number <= steps => Ok(Step::new(number)),
        _ => Err(format!("there is no step {number}: they go from 1 to {steps}")),
    }
}
