//! Bisection, said and shown.

mod asking;
mod board;
mod brief;
mod picture;

use super::trial::AGAINST_WHAT_WAS_READ;
use crate::protocol::Bisection;
use crate::protocol::bisection::{Phase, Span};
use crate::rules::{Position, Side};
use crate::show::Show;
use crate::show::number::count;

impl Show for Bisection {
    fn claim(&self) -> String {
        self.setup().words.clone()
    }

    fn why(&self) -> String {
        match &self.phase {
            Phase::Over(span, _, winner) => self.why_ruled(span, *winner),
            _ => String::new(),
        }
    }
}

impl Bisection {
    fn why_ruled(&self, span: &Span, winner: Side) -> String {
        let follows = if winner == Side::Alice { "follows" } else { "does not follow" };
        let mut why = format!(
            "After {} rounds one step was left, step {}; the judge ruled that it {follows} from \
             the configuration before it.",
            self.rounds().len(),
            count(u64::from(span.to)),
        );
        if self.verdict().is_some_and(|side| side != winner) {
            why += AGAINST_WHAT_WAS_READ;
        } else if self.truth().is_some_and(|truth| Side::of_claim(truth) != winner) {
            why += match winner {
                Side::Alice => " The claim is false: Bob left the half that held the lie.",
                Side::Bob => " The claim is true: Alice named a wrong configuration.",
            };
        }
        why
    }
}
