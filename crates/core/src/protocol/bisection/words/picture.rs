//! Bisection as pictures: the intervals on a bar over all of time, and every configuration that was
//! named, in the order of its time.

use std::collections::BTreeMap;

use crate::machine::{Computation, Configuration};
use crate::protocol::bisection::{Bisection, Round};
use crate::rules::View;
use crate::text::board::{Interval, Mark, Pane};
use crate::text::picture::{Drawing, Halving, Picture, SpaceTime, TapeCell, TapeRow};

impl<'a> View<'a, Bisection> {
    pub(super) fn pictures(self) -> Vec<Pane<'a>> {
        let steps = self.steps();
        let (from, to) = self.span().map_or((0, steps), |span| (span.from, span.to));
        let mut rounds = self.intervals();
        if rounds.is_empty() {
            let (to, kept, lie) = (u64::from(steps), None, None);
            rounds.push(Interval { from: 0, middle: to / 2, to, kept, lie });
        }
        let halving =
            Halving { steps: u64::from(steps), rounds, left: (u64::from(from), u64::from(to)) };
        let picture = |title: &str, instead_of, drawing| {
            Pane::Picture(Picture { title: title.into(), instead_of, drawing })
        };
        vec![
            picture("the intervals over all of time", Some(0), Drawing::Halving(halving)),
            picture("what was named, by its time", None, Drawing::SpaceTime(self.named())),
        ]
    }

    /// The configurations that were named, with the machine's own start.
    fn named(self) -> SpaceTime<'a> {
        let named = self.timeline(self.open_round());
        let ends = self.span().map(|span| (span.from, span.to));
        let here = ends.and_then(|(from, _)| named.iter().position(|n| n.0 == from));
        SpaceTime {
            cells: named.iter().map(|(_, c)| self.cells(c).len()).max().unwrap_or(0),
            first: match self.computation() {
                Computation::Turing(run) => i64::from(run.machine().space().from()),
                Computation::Plan(_) => 1,
            },
            len: named.len(),
            here,
            follows: false,
            rows: Box::new(move |from, to| {
                let rows = named.get(from..to).unwrap_or_default().iter();
                rows.map(|&(step, configuration)| self.named_row(step, configuration, ends))
                    .collect()
            }),
        }
    }

    /// What was named in the rounds decided, and in this one: each with the step after which it is, in
    /// order, with the machine's own start.
    pub(super) fn timeline(self, open: Option<&'a Round>) -> Vec<(u32, &'a Configuration)> {
        let mut named: BTreeMap<u32, &Configuration> = BTreeMap::from([(0, self.start())]);
        for round in self.rounds().iter().chain(open) {
            named.insert(round.span.from, &round.span.start);
            named.insert(round.span.to, &round.span.end);
            named.insert(round.span.middle(), &round.middle);
        }
        if let Some(span) = self.span() {
            named.insert(span.from, &span.start);
            named.insert(span.to, &span.end);
        }
        named.into_iter().collect()
    }

    fn named_row(
        self,
        step: u32,
        configuration: &Configuration,
        ends: Option<(u32, u32)>,
    ) -> TapeRow {
        let (head, state) = match (self.computation(), configuration) {
            (Computation::Turing(run), Configuration::Tape(tape)) => {
                (Some(tape.head() as usize), run.machine().state_name(tape.state()).to_owned())
            }
            _ => (None, String::new()),
        };
        TapeRow {
            step: u64::from(step),
            cells: self.cells(configuration),
            head,
            state,
            disputed: ends.is_some_and(|(from, to)| step == from || step == to),
        }
    }

    /// The cells of a tape, or the live bits of a plan.
    fn cells(self, configuration: &Configuration) -> Vec<TapeCell> {
        match (self.computation(), configuration) {
            (Computation::Turing(run), Configuration::Tape(tape)) => {
                let glyph = |symbol| run.machine().alphabet().glyph(symbol);
                let cell = |&symbol: &crate::machine::turing::Symbol| TapeCell {
                    symbol: symbol.index(),
                    mark: Mark::text(glyph(symbol).to_string()),
                };
                tape.tape().iter().map(cell).collect()
            }
            (_, Configuration::Live(bits)) => {
                let cell = |bit: bool| TapeCell { symbol: usize::from(bit), mark: Mark::bit(bit) };
                (0..bits.len()).map(|at| cell(bits.at(at))).collect()
            }
            _ => Vec::new(),
        }
    }
}
