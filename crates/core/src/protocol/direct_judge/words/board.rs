//! The board of the direct judge: the bits that were read, and the gates that follow from them.

use std::sync::Arc;

use crate::machine::{Input, Step};
use crate::protocol::DirectJudge;
use crate::rules::{BitRef, Verb, View};
use crate::text::board::{CellMark, Detail, Pane, StripPane};
use crate::text::graph::GraphNode;
use crate::text::{Board, StripCells, plan_graph};

impl<'a> View<'a, DirectJudge> {
    pub(in crate::protocol) fn board(self) -> Board<'a> {
        let plan = self.circuit().plan();
        let gates: Arc<[Option<bool>]> = self.gates().into();
        let drawn = Arc::clone(&gates);
        let gate = |value: Option<bool>| value.map_or_else(CellMark::default, CellMark::bit);
        let mark = move |input| self.input_mark(input);
        let name = move |input| self.input_name(input).to_owned();
        let inputs = StripPane {
            answers: &[Verb::Read],
            marked: self.readings().inputs().collect(),
            ..StripPane::inputs("x", self.inputs(), mark, name)
        };
        let graph = move |at: Option<usize>, most| {
            plan_graph::around(plan, at.map(Step::at), most, |source| GraphNode {
                words: plan_graph::words(plan, source),
                mark: match source.get() {
                    BitRef::Step(step) => gate(drawn.get(step.index()).copied().flatten()),
                    BitRef::Input(input) => self.input_mark(input),
                },
                ..GraphNode::default()
            })
        };
        let follows = move |at: usize| gate(gates.get(at).copied().flatten());
        let steps = StripPane {
            graph: Some(Box::new(graph)),
            detail: Box::new(move |at| {
                Detail::new(format!("gate {}   {}", Step::at(at), plan.formula(Step::at(at))))
            }),
            ..StripPane::new(
                StripCells::Steps,
                "gates that follow from these bits",
                plan.len(),
                follows,
            )
        };
        // A constant has no inputs.
        let inputs = (self.inputs() > 0).then_some(Pane::Strip(inputs));
        let panes = inputs.into_iter().chain([Pane::Strip(steps)]);
        Board { title: "the input bits that were read".into(), panes: panes.collect() }
    }

    fn input_mark(self, input: Input) -> CellMark {
        let mark = self.input(input).map_or_else(CellMark::unread, CellMark::bit);
        mark.read_as(self.readings().order(BitRef::Input(input)))
    }
}
