//! The lab: many debates, in parallel, counted.
//!
//! Debate number i of a run has the seed `first + i`, so the same run gives the same counts on any
//! number of threads, and each of its debates can be played again by itself.

mod tally;

pub use tally::{Payoff, Rate, Tally};

use rayon::prelude::*;

use crate::analysis::Game;
use crate::debate::Advance;
use crate::rules::Seat;

/// A run is cut into at most this many batches, however long it is: memory stays flat, and batches
/// are added up in their order, so that rounding is the same on any number of threads.
const BATCHES: u64 = 4096;

/// Plays `debates` debates like `game`, from its start, with its players. `progress` is told of
/// every batch that is done.
///
/// # Errors
/// If a seat is a person's, or a program made a move that is not legal.
pub fn simulate(
    game: &dyn Game,
    debates: u64,
    first_seed: u64,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Tally, String> {
    let seats = Seat::ALL.map(|seat| game.seat_plan(seat));
    let batch_size = debates.div_ceil(BATCHES);
    let tallies: Result<Vec<Tally>, String> = (0..debates.div_ceil(batch_size.max(1)))
        .into_par_iter()
        .map(|batch| {
            let mut tally = Tally::default();
            let from = batch * batch_size;
            let to = debates.min(from + batch_size);
            for n in from..to {
                let mut debate = game.again(first_seed.wrapping_add(n), &seats)?;
                match debate.table().run().map_err(|e| e.to_string())? {
                    Advance::Over(outcome) => tally.count(&outcome, debate.now().ledger()),
                    _ => return Err("a person's seat cannot be played by the thousand".into()),
                }
            }
            progress(to - from);
            Ok(tally)
        })
        .collect();
    Ok(tallies?.iter().fold(Tally::default(), Tally::and))
}
