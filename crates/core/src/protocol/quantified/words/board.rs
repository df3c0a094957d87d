//! The board of a quantified debate.

use crate::machine::quantified::BitPlayer;
use crate::machine::{Input, Step};
use crate::protocol::{CrossExamination, Quantified};
use crate::rules::{BitRef, Seat, Verb, View};
use crate::text::board::{CellFlaw, CellMark, CellRole, Detail, Pane, StripPane};
use crate::text::{Board, ProtocolText, StripCells};
use crate::work::CancelToken;

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
            let inputs = StripPane::inputs("x", self.free().len(), mark, name);
            panes.push(Pane::Strip(StripPane { answers: &[Verb::Read], ..inputs }));
        }
        panes.extend(self.circuits(self.verifier_in_words()));
        Board { title: short(&self.game().prefix()), panes }
    }
}

impl<'a> View<'a, Quantified> {
    fn bits_strip(self) -> StripPane<'a> {
        // In the check, steps are the verifier's gates.
        let checking = self.check().is_some();
        // All cells share one token. If one value is slow to compute, the strip computes no more values.
        let token = self.token();
        let mark = move |at| self.bit_mark(at, &token);
        let cells = if checking { StripCells::Played } else { StripCells::Turns };
        StripPane {
            answers: if checking { &[] } else { &[Verb::Read] },
            focus: self.playing().map(|_| self.moves()),
            detail: Box::new(move |at| self.bit_detail(at)),
            ..StripPane::new(cells, "the bits played, in order", self.game().turns().len(), mark)
        }
    }

    fn bit_mark(&self, at: usize, token: &CancelToken) -> CellMark {
        let read = self.readings().order(self.bit_cell(at));
        let known = match self.played() {
            Some(played) => played.get(at).copied(),
            None => self.readings().bit(self.bit_cell(at)),
        };
        let mark = match known {
            Some(bit) => CellMark::bit(bit),
            None if at < self.moves() => CellMark::unread(),
            None => CellMark::default(),
        };
        let here = self.playing().is_some() && at == self.moves();
        let flaw = if self.eye().is_review() && self.lost_game(at, token) {
            CellFlaw::Wrong
        } else {
            CellFlaw::None
        };
        mark.read_as(read).part(if here { CellRole::Disputed } else { CellRole::None }).flaw(flaw)
    }

    /// The cell of a bit that was played. In the check, it is an input of the verifier.
    fn bit_cell(&self, at: usize) -> BitRef {
        match self.check() {
            Some(_) => BitRef::Input(self.game().turns()[at].input),
            None => BitRef::Step(Step::at(at)),
        }
    }

    /// Returns whether this bit turned a won game into a lost one.
    pub(super) fn lost_game(&self, at: usize, token: &CancelToken) -> bool {
        let (Some(played), Some(perfect)) = (self.played(), self.perfect()) else { return false };
        let value = |until: usize| perfect.value(played.get(..until)?, token).ok();
        matches!((value(at), value(at + 1)), (Some(before), Some(after)) if before != after)
    }

    fn x_mark(&self, at: usize) -> CellMark {
        let cell = BitRef::Input(Input::at(at));
        let mark = self.bit(cell).map_or_else(CellMark::unread, CellMark::bit);
        mark.read_as(self.readings().order(cell))
    }

    fn bit_detail(&self, at: usize) -> Detail {
        let turn = self.game().turns()[at];
        let name = self.name(turn.input);
        let (seat, quantifier, means) = match turn.side {
            BitPlayer::Alpha => (Seat::Alice, "∀", "for all: Alice chooses it to make V 0"),
            BitPlayer::Beta => (Seat::Bob, "∃", "there is: Bob chooses it to make V 1"),
        };
        let mut rows = vec![(quantifier.into(), means.to_owned())];
        if !self.game().is_read(turn.input) {
            rows.push(("".into(), "the verifier never reads it".into()));
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

    /// The last gates of the verifier, with the values that this viewer knows.
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
                crate::machine::BitRef::Input(input) => plan.input_name(input).to_owned(),
                crate::machine::BitRef::Step(step) => step.to_string(),
            });
            let sources: Vec<String> = sources.collect();
            format!("  {step} {value}  {}({})", plan.op(step).word(), sources.join(", "))
        }));
        lines
    }
}

/// The largest number of quantifiers that fit into the title of a board.
const LISTED: usize = 8;

/// A prefix, with dots in place of the quantifiers in the middle if there are many.
fn short(prefix: &str) -> String {
    let all: Vec<&str> = prefix.split(' ').collect();
    match all[..] {
        [first, second, .., last] if all.len() > LISTED => {
            format!("{first} {second} … {last}: {} bits in turn", all.len())
        }
        _ => prefix.to_owned(),
    }
}
