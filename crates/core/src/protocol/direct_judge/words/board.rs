//! What the judge read, and the gates that follow from it.

use std::sync::Arc;

use crate::machine::{Input, Step};
use crate::protocol::DirectJudge;
use crate::rules::{Cell, Verb, View};
use crate::text::board::{Detail, Mark, Pane, Strip};
use crate::text::graph::Knot;
use crate::text::{Board, Cells, plan_graph};

impl<'a> View<'a, DirectJudge> {
    pub(in crate::protocol) fn board(self) -> Board<'a> {
        let plan = self.circuit().plan();
        let gates: Arc<[Option<bool>]> = self.gates().into();
        let drawn = Arc::clone(&gates);
        let gate = |value: Option<bool>| value.map_or_else(Mark::default, Mark::bit);
        let mark = move |input| self.input_mark(input);
        let name = move |input| self.input_name(input).to_owned();
        let inputs = Strip {
            answers: &[Verb::Read],
            marked: self.readings().inputs().collect(),
            ..Strip::inputs("x", self.inputs(), mark, name)
        };
        let graph = move |at: Option<usize>, most| {
            plan_graph::around(plan, at.map(Step::at), most, |source| Knot {
                words: plan_graph::words(plan, source),
                mark: match source.get() {
                    Cell::Step(step) => gate(drawn.get(step.index()).copied().flatten()),
                    Cell::Input(input) => self.input_mark(input),
                },
                ..Knot::default()
            })
        };
        let follows = move |at: usize| gate(gates.get(at).copied().flatten());
        let steps = Strip {
            graph: Some(Box::new(graph)),
            detail: Box::new(move |at| {
                Detail::of(format!("gate {}   {}", Step::at(at), plan.formula(Step::at(at))))
            }),
            ..Strip::new(Cells::Steps, "gates, as far as they follow", plan.len(), follows)
        };
        // A constant has no inputs.
        let inputs = (self.inputs() > 0).then_some(Pane::Strip(inputs));
        let panes = inputs.into_iter().chain([Pane::Strip(steps)]);
        Board { title: "the input, as far as it was read".into(), panes: panes.collect() }
    }

    fn input_mark(self, input: Input) -> Mark {
        let mark = self.input(input).map_or_else(Mark::unread, Mark::bit);
        mark.read_as(self.readings().order(Cell::Input(input)))
    }
}
