//! A plan as a graph: all of a small one, of a large one what stands around a step.

use std::collections::{BTreeSet, HashMap, VecDeque};

use crate::machine::{Cell, Op, Plan, Source, Step};
use crate::text::graph::{Graph, Knot};

/// Of many steps that read one, so many are drawn.
const READERS: usize = 4;

/// The part of a plan around a step, or around its output if none is given, of at most `most`
/// nodes. `knot` makes the node of an input or step. Its name and wires are added here, and a step is the
/// item of its place. A step that was given is lit with what it reads and what reads it.
pub(crate) fn around(
    plan: &Plan,
    at: Option<Step>,
    most: usize,
    knot: impl Fn(Source) -> Knot,
) -> Graph {
    let at = at.filter(|&step| plan.has(step));
    let here = at.unwrap_or(plan.output());
    let shown = shown(plan, here, most);
    let place: HashMap<Source, usize> = shown.iter().enumerate().map(|(i, &s)| (s, i)).collect();
    let lit = |source: Source| {
        at.is_some()
            && match source.get() {
                Cell::Step(step) if step == here || plan.readers(here).contains(&step) => true,
                _ => plan.relevant(here).contains(&source),
            }
    };
    let nodes = shown.iter().map(|&source| {
        let mut read: Vec<Source> = match source.get() {
            Cell::Step(step) => plan.relevant(step).to_vec(),
            Cell::Input(_) => Vec::new(),
        };
        read.sort_unstable();
        read.dedup();
        let from: Vec<usize> = read.iter().filter_map(|s| place.get(s).copied()).collect();
        let folded = read.len() - from.len();
        let item = source.get().step().map(Step::index);
        Knot { item, name: name(plan, source), from, folded, lit: lit(source), ..knot(source) }
    });
    Graph { nodes: nodes.collect(), ..Graph::default() }
}

/// The inputs and steps that are drawn: inputs first, then steps in order.
fn shown(plan: &Plan, here: Step, most: usize) -> Vec<Source> {
    let mut shown: BTreeSet<Source> = BTreeSet::new();
    if plan.len() <= most {
        for step in plan.steps() {
            shown.insert(Source::step(step));
            shown.extend(plan.relevant(step));
        }
    }
    if shown.is_empty() || shown.len() > most {
        shown = BTreeSet::from([Source::step(here)]);
        // What a step reads comes whole, or not at all.
        let mut next = VecDeque::from([here]);
        while let Some(step) = next.pop_front() {
            let read = plan.relevant(step).iter().copied();
            let read = read.take_while(|_| shown.len() + plan.relevant(step).len() <= most);
            let readers = plan.readers(step).iter().take(READERS).map(|&s| Source::step(s));
            for source in read.chain(readers).collect::<Vec<Source>>() {
                if shown.len() < most
                    && shown.insert(source)
                    && let Cell::Step(step) = source.get()
                {
                    next.push_back(step);
                }
            }
        }
    }
    let (inputs, steps): (Vec<Source>, Vec<Source>) =
        shown.into_iter().partition(|source| matches!(source.get(), Cell::Input(_)));
    inputs.into_iter().chain(steps).collect()
}

/// A gate's sign, or its word if it has none; a question has neither.
pub(crate) fn sign(op: Op) -> &'static str {
    match op {
        Op::And => "∧",
        Op::Or => "∨",
        Op::Xor => "⊕",
        Op::Not => "¬",
        Op::Copy => "=",
        Op::Ask(_) => "",
        other => other.word(),
    }
}

/// What a step is called in a graph: its number, and its gate's sign.
fn name(plan: &Plan, source: Source) -> String {
    match source.get() {
        Cell::Input(input) => plan.input_name(input).to_owned(),
        Cell::Step(step) => format!("{step} {}", sign(plan.op(step))).trim_end().to_owned(),
    }
}

/// What a step says beyond its name: its question, or what the scenario calls it.
pub(crate) fn words(plan: &Plan, source: Source) -> String {
    match source.get() {
        Cell::Input(_) => String::new(),
        Cell::Step(step) => {
            let words = plan.words(step);
            if plan.ask(step).is_none() && words == plan.formula(step).as_str() {
                String::new()
            } else {
                words.into_owned()
            }
        }
    }
}
