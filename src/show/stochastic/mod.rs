//! Stochastic debate, said and shown.

mod asking;
mod board;
mod brief;

use crate::chance::Probability;
use crate::protocol::Stochastic;
use crate::protocol::stochastic::Phase;
use crate::rules::Side;
use crate::show::Show;
use crate::show::number::count;

impl Show for Stochastic {
    fn claim(&self) -> String {
        self.setup().words.clone()
    }

    fn why(&self) -> String {
        match self.phase() {
            Phase::Ruled(winner) => self.why_ruled(winner),
            Phase::Ended(bit) => {
                format!("Bob never aborted, and the last bit is {}.", u8::from(bit))
            }
            _ => String::new(),
        }
    }
}

impl Stochastic {
    fn why_ruled(&self, winner: Side) -> String {
        let stated = self.round().stated.unwrap_or_default();
        let found = match (self.votes().mean(), winner) {
            (None, Side::Alice) => "The judge ruled that it is right.".to_owned(),
            (None, Side::Bob) => "The judge ruled that it is wrong.".to_owned(),
            (Some(mean), winner) => format!(
                "The judge's mean of {} votes is {mean:.3}, {:.3} away: {}.",
                count(self.votes().all),
                (mean - stated.get()).abs(),
                if winner == Side::Alice { "near enough" } else { "too far" }
            ),
        };
        let against = match self.verdict() == winner {
            true => "",
            false => " What the judge saw says the opposite.",
        };
        let (step, stated) = (self.step(), shown(stated));
        format!("Bob aborted in round {step} over Alice's {stated}. {found}{against}")
    }
}

/// A stated number as it was typed, or with four decimals if it has more.
fn shown(stated: Probability) -> String {
    let typed = stated.to_string();
    if typed.len() <= 6 { typed } else { format!("{:.4}", stated.get()) }
}
