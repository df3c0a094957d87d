//! A quantified debate, said and shown.

mod asking;
mod board;
mod brief;
mod mistake;
mod picture;

use crate::machine::Input;
use crate::protocol::Quantified;
use crate::protocol::cross_examination::location_bits;
use crate::protocol::quantified::Stage;
use crate::protocol::quantified::Verifier;
use crate::rules::{Cell, Move, Position, Reading, Side, Verb};
use crate::show::MANY;
use crate::show::Show;
use crate::show::number::{and, plural};

/// A value that is only shown is searched for so long, in questions of the search whether to go on: less
/// than a tenth of a second. Otherwise it is shown once somebody has found it.
const AT_ONCE: u64 = 64;

impl Show for Quantified {
    fn claim(&self) -> String {
        self.setup().words.clone()
    }

    fn told(&self, mv: &Move) -> Option<String> {
        match &self.stage {
            Stage::Checking(check) => check.told(mv),
            _ => match mv {
                Move::Read(Cell::Input(input)) => Some(format!("read {}", self.name(*input))),
                // What was played stands where the steps of a transcript do.
                Move::Read(Cell::Step(at)) => {
                    let turn = self.game().turns().get(at.index())?;
                    Some(format!("read {}", self.name(turn.input)))
                }
                _ => None,
            },
        }
    }

    fn why(&self) -> String {
        match &self.stage {
            Stage::Over(winner) => self.why_ruled(*winner),
            Stage::Checking(check) => check.why(),
            _ => String::new(),
        }
    }

    fn mistake(&self, mv: &Move) -> Option<String> {
        self.mistaken(mv)
    }

    fn is_guess(&self, mv: &Move) -> bool {
        match &self.stage {
            Stage::Checking(check) => check.is_guess(mv),
            Stage::Reading => mv.verb() == Verb::Rule && self.reading().is_err(),
            _ => false,
        }
    }

    fn contradictions(&self) -> Vec<String> {
        match &self.stage {
            Stage::Checking(check) => check.contradictions(),
            _ => Vec::new(),
        }
    }

    fn at_a_million(&self) -> Option<String> {
        self.million()
    }

    fn decided_by(&self) -> Option<String> {
        match &self.stage {
            Stage::Checking(check) => check.decided_by(),
            Stage::Over(_) => {
                let truth = self.truth()?;
                let value = u8::from(!truth);
                Some(format!("If both play perfectly, V comes to {value}."))
            }
            _ => None,
        }
    }
}

impl Quantified {
    /// The name of a variable.
    fn name(&self, input: Input) -> &str {
        self.game().verifier().plan().input_name(input)
    }

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
        let read = self.ledger().readings().list();
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

impl Quantified {
    /// Lemma 8 of the 2026 paper, ⌈log2 m⌉ + 3; none where V is read, which costs D(V).
    pub(crate) fn million(&self) -> Option<String> {
        let bound = location_bits(MANY as usize) + 3;
        (self.setup().verifier == Verifier::CrossExamined)
            .then(|| format!("A verifier of a million gates: at most {bound} queries."))
    }
}
