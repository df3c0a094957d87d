//! Texts and boards for the twins game.

mod board;
mod brief;
mod mistake;

use crate::protocol::Twins;
use crate::protocol::cross_examination::location_bits;
use crate::protocol::twins::Seen;
use crate::protocol::twins::TwinPair;
use crate::rules::{BitRef, LegalAction, Move, Side, Verb, View};
use crate::text::MANY;
use crate::text::number::plural;
use crate::text::{ActionText, Board, BriefPane, KnownFacts, ProtocolText, QuestionText};

impl ProtocolText for Twins {
    fn board(view: Seen<'_>) -> Board<'_> {
        view.board()
    }

    fn brief(view: Seen<'_>) -> BriefPane {
        view.brief()
    }

    fn question(view: Seen<'_>) -> QuestionText {
        if !view.is_judging() {
            return QuestionText::default();
        }
        // At the start of a new round, the note says how the last round ended.
        let last = view.last_round().filter(|_| view.readings().list().is_empty());
        let note = last.unwrap_or_else(|| {
            let note = match view.decided() {
                Some(Side::Alice) => "Your reads prove that f(x) is 0.",
                Some(Side::Bob) => "Your reads prove that f(x) is 1.",
                None => "Your reads do not decide f(x) yet. A ruling now is a guess.",
            };
            note.to_owned()
        });
        QuestionText::new("is f(x) 0, as Alice says, or 1, as Bob says?").note(note)
    }

    fn offer(view: Seen<'_>, offer: &LegalAction) -> ActionText {
        match offer.verb {
            Verb::Read => format!("read a bit: {} left", view.left()).into(),
            _ => "rule".into(),
        }
    }

    fn known(view: Seen<'_>) -> KnownFacts {
        let setup = view.setup();
        KnownFacts::default()
            .number("n", view.n() as f64)
            .number("inputs", setup.written.inputs() as f64)
            .number("transcript_bits", setup.written.transcript_bits() as f64)
            .number("reads", f64::from(setup.budget))
            .number("reads_left", f64::from(view.left()))
            .number("rounds", f64::from(setup.rounds))
    }

    fn outcome_reason(view: Seen<'_>) -> String {
        let pair = view.pair().filter(|_| view.is_over());
        pair.map_or_else(String::new, |pair| view.why_judged(pair))
    }

    fn mistake(view: Seen<'_>, mv: &Move) -> Option<String> {
        view.mistaken(mv)
    }

    fn settled(view: Seen<'_>) -> Option<Side> {
        view.is_judging().then(|| view.decided()).flatten()
    }

    fn is_guess(view: Seen<'_>, mv: &Move) -> bool {
        view.is_judging() && mv.verb() == Verb::Rule && view.decided().is_none()
    }

    /// The lower bound ⌈log2(n + 1)⌉ (2026 paper, Cor. 4).
    fn at_a_million(_: Seen<'_>) -> Option<String> {
        Some(format!(
            "If f depended on a million inputs, a judge would need at least {} reads to be always right.",
            location_bits(MANY as usize + 1)
        ))
    }
}

impl<'a> View<'a, Twins> {
    fn why_judged(&self, pair: &TwinPair) -> String {
        let (right, rounds) = self.score();
        if rounds == 1 {
            let read = self.readings().order(BitRef::Input(pair.at)).is_some();
            format!(
                "f(x) was {}, and the ruling was {}. The twins differ only in {}{}",
                u8::from(pair.is_one),
                if right == 1 { "right" } else { "wrong" },
                self.setup().written.name(pair.at),
                if read {
                    ", which the judge read."
                } else {
                    ". The judge did not read it, so the twin would have looked the same."
                },
            )
        } else {
            let (q, best) = (self.setup().budget, self.best_score());
            let read = match self.reads() {
                0 => "nothing".to_owned(),
                n => format!("{} in all", plural(n, "bit", "bits")),
            };
            format!(
                "The judge was right in {right} of {rounds} rounds ({:.3}) and read {read}. No judge \
                 who reads at most {} in each round is right in more than {best:.3} of the rounds \
                 on average over the draws.",
                f64::from(right) / f64::from(rounds),
                plural(q.into(), "bit", "bits"),
            )
        }
    }
}
