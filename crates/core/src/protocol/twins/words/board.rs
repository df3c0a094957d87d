//! The board of a twins game.

use crate::machine::{Input, Source, Step};
use crate::protocol::Twins;
use crate::protocol::twins::TranscriptSource;
use crate::rules::{BitRef, Side, Verb, View};
use crate::text::Limit;
use crate::text::board::{CellMark, CellRole, CircuitPane, Detail, Pane, StripPane};
use crate::text::graph::{Graph, GraphNode};
use crate::text::{Board, StripCells, plan_graph};

impl<'a> View<'a, Twins> {
    pub(super) fn board(self) -> Board<'a> {
        let written = &self.setup().written;
        let mark = move |input| self.input_mark(input);
        let name = |input| written.name(input).to_owned();
        let bits = written.transcript_bits();
        let transcript = move |at| self.transcript_mark(Step::at(at));
        let mut panes = vec![
            Pane::Strip(StripPane {
                answers: &[Verb::Read],
                marked: self.readings().inputs().collect(),
                ..StripPane::inputs("x", written.inputs(), mark, name)
            }),
            Pane::Strip(StripPane {
                answers: &[Verb::Read],
                detail: Box::new(move |at| self.transcript_detail(Step::at(at))),
                ..StripPane::new(StripCells::Steps, self.transcript_title(), bits, transcript)
            }),
        ];
        let words = self.lines();
        if !words.is_empty() {
            panes.push(Pane::Words(words));
        }
        let graph = move |most| self.graph(most);
        panes.push(Pane::Circuit(CircuitPane::new(Some(Vec::new()), graph)));
        Board { title: "one transcript, two inputs".into(), panes }
    }
}

impl<'a> View<'a, Twins> {
    /// The function's circuit, or the verifier of the quantified game, with the bits that this
    /// viewer knows.
    fn graph(&self, most: usize) -> Graph {
        let (plan, written) = match &self.setup().written {
            TranscriptSource::Walk { circuit, .. } => (circuit.plan(), None),
            TranscriptSource::Check { circuit } => (circuit.plan(), None),
            TranscriptSource::Quantified { perfect, free } => {
                (perfect.game().verifier().plan(), Some((perfect.game(), free)))
            }
        };
        let is_check = matches!(self.setup().written, TranscriptSource::Check { .. });
        let mark = |source: Source| match (source.get(), written) {
            (BitRef::Step(step), _) if is_check => self.transcript_mark(step),
            (BitRef::Step(_), _) => CellMark::default(),
            (BitRef::Input(input), None) => self.input_mark(input),
            (BitRef::Input(input), Some((game, free))) => match game.turn_of(input) {
                Some(turn) => self.transcript_mark(Step::at(turn)),
                None => match free.binary_search(&input) {
                    Ok(at) => self.input_mark(Input::at(at)),
                    Err(_) => CellMark::default(),
                },
            },
        };
        plan_graph::around(plan, None, most, |source| GraphNode {
            mark: mark(source),
            ..GraphNode::default()
        })
    }

    fn transcript_title(&self) -> &'static str {
        match self.setup().written {
            TranscriptSource::Walk { .. } => "the pointers of a circuit walk",
            TranscriptSource::Check { .. } => "the gates, then Bob's gate number in binary",
            TranscriptSource::Quantified { .. } => "the bits of a quantified debate",
        }
    }

    fn mark(&self, cell: BitRef) -> CellMark {
        let mark = match self.bit(cell) {
            _ if !self.is_drawn() => CellMark::default(),
            Some(bit) => CellMark::bit(bit),
            None => CellMark::unread(),
        };
        mark.read_as(self.readings().order(cell))
    }

    fn input_mark(&self, input: Input) -> CellMark {
        let differs = self.pair().is_some_and(|pair| pair.at == input);
        let part = if differs { CellRole::Disputed } else { CellRole::None };
        self.mark(BitRef::Input(input)).part(part)
    }

    fn transcript_mark(&self, step: Step) -> CellMark {
        let pointed = self.setup().written.pointed(self.readings());
        let part = if pointed == Some(step) { CellRole::Relevant } else { CellRole::None };
        self.mark(BitRef::Step(step)).part(part)
    }

    fn transcript_detail(&self, step: Step) -> Detail {
        let heading = match &self.setup().written {
            TranscriptSource::Walk { .. } => {
                format!("pointer {step}: 0 means the first wire, 1 the second")
            }
            TranscriptSource::Check { circuit } if step.index() < circuit.size() => {
                format!("gate {step}   {}", circuit.plan().formula(step))
            }
            TranscriptSource::Check { circuit } => {
                format!("bit {} of Bob's gate number minus 1", step.index() - circuit.size() + 1)
            }
            TranscriptSource::Quantified { perfect, .. } => {
                let game = perfect.game();
                let input = game.turns()[step.index()].input;
                game.verifier().plan().input_name(input).to_owned()
            }
        };
        Detail::new(heading)
    }

    /// A sentence about the last round: how it ended, and in which bit its twins differ.
    pub(super) fn last_round(&self) -> Option<String> {
        let rounds = self.ruled_rounds();
        let last = rounds.last()?;
        let [said, was] = [last.ruled == Side::Bob, last.is_one].map(u8::from);
        Some(format!(
            "Round {}, {}: you said {said}, f(x) was {was}. The twins differ in {}, which was {}.",
            rounds.len(),
            if last.is_right() { "right" } else { "wrong" },
            self.setup().written.name(last.at),
            if last.was_read { "read" } else { "not read" }
        ))
    }

    fn lines(&self) -> Vec<String> {
        let written = &self.setup().written;
        let mut words = Vec::new();
        for (n, reading) in self.readings().list().iter().enumerate() {
            let name = match reading.cell {
                BitRef::Input(input) => written.name(input).to_owned(),
                BitRef::Step(step) => self.transcript_detail(step).heading,
            };
            words.push(format!("{}. {}  {name}", n + 1, u8::from(reading.bit)));
        }
        if let Some(pair) = self.pair() {
            let name = written.name(pair.at);
            words.push(format!(
                "the twins differ only in {name}: f = 0 on {}, f = 1 on {}",
                pair.zero,
                pair.one()
            ));
        }
        let (right, rounds) = self.score();
        if rounds > 0 && !self.is_showing() {
            words.push(format!(
                "right in {right} of {rounds} rounds; no judge averages more than {:.3} over the draws",
                Limit::at_most(self.best_score())
            ));
            let marks = self.ruled_rounds().iter().rev().take(40).rev();
            let marks: String =
                marks.map(|round| if round.is_right() { '+' } else { '-' }).collect();
            words.push(format!("rounds, + right, - wrong: {marks}"));
        }
        words
    }
}
