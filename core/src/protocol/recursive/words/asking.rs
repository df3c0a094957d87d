//! What each seat is asked, in words.

use crate::machine::claims::ClaimId;
use crate::protocol::RecursiveDebate;
use crate::protocol::claims::words::{self as claims, numbered, one};
use crate::protocol::recursive::Phase;
use crate::show::{Asking, Fill, ShowAsking};

impl ShowAsking for RecursiveDebate {
    fn asking(&self) -> Asking {
        let tree = self.case().tree();
        let here = self.here();
        match self.phase() {
            Phase::Answering => {
                let question = format!("is it so: {}?", tree.words(ClaimId::ROOT));
                one(question, "answer", Fill::Nothing)
                    .note("Whoever says yes must argue for it; the other disputes.")
            }
            Phase::Arguing => {
                let question = format!("argue for: {}", numbered(tree, here));
                one(question, "name what suffices", claims::arguments(tree, here))
                    .note("Every subclaim you name may be disputed.")
            }
            Phase::Disputing => {
                let named = claims::claims(tree, self.named().iter().copied());
                let question = "dispute the subclaim you think is false";
                one(question, "dispute it", Fill::Choices(named))
            }
            Phase::Judging { asked } => claims::deciding(tree, here, asked),
            _ => Asking::default(),
        }
    }
}
