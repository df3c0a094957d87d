//! Cross-examination of a plan, said and shown.

mod asking;
mod board;
mod brief;
mod gate_pane;

use super::trial::AGAINST_WHAT_WAS_READ;
use crate::machine::Step;
use crate::protocol::CrossExamination;
use crate::protocol::cross_examination::Phase;
use crate::rules::Side;
use crate::show::Show;

impl Show for CrossExamination {
    fn claim(&self) -> String {
        self.setup().words.clone()
    }

    fn why(&self) -> String {
        match self.phase {
            Phase::Over(step, winner) => self.why_ruled(step, winner),
            _ => String::new(),
        }
    }
}

impl CrossExamination {
    fn why_ruled(&self, step: Step, winner: Side) -> String {
        let pointed = match step == self.plan().output() && winner == Side::Alice {
            true => format!("the output, step {step}, which concedes unless it is wrong; "),
            false => format!("step {step}, "),
        };
        let found = match winner {
            Side::Alice => "right",
            Side::Bob => "wrong",
        };
        let against = match self.verdict(step) {
            Some(side) if side != winner => AGAINST_WHAT_WAS_READ,
            None if self.trial(step).is_the_judges() && self.oracle_finds(step) != winner => {
                " The scenario's own oracle answers otherwise."
            }
            _ => "",
        };
        format!("Bob pointed at {pointed}and the judge ruled that it is {found}.{against}")
    }
}
