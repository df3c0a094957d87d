//! Players of a Turing machine's cross-examination: several Alices, and the judges.

use std::collections::BTreeMap;

use super::Seen;
use super::rules::{Tableau, ending_as_claimed};
use crate::machine::LieError;
use crate::machine::claimed_run::{smuggled_cell, wrong_cell};
use crate::machine::turing::{Deviation, PointedAt, TableChange, TableauCell, TuringRun};
use crate::protocol::bisection::players::step_and_cell;
use crate::protocol::cross_examination::players::{self as bobs, existing};
use crate::protocol::trial::trusting;
use crate::rules::{Move, Seat, SingleLine, SkippedWriter};
use crate::strategy::argument::{ParameterValue, StrategyParameter};
use crate::strategy::judges;
use crate::strategy::{Choice, StrategyEntry, StrategyRegistry, StrategyResult, plays};

impl StrategyRegistry for Tableau {
    fn roster() -> Vec<StrategyEntry<Self>> {
        let step = StrategyParameter::Number("t");
        type Maker = fn(&Tableau, ParameterValue) -> StrategyResult<Tableau>;
        let listed = |name, argument, says, make: Maker| {
            StrategyEntry::new(Seat::Alice, name, argument, says, make)
        };
        let mut roster = vec![
            StrategyEntry::plain(
                Seat::Alice,
                "honest",
                "writes the true run, but its end always agrees with her claim",
                honest,
            ),
            StrategyEntry::adaptive(adaptive, |debate| debate.setup().copies),
            listed(
                "wrong-at",
                StrategyParameter::StepAndCell("t", "cell"),
                "lies at step t (by changing this cell, if given) and continues the run from the \
                 lie",
                |debate, given| {
                    let (step, cell) = step_and_cell(given)?;
                    existing(debate.run().steps() as usize, ParameterValue::Number(step.into()))?;
                    let change = match cell {
                        Some(cell) => smuggled_cell(debate.run(), step, cell),
                        None => wrong_cell(debate.run(), step).map(TableChange::Claims),
                    };
                    let change = change.map_err(|e: LieError| e.to_string())?;
                    telling(debate, Deviation { step, change })
                },
            ),
            listed("flip", step, "lies only at step t", |debate, given| {
                let step = existing(debate.run().steps() as usize, given)?.number();
                let cell = wrong_cell(debate.run(), step).map_err(|e| e.to_string())?;
                telling(debate, Deviation { step, change: TableChange::Slips(cell) })
            }),
            listed(
                "skip",
                step,
                "lets the pointer of step t skip the last writer of its cell",
                |debate, given| {
                    let step = existing(debate.run().steps() as usize, given)?.number();
                    let mut cell = debate.run().cell(step);
                    let Some(last) = cell.from.iter_mut().find(|from| **from > 0) else {
                        return Err(format!(
                            "step {step} reads the input, so it has no writer to skip. Choose \
                             another step"
                        ));
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
        let judge = |name, says, choose| StrategyEntry::plain(Seat::Judge, name, says, choose);
        let honest = "checks the cells with the machine's table, and asks the oracle if necessary";
        roster.push(judge("honest", honest, judges::honest));
        let trusts = "checks the cells, but believes Alice instead of asking the oracle";
        roster.push(judge("trusting", trusts, trusting));
        roster
    }
}

/// The move of a Bob who compares Alice's transcript with his run. At the first difference, he
/// points at the step if it does not follow from its sources. Otherwise the step's pointer skips a
/// later writer, and he names the step and this writer. `None` if this prover has not run the
/// machine.
fn objection(view: Seen<'_>) -> Option<Option<Move>> {
    let run = view.own_run()?;
    let differs = view.transcript().and_then(|told| run.objection(told));
    Some(differs.map(|point| match point {
        PointedAt::Step(step) => Move::Point(step),
        PointedAt::Skip { step, writer } => Move::Skipped(SkippedWriter { step, writer }),
    }))
}

/// Alice runs the machine and writes the true run. If its last state contradicts the claim, she changes this state.
fn honest(view: Seen<'_>) -> Choice {
    write(view, view.honest_text())
}

/// An Alice who runs the machine and writes the run with one deviation and the claimed end.
fn telling(debate: &Tableau, deviation: Deviation) -> StrategyResult<Tableau> {
    let (run, claim) = (debate.run(), debate.setup().claim);
    let deviations = ending_as_claimed(run, vec![deviation], claim);
    // Checks here, not during play, that the deviation gives valid configurations.
    TuringRun::deviating(run.machine().clone(), deviations.clone()).map_err(|e| e.to_string())?;
    let text = run.machine().write_deviations(&deviations);
    plays(move |view: Seen<'_>| write(view, Some(&text)))
}

/// Writes the true run. If there are no copies, she answers the reads so that the disputed step follows from its
/// sources and has a right pointer. If her transcript already does this, she repeats it. If the last step is disputed,
/// she changes the step before it so that the claimed end follows.
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
    // Her transcript is the true run, except for the last state, which the claim fixes.
    state_field(view, bent.get(&step).unwrap_or(&told.cell(step)))
}

/// The last two steps of a run, changed so that the last one follows from its sources and has this
/// output. Empty if the run has this output already, or if no change of the step before the last is
/// enough.
fn bent_end(run: &TuringRun, claim: bool) -> BTreeMap<u32, TableauCell> {
    let (machine, last) = (run.machine(), run.steps());
    if last < 2 || machine.accepts(run.cell(last).state) == claim {
        return BTreeMap::new();
    }
    // The head returns to its position, so the last step reads the cell that the step before it
    // wrote.
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

/// Answers with the requested field of this cell.
fn state_field(view: Seen<'_>, cell: &TableauCell) -> Choice {
    let machine = view.machine();
    let field = view.asked_afresh().map(|(_, field)| machine.write_field(cell, field));
    // The text of a field is never empty and has no control characters.
    match field.and_then(|text| text.parse::<SingleLine>().ok()) {
        Some(text) => Move::Name(text).into(),
        None => Move::Run.into(),
    }
}

/// Runs the machine, and then writes this text. If Alice must answer a read, she repeats her
/// transcript.
fn write(view: Seen<'_>, text: Option<&str>) -> Choice {
    if let (Some((step, _)), Some(told)) = (view.asked_afresh(), view.transcript()) {
        return state_field(view, &told.cell(step));
    }
    match (view.own_run(), text.map(str::parse::<SingleLine>)) {
        (Some(_), Some(Ok(text))) => Move::Tell(text).into(),
        _ => Move::Run.into(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::debate::{Advance, AnyDebate, Debate, SeatPlan};
    use crate::machine::testing::any_machine;
    use crate::machine::turing::TuringMachine;
    use crate::machine::turing::dialect::parse;
    use crate::protocol::cross_examination::TableauInstance;
    use crate::rules::Side;

    /// The winner against an adaptive Alice with this claim. `None` if no state fits the claim.
    fn winner(machine: TuringMachine, claim: bool, copies: bool, bob: &str) -> Option<Side> {
        let setup = TableauInstance {
            machine: TuringRun::new(machine),
            claim,
            copies,
            judge_is_oracle: false,
        };
        let mut debate = Debate::new(Tableau::new(setup).ok()?, 1).expect("a debate");
        for (seat, player) in Seat::ALL.into_iter().zip(["adaptive", bob, "honest"]) {
            debate.seat(seat, &SeatPlan::Program(player.into())).expect("a player");
        }
        let table: &mut dyn AnyDebate = &mut debate;
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
        fn an_unbound_alice_loses_only_if_no_step_leads_to_the_claimed_end(
            machine in any_machine(), claim: bool, bob in prop::sample::select(vec![
                "honest", "always-objects", "random", "lazy",
            ]),
        ) {
            let run = TuringRun::new(machine.clone());
            let last = run.steps();
            let is_true = machine.accepts(run.cell(last).state) == claim;
            // Alice can change the end if the machine's table has a row that leads to the claimed output.
            // The row must apply at the head position after step `last - 2`.
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
