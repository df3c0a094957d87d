//! A cross-examination as a screen shows it.

use crate::machine::{Bits, Input, Origin, Source, Step};
use crate::protocol::CrossExamination;
use crate::rules::{Cell, Cost, Eye, Position, Seat, Verb};
use crate::show::board::{Detail, Flaw, Mark, Pane, Part, Strip, Value};
use crate::show::number::{self, count, ordinal};
use crate::show::picture::{Drawing, Graph, Knot, Lens, Picture};
use crate::show::{Board, Cells, ShowBoard, plan_graph};

impl ShowBoard for CrossExamination {
    fn board(&self, eye: Eye) -> Board<'_> {
        let title = match eye {
            Eye::Seat(Seat::Judge) => "Alice's transcript, as far as you read it",
            _ => "Alice's transcript",
        };
        let mut panes = vec![Pane::Strip(Strip {
            cells: Cells::Steps,
            answers: &[Verb::Write, Verb::Point, Verb::Ask],
            title: String::new(),
            len: self.plan().len(),
            focus: self.pointed().map(Step::index),
            marked: self.marked_steps(),
            mark: Box::new(move |at| self.step_mark(eye, Step::at(at))),
            detail: Box::new(move |at| self.step_detail(eye, Step::at(at))),
        })];
        if !self.plan().inputs().is_empty() {
            panes.push(Pane::Strip(Strip {
                cells: Cells::Inputs,
                answers: &[],
                title: "inputs".into(),
                len: self.plan().inputs().len(),
                focus: None,
                marked: self.marked_inputs(),
                mark: Box::new(move |at| self.input_mark(eye, Input::at(at))),
                detail: Box::new(move |at| Detail {
                    heading: format!("input {}", self.plan().input_name(Input::at(at))),
                    ..Detail::default()
                }),
            }));
        }
        let gates = self.gate_pane(eye);
        let instead_of = gates.is_some().then_some(panes.len());
        panes.extend(gates);
        if eye.is(Seat::Judge) && !self.ledger().readings().list().is_empty() {
            panes.push(Pane::Words(self.readings_in_words()));
        }
        let lens = Lens::new(move |at, most| self.graph(eye, at, most));
        panes.push(Pane::Picture(Picture {
            title: String::new(),
            instead_of,
            drawing: Drawing::Graph(lens),
        }));
        Board { title: title.into(), panes }
    }
}

impl CrossExamination {
    /// The steps that were read, the one on trial and those that it reads.
    fn marked_steps(&self) -> Vec<usize> {
        self.marked(|source| match source.get() {
            Origin::Step(step) => Some(step.index()),
            Origin::Input(_) => None,
        })
    }

    fn marked_inputs(&self) -> Vec<usize> {
        self.marked(|source| match source.get() {
            Origin::Input(input) => Some(input.index()),
            Origin::Step(_) => None,
        })
    }

