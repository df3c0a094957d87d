//! Cross-examination of a plan, said and shown.

mod asking;
mod board;
mod brief;
mod faults;
mod gate_pane;
mod mistake;

use crate::machine::{Bits, Step};
use crate::protocol::CrossExamination;
use crate::protocol::cross_examination::Phase;
use crate::protocol::cross_examination::location_bits;
use crate::protocol::trial::words::{A_GUESS, AGAINST_WHAT_WAS_READ};
use crate::rules::Cost;
use crate::rules::{Cell, Move, Position, Seat, Side, Verb};
use crate::show::MANY;
use crate::show::number;
use crate::show::number::count;
use crate::show::{Show, contradiction};

impl Show for CrossExamination {
    fn claim(&self) -> String {
        self.setup().words.clone()
    }

    fn told(&self, mv: &Move) -> Option<String> {
        match mv {
            Move::Read(Cell::Input(input)) => {
                Some(format!("read {}", self.plan().input_name(*input)))
            }
            _ => None,
        }
    }

    fn why(&self) -> String {
        match self.phase {
            Phase::Over(step, winner) => self.why_ruled(step, winner),
            _ => String::new(),
        }
    }

    fn mistake(&self, mv: &Move) -> Option<String> {
        self.mistaken(mv)
    }

    fn is_guess(&self, mv: &Move) -> bool {
        let Phase::Judging(step) = self.phase else { return false };
        let decided = self.trial(step).is_the_judges() || self.verdict(step).is_some();
        mv.verb() == Verb::Rule && !decided
    }

    fn contradictions(&self) -> Vec<String> {
        let read =
            self.ledger().readings().list().iter().filter_map(|reading| match reading.cell {
                Cell::Step(step) => Some(step),
                Cell::Input(_) => None,
            });
        let read = read.chain([self.plan().output()]);
        contradiction::of_steps(self.plan(), |cell| self.known_to_judge(cell), read, self.pointed())
    }

    fn at_a_million(&self) -> Option<String> {
        Some(self.million())
    }

    fn decided_by(&self) -> Option<String> {
        let (Phase::Over(step, winner), Some(written)) = (&self.phase, &self.transcript) else {
            return None;
        };
        let wrong = self.plan().first_wrong(written);
        if let Some(told) = self.told_otherwise(written) {
            return Some(told);
        }
        match (wrong, winner) {
            (_, Side::Bob) if !self.plan().is_right_at(*step, written) => {
                Some(self.broken(*step, written))
            }
            (None, Side::Alice) => Some("All that she wrote follows from what it reads.".into()),
            (_, Side::Alice) if !self.plan().is_right_at(*step, written) => {
                Some(format!("It is wrong, though. {}", self.broken(*step, written)))
            }
            (Some(wrong), Side::Alice) => {
                Some(format!("The mistake was elsewhere. {}", self.broken(wrong, written)))
            }
            (_, Side::Bob) => Some("By what it reads it is right all the same.".into()),
        }
    }
}

impl CrossExamination {
    /// Without copies: what Alice told the judge that is not what she had written.
    fn told_otherwise(&self, written: &Bits) -> Option<String> {
        let readings = self.ledger().readings().list().iter();
        let differing: Vec<String> = readings
            .filter_map(|reading| match reading.cell {
                Cell::Step(step) if written.at(step.index()) != reading.bit => Some(format!(
                    "step {} is {}, and had written {}",
                    number::step(step),
                    u8::from(reading.bit),
                    u8::from(!reading.bit)
                )),
                _ => None,
            })
            .collect();
        let lie = "Without copies nobody holds her to it.";
        (!differing.is_empty())
            .then(|| format!("Alice told the judge that {}. {lie}", differing.join("; that ")))
    }

    fn why_ruled(&self, step: Step, winner: Side) -> String {
        let named = number::step(step);
        let pointed = match step == self.plan().output() && winner == Side::Alice {
            true => format!("the output, step {named}, which concedes unless it is wrong; "),
            false => format!("step {named}, "),
        };
        let concedes = step == self.plan().output();
        let found = match winner {
            // A step that follows from a wrong one is not true.
            Side::Alice if !concedes && !self.trial(step).is_the_judges() => {
                "follows from what it reads"
            }
            Side::Alice => "is right",
            Side::Bob => "is wrong",
        };
        let against = match self.verdict(step) {
            Some(side) if side != winner => AGAINST_WHAT_WAS_READ,
            None if self.trial(step).is_the_judges() && self.oracle_finds(step) != winner => {
                " The scenario's own oracle answers otherwise."
            }
            None if !self.trial(step).is_the_judges() => A_GUESS,
            _ => "",
        };
        format!("Bob pointed at {pointed}and the judge ruled that it {found}.{against}")
    }
}

impl CrossExamination {
    /// Thm 5.3: only the location grows, as ⌈log2 T⌉; Thm 6 of the 2026 paper: ⌈log2 s⌉ + 3.
    pub(crate) fn million(&self) -> String {
        let location = location_bits(MANY as usize);
        let judge = self.ledger().of(Seat::Judge);
        let own = judge.limit(Cost::Location).unwrap_or_default();
        let bound = judge.query_limit().unwrap_or_default() - own + location;
        let what = if self.is_gate_check() { "gates" } else { "such steps" };
        format!("A million {what}: at most {} of {} bits.", count(bound), count(MANY.into()))
    }
}
