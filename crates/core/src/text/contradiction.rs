//! What a judge read that cannot all be so, over everything that it read: not the step on trial alone,
//! but steps far apart, configurations of other rounds, and answers.

use crate::machine::PlanRun;
use std::collections::BTreeMap;

use super::number::count;
use crate::machine::plan::liveness::Liveness;
use crate::machine::turing::{self, Run};
use crate::machine::{Bits, Computation, Configuration, Plan, Step};
use crate::rules::Cell;

/// More than this are not listed.
const MOST: usize = 4;

/// What does not fit among the cells of a plan's transcript that are known: gates whose value and
/// sources are all among them, and questions that were put twice. `but` is on trial: the ruling
/// speaks of it.
pub(crate) fn of_steps(
    plan: &Plan,
    known: impl Fn(Cell) -> Option<bool>,
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
            (known(Cell::Step(step)), sources.collect::<Option<Vec<bool>>>())
        else {
            continue;
        };
        if let Some(ask) = plan.ask(step) {
            // A question that names its own step is another one at each.
            if ask.question.contains("{t}") {
                continue;
            }
            let (first, bit) = *asked.entry((&ask.question, sources)).or_insert((step, own));
            if bit != own && plan.ask(first) == Some(ask) {
                found.push(format!(
                    "steps {} and {} put the same question, and say {} and {}",
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
                    Cell::Step(step) => {
                        format!("step {} is {}", count(step.number().into()), u8::from(bit))
                    }
                    Cell::Input(input) => {
                        format!("{} is {}", plan.input_name(input), u8::from(bit))
                    }
                })
                .collect();
            found.push(format!(
                "step {} is {}, though {}",
                count(step.number().into()),
                u8::from(own),
                values.join(", ")
            ));
        }
    }
    found.truncate(MOST);
    found
}

/// What does not fit among configurations that were named: each with the step after which it is, in
/// order. `but` is the step on trial.
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

/// A step that is live in two configurations has one value.
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
                    "step {} is {} after step {} and {} after step {}",
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

/// In so many steps the head goes no further and changes no cell further away; a machine that has
/// halted stays as it is; and between neighbours stands one step of the table.
fn of_tapes(
    run: &Run,
    ((from, before), (to, after)): (Named<'_>, Named<'_>),
    but: u32,
) -> Option<String> {
    let (Configuration::Tape(a), Configuration::Tape(b)) = (before, after) else { return None };
    let machine = run.machine();
    let between = format!("between steps {} and {}", count(from.into()), count(to.into()));
    if to == from + 1 {
        // What the judge has to rule on is no contradiction that was passed over.
        let asks = machine.question_at(a).is_some();
        let wrong = to != but && !asks && machine.after(a, 1) != *b;
        return wrong.then(|| format!("step {} does not follow", count(to.into())));
    }
    if machine.is_halted(a) {
        return (a != b).then(|| format!("the machine has halted, and changes {between}"));
    }
    let steps = to - from;
    let far = |x: u32, y: u32| x.abs_diff(y) > steps;
    if far(a.head(), b.head()) {
        let far = count(a.head().abs_diff(b.head()).into());
        return Some(format!("{between} the head goes {far} cells"));
    }
    let changed = cells_changed(a, b).find(|&cell| far(cell, a.head()));
    changed.map(|cell| {
        format!(
            "{between} cell {} changes, which the head cannot reach",
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