    fn marked(&self, place: impl Fn(Source) -> Option<usize>) -> Vec<usize> {
        let read = self.ledger().readings().list().iter().map(|reading| match reading.cell {
            Cell::Step(step) => Source::step(step),
            Cell::Input(input) => Source::input(input),
        });
        let on_trial = self.pointed().into_iter().flat_map(|step| {
            self.plan().relevant(step).iter().copied().chain([Source::step(step)])
        });
        let mut places: Vec<usize> = read.chain(on_trial).filter_map(place).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// The plan around a step of the transcript, as a graph.
    fn graph(&self, eye: Eye, at: Option<usize>, most: usize) -> Graph {
        let plan = self.plan();
        plan_graph::around(plan, at.map(Step::at), most, |source| Knot {
            name: plan_graph::name(plan, source),
            words: plan_graph::words(plan, source),
            mark: match source.get() {
                Origin::Step(step) => self.step_mark(eye, step),
                Origin::Input(input) => self.input_mark(eye, input),
            },
            ..Knot::default()
        })
    }

    fn relevant_to_pointed(&self, cell: Cell) -> bool {
        let relevant = |step| self.plan().relevant(step).iter().any(|&s| Cell::from(s) == cell);
        self.pointed().is_some_and(relevant)
    }

    pub(super) fn step_mark(&self, eye: Eye, step: Step) -> Mark {
        let cell = Cell::Step(step);
        let part = if self.pointed() == Some(step) {
            Part::Disputed
        } else if self.relevant_to_pointed(cell) {
            Part::Relevant
        } else {
            Part::None
        };
        let read = self.ledger().readings().order(cell);
        let mark = match self.step_value(eye, step) {
            Some(bit) => Mark::bit(bit),
            None if self.transcript.is_some() => Mark::unread(),
            None => Mark::default(),
        };
        mark.read_as(read).part(part).flaw(self.flaw(eye, step))
    }

    /// The bit of a step as this eye knows it.
    fn step_value(&self, eye: Eye, step: Step) -> Option<bool> {
        // Everybody knows what the judge was shown, which without copies may differ from what
        // was written; the judge knows nothing more.
        let public = self.known_to_judge(Cell::Step(step));
        match eye {
            Eye::Seat(Seat::Judge) => public,
            _ => public.or_else(|| self.transcript.as_ref().map(|a| a.at(step.index()))),
        }
    }

    fn flaw(&self, eye: Eye, step: Step) -> Flaw {
        let Some(written) = &self.transcript else { return Flaw::None };
        let at = step.index();
        match eye {
            Eye::All if !self.plan().is_right_at(step, written) => Flaw::Wrong,
            Eye::Seat(seat @ (Seat::Alice | Seat::Bob)) => {
                let own = self.own_value(seat, step);
                if own.is_some_and(|own| own != written.at(at)) {
                    Flaw::Differs
                } else {
                    Flaw::None
                }
            }
            _ => Flaw::None,
        }
    }

    /// What a prover found out about a step, at a cost.
    fn own_value(&self, seat: Seat, step: Step) -> Option<bool> {
        if self.ran[seat.index()] {
            return Some(self.honest().at(step.index()));
        }
        self.answers[seat.index()].get(&step).copied()
    }

    pub(super) fn input_mark(&self, eye: Eye, input: Input) -> Mark {
        let cell = Cell::Input(input);
        let read = self.ledger().readings().order(cell);
        let part = if self.relevant_to_pointed(cell) { Part::Relevant } else { Part::None };
        let known = read.is_some() || !eye.is(Seat::Judge) || eye.is_review();
        let mark =
            if known { Mark::bit(self.plan().inputs().at(input.index())) } else { Mark::unread() };
        mark.read_as(read).part(part)
    }

    fn step_detail(&self, eye: Eye, step: Step) -> Detail {
        let plan = self.plan();
        let mut rows = Vec::new();
        if plan.ask(step).is_none() && plan.words(step) != plan.formula(step).as_str() {
            rows.push(("gate".into(), plan.formula(step)));
        }
        for (n, source) in plan.relevant(step).iter().enumerate() {
            let label = if n == 0 { "relevant".to_string() } else { String::new() };
            let text = match source.get() {
                Origin::Step(earlier) => {
                    let name = number::step(earlier);
                    format!("{name} {}  {}", self.shown(eye, earlier), plan.words(earlier))
                }
                Origin::Input(input) => {
                    let mark = self.input_mark(eye, input);
                    format!("{} {}", plan.input_name(input), value_words(&mark))
                }
            };
            rows.push((label, text));
        }
        if self.transcript.is_some() {
            let value = self.step_value(eye, step);
            let text = value.map_or("not read".into(), |bit| self.in_full(step, bit));
            rows.push(("Alice".into(), text));
        }
        if let Eye::Seat(seat @ (Seat::Alice | Seat::Bob)) = eye {
            let own = self.own_value(seat, step);
            let text = match own {
                Some(bit) => self.in_full(step, bit),
                None if plan.ask(step).is_some() => "–  asking the oracle costs 1 query".into(),
                None => "–  not computed".into(),
            };
            rows.push(("you".into(), text));
        }
        if eye.is_review() && self.transcript.is_some() {
            let truth = self.honest().at(step.index());
            let mut text = self.in_full(step, truth);
            let written = self.transcript.as_ref();
            let follows = |bits: &&Bits| {
                bits.at(step.index()) != truth && self.plan().is_right_at(step, bits)
            };
            if written.filter(follows).is_some() {
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
                .filter_map(|source| match source.get() {
                    Origin::Step(earlier) => Some(earlier.index()),
                    Origin::Input(_) => None,
                })
                .collect(),
        }
    }

    fn shown(&self, eye: Eye, step: Step) -> &'static str {
        match self.step_value(eye, step) {
            Some(bit) => self.meaning(step, bit),
            None => "not read",
        }
    }

    /// Yes or no for a question, 1 or 0 for a gate.
    pub(super) fn meaning(&self, step: Step, bit: bool) -> &'static str {
        match (self.plan().ask(step).is_some(), bit) {
            (true, true) => "yes",
            (true, false) => "no",
            (false, true) => "1",
            (false, false) => "0",
        }
    }

    /// A bit, and for a question what it means.
    fn in_full(&self, step: Step, bit: bool) -> String {
        match self.plan().ask(step) {
            Some(_) => format!("{}  {}", u8::from(bit), self.meaning(step, bit)),
            None => u8::from(bit).to_string(),
        }
    }

    fn readings_in_words(&self) -> Vec<String> {
        let plan = self.plan();
        let mut lines: Vec<String> = self
            .ledger()
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
        let read = self.ledger().of(Seat::Judge).paid(Cost::Transcript) as usize;
        lines.push(format!(
            "{} steps not read; step {} is known from the claim",
            count((all - read) as u64),
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
