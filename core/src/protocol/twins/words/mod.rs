//! A game of twins, said and shown.

mod board;
mod brief;
mod faults;
mod mistake;

use crate::protocol::Twins;
use crate::protocol::cross_examination::location_bits;
use crate::protocol::twins::{Pair, Phase};
use crate::rules::{Cell, Move, Position, Seat, Side, Verb};
use crate::show::MANY;
use crate::show::number::plural;
use crate::show::{Asking, Show, ShowAsking};

impl Show for Twins {
    fn claim(&self) -> String {
        self.setup().words.clone()
    }

    fn why(&self) -> String {
        match &self.phase {
            Phase::Over(pair) => self.why_judged(pair),
            _ => String::new(),
        }
    }

    fn mistake(&self, mv: &Move) -> Option<String> {
        self.mistaken(mv)
    }

    fn is_guess(&self, mv: &Move) -> bool {
        matches!(self.phase, Phase::Judging(_))
            && mv.verb() == Verb::Rule
            && self.decided().is_none()
    }

    fn at_a_million(&self) -> Option<String> {
        Some(self.million())
    }
}

impl ShowAsking for Twins {
    fn asking(&self) -> Asking {
        match &self.phase {
            Phase::Judging(_) => self.ask_verdict(),
            _ => Asking::default(),
        }
    }
}

impl Twins {
    fn ask_verdict(&self) -> Asking {
        let read =
            self.menu().offer(Verb::Read).map(|_| format!("read a bit: {} left", self.left()));
        let question = "is f(x) 0, as Alice says, or 1, as Bob says?";
        Asking::new(question, ["rule".to_owned()].into_iter().chain(read)).note(
            match self.verified() {
                Ok(Side::Alice) => "The verifier's answer to what you read is 0.",
                Ok(Side::Bob) => "The verifier's answer to what you read is 1.",
                Err(_) => "What you read does not decide it: the rest is a guess.",
            },
        )
    }

    fn why_judged(&self, pair: &Pair) -> String {
        let (right, rounds) = self.score();
        if rounds == 1 {
            let read = self.ledger().readings().order(Cell::Input(pair.at)).is_some();
            format!(
                "f(x) was {}, and the ruling was {}. The twin differs in {} alone, which was {}.",
                u8::from(pair.is_one),
                if right == 1 { "right" } else { "wrong" },
                self.setup().written.name(pair.at),
                if read { "read" } else { "not read: on the twin you would have seen the same" },
            )
        } else {
            let (q, best) = (self.setup().budget, self.best_score());
            let read = match self.ledger().of(Seat::Judge).queries() {
                0 => "without a bit read".to_owned(),
                n => format!("{} read in all", plural(n, "bit", "bits")),
            };
            format!(
                "Right in {right} of {rounds} rounds, {:.3}, {read}. No judge who may read {} in each \
                 can expect more than {best:.3}.",
                f64::from(right) / f64::from(rounds),
                plural(q.into(), "bit", "bits"),
            )
        }
    }
}

impl Twins {
    /// Cor. 4 of the 2026 paper: ⌈log2(n + 1)⌉ from below.
    pub(crate) fn million(&self) -> String {
        format!(
            "Were f to depend on a million inputs, no judge would always be right with under {} reads.",
            location_bits(MANY as usize + 1)
        )
    }
}
