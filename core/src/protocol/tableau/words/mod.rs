//! Cross-examination of a Turing machine, said and shown.

mod asking;
mod board;
mod brief;
mod faults;
mod mistake;
mod space_time;

use crate::protocol::Tableau;
use crate::protocol::cross_examination::location_bits;
use crate::protocol::tableau::{Phase, Point};
use crate::protocol::trial::words::{A_GUESS, AGAINST_WHAT_WAS_READ};
use crate::rules::Cost;
use crate::rules::Position;
use crate::rules::Seat;
use crate::rules::{Move, Side, Verb};
use crate::show::MANY;
use crate::show::Show;
use crate::show::number::count;

impl Show for Tableau {
    fn claim(&self) -> String {
        self.setup().words.clone()
    }

    fn why(&self) -> String {
        match &self.phase {
            Phase::Over(point, _, _, winner) => self.why_ruled(*point, *winner),
            _ => String::new(),
        }
    }

    fn mistake(&self, mv: &Move) -> Option<String> {
        self.mistaken(mv)
    }

    fn is_guess(&self, mv: &Move) -> bool {
        let judging = matches!(self.phase, Phase::Judging(..)) && !self.setup().judge_is_oracle;
        mv.verb() == Verb::Rule && judging && self.verdict().is_none()
    }

    fn at_a_million(&self) -> Option<String> {
        Some(self.million())
    }

    fn decided_by(&self) -> Option<String> {
        let (Phase::Over(point, _, _, winner), Some(told)) = (&self.phase, &self.told) else {
            return None;
        };
        match (self.broken(told), winner) {
            (None, Side::Alice) => Some("What she wrote is the machine's own run.".into()),
            (None, Side::Bob) => Some("Yet what she wrote is the machine's own run.".into()),
            (Some(broken), Side::Alice) if self.broken_at(told) != Some(point.step().number()) => {
                let smuggled = told.smuggled_at().map(|step| {
                    format!(
                        " From step {} on the tape that she tells of holds what no step wrote; a step \
                         shows its own cell alone, and this is the first to read it.",
                        count(step.into())
                    )
                });
                Some(format!("The mistake was elsewhere. {broken}{}", smuggled.unwrap_or_default()))
            }
            (broken, _) => broken,
        }
    }
}

impl Tableau {
    fn why_ruled(&self, point: Point, winner: Side) -> String {
        let step = count(u64::from(point.step().number()));
        let why = match (point, winner) {
            (Point::Step(_), winner) => {
                let found = if winner == Side::Alice { "right" } else { "wrong" };
                format!("Bob pointed at step {step}, and the judge ruled that it is {found}.")
            }
            (Point::Skip(skip), Side::Alice) => format!(
                "Bob said that step {step} overlooks step {}; the judge ruled that it does not.",
                skip.writer
            ),
            (Point::Skip(skip), Side::Bob) => format!(
                "Bob said that step {step} overlooks step {}, and the judge agreed.",
                skip.writer
            ),
        };
        match self.verdict() {
            Some(side) if side != winner => why + AGAINST_WHAT_WAS_READ,
            None if !self.setup().judge_is_oracle => why + A_GUESS,
            _ => why,
        }
    }
}

impl Tableau {
    /// Thm 5.3 on a machine: the location and the pointers read grow as log T.
    pub(crate) fn million(&self) -> String {
        let machine = self.machine();
        let judge = self.ledger().of(Seat::Judge);
        let all = Cost::ALL.into_iter().filter_map(|cost| judge.limit(cost)).sum::<u64>();
        let reads = u64::from(machine.oracle().map_or(1, |oracle| oracle.reads()));
        let pointers = |bits: u32| reads * u64::from(bits);
        let own =
            pointers(machine.cell_bits().pointer) + 2 * location_bits(machine.steps() as usize);
        let long = pointers(u32::BITS - MANY.leading_zeros()) + 2 * location_bits(MANY as usize);
        format!(
            "A million steps on this tape: at most {} bits and questions.",
            count(all - own + long)
        )
    }
}
