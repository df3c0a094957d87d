//! A game of twins as a screen shows it.

use crate::machine::{Input, Source, Step};
use crate::protocol::Twins;
use crate::protocol::twins::Written;
use crate::rules::{Cell, Side, Verb, View};
use crate::text::board::{Circuit, Detail, Mark, Pane, Part, Strip};
use crate::text::graph::{Graph, Knot};
use crate::text::{Board, Cells, plan_graph};

impl<'a> View<'a, Twins> {
    pub(super) fn board(self) -> Board<'a> {
        let written = &self.setup().written;
        let mark = move |input| self.input_mark(input);
        let name = |input| written.name(input).to_owned();
        let bits = written.transcript_bits();
        let transcript = move |at| self.transcript_mark(Step::at(at));
        let mut panes = vec![
            Pane::Strip(Strip {
                answers: &[Verb::Read],
                marked: self.readings().inputs().collect(),
                ..Strip::inputs("x", written.inputs(), mark, name)
            }),
            Pane::Strip(Strip {
                answers: &[Verb::Read],
                detail: Box::new(move |at| self.transcript_detail(Step::at(at))),
                ..Strip::new(Cells::Steps, self.transcript_title(), bits, transcript)
            }),
        ];
        let words = self.lines();
        if !words.is_empty() {
            panes.push(Pane::Words(words));
        }
        let graph = move |most| self.graph(most);
        panes.push(Pane::Circuit(Circuit::new(Some(Vec::new()), graph)));
        Board { title: "one transcript, two inputs".into(), panes }
    }
}

impl<'a> View<'a, Twins> {
    /// The function's circuit, or the game's verifier, with what these eyes know of its bits.
    fn graph(&self, most: usize) -> Graph {
        let (plan, written) = match &self.setup().written {
            Written::Walk { circuit, .. } => (circuit.plan(), None),
            Written::Check { circuit } => (circuit.plan(), None),
            Written::Quantified { perfect, free } => {
                (perfect.game().verifier().plan(), Some((perfect.game(), free)))
            }
        };
        let is_check = matches!(self.setup().written, Written::Check { .. });
        let mark = |source: Source| match (source.get(), written) {
            (Cell::Step(step), _) if is_check => self.transcript_mark(step),
            (Cell::Step(_), _) => Mark::default(),
            (Cell::Input(input), None) => self.input_mark(input),
            (Cell::Input(input), Some((game, free))) => match game.turn_of(input) {
                Some(turn) => self.transcript_mark(Step::at(turn)),
                None => match free.binary_search(&input) {
                    Ok(at) => self.input_mark(Input::at(at)),
                    Err(_) => Mark::default(),
                },
            },
        };
        plan_graph::around(plan, None, most, |source| Knot {
            mark: mark(source),
            ..Knot::default()
        })
    }

    fn transcript_title(&self) -> &'static str {
        match self.setup().written {
            Written::Walk { .. } => "the pointers of a circuit walk",
            Written::Check { .. } => "a gate check: the gates, then Bob's gate in binary",
            Written::Quantified { .. } => "the bits of a quantified debate",
        }
    }

    fn mark(&self, cell: Cell) -> Mark {
        let mark = match self.bit(cell) {
            _ if !self.is_drawn() => Mark::default(),
            Some(bit) => Mark::bit(bit),
            None => Mark::unread(),
        };
        mark.read_as(self.readings().order(cell))
    }

    fn input_mark(&self, input: Input) -> Mark {
        let differs = self.pair().is_some_and(|pair| pair.at == input);
        let part = if differs { Part::Disputed } else { Part::None };
        self.mark(Cell::Input(input)).part(part)
    }

    fn transcript_mark(&self, step: Step) -> Mark {
        let pointed = self.setup().written.pointed(self.readings());
        let part = if pointed == Some(step) { Part::Relevant } else { Part::None };
        self.mark(Cell::Step(step)).part(part)
    }

    fn transcript_detail(&self, step: Step) -> Detail {
        let heading = match &self.setup().written {
            Written::Walk { .. } => format!("pointer {step}: 0 is the first wire, 1 the second"),
            Written::Check { circuit } if step.index() < circuit.size() => {
                format!("gate {step}   {}", circuit.plan().formula(step))
            }
            Written::Check { circuit } => {
                format!(
                    "bit {} of the number of Bob's gate, less 1",
                    step.index() - circuit.size() + 1
                )
            }
            Written::Quantified { perfect, .. } => {
                let game = perfect.game();
                let input = game.turns()[step.index()].input;
                game.verifier().plan().input_name(input).to_owned()
            }
        };
        Detail::of(heading)
    }

    fn lines(&self) -> Vec<String> {
        let written = &self.setup().written;
        let mut words = Vec::new();
        for (n, reading) in self.readings().list().iter().enumerate() {
            let name = match reading.cell {
                Cell::Input(input) => written.name(input).to_owned(),
                Cell::Step(step) => self.transcript_detail(step).heading,
            };
            words.push(format!("{}. {}  {name}", n + 1, u8::from(reading.bit)));
        }
        if let Some(pair) = self.pair() {
            let name = written.name(pair.at);
            words.push(format!("f = 0 on {}, f = 1 on {}: twins in {name}", pair.zero, pair.one()));
        }
        let (right, rounds) = self.score();
        if rounds > 0 && !self.is_showing() {
            words.push(format!(
                "right in {right} of {rounds} rounds; at most {:.3} of them can be expected",
                self.best_score()
            ));
            let marks = self.rulings().iter().rev().take(40).rev();
            let marks: String = marks
                .map(|(side, one)| if *side == Side::of_claim(!one) { '+' } else { '-' })
                .collect();
            words.push(format!("rounds, + right, - wrong: {marks}"));
        }
        words
    }
}
