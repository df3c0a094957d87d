//! The board of a bisection: the rounds so far, and the named configurations.

use crate::machine::PlanRun;
use crate::machine::{Computation, Input, Plan};
use crate::protocol::bisection::{Bisection, BisectionRound, StepInterval};
use crate::rules::{BitRef, Half, View};
use crate::text::Board;
use crate::text::board::{CellMark, CellRole, IntervalRow, IntervalsPane, Pane, StripPane};

impl<'a> View<'a, Bisection> {
    pub(super) fn board(self) -> Board<'a> {
        let ends = self.span().map_or((0, self.steps()), |span| (span.from, span.to));
        let intervals = IntervalsPane {
            steps: u64::from(self.steps()),
            rounds: self.intervals(),
            left: (u64::from(ends.0), u64::from(ends.1)),
        };
        let mut panes = vec![Pane::Intervals(intervals), Pane::Tapes(self.tapes())];
        if let Computation::Plan(PlanRun { live, .. }) = self.computation()
            && !live.plan().inputs().is_empty()
        {
            panes.push(Pane::Strip(self.input_strip(live.plan())));
        }
        if let Some(span) = self.span().filter(|_| self.is_judging()) {
            let rule = self.computation().rule_words(&span.start, span.from);
            panes.push(Pane::Words(vec![rule]));
        }
        Board { title: "disputed interval".into(), panes }
    }

    /// The rounds so far, and the current interval.
    fn intervals(self) -> Vec<IntervalRow> {
        let row = |span: &StepInterval, kept: Option<Half>, lie: Option<Half>| IntervalRow {
            from: u64::from(span.from),
            middle: u64::from(span.middle()),
            to: u64::from(span.to),
            kept,
            lie,
        };
        let round = |round: &BisectionRound| row(&round.span, round.kept, self.false_half(round));
        let mut rows: Vec<IntervalRow> =
            self.rounds().iter().chain(self.open_round()).map(round).collect();
        let open = self.open_round().is_some() || self.on_trial().is_some();
        rows.extend(self.span().filter(|_| !open).map(|span| row(span, None, None)));
        rows
    }

    fn input_strip(self, plan: &'a Plan) -> StripPane<'a> {
        let mark = move |input: Input| {
            let read = self.readings().order(BitRef::Input(input));
            let part = if read.is_some() { CellRole::Relevant } else { CellRole::None };
            CellMark::bit(plan.inputs().at(input.index())).read_as(read).part(part)
        };
        let name = |input| format!("input {}", plan.input_name(input));
        StripPane::inputs("inputs", plan.inputs().len(), mark, name)
    }
}
