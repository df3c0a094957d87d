//! The rule of a game of twins in words, and this one's numbers.

use crate::protocol::Twins;
use crate::protocol::cross_examination::location_bits;
use crate::rules::{Seat, View};
use crate::text::Brief;
use crate::text::number::plural;

impl<'a> View<'a, Twins> {
    pub(super) fn brief(&self) -> Brief {
        let q = self.setup().budget;
        let n = self.n();
        let you = if self.addresses(Seat::Judge) { "You" } else { "The judge" };
        let rounds = self.setup().rounds;
        let round = (self.rulings().len() as u32 + 1).min(rounds);
        Brief {
            protocol: "twins".into(),
            progress: format!("round {round} of {rounds}"),
            rule: vec![
                "Two inputs differ in one bit alone; f is 0 on one and 1 on the other. A coin \
                 chose which is x. Alice wrote as she would on the one, Bob as he would on the \
                 other, so the transcript fits both."
                    .into(),
                format!(
                    "{you} may read {} {} and then must say what f(x) is.",
                    plural(q.into(), "bit", "bits"),
                    if rounds == 1 { "in all" } else { "in each round" }
                ),
            ],
            numbers: vec![
                format!("f depends on {n} inputs"),
                format!("right at most {:.3} of the time", self.best_score()),
                format!("no judge is always right with under {} reads", lower(n)),
            ],
            warnings: Vec::new(),
            theorem: "Cor. 4 and Thm 13, 2026 paper".into(),
        }
    }
}

/// ⌈log2(n + 1)⌉.
fn lower(n: usize) -> u64 {
    location_bits(n + 1)
}
