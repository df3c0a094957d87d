//! The texts of a quantified debate.

mod asking;
mod board;
mod brief;
mod graph;
mod mistake;

use crate::protocol::cross_examination::location_bits;
use crate::protocol::quantified::Seen;
use crate::protocol::quantified::Verifier;
use crate::protocol::{CrossExamination, Quantified};
use crate::rules::{BitRead, BitRef, LegalAction, Move, Side, Verb, View};
use crate::text::MANY;
use crate::text::number::{and, plural};
use crate::text::{
    ActionText, Board, BriefPane, KnownFacts, ProtocolText, QuestionText, said_by_the_view,
};

impl ProtocolText for Quantified {
    said_by_the_view!(board, brief, question, offer, mistake);

    fn move_text(view: Seen<'_>, mv: &Move) -> Option<String> {
        if let Some(check) = view.check() {
            return CrossExamination::move_text(check, mv);
        }
        match mv {
            Move::Read(BitRef::Input(input)) => Some(format!("read {}", view.name(*input))),
            // In this debate, the steps of the transcript are the bits that were played.
            Move::Read(BitRef::Step(at)) => {
                let turn = view.turns().get(at.index())?;
                Some(format!("read {}", view.name(turn.input)))
            }
            _ => None,
        }
    }

    fn known(view: Seen<'_>) -> KnownFacts {
        let (rounds, dropped) = view.rounds();
        let known = match view.check() {
            Some(check) => CrossExamination::known(check),
            None => KnownFacts::default().plan(
                view.verifier().plan(),
                |input| view.bit(view.cell_of(input)),
                |_| None,
            ),
        };
        known.number("rounds", rounds as f64).number("dropped", dropped as f64)
    }

    fn outcome_reason(view: Seen<'_>) -> String {
        match (view.check(), view.ruled()) {
            (Some(check), _) => CrossExamination::outcome_reason(check),
            (None, Some(winner)) => view.why_ruled(winner),
            (None, None) => String::new(),
        }
    }

    fn settled(view: Seen<'_>) -> Option<Side> {
        match view.check() {
            Some(check) => CrossExamination::settled(check),
            None => view.is_read().then(|| view.reading().ok()).flatten(),
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

    /// By Lemma 8 of the 2026 paper, the check costs at most ⌈log2 m⌉ + 3 bits. `None` if the judge evaluates V.
    /// This costs D(V), which does not follow from the number of gates m.
    fn at_a_million(view: Seen<'_>) -> Option<String> {
        let bound = location_bits(MANY as usize) + 3;
        (view.verifier_is() == Verifier::CrossExamined).then(|| {
            format!(
                "With a verifier of a million gates, judging would cost at most {bound} queries."
            )
        })
    }

    fn decided_by(view: Seen<'_>) -> Option<String> {
        if let Some(check) = view.check() {
            return CrossExamination::decided_by(check);
        }
        view.ruled()?;
        let value = u8::from(!view.truth()?);
        Some(format!("If both play perfectly, V is {value}."))
    }
}

impl<'a> View<'a, Quantified> {
    fn why_ruled(&self, winner: Side) -> String {
        let value = u8::from(winner == Side::Bob);
        let mut why = format!("The judge ruled that V is {value} on the bits played.");
        match self.reading() {
            Ok(side) if side != winner => {
                why += " But the bits that the judge read say the opposite."
            }
            Err(_) => {
                why += " This was a guess, because the bits that the judge read did not decide V."
            }
            Ok(_) => why += &self.why_read(value),
        }
        why
    }

    /// Says which bits decided V, as in " The judge read w = 0 and z = 0. For any values of the other 2 bits, V is 0."
    fn why_read(&self, value: u8) -> String {
        const NAMED: usize = 6;
        let read = self.readings().list();
        let bits = self.game().turns().len() + self.free().len();
        let name = |reading: &BitRead| {
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
            0 => format!(" The judge read all of them: {what}."),
            1 => format!(" The judge read {what}. For any value of the other bit, V is {value}."),
            left => format!(
                " The judge read {what}. For any values of the other {left} bits, V is {value}."
            ),
        }
    }
}
