//! The rules of a twins game in words, and its numbers.

use crate::protocol::Twins;
use crate::protocol::cross_examination::location_bits;
use crate::rules::{Seat, View};
use crate::text::BriefPane;
use crate::text::Limit;
use crate::text::number::plural;

impl<'a> View<'a, Twins> {
    pub(super) fn brief(&self) -> BriefPane {
        let q = self.setup().budget;
        let n = self.n();
        let you = if self.addresses(Seat::Judge) { "You" } else { "The judge" };
        let rounds = self.setup().rounds;
        let round = (self.ruled_rounds().len() as u32 + 1).min(rounds);
        BriefPane {
            protocol: "twins".into(),
            progress: format!("round {round} of {rounds}"),
            rule: vec![
                "Two inputs differ in one bit: f is 0 on the first and 1 on the second. One of \
                 them is x, each with probability 1/2. Alice wrote for the first and Bob for the \
                 second, so the transcript fits both."
                    .into(),
                format!(
                    "{you} may read {} {}, and must then say what f(x) is.",
                    plural(q.into(), "bit", "bits"),
                    if rounds == 1 { "in all" } else { "in each round" }
                ),
            ],
            numbers: vec![
                format!("f depends on {n} inputs"),
                format!(
                    "a judge is right at most {:.3} of the time",
                    Limit::at_most(self.best_score())
                ),
                format!("to be always right, a judge needs at least {} reads", lower(n)),
            ],
            warnings: Vec::new(),
            theorem: "Cor. 4 and Thm 13, 2026 paper".into(),
        }
    }
}

/// ⌈log2(n + 1)⌉: a judge who is always right needs at least this many reads.
fn lower(n: usize) -> u64 {
    location_bits(n + 1)
}
