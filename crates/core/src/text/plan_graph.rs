//! Draws a plan as a graph: a small plan completely, and a large plan around one step.

use std::collections::{BTreeSet, HashMap, VecDeque};

use crate::machine::{BitRef, Op, Plan, Source, Step};
use crate::text::graph::{Graph, GraphNode};

/// At most this many readers of a step are drawn.
const READERS: usize = 4;

/// The part of a plan around the step `at`, or around the output, with at most `most` nodes. `knot`
/// makes the node of an input or step. This function then sets the name, the wires and the item
/// (the index of the step). The step `at`, its sources and its readers are highlighted.
pub(crate) fn around(
    plan: &Plan,
    at: Option<Step>,
    most: usize,
    knot: impl Fn(Source) -> GraphNode,
) -> Graph {
    let at = at.filter(|&step| plan.has(step));
    let here = at.unwrap_or(plan.output());
    let shown = shown(plan, here, most);
    let place: HashMap<Source, usize> = shown.iter().enumerate().map(|(i, &s)| (s, i)).collect();
    let lit = |source: Source| {
        at.is_some()
            && match source.get() {
                BitRef::Step(step) if step == here || plan.readers(here).contains(&step) => true,
                _ => plan.relevant(here).contains(&source),
            }
    };
    let nodes = shown.iter().map(|&source| {
        let mut read: Vec<Source> = match source.get() {
            BitRef::Step(step) => plan.relevant(step).to_vec(),
            BitRef::Input(_) => Vec::new(),
        };
        read.sort_unstable();
        read.dedup();
        let from: Vec<usize> = read.iter().filter_map(|s| place.get(s).copied()).collect();
        let folded = read.len() - from.len();
        let item = source.get().step().map(Step::index);
        GraphNode { item, name: name(plan, source), from, folded, lit: lit(source), ..knot(source) }
    });
    Graph { nodes: nodes.collect(), ..Graph::default() }
}

/// The inputs and steps that are drawn. The inputs come first; the steps follow in order.
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
        // Either all sources of a step are drawn, or none.
        let mut next = VecDeque::from([here]);
        while let Some(step) = next.pop_front() {
            let read = plan.relevant(step).iter().copied();
            let read = read.take_while(|_| shown.len() + plan.relevant(step).len() <= most);
            let readers = plan.readers(step).iter().take(READERS).map(|&s| Source::step(s));
            for source in read.chain(readers).collect::<Vec<Source>>() {
                if shown.len() < most
                    && shown.insert(source)
                    && let BitRef::Step(step) = source.get()
                {
                    next.push_back(step);
                }
            }
        }
    }
    let (inputs, steps): (Vec<Source>, Vec<Source>) =
        shown.into_iter().partition(|source| matches!(source.get(), BitRef::Input(_)));
    inputs.into_iter().chain(steps).collect()
}

/// The sign of a gate, or its word if it has no sign. Empty for a question.
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

/// The name of a node in a graph: the number of the step and the sign of its gate.
fn name(plan: &Plan, source: Source) -> String {
    match source.get() {
        BitRef::Input(input) => plan.input_name(input).to_owned(),
        BitRef::Step(step) => format!("{step} {}", sign(plan.op(step))).trim_end().to_owned(),
    }
}

/// The description of a step: its question, or the scenario's description. Empty if there is none.
pub(crate) fn words(plan: &Plan, source: Source) -> String {
    match source.get() {
        BitRef::Input(_) => String::new(),
        BitRef::Step(step) => {
            let words = plan.words(step);
            if plan.ask(step).is_none() && words == plan.formula(step).as_str() {
                String::new()
            } else {
                words.into_owned()
            }
        }
    }
}
