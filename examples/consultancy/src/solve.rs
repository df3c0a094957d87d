//! Exact values: the game tree is small enough to walk.

use elenchus_core::analysis::game_tree::{Walk, cast};
use elenchus_core::analysis::{Analysed, PairValue, Report, Unsolved};
use elenchus_core::work::Token;

use crate::rules::Consultancy;

/// Positions that a walk may look at.
const MOST: u64 = 1_000_000;

impl Analysed for Consultancy {
    fn report(&self, report: &mut Report, token: &Token) -> Result<(), Unsolved> {
        report.truth = Some(0.5);
        for alice in ["honest", "advocate"] {
            let players = cast(self, [alice, "honest", "honest"])?;
            let value = Walk::new(&players, MOST, token).value(self);
            let value = value.map_err(|why| Unsolved::Because(why.to_string()))?;
            let (alice, bob) = (alice.into(), "honest".into());
            report.values.push(PairValue { alice, bob, value, sd: None });
        }
        Ok(())
    }
}
