//! A quantified debate as a screen shows it.

use super::AT_ONCE;
use crate::machine::quantified::Side as Player;
use crate::machine::{Input, Step};
use crate::protocol::Quantified;
use crate::protocol::quantified::Stage;
use crate::rules::{Cell, Eye, Position, Seat, Verb};
use crate::show::board::{Detail, Flaw, Mark, Pane, Part, Strip};
use crate::show::{Board, Cells, ShowBoard};
use crate::work::Token;

impl ShowBoard for Quantified {
    fn board(&self, eye: Eye) -> Board<'_> {
        if let Stage::Checking(check) = &self.stage {
            let mut board = check.board(eye);
            board.title = "the verifier's gates, as Alice writes them".into();
            board.panes.push(Pane::Strip(self.bits_strip(eye)));
            return board;
        }
        let mut panes = vec![Pane::Strip(self.bits_strip(eye))];
        if !self.free().is_empty() {
            panes.push(Pane::Strip(Strip {
                cells: Cells::Inputs,
                answers: &[Verb::Read],
                title: "x".into(),
                len: self.free().len(),
                focus: None,
                marked: Vec::new(),
                mark: Box::new(move |at| self.x_mark(eye, at)),
                detail: Box::new(move |at| Detail {
                    heading: self.name(self.free()[at]).to_owned(),
                    ..Detail::default()
                }),
            }));
        }
        let verifier = panes.len();
        panes.push(Pane::Words(self.verifier_in_words(eye)));
        panes.push(Pane::Picture(self.picture(eye, verifier)));
        Board { title: self.game().prefix(), panes }
    }
}

impl Quantified {
    fn bits_strip(&self, eye: Eye) -> Strip<'_> {
        // In the check, steps are the verifier's gates.
        let checking = matches!(self.stage, Stage::Checking(_));
        Strip {
            cells: if checking { Cells::Played } else { Cells::Steps },
            answers: if checking { &[] } else { &[Verb::Read] },
            title: "the bits played, in order".into(),
            len: self.game().turns().len(),
            focus: matches!(self.stage, Stage::Bits).then_some(self.played.len()),
            marked: Vec::new(),
            mark: Box::new(move |at| self.bit_mark(eye, at)),
            detail: Box::new(move |at| self.bit_detail(at)),
        }
    }

    fn bit_mark(&self, eye: Eye, at: usize) -> Mark {
        let read = self.ledger().readings().order(self.bit_cell(at));
        let mark = match self.played.get(at) {
            None => Mark::default(),
            Some(_) if eye == Eye::Seat(Seat::Judge) && read.is_none() => Mark::unread(),
            Some(&bit) => Mark::bit(bit),
        };
        let here = matches!(self.stage, Stage::Bits) && at == self.played.len();
        let flaw = if eye.is_review() && self.lost_it(at) { Flaw::Wrong } else { Flaw::None };
        mark.read_as(read).part(if here { Part::Disputed } else { Part::None }).flaw(flaw)
    }

    /// Where the judge reads a bit that was played: in the check it is an input of the verifier.
    fn bit_cell(&self, at: usize) -> Cell {
        match &self.stage {
            Stage::Checking(_) => Cell::Input(self.game().turns()[at].input),
            _ => Cell::Step(Step::at(at)),
        }
    }

    /// Whether playing this bit turned a won game into a lost one.
    pub(super) fn lost_it(&self, at: usize) -> bool {
        let Some(before) = self.played.get(..at) else { return false };
        let Some(after) = self.played.get(..=at) else { return false };
        let value = |played| self.perfect().value(played, &Token::limited(AT_ONCE));
        matches!((value(before), value(after)), (Some(before), Some(after)) if before != after)
    }

    fn x_mark(&self, eye: Eye, at: usize) -> Mark {
        let cell = Cell::Input(Input::at(at));
        let read = self.ledger().readings().order(cell);
        let known = read.is_some() || eye != Eye::Seat(Seat::Judge);
        let mark = if known { Mark::bit(self.bit_in(cell)) } else { Mark::unread() };
        mark.read_as(read)
    }

    /// What the judge read in a cell.
    pub(super) fn ledger_bit(&self, cell: Cell) -> Option<bool> {
        self.ledger().readings().bit(cell)
    }

    /// As the how-manieth it was read.
    pub(super) fn ledger_order(&self, cell: Cell) -> Option<u32> {
        self.ledger().readings().order(cell)
    }

    fn bit_detail(&self, at: usize) -> Detail {
        let turn = self.game().turns()[at];
        let name = self.name(turn.input);
        let (seat, quantifier, means) = match turn.side {
            Player::Alpha => (Seat::Alice, "∀", "for all values: Alice picks one to make V 0"),
            Player::Beta => (Seat::Bob, "∃", "there is a value: Bob picks one to make V 1"),
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
    fn verifier_in_words(&self, eye: Eye) -> Vec<String> {
        const SHOWN: usize = 8;
        let verifier = self.game().verifier();
        let plan = verifier.plan();
        let known = self.known(eye, &self.played);
        let values = verifier.known_values(&known);
        let mut lines = vec![format!("the verifier V: {} gates, the last is V", verifier.size())];
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
                crate::machine::Origin::Input(input) => plan.input_name(input).to_owned(),
                crate::machine::Origin::Step(step) => step.to_string(),
            });
            let sources: Vec<String> = sources.collect();
            format!("  {step} {value}  {}({})", plan.op(step).word(), sources.join(", "))
        }));
        lines
    }
}
