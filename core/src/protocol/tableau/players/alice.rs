//! Alices: the transcripts that they write.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::machine::turing::{Cell, Deviation, Run};
use crate::protocol::Tableau;
use crate::protocol::tableau::{Point, ending_as_claimed};
use crate::rules::View;
use crate::rules::{Move, Phrase};
use crate::strategy::{Choice, Made, Strategy};

pub(super) type Seen<'a> = View<'a, Tableau>;

/// Runs the machine, and writes that, with the last state that she claims.
pub fn honest(sight: Seen<'_>) -> Choice {
    write(sight, sight.honest_text())
}

/// An Alice who runs the machine and writes the run with one deviation, and an end as claimed.
pub fn telling(debate: &Tableau, deviation: Deviation) -> Made<Tableau> {
    let (run, claim) = (&debate.setup().run, debate.setup().claim);
    let deviations = ending_as_claimed(run, vec![deviation], claim);
    // Whether the deviation leaves configurations is found out here, not when it is told.
    Run::deviating(run.machine().clone(), deviations.clone()).map_err(|e| e.to_string())?;
    let text = run.machine().write_deviations(&deviations);
    let teller: Arc<dyn Strategy<Tableau>> = Arc::new(move |sight: Seen<'_>| write(sight, &text));
    Ok(teller)
}

/// Writes as the honest Alice does. Where nothing holds her to it, she says what makes the step on
/// trial follow, and the pointer on trial right: her run as it was, or, of the last step, an end
/// as claimed with another step before it.
pub fn adaptive(sight: Seen<'_>) -> Choice {
    let (Some((step, _)), Some(own), Some(told)) =
        (sight.asked_afresh(), sight.own_run(), sight.told())
    else {
        return honest(sight);
    };
    let bent = match sight.point() {
        Some(Point::Step(on_trial)) if on_trial.number() == own.steps() => {
            bent_end(own, sight.setup().claim)
        }
        _ => BTreeMap::new(),
    };
    // She wrote the run but for its last state, which the claim fixes.
    say(sight, bent.get(&step).unwrap_or(&told.cell(step)))
}

/// The last steps of a run, changed so that the last one follows from what it reads and has this
/// output; none if the run has it, or if that cannot be done by changing the step before it.
fn bent_end(run: &Run, claim: bool) -> BTreeMap<u32, Cell> {
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
            let end = Cell { wrote, state: next, head, from: [last - 1].into_iter().collect() };
            return [(last - 1, penultimate), (last, end)].into();
        }
    }
    BTreeMap::new()
}

/// Says the field she is asked for, the step's cell being this one.
fn say(sight: Seen<'_>, cell: &Cell) -> Choice {
    let machine = sight.setup().run.machine();
    let field = sight.asked_afresh().map(|(_, field)| machine.write_field(cell, field));
    // A field's text is never empty and has no control characters in it.
    match field.and_then(|text| text.parse::<Phrase>().ok()) {
        Some(text) => Move::Name(text).into(),
        None => Move::Run.into(),
    }
}

/// Runs the machine, then writes this; asked afresh, stays with what she wrote.
fn write(sight: Seen<'_>, text: &str) -> Choice {
    if let (Some((step, _)), Some(told)) = (sight.asked_afresh(), sight.told()) {
        return say(sight, &told.cell(step));
    }
    match (sight.own_run(), text.parse::<Phrase>()) {
        (Some(_), Ok(text)) => Move::Tell(text).into(),
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
    use crate::protocol::tableau::TableauInstance;
    use crate::rules::{Seat, Side};

    /// Who wins when an adaptive Alice claims this of a machine; none if no state fits the claim.
    fn winner(machine: TuringMachine, claim: bool, copies: bool, bob: &str) -> Option<Side> {
        let words = String::new();
        let setup = TableauInstance {
            run: Run::new(machine),
            claim,
            words,
            copies,
            judge_is_oracle: false,
        };
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
