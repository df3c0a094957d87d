//! A game of twins as a screen shows it.

use crate::machine::{Input, Origin, Source, Step};
use crate::protocol::Twins;
use crate::protocol::twins::{Phase, Written};
use crate::rules::{Cell, Eye, Position, Seat, Side, Verb};
use crate::show::board::{Detail, Mark, Pane, Part, Strip};
use crate::show::picture::{Drawing, Graph, Knot, Lens, Picture};
use crate::show::{Board, Cells, ShowBoard, plan_graph};

impl ShowBoard for Twins {
    fn board(&self, eye: Eye) -> Board<'_> {
        let written = &self.setup().written;
        let mut panes = vec![
            Pane::Strip(Strip {
                cells: Cells::Inputs,
                answers: &[Verb::Read],
                title: "x".into(),
                len: written.inputs(),
                focus: None,
                marked: self.ledger().readings().inputs().collect(),
                mark: Box::new(move |at| self.input_mark(eye, Input::at(at))),
                detail: Box::new(move |at| Detail {
                    heading: written.name(Input::at(at)).to_owned(),
                    ..Detail::default()
                }),
            }),
            Pane::Strip(Strip {
                cells: Cells::Steps,
                answers: &[Verb::Read],
                title: self.transcript_title().into(),
                len: written.transcript_bits(),
                focus: None,
                marked: Vec::new(),
                mark: Box::new(move |at| self.transcript_mark(eye, Step::at(at))),
                detail: Box::new(move |at| self.transcript_detail(Step::at(at))),
            }),
        ];
        let words = self.words(eye);
        if !words.is_empty() {
            panes.push(Pane::Words(words));
        }
        panes.push(Pane::Picture(Picture {
            title: String::new(),
            instead_of: None,
            drawing: Drawing::Graph(Lens::new(move |_, most| self.graph(eye, most))),
        }));
        Board { title: "one transcript, two inputs".into(), panes }
    }
}

impl Twins {
    /// The function's circuit, or the game's verifier, with what these eyes know of its bits.
    fn graph(&self, eye: Eye, most: usize) -> Graph {
        let (plan, written) = match &self.setup().written {
            Written::Walk { circuit, .. } => (circuit.plan(), None),
            Written::Check { circuit } => (circuit.plan(), None),
            Written::Quantified { game, free } => (game.verifier().plan(), Some((game, free))),
        };
        let is_check = matches!(self.setup().written, Written::Check { .. });
        let mark = |source: Source| match (source.get(), written) {
            (Origin::Step(step), _) if is_check => self.transcript_mark(eye, step),
            (Origin::Step(_), _) => Mark::default(),
            (Origin::Input(input), None) => self.input_mark(eye, input),
            (Origin::Input(input), Some((game, free))) => match game.turn_of(input) {
                Some(turn) => self.transcript_mark(eye, Step::at(turn)),
                None => match free.binary_search(&input) {
                    Ok(at) => self.input_mark(eye, Input::at(at)),
                    Err(_) => Mark::default(),
                },
            },
        };
        plan_graph::around(plan, None, most, |source| Knot {
            name: plan_graph::name(plan, source),
            mark: mark(source),
            ..Knot::default()
        })
    }

    fn transcript_title(&self) -> &'static str {
        match self.setup().written {
            Written::Walk { .. } => "the pointers of a circuit walk",
            Written::Check { .. } => "a gate check: gate values, then Bob's gate in binary",
            Written::Quantified { .. } => "the bits of a quantified debate",
        }
    }

    /// Whether these eyes know everything: the provers do, and after the last round everybody.
    fn knows(&self, eye: Eye) -> bool {
        eye != Eye::Seat(Seat::Judge)
    }

    fn mark(&self, eye: Eye, cell: Cell) -> Mark {
        let read = self.ledger().readings().order(cell);
        let mark = match self.pair() {
            None => Mark::default(),
            Some(_) if read.is_some() || self.knows(eye) || self.shown(cell) => {
                Mark::bit(self.bit_in(cell))
            }
            Some(_) => Mark::unread(),
        };
        mark.read_as(read)
    }

    /// Whether everybody was shown a cell after the verdict: x is, the transcript is not.
    fn shown(&self, cell: Cell) -> bool {
        matches!(cell, Cell::Input(_)) && matches!(self.phase, Phase::Twin(_) | Phase::Over(_))
    }

    fn input_mark(&self, eye: Eye, input: Input) -> Mark {
        let differs = self.pair().is_some_and(|pair| pair.at == input);
        let known = self.is_revealed() || self.knows(eye);
        let part = if differs && known { Part::Disputed } else { Part::None };
        self.mark(eye, Cell::Input(input)).part(part)
    }

    fn transcript_mark(&self, eye: Eye, step: Step) -> Mark {
        let pointed = self.setup().written.pointed(self.ledger().readings());
        let part = if pointed == Some(step) { Part::Relevant } else { Part::None };
        self.mark(eye, Cell::Step(step)).part(part)
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
            Written::Quantified { game, .. } => {
                let input = game.turns()[step.index()].input;
                game.verifier().plan().input_name(input).to_owned()
            }
        };
        Detail { heading, ..Detail::default() }
    }

    fn words(&self, eye: Eye) -> Vec<String> {
        let written = &self.setup().written;
        let mut words = Vec::new();
        for (n, reading) in self.ledger().readings().list().iter().enumerate() {
            let name = match reading.cell {
                Cell::Input(input) => written.name(input).to_owned(),
                Cell::Step(step) => self.transcript_detail(step).heading,
            };
            words.push(format!("{}. {}  {name}", n + 1, u8::from(reading.bit)));
        }
        if let Some(pair) = self.pair().filter(|_| self.is_revealed() || self.knows(eye)) {
            let name = written.name(pair.at);
            words.push(format!("f = 0 on {}, f = 1 on {}: twins in {name}", pair.zero, pair.one()));
        }
        let (right, rounds) = self.score();
        if rounds > 0 && !matches!(self.phase, Phase::Revealing(_) | Phase::Twin(_)) {
            words.push(format!(
                "right in {right} of {rounds} rounds; at most {:.3} of them can be expected",
                self.best_score()
            ));
            let marks = self.rulings.iter().rev().take(40).rev();
            let marks: String = marks
                .map(|(side, one)| if *side == Side::of_claim(!one) { '+' } else { '-' })
                .collect();
            words.push(format!("rounds, + right, - wrong: {marks}"));
        }
        words
    }
}
