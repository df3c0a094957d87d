//! A cross-examination as a screen shows it.

use super::Seen;
use crate::machine::{Input, Step};
use crate::rules::{Cell, Cost, Eye, Seat, Verb};
use crate::text::board::{Circuit, Detail, Flaw, Mark, Pane, Part, Strip, Value};
use crate::text::graph::{Graph, Knot, Lens};
use crate::text::number::{self, ordinal, plural};
use crate::text::{Board, Cells, plan_graph};

impl<'a> Seen<'a> {
    pub(super) fn board(self) -> Board<'a> {
        let title = match self.is_judge() {
            true if self.addresses(Seat::Judge) => "Alice's transcript, as far as you read it",
            true => "Alice's transcript, as far as the judge read it",
            false => "Alice's transcript",
        };
        // The gate on trial has a pane of its own, with what feeds it.
        let gate = self.on_trial().filter(|_| self.is_gate_check());
        let mark = move |at| self.step_mark(Step::at(at));
        let mut panes = vec![Pane::Strip(Strip {
            answers: &[Verb::Write, Verb::Point, Verb::Ask],
            focus: self.on_trial().map(Step::index),
            marked: self.marked(|cell| cell.step().map(Step::index)),
            detail: Box::new(move |at| self.step_detail(Step::at(at))),
            graph: gate.is_none().then(|| -> Lens<'a> {
                Box::new(move |at, most| self.graph(at.map(Step::at), most))
            }),
            ..Strip::new(Cells::Steps, "", self.plan().len(), mark)
        })];
        if !self.plan().inputs().is_empty() {
            let plan = self.plan();
            let name = |input| format!("input {}", plan.input_name(input));
            let mark = move |input| self.input_mark(input);
            panes.push(Pane::Strip(Strip {
                marked: self.marked(|cell| cell.input().map(Input::index)),
                ..Strip::inputs("inputs", plan.inputs().len(), mark, name)
            }));
        }
        panes.extend(gate.map(|gate| {
            Pane::Circuit(Circuit::new(None, move |most| self.graph(Some(gate), most)))
        }));
        if self.is_judge() && !self.readings().list().is_empty() {
            panes.push(Pane::Words(self.readings_in_words()));
        }
        Board { title: title.into(), panes }
    }

    fn marked(self, place: impl Fn(Cell) -> Option<usize>) -> Vec<usize> {
        let read = self.readings().list().iter().map(|reading| reading.cell);
        let on_trial = self.on_trial().into_iter().flat_map(|step| {
            self.plan().relevant(step).iter().map(|source| source.get()).chain([Cell::Step(step)])
        });
        let mut places: Vec<usize> = read.chain(on_trial).filter_map(place).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// The plan around a step of the transcript, as a graph.
    fn graph(self, at: Option<Step>, most: usize) -> Graph {
        let plan = self.plan();
        plan_graph::around(plan, at, most, |source| Knot {
            words: plan_graph::words(plan, source),
            mark: match source.get() {
                Cell::Step(step) => self.step_mark(step),
                Cell::Input(input) => self.input_mark(input),
            },
            ..Knot::default()
        })
    }

    fn relevant_to_pointed(self, cell: Cell) -> bool {
        let relevant = |step| self.plan().relevant(step).iter().any(|&s| s.get() == cell);
        self.on_trial().is_some_and(relevant)
    }

    pub(super) fn step_mark(self, step: Step) -> Mark {
        let cell = Cell::Step(step);
        let part = if self.on_trial() == Some(step) {
            Part::Disputed
        } else if self.relevant_to_pointed(cell) {
            Part::Relevant
        } else {
            Part::None
        };
        let read = self.readings().order(cell);
        let mark = match self.value(step) {
            Some(bit) => Mark::bit(bit),
            None if self.is_written() => Mark::unread(),
            None => Mark::default(),
        };
        mark.read_as(read).part(part).flaw(self.flaw(step))
    }

    fn flaw(self, step: Step) -> Flaw {
        let is_right = |written| self.ruled_on().is_right_at(step, written);
        let differs = || self.value(step).zip(self.own_value(step)).is_some_and(|(a, b)| a != b);
        match self.eye() {
            Eye::All if !self.transcript().is_none_or(is_right) => Flaw::Wrong,
            Eye::Seat(_) if differs() => Flaw::Differs,
            _ => Flaw::None,
        }
    }

    pub(super) fn input_mark(self, input: Input) -> Mark {
        let cell = Cell::Input(input);
        let read = self.readings().order(cell);
        let part = if self.relevant_to_pointed(cell) { Part::Relevant } else { Part::None };
        self.input(input).map_or_else(Mark::unread, Mark::bit).read_as(read).part(part)
    }

    fn step_detail(self, step: Step) -> Detail {
        let plan = self.plan();
        let mut rows = Vec::new();
        // What is doubted comes before what it rests on.
        if self.is_written() {
            let value = self.value(step);
            let text = value.map_or("not read".into(), |bit| self.in_full(step, bit));
            rows.push(("Alice".into(), text));
        }
        if plan.ask(step).is_none() && plan.words(step) != plan.formula(step).as_str() {
            rows.push(("gate".into(), plan.formula(step)));
        }
        for (n, source) in plan.relevant(step).iter().enumerate() {
            let label = if n == 0 { "relevant".to_string() } else { String::new() };
            let text = match source.get() {
                Cell::Step(earlier) => {
                    let name = number::step(earlier);
                    format!("{name} {}  {}", self.shown(earlier), plan.words(earlier))
                }
                Cell::Input(input) => {
                    let mark = self.input_mark(input);
                    format!("{} {}", plan.input_name(input), value_words(&mark))
                }
            };
            rows.push((label, text));
        }
        if let Eye::Seat(Seat::Alice | Seat::Bob) = self.eye() {
            let own = self.own_value(step);
            let text = match own {
                Some(bit) => self.in_full(step, bit),
                None if plan.ask(step).is_some() => "–  asking the oracle costs 1 query".into(),
                None => "–  not computed".into(),
            };
            rows.push(("you".into(), text));
        }
        if let (Eye::All, Some(written), Some(run)) =
            (self.eye(), self.transcript(), self.own_run())
        {
            let truth = run.at(step.index());
            let mut text = self.in_full(step, truth);
            if written.at(step.index()) != truth && self.plan().is_right_at(step, written) {
                text += "  what it reads is wrong, not this step";
            }
            rows.push(("truth".into(), text));
        }
        Detail {
            heading: format!("step {}   {}", number::step(step), plan.words(step)),
            rows,
            relevant: plan
                .relevant(step)
                .iter()
                .filter_map(|source| source.get().step().map(Step::index))
                .collect(),
        }
    }

    fn shown(self, step: Step) -> &'static str {
        match self.value(step) {
            Some(bit) => self.meaning(step, bit),
            // Only the judge reads: a prover has written this, or is about to.
            None => match (self.eye(), self.own_value(step)) {
                (Eye::Seat(Seat::Alice | Seat::Bob), Some(bit)) => self.meaning(step, bit),
                (Eye::Seat(Seat::Alice | Seat::Bob), None) => "–",
                _ => "not read",
            },
        }
    }

    /// Yes or no for a question, 1 or 0 for a gate.
    pub(super) fn meaning(self, step: Step, bit: bool) -> &'static str {
        match (self.plan().ask(step).is_some(), bit) {
            (true, true) => "yes",
            (true, false) => "no",
            (false, true) => "1",
            (false, false) => "0",
        }
    }

    /// A bit, and for a question what it means.
    fn in_full(self, step: Step, bit: bool) -> String {
        match self.plan().ask(step) {
            Some(_) => format!("{}  {}", u8::from(bit), self.meaning(step, bit)),
            None => u8::from(bit).to_string(),
        }
    }

    fn readings_in_words(self) -> Vec<String> {
        let plan = self.plan();
        let mut lines: Vec<String> = self
            .readings()
            .list()
            .iter()
            .enumerate()
            .map(|(n, reading)| {
                let (cell, words) = match reading.cell {
                    Cell::Step(step) => {
                        (format!("step {}", number::step(step)), plan.words(step).into_owned())
                    }
                    Cell::Input(input) => {
                        (reading.cell.to_string(), plan.input_name(input).to_owned())
                    }
                };
                format!("{:<5} {cell}  {}  {words}", ordinal(n as u64 + 1), u8::from(reading.bit))
            })
            .collect();
        let all = plan.len() - 1;
        let read = self.paid(Seat::Judge, Cost::Transcript).unwrap_or_default() as usize;
        lines.push(format!(
            "{} not read; step {} is known from the claim",
            plural((all - read) as u64, "step", "steps"),
            number::step(plan.output())
        ));
        lines
    }
}

fn value_words(mark: &Mark) -> &str {
    match &mark.value {
        Value::Is(text) => text,
        Value::Unread => "not read",
        Value::Hidden => "hidden",
        Value::Blank => "–",
    }
}
