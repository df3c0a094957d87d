//! Players of a Turing machine's cross-examination: the Alices, and what the judges are.

use std::collections::BTreeMap;

use super::Seen;
use super::rules::{Tableau, ending_as_claimed};
use crate::machine::LieError;
use crate::machine::story::{misstep, smuggle};
use crate::machine::turing::{Deviation, PointedAt, Run, TableChange, TableauCell};
use crate::protocol::bisection::players::step_and_cell;
use crate::protocol::cross_examination::players::{self as bobs, existing};
use crate::protocol::trial::trusting;
use crate::rules::{Move, Phrase, Seat, Skip};
use crate::strategy::argument::{Argument, Given};
use crate::strategy::judges;
use crate::strategy::{Choice, Listed, Made, Players, plays};

impl Players for Tableau {
    fn roster() -> Vec<Listed<Self>> {
        let step = Argument::Number("t");
        type Maker = fn(&Tableau, Given) -> Made<Tableau>;
        let listed = |name, argument, says, make: Maker| {
            Listed::new(Seat::Alice, name, argument, says, make)
        };
        let mut roster = vec![
            Listed::plain(
                Seat::Alice,
                "honest",
                "writes the true run, except that it ends as she claims",
                honest,
            ),
            Listed::adaptive(adaptive, |debate| debate.setup().copies),
            listed(
                "wrong-at",
                Argument::StepAndCell("t", "cell"),
                "goes wrong at step t (there cell changes, if named) and stays consistent after it",
                |debate, given| {
                    let (step, cell) = step_and_cell(given)?;
                    existing(debate.run().steps() as usize, Given::Number(step.into()))?;
                    let change = match cell {
                        Some(cell) => smuggle(debate.run(), step, cell),
                        None => misstep(debate.run(), step).map(TableChange::Claims),
                    };
                    let change = change.map_err(|e: LieError| e.to_string())?;
                    telling(debate, Deviation { step, change })
                },
            ),
            listed("flip", step, "writes step t wrong and nothing else", |debate, given| {
                let step = existing(debate.run().steps() as usize, given)?.number();
                let cell = misstep(debate.run(), step).map_err(|e| e.to_string())?;
                telling(debate, Deviation { step, change: TableChange::Slips(cell) })
            }),
            listed(
                "skip",
                step,
                "points step t at an older writer of its cell than the last",
                |debate, given| {
                    let step = existing(debate.run().steps() as usize, given)?.number();
                    let mut cell = debate.run().cell(step);
                    let Some(last) = cell.from.iter_mut().find(|from| **from > 0) else {
                        return Err(format!("step {step} reads the input: no writer to skip"));
                    };
                    let older = debate.run().cell(*last).from.first().copied().unwrap_or(0);
                    *last = older;
                    telling(debate, Deviation { step, change: TableChange::Slips(cell) })
                },
            ),
        ];
        let says =
            "runs the machine, points at the first wrong step, and concedes if there is none";
        roster.extend(bobs::listed(says, |view: Seen<'_>| view.steps(), objection));
        roster.push(bobs::always_objecting(objection));
        let judge = |name, says, choose| Listed::plain(Seat::Judge, name, says, choose);
        let honest =
            "checks what it is shown by the machine's own table, and asks the oracle if it must";
        roster.push(judge("honest", honest, judges::honest));
        let trusts = "checks what it is shown, but believes Alice rather than ask the oracle";
        roster.push(judge("trusting", trusts, trusting));
        roster
    }
}

/// If the first step that is not as it ran does not follow from what it reads, Bob points at it;
/// if it does, its pointer skips a later writer, which he names. None if this prover has not run the
/// machine.
fn objection(view: Seen<'_>) -> Option<Option<Move>> {
    let run = view.own_run()?;
    let differs = view.transcript().and_then(|told| run.objection(told));
    Some(differs.map(|point| match point {
        PointedAt::Step(step) => Move::Point(step),
        PointedAt::Skip { step, writer } => Move::Skipped(Skip { step, writer }),
    }))
}

/// Runs the machine, and writes that, with the last state that she claims.
fn honest(view: Seen<'_>) -> Choice {
    write(view, view.honest_text())
}

/// An Alice who runs the machine and writes the run with one deviation, and an end as claimed.
fn telling(debate: &Tableau, deviation: Deviation) -> Made<Tableau> {
    let (run, claim) = (debate.run(), debate.setup().claim);
    let deviations = ending_as_claimed(run, vec![deviation], claim);
    // Whether the deviation leaves configurations is found out here, not when it is told.
    Run::deviating(run.machine().clone(), deviations.clone()).map_err(|e| e.to_string())?;
    let text = run.machine().write_deviations(&deviations);
    plays(move |view: Seen<'_>| write(view, Some(&text)))
}

/// Writes as the honest Alice does. Where nothing holds her to it, she says what makes the step on
/// trial follow, and the pointer on trial right: her run as it was, or, of the last step, an end
/// as claimed with another step before it.
fn adaptive(view: Seen<'_>) -> Choice {
    let (Some((step, _)), Some(own), Some(told)) =
        (view.asked_afresh(), view.own_run(), view.transcript())
    else {
        return honest(view);
    };
    let bent = match view.point() {
        Some(PointedAt::Step(on_trial)) if on_trial.number() == own.steps() => {
            bent_end(own, view.claim())
        }
        _ => BTreeMap::new(),
    };
    // She wrote the run but for its last state, which the claim fixes.
    say(view, bent.get(&step).unwrap_or(&told.cell(step)))
}

/// The last steps of a run, changed so that the last one follows from what it reads and has this
/// output; none if the run has it, or if that cannot be done by changing the step before it.
fn bent_end(run: &Run, claim: bool) -> BTreeMap<u32, TableauCell> {
    let (machine, last) = (run.machine(), run.steps());
    if last < 2 || machine.accepts(run.cell(last).state) == claim {
        return BTreeMap::new();
    }
    // The step before the last wrote what the last reads: the head came back to where it was.
    let before = run.at(last - 2).head();
    let ways = machine.states().filter(|&state| machine.reads(state) == 1).flat_map(|state| {
        let symbols = machine.alphabet().symbols();
        symbols.map(move |symbol| (symbol, state))
    });
    for (symbol, state) in ways {
        let (wrote, next, head) = machine.expected(&[symbol], state, before, None);
        if machine.accepts(next) == claim {
            let mut penultimate = run.cell(last - 1);
            (penultimate.wrote, penultimate.state, penultimate.head) = (symbol, state, before);
            let end =
                TableauCell { wrote, state: next, head, from: [last - 1].into_iter().collect() };
            return [(last - 1, penultimate), (last, end)].into();
        }
    }
    BTreeMap::new()
}

/// Says the field she is asked for, the step's cell being this one.
fn say(view: Seen<'_>, cell: &TableauCell) -> Choice {
    let machine = view.machine();
    let field = view.asked_afresh().map(|(_, field)| machine.write_field(cell, field));
    // A field's text is never empty and has no control characters in it.
    match field.and_then(|text| text.parse::<Phrase>().ok()) {
        Some(text) => Move::Name(text).into(),
        None => Move::Run.into(),
    }
}

/// Runs the machine, then writes this; asked afresh, stays with what she wrote.
fn write(view: Seen<'_>, text: Option<&str>) -> Choice {
    if let (Some((step, _)), Some(told)) = (view.asked_afresh(), view.transcript()) {
        return say(view, &told.cell(step));
    }
    match (view.own_run(), text.map(str::parse::<Phrase>)) {
        (Some(_), Some(Ok(text))) => Move::Tell(text).into(),
        _ => Move::Run.into(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::debate::{Advance, Debate, SeatPlan, Table};
    use crate::machine::testing::any_machine;
    use crate::machine::turing::TuringMachine;
    use crate::machine::turing::dialect::parse;
    use crate::protocol::cross_examination::TableauInstance;
    use crate::rules::Side;

    /// Who wins when an adaptive Alice claims this of a machine; none if no state fits the claim.
    fn winner(machine: TuringMachine, claim: bool, copies: bool, bob: &str) -> Option<Side> {
        let setup =
            TableauInstance { machine: Run::new(machine), claim, copies, judge_is_oracle: false };
        let mut debate = Debate::new(Tableau::new(setup).ok()?, 1).expect("a debate");
        for (seat, player) in Seat::ALL.into_iter().zip(["adaptive", bob, "honest"]) {
            debate.seat(seat, &SeatPlan::Program(player.into())).expect("a player");
        }
        let table: &mut dyn Table = &mut debate;
        match table.run().expect("legal moves") {
            Advance::Over(outcome) => Some(outcome.winner),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn without_copies_a_false_claim_about_a_machine_survives() {
        let machine = parse(
            "{input: aaa, blank: ' ', start state: out, table: {out: {a: R, ' ': {L: home}}, \
             home: {a: L, ' ': {R: accept}}, accept: , reject: }}",
        )
        .expect("a machine");
        let winner = |copies| winner(machine.clone(), false, copies, "honest");
        assert_eq!(winner(true), Some(Side::Bob));
        assert_eq!(winner(false), Some(Side::Alice));
    }

    proptest! {
        #[test]
        fn an_alice_held_to_nothing_loses_only_if_no_step_leads_to_the_claimed_end(
            machine in any_machine(), claim: bool, bob in prop::sample::select(vec![
                "honest", "always-objects", "random", "lazy",
            ]),
        ) {
            let run = Run::new(machine.clone());
            let last = run.steps();
            let is_true = machine.accepts(run.cell(last).state) == claim;
            // Some row of the table gives the claimed output where the step before left the head.
            let bendable = last > 1 && machine.states().any(|state| {
                machine.alphabet().symbols().any(|symbol| {
                    let head = run.at(last - 2).head();
                    let (_, next, _) = machine.expected(&[symbol], state, head, None);
                    machine.reads(state) == 1 && machine.accepts(next) == claim
                })
            });
            if let Some(side) = winner(machine, claim, false, bob) {
                let objects = bob == "honest" || (bob == "always-objects" && last > 1);
                let wins = is_true || bendable;
                prop_assert!(wins || side == Side::Bob || !objects);
                prop_assert!(!wins || side == Side::Alice);
            }
        }
    }
}
