//! The board of a cross-examination.

use super::Seen;
use crate::machine::{Input, Step};
use crate::rules::{BitRef, Cost, Seat, Verb, Viewer};
use crate::text::board::{
    CellFlaw, CellMark, CellRole, CellValue, CircuitPane, Detail, Pane, StripPane,
};
use crate::text::graph::{Graph, GraphNode, GraphWindow};
use crate::text::number::{self, ordinal, plural};
use crate::text::{Board, StripCells, plan_graph};

impl<'a> Seen<'a> {
    pub(super) fn board(self) -> Board<'a> {
        let title = match self.is_judge() {
            true if self.addresses(Seat::Judge) => "Alice's transcript: the bits that you read",
            true => "Alice's transcript: the bits that the judge read",
            false => "Alice's transcript",
        };
        // The disputed gate has a pane of its own, with its sources.
        let gate = self.on_trial().filter(|_| self.is_gate_check());
        let mark = move |at| self.step_mark(Step::at(at));
        let mut panes = vec![Pane::Strip(StripPane {
            answers: &[Verb::Write, Verb::Point, Verb::Ask],
            focus: self.on_trial().map(Step::index),
            marked: self.marked(|cell| cell.step().map(Step::index)),
            detail: Box::new(move |at| self.step_detail(Step::at(at))),
            graph: gate.is_none().then(|| -> GraphWindow<'a> {
                Box::new(move |at, most| self.graph(at.map(Step::at), most))
            }),
            ..StripPane::new(StripCells::Steps, "", self.plan().len(), mark)
        })];
        if !self.plan().inputs().is_empty() {
            let plan = self.plan();
            let name = |input| format!("input {}", plan.input_name(input));
            let mark = move |input| self.input_mark(input);
            panes.push(Pane::Strip(StripPane {
                marked: self.marked(|cell| cell.input().map(Input::index)),
                ..StripPane::inputs("inputs", plan.inputs().len(), mark, name)
            }));
        }
        panes.extend(gate.map(|gate| {
            Pane::Circuit(CircuitPane::new(None, move |most| self.graph(Some(gate), most)))
        }));
        if self.is_judge() && !self.readings().list().is_empty() {
            panes.push(Pane::Words(self.readings_in_words()));
        }
        Board { title: title.into(), panes }
    }

    fn marked(self, place: impl Fn(BitRef) -> Option<usize>) -> Vec<usize> {
        let read = self.readings().list().iter().map(|reading| reading.cell);
        let on_trial = self.on_trial().into_iter().flat_map(|step| {
            self.plan().relevant(step).iter().map(|source| source.get()).chain([BitRef::Step(step)])
        });
        let mut places: Vec<usize> = read.chain(on_trial).filter_map(place).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// The plan around a step of the transcript, as a graph.
    fn graph(self, at: Option<Step>, most: usize) -> Graph {
        let plan = self.plan();
        plan_graph::around(plan, at, most, |source| GraphNode {
            words: plan_graph::words(plan, source),
            mark: match source.get() {
                BitRef::Step(step) => self.step_mark(step),
                BitRef::Input(input) => self.input_mark(input),
            },
            ..GraphNode::default()
        })
    }

    fn relevant_to_pointed(self, cell: BitRef) -> bool {
        let relevant = |step| self.plan().relevant(step).iter().any(|&s| s.get() == cell);
        self.on_trial().is_some_and(relevant)
    }

    pub(super) fn step_mark(self, step: Step) -> CellMark {
        let cell = BitRef::Step(step);
        let part = if self.on_trial() == Some(step) {
            CellRole::Disputed
        } else if self.relevant_to_pointed(cell) {
            CellRole::Relevant
        } else {
            CellRole::None
        };
        let read = self.readings().order(cell);
        let mark = match self.value(step) {
            Some(bit) => CellMark::bit(bit),
            None if self.is_written() => CellMark::unread(),
            None => CellMark::default(),
        };
        mark.read_as(read).part(part).flaw(self.flaw(step))
    }

    fn flaw(self, step: Step) -> CellFlaw {
        let is_right = |written| self.ruled_on().is_right_at(step, written);
        let differs = || self.value(step).zip(self.own_value(step)).is_some_and(|(a, b)| a != b);
        match self.eye() {
            Viewer::All if !self.transcript().is_none_or(is_right) => CellFlaw::Wrong,
            Viewer::Seat(_) if differs() => CellFlaw::Differs,
            _ => CellFlaw::None,
        }
    }

    pub(super) fn input_mark(self, input: Input) -> CellMark {
        let cell = BitRef::Input(input);
        let read = self.readings().order(cell);
        let part = if self.relevant_to_pointed(cell) { CellRole::Relevant } else { CellRole::None };
        self.input(input).map_or_else(CellMark::unread, CellMark::bit).read_as(read).part(part)
    }

    fn step_detail(self, step: Step) -> Detail {
        let plan = self.plan();
        let mut rows = Vec::new();
        // The row with Alice's value comes before the rows with the values that it depends on.
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
                BitRef::Step(earlier) => {
                    let name = number::step(earlier);
                    format!("{name} {}: {}", self.shown(earlier), plan.words(earlier))
                }
                BitRef::Input(input) => {
                    let mark = self.input_mark(input);
                    format!("{} {}", plan.input_name(input), value_words(&mark))
                }
            };
            rows.push((label, text));
        }
        if let Viewer::Seat(Seat::Alice | Seat::Bob) = self.eye() {
            let own = self.own_value(step);
            let text = match own {
                Some(bit) => self.in_full(step, bit),
                None if plan.ask(step).is_some() => {
                    "–  a question to the oracle costs 1 query".into()
                }
                None => "–  not computed".into(),
            };
            rows.push(("you".into(), text));
        }
        if let (Viewer::All, Some(written), Some(run)) =
            (self.eye(), self.transcript(), self.own_run())
        {
            let truth = run.at(step.index());
            let mut text = self.in_full(step, truth);
            if written.at(step.index()) != truth && self.plan().is_right_at(step, written) {
                text += "  (this step is right, but it reads a wrong bit)";
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

    fn shown(self, step: Step) -> String {
        let is = |bit| format!("= {}", self.meaning(step, bit));
        match self.value(step) {
            Some(bit) => is(bit),
            // A prover's board has no unread cells. It shows the values that the prover computed.
            None => match (self.eye(), self.own_value(step)) {
                (Viewer::Seat(Seat::Alice | Seat::Bob), Some(bit)) => is(bit),
                (Viewer::Seat(Seat::Alice | Seat::Bob), None) => "not computed".into(),
                _ => "not read".into(),
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

    /// A bit, with its meaning if the step asks a question.
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
                    BitRef::Step(step) => {
                        (format!("step {}", number::step(step)), plan.words(step).into_owned())
                    }
                    BitRef::Input(input) => {
                        (reading.cell.to_string(), plan.input_name(input).to_owned())
                    }
                };
                format!("{:<5} {cell}  {}  {words}", ordinal(n as u64 + 1), u8::from(reading.bit))
            })
            .collect();
        let all = plan.len() - 1;
        let read = self.paid(Seat::Judge, Cost::Transcript).unwrap_or_default() as usize;
        lines.push(format!(
            "The judge did not read {}. The claim gives step {}.",
            plural((all - read) as u64, "step", "steps"),
            number::step(plan.output())
        ));
        lines
    }
}

fn value_words(mark: &CellMark) -> &str {
    match &mark.value {
        CellValue::Is(text) => text,
        CellValue::Unread => "not read",
        CellValue::Hidden => "hidden",
        CellValue::Blank => "–",
    }
}
