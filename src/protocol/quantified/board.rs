//! A quantified debate as a screen shows it.

use super::{Quantified, Stage, Verifier};
use crate::machine::quantified::Side as Player;
use crate::machine::{Input, Step};
use crate::protocol::cross_examination::location_bits;
use crate::rules::{Cell, Eye, Position, Seat};
use crate::show::board::{Detail, Flaw, Mark, Pane, Part, Strip};
use crate::show::{Board, Brief, Show};

impl Quantified {
    pub(super) fn draw_board(&self, eye: Eye) -> Board<'_> {
        if let Stage::Checking(check) = &self.stage {
            let mut board = check.board(eye);
            board.title = "the verifier's gates, as Alice writes them".into();
            board.panes.push(Pane::Strip(self.bits_strip(eye)));
            return board;
        }
        let mut panes = vec![Pane::Strip(self.bits_strip(eye))];
        if !self.shared.free.is_empty() {
            panes.push(Pane::Strip(Strip {
                cells: crate::show::Cells::Inputs,
                answers: &[],
                title: "x".into(),
                len: self.shared.free.len(),
                focus: None,
                mark: Box::new(move |at| self.x_mark(eye, at)),
                detail: Box::new(move |at| Detail {
                    heading: self.name(self.shared.free[at]).to_owned(),
                    ..Detail::default()
                }),
            }));
        }
        panes.push(Pane::Words(self.verifier_in_words(eye)));
        Board { title: self.game().prefix(), panes }
    }

    fn bits_strip(&self, eye: Eye) -> Strip<'_> {
        Strip {
            cells: crate::show::Cells::Steps,
            answers: &[],
            title: "the bits played, in order".into(),
            len: self.game().turns().len(),
            focus: matches!(self.stage, Stage::Bits).then_some(self.played.len()),
            mark: Box::new(move |at| self.bit_mark(eye, at)),
            detail: Box::new(move |at| self.bit_detail(at)),
        }
    }

    fn bit_mark(&self, eye: Eye, at: usize) -> Mark {
        let read = self.ledger.readings().order(Cell::Step(Step::at(at)));
        let mark = match self.played.get(at) {
            None => Mark::default(),
            Some(_) if eye == Eye::Seat(Seat::Judge) && !self.judge_knows(at) => Mark::unread(),
            Some(&bit) => Mark::bit(bit),
        };
        let here = matches!(self.stage, Stage::Bits) && at == self.played.len();
        let flaw = if eye.is_review() && self.lost_it(at) { Flaw::Wrong } else { Flaw::None };
        mark.read_as(read).part(if here { Part::Disputed } else { Part::None }).flaw(flaw)
    }

    /// Whether the judge read a bit, as part of the debate or as an input of the verifier's check.
    fn judge_knows(&self, at: usize) -> bool {
        let turn = self.game().turns()[at];
        match &self.stage {
            Stage::Checking(check) => {
                check.ledger().readings().bit(Cell::Input(turn.input)).is_some()
            }
            _ => self.ledger.readings().bit(Cell::Step(Step::at(at))).is_some(),
        }
    }

    /// Whether playing this bit turned a won game into a lost one.
    fn lost_it(&self, at: usize) -> bool {
        let Some(before) = self.played.get(..at) else { return false };
        let Some(after) = self.played.get(..=at) else { return false };
        self.shared.perfect.value(before) != self.shared.perfect.value(after)
    }

    fn x_mark(&self, eye: Eye, at: usize) -> Mark {
        let cell = Cell::Input(Input::at(at));
        let read = self.ledger.readings().order(cell);
        let known = read.is_some() || eye != Eye::Seat(Seat::Judge);
        let mark = if known { Mark::bit(self.bit_in(cell)) } else { Mark::unread() };
        mark.read_as(read)
    }

    fn bit_detail(&self, at: usize) -> Detail {
        let turn = self.game().turns()[at];
        let name = self.name(turn.input);
        let (whose, greek) = match turn.side {
            Player::Alpha => ("Alice plays it, for all", "α"),
            Player::Beta => ("Bob plays it, there is", "β"),
        };
        let mut rows = vec![("whose".into(), whose.to_owned())];
        if !self.game().is_read(turn.input) {
            rows.push(("".into(), "the verifier can never read it".into()));
        }
        Detail {
            heading: format!("{name}   {greek} of round {}", turn.round),
            rows,
            relevant: Vec::new(),
        }
    }

    /// The verifier's gates with the values that these eyes know, if there are few of them.
    fn verifier_in_words(&self, eye: Eye) -> Vec<String> {
        const SHOWN: usize = 8;
        let verifier = self.game().verifier();
        let plan = verifier.plan();
        let known: Vec<Option<bool>> = (0..verifier.inputs())
            .map(|at| {
                let cell = self.cell_of(Input::at(at));
                match (eye, cell) {
                    (Eye::Seat(Seat::Judge), cell) => self.ledger.readings().bit(cell),
                    (_, Cell::Step(step)) => self.played.get(step.index()).copied(),
                    (_, cell) => Some(self.bit_in(cell)),
                }
            })
            .collect();
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

    pub(super) fn draw_brief(&self, eye: Eye) -> Brief {
        if let Stage::Checking(check) = &self.stage {
            let mut brief = check.brief(eye);
            brief.protocol = "quantified debate".into();
            brief.theorem = "Lemma 8, 2026 paper".into();
            return brief;
        }
        let game = self.game();
        let gates = game.verifier().size();
        let rounds = self.setup().game.rounds().len();
        let (bits, all) = (self.played.len(), game.turns().len());
        let check = location_bits(gates) + 3;
        let read = game.turns().iter().filter(|turn| game.is_read(turn.input)).count()
            + self.shared.free.iter().filter(|&&input| game.is_read(input)).count();
        let you = |seat: Seat| if eye == Eye::Seat(seat) { "you play" } else { seat_plays(seat) };
        let mut numbers = vec![
            match game.verifier_depth() {
                Some(depth) => format!("V read: at most D(V) = {depth} reads"),
                None => format!("V read: at most {read} reads, all that it is connected with"),
            },
            format!("V cross-examined: ≤ {} + 3 = {check}", location_bits(gates)),
        ];
        let dropped = self.setup().game.droppable().count();
        if dropped > 0 {
            numbers.push(format!(
                "{dropped} of {rounds} rounds are dropped: V can read neither bit (Lemma 3)"
            ));
        }
        let settle = match self.setup().verifier {
            Verifier::Evaluated => "Then the judge evaluates V, reading what it needs.",
            Verifier::CrossExamined => {
                "Then Alice writes V's gates, Bob points at one, and the judge checks that one."
            }
        };
        Brief {
            protocol: "quantified debate".into(),
            progress: match self.stage {
                Stage::Bits => format!("bit {} of {all}", bits + 1),
                _ => "the verdict".into(),
            },
            rule: vec![
                format!(
                    "{} the ∀ bits to make V 0; {} the ∃ bits to make V 1.",
                    you(Seat::Alice),
                    you(Seat::Bob)
                ),
                settle.into(),
            ],
            numbers,
            warnings: Vec::new(),
            theorem: match self.setup().verifier {
                Verifier::Evaluated => "Def. 1 and Lemma 3, 2026 paper".into(),
                Verifier::CrossExamined => "Lemma 8, 2026 paper".into(),
            },
        }
    }
}

fn seat_plays(seat: Seat) -> &'static str {
    match seat {
        Seat::Alice => "Alice plays",
        Seat::Bob => "Bob plays",
        Seat::Judge => "the judge plays",
    }
}
