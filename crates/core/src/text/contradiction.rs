//! Finds contradictions among everything that the judge read: steps, answers of the oracle, and
//! configurations of different rounds.

use crate::machine::PlanRun;
use std::collections::BTreeMap;

use super::number::{and, count};
use crate::machine::plan::liveness::Liveness;
use crate::machine::turing::{self, TuringRun};
use crate::machine::{Bits, Computation, Configuration, Plan, Step};
use crate::rules::BitRef;

/// At most this many contradictions are listed.
const MOST: usize = 4;

/// The contradictions among the known cells of a plan's transcript: gates with a wrong value, and
/// equal questions with different answers. Leaves out the step `but`, because the judge rules on
/// it.
pub(crate) fn of_steps(
    plan: &Plan,
    known: impl Fn(BitRef) -> Option<bool>,
    read: impl Iterator<Item = Step>,
    but: Option<Step>,
) -> Vec<String> {
    let mut steps: Vec<Step> = read.filter(|step| Some(*step) != but).collect();
    steps.sort_unstable();
    steps.dedup();
    let mut found = Vec::new();
    let mut asked: BTreeMap<(&str, Vec<bool>), (Step, bool)> = BTreeMap::new();
    for step in steps {
        let sources = plan.relevant(step).iter().map(|&source| known(source.get()));
        let (Some(own), Some(sources)) =
            (known(BitRef::Step(step)), sources.collect::<Option<Vec<bool>>>())
        else {
            continue;
        };
        if let Some(ask) = plan.ask(step) {
            // A question with `{t}` contains the number of the step, so it differs in each step.
            if ask.question.contains("{t}") {
                continue;
            }
            let (first, bit) = *asked.entry((&ask.question, sources)).or_insert((step, own));
            if bit != own && plan.ask(first) == Some(ask) {
                found.push(format!(
                    "steps {} and {} ask the same question but hold {} and {}",
                    count(first.number().into()),
                    count(step.number().into()),
                    u8::from(bit),
                    u8::from(own)
                ));
            }
            continue;
        }
        let due = plan.chance(step, sources.iter().copied()).as_certain();
        if due.is_some_and(|due| due != own) {
            let values: Vec<String> = (plan.relevant(step).iter().zip(&sources).take(4))
                .map(|(source, &bit)| match source.get() {
                    BitRef::Step(step) => {
                        format!("step {} is {}", count(step.number().into()), u8::from(bit))
                    }
                    BitRef::Input(input) => {
                        format!("{} is {}", plan.input_name(input), u8::from(bit))
                    }
                })
                .collect();
            found.push(format!(
                "step {} is {}, although {}",
                count(step.number().into()),
                u8::from(own),
                and(&values)
            ));
        }
    }
    found.truncate(MOST);
    found
}

/// The contradictions among configurations that Alice named. In `named`, each configuration has the
/// number of the step after which the machine is in it. These numbers ascend. Leaves out the
/// disputed step `but`.
pub(crate) fn of_configurations(
    computation: &Computation,
    named: &[(u32, &Configuration)],
    but: u32,
) -> Vec<String> {
    let mut found = match computation {
        Computation::Plan(PlanRun { live, .. }) => of_live_bits(live, named),
        Computation::Turing(run) => {
            let pairs = named.windows(2);
            pairs.filter_map(|pair| of_tapes(run, (pair[0], pair[1]), but)).collect()
        }
    };
    found.truncate(MOST);
    found
}

/// Finds steps that have different values in two configurations.
fn of_live_bits(live: &Liveness, named: &[(u32, &Configuration)]) -> Vec<String> {
    let mut said: BTreeMap<Step, (u32, bool)> = BTreeMap::new();
    let mut found = Vec::new();
    for &(after, configuration) in named {
        let Configuration::Live(bits) = configuration else { continue };
        let steps = live.live_after(after);
        if steps.len() != Bits::len(bits) {
            continue;
        }
        for (step, bit) in steps.into_iter().zip(bits.iter()) {
            let (before, first) = *said.entry(step).or_insert((after, bit));
            if first != bit {
                found.push(format!(
                    "step {} is {} after step {} but {} after step {}",
                    count(step.number().into()),
                    u8::from(first),
                    count(before.into()),
                    u8::from(bit),
                    count(after.into())
                ));
                said.insert(step, (after, bit));
            }
        }
    }
    found
}

type Named<'a> = (u32, &'a Configuration);

/// Finds a contradiction between two configurations of a Turing machine. The head moves at most one
/// cell in a step, and cannot change a cell that it does not reach. A halted machine does not
/// change. If one step lies between the configurations, it must follow the machine's table.
fn of_tapes(
    run: &TuringRun,
    ((from, before), (to, after)): (Named<'_>, Named<'_>),
    but: u32,
) -> Option<String> {
    let (Configuration::Tape(a), Configuration::Tape(b)) = (before, after) else { return None };
    let machine = run.machine();
    let between = format!("between steps {} and {}", count(from.into()), count(to.into()));
    if to == from + 1 {
        // Leave out the disputed step, because the judge rules on it.
        let asks = machine.question_at(a).is_some();
        let wrong = to != but && !asks && machine.after(a, 1) != *b;
        return wrong
            .then(|| format!("step {} does not follow from the step before", count(to.into())));
    }
    if machine.is_halted(a) {
        return (a != b).then(|| format!("the machine has halted but changes {between}"));
    }
    let steps = to - from;
    let far = |x: u32, y: u32| x.abs_diff(y) > steps;
    if far(a.head(), b.head()) {
        let far = count(a.head().abs_diff(b.head()).into());
        return Some(format!("the head moves {far} cells {between}"));
    }
    let changed = cells_changed(a, b).find(|&cell| far(cell, a.head()));
    changed.map(|cell| {
        format!(
            "cell {} changes {between}, but the head cannot reach it",
            machine.space().cell(cell)
        )
    })
}

fn cells_changed<'a>(
    a: &'a turing::Configuration,
    b: &'a turing::Configuration,
) -> impl Iterator<Item = u32> + 'a {
    let cells = a.tape().iter().zip(b.tape()).zip(0u32..);
    cells.filter(|((one, other), _)| one != other).map(|(_, cell)| cell)
}
