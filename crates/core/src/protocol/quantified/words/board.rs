//! A quantified debate as a screen shows it.

use crate::machine::quantified::Mover;
use crate::machine::{Input, Step};
use crate::protocol::{CrossExamination, Quantified};
use crate::rules::{Cell, Seat, Verb, View};
use crate::text::board::{Detail, Flaw, Mark, Pane, Part, Strip};
use crate::text::{Board, Cells, Words};
use crate::work::Token;

impl<'a> View<'a, Quantified> {
    pub(super) fn board(self) -> Board<'a> {
        if let Some(check) = self.check() {
            let mut board = CrossExamination::board(check);
            board.title = "the verifier's gates, as Alice writes them".into();
            board.panes.push(Pane::Strip(self.bits_strip()));
            return board;
        }
        let mut panes = vec![Pane::Strip(self.bits_strip())];
        if !self.free().is_empty() {
            let mark = move |input: Input| self.x_mark(input.index());
            let name = move |input: Input| self.name(self.free()[input.index()]).to_owned();
            let inputs = Strip::inputs("x", self.free().len(), mark, name);
            panes.push(Pane::Strip(Strip { answers: &[Verb::Read], ..inputs }));
        }
        panes.extend(self.circuits(self.verifier_in_words()));
        Board { title: self.game().prefix(), panes }
    }
}

impl<'a> View<'a, Quantified> {
    fn bits_strip(self) -> Strip<'a> {
        // In the check, steps are the verifier's gates.
        let checking = self.check().is_some();
        // One token for the whole strip: it looks for no value behind one that took too long.
        let token = self.token();
        let mark = move |at| self.bit_mark(at, &token);
        let cells = if checking { Cells::Played } else { Cells::Turns };
        Strip {
            answers: if checking { &[] } else { &[Verb::Read] },
            focus: self.playing().map(|_| self.moves()),
            detail: Box::new(move |at| self.bit_detail(at)),
            ..Strip::new(cells, "the bits played, in order", self.game().turns().len(), mark)
        }
    }

    fn bit_mark(&self, at: usize, token: &Token) -> Mark {
        let read = self.readings().order(self.bit_cell(at));
        let known = match self.played() {
            Some(played) => played.get(at).copied(),
            None => self.readings().bit(self.bit_cell(at)),
        };
        let mark = match known {
            Some(bit) => Mark::bit(bit),
            None if at < self.moves() => Mark::unread(),
            None => Mark::default(),
        };
        let here = self.playing().is_some() && at == self.moves();
        let flaw = if self.eye().is_review() && self.lost_it(at, token) {
            Flaw::Wrong
        } else {
            Flaw::None
        };
        mark.read_as(read).part(if here { Part::Disputed } else { Part::None }).flaw(flaw)
    }

    /// Where the judge reads a bit that was played: in the check it is an input of the verifier.
    fn bit_cell(&self, at: usize) -> Cell {
        match self.check() {
            Some(_) => Cell::Input(self.game().turns()[at].input),
            None => Cell::Step(Step::at(at)),
        }
    }

    /// Whether playing this bit turned a won game into a lost one.
    pub(super) fn lost_it(&self, at: usize, token: &Token) -> bool {
        let (Some(played), Some(perfect)) = (self.played(), self.perfect()) else { return false };
        let value = |until: usize| perfect.value(played.get(..until)?, token).ok();
        matches!((value(at), value(at + 1)), (Some(before), Some(after)) if before != after)
    }

    fn x_mark(&self, at: usize) -> Mark {
        let cell = Cell::Input(Input::at(at));
        let mark = self.bit(cell).map_or_else(Mark::unread, Mark::bit);
        mark.read_as(self.readings().order(cell))
    }

    fn bit_detail(&self, at: usize) -> Detail {
        let turn = self.game().turns()[at];
        let name = self.name(turn.input);
        let (seat, quantifier, means) = match turn.side {
            Mover::Alpha => (Seat::Alice, "∀", "for all: Alice picks it to make V 0"),
            Mover::Beta => (Seat::Bob, "∃", "exists: Bob picks it to make V 1"),
        };
        let mut rows = vec![(quantifier.into(), means.to_owned())];
        if !self.game().is_read(turn.input) {
            rows.push(("".into(), "the verifier can never read it".into()));
        }
        Detail {
            heading: format!(
                "{name}   bit {} of {}, {}'s",
                at + 1,
                self.game().turns().len(),
                seat.name()
            ),
            rows,
            relevant: Vec::new(),
        }
    }

    /// The verifier's gates with the values that these eyes know, if there are few of them.
    fn verifier_in_words(&self) -> Vec<String> {
        const SHOWN: usize = 8;
        let verifier = self.game().verifier();
        let plan = verifier.plan();
        let known = self.known(self.played().unwrap_or_default());
        let values = verifier.known_values(&known);
        let size = verifier.size();
        let last = plan.steps().last().map_or_else(String::new, |last| plan.formula(last));
        let mut lines = vec![format!("the verifier V: gate {size} of {size}, {last}")];
        let skipped = verifier.size().saturating_sub(SHOWN);
        if skipped > 0 {
            lines.push(format!("  … {skipped} gates before"));
        }
        lines.extend(plan.steps().skip(skipped).map(|step| {
            let value = match values[step.index()] {
                Some(bit) => u8::from(bit).to_string(),
                None => "·".into(),
            };
            let sources = plan.relevant(step).iter().map(|source| match source.get() {
                crate::machine::Cell::Input(input) => plan.input_name(input).to_owned(),
                crate::machine::Cell::Step(step) => step.to_string(),
            });
            let sources: Vec<String> = sources.collect();
            format!("  {step} {value}  {}({})", plan.op(step).word(), sources.join(", "))
        }));
        lines
    }
}
