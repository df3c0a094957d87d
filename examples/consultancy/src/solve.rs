//! Exact values, from a walk over the game tree, which is small.

use elenchus_core::analysis::game_tree::{GameTreeWalk, cast};
use elenchus_core::analysis::{Analysable, PairValue, Report, Unsolved};
use elenchus_core::work::CancelToken;

use crate::rules::Consultancy;

/// The largest number of positions in a walk.
const MOST: u64 = 1_000_000;

impl Analysable for Consultancy {
    fn report(&self, report: &mut Report, token: &CancelToken) -> Result<(), Unsolved> {
        report.truth = Some(0.5);
        for alice in ["honest", "advocate"] {
            let players = cast(self, [alice, "honest", "honest"])?;
            let value = GameTreeWalk::new(&players, MOST, token).value(self);
            let value = value.map_err(|why| Unsolved::Because(why.to_string()))?;
            let (alice, bob) = (alice.into(), "honest".into());
            report.values.push(PairValue { alice, bob, value, sd: None });
        }
        Ok(())
    }
}
