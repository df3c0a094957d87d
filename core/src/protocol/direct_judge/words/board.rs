//! What the judge read, and the gates that follow from it.

use std::sync::Arc;

use crate::machine::{Input, Origin, Step};
use crate::protocol::DirectJudge;
use crate::rules::{Cell, Verb, View};
use crate::show::board::{Detail, Mark, Pane, Strip};
use crate::show::picture::{Drawing, Knot, Lens, Picture};
use crate::show::{Board, Cells, plan_graph};

impl<'a> View<'a, DirectJudge> {
    pub(in crate::protocol) fn board(self) -> Board<'a> {
        let plan = self.circuit().plan();
        let gates: Arc<[Option<bool>]> = self.gates().into();
        let drawn = Arc::clone(&gates);
        let gate = |value: Option<bool>| value.map_or_else(Mark::default, Mark::bit);
        let inputs = Strip {
            cells: Cells::Inputs,
            answers: &[Verb::Read],
            title: "x".into(),
            len: self.inputs(),
            focus: None,
            marked: self.readings().inputs().collect(),
            mark: Box::new(move |at| self.input_mark(Input::at(at))),
            detail: Box::new(move |at| Detail {
                heading: self.input_name(Input::at(at)).to_owned(),
                ..Detail::default()
            }),
        };
        let steps = Strip {
            cells: Cells::Steps,
            answers: &[],
            title: "gates, as far as they follow".into(),
            len: plan.len(),
            focus: None,
            marked: Vec::new(),
            mark: Box::new(move |at| gate(gates.get(at).copied().flatten())),
            detail: Box::new(move |at| Detail {
                heading: format!("gate {}   {}", Step::at(at), plan.formula(Step::at(at))),
                ..Detail::default()
            }),
        };
        let lens = Lens::new(move |at, most| {
            plan_graph::around(plan, at.map(Step::at), most, |source| Knot {
                name: plan_graph::name(plan, source),
                words: plan_graph::words(plan, source),
                mark: match source.get() {
                    Origin::Step(step) => gate(drawn.get(step.index()).copied().flatten()),
                    Origin::Input(input) => self.input_mark(input),
                },
                ..Knot::default()
            })
        });
        let picture =
            Picture { title: String::new(), instead_of: None, drawing: Drawing::Graph(lens) };
        // A constant has no inputs.
        let inputs = (self.inputs() > 0).then_some(Pane::Strip(inputs));
        let panes = inputs.into_iter().chain([Pane::Strip(steps), Pane::Picture(picture)]);
        Board { title: "the input, as far as it was read".into(), panes: panes.collect() }
    }

    fn input_mark(self, input: Input) -> Mark {
        let mark = self.input(input).map_or_else(Mark::unread, Mark::bit);
        mark.read_as(self.readings().order(Cell::Input(input)))
    }
}
