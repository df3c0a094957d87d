//! The texts and boards of the opening. After the opening, the texts and boards of the protocol
//! follow.

use std::fmt;

use super::rules::{Shortfall, WitnessMethod, WitnessOpening};
use crate::machine::Bits;
use crate::rules::{BitRef, Move, Protocol, Verb, View};
use crate::text::board::{CellMark, CircuitPane, Detail, Pane, StripPane};
use crate::text::graph::GraphNode;
use crate::text::number::{count, plural, probability};
use crate::text::{Board, BriefPane, KnownFacts, QuestionText, StripCells, plan_graph};

impl WitnessOpening {
    /// The text of the action that writes the witness.
    pub(crate) const OFFER: &'static str = "write the witness";

    /// The board. During the opening, it shows the witness and the steps of the plan. Later it is
    /// the protocol's board, with the witness beside it.
    pub(crate) fn board<'a, R: Protocol>(
        opening: Option<&'a Self>,
        view: View<'a, R>,
        main: impl FnOnce() -> Board<'a>,
    ) -> Board<'a> {
        let Some(opening) = opening else { return main() };
        let witness = Pane::Strip(opening.strip(view));
        if !opening.is_open() {
            let mut board = main();
            board.panes.push(witness);
            return board;
        }
        let plan = opening.plan();
        let mut lines = vec!["the debate will be about these steps:".to_owned()];
        lines.extend(plan.steps().take(200).map(|t| format!("step {t}: {}", plan.words(t))));
        let steps = CircuitPane::new(Some(lines), move |most| {
            plan_graph::around(plan, None, most, |source| GraphNode {
                words: plan_graph::words(plan, source),
                ..GraphNode::default()
            })
        });
        Board { title: "the witness".into(), panes: vec![witness, Pane::Circuit(steps)] }
    }

    /// The brief of the opening. After the opening, this is the brief of the protocol.
    pub(crate) fn brief(opening: Option<&Self>, main: impl FnOnce() -> BriefPane) -> BriefPane {
        let theorem = "Fig. 3, Thms 7.1 and 7.2, 2024 paper".to_owned();
        match opening {
            None => main(),
            Some(opening) if !opening.is_open() => BriefPane { theorem, ..main() },
            Some(opening) => BriefPane {
                protocol: "debate with a witness".into(),
                progress: "the witness".into(),
                rule: vec![
                    "Alice writes the witness: the inputs that she may choose.".into(),
                    "Then the debate is about the computation on these inputs.".into(),
                ],
                numbers: vec![format!("The witness has {} bits.", opening.bits())],
                warnings: Vec::new(),
                theorem,
            },
        }
    }

    pub(crate) fn question(
        opening: Option<&Self>,
        main: impl FnOnce() -> QuestionText,
    ) -> QuestionText {
        let Some(opening) = opening.filter(|opening| opening.is_open()) else { return main() };
        let names: Vec<&str> = (0..opening.bits().min(12)).map(|at| opening.name(at)).collect();
        let more = if opening.bits() > names.len() { ", …" } else { "" };
        QuestionText::new("write the witness for the debate")
            .note(format!("The whole debate depends on these bits: {}{more}.", names.join(", ")))
    }

    /// The values that the viewer knows, with the number of bits of the witness.
    pub(crate) fn known(opening: Option<&Self>, known: KnownFacts) -> KnownFacts {
        match opening {
            Some(opening) => known.number("witness", opening.bits() as f64),
            None => known,
        }
    }

    /// What is wrong with the witness that Alice wrote. Only the review shows this text.
    pub(crate) fn mistake<R>(&self, view: View<'_, R>, mv: &Move) -> Option<String> {
        let Move::Write(witness) = mv else { return None };
        let short =
            view.eye().is_review().then(|| self.shortfall(witness, &view.token()).ok()?)?;
        Some(self.poor(&short?))
    }

    /// The name of the witness bit at this position, counted from 0.
    fn name(&self, at: usize) -> &str {
        self.plan().input_name(self.plan().witness()[at])
    }

    /// A text about the gap between a witness and the best candidate.
    fn poor(&self, short: &Shortfall) -> String {
        let on = match (short.merit, short.best) {
            (0.0, 1.0) => "On this witness the claim is false.".to_owned(),
            (merit, best) => format!(
                "On this witness the claim is right with probability {}. On the best witness it is {}.",
                probability(merit),
                probability(best)
            ),
        };
        let differs: Vec<&str> = short.differs.iter().map(|&at| self.name(at)).collect();
        let rest = match differs.as_slice() {
            [one] => {
                let holds = short.best >= self.enough();
                let then = if holds { "the claim is true" } else { "this is the best witness" };
                format!("With the other value of {one}, {then}.")
            }
            [..] if differs.len() <= 6 => {
                format!("To make it the best witness, flip {}.", differs.join(", "))
            }
            [..] => {
                format!(
                    "To make it the best witness, flip {} of its {} bits.",
                    differs.len(),
                    self.bits()
                )
            }
        };
        format!("{on} {rest} The whole debate depends on the witness.")
    }

    /// The witness as a strip. The judge sees only the bits that it read.
    fn strip<'a, R: Protocol>(&'a self, view: View<'a, R>) -> StripPane<'a> {
        let mark = move |at: usize| {
            let cell = BitRef::Input(self.plan().witness()[at]);
            let read = view.readings().order(cell);
            let bit = match view.is_judge() {
                true => view.readings().bit(cell),
                false => self.written().map(|bits: &Bits| bits.at(at)),
            };
            match bit {
                Some(bit) if view.is_judge() => CellMark::bit(bit).read_as(read),
                Some(bit) => CellMark::bit(bit),
                None if !self.is_open() => CellMark::unread(),
                None => CellMark::default(),
            }
        };
        StripPane {
            answers: &[Verb::Write],
            detail: Box::new(move |at| Detail::new(self.name(at).to_owned())),
            ..StripPane::new(StripCells::Witness, "witness", self.bits(), mark)
        }
    }
}

impl fmt::Display for WitnessMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own => f.write_str("the scenario's own witness"),
            Self::NotSearched { bits, steps } => {
                let bits = plural(*bits as u64, "bit", "bits");
                write!(
                    f,
                    "not searched, because {bits} and {} would take too long",
                    plural(*steps as u64, "step", "steps")
                )
            }
            Self::Found { among } => {
                write!(f, "found by a search among {}", plural(*among, "candidate", "candidates"))
            }
            Self::NoneIs { among } => {
                write!(f, "none of the {} candidates is a witness", count(*among))
            }
        }
    }
}
