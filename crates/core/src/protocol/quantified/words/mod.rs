//! A quantified debate, said and shown.

mod asking;
mod board;
mod brief;
mod graph;
mod mistake;

use crate::protocol::cross_examination::location_bits;
use crate::protocol::quantified::Seen;
use crate::protocol::quantified::Verifier;
use crate::protocol::{CrossExamination, Quantified};
use crate::rules::{Cell, Move, Offer, Reading, Side, Verb, View};
use crate::text::MANY;
use crate::text::number::{and, plural};
use crate::text::{Asking, Board, Brief, Known, OfferWords, Words, said_by_the_view};

impl Words for Quantified {
    said_by_the_view!(board, brief, question, offer, mistake);

    fn told(view: Seen<'_>, mv: &Move) -> Option<String> {
        if let Some(check) = view.check() {
            return CrossExamination::told(check, mv);
        }
        match mv {
            Move::Read(Cell::Input(input)) => Some(format!("read {}", view.name(*input))),
            // What was played stands where the steps of a transcript do.
            Move::Read(Cell::Step(at)) => {
                let turn = view.turns().get(at.index())?;
                Some(format!("read {}", view.name(turn.input)))
            }
            _ => None,
        }
    }

    fn known(view: Seen<'_>) -> Known {
        let (rounds, dropped) = view.rounds();
        let known = match view.check() {
            Some(check) => CrossExamination::known(check),
            None => Known::default().plan(
                view.verifier().plan(),
                |input| view.bit(view.cell_of(input)),
                |_| None,
            ),
        };
        known.number("rounds", rounds as f64).number("dropped", dropped as f64)
    }

    fn why(view: Seen<'_>) -> String {
        match (view.check(), view.ruled()) {
            (Some(check), _) => CrossExamination::why(check),
            (None, Some(winner)) => view.why_ruled(winner),
            (None, None) => String::new(),
        }
    }

    fn is_guess(view: Seen<'_>, mv: &Move) -> bool {
        match view.check() {
            Some(check) => CrossExamination::is_guess(check, mv),
            None => view.is_read() && mv.verb() == Verb::Rule && view.reading().is_err(),
        }
    }

    fn contradictions(view: Seen<'_>) -> Vec<String> {
        view.check().map_or_else(Vec::new, CrossExamination::contradictions)
    }

    /// Lemma 8 of the 2026 paper, ⌈log2 m⌉ + 3; none where V is read, which costs D(V).
    fn at_a_million(view: Seen<'_>) -> Option<String> {
        let bound = location_bits(MANY as usize) + 3;
        (view.verifier_is() == Verifier::CrossExamined)
            .then(|| format!("A verifier of a million gates: at most {bound} queries."))
    }

    fn decided_by(view: Seen<'_>) -> Option<String> {
        if let Some(check) = view.check() {
            return CrossExamination::decided_by(check);
        }
        view.ruled()?;
        let value = u8::from(!view.truth()?);
        Some(format!("If both play perfectly, V comes to {value}."))
    }
}

impl<'a> View<'a, Quantified> {
    fn why_ruled(&self, winner: Side) -> String {
        let value = u8::from(winner == Side::Bob);
        let mut why = format!("The judge ruled that V is {value} on the bits played.");
        match self.reading() {
            Ok(side) if side != winner => why += " What it read says the opposite.",
            Err(_) => why += " What it had read did not decide it: that was a guess.",
            Ok(_) => why += &self.why_read(value),
        }
        why
    }

    /// " It read w = 0 and z = 0: whatever the other 2 bits are, V is 0."
    fn why_read(&self, value: u8) -> String {
        const NAMED: usize = 6;
        let read = self.readings().list();
        let bits = self.game().turns().len() + self.free().len();
        let name = |reading: &Reading| {
            let name = self.input_of(reading.cell).map_or("", |input| self.name(input));
            format!("{name} = {}", u8::from(reading.bit))
        };
        let names: Vec<String> = read.iter().map(name).collect();
        let what = match names.len() {
            0 => return String::new(),
            n if n > NAMED => plural(n as u64, "bit", "bits"),
            _ => and(&names),
        };
        match bits - read.len() {
            0 => format!(" It read all of them: {what}."),
            1 => format!(" It read {what}: whatever the other bit is, V is {value}."),
            left => format!(" It read {what}: whatever the other {left} bits are, V is {value}."),
        }
    }
}
