//! A game of twins, said and shown.

mod board;
mod brief;
mod mistake;

use crate::protocol::Twins;
use crate::protocol::cross_examination::location_bits;
use crate::protocol::twins::Pair;
use crate::protocol::twins::Seen;
use crate::rules::{Cell, Move, Offer, Side, Verb, View};
use crate::text::MANY;
use crate::text::number::plural;
use crate::text::{Asking, Board, Brief, Known, OfferWords, Words};

impl Words for Twins {
    fn board(view: Seen<'_>) -> Board<'_> {
        view.board()
    }

    fn brief(view: Seen<'_>) -> Brief {
        view.brief()
    }

    fn question(view: Seen<'_>) -> Asking {
        if !view.is_judging() {
            return Asking::default();
        }
        Asking::of("is f(x) 0, as Alice says, or 1, as Bob says?").note(match view.decided() {
            Some(Side::Alice) => "By what you read f(x) is 0.",
            Some(Side::Bob) => "By what you read f(x) is 1.",
            None => "What you read does not decide it: the rest is a guess.",
        })
    }

    fn offer(view: Seen<'_>, offer: &Offer) -> OfferWords {
        match offer.verb {
            Verb::Read => format!("read a bit: {} left", view.left()).into(),
            _ => "rule".into(),
        }
    }

    fn known(view: Seen<'_>) -> Known {
        let setup = view.setup();
        Known::default()
            .number("n", view.n() as f64)
            .number("inputs", setup.written.inputs() as f64)
            .number("transcript_bits", setup.written.transcript_bits() as f64)
            .number("reads", f64::from(setup.budget))
            .number("reads_left", f64::from(view.left()))
            .number("rounds", f64::from(setup.rounds))
    }

    fn why(view: Seen<'_>) -> String {
        let pair = view.pair().filter(|_| view.is_over());
        pair.map_or_else(String::new, |pair| view.why_judged(pair))
    }

    fn mistake(view: Seen<'_>, mv: &Move) -> Option<String> {
        view.mistaken(mv)
    }

    fn is_guess(view: Seen<'_>, mv: &Move) -> bool {
        view.is_judging() && mv.verb() == Verb::Rule && view.decided().is_none()
    }

    /// Cor. 4 of the 2026 paper: ⌈log2(n + 1)⌉ from below.
    fn at_a_million(_: Seen<'_>) -> Option<String> {
        Some(format!(
            "Were f to depend on a million inputs, no judge would always be right with under {} reads.",
            location_bits(MANY as usize + 1)
        ))
    }
}

impl<'a> View<'a, Twins> {
    fn why_judged(&self, pair: &Pair) -> String {
        let (right, rounds) = self.score();
        if rounds == 1 {
            let read = self.readings().order(Cell::Input(pair.at)).is_some();
            format!(
                "f(x) was {}, and the ruling was {}. The twin differs in {} alone, which was {}.",
                u8::from(pair.is_one),
                if right == 1 { "right" } else { "wrong" },
                self.setup().written.name(pair.at),
                if read {
                    "read"
                } else {
                    "not read: on the twin the judge would have seen the same"
                },
            )
        } else {
            let (q, best) = (self.setup().budget, self.best_score());
            let read = match self.reads() {
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
