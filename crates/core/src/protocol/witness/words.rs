//! The opening, said and shown; then what the protocol says.

use std::fmt;

use super::rules::{How, Opening, Shortfall};
use crate::machine::Bits;
use crate::rules::{Cell, Move, Protocol, Verb, View};
use crate::text::board::{Circuit, Detail, Mark, Pane, Strip};
use crate::text::graph::Knot;
use crate::text::number::{count, plural, probability};
use crate::text::{Asking, Board, Brief, Cells, Known, plan_graph};

/// What a protocol says, after the opening if the debate has one.
impl Opening {
    /// The words of the offer to write the witness.
    pub(crate) const OFFER: &'static str = "write the witness";

    /// The steps that rest on the witness, and then the protocol's board with the witness beside it.
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
        let mut lines = vec!["then these steps are debated:".to_owned()];
        lines.extend(plan.steps().take(200).map(|t| format!("step {t}: {}", plan.words(t))));
        let steps = Circuit::new(Some(lines), move |most| {
            plan_graph::around(plan, None, most, |source| Knot {
                words: plan_graph::words(plan, source),
                ..Knot::default()
            })
        });
        Board { title: "the witness".into(), panes: vec![witness, Pane::Circuit(steps)] }
    }

    /// The rule in force.
    pub(crate) fn brief(opening: Option<&Self>, main: impl FnOnce() -> Brief) -> Brief {
        let theorem = "Fig. 3, Thms 7.1 and 7.2, 2024 paper".to_owned();
        match opening {
            None => main(),
            Some(opening) if !opening.is_open() => Brief { theorem, ..main() },
            Some(opening) => Brief {
                protocol: "debate with a witness".into(),
                progress: "the witness".into(),
                rule: vec![
                    "Alice writes the witness: the inputs that are hers to choose.".into(),
                    "Then the computation is debated on what she wrote.".into(),
                ],
                numbers: vec![format!("The witness has {} bits.", opening.bits())],
                warnings: Vec::new(),
                theorem,
            },
        }
    }

    /// What a seat is asked.
    pub(crate) fn question(opening: Option<&Self>, main: impl FnOnce() -> Asking) -> Asking {
        let Some(opening) = opening.filter(|opening| opening.is_open()) else { return main() };
        let names: Vec<&str> = (0..opening.bits().min(12)).map(|at| opening.name(at)).collect();
        let more = if opening.bits() > names.len() { ", …" } else { "" };
        Asking::of("write the witness: everything after rests on it")
            .note(format!("its bits: {}{more}", names.join(", ")))
    }

    /// What is known, with how many bits the witness has.
    pub(crate) fn known(opening: Option<&Self>, known: Known) -> Known {
        match opening {
            Some(opening) => known.number("witness", opening.bits() as f64),
            None => known,
        }
    }

    /// What is wrong with a witness, for the review.
    pub(crate) fn mistake<R>(&self, view: View<'_, R>, mv: &Move) -> Option<String> {
        let Move::Write(witness) = mv else { return None };
        let short =
            view.eye().is_review().then(|| self.shortfall(witness, &view.token()).ok()?)?;
        Some(self.poor(&short?))
    }

    /// What the witness bit at this place, from 0, is called.
    fn name(&self, at: usize) -> &str {
        self.plan().input_name(self.plan().witness()[at])
    }

    /// What a witness falls short of: the best there is.
    fn poor(&self, short: &Shortfall) -> String {
        let on = match (short.merit, short.best) {
            (0.0, 1.0) => "On this witness the claim is false.".to_owned(),
            (merit, best) => format!(
                "On this witness the claim is right with probability {}, on the best with {}.",
                probability(merit),
                probability(best)
            ),
        };
        let differs: Vec<&str> = short.differs.iter().map(|&at| self.name(at)).collect();
        let rest = match differs.as_slice() {
            [one] => {
                let holds = short.best >= self.enough();
                let then = if holds { "it would hold" } else { "it would be the best there is" };
                format!("With {one} turned round {then}.")
            }
            [..] if differs.len() <= 6 => {
                format!("{} would have to be otherwise.", differs.join(", "))
            }
            [..] => {
                format!("{} of its {} bits would have to be otherwise.", differs.len(), self.bits())
            }
        };
        format!("{on} {rest} Everything after rests on it.")
    }

    /// The witness: the judge knows the bits that it read.
    fn strip<'a, R: Protocol>(&'a self, view: View<'a, R>) -> Strip<'a> {
        let mark = move |at: usize| {
            let cell = Cell::Input(self.plan().witness()[at]);
            let read = view.readings().order(cell);
            let bit = match view.is_judge() {
                true => view.readings().bit(cell),
                false => self.written().map(|bits: &Bits| bits.at(at)),
            };
            match bit {
                Some(bit) if view.is_judge() => Mark::bit(bit).read_as(read),
                Some(bit) => Mark::bit(bit),
                None if !self.is_open() => Mark::unread(),
                None => Mark::default(),
            }
        };
        Strip {
            answers: &[Verb::Write],
            detail: Box::new(move |at| Detail::of(self.name(at).to_owned())),
            ..Strip::new(Cells::Witness, "witness", self.bits(), mark)
        }
    }
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own => f.write_str("the scenario's own witness"),
            Self::NotSearched { bits, steps } => {
                let bits = plural(*bits as u64, "bit", "bits");
                write!(
                    f,
                    "not searched for: {bits} over {}",
                    plural(*steps as u64, "step", "steps")
                )
            }
            Self::Found { among } => {
                write!(f, "found by search among {}", plural(*among, "witness", "witnesses"))
            }
            Self::NoneIs { among } => write!(f, "none of the {} witnesses is one", count(*among)),
        }
    }
}
